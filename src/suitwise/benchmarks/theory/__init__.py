"""Fixed tasks for learners of equilibria, exactly measured: ``suitwise bench exploitability``."""
