"""The commands of each game: ``suitwise rummy``, ``stacks``, ``texas42``, ``tractor``."""
