"""Rulings for programs: questions and answers as JSON.

Source: rules page §6; for questions with a ``kind`` the page "Tractor with many packs". In all of them
the trump is written as ``H2``, and cards as a list of texts or as one text; ``profile`` (house rules) is
optional.

Two questions have no kind; there ``packs`` (1 to 4, by default 2) is optional:

* ``{"trump": …, "lead": …, "hand": …, "play": …}``: does the play follow the lead? Answer:
  ``{"legal": …, "n_legal": …, "reason": …}``, where ``n_legal`` is the number of legal plays.
* ``{"trump": …, "hands": [4 hands], "lead": …}``: does the lead of the first hand stand? Answer:
  ``{"stands": …, "forced": …}``, where ``forced`` are the cards to lead instead if it fails. If the
  leader may choose among interchangeable rank cards, ``forced`` is one choice and ``choices`` lists all.

Questions with a ``kind`` are about any table; house rules are ``switches`` there. ``KINDS`` lists them
with what each needs; the answer is an object ``{"answer": …}``.

Impossible questions are refused: more copies of a card than packs, or a hand with fewer cards than were
led. Unknown names are ignored, so a question may carry an id; but a known name in the wrong case is
refused, and so are ``hand`` or ``play`` together with ``hands``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any

from suitwise.arguments import of_kind, whole
from suitwise.cards import RANKS, Card
from suitwise.errors import IllegalPosition, NotationError, SuitwiseError
from suitwise.foundation.text.phrases import quoted
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.deck import MOST_COPIES, PACKS, Pile, Trump, as_tractor_cards, sum_of
from suitwise.tractor.rules.duty import Duty, duty_of
from suitwise.tractor.rules.profile import STANDARD, Profile, ProfileLike, as_profile, of_table
from suitwise.tractor.rules.tables import Sides, Table, kitty_points, next_landlord, points_in
from suitwise.tractor.rules.throws import Throw, throw_of, throw_of_parts
from suitwise.tractor.rules.wide.lead import WideDuty, WideLead
from suitwise.tractor.rules.wide.parts import Cutter, Parts
from suitwise.tractor.rules.winning import winning_place

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


def has_kind(text: str) -> bool:
    """Tell whether a line is a question with a ``kind``.

    >>> has_kind('{"kind": "deal"}'), has_kind('{"kind'), has_kind("[]")
    (True, False, False)
    """
    import json

    try:
        question = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(question, dict) and "kind" in question


def answer(
    question: object, profile: ProfileLike = STANDARD, *, packs: int = PACKS
) -> dict[str, Any]:
    """Answer a question given as parsed JSON; otherwise as ``answer_json``."""
    if not isinstance(question, dict):
        raise NotationError(f"a question is a JSON object, not {_shown(question)}: {_FORMS}")
    if "kind" in question:
        return {"answer": _answer_kind(question, as_profile(profile))}
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
def _duty(trump: Trump, lead: Pile, hand: Pile, profile: Profile, packs: int) -> Duty | WideDuty:
    """Cache the duty, because many questions are about different plays of one hand."""
    return duty_of(trump, lead, hand, profile, packs=packs)


def _about_play(duty: Duty | WideDuty, play: Pile) -> dict[str, Any]:
    fault = duty.why_not(play)
    reason = "the play follows the lead" if fault is None else fault
    return {"legal": fault is None, "n_legal": duty.n_legal, "reason": reason}


def _about_throw(
    trump: Trump, question: dict[str, Any], profile: Profile, packs: int
) -> dict[str, Any]:
    hands = question["hands"]
    if packs == PACKS and (not isinstance(hands, list) or len(hands) != 4):
        raise NotationError(f"hands is a list of four hands, not {_shown(hands)}")
    if not isinstance(hands, list):
        raise NotationError(f"hands is a list of four to eight hands, not {_shown(hands)}")
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


# --- Questions about any table --------------------------------------------------------------------


@dataclass(frozen=True)
class _Asked:
    """A question with a kind: its object, read field by field.

    Args:
        question: the object; it has the fields that its kind needs.
        house: the house rules if the question names none.
    """

    question: Mapping[str, Any]
    house: Profile

    def value(self, name: str) -> Any:
        """Return a field."""
        return self.question[name]

    def number(self, name: str, least: int, most: int) -> int:
        """Return a whole number between bounds, both included."""
        value = self.value(name)
        if type(value) is not int or not least <= value <= most:
            raise NotationError(f"{name} is a number from {least} to {most}, not {_shown(value)}")
        return value

    def flag(self, name: str) -> bool:
        """Return true or false."""
        value = self.value(name)
        if type(value) is not bool:
            raise NotationError(f"{name} is true or false, not {_shown(value)}")
        return value

    def items(self, name: str) -> list[Any]:
        """Return a list."""
        value = self.value(name)
        if not isinstance(value, list):
            raise NotationError(f"{name} is a list, not {_shown(value)}")
        return value

    def pairs(self, name: str, form: str) -> list[tuple[Any, Any]]:
        """Return a list of pairs, each written as a list of two."""
        for item in self.items(name):
            if not isinstance(item, list) or len(item) != 2:
                raise NotationError(f"{name} is a list of {form}, not {_shown(item)}")
        return [(one, other) for one, other in self.items(name)]

    def text(self, name: str) -> str:
        """Return a text."""
        return _text({name: self.value(name)}, name)

    def pile(self, name: str) -> Pile:
        """Return cards, no more of each than the packs hold."""
        return self.copies(_pile(self.value(name), name))

    def piles(self, name: str) -> list[Pile]:
        """Return several piles, together no more of each card than the packs hold."""
        piles = [_pile(item, f"each of the {name}") for item in self.items(name)]
        sum_of(piles, self.packs)
        return piles

    def copies(self, pile: Pile) -> Pile:
        """Return a pile after checking it against the number of packs."""
        sum_of((pile,), self.packs)
        return pile

    def seat(self, value: object) -> int:
        """Return a seat of the table."""
        if type(value) is not int or not 0 <= value < self.seats:
            raise NotationError(
                f"a seat is a number from 0 to {self.seats - 1}, not {_shown(value)}"
            )
        return value

    def level(self, name: str) -> str:
        """Return a rank."""
        value = self.text(name)
        if len(value) != 1 or value not in RANKS:
            raise NotationError(f"{name} is a rank of {' '.join(RANKS)}, not {_shown(value)}")
        return value

    def levels(self, name: str) -> str:
        """Return a rank for each seat."""
        value = self.text(name)
        if len(value) != self.seats or set(value) - set(RANKS):
            raise NotationError(f"{name} is {self.seats} ranks, one a seat, not {_shown(value)}")
        return value

    @property
    def packs(self) -> int:
        """The number of packs, by default four: the most."""
        return _packs(self.question.get("packs", MOST_COPIES))

    @property
    def seats(self) -> int:
        """The number of seats, by default four."""
        return self.number("players", 4, 8) if "players" in self.question else 4

    @property
    def trump(self) -> Trump:
        """The trump configuration."""
        return Trump.parse(self.text("trump"))

    @property
    def profile(self) -> Profile:
        """The house rules: a profile, with switches that differ from it."""
        profile = as_profile(self.text("profile")) if "profile" in self.question else self.house
        switches = self.question.get("switches", {})
        if not isinstance(switches, dict):
            raise NotationError(f"switches is an object, not {_shown(switches)}")
        known = {field.name for field in fields(Profile)}
        for name in switches:
            if name not in known:
                raise NotationError(
                    f"there is no switch {_shown(name)}: {', '.join(sorted(known))}"
                )
        if switches.get("kitty_cards") == "auto":
            switches = {**switches, "kitty_cards": 0}
        return of_table(replace(profile, **switches), self.packs, self.seats)

    @property
    def lead(self) -> WideLead:
        """The lead, cut as it is written."""
        return self.led(self.text("lead"))

    def led(self, text: str) -> WideLead:
        """Return a lead given as text, with ``+`` between named parts."""
        trump, profile = self.trump, self.profile
        lead = WideLead.of(text, trump, profile)
        self.copies(lead.cards)
        if profile.cutting == "default" and lead.parts != Cutter(trump, profile).default(
            lead.cards
        ):
            raise IllegalPosition(
                f"{quoted(text)} names parts, and the house cuts leads by default only"
            )
        return lead

    @property
    def table(self) -> Table:
        """The table."""
        return Table(self.packs, self.seats, self.profile)


def _answer_kind(question: Mapping[str, Any], house: Profile) -> dict[str, Any]:
    """Answer a question with a kind."""
    kind = question["kind"]
    if not isinstance(kind, str) or kind not in KINDS:
        raise NotationError(f"kind is one of {', '.join(KINDS)}, not {_shown(kind)}")
    needs, answered = KINDS[kind]
    for name in needs:
        if name not in question:
            raise NotationError(f"the question has no {name}: {kind} needs {', '.join(needs)}")
    return answered(_Asked(question, house))


def _spaced(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _parts_text(parts: Parts) -> str:
    """Write parts with a plus between them, the cards of each by ascending Φ."""
    return "+".join(_spaced(part.cards[::-1]) for part in parts)


def _cutting(asked: _Asked) -> dict[str, Any]:
    cutter, cards = Cutter(asked.trump, asked.profile), asked.pile("cards")
    found = cutter.cuttings(cards)
    texts = sorted(map(_parts_text, found))
    return {"default": _parts_text(found[0]), "number": len(found), "all": texts}


def _follow(asked: _Asked) -> dict[str, Any]:
    lead, hand, play = asked.lead, asked.pile("hand"), asked.pile("play")
    sum_of((lead.cards, hand), asked.packs)
    duty = WideDuty(lead, hand)
    fits = play.within(hand) and play.size == lead.size
    answer: dict[str, Any] = {"legal": fits and lead.follows(hand, play)}
    if lead.asks_service(hand):
        answer["owed"] = " ".join(f"{width}x{length}" for width, length in duty.owed)
        if lead.profile.protect == "none" and lead.profile.bombs == "none":
            answer["n_legal"] = _counted(duty)
    return answer


def _counted(duty: WideDuty) -> int | None:
    """Return the number of legal plays; None if they are too many to count."""
    try:
        return duty.n_legal
    except SuitwiseError:
        return None


def _throw(asked: _Asked) -> dict[str, Any]:
    lead, hands = asked.lead, asked.piles("hands")
    if len(hands) != asked.seats:
        raise IllegalPosition(f"there are {asked.seats} seats, and {len(hands)} hands")
    if not lead.cards.within(hands[0]):
        raise IllegalPosition(f"the leader does not hold {lead.cards}")
    throw = throw_of_parts(lead, hands)
    if throw.stands:
        return {"stands": True}
    first, *others = (_spaced(pile.cards) for pile in throw.forced)
    return {"stands": False, "forced": first, **({"or": others} if others else {})}


def _winner(asked: _Asked) -> dict[str, Any]:
    lead, plays = asked.lead, asked.piles("plays")
    if not 1 <= len(plays) <= asked.seats:
        raise IllegalPosition(f"a trick of {asked.seats} seats has no {len(plays)} plays")
    for at, play in enumerate(plays):
        if play.size != lead.size:
            raise IllegalPosition(f"play {at} has {play.size} cards, the lead {lead.size}")
    if plays[0] != lead.cards:
        raise IllegalPosition(f"play 0 is the lead, {lead.cards}, not {plays[0]}")
    points = points_in(card for play in plays for card in play.cards)
    return {
        "winner": _winner_of(asked, lead, plays),
        "points": points,
        "largest_block_cards": lead.largest,
    }


def _winner_of(asked: _Asked, lead: WideLead, plays: Sequence[Pile]) -> int:
    """Return the winning play; with two packs, and nothing of other tables, as the game for four."""
    usual = "+" not in asked.text("lead") and not lead.profile.beyond_two_packs()
    if asked.packs == PACKS and usual:
        return winning_place(lead.trump, plays, lead.profile)
    return lead.winner(plays)


def _score(asked: _Asked) -> dict[str, Any]:
    smaller = asked.flag("smaller_team")
    held, own, others = asked.table.result(
        asked.number("points", -10_000, 10_000), is_smaller=smaller
    )
    return {
        "landlord_holds": held,
        "landlord_up": own,
        "attackers_up": others,
        "bonus": held and smaller and asked.profile.bonus == "yes",
    }


def _bids(asked: _Asked) -> dict[str, Any]:
    made = [
        (asked.seat(seat), asked.copies(_bid(cards)))
        for seat, cards in asked.pairs("made", "[seat, cards]")
    ]
    hand, seat = asked.pile("hand"), asked.seat(asked.value("seat"))
    may = asked.table.bids(asked.level("level"), hand, seat, made)
    return {"may_bid": sorted(map(str, may))}


def _bid(cards: object) -> Pile:
    pile = _pile(cards, "a bid")
    if len(pile.kinds) != 1:
        raise IllegalPosition(f"a bid shows copies of one card, not {_shown(cards)}")
    return pile


def _deal(asked: _Asked) -> dict[str, Any]:
    table = Table(asked.packs, asked.number("players", 4, 8), asked.profile)
    sizes: dict[str, Any] = {"hand": table.hand, "kitty": table.kitty}
    if "landlord_level" not in asked.question:
        return {"cards": table.cards, **sizes}
    removed = table.removed(asked.level("landlord_level"))
    return {**sizes, "removed": _spaced(removed)}


def _calls(asked: _Asked, calls: Iterable[Any]) -> list[tuple[Card, int]]:
    """Read calls, each a list of a card and the number of the copy."""
    found = []
    for call in calls:
        if not isinstance(call, list) or len(call) != 2 or type(call[1]) is not int:
            raise NotationError(f"a call is a card and a number, as ['HA', 1], not {_shown(call)}")
        cards = _pile(call[0], "a call").cards
        if len(cards) != 1:
            raise NotationError(f"a call names one card, not {_shown(call[0])}")
        found.append((cards[0], call[1]))
    return found


def _called(asked: _Asked) -> list[tuple[Card, int]]:
    """Read the calls of a landlord: different ones, which leave a seat beside his side."""
    if not 1 <= len(asked.items("calls")) <= asked.seats - 2:
        raise IllegalPosition(
            f"a landlord of {asked.seats} seats calls 1 to {asked.seats - 2} cards"
        )
    calls = _calls(asked, asked.items("calls"))
    if len(set(calls)) < len(calls):
        raise IllegalPosition("the calls of a landlord differ")
    for card, number in calls:
        if not 1 <= number <= asked.packs:
            raise IllegalPosition(f"there is no copy {number} of {card} in {asked.packs} packs")
    return calls


def _side(asked: _Asked) -> tuple[int, list[int]]:
    """Read the landlord and the seats of his side."""
    landlord, side = asked.seat(asked.value("landlord")), list(map(asked.seat, asked.items("team")))
    if len(set(side)) < len(side) or landlord not in side:
        raise IllegalPosition(f"the team is different seats, the landlord {landlord} among them")
    return landlord, side


def _call(asked: _Asked) -> dict[str, Any]:
    ((card, number),) = _calls(asked, [asked.value("call")])
    return {"allowed": asked.table.why_no_call(card, number, asked.trump) is None}


def _plays(asked: _Asked) -> list[tuple[int, str]]:
    """Read plays, each a list of a seat and its cards."""
    plays = asked.pairs("plays", "[seat, cards]")
    return [(asked.seat(seat), _text({"cards": cards}, "cards")) for seat, cards in plays]


def _friends(asked: _Asked) -> dict[str, Any]:
    landlord = asked.seat(asked.value("landlord"))
    sides, plays = Sides(landlord, _called(asked), asked.profile.joins), _plays(asked)
    piles = [_pile(cards, "a play") for _, cards in plays]
    sum_of(piles, asked.packs)
    for (seat, _), pile in zip(plays, piles, strict=True):
        sides.play(seat, pile.cards)
    return {"team": sides.members, "filled": sides.filled, "smaller_team": sides.is_smaller}


def _friends_deal(asked: _Asked) -> dict[str, Any]:
    """Play a deal of Finding Friends out: its tricks, sides, points and levels."""
    landlord, table = asked.seat(asked.value("landlord")), asked.table
    hands, kitty = asked.piles("hands"), _pile(asked.value("kitty"), "kitty")
    levels, calls = asked.levels("levels_before"), _called(asked)
    if len(hands) != table.seats:
        raise IllegalPosition(f"there are {table.seats} seats, and {len(hands)} hands")
    for card, number in calls:
        why = table.why_no_call(card, number, asked.trump)
        if why is not None:
            raise IllegalPosition(str(why))
    sides, taken = Sides(landlord, calls, asked.profile.joins), [0] * table.seats
    winners, leader, plays = list[int](), landlord, _plays(asked)
    lead: WideLead | None = None
    while plays:
        trick, plays = plays[: table.seats], plays[table.seats :]
        lead, leader = _played_trick(asked, hands, trick, leader, sides)
        winners.append(leader)
        taken[leader] += points_in(card for _, text in trick for card in _pile(text, "").cards)
    if lead is None:
        raise IllegalPosition("no trick was played")
    if any(hand.size for hand in hands):
        raise IllegalPosition("the deal is not over: cards are left in the hands")
    points = sum(taken[seat] for seat in range(table.seats) if seat not in sides.members)
    if leader not in sides.members:
        points += kitty_points(points_in(kitty.cards), lead.largest, lead.size, asked.profile)
    result = table.result(points, is_smaller=sides.is_smaller)
    after, won = table.levels_after(levels, landlord, sides.members, result)
    return {
        "winners": winners,
        "team": sides.members,
        "filled": sides.filled,
        "attackers_points": points,
        "landlord_holds": result[0],
        "next_landlord": next_landlord(table.seats, landlord, sides.members, held=result[0]),
        "levels": after,
        "match_won_by": list(won),
    }


def _played_trick(
    asked: _Asked,
    hands: list[Pile],
    trick: Sequence[tuple[int, str]],
    leader: int,
    sides: Sides,
) -> tuple[WideLead, int]:
    """Play one trick, checking turns and duties; return its lead and its winner."""
    seats = [(leader + place) % asked.seats for place in range(asked.seats)]
    for turn, (seat, _) in zip(seats, trick, strict=False):
        if seat != turn:
            raise IllegalPosition(f"seat {turn} is to play, not seat {seat}")
    if len(trick) < asked.seats:
        raise IllegalPosition(f"the last trick has {len(trick)} plays of {asked.seats}")
    lead = _lead_that_stands(asked, [hands[seat] for seat in seats], trick[0][1])
    piles = [lead.cards, *(_pile(text, "a play") for _, text in trick[1:])]
    for seat, pile in zip(seats, piles, strict=True):
        why = None if seat == leader else lead.why_not(hands[seat], pile)
        if why is not None:
            raise IllegalPosition(f"seat {seat} plays {pile}: {why}")
        hands[seat] = hands[seat].minus(pile)
        sides.play(seat, pile.cards)
    return lead, (leader + lead.winner(piles)) % asked.seats


def _lead_that_stands(asked: _Asked, hands: Sequence[Pile], text: str) -> WideLead:
    """Read a lead of the first of some hands, and hold it against the others."""
    lead = asked.led(text)
    if not lead.cards.within(hands[0]):
        raise IllegalPosition(f"the leader does not hold {lead.cards}")
    throw = throw_of_parts(lead, hands)
    if not throw.stands:
        raise IllegalPosition(f"the throw {quoted(text)} fails: {throw}")
    return lead


def _next(asked: _Asked) -> dict[str, Any]:
    (landlord, side), held = _side(asked), asked.flag("held")
    if len(side) == asked.seats and not held:
        raise IllegalPosition("all seats are on the landlord's side: nobody takes over")
    return {"landlord": next_landlord(asked.seats, landlord, side, held=held)}


def _levels(asked: _Asked) -> dict[str, Any]:
    landlord, side = _side(asked)
    rises = asked.number("landlord_up", 0, 100), asked.number("attackers_up", 0, 100)
    result = asked.flag("held"), *rises
    levels, won = asked.table.levels_after(asked.levels("levels"), landlord, side, result)
    return {"levels": levels, "match_won_by": list(won)}


def _kitty(asked: _Asked) -> dict[str, Any]:
    lead, buried = asked.lead, asked.number("buried_points", 0, 100 * MOST_COPIES)
    return {
        code: kitty_points(buried, lead.largest, lead.size, replace(asked.profile, kitty=code))
        for code in ("twice", "power", "lead")
    }


KINDS: Mapping[str, tuple[tuple[str, ...], Callable[[_Asked], dict[str, Any]]]] = {
    "cutting": (("trump", "cards"), _cutting),
    "follow": (("trump", "lead", "hand", "play"), _follow),
    "throw": (("trump", "lead", "hands"), _throw),
    "winner": (("trump", "lead", "plays"), _winner),
    "score": (("packs", "points", "smaller_team"), _score),
    "bids": (("packs", "level", "seat", "hand", "made"), _bids),
    "deal": (("packs", "players"), _deal),
    "call": (("packs", "trump", "call"), _call),
    "friends": (("packs", "players", "landlord", "calls", "plays"), _friends),
    "friends_deal": (
        (
            "packs",
            "players",
            "trump",
            "landlord",
            "levels_before",
            "hands",
            "kitty",
            "calls",
            "plays",
        ),
        _friends_deal,
    ),
    "next_landlord": (("players", "landlord", "team", "held"), _next),
    "levels": (
        ("players", "levels", "landlord", "team", "landlord_up", "attackers_up", "held"),
        _levels,
    ),
    "kitty": (("trump", "lead", "buried_points"), _kitty),
}
"""The questions about any table: for each kind the fields that it needs, and its answer."""


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
    if type(value) is not int or not 1 <= value <= MOST_COPIES:
        raise NotationError(f"packs is a number from 1 to {MOST_COPIES}, not {_shown(value)}")
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
    """Show a part of an untrusted question in a few printable characters, in quotes if it is a text."""
    import json

    if isinstance(value, (list, dict)):
        return f"a list of {len(value)}" if isinstance(value, list) else "an object"
    if isinstance(value, str):
        return quoted(value)
    return quoted(json.dumps(value, default=repr))[1:-1]
