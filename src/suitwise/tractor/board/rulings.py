"""Questions of the analysis board about a trick: its winner, the legal plays, whether a throw stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, takewhile
from typing import TypeAlias

from suitwise.cards import RANKS, SUITS, format_cards
from suitwise.errors import IllegalPosition
from suitwise.foundation.seating import SEATS
from suitwise.foundation.text.phrases import CardText, Phrase, Seat, TypedName, all_of, phrase
from suitwise.players.board import Answer, Field, Question, Row, is_empty, number, read
from suitwise.tractor.face import tricks
from suitwise.tractor.face.asking import followed
from suitwise.tractor.face.ruling import nearest
from suitwise.tractor.moves import DECK, Trick
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.blocks import Block, parts_of
from suitwise.tractor.rules.deck import EMPTY, MOST_CARDS, PACKS, Pile, Trump, pile_of
from suitwise.tractor.rules.duty import Duty, duty_of
from suitwise.tractor.rules.levels import points_of
from suitwise.tractor.rules.pairs.owed import led_partition
from suitwise.tractor.rules.profile import NAMED, Profile, as_profile, of_two_packs
from suitwise.tractor.rules.throws import TURNS, Throw, throw_in_play, throw_of
from suitwise.tractor.rules.winning import winner_at_table

# --- Fields that the questions share --------------------------------------------------------------

Form: TypeAlias = Mapping[str, str]
"""The texts of the fields of a form, by name."""

MAIN = Field("main", "choice", "S", (*SUITS, "O"))
LEVEL = Field("level", "choice", "2", tuple(RANKS))
HOUSE = Field("house", "choice", "standard", tuple(NAMED))
SWITCHES = Field("switches", "text", is_needed=False)
"""How the house differs from the one named: ``penalty=10,over=every``."""
HANDS = tuple(f"seat{seat + 1}" for seat in SEATS)
"""The fields of hands, or of plays, by seat."""
_SEATS = tuple(str(seat + 1) for seat in SEATS)
"""The names of the seats, from 1."""


def trump_in(form: Form) -> Trump:
    """Return the trump configuration.

    Raises:
        NotationError: there is no such main suit or rank.

    >>> trump_in({"main": "H", "level": "10"})
    Trump(main='H', rank='T')
    """
    read(form, "main", lambda text: Trump.parse(f"{text[:2]}2"))
    return read(form, "level", lambda text: Trump.parse(form["main"] + text[:12]))


def house_in(form: Form) -> Profile:
    """Return the rules of the house; by default the standard ones.

    Raises:
        NotationError: there is no such house, or no such switch at a table with two packs.

    >>> str(house_in({"house": "rbtying"})), str(house_in({"switches": "penalty=10"}))
    ('rbtying', 'standard(penalty=10)')
    """
    named = read(form, "house", lambda text: as_profile(text or HOUSE.start))
    if not form.get("switches"):
        return named
    return read(
        form,
        "switches",
        lambda text: of_two_packs(as_profile(f"{form.get('house') or HOUSE.start}({text})")),
    )


def cards_in(form: Form, name: str) -> Pile:
    """Return any number of cards of two packs.

    Raises:
        NotationError: something is no card, or a card appears three times.

    >>> cards_in({"own": "S2 S2 S3"}, "own").size
    3
    """
    return read(form, name, lambda text: pile_of(text, PACKS))


def hand_in(form: Form, name: str) -> Pile:
    """Return the cards of a hand or a play, at most 25.

    Raises:
        NotationError: something is no card, or there are too many.

    >>> print(hand_in({"hand": "ha ha hk"}, "hand"))
    HKHAHA
    """
    return read(form, name, lambda text: deck.hand_of(text, PACKS))


def hands_in(form: Form, names: Iterable[str], others: Iterable[Pile] = ()) -> list[Pile]:
    """Return the hands of several fields, which together with ``others`` must fit into two packs.

    Raises:
        NotationError: something is no card.
        IllegalPosition: a card appears three times.

    >>> [str(pile) for pile in hands_in({"a": "S2", "b": ""}, ("a", "b"))]
    ['S2', '']
    """
    piles = [hand_in(form, name) for name in names]
    deck.sum_of((*piles, *others), PACKS)
    return piles


def seat_field(name: str, start: int = 0) -> Field:
    """Return a field for a seat.

    >>> seat_field("leader").choices
    ('1', '2', '3', '4')
    """
    return Field(name, "choice", _SEATS[start], _SEATS)


def seat_in(form: Form, name: str) -> int:
    """Return the seat 0 to 3 of a field.

    Raises:
        NotationError: there is no such seat.

    >>> seat_in({"leader": "4"}, "leader")
    3
    """
    return number(form, name, 1, 4) - 1


# --- ``trick``: who wins it, and why --------------------------------------------------------------
#
# The rules are in ``rules.throws``, the sentences are those of the table. ``suitwise tractor trick``
# gives the same answers.


def trick_answer(form: Form, more: int = 0) -> Answer:
    """Return who wins a trick, perhaps an unfinished one, and why.

    Args:
        form: ``main``; ``level``; ``leader``, 1 to 4; the plays ``seat1`` to ``seat4``; ``house``.
        more: ignored.

    Raises:
        SuitwiseError: a field can't be read, or the plays are no trick.

    >>> form = {"main": "H", "level": "2", "leader": "1"}
    >>> answer = trick_answer(form | {"seat1": "SA", "seat2": "H4", "seat3": "ST", "seat4": "D3"})
    >>> print(answer.verdict, *answer.lines, sep="; ")  # doctest: +NORMALIZE_WHITESPACE
    seat 1 takes it: 10 points; seat 0: SA is led; seat 1: H4 is higher than SA; seat 2: ST is not
    higher than H4; seat 3: the reply is all diamonds, not all spades or all trump
    """
    trump, leader, house = trump_in(form), seat_in(form, "leader"), house_in(form)
    piles = hands_in(form, HANDS)
    order = [(leader + place) % 4 for place in SEATS]
    plays = tuple(takewhile(lambda pile: pile.once, (piles[seat] for seat in order)))
    read(form, HANDS[leader], lambda _: led_partition(piles[leader], trump))
    for seat in order:
        if piles[seat].size not in (0, plays[0].size):
            raise IllegalPosition(_not_as_many(seat, piles[seat].size, plays[0].size))
    for seat in order[len(plays) :]:
        if piles[seat].once:
            raise IllegalPosition(_before(order[len(plays)], seat))
    trick, ruling = Trick(leader, plays), winner_at_table(trump, plays, house)
    winner = order[ruling.winner]
    rows = [
        Row(str(pile), _worth(seat, pile), is_best=seat == winner)
        for seat, pile in zip(order, plays, strict=False)
    ]
    return Answer(
        tricks.taken_by(trick, ruling),
        lines=list(tricks.reasons(trick, ruling)),
        rows=rows,
        svg=tricks.drawn(trick, ruling, 1),
    )


def _worth(seat: int, play: Pile) -> Phrase:
    """Return the points of a seat's play."""
    points = tricks.points_named(points_of(play.once, play.twice))
    return phrase("tractor.why.play", "{seat}: {why}", seat=Seat(seat), why=points)


def _not_as_many(seat: int, given: int, led: int) -> Phrase:
    return phrase(
        "tractor.board.not-as-many",
        "{field}: {given} cards, and the lead has {led}",
        field=TypedName(HANDS[seat], "board.field"),
        given=given,
        led=led,
    )


def _before(lacking: int, seat: int) -> Phrase:
    return phrase(
        "tractor.board.before",
        "{first} plays before {second}: set its cards, too",
        first=Seat(lacking),
        second=Seat(seat),
    )


TRICK = Question(
    "trick",
    (
        MAIN,
        LEVEL,
        seat_field("leader"),
        *(
            Field(name, "cards", start, most=MOST_CARDS, is_needed=False)
            for name, start in zip(HANDS, ("HQHQ", "HKHT", "S3S3", "H5HA"), strict=True)
        ),
        HOUSE,
        SWITCHES,
    ),
    trick_answer,
)


# --- ``duty``: what a hand may play to a lead -----------------------------------------------------
#
# The rules are in ``rules.duty``. ``suitwise tractor follow`` gives the same answers.

MOST_LISTED = 12
"""The number of legal plays up to which all are listed; of more only some are."""


def duty_answer(form: Form, more: int = 0) -> Answer:
    """Return what a hand must play to a lead; if a play is given, whether it is legal.

    Args:
        form: ``main``, ``level``, ``lead``, ``hand``, ``house``; optionally ``play``.
        more: ignored.

    Raises:
        SuitwiseError: a field can't be read, or the cards are impossible.

    >>> lead = {"main": "S", "level": "2", "lead": "H3H3"}
    >>> answer = duty_answer(lead | {"hand": "H6H6H8H9", "play": "H8H9"})
    >>> print(answer.verdict)
    follow pairs: 1 pair is owed, the play gives no pair; H6H6 would meet it
    >>> [row.move for row in answer.rows]
    ['H6H6']
    """
    trump, house = trump_in(form), house_in(form)
    lead, hand = hand_in(form, "lead"), hand_in(form, "hand")
    read(form, "lead", lambda _: led_partition(lead, trump))
    duty = read(form, "hand", lambda _: duty_of(trump, lead, hand, house))
    if is_empty(form, "play"):
        return Answer(
            followed(duty), list(_lines(duty)), _rows(duty, EMPTY), command=_command(duty)
        )
    play = hand_in(form, "play")
    command = f"{_command(duty)} --play {play}"
    fault = duty.why_not(play)
    if fault is None:
        verdict = phrase("tractor.board.follows", "{cards} follows the lead", cards=CardText(play))
        return Answer(verdict, [followed(duty), *_lines(duty)], command=command)
    rows = _rows(duty, play if play.within(hand) else EMPTY)
    return Answer(fault, [followed(duty), *_lines(duty)], rows, command=command)


def _command(duty: Duty) -> str:
    return (
        f"suitwise tractor follow --trump {duty.trump} --lead {duty.lead} --hand {duty.hand} "
        f"--profile '{duty.profile}'"
    )


def _lines(duty: Duty) -> Iterator[Phrase]:
    """Yield the number of legal plays, the blocks owed, and the cards that are in no legal play."""
    if duty.n_legal == 1:
        yield phrase("tractor.board.one-play", "1 play is legal")
    else:
        yield phrase("tractor.board.plays", "{n} plays are legal", n=duty.n_legal)
    if duty.owed:
        yield phrase(
            "tractor.board.owed",
            "owed: {blocks}; {cards} would do",
            blocks=all_of(map(tricks.block_named, duty.owed)),
            cards=CardText(" ".join(format_cards(sorted(block.cards)) for block in duty.owed)),
        )
    closed = duty.hand.of(~duty.open(EMPTY).once & DECK.once)
    if closed.once:
        yield phrase("tractor.board.closed", "in no legal play: {cards}", cards=CardText(closed))


def _rows(duty: Duty, chosen: Pile) -> list[Row]:
    """Return all legal plays, or if there are many those nearest to a given play."""
    few = duty.n_legal <= MOST_LISTED
    plays = list(islice(duty.plays, MOST_LISTED)) if few else map(pile_of, nearest(duty, chosen))
    return [Row(str(play), tricks.points_named(points_of(play.once, play.twice))) for play in plays]


DUTY = Question(
    "duty",
    (
        MAIN,
        LEVEL,
        Field("lead", "cards", "H3H3H4H4", most=MOST_CARDS),
        Field("hand", "cards", "H6H6H7H7H9H9HJC5", most=MOST_CARDS),
        Field("play", "cards", most=MOST_CARDS, is_needed=False, is_apart=False),
        HOUSE,
        SWITCHES,
    ),
    duty_answer,
)


# --- ``throw``: whether it stands -----------------------------------------------------------------
#
# The rules are in ``rules.throws``. ``suitwise tractor rule`` and ``trick`` give the same answers.

THROW_HANDS = ("next", "partner", "before")
"""The fields of the other hands: of the next seat, the partner, and the seat before the leader."""


def throw_answer(form: Form, more: int = 0) -> Answer:
    """Return whether a throw stands; if not, which parts are beaten, by whom, and what is led.

    Args:
        form: ``main``; ``level``; ``throw``; ``own``, other cards that the leader sees; the hands
            ``next``, ``partner`` and ``before``, as far as known; ``house``. If no hand is known, the
            throw is compared with all cards that the leader does not see.
        more: ignored.

    Raises:
        SuitwiseError: a field can't be read, or the cards are impossible.

    >>> form = {"main": "S", "level": "2", "throw": "HQHK"}
    >>> answer = throw_answer(form | {"next": "H3H4", "partner": "HAHA", "before": "H5H6"})
    >>> print(answer.verdict, *answer.lines, sep="; ")  # doctest: +NORMALIZE_WHITESPACE
    it fails: the partner beats HQ, and HQ is led; a throw of HK, HQ, hearts; a failed throw leads its
    smallest part that somebody beats (forced=beaten)
    >>> print(throw_answer(form | {"own": "HAHA HK"}).verdict)
    it is certain to stand: no card that you do not see beats a part of it
    """
    trump, house = trump_in(form), house_in(form)
    thrown, own = hand_in(form, "throw"), cards_in(form, "own")
    hands = hands_in(form, THROW_HANDS, (thrown, own))
    partition = read(form, "throw", lambda _: led_partition(thrown, trump))
    parts = parts_of(thrown, trump, house.chain_mask(trump.main_index))
    kind = phrase(
        "tractor.note.lead",
        "{kind}, {suit}",
        kind=tricks.lead_named(parts),
        suit=deck.PARTITION_NAMES[partition],
    )
    lines = [kind, *_options(house, len(parts))]
    if not all(is_empty(form, name) for name in THROW_HANDS):
        found = throw_of(trump, (thrown, *hands), thrown, house)
        return Answer(found.phrase, lines=lines, rows=[_row(part, found) for part in parts])
    unseen = DECK.minus(thrown).minus(own)
    found = throw_in_play(trump, (thrown, unseen, EMPTY, EMPTY), thrown, house)
    rows = [_row_of_chance(part, found) for part in parts]
    return Answer(_chance(found, len(parts)), lines=lines, rows=rows)


def _chance(found: Throw, parts: int) -> Phrase:
    """Say whether a throw is certain to stand against all cards that the leader does not see."""
    if found.stands and parts == 1:
        return found.phrase
    if found.stands:
        return phrase(
            "tractor.board.sure",
            "it is certain to stand: no card that you do not see beats a part of it",
        )
    return phrase(
        "tractor.board.unsure",
        "it can fail: cards that you do not see beat {parts}",
        parts=all_of(CardText(part) for part, _ in found.beaten),
    )


def _options(house: Profile, parts: int) -> Iterator[Phrase]:
    """Yield the options of the house that concern throws."""
    if parts == 1:
        yield phrase("tractor.board.one-block", "what is one block is no throw and always stands")
    elif house.forced == "never":
        yield phrase("tractor.board.never", "no throw fails in this house (forced=never)")
    else:
        which = tricks.FORCED[house.forced]
        yield phrase(
            "tractor.board.forced",
            "a failed throw leads {which} (forced={option})",
            which=which,
            option=house.forced,
        )
    if parts > 1 and house.forced != "never" and house.penalty:
        yield phrase(
            "tractor.board.penalty",
            "a failed throw costs {points} (penalty={n})",
            points=tricks.points_named(house.penalty),
            n=house.penalty,
        )


def _row(part: Block, found: Throw) -> Row:
    """Return a row for a part, with the seats that beat it."""
    seats = next((by for beaten, by in found.beaten if beaten == part), ())
    if not seats:
        return Row(str(part), phrase("tractor.board.unbeaten", "nobody beats it"))
    by = all_of(TURNS[seat] for seat in seats)
    return Row(str(part), phrase("tractor.board.beaten-by", "beaten by: {seats}", seats=by))


def _row_of_chance(part: Block, found: Throw) -> Row:
    """Return a row for a part, with whether unseen cards may beat it."""
    if part in (beaten for beaten, _ in found.beaten):
        return Row(str(part), phrase("tractor.board.may-be-beaten", "can be beaten"))
    return Row(str(part), phrase("tractor.board.unbeaten", "nobody beats it"))


THROW = Question(
    "throw",
    (
        MAIN,
        LEVEL,
        Field("throw", "cards", "HAHAHK", most=MOST_CARDS),
        Field("own", "cards", "HT", most=DECK.size, is_needed=False),
        *(Field(name, "cards", most=MOST_CARDS, is_needed=False) for name in THROW_HANDS),
        HOUSE,
        SWITCHES,
    ),
    throw_answer,
)
