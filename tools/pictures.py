"""Draw the pictures of the README from the running program: `python -m tools.pictures`.

A server and Chromium are started; the boards are those of the first games, whose deals are fixed,
so that the pictures change only when the pages do. Together they stay under `MOST_BYTES`.
"""

import io
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image
from playwright.sync_api import Page
from tests.web.browser import chromium, serving

FOLDER: Final = Path(__file__).resolve().parent.parent / "docs" / "pictures"
MOST_BYTES: Final = 1_000_000


class Picture(NamedTuple):
    """A file, the page that it shows, and what the page is looked at with.

    Of a first game so many ``steps`` are made before.
    """

    file: str
    address: str
    steps: int = 0
    wide: int = 960
    high: int = 640
    scheme: str = "light"


class Moving(NamedTuple):
    """A file that shows a first game, step by step, each for so many milliseconds."""

    file: str
    address: str
    steps: Sequence[int]
    milliseconds: int
    wide: int = 1000
    high: int = 700


PICTURES: Final = (
    Picture("games.png", "/", high=700),
    Picture("turing.png", "/games/turing/first", 7),
    Picture("suspense.png", "/games/suspense/first", 1),
    Picture("mystery.png", "/games/mystery/first", 8),
    Picture("solid.png", "/games/solid/first", 6),
    Picture("solver.png", "/games/solver/first", 5),
    Picture("phone.png", "/games/turing/first", 3, wide=390, high=760, scheme="dark"),
)

MOVING: Final = (Moving("a-game.webp", "/games/suspense/first", range(4), 3_500),)


def seen(page: Page, address: str, steps: int) -> Image.Image:
    """A page as it looks when it has been loaded; a first game after so many of its steps."""
    page.goto(address)
    if address.endswith("/first"):
        page.locator("#start-first button").click()
        for step in range(steps + 1):
            page.get_by_role("heading", name=f"Step {step + 1} of").wait_for()
            page.locator("#lesson-do").wait_for()
            if step < steps:
                page.locator("#lesson-do").click()
    page.wait_for_load_state("networkidle")
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def draw(base: str, page: Page) -> None:
    """Writes every picture of the server at that address."""
    for picture in PICTURES:
        page.set_viewport_size({"width": picture.wide, "height": picture.high})
        page.emulate_media(color_scheme="dark" if picture.scheme == "dark" else "light")
        drawn = seen(page, base + picture.address, picture.steps).quantize(
            256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE
        )
        drawn.save(FOLDER / picture.file, optimize=True)
    page.emulate_media(color_scheme="light")
    for moving in MOVING:
        page.set_viewport_size({"width": moving.wide, "height": moving.high})
        first, *others = [seen(page, base + moving.address, steps) for steps in moving.steps]
        first.save(
            FOLDER / moving.file,
            save_all=True,
            append_images=others,
            duration=moving.milliseconds,
            loop=0,
            quality=60,
            method=6,
        )


def main() -> int:
    """Draws the pictures, removes others from their folder, and says how large they are."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        chromium() as browser,
    ):
        draw(server.base, browser.new_page(reduced_motion="reduce"))
    files = sorted(FOLDER.iterdir())
    for file in files:
        print(f"{file.stat().st_size:>9,}  {file.name}")
    total = sum(file.stat().st_size for file in files)
    print(f"{total:>9,}  together, of at most {MOST_BYTES:,}")
    return 0 if total <= MOST_BYTES else 1


if __name__ == "__main__":
    sys.exit(main())
