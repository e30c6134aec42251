"""A position of Texas 42, from the shake to the end of a hand or match, and the refusals of moves.

The state defines the legal moves and their effects. It holds the whole current hand (deal, calls and
plays), and only the score of the hands before it. ``texas42.text`` and ``texas42.view`` have its text
and views; ``texas42.game`` brings them together.

``arrays.stepped`` has the same course of a hand on a flat record. The code is not shared, as packing
and unpacking a record takes longer than a move does here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, cast

from suitwise.foundation.seating import NOBODY, SEATS
from suitwise.foundation.text.phrases import Several, phrase
from suitwise.foundation.values import ahead, shows, unchecked
from suitwise.game import CHANCE, OVER, Game, Refusal, State, draw, refusal
from suitwise.seeds import below
from suitwise.texas42 import moves
from suitwise.texas42.moves import CALL, CLAIM, DECLARE, MOVES, NEXT, SHAKE, Move, moves_of
from suitwise.texas42.rules import auction, contracts, dominoes
from suitwise.texas42.rules.auction import FIRST_MARK, FIRST_PLUNGE, call_name, why_not_call
from suitwise.texas42.rules.contracts import OPEN, Claim, Contract, Play, declarer_of, is_nello
from suitwise.texas42.rules.dominoes import ALL, DECLARATION_NAMES, DOMINOES, EVERY_DOUBLE, HAND
from suitwise.texas42.rules.position import Hands, as_hands
from suitwise.texas42.variant import Texas42Variant

Phase: TypeAlias = Literal["shake", "deal", "call", "declare", "play", "thrown", "end"]
"""The phase of a hand: ``thrown`` if all have passed, ``end`` if it is over."""
PHASES: tuple[Phase, ...] = ("shake", "deal", "call", "declare", "play", "thrown", "end")


@shows(text="suitwise.texas42.picture:state_picture")
@dataclass(frozen=True, slots=True)
class Texas42State(State[Move]):
    """A position of Texas 42.

    Args:
        variant: the variant.
        shaker: the seat that shakes, ``NOBODY`` until it is drawn.
        dealt: the dominoes that each seat has been dealt, including those played.
        calls: the calls made, from the shaker's left.
        play: the play of the hand, after the declaration.
        totals: the score of the sides before this hand.
        deals: the number of finished hands of the match, without this one.
        phase: the phase of the hand.
        turn: the seat to move, or chance, which draws the shaker and the dominoes and begins the next
            hand of a match.

    >>> from suitwise.texas42.game import Texas42
    >>> state, _ = Texas42(match="hand").start().rolled(seed=1, stream=0)
    >>> for word in ("pass", "31", "pass", "pass", "doubles"):
    ...     state = state.after(state.parse_move(word))
    >>> state.phase, state.turn, state.contract.bidder
    ('play', 2, 2)
    """

    variant: Texas42Variant
    shaker: int
    dealt: Hands = (0, 0, 0, 0)
    calls: tuple[int, ...] = ()
    play: Play | None = None
    totals: tuple[int, int] = (0, 0)
    deals: int = 0
    phase: Phase = field(init=False, repr=False, compare=False)
    turn: int = field(init=False, repr=False, compare=False)
    _moves: tuple[Move, ...] | None = field(init=False, repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        object.__setattr__(self, "phase", self._phase())
        object.__setattr__(self, "turn", self._turn())

    def _phase(self) -> Phase:
        if self.shaker == NOBODY:
            return "shake"
        if sum(self.dealt) != ALL:
            return "deal"
        if len(self.calls) < len(SEATS):
            return "call"
        if self.play is None:
            return "declare" if self.standing else "thrown"
        return "end" if self._is_played(self.play) else "play"

    def _is_played(self, play: Play) -> bool:
        """Return whether a hand has ended: by a claim, when decided, or after its last trick."""
        if play.claim is not None:
            return True
        played_out = self.variant.is_played_out(play.contract.call)
        return contracts.is_played(play.result, play.position.tricks_left, played_out)

    def _turn(self) -> int:
        if self.phase == "play":
            assert self.play is not None
            return self.play.position.turn
        if self.phase == "call":
            return auction.caller(self.shaker, len(self.calls))
        if self.phase == "declare":
            return declarer_of(self.bidder, self.standing)
        if self.phase in ("shake", "deal"):
            return CHANCE
        return OVER if self.is_decided else CHANCE

    # --- Seats ------------------------------------------------------------------------------------

    @property
    def game(self) -> Game[Move]:
        """The game of the state's variant."""
        return cast("Game[Move]", self.variant)

    @property
    def standing(self) -> int:
        """The highest call so far; see ``rules.auction``."""
        return auction.standing_call(self.calls)

    @property
    def bidder(self) -> int:
        """The seat that made the highest call, or ``NOBODY`` if all have passed."""
        return auction.bidder_of(self.calls, self.shaker)

    @property
    def contract(self) -> Contract | None:
        """The contract of the hand, or None before the declaration."""
        return None if self.play is None else self.play.contract

    @property
    def hands(self) -> Hands:
        """The dominoes that each seat still holds."""
        return self.dealt if self.play is None else self.play.position.hands

    @property
    def is_laid_open(self) -> bool:
        """True if a claim has ended the hand, which makes all hands public."""
        return self.play is not None and self.play.claim is not None

    @property
    def drawer(self) -> int:
        """The seat that draws the next domino of the deal; the shaker draws last."""
        return (self.shaker + 1 + sum(self.dealt).bit_count() // HAND) % 4

    # --- The score --------------------------------------------------------------------------------

    @property
    def hand_score(self) -> tuple[int, int]:
        """The score of the sides in this hand; zeros before its end."""
        if self.phase != "end":
            return 0, 0
        assert self.play is not None
        play, claim = self.play, self.play.claim
        if claim is not None and not claim.holds:
            return self.variant.score_of_renege(play.contract, claim.seat, play.points)
        return self.variant.score_of(play.contract, play.result, play.points)

    @property
    def scores(self) -> tuple[int, int]:
        """The score of the sides, including this hand once it has ended."""
        now = self.hand_score
        return self.totals[0] + now[0], self.totals[1] + now[1]

    @property
    def winner(self) -> int:
        """The side that has won the match (after the last hand, the one ahead), or ``NOBODY``."""
        if self.phase not in ("end", "thrown") or not self.variant.target:
            return NOBODY
        won = NOBODY
        if self.play is not None:
            won = contracts.match_winner(self.scores, self.play.contract.side, self.variant.target)
        return ahead(*self.scores) if won == NOBODY and self.is_last else won

    @property
    def is_last(self) -> bool:
        """True if this is the last possible hand of the match."""
        return self.deals + 1 >= self.variant.most_deals

    @property
    def is_decided(self) -> bool:
        """True if no hand follows this one after its end."""
        return self.is_last or self.winner != NOBODY

    def returns(self) -> tuple[float, ...]:
        """Return the payoffs: the marks won or lost in a single hand, ±1 in a match (0 for a tie)."""
        if self.variant.target:
            got = 0 if self.winner == NOBODY else 1 - 2 * self.winner
        else:
            got = self.scores[0] - self.scores[1]
        return float(got), float(-got), float(got), float(-got)

    # --- Moves ------------------------------------------------------------------------------------

    def moves(self) -> tuple[Move, ...]:
        """Return the legal moves, or the outcomes of chance; they are cached."""
        found = self._moves
        if found is None:
            found = self._legal()
            object.__setattr__(self, "_moves", found)
        return found

    def moves_but_claim(self) -> tuple[Move, ...]:
        """Return the legal moves without the claim, which the package's players never make.

        >>> from suitwise.texas42.game import Texas42
        >>> state, _ = Texas42(claims=True).start().rolled(seed=1, stream=0)
        >>> for word in ("pass", "31", "pass", "pass", "doubles"):
        ...     state = state.after(word)
        >>> len(state.moves()), len(state.moves_but_claim()), str(state.moves()[-1])
        (8, 7, 'claim')
        """
        moves = self.moves()
        return moves[:-1] if moves and moves[-1] == CLAIM else moves

    def _legal(self) -> tuple[Move, ...]:
        if self.phase == "play":
            assert self.play is not None
            dominoes = moves_of(self.play.position.legal())
            return (*dominoes, MOVES[CLAIM]) if self._may_claim(self.play) else dominoes
        if self.phase == "call":
            return moves_of(self._legal_calls(), CALL)
        if self.phase == "declare":
            return moves_of(
                contracts.legal_declarations(self.standing, self.variant.specials), DECLARE
            )
        if self.phase == "deal":
            return moves_of(ALL & ~sum(self.dealt))
        if self.phase == "shake":
            return MOVES[SHAKE:CLAIM]
        return () if self.turn == OVER else (MOVES[NEXT],)

    def _may_claim(self, play: Play) -> bool:
        """Return whether a hand may be laid down; in nello only while the contract is open."""
        return self.variant.claims and (play.contract.out == NOBODY or play.result == OPEN)

    def _legal_calls(self) -> int:
        game, held = self.variant, self.doubles_of(self.turn)
        return auction.legal_calls(self.standing, len(self.calls), held, game.cap, game.house)

    def doubles_of(self, seat: int) -> int:
        """Return the number of doubles that a seat was dealt."""
        return (self.dealt[seat] & EVERY_DOUBLE).bit_count()

    def read_move(self, move: Move | int | str) -> Move:
        """Return a move from a ``Move``, its text, or its number, including chance moves.

        If claims are allowed, the number after the calls is the claim at a seat's turn.

        Raises:
            NotationError: it is not a move of Texas 42.
            TypeError: it is neither a number nor a text.
        """
        if isinstance(move, Move):
            return move
        if self.variant.claims and move == moves.DISTINCT_MOVES and self.turn >= 0:
            return MOVES[CLAIM]
        return Move(move)

    def parse_move(self, text: str) -> Move:
        """Parse a move.

        Raises:
            NotationError: the text is not a move of Texas 42.
        """
        return Move(text)

    def followed_by(self, move: Move) -> Texas42State:
        """Return the state after a legal move or an outcome of chance."""
        if self.phase == "play":
            assert self.play is not None
            if move == CLAIM:
                claim = Claim(self.turn, self.variant.holds(self.play.position, self.turn))
                return replace(self, play=self.play.with_claim(claim))
            return self._with_play(self.play.with_play(DOMINOES[move]))
        if self.phase == "call":
            calls = (*self.calls, move - CALL)
            return Texas42State(
                self.variant, self.shaker, self.dealt, calls, None, self.totals, self.deals
            )
        if self.phase == "declare":
            contract = Contract(self.bidder, self.standing, move - DECLARE)
            return self._with_play(contract.start(self.dealt))
        if self.phase == "deal":
            return self._with_domino(move)
        if self.phase == "shake":
            return replace(self, shaker=move - SHAKE)
        shaker, deals = (self.shaker + 1) % 4, self.deals + 1
        return Texas42State(self.variant, shaker, totals=self.scores, deals=deals)

    def _with_domino(self, move: Move) -> Texas42State:
        dealt, undealt = _with(self.dealt, self.drawer, move), self.moves()
        place = undealt.index(move)
        left = undealt[:place] + undealt[place + 1 :]
        if left:
            parts = (self.variant, self.shaker, dealt, (), None, self.totals, self.deals)
            return _state(*parts, "deal", CHANCE, left)
        return Texas42State(self.variant, self.shaker, dealt, totals=self.totals, deals=self.deals)

    def _with_play(self, play: Play) -> Texas42State:
        parts = (self.variant, self.shaker, self.dealt, self.calls, play, self.totals, self.deals)
        if play.position.trick:  # most moves: within a trick the hand goes on
            return _state(*parts, "play", play.position.turn, None)
        return Texas42State(*parts)

    def rolled(self, seed: int, stream: int, index: int = 0) -> tuple[Texas42State, int]:
        """Draw the shaker and deal as chance does, without creating the states in between."""
        state = self
        while state.turn == CHANCE:
            if state.phase == "deal":
                return state._dealt_out(seed, stream, index)
            outcome, index = draw(state, seed, stream, index)
            state = state.followed_by(outcome)
        return state, index

    def _dealt_out(self, seed: int, stream: int, index: int) -> tuple[Texas42State, int]:
        dealt = list(self.dealt)
        left = [int(move) for move in self.moves()]
        while left:
            seat = (self.shaker + 1 + (dominoes.N_DOMINOES - len(left)) // HAND) % 4
            place, index = below(len(left), seed, stream, index)
            dealt[seat] |= 1 << left.pop(place)
        return replace(self, dealt=as_hands(dealt)), index


_state = unchecked(Texas42State)


def _with(dealt: Hands, seat: int, domino: int) -> Hands:
    """Return a deal with a domino added to a hand."""
    hands = list(dealt)
    hands[seat] |= 1 << domino
    return hands[0], hands[1], hands[2], hands[3]


# --- Refusals of illegal moves --------------------------------------------------------------------

_EXPECTED = {
    "call": phrase("texas42.to-call", "call: pass, 30 to 41, or marks as 1m"),
    "play": phrase("texas42.to-play", "play a domino"),
}
_NO_CLAIM = phrase("texas42.to-play-out", "play a domino: claims are no moves in this house")
_DECIDED = phrase(
    "texas42.to-play-on", "play a domino: nello is decided, and its contract alone is claimed"
)
_DOUBLES = {
    "own": phrase("texas42.doubles-own", "own"),
    "inverted": phrase("texas42.doubles-inverted", "inverted"),
    "high": phrase("texas42.doubles-high", "high"),
    "low": phrase("texas42.doubles-low", "low"),
}
"""The treatments of the doubles in nello, in words, by the values of the option."""


def why_not(state: Texas42State, move: Move) -> Refusal | None:
    """Return the rule that forbids a move, or None if it is legal."""
    if move in state.moves():
        return None
    return refusal(state, move, _why_no_outcome, _to_do, _why_not_done, f"{move}: ")


def _to_do(state: Texas42State, move: Move) -> Refusal | None:
    if state.phase == "play" and move == CLAIM:
        return _DECIDED if state.variant.claims else _NO_CLAIM
    kinds = {"play": move.domino, "call": move.call, "declare": move.declaration}
    if kinds[state.phase] >= 0:
        return None
    return _declarations(state) if state.phase == "declare" else _EXPECTED[state.phase]


def _why_not_done(state: Texas42State, move: Move) -> Refusal | None:
    if state.phase == "play":
        assert state.play is not None
        return state.play.position.why_not(move)
    if state.phase == "call":
        game, made, held = state.variant, len(state.calls), state.doubles_of(state.turn)
        return why_not_call(move.call, state.standing, made, held, game.cap, game.house)
    return _why_not_declared(state, move).about(move)


def _declarations(state: Texas42State) -> Refusal:
    declared = [move.declaration for move in state.moves()]
    specials = Several(DECLARATION_NAMES[one] for one in declared if one > dominoes.NOTRUMP)
    if not specials:
        return phrase("texas42.to-declare", "declare: blanks to sixes (0 to 6), doubles, notrump")
    return phrase(
        "texas42.to-declare-these",
        "declare: blanks to sixes (0 to 6), doubles, notrump, {specials}",
        specials=specials,
    )


def _why_no_outcome(state: Texas42State, move: Move) -> Refusal:
    return _fault_of_outcome(state, move).about(move)


def _fault_of_outcome(state: Texas42State, move: Move) -> Refusal:
    if state.phase == "shake":
        return phrase("texas42.to-shake", "the first shaker is to be drawn, shake0 to shake3")
    if state.phase != "deal":
        return phrase("texas42.hand-over", "the hand is over, next deals again")
    if move.domino < 0:
        return phrase("texas42.to-be-drawn", "a domino is to be drawn")
    return phrase("texas42.drawn", "it has been drawn")


def _why_not_declared(state: Texas42State, move: Move) -> Refusal:
    if not state.variant.specials >> move.declaration & 1:
        return _why_not_here(state, move.declaration)
    name = _contract_name(move.declaration)
    if state.standing < FIRST_MARK:
        call = call_name(state.standing)
        return phrase(
            "texas42.for-marks", "{name} is for marks, and {call} was bid", name=name, call=call
        )
    assert state.standing >= FIRST_PLUNGE
    return phrase(
        "texas42.plunge-trumps", "a plunge or splash is played with trumps, doubles or notrump"
    )


def _why_not_here(state: Texas42State, declaration: int) -> Refusal:
    name, nello = _contract_name(declaration), state.variant.nello
    if not is_nello(declaration) or nello == "no":
        return phrase("texas42.not-played", "{name} is not played here", name=name)
    return phrase(
        "texas42.nello-doubles",
        "{name} is played with doubles {doubles}",
        name=name,
        doubles=_DOUBLES[nello],
    )


def _contract_name(declaration: int) -> Refusal:
    """Return the name of a special contract: nello (of any treatment) or sevens."""
    return DECLARATION_NAMES[dominoes.NELLO if is_nello(declaration) else dominoes.SEVENS]
