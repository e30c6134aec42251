"""A turn that is being laid out: what its heaps are, what is wrong with it, and that the rules agree."""

from __future__ import annotations

import json
from operator import add
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import Phrase
from suitwise.game import load
from suitwise.players.face import face_of
from suitwise.rummy.rummikub.draft import LONGEST, Draft, Heap, arranged, why_no_fit
from suitwise.rummy.rummikub.rules.tiles import COLOURS, JOKER, Table, Tiles, tile_text
from suitwise.rummy.rummikub.solve.turns import best_turn
from suitwise.rummy.rummikub.state import RummikubState
from tests.bounded import bounded
from tests.oracles.rummy_games_answers import answer
from tests.rummy.rummikub.positions import position

HOUSES = (
    "rummikub",
    "rummikub(same=no)",
    "rummikub(joker=free)",
    "rummikub(joker=locked)",
    "rummikub(group_joker=both)",
)


def placed(rng: Random, variant: str, tiles: int = 40, rack: int = 14) -> RummikubState:
    """Return a random position in which seat 0 plays, opened or not."""
    table, own = position(rng, tiles, rack, jokers=0.5)
    game = load(variant)
    opened = "yes" if table.sets and rng.random() < 0.7 else "no"
    rest = [kind for kind in range(JOKER) for _ in range(2 - table.counts[kind] - own.counts[kind])]
    other = " ".join(map(tile_text, sorted(rest[:14])))
    either = "yes" if table.sets else "no"
    line = f"play 0 | {table} | {own or '-'} / {other} | {opened} {either} | 0 0 / 0 0"
    state = game.parse(line)
    assert isinstance(state, RummikubState)
    return state


def state_of(
    table: str, rack: str, variant: str = "rummikub", opened: str = "yes"
) -> RummikubState:
    used = Tiles.parse(rack).counts
    left = [k for k in range(JOKER) for _ in range(2 - used[k] - Table.parse(table).counts[k])]
    other = " ".join(map(tile_text, left[:14]))
    line = f"play 0 | {table} | {rack} / {other} | {opened} yes | 0 0 / 0 0"
    state = load(variant).parse(line)
    assert isinstance(state, RummikubState)
    return state


# --- Heaps ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("r5", "three tiles at least"),
        ("r5r6", "three tiles at least"),
        ("k5r5", "three tiles at least"),
        ("r5j", "three tiles at least"),
        ("r3r5", "r4 missing"),
        ("r3r5r7j", "r4 r6 missing"),
        ("r5r5", "r5 twice"),
        ("k5r5k5", "k5 twice"),
        ("r5b6", "neither one colour nor one number"),
        ("r5r6b7", "neither one colour nor one number"),
        ("jj", "no set is made of jokers alone"),
        ("k5r5b5o5j", "no room for a joker"),
        ("k1k2k3k4k5k6k7k8k9k10k11k12k13j", "no room for a joker"),
        ("r3r4j", "say what the joker stands for"),
        ("r5jj", "say what the joker stands for"),
    ],
)
def test_a_heap_that_is_no_set_says_why(text: str, why: str) -> None:
    heap = Heap.parse(text)
    assert heap.as_set() is None
    assert str(heap.why_no_set()) == why


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("r3r4j", ["r3r4[r5]", "[r2]r3r4"]),
        ("r12r13j", ["[r11]r12r13"]),
        ("r1r2j", ["r1r2[r3]"]),
        ("r3jr5", ["r3[r4]r5"]),
        ("k9jr9", ["k9r9[9]"]),
        ("r5jj", ["r5[r6][r7]", "[r4]r5[r6]", "[r3][r4]r5", "r5[5][5]"]),
        ("r3[r5]r5", ["r3[r4]r5"]),
        ("r3r4", []),
        ("r3r4r4", []),
    ],
)
def test_what_tiles_can_form_whatever_their_jokers_were(text: str, ways: list[str]) -> None:
    heap = Heap.parse(text)
    assert [str(way) for way in heap.ways()] == ways
    assert (heap.as_set() is not None) == (len(ways) == 1)


def test_a_joker_keeps_what_was_said_of_it_while_that_makes_a_set() -> None:
    assert str(Heap.parse("r4[r2]r3").as_set()) == "[r2]r3r4"
    assert str(Heap.parse("r3r4[r5]r6").as_set()) == "r3r4[r5]r6"
    assert (
        Heap.parse("r3r4[r5]r5").as_set() is None
    )  # another tile lies there now: it is asked again


@given(st.integers(0, 10**6))
def test_the_ways_of_a_heap_are_all_sets_of_its_tiles(seed: int) -> None:
    rng = Random(seed)
    colours = rng.sample("krbo", rng.randint(1, 2))
    tiles = [f"{rng.choice(colours)}{rng.randint(1, 13)}" for _ in range(rng.randint(0, 3))]
    tiles += ["j"] * rng.randint(0, 2)
    readings = {""}
    for tile in tiles:
        said = [f"[{c}{n}]" for c in COLOURS for n in range(1, 14)]
        said += [f"[{n}]" for n in range(1, 14)]
        readings = {text + one for text in readings for one in (said if tile == "j" else [tile])}
    found = set()
    for text in readings:
        try:
            one = Table.parse(text)
        except NotationError:
            continue
        except ValueError:  # more tiles than in a box
            continue
        found.add(str(one))
    found.discard("-")
    assert {str(way) for way in Heap(tuple(tiles)).ways()} == found


# --- Drafts and the rules -------------------------------------------------------------------------


def shuffled(rng: Random, state: RummikubState) -> str:
    """Return a draft near a legal turn: some tiles of the best one moved, taken away or added."""
    turn = best_turn(state.table, state.rack, house=state.variant.house, opened=state.opened[0])
    table = state.table if turn is None or rng.random() < 0.2 else turn.table
    heaps = [list(Heap.parse(str(one)).tiles) for one in table.sets]
    for _ in range(rng.choice((0, 0, 1, 2, 4))):
        deed = rng.randrange(4)
        full = [heap for heap in heaps if heap]
        if deed == 0 and full:
            heap = rng.choice(full)
            heap.pop(rng.randrange(len(heap)))
        elif deed == 1 and len(full) > 1:
            one, other = rng.sample(full, 2)
            other.append(one.pop(rng.choice((0, -1))))
        elif deed == 2 and full:
            heap = rng.choice(full)
            at = rng.randrange(len(heap))
            heaps.append(heap[at:])
            del heap[at:]
        else:
            laid = [kind for heap in heaps for kind in Heap(tuple(heap)).kinds]
            there = map(add, state.table.counts, state.rack.counts)
            left = [kind for kind, count in enumerate(there) if laid.count(kind) < count]
            if left and heaps:
                rng.choice(heaps).append(tile_text(rng.choice(left)))
    rng.shuffle(heaps)
    return "/".join("".join(heap) for heap in heaps)


@given(st.integers(0, 10**6), st.sampled_from(HOUSES))
def test_a_draft_is_accepted_if_and_only_if_the_rules_accept_its_table(
    seed: int, house: str
) -> None:
    rng = Random(seed)
    state = placed(rng, house, rng.choice((0, 12, 40, 70)))
    text = shuffled(rng, state)
    draft = Draft(state, text)
    refused = draft.why_not()
    if any(
        "j" in heap.tiles
        for heap, made in zip(draft.heaps, draft.sets, strict=True)
        if made is None
    ):
        assert refused is not None  # nobody has said what a joker stands for
        return
    written = "/".join(map(str, draft.heaps)) or "-"
    asked = {
        "table": str(state.table),
        "rack": str(state.rack),
        "opened": state.opened[0],
        "new": written,
        "options": options_of(state),
    }
    said = answer({"game": "rummikub", "kind": "turn", "given": asked})
    assert (refused is None) == said["legal"]
    assert (refused is None) == (state.why_not(state.parse_move(f"table:{written}")) is None)
    if refused is None:
        assert draft.move is not None
        assert state.after(draft.move).racks[0] == draft.rest.counts


def options_of(state: RummikubState) -> dict[str, object]:
    house = state.variant.house
    return {name: getattr(house, name) for name in ("opening", "same", "joker", "group_joker")}


@given(st.integers(0, 10**6))
def test_every_tile_of_a_draft_is_somewhere(seed: int) -> None:
    rng = Random(seed)
    state = placed(rng, "rummikub")
    draft = Draft(state, shuffled(rng, state))
    for kind in range(JOKER + 1):
        laid = sum(heap.kinds.count(kind) for heap in draft.heaps)
        there = state.table.counts[kind] + state.rack.counts[kind]
        assert laid + draft.rest.counts[kind] + draft.lifted.counts[kind] == there
    again = Draft(state, "/".join(map(str, draft.heaps)))
    assert [heap.tiles for heap in again.heaps] == [heap.tiles for heap in draft.heaps]


# --- What is said of one --------------------------------------------------------------------------


def test_points_towards_the_opening_are_those_of_sets_from_the_rack() -> None:
    state = state_of("r3r4r5", "k9 r9 b9 k10 r10 b10 r6 k1 k2 k3 o1 o2 o4 o5", opened="no")
    assert [str(one) for one in Draft(state, "r3r4r5r6/k9r9b9").notes()] == ["27 of 30 points"]
    ruled = face_of(state.game).ruling(state, 0, "draft:r3r4r5r6/k9r9b9")
    assert ruled.note == "27 of 30 points, 3 more to open"
    apart = state_of("r3r4r5", str(state.rack), "rummikub(same=no)", "no")
    assert Draft(apart, "r3r4r5/k9r9b9/k10r10b10").opening() == 57
    assert Draft(apart, "r3r4r5r6").opening() == 18  # a set that is no longer the old one


def test_a_joker_counts_towards_the_opening_as_the_tile_that_it_stands_for() -> None:
    state = state_of("r3r4r5", "k9 r9 j k1 k2 k3 r6 k4 o1 o2 o4 o5 b1 b2", opened="no")
    ruled = face_of(state.game).ruling(state, 0, "draft:r3r4r5/k9r9[b9]/k1k2k3")
    assert ruled.legal
    assert str(ruled.note).endswith("33 points, ready to be laid")


def test_a_joker_out_of_place_names_the_tiles_that_it_stands_for() -> None:
    state = state_of("k9r9[9]", "k7 k8 o9")
    assert Draft(state, "k9r9[9]").waiting() == ()
    assert [str(one) for one in Draft(state, "k7k8k9[k10]/r9").notes()] == [
        "a joker still has to stand for b9, o9"
    ]
    assert Draft(state, "k9r9o9/k7k8j").waiting() == ()  # the tile lies there: the joker is free
    free = state_of("k9r9[9]", "k7 k8 o9", "rummikub(joker=free)")
    assert Draft(free, "k7k8k9[k10]/r9").waiting() == ()


LOCKED = "rummikub(joker=locked)"


@pytest.mark.parametrize(
    ("draft", "said"),
    [
        ("r3r4[r5]/k7r7b7", []),
        ("r3r4[r5]r6/k7r7b7", []),
        ("r3r4[r5]k9/k7r7b7", []),  # no set, but whole
        (
            "r3r4/[r5]/k7r7b7",
            ["r3 r4 [r5] only grows until r5 of the rack takes the joker's place"],
        ),
        ("r3r4r5/j/k7r7b7", []),  # taken by the rack's own
        ("r3r4r5/k7r7b7[7]", []),
    ],
)
def test_a_locked_set_that_is_taken_apart_is_named_as_it_happens(
    draft: str, said: list[str]
) -> None:
    state = state_of("r3r4[r5]/k7r7b7", "r5 r6 k9", LOCKED)
    assert [str(one) for one in Draft(state, draft).notes()] == said


@pytest.mark.exhaustive
def test_the_rule_and_the_note_on_locked_sets_agree(exhaustive: bool) -> None:
    """150 positions, in full 300."""
    told = kept = 0
    for seed in range(300 if exhaustive else 150):
        state = placed(Random(seed), LOCKED)
        turn = best_turn(
            state.table,
            state.rack,
            house=load("rummikub(joker=free)").house,  # type: ignore[attr-defined]
        )
        if turn is None or not state.opened[0] or not state.table.counts[JOKER]:
            continue
        draft = Draft(state, str(turn.table))
        reason = draft.why_not()
        is_locked = isinstance(reason, Phrase) and reason.code == "rummikub.joker-locked"
        assert bool(draft.unlocked()) == is_locked, (seed, str(state))
        told, kept = told + is_locked, kept + (reason is None)
    assert told > 5
    assert kept > 5


@pytest.mark.parametrize(
    ("laid", "heaps"),
    [
        ("r3r4r5r6r7+r5", ["r3r4r5", "r5r6r7"]),
        ("r3r4r5r6r7r8+r5", ["r3r4r5", "r5r6r7r8"]),
        ("r3r4r5r6+r7", ["r3r4r5r6r7"]),
        ("r3r4r5r6+r5", ["r3r4r5r5r6"]),  # one part would have two tiles
        ("r3r4r5r6r7r8+r5r6", ["r3r4r5r6", "r5r6r7r8"]),
        ("r3r4r5+j", ["r3r4r5j"]),  # at one end or the other
        ("+r5", ["r5"]),
        ("-", []),
    ],
)
def test_a_heap_is_cut_where_the_tiles_that_are_laid_to_it_make_two_sets(
    laid: str, heaps: list[str]
) -> None:
    state = state_of("r3r4r5r6r7r8", "r5 r6 r7 j")
    assert [str(heap) for heap in Draft(state, laid).heaps] == heaps


@pytest.mark.parametrize(
    ("laid", "fits"),
    [
        ("r3r4r5+r6", True),
        ("r3r4r5+r7", False),  # it would be no set any longer
        ("r3r4r5+k3", False),
        ("r3r4r5r6r7+r5", True),  # which is cut
        ("r3r4r5r6r7+r4", False),
        ("k9r9b9+o9", True),
        ("r3r4[r5]+r5", True),
        ("k9r9b9[o9]+o9", True),  # a set of four, whose joker has to leave
        ("k9r9b9o9+j", False),
        ("k1+k2", True),  # no set yet
        ("k1k2+k4", True),
        ("k1k2+r2", False),
        ("k1k2+k1", False),
        ("+k1", True),
        ("k1k2k3", True),  # nothing is laid
    ],
)
def test_tiles_fit_where_sets_come_of_them_or_still_can(laid: str, fits: bool) -> None:
    assert (why_no_fit(f"b1b2b3/{laid}") is None) == fits


def test_what_does_not_fit_is_not_laid_out() -> None:
    state = state_of("r3r4r5/k9r9b9", "r6 k8")
    face = face_of(state.game)
    fits = face.ruling(state, 0, "fit:r3r4r5+r6/k9r9b9")
    assert (fits.legal, fits.move) == (True, "table:r3r4r5r6/k9r9b9")
    misfit = face.ruling(state, 0, "fit:r3r4r5+k8/k9r9b9")
    assert misfit.draft is None
    assert misfit.note == misfit.reason
    assert str(misfit.note) == "no set there with k8: that tile is lifted, too"
    assert face.ruling(state, 0, "draft:r3r4r5+k8/k9r9b9").draft is not None


def test_tiles_that_are_nowhere_are_in_no_draft() -> None:
    with pytest.raises(NotationError, match="k1: not on the rack"):
        Draft(state_of("r3r4r5", "r6 k1"), "r3r4r5/k1k1")


def test_tiles_of_the_table_that_lie_nowhere_are_lifted() -> None:
    draft = Draft(state_of("r3r4r5r6", "k1"), "r3r4r5")
    assert str(draft.lifted) == "r6"
    assert str(draft.why_not()) == "r6: what lay on the table stays there"


# --- Arranging ------------------------------------------------------------------------------------


@given(st.integers(0, 10**6))
def test_arranging_lays_exactly_the_tiles_that_are_lifted_or_says_that_they_can_not_lie(
    seed: int,
) -> None:
    rng = Random(seed)
    state = placed(rng, rng.choice(HOUSES))
    turn = best_turn(state.table, state.rack, house=state.variant.house, opened=state.opened[0])
    hand = state.rack.kinds[:1] if turn is None else turn.played.kinds
    table = "" if not state.table.sets else str(state.table)
    done = arranged(state, f"{table}|{''.join(map(tile_text, hand))}")
    if turn is None:
        assert isinstance(done, Phrase)
        return
    assert isinstance(done, Draft)
    assert done.why_not() is None
    assert done.played == turn.played


def test_with_nothing_lifted_there_is_nothing_to_arrange() -> None:
    assert str(arranged(state_of("r3r4r5", "r6"), "r3r4r5|")).startswith("lift the tiles")


# --- Hostile input --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["r14", "r0", "k", "[", "[r5", "r3r4r5/x", "r3+r4+r5", "++", "r1" * 500, "j" * 9],
)
def test_what_is_no_draft_is_refused_in_words(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Draft(state_of("r3r4r5", "r6"), text)
    assert isinstance(caught.value.reason, Phrase)


@given(st.sampled_from(("draft", "fit")), st.text("krbo0123456789j[]/|-+ ", max_size=LONGEST))
def test_any_text_is_answered_at_once(kind: str, text: str) -> None:
    state = state_of("r3r4r5", "r6 r7 j")
    with bounded():
        ruling = face_of(state.game).ruling(state, 0, f"{kind}:{text}")
    assert ruling.legal == (ruling.move is not None)
    if ruling.draft is not None:
        json.dumps(ruling.draft)


def test_a_draft_is_ruled_on_by_who_is_on_turn_alone_and_late_is_nobodys_move() -> None:
    state = state_of("r3r4r5", "r6")
    face = face_of(state.game)
    assert face.ruling(state, 0, "draft:r3r4r5r6").move == "table:r3r4r5r6"
    assert face.ruling(state, 1, "draft:r3r4r5r6").draft is None
    with pytest.raises(NotationError, match="the host alone"):
        face.parse(state, "late")
