"""Why a move of Texas 42 is advised: sentences of the figures that it was chosen by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING, Any

from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.seating import partner, side
from suitwise.foundation.text.phrase_lists import one_of
from suitwise.foundation.text.phrases import Phrase, Several, phrase
from suitwise.players.turns import Advice
from suitwise.texas42.moves import Move
from suitwise.texas42.picture.text import declaration_name, highest_bid_text
from suitwise.texas42.rules.auction import FIRST_MARK, PASS, call_name
from suitwise.texas42.rules.contracts import MADE, RESULT_TEXT, SET, bid_of
from suitwise.texas42.rules.dominoes import Domino
from suitwise.texas42.solve.move_values import ENOUGH
from suitwise.texas42.state import Texas42State

if TYPE_CHECKING:
    from suitwise.texas42.players.monte_carlo import Judged, Pimc

_NAMED = 3
"""A reason names this many moves."""
_INTERVAL = 1.96
"""Half the width of a 95 % interval, in standard errors."""


def advised(state: Texas42State, player: Pimc) -> Advice:
    """Return the player's move for the seat on turn and its reason, by the deals that it solved.

    Args:
        state: a seat's turn; no more of it counts than what this seat sees.
        player: the player.

    >>> from suitwise.texas42.game import Texas42
    >>> from suitwise.texas42.players.monte_carlo import Pimc
    >>> state, _ = Texas42(match="hand").start().rolled(3, 0)
    >>> move, why = advised(state, Pimc(worlds=20))
    >>> str(move), why.code
    ('pass', 'texas42.none-often')
    """
    if len(state.moves()) == 1:
        return only_move(state)
    judged = player.judged(state)
    return Advice(judged.move, reason_of(state, judged))


def only_move(state: Texas42State) -> Advice:
    """Return the only legal move of a seat's turn, and that it is."""
    return Advice(state.moves()[0], phrase("any.only-move", "it is the only legal move"))


def reason_of(state: Texas42State, judged: Judged) -> Phrase:
    """Return the reason for a move that has been judged at a seat's turn."""
    reasons = {"call": _called, "declare": _declared, "play": _played}
    return reasons[state.phase](state, judged)


# --- Calls ----------------------------------------------------------------------------------------


def _called(state: Texas42State, judged: Judged) -> Phrase:
    """Say whose bid stands, how often a call is made, and how high the hand is worth bidding."""
    made, call = _made_by_call(judged), judged.move.call
    is_partners = state.bidder == partner(state.turn)
    said = _made(made, call, judged)
    if call == PASS and not is_partners:
        said = phrase(
            "texas42.none-often", "{made}, no call in more than {share} %", made=said, share=ENOUGH
        )
    if is_partners:
        standing = phrase(
            "texas42.partners-stands",
            "your partner's bid of {call} stands",
            call=call_name(state.standing),
        )
        said = _then(standing, said)
    often = [one for one in made if PASS < one <= FIRST_MARK and made[one][0] >= ENOUGH / 100]
    if not (PASS < call <= FIRST_MARK and often):
        return said
    share, declared = made[often[-1]]
    deals = len(judged.found)
    bid = bid_of(often[-1])
    return _then(said, highest_bid_text(bid, declared, round(share * deals), deals, ENOUGH / 100))


def _then(first: Phrase, second: Phrase) -> Phrase:
    return phrase("any.then", "{first}; {second}", first=first, second=second)


def _made(made: dict[int, tuple[float, tuple[int, ...]]], call: int, judged: Judged) -> Phrase:
    """Say how often a call is made, of a pass how often the first of the others."""
    named = next(one for one in made if one != PASS) if call == PASS else call
    share, declared = made[named]
    say = partial(_made_with, declared) if declared[0] >= 0 else _made_by_partner
    return say(call_name(named), percent(share), _deals(judged))


def _made_with(declared: Sequence[int], call: Phrase, share: int, deals: Phrase) -> Phrase:
    return phrase(
        "texas42.made-with",
        "{call} with {declaration} is made in {share} % of {deals}",
        call=call,
        declaration=one_of(map(declaration_name, declared)),
        share=share,
        deals=deals,
    )


def _made_by_partner(call: Phrase, share: int, deals: Phrase) -> Phrase:
    return phrase(
        "texas42.made-by-partner",
        "{call}, your partner to declare, is made in {share} % of {deals}",
        call=call,
        share=share,
        deals=deals,
    )


def _made_by_call(judged: Judged) -> dict[int, tuple[float, tuple[int, ...]]]:
    """Return how often each call is made at best, and with which declarations so often."""
    shares = (judged.found > 0).mean(axis=0)  # a call that is made gains something
    found: dict[int, tuple[float, tuple[int, ...]]] = {}
    for (call, declared), made in zip(judged.options, shares, strict=True):
        share = float(made)
        most, with_most = found.get(call, (-1.0, ()))
        if share >= most:
            as_good = with_most if share == most else ()
            found[call] = share, tuple(sorted((*as_good, declared)))
    return found


# --- Declarations and plays -----------------------------------------------------------------------


def _declared(state: Texas42State, judged: Judged) -> Phrase:
    """Say how often each declaration makes the contract."""
    names = [declaration_name(one) for one in judged.options]
    return declared_text(judged.move, _shares(judged, names, _name_of(judged.move)))


def declared_text(move: Move, shares: Phrase) -> Phrase:
    """Say how often a declaration makes the contract."""
    return phrase(
        "texas42.declaration-makes",
        "with {declaration} it is made {shares}",
        declaration=_name_of(move),
        shares=shares,
    )


def _name_of(move: Move) -> Phrase:
    return declaration_name(move.declaration)


def _played(state: Texas42State, judged: Judged) -> Phrase:
    """Say how often the seat's side prevails with each play."""
    names = [str(Domino(one)) for one in judged.options]
    return played_text(state, _shares(judged, names, str(judged.move)))


def played_text(state: Texas42State, shares: Phrase) -> Phrase:
    """Say how often the side on turn prevails."""
    assert state.play is not None
    declaring = side(state.turn) == state.play.contract.side
    return phrase(
        "texas42.contract-is",
        "the contract is {result} {shares}",
        result=RESULT_TEXT[MADE if declaring else SET],
        shares=shares,
    )


def _shares(judged: Judged, names: Sequence[str], first: str) -> Phrase:
    """List the shares of moves, one of them first and of the others the best."""
    shares = dict(zip(names, judged.found.mean(axis=0), strict=True))
    others = other_shares(shares, first)
    share, deals = percent(shares[first]), _deals(judged)
    if not others:
        return phrase("texas42.share", "in {share} % of {deals}", share=share, deals=deals)
    listed = phrase(
        "texas42.shares",
        "in {share} % of {deals}, {others}",
        share=share,
        deals=deals,
        others=others,
    )
    if judged.is_exact:
        return listed
    name = others[0].params["move"]
    ahead = judged.found[:, names.index(first)] - judged.found[:, names.index(name)]
    return compared(listed, name, ahead, np.ones(len(ahead)))


def compared(shares: Phrase, other: str, ahead: NDArray[Any], counts: NDArray[Any]) -> Phrase:
    """Say, too, that another move is as good, where the 95 % interval of the difference includes zero.

    Where no deal tells the two apart, the next one still may.

    Args:
        shares: what is said of the moves.
        other: the other move.
        ahead: how much more the move comes to than the other in each deal.
        counts: how often each deal counts.
    """
    lead, error = lead_of(ahead, counts)
    if lead > error:
        return shares
    return phrase(
        "texas42.as-good",
        "{shares}; {move} is as good, give or take {error} %",
        shares=shares,
        move=other,
        error=max(1, percent(error)),
    )


def lead_of(ahead: NDArray[Any], counts: NDArray[Any]) -> tuple[float, float]:
    """Return how much more a move comes to than another, and half of the 95 % interval of that.

    Args:
        ahead: how much more it is in each deal.
        counts: how often each deal counts.
    """
    whole = counts.sum()
    lead = float(counts @ ahead / whole)
    spread = float(counts @ (ahead * ahead) / whole) - lead * lead + 1 / whole
    return lead, float(_INTERVAL * sqrt(spread * (counts @ counts)) / whole)


def other_shares(shares: Mapping[str, float], first: str) -> Several:
    """List the shares of the best moves beside the first."""
    others = sorted((name for name in shares if name != first), key=lambda name: -shares[name])
    return Several(
        phrase("texas42.other-share", "{move} {share} %", move=name, share=percent(shares[name]))
        for name in others[: _NAMED - 1]
    )


def percent(share: float) -> int:
    """Return a share in whole percent."""
    return round(100 * share)


def _deals(judged: Judged) -> Phrase:
    """Say which deals were solved: a sample, or all that can be."""
    if not judged.is_exact:
        return phrase("texas42.sampled-deals", "{n} sampled deals", n=len(judged.found))
    deals = len(judged.found)
    if deals == 1:
        return phrase("texas42.only-deal", "the only possible deal")
    return phrase("texas42.possible-deals", "the {deals} possible deals", deals=deals)
