"""Rami as a game: its options, and the text of its positions.

Rami is the French name of a family of games with two packs and jokers, played from Tunisia to Germany.
In each turn a seat draws a card and discards one. Its first melds must be worth a minimum and go to the
table in one move. Later it lays further melds, adds cards to anybody's melds, and replaces jokers by
cards; the jokers then go to its hand. A seat without cards ends the deal. The others score the points
that they hold, and the lowest score wins. The options are those in which the houses differ
(``rules.house``); the docs name sources for each house.

Where the sources are silent, this package plays as follows:

* Seat 0 begins the first deal, the next seat in turn each further one. With ``start=upcard`` a card is
  turned and the first seat draws; with ``start=extra`` that seat has an additional card and does not
  draw.
* A move is legal only if the turn can still end after it. So with ``pile=use`` the pile's top may be
  taken only if it can be laid, and a joker of the table only if it can be laid where it must.
* When the stock is empty, the next draw from it turns over the pile except for its top. A deal is void
  if that leaves no card; with ``stock=void`` at the end of the turn that took the last card; and after
  ``draws`` draws, including those from the pile.
* With ``staged=yes``, for agents, a turn consists of several numbered moves. First melds are laid one by
  one in ascending order, then ``done``; cards go to the first run or set that fits. Everybody sees the
  melds chosen.
* A match ends when a seat has scored ``to`` points, or after ``deals`` deals; ``deals=1`` is a single
  deal. Since seats can win points back, it ends at the latest after ``to`` + 100 deals.

Chance deals card by card and draws from the stock. So the stock has no hidden order, and nothing needs
to be shuffled when the pile is turned over.

A position's text has eight parts separated by bars: the phase, with the number of finished turns and the
cards that the turn owes; the hands; whether each seat has opened; the melds on the table; the pile; the
cards known to be in each hand; the cards that lay in the pile when it was last turned; and the scores::

    play 12 high 54 owes HK | S5 HK … / H4 … | no yes | HTHJHQ/S9D9C9 | C5 0.D2 1.S9 | HK / - | - | 0 0

If needed, the phase is followed by ``took H7``, a card that may not be discarded in this turn; ``jokers
1``, the number of jokers that must be laid in a new meld; ``sec later`` or ``sec first`` if the seat
has opened in this turn, after others or as the first; and ``chose HTHJHQ``, the first melds chosen in a
staged turn. ``deals 2`` after the scores is the number of finished deals. In the view of a seat, ``?3``
stands for three unknown cards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from suitwise.cards import ANY_JOKER, Card
from suitwise.errors import NotationError
from suitwise.foundation.text.lines import PositionText, matched
from suitwise.foundation.values import DEALS, deals_text
from suitwise.game import Facts, Refusal
from suitwise.rummy.rami.rules.house import MOST_SEATS
from suitwise.rummy.rami.rules.moves import RamiMove, read_table, table_text
from suitwise.rummy.rami.rules.numbers import ACTIONS, number_of, numbered_move
from suitwise.rummy.rami.rules.turn import cards_laid, wilds_of
from suitwise.rummy.rami.solve import can_end
from suitwise.rummy.rami.state import ENDS, PHASES, SECS, RamiState, begun, why_not
from suitwise.rummy.rami.view import RamiView
from suitwise.rummy.rules.cards import (
    Cards,
    all_cards,
    cards_text,
    is_within,
    partly_hidden,
    pile_text,
    read_cards,
    read_pile,
)

_HEAD = re.compile(
    r"([a-z_]+) ([0-9]{1,5})(?: high ([0-9]{1,4}))?(?: took ([A-Z0-9]{2}))?(?: owes ([A-Z0-9 ]+?))?"
    r"(?: jokers ([1-9]))?(?: sec ([a-z]+))?(?: chose ([A-Z0-9/\[\]]+))?"
)
_SCORES = re.compile(r"(-?[0-9]{1,7}(?: -?[0-9]{1,7})*)" + DEALS)
_FORM = PositionText(
    "a position of rami", "eight parts: write what str() prints", (8,), longest=4000
)


@dataclass(frozen=True)
class Rami(RamiView):
    """Rami with melds on the table.

    Args:
        house: the house, which determines the defaults of all other options except ``seats``.
        seats: the number of seats, 2 to 5.
        cards: the cards dealt to each.
        jokers: the number of jokers in the two packs.
        starts: written ``start``: ``upcard`` if a card is turned for the pile, ``extra`` if the first
            seat has an additional card.
        pile: ``use`` if the pile's top may be taken only to be laid in the same turn, ``any`` if freely.
        pile_from: the number of its turn from which a seat may take from the pile.
        last: whether a seat with one card left may draw only from the ``stock``, or from ``any``.
        opening: the points that first melds must be worth.
        pure: whether they must include a run without a joker.
        raises: written ``raise``: whether they must count more than any opening of the deal so far.
        most_wilds: the most jokers of a meld.
        high_ace: the points of an ace in an opening, except in A-2-3, where it counts 1.
        points: the points of cards in a hand, from the ace on, with ``/`` between them.
        joker_points: the points of a joker in a hand.
        taken: whether a joker taken from the table must be laid in a new ``meld``, or anywhere, ``lay``,
            or may be kept, ``hand``.
        set_joker: the cards that free the joker of a set of three: ``either`` missing one, ``both``, or
            none, ``never``.
        out: whether a seat goes out only by a ``discard``, or also without one, ``free``.
        joker_out: whether a joker may be the last discard.
        sec_opening: whether first melds that leave at most one card need the minimum, ``held``, or not,
            ``free``.
        unopened: the score of a seat that has not opened; 0 for the points of its cards.
        hand_double: whether the others score double if a seat goes out in one turn.
        win: the points that the seat that goes out wins.
        sec: the points that it wins instead if it laid all its cards in one turn.
        sec_first: the points that it wins instead if, in addition, no meld lay on the table before.
        stock: whether the pile is turned when the stock has run out, ``turn``, or the deal is ``void``.
        draws: the number of draws after which a deal is void.
        to: the score at which a match ends; 0 for none.
        deals: the most deals of a match; 0 for no limit other than the one above.
        staged: whether a turn consists of numbered moves.

    Raises:
        NotationError: an option has no such value.

    >>> str(Rami("rami51", seats=3, deals=1))[:60]
    'rami(house=rami51,seats=3,cards=13,jokers=4,start=upcard,pil'
    """

    name: ClassVar[str] = "rami"

    @cached_property
    def facts(self) -> Facts:
        """A turn has at most a move for each card held or taken back, and if staged for first melds."""
        held = self.cards + 1
        dealt = self.seats * self.cards + 1
        turn = 3 + 4 * held + (held // 3 if self.staged else 0)
        worst = max(self.unopened, self.cards * max(*self.rules.points, self.joker_points))
        worst *= 2 if self.hand_double == "yes" else 1
        best = max(self.win, self.sec, self.sec_first)
        return Facts(
            seats=self.seats,
            distinct_moves=ACTIONS if self.staged else None,
            longest_game=self.most_deals * (dealt + 1 + (self.draws + 1) * turn),
            lowest_return=-(self.to + worst) if self.to else -worst * self.most_deals,
            highest_return=best * self.most_deals,
            chance=True,
            perfect_information=False,
        )

    @property
    def stepped(self) -> Rami:
        """The same house with staged turns, whose moves have numbers."""
        return replace(self, staged=True)

    def start(self) -> RamiState:
        """Return the state before the first deal."""
        return begun(self, (0,) * self.seats, 0)

    def parse(self, text: str) -> RamiState:
        """Parse a position.

        Raises:
            NotationError: the text is not a position that can occur in the variant.

        >>> text = "deal 0 | SA / - | no no | - | - | - / - | - | 0 0"
        >>> len(Rami().parse(text).moves())
        53
        """
        return _FORM.read_printed(text, lambda parts: _read(self, parts), _faults)

    def move_number(self, move: RamiMove) -> int:
        """Return the number of a move of a staged turn."""
        return number_of(move)

    def numbered_move(self, number: int) -> RamiMove:
        """Return the move of a staged turn with a number."""
        return numbered_move(number)

    def refusal_of(self, state: RamiState, move: RamiMove) -> Refusal | None:
        """Return the rule that forbids a move, or None if it is legal."""
        return why_not(state, move)

    def _text_hiding(self, state: RamiState, hidden: Sequence[Cards]) -> str:
        head = f"{state.phase} {state.played}"
        head += f" high {state.highest}" if state.highest else ""
        head += f" took {Card(state.barred)}" if state.barred >= 0 else ""
        head += f" owes {cards_text(state.owed)}" if state.owed else ""
        head += f" jokers {state.owed_jokers}" if state.owed_jokers else ""
        head += f" sec {state.sec}" if state.sec != "no" else ""
        head += f" chose {'/'.join(state.chosen)}" if state.chosen else ""
        parts = [
            head,
            " / ".join(map(partly_hidden, state.hands, hidden)),
            " ".join("yes" if has_opened else "no" for has_opened in state.opened),
            table_text(state.table),
            pile_text(state.pile),
            " / ".join(map(cards_text, state.known)),
            cards_text(state.turned),
            " ".join(map(str, state.totals)) + deals_text(state.deals),
        ]
        return " | ".join(parts)


# --- The text of a position -----------------------------------------------------------------------


def _read(variant: Rami, parts: list[str]) -> RamiState:
    head = matched(_HEAD, parts[0], ": write a phase and the number of turns that have ended", 40)
    phases, secs = {str(phase): phase for phase in PHASES}, {str(sec): sec for sec in SECS}
    if head[1] not in phases or head[7] not in (None, *secs):
        raise NotationError(f"{parts[0][:40]!r}: the phases are {', '.join(PHASES)}")
    hands, known, opened = parts[1].split(" / "), parts[5].split(" / "), parts[2].split()
    scored = matched(_SCORES, parts[7], ": write the score of each seat", 60)
    totals = tuple(map(int, scored[1].split()))
    if not len(hands) == len(known) == len(opened) == len(totals) == variant.seats:
        raise NotationError(f"{variant.seats} seats have as many hands, with / between them")
    if not set(opened) <= {"yes", "no"}:
        raise NotationError("write of each seat whether it has opened, yes or no")
    return RamiState(
        variant,
        phases[head[1]],
        tuple(map(read_cards, hands)),
        tuple(word == "yes" for word in opened),
        tuple(map(read_cards, known)),
        totals,
        int(head[2]),
        read_table(parts[3]),
        read_pile(parts[4], MOST_SEATS, _card),
        read_cards(parts[6]),
        int(head[3] or 0),
        _card(head[4]) if head[4] else -1,
        read_cards(head[5]) if head[5] else (),
        int(head[6] or 0),
        secs[head[7] or "no"],
        int(scored[2] or 0),
        tuple((head[8] or "").split("/")) if head[8] else (),
    )


def _card(text: str) -> int:
    (card,) = read_cards(text)
    return card


# --- What can't occur -----------------------------------------------------------------------------


def _faults(state: RamiState) -> Iterator[str]:
    """Yield the reasons why a position can't occur."""
    yield from _card_faults(state)
    yield from _deal_faults(state) if state.phase in ("deal", "turn_up") else _play_faults(state)
    yield from _match_faults(state)


def _card_faults(state: RamiState) -> Iterator[str]:
    house = state.variant
    cards = Counter(card for hand in state.hands for card in hand)
    cards.update(card for card, _ in state.pile)
    for meld in state.table:
        cards.update(map(int, meld.cards))
        cards[ANY_JOKER] += wilds_of(meld)
    if not cards <= Counter(all_cards(house.jokers)):
        yield f"two packs with {house.jokers} jokers have no such cards"
    if not all(map(is_within, state.known, state.hands)):
        yield "a hand holds the cards known to be in it"
    if state.turned and not is_within(state.stock, state.turned):
        yield "the stock is of the cards that lay in the pile"
    if any(seat >= house.seats for _, seat in state.pile):
        yield "a card of the pile was laid by a seat"
    if any(seat < 0 for _, seat in state.pile[1:]):
        yield "only the card that opened the pile was laid by nobody"
    if house.starts == "extra" and any(seat < 0 for _, seat in state.pile):
        yield "no card opens the pile"
    if any(meld.fault(house.rules) for meld in state.table):
        yield "a meld of the table is none in this house"


def _deal_faults(state: RamiState) -> Iterator[str]:
    house, seats = state.variant, state.variant.seats
    dealt = sum(map(len, state.hands))
    sizes = [(dealt + seats - 1 - (seat - state.first) % seats) // seats for seat in range(seats)]
    if [len(hand) for hand in state.hands] != sizes:
        yield "cards are dealt by turns, first to the seat that begins"
    most = house.cards * seats + (house.starts == "extra")
    if dealt > most or (dealt == most) != (state.phase == "turn_up"):
        yield "all cards are dealt, and then one is turned up"
    has_begun = state.pile or state.table or any(state.known) or state.played or state.turned
    if has_begun or state.highest or any(state.opened) or _is_in_turn(state) or state.chosen:
        yield "nobody has played before the deal is over"


def _is_in_turn(state: RamiState) -> bool:
    return bool(state.owed or state.owed_jokers or state.barred >= 0 or state.sec != "no")


def _play_faults(state: RamiState) -> Iterator[str]:
    house = state.variant
    if bool(state.table) != any(state.opened) or bool(state.highest) > bool(state.table):
        yield "melds lie on the table when a seat has opened"
    if state.phase != "play" and (state.owed or state.owed_jokers or state.barred >= 0):
        yield "cards are owed in a turn alone"
    if state.phase not in ("play", "out") and state.sec != "no":
        yield "a seat has opened in its turn or before"
    if state.sec != "no" and not state.opened[state.seat]:
        yield "the seat has opened"
    for seat, hand in enumerate(state.hands):
        more = state.phase == "play" and seat == state.seat
        may_be_empty = (more and house.out == "free") or (state.phase, seat) == ("out", state.seat)
        if len(hand) > house.cards + more or not (hand or may_be_empty):
            yield "a hand has cards, and no more than were dealt but for the draw"
        if not state.opened[seat] and len(hand) != house.cards + more:
            yield "a seat that has not opened has all its cards"
    if state.phase == "out" and state.hands[state.seat]:
        yield "the seat that is out has no cards"
    if state.phase == "play" and not can_end(state.as_turn):
        yield "the turn can't end"
    yield from _choice_faults(state)
    if state.phase == "play" and not is_within(state.owed, state.hands[state.seat]):
        yield "the cards owed are in the hand"
    yield from _draw_faults(state)


def _choice_faults(state: RamiState) -> Iterator[str]:
    if not state.chosen:
        return
    if not state.variant.staged or state.phase != "play" or state.opened[state.seat]:
        yield "first melds are chosen in a staged turn alone"
    elif not is_within(cards_laid(RamiMove("open", state.chosen)), state.known[state.seat]):
        yield "the cards of melds chosen are known to be in the hand"
    elif not state.whole_moves:
        yield "no opening has the melds chosen"


def _draw_faults(state: RamiState) -> Iterator[str]:
    house = state.variant
    laid = sum(seat >= 0 for _, seat in state.pile)
    if laid > state.played:
        yield "a card is laid at the end of a turn"
    if state.phase == "stock" and not state.stock:
        yield "the pile is turned before a card is drawn"
    if not state.turned and _stock_at_first(state) - len(state.stock) > state.draws:
        yield "a card leaves the stock by a draw"
    is_spent = not state.stock and (house.stock == "void" or len(state.pile) < 2)
    is_void = is_spent or state.draws >= house.draws
    if state.turned and house.stock == "void":
        yield "the pile is not turned"
    if state.phase == "void" and not is_void:
        yield f"the deal is void after {house.draws} draws"
    if state.phase in ("draw", "stock") and is_void:
        yield "the deal is void"
    if state.draws > house.draws:
        yield f"there can't have been {state.draws} draws"
    if state.phase in (*ENDS, "stock", "draw") and house.starts == "extra" and not state.played:
        yield "the first seat does not draw"


def _stock_at_first(state: RamiState) -> int:
    house = state.variant
    return len(all_cards(house.jokers)) - house.cards * house.seats - 1


def _match_faults(state: RamiState) -> Iterator[str]:
    house = state.variant
    before = [total - score for total, score in zip(state.totals, state.scores(), strict=True)]
    if state.deals >= house.most_deals or (0 < house.to <= max(before)):
        yield "the match is over"
    if not state.deals and any(before):
        yield "nothing is scored before the first deal"
