"""House rules of Tractor: a profile is a set of switches, with names for well-known sets.

Source: rules page §6, the ``standard`` profile and its options; docs/tractor.md, Profiles.

The text of a profile is a name, followed in parentheses by the switches that differ from it:
``standard``, ``standard(penalty=10,over=every)``. Profiles of open-source engines are named after their
authors. Where no switch can express how an engine differs, the docstring of its profile says so.
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
"""The follow duty under the house rules: all (F1 and F2), F1 and the number of pairs, F1, nothing."""
EVERY_LEVEL = (1 << 29) - 1
"""The level mask of all Φ: rank cards and jokers join tractors like any other card."""

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
"""The words that each switch may be set to, for switches that are words."""
MOST: Mapping[str, int] = {"penalty": 200, "kitty_factor": 1000}
"""The greatest value of each switch that is a number; the least is 0."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The house rules of a game; the defaults are the ``standard`` profile.

    Args:
        chain: the trumps that join tractors: ``full``, all; ``suits``, all but rank cards and jokers.
        duty: the follow duty: ``best``, serve the lead as well as the hand can; ``pairs``, play as many
            pairs as the lead if possible; ``suit``, only follow the led suit; ``none``, no duty.
        forced: the part that a failed throw is reduced to: ``beaten``, the smallest part that somebody
            beats; ``first``, the smallest part beaten by the first seat that beats any; ``largest``,
            the largest part that somebody beats; ``lowest``, the smallest part; ``never``, no throw
            fails.
        penalty: the points that a failed throw costs the thrower's side, 0 to 200.
        over: how replies to a throw are compared: by the tops of all the ``largest`` parts; of
            ``every`` part; by ``length``, where the first unequal part decides; by the ``top`` card; or
            by ``honour``, as the judge does.
        against: the cuttings of the winning play that a reply must beat: ``all`` of them, or the one
            with which it has ``taken`` the trick (``throws``).
        kitty: the factor of the buried points: ``twice`` the number of cards in the largest block of the
            last lead; twice the number of cards in the whole ``lead``; ``power``, two to the number of
            cards in the largest block; or ``fixed``.
        kitty_factor: the factor if it is fixed, 0 to 1000.
        defend: the ranks at which a side must win as landlord and which it can't skip, as ``JA``; may
            be empty.
        reinforce: the bids open to the seat whose bid stands: ``own``, more copies of the same card;
            ``any``, whatever would overturn another seat's bid.
        overturn: what overturns a bid: ``more`` cards; or ``jokers``, more cards, or equally many,
            with jokers over a suit and red jokers over black ones.
        jokers: ``yes`` if two jokers of a colour may be bid, for no main suit; else ``no``.
        nobody: what names the main suit if nobody bids: the ``kitty``'s first card of the current rank,
            else its highest card; its ``first`` card; its first ``suited`` card, not a joker; or
            ``none``, there is no main suit.

    Raises:
        NotationError: a switch has a value that it may not have.

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
        """Read the name of a profile, with the switches that differ from it in parentheses.

        Raises:
            NotationError: there is no such profile, switch, or value of a switch.

        >>> Profile.parse("rbtying(penalty=10)").over
        'every'
        >>> Profile.parse("standard(over=all)")
        Traceback (most recent call last):
        suitwise.errors.NotationError: over is largest, honour, every, length or top, not 'all'
        """
        of_kind(text, str, "text")
        match = _TEXT.fullmatch(text.strip())
        if match is None or match[1] not in NAMED:
            raise NotationError(_no_profile(text))
        switches: dict[str, Any] = _switches(match[2] or "")
        return replace(NAMED[match[1]], **switches)

    def chain_mask(self, main: int) -> int:
        """Return the level mask of the Φ whose pairs join tractors under a main suit 0..4."""
        if self.chain == "full":
            return EVERY_LEVEL
        return (1 << 13) - 1 if main == NO_SUIT else (1 << 25) - 1

    @property
    def duty_code(self) -> int:
        """The duty as a number: ``BEST``, ``PAIRS``, ``SUIT`` or ``NONE``."""
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
    """Return the text of some ranks in ascending order, each once."""
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
    """Return a profile's text, written as a named profile and the switches that differ."""
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
"""The rules of the judge of finished rounds (rules page §3 to §5).

No play is illegal, every throw stands, and passing A wins. What the judge never sees is as in
``standard``.
"""

RBTYING = Profile(forced="first", over="every", against="taken", nobody="first")
"""The defaults of rbtying/shengji, a server in Rust.

Its option to compare throws by the lengths of their parts is ``over=length``. Not covered by switches:

* for a throw of two or more tractors it asks for less than the best service in some hands;
* of interchangeable rank cards in a failed throw, the suit decides which are led;
* ranks go on past A with deals without a main suit, and matches have no end;
* in a first deal somebody must bid.
"""

JERRYYYU = Profile(duty="pairs", over="honour", kitty="lead", reinforce="any", nobody="suited")
"""The defaults of jerryyyu/shengji, a server and bots in Python. Not covered by switches:

* a lead of one tractor asks for a tractor of that length if the hand has one;
* in a first deal without a bid seat 0 is landlord;
* in some versions a side at A also wins the match by winning as attackers.
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
"""The rules of Duan Xiugang's online rooms, a server in C#, as far as its source is readable.

It is unknown whether its rank cards and jokers join tractors. Not covered by switches:

* a lead of a tractor asks for a tractor of any length;
* in a throw of two tractors only one is treated as a tractor, the other as single pairs;
* each card of a failed throw costs 10 points, at least 20 in all;
* a landlord at J who loses the last trick to a trump J falls back to 2.
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
