"""A ruling in words for people at the table, trick by trick (docs/tractor.md, Who wins)."""

from __future__ import annotations

from collections.abc import Sequence

from suitwise.arguments import of_kind
from suitwise.cards import RANKS, Card, format_cards
from suitwise.errors import IllegalPosition
from suitwise.foundation.seating import SEATS
from suitwise.foundation.text.phrases import counted
from suitwise.tractor.game import Tractor
from suitwise.tractor.judge.judge import RoundRuling, TrickRuling, judge_round
from suitwise.tractor.judge.rounds import PLAYERS, Round, seats_from
from suitwise.tractor.moves import DECK
from suitwise.tractor.record.match import BidRecord, DealRecord, MatchRecord, TrickRecord
from suitwise.tractor.rules.blocks import Block
from suitwise.tractor.rules.matching import Match, NoMatch
from suitwise.tractor.rules.order import PARTITION_NAMES, Trump, partition_of, phi_of
from suitwise.tractor.rules.piles import Pile, pile_of, sum_of
from suitwise.tractor.state import TractorState

_RANK_NAMES = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_SUIT_NAMES = dict(zip("SHDC", PARTITION_NAMES, strict=False))
_MAIN_NAMES = _SUIT_NAMES | {"O": "no main suit"}


def _card_name(card: Card, *, plural: bool = False, suit: bool = True) -> str:
    if card.is_joker:
        name = "red joker" if card == 53 else "black joker"
        return name + "s" * plural
    name = _RANK_NAMES.get(card.rank, card.rank) + "s" * plural
    return f"{name} of {_SUIT_NAMES[card.suit]}" if suit else name


def _rank_sign(card: Card) -> str:
    if card.is_joker:
        return "red joker" if card == 53 else "black joker"
    return "10" if card.rank == "T" else card.rank


def _tractor_name(block: Block, *, suit: bool) -> str:
    steps = block.cards[::-2]
    suits = {card.suit for card in steps}
    if len(suits) == 1 and not steps[0].is_joker:
        ranks = "–".join(_rank_sign(card) for card in steps)
        return f"tractor {ranks}" + (f" of {_SUIT_NAMES[steps[0].suit]}" if suit else "")
    names = (
        _rank_sign(card) if card.is_joker else f"{_rank_sign(card)} of {_SUIT_NAMES[card.suit]}"
        for card in steps
    )
    return "tractor " + "–".join(names)


def name_block(block: Block, *, suit: bool = True) -> str:
    """Name a block as people at the table do.

    Args:
        block: the block.
        suit: whether to say the suit.

    >>> from suitwise.tractor import decompose
    >>> [name_block(block) for block in decompose("HQHQHKHKHA", "S2")]
    ['tractor Q–K of hearts', 'the ace of hearts']
    """
    if block.kind == "tractor":
        return _tractor_name(block, suit=suit)
    if block.kind == "pair":
        return "pair of " + _card_name(block.cards[0], plural=True, suit=suit)
    return "the " + _card_name(block.cards[0], suit=suit)


def name_play(blocks: Sequence[Block]) -> str:
    """Name a play by its blocks; one suit is said once.

    >>> from suitwise.tractor import decompose
    >>> name_play(decompose("HQHQHKHKHA", "S2"))
    'tractor Q–K of hearts and the ace'
    """
    suits = {card.suit for block in blocks for card in block.cards}
    names = [
        name_block(block, suit=i == 0 or len(suits) > 1 or "" in suits)
        for i, block in enumerate(blocks)
    ]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _placed(play: tuple[Card, ...], trump: Trump) -> str:
    """Name the partitions of a play, trump first, each with its cards' Φ in the order written."""
    main, cr = trump.main_index, trump.rank_index
    levels: dict[int, list[str]] = {}
    for card in play:
        levels.setdefault(partition_of(card, main, cr), []).append(str(phi_of(card, main, cr)))
    return "; ".join(
        f"{PARTITION_NAMES[partition]} Φ {' '.join(levels[partition])}"
        for partition in sorted(levels, reverse=True)
    )


def _article(name: str) -> str:
    return name if name.startswith("the ") else f"a {name}"


def _reading(reading: Match | NoMatch) -> str:
    if isinstance(reading, Match):
        return f"serves as {_article(name_play(reading.serving))}; honour {reading.honour}"
    return f"can't win: {reading.reason}"


def _verdict(trick: TrickRuling, winner: str, side: str) -> str:
    best = trick.honours[trick.winner]
    equal = trick.honours.count(best) > 1
    why = f"honour {best}" + (", played first among equals" if equal else "")
    return f"{winner} wins with {why}: {trick.points} points to the {side}"


def explain_trick(trick: TrickRuling, leader: str, number: int, dealer: str) -> list[str]:
    """Explain one trick in lines of text.

    Args:
        trick: the ruling.
        leader: who led.
        number: which trick of the round, from 1.
        dealer: the dealer, who tells declarers from defenders.

    >>> from suitwise.tractor import judge_trick
    >>> for line in explain_trick(judge_trick("S2", ["HA", "H3", "S3", "D4"]), "Bob", 1, "Bob"):
    ...     print(line)
    Trick 1: Bob leads the ace of hearts
      Bob      HA  hearts Φ 12  honour 12
      Charles  H3  hearts Φ 1   serves as the 3 of hearts; honour 1
      David    S3  trump Φ 13   serves as the 3 of spades; honour 13
      Alice    D4  diamonds Φ 2 can't win: the reply is all diamonds, not all hearts or all trump
      David wins with honour 13: 0 points to the declarers
    """
    of_kind(trick, TrickRuling, "trick")
    seats_from(dealer)
    seats = seats_from(leader)
    plays = [format_cards(play) for play in trick.plays]
    where = [_placed(play, trick.trump) for play in trick.plays]
    read = [f"honour {trick.honours[0]}", *(_reading(reading) for reading in trick.readings)]
    wide, wider = max(map(len, plays)), max(map(len, where))
    rows = [
        f"  {name:<8} {play:<{wide}}  {place:<{wider}} {words}"
        for name, play, place, words in zip(seats, plays, where, read, strict=True)
    ]
    winner = seats[trick.winner]
    declaring = (PLAYERS.index(winner) - PLAYERS.index(dealer)) % 2 == 0
    return [
        f"Trick {number}: {leader} leads {_article(name_play(trick.lead))}",
        *rows,
        "  " + _verdict(trick, winner, "declarers" if declaring else "defenders"),
    ]


def _team(team: int) -> str:
    return f"team {team} ({PLAYERS[team - 1]} and {PLAYERS[team + 1]})"


def _end_of_round(ruling: RoundRuling) -> list[str]:
    """Say what the defenders made and what it does to the levels."""
    last = ruling.tricks[-1]
    defenders_last = (PLAYERS.index(ruling.winners[-1]) - ruling.round.dealer_seat) % 2 == 1
    lines = [f"The defenders took {ruling.taken} points in tricks"]
    if defenders_last:
        size = last.lead[0].size
        lines.append(
            f"They won the last trick, led with a longest block of {counted(size, 'card')}: "
            f"{ruling.hidden} hidden points × 2^{size} = {ruling.hidden << size} more"
        )
    else:
        lines.append(
            f"The declarers won the last trick, so the {ruling.hidden} hidden points don't count"
        )
    return lines


def _outcome(ruling: RoundRuling) -> str:
    if ruling.ranks is None:
        won = _team(ruling.winner or 0)
        return f"{ruling.points} points for the defenders: {won} passes A and wins"
    gained = {
        team: (before, after)
        for team, before, after in zip((1, 2), ruling.round.ranks, ruling.ranks, strict=True)
        if before != after
    }
    rise = "".join(f"team {team} rises from {a} to {b}" for team, (a, b) in gained.items())
    return (
        f"{ruling.points} points for the defenders: {rise or 'no team rises'}, "
        f"{ruling.next_dealer} deals next"
    )


def explain_round(ruling: RoundRuling) -> str:
    """Explain a round: the configuration, every trick, and the outcome.

    >>> from suitwise.tractor.judge.judge import EXAMPLE, judge_round
    >>> print(explain_round(judge_round(EXAMPLE)).splitlines()[-1])
    105 points for the defenders: no team rises, Bob deals next
    """
    of_kind(ruling, RoundRuling, "ruling")
    game = ruling.round
    lines = [
        f"Trump: {_MAIN_NAMES[game.main]}, rank {game.trump.rank}. {game.dealer} deals: "
        f"the declarers are {_team(ruling.declarers)}, the defenders {_team(3 - ruling.declarers)}"
    ]
    for number, (trick, leader) in enumerate(zip(ruling.tricks, ruling.leaders, strict=True), 1):
        lines += explain_trick(trick, leader, number, game.dealer)
    lines += [*_end_of_round(ruling), _outcome(ruling)]
    return "\n".join(lines) + "\n"


# --------------------------------------------------------------------------------------------------
# Finished deals in the judge's format, and the judge's rounds as records: two engines, one deal
#
# The judge (``judge``) sees the plays and nothing else. It takes a deal of any house, but only in the
# house ``judge``, whose switches are its rules, is its ruling sure to be the table's. A round becomes
# a deal of that house in which the landlord buried the kitty as it lay: the round does not tell more.
# The order of the draw and the bids are made up so that they fit. The first seat that has the rank
# card of the main suit shows it, and where nobody has it the kitty's is turned up; without a main
# suit nobody bids, in a house where that means no main suit.


def round_of(state: TractorState) -> Round:
    """Return a deal that is played out in the judge's format.

    Args:
        state: the last state of a deal, of any house; seat 0 becomes Alice, and so on.

    Raises:
        IllegalPosition: the deal is not played out.

    >>> from suitwise.tractor.record.replay import replayed
    >>> from suitwise.tractor.judge.judge import EXAMPLE
    >>> [state] = replayed(match_of_round(Round.parse(EXAMPLE)))
    >>> judge_round(round_of(state)).points, state.points
    (105, 105)
    """
    of_kind(state, TractorState, "state")
    if state.phase != "end" or state.is_laid_open:
        raise IllegalPosition("the judge rules on deals that are played out")
    trump, levels = state.trump, state.levels
    tricks = tuple(tuple(play.cards for play in trick.plays) for trick in state.tricks)
    return Round(
        trump.main, PLAYERS[state.current_landlord], (RANKS[levels[0]], RANKS[levels[1]]), tricks
    )


def match_of_round(round_: Round) -> MatchRecord:
    """Return a round of the judge's as a record of one deal, with the judge's rulings in it.

    Replaying it (``record.replay``) holds the judge's winners, points and levels against the table's.

    >>> from suitwise.tractor.judge.judge import EXAMPLE
    >>> match = match_of_round(Round.parse(EXAMPLE))
    >>> print(match.game.profile, match.deals[0].trump, match.deals[0].bids[0], match.deals[0].result)
    judge ('S7', 0) 0:S7 105 points, levels 7 8, next landlord 1
    """
    of_kind(round_, Round, "round")
    ruling = judge_round(round_)
    levels = RANKS.index(round_.ranks[0]), RANKS.index(round_.ranks[1])
    draws = _played_by_seat(ruling)
    kitty = DECK.minus(sum_of(map(pile_of, draws)))
    bids, turned = _how_named(round_, draws)
    house = "judge(nobody=none)" if round_.main == "O" else "judge"
    game = Tractor(house, "deal", "".join(round_.ranks), round_.dealer_seat)
    deal = DealRecord(
        1,
        levels,
        round_.dealer_seat,
        draws=draws,
        bids=bids,
        turned=turned,
        trump=(str(round_.trump), round_.dealer_seat),
        kitty=kitty,
        buried=kitty,
        tricks=_tricks(ruling),
        result=_result(ruling),
    )
    return MatchRecord(game, (deal,))


def _played_by_seat(ruling: RoundRuling) -> tuple[tuple[Card, ...], ...]:
    """Return the cards that each seat has played, in the order of their numbers."""
    played: list[list[Card]] = [[] for _ in SEATS]
    for leader, trick in zip(ruling.leaders, ruling.tricks, strict=True):
        for place, play in enumerate(trick.plays):
            played[(PLAYERS.index(leader) + place) % 4] += play
    return tuple(tuple(sorted(cards)) for cards in played)


def _how_named(
    round_: Round, draws: tuple[tuple[Card, ...], ...]
) -> tuple[tuple[BidRecord, ...], tuple[Card, ...]]:
    """Return the bid, or the card turned up, that names the main suit; neither where nothing does."""
    if round_.main == "O":
        return (), ()
    named = Card(str(round_.trump))
    holders = [seat for seat in SEATS if named in draws[seat]]
    if not holders:
        return (), (named,)
    return (BidRecord(holders[0], Pile(1 << named)),), ()


def _tricks(ruling: RoundRuling) -> tuple[TrickRecord, ...]:
    return tuple(
        TrickRecord(
            PLAYERS.index(leader),
            tuple(map(pile_of, trick.plays)),
            result=(PLAYERS.index(winner), trick.points),
        )
        for leader, winner, trick in zip(ruling.leaders, ruling.winners, ruling.tricks, strict=True)
    )


def _result(ruling: RoundRuling) -> str:
    """Return what the judge says of a deal's end in the words of a record."""
    if ruling.ranks is None or ruling.next_dealer is None:
        assert ruling.winner is not None
        return f"{ruling.points} points, seats {ruling.winner - 1} and {ruling.winner + 1} win the match"
    levels, landlord = " ".join(ruling.ranks), PLAYERS.index(ruling.next_dealer)
    return f"{ruling.points} points, levels {levels}, next landlord {landlord}"
