"""The oracle's answers to the objects of `game_cases.jsonl`, in the form of their `want`.

Written from the page of the rules alone and sharing no code with the package.  Where several codes
apply, all of them are among the `reasons` of Rummikub, and the first is the `reason` of rami.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.oracles import rummy_games_covers as covers
from tests.oracles import rummy_games_gin as gin
from tests.oracles import rummy_games_rami as rami
from tests.oracles import rummy_games_rami_deals as rami_deals
from tests.oracles import rummy_games_rummikub as rummikub
from tests.oracles import rummy_games_turns as turns
from tests.oracles.rummy_games_cards import (
    cards_text,
    melds_text,
    read_cards,
    read_meld,
    read_melds,
)
from tests.oracles.rummy_games_tiles import read_parts, read_table, read_tiles

Given = Mapping[str, Any]


def answer(case: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a case of the file, in the form of its own `want`."""
    game, given = case["game"], case["given"]
    if game in ("rummikub", "gin"):
        return ANSWERS[game, case["kind"]](given)
    return RAMI[case["kind"]](given, rami.rules_of(game, given.get("options")))


def agrees(case: Mapping[str, Any], found: Mapping[str, Any]) -> bool:
    """Whether an answer from elsewhere is right.

    Of several codes any is right, and a turn of rami that is illegal may be refused at an earlier
    `pile` or `take`, as what is owed could never be laid.
    """
    return agrees_with(answer(case), case, found)


def agrees_with(own: Given, case: Mapping[str, Any], found: Mapping[str, Any]) -> bool:
    """Whether an answer from elsewhere is right, where the own one is known."""
    if case["kind"] == "turn" and not own["legal"] and not found["legal"]:
        if case["game"] == "rummikub":
            return bool(found["reasons"]) and set(found["reasons"]) <= set(own["reasons"])
        return _may_be_refused_so(case, found)
    if case["kind"] == "layoff":
        return bool(sorted(found["becomes"]) == own["becomes"])
    return all(found.get(name) == value for name, value in own.items())


def _may_be_refused_so(case: Mapping[str, Any], found: Mapping[str, Any]) -> bool:
    rules = rami.rules_of(case["game"], case["given"].get("options"))
    _, at, reasons = _rami_played(case["given"], rules)
    if found["at"] == at:
        return found["reason"] in reasons
    earlier = case["given"]["moves"][found["at"]] if found["at"] < at else ""
    return earlier.startswith(("pile", "take:"))


# -------------------------------------------------------------------------------------- Rummikub


def _rack(text: str) -> Counter[str]:
    return Counter(read_tiles(text))


def _rummikub_turn(given: Given) -> dict[str, Any]:
    found = turns.faults(
        read_table(given["table"]),
        _rack(given["rack"]),
        given["opened"],
        read_parts(given["new"]),
        turns.rules_of(given["options"]),
    )
    return {"legal": not found, "reasons": sorted(found)}


def _rummikub_best(given: Given) -> dict[str, Any]:
    table, rack = read_table(given["table"]), _rack(given["rack"])
    return dict(covers.best(table, rack, True, turns.rules_of(given["options"])))


def _rummikub_plays(given: Given) -> dict[str, Any]:
    table, rack = read_table(given["table"]), _rack(given["rack"])
    return {"count": len(covers.plays(table, rack, True, turns.rules_of(given["options"])))}


def _rummikub_opening(given: Given) -> dict[str, Any]:
    points = covers.best_opening(_rack(given["rack"]))
    return {"points": points, "opens": points >= turns.rules_of(given["options"]).opening}


def _rummikub_score(given: Given) -> dict[str, Any]:
    racks = [_rack(text) for text in given["racks"]]
    return {"scores": rummikub.scores(racks, given["out"], given["next"])}


# ------------------------------------------------------------------------------------------ rami


def _rami_opening(given: Given, rules: rami.Rules) -> dict[str, Any]:
    points = rami.best_opening(Counter(read_cards(given["hand"])), rules)
    return {"points": points, "opens": points >= rules.opening}


def _rami_played(given: Given, rules: rami.Rules) -> tuple[rami.Turn, int, list[str]]:
    """A turn, the index of the move at which it stops, and all that is wrong there."""
    turn = rami.Turn(
        rules,
        Counter(read_cards(given["hand"])),
        read_melds(given["table"], rules.ace),
        given["opened"],
        [given["pile"]] if given["pile"] else [],
        number=given["turn"],
    )
    for at, move in enumerate(given["moves"]):
        found = turn.play(move, given["stock"])
        if found:
            return turn, at, found
    return turn, len(given["moves"]), [] if turn.ended else ["not-ended"]


def _rami_turn(given: Given, rules: rami.Rules) -> dict[str, Any]:
    turn, at, found = _rami_played(given, rules)
    if found:
        return {"legal": False, "at": at, "reason": found[0]}
    return {
        "legal": True,
        "hand": cards_text(turn.hand),
        "table": melds_text(turn.table),
        "opened": turn.opened,
        "out": turn.out,
    }


def _rami_layoff(given: Given, rules: rami.Rules) -> dict[str, Any]:
    found = rami.layoffs(read_meld(given["meld"], rules.ace), given["card"], rules)
    return {"becomes": sorted("".join(meld) for meld in found)}


def _rami_score(given: Given, rules: rami.Rules) -> dict[str, Any]:
    hands = [Counter(read_cards(hand)) for hand in given["hands"]]
    told = given["opened"], given["out"], given["sec"], given["melds_before"]
    return {"scores": rami_deals.scores(hands, *told, rules)}


# ------------------------------------------------------------------------------------------- gin


def _gin_knock(given: Given) -> dict[str, Any]:
    rules = gin.rules_of(given["options"])
    hand, upcard = Counter(read_cards(given["knocker"])), given["upcard"]
    melds = gin.read_spread(given["spread"], hand, rules)
    fault = gin.knock_fault(hand, melds, upcard, rules)
    if fault or melds is None:
        return {"fault": fault}
    defender = Counter(read_cards(given["defender"]))
    result = gin.showdown(hand, melds, None, defender, upcard, rules)
    return {"winner": result.winner, "points": result.points, "boxes": result.boxes}


def _gin_match(given: Given) -> dict[str, Any]:
    rules = gin.rules_of({"to": 100, "shutout": "game", **given["options"]})
    sheet = gin.new_sheet(given["columns"])
    ends_with = None
    for at, (side, points, boxes) in enumerate(given["deals"]):
        if side is not None and ends_with is None:
            gin.enter(sheet, side, points, boxes, rules)
            ends_with = at if gin.is_over(sheet, rules) else None
    finals = [column.finals(rules) if column.is_closed(rules.to) else None for column in sheet]
    if given["columns"] > 1:
        return {"columns": finals}
    return {"ends_with": ends_with, "finals": finals[0] or sheet[0].points}


def _gin_partners(given: Given) -> dict[str, Any]:
    return {"sides": gin.of_partners([(side, points) for side, points in given["deals"]])}


ANSWERS = {
    ("rummikub", "turn"): _rummikub_turn,
    ("rummikub", "best"): _rummikub_best,
    ("rummikub", "plays"): _rummikub_plays,
    ("rummikub", "opening"): _rummikub_opening,
    ("rummikub", "score"): _rummikub_score,
    ("gin", "knock"): _gin_knock,
    ("gin", "match"): _gin_match,
    ("gin", "partners"): _gin_partners,
}
RAMI = {
    "opening": _rami_opening,
    "turn": _rami_turn,
    "layoff": _rami_layoff,
    "score": _rami_score,
}
