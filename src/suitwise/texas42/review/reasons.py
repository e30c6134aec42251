"""Why one call or one domino of Texas 42 is better than another, in sentences for reviews.

A reason is a fact that follows exactly from what the seat on turn sees; it is true of the move or of the
better one, and not of both. What only may be so is not said.
"""

from __future__ import annotations

from collections.abc import Iterator

from suitwise.foundation.seating import NOBODY, seat_at, side
from suitwise.foundation.text.phrases import CardText, Phrase, Seat, phrase
from suitwise.texas42.arrays import policy
from suitwise.texas42.hidden import Knowledge
from suitwise.texas42.moves import Move
from suitwise.texas42.picture import declaration_name
from suitwise.texas42.rules import dominoes
from suitwise.texas42.rules.auction import PASS, call_name
from suitwise.texas42.rules.contracts import Play, is_nello
from suitwise.texas42.rules.dominoes import COUNT, EVERY_DOUBLE, SEVENS, Domino
from suitwise.texas42.state import Texas42State
from suitwise.tricks.reasons import OpenTrick, Reply, reply_reasons

# --- Plays ----------------------------------------------------------------------------------------


def play_reasons(play: Play, known: Knowledge, made: int, best: int) -> Iterator[Phrase]:
    """Yield what tells a domino from a better one, the weightiest reason first.

    Args:
        play: the play so far.
        known: what the seat on turn knows.
        made: the domino that was played.
        best: the better one.
    """
    if is_nello(play.contract.declaration):
        yield from _of_nello(play, made, best)
    elif play.position.trick:
        yield from reply_reasons(_table(play), _reply(play, made), _reply(play, best))
        if play.contract.declaration != SEVENS:
            yield from _trump_spent(play, made, best)
    elif play.contract.declaration != SEVENS:
        yield from _of_leads(play, known, made, best)


def _table(play: Play) -> OpenTrick:
    position = play.position
    place = dominoes.winning_place(position.trick, position.declaration)
    winner = seat_at(position.leader, place, position.out)
    return OpenTrick(
        winner,
        str(Domino(position.trick[place])),
        side(winner) == side(position.turn),
        is_last=len(position.trick) == 3 - (position.out != NOBODY),
    )


def _reply(play: Play, domino: int) -> Reply:
    trick = play.position.trick
    place = dominoes.winning_place((*trick, domino), play.position.declaration)
    return Reply(str(Domino(domino)), place == len(trick), COUNT[domino])


def _trump_spent(play: Play, made: int, best: int) -> Iterator[Phrase]:
    """Yield that a domino is a trump, played to another suit, where the better one is none."""
    declaration, led = play.contract.declaration, play.position.trick[0]
    if policy.is_trump(led, declaration) or policy.is_trump(best, declaration):
        return
    if policy.is_trump(made, declaration):
        yield phrase("texas42.reason.spends-trump", "it spends a trump")


def _of_nello(play: Play, made: int, best: int) -> Iterator[Phrase]:
    """Yield whether the last domino of a trick gives it to the bidder, who wants none."""
    if not play.position.trick or not _table(play).is_last:
        return
    bidder = play.contract.declarer
    winners = [_winner_with(play, domino) for domino in (made, best)]
    if winners[0] == bidder != winners[1]:
        yield phrase("texas42.reason.nello-takes", "the bidder of nello takes a trick with it")
    if winners[1] == bidder != winners[0]:
        yield phrase(
            "texas42.reason.nello-spares",
            "with {domino} the bidder of nello would take the trick",
            domino=CardText(Domino(best)),
        )


def _winner_with(play: Play, domino: int) -> int:
    trick = (*play.position.trick, domino)
    place = dominoes.winning_place(trick, play.position.declaration)
    return seat_at(play.position.leader, place, play.position.out)


def _of_leads(play: Play, known: Knowledge, made: int, best: int) -> Iterator[Phrase]:
    declaration, seat = play.contract.declaration, play.position.turn
    others = [known.may_hold[(seat + ahead) & 3] for ahead in (1, 3)]
    sure = [not _beating(one, declaration) & (others[0] | others[1]) for one in (made, best)]
    if sure[1] and not sure[0]:
        yield phrase(
            "texas42.reason.sure",
            "no opponent can beat {domino}",
            domino=CardText(Domino(best)),
        )
    above = [(_beating(one, declaration) & known.unseen).bit_count() for one in (made, best)]
    if above[0] > above[1] and not sure[1]:
        yield _of_higher(best, *above)
    if COUNT[made] > COUNT[best] and not sure[0]:
        yield phrase(
            "texas42.reason.leads-count",
            "it leads {n} points more, to a trick that isn't sure",
            n=COUNT[made] - COUNT[best],
        )
    trumps = known.unseen & policy.trumps_of(declaration)
    if policy.is_trump(best, declaration) and not policy.is_trump(made, declaration) and trumps:
        yield phrase(
            "texas42.reason.draws",
            "{domino} is a trump, and trumps were unseen: {n}",
            domino=CardText(Domino(best)),
            n=trumps.bit_count(),
        )


def _beating(domino: int, declaration: int) -> int:
    """Return the dominoes that beat one that is led, trumps included."""
    return policy.higher_than(domino, dominoes.led_suit(domino, declaration), declaration)


def _of_higher(best: int, above: int, fewer: int) -> Phrase:
    return phrase(
        "texas42.reason.higher-unseen",
        "unseen dominoes that beat it: {n}, {domino}: {fewer}",
        n=above,
        domino=CardText(Domino(best)),
        fewer=fewer,
    )


# --- Calls and declarations -----------------------------------------------------------------------


def call_reasons(state: Texas42State, made: Move, best: Move, declared: int) -> Iterator[Phrase]:
    """Yield what tells a call or a declaration from a better one.

    Args:
        state: a position in which a seat calls or declares.
        made: the call or the declaration that was made.
        best: the better one.
        declared: what the seat declares after the better call; negative if nothing.
    """
    hand = state.dealt[state.turn]
    if state.phase == "declare":
        yield from _of_declarations(hand, made.declaration, best.declaration)
        return
    if best.call == PASS and state.bidder >= 0 and side(state.bidder) == side(state.turn):
        yield phrase(
            "texas42.reason.partner-bid",
            "{call} of {seat}, on the same side, stood already",
            call=call_name(state.standing),
            seat=Seat(state.bidder),
        )
    if declared >= 0:
        yield _held(hand, declared)
    elif best.call == PASS:
        most = max((policy.trumps_of(suit) & hand).bit_count() for suit in range(7))
        yield phrase(
            "texas42.reason.most-trumps", "no suit gives the hand more trumps than {n}", n=most
        )


def _of_declarations(hand: int, made: int, best: int) -> Iterator[Phrase]:
    """Yield that a hand has more trumps with the better declaration, or their double."""
    more, fewer = ((policy.trumps_of(one) & hand).bit_count() for one in (best, made))
    names = {"better": declaration_name(best), "declaration": declaration_name(made)}
    if more > fewer:
        yield phrase(
            "texas42.reason.more-trumps",
            "with {better} the hand has more trumps than with {declaration}: {more}, not {fewer}",
            more=more,
            fewer=fewer,
            **names,
        )
    doubles = [policy.trumps_of(one) & hand & EVERY_DOUBLE for one in (made, best)]
    if max(made, best) < dominoes.DOUBLES and doubles[1] and not doubles[0]:
        yield phrase(
            "texas42.reason.own-double",
            "with {better} the hand has the double of trumps, with {declaration} it hasn't",
            **names,
        )


def _held(hand: int, declaration: int) -> Phrase:
    """Return the trumps and the doubles of a hand with a declaration."""
    return phrase(
        "texas42.reason.held",
        "with {declaration} the hand has trumps: {n}, doubles: {doubles}",
        declaration=declaration_name(declaration),
        n=(policy.trumps_of(declaration) & hand).bit_count(),
        doubles=(hand & EVERY_DOUBLE).bit_count(),
    )
