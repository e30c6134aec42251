"""The switches of a house, under one name: how Tractor is played at this table.

Source: rules page §6, the ``standard`` profile and the options beside it; docs/tractor.md, Profiles.

A profile's text is the name of a house, with the switches in parentheses that are set otherwise there:
``standard``, ``standard(penalty=10,over=every)``. The open engines are named after who wrote them; what
no switch here can say of an engine is said where its profile stands below.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeAlias

from suitwise.arguments import of_kind
from suitwise.cards import RANKS
from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import Phrase, Several, phrase
from suitwise.tractor.rules.deck import NO_SUIT

BEST, PAIRS, SUIT, NONE = range(4)
"""How much of the duty a house asks for: all of it, the number of pairs, (F1) alone, nothing."""
EVERY_LEVEL = (1 << 29) - 1
"""All Φ: rank cards and jokers join tractors like any other card."""

DUTIES: Mapping[str, int] = {"best": BEST, "pairs": PAIRS, "suit": SUIT, "none": NONE}

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "chain": ("full", "suits"),
    "duty": tuple(DUTIES),
    "forced": ("beaten", "first", "largest", "lowest", "never"),
    "over": ("largest", "honour", "every", "length", "top"),
    "against": ("all", "taken"),
    "kitty": ("twice", "lead", "power", "fixed"),
    "reinforce": ("own", "any"),
    "overturn": ("jokers", "more"),
    "jokers": ("yes", "no"),
    "nobody": ("kitty", "first", "suited", "none"),
}
"""What each switch that is a word may be."""
MOST: Mapping[str, int] = {"penalty": 200, "kitty_factor": 1000}
"""The most that each switch may be that is a number; the least is 0."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The rules of a house; the defaults are the ``standard`` profile.

    Args:
        chain: which trumps join tractors: ``full``, all of them; ``suits``, no rank cards, no jokers.
        duty: what a follower owes: ``best``, as good a service as the hand can give; ``pairs``, as many
            pairs; ``suit``, the led suit alone; ``none``, nothing.
        forced: what a failed throw leads: ``beaten``, its smallest part that somebody beats; ``first``,
            the smallest that is beaten by the first seat which beats any; ``largest``, the largest that
            somebody beats; ``lowest``, its smallest part; ``never``, no throw fails.
        penalty: the points that a failed throw costs the thrower's side, 0 to 200.
        over: how plays of a throw's shape are compared: by the tops of all ``largest`` parts, by
            ``every`` part, by ``length``, where the first part that is not equal decides, by the ``top``
            card, or by ``honour`` as the judge does.
        against: what must be beaten of the play that stands: ``all`` its cuttings, or the one by which
            it has ``taken`` the trick (``throws``).
        kitty: what multiplies the buried points: ``twice`` the cards of the largest block, twice those
            of the whole ``lead``, two to the number of the largest block's, which is ``power``, or
            ``fixed``.
        kitty_factor: the fixed factor, 0 to 1000.
        defend: the ranks that a side must win as landlords, which can't be jumped over; ``JA``, or none.
        reinforce: what a seat whose bid stands may bid next: ``own``, more of the same card; ``any``,
            whatever overturns a bid of another seat.
        overturn: what overturns a bid: more cards, and ``jokers`` over as many cards of a suit or red
            ones over black; or ``more`` cards alone.
        jokers: ``yes`` where two jokers of a colour are a bid, for no main suit; else ``no``.
        nobody: what names the main suit where nobody bids: the ``kitty``'s first card of the current
            rank, else its highest card; its ``first`` card; its first ``suited`` card, no joker; or
            ``none``, there is no main suit then.

    Raises:
        NotationError: a switch is unknown or has a value that it may not have.

    >>> print(Profile(), Profile(over="every", penalty=10))
    standard standard(penalty=10,over=every)
    """

    chain: str = "full"
    duty: str = "best"
    forced: str = "beaten"
    penalty: int = 0
    over: str = "largest"
    against: str = "all"
    kitty: str = "twice"
    kitty_factor: int = 2
    defend: str = "A"
    reinforce: str = "own"
    overturn: str = "jokers"
    jokers: str = "yes"
    nobody: str = "kitty"

    def __post_init__(self) -> None:
        for name, words in OPTIONS.items():
            if getattr(self, name) not in words:
                raise NotationError(_not_word(name, words, getattr(self, name)))
        for name, most in MOST.items():
            value = getattr(self, name)
            if type(value) is not int or not 0 <= value <= most:
                raise NotationError(_not_number(name, most, value))
        object.__setattr__(self, "defend", _ranks(self.defend))

    @classmethod
    def parse(cls, text: str) -> Profile:
        """Read the name of a house, with switches in parentheses where it differs.

        Raises:
            NotationError: there is no such house or switch, or a switch can't be set so.

        >>> Profile.parse("rbtying(penalty=10)").over
        'every'
        >>> Profile.parse("standard(over=all)")
        Traceback (most recent call last):
        suitwise.errors.NotationError: over is largest, honour, every, length or top, not 'all'
        """
        of_kind(text, str, "text")
        found = _TEXT.fullmatch(text.strip())
        if found is None or found[1] not in NAMED:
            raise NotationError(_no_profile(text))
        switches: dict[str, Any] = _switches(found[2] or "")
        return replace(NAMED[found[1]], **switches)

    def chain_mask(self, main: int) -> int:
        """Return the level mask of the Φ that join tractors under a main suit 0..4."""
        if self.chain == "full":
            return EVERY_LEVEL
        return (1 << 13) - 1 if main == NO_SUIT else (1 << 25) - 1

    @property
    def duty_code(self) -> int:
        """The duty as rules take it (``owed``)."""
        return DUTIES[self.duty]

    def __str__(self) -> str:
        return min((_text_of(self, name) for name in NAMED), key=lambda text: text.count("="))


_TEXT = re.compile(r"([a-z][a-z0-9]*)(?:\s*\(([^()]*)\))?")


def _one_of(words: tuple[str, ...]) -> str:
    *most, last = words
    return phrase("tractor.one-of", "{most} or {last}", most=Several(most), last=last)


def _not_word(name: str, words: tuple[str, ...], given: object) -> Phrase:
    return phrase(
        "tractor.switch-word",
        "{name} is {words}, not {given}",
        name=name,
        words=_one_of(words),
        given=f"{given!r:.24}",
    )


def _not_number(name: str, most: int, given: object) -> Phrase:
    return phrase(
        "tractor.switch-number",
        "{name} is a number from 0 to {most}, not {given}",
        name=name,
        most=most,
        given=f"{given!r:.24}",
    )


def _no_profile(text: str) -> Phrase:
    return phrase(
        "tractor.no-profile",
        "{text} is no profile: write {names}, switches in parentheses as standard(over=every)",
        text=repr(text[:24]),
        names=_one_of(tuple(NAMED)),
    )


def _no_switch(name: str) -> Phrase:
    return phrase(
        "tractor.no-switch",
        "a profile has no switch {name}; its switches: {names}",
        name=repr(name[:24]),
        names=Several(field.name for field in fields(Profile)),
    )


def _ranks(given: object) -> str:
    """Return ranks in their order, each once."""
    if not isinstance(given, str) or set(given) - set(RANKS):
        raise NotationError(
            phrase(
                "tractor.switch-defend",
                "defend is ranks of {ranks}, as JA, not {given}",
                ranks=" ".join(RANKS),
                given=f"{given!r:.24}",
            )
        )
    return "".join(rank for rank in RANKS if rank in given)


def _switches(text: str) -> dict[str, object]:
    """Read ``name=value`` pairs."""
    known = {field.name for field in fields(Profile)}
    switches: dict[str, object] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, _, value = (piece.strip() for piece in part.partition("="))
        if name not in known:
            raise NotationError(_no_switch(name))
        if name in switches:
            raise NotationError(
                phrase("tractor.switch-twice", "the switch {name} is given twice", name=name)
            )
        is_number = name in MOST and re.fullmatch("[0-9]{1,6}", value)
        switches[name] = int(value) if is_number else value
    return switches


def _text_of(profile: Profile, name: str) -> str:
    """Return a profile's text: a named one with the switches that differ."""
    named = NAMED[name]
    different = [
        f"{field.name}={getattr(profile, field.name)}"
        for field in fields(Profile)
        if getattr(profile, field.name) != getattr(named, field.name)
    ]
    return f"{name}({','.join(different)})" if different else name


STANDARD = Profile()
"""The profile of the rules page §6."""

JUDGE = Profile(duty="none", forced="never", over="honour", kitty="power", defend="")
"""The judge of finished rounds (rules page §3 to §5): what it never sees is as in ``standard``.

No play is illegal, every throw stands, and going past A wins.
"""

RBTYING = Profile(forced="first", over="every", against="taken", nobody="first")
"""The defaults of rbtying/shengji, a server in Rust.

Its option to compare throws by the lengths of their parts is ``over=length``. What differs and can't be
said: of a throw of two or more tractors it asks for less than the best service in some hands; of rank
cards of one Φ their suits decide which are led of a failed throw; its ranks go on past A with deals
without a main suit, and its matches have no end; in a first deal somebody must bid.
"""

JERRYYYU = Profile(duty="pairs", over="honour", kitty="lead", reinforce="any", nobody="suited")
"""The defaults of jerryyyu/shengji, a server and bots in Python.

What differs and can't be said: a lead of one tractor asks for a tractor of that length if there is one;
in a first deal without a bid seat 0 is landlord; who wins as attackers at A has won the match as well in
some of its versions.
"""

DUAN = Profile(
    duty="pairs",
    forced="largest",
    penalty=20,
    over="honour",
    kitty="power",
    defend="2J",
    nobody="none",
)
"""The rules of Duan Xiugang's online rooms, a server in C#, as far as its source could be read.

What differs and can't be said: a lead of a tractor asks for some tractor, however long; of a throw of
two tractors one is looked at as such, the other's pairs each for itself; each card of a failed throw
costs 10 points, 20 at least; who loses as landlord at J to a trump J in the last trick falls back to 2.
Whether its rank cards and jokers join tractors was not found out.
"""

NAMED: Mapping[str, Profile] = {
    "standard": STANDARD,
    "judge": JUDGE,
    "rbtying": RBTYING,
    "jerryyyu": JERRYYYU,
    "duan": DUAN,
}

ProfileLike: TypeAlias = Profile | str
"""A profile or its text."""


def as_profile(profile: ProfileLike) -> Profile:
    """Return a profile given as an object or as text.

    >>> as_profile("judge").over
    'honour'
    """
    return (
        profile if isinstance(profile, Profile) else Profile.parse(of_kind(profile, str, "profile"))
    )
