"""Rulings on claims, and rulings for programs: questions and answers as JSON.

Source: rules page §6. There are two questions. In both the trump is written as ``H2``, and cards as a
list of texts or as one text; ``profile`` (house rules) and ``packs`` (2 or 3) are optional.

* ``{"trump": …, "lead": …, "hand": …, "play": …}``: does the play follow the lead? Answer:
  ``{"legal": …, "n_legal": …, "reason": …}``, where ``n_legal`` is the number of legal plays.
* ``{"trump": …, "hands": [4 hands], "lead": …}``: does the lead of the first hand stand? Answer:
  ``{"stands": …, "forced": …}``, where ``forced`` are the cards to lead instead if it fails. If the
  leader may choose among interchangeable rank cards, ``forced`` is one choice and ``choices`` lists all.

Impossible questions are refused: more copies of a card than packs, or a hand with fewer cards than were
led. Unknown names are ignored, so a question may carry an id; but a known name in the wrong case is
refused, and so are ``hand`` or ``play`` together with ``hands``.
"""

from __future__ import annotations

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
# A player who is certain to win all remaining tricks may claim them by laying down the hand. The game's
# rules do not mention claims. Here a claim stands if the claimant's side wins every trick against every
# legal play of all other seats, the partner included, while the claimant chooses freely. That is rule
# 16 of the N42PA for 42, which applies to any trick game.
#
# The ruling is an exhaustive AND/OR search with a transposition table, keyed by the hands and the
# leader between tricks. Leads that are failing throws are skipped, since the part led instead is a lead
# of its own. A hand that has only the highest cards needs no search.

MOST_CLAIMED = 5
"""The most cards a hand may have for a claim; with more cards, rulings too often take too long."""
CLAIM_EFFORT = 100_000
"""The most positions between tricks that a search may visit; hands of five cards have fewer."""
_COPIES = (1 << N_CARDS) - 1


_Codes = tuple[int, ...]
"""Hands or plays as integers: bits 0..53 are the cards, bits 54..107 the cards held twice."""


def _code(pile: Pile) -> int:
    return pile.once | pile.twice << N_CARDS


def _decoded(code: int) -> Pile:
    return Pile(code & _COPIES, code >> N_CARDS)


@dataclass
class ClaimSearch:
    """The search for one claim.

    Args:
        seat: the claimant.
        trump: the trump configuration.
        profile: the house rules.
        effort: the number of positions between tricks that may still be searched.
        known: the transposition table: whether the claim holds, by hands and leader.
        replies: cache of the legal plays of a hand to a lead, each with the cards left.
        taking: cache of whether a play takes the trick, by the plays that had taken it before.

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
        """Tell whether the claim holds in a position in which it has lost no trick.

        Args:
            hands: the cards of each seat.
            leader: the leader of the open or next trick.
            plays: the plays of the open trick.

        Raises:
            SuitwiseError: the effort is not enough.
        """
        codes = tuple(map(_code, hands))
        if not plays:
            return self._holds(codes, leader)
        laid = tuple(map(_code, plays))
        takers, winner = laid[:1], leader
        for place, play in enumerate(laid[1:], 1):
            if self._takes(takers, play):
                takers, winner = (*takers, play), leader + place & 3
        return self._holds_within_trick(codes, leader, len(laid), takers, winner)

    def _holds(self, hands: _Codes, leader: int) -> bool:
        """Tell whether the claim holds in a position between tricks."""
        if not hands[leader]:
            return True
        key = hands, leader
        holds = self.known.get(key)
        if holds is None:
            self.effort -= 1
            if self.effort < 0:
                raise SuitwiseError(
                    "the effort does not settle this claim: play a trick, or allow a higher effort"
                )
            is_own = leader == self.seat
            led = partial(self._holds_after_lead, hands, leader)
            holds = (is_own and self._is_obvious(hands)) or (any if is_own else all)(
                map(led, self._leads(hands, leader))
            )
            self.known[key] = holds
        return holds

    def _holds_after_lead(self, hands: _Codes, leader: int, lead: Pile) -> bool:
        """Tell whether the claim holds after a lead."""
        code = _code(lead)
        rest = _code(_decoded(hands[leader]).minus(lead))
        left = tuple(rest if at == leader else hand for at, hand in enumerate(hands))
        return self._holds_within_trick(left, leader, 1, (code,), leader)

    def _holds_within_trick(
        self, hands: _Codes, leader: int, place: int, takers: _Codes, winner: int
    ) -> bool:
        """Tell whether the claim holds in a position within a trick.

        Args:
            hands: the hands.
            leader: the leader of the trick.
            place: the number of plays made.
            takers: the lead, and each play that took the trick from the one before.
            winner: the seat that wins the trick so far.
        """
        if place == len(SEATS):
            return side(winner) == side(self.seat) and self._holds(hands, winner)
        at = leader + place & 3
        is_own = at == self.seat
        for play, rest in self._replies(hands[at], takers[0]):
            takes = self._takes(takers, play)
            left = (*hands[:at], rest, *hands[at + 1 :])
            now = ((*takers, play), at) if takes else (takers, winner)
            if self._holds_within_trick(left, leader, place + 1, *now) == is_own:
                return is_own
        return not is_own

    def _leads(self, hands: _Codes, leader: int) -> Iterator[Pile]:
        """Yield the leads, the largest first, without throws that fail."""
        piles = [_decoded(hands[leader + place & 3]) for place in SEATS]
        for lead in sorted(Leads(piles[0], self.trump), key=lambda lead: -lead.size):
            if throw_in_play(self.trump, piles, lead, self.profile).stands:
                yield lead

    def _replies(self, hand: int, lead: int) -> list[tuple[int, int]]:
        """Return the legal plays of a hand to a lead, each with the cards left."""
        key = hand, lead
        replies = self.replies.get(key)
        if replies is None:
            held = _decoded(hand)
            plays = LegalPlays(Demand.of(held, lead_of(_decoded(lead), self.trump, self.profile)))
            replies = [(_code(play), _code(held.minus(play))) for play in plays]
            self.replies[key] = replies
        return replies

    def _takes(self, takers: _Codes, play: int) -> bool:
        """Tell whether a play takes the trick from the winning one."""
        key = takers, play
        takes = self.taking.get(key)
        if takes is None:
            plays = [*map(_decoded, takers), _decoded(play)]
            takes = winning_place(self.trump, plays, self.profile) == len(takers)
            self.taking[key] = takes
        return takes

    def _is_obvious(self, hands: _Codes) -> bool:
        """Tell whether the claimant clearly wins every trick by leading one card after the other.

        That is so if nobody else has a higher card in any of the claimant's suits, and nobody has more
        trumps, so that trumps can be drawn first. Drawing trumps needs a house with a follow duty.
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


# --- Questions in JSON ----------------------------------------------------------------------------

_FOLLOW = ("trump", "lead", "hand", "play")
_THROW = ("trump", "hands", "lead")
_NAMES = {*_FOLLOW, *_THROW, "profile", "packs"}
_FORMS = "write trump, lead, hand and play; or trump, hands and lead"


def answer_json(
    text: str, profile: ProfileLike = STANDARD, *, packs: int = PACKS
) -> dict[str, Any]:
    """Answer a question written in JSON.

    Args:
        text: the question, a JSON object.
        profile: the house rules if the question names none.
        packs: the number of packs if the question does not say.

    Raises:
        NotationError: it is no such question, or something in it can't be read.
        IllegalPosition: its cards are impossible.

    >>> answer_json('{"trump": "S2", "lead": ["H3", "H3"], "hand": "H6H6H7H8", "play": ["H7", "H8"]}')
    ... # doctest: +ELLIPSIS
    {'legal': False, 'n_legal': 1, 'reason': 'follow pairs: 1 pair is owed, ...'}
    >>> answer_json('{"trump": "S2", "hands": ["HQHK", "H3H4", "HAHA", "H5H6"], "lead": "HQHK"}')
    {'stands': False, 'forced': ['HQ']}
    """
    import json  # only here, as most rulings are no JSON

    of_kind(text, (str, bytes, bytearray), "text")
    try:
        question = json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError(f"{_shown(text)} is no JSON object") from None
    return answer(question, profile, packs=packs)


def answer(
    question: object, profile: ProfileLike = STANDARD, *, packs: int = PACKS
) -> dict[str, Any]:
    """Answer a question given as parsed JSON; otherwise as ``answer_json``."""
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
    """Cache the duty, because many questions are about different plays of one hand."""
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
    """Return the ruling on a throw as plain data: ``stands``, ``forced``, and ``choices`` if several.

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
    """Refuse unknown names that look like a mistake; other unknown names are ignored."""
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
    """Read cards given as a list of texts or one text."""
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
    """Quote a part of an untrusted question in a few printable characters."""
    import json

    if isinstance(value, (list, dict)):
        return f"a list of {len(value)}" if isinstance(value, list) else "an object"
    text = value if isinstance(value, str) else json.dumps(value, default=repr)
    return quoted(text)
