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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any

from suitwise.arguments import of_kind, whole
from suitwise.cards import N_CARDS, Card
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.arrays.compiled import highest_bit, lowest_bit
from suitwise.foundation.seating import SEATS, side
from suitwise.foundation.text.phrases import quoted
from suitwise.tractor.moves import Hands
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.deck import MOST_COPIES, PACKS, TRUMPS, Pile, Trump, as_tractor_cards
from suitwise.tractor.rules.duty import Duty, duty_of
from suitwise.tractor.rules.legal_plays import Leads, LegalPlays
from suitwise.tractor.rules.owed import Demand, lead_of
from suitwise.tractor.rules.profile import NONE as NO_DUTY
from suitwise.tractor.rules.profile import STANDARD, Profile, ProfileLike, as_profile
from suitwise.tractor.rules.throws import Throw, throw_in_play, throw_of, winning_place

# --- Claims ---------------------------------------------------------------------------------------
#
# The rules of the game know no claims; at tables a hand is laid down when the rest is plain. Here a
# claim stands if it comes true against every legal play of all other seats, the partner too, while
# the claimant plays as he likes: the ruling of the N42PA for 42 (rule 16), which names no game's
# cards.
#
# It is searched to the end by the rules of the house, and remembered by the cards left and who leads.
# Of a throw that fails only a part is led, and each part may be led by itself, so such throws are
# left out. A hand of nothing but the highest cards needs no search.

MOST_CLAIMED = 5
"""Claims are made and ruled with so many cards a hand; of more the ruling takes too long too often."""
CLAIM_EFFORT = 100_000
"""The most positions between tricks that a claim may take; hands of five cards have not so many."""
_COPIES = (1 << N_CARDS) - 1


_Codes = tuple[int, ...]
"""Hands or plays as numbers: the mask of the cards, and above it that of those held twice."""


def _code(pile: Pile) -> int:
    return pile.once | pile.twice << N_CARDS


def _decoded(code: int) -> Pile:
    return Pile(code & _COPIES, code >> N_CARDS)


@dataclass
class ClaimSearch:
    """The search of one claim.

    Args:
        seat: the claimant.
        trump: the trump configuration.
        profile: the house.
        effort: how many positions between tricks may still be searched.
        known: whether the claim holds, by the hands and who leads.
        replies: the plays of a hand to a lead, each with the cards left.
        taking: whether a play takes the trick from those that had it in turn, the lead first.

    >>> from suitwise.tractor.rules.deck import pile_of
    >>> hands = tuple(map(pile_of, ("HAHK", "HQHQ", "S3S4", "D3D4")))
    >>> house = Profile.parse("standard")
    >>> [ClaimSearch(0, Trump(main, "2"), house).stands(hands, 0) for main in "CD"]
    [True, False]
    """

    seat: int
    trump: Trump
    profile: Profile
    effort: int = CLAIM_EFFORT
    known: dict[tuple[_Codes, int], bool] = field(default_factory=dict)
    replies: dict[tuple[int, int], list[tuple[int, int]]] = field(default_factory=dict)
    taking: dict[tuple[_Codes, int], bool] = field(default_factory=dict)

    def stands(self, hands: Hands, leader: int, plays: Sequence[Pile] = ()) -> bool:
        """Tell whether the claim comes true from a position on in which it has lost no trick.

        Args:
            hands: what each seat holds.
            leader: who leads or led the trick.
            plays: what lies on the table.

        Raises:
            SuitwiseError: the effort is not enough.
        """
        codes = tuple(map(_code, hands))
        if not plays:
            return self._holds(codes, leader)
        laid = tuple(map(_code, plays))
        had, winner = laid[:1], leader
        for place, play in enumerate(laid[1:], 1):
            if self._takes(had, play):
                had, winner = (*had, play), leader + place & 3
        return self._goes_on(codes, leader, len(laid), had, winner)

    def _holds(self, hands: _Codes, leader: int) -> bool:
        """Tell whether the claim comes true from a position between tricks on."""
        if not hands[leader]:
            return True
        key = hands, leader
        found = self.known.get(key)
        if found is None:
            self.effort -= 1
            if self.effort < 0:
                raise SuitwiseError(
                    "the effort does not settle this claim: play a trick, or allow a higher effort"
                )
            is_own = leader == self.seat
            led = partial(self._led, hands, leader)
            found = (is_own and self._is_plain(hands)) or (any if is_own else all)(
                map(led, self._leads(hands, leader))
            )
            self.known[key] = found
        return found

    def _led(self, hands: _Codes, leader: int, lead: Pile) -> bool:
        code = _code(lead)
        rest = _code(_decoded(hands[leader]).minus(lead))
        left = tuple(rest if at == leader else hand for at, hand in enumerate(hands))
        return self._goes_on(left, leader, 1, (code,), leader)

    def _goes_on(self, hands: _Codes, leader: int, place: int, had: _Codes, winner: int) -> bool:
        """Tell whether the claim comes true from within a trick on.

        Args:
            hands: the hands.
            leader: who led.
            place: how many plays lie on the table.
            had: the lead, and each play that took the trick from the one before.
            winner: whose the trick is so far.
        """
        if place == len(SEATS):
            return side(winner) == side(self.seat) and self._holds(hands, winner)
        at = leader + place & 3
        is_own = at == self.seat
        for play, rest in self._replies(hands[at], had[0]):
            takes = self._takes(had, play)
            left = (*hands[:at], rest, *hands[at + 1 :])
            now = ((*had, play), at) if takes else (had, winner)
            if self._goes_on(left, leader, place + 1, *now) == is_own:
                return is_own
        return not is_own

    def _leads(self, hands: _Codes, leader: int) -> Iterator[Pile]:
        """Yield the leads, the largest first; without throws that fail."""
        piles = [_decoded(hands[leader + place & 3]) for place in SEATS]
        for lead in sorted(Leads(piles[0], self.trump), key=lambda lead: -lead.size):
            if throw_in_play(self.trump, piles, lead, self.profile).stands:
                yield lead

    def _replies(self, hand: int, lead: int) -> list[tuple[int, int]]:
        """Return the plays of a hand to a lead, and what is left of it."""
        key = hand, lead
        found = self.replies.get(key)
        if found is None:
            held = _decoded(hand)
            asked = lead_of(_decoded(lead), self.trump, self.profile)
            plays = LegalPlays(Demand.of(held, asked))
            found = self.replies[key] = [(_code(play), _code(held.minus(play))) for play in plays]
        return found

    def _takes(self, had: _Codes, play: int) -> bool:
        """Tell whether a play takes the trick from the one that has it."""
        key = had, play
        found = self.taking.get(key)
        if found is None:
            plays = [*map(_decoded, had), _decoded(play)]
            found = winning_place(self.trump, plays, self.profile) == len(had)
            self.taking[key] = found
        return found

    def _is_plain(self, hands: _Codes) -> bool:
        """Tell whether the claimant takes every trick by leading card after card.

        He does if nobody else has a higher card of any of his suits, and as many trumps as any other
        seat, which he leads first; trumps need not be played where the house asks for no suit.
        """
        main, cr = self.trump.main_index, self.trump.rank_index
        trumps = deck.partition_mask(TRUMPS, main, cr)
        own = _decoded(hands[self.seat])
        others = [_decoded(hand) for at, hand in enumerate(hands) if at != self.seat]
        drawn = max(other.of(trumps).size for other in others)
        if drawn and (own.of(trumps).size < drawn or self.profile.duty_code == NO_DUTY):
            return False
        for partition in range(TRUMPS + 1):
            suit = deck.partition_mask(partition, main, cr)
            mine, theirs = own.once & suit, 0
            for other in others:
                theirs |= other.once & suit
            if mine and theirs:
                lowest = lowest_bit(deck.level_mask(mine, partition, main, cr))
                if highest_bit(deck.level_mask(theirs, partition, main, cr)) > lowest:
                    return False
        return True


# --- Questions of programs ------------------------------------------------------------------------

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
    return deck.hand_of([card for text in texts for card in _cards(text)])


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
