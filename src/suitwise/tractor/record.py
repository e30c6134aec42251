"""Records of matches as text: write them, read them, and replay them to check every line.

A match is a line ``game`` with the variant, followed by its deals. ``MatchRecord`` and ``DealRecord``
are what a text says, whether it is true or not. ``match_of`` writes the record of a game; ``replayed``
plays a record through the engine and raises an error at the first line that is wrong.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import cycle, islice
from typing import cast

from suitwise.arguments import of_kind
from suitwise.cards import RANKS, Card, format_cards
from suitwise.errors import NotationError
from suitwise.foundation.seating import SEATS
from suitwise.foundation.text.lines import LineKind, RecordLines, at_line, matched, said_lines
from suitwise.foundation.text.phrases import counted
from suitwise.game import OVER, Record, load, record_of
from suitwise.tractor.deal import Call
from suitwise.tractor.game import Tractor
from suitwise.tractor.moves import CLAIM, NEXT, PASS, Move, Trick, play_texts
from suitwise.tractor.rules.deck import CARD_PILES, Pile, Trump, as_tractor_cards, pile_of
from suitwise.tractor.rules.levels import NOBODY
from suitwise.tractor.state import TractorState
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
            yield f"levels {_ranks(self.levels)}"
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


def _ranks(levels: Iterable[int]) -> str:
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
    levels, twos = (_ranks(islice(cycle(two), len(game.ranks))) for two in ((2, 0), (0, 0)))
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


# --- Writing records from the states of a game ----------------------------------------------------


def match_of(record: Record) -> MatchRecord:
    """Convert a record of the contract (a list of moves) to the record of a match.

    Raises:
        NotationError: the record is of another game, can't be read, or begins in the middle of a deal.
        IllegalMove: a move is not legal.

    >>> from suitwise.game import load, play
    >>> from suitwise.players import RandomPlayer
    >>> from suitwise.tractor.record import as_record
    >>> record = play(load("tractor(match=deal)").start(), RandomPlayer(1), seed=2)
    >>> as_record(match_of(record)) == record
    True
    """
    of_kind(record, Record, "record")
    return match_through(record.states())


def match_through(states: Iterable[object]) -> MatchRecord:
    """Return the record of a match from its complete sequence of states.

    Raises:
        NotationError: they are of another game, or begin in the middle of a deal.
    """
    deals: list[DealRecord] = []
    writer: _DealWriter | None = None
    for state in states:
        if not isinstance(state, TractorState):
            raise NotationError("a match of Tractor has states of Tractor")
        if writer is None or writer.state.phase in ("end", "redeal"):
            deals += [] if writer is None else [writer.deal(len(deals) + 1)]
            writer = _DealWriter(state)
        else:
            writer.advance(state)
    if writer is None:
        raise NotationError("a match has one state at least")
    last = writer.deal(len(deals) + 1)
    return MatchRecord(cast("Tractor", writer.state.game), (*deals, last))


def trick_result(state: TractorState, trick: Trick) -> tuple[int, int]:
    """Return the winner of a complete trick, and its points."""
    return state.winner_of(trick), trick.points


class _DealWriter:
    """Follows the states of a deal to record the order of draws and bids, which a state forgets.

    Args:
        state: the first state of the deal.

    Raises:
        NotationError: cards have been drawn already, so their order is lost.
    """

    def __init__(self, state: TractorState) -> None:
        if state.cards_drawn:
            raise NotationError("the record of a deal begins before its first card is drawn")
        self.state = self._start = state
        self._draws: list[list[Card]] = [[] for _ in state.drawn]
        self._bids: list[BidRecord] = []
        self._trump: tuple[str, int] | None = None

    def advance(self, state: TractorState) -> None:
        """Record the step to the next state."""
        before, self.state = self.state, state
        if before.phase == "draw":
            seat = before.drawer
            self._draws[seat] += state.drawn[seat].minus(before.drawn[seat]).cards
        elif len(state.bids) > len(before.bids):
            seat = before.turn
            after = before.drawn[seat].size if before.asked == 0 else CLOSING
            self._bids.append(BidRecord(seat, state.bids[-1].pile, after))
        if self._trump is None and state.is_auction_over:
            self._trump = str(state.trump), state.current_landlord

    def deal(self, number: int) -> DealRecord:
        """Return the record of the deal so far."""
        state, start = self.state, self._start
        is_given = start.landlord != NOBODY
        burials = (*(steal.taken for steal in state.steals), state.buried)
        bids = (BidRecord(steal.bid.seat, steal.bid.pile) for steal in state.steals)
        tricks = (_trick_record(state, trick) for trick in state.tricks if trick != _open(trick))
        return DealRecord(
            number,
            start.levels,
            start.landlord if is_given else None,
            None if is_given else start.first,
            tuple(map(tuple, self._draws)),
            tuple(sorted(self._bids, key=_bid_order)),
            tuple(map(Card, state.turned)),
            self._trump,
            None if self._trump is None else state.kitty,
            burials[0],
            tuple(tricks),
            VOID if state.phase == "redeal" else str(state.outcome or ""),
            claim=None if state.claim is None else state.claim.seat,
            steals=tuple(map(StealRecord, bids, burials[1:])),
            calls=state.calls,
            redealt=start.redeals,
        )


def _bid_order(bid: BidRecord) -> tuple[bool, int, int]:
    """Return the sort key of a bid in a record; bids of the closing round keep their order."""
    return (True, 0, 0) if bid.after == CLOSING else (False, bid.seat, bid.after)


def _open(trick: Trick) -> Trick:
    """Return a trick before its lead."""
    return Trick(trick.leader, seats=trick.seats)


def _trick_record(state: TractorState, trick: Trick) -> TrickRecord:
    return TrickRecord(
        trick.leader,
        trick.plays,
        trick.tried,
        trick_result(state, trick) if trick.is_whole else None,
        parts=trick.parts,
        uncut=trick.uncut,
        seats=trick.seats,
    )


# --- Replaying records ----------------------------------------------------------------------------
#
# A record becomes moves, one after the other; a move that the state refuses is an error in its line.
# The redundant parts (trump, kitty, winners, results) are compared with the state. No rule of the game
# is repeated here.


def replayed(match: MatchRecord) -> Iterator[TractorState]:
    """Replay a match: yield the state at the end of each deal, or where the record breaks off.

    Raises:
        NotationError: a line breaks a rule or is wrong, with the line and the reason; every deal
            before it is yielded.

    >>> from suitwise.game import load, play
    >>> from suitwise.players import RandomPlayer
    >>> from suitwise.tractor.record import match_of
    >>> match = match_of(play(load("tractor(match=deal)").start(), RandomPlayer(1), seed=1))
    >>> [(state.returns(), what_next(state)) for state in replayed(match)]
    [((1.0, -1.0, 1.0, -1.0), 'the deal is over')]
    """
    of_kind(match, MatchRecord, "match")
    replay = _Replay(match)
    for deal in match.deals:
        replay.deal(deal)
        yield replay.state


def as_record(match: MatchRecord) -> Record:
    """Convert the record of a match to a record of the contract (a list of moves).

    Raises:
        NotationError: a line breaks a rule or is wrong, with the line and the reason.

    >>> from suitwise.game import load, play
    >>> from suitwise.players import RandomPlayer
    >>> from suitwise.tractor.record import match_of
    >>> record = play(load("tractor(match=deal)").start(), RandomPlayer(1), seed=1)
    >>> as_record(match_of(record)) == record
    True
    """
    of_kind(match, MatchRecord, "match")
    replay = _Replay(match)
    for deal in match.deals:
        replay.deal(deal)
    return record_of(replay.start, replay.moves, replay.state)


class _Replay:
    """A replay in progress.

    Args:
        match: the match; its first deal gives the starting position.

    Raises:
        NotationError: it has no deals, or an impossible starting position.
    """

    def __init__(self, match: MatchRecord) -> None:
        if not match.deals:
            raise NotationError("the match has no deals", line=match.line or None)
        self.start = self.state = _start(match)
        self.moves: list[Move] = []
        self._begun = False

    def deal(self, deal: DealRecord) -> None:
        """Replay the next deal of the match.

        Raises:
            NotationError: a line of it breaks a rule or is wrong.
        """
        if self._begun:
            self._next(deal)
        self._begun = True
        _check_head(self.state, deal)
        if _DrawAndBids(self, deal).replay():
            self._kitty(deal)
            self._calls(deal)
            for number, trick in enumerate(deal.tricks, 1):
                self._trick(number, trick)
            if deal.claim is not None:
                self._claim(deal.claim, deal.lines.get("claim", 0))
        _check_result(self.state, deal)

    def step(self, move: Move, line: int) -> None:
        """Make a move; errors carry its line."""
        with at_line(line):
            self.state = self.state.after(move)
        self.moves.append(move)

    def _next(self, deal: DealRecord) -> None:
        """Go on from a finished deal to the next."""
        line = deal.lines.get("deal", 0)
        if self.state.turn == OVER:
            raise _error("the game was over after the deal before", line)
        if self.state.phase not in ("end", "redeal"):
            raise _error(f"the deal before is not played out: {what_next(self.state)}", line)
        self.step(NEXT, line)

    def _kitty(self, deal: DealRecord) -> None:
        """Turn up cards of the kitty, check trump and kitty, and bury."""
        for card in deal.turned:
            line = deal.lines.get("turned", 0)
            if self.state.phase != "turn":
                raise _error(f"{card}: no card is turned up, {what_next(self.state)}", line)
            self.step(Move(Pile(1 << card)), line)
        _check_trump(self.state, deal)
        if deal.kitty not in (None, self.state.kitty):
            raise _error(f"the kitty is {self.state.kitty}", deal.lines.get("kitty", 0))
        if deal.buried is not None:
            self._burials(deal, deal.buried)

    def _burials(self, deal: DealRecord, first: Pile) -> None:
        """Bury, and let others bid for the buried cards; who is not named passes."""
        line = deal.lines.get("buried", 0)
        self._expect("bury", "buried", line)
        self.step(Move(first), line)
        for bid, buried in ((steal.bid, steal.buried) for steal in deal.steals):
            while self.state.phase == "steal" and self.state.turn != bid.seat:
                self.step(PASS, line)
            self._expect("steal", str(bid), line)
            self.step(Move(bid.cards), line)
            if buried is not None:
                self.step(Move(buried), line)
        while self.state.phase == "steal" and deal.is_played:
            self.step(PASS, line)

    def _calls(self, deal: DealRecord) -> None:
        line = deal.lines.get("calls", 0)
        for card, copy in deal.calls:
            self._expect("call", f"{card}#{copy}", line)
            self.step(Move(CARD_PILES[card], copy=copy), line)

    def _trick(self, number: int, trick: TrickRecord) -> None:
        """Play a trick, and check its result."""
        self._expect("play", f"trick {number}", trick.line)
        if len(self.state.tricks) != number or self.state.tricks[-1].plays:
            raise _error(f"the trick before is not whole: {what_next(self.state)}", trick.line)
        if self.state.turn != trick.leader:
            raise _error(f"seat {self.state.turn} leads, not seat {trick.leader}", trick.line)
        if trick.uncut is not None:
            self._lay_down(trick, trick.uncut)
        else:
            self._lead(number, trick)
        for play in trick.plays[1:]:
            self.step(Move(play), trick.line)
        _check_trick(self.state, number, trick)

    def _lead(self, number: int, trick: TrickRecord) -> None:
        """Lead to a trick; check whether a throw fails, and the part that is led then."""
        lead = trick.tried or trick.plays[0]
        self._lay_down(trick, lead)
        if self.state.phase == "cut":
            default = next(iter(self.state.moves()))
            self.step(Move.cut(trick.parts) if trick.parts else default, trick.line)
        table = self.state.tricks[number - 1]
        if trick.tried is None:
            if table.tried is not None:
                raise _error(f"{lead}: the throw fails, write {lead}> and what stayed", trick.line)
            return
        if table.tried is None:
            raise _error(f"{lead}: the throw does not fail, write it without >", trick.line)
        if self.state.phase == "forced":
            if trick.plays:
                self.step(Move(trick.plays[0]), trick.line)
        elif trick.plays[:1] != table.plays:
            raise _error(f"{lead}: {table.plays[0]} stays of the throw", trick.line)

    def _lay_down(self, trick: TrickRecord, lead: Pile) -> None:
        """Lay down the cards of a lead, whose parts are named only where there is a choice."""
        self.step(Move(lead), trick.line)
        if (trick.parts or trick.uncut) and self.state.phase != "cut":
            raise _error(f"{lead}: here is nothing to cut", trick.line)

    def _claim(self, seat: int, line: int) -> None:
        """Make a claim."""
        self._expect("play", "claim", line)
        if self.state.turn != seat:
            raise _error(f"seat {self.state.turn} is on turn, not seat {seat}", line)
        self.step(CLAIM, line)

    def _expect(self, phase: str, what: str, line: int) -> None:
        if self.state.phase != phase:
            raise _error(f"{what}: {what_next(self.state)}", line)


class _DrawAndBids:
    """Replays the draw and the bidding of a deal."""

    def __init__(self, replay: _Replay, deal: DealRecord) -> None:
        self._replay = replay
        self._deal = deal
        self._cards = [deque(drawn) for drawn in deal.draws]
        self._during_draw = {
            (bid.seat, bid.after): bid for bid in deal.bids if bid.after != CLOSING
        }
        self._closing = deque(bid for bid in deal.bids if bid.after == CLOSING)

    def replay(self) -> bool:
        """Draw and bid; tell whether the bidding has ended, false if the record breaks off before."""
        while self._state.phase in ("draw", "bid"):
            if not (self._draw() if self._state.phase == "draw" else self._bid()):
                self._refuse_more()
                return False
        for bid in (*self._during_draw.values(), *self._closing):
            raise _error(
                f"{bid.cards}: seat {bid.seat} is not asked, the bidding is over", bid.line
            )
        return True

    @property
    def _state(self) -> TractorState:
        return self._replay.state

    def _draw(self) -> bool:
        """Draw the next card; tell whether the record has one."""
        seat = self._state.drawer
        if not self._cards[seat]:
            return False
        card = self._cards[seat].popleft()
        self._replay.step(Move(Pile(1 << card)), self._deal.lines.get(f"draw {seat}", 0))
        return True

    def _bid(self) -> bool:
        """Bid or pass; false if the record has nothing more."""
        seat = self._state.turn
        bid = self._next_bid(seat)
        if bid is not None:
            self._replay.step(Move(bid.cards), bid.line)
            return True
        if not self._has_more():
            return False
        self._replay.step(PASS, 0)
        return True

    def _next_bid(self, seat: int) -> BidRecord | None:
        """Return the bid that the record has at this point, or None."""
        if self._state.asked == 0:
            placed = self._during_draw.pop((seat, self._state.drawn[seat].size), None)
            if placed is not None:
                return placed
        all_drawn = self._state.cards_drawn == self._state.cards_to_draw
        if all_drawn and self._closing and self._closing[0].seat == seat:
            return self._closing.popleft()
        return None

    def _has_more(self) -> bool:
        return bool(any(self._cards) or self._during_draw or self._closing or self._deal.goes_on)

    def _refuse_more(self) -> None:
        """Raise if the record goes on although cards are missing."""
        if self._has_more():
            what, lines = what_next(self._state), self._deal.lines
            raise _error(f"the draw is not whole: {what}", lines.get("draw", lines.get("deal", 0)))


# --- Starting position and checks -----------------------------------------------------------------


def _start(match: MatchRecord) -> TractorState:
    """Return the starting position of the first deal."""
    deal, start = match.deals[0], match.game.start()
    levels = start.levels if deal.levels is None else deal.levels
    if deal.landlord is not None:
        landlord = deal.landlord
    else:
        landlord = start.landlord if deal.first is None else NOBODY
    begun = TractorState(match.game, levels, landlord, redeals=deal.redealt)
    with at_line(deal.lines.get("deal", 0)):
        state = match.game.parse(str(begun))
    assert isinstance(state, TractorState)
    return state


def _check_head(state: TractorState, deal: DealRecord) -> None:
    line = deal.lines.get("deal", 0)
    if deal.levels not in (None, state.levels):
        raise _error(f"the levels are {_ranks(state.levels)}", line)
    if deal.first is not None and (state.landlord != NOBODY or deal.first != state.first):
        by = "landlord" if state.landlord != NOBODY else "first"
        raise _error(f"seat {state.first} draws first: write {by} {state.first}", line)
    if deal.landlord not in (None, state.landlord):
        raise _error(f"the landlord is seat {state.landlord}", line)
    if deal.redealt not in (0, state.redeals):
        raise _error(f"{counted(state.redeals, 'deal')} before it were void", line)


def _check_trump(state: TractorState, deal: DealRecord) -> None:
    if deal.trump is None:
        return
    line = deal.lines.get("trump", 0)
    if state.phase in ("turn", "redeal"):
        raise _error(f"nobody has bid: {what_next(state)}", line)
    if deal.trump != (str(state.trump), state.current_landlord):
        raise _error(f"trump is {state.trump}, landlord {state.current_landlord}", line)


def _check_trick(state: TractorState, number: int, trick: TrickRecord) -> None:
    if trick.result is None:
        return
    table = state.tricks[number - 1]
    if not table.is_whole:
        raise _error("the trick is not whole, nobody has won it", trick.line)
    winner, points = trick_result(state, table)
    if trick.result != (winner, points):
        raise _error(f"seat {winner} wins the trick and {points} points", trick.line)


def _check_result(state: TractorState, deal: DealRecord) -> None:
    if not deal.result:
        return
    line, outcome = deal.lines.get("result", 0), state.outcome
    if outcome is None and state.phase != "redeal":
        raise _error(f"the deal is not played out: {what_next(state)}", line)
    clauses = (VOID,) if outcome is None else outcome.clauses
    for clause in deal.result.split(", "):
        if clause not in clauses:
            raise _error(f"{clause[:40]!r} is not so: {outcome or VOID}", line)


def what_next(state: TractorState) -> str:
    """Say what comes next in a state, for records that break off there.

    >>> from suitwise.tractor.game import Tractor
    >>> what_next(Tractor().start())
    'seat 0 draws card 1 next'
    """
    seat, seats = f"seat {state.turn}", state.umpire.seats
    return {
        "draw": f"seat {state.drawer} draws card {state.cards_drawn // seats + 1} next",
        "bid": f"{seat} is to bid or to pass",
        "turn": "a card of the kitty is to be turned up",
        "redeal": "the deal is void, and dealt anew",
        "bury": f"{seat} is to bury",
        "steal": f"{seat} is to bid for the buried cards or to pass",
        "call": f"{seat} is to call a card",
        "cut": f"{seat} is to say how the lead is cut",
        "play": f"{seat} is to play",
        "forced": f"{seat} is to choose what stays of the throw",
        "end": "the deal is over",
    }[state.phase]


def _error(reason: str, line: int) -> NotationError:
    return NotationError(reason, line=line or None)
