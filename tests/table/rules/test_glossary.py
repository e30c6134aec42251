"""The words of the field at the table: one Chinese word for one thing, as players say it."""

from __future__ import annotations

import re

import pytest

from suitwise.table.rules.messages import merged, page_words
from tests.table.rules.test_words import PHRASES

ENGLISH = {code: template for code, template, *_ in PHRASES} | page_words("en")
CHINESE = merged("zh")

TRACTOR = r"(ui\.)?tractor\."
FORTY_TWO = r"texas42\."
RUMMY = r"(gin|indian13)\.|ui\.\w+\.(gin|indian13)\."
STACKS = r"stacks\."
ANY = ""

TERMS = [
    (TRACTOR, "trumps?", "主"),
    (TRACTOR, "landlord", "庄"),
    (TRACTOR, "attackers?", "闲家"),
    (TRACTOR, "tractors?", "拖拉机"),
    (TRACTOR, "throws?|threw", "甩"),
    (TRACTOR, "kitty", "底"),
    (TRACTOR, "bury|buries|buried", "埋|底牌是"),
    (TRACTOR, "bids?", "亮"),
    (TRACTOR, "overturns?", "反"),
    (TRACTOR, "ruffs?|ruffed", "毙"),
    (TRACTOR, "follow", "跟"),
    (TRACTOR, "partner", "对家"),
    (TRACTOR, "pairs?", "对"),
    (TRACTOR, "levels?", "级"),
    (FORTY_TWO, "partner", "对家"),
    (FORTY_TWO, "marks?", "记"),
    (FORTY_TWO, "tricks?", "墩|轮"),
    (FORTY_TWO, "nello", "零墩"),
    (FORTY_TWO, "claims?", "摊牌|声明"),
    (RUMMY, "deadwood", "散牌"),
    (RUMMY, "melds?", "组"),
    (RUMMY, "stock", "牌堆"),
    (RUMMY, "knocks?|knocker", "敲牌"),
    (RUMMY, "discards?|discarded", "弃|打出"),
    (RUMMY, "wild", "百搭"),
    (RUMMY, "drops?|dropped", "弃权"),
    (STACKS, "stacks?", "堆"),
    (STACKS, "suits?", "门"),
    (ANY, "bots?", "电脑"),
    (ANY, "hints?", "提示"),
    (ANY, "claim(?!ed)", "摊牌|声明"),
]
"""Where a term stands, the term in English, and the word that its Chinese holds."""

UNUSED = {
    "你": "people are addressed as 您",
    "机器人": "a bot is 电脑",
    "声称": "a claim is 摊牌",
    "宣告": "a claim is 摊牌",
    "同伴": "a partner is 对家",
    "首出": "to lead is 领出",
    "这一副": "a deal is 局, a deck is 副",
    "下一副": "a deal is 局, a deck is 副",
    "第{n}副": "a deal is 局, a deck is 副",
    "整局": "a whole match is 整场",
    "扣下": "to bury is 埋",
    "埋牌": "to bury is 埋底",
    "0队": "a side is named by its players",
}
"""Words that would be a second one for the same thing."""


def said_with(where: str, term: str) -> list[str]:
    """Return the keys of the texts of a game that hold a term in English."""
    word = re.compile(rf"\b(?:{term})\b", re.I)
    bare = {key: re.sub(r"\{\w+(:,)?\}", "", text) for key, text in ENGLISH.items()}
    return [key for key, text in bare.items() if re.match(where, key) and word.search(text)]


@pytest.mark.parametrize(("where", "term", "word"), TERMS)
def test_a_term_of_the_field_is_the_same_word_wherever_it_stands(
    where: str, term: str, word: str
) -> None:
    keys = said_with(where, term)
    assert keys, "the term stands nowhere"
    assert {key: CHINESE[key] for key in keys if not re.search(word, CHINESE[key])} == {}


def test_no_second_word_is_used_for_a_thing() -> None:
    found = {key: text for key, text in CHINESE.items() for word in UNUSED if word in text}
    assert found == {}


def test_to_take_the_kitty_and_to_bury_it_are_two_words() -> None:
    """扣底 is what attackers do who win the last trick; the landlord's burial is 埋底."""
    taken = {key for key, text in CHINESE.items() if "扣" in text and key.startswith("tractor")}
    assert taken == {"tractor.over.bonus", "tractor.over.claimed-bonus"}


def test_full_stops_and_commas_are_those_of_the_language() -> None:
    wrong = {
        key: text for key, text in CHINESE.items() if re.search(r"[\u4e00-\u9fff][,;?!:]", text)
    }
    assert wrong == {}
