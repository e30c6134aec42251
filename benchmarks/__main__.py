"""``python -m benchmarks``, run in a clone of Suitwise."""

from benchmarks.commands import bench
from suitwise.cli.common import plain_errors

if __name__ == "__main__":
    with plain_errors():
        bench.main(prog_name="python -m benchmarks", standalone_mode=False)
