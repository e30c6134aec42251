"""Indian rummy at the table: the hand arranged with its wild cards, declarations, how a deal ends."""

from __future__ import annotations

from collections import Counter

from suitwise.cards import parse_cards
from suitwise.game import load, play
from suitwise.rummy.indian.face import IndianFace
from suitwise.rummy.indian.game import Indian
from suitwise.rummy.indian.players.rule_based import IndianPlayer
from suitwise.rummy.indian.state import IndianState
from suitwise.rummy.rules.cards import cards_text, in_order

FACE = IndianFace(Indian())
READY = "S6 S7 S8 H3 H4 H5 D9 C9 CJ CQ CK CA D2 JK"
OTHER = "S6 S9 ST H2 H7 H8 D5 D6 DJ DK C2 C4 C8"


def discarding(hand: str = READY) -> IndianState:
    held, other = (cards_text(in_order(parse_cards(cards))) for cards in (hand, OTHER))
    text = f"discard 0 draws 1 | in new | DT | {held} / {other} | S2 | - / - | -"
    return load("indian13").parse(text)  # type: ignore[return-value]


def test_a_wild_card_lies_in_its_meld_and_says_what_it_stands_for() -> None:
    rows = FACE.rows(discarding(), 0)
    assert Counter(card for row in rows for card in row["cards"]) == Counter(READY.split())
    wild = next(row for row in rows if "JK" in row["cards"])
    assert (wild["kind"], wild["stands"]) == ("set", [None, None, "9"])
    assert [row["kind"] for row in rows].count("pure") == 3
    assert rows[-1]["name"] == "in no meld: 2 points"


def test_without_the_runs_that_are_needed_the_row_says_that_every_card_counts() -> None:
    hand = "S6 S9 ST H2 H7 H8 D5 D6 DJ DK C2 C4 C8 H4"
    rows = FACE.rows(discarding(hand), 0)
    assert rows[-1]["name"].code == "indian13.row.all-count"
    assert rows[-1]["needs"] == "all count: needs two runs, one pure"
    assert (rows[-1]["points"], sum(rows[-1]["values"])) == (80, 61)


def test_the_card_to_declare_with_is_named_and_marked() -> None:
    state = discarding()
    assert FACE.task(state) == "you can declare with D2"
    found = FACE.choices(state)["discards"]
    assert found["D2"] == {"left": 0, "shows": True}
    assert not found["H4"]["shows"]


def test_no_discard_is_said_to_leave_least_where_all_leave_as_much() -> None:
    hand = "S6 S9 ST H2 H7 H8 D5 D6 DJ DK C2 C4 C8 H4"
    dear = "SA HA DA CA SQ HQ DQ SJ HJ CJ S9 H9 C9 H4"  # no run: 80 whatever goes
    assert FACE.task(discarding(dear)) == "discard any card: whichever it is, your hand counts 80"
    twice = FACE.task(discarding(dear.replace("DQ", "SQ")))
    assert twice.code == "indian13.ask.discard-any", "two equal cards are one discard"
    assert FACE.task(discarding(hand)).code == "indian13.ask.discard"


def test_all_discards_are_named_that_leave_as_little_and_all_cards_to_declare_with() -> None:
    for state in play(load("indian13").start(), IndianPlayer(), seed=0).states():
        assert isinstance(state, IndianState)
        if state.turn < 0 or state.phase != "discard":
            continue
        said, left = FACE.task(state), FACE.choices(state)["discards"]
        least = min(one["left"] for one in left.values())
        shown = [card for card, one in left.items() if one["shows"]]
        best = shown or [card for card, one in left.items() if one["left"] == least]
        if said.code == "indian13.ask.discard-any":
            assert best == list(left)
        else:
            assert str(said.params["card"]).split(" or ") == best
            assert (said.code == "indian13.ask.declare") == bool(shown)


def test_discards_that_leave_as_little_are_named_all() -> None:
    spare = "S6 S7 S8 S9 H3 H4 H5 D8 C8 H8 CJ CQ CK CA"  # a run of four gives either end
    assert FACE.task(discarding(spare)) == "you can declare with S6 or S9 or CA or CJ"
    apart = "S6 S7 S8 H3 H4 H5 D9 C9 S9 CJ CQ SK DK D2"
    assert FACE.task(discarding(apart)) == (
        "discard a card: SK or DK or CJ or CQ leaves the fewest points, 32"
    )


def test_a_false_declaration_may_be_made_and_its_price_is_said_first() -> None:
    ruling = FACE.ruling(discarding(), 0, "declare H4")
    assert ruling.legal
    assert "it costs 80 points: once more to declare" in str(ruling.note)
    assert "without H4 this is a false declaration: H3, H5, D2 are in no meld" in str(ruling.note)
    assert ruling.twice
    true = FACE.ruling(discarding(), 0, "declare D2")
    assert (true.note, true.twice) == (None, False)


def test_a_drop_is_asked_for_twice_and_its_price_is_said_first() -> None:
    state, _ = load("indian13").start().rolled(3, 0)
    ruling = FACE.ruling(state, state.turn, "fold")
    assert (ruling.move, ruling.twice) == ("drop", True)
    assert str(ruling.note).startswith("if you drop, you lose 20 points")


def test_the_end_shows_the_hands_and_says_what_each_loses() -> None:
    seen = set()
    for seed in range(4):
        record = play(load("indian13").start(), IndianPlayer(), seed=seed)
        *_, end = record.states()
        assert isinstance(end, IndianState)
        over = FACE.over(end)
        assert over is not None
        seen.add(over["text"].code)
        won = max(end.returns())
        assert f"wins {won:g} points" in over["text"]
        for hand in over["hands"]:
            shown = Counter(card for row in hand["rows"] for card in row["cards"])
            assert shown == Counter(end.sight(None).held[hand["seat"]])
    assert "indian13.over.show" in seen
