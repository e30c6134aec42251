"""The face at tables of five to eight: whole deals told and asked in both languages, and refusals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import Phrase
from suitwise.game import load
from suitwise.table.rules.messages import say
from suitwise.tractor import Tractor, TractorState, pile_of
from suitwise.tractor.face import TractorFace, story
from suitwise.tractor.moves import Move
from suitwise.tractor.rules.wide.lead import WideDuty
from tests.tractor.many_deals import steps

Step = tuple[TractorState, Move, TractorState]

SIX = "tractor(match=deal,players=6)"
FIVE = "tractor(match=deal,players=5,teams=friends)"
EIGHT = "tractor(match=deal,players=8,teams=friends,profile=standard(bombs=free,steal=yes))"
NAMES = ("甲", "乙", "丙", "丁", "戊", "己", "庚", "辛")
NOT_ENGLISH = re.compile(r"[2-9TJQKASHDCBR]+|pass|\d+", re.ASCII)
"""Cards, ranks and what is typed stand in every language."""


def game(variant: str) -> Tractor:
    loaded = load(variant)
    assert isinstance(loaded, Tractor)
    return loaded


@cache
def deal(variant: str, seed: int) -> tuple[Step, ...]:
    return tuple(steps(game(variant), seed))


def phrases_in(value: Any) -> Iterator[Phrase]:
    """Yield the phrases in a part of the view."""
    if isinstance(value, Phrase):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from phrases_in(one)
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from phrases_in(one)


def check(value: Any, seat: int | None = None) -> None:
    """Hold all phrases in a value to be said in both languages, in Chinese without English."""
    for one in phrases_in(value):
        english, chinese = say(one, "en", NAMES, seat), say(one, "zh", NAMES, seat)
        assert "{" not in english + chinese
        assert not re.search("[A-Za-z]", NOT_ENGLISH.sub("", chinese)), (english, chinese)


# --- Whole deals ----------------------------------------------------------------------------------


@pytest.mark.exhaustive
@pytest.mark.parametrize("variant", [SIX, FIVE, EIGHT])
def test_whole_deals_are_shown_asked_and_told_in_both_languages(
    variant: str, exhaustive: bool
) -> None:
    for seed in range(4 if exhaustive else 1):
        hold_a_deal(variant, seed)


def hold_a_deal(variant: str, seed: int) -> None:
    face, told, rng = TractorFace(load(variant)), 0, Random(seed)
    for before, move, after in deal(variant, seed):
        check(face.parts(before, None))
        check(face.score(before))
        if before.turn >= 0:
            check(face.parts(before, before.turn), before.turn)
            hand = list(map(str, before.held[before.turn].cards))
            some = "".join(rng.sample(hand, rng.randint(0, min(4, len(hand)))))
            for chosen in (str(move), some):
                check(face.ruling(before, before.turn, chosen)._asdict(), before.turn)
        for line in face.told(before, move, after):
            check(line.phrase)
            told += 1
    end = deal(variant, seed)[-1][2]
    check(face.parts(end, None))
    check([*face.tricks(end)])
    for seat in range(end.umpire.seats):
        check([*face.verdict(end, seat), *face.came_to([end], seat)], seat)
    for number in range(1, len(end.tricks) + 1):
        lines, drawing = face.why_trick(end, number, None)
        check(lines)
        assert drawing is None, "the drawing is that of four with two packs"
    assert told > len(end.tricks) * end.umpire.seats


# --- The sentence of each phase -------------------------------------------------------------------

FOUR = "tractor(match=deal,packs=4,profile=standard(nobody=redeal,bombs=free,jokers=packs1))"
SINGLES = "tractor(match=deal,packs=1,players=6)"
SEVEN = "tractor(match=deal,players=7,packs=2,teams=friends,profile=standard(kitty_cards=6))"

ASKED = [
    (SIX, 0, "bid-jokers", "show a 2 or two jokers of one colour to bid, more cards overturn fewer; or "
     "pass", "可以亮2或两张同色的王，张数多的可以反主；也可以不亮"),
    (FOUR, 0, "bid-packs1", "show a 2, 4 small jokers or 3 big ones to bid, or pass",
     "可以亮2、4张小王或3张大王，也可以不亮"),
    (SINGLES, 0, "bid-rank", "show a 2 to bid, or pass", "可以亮2，也可以不亮"),
    (SIX, 0, "bury", "choose 6 cards and bury them in the kitty", "请选6张牌埋作底牌"),
    (EIGHT, 0, "steal", "take the buried cards with a higher bid, which names the trump; or pass",
     "可以亮更大的牌拿走埋下的底牌，并改定主牌；也可以不要"),
    (FIVE, 0, "call", "call a card and its copy, as HA#2: who plays it is your friend",
     "请叫一张牌，并说第几张，如HA#2：打出它的人就是你的朋友"),
    (SIX, 0, "lead-triples",
     "you lead: a single, a pair, a triple, a tractor or a throw of one suit",
     "你领出：单张、对子、三张、拖拉机，或同一门的甩牌"),
    (SIX, 3, "cut-how", "how is your lead cut: as a tractor of 2 pairs and a triple and "
     "1 single card or as 2 triples and a pair?",
     "这手牌怎样拆：当作2对的拖拉机和1个三张和1张单牌或当作2个三张和1个对子？"),
    (SIX, 0, "owed", "follow clubs with 4 cards: you must include 2 pairs",
     "请跟4张梅花，其中要有2个对子"),
    (EIGHT, 1, "bomb", "follow trump with 4 cards: you must include a quad; or bomb: ♠5♠5♠5♠5 or "
     "♠6♠6♠6♠6 or ♦A♦A♦A♦A",
     "请跟4张主牌，其中要有1个四张；也可以出炸弹♠5♠5♠5♠5或♠6♠6♠6♠6或♦A♦A♦A♦A"),
    (SIX, 4, "forced", "your throw has failed: choose the part that you lead",
     "你的甩牌失败了：请选要领出的部分"),
]  # fmt: skip
"""What a seat is asked first of a kind in a deal."""

TOLD = [
    (SEVEN, 0, "removed", "taken out, so that all get as many: ♠3 ♥3 ♦3 ♣3",
     "为了发得均匀，抽掉♠3 ♥3 ♦3 ♣3"),
    (FOUR, 2, "void", "nobody has bid: the deal is void, and dealt anew",
     "没有人亮主：这一局作废，重新发牌"),
    (SIX, 0, "bids", "丁 bids ♥2♥2, 2 of 26 cards drawn", "丁亮♥2♥2（已摸2/26张）"),
    (SIX, 0, "buries", "丁 buries 6 cards", "丁埋好了6张底牌"),
    (EIGHT, 2, "steals", "丙 shows ♠2 and takes the buried cards", "丙亮♠2炒底，拿走埋下的底牌"),
    (FIVE, 0, "calls", "丙 calls the second ♣J: who plays it joins",
     "丙叫第二张♣J：打出它的人就是朋友"),
    (SIX, 3, "lays", "甲 lays ♥9♥9♥9♥J♥J♥Q♥Q♥Q down, which can be cut in several ways",
     "甲领出♥9♥9♥9♥J♥J♥Q♥Q♥Q，有几种拆法"),
    (FIVE, 0, "joins", "戊 plays the second ♣J and joins the landlord",
     "戊打出第二张♣J，成为庄家的朋友"),
    (FIVE, 0, "counts", "戊 plays the first ♣J; the second is called", "戊打出第一张♣J，叫的是第二张"),
    (FIVE, 3, "fills", "甲 plays the first ♦3, on the landlord's side already",
     "甲打出第一张♦3，本来就在庄家一方"),
    (EIGHT, 1, "bomb", "己 plays a bomb", "己出了炸弹"),
]  # fmt: skip
"""What is told first of a kind in a deal."""

OVER = [
    (FIVE, 0, "side", "the landlord's side: 丙 and 戊", "庄家一方：丙和戊"),
    (FIVE, 0, "points", "points taken: 甲 40, 乙 70, 丙 0, 丁 20, 戊 50",
     "各家得分：甲 40分、乙 70分、丙 0分、丁 20分、戊 50分"),
    (SIX, 0, "held", "the attackers have 85 of 120: the landlord's side holds and goes up 1 in level",
     "闲家得85分（120分上台）：庄家守住，升1级"),
    (SIX, 0, "levels-of", "levels: 乙 at 3, 丁 at 3, 己 at 3, the others at 2",
     "级数：乙打3、丁打3、己打3，其余打2"),
]  # fmt: skip
"""What is told of the result of a deal."""


def both(told: Phrase, seat: int | None = None) -> tuple[str, str]:
    return say(told, "en", NAMES, seat), say(told, "zh", NAMES, seat)


@pytest.mark.parametrize(("variant", "seed", "kind", "english", "chinese"), ASKED)
def test_a_seat_is_asked_by_the_phase(
    variant: str, seed: int, kind: str, english: str, chinese: str
) -> None:
    face = TractorFace(game(variant))
    tasks = (
        (state.turn, face.task(state)) for state, _, _ in deal(variant, seed) if state.turn >= 0
    )
    seat, task = next(one for one in tasks if one[1].code == f"tractor.ask.{kind}")
    assert both(task, seat) == (english, chinese)


@pytest.mark.parametrize(
    ("variant", "seed", "kind", "english", "chinese"),
    [(variant, seed, f"told.{kind}", *told) for variant, seed, kind, *told in TOLD]
    + [(variant, seed, f"over.{kind}", *told) for variant, seed, kind, *told in OVER],
)
def test_a_move_is_told_by_the_phase(
    variant: str, seed: int, kind: str, english: str, chinese: str
) -> None:
    face = TractorFace(game(variant))
    told = (line.phrase for step in deal(variant, seed) for line in face.told(*step))
    assert both(next(line for line in told if line.code == f"tractor.{kind}")) == (english, chinese)


def first(variant: str, phase: str) -> TractorState:
    """Return the first state of a phase, in the first deal that has one."""
    states = (state for seed in range(6) for state, _, _ in deal(variant, seed))
    return next(state for state in states if state.phase == phase)


# --- Rulings --------------------------------------------------------------------------------------


def test_a_bomb_can_be_chosen_though_it_does_not_follow() -> None:
    face, tried = TractorFace(game(EIGHT)), 0
    for state, _, _ in deal(EIGHT, 1):
        duty = state.duty
        if not isinstance(duty, WideDuty):
            continue
        for bomb in duty.bombs:
            assert bomb.within(pile_of(face.parts(state, state.turn)["ask"]["open"]))
            half = pile_of(bomb.cards[:2])
            assert str(bomb) in face.ruling(state, state.turn, str(half)).meets
            assert face.ruling(state, state.turn, str(bomb)).legal
            tried += 1
    assert tried


def test_a_bomb_on_the_table_says_so_where_the_house_plays_bombs() -> None:
    face, found = TractorFace(game(EIGHT)), 0
    for state, _, _ in deal(EIGHT, 1):
        trick = face.parts(state, None)["table"]["trick"]
        for play in trick["plays"] if trick else ():
            is_bomb = len(play["cards"]) == 4 and len({*play["cards"]}) == 1
            assert play.get("bomb", False) == is_bomb
            found += is_bomb
    assert found
    house = game("tractor(match=deal,players=8)")
    for state, _, _ in deal("tractor(match=deal,players=8)", 0):
        trick = TractorFace(house).parts(state, None)["table"]["trick"]
        assert all("bomb" not in play for play in (trick["plays"] if trick else ()))


def test_a_call_says_how_many_copies_were_played() -> None:
    said = []
    for state, _, _ in deal(FIVE, 0):
        if state.calls and state.phase == "play":
            (card, copy), (call,) = state.calls[0], state.sight(None).head["calls"]
            plays = (play for trick in state.tricks for play in trick.plays)
            assert (copy, call["counted"]) == (2, sum(play.count(card) for play in plays))
            said += [both(told) for told in story.calls_told(state)]
    assert [*dict.fromkeys(said)] == [
        ("the second ♣J: not yet played", "第二张♣J：还没打出"),
        ("the second ♣J: 1 played so far", "第二张♣J：已打出1张"),
        ("the second ♣J: 戊", "第二张♣J：戊"),
    ]


def test_a_call_that_is_none_is_told_calls_of_its_card_that_would_do() -> None:
    face, state = TractorFace(game(FIVE)), first(FIVE, "call")
    main = state.trump.main
    plain = next(suit for suit in "SHDC" if suit != main)
    assert face.ruling(state, state.turn, f"{plain}A").meets[:2] == (f"{plain}A#1", f"{plain}A#2")
    ruling = face.ruling(state, state.turn, "BJ#1")
    assert "BJ is a trump" in str(ruling.reason)
    assert all(meet[1] == "A" for meet in ruling.meets)
    legal = face.ruling(state, state.turn, f"{plain}K#2")
    assert (legal.legal, legal.meets[0]) == (True, f"{plain}K#2")
    with pytest.raises(NotationError, match="is no call: write a card and its copy, as HA#2"):
        face.parse(state, "the ace")


def test_parts_are_named_after_the_lead_not_with_it() -> None:
    face = TractorFace(game(SIX))
    state = next(state for state, _, _ in deal(SIX, 0) if state.phase == "play")
    own = state.held[state.turn].cards
    chosen = f"{own[0]}+{own[1]}"
    ruling = face.ruling(state, state.turn, chosen)
    assert not ruling.legal
    assert str(ruling.reason).startswith("lead the cards first")
    cut = first(SIX, "cut")
    with pytest.raises(NotationError, match="write the parts as H3H3H3"):
        face.parse(cut, "the tractor")
    uncut = str(cut.tricks[-1].uncut)
    ruling = face.ruling(cut, cut.turn, uncut)
    assert [ruling.legal, *ruling.meets] == [False, *map(str, cut.moves())]


def test_a_question_that_has_one_answer_is_not_asked() -> None:
    face = TractorFace(game(EIGHT))
    for seed in range(3):
        for state, _, _ in deal(EIGHT, seed):
            if state.phase == "steal":
                can_bid = len(state.moves()) > 1
                assert (face.skipped(state, None) is None) == can_bid


@pytest.mark.parametrize(("variant", "packs"), [(FIVE, 2), (EIGHT, 4)])
def test_who_calls_is_told_how_many_copies_of_a_card_there_are(variant: str, packs: int) -> None:
    face = TractorFace(game(variant))
    asked = [face.choices(before) for before, _, _ in deal(variant, 1) if before.phase == "call"]
    assert asked
    assert all(one["packs"] == packs for one in asked)
