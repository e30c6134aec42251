"""Rummikub as flat records of whole numbers, for stepping many deals at once.

``tiles`` multisets of tiles as words of bits, ``record`` the columns of a record, the numbers of a
house and the room of a thread, ``scans`` what one scan is asked and answers, ``cases`` the scans that a
turn takes, ``ways`` the sets with which a seat opens, ``masks`` the tiles that may be chosen, ``laying``
the new table, ``meanings`` what its jokers stand for, ``course`` what a move changes, ``stepped`` the
batch.

The rules are those of the objects (``rummikub.state``, ``rummikub.solve``): the same moves by the same
108 numbers, and tables that lie alike to the last joker; tests compare the two step by step. The scans
are the very kernels of ``solve.scan`` and ``solve.least``. They need room for thousands of states, which
no record has: so each thread has a *room*, numbers behind those of the house (``loop.Batch.room``).
"""
