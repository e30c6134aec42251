"""What a table says of a hand that is laid down: what it may cost, whether it stands, and why not."""

from __future__ import annotations

from collections.abc import Iterator

from suitwise.foundation.text.phrases import CardText, Phrase, Seat, phrase
from suitwise.tractor.solve.claims import claim_refuted
from suitwise.tractor.state import TractorState


def warned() -> Phrase:
    """Return what the seat on turn would claim, and what that may cost."""
    return phrase(
        "tractor.note.claim",
        "you claim all tricks that are left; a claim that is false gives them all to the other side",
    )


def laid_down(before: TractorState, after: TractorState) -> Iterator[Phrase]:
    """Yield what is said of a claim, and the plays that refute it if it was false.

    Args:
        before: the position in which it was made.
        after: the end of the deal.

    >>> from suitwise.tractor.game import Tractor
    >>> from suitwise.tractor.players.rule_based import TractorPlayer
    >>> state, player = Tractor(match="deal", claims=True).start(), TractorPlayer()
    >>> index = 0
    >>> while state.phase != "play" or not state.may_claim:
    ...     if state.turn >= 0:
    ...         state = state.after(player(state))
    ...     else:
    ...         state, index = state.rolled(3, 0, index)
    >>> for line in laid_down(state, state.after("claim")):
    ...     print(line)
    seat 0 claims all tricks that are left: some legal play of the others refutes it
    it fails if, from seat 0 on, H2H2 S2H9 H6H6 HAHA HK HQ H5 HK HJ D2 HJ D2 are played
    """
    seat = before.turn
    assert after.claim is not None
    if after.claim.holds:
        yield phrase(
            "tractor.claim.stands",
            "{seat} claims all tricks that are left: whatever the others play, it comes true",
            seat=Seat(seat),
        )
        return
    yield phrase(
        "tractor.claim.fails",
        "{seat} claims all tricks that are left: some legal play of the others refutes it",
        seat=Seat(seat),
    )
    line = claim_refuted(before, seat)
    assert line is not None, "a claim that does not stand is refuted"
    yield phrase(
        "tractor.claim.line",
        "it fails if, from {seat} on, {line} are played",
        seat=Seat(seat),
        line=CardText(" ".join(map(str, line))),
    )
