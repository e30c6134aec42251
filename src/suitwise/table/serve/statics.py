"""The page's files, read and packed once at the start, under a path that names their content.

All are small and are kept in memory, packed by gzip. Their path holds a hash of all of them, so a
browser may keep each for ever, and a new version of the package is a new path.

The page names every module that a table needs, so that a browser asks for all of them at once: on a
slow line each step from a module to one that it imports would be a round trip. A page that is open while
the server becomes another version then has its modules, too.
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
"""The page's files."""
AT_ROOT = ("manifest.webmanifest", "icon.svg")
"""Files that browsers ask for at the root, too."""
VERSION = "{version}"
"""The placeholder for the version in a file, as in ``/s/{version}/app.css``."""
MODULES = b"<!-- modules -->"
"""The placeholder in the page for the links to all modules."""
APP = "js/app.js"
"""The module that the page begins with."""
LATER = (
    "js/pages/board.js",
    "js/pages/replay.js",
    "js/pages/review.js",
    "js/pages/shared.js",
    "js/parts/answer.js",
    "js/parts/copying.js",
    "js/parts/daily.js",
    "js/parts/deck.js",
    "js/parts/judged.js",
    "js/parts/opening.js",
    "js/parts/packing.js",
    "js/parts/scrubber.js",
    "js/parts/sharing.js",
    "js/parts/stacking.js",
)
"""Modules of pages that are loaded when they are asked for: no table waits for them."""
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
    """A file as it is sent.

    Args:
        kind: its media type.
        plain: its bytes.
        packed: the same by gzip; empty where that is no shorter.
    """

    kind: str
    plain: bytes
    packed: bytes

    @staticmethod
    def of(name: str, data: bytes) -> Asset:
        """Return a file of a name as it is sent."""
        packed = gzip.compress(data, mtime=0)
        kind = _KINDS.get(PurePosixPath(name).suffix, "application/octet-stream")
        return Asset(kind, data, packed if len(packed) < len(data) else b"")


@dataclass(frozen=True, slots=True)
class Assets:
    """All files of the page.

    Args:
        version: a hash of all of them, in hexadecimal digits.
        files: the files by their names, as ``js/dom.js``.
    """

    version: str
    files: Mapping[str, Asset]

    @staticmethod
    def read(words: Mapping[str, Mapping[str, str]], folder: Path = FOLDER) -> Assets:
        """Read the files of a folder.

        Args:
            words: the words of the page by language, which become ``words/LANGUAGE.json``.
            folder: where the files lie.

        >>> page = Assets.read({"en": {"ui.play": "Play"}})
        >>> page.files["words/en.json"].plain
        b'{"ui.play": "Play"}'
        """
        data = {name: path.read_bytes() for name, path in _found(folder)}
        data["index.html"] = data.get("index.html", _ABSENT).replace(MODULES, _links(data))
        for language, of_page in words.items():
            text = json.dumps(of_page, ensure_ascii=False, sort_keys=True)
            data[f"words/{language}.json"] = text.encode()
        version = _version(data)
        named = {name: _naming(name, one, version) for name, one in data.items()}
        return Assets(version, {name: Asset.of(name, one) for name, one in named.items()})

    @property
    def page(self) -> Asset:
        """The one page."""
        return self.files["index.html"]


def _found(folder: Path) -> list[tuple[str, Path]]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return [(path.relative_to(folder).as_posix(), path) for path in paths]


def _links(data: Mapping[str, bytes]) -> bytes:
    """Return links to all modules, each after the one that asks for it first, games' own ones last."""
    others = (name for name in data if name.startswith("js/") and name not in LATER)
    order = dict.fromkeys((*_loaded(data, APP), *others))
    link = '<link rel="modulepreload" href="/s/{}/{}">'
    return "\n".join(link.format(VERSION, name) for name in order).encode()


def _loaded(data: Mapping[str, bytes], first: str) -> list[str]:
    """Return the modules that a module waits for, from the page's beginning on, itself first.

    >>> _loaded({"js/a.js": b'import "x"; import { b } from "./b.js"', "js/b.js": b""}, "js/a.js")
    ['js/a.js', 'js/b.js']
    """
    order = [first]
    for name in order:
        named = (found[1].decode() for found in _IMPORTED.finditer(data.get(name, b"")))
        paths = (normpath(join(name, "..", path)) for path in named)
        order += dict.fromkeys(path for path in paths if path in data and path not in order)
    return order if first in data else []


def _version(data: Mapping[str, bytes]) -> str:
    """Return a hash of names and bytes, both with their lengths, so that nothing can shift."""
    whole = sha256()
    for name in sorted(data):
        whole.update(f"{len(name)} {name} {len(data[name])} ".encode() + data[name])
    return whole.hexdigest()[:12]


def _naming(name: str, data: bytes, version: str) -> bytes:
    """Put the version's name where a file asks for it."""
    if name not in _NAMES_VERSION:
        return data
    return re.sub(re.escape(VERSION.encode()), version.encode(), data)
