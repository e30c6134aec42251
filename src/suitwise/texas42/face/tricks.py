"""Why a trick of Texas 42 is whose it is, play by play, and the trick drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from suitwise.foundation.seating import NOBODY, players, seat_at
from suitwise.foundation.text.phrases import Drawing, Phrase, Say, Seat, phrase
from suitwise.texas42.face.names import points_named
from suitwise.texas42.picture.svg import draw_trick
from suitwise.texas42.picture.text import declaration_name
from suitwise.texas42.rules.contracts import Play
from suitwise.texas42.rules.dominoes import Domino
from suitwise.texas42.rules.suits import FOLLOWS, SEVENS, beats, distance, power
from suitwise.texas42.rules.tricks import led_suit, trick_points, winning_place
from suitwise.texas42.rules.words import suit_name
from suitwise.texas42.state import Texas42State


def why(state: Texas42State, number: int | None) -> tuple[list[Phrase], Drawing | None]:
    """Return why a trick is whose it is, and the drawing; nothing where there is no such trick.

    >>> from suitwise.texas42 import Texas42
    >>> state, _ = Texas42(match="hand").start().rolled(seed=1, stream=0)
    >>> for word in ("pass", "31", "pass", "pass", "doubles"):
    ...     state = state.after(word)
    >>> state = state.after(state.moves()[0])
    >>> lines, drawing = why(state, None)
    >>> print(lines[0], str(drawing)[:4])
    seat 2 leads 0-0: trumps are led <svg
    """
    found = _found(state, number)
    if found is None:
        return [], None
    leader, dominoes = found
    assert state.contract is not None
    declaration, out = state.contract.declaration, state.contract.out
    lines = explained(leader, dominoes, declaration, out)
    return lines, picture(leader, dominoes, declaration, out, number or len(_tricks(state)))


def explained(
    leader: int, dominoes: Sequence[Domino], declaration: int, out: int = NOBODY
) -> list[Phrase]:
    """Return play by play why a trick is whose it is; last comes whose.

    Args:
        leader: the seat that led.
        dominoes: what was played, in order; one or more.
        declaration: what was declared.
        out: the seat that sits out, or ``NOBODY``.

    >>> from suitwise.texas42.rules.dominoes import as_dominoes
    >>> print(explained(0, as_dominoes("6-3 6-6"), 5)[-1])
    seat 1 is winning it
    """
    seats = [seat_at(leader, place, out) for place in range(len(dominoes))]
    lines = list(_lines(seats, dominoes, declaration))
    winner = Seat(seats[winning_place(dominoes, declaration)])
    points = points_named(trick_points(dominoes))
    if len(dominoes) == players(out):
        lines.append(
            phrase("texas42.why.takes", "{seat} takes it: {points}", seat=winner, points=points)
        )
    else:
        lines.append(phrase("texas42.why.winning", "{seat} is winning it", seat=winner))
    return lines


def picture(
    leader: int, dominoes: Sequence[Domino], declaration: int, out: int = NOBODY, number: int = 1
) -> Drawing:
    """Return the drawing of a trick, which has a number; what it is made of as for ``explained``."""
    return Drawing(_picture, (leader, tuple(dominoes), declaration, out, number))


def _picture(
    say: Say, leader: int, dominoes: Sequence[Domino], declaration: int, out: int, number: int
) -> str:
    title = say(phrase("texas42.draw.title", "Trick {n}", n=number))
    return draw_trick(leader, dominoes, declaration, out=out, title=title, say=say)


def _tricks(state: Texas42State) -> list[tuple[int, Sequence[Domino]]]:
    """Return the tricks on which a domino lies, each with its leader, the open one last."""
    play: Play | None = state.play
    if play is None:
        return []
    found: list[tuple[int, Sequence[Domino]]] = [
        (trick.leader, trick.dominoes) for trick in play.tricks
    ]
    table = [Domino(one) for one in play.position.trick]
    return [*found, (play.position.leader, table)] if table else found


def _found(state: Texas42State, number: int | None) -> tuple[int, Sequence[Domino]] | None:
    tricks = _tricks(state)
    place = len(tricks) if number is None else number
    return tricks[place - 1] if 1 <= place <= len(tricks) else None


def _lines(seats: list[int], dominoes: Sequence[Domino], declaration: int) -> Iterator[Phrase]:
    lead = dominoes[0]
    suit = led_suit(lead, declaration)
    yield _led(seats[0], lead, suit, declaration)
    best = lead
    for seat, domino in zip(seats[1:], dominoes[1:], strict=True):
        if declaration == SEVENS:
            yield _nearness(seat, domino, best)
        else:
            yield _reply(seat, domino, best, suit, declaration)
        if beats(domino, best, suit, declaration):
            best = domino


def _led(seat: int, lead: Domino, suit: int, declaration: int) -> Phrase:
    who, domino = Seat(seat), str(lead)
    if declaration == SEVENS:
        off = distance(lead)
        return phrase(
            "texas42.why.led-seven",
            "{seat} leads {domino}, {off} from seven",
            seat=who,
            domino=domino,
            off=off,
        )
    name = suit_name(suit, declaration)
    return phrase(
        "texas42.why.led",
        "{seat} leads {domino}: {suit} are led",
        seat=who,
        domino=domino,
        suit=name,
    )


def _nearness(seat: int, domino: Domino, best: Domino) -> Phrase:
    who, off = Seat(seat), distance(domino)
    if off < distance(best):
        return phrase(
            "texas42.why.nearer",
            "{domino} of {seat} is nearer, {off} from seven",
            domino=str(domino),
            seat=who,
            off=off,
        )
    return phrase(
        "texas42.why.not-nearer",
        "{domino} of {seat} is {off} from seven, not nearer than {best}",
        domino=str(domino),
        seat=who,
        off=off,
        best=str(best),
    )


def _reply(seat: int, domino: Domino, best: Domino, suit: int, declaration: int) -> Phrase:
    """Say what a domino does to the one that stands."""
    who, name = Seat(seat), suit_name(suit, declaration)
    is_trump, follows = (
        power(declaration) >> domino & 1,
        FOLLOWS[declaration * 8 + suit] >> domino & 1,
    )
    if not is_trump and not follows:
        return phrase(
            "texas42.why.off",
            "{domino} of {seat} is none of the {suit}, so it can't win",
            domino=str(domino),
            seat=who,
            suit=name,
        )
    if not beats(domino, best, suit, declaration):
        return phrase(
            "texas42.why.lower",
            "{domino} of {seat} is lower than {best}",
            domino=str(domino),
            seat=who,
            best=str(best),
        )
    if is_trump and not follows:
        return phrase(
            "texas42.why.trumps",
            "{domino} of {seat} is trump ({trump}) and beats {best}",
            domino=str(domino),
            seat=who,
            trump=declaration_name(declaration),
            best=str(best),
        )
    return phrase(
        "texas42.why.higher",
        "{domino} of {seat} is higher than {best}",
        domino=str(domino),
        seat=who,
        best=str(best),
    )
