"""Who wins a trick, under any house rules, and why.

Source: rules page §6, Throws, and §3 for what fits into what; docs/tractor.md, Who wins.

A reply can win only if it is all of the led partition or all trump, and if it can be cut into blocks
of exactly the lead's sizes. It takes the trick if one of its cuttings beats the winning play; equal
tops do not beat. The profile's ``over`` says what is compared:

* ``largest``: the tops of the largest parts, the highest with the highest and so on; each must be
  higher;
* ``honour``: only the highest top among the largest parts, as the judge does;
* ``every``: as ``largest``, for the parts of every size;
* ``length``: part by part, the longest first and within one length the highest first; the first part
  that is not equal decides. Single cards count only if there are no longer parts;
* ``top``: the highest card.

The profile's ``against`` says which cuttings of the winning play must be beaten: ``all`` of them, or
only the one with which it has ``taken`` the trick (for the lead, its own parts). A play that can take
the trick in several ways takes it with the cutting that has the higher cards in the smaller parts:
compare the lowest singles, then the next, then the pairs, and last the tractors, shortest first.
rbtying's engine searches in that order and keeps the first.

Nearly all leads are one block; for these every house compares two masks. For throws, a cutting beats
every cutting of a play if it beats the play's *ceiling*: for each part the highest top in any
cutting. Under ``length`` it must beat the lexicographically greatest cutting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from suitwise.arguments import several
from suitwise.cards import CardsLike
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.foundation.values import shows
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.blocks import (
    Block,
    highest_block,
    only_block,
    parts_of,
    take_block,
    why_no_cut,
    wrong_partition,
)
from suitwise.tractor.rules.deck import TRUMPS, Pile, Trump, TrumpLike
from suitwise.tractor.rules.pairs import cutting
from suitwise.tractor.rules.pairs.cutting import lay_shape, takes_over
from suitwise.tractor.rules.pairs.owed import led_partition
from suitwise.tractor.rules.profile import Profile, ProfileLike, as_profile, of_table, of_two_packs
from suitwise.tractor.rules.tables import MOST_SEATS
from suitwise.tractor.rules.wide.lead import WideLead

# --- Shape of a lead, levels of a play ------------------------------------------------------------

Tops = tuple[int, ...]
"""The top Φ of each block of a cutting, in the order of the lead's parts: larger blocks first, and of
one size the highest first."""


class Shape(NamedTuple):
    """The sizes of a lead's parts: lengths of its tractors (longest first), its pairs, its singles."""

    tractors: tuple[int, ...]
    pairs: int
    singles: int

    @property
    def largest(self) -> int:
        """The number of parts of the largest size."""
        if self.tractors:
            return self.tractors.count(self.tractors[0])
        return self.pairs or self.singles


def shape_of(parts: Sequence[Block]) -> Shape:
    """Return the shape of a lead that is cut into parts (``blocks.parts_of``)."""
    return Shape(
        tuple(part.size // 2 for part in parts if part.size > 2),
        sum(part.size == 2 for part in parts),
        sum(part.size == 1 for part in parts),
    )


class Levels(NamedTuple):
    """The Φ of a play's cards, as the bench of ``cutting`` holds them.

    Args:
        chained: level mask of the pairs that may form tractors.
        spare: number of pairs beyond the first on the shared Φ, if that Φ may form tractors.
        shared: the shared Φ of the rank cards.
        loose: the Φ of the pairs that may not form tractors.
        singles: the Φ of the cards that are in no pair.
    """

    chained: int
    spare: int
    shared: int
    loose: tuple[int, ...]
    singles: tuple[int, ...]

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return self.chained.bit_count() + self.spare + len(self.loose)


def levels_of(play: Pile, partition: int, trump: Trump, chain: int) -> Levels:
    """Return the Φ of a play of one partition; ``chain`` masks the Φ that join tractors."""
    main, cr = trump.main_index, trump.rank_index
    pairs, spare = deck.pair_levels(play.twice, partition, main, cr)
    shared = deck.rank_card_phi(main)
    joins = pairs & chain & 1 << shared != 0
    apart = () if joins else (shared,) * spare
    single = play.once & ~play.twice
    return Levels(
        pairs & chain,
        spare if joins else 0,
        shared,
        (*deck.bits(pairs & ~chain), *apart),
        tuple(deck.phi_of(card, main, cr) for card in deck.bits(single)),
    )


def bench_of(levels: Levels, shape: Shape, floor: Tops = ()) -> list[int]:
    """Return a bench (``cutting``) with a lead's shape, a play's levels and a floor for the tops."""
    bench = [0] * cutting.ROOM
    bench[cutting.TRACTORS] = len(shape.tractors)
    bench[cutting.PAIRS], bench[cutting.SINGLES] = shape.pairs, shape.singles
    bench[cutting.LENGTHS : cutting.LENGTHS + len(shape.tractors)] = shape.tractors
    bench[cutting.CHAINED], bench[cutting.SPARE], bench[cutting.SHARED] = levels[:3]
    for level in levels.loose:
        bench[cutting.LOOSE + level] += 1
    for level in levels.singles:
        bench[cutting.ALONE + level] += 1
    bench[cutting.FLOOR : cutting.FLOOR + len(floor)] = floor
    return bench


def ceiling_of(levels: Levels, shape: Shape) -> Tops | None:
    """Return for each part the highest top over all cuttings of a play; None if it has no cutting.

    Args:
        levels: the play's cards.
        shape: the lead's parts.
    """
    bench = bench_of(levels, shape)
    parts = len(shape.tractors) + shape.pairs + shape.singles
    if not cutting.find_cuttings(bench, cutting.HIGH):
        return None
    return tuple(bench[cutting.CEILING : cutting.CEILING + parts])


# --- Who wins a trick, on card masks --------------------------------------------------------------


@rule
def block_in_trick(
    once: int,
    twice: int,
    led: int,
    led_mask: int,
    trumps: int,
    main: int,
    cr: int,
    length: int,
    chain: int,
) -> int:
    """Return the top Φ of a reply to a lead of one block; 0 if it can't win.

    Tops can be compared across partitions: every trump has a higher Φ than every plain card.

    Args:
        once: card mask of the reply, which has as many cards as the lead.
        twice: card mask of the cards it has at least twice.
        led: the led partition.
        led_mask: card mask of the led partition.
        trumps: card mask of the trumps.
        main: main suit 0..4.
        cr: current rank 0..12.
        length: the lead's length in pairs (``blocks.only_block``).
        chain: the level mask of the Φ that join tractors.
    """
    if once & ~led_mask == 0:
        return highest_block(once, twice, led, main, cr, length, chain)
    if once & ~trumps == 0:
        return highest_block(once, twice, TRUMPS, main, cr, length, chain)
    return 0


@rule
def takes_throw(
    bench: Any,
    lead: tuple[int, int],
    standing: tuple[int, int],
    play: tuple[int, int],
    masks: tuple[int, int],
    led: int,
    trump: tuple[int, int, int],
    over: int,
    against: int,
) -> bool:
    """Tell whether a reply to a throw takes the trick from the winning play; two packs only.

    Args:
        bench: the bench (head of ``cutting``); it is changed. Under ``against="taken"`` its ``TO_BEAT``
            holds the tops of the cutting that has taken the trick.
        lead: card masks of the throw and of its pairs.
        standing: the same of the play that is winning.
        play: the same of the reply.
        masks: card masks of the led partition and of the trumps.
        led: the led partition.
        trump: main suit, current rank, and the level mask of the Φ that join tractors.
        over: how cuttings are compared, one of ``cutting.OVER_CODES``.
        against: which cuttings must be beaten, one of ``cutting.AGAINST_CODES``.

    >>> lead, ruff, masks = (0b11, 0b10), (0b11 << 13, 0b10 << 13), (0x1FFF, 0x1FFF << 13)
    >>> over, against = cutting.OVER_CODES["largest"], cutting.AGAINST_CODES["all"]
    >>> takes_throw([0] * cutting.ROOM, lead, lead, ruff, masks, 0, (1, 12, -1), over, against)
    True
    """
    suit, trumps = masks
    once, twice = play
    best_once, best_twice = standing
    if once & ~suit and once & ~trumps:
        return False
    lay_shape(bench, lead[1], count_bits(lead[0] & ~lead[1]), led, trump)
    winning = best_twice, best_once & ~best_twice, TRUMPS if best_once & ~suit else led
    challenger = twice, once & ~twice, TRUMPS if once & ~suit else led
    return takes_over(bench, winning, challenger, over, against, trump)


# --- Ruling on a trick ----------------------------------------------------------------------------


@shows(text="suitwise.tractor.picture:ruling_text")
@dataclass(frozen=True)
class TableTrick:
    """The ruling on a trick, complete or still open.

    Args:
        trump: the trump configuration.
        plays: the plays in order; the lead comes first, as reduced if it was a failed throw.
        profile: the house rules.
        winner: the winning play, as a place in the order of play, from 0.
        wide: the lead with its parts, at tables where blocks may be wider than pairs; else None.

    >>> ruling = winner_at_table("H2", ["SASKSK", "H9H4H4", "H5HJHJ", "D3D4D5"])
    >>> ruling.winner, ruling.largest
    (2, 2)
    >>> print(*ruling.why, sep="\\n")
    SKSK SA is led
    H4H4 H9 is higher in its largest part than SKSK SA
    HJHJ H5 is higher in its largest part than H4H4 H9
    the reply is all diamonds, not all spades or all trump
    """

    trump: Trump
    plays: tuple[Pile, ...]
    profile: Profile
    winner: int
    wide: WideLead | None = None

    @cached_property
    def lead(self) -> tuple[Block, ...]:
        """The lead's parts, largest first."""
        if self.wide is not None:
            return self.wide.parts
        return parts_of(self.plays[0], self.trump, self._chain)

    @property
    def largest(self) -> int:
        """The number of cards in the lead's largest block, which multiplies the kitty."""
        return self.lead[0].size

    @property
    def why(self) -> tuple[Phrase, ...]:
        """One sentence for each play: how it takes the trick, or why it does not."""
        winning = _joined(self.lead)
        sentences = [phrase("tractor.led", "{cards} is led", cards=CardText(winning))]
        if self.wide is not None:
            return (*sentences, *self._why_wide(self.wide, winning))
        taking = _taking(self.trump, self.plays, self.profile)
        for play, tops in zip(self.plays[1:], taking[1:], strict=True):
            if tops is None:
                sentences.append(self._no_match(play) or self._not_higher(play, winning))
                continue
            blocks = _joined(self._blocks(play, tops))
            sentences.append(self._higher(blocks, winning))
            winning = blocks
        return tuple(sentences)

    def _why_wide(self, lead: WideLead, winning: str) -> Iterator[Phrase]:
        """Yield a sentence for each reply to a lead of any width."""
        for at, play in enumerate(self.plays[1:], 1):
            own, winner = deck.only_partition(play, self.trump), lead.winner(self.plays[: at + 1])
            if lead.is_bombed(self.plays[: at + 1]):
                yield self._of_bomb(play, winner == at, winning)
                winning = str(play) if winner == at else winning
            elif winner == at:
                yield self._higher(str(play), winning)
                winning = str(play)
            elif own is None or own not in (lead.partition, TRUMPS):
                yield wrong_partition(own, lead.partition)
            elif not lead.matches(play):
                yield phrase(
                    "tractor.no-such-blocks",
                    "{cards} can't be cut into blocks like the lead's",
                    cards=CardText(play),
                )
            else:
                yield self._not_higher(play, winning)

    def _of_bomb(self, play: Pile, takes: bool, winning: str) -> Phrase:
        """Say of a play that it is a bomb that takes the trick, or that a bomb stands against it."""
        said: dict[str, str] = {"cards": CardText(play), "other": CardText(winning)}
        if takes:
            return phrase("tractor.bomb-takes", "{cards} is a bomb and beats {other}", **said)
        return phrase("tractor.bomb-stands", "{cards} does not beat the bomb {other}", **said)

    def _higher(self, cut: str, other: str) -> Phrase:
        """Say that a play beats the one that was winning."""
        said: dict[str, str] = {"cards": CardText(cut), "other": CardText(other)}
        if len(self.lead) == 1:
            return phrase("tractor.higher", "{cards} is higher than {other}", **said)
        said |= {"where": self._where}
        return phrase("tractor.higher-in", "{cards} is higher {where} than {other}", **said)

    def _not_higher(self, play: Pile, other: str) -> Phrase:
        """Say that a play of the lead's shape does not beat the winning one."""
        said: dict[str, str] = {"cards": CardText(play), "other": CardText(other)}
        if len(self.lead) == 1:
            return phrase("tractor.not-higher", "{cards} is not higher than {other}", **said)
        said |= {"where": self._where}
        return phrase("tractor.not-higher-in", "{cards} is not higher {where} than {other}", **said)

    @property
    def _where(self) -> Phrase:
        """Where a play must be higher if the lead has several blocks."""
        if self.profile.over == "every":
            return phrase("tractor.in-every-part", "in every part")
        if self.profile.over == "length":
            return phrase("tractor.in-longest-unequal", "in the longest part that is not equal")
        if self.profile.over == "top":
            return phrase("tractor.in-top-card", "in its top card")
        if self.profile.over == "largest" and self.lead[1:2] and self.lead[1].size == self.largest:
            return phrase("tractor.in-largest-parts", "in its largest parts")
        return phrase("tractor.in-largest-part", "in its largest part")

    @property
    def _chain(self) -> int:
        return self.profile.chain_mask(self.trump.main_index)

    def _no_match(self, play: Pile) -> Phrase | None:
        """Return why a play can't win however high its cards are; None if it could."""
        led, own = led_partition(self.plays[0], self.trump), deck.only_partition(play, self.trump)
        if own is None or own not in (led, TRUMPS):
            return wrong_partition(own, led)
        shape, levels = shape_of(self.lead), levels_of(play, own, self.trump, self._chain)
        if ceiling_of(levels, shape) is not None:
            return None
        lengths = (*shape.tractors, *(1,) * shape.pairs)
        return why_no_cut(levels.pairs, levels.chained, levels.spare, lengths)

    def _blocks(self, play: Pile, tops: Tops) -> list[Block]:
        """Return the blocks of a play that have these tops, in the order of the lead's parts."""
        main, cr = self.trump.main_index, self.trump.rank_index
        left = sorted(play.cards, key=lambda card: (-deck.phi_of(card, main, cr), card))
        return [
            take_block(left, part.size, range(top, top - max(part.size // 2, 1), -1), main, cr)
            for part, top in zip(self.lead, tops, strict=True)
        ]


def winner_at_table(
    trump: TrumpLike,
    plays: Sequence[CardsLike | Pile],
    profile: ProfileLike = "standard",
    *,
    packs: int = deck.PACKS,
) -> TableTrick:
    """Rule who wins a trick, or who is winning it so far.

    Args:
        trump: the trump configuration.
        plays: one to eight plays, the lead first (as reduced if it was a failed throw); up to four
            copies of a card.
        profile: the house rules.
        packs: the number of packs, one to four.

    Raises:
        NotationError: something is no card of Tractor.
        IllegalPosition: there is no play or more than eight, a play has not as many cards as the lead,
            or the lead is of several partitions.

    >>> winner_at_table("S5", ["H2", "H5", "C5", "S5"]).winner
    3
    """
    trump, profile, packs = deck.as_trump(trump), as_profile(profile), deck.number_of_packs(packs)
    piles = tuple(deck.pile_of(play, packs) for play in several(plays, "plays"))
    if not 1 <= len(piles) <= MOST_SEATS:
        raise IllegalPosition(f"a trick has one to eight plays, not {len(piles)}")
    size = deck.hand_of(piles[0], packs).size
    for at, play in enumerate(piles[1:], 2):
        if play.size != size:
            raise IllegalPosition(f"play {at}, {play}, has {play.size} cards, the lead {size}")
    if packs == deck.PACKS:
        house = of_two_packs(profile)
        return TableTrick(trump, piles, house, winning_place(trump, piles, house))
    house = of_table(profile, packs)
    lead = WideLead.by_default(piles[0], trump, house)
    return TableTrick(trump, piles, house, lead.winner(piles), lead)


def winning_place(trump: Trump, plays: Sequence[Pile], profile: Profile) -> int:
    """Return the place of the winning play; leads of one block take a fast path on masks.

    Args:
        trump: the trump configuration.
        plays: one to eight plays of equally many cards, the lead first.
        profile: the house rules.
    """
    led = led_partition(plays[0], trump)
    main, cr = trump.main_index, trump.rank_index
    chain = profile.chain_mask(main)
    length = only_block(plays[0].once, plays[0].twice, led, main, cr, chain)
    if length < 0:
        taking = _taking(trump, plays, profile)
        return max(place for place, tops in enumerate(taking) if tops is not None)
    masks = (deck.partition_mask(led, main, cr), deck.partition_mask(TRUMPS, main, cr))
    tops = [
        block_in_trick(play.once, play.twice, led, *masks, main, cr, length, chain)
        for play in plays
    ]
    return tops.index(max(tops))


def _taking(trump: Trump, plays: Sequence[Pile], profile: Profile) -> list[Tops | None]:
    """Return for each play the tops of the cutting with which it takes the trick, or None."""
    numbers = trump.main_index, trump.rank_index, profile.chain_mask(trump.main_index)
    parts, led = parts_of(plays[0], trump, numbers[2]), led_partition(plays[0], trump)
    winning, bench = _pairs_and_rest(plays[0], led), [0] * cutting.ROOM
    lay_shape(bench, winning[0], winning[1].bit_count(), led, numbers)
    over, against = cutting.OVER_CODES[profile.over], cutting.AGAINST_CODES[profile.against]
    taking: list[Tops | None] = [tuple(part.phi for part in parts)]
    bench[cutting.TO_BEAT : cutting.TO_BEAT + len(parts)] = [part.phi for part in parts]
    for play in plays[1:]:
        own = deck.only_partition(play, trump)
        taking.append(None)
        if own is not None and own in (led, TRUMPS):
            cards = _pairs_and_rest(play, own)
            if takes_over(bench, winning, cards, over, against, numbers):
                winning, taking[-1] = cards, tuple(bench[cutting.TOPS : cutting.TOPS + len(parts)])
    return taking


def _pairs_and_rest(play: Pile, partition: int) -> tuple[int, int, int]:
    """Return card masks of a play's pairs and of its cards in no pair, and its partition."""
    return play.twice, play.once & ~play.twice, partition


def _joined(blocks: Sequence[Block]) -> str:
    return " ".join(map(str, blocks))
