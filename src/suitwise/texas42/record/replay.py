"""The faults of recorded matches: in each hand, in its result and in the score.

``judge`` judges one hand; this module its result, and how the hands of a match follow each other. A
renege or a false claim costs the hand: the stake goes to the other side, and nothing more need be
played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from suitwise.arguments import of_kind
from suitwise.foundation.seating import NOBODY, left_of, side
from suitwise.texas42.game import Texas42
from suitwise.texas42.record.findings import Fault, Judged
from suitwise.texas42.record.hand import HandRecord
from suitwise.texas42.record.judge import judge
from suitwise.texas42.record.match import MatchRecord
from suitwise.texas42.record.result import lost_text, played_text, thrown_in_text
from suitwise.texas42.rules.contracts import match_winner

__all__ = ["Fault", "faults_of", "renege_scores", "reneges", "scores_before", "totals_before"]


def faults_of(match: MatchRecord) -> list[Fault]:
    """Return the faults of a match, in the order of the record.

    >>> match = MatchRecord.parse('''
    ... hand 1: shaker S0, bidder S1, bid 30, declaration 3
    ...   trick 1: S1:6-0 S2:6-6 S3:6-4 S0:2-2 -> S1 +11
    ...   trick 2: S2:5-4 S3:5-3 S0:6-1
    ... ''')
    >>> for fault in faults_of(match):
    ...     print(fault)
    line 3: renege: S0 plays 2-2 to sixes and must follow suit: 6-1
    line 3: winner: S2 wins the trick with 6-6, not S1
    line 4: turn: S2 plays, but it is the turn of S1
    """
    of_kind(match, MatchRecord, "match")
    hands = [judge(match.game, hand) for hand in match.hands]
    totals = _before(match, hands)
    found = [*_score_faults(match, totals)]
    is_over = False
    for before, one in zip((None, *hands), hands, strict=False):
        if before is not None:
            found += _order_faults(before, one.hand)
            if not is_over and _ends_match(before, totals):
                is_over = True
                reason = "the match was over before this hand"
                found.append(Fault(one.hand.lines[0], "end", reason))
        totals, wrong = _judged_result(one, totals)
        found += [*one.faults, *wrong]
    return found


def reneges(match: MatchRecord) -> list[Fault]:
    """Return the reneges alone.

    >>> match = MatchRecord.parse('''
    ... hand 1: shaker S0, bidder S1, bid 30, declaration 3
    ...   trick 1: S1:6-0 S2:6-6 S3:6-4 S0:2-2 -> S1 +11
    ...   trick 2: S2:5-4 S3:5-3 S0:6-1
    ... ''')
    >>> [str(fault) for fault in reneges(match)]
    ['line 3: renege: S0 plays 2-2 to sixes and must follow suit: 6-1']
    """
    of_kind(match, MatchRecord, "match")
    return [fault for fault in faults_of(match) if fault.rule == "renege"]


def renege_scores(game: Texas42, hand: HandRecord) -> tuple[int, int] | None:
    """Return the score of the sides, in marks or points, for the first renege of a hand.

    Args:
        game: the variant.
        hand: the hand.

    Returns:
        The scores of sides 0 and 2, and 1 and 3; None where nobody reneged.

    >>> match = MatchRecord.parse('''
    ... hand 1: shaker S0, bidder S1, bid 30, declaration 3
    ...   trick 1: S1:6-0 S2:6-6 S3:6-4 S0:2-2 -> S2 +11
    ...   trick 2: S2:5-4 S3:5-3 S0:6-1
    ... ''')
    >>> renege_scores(match.game, match.hands[0])
    (0, 1)
    """
    of_kind(game, Texas42, "game")
    of_kind(hand, HandRecord, "hand")
    found = judge(game, hand)
    return found.scores if any(fault.rule == "renege" for fault in found.faults) else None


def totals_before(match: MatchRecord) -> tuple[int, int]:
    """Return the score of the sides before the first hand of a record: as it says, else 0-0.

    >>> totals_before(MatchRecord.parse('''
    ... score T0 3 - 2 T1
    ... hand 6: shaker S0, thrown in
    ... '''))
    (3, 2)
    """
    return _before(match, [judge(match.game, hand) for hand in match.hands])


def scores_before(match: MatchRecord) -> list[tuple[int, int] | None]:
    """Return the score of the sides before each hand of a record.

    It is None where the record does not tell: it has no line ``score`` and no result, and begins with a
    later hand than the first.

    >>> match = MatchRecord.parse('''
    ... score T0 3 - 2 T1
    ... hand 6: shaker S0, thrown in
    ... hand 7: shaker S1, thrown in
    ... ''')
    >>> scores_before(match)
    [(3, 2), (3, 2)]
    """
    hands = [judge(match.game, hand) for hand in match.hands]
    says = match.before is not None or any(hand.totals for hand in match.hands)
    if not says and match.hands and match.hands[0].number > 1:
        return [None] * len(hands)
    totals, found = _before(match, hands), list[tuple[int, int] | None]()
    for one in hands:
        found.append(totals)
        totals, _ = _judged_result(one, totals)
    return found


# --- The score ------------------------------------------------------------------------------------


def _before(match: MatchRecord, hands: Sequence[Judged]) -> tuple[int, int]:
    """Return the score of the sides before the first hand, by its line or by the first result."""
    if match.before is not None:
        return match.before
    scored = 0, 0
    for one in hands:
        scored = _added(scored, one.scores)
        if one.hand.totals is not None:
            before = one.hand.totals[0] - scored[0], one.hand.totals[1] - scored[1]
            return before if min(before) >= 0 else (0, 0)
    return 0, 0


def _score_faults(match: MatchRecord, before: tuple[int, int]) -> Iterator[Fault]:
    """Yield that no hand could begin with this score."""
    why = match.game.why_not_before(before)
    if why is not None and match.hands:
        yield Fault(match.hands[0].lines[0], "score", f"the record begins with {why}")


def _added(totals: tuple[int, int], scores: tuple[int, int]) -> tuple[int, int]:
    return totals[0] + scores[0], totals[1] + scores[1]


# --- How hands follow each other ------------------------------------------------------------------


def _order_faults(before: Judged, hand: HandRecord) -> Iterator[Fault]:
    """Yield why a hand can't follow another one."""
    if not before.is_over:
        yield Fault(
            hand.lines[0], "end", f"hand {before.hand.number} was not over before this hand"
        )
    if hand.number != before.hand.number + 1:
        reason = f"hand {before.hand.number + 1} is next, not {hand.number}"
        yield Fault(hand.lines[0], "number", reason)
    due = left_of(before.hand.shaker, NOBODY)
    if hand.shaker != due:
        reason = f"it is the shake of S{due}, not of S{hand.shaker}"
        yield Fault(hand.lines[0], "shaker", reason, seat=hand.shaker)


def _ends_match(found: Judged, totals: tuple[int, int]) -> bool:
    """Tell whether a match is over with a hand, after which the sides have scored ``totals``."""
    target = found.game.target
    return not target or match_winner(totals, side(found.hand.bidder), target) != NOBODY


# --- The result -----------------------------------------------------------------------------------


def _judged_result(
    found: Judged, before: tuple[int, int]
) -> tuple[tuple[int, int], Sequence[Fault]]:
    """Return the score of the sides after a hand, and the faults of its result.

    Args:
        found: the hand after all its plays.
        before: the score of the sides before it.
    """
    hand, line = found.hand, found.hand.lines[2]
    if not found.is_over:
        wrong = "the hand is not over"
        return before, [Fault(line, "result", wrong)] if hand.result else []
    totals = _added(before, found.scores)
    text = _result_text(found, totals)
    if hand.result in ("", text):
        return totals, []
    return hand.totals or totals, [Fault(line, "result", f"it is: {text}")]


def _result_text(found: Judged, totals: tuple[int, int]) -> str:
    if found.hand.bidder == NOBODY:
        return thrown_in_text(found.game, totals)
    if found.loss is not None:
        return lost_text(found.game, found.loss.how, found.scores, totals)
    return played_text(found.game, found.contract, found.result, found.took, totals)
