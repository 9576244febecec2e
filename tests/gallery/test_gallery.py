"""The gallery has every mail; in a real browser none is wider than a phone, and what is tapped is a thumb's size."""

from __future__ import annotations

import json

import pytest

from pbem.facts.kinds import Answer, Mail, Notice
from pbem.facts.mails import AnswersAloneMail
from tests.gallery import browser, mails
from tests.render import samples

GALLERY = mails.everything()
NARROW = 320
SCRIPT = """
<pre id="found"></pre>
<script>
addEventListener("load", () => {
  const found = {};
  for (const frame of document.querySelectorAll("iframe")) {
    const page = frame.contentDocument, small = [];
    for (const link of page.querySelectorAll("a[aria-label], a[style*='inline-block']")) {
      const box = (link.firstElementChild || link).getBoundingClientRect();
      if (box.width < 43.5 || box.height < 43.5) small.push(link.textContent + " " + box.width + "x" + box.height);
    }
    found[frame.title] = [page.documentElement.scrollWidth, small];
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


def test_no_mail_is_wider_than_a_phone_and_what_is_tapped_is_as_large_as_a_thumb() -> None:
    renderer = samples.renderer()
    frames = [
        browser.frame(renderer.render(mail, samples.ALICE).html, NARROW, 600).replace(
            'title="light 320"', f'title="{name}"'
        )
        for name, mail in GALLERY.items()
        if not name.startswith("answer:")
    ]
    found = json.loads(browser.measured(f"<!DOCTYPE html><meta charset='utf-8'>{''.join(frames)}{SCRIPT}"))
    assert len(found) == len(frames)
    assert {name: width for name, (width, _) in found.items() if width > NARROW} == {}
    assert {name: small for name, (_, small) in found.items() if small} == {}
