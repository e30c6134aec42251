"""Why a move of Texas 42 is not legal: one sentence that names the move and the rule."""

from __future__ import annotations

from suitwise.refusal import refusal
from suitwise.texas42.moves import Move
from suitwise.texas42.rules.auction import CALL_TEXT, FIRST_MARK, FIRST_PLUNGE, why_not_call
from suitwise.texas42.rules.contracts import is_nello
from suitwise.texas42.rules.suits import NOTRUMP
from suitwise.texas42.state import Texas42State

_EXPECTED = {"call": "call: pass, points as 30, marks as 1m", "play": "play a domino"}


def why_not(state: Texas42State, move: Move) -> str | None:
    """Return the rule that forbids a move, or None if it is legal."""
    if move in state.moves():
        return None
    return refusal(state, move, _why_no_outcome, _to_do, _why_not_done, f"{move}: ")


def _to_do(state: Texas42State, move: Move) -> str | None:
    kinds = {"play": move.domino, "call": move.call, "declare": move.declaration}
    if kinds[state.phase] >= 0:
        return None
    return _declarations(state) if state.phase == "declare" else _EXPECTED[state.phase]


def _why_not_done(state: Texas42State, move: Move) -> str | None:
    if state.phase == "play":
        assert state.play is not None
        return state.play.position.why_not(move)
    if state.phase == "call":
        game, made, held = state.variant, len(state.calls), state.doubles_of(state.turn)
        return why_not_call(move.call, state.standing, made, held, game.cap, game.house)
    return _why_not_declared(state, move)


def _declarations(state: Texas42State) -> str:
    specials = [str(move) for move in state.moves() if move.declaration > NOTRUMP]
    return ", ".join(["declare: 0 to 6, doubles, notrump", *specials])


def _why_no_outcome(state: Texas42State, move: Move) -> str:
    if state.phase == "shake":
        return f"{move}: the first shaker is to be drawn, shake0 to shake3"
    if state.phase != "deal":
        return f"{move}: the hand is over, next deals again"
    if move.domino < 0:
        return f"{move}: a domino is to be drawn"
    return f"{move}: it has been drawn"


def _why_not_declared(state: Texas42State, move: Move) -> str:
    name = "nello" if is_nello(move.declaration) else "sevens"
    if not state.variant.specials >> move.declaration & 1:
        played = name == "nello" and state.variant.nello != "no"
        return f"{move}: " + (
            f"{name} is played with doubles {state.variant.nello}"
            if played
            else f"{name} is not played here"
        )
    if state.standing < FIRST_MARK:
        return f"{move}: {name} is for marks, and {CALL_TEXT[state.standing]} was bid"
    assert state.standing >= FIRST_PLUNGE
    return f"{move}: a plunge or splash is played with trumps, doubles or notrump"
