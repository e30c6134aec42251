"""Records of matches as text, and how they are read.

A match is a line ``game`` with the variant, followed by its deals. ``MatchRecord`` and ``DealRecord``
are what a text says, whether it is true or not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import cycle, islice

from suitwise.arguments import of_kind
from suitwise.cards import RANKS, Card, format_cards
from suitwise.errors import NotationError
from suitwise.foundation.seating import SEATS
from suitwise.foundation.text.lines import LineKind, RecordLines, at_line, matched, said_lines
from suitwise.game import load
from suitwise.tractor.deal import Call
from suitwise.tractor.game import Tractor
from suitwise.tractor.moves import Move, Trick, play_texts
from suitwise.tractor.rules.deck import Pile, Trump, as_tractor_cards, pile_of
from suitwise.tractor.text import NUMBERS
from suitwise.tractor.umpire import TableUmpire, Umpire, umpire_of

# --- Format ---------------------------------------------------------------------------------------
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
# * Seats are 0 to 3 in the order of play; ``levels`` are those of seats 0, 2 and of seats 1, 3.
# * The head names the seat that draws first: ``first 0`` if the bidding decides the landlord, else
#   ``landlord 0``. A ``draw`` lists a seat's cards in the order drawn.
# * A bid made during the draw is written in brackets after the card drawn last. ``bids`` are those made
#   after all cards were drawn. If the time of the bids is unknown, write them all there, and the cards
#   in any order.
# * ``turned`` are the cards turned up from the kitty if nobody has bid.
# * ``HAHAHK>HK`` is a failed throw and the part that was led.
# * ``claim: 2`` after the tricks is a claim by seat 2.
#
# Redundant parts may be left out: the head after the number, ``trump``, ``kitty``, ``-> 0 +15``, and
# ``result`` or any part of it. If present, they are checked. Blank lines and comments after ``#`` are
# skipped; indentation means nothing.
#
# At other tables than that of four with two packs there are as many draws and levels as seats, and::
#
#       buried: S3 S4 D7 D7 D8 C9 4:H2H2 S3 S5 S5 C3 C9 C9
#       calls: HA#2 CQ#1
#       trick 1: 2:H4H4H4+H5H5>H5H5 3:H8H9 ...
#
# * A bid for the buried cards stands behind them, before what its seat buries. ``trump`` is the one
#   named before the burial; the last of these bids names the trump that is played.
# * ``calls`` are the cards that the landlord calls in Finding Friends. ``HA#2`` is no comment there: a
#   ``#`` between a card and its number.
# * ``H4H4H4+H5H5`` is a lead with its parts, where they are not the default. ``H4H4H4H5H5?`` is one that
#   has still to be cut.
# * A deal that is void has ``result: nobody has bid``, and the next is dealt after it. Where a record
#   begins after two of them, its head says ``redealt 2``.

CLOSING = 0
"""``BidRecord.after`` of a bid made after all cards were drawn."""
NO_CARDS: tuple[tuple[Card, ...], ...] = ((), (), (), ())
VOID = "nobody has bid"
"""The result of a deal that is void."""


@dataclass(frozen=True, slots=True)
class BidRecord:
    """A bid in a record.

    Args:
        seat: the bidder.
        cards: the cards shown.
        after: the number of cards the seat had drawn; ``CLOSING`` after all cards were drawn.
        line: its line number.

    >>> from suitwise.tractor.rules.deck import pile_of
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
class StealRecord:
    """A bid for the buried cards in a record.

    Args:
        bid: the bid.
        buried: the cards that its seat buried; None if the record does not say.

    >>> from suitwise.tractor.rules.deck import pile_of
    >>> print(StealRecord(BidRecord(2, pile_of("H2H2")), pile_of("C5S3")))
    2:H2H2 S3 C5
    """

    bid: BidRecord
    buried: Pile | None = None

    def __str__(self) -> str:
        buried = () if self.buried is None else (format_cards(self.buried.cards, " "),)
        return " ".join((str(self.bid), *buried))


@dataclass(frozen=True, slots=True)
class TrickRecord:
    """A trick in a record.

    Args:
        leader: the seat that leads.
        plays: the plays, the lead first (after a failed throw, the part led).
        tried: the throw that failed; None if no throw failed.
        result: the winner and the points; None if the record does not say.
        line: its line number.
        parts: the parts of the lead, or of the throw that failed, if they are named.
        uncut: a lead that has still to be cut; else None.
        seats: the number of seats.

    >>> from suitwise.tractor.rules.deck import pile_of
    >>> print(TrickRecord(3, (pile_of("HK"), pile_of("H5")), pile_of("HAHAHK")))
    3:HKHAHA>HK 0:H5
    """

    leader: int
    plays: tuple[Pile, ...]
    tried: Pile | None = None
    result: tuple[int, int] | None = None
    line: int = field(default=0, compare=False)
    parts: tuple[Pile, ...] = ()
    uncut: Pile | None = None
    seats: int = len(SEATS)

    def __str__(self) -> str:
        trick = Trick(self.leader, self.plays, self.tried, self.parts, self.uncut, self.seats)
        plays = enumerate(play_texts(trick))
        words = [f"{(self.leader + place) % self.seats}:{play}" for place, play in plays]
        if self.result is not None:
            words.append(f"-> {self.result[0]} +{self.result[1]}")
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A deal in a record; it may be wrong, and may break off anywhere.

    Args:
        number: its number.
        levels: the ranks 0..12 of the sides, at other tables than that of four with two packs of the
            seats; None if the record does not say.
        landlord: the landlord's seat, if given before the deal.
        first: the seat that draws first, if the bidding decides the landlord.
        draws: the cards that each seat drew, in order.
        bids: the bids; those made during the draw first, by seat and card, then the others in order.
        turned: the cards turned up from the kitty, in order.
        trump: the trump configuration and the landlord, as ``H2``, 0.
        kitty: the cards that nobody drew.
        buried: the cards that the landlord buried first.
        tricks: the tricks; the last may be incomplete.
        result: the text of the result, empty if there is none.
        lines: the line number of each part, by name.
        claim: the claimant's seat; None if there is no claim.
        steals: the bids for the buried cards.
        calls: the cards that the landlord called, each with its number.
        redealt: how many deals before it were void; 0 if the record does not say.

    >>> from suitwise.tractor import MatchRecord
    >>> text = "game tractor\\ndeal 1: levels 2 2, first 0\\n  draw 0: CQ HQ\\n  draw 1: C2 [C2] C9"
    >>> (deal,) = MatchRecord.parse(text).deals
    >>> deal.number, deal.first, [len(draw) for draw in deal.draws], str(deal.bids[0])
    (1, 0, [2, 2, 0, 0], '[C2]')
    """

    number: int
    levels: tuple[int, ...] | None = None
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
    steals: tuple[StealRecord, ...] = ()
    calls: tuple[Call, ...] = ()
    redealt: int = 0

    @property
    def goes_on(self) -> bool:
        """Whether the record has anything that comes after the bidding."""
        later = (self.turned, self.trump, self.kitty, self.buried)
        return any(later) or self.is_played

    @property
    def is_played(self) -> bool:
        """Whether the record has anything that comes after the last burial."""
        return any((self.calls, self.tricks, self.result)) or self.claim is not None

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
        if self.kitty is not None:
            yield f"  kitty: {format_cards(self.kitty.cards, ' ')}"
        if self.buried is not None:
            yield " ".join(
                [f"  buried: {format_cards(self.buried.cards, ' ')}", *map(str, self.steals)]
            )
        if self.calls:
            yield f"  calls: {' '.join(f'{card}#{number}' for card, number in self.calls)}"
        yield from (f"  trick {number}: {trick}" for number, trick in enumerate(self.tricks, 1))
        if self.claim is not None:
            yield f"  claim: {self.claim}"
        if self.result:
            yield f"  result: {self.result}"

    def _head(self) -> Iterator[str]:
        if self.levels is not None:
            yield f"levels {ranks_text(self.levels)}"
        if self.landlord is not None:
            yield f"landlord {self.landlord}"
        if self.first is not None:
            yield f"first {self.first}"
        if self.redealt:
            yield f"redealt {self.redealt}"

    def _drawn(self, seat: int) -> Iterator[str]:
        """Yield the cards that a seat drew, each bid after its card."""
        bids = {bid.after: str(bid) for bid in self.bids if bid.seat == seat}
        for number, card in enumerate(self.draws[seat], 1):
            yield str(card)
            if number in bids:
                yield bids[number]


def ranks_text(levels: Iterable[int]) -> str:
    """Return levels as a record writes them, ``2 A``."""
    return " ".join(RANKS[level] for level in levels)


# --- Reading, line by line ------------------------------------------------------------------------

_BID = r"[0-{last}]:[^ :]+"
_CALL = r"[^ #]+#[0-9]{1,2}"
_COMMENT = re.compile("#")
_COMMENT_BESIDE_CALLS = re.compile("(?<![0-9A-Za-z])#|#(?![0-9])")
"""The beginning of a comment: in ``HA#2`` there is none."""
_PLAYED = ("HAHAHK>HK", "H5", "HA", "H9", "H8", "H4", "HT", "H6")
"""The plays of a trick in error messages."""


@lru_cache(maxsize=1 << 7)
def _lines_of(game: Tractor) -> RecordLines:
    """Return the kinds of lines in records of a variant."""
    seats = umpire_of(game).seats
    last = seats - 1
    bid = _BID.format(last=last)
    levels, twos = (ranks_text(islice(cycle(two), len(game.ranks))) for two in ((2, 0), (0, 0)))
    plays = " ".join(f"{(2 + place) % seats}:{play}" for place, play in enumerate(_PLAYED[:seats]))
    kinds = {
        "deal": LineKind(f"deal 2: levels {levels}, landlord 2", r"deal ([0-9]{1,6})(?:: (.+))?"),
        "draw": LineKind(
            "draw 0: S3 H2 [H2] DK",
            rf"draw ([0-{last}]): ([^][]+(?:\[[^][]+\][^][]+)*(?:\[[^][]+\])?)",
            often=True,
        ),
        "bids": LineKind("bids: 2:H2H2 0:BJBJ", rf"bids: ({bid}(?: {bid})*)"),
        "turned": LineKind("turned: S3 HA", r"turned: (.+)"),
        "trump": LineKind("trump: H2, landlord 0", rf"trump: ([^ ,]+), landlord ([0-{last}])"),
        "kitty": LineKind("kitty: S3 S4 S5 S6 S7 S8 S9 ST", r"kitty: (.+)"),
        "buried": LineKind("buried: S3 S4 S5 S6 S7 S8 S9 ST", r"buried: (.+)"),
        "calls": LineKind("calls: HA#2 CQ#1", rf"calls: ({_CALL}(?: {_CALL})*)"),
        "trick": LineKind(
            f"trick 1: {plays} -> {4 % seats} +15",
            rf"trick ([0-9]{{1,2}}): ({bid}(?: {bid})*)(?: -> ([0-{last}]) \+([0-9]{{1,3}}))?",
            often=True,
        ),
        "claim": LineKind("claim: 2", rf"claim: ([0-{last}])"),
        "result": LineKind(
            f"result: 85 points, the attackers take over +0, levels {twos}, next landlord 3",
            r"result: (.+)",
        ),
    }
    absent = {"calls"} if not game.calls else set()
    if not game.is_classic:
        absent.add("claim")
    kept = {name: kind for name, kind in kinds.items() if name not in absent}
    return RecordLines("a deal", kept, longest=2_000 if game.is_classic else 6_000)


def read_match(text: str, lines_before: int = 0) -> tuple[Tractor, tuple[DealRecord, ...], int]:
    """Read a match: return its variant, its deals, and the line it begins on.

    Args:
        text: its text.
        lines_before: the number of lines before it in the file.

    Raises:
        NotationError: a line is malformed; with the line.
    """
    lines = _said(text, lines_before, _COMMENT)
    if not lines or lines[0][1].split(" ", 1)[0] != "game":
        line = lines[0][0] if lines else None
        raise NotationError("a match begins with a line 'game tractor'", line=line)
    game = _game(*lines[0])
    if game.calls:
        lines = _said(text, lines_before, _COMMENT_BESIDE_CALLS)
    reader = _Reader(game)
    deals = _lines_of(game).blocks(lines[1:], reader.begin, reader.add)
    return game, tuple(deals), lines[0][0]


def _said(text: str, lines_before: int, comment: re.Pattern[str]) -> list[tuple[int, str]]:
    """Return what lines say, with single blanks between words."""
    said = said_lines(text, lines_before, comment)
    return [(number, " ".join(line.split())) for number, line in said]


def _game(number: int, text: str) -> Tractor:
    with at_line(number):
        game = load(text.removeprefix("game").strip())
        if not isinstance(game, Tractor):
            raise NotationError(f"{game.name} is not Tractor: write 'game tractor'")
        return game


def _with_line(deal: DealRecord, part: str, number: int) -> DealRecord:
    return replace(deal, lines={**deal.lines, part: number})


# --- Reading the parts of a deal ------------------------------------------------------------------


class _Reader:
    """Reads the lines of the deals of a variant.

    Args:
        game: the variant.
    """

    def __init__(self, game: Tractor) -> None:
        self._umpire: Umpire = umpire_of(game)
        self._may_steal = game.rules.steal == "yes"
        last = self._umpire.seats - 1
        self._steal = re.compile(rf" ?\b({_BID.format(last=last)}) ?")
        self._sample = _lines_of(game).kinds["deal"].sample
        self._head = re.compile(
            rf"levels((?: [{RANKS}]){{{len(game.ranks)}}})|(landlord|first) ([0-{last}])"
            + (r"|redealt ([1-5])" if game.rules.nobody == "redeal" else "")
        )

    def begin(self, match: re.Match[str], number: int, deals: list[DealRecord]) -> DealRecord:
        """Begin a deal with its head."""
        if deals and int(match[1]) != deals[-1].number + 1:
            raise NotationError(f"deal {deals[-1].number + 1} is next, not {match[1]}")
        nothing: tuple[tuple[Card, ...], ...] = ((),) * self._umpire.seats
        deal = DealRecord(int(match[1]), draws=nothing, lines={"deal": number})
        said: set[str] = set()
        for part in (match[2] or "").split(",") if match[2] else ():
            head = matched(self._head, part.strip(), f": write it as {self._sample!r}")
            name = part.split()[0]
            if name in said:
                raise NotationError(f"{name} stands in the head twice")
            said.add(name)
            if name == "levels":
                deal = replace(deal, levels=tuple(map(RANKS.index, head[1].split())))
            elif name == "redealt":
                deal = replace(deal, redealt=int(head[4]))
            elif name == "landlord":
                deal = replace(deal, landlord=int(head[3]))
            else:
                deal = replace(deal, first=int(head[3]))
        return deal

    def add(self, kind: str, deal: DealRecord, match: re.Match[str], number: int) -> DealRecord:
        """Return a deal with one more line."""
        read: Callable[[DealRecord, re.Match[str], int], DealRecord] = getattr(self, f"_{kind}")
        return read(_with_line(deal, kind, number), match, number)

    def _pile(self, text: str) -> Pile:
        pile = pile_of(text, packs=self._umpire.packs)
        if not pile.once:
            raise NotationError("there are no cards where some belong")
        return pile

    def _draw(self, deal: DealRecord, match: re.Match[str], number: int) -> DealRecord:
        seat = int(match[1])
        if deal.draws[seat]:
            raise NotationError(f"what seat {seat} draws stands there already")
        cards: list[Card] = []
        bids: list[BidRecord] = []
        for piece in re.findall(r"[^][]+|\[[^][]+\]", match[2]):
            if piece.startswith("["):
                bids.append(BidRecord(seat, self._pile(piece[1:-1]), len(cards), number))
            else:
                cards += as_tractor_cards(piece)
        if len(cards) > self._umpire.hand:
            raise NotationError(f"a seat draws {self._umpire.hand} cards, not {len(cards)}")
        if len({bid.after for bid in bids}) < len(bids) or any(bid.after == 0 for bid in bids):
            raise NotationError(
                "a bid stands in brackets after the card drawn before it, one a card"
            )
        draws = tuple(tuple(cards) if at == seat else drawn for at, drawn in enumerate(deal.draws))
        deal = _with_line(deal, f"draw {seat}", number)
        return replace(deal, draws=draws, bids=(*deal.bids, *bids))

    def _bids(self, deal: DealRecord, match: re.Match[str], number: int) -> DealRecord:
        bids = (self._bid(word, number) for word in match[1].split())
        return replace(deal, bids=(*deal.bids, *bids))

    def _bid(self, word: str, number: int) -> BidRecord:
        seat, text = word.split(":")
        return BidRecord(int(seat), self._pile(text), CLOSING, number)

    def _turned(self, deal: DealRecord, match: re.Match[str], _: int) -> DealRecord:
        return replace(deal, turned=as_tractor_cards(match[1]))

    def _trump(self, deal: DealRecord, match: re.Match[str], _: int) -> DealRecord:
        return replace(deal, trump=(str(Trump.parse(match[1])), int(match[2])))

    def _kitty(self, deal: DealRecord, match: re.Match[str], _: int) -> DealRecord:
        return replace(deal, kitty=self._pile(match[1]))

    def _buried(self, deal: DealRecord, match: re.Match[str], number: int) -> DealRecord:
        """Read a burial, and each bid for the buried cards with what is buried then."""
        if not self._may_steal:
            return replace(deal, buried=self._pile(match[1]))
        first, *words = self._steal.split(match[1])
        bids = (self._bid(word, number) for word in words[::2])
        later = [self._pile(cards) if cards else None for cards in words[1::2]]
        if None in later[:-1]:
            raise NotationError("between two bids for the buried cards stands what is buried")
        steals = map(StealRecord, bids, later)
        return replace(deal, buried=self._pile(first), steals=tuple(steals))

    def _calls(self, deal: DealRecord, match: re.Match[str], _: int) -> DealRecord:
        moves = (Move.parse(word, self._umpire.packs) for word in match[1].split())
        return replace(deal, calls=tuple((Card(move.card), move.copy) for move in moves))

    def _trick(self, deal: DealRecord, match: re.Match[str], number: int) -> DealRecord:
        if int(match[1]) != len(deal.tricks) + 1:
            raise NotationError(f"trick {len(deal.tricks) + 1} is next, not {match[1]}")
        words = [word.split(":") for word in match[2].split()]
        leader, seats = int(words[0][0]), self._umpire.seats
        if [int(seat) for seat, _ in words] != [
            (leader + place) % seats for place in range(len(words))
        ]:
            turns = ", ".join(str((2 + place) % seats) for place in range(seats))
            raise NotationError(f"a trick goes round the table: {turns} where seat 2 leads")
        if len(words) > seats:
            raise NotationError(f"a trick is {NUMBERS[seats]} plays")
        trick = self._plays(leader, [cards for _, cards in words])
        result = (int(match[3]), int(match[4])) if match[3] else None
        return replace(deal, tricks=(*deal.tricks, replace(trick, result=result, line=number)))

    def _plays(self, leader: int, words: list[str]) -> TrickRecord:
        """Read the plays of a trick, the failed throw, if any, and the parts that are named."""
        trick = TrickRecord(leader, (), seats=self._umpire.seats)
        first, failed, stayed = words[0].partition(">")
        if first.endswith("?") and not failed and not len(words) > 1 and self._may_name_parts:
            return replace(trick, uncut=self._pile(first[:-1]))
        lead, parts = self._lead(first)
        if not failed:
            return replace(trick, plays=(lead, *map(self._pile, words[1:])), parts=parts)
        if stayed:
            plays = tuple(map(self._pile, (stayed, *words[1:])))
            return replace(trick, plays=plays, tried=lead, parts=parts)
        if len(words) > 1:
            raise NotationError("what stayed of a throw that failed stands after the >: HAHAHK>HK")
        return replace(trick, tried=lead, parts=parts)

    @property
    def _may_name_parts(self) -> bool:
        return isinstance(self._umpire, TableUmpire)

    def _lead(self, word: str) -> tuple[Pile, tuple[Pile, ...]]:
        """Return the cards of a lead, and the parts that are named."""
        if "+" not in word or not self._may_name_parts:
            return self._pile(word), ()
        move = Move.cut(map(self._pile, word.split("+")), self._umpire.packs)
        return move.pile, move.parts

    def _claim(self, deal: DealRecord, match: re.Match[str], _: int) -> DealRecord:
        return replace(deal, claim=int(match[1]))

    def _result(self, deal: DealRecord, match: re.Match[str], _: int) -> DealRecord:
        clauses = match[1].split(", ")
        for part in clauses:
            if clauses.count(part) > 1:
                raise NotationError(f"{part[:40]!r} stands there twice")
        return replace(deal, result=match[1])


# --- Matches as text ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """The record of a match, or of some consecutive deals of one.

    Args:
        game: the variant.
        deals: the deals.
        line: the line number at which it begins.

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
            NotationError: a line is malformed, with the line; or the text is not one match.
        """
        return cls(*read_match(of_kind(text, str, "text")))
