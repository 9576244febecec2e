"""`make gallery`: the page, and pictures of each mail in the four ways, in `build/gallery`.

`make gallery ARGS=README` makes the picture that the README shows, `docs/turn.png`, and nothing else.
"""

from __future__ import annotations

import sys
import tempfile
from html import escape
from pathlib import Path

from tests.docs.pages import CHECKOUT
from tests.gallery import browser, mails
from tests.readme import scene
from tests.render import samples

WAYS = ((320, False), (320, True), (700, False), (700, True))
HEIGHT = 1100
PER_PICTURE = 8  # a browser takes longer to start than to draw
STYLE = "body{font:16px sans-serif;background:#999;margin:16px}iframe{margin:0 12px 12px 0}h2{margin:24px 0 6px}"


def shown(html: str) -> str:
    """A mail in its four ways, beside each other."""
    return "".join(browser.frame(html, width, HEIGHT, dark) for width, dark in WAYS)


def page(parts: list[str]) -> str:
    """The parts as one page."""
    return f"<!DOCTYPE html><meta charset='utf-8'><title>Gallery</title><style>{STYLE}</style>{''.join(parts)}"


def main(folder: Path, only: str = "") -> int:
    """Write it; `only` is a part of the names of those to be drawn."""
    folder.mkdir(parents=True, exist_ok=True)
    renderer = samples.renderer()
    parts, pictures = [], []
    for name, mail in mails.everything().items():
        if only in name:
            parts.append(f"<h2>{escape(name)}</h2>{shown(renderer.render(mail, samples.ALICE).html)}")
    for at in range(0, len(parts), PER_PICTURE):
        few, file = parts[at : at + PER_PICTURE], f"{at:03}.png"
        browser.picture(page(few), folder / file, sum(w for w, _ in WAYS) + 96, len(few) * (HEIGHT + 66) + 40)
        pictures.append(f'<a href="{file}"><img src="{file}" loading="lazy" width="1600"></a>')
        sys.stdout.write(f"{file}\n")
    (folder / "live.html").write_text(page(parts), encoding="utf-8")
    (folder / "index.html").write_text(page(pictures), encoding="utf-8")
    sys.stdout.write(f"\n{folder}/index.html has the pictures, live.html the mails themselves.\n")
    return 0


def readme_picture(to: Path) -> int:
    """A turn's mail as a phone shows it, by day and by night."""
    with tempfile.TemporaryDirectory() as folder:
        html = scene(Path(folder)).mail.html
    frames = "".join(browser.frame(html, 360, 690, dark) for dark in (False, True))
    look = "body{margin:0;white-space:nowrap;background:#fff}iframe{margin-right:12px}"
    around = f"<!DOCTYPE html><meta charset='utf-8'><style>{look}</style>"
    browser.picture(around + frames, to, 2 * 372 + 8, 690)
    return 0


if __name__ == "__main__":
    if sys.argv[1:] == ["README"]:
        sys.exit(readme_picture(CHECKOUT / "docs" / "turn.png"))
    sys.exit(main(CHECKOUT / "build" / "gallery", " ".join(sys.argv[1:])))
