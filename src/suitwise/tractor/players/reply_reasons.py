"""The reason for a reply of the rule-based player of Tractor, in a sentence, from what its seat sees."""

from __future__ import annotations

from itertools import islice

from suitwise.foundation.text.phrases import CardText, Phrase, Seat, phrase
from suitwise.tractor.arrays.policy_chances import QUARTERS, SURE
from suitwise.tractor.players.replies import Replies
from suitwise.tractor.players.sight import Sight
from suitwise.tractor.rules.order import TRUMPS
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.rules.scoring import points_of, points_text
from suitwise.tractor.rules.throws import led_partition
from suitwise.tractor.rules.winning import winner_at_table
from suitwise.tractor.state import TractorState

_TRIED = 200
"""The most plays looked at to tell whether a trick could be taken."""


def why_followed(state: TractorState, play: Pile) -> Phrase:
    """Return the reason for a reply.

    Args:
        state: a position in which a lead lies on the table.
        play: the reply, one of several legal ones.
    """
    table = state.tricks[-1]
    plays = (*table.plays, play)
    before = winner_at_table(state.trump, table.plays, state.profile).winner
    after = winner_at_table(state.trump, plays, state.profile).winner
    if after == len(table.plays):
        return _why_taken(state, play, sum(map(_value, plays)))
    best, replies = table.plays[before], Replies(Sight(state))
    winner = (table.leader + before) % 4
    if (winner - state.turn) % 2 == 0:
        return phrase(
            "tractor.why-partner-wins",
            "your partner's {cards} wins so far: {what}",
            cards=CardText(best),
            what=_added(replies, play),
        )
    return _why_not_taken(replies, str(best), Seat(winner), _given(replies, play))


def _added(replies: Replies, play: Pile) -> Phrase:
    """Say which points go to a partner's trick."""
    if _value(play):
        return phrase(
            "tractor.give-points", "give it {points}", points=points_in_words(_value(play))
        )
    if _value(replies.fattest):
        return phrase("tractor.keep-points", "keep your points")
    return phrase("tractor.nothing-to-add", "there is nothing to add")


def _given(replies: Replies, play: Pile) -> Phrase:
    """Say which points go to a trick of the others, and why not fewer if fewer can go."""
    lean, own = replies.leanest, _value(play)
    points, saved = points_in_words(own), own - _value(replies.leanest)
    if not saved and not own:
        return phrase("tractor.give-none", "give no points")
    if not saved:
        return phrase("tractor.points-must-go", "{points} must go", points=points)
    kept, chance = replies.kept(lean) - replies.kept(play), replies.chance(play)
    if SURE * kept < QUARTERS * (SURE - 2 * chance) * saved:
        return phrase("tractor.points-go", "{points} go", points=points)
    other = phrase(
        "tractor.other-worth-keeping",
        "{cards} has {n}, but is worth {kept} more to keep",
        cards=CardText(lean),
        n=_value(lean) or phrase("tractor.none", "none"),
        kept=kept // QUARTERS,
    )
    if kept >= QUARTERS * saved:
        return phrase("tractor.points-go-since", "{points} go; {other}", points=points, other=other)
    return phrase(
        "tractor.points-go-in-hope",
        "{points} go; {other}, and your partner is given {chance} %",
        points=points,
        other=other,
        chance=100 * chance // SURE,
    )


def _why_not_taken(replies: Replies, best: str, seat: Seat, what: Phrase) -> Phrase:
    """Tell whether a play could take the trick, where there are not too many of them to say so.

    Args:
        replies: the replies of the seat on turn.
        best: the cards that win so far.
        seat: who has played them.
        what: what the play gives.
    """
    moves = replies.sight.state.moves()
    beatable = not replies.is_hopeless and (
        bool(replies.winning)
        or any(replies.wins(move.pile) for move in islice(iter(moves), _TRIED))
    )
    if beatable:
        return phrase(
            "tractor.why-not-worth-beating",
            "{cards} of {seat} isn't worth beating: {what}",
            cards=CardText(best),
            seat=seat,
            what=what,
        )
    if replies.is_hopeless or len(moves) <= _TRIED:
        return phrase(
            "tractor.why-unbeatable",
            "{cards} of {seat} can't be beaten by you: {what}",
            cards=CardText(best),
            seat=seat,
            what=what,
        )
    return phrase(
        "tractor.why-beaten-so-far",
        "{cards} of {seat} wins so far: {what}",
        cards=CardText(best),
        seat=seat,
        what=what,
    )


def _why_taken(state: TractorState, play: Pile, points: int) -> Phrase:
    table, trump, worth = state.tricks[-1], state.trump, points_in_words(points)
    led = led_partition(table.plays[0], trump)
    ruffs = led != TRUMPS and led_partition(play, trump) == TRUMPS
    if len(table.plays) == 3:
        if ruffs:
            return phrase("tractor.why-ruffs", "it ruffs a trick of {points}", points=worth)
        return phrase("tractor.why-takes", "it takes a trick of {points}", points=worth)
    if ruffs:
        return phrase(
            "tractor.why-ruffs-so-far",
            "it ruffs the trick so far, {points} lie in it",
            points=worth,
        )
    return phrase(
        "tractor.why-takes-so-far", "it takes the trick so far, {points} lie in it", points=worth
    )


def points_in_words(points: int) -> Phrase:
    """Return a number of points in words.

    >>> points_in_words(25), points_in_words(0)
    ('25 points', 'no points')
    """
    return points_text(points) if points else phrase("tractor.no-points", "no points")


def _value(pile: Pile) -> int:
    return points_of(pile.once, pile.twice)
