"""Replaying a record: the view with all hands open after each move.

A record comes from a table, from a file, or from anybody at all, so it is treated as hostile input.
Nothing is shown before the rules have replayed it, move by move.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import CardText, Phrase, phrase, phrased, reason_of
from suitwise.game import OVER, Game, Record, load
from suitwise.players.board import board_of
from suitwise.players.face import Face, face_of
from suitwise.players.face_values import Told, ended
from suitwise.table.rules import chance

MOST_PLIES = 6000
"""The most moves of a record; a longer match can be viewed deal by deal."""
MOST_MOVES = 2000
"""The most moves of a perfect-information puzzle; a larger one would block the server for too long."""
_UNREADABLE = KeyError, TypeError, ValueError, OverflowError, RecursionError
"""What is raised at JSON that is no record."""

Mark: TypeAlias = Literal["", "trick", "deal"]


class BadRecord(Exception):
    """Raised if a record can't be replayed.

    Args:
        why: the reason.
    """

    def __init__(self, why: Phrase) -> None:
        super().__init__(why)
        self.why = why


class Ply(NamedTuple):
    """The view after a move, or at the start of a record.

    Args:
        seat: the seat that moved or forfeited; None for chance and the start.
        parts: the public view, and each seat's hand as ``own0``, ``own1``, ...
        told: the lines told about the move.
        mark: whether the move ended a trick or a deal.
    """

    seat: int | None
    parts: dict[str, Any]
    told: tuple[Told, ...] = ()
    mark: Mark = ""


def why_too_big(game: Game[Any]) -> Phrase | None:
    """Return why a game is too big for a table; None if it is not.

    This concerns puzzles only, whose length shows how large their positions are. The length of other
    games only shows how long they last.

    >>> why_too_big(load("stacks(height=1000)")), why_too_big(load("tractor"))
    ('a game at a table has at most 2000 moves', None)
    """
    if not game.facts.perfect_information or (game.facts.longest_game or 0) <= MOST_MOVES:
        return None
    return phrase("table.too-big", "a game at a table has at most {n} moves", n=MOST_MOVES)


@dataclass(frozen=True)
class Replay:
    """A record that has been parsed.

    Args:
        game: its game.
        text: its text.
        records: the stretches of the game; all but the last end with a forfeited hand.
        forfeits: the scores of those hands.
    """

    game: Game[Any]
    text: str
    records: tuple[Record, ...]
    forfeits: tuple[chance.Forfeit, ...] = ()

    @staticmethod
    def read(text: str) -> Replay:
        """Parse a record: the engine's text, its JSON, or a table's export.

        Raises:
            BadRecord: it can't be parsed, is too long, or mixes two games.

        >>> from suitwise.game import play
        >>> from suitwise.players import RandomPlayer
        >>> record = play(load("texas42(match=hand)").start(), RandomPlayer(1), seed=1)
        >>> plies = list(Replay.read(str(record)).plies())
        >>> len(record.moves), len(plies), [ply.mark for ply in plies if ply.mark]
        (49, 50, ['trick', 'trick', 'trick', 'deal'])
        >>> try:
        ...     Replay.read("game kuhn\\nmoves K Q")
        ... except BadRecord as error:
        ...     print(error.why)
        line 2: 'moves' stands where 'start' belongs
        """
        records, forfeits = _read(text)
        if sum(len(record.moves) for record in records) > MOST_PLIES:
            raise BadRecord(
                phrase(
                    "table.long-record",
                    "a record of at most {n} moves can be looked at: take one deal of it",
                    n=MOST_PLIES,
                )
            )
        fault = chance.why_not_one_game(records)
        if fault is not None:
            raise BadRecord(fault)
        try:
            game = load(records[0].game)
        except SuitwiseError as error:
            raise BadRecord(reason_of(error)) from None
        too_big = why_too_big(game)
        if too_big is not None:
            raise BadRecord(too_big)
        return Replay(game, text, records, forfeits)

    def plies(self) -> Iterator[Ply]:
        """Replay the record: yield the view at its start and after each move.

        Raises:
            BadRecord: a move is illegal, or the result is not the recorded one.
        """
        face = face_of(self.game)
        for at, record in enumerate(self.records):
            state = yield from self._replay_record(face, record, has_begun=at > 0)
            if at < len(self.forfeits):
                following = self.records[at + 1].start if at + 1 < len(self.records) else None
                yield _forfeit_ply(face, state, self.forfeits[at], following)

    def state_at(self, ply: int) -> Any:
        """Return the position at a ply, as numbered by ``plies``.

        Raises:
            BadRecord: the record can't be replayed, or is shorter.
        """
        state: Any = None
        number = 0
        try:
            for at, record in enumerate(self.records):
                for place, shown in enumerate(record.states()):
                    # The first ply of a later stretch is the forfeit, shown with the hand that it ended.
                    state = state if at and place == 0 else shown
                    if number == ply:
                        return state
                    number += 1
        except SuitwiseError as error:
            raise BadRecord(reason_of(error)) from None
        if number == ply and len(self.forfeits) == len(self.records):  # the last hand was forfeited
            return state
        raise BadRecord(phrase("table.no-ply", "the record has not so many moves"))

    def _replay_record(
        self, face: Face, record: Record, has_begun: bool
    ) -> Generator[Ply, None, Any]:
        try:
            state = self.game.parse(record.start)
        except SuitwiseError as error:
            raise BadRecord(reason_of(error)) from None
        if not has_begun:
            yield Ply(None, _all_hands(face, state))
        for number, text in enumerate(record.moves, 1):
            try:
                move = state.parse_move(text)
                after = state.after(move)
            except SuitwiseError as error:
                raise BadRecord(self._illegal_move(number, text, error)) from None
            told = tuple(face.told(state, move, after))
            seat = state.turn if state.turn >= 0 else None
            mark = _mark(face, state, after)
            last = (state, move) if mark == "deal" and after.turn != OVER else None
            yield Ply(seat, _all_hands(face, after, last), told, mark)
            state = after
        if state.returns() != record.returns:
            raise BadRecord(
                phrase(
                    "table.other-returns",
                    "the returns are {said} in the record and {true} in the game",
                    said=_numbers(record.returns),
                    true=_numbers(state.returns()),
                )
            )
        return state

    def _illegal_move(self, number: int, text: str, error: SuitwiseError) -> Phrase:
        """Return the reason why a move is illegal, with its line if the record has lines."""
        line, move, why = _line_of(self.text, number), text[:24], reason_of(error)
        if line is None:
            return phrase("table.bad-move", "move {n}, {move}: {why}", n=number, move=move, why=why)
        return phrase(
            "table.bad-move-at",
            "line {line}, move {n}, {move}: {why}",
            line=line,
            n=number,
            move=move,
            why=why,
        )


# --- Parsing --------------------------------------------------------------------------------------


def _read(text: str) -> tuple[tuple[Record, ...], tuple[chance.Forfeit, ...]]:
    try:
        if not text.lstrip().startswith(("{", "[")):
            return (Record.parse(text),), ()
        plain = json.loads(text)
        json.dumps(plain, ensure_ascii=False).encode()  # lone surrogates raise an error here
        if isinstance(plain, Mapping) and "record" in plain:
            return tuple(chance.records_in(plain)), tuple(chance.forfeits_in(plain))
        return (Record.from_json(plain),), ()
    except json.JSONDecodeError as error:
        raise BadRecord(
            phrase("table.bad-json", "line {line}: this is no JSON", line=error.lineno)
        ) from None
    except SuitwiseError as error:
        raise BadRecord(phrased(str(error))) from None
    except _UNREADABLE:
        raise BadRecord(
            phrase(
                "table.no-record",
                "this is no record: open one that a table has saved, or that a command has written",
            )
        ) from None


def _line_of(text: str, number: int) -> int | None:
    """Return the line of a move in a record's text; None if the record is JSON.

    >>> _line_of("game kuhn\\nstart -\\nmoves K Q\\n      p p\\nreturns 1 -1", 3)
    4
    """
    count, is_moves = 0, False
    for at, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or line.startswith("#"):
            continue
        if not line[0].isspace():
            is_moves = words[0] == "moves"
            words = words[1:]
        count += len(words) if is_moves else 0
        if count >= number:
            return at
    return None


def _numbers(values: tuple[float, ...]) -> str:
    return " ".join(f"{value:g}" for value in values)


# --- Views ----------------------------------------------------------------------------------------


def _mark(face: Face, before: Any, after: Any) -> Mark:
    if after.turn == OVER or (face.is_between(after) and not face.is_between(before)):
        return "deal"
    return "trick" if face.is_trick_whole(before, after) else ""


def _all_hands(face: Face, state: Any, last: tuple[Any, Any] | None = None) -> dict[str, Any]:
    """Return the parts of a view with all hands.

    Args:
        face: the game's face.
        state: the state.
        last: between two deals, the state before the last move, and that move.
    """
    common = face.common(state)
    if last is not None:
        common = face.concluded(*last, state, common)
    seats = range(len(common["seats"]))
    own = {f"own{seat}": _hand(face, state, seat, common) for seat in seats}
    return {**common, **own, "board": board_asked(face.game.name, state)}


def board_asked(game: str, state: Any, move: str = "") -> dict[str, Any] | None:
    """Return the analysis-board question for a state with open hands; None if there is none.

    Args:
        game: the game's name.
        state: the state.
        move: the move made there, if the question is about the move.

    >>> from suitwise.game import load
    >>> state, _ = load("stacks(stacks=2,suits=2,height=2)").start().rolled(1, 0)
    >>> board_asked("stacks", state)["ask"], board_asked("gin", load("gin").start())
    ('decide', None)
    """
    board = board_of(game)
    question = None
    if move and board is not None and board.of_move is not None:
        question = board.of_move(state, move)
    if question is None and board is not None and board.of is not None:
        question = board.of(state, max(state.turn, 0))
    return None if question is None else {"game": game, "ask": question[0], "fields": question[1]}


def _hand(face: Face, state: Any, seat: int, common: dict[str, Any]) -> dict[str, Any]:
    """Return a seat's cards in display order; for a game shown as plain text, as text."""
    if face.kind != "plain":
        cards = [card for row in face.rows(state, seat) for card in row["cards"]]
        return {"cards": cards or _held(state, seat)}
    seen = face.parts(state, seat, common)
    cards = [str(card) for card in seen["hand"]["held"]]
    text = phrase("table.cards", "{cards}", cards=CardText(" ".join(cards)))
    return {"cards": [text] if cards else [], "view": seen["view"]}


def _held(state: Any, seat: int) -> list[Any]:
    cards = state.sight(seat).held
    return (cards[seat] or []) if cards else []


def _forfeit_ply(face: Face, state: Any, stated: chance.Forfeit, following: str | None) -> Ply:
    """Return the ply of a forfeit, after ruling on the false claim again."""
    fault = chance.verify_forfeit(state, stated, following)
    if fault is not None:
        raise BadRecord(fault)
    cost = face.forfeited(state, stated.seat)
    text, *others = cost.said
    over = {
        **ended(text, others, is_match=cost.after is None),
        "headline": face.verdict_of_forfeit(state, cost.score, None)._asdict(),
    }
    shown = {**_all_hands(face, state), "over": over}
    return Ply(stated.seat, shown, tuple(map(Told, cost.said)), "deal")
