"""Rulings for programs: a question as a JSON object, and its answer as one.

Source: rules page §6. Two questions can be asked, each with the trump as ``H2`` and cards as a list of
texts or as one text; ``profile`` may name the house, ``packs`` say 3 where three packs are in play:

* ``{"trump": …, "lead": …, "hand": …, "play": …}``: does the play follow the lead? Answered by
  ``{"legal": …, "n_legal": …, "reason": …}``, of which the number is that of all legal plays.
* ``{"trump": …, "hands": [4 hands], "lead": …}``: does the lead of the first hand stand? Answered by
  ``{"stands": …, "forced": …}``, the cards led instead if it fails. Where the leader may choose among
  rank cards of one Φ, ``forced`` is one choice and ``choices`` are all.

A question that no table can ask is refused: more copies of a card than the packs hold, a hand of fewer
cards than were led. Other names are passed over, so a question may carry a number of its own; but not
those of these written in other letters, nor ``hand`` and ``play`` beside ``hands``.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from suitwise.arguments import of_kind, whole
from suitwise.cards import Card
from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import quoted
from suitwise.tractor.rules.following.duty import Duty, duty_of
from suitwise.tractor.rules.order import Trump, as_tractor_cards
from suitwise.tractor.rules.piles import MOST_COPIES, PACKS, Pile, hand_of
from suitwise.tractor.rules.profile import STANDARD, Profile, ProfileLike, as_profile
from suitwise.tractor.rules.throws import Throw, throw_of

_FOLLOW = ("trump", "lead", "hand", "play")
_THROW = ("trump", "hands", "lead")
_NAMES = {*_FOLLOW, *_THROW, "profile", "packs"}
_FORMS = "write trump, lead, hand and play; or trump, hands and lead"


def answer_json(
    text: str, profile: ProfileLike = STANDARD, *, packs: int = PACKS
) -> dict[str, Any]:
    """Answer a question written in JSON.

    Args:
        text: the object.
        profile: the house where the question names none.
        packs: how many packs are in play where the question does not say.

    Raises:
        NotationError: it is no such question, or something in it can't be read.
        IllegalPosition: its cards can't lie like that.

    >>> answer_json('{"trump": "S2", "lead": ["H3", "H3"], "hand": "H6H6H7H8", "play": ["H7", "H8"]}')
    ... # doctest: +ELLIPSIS
    {'legal': False, 'n_legal': 1, 'reason': 'follow pairs: 1 pair is owed, ...'}
    >>> answer_json('{"trump": "S2", "hands": ["HQHK", "H3H4", "HAHA", "H5H6"], "lead": "HQHK"}')
    {'stands': False, 'forced': ['HQ']}
    """
    of_kind(text, (str, bytes, bytearray), "text")
    try:
        question = json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError(f"{_shown(text)} is no JSON object") from None
    return answer(question, profile, packs=packs)


def answer(
    question: object, profile: ProfileLike = STANDARD, *, packs: int = PACKS
) -> dict[str, Any]:
    """Answer a question as JSON's dictionaries, lists and texts; otherwise as ``answer_json``."""
    if not isinstance(question, dict):
        raise NotationError(f"a question is a JSON object, not {_shown(question)}: {_FORMS}")
    house = as_profile(_text(question, "profile")) if "profile" in question else as_profile(profile)
    packs = _packs(question["packs"]) if "packs" in question else whole(packs, "packs")
    _refuse_mistaken_names(question)
    names = _THROW if "hands" in question else _FOLLOW
    for name in names:
        if name not in question:
            raise NotationError(f"the question has no {name}: {_FORMS}")
    trump = Trump.parse(_text(question, "trump"))
    if names is _THROW:
        return _about_throw(trump, question, house, packs)
    lead, hand, play = (_pile(question[name], name) for name in ("lead", "hand", "play"))
    return _about_play(_duty(trump, lead, hand, house, packs), play)


@lru_cache(maxsize=256)
def _duty(trump: Trump, lead: Pile, hand: Pile, profile: Profile, packs: int) -> Duty:
    """Keep what leads ask of hands: many questions are about plays of one hand."""
    return duty_of(trump, lead, hand, profile, packs=packs)


def _about_play(duty: Duty, play: Pile) -> dict[str, Any]:
    fault = duty.why_not(play)
    reason = "the play follows the lead" if fault is None else fault
    return {"legal": fault is None, "n_legal": duty.n_legal, "reason": reason}


def _about_throw(
    trump: Trump, question: dict[str, Any], profile: Profile, packs: int
) -> dict[str, Any]:
    hands = question["hands"]
    if not isinstance(hands, list) or len(hands) != 4:
        raise NotationError(f"hands is a list of four hands, not {_shown(hands)}")
    piles = [_pile(hand, "each of the hands") for hand in hands]
    lead = _pile(question["lead"], "lead")
    return throw_json(throw_of(trump, piles, lead, profile, packs=packs))


def throw_json(throw: Throw) -> dict[str, Any]:
    """Return what becomes of a throw: ``stands``, ``forced``, and ``choices`` if there are several.

    >>> throw_json(throw_of("H2", ["S2C2", "RJ", "", ""], "S2C2"))
    {'stands': False, 'forced': ['S2'], 'choices': [['S2'], ['C2']]}
    """
    if throw.stands:
        return {"stands": True, "forced": None}
    choices = [[str(card) for card in pile.cards] for pile in throw.forced]
    told = {"stands": False, "forced": choices[0]}
    return told if len(choices) == 1 else {**told, "choices": choices}


# --- Reading --------------------------------------------------------------------------------------


def _refuse_mistaken_names(question: dict[str, Any]) -> None:
    """Refuse names that would be passed over though something was meant by them."""
    for name in question:
        if isinstance(name, str) and name not in _NAMES and name.lower() in _NAMES:
            raise NotationError(f"{_shown(name)} is no name of a question: write {name.lower()}")
        if name in ("hand", "play") and "hands" in question:
            raise NotationError(f"hands and {name} are of two questions: {_FORMS}")


def _text(question: dict[str, Any], name: str) -> str:
    value = question[name]
    if not isinstance(value, str):
        raise NotationError(f"{name} is a text, not {_shown(value)}")
    return value


def _packs(value: object) -> int:
    if type(value) is not int or not PACKS <= value <= MOST_COPIES:
        raise NotationError(f"packs is {PACKS} or {MOST_COPIES}, not {_shown(value)}")
    return value


def _pile(value: object, name: str) -> Pile:
    """Read cards, a list of texts or one text."""
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise NotationError(f"{name} is a list of cards, each a text as 'H2', not {_shown(value)}")
    return hand_of([card for text in texts for card in _cards(text)])


def _cards(text: str) -> tuple[Card, ...]:
    return _card(text) if len(text) <= 3 else as_tractor_cards(text)


@lru_cache(maxsize=1024)
def _card(text: str) -> tuple[Card, ...]:
    return as_tractor_cards(text)


def _shown(value: object) -> str:
    """Name a piece of a hostile question: a few printable characters."""
    if isinstance(value, (list, dict)):
        return f"a list of {len(value)}" if isinstance(value, list) else "an object"
    text = value if isinstance(value, str) else json.dumps(value, default=repr)
    return quoted(text)
