"""The review of a record that a table or anybody else brings: its decisions as they are judged.

A decision is numbered by the ply at which the replay of the same record shows it (``replaying``), and so
is its deal: the hands that were forfeited are counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import phrase, reason_of
from suitwise.game import Record, load
from suitwise.players.review.decisions import Decision
from suitwise.players.review.reviews import Review, review_of
from suitwise.table.rules.faces import face_of
from suitwise.table.rules.replaying import BadRecord, Replay, board_asked

SEED = 0
"""The seed of the deals: a command that reviews the same record draws the same ones."""
SECONDS = 20.0
"""How long a review should take whose deals are as many as there is time for."""


@dataclass(frozen=True)
class Reviewed:
    """A record that is reviewed.

    Args:
        review: how its game is reviewed.
        seats: how many seats the game has.
        records: its stretches, as ``replaying.Replay`` has them.
    """

    review: Review
    seats: int
    records: tuple[Record, ...]

    @staticmethod
    def read(text: str) -> Reviewed:
        """Read a record.

        Raises:
            BadRecord: it is none, one that is too long, or of a game that has no review.

        >>> from suitwise.game import load, play
        >>> from suitwise.players import RandomPlayer
        >>> record = play(load("texas42(match=hand)").start(), RandomPlayer(1), seed=1)
        >>> found = Reviewed.read(str(record))
        >>> found.plies == len(record.moves), next(found.decisions()).place
        (True, 'auction')
        """
        replay = Replay.read(text)
        review = review_of(replay.game.name)
        if review is None:
            raise BadRecord(
                phrase("table.no-review", "there is no review of {game}", game=str(replay.game))
            )
        return Reviewed(review, replay.game.facts.seats, replay.records)

    @property
    def plies(self) -> int:
        """The number of the last ply."""
        return sum(len(record.moves) for record in self.records) + len(self.records) - 1

    def board_before(self, ply: int) -> dict[str, Any] | None:
        """Return what the game's board can be asked about the decision of a ply, if anything."""
        for record in self.records:
            if ply <= len(record.moves):
                state = next(islice(record.states(), ply - 1, None))
                return board_asked(load(record.game).name, state, record.moves[ply - 1])
            ply -= len(record.moves) + 1  # the forfeit is a ply of its own
        return None

    def decisions(self) -> Iterator[Decision]:
        """Yield the decisions of all seats as they are judged.

        Raises:
            BadRecord: a move is not legal.
        """
        drawn: dict[str, Any] = {}
        if self.review.worlds:
            drawn = {"worlds": self.review.worlds, "seed": SEED}
        if self.review.most:
            drawn["seconds"] = SECONDS / len(self.records)
        first, deals = 0, 0
        try:
            for record in self.records:
                is_between = face_of(load(record.game)).is_between
                ended = sum(map(is_between, record.states()))  # all is legal, or nothing is judged
                for one in self.review.decisions(record, seat=None, **drawn):
                    yield replace(one, ply=first + one.ply, deal=deals + one.deal)
                first += len(record.moves) + 1  # the forfeit is a ply of its own
                deals += ended + 1  # and ends a deal
        except SuitwiseError as error:
            raise BadRecord(reason_of(error)) from None
