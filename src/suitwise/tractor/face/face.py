"""``TractorFace``: Tractor's texts and data for tables, in a browser and at the terminal.

It implements the contract ``players.face.Face``: the parts that a table shows, rulings on a selection,
the story of the game, and questions about its pace.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from suitwise.cards import without_words
from suitwise.errors import NotationError
from suitwise.foundation.seating import SEATS
from suitwise.foundation.text.phrases import CardText, Drawing, Phrase, Seat, phrase, phrased
from suitwise.game import CHANCE, OVER
from suitwise.players.face import Face, trick_told
from suitwise.players.face_values import Outcome, Ruling, Told
from suitwise.sight import Own, card_texts
from suitwise.tractor.face import asking, ruling, story, tricks
from suitwise.tractor.face.asking import with_words
from suitwise.tractor.face.story import came_to, over, warned
from suitwise.tractor.face.tricks import points_named, rank_named, trump_named
from suitwise.tractor.moves import CLAIM, HAND, PASS, Move
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import EMPTY
from suitwise.tractor.rules.levels import ALL_POINTS, TAKEN_OVER, gains, points_of
from suitwise.tractor.state import TractorState
from suitwise.tractor.view import own

_SPOKEN = re.compile(r"^(?:i )?(?:bid|play|lead|bury|throw)\s+", re.IGNORECASE)
_PASSES = {"p", "no", "no bid", "nothing", "不亮", "不叫", "过"}
_CLAIMS = {"i claim", "摊牌"}
_POINTS_STEP = 5
STEPS = [
    points
    for points in range(_POINTS_STEP, ALL_POINTS + 1, _POINTS_STEP)
    if gains(points) != gains(points - _POINTS_STEP) or points == TAKEN_OVER
]
"""The attackers' points at which the result of the deal changes."""


@dataclass(frozen=True)
class TractorFace(Face):
    """Shows Tractor at a table.

    >>> from suitwise.tractor.game import Tractor
    >>> state, _ = Tractor().start().rolled(seed=3, stream=0)
    >>> print(TractorFace(Tractor()).parts(state, 0)["ask"]["text"])
    bid a 2 or two jokers, or pass
    >>> STEPS
    [5, 40, 80, 120, 160, 200]
    """

    kind: ClassVar[str] = "tractor"
    draws: ClassVar[bool] = True
    listed: ClassVar[int] = 16
    has_view: ClassVar[bool] = False
    shows_cards: ClassVar[bool] = True
    size: ClassVar[tuple[int, int]] = 84, 18

    # --- What is shown ----------------------------------------------------------------------------

    def headline(self, state: TractorState) -> Phrase:
        """Return the standing bid, or after the bidding trump, landlord and points."""
        if state.is_auction_over:
            return phrase(
                "tractor.head.play",
                "{trump}; {seat} is landlord; {points} of {need}",
                trump=trump_named(state.trump),
                seat=Seat(state.current_landlord),
                points=state.points,
                need=TAKEN_OVER,
            )
        bid, rank = state.standing, rank_named(state.trump.rank)
        if bid is None:
            return phrase("tractor.head.no-bid", "{rank} is bid; nobody has bid", rank=rank)
        return phrase(
            "tractor.head.bid", "{seat} bid {cards}", seat=Seat(bid.seat), cards=CardText(bid)
        )

    def stakes(self, state: TractorState, seat: int | None) -> dict[str, Any]:
        """Return the attackers, the points at which the result changes, and the landlord's own kitty."""
        attackers = [one for one in SEATS if (one ^ state.current_landlord) & 1]
        is_own = state.took_kitty(seat) and state.buried is not None
        buried = state.buried if is_own and state.buried is not None else EMPTY
        return {
            "attackers": attackers if state.is_auction_over else None,
            "need": TAKEN_OVER,
            "steps": STEPS,
            "kitty_points": points_of(buried.once, buried.twice) if is_own else None,
        }

    def own(self, state: TractorState, seat: int) -> Own:
        """Return a seat's own cards, the kitty for the landlord, and the follow duty."""
        return own(state, seat)

    def rows(self, state: TractorState, seat: int) -> list[dict[str, Any]]:
        """Return the hand by suit, trumps first."""
        return asking.rows(state.held[seat], state.trump)

    def task(self, state: TractorState) -> Phrase:
        """Return an instruction for the seat on turn."""
        return asking.task(state)

    def choices(self, state: TractorState) -> dict[str, Any]:
        """Return the cards that a legal reply may contain, or on lead whether a claim is allowed.

        >>> from suitwise.tractor.game import Tractor
        >>> TractorFace(Tractor()).choices(Tractor().start())
        {}
        """
        duty = state.duty
        if state.may_claim:
            return {"claim": True}
        return {} if duty is None else {"open": card_texts(duty.open(EMPTY).cards)}

    def laid(self, state: TractorState, table: dict[str, Any]) -> dict[str, Any]:
        """Return the tricks with each play in words."""
        return with_words(state, table)

    def noted(self, state: TractorState, seat: int) -> Phrase | None:
        """Return a note on a seat: its standing bid, or that it is the landlord."""
        return asking.seat_note(state, seat)

    def bar(self, state: TractorState, seat: int | None) -> dict[str, Any] | None:
        """Return the five possible bids; None outside the bidding."""
        return asking.bar(state, seat)

    def over(self, state: TractorState) -> dict[str, Any] | None:
        """Return the result of a deal that has ended."""
        return over(state)

    def came_to(self, states: Sequence[TractorState], seat: int) -> Outcome:
        """Return the levels that a deal brought to a seat's side, and the attackers' points."""
        return came_to(states[-1], seat)

    # --- Rulings ----------------------------------------------------------------------------------

    def takes_long(self, state: TractorState, move: Move) -> bool:
        """Whether a move is a claim, which takes a search of all replies to rule on."""
        return move == CLAIM

    def parse(self, state: TractorState, text: str) -> Move:
        """Read a move as people type it: ``ha ha hk``, ``bid s2``, ``红桃A``, ``ten of spades``.

        Raises:
            NotationError: it is no move of Tractor.
        """
        typed = text.strip()
        if typed.lower() in _PASSES:
            return PASS
        if typed.lower() in _CLAIMS:
            return CLAIM
        try:
            return state.parse_move(_SPOKEN.sub("", without_words(typed)))
        except NotationError as error:
            raise NotationError(_unread(state, text, phrased(error.reason))) from None

    def ruled(self, state: TractorState, chosen: str, move: Any, reason: Phrase | None) -> Ruling:
        """Return the ruling on a selection, with what it is and what is missing."""
        basic = super().ruled(state, chosen, move, reason)
        if basic.legal and move == CLAIM:
            return basic._replace(note=warned(), twice=True)
        if chosen.strip() and (move is None or move.word):
            return basic
        return ruling.of_choice(state, EMPTY if move is None else move.pile, basic)

    # --- At the terminal --------------------------------------------------------------------------

    def notes(self, state: TractorState) -> Iterator[tuple[Any, Any]]:
        """Yield nothing; the headline has it all."""
        yield from ()

    def score(self, state: TractorState) -> Phrase:
        """Return the levels, and during the play the attackers' points."""
        if state.buried is None or state.phase == "end":
            return story.levels(state.levels)
        first = 1 - (state.current_landlord & 1)
        return phrase(
            "tractor.score",
            "{levels}; {one} and {other} attack and have {points} points",
            levels=story.levels(state.levels),
            one=Seat(first),
            other=Seat(first + 2),
            points=state.taken,
        )

    def tricks(self, state: TractorState) -> Iterator[Phrase]:
        """Yield a line for each complete trick of the deal."""
        for number, table in enumerate(state.tricks, 1):
            if table.is_whole:
                seats = ((table.leader + place) % 4 for place in range(len(SEATS)))
                plays = zip(seats, map(str, table.plays), strict=True)
                points = points_named(table.points)
                yield trick_told(number, plays, state.winner_of(table), points)

    def help(self) -> Iterator[Phrase]:
        """Yield a line for each kind of move."""
        yield phrase(
            "tractor.help.bid",
            "H2, H2H2     bid cards of the current rank, BJBJ or RJRJ (no main suit); or pass",
        )
        yield phrase("tractor.help.bury", "S3S4…        bury: eight cards")
        yield phrase(
            "tractor.help.play",
            "HKHAHA       lead or follow: cards in any order, also as ha ha hk or A♥ A♥ K♥",
        )
        game: Any = self.game
        if game.claims:
            yield phrase(
                "tractor.help.claim", "claim        lay down your hand: all that is left is yours"
            )

    def skipped(self, state: TractorState, last: TractorState | None) -> Move | None:
        """Return a pass for a seat that has no bid, or no new bid since it was last asked; else None."""
        if state.phase != "bid":
            return None
        bids = set(state.moves())
        if bids == {PASS}:
            return PASS
        if last is None or last.phase != "bid" or last.cards_drawn > state.cards_drawn:
            return None
        is_last_call = last.cards_drawn < len(SEATS) * HAND == state.cards_drawn
        return None if is_last_call or not bids <= set(last.moves()) else PASS

    # --- The story --------------------------------------------------------------------------------

    def told(self, before: TractorState, move: Move, after: TractorState) -> Iterator[Told]:
        """Yield the lines of the story for a move; the kitty is shown to the landlord only."""
        return story.told(before, move, after)

    def why_trick(
        self, state: TractorState, number: int | None, seat: int | None
    ) -> tuple[list[Phrase], Drawing | None]:
        """Return the reasons why a trick has its winner, and a drawing of it."""
        return tricks.why(state, number)

    # --- The pace ---------------------------------------------------------------------------------

    def unasked(self, state: TractorState, seat: int, intent: str | None) -> Move | None:
        """Return the bid a seat has announced if it is legal, else a pass; None outside the bidding."""
        if state.phase != "bid" or state.turn != seat:
            return None
        return next((move for move in state.moves() if str(move) == intent), PASS)

    def is_tick(self, state: TractorState) -> bool:
        """Whether chance is to draw a card or turn one up from the kitty."""
        return state.phase in ("draw", "turn")

    def is_last_bids(self, state: TractorState) -> bool:
        """Whether all cards are drawn, and the seats bid for the last time."""
        return state.phase == "bid" and state.cards_drawn == len(SEATS) * HAND

    def is_between(self, state: TractorState) -> bool:
        """Whether the deal is over and the match goes on."""
        return state.phase == "end" and state.turn != OVER

    def is_new_knowledge(self, before: TractorState, move: Move, after: TractorState) -> bool:
        """Whether a move revealed cards: by chance, the kitty, the end of the deal, or a throw."""
        if before.turn == CHANCE or after.phase == "end":
            return True
        if after.phase == "bury" and not before.is_auction_over:
            return True
        is_lead = before.phase == "play" and not before.tricks[-1].plays
        chain = before.profile.chain_mask(before.trump.main_index)
        return is_lead and len(parts_of(move.pile, before.trump, chain)) > 1

    def is_trick_whole(self, before: TractorState, after: TractorState) -> bool:
        """Whether a play has completed a trick."""
        if not before.tricks or before.phase == "end":
            return False
        table = after.tricks[len(before.tricks) - 1 :]
        return bool(table) and table[0].is_whole


def _unread(state: TractorState, text: str, reason: Phrase) -> Phrase:
    """Return why a text is no move: a faulty card, or how moves of this phase are written."""
    why = reason.params.get("why")
    if isinstance(why, Phrase) and why.code in (
        "cards.packs",
        "tractor.which-joker",
        "tractor.no-joker",
    ):
        return why
    typed = repr(text[:24])
    if state.phase != "bid":
        return phrase("tractor.say.no-cards", "{text} is no move: write cards as S2S2", text=typed)
    return phrase(
        "tractor.say.unread", "{text} is no move: write cards as S2S2, or pass", text=typed
    )
