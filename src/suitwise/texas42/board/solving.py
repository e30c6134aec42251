"""Four hands that all see: what each legal play is worth (rules page, Solvers and players)."""

from __future__ import annotations

from collections.abc import Mapping

from suitwise.errors import IllegalPosition
from suitwise.foundation.seating import NOBODY, SEATS, partner, side
from suitwise.foundation.text.phrases import Phrase, Seat, Side, phrase
from suitwise.players.board.questions import Answer, Field, Question, Row
from suitwise.texas42.board.fields import (
    LEADER,
    OUT,
    TRUMPS,
    declaration_in,
    hand_field,
    hands_in,
    seat_in,
    trick_field,
)
from suitwise.texas42.face.names import points_named, tricks_named
from suitwise.texas42.rules.dominoes import HAND_POINTS, format_dominoes, parse_dominoes
from suitwise.texas42.rules.position import Position
from suitwise.texas42.solve.solver import best_line, losing_moves, reaching_moves, solve_moves

_STARTS = ("5-0 4-1 3-3 3-2", "5-1 4-4 1-1 0-0", "6-6 6-0 5-5 3-1", "6-4 6-1 2-2 2-1")
"""Hands whose plays differ."""


def position_in(fields: Mapping[str, str]) -> Position:
    """Return the position that a form holds.

    Raises:
        SuitwiseError: a text is none of dominoes, or no play leads to the position.
    """
    position = Position(
        declaration_in(fields),
        hands_in(fields),
        seat_in(fields, "leader"),
        tuple(map(int, parse_dominoes(fields["trick"]))),
        seat_in(fields, "out"),
    )
    if position.over:
        raise IllegalPosition(
            phrase(
                "texas42.board.no-dominoes", "nobody holds a domino: deal some to the four hands"
            )
        )
    return position


def solved(fields: Mapping[str, str], more: int = 0) -> Answer:
    """Answer what each legal play is worth when all hands are seen.

    >>> hands = {"hand0": "0-0 6-3", "hand1": "6-5 3-2", "hand2": "3-1 6-4", "hand3": "2-0 5-4"}
    >>> rest = {"trick": "", "out": "", "bidder": "0", "need": "10"}
    >>> found = solved({"trumps": "1", "leader": "0", **hands, **rest})
    >>> print(found.verdict, *found.lines, *(f"{row.move}: {row.text}" for row in found.rows), sep="\\n")
    with best play by all four T0 take 17 of the 17 points that are left
    T0 need 10 more: that can be reached
    a line of best play: 0-0 3-2 6-4 2-0, 6-3 6-5 3-1 5-4
    0-0: 17 points, reached
    6-3: 6 points, not reached
    """
    position = position_in(fields)
    if position.out == NOBODY:
        verdict, lines, rows = _for_points(position, fields)
    else:
        verdict, lines, rows = _for_tricks(position)
    line = phrase("texas42.board.line", "a line of best play: {plays}", plays=_line(position))
    return Answer(verdict, (*lines, line), rows, command=_command(position))


def _for_points(
    position: Position, fields: Mapping[str, str]
) -> tuple[Phrase, list[Phrase], list[Row]]:
    """Return what the four play for, the points of the side on turn with each play."""
    own, left = side(position.turn), position.points_left
    found = solve_moves(position)
    mine = {play: points if own == 0 else left - points for play, points in found.items()}
    most = max(mine.values())
    verdict = phrase(
        "texas42.board.worth",
        "with best play by all four {side} take {n} of the {left} points that are left",
        side=Side(own),
        n=most,
        left=left,
    )
    by_worth = sorted(mine, key=lambda play: -mine[play])
    if not fields["need"]:
        return (
            verdict,
            [],
            [
                Row(str(play), points_named(mine[play]), mine[play], mine[play] == most)
                for play in by_worth
            ],
        )
    takers, need = int(fields["bidder"] or own), int(fields["need"])
    reached = reaching_moves(position, takers, need)
    wanted = own == takers
    can = (any if wanted else all)(reached.values())
    good = {play for play, is_reached in reached.items() if is_reached == wanted}
    rows = [
        Row(
            str(play),
            _reached(mine[play], reached[play]),
            mine[play],
            play in good if good else mine[play] == most,
        )
        for play in by_worth
    ]
    return verdict, [_needed(takers, need, can)], rows


def _needed(takers: int, need: int, can: bool) -> Phrase:
    if can:
        return phrase(
            "texas42.board.can",
            "{side} need {n} more: that can be reached",
            side=Side(takers),
            n=need,
        )
    return phrase(
        "texas42.board.cannot",
        "{side} need {n} more: that can't be reached",
        side=Side(takers),
        n=need,
    )


def _reached(points: int, is_reached: bool) -> Phrase:
    named = points_named(points)
    if is_reached:
        return phrase("texas42.board.reached", "{points}, reached", points=named)
    return phrase("texas42.board.missed", "{points}, not reached", points=named)


def _for_tricks(position: Position) -> tuple[Phrase, list[Phrase], list[Row]]:
    """Return what nello comes to: the tricks that the bidder takes, who wants none."""
    bidder = partner(position.out)
    found, lost = solve_moves(position), losing_moves(position)
    is_own = position.turn == bidder
    best = (min if is_own else max)(found.values())
    verdict = phrase(
        "texas42.board.nello",
        "with best play {seat} takes {tricks}",
        seat=Seat(bidder),
        tricks=tricks_named(best),
    )
    can = (any if is_own else all)(lost.values())
    loses = (
        phrase("texas42.board.loses", "{seat} can lose every trick that is left", seat=Seat(bidder))
        if can
        else phrase("texas42.board.must-take", "{seat} can't lose them all", seat=Seat(bidder))
    )
    ordered = sorted(found, key=lambda play: found[play] if is_own else -found[play])
    rows = [
        Row(str(play), tricks_named(found[play]), found[play], found[play] == best)
        for play in ordered
    ]
    return verdict, [loses], rows


def _line(position: Position) -> str:
    """Return a line of best play, its tricks parted by commas."""
    tricks: list[str] = []
    trick: list[int] = list(position.trick)
    for play in best_line(position):
        position, done = position.with_play(play)
        trick.append(play)
        if done:
            tricks.append(format_dominoes(trick, " "))
            trick = []
    return ", ".join(tricks)


def _command(position: Position) -> str:
    """Return the same at the command line."""
    return f'echo "{position}" | suitwise texas42 solve --moves'


SOLVE = Question(
    "solve",
    (
        TRUMPS,
        LEADER,
        *(hand_field(seat, _STARTS[seat]) for seat in SEATS),
        trick_field(3),
        Field("bidder", "choice", "0", choices=("0", "1"), is_needed=False),
        Field("need", "count", most=HAND_POINTS, is_needed=False),
        OUT,
    ),
    solved,
)
"""What each play is worth when all four hands are seen."""
