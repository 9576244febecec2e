"""From a post to a row of the outbox: words, headers, Message-ID, reply address, and the final bytes."""

from __future__ import annotations

import logging

from pbem.app.unit_of_work import Case, Mail, pk
from pbem.db.models.rows import PlayerRow
from pbem.db.queries import outbox
from pbem.mail.message.address import domain_of, with_tag
from pbem.mail.message.tokens import Kind, read_token, token_text
from pbem.mail.message.write import Outgoing, compose
from pbem.render.facts import Post, Reader, Rendered
from pbem.render.renderer import TemplateFault

log = logging.getLogger(__name__)


def send_all(case: Case) -> None:
    """Write all mails of the case to the outbox. Nothing has been sent when this returns."""
    rows = [_row(case, mail) for mail in case.mails]
    if rows:
        outbox.put(case.session, rows)
    case.mails = []


def reply_token(case: Case, player: PlayerRow | None, game_id: int | None, length: int) -> str:
    """The token of a mail to this person: of a turn in a game, or of the person alone."""
    if player is None:
        return ""
    if game_id is None:
        return token_text(case.house.key, Kind.PLAYER, pk(player.id))
    return token_text(case.house.key, Kind.TURN, pk(player.id), game_id, length)


def _row(case: Case, mail: Mail) -> dict[str, object]:
    house = case.house
    own = house.own
    token = mail.token or _stranger_token(case, mail)
    reply_to = with_tag(own.address, own.delimiter, token)
    reader = Reader(mail.name, "en", "UTC", reply_to)
    if mail.player is not None:
        reader = Reader(mail.player.name, mail.player.language, mail.player.zone, reply_to)
    rendered = _render(case, mail.post, reader)
    serial = house.dice.token(f"mail {case.inbox_id} {mail.address} {case.now.isoformat()}")
    message_id = f"{token}.{serial[:12]}@{domain_of(own.address)}"
    root = _thread_root(mail, domain_of(own.address))
    answers = case.letter.message_id if mail.answers_letter and case.letter is not None else ""
    body = compose(
        Outgoing(
            from_name=f"{house.site.name} {mail.table.id}" if mail.table is not None else house.site.name,
            from_address=own.address,
            to_name=reader.name,
            to_address=mail.address,
            reply_to=reply_to,
            subject=rendered.subject,
            text=rendered.text,
            html=rendered.html,
            message_id=message_id,
            in_reply_to=answers or root,
            references=tuple(r for r in (root, answers) if r),
            date=case.now,
            auto="auto-replied" if mail.answers_letter else "auto-generated",
            list_unsubscribe=f"mailto:{reply_to}?subject=STOP",
            attachments=mail.attachments,
        )
    )
    if house.sign is not None:
        body = house.sign(body, case.now)
    return {
        "message_id": message_id,
        "recipient": mail.address,
        "envelope": with_tag(own.address, own.delimiter, _bounce_token(case, mail)),
        "body": body,
        "created_at": case.now,
        "state": "waiting",
        "tries": mail.tries,
        "next_at": mail.next_at or case.now,
        "detail": "",
        "inbox_id": case.inbox_id,
        "player_id": mail.player.id if mail.player is not None else None,
        "game_id": mail.table.id if mail.table is not None else None,
        "template": mail.post.template,
        "about": mail.about or (f"answer/{case.inbox_id}" if mail.answers_letter else ""),
        "told_deal": mail.told[0],
        "told_plays": mail.told[1],
    }


def _bounce_token(case: Case, mail: Mail) -> str:
    """For the envelope sender: whose mail it is that comes back; of an invitation, which one."""
    offer = read_token(case.house.key, mail.token)
    if offer is not None and offer.kind is Kind.INVITATION:
        return token_text(case.house.key, Kind.RETURN, *offer.numbers)
    return token_text(case.house.key, Kind.BOUNCE, (mail.player.id or 0) if mail.player else 0, case.inbox_id or 0)


def _stranger_token(case: Case, mail: Mail) -> str:
    """For a mail to nobody we know. It proves the address of the letter that is answered, and nothing elsewhere."""
    answered = case.author is not None and case.author.address == mail.address
    return token_text(case.house.key, Kind.STRANGER, (case.inbox_id or 0) if answered else 0)


def _thread_root(mail: Mail, domain: str) -> str:
    """A made-up id that all mails of a deal refer to, so that mail programs thread them."""
    if mail.table is None:
        return ""
    deal = mail.table.game.base.number if mail.table.game is not None and mail.table.row.seq > 1 else 0
    return f"game{mail.table.id}.deal{deal}@{domain}"


def _render(case: Case, post: Post, reader: Reader) -> Rendered:
    """The words. A broken template never eats a move: a plain built-in text goes out, and the operator is told."""
    try:
        return case.house.renderer.render(post, reader)
    except TemplateFault as fault:
        log.error("template %s is broken: %s", post.template, fault)
        case.faults.append(str(fault))
        return case.house.renderer.plain(post, reader)
