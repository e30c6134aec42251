"""Seeded random rounds of Tractor in the judge's text format, for tests.

Every round is well formed: 108 cards, eight of them left over, four plays of one length a trick,
the winner (found with the oracle) leads next, 25 cards played by each.  Three kinds of deal:

* ``random``: a uniform deal, most leads small;
* ``pairs``: most cards are dealt two by two;
* ``runs``: whole stretches of neighbouring pairs are dealt together, mostly to two favoured seats
  of each partition (the dealer and one other in a plain suit, the other two in trump, or the like),
  so that long throws meet replies wholly of trump or of the led suit.

A round's replies are either *legal-ish* (suit followed as far as possible, pairs not owed) or
*unchecked* (any cards of the right number, often of one partition on purpose).
"""

from __future__ import annotations

from random import Random

from .tractor_oracle import (
    CARDS_EACH,
    PLAYERS,
    RANKS,
    SUITS,
    all_tractors,
    decompose,
    judge_trick,
    partition,
    phi,
    sizes,
)

KINDS = ("random", "pairs", "runs")
KITTY = 4
STYLES = ("single", "pair", "tractor", "throw")
STYLE_WEIGHTS = {"random": (5, 3, 2, 2), "pairs": (1, 2, 3, 3), "runs": (1, 1, 2, 12)}


def all_identities() -> list[str]:
    """Return the 54 different cards."""
    return [suit + rank for suit in SUITS for rank in RANKS] + ["RJ", "BJ"]


def _by_partition(cards: list[str], main: str, cr: str) -> dict[str, list[str]]:
    """Group cards by partition."""
    groups: dict[str, list[str]] = {}
    for card in cards:
        groups.setdefault(partition(card, main, cr), []).append(card)
    return groups


def _minus(cards: list[str], taken: list[str]) -> list[str]:
    """Return cards without those taken."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return left


# ----------------------------------------------------------------------------------- the deal


def _units(rng: Random, kind: str, main: str, cr: str) -> list[list[str]]:
    """Cut the 108 cards into units which are to be dealt to one seat each."""
    identities = all_identities()
    rng.shuffle(identities)
    if kind == "random":
        return [[card] for card in identities * 2]
    if kind == "pairs":
        units: list[list[str]] = []
        for card in identities:
            units += [[card, card]] if rng.random() < 0.85 else [[card], [card]]
        return units
    units = []
    for group in _by_partition(identities, main, cr).values():
        ladder = sorted(group, key=lambda card: phi(card, main, cr))
        if partition(ladder[0], main, cr) == "T" and rng.random() < 0.5:
            # Keep the rank cards, which share a Φ, together with their neighbours.
            tops = (14, 15, 16) if main == "O" else (24, 25, 26)
            knot = [card for card in ladder if phi(card, main, cr) in tops]
            ladder = _minus(ladder, knot)
            units.append([card for card in knot for _copy in range(2)])
        while ladder:
            length = rng.choice((1, 2, 2, 3, 3, 4, 5, 6))
            stretch, ladder = ladder[:length], ladder[length:]
            if rng.random() < 0.12:
                odd = stretch.pop(rng.randrange(len(stretch)))
                units += [[odd], [odd]]
            if stretch:
                units.append([card for card in stretch for _copy in range(2)])
    return units


def _favoured(rng: Random, first: int, main: str) -> dict[str, list[int]]:
    """Choose the two seats which get most of a partition's cards, themes first.

    The seat that leads first shares one partition with another seat; when that is a plain suit,
    the two seats left share the trumps.
    """
    seats = rng.sample([seat for seat in range(4) if seat != first], 3)
    suits = [suit for suit in SUITS if suit != main]
    rng.shuffle(suits)
    theme = rng.choice(["T", suits[0], suits[0]])
    favoured = {theme: [first, seats[0]]}
    for part in ["T", *suits]:
        favoured.setdefault(part, seats[1:] if part == "T" else rng.sample(range(4), 2))
    return favoured


def deal(rng: Random, kind: str, main: str, cr: str, first: int) -> list[list[str]]:
    """Deal four hands of 25 cards; the eight cards left over are not returned.

    ``first`` is the seat that leads first.
    """
    if kind not in KINDS:
        raise ValueError(f"unknown kind {kind!r}")
    favoured = _favoured(rng, first, main)
    concentrated = kind == "runs" and rng.random() < 0.85
    order = list(favoured)
    room = [CARDS_EACH] * 4 + [8]
    seats: list[list[str]] = [[] for _ in room]
    units = _units(rng, kind, main, cr)
    rng.shuffle(units)
    if concentrated:
        units.sort(key=lambda unit: order.index(partition(unit[0], main, cr)))
    else:
        units.sort(key=lambda unit: -len(unit))
    while units:
        unit = units.pop(0)
        open_seats = [seat for seat in range(5) if room[seat] >= len(unit)]
        if not open_seats:
            half = (len(unit) + 1) // 2
            units = [unit[:half], unit[half:], *units]
            continue
        likes = favoured[partition(unit[0], main, cr)] if concentrated else []
        weights = [room[seat] * (16 if seat in likes else 1) for seat in open_seats]
        seat = rng.choices(open_seats, weights)[0]
        seats[seat] += unit
        room[seat] -= len(unit)
    return seats[:KITTY]


# ------------------------------------------------------------------------------ picking cards


def _pairs(cards: list[str]) -> list[str]:
    """Return the cards held twice, once each."""
    return [card for card in dict.fromkeys(cards) if cards.count(card) == 2]


def _pick(rng: Random, pool: list[str], lead: list[str], main: str, cr: str) -> list[str]:
    """Pick as many cards as were led out of a pool of one partition, in one of several ways."""
    count = len(lead)
    if count == 1:
        return [rng.choice(pool)]
    style = rng.choice(("any", "pairs", "stretches", "longest", "imitate", "imitate", "imitate"))
    left, taken = list(pool), list[str]()

    def take(cards: tuple[str, ...]) -> None:
        for card in cards:
            left.remove(card)
            taken.append(card)

    if style in ("stretches", "longest"):
        while True:
            fitting = [t for t in all_tractors(left, main, cr) if len(t) <= count - len(taken)]
            if not fitting:
                break
            longest = max(len(block) for block in fitting)
            if style == "longest":
                fitting = [block for block in fitting if len(block) == longest]
            take(rng.choice(fitting))
    if style == "imitate":
        for size in sizes(decompose(lead, main, cr)):
            if size >= 4:
                same = [t for t in all_tractors(left, main, cr) if len(t) == size]
                if same:
                    take(rng.choice(same))
    if style != "any":
        pairs = _pairs(left)
        rng.shuffle(pairs)
        for card in pairs:
            if len(taken) + 2 <= count:
                take((card, card))
    return taken + rng.sample(left, count - len(taken))


def _tractor_count(cards: list[str], main: str, cr: str) -> int:
    """Count the tractors of a lead."""
    return sum(size >= 4 for size in sizes(decompose(cards, main, cr)))


def _throw(rng: Random, pool: list[str], main: str, cr: str) -> list[str]:
    """Choose cards of one partition to be led together, often with several tractors."""
    chosen = _some_throw(rng, pool, main, cr)
    for _try in range(6):
        if _tractor_count(chosen, main, cr) >= 2 and len(chosen) <= 12:
            break
        chosen = _some_throw(rng, pool, main, cr)
    return chosen


def _some_throw(rng: Random, pool: list[str], main: str, cr: str) -> list[str]:
    """Choose cards of one partition in one of several ways."""
    style = rng.choice(("all", "any", "pairs", "broken", "blocks", "blocks", "blocks"))
    if style == "all":
        return list(pool)
    if style == "any":
        return rng.sample(pool, rng.randint(1, len(pool)))
    pairs = _pairs(pool)
    if style == "pairs" and pairs:
        return [card for card in pairs for _copy in range(2)]
    if style == "broken" and len(pairs) >= 2:
        # Leave one pair out, which often makes two tractors of one.
        gap = rng.choice(pairs)
        return [card for card in pairs if card != gap for _copy in range(2)]
    left, taken = list(pool), list[str]()
    for _block in range(rng.choice((1, 2, 2, 2, 3, 3, 4))):
        tractors = all_tractors(left, main, cr)
        if not tractors:
            break
        short = [block for block in tractors if len(block) <= 6]
        block = rng.choice(short if short and rng.random() < 0.7 else tractors)
        taken += block
        left = _minus(left, list(block))
    pairs = _pairs(left)
    for card in rng.sample(pairs, min(len(pairs), rng.choice((0, 0, 0, 1, 2)))):
        taken += [card, card]
        left = _minus(left, [card, card])
    taken += rng.sample(left, min(len(left), rng.choice((0, 0, 0, 1, 2, 3))))
    return taken or rng.sample(pool, 1)


def _lead(rng: Random, hand: list[str], main: str, cr: str, kind: str) -> list[str]:
    """Choose a lead; a kind of lead which the hand does not hold gives way to a smaller one."""
    groups = list(_by_partition(hand, main, cr).values())
    style = rng.choices(STYLES, STYLE_WEIGHTS[kind])[0]
    if style == "throw":
        weights = [
            len(group) * (8 if len(all_tractors(group, main, cr)) >= 2 else 1) for group in groups
        ]
        return _throw(rng, rng.choices(groups, weights)[0], main, cr)
    if style == "tractor":
        tractors = [block for group in groups for block in all_tractors(group, main, cr)]
        if tractors:
            return list(rng.choice(tractors))
    pairs = _pairs(hand)
    if style in ("tractor", "pair") and pairs:
        card = rng.choice(pairs)
        return [card, card]
    return [rng.choice(hand)]


def _reply(
    rng: Random, lead: list[str], hand: list[str], main: str, cr: str, legal: bool
) -> list[str]:
    """Choose a reply of the lead's length."""
    count = len(lead)
    led = partition(lead[0], main, cr)
    groups = _by_partition(hand, main, cr)
    held = groups.get(led, [])
    full = {part: group for part, group in groups.items() if len(group) >= count}
    if legal:
        if led in full:
            return _pick(rng, held, lead, main, cr)
        if not held and "T" in full and rng.random() < 0.85:
            return _pick(rng, full["T"], lead, main, cr)
        return held + rng.sample(_minus(hand, held), count - len(held))
    wish = rng.random()
    if led in full and wish < 0.45:
        return _pick(rng, held, lead, main, cr)
    if "T" in full and wish < 0.85:
        return _pick(rng, full["T"], lead, main, cr)
    if full and wish < 0.92:
        return _pick(rng, full[rng.choice(sorted(full))], lead, main, cr)
    return rng.sample(hand, count)


# ----------------------------------------------------------------------------------- the text


def random_round(rng: Random, kind: str) -> str:
    """Return one case (header line and trick lines) of the kind ``random``, ``pairs``, ``runs``."""
    main = rng.choice("SHDCO")
    leader = rng.randrange(4)
    ranks = [rng.choice(RANKS), rng.choice(RANKS)]
    cr = ranks[leader % 2]
    legal = rng.random() < 0.5
    hands = deal(rng, kind, main, cr, leader)
    lines = [f"{main} {PLAYERS[leader]} {ranks[0]} {ranks[1]}"]
    while hands[leader]:
        lead = _lead(rng, hands[leader], main, cr, kind)
        plays = [lead]
        for step in range(1, 4):
            plays.append(_reply(rng, lead, hands[(leader + step) % 4], main, cr, legal))
        for step, play in enumerate(plays):
            seat = (leader + step) % 4
            hands[seat] = _minus(hands[seat], play)
            rng.shuffle(play)
        lines.append(" ".join("".join(play) for play in plays))
        leader = (leader + judge_trick(plays, main, cr)[0]) % 4
    return "\n".join(lines) + "\n"
