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
from functools import lru_cache
from typing import Any, TypeAlias

from suitwise.arguments import of_kind
from suitwise.cards import RANKS
from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import Phrase, Several, phrase
from suitwise.tractor.rules.deck import NO_SUIT

BEST, PAIRS, SUIT, NONE = range(4)
"""The follow duties, strictest first:

* ``BEST``: follow suit, and serve the lead's tractors and pairs as well as the hand can (conditions F1
  and F2 of ``owed``);
* ``PAIRS``: follow suit, with as many pairs as possible, up to the number in the lead;
* ``SUIT``: follow suit (F1);
* ``NONE``: play any cards.
"""
DUTIES: Mapping[str, int] = {"best": BEST, "pairs": PAIRS, "suit": SUIT, "none": NONE}
"""The codes of the words for ``Profile.duty``."""

# Level masks: bit Φ is set for each Φ whose pairs may join tractors. Φ ranks the cards of a partition
# (table at the head of ``deck``): plain suits take 1 to 12, the main suit 13 to 24, and the rank cards
# and the jokers 25 to 28; without a main suit these take 14 to 16.
EVERY_LEVEL = (1 << 29) - 1
"""The level mask of all Φ: rank cards and jokers join tractors like any other card."""
_BELOW_RANK_CARDS = (1 << 25) - 1
"""With a main suit, the level mask of all cards but rank cards and jokers."""
_PLAIN_LEVELS = (1 << 13) - 1
"""The same mask without a main suit: then every trump is a rank card or a joker."""

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "chain": ("full", "suits"),
    "duty": tuple(DUTIES),
    "forced": ("beaten", "first", "largest", "lowest", "never"),
    "over": ("largest", "honour", "every", "length", "top"),
    "against": ("all", "taken"),
    "kitty": ("twice", "lead", "power", "fixed"),
    "reinforce": ("own", "any", "equal"),
    "overturn": ("jokers", "more", "suits", "suits1"),
    "jokers": ("yes", "no", "packs", "packs1"),
    "nobody": ("kitty", "first", "suited", "none", "redeal"),
    "cutting": ("leader", "default"),
    "fit": ("columns", "cards"),
    "tractors_for": ("any", "tractors"),
    "protect": ("none", "longer"),
    "bombs": ("none", "free", "follow"),
    "remove": ("low", "jokers"),
    "calls": ("plain", "any", "below_top", "no_points"),
    "joins": ("many", "once", "others"),
    "bonus": ("yes", "no"),
    "truncate": ("yes", "no"),
    "landlord": ("winner", "first"),
    "steal": ("no", "yes"),
}
"""The allowed words of each switch whose value is a word."""
BOUNDS: Mapping[str, tuple[int, int]] = {
    "penalty": (0, 200),
    "kitty_factor": (0, 1000),
    "tractor_width": (2, 4),
    "tractor_length": (2, 4),
    "kitty_cards": (0, 212),
    "step": (5, 100),
    "adjust": (-100, 100),
    "turnover": (1, 10),
    "dead": (0, 10),
}
"""The least and the greatest value of each switch that is a number."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The house rules of a game; the defaults are the ``standard`` profile.

    A *block* is a single, a pair or a tractor. A *throw* is a lead of several blocks, its *parts*; the
    *top* of a part is its highest card. A reply to a throw can win only if it can be *cut* into blocks
    of the same sizes, one for each part. Often it has several such *cuttings* (``throws``).

    Args:
        chain: the trumps whose pairs join tractors: ``full``, all; ``suits``, all but rank cards and
            jokers.
        duty: what a follower owes:

            * ``best``: to follow suit, and to match the lead's tractors and pairs as well as
              the hand can;
            * ``pairs``: to follow suit, with as many pairs as possible, up to the number in the lead;
            * ``suit``: only to follow suit;
            * ``none``: nothing.
        forced: a throw fails if another seat holds a higher block of the same size as some part. Then
            one part is led instead; "smallest" is by the number of cards, then by the top:

            * ``beaten``: the smallest part that somebody beats;
            * ``first``: of the parts beaten by the first seat in order that beats any, the smallest;
            * ``largest``: the largest part that somebody beats;
            * ``lowest``: the smallest part, beaten or not;
            * ``never``: no throw fails.
        penalty: the points that a failed throw costs the thrower's side, 0 to 200.
        over: where the tops of a reply to a throw must be higher than those of the winning play:

            * ``largest``: in each of the largest parts;
            * ``honour``: in the highest of the largest parts, as the judge of finished rounds rules;
            * ``every``: in every part;
            * ``length``: in the first part where they differ, longest parts first; singles are compared
              only if the throw has no longer part;
            * ``top``: in the highest card alone.
        against: the cuttings of the winning play that a reply must beat: ``all``, every possible one;
            ``taken``, only the one with which that play took the trick.
        kitty: the factor of the buried points if the attackers win the last trick:

            * ``twice``: two times the number of cards in the largest block of the last lead;
            * ``lead``: two times the number of cards in the whole last lead;
            * ``power``: two to the power of the number of cards in the largest block of the last lead;
            * ``fixed``: ``kitty_factor``.
        kitty_factor: the factor if ``kitty`` is ``fixed``, 0 to 1000.
        defend: the ranks that a side can't skip, and can leave only by winning a round at them as
            landlord, such as ``JA``; may be empty.
        reinforce: the bids open to the seat that made the standing bid: ``own``, more copies of the same
            card; ``any``, whatever would overturn another seat's bid. At other tables than that of four
            with two packs also ``equal``: as ``own``, and a seat that rank cards have overturned may
            show as many copies of its last card.
        overturn: the bids that overturn the standing bid: ``more``, only more cards; ``jokers``, also
            equally many cards, if they are jokers over a suit or red jokers over black ones. At other
            tables also ``suits``: as ``jokers``, and of two cards or more a higher suit over a lower
            one; ``suits1``, of single cards, too.
        jokers: ``yes`` if two jokers of one colour may be bid, for no main suit; else ``no``. At other
            tables also ``packs``: as many of one colour as there are packs; ``packs1``: of red ones one
            fewer will do.
        nobody: the card that names the main suit if nobody bids:

            * ``kitty``: the kitty's first card of the current rank, else its highest card;
            * ``first``: its first card;
            * ``suited``: its first card that is not a joker;
            * ``none``: no card; there is no main suit;
            * ``redeal``: the deal is void and dealt again, at most five times; then as ``kitty`` (at
              tables with more packs or players).

        tractor_width: the least copies of each card in a tractor, 2 to 4. From here on the switches are
            those of tables with more packs or players (docs/tractor-many.md).
        tractor_length: the least number of cards on neighbouring Φ in a tractor, 2 to 4.
        cutting: who says how a lead is cut into blocks if there are several ways: the ``leader``, or
            nobody, and the largest blocks are taken (``default``).
        fit: how many blocks serve a part of the lead: ``columns``, each lies on columns of the part;
            ``cards``, together they have no more cards than the part.
        tractors_for: whether under ``fit=cards`` tuples of the lead ask for tractors: ``any`` part
            does, or only ``tractors``.
        protect: ``longer`` if a card that the hand holds c times serves only in blocks of c copies.
        bombs: whether four copies of one card beat everything else: ``none``; ``free``, whatever was
            led; ``follow``, only cards of the led suit, or if the hand has none of it.
        kitty_cards: the number of cards in the kitty; 0, in text also ``auto``, for what the table gives
            (``tables``).
        remove: the cards taken out so that the rest can be dealt: the ``low`` ones, or ``jokers`` first.
        calls: the cards that the landlord may call: ``plain``, no trump; ``any``; ``below_top``, plain
            but not the highest; ``no_points``, plain without points.
        joins: who joins by a called copy: ``many``, also somebody who has joined or the landlord;
            ``once``, only somebody new; ``others``, copies of the landlord are not counted.
        bonus: ``yes`` if a side that holds with fewer seats than called for rises one more.
        step: the points of one step of the result, for each pack, 5 to 100.
        adjust: points added to a step, -100 to 100.
        turnover: the number of steps at which the attackers take over, 1 to 10.
        dead: the number of steps from there in which nobody rises, 0 to 10.
        truncate: ``yes`` if the result rounds towards no points, ``no`` if always down.
        landlord: the landlord of a first deal: the ``winner`` of the bidding, or who bid ``first``.
        steal: ``yes`` if after a burial the others may bid for the buried cards.

    Raises:
        NotationError: a switch has a value that is not allowed.

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
    tractor_width: int = 2
    tractor_length: int = 2
    cutting: str = "leader"
    fit: str = "columns"
    tractors_for: str = "any"
    protect: str = "none"
    bombs: str = "none"
    kitty_cards: int = 0
    remove: str = "low"
    calls: str = "plain"
    joins: str = "many"
    bonus: str = "yes"
    step: int = 20
    adjust: int = 0
    turnover: int = 2
    dead: int = 1
    truncate: str = "yes"
    landlord: str = "winner"
    steal: str = "no"

    def __post_init__(self) -> None:
        for name, words in OPTIONS.items():
            if getattr(self, name) not in words:
                raise NotationError(_not_word(name, words, getattr(self, name)))
        for name, (least, most) in BOUNDS.items():
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= most:
                raise NotationError(_not_number(name, least, most, value))
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
        """Return the level mask of the Φ whose pairs may join tractors, given the main suit 0..4."""
        if self.chain == "full":
            return EVERY_LEVEL
        return _PLAIN_LEVELS if main == NO_SUIT else _BELOW_RANK_CARDS

    @property
    def name(self) -> str:
        """The name of the nearest named profile."""
        return str(self).partition("(")[0]

    def beyond_two_packs(self) -> str:
        """Return the first switch that has a meaning at other tables only, as text; empty if none.

        Tables of four with two packs have one kind of bids, deals and results; ``fit``,
        ``tractors_for`` and ``protect`` change nothing there.

        >>> Profile.parse("standard(bombs=free)").beyond_two_packs(), Profile().beyond_two_packs()
        ('bombs=free', '')
        """
        for name, usual in _AT_TWO_PACKS.items():
            if getattr(self, name) not in usual:
                return f"{name}={getattr(self, name)}"
        return ""

    @property
    def duty_code(self) -> int:
        """The follow duty as a number: ``BEST``, ``PAIRS``, ``SUIT`` or ``NONE``."""
        return DUTIES[self.duty]

    def __str__(self) -> str:
        """Return the text of the profile with the fewest switches."""
        return min((_text_of(self, name) for name in NAMED), key=lambda text: text.count("="))


_TEXT = re.compile(r"([a-z][a-z0-9]*)(?:\s*\(([^()]*)\))?")


def _ranks(given: object) -> str:
    """Return ranks given as text in ascending order, each once."""
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
    """Read switches from ``name=value`` pairs separated by commas."""
    names = {field.name for field in fields(Profile)}
    switches: dict[str, object] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, _, value = (piece.strip() for piece in part.partition("="))
        if name not in names:
            raise NotationError(_no_switch(name))
        if name in switches:
            raise NotationError(
                phrase("tractor.switch-twice", "the switch {name} is given twice", name=name)
            )
        # Text that is no number stays text; ``Profile`` refuses it with a message.
        takes_number = name in BOUNDS and re.fullmatch("-?[0-9]{1,6}", value)
        switches[name] = int(value) if takes_number else value
        if name == "kitty_cards" and value == "auto":
            switches[name] = 0
    return switches


def _text_of(profile: Profile, name: str) -> str:
    """Return a profile's text, based on a named profile: that name, and the switches that differ."""
    named = NAMED[name]
    different = [
        f"{field.name}={getattr(profile, field.name)}"
        for field in fields(Profile)
        if getattr(profile, field.name) != getattr(named, field.name)
    ]
    return f"{name}({','.join(different)})" if different else name


def _one_of(words: tuple[str, ...]) -> Phrase:
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


def _not_number(name: str, least: int, most: int, given: object) -> Phrase:
    return phrase(
        "tractor.switch-number",
        "{name} is a number from {least} to {most}, not {given}",
        name=name,
        least=least,
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


STANDARD = Profile()
"""The profile of the rules page §6."""

_SAME_AT_TWO_PACKS = ("fit", "tractors_for", "protect")
_OLDER_WORDS = {
    "reinforce": ("own", "any"),
    "overturn": ("jokers", "more"),
    "jokers": ("yes", "no"),
    "nobody": ("kitty", "first", "suited", "none"),
}
_NAMES = [field.name for field in fields(Profile)]
_AT_TWO_PACKS: Mapping[str, tuple[Any, ...]] = _OLDER_WORDS | {
    name: (getattr(STANDARD, name),)
    for name in _NAMES[_NAMES.index("tractor_width") :]
    if name not in _SAME_AT_TWO_PACKS
}
"""For each switch with more to choose at other tables: what it may be for four with two packs."""

JUDGE = Profile(duty="none", forced="never", over="honour", kitty="power", defend="")
"""The rules of the judge of finished rounds (rules page §3 to §5).

No play is illegal, every throw stands, and a side that passes A wins. Switches for parts of the game
that the judge never sees, such as the bidding, are those of ``standard``.
"""

RBTYING = Profile(forced="first", over="every", against="taken", nobody="first", fit="cards")
"""The defaults of rbtying/shengji, a server in Rust.

With more than two packs a reply must beat all cuttings of the winning play here, too: which cutting the
engine finds first depends on how it searches.

Its option to compare throws by the lengths of their parts is ``over=length``. Not covered by switches:

* if a throw contains two or more tractors, some hands owe less than under ``duty=best``;
* when a throw fails and several rank cards of equal height could be led, their suits decide which;
* after A the ranks go on with deals without a main suit, and matches have no end;
* in the first deal of a match somebody must bid.
"""

JERRYYYU = Profile(duty="pairs", over="honour", kitty="lead", reinforce="any", nobody="suited")
"""The defaults of jerryyyu/shengji, a server and bots in Python. Not covered by switches:

* a lead of one tractor must be followed with a tractor of that length if the hand has one;
* if nobody bids in the first deal of a match, seat 0 is landlord;
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

* a lead of a tractor must be followed with a tractor, of any length;
* in a throw of two tractors only one counts as a tractor, the other as separate pairs;
* a failed throw costs 10 points for each of its cards, at least 20 in all;
* a landlord at J who loses the last trick to a trump J falls back to 2.
"""

NAMED: Mapping[str, Profile] = {
    "standard": STANDARD,
    "judge": JUDGE,
    "rbtying": RBTYING,
    "jerryyyu": JERRYYYU,
    "duan": DUAN,
}

TWO_PACK_HOUSES = ("judge", "jerryyyu", "duan")
"""The profiles that know four players and two packs only."""


def of_table(profile: Profile, packs: int, seats: int = 4) -> Profile:
    """Return a profile after checking that a table can have it.

    Four players with two packs may have any. Elsewhere some houses are not known, and all cuttings of
    the winning play must be beaten: ``rbtying``, whose engine takes the first it finds, is played so.

    Raises:
        NotationError: the house, or its duty, is one of four players with two packs.

    >>> of_table(NAMED["rbtying"], 3).against
    'all'
    """
    return profile if (packs, seats) == (2, 4) else of_other_tables(profile)


def of_other_tables(profile: Profile) -> Profile:
    """Return a profile as it is played at tables other than that of four with two packs.

    Raises:
        NotationError: the house, or its duty, is one of four players with two packs.
    """
    if profile.name in TWO_PACK_HOUSES or profile.duty in ("pairs", "none"):
        what = profile.name if profile.name in TWO_PACK_HOUSES else f"duty={profile.duty}"
        raise NotationError(
            phrase(
                "tractor.house-of-four", "{house} is a house for four with two packs", house=what
            )
        )
    if profile.against == "taken" and profile.name != "rbtying":
        raise NotationError(
            phrase(
                "tractor.taken-of-four",
                "{switch} is ruled for four with two packs; elsewhere it is {usual}",
                switch="against=taken",
                usual="all",
            )
        )
    return replace(profile, against="all")


def words_of_two_packs(name: str) -> tuple[str, ...]:
    """Return the words that a switch may have at tables of four with two packs.

    >>> words_of_two_packs("jokers"), words_of_two_packs("bombs")
    (('yes', 'no'), ('none',))
    """
    return _AT_TWO_PACKS.get(name, OPTIONS[name])


@lru_cache(maxsize=64)
def of_two_packs(profile: Profile) -> Profile:
    """Return a profile after checking that it is one of tables of four with two packs.

    Raises:
        NotationError: a switch has a meaning at other tables only.
    """
    if switch := profile.beyond_two_packs():
        raise NotationError(
            phrase(
                "tractor.two-packs-only",
                "{switch} is a rule of tables with other numbers of packs or players than 2 and 4",
                switch=switch,
            )
        )
    return profile


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
