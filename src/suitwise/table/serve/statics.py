"""The files of the page, read and gzipped once at the start.

They are served under a path with a hash of all of them, so a browser may cache each for ever; a new
version of the package has a new path. The page links all modules that a table needs, so that a browser
fetches them at once instead of one import level per round trip; and so that an open page has all its
modules even when the server changes to another version.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath
from posixpath import join, normpath

FOLDER = Path(__file__).parents[1] / "static"
"""The folder with the page's files."""
AT_ROOT = ("manifest.webmanifest", "icon.svg")
"""The files that browsers also ask for at the root."""
VERSION = "{version}"
"""The placeholder for the version in a file, as in ``{base}/s/{version}/app.css``."""
BASE = "{base}"
"""The placeholder for the path below which the page stands."""
MODULES = b"<!-- modules -->"
"""The placeholder in the page for the links to all modules."""
APP = "js/app.js"
"""The module that starts the page."""
LATER = (
    "js/games/rummy_open.js",
    "js/games/rummy_sheet.js",
    "js/games/rummikub.js",
    "js/games/rummikub_draft.js",
    "js/games/tractor_many.js",
    "js/pages/board.js",
    "js/pages/home.js",
    "js/pages/make.js",
    "js/pages/more.js",
    "js/pages/replay.js",
    "js/pages/review.js",
    "js/pages/shared.js",
    "js/parts/answer.js",
    "js/parts/around.js",
    "js/parts/copying.js",
    "js/parts/daily.js",
    "js/parts/counted.js",
    "js/parts/deck.js",
    "js/parts/games.js",
    "js/parts/house.js",
    "js/parts/invite.js",
    "js/parts/judged.js",
    "js/parts/lobby.js",
    "js/parts/menu.js",
    "js/parts/opening.js",
    "js/parts/packing.js",
    "js/parts/rules.js",
    "js/parts/scrubber.js",
    "js/parts/sharing.js",
    "js/parts/sound.js",
    "js/parts/stacking.js",
)
"""Modules that are only loaded when their page is opened; no table waits for them."""
_IMPORTED = re.compile(rb"""\bfrom\s*["']([^"']+)["']""")
_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".png": "image/png",
    ".ico": "image/x-icon",
}
_NAMES_VERSION = ("index.html", "manifest.webmanifest")
_ABSENT = b"<!doctype html><html lang=en><title>Suitwise</title><p>This copy has no page.</html>"


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is served.

    Args:
        kind: its media type.
        plain: its bytes.
        packed: its bytes gzipped; empty if that is not shorter.
    """

    kind: str
    plain: bytes
    packed: bytes

    @staticmethod
    def of(name: str, data: bytes) -> Asset:
        """Return a file as it is served."""
        packed = gzip.compress(data, mtime=0)
        kind = _KINDS.get(PurePosixPath(name).suffix, "application/octet-stream")
        return Asset(kind, data, packed if len(packed) < len(data) else b"")


@dataclass(frozen=True, slots=True)
class Assets:
    """All files of the page.

    Args:
        version: a hash of all of them, in hexadecimal digits.
        files: the files by name, such as ``js/dom.js``.
    """

    version: str
    files: Mapping[str, Asset]

    @staticmethod
    def read(
        words: Mapping[str, Mapping[str, str]], folder: Path = FOLDER, base: str = ""
    ) -> Assets:
        """Read the files of a folder.

        Args:
            words: the page's texts by language, which become ``words/LANGUAGE.json``.
            folder: where the files lie.
            base: the path below which the page stands, as ``/cards``; empty for none.

        >>> page = Assets.read({"en": {"ui.play": "Play"}})
        >>> page.files["words/en.json"].plain
        b'{"ui.play": "Play"}'
        """
        data = {name: path.read_bytes() for name, path in _found(folder)}
        data["index.html"] = data.get("index.html", _ABSENT).replace(MODULES, _links(data))
        for language, texts in words.items():
            text = json.dumps(texts, ensure_ascii=False, sort_keys=True)
            data[f"words/{language}.json"] = text.encode()
        version = _version(data)
        final = {name: _filled(name, one, version, base) for name, one in data.items()}
        return Assets(version, {name: Asset.of(name, one) for name, one in final.items()})

    @property
    def page(self) -> Asset:
        """The HTML page."""
        return self.files["index.html"]


def _found(folder: Path) -> list[tuple[str, Path]]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return [(path.relative_to(folder).as_posix(), path) for path in paths]


def _links(data: Mapping[str, bytes]) -> bytes:
    """Return links to all modules in the order of loading, with the games' own modules last."""
    others = (name for name in data if name.startswith("js/") and name not in LATER)
    order = dict.fromkeys((*_loaded(data, APP), *others))
    link = '<link rel="modulepreload" href="{}/s/{}/{}">'
    return "\n".join(link.format(BASE, VERSION, name) for name in order).encode()


def _loaded(data: Mapping[str, bytes], first: str) -> list[str]:
    """Return a module and everything it imports, directly or not, breadth first.

    >>> _loaded({"js/a.js": b'import "x"; import { b } from "./b.js"', "js/b.js": b""}, "js/a.js")
    ['js/a.js', 'js/b.js']
    """
    order = [first]
    for name in order:
        imports = (match[1].decode() for match in _IMPORTED.finditer(data.get(name, b"")))
        paths = (normpath(join(name, "..", path)) for path in imports)
        order += dict.fromkeys(path for path in paths if path in data and path not in order)
    return order if first in data else []


def _version(data: Mapping[str, bytes]) -> str:
    """Return a hash of all names and contents, each with its length to make it unambiguous."""
    digest = sha256()
    for name in sorted(data):
        digest.update(f"{len(name)} {name} {len(data[name])} ".encode() + data[name])
    return digest.hexdigest()[:12]


def _filled(name: str, data: bytes, version: str, base: str) -> bytes:
    """Replace the placeholders in a file."""
    if name not in _NAMES_VERSION:
        return data
    return data.replace(VERSION.encode(), version.encode()).replace(BASE.encode(), base.encode())
