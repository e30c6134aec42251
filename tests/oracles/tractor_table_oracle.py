"""A slow, literal oracle for Tractor (Sheng Ji) as it is played at the table.

Written from the page of the rules alone, sharing no code with the package.  Nothing here is
clever: what a hand owes is found by listing every family of blocks in it and every way of putting
them into the lead's parts, what may be played by trying all choices of cards, and who wins by
trying all cuttings of a play.

A card is two characters, suit and rank (``H9``, ``ST``), or a joker: ``RJ`` the red, big one,
``BJ`` the black, little one.  A main suit of ``O`` is none; a rank of ``-`` is none either.  Cards
of one hand or play are a tuple, equal cards repeated.  Seats count 1 to 4 in the order of play,
and seat 1 leads.

How the open places of the rules are read here
----------------------------------------------
Cards and blocks
 1. A pair is two cards of one suit *and* rank.  Rank cards of different suits share one Φ and are
    neither a pair nor neighbours; of several such pairs one alone may be the link of a tractor.
 2. There are two packs, so a card may be held twice.
 3. ``chain="full"``: rank cards and jokers are steps of the trump ladder like any other.
    ``chain="suits"``: they are in pairs and singles only; the current rank is still left out of
    the ladder of its suit, so its neighbours touch.
 4. A lead is taken apart longest tractor first, then again, then pairs, then singles.  The choice
    between rank pairs of one Φ never changes the lengths nor the top Φ of the parts.
 5. A lead's cards are all of one partition; any other lead is refused.

Following
 6. Cards a hand does not hold, and a wrong number of cards, are refused before (F1) and (F2).
 7. (F2) speaks only when more cards of the partition are held than led; otherwise all of them are
    played and the rest is free, trumps too.
 8. ``duty="best"`` is the definition of the page.  ``duty="pairs"`` asks for the number of pairs
    alone: as many as the lead's parts count, or all that are held.  ``duty="suit"`` is (F1) alone.
 9. A pair that is owed may be taken out of a tractor.
10. The legal plays are counted as choices of cards by suit and rank, not by copy: ``H5 H6`` is one
    play however many of each are held.

Throws
11. All three other seats are asked, the leader's partner too.  A part is beaten by one seat's own
    block; cards of two seats are never put together.  Only cards of the led partition count: a
    trump never beats a part of a plain throw before the replies.
12. ``forced="beaten"``: the forced part is of the parts that some seat beats the one with fewest
    cards, of these the lowest by top Φ.  ``forced="lowest"``: of all the parts, beaten or not.
    Where several blocks of cards fit that description, the leader chooses: all are listed.
13. ``forced_by`` is the first seat in the order of play that beats the forced part; 0 where, under
    ``forced="lowest"``, nobody beats it.  ``forced="first"``: the seats are asked in the order of
    play, and the first that beats any part decides: the smallest that it beats is forced, whatever
    the seats behind it beat.  ``forced="largest"``: of the parts that some seat beats the one with
    most cards, of these the lowest.
14. A penalty is a number of points for each failed throw, whatever was taken back.

Who wins
15. A reply can win only if wholly trump, or wholly of the led partition, and if it can be cut into
    blocks of exactly the lead's sizes.  All such cuttings count.  A later play wins if one of its
    cuttings beats every cutting of the play that stands; equals do not beat.
16. ``over="largest"``: of two cuttings the tops of the largest parts are compared, the highest with
    the highest and so on, and each must be higher.  So two singles are beaten by two higher ones,
    not by one.  With a single largest part this is the comparison of its top; the case
    ``trick-026`` decides between this reading and the next.
17. ``over="honour"``: the highest top of the largest parts alone, as the judge does.
    ``over="every"``: as 16, for the parts of every size.  ``over="top"``: the highest card.
    ``over="length"``: the first part that is not equal decides, the parts in order of their size and
    of one size the highest first; single cards are left out where there are larger parts.
    ``against="taken"``: instead of every cutting of the play that stands, the one must be beaten by
    which it took the trick, the lead's parts if none did.  A play that could take it by several takes
    it by the one with the higher cards in the smaller parts: the lowest single of each is compared,
    then the next; then the pairs so; then the tractors, short ones first, the highest of them first.
18. The order of trumps above plain cards needs no rule of its own: every trump Φ is higher.

Kitty, score, levels, bids
19. The size that multiplies the kitty is the largest block of the winning play's shape, which is
    the lead's; it counts only if the attackers take the last trick.  ``kitty="lead"``: twice the
    cards of the whole lead.
20. Fewer than no points (by penalties): the landlord goes up by one more for each full 40 below.
21. A side whose rank must be defended stops there, however much it gains, and leaves it only by
    winning as landlord.  Winning as landlord at the ace ends the match.
22. Bids rise by the number of cards, then by suit card, black joker, red joker; a joker is bid
    from two cards up.  Equal bids never overturn one another.  Who holds the standing bid may
    only add to its cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

Cards = tuple[str, ...]

SUITS = "SHDC"
RANKS = "23456789TJQKA"
JOKERS = ("BJ", "RJ")
TRUMP = "T"


class Trump(NamedTuple):
    """The main suit (``O``: none) and the current rank (``-``: none)."""

    main: str
    rank: str


@dataclass(frozen=True)
class Options:
    """The switches of the house; as they stand here they are the ``standard`` profile."""

    chain: Literal["full", "suits"] = "full"
    duty: Literal["best", "pairs", "suit"] = "best"
    forced: Literal["beaten", "first", "largest", "lowest"] = "beaten"
    penalty: int = 0
    over: Literal["largest", "honour", "every", "length", "top"] = "largest"
    against: Literal["all", "taken"] = "all"
    kitty: Literal["twice", "lead", "power", "fixed"] = "twice"
    kitty_factor: int = 2
    defend: str = "A"


STANDARD = Options()


# ---------------------------------------------------------------------------------- the cards


def read_trump(text: str) -> Trump:
    """Read ``H2``, or ``O2`` where there is no main suit."""
    if len(text) != 2 or text[0] not in SUITS + "O" or text[1] not in RANKS + "-":
        raise ValueError(f"no trump: {text!r}")
    return Trump(text[0], text[1])


def read_cards(text: str) -> Cards:
    """Read cards written with spaces or without: ``S5 S5RJ``."""
    packed = "".join(text.split())
    cards = tuple(packed[at : at + 2] for at in range(0, len(packed), 2))
    known = {suit + rank for suit in SUITS for rank in RANKS} | set(JOKERS)
    for card in cards:
        if card not in known:
            raise ValueError(f"no card: {card!r}")
    return cards


def pack() -> Cards:
    """Return the 54 cards of one pack."""
    return (*(suit + rank for suit in SUITS for rank in RANKS), *JOKERS)


def points(cards: Iterable[str]) -> int:
    """Return what the cards count: 5 for a five, 10 for a ten or a king."""
    worth = {"5": 5, "T": 10, "K": 10}
    return sum(worth.get(card[1], 0) for card in cards)


def partition(card: str, trump: Trump) -> str:
    """Return ``T`` for a trump, otherwise the card's plain suit."""
    if card in JOKERS or card[1] == trump.rank or card[0] == trump.main:
        return TRUMP
    return card[0]


def trump_ladder(trump: Trump) -> list[Cards]:
    """List the trumps from the lowest to the highest, equal ones together."""
    ladder: list[Cards] = []
    if trump.main != "O":
        ladder += [(trump.main + rank,) for rank in RANKS if rank != trump.rank]
    if trump.rank != "-":
        ladder += [tuple(suit + trump.rank for suit in SUITS if suit != trump.main)]
        ladder += [(trump.main + trump.rank,)] if trump.main != "O" else []
    return [*ladder, ("BJ",), ("RJ",)]


@cache
def phi(card: str, trump: Trump) -> int:
    """Return Φ: the plain suits from 1, the trumps above them; without a main suit from 14."""
    plain = [rank for rank in RANKS if rank != trump.rank]
    if partition(card, trump) != TRUMP:
        return plain.index(card[1]) + 1
    below = len(plain) + (1 if trump.main == "O" else 0)
    steps = [step for step, cards in enumerate(trump_ladder(trump)) if card in cards]
    return below + steps[0] + 1


@cache
def rung(card: str, trump: Trump, options: Options) -> int:
    """Return the card's step for tractors: Φ, or a number of its own if it joins none."""
    height = phi(card, trump)
    apart = options.chain == "suits" and (card in JOKERS or card[1] == trump.rank)
    return 100 + 2 * height if apart else height


def above(card: str, trump: Trump, options: Options = STANDARD) -> set[str]:
    """Return the cards next above the card in a tractor."""
    return {
        other
        for other in pack()
        if partition(other, trump) == partition(card, trump)
        and rung(other, trump, options) == rung(card, trump, options) + 1
    }


def check_copies(cards: Collection[str]) -> None:
    """Refuse a card that is there more often than in two packs."""
    for card, copies in Counter(cards).items():
        if copies > 2:
            raise ValueError(f"{card} is there {copies} times in two packs")


def without(cards: Cards, taken: Iterable[str]) -> Cards:
    """Take cards away, keeping the order of the others."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


# --------------------------------------------------------------------------------- the blocks


def pairs_of(cards: Cards) -> Cards:
    """List the pairs, each by its card."""
    return tuple(card for card in sorted(set(cards)) if cards.count(card) == 2)


def tractors(cards: Cards, trump: Trump, options: Options = STANDARD) -> list[Cards]:
    """List every tractor in cards of one partition, lowest card first, short within long."""
    pairs = pairs_of(cards)
    chains: list[Cards] = [(card,) for card in pairs]
    found: list[Cards] = []
    while chains:
        chain = chains.pop()
        if len(chain) > 1:
            found.append(tuple(card for card in chain for _copy in range(2)))
        wanted = rung(chain[-1], trump, options) + 1
        chains += [(*chain, card) for card in pairs if rung(card, trump, options) == wanted]
    return sorted(found)


def blocks(cards: Cards, size: int, trump: Trump, options: Options = STANDARD) -> list[Cards]:
    """List every block of so many cards in cards of one partition."""
    if size == 1:
        return [(card,) for card in sorted(set(cards))]
    if size == 2:
        return [(card, card) for card in pairs_of(cards)]
    return [block for block in tractors(cards, trump, options) if len(block) == size]


def longest(cards: Cards, trump: Trump, options: Options = STANDARD) -> list[Cards]:
    """List the blocks of which none is longer."""
    found = tractors(cards, trump, options)
    if found:
        most = max(map(len, found))
        return [block for block in found if len(block) == most]
    return blocks(cards, 2, trump, options) or blocks(cards, 1, trump, options)


def decompositions(
    cards: Cards, trump: Trump, options: Options = STANDARD
) -> set[tuple[Cards, ...]]:
    """Return all ways to take a lead apart, longest block first, again and again."""
    if not cards:
        return {()}
    return {
        tuple(sorted((block, *rest)))
        for block in longest(cards, trump, options)
        for rest in decompositions(without(cards, block), trump, options)
    }


def one_partition(cards: Cards, trump: Trump) -> str:
    """Return the partition of all the cards, nothing if there are several or no cards."""
    kinds = {partition(card, trump) for card in cards}
    return kinds.pop() if len(kinds) == 1 else ""


def lead_fault(lead: Cards, trump: Trump) -> str:
    """Say why the cards cannot be led; an empty text if they can."""
    if not lead:
        return "no card is led"
    return "" if one_partition(lead, trump) else "cards of several suits are led"


@cache
def lead_parts(lead: Cards, trump: Trump, options: Options = STANDARD) -> tuple[Cards, ...]:
    """Return the parts of a lead, largest first, of equal ones the highest first."""
    if fault := lead_fault(lead, trump):
        raise ValueError(fault)
    check_copies(lead)
    parts = min(decompositions(lead, trump, options))
    return tuple(sorted(parts, key=lambda part: (-len(part), -phi(part[-1], trump), part)))


def lead_lengths(lead: Cards, trump: Trump, options: Options = STANDARD) -> tuple[int, ...]:
    """Return the lengths, in pairs, of the lead's tractors and pairs, longest first."""
    return tuple(len(part) // 2 for part in lead_parts(lead, trump, options) if len(part) > 1)


# ------------------------------------------------------------------------------ the follow duty


@cache
def families(rungs: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
    """Return the lengths of every family of disjoint blocks of the pairs on these rungs.

    The rungs come in order.  The lowest pair is in no block of the family, or it begins one.
    """
    if not rungs:
        return frozenset({()})
    found = set(families(rungs[1:]))
    left, length, low = list(rungs), 0, rungs[0]
    while low + length in left:
        left.remove(low + length)
        length += 1
        found |= {longest_first((length, *rest)) for rest in families(tuple(left))}
    return frozenset(found)


def longest_first(lengths: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(lengths, reverse=True))


@cache
def fits(lengths: tuple[int, ...], room: tuple[int, ...]) -> bool:
    """Tell whether blocks of these lengths can be put into parts with so much room."""
    if not lengths:
        return True
    first, rest = lengths[0], lengths[1:]
    return any(
        space >= first and fits(rest, (*room[:at], space - first, *room[at + 1 :]))
        for at, space in enumerate(room)
    )


@cache
def best_of(rungs: tuple[int, ...], parts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the greatest profile of the services by pairs on these rungs."""
    return max(lengths for lengths in families(rungs) if fits(lengths, parts))


def best(
    cards: Cards, parts: tuple[int, ...], trump: Trump, options: Options = STANDARD
) -> tuple[int, ...]:
    """Return best(X): the profile that cards of the led partition owe, or give."""
    if options.duty == "suit":
        return ()
    pairs = pairs_of(cards)
    if options.duty == "pairs":
        return (1,) * min(sum(parts), len(pairs))
    return best_of(tuple(sorted(rung(card, trump, options) for card in pairs)), parts)


class Ruling(NamedTuple):
    """Whether a play is legal; if not, the part of the duty it breaks.

    ``broken`` is ``held``, ``count``, ``F1`` or ``F2``; ``owed`` and ``given`` are profiles.
    """

    broken: str = ""
    owed: tuple[int, ...] = ()
    given: tuple[int, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.broken

    @property
    def missing(self) -> int:
        """The length of the first block owed and not given; 0 if none."""
        for owed, given in zip(self.owed, (*self.given, *(0 for _ in self.owed)), strict=False):
            if owed != given:
                return owed
        return 0


def of_partition(cards: Iterable[str], kind: str, trump: Trump) -> Cards:
    return tuple(card for card in cards if partition(card, trump) == kind)


def rule(
    lead: Cards, hand: Cards, play: Cards, trump: Trump, options: Options = STANDARD
) -> Ruling:
    """Rule on one play by the words of the duty."""
    check_copies((*lead, *hand))
    parts = lead_lengths(lead, trump, options)
    kind, n = one_partition(lead, trump), len(lead)
    if Counter(play) - Counter(hand):
        return Ruling("held")
    if len(play) != n:
        return Ruling("count")
    held, given = of_partition(hand, kind, trump), of_partition(play, kind, trump)
    if len(given) != min(n, len(held)):
        return Ruling("F1")
    if len(held) <= n:
        return Ruling()
    owes, gives = best(held, parts, trump, options), best(given, parts, trump, options)
    return Ruling() if gives == owes else Ruling("F2", owes, gives)


def choices(cards: Cards, size: int) -> list[Cards]:
    """List every choice of so many cards, copies not told apart, each sorted by text."""
    if size == 0 or size > len(cards):
        return [()] if size == 0 else []
    first = min(cards)
    copies = cards.count(first)
    others = tuple(card for card in cards if card != first)
    return [
        (first,) * taken + rest
        for taken in range(min(copies, size), -1, -1)
        for rest in choices(others, size - taken)
    ]


def legal_by_all_subsets(
    lead: Cards, hand: Cards, trump: Trump, options: Options = STANDARD
) -> set[Cards]:
    """Return the legal plays by ruling on every choice of cards of the hand."""
    tried = choices(hand, min(len(lead), len(hand)))
    return {play for play in tried if rule(lead, hand, play, trump, options).legal}


def _suit_and_rest(
    lead: Cards, hand: Cards, trump: Trump, options: Options
) -> tuple[list[Cards], list[Cards]]:
    """Return the choices of the led partition that meet the duty, and those of the rest."""
    kind, n = one_partition(lead, trump), len(lead)
    held = of_partition(hand, kind, trump)
    others = without(hand, held)
    parts = lead_lengths(lead, trump, options)
    if len(held) <= n:
        return [held], choices(others, n - len(held))
    owes = best(held, parts, trump, options)
    tried = choices(held, n)
    return [play for play in tried if best(play, parts, trump, options) == owes], [()]


def legal_plays(
    lead: Cards, hand: Cards, trump: Trump, options: Options = STANDARD
) -> Iterator[Cards]:
    """List the legal plays, each sorted by text: (F1) first, then all subsets for (F2)."""
    check_copies((*lead, *hand))
    suit, rest = _suit_and_rest(lead, hand, trump, options)
    for given in suit:
        for filled in rest:
            yield tuple(sorted((*given, *filled)))


def n_legal(lead: Cards, hand: Cards, trump: Trump, options: Options = STANDARD) -> int:
    """Count the legal plays."""
    check_copies((*lead, *hand))
    suit, rest = _suit_and_rest(lead, hand, trump, options)
    return len(suit) * len(rest)


# ---------------------------------------------------------------------------------- the throws


class Throw(NamedTuple):
    """What became of a lead: it stands, or one of ``forced`` is left on the table."""

    stands: bool
    forced: tuple[Cards, ...] = ()
    forced_by: int = 0
    taken_back: int = 0
    penalty: int = 0


def beats(held: Cards, part: Cards, trump: Trump, options: Options = STANDARD) -> bool:
    """Tell whether a hand holds a block like the part, with a higher top."""
    same = of_partition(held, partition(part[0], trump), trump)
    top = phi(part[-1], trump)
    return any(phi(b[-1], trump) > top for b in blocks(same, len(part), trump, options))


def like(part: Cards, lead: Cards, trump: Trump, options: Options) -> tuple[Cards, ...]:
    """List the blocks of the lead that may stand for the part in some decomposition."""
    return tuple(
        sorted(
            {
                other
                for whole in decompositions(lead, trump, options)
                for other in whole
                if len(other) == len(part) and phi(other[-1], trump) == phi(part[-1], trump)
            }
        )
    )


def throw(hands: Sequence[Cards], lead: Cards, trump: Trump, options: Options = STANDARD) -> Throw:
    """Hold the lead of seat 1 against the other three hands."""
    check_copies([card for hand in hands for card in hand])
    if Counter(lead) - Counter(hands[0]):
        raise ValueError("cards are led that the leader does not hold")
    parts = lead_parts(lead, trump, options)
    beaten = [p for p in parts if any(beats(h, p, trump, options) for h in hands[1:])]
    if len(parts) == 1 or not beaten:
        return Throw(True)
    among = parts if options.forced == "lowest" else beaten
    if options.forced == "first":
        by_seat = [[p for p in parts if beats(hand, p, trump, options)] for hand in hands[1:]]
        among = tuple(next(own for own in by_seat if own))
    if options.forced == "largest":
        among = tuple(p for p in beaten if len(p) == max(map(len, beaten)))
    part = min(among, key=lambda p: (len(p), phi(p[-1], trump), p))
    seats = [s for s, hand in enumerate(hands, 1) if s > 1 and beats(hand, part, trump, options)]
    forced = like(part, lead, trump, options)
    by = seats[0] if seats else 0
    return Throw(False, forced, by, len(lead) - len(part), options.penalty)


# ----------------------------------------------------------------------------------- the trick


def cuttings(
    cards: Cards, wanted: tuple[int, ...], trump: Trump, options: Options
) -> Iterator[tuple[Cards, ...]]:
    """List the ways to cut all the cards into blocks of these sizes, in the order of sizes."""
    if not wanted:
        if not cards:
            yield ()
        return
    for block in blocks(cards, wanted[0], trump, options):
        for rest in cuttings(without(cards, block), wanted[1:], trump, options):
            yield (block, *rest)


@cache
def shapes(
    play: Cards, wanted: tuple[int, ...], trump: Trump, options: Options
) -> frozenset[tuple[tuple[int, int], ...]]:
    """Return the cuttings of a play as lists of (size, top Φ), largest and highest first."""
    return frozenset(
        tuple(sorted(((len(b), phi(b[-1], trump)) for b in cutting), reverse=True))
        for cutting in cuttings(tuple(sorted(play)), wanted, trump, options)
    )


def higher(
    one: tuple[tuple[int, int], ...], other: tuple[tuple[int, int], ...], options: Options
) -> bool:
    """Tell whether one cutting beats another of the same sizes."""
    most = one[0][0]
    both = zip(one, other, strict=True)
    if options.over == "largest":
        return all(mine[1] > theirs[1] for mine, theirs in both if mine[0] == most)
    if options.over == "honour":
        return one[0][1] > other[0][1]
    if options.over == "every":
        return all(mine[1] > theirs[1] for mine, theirs in both)
    if options.over == "length":
        counted = [at for at, (size, _top) in enumerate(one) if size > 1 or most == 1]
        return [one[at] for at in counted] > [other[at] for at in counted]
    return max(top for _size, top in one) > max(top for _size, top in other)


def by_small_parts(cutting: tuple[tuple[int, int], ...]) -> list[list[int]]:
    """Return what ways to take a trick are preferred by, the greatest first."""
    found = []
    for size in sorted({size for size, _top in cutting}):
        tops = sorted(top for other, top in cutting if other == size)
        found.append(tops if size < 3 else tops[::-1])
    return found


def winner(plays: Sequence[Cards], trump: Trump, options: Options = STANDARD) -> int:
    """Return the seat 1 to 4 that wins the trick; the lead is what stands on the table."""
    wanted = tuple(len(part) for part in lead_parts(plays[0], trump, options))
    standing, seat = shapes(plays[0], wanted, trump, options), 1
    if options.against == "taken":
        own = [(len(part), phi(part[-1], trump)) for part in lead_parts(plays[0], trump, options)]
        standing = frozenset([tuple(sorted(own, reverse=True))])
    for later, play in enumerate(plays[1:], 2):
        if len(play) != len(plays[0]):
            raise ValueError("plays of unequal size")
        if one_partition(play, trump) not in (TRUMP, one_partition(plays[0], trump)):
            continue
        mine = shapes(play, wanted, trump, options)
        good = [cut for cut in mine if all(higher(cut, old, options) for old in standing)]
        if good:
            taken = frozenset([max(good, key=by_small_parts)])
            standing, seat = (taken if options.against == "taken" else mine), later
    return seat


def largest_size(lead: Cards, trump: Trump, options: Options = STANDARD) -> int:
    """Return the cards of the largest block of the lead's shape, which multiplies the kitty."""
    return len(lead_parts(lead, trump, options)[0])


# ---------------------------------------------------------------------------- kitty and levels


def kitty(
    worth: int, largest: int, attackers_won: bool, options: Options = STANDARD, led: int = 0
) -> int:
    """Return what the attackers add for the kitty after the last trick, whose lead has ``led`` cards."""
    if not attackers_won:
        return 0
    factors: dict[str, int] = {
        "twice": 2 * largest,
        "lead": 2 * led,
        "power": 2**largest,
        "fixed": options.kitty_factor,
    }
    return worth * factors[options.kitty]


def score(attackers: int) -> tuple[bool, int]:
    """Return whether the landlord holds, and by how many ranks who prevails goes up."""
    if attackers >= 80:
        return False, (attackers - 80) // 40
    if attackers <= 0:
        return True, 3 + -attackers // 40
    return True, 2 if attackers < 40 else 1


def advance(level: str, gain: int, landlord: bool, options: Options = STANDARD) -> str:
    """Return a side's rank after it has prevailed with so much gain; ``won`` ends the match."""
    for step in range(gain):
        if level in options.defend and not (landlord and step == 0):
            return level
        if level == RANKS[-1]:
            return "won"
        level = RANKS[RANKS.index(level) + 1]
    return level


# ------------------------------------------------------------------------------------ the bids


class Bid(NamedTuple):
    """A seat, counted here from 0, shows so many copies of a card."""

    seat: int
    card: str
    copies: int


def bid_height(bid: Bid) -> tuple[int, int]:
    """Return what bids are compared by."""
    return bid.copies, ("suit", *JOKERS).index(bid.card if bid.card in JOKERS else "suit")


def may_bid(bid: Bid, level: str, hand: Cards, previous: Sequence[Bid]) -> bool:
    """Tell whether a bid is good over the bids made before."""
    if bid.copies < 1 or hand.count(bid.card) < bid.copies:
        return False
    if bid.card in JOKERS and bid.copies < 2:
        return False
    if bid.card not in JOKERS and bid.card[1] != level:
        return False
    if not previous:
        return True
    if previous[-1].seat == bid.seat:
        return previous[-1].card == bid.card and bid.copies > previous[-1].copies
    return bid_height(bid) > bid_height(previous[-1])


def bids(seat: int, level: str, hand: Cards, previous: Sequence[Bid]) -> set[Bid]:
    """Return all the good bids of a seat."""
    tried = {Bid(seat, card, n) for card in hand for n in range(1, hand.count(card) + 1)}
    return {bid for bid in tried if may_bid(bid, level, hand, previous)}
