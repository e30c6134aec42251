"""Rummikub on flat records of integers, for stepping many deals at once.

* ``tiles``: multisets of tiles as bit masks
* ``record``: the columns of a record, the numbers of a house, and the workspace of a thread
* ``scans``: running one scan
* ``cases``: the scans that a turn needs
* ``ways``: the sets with which a seat opens
* ``masks``: the tiles that may be chosen next
* ``laying``: the new table
* ``meanings``: what the jokers of the new table stand for
* ``course``: legal actions and their effects
* ``stepped``: the batch for ``stepping``

The rules are those of the objects (``rummikub.state``, ``rummikub.solve``): the same moves with the same
108 numbers, and the same tables down to the place of each joker. Tests compare the two step by step. The
scans are the kernels of ``solve.scan`` and ``solve.least``. They need an array of thousands of states,
too many for each record, so each thread has a workspace behind the numbers of the house
(``loop.Batch.room``).
"""
