"""What the documentation shows of the program, as the program says it now: `python -m tests.readme` writes it anew."""

from __future__ import annotations

import ast
import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import get_args

import typer
from pydantic.fields import FieldInfo

from pbem import paths
from pbem.cli import app
from pbem.commands import SPECS
from pbem.commands.help import TOPICS
from pbem.facts.information_answers import HelpTopicAnswer
from pbem.facts.mails import AnswersAloneMail
from pbem.hearts.rules.presets import AMERICAN, PRESETS
from pbem.hearts.rules.switches import SWITCHES, differences
from pbem.orders.order import Spec
from pbem.render.reader import Reader, Site
from pbem.render.renderer import Renderer
from pbem.settings import Settings
from pbem.settings.section import Section
from pbem.table.options import OPTIONS as TABLE_OPTIONS
from tests.docs.pages import CHECKOUT, anchor
from tests.docs.recipes import page as recipes
from tests.e2e.logs import game_log
from tests.e2e.office import answer
from tests.table import Bench, Sent
from tests.test_layers import LAYERS, PBEM

README = CHECKOUT / "README.md"
ANN, BEN, CLEO, DAN = (f"{name}@example.com" for name in ("ann", "ben", "cleo", "dan"))


@dataclass(frozen=True)
class Scene:
    """A mail of a game, the answer to it, and the newest entry of the game's log after that."""

    mail: Sent
    answer: str
    last_entry: tuple[str, dict[str, object]]


_IN_THE_MIDDLE = r"^Your turn\. Trick \d(.*\n)*Last: "


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
    """The commands by topic, each with the first sentence of its help and a link to the rest."""
    rows = ["| word | what it does |", "|---|---|"]
    for spec in _specs():
        first = _help(spec)[0]
        sentence = re.match(r"(.*?[.;])(?=\s|$)", first)
        about = (sentence[1] if sentence else first).rstrip(";.").replace("|", "or")
        rows.append(f"| [`{spec.verb}`](#{spec.verb.lower().replace(' ', '-')}) | {about} |")
    return "\n".join(rows)


def commands_in_full() -> str:
    """Every command under its topic, with all that HELP says of it."""
    writer, parts, topic = _writer(), [], ""
    for spec in _specs():
        if spec.topic != topic:
            topic = spec.topic
            parts.append(f"## {writer.sentence('topics.txt', topic, {})}")
        parts.append(f"### {spec.verb}")
        parts += _help(spec)
    return "\n\n".join(parts)


def _specs() -> list[Spec]:
    return sorted(SPECS, key=lambda spec: TOPICS.index(spec.topic))


def _writer() -> Renderer:
    return Renderer([paths.templates_folder()], Site("Hearts by mail", "hearts@example.org", ""))


def _help(spec: Spec) -> list[str]:
    """The paragraphs of the help on a command, in Markdown: what can be written stands in code."""
    page = AnswersAloneMail(answers=(HelpTopicAnswer(spec.verb, (spec,)),))
    said = _writer().render(page, Reader("")).text.partition(":\n")[2].partition("\n-- \n")[0]
    paragraphs = [" ".join(paragraph.split()) for paragraph in said.strip().split("\n\n")]
    return [re.sub(r"\[([^]]+)\]", r"`\1`", paragraph) for paragraph in paragraphs]


def variants() -> str:
    """The presets: what each is, for how many, and in what it differs from American Hearts, in the words of NEW."""
    writer = _writer()
    rows = ["| variant | players | what it is | what differs from `american` |", "|---|---|---|---|"]
    for name, rules in PRESETS.items():
        changes = [f"{option}={value}" for option, value in differences(rules, AMERICAN) if option != "players"]
        told = f"`{' '.join(changes)}`" if changes else ""
        about = writer.sentence("rules/summary.txt", name, {"rules": rules})
        counts = rules.player_counts
        without_gaps = len(counts) == counts[-1] - counts[0] + 1 > 2
        many = f"{counts[0]} to {counts[-1]}" if without_gaps else ", ".join(map(str, counts))
        rows.append(f"| `{name}` | {many} | {about} | {told} |")
    return "\n".join(rows)


def rules_options() -> str:
    """Every option of the rules: its values, that of American Hearts first named, and where the rule is told."""
    rows = ["| option | in `american` | values, or examples | rule |", "|---|---|---|---|"]
    rules = (CHECKOUT / "docs" / "rules.md").read_text("utf-8")
    for switch in SWITCHES:
        values = ", ".join(f"`{value}`" for value in switch.allowed)
        heading = re.search(rf"^#+ ({re.escape(switch.source[1:])}\.? .*)$", rules, re.MULTILINE)
        assert heading is not None, switch.source
        link = f"[{switch.source}](rules.md#{anchor(heading[1])})"
        rows.append(f"| `{switch.option}` | `{switch.default}` | {values} | {link} |")
    return "\n".join(rows)


def table_options() -> str:
    """Every option of a table that is no rule of the game."""
    rows = ["| option | values, or examples |", "|---|---|"]
    for name, option in TABLE_OPTIONS.items():
        rows.append(f"| `{name}` | {', '.join(f'`{value}`' for value in option.allowed)} |")
    return "\n".join(rows)


def configuration() -> str:
    """Every key of the configuration, with its default and what the example file says of it."""
    reasons = _reasons((paths.config_folder() / "pbem.toml").read_text("utf-8"))
    parts = []
    for section, model in _sections(Settings, ""):
        about = re.sub(r"^.*\] ", "", model.__doc__ or "")
        parts.append(f"### [{section}]\n\n{about}")
        rows = ["| key | default | what for |", "|---|---|---|"]
        for key, field in model.model_fields.items():
            said = reasons.get((section, key)) or reasons.get(("intake.smtp", key), "")
            said = said or f"As in `{(field.examples or [''])[0]}`." * bool(field.examples)
            default = "under `data`" if key == "url" else _default(field)
            rows.append(f"| `{key}` | {default} | {said.replace('|', 'or')} |")
            if key in model.secrets:
                rows.append(f"| `{key}_file` | | The same, read from a file. |")
        parts.append("\n".join(rows))
    return "\n\n".join(parts)


def _sections(model: type[Section], name: str) -> Iterator[tuple[str, type[Section]]]:
    """The sections with keys of their own, by the name that stands in brackets."""
    for key, field in model.model_fields.items():
        for kind in (field.annotation, *get_args(field.annotation)):
            if isinstance(kind, type) and issubclass(kind, Section):
                below = list(_sections(kind, f"{name}{key}."))
                yield from below or [(f"{name}{key}", kind)]


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "**needed**"
    if field.default_factory is not None:
        return "depends"
    value = field.default
    if value is None or value == "":
        return "none"
    if isinstance(value, timedelta):
        return f"`{_length(value)}`"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _length(value: timedelta) -> str:
    seconds = int(value.total_seconds())
    size, unit = next((size, unit) for size, unit in ((3600, "h"), (60, "m"), (1, "s")) if seconds % size == 0)
    return f"{seconds // size}{unit}"


def _reasons(text: str) -> dict[tuple[str, str], str]:
    """What the example file says before a key and behind it."""
    found: dict[tuple[str, str], str] = {}
    section = ""
    said: list[str] = []
    for line in text.splitlines():
        if title := re.fullmatch(r"(?:# )?\[([\w.]+)\]", line):
            section, said = title[1], []
        elif key := re.match(r"(?:# )?(\w+) = (?:\"[^\"]*\"|\S+)(?:\s+# (.*))?$", line):
            words = " ".join([*said, key[2] or ""]).strip()
            found[section, key[1]] = words[:1].upper() + words[1:]
            said = []
        elif line.startswith("# "):
            said.append(line[2:].strip())
        else:
            said = []
    return found


def folders() -> str:
    """The rooms from the bottom up, those within rooms too, each with the first line of its docstring."""
    rows = ["| in `pbem/` | what is in it |", "|---|---|"]
    for place in _places():
        if place.name == "__init__.py" or place.parent in (PBEM, PBEM / "mail"):
            folder = place.parent if place.name == "__init__.py" else place
            name = folder.relative_to(PBEM).as_posix() + ("/" if folder != place else "")
            rows.append(f"| `{name}` | {_first_line(place)} |")
    return "\n".join(rows)


def layers() -> str:
    """The rows of the layers, the highest first, as they are drawn on a wall."""
    rows = ["   ".join(sorted(name for name in row if _is_there(name))) for row in reversed(LAYERS)]
    width = max(map(len, rows)) + 4
    edge = f"+{'-' * width}+"
    return "\n".join(["```", edge, *(f"|{row.center(width)}|\n{edge}" for row in rows if row), "```"])


def modules() -> str:
    """Every module under its room."""
    parts: list[str] = []
    for place in _places():
        name = place.relative_to(PBEM).as_posix()
        if place.name == "__init__.py":
            parts.append(f"\n## {place.parent.relative_to(PBEM).as_posix()}/\n\n{_first_line(place)}.\n")
        else:
            parts.append(f"- `pbem/{name}`: {_first_line(place)}")
    return "\n".join(parts).strip()


def _is_there(name: str) -> bool:
    path = PBEM / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").exists()


def _places() -> Iterator[Path]:
    """Every module in the order of the layers; of a room its own file first, and files before rooms."""
    for layer in LAYERS:
        for name in sorted(name for name in layer if name != "__main__" and _is_there(name)):
            yield from _within(PBEM / name.replace(".", "/"))


def _within(room: Path) -> Iterator[Path]:
    if not room.is_dir():
        yield room.with_suffix(".py")
    elif (room / "__init__.py").exists():
        yield room / "__init__.py"
        yield from sorted(file for file in room.glob("*.py") if file.name not in ("__init__.py", "__main__.py"))
        for below in sorted(path for path in room.iterdir() if path.is_dir()):
            yield from _within(below)


def _first_line(module: Path) -> str:
    return (ast.get_docstring(ast.parse(module.read_text("utf-8"))) or "").partition("\n")[0].rstrip(".:")


SHOWN: dict[str, tuple[str, Callable[[], str]]] = {
    "mail": ("README.md", first_screen),
    "operator": ("docs/operating.md", operators_commands),
    "player": ("docs/orders.md", players_commands),
    "orders": ("docs/orders.md", commands_in_full),
    "variants": ("docs/variants.md", variants),
    "rules-options": ("docs/variants.md", rules_options),
    "table-options": ("docs/variants.md", table_options),
    "configuration": ("docs/configuration.md", configuration),
    "layers": ("docs/architecture.md", layers),
    "folders": ("docs/architecture.md", folders),
    "modules": ("docs/modules.md", modules),
    "recipes": ("docs/adding.md", recipes),
}
"""What stands between `<!-- NAME -->` and `<!-- end -->`, by the page that has it."""


def part(text: str, name: str) -> str:
    """What the page has there now."""
    found = re.search(rf"<!-- {name} -->\n(.*?)\n?<!-- end -->", text, re.DOTALL)
    assert found is not None, f"there is no part {name}"
    return found[1]


def main() -> None:
    """Write every part anew."""
    for name, (page, shown) in SHOWN.items():
        path = CHECKOUT / page
        text = path.read_text("utf-8")
        begin, end = f"<!-- {name} -->\n", "\n<!-- end -->"
        before, _, rest = text.partition(begin)
        path.write_text(f"{before}{begin}{shown()}{end}{rest[rest.index(end.strip()) + len(end.strip()) :]}", "utf-8")


if __name__ == "__main__":
    main()
