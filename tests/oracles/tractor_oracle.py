"""A slow, literal oracle for the judge of the card game Tractor (Sheng Ji).

Written from the rules alone, sharing no code with the package.
Nothing here is clever: tractors are listed one by one, a lead is taken apart by looking at the
list of all its tractors again and again, and a reply is matched by trying every way of cutting
its cards into blocks of the lead's sizes.  Run ``python tractor_oracle.py FILE`` to judge a file.

How the ambiguous places of the page are read here
--------------------------------------------------
Cards and blocks
 1. A pair is two cards of one suit *and* rank.  Rank cards of different suits that share one Φ
    (25, or 14 without a main suit) are neither a pair nor neighbours in a tractor.
 2. Jokers and rank cards are ordinary members of tractors: 24-25-26-27-28 is one ladder with a
    main suit, 14-15-16 without one.  Trump 13 and plain 12 never meet: they are two partitions.
 3. The decomposition takes *a* longest tractor.  A longest tractor always fills a whole maximal
    run of Φ values that hold pairs, so the sizes do not depend on which one is taken; only which
    rank pair of Φ 25 (or 14) is the link is free.  It is fixed here (the block with the highest
    top card first, then the smallest text) so that the answer does not depend on card order.
 4. A card held three times cannot come from two packs: ``ValueError``.
 5. A lead from more than one partition is not defined by the page (nor listed as malformed):
    ``ValueError``.

Matching and honour
 6. "Exactly the lead's sizes" are the sizes of the lead's decomposition.  A reply is cut into
    blocks of just those sizes in any way at all; a piece of a longer tractor is itself a tractor,
    a pair or single cards.  The reply need not be decomposed longest-first.
 7. "Longest block" of a reply is a block of the cutting having the largest of the lead's sizes,
    not the longest block which the reply's cards could form.  If several blocks of a cutting have
    that size, the best of them counts; then the best over all cuttings is taken.
 8. The lead's own honour comes from its decomposition, not from other cuttings of it.
 9. A reply to a plain lead which is wholly trump can win; wholly of another plain suit it cannot.
    "Φ compares only inside one partition", yet every trump Φ (13 or more) exceeds every plain Φ
    (12 or less), so honours are compared as plain numbers.
10. The honour reported for a reply is 0 only if it cannot be matched; a matched reply keeps its
    honour even when it loses.  Ties go to the earlier player.

The round
11. "All points played" are the points of all 100 cards played by both teams, the last trick
    included, so 200 minus that is what lies in the eight hidden cards.
12. L is the longest block of the last trick's *lead*, whoever wins the trick.
13. The defenders' bonus is added before the result is looked up; P is printed with it.
14. Only the promoted team's rank changes.  For 80 <= P < 120 nobody is promoted (k = 0).
15. A rank past A prints only the winner's line; reaching A exactly does not win.
16. A case ends when every player has played 25 cards; line ends and blank lines carry no meaning
    of their own, so the text is read as a stream of words.  Text after the last case is ignored.
17. The output ends with a line end after the last result.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

Block = tuple[str, ...]

RANKS = "23456789TJQKA"
SUITS = "SHDC"
PLAYERS = ("Alice", "Bob", "Charles", "David")
CARDS_EACH = 25


# ---------------------------------------------------------------------------------- the cards


def split_play(text: str) -> list[str]:
    """Cut a play such as ``S2S2RJ`` into its cards; ``ValueError`` for anything else."""
    cards = [text[i : i + 2] for i in range(0, len(text), 2)]
    for card in cards:
        if card in ("RJ", "BJ"):
            continue
        if len(card) != 2 or card[0] not in SUITS or card[1] not in RANKS:
            raise ValueError(f"unknown card {card!r} in play {text!r}")
    return cards


@cache
def partition(card: str, main: str, cr: str) -> str:
    """Return ``T`` for a trump card, otherwise the letter of the card's plain suit."""
    if card in ("RJ", "BJ"):
        return "T"
    suit, rank = card[0], card[1]
    if rank == cr or suit == main:
        return "T"
    return suit


@cache
def phi(card: str, main: str, cr: str) -> int:
    """Return the card's Φ, its height inside its partition (table of section 1)."""
    with_main = main != "O"
    if card == "RJ":
        return 28 if with_main else 16
    if card == "BJ":
        return 27 if with_main else 15
    suit, rank = card[0], card[1]
    if rank == cr:
        if not with_main:
            return 14
        return 26 if suit == main else 25
    ladder = [r for r in RANKS if r != cr]
    step = ladder.index(rank) + 1
    return 12 + step if suit == main else step


def _in_order(cards: Sequence[str], main: str, cr: str) -> tuple[str, ...]:
    """Sort cards by Φ, then text; refuse a third copy of a card."""
    for card in cards:
        if cards.count(card) > 2:
            raise ValueError(f"card {card} held more than twice")
    return tuple(sorted(cards, key=lambda card: (phi(card, main, cr), card)))


def _without(cards: tuple[str, ...], block: Block) -> tuple[str, ...]:
    """Take the cards of one block away, keeping the order of the others."""
    left = list(cards)
    for card in block:
        left.remove(card)
    return tuple(left)


# --------------------------------------------------------------------------------- the blocks


def _pair_cards(cards: tuple[str, ...]) -> list[str]:
    """List (once each) the cards of which two copies are there."""
    return [card for card in dict.fromkeys(cards) if cards.count(card) == 2]


def _tractors_from(start: str, pairs: list[str], main: str, cr: str) -> list[Block]:
    """List every tractor whose lowest pair is ``start``; every choice of pairs is followed."""
    found: list[Block] = []
    chains: list[list[str]] = [[start]]
    while chains:
        chain = chains.pop()
        if len(chain) >= 2:
            found.append(tuple(card for card in chain for _copy in range(2)))
        for card in pairs:
            if phi(card, main, cr) == phi(chain[-1], main, cr) + 1:
                chains.append([*chain, card])
    return found


def all_tractors(cards: Sequence[str], main: str, cr: str) -> list[Block]:
    """List every tractor inside cards of one partition, short ones within long ones too.

    A tractor is a choice of two or more pairs whose Φ are consecutive, each Φ once.
    """
    pairs = _pair_cards(_in_order(cards, main, cr))
    return [block for start in pairs for block in _tractors_from(start, pairs, main, cr)]


def _only_partition(cards: Sequence[str], main: str, cr: str) -> str:
    """Return the partition of all the cards, or an empty string if there are several."""
    kinds = {partition(card, main, cr) for card in cards}
    return kinds.pop() if len(kinds) == 1 else ""


@lru_cache(maxsize=100_000)
def _decompose(cards: tuple[str, ...], main: str, cr: str) -> tuple[Block, ...]:
    """Take apart cards which are in order and of one partition."""
    blocks: list[Block] = []
    while tractors := all_tractors(cards, main, cr):
        # A longest one; of these the highest, of these the first by text.
        best = min(tractors, key=lambda block: (-len(block), -phi(block[-1], main, cr), block))
        blocks.append(best)
        cards = _without(cards, best)
    for card in reversed(_pair_cards(cards)):
        blocks.append((card, card))
        cards = _without(cards, (card, card))
    blocks.extend((card,) for card in reversed(cards))
    return tuple(blocks)


def decompose(cards: list[str], main: str, cr: str) -> list[tuple[str, ...]]:
    """Cut a lead into blocks: the longest tractor, then again, then pairs, then singles.

    The blocks come longest first, the cards of a block lowest first.  ``ValueError`` if there
    are no cards, cards of several partitions, or three copies of one card.
    """
    if not cards:
        raise ValueError("no cards")
    if not _only_partition(cards, main, cr):
        raise ValueError(f"cards of several partitions: {''.join(cards)}")
    return list(_decompose(_in_order(cards, main, cr), main, cr))


def sizes(blocks: Sequence[tuple[str, ...]]) -> list[int]:
    """Return the numbers of cards of the blocks, largest first."""
    return sorted((len(block) for block in blocks), reverse=True)


def lead_honour(blocks: Sequence[tuple[str, ...]], main: str, cr: str) -> int:
    """Return the best Φ among the top cards of the longest blocks of a decomposed lead."""
    longest = max(len(block) for block in blocks)
    return max(phi(card, main, cr) for b in blocks if len(b) == longest for card in b)


# ------------------------------------------------------------------------------- the matching


@lru_cache(maxsize=200_000)
def _can_cut(cards: tuple[str, ...], wanted: tuple[int, ...], main: str, cr: str) -> bool:
    """Tell whether cards (in order, one partition) can be cut into blocks of the wanted sizes.

    Exhaustive: the first card lies in some block of the cutting, so every block which holds it
    and has a wanted size is tried.  The first card is the lowest one left, hence a tractor that
    holds it begins with it.
    """
    if not cards:
        return not wanted
    first = cards[0]
    blocks: list[Block] = [(first,)]
    if cards.count(first) == 2:
        blocks.append((first, first))
        blocks.extend(_tractors_from(first, _pair_cards(cards), main, cr))
    for block in blocks:
        if len(block) in wanted:
            left = list(wanted)
            left.remove(len(block))
            if _can_cut(_without(cards, block), tuple(left), main, cr):
                return True
    return False


def _blocks_of_size(cards: tuple[str, ...], size: int, main: str, cr: str) -> list[Block]:
    """List every block of just this size inside the cards (in order, one partition)."""
    if size == 1:
        return [(card,) for card in dict.fromkeys(cards)]
    if size == 2:
        return [(card, card) for card in _pair_cards(cards)]
    return [block for block in all_tractors(cards, main, cr) if len(block) == size]


def best_match(lead: list[str], reply: list[str], main: str, cr: str) -> int:
    """Return the honour of a reply to a lead, 0 when the reply cannot win at all.

    The reply must be of one partition (trump, or the lead's) and be cut into blocks of exactly
    the sizes of the lead's decomposition.  Over all such cuttings, and over the blocks of the
    largest size in each, the highest top card's Φ is the honour.
    """
    if len(reply) != len(lead):
        raise ValueError("lead and reply differ in length")
    wanted = sizes(decompose(lead, main, cr))
    if _only_partition(reply, main, cr) not in ("T", partition(lead[0], main, cr)):
        return 0
    cards = _in_order(reply, main, cr)
    longest, others = wanted[0], tuple(wanted[1:])
    honour = 0
    for block in _blocks_of_size(cards, longest, main, cr):
        top = phi(block[-1], main, cr)
        if top > honour and _can_cut(_without(cards, block), others, main, cr):
            honour = top
    return honour


def judge_trick(plays: list[list[str]], main: str, cr: str) -> tuple[int, list[int]]:
    """Judge four plays in playing order: the winner's index and the four honours."""
    lead = plays[0]
    honours = [lead_honour(decompose(lead, main, cr), main, cr)]
    honours += [best_match(lead, reply, main, cr) for reply in plays[1:]]
    return honours.index(max(honours)), honours


# ---------------------------------------------------------------------------------- the round


def points(cards: Sequence[str]) -> int:
    """Return the points of cards: 5 for a five, 10 for a ten or a king."""
    worth = {"5": 5, "T": 10, "K": 10}
    return sum(worth.get(card[1], 0) for card in cards)


def judge_round(
    main: str, dealer: str, cr1: str, cr2: str, tricks: list[list[str]]
) -> tuple[int, str]:
    """Judge one round; a trick is four play texts, its leader's first.

    Returns the defenders' points P and the result line of the case.
    """
    dealer_seat = PLAYERS.index(dealer)
    declarers = dealer_seat % 2  # 0: Alice and Charles (team 1), 1: Bob and David (team 2)
    ranks = [cr1, cr2]
    cr = ranks[declarers]

    leader = dealer_seat
    defenders_points = 0
    all_points = 0
    for number, texts in enumerate(tricks, start=1):
        plays = [split_play(text) for text in texts]
        won, _honours = judge_trick(plays, main, cr)
        winner = (leader + won) % 4
        value = sum(points(play) for play in plays)
        all_points += value
        if winner % 2 != declarers:
            defenders_points += value
            if number == len(tricks):
                longest = sizes(decompose(plays[0], main, cr))[0]
                defenders_points += (200 - all_points) * 2**longest
        leader = winner

    if defenders_points < 80:
        promoted = declarers
        next_dealer = PLAYERS[(dealer_seat + 2) % 4]
        if defenders_points == 0:
            gain = 3
        elif defenders_points < 40:
            gain = 2
        else:
            gain = 1
    else:
        promoted = 1 - declarers
        next_dealer = PLAYERS[(dealer_seat + 1) % 4]
        gain = (defenders_points - 80) // 40

    new_rank = RANKS.index(ranks[promoted]) + gain
    if new_rank >= len(RANKS):
        return defenders_points, f"Winner: Team {promoted + 1}"
    ranks[promoted] = RANKS[new_rank]
    return defenders_points, f"{ranks[0]} {ranks[1]} {next_dealer}"


def judge_text(text: str) -> str:
    """Judge a whole, well-formed judge input and return the whole output."""
    words = iter(text.split())
    lines: list[str] = []
    for number in range(1, int(next(words)) + 1):
        main, dealer, cr1, cr2 = (next(words) for _ in range(4))
        tricks: list[list[str]] = []
        played = 0
        while played < CARDS_EACH:
            trick = [next(words) for _ in range(4)]
            played += len(trick[0]) // 2
            tricks.append(trick)
        total, result = judge_round(main, dealer, cr1, cr2, tricks)
        lines += [f"Case #{number}:", str(total), result]
    return "".join(line + "\n" for line in lines)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python tractor_oracle.py FILE")
    sys.stdout.write(judge_text(Path(sys.argv[1]).read_text(encoding="ascii")))
