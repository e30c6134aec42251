"""A slow, plain oracle for Tractor with 1 to 4 packs: blocks, cuttings, duty, throws, winners.

Written from the definitions of the page of the rules alone (§1 to §5) and sharing no code with the
package: everything is found by trying all.  Bids, kitty, calls, friends and levels are in
`tractor_many_deals`, cards and switches in `tractor_many_cards`; the referee of whole deals and the
answers to the file of cases are in `tractor_many_referee`.

How the open places of the page are read here
---------------------------------------------
 1. Of two cuttings the lists of sizes are compared to the end, then the tops, then the kinds of
    rank cards; that is not always what taking the largest block again and again comes to.
 2. Two cuttings that differ in the kinds of rank cards alone are two.
 3. As the play that stands, a lead has the tops of the parts named, a reply those of all its
    cuttings; some cutting of the challenger must beat each of them.
 4. `over=length` leaves out all singles where a part is wider, also if all wider parts are equal.
 5. A lead of four or more copies of one card is a bomb where bombs are played.
 6. The plays of the led suit that are legal include the bombs that may be played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tests.oracles.tractor_many_cards import (
    JOKERS,
    TRUMP,
    Cards,
    Rules,
    Switches,
    holds,
    in_order,
    of_partition,
    partition,
    phi,
    read_cards,
    rules_of,
)

Size = tuple[int, int]  # width and length of a block
Parts = Sequence[Cards]
Counts = tuple[tuple[str, int], ...]  # cards and how many copies of each, in order

# ---------------------------------------------------------------------------------------- blocks


@dataclass(frozen=True)
class Block:
    """The same number of copies of each of some cards on consecutive Φ, ascending."""

    width: int
    kinds: tuple[str, ...]

    @property
    def size(self) -> Size:
        """Width and length."""
        return self.width, len(self.kinds)

    @property
    def cards(self) -> tuple[str, ...]:
        """All its cards, ascending."""
        return tuple(card for card in self.kinds for _ in range(self.width))

    def top(self, trump: str) -> int:
        """The Φ of its highest card."""
        return phi(self.kinds[-1], trump)


def rank_of_size(size: Size) -> tuple[int, bool, int]:
    """The order of blocks by size: more cards, then tractor before tuple, then the wider."""
    width, length = size
    return width * length, length > 1, width


def blocks_from(start: str, held: Mapping[str, int], trump: str, rules: Rules) -> Iterator[Block]:
    """All blocks among the cards held, of one partition, of which this is the lowest card."""
    for width in range(1, held[start] + 1):
        yield Block(width, (start,))
        joins = width >= rules.tractor_width and _joins_tractors(start, trump, rules)
        rows: list[tuple[str, ...]] = [(start,)] if joins else []
        while rows:
            row = rows.pop()
            above = phi(row[-1], trump) + 1
            for card, number in held.items():
                is_next = phi(card, trump) == above and _joins_tractors(card, trump, rules)
                if number >= width and is_next:
                    rows.append((*row, card))
                    if len(row) + 1 >= rules.tractor_length:
                        yield Block(width, (*row, card))


def _joins_tractors(card: str, trump: str, rules: Rules) -> bool:
    """Whether a card joins tractors; under `chain=suits` rank cards and jokers do not."""
    return rules.chain == "full" or (card not in JOKERS and card[1] != trump[1])


def blocks_in(cards: Cards, trump: str, rules: Rules) -> list[Block]:
    """All blocks among cards of one partition."""
    held = Counter(cards)
    return [block for card in held for block in blocks_from(card, held, trump, rules)]


def as_block(cards: Cards, trump: str, rules: Rules) -> Block:
    """The block that the cards make up, or an error where they are none."""
    for block in blocks_in(cards, trump, rules):
        if len(block.cards) == len(cards):
            return block
    raise ValueError(f"{' '.join(cards)} is no block")


# ---------------------------------------------------------------------------------------- cutting


def cuttings(
    cards: Cards, trump: str, switches: Switches | None = None
) -> set[tuple[tuple[str, ...], ...]]:
    """All cuttings of a lead, each with its parts largest first, then higher top."""
    found = _cuttings(in_order(cards, trump), trump, rules_of(switches))
    return {tuple(block.cards for block in cutting) for cutting in found}


def default_cutting(
    cards: Cards, trump: str, switches: Switches | None = None
) -> tuple[tuple[str, ...], ...]:
    """The greatest cutting: by the list of sizes, then of tops, then of the suits of rank cards."""
    found = _cuttings(in_order(cards, trump), trump, rules_of(switches))

    def greatness(cutting: tuple[Block, ...]) -> tuple[object, ...]:
        return (
            [rank_of_size(block.size) for block in cutting],
            [block.top(trump) for block in cutting],
            [block.kinds for block in cutting],
        )

    return tuple(block.cards for block in max(found, key=greatness))


@lru_cache(maxsize=1000)
def _cuttings(cards: Cards, trump: str, rules: Rules) -> frozenset[tuple[Block, ...]]:
    """The cuttings of a lead as blocks: those divisions of which no blocks make up one block."""
    if not cards or len({partition(card, trump) for card in cards}) != 1:
        raise ValueError("a lead is cards of one partition")
    whole = blocks_in(cards, trump, rules)
    found = set()

    def divide(held: Counter[str], taken: tuple[Block, ...]) -> None:
        left = [card for card in held if held[card]]
        if not left:
            found.add(in_size_order(taken, trump))
            return
        lowest = min(left, key=lambda card: (phi(card, trump), card))
        for block in blocks_from(lowest, +held, trump, rules):
            if not _makes_one_block(block, taken, whole):
                divide(held - Counter(block.cards), (*taken, block))

    divide(Counter(cards), ())
    return frozenset(found)


def in_size_order(blocks: Iterable[Block], trump: str) -> tuple[Block, ...]:
    """Blocks with the largest first, of equal size the higher top, then the later suit."""
    return tuple(
        sorted(
            blocks,
            key=lambda block: (rank_of_size(block.size), block.top(trump), block.kinds),
            reverse=True,
        )
    )


def _makes_one_block(block: Block, others: Sequence[Block], whole: Sequence[Block]) -> bool:
    """Whether the block and one or more of the others together make up a block of the whole."""
    cards = Counter(block.cards)
    return any(
        len(target.cards) > len(block.cards)
        and cards <= Counter(target.cards)
        and _are_made_up(Counter(target.cards) - cards, others)
        for target in whole
    )


def _are_made_up(wanted: Counter[str], blocks: Sequence[Block]) -> bool:
    """Whether some of the blocks together are exactly the wanted cards."""
    if not wanted:
        return True
    for place, block in enumerate(blocks):
        cards = Counter(block.cards)
        if cards <= wanted and _are_made_up(wanted - cards, blocks[place + 1 :]):
            return True
    return False


def read_lead(
    text: str, trump: str, switches: Switches | None = None
) -> tuple[tuple[str, ...], ...]:
    """The parts of a lead as written: `+` names them, without it they are the default."""
    words = text.split("+")
    cards = tuple(card for word in words for card in read_cards(word))
    default = default_cutting(cards, trump, switches)
    if len(words) == 1:
        return default
    rules = rules_of(switches)
    blocks = [as_block(read_cards(word), trump, rules) for word in words]
    parts = tuple(block.cards for block in in_size_order(blocks, trump))
    if parts not in cuttings(cards, trump, switches):
        raise ValueError(f"{text} is no cutting: some of its parts make up one block")
    if rules.cutting == "default" and parts != default:
        raise ValueError(f"{text} is not the default cutting, and no other may be named")
    return parts


# ----------------------------------------------------------------------------------------- duty

Held = tuple[tuple[int, tuple[int, ...]], ...]  # at each Φ how many copies of each card, from two
Board = tuple[tuple[int, ...], ...]  # columns: their places; cards: width, places, is a tractor


def owed(
    hand: Cards, lead_parts: Parts, trump: str, switches: Switches | None = None
) -> tuple[Size, ...]:
    """The blocks that F2 asks of a hand, widest first; nothing where it does not speak."""
    rules = rules_of(switches)
    own = of_partition(hand, _led(lead_parts, trump), trump)
    if rules.duty == "suit" or len(own) <= _number(lead_parts):
        return ()
    return best(own, _sizes(lead_parts, trump, rules), trump, rules)


def best(cards: Cards, parts: Sequence[Size], trump: str, rules: Rules) -> tuple[Size, ...]:
    """The greatest service of the lead's parts by cards of the led partition."""
    held = _held(Counter(cards), trump, rules)
    wide = [size for size in parts if size[0] >= 2]
    return _best(held, _board(wide, rules), max(wide, default=(0, 0)), rules)


def _held(counts: Mapping[str, int], trump: str, rules: Rules) -> Held:
    """What can serve: at each Φ the numbers of copies of the cards that are there twice or more.

    Cards that join no tractors are put where they have no neighbours.
    """
    by_place: dict[int, list[int]] = {}
    for card, number in counts.items():
        if number >= 2:
            place = phi(card, trump)
            place = place if _joins_tractors(card, trump, rules) else 100 + 2 * place
            by_place.setdefault(place, []).append(number)
    return tuple((place, tuple(sorted(by_place[place]))) for place in sorted(by_place))


def _board(parts: Sequence[Size], rules: Rules) -> Board:
    """The lead's board while nothing is on it."""
    if rules.fit == "cards":
        return tuple(sorted((w, w * length, int(length > 1)) for w, length in parts))
    return tuple(sorted((w,) * length for w, length in parts))


@lru_cache(maxsize=200_000)
def _best(held: Held, board: Board, limit: Size, rules: Rules) -> tuple[Size, ...]:
    """The greatest list of blocks, none before `limit` in the order widest, then longest.

    The greatest list begins with the greatest block that can serve at all, so it is enough to try
    that size: every way to take it out of the hand and every place for it.
    """
    longest = max((len(part) if rules.fit == "columns" else part[1] for part in board), default=0)
    for width in range(limit[0], 1, -1):
        for length in range(limit[1] if width == limit[0] else longest, 0, -1):
            size = width, length
            boards = set(_put(size, board, rules))
            rests = set(_taken(size, held, rules)) if boards else set()
            if rests:
                lists = (_best(rest, free, size, rules) for rest in rests for free in boards)
                return (size, *max(lists))
    return ()


def _is_size(size: Size, rules: Rules) -> bool:
    """Whether a block may have this width and length."""
    width, length = size
    return length == 1 or (width >= rules.tractor_width and length >= rules.tractor_length)


def _taken(size: Size, held: Held, rules: Rules) -> Iterator[Held]:
    """What is left of the cards after a block of this size, for each way to take one."""
    if not _is_size(size, rules):
        return
    width, length = size
    places = dict(held)
    for start in places:
        steps = range(start, start + length)
        if all(step in places for step in steps):
            lefts: list[dict[int, tuple[int, ...]]] = [places]
            for step in steps:
                lefts = [
                    {**left, step: rest}
                    for left in lefts
                    for rest in set(_less(left[step], width, rules))
                ]
            for left in lefts:
                yield tuple((place, copies) for place, copies in left.items() if copies)


def _less(copies: tuple[int, ...], width: int, rules: Rules) -> Iterator[tuple[int, ...]]:
    """The copies at one Φ after one card there has given so many of its own."""
    for place, number in enumerate(copies):
        if number == width or (number > width and rules.protect == "none"):
            others = copies[:place] + copies[place + 1 :]
            left = number - width
            yield tuple(sorted((*others, left))) if left >= 2 else others


def _put(size: Size, board: Board, rules: Rules) -> Iterator[Board]:
    """The board after a block of this size has been put on it, for each place it may have."""
    width, length = size
    for place, part in enumerate(board):
        others = board[:place] + board[place + 1 :]
        if rules.fit == "cards":
            widest, free, is_tractor = part
            asks = length == 1 or is_tractor or rules.tractors_for == "any"
            if asks and width <= widest and width * length <= free:
                yield tuple(sorted((*others, (widest, free - width * length, is_tractor))))
            continue
        for first in range(len(part) - length + 1):
            columns = range(first, first + length)
            if all(part[column] >= width for column in columns):
                now = tuple(n - width if c in columns else n for c, n in enumerate(part))
                yield tuple(sorted((*others, min(now, now[::-1]))))


def all_services(
    cards: Cards, parts: Sequence[Size], trump: str, switches: Switches | None = None
) -> set[tuple[Size, ...]]:
    """The lists of all services there are, found without any order: the definition word by word."""
    rules = rules_of(switches)
    held = Counter(cards)
    blocks = [block for block in blocks_in(cards, trump, rules) if block.width >= 2]
    found: set[tuple[Size, ...]] = set()

    def choose(at: int, left: Counter[str], board: Board, sizes: tuple[Size, ...]) -> None:
        found.add(tuple(sorted(sizes, reverse=True)))
        for place in range(at, len(blocks)):
            block = blocks[place]
            exact = all(held[card] == block.width for card in block.kinds)
            if Counter(block.cards) <= left and (exact or rules.protect == "none"):
                for free in set(_put(block.size, board, rules)):
                    choose(place, left - Counter(block.cards), free, (*sizes, block.size))

    choose(0, held, _board([size for size in parts if size[0] >= 2], rules), ())
    return found


def legal_plays(
    hand: Cards, lead_parts: Parts, trump: str, switches: Switches | None = None
) -> set[tuple[str, ...]]:
    """All replies that the hand may make to the lead, each as a sorted tuple of cards."""
    rules = rules_of(switches)
    number = _number(lead_parts)
    own = of_partition(hand, _led(lead_parts, trump), trump)
    others = Counter(hand) - Counter(own)
    if len(own) > number:
        plays = _choices(Counter(own), number)
    else:
        plays = {(*own, *rest) for rest in _choices(others, number - len(own))}
    bombs = {(card,) * number for card, copies in Counter(hand).items() if copies >= number}
    return {
        tuple(sorted(play))
        for play in plays | bombs
        if _follows(play, hand, lead_parts, trump, rules)
    }


def _choices(counts: Counter[str], number: int) -> set[tuple[str, ...]]:
    """All choices of so many cards out of these, copies being alike."""
    choices: dict[int, set[tuple[str, ...]]] = {0: {()}}
    for card, copies in counts.items():
        longer: dict[int, set[tuple[str, ...]]] = {}
        for chosen, sets in choices.items():
            for more in range(min(copies, number - chosen) + 1):
                longer.setdefault(chosen + more, set()).update((*s, *(card,) * more) for s in sets)
        choices = longer
    return choices.get(number, set())


def may_follow(
    play: Cards, hand: Cards, lead_parts: Parts, trump: str, switches: Switches | None = None
) -> bool:
    """Whether the play out of the hand is legal against the lead."""
    return (
        len(play) == _number(lead_parts)
        and holds(hand, play)
        and _follows(play, hand, lead_parts, trump, rules_of(switches))
    )


def _follows(play: Cards, hand: Cards, lead_parts: Parts, trump: str, rules: Rules) -> bool:
    led = _led(lead_parts, trump)
    own = of_partition(hand, led, trump)
    played = of_partition(play, led, trump)
    if is_bomb(play, rules) and (rules.bombs == "free" or played):
        return True
    if len(played) != min(len(play), len(own)):
        return False
    if len(own) <= len(play) or rules.duty == "suit":
        return True
    sizes = _sizes(lead_parts, trump, rules)
    return best(played, sizes, trump, rules) >= best(own, sizes, trump, rules)


def is_bomb(play: Cards, rules: Rules) -> bool:
    """Whether a play is four or more copies of one card, where bombs are played."""
    return rules.bombs != "none" and len(play) >= 4 and len(set(play)) == 1


def _number(lead_parts: Parts) -> int:
    return sum(len(part) for part in lead_parts)


def _led(lead_parts: Parts, trump: str) -> str:
    return partition(lead_parts[0][0], trump)


def _sizes(lead_parts: Parts, trump: str, rules: Rules) -> list[Size]:
    """The sizes of the parts, largest first."""
    sizes = [as_block(part, trump, rules).size for part in lead_parts]
    return sorted(sizes, key=rank_of_size, reverse=True)


# ----------------------------------------------------------------------------------------- throws


@dataclass(frozen=True)
class Ruling:
    """Whether a lead stands; if not, the parts, as sorted cards, of which one is forced."""

    stands: bool
    forced: frozenset[tuple[str, ...]] = frozenset()


def throw_ruling(
    hands: Sequence[Cards], lead_parts: Parts, trump: str, switches: Switches | None = None
) -> Ruling:
    """What becomes of a lead; hands from the leader on, all other seats are asked."""
    rules = rules_of(switches)
    if len(lead_parts) == 1 or rules.forced == "never":
        return Ruling(True)
    parts = [as_block(part, trump, rules) for part in lead_parts]
    beaten = []
    for hand in hands[1:]:
        own = of_partition(hand, _led(lead_parts, trump), trump)
        blocks = blocks_in(own, trump, rules)
        beaten += [part for part in parts if any(_beats(block, part, trump) for block in blocks)]
        if beaten and rules.forced == "first":
            break
    if not beaten:
        return Ruling(True)

    def order(part: Block) -> tuple[int, int, bool]:
        sign = -1 if rules.forced == "largest" else 1
        return sign * len(part.cards), part.top(trump), len(part.kinds) > 1

    open_to_force = parts if rules.forced == "lowest" else beaten
    least = min(order(part) for part in open_to_force)
    return Ruling(
        False,
        frozenset(tuple(sorted(part.cards)) for part in open_to_force if order(part) == least),
    )


def _beats(block: Block, part: Block, trump: str) -> bool:
    return block.size == part.size and block.top(trump) > part.top(trump)


# ---------------------------------------------------------------------------------------- winner

Tops = tuple[tuple[int, ...], ...]  # of the parts of each size, largest size first, highest first


def winner(
    plays: Sequence[Cards], lead_parts: Parts, trump: str, switches: Switches | None = None
) -> int:
    """Which of the plays takes the trick, counted from the lead, which is the first of them."""
    rules = rules_of(switches)
    sizes = _sizes(lead_parts, trump, rules)
    led = _led(lead_parts, trump)
    best_place, best_class = 0, _class_of(plays[0], led, trump, rules)
    lead_blocks = [as_block(part, trump, rules) for part in lead_parts]
    standing = {_by_size([(block.size, block.top(trump)) for block in lead_blocks])}
    for place, play in enumerate(plays[1:], 1):
        own_class = _class_of(play, led, trump, rules)
        tops = replies(play, sizes, trump, rules)
        if own_class < best_class or not (own_class[0] == 2 or tops):
            continue
        if own_class > best_class or (own_class[0] < 2 and _is_over(tops, standing, sizes, rules)):
            best_place, best_class, standing = place, own_class, tops
    return best_place


def _class_of(play: Cards, led: str, trump: str, rules: Rules) -> tuple[int, int, int]:
    """What decides before `over`: bombs by trump and Φ, then trump, then the led suit."""
    suits = {partition(card, trump) for card in play}
    if is_bomb(play, rules):
        return 2, int(suits == {TRUMP}), phi(play[0], trump)
    if suits == {TRUMP}:
        return 1, 0, 0
    return (0, 0, 0) if suits == {led} else (-1, 0, 0)


def replies(play: Cards, sizes: Sequence[Size], trump: str, rules: Rules) -> set[Tops]:
    """The tops of all cuttings of a play into exactly these sizes, largest first; maybe none."""
    if len({partition(card, trump) for card in play}) != 1:
        return set()
    counts = tuple(sorted(Counter(play).items()))
    return {
        _by_size(list(zip(sizes, tops, strict=True)))
        for tops in _replies(counts, tuple(sizes), trump, rules)
    }


@lru_cache(maxsize=100_000)
def _replies(
    counts: Counts, sizes: tuple[Size, ...], trump: str, rules: Rules
) -> frozenset[tuple[int, ...]]:
    """The tops, in the order of the sizes, of all cuttings of these cards into the sizes."""
    held = Counter(dict(counts))
    if all(size == (1, 1) for size in sizes):
        return frozenset({tuple(phi(card, trump) for card in held.elements())})
    found = set()
    for block in blocks_in(tuple(held.elements()), trump, rules):
        if block.size == sizes[0]:
            left = tuple(sorted((held - Counter(block.cards)).items()))
            for tops in _replies(left, sizes[1:], trump, rules):
                found.add((block.top(trump), *tops))
    return frozenset(found)


def _by_size(tops: Sequence[tuple[Size, int]]) -> Tops:
    sizes = sorted({size for size, _ in tops}, key=rank_of_size, reverse=True)
    return tuple(
        tuple(sorted((top for size, top in tops if size == wanted), reverse=True))
        for wanted in sizes
    )


def _is_over(own: set[Tops], standing: set[Tops], sizes: Sequence[Size], rules: Rules) -> bool:
    """Whether some cutting of a reply beats every cutting of the play that stands."""
    wide = sum(1 for size in set(sizes) if size != (1, 1)) or 1
    return any(all(_is_higher(tops, other, wide, rules) for other in standing) for tops in own)


def _is_higher(own: Tops, other: Tops, wide: int, rules: Rules) -> bool:
    """Whether these tops are over the other ones; `wide` sizes count for `over=length`."""
    if rules.over == "top":
        return max(max(tops) for tops in own) > max(max(tops) for tops in other)
    if rules.over == "honour":
        return own[0][0] > other[0][0]
    asked = {"largest": 1, "length": wide, "every": len(own)}[rules.over]
    pairs = [
        pair
        for tops in zip(own[:asked], other[:asked], strict=True)
        for pair in zip(*tops, strict=True)
    ]
    if rules.over == "length":
        return next((mine > theirs for mine, theirs in pairs if mine != theirs), False)
    return all(mine > theirs for mine, theirs in pairs)
