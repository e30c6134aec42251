"""The Monte Carlo player of Tractor, and the players that others know by name.

For a burial or a play it samples worlds: full deals that its seat can't tell from the true one. In the
play they are weighed by how well they explain the others' decisions (``worlds``). Candidates are made
in the same worlds, and the deal is played out by the compiled policy in all four seats (``plays``,
``bids_and_burials``). Results count in levels. Racing drops candidates that fall behind and draws more
worlds while the choice is close (``suitwise.players.search``).

It bids by rule, because searching bids too has not been shown to gain anything. Bids are searched for
reviews alone. At other tables than that of four with two packs ``table_search`` has its own worlds,
candidates and playouts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from suitwise.arguments import whole
from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import CardText, Phrase, phrase, signed
from suitwise.foundation.values import Clock
from suitwise.game import Chooser, Game, State
from suitwise.players.named import NamedBeginner
from suitwise.players.search import Beliefs, Evaluation, Race, check_limits, seed_of_seat
from suitwise.players.turns import Advice, on_turn, stream_of, weighed
from suitwise.seeds import world_seed
from suitwise.tractor.moves import CARD_MOVES, PASS, Move
from suitwise.tractor.players import bids_and_burials, plays, table_search
from suitwise.tractor.players.plays import LEVEL, Thinking, race_plays
from suitwise.tractor.players.replies import SeatView
from suitwise.tractor.players.rule_based import TractorPlayer, why
from suitwise.tractor.players.worlds import BELIEFS
from suitwise.tractor.rules.deck import bits
from suitwise.tractor.solve.workspace import MOST_SOLVED
from suitwise.tractor.state import TractorState

MOST_WORLDS = 10_000
"""The largest number of worlds for a move, or for a batch if a time is given."""


@dataclass(frozen=True, slots=True)
class MonteCarlo:
    """Buries and plays the move with the best mean over weighted worlds, and bids by rule.

    The same view always gets the same move, unless the time is limited.

    Args:
        worlds: the number of worlds.
        seconds: a time limit if above 0. Then worlds are drawn in batches of up to ``worlds`` until the
            time is over or the choice is clear, but for a burial at most ``worlds`` in all. The move
            then depends on the machine.
        beliefs: the likelihood model of the worlds; None for uniform ones, as they always are at other
            tables than that of four with two packs.
        burials: whether burials are searched, not made by rule.
        ending: the number of cards a hand from which on the rest of a deal is solved, by four with two
            packs; 0 for never.
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
    beliefs: Beliefs | None = BELIEFS
    burials: bool = True
    ending: int = 4
    seed: int = 0
    _rules: TractorPlayer = field(default_factory=TractorPlayer, init=False, repr=False)

    def __post_init__(self) -> None:
        """Validate the options."""
        check_limits(self.worlds, MOST_WORLDS, self.seconds)
        if not 0 <= whole(self.ending, "ending") <= MOST_SOLVED:
            raise SuitwiseError(
                f"endings of 0 to {MOST_SOLVED} cards a hand are solved, not of {self.ending}"
            )

    def __call__(self, state: State[Any]) -> Move:
        """Return a move for the seat on turn.

        Raises:
            SuitwiseError: the state is of another game, or no seat is on turn.
        """
        here = on_turn(state, TractorState, "Tractor")
        if not here.variant.is_classic:
            move: Move = self._at_table(here).move
            return move
        return self.evaluated(here).move if self._searches(here) else self._rules(here)

    def advice(self, state: TractorState) -> Advice:
        """Return a move with its reason: a rule, or what the search gains where it differs."""
        if not state.variant.is_classic:
            return self._at_table(state)
        rule = self._rules(state)
        if not self._searches(state):
            return Advice(rule, why(state, rule))
        evaluation = self.evaluated(state)
        move, options, race = evaluation
        gain = None if move == rule else gain_over(rule, options, race)
        reason = why(state, move)
        if gain is not None:
            reason = phrase("any.then", "{first}; {second}", first=reason, second=gain)
        return Advice(move, weighed(reason, figure_of(options, race)))

    def _at_table(self, state: TractorState) -> Advice:
        """Return a move with its reason at a table other than that of four with two packs.

        Where no worlds are found, and where nothing is searched, it is that of the rules.
        """
        rule, reason = self._rules.advice(state)
        if not table_search.is_searched(state) or (state.phase == "bury" and not self.burials):
            return Advice(rule, reason)
        try:
            move, options, race = self.evaluated(state)
        except SuitwiseError:
            return Advice(rule, reason)
        if move != rule:
            reason = gain_over(rule, options, race) or phrase(
                "tractor.plan.tried", "it does best in the deals tried"
            )
        return Advice(move, weighed(reason, figure_of(options, race)))

    def evaluated(self, state: TractorState) -> Evaluation[Move]:
        """Return the best move and the race of all candidates, the rule-based player's move first.

        Bids are searched as well, for reviews; the player itself bids by rule. At other tables than
        that of four with two packs bids are not searched, but calls are.

        Args:
            state: a position in which a seat is to bid, to bury, to call or to play.

        Raises:
            SuitwiseError: at another table, no world was found.
        """
        stream, thinking = stream_of(state), self._thinking(state)
        if not state.variant.is_classic:
            return _evaluation(*table_search.search(state, thinking, stream))
        if state.phase == "bury":
            burials, race = bids_and_burials.race_burials(state, thinking, stream)
            return _evaluation(map(Move, burials), race)
        first = self._rules(state)
        if state.phase == "bid":
            bids = tuple(dict.fromkeys((first, *state.moves())))
            race = bids_and_burials.race_calls(state, bids, thinking, stream)
            return _evaluation(bids, race)
        piles = list(dict.fromkeys((first.pile, *plays.candidates_of(SeatView(state)))))
        return _evaluation(map(Move, piles), race_plays(state, piles, thinking, stream))

    def compared(self, state: TractorState, moves: Sequence[Move]) -> Evaluation[Move]:
        """Compare legal moves in other worlds than those of ``evaluated``, without dropping any.

        The means are unbiased, because no race stops early.

        Args:
            state: a position in which a seat is to bid, to bury or to play.
            moves: the moves, at least one.

        Raises:
            SuitwiseError: there is no move.

        >>> from suitwise.game import load
        >>> state, _ = load("tractor(match=deal)").start().rolled(seed=3, stream=0)
        >>> player = MonteCarlo(worlds=5)
        >>> evaluation = player.compared(state, tuple(state.moves()))
        >>> evaluation.race.found.shape == (5, len(state.moves()))
        True
        """
        if not moves:
            raise SuitwiseError("there is no move to compare")
        stream, seed = stream_of(state, b"compared"), world_seed(self.seed)
        thinking = Thinking(self.worlds, Clock(), self.beliefs, self.ending, seed, drops=False)
        if not state.variant.is_classic:
            worlds = table_search.worlds_of(state, seed, stream)
            race = table_search.race_moves(state, moves, worlds, thinking, stream)
            return _evaluation(moves, race)
        if state.phase == "bid":
            race = bids_and_burials.race_calls(state, moves, thinking, stream)
            return _evaluation(moves, race)
        compare = bids_and_burials.compare_burials if state.phase == "bury" else race_plays
        race = compare(state, [move.pile for move in moves], thinking, stream)
        return _evaluation(moves, race)

    def _thinking(self, state: TractorState) -> Thinking:
        """Return the limits of a search, whose time begins now."""
        clock, seed = Clock(self.seconds), world_seed(self.seed)
        return Thinking(self.worlds, clock, self.beliefs, self.ending, seed)

    def _searches(self, state: TractorState) -> bool:
        """Return whether a decision is searched, not made by rule."""
        is_searched = state.phase == "play" or (state.phase == "bury" and self.burials)
        return is_searched and len(state.moves_but_claim()) > 1


def _evaluation(moves: Iterable[Move], race: Race) -> Evaluation[Move]:
    options = tuple(moves)
    return Evaluation(options[race.best], options, race)


# --- Reasons --------------------------------------------------------------------------------------


def gain_over(rule: Move, moves: Sequence[Move], race: Race) -> Phrase | None:
    """Return what the best move gains over that of the rules; None if that is as good or not tried."""
    if rule not in moves:
        return None
    other = moves.index(rule)
    return race.gain(other, _named(rule))


def figure_of(moves: Sequence[Move], race: Race) -> Phrase | None:
    """Return the lead of the best move over the second-best in a few words; None if it is the only one.

    It is a mean over the worlds in which both were tried. If the 95 % interval of the lead includes
    zero, the second is as good.

    Args:
        moves: the candidates.
        race: their race.

    >>> import numpy as np
    >>> from suitwise.tractor.moves import PASS
    >>> found, often = np.array([[400, 0]] * 50 + [[0, 0]] * 50), np.full(100, 1)
    >>> tried = Race(found, often, np.array([100, 100]), best=0, doubt=150 * 150)
    >>> print(figure_of([PASS, Move.parse("S2")], tried))
    about 0.20 levels better than S2 in 100 deals tried
    """
    if race.second == race.best:
        return None
    lead, other = race.lead(race.second), _named(moves[race.second])
    deals = int(race.counts[: race.used[race.second]].sum())
    if lead.is_shown:
        return phrase(
            "tractor.figure-leads",
            "about {lead} levels better than {other} in {deals} deals tried",
            lead=levels(lead.mean)[1:],
            other=other,
            deals=deals,
        )
    return phrase(
        "tractor.figure-close",
        "{other} is about as good in {deals} deals tried",
        other=other,
        deals=deals,
    )


def _named(move: Move) -> Phrase | CardText:
    return phrase("tractor.advice.pass", "pass") if move == PASS else CardText(move)


def levels(worth: float) -> str:
    """Return a worth as text: levels, with a sign.

    >>> levels(314.1), levels(-20)
    ('+0.31', '-0.02')
    """
    return signed(worth / LEVEL, 2)


# --- Players by name ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Beginner(NamedBeginner):
    """The rule-based player with slips: now and then a random reply, or a lead of a random single."""

    @staticmethod
    def other() -> TractorPlayer:
        """Return the player that it imitates between slips."""
        return TractorPlayer()

    @staticmethod
    def slip_moves(state: State[Any]) -> Collection[Move]:
        """Return the moves that a slip chooses from; no throws, which would cost too much."""
        here = on_turn(state, TractorState, "Tractor")
        if here.phase != "play":
            return ()
        if here.duty is None:
            return [CARD_MOVES[card] for card in bits(here.held[here.turn].once)]
        return here.moves()


@dataclass(frozen=True, slots=True)
class Sampling:
    """The Monte Carlo player by name; its parts can be switched off to measure them."""

    worlds: int = 100
    seconds: float = 0.0
    beliefs: bool = True
    burials: bool = True
    ending: int = 4

    def __post_init__(self) -> None:
        self._with(0)

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        return self._with(seed_of_seat(seed, stream))

    def _with(self, seed: int) -> MonteCarlo:
        beliefs = BELIEFS if self.beliefs else None
        return MonteCarlo(self.worlds, self.seconds, beliefs, self.burials, self.ending, seed)
