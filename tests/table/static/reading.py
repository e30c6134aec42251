"""What the page ships, as texts: modules and styles without their comments."""

from __future__ import annotations

import re
from pathlib import Path

import suitwise

STATIC = Path(suitwise.__file__).parent / "table" / "static"

_JS_TOKENS = re.compile(
    r"""(?P<said>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|/\*.*?\*/|//[^\n]*""",
    re.S,
)


def shipped(*endings: str) -> list[Path]:
    """Return the page's files of some kinds."""
    return [path for path in sorted(STATIC.rglob("*")) if path.suffix in endings]


def without_comments(text: str) -> str:
    """Return a module's or a style's text without comments, the lines keeping their numbers.

    >>> without_comments('a("//x"); // b')
    'a("//x"); '
    """
    return _JS_TOKENS.sub(lambda found: found["said"] or "\n" * found[0].count("\n"), text)


def found_in(text: str, patterns: dict[str, str]) -> list[str]:
    """Return where a text has what a pattern names, as ``line: name``.

    >>> found_in("a;\\neval(b)", {r"\\beval\\(": "eval"})
    ['2: eval']
    """
    return [
        f"{number}: {name}"
        for number, line in enumerate(text.splitlines(), 1)
        for pattern, name in patterns.items()
        if re.search(pattern, line)
    ]
