"""The Monte Carlo player of Tractor: moves tried in worlds that explain what the others did.

For a burial or a play, deals of the hidden cards are drawn that its seat can't tell from the true one;
in the play they are weighed by how well they explain the others' decisions (``search.beliefs``). Each
move that may be good is tried in the same worlds, and the deal played out from it by the compiled
policy, for all four seats (``search.rollouts``, ``burials``). What comes of it is valued in ranks
(``search.values``); moves that fall behind are dropped, and where it is close more worlds are looked at
(``search.racing``).

It bids as the rule-based player does, by the learnt weights: to search its bids, too, was not shown to
be worth anything. For reviews alone bids are tried likewise (``search.auctions``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import CardText, Phrase, phrase, signed
from suitwise.foundation.values import Clock
from suitwise.game import Chooser, Game, State
from suitwise.players.named import NamedBeginner
from suitwise.players.turns import Advice, on_turn
from suitwise.seeds import word, world_seed
from suitwise.tractor.moves import CARD_MOVES, PASS, Move
from suitwise.tractor.players.replies import Sight
from suitwise.tractor.players.rule_based import TractorPlayer, why
from suitwise.tractor.players.search.auctions import judged_calls
from suitwise.tractor.players.search.burials import compared_burials, judged_burials
from suitwise.tractor.players.search.candidates import candidates_of
from suitwise.tractor.players.search.judging import Thinking, judged_plays
from suitwise.tractor.players.search.racing import Race
from suitwise.tractor.players.search.values import LEVEL
from suitwise.tractor.players.search.worlds import Beliefs
from suitwise.tractor.rules.piles import bits
from suitwise.tractor.solve.workspace import MOST_CARDS
from suitwise.tractor.state import TractorState

# --- Why the Monte Carlo player of Tractor chooses a move: the figures that it was chosen by ------

INTERVAL = 1.96
"""Half the width of a 95 % interval, in standard errors."""


def reason_of(moves: Sequence[Move], race: Race) -> Phrase:
    """Return what the move that is chosen is worth, and how much more than the next.

    All figures are over the deals in which both were tried. Where the 95 % interval of the difference
    includes zero they are told to be as good.

    Args:
        moves: the moves that were tried.
        race: how they fared.

    >>> import numpy as np
    >>> from suitwise.tractor.moves import PASS
    >>> found, often = np.array([[400, 0]] * 50 + [[0, 0]] * 50), np.full(100, 1)
    >>> print(reason_of([PASS, Move.parse("S2")], Race(found, often, np.array([100, 100]), 0)))
    +0.20 levels over 100 deals, 0.20 more than S2, give or take 0.05
    """
    deals = race.counts[: race.used[race.second]]
    told = {
        "worth": levels(int(deals @ race.found[: len(deals), race.best]) / int(deals.sum())),
        "deals": int(deals.sum()),
    }
    if race.second == race.best:
        return phrase("tractor.mc-worth", "{worth} levels over {deals} deals", **told)
    lead, error = race.lead(race.second)
    told |= {"other": _named(moves[race.second]), "error": levels(INTERVAL * error)[1:]}
    if lead > INTERVAL * error:
        return phrase(
            "tractor.mc-leads",
            "{worth} levels over {deals} deals, {lead} more than {other}, give or take {error}",
            lead=levels(lead)[1:],
            **told,
        )
    return phrase(
        "tractor.mc-close",
        "{worth} levels over {deals} deals; {other} is as good, give or take {error}",
        **told,
    )


def _named(move: Move) -> Phrase | CardText:
    return phrase("tractor.advice.pass", "pass") if move == PASS else CardText(move)


def levels(worth: float) -> str:
    """Return a worth in levels, with its sign.

    >>> levels(314.1), levels(-20)
    ('+0.31', '-0.02')
    """
    return signed(worth / LEVEL, 2)


# --- The Monte Carlo player of Tractor: moves tried in worlds that explain what the others did ----

MOST_WORLDS = 10_000
"""A move is chosen over this many worlds at most, or over so many at a time."""


class Judged(NamedTuple):
    """The moves that were tried, and how they fared.

    Args:
        moves: the moves.
        race: the figures.
    """

    moves: tuple[Move, ...]
    race: Race

    @property
    def best(self) -> Move:
        """The move that is chosen."""
        return self.moves[self.race.best]


@dataclass(frozen=True, slots=True)
class MonteCarlo:
    """Buries and plays what is best on average over worlds, bids by rule; the same view, the same move.

    Args:
        worlds: in how many worlds moves are tried; the more, the stronger.
        seconds: if above 0, worlds are drawn in lots of up to ``worlds`` until the time is over or the
            choice is clear, for a burial no more than ``worlds`` in all; the choice then depends on
            the machine.
        beliefs: how worlds are weighed; None for evenly drawn ones.
        burials: whether the burial is searched; else it is the rule-based player's.
        ending: the cards a hand from which on the end of a deal is solved, not played; 0 for never.
        seed: 64-bit seed of the worlds.

    Raises:
        SuitwiseError: a number is out of range.

    >>> from suitwise.game import load
    >>> state, _ = load("tractor(match=deal)").start().rolled(seed=1, stream=0)
    >>> print(MonteCarlo(worlds=5)(state))
    pass
    """

    worlds: int = 100
    seconds: float = 0.0
    beliefs: Beliefs | None = field(default_factory=Beliefs)
    burials: bool = True
    ending: int = 4
    seed: int = 0
    _thumb: TractorPlayer = field(default_factory=TractorPlayer, init=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse options out of range."""
        if not 1 <= self.worlds <= MOST_WORLDS:
            raise SuitwiseError(f"1 to {MOST_WORLDS:,} worlds are drawn, not {self.worlds}")
        if not self.seconds >= 0:
            raise SuitwiseError(f"the time for a move is 0 seconds or more, not {self.seconds}")
        if not 0 <= self.ending <= MOST_CARDS:
            raise SuitwiseError(
                f"endings of 0 to {MOST_CARDS} cards a hand are solved, not of {self.ending}"
            )

    def __call__(self, state: State[Any]) -> Move:
        """Return a move; the state is one of Tractor in which a seat is on turn.

        Raises:
            SuitwiseError: it is one of another game, or no seat is on turn.
        """
        here = on_turn(state, TractorState, "Tractor")
        return self.judged(here).best if self._searches(here) else self._thumb(here)

    def advice(self, state: TractorState) -> Advice:
        """Return a move with the figures that it was chosen by; a bid with the rule-based reason."""
        if not self._searches(state):
            move = self._thumb(state)
            return Advice(move, why(state, move))
        found = self.judged(state)
        return Advice(found.best, reason_of(found.moves, found.race))

    def judged(self, state: TractorState) -> Judged:
        """Return the moves that are tried, the rule-based player's first, and how they fare.

        Bids, too, are tried here, for reviews; the player itself does not choose them so.

        Args:
            state: a position in which a seat is to bid, to bury or to play.
        """
        clock = Clock(self.seconds)
        stream, seed = _stream_of(state), world_seed(self.seed)
        thinking = Thinking(self.worlds, clock, self.beliefs, self.ending, seed)
        if state.phase == "bury":
            plans, found = judged_burials(state, thinking, stream)
            return Judged(tuple(map(Move, plans)), found)
        first = self._thumb(state)
        if state.phase == "bid":
            moves = tuple(dict.fromkeys((first, *state.moves())))
            return Judged(moves, judged_calls(state, moves, thinking, stream))
        plays = list(dict.fromkeys((first.pile, *candidates_of(Sight(state)))))
        return Judged(tuple(map(Move, plays)), judged_plays(state, plays, thinking, stream))

    def compared(self, state: TractorState, moves: Sequence[Move]) -> Judged:
        """Return how some legal moves fare, each in the same worlds: others than ``judged`` looks at.

        None is dropped, so that every figure is right on average.

        Args:
            state: a position in which a seat is to bid, to bury or to play.
            moves: the moves.

        >>> from suitwise.game import load
        >>> state, _ = load("tractor(match=deal)").start().rolled(seed=3, stream=0)
        >>> player = MonteCarlo(worlds=5)
        >>> found = player.compared(state, tuple(state.moves()))
        >>> found.race.found.shape == (5, len(state.moves()))
        True
        """
        stream, seed = _stream_of(state, b"compared"), world_seed(self.seed)
        thinking = Thinking(self.worlds, Clock(), self.beliefs, self.ending, seed, drops=False)
        if state.phase == "bid":
            return Judged(tuple(moves), judged_calls(state, moves, thinking, stream))
        judge = compared_burials if state.phase == "bury" else judged_plays
        found = judge(state, [move.pile for move in moves], thinking, stream)
        return Judged(tuple(moves), found)

    def _searches(self, state: TractorState) -> bool:
        """Tell whether there is something to be searched in a phase."""
        asked = state.phase == "play" or (state.phase == "bury" and self.burials)
        return asked and len(state.moves_but_claim()) > 1


def _stream_of(state: TractorState, purpose: bytes = b"") -> int:
    """Return the stream of a decision: a hash of its seat's view and of what it is for."""
    view = state.view(state.turn).encode()
    return int.from_bytes(hashlib.blake2b(view, digest_size=7, person=purpose).digest(), "little")


# --------------------------------------------------------------------------------------------------
# The players of Tractor by their names: a beginner, and Monte Carlo with its worlds or its time


@dataclass(frozen=True, slots=True)
class Beginner(NamedBeginner):
    """Rules of thumb with slips: so many plays of a hundred are any, of the leads any single card."""

    @staticmethod
    def other() -> TractorPlayer:
        """Return the player that it plays like."""
        return TractorPlayer()

    @staticmethod
    def at_hand(state: TractorState) -> Collection[Move]:
        """Return what a beginner may slip to: no throw, which would cost it more than a slip."""
        if state.phase != "play":
            return ()
        if state.duty is None:
            return [CARD_MOVES[card] for card in bits(state.held[state.turn].once)]
        return state.moves()


@dataclass(frozen=True, slots=True)
class Sampling:
    """The Monte Carlo player, by its worlds or its time; without a part it shows what that is worth."""

    worlds: int = 100
    seconds: float = 0.0
    beliefs: bool = True
    burials: bool = True
    ending: int = 4

    def __post_init__(self) -> None:
        self._with(0)

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        return self._with(word(seed, stream, 0) << 32 | word(seed, stream, 1))

    def _with(self, seed: int) -> MonteCarlo:
        beliefs = Beliefs() if self.beliefs else None
        return MonteCarlo(self.worlds, self.seconds, beliefs, self.burials, self.ending, seed)
