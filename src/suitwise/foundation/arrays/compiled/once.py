"""Faces that are made once for a function, whoever asks for them and how many at once."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any

from suitwise.errors import SuitwiseError

_MAKING = threading.RLock()


def made_once(make: Callable[[Any], Any]) -> Any:
    """Keep what is made for a function; threads that ask at once get the same."""
    made: dict[Any, Any] = {}
    being_made: set[Any] = set()

    @functools.wraps(make)
    def get(function: Any) -> Any:
        with _MAKING:
            if function not in made:
                if function in being_made:
                    raise SuitwiseError(
                        f"the rule {function.__name__} is reached again from others"
                    )
                being_made.add(function)
                try:
                    made[function] = make(function)
                finally:
                    being_made.remove(function)
            return made[function]

    return get
