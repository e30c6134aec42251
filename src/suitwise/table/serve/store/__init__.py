"""The file of tables: one SQLite database. No SQL is used outside this package."""

from suitwise.table.rules.messages import Kept as Kept
from suitwise.table.serve.store.health import Unready as Unready
from suitwise.table.serve.store.schema import Taken as Taken
from suitwise.table.serve.store.store import NotKept as NotKept
from suitwise.table.serve.store.store import Store as Store
