"""The judge's ruling on one trick, by the paper's honours (docs/tractor.md, Who wins).

The leader's play is cut into blocks; a reply that is all of the led partition or all trump and can
be cut into the same sizes has an honour; the highest honour wins, the earlier play among equals. A
throw is compared by the same rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from suitwise.arguments import several
from suitwise.cards import Card, CardsLike, check_copies, format_cards
from suitwise.errors import IllegalPosition
from suitwise.tractor.rules.blocks import Block, as_play, card_masks, decompose, one_partition
from suitwise.tractor.rules.matching import Match, NoMatch, match_blocks
from suitwise.tractor.rules.order import PARTITION_NAMES, Trump, TrumpLike, as_trump
from suitwise.tractor.rules.scoring import points_of


@dataclass(frozen=True, slots=True)
class TrickRuling:
    """The ruling on one trick.

    Args:
        trump: the trump configuration.
        plays: the four plays, the leader's first.
        lead: the lead's blocks, longest first.
        readings: for each of the three replies its ``Match`` or ``NoMatch``.
        honours: the honour of each play, 0 for a reply that can't win.
        winner: place 0..3 in the order of play.
        points: points in the trick.

    >>> ruling = judge_trick("S2", ["HAHAHKHQ", "S3S3S9S9", "S5S5S6S7", "D3D4D5D6"])
    >>> ruling.led, [str(block) for block in ruling.lead], ruling.winner
    ('hearts', ['HAHA', 'HK', 'HQ'], 1)
    """

    trump: Trump
    plays: tuple[tuple[Card, ...], ...]
    lead: tuple[Block, ...]
    readings: tuple[Match | NoMatch, ...]
    honours: tuple[int, ...]
    winner: int
    points: int

    @property
    def led(self) -> str:
        """The led partition: ``spades`` … ``clubs`` or ``trump``."""
        partition = one_partition(self.plays[0], self.trump)
        assert partition is not None
        return PARTITION_NAMES[partition]


def judge_trick(trump: TrumpLike, plays: Sequence[CardsLike]) -> TrickRuling:
    """Judge one trick of four plays, the leader's first.

    Raises:
        NotationError: something is no card or no trump configuration.
        IllegalPosition: not four plays, plays of unequal length, a lead of several partitions, or a
            third copy of a card.

    >>> ruling = judge_trick("S5", ["H5", "C5", "D5", "S2"])
    >>> ruling.winner, ruling.honours, ruling.points
    (0, (25, 25, 25, 13), 15)
    >>> judge_trick("S5", ["H2", "H5", "C5", "S5"]).winner
    3
    """
    if isinstance(plays, str):
        raise IllegalPosition("a trick is four plays, each a text of its own")
    trump = as_trump(trump)
    cards = tuple(as_play(play) for play in several(plays, "plays"))
    if len(cards) != 4:
        raise IllegalPosition(f"a trick has four plays, not {len(cards)}")
    for i, play in enumerate(cards[1:], 2):
        if len(play) != len(cards[0]):
            raise IllegalPosition(
                f"play {i}, {format_cards(play)}, has {len(play)} cards, the lead {len(cards[0])}"
            )
    check_copies([card for play in cards for card in play], packs=2)
    lead = decompose(cards[0], trump)
    readings = tuple(match_blocks(lead, reply, trump) for reply in cards[1:])
    honours = (lead[0].phi, *(r.honour if isinstance(r, Match) else 0 for r in readings))
    return TrickRuling(
        trump=trump,
        plays=cards,
        lead=lead,
        readings=readings,
        honours=honours,
        winner=honours.index(max(honours)),
        points=sum(points_of(*card_masks(play)) for play in cards),
    )
