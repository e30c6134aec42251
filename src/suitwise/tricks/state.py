"""A position of a trick-taking game: a record, and the cards that may be played.

The state contains no rules. It copies its record, applies the game's rules to the copy, and reads
columns by their names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self, overload

from suitwise.cards import Card
from suitwise.errors import NotationError
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.game import CHANCE, OVER, State
from suitwise.tricks import rules
from suitwise.tricks.arrays import course_of
from suitwise.tricks.cards import CARDS, SUIT, beats, cards_of, suit_of
from suitwise.tricks.variant import Call, is_card

PHASES = ("deal", "pass", "play", "bid")
"""The words for the phases of a deal."""


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick, whole or open: the cards in the order of play, from the leader to the left.

    >>> trick = Trick(3, trump=1, cards=(0, 13, 12))
    >>> trick.winner, trick.turn, trick.is_whole
    (0, 2, False)
    """

    leader: int
    trump: int
    cards: tuple[int, ...] = ()

    @property
    def plays(self) -> Iterator[tuple[int, int]]:
        """Each seat that has played, with its card."""
        return (((self.leader + place) % 4, card) for place, card in enumerate(self.cards))

    @property
    def turn(self) -> int:
        """The seat that plays next."""
        return (self.leader + len(self.cards)) % 4

    @property
    def winner(self) -> int:
        """The seat that wins the trick so far; the trick must not be empty."""
        winner, best = self.leader, self.cards[0]
        for seat, card in self.plays:
            if beats(card, best, self.trump):
                winner, best = seat, card
        return winner

    @property
    def best(self) -> int:
        """The card that wins the trick so far."""
        return self.cards[(self.winner - self.leader) % 4]

    @property
    def led(self) -> int:
        """The suit led; the trick must not be empty."""
        return suit_of(self.cards[0])

    @property
    def is_whole(self) -> bool:
        """Whether all seats have played."""
        return len(self.cards) == 4

    def playable(self, hand: int) -> int:
        """Return the cards of a hand that follow suit, or all if none does.

        >>> from suitwise.tricks.cards import bits_of
        >>> list(cards_of(Trick(0, 1, (5,)).playable(bits_of([2, 14])))), Trick(0, 1).playable(6)
        ([2], 6)
        """
        return (hand & SUIT[self.led] if self.cards else 0) or hand

    def followed_by(self, card: int) -> Trick:
        """Return the trick with one more card."""
        return Trick(self.leader, self.trump, (*self.cards, card))


class Cards(Sequence[Card]):
    """The cards of a hand as moves, spades first, low ones first.

    >>> moves = Cards(0b1001)
    >>> len(moves), list(moves), Card("S2") in moves, moves[-1]
    (2, [Card('S2'), Card('S5')], True, Card('S5'))
    """

    __slots__ = ("_cards", "_hand")

    def __init__(self, hand: int) -> None:
        self._hand = hand
        self._cards: tuple[Card, ...] | None = None

    def _listed(self) -> tuple[Card, ...]:
        if self._cards is None:
            self._cards = tuple(CARDS[card] for card in cards_of(self._hand))
        return self._cards

    def __len__(self) -> int:
        return self._hand.bit_count()

    def __iter__(self) -> Iterator[Card]:
        return iter(self._listed())

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and card >= 0 and bool(self._hand >> card & 1)

    @overload
    def __getitem__(self, place: int) -> Card: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Card, ...]: ...
    def __getitem__(self, place: int | slice) -> Card | tuple[Card, ...]:
        return self._listed()[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cards) and self._hand == other._hand

    def __hash__(self) -> int:
        return hash(self._hand)

    def __repr__(self) -> str:
        return repr(self._listed())


class TrickState(State[Any]):
    """A position of a trick-taking game; each game has a subclass, which need not define anything.

    Args:
        variant: the game, a ``TrickGame``.
        record: the columns (``tricks.rules``); None before the first deal.
        legal: the legal moves as bits, if they are known.

    >>> from suitwise.tricks import TrickGame
    >>> state, _ = TrickGame().start().rolled(seed=1, stream=0)
    >>> state = state.after(next(iter(state.moves())))
    >>> state.phase, state.turn, [str(Card(card)) for card in state.tricks[-1].cards]
    ('play', 2, ['ST'])
    """

    __slots__ = ("_turn", "legal", "record", "variant")

    move_kinds: ClassVar[tuple[type, ...]] = (Card, Call)

    def __init__(
        self, variant: Any, record: NDArray[np.int64] | None = None, legal: int | None = None
    ) -> None:
        course = course_of(variant.rules)
        if record is None:
            record = course.began(variant.first_dealer, variant.columns)
        self.variant, self.record = variant, record
        self._turn = int(record[rules.TURN])
        self.legal = course.free(record, variant.options) if legal is None else legal

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TrickState):
            return NotImplemented
        return self.variant == other.variant and self.record.tobytes() == other.record.tobytes()

    def __hash__(self) -> int:
        return hash(self.record.tobytes())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    # --- The contract -----------------------------------------------------------------------------

    @property
    def game(self) -> Any:
        """The variant."""
        return self.variant

    @property
    def turn(self) -> int:
        """The seat on turn, ``CHANCE`` while cards are dealt, or ``OVER``."""
        return self._turn

    def moves(self) -> Collection[Any]:
        """Return the cards that may be dealt, passed or played, or the calls that may be made."""
        if self.variant.calls and self.is_bidding:
            return tuple(call for call in self.variant.all_calls if self.legal >> call.number & 1)
        return Cards(self.legal)

    def refusal(self, move: Any) -> str | None:
        """Return the reason why a move may not be made; None if it may."""
        # A fast path, since every card is parsed here: without bidding there is no need to list the
        # moves.
        is_legal = move in self.moves() if self.variant.calls else self.legal >> move & 1
        return None if is_legal else self.variant.refusal_of(self, move)

    def parse_move(self, text: str) -> Any:
        """Read a call or a card; a text that may be both, like ``2C``, is a call only in the bidding.

        Raises:
            NotationError: it is neither.
        """
        call = self.variant.calls_by_text.get(text.lower())
        if call is not None and (self.is_bidding or not is_card(text)):
            return call
        if self.is_bidding and not is_card(text):
            calls = ", ".join(map(str, self.moves()))
            raise NotationError(f"{text[:24]!r} is no bid: write one of {calls}")
        return Card(text)

    def followed_by(self, move: Any) -> Self:
        """Return the state after a move."""
        game = self.variant
        record, legal = course_of(game.rules).after(self.record, game.options, int(move))
        return type(self)(game, record, legal)

    def rolled(self, seed: int, stream: int, index: int = 0) -> tuple[Self, int]:
        """Deal all cards at once, with the same result as chance has card by card."""
        if self._turn != CHANCE:
            return self, index
        game = self.variant
        record, index = course_of(game.rules).dealt(self.record, game.options, seed, stream, index)
        return type(self)(game, record), index

    def returns(self) -> tuple[float, ...]:
        """Return the return of each seat; zeros until the game is over."""
        if self._turn != OVER:
            return (0.0,) * 4
        paid = course_of(self.variant.rules).step.outcome
        record, options = self.record.tolist(), self.variant.option_numbers
        return tuple(paid(record, options, seat) for seat in range(4))

    # --- The deal, read from the record -----------------------------------------------------------

    def _four(self, column: int) -> tuple[int, ...]:
        return tuple(self.record[column : column + 4].tolist())

    @property
    def phase(self) -> str:
        """``deal``, ``bid``, ``pass`` or ``play``."""
        return PHASES[self.record[rules.PHASE]]

    @property
    def is_dealt(self) -> bool:
        """Whether all cards are dealt."""
        return bool(self.record[rules.PHASE] != rules.DEALING)

    @property
    def is_undealt(self) -> bool:
        """Whether a deal is to begin and none of its cards is dealt yet."""
        return self._turn == CHANCE and not any(self.dealt)

    @property
    def dealer(self) -> int:
        """The seat that deals."""
        return int(self.record[rules.DEALER])

    @property
    def deals(self) -> int:
        """The number of finished deals of the game."""
        return int(self.record[rules.DEALS])

    @property
    def trump(self) -> int:
        """The suit that is trump, or ``NO_TRUMP``."""
        return int(self.record[rules.TRUMP])

    @property
    def turned(self) -> int:
        """The card turned up; -1 if there is none."""
        return int(self.record[rules.TURNED])

    @property
    def dealt(self) -> tuple[int, ...]:
        """The cards that each seat was dealt, as bits."""
        return self._four(rules.DEALT)

    @property
    def hands(self) -> tuple[int, ...]:
        """The cards that each seat holds now, as bits."""
        return self._four(rules.HELD)

    @property
    def played(self) -> tuple[int, ...]:
        """The cards that each seat has played in this deal, as bits."""
        return self._four(rules.PLAYED)

    @property
    def gone(self) -> int:
        """All cards that have been played in this deal, as bits."""
        return sum(self.played)

    @property
    def shown(self) -> tuple[int, ...]:
        """The cards that each seat is publicly known to hold, as bits."""
        pairs = zip(self._four(rules.SHOWN), self.hands, strict=True)
        return tuple(shown & hand for shown, hand in pairs)

    @property
    def barred(self) -> tuple[int, ...]:
        """The cards that each seat is publicly known not to hold, from its plays, as bits."""
        return self._four(rules.BARRED)

    @property
    def to_pass(self) -> int:
        """The number of cards that each seat passes in this deal; 0 if no cards are passed."""
        return int(self.record[rules.TO_PASS])

    @property
    def passes_left(self) -> int:
        """The number of seats to the left that cards are passed."""
        return int(self.record[rules.PASS_LEFT])

    @property
    def passed(self) -> tuple[tuple[int, ...], ...]:
        """The cards that each seat has passed or laid aside, in order."""
        return tuple(map(_unpacked, self._four(rules.PASSED)))

    @property
    def is_bidding(self) -> bool:
        """Whether calls are being made."""
        return bool(self.record[rules.PHASE] == rules.BIDDING)

    @property
    def called(self) -> tuple[tuple[int, Call], ...]:
        """The calls of this deal in order, each with the seat that made it."""
        calls = self.record[rules.CALLS : rules.CALLS + self.record[rules.CALLED]].tolist()
        return tuple((call // 64, self.variant.all_calls[call % 64]) for call in calls)

    def last_call(self, seat: int) -> Call | None:
        """Return the last call of a seat; None if it has made none."""
        return next((call for caller, call in reversed(self.called) if caller == seat), None)

    @property
    def is_passing(self) -> bool:
        """Whether cards are being passed."""
        return bool(self.record[rules.PHASE] == rules.PASSING)

    def received(self, seat: int) -> tuple[int, ...]:
        """Return the cards that were passed to a seat; none before all seats have passed theirs.

        They are sorted, because the order in which they were laid aside is not visible.
        """
        if self.record[rules.PHASE] != rules.PLAYING or not self.to_pass:
            return ()
        return tuple(sorted(self.passed[(seat - self.passes_left) % 4]))

    @property
    def plays(self) -> list[tuple[int, int]]:
        """Each play of the deal: the seat, and its card."""
        if self.record[rules.PHASE] != rules.PLAYING:
            return []
        plays = self.record[rules.PLAYS : rules.PLAYS + self.record[rules.COUNT]].tolist()
        return [divmod(play, 64) for play in plays]

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks of the deal; the last one is open, and empty if a seat has to lead."""
        if self.record[rules.PHASE] != rules.PLAYING:
            return ()
        plays, trump = self.plays, self.trump
        tricks = [
            Trick(plays[at][0], trump, tuple(card for _, card in plays[at : at + 4]))
            for at in range(0, len(plays), 4)
        ]
        if len(plays) % 4 == 0 and len(plays) < 52:
            tricks.append(Trick(int(self.record[rules.LEADER]), trump))
        return tuple(tricks)

    # --- What was scored --------------------------------------------------------------------------

    @property
    def took(self) -> tuple[int, ...]:
        """The tricks that each side has taken in this deal; each seat in a game without sides."""
        first, second, third, fourth = took = self._four(rules.TOOK)
        return (first + third, second + fourth) if self.variant.by_side else took

    @property
    def points(self) -> tuple[int, ...]:
        """The score of each side or seat in this deal."""
        return self._by_side(self._four(rules.POINTS))

    @property
    def totals(self) -> tuple[int, ...]:
        """The score of each side or seat before this deal."""
        return self._by_side(self._four(rules.BEFORE))

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each side or seat in the game."""
        return tuple(map(sum, zip(self.totals, self.points, strict=True)))

    def _by_side(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        return scores[:2] if self.variant.by_side else scores


def _unpacked(cards: int) -> tuple[int, ...]:
    """Return the cards in a number in base 64, in order; each digit is a card plus 1.

    >>> _unpacked(64 * 6 + 4)
    (5, 3)
    """
    unpacked: list[int] = []
    while cards:
        unpacked.append(cards % 64 - 1)
        cards //= 64
    return tuple(reversed(unpacked))
