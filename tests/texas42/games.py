"""Games of Texas 42 in the words of the oracle, and hands as text, for the tests of this folder."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from suitwise.texas42 import Contract, Domino, dominoes_of, mask_of
from suitwise.texas42.rules.auction import CALL_TEXT, FIRST_MARK, is_plunge, is_splash
from suitwise.texas42.rules.contracts import is_nello
from suitwise.texas42.rules.dominoes import ALL, DECLARATION_TEXT, domino_of
from suitwise.texas42.rules.position import Hands
from tests.oracles import texas42_oracle as oracle

DATA = Path(__file__).parents[1] / "data" / "texas42"
ORACLE_DECLARATIONS = {"nello": "nello-own"}


def as_call(call: oracle.Call) -> int:
    """Return our number of an oracle's call."""
    texts = {"pass": "pass", "points": f"{call.amount}", "marks": f"{call.amount}m"}
    return CALL_TEXT.index(texts.get(call.kind, f"{call.kind}{call.amount}"))


def as_oracle_call(call: int) -> oracle.Call:
    """Return the oracle's call of our number."""
    found = re.fullmatch(r"(plunge|splash|)([0-9]+)(m?)", CALL_TEXT[call])
    if found is None:
        return oracle.PASS
    kind = found[1] or ("marks" if found[3] else "points")
    return oracle.Call(kind, int(found[2]))


def as_oracle_domino(domino: int) -> oracle.Domino:
    return Domino(domino).high, Domino(domino).low


def as_domino(domino: oracle.Domino) -> int:
    return domino_of(*domino)


def as_oracle_hands(hands: Hands) -> oracle.Hands:
    one, two, three, four = (frozenset(map(as_oracle_domino, dominoes_of(hand))) for hand in hands)
    return one, two, three, four


def as_oracle_contract(contract: Contract) -> oracle.Contract:
    call = as_oracle_call(contract.call)
    kind = call.kind if is_plunge(contract.call) or is_splash(contract.call) else "straight"
    declared = DECLARATION_TEXT[contract.declaration]
    if is_nello(contract.declaration) or declared == "sevens":
        kind = "nello" if declared != "sevens" else "sevens"
    points = call.amount if contract.call < FIRST_MARK else 0
    marks = 0 if points else call.amount
    name = ORACLE_DECLARATIONS.get(declared, declared)
    return oracle.Contract(kind, contract.bidder, name, points, marks)


def mistyped(rng: Random, text: str) -> str:
    """Return a text with one slip: a character or a word changed, lost, doubled, or two exchanged."""
    parts = re.split(r"(\s+)", text) if rng.random() < 0.5 else list(text)
    places = [place for place, part in enumerate(parts) if part.strip()]
    at, other = rng.choice(places), rng.choice(places)
    slip = rng.randrange(4)
    if slip == 0:
        parts[at], parts[other] = parts[other], parts[at]
    else:
        parts[at] = ("", parts[at] * 2, parts[other])[slip - 1]
    return "".join(parts)


def dealt(rng: Random, doubles_of: int = 0, least: int = 0) -> Hands:
    """Return a deal in which a seat has some doubles at least."""
    while True:
        pack = rng.sample(range(28), 28)
        one, two, three, four = (mask_of(pack[at : at + 7]) for at in range(0, 28, 7))
        hands = (one, two, three, four)
        if sum(Domino(d).is_double for d in dominoes_of(hands[doubles_of])) >= least:
            return hands


def deal_with(hand: int) -> Hands:
    """Return a deal in which seat 0 has a hand, the others what is left in order."""
    rest = dominoes_of(ALL & ~hand)
    return hand, mask_of(rest[:7]), mask_of(rest[7:14]), mask_of(rest[14:])


def played_hands() -> str:
    """Return the hands played elsewhere, as they were written down there."""
    return (DATA / "played_hands.txt").read_text("ascii")
