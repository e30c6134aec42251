"""``python -m suitwise`` is the command ``suitwise``."""

from suitwise.cli import main

if __name__ == "__main__":
    main()
