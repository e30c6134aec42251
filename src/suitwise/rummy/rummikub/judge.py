"""Questions about Rummikub as plain data: turns, best turns, plays, openings, scores.

Each kind of question has a function from its data to its answer, also plain data. What may be asked, and
the form of the answers, are those of ``suitwise rummy rule``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from suitwise.errors import NotationError
from suitwise.rummy.rummikub.rules.tiles import Table, Tiles, check_box, parts_of
from suitwise.rummy.rummikub.rules.turn import Fault, House, faults, scores
from suitwise.rummy.rummikub.solve.openings import best_opening, is_opening
from suitwise.rummy.rummikub.solve.tables import Aim
from suitwise.rummy.rummikub.solve.turns import Turn, best_turn, plays


def turn_faults(
    table: Table, rack: Tiles, opened: bool, new: str, house: House
) -> tuple[Fault, ...]:
    """Return what is wrong with a turn, nothing if it is legal.

    >>> old = Table.parse("r1r2r3")
    >>> turn_faults(old, Tiles.parse("r4 k9 b9 o9"), False, "r1r2r3r4/k9b9o9", House())
    ('opening-short',)
    """
    check_box(table.counts, rack.counts)
    found = faults(table, rack, opened, parts_of(new), house)
    if found or opened or house.same == "no":
        return found
    played = Turn(table, Table.parse(new)).played
    return () if is_opening(played, house) else ("opening-short",)


def answer(kind: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a question.

    Args:
        kind: turn, best, plays, opening or score.
        given: the position and, if any, the options.

    Raises:
        NotationError: the question can't be read.
        IllegalPosition: it has tiles that no box has.

    >>> answer("opening", {"rack": "k9 r9 j k1 k2 k3"})
    {'points': 33, 'opens': True}
    """
    if kind not in _ANSWERS:
        raise NotationError(f"{kind!r} is no kind of question: write {', '.join(_ANSWERS)}")
    options = given.get("options", {})
    if not isinstance(options, dict):
        raise NotationError("options are an object of names and values")
    try:
        return _ANSWERS[kind](given, House.of(options))
    except KeyError as error:
        raise NotationError(f"a question of the kind {kind} needs {error.args[0]!r}") from None


def _position(given: dict[str, Any]) -> tuple[Table, Tiles]:
    return Table.parse(_text(given, "table")), Tiles.parse(_text(given, "rack"))


def _text(given: dict[str, Any], name: str) -> str:
    if not isinstance(given[name], str):
        raise NotationError(f"{name} is a text, not {str(given[name])[:24]}")
    text: str = given[name]
    return text


def _turn(given: dict[str, Any], house: House) -> dict[str, Any]:
    if not isinstance(given["opened"], bool):
        raise NotationError("opened is true or false")
    table, rack = _position(given)
    found = turn_faults(table, rack, given["opened"], _text(given, "new"), house)
    return {"legal": not found, "reasons": list(found)}


def _best(given: dict[str, Any], house: House) -> dict[str, Any]:
    table, rack = _position(given)

    def most(aim: Aim) -> list[int]:
        turn = best_turn(table, rack, aim, house)
        numbers = [turn.tiles, turn.points] if turn else [0, 0]
        return numbers if aim == "tiles" else numbers[::-1]

    return {"tiles": most("tiles"), "points": most("points")}


def _plays(given: dict[str, Any], house: House) -> dict[str, Any]:
    return {"count": sum(1 for _ in plays(*_position(given), house))}


def _opening(given: dict[str, Any], house: House) -> dict[str, Any]:
    points = best_opening(Tiles.parse(_text(given, "rack"))).points
    return {"points": points, "opens": points >= house.opening}


def _score(given: dict[str, Any], _house: House) -> dict[str, Any]:
    racks, out, following = given["racks"], given["out"], given["next"]
    if not isinstance(racks, list) or not 2 <= len(racks) <= 4:
        raise NotationError("racks are two to four texts")
    seats = range(len(racks))
    if (out is not None and out not in seats) or following not in seats:
        raise NotationError(f"out and next are seats from 0 to {len(racks) - 1}; out may be null")
    read = [Tiles.parse(rack) for rack in racks]
    check_box(*(rack.counts for rack in read))
    return {"scores": list(scores(read, out, following))}


_ANSWERS: dict[str, Callable[[dict[str, Any], House], dict[str, Any]]] = {
    "turn": _turn,
    "best": _best,
    "plays": _plays,
    "opening": _opening,
    "score": _score,
}
