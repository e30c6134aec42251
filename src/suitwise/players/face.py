"""The face of a game: all its text for people, from a seat's view to rulings and the story of moves.

The table in a browser, the terminal and pictures all show a game through its face. The base class
``Face`` uses only the contract, so it works for any game: it shows the text of the view, lists the
moves, and rules on a selection. A game with more to show derives its own face and names it in its
``catalogue`` entry.

A face tells a seat only what follows from that seat's view. Sentences are phrases, which are translated
into each player's language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Any, ClassVar, NamedTuple

from suitwise.cards import Card
from suitwise.catalogue import STRONGEST, find
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.phrases import (
    CardText,
    Drawing,
    Phrase,
    Say,
    Seat,
    Several,
    phrase,
    phrased,
)
from suitwise.foundation.text.writing import cells
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
    Verdict,
    ended,
    verdict_by,
)
from suitwise.players.history import History
from suitwise.players.named import named
from suitwise.players.turns import advice_of, parted
from suitwise.sight import MOST_MOVES, Own, Seen, asked, has_tricks, seen_of

MOST_MEETING = 3
"""The maximum number of legal moves in a ruling."""
_LOOKED_AT = 100
"""The number of legal moves that are searched for those near a selection."""
_MOST_NAMED, _FEW_NAMED = 40, 24
"""The maximum number of legal moves in the prompt of a plain game, and of one with its own face."""
_PILED = 12
"""The number of cards of a pile that are shown at the terminal, from the top."""
_WORLDS = 8
"""The number of sampled worlds for deciding whether a move has revealed something hidden."""
_OTHERS = 8
"""The number of alternative moves for deciding whether everybody saw which move was made."""
_NAMING = ("plain", "tricks")
"""The kinds of pages that show any move, as a button with its name."""


@dataclass(frozen=True)
class Face:
    """The face of any game; the base class of other faces.

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
    """The page in the browser that draws the game."""
    draws: ClassVar[bool] = False
    """Whether the deal is drawn card by card with bids in between, as at Tractor."""
    claims: ClassVar[bool] = False
    """Whether a seat may claim tricks or points."""
    listed: ClassVar[int] = MOST_MOVES
    """The maximum number of listed legal moves."""
    has_view: ClassVar[bool] = True
    """Whether the page shows the text of the view."""
    size: ClassVar[tuple[int, int]] = 80, 24
    """The columns and lines of a picture of the text."""
    shows_cards: ClassVar[bool] = False
    """Whether cards of red suits are red in pictures."""
    several: ClassVar[bool] = False
    """Whether a typed line may hold several moves."""
    longest_line: ClassVar[int] = 200
    """The maximum number of characters of a typed line."""

    # --- Parts of the view ------------------------------------------------------------------------
    #
    # The table sends a seat its view as a mapping of parts, in the vocabulary of ``suitwise.sight`` with
    # sentences added: ``head``, ``hand``, ``table``, ``seats``, ``ask``, ``bar``, ``over`` and ``view``.
    # A game overrides the methods for single parts below.

    def parts(
        self, state: Any, seat: int | None, common: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """Return the parts of a seat's view.

        Args:
            state: the state.
            seat: the seat; None for an onlooker.
            common: the result of ``common`` for the state, if it was computed already.
        """
        public = self.common(state) if common is None else common
        if seat is None:
            return dict(public)
        own = self.own(state, seat)
        if own is None:
            seen = self._worded(state, seat, self._seen(state, seat))
        else:
            seen = self._with_own(state, seat, public, own)
        ask = seen["ask"]
        return {
            **seen,
            "hand": {**seen["hand"], "rows": self.rows(state, seat)},
            "ask": ask and self._asked(state, ask),
            "bar": self.bar(state, seat),
            "over": self._headed(state, seat, public["over"]),
        }

    def common(self, state: Any) -> dict[str, Any]:
        """Return the parts of an onlooker's view, most of which are the same for a seat."""
        seen = self._worded(state, None, self._seen(state, None))
        seen["hand"] = {**seen["hand"], "rows": []}
        over = self._headed(state, None, self.over(state))
        return {**seen, "bar": self.bar(state, None), "over": over}

    def _headed(
        self, state: Any, seat: int | None, over: dict[str, Any] | None
    ) -> dict[str, Any] | None:
        """Return the part ``over`` with a seat's ``headline``, where the state itself is the end."""
        if over is None or self.over(state) is None:
            return over
        return {**over, "headline": self.verdict(state, seat)._asdict()}

    def own(self, state: Any, seat: int) -> Own | None:
        """Return what a seat sees in addition to an onlooker; None if the game does not separate it.

        A game that implements this saves time: the parts for all seats are then computed only once.
        """
        return None

    def _seen(self, state: Any, seat: int | None) -> Seen:
        turn: int = state.turn
        word = TURN_TEXT.get(turn, turn)
        return seen_of(state, seat, word, turn == OVER, self.listed, self.has_view)

    def _asked(self, state: Any, ask: dict[str, Any]) -> dict[str, Any]:
        """Return the part ``ask`` with its sentence, and where the page lists moves, their names."""
        names = {"names": self._names(state)} if self.kind in _NAMING else {}
        return {**ask, "text": self.task(state), **self.choices(state), **names}

    def _worded(self, state: Any, seat: int | None, seen: Seen) -> Seen:
        """Return the parts of a view with their sentences."""
        stakes = self.stakes(state, seat)
        seats = [{**one, "text": self.noted(state, one["seat"])} for one in seen["seats"]]
        return {
            **seen,
            "head": {**seen["head"], "text": self.headline(state), **stakes},
            "table": self.laid(state, seen["table"]),
            "seats": seats,
        }

    def _with_own(self, state: Any, seat: int, public: Seen, own: Own) -> Seen:
        """Return a seat's view made of an onlooker's and its own additions.

        Parts that are the same share the object, so that the table can compare them by identity.
        """
        head, stakes = public["head"], self.stakes(state, seat)
        is_same = all(head[name] == stake for name, stake in stakes.items())
        seats = list(public["seats"])
        seats[seat] = {**seats[seat], "held": own.held}
        return {
            **public,
            "head": head if is_same else {**head, **stakes},
            "hand": {"seat": seat, "held": own.held, **own.hand},
            "table": {**public["table"], **own.table} if own.table else public["table"],
            "ask": asked(state, own.ask, self.listed) if state.turn == seat else None,
            "seats": seats,
            "view": state.view(seat) if self.has_view else None,
        }

    def headline(self, state: Any) -> Phrase:
        """Return the state of the game in one short line."""
        if state.turn == OVER:
            return phrase("table.over", "the game is over")
        if state.turn == CHANCE:
            return phrase("table.dealing", "cards are dealt")
        return phrase("table.to-move", "{seat} is to move", seat=Seat(state.turn))

    def stakes(self, state: Any, seat: int | None) -> dict[str, Any]:
        """Return further entries for the part ``head``."""
        return {}

    def rows(self, state: Any, seat: int) -> list[dict[str, Any]]:
        """Return a seat's hand in rows, each with a key, a name and its cards."""
        return []

    def task(self, state: Any) -> Phrase:
        """Return a sentence on what the seat on turn is to do."""
        return phrase("table.your-move", "your move: {n} to choose from", n=len(state.moves()))

    def named(self, state: Any, move: Any) -> Phrase | None:
        """Return the name of a move in a list of moves; None for its text."""
        return None

    def some_moves(self, state: Any) -> Iterator[Any]:
        """Yield the legal moves that are told to players that think in words, as they come.

        Where to find a move takes a search, moves that are like another one may be left out
        (``leaves_out``).
        """
        return iter(state.moves())

    def leaves_out(self, told: Iterable[Any]) -> bool:
        """Return whether legal moves that are like some of those told may have been left out."""
        return False

    def _names(self, state: Any) -> list[str]:
        moves = islice(state.moves(), self.listed)
        return [self.named(state, move) or str(move) for move in moves]

    def choices(self, state: Any) -> dict[str, Any]:
        """Return further entries for the part ``ask``."""
        return {}

    def laid(self, state: Any, table: dict[str, Any]) -> dict[str, Any]:
        """Return the part ``table`` with its sentences."""
        return table

    def noted(self, state: Any, seat: int) -> Phrase | None:
        """Return a short public note on a seat."""
        return None

    def bar(self, state: Any, seat: int | None) -> dict[str, Any] | None:
        """Return the bids that are possible while cards are drawn."""
        return None

    def concluded(
        self, before: Any, move: Any, after: Any, common: dict[str, Any]
    ) -> dict[str, Any]:
        """Return the shared parts between two deals, with what only the last move of a deal tells.

        A game whose position between two deals has forgotten the first one overrides this, so that its
        last trick and its score are still shown.

        Args:
            before: the state before the last move of the deal.
            move: that move.
            after: the state between the deals.
            common: the result of ``common`` for it.
        """
        return common

    def over(self, state: Any) -> dict[str, Any] | None:
        """Return how a deal or the game has ended (``face_values.ended``); None before the end."""
        if state.turn != OVER:
            return None
        return ended(phrase("table.over", "the game is over"), self.scored(state), is_match=True)

    def scored(self, state: Any) -> list[Phrase]:
        """Return the score of each seat."""
        return [
            phrase("table.got", "{seat}: {points}", seat=Seat(seat), points=f"{points:+g}")
            for seat, points in enumerate(state.returns())
        ]

    def verdict(self, state: Any, seat: int | None) -> Verdict:
        """Return how a deal or game that is over has ended for a seat, in a few words for a heading.

        Args:
            state: a state in which ``over`` is not None.
            seat: the seat; None for an onlooker.

        >>> from suitwise.testing import Kuhn
        >>> print(*Face(Kuhn()).verdict(Kuhn().parse("KJ:pp"), 1))
        False you lose: -1
        """
        return verdict_by(state.returns(), seat)

    # --- The outcome of a deal --------------------------------------------------------------------

    def came_to(self, states: Sequence[Any], seat: int) -> Outcome:
        """Return the outcome of a finished deal for a seat, in words that name no card.

        Args:
            states: the states of the deal, from the start to the end.
            seat: the seat.
        """
        score = states[-1].returns()[seat]
        return Outcome(phrase("table.came-to", "{points} points", points=f"{score:+g}"), (score,))

    def best(self, states: Sequence[Any], seat: int) -> Best | None:
        """Return the best possible outcome of a deal for a seat; None if the game can't compute it."""
        return None

    def drawing(self, state: Any) -> Drawing | None:
        """Return a picture of a state with all hands open; None if there is nothing to draw."""
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
        """Return the texts of the cards in a play on the table.

        The play is data like ``"cards": ["S2", "S2"]`` or ``"card": "S2"``. A game with another form of
        plays overrides this; otherwise no cards are shown.

        >>> from suitwise.testing import Kuhn
        >>> [Face(Kuhn()).played(play) for play in ({"cards": ["S2", "S3"]}, {"card": "S2"}, {})]
        [['S2', 'S3'], ['S2'], []]
        """
        return _texts(play["cards"]) if "cards" in play else _texts([play.get("card")])

    def drawn_card(self, card: str) -> Box:
        """Return the drawing of a card; cards of an unknown pack are drawn as text."""
        try:
            return playing_card(Card(card))
        except NotationError:
            return label(card, 15, bold=True)

    def suits_everybody(self, state: Any) -> bool:
        """Tell whether a deal may be the deal of the day; one that can't be won may not."""
        return True

    # --- Rulings ----------------------------------------------------------------------------------

    def parse(self, state: Any, text: str) -> Any:
        """Parse a move as people type it.

        Raises:
            NotationError: it is no move of the game; its ``reason`` may be a phrase.
        """
        return state.parse_move(text.strip())

    def takes_long(self, state: Any, move: Any) -> bool:
        """Tell whether a ruling on a move, or the view after it, may take long to compute.

        The answer must be fast and depends only on the kind of move. A claim, for example, is searched
        to the end of the hand. The table computes such moves and views in another process.
        """
        return False

    def ruled_long(self, state: Any, chosen: str) -> bool:
        """Tell whether the ruling on a selection of the seat on turn may take long to compute."""
        try:
            return self.takes_long(state, self.parse(state, chosen))
        except NotationError:
            return False

    def late(self, state: Any) -> Any:
        """Return the move that the host makes for a seat whose time is over; None if a bot decides."""
        return None

    def ruling(self, state: Any, seat: int, chosen: str) -> Ruling:
        """Rule on a move or on cards that a seat has selected but not played."""
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
        """Return the ruling on a selection.

        Args:
            state: the state.
            chosen: the text of the selection.
            move: the move that it stands for; None if it is none.
            reason: the reason why the move is not legal; None if it is.
        """
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
        """Return a move for a seat on turn and the reason, based on the seat's view.

        The player gets a resampled world instead of the true one, so it can't use hidden cards.

        Args:
            state: the state.
            seat: the seat on turn.
            seed: the seed of the resampled world.
            player: the player that gives the hint, by a level of strength or its text.
            seconds: the thinking time; 0 for a fixed number of worlds, by the player's options.
        """
        who = named(player, self.game).thinking(seconds)
        move, why = advice_of(who.seated(0, 0), state.resample(seat, seed, 0), who.name)
        return HintText(str(move), *parted(why))

    # --- The story --------------------------------------------------------------------------------

    def told(self, before: Any, move: Any, after: Any) -> Iterator[Told]:
        """Yield the lines of the story about a move of a seat or of chance."""
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
        """Return the reasons why a trick belongs to its winner, and a drawing of it.

        Args:
            state: the state.
            number: the number of the trick, from 1; None for the open trick, or the last if none is
                open.
            seat: the seat that asks; None for an onlooker.
        """
        return [], None

    def claim(self, state: Any, seat: int, what: dict[str, Any]) -> Claimed:
        """Rule on a claim: ``{"tricks": n}``, ``{"points": n}``, or ``{}`` for everything that is left.

        This may take long; the table calls it in another process.
        """
        return Claimed(False, phrase("table.no-claims", "nothing is claimed in this game"))

    def forfeited(self, state: Any, seat: int) -> Forfeited:
        """Return the result of a hand that a seat's false claim has lost."""
        raise NotImplementedError("nothing is claimed in this game")

    def verdict_of_forfeit(self, state: Any, score: Sequence[int], seat: int | None) -> Verdict:
        """Return the verdict of a hand that a false claim has lost, by the score of each side."""
        raise NotImplementedError("nothing is claimed in this game")

    def may_claim(self, state: Any, seat: int) -> bool:
        """Tell whether a seat may claim now; the answer is public and needs no search."""
        return False

    def claimed_move(self, state: Any, seat: int) -> Any:
        """Return the next move after a true claim of everything; the claimant's moves keep it true."""
        return next(iter(state.moves()))

    # --- At the terminal --------------------------------------------------------------------------

    def screen(self, state: Any, seat: int, say: Say = str, width: int = 0) -> Iterator[str]:
        """Yield the lines of a seat's screen: its view and its task.

        Args:
            state: the state.
            seat: the seat.
            say: turns a phrase into text.
            width: the maximum width of pictures in characters; 0 for no limit.

        >>> from suitwise.testing import Kuhn
        >>> print(*Face(Kuhn()).screen(Kuhn().parse("KJ:p"), 1), sep="\\n")
        J/2:p
        to move: p b
        """
        if self.kind != "plain" and not self.game.facts.perfect_information:
            yield say(self.headline(state))
        yield from self.pictured(state, seat, say, width)
        if state.turn == seat:
            yield from map(say, self.prompt(state))
        elif state.turn >= 0:
            yield say(phrase("table.to-move", "{seat} is to move", seat=Seat(state.turn)))

    def pictured(self, state: Any, seat: int, say: Say = str, width: int = 0) -> Iterator[str]:
        """Yield lines of text with the table and a seat's hand."""
        if self.kind == "plain":
            yield from state.view(seat).split("\n")
            return
        table = seen_of(state, seat, state.turn, False, 0, False)["table"]
        rows = [(row["name"], cards_in(row)) for row in self.rows(state, seat) if row["cards"]]
        yield from columns(say, [*self.lying(table), *self.notes(state), *rows])

    def in_words(self, state: Any, seat: int, say: Say = str) -> Iterator[str]:
        """Yield the table and a seat's hand for players that think in words: nothing is drawn."""
        yield from self.pictured(state, seat, say)

    def lying(self, table: Mapping[str, Any]) -> Iterator[tuple[Any, Any]]:
        """Yield the open trick, the pile and the stock as rows of a name and its content."""
        best = (table.get("trick") or {}).get("best")
        for place, (seat, play) in enumerate(_plays_in(table)):
            cards = together(self.played(play))
            led = phrase("terminal.led", "{cards}, led", cards=cards)
            yield Seat(seat), Marked(led if place == 0 else cards, seat == best)
        pile = _texts(table.get("pile"))
        if pile:
            cards = CardText(" ".join(pile[-_PILED:]))
            yield phrase("terminal.pile", "pile"), cards
        if type(table.get("stock")) is int:
            stock = table["stock"]
            yield phrase("terminal.stock", "stock"), phrase("terminal.cards", "{n} cards", n=stock)

    def notes(self, state: Any) -> Iterator[tuple[Any, Any]]:
        """Yield a row for each seat that has a note."""
        for seat in range(self.game.facts.seats):
            note = self.noted(state, seat)
            if note is not None:
                yield Seat(seat), note

    def prompt(self, state: Any) -> Iterator[Phrase]:
        """Yield the task of the seat on turn, and its moves as they are typed unless there are many."""
        if self.kind != "plain":
            yield self.task(state)
        yield from self.typed(state)

    def typed(self, state: Any) -> Iterator[Phrase]:
        """Yield the moves of the seat on turn as they are typed, unless there are too many."""
        is_few = self.kind != "plain" and not self.game.facts.perfect_information
        most = _FEW_NAMED if is_few else _MOST_NAMED
        moves = state.moves()
        named = " ".join(str(move) for move in islice(iter(moves), most))
        more = len(moves) - most
        if more <= 0:
            yield phrase("terminal.moves", "to move: {moves}", moves=named)
        elif not is_few:
            yield phrase(
                "terminal.more-moves",
                "to move: {moves} and {more} more",
                moves=named,
                more=f"{more:,}",
            )

    def ending(self, state: Any, seat: int, say: Say = str) -> Iterator[str]:
        """Yield lines on the end of a deal or game: the result, the hands shown, what comes next."""
        over = self.over(state)
        if over is None:
            return
        yield from map(say, [over["text"], *over["lines"]])
        for hand in over.get("hands", ()):
            yield say(Seat(hand["seat"]))
            rows = [(row["name"], cards_in(row)) for row in hand["rows"] if row["cards"]]
            yield from columns(say, rows)
        if over["next"] is not None:
            yield say(over["next"])

    def score(self, state: Any) -> Phrase:
        """Return the score so far."""
        return phrase("terminal.score", "{scores}", scores=Several(self.scored(state)))

    def tricks(self, state: Any) -> Iterator[Phrase]:
        """Yield a line for each complete trick of the deal; none in a game without tricks."""
        yield from ()

    def course(self, history: History, *, is_explained: bool = False) -> Iterator[Phrase]:
        """Yield remarks on the game so far that go beyond the present state.

        Args:
            history: the history of the game.
            is_explained: whether to add reasons.
        """
        yield from ()

    def notation(self) -> Iterator[Phrase]:
        """Yield how what is played with is written."""
        if self.shows_cards:
            yield phrase(
                "face.cards",
                "Cards are written suit first: S, H, D or C, then 2 to 9, T for the ten, J, Q, K or "
                "A; RJ and BJ are the red and the black joker, JK any joker.",
            )

    def help(self) -> Iterator[Phrase]:
        """Yield a line for each kind of move, as it is typed."""
        yield phrase("terminal.help.move", "MOVE         a move as the command moves lists it")

    def room(self) -> tuple[int, int]:
        """Return the columns and lines of a variant's pictures."""
        return self.size

    def skipped(self, state: Any, last: Any) -> Any:
        """Return a move to make for the seat on turn without asking; None if it is to be asked.

        Args:
            state: the state.
            last: the state in which the seat was last asked; None if it was not yet.
        """
        return None

    # --- The pace ---------------------------------------------------------------------------------

    def unasked(self, state: Any, seat: int, intent: str | None) -> Any:
        """Return a move that the table makes for a seat on turn, such as a pass in a draw, or None."""
        return None

    def is_tick(self, state: Any) -> bool:
        """Tell whether the next move of chance is a drawn card, which comes at the pace of the draw."""
        return False

    def is_last_bids(self, state: Any) -> bool:
        """Tell whether this is the last round of bids, for which the table always waits a fixed time."""
        return False

    def is_between(self, state: Any) -> bool:
        """Tell whether a deal is over and chance's next move begins another."""
        return False

    def is_undealt(self, state: Any) -> bool:
        """Tell whether a deal starts here, with none of its cards dealt yet."""
        is_between = state.turn == CHANCE and self.is_between(state)
        return is_between or str(state) == str(self.game.start())

    def is_new_knowledge(self, before: Any, move: Any, after: Any) -> bool:
        """Tell whether a move has revealed a hidden card to somebody, other than by playing it.

        Deals by chance do. A seat's own move does if the seat's view after it would be different in
        another world that the seat could not tell from the true one; some sampled worlds are compared.
        """
        if before.turn == CHANCE or self.game.facts.perfect_information:
            return bool(before.turn == CHANCE)
        seat, seen = before.turn, after.view(before.turn)
        try:
            worlds = [before.resample(seat, 0, stream) for stream in range(_WORLDS)]
        except SuitwiseError:  # no consistent world was found
            return True
        return any(world.after(move).view(seat) != seen for world in worlds)

    def is_trick_whole(self, before: Any, after: Any) -> bool:
        """Tell whether a move has completed a trick, which then stays visible for a while."""
        return False


class CardTable(Face):
    """The face of any game with tricks (``sight.has_tricks``): a card table in the browser.

    >>> from suitwise.tricks import TrickGame
    >>> face, (state, _) = CardTable(TrickGame()), TrickGame().start().rolled(seed=1, stream=0)
    >>> [(str(row["name"]), row["cards"]) for row in face.rows(state, 0)][0]
    ('spades', ['S6', 'S4'])
    """

    kind = "tricks"
    has_view = False

    def rows(self, state: Any, seat: int) -> list[dict[str, Any]]:
        """Return the cards of a hand in a row for each suit, trump first; all others in one row."""
        sight = state.sight(seat)
        held = (sight.held[seat] if sight.held else None) or []
        return suit_rows(held, sight.head.get("trump"))

    def is_trick_whole(self, before: Any, after: Any) -> bool:
        """Tell whether another trick is the last one now."""
        last = after.sight(None).table.get("last")
        return last is not None and last != before.sight(None).table.get("last")


def face_of(game: Game[Any]) -> Face:
    """Return the face of a game from its catalogue entry, or one that goes by its sight alone.

    >>> from suitwise.game import load
    >>> state, _ = load("gin").start().rolled(3, 0)
    >>> str(face_of(load("gin")).parse(state, "take it"))
    'pile'
    """
    entry = find(game.name)
    if entry and entry.face:
        kind: type[Face] = entry.loaded(entry.face)
        return kind(game)
    return CardTable(game) if has_tricks(game.start().sight(None).table) else Face(game)


# --- Hands in rows --------------------------------------------------------------------------------

_SUITS = "SHCD"
"""The order of the suits, so that black and red ones alternate."""
_SUIT_NAMES = {
    "S": phrase("tricks.spades", "spades"),
    "H": phrase("tricks.hearts", "hearts"),
    "D": phrase("tricks.diamonds", "diamonds"),
    "C": phrase("tricks.clubs", "clubs"),
}
_RANKS = "AKQJT98765432"


def suit_rows(held: Iterable[str], trump: str | None = None) -> list[dict[str, Any]]:
    """Return the cards of a hand in rows as ``Face.rows`` does: a row for each suit, the best first.

    Cards of no suit, such as dominoes, are in one row, as they are.

    >>> [row["cards"] for row in suit_rows(["S2", "HA", "HT", "C5"], "H")]
    [['HA', 'HT'], ['S2'], ['C5']]
    >>> [row["cards"] for row in suit_rows(["6-4", "1-0"])]
    [['6-4', '1-0']]
    """
    cards, others = dict.fromkeys(_SUITS, ""), []
    for card in held:
        if len(card) == len("SA") and card[0] in _SUITS and card[1] in _RANKS:
            cards[card[0]] += card[1]
        else:
            others.append(card)
    order = sorted(_SUITS, key=lambda suit: (suit != trump, _SUITS.index(suit)))
    rows = [
        {
            "key": "trump" if suit == trump else suit,
            "name": _SUIT_NAMES[suit],
            "cards": [suit + rank for rank in sorted(cards[suit], key=_RANKS.index)],
        }
        for suit in order
        if cards[suit]
    ]
    if others:
        name = phrase("tricks.hand", "your hand")
        rows.append({"key": "others", "name": name, "cards": others})
    return rows


# --- Rows of text ---------------------------------------------------------------------------------


class Marked(NamedTuple):
    """The content of a row of text, with a mark.

    Args:
        what: the content, as a phrase.
        is_best: whether to star it, as the best play so far.
    """

    what: Any
    is_best: bool = False


def columns(say: Say, rows: Iterable[tuple[Any, Any]]) -> Iterator[str]:
    """Yield the lines of a table with two columns, names and contents.

    >>> rows = [(Seat(1), CardText("H5H5")), (Seat(10), Marked(CardText("H6H6"), True))]
    >>> print(*columns(str, rows), sep="\\n")
    seat 1  │ H5H5
    seat 10 │ H6H6 *
    """
    texts = []
    for name, what in rows:
        content, is_best = what if isinstance(what, Marked) else (what, False)
        texts.append((say(name), say(content) + " *" * is_best))
    widest = max((cells(name) for name, _ in texts), default=0)
    for name, text in texts:
        yield f"{name}{' ' * (widest - cells(name))} │ {text}"


def cards_in(row: Mapping[str, Any]) -> CardText:
    """Return the cards in a row of a hand as text; a wild card is followed by the card it stands for.

    >>> cards_in({"cards": ["S7", "S7", "S8", "JK"], "stands": [None, None, None, "S9"]})
    'S7S7 S8 JK[S9]'
    """
    stands = row.get("stands") or [None] * len(row["cards"])
    shown = zip(row["cards"], stands, strict=True)
    return together(card + (f"[{other}]" if other else "") for card, other in shown)


def together(cards: Iterable[str]) -> CardText:
    """Return cards as text, with blanks between them except between equal ones.

    >>> together(["S7", "S7", "S8"])
    'S7S7 S8'
    """
    return CardText(" ".join("".join(alike) for _, alike in groupby(cards)))


def trick_told(number: int, plays: Iterable[tuple[int, str]], winner: int, points: Any) -> Phrase:
    """Return a complete trick in a line: its plays, its winner and its points.

    >>> trick_told(1, [(0, "5-5"), (1, "3-2")], 0, "5 points")
    '1. seat 0 5-5, seat 1 3-2: seat 0 took 5 points'
    """
    played = [
        phrase("terminal.play", "{seat} {cards}", seat=Seat(seat), cards=CardText(cards))
        for seat, cards in plays
    ]
    return phrase(
        "terminal.trick",
        "{n}. {plays}: {seat} took {points}",
        n=number,
        plays=Several(played),
        seat=Seat(winner),
        points=points,
    )


def _plays_in(table: Mapping[str, Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield the plays of the open trick with their seats, if the game has them as data."""
    trick = table.get("trick")
    plays = trick.get("plays") if isinstance(trick, Mapping) else trick
    for play in plays if isinstance(plays, (list, tuple)) else ():
        if isinstance(play, Mapping) and type(play.get("seat")) is int:
            yield play["seat"], play


def _texts(cards: object) -> list[str]:
    """Return the texts of the cards in a list of texts or of data with a ``card``; skip anything else.

    >>> _texts(["S2", {"card": "S3", "seat": None}, 7]), _texts({"S2": 1})
    (['S2', 'S3'], [])
    """
    listed = cards if isinstance(cards, (list, tuple)) else ()
    named = (card.get("card") if isinstance(card, Mapping) else card for card in listed)
    return [card for card in named if isinstance(card, str)]


def near(state: Any, chosen: str, moves: Iterable[Any] | None = None) -> tuple[str, ...]:
    """Return some legal moves; those that begin like the selection come first.

    Args:
        state: the position.
        chosen: the selection.
        moves: the legal moves that are looked at; by default the first hundred.

    >>> from suitwise.testing import Kuhn
    >>> near(Kuhn().parse("KJ"), "b")
    ('b', 'p')
    """
    looked_at = islice(iter(state.moves()), _LOOKED_AT) if moves is None else moves
    texts = [str(move) for move in looked_at]
    start = chosen.strip().lower()
    return tuple(sorted(texts, key=lambda text: not text.lower().startswith(start))[:MOST_MEETING])


def _addressed(reason: str) -> Phrase:
    """Return a refusal in the form for the seat on turn itself ("you are to …")."""
    why = phrased(reason)
    if why.code != "any.not-now":
        return why
    return phrase("any.to-do", "you are to {task}", task=why.params["task"])


def is_open(before: Any, move: Any, after: Any) -> bool:
    """Tell whether everybody sees which move was made, since others would lead to other public views.

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
