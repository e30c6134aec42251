"""The faults of one recorded hand: illegal calls, reneges, wrong winners.

The engine lets nobody renege; people at a table can. A hand is judged as its seats played it: the suit
is that of the domino led, whoever led it, and the next leader is the seat that the record has as
winner. Without a deal a hand is what its seat plays from then on, so an unfinished record may hide a
renege. A renege costs the hand (rules of the N42PA), whatever is played after it.
"""

from __future__ import annotations

from collections.abc import Iterator

from suitwise.foundation.seating import NOBODY, players, seats_from, side
from suitwise.texas42.game import Texas42
from suitwise.texas42.moves import CALL, DECLARE, MOVES
from suitwise.texas42.record.claims import claim_faults
from suitwise.texas42.record.findings import Fault, Judged, Loss
from suitwise.texas42.record.hand import UNKNOWN, HandRecord, TrickRecord
from suitwise.texas42.rules.auction import N_CALLS, PASS, caller, why_not_call
from suitwise.texas42.rules.contracts import RESULT_TEXT, declarer_of, legal_declarations, sits_out
from suitwise.texas42.rules.dominoes import Domino, dominoes_of, format_dominoes
from suitwise.texas42.rules.suits import EVERY_DOUBLE, SEVENS, legal_plays
from suitwise.texas42.rules.tricks import HAND, led_suit, trick_points, winning_place
from suitwise.texas42.rules.words import NEAREST, suit_name


def judge(game: Texas42, hand: HandRecord) -> Judged:
    """Read a hand to its end and return the findings."""
    if hand.bidder == NOBODY:
        found = Judged(game, hand, NOBODY, NOBODY, [*hand.hands])
        found.faults += _auction_faults(game, hand)
        return found
    out = sits_out(hand.bidder, hand.declaration)
    found = Judged(game, hand, out, declarer_of(hand.bidder, hand.call), [*hand.hands])
    found.faults += [*_auction_faults(game, hand), *_declaration_faults(game, hand)]
    for number, trick in enumerate(hand.tricks, 1):
        found.faults += _trick_faults(found, number, trick)
    if hand.claim is not None:
        found.faults += claim_faults(found, hand.claim)
    return found


# --- The auction ----------------------------------------------------------------------------------


def _auction_faults(game: Texas42, hand: HandRecord) -> Iterator[Fault]:
    """Yield the calls that were not legal; without an auction the bid, where it could follow no call."""
    standing = PASS
    for made, call in enumerate(hand.calls):
        seat = caller(hand.shaker, made)
        if hand.has_auction:
            why = _why_not_call(game, hand, made, standing)
        else:
            why = _why_no_bid(game, hand, made)
        if why is not None:
            yield Fault(hand.lines[1], "auction", f"S{seat} calls {why}", seat=seat)
        standing = call if call != PASS else standing


def _why_not_call(game: Texas42, hand: HandRecord, made: int, standing: int) -> str | None:
    held = _most_doubles(hand, caller(hand.shaker, made))
    return why_not_call(hand.calls[made], standing, made, held, game.cap, game.house)


def _why_no_bid(game: Texas42, hand: HandRecord, made: int) -> str | None:
    """Return why a bid is illegal over every call that may have stood before it."""
    if hand.calls[made] == PASS and hand.bidder != NOBODY:
        return None
    stood = range(N_CALLS if made and hand.calls[made] != PASS else 1)
    whys = [_why_not_call(game, hand, made, standing) for standing in stood]
    return None if None in whys else whys[0]


def _most_doubles(hand: HandRecord, seat: int) -> int:
    """Return how many doubles a seat can have been dealt, by all that the record tells."""
    own = hand.hands[seat]
    one, two, three, four = hand.hands
    unknown = EVERY_DOUBLE & ~(one | two | three | four)
    places = max(HAND - own.bit_count(), 0)
    return (own & EVERY_DOUBLE).bit_count() + min(places, unknown.bit_count())


def _declaration_faults(game: Texas42, hand: HandRecord) -> Iterator[Fault]:
    """Yield that the declaration was not legal."""
    if not legal_declarations(hand.call, game.specials) >> hand.declaration & 1:
        seat = declarer_of(hand.bidder, hand.call)
        declared = MOVES[DECLARE + hand.declaration]
        reason = f"{declared} may not be declared after {MOVES[CALL + hand.call]} in this house"
        yield Fault(hand.lines[0], "declaration", reason, seat=seat)


# --- The plays ------------------------------------------------------------------------------------


def _trick_faults(table: Judged, number: int, trick: TrickRecord) -> Iterator[Fault]:
    """Judge a trick as it was played."""
    if table.is_played and not any(fault.rule == "end" for fault in table.faults):
        over = f"the hand was {RESULT_TEXT[table.result]} before this trick"
        yield Fault(trick.line, "end", over, number)
    yield from _turn_faults(table, number, trick)
    suit = -1
    for seat, domino in trick.plays:
        yield from _domino_faults(table, number, trick, seat, domino, suit)
        table.held[seat] &= ~(1 << domino)
        table.seen.setdefault(domino, number)
        suit = led_suit(domino, table.hand.declaration) if suit < 0 else suit
    yield from _size_faults(table, number, trick)
    yield from _winner_faults(table, number, trick)


def _turn_faults(table: Judged, number: int, trick: TrickRecord) -> Iterator[Fault]:
    """Yield the first play out of turn."""
    for due, (seat, domino) in zip(seats_from(table.leader, table.out), trick.plays, strict=False):
        if due != seat:
            reason = f"S{seat} plays, but it is the turn of S{due}"
            yield Fault(trick.line, "turn", reason, number, seat, domino)
            return


def _size_faults(table: Judged, number: int, trick: TrickRecord) -> Iterator[Fault]:
    """Yield that a trick is not whole, unless the hand or the record ends with it."""
    size, whole = len(trick.plays), players(table.out)
    is_last = number == len(table.hand.tricks) and trick.winner == NOBODY
    ends = not table.hand.result or table.loss is not None or table.hand.claim is not None
    if size > whole or (size < whole and not (is_last and ends)):
        reason = f"{size} dominoes are played to a trick of {whole}"
        yield Fault(trick.line, "trick", reason, number)


def _domino_faults(
    table: Judged, number: int, trick: TrickRecord, seat: int, domino: int, suit: int
) -> Iterator[Fault]:
    """Yield the faults of one play: not held, or a renege."""
    shown = f"S{seat} plays {Domino(domino)}"
    if domino in table.seen:
        reason = f"{shown}, which was played to trick {table.seen[domino]}"
        yield Fault(trick.line, "holding", reason, number, seat, domino)
    elif not table.held[seat] >> domino & 1:
        held = format_dominoes(dominoes_of(table.held[seat])) or "nothing"
        reason = f"{shown}, but holds {held}"
        yield Fault(trick.line, "holding", reason, number, seat, domino)
    else:
        legal = legal_plays(table.held[seat], suit, table.hand.declaration)
        if not legal >> domino & 1:
            should = dominoes_of(legal)
            reason = f"{shown} {_duty(table.hand.declaration, suit)}: {format_dominoes(should)}"
            table.loss = table.loss or Loss(seat, f"reneged by S{seat}", table.took)
            yield Fault(trick.line, "renege", reason, number, seat, domino, should)


def _duty(declaration: int, suit: int) -> str:
    if declaration == SEVENS:
        return f"and must play {NEAREST}"
    return f"to {suit_name(suit, declaration)} and must follow suit"


def _winner_faults(table: Judged, number: int, trick: TrickRecord) -> Iterator[Fault]:
    """Yield a wrong winner or wrong points; the record's winner leads next."""
    if len(trick.plays) < players(table.out):
        table.leader = trick.winner if trick.winner != NOBODY else table.leader
        return
    dominoes = [domino for _, domino in trick.plays]
    seat, domino = trick.plays[winning_place(dominoes, table.hand.declaration)]
    points = trick_points(dominoes)
    if trick.winner not in (seat, NOBODY):
        reason = f"S{seat} wins the trick with {Domino(domino)}, not S{trick.winner}"
        yield Fault(trick.line, "winner", reason, number, seat, domino)
    if trick.points not in (points, UNKNOWN):
        yield Fault(trick.line, "points", f"it is worth {points}, not {trick.points}", number)
    table.points[side(seat)] += points
    table.tricks[side(seat)] += 1
    table.leader = seat if trick.winner == NOBODY else trick.winner
