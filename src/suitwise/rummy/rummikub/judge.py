"""Questions about Rummikub as plain data: turns, best turns, plays, openings, scores."""

from __future__ import annotations

from typing import Any

from suitwise.errors import NotationError
from suitwise.rummy.judge import Answers, Given, answer_by, text_in, truth_in
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
    return answer_by(_ANSWERS, kind, given, House.of)


def _position(given: Given) -> tuple[Table, Tiles]:
    return Table.parse(text_in(given, "table")), Tiles.parse(text_in(given, "rack"))


def _turn(given: Given, house: House) -> dict[str, Any]:
    opened = truth_in(given, "opened")
    table, rack = _position(given)
    found = turn_faults(table, rack, opened, text_in(given, "new"), house)
    return {"legal": not found, "reasons": list(found)}


def _best(given: Given, house: House) -> dict[str, Any]:
    table, rack = _position(given)

    def most(aim: Aim) -> list[int]:
        turn = best_turn(table, rack, aim, house)
        numbers = [turn.tiles, turn.points] if turn else [0, 0]
        return numbers if aim == "tiles" else numbers[::-1]

    return {"tiles": most("tiles"), "points": most("points")}


def _plays(given: Given, house: House) -> dict[str, Any]:
    return {"count": sum(1 for _ in plays(*_position(given), house))}


def _opening(given: Given, house: House) -> dict[str, Any]:
    points = best_opening(Tiles.parse(text_in(given, "rack"))).points
    return {"points": points, "opens": points >= house.opening}


def _score(given: Given, _house: House) -> dict[str, Any]:
    racks, out, following = given["racks"], given["out"], given["next"]
    if not isinstance(racks, list) or not 2 <= len(racks) <= 4:
        raise NotationError("racks are two to four texts")
    if not all(isinstance(rack, str) for rack in racks):
        raise NotationError("racks are two to four texts")
    seats = [following] if out is None else [out, following]
    if any(type(seat) is not int or not 0 <= seat < len(racks) for seat in seats):
        raise NotationError(f"out and next are seats from 0 to {len(racks) - 1}; out may be null")
    read = [Tiles.parse(rack) for rack in racks]
    check_box(*(rack.counts for rack in read))
    return {"scores": list(scores(read, out, following))}


_ANSWERS: Answers = {
    "turn": _turn,
    "best": _best,
    "plays": _plays,
    "opening": _opening,
    "score": _score,
}
