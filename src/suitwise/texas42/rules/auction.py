"""The auction: the calls and their notation, the legal calls, and the seat that wins.

Rules page, The game. A call is a number: pass, 30 to 41 points, 1 to 7 marks (42 is one mark), a plunge
for 4 to 7 marks, a splash for 2 or 3. House rules are a bit field and the highest bid in marks. All
functions work on plain integers; a set of calls is a 26-bit integer.

Where books and tables differ, these rules hold here: over 2 marks or more the only mark call is one
mark higher; below that it is 1 or 2. A plunge is for 4 marks, or for one more than the standing bid if
that is 4 or more; a splash is for 2 or 3, never more. Both must exceed the standing bid, may be outbid
like any mark call, and are bounded by the highest bid. Each seat calls exactly once; a pass counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from suitwise.errors import NotationError
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.seating import NOBODY
from suitwise.foundation.text.phrases import Phrase, one_of, phrase

PASS = 0
LEAST_POINTS = 30
MOST_POINTS = 41
FIRST_MARK = 13
"""The call of one mark; all calls below are for points."""
MOST_MARKS = 7
FIRST_PLUNGE = 20
PLUNGE_MARKS = 4
FIRST_SPLASH = 24
SPLASH_MARKS = 2
N_CALLS = 26

PLUNGE_DOUBLES = 4
"""The doubles that a plunge shows."""
SPLASH_DOUBLES = 3

CALL_TEXT = (
    "pass",
    *map(str, range(LEAST_POINTS, MOST_POINTS + 1)),
    *(f"{marks}m" for marks in range(1, MOST_MARKS + 1)),
    *(f"plunge{marks}" for marks in range(PLUNGE_MARKS, MOST_MARKS + 1)),
    *(f"splash{marks}" for marks in (SPLASH_MARKS, SPLASH_MARKS + 1)),
)
_OTHER_TEXT = {"42": FIRST_MARK, "84": FIRST_MARK + 1}
"""Common names for one mark and two."""

MARKS = (*(0,) * FIRST_MARK, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7, 2, 3)
"""The marks that each call bids; 0 for points."""

# House rules, as bit flags.
FORCED = 1
"""The shaker must bid if all others have passed."""
PLUNGES = 2
SPLASHES = 4
JUMPS = 8
"""A splash may be for 3 marks even if 2 marks would exceed the standing bid."""

_POINTS = (1 << FIRST_MARK) - 2


def _bit(first: int, marks: int, least: int) -> int:
    return 1 << first + marks - least if least <= marks <= MOST_MARKS else 0


def _marks_over(standing: int) -> int:
    steps = (1, 2) if standing < 2 else (standing + 1,)
    return sum(_bit(FIRST_MARK, marks, 1) for marks in steps if marks > standing)


MARKS_OVER = tuple(map(_marks_over, range(MOST_MARKS + 1)))
"""The mark calls over each standing bid, by its marks."""
PLUNGE_OVER = tuple(
    _bit(FIRST_PLUNGE, max(standing + 1, PLUNGE_MARKS), PLUNGE_MARKS)
    for standing in range(MOST_MARKS + 1)
)
"""The plunge over each standing bid, by its marks."""
_SPLASH2, _SPLASH3 = 1 << FIRST_SPLASH, 1 << FIRST_SPLASH + 1
SPLASH_OVER = (_SPLASH2, _SPLASH2, _SPLASH3, 0, 0, 0, 0, 0)
"""The splash over each standing bid, by its marks, without a jump."""
SPLASH_JUMP = (_SPLASH3, _SPLASH3, 0, 0, 0, 0, 0, 0)
"""The splash that jumps."""
WITHIN = tuple(
    sum(1 << call for call in range(N_CALLS) if MARKS[call] <= cap) for cap in range(MOST_MARKS + 1)
)
"""The calls that bid no more marks than the cap, by cap."""


# --- Legal calls ----------------------------------------------------------------------------------


@rule
def legal_calls(standing: int, made: int, doubles: int, cap: int, house: int) -> int:
    """Return the calls that a seat may make, a set of bits.

    Args:
        standing: the highest call so far; ``PASS`` if all have passed.
        made: the number of calls made.
        doubles: the number of doubles that the seat was dealt.
        cap: the most marks that may be called.
        house: the house rules, as bit flags.

    >>> calls = legal_calls(call_of("40"), 1, doubles=4, cap=5, house=PLUNGES)
    >>> print(*(text for call, text in enumerate(CALL_TEXT) if calls >> call & 1))
    pass 41 1m 2m plunge4
    """
    if made > 3:
        return 0
    marks = MARKS[standing]
    calls = MARKS_OVER[marks]
    if not (house & FORCED and made == 3 and standing == PASS):
        calls |= 1 << PASS
    if marks == 0:
        calls |= _POINTS >> standing << standing
        calls &= ~(1 << standing) | 1
    if house & PLUNGES and doubles >= PLUNGE_DOUBLES:
        calls |= PLUNGE_OVER[marks]
    if house & SPLASHES and doubles >= SPLASH_DOUBLES:
        calls |= SPLASH_OVER[marks]
        if house & JUMPS:
            calls |= SPLASH_JUMP[marks]
    return calls & WITHIN[cap]


@rule
def caller(shaker: int, made: int) -> int:
    """Return the seat whose call it is after ``made`` calls.

    >>> [caller(2, made) for made in range(4)]
    [3, 0, 1, 2]
    """
    return (shaker + 1 + made) & 3


@rule
def is_plunge(call: int) -> bool:
    """Return whether a call is a plunge."""
    return FIRST_PLUNGE <= call < FIRST_SPLASH


@rule
def is_splash(call: int) -> bool:
    """Return whether a call is a splash."""
    return call >= FIRST_SPLASH


@rule
def doubles_shown(call: int) -> int:
    """Return the least number of doubles that a call promises.

    >>> [doubles_shown(call_of(text)) for text in ("5m", "plunge5", "splash3")]
    [0, 4, 3]
    """
    if is_splash(call):
        return SPLASH_DOUBLES
    return PLUNGE_DOUBLES if is_plunge(call) else 0


@rule
def standing_after(standing: int, call: int) -> int:
    """Return the highest call after one more call; any call but a pass exceeds those before it."""
    return standing if call == PASS else call


@rule
def bidder_after(bidder: int, seat: int, call: int) -> int:
    """Return the seat that made the highest call, after one more call."""
    return bidder if call == PASS else seat


def standing_call(calls: Sequence[int]) -> int:
    """Return the highest call so far, which is the last that is no pass; ``PASS`` if all passed."""
    return reduce(standing_after, calls, PASS)


def bidder_of(calls: Sequence[int], shaker: int) -> int:
    """Return the seat of the last call that is no pass, or ``NOBODY`` if all have passed.

    >>> bidder_of([PASS, call_of("30"), call_of("1m"), PASS], shaker=0)
    3
    """
    bidder = NOBODY
    for made, call in enumerate(calls):
        bidder = bidder_after(bidder, caller(shaker, made), call)
    return bidder


# --- Reasons for an illegal call ------------------------------------------------------------------


def why_not_call(
    call: int, standing: int, made: int, doubles: int, cap: int, house: int
) -> Phrase | None:
    """Return why a call is not legal, or None if it is; the arguments are those of ``legal_calls``.

    >>> why_not_call(call_of("4m"), call_of("2m"), 1, doubles=0, cap=5, house=0)
    '4m: over 2m the next mark call is 3m'
    """
    if legal_calls(standing, made, doubles, cap, house) >> call & 1:
        return None
    fault = _general_fault(call, made, cap)
    fault = fault or _special_fault(call, doubles, house) or _fault(call, standing)
    return fault.about(CALL_TEXT[call])


def _general_fault(call: int, made: int, cap: int) -> Phrase | None:
    """Return why a call is illegal over any standing bid, or None."""
    if made > 3:
        return phrase("texas42.all-called", "all four have called")
    if call == PASS:
        return phrase("texas42.must-bid", "all others have passed, and the shaker must bid")
    if MARKS[call] > cap > 1:
        return phrase("texas42.over-cap", "no more than {cap} marks are bid", cap=cap)
    if MARKS[call] > cap:
        return phrase("texas42.over-cap-of-one", "no more than {cap} mark is bid", cap=cap)
    return None


def _special_fault(call: int, held: int, house: int) -> Phrase | None:
    """Return why a plunge or a splash is illegal for any number of marks, or None."""
    needed = doubles_shown(call)
    if not needed:
        return None
    name, allowed = (_PLUNGE, PLUNGES) if is_plunge(call) else (_SPLASH, SPLASHES)
    if not house & allowed:
        return phrase("texas42.no-such-call", "a {name} is not played here", name=name)
    if held < needed:
        return phrase(
            "texas42.few-doubles",
            "a {name} needs {needed} doubles, and the seat holds {held}",
            name=name,
            needed=needed,
            held=held,
        )
    return None


def _fault(call: int, standing: int) -> Phrase:
    """Return why a call is illegal over the standing bid."""
    marks, over = MARKS[standing], _over(standing)
    if MARKS[call] <= marks and (marks or call <= standing):
        return phrase("texas42.must-exceed", "a bid must exceed {call}", call=call_name(standing))
    if is_plunge(call):
        most = max(marks + 1, PLUNGE_MARKS)
        return phrase(
            "texas42.plunge-for", "{over} a plunge is for {marks} marks", over=over, marks=most
        )
    if is_splash(call):
        return phrase("texas42.no-jump", "{over} a splash does not jump to 3 marks", over=over)
    calls = one_of(call_name(one) for one in range(N_CALLS) if MARKS_OVER[marks] >> one & 1)
    return phrase(
        "texas42.next-mark", "{over} the next mark call is {calls}", over=over, calls=calls
    )


def _over(standing: int) -> Phrase:
    if standing == PASS:
        return phrase("texas42.as-first", "as the first bid")
    return phrase("texas42.over", "over {call}", call=call_name(standing))


# --- Text -----------------------------------------------------------------------------------------


_PLUNGE = phrase("texas42.plunge", "plunge")
_SPLASH = phrase("texas42.splash", "splash")


def call_name(call: int) -> Phrase:
    """Return a call as players say it.

    >>> [call_name(call_of(text)) for text in ("pass", "30", "2m", "plunge4", "splash2")]
    ['pass', '30', '2m', 'plunge4', 'splash2']
    """
    if call == PASS:
        return phrase("texas42.pass", "pass")
    if call < FIRST_MARK:
        return phrase("texas42.points-bid", "{points}", points=LEAST_POINTS + call - 1)
    if is_plunge(call):
        return phrase("texas42.plunge-bid", "plunge{marks}", marks=MARKS[call])
    if is_splash(call):
        return phrase("texas42.splash-bid", "splash{marks}", marks=MARKS[call])
    return phrase("texas42.marks-bid", "{marks}m", marks=MARKS[call])


def call_of(text: str) -> int:
    """Parse a call.

    Raises:
        NotationError: the text is not a call.

    >>> call_of("pass"), call_of("30"), call_of("42"), call_of("1m")
    (0, 1, 13, 13)
    """
    if text in _OTHER_TEXT:
        return _OTHER_TEXT[text]
    if text not in CALL_TEXT:
        raise NotationError(
            f"{text[:24]!r} is no call: write pass, 30 to 41, 1m to 7m, plunge4 or splash2"
        )
    return CALL_TEXT.index(text)


def auctions(
    cap: int, house: int = 0, doubles: Sequence[int] = (0, 0, 0, 0), calls: tuple[int, ...] = ()
) -> Iterator[tuple[int, ...]]:
    """Yield all complete legal auctions that begin with the given calls.

    Args:
        cap: the most marks that may be called.
        house: the house rules, as bit flags.
        doubles: the number of doubles that each caller holds, first caller first.
        calls: the calls made.

    >>> [sum(1 for _ in auctions(cap)) for cap in range(1, 8)]
    [2380, 3060, 3196, 3213, 3214, 3214, 3214]
    """
    if len(calls) == 4:
        yield calls
        return
    held = doubles[len(calls)]
    legal = legal_calls(standing_call(calls), len(calls), held, cap, house)
    for call in range(N_CALLS):
        if legal >> call & 1:
            yield from auctions(cap, house, doubles, (*calls, call))
