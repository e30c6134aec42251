"""Who wins a trick at the table, by the rule of the house for plays of a throw's shape.

Source: rules page §6, Throws, and §3 for what fits into what; docs/tractor.md, Who wins.

A reply can win only if it is all of the led partition or all trump and can be cut into blocks of exactly
the lead's sizes. It takes the trick if one of its cuttings beats the play that stands; equal tops do not
beat. What is compared is the profile's ``over``:

* ``largest``: the tops of the largest parts, the highest with the highest and so on; each must be
  higher;
* ``honour``: the highest top of the largest parts alone, as the judge does;
* ``every``: as ``largest``, for the parts of every size;
* ``length``: part by part, the longest first and of those as long the highest; the first that is not
  equal decides. Single cards count only where no part is longer;
* ``top``: the highest card.

Which of its cuttings must be beaten is the profile's ``against``: ``all``, or the one by which it has
``taken`` the trick, the lead's being its own parts. Where a play can take the trick in several ways, it
does in that with the higher cards in the smaller parts: of two ways the one whose lowest single card is
higher, then the next; then of pairs, and last of tractors, the shortest first. rbtying's engine looks
for ways in that order and keeps the first.

Nearly all leads are one block, and there all houses are one comparison of two masks. For throws
(``cuttings``), to beat every cutting of a play is to beat, place by place, the highest top that any of
its cuttings has there, its *ceiling*; by length it is to beat the cutting that is the highest so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from suitwise.arguments import several
from suitwise.cards import CardsLike
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.tractor.rules import cutting as on
from suitwise.tractor.rules.blocks import Block, highest_block, only_block, pair_levels, parts_of
from suitwise.tractor.rules.cutting import (
    AGAINST_CODES,
    HIGH,
    OVER_CODES,
    ROOM,
    STOOD,
    TOPS,
    find_cuttings,
    lay_shape,
    takes_over,
)
from suitwise.tractor.rules.matching import take_block, why_no_cut, wrong_partition
from suitwise.tractor.rules.order import (
    TRUMPS,
    Trump,
    TrumpLike,
    as_trump,
    partition_mask,
    phi_of,
    rank_card_phi,
)
from suitwise.tractor.rules.piles import Pile, bits, hand_of, only_partition, pile_of
from suitwise.tractor.rules.profile import Profile, ProfileLike, as_profile
from suitwise.tractor.rules.throws import led_partition

# --------------------------------------------------------------------------------------------------
# How plays can be cut into the blocks of a throw: the tops that each cutting has, without listing
# all
#
# Source: rules page §3 and §6, Throws; docs/tractor.md, Who wins. ``cutting`` has the rules; here are
# the lead's shape and a play's levels as people see them.

Tops = tuple[int, ...]
"""The top Φ of the blocks of a cutting in the order of the lead's parts: larger blocks first, and of one
size the highest first."""


class Shape(NamedTuple):
    """The parts of a lead: the lengths of its tractors, longest first, its pairs and its singles."""

    tractors: tuple[int, ...]
    pairs: int
    singles: int

    @property
    def largest(self) -> int:
        """How many parts are of the largest size."""
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
    """The Φ of a play's cards.

    Args:
        chained: the pairs that join tractors, one on each Φ.
        spare: the pairs beyond the first on the shared Φ, where these join tractors.
        shared: the shared Φ.
        loose: the Φ of the pairs that join no tractors.
        singles: the Φ of the cards that are in no pair.
    """

    chained: int
    spare: int
    shared: int
    loose: tuple[int, ...]
    singles: tuple[int, ...]

    @property
    def pairs(self) -> int:
        """How many pairs there are."""
        return self.chained.bit_count() + self.spare + len(self.loose)


def levels_of(play: Pile, partition: int, trump: Trump, chain: int) -> Levels:
    """Return the Φ of a play of one partition, where these join tractors: a level mask."""
    main, cr = trump.main_index, trump.rank_index
    pairs, spare = pair_levels(play.twice, partition, main, cr)
    shared = rank_card_phi(main)
    joins = pairs & chain & 1 << shared != 0
    apart = () if joins else (shared,) * spare
    single = play.once & ~play.twice | play.thrice
    return Levels(
        pairs & chain,
        spare if joins else 0,
        shared,
        (*bits(pairs & ~chain), *apart),
        tuple(phi_of(card, main, cr) for card in bits(single)),
    )


def bench_of(levels: Levels, shape: Shape, floor: Tops = ()) -> list[int]:
    """Return the bench with a lead's shape, a play's levels and a floor for the tops."""
    bench = [0] * on.ROOM
    bench[on.TRACTORS], bench[on.PAIRS], bench[on.SINGLES] = len(shape.tractors), *shape[1:]
    bench[on.LENGTHS : on.LENGTHS + len(shape.tractors)] = shape.tractors
    bench[on.CHAINED], bench[on.SPARE], bench[on.SHARED] = levels[:3]
    for level in levels.loose:
        bench[on.LOOSE + level] += 1
    for level in levels.singles:
        bench[on.ALONE + level] += 1
    bench[on.FLOOR : on.FLOOR + len(floor)] = floor
    return bench


def ceiling_of(levels: Levels, shape: Shape) -> Tops | None:
    """Return, place by place, the highest top of all cuttings of a play; None where it has no cutting.

    Args:
        levels: the play's cards.
        shape: the lead's parts.
    """
    bench = bench_of(levels, shape)
    parts = len(shape.tractors) + shape.pairs + shape.singles
    return tuple(bench[on.CEILING : on.CEILING + parts]) if find_cuttings(bench, HIGH) else None


# --- Who wins a trick at the table, by the rule of the house for plays of a throw's shape ---------

# --- On card masks --------------------------------------------------------------------------------


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
    """Return the top Φ of a play as a reply to a lead of one block; 0 for one that can't win.

    Every Φ of a trump is higher than those of the plain suits.

    Args:
        once: card mask of the play, which has as many cards as the lead.
        twice: card mask of those there at least twice.
        led: the led partition.
        led_mask: its card mask.
        trumps: the card mask of the trumps.
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
    """Tell whether a reply to a throw takes the trick from the play that stands; of two packs.

    Args:
        bench: the bench (``cutting.bench``); it is changed. Where plays are held against the cutting
            that has taken the trick, its tops are in ``STOOD``.
        lead: card mask of the throw, and of its pairs.
        standing: those of the play that stands.
        play: those of the reply.
        masks: card masks of the led partition and of the trumps.
        led: the led partition.
        trump: main suit, current rank, and the level mask of the Φ that join tractors.
        over: how they are compared, a number of ``cutting.OVER_CODES``.
        against: which cuttings must be beaten, a number of ``cutting.AGAINST_CODES``.

    >>> lead, ruff, masks = (0b11, 0b10), (0b11 << 13, 0b10 << 13), (0x1FFF, 0x1FFF << 13)
    >>> over, against = OVER_CODES["largest"], AGAINST_CODES["all"]
    >>> takes_throw([0] * ROOM, lead, lead, ruff, masks, 0, (1, 12, -1), over, against)
    True
    """
    suit, trumps = masks
    once, twice = play
    stood, stood_twice = standing
    if once & ~suit and once & ~trumps:
        return False
    lay_shape(bench, lead[1], count_bits(lead[0] & ~lead[1]), led, trump)
    held = stood_twice, stood & ~stood_twice, TRUMPS if stood & ~suit else led
    other = twice, once & ~twice, TRUMPS if once & ~suit else led
    return takes_over(bench, held, other, over, against, trump)


# --- The object people touch ----------------------------------------------------------------------


@dataclass(frozen=True)
class TableTrick:
    """The ruling on a trick, whole or still open.

    Args:
        trump: the trump configuration.
        plays: the plays, the lead as it stands on the table first.
        profile: the house.
        winner: the place 0 to 3 of the play that wins, in the order of play.

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

    @cached_property
    def lead(self) -> tuple[Block, ...]:
        """The lead's parts, largest first."""
        return parts_of(self.plays[0], self.trump, self._chain)

    @property
    def largest(self) -> int:
        """The cards of the largest block of the lead's shape, which multiplies the kitty."""
        return self.lead[0].size

    @property
    def why(self) -> tuple[Phrase, ...]:
        """A sentence for each play: how it takes the trick, or why it does not."""
        standing = _joined(self.lead)
        told = [phrase("tractor.led", "{cards} is led", cards=CardText(standing))]
        taking = _taking(self.trump, self.plays, self.profile)
        for play, tops in zip(self.plays[1:], taking[1:], strict=True):
            if tops is None:
                told.append(self._no_match(play) or self._not_higher(play, standing))
                continue
            cut = _joined(self._blocks(play, tops))
            told.append(self._higher(cut, standing))
            standing = cut
        return tuple(told)

    def _higher(self, cut: str, other: str) -> Phrase:
        """Say that a play beats the one that stands."""
        if len(self.lead) == 1:
            return phrase(
                "tractor.higher",
                "{cards} is higher than {other}",
                cards=CardText(cut),
                other=CardText(other),
            )
        return phrase(
            "tractor.higher-in",
            "{cards} is higher {where} than {other}",
            cards=CardText(cut),
            where=self._where,
            other=CardText(other),
        )

    def _not_higher(self, play: Pile, other: str) -> Phrase:
        """Say that a play of the lead's shape does not beat the one that stands."""
        cards = str(play)
        if len(self.lead) == 1:
            return phrase(
                "tractor.not-higher",
                "{cards} is not higher than {other}",
                cards=CardText(cards),
                other=CardText(other),
            )
        return phrase(
            "tractor.not-higher-in",
            "{cards} is not higher {where} than {other}",
            cards=CardText(cards),
            where=self._where,
            other=CardText(other),
        )

    @property
    def _where(self) -> Phrase:
        """In what a play must be higher where the lead has several blocks."""
        if self.profile.over == "every":
            return phrase("tractor.in-every-part", "in every part")
        if self.profile.over == "length":
            return phrase("tractor.in-longest-unequal", "in the longest part that is not equal")
        if self.profile.over == "top":
            return phrase("tractor.in-top-card", "in its top card")
        if self.profile.over == "largest" and shape_of(self.lead).largest > 1:
            return phrase("tractor.in-largest-parts", "in its largest parts")
        return phrase("tractor.in-largest-part", "in its largest part")

    @property
    def _chain(self) -> int:
        return self.profile.chain_mask(self.trump.main_index)

    def _no_match(self, play: Pile) -> Phrase | None:
        """Return why a play can't win whatever its cards are worth; None if it could."""
        led, own = led_partition(self.plays[0], self.trump), only_partition(play, self.trump)
        if own is None or own not in (led, TRUMPS):
            return wrong_partition(own, led)
        shape, levels = shape_of(self.lead), levels_of(play, own, self.trump, self._chain)
        if ceiling_of(levels, shape) is not None:
            return None
        lengths = (*shape.tractors, *(1,) * shape.pairs)
        return why_no_cut(levels.pairs, levels.chained, levels.spare, lengths)

    def _blocks(self, play: Pile, tops: Tops) -> list[Block]:
        """Return the blocks of a play with these tops, in the order of the lead's parts."""
        main, cr = self.trump.main_index, self.trump.rank_index
        left = sorted(play.cards, key=lambda card: (-phi_of(card, main, cr), card))
        return [
            take_block(left, part.size, range(top, top - max(part.size // 2, 1), -1), main, cr)
            for part, top in zip(self.lead, tops, strict=True)
        ]


def winner_at_table(
    trump: TrumpLike, plays: Sequence[CardsLike | Pile], profile: ProfileLike = "standard"
) -> TableTrick:
    """Rule who wins a trick, or who does so far.

    Args:
        trump: the trump configuration.
        plays: one to four plays, the lead as it stands on the table first; up to three copies of a card.
        profile: the house.

    Raises:
        NotationError: something is no card of Tractor.
        IllegalPosition: there is no play or more than four, a play has not as many cards as the lead,
            or the lead is of several partitions.

    >>> winner_at_table("S5", ["H2", "H5", "C5", "S5"]).winner
    3
    """
    trump, profile = as_trump(trump), as_profile(profile)
    piles = tuple(map(pile_of, several(plays, "plays")))
    if not 1 <= len(piles) <= 4:
        raise IllegalPosition(f"a trick has one to four plays, not {len(piles)}")
    size = hand_of(piles[0]).size
    for at, play in enumerate(piles[1:], 2):
        if play.size != size:
            raise IllegalPosition(f"play {at}, {play}, has {play.size} cards, the lead {size}")
    return TableTrick(trump, piles, profile, winning_place(trump, piles, profile))


def winning_place(trump: Trump, plays: Sequence[Pile], profile: Profile) -> int:
    """Return the winner's place, by masks alone where the lead is one block.

    Args:
        trump: the trump configuration.
        plays: one to four plays of as many cards, the lead first.
        profile: the house.
    """
    led = led_partition(plays[0], trump)
    main, cr = trump.main_index, trump.rank_index
    chain = profile.chain_mask(main)
    length = only_block(*plays[0].masks, led, main, cr, chain)
    if length < 0:
        taking = _taking(trump, plays, profile)
        return max(place for place, tops in enumerate(taking) if tops is not None)
    masks = (partition_mask(led, main, cr), partition_mask(TRUMPS, main, cr))
    tops = [
        block_in_trick(play.once, play.twice, led, *masks, main, cr, length, chain)
        for play in plays
    ]
    return tops.index(max(tops))


def _taking(trump: Trump, plays: Sequence[Pile], profile: Profile) -> list[Tops | None]:
    """Return for each play the tops of a cutting by which it takes the trick, or None."""
    numbers = trump.main_index, trump.rank_index, profile.chain_mask(trump.main_index)
    parts, led = parts_of(plays[0], trump, numbers[2]), led_partition(plays[0], trump)
    standing, bench = _cut(plays[0], led), [0] * ROOM
    lay_shape(bench, standing[0], standing[1].bit_count(), led, numbers)
    over, against = OVER_CODES[profile.over], AGAINST_CODES[profile.against]
    taking: list[Tops | None] = [tuple(part.phi for part in parts)]
    bench[STOOD : STOOD + len(parts)] = [part.phi for part in parts]
    for play in plays[1:]:
        own = only_partition(play, trump)
        taking.append(None)
        if own is not None and own in (led, TRUMPS):
            cards = _cut(play, own)
            if takes_over(bench, standing, cards, over, against, numbers):
                standing, taking[-1] = cards, tuple(bench[TOPS : TOPS + len(parts)])
    return taking


def _cut(play: Pile, partition: int) -> tuple[int, int, int]:
    """Return the pairs of a play, its cards in no pair, and their partition."""
    return play.twice, play.once & ~play.twice | play.thrice, partition


def _joined(blocks: Sequence[Block]) -> str:
    return " ".join(map(str, blocks))
