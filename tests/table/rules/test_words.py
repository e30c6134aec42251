"""The words of the table: every phrase of the package can be said in every language."""

from __future__ import annotations

import ast
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import suitwise
from suitwise import catalogue
from suitwise.catalogue import LEVELS, find, register
from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import (
    CardText,
    Phrase,
    Seat,
    Several,
    Side,
    TypedName,
    phrase,
    reason_of,
)
from suitwise.game import CHANCE, load, play
from suitwise.players.board import Board, Field, answered, board_of
from suitwise.players.face import face_of
from suitwise.players.named import named
from suitwise.players.session import COMMANDS
from suitwise.table.rules.house import Chair, bot_name
from suitwise.table.rules.messages import (
    LANGUAGES,
    PAGE,
    YOU,
    No,
    answer_json,
    merged,
    page_words,
    read_answer,
    say,
    topics,
)

PACKAGE = Path(suitwise.__file__).parent
OTHERS = [lang for lang in LANGUAGES if lang != "en"]

KNOWN = {
    "Suitwise", "Tractor", "Texas", "Gin", "English", "JSON", "Enter", "Esc", "Tab", "Space", "Shift",
    "BJBJ", "RJRJ", "BJ", "RJ", "pass", "doubles", "notrump", "nello", "knock", "tractor", "pimc",
    "rules", "JK", "shake", "next", "plunge", "splash", "join", "ha", "hk", "QR", "Cookie",
    "standard", "judge", "rbtying", "jerryyyu", "duan", "penalty", "defend", "over", "every",
    "claim", "stock", "pile", "drop", "big", "declare", "ASCII", "yes", "no", "TA", "JA", "sevens",
    "draw", "table", "done", "lay", "add", "run",
}  # fmt: skip
"""Words written in Latin letters in every language: names, keys, what is typed."""
TYPED = re.compile(
    r"(?:[SHDC](?:10|[2-9TJQKA]))+|\bforced=\w+|\b\d+[ma]\b|(?<!\w)[2-9][0-9A-Z]{4}(?!\w)"
)
"""Cards and options as they are typed, and the code of a table."""


@cache
def phrases() -> tuple[tuple[str, str, set[str], str], ...]:
    """Return each phrase written in the package: its code, template, its values' names, and where."""
    return tuple(said_in_python())


def said_in_python() -> Iterator[tuple[str, str, set[str], str]]:
    texts = ((path, path.read_text("utf-8")) for path in sorted(PACKAGE.rglob("*.py")))
    for path, text in texts:
        for node in ast.walk(ast.parse(text)) if "phrase(" in text else ():
            if isinstance(node, ast.Call) and _name(node.func) == "phrase" and node.args:
                where = f"{path.relative_to(PACKAGE)}:{node.lineno}"
                code, template = (_text(argument, where) for argument in node.args[:2])
                yield code, template, {one.arg or "**" for one in node.keywords}, where


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else ""


def _text(argument: ast.expr, where: str) -> str:
    assert isinstance(argument, ast.Constant), f"{where}: code and template are written out"
    assert isinstance(argument.value, str), where
    return argument.value


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_a_phrase_gives_the_values_that_its_template_names() -> None:
    for code, template, given, where in phrases():
        assert placeholders(template) <= given or "**" in given, f"{where}: {code}"


def test_a_code_has_one_template_wherever_it_is_written() -> None:
    templates: dict[str, str] = {}
    for code, template, _, where in phrases():
        assert templates.setdefault(code, template) == template, f"{where}: {code}"


@pytest.mark.parametrize("lang", OTHERS)
def test_each_phrase_has_words_in_each_language(lang: str) -> None:
    words = merged(lang)
    assert sorted({code for code, *_ in phrases() if code not in words}) == []


@pytest.mark.parametrize("lang", OTHERS)
def test_words_name_no_values_that_a_phrase_does_not_give(lang: str) -> None:
    words = merged(lang)
    for code, _, given, where in phrases():
        assert placeholders(words.get(code, "")) <= given or "**" in given, f"{where}: {code}"


@pytest.mark.parametrize("lang", OTHERS)
def test_no_words_are_left_of_phrases_that_nobody_says(lang: str) -> None:
    said = {code for code, *_ in phrases()}
    own = (PAGE, YOU)
    assert [key for key in merged(lang) if not key.startswith(own) and key not in said] == []


def test_what_is_said_to_whom_it_is_about_is_said_in_each_language_without_that_name() -> None:
    given = {code: placeholders(template) for code, template, *_ in phrases()}
    keys = [{key for key in merged(lang) if key.startswith(YOU)} for lang in LANGUAGES]
    assert keys[0] == keys[1]
    for lang, key in itertools.product(LANGUAGES, keys[0]):
        who, code = key.removeprefix(YOU).split(".", 1)
        text = merged(lang)[key]
        assert placeholders(text) == given[code] - {who}, f"{lang}: {key}"
        assert re.search({"en": r"\byour?\b", "zh": "你"}[lang], text), f"{lang}: {key}"


@pytest.mark.parametrize("lang", OTHERS)
def test_the_page_has_the_same_texts_in_each_language_with_the_same_values(lang: str) -> None:
    here, there = (
        {key: text for key, text in merged(one).items() if key.startswith(PAGE)}
        for one in ("en", lang)
    )
    assert set(here) == set(there)
    for key, text in here.items():
        assert placeholders(text) == placeholders(there[key]), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_key_stands_in_one_file_of_a_language(lang: str) -> None:
    found = Counter(key for words in topics(lang).values() for key in words)
    assert [key for key, times in found.items() if times > 1] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_words_are_empty_or_end_in_blanks(lang: str) -> None:
    for key, text in merged(lang).items():
        assert isinstance(text, str), key
        assert text == text.strip() != "" or key.startswith(PAGE), key


def test_chinese_words_hold_no_english_but_what_is_typed() -> None:
    for key, text in merged("zh").items():
        bare = TYPED.sub("", re.sub(r"\{\w+(:,)?\}", "", text))
        words = re.findall(r"[A-Za-z]{2,}", bare)
        option = set(re.split(r"[.-]|_", key))  # an option of a game keeps the name that is typed
        assert set(words) <= KNOWN | option | {*COMMANDS, *LEVELS}, f"{key}: {text}"


def test_english_says_what_is_written_in_python() -> None:
    assert not {code for code, *_ in phrases()} & set(merged("en"))


# --- How phrases are said -------------------------------------------------------------------------


def test_a_phrase_within_a_phrase_and_lists_of_them_are_said_in_the_language_too() -> None:
    points = phrase("tractor.name.points", "{n} points", n=15)
    line = phrase(
        "tractor.told.takes", "{seat} takes the trick: {points}", seat=Seat(2), points=points
    )
    assert say(line, "en", ["", "", "Ann"]) == "Ann takes the trick: 15 points"
    assert say(line, "zh", ["", "", "安"]) == "这一轮归安：15分"
    assert say(Several([points, Seat(0)]), "zh") == "15分、1号位"


def test_a_deed_that_is_reviewed_is_told_to_whom_did_it() -> None:
    deed = phrase("tractor.did.leads", "leads {cards}", cards=CardText("HAHA"))
    told = phrase("review.did", "{seat} {did}", seat=Seat(1), did=deed)
    names = ["Ann", "Bob"]
    assert [say(told, "en", names, you) for you in (None, 0, 1)] == [
        "Bob leads ♥A♥A",
        "Bob leads ♥A♥A",
        "you lead ♥A♥A",
    ]
    assert [say(told, "zh", names, you) for you in (0, 1)] == ["Bob领出♥A♥A", "你领出♥A♥A"]


def test_who_is_told_of_himself_is_addressed_and_the_others_read_his_name() -> None:
    names = ["Ann", "Bob"]
    line = phrase("rummy.told.discard", "{seat} discards {card}", seat=Seat(1), card=CardText("H5"))
    assert [say(line, "en", names, you) for you in (None, 0, 1)] == [
        "Bob discards ♥5",
        "Bob discards ♥5",
        "you discard ♥5",
    ]
    assert say(line, "zh", ["安", "鲍"], 1) == "你打出♥5"
    why = phrase("tractor.why.play", "{seat}: {why}", seat=Seat(0), why=line)
    assert say(why, "en", names, 1) == "Ann: you discard ♥5"
    won = phrase("tractor.over.won", "{one} and {other} win the match", one=Seat(0), other=Seat(2))
    four = [*names, "Cid", "Dan"]
    assert [say(won, "en", four, you) for you in range(3)] == [
        "you and Cid win the match",
        "Ann and Cid win the match",
        "you and Ann win the match",
    ]


@pytest.mark.parametrize(
    ("code", "template", "en", "zh"),
    [
        (
            "tractor.over.levels",
            "levels: {one} and {other} at {first}, {third} and {fourth} at {second}",
            "levels: you and Dan at 5, Ann and Cid at 2",
            "级数：你和丁打5，甲和丙打2",
        ),
        (
            "texas42.over.marks",
            "marks: {one} and {other} {first}, {third} and {fourth} {second}",
            "marks: you and Dan 5, Ann and Cid 2",
            "记数：你和丁 5，甲和丙 2",
        ),
    ],
)
def test_a_score_names_its_reader_first(code: str, template: str, en: str, zh: str) -> None:
    seats = {name: Seat(seat) for seat, name in enumerate(("one", "third", "other", "fourth"))}
    line = Phrase("", code, template, {**seats, "first": 2, "second": 5})
    assert say(line, "en", ["Ann", "Bob", "Cid", "Dan"], 1) == en
    assert say(line, "zh", ["甲", "乙", "丙", "丁"], 1) == zh


def test_each_trick_and_score_of_a_game_of_the_kit_addresses_its_reader() -> None:
    names = ["Ann", "Bob", "Cid", "Dan"]
    lead = phrase("tricks.leads", "{seat} leads {card}", seat=Seat(0), card=CardText("HA"))
    assert [say(lead, "en", names, you) for you in (0, 1)] == ["you lead ♥A", "Ann leads ♥A"]
    assert say(lead, "zh", names, 0) == "你领出♥A"
    side = phrase("tricks.share", "{who} {n}", who=Side(1), n=7)
    assert [say(side, "en", names, you) for you in (1, 3, 0)] == [
        "you and Dan 7",
        "you and Bob 7",
        "Bob and Dan 7",
    ]
    assert say(phrase("tricks.share", "{who} {n}", who=Seat(2), n=3), "en", names, 2) == "you 3"


def test_who_makes_a_move_of_another_kind_is_told_what_he_is_to_do() -> None:
    state, _ = load("gin").start().rolled(seed=1, stream=0)
    refused = state.why_not(state.parse_move("H2"))
    assert say(refused, "en", ["Ann", "Bob"]).startswith("Ann is to ")
    assert say(refused, "en", ["Ann", "Bob"], 0).startswith("you are to ")


def test_names_with_braces_are_said_as_they_are() -> None:
    line = phrase("table.to-move", "{seat} is to move", seat=Seat(0))
    assert say(line, "en", ["{seat}<b>"]) == "{seat}<b> is to move"


def test_a_phrase_that_no_language_knows_is_said_in_english() -> None:
    stranger = Phrase("the moon is out", "moon.out", "the {what} is out", {"what": "moon"})
    assert say(stranger, "zh") == "the moon is out"
    assert say(stranger, "en") == "the moon is out"


def test_texts_and_numbers_stay_what_they_are() -> None:
    assert say("H5H5", "zh") == "H5H5"
    assert say(7, "zh") == 7


def test_cards_are_written_as_people_write_them_and_jokers_in_words() -> None:
    line = phrase(
        "tractor.told.plays", "{seat} plays {cards}", seat=Seat(0), cards=CardText("DTDTBJ")
    )
    assert str(line) == "seat 0 plays DTDTBJ", "a terminal shows what can be typed"
    assert say(line, "en", ["Ann"]) == "Ann plays ♦10♦10, small joker"
    assert say(line, "zh", ["安"]) == "安出♦10♦10、小王"
    assert say(CardText("RJRJ"), "zh") == "一对大王"
    assert say(CardText("S7JKJKJK"), "en") == "♠7, two jokers, joker"


def test_what_people_write_is_never_taken_for_cards() -> None:
    line = phrase("table.chat", "{who}: {text}", who=Seat(0), text="D2 H3")
    assert say(line, "en", ["SA"]) == "SA: D2 H3"


def test_a_side_is_named_by_its_players() -> None:
    line = phrase("texas42.gets-mark", "{score} mark to {side}", score=1, side=Side(1))
    assert str(line) == "1 mark to T1"
    assert say(line, "en", ["Ann", "Bob", "Cai", "Dora"]) == "1 mark to Bob and Dora"
    assert say(line, "zh") == "2号位和4号位得1记"


def test_an_option_is_named_as_the_form_names_it() -> None:
    for text, en, zh in (
        ("gin(knock=-1)", "“Deadwood to knock with” is a number", "“敲牌时散牌上限”应为0到1000"),
        ("indian13(cap=0)", "“Most points of a hand” is", "“一手牌最多扣分”应为1到1000"),
        ("texas42(cap=0)", "“Highest bid in marks” is", "“最高叫到几记”应为1到7"),
        ("tractor(decks=9)", "tractor has no option 'decks'", "tractor没有'decks'这个选项"),
    ):
        with pytest.raises(SuitwiseError) as refused:
            load(text)
        why = reason_of(refused.value)
        assert say(why, "en").startswith(en)
        assert say(why, "zh").startswith(zh)
    assert say(TypedName("no such"), "zh") == "no such"


def test_an_answer_that_is_kept_knows_its_cards_and_sides_again() -> None:
    why = phrase("rummy.told.discard", "{seat} discards {card}", seat=Seat(1), card=CardText("H5"))
    reply = read_answer(answer_json(No("k", 3, why)))
    assert isinstance(reply, No)
    assert say(reply.reason, "zh", ["安", "鲍"]) == "鲍打出♥5"
    side = phrase("texas42.gets-mark", "{score} mark to {side}", score=1, side=Side(0))
    reply = read_answer(answer_json(No("k", 3, side)))
    assert isinstance(reply, No)
    assert say(reply.reason, "en", ["Ann", "Bob", "Cai", "Dora"]) == "1 mark to Ann and Cai"


@pytest.mark.parametrize("variant", ["gin", "indian13", "stacks"])
def test_hints_and_moves_of_a_listed_game_hold_no_english_in_chinese(variant: str) -> None:
    game = load(variant)
    face, state = face_of(game), game.start().rolled(3, 0)[0]
    for _ in range(12):
        if state.turn < 0:
            state = state.rolled(5, 0)[0] if state.turn == CHANCE else state
            continue
        parts = face.parts(state, state.turn)
        ask = parts["ask"]
        told = [
            ask["text"],
            parts["head"]["text"],
            *ask.get("names", []),
            *parts["table"].get("lines", []),
            *(row["name"] for row in parts["hand"]["rows"]),
            face.hint(state, state.turn, 1).text,
        ]
        assert not re.search(
            r"[A-Za-z]{2,}", " ".join(say(one, "zh", ["一", "二"]) for one in told)
        )
        state = state.after(next(iter(state.moves())))


# --- Refusals at a table, whatever is typed, are phrases ------------------------------------------


BOARDS = [found for entry in catalogue.entries() if (found := board_of(entry.name)) is not None]
FORMS = [(board, question) for board in BOARDS for question in board.questions]
WRONG = ("%", "x", "-1", "x" * 300, "x" * 5000, "٣", "S2 %", "RJ RJ RJ")
CARDS = ("6-6 6-6", "6-6", "S2 S2 S2", "S2S3|H4", "JK JK JK JK JK", "HAHK HQ H2 D2")
TEXTS = ("7a | 7a", "- | -", "over=z", "penalty=x", "nosuch=1", "H3H3H3", "pass", "S2S3|H4")
GAMES = {
    "texas42(match=hand)": "rules",
    "tractor(match=deal)": "rules",
    "gin": "rules",
    "gin(declare=yes)": "random",
    "indian13": "rules",
    "stacks": "strong",
}
SAID = (
    "%", "x", "x" * 300, "٣", "６-６", "BJ", "JK", "S2", "S2 S2 S2", "H3 %", "6-6", "0-0 1", "99m",
    "pass", "nello", "knock", "knock S2", "knock:S2", "knock:S2:", "knock:S2:H3H4", "knock:S2:BJBJ,x",
    "big", "declare H3", "drop", "stock", "pile", "next", "r99", "m0>99", "m>", "r0",
)  # fmt: skip


def unsaid(value: Any) -> Iterator[str]:
    """Yield the plain English in a phrase: what was refused by a text that is no phrase."""
    if isinstance(value, Phrase):
        text = value.params.get("text")
        if value.code == "any.refused" and not isinstance(text, Phrase):
            yield str(text)
        for part in value.params.values():
            yield from unsaid(part)
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from unsaid(part)


def wrong(field: Field) -> Iterable[str]:
    """Return texts of which most can't stand in a field."""
    if field.kind == "cards":
        return (*WRONG, *CARDS)
    return (*WRONG, *TEXTS) if field.kind in ("text", "stacks") else WRONG


def refusal(board: Board, ask: str, form: Mapping[str, str]) -> Phrase | None:
    """Return why a board gives no answer, None where it does."""
    try:
        answered(board, ask, form)
    except SuitwiseError as error:
        return reason_of(error)
    return None


@pytest.mark.parametrize(
    ("board", "question"), FORMS, ids=lambda one: one.game if hasattr(one, "game") else one.name
)
def test_each_form_refuses_in_phrases_whatever_stands_in_a_field(board: Any, question: Any) -> None:
    begun = {field.name: field.start for field in question.fields}
    refused = [
        (field.name, text, why)
        for field in question.fields
        for text in wrong(field)
        if (why := refusal(board, question.name, {**begun, field.name: text})) is not None
    ]
    assert [(name, text) for name, text, why in refused if list(unsaid(why))] == []
    assert len(refused) >= 4 * len(question.fields)


@pytest.mark.parametrize("variant", GAMES)
def test_each_say_line_refuses_in_phrases_whatever_is_typed(variant: str) -> None:
    game = load(variant)
    face = face_of(game)
    record = play(game.start(), named(GAMES[variant], game).seated(1, 0), seed=2)
    seen: set[str] = set()
    for state in record.states():
        phase = str(getattr(state, "phase", ""))
        if state.turn < 0 or phase in seen:
            continue
        seen.add(phase)
        for text in SAID:
            found = face.ruling(state, state.turn, text)
            assert list(unsaid((found.reason, *found.owed))) == [], (phase, text)
            assert found.reason is not None or found.legal
    assert seen


def test_what_is_said_of_a_move_that_is_none_holds_no_english_sentence_in_chinese() -> None:
    for variant in ("gin", "indian13", "stacks", "texas42", "tractor"):
        game = load(variant)
        state = game.start().rolled(3, 0)[0]
        with pytest.raises(SuitwiseError) as refused:
            state.parse_move("%")
        assert say(reason_of(refused.value), "zh").startswith("读不懂'%'："), variant


# --- The words of the field at the table ----------------------------------------------------------


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
    "您": "people are in_second_person as 你",
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


@cache
def english() -> dict[str, str]:
    """Return all texts in English, without what is filled in."""
    texts = {code: template for code, template, *_ in phrases()} | page_words("en")
    return {key: re.sub(r"\{\w+(:,)?\}", "", text) for key, text in texts.items()}


def said_with(where: str, term: str) -> list[str]:
    """Return the keys of the texts of a game that hold a term in English."""
    word = re.compile(rf"\b(?:{term})\b", re.I)
    return [key for key, text in english().items() if re.match(where, key) and word.search(text)]


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


def test_a_game_of_another_package_brings_what_the_page_says_of_it_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = {"zh": {"ui.game.theirs": "他们的", "ui.option.theirs.n": "几", "ui.play": "打"}}
    monkeypatch.setattr(catalogue, "_known", dict(catalogue._known))
    gin = find("gin")
    assert gin is not None
    register(replace(gin, name="theirs", words=words))
    told = page_words("zh")
    assert (told["ui.game.theirs"], told["ui.option.theirs.n"]) == ("他们的", "几")
    assert told["ui.play"] == "出牌"
    assert "ui.game.theirs" not in page_words("en")


def test_bots_have_a_name_in_the_language_of_whoever_reads_it_and_people_their_own() -> None:
    names = tuple(Chair("bot", str(bot_name(seat))).shown_name for seat in range(8))
    moved = phrase("table.moved", "{seat} has moved", seat=Seat(1))
    assert [say(moved, lang, names) for lang in ("en", "zh")] == ["Cleo has moved", "小可已行动"]
    told = [say(name, "zh") for name in names]
    assert len(set(told)) == 8
    assert not re.search("[A-Za-z]", "".join(told))
    assert say(Chair("human", "Cleo").shown_name, "zh") == "Cleo"
