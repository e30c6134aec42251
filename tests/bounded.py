"""Tells an answer that never ends, or grows with the square of its question, from one that is given.

Speed is measured in ``benchmarks/``, and no test fails because a machine is slow: a bound here is ten
times what the work takes on a slow machine, and far below what it took before it was mended. Only the
calling thread's time on a processor counts, so a server beside it in the same process does not.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def bounded(seconds: float = 10.0) -> Iterator[None]:
    """Fail if what is done in the context takes a processor longer.

    >>> with bounded():
    ...     sum(range(1000))
    499500
    """
    since = time.thread_time()
    yield
    took = time.thread_time() - since
    assert took < seconds, f"took a processor {took:.1f} s, more than {seconds:g} s"
