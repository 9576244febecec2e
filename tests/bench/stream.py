"""The same letters, the same logs and mails: a digest of what 800 letters make, to hold two versions side by side.

Eight tables of four people play from the same seed, in bursts of several letters; now and then somebody asks, talks or
writes nonsense. Printed are the digests of the games' logs, of the mails' bytes and of what became of the letters.
"""

from __future__ import annotations

import random
from hashlib import sha256

from pbem.cli.correspondent import ReceivedMail, answer_to, read_mail
from pbem.mail.message.raw_message import RawMessage
from tests.bench.letters import server
from tests.table import SERVER, Bench

LETTERS = 800
TABLES = 8
ASIDES = (
    "HAND",
    "SCORE",
    "SAY well played",
    "HISTORY",
    "GAMES",
    "what is this?",
    "SETTINGS",
    "PLAY 2X",
    "PLAN QS IF A",
)


class _Stream:
    """The people, and what they have been asked."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.chance = random.Random("stream")
        self.read = 0
        self.asked: list[tuple[str, str, ReceivedMail]] = []
        self.last: dict[str, ReceivedMail] = {}

    def play(self) -> None:
        """All the letters, so many at once as chance has it."""
        for table in range(TABLES):
            names = [f"p{table}x{seat}@people.example" for seat in range(4)]
            self.bench.writes(names[0], f"NEW american target=500 WITH {' '.join(names[1:])}")
        written = 0
        while written < LETTERS:
            self._look()
            now = self.chance.sample(self.asked, min(len(self.asked), self.chance.choice((1, 1, 1, 2, 8))))
            for one in now:
                self.asked.remove(one)
            letters = [self._letter(*one) for one in now]
            if not now or self.chance.random() < 0.15:
                person = self.chance.choice(sorted(self.last))
                letters.append(self._letter(person, self.chance.choice(ASIDES), self.last[person]))
            worker = self.bench.worker
            worker.keep(letters)
            worker.letters()
            while worker.delivery.round():
                pass
            written += len(letters)

    def _look(self) -> None:
        for sent in self.bench.post.sent[self.read :]:
            mail = read_mail(sent.raw)
            self.last[sent.to] = mail
            if text := answer_to(mail):
                self.asked.append((sent.to, text, mail))
        self.read = len(self.bench.post.sent)

    def _letter(self, person: str, text: str, mail: ReceivedMail) -> RawMessage:
        quoted = "".join(f"> {line}\n" for line in mail.text.splitlines())
        body = f"{text}\n\nOn Monday, Hearts by mail <{SERVER}> wrote:\n{quoted}"
        raw = self.bench.letter(person, body, to=mail.reply_to, headers={"In-Reply-To": mail.message_id})
        return RawMessage(raw, "smtp", person, (mail.reply_to,))


def main() -> None:
    """Print the digests."""
    with server() as bench:
        _Stream(bench).play()
        mails, log, letters = sha256(), sha256(), sha256()
        for sent in bench.post.sent:
            mails.update(f"{sent.envelope} {sent.to}\n".encode() + sent.raw)
        with bench.worker.database.engine.connect() as line:
            for row in line.exec_driver_sql("SELECT game_id, seq, kind, body, at FROM entry ORDER BY game_id, seq"):
                log.update(repr(tuple(row)).encode())
            for row in line.exec_driver_sql("SELECT id, state, outcome, author, game_id FROM inbox ORDER BY id"):
                letters.update(repr(tuple(row)).encode())
        print(f"mails    {len(bench.post.sent):6}  {mails.hexdigest()[:32]}")
        print(f"logs             {log.hexdigest()[:32]}")
        print(f"letters          {letters.hexdigest()[:32]}")


if __name__ == "__main__":
    main()
