"""A table of Tractor as text for the terminal: a hand by suits and blocks, the trick, the score.

A hand has a line for the trumps, apart from the others, and one for each plain suit; in a line the
blocks (rules page §2) stand highest first, each as a word that can be typed: ``HAHAHKHK`` is a
tractor, ``HAHA HJHJ`` are two pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.order import NO_SUIT, PARTITION_NAMES, TRUMPS, Trump, partition_mask
from suitwise.tractor.rules.owed import EVERY_LEVEL
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.state import TractorState

_NAME = max(map(len, PARTITION_NAMES))
_ORDER = (TRUMPS, *range(TRUMPS))
"""The trumps stand first."""


def hand_picture(hand: Pile, trump: Trump, chain: int = EVERY_LEVEL) -> str:
    """Return a hand, a line for each partition it has, the trumps apart.

    Args:
        hand: the cards.
        trump: the trump configuration.
        chain: the level mask of the Φ that join tractors.

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> print(hand_picture(pile_of("RJ S2 D2 SKSK SQSQ S9 HAHA HKHK H7 C4 C4"), Trump("S", "2")))
    trump    │ RJ S2 D2 SKSKSQSQ S9
    ─────────┼─────────────────────
    hearts   │ HAHAHKHK H7
    clubs    │ C4C4
    """
    rows = []
    for partition in _ORDER:
        if partition == trump.main_index != NO_SUIT:
            continue
        held = hand.of(partition_mask(partition, trump.main_index, trump.rank_index))
        if held.once:
            blocks = sorted(parts_of(held, trump, chain), key=lambda block: -block.phi)
            rows.append((PARTITION_NAMES[partition], " ".join(map(str, blocks))))
    return "\n".join(_lines(rows))


def _lines(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield rows of a name and some cards, with a line below the trumps."""
    widest = max((len(cards) for _, cards in rows), default=0)
    for name, cards in rows:
        yield f"{name:<{_NAME}} │ {cards}"
        if name == PARTITION_NAMES[TRUMPS] and len(rows) > 1:
            yield "─" * (_NAME + 1) + "┼" + "─" * (widest + 1)


def trick_picture(
    leader: int,
    plays: Sequence[Pile],
    winner: int | None,
    below: int = -1,
) -> str:
    """Return the plays of a trick, whole or not, a line each; the best so far is starred.

    Args:
        leader: the seat that led.
        plays: what was played, the lead first.
        winner: the place 0..3 of the play that wins so far; None where it is not told.
        below: the seat that looks on, called ``you``.

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> print(trick_picture(3, [pile_of("HKHK"), pile_of("HAHA")], 1, below=0))
    seat 3   │ HKHK led
    you      │ HAHA *
    """
    rows = []
    for place, play in enumerate(plays):
        seat = (leader + place) % 4
        marks = " led" * (place == 0) + " *" * (place == winner)
        who = "you" if seat == below else f"seat {seat}"
        rows.append(f"{who:<{_NAME}} │ {play}{marks}")
    return "\n".join(rows)


def position_picture(state: TractorState) -> str:
    """Return a whole position: the trump, the trick on the table, every hand.

    >>> from suitwise.tractor import Tractor
    >>> state, _ = Tractor(match="deal").start().rolled(1, 0)
    >>> position_picture(state).splitlines()[0]
    'bid: no main suit, 2s are trump; seat 0 is landlord'
    """
    lines = [f"{state.phase}: {trump_text(state.trump)}; seat {state.current_landlord} is landlord"]
    if state.tricks and state.tricks[-1].plays:
        table = state.tricks[-1]
        lines.append(trick_picture(table.leader, table.plays, state.ruling(table).winner))
    chain = state.profile.chain_mask(state.trump.main_index)
    for seat, hand in enumerate(state.held):
        if hand.once:
            lines += ["", f"seat {seat}", hand_picture(hand, state.trump, chain)]
    return "\n".join(lines)


def trump_text(trump: Trump) -> str:
    """Return a trump configuration in words.

    >>> trump_text(Trump("H", "2")), trump_text(Trump("O", "T"))
    ('hearts and 2s are trump', 'no main suit, 10s are trump')
    """
    rank = trump.rank.replace("T", "10")
    if trump.main_index == NO_SUIT:
        return f"no main suit, {rank}s are trump"
    return f"{PARTITION_NAMES[trump.main_index]} and {rank}s are trump"
