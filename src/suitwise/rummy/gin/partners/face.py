"""Everything that gin for partners shows and says: the own deal as in gin, and the other deal's result.

Only the two players of a deal are told its story. When it ends, all four are told both hands, because a
position holds no cards of a finished deal, and the other two its result.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

from suitwise.foundation.text.phrases import CardText, Drawing, Phrase, Seat, Several, phrase
from suitwise.game import CHANCE, OVER
from suitwise.players.face_values import Ruling, Told, Verdict, ended
from suitwise.rummy.face import Row, RummyFace
from suitwise.rummy.gin.face import GinFace, open_hands
from suitwise.rummy.gin.partners.state import (
    SEATS,
    Ended,
    Part,
    PartnersState,
    place_of,
    results,
    seat_at,
)
from suitwise.rummy.gin.rules.deadwood import hand_text, points_of
from suitwise.rummy.gin.rules.moves import GinMove, spread_text
from suitwise.rummy.gin.rules.showdown import Showdown
from suitwise.rummy.gin.sheet import finals, of_partners
from suitwise.rummy.gin.state import GinState


class PartnersFace(RummyFace):
    """Shows gin for partners.

    >>> from suitwise.rummy.gin.partners.game import Partners
    >>> state, _ = Partners(to=125).start().rolled(3, 0)
    >>> face = PartnersFace(Partners(to=125))
    >>> print(face.task(state), face.noted(state, 3), sep="; ")
    take HK, or pass; against seat 2
    """

    shows: ClassVar[str] = "knock"

    @cached_property
    def deal_face(self) -> GinFace:
        """The face of each of the two deals."""
        return GinFace(self.game.deal_game)  # type: ignore[attr-defined]

    def _on_turn(self, state: PartnersState) -> GinState:
        """Return the deal with the next move; it has not ended."""
        part = state.deals[state.at]
        assert isinstance(part, GinState)
        return part

    # --- The position -----------------------------------------------------------------------------

    def headline(self, state: PartnersState) -> Phrase:
        """Return the number of the round, in words."""
        return phrase("gin.partners.head", "round {n}, two deals at a time", n=state.rounds + 1)

    def _worded(self, state: PartnersState, seat: int | None, seen: dict[str, Any]) -> Any:
        """Return the parts of a view with their sentences; those of the own deal are gin's."""
        worded = super()._worded(state, seat, seen)
        if seat is None:
            return worded
        number, _ = place_of(seat, state.rounds)
        part = state.deals[number]
        if isinstance(part, Ended):
            return {**worded, "head": {**worded["head"], "text": _came_to(state, number, part)}}
        seats = list(worded["seats"])
        for inner in (0, 1):
            note, each = self.deal_face.noted(part, inner), seat_at(number, inner, state.rounds)
            if note is None and each != seat:
                note = phrase("gin.partners.against-you", "against you")
            seats[each] = {**seats[each], "text": note}
        return {
            **worded,
            "head": {**worded["head"], "text": self.deal_face.headline(part)},
            "table": self.deal_face.laid(part, worded["table"]),
            "seats": seats,
        }

    def rows(self, state: PartnersState, seat: int) -> list[Row]:
        """Return a seat's hand in rows; none after the end of its deal."""
        number, inner = place_of(seat, state.rounds)
        part = state.deals[number]
        return [] if isinstance(part, Ended) else self.deal_face.rows(part, inner)

    def noted(self, state: PartnersState, seat: int) -> Phrase | None:
        """Return the opponent of a seat, or the result of its deal."""
        number, inner = place_of(seat, state.rounds)
        part = state.deals[number]
        if isinstance(part, Ended):
            won = part.points if part.side == seat % 2 else -part.points
            return phrase("gin.partners.got", "deal over: {points}", points=f"{won:+d}")
        other = Seat(seat_at(number, 1 - inner, state.rounds))
        return phrase("gin.partners.against", "against {seat}", seat=other)

    def task(self, state: PartnersState) -> Phrase:
        """Return the task of the seat on turn, in words."""
        return self.deal_face.task(self._on_turn(state))

    def choices(self, state: PartnersState) -> dict[str, Any]:
        """Return the deadwood that each discard leaves."""
        return self.deal_face.choices(self._on_turn(state))

    def help(self) -> Iterator[Phrase]:
        """Yield a line for each kind of move."""
        yield from self.deal_face.help()

    def why_trick(
        self, state: PartnersState, number: int | None, seat: int | None
    ) -> tuple[list[Phrase], Drawing | None]:
        """Return the arrangement of a seat's hand, and the rule for a knock."""
        if seat is None:
            return [], None
        at, inner = place_of(seat, state.rounds)
        part = state.deals[at]
        if isinstance(part, Ended):
            return [_came_to(state, at, part)], None
        return self.deal_face.why_trick(part, number, inner)

    # --- Moves ------------------------------------------------------------------------------------

    def parse(self, state: PartnersState, text: str) -> GinMove:
        """Parse a move as people type it, as in gin.

        Raises:
            NotationError: the text is not a move of the game.
        """
        return self.deal_face.parse(self._on_turn(state), text)

    def ruled(
        self, state: PartnersState, chosen: str, move: GinMove | None, reason: Phrase | None
    ) -> Ruling:
        """Return the ruling on a choice, as in gin."""
        return self.deal_face.ruled(self._on_turn(state), chosen, move, reason)

    # --- The story --------------------------------------------------------------------------------

    def told(self, before: PartnersState, move: GinMove, after: PartnersState) -> Iterator[Told]:
        """Yield the story of a move for the players of its deal, and how a deal ended for all."""
        part = before.deals[before.at]
        if isinstance(part, Ended):
            return
        seats = [seat_at(before.at, inner, before.rounds) for inner in (0, 1)]
        moved = part.followed_by(move)
        for line in self.deal_face.told(part, move, moved):
            to = frozenset(seats if line.to is None else [seats[inner] for inner in line.to])
            out = frozenset() if line.but is None else {seats[line.but]}
            about = None if line.seat is None else seats[line.seat]
            yield Told(_reseated(line.phrase, seats), to - out, about)
        for line in _hands(moved):  # the other deal is played with a pack of its own
            yield Told(
                _reseated(line.phrase, seats), seat=None if line.seat is None else seats[line.seat]
            )
        came = after.deals[before.at]
        if isinstance(came, Ended):
            others = frozenset(range(SEATS)) - frozenset(seats)
            yield Told(_came_to(before, before.at, came), others)
        if after.is_between:
            yield from map(Told, [_result(after), *_lines(after)])

    # --- The end ----------------------------------------------------------------------------------

    def is_between(self, state: PartnersState) -> bool:
        """Return whether a round is over and the match goes on."""
        return state.is_between and state.turn == CHANCE

    def over(self, state: PartnersState) -> dict[str, Any] | None:
        """Return the result of a round with the ``hands`` in rows; None before its end.

        At the end of a match it has the ``finals`` of each column.
        """
        if not state.is_between:
            return None
        is_match = state.turn == OVER
        deals = [_came_to(state, number, part) for number, part in enumerate(state.deals)]
        end = ended(_result(state), [*deals, *_won(state)], is_match=is_match)
        drawn = {"finals": [finals(state.variant, one) for one in state.sheet]}
        return (
            end | {"hands": _open_hands(state)} | (drawn if is_match and state.variant.to else {})
        )

    def verdict(self, state: PartnersState, seat: int | None) -> Verdict:
        """Return whether the side of a seat has won a round or the match, and by how much."""
        is_match = bool(state.variant.to) and state.is_decided
        lead = round(state.returns()[0]) if is_match else _lead(state)
        if lead == 0:
            return Verdict(None, phrase("gin.verdict.nobody", "nobody scores"))
        winner, by = int(lead < 0), f"{abs(lead)}"
        if seat is None:
            one, other = Seat(winner), Seat(winner + 2)
            win = phrase(
                "gin.partners.win", "{one} and {other} win: +{by}", one=one, other=other, by=by
            )
            return Verdict(None, win)
        if is_match:
            match = phrase("gin.verdict.match", "you win the match by {by}", by=by)
            lost = phrase("gin.verdict.match-lost", "you lose the match by {by}", by=by)
            return Verdict(seat % 2 == winner, match if seat % 2 == winner else lost)
        if seat % 2 == winner:
            return Verdict(True, phrase("gin.verdict.won", "you win: +{by}", by=by))
        return Verdict(False, phrase("gin.verdict.lost", "lost by {by}", by=by))

    def score(self, state: PartnersState) -> Phrase:
        """Return the points of both sides in each column."""
        return phrase("gin.partners.score", "points: {columns}", columns=Several(_columns(state)))


def _reseated(value: Any, seats: list[int]) -> Any:
    """Return a phrase of a deal with its seats replaced by those of the table."""
    if isinstance(value, Phrase):
        params = {name: _reseated(param, seats) for name, param in value.params.items()}
        return Phrase(value.template.format_map(params), value.code, value.template, params)
    if isinstance(value, Several):
        return Several(_reseated(one, seats) for one in value)
    return Seat(seats[value]) if isinstance(value, Seat) else value


def _hands(deal: GinState) -> Iterator[Told]:
    """Yield both hands of a finished deal, in words."""
    showdown = deal.showdown
    if showdown is None:
        return
    for seat in (showdown.knocker, 1 - showdown.knocker):
        yield Told(_hand(showdown, seat), seat=seat)


def _hand(showdown: Showdown, seat: int) -> Phrase:
    is_knocker = seat == showdown.knocker
    spread = showdown.spread if is_knocker else showdown.own_spread
    laid_off = 0 if is_knocker else showdown.laid_off
    left = showdown.hands[seat] & ~(spread[0] | spread[1] | laid_off)
    return phrase(
        "gin.partners.hand",
        "{seat} had {melds}; deadwood {left}: {n}",
        seat=Seat(seat),
        melds=CardText(spread_text(spread)),
        left=CardText(hand_text(left)),
        n=points_of(left, showdown.house.aces),
    )


def _open_hands(state: PartnersState) -> list[dict[str, Any]]:
    """Return the hands of both deals in rows, as at gin; those of a void deal stay hidden."""
    return [
        one | {"seat": seat_at(number, one["seat"], state.rounds)}
        for number, part in enumerate(state.deals)
        if isinstance(part, Ended) and part.deal is not None
        for one in open_hands(part.deal)
    ]


def _came_to(state: PartnersState, number: int, part: Part) -> Phrase:
    """Return the result of a finished deal, in words."""
    assert isinstance(part, Ended)
    pair = [Seat(seat_at(number, inner, state.rounds)) for inner in (0, 1)]
    if part.side < 0:
        one, other = pair
        return phrase(
            "gin.partners.void", "the deal of {one} and {other} is void", one=one, other=other
        )
    winner, loser = pair if pair[0] % 2 == part.side else pair[::-1]
    return phrase(
        "gin.partners.came",
        "{seat} wins {points} against {other}",
        seat=winner,
        points=part.points,
        other=loser,
    )


def _lead(state: PartnersState) -> int:
    """Return the lead of side 0 in a finished round."""
    first, second = of_partners(results(state.deals))
    return first - second


def _result(state: PartnersState) -> Phrase:
    """Return the result of a round, in words."""
    lead = _lead(state)
    if lead == 0:
        return phrase("gin.partners.even", "neither side scores in this round")
    return phrase(
        "gin.partners.scores",
        "{one} and {other} score {n} in this round",
        one=Seat(lead < 0),
        other=Seat(2 + (lead < 0)),
        n=abs(lead),
    )


def _columns(state: PartnersState) -> Iterator[Phrase]:
    """Yield the points of both sides in each column of the score sheet."""
    for column in state.sheet:
        first, second = column.points
        yield phrase(
            "gin.partners.column",
            "{one} and {other} {first}, {third} and {fourth} {second}",
            one=Seat(0),
            other=Seat(2),
            first=first,
            third=Seat(1),
            fourth=Seat(3),
            second=second,
        )


def _lines(state: PartnersState) -> Iterator[Phrase]:
    """Yield the score of a match after a round, and its winner if it is over."""
    if state.variant.to:
        yield from _columns(state)
    yield from _won(state)


def _won(state: PartnersState) -> Iterator[Phrase]:
    """Yield the winner of a finished match."""
    lead = state.returns()[0]
    if not (state.variant.to and state.is_decided):
        return
    if lead == 0:
        yield phrase("gin.over.drawn", "the match ends in a draw after its last deal")
    else:
        yield phrase(
            "gin.partners.won",
            "{one} and {other} win the match by {n} points, bonuses counted",
            one=Seat(lead < 0),
            other=Seat(2 + (lead < 0)),
            n=f"{abs(lead):g}",
        )
