"""The policy of Hearts in arrays is its player: the same card everywhere, and whole games alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import numpy as np
import pytest

from hearts import policy
from hearts.game import PASSINGS, Hearts, HeartsState
from hearts.player import HeartsPlayer
from hearts.policy import COVERED, HIGH_SPADES, thought
from hearts.rules import ALL_HEARTS, COSTLY, QUEEN
from suitwise.cards import Card
from suitwise.envs import BatchVectorEnv
from suitwise.foundation.arrays.compiled import machine
from suitwise.game import play
from suitwise.players.named import named
from suitwise.stepping.loop import UNDER_WAY
from suitwise.stepping.records import games_of, policies_of
from suitwise.tricks import Knowledge, Trick, batch_of, knowledge_of
from suitwise.tricks.arrays import position_of
from suitwise.tricks.cards import HAND, NO_TRUMP, SPADES, SUIT, beats, bits_of, cards_of, suit_of
from suitwise.tricks.rules import COUNT, HELD, PHASE, PLAYING, others_hold, reach
from tests.examples.hearts.games import DEAL, random_states

CHOOSE = HeartsPlayer()
VARIANTS = [
    *(Hearts(points=0, passing=passing, queen_breaks=True) for passing in PASSINGS),
    Hearts(points=20),
]

# --- The rules of thumb, by what a seat knows of a position ---------------------------------------


def slow_thought(state: HeartsState) -> tuple[int, int]:
    """Return the rule of thumb and the card by the knowledge of the seat on turn, without records."""
    known, legal = knowledge_of(state, state.turn), state.legal
    trick = None if state.is_passing else state.tricks[-1]
    if trick and not trick.cards:
        return slow_lead(legal, known)
    if trick and legal & SUIT[trick.led]:
        return slow_follow(legal, trick, known)
    return policy.RID, max(cards_of(legal), key=danger_in(known.hand))


def danger_in(hand: int) -> Callable[[int], tuple[int, int, int]]:
    cover = (hand & SUIT[SPADES] & ~HIGH_SPADES).bit_count()

    def danger(card: int) -> tuple[int, int, int]:
        rank = card % HAND
        if HIGH_SPADES >> card & 1 and cover < COVERED:
            return 3, int(QUEEN >> card & 1), rank
        if ALL_HEARTS >> card & 1:
            return 2 * (rank >= 8), rank, 0
        length = (hand & SUIT[suit_of(card)]).bit_count()
        return int(suit_of(card) != SPADES), -length, rank

    return danger


def slow_lead(legal: int, known: Knowledge) -> tuple[int, int]:
    spades = legal & SUIT[SPADES] & ~HIGH_SPADES
    if spades and known.others & QUEEN:
        return policy.OUT, max(cards_of(spades))
    above = {
        card: sum(
            other > card and suit_of(other) == suit_of(card) for other in cards_of(known.others)
        )
        for card in cards_of(legal & ~QUEEN)
    }
    if not above:
        return policy.LAST, int(Card("SQ"))
    return policy.LOW, max(above, key=lambda card: (above[card], -(card % HAND)))


def slow_follow(legal: int, trick: Trick, known: Knowledge) -> tuple[int, int]:
    losing = [card for card in cards_of(legal) if not beats(card, trick.best, NO_TRUMP)]
    if losing:
        return policy.DUCK, max(losing, key=lambda card: (QUEEN >> card & 1, card))
    cheap = [*cards_of(legal & ~QUEEN)] or [*cards_of(legal)]
    after = [known.reach(known.seat + place) for place in range(1, 4 - len(trick.cards))]
    suit = SUIT[trick.led]
    is_safe = all(cards & suit and not cards & suit & COSTLY for cards in after)
    if is_safe and not COSTLY & bits_of(trick.cards):
        return policy.FREE, cheap[-1]
    return policy.TAKE, cheap[0]


# --- The same card everywhere ---------------------------------------------------------------------


def positions(games: int) -> Iterator[HeartsState]:
    """Yield the positions of random games of every kind, with a turn of a seat."""
    for game in VARIANTS:
        for seed in range(games):
            yield from (state for state in random_states(seed, game) if state.turn >= 0)


@pytest.mark.exhaustive
def test_the_policy_passes_and_plays_by_the_rules_of_thumb_in_thousands_of_positions(
    exhaustive: bool,
) -> None:
    compiled, seen = machine(thought), 0
    for state in positions(60 if exhaustive else 8):
        slow, options = slow_thought(state), state.variant.options
        assert divmod(thought(state.record.tolist(), options.tolist(), state.legal), 64) == slow
        assert divmod(compiled(state.record, options, state.legal), 64) == slow
        assert CHOOSE(state) == CHOOSE.advice(state).move == Card(slow[1])
        seen += 1
    assert seen > 3_000


def test_who_has_nothing_but_the_queen_leads_her() -> None:
    record = [0] * DEAL.columns
    record[PHASE], record[HELD], record[COUNT] = PLAYING, QUEEN, 48
    assert divmod(thought(record, DEAL.options.tolist(), QUEEN), 64) == (
        policy.LAST,
        int(Card("SQ")),
    )


def test_rules_of_a_record_know_what_a_seat_knows() -> None:
    for state in positions(3):
        if state.is_passing:
            continue
        record, known = state.record.tolist(), knowledge_of(state, state.turn)
        assert others_hold(record, state.turn) == known.others
        for other in {0, 1, 2, 3} - {state.turn}:
            assert reach(record, state.turn, other) == known.reach(other)


def test_the_policy_does_not_look_into_the_others_hands() -> None:
    """What is hidden from its seat is exchanged, or is not there at all."""
    draws = Random(5)
    for state in positions(3):
        record, options = state.record.tolist(), state.variant.options.tolist()
        told = thought(record, options, state.legal)
        world = state.resample(state.turn, draws.getrandbits(32), 0)
        assert thought(world.record.tolist(), options, state.legal) == told


# --- Whole games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [VARIANTS[0], VARIANTS[-1]], ids=str)
def test_games_on_records_are_those_of_the_player_move_by_move(game: Hearts) -> None:
    batch, rules = batch_of(game), named("rules", game)
    assert policies_of(batch, [rules] * 4) == (1, 1, 1, 1), "the arena plays them so"
    records = games_of(batch, 7, [3], 8, [[5] * 4], [[1] * 4])
    assert records == [play(game.start(), CHOOSE, seed=7, stream=3)]


def test_other_seats_of_a_vector_play_as_the_player_does() -> None:
    """Between two moves of the learner the others make those of the player, passing included."""
    rows = 24
    env = BatchVectorEnv(DEAL, rows, seat=1, opponents="rules", autoreset_mode="Disabled")
    env.reset(seed=3)
    steps, made = env.steps, 0
    for _ in range(16):
        before = [position_of(DEAL, record) for record in steps.records]
        actions = steps.sample()
        env.step(actions)
        for state, action, record in zip(before, actions.tolist(), steps.records, strict=True):
            after = state.after(Card(action))
            while after.turn not in (1, -2):
                after, made = after.after(CHOOSE(after)), made + 1
            assert after == position_of(DEAL, record)
    assert made > rows * 3 * 12
    assert (steps.ended != UNDER_WAY).all()
    assert np.isin(-steps.returns.sum(axis=1), (26, 78)).all()


def test_against_the_policy_a_seat_at_random_takes_more_points_than_against_others_at_random() -> (
    None
):
    means = []
    for others in ("random", "rules"):
        steps = BatchVectorEnv(DEAL, 400, opponents=others, autoreset_mode="Disabled").steps
        steps.reset(1)
        for _ in range(16):
            steps.step(steps.sample())
        means.append(-steps.returns[:, 0].mean())
    by_chance, by_rules = means
    assert by_chance + 2 < by_rules
