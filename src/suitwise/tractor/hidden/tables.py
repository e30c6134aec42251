"""Sampling worlds at tables of any size: random deals of the unseen cards that agree with a seat's view.

Source: rules page "Tractor with many packs" §3, §4, §6, §7.

A seat knows of the others

* the cards that they have played, and those that they have shown: for bids, in throws that failed, or
  laid down for a lead that is still to be cut;
* the partitions in which they have shown to be void;
* that each reply was legal, that is, served the lead as well as the hand could;
* which throws stood, and which failed with which part.

There are too many conditions to deal the cards exactly, so they are sampled by a random walk (Markov
chain Monte Carlo). The unseen cards are dealt at random. Then random cards are swapped between hands,
and swaps that violate more conditions than before are undone, until no condition is violated
(``settle``). From there the walk goes on through consistent deals only (``mix``). A swap and its
reverse are equally likely, so the walk visits all deals that it can reach equally often; it never
starts from the real hands.

Finally, for each seat that has buried cards, it is drawn at random which of its cards it had taken up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from suitwise.errors import SuitwiseError
from suitwise.seeds import SeededSource, as_seed
from suitwise.tractor.deal import Steal
from suitwise.tractor.hidden.knowledge import shown_by, turned_up
from suitwise.tractor.moves import Trick
from suitwise.tractor.rules.blocks import Block
from suitwise.tractor.rules.deck import CARD_PILES, EMPTY, Pile, bits, partition_mask, pile_of
from suitwise.tractor.rules.throws import forced_order, throw_of_parts
from suitwise.tractor.rules.wide.lead import WideLead
from suitwise.tractor.rules.wide.parts import cards_of
from suitwise.tractor.state import TractorState
from suitwise.tractor.umpire import TableUmpire

_TRIES = 8
"""The most attempts to find a consistent deal, each from a new start; one is nearly always enough."""
_SWAPS = 400
"""The most swaps in an attempt, for each unseen card."""
_DETOURS = 40
"""Before the deal is consistent, one in this number of swaps may make it slightly worse."""
_MIXING, _LEAST_MIXING = 4, 120
"""The swaps tried for each unseen card once the deal is consistent, and their least number. With 2 for
each card, some deals of a small ending came up to three times as often as they should."""
_APART = 2
"""Between two worlds of ``many_hands``, one swap is tried for this number of unseen cards."""
_PARTITIONS = 5
_NONE = "no deal was found that agrees with all that the seat knows"


def redealt(state: TractorState, seat: int, seed: int, stream: int) -> TractorState:
    """Redeal the cards that a seat can't see.

    Raises:
        SuitwiseError: the seed or the stream is out of range, or no consistent deal was found.

    >>> from suitwise.tractor.game import Tractor
    >>> state, _ = Tractor(match="deal", players=6).start().rolled(seed=1, stream=0)
    >>> redealt(state, 0, seed=5, stream=0).view(0) == state.view(0)
    True
    """
    source = SeededSource(as_seed(seed), stream)
    redeal = _Redeal(state, seat, source)
    for _ in range(_TRIES):
        hands = redeal.hands()
        world = None if hands is None else redeal.world(hands)
        if world is not None:
            return world
    raise SuitwiseError(_NONE)


def many_hands(state: TractorState, seat: int, seed: int, stream: int) -> Iterator[list[Pile]]:
    """Yield worlds without end, for a search: the hands of all seats, and last the cards aside.

    The first world is found as in ``redealt``. The others continue the random walk from there, which is
    faster: successive worlds are not independent, but in the long run all are equally frequent.

    Raises:
        SuitwiseError: no consistent deal was found.

    >>> from suitwise.tractor.game import Tractor
    >>> state, _ = Tractor(match="deal", players=6).start().rolled(seed=1, stream=0)
    >>> len(next(many_hands(state, 0, seed=5, stream=0)))
    7
    """
    redeal = _Redeal(state, seat, SeededSource(as_seed(seed), stream))
    for _ in range(_TRIES):
        holdings = _Holdings(redeal, redeal._shuffled(redeal.free))
        if holdings.settle():
            break
    else:
        raise SuitwiseError(_NONE)
    while True:
        yield holdings.hands
        holdings.mix(len(redeal.free) // _APART)


# --- Conditions that plays prove ------------------------------------------------------------------
#
# Each condition counts its *faults* in a deal: 0 if it holds, more the further the deal is from it.
#
# A condition is about the hands at the time of a play. That hand is the current one plus the cards that
# the seat has played from then on, ``since``.


@dataclass(eq=False)
class _Reply:
    """The condition that a reply was legal."""

    lead: WideLead
    play: Pile
    since: Pile
    _found: dict[Pile, int] = field(default_factory=dict)

    def faults(self, hand: Pile) -> int:
        """Return 1 if the reply would have been illegal, given the current hand of its seat; else 0."""
        held = self.lead.held_by(hand)  # no other cards matter, and most swaps don't touch these
        faults = self._found.get(held)
        if faults is None:
            faults = int(not self.lead.follows(held.plus(self.since), self.play))
            self._found[held] = faults
        return faults


@dataclass(eq=False)
class _Unbeaten:
    """The condition that a seat could not beat some parts of a throw."""

    lead: WideLead
    parts: tuple[Block, ...]
    since: Pile
    _found: dict[Pile, int] = field(default_factory=dict)

    def faults(self, hand: Pile) -> int:
        """Return the number of parts that the seat could have beaten, given its current hand."""
        held = self.lead.held_by(hand)
        faults = self._found.get(held)
        if faults is None:
            then = held.plus(self.since)
            faults = sum(self.lead.beaten_by(part, then) for part in self.parts)
            self._found[held] = faults
        return faults


@dataclass(eq=False)
class _Beaten:
    """The condition that some seat other than the leader could beat a part of a throw."""

    lead: WideLead
    part: Block
    leader: int
    since: tuple[Pile, ...]
    _found: dict[tuple[int, Pile], bool] = field(default_factory=dict)

    def faults(self, hands: Sequence[Pile]) -> int:
        """Return 1 if nobody could have beaten the part, given the current hands; else 0."""
        return int(not any(map(self._beats, range(len(hands)), hands)))

    def _beats(self, who: int, hand: Pile) -> bool:
        if who == self.leader:
            return False
        held = self.lead.held_by(hand)
        beats = self._found.get((who, held))
        if beats is None:
            beats = self.lead.beaten_by(self.part, held.plus(self.since[who]))
            self._found[who, held] = beats
        return beats


@dataclass(eq=False)
class _FirstBeats:
    """The condition on a failed throw if the first seat that beats any part decides what is led.

    There must be a seat that beats the part that was led and none of the parts before it in order, while
    no seat before it beats any part.

    Args:
        lead: the throw.
        all_lowest: the lowest part of each size.
        earlier_lowest: the lowest part of each size among those that come before the part led.
        part: the part that was led.
        leader: the leader.
        since: the cards that each seat has played from then on.
    """

    lead: WideLead
    all_lowest: tuple[Block, ...]
    earlier_lowest: tuple[Block, ...]
    part: Block
    leader: int
    since: tuple[Pile, ...]
    _found: dict[tuple[int, Pile], tuple[int, int]] = field(default_factory=dict)

    def faults(self, hands: Sequence[Pile]) -> int:
        """Return the fewest faults over all choices of the seat that was the first to beat a part."""
        seats, before, least = len(hands), 0, len(self.all_lowest) * len(hands)
        for ahead in range(1, seats):
            who = (self.leader + ahead) % seats
            here, any_part = self._faults_of(who, hands[who])
            least = min(least, before + here)
            before += any_part
        return least

    def _faults_of(self, who: int, hand: Pile) -> tuple[int, int]:
        """Return a seat's faults if it was the first to beat a part, and if another was."""
        held = self.lead.held_by(hand)
        faults = self._found.get((who, held))
        if faults is None:
            then, beaten = held.plus(self.since[who]), self.lead.beaten_by
            here = sum(beaten(part, then) for part in self.earlier_lowest)
            here += not beaten(self.part, then)
            faults = here, sum(beaten(part, then) for part in self.all_lowest)
            self._found[who, held] = faults
        return faults


class _Failed(NamedTuple):
    """The condition that a throw failed and left certain plays, tested by ruling on it again.

    Args:
        lead: the throw.
        leader: the leader.
        since: the cards that each seat has played from then on.
        led: the play that was led instead, or all those that the leader may choose from.
        is_chosen: whether the leader has chosen.
    """

    lead: WideLead
    leader: int
    since: tuple[Pile, ...]
    led: tuple[Pile, ...]
    is_chosen: bool

    def faults(self, hands: Sequence[Pile]) -> int:
        """Return 1 if the ruling would have been another one, given the current hands; else 0."""
        then = [hand.plus(since) for hand, since in zip(hands, self.since, strict=True)]
        ruling = throw_of_parts(self.lead, (*then[self.leader :], *then[: self.leader]))
        if self.is_chosen:
            return int(ruling.stands or self.led[0] not in ruling.forced)
        return int(set(ruling.forced) != set(self.led))


@dataclass
class _Proofs:
    """All conditions that the plays of a deal prove.

    Args:
        of_seats: for each seat the conditions on its own hand.
        of_all: the conditions on all hands together, from throws that failed.
    """

    of_seats: list[list[_Reply | _Unbeaten]]
    of_all: list[_Beaten | _FirstBeats | _Failed] = field(default_factory=list)


@lru_cache(maxsize=4)
def _proofs_of(state: TractorState) -> _Proofs:
    """Return what the plays prove; go through them from the last to the first to collect ``since``."""
    umpire, trump = state.umpire, state.trump
    seats = umpire.seats
    found = _Proofs([[] for _ in range(seats)])
    since = [EMPTY] * seats
    for trick in reversed(state.tricks):
        for place in reversed(range(len(trick.plays))):
            who, play = (trick.leader + place) % seats, trick.plays[place]
            since[who] = since[who].plus(play)
            lead = umpire.lead(trump, trick.plays[0], trick.named)
            assert isinstance(lead, WideLead)
            if place and lead.asks and not umpire.void_shown(lead, play):
                found.of_seats[who].append(_Reply(lead, play, since[who]))
        if trick.plays or trick.tried is not None:
            _prove_lead(found, state, trick, since)
    return found


def _prove_lead(found: _Proofs, state: TractorState, trick: Trick, since: Sequence[Pile]) -> None:
    """Add the conditions that a lead of several parts proves."""
    thrown = trick.tried or trick.plays[0]
    lead = state.umpire.lead(state.trump, thrown, trick.parts)
    assert isinstance(lead, WideLead)
    if len(lead.parts) == 1 or state.profile.forced == "never":
        return
    if trick.tried is None:
        _prove_unbeaten(found, lead, lead.parts, trick.leader, since)
        return
    if trick.plays and state.profile.forced in ("beaten", "first"):
        # The part led is the first one in order that is beaten, by anybody or by the first seat that
        # beats any. So the parts before it are not beaten.
        order = forced_order(lead.parts, state.profile)
        led = next(part for part in order if cards_of([part]) == trick.plays[0])
        earlier = [part for part in order if (part.size, part.phi) < (led.size, led.phi)]
        if state.profile.forced == "beaten":
            _prove_unbeaten(found, lead, earlier, trick.leader, since)
            found.of_all.append(_Beaten(lead, led, trick.leader, tuple(since)))
        else:
            lowest = _lowest(lead.parts), _lowest(earlier)
            found.of_all.append(_FirstBeats(lead, *lowest, led, trick.leader, tuple(since)))
        return
    forced = trick.plays[:1] or tuple(move.pile for move in state.moves())
    is_chosen = bool(trick.plays)
    found.of_all.append(_Failed(lead, trick.leader, tuple(since), forced, is_chosen))


def _prove_unbeaten(
    found: _Proofs, lead: WideLead, parts: Sequence[Block], leader: int, since: Sequence[Pile]
) -> None:
    """Add the conditions that no seat except the leader could beat some parts."""
    lowest = _lowest(parts)
    for who, proofs in enumerate(found.of_seats):
        if who != leader and lowest:
            proofs.append(_Unbeaten(lead, lowest, since[who]))


def _lowest(parts: Sequence[Block]) -> tuple[Block, ...]:
    """Return the lowest part of each size: a seat that can't beat it beats no part of that size."""
    lowest: dict[tuple[int, int], Block] = {}
    for part in sorted(parts, key=lambda part: -part.phi):
        lowest[part.width, part.length] = part
    return tuple(lowest.values())


# --- A redeal -------------------------------------------------------------------------------------


class _Redeal:
    """The cards that a seat can't see, where they may go, and how a deal of them becomes a state.

    The constructor sets

    * ``known``: for each seat the cards that it certainly holds;
    * ``free``: the unseen cards, a list;
    * ``rooms``: the number of unseen cards of each of the ``others``;
    * ``aside``: the number of unseen cards that are not drawn yet or lie buried;
    * ``burier`` and ``pinned``: unseen cards that are in this seat's hand or aside (``_pin``).

    Args:
        state: the position.
        seat: the seat.
        source: the random numbers.
    """

    def __init__(self, state: TractorState, seat: int, source: SeededSource) -> None:
        assert isinstance(state.umpire, TableUmpire)
        self.state, self.seat, self.source = state, seat, source
        self.umpire = state.umpire
        self.others = [who for who in range(self.umpire.seats) if who != seat]
        self.is_play = state.is_auction_over
        self.known = [self._known_of(who) for who in range(self.umpire.seats)]
        self.proofs = _proofs_of(state)
        self._lay_out()

    def _known_of(self, who: int) -> Pile:
        """Return the cards that a seat certainly holds now, as far as the observing seat knows."""
        state = self.state
        if who == self.seat:
            return state.held[who]
        played = state.played[who]
        known = EMPTY
        if who not in self._buriers():
            shown = shown_by(state, who)
            known = shown - played
        for place, trick in enumerate(state.tricks):
            shown_now = trick.uncut or trick.tried
            if trick.leader == who and shown_now is not None:
                known |= shown_now - self._played_since(who, place)
        return known & state.held[who]

    def _played_since(self, who: int, first: int) -> Pile:
        """Return the cards that a seat has played from trick ``first`` on."""
        gone = EMPTY
        for trick in self.state.tricks[first:]:
            place = (who - trick.leader) % trick.seats
            if place < len(trick.plays):
                gone = gone.plus(trick.plays[place])
        return gone

    def _buriers(self) -> list[int]:
        """Return the seats that have taken up cards to bury, in order."""
        state = self.state
        if not self.is_play:
            return []
        return [state.current_landlord, *(steal.bid.seat for steal in state.steals)]

    def _lay_out(self) -> None:
        """List the unseen cards, and count those that each of the other seats holds and those aside.

        Aside are the cards that are not drawn yet, or that lie buried where this seat can't see them.
        """
        state, aside = self.state, EMPTY
        self.aside = 0
        if not self.is_play:
            aside = turned_up(state)
            self.aside = state.undrawn.size - aside.size
        elif state.buried is not None and not state.sees_kitty(self.seat):
            self.aside = state.buried.size
        elif state.buried is not None:
            aside = state.buried
        free = self.umpire.every_card.minus(state.removed).minus(aside)
        for who in range(self.umpire.seats):
            free = free.minus(state.played[who]).minus(self.known[who])
        self._pin(EMPTY if self.aside else aside)
        self.free = list(free.cards)
        self.rooms = [state.held[who].size - self.known[who].size for who in self.others]
        main, rank = state.trump.main_index, state.trump.rank_index
        self.masks = [partition_mask(one, main, rank) for one in range(_PARTITIONS)]

    def _pin(self, buried: Pile) -> None:
        """Pin the cards that the last burier certainly had and has not played: held or buried.

        These are the cards that he showed for bids, those turned up for the landlord, and those that
        this seat had buried and he took up.

        Args:
            buried: the buried cards if this seat sees them.
        """
        self.burier, self.pinned = -1, EMPTY
        buriers = self._buriers()
        if not buriers or buriers[-1] == self.seat:
            return
        self.burier, last = buriers[-1], len(buriers) - 1
        had = self._shown_before(last).plus(self._known_taken(last) or EMPTY)
        self.pinned = had - self.state.played[self.burier].plus(buried)

    def _shown_before(self, turn: int) -> Pile:
        """Return the cards that a burier had shown for bids before he took up cards.

        Args:
            turn: the number of the burial, 0 for the landlord's; the same in the methods below.
        """
        state, who = self.state, self._buriers()[turn]
        shown = shown_by(state, who)
        for steal in state.steals[:turn]:
            if steal.bid.seat == who:
                shown |= steal.bid.pile
        return shown

    def _known_taken(self, turn: int) -> Pile | None:
        """Return the cards that a burier took up, as far as this seat knows them.

        These may be all, or only those turned up; None if it knows nothing.
        """
        if self._knows_taken(turn):
            return self.state.steals[turn - 1].taken if turn else self.state.kitty
        return None if turn else turned_up(self.state)

    def _knows_taken(self, turn: int) -> bool:
        """Tell whether this seat knows all cards that a burier took up: it was he or the one before."""
        buriers = self._buriers()
        return self.seat == buriers[turn] or (turn > 0 and self.seat == buriers[turn - 1])

    def handed_on(self, hands: Sequence[Pile]) -> list[Pile]:
        """Return for each burial the cards that must have been buried then.

        These are cards that the burier had, has not played, and does not hold. The next burier took them
        up. (If a seat has buried twice, its cards are counted for both burials.)

        Args:
            hands: the current hands of all seats.
        """
        must: list[Pile] = []
        played, passed_on = self.state.played, EMPTY
        for turn, who in enumerate(self._buriers()):
            known = self._known_taken(turn)
            if turn == 0 or self._knows_taken(turn):
                passed_on = known or EMPTY
            had = self._shown_before(turn).plus(passed_on)
            passed_on = had - hands[who].plus(played[who])
            must.append(passed_on)
        return must

    def faults_of_burials(self, hands: Sequence[Pile], aside: Pile) -> int:
        """Return the number of cards that must have been buried and were not.

        Args:
            hands: the current hands of all seats.
            aside: the buried cards, if this seat does not see them.
        """
        if not self.state.steals:
            return 0  # with a single burial, all such cards are pinned
        faults, last = 0, len(self.state.steals)
        for turn, must in enumerate(self.handed_on(hands)):
            if turn < last:
                known = self._known_taken(turn + 1)
                faults += max(0, must.size - self.umpire.kitty)
            elif self.state.buried is not None:
                known = aside if self.aside else self.state.buried
            else:
                known = EMPTY
            if known is not None:
                faults += (must - known).size
        return faults

    # --- Hands by swaps ---------------------------------------------------------------------------

    def hands(self) -> list[Pile] | None:
        """Return new hands of all seats, and last the cards aside; None if swaps find none."""
        holdings = _Holdings(self, self._shuffled(self.free))
        return holdings.hands if holdings.settle() else None

    def _shuffled(self, cards: Sequence[int]) -> list[int]:
        mixed = list(cards)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.source.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed

    # --- What was drawn ---------------------------------------------------------------------------

    def world(self, hands: list[Pile]) -> TractorState | None:
        """Return the state with new hands and cards aside; None if the seats can't have drawn them.

        The burials are undone from the last to the first, to find the cards that each seat had drawn.
        """
        state = self.state
        *held, aside = hands
        if not self.is_play:
            drawn = tuple(held)
            return replace(state, drawn=drawn, held=drawn)
        buried = state.buried
        if buried is not None and not state.sees_kitty(self.seat):
            buried = aside
        before = [hand.plus(played) for hand, played in zip(held, state.played, strict=True)]
        taken: list[Pile] = []
        laid = buried
        buriers = self._buriers()
        must = [turned_up(state), *self.handed_on(held)[:-1]]
        for turn in reversed(range(len(buriers))):
            who = buriers[turn]
            everything = before[who] if laid is None else before[who].plus(laid)
            laid = self._taken_up(turn, everything, must[turn])
            if laid is None:
                return None
            taken.insert(0, laid)
            before[who] = everything.minus(laid)
        steals = tuple(
            Steal(steal.bid, pile) for steal, pile in zip(state.steals, taken[1:], strict=True)
        )
        return replace(state, drawn=tuple(before), held=tuple(held), buried=buried, steals=steals)

    def _taken_up(self, turn: int, everything: Pile, sure: Pile) -> Pile | None:
        """Draw at random which cards a burier had taken up; None if that is impossible.

        Args:
            turn: the number of the burial, 0 for the landlord, who took the kitty.
            everything: the cards that he had after taking them up.
            sure: cards that were certainly among those taken up.
        """
        if self._knows_taken(turn):
            known = self._known_taken(turn)
            return known if known is not None and known.within(everything) else None
        had = self._shown_before(turn).plus(sure)
        room = self.umpire.kitty - sure.size
        if not had.within(everything) or not 0 <= room <= everything.size - had.size:
            return None
        return sure.plus(pile_of(self._shuffled(everything.minus(had).cards)[:room]))


class _Holdings:
    """A deal of the unseen cards that is changed by swaps: the state of the random walk.

    A card is named by its index in ``cards``. A *place* is the index of a seat among the others, or the
    last one for the cards aside.

    Args:
        redeal: the cards to deal, and the conditions.
        cards: the unseen cards in random order.
    """

    def __init__(self, redeal: _Redeal, cards: list[int]) -> None:
        self._redeal, self._source, self._cards = redeal, redeal.source, cards
        self._forbidden = [self._shown_void(who) for who in redeal.others] + [0]
        self._aside = len(redeal.others)
        self._pinned = self._pins(redeal.burier, redeal.pinned)
        self._owners = self._dealt([*redeal.rooms, redeal.aside])
        self.piles = [redeal.known[who] for who in redeal.others] + [EMPTY]
        for card, owner in zip(cards, self._owners, strict=True):
            self.piles[owner] = self.piles[owner].plus(CARD_PILES[card])
        self._faults = [self._faults_of(place) for place in range(len(self.piles))]
        self._shared = self._shared_faults()

    def _pins(self, burier: int, pinned: Pile) -> dict[int, tuple[int, int]]:
        """Return the two places that may hold each pinned card, by the index of the card."""
        left, pins = pinned, dict[int, tuple[int, int]]()
        for at, card in enumerate(self._cards):
            if left.copies(card):
                left = left.minus(CARD_PILES[card])
                pins[at] = self._redeal.others.index(burier), self._aside
        return pins

    def _shown_void(self, who: int) -> int:
        """Return the cards that a seat can't hold, by the partitions that it has shown to be void in."""
        masks = self._redeal.masks
        return sum(masks[suit] for suit in bits(self._redeal.state.voids[who]))

    def _dealt(self, rooms: list[int]) -> list[int]:
        """Deal the cards, first those that few places may hold; return the place of each.

        A card for which no allowed place has room goes to any other; swaps will correct that.
        """
        places = range(len(rooms))
        owners = [0] * len(self._cards)
        allowed = [
            [
                place
                for place in self._pinned.get(at, places)
                if not self._forbidden[place] >> card & 1
            ]
            for at, card in enumerate(self._cards)
        ]
        for at in sorted(range(len(self._cards)), key=lambda at: len(allowed[at])):
            free = [place for place in allowed[at] if rooms[place]]
            free = free or [place for place in places if rooms[place]]
            chosen = self._source.below(sum(rooms[place] for place in free))
            for place in free:
                if chosen < rooms[place]:
                    break
                chosen -= rooms[place]
            owners[at] = place
            rooms[place] -= 1
        return owners

    def settle(self) -> bool:
        """Swap cards until all conditions hold, then mix; tell whether such a deal was found."""
        number = len(self._cards)
        swaps = _SWAPS * number if number > 1 else 0
        while self._total and swaps:
            self._swap(self._faulty_card())
            swaps -= 1
        if self._total:
            return False
        self.mix(max(_MIXING * number, _LEAST_MIXING))
        return True

    def mix(self, swaps: int) -> None:
        """Try a number of random swaps of a consistent deal; it stays consistent."""
        number, below = len(self._cards), self._source.below
        for _ in range(swaps if number > 1 else 0):
            self._exchange(below(number), below(number))

    @property
    def hands(self) -> list[Pile]:
        """The hands of all seats, and last the cards aside."""
        redeal = self._redeal
        hands = [redeal.state.held[redeal.seat]] * redeal.umpire.seats
        for place, who in enumerate(redeal.others):
            hands[who] = self.piles[place]
        return [*hands, self.piles[-1]]

    @property
    def _total(self) -> int:
        return sum(self._faults) + self._shared

    def _faulty_card(self) -> int:
        """Return the index of a random card in a place with faults, or sometimes of any card.

        Cards that the place can't hold come first.
        """
        wrong = [place for place, faults in enumerate(self._faults) if faults]
        if not wrong or self._source.below(8) == 0:
            return self._source.below(len(self._cards))
        place = wrong[self._source.below(len(wrong))]
        own = [at for at, owner in enumerate(self._owners) if owner == place]
        banned = [at for at in own if self._forbidden[place] >> self._cards[at] & 1]
        choice = banned or own
        if not choice:
            return self._source.below(len(self._cards))
        return choice[self._source.below(len(choice))]

    def _exchange(self, one: int, other: int) -> None:
        """Swap two cards of a deal without faults, unless that causes one."""
        owners, before, forbidden = self._owners, self.piles, self._forbidden
        a, b = owners[one], owners[other]
        mine, theirs = self._cards[one], self._cards[other]
        if a == b or mine == theirs or (forbidden[a] >> theirs | forbidden[b] >> mine) & 1:
            return
        if b not in self._pinned.get(one, (b,)) or a not in self._pinned.get(other, (a,)):
            return
        hand = before[a].minus(CARD_PILES[mine]).plus(CARD_PILES[theirs])
        if self._is_refuted(a, hand):
            return
        its = before[b].minus(CARD_PILES[theirs]).plus(CARD_PILES[mine])
        if self._is_refuted(b, its):
            return
        self.piles = before[:]
        self.piles[a], self.piles[b] = hand, its
        if self._shared_faults():
            self.piles = before
        else:
            owners[one], owners[other] = b, a

    def _is_refuted(self, place: int, hand: Pile) -> bool:
        """Tell whether the plays of the seat at a place prove that it does not hold a hand."""
        if place == self._aside:
            return False
        proofs = self._redeal.proofs.of_seats[self._redeal.others[place]]
        return any(proof.faults(hand) for proof in proofs)

    def _swap(self, one: int) -> None:
        """Swap a card with a random other one, unless that causes more faults."""
        other = self._source.below(len(self._cards))
        a, b = self._owners[one], self._owners[other]
        mine, theirs = self._cards[one], self._cards[other]
        if a == b or mine == theirs:
            return
        before, faults, shared = self.piles, self._faults, self._shared
        total = self._total
        self.piles, self._faults = before[:], faults[:]
        self.piles[a] = before[a].minus(CARD_PILES[mine]).plus(CARD_PILES[theirs])
        self.piles[b] = before[b].minus(CARD_PILES[theirs]).plus(CARD_PILES[mine])
        self._owners[one], self._owners[other] = b, a
        self._faults[a], self._faults[b] = self._faults_of(a), self._faults_of(b)
        if sum(self._faults) <= total + 1:
            self._shared = self._shared_faults()
        # Sometimes a swap that causes one more fault is kept, as a way out of dead ends.
        most = total + (total > 0 and self._source.below(_DETOURS) == 0)
        if self._total > most:
            self.piles, self._faults, self._shared = before, faults, shared
            self._owners[one], self._owners[other] = a, b

    def _faults_of(self, place: int) -> int:
        """Return the number of faults of one place."""
        wrong = sum(
            self._owners[at] == place and place not in homes for at, homes in self._pinned.items()
        )
        if place == self._aside:
            return wrong
        hand, who = self.piles[place], self._redeal.others[place]
        wrong += hand.of(self._forbidden[place]).size
        return wrong + sum(proof.faults(hand) for proof in self._redeal.proofs.of_seats[who])

    def _shared_faults(self) -> int:
        """Return the number of faults that depend on all hands: failed throws, and several burials."""
        redeal = self._redeal
        if not redeal.proofs.of_all and not redeal.state.steals:
            return 0
        *hands, aside = self.hands
        wrong = sum(proof.faults(hands) for proof in redeal.proofs.of_all)
        return wrong + redeal.faults_of_burials(hands, aside)
