"""The file in which tables are kept: one SQLite database, the only place that knows SQL."""

from suitwise.table.serve.store.ready import Unready as Unready
from suitwise.table.serve.store.schema import Taken as Taken
from suitwise.table.serve.store.store import Kept as Kept
from suitwise.table.serve.store.store import Store as Store
from suitwise.table.serve.store.writer import NotKept as NotKept
