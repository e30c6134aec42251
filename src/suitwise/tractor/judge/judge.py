"""The judge for people: rulings on tricks and finished rounds, with explanations.

The rules: docs/tractor.md, Who wins and The round.

``judge_trick`` and ``judge_round`` rule on a trick or a round; ``explain_trick``, ``explain_round`` and
``draw_ladder`` put a ruling in words or draw it. ``judge_text`` answers a whole input as the command
line does; for large files ``rounds.judge_stream`` is faster.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import BinaryIO

from suitwise.arguments import of_kind, readable, several
from suitwise.cards import RANKS, Card, CardsLike, check_copies, format_cards
from suitwise.errors import IllegalPosition, NotationError
from suitwise.foundation.text.phrases import counted
from suitwise.foundation.values import shows
from suitwise.tractor.judge import reader, rounds
from suitwise.tractor.judge.reader import end_round, judge_case
from suitwise.tractor.judge.rounds import PLAYERS, Batch, Round, judge_stream, seats_from
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.blocks import (
    Block,
    Match,
    NoMatch,
    as_play,
    card_masks,
    decompose,
    match_blocks,
    one_partition,
)
from suitwise.tractor.rules.deck import PARTITION_NAMES, Trump, TrumpLike, phi_of
from suitwise.tractor.rules.levels import ALL_POINTS, PAST_ACE, points_of

# --- One trick ------------------------------------------------------------------------------------
#
# The lead is cut into blocks. A reply can win if it is all of the led partition or all trump, and can be
# cut into blocks of the same sizes; then it has an honour, the top Φ of the highest of its longest
# blocks. The highest honour wins, among equals the earliest play. Throws follow the same rule.


@shows(svg="suitwise.tractor.picture:draw_trick")
@dataclass(frozen=True, slots=True)
class TrickRuling:
    """The ruling on one trick.

    Args:
        trump: the trump configuration.
        plays: the four plays, the leader's first.
        lead: the lead's blocks, longest first.
        readings: for each of the three replies, a ``Match`` or ``NoMatch``.
        honours: the honour of each play, 0 for a reply that can't win.
        winner: the winner's place 0..3 in the order of play.
        points: the points in the trick.

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
    trump = deck.as_trump(trump)
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


# --- A round --------------------------------------------------------------------------------------

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
"""A finished round in the judge's format, for examples."""


@dataclass(frozen=True, slots=True)
class RoundRuling:
    """The ruling on one round.

    Args:
        round: the round.
        tricks: the ruling on each trick.
        leaders: the leader of each trick.
        winners: the winner of each trick.
        taken: the points of the tricks that the defenders won.
        hidden: the points of the eight cards nobody played.
        points: the defenders' points, including those for the hidden cards.
        winner: the team, 1 or 2, that has passed A and won the match; else None.
        ranks: the ranks of teams 1 and 2 after the round; None if a team has won.
        next_dealer: the next dealer; None if a team has won.

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
        """Return the ruling as plain data; with ``explain`` also every trick."""
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
    """Yield the number and the outcome of each case as plain data, without tricks."""
    for i in range(batch.count):
        points, *after, _begin = batch.ruling(i)
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
        begin = batch.ruling(i)[reader.BEGIN]
        _, end, *_ = judge_case(batch.text, begin)
        yield batch.first + i, rounds.read_round(batch.text, begin, end)


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


# --- Drawing a trick on the ladder of Φ -----------------------------------------------------------

_EMPTY = "·"


def draw_ladder(ruling: TrickRuling, *, names: Sequence[str] = ("1", "2", "3", "4")) -> str:
    """Draw the plays of a trick as rows, with one column for each Φ.

    A play of several partitions has no common order; it is written after a dash. ``*`` marks the winner.

    Args:
        ruling: the ruling from ``judge_trick``.
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
    """Tell whether a Φ lies between two used ones, among the plain Φ or among those of the trumps."""
    plain = {u for u in used if u <= 12}
    trumps = used - plain
    part = plain if level <= 12 else trumps
    return bool(part) and min(part) <= level <= max(part)


# --- A ruling in words ----------------------------------------------------------------------------

_RANK_NAMES = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_SUIT_NAMES = dict(zip("SHDC", PARTITION_NAMES, strict=False))
_MAIN_NAMES = _SUIT_NAMES | {"O": "no main suit"}


def _card_name(card: Card, *, plural: bool = False, suit: bool = True) -> str:
    if card.is_joker:
        name = "red joker" if card == 53 else "black joker"
        return name + "s" * plural
    name = _RANK_NAMES.get(card.rank, card.rank) + "s" * plural
    return f"{name} of {_SUIT_NAMES[card.suit]}" if suit else name


def _rank_sign(card: Card) -> str:
    if card.is_joker:
        return "red joker" if card == 53 else "black joker"
    return "10" if card.rank == "T" else card.rank


def _tractor_name(block: Block, *, suit: bool) -> str:
    steps = block.cards[::-2]
    suits = {card.suit for card in steps}
    if len(suits) == 1 and not steps[0].is_joker:
        ranks = "–".join(_rank_sign(card) for card in steps)
        return f"tractor {ranks}" + (f" of {_SUIT_NAMES[steps[0].suit]}" if suit else "")
    names = (
        _rank_sign(card) if card.is_joker else f"{_rank_sign(card)} of {_SUIT_NAMES[card.suit]}"
        for card in steps
    )
    return "tractor " + "–".join(names)


def name_block(block: Block, *, suit: bool = True) -> str:
    """Name a block as people at a table do.

    Args:
        block: the block.
        suit: whether to name the suit.

    >>> from suitwise.tractor import decompose
    >>> [name_block(block) for block in decompose("HQHQHKHKHA", "S2")]
    ['tractor Q–K of hearts', 'the ace of hearts']
    """
    if block.kind == "tractor":
        return _tractor_name(block, suit=suit)
    if block.kind == "pair":
        return "pair of " + _card_name(block.cards[0], plural=True, suit=suit)
    return "the " + _card_name(block.cards[0], suit=suit)


def name_play(blocks: Sequence[Block]) -> str:
    """Name a play by its blocks; a common suit is named once.

    >>> from suitwise.tractor import decompose
    >>> name_play(decompose("HQHQHKHKHA", "S2"))
    'tractor Q–K of hearts and the ace'
    """
    suits = {card.suit for block in blocks for card in block.cards}
    names = [
        name_block(block, suit=i == 0 or len(suits) > 1 or "" in suits)
        for i, block in enumerate(blocks)
    ]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _placed(play: tuple[Card, ...], trump: Trump) -> str:
    """Name the partitions of a play, trump first, each with the Φ of its cards as written."""
    main, cr = trump.main_index, trump.rank_index
    levels: dict[int, list[str]] = {}
    for card in play:
        levels.setdefault(deck.partition_of(card, main, cr), []).append(str(phi_of(card, main, cr)))
    return "; ".join(
        f"{PARTITION_NAMES[partition]} Φ {' '.join(levels[partition])}"
        for partition in sorted(levels, reverse=True)
    )


def _article(name: str) -> str:
    return name if name.startswith("the ") else f"a {name}"


def _reading(reading: Match | NoMatch) -> str:
    if isinstance(reading, Match):
        return f"serves as {_article(name_play(reading.serving))}; honour {reading.honour}"
    return f"can't win: {reading.reason}"


def _verdict(trick: TrickRuling, winner: str, side: str) -> str:
    best = trick.honours[trick.winner]
    equal = trick.honours.count(best) > 1
    why = f"honour {best}" + (", played first among equals" if equal else "")
    return f"{winner} wins with {why}: {trick.points} points to the {side}"


def explain_trick(trick: TrickRuling, leader: str, number: int, dealer: str) -> list[str]:
    """Explain one trick in lines of text.

    Args:
        trick: the ruling.
        leader: the leader.
        number: the number of the trick in the round, from 1.
        dealer: the dealer, whose team are the declarers.

    >>> from suitwise.tractor import judge_trick
    >>> for line in explain_trick(judge_trick("S2", ["HA", "H3", "S3", "D4"]), "Bob", 1, "Bob"):
    ...     print(line)
    Trick 1: Bob leads the ace of hearts
      Bob      HA  hearts Φ 12  honour 12
      Charles  H3  hearts Φ 1   serves as the 3 of hearts; honour 1
      David    S3  trump Φ 13   serves as the 3 of spades; honour 13
      Alice    D4  diamonds Φ 2 can't win: the reply is all diamonds, not all hearts or all trump
      David wins with honour 13: 0 points to the declarers
    """
    of_kind(trick, TrickRuling, "trick")
    seats_from(dealer)
    seats = seats_from(leader)
    plays = [format_cards(play) for play in trick.plays]
    where = [_placed(play, trick.trump) for play in trick.plays]
    read = [f"honour {trick.honours[0]}", *(_reading(reading) for reading in trick.readings)]
    wide, wider = max(map(len, plays)), max(map(len, where))
    rows = [
        f"  {name:<8} {play:<{wide}}  {place:<{wider}} {words}"
        for name, play, place, words in zip(seats, plays, where, read, strict=True)
    ]
    winner = seats[trick.winner]
    declaring = (PLAYERS.index(winner) - PLAYERS.index(dealer)) % 2 == 0
    return [
        f"Trick {number}: {leader} leads {_article(name_play(trick.lead))}",
        *rows,
        "  " + _verdict(trick, winner, "declarers" if declaring else "defenders"),
    ]


def _team(team: int) -> str:
    return f"team {team} ({PLAYERS[team - 1]} and {PLAYERS[team + 1]})"


def _end_of_round(ruling: RoundRuling) -> list[str]:
    """State the defenders' points in tricks and from the hidden cards."""
    last = ruling.tricks[-1]
    defenders_last = (PLAYERS.index(ruling.winners[-1]) - ruling.round.dealer_seat) % 2 == 1
    lines = [f"The defenders took {ruling.taken} points in tricks"]
    if defenders_last:
        size = last.lead[0].size
        lines.append(
            f"They won the last trick, led with a longest block of {counted(size, 'card')}: "
            f"{ruling.hidden} hidden points × 2^{size} = {ruling.hidden << size} more"
        )
    else:
        lines.append(
            f"The declarers won the last trick, so the {ruling.hidden} hidden points don't count"
        )
    return lines


def _outcome(ruling: RoundRuling) -> str:
    if ruling.ranks is None:
        won = _team(ruling.winner or 0)
        return f"{ruling.points} points for the defenders: {won} passes A and wins"
    gained = {
        team: (before, after)
        for team, before, after in zip((1, 2), ruling.round.ranks, ruling.ranks, strict=True)
        if before != after
    }
    rise = "".join(f"team {team} rises from {a} to {b}" for team, (a, b) in gained.items())
    return (
        f"{ruling.points} points for the defenders: {rise or 'no team rises'}, "
        f"{ruling.next_dealer} deals next"
    )


def explain_round(ruling: RoundRuling) -> str:
    """Explain a round: the configuration, every trick, and the outcome.

    >>> from suitwise.tractor.judge.judge import EXAMPLE, judge_round
    >>> print(explain_round(judge_round(EXAMPLE)).splitlines()[-1])
    105 points for the defenders: no team rises, Bob deals next
    """
    of_kind(ruling, RoundRuling, "ruling")
    game = ruling.round
    lines = [
        f"Trump: {_MAIN_NAMES[game.main]}, rank {game.trump.rank}. {game.dealer} deals: "
        f"the declarers are {_team(ruling.declarers)}, the defenders {_team(3 - ruling.declarers)}"
    ]
    for number, (trick, leader) in enumerate(zip(ruling.tricks, ruling.leaders, strict=True), 1):
        lines += explain_trick(trick, leader, number, game.dealer)
    lines += [*_end_of_round(ruling), _outcome(ruling)]
    return "\n".join(lines) + "\n"
