"""Pictures of every screen of every game, a strip of a whole deal of each, contact sheets, and figures.

    python -m tests.browser.pictures [--only tractor,home] [--sizes 360x740,1440x900] [--out FOLDER]
                                     [--quick] [--again] [--frames]

The deals have fixed keys, so that two runs show the same. A scene is gone through once in each language,
on a page with touch that takes the sizes by turns, light and dark. What has been taken is left as it is,
so a run that was broken off goes on; ``--again`` takes it anew. The screens are in ``scenes.py``.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from PIL import Image, ImageDraw

from tests.browser.harness import Visits, lacking, shifts, sideways, started, violations
from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SIZES = ("360x740", "740x360", "768x1024", "1440x900")
SCHEMES = ("light", "dark")
LANGUAGES = {"en": "en-US", "zh": "zh-CN"}
STRIP = 10
"""So many pictures make a strip of a deal."""
SHEET = 2000
"""No sheet is wider or higher, in pixels."""
COLUMNS = {"360x740": 12, "740x360": 6, "768x1024": 8, "1440x900": 5}
SHARP = 400
"""What is narrower or lower than this, in pixels, is kept at the phone's own density."""
PATIENCE_MS = 20_000
HELD = """
window.later = setTimeout;
window.due = [];
window.setTimeout = (call, ms) => later(() => (window.isStill ? due.push(call) : call()), ms);
window.goOn = () => { window.isStill = false; due.splice(0).forEach((call) => call()); };
"""
"""What is put off waits as long as a page is to stand still."""
SETTLED = """() => Promise.race([
  new Promise((done) => later(done, 1500)),
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(
    () => Promise.allSettled(document.getAnimations().map((one) => one.finished)))])"""
"""What moves has arrived, but for what never ends."""
LOADED = """performance.getEntries().reduce((sum, one) => sum + (one.transferSize ?? 0), 0)"""


@dataclass(frozen=True)
class Wanted:
    """What is to be taken, and where to."""

    out: Path
    only: tuple[str, ...] = ()
    sizes: tuple[str, ...] = SIZES
    is_quick: bool = False
    is_again: bool = False

    @property
    def schemes(self) -> tuple[str, ...]:
        return SCHEMES[:1] if self.is_quick else SCHEMES

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(LANGUAGES)[:1] if self.is_quick else tuple(LANGUAGES)


@dataclass
class Stage:
    """One scene in one language: opens its pages, keeps their pictures, notes their figures."""

    wanted: Wanted
    scene: str
    language: str
    visits: Visits
    folder: Path
    figures: dict[str, Any] = field(default_factory=dict)
    strips: dict[str, list[bytes]] = field(default_factory=dict)
    server: Served | None = None

    @property
    def is_first(self) -> bool:
        """Whether this is the first language: in others nothing but words is different."""
        return self.language == self.wanted.languages[0]

    def serve(self, *command: str, key: str = "", **pace: int) -> Served:
        """Start the server of this scene, with a key for every deal."""
        words = [*(command or ("-m", "tests.browser.quick")), "--key", key]
        self.server = Served(self.folder, [*words, "--pace", json.dumps(pace)])
        return self.server

    def open(self, address: str = "") -> Page:
        size = _viewport(self.wanted.sizes[0])
        page = self.visits.open(viewport=size, locale=LANGUAGES[self.language])
        page.set_default_timeout(PATIENCE_MS)
        page.add_init_script(HELD)
        if address:
            page.goto(address)
        return page

    def keep(self, page: Page, name: str, *, is_whole: bool = False) -> None:
        """Keep pictures of a page in all sizes and schemes, and note its figures in the first size.

        Args:
            page: the page; it has its first size again at the end.
            name: what it shows.
            is_whole: whether the whole page is taken, and not only what is seen of it.
        """
        named = f"{self.scene}-{name}-{self.language}"
        page.evaluate(SETTLED)
        moved = shifts(page)
        noted: dict[str, Any] = {
            "shift": round(sum(one["value"] for one in moved), 4),
            "moved": sorted({what for one in moved for what in one["moved"]})[:5],
            "bytes": page.evaluate(LOADED),
            "errors": [*self.visits.faults],
            "sideways": {},
            "axe": [],
        }
        self.visits.faults.clear()
        for scheme in self.wanted.schemes:
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            for size in self.wanted.sizes:
                page.set_viewport_size(_viewport(size))
                page.evaluate(SETTLED)
                if wide := sideways(page):
                    noted["sideways"][size] = wide
                path = self.wanted.out / size / f"{named}-{scheme}.png"
                if self.wanted.is_again or not path.exists():
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(_shot(page, size, is_whole))
            page.set_viewport_size(_viewport(self.wanted.sizes[0]))
            is_still = page.evaluate("Boolean(window.isStill)")  # axe has timers of its own
            if not self.wanted.is_quick and self.is_first and not is_still:
                noted["axe"] += violations(page)
        page.emulate_media(color_scheme="light")
        page.evaluate(SETTLED)
        page.evaluate("window.shifts = []")
        self.figures[named] = noted

    def frame(self, page: Page) -> None:
        """Take a picture for the strip of a deal, of which the first language has one."""
        if not self.is_first or self.wanted.is_quick:
            return
        for size in self.wanted.sizes:
            page.set_viewport_size(_viewport(size))
            page.evaluate(SETTLED)
            self.strips.setdefault(size, []).append(_shot(page, size))
        page.set_viewport_size(_viewport(self.wanted.sizes[0]))

    @contextmanager
    def still(self, page: Page) -> Iterator[None]:
        """Let the table and a page stand still meanwhile, for what is seen in passing alone."""
        assert self.server is not None
        page.evaluate("window.isStill = true")
        os.kill(self.server.process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.server.process.pid, signal.SIGCONT)
            page.evaluate("goOn()")

    @contextmanager
    def trying(self, name: str) -> Iterator[None]:
        """Note what goes wrong on the way to a screen, and go on: the others are wanted all the same."""
        try:
            yield
        except Exception as error:
            text = f"{type(error).__name__}: {error}".partition("\n")[0][:300]
            print(f"  {self.scene}-{name}-{self.language}: {text}", flush=True)
            self.figures[f"{self.scene}-{name}-{self.language}"] = {"missing": text}


def _viewport(size: str) -> Any:
    width, _, height = size.partition("x")
    return {"width": int(width), "height": int(height)}


def _shot(page: Page, size: str, is_whole: bool = False) -> bytes:
    is_sharp = min(_viewport(size).values()) < SHARP
    return page.screenshot(full_page=is_whole, scale="device" if is_sharp else "css")


# --- A run ----------------------------------------------------------------------------------------


def take(browser: Browser, wanted: Wanted, scenes: dict[str, Callable[[Stage], None]]) -> None:
    """Take what is wanted and is not there yet, then lay out sheets, strips and a page with all."""
    wanted.out.mkdir(parents=True, exist_ok=True)
    path = wanted.out / "figures.json"
    figures = json.loads(path.read_text("utf-8")) if path.exists() else {}
    names = [name for name in scenes if not wanted.only or name in wanted.only]
    visits = [(name, language) for name in names for language in wanted.languages]
    for number, (name, language) in enumerate(visits, 1):
        done = f"{name}-{language} {','.join(wanted.sizes)}"
        if done in figures and not wanted.is_again:
            continue
        begun = time.monotonic()
        with TemporaryDirectory() as folder:
            stage = Stage(wanted, name, language, Visits(browser), Path(folder))
            with stage.trying("scene"):
                scenes[name](stage)
            with suppress(Exception):
                stage.visits.close()
            if stage.server:
                stage.server.stop()
        for size, frames in stage.strips.items():
            _strip(wanted.out / size / "strips" / f"{name}.png", frames)
        seconds = round(time.monotonic() - begun)
        old = [
            one for one in figures if one.startswith(f"{name}-") and one.endswith(f"-{language}")
        ]
        figures = {one: figures[one] for one in figures if one not in old}
        figures |= {**stage.figures, done: {"seconds": seconds}}
        path.write_text(json.dumps(figures, indent=1, ensure_ascii=False), "utf-8")
        print(f"{number} of {len(visits)}: {name} {language}, {seconds} s", flush=True)
    lay_out(wanted.out)


# --- Sheets, strips, a page -----------------------------------------------------------------------


def lay_out(out: Path) -> None:
    """Write a sheet for each size, language and scheme, and a page that shows all of them."""
    lines = ["<!doctype html><meta charset=utf-8><title>Pictures</title>"]
    for size in (one for one in SIZES if (out / one).is_dir()):
        lines.append(f"<h2>{size}</h2>")
        for kind in (f"{one}-{scheme}" for one in LANGUAGES for scheme in SCHEMES):
            if paths := sorted(
                (out / size).glob(f"*-{kind}.png"), key=lambda one: one.stat().st_mtime
            ):
                sheets = _sheets(out / f"sheet-{size}-{kind}", paths, size)
                links = [f"<a href={one.name}>{one.stem}</a>" for one in sheets]
                lines.append(f"<p>{' '.join(links)}: {len(paths)}</p>")
                lines += [_figure(path.relative_to(out), size) for path in paths]
        strips = sorted((out / size / "strips").glob("*.png"))
        lines += [_figure(path.relative_to(out), size) for path in strips]
    (out / "index.html").write_text("\n".join(lines), "utf-8")


def _figure(path: Path, size: str) -> str:
    high = 220 if "x" in size else 0
    where = escape(path.as_posix(), quote=True)
    return (
        f'<a href="{where}" title="{path.stem}"><img loading=lazy height={high} src="{where}"></a>'
    )


def _sheets(to: Path, paths: list[Path], size: str) -> list[Path]:
    """Lay pictures side by side, in the order in which they were taken, each with its name."""
    shape, columns = _viewport(size), COLUMNS.get(size, 6)
    wide = SHEET // columns
    high = wide * shape["height"] // shape["width"]
    cells = [(path.stem, cut) for path in paths for cut in _cuts(path, wide - 6, high)]
    each = columns * max(1, SHEET // (high + 20))
    sheets = []
    for first in range(0, len(cells), each):
        page = cells[first : first + each]
        rows = -(-len(page) // columns)
        sheet = Image.new("RGB", (min(columns, len(page)) * wide, rows * (high + 20)), "white")
        draw = ImageDraw.Draw(sheet)
        for at, (name, cut) in enumerate(page):
            left, top = at % columns * wide, at // columns * (high + 20)
            sheet.paste(cut, (left, top + 14))
            draw.text((left + 2, top), name.rpartition("-")[0], fill="black")
        sheets.append(Path(f"{to}-{first // each + 1}.png"))
        sheet.save(sheets[-1])
    return sheets


def _cuts(path: Path, wide: int, high: int) -> list[Image.Image]:
    """Return a picture so wide, a long one cut into pieces so high."""
    image = Image.open(path).convert("RGB")
    long = image.height * wide // image.width
    image = image.resize((wide, long), Image.Resampling.LANCZOS)
    tops = range(0, max(1, long - high // 10), high)
    return [image.crop((0, top, wide, min(top + high, long))) for top in tops]


def _strip(to: Path, frames: list[bytes]) -> None:
    """Lay ten pictures of a deal side by side, from its first to its last."""
    steps = min(STRIP, len(frames)) - 1
    chosen = [frames[round(at * (len(frames) - 1) / max(1, steps))] for at in range(steps + 1)]
    images = [Image.open(io.BytesIO(one)).convert("RGB") for one in chosen]
    width, height = images[0].size
    strip = Image.new("RGB", ((width + 8) * len(images), height), "white")
    for at, image in enumerate(images):
        strip.paste(image, (at * (width + 8), 0))
    strip.thumbnail((4000, 4000), Image.Resampling.LANCZOS)
    to.parent.mkdir(parents=True, exist_ok=True)
    strip.save(to)


def main() -> None:
    from tests.browser import frames, scenes

    words = argparse.ArgumentParser(description="Take pictures of the table.")
    words.add_argument("--only", default="", help=f"some of {', '.join(scenes.SCENES)}")
    words.add_argument("--sizes", default=",".join(SIZES))
    words.add_argument("--out", type=Path, default=Path("build/pictures"))
    words.add_argument("--quick", action="store_true", help="light, English, no axe and no strips")
    words.add_argument("--again", action="store_true", help="take anew what is there")
    words.add_argument("--frames", action="store_true", help="measure motion and the first card")
    given = words.parse_args()
    if reason := lacking():
        raise SystemExit(reason)
    only = tuple(filter(None, given.only.split(",")))
    if unknown := set(only) - set(scenes.SCENES):
        raise SystemExit(f"no scene {unknown.pop()}: {', '.join(scenes.SCENES)}")
    sizes = tuple(given.sizes.split(","))
    with started() as browser:
        if given.frames:
            print(frames.measured(browser))
        else:
            wanted = Wanted(given.out, only, sizes, given.quick, given.again)
            take(browser, wanted, scenes.SCENES)


if __name__ == "__main__":
    main()
