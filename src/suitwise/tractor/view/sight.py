"""A seat's view of Tractor as plain data, and as a history in rows of what it is told."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from suitwise.cards import N_CARDS, RANKS
from suitwise.fields import Happening, Telling
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.sight import Own, Sight, card_texts, with_own
from suitwise.tractor.moves import CLAIM, Move, Trick
from suitwise.tractor.rules.deck import Pile
from suitwise.tractor.rules.levels import NOBODY
from suitwise.tractor.rules.wide.lead import WideDuty, block_text
from suitwise.tractor.state import TractorState
from suitwise.tractor.umpire import MOST_REDEALS, Umpire

# --- The view as plain data -----------------------------------------------------------------------
#
# The keys under each part of the view (``sight.PARTS``):
#
# * ``head``: ``levels`` (the ranks of the sides), ``deals`` (the number of deals of the match that are
#   over), ``landlord``, ``named`` (whether a suit is named), ``trump`` as ``H2``, ``bids`` in order,
#   ``asked`` (the number of seats asked since the last card was drawn), ``undrawn`` (the number of cards
#   not drawn), ``turned`` (cards turned up from the kitty), ``points`` (the attackers'), ``outcome``
#   (the result of a finished deal in words). Other tables than that of four with two packs have the
#   levels of all seats, ``removed`` (cards taken out), ``won`` (the points of each seat's tricks) and
#   ``side`` (the seats known to be on the landlord's side); with friends ``calls``, each with ``card``,
#   ``number`` (of the copy), ``counted`` (the copies played so far) and ``filled`` (by which seat, or
#   None).
# * ``hand``: ``drawn`` (the cards drawn); for the landlord also ``kitty`` (the cards taken up).
# * ``table``: ``trick`` (the open one), ``last`` (the last complete one), ``tricks`` (the number of
#   complete ones), ``buried`` (if visible). A trick has ``parts`` if the lead's were named.
# * ``ask``: ``size`` of a play or burial, and ``owed``, the blocks owed.
#
# After a claim all hands are visible.


def sight(state: TractorState, seat: int | None) -> Sight:
    """Return a seat's view, or for None the public view."""
    public = everybody(state)
    return public if seat is None else with_own(public, seat, own(state, seat))


def everybody(state: TractorState) -> Sight:
    """Return the public view."""
    return Sight(
        state.phase,
        tuple(_cards(hand) if state.is_laid_open else None for hand in state.held),
        tuple(hand.size for hand in state.held),
        _head(state),
        table=_table(state),
    )


def own(state: TractorState, seat: int) -> Own:
    """Return the part of a seat's view that is not public."""
    return Own(
        _cards(state.held[seat]),
        _hand(state, seat),
        {"buried": _buried(state)} if state.sees_kitty(seat) else {},
        _ask(state) if seat == state.turn else {},
    )


def _cards(pile: Pile) -> list[str]:
    return list(_texts(pile))


@lru_cache(maxsize=1 << 11)  # for the hands and plays of all tables; a move changes few of them
def _texts(pile: Pile) -> tuple[str, ...]:
    return tuple(card_texts(pile.cards))


def _head(state: TractorState) -> dict[str, Any]:
    is_known = state.landlord != NOBODY or state.is_named
    head = {
        "levels": [RANKS[level] for level in state.levels],
        "deals": state.deals,
        "landlord": state.current_landlord if is_known else None,
        "named": state.is_named,
        "trump": str(state.trump),
        "bids": [{"seat": bid.seat, "cards": _cards(bid.pile)} for bid in state.all_bids],
        "asked": state.asked,
        "undrawn": state.undrawn.size,
        "turned": card_texts(state.turned),
        "points": state.points,
        "outcome": None if state.outcome is None else str(state.outcome),
    }
    return head if state.variant.is_classic else head | _head_of_table(state)


def _head_of_table(state: TractorState) -> dict[str, Any]:
    """Return what only other tables than that of four with two packs show."""
    sides = state.sides
    calls = [
        {"card": str(card), "number": copy, "counted": sides.seen[card], "filled": filled}
        for (card, copy), filled in zip(state.calls, sides.filled, strict=False)
    ]
    return {
        "removed": _cards(state.removed),
        "won": list(state.won),
        "side": sides.members if state.is_auction_over else [],
        **({"calls": calls, "to_call": state.umpire.calls} if state.umpire.calls else {}),
    }


def _hand(state: TractorState, seat: int) -> dict[str, Any]:
    drawn = {"drawn": _cards(state.drawn[seat])}
    return {**drawn, "kitty": _cards(state.kitty)} if state.took_kitty(seat) else drawn


def _table(state: TractorState) -> dict[str, Any]:
    tricks = state.tricks
    is_open = bool(tricks) and not tricks[-1].is_whole
    whole = tricks[:-1] if is_open else tricks
    return {
        "trick": _trick(state, tricks[-1]) if is_open else None,
        "last": _trick(state, whole[-1]) if whole else None,
        "tricks": len(whole),
        "buried": _buried(state) if state.sees_kitty(None) else None,
    }


def _buried(state: TractorState) -> list[str] | None:
    return None if state.buried is None else _cards(state.buried)


def _trick(state: TractorState, trick: Trick) -> dict[str, Any]:
    """Return a trick with its winner so far and its points."""
    plays = [
        {"seat": (trick.leader + turn) % trick.seats, "cards": _cards(play)}
        for turn, play in enumerate(trick.plays)
    ]
    named = {"parts": [_cards(part) for part in trick.parts]} if trick.parts else {}
    uncut = {} if trick.uncut is None else {"uncut": _cards(trick.uncut)}
    return {
        **named,
        **uncut,
        "leader": trick.leader,
        "plays": plays,
        "tried": None if trick.tried is None else _cards(trick.tried),
        "best": state.winner_of(trick) if plays else None,
        "points": trick.points,
    }


def _ask(state: TractorState) -> dict[str, Any]:
    if state.phase == "bury":
        return {"size": state.umpire.kitty}
    duty = state.duty
    if duty is None:
        return {}
    if isinstance(duty, WideDuty):
        return {"size": duty.lead.size, "owed": [str(block_text(*block)) for block in duty.owed]}
    return {"size": duty.size, "owed": list(map(str, duty.owed))}


# --- The view as a history: rows that tell a seat of each move ------------------------------------
#
# Draws and passes of other seats have no rows: a seat can count its own draws, and a seat that does not
# bid has passed. The burial is shown to the others when the deal is over.

_KINDS = (
    "drawn",
    "bid",
    "turned",
    "kitty",
    "buried",
    "play",
    "throw",
    "forced",
    "shown",
    "next",
)
"""The kinds of rows. ``throw`` is a throw that fails, ``forced`` the part of it that is led. ``shown``
is the burial at the end of the deal, and after a claim each hand, the claimant's first."""
_MORE_KINDS = ("void", "taken", "call", "lead", "part")
"""The kinds that only other tables have: a deal that is void; the buried cards taken up; a call, its
card as often as the number of the copy; a lead that is still to be cut, and each of its parts."""


@lru_cache(maxsize=1 << 7)
def telling_of(umpire: Umpire) -> Telling:
    """Return the layout of a row at a table."""
    kinds = _KINDS if type(umpire) is Umpire else (*_KINDS, *_MORE_KINDS)
    return Telling(umpire.seats, kinds, N_CARDS, copies=umpire.packs)


def most_rows(umpire: Umpire) -> int:
    """Return the most rows in a deal. A claim's rows replace at least as many plays.

    >>> from suitwise.tractor.umpire import umpire_of
    >>> from suitwise.tractor.variant import TractorVariant
    >>> most_rows(umpire_of(TractorVariant()))
    165
    """
    cards = umpire.hand
    rows = (
        cards  # drawn
        + umpire.most_bids
        + umpire.kitty  # turned up
        + 1  # taken up
        + 1  # buried
        + umpire.seats * cards  # played
        + cards  # a second row for each throw that fails
        + 1  # shown
    )
    if type(umpire) is Umpire:
        return rows
    if umpire.profile.steal == "yes":
        rows += 3 * umpire.most_bids  # bid, taken up, buried
    if umpire.profile.nobody == "redeal":
        rows += MOST_REDEALS * (cards + 1)
    return rows + umpire.calls + 2 * cards  # a row for each lead to be cut, and one for each part


def told(state: TractorState, move: Move, after: TractorState, seat: int) -> NDArray[np.float32]:
    """Return the rows that tell a seat of a move.

    >>> from suitwise.tractor.game import Tractor
    >>> start = Tractor(match="deal").start()
    >>> [told(start, start.parse_move("S4"), start.after("S4"), seat).shape for seat in (0, 1)]
    [(1, 68), (0, 68)]
    """
    return telling_of(state.umpire).rows(seat, _happenings(state, move, after, seat))


def _happenings(state: TractorState, move: Move, after: TractorState, seat: int) -> list[Happening]:
    """Return the events of a move that a seat learns of."""
    phase, cards = state.phase, move.pile.cards
    happened: list[Happening] = []
    if phase == "draw" and state.drawer == seat:
        happened.append((seat, "drawn", cards))
    elif phase in ("bid", "steal") and cards:
        happened.append((state.turn, "bid", cards))
    elif phase == "turn":
        happened.append((NOBODY, "turned", cards))
    elif phase == "bury" and state.turn == seat:
        happened.append((seat, "buried", cards))
    elif move == CLAIM:
        seats = state.umpire.seats
        claimant_first = ((state.turn + turn) % seats for turn in range(seats))
        happened += [(who, "shown", state.held[who].cards) for who in claimant_first]
    elif phase in ("play", "cut", "forced"):
        happened += _of_play(state, move, after)
    elif phase == "call":
        happened.append((state.turn, "call", cards * move.copy))
    elif phase == "redeal":
        happened.append((NOBODY, "void", ()))
    elif phase == "end":
        happened.append((NOBODY, "next", ()))
    if phase == "steal" and cards and state.turn == seat:
        assert state.buried is not None
        happened.append((seat, "taken", state.buried.cards))
    if after.took_kitty(seat) and not state.took_kitty(seat):
        happened.append((seat, "kitty", after.kitty.cards))
    if after.phase == "end" and not state.sees_kitty(seat) and after.buried is not None:
        happened.append((after.burier, "shown", after.buried.cards))
    return happened


def _of_play(state: TractorState, move: Move, after: TractorState) -> list[Happening]:
    """Return the events of a play: one, or for a failed throw two, the throw and the part that is led.

    If the leader has yet to choose that part, the throw alone is the event.
    """
    who, cards = state.turn, move.pile.cards
    if state.phase == "forced":
        return [(who, "forced", cards)]
    trick: Trick = after.tricks[len(state.tricks) - 1]
    if trick.uncut is not None:
        return [(who, "lead", cards)]
    cut = [(who, "part", part.cards) for part in move.parts]
    if state.tricks[-1].plays or trick.tried is None:  # a reply, or a lead that stands
        return [*cut, (who, "play", cards)]
    led = [(who, "forced", trick.plays[0].cards)] if trick.plays else []
    return [*cut, (who, "throw", cards), *led]
