"""What commands say in words of their figures: read back, and held against the figures or an oracle.

The hints of the card games have tests of their own (``tests/players``); here are those of Stack
Management, the closing sentence of ``texas42 bid``, the lines of ``texas42 review`` and those of
``rummy advise``.
"""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import numpy as np

from suitwise.cli.games.rummy import _draw_lines
from suitwise.cli.games.texas42_review import hand_lines
from suitwise.rummy import look_ahead
from suitwise.stacks import Move, Session, make
from suitwise.stacks.rules.layout import card_text
from suitwise.texas42 import BiddingTable, Domino, MatchRecord
from suitwise.texas42.picture import advice_text, declaration_name
from suitwise.texas42.review.hands import PlayReview, review
from suitwise.texas42.solve.bidding import BIDS
from tests.oracles import rummy_oracle, stacks_oracle
from tests.rummy.dealt import oracle_hand, oracle_rules, plain_rules, some_hand
from tests.texas42.review.test_hands import HOUSE, played_at_random
from tests.texas42.rules.test_contracts import some_contract

# --- Stack Management -----------------------------------------------------------------------------

HINT = (
    r"(\S+): (?:remove (\w+), smaller than (\w+)|move (\w+) to the empty stack (\d+)); "
    r"(?:1 move wins|(\d+) moves win)"
)


def test_a_hint_of_stacks_names_the_card_and_the_moves_that_are_left(exhaustive: bool) -> None:
    held: Counter[str] = Counter()
    for number in range(300 if exhaustive else 30):
        layout = make(5, 4, number % 4, seed=9, number=number, winnable=number % 3 > 0)
        game, stacks, left = Session(layout), layout.stacks, None
        while not (told := f"{game.answer('hint')} {game.answer('score')}").startswith(
            "the game is over you win"
        ):
            told = game.answer("hint")
            if "no move wins: " in told or told == "the game is over":
                assert not stacks_oracle.winnable(stacks)
                held["lost"] += 1
                break
            found = re.fullmatch(HINT, told)
            assert found is not None, told
            assert left is None or int(found[6] or 1) == left - 1
            left = int(found[6] or 1)
            assert is_so_of_stacks(stacks, found)
            stacks = stacks_oracle.apply(stacks, found[1])
            game.answer(found[1])
            held["remove" if found[2] else "move"] += 1
        else:
            assert left in (None, 1)
            assert stacks_oracle.won(stacks)
    assert set(held) == {"remove", "move", "lost"}


def is_so_of_stacks(stacks: stacks_oracle.Layout, found: re.Match[str]) -> bool:
    """Tell whether a hint's move is legal and does what is said of it."""
    move, tops = (
        Move.parse(found[1]),
        {at: card_text(one[0]) for at, one in enumerate(stacks) if one},
    )
    if found[1] not in stacks_oracle.legal_moves(stacks):
        return False
    if found[2]:
        alike = [one[0] for one in stacks if one and one[0][1] == stacks[move.stack][0][1]]
        return (tops[move.stack], stacks[move.stack][0], found[3]) == (
            found[2],
            min(alike),
            card_text(sorted(alike)[1]),
        )
    return (tops[move.stack], str(move.to)) == (found[4], found[5]) and move.to not in tops


# --- Texas 42: the closing sentence of the bids ---------------------------------------------------


def test_the_bid_advised_is_the_highest_made_often_enough(exhaustive: bool) -> None:
    rng, said = np.random.default_rng(3), Counter[bool]()
    for _ in range(20_000 if exhaustive else 600):
        deals, low = int(rng.integers(1, 40)), int(rng.integers(0, 43))
        table = BiddingTable(127, rng.integers(low, 43, (9, deals)))
        least = float(rng.choice([0.5, 0.7, 0.8]))
        often = {
            bid: max(int((table.points[one] >= bid).sum()) for one in range(9)) for bid in BIDS
        }
        bids = [bid for bid, made in often.items() if made >= round(least * deals, 6)]
        told = advice_text(table, least)
        said[bool(bids)] += 1
        if not bids:
            assert told == f"pass: no bid is made in {100 * least:.0f} % of the deals"
            continue
        found = re.match(
            r"bid as high as (1m \(42\)|\d+) with (\w+(?: or \w+)*), made in (\d+) of (\d+) deals?, the "
            r"highest bid that (\d+) % of them make; the cheapest bid that wins the auction is as good, "
            r"for 30 to 42 stake one mark$",
            told,
        )
        assert found is not None, told
        names = [str(declaration_name(one)) for one in range(9)]
        bid = 42 if "m" in found[1] else int(found[1])
        made = int((table.points[names.index(found[2].split(" or ")[0])] >= bid).sum())
        assert (bid, made, int(found[4])) == (max(bids), int(found[3]), deals)
        worth = [((row >= bid).sum(), row.sum()) for row in table.points]
        as_good = [name for name, one in zip(names, worth, strict=True) if one == max(worth)]
        assert found[2].split(" or ") == as_good
        assert (made, int(found[5])) == (often[bid], round(100 * least))
    assert min(said[True], said[False]) > 50


# --- Texas 42: the lines of a review --------------------------------------------------------------

PLAY_LINE = (
    r" +(\d) +S(\d) (\d-\d) +(-|\d+)((?: +\d-\d)*)( …)? +(can be made|is set)( !)?"
    r"(?: +(\d+)%(?:, (\d-\d) (\d+)%)?(?:: costs (-?\d+)(?:±\d+)?)?)?"
)


def test_the_lines_of_a_review_say_what_its_figures_say(exhaustive: bool) -> None:
    rng, named = Random(5), 0
    for _ in range(40 if exhaustive else 4):
        hand, _ = played_at_random(rng, some_contract(rng))
        reviewed = next(review(MatchRecord(HOUSE, (hand,)), 8, 1))
        told = [*hand_lines(reviewed)]
        found = [one for line in told if (one := re.fullmatch(PLAY_LINE, line))]
        assert len(found) == len(reviewed.plays)
        for line, play in zip(found, reviewed.plays, strict=True):
            hold_play(line, play)
            named += line[10] is not None
        turns = [text for text in told if text.startswith("turning point")]
        for text, play in zip(turns, reviewed.turning_points, strict=True):
            hold_turn(text, play)
    assert named


def hold_play(line: re.Match[str], play: PlayReview) -> None:
    worth, sign = play.worth, -1 if play.wants_few else 1
    most = max(sign * value for value in worth.values())
    cost = most - sign * worth[play.domino]
    assert (int(line[1]), int(line[2]), line[3]) == (play.trick, play.seat, str(play.domino))
    assert (0 if line[4] == "-" else int(line[4])) == cost
    best = {str(one) for one, value in worth.items() if sign * value == most}
    assert set(line[5].split()) <= best
    assert bool(line[5]) == (cost > 0)
    assert (line[7] == "can be made") == play.makes[play.domino]
    assert (line[9] is None) == (play.chances is None)
    if play.chances is not None:
        shares = play.chances.make
        assert line[9] == f"{100 * shares[play.domino]:.0f}"
        wanted = max if play.is_declaring else min
        assert shares[Domino(line[10] or line[3])] == wanted(shares.values())
        assert line[11] is None or line[11] == f"{100 * shares[Domino(line[10])]:.0f}"


def hold_turn(line: str, play: PlayReview) -> None:
    found = re.fullmatch(
        r"turning point, trick (\d): S(\d) (gives the contract away|lets the contract be made) with "
        r"(\d-\d), not (.*)",
        line,
    )
    assert found is not None, line
    gives = found[3] == "gives the contract away"
    assert gives == play.is_declaring == (not play.makes[Domino(found[4])])
    others = {Domino(one) for one in found[5].split(" or ")}
    assert others == {one for one, made in play.makes.items() if made == gives}


# --- Rummy ----------------------------------------------------------------------------------------


def test_the_line_under_the_draws_counts_those_that_help(exhaustive: bool) -> None:
    rng = Random(4)
    for _ in range(200 if exhaustive else 4):
        rules = plain_rules(rng)
        hand = some_hand(rng, rules, 3, 7)
        *_, line = _draw_lines(hand, look_ahead(hand))
        found = re.fullmatch(
            r"(\d+) of (\d+) unseen cards improve the (\d+) points; (\S+) expected after a draw and the "
            r"best discard",
            line,
        )
        assert found is not None, line
        cards, own = oracle_hand(hand), oracle_rules(rules)
        now, drawn = rummy_oracle.least(cards, own), rummy_oracle.draws(cards, own)
        copies = {card: rules.decks - cards.count(card) for card in drawn}
        total = sum(points * copies[card] for card, points in drawn.items())
        outs = sum(copies[card] for card, points in drawn.items() if points < now)
        unseen = 52 * rules.decks - len(cards)
        assert (int(found[1]), int(found[2]), int(found[3])) == (outs, unseen, now)
        assert found[4] == f"{total / unseen:.2f}"
