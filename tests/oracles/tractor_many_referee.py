"""The referee of whole deals of Tractor with 1 to 4 packs, and the answers to the file of cases.

Written from the page of the rules alone and sharing no code with the package: what is asked here is
answered by `tractor_many_oracle` and `tractor_many_deals`.

How the open places of the page are read here
---------------------------------------------
 1. Penalties of the landlord's side are added to the attackers' points, theirs are taken off.
 2. Where sides are fixed, no side is ever smaller, so there is no bonus.
 3. The order in which calls are made is not checked: the cases have them in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.oracles import tractor_many_deals as deals
from tests.oracles.tractor_many_cards import (
    Cards,
    Switches,
    holds,
    in_order,
    of_partition,
    partition,
    points_of,
    read_cards,
    rules_of,
)
from tests.oracles.tractor_many_oracle import (
    Parts,
    cuttings,
    default_cutting,
    legal_plays,
    may_follow,
    owed,
    read_lead,
    throw_ruling,
    winner,
)

# --------------------------------------------------------------------------------------- referee


class Wrong(ValueError):
    """What is wrong with a deal, in a sentence."""


@dataclass(frozen=True)
class Outcome:
    """What a whole deal comes to."""

    winners: tuple[int, ...]
    team: tuple[int, ...]
    filled: tuple[int | None, ...]
    attackers_points: int
    landlord_holds: bool
    next_landlord: int
    levels: str
    match_won_by: tuple[int, ...]


def referee(
    packs: int,
    players: int,
    trump: str,
    landlord: int,
    levels: str,
    hands: Sequence[Cards],
    kitty_buried: Cards,
    calls: Sequence[deals.Call],
    plays: Sequence[tuple[int, str]],
    switches: Switches | None = None,
) -> Outcome:
    """Play over a whole deal from the hands after the burial; `Wrong` says what breaks the rules.

    A play is a seat and a text: cards, with `+` between the parts of a lead and, after a throw
    that failed, `>` and the part that was forced.
    """
    counts = Counter(card for cards in (*hands, kitty_buried) for card in cards)
    for card, copies in counts.items():
        if copies > packs:
            raise Wrong(f"{card} is there {copies} times in {packs} packs")
    return play_out(
        packs, players, trump, landlord, levels, hands, kitty_buried, calls, plays, switches
    )


def play_out(
    packs: int,
    players: int,
    trump: str,
    landlord: int,
    levels: str,
    hands: Sequence[Cards],
    kitty_buried: Cards,
    calls: Sequence[deals.Call],
    plays: Sequence[tuple[int, str]],
    switches: Switches | None = None,
) -> Outcome:
    """What `referee` does, whether or not the packs have all the cards of hands and kitty."""
    rules = rules_of(switches)
    _check_table(players, trump, landlord, levels, hands)
    if rules.teams == "friends":
        check_calls(packs, players, trump, calls, switches)
    elif calls or players % 2:
        raise Wrong("fixed sides are for an even number of players, and nobody calls")
    left = [Counter(hand) for hand in hands]
    taken, failed = [0] * players, [0] * players
    winners: list[int] = []
    played: list[tuple[int, Cards]] = []
    leader, rest = landlord, list(plays)
    parts: Parts = ()
    while any(left):
        if len(rest) < players:
            raise Wrong("the plays end before the hands are empty")
        trick, rest = rest[:players], rest[players:]
        parts, throw_failed = check_trick(trick, leader, left, trump, switches)
        failed[leader] += throw_failed
        cards = [tuple(card for part in parts for card in part)]
        cards += [read_cards(text) for _, text in trick[1:]]
        for (seat, _), play in zip(trick, cards, strict=True):
            left[seat] -= Counter(play)
            played.append((seat, play))
        leader = trick[winner(cards, parts, trump, switches)][0]
        winners.append(leader)
        taken[leader] += sum(points_of(play) for play in cards)
    if rest:
        raise Wrong("there are plays after the hands are empty")
    friends = deals.friends_after(landlord, calls, played, switches)
    team = friends.team
    if rules.teams == "fixed":
        team = tuple(seat for seat in range(players) if seat % 2 == landlord % 2)
    kitty = 0
    if leader not in team:
        kitty = deals.kitty_points(points_of(kitty_buried), parts, switches)
    end = score(packs, landlord, levels, team, len(calls), taken, failed, kitty, switches)
    return Outcome(
        tuple(winners),
        team,
        friends.filled,
        end.points,
        end.result.held,
        end.heir,
        end.after,
        end.won,
    )


@dataclass(frozen=True)
class Score:
    """Points of a deal, what they come to, the levels after it, the next landlord, who has won."""

    points: int
    result: deals.Result
    after: str
    heir: int
    won: tuple[int, ...]


def score(
    packs: int,
    landlord: int,
    levels: str,
    team: tuple[int, ...],
    calls: int,
    taken: Sequence[int],
    failed: Sequence[int],
    kitty: int,
    switches: Switches | None = None,
) -> Score:
    """The end of a deal from the points taken by each seat and its throws that failed."""
    rules, players = rules_of(switches), len(taken)
    points = kitty + sum(taken[seat] for seat in range(players) if seat not in team)
    points += sum(
        rules.penalty * failed[seat] * (1 if seat in team else -1) for seat in range(players)
    )
    smaller = rules.teams == "friends" and len(team) < calls + 1
    result = deals.deal_result(points, packs, smaller, switches)
    after, won = deals.levels_after(
        levels, landlord, team, result.held, result.landlord_up, result.attackers_up, switches
    )
    heir = deals.next_landlord(players, landlord, team, result.held)
    return Score(points, result, after, heir, won)


def _check_table(
    players: int, trump: str, landlord: int, levels: str, hands: Sequence[Cards]
) -> None:
    if len(hands) != players or len(levels) != players or not 0 <= landlord < players:
        raise Wrong("a hand and a level for each seat, and a landlord among them")
    if len({len(hand) for hand in hands}) != 1 or not hands[0]:
        raise Wrong("all hands have as many cards, and at least one")
    if trump[1] != levels[landlord]:
        raise Wrong("the current rank is the landlord's level")


def check_calls(
    packs: int,
    players: int,
    trump: str,
    calls: Sequence[deals.Call],
    switches: Switches | None,
) -> None:
    if len(calls) != deals.friends_asked(players, rules_of(switches)):
        raise Wrong("the landlord has not called as many friends as he has to")
    if len(set(calls)) != len(calls):
        raise Wrong("the calls are different")
    for call in calls:
        if not deals.may_call(call, trump, packs, switches):
            raise Wrong(f"{call[0]}#{call[1]} may not be called")


def check_trick(
    trick: Sequence[tuple[int, str]],
    leader: int,
    left: Sequence[Counter[str]],
    trump: str,
    switches: Switches | None,
) -> tuple[Parts, bool]:
    """The parts that lead after all, and whether a throw failed; every play is checked."""
    players = len(trick)
    for turn, (seat, _) in enumerate(trick):
        if seat != (leader + turn) % players:
            raise Wrong(f"seat {(leader + turn) % players} is to play, not seat {seat}")
    hands = [tuple(left[seat].elements()) for seat, _ in trick]
    named, _, forced = trick[0][1].partition(">")
    lead = tuple(card for word in named.split("+") for card in read_cards(word))
    if not holds(hands[0], lead):
        raise Wrong(f"seat {leader} does not hold {named}")
    if len({partition(card, trump) for card in lead}) != 1:
        raise Wrong(f"{named} is no lead: its cards are not of one partition")
    parts: Parts = read_lead(named, trump, switches)
    ruling = throw_ruling(hands, parts, trump, switches)
    if ruling.stands == bool(forced):
        raise Wrong(f"the throw {named} {'stands' if forced else 'fails'}")
    if forced:
        if tuple(sorted(read_cards(forced))) not in ruling.forced:
            raise Wrong(f"{forced} is not the part of {named} that is forced")
        parts = (in_order(read_cards(forced), trump),)
    for (seat, text), hand in zip(trick[1:], hands[1:], strict=True):
        play = read_cards(text)
        if not holds(hand, play):
            raise Wrong(f"seat {seat} does not hold {text}")
        if not may_follow(play, hand, parts, trump, switches):
            raise Wrong(f"seat {seat} may not answer the lead with {text}")
    return parts, bool(forced)


# ----------------------------------------------------------------------------------- the cases

Case = Mapping[str, Any]


def answer(case: Case) -> dict[str, Any]:
    """The answer to a case of the file, in the form of its own `answer`."""
    return ANSWERS[case["kind"]](case)


def _word(cards: Cards) -> str:
    return " ".join(cards)


def _answer_cutting(case: Case) -> dict[str, Any]:
    cards, trump, switches = read_cards(case["cards"]), case["trump"], case.get("switches")
    every = sorted("+".join(map(_word, parts)) for parts in cuttings(cards, trump, switches))
    default = default_cutting(cards, trump, switches)
    return {"default": "+".join(map(_word, default)), "number": len(every), "all": every}


def _answer_follow(case: Case) -> dict[str, Any]:
    hand, play = read_cards(case["hand"]), read_cards(case["play"])
    trump, switches = case["trump"], case.get("switches")
    parts = read_lead(case["lead"], trump, switches)
    found: dict[str, Any] = {"legal": may_follow(play, hand, parts, trump, switches)}
    own = of_partition(hand, partition(parts[0][0], trump), trump)
    if len(own) > len(play) and rules_of(switches).duty != "suit":
        asked = owed(hand, parts, trump, switches)
        found["owed"] = " ".join(f"{width}x{length}" for width, length in asked)
        found["n_legal"] = len(legal_plays(own, parts, trump, switches))
    return found


def _answer_throw(case: Case) -> dict[str, Any]:
    trump, switches = case["trump"], case.get("switches")
    hands = [read_cards(hand) for hand in case["hands"]]
    ruling = throw_ruling(hands, read_lead(case["lead"], trump, switches), trump, switches)
    found: dict[str, Any] = {"stands": ruling.stands}
    if not ruling.stands:
        first, *others = sorted(_word(in_order(part, trump)) for part in ruling.forced)
        found["forced"] = first
        if others:
            found["or"] = others
    return found


def _answer_winner(case: Case) -> dict[str, Any]:
    trump, switches = case["trump"], case.get("switches")
    plays = [read_cards(play) for play in case["plays"]]
    parts = read_lead(case["lead"], trump, switches)
    return {
        "winner": winner(plays, parts, trump, switches),
        "points": sum(points_of(play) for play in plays),
        "largest_block_cards": max(len(part) for part in parts),
    }


def _answer_score(case: Case) -> dict[str, Any]:
    result = deals.deal_result(
        case["points"], case["packs"], case["smaller_team"], case.get("switches")
    )
    return {
        "landlord_holds": result.held,
        "landlord_up": result.landlord_up,
        "attackers_up": result.attackers_up,
        "bonus": result.bonus,
    }


def _answer_bids(case: Case) -> dict[str, Any]:
    made = [(seat, text) for seat, text in case["made"]]
    hand = read_cards(case["hand"])
    bids = deals.may_bid(
        hand, case["seat"], made, case["level"], case["packs"], case.get("switches")
    )
    return {"may_bid": sorted(bids)}


def _answer_deal(case: Case) -> dict[str, Any]:
    packs, switches = case["packs"], case.get("switches")
    sizes = deals.kitty_of(packs, case["players"], case.get("landlord_level", ""), switches)
    found: dict[str, Any] = {"hand": sizes.hand, "kitty": sizes.kitty}
    if rules_of(switches).kitty_cards == "auto":
        return {"cards": 54 * packs, **found}
    return {**found, "removed": _word(sizes.removed)}


def _answer_call(case: Case) -> dict[str, Any]:
    card, number = case["call"]
    allowed = deals.may_call((card, number), case["trump"], case["packs"], case.get("switches"))
    return {"allowed": allowed}


def _calls(case: Case) -> list[deals.Call]:
    return [(card, number) for card, number in case["calls"]]


def _answer_friends(case: Case) -> dict[str, Any]:
    plays = [(seat, read_cards(text)) for seat, text in case["plays"]]
    found = deals.friends_after(case["landlord"], _calls(case), plays, case.get("switches"))
    return {
        "team": list(found.team),
        "filled": list(found.filled),
        "smaller_team": len(found.team) < len(found.filled) + 1,
    }


def _answer_friends_deal(case: Case) -> dict[str, Any]:
    outcome = play_out(  # the kitty of some cases has more copies than the packs
        case["packs"],
        case["players"],
        case["trump"],
        case["landlord"],
        case["levels_before"],
        [read_cards(hand) for hand in case["hands"]],
        read_cards(case["kitty"]),
        _calls(case),
        [(seat, text) for seat, text in case["plays"]],
        case.get("switches"),
    )
    found = {name: getattr(outcome, name) for name in outcome.__dataclass_fields__}
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in found.items()
    }


def _answer_next_landlord(case: Case) -> dict[str, Any]:
    heir = deals.next_landlord(case["players"], case["landlord"], case["team"], case["held"])
    return {"landlord": heir}


def _answer_levels(case: Case) -> dict[str, Any]:
    levels, won = deals.levels_after(
        case["levels"],
        case["landlord"],
        case["team"],
        case["held"],
        case["landlord_up"],
        case["attackers_up"],
        case.get("switches"),
    )
    return {"levels": levels, "match_won_by": list(won)}


def _answer_kitty(case: Case) -> dict[str, Any]:
    parts = read_lead(case["lead"], case["trump"], case.get("switches"))
    buried = case["buried_points"]
    return {
        kind: deals.kitty_points(buried, parts, {"kitty": kind})
        for kind in ("twice", "power", "lead")
    }


ANSWERS = {
    "cutting": _answer_cutting,
    "follow": _answer_follow,
    "throw": _answer_throw,
    "winner": _answer_winner,
    "score": _answer_score,
    "bids": _answer_bids,
    "deal": _answer_deal,
    "call": _answer_call,
    "friends": _answer_friends,
    "friends_deal": _answer_friends_deal,
    "next_landlord": _answer_next_landlord,
    "levels": _answer_levels,
    "kitty": _answer_kitty,
}
