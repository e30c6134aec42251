"""Rami as flat records of whole numbers, for stepping and playing out many deals at once.

``cards`` multisets of cards as words of bits, ``melds`` the melds with numbers and those of the table,
``record`` the columns of a record and the numbers of a house, ``endings`` whether a turn can end,
``openings`` the first melds, ``course`` what a move changes, ``stepped`` masks, observations, the batch.

The rules are those of the objects (``rami.rules.turn``, ``rami.solve``): the same moves by the same
1,181 numbers; tests compare the two position by position. What makes it fast: a hand is two words of
bits and a number of jokers, so that all runs that it holds are found by a handful of shifts; melds are
numbers with their cards as a word; and what a turn can still come to is searched for only where cards
are owed or first melds fall short of the minimum, depth first, steps taken back on the record itself.
"""
