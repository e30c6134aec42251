"""A round in the judge's format, as an object; and the sentence for every fault.

The format: docs/tractor-playing.md, Notation.

The format itself is read by the rules of ``reader.py``, here as everywhere; this module adds what a
person sees: cards instead of masks, and reasons instead of fault numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from suitwise.arguments import of_kind, several
from suitwise.cards import RANKS, Card, format_cards
from suitwise.errors import NotationError
from suitwise.foundation.arrays.words import is_blank, line_of, shown_word, skip_blank_lines
from suitwise.foundation.text.phrases import counted
from suitwise.tractor.judge import reader
from suitwise.tractor.rules.order import PARTITION_NAMES, Trump, partition_of

PLAYERS = ("Alice", "Bob", "Charles", "David")
"""The seats in the order of play; Alice and Charles are team 1, Bob and David team 2."""


def seats_from(leader: str) -> tuple[str, ...]:
    """Return the four players in the order of play from a leader.

    Raises:
        NotationError: there is no such player.

    >>> seats_from("Charles")
    ('Charles', 'David', 'Alice', 'Bob')
    """
    if leader not in PLAYERS:
        raise NotationError(f"{leader!r} is no player: one of {', '.join(PLAYERS)}")
    first = PLAYERS.index(leader)
    return PLAYERS[first:] + PLAYERS[:first]


Trick: TypeAlias = tuple[tuple[Card, ...], ...]
"""The four plays of a trick, the leader's first."""


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round: what the judge's format says of it, checked.

    Args:
        main: main suit, ``S H D C`` or ``O`` for none.
        dealer: ``Alice``, ``Bob``, ``Charles`` or ``David``.
        ranks: the ranks of teams 1 and 2 before the round.
        tricks: the tricks in order, each four plays, its leader's first.

    Raises:
        NotationError: the round breaks the format: not 25 cards a player, a third copy, a lead of
            several partitions, plays of unequal length.

    >>> from suitwise.tractor import EXAMPLE
    >>> game = Round.parse(EXAMPLE)
    >>> game.dealer, game.trump, len(game.tricks), str(game) == EXAMPLE
    ('Alice', Trump(main='S', rank='7'), 13, True)
    """

    main: str
    dealer: str
    ranks: tuple[str, str]
    tricks: tuple[Trick, ...]

    def __post_init__(self) -> None:
        if len(of_kind(self.ranks, tuple, "ranks")) != 2:
            raise NotationError(f"ranks: two are expected, not {len(self.ranks)}")
        for trick in several(self.tricks, "tricks"):
            several(trick, "a trick")
        text = (str(self) + "\n").encode("latin-1", "replace")
        _judged(text, 0, "round")
        plays = (format_cards(play) for trick in self.tricks for play in trick)
        if text.decode("ascii").split() != [self.main, self.dealer, *self.ranks, *plays]:
            raise NotationError("main suit, dealer, ranks and plays must be a word each")

    @classmethod
    def parse(cls, text: str) -> Round:
        """Read one case: the header line and the tricks.

        Raises:
            NotationError: as for the class, with the line counted from the header.

        >>> Round.parse("S Alice 1 8")
        Traceback (most recent call last):
        suitwise.errors.NotationError: line 1: '1' is no rank: write one of 2 3 4 5 6 7 8 9 T J Q K A
        """
        of_kind(text, str, "text")
        data = text.encode("latin-1", "replace") + b"\n"
        start = skip_blank_lines(data, 0)
        if start == len(data):
            raise NotationError("there is no round in an empty text")
        return read_round(data, start, _judged(data, start, "text"))

    def __str__(self) -> str:
        header = f"{self.main} {self.dealer} {self.ranks[0]} {self.ranks[1]}\n"
        return header + "".join(
            " ".join(format_cards(play) for play in trick) + "\n" for trick in self.tricks
        )

    @property
    def dealer_seat(self) -> int:
        """The dealer's seat 0..3."""
        return PLAYERS.index(self.dealer)

    @property
    def trump(self) -> Trump:
        """The trump configuration: the main suit and the rank of the dealer's team."""
        return Trump(self.main, self.ranks[self.dealer_seat % 2])


def _judged(data: bytes, start: int, what: str) -> int:
    """Return where the one case of a text ends, or refuse the text."""
    fault, end, *_ = reader.judge_case(data, start)
    if fault:
        raise fault_error(data, fault, end, start)
    after = skip_blank_lines(data, end)
    if after < len(data):
        raise NotationError(
            f"the {what} goes on after 25 cards a player", line=line_of(data, after)
        )
    return end


def read_round(data: bytes, start: int, end: int) -> Round:
    """Turn a case that the judge has accepted into an object."""
    lines = data[start:end].decode("ascii").split("\n")
    header, *rest = (words for line in lines if (words := line.split()))
    tricks = tuple(tuple(_cards(play) for play in words) for words in rest)
    return Round(header[0], header[1], (header[2], header[3]), tricks)


def _cards(play: str) -> tuple[Card, ...]:
    """Turn an accepted play into cards."""
    codes = zip(play[::2].encode(), play[1::2].encode(), strict=True)
    return tuple(Card(reader.read_card(first, second)) for first, second in codes)


_MOST_WORD_BYTES = 2 * (reader.HAND_CARDS + 1)

# --- Sentences ------------------------------------------------------------------------------------


def fault_error(
    data: bytes, fault: int, at: int, begin: int, *, lines_before: int = 0, case: int | None = None
) -> NotationError:
    """Return the error for a fault that the reader found.

    Args:
        data: the text read.
        fault: the reader's fault number.
        at: the place of the fault.
        begin: where the case begins.
        lines_before: lines of the input before this text.
        case: the number of the case, if the input has several.
    """
    if fault == reader.END_OF_FILE:
        at = max(len(data[:at].rstrip()) - 1, 0)
    line = line_of(data, at) + lines_before
    return NotationError(_SENTENCES[fault](data, at, begin), line=line, case=case)


def _played_before(data: bytes, begin: int, at: int) -> list[list[bytes]]:
    """Return the complete tricks of a case before a place, as words."""
    lines = data[begin : data.rfind(b"\n", begin, at) + 1].split(b"\n")
    return [words for line in lines if (words := line.split())][1:]


def _cards_each(data: bytes, begin: int, at: int) -> int:
    return sum(len(words[0]) // 2 for words in _played_before(data, begin, at))


def _line_words(data: bytes, at: int) -> list[bytes]:
    """Return the words of a line, each as far as the reader looks."""
    line = data[data.rfind(b"\n", 0, at) + 1 : data.find(b"\n", at)]
    return [word[:_MOST_WORD_BYTES] for word in line.split()]


def _size(play: bytes) -> str:
    """Say how many cards a play has, as far as the reader counts."""
    size = len(play) // 2
    if size > reader.HAND_CARDS:
        return f"more than {reader.HAND_CARDS} cards"
    return counted(size, "card")


def _end_of_file(data: bytes, at: int, begin: int) -> str:
    each = _cards_each(data, begin, len(data))
    return f"the text ends inside the case, after {each} of 25 cards a player"


def _too_few(data: bytes, at: int, begin: int) -> str:
    each = _cards_each(data, begin, at)
    return f"the next case begins here, but each player has played {each} of 25 cards"


def _too_many(data: bytes, at: int, begin: int) -> str:
    lead = _line_words(data, at)[0]
    if len(lead) == _MOST_WORD_BYTES:
        return f"the lead {shown_word(data, at)} has {_size(lead)}; a player has 25"
    each = _cards_each(data, begin, at) + len(lead) // 2
    return f"this trick makes {each} cards a player; a player has 25"


def _bad_card(data: bytes, at: int, begin: int) -> str:
    shown = data[at : at + 1] if is_blank(data[at + 1]) else data[at : at + 2]
    return (
        f"{shown_word(shown, 0)} in {shown_word(data, _word_start(data, at))} is no card: write a suit "
        "S H D C and a rank 2..9 T J Q K A, or RJ or BJ"
    )


def _word_start(data: bytes, at: int) -> int:
    while at > 0 and not is_blank(data[at - 1]):
        at -= 1
    return at


def _play_number(data: bytes, at: int) -> int:
    return len(data[data.rfind(b"\n", 0, at) + 1 : at].split()) + 1


def _unequal(data: bytes, at: int, begin: int) -> str:
    words = _line_words(data, at)
    number = _play_number(data, at)
    own, lead = _size(words[number - 1]), len(words[0]) // 2
    return f"play {number}, {shown_word(data, at)}, has {own}, but the lead has {lead}"


def _third_copy(data: bytes, at: int, begin: int) -> str:
    tricks = [*_played_before(data, begin, at), _line_words(data, at)[: _play_number(data, at)]]
    text = b"".join(word for words in tricks for word in words).decode("ascii")
    counts = Counter(text[i : i + 2] for i in range(0, len(text), 2))
    card = next(card for card, copies in counts.items() if copies > 2)
    return f"{card} in {shown_word(data, at)} is the third copy; two packs hold two"


def _mixed_lead(data: bytes, at: int, begin: int) -> str:
    header = data[begin:at].split()
    dealer = PLAYERS.index(header[1].decode())
    trump = Trump(header[0].decode(), header[2 + dealer % 2].decode())
    cards = _cards(_line_words(data, at)[0].decode())
    found = {partition_of(card, trump.main_index, trump.rank_index) for card in cards}
    names = " and ".join(PARTITION_NAMES[p] for p in sorted(found))
    return f"the lead {shown_word(data, at)} mixes {names}; a lead is of one suit or all trump"


def _not_four(data: bytes, at: int, begin: int) -> str:
    found = "more" if data[at : at + 1] != b"\n" else len(_line_words(data, at))
    return f"a trick is four plays on one line; this line has {found}"


_SENTENCES: dict[int, Callable[[bytes, int, int], str]] = {
    reader.END_OF_FILE: _end_of_file,
    reader.BAD_SUIT: lambda data, at, begin: (
        f"{shown_word(data, at)} is no main suit: write H, S, C, D, or O for none"
    ),
    reader.BAD_DEALER: lambda data, at, begin: (
        f"{shown_word(data, at)} is no dealer: write {', '.join(PLAYERS[:3])} or {PLAYERS[3]}"
    ),
    reader.BAD_RANK: lambda data, at, begin: (
        f"{shown_word(data, at)} is no rank: write one of {' '.join(RANKS)}"
    ),
    reader.HEADER_LENGTH: lambda data, at, begin: (
        "the header is four words, main suit, dealer and the ranks of both teams: S Alice 7 8"
    ),
    reader.BAD_CARD: _bad_card,
    reader.NOT_FOUR_PLAYS: _not_four,
    reader.UNEQUAL_PLAYS: _unequal,
    reader.THIRD_COPY: _third_copy,
    reader.MIXED_LEAD: _mixed_lead,
    reader.TOO_MANY_CARDS: _too_many,
    reader.TOO_FEW_CARDS: _too_few,
    reader.TOO_LONG: lambda data, at, begin: (
        f"the case that begins here is longer than {reader.MOST_CASE_BYTES} bytes; "
        "a whole case takes about 300"
    ),
}
