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
from typing import cast

from suitwise.arguments import of_kind
from suitwise.cards import RANKS, Card, format_cards
from suitwise.errors import NotationError
from suitwise.foundation.seating import SEATS, seat_at
from suitwise.foundation.text.lines import LineKind, RecordLines, at_line, matched, said_lines
from suitwise.game import OVER, Record, load, record_of
from suitwise.tractor.game import Tractor
from suitwise.tractor.moves import CLAIM, HAND, NEXT, PASS, Move, Trick, play_texts
from suitwise.tractor.rules.deck import Pile, Trump, as_tractor_cards, pile_of
from suitwise.tractor.rules.levels import NOBODY
from suitwise.tractor.state import TractorState

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

CLOSING = 0
"""``BidRecord.after`` of a bid made after all cards were drawn."""
NO_CARDS: tuple[tuple[Card, ...], ...] = ((), (), (), ())


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
class TrickRecord:
    """A trick in a record.

    Args:
        leader: the seat that leads.
        plays: the plays, the lead first (after a failed throw, the part led).
        tried: the throw that failed; None if no throw failed.
        result: the winner and the points; None if the record does not say.
        line: its line number.

    >>> from suitwise.tractor.rules.deck import pile_of
    >>> print(TrickRecord(3, (pile_of("HK"), pile_of("H5")), pile_of("HAHAHK")))
    3:HKHAHA>HK 0:H5
    """

    leader: int
    plays: tuple[Pile, ...]
    tried: Pile | None = None
    result: tuple[int, int] | None = None
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        plays = enumerate(play_texts(Trick(self.leader, self.plays, self.tried)))
        words = [f"{(self.leader + place) % 4}:{play}" for place, play in plays]
        if self.result is not None:
            words.append(f"-> {self.result[0]} +{self.result[1]}")
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A deal in a record; it may be wrong, and may break off anywhere.

    Args:
        number: its number.
        levels: the ranks 0..12 of the sides; None if the record does not say.
        landlord: the landlord's seat, if given before the deal.
        first: the seat that draws first, if the bidding decides the landlord.
        draws: the cards that each seat drew, in order.
        bids: the bids; those made during the draw first, by seat and card, then the others in order.
        turned: the cards turned up from the kitty, in order.
        trump: the trump configuration and the landlord, as ``H2``, 0.
        kitty: the cards that nobody drew.
        buried: the cards that the landlord buried.
        tricks: the tricks; the last may be incomplete.
        result: the text of the result, empty if there is none.
        lines: the line number of each part, by name.
        claim: the claimant's seat; None if there is no claim.

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
        """Whether the record has anything that comes after the bidding."""
        later = (self.turned, self.trump, self.kitty, self.buried, self.tricks, self.result)
        return any(later) or self.claim is not None

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


# --- Reading, line by line ------------------------------------------------------------------------

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
    """Read a match: return its variant, its deals, and the line it begins on.

    Args:
        text: its text.
        lines_before: the number of lines before it in the file.

    Raises:
        NotationError: a line is malformed; with the line.
    """
    lines = [(number, " ".join(line.split())) for number, line in said_lines(text, lines_before)]
    if not lines or lines[0][1].split(" ", 1)[0] != "game":
        line = lines[0][0] if lines else None
        raise NotationError("a match begins with a line 'game tractor'", line=line)
    game = _game(*lines[0])
    return game, tuple(_LINES.blocks(lines[1:], _begin_deal, _with_part)), lines[0][0]


def _game(number: int, text: str) -> Tractor:
    with at_line(number):
        game = load(text.removeprefix("game").strip())
        if not isinstance(game, Tractor):
            raise NotationError(f"{game.name} is not Tractor: write 'game tractor'")
        return game


def _with_part(kind: str, deal: DealRecord, match: re.Match[str], number: int) -> DealRecord:
    return _READERS[kind](_with_line(deal, kind, number), match, number)


def _with_line(deal: DealRecord, part: str, number: int) -> DealRecord:
    return replace(deal, lines={**deal.lines, part: number})


def _begin_deal(match: re.Match[str], number: int, deals: list[DealRecord]) -> DealRecord:
    """Begin a deal with its head."""
    if deals and int(match[1]) != deals[-1].number + 1:
        raise NotationError(f"deal {deals[-1].number + 1} is next, not {match[1]}")
    deal = DealRecord(int(match[1]), lines={"deal": number})
    for part in (match[2] or "").split(",") if match[2] else ():
        head = matched(_HEAD, part.strip(), f": write it as {_KINDS['deal'].sample!r}")
        name = head[1] or head[4]
        if getattr(deal, name) is not None:
            raise NotationError(f"{name} stands in the head twice")
        if name == "levels":
            deal = replace(deal, levels=(RANKS.index(head[2]), RANKS.index(head[3])))
        elif name == "landlord":
            deal = replace(deal, landlord=int(head[5]))
        else:
            deal = replace(deal, first=int(head[5]))
    return deal


# --- Reading the parts of a deal ------------------------------------------------------------------


def _cards(text: str) -> tuple[Card, ...]:
    return as_tractor_cards(text)


def _pile(text: str) -> Pile:
    pile = pile_of(text, packs=2)
    if not pile.once:
        raise NotationError("there are no cards where some belong")
    return pile


def _with_draw(deal: DealRecord, match: re.Match[str], number: int) -> DealRecord:
    seat = int(match[1])
    if deal.draws[seat]:
        raise NotationError(f"what seat {seat} draws stands there already")
    cards: list[Card] = []
    bids: list[BidRecord] = []
    for piece in re.findall(r"[^][]+|\[[^][]+\]", match[2]):
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


def _with_bids(deal: DealRecord, match: re.Match[str], number: int) -> DealRecord:
    words = (word.split(":") for word in match[1].split())
    bids = (BidRecord(int(seat), _pile(text), CLOSING, number) for seat, text in words)
    return replace(deal, bids=(*deal.bids, *bids))


def _with_trick(deal: DealRecord, match: re.Match[str], number: int) -> DealRecord:
    if int(match[1]) != len(deal.tricks) + 1:
        raise NotationError(f"trick {len(deal.tricks) + 1} is next, not {match[1]}")
    words = [word.split(":") for word in match[2].split()]
    leader = int(words[0][0])
    if [int(seat) for seat, _ in words] != [
        seat_at(leader, at, NOBODY) for at in range(len(words))
    ]:
        raise NotationError("a trick goes round the table: 2, 3, 0, 1 where seat 2 leads")
    if len(words) > 4:
        raise NotationError("a trick is four plays")
    tried, plays = _plays([cards for _, cards in words])
    result = (int(match[3]), int(match[4])) if match[3] else None
    trick = TrickRecord(leader, plays, tried, result, number)
    return replace(deal, tricks=(*deal.tricks, trick))


def _plays(words: list[str]) -> tuple[Pile | None, tuple[Pile, ...]]:
    """Return the failed throw, if any, and the plays of a trick."""
    first, failed, stayed = words[0].partition(">")
    if not failed:
        return None, tuple(map(_pile, words))
    if stayed:
        return _pile(first), tuple(map(_pile, (stayed, *words[1:])))
    if len(words) > 1:
        raise NotationError("what stayed of a throw that failed stands after the >: HAHAHK>HK")
    return _pile(first), ()


def _with_result(deal: DealRecord, match: re.Match[str], number: int) -> DealRecord:
    clauses = match[1].split(", ")
    for part in clauses:
        if clauses.count(part) > 1:
            raise NotationError(f"{part[:40]!r} stands there twice")
    return replace(deal, result=match[1])


_READERS: dict[str, Callable[[DealRecord, re.Match[str], int], DealRecord]] = {
    "draw": _with_draw,
    "bids": _with_bids,
    "turned": lambda deal, match, _: replace(deal, turned=_cards(match[1])),
    "trump": lambda deal, match, _: replace(
        deal, trump=(str(Trump.parse(match[1])), int(match[2]))
    ),
    "kitty": lambda deal, match, _: replace(deal, kitty=_pile(match[1])),
    "buried": lambda deal, match, _: replace(deal, buried=_pile(match[1])),
    "trick": _with_trick,
    "claim": lambda deal, match, _: replace(deal, claim=int(match[1])),
    "result": _with_result,
}


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
        if writer is None or writer.state.phase == "end":
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
    winner = seat_at(trick.leader, state.ruling(trick).winner, NOBODY)
    return winner, trick.points


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
        self._draws: list[list[Card]] = [[] for _ in SEATS]
        self._bids: list[BidRecord] = []

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

    def deal(self, number: int) -> DealRecord:
        """Return the record of the deal so far."""
        state, start = self.state, self._start
        is_given, is_named = start.landlord != NOBODY, state.is_auction_over
        return DealRecord(
            number,
            start.levels,
            start.landlord if is_given else None,
            None if is_given else start.first,
            tuple(map(tuple, self._draws)),
            tuple(sorted(self._bids, key=_bid_order)),
            tuple(map(Card, state.turned)),
            (str(state.trump), state.current_landlord) if is_named else None,
            state.kitty if is_named else None,
            state.buried,
            tuple(_trick_record(state, t) for t in state.tricks if t.plays or t.tried is not None),
            str(state.outcome or ""),
            claim=None if state.claim is None else state.claim.seat,
        )


def _bid_order(bid: BidRecord) -> tuple[bool, int, int]:
    """Return the sort key of a bid in a record; bids of the closing round keep their order."""
    return (True, 0, 0) if bid.after == CLOSING else (False, bid.seat, bid.after)


def _trick_record(state: TractorState, trick: Trick) -> TrickRecord:
    result = trick_result(state, trick) if trick.is_whole else None
    return TrickRecord(trick.leader, trick.plays, trick.tried, result)


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
        if self.state.phase != "end":
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
            self._expect("bury", "buried", deal.lines.get("buried", 0))
            self.step(Move(deal.buried), deal.lines.get("buried", 0))

    def _trick(self, number: int, trick: TrickRecord) -> None:
        """Play a trick, and check its result."""
        self._expect("play", f"trick {number}", trick.line)
        if len(self.state.tricks) != number or self.state.tricks[-1].plays:
            raise _error(f"the trick before is not whole: {what_next(self.state)}", trick.line)
        if self.state.turn != trick.leader:
            raise _error(f"seat {self.state.turn} leads, not seat {trick.leader}", trick.line)
        self._lead(number, trick)
        for play in trick.plays[1:]:
            self.step(Move(play), trick.line)
        _check_trick(self.state, number, trick)

    def _lead(self, number: int, trick: TrickRecord) -> None:
        """Lead to a trick; check whether a throw fails, and the part that is led then."""
        lead = trick.tried or trick.plays[0]
        self.step(Move(lead), trick.line)
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
        all_drawn = self._state.cards_drawn == HAND * len(SEATS)
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
    with at_line(deal.lines.get("deal", 0)):
        state = match.game.parse(str(TractorState(match.game, levels, landlord)))
    assert isinstance(state, TractorState)
    return state


def _check_head(state: TractorState, deal: DealRecord) -> None:
    line = deal.lines.get("deal", 0)
    if deal.levels not in (None, state.levels):
        one, other = (RANKS[level] for level in state.levels)
        raise _error(f"the levels are {one} {other}", line)
    if deal.first is not None and (state.landlord != NOBODY or deal.first != state.first):
        by = "landlord" if state.landlord != NOBODY else "first"
        raise _error(f"seat {state.first} draws first: write {by} {state.first}", line)
    if deal.landlord not in (None, state.landlord):
        raise _error(f"the landlord is seat {state.landlord}", line)


def _check_trump(state: TractorState, deal: DealRecord) -> None:
    if deal.trump is None:
        return
    line = deal.lines.get("trump", 0)
    if state.phase == "turn":
        raise _error(f"nobody has bid: {what_next(state)}", line)
    if deal.trump != (str(state.trump), state.current_landlord):
        raise _error(f"trump is {state.trump}, landlord {state.current_landlord}", line)


def _check_trick(state: TractorState, number: int, trick: TrickRecord) -> None:
    if trick.result is None:
        return
    table = state.tricks[number - 1]
    if len(table.plays) < len(SEATS):
        raise _error("the trick is not whole, nobody has won it", trick.line)
    winner, points = trick_result(state, table)
    if trick.result != (winner, points):
        raise _error(f"seat {winner} wins the trick and {points} points", trick.line)


def _check_result(state: TractorState, deal: DealRecord) -> None:
    if not deal.result:
        return
    line, outcome = deal.lines.get("result", 0), state.outcome
    if outcome is None:
        raise _error(f"the deal is not played out: {what_next(state)}", line)
    for clause in deal.result.split(", "):
        if clause not in outcome.clauses:
            raise _error(f"{clause[:40]!r} is not so: {outcome}", line)


def what_next(state: TractorState) -> str:
    """Say what comes next in a state, for records that break off there.

    >>> from suitwise.tractor.game import Tractor
    >>> what_next(Tractor().start())
    'seat 0 draws card 1 next'
    """
    seat = f"seat {state.turn}"
    return {
        "draw": f"seat {state.drawer} draws card {state.cards_drawn // 4 + 1} next",
        "bid": f"{seat} is to bid or to pass",
        "turn": "a card of the kitty is to be turned up",
        "bury": f"{seat} is to bury",
        "play": f"{seat} is to play",
        "forced": f"{seat} is to choose what stays of the throw",
        "end": "the deal is over",
    }[state.phase]


def _error(reason: str, line: int) -> NotationError:
    return NotationError(reason, line=line or None)
