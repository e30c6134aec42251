"""The judge of recorded hands and matches: illegal calls, reneges, wrong winners, claims, scores.

The engine allows no renege, but people at a table can. A hand is judged as it was played: the suit is
that of the domino led, whoever led it, and the recorded winner leads next. Without a deal, the hand of
a seat is taken to be what it plays from then on, so an unfinished record may hide a renege. A renege or
a false claim loses the hand (N42PA rules), whatever is played after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from suitwise.arguments import of_kind
from suitwise.errors import SuitwiseError
from suitwise.foundation.seating import NOBODY, left_of, players, seats_from, side
from suitwise.texas42.game import Texas42
from suitwise.texas42.moves import CALL, DECLARE, MOVES
from suitwise.texas42.record import match as notation
from suitwise.texas42.record.match import UNKNOWN, ClaimRecord, HandRecord, MatchRecord, TrickRecord
from suitwise.texas42.rules import contracts, dominoes
from suitwise.texas42.rules.auction import N_CALLS, PASS, caller, why_not_call
from suitwise.texas42.rules.contracts import MADE, RESULT_TEXT, SET, Contract, claimed, declarer_of
from suitwise.texas42.rules.dominoes import HAND, HAND_POINTS, Domino, trick_points, winning_place
from suitwise.texas42.rules.position import Position
from suitwise.texas42.solve.solver import claim_of, refutation

# --- Findings -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fault:
    """A place where a record breaks a rule.

    Args:
        line: the line number in the record, 0 if the record was not parsed from text.
        rule: ``shaker``, ``number``, ``score``, ``auction``, ``declaration``, ``turn``, ``holding``,
            ``renege``, ``trick``, ``winner``, ``points``, ``claim``, ``end`` or ``result``.
        reason: the fault, and what would be correct.
        trick: the number of the trick, 0 if the fault is not in a trick.
        seat: the seat at fault, or ``NOBODY``.
        domino: the domino played, -1 if the fault is not a play.
        legal: the dominoes that were legal instead.

    >>> from suitwise.texas42 import MatchRecord, faults_of
    >>> match = MatchRecord.parse('''
    ... hand 1: shaker S0, bidder S1, bid 30, declaration 3
    ...   trick 1: S1:6-0 S2:6-6 S3:6-4 S0:2-2
    ...   trick 2: S2:6-1 S3:5-3 S0:6-2
    ... ''')
    >>> fault = faults_of(match)[0]
    >>> print(fault)
    line 3: renege: S0 plays 2-2 to sixes and must follow suit: 6-2
    >>> fault.seat, fault.trick, [str(domino) for domino in fault.legal]
    (0, 1, ['6-2'])
    """

    line: int
    rule: str
    reason: str
    trick: int = 0
    seat: int = NOBODY
    domino: int = -1
    legal: tuple[Domino, ...] = ()

    def __str__(self) -> str:
        return f"line {self.line}: {self.rule}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Loss:
    """The fault that lost a hand: the first renege, or a false claim.

    Args:
        seat: the seat at fault.
        how: the fault, in the words of a result.
        took: the points that the sides had taken before it.
    """

    seat: int
    how: str
    took: tuple[int, int]


@dataclass(slots=True)
class Judged:
    """The state and findings of a judge who reads a hand play by play.

    Args:
        game: the variant.
        hand: the hand.
        out: the seat that sits out.
        leader: the seat that leads the next trick.
        held: the dominoes that the seats hold.
        faults: the faults, in the order of the record.
        seen: the dominoes played, with the numbers of their tricks.
        points: the points that the sides took.
        tricks: the number of tricks that the sides took.
        loss: the fault that lost the hand, or None.
    """

    game: Texas42
    hand: HandRecord
    out: int
    leader: int
    held: list[int]
    faults: list[Fault] = field(default_factory=list)
    seen: dict[int, int] = field(default_factory=dict)
    points: list[int] = field(default_factory=lambda: [0, 0])
    tricks: list[int] = field(default_factory=lambda: [0, 0])
    loss: Loss | None = None

    @property
    def contract(self) -> Contract:
        """The contract of the hand."""
        return Contract(self.hand.bidder, self.hand.call, self.hand.declaration)

    @property
    def took(self) -> tuple[int, int]:
        """The points that the sides took."""
        return self.points[0], self.points[1]

    @property
    def tricks_taken(self) -> tuple[int, int]:
        """The number of tricks that the sides took."""
        return self.tricks[0], self.tricks[1]

    @property
    def left(self) -> int:
        """The number of tricks that nobody has taken yet."""
        return HAND - sum(self.tricks)

    @property
    def result(self) -> int:
        """``MADE``, ``SET`` or ``OPEN`` after the tricks played and claimed so far."""
        own = side(self.hand.bidder)
        return contracts.result_of(
            self.hand.call, self.hand.declaration, self.points[own], self.points[1 - own],
            self.tricks[own], self.tricks[1 - own], self.left,
        )  # fmt: skip

    @property
    def is_played(self) -> bool:
        """True if the play has ended, ignoring reneges."""
        return contracts.is_played(self.result, self.left, self.game.is_played_out(self.hand.call))

    @property
    def is_over(self) -> bool:
        """True if the hand has ended: thrown in, lost by a fault, played or claimed to its end."""
        return self.hand.bidder == NOBODY or self.loss is not None or self.is_played

    @property
    def outcome(self) -> int:
        """``MADE`` or ``SET`` for a finished hand, taking account of a loss by a fault."""
        if self.loss is None:
            return self.result
        return SET if side(self.loss.seat) == side(self.hand.bidder) else MADE

    @property
    def scores(self) -> tuple[int, int]:
        """The score of the sides in the hand; zeros before its end."""
        if self.hand.bidder == NOBODY or not self.is_over:
            return 0, 0
        if self.loss is not None:
            return self.game.score_of_renege(self.contract, self.loss.seat, self.loss.took)
        return self.game.score_of(self.contract, self.result, self.took)


# --- Claims ---------------------------------------------------------------------------------------
#
# A claim stands if it comes true against every legal play of all other seats, including the partner
# (N42PA rules, 16). A false claim loses the hand like a renege. It is a fault of the record unless
# claims are moves of the variant (``claims=yes``), which may be false. Without the deal a claim can't
# be judged and is accepted.


def claim_faults(judged: Judged, claim: ClaimRecord) -> Iterator[Fault]:
    """Judge a claim: yield its faults, and add what the sides take by it."""
    if judged.loss is not None:
        return
    if judged.is_played:
        over = f"the hand was {RESULT_TEXT[judged.result]} before this claim"
        yield Fault(claim.line, "end", over, seat=claim.seat)
        return
    position = _position(judged)
    why = _why_no_claim(judged, claim) or _refuted(position, claim)
    if why is None:
        _take(judged, claim)
        return
    judged.loss = Loss(claim.seat, notation.false_claim(claim.seat), judged.took)
    if judged.game.claims and is_move(claim, position):
        return
    yield Fault(claim.line, "claim", f"S{claim.seat} claims {claim.shown}: {why}", seat=claim.seat)


def is_move(claim: ClaimRecord, position: Position | None) -> bool:
    """Return whether a claim can be a move: made by the seat on turn, for all that is left."""
    return position is not None and claim.seat == position.turn and not claim.amount


def _why_no_claim(judged: Judged, claim: ClaimRecord) -> str | None:
    """Return why no such claim can be made, or None."""
    nello = contracts.is_nello(judged.hand.declaration)
    left = HAND_POINTS - sum(judged.points) if claim.unit == "points" else judged.left
    if claim.seat == judged.out:
        return "the seat sits out"
    if nello and claim.amount:
        return "in nello the contract is claimed, and no number"
    if claim.amount > left:
        return f"only {left} are left"
    return None


def _refuted(position: Position | None, claim: ClaimRecord) -> str | None:
    """Return the plays that refute a claim, or None if it stands or can't be judged."""
    if position is None:
        return None
    laid_down = claim_of(position, claim.seat, claim.unit, claim.amount or None)
    if laid_down.holds(position):
        return None
    line = dominoes.format_dominoes(refutation(position, laid_down), " ")
    why = f"some legal play of the others refutes it (from S{position.turn} on {line})"
    return f"{why}, so it costs the hand"


def _position(judged: Judged) -> Position | None:
    """Return the position of the claim, or None if the deal is unknown or a play was illegal."""
    if judged.hand.dealt is None:
        return None
    try:
        play = judged.contract.start(judged.hand.dealt)
        for seat, domino in judged.hand.plays:
            if play.position.turn != seat:
                return None
            play = play.after(domino)
    except SuitwiseError:
        return None
    return play.position


def _take(judged: Judged, claim: ClaimRecord) -> None:
    """Divide the tricks and points left by a claim: the claimant's side takes what it claims."""
    if not claim.amount:
        points_of, tricks_of = claimed(
            judged.contract, claim.seat, judged.took, judged.tricks_taken
        )
        judged.points[:], judged.tricks[:] = points_of, tricks_of
        return
    points, tricks = HAND_POINTS - sum(judged.points), judged.left
    own = side(claim.seat)
    if claim.unit == "points":
        # A part of the points takes at least one trick, and leaves at least one to the others.
        tricks = tricks if claim.amount == points else 1
        points = claim.amount
    elif claim.amount < tricks:
        # A claim of tricks says nothing about their count.
        points = tricks = claim.amount
    rest = HAND_POINTS - sum(judged.points) - points
    others = judged.left - tricks
    judged.points[own] += points
    judged.points[1 - own] += rest
    judged.tricks[own] += tricks
    judged.tricks[1 - own] += others


# --- Judging a hand -------------------------------------------------------------------------------


def judge(game: Texas42, hand: HandRecord) -> Judged:
    """Judge a hand to its end and return the findings."""
    if hand.bidder == NOBODY:
        judged = Judged(game, hand, NOBODY, NOBODY, [*hand.hands])
        judged.faults += _auction_faults(game, hand)
        return judged
    out = contracts.sits_out(hand.bidder, hand.declaration)
    judged = Judged(game, hand, out, declarer_of(hand.bidder, hand.call), [*hand.hands])
    judged.faults += [*_auction_faults(game, hand), *_declaration_faults(game, hand)]
    for number, trick in enumerate(hand.tricks, 1):
        judged.faults += _trick_faults(judged, number, trick)
    if hand.claim is not None:
        judged.faults += claim_faults(judged, hand.claim)
    return judged


# --- The auction ----------------------------------------------------------------------------------


def _auction_faults(game: Texas42, hand: HandRecord) -> Iterator[Fault]:
    """Yield the illegal calls; without an auction, a bid that no auction could have produced."""
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
    """Return why a bid is illegal over every possible standing call, or None."""
    if hand.calls[made] == PASS and hand.bidder != NOBODY:
        return None
    stood = range(N_CALLS if made and hand.calls[made] != PASS else 1)
    whys = [_why_not_call(game, hand, made, standing) for standing in stood]
    return None if None in whys else whys[0]


def _most_doubles(hand: HandRecord, seat: int) -> int:
    """Return the largest number of doubles that a seat can have been dealt, by the record."""
    own = hand.hands[seat]
    one, two, three, four = hand.hands
    unknown = dominoes.EVERY_DOUBLE & ~(one | two | three | four)
    places = max(HAND - own.bit_count(), 0)
    return (own & dominoes.EVERY_DOUBLE).bit_count() + min(places, unknown.bit_count())


def _declaration_faults(game: Texas42, hand: HandRecord) -> Iterator[Fault]:
    """Yield the fault of an illegal declaration."""
    if not contracts.legal_declarations(hand.call, game.specials) >> hand.declaration & 1:
        seat = declarer_of(hand.bidder, hand.call)
        declared = MOVES[DECLARE + hand.declaration]
        reason = f"{declared} may not be declared after {MOVES[CALL + hand.call]} in this house"
        yield Fault(hand.lines[0], "declaration", reason, seat=seat)


# --- The plays ------------------------------------------------------------------------------------


def _trick_faults(judged: Judged, number: int, trick: TrickRecord) -> Iterator[Fault]:
    """Judge a trick as it was played and yield its faults."""
    if judged.is_played and not any(fault.rule == "end" for fault in judged.faults):
        over = f"the hand was {RESULT_TEXT[judged.result]} before this trick"
        yield Fault(trick.line, "end", over, number)
    yield from _turn_faults(judged, number, trick)
    suit = -1
    for seat, domino in trick.plays:
        yield from _domino_faults(judged, number, trick, seat, domino, suit)
        judged.held[seat] &= ~(1 << domino)
        judged.seen.setdefault(domino, number)
        suit = dominoes.led_suit(domino, judged.hand.declaration) if suit < 0 else suit
    yield from _size_faults(judged, number, trick)
    yield from _winner_faults(judged, number, trick)


def _turn_faults(judged: Judged, number: int, trick: TrickRecord) -> Iterator[Fault]:
    """Yield the first play out of turn."""
    for due, (seat, domino) in zip(
        seats_from(judged.leader, judged.out), trick.plays, strict=False
    ):
        if due != seat:
            reason = f"S{seat} plays, but it is the turn of S{due}"
            yield Fault(trick.line, "turn", reason, number, seat, domino)
            return


def _size_faults(judged: Judged, number: int, trick: TrickRecord) -> Iterator[Fault]:
    """Yield the fault of an incomplete trick, unless the hand or the record ends with it."""
    size, whole = len(trick.plays), players(judged.out)
    is_last = number == len(judged.hand.tricks) and trick.winner == NOBODY
    ends = not judged.hand.result or judged.loss is not None or judged.hand.claim is not None
    if size > whole or (size < whole and not (is_last and ends)):
        reason = f"{size} dominoes are played to a trick of {whole}"
        yield Fault(trick.line, "trick", reason, number)


def _domino_faults(
    judged: Judged, number: int, trick: TrickRecord, seat: int, domino: int, suit: int
) -> Iterator[Fault]:
    """Yield the faults of one play: not held, or a renege."""
    shown = f"S{seat} plays {Domino(domino)}"
    if domino in judged.seen:
        reason = f"{shown}, which was played to trick {judged.seen[domino]}"
        yield Fault(trick.line, "holding", reason, number, seat, domino)
    elif not judged.held[seat] >> domino & 1:
        held = dominoes.format_dominoes(dominoes.dominoes_of(judged.held[seat])) or "nothing"
        reason = f"{shown}, but holds {held}"
        yield Fault(trick.line, "holding", reason, number, seat, domino)
    else:
        legal = dominoes.legal_plays(judged.held[seat], suit, judged.hand.declaration)
        if not legal >> domino & 1:
            should = dominoes.dominoes_of(legal)
            duty = _duty(judged.hand.declaration, suit)
            reason = f"{shown} {duty}: {dominoes.format_dominoes(should)}"
            judged.loss = judged.loss or Loss(seat, f"reneged by S{seat}", judged.took)
            yield Fault(trick.line, "renege", reason, number, seat, domino, should)


def _duty(declaration: int, suit: int) -> str:
    if declaration == dominoes.SEVENS:
        return f"and must play {dominoes.NEAREST}"
    return f"to {dominoes.suit_name(suit, declaration)} and must follow suit"


def _winner_faults(judged: Judged, number: int, trick: TrickRecord) -> Iterator[Fault]:
    """Yield a wrong winner or wrong points; the record's winner leads next."""
    if len(trick.plays) < players(judged.out):
        judged.leader = trick.winner if trick.winner != NOBODY else judged.leader
        return
    dominoes = [domino for _, domino in trick.plays]
    seat, domino = trick.plays[winning_place(dominoes, judged.hand.declaration)]
    points = trick_points(dominoes)
    if trick.winner not in (seat, NOBODY):
        reason = f"S{seat} wins the trick with {Domino(domino)}, not S{trick.winner}"
        yield Fault(trick.line, "winner", reason, number, seat, domino)
    if trick.points not in (points, UNKNOWN):
        yield Fault(trick.line, "points", f"it is worth {points}, not {trick.points}", number)
    judged.points[side(seat)] += points
    judged.tricks[side(seat)] += 1
    judged.leader = seat if trick.winner == NOBODY else trick.winner


# --- Judging a match ------------------------------------------------------------------------------


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
    """Return only the reneges of a match.

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
        The scores of seats 0 and 2, and of seats 1 and 3; None if nobody reneged.

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
    """Return the score of the sides before the first hand of a record; 0-0 if it is not recorded.

    >>> totals_before(MatchRecord.parse('''
    ... score T0 3 - 2 T1
    ... hand 6: shaker S0, thrown in
    ... '''))
    (3, 2)
    """
    return _before(match, [judge(match.game, hand) for hand in match.hands])


def scores_before(match: MatchRecord) -> list[tuple[int, int] | None]:
    """Return the score of the sides before each hand of a record.

    A score is None if the record doesn't determine it: there is no line ``score`` and no result, and
    the record begins with a later hand than the first.

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
    """Return the score of the sides before the first hand, from its line or from the first result."""
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
    """Yield the fault of a score at which no hand can begin."""
    why = match.game.why_not_before(before)
    if why is not None and match.hands:
        yield Fault(match.hands[0].lines[0], "score", f"the record begins with {why}")


def _added(totals: tuple[int, int], scores: tuple[int, int]) -> tuple[int, int]:
    return totals[0] + scores[0], totals[1] + scores[1]


# --- The order of hands ---------------------------------------------------------------------------


def _order_faults(before: Judged, hand: HandRecord) -> Iterator[Fault]:
    """Yield the reasons why a hand can't follow another one."""
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


def _ends_match(judged: Judged, totals: tuple[int, int]) -> bool:
    """Return whether a hand ends the match, given the score ``totals`` of the sides after it."""
    target = judged.game.target
    return not target or contracts.match_winner(totals, side(judged.hand.bidder), target) != NOBODY


# --- The result -----------------------------------------------------------------------------------


def _judged_result(
    judged: Judged, before: tuple[int, int]
) -> tuple[tuple[int, int], Sequence[Fault]]:
    """Return the score of the sides after a hand, and the faults of its result.

    Args:
        judged: the hand after all its plays.
        before: the score of the sides before it.
    """
    hand, line = judged.hand, judged.hand.lines[2]
    if not judged.is_over:
        wrong = "the hand is not over"
        return before, [Fault(line, "result", wrong)] if hand.result else []
    totals = _added(before, judged.scores)
    text = _result_text(judged, totals)
    if hand.result in ("", text):
        return totals, []
    return hand.totals or totals, [Fault(line, "result", f"it is: {text}")]


def _result_text(judged: Judged, totals: tuple[int, int]) -> str:
    if judged.hand.bidder == NOBODY:
        return notation.thrown_in_text(judged.game, totals)
    if judged.loss is not None:
        return notation.lost_text(judged.game, judged.loss.how, judged.scores, totals)
    return notation.played_text(judged.game, judged.contract, judged.result, judged.took, totals)
