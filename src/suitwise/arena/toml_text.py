"""The text of a TOML file as plain data, refused in one line whatever is wrong with it."""

from __future__ import annotations

import re
import tomllib
from codecs import BOM_UTF8
from typing import Any

from suitwise.errors import NotationError

MOST_BYTES = 1 << 20
"""A config is no longer."""


def parse_toml(data: bytes) -> dict[str, Any]:
    """Return what the bytes of a TOML file say.

    Raises:
        NotationError: it is no TOML, or takes too long to read.

    >>> parse_toml(b"seed = 1")
    {'seed': 1}
    """
    if len(data) > MOST_BYTES:
        raise NotationError(f"a config has at most {MOST_BYTES >> 20} MB")
    if _LONG_KEY.search(_STRING.sub(b"", data)):
        raise NotationError("this is no config: a key has too many parts")
    try:
        return tomllib.loads(data.removeprefix(BOM_UTF8).decode())
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotationError("this is no UTF-8 text", line=line) from None
    except RecursionError:
        raise NotationError("this is no config: it is nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        raise _no_toml(str(error)) from None
    except ValueError:
        raise NotationError("this is no config: a number has thousands of digits") from None


_STRING = re.compile(
    rb'"""(?:[^\\]|\\.?)*?(?:"{3,5}|\Z)'
    rb"|'''.*?(?:'{3,5}|\Z)"
    rb'|"(?:[^"\\\n]|\\[^\n])*+"?'
    rb"|'[^'\n]*+'?|#[^\n]*+",
    re.S,
)
"""A string of TOML or a comment, ended or not: dots in these part no keys."""
_LONG_KEY = re.compile(rb"\.(?:[ \t]*+[\w-]*+[ \t]*+\.){8}")
"""Ten parts of a dotted key: the time that ``tomllib`` takes grows with the square of their number."""


def _no_toml(reason: str) -> NotationError:
    """Return the refusal of a text that is no TOML, whose reader ends its reason with the line."""
    found = re.fullmatch(r"(.*) \(at line (\d+), column \d+\)", reason, re.S)
    told, line = (found[1], int(found[2])) if found else (reason, None)
    return NotationError(f"this is no TOML: {' '.join(told.split())}", line=line)
