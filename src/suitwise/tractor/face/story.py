"""The story of a game of Tractor in sentences: moves, claims, and the result of a deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from suitwise.cards import RANKS
from suitwise.foundation.text.phrases import CardText, Phrase, Seat, Several, phrase
from suitwise.game import CHANCE, OVER
from suitwise.players.face_values import Outcome as Came
from suitwise.players.face_values import Told, Verdict, ended, seats_named
from suitwise.sight import card_texts
from suitwise.tractor.face import tricks
from suitwise.tractor.moves import CLAIM, PASS, Move, points_in_pile
from suitwise.tractor.rules.levels import PAST_ACE, Outcome
from suitwise.tractor.rules.tables import TableOutcome
from suitwise.tractor.solve.solver import claim_refuted
from suitwise.tractor.state import TractorState
from suitwise.tractor.umpire import Result

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


def result(outcome: Result) -> Phrase:
    """Return the side that has prevailed, and the levels it gains."""
    points, gain, need = outcome.points, outcome.gain, outcome.need
    if outcome.held:
        return phrase(
            "tractor.over.held",
            "the attackers have {points} of {need}: the landlord's side holds and goes up {gain} "
            "in level",
            points=points,
            need=need,
            gain=gain,
        )
    if not gain:
        return phrase(
            "tractor.over.taken",
            "the attackers have {points} of {need}: they take the deal over",
            points=points,
            need=need,
        )
    return phrase(
        "tractor.over.taken-up",
        "the attackers have {points} of {need}: they take the deal over and go up {gain} in level",
        points=points,
        need=need,
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
    if isinstance(outcome, Outcome):
        yield from _stopped(outcome)
    else:
        yield from _sides_lines(state, outcome)
    if not outcome.winners:
        yield levels(outcome.ranks)
    if not state.winners:
        if state.variant.match == "match" and state.turn == OVER:
            yield phrase("tractor.over.drawn", "the match ends in a draw after its last deal")
        return
    yield _won(state.winners)


def _stopped(outcome: Outcome) -> Iterator[Phrase]:
    """Yield that a side stops at a level that must be defended, if so."""
    rank, now = outcome.before[outcome.side], outcome.ranks[outcome.side]
    if now < min(rank + outcome.gain, PAST_ACE):
        level = tricks.rank_named(RANKS[now])
        yield phrase(
            "tractor.over.stopped", "it stops at {level}, which must be defended", level=level
        )


def _sides_lines(state: TractorState, outcome: TableOutcome) -> Iterator[Phrase]:
    """Yield who was with the landlord at a table of friends, and the points that each seat took."""
    if state.umpire.calls:
        side = phrase(
            "tractor.over.side", "the landlord's side: {seats}", seats=seats_told(outcome.members)
        )
        yield side
        if outcome.is_smaller and outcome.held and state.profile.bonus == "yes":
            yield phrase(
                "tractor.over.smaller", "it held with fewer seats than called: one level more"
            )
        yield points_won(state)


def points_won(state: TractorState) -> Phrase:
    """Return the points in the tricks that each seat has won.

    >>> from suitwise.game import load
    >>> print(points_won(load("tractor(players=5,teams=friends)").start()))
    points taken: seat 0 0, seat 1 0, seat 2 0, seat 3 0, seat 4 0
    """
    won = (
        phrase("tractor.over.won-points", "{seat} {n}", seat=Seat(seat), n=points)
        for seat, points in enumerate(state.won)
    )
    return phrase("tractor.over.points", "points taken: {points}", points=Several(won))


def seats_told(seats: Sequence[int]) -> Phrase:
    """Name one seat or more.

    >>> seats_told([2]), seats_told([0, 1, 3])
    ('seat 2', 'seat 0, seat 1 and seat 3')
    """
    if len(seats) == 1:
        return phrase("tractor.one-seat", "{seat}", seat=Seat(seats[0]))
    return seats_named(seats)


def calls_told(state: TractorState) -> Iterator[Phrase]:
    """Yield for each call of the landlord who has filled it, or how many copies were played so far.

    >>> from suitwise.game import load
    >>> from suitwise.tractor.moves import Move
    >>> state = load("tractor(players=5,teams=friends,match=deal)").start()
    >>> list(calls_told(state))
    []
    """
    for (card, copy), filled in zip(state.calls, state.sides.filled, strict=False):
        said: dict[str, Any] = {"copy": _COPIES[copy], "card": CardText(card)}
        counted = state.sides.seen[card]
        if filled is not None:
            who = Seat(filled)
            yield phrase("tractor.call.filled", "the {copy} {card}: {seat}", seat=who, **said)
        elif counted:
            yield phrase(
                "tractor.call.counted", "the {copy} {card}: {n} played so far", n=counted, **said
            )
        else:
            yield phrase("tractor.call.open", "the {copy} {card}: not yet played", **said)


_COPIES = {
    1: phrase("tractor.copy.first", "first"),
    2: phrase("tractor.copy.second", "second"),
    3: phrase("tractor.copy.third", "third"),
    4: phrase("tractor.copy.fourth", "fourth"),
}


def kitty_lines(state: TractorState) -> Iterator[Phrase]:
    """Yield the buried cards, and their bonus if the attackers won the last trick."""
    assert state.buried is not None
    worth = points_in_pile(state.buried)
    cards = CardText(" ".join(card_texts(state.buried.cards)))
    yield phrase(
        "tractor.over.buried",
        "buried were {cards}: {points}",
        cards=cards,
        points=tricks.points_named(worth),
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


def levels(ranks: Sequence[int]) -> Phrase:
    """Return the levels of both sides in words, or of all seats.

    >>> levels((0, 3)), levels((0, 0, 1, 0, 0))
    ('levels: seat 0 and seat 2 at 2, seat 1 and seat 3 at 5', 'levels: seat 2 at 3, the others at 2')
    """
    if len(ranks) > 2:
        return _levels_of_seats(ranks)
    first, second = (tricks.rank_named(RANKS[rank]) for rank in ranks)
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


def _levels_of_seats(ranks: Sequence[int]) -> Phrase:
    """Return the levels of all seats, those that most have last."""
    usual = max(sorted(set(ranks)), key=ranks.count)
    others = [
        phrase(
            "tractor.over.level-of", "{seat} at {level}", seat=Seat(seat), level=level_named(rank)
        )
        for seat, rank in enumerate(ranks)
        if rank != usual
    ]
    if not others:
        return phrase(
            "tractor.over.levels-same", "levels: all at {level}", level=level_named(usual)
        )
    return phrase(
        "tractor.over.levels-of",
        "levels: {seats}, the others at {level}",
        seats=Several(others),
        level=level_named(usual),
    )


def level_named(rank: int) -> str:
    """Return a level as people write it.

    >>> level_named(8), level_named(12)
    ('10', 'A')
    """
    return tricks.rank_named(RANKS[min(rank, PAST_ACE - 1)])


def _came_from(outcome: Result, seat: int) -> str:
    """Return a seat's level after a deal, behind the one that it had if that was another: ``2 › 3``."""
    before, after = (
        level_named(ranks[seat % len(ranks)]) for ranks in (outcome.before, outcome.ranks)
    )
    return after if before == after else f"{before} › {after}"


def verdict(state: TractorState, seat: int | None) -> Verdict:
    """Return whether a seat's side has won, by how many points, and from which level to which it goes.

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
    prevailed = outcome.prevailed
    is_won = seat is None or seat in prevailed
    if outcome.winners:
        return _of_match(outcome.winners, seat)
    by = abs(outcome.points - outcome.need)
    level = _came_from(outcome, prevailed[0] if seat is None or not is_won else seat)
    if seat is None:
        who = seats_told(prevailed)
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


def _of_match(winners: Sequence[int], seat: int | None) -> Verdict:
    if seat is None:
        return Verdict(None, _won(winners))
    if seat in winners:
        return Verdict(True, phrase("any.you-win-match", "you win the match"))
    return Verdict(False, phrase("any.you-lose-match", "you lose the match"))


def _won(winners: Sequence[int]) -> Phrase:
    if len(winners) == 2:
        one, other = map(Seat, winners)
        return phrase("tractor.over.won", "{one} and {other} win the match", one=one, other=other)
    return phrase("tractor.over.won-by", "{seats} won the match", seats=seats_told(winners))


def came_to(state: TractorState, seat: int) -> Came:
    """Return the result of a deal for a seat's side: levels, and the attackers' points."""
    outcome, got = state.outcome, state.returns()[seat]
    assert outcome is not None
    attacks = state.attacks(seat)
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


def _next(outcome: Result) -> Phrase:
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
    elif before.phase == "steal":
        yield from _stolen(before, move, after)
    elif before.phase == "call":
        yield from _called(before, move)
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
    if before.phase == "draw" and not before.cards_drawn and before.removed.once:
        cards = CardText(" ".join(card_texts(before.removed.cards)))
        yield Told(
            phrase(
                "tractor.told.removed", "taken out, so that all get as many: {cards}", cards=cards
            )
        )
    elif before.phase == "turn":
        yield Told(
            phrase(
                "tractor.told.turned",
                "nobody has bid: {card} of the kitty is turned up",
                card=CardText(move),
            )
        )
    elif before.phase == "redeal":
        yield Told(phrase("tractor.told.void", "nobody has bid: the deal is void, and dealt anew"))
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
            of=before.umpire.hand,
        ),
        seat=seat,
    )


def _stolen(before: TractorState, move: Move, after: TractorState) -> Iterator[Told]:
    """Yield that a seat takes up the buried cards, which only it sees, and the trump that it names.

    A pass gets no line.
    """
    if move == PASS:
        return
    seat, buried = before.turn, before.buried
    assert buried is not None
    yield Told(
        phrase(
            "tractor.told.steals",
            "{seat} shows {cards} and takes the buried cards",
            seat=Seat(seat),
            cards=CardText(move),
        ),
        seat=seat,
    )
    yield Told(tricks.trump_named(after.trump))
    cards = CardText(" ".join(map(str, buried.cards)))
    own = phrase("tractor.told.taken", "you take the buried cards: {cards}", cards=cards)
    yield Told(own, frozenset({seat}), seat)


def _called(before: TractorState, move: Move) -> Iterator[Told]:
    seat = before.turn
    said = phrase(
        "tractor.told.calls",
        "{seat} calls the {copy} {card}: who plays it joins",
        seat=Seat(seat),
        copy=_COPIES[move.copy],
        card=CardText(move.pile),
    )
    yield Told(said, seat=seat)


def _kitty_taken(after: TractorState) -> Iterator[Told]:
    seat = after.current_landlord
    yield Told(
        phrase(
            "tractor.told.named",
            "{trump}; {seat} is the landlord and takes the kitty",
            trump=tricks.trump_named(after.trump),
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
        phrase("tractor.told.buries", "{seat} buries {n} cards", seat=Seat(seat), n=move.pile.size),
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
    if table.uncut is not None:
        yield Told(
            phrase(
                "tractor.told.lays",
                "{seat} lays {cards} down, which can be cut in several ways",
                seat=Seat(seat),
                cards=CardText(move),
            ),
            seat=seat,
        )
        return
    is_lead = before.phase in ("play", "cut") and not before.tricks[-1].plays
    if is_lead and table.tried is not None:
        yield Told(tricks.failed(before.profile, table), seat=seat)
        if before.profile.penalty:
            yield Told(_costs(before, seat), seat=seat)
    elif before.tricks[-1].plays:
        cards = phrase(
            "tractor.told.plays", "{seat} plays {cards}", seat=Seat(seat), cards=CardText(move)
        )
        yield Told(cards, seat=seat)
    else:
        yield Told(_led(after, seat, move), seat=seat)
    yield from _bombed(before, move, seat)
    yield from _joined(before, after, seat)
    yield from _counted(before, after, seat)
    if table.is_whole:
        winner, points = after.winner_of(table), tricks.points_named(table.points)
        taken = phrase(
            "tractor.told.takes",
            "{seat} takes the trick: {points}",
            seat=Seat(winner),
            points=points,
        )
        yield Told(taken, seat=winner)


def _led(state: TractorState, seat: int, move: Move) -> Phrase:
    umpire, trump = state.umpire, state.trump
    named = [umpire.parts(trump, part)[0] for part in move.parts]
    return phrase(
        "tractor.told.leads",
        "{seat} leads {cards}, {kind}",
        seat=Seat(seat),
        cards=CardText(move.pile),
        kind=tricks.lead_named(named or umpire.parts(trump, move.pile)),
    )


def _bombed(before: TractorState, move: Move, seat: int) -> Iterator[Told]:
    """Yield that a play is a bomb, in a house that plays them."""
    if tricks.plays_bomb(before, move.pile):
        yield Told(phrase("tractor.told.bomb", "{seat} plays a bomb", seat=Seat(seat)), seat=seat)


def _filled(before: TractorState, after: TractorState) -> list[int]:
    """Return which calls a play has filled."""
    found = zip(before.sides.filled, after.sides.filled, strict=False)
    return [at for at, (was, who) in enumerate(found) if was is None and who is not None]


def _joined(before: TractorState, after: TractorState, seat: int) -> Iterator[Told]:
    """Yield that a seat has filled a call of the landlord."""
    for at in _filled(before, after):
        card, copy = before.calls[at]
        said: dict[str, Any] = {"seat": Seat(seat), "copy": _COPIES[copy], "card": CardText(card)}
        if seat not in before.sides.members:
            told = phrase(
                "tractor.told.joins",
                "{seat} plays the {copy} {card} and joins the landlord",
                **said,
            )
        else:
            told = phrase(
                "tractor.told.fills",
                "{seat} plays the {copy} {card}, on the landlord's side already",
                **said,
            )
        yield Told(told, seat=seat)


def _counted(before: TractorState, after: TractorState, seat: int) -> Iterator[Told]:
    """Yield that a seat has played a card of which a later copy is called."""
    filled = {before.calls[at] for at in _filled(before, after)}
    for card, copy in before.calls:
        count = after.sides.seen[card]
        is_earlier = before.sides.seen[card] < count < copy
        if is_earlier and all(other != card for other, _ in filled):
            told = phrase(
                "tractor.told.counts",
                "{seat} plays the {copy} {card}; the {called} is called",
                seat=Seat(seat),
                copy=_COPIES[count],
                card=CardText(card),
                called=_COPIES[copy],
            )
            yield Told(told, seat=seat)


def _costs(before: TractorState, seat: int) -> Phrase:
    points = tricks.points_named(before.profile.penalty)
    if before.attacks(seat):
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
