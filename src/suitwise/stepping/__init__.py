"""Games stepped in arrays by a loop that is written once: its rules, its object, its streams."""
