"""Whist with one fault each: the contract suite tells what is broken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from suitwise import catalogue
from suitwise.cards import Card
from suitwise.envs.openspiel import Entry
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.testing import CHECKS, Trial, fault_of, name_of
from whist import refusals
from whist.game import Whist
from whist.rules.tricks import cards_of
from whist.state import WhistState


@dataclass(frozen=True)
class Mutant(Whist):
    """Whist, a single deal; what is wrong is in the class."""

    points: int = 0
    name: ClassVar[str] = "mutant"
    entry: ClassVar[dict[str, Any]] = {}


MUTANTS: list[tuple[type[Mutant], str, str]] = []


def fails(check: str, fault: str) -> Any:
    """Note a mutant with the check that it fails, and what that says."""

    def noted(kind: type[Mutant]) -> type[Mutant]:
        kind.name = kind.__name__.lower()
        MUTANTS.append((kind, check, fault))
        return kind

    return noted


@fails("refusals", "which is illegal")
class RecommendsTheWholeHand(Mutant):
    def refusal_of(self, state: WhistState, move: Card) -> Phrase | None:
        why = refusals.why_not(self, state, move)
        if why is None or why.code != "whist.follow":
            return why
        held = " or ".join(map(str, map(Card, cards_of(state.hands[state.turn]))))
        said = "you hold {led}, the led suit: play {play}"
        return phrase("whist.follow", said, led=why.params["led"], play=held).about(move)


@fails("refusals", "is a plain text: make it with phrase")
class RefusesPlainly(Mutant):
    def refusal_of(self, state: WhistState, move: Card) -> str | None:  # type: ignore[override]
        why = refusals.why_not(self, state, move)
        return None if why is None else str(why)


class Kindless(WhistState):
    __slots__ = ()
    move_kinds = ()  # type: ignore[assignment]


@fails("given", "None is no move in")
class SaysNoKinds(Mutant):
    def start(self) -> WhistState:
        return Kindless(self, self.dealer)


@dataclass(frozen=True)
class ToPoints(Mutant):
    points: int = 2


TELLS_ALL_DEALS = Entry("tellsalldeals", "Whist", lambda _: 52, lambda _: 39, seats=(4, 4))


@fails("openspiel", "its view forgets what it saw or did at its turns, so turns is to give None")
class TellsAllDeals(ToPoints):
    entry: ClassVar[dict[str, Any]] = {"openspiel": f"{__name__}:TELLS_ALL_DEALS"}


def fault(kind: type[Mutant], check: str, games: int = 8) -> str:
    """Return what a check says of a mutant."""
    catalogue.register(catalogue.Entry(kind.name, kind, **kind.entry))
    one = next(one for one in CHECKS if name_of(one) == check)
    return fault_of(one, Trial(kind(), games, seed=1)) or "nothing"


@pytest.mark.parametrize(("kind", "check", "told"), MUTANTS)
def test_a_fault_is_told(kind: type[Mutant], check: str, told: str) -> None:
    assert told in fault(kind, check)


@pytest.mark.parametrize("check", sorted({check for _, check, _ in MUTANTS}))
def test_without_a_fault_none_is_told(check: str) -> None:
    assert fault(Mutant, check) == "nothing"
