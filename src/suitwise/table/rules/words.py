"""The words of a language: phrases said in it, and the texts of the page.

A language is a folder of ``table/words``: JSON files by topic, each an object of templates by keys. Keys
that begin with ``ui.`` are the page's; the others are the codes of phrases. English has files for the
page alone, because a phrase brings its English along, and for what is said otherwise to the player it is
about: ``you-seat.CODE`` is what a phrase says to whom its ``seat`` is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import groupby
from types import MappingProxyType
from typing import Any

from suitwise.foundation.text.phrases import (
    CardText,
    Drawing,
    Phrase,
    Seat,
    Side,
    TypedName,
    phrase,
)

LANGUAGES = ("en", "zh")
"""The languages that the table speaks, the first where another is asked for."""
_BETWEEN = {"en": ", ", "zh": "、"}
"""What stands between the items of a list."""
PAGE = "ui."
"""How the keys of the page begin."""
YOU = "you-"
"""How the keys begin of what is said to the player whom it is about."""


def say(value: Any, lang: str, names: Sequence[str] = (), you: int | None = None) -> Any:
    """Return a phrase, or a value of one, as text in a language.

    Args:
        value: a phrase, a seat, a drawing, a list of such, or a text or a number, which
            stays what it is.
        lang: one of ``LANGUAGES``.
        names: the players' names by their seats; an empty one is not known.
        you: the seat of whoever is told it, None for those without one.

    >>> from suitwise.foundation.text.phrases import phrase
    >>> line = phrase("table.moved", "{seat} has moved", seat=Seat(1))
    >>> say(line, "en", ("Ann", "Bob")), say(line, "en"), say(line, "zh", ("Ann", "Bob"))
    ('Bob has moved', 'Seat 2 has moved', 'Bob已行动')
    >>> say(line, "en", ("Ann", "Bob"), you=1), say(line, "zh", ("Ann", "Bob"), you=1)
    ('you have moved', '您已行动')
    """
    if isinstance(value, Phrase):
        key = None if you is None else to_you(value, you)
        template = merged(lang).get(key or value.code, value.template)
        said = {name: say(part, lang, names, you) for name, part in value.params.items()}
        return template.format_map(said)
    if isinstance(value, Seat):
        known = value < len(names) and names[value]
        return known or merged(lang)[PAGE + "seat"].format(n=value + 1)
    if isinstance(value, Side):
        partners = phrase("any.and", "{most} and {last}", most=Seat(value), last=Seat(value + 2))
        return say(partners, lang, names, you)
    if isinstance(value, CardText):
        return printed(value, lang)
    if isinstance(value, TypedName):
        return labelled(value, lang)
    if isinstance(value, Drawing):
        return value.said(lambda part: str(say(part, lang, names, you)))
    if isinstance(value, (tuple, list)):
        return _BETWEEN[lang].join(str(say(part, lang, names, you)) for part in value)
    return value


def to_you(line: Phrase, you: int) -> str | None:
    """Return the key of what a phrase says to a seat that it names; None where it says the same to all.

    >>> from suitwise.foundation.text.phrases import phrase
    >>> line = phrase("table.moved", "{seat} has moved", seat=Seat(1))
    >>> to_you(line, 1), to_you(line, 0)
    ('you-seat.table.moved', None)
    """
    for name, part in line.params.items():
        if part == you and type(part) is Seat:
            key = f"{YOU}{name}.{line.code}"
            return key if key in merged(LANGUAGES[0]) else None
    return None


def addressed(line: Phrase, you: int) -> Phrase:
    """Return a phrase as it is said to a seat: the same where it does not name it.

    >>> from suitwise.foundation.text.phrases import phrase
    >>> line = phrase("table.moved", "{seat} has moved", seat=Seat(1))
    >>> addressed(line, 1), addressed(line, 0)
    ('you have moved', 'seat 1 has moved')
    """
    key = to_you(line, you)
    if key is None:
        return line
    template = merged(LANGUAGES[0])[key]
    return Phrase(template.format_map(line.params), key, template, line.params)


def printed(cards: str, lang: str) -> str:
    """Return a text of cards as people write them: the sign of the suit and the rank; jokers in words.

    >>> printed("DKDK DT", "en"), printed("S7 S8 S9 | BJBJ", "zh"), printed("RJ", "en")
    ('♦K♦K ♦10', '♠7 ♠8 ♠9 | 一对小王', 'big joker')
    >>> printed("S7JKJKJK", "en"), printed("JKJKJKJK", "zh")
    ('♠7, two jokers, joker', '两张王、两张王')
    """
    return _CARD_RUN.sub(lambda found: _run(found[0], merged(lang), _BETWEEN[lang]), cards)


def _run(cards: str, words: Mapping[str, str], between: str) -> str:
    """Return cards without blanks between them: jokers of a kind by twos, apart from the others."""
    pieces = []
    for kind, group in groupby(
        _CARD.findall(cards), key=lambda card: card if card in _JOKERS else ""
    ):
        held = list(group)
        if kind:
            pairs, single = divmod(len(held), 2)
            pieces += [words[f"{PAGE}card.two.{kind}"]] * pairs
            pieces += [words[f"{PAGE}card.{kind}"]] * single
        else:
            pieces.append("".join(_SIGNS[card[0]] + card[1:].replace("T", "10") for card in held))
    return between.join(pieces)


_JOKERS = ("BJ", "RJ", "JK")
_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_CARD = re.compile(r"BJ|RJ|JK|[SHDC][2-9TJQKA]")
_CARD_RUN = re.compile(f"(?:{_CARD.pattern})+")


def labelled(option: TypedName, lang: str) -> str:
    """Return the label that the form of a new table gives an option, or its name where it has none.

    >>> labelled(TypedName("shaker", "texas42"), "zh"), labelled(TypedName("packs"), "zh")
    ('“首局洗牌人”', 'packs')
    """
    words = merged(lang)
    for key in (f"{option.of}.{option}", f"option.{option.of}.{option}", f"option.{option}"):
        if PAGE + key in words:
            return f"“{words[PAGE + key]}”"
    return str(option)


@cache
def merged(lang: str) -> Mapping[str, str]:
    """Return all texts of a language by their keys; a key stands in one file of it alone.

    >>> "ui.play" in merged("en"), "ui.play" in merged("zh")
    (True, True)
    """
    found: dict[str, str] = {}
    for topic in topics(lang).values():
        found |= topic
    return MappingProxyType(found)


def topics(lang: str) -> dict[str, dict[str, str]]:
    """Return the texts of each file of a language by the file's name.

    >>> "rules" in topics("zh"), "rules" in topics("en")
    (True, False)
    """
    folder = files("suitwise.table").joinpath("words", lang)
    paths = sorted(
        (path for path in folder.iterdir() if path.name.endswith(".json")), key=lambda p: p.name
    )
    return {path.name.removesuffix(".json"): json.loads(path.read_text("utf-8")) for path in paths}


def page_words(lang: str) -> dict[str, str]:
    """Return the texts of the page in a language.

    >>> page_words("zh")["ui.play"]
    '出牌'
    """
    return {key: text for key, text in merged(lang).items() if key.startswith(PAGE)}
