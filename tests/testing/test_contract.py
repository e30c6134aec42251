"""The contract suite passes good games, and fails bad ones at the check of the promise they break."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

from suitwise import game as games
from suitwise.errors import IllegalMove, NotationError
from suitwise.game import CHANCE, OVER, Facts, Game, State
from suitwise.testing import CHECKS, ContractBroken, Trial, check_game, fault_of, name_of
from suitwise.testing.contract import SlowMoves
from suitwise.testing.kuhn import CARDS, Kuhn, KuhnState
from tests.wheel import Wheel

# --- Kuhn poker again, built so that a variant can break one thing --------------------------------


@dataclass(frozen=True)
class Variant(Game[str]):
    """Kuhn poker; what a broken variant changes is in its class."""

    name: ClassVar[str] = "sound"
    kind: ClassVar[type[Copy]]
    changed: ClassVar[dict[str, Any]] = {}

    @property
    def facts(self) -> Facts:
        return replace(Kuhn().facts, **self.changed)

    def start(self) -> Copy:
        return self.kind(Kuhn().start(), self)

    def parse(self, text: str) -> Copy:
        return self.kind(Kuhn().parse(text), self)

    def move_number(self, move: str) -> int:
        return "pb".index(move)

    def numbered_move(self, number: int) -> str:
        return "pb"[number]


@dataclass(frozen=True)
class Copy(State[str]):
    """A state of Kuhn poker."""

    kuhn: KuhnState
    variant: Variant

    @property
    def game(self) -> Variant:
        return self.variant

    @property
    def turn(self) -> int:
        return self.kuhn.turn

    def moves(self) -> Collection[str]:
        return self.kuhn.moves()

    def after(self, move: str) -> Any:
        reason = self.why_not(move)
        if reason is not None:
            raise IllegalMove(reason)
        return self.on(self.kuhn.after(move))

    def on(self, kuhn: KuhnState) -> Any:
        return replace(self, kuhn=kuhn)

    def returns(self) -> tuple[float, ...]:
        return self.kuhn.returns()

    def __str__(self) -> str:
        return str(self.kuhn)

    def parse_move(self, text: str) -> str:
        return self.kuhn.parse_move(text)

    def view(self, seat: int) -> str:
        return self.kuhn.view(seat)

    def observe(self, seat: int) -> NDArray[np.float32]:
        return self.kuhn.observe(seat)

    def resample(self, seat: int, seed: int, stream: int) -> Any:
        return self.on(self.kuhn.resample(seat, seed, stream))


Variant.kind = Copy

# --- One broken game after another ----------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """A broken game, the checks it fails and what the first of them says."""

    game: Variant
    check: str
    fault: str
    also: frozenset[str]
    slow_moves: SlowMoves | None = None


CASES: list[Case] = []


def fails(
    check: str,
    fault: str,
    *,
    also: Collection[str] = (),
    slow_moves: SlowMoves | None = None,
    game: type[Variant] = Variant,
    **changed: Any,
) -> Callable[[type], type]:
    """Note a broken kind of state or of game; ``changed`` are the facts that it declares."""

    def note(broken: type) -> type:
        base = broken if issubclass(broken, Variant) else game
        scope: dict[str, Any] = {
            "name": re.sub(r"(?<!^)(?=[A-Z])", "_", broken.__name__).lower(),
            "changed": changed,
        }
        if issubclass(broken, Copy):
            scope["kind"] = broken
        kind = type(broken.__name__, (base,), scope)
        CASES.append(Case(kind(), check, fault, frozenset(also), slow_moves))
        return broken

    return note


# Facts


@fails("facts", "the move b has number 1 of 1", distinct_moves=1)
class OneMoveDeclared(Copy):
    pass


@fails("facts", "move number 2 of 3 raises IndexError", distinct_moves=3)
class ThreeMovesDeclared(Copy):
    pass


@fails("facts", "move number 0 of 2 is b, but that has number 1")
class NumbersTheOtherWay(Variant):
    def numbered_move(self, number: int) -> str:
        return "bp"[number]


@fails("facts", "a game is longer than the 4 moves declared", longest_game=4)
class FourMovesLong(Copy):
    pass


@fails("facts", "a game is longer than the 0 moves declared", longest_game=0)
class NoMovesLong(Copy):
    pass


@fails("facts", "the turn is 1 in", also={"returns"}, seats=1)
class OneSeatDeclared(Copy):
    pass


@fails("facts", "a game has at least one seat", also={"returns", "information"}, seats=0)
class NoSeatDeclared(Copy):
    pass


@fails("facts", "chance moves in '-', though it is declared absent", chance=False)
class NoChanceDeclared(Copy):
    pass


@fails("facts", "chance is declared, but never moved in 20 games")
class NeverRolls(Variant):
    def start(self) -> Copy:
        return self.parse("KJ")


@fails("facts", "the lowest return is above the highest", also={"returns"}, lowest_return=9)
class LowestIsHighest(Copy):
    pass


# Text of the variant


@fails(
    "variant_text", "its text loads Misprints(stake=1), not Misprints(stake=2)", also={"records"}
)
@dataclass(frozen=True)
class Misprints(Variant):
    stake: int = 2

    def __str__(self) -> str:
        return f"{self.name}(stake=1)"


@fails("variant_text", "its text raises NotationError", also={"records"})
class IsUnknown(Variant):
    def __str__(self) -> str:
        return f"{self.name}(stake=2)"


@fails("variant_text", "' is of Variant()")
class StatesOfAnotherVariant(Copy):
    @property
    def game(self) -> Variant:
        return Variant() if self.kuhn.dealt else self.variant


# Text of a state


class ReadsLoosely(Variant):
    def parse(self, text: str) -> Copy:
        return super().parse(text.replace("\n:", ":").removesuffix(" "))


@fails("state_text", "is not one line", game=ReadsLoosely)
class TwoLines(Copy):
    def __str__(self) -> str:
        return str(self.kuhn).replace(":", "\n:")


@fails("state_text", "is not one line without blanks at its ends", game=ReadsLoosely)
class BlankAtTheEnd(Copy):
    def __str__(self) -> str:
        return f"{self.kuhn}{' ' if self.kuhn.bets else ''}"


@fails("state_text", "' parses back as '")
class ForgetsBets(Variant):
    def parse(self, text: str) -> Copy:
        found = Kuhn().parse(text)
        return self.kind(KuhnState(found.dealt, ""), self)


@fails("state_text", "' raises NotationError: not two cards", also={"information"})
class ReadsNoTwoCards(Variant):
    def parse(self, text: str) -> Copy:
        if len(text) == 2:
            raise NotationError("not two cards")
        return super().parse(text)


@dataclass(frozen=True)
class Parsed(Copy):
    """A state that knows, though it compares equal, whether it was read from text."""

    parsed: bool = field(default=False, compare=False)


class ReadsParsed(Variant):
    def parse(self, text: str) -> Copy:
        kind = self.kind
        assert issubclass(kind, Parsed)
        return kind(Kuhn().parse(text), self, parsed=True)


@fails("state_text", "'-' hashes differently parsed", game=ReadsParsed)
class HashesDifferently(Parsed):
    def __hash__(self) -> int:
        return hash((self.kuhn, self.parsed))


@fails("state_text", "' has other moves parsed", game=ReadsParsed)
class OffersLess(Parsed):
    def moves(self) -> Collection[str]:
        return list(self.kuhn.moves())[self.parsed and self.turn >= 0 :]

    def why_not(self, move: str) -> str | None:
        return self.kuhn.why_not(move)


@fails("state_text", "' has another turn parsed", game=ReadsParsed)
class TurnsDifferently(Parsed):
    @property
    def turn(self) -> int:
        return 1 - self.kuhn.turn if self.parsed and self.kuhn.turn >= 0 else self.kuhn.turn


# Hostile text


@fails("hostile_text", "raises ValueError")
class ReadsWithValueError(Variant):
    def parse(self, text: str) -> Copy:
        try:
            return super().parse(text)
        except NotationError:
            raise ValueError(text) from None


@fails("hostile_text", "the state '' raises IndexError")
class ReadsWithIndexError(Variant):
    def parse(self, text: str) -> Copy:
        assert text[0] or text
        return super().parse(text)


@fails("hostile_text", "Exceeds the limit (4300 digits)")
class ReadsLongNumbers(Variant):
    def parse(self, text: str) -> Copy:
        if text.isdecimal():
            int(text)
        return super().parse(text)


@fails("hostile_text", "is read after a null character")
class ReadsNulls(Variant):
    def parse(self, text: str) -> Copy:
        return super().parse(text.strip("\x00") or "-")


@fails("hostile_text", "is read, but raises ValueError: substring not found")
class ReadsImpossibleStates(Variant):
    def parse(self, text: str) -> Copy:
        dealt, _, bets = text.partition(":")
        if "9" in dealt and len(dealt) == 2 and bets == "pp":
            return self.kind(KuhnState(dealt, bets), self)
        return super().parse(text)


@fails("hostile_text", "the move '' raises KeyError")
class ReadsMovesWithKeyError(Copy):
    def parse_move(self, text: str) -> str:
        return {move: move for move in "pbJQK"}[text]


@fails("hostile_text", "the text '' is read as a move")
class ReadsNothingAsAMove(Copy):
    def parse_move(self, text: str) -> str:
        return self.kuhn.parse_move(text or "p")


# Moves


class Moves(Collection[str]):
    """A collection of moves to break."""

    def __init__(self, moves: Collection[str]) -> None:
        self.real = moves

    def __len__(self) -> int:
        return len(self.real)

    def __iter__(self) -> Iterator[str]:
        return iter(self.real)

    def __contains__(self, move: object) -> bool:
        return move in self.real


class OneMore(Moves):
    def __len__(self) -> int:
        return len(self.real) + bool(self.real)


class EachTwice(Moves):
    def __iter__(self) -> Iterator[str]:
        return iter([*self.real, *self.real])


class NotTheFirst(Moves):
    def __contains__(self, move: object) -> bool:
        return move in list(self.real)[1:]


class Everything(Moves):
    def __contains__(self, move: object) -> bool:
        return len(self.real) > 0


@fails("moves", "counts 4 moves and lists 3")
class CountsOneMore(Copy):
    def moves(self) -> Collection[str]:
        return OneMore(self.kuhn.moves())


@fails("moves", "counts 3 moves and lists 3")
class ListsTwice(Copy):
    def moves(self) -> Collection[str]:
        return EachTwice(self.kuhn.moves())


@fails("moves", "J is listed in '-' but not contained")
class ContainsTooLittle(Copy):
    def moves(self) -> Collection[str]:
        return NotTheFirst(self.kuhn.moves())

    def why_not(self, move: str) -> str | None:
        return self.kuhn.why_not(move)


@fails("moves", "is contained in '-' but not listed")
class ContainsTooMuch(Copy):
    def moves(self) -> Collection[str]:
        return Everything(self.kuhn.moves())

    def why_not(self, move: str) -> str | None:
        return self.kuhn.why_not(move)


@fails("moves", "the move 'p !' is not one word", also={"facts", "records"})
class MovesOfTwoWords(Copy):
    def moves(self) -> Collection[str]:
        return tuple(move.replace("p", "p !") for move in self.kuhn.moves())

    def after(self, move: str) -> Any:
        return super().after(move) if "p" not in move else self.on(self.kuhn.after("p"))

    def parse_move(self, text: str) -> str:
        return "p !" if text == "p !" else self.kuhn.parse_move(text)


@fails("moves", "the move p parses back as b", also={"records"})
class ReadsPassAsBet(Copy):
    def parse_move(self, text: str) -> str:
        return self.kuhn.parse_move(text.replace("p", "b"))


@fails("moves", "is legal in '-', but why not: I would not")
class ForbidsTheLegal(Copy):
    def why_not(self, move: str) -> str | None:
        return super().why_not(move) or "I would not"

    def after(self, move: str) -> Any:
        reason = super().why_not(move)
        if reason is not None:
            raise IllegalMove(reason)
        return self.on(self.kuhn.after(move))


@fails("moves", "has the turn 1 and 0 moves")
class SticksWithoutMoves(Copy):
    def moves(self) -> Collection[str]:
        return () if self.turn == 1 else self.kuhn.moves()


@fails("moves", "has the turn -2 and 1 moves", also={"hostile_text"})
class MovesAfterTheEnd(Copy):
    def moves(self) -> Collection[str]:
        return ("p",) if self.turn == OVER else self.kuhn.moves()


# Legal moves, against a slow definition


def kuhn_moves(state: State[Any]) -> Collection[str]:
    """Kuhn's moves by the text of the state alone."""
    dealt, _, bets = str(state).partition(":")
    dealt = dealt.replace("-", "")
    if len(dealt) < 2:
        return [card for card in "KQJ" if card not in dealt]
    return [] if re.fullmatch("pp|pbp|pbb|bp|bb", bets) else ["b", "p"]


@fails("legal_moves", "the slow definition has besides: b; not: none", slow_moves=kuhn_moves)
class NeverBetsSecond(Copy):
    def moves(self) -> Collection[str]:
        return ("p",) if self.kuhn.bets == "p" else self.kuhn.moves()


@fails("legal_moves", "the slow definition has besides: none; not: ", slow_moves=kuhn_moves)
class DealsTheSameCard(Copy):
    def moves(self) -> Collection[str]:
        return tuple("JQK") if self.turn == CHANCE else self.kuhn.moves()

    def after(self, move: str) -> Any:
        kuhn = self.kuhn
        if move in kuhn.dealt and self.turn == CHANCE:
            return self.on(KuhnState(kuhn.dealt + next(c for c in CARDS if c != move), ""))
        return super().after(move)


# Refusals


@fails("refusals", "accepts the illegal")
class AcceptsTheIllegal(Copy):
    def after(self, move: str) -> Any:
        return self if self.why_not(move) else super().after(move)


@fails("refusals", "raises KeyError")
class RefusesWithKeyError(Copy):
    def after(self, move: str) -> Any:
        return {legal: Copy.after(self, legal) for legal in self.moves()}[move]


@fails("refusals", "is refused without a reason")
class RefusesWithoutReason(Copy):
    def after(self, move: str) -> Any:
        if move not in self.moves():
            raise IllegalMove
        return super().after(move)


@fails("refusals", "has no why not")
class HasNoWhyNot(Copy):
    def why_not(self, move: str) -> str | None:
        return None

    def after(self, move: str) -> Any:
        if move not in self.moves():
            raise IllegalMove("no")
        return self.on(self.kuhn.after(move))


@fails("refusals", "the illegal 9 in '-' raises IndexError")
class ReadsMovesItCannotRefuse(Copy):
    def parse_move(self, text: str) -> str:
        return text if text == "9" else self.kuhn.parse_move(text)

    def after(self, move: str) -> Any:
        return "pb"[int(move)] if move == "9" else super().after(move)


# States are values


@dataclass(frozen=True)
class CountsUses(Copy):
    """A state that changes when moves are made from it."""

    uses: list[str] = field(default_factory=list, compare=False)

    def on(self, kuhn: KuhnState) -> Any:
        return replace(self, kuhn=kuhn, uses=[])

    def after(self, move: str) -> Any:
        after = super().after(move)
        self.uses.append(move)
        return after


@fails("undo", "a state changed when moves were made from it")
class Wears(CountsUses):
    def __str__(self) -> str:
        return str(self.kuhn) + "!" * (len(self.uses) > 3)


@fails("undo", "leads elsewhere the second time")
class LeadsElsewhere(CountsUses):
    def after(self, move: str) -> Any:
        after = super().after(move)
        return self if len(self.uses) > 2 else after


# Equality


@fails("equality", "' are equal")
class EqualByDeal(Copy):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, EqualByDeal) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def key(self) -> tuple[str, str]:
        return self.kuhn.dealt, self.kuhn.bets.replace("pbb", "pbp")


_BORN = itertools.count()


@dataclass(frozen=True)
class Born(Copy):
    """A state that knows when it was made."""

    born: int = field(default_factory=lambda: next(_BORN))

    def on(self, kuhn: KuhnState) -> Any:
        return replace(self, kuhn=kuhn, born=next(_BORN))


@fails(
    "equality",
    "two states with the text '-' differ",
    also={"state_text", "hostile_text", "undo", "seeds", "records"},
)
class EqualToItselfOnly(Born):
    pass


@fails(
    "equality",
    "'-' has two hashes",
    also={"state_text"},
)
class HashesByBirth(Born):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, HashesByBirth) and self.kuhn == other.kuhn

    def __hash__(self) -> int:
        return self.born


# Seeds

_ELSEWHERE = random.Random(1)
"""Chance from elsewhere than the seed."""


@fails("seeds", "seed 0 plays two different games")
class ShufflesUnseeded(Copy):
    def moves(self) -> Collection[str]:
        moves = list(self.kuhn.moves())
        return tuple(_ELSEWHERE.sample(moves, len(moves)))


@fails("seeds", "seed 0 samples two worlds for seat")
class ResamplesUnseeded(Copy):
    def resample(self, seat: int, seed: int, stream: int) -> Any:
        return super().resample(seat, _ELSEWHERE.randrange(99), stream)


# Chance


@fails("chance", "the outcome Q weighs 0")
class WeighsZero(Copy):
    def weight(self, move: str) -> int:
        return int(move != "Q")


@fails("chance", "the outcome J weighs -1")
class WeighsLessThanNothing(Copy):
    def weight(self, move: str) -> int:
        return -1


@fails("chance", "the outcome J weighs 0.5")
class WeighsHalf(Copy):
    def weight(self, move: str) -> Any:
        return 0.5


@fails("chance", "sum to 3221225472, beyond 2**31")
class WeighsTooMuch(Copy):
    def weight(self, move: str) -> int:
        return 1 << 30


# Returns


@fails("returns", "outside -1..1", lowest_return=-1, highest_return=1)
class PaysTooMuch(Copy):
    pass


@fails("returns", "'-' returns 1 numbers for 2 seats")
class PaysOneSeat(Copy):
    def returns(self) -> tuple[float, ...]:
        return self.kuhn.returns()[:1]


@fails("returns", "returns nan")
class PaysNothingKnown(Copy):
    def returns(self) -> tuple[float, ...]:
        return self.kuhn.returns() if self.turn == OVER else (float("nan"), 0.0)


@fails("returns", "'-' returns a list", also={"records"})
class PaysAList(Copy):
    def returns(self) -> Any:
        return list(self.kuhn.returns())


# Observations


@fails("observations", "the array's shape is (14,), not (13,)")
class Grows(Copy):
    def observe(self, seat: int) -> NDArray[np.float32]:
        return np.append(self.kuhn.observe(seat), np.zeros(len(self.kuhn.dealt), np.float32))


@fails("observations", "the array is of float64, not float32")
class ObservesDoubles(Copy):
    def observe(self, seat: int) -> Any:
        return self.kuhn.observe(seat).astype(float)


@fails("observations", "the array is not finite")
class ObservesNan(Copy):
    def observe(self, seat: int) -> NDArray[np.float32]:
        seen = self.kuhn.observe(seat)
        seen[len(self.kuhn.bets)] = np.nan
        return seen


@fails("observations", "sees alike and observes differently")
class ObservesTheOther(Copy):
    def observe(self, seat: int) -> NDArray[np.float32]:
        return self.kuhn.observe(0) + self.kuhn.observe(1)


# Information


@fails("information", "in a world sampled from")
class ShowsTheOther(Copy):
    def view(self, seat: int) -> str:
        return str(self)


@fails("information", "in a world sampled from")
class ResamplesOwnCard(Copy):
    def resample(self, seat: int, seed: int, stream: int) -> Any:
        return self.on(self.kuhn.resample(1 - seat, seed, stream))


@fails("information", "' raises NotationError")
class ResamplesTheSameCard(Copy):
    def resample(self, seat: int, seed: int, stream: int) -> Any:
        if len(self.kuhn.dealt) < 2 or self.view(seat) == str(self):
            return self
        return self.on(KuhnState(self.kuhn.dealt[seat] * 2, self.kuhn.bets))


@fails("information", "resampling never changes anything, though information is hidden")
class ResamplesNothing(Copy):
    def resample(self, seat: int, seed: int, stream: int) -> Any:
        return self


@fails("information", "depend on what it can't see")
class MayNotBetAgainstKing(Copy):
    def moves(self) -> Collection[str]:
        forbidden = self.turn >= 0 and self.kuhn.dealt[1 - self.turn] == "K"
        return ("p",) if forbidden else self.kuhn.moves()


@fails("information", "by whose turn it is")
class KingMovesFirst(Copy):
    @property
    def turn(self) -> int:
        return self.kuhn.turn if self.kuhn.turn < 0 else int(self.kuhn.dealt[1] == "K")


@fails("information", "though information is declared perfect", perfect_information=True)
class PerfectDeclared(Copy):
    pass


@fails("information", "though information is declared perfect", perfect_information=True)
class PerfectAndHiding(Copy):
    def resample(self, seat: int, seed: int, stream: int) -> Any:
        return self


@fails("information", "can't be played on: '-' refuses the legal ")
class ResamplesDeadEnds(Copy):
    def resample(self, seat: int, seed: int, stream: int) -> Any:
        return DeadEnd(super().resample(seat, seed, stream).kuhn, self.variant)


class DeadEnd(Copy):
    def after(self, move: str) -> Any:
        raise IllegalMove("this world is not one to play in")


# Records


@fails("records", "replaying a record raises IllegalMove: move 1, ", game=ReadsParsed)
class StandsStillParsed(Parsed):
    def after(self, move: str) -> Any:
        if self.parsed:
            raise IllegalMove("read from text, it stands still")
        return super().after(move)


@fails("records", "a record replays to other states", game=ReadsParsed)
class DealsBackwardsParsed(Parsed):
    def on(self, kuhn: KuhnState) -> Any:
        if self.parsed and len(kuhn.dealt) == 2 and not kuhn.bets:
            kuhn = KuhnState(kuhn.dealt[::-1], "")
        return replace(self, kuhn=kuhn)

    def returns(self) -> tuple[float, ...]:
        return (0.0, 0.0)


@fails("records", "a record as JSON raises TypeError")
class PaysInSinglePrecision(Copy):
    def returns(self) -> Any:
        return tuple(map(np.float32, self.kuhn.returns()))


# --- The tests ------------------------------------------------------------------------------------


def name(case: Case) -> str:
    return case.game.name


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the games of this file known, for as long as a test runs."""
    kinds: list[type[Game[Any]]] = [Wheel, Variant, *(type(case.game) for case in CASES)]
    monkeypatch.setattr(games, "_GAMES", {kind.name: kind for kind in kinds} | games._GAMES)


@pytest.mark.parametrize("check", CHECKS, ids=name_of)
@pytest.mark.parametrize(
    "game", [Kuhn(), Variant(), Wheel(), Wheel(sectors=1), Wheel(7, True, "pie")], ids=str
)
def test_a_sound_game_passes_every_check(game: Game[Any], check: Callable[[Trial], None]) -> None:
    assert fault_of(check, Trial(game, games=30, seed=5)) is None


def test_kuhn_has_the_moves_of_its_slow_definition() -> None:
    check_game(Kuhn(), slow_moves=kuhn_moves)


@pytest.mark.parametrize("case", CASES, ids=name)
def test_a_broken_game_fails_the_check_of_its_promise(case: Case) -> None:
    trial = Trial(case.game, slow_moves=case.slow_moves)
    faults = {name_of(check): fault_of(check, trial) for check in CHECKS}
    told = faults[case.check] or "nothing"
    assert case.fault in told
    assert told.startswith(f"{case.game}: ")
    assert {check for check, fault in faults.items() if fault} == {case.check, *case.also}


@pytest.mark.parametrize("check", CHECKS, ids=name_of)
def test_every_check_fails_some_game_that_passes_all_others(check: Callable[[Trial], None]) -> None:
    assert any(case.check == name_of(check) and not case.also for case in CASES)


def test_check_game_raises_the_first_broken_promise() -> None:
    case = next(case for case in CASES if case.game.name == "one_seat_declared")
    with pytest.raises(ContractBroken, match=r"^one_seat_declared: the turn is 1 in "):
        check_game(case.game)


def test_the_seed_and_the_number_of_games_choose_what_is_played() -> None:
    def lengths(seed: int, games: int) -> list[str]:
        return [str(states[-1]) for states, _ in Trial(Kuhn(), games, seed).plays()]

    assert lengths(1, 9) == lengths(1, 12)[:9]
    assert lengths(1, 9) != lengths(2, 9)


def test_a_game_without_a_bound_is_broken_off() -> None:
    states, moves = Trial(Endless()).play_on(Endless().start(), 0)
    assert len(states) == len(moves) + 1 == 2001


class SpinsOn(Copy):
    def moves(self) -> Collection[str]:
        return ("p",)

    def after(self, move: str) -> Any:
        return self

    @property
    def turn(self) -> int:
        return 0


class Endless(Variant):
    name = "endless"
    kind = SpinsOn
    changed: ClassVar[dict[str, Any]] = {"longest_game": None}
