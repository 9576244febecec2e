"""What the README shows of the program, as the program says it now: `python -m tests.readme` writes it anew."""

from __future__ import annotations

import ast
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

import typer

from pbem import paths
from pbem.cli import app
from pbem.commands import SPECS
from pbem.commands.help import TOPICS
from pbem.hearts.rules.options import differences
from pbem.hearts.rules.presets import AMERICAN, PRESETS
from pbem.render.facts import Answer, Post, Reader, Site
from pbem.render.renderer import Renderer
from tests.e2e.logs import game_log
from tests.e2e.office import answer
from tests.table import Bench, Sent
from tests.test_layers import LAYERS, PBEM

README = Path(__file__).parents[1] / "README.md"
ANN, BEN, CLEO, DAN = (f"{name}@example.com" for name in ("ann", "ben", "cleo", "dan"))


@dataclass(frozen=True)
class Scene:
    """A mail of a game, the answer to it, and the newest entry of the game's log after that."""

    mail: Sent
    answer: str
    last_entry: tuple[str, dict[str, object]]


_IN_THE_MIDDLE = r"^Trick \d.*\n(.*\n)*On the table(.*\n)*?.*It is your turn\."


def scene(folder: Path) -> Scene:
    """Four people play, drawn from one seed, until Ann has a choice in the middle of a trick."""
    bench = Bench(folder, "readme")
    bench.writes(f"Ann <{ANN}>", f"NEW american WITH {BEN} {CLEO} {DAN}")
    done = 0
    while True:
        mail = bench.post.sent[done]
        done += 1
        if mail.to == ANN and len(mail.legal) > 1 and re.search(_IN_THE_MIDDLE, mail.text, re.MULTILINE):
            break
        if text := answer(mail):
            bench.writes(mail.to, text, answering=mail)
    bench.writes(ANN, mail.legal[-1], answering=mail)
    bench.close()
    return Scene(mail, mail.legal[-1], game_log(folder / "pbem.db")[-1])


def mail_shown(mail: Sent) -> str:
    """The mail as a mail program shows it."""
    sender = str(mail.message["From"]).replace('"', "")
    return f"```\nFrom: {sender}\nSubject: {mail.subject}\n\n{mail.text.strip()}\n```"


def first_screen() -> str:
    """One mail and its answer."""
    with tempfile.TemporaryDirectory() as folder:
        shown = scene(Path(folder))
    return f"{mail_shown(shown.mail)}\n\nAnn taps *Reply*, writes\n\n```\n{shown.answer}\n```"


def operators_commands() -> str:
    """The program's commands, each with the first sentence of its help."""
    rows = ["| command | what it does |", "|---|---|"]
    for name, command in typer.main.get_command(app).commands.items():  # type: ignore[attr-defined]  # it is a group
        about = " ".join((command.help or "").split("\n\n")[0].split())
        words = [
            p.name.upper() if p.required else f"[{p.name.upper()}]"
            for p in command.params
            if p.param_type_name == "argument"
        ]
        rows.append(f"| `{' '.join(['pbem', name, *words])}` | {about} |")
    return "\n".join(rows)


def players_commands() -> str:
    """The commands by topic, as the HELP mail has them."""
    site = Site("Hearts by mail", "hearts@example.org", "")
    writer = Renderer([paths.templates_folder()], site)
    rows = ["| word | what it does |", "|---|---|"]
    for spec in sorted(SPECS, key=lambda spec: TOPICS.index(spec.topic)):
        post = Post("answers", {}, (Answer("help-topic", {"topic": spec.verb, "specs": (spec,)}),))
        said = writer.render(post, Reader("")).text.partition(":\n")[2]
        first = " ".join(said.strip().split("\n\n")[0].split())
        sentence = re.match(r"(.*?[.;])(?=\s|$)", first)
        about = (sentence[1] if sentence else first).rstrip(";.").replace("[", "`").replace("]", "`").replace("|", "or")
        rows.append(f"| `{spec.verb}` | {about} |")
    return "\n".join(rows)


def variants() -> str:
    """The presets, and in what they differ from American Hearts, in the words of NEW."""
    rows = ["| variant | players | what differs from `american` |", "|---|---|---|"]
    for name, rules in PRESETS.items():
        options = [f"{option}={value}" for option, value in differences(rules, AMERICAN) if option != "players"]
        told = " ".join(options) if sum(map(len, options)) < 100 else f"{' '.join(options[:4])} …"
        rows.append(f"| `{name}` | {rules.players} | {f'`{told}`' if told else ''} |")
    return "\n".join(rows)


def folders() -> str:
    """The layers from the bottom up, each folder and file with the first line of its docstring."""
    rows = ["| in `pbem/` | what is in it |", "|---|---|"]
    for layer in LAYERS:
        for name in sorted(layer):
            folder, file = PBEM / name / "__init__.py", PBEM / f"{name}.py"
            place = folder if folder.exists() else file
            if not place.exists() or name == "__main__":
                continue
            about = (ast.get_docstring(ast.parse(place.read_text("utf-8"))) or "").splitlines()[0].rstrip(".:")
            rows.append(f"| `{name}/` | {about} |" if place == folder else f"| `{name}.py` | {about} |")
    return "\n".join(rows)


SHOWN = {
    "mail": first_screen,
    "operator": operators_commands,
    "player": players_commands,
    "variants": variants,
    "folders": folders,
}
"""What stands between `<!-- NAME -->` and `<!-- end -->` in the README."""


def part(text: str, name: str) -> str:
    """What the README has there now."""
    found = re.search(rf"<!-- {name} -->\n(.*?)\n<!-- end -->", text, re.DOTALL)
    assert found is not None, f"the README has no part {name}"
    return found[1]


def main() -> None:
    """Write every part anew."""
    text = README.read_text("utf-8")
    for name, shown in SHOWN.items():
        old = part(text, name)
        text = text.replace(f"<!-- {name} -->\n{old}\n", f"<!-- {name} -->\n{shown()}\n")
    README.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
