"""The rules of a variant as text, for a text agent before its first move.

The sentences are those of the page of the table, so that people and agents read the same: the aim, the
course of a turn, how the game is won, the house rules, and the notation of moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from suitwise.arguments import of_kind
from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import Say, phrase
from suitwise.game import Game, load
from suitwise.game.houses import HouseForm, house_of, values_of
from suitwise.players.face import face_of
from suitwise.table.rules.messages import PAGE, merged, say

_PARTS = ("aim", "turn", "win")
_SEAT = {"en": "seat {n}", "zh": "座位{n}"}


def voice(game: Game[Any], lang: str) -> Say:
    """Return a function that translates phrases, with seats as numbers and cards as in moves.

    Raises:
        SuitwiseError: there is no such language.

    >>> from suitwise.foundation.text.phrases import Seat
    >>> game = load("gin")
    >>> [voice(game, lang)(Seat(0)) for lang in ("en", "zh")]
    ['seat 0', '座位0']
    """
    if lang not in _SEAT:
        raise SuitwiseError(f"the language is en or zh, not {lang!r}")
    if lang == "en":
        return str
    names = [_SEAT[lang].format(n=seat) for seat in range(game.facts.seats)]
    return lambda line: str(say(line, lang, names, has_signs=False))


def rules_text(game: Game[Any] | str, lang: str = "en") -> str:
    """Return the rules of a variant as a prompt.

    Args:
        game: the variant or its text.
        lang: the language, ``en`` or ``zh``.

    Raises:
        NotationError: the text names no game.
        SuitwiseError: there is no such language.

    >>> print(rules_text("stacks").splitlines()[0])
    Stack Management, stacks(stacks=4,height=4,suits=4,singles=1), 1 seat
    """
    game = load(game) if isinstance(game, str) else of_kind(game, Game, "game")
    told = voice(game, lang)
    words, face = merged(lang), face_of(game)
    title = words.get(f"{PAGE}game.{game.name}", game.name)
    seats = f"{game.facts.seats} seat{'s' * (game.facts.seats > 1)}"
    lines = [
        f"{title}, {game}, {seats}" if lang == "en" else f"{title}，{game}，{game.facts.seats}人"
    ]
    base = game.name.partition("_")[0]  # texts missing for gin_partners are those of gin
    keys = (game.name, base, face.kind)
    own = next((key for key in keys if f"{PAGE}played.{key}.aim" in words), None)
    if own:
        lines += [
            f"{words[f'{PAGE}played.{part}']}: {words[f'{PAGE}played.{own}.{part}']}"
            for part in _PARTS
        ]
    lines += map(told, face.notation())
    form = house_of(game.name)
    if form:
        lines.append(
            told(phrase("agent.house", "The house's rules below count before these sentences."))
        )
    lines += ["", *_house(form, game, words)] if form else []
    return "\n".join([*lines, "", *map(told, face.help())])


def _house(form: HouseForm, game: Game[Any], words: Mapping[str, str]) -> Iterator[str]:
    """Yield the house rules that have a meaning in a variant, each with its value."""
    base, values = game.name.partition("_")[0], values_of(form, game)

    def named(kind: str, *keys: str) -> str:
        """Return the text of the first key that has one, else the last key itself."""
        return next(
            (words[key] for key in (f"{PAGE}{kind}.{one}" for one in keys) if key in words),
            keys[-1],
        )

    for rule in form.rules:
        if rule.has_meaning(values):
            last = rule.name.rpartition(".")[2]
            value = {"-1": "none", "": "none"}.get(values[rule.name], values[rule.name])
            kinds = (f"{game.name}.{last}", f"{base}.{last}", last)
            told = named("value", *(f"{kind}.{value}" for kind in kinds), value)
            names = (f"{game.name}.{rule.name}", f"{base}.{rule.name}", rule.name)
            yield f"{named('option', *names)}: {told}"
