"""Gin rummy as a game: its options, and the text of its positions.

The rules are those of J. McLeod's page (pagat.com/rummy/ginrummy.html). Each seat gets ten cards, and
one is turned up. The opponent of the dealer may take this upcard, then the dealer may; if both pass, the
opponent draws from the stock. From then on a turn is a draw, from the stock or the top of the pile, and
a discard, which may not be the card just taken from the pile. A seat with 10 or fewer points of deadwood
after the discard may knock with it (``Showdown`` has the scoring). If two cards are left in the
stock after a discard, the deal is void.

Where books and tables differ, this package plays as follows:

* Gin and an undercut score the modern bonus of 25 (the page has 20 and 10). Big gin, eleven cards that
  all meld, shown without a discard, is played if it has a bonus, such as 31.
* By default a game is one deal, and seat 1 deals. With ``to=100`` it is a match: the loser of a deal
  deals the next, and a void deal is dealt again by the same dealer. At 100 points the winner gets the
  ``game`` bonus, twice that if the loser has no points, and each seat ``box`` points for each deal won.
* A knock lays down the best melds: those with the least deadwood, of equals those on which the other
  seat could lay off the fewest cards at once. With ``declare=yes`` a knock names its melds. These may be
  any that leave little enough deadwood; which are best can depend on the other hand.
* Two seats that take each other's discards could go on forever. If ``idle`` turns in a row have taken
  the top of the pile and the last of them ends without a knock, the deal is void. A match ends after at
  most ``deals`` deals; the seat with more points then wins it and gets the bonus, and neither does if
  the points are equal. Both rules are this package's own.

Chance deals card by card and draws from the stock, so a state has no hidden order of the stock. A
*position* holds what the seats remember: the pile with the seat that laid each card, and the cards that
each took from it and still holds. It does not keep the order of older events, nor earlier deals of a
match except for the score.

A position's text has six parts separated by bars: the phase, the two hands, the pile, the cards known to
be in each hand, the points and the deals won::

    discard 0 dealer 1 took H7 | SA S2 … | H4 … | C5 0.D2 1.S9 | H7 / - | 0-0 0-0

The phases are those of ``state.Phase``. Each card of the pile names the seat that laid it, except for
the upcard. After a knock its melds follow in a seventh part. In the view of a seat ``?3`` stands for
three unknown cards. ``idle 3`` at the end of the first part means that three turns in a row have taken
from the pile, and ``deals 2`` after the deals won that two deals of a match are over; 0 is omitted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from suitwise.cards import Card, check_copies
from suitwise.errors import NotationError
from suitwise.foundation.text.lines import PositionText, matched
from suitwise.foundation.values import DEALS, deals_text
from suitwise.game import Facts, Refusal
from suitwise.rummy.gin.rules.deadwood import BITS, bits_of, hand_text, points_of
from suitwise.rummy.gin.rules.house import GinVariant
from suitwise.rummy.gin.rules.moves import BIG, GinMove, parse_card, parse_spread, spread_text
from suitwise.rummy.gin.rules.showdown import is_spread, layoffs_of, may_knock
from suitwise.rummy.gin.sheet import Column
from suitwise.rummy.gin.state import PHASES, SHOWN, WALL, GinState, Phase, pile_at_wall, why_not
from suitwise.rummy.gin.view import GinView
from suitwise.rummy.rules.cards import pile_text, read_pile
from suitwise.rummy.rules.hand import cards_under
from suitwise.rummy.rules.rules import GIN

_HEAD = re.compile(
    r"([a-z]+) ([01]) dealer ([01])(?: took ([A-Z0-9]{2}))?(?: idle ([1-9][0-9]{0,3}))?"
    r"(?: upcard ([A-Z0-9]{2}))?"
)
_COLUMN = r"([0-9]{1,5})-([0-9]{1,5}) ([0-9]{1,5})-([0-9]{1,5})"
_SCORE = re.compile(_COLUMN + DEALS)
_SHEET = re.compile(f"{_COLUMN} / {_COLUMN} / {_COLUMN}{DEALS}")
_FORM = PositionText(
    "a position of gin rummy",
    "six parts, seven after a knock: write what str() of one prints",
    (6, 7),
    longest=400,
)
_FORM_SHOWN = PositionText(
    "a position of gin rummy",
    "six to eight parts: write what str() of one prints",
    (6, 7, 8),
    longest=500,
)


@dataclass(frozen=True)
class Gin(GinView):
    """Gin rummy for two.

    Args:
        knock: the most deadwood to knock with.
        gin: the bonus for gin.
        undercut: the bonus for an undercut.
        big: the bonus for big gin, in place of that for gin; 0 if it is not played.
        to: the points at which a match ends; 0 for a single deal.
        box: the bonus for each deal won, at the end of a match.
        game: the bonus for the winner of a match; twice that against a seat without points.
        declare: whether a knock names its melds.
        idle: the number of turns in a row without a card from the stock after which a deal is void.
        deals: the most deals of a match; 0 for the number in which points can be won, plus 100.
        oklahoma: whether the points of the upcard are the most to knock with.
        ace_upcard: what an ace turned up allows then, ``gin`` alone or ``1`` point.
        spades: the factor of the points of a deal if a spade was turned up.
        spade_boxes: the factor of its boxes then.
        cards: the cards of a hand.
        ace: where the ace lies: ``low``, ``both`` (Q-K-A, too) or ``corner`` (K-A-2, too).
        ace_points: what an ace counts.
        gin_layoff: whether cards are laid off on gin, too; a defender that keeps nothing voids the deal.
        tie: who wins at equal deadwood, ``undercut`` (the defender) or ``knocker``.
        layoff: ``best``, or ``ask`` if the defender is asked what it shows and lays off.
        gin_boxes: the further boxes for gin.
        undercut_boxes: those for an undercut.
        dealer: who deals next: the ``loser``, the ``winner``, or the seats by ``turns``.
        shutout: what is doubled against a seat without points: ``game`` (the bonus), ``points`` (its
            own points), ``all``, or ``no``.
        columns: the columns of the score sheet: 1, or 3 for Hollywood.

    Raises:
        NotationError: an option has a value that it can't have.

    >>> str(Gin(to=100))
    'gin(knock=10,gin=25,undercut=25,big=0,to=100,box=20,game=100,declare=no)'
    """

    name: ClassVar[str] = "gin"

    @cached_property
    def facts(self) -> Facts:
        """Two seats; the numbers of moves are those of ``GinMove``.

        A turn has two moves if it takes from the pile, three if it draws from the stock. There are at
        most 29 draws from the stock (35 with hands of seven); before the first and after each up to
        ``idle`` turns take from the pile. A defender that is asked moves once.
        """
        dealt = 2 * self.cards + 1
        draws = 52 - dealt - WALL
        is_asked = self.layoff == "ask"
        longest = dealt + 2 + 2 * (draws + 1) * self.idle + 3 * draws + is_asked
        most = self.columns * self._most_of_column if self.to else self.most_of_deal
        return Facts(
            seats=2,
            distinct_moves=None if self.declare or is_asked else BIG + (self.big > 0),
            longest_game=self.most_deals * (longest + 1) - 1,
            lowest_return=-most,
            highest_return=most,
            chance=True,
            perfect_information=False,
        )

    @property
    def _most_of_column(self) -> int:
        """The most that a side can come to in a column: a win counts a point at least, or a tie none."""
        wins = self.most_deals if self.tie == "knocker" else self.to
        points = (self.to - 1 + self.most_of_deal) * (2 if self.shutout == "points" else 1)
        game = self.game * (2 if self.shutout == "game" else 1)
        most = points + game + wins * self.most_boxes * self.box
        return most * (2 if self.shutout == "all" else 1)

    def start(self) -> GinState:
        """Return the state before the first deal; seat 1 deals."""
        more = (Column(),) * (self.columns - 1) if self.to else ()
        return GinState(self, "deal", seat=0, dealer=1, more=more)

    def parse(self, text: str) -> GinState:
        """Parse a position.

        Raises:
            NotationError: the text is not a position that can occur in the variant.

        >>> text = "first 0 dealer 1 | SASKSQ |"
        >>> Gin().parse(text)  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        suitwise.errors.NotationError: a position of gin rummy has ...
        """
        form = _FORM_SHOWN if self.layoff == "ask" else _FORM
        return form.read_printed(text, lambda parts: _read(self, parts), _faults)

    def text_of(self, state: GinState) -> str:
        """Return a position as one line."""
        return _text_of(state)

    def view_of(self, state: GinState, seat: int) -> str:
        """Return the position with the unknown cards of the other hand as a number, ``?3``."""
        return _text_of(state, state.hidden(seat), 1 - seat)

    def refusal_of(self, state: GinState, move: GinMove) -> Refusal | None:
        """Return the rule that forbids a move, or None if it is legal."""
        return why_not(state, move)

    def move_number(self, move: GinMove) -> int:
        """Return the number of a move: first the words, then discards, knocks and big gin."""
        return move.number

    def numbered_move(self, number: int) -> GinMove:
        """Return the move of a number."""
        return GinMove.numbered(number)


# --- The text of a position -----------------------------------------------------------------------


def _text_of(state: GinState, hidden: int = 0, owner: int = 0) -> str:
    """Return a position's text, with the hidden cards of one hand as a number."""
    took = f" took {Card(state.taken)}" if state.taken >= 0 else ""
    idle = f" idle {state.idle}" if state.idle else ""
    upcard = f" upcard {Card(state.upcard)}" if state.upcard >= 0 else ""
    hands = [hand_text(hand) for hand in state.hands]
    if hidden:
        visible = state.hands[owner] & ~hidden
        hands[owner] = (f"{hand_text(visible)} " if visible else "") + f"?{hidden.bit_count()}"
    sheet = " / ".join(f"{mine}-{his} {won}-{lost}" for (mine, his), (won, lost) in state.sheet)
    parts = [
        f"{state.phase} {state.seat} dealer {state.dealer}{took}{idle}{upcard}",
        *hands,
        pile_text(state.pile),
        " / ".join(map(hand_text, state.known)),
        sheet + deals_text(state.deals),
    ]
    if state.knocker >= 0:
        parts.append(spread_text(state.spread))
    if state.shown is not None:
        parts.append(str(_show_of(state)).partition(":")[2])
    return " | ".join(parts)


def _show_of(state: GinState) -> GinMove:
    """Return the move by which a defender that was asked has shown."""
    assert state.shown is not None
    layoffs = layoffs_of(state.spread, state.shown[2], state.variant.aces)
    return GinMove("show", -1, state.shown[:2], layoffs)


def _read(variant: Gin, parts: list[str]) -> GinState:
    head, phases = _HEAD.fullmatch(parts[0]), {str(phase): phase for phase in _PHASES}
    if head is None or head[1] not in phases:
        raise NotationError(f"{parts[0][:40]!r}: write a phase, its seat and the dealer")
    first, *more, deals = _sheet_in(variant, parts[5])
    known = parts[4].split(" / ")
    if len(known) != 2:
        raise NotationError(f"{parts[4][:40]!r}: write the known cards of both seats, as H7 / -")
    return GinState(
        variant,
        phases[head[1]],
        int(head[2]),
        int(head[3]),
        (_cards(parts[1]), _cards(parts[2])),
        read_pile(parts[3], 2, parse_card),
        (_cards(known[0]), _cards(known[1])),
        parse_card(head[4]) if head[4] else -1,
        parse_spread(parts[6], variant.aces) if len(parts) > 6 else (0, 0),
        first.points,
        first.boxes,
        int(head[5] or 0),
        deals,
        parse_card(head[6]) if head[6] else -1,
        _shown_in(variant, parts[7]) if len(parts) > 7 else None,
        tuple(more),
    )


_PHASES: tuple[Phase, ...] = (*PHASES, "show")


def _sheet_in(variant: Gin, text: str) -> tuple[Any, ...]:
    """Return the columns of the score sheet, and the number of earlier deals."""
    if not (variant.to and variant.columns > 1):
        score = matched(_SCORE, text, ": write points and deals won, as 0-0 0-0", 40)
    else:
        score = matched(_SHEET, text, ": write three columns, as 0-0 0-0 / 0-0 0-0 / 0-0 0-0", 60)
    *numbers, deals = map(int, score.groups(default="0"))
    columns = (numbers[at : at + 4] for at in range(0, len(numbers), 4))
    return (*(Column((a, b), (c, d)) for a, b, c, d in columns), deals)


def _shown_in(variant: Gin, text: str) -> tuple[int, int, int]:
    move = GinMove.parse(f"show:{text}", variant.aces)
    assert move.spread is not None
    return (*move.spread, bits_of(card for card, _ in move.layoffs))


def _cards(text: str) -> int:
    cards = cards_under(GIN, "" if text == "-" else text)
    check_copies(cards, packs=1)
    return bits_of(cards)


def _faults(state: GinState) -> Iterator[str]:
    """Yield the reasons why a position can't occur."""
    yield from _card_faults(state)
    yield from _size_faults(state)
    yield from _turn_faults(state)
    yield from _upcard_faults(state)
    yield from _showdown_faults(state)
    yield from _score_faults(state)


def _card_faults(state: GinState) -> Iterator[str]:
    pile = {card for card, _ in state.pile}
    everything = state.hands[0] | state.hands[1] | bits_of(pile)
    total = sum(hand.bit_count() for hand in state.hands) + len(state.pile)
    if everything.bit_count() != total or len(pile) != len(state.pile):
        yield "a card lies in two places"
    if any(known & ~hand for known, hand in zip(state.known, state.hands, strict=True)):
        yield "a hand holds the cards known to be in it"
    if any(seat < 0 for _, seat in state.pile[1:]):
        yield "only the lowest card of the pile is the upcard"
    if state.taken >= 0 and not state.known[state.seat] & bits_of([state.taken]):
        yield "the card taken is known to be in the hand"


def _size_faults(state: GinState) -> Iterator[str]:
    cards = state.variant.cards
    sizes = state.hands[state.seat].bit_count(), state.hands[1 - state.seat].bit_count()
    if state.phase == "deal":
        opponent = state.seat != state.dealer
        if (
            sizes[1] - sizes[0] != (not opponent)
            or sizes[1] > cards
            or state.pile
            or any(state.known)
        ):
            yield "cards are dealt by turns, first to the opponent of the dealer"
        return
    is_big = state.phase == "big" or (
        state.phase == "show" and state.variant.big > 0 and sizes[1] == cards + 1
    )
    more = is_big or state.phase == "discard"
    knocker_first = sizes[::-1] if state.phase == "show" else sizes
    if knocker_first != (cards + more, cards):
        yield _HAND_SIZES[cards]
    wall = pile_at_wall(cards)
    last = wall - 1 if state.phase in ("draw", "stock", "discard") else wall
    took = state.taken >= 0 or is_big
    least = 1 if _is_idle(state) else wall if state.phase == "wall" else 0 if took else 1
    if not least <= len(state.pile) <= last:
        yield f"the pile can't have {len(state.pile)} cards"


_HAND_SIZES = {
    10: "a hand has ten cards, eleven before the discard",
    7: "a hand has seven cards, eight before the discard",
}


def _is_idle(state: GinState) -> bool:
    """Return whether turns without a card from the stock have made a deal void."""
    return state.phase == "wall" and state.idle == state.variant.idle


def _turn_faults(state: GinState) -> Iterator[str]:
    upcard = len(state.pile) == 1 and state.pile[0][1] < 0
    if state.phase in ("first", "second"):
        decides = state.dealer if state.phase == "second" else 1 - state.dealer
        if not upcard or state.seat != decides or any(state.known):
            yield "first the dealer's opponent and then the dealer decide on the upcard alone"
    elif state.phase == "draw" and upcard:
        yield "on the upcard alone a seat decides as first or second"
    if state.taken >= 0 and state.phase != "discard":
        yield "a card that was taken matters to the discard only"
    yield from _idle_faults(state)


def _idle_faults(state: GinState) -> Iterator[str]:
    took = state.phase == "draw" or state.taken >= 0 or state.phase == "big" or _is_idle(state)
    most = state.variant.idle - (state.phase == "draw")
    if state.idle and not (took and state.idle <= most):
        yield f"{state.idle} turns without the stock can't have led here"


def _upcard_faults(state: GinState) -> Iterator[str]:
    if (state.upcard >= 0) != (state.variant.keeps_upcard and state.phase != "deal"):
        yield "the upcard is named where it matters, and only there"
    elif state.upcard >= 0:
        lowest = state.pile[0] if state.pile else (-1, 0)
        is_elsewhere = lowest[1] < 0 and lowest[0] != state.upcard
        if is_elsewhere or state.stock & BITS[state.upcard]:
            yield "the upcard lay under the pile first"


def _score_faults(state: GinState) -> Iterator[str]:
    variant = state.variant
    if state.deals >= variant.most_deals:
        yield f"a game has at most {variant.most_deals} deals"
    if not all(_may_stand(variant, column) for column in _sheet_before(state)):
        yield "the points and the deals won are not of one match"
    elif not _may_deal(state):
        yield _DEALS_NEXT[variant.dealer]


def _sheet_before(state: GinState) -> Iterator[Column]:
    """Yield the columns before the present deal; of several columns those of now, if it has ended."""
    knock, variant = state.showdown, state.variant
    won = knock is not None and knock.score[0] >= 0
    if len(state.sheet) > 1:
        to = variant.to if not won else variant.to + variant.most_of_deal
        if all(column.is_closed(to) for column in state.sheet):
            yield Column((-1, -1))
        yield from state.sheet
    elif knock is not None and won:
        seat, points = knock.score
        before = state.sheet[0].entered(seat, -points, -knock.boxes)
        yield Column((-1, -1)) if before.is_closed(max(variant.to, 1)) else before
    else:
        (column,) = state.sheet
        yield Column((-1, -1)) if column.is_closed(max(variant.to, 1)) else column


def _may_stand(variant: GinVariant, column: Column) -> bool:
    """Return whether points and boxes of a column go together: each win has some of both."""
    most, least = variant.most_of_deal, 0 if variant.tie == "knocker" else 1
    return all(
        0 <= -(-boxes // variant.most_boxes) * least <= points <= boxes * most
        for points, boxes in zip(*column, strict=True)
    )


def _may_deal(state: GinState) -> bool:
    """Return whether the dealer may be the one: at first seat 1, then by the deals won before."""
    dealer, knock, won = state.dealer, state.showdown, list(state.boxes)
    if state.variant.dealer == "turns":
        return dealer == 1 - state.deals % 2
    if knock is not None and knock.score[0] >= 0 and len(state.sheet) == 1:
        won[knock.score[0]] -= knock.boxes
    has_won = dealer if state.variant.dealer == "winner" else 1 - dealer
    return won[has_won] > 0 or (dealer == 1 and not any(won))


_DEALS_NEXT = {
    "loser": "seat 1 deals first, and then the seat that has lost a deal",
    "winner": "seat 1 deals first, and then the seat that has won a deal",
    "turns": "seat 1 deals first, and then the seats take turns",
}


def _showdown_faults(state: GinState) -> Iterator[str]:
    if state.knocker < 0:
        if any(state.spread) or state.shown is not None:
            yield "melds are laid after a knock"
        return
    aces, hand = state.variant.aces, state.hands[state.knocker]
    deadwood = points_of(hand & ~(state.spread[0] | state.spread[1]), aces)
    has_melds = is_spread(hand, state.spread, aces)
    if not (has_melds and may_knock(deadwood, state.most_to_knock)):
        yield "these are no melds to knock with"
    is_big = hand.bit_count() > state.variant.cards
    is_gin = state.phase in ("gin", "big")
    is_wrong = state.phase != "show" and (deadwood == 0) != is_gin
    if is_wrong or (is_big and (deadwood or not state.variant.big)):
        yield f"{deadwood} points of deadwood are not what it has"
    if (state.shown is not None) != (state.variant.layoff == "ask" and state.phase in SHOWN):
        yield "a defender that is asked shows its melds"
    elif state.shown is not None and why_not(_asked(state), _show_of(state)) is not None:
        yield "these are no melds and lay-offs of the defender"


def _asked(state: GinState) -> GinState:
    """Return the position before a defender has shown."""
    return replace(state, phase="show", seat=1 - state.knocker, shown=None)
