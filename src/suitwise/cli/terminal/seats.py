"""Seats as the one who plays calls them: You, Left, Partner, Right, in sentences of the package.

Sentences of the package write a seat as ``seat 2`` and two partners as ``seats 0 and 2``
(``foundation.text.phrases``). What is said of one's own seat is said to ``you``, so its verb changes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from suitwise.game import Game

_AROUND = {
    1: (),
    2: ("Opponent",),
    3: ("Left", "Right"),
    4: ("Left", "Across", "Right"),
}
"""The others clockwise, from one's left, by the number of seats; of more seats the number is said."""
_PAIR = re.compile(r"\bseats (\d+) and (\d+)\b")
_OWNED = re.compile(r"\bseat (\d+)'s\b")
_OF = re.compile(r"^(\S+) of seat (\d+)\b", re.M)
_SEAT = re.compile(r"(\b(?:of|by|to|from|than|for|against) )?\bseat (\d+)\b(?: ([a-z]+)\b)?")
_VERBS = {"is": "are", "has": "have", "was": "were", "does": "do", "goes": "go"}
_ENDINGS = (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"))


@dataclass(frozen=True)
class Seats:
    """The names of the seats of a game.

    Args:
        own: the seat that looks on.
        names: what each seat is called, by its number; an empty name for one that is called by it.

    >>> seats = Seats(0, ("you", "Left", "Partner", "Right"))
    >>> seats.said("seat 0 takes 6-4, seats 0 and 2 have 10; it is the domino of seat 3")
    'You take 6-4, you and Partner have 10; it is the domino of Right'
    """

    own: int
    names: tuple[str, ...]

    def name(self, seat: int) -> str:
        """Return what a seat is called in a sentence."""
        known = self.names[seat] if seat < len(self.names) else ""
        return known or f"seat {int(seat)}"

    def said(self, text: str) -> str:
        """Return a text with the names in place of the seats' numbers."""
        text = _PAIR.sub(self._pair, text)
        text = _OWNED.sub(lambda found: self._owned(int(found[1])), text)
        text = _OF.sub(lambda found: f"{self._owned(int(found[2]))} {found[1]}", text)
        text = _SEAT.sub(self._seat, text)
        return re.sub(r"^y(?=ou\b|our\b)", "Y", text, flags=re.M)

    def _pair(self, found: re.Match[str]) -> str:
        seats = sorted((int(found[1]), int(found[2])), key=lambda seat: seat != self.own)
        return " and ".join(map(self.name, seats))

    def _owned(self, seat: int) -> str:
        return "your" if seat == self.own else f"{self.name(seat)}'s"

    def _seat(self, found: re.Match[str]) -> str:
        before, seat, verb = found[1] or "", int(found[2]), found[3]
        if verb is not None and seat == self.own and not before:
            verb = plural(verb)
        return f"{before}{self.name(seat)}" + (f" {verb}" if verb else "")


def seats_of(game: Game[Any], own: int) -> Seats:
    """Return the names of the seats of a game, seen from one of them.

    >>> from suitwise.game import load
    >>> seats_of(load("texas42"), 3).names, seats_of(load("gin"), 0).names
    (('Left', 'Partner', 'Right', 'you'), ('you', 'Opponent'))
    >>> seats_of(load("tractor"), 0).names  # play goes anticlockwise: who is next sits to the right
    ('you', 'Right', 'Partner', 'Left')
    """
    count = game.facts.seats
    others = _AROUND.get(count, ("",) * (count - 1))
    if game.facts.sides and count == len(_AROUND):
        others = ("Left", "Partner", "Right")
    around = ("you", *(reversed(others) if game.facts.anticlockwise else others))
    return Seats(own, tuple(around[(seat - own) % count] for seat in range(count)))


def plural(verb: str) -> str:
    """Return a verb as it is said to ``you``; any other word as it is.

    >>> [plural(word) for word in ("takes", "passes", "buries", "is", "took", "chooses")]
    ['take', 'pass', 'bury', 'are', 'took', 'choose']
    """
    if verb in _VERBS:
        return _VERBS[verb]
    for ending, instead in _ENDINGS:
        if verb.endswith(ending):
            return verb.removesuffix(ending) + instead
    return verb[:-1] if re.search("[^s]s$", verb) else verb
