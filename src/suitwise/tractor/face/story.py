"""The story of a game of Tractor in sentences: moves, claims, and the result of a deal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from suitwise.cards import RANKS
from suitwise.foundation.seating import NOBODY, SEATS
from suitwise.foundation.text.phrases import CardText, Phrase, Seat, phrase
from suitwise.game import CHANCE, OVER
from suitwise.players.face_values import Outcome as Came
from suitwise.players.face_values import Told, Verdict, ended, seats_named
from suitwise.sight import card_texts
from suitwise.tractor.face.tricks import failed, lead_named, points_named, rank_named, trump_named
from suitwise.tractor.moves import CLAIM, HAND, PASS, Move
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import Pile
from suitwise.tractor.rules.levels import KITTY, PAST_ACE, TAKEN_OVER, Outcome, points_of
from suitwise.tractor.solve.solver import claim_refuted
from suitwise.tractor.state import TractorState

# --- Claims ---------------------------------------------------------------------------------------


def warned() -> Phrase:
    """Return a warning before a claim: what is claimed, and what a false claim costs."""
    return phrase(
        "tractor.note.claim",
        "you claim all tricks that are left; a claim that is false gives them all to the other side",
    )


def laid_down(before: TractorState, after: TractorState) -> Iterator[Phrase]:
    """Yield the ruling on a claim, and a line of play that refutes it if it is false.

    Args:
        before: the position in which the claim was made.
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


# --- The result of a deal -------------------------------------------------------------------------


def over(state: TractorState) -> dict[str, Any] | None:
    """Return the part ``over`` of a deal that has ended, None before its end."""
    outcome = state.outcome
    if outcome is None or state.buried is None:
        return None
    return ended(
        result(outcome),
        list(lines(state)),
        kitty=card_texts(state.buried.cards),
        tricks=[
            {"winner": state.winner_of(trick), "points": trick.points} for trick in state.tricks
        ],
        following=None if state.turn == OVER else _next(outcome),
        is_match=state.turn == OVER,
    )


def result(outcome: Outcome) -> Phrase:
    """Return the side that has prevailed, and the levels it gains."""
    points, gain = outcome.points, outcome.gain
    if outcome.held:
        return phrase(
            "tractor.over.held",
            "the attackers have {points} of {need}: the landlord's side holds and goes up {gain}",
            points=points,
            need=TAKEN_OVER,
            gain=gain,
        )
    if not gain:
        return phrase(
            "tractor.over.taken",
            "the attackers have {points} of {need}: they take the deal over",
            points=points,
            need=TAKEN_OVER,
        )
    return phrase(
        "tractor.over.taken-up",
        "the attackers have {points} of {need}: they take the deal over and go up {gain}",
        points=points,
        need=TAKEN_OVER,
        gain=gain,
    )


def lines(state: TractorState) -> Iterator[Phrase]:
    """Yield further lines on a result: claim, kitty, a stop at a level, the levels, the match."""
    outcome = state.outcome
    assert outcome is not None
    if state.claim is not None and not state.claim.holds:
        yield phrase(
            "tractor.over.false-claim",
            "{seat} has made a false claim, so all that was left goes to the other side",
            seat=Seat(state.claim.seat),
        )
    yield from kitty_lines(state)
    rank, now = outcome.before[outcome.side], outcome.ranks[outcome.side]
    if now < min(rank + outcome.gain, PAST_ACE):
        level = rank_named(RANKS[now])
        yield phrase(
            "tractor.over.stopped", "it stops at {level}, which must be defended", level=level
        )
    if outcome.winner is None:
        yield levels(outcome.ranks)
    if state.winner == NOBODY:
        if state.variant.match == "match" and state.turn == OVER:
            yield phrase("tractor.over.drawn", "the match ends in a draw after its last deal")
        return
    yield _won(state.winner)


def kitty_lines(state: TractorState) -> Iterator[Phrase]:
    """Yield the buried cards, and their bonus if the attackers won the last trick."""
    assert state.buried is not None
    worth = points_of(state.buried.once, state.buried.twice)
    cards = CardText(" ".join(card_texts(state.buried.cards)))
    yield phrase(
        "tractor.over.buried",
        "buried were {cards}: {points}",
        cards=cards,
        points=points_named(worth),
    )
    bonus = state.points - state.taken
    if bonus and state.claim is not None:
        yield phrase(
            "tractor.over.claimed-bonus",
            "the claim has given the attackers the last trick: the kitty counts {times} times, "
            "{bonus} points",
            times=bonus // worth,
            bonus=bonus,
        )
    elif bonus:
        yield phrase(
            "tractor.over.bonus",
            "the attackers won the last trick: the kitty counts {times} times, {bonus} points",
            times=bonus // worth,
            bonus=bonus,
        )


def levels(ranks: tuple[int, int]) -> Phrase:
    """Return the levels of both sides in words."""
    first, second = (rank_named(RANKS[rank]) for rank in ranks)
    return phrase(
        "tractor.over.levels",
        "levels: {one} and {other} at {first}, {third} and {fourth} at {second}",
        one=Seat(0),
        other=Seat(2),
        first=first,
        third=Seat(1),
        fourth=Seat(3),
        second=second,
    )


def verdict(state: TractorState, seat: int | None) -> Verdict:
    """Return whether a seat's side has won, by how many points, and the level that it is at.

    >>> from suitwise.tractor.game import Tractor
    >>> from suitwise.tractor.players.rule_based import TractorPlayer
    >>> state, player = Tractor(match="deal").start(), TractorPlayer()
    >>> while state.outcome is None:
    ...     state = state.after(player(state)) if state.turn >= 0 else state.rolled(3, 0)[0]
    >>> print(*verdict(state, 0), *verdict(state, 1), verdict(state, None).text, sep="; ")
    True; you win: +15, level 2; False; lost by 15; seat 0 and seat 2 win: +15, level 2
    """
    outcome = state.outcome
    assert outcome is not None
    side = outcome.side
    is_won = seat is None or seat & 1 == side
    if outcome.winner is not None:
        return _of_match(side, seat)
    by = abs(outcome.points - TAKEN_OVER)
    level = rank_named(RANKS[outcome.ranks[side]])
    if seat is None:
        who = seats_named([seat for seat in SEATS if seat & 1 == side])
        return Verdict(
            None,
            phrase(
                "tractor.verdict.wins",
                "{who} win: +{by}, level {level}",
                who=who,
                by=by,
                level=level,
            ),
        )
    if is_won and not by:
        text = phrase("tractor.verdict.just", "you win, just so: level {level}", level=level)
    elif is_won:
        text = phrase("tractor.verdict.won", "you win: +{by}, level {level}", by=by, level=level)
    elif by:
        text = phrase("tractor.verdict.lost", "lost by {by}", by=by)
    else:
        text = phrase("tractor.verdict.just-lost", "lost: they have just enough")
    return Verdict(is_won, text)


def _of_match(side: int, seat: int | None) -> Verdict:
    if seat is None:
        return Verdict(None, _won(side))
    if seat & 1 == side:
        return Verdict(True, phrase("any.you-win-match", "you win the match"))
    return Verdict(False, phrase("any.you-lose-match", "you lose the match"))


def _won(side: int) -> Phrase:
    first, second = (Seat(seat) for seat in SEATS if seat & 1 == side)
    return phrase("tractor.over.won", "{one} and {other} win the match", one=first, other=second)


def came_to(state: TractorState, seat: int) -> Came:
    """Return the result of a deal for a seat's side: levels, and the attackers' points."""
    outcome, got = state.outcome, state.returns()[seat]
    assert outcome is not None
    attacks = bool((seat ^ outcome.landlord) & 1)
    said: dict[str, Any] = {"points": outcome.points, "levels": f"{got:+g}" if got else "0"}
    if attacks:
        text = phrase(
            "tractor.came-to.attacked", "levels {levels}, attacking: {points} points", **said
        )
    else:
        text = phrase(
            "tractor.came-to.defended", "levels {levels}, defending: {points} points given", **said
        )
    return Came(text, (got, float(outcome.points if attacks else -outcome.points)))


def _next(outcome: Outcome) -> Phrase:
    return phrase(
        "tractor.over.next", "{seat} is the next landlord", seat=Seat(outcome.next_landlord)
    )


# --- Moves ----------------------------------------------------------------------------------------


def told(before: TractorState, move: Move, after: TractorState) -> Iterator[Told]:
    """Yield the lines of the story for a move."""
    if before.turn == CHANCE:
        yield from _of_chance(before, move, after)
    elif before.phase == "bid":
        yield from _bid(before, move)
    elif before.phase == "bury":
        yield from _buried(before, move)
    elif move == CLAIM:
        yield from (Told(line, seat=before.turn) for line in laid_down(before, after))
    else:
        yield from _played(before, move, after)
    if after.phase == "bury" and not before.is_auction_over:
        yield from _kitty_taken(after)
    if after.phase == "end" and before.phase != "end":
        assert after.outcome is not None
        yield Told(result(after.outcome))
        yield from map(Told, lines(after))


def _of_chance(before: TractorState, move: Move, after: TractorState) -> Iterator[Told]:
    if before.phase == "turn":
        yield Told(
            phrase(
                "tractor.told.turned",
                "nobody has bid: {card} of the kitty is turned up",
                card=CardText(move),
            )
        )
    elif before.phase == "end":
        yield Told(phrase("tractor.told.deal", "a new deal"))
        yield Told(levels(after.levels))


def _bid(before: TractorState, move: Move) -> Iterator[Told]:
    """Yield a bid with the number of cards drawn; a pass gets no line."""
    if move == PASS:
        return
    seat, drawn = before.turn, before.drawn[before.turn].size
    yield Told(
        phrase(
            "tractor.told.bids",
            "{seat} bids {cards}, {drawn} of {of} cards drawn",
            seat=Seat(seat),
            cards=CardText(move),
            drawn=drawn,
            of=HAND,
        ),
        seat=seat,
    )


def _kitty_taken(after: TractorState) -> Iterator[Told]:
    seat = after.current_landlord
    yield Told(
        phrase(
            "tractor.told.named",
            "{trump}; {seat} is the landlord and takes the kitty",
            trump=trump_named(after.trump),
            seat=Seat(seat),
        ),
        seat=seat,
    )
    cards = " ".join(map(str, after.kitty.cards))
    own = phrase("tractor.told.kitty", "you take the kitty: {cards}", cards=CardText(cards))
    yield Told(own, frozenset({seat}), seat)


def _buried(before: TractorState, move: Move) -> Iterator[Told]:
    seat = before.turn
    yield Told(
        phrase("tractor.told.buries", "{seat} buries {n} cards", seat=Seat(seat), n=KITTY),
        seat=seat,
        but=seat,
    )
    own = phrase(
        "tractor.told.buried",
        "you buried {cards}",
        cards=CardText(" ".join(map(str, move.pile.cards))),
    )
    yield Told(own, frozenset({seat}), seat)


def _played(before: TractorState, move: Move, after: TractorState) -> Iterator[Told]:
    seat, table = before.turn, after.tricks[len(before.tricks) - 1]
    if before.phase == "play" and table.tried is not None and not before.tricks[-1].plays:
        yield Told(failed(before.profile, table), seat=seat)
        if before.profile.penalty:
            yield Told(_costs(before, seat), seat=seat)
    elif before.tricks[-1].plays:
        cards = phrase(
            "tractor.told.plays", "{seat} plays {cards}", seat=Seat(seat), cards=CardText(move)
        )
        yield Told(cards, seat=seat)
    else:
        yield Told(_led(after, seat, move.pile), seat=seat)
    if table.is_whole:
        winner, points = after.winner_of(table), points_named(table.points)
        taken = phrase(
            "tractor.told.takes",
            "{seat} takes the trick: {points}",
            seat=Seat(winner),
            points=points,
        )
        yield Told(taken, seat=winner)


def _led(state: TractorState, seat: int, lead: Pile) -> Phrase:
    chain = state.profile.chain_mask(state.trump.main_index)
    kind = lead_named(parts_of(lead, state.trump, chain))
    return phrase(
        "tractor.told.leads",
        "{seat} leads {cards}, {kind}",
        seat=Seat(seat),
        cards=CardText(lead),
        kind=kind,
    )


def _costs(before: TractorState, seat: int) -> Phrase:
    points = points_named(before.profile.penalty)
    if (seat ^ before.current_landlord) & 1:
        return phrase(
            "tractor.told.costs-attackers",
            "the failed throw costs the attackers {points}",
            points=points,
        )
    return phrase(
        "tractor.told.costs-landlord",
        "the failed throw costs the landlord's side {points}, which the attackers get",
        points=points,
    )
