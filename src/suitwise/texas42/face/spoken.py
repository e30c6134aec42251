"""Dominoes as people name them, in English and Chinese: six-four, double five, 双五.

The words for the ends are those of 42's suits (``rules.words``) and the plain numbers.
"""

from __future__ import annotations

import re

_ENGLISH = (
    ("zero", "blank", "blanks"),
    ("one", "ones", "ace", "aces"),
    ("two", "twos", "deuce", "deuces"),
    ("three", "threes", "trey", "treys"),
    ("four", "fours"),
    ("five", "fives"),
    ("six", "sixes"),
)
_CHINESE = ("零空白", "一", "二两", "三", "四", "五", "六")
_ENDS = {
    **{word: pip for pip, words in enumerate(_ENGLISH) for word in words},
    **{sign: pip for pip, signs in enumerate(_CHINESE) for sign in signs},
    "空白": 0,
    "白板": 0,
    **{str(pip): pip for pip in range(7)},
}
_LONGEST_FIRST = sorted(_ENDS, key=len, reverse=True)
_LATIN = "|".join(word for word in _LONGEST_FIRST if word.isascii())
_SIGNS = "|".join(word for word in _LONGEST_FIRST if not word.isascii())
_END = f"(?:{_LATIN}|(?>{_SIGNS}))点?"
"""An end; the signs are never parted, since 空白 is one blank and not two."""
_GAP = r"(?:\s*[-:/|,.和]\s*|\s+and\s+|\s*)"
_ALONE = r"(?<![a-z0-9]){}(?![a-z0-9])"
_DOUBLE = re.compile(_ALONE.format(rf"(?:double[\s-]*|双)({_END})"), re.I)
_PAIR = re.compile(_ALONE.format(rf"({_END}){_GAP}({_END})"), re.I)
_SINGLE = re.compile(rf"({_END})", re.I)
_FILLING = re.compile(r"\bthe\s+", re.I)


def without_words(text: str) -> str:
    """Return a text with digits for the dominoes that it names in English or Chinese.

    What else stands there stays, but for *the*. Three ends in a row name no domino, and nor does one.

    >>> without_words("play the six-four"), without_words("Double five"), without_words("双五")
    ('play 6-4', '5-5', '5-5')
    >>> without_words("ace deuce"), without_words("六点和四点"), without_words("double blank")
    ('1-2', '6-4', '0-0')
    >>> without_words("six five four"), without_words("sixty-four"), without_words("空白")
    ('six five four', 'sixty-four', '空白')
    """
    plain = _FILLING.sub("", text)
    if len(re.findall(_END, re.sub(_DOUBLE, "", plain), re.I)) > 2:
        return text
    return _PAIR.sub(_pair, _DOUBLE.sub(_pair, plain))


def end_named(text: str) -> int | None:
    """Return the end that a text names alone, of the dominoes of which there may be several.

    >>> end_named("six"), end_named("五"), end_named("six four"), end_named("double")
    (6, 5, None, None)
    """
    found = _SINGLE.fullmatch(_FILLING.sub("", text).strip())
    return None if found is None else _pips(found[1])


def _pair(found: re.Match[str]) -> str:
    ends = found.groups() * 2
    return f"{_pips(ends[0])}-{_pips(ends[1])}"


def _pips(word: str) -> int:
    return _ENDS[word.lower().removesuffix("点")]
