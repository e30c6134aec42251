"""A position of rami: legal moves, successors, scores, the reasons why a move is illegal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, get_args

from suitwise.cards import ANY_JOKER, Card
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.foundation.values import changing, replaced
from suitwise.game import CHANCE, OVER, Refusal, refusal
from suitwise.rummy.rami.rules.house import RamiVariant, scores
from suitwise.rummy.rami.rules.moves import CARD_MOVES, NEXT, PILE, STOCK, RamiMove, meld_of
from suitwise.rummy.rami.rules.turn import Fault, Turn, cards_laid, wilds_of, worth_of
from suitwise.rummy.rami.solve import can_end, moves_of
from suitwise.rummy.rami.staged import Melds, step_to, steps_of, whole_moves
from suitwise.rummy.rules.cards import Cards, Pile, in_order, minus, plus, turned_over, without
from suitwise.rummy.rules.melds import Meld
from suitwise.rummy.state import NOBODY, TwoPackState

Phase: TypeAlias = Literal["deal", "turn_up", "draw", "stock", "play", "out", "void"]
"""The phase of a deal.

Chance moves in ``deal``, ``turn_up`` (a card opens the pile) and ``stock`` (a card is drawn). A seat
decides in ``draw`` and ``play``. A deal ends when a seat is ``out``, or ``void``; in a match chance then
begins the next.
"""

Sec: TypeAlias = Literal["no", "later", "first"]
"""Whether the seat on turn has opened in this turn, with melds on the table (``later``) or none."""

PHASES: tuple[Phase, ...] = get_args(Phase)
SECS: tuple[Sec, ...] = get_args(Sec)
CHANCES = ("deal", "turn_up", "stock")
ENDS = ("out", "void")


@dataclass(frozen=True, slots=True)
class RamiState(TwoPackState[RamiMove]):
    """A position of rami.

    Args:
        variant: the variant.
        phase: the phase of the deal.
        hands: the sorted cards of every seat.
        opened: whether each seat has opened.
        known: for each seat, the cards that all others know it to hold.
        totals: the score of each seat in the match so far.
        played: the number of turns that have ended in this deal.
        table: the melds on the table in the order in which they were laid.
        pile: the discards from the bottom up, each with the seat that laid it, -1 for the first.
        turned: the cards of the pile when it was last turned over.
        highest: the most points of an opening of this deal.
        barred: the card just taken from the pile if it may not be discarded, else -1.
        owed: the cards that have to be laid in this turn.
        owed_jokers: the number of jokers that have to be laid in new melds in this turn.
        sec: whether the seat on turn has opened in this turn; at the end of a deal the one that is out.
        deals: the number of earlier deals of the match.
        chosen: the first melds chosen so far in a staged turn.

    >>> from suitwise.rummy.rami.game import Rami
    >>> state, _ = Rami("rami51").start().rolled(seed=1, stream=0)
    >>> state.turn, [str(move) for move in state.moves()]
    (0, ['stock'])
    """

    variant: RamiVariant
    phase: Phase
    hands: tuple[Cards, ...]
    opened: tuple[bool, ...]
    known: tuple[Cards, ...]
    totals: tuple[int, ...]
    played: int = 0
    table: tuple[Meld, ...] = ()
    pile: Pile = ()
    turned: Cards = ()
    highest: int = 0
    barred: int = -1
    owed: Cards = ()
    owed_jokers: int = 0
    sec: Sec = "no"
    deals: int = 0
    chosen: Melds = ()
    _stock: Cards | None = field(default=None, init=False, repr=False, compare=False)

    chances = CHANCES
    card_moves = CARD_MOVES
    move_kinds = (RamiMove,)

    @property
    def first(self) -> int:
        """The seat that begins the deal: the next in turn each deal."""
        return self.deals % self.variant.seats

    @property
    def seat(self) -> int:
        """The seat that the phase is about: to be dealt to, on turn, out, or last on turn."""
        if self.phase == "deal":
            return (self.first + sum(map(len, self.hands))) % self.variant.seats
        ended = self.phase in ENDS
        return (self.first + self.played - ended) % self.variant.seats

    @property
    def turn(self) -> int:
        """The seat on turn; CHANCE deals, draws, and begins the next deal of a match."""
        if self.phase in CHANCES:
            return CHANCE
        if self.phase not in ENDS:
            return self.seat
        return OVER if self.is_decided else CHANCE

    @property
    def is_decided(self) -> bool:
        """True if a match is over: a seat has reached its points, or the last deal has ended."""
        if self.phase not in ENDS:
            return False
        to = self.variant.to
        return self.deals + 1 >= self.variant.most_deals or 0 < to <= max(self.totals)

    @property
    def number(self) -> int:
        """The number of the turn among those of its seat, from 1."""
        return self.played // self.variant.seats + 1

    @property
    def draws(self) -> int:
        """The number of draws of this deal; a seat that begins with a card more does not draw."""
        has_drawn = self.phase == "play"
        return max(0, self.played + has_drawn - (self.variant.starts == "extra"))

    def _aside(self) -> Iterator[int]:
        """Yield the cards of the melds on the table."""
        for meld in self.table:
            yield from map(int, meld.cards)
            yield from (ANY_JOKER,) * wilds_of(meld)

    @property
    def as_turn(self) -> Turn:
        """The turn of the seat that is to draw or to play."""
        return Turn(
            self.variant,
            self.hands[self.seat],
            self.table,
            self.opened[self.seat],
            drawn=self.phase == "play",
            number=self.number,
            highest=self.highest,
            barred=self.barred,
            owed=self.owed,
            owed_jokers=self.owed_jokers,
        )

    def moves(self) -> Collection[RamiMove]:
        """Return the legal moves of the seat on turn, or the possible chance moves.

        Of new melds those are listed that ``solve`` lists; all others that are legal are so, too.
        """
        if self.phase == "play":
            return tuple(self.steps) if self.variant.staged else moves_of(self.as_turn)
        if self.phase == "draw":
            return (STOCK, PILE) if _why_not_pile(self) is None else (STOCK,)
        if self.phase in CHANCES:
            return tuple(CARD_MOVES[card] for card in dict.fromkeys(self.stock))
        return (NEXT,) if self.turn == CHANCE else ()

    @property
    def steps(self) -> Mapping[RamiMove, RamiMove | Melds]:
        """The steps of a staged turn, each with what it makes."""
        return steps_of(self.as_turn, self.chosen)

    @property
    def whole_moves(self) -> Collection[RamiMove]:
        """The moves of the seat on turn, those that its steps may come to where the turn is staged."""
        if self.phase == "play" and self.variant.staged:
            return whole_moves(self.as_turn, self.chosen)
        return self.moves()

    def step_to(self, move: RamiMove) -> RamiMove:
        """Return the move to make now for one of ``whole_moves``: itself unless the turn is staged."""
        if self.phase == "play" and self.variant.staged:
            return step_to(self.as_turn, self.chosen, move)
        return move

    def made_by(self, move: RamiMove) -> RamiMove:
        """Return what a move makes of a turn: a staged one the first melds chosen, or a whole move."""
        if self.phase != "play" or not self.variant.staged or move not in self.steps:
            return move
        step = self.steps[move]
        return RamiMove("open", step) if isinstance(step, tuple) else step

    def by_steps(self, choose: Callable[[RamiState], RamiMove]) -> RamiMove:
        """Return the move of somebody who chooses steps; the turn need not be staged.

        Args:
            choose: returns one of the moves of a state whose turns are staged.

        >>> from suitwise.rummy.rami.game import Rami
        >>> state, _ = Rami(deals=1).start().rolled(seed=1, stream=0)
        >>> str(state.by_steps(lambda staged: staged.moves()[0]))
        'stock'
        """
        if self.variant.staged:
            return choose(self)
        here = replace(self, variant=replace(self.variant, staged=True))
        step = choose(here)
        while here.phase == "play" and isinstance(here.steps[step], tuple):
            here = here.followed_by(step)
            step = choose(here)
        return here.made_by(step)

    def weight(self, move: RamiMove) -> int:
        """Return the number of copies of a chance move's card in the stock."""
        return self.stock.count(move.cards[0]) if move.cards else 1

    def followed_by(self, move: RamiMove) -> RamiState:
        """Return the state after a legal move or a chance move."""
        if move.kind == "next":
            return begun(self.variant, self.totals, self.deals + 1)
        if self.phase in CHANCES:
            return self._after_chance(move.cards[0])
        if move.kind == "stock":
            return self._before_stock_draw()
        if move.kind == "pile":
            return self._after_pile()
        if self.variant.staged:
            step = self.steps[move]
            if isinstance(step, tuple):
                return self._after_choice(step)
            move = step
        if move.kind in ("card", "end"):
            return self._after_turn(move)
        return self._after_laying(move)

    def _after_chance(self, card: int) -> RamiState:
        stock = minus(self.stock, card)
        if self.phase == "turn_up":
            return _change(self, phase="draw", pile=((card, NOBODY),), _stock=stock)
        seat = self.seat
        hands = replaced(self.hands, seat, plus(self.hands[seat], card))
        if self.phase == "stock":
            return _change(self, phase="play", hands=hands, _stock=stock)
        return _change(self, phase=_phase_dealt(self.variant, hands), hands=hands, _stock=stock)

    def _before_stock_draw(self) -> RamiState:
        """Return the state in which chance draws; the pile is turned over if the stock has run out."""
        turned = {} if self.stock else turned_over(self.pile, self.hands, self.known)
        return _change(self, phase="stock", **turned)

    def _after_pile(self) -> RamiState:
        card = self.pile[-1][0]
        turn = self.as_turn.after(PILE, card)
        seat = self.seat
        return _change(
            self._with(turn),
            phase="play",
            pile=self.pile[:-1],
            known=replaced(self.known, seat, plus(self.known[seat], card)),
        )

    def _with(self, turn: Turn) -> RamiState:
        """Return the state with a turn as it stands now; the cards known are not changed."""
        return _change(
            self,
            hands=replaced(self.hands, self.seat, turn.hand),
            opened=replaced(self.opened, self.seat, turn.opened),
            table=turn.table,
            highest=turn.highest,
            barred=turn.barred,
            owed=turn.owed,
            owed_jokers=turn.owed_jokers,
        )

    def _after_choice(self, chosen: Melds) -> RamiState:
        """Return the state with a first meld chosen: all know that the hand holds these cards."""
        cards, known = cards_laid(RamiMove("open", chosen)), self.known[self.seat]
        known = in_order([*known, *without(cards, known)])
        return _change(self, chosen=chosen, known=replaced(self.known, self.seat, known))

    def _after_laying(self, move: RamiMove) -> RamiState:
        seat = self.seat
        known = without(self.known[seat], cards_laid(move))
        known = plus(known, ANY_JOKER) if move.kind == "take" else known
        sec = self.sec
        if move.kind == "open":
            sec = "later" if self.table else "first"
        state = self._with(self.as_turn.after(move))
        return _change(state, known=replaced(self.known, seat, known), sec=sec, chosen=())

    def _after_turn(self, move: RamiMove) -> RamiState:
        """Return the state after a turn: the next one, or the end of the deal."""
        seat, pile = self.seat, self.pile
        hand, known = self.hands[seat], self.known[seat]
        for card in move.cards:
            hand, known, pile = minus(hand, card), minus(known, card), (*pile, (card, seat))
        state = _change(
            self,
            phase="draw",
            hands=replaced(self.hands, seat, hand),
            known=replaced(self.known, seat, known),
            pile=pile,
            barred=-1,
            played=self.played + 1,
        )
        if not hand:
            state = _change(state, phase="out")
            points = zip(self.totals, state.scores(), strict=True)
            return _change(state, totals=tuple(map(sum, points)))
        is_spent = not self.stock and (self.variant.stock == "void" or len(pile) < 2)
        is_over = is_spent or state.draws >= self.variant.draws
        return _change(state, phase="void") if is_over else _change(state, sec="no")

    def scores(self) -> tuple[int, ...]:
        """Return the scores of the deal if it has ended, 0 before and of a void one."""
        if self.phase != "out":
            return (0,) * self.variant.seats
        is_sec, melds_before = self.sec != "no", self.sec == "later"
        return scores(self.hands, self.opened, self.seat, is_sec, melds_before, self.variant)

    def returns(self) -> tuple[float, ...]:
        """Return what each seat has not scored so far: fewer points are better."""
        return tuple(0.0 - total for total in self.totals)

    def parse_move(self, text: str) -> RamiMove:
        """Parse a move, as described in ``rami.rules.moves``."""
        return RamiMove.parse(text)

    def is_shown(self, owner: int) -> bool:
        """Return whether all see a hand: all hands are shown when a seat is out."""
        return self.phase == "out"


_change = changing(RamiState)


def begun(variant: RamiVariant, totals: tuple[int, ...], deals: int) -> RamiState:
    """Return the state before a deal.

    Args:
        variant: the variant.
        totals: the scores of the seats so far.
        deals: the number of earlier deals.
    """
    nothing: tuple[Cards, ...] = ((),) * variant.seats
    closed = (False,) * variant.seats
    return RamiState(variant, "deal", nothing, closed, nothing, totals, deals=deals)


def _phase_dealt(variant: RamiVariant, hands: tuple[Cards, ...]) -> Phase:
    """Return the phase after a card has been dealt."""
    is_extra = variant.starts == "extra"
    if sum(map(len, hands)) < variant.seats * variant.cards + is_extra:
        return "deal"
    return "play" if is_extra else "turn_up"


# --- The reason why a move is illegal -------------------------------------------------------------

_FAULTS: dict[Fault, Phrase] = {
    "draw-first": phrase("rami.draw-first", "a card is drawn first, from the stock or the pile"),
    "drawn-already": phrase("rami.drawn-already", "the seat has its card of this turn"),
    "pile-too-early": phrase(
        "rami.pile-too-early", "the pile is closed in the first turns of each player"
    ),
    "last-card-stock": phrase(
        "rami.last-card-stock", "a seat with one card left draws from the stock"
    ),
    "pile-empty": phrase("rami.pile-empty", "the pile is empty"),
    "open-already": phrase("rami.open-already", "the seat has laid its first melds already"),
    "not-open": phrase("rami.not-open", "the seat has not laid its first melds yet"),
    "no-meld": phrase("rami.no-meld", "a part of it is no meld"),
    "too-many-jokers": phrase("rami.too-many-jokers", "a meld does not hold so many jokers here"),
    "not-held": phrase("rami.not-held", "the hand does not hold these cards"),
    "no-discard-left": phrase("rami.no-discard-left", "no card would be left for the discard"),
    "no-such-meld": phrase("rami.no-such-meld", "the table has no meld of this number"),
    "does-not-fit": phrase("rami.does-not-fit", "it does not fit that meld"),
    "joker-for-a-new-meld": phrase(
        "rami.joker-for-a-new-meld", "a joker taken from the table goes to a new meld"
    ),
    "frees-no-joker": phrase("rami.frees-no-joker", "it frees no joker of that meld"),
    "owed": phrase("rami.owed", "a card taken in this turn has not been laid yet"),
    "just-taken": phrase(
        "rami.just-taken", "it was taken from the pile in this turn and is kept until the next"
    ),
    "joker-last": phrase("rami.joker-last", "a joker is not the last discard"),
    "discard-needed": phrase("rami.discard-needed", "a discard ends the turn"),
}
"""The faults of a move, in words."""


def why_not(state: RamiState, move: RamiMove) -> Refusal | None:
    """Return the rule that forbids a move, or None if it is legal."""
    return refusal(state, move, _why_no_chance_move, lambda state, move: None, _why_not_by_rule)


def _why_no_chance_move(state: RamiState, move: RamiMove) -> Refusal | None:
    if state.phase in ENDS:
        return None if move.kind == "next" else phrase("rami.deal-over", "the deal is over")
    if move.kind != "card":
        if state.phase == "deal":
            return phrase("rami.to-be-dealt", "a card is to be dealt")
        if state.phase == "stock":
            return phrase("rami.to-be-drawn", "a card is to be drawn")
        return phrase("rami.to-be-turned-up", "a card is to be turned up")
    if move.cards[0] not in state.stock:
        card = CardText(Card(move.cards[0]))
        return phrase("rami.not-in-stock", "no {card} is left in the stock", card=card)
    return None


def _why_not_in_form(state: RamiState, move: RamiMove) -> Refusal | None:
    """Return why a move is none of a staged turn, or of one that is not."""
    if state.variant.staged:
        if move.kind == "open" or move.at > 0:
            return phrase(
                "rami.staged",
                "in a staged turn first melds are laid one by one and then done, and cards go to the "
                "first run or set that fits: lay:HTHJHQ, add:HK@run",
            )
    elif move.kind == "done" or move.at < 0:
        return phrase("rami.not-staged", "the turn is not staged: name the melds, as add:HK@1")
    return None


def _why_not_by_rule(state: RamiState, move: RamiMove) -> Refusal | None:
    refused = _why_not_in_form(state, move)
    if refused is not None:
        return refused
    if state.variant.staged and state.phase == "play":
        return None if move in state.steps else _why_no_step(state, move)
    return _why_not_of_turn(state, move)


def _why_no_step(state: RamiState, move: RamiMove) -> Refusal:
    is_plain = move.kind != "done" and not move.at and (move.kind != "lay" or state.as_turn.opened)
    refused = _why_not_of_turn(state, move) if is_plain and not state.chosen else None
    return refused or phrase(
        "rami.no-step", "no step of the turn goes on so: {move}", move=str(move)
    )


def _why_not_of_turn(state: RamiState, move: RamiMove) -> Refusal | None:
    if move.kind == "next":
        return phrase("rami.deal-on", "the deal is not over yet")
    if move.kind == "pile" and state.phase == "draw":
        return _why_not_pile(state)
    turn = state.as_turn
    fault = next(turn.faults(move), None)
    if fault in ("no-pure-run", "opening-short"):
        return _short(turn, move, fault).about(str(move))
    if fault is not None:
        return _FAULTS[fault].about(str(move))
    if move.kind in ("open", "lay", "add", "take") and not can_end(turn.after(move)):
        return phrase(
            "rami.no-way-out", "what is owed could not be laid after it, or no card be discarded"
        ).about(str(move))
    return None


def _short(turn: Turn, move: RamiMove, fault: Fault) -> Phrase:
    """Return what some melds lack to be first melds."""
    melds = [meld for text in move.melds if (meld := meld_of(text)) is not None]
    points = worth_of(melds, turn.house.rules)
    if fault == "no-pure-run":
        return phrase(
            "rami.no-pure-run",
            "{points} of {needed} points: a run without a joker is missing",
            points=points,
            needed=turn.needed,
        )
    return phrase(
        "rami.opening-short",
        "{points} of {needed} points: {lacking} more to open",
        points=points,
        needed=turn.needed,
        lacking=turn.needed - points,
    )


def _why_not_pile(state: RamiState) -> Refusal | None:
    turn, pile = state.as_turn, [card for card, _ in state.pile]
    fault = next(turn.faults(PILE, pile), None)
    if fault is not None:
        return _FAULTS[fault]
    if can_end(turn.after(PILE, pile[-1])):
        return None
    return phrase(
        "rami.pile-unused",
        "{card} could not be laid in this turn",
        card=CardText(Card(pile[-1])),
    )
