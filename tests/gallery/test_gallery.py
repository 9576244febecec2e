"""The gallery has every mail; in a real browser none is wider than a phone, and what is tapped is a thumb's size."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest

from pbem.facts.kinds import Answer, Mail, Notice
from pbem.facts.mails import AnswersAloneMail
from tests.gallery import browser, mails
from tests.render import samples

GALLERY = mails.everything()
NARROW = 320
PHONE, SCREEN = 360, 640
SCRIPT = """
<pre id="found"></pre>
<script>
addEventListener("load", () => {
  const found = {};
  for (const frame of document.querySelectorAll("iframe")) {
    const page = frame.contentDocument, small = [], ends = [];
    for (const part of page.querySelectorAll("a[aria-label], [role=list], h1 ~ p a[style*='inline-block']"))
      ends.push(Math.round(part.getBoundingClientRect().bottom));
    for (const link of page.querySelectorAll("a[aria-label], a[style*='inline-block']")) {
      const box = (link.firstElementChild || link).getBoundingClientRect();
      if (box.width < 43.5 || box.height < 43.5) small.push(link.textContent + " " + box.width + "x" + box.height);
    }
    found[frame.title] = [page.documentElement.scrollWidth, small, Math.max(0, ...ends)];
  }
  document.getElementById("found").textContent = JSON.stringify(found);
});
</script>
"""


def test_every_template_of_a_mail_is_in_the_gallery() -> None:
    here = {mail.template for mail in GALLERY.values()}
    assert {kind.template for kind in samples.kinds(Mail) if hasattr(kind, "template")} - here == set()
    notices = {mail.kind for mail in GALLERY.values() if isinstance(mail, Notice)}
    assert {kind.kind for kind in samples.kinds(Notice) if hasattr(kind, "kind")} - notices == set()
    told = {
        answer.template for mail in GALLERY.values() if isinstance(mail, AnswersAloneMail) for answer in mail.answers
    }
    assert {kind.template for kind in samples.kinds(Answer) if hasattr(kind, "template")} - told == set()


@pytest.mark.parametrize("family", mails.FAMILIES)
def test_every_family_of_variants_shows_its_phases(family: str) -> None:
    names = [name.partition(": ")[2] for name in GALLERY if name.startswith(f"{family}: ")]
    assert "play" in names
    assert "the deal is over" in names


def measured(names: Iterable[str], width: int) -> dict[str, tuple[int, list[str], int]]:
    """Of each mail in a browser: its width, links that are too small, and where the hand and its links end."""
    renderer = samples.renderer()
    frames = [
        browser.frame(renderer.render(GALLERY[name], samples.ALICE).html, width, SCREEN).replace(
            f'title="light {width}"', f'title="{name}"'
        )
        for name in names
    ]
    found = json.loads(browser.measured(f"<!DOCTYPE html><meta charset='utf-8'>{''.join(frames)}{SCRIPT}"))
    assert len(found) == len(frames)
    return {name: (width, small, end) for name, (width, small, end) in found.items()}


def test_no_mail_is_wider_than_a_phone_and_what_is_tapped_is_as_large_as_a_thumb() -> None:
    found = measured((name for name in GALLERY if not name.startswith("answer:")), NARROW)
    assert {name: width for name, (width, _, _) in found.items() if width > NARROW} == {}
    assert {name: small for name, (_, small, _) in found.items() if small} == {}


def test_the_hand_and_what_may_be_tapped_are_on_a_phones_first_screen() -> None:
    found = measured((name for name in GALLERY if name.partition(": ")[0] in mails.FAMILIES), PHONE)
    ends = {name: end for name, (_, _, end) in found.items()}
    assert len([end for end in ends.values() if end]) > 50
    assert {name: end for name, end in ends.items() if end > SCREEN} == {}
