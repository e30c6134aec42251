"""The review of recorded hands: what each play cost against the best, in points and in the contract.

What calls and declarations cost is found by other means (``auction``). Of plays two measures stand
beside each other. With all hands seen, by the exact solver: the points that a play gave away, and
whether the contract could be made before it and after. And as its seat could know it: the share of
deals consistent with the seat's own hand, the plays and the doubles shown by plunges and splashes, in
which the contract is made, each solved with all hands seen; where there are no more such deals than
asked for, all of them are taken. The second is an estimate, and no bound.

The best of several estimates is too high by luck, and a play held against it would cost something
though nothing is better. So each half of a sample is held against the reply that the other half finds
best: the cost of a play is then right on average, or too little where the halves choose badly.

In a match of marks what a play loses of P(make) loses as much of the chance to win the match as lies
between the scores after the contract is made and set, later hands taken as even.

The cost of a play is counted for the seat's own side. In nello it is counted in the bidder's tricks,
which his opponents want him to take.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt

from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.seating import NOBODY, side
from suitwise.texas42.game import Texas42
from suitwise.texas42.hidden.knowledge import Knowledge
from suitwise.texas42.hidden.redealing import knowledge_of
from suitwise.texas42.hidden.worlds import count_worlds, every_world, sample_worlds
from suitwise.texas42.record.as_game import full_deal
from suitwise.texas42.record.hand import HandRecord
from suitwise.texas42.record.match import MatchRecord
from suitwise.texas42.record.replay import scores_before
from suitwise.texas42.review.auction import reviewed_calls
from suitwise.texas42.review.calls import CallReview
from suitwise.texas42.review.totals import Chances, HandReview, PlayReview
from suitwise.texas42.rules.contracts import OPEN, Contract, Play, is_nello
from suitwise.texas42.rules.dominoes import Domino, dominoes_of
from suitwise.texas42.rules.position import Hands
from suitwise.texas42.solve.match_chance import match_chance
from suitwise.texas42.solve.move_values import Plays
from suitwise.texas42.solve.solver import solve_moves
from suitwise.texas42.state import Texas42State

WORLDS = 50
"""The default number of deals that are sampled for a play."""
MOST_WORLDS = 10_000


def review(match: MatchRecord, worlds: int = WORLDS, seed: int = 0) -> Iterator[HandReview]:
    """Yield the reviews of the hands of a record.

    ``replay.faults_of`` finds where a record breaks the rules.

    Args:
        match: the record.
        worlds: how many deals are sampled for a play, up to 10,000, for a call four times as many; 0
            for none.
        seed: 64-bit seed of the sampled deals.

    Raises:
        SuitwiseError: a number is out of range.

    >>> match = MatchRecord.parse('''
    ... hand 1: shaker S3, bidder S0, bid 30, declaration 5
    ...   deal S0: 5-5 5-4 6-5 5-3 6-6 4-4 1-0
    ...   deal S1: 5-2 5-1 6-4 4-3 3-3 2-2 0-0
    ...   deal S2: 5-0 6-3 6-2 6-1 6-0 4-2 4-1
    ...   deal S3: 1-1 2-1 2-0 3-0 3-1 3-2 4-0
    ...   trick 1: S0:1-0 S1:6-4 S2:6-1 S3:1-1
    ... ''')
    >>> found, = review(match, worlds=0)
    >>> found.value, found.can_be_made, [(play.seat, play.cost) for play in found.plays]
    (41, True, [(0, 10), (1, 0), (2, 0), (3, 0)])
    """
    if not 0 <= worlds <= MOST_WORLDS:
        raise SuitwiseError(f"0 to {MOST_WORLDS:,} deals are sampled for a play, not {worlds}")
    for place, (hand, score) in enumerate(zip(match.hands, scores_before(match), strict=True)):
        if match.game.match != "marks" or (score and match.game.why_not_before(score)):
            score = None  # there is no match to be won, or it was over
        yield _Reviewer(match.game, hand, worlds, seed, place, score).reviewed()


@dataclass(slots=True)
class _Reviewer:
    """Goes through one hand."""

    game: Texas42
    hand: HandRecord
    worlds: int
    seed: int
    place: int
    score: tuple[int, int] | None
    plays: list[PlayReview] = field(default_factory=list)

    def reviewed(self) -> HandReview:
        """Return the review."""
        if self.hand.bidder == NOBODY:
            note = "the hand was thrown in"
            return HandReview(self.hand, note=note, score=self.score, calls=self._calls())
        contract = Contract(self.hand.bidder, self.hand.call, self.hand.declaration)
        try:
            dealt = full_deal(self.hand)
            play = contract.start(dealt)
        except SuitwiseError as error:
            return HandReview(self.hand, contract, note=f"not reviewed: {error}")
        worth, makes = _worths(play), _makes(play)
        value = min(worth.values()) if is_nello(contract.declaration) else max(worth.values())
        note = self._reviewed_plays(play, dealt)
        made = any(makes.values())
        return HandReview(
            self.hand, contract, value, made, tuple(self.plays), note, self.score, self._calls()
        )

    def _calls(self) -> tuple[CallReview, ...]:
        """Return the reviews of the calls and the declaration, none without the hands as dealt."""
        if self.hand.dealt is None and self.hand.bidder == NOBODY:
            return ()
        dealt, score = full_deal(self.hand), self.score
        return tuple(reviewed_calls(self.game, self.hand, dealt, self.worlds, self.seed, score))

    def _match(self, contract: Contract, own: int) -> tuple[float, float] | None:
        """Return the chances of a side to win the match if it wins the hand, and if it loses it."""
        if self.score is None:
            return None
        needs = self.game.target - self.score[own]
        others = self.game.target - self.score[1 - own]
        stake = contract.stake
        return match_chance(needs - stake, others), match_chance(needs, others - stake)

    def _reviewed_plays(self, play: Play, dealt: Hands) -> str:
        """Review play by play; return why it ends before the last."""
        for seat, domino in self.hand.plays:
            position = play.position
            if position.over or seat != position.turn:
                return f"reviewed up to S{seat}:{Domino(domino)}, which is out of turn"
            why = position.why_not(domino)
            if why is not None:
                return f"reviewed up to {why}"
            self.plays.append(self._reviewed(play, dealt, Domino(domino)))
            play = play.after(domino)
        return ""

    def _reviewed(self, play: Play, dealt: Hands, domino: Domino) -> PlayReview:
        seat = play.position.turn
        declaring = side(seat) == play.contract.side
        nello = is_nello(play.contract.declaration)
        worth = _worths(play)
        if not nello and not declaring:
            left = play.position.points_left
            worth = {one: left - value for one, value in worth.items()}
        return PlayReview(
            len(play.tricks) + 1,
            seat,
            domino,
            declaring,
            worth,
            _makes(play),
            self._chances(play, dealt, domino),
            wants_few=nello and declaring,
            match=self._match(play.contract, side(seat)),
            stake=1 if self.game.match == "points" else play.contract.stake,
        )

    def _chances(self, play: Play, dealt: Hands, domino: Domino) -> Chances | None:
        """Return the chances as the seat could know them, where something hangs on the play."""
        legal = dominoes_of(play.position.legal())
        if not self.worlds or play.result != OPEN or len(legal) == 1:
            return None
        state = Texas42State(self.game, self.hand.shaker, dealt, self.hand.calls, play)
        try:
            known = knowledge_of(state, play.position.turn)
        except IllegalPosition:  # the auction was not legal
            return None
        deals, is_exact = self._deals(known)
        if not deals:  # nor was it here: others can't hold the doubles that were shown
            return None
        made = _made_in(play, deals)
        better = 1 if side(play.position.turn) == play.contract.side else -1
        return chances_of(legal, made, domino, better, is_exact)

    def _deals(self, known: Knowledge) -> tuple[list[Sequence[int]], bool]:
        """Return all deals that agree with a seat's knowledge, or a sample of them."""
        if count_worlds(known) <= self.worlds:
            return [*every_world(known)], True
        stream = self.place * 32 + len(self.plays)
        return [*sample_worlds(known, self.worlds, self.seed, stream).tolist()], False


def _worths(play: Play) -> dict[Domino, int]:
    """Return what the declaring side takes after each play: points, in nello the bidder's tricks."""
    found = solve_moves(play.position)
    if is_nello(play.contract.declaration) or play.contract.side == 0:
        return found
    left = play.position.points_left
    return {domino: left - value for domino, value in found.items()}


# --- The contract ---------------------------------------------------------------------------------


def _makes(play: Play) -> dict[Domino, bool]:
    """Tell after which plays the contract can still be made, with all hands seen."""
    legal = dominoes_of(play.position.legal())
    made = _made_in(play, [play.position.hands])[0].tolist()
    return dict(zip(legal, made, strict=True))


def _made_in(play: Play, deals: Sequence[Sequence[int]]) -> NDArray[np.bool_]:
    """Tell for many deals after which plays the contract can be made: array (deals, plays)."""
    asked = Plays(play, dominoes_of(play.position.legal()), threads=0)
    prevails = asked.made(np.array(deals, np.int64)) == 1
    declaring = side(play.position.turn) == play.contract.side
    made: NDArray[np.bool_] = prevails == declaring
    return made


def chances_of(
    legal: Sequence[Domino], made: NDArray[np.bool_], domino: Domino, better: int, is_exact: bool
) -> Chances:
    """Return the chances of the plays.

    Args:
        legal: the plays.
        made: array (deals, plays), where the contract can be made after each.
        domino: the play that was made.
        better: 1 where the seat's side is to make the contract, -1 where it is to set it.
        is_exact: whether these are all deals.

    >>> import numpy as np
    >>> plays, made = [Domino("6-6"), Domino("1-0")], np.array([[1, 0], [1, 0], [1, 1], [0, 0]]) > 0
    >>> found = chances_of(plays, made, Domino("1-0"), 1, is_exact=False)
    >>> found.best, found.make[found.best], found.cost
    (Domino('6-6'), 0.75, 0.5)
    """
    chosen = legal.index(domino)
    gains = better * (made.astype(int) - made[:, [chosen]])
    if is_exact:
        gained = gains[:, _best_of(gains, chosen)]
    else:
        gained = gains[:, 0] * 0
        for half, other in ((0, 1), (1, 0)):
            gained[half::2] = gains[half::2, _best_of(gains[other::2], chosen)]
    return Chances(
        dict(zip(legal, made.mean(axis=0).tolist(), strict=True)),
        len(made),
        is_exact,
        legal[_best_of(gains, chosen)],
        float(gained.mean()),
        0.0 if is_exact else float(gained.std()) / sqrt(len(made)),
    )


def _best_of(gains: NDArray[np.int64], chosen: int) -> int:
    """Return the play that gains most; of equals the one that was made, then the first."""
    total = gains.sum(axis=0).tolist()
    return max(range(len(total)), key=lambda at: (total[at], at == chosen, -at))
