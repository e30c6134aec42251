"""How far chance alone goes: Student's t, and McNemar's test of who wins more often."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, exp, lgamma, log, pi, sin, sqrt

Z = 1.959963984540054
"""How many deviations about its mean hold 95 % of the normal distribution."""
_EXACT_DEGREES = 100
"""Above this number of degrees of freedom the expansion of t errs by less than 1e-10."""


@lru_cache(maxsize=1024)
def t_quantile(degrees: int) -> float:
    """Return within how many standard errors Student's t is with probability 0.95.

    M. Abramowitz and I. A. Stegun, *Handbook of Mathematical Functions* (1964): 26.7.3 and 26.7.4, the
    probability as a finite sum, inverted by halving; for more than 100 degrees of freedom 26.7.5, the
    expansion about the normal distribution.

    Args:
        degrees: the degrees of freedom, 1 or more.

    >>> [f"{t_quantile(degrees):.4f}" for degrees in (1, 2, 10, 100, 1000)]
    ['12.7062', '4.3027', '2.2281', '1.9840', '1.9623']
    """
    if degrees > _EXACT_DEGREES:
        return _t_expansion(degrees)
    low, high = 1.0, 13.0
    while (middle := (low + high) / 2) not in (low, high):
        if _t_within(middle, degrees) < 0.95:
            low = middle
        else:
            high = middle
    return high


def _t_within(t: float, degrees: int) -> float:
    """Return the probability that Student's t lies between -t and t."""
    angle = atan2(t, sqrt(degrees))
    odd = degrees % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for k in range(odd, degrees - 1, 2):
        total += term
        term *= cos(angle) ** 2 * (k + 1) / (k + 2)
    if odd:
        return 2 / pi * (angle + sin(angle) * total)
    return sin(angle) * total


def _t_expansion(degrees: int) -> float:
    z, n = Z, degrees
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def mcnemar(better: int, worse: int) -> float:
    """Return the two-sided p-value of McNemar's exact test.

    Twice the probability that a fair coin, thrown ``better + worse`` times, falls so seldom on its
    rarer side; at most 1.

    >>> round(mcnemar(8, 1), 12), mcnemar(5, 5)
    (0.0390625, 1.0)
    """
    thrown, rare = better + worse, min(better, worse)
    term = exp(lgamma(thrown + 1) - lgamma(rare + 1) - lgamma(thrown - rare + 1) - thrown * log(2))
    tail = 0.0
    while rare >= 0 and term > tail * 1e-17:
        tail += term
        term *= rare / (thrown - rare + 1)
        rare -= 1
    return min(1.0, 2 * tail)
