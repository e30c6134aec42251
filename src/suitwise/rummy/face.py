"""The common base of the faces of rummy games: typed moves, the log, hands in rows, moves in words.

A face shows a game at a table in a browser. The face of each game adds notes on discards, the moves that
end a deal, and the end of a deal.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, Protocol, TypeAlias

from suitwise.cards import Card, without_words
from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import (
    CardText,
    Phrase,
    Seat,
    one_of,
    phrase,
    quoted,
    reason_of,
)
from suitwise.game import CHANCE
from suitwise.players.face import Face
from suitwise.players.face_values import Ruling, Told
from suitwise.rummy.rules.melds import Meld, Run
from suitwise.rummy.rules.rules import RANK_TEXT, card_of
from suitwise.sight import card_texts

_WITH_A_CARD = ("discard", "throw", "play", "knock", "gin", "declare", "show")
"""Words after which a card may be named, in English."""
_JOKER = r"[jrb]j|jk|(?:(?:big|red|small|little|black) )?joker|\*|[大小]?[王鬼]|[🃏🂿🃟]"
"""A joker as people write it; in rummy its colour is ignored."""
CARD_TYPED = rf"(?:(?:10|[2-9tjqka]) ?[shdc♠♥♦♣]|[shdc♠♥♦♣] ?(?:10|[2-9tjqka])|{_JOKER})"
_NAMED_CARD = re.compile(
    rf"(?:({'|'.join(_WITH_A_CARD)}|弃|打|敲|敲牌|和|和牌)(?: (?:with|on))?[: ]*)?({CARD_TYPED})"
)
_DRAW_OF_CARD = re.compile(rf"(?:take|draw|pick(?: up)?|拿|拿起|摸)[: ]*({CARD_TYPED})")
"""A draw from the pile that names its card."""
_SIGNS = str.maketrans("♠♥♦♣", "SHDC")
_WORDS = {
    "draw": "stock",
    "draw from the stock": "stock",
    "take": "pile",
    "take it": "pile",
    "upcard": "pile",
    "leave": "pass",
    "fold": "drop",
    "big gin": "big",
    "摸": "stock",
    "摸牌": "stock",
    "拿": "pile",
    "拿牌": "pile",
    "不拿": "pass",
    "弃权": "drop",
    "大金": "big",
}
"""Other words for moves without a card."""
_SHOWING = ("knock", "gin", "declare", "show", "敲", "敲牌", "和", "和牌")
"""Words for laying the hand down."""


class RummyFace(Face):
    """Shows a rummy game at a table in a browser.

    >>> from suitwise.game import load
    >>> from suitwise.rummy.gin.face import GinFace
    >>> state, _ = load("gin").start().rolled(3, 0)
    >>> print(GinFace(load("gin")).ruling(state, state.turn, "Take").move)
    pile
    """

    kind: ClassVar[str] = "rummy"
    has_view: ClassVar[bool] = False
    shows_cards: ClassVar[bool] = True
    size: ClassVar[tuple[int, int]] = 84, 18
    shows: ClassVar[str]
    """The word of the move that lays the hand down: ``knock`` or ``declare``."""

    unread: ClassVar[str]
    """The code of the game's message that a text is not a move."""

    # --- Defined by each game ---------------------------------------------------------------------

    def unread_as(self, text: str) -> Phrase:
        """Return a message that a quoted text is not a move, with examples of typed moves."""
        raise NotImplementedError

    def kept(self, state: Any, card: int) -> int:
        """Return the points of the hand on turn without a card."""
        raise NotImplementedError

    def may_show(self, state: Any, card: int) -> bool:
        """Return whether the hand of the seat on turn can be laid down without a card."""
        raise NotImplementedError

    def discards(self, state: Any) -> Iterable[int]:
        """Return the cards that the seat on turn may discard."""
        raise NotImplementedError

    def least(self, state: Any) -> tuple[int, tuple[int, ...]]:
        """Return the fewest points that a discard can leave, and all discards that leave them."""
        points = {card: self.kept(state, card) for card in self.discards(state)}
        least = min(points.values())
        return least, tuple(card for card, left in points.items() if left == least)

    def of_card(self, state: Any, card: int) -> Phrase:
        """Return the points that a discard leaves, in words."""
        raise NotImplementedError

    def ended(self, state: Any) -> Iterator[Told]:
        """Yield the lines of the end of a deal; nothing if the deal goes on."""
        raise NotImplementedError

    def choices(self, state: Any) -> dict[str, Any]:
        """Return for each discard the points that it leaves, and whether it lays the hand down."""
        if state.phase != "discard":
            return {"discards": {}}
        return {
            "discards": {
                str(Card(card)): {
                    "left": self.kept(state, card),
                    "shows": self.may_show(state, card),
                }
                for card in self.discards(state)
            }
        }

    @staticmethod
    def help_on_draws() -> Phrase:
        """Return the line on drawing a card."""
        return phrase(
            "rummy.help.draw", "stock, pile  draw from the stock, or take the top of the pile"
        )

    # --- Rulings ----------------------------------------------------------------------------------

    def parse(self, state: Any, text: str) -> Any:
        """Parse a move as people type it: ``draw``, ``take the HK``, ``knock ♥7``, ``ten of spades``.

        Raises:
            NotationError: the text is not a move of the game, or takes a card that is not on top of the
                pile.
        """
        plain = without_words(text).strip()
        typed = " ".join(plain.lower().split())
        draw = _DRAW_OF_CARD.fullmatch(typed)
        if draw is not None:
            return self._from_pile(state, card_as_typed(draw[1]))
        named = _NAMED_CARD.fullmatch(typed)
        if named is None:
            return self._parse_other(state, typed, plain, text.strip())
        prefix = f"{self.shows}:" if named[1] in _SHOWING else ""
        return state.parse_move(prefix + card_as_typed(named[2]))

    def _from_pile(self, state: Any, card: str) -> Any:
        """Return the move that takes a named card from the pile; it must lie on top."""
        top = Card(state.pile[-1][0]) if state.pile else None
        if top is not None and top != state.parse_move(card).card:
            raise NotationError(
                phrase(
                    "rummy.not-on-top",
                    "{top} is on top of the pile, not {card}",
                    top=CardText(top),
                    card=CardText(Card(card)),
                )
            )
        return state.parse_move("pile")

    def _parse_other(self, state: Any, typed: str, plain: str, text: str) -> Any:
        """Parse any other text as a move, or raise an error that says what could be typed."""
        if typed in _WITH_A_CARD:
            raise NotationError(
                phrase("rummy.name-card", "name the card, too: {word} H7", word=typed)
            )
        cards = re.findall(CARD_TYPED, typed)
        if len(cards) > 1 and not re.sub(f"{CARD_TYPED}|[ ,]", "", typed):
            raise NotationError(
                phrase("rummy.one-card", "one card is discarded, not {n}", n=len(cards))
            )
        try:
            return state.parse_move(_WORDS.get(typed, typed if typed.isalpha() else plain))
        except NotationError as error:
            if reason_of(error).code != self.unread:
                raise
            raise NotationError(self.unread_as(quoted(text))) from None

    def ruled(self, state: Any, chosen: str, move: Any, reason: Phrase | None) -> Ruling:
        """Return the ruling on a chosen move; for a discard with the points that it leaves."""
        ruling = super().ruled(state, chosen, move, reason)
        if state.phase != "discard":
            return ruling
        if ruling.legal and move.kind == "card":
            return ruling._replace(note=self.of_card(state, move.card))
        return ruling if ruling.legal else ruling._replace(meets=self._best_moves(state))

    def _best_moves(self, state: Any) -> tuple[str, ...]:
        """Return the best moves: laying down the hand if possible, and the best discards."""
        _, best = self.least(state)
        showing = (f"{self.shows}:{Card(card)}" for card in best if self.may_show(state, card))
        return (*showing, *(str(Card(card)) for card in best))

    # --- The log ----------------------------------------------------------------------------------

    def told(self, before: Any, move: Any, after: Any) -> Iterator[Told]:
        """Yield the story of a move; only the seat that draws a card is told which one it is."""
        if before.turn == CHANCE:
            yield from self._told_chance(before, move, after)
        else:
            # The chance move that follows tells the seat which card it draws.
            but = before.turn if move.kind == "stock" else None
            yield Told(self.done(before, move), seat=before.turn, but=but)
        yield from self.ended(after)

    def done(self, state: Any, move: Any) -> Phrase:
        """Return a move of the seat on turn in words that everybody may read."""
        return _deed_for_log(state, move)

    def _told_chance(self, before: Any, move: Any, after: Any) -> Iterator[Told]:
        if before.phase == "stock":
            seat, card = before.seat, CardText(move)
            line = phrase("rummy.told.drawn", "you draw {card}", card=card)
            yield Told(line, to=frozenset({seat}), seat=seat)
        elif after.pile and not before.pile:
            card = CardText(move)
            yield Told(phrase("rummy.told.dealt", "all have their cards; {card} is up", card=card))


def any_card_of(cards: Iterable[int]) -> str:
    """Return a choice of cards in words.

    >>> print(any_card_of([Card("H7"), Card("S2")]))
    H7 or S2
    """
    return one_of(CardText(Card(card)) for card in cards)


def card_as_typed(text: str) -> str:
    """Return a card that people write in lower case in canonical spelling.

    >>> card_as_typed("10♥"), card_as_typed("h10"), card_as_typed("joker")
    ('HT', 'HT', 'JK')
    """
    if re.fullmatch(_JOKER, text):
        return "JK"
    word = text.upper().replace(" ", "").translate(_SIGNS).replace("10", "T")
    return word if word[0] in "SHDC" else word[::-1]


def _deed_for_log(state: Any, move: Any) -> Phrase:
    """Return a move in words, for everybody."""
    seat = Seat(state.turn)
    if move.kind == "stock":
        return phrase("rummy.told.stock", "{seat} draws from the stock", seat=seat)
    if move.kind == "pile":
        top = CardText(Card(state.pile[-1][0]))
        return phrase("rummy.told.pile", "{seat} takes {card}", seat=seat, card=top)
    if move.kind == "pass":
        top = CardText(Card(state.pile[-1][0]))
        return phrase("rummy.told.pass", "{seat} leaves {card}", seat=seat, card=top)
    if move.kind == "drop":
        return phrase("rummy.told.drop", "{seat} drops", seat=seat)
    if move.kind == "big":
        return phrase("rummy.told.big", "{seat} shows big gin", seat=seat)
    if move.kind == "show":
        laid = CardText(" ".join(str(Card(card)) for card, _ in move.layoffs))
        if laid:
            return phrase("rummy.told.layoff", "{seat} lays off {cards}", seat=seat, cards=laid)
        return phrase("rummy.told.show", "{seat} lays nothing off", seat=seat)
    card = CardText(Card(move.card))
    if move.kind == "knock":
        return phrase("rummy.told.knock", "{seat} knocks with {card}", seat=seat, card=card)
    if move.kind == "declare":
        return phrase("rummy.told.declare", "{seat} declares with {card}", seat=seat, card=card)
    return phrase("rummy.told.discard", "{seat} discards {card}", seat=seat, card=card)


# --- Hands in rows --------------------------------------------------------------------------------
#
# A row is a group of cards, ready for JSON:
#
# ======  ==========================================================================================
# key     meaning
# ======  ==========================================================================================
# key     its name in the page
# kind    ``run``, ``pure``, ``set``, ``off`` for cards laid off, or ``left`` for those in no meld
# name    its name in words
# cards   its cards
# stands  for each card the one that it stands for as a wild card; None if it is no wild card
# points  only in the row of cards in no meld: the points of the hand
# values  only in that row: the points of each of its cards
# needs   only in that row: the missing requirement, without which all cards count; None if there is none
# ======  ==========================================================================================

Row: TypeAlias = dict[str, Any]


def meld_rows(
    melds: Iterable[Meld],
    cards: Iterable[int] = (),
    left: Iterable[int] = (),
    *,
    pure: bool = False,
) -> list[Row]:
    """Return a row for each meld.

    Args:
        melds: the melds.
        cards: the hand, needed if the melds have wild cards that stand for others.
        left: the cards of the hand that are in no meld.
        pure: whether runs without a card that stands for another are named pure.

    >>> from suitwise.cards import parse_cards
    >>> from suitwise.rummy.solve.arrangement import arrange
    >>> from suitwise.rummy.rules.hand import Hand
    >>> from suitwise.rummy.rules.rules import INDIAN13
    >>> cards = parse_cards("S7 S8 JK H3 H4 H5 DK")
    >>> best = arrange(Hand.of(cards, INDIAN13))
    >>> for row in meld_rows(best.melds, best.hand.cards, best.left, pure=True):
    ...     print(row["name"], row["cards"], row["stands"])
    run ['S7', 'S8', 'JK'] [None, None, 'S9']
    pure run ['H3', 'H4', 'H5'] [None, None, None]
    """
    melds = list(melds)
    natural: Counter[int] = Counter(card for meld in melds for card in meld.cards)
    wilds = iter(sorted((Counter(cards) - Counter(left) - natural).elements()))
    return [_meld_row(number, meld, wilds, pure) for number, meld in enumerate(melds)]


def _meld_row(number: int, meld: Meld, wilds: Iterator[int], pure: bool) -> Row:
    kind = "set" if not isinstance(meld, Run) else "pure" if pure and meld.is_pure else "run"
    cards, stands = [], []
    for card, stands_for in _cards_in_order(meld):
        cards.append(str(Card(next(wilds) if stands_for else card)))
        stands.append(stands_for)
    return row(f"meld-{number}", kind, _NAMES[kind], cards) | {"stands": stands}


def _cards_in_order(meld: Meld) -> Iterator[tuple[int, str | None]]:
    """Yield each card of a meld, and for a wild card the text of the card that it stands for."""
    if isinstance(meld, Run):
        for rank in meld.ranks:
            card = card_of(meld.suit, rank)
            yield card, str(Card(card)) if rank in meld.wilds else None
    else:
        yield from ((card, None) for card in meld.cards)
        yield from [(-1, RANK_TEXT[meld.rank - 1])] * meld.wilds


def row(key: str, kind: str, name: Phrase, cards: list[str]) -> Row:
    """Return a row of cards that all stand for themselves."""
    return {
        "key": key,
        "kind": kind,
        "name": name,
        "cards": cards,
        "stands": [None] * len(cards),
    }


def left_row(
    name: Phrase,
    cards: Iterable[int],
    points: int,
    worth: Callable[[int], int],
    needs: Phrase | None = None,
) -> Row:
    """Return the row of the cards that are in no meld.

    Args:
        name: its name in words.
        cards: the cards.
        points: the points of the hand.
        worth: returns the points of a card.
        needs: the missing requirement, if there is one, without which all cards of the hand count.

    >>> from suitwise.foundation.text.phrases import phrase
    >>> row = left_row(phrase("any.count", "{n} cards", n=1), [Card("DK")], 10, lambda card: 10)
    >>> row["cards"], row["points"], row["values"]
    (['DK'], 10, [10])
    """
    cards = [*cards]
    counted = {"points": points, "values": [worth(card) for card in cards], "needs": needs}
    return row("left", "left", name, card_texts(cards)) | counted


_NAMES = {
    "run": phrase("rummy.row.run", "run"),
    "pure": phrase("rummy.row.pure", "pure run"),
    "set": phrase("rummy.row.set", "set"),
}


# --- Moves in words for reviews -------------------------------------------------------------------


class RummyMove(Protocol):
    """A move of gin or of Indian rummy."""

    @property
    def kind(self) -> str:
        """The kind of move."""

    @property
    def card(self) -> int:
        """The card that it names, else -1."""


def deed(move: RummyMove, top: int) -> tuple[Phrase, Phrase]:
    """Return a move in words, as done (``takes S9``) and as possible (``taking S9``).

    Args:
        move: the move.
        top: the card on top of the pile; -1 if there is none.

    >>> from suitwise.rummy.gin.rules.moves import GinMove
    >>> deed(GinMove("pile"), Card("S9"))
    ('takes S9', 'taking S9')
    """
    card = move.card if move.card >= 0 else top
    return _DEEDS[move.kind](CardText(Card(card) if card >= 0 else ""))


_DEEDS: dict[str, Callable[[CardText], tuple[Phrase, Phrase]]] = {
    "stock": lambda _: (
        phrase("rummy.did.stock", "draws from the stock"),
        phrase("rummy.doing.stock", "drawing from the stock"),
    ),
    "pile": lambda card: (
        phrase("rummy.did.pile", "takes {card}", card=card),
        phrase("rummy.doing.pile", "taking {card}", card=card),
    ),
    "pass": lambda card: (
        phrase("rummy.did.pass", "leaves {card}", card=card),
        phrase("rummy.doing.pass", "leaving {card}", card=card),
    ),
    "drop": lambda _: (
        phrase("rummy.did.drop", "drops"),
        phrase("rummy.doing.drop", "dropping"),
    ),
    "card": lambda card: (
        phrase("rummy.did.card", "discards {card}", card=card),
        phrase("rummy.doing.card", "discarding {card}", card=card),
    ),
    "knock": lambda card: (
        phrase("rummy.did.knock", "knocks with {card}", card=card),
        phrase("rummy.doing.knock", "knocking with {card}", card=card),
    ),
    "big": lambda _: (
        phrase("rummy.did.big", "shows big gin"),
        phrase("rummy.doing.big", "showing big gin"),
    ),
    "show": lambda _: (
        phrase("rummy.did.show", "shows melds and lay-offs"),
        phrase("rummy.doing.show", "showing melds and lay-offs"),
    ),
    "declare": lambda card: (
        phrase("rummy.did.declare", "declares with {card}", card=card),
        phrase("rummy.doing.declare", "declaring with {card}", card=card),
    ),
}


def turn_named(number: int) -> Phrase:
    """Return the name of a turn of a deal.

    >>> turn_named(3)
    'turn 3'
    """
    return phrase("rummy.place.turn", "turn {n}", n=number)


# --- Reasons of reviews that rummy games share ----------------------------------------------------


_WORTH_SAYING = 3
"""The least difference in points that is mentioned as the reason for a better discard."""


def hand_left(kept: int, best: int, other: int) -> Iterator[Phrase]:
    """Yield the points of the hand after a discard and after a better one, if that is clearly less.

    >>> print(*hand_left(24, Card("HK"), 17), *hand_left(19, Card("HK"), 17))
    the hand then counts 24, and 17 without HK
    """
    if kept - other < _WORTH_SAYING:
        return
    yield phrase(
        "rummy.reason.leaves",
        "the hand then counts {n}, and {other} without {card}",
        n=kept,
        card=CardText(Card(best)),
        other=other,
    )


def breaks_meld() -> Phrase:
    """Return a sentence that a discard breaks a meld.

    >>> print(breaks_meld())
    it breaks a meld
    """
    return phrase("rummy.reason.breaks-meld", "it breaks a meld")


def top_gained(top: int, now: int, kept: int) -> Phrase:
    """Return a sentence about the use of the pile's top for a hand.

    Args:
        top: the top of the pile.
        now: the points of the hand.
        kept: its points with the card after the best discard.

    >>> print(top_gained(Card("HK"), 30, 12), top_gained(Card("HK"), 30, 30), sep="; ")
    with HK the hand counts 12, not 30; HK doesn't lower what the hand counts, 30
    """
    values = {"card": CardText(Card(top)), "now": now}
    if kept < now:
        return phrase(
            "rummy.reason.top-lowers",
            "with {card} the hand counts {kept}, not {now}",
            kept=kept,
            **values,
        )
    return phrase(
        "rummy.reason.top-idle", "{card} doesn't lower what the hand counts, {now}", **values
    )
