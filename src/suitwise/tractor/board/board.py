"""The board of Tractor: its questions, and a state of the game as one of them."""

from __future__ import annotations

from suitwise.cards import RANKS, SUITS
from suitwise.players.board import Asked, Board
from suitwise.tractor.board.chances import BID, BURY, PLACES
from suitwise.tractor.board.ending import ENDING
from suitwise.tractor.board.rulings import DUTY, HANDS, THROW, THROW_HANDS, TRICK
from suitwise.tractor.moves import Trick
from suitwise.tractor.rules.auction import NOBODY
from suitwise.tractor.rules.piles import PACKS, Pile, pile_of
from suitwise.tractor.solve.workspace import MOST_CARDS
from suitwise.tractor.state import TractorState

# --- A state of the game as a question that its board can be asked --------------------------------


def of_state(state: TractorState, seat: int) -> Asked | None:
    """Return what the board can be asked about a state, by somebody who may see all hands.

    An ending is solved; before, what the seat on turn owes is asked, or who took the last trick; the
    burial and the bids are weighed by their seats' hands.

    Args:
        state: the state.
        seat: the seat whose hand is weighed while the cards are drawn.

    >>> from suitwise.tractor.arrays.positions import state_of
    >>> from suitwise.tractor.arrays.batch import replay
    >>> [of_state(state_of(replay(3, seed=7), plays=plays), 0)[0] for plays in (1, 4, 80, 100)]
    ['duty', 'trick', 'ending', 'trick']
    >>> name, form = of_state(state_of(replay(3, seed=7), plays=80), 0)
    >>> form["seat4"], form["leader"], form["points"]
    ('H9 H9', '3', '110')
    """
    if state.phase == "bury":
        return "bury", {**_trump(state), "hand": _cards(state.held[state.turn]), **_house(state)}
    if state.phase == "bid" and state.held[seat].once:
        return "bid", _bidding(state, seat)
    if not state.tricks:
        return None
    table = state.tricks[-1]
    if _is_ending(state):
        return "ending", _ending(state)
    if state.phase == "play" and table.plays:
        hand = _cards(state.held[state.turn])
        lead = _cards(table.plays[0])
        return "duty", {**_trump(state), "lead": lead, "hand": hand, **_house(state)}
    last = next((trick for trick in reversed(state.tricks) if trick.plays), None)
    return None if last is None else ("trick", _trick(state, last))


def of_lead(state: TractorState, move: str) -> Asked | None:
    """Return what the board can be asked about a lead: what becomes of it, all four hands seen.

    Args:
        state: the state.
        move: the cards that were led there.

    Returns:
        None where the move was no lead, or the rest of the deal can be solved.

    >>> from suitwise.tractor.arrays.positions import state_of
    >>> from suitwise.tractor.arrays.batch import replay
    >>> of_lead(state_of(replay(3, seed=7), plays=1), "HA") is None
    True
    >>> state = state_of(replay(3, seed=7), plays=4)
    >>> lead = str(state.held[state.turn].cards[0])
    >>> name, form = of_lead(state, lead)
    >>> name, form["throw"] == lead, len(form["own"].split()), len(form["next"].split())
    ('throw', True, 23, 24)
    """
    if state.phase != "play" or state.tricks[-1].plays or _is_ending(state):
        return None
    led, seat = pile_of(move, PACKS), state.turn
    hands = {name: _cards(state.held[(seat + at) % 4]) for at, name in enumerate(THROW_HANDS, 1)}
    own = state.held[seat].minus(led)
    return "throw", {
        **_trump(state),
        "throw": _cards(led),
        "own": _cards(own),
        **hands,
        **_house(state),
    }


def _is_ending(state: TractorState) -> bool:
    """Tell whether the rest of a deal can be solved."""
    size = max(hand.size for hand in state.held)
    return state.phase == "play" and size <= MOST_CARDS and state.taken >= 0


def _ending(state: TractorState) -> dict[str, str]:
    table = state.tricks[-1]
    assert state.buried is not None
    hands = {name: _cards(hand) for name, hand in zip(HANDS, state.held, strict=True)}
    return {
        **_trump(state),
        **hands,
        "leader": _seat(table.leader),
        "table": " ".join(map(str, table.plays)),
        "landlord": _seat(state.current_landlord),
        "points": str(state.taken),
        "kitty": _cards(state.buried),
        **_house(state),
    }


def _trick(state: TractorState, trick: Trick) -> dict[str, str]:
    plays = {
        HANDS[(trick.leader + place) % 4]: _cards(play) for place, play in enumerate(trick.plays)
    }
    return {**_trump(state), "leader": _seat(trick.leader), **plays, **_house(state)}


def _bidding(state: TractorState, seat: int) -> dict[str, str]:
    form = {"level": state.trump.rank, "hand": _cards(state.held[seat])}
    bid = state.standing
    if bid is not None:
        form |= {"stands": _cards(bid.pile), "by": PLACES[(bid.seat - seat) % 4]}
    if state.landlord != NOBODY:
        form["lord"] = PLACES[(state.landlord - seat) % 4]
    return form | _house(state)


def _trump(state: TractorState) -> dict[str, str]:
    return {"main": state.trump.main, "level": state.trump.rank}


def _house(state: TractorState) -> dict[str, str]:
    """Return the house, and the switches by which it differs from the one named."""
    house, _, switches = str(state.profile).partition("(")
    return {"house": house, **({"switches": switches.rstrip(")")} if switches else {})}


def _cards(pile: Pile) -> str:
    """Return cards as they stand in a field: with blanks between."""
    return " ".join(map(str, pile.cards))


def _seat(seat: int) -> str:
    return str(seat + 1)


# --- The board of Tractor: its questions, and a state of the game as one of them ------------------

BOARD = Board(
    "tractor",
    "tractor",
    questions=(DUTY, TRICK, THROW, ENDING, BID, BURY),
    deck=(*([f"{suit}{rank}" for rank in reversed(RANKS)] for suit in SUITS), ["RJ", "BJ"]),
    copies=PACKS,
    of=of_state,
    of_move=of_lead,
)
"""The board of Tractor."""
