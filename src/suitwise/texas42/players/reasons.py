"""The reason for a move of Texas 42 in a sentence: by the figures of a search, or by rules of thumb.

A reason says no more than the move was chosen by. A searched call is explained by its value, a
declaration and a play by the chances to prevail; a rule-based call by the worth of the hand, a domino
by its effect on the trick.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isclose

from suitwise.foundation.seating import NOBODY, partner, side
from suitwise.foundation.text.phrases import Phrase, Several, one_of, phrase, signed
from suitwise.players.search import Evaluation, Lead, Race, lead_of
from suitwise.players.turns import only_move
from suitwise.texas42.arrays.policy import SURE, is_trump, limit_of, trumps_of, walks, worth
from suitwise.texas42.hidden import knowledge_of
from suitwise.texas42.moves import Move
from suitwise.texas42.picture import declaration_name
from suitwise.texas42.rules.auction import PASS, call_name
from suitwise.texas42.rules.contracts import MADE, RESULT_TEXT, SET, Play, bid_of
from suitwise.texas42.rules.dominoes import (
    COUNT,
    NOTRUMP,
    Domino,
    beats,
    led_suit,
    winner_so_far,
)
from suitwise.texas42.state import Texas42State

_NAMED = 3
"""The number of moves that a reason names."""


# --- By the figures of a search -------------------------------------------------------------------


def search_reason(state: Texas42State, found: Evaluation[Move]) -> Phrase:
    """Return the reason for a move that was searched.

    Args:
        state: a seat's turn.
        found: the options that the seat compared.
    """
    if state.phase == "call":
        return _called(state, found, found.race)
    if state.phase == "declare":
        names = [declaration_name(one) for one in found.options]
        return phrase(
            "texas42.declaration-makes",
            "with {declaration} it is made {shares}",
            declaration=names[found.race.best],
            shares=_shares(found.race, names),
        )
    assert state.play is not None
    declaring = side(state.turn) == state.play.contract.side
    return phrase(
        "texas42.contract-is",
        "the contract is {result} {shares}",
        result=RESULT_TEXT[MADE if declaring else SET],
        shares=_shares(found.race, [str(Domino(one)) for one in found.options]),
    )


def _called(state: Texas42State, found: Evaluation[Move], race: Race) -> Phrase:
    """Return the reason for a call: its value, and its lead over the best other one, if significant."""
    means, mine = race.means, race.best
    others = [at for at, (call, _) in enumerate(found.options) if call != found.move.call]
    if not others:
        call = call_name(found.move.call)
        return phrase("texas42.mc-forced", "a bid is forced, and {call} is the lowest", call=call)
    theirs = max(others, key=means.__getitem__)
    told = {
        "call": _named(found, means, mine),
        "deals": _deals(race),
        "other": _named(found, means, theirs),
    }
    say = _in_match if state.variant.match == "marks" else _in_marks
    return say(means[mine], _lead(race, theirs), told)


def _in_match(chance: float, lead: Lead, told: dict[str, Phrase]) -> Phrase:
    """Return the words for the value of a call as a chance to win the match."""
    error = f"{100 * lead.margin:.1f}"
    if lead.is_shown:
        return phrase(
            "texas42.mc-match-leads",
            "{call} wins the match in {share} % of {deals}, later hands taken as even, {lead} % more "
            "than {other}, give or take {error} %",
            share=_percent(chance),
            lead=f"{100 * lead.mean:.1f}",
            error=error,
            **told,
        )
    return phrase(
        "texas42.mc-match-close",
        "{call} wins the match in {share} % of {deals}, later hands taken as even; {other} is as good, "
        "give or take {error} %",
        share=_percent(chance),
        error=error,
        **told,
    )


def _in_marks(marks: float, lead: Lead, told: dict[str, Phrase]) -> Phrase:
    """Return the words for the value of a call in marks."""
    if lead.is_shown:
        return phrase(
            "texas42.mc-marks-leads",
            "{call} comes to {marks} marks over {deals}, {lead} more than {other}, give or take {error}",
            marks=signed(marks, 2),
            lead=f"{lead.mean:.2f}",
            error=f"{lead.margin:.2f}",
            **told,
        )
    return phrase(
        "texas42.mc-marks-close",
        "{call} comes to {marks} marks over {deals}; {other} is as good, give or take {error}",
        marks=signed(marks, 2),
        error=f"{lead.margin:.2f}",
        **told,
    )


def _named(found: Evaluation[Move], means: Sequence[float], option: int) -> Phrase:
    """Return the name of an option's call, with its declaration or all equally good ones."""
    call, declared = found.options[option]
    if call == PASS or declared < 0:
        return call_name(call)
    as_good = (
        other
        for (one, other), mean in zip(found.options, means, strict=True)
        if one == call and isclose(mean, means[option])
    )
    return phrase(
        "texas42.mc-call",
        "{call} with {declaration}",
        call=call_name(call),
        declaration=one_of(map(declaration_name, as_good)),
    )


def _shares(race: Race, names: list[str] | list[Phrase]) -> Phrase:
    """Return the words for the shares of deals in which the move and the best others prevail."""
    means = race.means
    others = [at for at in range(len(names)) if at != race.best]
    others = sorted(others, key=lambda at: -means[at])[: _NAMED - 1]
    said = phrase(
        "texas42.mc-seen",
        "in {share} % of {deals}, all hands seen; {others}",
        share=_percent(means[race.best]),
        deals=_deals(race),
        others=Several(
            phrase(
                "texas42.other-share", "{move} {share} %", move=names[at], share=_percent(means[at])
            )
            for at in others
        ),
    )
    if race.is_exact or not others:
        return said
    lead = _lead(race, others[0])
    if lead.is_shown:
        return said
    return phrase(
        "texas42.as-good",
        "{shares}; {move} is as good, give or take {error} %",
        shares=said,
        move=names[others[0]],
        error=max(1, _percent(lead.margin)),
    )


def _lead(race: Race, other: int) -> Lead:
    """Return the lead of the move over another, doubted as the next deal may separate equal moves."""
    ahead = race.found[:, race.best] - race.found[:, other]
    return lead_of(ahead, race.counts, doubt=1 / int(race.counts.sum()))


def _percent(share: float) -> int:
    return round(100 * share)


def _deals(race: Race) -> Phrase:
    """Return the words for the deals examined: a sample, or all possible ones, by likelihood."""
    if race.is_exact:
        return phrase("texas42.mc-all-deals", "all possible deals, the likely ones counting more")
    return phrase("texas42.mc-deals", "{n} likely deals", n=int(race.counts.sum()))


# --- By rules of thumb ----------------------------------------------------------------------------


def rule_reason(state: Texas42State, move: Move) -> Phrase:
    """Return the reason for a move of the rule-based player.

    Args:
        state: a seat's turn; only what this seat sees is used.
        move: the move of the player in it.

    >>> from suitwise.texas42.game import Texas42
    >>> from suitwise.texas42.players.rule_based import Texas42Player
    >>> state, _ = Texas42(match="hand").start().rolled(1, 0)
    >>> print(rule_reason(state, Texas42Player()(state)))
    the hand is worth no bid, whatever is declared
    """
    if len(state.moves()) == 1:
        return only_move(state).why
    if state.phase == "call":
        return _called_by_rule(state, move.call)
    if state.phase == "declare":
        return _declared_by_rule(state.dealt[state.turn])
    assert state.play is not None
    if state.play.contract.out != NOBODY:
        return phrase("texas42.mc-thumb", "it is a rule of thumb")
    trick = state.play.position.trick
    return _followed(state.play, move.domino) if trick else _led(state, state.play, move.domino)


def _called_by_rule(state: Texas42State, call: int) -> Phrase:
    """Return the reason for a call: the worth of the hand, or the standing bidder."""
    if state.bidder == partner(state.turn):
        return phrase(
            "texas42.partners-stands",
            "your partner's bid of {call} stands",
            call=call_name(state.standing),
        )
    limits = [limit_of(points) for points in _worths(state.dealt[state.turn])]
    limit = max(limits)
    if call != PASS and limit < bid_of(call):
        lowest = call_name(call)
        return phrase("texas42.mc-forced", "a bid is forced, and {call} is the lowest", call=lowest)
    if not limit:
        return phrase("texas42.thumb-no-bid", "the hand is worth no bid, whatever is declared")
    said = _worth_a_bid(limits, limit)
    if call != PASS:
        return said
    return phrase("texas42.thumb-no-higher", "{said}, no higher", said=said)


def _worth_a_bid(limits: Sequence[int], limit: int) -> Phrase:
    """Return the words for the highest justified bid, with every declaration that justifies it."""
    if min(limits) == limit:
        return phrase(
            "texas42.thumb-worth-any",
            "the hand is worth a bid of {points}, whatever is declared",
            points=limit,
        )
    return phrase(
        "texas42.thumb-worth",
        "with {declaration} the hand is worth a bid of {points}",
        declaration=_best_of(limits),
        points=limit,
    )


def _declared_by_rule(hand: int) -> Phrase:
    """Return the reason for a declaration: the one, or several, in which the hand is worth most."""
    worths = _worths(hand)
    if min(worths) == max(worths):
        return phrase(
            "texas42.thumb-declared-any", "the hand is worth as much, whatever is declared"
        )
    return phrase(
        "texas42.thumb-declared",
        "the hand is worth most with {declaration}",
        declaration=_best_of(worths),
    )


def _worths(hand: int) -> list[int]:
    """Return the worth of a hand in each straight declaration."""
    return [worth(hand, declaration) for declaration in range(NOTRUMP + 1)]


def _best_of(values: Sequence[int]) -> str:
    """Return the names of all declarations of the greatest value."""
    most = max(values)
    return one_of(
        declaration_name(declaration) for declaration, one in enumerate(values) if one == most
    )


def _led(state: Texas42State, play: Play, domino: int) -> Phrase:
    """Return the reason for a lead: it can't be beaten, or it draws trumps."""
    known, declaration = knowledge_of(state, state.turn), play.contract.declaration
    left, right = (known.may_hold[(state.turn + ahead) & 3] for ahead in (1, 3))
    if walks(domino, declaration, left, right) == SURE:
        return phrase("texas42.thumb-walks", "neither opponent can beat it")
    if is_trump(domino, declaration) and (left | right) & trumps_of(declaration):
        return phrase("texas42.thumb-draws", "it draws trumps")
    return phrase("texas42.thumb-lead", "by rule of thumb no lead is worth more")


def _followed(play: Play, domino: int) -> Phrase:
    """Return the reason for a reply: the side that wins the trick with it, and its count."""
    trick, declaration = play.position.trick, play.contract.declaration
    table = sum(one << 5 * place for place, one in enumerate(trick))
    place, points = winner_so_far(table, len(trick), declaration)
    best, count = trick[place], COUNT[domino]
    if beats(domino, best, led_suit(trick[0], declaration), declaration):
        if len(trick) == 3:
            return phrase(
                "texas42.thumb-takes", "it takes the trick, worth {points}", points=points + count
            )
        return phrase("texas42.thumb-beats", "it beats {domino}", domino=str(Domino(best)))
    if len(trick) - place == 2:
        stands = phrase(
            "texas42.thumb-partners",
            "your partner's {domino} wins so far",
            domino=str(Domino(best)),
        )
        if not count:
            return stands
        return phrase(
            "texas42.thumb-gives", "{stands}: give it {points} points", stands=stands, points=count
        )
    return phrase(
        "texas42.thumb-theirs",
        "{domino} wins so far, and by rule of thumb nothing costs less",
        domino=str(Domino(best)),
    )
