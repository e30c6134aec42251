"""Observations and numbered actions of ``TractorPlay-v0``, for positions of the game.

Source: rules page §6; docs/observations.md, Tractor, the play of a deal. A position becomes the record
of a deal (``play``), in which only the seat's own hand is filled in, and the rules of ``play`` say
which actions are legal. The numbered replies weigh the unseen cards, so these are put into the next
seat's hand.

In stepped deals throws are certain to stand. In a game other players may throw anything; such a throw
is observed like any lead, but what a failed throw shows of a hand is not part of the observation.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, SupportsIndex

from suitwise.arguments import of_kind, whole_input
from suitwise.cards import N_CARDS
from suitwise.errors import IllegalMove, IllegalPosition
from suitwise.fields import Field, in_parts, places, width
from suitwise.foundation.arrays.compiled import fitted, item_at, lowest_bit, rule
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.seating import SEATS
from suitwise.game import OVER, State
from suitwise.tractor.arrays import packed, play
from suitwise.tractor.arrays.batch import packed_for, renamed_pile
from suitwise.tractor.arrays.packed import named_back, pile_at, renamed_partitions, swapped_suit
from suitwise.tractor.arrays.play import ACTIONS, GONE, REPLIES, REPLY, ROUND, THROW, TRICKS
from suitwise.tractor.arrays.policy import DUCK, FEED
from suitwise.tractor.moves import CARD_MOVES, DECK, Move
from suitwise.tractor.rules.blocks import MOST_PAIRS
from suitwise.tractor.rules.deck import EMPTY, MOST_CARDS, NO_SUIT, TRUMPS, Pile, bits
from suitwise.tractor.rules.levels import ALL_POINTS
from suitwise.tractor.rules.profile import STANDARD
from suitwise.tractor.state import TractorState
from suitwise.tractor.variant import TractorVariant
from suitwise.tractor.view.observation import bounds_of_points

# --- Observations ---------------------------------------------------------------------------------
#
# Seats are counted from the viewer's in order of play; cards have their true names. A plane has a
# number for each of the 54 cards, 0.5 for each copy. A place is a one-hot vector, all zeros if it does
# not apply.

_FIELDS = (
    Field("hand", N_CARDS, "plane: one's own hand"),
    Field("played", 4 * N_CARDS, "a plane for each seat: what it has played in this round"),
    Field("table", 4 * N_CARDS, "a plane for each seat: what it has played to the open trick"),
    Field(
        "buried", N_CARDS, "plane: what is buried, to the landlord; to all once the round is over"
    ),
    Field("landlord", 4, "place: the landlord"),
    Field("leader", 4, "place: who leads the open trick"),
    Field("winner", 4, "place: who wins the open trick so far; none before its lead"),
    Field("led", 5, "place: the led partition, S H D C and trump; none before the lead"),
    Field("size", 1, "how many cards were led, of 25"),
    Field("pairs", 1, "how many pairs were led, of 12"),
    Field("longest", 1, "the pairs of the longest block of the lead, of 12"),
    Field("main", 5, "place: the main suit S H D C or none"),
    Field("rank", 13, "place: the current rank, 2 to A"),
    Field("voids", 20, "for each seat S H D C and trump, 1 where it has shown to have none"),
    Field("tricks", 1, "how many tricks are over, of 25"),
    Field(
        "points",
        1,
        "the attackers' points, of 200: with the kitty's at the end",
        high=bounds_of_points(TractorVariant())[1] / ALL_POINTS,
    ),
)
_HALVES = dict.fromkeys(("hand", "played", "table", "buried"), 2)
FIELDS = in_parts(
    _FIELDS,
    **_HALVES,
    size=MOST_CARDS,
    pairs=MOST_PAIRS,
    longest=MOST_PAIRS,
    tricks=MOST_CARDS,
    points=ALL_POINTS,
)
"""The fields of an observation."""
SEEN = width(FIELDS)

_HAND, _PLAYED, _TABLE, _BURIED, _LANDLORD, _LEADER, _WINNER, _LED = (
    field.start for field in list(places(FIELDS).values())[:8]
)
_SIZE, _PAIRS, _LONGEST, _MAIN, _RANK, _VOIDS, _TRICKS, _POINTS = (
    field.start for field in list(places(FIELDS).values())[8:]
)


@rule
def observe(record: Any, options: Any, seat: int, seen: Any) -> None:
    """Write a seat's observation (``FIELDS``) into an array of zeros."""
    game = record[ROUND:]
    main, cr = item_at(game, packed.MAIN), item_at(game, packed.RANK)
    landlord = item_at(game, packed.LANDLORD)
    lay(game, packed.HANDS + 2 * seat, seen, _HAND)
    if seat == landlord or item_at(game, packed.PLAYED) == packed.ALL_PLAYED:
        lay(game, packed.BURIED, seen, _BURIED)
    for ahead in range(4):
        other = seat + ahead & 3
        once, twice = pile_at(game, GONE + 2 * other)
        lay_cards(once, twice, seen, _PLAYED + N_CARDS * ahead)
        lacks = item_at(game, packed.LACKS) >> packed.PARTITIONS * other
        see_voids(lacks, main, seen, ahead)
    seen[_LANDLORD + (landlord - seat & 3)] = 1
    seen[_LEADER + (item_at(game, packed.LEADER) - seat & 3)] = 1
    seen[_MAIN + main] = 1
    seen[_RANK + cr] = 1
    seen[_TRICKS] = item_at(game, TRICKS) / MOST_CARDS
    seen[_POINTS] = item_at(game, packed.POINTS) / ALL_POINTS
    if item_at(game, packed.PLACED) > 0:
        see_trick(game, seat, seen)


@rule
def see_trick(game: Any, seat: int, seen: Any) -> None:
    """Write the fields of the open trick."""
    led, leader = item_at(game, packed.LED), item_at(game, packed.LEADER)
    for place in range(item_at(game, packed.PLACED)):
        ahead = leader + place - seat & 3
        lay(game, packed.TABLE + 2 * place, seen, _TABLE + N_CARDS * ahead)
    seen[_WINNER + (item_at(game, packed.WINNER) - seat & 3)] = 1
    seen[_LED + swapped_suit(led, item_at(game, packed.MAIN))] = 1
    seen[_SIZE] = item_at(game, packed.SIZE) / MOST_CARDS
    seen[_PAIRS] = item_at(game, packed.PAIRS) / MOST_PAIRS
    seen[_LONGEST] = item_at(game, packed.LENGTH) / MOST_PAIRS


@rule
def see_voids(lacks: int, main: int, seen: Any, ahead: int) -> None:
    """Write the voids of a seat, by the true names of partitions."""
    at = _VOIDS + packed.PARTITIONS * ahead
    for suit in range(NO_SUIT):
        seen[at + swapped_suit(suit, main)] = lacks >> suit & 1
    seen[at + TRUMPS] = lacks >> TRUMPS & 1


@rule
def lay(game: Any, column: int, seen: Any, first: int) -> None:
    """Write a pile of the record into the plane that begins at ``first``."""
    main, cr = item_at(game, packed.MAIN), item_at(game, packed.RANK)
    once, twice = pile_at(game, column)
    lay_cards(named_back(once, main, cr), named_back(twice, main, cr), seen, first)


@rule
def lay_cards(once: int, twice: int, seen: Any, first: int) -> None:
    """Write cards by their true names into the plane that begins at ``first``."""
    while once:
        card = lowest_bit(once)
        once &= once - 1
        seen[first + card] = 0.5 + 0.5 * (twice >> card & 1)


# --- Positions and moves by number ----------------------------------------------------------------

_allow = fitted(play.allow, {play.beats_tractors: play.cuts_higher})
_cards_of = fitted(play.cards_of, {play.beats_tractors: play.cuts_higher})
_NO_OPTIONS = ()
"""Observations and legal actions are the same in all variants."""


def play_observation(state: State[Any], seat: int) -> NDArray[np.float32]:
    """Return a seat's observation of the play, as in ``TractorPlay-v0``: float32 (600,).

    Args:
        state: a position of the play, or the end of a deal.
        seat: the seat.

    Raises:
        IllegalPosition: the play has not begun, the leader of a failed throw is choosing its part, or
            the house is not the standard one.

    >>> from suitwise.tractor.arrays.batch import state_of
    >>> from suitwise.tractor.arrays.batch import replay
    >>> state = state_of(replay(3, seed=7), plays=5)
    >>> play_observation(state, state.turn).shape, float(play_observation(state, 0)[:54].sum())
    ((600,), 11.5)
    """
    return PlayView(state, seat).observation


def play_mask(state: State[Any]) -> NDArray[np.int8]:
    """Return the mask of legal actions of the seat on turn: int8 (600,), zeros at the end of a deal.

    Args:
        state: as for ``play_observation``.

    Raises:
        IllegalPosition: as for ``play_observation``.

    >>> from suitwise.tractor.arrays.batch import state_of
    >>> from suitwise.tractor.arrays.batch import replay
    >>> state = state_of(replay(3, seed=7), plays=5)
    >>> [str(play_move(state, action)) for action in play_mask(state).nonzero()[0]]
    ['D4', 'D5', 'D6', 'DQ', 'BJ']
    """
    return _on_turn(state).mask


def play_move(state: State[Any], action: SupportsIndex) -> Move:
    """Return the move of a numbered action of the seat on turn.

    Args:
        state: as for ``play_observation``.
        action: the action, a whole number.

    Raises:
        IllegalMove: the action is not legal here, with the reason.
        IllegalPosition: as for ``play_observation``.
        SuitwiseError: the action is no whole number.

    >>> from suitwise.tractor.arrays.batch import state_of
    >>> from suitwise.tractor.arrays.batch import replay
    >>> state = state_of(replay(3, seed=7), plays=5)
    >>> print(play_move(state, 28))
    D4
    >>> play_move(state, 54)
    Traceback (most recent call last):
    suitwise.errors.IllegalMove: S2S2, action 54: one card was led, and the replies are 0 to 53
    """
    return _on_turn(state).move(action)


def play_action(state: State[Any], move: Move) -> int:
    """Return the number of the action that plays a move of the seat on turn.

    If several numbered replies consist of the same cards, the first is returned.

    Args:
        state: as for ``play_observation``.
        move: a legal move.

    Raises:
        IllegalMove: the move is not legal, or it has no number: a throw other than the numbered one, a
            reply to more than one card that is none of the four, or a claim.
        IllegalPosition: as for ``play_observation``.

    >>> from suitwise.tractor.arrays.batch import state_of
    >>> from suitwise.tractor.arrays.batch import replay
    >>> state = state_of(replay(3, seed=7), plays=5)
    >>> play_action(state, Move.parse("D4"))
    28
    >>> play_action(state, Move.parse("D3"))
    Traceback (most recent call last):
    suitwise.errors.IllegalMove: D3: the hand has no D3
    """
    return _on_turn(state).action(move)


def _on_turn(state: State[Any]) -> PlayView:
    """Return the view of the seat on turn; at the end of a deal that of seat 0."""
    return PlayView(state, max(of_kind(state, TractorState, "state").turn, 0))


class PlayView:
    """A position as a seat sees it, by numbers.

    Args:
        state: a position of the play, or the end of a deal.
        seat: the seat.

    Raises:
        IllegalPosition: the play has not begun, the leader of a failed throw is choosing its part, or
            the house is not the standard one.
    """

    def __init__(self, state: State[Any], seat: int) -> None:
        here = of_kind(state, TractorState, "state")
        whole_input(seat, "a seat is", most=len(SEATS) - 1)
        if not here.variant.is_classic or here.profile != STANDARD:
            raise IllegalPosition(
                f"the play of a deal has numbers in the house standard, not in {here.profile}"
            )
        if here.phase not in ("play", "end"):
            raise IllegalPosition(
                "the play of a deal has numbers where a seat plays cards, "
                f"not in the phase {here.phase}"
            )
        self.state, self.seat = here, seat
        self.main, self.rank = here.trump.main_index, here.trump.rank_index

    @property
    def observation(self) -> NDArray[np.float32]:
        """The observation of the seat: float32 (600,)."""
        seen = np.zeros(SEEN, np.float32)
        observe(self._record, _NO_OPTIONS, self.seat, seen)
        return seen

    @property
    def mask(self) -> NDArray[np.int8]:
        """The mask of its legal actions: int8 (600,), zeros if another seat is on turn."""
        allowed = np.zeros(ACTIONS, np.int8)
        if self.state.turn == self.seat:
            _allow(self._record, _NO_OPTIONS, allowed)
        return allowed

    @cached_property
    def _record(self) -> list[int]:
        """The record of the deal, with only the seat's own hand."""
        state, record = self.state, [0] * play.ALL_COLUMNS
        record[ROUND : play.ROUND_END] = self._ended() if state.turn == OVER else self._under_way()
        for seat, pile in enumerate(state.played):
            gone = ROUND + GONE + 2 * seat
            record[gone], record[gone + 1] = pile.once, pile.twice
        record[ROUND + TRICKS] = sum(trick.is_whole for trick in state.tricks)
        return record

    def _under_way(self) -> list[int]:
        record = packed_for(self.state, self.seat)
        unseen = packed.HANDS + 2 * ((self.seat + 1) % len(SEATS))
        record[unseen], record[unseen + 1] = renamed_pile(self.state, self._unseen)
        return record

    def _ended(self) -> list[int]:
        state, record = self.state, [0] * packed.COLUMNS
        assert state.buried is not None
        record[packed.MAIN], record[packed.RANK] = self.main, self.rank
        record[packed.LANDLORD] = state.current_landlord
        record[packed.LEADER] = state.winner_of(state.tricks[-1])
        record[packed.BURIED], record[packed.BURIED + 1] = renamed_pile(state, state.buried)
        record[packed.POINTS], record[packed.PLAYED] = state.points, packed.ALL_PLAYED
        for seat, lacking in enumerate(state.voids):
            lacks = renamed_partitions(lacking, self.main)
            record[packed.LACKS] |= lacks << packed.PARTITIONS * seat
        return record

    @property
    def _unseen(self) -> Pile:
        """The cards that others hold; unless the seat is landlord, also the buried ones."""
        state = self.state
        buried = state.buried if state.sees_kitty(self.seat) else None
        left = DECK.minus(state.held[self.seat]).minus(buried or EMPTY)
        for pile in state.played:
            left = left.minus(pile)
        return left

    def move(self, action: Any) -> Move:
        """Return the move of a legal action.

        Raises:
            IllegalMove: it is not legal, with the reason.
            SuitwiseError: it is no whole number of 64 bits.
        """
        number = whole_input(action, "an action is", least=-(2**63), most=2**64 - 1)
        if not 0 <= number < ACTIONS:
            raise IllegalMove(f"the actions are 0 to {ACTIONS - 1}, not {number}")
        if self.state.turn != self.seat:
            raise IllegalMove(f"seat {self.seat} is not on turn")
        if not self.mask[number]:
            raise IllegalMove(f"{play.text_of(number)}, action {number}: {self._why_not(number)}")
        return Move(self._pile_of(number))

    def action(self, move: Move) -> int:
        """Return the action that plays a legal move, the first if several do.

        Raises:
            IllegalMove: the move is not legal, or has no number.
        """
        if (reason := self.state.why_not(of_kind(move, Move, "move"))) is not None:
            raise IllegalMove(reason)
        pile, lead = move.pile, self.state.lead
        if not pile.size:
            raise IllegalMove(f"{move} has no number: cards alone have one")
        if pile.size == 1:
            return next(bits(pile.once))
        action = self._reply_of(pile) if lead is not None else self._lead_of(pile)
        if action is not None:
            return action
        if lead is None:
            raise IllegalMove(
                f"{pile} is a throw without a number: one with a number is all of a suit that is "
                "certain to stand"
            )
        ways = (f"{REPLIES[way]} {self._pile_of(REPLY + way)}" for way in (DUCK, FEED))
        raise IllegalMove(f"{pile} is none of the replies that have numbers, as {', '.join(ways)}")

    def _lead_of(self, pile: Pile) -> int | None:
        """Return the action that leads several cards, or None."""
        if pile.once != pile.twice:
            return self._throw_of(pile)
        if pile.size == 2:
            return play.PAIR + next(bits(pile.once))
        cards, _ = renamed_pile(self.state, pile)
        numbers = range(play.TRACTORS_THERE_ARE)
        tractors = (play.TRACTOR + number for number in numbers if cards == self._tractor(number))
        return next(tractors, self._throw_of(pile))

    def _tractor(self, number: int) -> int:
        return play.tractor_of(number, self.main, self.rank)

    def _throw_of(self, pile: Pile) -> int | None:
        """Return the action that throws a pile, or None."""
        throws = range(THROW, ACTIONS)
        return next((action for action in throws if self._pile_of(action) == pile), None)

    def _reply_of(self, pile: Pile) -> int | None:
        """Return the first action that replies with several cards, or None."""
        legal = (REPLY + way for way in range(len(REPLIES)) if self.mask[REPLY + way])
        return next((action for action in legal if self._pile_of(action) == pile), None)

    def _pile_of(self, action: int) -> Pile:
        """Return the cards that an action plays; none if it is not possible."""
        once, twice = _cards_of(self._record[ROUND:], action)
        return Pile(*(named_back(cards, self.main, self.rank) for cards in (once, twice)))

    def _why_not(self, action: int) -> str:
        """Return why an action is not legal here."""
        led = self.state.lead
        if led is None:
            if action >= THROW:
                return "no two blocks of the hand there are certain to stand, by what the seat has seen"
            if action >= REPLY:
                return "it replies to more than one card, and here a lead is asked for"
            return "the hand on turn does not hold it"
        if led.size > 1:
            if REPLY <= action < THROW:
                return "the hand on turn has no reply that wins so far"
            return f"{led.size} cards were led, and the replies are {REPLY} to {THROW - 1}"
        if action >= N_CARDS:
            return f"one card was led, and the replies are 0 to {N_CARDS - 1}"
        reason = str(self.state.why_not(CARD_MOVES[action]))
        return reason.removeprefix(f"{CARD_MOVES[action]}: ")
