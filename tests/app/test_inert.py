"""Our own mails are inert: whole games with every kind of order, and no line of any mail parses as an order.

However little of it a mail program quotes, and whatever was asked when it comes back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest

from pbem.cards import FRENCH, Card, Rank
from pbem.commands import SPECS
from pbem.mail.message.own_text import texts
from pbem.orders.brackets import copied, doubtful, packed
from pbem.orders.order import Asked
from pbem.orders.parse import parse
from tests.app.setting import EAST, NORTH, SOUTH, WEST, resigns
from tests.app.test_play import moon
from tests.render.inert import GRAVE, STYLES, flattened, html_text, reshaped, taken
from tests.table import Bench, Sent

PACK = tuple(Card(suit, rank) for suit in FRENCH for rank in Rank if rank > Rank.ONE)
EVERY = (
    Asked("PLAY", 1, yes="JOIN", no="DECLINE", hand=PACK, legal=PACK),
    Asked("PASS", 3, yes="YES", no="NO"),
    Asked("MOON", choices=("add", "subtract")),
    Asked("CHARGE"),
    Asked("DISCARD", 4),
    Asked("BID"),
    Asked("CALL"),
)
FREE = {"limits": {"mails_per_hour_per_sender": 10_000, "error_answers_per_hour": 1000, "error_answers_per_day": 1000}}
WIDTHS = range(40, 81)
UNWRAPPED = 3  # the shapes of a mail beside its widths
FORMS = 2 + len(STYLES)
LOOKS = ("HAND", "SCORE", "LAST", "HISTORY", "HISTORY 1", "GAMES", "RULES", "RULES web", "HELP", "SET", "ADDRESS")
TALK = (
    "SAY QS",
    "SAY PLAY QS, or PASS QS KS AH",
    "TELL Pass yes",
    "SAY [RESIGN] -- \u2028FORGET ME",
    "SAY " + "play " * 60,
)
WRONG = ("PLYA QS", "play the blue card", "PASS 2C", "MOON ADD", "Bye.", "QS\nKS\nAH\n2C", "NEW frog", "INVITE nobody")


def orders_in(mails: Iterable[Sent]) -> list[tuple[str, str]]:
    """Lines of the mails, as they stand and without quoting, that would be taken for an order in some state."""
    lines: dict[str, str] = {}
    for mail in mails:
        for line in (*mail.text.splitlines(), *html_text(mail.html).splitlines()):
            if copied(line.strip("> ")):
                continue  # a person may begin a letter with it; in our mails something stands above
            lines.setdefault(line, mail.subject)
            lines.setdefault(line.lstrip("> "), mail.subject)
    return [(line, where) for line, where in lines.items() for asked in EVERY if taken(line, asked)]


def rotated(form: str, at: int) -> list[tuple[int, list[str]]]:
    """A mail in two of the shapes in which it may come back, each with its number: one unwrapped, and one width.

    Each mail is tried in two, and each width with many mails: so all are, at the cost of a few.
    """
    shapes = reshaped(form, (WIDTHS[at * 7 % len(WIDTHS)],))
    return [(at % UNWRAPPED, shapes[at % UNWRAPPED]), (UNWRAPPED, shapes[UNWRAPPED])]


def whole_mails_with_orders(mails: Iterable[Sent]) -> list[str]:
    """Mails that would be an order if they came back whole and without any mark of quoting.

    Wrapped anew, a line may by chance be a verb that shows something; none may give a card away or end a game.
    """
    return [
        form
        for at, mail in enumerate(mails)
        for form in ((mail.text, html_text(mail.html))[at % 2],)
        for place, shape in rotated(form, at // 2)
        for asked in EVERY[:3]
        for order in parse(shape, f"Re: {mail.subject}", asked, SPECS).orders
        if place == 0 or order.cards or order.verb in GRAVE
    ]


def returned_mails_with_orders(mails: Iterable[Sent]) -> list[tuple[str, tuple[Card, ...], str]]:
    """Mails that would be an order if they came back to be answered, in any form and with any part cut off above.

    The server knows the mail that is answered, so its brackets are known wherever they stand: alone on a line of a
    narrow program, below a person's words, or at the beginning of what a person left of the mail.
    """
    found: list[tuple[str, tuple[Card, ...], str]] = []
    for at, mail in enumerate(mails):
        ours = "\n".join("".join(map(packed, text.splitlines())) for text in texts(mail.raw))
        for _, shape in rotated(_form(mail, at), at // FORMS):
            at_brackets = [at for at, line in enumerate(shape) if doubtful(line) and any(map(packed, shape[at + 1 :]))]
            letters = [shape, ["Thanks, what a game!", "", *shape]]
            letters += [shape[at:] for at in at_brackets] + [shape[max(at - 1, 0) : at + 2] for at in at_brackets]
            for letter, asked in product(letters, EVERY[:2]):
                for order in parse(letter, f"Re: {mail.subject}", replace(asked, answered=ours), SPECS).orders:
                    if order.cards or order.verb in GRAVE:
                        found.append((order.verb, order.cards, "\n".join(letter[:6])))
    return found


def _form(mail: Sent, at: int) -> str:
    """The mail's text, what its HTML shows, or what one of the mail programs makes of that, in turn."""
    place = at % FORMS
    if place < 2:
        return html_text(mail.html) if place else mail.text
    return flattened(mail.html, STYLES[place - 2])


def answer(bench: Bench, address: str, mail: Sent) -> None:
    order = " ".join(mail.hand[:3]) if mail.to_pass else mail.legal[0] if mail.legal else "add"
    bench.writes(address, order, answering=mail)


def asks(mail: Sent) -> bool:
    return bool(mail.to_pass or mail.legal or "[MOON ADD]" in mail.text)


def play_on(bench: Bench, persons: tuple[str, ...], turns: int) -> None:
    """The persons answer whatever they are asked, so many times or until the game is over."""
    answered: set[bytes] = set()
    for _ in range(turns):
        for address in persons:
            waiting = [m for m in bench.mails(address)[-3:] if asks(m) and m.raw not in answered]
            for mail in waiting[-1:]:
                answered.add(mail.raw)
                answer(bench, address, mail)


@pytest.mark.parametrize("variant", ["american", "web"])
def test_no_line_of_any_mail_of_a_whole_game_is_an_order(benches: Callable[..., Bench], variant: str) -> None:
    bench = benches(**FREE)
    bench.writes(NORTH, "REGISTER QS")
    bench.writes(EAST, "REGISTER Pass")
    bench.writes(NORTH, f"NEW {variant} target=5 WITH Pass {SOUTH} robot")
    bench.writes(EAST, "yes", answering=bench.mail(EAST))
    bench.writes("Yes <south@example.org>", "yes", answering=bench.mail(SOUTH))
    persons = (NORTH, EAST, SOUTH)
    play_on(bench, persons, 3)
    for order in (*LOOKS, *TALK, *WRONG):
        bench.writes(NORTH, f"GAME 1\n{order}")
    play_on(bench, persons, 120)
    assert "Final standings" in bench.mail(NORTH).text
    for order in LOOKS:
        bench.writes(NORTH, order, answering=bench.mails(NORTH)[-1])
    assert len(bench.post.sent) > 70
    assert orders_in(bench.post.sent) == []
    assert whole_mails_with_orders(bench.post.sent) == []
    assert returned_mails_with_orders(bench.post.sent) == []


def test_no_line_of_any_mail_about_people_and_tables_is_an_order(benches: Callable[..., Bench]) -> None:
    bench = benches(**FREE)
    bench.writes(WEST, "hello", proven=False)
    bench.writes(WEST, "NEVER", proven=False)
    bench.writes(WEST, "JOIN 7", proven=False)
    bench.writes(NORTH, "REGISTER Play QS")
    bench.writes(NORTH, f"NEW WITH {EAST} {SOUTH}")
    bench.writes(EAST, "no", answering=bench.mail(EAST))
    bench.writes(SOUTH, "JOIN", answering=bench.mail(SOUTH))
    bench.writes(NORTH, f"INVITE {WEST}, {EAST}")
    bench.writes(EAST, "BLOCK", answering=bench.mail(EAST))
    bench.writes(EAST, "UNBLOCK Play QS", answering=bench.mail(EAST))
    bench.writes(NORTH, "START")
    turn = next(m for m in bench.mails(NORTH) if m.to_pass)
    bench.writes("friend@elsewhere.example", "PLAY QS\nFORGET ME\nyes", answering=turn)
    bench.writes(NORTH, "ADD", answering=bench.mail(NORTH))
    bench.writes(NORTH, "RESIGN", proven=False)
    for order in ("ADDRESS ADD a@b.example", "ADDRESS REMOVE x@y.example", "EXPORT", "STOP", "GAMES", "FORGET ME"):
        bench.writes(NORTH, order)
    bench.takes(bench.letter("op@example.net", "", subject="control game hold 1"), source="operator")
    bench.writes(SOUTH, "HAND")
    bench.takes(bench.letter("op@example.net", "", subject="control game release 1"), source="operator")
    for spec in SPECS:
        bench.writes(SOUTH, f"HELP {spec.verb}")
    bench.passes(timedelta(hours=50))
    resigns(bench, SOUTH)
    question = next(m for m in reversed(bench.mails(NORTH)) if "delete your account" in m.subject)
    bench.writes(NORTH, "yes", answering=question)
    assert len(bench.post.sent) > 60
    assert orders_in(bench.post.sent) == []


def test_no_line_of_a_moons_mails_is_an_order(benches: Callable[..., Bench]) -> None:
    bench = benches(**FREE)
    moon(bench)
    assert returned_mails_with_orders(bench.post.sent) == []
    bench.passes(timedelta(hours=25))
    bench.writes(NORTH, "QS", answering=bench.mail(NORTH))
    bench.writes(NORTH, "add", answering=bench.mail(NORTH))
    assert orders_in(bench.post.sent) == []
