"""Rami on flat records of integers, for stepping and playing out many deals at once.

* ``cards``: multisets of cards as bit masks
* ``melds``: melds as numbers, in actions and on the table
* ``record``: the columns of a record and the numbers of a house
* ``endings``: whether a turn can end
* ``openings``: the first melds
* ``course``: legal actions and their effects
* ``stepped``: masks, observations, and the batch for ``stepping``

The rules are those of the objects (``rami.rules.turn``, ``rami.solve``): the same moves with the same
1,181 numbers. Tests compare the two position by position.

Three things make it fast. A hand is two bit masks and a number of jokers, so a handful of shifts finds
all its runs. Melds are numbers, and tables hold their cards as masks. And only if cards are owed, or
first melds fall short of the minimum, is the rest of the turn searched: depth first, by making and
undoing moves on the record itself.
"""
