"""Matches as text: a line ``game`` with the variant, which holds the profile, and the deals (``deal``).

A text may hold several matches, one after the other (``record_text.match_texts``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from suitwise.arguments import of_kind
from suitwise.cards import RANKS, Card, format_cards
from suitwise.errors import NotationError
from suitwise.foundation.seating import NOBODY, seat_at
from suitwise.foundation.text.lines import LineKind, RecordLines, at_line, matched, said_lines
from suitwise.game import load
from suitwise.tractor.game import Tractor
from suitwise.tractor.moves import HAND, play_texts
from suitwise.tractor.rules.order import Trump, as_tractor_cards
from suitwise.tractor.rules.piles import Pile, pile_of

# --- Deals as text that people read and write, and that is checked line by line -------------------
#
# A deal has a head, the cards that each seat drew, the bidding, the kitty, the tricks and the result::
#
#     deal 1: levels 2 2, first 0
#       draw 0: S3 H2 [H2] DK ...
#       draw 1: ...
#       bids: 2:BJBJ
#       trump: O2, landlord 2
#       kitty: S3 S4 ...
#       buried: S3 S5 ...
#       trick 1: 2:HAHAHK>HK 3:H5 0:HA 1:H9 -> 0 +15
#       result: 85 points, the attackers take over +0, levels 2 2, next landlord 3
#
# Seats are 0 to 3 in the order of play; the levels are those of seats 0, 2 and of 1, 3. The cards of
# a ``draw`` stand in the order they were drawn in, from the seat that the head names: ``first 0``
# where the bidding makes the landlord, else ``landlord 0``. A bid stands in brackets after the card
# with which it was made; ``bids`` are those made when all cards were drawn. Where it is not known
# when a bid was made, the cards stand in any order and the bids there. ``turned`` are the cards
# turned up from the kitty where nobody has bid. ``HAHAHK>HK`` is a throw that failed, and the part
# that stayed. Where a seat has laid down its hand instead of leading, ``claim: 2`` stands after the
# tricks.
#
# Parts that follow from the rest may be left out: in the head all but the number, ``trump``,
# ``kitty``, ``-> 0 +15``, ``result`` and any part of it. Where they stand, they are checked. Blank
# lines and comments after ``#`` are skipped; indentation means nothing.
#
# ``match`` is the text of a whole match; ``reader`` reads both, and ``replay`` plays them through the
# engine, which finds the faults.

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


# --------------------------------------------------------------------------------------------------
# Reads the text of matches and deals (``match``, ``deal``) line by line; an error names its line

_KINDS = {
    "deal": LineKind("deal 2: levels 4 2, landlord 2", r"deal ([0-9]{1,6})(?:: (.+))?"),
    "draw": LineKind(
        "draw 0: S3 H2 [H2] DK",
        r"draw ([0-3]): ([^][]+(?:\[[^][]+\][^][]+)*(?:\[[^][]+\])?)",
        often=True,
    ),
    "bids": LineKind("bids: 2:H2H2 0:BJBJ", r"bids: ([0-3]:[^ :]+(?: [0-3]:[^ :]+)*)"),
    "turned": LineKind("turned: S3 HA", r"turned: (.+)"),
    "trump": LineKind("trump: H2, landlord 0", r"trump: ([^ ,]+), landlord ([0-3])"),
    "kitty": LineKind("kitty: S3 S4 S5 S6 S7 S8 S9 ST", r"kitty: (.+)"),
    "buried": LineKind("buried: S3 S4 S5 S6 S7 S8 S9 ST", r"buried: (.+)"),
    "trick": LineKind(
        "trick 1: 2:HAHAHK>HK 3:H5 0:HA 1:H9 -> 0 +15",
        r"trick ([0-9]{1,2}): ([0-3]:[^ :]+(?: [0-3]:[^ :]+)*)(?: -> ([0-3]) \+([0-9]{1,3}))?",
        often=True,
    ),
    "claim": LineKind("claim: 2", r"claim: ([0-3])"),
    "result": LineKind(
        "result: 85 points, the attackers take over +0, levels 2 2, next landlord 3",
        r"result: (.+)",
    ),
}
_LINES = RecordLines("a deal", _KINDS, longest=2_000)
_HEAD = re.compile(rf"(levels) ([{RANKS}]) ([{RANKS}])|(landlord|first) ([0-3])")


def read_match(text: str, lines_before: int = 0) -> tuple[Tractor, tuple[DealRecord, ...], int]:
    """Read the parts of a match: its variant, its deals, and the line it begins on.

    Args:
        text: its text.
        lines_before: how many lines stand before it where it is from.

    Raises:
        NotationError: a line is not what it should be; with the line.
    """
    said = [(number, " ".join(line.split())) for number, line in said_lines(text, lines_before)]
    if not said or said[0][1].split(" ", 1)[0] != "game":
        line = said[0][0] if said else None
        raise NotationError("a match begins with a line 'game tractor'", line=line)
    game = _game(*said[0])
    return game, tuple(_LINES.blocks(said[1:], _headed, _with)), said[0][0]


def _game(number: int, text: str) -> Tractor:
    with at_line(number):
        game = load(text.removeprefix("game").strip())
        if not isinstance(game, Tractor):
            raise NotationError(f"{game.name} is not Tractor: write 'game tractor'")
        return game


def _with(kind: str, deal: DealRecord, found: re.Match[str], number: int) -> DealRecord:
    return _READERS[kind](_with_line(deal, kind, number), found, number)


def _with_line(deal: DealRecord, part: str, number: int) -> DealRecord:
    return replace(deal, lines={**deal.lines, part: number})


def _headed(found: re.Match[str], number: int, deals: list[DealRecord]) -> DealRecord:
    """Begin a deal."""
    if deals and int(found[1]) != deals[-1].number + 1:
        raise NotationError(f"deal {deals[-1].number + 1} is next, not {found[1]}")
    deal = DealRecord(int(found[1]), lines={"deal": number})
    for part in (found[2] or "").split(",") if found[2] else ():
        said = matched(_HEAD, part.strip(), f": write it as {_KINDS['deal'].sample!r}")
        if getattr(deal, said[1] or said[4]) is not None:
            raise NotationError(f"{said[1] or said[4]} stands in the head twice")
        if said[1]:
            deal = replace(deal, levels=(RANKS.index(said[2]), RANKS.index(said[3])))
        elif said[4] == "landlord":
            deal = replace(deal, landlord=int(said[5]))
        else:
            deal = replace(deal, first=int(said[5]))
    return deal


# --- The parts of a deal --------------------------------------------------------------------------


def _cards(text: str) -> tuple[Card, ...]:
    return as_tractor_cards(text)


def _pile(text: str) -> Pile:
    pile = pile_of(text, packs=2)
    if not pile.once:
        raise NotationError("there are no cards where some belong")
    return pile


def _with_draw(deal: DealRecord, found: re.Match[str], number: int) -> DealRecord:
    seat = int(found[1])
    if deal.draws[seat]:
        raise NotationError(f"what seat {seat} draws stands there already")
    cards: list[Card] = []
    bids: list[BidRecord] = []
    for piece in re.findall(r"[^][]+|\[[^][]+\]", found[2]):
        if piece.startswith("["):
            bids.append(BidRecord(seat, _pile(piece[1:-1]), len(cards), number))
        else:
            cards += _cards(piece)
    if len(cards) > HAND:
        raise NotationError(f"a seat draws {HAND} cards, not {len(cards)}")
    if len({bid.after for bid in bids}) < len(bids) or any(bid.after == 0 for bid in bids):
        raise NotationError("a bid stands in brackets after the card drawn before it, one a card")
    draws = tuple(tuple(cards) if at == seat else drawn for at, drawn in enumerate(deal.draws))
    return replace(_with_line(deal, f"draw {seat}", number), draws=draws, bids=(*deal.bids, *bids))


def _with_bids(deal: DealRecord, found: re.Match[str], number: int) -> DealRecord:
    words = (word.split(":") for word in found[1].split())
    bids = (BidRecord(int(seat), _pile(text), CLOSING, number) for seat, text in words)
    return replace(deal, bids=(*deal.bids, *bids))


def _with_trick(deal: DealRecord, found: re.Match[str], number: int) -> DealRecord:
    if int(found[1]) != len(deal.tricks) + 1:
        raise NotationError(f"trick {len(deal.tricks) + 1} is next, not {found[1]}")
    words = [word.split(":") for word in found[2].split()]
    leader = int(words[0][0])
    if [int(seat) for seat, _ in words] != [
        seat_at(leader, at, NOBODY) for at in range(len(words))
    ]:
        raise NotationError("a trick goes round the table: 2, 3, 0, 1 where seat 2 leads")
    if len(words) > 4:
        raise NotationError("a trick is four plays")
    tried, plays = _plays([cards for _, cards in words])
    result = (int(found[3]), int(found[4])) if found[3] else None
    trick = TrickRecord(leader, plays, tried, result, number)
    return replace(deal, tricks=(*deal.tricks, trick))


def _plays(words: list[str]) -> tuple[Pile | None, tuple[Pile, ...]]:
    """Return the throw that failed, if one did, and what lay on the table."""
    first, failed, stayed = words[0].partition(">")
    if not failed:
        return None, tuple(map(_pile, words))
    if stayed:
        return _pile(first), tuple(map(_pile, (stayed, *words[1:])))
    if len(words) > 1:
        raise NotationError("what stayed of a throw that failed stands after the >: HAHAHK>HK")
    return _pile(first), ()


def _with_result(deal: DealRecord, found: re.Match[str], number: int) -> DealRecord:
    said = found[1].split(", ")
    for part in said:
        if said.count(part) > 1:
            raise NotationError(f"{part[:40]!r} stands there twice")
    return replace(deal, result=found[1])


_READERS: dict[str, Callable[[DealRecord, re.Match[str], int], DealRecord]] = {
    "draw": _with_draw,
    "bids": _with_bids,
    "turned": lambda deal, found, _: replace(deal, turned=_cards(found[1])),
    "trump": lambda deal, found, _: replace(
        deal, trump=(str(Trump.parse(found[1])), int(found[2]))
    ),
    "kitty": lambda deal, found, _: replace(deal, kitty=_pile(found[1])),
    "buried": lambda deal, found, _: replace(deal, buried=_pile(found[1])),
    "trick": _with_trick,
    "claim": lambda deal, found, _: replace(deal, claim=int(found[1])),
    "result": _with_result,
}


# --------------------------------------------------------------------------------------------------
# Matches as text: a line ``game`` with the variant, which holds the profile, and the deals
# (``deal``)


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """The deals of a match, or some that followed each other.

    Args:
        game: the variant.
        deals: the deals.
        line: the line it begins on.

    >>> match = MatchRecord.parse('''
    ... game tractor(match=deal)
    ... deal 1: levels 2 2, first 0
    ...   draw 0: S3 H2 [H2] DK
    ... ''')
    >>> match.deals[0].bids[0].after, len(match.deals[0].draws[0])
    (2, 3)
    """

    game: Tractor
    deals: tuple[DealRecord, ...]
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"game {self.game}\n" + "".join(map(str, self.deals))

    @classmethod
    def parse(cls, text: str) -> MatchRecord:
        """Read one match.

        Raises:
            NotationError: a line is not what it should be, with the line; or there is not one match.
        """
        return cls(*read_match(of_kind(text, str, "text")))
