"""Why a move of Texas 42 is not legal: one sentence that names the move and the rule."""

from __future__ import annotations

from suitwise.foundation.text.phrases import Several, phrase
from suitwise.refusal import Refusal, refusal
from suitwise.texas42.moves import CLAIM, Move
from suitwise.texas42.rules.auction import FIRST_MARK, FIRST_PLUNGE, call_name, why_not_call
from suitwise.texas42.rules.contracts import is_nello
from suitwise.texas42.rules.suits import NELLO, NOTRUMP, SEVENS
from suitwise.texas42.rules.words import DECLARATION_NAMES
from suitwise.texas42.state import Texas42State

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
"""How houses treat the doubles in nello, by the option's values."""


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
    specials = Several(DECLARATION_NAMES[one] for one in declared if one > NOTRUMP)
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
    """Return nello, whatever its doubles, or sevens."""
    return DECLARATION_NAMES[NELLO if is_nello(declaration) else SEVENS]
