"""The text of a position of Texas 42, one line, and its parser.

It has six parts separated by bars: the shaker, the four hands as dealt, the calls from the shaker's
left, the declaration, the tricks, and the score of the sides before this hand::

    shaker 0 | 6-0,3-2,… … … … | pass 31 pass pass | 5 | 5-5,5-0,5-1,6-2 6-4 | 2-1

An empty part is ``-``; ``?`` is a shaker not drawn yet. In a seat's view ``?7`` stands for the seven
dominoes of another seat. The seat on turn, the winners of tricks and the end of the hand follow from
the rules and are not written. After a claim, ``claim`` ends the tricks, and a view has all hands.
``deals 3`` after the score means that three hands of the match are over; 0 is not written. The scores
may be any that leave the match undecided.
"""

from __future__ import annotations

import re

from suitwise.errors import NotationError
from suitwise.foundation.seating import NOBODY, SEATS
from suitwise.foundation.text.lines import PositionText, matched
from suitwise.foundation.values import DEALS, deals_text
from suitwise.texas42.moves import CALL, CLAIM, DECLARE, MOVES
from suitwise.texas42.rules import dominoes
from suitwise.texas42.rules.auction import CALL_TEXT, call_of
from suitwise.texas42.rules.dominoes import DECLARATION_TEXT, HAND, as_dominoes, format_dominoes
from suitwise.texas42.rules.position import as_hands, read_declaration, read_hand
from suitwise.texas42.state import Texas42State
from suitwise.texas42.variant import Texas42Variant

_HEAD = re.compile(r"shaker ([0-3?])")
_SCORE = re.compile(r"([0-9]{1,5})-([0-9]{1,5})" + DEALS)
_FORM = PositionText(
    "a position of Texas 42", "six parts: write what str() of one prints", (6,), longest=400
)


# --- Writing --------------------------------------------------------------------------------------


def text_of(state: Texas42State, seat: int | None = None) -> str:
    """Return the text of a position, or a seat's view of it."""
    seat = None if state.is_laid_open else seat
    contract = state.contract
    return " | ".join(
        (
            f"shaker {'?' if state.shaker == NOBODY else state.shaker}",
            " ".join(_hand_text(state, owner, seat) for owner in SEATS),
            " ".join(CALL_TEXT[call] for call in state.calls) or "-",
            DECLARATION_TEXT[contract.declaration] if contract else "-",
            _tricks_text(state),
            f"{state.totals[0]}-{state.totals[1]}{deals_text(state.deals)}",
        )
    )


def _hand_text(state: Texas42State, owner: int, seat: int | None) -> str:
    hand = state.dealt[owner]
    if not hand:
        return "-"
    if seat not in (None, owner):
        return f"?{hand.bit_count()}"
    return format_dominoes(dominoes.dominoes_of(hand))


def _tricks_text(state: Texas42State) -> str:
    if state.play is None:
        return "-"
    tricks = [format_dominoes(trick.dominoes) for trick in state.play.tricks]
    table = format_dominoes(state.play.position.trick)
    claim = [str(MOVES[CLAIM])] if state.is_laid_open else []
    return " ".join([*tricks, *([table] if table else []), *claim]) or "-"


# --- Reading --------------------------------------------------------------------------------------


def parse(variant: Texas42Variant, text: str) -> Texas42State:
    """Parse a position.

    Raises:
        NotationError: the text is not a position that can occur in the variant.
    """
    return _FORM.read(text, lambda parts: _read(variant, parts))


def _read(variant: Texas42Variant, parts: list[str]) -> Texas42State:
    state = _dealt(variant, _shaker(variant, parts[0]), parts[1], *_scores(variant, parts[5]))
    calls, declared, tricks = (part if part != "-" else "" for part in parts[2:5])
    for word in calls.split():
        state = state.after(MOVES[CALL + call_of(word)])
    if declared:
        state = state.after(MOVES[DECLARE + read_declaration(declared)])
    if tricks and state.play is None:
        raise NotationError("nothing is played before a declaration")
    return _played(state, tricks.split())


def _shaker(variant: Texas42Variant, text: str) -> int:
    found = matched(_HEAD, text, ": write the shaker, as shaker 0")
    if found[1] != "?":
        return int(found[1])
    if variant.shaker != NOBODY:
        raise NotationError(f"the first shaker is seat {variant.shaker} and is not drawn")
    return NOBODY


def _scores(variant: Texas42Variant, text: str) -> tuple[tuple[int, int], int]:
    """Parse the score of the sides and the number of finished hands of the match."""
    found = matched(_SCORE, text, ": write what the sides had scored, as 2-1")
    deals = int(found[3] or 0)
    if deals >= variant.most_deals:
        raise NotationError(f"{text}: a game has at most {variant.most_deals} hands")
    totals = int(found[1]), int(found[2])
    why = variant.why_not_before(totals)
    if why is not None:
        raise NotationError(why)
    return totals, deals


def _dealt(
    variant: Texas42Variant, shaker: int, text: str, totals: tuple[int, int], deals: int
) -> Texas42State:
    words = text.split()
    if len(words) != len(SEATS):
        raise NotationError(f"{text[:24]!r}: write the four hands, - for an empty one")
    dealt = as_hands(map(read_hand, words))
    drawn = (dealt[0] | dealt[1] | dealt[2] | dealt[3]).bit_count()
    if drawn != sum(hand.bit_count() for hand in dealt):
        raise NotationError("a domino is in two hands")
    sizes = [dealt[(shaker + 1 + place) % 4].bit_count() for place in SEATS]
    if sizes != [min(max(drawn - HAND * place, 0), HAND) for place in SEATS]:
        raise NotationError("each seat is dealt seven, the one on the shaker's left first")
    if shaker == NOBODY and (drawn or any(totals) or deals):
        raise NotationError("the first shaker is drawn before anything is dealt")
    return Texas42State(variant, shaker, dealt, totals=totals, deals=deals)


def _played(state: Texas42State, tricks: list[str]) -> Texas42State:
    """Play the tricks and the claim, and check that the text separates them correctly."""
    claim = tricks[-1:] if tricks[-1:] == [str(MOVES[CLAIM])] else []
    tricks = tricks[: len(tricks) - len(claim)]
    for word in tricks:
        for domino in as_dominoes(word):
            state = state.after(MOVES[domino])
    written = [format_dominoes(as_dominoes(word)) for word in tricks]
    if tricks and _tricks_text(state).split() != written:
        raise NotationError("the dominoes of a trick stand together with commas between them")
    return state.after(MOVES[CLAIM]) if claim else state
