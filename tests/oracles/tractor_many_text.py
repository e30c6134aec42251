"""The referee of whole matches of Tractor with 1 to 4 packs, from the text of their records alone.

Written from the page of the rules and the form of records, and sharing no code with the package. A
record is read here a second time; draw, bids, burials, calls, tricks and results are gone through in
order, and `Wrong` says what is not so. What is asked of a trick is answered by the other oracles.

How the open places of the page are read here
---------------------------------------------
 1. Bids for the buried cards are bids that overturn the standing one; where none stands, all are open.
 2. Who makes no bid passes; passes are not written.
 3. If nobody has bid, cards of the kitty are turned up until one names the suit. For `kitty` that is a
    card of the current rank; if there is none, the highest card of the kitty, of equals the first one,
    and a joker names no suit.
 4. `forced=lowest` takes the least part, whether or not it is beaten; `largest` the part with most
    cards that somebody beats, of equals the lower; `never` lets all throws stand.
 5. `chain=suits` keeps rank cards and jokers out of tractors.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.oracles import tractor_many_deals as deals
from tests.oracles.tractor_many_cards import (
    JOKERS,
    RANKS,
    SUITS,
    Cards,
    Rules,
    all_cards,
    holds,
    points_of,
    read_cards,
    rules_of,
)
from tests.oracles.tractor_many_oracle import default_cutting, winner
from tests.oracles.tractor_many_referee import Wrong, check_calls, check_trick, score

MOST_VOID = 5
HOUSES: dict[str, dict[str, object]] = {
    "standard": {},
    "rbtying": {"forced": "first", "over": "every", "fit": "cards", "nobody": "first"},
}
"""The named houses of §9 by their differences from the defaults."""


# ------------------------------------------------------------------------------- the text


@dataclass(frozen=True)
class Game:
    """What the first line of a record says."""

    packs: int
    players: int
    levels: str
    landlord: int
    first: int
    most_deals: int
    switches: dict[str, object]

    @property
    def rules(self) -> Rules:
        """The switches, each with its value."""
        return rules_of(self.switches)


@dataclass
class Deal:
    """The lines of a deal, by their first words."""

    head: str
    draws: dict[int, str] = field(default_factory=dict)
    lines: dict[str, str] = field(default_factory=dict)
    tricks: list[str] = field(default_factory=list)


def outside(text: str) -> list[str]:
    """The options of a text, split at commas outside parentheses."""
    parts, depth = [""], 0
    for character in text:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return [part for part in parts if part]


def read_game(line: str) -> Game:
    """The variant and its house."""
    options = dict(part.split("=", 1) for part in outside(line[len("game tractor(") : -1]))
    house, _, changed = options["profile"].partition("(")
    switches = dict(HOUSES[house])
    for part in outside(changed.removesuffix(")")):
        name, value = part.split("=")
        is_number = name != "defend" and re.fullmatch("-?[0-9]+", value)
        switches[name] = int(value) if is_number else value
    if switches.get("kitty_cards") == 0:
        del switches["kitty_cards"]
    switches |= {"teams": options.get("teams", "fixed"), "friends": int(options.get("friends", 0))}
    players = int(options.get("players", 4))
    levels = options.get("levels", "22")
    if len(levels) == 2:
        levels = "".join(levels[seat % 2] for seat in range(players))
    return Game(
        int(options.get("packs", 0)) or players // 2,
        players,
        levels,
        int(options.get("landlord", -1)),
        int(options.get("first", 0)),
        1 if options.get("match") == "deal" else int(options.get("deals", 0)) or 10_000,
        switches,
    )


def read_record(text: str) -> tuple[Game, list[Deal]]:
    """The variant of a record, and the lines of its deals."""
    first, *lines = text.splitlines()
    found: list[Deal] = []
    for number, line in enumerate(lines, 2):
        word, _, rest = line.strip().partition(" ")
        if word == "deal":
            found.append(Deal(rest.partition(": ")[2]))
        elif word == "draw":
            found[-1].draws[int(rest[0])] = rest[3:]
        elif word == "trick":
            if not rest.startswith(f"{len(found[-1].tricks) + 1}: "):
                raise Wrong(f"line {number}: the tricks are not numbered on")
            found[-1].tricks.append(rest.partition(": ")[2])
        elif word.endswith(":"):
            found[-1].lines[word[:-1]] = rest
        else:
            raise Wrong(f"line {number}: {line.strip()[:20]} begins no line of a record")
    return read_game(first), found


# ------------------------------------------------------------------------------- the match


@dataclass(frozen=True)
class Ending:
    """What the referee finds of a deal, for those who want to compare it with something else."""

    landlord: int
    trump: str
    team: tuple[int, ...]
    filled: tuple[int | None, ...]
    points: int
    levels: str
    next_landlord: int
    match_won_by: tuple[int, ...]


def referee(text: str) -> list[Ending]:
    """Go through a record; return how its deals end, those that are void left out."""
    game, written = read_record(text)
    levels, landlord, void = game.levels, game.landlord, 0
    endings: list[Ending] = []
    for number, deal in enumerate(written, 1):
        if endings and (endings[-1].match_won_by or len(endings) >= game.most_deals):
            raise Wrong(f"deal {number}: the match was over before it")
        try:
            ending = Round(game, deal, levels, landlord, void).play()
        except Wrong as wrong:
            raise Wrong(f"deal {number}: {wrong}") from None
        if ending is None:
            void += 1
            continue
        levels, landlord, void = ending.levels, ending.next_landlord, 0
        endings.append(ending)
    return endings


class Round:
    """A deal that is gone through."""

    def __init__(self, game: Game, deal: Deal, levels: str, landlord: int, void: int) -> None:
        self.game, self.deal, self.levels, self.void = game, deal, levels, void
        self.rules, self.given = game.rules, landlord
        self.first = game.first if landlord < 0 else landlord
        self.landlord = self.first
        self.hands: list[Counter[str]] = []
        self.kitty: Cards = ()
        self.made: list[tuple[int, str]] = []
        self.trump = ""

    def play(self) -> Ending | None:
        """The end of the deal, or None if it is void."""
        self._check_head()
        self._draw_and_bid()
        if not self.made and self.rules.nobody == "redeal" and self.void < MOST_VOID:
            if self.deal.lines != {"result": "nobody has bid"}:
                raise Wrong("the deal is void, and nothing more is to be said of it")
            return None
        self._name_trump()
        buried = self._bury()
        calls = self._call()
        return self._play_out(buried, calls)

    def _check_head(self) -> None:
        words = [f"levels {' '.join(self.levels)}"]
        words.append(f"first {self.first}" if self.given < 0 else f"landlord {self.given}")
        if self.void:
            words.append(f"redealt {self.void}")
        if self.deal.head != ", ".join(words):
            raise Wrong(f"the head is {', '.join(words)}, not {self.deal.head}")

    # --- Draw and bids ---

    def _draw_and_bid(self) -> None:
        """Deal the cards, hold every bid against those drawn so far, and find the kitty."""
        game, players = self.game, self.game.players
        kept = self.levels if self.given < 0 else self.levels[self.given]
        sizes = deals.kitty_of(game.packs, players, kept, game.switches)
        drawn: list[list[str]] = []
        shown: dict[int, tuple[int, str]] = {}
        for seat in range(players):
            cards: list[str] = []
            for word in re.findall(r"\[[^]]+\]|[^ ]+", self.deal.draws.get(seat, "")):
                if word.startswith("["):
                    time = (len(cards) - 1) * players + (seat - self.first) % players
                    shown[time] = (seat, word[1:-1])
                else:
                    cards += read_cards(word)
            if len(cards) != sizes.hand:
                raise Wrong(f"seat {seat} draws {sizes.hand} cards, not {len(cards)}")
            drawn.append(cards)
        for time in sorted(shown):
            seat, bid = shown[time]
            self._check_bid(seat, bid, drawn[seat][: time // players + 1])
        for word in self.deal.lines.get("bids", "").split():
            self._check_bid(int(word[0]), word[2:], drawn[int(word[0])])
        packs = Counter(dict.fromkeys(all_cards(), game.packs))
        left = packs - Counter(sizes.removed)
        for cards in drawn:
            if not holds(left.elements(), cards):
                raise Wrong("more cards are drawn than there are")
            left -= Counter(cards)
        self.hands, self.kitty = [Counter(cards) for cards in drawn], tuple(left.elements())

    def _check_bid(self, seat: int, bid: str, held: Cards) -> None:
        level, packs = self.levels[self.first], self.game.packs
        if bid not in deals.may_bid(held, seat, self.made, level, packs, self.game.switches):
            raise Wrong(f"seat {seat} may not bid {bid}")
        self.made.append((seat, bid))

    def _name_trump(self) -> None:
        """Find landlord and trump, and compare them and the kitty with what is written."""
        if self.made and self.given < 0:
            first = self.rules.landlord == "first"
            self.landlord = self.made[0 if first else -1][0]
        turned = read_cards(self.deal.lines.get("turned", ""))
        if not holds(self.kitty, turned):
            raise Wrong("cards are turned up that are not in the kitty")
        rank = self.levels[self.landlord]
        main = self._main_of_bid() if self.made else self._main_turned(turned, rank)
        if self.made and turned:
            raise Wrong("no card is turned up where somebody has bid")
        self.trump = main + rank
        self._require("trump", f"{self.trump}, landlord {self.landlord}")
        if Counter(read_cards(self.deal.lines["kitty"])) != Counter(self.kitty):
            raise Wrong("that is not the kitty")

    def _main_of_bid(self) -> str:
        shown = self.made[-1][1][:2]
        return "O" if shown in JOKERS else shown[0]

    def _main_turned(self, turned: Cards, rank: str) -> str:
        """The suit named by the cards turned up, which must be neither too few nor too many."""
        nobody = self.rules.nobody
        if nobody == "none":
            names: list[str] = []
            enough = not turned
        else:
            names = [card for card in turned if self._names(card, rank, nobody)]
            all_turned = len(turned) == len(self.kitty)
            enough = names[:1] == list(turned[-1:]) and len(names) == 1 if names else all_turned
        if not enough:
            raise Wrong("other cards of the kitty are to be turned up")
        if nobody == "none":
            return "O"
        card = names[0] if names else max(turned, key=self._height)
        return "O" if card in JOKERS else card[0]

    @staticmethod
    def _names(card: str, rank: str, nobody: str) -> bool:
        if nobody == "first":
            return True
        return card not in JOKERS and (nobody == "suited" or card[1] == rank)

    @staticmethod
    def _height(card: str) -> int:
        return 20 + JOKERS.index(card) if card in JOKERS else RANKS.index(card[1])

    # --- Burials and calls ---

    def _bury(self) -> Cards:
        """The cards that are buried last, after all bids for them."""
        burier, words = self.landlord, self.deal.lines["buried"].split()
        self.hands[burier] += Counter(self.kitty)
        buried: list[str] = []
        for word in words:
            if ":" not in word:
                buried += read_cards(word)
                continue
            self._take_away(burier, buried)
            burier = self._steal(burier, int(word[0]), word[2:], buried)
            buried = []
        self._take_away(burier, buried)
        return buried

    def _take_away(self, seat: int, buried: Cards) -> None:
        if len(buried) != len(self.kitty):
            raise Wrong(f"{len(self.kitty)} cards are buried, not {len(buried)}")
        if not holds(self.hands[seat].elements(), buried):
            raise Wrong(f"seat {seat} buries what it does not hold")
        self.hands[seat] -= Counter(buried)

    def _steal(self, burier: int, seat: int, bid: str, buried: Cards) -> int:
        """Let a seat take the buried cards by a bid; return it."""
        if self.rules.steal != "yes" or seat == burier:
            raise Wrong(f"seat {seat} is not asked for the kitty")
        open_bids = deals.may_steal(
            tuple(self.hands[seat].elements()),
            self.made,
            self.trump[1],
            self.game.packs,
            self.game.switches,
        )
        if bid not in open_bids:
            raise Wrong(f"seat {seat} may not take the kitty with {bid}")
        self.made.append((seat, bid))
        self.trump = self._main_of_bid() + self.trump[1]
        self.hands[seat] += Counter(buried)
        return seat

    def _call(self) -> list[deals.Call]:
        calls = []
        for word in self.deal.lines.get("calls", "").split():
            card, number = word.split("#")
            calls.append((card, int(number)))
        if calls != sorted(calls, key=call_order):
            raise Wrong("the calls do not ascend")
        game = self.game
        if self.rules.teams == "friends":
            check_calls(game.packs, game.players, self.trump, calls, game.switches)
        elif calls:
            raise Wrong("there are no calls where sides are fixed")
        return calls

    # --- Play and result ---

    def _play_out(self, buried: Cards, calls: list[deals.Call]) -> Ending:
        game, players = self.game, self.game.players
        taken, failed, leader = [0] * players, [0] * players, self.landlord
        played: list[tuple[int, Cards]] = []
        parts: tuple[Cards, ...] = ()
        for trick in self.deal.tricks:
            words, _, told = trick.partition(" -> ")
            plays = [(int(word[0]), word[2:]) for word in words.split()]
            if len(plays) != players:
                raise Wrong(f"a trick has {players} plays, not {len(plays)}")
            self._check_words(plays[0][1])
            shown, has_failed = check_trick(plays, leader, self.hands, self.trump, game.switches)
            parts = tuple(shown)
            failed[leader] += has_failed
            cards = [tuple(card for part in parts for card in part)]
            cards += [read_cards(text) for _, text in plays[1:]]
            for (seat, _), play in zip(plays, cards, strict=True):
                self.hands[seat] -= Counter(play)
                played.append((seat, play))
            leader = plays[winner(cards, parts, self.trump, game.switches)][0]
            points = sum(points_of(play) for play in cards)
            taken[leader] += points
            if told != f"{leader} +{points}":
                raise Wrong(f"seat {leader} takes the trick {words} and {points} points")
        if any(self.hands):
            raise Wrong("the tricks end before the hands are empty")
        friends = deals.friends_after(self.landlord, calls, played, game.switches)
        team = friends.team
        if self.rules.teams == "fixed":
            team = tuple(seat for seat in range(players) if seat % 2 == self.landlord % 2)
        end = score(
            game.packs,
            self.landlord,
            self.levels,
            team,
            len(calls),
            taken,
            failed,
            deals.kitty_points(points_of(buried), parts, game.switches) * (leader not in team),
            game.switches,
        )
        self._require(
            "result", ", ".join(self._said(end.points, end.result, end.after, end.heir, end.won))
        )
        return Ending(
            self.landlord,
            self.trump,
            team,
            friends.filled,
            end.points,
            end.after,
            end.heir,
            end.won,
        )

    def _check_words(self, lead: str) -> None:
        """Refuse parts that are named though they are the default."""
        named = lead.partition(">")[0]
        if "+" not in named:
            return
        cards = read_cards(named.replace("+", ""))
        parts = sorted(tuple(sorted(read_cards(part))) for part in named.split("+"))
        default = default_cutting(cards, self.trump, self.game.switches)
        if parts == sorted(tuple(sorted(part)) for part in default):
            raise Wrong(f"{named} is cut by default and written without +")

    def _said(
        self, points: int, result: deals.Result, after: str, heir: int, won: tuple[int, ...]
    ) -> Iterator[str]:
        yield f"{points} point" + "s" * (points != 1)
        if result.held:
            yield f"the landlord's side holds +{result.landlord_up}"
        else:
            yield f"the attackers take over +{result.attackers_up}"
        if won:
            yield " and ".join(f"seat {seat}" for seat in won) + " won the match"
        else:
            yield f"levels {' '.join(after)}"
            yield f"next landlord {heir}"

    def _require(self, word: str, right: str) -> None:
        if self.deal.lines.get(word) != right:
            raise Wrong(f"{word}: {right}, not {self.deal.lines.get(word)}")


def call_order(call: deals.Call) -> tuple[int, int, int]:
    """Spades, hearts, clubs, diamonds, from the two up, then jokers; of a card the lower number."""
    card, number = call
    if card in JOKERS:
        return len(SUITS), JOKERS.index(card), number
    return "SHDC".index(card[0]), RANKS.index(card[1]), number
