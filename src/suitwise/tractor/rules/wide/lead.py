"""A lead of any width, and what follows from it: the duty, the throw, the winner of the trick.

Source: rules page "Tractor with many packs" §3 to §5; docs/tractor-many.md.

These are the objects that people touch. They turn piles of cards into boards and ask the rules of
``services``, ``contest`` and ``plays``.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain
from typing import Any, ParamSpec, TypeAlias, TypeVar

from suitwise.cards import CardsLike
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import is_kept, machine
from suitwise.foundation.text.phrases import CardText, Phrase, all_of, phrase
from suitwise.foundation.values import Lazy
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.blocks import Block, pairs_text
from suitwise.tractor.rules.deck import EMPTY, MOST_COPIES, TRUMPS, Pile, Trump, partition_mask
from suitwise.tractor.rules.pairs.legal_plays import Choices
from suitwise.tractor.rules.profile import DUTIES, NONE, STANDARD, SUIT, Profile
from suitwise.tractor.rules.reasons import not_held, not_suit, too_few, wrong_size
from suitwise.tractor.rules.wide import contest, services
from suitwise.tractor.rules.wide.hosting import STEPS, add_type, lowest_phi
from suitwise.tractor.rules.wide.parts import Cutter, Parts, cards_of
from suitwise.tractor.rules.wide.plays import ServingPlays, Size

P = ParamSpec("P")
R = TypeVar("R")


@cache
def fast(function: Callable[P, R]) -> Callable[P, R]:
    """Return a rule as machine code if that is at hand; else the rule, as compiling takes longer."""
    return machine(function) if is_kept(function) else function


Service: TypeAlias = tuple[Size, ...]
"""Blocks as width and length, the widest first and of equal width the longest."""


@dataclass(frozen=True)
class WideLead:
    """A lead cut into parts.

    Args:
        trump: the trump configuration.
        parts: its parts, largest first.
        profile: the house rules.

    >>> lead = WideLead.of("H3H3H3H4H4H4", Trump("S", "2"))
    >>> lead.owed(deck.pile_of("H7H7H7H8H9H9HT"))
    ((3, 1), (2, 1))
    """

    trump: Trump
    parts: Parts
    profile: Profile = STANDARD

    @classmethod
    def of(cls, text: str, trump: Trump, profile: Profile = STANDARD) -> WideLead:
        """Read a lead; its parts are named with ``+`` or are the default.

        Raises:
            NotationError: something is no card.
            IllegalPosition: there are no cards, cards of several partitions, or parts that are none.
        """
        return cls(trump, Cutter(trump, profile).named(text), profile)

    @classmethod
    def by_default(cls, cards: Pile, trump: Trump, profile: Profile) -> WideLead:
        """Cut a lead by default.

        Raises:
            IllegalPosition: there are no cards, or cards of several partitions.
        """
        return cls(trump, Cutter(trump, profile).default(cards), profile)

    @classmethod
    def of_piles(cls, piles: Sequence[Pile], trump: Trump, profile: Profile) -> WideLead:
        """Return a lead of the parts given; one pile is cut by default.

        Raises:
            IllegalPosition: there are no cards, or cards of several partitions; or a part is no block.

        >>> piles = deck.pile_of("H3H3H3"), deck.pile_of("H4H4")
        >>> len(WideLead.of_piles(piles, Trump("S", "2"), STANDARD).parts)
        2
        """
        if len(piles) == 1:
            return cls.by_default(piles[0], trump, profile)
        cutter = Cutter(trump, profile)
        parts = sorted(map(cutter.part, piles), key=cutter.order, reverse=True)
        return cls(trump, tuple(parts), profile)

    @cached_property
    def cards(self) -> Pile:
        """The cards led."""
        return cards_of(self.parts)

    @cached_property
    def size(self) -> int:
        """The number of cards led."""
        return self.cards.size

    @cached_property
    def partition(self) -> int:
        """The led partition 0..4."""
        led = deck.only_partition(self.cards, self.trump)
        assert led is not None  # a cutter cuts cards of one partition
        return led

    @property
    def largest(self) -> int:
        """The number of cards in the largest part."""
        return self.parts[0].size

    def held_by(self, hand: Pile) -> Pile:
        """Return the cards of the led partition in a hand."""
        return hand.of(self._mask)

    @cached_property
    def _mask(self) -> int:
        """The cards of the led partition."""
        return partition_mask(self.partition, self.trump.main_index, self.trump.rank_index)

    # --- What a hand owes --------------------------------------------------------------------------

    @cached_property
    def asks(self) -> Service:
        """Width and length of the parts that ask for blocks; under ``duty=pairs`` each pair is one."""
        wide = tuple((part.width, part.length) for part in self.parts if part.width > 1)
        if self.profile.duty == "pairs":
            return ((2, 1),) * sum(length for _, length in wide)
        return wide

    @cached_property
    def _bench(self) -> Any:
        """The bench of ``services`` with this lead."""
        bench = array("q", bytes(8 * services.ROOM))
        trump, profile = self.trump, self.profile
        bench[services.PARTITION] = self.partition
        bench[services.MAIN], bench[services.CR] = trump.main_index, trump.rank_index
        bench[services.CHAINED] = profile.chain_mask(trump.main_index)
        bench[services.BY_CARDS] = profile.fit == "cards"
        bench[services.TUPLES_ALONE] = profile.tractors_for == "tractors"
        bench[services.LEAST_WIDTH] = profile.tractor_width
        bench[services.LEAST_LENGTH] = profile.tractor_length
        bench[services.PROTECT] = profile.protect == "longer"
        bench[services.PARTS] = len(self.asks)
        for at, (width, length) in enumerate(self.asks):
            bench[services.PART_WIDTH + at], bench[services.PART_LENGTH + at] = width, length
        return bench

    def asks_service(self, hand: Pile) -> bool:
        """Tell whether a hand owes more than cards of the suit: it has more of them than were led."""
        return self.held_by(hand).size > self.size and DUTIES[self.profile.duty] < SUIT

    def owed(self, hand: Pile) -> Service:
        """Return the best service of the lead by a hand; nothing if the hand owes none."""
        if not self.asks_service(hand):
            return ()
        return self._best(self.held_by(hand))

    def _best(self, cards: Pile) -> Service:
        """Return the best service of the lead by cards of its partition."""
        fast(services.follows_as_owed)(self._bench, cards.masks, cards.masks)
        found = self._bench[services.OWED : services.OWED + services.TYPES_OWED]
        return tuple(
            (MOST_COPIES - at // STEPS, STEPS - at % STEPS)
            for at, number in enumerate(found)
            for _ in range(number)
        )

    def given(self, play: Pile) -> Service:
        """Return the best service that the cards of a play give."""
        return self._best(self.held_by(play))

    def follows(self, hand: Pile, play: Pile) -> bool:
        """Tell whether a play of as many cards as were led, out of a hand, meets the duty.

        >>> lead = WideLead.of("H3H3H3", Trump("S", "2"))
        >>> hand = deck.pile_of("H7H7H7H8")
        >>> [lead.follows(hand, deck.pile_of(play)) for play in ("H7H7H7", "H7H7H8")]
        [True, False]
        """
        return self._is_bomb(hand, play) or self._serves(hand, play)

    def _serves(self, hand: Pile, play: Pile) -> bool:
        """Tell whether a play follows suit and serves the lead as owed."""
        if DUTIES[self.profile.duty] == NONE:
            return True
        held, own = self.held_by(hand), self.held_by(play)
        if own.size < min(self.size, held.size):
            return False
        if not self.asks_service(hand):
            return True
        return bool(fast(services.follows_as_owed)(self._bench, held.masks, own.masks))

    def _is_bomb(self, hand: Pile, play: Pile) -> bool:
        """Tell whether a play is a bomb that the house lets this hand play."""
        if self.profile.bombs == "none" or not is_bomb(play):
            return False
        return self.profile.bombs == "free" or bool(self.held_by(play).once)

    def why_not(self, hand: Pile, play: Pile) -> Phrase | None:
        """Return the reason why a play does not follow, one sentence; None if it does.

        >>> lead = WideLead.of("H3H3H3H4H4H4", Trump("S", "2"))
        >>> print(lead.why_not(deck.pile_of("H6H6H6H7H7H7H9"), deck.pile_of("H6H6H6H7H7H9")))
        ... # doctest: +ELLIPSIS
        follow blocks: a bulldozer of 2 triples is owed, the play gives ...; H6H6H6H7H7H7 would do
        """
        if not play.within(hand):
            return not_held(play, hand)
        if play.size != self.size:
            return wrong_size(self.size, play.size)
        if self.follows(hand, play):
            return None
        held, own = self.held_by(hand), self.held_by(play)
        if own.size < min(self.size, held.size):
            return not_suit(self.partition, self.size, held, own.size)
        given = self.given(own)
        return phrase(
            "tractor.follow-blocks",
            "follow blocks: {owed}, the play gives {given}; {cards} would do",
            owed=owed_text(self.owed(hand)),
            given=blocks_text(given) if given else phrase("tractor.no-block", "none"),
            cards=CardText(next(iter(self.plays(hand)))),
        )

    # --- All plays of a hand -----------------------------------------------------------------------

    def plays(self, hand: Pile, least: Pile = EMPTY) -> Lazy[Pile]:
        """Return the plays of a hand that follow, bombs apart, as a lazy sequence.

        Args:
            hand: the hand.
            least: cards of the hand that each play must contain.

        >>> lead = WideLead.of("H3H3H3", Trump("S", "2"))
        >>> len(lead.plays(deck.pile_of("H7H7H8H9")))
        2
        """
        held = self.held_by(hand)
        if DUTIES[self.profile.duty] == NONE:
            return _choices(hand, self.size, least)
        if held.size <= self.size:
            return _choices(hand, self.size, held | least)
        if not least.within(held):
            return _choices(EMPTY, self.size, EMPTY)
        owed = self.owed(hand)
        protects = self.profile.protect == "longer"
        if not owed and not protects:
            return _choices(held, self.size, least)
        enough = [owed, *self._greater(owed)] if protects else [owed]
        return ServingPlays(self._steps(held), self.size, enough, exact=protects, least=least)

    def replies(self, hand: Pile) -> Lazy[Pile]:
        """Return all legal plays of a hand: those that follow, then the bombs that do not.

        >>> lead = WideLead.of("H3H3H3H3", Trump("S", "2"), Profile(bombs="free"))
        >>> [str(play) for play in lead.replies(deck.pile_of("H5H5H5H8C9C9C9C9"))]
        ['H5H5H5H8', 'C9C9C9C9']
        """
        return Replies(self, hand)

    def _steps(self, held: Pile) -> list[tuple[list[tuple[int, int]], bool]]:
        """Return the steps of Φ with the copies held of each card, as ``ServingPlays`` takes them."""
        main, cr = self.trump.main_index, self.trump.rank_index
        joins = self.profile.chain_mask(main)
        low = lowest_phi(self.partition, main)
        steps: list[list[tuple[int, int]]] = [[] for _ in range(STEPS)]
        for card in held.kinds:
            steps[deck.phi_of(card, main, cr) - low].append((card, held.copies(card)))
        return [(kinds, bool(joins >> low + step & 1)) for step, kinds in enumerate(steps)]

    def _greater(self, owed: Service) -> Iterator[Service]:
        """Yield the least services greater than one: each begins like it, then has a greater block."""
        for at in range(len(owed) + 1):
            above = owed[at] if at < len(owed) else (1, 0)
            below = owed[at - 1] if at else (MOST_COPIES, STEPS)
            for width in range(below[0], 1, -1):
                for length in range(1, STEPS + 1):
                    block = width, length
                    if above < block <= below and self._can_ask((*owed[:at], block)):
                        yield (*owed[:at], block)

    def _can_ask(self, service: Service) -> bool:
        """Tell whether blocks can all be put on the lead's board."""
        width, length = service[-1]
        profile = self.profile
        if length > 1 and (width < profile.tractor_width or length < profile.tractor_length):
            return False
        bench, blocks = self._bench, 0
        services.lay_service(bench)
        for block in sorted(set(service), reverse=True):
            number = service.count(block)
            blocks |= number << add_type(bench, *block, 0, number)
        return bool(services.has_room(bench, 0, blocks))

    # --- Throws ------------------------------------------------------------------------------------

    def beaten_by(self, part: Block, hand: Pile) -> bool:
        """Tell whether a hand holds a higher block of the size of a part, in the led partition.

        >>> lead = WideLead.of("HQHQHQ+HA", Trump("S", "2"))
        >>> [lead.beaten_by(part, deck.pile_of("HKHKHK")) for part in lead.parts]
        [True, False]
        """
        held = self.held_by(hand)
        if not held.once:
            return False
        highest = fast(contest.highest_block_top)
        place = self._place(self.partition)
        top: int = highest(self._contest, held.masks, place, part.width, part.length)
        return top > part.phi

    # --- The winner --------------------------------------------------------------------------------

    @cached_property
    def _contest(self) -> Any:
        """The bench of ``contest`` with this lead."""
        bench = array("q", bytes(8 * contest.ROOM))
        sizes = [(part.width, part.length) for part in self.parts]
        groups = list(dict.fromkeys(sizes))
        bench[contest.GROUPS] = len(groups)
        for at, (width, length) in enumerate(groups):
            bench[contest.GROUP_WIDTH + at], bench[contest.GROUP_LENGTH + at] = width, length
            bench[contest.GROUP_SIZE + at] = sizes.count((width, length))
        return bench

    def _place(self, partition: int) -> tuple[int, int, int, int]:
        main = self.trump.main_index
        return partition, main, self.trump.rank_index, self.profile.chain_mask(main)

    def matches(self, play: Pile) -> bool:
        """Tell whether a play of one partition can be cut into exactly the lead's blocks."""
        partition = deck.only_partition(play, self.trump)
        if partition is None:
            return False
        takes_over = fast(contest.takes_over)
        matches: bool = takes_over(
            self._contest, play.masks, self._place(partition), contest.TOP, 0
        )
        return matches

    def is_bombed(self, plays: Sequence[Pile]) -> bool:
        """Tell whether a bomb lies among some plays of a trick, in a house that plays bombs."""
        return self.profile.bombs != "none" and any(map(is_bomb, plays))

    def winner(self, plays: Sequence[Pile]) -> int:
        """Return the place of the play that wins a trick.

        Args:
            plays: the lead, then the replies in order, each of as many cards.

        >>> lead = WideLead.of("HAHA+HK", Trump("S", "2"))
        >>> lead.winner([deck.pile_of(play) for play in ("HAHAHK", "S3S3S3", "S4S4S7", "C3C4C5")])
        2
        """
        if self.is_bombed(plays):
            bombs = [
                (_bomb_rank(play, self.trump), -at)
                for at, play in enumerate(plays)
                if is_bomb(play)
            ]
            return -max(bombs)[1]
        bench, over = self._contest, contest.OVER[self.profile.over]
        takes_over = fast(contest.takes_over)
        best, own = 0, self.partition
        takes_over(bench, plays[0].masks, self._place(own), over, 0)
        for at, play in enumerate(plays[1:], 1):
            partition = deck.only_partition(play, self.trump)
            if partition not in (own, TRUMPS):
                continue
            if takes_over(bench, play.masks, self._place(partition), over, int(partition == own)):
                best, own = at, partition
        return best


def needs_parts(cards: Pile, profile: Profile) -> bool:
    """Tell whether blocks of some cards are more than pairs and tractors of two pairs upward."""
    return cards.thrice != 0 or profile.tractor_width > 2 or profile.tractor_length > 2


class Replies(Lazy[Pile]):
    """The legal plays of a hand: those that follow a lead, then the bombs that do not.

    Args:
        lead: the lead.
        hand: the follower's whole hand.
    """

    def __init__(self, lead: WideLead, hand: Pile) -> None:
        self._lead, self._hand = lead, hand

    @cached_property
    def _plays(self) -> Lazy[Pile]:
        return self._lead.plays(self._hand)

    @cached_property
    def bombs(self) -> list[Pile]:
        """The bombs that are legal though they do not follow."""
        if self._lead.profile.bombs == "none" or self._lead.size != MOST_COPIES:
            return []
        quads = (deck.copies_of([(card, MOST_COPIES)]) for card in deck.bits(self._hand.fourfold))
        lead, hand = self._lead, self._hand
        return [quad for quad in quads if lead.follows(hand, quad) and not lead._serves(hand, quad)]

    def __len__(self) -> int:
        return len(self._plays) + len(self.bombs)

    def at(self, place: int) -> Pile:
        """Return the play at a place."""
        n = len(self._plays)
        return self._plays.at(place) if place < n else self.bombs[place - n]

    def __iter__(self) -> Iterator[Pile]:
        return chain(self._plays, self.bombs)

    def __contains__(self, play: object) -> bool:
        """Tell whether a play is legal, without looking through the list."""
        if not isinstance(play, Pile) or play.size != self._lead.size:
            return False
        return play.within(self._hand) and self._lead.follows(self._hand, play)


def _choices(cards: Pile, size: int, least: Pile) -> Choices:
    """Return all choices of some cards that contain others of them; none if these are too many."""
    if least.size > size:
        return Choices(EMPTY, 1)
    return Choices(cards.minus(least), size - least.size, least)


def is_bomb(play: Pile) -> bool:
    """Tell whether a play is four copies of one card."""
    return play.once.bit_count() == 1 and play.fourfold == play.once


def _bomb_rank(bomb: Pile, trump: Trump) -> tuple[bool, int]:
    """Return the sort key of a bomb: trump beats plain, then the higher Φ wins, across suits too."""
    card, main, cr = bomb.cards[0], trump.main_index, trump.rank_index
    return deck.partition_of(card, main, cr) == TRUMPS, deck.phi_of(card, main, cr)


# --- The duty of one hand -------------------------------------------------------------------------


@dataclass(frozen=True)
class WideDuty:
    """The duty of a hand that follows a lead of any width; what ``duty.Duty`` is for two packs.

    Args:
        lead: the lead.
        hand: the follower's whole hand before the play.

    Raises:
        IllegalPosition: the hand has fewer cards than were led.

    >>> duty = WideDuty(WideLead.of("H3H3H3", Trump("S", "2")), deck.pile_of("H7H7H7H8H9S4"))
    >>> duty.n_legal, duty.meets("H8"), str(duty.open("H7"))
    (1, False, 'H7H7')
    """

    lead: WideLead
    hand: Pile
    held: Pile = field(init=False)

    def __post_init__(self) -> None:
        if self.hand.size < self.lead.size:
            raise IllegalPosition(too_few(self.lead.size, self.hand.size))
        object.__setattr__(self, "held", self.lead.held_by(self.hand))

    @cached_property
    def owed(self) -> Service:
        """The blocks owed, the widest first and of equal width the longest."""
        return self.lead.owed(self.hand)

    @cached_property
    def plays(self) -> Lazy[Pile]:
        """The legal plays, bombs apart, as a lazy sequence."""
        return self.lead.plays(self.hand)

    @property
    def n_legal(self) -> int:
        """The number of legal plays, bombs apart, counted without listing them."""
        return len(self.plays)

    def why_not(self, play: CardsLike | Pile) -> Phrase | None:
        """Return the reason why a play does not follow, one sentence; None if it does."""
        return self.lead.why_not(self.hand, deck.pile_of(play))

    def meets(self, selection: CardsLike | Pile) -> bool:
        """Tell whether some legal play, bombs included, contains all cards of a selection."""
        chosen = deck.pile_of(selection)
        if not chosen.within(self.hand):
            return False
        return any(True for _ in self.containing(chosen))

    def containing(self, chosen: Pile) -> Iterator[Pile]:
        """Yield the legal plays that contain some cards of the hand, the bombs last."""
        yield from self.lead.plays(self.hand, chosen)
        yield from (bomb for bomb in self.bombs if chosen.within(bomb))

    @cached_property
    def bombs(self) -> list[Pile]:
        """The bombs that are legal though they do not follow."""
        return Replies(self.lead, self.hand).bombs

    def open(self, selection: CardsLike | Pile) -> Pile:
        """Return the cards, each of which can be added to a selection so that it ``meets``."""
        selection = deck.pile_of(selection)
        left = self.hand.minus(selection) if self.meets(selection) else EMPTY
        return deck.copies_of(
            (
                card,
                sum(
                    self.meets(selection.plus(deck.copies_of([(card, copies)])))
                    for copies in range(1, left.copies(card) + 1)
                ),
            )
            for card in left.kinds
        )


# --- In words -------------------------------------------------------------------------------------

_ONE = {
    1: phrase("tractor.a-single", "a single"),
    2: phrase("tractor.a-pair", "a pair"),
    3: phrase("tractor.a-triple", "a triple"),
    4: phrase("tractor.a-quad", "a quad"),
}


def block_text(width: int, length: int) -> Phrase:
    """Name a block.

    >>> block_text(3, 1), block_text(2, 3), block_text(3, 2)
    ('a triple', 'a tractor of 3 pairs', 'a bulldozer of 2 triples')
    """
    if length == 1:
        return _ONE[width]
    if width == 2:
        return phrase("tractor.one-tractor", "a tractor of {n} pairs", n=length)
    if width == 3:
        return phrase("tractor.one-bulldozer", "a bulldozer of {n} triples", n=length)
    return phrase("tractor.one-tractor-of-quads", "a tractor of {n} quads", n=length)


def blocks_text(service: Service) -> str:
    """Name some blocks.

    >>> print(blocks_text(((3, 1), (2, 1), (2, 1))))
    a triple and 2 pairs
    """
    return all_of([_several(*block, service.count(block)) for block in dict.fromkeys(service)])


def _several(width: int, length: int, number: int) -> Phrase:
    """Name so many blocks of one size."""
    if number == 1:
        return block_text(width, length)
    if length > 1:
        return phrase(
            "tractor.blocks-times", "{n} times {block}", n=number, block=block_text(width, length)
        )
    if width == 2:
        return pairs_text(number)
    if width == 3:
        return phrase("tractor.triples", "{n} triples", n=number)
    return phrase("tractor.quads", "{n} quads", n=number)


def owed_text(service: Service) -> Phrase:
    """State the blocks that are owed."""
    if len(service) == 1:
        return phrase("tractor.block-is-owed", "{blocks} is owed", blocks=blocks_text(service))
    return phrase("tractor.blocks-are-owed", "{blocks} are owed", blocks=blocks_text(service))
