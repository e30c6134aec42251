"""What a game gives a table in a browser: the parts that are shown, rulings, the story of each move.

``Face`` knows a game by the contract alone, so any game can be played at a table with it: the text of
the view, the moves to choose from, a ruling on what is chosen. A game that has more to show derives a
face of its own and names it in its entry of the ``catalogue``.

Whatever a face says to a seat follows from what that seat sees. Sentences are phrases, which the table
says in each player's language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar

from suitwise.cards import Card
from suitwise.catalogue import STRONGEST
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.phrases import Drawing, Phrase, Seat, phrase, phrased
from suitwise.game import CHANCE, OVER, TURN_TEXT, Game
from suitwise.picture.notebook import draw_rows
from suitwise.picture.svg import Box, label, playing_card
from suitwise.players.face_values import (
    Best,
    Claimed,
    Forfeited,
    HintText,
    Outcome,
    Ruling,
    Told,
    ended,
)
from suitwise.players.host import advising
from suitwise.sight import MOST_MOVES, Own, Seen, asked, seen_of

MOST_MEETING = 3
"""The most legal moves that a ruling names."""
_LOOKED_AT = 100
"""The legal moves among which those are looked for that are near to a choice."""
_WORLDS = 8
"""The worlds that tell whether a move has shown something hidden."""
_OTHERS = 8
"""The other moves that tell whether everybody has seen which one was made."""


@dataclass(frozen=True)
class Face:
    """Shows a game at a table.

    Args:
        game: the variant.

    >>> from suitwise.testing import Kuhn
    >>> face, state = Face(Kuhn()), Kuhn().parse("KJ:p")
    >>> parts = face.parts(state, 1)
    >>> print(parts["head"]["text"], parts["ask"]["moves"], face.ruling(state, 1, "b").legal)
    seat 1 is to move ['p', 'b'] True
    >>> print(face.ruling(state, 0, "b").reason)
    it is not your turn
    """

    game: Game[Any]

    kind: ClassVar[str] = "plain"
    """Which page draws it."""
    draws: ClassVar[bool] = False
    """Whether its cards are drawn one by one before all eyes, with bids in between."""
    claims: ClassVar[bool] = False
    """Whether a seat may claim what its side will take."""
    listed: ClassVar[int] = MOST_MOVES
    """How many legal moves are listed at most."""
    has_view: ClassVar[bool] = True
    """Whether its page shows the text of the view."""

    # --- What is shown ----------------------------------------------------------------------------

    def parts(
        self, state: Any, seat: int | None, common: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """Return what a seat sees, or for None what everybody does: ``suitwise.sight`` and sentences.

        Args:
            state: the position.
            seat: the seat that looks, None for somebody without one.
            common: what ``common`` gives for the position, where it is known already.
        """
        public = self.common(state) if common is None else common
        if seat is None:
            return dict(public)
        own = self.own(state, seat)
        if own is None:
            seen = self._worded(state, seat, self._seen(state, seat))
        else:
            seen = self._beside(state, seat, public, own)
        ask = seen["ask"]
        return {
            **seen,
            "hand": {**seen["hand"], "rows": self.rows(state, seat)},
            "ask": ask and self._asked(state, ask),
            "bar": self.bar(state, seat),
            "over": public["over"],
        }

    def common(self, state: Any) -> dict[str, Any]:
        """Return what somebody without a seat sees, of which a seat sees most alike."""
        seen = self._worded(state, None, self._seen(state, None))
        seen["hand"] = {**seen["hand"], "rows": []}
        return {**seen, "bar": self.bar(state, None), "over": self.over(state)}

    def own(self, state: Any, seat: int) -> Own | None:
        """Return what a seat sees beside what everybody does, where a game can say it so; or None."""
        return None

    def _seen(self, state: Any, seat: int | None) -> Seen:
        turn: int = state.turn
        word = TURN_TEXT.get(turn, turn)
        return seen_of(state, seat, word, turn == OVER, self.listed, self.has_view)

    def _asked(self, state: Any, ask: dict[str, Any]) -> dict[str, Any]:
        """Return what is asked of the seat on turn, with its sentence; a plain page names each move."""
        names = {"names": self._names(state)} if self.kind == "plain" else {}
        return {**ask, "text": self.task(state), **self.choices(state), **names}

    def _worded(self, state: Any, seat: int | None, seen: Seen) -> Seen:
        """Return what is seen with its sentences."""
        stakes = self.stakes(state, seat)
        seats = [{**one, "text": self.noted(state, one["seat"])} for one in seen["seats"]]
        return {
            **seen,
            "head": {**seen["head"], "text": self.headline(state), **stakes},
            "table": self.laid(state, seen["table"]),
            "seats": seats,
        }

    def _beside(self, state: Any, seat: int, public: Seen, own: Own) -> Seen:
        """Return what a seat sees: what is as for everybody is the same object, not another like it."""
        head, stakes = public["head"], self.stakes(state, seat)
        is_alike = all(head[name] == stake for name, stake in stakes.items())
        seats = list(public["seats"])
        seats[seat] = {**seats[seat], "held": own.held}
        return {
            **public,
            "head": head if is_alike else {**head, **stakes},
            "hand": {"seat": seat, "held": own.held, **own.hand},
            "table": {**public["table"], **own.table} if own.table else public["table"],
            "ask": asked(state, own.ask, self.listed) if state.turn == seat else None,
            "seats": seats,
            "view": state.view(seat) if self.has_view else None,
        }

    def headline(self, state: Any) -> Phrase:
        """Return how the game stands in one short line."""
        if state.turn == OVER:
            return phrase("table.over", "the game is over")
        if state.turn == CHANCE:
            return phrase("table.dealing", "cards are dealt")
        return phrase("table.to-move", "{seat} is to move", seat=Seat(state.turn))

    def stakes(self, state: Any, seat: int | None) -> dict[str, Any]:
        """Return what the head has beside the game's own words."""
        return {}

    def rows(self, state: Any, seat: int) -> list[dict[str, Any]]:
        """Return a seat's hand in rows, each with a key, a name and its cards."""
        return []

    def task(self, state: Any) -> Phrase:
        """Return what the seat on turn is to do."""
        return phrase("table.your-move", "your move: {n} to choose from", n=len(state.moves()))

    def named(self, state: Any, move: Any) -> Phrase | None:
        """Return what a move is called where moves are listed; None: by its text."""
        return None

    def _names(self, state: Any) -> list[str]:
        moves = islice(state.moves(), self.listed)
        return [self.named(state, move) or str(move) for move in moves]

    def choices(self, state: Any) -> dict[str, Any]:
        """Return what the seat on turn is asked beside the game's own words."""
        return {}

    def laid(self, state: Any, table: dict[str, Any]) -> dict[str, Any]:
        """Return what lies on the table, with whatever is said of it."""
        return table

    def noted(self, state: Any, seat: int) -> Phrase | None:
        """Return a short note on a seat for everybody."""
        return None

    def bar(self, state: Any, seat: int | None) -> dict[str, Any] | None:
        """Return the bids that can be made while cards are drawn."""
        return None

    def over(self, state: Any) -> dict[str, Any] | None:
        """Return how a deal or the game has ended, None before."""
        if state.turn != OVER:
            return None
        return ended(phrase("table.over", "the game is over"), self.scored(state), is_match=True)

    def scored(self, state: Any) -> list[Phrase]:
        """Return what each seat has got."""
        return [
            phrase("table.got", "{seat}: {points}", seat=Seat(seat), points=f"{points:+g}")
            for seat, points in enumerate(state.returns())
        ]

    # --- What a deal came to ----------------------------------------------------------------------

    def came_to(self, states: Sequence[Any], seat: int) -> Outcome:
        """Return what a deal that is over came to for a seat, in words that name no card.

        Args:
            states: its positions, from the start to the end.
            seat: the seat.
        """
        got = states[-1].returns()[seat]
        return Outcome(phrase("table.came-to", "{points} points", points=f"{got:+g}"), (got,))

    def best(self, states: Sequence[Any], seat: int) -> Best | None:
        """Return the best that a seat could have made of a deal, where a game knows it exactly."""
        return None

    def drawing(self, state: Any) -> Drawing | None:
        """Return a picture of a position with all hands open; None where nothing can be drawn."""
        seats = range(self.game.facts.seats)
        rows = [(Seat(seat), _texts(state.seen(seat)["hand"]["held"])) for seat in seats]
        if not any(held for _, held in rows):
            return None
        table = state.public()["table"]
        lying = [
            (phrase("table.drawn-play", "{seat} has played", seat=Seat(seat)), self.played(play))
            for seat, play in _plays_in(table)
        ]
        if top := _texts(table.get("pile"))[-1:]:
            lying.append((phrase("table.drawn-pile", "the top of the pile"), top))
        drawn = [(name, [self.drawn_card(card) for card in cards]) for name, cards in rows + lying]
        return Drawing(draw_rows, (phrase("table.drawn", "all hands"), drawn))

    def played(self, play: Mapping[str, Any]) -> list[str]:
        """Return the texts of the cards of a play on the table, as the game says it.

        They are read as ``"cards": ["S2", "S2"]`` or ``"card": "S2"``; a play that is said in other
        words shows none, unless a game overrides this.

        >>> from suitwise.testing import Kuhn
        >>> [Face(Kuhn()).played(play) for play in ({"cards": ["S2", "S3"]}, {"card": "S2"}, {})]
        [['S2', 'S3'], ['S2'], []]
        """
        return _texts(play["cards"]) if "cards" in play else _texts([play.get("card")])

    def drawn_card(self, card: str) -> Box:
        """Return the drawing of a card by its text; one of a pack of the game's own is written."""
        try:
            return playing_card(Card(card))
        except NotationError:
            return label(card, 15, bold=True)

    def suits_everybody(self, state: Any) -> bool:
        """Whether a deal is one that everybody may be given: one that can't be won at all is none."""
        return True

    # --- Rulings ----------------------------------------------------------------------------------

    def parse(self, state: Any, text: str) -> Any:
        """Read a move as people type it.

        Raises:
            NotationError: it is no move of the game; its ``reason`` may be a phrase.
        """
        return state.parse_move(text.strip())

    def takes_long(self, state: Any, move: Any) -> bool:
        """Whether it may take long to rule on a move of the seat on turn, or to show what comes of it.

        By the kind of move alone, as that of a hand laid down, which is searched to its end; nothing is
        searched to tell. Such a move is worked out aside, and so is what is shown after it, while other
        tables go on.
        """
        return False

    def ruling(self, state: Any, seat: int, chosen: str) -> Ruling:
        """Rule on what a seat has chosen and not played."""
        if state.turn != seat and self.over(state) is not None:
            return Ruling(False, phrase("table.deal-over", "the deal is over"))
        if state.turn != seat:
            return Ruling(False, phrase("any.not-your-turn", "it is not your turn"))
        if not chosen.strip():
            return self.ruled(state, chosen, None, None)
        try:
            move = self.parse(state, chosen)
        except NotationError as error:
            return self.ruled(state, chosen, None, phrased(error.reason))
        reason = state.why_not(move)
        return self.ruled(state, chosen, move, None if reason is None else _addressed(reason))

    def ruled(self, state: Any, chosen: str, move: Any, reason: Phrase | None) -> Ruling:
        """Return the ruling on a choice, by the move that it is and the reason why that is not legal."""
        return Ruling(
            legal=move is not None and reason is None,
            reason=reason,
            move=None if move is None else str(move),
            n=len(state.moves()),
            meets=near(state, chosen),
        )

    def hint(
        self, state: Any, seat: int, seed: int, player: str = STRONGEST, seconds: float = 0.0
    ) -> HintText:
        """Return a move for a seat on turn and the reason, from what this seat sees.

        Args:
            state: the seat's turn.
            seat: the seat.
            seed: the seed of the world that is looked at in place of the true one.
            player: who gives the hint, a level of strength or a player's text.
            seconds: how long it thinks; 0 for as many worlds as it says.
        """
        host = advising(self.game, player, seconds)
        move, why = host.advised(state.resample(seat, seed, 0))
        return HintText(str(move), why)

    # --- The story --------------------------------------------------------------------------------

    def told(self, before: Any, move: Any, after: Any) -> Iterator[Told]:
        """Yield the lines of a move of a seat or of chance."""
        if before.turn >= 0:
            yield Told(self._done(before, move, after), seat=before.turn)
        if after.turn == OVER:
            yield from map(Told, [phrase("table.over", "the game is over"), *self.scored(after)])

    def _done(self, before: Any, move: Any, after: Any) -> Phrase:
        seat = Seat(before.turn)
        if is_open(before, move, after):
            what = self.named(before, move)
            if what is not None:
                return phrase("table.does", "{seat}: {what}", seat=seat, what=what)
            return phrase("table.plays", "{seat} plays {move}", seat=seat, move=str(move))
        return phrase("table.moved", "{seat} has moved", seat=seat)

    def why_trick(
        self, state: Any, number: int | None, seat: int | None
    ) -> tuple[list[Phrase], Drawing | None]:
        """Return why a trick is whose it is, and a drawing of it.

        Args:
            state: the position.
            number: the trick, counted from 1; None for the open one, else the last.
            seat: the seat that asks, None for somebody without a seat.
        """
        return [], None

    def claim(self, state: Any, seat: int, what: dict[str, Any]) -> Claimed:
        """Rule on a claim: ``{"tricks": n}``, ``{"points": n}``, or ``{}`` for all that is left.

        It may take long: a table has it ruled on aside, while other tables go on.
        """
        return Claimed(False, phrase("table.no-claims", "nothing is claimed in this game"))

    def forfeited(self, state: Any, seat: int) -> Forfeited:
        """Return what the hand comes to where a seat's false claim costs it."""
        raise NotImplementedError("nothing is claimed in this game")

    def may_claim(self, state: Any, seat: int) -> bool:
        """Whether a seat could claim now, as far as everybody sees: told at once, without a search."""
        return False

    def claimed_move(self, state: Any, seat: int) -> Any:
        """Return the next move of a true claim of all that is left: the claimant's keeps it true."""
        return next(iter(state.moves()))

    # --- The pace ---------------------------------------------------------------------------------

    def unasked(self, state: Any, seat: int, intent: str | None) -> Any:
        """Return the move that is made for a seat on turn at the pace of the table, None for none."""
        return None

    def is_tick(self, state: Any) -> bool:
        """Whether chance's move comes at the pace of a draw."""
        return False

    def is_last_bids(self, state: Any) -> bool:
        """Whether all are asked for the last time, for as long as the table always waits then."""
        return False

    def is_between(self, state: Any) -> bool:
        """Whether a deal is over, and chance's next move begins another."""
        return False

    def is_undealt(self, state: Any) -> bool:
        """Whether a deal may start here: of its cards none lies anywhere yet."""
        is_between = state.turn == CHANCE and self.is_between(state)
        return is_between or str(state) == str(self.game.start())

    def is_new_knowledge(self, before: Any, move: Any, after: Any) -> bool:
        """Whether somebody has learnt of a hidden card by a move; of cards played openly nobody does.

        A move has shown something to the seat that made it where it would see something else after it in
        another world that it could not tell from the true one; some such worlds are looked at.
        """
        if before.turn == CHANCE or self.game.facts.perfect_information:
            return bool(before.turn == CHANCE)
        seat, seen = before.turn, after.view(before.turn)
        try:
            worlds = [before.resample(seat, 0, stream) for stream in range(_WORLDS)]
        except SuitwiseError:  # no world was found in time
            return True
        return any(world.after(move).view(seat) != seen for world in worlds)

    def is_trick_whole(self, before: Any, after: Any) -> bool:
        """Whether a move has completed a trick, which stays on the table for a while."""
        return False


def _plays_in(table: Mapping[str, Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield the plays of the open trick with their seats, where a game says them as data of plays."""
    trick = table.get("trick")
    plays = trick.get("plays") if isinstance(trick, Mapping) else trick
    for play in plays if isinstance(plays, (list, tuple)) else ():
        if isinstance(play, Mapping) and type(play.get("seat")) is int:
            yield play["seat"], play


def _texts(cards: object) -> list[str]:
    """Return the texts of cards that are texts, or that data of a card name, and of no others.

    >>> _texts(["S2", {"card": "S3", "seat": None}, 7]), _texts({"S2": 1})
    (['S2', 'S3'], [])
    """
    listed = cards if isinstance(cards, (list, tuple)) else ()
    named = (card.get("card") if isinstance(card, Mapping) else card for card in listed)
    return [card for card in named if isinstance(card, str)]


def near(state: Any, chosen: str) -> tuple[str, ...]:
    """Return some legal moves, first those that begin as the choice does.

    >>> from suitwise.testing import Kuhn
    >>> near(Kuhn().parse("KJ"), "b")
    ('b', 'p')
    """
    texts = [str(move) for move in islice(iter(state.moves()), _LOOKED_AT)]
    start = chosen.strip().lower()
    return tuple(sorted(texts, key=lambda text: not text.lower().startswith(start))[:MOST_MEETING])


def _addressed(reason: str) -> Phrase:
    """Return a refusal as the seat on turn is told it, which need not be named."""
    why = phrased(reason)
    if why.code != "any.not-now":
        return why
    return phrase("any.to-do", "you are to {task}", task=why.params["task"])


def is_open(before: Any, move: Any, after: Any) -> bool:
    """Tell whether everybody sees which move was made: others would have left another picture.

    >>> from suitwise.game import load
    >>> before, _ = load("texas42(match=hand)").start().rolled(seed=7, stream=0)
    >>> is_open(before, before.parse_move("31"), before.after("31"))
    True
    """
    if before.game.facts.perfect_information:
        return True
    seen = after.public()
    others = list(islice((one for one in before.moves() if one != move), _OTHERS))
    if not others:
        return str(move) in str(seen)
    return all(before.after(other).public() != seen for other in others)
