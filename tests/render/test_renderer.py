"""The renderer: whose templates count, what happens when they are broken, and in which language."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.facts.information_answers import HandAnswer
from pbem.facts.mails import AnswersAloneMail
from pbem.render.renderer import Renderer, TemplateFault
from tests.render import samples

PLAY = samples.tables()["play"]


def own(folder: Path, name: str, text: str) -> Path:
    """An operator's folder with one file."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return folder


def test_an_operators_file_goes_before_the_packaged_one_and_the_rest_stays(tmp_path: Path) -> None:
    renderer = samples.renderer(own(tmp_path, "en/footer.txt", "Served by the Duck and Drake, {{ site.address }}.\n"))
    mail = renderer.render(PLAY, samples.ALICE)
    assert "Duck and Drake, hearts@example.org." in mail.text
    assert "Duck and Drake, hearts@example.org." in mail.html
    assert "You may play: [KD] [3D]" in mail.text


def test_an_operators_mail_needs_no_html_of_its_own(tmp_path: Path) -> None:
    folder = own(tmp_path, "en/confirm-add.txt", "Subject: Hi {{ name }}\nGood to <see> you. See [HELP].\n")
    mail = samples.renderer(folder).render(samples.mails_told()["confirm-add"], samples.ALICE)
    assert mail.subject == "Hi alice"
    assert mail.text == "Good to <see> you. See [HELP].\n"
    assert "Good to &lt;see&gt; you." in mail.html


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("Subject: x\n\n{% if %}\n", 3, "Expected"),
        ("Subject: x\n{{ nonsense }}\n", 2, "nonsense"),
        ("Subject: x\n\n\n{{ 1 / 0 }}\n", 4, "ZeroDivisionError"),
        ("Subject: x\n{{ site|no_such_filter }}\n", 2, "no_such_filter"),
        ("Subject: x\n{% include 'nowhere.txt' %}\n", 2, "nowhere.txt"),
        ("Subject: x\n{{ table.no_such_fact }}\n", 2, "no_such_fact"),
    ],
)
def test_a_broken_template_is_told_by_file_and_line(tmp_path: Path, text: str, line: int, message: str) -> None:
    renderer = samples.renderer(own(tmp_path, "en/table.txt", text))
    with pytest.raises(TemplateFault) as told:
        renderer.render(PLAY, samples.ALICE)
    if message != "nowhere.txt":
        assert told.value.file.endswith("table.txt")
        assert told.value.line == line
    assert message in told.value.message + told.value.file


def test_when_a_template_is_broken_the_packaged_one_goes_out(tmp_path: Path) -> None:
    broken = samples.renderer(own(tmp_path, "en/table.txt", "{{ nonsense }}"))
    assert broken.plain(PLAY, samples.ALICE) == samples.renderer().render(PLAY, samples.ALICE)


@pytest.mark.parametrize("state", ["play", "pass", "moon", "rook", "complex", "finished"])
def test_when_the_packaged_one_is_broken_too_the_bare_facts_go_out(tmp_path: Path, state: str) -> None:
    renderer = Renderer([own(tmp_path, "en/words.toml", "not toml at all [")], samples.SITE)
    with pytest.raises(TemplateFault):
        renderer.render(PLAY, samples.ALICE)
    post = samples.tables()[state]
    mail = renderer.plain(post, samples.ALICE)
    assert mail.subject == "[Hearts 12] Deal 3"
    for suit_line in samples.hand_lines(post.table.view):
        assert suit_line in mail.text.splitlines()
    for card in post.table.view.legal if state in ("play", "rook", "complex") else ():
        assert f"[{card}]" in mail.text
    assert ("To pass: 3 cards, to bob" in mail.text) == (state == "pass")
    assert all(seat.name in mail.text for seat in samples.SEATS)
    assert "Your hand:" in mail.html


def test_a_mail_without_a_table_goes_out_bare_too(tmp_path: Path) -> None:
    renderer = Renderer([tmp_path], samples.SITE)
    mail = renderer.plain(AnswersAloneMail(answers=(HandAnswer(),)), samples.ALICE)
    assert "(answers)" in mail.text
    assert samples.SITE.operator in mail.text


def test_check_names_every_broken_template_with_its_line(tmp_path: Path) -> None:
    folder = own(tmp_path, "en/table.txt", "fine\n\n{% endif %}\n")
    own(folder, "en/answers/help.txt", "{{ a b }}")
    own(folder, "de/answers/help.txt", "{{ site|quatsch }}")
    own(folder, "de/words.toml", 'code = "de"')
    (folder / "en/notes.md").write_text("{{ not a template", encoding="utf-8")
    (folder / "en/latin.txt").write_bytes(b"\xe9")
    faults = samples.renderer(folder).check()
    told = {(Path(f.file).relative_to(folder).as_posix(), f.line) for f in faults}
    assert told == {("en/table.txt", 3), ("en/answers/help.txt", 1), ("de/answers/help.txt", 1), ("en/latin.txt", 0)}


def test_a_language_takes_what_it_has_and_english_for_the_rest(tmp_path: Path) -> None:
    folder = own(tmp_path, "de/words.toml", 'code = "de"\nyou = "du"\n')
    own(folder, "de/footer.txt", "Hilfe: [HELP].\n")
    renderer = samples.renderer(folder)
    mail = renderer.render(PLAY, replace(samples.ALICE, language="de"))
    assert "Hilfe: [HELP]." in mail.text
    assert "du 9♣" in mail.text
    assert '<html lang="de">' in mail.html
    assert renderer.render(PLAY, samples.ALICE) == samples.renderer().render(PLAY, samples.ALICE)
    assert renderer.languages() == ("en", "de")


def test_a_language_that_nobody_has_is_english() -> None:
    renderer = samples.renderer()
    assert renderer.render(PLAY, replace(samples.ALICE, language="xx")) == renderer.render(PLAY, samples.ALICE)


def test_a_language_code_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    own(tmp_path, "outside/footer.txt", "outside")
    (tmp_path / "inside").mkdir()
    renderer = samples.renderer(tmp_path / "inside")
    assert "outside" not in renderer.render(PLAY, replace(samples.ALICE, language="../outside")).text


def test_the_deadline_is_told_in_the_readers_zone() -> None:
    renderer = samples.renderer()
    for zone, told in [("Europe/Berlin", "Tuesday 3 March, 19:07"), ("Asia/Tokyo", "Wednesday 4 March, 03:07")]:
        mail = renderer.render(PLAY, replace(samples.ALICE, zone=zone))
        assert told in mail.text
        assert told in mail.html


def test_compiled_templates_can_be_kept_for_the_next_start(tmp_path: Path) -> None:
    for _ in range(2):
        renderer = Renderer([samples.PACKAGED], samples.SITE, bytecode=tmp_path)
        assert renderer.render(PLAY, samples.ALICE) == samples.renderer().render(PLAY, samples.ALICE)
    assert list(tmp_path.iterdir())


def test_a_reader_without_a_reply_address_gets_offers_without_links() -> None:
    mail = samples.renderer().render(samples.mails_told()["invitation"], replace(samples.ALICE, reply_to=""))
    assert "mailto:" not in mail.html
    assert "[JOIN]" in mail.html


def test_a_folder_that_cannot_be_written_costs_no_mail(tmp_path: Path) -> None:
    renderer = Renderer([samples.PACKAGED], samples.SITE, bytecode=tmp_path / "gone")
    assert renderer.render(PLAY, samples.ALICE) == samples.renderer().render(PLAY, samples.ALICE)
