"""What many deals say of players: samples of two, ratings of all, and how far chance alone goes."""

from __future__ import annotations

from suitwise.arena.statistics.distributions import mcnemar, t_quantile
from suitwise.arena.statistics.margins import needs_more
from suitwise.arena.statistics.samples import Paired, Sample, paired, sample_of

__all__ = ["Paired", "Sample", "mcnemar", "needs_more", "paired", "sample_of", "t_quantile"]
