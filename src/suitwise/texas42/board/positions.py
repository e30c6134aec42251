"""A state of the game as a question that the board can be asked about it."""

from __future__ import annotations

from suitwise.foundation.seating import NOBODY, SEATS
from suitwise.players.board.questions import Asked
from suitwise.texas42.rules.contracts import Contract, Play, bid_of
from suitwise.texas42.rules.dominoes import dominoes_of, format_dominoes
from suitwise.texas42.rules.suits import DECLARATION_TEXT, NOTRUMP
from suitwise.texas42.state import Texas42State


def of_state(state: Texas42State, seat: int) -> Asked | None:
    """Return what the board can be asked about a state, by somebody who may see all hands.

    In the play all four hands are solved; before it the bids of the seat's own hand are weighed.

    Args:
        state: the state.
        seat: the seat whose hand is weighed.

    >>> from suitwise.texas42 import Texas42
    >>> state, _ = Texas42(match="hand").start().rolled(seed=1, stream=0)
    >>> of_state(state, 2)
    ('bid', {'hand': '6-5 5-5 5-4 4-4 4-2 2-1 0-0'})
    >>> for word in ("pass", "31", "pass", "pass", "doubles"):
    ...     state = state.after(word)
    >>> name, fields = of_state(state, 2)
    >>> name, fields["trumps"], fields["leader"], fields["need"]
    ('solve', 'doubles', '2', '31')
    """
    play = state.play
    if state.phase == "play" and play is not None:
        return "solve", _solving(play)
    if state.phase in ("call", "declare") and state.hands[seat]:
        return "bid", {"hand": format_dominoes(reversed(dominoes_of(state.hands[seat])), " ")}
    return None


def _solving(play: Play) -> dict[str, str]:
    position, contract = play.position, play.contract
    fields = {
        "trumps": DECLARATION_TEXT[position.declaration],
        "leader": str(position.leader),
        **{
            f"hand{seat}": format_dominoes(reversed(dominoes_of(position.hands[seat])), " ")
            for seat in SEATS
        },
        "trick": format_dominoes(position.trick, " "),
        "bidder": str(contract.side),
        "need": _need(contract, play),
        "out": "" if position.out == NOBODY else str(position.out),
    }
    return {name: text for name, text in fields.items() if text}


def _need(contract: Contract, play: Play) -> str:
    """Return the points that the contract still needs; nothing where it is not for points."""
    if contract.declaration > NOTRUMP:
        return ""
    return str(max(0, bid_of(contract.call) - play.points[contract.side]))
