"""How something is added, step by step: what docs/adding.md says, and `python -m tests.docs.try_recipes` tries."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

READMES = "tests/test_readme.py::test_what_the_pages_show_is_what_the_program_says_now"
COMPLETE = "tests/facts/test_complete.py::"
FORGOTTEN = "tests/docs/test_adding.py::"
SHORT_CUTS = FORGOTTEN + "test_each_field_of_the_rules_is_understood_by_a_short_cut_or_beyond_it"


@dataclass(frozen=True)
class Step:
    """One file to touch: what for, how the example does it, and the test that fails where it is forgotten."""

    path: str
    why: str
    change: Callable[[str], str] | Run
    complains: str


@dataclass(frozen=True)
class Recipe:
    """What is added, and in the example; the steps; and what else is worth knowing."""

    title: str
    example: str
    steps: tuple[Step, ...]
    note: str


def after(anchor: str, text: str) -> Callable[[str], str]:
    """The text behind the anchor, which is there once."""

    def change(old: str) -> str:
        if old.count(anchor) != 1:
            raise ValueError(f"{anchor!r} is there {old.count(anchor)} times")
        return old.replace(anchor, anchor + text)

    return change


def before(anchor: str, text: str) -> Callable[[str], str]:
    """The text in front of the anchor, which is there once."""

    def change(old: str) -> str:
        if old.count(anchor) != 1:
            raise ValueError(f"{anchor!r} is there {old.count(anchor)} times")
        return old.replace(anchor, text + anchor)

    return change


def both(*changes: Callable[[str], str]) -> Callable[[str], str]:
    """Several changes of one file."""

    def change(old: str) -> str:
        for one in changes:
            old = one(old)
        return old

    return change


@dataclass(frozen=True)
class New:
    """A file that was not there."""

    text: str

    def __call__(self, _: str) -> str:
        return self.text


@dataclass(frozen=True)
class Run:
    """A module that writes the file, after all the other steps."""

    words: tuple[str, ...]


REWRITE = Run(("tests.readme",))

_WAVE = '''
def wave(uow: UnitOfWork, order: Order) -> None:
    """A greeting, answered by nothing but itself."""
    uow.seat()
    uow.answer(table_answers.WavedAnswer())


'''

_WAVED = '''@dataclass(frozen=True, slots=True)
class WavedAnswer(Answer):
    """WAVE."""

    template: ClassVar[str] = "waved"


'''

_TEA = '''@dataclass(frozen=True, slots=True)
class TeaNotice(Notice):
    """The host has put the kettle on."""

    kind: ClassVar[str] = "tea"


'''

_SHOTS = '''def shots(records: Iterable[DealRecord], players: int) -> tuple[int, ...]:
    """By seat in how many of these deals it shot the moon."""
    shooters = [record.shooter for record in records]
    return tuple(map(shooters.count, range(players)))


'''

_SHOTS_TEST = '''"""Moons of finished deals."""

from pbem.app.turns import finished_deals
from pbem.hearts.rules.presets import preset
from pbem.robots import LEVELS
from pbem.robots.arena import play_deal


def test_moons_are_counted_by_seat():
    records = [play_deal(preset("american"), [LEVELS["easy"]] * 4, str(n), "robots", n) for n in range(3)]
    assert sum(finished_deals.shots(records, 4)) == sum(record.shooter is not None for record in records)
'''

_NOVICE = '''"""The novice robot: any legal answer."""

from __future__ import annotations

import random

from pbem.hearts.entries import Choice
from pbem.hearts.view import SeatView
from pbem.robots.levels.simple_answers import any_answer


class Novice:
    """Says whatever may be said."""

    def choose(self, view: SeatView, rng: random.Random) -> Choice:
        """A legal answer to what the seat is asked."""
        return any_answer(view)
'''

_DROP = '''"""Mail from a folder of files, one mail each: for scripts that drop what they have."""

from __future__ import annotations

from pathlib import Path

from pbem.mail.inbound.intake import Keep, keep_each
from pbem.mail.message.raw_message import RawMessage


def take(folder: Path, keep: Keep) -> int:
    """Keep every file and remove it once it is kept; how many were kept."""
    files = sorted(folder.glob("*.eml"))
    outcomes = keep_each(keep, [RawMessage(file.read_bytes(), "drop") for file in files])
    for file, fault in zip(files, outcomes, strict=True):
        if fault is None:
            file.unlink()
    return outcomes.count(None)
'''

_DROP_TEST = '''"""Mail from a folder of files."""

from pbem.mail.inbound.drop_intake import take


def test_a_file_goes_once_its_mail_is_kept(tmp_path):
    (tmp_path / "1.eml").write_bytes(b"From: ann@example.org\\n\\nHELP\\n")
    kept = []
    assert take(tmp_path, kept.extend) == 1
    assert len(kept) == 1
    assert list(tmp_path.iterdir()) == []
'''

_DROP_WAY = """    if settings.intake.drop is not None:
        drop = settings.intake.drop.path
        ways.append(WayIn(drop, "drop", lambda: any(drop.glob("*.eml")), partial(drop_intake.take, drop)))
"""

_DROP_TICK = "tests/server/test_drop.py::test_a_file_dropped_is_taken_by_an_idle_tick"

_DROP_TICK_TEST = '''"""Mail from a folder of files, and cron."""

from pbem.mail import maildir
from pbem.server.tick import tick
from tests.server.test_tick import START, settings


def test_a_file_dropped_is_taken_by_an_idle_tick(tmp_path):
    drop = tmp_path / "drop"
    drop.mkdir()
    ours = settings(tmp_path, intake={"drop": {"path": str(drop)}})
    tick(ours, lambda: START)
    assert tick(ours, lambda: START) == 0
    (drop / "1.eml").write_bytes(b"From: ann@people.example\\nTo: hearts@example.net\\n\\nHELP\\n")
    assert tick(ours, lambda: START) > 0
    assert len(maildir.waiting(tmp_path / "out")) == 1
'''

_LAST_TRICK_TEST = '''"""Points for the last trick."""

from pbem.hearts.rules.presets import preset
from pbem.hearts.rules.switches import options
from pbem.robots import LEVELS
from pbem.robots.arena import play_deal


def test_who_takes_the_last_trick_gets_points_for_it():
    rules = options(preset("american"), {"last-trick": "5", "moon": "none"})
    record = play_deal(rules, [LEVELS["easy"]] * 4, "deal", "robots", 1)
    assert sum(record.points) == 26 + 5
'''


RECIPES: dict[str, Recipe] = {
    "order": Recipe(
        "A new order",
        "an order WAVE.",
        (
            Step(
                "pbem/commands/talk.py",
                "in its topic's file: the `Spec` (verb, what follows it, who may, where), its few lines, and its place in `COMMANDS`, which is its place in HELP",
                both(
                    after(
                        'TELL = Spec("TELL", Args.TEXT, topic="talk")\n',
                        'WAVE = Spec("WAVE", Args.NONE, topic="talk")\n',
                    ),
                    before("COMMANDS = (", _WAVE.lstrip("\n")),
                    after("Command(TELL, tell), ", "Command(WAVE, wave), "),
                ),
                COMPLETE + "test_each_command_has_its_help_and_each_page_of_help_its_command",
            ),
            Step(
                "pbem/facts/table_answers.py",
                "what the answer tells, if no answer there will do: a class with its facts",
                before("@dataclass(frozen=True, slots=True)\nclass RemindedAnswer(Answer):", _WAVED),
                COMPLETE + "test_each_class_has_its_template_and_each_template_its_class",
            ),
            Step(
                "templates/en/answers/waved.txt",
                "its words",
                New("You wave.\n"),
                COMPLETE + "test_each_class_has_its_template_and_each_template_its_class",
            ),
            Step(
                "templates/en/help/WAVE.txt",
                "the page of HELP; its first line stands on the page of all",
                New("The word [WAVE] waves.\n"),
                COMPLETE + "test_each_command_has_its_help_and_each_page_of_help_its_command",
            ),
            Step(
                "templates/en/words.toml",
                "the verb, which from then on begins no line of ours",
                after("never_first = [\n", '    "wave",\n'),
                "tests/render/test_templates.py::test_wrapping_knows_every_word_that_begins_an_order",
            ),
            Step(
                "tests/render/samples.py",
                "a sample of the answer, for the tests of rendering",
                after('a.SaidAnswer(("bob", "carol")),\n', "        a.WavedAnswer(),\n"),
                COMPLETE + "test_each_class_has_a_sample",
            ),
            Step("docs/orders.md", "`make readme`", REWRITE, f"{READMES}[orders]"),
        ),
        "What it does belongs to a use case in `pbem/app/`; a refusal is a class in `pbem/facts/` with its sentence in `templates/en/refusals.txt`. Test it as letters in and letters out, in `tests/app/`. Words of other languages for the verb stand in `pbem/orders/vocabulary.py`.",
    ),
    "variant": Recipe(
        "A variant",
        "a variant `seaside`.",
        (
            Step(
                "pbem/hearts/rules/presets.py",
                "a row of `_LIST`: its name, which of its fields no source gives, and what differs",
                before("    # two players, and dummies (§7)\n", '    row("seaside", moon="add", target=60),\n'),
                "tests/docs/test_pages.py::test_the_readme_counts_the_variants_right",
            ),
            Step(
                "templates/en/rules/titles.txt",
                "what it is called",
                before("{% macro other(", "{% macro seaside(f) %}Seaside Hearts{% endmacro %}\n"),
                COMPLETE + "test_each_variant_has_its_title_and_its_summary",
            ),
            Step(
                "templates/en/rules/summary.txt",
                "a line on it",
                before("{% macro other(", "{% macro seaside(f) %}To 60, between two swims.{% endmacro %}\n"),
                COMPLETE + "test_each_variant_has_its_title_and_its_summary",
            ),
            Step(
                "tests/games/seaside.txt",
                "its golden game: `python -m tests.games.column seaside`, then read it",
                Run(("tests.games.column", "seaside")),
                "tests/games/test_games.py::test_the_golden_game_of_a_preset_comes_out_as_written",
            ),
            Step(
                "tests/hearts/positions/hearts.txt",
                "ten positions, answered from its RULES alone; a variant that plays as another stands in its head",
                lambda old: old.replace("[american ", "[american seaside ", 1),
                "tests/hearts/test_positions.py::test_every_variant_has_ten_positions",
            ),
            Step(
                "docs/rules.md",
                "the rule and its source",
                before("| `discard` |", "| `seaside` | as American, to 60 | house rule |\n"),
                "tests/docs/test_rules.py::test_every_variant_is_told",
            ),
            Step(
                "README.md",
                "how many there are",
                lambda old: re.sub(r"\*\*(\d+) variants", lambda found: f"**{int(found[1]) + 1} variants", old),
                "tests/docs/test_pages.py::test_the_readme_counts_the_variants_right",
            ),
            Step("docs/variants.md", "`make readme`", REWRITE, f"{READMES}[variants]"),
        ),
        "Other names for it: `pbem/hearts/rules/aliases.py`. Numbers of players other than its own: `pbem/hearts/rules/player_counts.py`. What no option can say is an option first (below), or a hook: a function in the table that belongs to its field, as `pbem/hearts/play/trick_winner.py` (`TRICKS`) or `pbem/hearts/scoring/points.py` (`SCORERS`). A new stage of a deal is a row of `pbem/hearts/play/stages.py` (`STAGES`).",
    ),
    "option": Recipe(
        "A house rule: an option that any variant may have",
        "an option `last-trick=5`: points for the last trick.",
        (
            Step(
                "pbem/hearts/rules/record.py",
                "the field, with the value that changes nothing as its default",
                after(
                    "    no_trick_bonus: int = 0  # 29: 0 or less, for who takes no trick\n",
                    "    last_trick: int = 0  # 29: for who takes the last trick\n",
                ),
                "tests/hearts/test_switches.py::test_every_field_of_the_play_has_its_switch",
            ),
            Step(
                "pbem/hearts/rules/switches.py",
                "its row in `SWITCHES`: the word that a player writes, its section of the rules, examples",
                after(
                    '    _number("no_trick_bonus", "no-trick-bonus", "§4.4", 0, -3, -5),\n',
                    '    _number("last_trick", "last-trick", "§4.4", 0, 5, 10),\n',
                ),
                "tests/hearts/test_switches.py::test_every_field_of_the_play_has_its_switch",
            ),
            Step(
                "pbem/hearts/rules/validation.py",
                "what it may be, and with what it cannot go together",
                after('    "no_trick_bonus": (-1000, 0),\n', '    "last_trick": (0, 1000),\n'),
                FORGOTTEN + "test_each_number_of_the_rules_has_its_bounds",
            ),
            Step(
                "pbem/hearts/scoring/deal_end.py",
                "the rule itself, in the one place where that part of a deal is decided",
                after(
                    "    out = pay_moon(deal)\n",
                    "    last = deal.tricks[-1].winner if deal.tricks else None\n    if last is not None:\n        out[last] = plus(out[last], rules.last_trick)\n",
                ),
                "tests/hearts/test_last_trick.py::test_who_takes_the_last_trick_gets_points_for_it",
            ),
            Step(
                "tests/hearts/test_last_trick.py",
                "a test of the rule",
                New(_LAST_TRICK_TEST),
                "tests/hearts/test_last_trick.py::test_who_takes_the_last_trick_gets_points_for_it",
            ),
            Step(
                "templates/en/rules/switches.txt",
                "its sentence in RULES",
                before(
                    "{% macro settle(",
                    '{% macro last_trick(f) %}{{ "The last trick counts " ~ f.value ~ " for its taker." if f.value }}{% endmacro %}\n',
                ),
                "tests/render/test_states.py::test_every_field_of_the_rules_has_its_words",
            ),
            Step(
                "docs/rules.md",
                "the rule, its source, and the option in its section",
                after(
                    "- `no-trick-bonus=-5`: points for a deal without a trick. [OpenSpiel and other programs]\n",
                    "- `last-trick=5`: points for the last trick. [house rule]\n",
                ),
                "tests/docs/test_rules.py::test_every_option_stands_in_the_section_that_it_names",
            ),
            Step(
                "pbem/robots/engine/rule_tables.py",
                "whether the robots' fast rules know it: in `BEYOND` it is searched on the rules themselves, in `UNDERSTOOD` once the tables express it or it bears on no deal",
                after("BEYOND = frozenset({", '"last_trick", '),
                f"{SHORT_CUTS}[pbem.robots.engine.rule_tables-known0]",
            ),
            Step(
                "pbem/premoves/rest_of_deal.py",
                "whether it is still known when a deal is decided: the same two sets",
                after("BEYOND = frozenset({", '"last_trick", '),
                f"{SHORT_CUTS}[pbem.premoves.rest_of_deal-known1]",
            ),
            Step("docs/variants.md", "`make readme`", REWRITE, f"{READMES}[rules-options]"),
        ),
        "An option whose values are words has them in `pbem/hearts/rules/validation.py` (`ALLOWED`), and every value stands in `docs/rules.md`; a new word of an old option is looked for there too, and in the two short cuts, which know a field and not each of its words.",
    ),
    "language": Recipe(
        "A language",
        "Esperanto, with one word.",
        (
            Step(
                "templates/eo/footer.txt",
                "its folder, file by file as in `templates/en/`; what is missing is English",
                New("{{ site.name }}\n"),
                FORGOTTEN + "test_each_language_is_written_and_understood",
            ),
            Step(
                "pbem/orders/vocabulary.py",
                "the words that make an order: its table, and its row in `LANGUAGES`",
                after(
                    'LANGUAGES: dict[str, Vocabulary] = {"en": ENGLISH', ', "eo": Vocabulary(yes=frozenset({"jes"}))'
                ),
                FORGOTTEN + "test_each_language_is_written_and_understood",
            ),
            Step(
                "pbem/orders/chat_words/__init__.py",
                "what they say around a card, which makes no order: its row in `CHAT`, and a file beside for more than a word",
                after('"nl": DUTCH_CHAT', ', "eo": ChatWords(denials=frozenset({"ne"}))'),
                FORGOTTEN + "test_each_language_is_known_in_chat_too",
            ),
        ),
        "`words.toml` of the folder has the days, months, ranks and suits. `tests/render/test_templates.py` and `tests/app/test_inert.py` read every mail of ours; the three phrases that programs read stay English (`templates/README.md`).",
    ),
    "intake": Recipe(
        "A way in",
        "a folder into which scripts drop mails.",
        (
            Step(
                "pbem/mail/inbound/drop_intake.py",
                "where the mails come from; it hands them to `keep`, and lets go of a mail only when that has returned",
                New(_DROP),
                "tests/mail/inbound/test_drop_intake.py::test_a_file_goes_once_its_mail_is_kept",
            ),
            Step(
                "tests/mail/inbound/test_drop_intake.py",
                "a test of it",
                New(_DROP_TEST),
                "tests/mail/inbound/test_drop_intake.py::test_a_file_goes_once_its_mail_is_kept",
            ),
            Step(
                "pbem/mail/message/raw_message.py",
                "its name in `Source`, by which a mail is told to have come",
                after('"maildir", ', '"drop", '),
                FORGOTTEN + "test_each_way_in_is_a_source_of_mails",
            ),
            Step(
                "pbem/settings/ways.py",
                "its section: keys, defaults, faults",
                before(
                    '    @model_validator(mode="after")\n    def _apart(', "    drop: MaildirFolder | None = None\n\n"
                ),
                "tests/settings/test_config.py::test_the_example_has_no_section_that_the_program_does_not_know",
            ),
            Step(
                "config/pbem.toml",
                "the section as an example, with each key's reason",
                before(
                    "# ---- Mail out:",
                    '# A folder of files, one mail each.\n# [intake.drop]\n# path = "/var/mail/dropped"\n\n',
                ),
                "tests/settings/test_config.py::test_the_example_tells_of_every_key",
            ),
            Step(
                "pbem/server/folders.py",
                "a row in `ways_in`: where the mail lies, whether any waits, how it is taken; `tick`, `serve`, `status` and `doctor` look at these rows (what listens is opened by `pbem/server/daemon.py`)",
                both(
                    after("from pbem.mail.inbound import Keep, ", "drop_intake, "),
                    before("    return ways\n", _DROP_WAY),
                ),
                _DROP_TICK,
            ),
            Step(
                "tests/server/test_drop.py",
                "a test that an idle pass of cron takes it",
                New(_DROP_TICK_TEST),
                _DROP_TICK,
            ),
            Step(
                "docs/deploying/README.md",
                "its row, and perhaps a page",
                after(
                    "| such a server or a tool that delivers into a folder | Maildir | [A Maildir](maildir.md) |\n",
                    "| files | `[intake.drop]` | |\n",
                ),
                FORGOTTEN + "test_each_way_in_is_told",
            ),
            Step(
                "docs/configuration.md",
                "`make readme`, which writes `docs/modules.md` too",
                REWRITE,
                f"{READMES}[configuration]",
            ),
        ),
        "A mail may be handed over twice, so that nothing need be remembered but by leaving it where it is; `pbem/mail/message/fingerprint.py` knows copies. What is asked over a network and is no folder, as a mailbox at a provider: `pbem/server/mailbox.py` makes it from the settings, a thread of `pbem/server/daemon.py` watches it, `pbem/server/tick.py` asks it in each pass of cron, and `pbem/server/folders.py` (`ways_to_look_at`) has its name, so that `status` tells when it was last looked into. What `pbem doctor` should look at: `pbem/cli/doctor/checks.py`. A way out: `pbem/mail/outbound/transport.py` (`Transport`), a section of `[courier]`, and `pbem/server/bootstrap.py` (`make_transport`).",
    ),
    "notification": Recipe(
        "A notification",
        "a notice that there is tea.",
        (
            Step(
                "pbem/facts/notices.py",
                "a class with its facts (of a mail that asks something: `pbem/facts/mails.py`)",
                before("@dataclass(frozen=True, slots=True)\nclass SleptNotice(Notice):", _TEA),
                COMPLETE + "test_each_class_has_its_template_and_each_template_its_class",
            ),
            Step(
                "templates/en/notice/tea.txt",
                "its words",
                New("There is tea.\n"),
                COMPLETE + "test_each_class_has_its_template_and_each_template_its_class",
            ),
            Step(
                "pbem/app/tables/substitutes.py",
                "where it happens: `uow.send` to each who is to know",
                after(
                    "            uow.send(notices.SleptNotice(table.id, SLEEP.days), player, table)\n",
                    "            uow.send(notices.TeaNotice(table.id), player, table)\n",
                ),
                COMPLETE + "test_each_class_has_a_sender",
            ),
            Step(
                "tests/render/samples.py",
                "a sample",
                after("        notices.SleptNotice(12, 30),\n", "        notices.TeaNotice(12),\n"),
                COMPLETE + "test_each_class_has_a_sample",
            ),
        ),
        "About a game its subject is `About this table`, unless `templates/en/subjects.txt` has a macro for it: `notice_tea`. News of a game that a seat's next mail can tell is no notification: it is a fact of `pbem/app/notify/table_facts.py` (`table_facts`), and who hears it at once is decided in `pbem/app/notify/news_levels.py` (`concerns`).",
    ),
    "robot": Recipe(
        "A robot level",
        "a level `novice`.",
        (
            Step(
                "pbem/robots/levels/novice.py",
                "a class with `choose(view, rng)`; it gets a `SeatView` and nothing else",
                New(_NOVICE),
                "tests/robots/test_legal.py::test_the_levels_are_listed_weakest_first",
            ),
            Step(
                "pbem/robots/__init__.py",
                "its row in `LEVELS`, the weakest first; in `SLOW` if it searches",
                both(
                    after(
                        "from pbem.robots.levels.medium import Medium\n",
                        "from pbem.robots.levels.novice import Novice\n",
                    ),
                    before('    "easy": Easy(),\n', '    "novice": Novice(),\n'),
                ),
                "tests/robots/test_legal.py::test_the_levels_are_listed_weakest_first",
            ),
            Step(
                "tests/robots/test_legal.py",
                "the order of the levels; the same file plays it through every variant",
                after("assert list(LEVELS) == [", '"novice", '),
                "tests/robots/test_legal.py::test_the_levels_are_listed_weakest_first",
            ),
            Step(
                "templates/en/answers/help-robots.txt",
                "a line on it in HELP ROBOTS",
                lambda old: old + "\nNovice: plays any card.\n",
                FORGOTTEN + "test_each_level_of_robots_is_told",
            ),
            Step(
                "README.md",
                "its name among the robots'",
                after("- **Robots, ", "novice, "),
                FORGOTTEN + "test_each_level_of_robots_is_named_where_a_reader_looks_for_it",
            ),
            Step(
                "docs/playing.md",
                "the same, where a host reads whom to invite",
                after("Robots fill empty seats and know no more than their seat: ", "`novice`, "),
                FORGOTTEN + "test_each_level_of_robots_is_named_where_a_reader_looks_for_it",
            ),
            Step(
                "docs/variants.md",
                "`make readme`, which writes `docs/modules.md` too",
                REWRITE,
                f"{READMES}[table-options]",
            ),
        ),
        "How strong it is: `pbem arena novice easy`, and a line in `docs/performance.md`.",
    ),
    "statistic": Recipe(
        "A statistic over finished deals",
        "how many moons each seat shot.",
        (
            Step(
                "pbem/app/turns/finished_deals.py",
                "the count, from the deals' records: everything of a finished deal is open",
                before("def _end(", _SHOTS),
                "tests/app/test_shots.py::test_moons_are_counted_by_seat",
            ),
            Step(
                "tests/app/test_shots.py",
                "a test of it",
                New(_SHOTS_TEST),
                "tests/app/test_shots.py::test_moons_are_counted_by_seat",
            ),
        ),
        "To tell it, add an order (above) to `pbem/commands/information.py` with its answer in `pbem/facts/information_answers.py`; or a fact to an answer that is there, such as `HistoryAnswer`, and a line to its template. What a deal's record holds: `pbem/hearts/events.py` (`DealRecord`).",
    ),
    "alarm": Recipe(
        "An alarm",
        "an alarm `stretch`.",
        (
            Step(
                "pbem/table/states.py",
                "its member of `AlarmKind`; the value is stored",
                after('    UNBEGUN = "unbegun"\n', '    STRETCH = "stretch"\n'),
                FORGOTTEN + "test_each_kind_of_alarm_has_its_handler",
            ),
            Step(
                "pbem/app/clock/alarms.py",
                "its row in `HANDLERS`: in which phase of a table it rings, and what it does",
                before('}\n"""Every kind of alarm', "    AlarmKind.STRETCH: (GamePhase.PLAYING, claim_is_due),\n"),
                FORGOTTEN + "test_each_kind_of_alarm_has_its_handler",
            ),
            Step(
                "pbem/app/tables/votes.py",
                "where it begins, it is set: `alarms.set_alarms` with the moment; and dropped where it no longer counts",
                lambda old: (
                    old
                    + '\n\ndef stretch(uow: UnitOfWork, table: Table) -> None:\n    """Wait for a while."""\n    alarms.set_alarms(uow.session, table.id, {AlarmKind.STRETCH: uow.now})\n'
                ),
                FORGOTTEN + "test_each_kind_of_alarm_is_set_somewhere",
            ),
        ),
        "It rings in a transaction of its own and looks at the table as it is then, since much may have happened. `tick` and `serve` both look for what is due. Whether it moves with a seat's clock is said beside the enum (`FOLLOWS_SEAT_CLOCK`).",
    ),
}


def page() -> str:
    """The recipes as docs/adding.md shows them."""
    parts = []
    for recipe in RECIPES.values():
        rows = ["| touch | for | forgotten, this fails |", "|---|---|---|"]
        for step in recipe.steps:
            file, test = step.complains.partition("[")[0].split("::")
            rows.append(f"| `{step.path}` | {step.why} | `{file}` `{test}` |")
        parts.append(f"## {recipe.title}\n\nThe example: {recipe.example}\n\n" + "\n".join(rows) + f"\n\n{recipe.note}")
    return "\n\n".join(parts)
