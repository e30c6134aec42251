"""What faces show and say: nothing that a seat does not see, in every game and phase."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from suitwise.foundation.text.phrases import Drawing, Phrase
from suitwise.game import CHANCE, OVER, draw, load, play
from suitwise.players.face import Face, face_of
from suitwise.players.face_values import Told
from suitwise.players.named import named
from suitwise.sight import PARTS
from suitwise.table.rules.messages import say
from suitwise.testing import Kuhn

VARIANTS = (
    "texas42(match=hand)",
    "texas42(match=hand,forced=yes,nello=any,plunge=yes,splash=yes,sevens=yes)",
    "texas42(match=points,points=60,play_out=yes)",
    "tractor(match=deal)",
    "tractor(match=deal,profile=standard(penalty=10,over=every))",
    "gin",
    "indian13",
    "texas42_endgame",
)
CARD_GAMES = VARIANTS[:5]
ENDING = (
    "texas42(marks=2)",
    "texas42(match=points,points=60)",
    "tractor(match=deal)",
    "gin(to=30)",
    "gin(to=0)",
    "indian13(seats=3)",
)
NAMES = ("安", "鲍", "蔡", "丹")
CARD = re.compile(r"[SHDC][2-9TJQKA]|[RB]J|\b[0-6]-[0-6]\b")


def game_of(variant: str, seed: int) -> Iterator[tuple[Any, Any, Any]]:
    """Yield the moves of a game, each with the states before and after; the seats play well or badly."""
    random, state, index = Random(seed), load(variant).start(), 0
    has_rules = state.game.name in ("texas42", "tractor")
    player = named("rules", state.game).seated(seed, 0) if has_rules else None
    for _ in range(400):
        if state.turn == OVER:
            return
        if state.turn == CHANCE:
            move, index = draw(state, seed, 7, index)
        elif player is not None and random.random() < 0.7:
            move = player(state)
        else:
            moves = state.moves()
            move = next(iter(moves)) if len(moves) > 9999 else random.choice(list(moves))
        after = state.after(move)
        yield state, move, after
        state = after


def plain(parts: Any) -> str:
    """Return parts as JSON, phrases with their codes and values."""

    def told(value: Any) -> Any:
        if isinstance(value, Phrase):
            return [value.code, {name: told(part) for name, part in value.params.items()}]
        if isinstance(value, dict):
            return {name: told(part) for name, part in value.items()}
        if isinstance(value, frozenset):
            return sorted(value)
        if isinstance(value, Drawing):
            return str(value)
        if isinstance(value, (list, tuple)):
            return [told(part) for part in value]
        return value

    return json.dumps(told(parts))


def lines_for(face: Face, before: Any, move: Any, after: Any, seat: int) -> list[Told]:
    return [line for line in face.told(before, move, after) if line.to is None or seat in line.to]


def sampled(variant: str, seed: int) -> Iterator[tuple[Any, Any, Any]]:
    """Yield some of the moves of a game: those before the play now and then, all others often."""
    random = Random(seed)
    for step in game_of(variant, seed):
        if random.random() < (0.1 if step[0].turn == CHANCE or str(step[1]) == "pass" else 0.5):
            yield step


def moves_of(variant: str, exhaustive: bool) -> Iterator[tuple[Any, Any, Any]]:
    """Yield some of the moves of a game, or of several."""
    for seed in range(6 if exhaustive else 1):
        yield from sampled(variant, seed)


@pytest.mark.parametrize("variant", VARIANTS)
def test_parts_of_a_seat_are_the_same_in_all_worlds_that_it_can_not_tell_apart(
    variant: str, exhaustive: bool
) -> None:
    face = face_of(load(variant))
    for number, (_, _, state) in enumerate(moves_of(variant, exhaustive)):
        for seat in range(state.game.facts.seats):
            world = state.resample(seat, 3, number)
            assert plain(face.parts(state, seat)) == plain(face.parts(world, seat))
            assert plain(face.parts(state, None)) == plain(face.parts(world, None))
            assert plain(face.why_trick(state, None, seat)) == plain(
                face.why_trick(world, None, seat)
            )


@pytest.mark.parametrize("variant", VARIANTS)
def test_rulings_for_a_seat_are_the_same_in_all_worlds_that_it_can_not_tell_apart(
    variant: str, exhaustive: bool
) -> None:
    face, random = face_of(load(variant)), Random(3)
    for number, (state, move, _) in enumerate(moves_of(variant, exhaustive)):
        for seat in range(state.game.facts.seats):
            world = state.resample(seat, 3, number)
            held = face.parts(state, seat)["hand"]["held"]
            some = random.sample(held, min(len(held), random.randint(0, 4)))
            for chosen in ("", str(move), "".join(some), " ".join(some), "nonsense"):
                ruling = face.ruling(state, seat, chosen)
                assert plain(list(ruling)) == plain(list(face.ruling(world, seat, chosen)))


@pytest.mark.parametrize("variant", VARIANTS)
def test_lines_told_to_a_seat_are_the_same_in_all_worlds_that_it_can_not_tell_apart_after_them(
    variant: str, exhaustive: bool
) -> None:
    face = face_of(load(variant))
    for number, (before, move, after) in enumerate(moves_of(variant, exhaustive)):
        for seat in range(before.game.facts.seats):
            world = before.resample(seat, 3, number)
            if move not in world.moves() or before.turn == CHANCE:
                continue
            other = world.after(move)
            if plain(face.parts(other, seat)) != plain(face.parts(after, seat)):
                continue  # the seat learns something by the move: a throw that falls, the kitty
            here = lines_for(face, before, move, after, seat)
            there = lines_for(face, world, move, other, seat)
            assert plain(here) == plain(there)


@pytest.mark.parametrize("variant", CARD_GAMES)
def test_no_line_names_a_card_that_its_reader_does_not_see(variant: str) -> None:
    face, named_cards = face_of(load(variant)), 0
    for before, move, after in game_of(variant, 4):
        for seat in (None, *range(before.game.facts.seats)):
            told = [
                line.phrase
                for line in face.told(before, move, after)
                if line.to is None or seat in line.to
            ]
            cards = CARD.findall(" ".join(told))
            seen = plain([face.parts(before, seat), face.parts(after, seat)]) if cards else ""
            assert all(card in seen for card in cards)
            named_cards += len(cards)
    assert named_cards > 100


def hold_headline(state: Any, seat: int | None, headline: dict[str, Any]) -> None:
    """Assert that a headline addresses its seat, and that whoever has won is told so."""
    text = str(headline["text"])
    assert isinstance(headline["text"], Phrase)
    if seat is None:
        assert headline["won"] is None
        assert "you" not in text
        return
    begins = {True: ("you win",), False: ("you lose", "lost"), None: ("nobody",)}
    assert text.startswith(begins[headline["won"]])
    returns = state.returns()
    if state.turn == OVER and len(set(returns)) > 1:
        assert headline["won"] == (returns[seat] == max(returns))


@pytest.mark.parametrize("variant", ENDING)
def test_whoever_has_won_a_deal_is_told_so_first_in_both_languages(variant: str) -> None:
    face, seen = face_of(load(variant)), set[bool | None]()
    players = named("rules", face.game)
    for seed in range(3):
        for state in play(face.game.start(), players.seated(seed, 0), seed=seed).states():
            if state.turn != OVER and not face.is_between(state):
                continue
            for seat in (None, *range(state.game.facts.seats)):
                headline = face.parts(state, seat)["over"]["headline"]
                hold_headline(state, seat, headline)
                seen.add(headline["won"])
                said = say(headline["text"], "zh", NAMES)
                assert not re.search("[a-z]", said), said
                assert seat is None or said[0] == "你" or headline["won"] is None
    assert {True, False} <= seen


@pytest.mark.parametrize("variant", VARIANTS)
def test_all_parts_are_there_and_have_their_sentences(variant: str) -> None:
    face = face_of(load(variant))
    for _, _, state in sampled(variant, 5):
        for seat in (None, *range(state.game.facts.seats)):
            parts = face.parts(state, seat)
            assert set(parts) == {*PARTS, "bar", "over"}
            assert isinstance(parts["head"]["text"], Phrase)
            if parts["ask"] is not None:
                assert isinstance(parts["ask"]["text"], Phrase)
            if parts["over"] is not None:
                assert isinstance(parts["over"]["text"], Phrase)
                hold_headline(state, seat, parts["over"]["headline"])
        assert (face.parts(state, None)["over"] is not None) == (
            state.turn == OVER or face.is_between(state)
        )


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_ruling_says_what_the_engine_says_and_names_moves_that_are_legal(variant: str) -> None:
    face = face_of(load(variant))
    for state, move, _ in sampled(variant, 6):
        if state.turn < 0:
            continue
        ruling = face.ruling(state, state.turn, str(move))
        assert ruling.legal
        assert ruling.reason is None
        assert ruling.move == str(move)
        assert ruling.n == len(state.moves())
        assert ruling.meets
        assert all(state.why_not(text) is None for text in ruling.meets)
        for seat in range(state.game.facts.seats):
            if seat != state.turn:
                no = face.ruling(state, seat, str(move))
                assert not no.legal
                assert no.reason is not None
                assert no.reason.code == "any.not-your-turn"
                assert (no.n, no.meets, no.owed) == (0, (), ())


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_hint_is_a_legal_move_with_a_reason_that_follows_from_what_the_seat_sees(
    variant: str,
) -> None:
    face = face_of(load(variant))
    asked = [state for state, _, _ in game_of(variant, 8) if state.turn >= 0]
    for state in asked[:: max(len(asked) // 4, 1)]:
        hint = face.hint(state, state.turn, 11)
        assert state.why_not(hint.move) is None
        assert hint.text
        world = state.resample(state.turn, 5, 0)
        assert plain(face.hint(world, state.turn, 11)) == plain(hint)


# --- The plain face -------------------------------------------------------------------------------


def test_the_plain_face_says_open_moves_and_not_hidden_ones() -> None:
    game = load("texas42(match=hand)")
    state, _ = game.start().rolled(1, 0)
    after = state.after("31")
    (line,) = Face(game).told(state, state.parse_move("31"), after)
    assert (line.phrase, line.to, line.seat) == ("seat 1 plays 31", None, 1)
    kuhn = Kuhn().parse("KJ")
    (line,) = Face(Kuhn()).told(kuhn, "p", kuhn.after("p"))
    assert line.phrase == "seat 0 has moved"


def test_the_plain_face_knows_that_an_open_play_shows_nothing_new_and_a_failed_throw_does() -> None:
    game = load("tractor(match=deal)")
    face, exact, held = Face(game), face_of(game), Counter[bool]()
    for before, move, after in game_of("tractor(match=deal)", 9):
        if before.phase != "play" or before.turn % 2:
            continue
        is_new = face.is_new_knowledge(before, move, after)
        assert not is_new or exact.is_new_knowledge(before, move, after)
        held[is_new] += 1
    assert held[False] > 10


def test_the_plain_face_ends_with_what_each_seat_has_got() -> None:
    over = Face(Kuhn()).parts(Kuhn().parse("KJ:bb"), None)["over"]
    assert over["lines"] == ["seat 0: +2", "seat 1: -2"]
    assert over["match"]
    assert not Face(Kuhn()).claim(Kuhn().parse("KJ"), 0, {}).stands
    assert Face(Kuhn()).why_trick(Kuhn().parse("KJ"), None, 0) == ([], None)
