"""The story of a game of Texas 42: a line for each event, claims, and the outcome of a hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from suitwise.foundation.seating import NOBODY, SEATS, partner, side
from suitwise.foundation.text.phrases import Phrase, Seat, phrase
from suitwise.foundation.values import ahead
from suitwise.game import CHANCE, OVER
from suitwise.players.face_values import (
    Best,
    Claimed,
    Forfeited,
    Outcome,
    Verdict,
    ended,
    seats_named,
)
from suitwise.texas42.face.tricks import call_named, tricks_named
from suitwise.texas42.moves import CLAIM, Move
from suitwise.texas42.picture import declaration_name, points_named
from suitwise.texas42.rules.auction import PASS
from suitwise.texas42.rules.contracts import MADE, Play, is_nello, match_winner
from suitwise.texas42.rules.dominoes import HAND_POINTS, Domino, format_dominoes
from suitwise.texas42.rules.position import Position
from suitwise.texas42.solve.solver import LaidDown, claim_of, refutation, solve
from suitwise.texas42.state import Texas42State
from suitwise.texas42.variant import Texas42Variant

# --- The end of a hand ----------------------------------------------------------------------------


def over(state: Texas42State) -> dict[str, Any] | None:
    """Return the part ``over`` of a hand that has ended or was thrown in, or None."""
    if state.phase not in ("thrown", "end"):
        return None
    play = state.play
    tricks = (
        []
        if play is None
        else [{"winner": trick.winner, "points": trick.points} for trick in play.tricks]
    )
    return ended(
        result(state),
        list(lines(state)),
        tricks=tricks,
        following=None if state.turn == OVER else _next(state),
        is_match=state.turn == OVER,
    )


def _next(state: Texas42State) -> Phrase:
    return phrase("texas42.over.next", "{seat} shakes next", seat=Seat((state.shaker + 1) % 4))


def result(state: Texas42State) -> Phrase:
    """Return the result of the contract in a sentence."""
    play = state.play
    if play is None:
        return phrase("texas42.over.thrown", "all have passed: the hand is thrown in")
    if play.claim is not None and not play.claim.holds:
        return _forfeit(play.claim.seat)
    contract = play.contract
    bid, named = call_named(contract.call), declaration_name(contract.declaration)
    who, with_whom, took = Seat(contract.bidder), Seat(partner(contract.bidder)), _took(play)
    if play.result == MADE:
        return phrase(
            "texas42.over.made",
            "{seat} and {partner} have made {bid} with {named}: they took {took}",
            seat=who,
            partner=with_whom,
            bid=bid,
            named=named,
            took=took,
        )
    return phrase(
        "texas42.over.set",
        "{seat} and {partner} have missed {bid} with {named}: they took {took}",
        seat=who,
        partner=with_whom,
        bid=bid,
        named=named,
        took=took,
    )


def _took(play: Play) -> Phrase:
    """Return the words for the points of the declaring side, or its tricks if only these count."""
    side = play.contract.side
    if is_nello(play.contract.declaration):
        return tricks_named(play.tricks_taken[side])
    return points_named(play.points[side])


def lines(state: Texas42State) -> list[Phrase]:
    """Return lines with the reason of an early end, the score, and the winner if there is one."""
    found = [*_early(state), score(state)]
    if state.winner != NOBODY:
        return [*found, _won(state.winner)]
    return [*found, _drawn()] if state.variant.target and state.turn == OVER else found


def _early(state: Texas42State) -> Iterator[Phrase]:
    """Yield why a hand has ended before its last trick, if it has and no claim has ended it."""
    play = state.play
    if play is None or play.claim is not None or play.position.over:
        return
    bid = call_named(play.contract.call)
    if play.result == MADE:
        yield phrase(
            "texas42.over.early-made", "the bid of {bid} is made: the rest isn't played", bid=bid
        )
    else:
        yield phrase(
            "texas42.over.early-set",
            "the bid of {bid} can't be made any more: the rest isn't played",
            bid=bid,
        )


def _drawn() -> Phrase:
    return phrase("texas42.over.drawn", "the match ends in a draw after its last hand")


def _won(winner: int) -> Phrase:
    first, second = (seat for seat in SEATS if seat & 1 == winner)
    return phrase(
        "texas42.over.won", "{one} and {other} win the match", one=Seat(first), other=Seat(second)
    )


def score(state: Texas42State) -> Phrase:
    """Return the score of the sides."""
    return _score(state.variant, state.scores)


def _score(variant: Texas42Variant, scores: tuple[int, int]) -> Phrase:
    first, second = scores
    if variant.unit == "points":
        return phrase(
            "texas42.over.points",
            "points: {one} and {other} {first}, {third} and {fourth} {second}",
            **_by_sides(first, second),
        )
    return phrase(
        "texas42.over.marks",
        "marks: {one} and {other} {first}, {third} and {fourth} {second}",
        **_by_sides(first, second),
    )


def _by_sides(first: int, second: int) -> dict[str, Any]:
    one, third, other, fourth = map(Seat, SEATS)
    return {
        "one": one, "other": other, "first": first,
        "third": third, "fourth": fourth, "second": second,
    }  # fmt: skip


def taken(first: int, second: int) -> Phrase:
    """Return the points that the sides have taken in a hand."""
    return phrase(
        "texas42.taken",
        "taken: {one} and {other} {first}, {third} and {fourth} {second}",
        **_by_sides(first, second),
    )


def verdict(
    game: Texas42Variant,
    got: tuple[int, int],
    totals: tuple[int, int],
    winner: int,
    seat: int | None,
) -> Verdict:
    """Return whether a seat's side has won a hand or the match, by how much, and the score.

    Args:
        game: the variant.
        got: the score of the sides in the hand.
        totals: their score after it.
        winner: the side that has won the match, or ``NOBODY``.
        seat: the seat that reads it; None for who watches.

    >>> from suitwise.texas42 import Texas42
    >>> game = Texas42()
    >>> for seat in (0, 1, None):
    ...     print(*verdict(game, (0, 1), (2, 3), NOBODY, seat))
    False lost: 1 mark to them, 2 to 3
    True you win: 1 mark, 3 to 2
    None seat 1 and seat 3 win: 1 mark, 3 to 2
    >>> print(*verdict(game, (1, 0), (7, 3), 0, 2))
    True you win the match, 7 to 3
    """
    best = ahead(*got) if winner == NOBODY else winner
    if best == NOBODY:
        return Verdict(None, phrase("texas42.verdict.nobody", "nobody scores"))
    shown = best if seat is None else side(seat)
    won = shown == best
    own, others = totals[shown], totals[1 - shown]
    if winner != NOBODY:
        return Verdict(None if seat is None else won, _match_won(best, seat, own, others))
    points = _scored(game, got[best])
    if game.target:
        points = phrase(
            "texas42.verdict.stands",
            "{points}, {own} to {others}",
            points=points if won else _to_them(points),
            own=own,
            others=others,
        )
    elif not won:
        points = _to_them(points)
    if seat is None:
        who = seats_named([at for at in SEATS if side(at) == best])
        return Verdict(None, phrase("any.win", "{who} win: {points}", who=who, points=points))
    if won:
        return Verdict(True, phrase("texas42.verdict.won", "you win: {points}", points=points))
    return Verdict(False, phrase("texas42.verdict.lost", "lost: {points}", points=points))


def _to_them(points: Phrase) -> Phrase:
    return phrase("texas42.verdict.to-them", "{points} to them", points=points)


def _match_won(winner: int, seat: int | None, own: int, others: int) -> Phrase:
    if seat is None:
        return _won(winner)
    if side(seat) == winner:
        return phrase(
            "texas42.verdict.match", "you win the match, {own} to {others}", own=own, others=others
        )
    return phrase(
        "texas42.verdict.match-lost",
        "you lose the match, {own} to {others}",
        own=own,
        others=others,
    )


def _scored(game: Texas42Variant, score: int) -> Phrase:
    if game.unit == "points":
        return points_named(score)
    if score == 1:
        return phrase("texas42.name.mark", "1 mark")
    return phrase("texas42.name.marks", "{n} marks", n=score)


# --- Forfeited hands ------------------------------------------------------------------------------


def forfeited(state: Texas42State, seat: int) -> Forfeited:
    """Return the outcome of a false claim of a seat: the hand is lost, as by a renege (N42PA, 16).

    >>> from suitwise.texas42 import Texas42
    >>> state, _ = Texas42(shaker=3).start().rolled(seed=1, stream=0)
    >>> for word in ("2m", "pass", "pass", "pass", "doubles"):
    ...     state = state.after(word)
    >>> lost = forfeited(state, 2)
    >>> lost.score, lost.after.totals, lost.after.shaker
    ((0, 2), (0, 2), 0)
    """
    game, play = state.variant, state.play
    assert play is not None, "claims are made while dominoes are played"
    score = game.score_of_renege(play.contract, seat, play.points)
    totals, winner = _after_forfeit(state, score)
    said = [_forfeit(seat), _score(game, totals)]
    if not game.target:
        return Forfeited(score, tuple(said))
    if state.is_last or winner != NOBODY:
        return Forfeited(score, (*said, _drawn() if winner == NOBODY else _won(winner)))
    after = Texas42State(game, (state.shaker + 1) % 4, totals=totals, deals=state.deals + 1)
    return Forfeited(score, (*said, _next(state)), after)


def _after_forfeit(state: Texas42State, score: tuple[int, int]) -> tuple[tuple[int, int], int]:
    """Return the sides' score after a forfeited hand, and the match's winner or ``NOBODY``."""
    play, target = state.play, state.variant.target
    assert play is not None
    totals = state.totals[0] + score[0], state.totals[1] + score[1]
    winner = match_winner(totals, play.contract.side, target) if target else NOBODY
    if target and winner == NOBODY and state.is_last:
        winner = ahead(*totals)
    return totals, winner


def verdict_of_forfeit(state: Texas42State, score: tuple[int, int], seat: int | None) -> Verdict:
    """Return the verdict of a hand that a false claim has lost.

    Args:
        state: the position of the claim, or the start of the next hand with the score in it.
        score: the score of the sides for the hand.
        seat: the seat that reads it; None for who watches.
    """
    totals, winner = state.totals, NOBODY
    if state.play is not None:
        totals, winner = _after_forfeit(state, score)
    return verdict(state.variant, score, totals, winner, seat)


def _forfeit(seat: int) -> Phrase:
    return phrase(
        "texas42.over.forfeit",
        "{seat} has made a false claim, so {seat} and {partner} lose the hand",
        seat=Seat(seat),
        partner=Seat(partner(seat)),
    )


# --- The outcome for a side -----------------------------------------------------------------------

_MEANS = phrase(
    "texas42.best.means",
    "what your side takes when all four hands lie open and everybody plays for points from the "
    "first lead on, with the contract as it came",
)


def came_to(state: Texas42State, seat: int) -> Outcome:
    """Return the outcome of a finished hand for a seat's side.

    >>> from suitwise.texas42 import Texas42
    >>> state, _ = Texas42(match="hand", play_out=True).start().rolled(seed=1, stream=0)
    >>> for word in ("pass", "31", "pass", "pass", "doubles"):
    ...     state = state.after(word)
    >>> while state.turn >= 0:
    ...     state = state.after(next(iter(state.moves())))
    >>> print(came_to(state, 0).said, came_to(state, 1).said, sep="; ")
    made: 35 points, 5 of 7 tricks; the others made it: 7 points, 2 of 7 tricks
    """
    play, own = state.play, side(seat)
    if play is None:
        return Outcome(phrase("texas42.came-to.thrown", "thrown in"), (0.0, 0.0))
    return Outcome(_said(play, own), (state.returns()[seat], float(play.points[own])))


def _said(play: Play, own: int) -> Phrase:
    took = {"points": points_named(play.points[own]), "tricks": play.tricks_taken[own]}
    is_ours, is_made = own == play.contract.side, play.result == MADE
    if is_ours and is_made:
        return phrase("texas42.came-to.made", "made: {points}, {tricks} of 7 tricks", **took)
    if is_ours:
        return phrase(
            "texas42.came-to.set", "bid missed with {points}, {tricks} of 7 tricks", **took
        )
    if is_made:
        return phrase(
            "texas42.came-to.let", "the others made it: {points}, {tricks} of 7 tricks", **took
        )
    return phrase(
        "texas42.came-to.beat", "the others' bid beaten: {points}, {tricks} of 7 tricks", **took
    )


def best(states: Sequence[Texas42State], seat: int) -> Best | None:
    """Return the double-dummy result of a hand for a side, in points (``solve``)."""
    play = next((state.play for state in states if state.phase == "play"), None)
    if play is None or is_nello(play.contract.declaration):
        return None
    first = solve(play.position)
    points = points_named(HAND_POINTS - first if side(seat) else first)
    return Best(phrase("texas42.best.said", "{points} with this contract", points=points), _MEANS)


# --- Claims at the table --------------------------------------------------------------------------
#
# A claim stands if it comes true against every legal play of all other seats, including the partner
# (N42PA rules, 16). In nello only the contract can be claimed.


def claimed(state: Texas42State, seat: int, what: Mapping[str, Any]) -> Claimed:
    """Rule on a claim: ``{"tricks": n}``, ``{"points": n}``, or ``{}`` for the rest or the contract.

    >>> from suitwise.texas42 import Texas42
    >>> state, _ = Texas42(match="hand").start().rolled(seed=1, stream=0)
    >>> for word in ("pass", "31", "pass", "pass", "doubles"):
    ...     state = state.after(word)
    >>> print(claimed(state, 2, {"tricks": 7}).text)
    seat 2 claims all tricks that are left: some legal play of the others refutes it
    """
    no = _why_no_claim(state, seat, what)
    if no is not None:
        return Claimed(False, no)
    assert state.play is not None
    position, name = state.play.position, _named(state, seat, what)
    unit = "points" if "points" in what else "tricks"
    claim = claim_of(position, seat, unit, what.get(unit))
    if claim.holds(position):
        return Claimed(True, _standing(seat, name))
    return Claimed(False, _failing(seat, name), line_named(position, claim))


def _standing(seat: int, what: Phrase) -> Phrase:
    return phrase(
        "texas42.claim.stands",
        "{seat} claims {what}: whatever the others play, it comes true",
        seat=Seat(seat),
        what=what,
    )


def _failing(seat: int, what: Phrase) -> Phrase:
    return phrase(
        "texas42.claim.fails",
        "{seat} claims {what}: some legal play of the others refutes it",
        seat=Seat(seat),
        what=what,
    )


def claimed_move(state: Texas42State, seat: int) -> Move:
    """Return the next play after a true claim of all that is left, or of the contract.

    >>> from suitwise.texas42 import Texas42
    >>> state, _ = Texas42(match="hand").start().rolled(seed=1, stream=0)
    >>> for word in ("pass", "31", "pass", "pass", "doubles"):
    ...     state = state.after(word)
    >>> claimed_move(state, 0) in state.moves()
    True
    """
    moves = state.moves_but_claim()
    if state.play is None or state.turn != seat:
        return moves[0]
    position = state.play.position
    claim = claim_of(position, seat)
    for move in moves:
        if claim.holds(*claim.after(position, Domino(int(move)), 0)):
            return move
    return moves[0]


def _why_no_claim(state: Texas42State, seat: int, what: Mapping[str, Any]) -> Phrase | None:
    """Return why a claim can't be made at all, or None."""
    if state.phase != "play" or state.play is None:
        return phrase("texas42.claim.when", "a claim is made while dominoes are played")
    if state.variant.claims:
        return phrase(
            "texas42.claim.move", "a claim is a move in this house: on your turn play claim"
        )
    position = state.play.position
    if seat == position.out:
        return phrase("texas42.claim.out", "a seat that sits out claims nothing")
    if is_nello(position.declaration) and what:
        return phrase("texas42.claim.nello", "in nello the contract is claimed, and no number")
    most = {"tricks": position.tricks_left, "points": position.points_left}
    if len(what) > 1 or not what.keys() <= most.keys():
        return phrase(
            "texas42.claim.form", "a claim is for tricks, for points, or for all that is left"
        )
    for unit, amount in what.items():
        if type(amount) is not int or not 1 <= amount <= most[unit]:
            left = most[unit]
            return phrase(
                "texas42.claim.left", "a claim is for 1 to {left} of what is left", left=left
            )
    return None


def _named(state: Texas42State, seat: int, what: Mapping[str, Any]) -> Phrase:
    """Return the words for the tricks, points or contract claimed."""
    assert state.play is not None
    position, contract = state.play.position, state.play.contract
    if is_nello(contract.declaration):
        if seat == contract.bidder:
            return phrase("texas42.claim.loses", "to lose every trick")
        return phrase("texas42.claim.not-lost", "that the bidder takes a trick")
    if "points" in what:
        return points_named(what["points"])
    if what.get("tricks", position.tricks_left) == position.tricks_left:
        return phrase("texas42.claim.rest", "all tricks that are left")
    return tricks_named(what["tricks"])


def line_named(position: Position, claim: LaidDown) -> Phrase:
    """Return the sentence on a line of play that refutes a false claim."""
    return phrase(
        "texas42.claim.line",
        "it fails if, from {seat} on, {line} are played",
        seat=Seat(position.turn),
        line=format_dominoes(refutation(position, claim), " "),
    )


# --- Claims as moves ------------------------------------------------------------------------------


def warned(state: Texas42State) -> Phrase:
    """Return the warning of what the seat on turn would claim, and of the cost if it is false."""
    return phrase(
        "texas42.note.claim",
        "you claim {what}; a claim that is false costs the hand",
        what=_named(state, state.turn, {}),
    )


def laid_down(before: Texas42State, after: Texas42State) -> Iterator[tuple[Phrase, int]]:
    """Yield the lines on a claim that was a move, with a refutation if it was false.

    Args:
        before: the position in which the claim was made.
        after: the end of the hand.

    >>> from suitwise.texas42 import Texas42
    >>> state, _ = Texas42(match="hand", claims=True).start().rolled(seed=1, stream=0)
    >>> for word in ("pass", "31", "pass", "pass", "doubles"):
    ...     state = state.after(word)
    >>> for line, seat in laid_down(state, state.after("claim")):
    ...     print(line)
    seat 2 claims all tricks that are left: some legal play of the others refutes it
    it fails if, from seat 2 on, 0-0 2-2 1-1 4-0 are played
    """
    assert before.play is not None
    assert after.play is not None
    assert after.play.claim is not None
    seat, name = before.turn, _named(before, before.turn, {})
    if after.play.claim.holds:
        yield _standing(seat, name), seat
        return
    position = before.play.position
    yield _failing(seat, name), seat
    yield line_named(position, claim_of(position, seat)), seat


# --- The story, which is public -------------------------------------------------------------------


def told(before: Texas42State, move: Move, after: Texas42State) -> Iterator[tuple[Phrase, int]]:
    """Yield the lines on a move, each with the seat that it is about."""
    if before.turn == CHANCE:
        yield from _shaken(before, after)
    elif before.phase == "call":
        yield _called(before.turn, move), before.turn
    elif before.phase == "declare":
        yield from _declared(before, after)
    elif move == CLAIM:
        yield from laid_down(before, after)
    else:
        yield from _played(before, move)
    if after.phase in ("thrown", "end") and before.phase != after.phase:
        yield result(after), NOBODY
        yield from ((line, NOBODY) for line in lines(after))


def _shaken(before: Texas42State, after: Texas42State) -> Iterator[tuple[Phrase, int]]:
    if before.phase != "deal":
        yield phrase("texas42.told.shakes", "{seat} shakes", seat=Seat(after.shaker)), after.shaker
    elif after.phase == "call":
        seat = after.turn
        yield (
            phrase("texas42.told.dealt", "all have drawn; {seat} bids first", seat=Seat(seat)),
            seat,
        )


def _called(seat: int, move: Move) -> Phrase:
    if move.call == PASS:
        return phrase("texas42.told.passes", "{seat} passes", seat=Seat(seat))
    bid = call_named(move.call)
    return phrase("texas42.told.bids", "{seat} bids {bid}", seat=Seat(seat), bid=bid)


def _declared(before: Texas42State, after: Texas42State) -> Iterator[tuple[Phrase, int]]:
    assert after.contract is not None
    seat, named = before.turn, declaration_name(after.contract.declaration)
    yield (
        phrase("texas42.told.declares", "{seat} declares {named}", seat=Seat(seat), named=named),
        seat,
    )
    out = after.contract.out
    if out != NOBODY:
        yield phrase("texas42.told.out", "{seat} sits out", seat=Seat(out)), out


def _played(before: Texas42State, move: Move) -> Iterator[tuple[Phrase, int]]:
    assert before.play is not None
    position, seat = before.play.position, before.turn
    if position.trick:
        yield (
            phrase(
                "texas42.told.plays", "{seat} plays {domino}", seat=Seat(seat), domino=str(move)
            ),
            seat,
        )
    else:
        yield (
            phrase(
                "texas42.told.leads", "{seat} leads {domino}", seat=Seat(seat), domino=str(move)
            ),
            seat,
        )
    done = position.trick_with(move)
    if done is not None:
        yield (
            phrase(
                "texas42.told.takes",
                "{seat} takes {dominoes}: {points}",
                seat=Seat(done.winner),
                dominoes=format_dominoes(done.dominoes, " "),
                points=points_named(done.points),
            ),
            done.winner,
        )
