"""Deals as text that people read and write, and that is checked line by line.

A deal has a head, the cards that each seat drew, the bidding, the kitty, the tricks and the result::

    deal 1: levels 2 2, first 0
      draw 0: S3 H2 [H2] DK ...
      draw 1: ...
      bids: 2:BJBJ
      trump: O2, landlord 2
      kitty: S3 S4 ...
      buried: S3 S5 ...
      trick 1: 2:HAHAHK>HK 3:H5 0:HA 1:H9 -> 0 +15
      result: 85 points, the attackers take over +0, levels 2 2, next landlord 3

Seats are 0 to 3 in the order of play; the levels are those of seats 0, 2 and of 1, 3. The cards of a
``draw`` stand in the order they were drawn in, from the seat that the head names: ``first 0`` where the
bidding makes the landlord, else ``landlord 0``. A bid stands in brackets after the card with which it
was made; ``bids`` are those made when all cards were drawn. Where it is not known when a bid was made,
the cards stand in any order and the bids there. ``turned`` are the cards turned up from the kitty
where nobody has bid. ``HAHAHK>HK`` is a throw that failed, and the part that stayed. Where a seat has
laid down its hand instead of leading, ``claim: 2`` stands after the tricks.

Parts that follow from the rest may be left out: in the head all but the number, ``trump``, ``kitty``,
``-> 0 +15``, ``result`` and any part of it. Where they stand, they are checked. Blank lines and comments
after ``#`` are skipped; indentation means nothing.

``match`` is the text of a whole match; ``reader`` reads both, and ``replay`` plays them through the
engine, which finds the faults.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from suitwise.cards import RANKS, Card, format_cards
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.seats import play_texts

CLOSING = 0
"""Where a bid was made: in the round after the last card, not with a card."""
NO_CARDS: tuple[tuple[Card, ...], ...] = ((), (), (), ())


@dataclass(frozen=True, slots=True)
class BidRecord:
    """A bid as a record has it.

    Args:
        seat: who bids.
        cards: the cards shown.
        after: how many cards the seat had drawn; ``CLOSING`` in the round after the last card.
        line: the line it stands on.

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> print(BidRecord(0, pile_of("S2S2"), after=11), BidRecord(2, pile_of("BJBJ")))
    [S2S2] 2:BJBJ
    """

    seat: int
    cards: Pile
    after: int = CLOSING
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"{self.seat}:{self.cards}" if self.after == CLOSING else f"[{self.cards}]"


@dataclass(frozen=True, slots=True)
class TrickRecord:
    """A trick as a record has it.

    Args:
        leader: the seat that leads.
        plays: the cards that lay on the table, the leader's first.
        tried: the throw of the leader that failed; None where none did.
        result: who won it and its points; None where the record does not say.
        line: the line it stands on.

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> print(TrickRecord(3, (pile_of("HK"), pile_of("H5")), pile_of("HAHAHK")))
    3:HKHAHA>HK 0:H5
    """

    leader: int
    plays: tuple[Pile, ...]
    tried: Pile | None = None
    result: tuple[int, int] | None = None
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        plays = enumerate(play_texts(self.plays, self.tried))
        words = [f"{(self.leader + place) % 4}:{play}" for place, play in plays]
        if self.result is not None:
            words.append(f"-> {self.result[0]} +{self.result[1]}")
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A deal as a record has it, right or wrong, perhaps broken off.

    Args:
        number: its number.
        levels: the ranks 0..12 of the sides; None where the record does not say.
        landlord: the landlord's seat where it is given.
        first: the seat that draws first where the bidding makes the landlord.
        draws: what each seat drew, in order.
        bids: the bids: those made with a card by seat and card, then the others in order.
        turned: the cards turned up from the kitty, in order.
        trump: the trump configuration and the landlord, as ``H2``, 0.
        kitty: what nobody drew.
        buried: what the landlord buried.
        tricks: the tricks, the last perhaps not whole.
        result: the text of the result, empty where no result is written.
        lines: the lines of its parts by name.
        claim: the seat that laid down its hand after the tricks; None where none did.

    >>> from suitwise.tractor import MatchRecord
    >>> text = "game tractor\\ndeal 1: levels 2 2, first 0\\n  draw 0: CQ HQ\\n  draw 1: C2 [C2] C9"
    >>> (deal,) = MatchRecord.parse(text).deals
    >>> deal.number, deal.first, [len(draw) for draw in deal.draws], str(deal.bids[0])
    (1, 0, [2, 2, 0, 0], '[C2]')
    """

    number: int
    levels: tuple[int, int] | None = None
    landlord: int | None = None
    first: int | None = None
    draws: tuple[tuple[Card, ...], ...] = NO_CARDS
    bids: tuple[BidRecord, ...] = ()
    turned: tuple[Card, ...] = ()
    trump: tuple[str, int] | None = None
    kitty: Pile | None = None
    buried: Pile | None = None
    tricks: tuple[TrickRecord, ...] = ()
    result: str = ""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)
    claim: int | None = None

    @property
    def goes_on(self) -> bool:
        """Whether anything stands there that comes after the bidding."""
        said = (self.turned, self.trump, self.kitty, self.buried, self.tricks, self.result)
        return any(said) or self.claim is not None

    def __str__(self) -> str:
        return "\n".join(self._text()) + "\n"

    def _text(self) -> Iterator[str]:
        yield f"deal {self.number}: {', '.join(self._head())}".removesuffix(": ")
        for seat, drawn in enumerate(self.draws):
            if drawn:
                yield f"  draw {seat}: {' '.join(self._drawn(seat))}"
        closing = [str(bid) for bid in self.bids if bid.after == CLOSING]
        if closing:
            yield f"  bids: {' '.join(closing)}"
        if self.turned:
            yield f"  turned: {format_cards(self.turned, ' ')}"
        if self.trump is not None:
            yield f"  trump: {self.trump[0]}, landlord {self.trump[1]}"
        for name, pile in (("kitty", self.kitty), ("buried", self.buried)):
            if pile is not None:
                yield f"  {name}: {format_cards(pile.cards, ' ')}"
        yield from (f"  trick {number}: {trick}" for number, trick in enumerate(self.tricks, 1))
        if self.claim is not None:
            yield f"  claim: {self.claim}"
        if self.result:
            yield f"  result: {self.result}"

    def _head(self) -> Iterator[str]:
        if self.levels is not None:
            yield f"levels {RANKS[self.levels[0]]} {RANKS[self.levels[1]]}"
        if self.landlord is not None:
            yield f"landlord {self.landlord}"
        if self.first is not None:
            yield f"first {self.first}"

    def _drawn(self, seat: int) -> Iterator[str]:
        """Yield the cards that a seat drew, each bid after its card."""
        bids = {bid.after: str(bid) for bid in self.bids if bid.seat == seat}
        for number, card in enumerate(self.draws[seat], 1):
            yield str(card)
            if number in bids:
                yield bids[number]
