"""Advice by simulation: the best bid with some cards of Tractor, and the best burial of a landlord.

``bidding_table`` and ``burial_table`` build a position around one hand, play each candidate move out on
the same random deals, and return a table of averages with the advice in a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from suitwise.arguments import of_kind, several, whole
from suitwise.cards import RANKS, SUITS
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.seating import SEATS
from suitwise.foundation.text import phrases
from suitwise.foundation.text.phrases import CardText, Phrase, Seat, all_of, one_of, phrase, signed
from suitwise.players.review import SURE
from suitwise.seeds import as_seed, world_seed
from suitwise.tractor.game import Tractor
from suitwise.tractor.moves import DECK, HAND, Hands, Move
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.deck import EMPTY, NO_SUIT, PARTITION_NAMES, Pile, Trump, pile_of
from suitwise.tractor.rules.levels import KITTY, TAKEN_OVER, bid_of, is_closed, points_of
from suitwise.tractor.state import TractorState

# --- Comparison of moves --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """The results of some moves on common deals. Moves are referred to by their index in ``moves``.

    Args:
        state: the position.
        moves: the moves.
        worth: array (deals, moves), the value of each move in each deal, in levels.
        won: array (deals, moves), whether the seat's side wins the deal.
    """

    state: TractorState
    moves: tuple[Move, ...]
    worth: NDArray[np.float64]
    won: NDArray[np.bool_]

    @property
    def worlds(self) -> int:
        """The number of deals."""
        return len(self.worth)

    def mean(self, move: int) -> float:
        """Return the average value of a move in levels."""
        return float(self.worth[:, move].mean())

    def lead(self, move: int, other: int) -> tuple[float, float]:
        """Return the average lead of a move over another in levels, and its 95 % margin."""
        gained = self.worth[:, move] - self.worth[:, other]
        return float(gained.mean()), SURE * float(gained.std(ddof=1)) / sqrt(self.worlds)

    def share_won(self, move: int) -> float:
        """Return the share of deals that the seat's side wins after a move."""
        return float(self.won[:, move].mean())

    def as_json(self, against: int) -> list[dict[str, object]]:
        """Return the figures of each move as plain values.

        Args:
            against: the move that the ``lead`` figures refer to.
        """
        rows: list[dict[str, object]] = []
        for at, move in enumerate(self.moves):
            lead, margin = self.lead(at, against)
            rows.append(
                {
                    "move": str(move),
                    "worth": self.mean(at),
                    "won": self.share_won(at),
                    "lead": lead,
                    "margin": margin,
                }
            )
        return phrases.tidied(rows)


# --- Positions around one hand --------------------------------------------------------------------


def pile_given(cards: str | Pile, what: str) -> Pile:
    """Return cards given as text or as a pile; ``what`` names the argument in errors.

    >>> pile_given("S2 S2", "hand").size
    2
    """
    return pile_of(cards if isinstance(cards, Pile) else of_kind(cards, str, what), packs=2)


def filled(hand: Pile, shown: Sequence[Pile], sizes: Sequence[int]) -> Hands:
    """Return four hands: seat 0's own, and for the others the cards shown, filled up arbitrarily.

    Args:
        hand: the cards of seat 0.
        shown: the cards that each seat has shown.
        sizes: the number of cards of each seat.

    Raises:
        SuitwiseError: a card appears three times, or a seat has shown more cards than it has.

    >>> from suitwise.tractor.rules.deck import EMPTY
    >>> hands = filled(pile_of("S2"), [EMPTY, pile_of("H2"), EMPTY, EMPTY], [1, 1, 1, 0])
    >>> [hand.size for hand in hands], str(hands[1])
    ([1, 1, 1, 0], 'H2')
    """
    hands = [hand, *shown[1:]]
    left = DECK.minus(deck.sum_of(hands, packs=2))
    for seat in SEATS:
        if hands[seat].size > sizes[seat]:
            raise SuitwiseError(
                phrase(
                    "tractor.advice.shown",
                    "{seat} has shown {n} cards, and has drawn {drawn}",
                    seat=Seat(seat),
                    n=hands[seat].size,
                    drawn=sizes[seat],
                )
            )
        while hands[seat].size < sizes[seat]:
            card = Pile(left.once & -left.once)
            left, hands[seat] = left.minus(card), hands[seat].plus(card)
    return tuple(hands)


# --- Bidding --------------------------------------------------------------------------------------
#
# In each sampled deal the remaining cards are dealt, the policy finishes the bidding with complete
# hands, and the deal is buried and played out (``players.bids_and_burials``). After a pass the seat is
# asked once more with its complete hand. Real bidding goes card by card, but the landlord and the trumps
# come out much the same. No conclusions are drawn from what the others have bid or not bid.

BID_WORLDS = 500
"""The default number of deals for bids."""
LEAST_WORLDS, MOST_WORLDS = 2, 10_000


@dataclass(frozen=True, slots=True, eq=False)
class BiddingTable(Compared):
    """The results of a seat's bids; the first move is the pass.

    Args:
        ours: array (deals, moves), whether the seat's side became the landlord's.
        mine: array (deals, moves), whether the seat itself became landlord.

    >>> table = bidding_table("S2 S3", "2", worlds=20)
    >>> [table.mine.shape, table.best, table.share_mine(1) <= table.share_ours(1)]
    [(20, 2), 1, True]
    """

    ours: NDArray[np.bool_]
    mine: NDArray[np.bool_]

    def share_ours(self, move: int) -> float:
        """Return the share of deals in which the seat's side becomes the landlord's after a move."""
        return float(self.ours[:, move].mean())

    def share_mine(self, move: int) -> float:
        """Return the share of deals in which the seat itself becomes landlord after a move."""
        return float(self.mine[:, move].mean())

    @property
    def best(self) -> int:
        """The index of the best bid; 0, the pass, if there is no bid."""
        return max(range(1, len(self.moves)), key=self.mean, default=0)

    @property
    def _as_good(self) -> list[Move]:
        """The best bid, and all others of the same value."""
        most = self.mean(self.best)
        return [self.moves[at] for at in range(1, len(self.moves)) if self.mean(at) == most]

    @property
    def advice(self) -> Phrase:
        """The advice, in a sentence."""
        at_end = self.state.drawn[0].size == HAND
        wait = _PASS if at_end else _WAIT
        if not self.best:
            return phrase("tractor.advice.nothing", "{wait}: there is nothing to bid", wait=wait)
        (lead, margin), best = self.lead(self.best, 0), self._as_good
        bid, reach = one_of(map(CardText, best)), f"{margin:.2f}"
        said = {"bid": bid, "lead": f"{abs(lead):.2f}", "margin": reach}
        if lead < -margin and len(best) == len(self.moves) - 1:
            return phrase(
                "tractor.advice.wait-one",
                "{wait}: {bid} is worth {lead} ± {margin} levels less",
                wait=wait,
                **said,
            )
        if lead < -margin:
            return phrase(
                "tractor.advice.wait",
                "{wait}: {bid}, the best bid, is worth {lead} ± {margin} levels less",
                wait=wait,
                **said,
            )
        against = _PASSING if at_end else _WAITING
        if lead > margin:
            return phrase(
                "tractor.advice.show",
                "show {bid} now: it is worth {lead} ± {margin} levels more than {against}",
                against=against,
                **said,
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
    worlds: int = BID_WORLDS,
    seed: int = 0,
) -> BiddingTable:
    """Compare the bids of seat 0, given the cards that it has drawn so far.

    Args:
        hand: the cards of seat 0, 1 to 25; with 25, all seats have drawn all their cards.
        rank: the current rank, as "2" or "T"; both sides play it.
        bids: the bids so far, in order, as "1:S2" with the seat: 1 next after seat 0, 2 its partner.
        landlord: the landlord's seat if an earlier deal has decided it; otherwise the bidding decides,
            and seat 0 has drawn first.
        profile: the house rules.
        worlds: the number of deals, 2 to 10,000.
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
    state = _bidding_position(pile_given(hand, "hand"), rank, bids, landlord, profile)
    return _bids_compared(state, worlds, seed)


def _bids_compared(state: TractorState, worlds: int, seed: int) -> BiddingTable:
    from suitwise.foundation.values import Clock
    from suitwise.tractor.players.bids_and_burials import called_out
    from suitwise.tractor.players.plays import LEVEL, Thinking

    moves = tuple(state.moves())
    thinking = Thinking(worlds, Clock(), None, 0, world_seed(seed))
    rollouts = called_out(state, moves, thinking, 0)
    ours, mine = rollouts.landlords & 1 == 0, rollouts.landlords == 0
    held = rollouts.points < TAKEN_OVER
    return BiddingTable(state, moves, rollouts.worth / LEVEL, ours == held, ours, mine)


def _bidding_position(
    hand: Pile, rank: str, bids: Sequence[str], landlord: int | None, profile: str
) -> TractorState:
    """Return a position in which seat 0 is to bid; the other hands are placeholders."""
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
    # With a full hand and no landlord yet, let seat 0 draw the last card, so that it is asked first.
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
    cards_shown = [EMPTY] * 4
    for seat, cards in shown:
        cards_shown[seat] |= cards
    drawn = filled(hand, cards_shown, sizes)
    passed = (1 - first) % 4 if at_end else 0
    words = [*(f"{seat}:{cards}" for seat, cards in shown), f"{passed}/{passed}"]
    head = f"{2 * rank} {'-' if landlord is None else landlord}"
    hands = " ".join(str(pile) if pile.once else "-" for pile in drawn)
    return game.parse(f"{head} | {hands} | {' '.join(words)} | - | - | -")


def _shown(text: str) -> tuple[int, Pile]:
    """Read a bid with its seat, as ``1:S2``."""
    seat, colon, cards = of_kind(text, str, "a bid").partition(":")
    if not colon or seat not in ("0", "1", "2", "3"):
        raise SuitwiseError(f"{text[:24]!r} is no bid: write the seat and the cards, as 1:S2")
    return int(seat), pile_of(cards, packs=2)


# --- Burying --------------------------------------------------------------------------------------
#
# The Monte Carlo player finds the best burial. That one, the rule-based player's burial, and burials of
# other plans are then compared on newly sampled deals, played out (``players.bids_and_burials``).

BURIAL_WORLDS = 400
"""The default number of deals for burials."""
OTHERS = 3
"""The number of other burials shown next to the best."""


@dataclass(frozen=True, slots=True, eq=False)
class BurialTable(Compared):
    """The results of some burials; the best comes first.

    >>> hand = pile_of("RJ BJ S2 SA SK SQ SJ ST S9 HA HK H9 H7 H5 DA DQ D8 D4 D3 CA CK CT C9 C8 C6")
    >>> table = burial_table(hand, "S2", kitty="S3 S4 H3 H4 H6 D6 C4 C3", worlds=4)
    >>> table.points(0) <= 40, set(table.voids(0)) <= {"H", "D", "C"}
    (True, True)
    """

    def points(self, burial: int) -> int:
        """Return the points that a burial puts into the kitty."""
        pile = self.moves[burial].pile
        return points_of(pile.once, pile.twice)

    def voids(self, burial: int) -> tuple[str, ...]:
        """Return the plain suits in which a burial makes the landlord void, as letters."""
        trump, hand = self.state.trump, self.state.held[0]
        kept = hand.minus(self.moves[burial].pile)
        masks = {
            suit: deck.partition_mask(at, trump.main_index, trump.rank_index)
            for at, suit in enumerate(SUITS)
            if at != trump.main_index
        }
        return tuple(
            suit for suit, mask in masks.items() if hand.once & mask and not kept.once & mask
        )

    @property
    def advice(self) -> Phrase:
        """The advice with its reason, in a sentence."""
        said = phrase(
            "tractor.advice.bury", "bury {cards}: {why}", cards=self._named(0), why=self.kept_by(0)
        )
        if len(self.moves) == 1:
            return said
        nearest = min(range(1, len(self.moves)), key=lambda at: self.lead(0, at)[0])
        lead, margin = self.lead(0, nearest)
        if lead > margin:
            return phrase(
                "tractor.advice.bury-best",
                "{said}; worth {lead} ± {margin} levels more than {other}",
                said=said,
                lead=f"{lead:.2f}",
                margin=f"{margin:.2f}",
                other=self._named(nearest),
            )
        return phrase(
            "tractor.advice.bury-equal",
            "{said}; {other} is as good as equal: {lead} ± {margin} levels",
            said=said,
            other=self._named(nearest),
            lead=signed(-lead, 2),
            margin=f"{margin:.2f}",
        )

    def kept_by(self, burial: int) -> Phrase:
        """Describe a burial by its points and by the suits in which it makes the landlord void."""
        points, voids = self.points(burial), self.voids(burial)
        why = phrase("tractor.advice.no-points", "it buries no points")
        if points:
            why = phrase("tractor.advice.points", "it buries {n} points", n=points)
        if not voids:
            return why
        return phrase(
            "tractor.advice.voids",
            "{buries} and leaves you without {suits}",
            buries=why,
            suits=all_of(PARTITION_NAMES[SUITS.index(suit)] for suit in voids),
        )

    def _named(self, burial: int) -> CardText:
        return CardText(self.moves[burial])


def burial_table(
    hand: str | Pile,
    trump: str,
    *,
    kitty: str | Pile = "",
    profile: str = "standard",
    worlds: int = BURIAL_WORLDS,
    seed: int = 0,
) -> BurialTable:
    """Find the best burial, and compare it with some others.

    Args:
        hand: the landlord's cards: all 33, or 25 without the kitty.
        trump: the main suit and the current rank, as "H2"; "O2" for no main suit.
        kitty: the eight cards of the kitty, unless the hand includes them.
        profile: the house rules.
        worlds: the number of deals, 2 to 10,000.
        seed: 64-bit seed of the deals.

    Raises:
        NotationError: a card, the trump or the house can't be read.
        SuitwiseError: a number is out of range, the cards are not 33, or nobody can have named the
            trump.

    >>> hand = "RJ BJ S2 H2 SA SA SK SK SQ SJ ST S9 S8 S6 S5 HA HK H9 H7 H5 DA DQ D8 D4 D3 CA CK CT"
    >>> table = burial_table(hand, "S2", kitty="C9 C8 C6 C4 C3", worlds=4)
    >>> table.moves[0].pile.size, 2 <= len(table.moves) <= 4
    (8, True)
    """
    whole(worlds, "worlds", LEAST_WORLDS, MOST_WORLDS)
    as_seed(seed)
    whole_hand = pile_given(hand, "hand").plus(pile_given(kitty, "kitty"))
    state = _burying_position(whole_hand, of_kind(trump, str, "trump"), profile)
    return _burials_compared(state, worlds, seed)


def _burials_compared(state: TractorState, worlds: int, seed: int) -> BurialTable:
    from suitwise.tractor.players.bids_and_burials import plans_of
    from suitwise.tractor.players.monte_carlo import MonteCarlo
    from suitwise.tractor.players.plays import LEVEL
    from suitwise.tractor.players.rule_based import TractorPlayer

    player = MonteCarlo(worlds=worlds, seed=seed)
    best = player.evaluated(state).move
    plans = [Move(plan) for plan in dict.fromkeys(plans_of(state)) if plan != best.pile]
    others = {TractorPlayer()(state): None}
    if plans:  # a hand of trumps alone has only one plan
        mean = player.compared(state, plans).race.mean
        ranking = sorted(range(len(plans)), key=mean, reverse=True)
        others |= dict.fromkeys(plans[at] for at in ranking)
    moves = (best, *[move for move in others if move != best][:OTHERS])
    # New deals, so that the best burial is not flattered by the deals on which it was chosen.
    race = MonteCarlo(worlds=worlds, seed=seed ^ 1).compared(state, moves).race
    return BurialTable(state, moves, race.found / LEVEL, race.found > 0)


def _burying_position(hand: Pile, trump: str, profile: str) -> TractorState:
    """Return a position in which seat 0 buries; the other hands are placeholders.

    The trump was named by seat 0, or if that is impossible by its partner.
    """
    named = Trump.parse(trump)
    if hand.size != HAND + KITTY:
        raise SuitwiseError(
            phrase(
                "tractor.advice.of-cards",
                "a landlord buries of {all} cards, not of {n}",
                all=HAND + KITTY,
                n=hand.size,
            )
        )
    bidder, shown = _naming_bid(hand, named)
    cards_shown = [EMPTY] * 4
    cards_shown[bidder] = shown
    hands = filled(hand, cards_shown, [hand.size, HAND, HAND, HAND])
    own = shown if bidder == 0 else EMPTY
    drawn = own.plus(pile_of(hand.minus(own).cards[: HAND - own.size]))
    rank = RANKS[named.rank_index]
    game = Tractor(profile=profile, levels=2 * rank)
    piles = " ".join(map(str, (drawn, *hands[1:])))
    return game.parse(f"{2 * rank} 0 | {piles} | {bidder}:{shown} | - | - | -")


def _naming_bid(hand: Pile, named: Trump) -> tuple[int, Pile]:
    """Return a seat and the cards it can have shown to name a trump."""
    others = DECK.minus(hand)
    cards = ("BJBJ", "RJRJ") if named.main_index == NO_SUIT else (str(named),)
    for shown in (pile_of(card) for card in cards):
        for bidder, held in ((0, hand), (2, others)):
            if shown.within(held):
                return bidder, shown
    raise SuitwiseError(
        phrase(
            "tractor.advice.unnamed",
            "nobody can have named {trump}: no seat but you holds a joker twice",
            trump=str(named),
        )
    )
