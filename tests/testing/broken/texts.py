"""Games whose texts don't read back, or that stumble on texts of strangers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from suitwise.errors import IllegalMove, NotationError
from suitwise.foundation.text.phrases import Phrase, phrased
from suitwise.testing import Kuhn
from suitwise.testing.poker import KuhnState
from tests.testing.broken.case import Case, note
from tests.testing.broken.variant import Copy, Variant

CASES: list[Case] = []
fails = partial(note, CASES)


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
