"""Games whose moves are counted, listed, read or refused wrongly."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar

import numpy as np

from suitwise.errors import IllegalMove, NotationError
from suitwise.foundation.text.phrases import Phrase, phrase, phrased
from suitwise.game import CHANCE, OVER, State
from suitwise.testing import Kuhn
from suitwise.testing.poker import CARDS, KuhnState
from tests.testing.broken.case import Case, Copy, Variant, note

CASES: list[Case] = []
fails = partial(note, CASES)


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

    def why_not(self, move: str | int) -> Phrase | None:
        return self.kuhn.why_not(move)


@fails("moves", "is contained in '-' but not listed")
class ContainsTooMuch(Copy):
    def moves(self) -> Collection[str]:
        return Everything(self.kuhn.moves())

    def why_not(self, move: str | int) -> Phrase | None:
        return self.kuhn.why_not(move)


@fails("moves", "the move 'p !' is not one word", also={"facts", "fields", "records"})
class MovesOfTwoWords(Copy):
    def moves(self) -> Collection[str]:
        return tuple(move.replace("p", "p !") for move in self.kuhn.moves())

    def after(self, move: str | int) -> Any:
        return super().after(move) if "p" not in str(move) else self.on(self.kuhn.after("p"))

    def parse_move(self, text: str) -> str:
        return "p !" if text == "p !" else self.kuhn.parse_move(text)


@fails("moves", "the move p parses back as b", also={"records"})
class ReadsPassAsBet(Copy):
    def parse_move(self, text: str) -> str:
        return self.kuhn.parse_move(text.replace("p", "b"))


@fails("moves", "is legal in '-', but why not: I would not")
class ForbidsTheLegal(Copy):
    def why_not(self, move: str | int) -> Phrase | None:
        return super().why_not(move) or phrase("broken.would-not", "I would not")

    def after(self, move: str | int) -> Any:
        reason = super().why_not(move)
        if reason is not None:
            raise IllegalMove(reason)
        return self.on(self.kuhn.after(move))


class Word(str):
    """A move that is not any text, though it is one."""

    __slots__ = ()


WRITE_A_WORD = phrase("broken.write", "write a word")


class OfWords(Copy):
    """Moves are words; ``after`` and ``why_not`` read texts where a game of words should."""

    def moves(self) -> Collection[str]:
        return tuple(map(Word, self.kuhn.moves()))

    def parse_move(self, text: str) -> str:
        return Word(self.kuhn.parse_move(text))


@fails("moves", "after the text J raises AttributeError: 'str' object has no attribute 'word'")
class PlaysNoText(OfWords):
    def after(self, move: str | int) -> Any:
        if not isinstance(move, Word):
            raise AttributeError(f"{type(move).__name__!r} object has no attribute 'word'")
        return self.on(self.kuhn.after(str(move)))


@fails("moves", "J is legal in '-', but why not its text: write a word")
class ForbidsText(OfWords):
    def why_not(self, move: str | int) -> Phrase | None:
        return self.kuhn.why_not(str(move)) if isinstance(move, Word) else WRITE_A_WORD


@fails("moves", "the text J leads elsewhere than the move")
class MisreadsText(OfWords):
    def after(self, move: str | int) -> Any:
        read = str(move) if isinstance(move, Word) else list(self.kuhn.moves())[-1]
        return self.on(self.kuhn.after(read))


@fails("moves", "has the turn 1 and 0 moves")
class SticksWithoutMoves(Copy):
    def moves(self) -> Collection[str]:
        return () if self.turn == 1 else self.kuhn.moves()


@fails("moves", "has the turn -2 and 1 moves", also={"hostile_text"})
class MovesAfterTheEnd(Copy):
    def moves(self) -> Collection[str]:
        return ("p",) if self.turn == OVER else self.kuhn.moves()


# Moves as they are given


@fails("given", "move_kinds says what moves are")
class SaysNoKinds(Copy):
    move_kinds = ()

    def after(self, move: str | int) -> Any:
        return State.after(self, move)

    def followed_by(self, move: str) -> Any:
        return self.on(self.kuhn.followed_by(move))


@fails("given", "the number 1 of the legal b in 'KJ' leads elsewhere than the move")
class MisreadsNumbers(Copy):
    def after(self, move: str | int) -> Any:
        return super().after("p" if move == 1 and self.kuhn.dealt == "KJ" else move)


@fails("given", "1000000000 is no move in")
class TakesAnyNumber(Copy):
    def read_move(self, move: str | int) -> str:
        return "p" if move == 10**9 else super().read_move(move)


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

    def after(self, move: str | int) -> Any:
        kuhn = self.kuhn
        if str(move) in kuhn.dealt and self.turn == CHANCE:
            return self.on(KuhnState(kuhn.dealt + next(c for c in CARDS if c != move), ""))
        return super().after(move)


# Refusals


@fails("refusals", "accepts the illegal")
class AcceptsTheIllegal(Copy):
    def after(self, move: str | int) -> Any:
        return self if self.why_not(move) else super().after(move)


@fails("refusals", "raises KeyError")
class RefusesWithKeyError(Copy):
    def after(self, move: str | int) -> Any:
        return {legal: Copy.after(self, legal) for legal in self.moves()}[str(move)]


@fails("refusals", "is refused without a reason")
class RefusesWithoutReason(Copy):
    def after(self, move: str | int) -> Any:
        if move not in self.moves():
            raise IllegalMove
        return super().after(move)


@fails("refusals", "has no why not", also={"hostile_text"})
class HasNoWhyNot(Copy):
    def why_not(self, move: str | int) -> Phrase | None:
        return None

    def after(self, move: str | int) -> Any:
        if move not in self.moves():
            raise IllegalMove("no")
        return self.on(self.kuhn.after(move))


@fails("refusals", "the illegal 9 in '-' raises IndexError")
class ReadsMovesItCannotRefuse(Copy):
    def parse_move(self, text: str) -> str:
        return text if text == "9" else self.kuhn.parse_move(text)

    def after(self, move: str | int) -> Any:
        return "pb"[int(move)] if move == "9" else super().after(move)


@fails("refusals", "is a plain text: make it with phrase")
class SaysWhyInPlainText(Copy):
    def why_not(self, move: str | int) -> Any:
        reason = self.kuhn.why_not(move)
        return None if reason is None else str(reason)


@fails("refusals", "has the code 'No!', not one as any.not-now")
class SaysWhyByNoCode(Copy):
    def refusal(self, move: str) -> Phrase | None:
        return None if move in self.moves() else phrase("No!", "no")


@fails("refusals", "does not end with 'J is not wanted'")
class SaysOtherThanItsTemplate(Copy):
    def refusal(self, move: str) -> Phrase | None:
        said = f"who would want {move}?"
        made = "broken.wanted", "{move} is not wanted", {"move": "J"}
        return None if move in self.moves() else Phrase(said, *made)


@fails("refusals", "'no' is a plain text: make it with phrase")
class RefusesInPlainText(Copy):
    def refusal(self, move: str) -> str | None:
        return None if move in self.moves() else "no"


class Recommends(Copy):
    """Refuses a card with a sentence that names what may be done instead."""

    said: ClassVar = "you have a card: play {legal} or {other}"

    def refusal(self, move: str) -> Phrase | None:
        if move in self.moves():
            return None
        legal = next(iter(self.moves()), "nothing")
        return phrase("broken.instead", self.said, legal=legal, other="b" if move == "p" else "p")


@fails("refusals", "in '-' recommends b, which is illegal")
class RecommendsTheIllegal(Recommends):
    pass


@fails("refusals", "in '-' recommends b, which is illegal")
class RecommendsInAList(Recommends):
    said: ClassVar = "legal are {legal}, {other}"


# --- Games whose texts don't read back, or that stumble on texts of strangers ---------------------


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

    def why_not(self, move: str | int) -> Any:
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


@fails("hostile_text", "why not the text '' raises NotationError")
class RaisesWhereItWasAsked(Copy):
    def why_not(self, move: str | int) -> Phrase | None:
        reason = self.refusal(self.read_move(move))
        return None if reason is None else phrased(reason)


@fails("hostile_text", "the text '' is no move and has no why not")
class AllowsWhatItCannotRead(Copy):
    def why_not(self, move: str | int) -> Phrase | None:
        return None if move == "" else super().why_not(move)


# Records


@fails("records", "replaying a record raises IllegalMove: move 1, ", game=ReadsParsed)
class StandsStillParsed(Parsed):
    def after(self, move: str | int) -> Any:
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
