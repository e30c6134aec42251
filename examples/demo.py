"""What ``make demo`` shows: the main job of every engine that stands, on real input."""

from __future__ import annotations

from pathlib import Path

from suitwise import rummy, stacks, texas42, tractor
from suitwise.rummy.picture import text_picture as hand_picture
from suitwise.stacks.picture import text_picture
from suitwise.texas42.picture import (
    advice_text,
    bidding_text,
    declaration_name,
    draw_bidding,
    trick_picture,
)
from suitwise.texas42.solve.deal_file import read_deals
from suitwise.tractor.picture import draw_trick
from suitwise.tractor.picture import hand_picture as table_picture
from suitwise.tractor.players.rule_based import TractorPlayer

HERE = Path(__file__).parent
OUT = Path("demo-out")


def show_tractor() -> None:
    """Judge three rounds of Tractor, explain a trick of the second, and draw it."""
    source = HERE / "three_rounds.in"
    print(f"== Tractor: judging {source.name} ==")
    print(tractor.judge_text(source.read_text()))

    with source.open("rb") as file:
        ruling = dict(tractor.judge_file(file))[2]
    trick, leader = ruling.tricks[0], ruling.leaders[0]
    names = tractor.seats_from(leader)
    print("== Trick 1 of round 2, explained (trump spades, rank 7: 6 and 8 are neighbours) ==")
    print("\n".join(tractor.explain_trick(trick, leader, 1, ruling.round.dealer)))
    print()
    print(tractor.draw_ladder(trick, names=names))

    OUT.mkdir(exist_ok=True)
    picture = OUT / "trick.svg"
    picture.write_text(draw_trick(trick, title="Round 2, trick 1", names=names), encoding="utf-8")
    print(f"\nThe same trick as a picture: {picture}\n")


def show_tractor_table() -> None:
    """Say what a lead asks of a hand, replay a match, and ask for a hint at its failed throw."""
    duty = tractor.duty_of("S2", "H3H3H4H4H5H5", "H7H7H8H8HTHTHQHQHA")
    print(f"== Tractor at the table: {duty.lead} is led to {duty.hand} ==")
    print(f"legal: {', '.join(map(str, duty.plays))}")
    print(f"H8H8HTHTHQHQ: {duty.why_not('H8H8HTHTHQHQ')}")

    source = HERE / "tractor_match.txt"
    match = tractor.MatchRecord.parse(source.read_text())
    print(f"\n== Tractor: replaying {source.name} ==")
    for deal, state in zip(match.deals, tractor.replayed(match), strict=True):
        print(f"deal {deal.number}, trump {state.trump}: {state.outcome}")

    states = [s for s in tractor.as_record(match).states() if isinstance(s, tractor.TractorState)]
    thrown = next(at for at, state in enumerate(states) if state.tricks and state.tricks[-1].tried)
    before, trick = states[thrown - 1], states[thrown].tricks[-1]
    print(f"\nSeat {before.turn} throws {trick.tried}, and {trick.plays[0]} is led instead")
    print(table_picture(before.held[before.turn], before.trump))
    advice = TractorPlayer().advice(before)
    print(f"the rule-based player leads {advice.move}: {advice.why}\n")


def show_stacks() -> None:
    """Solve two deals of Stack Management and a third that needs its graph of aces."""
    source = HERE / "two_deals.in"
    print(f"== Stack Management: solving {source.name} ==")
    print(stacks.solve_text(source.read_text()))

    layout = stacks.Layout.parse("8b 9a | 9c 9b | 1c 2c")
    print(text_picture(layout))
    line = stacks.winning_line(layout)
    assert line is not None
    print(f"won by {' '.join(map(str, line))}; shifting 8b instead of 9c would lose\n")


def show_rummy() -> None:
    """Arrange a hand of two packs, and declare one with jokers."""
    hand = rummy.Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H")
    print(f"== Two-deck rummy: {hand} ==")
    print(hand_picture(rummy.arrange(hand)))
    count, points = rummy.numbers(hand), " ".join(map(str, rummy.control_points(hand)))
    print(
        f"the best of {count.combos} combos, {count.maximal_combos} maximal; a choice at {points}\n"
    )

    rules = rummy.Rules.parse("indian13(wild=7)")
    hand = rummy.Hand.of("H3 H4 H5 S7 S8 JK D9 C9 H9 CJ CQ CK CA D2", rules)
    print(f"== Indian rummy, sevens wild: {hand} ==")
    for card in rummy.declaring_discards(hand):
        melds = rummy.declaration(hand.minus(card)) or ()
        print(f"discard {card} and declare {' | '.join(map(str, melds))}")


def show_texas42() -> None:
    """Solve four deals of Texas 42, play one by its best line, and say what to bid on a hand."""
    source = HERE / "texas42_deals.txt"
    print(f"\n== Texas 42: solving {source.name}, all hands seen ==")
    with source.open("rb") as file:
        deals = list(read_deals(file))
    for deal in deals:
        declared = declaration_name(deal.declaration)
        points = texas42.solve(deal)
        print(f"{declared}, seat {deal.leader} leads: {points} points for seats 0 and 2")
    lead, *others = texas42.best_line(deals[-1])[:4]
    print(f"\nThe first trick of the last deal, best play: {lead} is led")
    print(trick_picture(deals[-1].leader, [lead, *others], deals[-1].declaration))

    hand = "6-6 6-4 6-1 5-5 5-0 3-3 2-2"
    print(f"\n== Texas 42: how often {hand} makes each bid, in percent of 100 deals ==")
    bids = texas42.bidding_table(hand)
    print(bidding_text(bids))
    print(advice_text(bids))
    picture = OUT / "bids.svg"
    picture.write_text(draw_bidding(bids), encoding="utf-8")
    print(f"A double-dummy estimate, no bound in either direction. As a picture: {picture}")


if __name__ == "__main__":
    show_tractor()
    show_tractor_table()
    show_stacks()
    show_rummy()
    show_texas42()
