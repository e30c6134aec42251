"""Perfect-information Monte Carlo (PIMC): sample the hidden hands, solve each world, average.

Rules page, Solvers and players. The worlds are uniform among those that the plays allow; in each, the
double-dummy solver values every move. This assumes that all seats see all hands: it overrates what can
be found out later and hides nothing from the opponents. It plays well despite this known flaw.

In the auction, a call for m marks is worth m·(P − 0.8), where P is the share of the sampled worlds in
which its best declaration is made; a pass is worth 0. The call of the greatest worth is made, of equals
the lowest. At even stakes a threshold of 0.5 would do if P were the true chance; but P is double-dummy
and the maximum of several estimates. On 300 mirrored deals against the rule-based player, 0.75 and 0.8
won 0.17 and 0.16 marks a hand, 0.9 won 0.06 (± 0.07), 0.5 won nothing. The partner is never outbid.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.seating import NOBODY, partner, side
from suitwise.foundation.text.phrases import Phrase, Several, one_of, phrase
from suitwise.game import State
from suitwise.players.turns import Advice, is_clear
from suitwise.texas42.hidden import (
    Knowledge,
    count_worlds,
    every_world,
    knowledge_of,
    sample_worlds,
)
from suitwise.texas42.moves import CALL, DECLARE, Move
from suitwise.texas42.picture import declaration_name, highest_bid_text
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.rules.auction import FIRST_MARK, PASS, call_name
from suitwise.texas42.rules.contracts import MADE, RESULT_TEXT, SET, STRAIGHT, Contract, bid_of
from suitwise.texas42.rules.dominoes import COUNT, Domino
from suitwise.texas42.solve.move_values import (
    CONSIDERED,
    ENOUGH,
    Calls,
    Declarations,
    Plays,
    considered,
)
from suitwise.texas42.state import Texas42State

T = TypeVar("T")
Objective: TypeAlias = Literal["make", "points"]
OBJECTIVES: tuple[Objective, ...] = ("make", "points")
MOST_WORLDS = 100_000
"""The largest number of worlds for a move."""

Ask: TypeAlias = "Callable[[NDArray[np.int64]], NDArray[np.int64]]"
"""A function from worlds (n, 4) to the worth of the options in each, (n, options)."""


class Judged(NamedTuple):
    """The evaluation of a decision.

    Args:
        move: the chosen move, the best of the options.
        options: the plays, the declarations, or the calls each with a declaration.
        found: the worth of each option in each world, (worlds, options).
        is_exact: whether these are all worlds, not a sample.
    """

    move: Move
    options: Sequence[Any]
    found: NDArray[np.int64]
    is_exact: bool


@dataclass(frozen=True, slots=True)
class Pimc:
    """Plays the move with the best mean over sampled worlds; a function of the seat's view.

    Args:
        worlds: the number of worlds sampled for a move; all of them are used if there are no more.
        objective: ``make`` plays to make or set the contract, and among equal plays for points;
            ``points`` the other way round. The auction and the declaration always aim at marks.
        seconds: if given, batches of ``worlds`` are sampled until the time is up or the choice is
            clear; the choice then depends on the machine.
        seed: 64-bit seed of the sampling.
        threads: number of solver threads, 0 for all cores; the move doesn't depend on it.
        considered: the number of straight declarations examined, the highest ranked first.

    Raises:
        SuitwiseError: a number or the objective is out of range.

    >>> from suitwise.game import play
    >>> from suitwise.texas42.game import Texas42
    >>> player = Pimc(worlds=5)
    >>> record = play(Texas42(match="hand").start(), player, seed=1)
    >>> len(record.moves) > 28, abs(record.returns[0])
    (True, 1.0)
    """

    worlds: int = 50
    objective: Objective = "make"
    seconds: float | None = None
    seed: int = 0
    threads: int = 1
    considered: int = CONSIDERED
    _thumb: Texas42Player = field(default_factory=Texas42Player, init=False, repr=False)

    def __post_init__(self) -> None:
        """Validate the options."""
        if not 1 <= self.worlds <= MOST_WORLDS:
            raise SuitwiseError(f"1 to {MOST_WORLDS:,} worlds are sampled, not {self.worlds}")
        if self.objective not in OBJECTIVES:
            raise SuitwiseError(f"the objective is 'make' or 'points', not {self.objective!r}")
        if self.seconds is not None and not self.seconds >= 0:
            raise SuitwiseError(f"the time for a move is 0 seconds or more, not {self.seconds}")
        if self.threads < 0:
            raise SuitwiseError(f"the threads are 0 or more, not {self.threads}")

    def __call__(self, state: State[Any]) -> Move:
        """Return a move for the seat on turn.

        Raises:
            SuitwiseError: the state is of another game, or no seat is on turn.
        """
        if not isinstance(state, Texas42State):
            raise SuitwiseError(f"a player of Texas 42 was asked for a move of {state.game}")
        if state.turn < 0:
            raise SuitwiseError(f"no seat is on turn: {str(state)[:60]}")
        legal = state.moves_but_claim()
        if len(legal) == 1:
            return legal[0]
        if is_partners(state):
            return Move(CALL + PASS)
        return self.judged(state).move

    def judged(self, state: Texas42State) -> Judged:
        """Return a move with the values of all options.

        Args:
            state: a position in which a seat is on turn.

        >>> from suitwise.texas42.game import Texas42
        >>> state, _ = Texas42(match="hand").start().rolled(3, 0)
        >>> found = Pimc(worlds=5).judged(state)
        >>> str(found.move), found.found.shape == (5, len(found.options)), found.is_exact
        ('pass', True, False)
        """
        ask = {"call": self._call, "declare": self._declare}.get(state.phase, self._play)
        return ask(state, state.moves_but_claim())

    # --- The three decisions ----------------------------------------------------------------------

    def _call(self, state: Texas42State, legal: Sequence[Move]) -> Judged:
        seat, specials = state.turn, state.variant.specials
        calls = [move.call for move in legal]
        asked = Calls(seat, state.dealt[seat], calls, specials, self.threads, self.considered)
        _, found = self._sampled(state, asked.worth)
        call = min(call for call, _ in best_of(asked.options, found))
        return self._judged(
            state, CALL + (PASS if is_partners(state) else call), asked.options, found
        )

    def _declare(self, state: Texas42State, legal: Sequence[Move]) -> Judged:
        straight = considered(state.dealt[state.turn], self.considered)
        specials = [move.declaration for move in legal if not STRAIGHT >> move.declaration & 1]
        declared = [*straight, *specials]
        contracts = [Contract(state.bidder, state.standing, one) for one in declared]
        _, found = self._sampled(state, Declarations(contracts, self.threads).made)
        chosen = declared[int(found.sum(axis=0).argmax())]
        return self._judged(state, DECLARE + chosen, declared, found)

    def _play(self, state: Texas42State, legal: Sequence[Move]) -> Judged:
        assert state.play is not None
        plays = tuple(map(int, legal))
        asked = Plays(state.play, plays, self.threads)
        drawn, found = self._sampled(state, _ask(asked, self.objective))
        best = best_of(plays, found)
        if len(best) > 1:
            other = OBJECTIVES[1 - OBJECTIVES.index(self.objective)]
            best = best_of(best, _ask(Plays(state.play, best, self.threads), other)(drawn))
        by_thumb = self._thumb(state) if len(best) > 1 else best[0]
        play = by_thumb if by_thumb in best else min(best, key=lambda one: (COUNT[one], one))
        return self._judged(state, play, plays, found)

    def _judged(
        self, state: Texas42State, move: int, options: Sequence[Any], found: NDArray[np.int64]
    ) -> Judged:
        known = knowledge_of(state, state.turn)
        return Judged(Move(move), options, found, count_worlds(known) <= self.worlds)

    # --- Sampling ---------------------------------------------------------------------------------

    def _sampled(
        self, state: Texas42State, ask: Ask
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the first batch of worlds, and the worth of the options in all batches."""
        known = knowledge_of(state, state.turn)
        end = None if self.seconds is None else time.perf_counter() + self.seconds
        drawn = self._batches(known, stream_of(state))
        first = next(drawn)
        found = ask(first)
        while end is not None and time.perf_counter() < end and not is_clear(found):
            more = next(drawn, None)
            if more is None:
                break
            found = np.concatenate([found, ask(more)])
        return first, found

    def _batches(self, known: Knowledge, stream: int) -> Iterator[NDArray[np.int64]]:
        """Yield all worlds at once if they are few, else random batches up to the limit."""
        if count_worlds(known) <= self.worlds:
            yield np.array(list(every_world(known)), np.int64)
            return
        for first in range(0, MOST_WORLDS - self.worlds + 1, self.worlds):
            yield sample_worlds(known, self.worlds, self.seed, stream, first=first)


def _ask(asked: Plays, objective: Objective) -> Ask:
    return asked.made if objective == "make" else asked.points


def stream_of(state: Texas42State) -> int:
    """Return the random stream of a decision: a hash of the seat's view alone."""
    view = state.view(state.turn).encode()
    return int.from_bytes(hashlib.blake2b(view, digest_size=7).digest(), "little")


def is_partners(state: Texas42State) -> bool:
    """Return whether the partner of the seat on turn holds the standing bid; it is never outbid."""
    partners = state.bidder != NOBODY and state.bidder == partner(state.turn)
    return partners and state.phase == "call"


# --- Choosing -------------------------------------------------------------------------------------


def best_of(options: Sequence[T], found: NDArray[np.int64]) -> tuple[T, ...]:
    """Return the options with the greatest total worth, including all ties.

    >>> import numpy as np
    >>> best_of([7, 8, 9], np.array([[1, 0, 1], [0, 0, 0]]))
    (7, 9)
    """
    sums = found.sum(axis=0)
    return tuple(one for one, mine in zip(options, sums, strict=True) if mine == sums.max())


# --- Reasons --------------------------------------------------------------------------------------

_NAMED = 3
"""The number of moves that a reason names."""
_INTERVAL = 1.96
"""Half the width of a 95 % interval, in standard errors."""


def advised(state: Texas42State, player: Pimc) -> Advice:
    """Return the player's move for the seat on turn, with a reason from the deals that it solved.

    Args:
        state: a seat's turn; only what this seat sees is used.
        player: the player.

    >>> from suitwise.texas42.game import Texas42
    >>> from suitwise.texas42.players.monte_carlo import Pimc
    >>> state, _ = Texas42(match="hand").start().rolled(3, 0)
    >>> move, why = advised(state, Pimc(worlds=20))
    >>> str(move), why.code
    ('pass', 'texas42.none-often')
    """
    if len(state.moves()) == 1:
        return only_move(state)
    judged = player.judged(state)
    return Advice(judged.move, reason_of(state, judged))


def only_move(state: Texas42State) -> Advice:
    """Return the only legal move, with that as the reason."""
    return Advice(state.moves()[0], phrase("any.only-move", "it is the only legal move"))


def reason_of(state: Texas42State, judged: Judged) -> Phrase:
    """Return the reason for an evaluated move."""
    reasons = {"call": _called, "declare": _declared, "play": _played}
    return reasons[state.phase](state, judged)


# --- Reasons for calls ----------------------------------------------------------------------------


def _called(state: Texas42State, judged: Judged) -> Phrase:
    """Return the reason for a call: the standing bidder, the chances, and the hand's limit."""
    made, call = _made_by_call(judged), judged.move.call
    is_partners = state.bidder == partner(state.turn)
    said = _made(made, call, judged)
    if call == PASS and not is_partners:
        said = phrase(
            "texas42.none-often", "{made}, no call in more than {share} %", made=said, share=ENOUGH
        )
    if is_partners:
        standing = phrase(
            "texas42.partners-stands",
            "your partner's bid of {call} stands",
            call=call_name(state.standing),
        )
        said = _then(standing, said)
    often = [one for one in made if PASS < one <= FIRST_MARK and made[one][0] >= ENOUGH / 100]
    if not (PASS < call <= FIRST_MARK and often):
        return said
    share, declared = made[often[-1]]
    deals = len(judged.found)
    bid = bid_of(often[-1])
    return _then(said, highest_bid_text(bid, declared, round(share * deals), deals, ENOUGH / 100))


def _then(first: Phrase, second: Phrase) -> Phrase:
    return phrase("any.then", "{first}; {second}", first=first, second=second)


def _made(made: dict[int, tuple[float, tuple[int, ...]]], call: int, judged: Judged) -> Phrase:
    """Return the words for the chance of a call, or for a pass, of the best other call."""
    named = next(one for one in made if one != PASS) if call == PASS else call
    share, declared = made[named]
    say = partial(_made_with, declared) if declared[0] >= 0 else _made_by_partner
    return say(call_name(named), percent(share), _deals(judged))


def _made_with(declared: Sequence[int], call: Phrase, share: int, deals: Phrase) -> Phrase:
    return phrase(
        "texas42.made-with",
        "{call} with {declaration} is made in {share} % of {deals}",
        call=call,
        declaration=one_of(map(declaration_name, declared)),
        share=share,
        deals=deals,
    )


def _made_by_partner(call: Phrase, share: int, deals: Phrase) -> Phrase:
    return phrase(
        "texas42.made-by-partner",
        "{call}, your partner to declare, is made in {share} % of {deals}",
        call=call,
        share=share,
        deals=deals,
    )


def _made_by_call(judged: Judged) -> dict[int, tuple[float, tuple[int, ...]]]:
    """Return the best chance of each call, and the declarations that reach it."""
    shares = (judged.found > 0).mean(axis=0)  # a call has positive worth exactly if it is made
    found: dict[int, tuple[float, tuple[int, ...]]] = {}
    for (call, declared), made in zip(judged.options, shares, strict=True):
        share = float(made)
        most, with_most = found.get(call, (-1.0, ()))
        if share >= most:
            as_good = with_most if share == most else ()
            found[call] = share, tuple(sorted((*as_good, declared)))
    return found


# --- Reasons for declarations and plays -----------------------------------------------------------


def _declared(state: Texas42State, judged: Judged) -> Phrase:
    """Return the reason for a declaration: the chance of each declaration."""
    names = [declaration_name(one) for one in judged.options]
    return declared_text(judged.move, _shares(judged, names, _name_of(judged.move)))


def declared_text(move: Move, shares: Phrase) -> Phrase:
    """Return the sentence on the chances of declarations."""
    return phrase(
        "texas42.declaration-makes",
        "with {declaration} it is made {shares}",
        declaration=_name_of(move),
        shares=shares,
    )


def _name_of(move: Move) -> Phrase:
    return declaration_name(move.declaration)


def _played(state: Texas42State, judged: Judged) -> Phrase:
    """Return the reason for a play: the chance of the seat's side with each play."""
    names = [str(Domino(one)) for one in judged.options]
    return played_text(state, _shares(judged, names, str(judged.move)))


def played_text(state: Texas42State, shares: Phrase) -> Phrase:
    """Return the sentence on the chances of plays to make or to set the contract."""
    assert state.play is not None
    declaring = side(state.turn) == state.play.contract.side
    return phrase(
        "texas42.contract-is",
        "the contract is {result} {shares}",
        result=RESULT_TEXT[MADE if declaring else SET],
        shares=shares,
    )


def _shares(judged: Judged, names: Sequence[str], first: str) -> Phrase:
    """List the shares of a move and of the best others."""
    shares = dict(zip(names, judged.found.mean(axis=0), strict=True))
    others = other_shares(shares, first)
    share, deals = percent(shares[first]), _deals(judged)
    if not others:
        return phrase("texas42.share", "in {share} % of {deals}", share=share, deals=deals)
    listed = phrase(
        "texas42.shares",
        "in {share} % of {deals}, {others}",
        share=share,
        deals=deals,
        others=others,
    )
    if judged.is_exact:
        return listed
    name = others[0].params["move"]
    ahead = judged.found[:, names.index(first)] - judged.found[:, names.index(name)]
    return compared(listed, name, ahead, np.ones(len(ahead)))


def compared(shares: Phrase, other: str, ahead: NDArray[Any], counts: NDArray[Any]) -> Phrase:
    """Add that another move is as good, if the 95 % interval of the difference includes zero.

    Args:
        shares: the sentence on the moves.
        other: the other move.
        ahead: the difference of the two moves in each deal.
        counts: the weight of each deal.
    """
    lead, error = lead_of(ahead, counts)
    if lead > error:
        return shares
    return phrase(
        "texas42.as-good",
        "{shares}; {move} is as good, give or take {error} %",
        shares=shares,
        move=other,
        error=max(1, percent(error)),
    )


def lead_of(ahead: NDArray[Any], counts: NDArray[Any]) -> tuple[float, float]:
    """Return the weighted mean of a difference, and half the width of its 95 % interval.

    Args:
        ahead: the difference in each deal.
        counts: the weight of each deal.
    """
    whole = counts.sum()
    lead = float(counts @ ahead / whole)
    # 1 / whole, a difference of 1 in a single deal: the next deal may separate moves that were equal.
    spread = float(counts @ (ahead * ahead) / whole) - lead * lead + 1 / whole
    return lead, float(_INTERVAL * sqrt(spread * (counts @ counts)) / whole)


def other_shares(shares: Mapping[str, float], first: str) -> Several:
    """List the shares of the best moves other than the first."""
    others = sorted((name for name in shares if name != first), key=lambda name: -shares[name])
    return Several(
        phrase("texas42.other-share", "{move} {share} %", move=name, share=percent(shares[name]))
        for name in others[: _NAMED - 1]
    )


def percent(share: float) -> int:
    """Return a share as a whole number of percent."""
    return round(100 * share)


def _deals(judged: Judged) -> Phrase:
    """Return the words for the deals that were solved: a sample, or all possible ones."""
    if not judged.is_exact:
        return phrase("texas42.sampled-deals", "{n} sampled deals", n=len(judged.found))
    deals = len(judged.found)
    if deals == 1:
        return phrase("texas42.only-deal", "the only possible deal")
    return phrase("texas42.possible-deals", "the {deals} possible deals", deals=deals)
