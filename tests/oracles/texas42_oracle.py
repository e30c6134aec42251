"""A slow, literal oracle for the domino game Texas 42.

Written from the pages of the rules alone, sharing no code with the package and using none of its
algebra: no masks of suits, no tiers, no tables of ranks, but the words of the game: trump beats,
then the highest of the suit led, and the double is the highest of its suit.  Values are found by
trying every legal play.  Only the last but one section, which solves whole deals, uses masks and
bounds; its masks are made by asking the words of the game about every pair of dominoes, and the
tests hold it against the plain search.  Run ``python texas42_oracle.py FILE`` with deals a line as
in ``solved_deals.txt`` (the value may be left out) for their values.

A domino is ``(high, low)``, a hand a frozenset of them, a deal four hands.  Seats count 0 to 3 to
the left; 0 and 2 are side 0, 1 and 3 side 1.  Suits are 0 to 6, and ``CALLED`` for the trumps, or
for doubles that are a suit of their own.  A declaration is ``"0"`` to ``"6"``, ``"doubles"``,
``"notrump"``, one of the four of ``NELLO``, or ``"sevens"``; ``"nello"`` is read as
``"nello-own"``.  Any of them may be played by four seats; nello as a contract is played by three.

How the open places of the rules are read here
----------------------------------------------
Suits and tricks
 1. A domino with the trump pip is a trump and nothing else; with doubles trump, or a suit of their
    own, a double is in no suit of pips.  Every other mixed domino is in both its pips' suits and
    leads the higher.
 2. Nello has no trumps.  ``nello-own``: the doubles are a suit of their own, 6-6 highest;
    ``nello-inverted``: the same with 0-0 highest; ``nello-high``: each double is the highest of its
    pip's suit, as in notrump; ``nello-low``: each is the lowest of it, below the blank, and 0-0 is
    below 1-0.  A double led calls for its own suit in every treatment.
 3. Sevens: whoever plays, the leader too, plays a domino of his whose pips are nearest to seven
    in all; nobody follows suit.  The nearest wins, the first played of equally near ones.  Which
    of his equally near dominoes a seat plays changes neither winners nor the contract, but it
    may change the points of the tricks, so sevens has a points value like any play.

Auction
 4. One call each, the shaker last.  ``pass``; points 30 to 41; marks.  Forty-two is one mark and
    not a call of its own.  With 2 marks standing and above, only one mark more; below, 1 or 2.
    A cap bounds every mark call, plunges and splashes too.  All four always call, if only to
    pass: at the cap the rest can but pass.
 5. Plunge (four doubles held): 4 marks, from any standing call below that; over 4 marks or more
    one mark more than stands.  Splash (three doubles held): 2 or 3 marks as the caller likes,
    with a jump to 3 allowed as plunge has its jump, and never above 3; ``jump=False`` is the other
    reading, in which 3 needs 2 standing.  Both must exceed the standing call, and may be
    outbid like any marks.  They are calls of their own; nello and sevens are not: who wins the
    auction with a mark call names them when he declares.
 6. ``forced``: after three passes the shaker may not pass, but may call more than 30.  Without it
    the hand is thrown in and the shake moves left, as it does after every hand.

Contracts and scores
 7. Points 30 to 41 are made with that many points, set once the others have 43 less that many.
    A mark contract wants every trick: set by the first trick lost, made with the last one taken.
    Nello is set by the bidder's first trick and made when all are played without one.
 8. The stake is 1 mark for points, m for m marks, and goes to the side that prevails; no side
    scores otherwise.  A renege costs the hand: the stake goes to the other side.
 9. The game to 250: a points contract made, both sides score what they took; set, the declaring
    side nothing, the others what they took and the bid.  So under it such a hand is played out
    (``play_out`` with ``stop=False``).  m marks are 42 times m for who prevails, nothing for the
    other; so 3 marks are 126.  Where both sides pass the target in one hand, which is only
    possible when the contract was made, the declaring side has won.
10. Plunge and splash: the bidder's partner names the trumps, any of the nine straight
    declarations, and leads.  Nello: the bidder leads, his partner's hand is not played, and its
    dominoes count for nobody.  Otherwise the bidder leads.  Straight contracts may be for marks.

Values
11. ``points_value`` is what seats 0 and 2 take from here on, the trick on the table included, the
    points already taken not; all four see everything, and each side plays for its own points
    to the last trick, whatever was bid.  ``nello_value`` is the bidder's tricks from here on: he
    wants few, both others many; they play on after his first.  ``will_make`` plays for the contract
    alone and stops when it is decided.

Knowledge, records, claims
12. A world is a whole deal (the hands as dealt).  It is consistent with what a seat knows if the
    seat holds its own hand in it and every play of the record was legal in it.  This is
    what voids say, and in sevens what distances say.  What the auction tells (doubles held) is
    not used.  The hand that sits out of nello is hidden like any other, and stays seven strong.
13. A renege is a play that was not legal in the hand it was made from.  Without the deal a hand is
    what its seat plays from then on, so an unfinished record may hide a renege.  In sevens, not
    playing the nearest is one.  A record is judged as its seats played it.
14. A claim stands if it comes true for every legal play of everyone but the claimant, his partner
    included; the claimant plays his own as he likes, and may wait and see.  ``choosers`` names who
    may choose; with none of them, the claim must survive the claimant's own worst order too.
    ``claim_stands`` claims tricks for a side (all that remain), ``forces`` the contract made or
    set.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

Domino: TypeAlias = tuple[int, int]
Hand: TypeAlias = frozenset[Domino]
Hands: TypeAlias = tuple[Hand, Hand, Hand, Hand]
Result: TypeAlias = Literal["made", "set"]

CALLED = 7
ALL: Hand = frozenset((high, low) for high in range(7) for low in range(high + 1))
PIPS = ("0", "1", "2", "3", "4", "5", "6")
STRAIGHT = (*PIPS, "doubles", "notrump")
NELLO = ("nello-own", "nello-inverted", "nello-high", "nello-low")
TEN = (*STRAIGHT, "nello-own")
TRICK_DECLARATIONS = (*STRAIGHT, *NELLO)
DECLARATIONS = (*TRICK_DECLARATIONS, "sevens")

SIDES = (frozenset({0, 2}), frozenset({1, 3}))
TENS = ((5, 5), (6, 4))
FIVES = ((5, 0), (4, 1), (3, 2))


# ------------------------------------------------------------------------------------------- text


def read_domino(text: str) -> Domino:
    """Read ``6-4`` or ``4-6``."""
    match = re.fullmatch(r"([0-6])-([0-6])", text)
    if match is None:
        raise ValueError(f"{text!r} is not a domino, such as 6-4")
    one, other = int(match[1]), int(match[2])
    return max(one, other), min(one, other)


def show_domino(domino: Domino) -> str:
    """Write a domino with its high end first."""
    return f"{domino[0]}-{domino[1]}"


def read_hand(text: str) -> Hand:
    """Read dominoes with commas or blanks between them, each at most once."""
    dominoes = [read_domino(word) for word in text.replace(",", " ").split()]
    if len(set(dominoes)) < len(dominoes):
        raise ValueError(f"a domino occurs twice in {text!r}")
    return frozenset(dominoes)


def show_hand(hand: Iterable[Domino]) -> str:
    """Write a hand in order, with commas."""
    return ",".join(map(show_domino, sorted(hand)))


def read_declaration(text: str) -> str:
    """Read a declaration; ``nello`` alone has its doubles as a suit of their own."""
    name = "nello-own" if text == "nello" else text
    if name not in DECLARATIONS:
        raise ValueError(f"{text!r} is not a declaration")
    return name


def side(seat: int) -> int:
    """Return 0 for seats 0 and 2, 1 for seats 1 and 3."""
    return seat % 2


def partner(seat: int) -> int:
    """Return the seat opposite."""
    return (seat + 2) % 4


# ------------------------------------------------------------------------------- suits and tricks


def is_double(domino: Domino) -> bool:
    """Tell whether both ends are alike."""
    return domino[0] == domino[1]


def is_trump(domino: Domino, declaration: str) -> bool:
    """Tell whether a domino is a trump."""
    if declaration in PIPS:
        return int(declaration) in domino
    return declaration == "doubles" and is_double(domino)


@cache
def suits(domino: Domino, declaration: str) -> frozenset[int]:
    """Return the suits a domino is in: one or two."""
    if is_trump(domino, declaration):
        return frozenset({CALLED})
    if declaration in ("nello-own", "nello-inverted") and is_double(domino):
        return frozenset({CALLED})
    return frozenset(domino)


@cache
def lead_suit(domino: Domino, declaration: str) -> int:
    """Return the suit a domino calls for when it is led: the called suit, or its higher pip."""
    own = suits(domino, declaration)
    return CALLED if CALLED in own else max(own)


def follows(domino: Domino, suit: int, declaration: str) -> bool:
    """Tell whether a domino is in the suit led."""
    return suit in suits(domino, declaration)


def higher(one: Domino, other: Domino, suit: int, declaration: str) -> bool:
    """Tell whether one of two different dominoes of the same suit is higher in it."""
    if is_double(one) and is_double(other):
        # Only doubles which are a suit, trump or not, lie in a suit together.
        if declaration == "nello-inverted":
            return one[0] < other[0]
        return one[0] > other[0]
    if is_double(one):
        return declaration != "nello-low"
    if is_double(other):
        return declaration == "nello-low"
    # Two mixed dominoes of a suit share its pip: the other ends decide.
    pip = int(declaration) if suit == CALLED else suit
    return sum(one) - pip > sum(other) - pip


@cache
def beats(one: Domino, other: Domino, suit: int, declaration: str) -> bool:
    """Tell whether one domino beats another in a trick where a suit was led."""
    if is_trump(one, declaration) or is_trump(other, declaration):
        if not is_trump(other, declaration):
            return True
        if not is_trump(one, declaration):
            return False
        return higher(one, other, CALLED, declaration)
    if follows(one, suit, declaration) and follows(other, suit, declaration):
        return higher(one, other, suit, declaration)
    return follows(one, suit, declaration)


def distance(domino: Domino) -> int:
    """Return how far the pips of a domino are from seven."""
    return abs(sum(domino) - 7)


def winning(dominoes: Sequence[Domino], declaration: str) -> int:
    """Return which domino of a trick, in order of play, wins it."""
    if declaration == "sevens":
        distances = [distance(domino) for domino in dominoes]
        return distances.index(min(distances))
    suit = lead_suit(dominoes[0], declaration)
    best = 0
    for at in range(1, len(dominoes)):
        if beats(dominoes[at], dominoes[best], suit, declaration):
            best = at
    return best


def playable(hand: Iterable[Domino], led: Domino | None, declaration: str) -> list[Domino]:
    """List the dominoes of a hand that may be played to a lead, or be led (``None``)."""
    held = sorted(hand)
    if declaration == "sevens":
        nearest = min(map(distance, held), default=0)
        return [domino for domino in held if distance(domino) == nearest]
    if led is None:
        return held
    suit = lead_suit(led, declaration)
    following = [domino for domino in held if follows(domino, suit, declaration)]
    return following or held


def count(domino: Domino) -> int:
    """Return the count of a domino: 10, 5 or 0."""
    return 10 if domino in TENS else 5 if domino in FIVES else 0


def trick_points(dominoes: Iterable[Domino]) -> int:
    """Return 1 for the trick and its count."""
    return 1 + sum(map(count, dominoes))


# -------------------------------------------------------------------------------------- positions


class Position(NamedTuple):
    """A position of the play: hands, who leads or led, and what lies on the table in order.

    ``out`` is the seat that sits out; its hand is never played.
    """

    declaration: str
    hands: Hands
    leader: int
    table: tuple[Domino, ...] = ()
    out: int | None = None


class Trick(NamedTuple):
    """A complete trick: seats and dominoes in order of play, who won it, what it was worth."""

    seats: tuple[int, ...]
    dominoes: tuple[Domino, ...]
    winner: int
    points: int


@cache
def around(leader: int, out: int | None) -> tuple[int, ...]:
    """Return the seats from the leader to the left, without the one that sits out."""
    return tuple(seat % 4 for seat in range(leader, leader + 4) if seat % 4 != out)


def order(position: Position) -> tuple[int, ...]:
    """Return the seats that play to the trick, the leader first."""
    return around(position.leader, position.out)


def check(position: Position) -> None:
    """Raise ``ValueError`` for a position that no play can lead to or go on from."""
    seen = [*position.table, *(domino for hand in position.hands for domino in hand)]
    if not set(seen) <= ALL:
        raise ValueError("something is not a domino (high, low)")
    if len(set(seen)) < len(seen):
        raise ValueError("a domino occurs twice")
    if position.leader == position.out:
        raise ValueError("the leader sits out")
    seats = order(position)
    if len(position.table) >= len(seats):
        raise ValueError("the trick on the table is complete")
    sizes = [len(position.hands[seat]) for seat in seats]
    for at in range(len(position.table)):
        sizes[at] += 1
    if len(set(sizes)) > 1:
        raise ValueError("the hands are not of equal size")


def finished(position: Position) -> bool:
    """Tell whether nothing is left to play."""
    return not position.table and not position.hands[position.leader]


def to_play(position: Position) -> int:
    """Return the seat whose turn it is."""
    return order(position)[len(position.table)]


def legal(position: Position) -> list[Domino]:
    """List the legal plays."""
    if finished(position):
        return []
    led = position.table[0] if position.table else None
    return playable(position.hands[to_play(position)], led, position.declaration)


def play(position: Position, domino: Domino) -> tuple[Position, Trick | None]:
    """Play a domino; return the position after it and the trick it completes, if it does."""
    if domino not in legal(position):
        raise ValueError(f"{show_domino(domino)} may not be played")
    return place(position, domino)


def place(position: Position, domino: Domino) -> tuple[Position, Trick | None]:
    """Do what ``play`` does with a domino known to be legal."""
    seats = order(position)
    seat = to_play(position)
    hands = list(position.hands)
    hands[seat] = hands[seat] - {domino}
    left = (hands[0], hands[1], hands[2], hands[3])
    table = (*position.table, domino)
    if len(table) < len(seats):
        return position._replace(hands=left, table=table), None
    winner = seats[winning(table, position.declaration)]
    trick = Trick(seats, table, winner, trick_points(table))
    return position._replace(hands=left, table=(), leader=winner), trick


# ------------------------------------------------------------------------------ values of the play

Gain: TypeAlias = Callable[[Trick], int]
Memo: TypeAlias = dict[Position, int]


def value(position: Position, gain: Gain, choosers: Collection[int], memo: Memo) -> int:
    """Return the sum of gains from here on where ``choosers`` want much and all others little.

    Every legal play is tried.  The memo holds for one gain and one set of choosers.
    """
    if finished(position):
        return 0
    if position not in memo:
        each = move_values(position, gain, choosers, memo).values()
        memo[position] = max(each) if to_play(position) in choosers else min(each)
    return memo[position]


def move_values(
    position: Position, gain: Gain, choosers: Collection[int], memo: Memo
) -> dict[Domino, int]:
    """Return the value of every legal play, what the trick it completes brings included."""
    found = {}
    for domino in legal(position):
        after, trick = place(position, domino)
        now = 0 if trick is None else gain(trick)
        found[domino] = now + value(after, gain, choosers, memo)
    return found


def gain_of_side_0(trick: Trick) -> int:
    """Return the points of a trick if seat 0 or 2 takes it."""
    return trick.points if side(trick.winner) == 0 else 0


def gain_of_seat(seat: int) -> Gain:
    """Return the gain that counts the tricks of a seat."""
    return lambda trick: int(trick.winner == seat)


def points_value(position: Position) -> int:
    """Return the points that seats 0 and 2 take from here on."""
    return value(position, gain_of_side_0, SIDES[0], {})


def points_of_moves(position: Position) -> dict[Domino, int]:
    """Return ``points_value`` after every legal play, the trick it completes included."""
    return move_values(position, gain_of_side_0, SIDES[0], {})


def nello_sides(position: Position) -> tuple[int, frozenset[int]]:
    """Return the bidder of nello and his two opponents."""
    if position.out is None:
        raise ValueError("nobody sits out")
    bidder = partner(position.out)
    return bidder, SIDES[1 - side(bidder)]


def nello_value(position: Position) -> int:
    """Return how many tricks the bidder of nello takes from here on."""
    bidder, others = nello_sides(position)
    return value(position, gain_of_seat(bidder), others, {})


def nello_of_moves(position: Position) -> dict[Domino, int]:
    """Return ``nello_value`` after every legal play, the trick it completes included."""
    bidder, others = nello_sides(position)
    return move_values(position, gain_of_seat(bidder), others, {})


# ---------------------------------------------------------------------------------------- auction


class Call(NamedTuple):
    """A call: ``pass``, ``points`` 30 to 41, or ``marks``, ``plunge``, ``splash`` and how many."""

    kind: str
    amount: int = 0


PASS = Call("pass")


def standing(history: Sequence[Call]) -> Call:
    """Return the highest call so far, ``PASS`` if there is none."""
    calls = [call for call in history if call != PASS]
    return calls[-1] if calls else PASS


def marks_of(call: Call) -> int:
    """Return the marks a call is for: 0 for points and a pass."""
    return 0 if call.kind in ("pass", "points") else call.amount


def legal_calls(
    history: Sequence[Call],
    cap: int = 7,
    doubles: int = 0,
    plunge: bool = False,
    splash: bool = False,
    forced: bool = False,
    jump: bool = True,
) -> list[Call]:
    """List the legal calls of a seat that holds so many doubles."""
    if len(history) >= 4:
        return []
    high = standing(history)
    marks = marks_of(high)
    must = forced and len(history) == 3 and high == PASS
    calls = [] if must else [PASS]
    if marks == 0:
        lowest = max(30, high.amount + 1)
        calls += [Call("points", points) for points in range(lowest, 42)]
    for amount in range(marks + 1, cap + 1):
        if amount <= 2 or amount == marks + 1 >= 3:
            calls.append(Call("marks", amount))
    if plunge and doubles >= 4:
        amount = max(4, marks + 1)
        if amount <= cap:
            calls.append(Call("plunge", amount))
    if splash and doubles >= 3:
        for amount in (2, 3):
            if marks < amount <= cap and (jump or amount == 2 or marks == 2):
                calls.append(Call("splash", amount))
    return calls


def auctions(
    cap: int = 7,
    doubles: Sequence[int] = (0, 0, 0, 0),
    plunge: bool = False,
    splash: bool = False,
    forced: bool = False,
    jump: bool = True,
    history: tuple[Call, ...] = (),
) -> Iterator[tuple[Call, ...]]:
    """Yield all complete legal auctions; ``doubles`` are those of the callers, first caller first."""
    if len(history) == 4:
        yield history
        return
    held = doubles[len(history)]
    for call in legal_calls(history, cap, held, plunge, splash, forced, jump):
        yield from auctions(cap, doubles, plunge, splash, forced, jump, (*history, call))


def winner_of(calls: Sequence[Call], shaker: int) -> tuple[int, Call] | None:
    """Return who won a complete auction and with which call; ``None`` if all passed."""
    if len(calls) != 4:
        raise ValueError("an auction has four calls")
    high = standing(calls)
    if high == PASS:
        return None
    return (shaker + 1 + list(calls).index(high)) % 4, high


# -------------------------------------------------------------------------------------- contracts


class Contract(NamedTuple):
    """A contract: straight, plunge, splash, nello or sevens; ``points`` 30 to 41 or ``marks``."""

    kind: str
    bidder: int
    declaration: str
    points: int = 0
    marks: int = 0


def check_contract(contract: Contract, hands: Hands | None = None) -> None:
    """Raise ``ValueError`` for a contract that cannot be; with hands, count the doubles too."""
    kind, bidder, declaration, points, marks = contract
    if kind == "nello":
        fits = declaration in NELLO
    elif kind == "sevens":
        fits = declaration == "sevens"
    elif kind in ("straight", "plunge", "splash"):
        fits = declaration in STRAIGHT
    else:
        raise ValueError(f"{kind!r} is not a contract")
    if not fits:
        raise ValueError(f"{declaration!r} cannot be declared in a {kind} contract")
    if points:
        if kind != "straight" or marks or not 30 <= points <= 41:
            raise ValueError("points are 30 to 41, for a straight contract alone")
    elif marks < {"plunge": 4, "splash": 2}.get(kind, 1) or (kind == "splash" and marks > 3):
        raise ValueError(f"{marks} marks are not for a {kind} contract")
    need = {"plunge": 4, "splash": 3}.get(kind, 0)
    if hands is not None and sum(map(is_double, hands[bidder])) < need:
        raise ValueError(f"{kind} needs {need} doubles")


def declarers(contract: Contract) -> frozenset[int]:
    """Return the seats that play for the contract."""
    if contract.kind == "nello":
        return frozenset({contract.bidder})
    return SIDES[side(contract.bidder)]


def start(contract: Contract, hands: Hands) -> Position:
    """Return the position before the first lead."""
    check_contract(contract, hands)
    leads = partner(contract.bidder) if contract.kind in ("plunge", "splash") else contract.bidder
    out = partner(contract.bidder) if contract.kind == "nello" else None
    position = Position(contract.declaration, hands, leads, (), out)
    check(position)
    return position


def points_of_sides(tricks: Iterable[Trick]) -> tuple[int, int]:
    """Return the points that side 0 and side 1 took."""
    both = [0, 0]
    for trick in tricks:
        both[side(trick.winner)] += trick.points
    return both[0], both[1]


class Standing(NamedTuple):
    """A hand under way: its contract, the position, and all tricks taken before it."""

    contract: Contract
    position: Position
    tricks: tuple[Trick, ...] = ()


def outcome(now: Standing) -> Result | None:
    """Return whether the contract is made or set, ``None`` while that is open."""
    contract = now.contract
    ours = declarers(contract)
    if contract.kind == "nello":
        if any(trick.winner == contract.bidder for trick in now.tricks):
            return "set"
        return "made" if finished(now.position) else None
    if contract.points:
        both = points_of_sides(now.tricks)
        own = both[side(contract.bidder)]
        theirs = both[1 - side(contract.bidder)]
        if own >= contract.points:
            return "made"
        return "set" if theirs >= 43 - contract.points else None
    if any(trick.winner not in ours for trick in now.tricks):
        return "set"
    return "made" if finished(now.position) else None


def go_on(now: Standing, domino: Domino) -> Standing:
    """Play a domino, decided or not."""
    after, trick = play(now.position, domino)
    tricks = now.tricks if trick is None else (*now.tricks, trick)
    return Standing(now.contract, after, tricks)


def play_out(
    contract: Contract, hands: Hands, dominoes: Iterable[Domino], stop: bool = True
) -> Standing:
    """Play dominoes in order from the deal; with ``stop`` none may follow once it is decided."""
    now = Standing(contract, start(contract, hands))
    for domino in dominoes:
        if stop and outcome(now) is not None:
            raise ValueError(f"{show_domino(domino)} is played after the hand was decided")
        now = go_on(now, domino)
    return now


Tally: TypeAlias = tuple[Position, tuple[int, int], frozenset[int]]


def forces(
    now: Standing, want: Result, choosers: Collection[int], memo: dict[Tally, bool] | None = None
) -> bool:
    """Tell whether ``choosers`` can bring about a result against every play of the others."""
    memo = {} if memo is None else memo
    result = outcome(now)
    if result is not None:
        return result == want
    key = (now.position, points_of_sides(now.tricks), frozenset(t.winner for t in now.tricks))
    if key not in memo:
        each = (forces(go_on(now, d), want, choosers, memo) for d in legal(now.position))
        memo[key] = any(each) if to_play(now.position) in choosers else all(each)
    return memo[key]


def will_make(now: Standing) -> bool:
    """Tell whether the contract is made with perfect play by all, hands seen."""
    return forces(now, "made", declarers(now.contract))


def makes_of_moves(now: Standing) -> dict[Domino, bool]:
    """Return ``will_make`` after every legal play."""
    return {domino: will_make(go_on(now, domino)) for domino in legal(now.position)}


def claim_stands(
    position: Position,
    claimant: int,
    tricks: int | None = None,
    choosers: Collection[int] | None = None,
) -> bool:
    """Tell whether the claimant's side takes all tricks from here, or so many, as claimed."""
    own = SIDES[side(claimant)] if position.out != partner(claimant) else frozenset({claimant})
    least = value(
        position,
        lambda trick: int(trick.winner in own),
        {claimant} if choosers is None else choosers,
        {},
    )
    remaining = len(position.hands[to_play(position)])
    return least >= (remaining if tricks is None else tricks)


# ----------------------------------------------------------------------------------------- scores


def stake(contract: Contract) -> int:
    """Return the marks at stake."""
    return 1 if contract.points else contract.marks


def score_marks(contract: Contract, result: Result) -> tuple[int, int]:
    """Return the marks that side 0 and side 1 score."""
    own = side(contract.bidder)
    gets = own if result == "made" else 1 - own
    return (stake(contract), 0) if gets == 0 else (0, stake(contract))


def score_renege(contract: Contract, offender: int) -> tuple[int, int]:
    """Return the marks of the sides when a seat has reneged."""
    return (0, stake(contract)) if side(offender) == 0 else (stake(contract), 0)


def score_points(contract: Contract, result: Result, took: tuple[int, int]) -> tuple[int, int]:
    """Return what side 0 and side 1 score in the game to 250, given the points they took."""
    own = side(contract.bidder)
    if contract.points:
        if result == "made":
            return took
        mine, theirs = 0, took[1 - own] + contract.points
    else:
        worth = 42 * contract.marks
        mine, theirs = (worth, 0) if result == "made" else (0, worth)
    return (mine, theirs) if own == 0 else (theirs, mine)


def match_winner(totals: tuple[int, int], declaring: int, target: int = 7) -> int | None:
    """Return the side that has won a match after a hand that a side declared."""
    reached = [one for one in (0, 1) if totals[one] >= target]
    return declaring if len(reached) == 2 else reached[0] if reached else None


def winner_after_last(totals: tuple[int, int]) -> int | None:
    """Return the side that has won a match whose last hand is over, None where both are level."""
    return None if totals[0] == totals[1] else totals.index(max(totals))


# ------------------------------------------------------------------------------ records of a hand


class Renege(NamedTuple):
    """A play that was not legal: trick (from 1), seat, domino, and what should have been played."""

    trick: int
    seat: int
    played: Domino
    legal: tuple[Domino, ...]


def reneges(
    declaration: str, tricks: Sequence[Sequence[tuple[int, Domino]]], hands: Hands | None = None
) -> list[Renege]:
    """Find all reneges of a record: tricks of (seat, domino) in order of play.

    Without the hands a seat's hand is what it plays from then on.
    """
    plays = [(seat, domino) for trick in tricks for seat, domino in trick]
    dealt = hands
    if dealt is None:
        dealt = hands_of_plays(plays)
    held = [set(hand) for hand in dealt]
    found = []
    for number, trick in enumerate(tricks, start=1):
        led = None
        for seat, domino in trick:
            if domino not in held[seat]:
                raise ValueError(f"seat {seat} does not hold {show_domino(domino)}")
            allowed = playable(held[seat], led, declaration)
            if domino not in allowed:
                found.append(Renege(number, seat, domino, tuple(allowed)))
            held[seat].remove(domino)
            led = domino if led is None else led
    return found


def hands_of_plays(plays: Iterable[tuple[int, Domino]]) -> Hands:
    """Return what each seat played."""
    held: list[set[Domino]] = [set(), set(), set(), set()]
    for seat, domino in plays:
        if any(domino in hand for hand in held):
            raise ValueError(f"{show_domino(domino)} is played twice")
        held[seat].add(domino)
    return frozenset(held[0]), frozenset(held[1]), frozenset(held[2]), frozenset(held[3])


# ----------------------------------------------------------------------------------- hidden worlds


class Knowledge(NamedTuple):
    """What a seat knows: its hand as dealt, and all plays in order since the first lead.

    ``pack`` holds all dominoes dealt, and every hand is of the size of the seat's own.
    """

    seat: int
    hand: Hand
    declaration: str
    leader: int
    plays: tuple[Domino, ...] = ()
    out: int | None = None
    pack: Hand = ALL


def seats_of_plays(known: Knowledge) -> list[list[tuple[int, Domino]]]:
    """Return the plays as tricks of (seat, domino), the last perhaps incomplete."""
    tricks: list[list[tuple[int, Domino]]] = []
    leader = known.leader
    players = 4 if known.out is None else 3
    for first in range(0, len(known.plays), players):
        dominoes = known.plays[first : first + players]
        seats = around(leader, known.out)
        tricks.append(list(zip(seats, dominoes, strict=False)))
        leader = seats[winning(dominoes, known.declaration)]
    return tricks


def hidden(known: Knowledge) -> tuple[Hands, list[Domino], list[int]]:
    """Return what each seat is known to have been dealt, the unseen dominoes, and the open places."""
    plays = [one for trick in seats_of_plays(known) for one in trick]
    played = hands_of_plays(plays)
    if not played[known.seat] <= known.hand:
        raise ValueError("the seat has played what it was not dealt")
    sure = list(played)
    sure[known.seat] = known.hand
    seen = frozenset().union(*sure)
    if sum(map(len, sure)) > len(seen) or not seen <= known.pack:
        raise ValueError("another seat has played a domino of this hand, or one not in the pack")
    unseen = sorted(known.pack - seen)
    places = [len(known.hand) - len(hand) for hand in sure]
    if min(places) < 0 or sum(places) != len(unseen):
        raise ValueError("the dominoes do not fill the hands")
    return (sure[0], sure[1], sure[2], sure[3]), unseen, places


def worlds(known: Knowledge) -> Iterator[Hands]:
    """Yield every deal the seat cannot rule out: every division of the unseen, each play checked."""
    tricks = seats_of_plays(known)
    sure, unseen, places = hidden(known)
    for shares in divisions(unseen, places):
        deal = [hand | share for hand, share in zip(sure, shares, strict=True)]
        hands = (deal[0], deal[1], deal[2], deal[3])
        if not reneges(known.declaration, tricks, hands):
            yield hands


def divisions(dominoes: Sequence[Domino], places: Sequence[int]) -> Iterator[tuple[Hand, ...]]:
    """Yield every way to divide dominoes into shares of these sizes."""
    if not places:
        yield ()
        return
    for share in combinations(dominoes, places[0]):
        rest = [domino for domino in dominoes if domino not in share]
        for others in divisions(rest, places[1:]):
            yield (frozenset(share), *others)


def count_worlds(known: Knowledge) -> int:
    """Count the worlds without listing them.

    A play was legal if it was legal beside each other domino held then.  So every unseen domino
    either may lie with a seat or may not, whatever else lies there, and the dominoes can be dealt
    out one by one into the open places.
    """
    tricks = seats_of_plays(known)
    sure, unseen, places = hidden(known)
    if reneges(known.declaration, tricks, sure):
        return 0

    def may_hold(seat: int, domino: Domino) -> bool:
        for trick in tricks:
            led = None
            for who, played in trick:
                if who == seat and played not in playable((played, domino), led, known.declaration):
                    return False
                led = trick[0][1]
        return True

    @cache
    def ways(at: int, left: tuple[int, ...]) -> int:
        if at == len(unseen):
            return 1
        total = 0
        for seat in range(4):
            if left[seat] and may_hold(seat, unseen[at]):
                fewer = list(left)
                fewer[seat] -= 1
                total += ways(at + 1, tuple(fewer))
        return total

    return ways(0, tuple(places))


# -------------------------------------------------------------------------- whole deals, by bounds


TILES = tuple(sorted(ALL))
AT = {domino: at for at, domino in enumerate(TILES)}
COUNTS = tuple(map(count, TILES))


def mask_of(hand: Iterable[Domino]) -> int:
    """Return a hand as a mask."""
    return sum(1 << AT[domino] for domino in hand)


@cache
def relations(declaration: str) -> tuple[list[int], list[list[int]]]:
    """Return for each domino led what follows it, and by what each other is beaten then."""
    follow, beaten = [], []
    for led in TILES:
        suit = lead_suit(led, declaration)
        follow.append(mask_of(d for d in TILES if follows(d, suit, declaration)))
        beaten.append(
            [mask_of(d for d in TILES if beats(d, best, suit, declaration)) for best in TILES]
        )
    return follow, beaten


class Search:
    """Alpha-beta over one declaration with bounds kept per trick: for whole deals.

    The gain is the points of side 0, or the tricks of nello's bidder.  Sevens, which hardly
    branches, is left to ``value``.
    """

    def __init__(self, declaration: str, out: int | None = None) -> None:
        if declaration not in TRICK_DECLARATIONS:
            raise ValueError(f"{declaration!r} is not for this search")
        self.out = out
        self.bidder = -1 if out is None else partner(out)
        self.wants_much = tuple(
            side(seat) == 0 if out is None else side(seat) != side(self.bidder) for seat in range(4)
        )
        self.orders = [around(leader, out) for leader in range(4)]
        self.follow, self.beaten = relations(declaration)
        self.risk = [self.beaten[at][at].bit_count() for at in range(28)]
        self.bounds: dict[tuple[tuple[int, ...], int], tuple[int, int]] = {}
        self.nodes = 0

    def solve(self, position: Position) -> int:
        """Return ``points_value``, or ``nello_value`` where a seat sits out."""
        hands = tuple(map(mask_of, position.hands))
        table = [AT[domino] for domino in position.table]
        best = winning(position.table, position.declaration) if table else 0
        worth = sum(COUNTS[at] for at in table)
        low = 0
        high = self.most(hands, position.leader) + (worth if self.out is None else 0)
        guess = (low + high) // 2
        while low < high:
            beta = max(guess, low + 1)
            if table:
                guess = self.node(
                    hands, position.leader, len(table), table[0], table[best], best, worth,
                    beta - 1, beta,
                )  # fmt: skip
            else:
                guess = self.boundary(hands, position.leader, beta - 1, beta)
            if guess < beta:
                high = guess
            else:
                low = guess
        return low

    def most(self, hands: tuple[int, ...], leader: int) -> int:
        """Return all there is to gain in the dominoes still held."""
        seats = self.orders[leader]
        tricks = max(hands[seat].bit_count() for seat in seats)
        if self.out is not None:
            return tricks
        held = hands[0] | hands[1] | hands[2] | hands[3]
        return tricks + sum(points for at, points in enumerate(COUNTS) if held >> at & 1)

    def boundary(self, hands: tuple[int, ...], leader: int, alpha: int, beta: int) -> int:
        """Return the value between tricks, or a bound of it outside of alpha and beta."""
        if not hands[leader]:
            return 0
        key = (hands, leader)
        known = self.bounds.get(key)
        low, high = known if known is not None else (0, self.most(hands, leader))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        found = self.node(hands, leader, 0, 0, 0, 0, 0, max(alpha, low), min(beta, high))
        if found <= alpha:
            high = found
        elif found >= beta:
            low = found
        else:
            low = high = found
        self.bounds[key] = (low, high)
        return found

    def node(
        self,
        hands: tuple[int, ...],
        leader: int,
        played: int,
        led: int,
        best: int,
        best_at: int,
        worth: int,
        alpha: int,
        beta: int,
    ) -> int:
        """Try the plays of one seat to a trick."""
        self.nodes += 1
        seats = self.orders[leader]
        seat = seats[played]
        hand = hands[seat]
        allowed = hand if not played else (hand & self.follow[led]) or hand
        much = self.wants_much[seat]
        moves = []
        rest = allowed
        while rest:
            moves.append((rest & -rest).bit_length() - 1)
            rest &= rest - 1
        if len(moves) > 1:
            if not played:
                moves.sort(key=lambda at: self.risk[at])
            else:
                over = self.beaten[led][best]
                if self.wants_much[seats[best_at]] == much:
                    moves.sort(key=lambda at: (over >> at & 1, -COUNTS[at]))
                else:
                    moves.sort(key=lambda at: (not over >> at & 1, COUNTS[at]))
        value = -1 if much else 99
        last = played + 1 == len(seats)
        for at in moves:
            wins = not played or self.beaten[led][best] >> at & 1
            after = (*hands[:seat], hand & ~(1 << at), *hands[seat + 1 :])
            top_at = played if wins else best_at
            if last:
                winner = seats[top_at]
                if self.out is not None:
                    gained = int(winner == self.bidder)
                else:
                    gained = 1 + worth + COUNTS[at] if side(winner) == 0 else 0
                found = gained + self.boundary(after, winner, alpha - gained, beta - gained)
            else:
                found = self.node(
                    after, leader, played + 1, led if played else at, at if wins else best,
                    top_at, worth + COUNTS[at], alpha, beta,
                )  # fmt: skip
            if much:
                if found > value:
                    value = found
                    alpha = max(alpha, value)
            elif found < value:
                value = found
                beta = min(beta, value)
            if alpha >= beta:
                break
        return value


def solve(position: Position, search: Search | None = None) -> int:
    """Return the points of seats 0 and 2, or nello's bidder's tricks, of a position of any size.

    A search of the same declaration and seats may be handed on from one position to another.
    """
    check(position)
    if finished(position):
        return 0
    if position.declaration == "sevens":
        return points_value(position)
    return (search or Search(position.declaration, position.out)).solve(position)


def solve_moves(position: Position, search: Search | None = None) -> dict[Domino, int]:
    """Return ``solve`` after every legal play, the trick it completes included."""
    if search is None and position.declaration != "sevens":
        search = Search(position.declaration, position.out)
    gain = gain_of_side_0 if position.out is None else gain_of_seat(partner(position.out))
    found = {}
    for domino in legal(position):
        after, trick = play(position, domino)
        found[domino] = (0 if trick is None else gain(trick)) + solve(after, search)
    return found


def best_line(position: Position, plays: int, search: Search | None = None) -> list[Domino]:
    """Return so many plays by all four that lose nothing, the lowest domino where several do."""
    if search is None and position.declaration != "sevens":
        search = Search(position.declaration, position.out)
    much = SIDES[0] if position.out is None else SIDES[1 - side(position.out)]
    line: list[Domino] = []
    while len(line) < plays and not finished(position):
        each = solve_moves(position, search)
        wanted = max(each.values()) if to_play(position) in much else min(each.values())
        line.append(min(domino for domino, found in each.items() if found == wanted))
        position = play(position, line[-1])[0]
    return line


def table(hands: Hands) -> dict[tuple[str, int], int]:
    """Return the points of seats 0 and 2 for ten declarations by four leaders, four seats in play."""
    found = {}
    for declaration in TEN:
        search = Search(declaration)
        for leader in range(4):
            found[declaration, leader] = search.solve(Position(declaration, hands, leader))
    return found


# ------------------------------------------------------------------------------------ known answers


class Solved(NamedTuple):
    """A position before a lead, and its value if that is known."""

    position: Position
    value: int | None


def read_solved(text: str) -> list[Solved]:
    """Read deals, a line each: declaration, leader, four hands, and the value if it is given."""
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split("#")[0].split()
        if not words:
            continue
        if len(words) not in (6, 7):
            raise ValueError(f"line {number}: six or seven words are expected")
        hands = [read_hand(word) for word in words[2:6]]
        position = Position(
            read_declaration(words[0]), (hands[0], hands[1], hands[2], hands[3]), int(words[1])
        )
        check(position)
        found.append(Solved(position, int(words[6]) if len(words) == 7 else None))
    return found


class Recorded(NamedTuple):
    """A hand of ``played_hands.txt`` with all that its record says."""

    shaker: int
    contract: Contract
    tricks: tuple[tuple[tuple[int, Domino], ...], ...]
    winners: tuple[int, ...]
    points: tuple[int, ...]
    declaring: int
    took: int
    result: Result
    gets: int
    marks: tuple[int, int]


HEAD = re.compile(
    r"hand (\d+): shaker S([0-3]), bidder S([0-3]), bid P\((\d+)\), declaration P([0-6])"
)
TRICK = re.compile(r"  trick (\d): ((?:S[0-3]:[0-6]-[0-6] ){4})-> S([0-3]) \+(\d+)")
END = re.compile(
    r"  result: declaring T([01]) (\d+) points -> (made|set) \(1 mark to T([01])\); "
    r"marks T0 (\d+) - (\d+) T1"
)


def read_played(text: str) -> list[Recorded]:
    """Read the file of hands played out."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    if len(lines) % 9:
        raise ValueError("every hand has nine lines")
    found: list[Recorded] = []
    for first in range(0, len(lines), 9):
        head = HEAD.fullmatch(lines[first])
        end = END.fullmatch(lines[first + 8])
        if head is None or end is None or int(head[1]) != len(found):
            raise ValueError(f"hand {len(found)} does not begin or end as it should")
        tricks, winners, points = [], [], []
        for number, line in enumerate(lines[first + 1 : first + 8], start=1):
            match = TRICK.fullmatch(line)
            if match is None or int(match[1]) != number:
                raise ValueError(f"not a trick: {line!r}")
            words = [word.split(":") for word in match[2].split()]
            tricks.append(tuple((int(seat[1]), read_domino(domino)) for seat, domino in words))
            winners.append(int(match[3]))
            points.append(int(match[4]))
        result: Result = "made" if end[3] == "made" else "set"
        found.append(
            Recorded(
                int(head[2]),
                Contract("straight", int(head[3]), head[5], points=int(head[4])),
                tuple(tricks),
                tuple(winners),
                tuple(points),
                int(end[1]),
                int(end[2]),
                result,
                int(end[4]),
                (int(end[5]), int(end[6])),
            )
        )
    return found


def faults(record: Recorded) -> list[str]:
    """Replay a recorded hand and say where the record differs from the rules."""
    plays = [one for trick in record.tricks for one in trick]
    hands = hands_of_plays(plays)
    contract = record.contract
    found = [f"renege {one}" for one in reneges(contract.declaration, record.tricks, hands)]
    if found:
        return found
    end = play_out(contract, hands, [domino for _seat, domino in plays], stop=False)
    for number, (trick, written) in enumerate(zip(end.tricks, record.tricks, strict=True)):
        if trick.seats != tuple(seat for seat, _domino in written):
            found.append(f"trick {number + 1}: the seats are {trick.seats}")
        if trick.winner != record.winners[number]:
            found.append(f"trick {number + 1}: seat {trick.winner} wins")
        if trick.points != record.points[number]:
            found.append(f"trick {number + 1}: it is worth {trick.points}")
    took = points_of_sides(end.tricks)
    if record.declaring != side(contract.bidder) or record.took != took[record.declaring]:
        found.append(f"the sides took {took}")
    if outcome(end) != record.result:
        found.append(f"the contract is {outcome(end)}")
    if score_marks(contract, record.result)[record.gets] != 1:
        found.append("the mark goes to the other side")
    return found


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python texas42_oracle.py FILE")
    for one in read_solved(Path(sys.argv[1]).read_text(encoding="ascii")):
        print(solve(one.position), flush=True)
