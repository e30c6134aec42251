"""``TractorFace``: Tractor's texts and data for tables, in a browser and at the terminal.

It implements ``players.face.Face``: the parts of the view that a table shows, rulings on cards selected
but not played, the story of the game, and the pace at which the table goes on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from suitwise.cards import without_words
from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import (
    CardText,
    Drawing,
    Phrase,
    Seat,
    Several,
    phrase,
    phrased,
)
from suitwise.game import CHANCE, OVER
from suitwise.players.face import Face, trick_told
from suitwise.players.face_values import Outcome, Ruling, Told, Verdict
from suitwise.sight import Own, card_texts
from suitwise.tractor.face import asking, ruling, story, tricks
from suitwise.tractor.face.asking import with_words
from suitwise.tractor.face.story import came_to, over, warned
from suitwise.tractor.face.tricks import points_named, rank_named, trump_named
from suitwise.tractor.moves import CLAIM, PASS, Move, points_in_pile
from suitwise.tractor.rules.deck import EMPTY
from suitwise.tractor.rules.levels import ALL_POINTS, PACKS
from suitwise.tractor.state import TractorState
from suitwise.tractor.umpire import Umpire
from suitwise.tractor.view.sight import own

_VERB = re.compile(r"^(?:i )?(?:bid|play|lead|bury|throw)\s+", re.IGNORECASE)
"""A verb that people type before the cards."""
_PASSES = {"p", "no", "no bid", "nothing", "不亮", "不叫", "过"}
_CLAIMS = {"i claim", "摊牌"}
_UNIT = 5
"""Points come in fives: a card is worth 0, 5 or 10."""


@cache
def steps_of(umpire: Umpire) -> list[int]:
    """Return the attackers' points at which the result of the deal changes.

    >>> from suitwise.tractor.umpire import umpire_of
    >>> from suitwise.tractor.variant import TractorVariant
    >>> steps_of(umpire_of(TractorVariant())), steps_of(umpire_of(TractorVariant(players=6)))
    ([5, 40, 80, 120, 160, 200], [5, 60, 120, 180, 240, 300])
    """
    every = range(_UNIT, ALL_POINTS * umpire.packs // PACKS + 1, _UNIT)
    gained = umpire.ranks_gained
    return [points for points in every if gained(points) != gained(points - _UNIT)]


@dataclass(frozen=True)
class TractorFace(Face):
    """Shows Tractor at a table.

    >>> from suitwise.tractor.game import Tractor
    >>> state, _ = Tractor().start().rolled(seed=3, stream=0)
    >>> print(TractorFace(Tractor()).parts(state, 0)["ask"]["text"])
    show a 2 or a pair of jokers to bid, or pass
    """

    kind: ClassVar[str] = "tractor"
    draws: ClassVar[bool] = True
    listed: ClassVar[int] = 16
    has_view: ClassVar[bool] = False
    shows_cards: ClassVar[bool] = True
    size: ClassVar[tuple[int, int]] = 84, 18

    # --- What is shown ----------------------------------------------------------------------------

    def headline(self, state: TractorState) -> Phrase:
        """Return the standing bid during the bidding; then the trump, the landlord and the points.

        >>> from suitwise.tractor.game import Tractor
        >>> print(TractorFace(Tractor()).headline(Tractor().start()))
        level 2: nobody has bid yet
        """
        if state.is_auction_over:
            head = phrase(
                "tractor.head.play",
                "{trump}; {seat} is landlord; {points} of {need}",
                trump=trump_named(state.trump),
                seat=Seat(state.current_landlord),
                points=state.points,
                need=state.umpire.need,
            )
            if not state.calls:
                return head
            calls = Several(story.calls_told(state))
            return phrase("tractor.head.calls", "{head}; {calls}", head=head, calls=calls)
        bid, rank = state.standing, rank_named(state.trump.rank)
        if bid is None:
            return phrase("tractor.head.no-bid", "level {rank}: nobody has bid yet", rank=rank)
        return phrase(
            "tractor.head.bid", "{seat} bid {cards}", seat=Seat(bid.seat), cards=CardText(bid)
        )

    def stakes(self, state: TractorState, seat: int | None) -> dict[str, Any]:
        """Return the attackers, the points they need, and the points at which the result changes.

        For the landlord also the points that it has buried, which nobody else sees before the end. Once
        a deal is over all are told them, and the levels are those that it has come to.

        >>> from suitwise.tractor.game import Tractor
        >>> sorted(TractorFace(Tractor()).stakes(Tractor().start(), 0))
        ['attackers', 'kitty_points', 'need', 'steps']
        """
        outcome = state.outcome
        knows = outcome is not None or (seat == state.burier and state.is_auction_over)
        buried = state.buried if knows else None
        return {
            "attackers": _attackers(state) if state.is_auction_over else None,
            "need": state.umpire.need,
            "steps": steps_of(state.umpire),
            "kitty_points": None if buried is None else points_in_pile(buried),
        } | (
            {}
            if outcome is None
            else {"levels": [story.level_named(rank) for rank in outcome.ranks]}
        )

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
        """Return ``open``, the cards that a legal reply may contain; ``claim`` if a claim is allowed.

        To call a friend ``packs``, the copies there are of a card. Empty at all other turns, such as a
        lead without a claim.

        >>> from suitwise.tractor.game import Tractor
        >>> TractorFace(Tractor()).choices(Tractor().start())
        {}
        """
        duty = state.duty
        if state.phase == "call":
            return {"packs": state.umpire.packs}
        if state.may_claim:
            return {"claim": True}
        return {} if duty is None else {"open": card_texts(duty.open(EMPTY).cards)}

    def laid(self, state: TractorState, table: dict[str, Any]) -> dict[str, Any]:
        """Return the view of the table, with each play in words."""
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

    def verdict(self, state: TractorState, seat: int | None) -> Verdict:
        """Return whether a seat's side has won the deal or the match, by how much, and its level."""
        return story.verdict(state, seat)

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
            NotationError: the text is no move of Tractor.
        """
        typed = text.strip()
        if typed.lower() in _PASSES:
            return PASS
        if typed.lower() in _CLAIMS:
            return CLAIM
        try:
            return state.parse_move(_VERB.sub("", without_words(typed)))
        except NotationError as error:
            raise NotationError(_why_no_move(state, text, phrased(error.reason))) from None

    def ruled(self, state: TractorState, chosen: str, move: Any, reason: Phrase | None) -> Ruling:
        """Return the ruling on a selection: the cards' blocks, the duty, and the cards still missing."""
        basic = super().ruled(state, chosen, move, reason)
        if basic.legal and move == CLAIM:
            return basic._replace(note=warned(), twice=True)
        if state.phase == "call":
            return ruling.of_call(state, move, basic)
        if state.phase == "play" and move is not None and move.parts and not state.tricks[-1].plays:
            return ruling.of_parts(state, move, basic)
        # A text that is no move, and a word such as a pass, have no cards to rule on. An empty selection
        # has none either, but its ruling says what is owed.
        if chosen.strip() and (move is None or move.word or move.copy or move.parts):
            return basic
        return ruling.of_choice(state, EMPTY if move is None else move.pile, basic)

    # --- At the terminal --------------------------------------------------------------------------

    def notes(self, state: TractorState) -> Iterator[tuple[Any, Any]]:
        """Yield nothing; the headline says it all."""
        yield from ()

    def score(self, state: TractorState) -> Phrase:
        """Return the levels, and during the play the attackers' points; with friends those of all."""
        if state.buried is None or state.phase == "end":
            return story.levels(state.levels)
        attackers = _attackers(state)
        if state.variant.is_classic:
            one, other = attackers
            return phrase(
                "tractor.score",
                "{levels}; {one} and {other} attack and have {points} points",
                levels=story.levels(state.levels),
                one=Seat(one),
                other=Seat(other),
                points=state.points,
            )
        score = phrase(
            "tractor.score-of-many",
            "{levels}; {seats} attack and have {points} points",
            levels=story.levels(state.levels),
            seats=story.seats_told(attackers),
            points=state.points,
        )
        if not state.calls:
            return score
        return phrase(
            "tractor.score-of-friends", "{score}; {won}", score=score, won=story.points_won(state)
        )

    def tricks(self, state: TractorState) -> Iterator[Phrase]:
        """Yield a line for each complete trick of the deal."""
        for number, trick in enumerate(state.tricks, 1):
            if trick.is_whole:
                seats = ((trick.leader + turn) % trick.seats for turn in range(trick.seats))
                plays = zip(seats, map(str, trick.plays), strict=True)
                points = points_named(trick.points)
                yield trick_told(number, plays, state.winner_of(trick), points)

    def notation(self) -> Iterator[Phrase]:
        """Yield how cards are written, their order, and what another table has another way."""
        yield from super().notation()
        yield phrase(
            "tractor.told.order",
            "Trumps from the top: the red joker, the black joker, the card of the level's rank in "
            "the trump suit, the other cards of that rank, then the trump suit from the ace down. Of "
            "equal cards the first played is the higher. Cards are drawn one by one, and who can bid "
            "is asked.",
        )
        game: Any = self.game
        table = game.table
        if not game.is_classic:
            yield phrase(
                "tractor.told.table",
                "At this table {n} play. Packs: {packs}, with {points} points; kitty: {kitty} cards.",
                n=table.seats,
                packs=table.packs,
                points=100 * table.packs,
                kitty=table.kitty,
            )
        if game.teams == "friends":
            yield phrase(
                "tractor.told.friends",
                "Sides are not fixed: when the landlord has buried, it calls cards, each by its copy, "
                "as HA#1 for the first ace of hearts that is played; whoever plays a called copy is "
                "on its side, all others attack.",
            )

    def help(self) -> Iterator[Phrase]:
        """Yield a line for each kind of move."""
        yield phrase(
            "tractor.help.bid",
            "H2, H2H2     bid cards of the current rank, BJBJ or RJRJ (no main suit); or pass",
        )
        game: Any = self.game
        if game.is_classic:
            yield phrase("tractor.help.bury", "S3S4…        bury: eight cards")
        else:
            n = game.table.kitty
            yield phrase("tractor.help.bury-many", "S3S4…        bury: {n} cards", n=n)
        if game.calls:
            yield phrase(
                "tractor.help.call", "HA#2         call the second ace of hearts to be played"
            )
        if game.table.packs > PACKS:
            yield phrase(
                "tractor.help.cut",
                "H3H3H3+H4H4  name the parts of your lead, where it can be cut in several ways",
            )
        yield phrase(
            "tractor.help.play",
            "HKHAHA       lead or follow: cards in any order, also as ha ha hk or A♥ A♥ K♥",
        )
        if game.claims:
            yield phrase(
                "tractor.help.claim", "claim        lay down your hand: all that is left is yours"
            )

    def skipped(self, state: TractorState, last: TractorState | None) -> Move | None:
        """Return a pass if the seat has no bid, or no new one since it was last asked in this deal.

        Otherwise return None: the seat is asked. On the first question after the last card is drawn, a
        seat that can bid is always asked.
        """
        if state.phase not in ("bid", "steal"):
            return None
        moves = set(state.moves())
        if moves == {PASS}:
            return PASS
        if state.phase == "steal":
            return None
        if last is None or last.phase != "bid" or last.cards_drawn > state.cards_drawn:
            return None  # it was not asked in this deal yet
        all_drawn = state.cards_to_draw
        is_last_call = state.cards_drawn == all_drawn and last.cards_drawn < all_drawn
        return PASS if not is_last_call and moves <= set(last.moves()) else None

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
        if state.phase not in ("bid", "steal") or state.turn != seat:
            return None
        return next((move for move in state.moves() if str(move) == intent), PASS)

    def is_tick(self, state: TractorState) -> bool:
        """Whether chance is to draw a card or turn one up from the kitty, or a void deal ends."""
        return state.phase in ("draw", "turn", "redeal")

    def is_last_bids(self, state: TractorState) -> bool:
        """Whether all cards are drawn, and the seats bid for the last time."""
        return state.phase == "bid" and state.cards_drawn == state.cards_to_draw

    def is_between(self, state: TractorState) -> bool:
        """Whether the deal is over and the match goes on."""
        return state.phase == "end" and state.turn != OVER

    def is_new_knowledge(self, before: TractorState, move: Move, after: TractorState) -> bool:
        """Whether a move revealed cards to somebody, other than by playing them.

        These kinds of moves do: cards drawn or turned up, the pass after which the landlord takes up the
        kitty, a bid that takes up the buried cards, the end of the deal, and a throw, since its outcome
        shows whether other hands can beat it.
        """
        if before.turn == CHANCE or after.phase == "end":
            return True
        if after.phase == "bury" and (not before.is_auction_over or before.phase == "steal"):
            return True
        if before.phase == "cut":
            return True
        is_lead = before.phase == "play" and not before.tricks[-1].plays
        return is_lead and len(before.umpire.parts(before.trump, move.pile)) > 1

    def is_trick_whole(self, before: TractorState, after: TractorState) -> bool:
        """Whether a play has completed a trick."""
        if not before.tricks or before.phase == "end":
            return False
        index = len(before.tricks) - 1  # of the trick that was open before the play
        return index < len(after.tricks) and after.tricks[index].is_whole


def _attackers(state: TractorState) -> list[int]:
    """Return the seats that are not on the landlord's side, as far as is known."""
    members = state.sides.members
    return [seat for seat in range(state.umpire.seats) if seat not in members]


def _why_no_move(state: TractorState, text: str, reason: Phrase) -> Phrase:
    """Return why a text is no move: a faulty card, or how moves of this phase are written.

    Args:
        state: the state.
        text: the text.
        reason: the reason given by the parser.
    """
    why = reason.params.get("why")
    if isinstance(why, Phrase) and why.code in (
        "cards.packs",
        "tractor.which-joker",
        "tractor.no-joker",
    ):
        return why
    typed = repr(text[:24])
    if state.phase in ("bid", "steal"):
        return phrase(
            "tractor.say.unread", "{text} is no move: write cards as S2S2, or pass", text=typed
        )
    if state.phase == "call":
        return phrase(
            "tractor.say.no-call",
            "{text} is no call: write a card and its copy, as HA#2",
            text=typed,
        )
    if state.phase == "cut":
        return phrase(
            "tractor.say.no-parts", "{text} is no move: write the parts as H3H3H3+H4H4", text=typed
        )
    return phrase("tractor.say.no-cards", "{text} is no move: write cards as S2S2", text=typed)
