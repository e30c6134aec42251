"""The reason for a move of the rule-based player of Tractor, in a sentence, from what its seat sees."""

from __future__ import annotations

from itertools import islice

from suitwise.tractor.arrays.policy_chances import SURE
from suitwise.tractor.moves import PASS, Move
from suitwise.tractor.players.bids import trumps_with
from suitwise.tractor.players.replies import Replies
from suitwise.tractor.players.sight import Sight
from suitwise.tractor.players.throws import walks
from suitwise.tractor.rules.auction import PACKS, bid_of
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.order import NO_SUIT, PARTITION_NAMES, TRUMPS, partition_mask
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.rules.scoring import points_of
from suitwise.tractor.rules.throws import led_partition
from suitwise.tractor.rules.winning import winner_at_table
from suitwise.tractor.state import TractorState

_TRIED = 200
"""The most plays looked at to tell whether a trick could be taken."""

_WORLDS = 50
"""The most worlds looked at for a seat that can ruff."""

_PARTNER = 2
"""The partner sits two places on."""


def why(state: TractorState, move: Move) -> str:
    """Return the reason for a move in a sentence.

    Args:
        state: a position in which a seat is on turn.
        move: what the player chooses there.
    """
    if state.phase == "bid":
        return _why_bid(state, move)
    if state.phase == "bury":
        return _why_buried(state, move.pile)
    if state.phase == "forced":
        return "the parts are worth the same"
    if len(state.moves()) == 1:
        return "it is the only legal play"
    return (_why_followed if state.tricks[-1].plays else _why_led)(state, move.pile)


# --- Before the play ------------------------------------------------------------------------------


def _why_bid(state: TractorState, move: Move) -> str:
    standing, seat = state.standing, state.turn
    if move == PASS:
        if len(state.moves()) == 1:
            return "there is nothing to bid"
        if standing is not None and (standing.seat ^ seat) & 1 == 0:
            return f"your side's {standing} stands"
        bids = [bid for bid in state.moves() if bid != PASS]
        best = max(bids, key=lambda bid: trumps_with(state, bid))
        return f"{_strength(state, best)} at best, which is too few to bid"
    bid = bid_of(seat, move.pile.cards)
    if standing is not None and standing.seat == seat:
        return f"it makes your bid of {standing} harder to overturn"
    pair = ", and no other suit's pair overturns it" if bid.copies == PACKS else ""
    return f"{_strength(state, move)}{pair}"


def _strength(state: TractorState, move: Move) -> str:
    """Say how many trumps a seat has drawn of those that a bid would make."""
    main = bid_of(state.turn, move.pile.cards).main
    name = "no main suit" if main == NO_SUIT else PARTITION_NAMES[main]
    trumps, drawn = trumps_with(state, move), state.held[state.turn].size
    return f"with {name} you hold {_counted(trumps, 'trump')} of {_counted(drawn, 'card')}"


def _why_buried(state: TractorState, buried: Pile) -> str:
    hand, trump = state.held[state.turn], state.trump
    left = hand.minus(buried)
    emptied = []
    for partition in range(TRUMPS):
        mask = partition_mask(partition, trump.main_index, trump.rank_index)
        if partition != trump.main_index and hand.once & mask and not left.once & mask:
            emptied.append(PARTITION_NAMES[partition])
    trumps = left.of(partition_mask(TRUMPS, trump.main_index, trump.rank_index)).size
    does = f"empties {' and '.join(emptied)}" if emptied else f"keeps {_counted(trumps, 'trump')}"
    return f"it {does} and buries {_points(_value(buried))}"


# --- The play -------------------------------------------------------------------------------------


def _why_led(state: TractorState, lead: Pile) -> str:
    trump = state.trump
    partition = led_partition(lead, trump)
    parts = parts_of(lead, trump, state.profile.chain_mask(trump.main_index))
    sight, plain = Sight(state), partition != TRUMPS
    unbeaten = all(walks(part, partition, sight.others, trump, sight.chain) for part in parts)
    if len(parts) > 1:
        if unbeaten:
            return "nobody can beat any part of it, so the throw stands"
        return "no throw fails in this house"
    length = parts[0].size // 2
    if unbeaten:
        ruffs = plain and any(_may_ruff(sight, ahead, length) for ahead in (1, 2, 3))
        return f"no {parts[0].kind} that is still out beats it" + ", it can only be ruffed" * ruffs
    if plain and sight.is_out(_PARTNER, partition) and _may_ruff(sight, _PARTNER, length):
        return f"your partner is out of {PARTITION_NAMES[partition]} and may ruff"
    if partition == TRUMPS:
        mask = sight.mask(TRUMPS)
        own, out = sight.hand.of(mask).size, sight.unseen.of(mask).size
        return f"it draws trumps: you hold {own}, {out} are unseen"
    higher = _counted(sight.higher(parts[0], partition), f"higher {parts[0].kind}")
    return f"{higher} may be out, but no lead is worth more"


def _may_ruff(sight: Sight, ahead: int, length: int) -> bool:
    """Tell whether a seat can ruff a block in some world: it may hold each trump, and yet none."""
    if not sight.may_ruff(ahead, length):
        return False
    seat, state = (sight.seat + ahead) % 4, sight.state
    worlds = (state.resample(sight.seat, 0, stream) for stream in range(_WORLDS))
    return any(sight.ruffs(world.held[seat], length) for world in worlds)


def _why_followed(state: TractorState, play: Pile) -> str:
    table, seat = state.tricks[-1], state.turn
    plays = (*table.plays, play)
    before = winner_at_table(state.trump, table.plays, state.profile).winner
    after = winner_at_table(state.trump, plays, state.profile).winner
    if after == len(table.plays):
        return _why_taken(state, play, sum(map(_value, plays)))
    best, replies = table.plays[before], Replies(Sight(state))
    if (table.leader + before - seat) % 2 == 0:
        return f"your partner's {best} wins so far: {_added(replies, play)}"
    whose = f"{best} of seat {(table.leader + before) % 4}"
    return f"{whose} {_why_not_taken(replies)}: {_given(replies, play)}"


def _added(replies: Replies, play: Pile) -> str:
    """Say which points go to a partner's trick."""
    if _value(play):
        return f"give it {_points(_value(play))}"
    return "keep your points" if _value(replies.fattest) else "there is nothing to add"


def _given(replies: Replies, play: Pile) -> str:
    """Say which points go to a trick of the others, and why not fewer if fewer can go."""
    lean, own = replies.leanest, _value(play)
    saved = own - _value(lean)
    if not saved:
        return f"{_points(own)} must go" if own else "give no points"
    kept, chance = replies.kept(lean) - replies.kept(play), replies.chance(play)
    if SURE * kept < (SURE - 2 * chance) * saved:
        return f"{_points(own)} go"
    hope = f", and your partner is given {100 * chance // SURE} %" if kept < saved else ""
    has = f"{lean} has {_value(lean) or 'none'}, but is worth {kept} more to keep"
    return f"{_points(own)} go; {has}{hope}"


def _why_not_taken(replies: Replies) -> str:
    """Tell whether a play could take the trick, where there are not too many of them to say so."""
    moves = replies.sight.state.moves()
    if replies.is_hopeless:
        return "can't be beaten by you"
    if replies.winning or any(replies.wins(move.pile) for move in islice(iter(moves), _TRIED)):
        return "isn't worth beating"
    return "can't be beaten by you" if len(moves) <= _TRIED else "wins so far"


def _why_taken(state: TractorState, play: Pile, points: int) -> str:
    table, trump = state.tricks[-1], state.trump
    led = led_partition(table.plays[0], trump)
    ruffs = led != TRUMPS and led_partition(play, trump) == TRUMPS
    what = "ruffs" if ruffs else "takes"
    if len(table.plays) == 3:
        return f"it {what} a trick of {_points(points)}"
    return f"it {what} the trick so far, {_points(points)} lie in it"


def _value(pile: Pile) -> int:
    return points_of(pile.once, pile.twice)


def _points(points: int) -> str:
    return f"{points or 'no'} points"


def _counted(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'s' * (number != 1)}"
