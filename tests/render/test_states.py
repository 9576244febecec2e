"""The mails of real games: in every state of every variant they fit, are inert, and tell what programs read."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from pbem.cards import Suit
from pbem.facts.information_answers import VariantRulesAnswer
from pbem.facts.mails import AboutTableMail, AnswersAloneMail, InvitationMail
from pbem.facts.table import SeatFacts, SeatKind, TableFacts
from pbem.hearts.entries import Dealt, Opened
from pbem.hearts.game import Game
from pbem.hearts.phase import Phase
from pbem.hearts.rules.presets import PRESETS
from pbem.hearts.rules.record import Rules
from pbem.hearts.view import Ask, SeatView
from pbem.render.filters import in_order
from pbem.render.layout import columns
from tests.hearts.playing import next_entry
from tests.render import inert, samples

RENDERER = samples.renderer()
NAMES = ("alice", "bob", "carol", "dave", "eve", "frank", "grace", "heidi", "ivan", "judy")


def mail_of(game: Game, seat: int) -> TableFacts:
    """What the seat would be mailed now, everything being new."""
    view = game.view(seat)
    seats = tuple(SeatFacts(n, NAMES[n], SeatKind.PERSON, is_you=n == seat) for n in range(game.rules.players))
    record = game.record()
    ended = record if record is not None and view.phase in ("finished", "dealing") else None
    return TableFacts(
        game=3,
        seats=seats,
        view=view,
        due_at=samples.DUE,
        new_tricks=view.tricks if ended is None else (),
        passes_new=bool(view.gave or view.got),
        ended_deal=ended,
        ended_tricks=ended.tricks if ended is not None else (),
        first=True,
    )


def check(facts: TableFacts) -> str:
    mail = RENDERER.render(AboutTableMail(facts), samples.ALICE)
    assert [line for line in mail.text.splitlines() if columns(line) > 72] == []
    assert inert.lines_like_orders(mail.text) == []
    assert inert.lines_like_orders(inert.html_text(mail.html)) == []
    assert len(mail.html.encode()) < 60_000
    return mail.text


def check_phrases(view: SeatView, text: str) -> None:
    """What a program reads from the mail is what the view holds."""
    if view.ask is Ask.PLAY:
        offered = text.split("You may play:")[1].split("\n\n")[0]
        assert re.findall(r"\[(\w+)\]", offered) == [card.text for card in in_order(set(view.legal))]
    if view.ask is Ask.PASS:
        assert re.search(rf"^To pass: {view.count} cards?, ", text, re.MULTILINE)
    if view.ask and view.hand:
        hand = text.split("Your hand:\n")[1].split("\n\n")[0].splitlines()
        held = [line.split()[1:] for line in hand if line[0] in "♠♥♦♣RYGB"]
        assert sum(map(len, held)) == sum(card.suit is not Suit.JOKER for card in view.hand)


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_every_state_of_a_deal_can_be_mailed(name: str) -> None:
    rng = random.Random(5)
    game = Game()
    game.apply(Opened(PRESETS[name]))
    texts = []
    for step in range(400):
        entry = next_entry(game, rng)
        if isinstance(entry, Dealt) and entry.base.number == 2:
            break
        game.apply(entry)
        over = game.phase == "finished"
        if step > 7 and step % 9 and game.phase is Phase.PLAY:  # of the tricks a few are enough
            continue
        for seat in {*sorted(game.to_act)[step % 3 :][:1], step % game.rules.players}:  # each is asked in its turn
            facts = mail_of(game, seat)
            texts.append(check(facts))
            check_phrases(facts.view, texts[-1])
        if over:
            break
    for text in texts[:: max(1, len(texts) // 6)]:
        assert inert.orders_in(text) == []


@pytest.mark.parametrize("name", PRESETS)
def test_the_rules_of_every_variant_can_be_told(name: str) -> None:
    rules: Rules = PRESETS[name]
    page = RENDERER.render(
        AnswersAloneMail(answers=(VariantRulesAnswer(rules, name),)),
        samples.ALICE,
    )
    assert "Set here:" not in page.text
    assert inert.orders_in(page.text) == []
    invitation = RENDERER.render(InvitationMail(replace(samples.LOBBY, rules=rules, variant=name)), samples.ALICE)
    assert inert.orders_in(invitation.text) == []
    assert [line for line in (page.text + invitation.text).splitlines() if columns(line) > 72] == []


def test_every_field_of_the_rules_has_its_words() -> None:
    from dataclasses import fields

    text = (samples.PACKAGED / "en/rules/switches.txt").read_text(encoding="utf-8")
    known = set(re.findall(r"{% macro (\w+)\(", text))
    assert {field.name for field in fields(Rules)} - known == set()
