"""The weights of the rule-based policy, two rows of integers: to play by, and to bid and bury by.

They are found by play of the policy against itself, in ``learn/tractor_weights.py`` and
``learn/tractor_hands.py``, and held to what these find by ``tests/learn``. The rules take any other rows
as well (``policy``, ``policy_chances``, ``policy_bidding``). A weight of the play is in quarters of a
point unless it says otherwise.
"""

from __future__ import annotations

(
    DRAWING,
    LONE_POINTS,
    RUFFED_POINTS,
    LEAD_LAST,
    TO_COME,
    TEMPO,
    TRUMP_KEPT,
    TRUMP_STEP,
    JOKER_KEPT,
    WINNER_KEPT,
    PLAIN_STEP,
    PAIR_KEPT,
    TRACTOR_KEPT,
    RESCUE,
    DUCK_POINTS,
    FEED_POINTS,
) = range(16)
"""The places of the weights of the play.

==============  ==================================================================================
weight          meaning
==============  ==================================================================================
DRAWING         to lead a trump when one has many beside those that are unseen, for each card
LONE_POINTS     what it costs to lead a single card with points that a higher one unseen may take
RUFFED_POINTS   what it costs to lead points of a suit that an opponent may ruff for sure
LEAD_LAST       to lead all that one holds of a plain suit, so as to ruff it later
TO_COME         what each card yet to be played adds to a trick
TEMPO           what it is worth to take a trick and lead, for each card led
TRUMP_KEPT      the lowest trump, if it is kept
TRUMP_STEP      what a trump is worth more for every two Φ above that
JOKER_KEPT      what a joker is worth beside that
WINNER_KEPT     a plain card, if it is kept, that nothing unseen beats; led, it loses nothing
PLAIN_STEP      what another plain card is worth for every four Φ
PAIR_KEPT       what it costs to break a pair
TRACTOR_KEPT    what it costs beside that to part two pairs that are neighbours
RESCUE          how often a partner who could beat our play beats what beat it, in 24ths
DUCK_POINTS     how a follower who loses orders his cards: a point, in halves of a quarter
FEED_POINTS     and one who gives to his partner, likewise
==============  ==================================================================================
"""

WEIGHTS = (17, 9, 17, 12, 10, 4, 11, 3, 25, 12, 3, 36, 21, 13, 10, 11)
"""The weights that the policy plays by; ``learn/tractor_weights.json`` is the search that found them."""

(
    JOKER,
    RANK_CARD,
    PAIR,
    SIDE_ACE,
    LONG,
    NO_TRUMP,
    STRONG,
    LENGTH,
    POINTS,
    POINTS_STRONG,
    PAIRED,
    NEIGHBOURS,
    TOP,
    SECOND,
) = range(14)
"""The places of the weights of bids and burials.

=============  ===================================================================================
weight         meaning
=============  ===================================================================================
JOKER          what a joker makes a hand stronger beside being a trump, in eighths of a trump
RANK_CARD      likewise a rank card
PAIR           likewise a pair of trumps
SIDE_ACE       likewise an ace that is no trump
LONG           the trumps expected for a suit to be bid, in quarters; a hand has 33 on average
NO_TRUMP       the strength that a bid of no trump takes
STRONG         the trumps of the landlord from which on points are buried more lightly
LENGTH         what it costs to bury a card, for each card of its suit; its height costs 4 for each Φ
POINTS         likewise for each point of the card
POINTS_STRONG  likewise where the landlord is strong in trumps
PAIRED         to break a pair, beside its height once more
NEIGHBOURS     beside that, where the pair has a neighbour
TOP            an ace
SECOND         the next card below an ace that one holds
=============  ===================================================================================
"""

HAND_WEIGHTS = (12, 7, 7, 6, 30, 63, 12, 14, 14, 2, 16, 47, 80, 9)
"""The weights that the policy bids and buries by; ``learn/tractor_hands.json`` is their search."""
