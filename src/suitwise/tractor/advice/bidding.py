"""What to bid with some cards of Tractor, and whether to bid now or to wait, by simulation.

The cards yet to be drawn are drawn in many deals, the bidding is ended with whole hands by the policy,
and the deal is buried and played out (``players.bids_and_burials``). To pass is to wait: the seat itself
is asked again with its whole hand. That is not how a bidding goes, card by card; but who will be
landlord, and with what trumps, comes out much the same. Nothing is concluded from what the others have
bid or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from suitwise.arguments import of_kind, several, whole
from suitwise.cards import RANKS
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.seating import SEATS
from suitwise.foundation.text.counting import signed
from suitwise.foundation.text.phrase_lists import one_of
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.seeds import as_seed, world_seed
from suitwise.tractor.advice.compared import Compared
from suitwise.tractor.advice.placing import filled, pile_given
from suitwise.tractor.game import Tractor
from suitwise.tractor.moves import Move
from suitwise.tractor.rules.auction import bid_of, is_closed
from suitwise.tractor.rules.levels import TAKEN_OVER
from suitwise.tractor.rules.piles import EMPTY, Pile, pile_of
from suitwise.tractor.seats import HAND
from suitwise.tractor.state import TractorState

WORLDS = 500
"""The default number of deals in which bids are tried."""
LEAST_WORLDS, MOST_WORLDS = 2, 10_000


@dataclass(frozen=True, slots=True, eq=False)
class BiddingTable(Compared):
    """How the pass, which comes first, and the bids of a seat fare.

    Args:
        ours: array (deals, moves), whether the seat's side became landlord's.
        mine: array (deals, moves), whether the seat itself became landlord.

    >>> table = bidding_table("S2 S3", "2", worlds=20)
    >>> [table.mine.shape, table.best, table.share_mine(1) <= table.share_ours(1)]
    [(20, 2), 1, True]
    """

    ours: NDArray[np.bool_]
    mine: NDArray[np.bool_]

    def share_ours(self, move: int) -> float:
        """Return the share of deals in which the seat's side becomes landlord's after a move."""
        return float(self.ours[:, move].mean())

    def share_mine(self, move: int) -> float:
        """Return the share of deals in which the seat becomes landlord itself after a move."""
        return float(self.mine[:, move].mean())

    @property
    def best(self) -> int:
        """The place of the bid that is worth most; 0, the pass, where there is none."""
        return max(range(1, len(self.moves)), key=self.mean, default=0)

    @property
    def _as_good(self) -> list[Move]:
        """The bid that is worth most, and all that are worth as much."""
        most = self.mean(self.best)
        return [self.moves[at] for at in range(1, len(self.moves)) if self.mean(at) == most]

    @property
    def advice(self) -> Phrase:
        """What to do, in a sentence."""
        at_end = self.state.drawn[0].size == HAND
        wait = _PASS if at_end else _WAIT
        if not self.best:
            return phrase("tractor.advice.nothing", "{wait}: there is nothing to bid", wait=wait)
        (lead, margin), best = self.lead(self.best, 0), self._as_good
        bid = one_of(map(CardText, best))
        figures, reach = f"{abs(lead):.2f}", f"{margin:.2f}"
        if lead < -margin and len(best) == len(self.moves) - 1:
            return phrase(
                "tractor.advice.wait-one",
                "{wait}: {bid} is worth {lead} ± {margin} levels less",
                wait=wait,
                bid=bid,
                lead=figures,
                margin=reach,
            )
        if lead < -margin:
            return phrase(
                "tractor.advice.wait",
                "{wait}: {bid}, the best bid, is worth {lead} ± {margin} levels less",
                wait=wait,
                bid=bid,
                lead=figures,
                margin=reach,
            )
        against = _PASSING if at_end else _WAITING
        if lead > margin:
            return phrase(
                "tractor.advice.show",
                "show {bid} now: it is worth {lead} ± {margin} levels more than {against}",
                bid=bid,
                lead=figures,
                margin=reach,
                against=against,
            )
        return phrase(
            "tractor.advice.equal",
            "{bid} and {against} are as good as equal: {lead} ± {margin} levels",
            bid=bid,
            against=against,
            lead=signed(lead, 2),
            margin=reach,
        )


_PASS, _WAIT = phrase("tractor.advice.pass", "pass"), phrase("tractor.advice.to-wait", "wait")
_PASSING = phrase("tractor.advice.passing", "passing")
_WAITING = phrase("tractor.advice.waiting", "waiting")


def bidding_table(
    hand: str | Pile,
    rank: str = "2",
    *,
    bids: Sequence[str] = (),
    landlord: int | None = None,
    profile: str = "standard",
    worlds: int = WORLDS,
    seed: int = 0,
) -> BiddingTable:
    """Return how the bids of seat 0 fare, with the cards that it has drawn so far.

    Args:
        hand: the cards, 1 to 25; with 25 all have drawn theirs, and seat 0 is asked.
        rank: the current rank, as "2" or "T"; both sides are on it.
        bids: the bids so far, in order, as "1:S2" with the seat: 1 next after seat 0, 2 its partner.
        landlord: the seat of the landlord where an earlier deal has made one; else the bidding does, and
            seat 0 has drawn first.
        profile: the house.
        worlds: in how many deals bids are tried, 2 to 10,000.
        seed: 64-bit seed of the deals.

    Raises:
        NotationError: a card, the rank, a bid or the house can't be read, or the bids are not legal.
        SuitwiseError: a number is out of range, or seat 0 may not bid.

    >>> table = bidding_table("S2 SA SK SK SQ S9 S8 H5 D3", "2", worlds=50)
    >>> [str(move) for move in table.moves], table.worth.shape
    (['pass', 'S2'], (50, 2))
    """
    whole(worlds, "worlds", LEAST_WORLDS, MOST_WORLDS)
    as_seed(seed)
    state = _asked(pile_given(hand, "hand"), rank, bids, landlord, profile)
    return _table(state, worlds, seed)


def _table(state: TractorState, worlds: int, seed: int) -> BiddingTable:
    from suitwise.foundation.clock import Clock
    from suitwise.tractor.players.bids_and_burials import called_out
    from suitwise.tractor.players.plays import LEVEL, Thinking

    moves = tuple(state.moves())
    thinking = Thinking(worlds, Clock(), None, 0, world_seed(seed))
    found = called_out(state, moves, thinking, 0)
    ours = found.landlords & 1 == 0
    held = found.points < TAKEN_OVER
    return BiddingTable(state, moves, found.worth / LEVEL, ours == held, ours, found.landlords == 0)


def _asked(
    hand: Pile, rank: str, bids: Sequence[str], landlord: int | None, profile: str
) -> TractorState:
    """Return a position in which seat 0 is asked to bid; what the others hold counts for nothing."""
    rank = of_kind(rank, str, "rank").upper()
    if len(rank) != 1 or rank not in RANKS:
        raise SuitwiseError(f"a rank is one of {' '.join(RANKS)}, not {rank[:12]!r}")
    if not 1 <= hand.size <= HAND:
        raise SuitwiseError(
            phrase(
                "tractor.advice.drawn",
                "a seat has drawn 1 to {most} cards, not {n}",
                most=HAND,
                n=hand.size,
            )
        )
    at_end = hand.size == HAND
    if landlord is not None:
        whole(landlord, "landlord", 0, 3)
    # The last card of all is drawn by seat 0 where nobody is landlord: so it is asked first.
    first = landlord if landlord is not None else int(at_end)
    game = Tractor(profile=profile, levels=2 * rank, first=0 if landlord is not None else first)
    shown = [_shown(bid) for bid in several(bids, "bids")]
    if is_closed(tuple(bid_of(seat, cards.cards) for seat, cards in shown), game.rules):
        raise SuitwiseError(
            phrase(
                "tractor.advice.closed", "nobody may bid any more: the last bid can't be overbid"
            )
        )
    turn = (-first) % 4
    sizes = [HAND if at_end else hand.size - ((seat - first) % 4 > turn) for seat in SEATS]
    least = [EMPTY] * 4
    for seat, cards in shown:
        more = cards.minus(Pile(cards.once & least[seat].once, cards.twice & least[seat].twice))
        least[seat] = least[seat].plus(more)
    drawn = filled(hand, least, sizes)
    passed = (1 - first) % 4 if at_end else 0
    words = [*(f"{seat}:{cards}" for seat, cards in shown), f"{passed}/{passed}"]
    head = f"{2 * rank} {'-' if landlord is None else landlord}"
    hands = " ".join(str(pile) if pile.once else "-" for pile in drawn)
    return game.parse(f"{head} | {hands} | {' '.join(words)} | - | - | -")


def _shown(text: str) -> tuple[int, Pile]:
    """Read a bid with its seat."""
    seat, colon, cards = of_kind(text, str, "a bid").partition(":")
    if not colon or seat not in ("0", "1", "2", "3"):
        raise SuitwiseError(f"{text[:24]!r} is no bid: write the seat and the cards, as 1:S2")
    return int(seat), pile_of(cards, packs=2)
