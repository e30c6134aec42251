"""Tables of four to eight seats with one to four packs: deals, bids, friends, results and levels.

Source: rules page "Tractor with many packs" §6 to §9; docs/tractor-many.md, The table.

Seats are numbered from 0 in the order of play. ``Table`` is a number of packs and seats with the rules
of a house; its functions answer one question each. ``Sides`` follows a deal of Finding Friends: which
seats are on the landlord's side so far.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import islice

from suitwise.arguments import whole
from suitwise.cards import BLACK_JOKER, N_CARDS, RANKS, RED_JOKER, SUITS, Card
from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import CardText, Phrase, Seat, all_of, listed, phrase
from suitwise.tractor.rules.deck import MOST_COPIES, TRUMPS, Pile, Trump, copies_of, partition_of
from suitwise.tractor.rules.levels import (
    KITTY_CODE,
    PAST_ACE,
    advanced,
    gains_by_steps,
    kitty_factor,
    points_text,
    rank_bits,
)
from suitwise.tractor.rules.profile import STANDARD, Profile

LEAST_SEATS, MOST_SEATS = 4, 8
_SMALLEST_KITTY = 5
_POINTS = {"5": 5, "T": 10, "K": 10}
_FROM_CLUBS = SUITS[::-1]
"""Suits in the order in which they lose cards: C D H S."""
_AMONG_BIDS = "DCHS"
"""Suits from the weakest to the strongest where bids are compared by suit."""


@dataclass(frozen=True)
class Table:
    """A number of packs and seats, and the rules of the house.

    Args:
        packs: the number of packs, 1 to 4.
        seats: the number of seats, 4 to 8.
        profile: the house rules.

    Raises:
        NotationError: a number is out of these bounds, or the kitty leaves no card for a seat.

    >>> table = Table(3, 6)
    >>> table.hand, table.kitty
    (26, 6)
    """

    packs: int
    seats: int
    profile: Profile = STANDARD

    def __post_init__(self) -> None:
        whole(self.packs, "packs", 1, MOST_COPIES)
        whole(self.seats, "players", LEAST_SEATS, MOST_SEATS)
        if self.cards - self.profile.kitty_cards < self.seats:
            raise NotationError(
                phrase(
                    "tractor.kitty-too-large",
                    "a kitty of {kitty} of {cards} cards leaves none for each of {n} seats",
                    kitty=self.profile.kitty_cards,
                    cards=self.cards,
                    n=self.seats,
                )
            )

    # --- The deal ----------------------------------------------------------------------------------

    @property
    def cards(self) -> int:
        """The number of cards of all packs."""
        return N_CARDS * self.packs

    @property
    def kitty(self) -> int:
        """The number of cards in the kitty: as the house says, or what is over, at least five."""
        if self.profile.kitty_cards:
            return self.profile.kitty_cards
        over = self.cards % self.seats or self.seats
        return over if over >= _SMALLEST_KITTY else over + self.seats

    @property
    def hand(self) -> int:
        """The number of cards in a hand."""
        return (self.cards - self.kitty) // self.seats

    def removed(self, levels: Collection[str]) -> tuple[Card, ...]:
        """Return the cards that are taken out of the packs before the deal, seen by all.

        Args:
            levels: ranks of which no card is taken: the seats' levels, later the landlord's.

        >>> Table(3, 4, Profile(kitty_cards=8)).removed("2")
        (Card('C3'), Card('D3'))
        """
        number = (self.cards - self.kitty) % self.seats
        return tuple(islice(self._in_order_of_removal(levels), number))

    def _in_order_of_removal(self, levels: Collection[str]) -> Iterator[Card]:
        if self.profile.remove == "jokers":
            for joker in (BLACK_JOKER, RED_JOKER):
                yield from (Card(joker) for _ in range(self.packs))
        for rank in RANKS:
            if rank not in levels and rank not in _POINTS:
                for _ in range(self.packs):
                    yield from (Card(suit + rank) for suit in _FROM_CLUBS)

    # --- Bids --------------------------------------------------------------------------------------

    def bids(
        self, level: str, hand: Pile, seat: int, made: Sequence[tuple[int, Pile]]
    ) -> list[Pile]:
        """Return the bids that a seat may make.

        Args:
            level: the current rank.
            hand: the seat's cards.
            seat: the seat.
            made: the bids made so far, each with its seat.

        >>> from suitwise.tractor.rules.deck import pile_of
        >>> made = [(1, pile_of("D2"))]
        >>> [str(bid) for bid in Table(3, 4).bids("2", pile_of("S2S2H2BJBJ"), 0, made)]
        ['S2S2', 'BJBJ']
        """
        possible = (
            copies_of([(card, copies)])
            for card in _shown_for_bids(level)
            for copies in range(1, min(hand.copies(card), self.packs) + 1)
        )
        return [bid for bid in possible if self.why_no_bid(bid, seat, made) is None]

    def why_no_bid(self, bid: Pile, seat: int, made: Sequence[tuple[int, Pile]]) -> Phrase | None:
        """Return why a seat may not make a bid, copies of one rank card or joker; None if it may."""
        card, copies = bid.cards[0], bid.size
        if card >= BLACK_JOKER and not self._jokers_bid(card, copies):
            return phrase("tractor.bid-jokers", "the house takes no such bid of jokers")
        if not made:
            return None
        holder, standing = made[-1]
        if seat == holder and self.profile.reinforce != "any":
            if card == standing.cards[0] and copies > standing.size:
                return None
            return phrase("tractor.bid-own", "who holds the bid may only add to its card")
        if self._overturns(bid, standing) or self._as_many_again(bid, seat, made):
            return None
        return phrase("tractor.bid-not-higher", "it does not overturn {bid}", bid=str(standing))

    def _jokers_bid(self, card: int, copies: int) -> bool:
        """Tell whether so many jokers of one colour are a bid."""
        if self.profile.jokers == "packs":
            return copies == self.packs
        if self.profile.jokers == "packs1":
            return copies >= self.packs - (card == RED_JOKER)
        return self.profile.jokers == "yes" and copies >= 2

    def _overturns(self, bid: Pile, standing: Pile) -> bool:
        if bid.size != standing.size:
            return bid.size > standing.size
        return self._height(bid) > self._height(standing)

    def _height(self, bid: Pile) -> int:
        """Return the height of a bid among bids of as many cards."""
        card = bid.cards[0]
        if self.profile.overturn == "more":
            return 0
        if card >= BLACK_JOKER:
            return len(SUITS) + card - BLACK_JOKER
        by_suit = self.profile.overturn == "suits1" or (
            self.profile.overturn == "suits" and bid.size > 1
        )
        return _AMONG_BIDS.index(str(card)[0]) if by_suit else 0

    def _as_many_again(self, bid: Pile, seat: int, made: Sequence[tuple[int, Pile]]) -> bool:
        """Tell whether a seat that rank cards have overturned shows as many of its last card."""
        if self.profile.reinforce != "equal" or made[-1][1].cards[0] >= BLACK_JOKER:
            return False
        own = [shown for by, shown in made if by == seat]
        same = bool(own) and own[-1].cards[0] == bid.cards[0]
        return same and bid.size == made[-1][1].size

    # --- Friends -----------------------------------------------------------------------------------

    def why_no_call(self, card: Card, number: int, trump: Trump) -> Phrase | None:
        """Return why the landlord may not call a copy of a card; None if he may.

        >>> Table(2, 5).why_no_call(Card("S2"), 1, Trump("S", "7"))
        'S2 is a trump, and the house takes plain cards only'
        """
        if not 1 <= number <= self.packs:
            return phrase(
                "tractor.call-copy",
                "there is no copy {n} of {card}: {packs} packs hold copies 1 to {packs}",
                n=number,
                card=CardText(card),
                packs=self.packs,
            )
        calls = self.profile.calls
        if calls == "any":
            return None
        if partition_of(card, trump.main_index, trump.rank_index) == TRUMPS:
            return phrase(
                "tractor.call-trump",
                "{card} is a trump, and the house takes plain cards only",
                card=CardText(card),
            )
        rank, at_ace = str(card)[1], trump.rank == "A"
        if calls == "below_top" and rank == ("K" if at_ace else "A"):
            return phrase(
                "tractor.call-top",
                "{card} is the highest of its suit: call a lower one",
                card=CardText(card),
            )
        if calls == "no_points" and rank in _POINTS and not (rank == "K" and at_ace):
            return phrase(
                "tractor.call-points",
                "{card} counts points: call another card",
                card=CardText(card),
            )
        return None

    # --- The result --------------------------------------------------------------------------------

    @property
    def step(self) -> int:
        """The points of one step of the result.

        >>> Table(2, 4).step, Table(3, 6).step
        (40, 60)
        """
        return max(1, self.profile.step * self.packs + self.profile.adjust)

    def result(self, points: int, *, is_smaller: bool = False) -> tuple[bool, int, int]:
        """Return whether the landlord's side holds, and by how much it and the attackers rise.

        Args:
            points: the attackers' points.
            is_smaller: whether the landlord's side has fewer members than he called, and one.

        >>> [Table(3, 6).result(points) for points in (0, 55, 60, 120, 180, 240)]
        [(True, 3, 0), (True, 2, 0), (True, 1, 0), (False, 0, 0), (False, 0, 1), (False, 0, 2)]
        """
        house = self.profile
        truncates = house.truncate == "yes"
        own, others = gains_by_steps(points, self.step, house.turnover, house.dead, truncates)
        if points >= house.turnover * self.step:
            return False, own, others
        return True, own + (is_smaller and house.bonus == "yes"), others

    def levels_after(
        self,
        levels: str,
        landlord: int,
        side: Collection[int],
        points_result: tuple[bool, int, int],
    ) -> tuple[str, tuple[int, ...]]:
        """Return the levels after a deal, and who has won the match by it.

        Args:
            levels: the levels before, a rank for each seat.
            landlord: the landlord's seat.
            side: the seats of the landlord's side.
            points_result: what ``result`` returned.

        >>> Table(2, 4).levels_after("JKJK", 0, (0, 2), (True, 4, 0))
        ('AKAK', ())
        """
        held, own, other = points_result
        after = "".join(
            self._risen(levels[seat], own if seat in side else other, held and seat in side)
            for seat in range(len(levels))
        )
        top = RANKS[-1]
        if not held or levels[landlord] != top:
            return after, ()
        return after, tuple(seat for seat in sorted(side) if levels[seat] == top)

    def _risen(self, level: str, steps: int, has_held: bool) -> str:
        """Return a seat's level after so many steps; nothing lies beyond the ace."""
        after = advanced(RANKS.index(level), steps, has_held, rank_bits(self.profile.defend))
        return RANKS[min(after, PAST_ACE - 1)]


@cache
def _shown_for_bids(level: str) -> tuple[Card, ...]:
    """Return the cards that bids show: those of the current rank, and both jokers."""
    return (*(Card(suit + level) for suit in SUITS), Card(BLACK_JOKER), Card(RED_JOKER))


def next_landlord(seats: int, landlord: int, side: Collection[int], *, held: bool) -> int:
    """Return the next landlord: going round, the next seat on the side that has won.

    >>> next_landlord(5, 3, (1, 3), held=True), next_landlord(4, 0, (0, 2), held=False)
    (1, 1)
    """
    for ahead in range(1, seats + 1):
        seat = (landlord + ahead) % seats
        if (seat in side) == held:
            return seat
    return landlord


def kitty_points(buried: int, largest: int, led: int, profile: Profile) -> int:
    """Return the points that buried cards add if the attackers take the last trick.

    Args:
        buried: the points of the buried cards.
        largest: the number of cards in the largest part of the last lead.
        led: the number of cards led.
        profile: the house rules.

    >>> kitty_points(10, 3, 3, STANDARD)
    60
    """
    return buried * kitty_factor(largest, led, KITTY_CODE[profile.kitty], profile.kitty_factor)


def points_in(cards: Iterable[Card]) -> int:
    """Return the points of some cards: a 5 counts 5, a 10 and a king 10.

    >>> points_in(map(Card, ("S5", "ST", "DK", "RJ", "HA")))
    25
    """
    return sum(_POINTS.get(str(card)[1], 0) for card in cards if card < BLACK_JOKER)


@dataclass
class Sides:
    """Which seats are on the landlord's side, as called cards are played.

    Args:
        landlord: the landlord's seat.
        calls: the cards called, each with the number of the copy.
        joins: who joins, as ``profile.joins``.
        filled: for each call the seat that has filled it, or None.
        seen: the copies counted of each card.
        fixed: the seats of the landlord's side where sides are fixed; else empty.

    >>> sides = Sides(2, [(Card("HA"), 2)])
    >>> for seat, card in ((2, "HA"), (3, "H4"), (4, "HA")):
    ...     sides.play(seat, [Card(card)])
    >>> sides.members, sides.filled
    ([2, 4], [4])
    """

    landlord: int
    calls: Sequence[tuple[Card, int]]
    joins: str = "many"
    filled: list[int | None] = field(default_factory=list)
    seen: Counter[Card] = field(default_factory=Counter)
    fixed: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.filled = self.filled or [None] * len(self.calls)

    @property
    def members(self) -> list[int]:
        """The seats on the landlord's side so far, in order."""
        if self.fixed:
            return list(self.fixed)
        return sorted({self.landlord, *(seat for seat in self.filled if seat is not None)})

    @property
    def is_smaller(self) -> bool:
        """Whether the side has fewer members than calls and the landlord."""
        return not self.fixed and len(self.members) < len(self.calls) + 1

    def after(self, seat: int, cards: Iterable[Card]) -> Sides:
        """Return the sides after a play, without changing these.

        >>> sides = Sides(2, [(Card("HA"), 1)])
        >>> sides.after(4, [Card("HA")]).members, sides.members
        ([2, 4], [2])
        """
        if self.fixed or not self.calls:
            return self
        after = replace(self, filled=list(self.filled), seen=Counter(self.seen))
        after.play(seat, cards)
        return after

    def play(self, seat: int, cards: Iterable[Card]) -> None:
        """Count the cards of a play, one after the other, and fill the calls they meet."""
        for card in cards:
            if self.joins == "others" and seat == self.landlord:
                continue
            self.seen[card] += 1
            if self.joins == "once" and seat in self.members:
                continue
            due = [
                (number, at)
                for at, (called, number) in enumerate(self.calls)
                if called == card and self.filled[at] is None and self._is_due(card, number)
            ]
            if due:
                self.filled[min(due)[1]] = seat

    def _is_due(self, card: Card, number: int) -> bool:
        """Tell whether the copy just played is the one called, or under ``once`` a later one."""
        if self.joins == "once":
            return self.seen[card] >= number
        return self.seen[card] == number


# --- The result of a deal -------------------------------------------------------------------------


@dataclass(frozen=True)
class TableOutcome:
    """The result of a deal at a table; what ``levels.Outcome`` is for four with two packs.

    Args:
        table: the table.
        points: the attackers' points, kitty and penalties included.
        landlord: the landlord's seat.
        members: the seats of the landlord's side at the end of the deal, in order.
        is_smaller: whether that side has fewer members than he called, and one.
        before: the rank 0..12 of each seat before the deal.

    >>> print(TableOutcome(Table(2, 5), 35, 3, (1, 3), False, (0, 0, 0, 0, 0)))
    35 points, the landlord's side holds +2, levels 2 4 2 4 2, next landlord 1
    """

    table: Table
    points: int
    landlord: int
    members: tuple[int, ...]
    is_smaller: bool
    before: tuple[int, ...]

    @cached_property
    def _result(self) -> tuple[bool, int, int]:
        return self.table.result(self.points, is_smaller=self.is_smaller)

    @property
    def held(self) -> bool:
        """Whether the landlord's side has held."""
        return self._result[0]

    @property
    def gain(self) -> int:
        """The ranks that the side that prevailed gains, if no rank to be defended stops it."""
        return self._result[1] if self.held else self._result[2]

    @cached_property
    def _after(self) -> tuple[str, tuple[int, ...]]:
        levels = "".join(RANKS[rank] for rank in self.before)
        return self.table.levels_after(levels, self.landlord, self.members, self._result)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each seat after the deal."""
        return tuple(map(RANKS.index, self._after[0]))

    @property
    def need(self) -> int:
        """The points at which the attackers take the deal over."""
        return self.table.profile.turnover * self.table.step

    @property
    def prevailed(self) -> tuple[int, ...]:
        """The seats of the side that has prevailed."""
        seats = range(self.table.seats)
        return tuple(seat for seat in seats if (seat in self.members) == self.held)

    def rank_of(self, seat: int) -> int:
        """Return the rank of a seat after the deal."""
        return self.ranks[seat]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won the match by this deal; empty if it goes on."""
        return self._after[1]

    @property
    def highest(self) -> tuple[int, ...]:
        """The seats with the highest rank after the deal; empty if all have the same."""
        ranks = self.ranks
        if len(set(ranks)) == 1:
            return ()
        return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))

    @property
    def next_landlord(self) -> int:
        """The landlord's seat in the next deal."""
        return next_landlord(self.table.seats, self.landlord, self.members, held=self.held)

    def worth(self, seat: int) -> float:
        """Return what a deal is worth to a seat: the ranks its side gains, less those of the others.

        Sides of equal size are compared as sides. Of others a seat's gain is compared with the mean of
        all other seats', so that the worth of a deal to all seats sums to 0.

        >>> outcome = TableOutcome(Table(3, 6), 0, 0, (0, 2, 4), False, (0,) * 6)
        >>> outcome.worth(0), outcome.worth(1)
        (3.0, -3.0)
        >>> outcome = TableOutcome(Table(2, 5), 0, 0, (0, 2), False, (0,) * 5)
        >>> [outcome.worth(seat) for seat in (0, 1)]
        [2.25, -1.5]
        """
        _, own, others = self._result
        n, m = self.table.seats, len(self.members)
        ahead = own - others if seat in self.members else others - own
        unlike = n - m if seat in self.members else m
        return float(ahead) if 2 * m == n else ahead * unlike / (n - 1)

    @property
    def clauses(self) -> tuple[Phrase, ...]:
        """The result in words, as separate clauses."""
        prevailed = (
            phrase("tractor.side-holds", "the landlord's side holds +{n}", n=self.gain)
            if self.held
            else phrase("tractor.attackers-take-over", "the attackers take over +{n}", n=self.gain)
        )
        if self.winners:
            seats = all_of([str(Seat(seat)) for seat in self.winners])
            ending = [phrase("tractor.match-won-by", "{seats} won the match", seats=seats)]
        else:
            ranks = " ".join(RANKS[rank] for rank in self.ranks)
            landlord = str(self.next_landlord)
            ending = [
                phrase("tractor.levels-each", "levels {ranks}", ranks=ranks),
                phrase("tractor.next-landlord", "next landlord {seat}", seat=landlord),
            ]
        return points_text(self.points), prevailed, *ending

    @property
    def phrase(self) -> Phrase:
        """The result in words, one line."""
        return phrase("tractor.outcome", "{clauses}", clauses=listed(self.clauses))

    def __str__(self) -> str:
        return str(self.phrase)
