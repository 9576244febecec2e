"""From a draft to a row of the outbox: words, headers, Message-ID, reply address, and the final bytes."""

from __future__ import annotations

import logging

from pbem.app.unit_of_work import Draft, UnitOfWork
from pbem.db.queries import outbox, talk
from pbem.db.queries.outbox import NewMail
from pbem.facts.kinds import Mail
from pbem.mail.message.email_address import with_tag
from pbem.mail.message.tokens import TokenKind, read_token, token_text
from pbem.mail.message.write import OutboundMessage, write_message
from pbem.render.reader import Reader, Rendered
from pbem.render.renderer import TemplateFault
from pbem.table.preferences import SuitColours

log = logging.getLogger(__name__)


def write_to_outbox(uow: UnitOfWork) -> None:
    """Write all mails of the unit of work to the outbox. Nothing has been sent when this returns."""
    mails = [written(uow, draft) for draft in uow.drafts]
    if mails:
        outbox.put(uow.session, mails)
    for draft, mail in zip(uow.drafts, mails, strict=True):
        if draft.talk:
            talk.note_told(uow.session, draft.talk, mail.message_id)
    uow.drafts = []


def written(uow: UnitOfWork, draft: Draft) -> NewMail:
    """The draft in its final form, for the outbox."""
    own = uow.services.own
    token = draft.token or _stranger_token(uow, draft)
    serial = uow.services.randomness.token(f"mail {uow.inbox_id} {draft.address} {uow.now.isoformat()}")
    message_id = f"{token}.{serial[:12]}@{own.message_domain}"
    body = _body(uow, draft, message_id, with_tag(own.address, own.delimiter, token))
    return NewMail(
        message_id=message_id,
        recipient=draft.address,
        envelope=with_tag(own.address, own.delimiter, _bounce_token(uow, draft)),
        body=body,
        created_at=uow.now,
        tries=draft.tries,
        next_at=draft.next_at or uow.now,
        inbox_id=uow.inbox_id,
        player_id=draft.player.id if draft.player is not None else None,
        game_id=draft.table.id if draft.table is not None else None,
        template=draft.mail.template,
        about=draft.about or (f"answer/{uow.inbox_id}" if draft.answers_letter else ""),
        told=draft.told,
    )


def _body(uow: UnitOfWork, draft: Draft, message_id: str, reply_to: str) -> bytes:
    """The final bytes: the words, under the headers that thread the mail, and signed if we sign."""
    services, player = uow.services, draft.player
    reader = Reader("", services.policy.language, "UTC", reply_to, uow.now)
    if player is not None:
        four = player.preferences.suits is SuitColours.FOUR
        reader = Reader(player.name, player.language, player.zone, reply_to, uow.now, four)
    rendered = _render(uow, draft.mail, reader)
    root = _thread_root(draft, services.own.message_domain)
    answers = uow.message.message_id if draft.answers_letter and uow.message is not None else ""
    body = write_message(
        OutboundMessage(
            from_name=services.site.name,
            from_address=services.own.address,
            to_name=reader.name,
            to_address=draft.address,
            reply_to=reply_to,
            subject=rendered.subject,
            text=rendered.text,
            html=rendered.html,
            message_id=message_id,
            in_reply_to=answers or root,
            references=tuple(r for r in (root, answers) if r),
            date=uow.now,
            auto="auto-replied" if draft.answers_letter else "auto-generated",
            list_unsubscribe=f"mailto:{reply_to}?subject=STOP",
            attachments=draft.attachments,
        )
    )
    return services.sign(body, uow.now) if services.sign is not None else body


def _bounce_token(uow: UnitOfWork, draft: Draft) -> str:
    """For the envelope sender: whose mail it is that comes back; of an invitation, which one."""
    offer = read_token(uow.services.key, draft.token)
    if offer is not None and offer.kind is TokenKind.INVITATION:
        return token_text(uow.services.key, TokenKind.RETURN, *offer.numbers)
    player_id = (draft.player.id or 0) if draft.player else 0
    return token_text(uow.services.key, TokenKind.BOUNCE, player_id, uow.inbox_id or 0)


def _stranger_token(uow: UnitOfWork, draft: Draft) -> str:
    """For a mail to nobody we know. It proves the address of the letter that is answered, and nothing elsewhere."""
    answered = uow.author is not None and uow.author.address == draft.address
    return token_text(uow.services.key, TokenKind.STRANGER, (uow.inbox_id or 0) if answered else 0)


def _thread_root(draft: Draft, domain: str) -> str:
    """A made-up id that all mails of a deal refer to, so that mail programs thread them."""
    if draft.table is None:
        return ""
    deal = draft.table.game.base.number if draft.table.game is not None and draft.table.log.length > 1 else 0
    return f"game{draft.table.id}.deal{deal}@{domain}"


def _render(uow: UnitOfWork, mail: Mail, reader: Reader) -> Rendered:
    """The words. A broken template never eats a move: a plain built-in text goes out, and the operator is told."""
    try:
        return uow.services.renderer.render(mail, reader)
    except TemplateFault as fault:
        log.error("template %s is broken: %s", mail.template, fault)  # noqa: TRY400  # the fault says it all
        uow.faults.append(str(fault))
        return uow.services.renderer.plain(mail, reader)
