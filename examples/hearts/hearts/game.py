"""Hearts as a game under the contract of ``suitwise.game``: its options, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hearts.policy import choose
from hearts.rules import ALL_HEARTS, COSTLY, MOON, PASSED, RULES, points_of
from suitwise.errors import NotationError
from suitwise.foundation.text.lines import not_one_of, refuse_out_of_bounds
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.tricks import TrickGame, TrickState, playable

PASSINGS = ("left", "right", "across", "hold", "rotate")
MOST_POINTS = 500


class HeartsState(TrickState):
    """A position of Hearts, from the deal to the end of the game.

    >>> state, _ = Hearts().start().rolled(seed=1, stream=0)
    >>> state.phase, state.turn, state.to_pass, len(state.moves())
    ('pass', 1, 3, 13)
    """

    __slots__ = ()


@dataclass(frozen=True)
class Hearts(TrickGame):
    """Hearts for four: who has the fewest points when somebody comes to 100 has won.

    Args:
        points: the game ends once a seat has so many; 0 for a single deal.
        passing: where cards are passed, ``rotate`` for left, right, across and hold in turn, or one of
            these for all deals.
        queen_breaks: whether hearts may be led once the queen of spades has been played, too.

    Raises:
        NotationError: an option is none of these.

    >>> str(Hearts(points=0)), Hearts().facts.lowest_return
    ('hearts(points=0,passing=rotate,queen_breaks=no)', -125)
    """

    points: int = 100
    passing: str = "rotate"
    queen_breaks: bool = False

    name, title = "hearts", "hearts"
    rules, state = RULES._replace(choose=choose), HeartsState
    tells_deals: ClassVar[bool] = True
    most_passed: ClassVar[int] = PASSED
    points_cost: ClassVar[bool] = True

    def __post_init__(self) -> None:
        refuse_out_of_bounds(self, {"points": (0, MOST_POINTS)})
        if self.passing not in PASSINGS:
            raise NotationError(not_one_of("passing", PASSINGS))

    @property
    def numbers(self) -> tuple[int, ...]:
        """The points of a game, where cards are passed, and whether the queen breaks hearts."""
        return self.points, PASSINGS.index(self.passing), int(self.queen_breaks)

    @property
    def target(self) -> int:
        """The points at which the game ends."""
        return self.points

    @property
    def whole_score(self) -> int:
        """The points of a game, or of a deal."""
        return self.points or MOON

    @property
    def most_scored(self) -> int:
        """A point less than a game, and all points of a deal."""
        return max(self.points, 1) - 1 + MOON

    @property
    def most_deals(self) -> int:
        """Each deal has at least 26 points for the seats, who all lack one to the end at most."""
        return 4 * (max(self.points, 1) - 1) // MOON + 1

    @property
    def returned(self) -> tuple[float, float]:
        """The most points of a seat, and none."""
        return -self.most_scored, 0

    def deal_fault(self, dealer: int, deals: int, scores: tuple[int, ...]) -> str | None:
        """The points of a deal sum to 26, or to 78 when somebody has taken all."""
        moons, rest = divmod(sum(scores) - MOON * deals, 2 * MOON)
        if rest or not 0 <= moons <= deals or min(scores) < 0:
            return f"after {deals} deals no scores are {'-'.join(map(str, scores))}"
        if max(scores) >= max(self.points, 1):
            return "the game was over before this deal"
        return None

    def card_points(self, card: int) -> int:
        """Return what a card costs."""
        return points_of(card)

    def why_barred(self, state: TrickState, card: int) -> Phrase | None:
        """Return why a card may not be led, or may not be thrown on the first trick."""
        play = playable(state)
        if not state.gone:
            return phrase("hearts.two", "the two of clubs is led: play {play}", play=play)
        if not state.tricks[-1].cards and ALL_HEARTS >> card & 1:
            said = "hearts are not broken yet: lead {play}"
            return phrase("hearts.unbroken", said, play=play)
        if COSTLY >> card & 1:
            said = "no points fall on the first trick: play {play}"
            return phrase("hearts.first-trick", said, play=play)
        return None
