"""From a post to a row of the outbox: words, headers, Message-ID, reply address, and the final bytes."""

from __future__ import annotations

import logging

from pbem.app.unit_of_work import Mail, UnitOfWork, pk
from pbem.db.models import PlayerRow
from pbem.db.queries import outbox
from pbem.mail.message.email_address import with_tag
from pbem.mail.message.tokens import TokenKind, read_token, token_text
from pbem.mail.message.write import OutboundMessage, write_message
from pbem.render.facts import Post, Reader, Rendered
from pbem.render.renderer import TemplateFault

log = logging.getLogger(__name__)


def write_to_outbox(uow: UnitOfWork) -> None:
    """Write all mails of the case to the outbox. Nothing has been sent when this returns."""
    rows = [_row(uow, mail) for mail in uow.mails]
    if rows:
        outbox.put(uow.session, rows)
    uow.mails = []


def reply_token(uow: UnitOfWork, player: PlayerRow | None, game_id: int | None, length: int) -> str:
    """The token of a mail to this person: of a turn in a game, or of the person alone."""
    if player is None:
        return ""
    if game_id is None:
        return token_text(uow.services.key, TokenKind.PLAYER, pk(player.id))
    return token_text(uow.services.key, TokenKind.TURN, pk(player.id), game_id, length)


def _row(uow: UnitOfWork, mail: Mail) -> dict[str, object]:
    services = uow.services
    own = services.own
    token = mail.token or _stranger_token(uow, mail)
    reply_to = with_tag(own.address, own.delimiter, token)
    reader = Reader(mail.name, services.policy.language, "UTC", reply_to)
    if mail.player is not None:
        reader = Reader(mail.player.name, mail.player.language, mail.player.zone, reply_to)
    rendered = _render(uow, mail.post, reader)
    serial = services.randomness.token(f"mail {uow.inbox_id} {mail.address} {uow.now.isoformat()}")
    message_id = f"{token}.{serial[:12]}@{own.message_domain}"
    root = _thread_root(mail, own.message_domain)
    answers = uow.message.message_id if mail.answers_letter and uow.message is not None else ""
    body = write_message(
        OutboundMessage(
            from_name=f"{services.site.name} {mail.table.id}" if mail.table is not None else services.site.name,
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
            date=uow.now,
            auto="auto-replied" if mail.answers_letter else "auto-generated",
            list_unsubscribe=f"mailto:{reply_to}?subject=STOP",
            attachments=mail.attachments,
        )
    )
    if services.sign is not None:
        body = services.sign(body, uow.now)
    return {
        "message_id": message_id,
        "recipient": mail.address,
        "envelope": with_tag(own.address, own.delimiter, _bounce_token(uow, mail)),
        "body": body,
        "created_at": uow.now,
        "state": "waiting",
        "tries": mail.tries,
        "next_at": mail.next_at or uow.now,
        "detail": "",
        "inbox_id": uow.inbox_id,
        "player_id": mail.player.id if mail.player is not None else None,
        "game_id": mail.table.id if mail.table is not None else None,
        "template": mail.post.template,
        "about": mail.about or (f"answer/{uow.inbox_id}" if mail.answers_letter else ""),
        "told_deal": mail.told[0],
        "told_plays": mail.told[1],
    }


def _bounce_token(uow: UnitOfWork, mail: Mail) -> str:
    """For the envelope sender: whose mail it is that comes back; of an invitation, which one."""
    offer = read_token(uow.services.key, mail.token)
    if offer is not None and offer.kind is TokenKind.INVITATION:
        return token_text(uow.services.key, TokenKind.RETURN, *offer.numbers)
    player_id = (mail.player.id or 0) if mail.player else 0
    return token_text(uow.services.key, TokenKind.BOUNCE, player_id, uow.inbox_id or 0)


def _stranger_token(uow: UnitOfWork, mail: Mail) -> str:
    """For a mail to nobody we know. It proves the address of the letter that is answered, and nothing elsewhere."""
    answered = uow.author is not None and uow.author.address == mail.address
    return token_text(uow.services.key, TokenKind.STRANGER, (uow.inbox_id or 0) if answered else 0)


def _thread_root(mail: Mail, domain: str) -> str:
    """A made-up id that all mails of a deal refer to, so that mail programs thread them."""
    if mail.table is None:
        return ""
    deal = mail.table.game.base.number if mail.table.game is not None and mail.table.row.seq > 1 else 0
    return f"game{mail.table.id}.deal{deal}@{domain}"


def _render(uow: UnitOfWork, post: Post, reader: Reader) -> Rendered:
    """The words. A broken template never eats a move: a plain built-in text goes out, and the operator is told."""
    try:
        return uow.services.renderer.render(post, reader)
    except TemplateFault as fault:
        log.error("template %s is broken: %s", post.template, fault)
        uow.faults.append(str(fault))
        return uow.services.renderer.plain(post, reader)
