"""A position during the play with all hands known, as solvers and records take it.

Rules page, The game. The auction is over and the declaration made; a position doesn't hold the tricks
already taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from suitwise.arguments import of_kind
from suitwise.errors import IllegalMove, IllegalPosition, NotationError
from suitwise.foundation.seating import NOBODY, players, seat_at, seats_from
from suitwise.foundation.text.phrases import Phrase, Seat, Several, one_of, phrase
from suitwise.foundation.values import shows, unchecked
from suitwise.texas42.rules import dominoes
from suitwise.texas42.rules.dominoes import HAND, Domino, DominoesLike, as_dominoes, dominoes_of

Hands = tuple[int, int, int, int]
"""The dominoes that each seat holds, as sets of bits."""


def as_hands(hands: Iterable[int]) -> Hands:
    """Return four sets of bits as a tuple of hands."""
    one, two, three, four = hands
    return one, two, three, four


@shows(svg="suitwise.texas42.picture:draw_won")
class Trick(NamedTuple):
    """A complete trick: its leader, the dominoes in the order of play, its winner, its points.

    >>> position = Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")
    >>> end, tricks = position.line(as_dominoes("5-5 3-2 5-0 6-5"))
    >>> tricks[0].winner, tricks[0].points, dominoes.format_dominoes(tricks[0].dominoes)
    (0, 21, '5-5,3-2,5-0,6-5')
    """

    leader: int
    dominoes: tuple[Domino, ...]
    winner: int
    points: int


@shows(svg="suitwise.texas42.picture:draw_position")
@dataclass(frozen=True, slots=True)
class Position:
    """The hands, the declaration, the leader, and the trick on the table.

    A seat that sits out holds all that it was dealt. A position doesn't record that number, so it may be
    anything from the number that the others held before this trick to 7.

    Args:
        declaration: 0 to 13.
        hands: the dominoes that each seat still holds, as sets of bits.
        leader: the seat that leads or led the current trick.
        trick: the dominoes played to the trick, in order.
        out: the seat that sits out (only in nello), or ``NOBODY``.

    Raises:
        TypeError: the hands or the trick are no tuple.
        IllegalPosition: no legal play produces the position.

    >>> position = Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")
    >>> position = position.after("5-5").after("3-2")
    >>> print(position)
    5 0 6-4 6-6 4-1,5-0 1-1,6-5 trick=5-5,3-2
    >>> position.turn, position.legal_text()
    (2, '5-0')
    """

    declaration: int
    hands: Hands
    leader: int
    trick: tuple[int, ...] = ()
    out: int = NOBODY

    def __post_init__(self) -> None:
        """Validate the position, as ``arrays.packed.is_sound`` does for a packed one."""
        of_kind(self.hands, tuple, "hands")
        of_kind(self.trick, tuple, "trick")
        self._refuse_numbers()
        self._refuse_seats()
        self._refuse_twice()
        seats = seats_from(self.leader, self.out)
        self._refuse_sizes(seats)
        self._refuse_table(seats)

    def _refuse_numbers(self) -> None:
        if not _is_within(self.declaration, 0, dominoes.SEVENS):
            raise IllegalPosition(f"a declaration is a number from 0 to {dominoes.SEVENS}")
        if not _is_within(self.leader, 0, 3) or not _is_within(self.out, NOBODY, 3):
            raise IllegalPosition("a seat is 0, 1, 2 or 3")
        if len(self.hands) != 4 or not all(
            _is_within(hand, 0, dominoes.ALL) for hand in self.hands
        ):
            raise IllegalPosition(
                f"a position has four hands, each a set of {dominoes.N_DOMINOES} bits"
            )
        if not all(isinstance(one, int) and 0 <= one < dominoes.N_DOMINOES for one in self.trick):
            raise IllegalPosition(
                f"a domino on the table is a number from 0 to {dominoes.N_DOMINOES - 1}"
            )

    def _refuse_seats(self) -> None:
        refuse_out(self.out, self.leader, self.declaration)
        if len(self.trick) >= players(self.out):
            raise IllegalPosition(phrase("texas42.whole", "the trick on the table is whole"))

    def _refuse_twice(self) -> None:
        seen = 0
        for placed in (*self.hands, *[1 << domino for domino in self.trick]):
            if seen & placed:
                raise IllegalPosition(stands_twice(dominoes_of(seen & placed)[0]))
            seen |= placed

    def _refuse_sizes(self, seats: tuple[int, ...]) -> None:
        sizes = [self.hands[seat].bit_count() for seat in seats]
        dealt = {size + (place < len(self.trick)) for place, size in enumerate(sizes)}
        if len(dealt) > 1 or max(dealt) > HAND:
            shown = ", ".join(str(hand.bit_count()) for hand in self.hands)
            raise IllegalPosition(
                phrase(
                    "texas42.uneven-hands",
                    "hands of {shown} dominoes and {n} on the table: all who play hold as many, at "
                    "most {most}, those who have played to the trick one less",
                    shown=shown,
                    n=len(self.trick),
                    most=HAND,
                )
            )
        if self.out != NOBODY and not max(dealt) <= self.hands[self.out].bit_count() <= HAND:
            raise IllegalPosition(
                phrase(
                    "texas42.out-uneven",
                    "{seat} sits out with a hand of {n}: it holds as many as the others were dealt, "
                    "{least} to {most}",
                    seat=Seat(self.out),
                    n=self.hands[self.out].bit_count(),
                    least=max(dealt),
                    most=HAND,
                )
            )

    def _refuse_table(self, seats: tuple[int, ...]) -> None:
        """Reject a trick on the table that contains a renege."""
        suit = -1
        for seat, domino in zip(seats, self.trick, strict=False):
            legal = dominoes.legal_plays(self.hands[seat] | 1 << domino, suit, self.declaration)
            if not legal >> domino & 1:
                raise IllegalPosition(
                    phrase(
                        "texas42.had-to-play",
                        "{domino} lies on the table, and {seat} had to play {legal}",
                        domino=str(Domino(domino)),
                        seat=Seat(seat),
                        legal=dominoes.format_dominoes(dominoes_of(legal)),
                    )
                )
            suit = self.suit

    # --- Legal plays ------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """The seat to play."""
        return seat_at(self.leader, len(self.trick), self.out)

    @property
    def over(self) -> bool:
        """True if all dominoes have been played."""
        return not self.trick and not self.hands[self.leader]

    @property
    def tricks_left(self) -> int:
        """The number of tricks left, including the one on the table."""
        return self.hands[self.leader].bit_count() + bool(self.trick)

    @property
    def points_left(self) -> int:
        """The points of the tricks left; the hand of a seat that sits out doesn't count."""
        played = [hand for seat, hand in enumerate(self.hands) if seat != self.out]
        unscored = [*self.trick, *(domino for hand in played for domino in dominoes_of(hand))]
        return self.tricks_left + sum(dominoes.COUNT[domino] for domino in unscored)

    @property
    def suit(self) -> int:
        """The suit led, or -1 before the lead."""
        return dominoes.led_suit(self.trick[0], self.declaration) if self.trick else -1

    def legal(self) -> int:
        """Return the dominoes that may be played as a set of bits; 0 when all are played."""
        return dominoes.legal_plays(self.hands[self.turn], self.suit, self.declaration)

    def legal_text(self) -> str:
        """Return the dominoes that may be played, as text."""
        return dominoes.format_dominoes(dominoes_of(self.legal()))

    def why_not(self, domino: int) -> Phrase | None:
        """Return why a domino may not be played, or None if it may.

        Raises:
            NotationError: the argument is not a domino.
        """
        domino = Domino(domino)
        if self.legal() >> domino & 1:
            return None
        return self._fault(domino).about(domino)

    def _fault(self, domino: Domino) -> Phrase:
        if self.over:
            return phrase("texas42.hand-played", "the hand has been played")
        seat, hand = Seat(self.turn), self.hands[self.turn]
        if not hand >> domino & 1:
            held = Several(str(Domino(one)) for one in dominoes_of(hand))
            return phrase(
                "texas42.not-held", "{seat} does not hold it, but {held}", seat=seat, held=held
            )
        duty = dominoes.duty_named(self.suit, self.declaration)
        legal = one_of(str(Domino(one)) for one in dominoes_of(self.legal()))
        return phrase(
            "texas42.must-play",
            "{seat} must play {duty}: {legal}",
            seat=seat,
            duty=duty,
            legal=legal,
        )

    # --- Playing ----------------------------------------------------------------------------------

    def after(self, domino: int | str) -> Position:
        """Return the position after a legal play.

        Raises:
            IllegalMove: the domino may not be played; the message names the rule.
        """
        return self.with_play(self.checked(domino))[0]

    def checked(self, domino: int | str) -> Domino:
        """Return a domino, checked to be a legal play.

        Raises:
            IllegalMove: it may not be played; the message names the rule.
        """
        domino = Domino(domino)
        why = self.why_not(domino)
        if why is not None:
            raise IllegalMove(why)
        return domino

    def with_play(self, domino: Domino) -> tuple[Position, Trick | None]:
        """Return the position after a legal play, and the trick that it completes, if any."""
        hands, done = without(self.hands, self.turn, domino), self.trick_with(domino)
        leader, trick = (self.leader, (*self.trick, domino)) if done is None else (done.winner, ())
        return _position(self.declaration, hands, leader, trick, self.out), done

    def trick_with(self, domino: int) -> Trick | None:
        """Return the trick that a play would complete, or None."""
        placed = len(self.trick) + 1
        if placed < players(self.out):
            return None
        plays = (*[dominoes.DOMINOES[one] for one in self.trick], dominoes.DOMINOES[domino])
        table = dominoes.table_with(plays)
        place, points = dominoes.winner_so_far(table, placed, self.declaration)
        return Trick(self.leader, plays, seat_at(self.leader, place, self.out), points)

    def line(self, dominoes: DominoesLike) -> tuple[Position, tuple[Trick, ...]]:
        """Play several dominoes and return the resulting position and the tricks completed."""
        position = self
        tricks = []
        for domino in as_dominoes(dominoes):
            position, done = position.with_play(position.checked(domino))
            tricks += [done] if done else []
        return position, tuple(tricks)

    # --- Text -------------------------------------------------------------------------------------

    def __str__(self) -> str:
        hands = " ".join(dominoes.format_dominoes(dominoes_of(hand)) or "-" for hand in self.hands)
        text = f"{dominoes.DECLARATION_TEXT[self.declaration]} {self.leader} {hands}"
        if self.out != NOBODY:
            text += f" out={self.out}"
        return f"{text} trick={dominoes.format_dominoes(self.trick)}" if self.trick else text

    @classmethod
    def parse(cls, text: str) -> Position:
        """Parse a position: declaration, leader, four hands, then ``out=`` and ``trick=`` if any.

        Raises:
            NotationError: the text can't be read; the message names the word.
            IllegalPosition: no legal play produces the position.
        """
        of_kind(text, str, "text")
        words = text.split()
        if len(words) < 6:
            raise NotationError("a position is a declaration, a leader and four hands")
        more = dict(_named(word) for word in words[6:])
        if len(more) < len(words) - 6:
            raise NotationError("out= or trick= stands there twice")
        hands = as_hands(map(read_hand, words[2:6]))
        trick = tuple(map(int, as_dominoes(more.get("trick", ""))))
        out = read_seat(more["out"]) if "out" in more else NOBODY
        return cls(
            read_declaration(words[0]),
            hands,
            read_seat(words[1]),
            trick,
            out,
        )


_position = unchecked(Position)


def _is_within(number: int, least: int, most: int) -> bool:
    """Return whether a value is an int (and no bool) within inclusive limits."""
    return type(number) is int and least <= number <= most


def without(hands: Hands, seat: int, domino: int) -> Hands:
    """Return the hands without a domino that a seat plays."""
    left = list(hands)
    left[seat] &= ~(1 << domino)
    return left[0], left[1], left[2], left[3]


def read_declaration(text: str) -> int:
    """Parse a declaration and return its number.

    Raises:
        NotationError: the text is not a declaration.

    >>> read_declaration("doubles"), read_declaration("5")
    (7, 5)
    """
    if text not in dominoes.DECLARATION_TEXT:
        of_kind(text, str, "declaration")
        raise NotationError(
            phrase(
                "texas42.no-declaration",
                "{text} is no declaration: write one of {names}",
                text=repr(text[:24]),
                names=Several(dominoes.DECLARATION_TEXT),
            )
        )
    return dominoes.DECLARATION_TEXT.index(text)


def read_seat(text: str) -> int:
    """Parse a seat.

    Raises:
        NotationError: the text is not a seat.
    """
    if text not in ("0", "1", "2", "3"):
        of_kind(text, str, "seat")
        raise NotationError(f"{text[:24]!r} is no seat: write 0, 1, 2 or 3")
    return int(text)


def read_hand(text: str) -> int:
    """Parse a hand into a set of bits; ``-`` is an empty hand.

    Raises:
        NotationError: the text is not a hand.

    >>> read_hand("1-0,0-0"), read_hand("-")
    (3, 0)
    """
    return distinct_mask(as_dominoes("" if text == "-" else text))


def distinct_mask(listed: Iterable[int]) -> int:
    """Return distinct dominoes as a set of bits.

    Raises:
        NotationError: a domino is repeated.
    """
    found = list(listed)
    bits = dominoes.mask_of(found)
    if bits.bit_count() < len(found):
        twice = next(domino for domino in found if found.count(domino) > 1)
        raise NotationError(stands_twice(Domino(twice)))
    return bits


def refuse_out(out: int, leader: int, declaration: int) -> None:
    """Raise unless a seat may sit out.

    Args:
        out: the seat that sits out, or ``NOBODY``.
        leader: the seat that leads.
        declaration: 0 to 13.

    Raises:
        IllegalPosition: the seat leads, or the declaration is not nello.

    >>> refuse_out(2, 0, 5)
    Traceback (most recent call last):
    suitwise.errors.IllegalPosition: seat 2 sits out, which is done in nello alone
    """
    if out != NOBODY and not dominoes.NELLO <= declaration <= dominoes.NELLO_LOW:
        raise IllegalPosition(
            phrase(
                "texas42.out-elsewhere",
                "{seat} sits out, which is done in nello alone",
                seat=Seat(out),
            )
        )
    if leader == out:
        raise IllegalPosition(
            phrase("texas42.out-leads", "{seat} sits out and cannot lead", seat=Seat(out))
        )


def stands_twice(domino: Domino) -> Phrase:
    """Return the error message for a repeated domino."""
    return phrase("texas42.twice", "{domino} stands there twice", domino=str(domino))


def _named(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not equals or name not in ("out", "trick"):
        raise NotationError(f"{word[:24]!r} is not known here: write out=SEAT or trick=DOMINOES")
    return name, value
