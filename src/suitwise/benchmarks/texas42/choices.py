"""What the second way of judging plays is worth: decisions in which it chooses something else.

``mc`` judges a play by the chance to prevail with all hands seen, and by the chance if the rules of
thumb play on. A duel of ``by=both`` with ``by=seen`` is mostly the luck of hands in which they choose
the same. So one side plays hands by both and the other with all hands seen, as in a duel; wherever the
first side would have chosen something else with all hands seen, the hand is played to its end after
either choice, in the same worlds, drawn afresh by what that seat may believe. All seats play on with all
hands seen. The differences of a hand's decisions then add up to what the side gains by judging both ways
(the performance difference lemma: S. Kakade and J. Langford, Approximately Optimal Approximate
Reinforcement Learning, ICML 2002).

Beside it stands what the rules of thumb make of the choices. They are not impartial: to be judged by
them is the very thing that is being judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from suitwise.benchmarks import duels
from suitwise.benchmarks.texas42.players import ONE_HAND
from suitwise.foundation.arrays.cores import machine_line
from suitwise.foundation.arrays.late_numpy import np
from suitwise.foundation.seating import side
from suitwise.markdown import table
from suitwise.players.mirrored import Margin
from suitwise.texas42.game import Texas42
from suitwise.texas42.hidden.redealing import in_world
from suitwise.texas42.moves import Move
from suitwise.texas42.players.likely import MonteCarlo
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.players.search.judging import judged_declarations, judged_plays
from suitwise.texas42.players.search.worlds import Beliefs, likely_worlds
from suitwise.texas42.rules.contracts import stake_of
from suitwise.texas42.state import Texas42State

FORCED = Texas42(match="hand", forced=True)
"""A hand that nobody throws in."""
_ON_WORLDS = 20
"""The worlds a move of the seats that play on."""
_ROLLED = 400
"""The worlds in which the rules of thumb play on: they are quick."""
_FRESH = 1 << 32
"""The seed of the worlds in which choices are held against each other, far from the players'."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A decision in which the two ways choose different moves.

    Args:
        phase: ``declare`` or ``play``.
        tricks: how many tricks have been played.
        played: the marks that the choice by both gains for its side over the other, if the hand is
            played on by search.
        rolled: the same if it is played on by the rules of thumb.
    """

    phase: str
    tricks: int
    played: float
    rolled: float


@dataclass(frozen=True, slots=True)
class Found:
    """What was found in a hand.

    Args:
        decisions: how many decisions with a choice the first side had.
        differences: those in which the two ways choose differently.

    >>> found = Found(9, (Difference("play", 0, 0.5, 0.25), Difference("play", 3, -0.25, 0.0)))
    >>> found.played, found.rolled
    (0.25, 0.25)
    """

    decisions: int
    differences: tuple[Difference, ...]

    @property
    def played(self) -> float:
        """The marks that the first side gains in this hand, played on by search."""
        return sum(one.played for one in self.differences)

    @property
    def rolled(self) -> float:
        """The same, played on by the rules of thumb."""
        return sum(one.rolled for one in self.differences)


def differences(
    hands: Sequence[int],
    worlds: int = 100,
    fresh: int = 8,
    seed: int = 0,
    *,
    declarations: bool = False,
) -> list[Found]:
    """Play hands in which one side judges both ways, and hold its choices against the others.

    Args:
        hands: the numbers of the hands; each is a stream of chance. Of every two one side plays both
            ways in the first, the other in the second.
        worlds: the worlds of a decision.
        fresh: the worlds in which two choices are held against each other.
        seed: 64-bit seed.
        declarations: whether declarations alone are looked at, a deal a number, after an auction by
            the rules; then nothing is played but what is judged.

    >>> found = differences([4], worlds=10, fresh=2)
    >>> found[0].decisions > len(found[0].differences)
    True
    """
    find = _declared if declarations else _hand
    return [find(number, worlds, fresh, seed) for number in hands]


def _ways(worlds: int, seed: int) -> tuple[MonteCarlo, MonteCarlo]:
    return MonteCarlo(worlds, by="both", seed=seed), MonteCarlo(worlds, by="seen", seed=seed)


def _hand(number: int, worlds: int, fresh: int, seed: int) -> Found:
    both, seen = _ways(worlds, seed)
    state, _ = ONE_HAND.start().rolled(seed, number >> 1)
    decisions = 0
    found = list[Difference]()
    while state.turn >= 0:
        chooser = both if side(state.turn) == number & 1 else seen
        move = chooser(state)
        if chooser is both and state.phase != "call" and len(state.moves()) > 1:
            decisions += 1
            other = seen(state)
            if other != move:
                found.append(_difference(state, move, other, fresh, seed + number))
        state = state.after(move)
    return Found(decisions, tuple(found))


def _declared(number: int, worlds: int, fresh: int, seed: int) -> Found:
    both, seen = _ways(worlds, seed)
    rules = Texas42Player()
    state, _ = FORCED.start().rolled(seed, number)
    while state.phase == "call":
        state = state.after(rules(state))
    move, other = both(state), seen(state)
    if move == other:
        return Found(1, ())
    return Found(1, (_difference(state, move, other, fresh, seed + number),))


def _difference(
    state: Texas42State, move: Move, other: Move, fresh: int, stream: int
) -> Difference:
    """Hold two choices of the seat on turn against each other."""
    drawn = likely_worlds(state, fresh, Beliefs(), _FRESH, stream)
    gained = [
        _returns_of(there.after(move)) - _returns_of(there.after(other))
        for there in (in_world(state, hands) for hands in drawn.hands.tolist())
    ]
    own = 1 - 2 * side(state.turn)
    played = own * float(drawn.counts @ np.array(gained) / drawn.counts.sum())
    tricks = 0 if state.play is None else len(state.play.tricks)
    return Difference(state.phase, tricks, played, _rolled(state, move, other, stream))


def _returns_of(state: Texas42State) -> float:
    """Return what side 0 wins if all seats play on with all hands seen."""
    player = MonteCarlo(_ON_WORLDS, by="seen", seed=_FRESH)
    while state.turn >= 0:
        state = state.after(player(state))
    return state.returns()[0]


def _rolled(state: Texas42State, move: Move, other: Move, stream: int) -> float:
    """Return the marks that a choice gains over another if the rules of thumb play on."""
    drawn = likely_worlds(state, _ROLLED, Beliefs(), _FRESH + 1, stream)
    if state.phase == "declare":
        declared = [move.declaration, other.declaration]
        figures = judged_declarations(state, declared, drawn, is_seen=False, threads=1)
    else:
        figures = judged_plays(state, [int(move), int(other)], drawn, is_seen=False, threads=1)
    mine, theirs = figures.share_rolled
    return 2 * stake_of(state.standing) * (mine - theirs)


def report(hands: int, worlds: int, seed: int, say: Callable[[str], None]) -> str:
    """Hold the choices against each other and return a Markdown section.

    Args:
        hands: how many hands are played, two of each deal.
        worlds: the worlds of a decision.
        seed: 64-bit seed.
        say: called with the name of each part before it is measured.
    """
    say("choices by both against those with all hands seen")
    pieces = duels.on_cores(partial(differences, worlds=worlds, seed=seed), hands)
    found = [hand for piece in pieces for hand in piece]
    decisions = sum(hand.decisions for hand in found)
    differ = [one for hand in found for one in hand.differences]
    rows = [
        ["a hand", len(found), *_cells([(hand.played, hand.rolled) for hand in found])],
        ["a decision that differs", len(differ), *_of(differ)],
    ]
    for name, some in _parts(differ):
        rows.append([f"… {name}", len(some), *_of(some)])
    what = (
        f"{len(found):,} hands with one side by both; {decisions:,} of its decisions with a choice, "
        f"{len(differ):,} of which differ with all hands seen ({worlds} worlds). Marks that the choice "
        "by both gains, 95 % intervals."
    )
    head = ["", "number", f"played on by `mc(worlds={_ON_WORLDS},by=seen)`", "by `rules`"]
    return "\n\n".join([machine_line(), what, table(head, rows)])


def _parts(differ: Sequence[Difference]) -> Iterator[tuple[str, list[Difference]]]:
    """Yield the kinds of decisions that there are enough of for an interval."""
    plays = [one for one in differ if one.phase == "play"]
    parts = {
        "declarations": [one for one in differ if one.phase == "declare"],
        "plays to the first two tricks": [one for one in plays if one.tricks < 2],
        "later plays": [one for one in plays if one.tricks >= 2],
    }
    for name, some in parts.items():
        if len(some) > 1:
            yield name, some


def _of(differ: Sequence[Difference]) -> list[str]:
    return _cells([(one.played, one.rolled) for one in differ])


def _cells(samples: Sequence[tuple[float, float]]) -> list[str]:
    margins = (Margin.of(column) for column in zip(*samples, strict=True))
    return [f"{margin.mean:+.4f} ± {margin.error:.4f}" for margin in margins]
