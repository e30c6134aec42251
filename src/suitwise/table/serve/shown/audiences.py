"""Who may be shown what of a table: a seat by its token, others what the house lets them see."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.players.review.reviews import has_review
from suitwise.table.rules.chance import commitment
from suitwise.table.rules.house import digest, seat_with
from suitwise.table.rules.running.audience import Audience
from suitwise.table.rules.table import Table

BAD_TOKEN, NO_TABLE, CROWDED, FAULT = 4403, 4404, 4429, 1011


class Closed(Exception):
    """A socket is to be closed.

    Args:
        code: the code it is closed with.
        why: what it is told; None for nothing.
        lang: the language.
    """

    def __init__(self, code: int, why: Phrase | None = None, lang: str = "en") -> None:
        super().__init__(code)
        self.code, self.why, self.lang = code, why, lang


def seat_of(table: Table, token: str | None) -> int | None:
    """Return the seat that a token is for; None without a token.

    Raises:
        Closed: it is for none.
    """
    if token is None:
        return None
    seat = seat_with(table.chairs, digest(token))
    if seat is None:
        why = phrase("table.bad-token", "this link is for no seat of this table any more")
        raise Closed(BAD_TOKEN, why)
    return seat


def audience_of(table: Table, seat: int | None) -> Audience:
    """Return what a seat is shown, or somebody without one.

    Raises:
        Closed: nobody looks on at this table, or no seat is to be taken now.
    """
    if seat is not None:
        return Audience(seat, "seat")
    if not table.may_look_on:
        raise Closed(BAD_TOKEN, phrase("table.no-watching", "nobody may look on at this table"))
    return _without_seat(table)


def everybody(table: Table) -> list[Audience]:
    """Return all who may come to a table as it stands: those with a seat's token, and those without."""
    seats = [Audience(at, "seat") for at, chair in enumerate(table.chairs) if chair.token]
    return [*seats, _without_seat(table)]


def _without_seat(table: Table) -> Audience:
    return Audience(None, "delayed" if table.house.watch == "delayed" else "public")


def welcome(table: Table, seat: int | None, since: int, now: int) -> dict[str, Any]:
    """Return the first message to a socket: where it is, and what does not change."""
    return {
        "t": "welcome",
        "table": table.code,
        "seat": seat,
        "v": table.v,
        "n": since,
        "now": now,
        "kind": table.face.kind,
        "variant": table.variant,
        "anticlockwise": table.game.facts.anticlockwise,
        "review": has_review(table.game.name),
        "house": table.house.as_json(),
        "commit": commitment(table.key),
        "host": seat is not None and seat == table.host,
        "names": [chair.name for chair in table.chairs],
    }


# --------------------------------------------------------------------------------------------------
# What of a table's record may leave it: the deals that are over, with the keys that dealt them


def opened(table: Table) -> dict[str, Any]:
    """Return the record of the deals that are over; of the one under way nothing."""
    return table.exported_over()


def opened_deal(table: Table, deal: int) -> dict[str, Any] | Phrase:
    """Return the record of one deal, or why it can't be had.

    Args:
        table: the table.
        deal: its number, from 1, as the page counts deals.
    """
    found = table.exported_deal(deal - 1)
    if found is not None:
        return found
    if deal - 1 == table.deal:
        return phrase("table.deal-not-over", "deal {n} is not over: ask again then", n=deal)
    return phrase(
        "table.no-deal", "there is no deal {n}: {over} are over", n=deal, over=len(table.past)
    )
