"""How gin rummy is shown and explained at a table in a browser: hands, moves, the end of a deal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from suitwise.cards import Card, without_words
from suitwise.foundation.text.phrases import CardText, Drawing, Phrase, Say, Seat, phrase
from suitwise.game import CHANCE, OVER
from suitwise.players.face_values import Ruling, Told, Verdict, ended
from suitwise.rummy.face import (
    CARD_TYPED,
    Row,
    RummyFace,
    any_card_of,
    card_as_typed,
    left_row,
    meld_rows,
    row,
)
from suitwise.rummy.gin.rules.deadwood import (
    BITS,
    bits_of,
    cards_of,
    gin_deadwood,
    hand_text,
    is_melded,
    points_of,
)
from suitwise.rummy.gin.rules.house import PLAIN_ACES
from suitwise.rummy.gin.rules.moves import GinMove, parse_card, spread_text
from suitwise.rummy.gin.rules.showdown import (
    Layoffs,
    Showdown,
    best_spread,
    may_knock,
    melds_of,
    spread_of,
)
from suitwise.rummy.gin.sheet import finals
from suitwise.rummy.gin.state import GinState
from suitwise.rummy.rules.cards import card_named
from suitwise.rummy.rules.melds import Meld, melds_text
from suitwise.sight import card_texts

# --- The end of a deal ----------------------------------------------------------------------------


def over(state: GinState) -> dict[str, Any] | None:
    """Return what the table shows at the end of a deal, with the ``hands`` in rows; None before.

    At the end of a match of several columns it has the ``finals`` of each.
    """
    if not state.is_dealt_out:
        return None
    is_match = state.turn == OVER
    following = None if is_match else _next(state)
    said = lines(state, is_drawn=True)
    end = ended(result(state), said, following=following, is_match=is_match)
    drawn = {"finals": [finals(state.variant, one) for one in state.sheet]}
    return end | {"hands": open_hands(state)} | (drawn if is_match and state.more else {})


def result(state: GinState) -> Phrase:
    """Return the outcome of a deal in one sentence."""
    showdown = state.showdown
    if showdown is None:
        if state.idle == state.variant.idle:
            return phrase(
                "gin.over.idle", "no card of the stock in {n} turns: nobody scores", n=state.idle
            )
        return phrase("gin.over.wall", "the stock has run out: nobody scores")
    knocker, other = Seat(showdown.knocker), Seat(1 - showdown.knocker)
    points = showdown.score[1]
    if showdown.is_void:
        return phrase(
            "gin.over.void",
            "{seat} has gin, and {other} keeps nothing: nobody scores",
            seat=knocker,
            other=other,
        )
    if showdown.kept == 0:
        return _gin_result(state, showdown)
    if showdown.score[0] == showdown.knocker:
        return phrase(
            "gin.over.knock",
            "{seat} knocked with {kept}, {other} keeps {left}: {seat} scores {points}",
            seat=knocker,
            other=other,
            kept=showdown.kept,
            left=showdown.left,
            points=points,
        )
    return phrase(
        "gin.over.undercut",
        "{other} undercuts: {left} against the {kept} of {seat}, and {bonus} more; {other} scores "
        "{points}",
        seat=knocker,
        other=other,
        kept=showdown.kept,
        left=showdown.left,
        bonus=showdown.house.undercut,
        points=points,
    )


def left_and_bonus(showdown: Showdown) -> int:
    """Return what a deal won by gin counts before it is doubled."""
    return showdown.left + showdown.bonus


def _gin_result(state: GinState, showdown: Showdown) -> Phrase:
    seat, other = Seat(showdown.knocker), Seat(1 - showdown.knocker)
    left, bonus, points = showdown.left, showdown.bonus, left_and_bonus(showdown)
    if state.phase == "big":
        return phrase(
            "gin.over.big",
            "{seat} has big gin, {other} keeps {left}: {left} and {bonus} make {points}",
            seat=seat,
            other=other,
            left=left,
            bonus=bonus,
            points=points,
        )
    return phrase(
        "gin.over.gin",
        "{seat} has gin, {other} keeps {left}: {left} and {bonus} make {points}",
        seat=seat,
        other=other,
        left=left,
        bonus=bonus,
        points=points,
    )


def verdict(state: GinState, seat: int | None) -> Verdict:
    """Return whether a seat has won a deal or the match, by how much, and the score of a match."""
    if state.variant.to and state.is_decided:
        return _of_match(state, seat)
    showdown = state.showdown
    if showdown is None or showdown.is_void:
        return Verdict(None, phrase("gin.verdict.nobody", "nobody scores"))
    winner, points = showdown.score
    shown = winner if seat is None else seat
    by: str | Phrase = f"{points}"
    if state.variant.to:
        own, other = state.totals[shown], state.totals[1 - shown]
        by = phrase("gin.verdict.stands", "{by}, {own} to {other}", by=by, own=own, other=other)
    if seat is None:
        return Verdict(
            None, phrase("gin.verdict.wins", "{who} wins: +{by}", who=Seat(winner), by=by)
        )
    if seat == winner:
        return Verdict(True, phrase("gin.verdict.won", "you win: +{by}", by=by))
    return Verdict(False, phrase("gin.verdict.lost", "lost by {by}", by=by))


def _of_match(state: GinState, seat: int | None) -> Verdict:
    first, second = state.returns()
    if first == second:
        return Verdict(None, phrase("any.nobody-wins", "nobody wins"))
    winner, by = int(first < second), f"{abs(first):g}"
    if seat is None:
        return Verdict(None, _match_won(winner, by))
    if seat == winner:
        return Verdict(True, phrase("gin.verdict.match", "you win the match by {by}", by=by))
    return Verdict(False, phrase("gin.verdict.match-lost", "you lose the match by {by}", by=by))


def _match_won(winner: int, by: str) -> Phrase:
    return phrase(
        "gin.over.won",
        "{seat} wins the match by {n} points, bonuses counted",
        seat=Seat(winner),
        n=by,
    )


def lines(state: GinState, *, is_drawn: bool = False) -> list[Phrase]:
    """Return the cards laid off, the score of a match, and its winner, a sentence each.

    Args:
        state: the state.
        is_drawn: whether a sheet of several columns is drawn beside them, and left out here.
    """
    sentences = []
    showdown = state.showdown
    if showdown is not None and showdown.laid_off:
        sentences.append(
            phrase(
                "gin.over.laid-off",
                "{seat} laid off {cards}",
                seat=Seat(1 - showdown.knocker),
                cards=CardText(hand_text(showdown.laid_off)),
            )
        )
    if showdown is not None and showdown.has_spade and not showdown.is_void:
        sentences += _doubled(showdown)
    if state.variant.to and state.more:
        sentences += [] if is_drawn else _sheet(state)
    elif state.variant.to:
        first, second = state.totals
        sentences.append(
            phrase(
                "gin.over.score",
                "points: {one} {first}, {other} {second}; the match goes to {to}",
                one=Seat(0),
                other=Seat(1),
                first=first,
                second=second,
                to=state.variant.to,
            )
        )
    if state.is_decided:
        ahead = state.returns()
        if ahead[0] == ahead[1]:
            return [
                *sentences,
                phrase("gin.over.drawn", "the match ends in a draw after its last deal"),
            ]
        winner = 0 if ahead[0] > ahead[1] else 1
        sentences.append(_match_won(winner, f"{ahead[winner]:g}"))
    return sentences


def _doubled(showdown: Showdown) -> Iterator[Phrase]:
    """Yield what a spade that was turned up doubles."""
    if showdown.house.spades > 1:
        yield phrase(
            "gin.over.spade",
            "a spade was turned up: the deal counts twice, {points}",
            points=showdown.score[1],
        )
    if showdown.house.spade_boxes > 1:
        yield phrase("gin.over.spade-boxes", "a spade was turned up: its boxes count twice")


def _sheet(state: GinState) -> Iterator[Phrase]:
    """Yield the points in each column of a score sheet."""
    for number, column in enumerate(state.sheet, 1):
        first, second = column.points
        yield phrase(
            "gin.over.column",
            "column {n}: {one} {first}, {other} {second}; each goes to {to}",
            n=number,
            one=Seat(0),
            other=Seat(1),
            first=first,
            second=second,
            to=state.variant.to,
        )


def _next(state: GinState) -> Phrase:
    return phrase("gin.over.next", "{seat} deals next", seat=Seat(state.next_dealer))


def open_hands(state: GinState) -> list[dict[str, Any]]:
    """Return both hands after a knock in rows, the knocker's first; none of a void deal."""
    showdown = state.showdown
    if showdown is None:
        return []
    return [
        {"seat": seat, "rows": _rows(showdown, seat)}
        for seat in (showdown.knocker, 1 - showdown.knocker)
    ]


def _rows(showdown: Showdown, seat: int) -> list[Row]:
    hand, aces = showdown.hands[seat], showdown.house.aces
    if seat == showdown.knocker:
        return arranged(hand, showdown.spread, aces)
    layoff = showdown.laid_off
    rows = arranged(hand & ~layoff, showdown.own_spread, aces)
    if not layoff:
        return rows
    name = phrase("gin.row.off", "laid off")
    return [*rows[:-1], row("off", "off", name, card_texts(cards_of(layoff))), rows[-1]]


def arranged(hand: int, spread: tuple[int, int], aces: int = PLAIN_ACES) -> list[Row]:
    """Return a hand in rows: the melds of a spread, and the deadwood."""
    left = hand & ~(spread[0] | spread[1])
    points = points_of(left, aces)
    name = phrase("gin.deadwood", "deadwood: {n}", n=points)
    rest = left_row(name, cards_of(left), points, lambda card: points_of(BITS[card], aces))
    return [*meld_rows(melds_of(*spread)), rest]


def _knocked(state: GinState, layoffs: Layoffs) -> list[Row]:
    """Return the knocker's melds in rows, with the cards that are laid off on them."""
    melds: list[Meld] = []
    for number, meld in enumerate(melds_of(*state.spread), 1):
        laid = bits_of(card for card, at in layoffs if at == number)
        sets, runs = spread_of([meld])
        melds += melds_of(sets and sets | laid, runs and runs | laid)
    return meld_rows(melds)


# --- The face -------------------------------------------------------------------------------------

_LAID_OFF = re.compile(
    rf"(?:(?:lay )?off|贴牌?)?[: ]*(?:((?:{CARD_TYPED}[ ,]*)+)|(nothing|不贴)|show|best)"
)
"""What a defender lays off, as people type it: cards, nothing, or the best."""


class GinFace(RummyFace):
    """Shows gin rummy at a table.

    >>> from suitwise.rummy.gin.game import Gin
    >>> state, _ = Gin().start().rolled(3, 0)
    >>> face = GinFace(Gin())
    >>> for row in face.rows(state, 0):
    ...     print(row["name"], *row["cards"])
    deadwood: 61 S7 SQ HA H4 D8 D9 C2 C4 C6 CJ
    """

    shows: ClassVar[str] = "knock"
    unread: ClassVar[str] = "gin.no-move"

    def unread_as(self, text: str) -> Phrase:
        """Return the message that a text is not a move, and how to type moves."""
        return phrase(
            "gin.unread",
            "no move is called {text}: type draw, take, pass, a card as H7, knock H7, or big (gin)",
            text=text,
        )

    def headline(self, state: GinState) -> Phrase:
        """Return the most deadwood to knock with, in words."""
        return phrase("gin.head", "knock with {n} or less", n=state.most_to_knock)

    def rows(self, state: GinState, seat: int) -> list[dict[str, Any]]:
        """Return a seat's hand in rows, its best melds first and then the deadwood."""
        hand, aces = state.hands[seat], state.variant.aces
        return arranged(hand, best_spread(hand, aces), aces)

    def task(self, state: GinState) -> Phrase:
        """Return the task of the seat on turn, in words."""
        if state.phase == "discard":
            return self._to_discard(state)
        if state.phase == "show":
            return self._to_show(state)
        top = card_named(state.pile[-1][0])
        if state.phase == "draw":
            return phrase(
                "gin.ask.draw", "draw from the stock, or take {card} from the pile", card=top
            )
        return phrase("gin.ask.upcard", "take {card}, or pass", card=top)

    def laid(self, state: GinState, table: dict[str, Any]) -> dict[str, Any]:
        """Return the part ``table``; while a defender may lay off, with the melds ``laid`` for it."""
        return {**table, "laid": _knocked(state, ()) if state.phase == "show" else None}

    def _to_show(self, state: GinState) -> Phrase:
        if not any(state.spread):
            return phrase("gin.ask.show-no-melds", "no melds lie there to lay off on")
        melds = CardText(melds_text(melds_of(*state.spread)))
        best = [Card(card) for card, _ in state.best_show.layoffs]
        if not best:
            return phrase(
                "gin.ask.show-none", "no card is worth laying off on {melds}", melds=melds
            )
        return phrase(
            "gin.ask.show",
            "choose the cards to lay off on {melds}: {cards} is best",
            melds=melds,
            cards=CardText(" ".join(map(str, best))),
        )

    def _to_discard(self, state: GinState) -> Phrase:
        if state.variant.big and is_melded(state.hands[state.seat], state.variant.aces):
            return phrase("gin.ask.big", "all eleven cards meld: show big gin")
        deadwood, best = self.least(state)
        card = any_card_of(best)
        if deadwood == 0:
            return phrase("gin.ask.gin", "you have gin: discard {card} and knock", card=card)
        if self.may_show(state, best[0]):
            return phrase(
                "gin.ask.knock",
                "discard {card} and knock with {kept} now, or just discard",
                card=card,
                kept=deadwood,
            )
        return phrase(
            "gin.ask.discard",
            "discard a card: {card} leaves the least deadwood, {kept}",
            card=card,
            kept=deadwood,
        )

    def noted(self, state: GinState, seat: int) -> Phrase | None:
        """Return the cards that everybody knows a seat to hold."""
        if not state.known[seat] or state.showdown is not None:
            return None
        return phrase("rummy.holds", "holds {cards}", cards=CardText(hand_text(state.known[seat])))

    def score(self, state: GinState) -> Phrase:
        """Return the points, and in a match the deals won."""
        (first, second), (won, lost) = state.totals, state.boxes
        if state.more:
            score, *others = _sheet(state)
            for other in others:
                score = phrase("any.then", "{first}; {second}", first=score, second=other)
            return score
        points = phrase(
            "gin.score",
            "points: {one} {first}, {other} {second}",
            one=Seat(0),
            other=Seat(1),
            first=first,
            second=second,
        )
        if not state.variant.to:
            return points
        return phrase(
            "gin.score-match",
            "{points}; deals won {first} and {second}; the match goes to {to}",
            points=points,
            first=won,
            second=lost,
            to=state.variant.to,
        )

    def notation(self) -> Iterator[Phrase]:
        """Yield how cards are written, and when a deal ends without a knock."""
        yield from super().notation()
        yield phrase(
            "gin.told.notation",
            "The card just taken from the pile may not be discarded. With two cards left in the stock "
            "after a discard the deal is void.",
        )

    def help(self) -> Iterator[Phrase]:
        """Yield a line for each kind of move."""
        yield self.help_on_draws()
        yield phrase("gin.help.pass", "pass         leave the upcard")
        yield phrase("gin.help.card", "H7           discard a card")
        yield phrase(
            "gin.help.knock",
            "knock:H7     discard it and knock; big shows eleven cards that all meld",
        )
        if self.game.layoff == "ask":  # type: ignore[attr-defined]
            yield phrase("gin.help.show", "off H6 H7    lay cards off; show lays the best off")

    def over(self, state: GinState) -> dict[str, Any] | None:
        """Return what the table shows at the end of a deal, None before."""
        return over(state)

    def why_trick(
        self, state: GinState, number: int | None, seat: int | None
    ) -> tuple[list[Phrase], Drawing | None]:
        """Return the arrangement of a seat's hand, and the rule for a knock."""
        game = state.variant
        rule = phrase(
            "gin.why.knock",
            "you may knock with {most} points of deadwood or less; a defender with as little or "
            "less undercuts and scores {bonus} extra; gin scores {gin} extra and can't be undercut",
            most=state.most_to_knock,
            bonus=game.undercut,
            gin=game.gin,
        )
        if seat is None:
            return [rule], None
        return [_arrangement(state.hands[seat], game.aces), rule], None

    def ending(self, state: GinState, seat: int, say: Say = str) -> Iterator[str]:
        """Yield lines on the end of a deal or game; a sheet of several columns is told, not drawn."""
        yield from super().ending(state, seat, say)
        if state.is_dealt_out and state.more:
            yield from map(say, _sheet(state))

    # --- Lay-offs ---------------------------------------------------------------------------------

    def parse(self, state: GinState, text: str) -> GinMove:
        """Parse a move as people type it; of a defender that is asked, the cards that are laid off.

        Raises:
            NotationError: the text is not a move of the game, or a card fits no meld.
        """
        typed = None
        if state.phase == "show":
            typed = _LAID_OFF.fullmatch(" ".join(without_words(text).lower().split()))
        if typed is None:
            move: GinMove = super().parse(state, text)
            return move
        if not (typed[1] or typed[2]):
            return state.best_show
        cards = re.findall(CARD_TYPED, typed[1] or "")
        return state.showing(bits_of(parse_card(card_as_typed(card)) for card in cards))

    def choices(self, state: GinState) -> dict[str, Any]:
        """Return what each discard leaves; of a defender that is asked, the cards best laid ``off``."""
        off = state.best_show.layoffs if state.phase == "show" else ()
        return super().choices(state) | {"off": "".join(str(Card(card)) for card, _ in off)}

    def ruled(
        self, state: GinState, chosen: str, move: GinMove | None, reason: Phrase | None
    ) -> Ruling:
        """Return the ruling on a choice; of lay-offs with what is left, and the melds with them."""
        ruling = super().ruled(state, chosen, move, reason)
        if not ruling.legal or move is None or move.kind != "show":
            return ruling
        showdown = state.followed_by(move).showdown
        assert showdown is not None
        rows = _knocked(state, move.layoffs)
        note = phrase("gin.note.show", "that leaves you {left} of deadwood", left=showdown.left)
        return ruling._replace(note=note, draft={"rows": rows, "left": showdown.left})

    # --- Discards ---------------------------------------------------------------------------------

    def discards(self, state: GinState) -> tuple[int, ...]:
        """Return the cards that the seat on turn may discard."""
        return tuple(cards_of(state.free))

    def kept(self, state: GinState, card: int) -> int:
        """Return the deadwood that the seat on turn keeps after discarding a card."""
        return gin_deadwood(state.hands[state.seat] & ~BITS[card], state.variant.aces)

    def may_show(self, state: GinState, card: int) -> bool:
        """Return whether the seat on turn may knock with a card."""
        return may_knock(self.kept(state, card), state.most_to_knock)

    def of_card(self, state: GinState, card: int) -> Phrase:
        """Return the deadwood that a discard leaves and whether it allows a knock, in words."""
        deadwood, most = self.kept(state, card), state.most_to_knock
        if deadwood == 0:
            return phrase("gin.note.gin", "without {card} you have gin", card=card_named(card))
        if self.may_show(state, card):
            return phrase(
                "gin.note.knock",
                "without {card} your deadwood is {kept}: you may knock",
                card=card_named(card),
                kept=deadwood,
            )
        return phrase(
            "gin.note.discard",
            "without {card} your deadwood is {kept}: a knock needs {most} or less",
            card=card_named(card),
            kept=deadwood,
            most=most,
        )

    def verdict(self, state: GinState, seat: int | None) -> Verdict:
        """Return whether a seat has won a deal or the match, and by how much."""
        return verdict(state, seat)

    # --- The log ----------------------------------------------------------------------------------

    def ended(self, state: GinState) -> Iterator[Told]:
        """Yield the lines of the end of a deal."""
        if state.is_dealt_out:
            yield Told(result(state))
            yield from map(Told, lines(state))

    def is_between(self, state: GinState) -> bool:
        """Return whether a deal is over and the match goes on."""
        return state.is_dealt_out and state.turn == CHANCE


def _arrangement(hand: int, aces: int) -> Phrase:
    sets, runs = spread = best_spread(hand, aces)
    left = hand & ~(sets | runs)
    rest, points = CardText(hand_text(left)), points_of(left, aces)
    if left == hand:
        return phrase("gin.why.none", "no melds yet; deadwood {left}: {n}", left=rest, n=points)
    return phrase(
        "gin.why.hand",
        "your best melds: {melds}; deadwood {left}: {n}",
        melds=CardText(spread_text(spread)),
        left=rest,
        n=points,
    )


__all__ = ["GinFace"]
