"""The reasons that the rule-based player gives: what they say of the cards is so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from suitwise.game import CHANCE, OVER
from suitwise.players import RandomPlayer
from suitwise.players.tractor import TractorPlayer
from suitwise.tractor.blocks import parts_of
from suitwise.tractor.game import Tractor
from suitwise.tractor.order import TRUMPS, partition_mask
from suitwise.tractor.overtake import winner_at_table
from suitwise.tractor.piles import Pile
from suitwise.tractor.state import TractorState
from suitwise.tractor.throws import beats, led_partition
from tests.players.test_tractor_replies import thrown

PLAYER = TractorPlayer()
LOOKED_AT = 500
"""So many plays are looked at to tell whether a trick can be taken."""
WORLDS = 5


def reasons(game: Tractor, seed: int) -> Iterator[tuple[TractorState, Pile, str]]:
    """Yield positions of a deal with the play advised and why; every other lead is made at random."""
    (state, index), random = game.start().rolled(seed, 0), RandomPlayer(seed)
    while state.turn != OVER:
        if state.turn == CHANCE:
            state, index = state.rolled(seed, 0, index)
        elif state.phase != "play":
            state = state.after(PLAYER(state))
        else:
            move, why = PLAYER.advice(state)
            yield state, move.pile, why
            odd = not state.tricks[-1].plays and len(state.tricks) % 2 == 1
            state = state.after(random(state) if odd else move)


# --- What the reasons say -------------------------------------------------------------------------


def mask_of(state: TractorState, partition: int) -> int:
    return partition_mask(partition, state.trump.main_index, state.trump.rank_index)


def led_by(state: TractorState, play: Pile) -> int:
    return led_partition((*state.tricks[-1].plays, play)[0], state.trump)


def takes(state: TractorState, play: Pile) -> bool:
    """Tell whether a play wins so far."""
    plays = (*state.tricks[-1].plays, play)
    return winner_at_table(state.trump, plays, state.profile).winner == len(plays) - 1


def can_take(state: TractorState) -> bool | None:
    """Tell whether some play takes the trick; None where there are too many plays to know."""
    if any(takes(state, move.pile) for move in islice(iter(state.moves()), LOOKED_AT)):
        return True
    return False if len(state.moves()) <= LOOKED_AT else None


def partner_may_ruff(state: TractorState, play: Pile) -> bool:
    """Tell whether the partner is out of the suit in every world, and has trumps in one."""
    worlds = [state.resample(state.turn, 5, stream) for stream in range(WORLDS)]
    hands = [world.held[(state.turn + 2) % 4].once for world in worlds]
    out = not any(hand & mask_of(state, led_by(state, play)) for hand in hands)
    return out and any(hand & mask_of(state, TRUMPS) for hand in hands)


def is_unbeaten(state: TractorState, play: Pile) -> bool:
    """Tell whether nobody beats a part of a lead in any world."""
    led, chain = led_by(state, play), state.profile.chain_mask(state.trump.main_index)
    return not any(
        beats(world.held[(state.turn + ahead) % 4], part, led, state.trump, chain)
        for world in (state.resample(state.turn, 6, stream) for stream in range(WORLDS))
        for part in parts_of(play, state.trump, chain)
        for ahead in (1, 2, 3)
    )


def is_unbeaten_but_ruffed(state: TractorState, play: Pile) -> bool:
    """Tell whether moreover somebody has a trump in some world."""
    worlds = [state.resample(state.turn, 7, stream) for stream in range(WORLDS)]
    held = [world.held[(state.turn + ahead) % 4].once for world in worlds for ahead in (1, 2, 3)]
    return is_unbeaten(state, play) and any(hand & mask_of(state, TRUMPS) for hand in held)


SAYING: dict[str, Callable[[TractorState, Pile], bool]] = {
    "can't be beaten by you": lambda state, _: can_take(state) is not True,
    "isn't worth beating": lambda state, _: can_take(state) is not False,
    "may ruff": partner_may_ruff,
    "can only be ruffed": is_unbeaten_but_ruffed,
    "still out beats it": is_unbeaten,
    "nobody can beat any part of it": is_unbeaten,
    "it takes": takes,
    "it ruffs": takes,
}


def test_what_the_reasons_say_is_so(exhaustive: bool) -> None:
    said = set()
    houses = ("standard", "standard(over=every)", "standard(over=top,chain=suits)")
    for seed in range(60 if exhaustive else 3):
        game = Tractor(match="deal", profile=houses[seed % len(houses)])
        for state, play, why in reasons(game, seed):
            for words in SAYING:
                if words in why:
                    assert SAYING[words](state, play), (str(state), str(play), why)
                    said.add(words)
    assert said == set(SAYING)


def test_a_throw_is_said_to_be_beatable_by_those_who_hold_what_it_takes() -> None:
    for own, words in (
        ("S3 SQ SK", "can't be beaten by you"),
        ("S3 S4 RJ", "can't be beaten by you"),
        ("S2 RJ", "it ruffs the trick"),
    ):
        assert words in PLAYER.advice(thrown(own, "HTHK", "SABJ")).why
