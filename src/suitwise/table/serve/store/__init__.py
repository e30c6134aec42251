"""The file in which tables are kept: one SQLite database, the only place that knows SQL."""

from suitwise.table.serve.store.schema import Taken
from suitwise.table.serve.store.store import Kept, Store
from suitwise.table.serve.store.writer import NotKept

__all__ = ["Kept", "NotKept", "Store", "Taken"]
