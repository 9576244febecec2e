"""A mail of ours that is looked at again gives the words of its parts that are shown, and nothing else."""

from __future__ import annotations

from email.message import EmailMessage

from pbem.mail.message.own_text import texts


def test_both_parts_of_a_mail_are_read_and_what_is_attached_is_not() -> None:
    mail = EmailMessage()
    mail.set_content("Your hand:\n♠ Q\n")
    mail.add_alternative("<p>Your hand:</p><p>♠&nbsp;Q</p>", subtype="html")
    mail.add_attachment("4C", filename="cards.txt")
    mail.add_attachment(b"\x89PNG", maintype="image", subtype="png", filename="table.png")
    plain, html = texts(mail.as_bytes())
    assert plain.split() == html.split() == ["Your", "hand:", "♠", "Q"]
