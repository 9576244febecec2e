"""A mail without templates: the facts as they are, for when even the packaged templates cannot be read."""

from __future__ import annotations

from html import escape

from pbem.facts.kinds import Mail
from pbem.facts.mails import AboutTableMail
from pbem.facts.table import TableFacts
from pbem.render.filters import by_suit, jokers, offers, score
from pbem.render.reader import Reader, Rendered, Site

HAND = "Your hand:"  # these three are the protocol of the mail, the same in every language: programs read them
LEGAL = "You may play:"
PASS = "To pass:"


def render(mail: Mail, reader: Reader, site: Site) -> Rendered:
    """The hand, the legal cards, the pass and the scores; of a mail without a table only which it was."""
    table = mail.table if isinstance(mail, AboutTableMail) else None
    subject = f"[Hearts {table.game}] Deal {table.view.base.number}" if table else f"[{site.name}] {mail.template}"
    lines = _table(table) if table else [f"({mail.template})"]
    lines += [f"({answer.template})" for answer in mail.answers]
    if table and table.due_at:
        lines += ["", f"({table.due_at.isoformat(timespec='minutes')})"]
    text = "\n".join([*lines, "", f"<{reader.reply_to or site.address}>", f"<{site.operator}>", ""])
    return Rendered(subject, text, f'<html lang="en"><body><pre>{escape(text)}</pre></body></html>')


def _table(table: TableFacts) -> list[str]:
    view = table.view
    names = {seat.seat: seat.name for seat in table.seats}
    lines = [HAND, *(f"{suit.symbol} {' '.join(c.rank_text for c in row)}" for suit, row in by_suit(view.hand))]
    if jokers(view.hand):
        lines.append(f"({jokers(view.hand)} JK)")
    if view.trick:
        lines += ["", f"({view.trick.number}) {' '.join(card.text for card in view.trick.cards)} ..."]
    if view.legal:
        lines += ["", offers(view.legal, LEGAL)]
    if view.ask == "pass":
        to = ", ".join(names.get(seat, "") for seat, _ in view.pass_to)
        lines += ["", f"{PASS} {view.count} cards, to {to}"]
    lines += ["", *(f"{score(view.scores[seat])} + {score(view.points[seat])}: {name}" for seat, name in names.items())]
    return lines
