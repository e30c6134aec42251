"""The judge for people: a whole round with every trick's ruling.

The rules: docs/tractor.md, Who wins and The round.

``judge_round`` explains one round; ``judge_text`` answers a whole input as the command does;
``stream.judge_stream`` is the fast way for files of any size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import BinaryIO

from suitwise.arguments import of_kind, readable, several
from suitwise.cards import RANKS, Card, CardsLike, check_copies, format_cards
from suitwise.errors import IllegalPosition, NotationError
from suitwise.tractor.judge.reader import end_round, judge_case
from suitwise.tractor.judge.rounds import PLAYERS, Round, read_round
from suitwise.tractor.judge.stream import Batch, judge_stream
from suitwise.tractor.rules.blocks import Block, as_play, card_masks, decompose, one_partition
from suitwise.tractor.rules.levels import ALL_POINTS, PAST_ACE, points_of
from suitwise.tractor.rules.matching import Match, NoMatch, match_blocks
from suitwise.tractor.rules.order import PARTITION_NAMES, Trump, TrumpLike, as_trump, phi_of

# --- The judge's ruling on one trick, by the paper's honours (docs/tractor.md, Who wins) ----------
#
# The leader's play is cut into blocks; a reply that is all of the led partition or all trump and can
# be cut into the same sizes has an honour; the highest honour wins, the earlier play among equals. A
# throw is compared by the same rule.


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


# --- The judge for people: a whole round with every trick's ruling --------------------------------

EXAMPLE = """\
S Alice 7 8
D5D5D6D6D8D8 DTDTDJDJDQDQ C4C5H5HQHKST D3D4H6D9S4SA
H3H3H4H4 HTHTHJHJ C2S6D7H7 H9DAHAHA
H5 S2 H7 H6
RJRJ BJBJ SJSJ C7C7
DA D9 S9 SA
S6 S7 S3 SQ
D2 DK SQ D7
CKCK C3C3 C6S8 C4C5
S7 C9 S8 ST
CJCJ CTCT H2DK S5S5
HQHK C8S2 C9CA H2D4
S4 CQ C2 S3
S9 C6 CQ D3
"""
"""A whole round in the judge's format, for examples."""


@dataclass(frozen=True, slots=True)
class RoundRuling:
    """The ruling on one round.

    Args:
        round: the round.
        tricks: the ruling on each trick.
        leaders: who led each trick.
        winners: who won each trick.
        taken: points of the tricks that the defenders won.
        hidden: points of the eight cards nobody played.
        points: the defenders' points, the hidden ones included if they won the last trick.
        winner: the team, 1 or 2, that has passed A and won the match; else None.
        ranks: the ranks of teams 1 and 2 after the round; None if a team has won.
        next_dealer: who deals next; None if a team has won.

    >>> ruling = judge_round(EXAMPLE)
    >>> ruling.taken, ruling.hidden, ruling.winners[-1]
    (105, 20, 'Charles')
    >>> ruling.as_json()
    {'points': 105, 'winner': None, 'ranks': ['7', '8'], 'next_dealer': 'Bob'}
    """

    round: Round
    tricks: tuple[TrickRuling, ...]
    leaders: tuple[str, ...]
    winners: tuple[str, ...]
    taken: int
    hidden: int
    points: int
    winner: int | None
    ranks: tuple[str, str] | None
    next_dealer: str | None

    @property
    def declarers(self) -> int:
        """The declarers' team, 1 or 2: the dealer's."""
        return self.round.dealer_seat % 2 + 1

    def __str__(self) -> str:
        if self.winner is not None or self.ranks is None:
            return f"{self.points}\nWinner: Team {self.winner}\n"
        return f"{self.points}\n{self.ranks[0]} {self.ranks[1]} {self.next_dealer}\n"

    def as_json(self, *, explain: bool = False) -> dict[str, object]:
        """Return the ruling as plain data; with ``explain``, every trick too."""
        plain = outcome_json(self.points, self.winner, self.ranks, self.next_dealer)
        if explain:
            plain["tricks"] = [
                trick_json(trick, leader, winner)
                for trick, leader, winner in zip(
                    self.tricks, self.leaders, self.winners, strict=True
                )
            ]
        return plain


def trick_json(trick: TrickRuling, leader: str, winner: str) -> dict[str, object]:
    """Return a trick's ruling as plain data."""
    return {
        "leader": leader,
        "plays": [format_cards(play) for play in trick.plays],
        "led": trick.led,
        "blocks": [str(block) for block in trick.lead],
        "replies": [
            {"match": [str(block) for block in reading.serving]}
            if isinstance(reading, Match)
            else {"reason": reading.reason}
            for reading in trick.readings
        ],
        "honours": list(trick.honours),
        "winner": winner,
        "points": trick.points,
    }


def judge_round(round_: Round | str) -> RoundRuling:
    """Judge a round, trick by trick.

    Args:
        round_: a ``Round`` or its text.

    Raises:
        NotationError: the text is no round.

    >>> ruling = judge_round(EXAMPLE)
    >>> ruling.points, ruling.ranks, ruling.next_dealer
    (105, ('7', '8'), 'Bob')
    >>> ruling.leaders[1], str(ruling.tricks[0].readings[0])
    ('Bob', 'DQDQDJDJDTDT')
    """
    game = Round.parse(round_) if isinstance(round_, str) else of_kind(round_, Round, "round")
    trump, dealer = game.trump, game.dealer_seat
    tricks = tuple(judge_trick(trump, plays) for plays in game.tricks)
    seats = [dealer]
    for trick in tricks:
        seats.append((seats[-1] + trick.winner) % 4)
    names = tuple(PLAYERS[seat] for seat in seats)
    played = sum(trick.points for trick in tricks)
    taken = sum(
        trick.points for trick, seat in zip(tricks, seats[1:], strict=True) if (seat - dealer) % 2
    )
    rank1, rank2 = map(RANKS.index, game.ranks)
    length = tricks[-1].lead[0].size // 2
    points, *after = end_round(taken, played, seats[-1], dealer, length, rank1, rank2)
    winner, ranks, dealer_next = outcome(*after)
    return RoundRuling(
        game,
        tricks,
        names[:-1],
        names[1:],
        taken,
        ALL_POINTS - played,
        points,
        winner,
        ranks,
        dealer_next,
    )


def outcome(
    next1: int, next2: int, dealer: int
) -> tuple[int | None, tuple[str, str] | None, str | None]:
    """Return the winning team, or else the new ranks and the next dealer.

    Args:
        next1: rank of team 1 after the round, 0..12, or 13 past A.
        next2: rank of team 2.
        dealer: the seat 0..3 that deals next.

    >>> outcome(7, 6, 2), outcome(7, 13, 1)
    ((None, ('9', '8'), 'Charles'), (2, None, None))
    """
    for team, level in ((1, next1), (2, next2)):
        if level >= PAST_ACE:
            return team, None, None
    return None, (RANKS[next1], RANKS[next2]), PLAYERS[dealer]


def outcomes(batch: Batch) -> Iterator[tuple[int, dict[str, object]]]:
    """Yield the number and the outcome of each case as plain data, without its tricks."""
    for i in range(batch.count):
        points, *after = (int(value) for value in batch.rulings[i][:4])
        winner, ranks, dealer = outcome(*after)
        yield batch.first + i, outcome_json(points, winner, ranks, dealer)


def outcome_json(
    points: int, winner: int | None, ranks: tuple[str, str] | None, dealer: str | None
) -> dict[str, object]:
    """Return an outcome as plain data."""
    return {
        "points": points,
        "winner": winner,
        "ranks": list(ranks) if ranks else None,
        "next_dealer": dealer,
    }


def rounds_of(batch: Batch) -> Iterator[tuple[int, Round]]:
    """Yield the number and the round of each case of a judged batch."""
    for i in range(batch.count):
        begin = int(batch.rulings[i][4])
        _, end, *_ = judge_case(batch.text, begin)
        yield batch.first + i, read_round(batch.text, begin, end)


def judge_file(file: BinaryIO, *, threads: int = 0) -> Iterator[tuple[int, RoundRuling]]:
    """Judge an input of T cases, each with all its tricks; slower than ``judge_stream``.

    Yields:
        The number of each case, from 1, and its ruling.

    Raises:
        NotationError: at the first fault; every case before it is yielded.

    >>> [(number, ruling.points) for number, ruling in judge_file(BytesIO(b"1 " + EXAMPLE.encode()))]
    [(1, 105)]
    """
    readable(file, "file")
    for batch in judge_stream(file, threads=threads):
        for number, game in rounds_of(batch):
            yield number, judge_round(game)


def judge_text(text: str) -> str:
    """Answer a whole input of the judge's format.

    Raises:
        NotationError: at the first fault.

    >>> judge_text("1 " + EXAMPLE)
    'Case #1:\\n105\\n7 8 Bob\\n'
    """
    if not isinstance(text, str):
        raise NotationError(
            f"the input is text, not {type(text).__name__}; judge_stream reads bytes"
        )
    data = BytesIO(text.encode("latin-1", "replace"))
    return b"".join(batch.answer() for batch in judge_stream(data)).decode("ascii")


# --- One trick as text: every play on the ladder of Φ, so that runs and gaps can be seen ----------

_EMPTY = "·"


def draw_ladder(ruling: TrickRuling, *, names: Sequence[str] = ("1", "2", "3", "4")) -> str:
    """Draw the plays of a trick as rows over the columns of Φ.

    A play of several partitions, which has no order of its own, is written after a dash. ``*`` marks
    the winner.

    Args:
        ruling: what ``judge_trick`` returned.
        names: the four players, the leader first.

    >>> from suitwise.tractor import judge_trick
    >>> ruling = judge_trick("S7", ["D5D5D6D6D8D8", "DTDTDJDJDQDQ", "C4C5H5HQHKST", "D3D4H6D9S4SA"])
    >>> print(draw_ladder(ruling, names=["Alice", "Bob", "Charles", "David"]))
            Φ  4    5    6    7 8    9    10
    Alice      D5D5 D6D6 D8D8 · ·    ·    ·
    Bob     *  ·    ·    ·    · DTDT DJDJ DQDQ
    Charles    – C4C5H5HQHKST
    David      – D3D4H6D9S4SA
    """
    of_kind(ruling, TrickRuling, "ruling")
    names = [of_kind(name, str, "a name") for name in several(names, "names")]
    if len(names) != len(ruling.plays):
        raise IllegalPosition(f"a trick has four players, not {len(names)}")
    rows = [_levels(play, ruling.trump) for play in ruling.plays]
    used = {level for row in rows if row for level in row}
    columns = [
        level for level in range(min(used), max(used) + 1) if _between(level, used, ruling.trump)
    ]
    width = {
        level: max(len(cell) for cell in (str(level), *(row.get(level, "") for row in rows if row)))
        for level in columns
    }
    margin = max(map(len, names))
    lines = [f"{'':{margin}} Φ  " + " ".join(f"{level:<{width[level]}}" for level in columns)]
    for place, (name, row, play) in enumerate(zip(names, rows, ruling.plays, strict=True)):
        mark = "*" if place == ruling.winner else " "
        cells = (
            " ".join(f"{row.get(level, _EMPTY):<{width[level]}}" for level in columns)
            if row
            else f"– {format_cards(play)}"
        )
        lines.append(f"{name:<{margin}} {mark}  {cells}")
    return "\n".join(line.rstrip() for line in lines)


def _levels(play: tuple[Card, ...], trump: Trump) -> dict[int, str] | None:
    """Return the cards of a play by Φ, or None for a play of several partitions."""
    if one_partition(play, trump) is None:
        return None
    cells: dict[int, str] = {}
    for card in sorted(play):
        level = phi_of(card, trump.main_index, trump.rank_index)
        cells[level] = cells.get(level, "") + str(card)
    return cells


def _between(level: int, used: set[int], trump: Trump) -> bool:
    """Whether a column lies within the used part of the plain ladder, or of the trumps'."""
    plain = {u for u in used if u <= 12}
    trumps = used - plain
    part = plain if level <= 12 else trumps
    return bool(part) and min(part) <= level <= max(part)
