"""The card of a data set: what it is, how it was made, what its columns mean, how to load and cite it.

A card is Markdown for people, and at the head of an ``hf`` folder YAML for ``datasets``. It is made of
the job alone, so it is as reproducible as the shards.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from suitwise import __version__
from suitwise.arena.data.formats import DECISIONS, ROWS, Form, arrays_name, card_name
from suitwise.arena.data.manifest import MANIFEST, Job, Kind
from suitwise.arena.data.selfplay import DECISION_COLUMNS, Selfplay
from suitwise.fields import markdown
from suitwise.foundation.text.writing import replacing
from suitwise.markdown import table

YEAR = "2026"
"""The year in which this version was released."""
BIBTEX = f"""\
@software{{suitwise,
  author = {{{{The Suitwise founders}}}},
  title = {{Suitwise}},
  version = {{{__version__}}},
  year = {{{YEAR}}},
  license = {{MIT}}
}}"""
"""How to cite this version, as in ``CITATION.cff``."""


def write_card(folder: Path, job: Job, kind: Kind) -> None:
    """Write the card of a data set into its folder, unless it is there."""
    path, text = folder / card_name(job.form), card_text(job, kind).encode("utf-8")
    if not path.is_file() or path.read_bytes() != text:
        with replacing(path) as file:
            file.write(text)


def card_text(job: Job, kind: Kind) -> str:
    """Return the card of a data set.

    Args:
        job: the data set.
        kind: its kind, ``kind_of(job.kind)``.

    >>> from suitwise.arena.data.manifest import kind_of
    >>> job = Job("texas42-solved(dominoes=7)", 25, 0, 10, "jsonl", "1.0", "")
    >>> print(card_text(job, kind_of(job.kind)))  # doctest: +ELLIPSIS
    # texas42-solved(dominoes=7)
    <BLANKLINE>
    Random deals of Texas 42 ...
    """
    return "\n\n".join(_parts(job, kind)) + "\n"


def _parts(job: Job, kind: Kind) -> Iterator[str]:
    """Yield the paragraphs of a card."""
    if job.form == "hf":
        yield _front(job)
    yield f"# {job.kind}"
    yield kind.about
    yield table(["", ""], list(_facts(job)))
    yield "## Columns"
    meanings = kind.meanings()
    yield table(
        ["column", "type", "meaning"],
        [[f"`{name}`", type_, meanings[name]] for name, type_ in kind.columns().items()],
    )
    if job.arrays and isinstance(kind, Selfplay):
        yield from _decisions(job, kind)
    yield "## To load it"
    yield f"```python\n{_loading(job)}\n```"
    yield "## To cite it"
    yield "With the seed and the command above:"
    yield f"```bibtex\n{BIBTEX}\n```"


def _front(job: Job) -> str:
    """Return the head that ``datasets`` reads."""
    lines = [
        "---",
        "license: mit",
        f'pretty_name: "{job.kind}"',
        f"size_categories: [{_size(job)}]",
    ]
    lines += ["tags: [card games, imperfect information, game theory]", "configs:"]
    for name in (ROWS, DECISIONS) if job.arrays else (ROWS,):
        lines += [f"- config_name: {name}", "  data_files:", "  - split: train"]
        lines += [f"    path: {name}/train-*.parquet"]
        lines += ["  default: true"] if name == ROWS else []
    return "\n".join([*lines, "---"])


def _size(job: Job) -> str:
    """Return the size of a data set as Hugging Face names sizes."""
    steps = [(10**3, "1K"), (10**4, "10K"), (10**5, "100K"), (10**6, "1M"), (10**7, "10M")]
    steps += [(10**8, "100M"), (10**9, "1B"), (10**10, "10B"), (10**11, "100B"), (10**12, "1T")]
    before = "n"
    for most, word in steps:
        if job.count < most:
            return f"{before}<{word}" if before == "n" else f"{before}<n<{word}"
        before = word
    return f"n>{before}"


def _facts(job: Job) -> Iterator[list[str]]:
    """Yield a row for each fact on how a data set was made."""
    shards = len(job.shards)
    cut = "1 shard" if shards == 1 else f"{shards:,} shards of {job.shard_size:,}"
    yield ["rows", f"{job.count:,} in {cut}"]
    yield ["made by", f"`{command_of(job)}`"]
    yield ["seed", f"{job.seed}; row n depends on it, on n and on the options alone"]
    writers = [f"pyarrow {job.pyarrow}"] if job.pyarrow else []
    writers += [job.numpy] if job.numpy else []
    writers += [job.arrays] if job.arrays and job.arrays not in writers else []
    yield ["versions", ", ".join([f"suitwise {job.suitwise}", *writers])]
    yield [
        "bytes",
        f"with these versions the same to the byte; `{MANIFEST}` has the SHA-256 of each file",
    ]
    yield ["licence", "MIT, as Suitwise itself"]
    if job.fingerprints:
        names = ", ".join(f"`{name}`" for name in job.fingerprints)
        yield ["players from elsewhere", f"{names}; `{MANIFEST}` has their fingerprints"]


def command_of(job: Job) -> str:
    """Return the command that makes a data set; players from elsewhere need ``--import``, too.

    >>> command_of(Job("rummy-hands", 25, 0, 10, "hf", "1.0", "26.0.1"))
    'suitwise arena data "rummy-hands" --count 25 --seed 0 --shard-size 10 --format hf --out DIR'
    """
    words = f'suitwise arena data "{job.kind}" --count {job.count} --seed {job.seed}'
    more = f" --shard-size {job.shard_size} --format {job.form}"
    return words + more + (" --arrays" if job.arrays else "") + " --out DIR"


def _decisions(job: Job, kind: Selfplay) -> Iterator[str]:
    """Yield the paragraphs on the decisions of games."""
    from suitwise.arena.report import unit_of

    game = kind.named[0].game
    yield "## Decisions"
    file = arrays_name(job.name(0))
    yield f"A row for each decision, in the order of the games, in `{file}` and so on:"
    yield table(
        ["column", "type", "meaning"],
        [
            [f"`{name}`", type_, meaning.format(unit=unit_of(game))]
            for name, (type_, meaning) in DECISION_COLUMNS.items()
        ],
    )
    yield "The fields of an observation:"
    yield markdown(game.observation_fields())


# --- How it is loaded -----------------------------------------------------------------------------

_HERE = 'folder = "DIR"  # where this card lies'
_LOADING: dict[Form, str] = {
    "jsonl": """\
import duckdb
rows = duckdb.sql(f"SELECT * FROM read_json_auto('{folder}/shard-*.jsonl')")

import pandas
first = pandas.read_json(f"{folder}/shard-00000.jsonl", lines=True)""",
    "parquet": """\
import duckdb
rows = duckdb.sql(f"SELECT * FROM '{folder}/shard-*.parquet'")

import pandas
table = pandas.read_parquet(folder)""",
    "hf": """\
import datasets
rows = datasets.load_dataset(folder, split="train")

import duckdb
rows = duckdb.sql(f"SELECT * FROM '{folder}/data/*.parquet'")

import pandas
table = pandas.read_parquet(f"{folder}/data")""",
    "npz": """\
import numpy as np
first = np.load(f"{folder}/shard-00000.npz")
# Lists stand one after another in one array: list n of "name" is
# first["name"][first["name_offsets"][n] : first["name_offsets"][n + 1]].""",
}
_DECISIONS_AS_DATASET = """\
decisions = datasets.load_dataset(folder, "decisions", split="train").with_format("torch")"""
_DECISIONS_AS_ARRAYS = """\
import numpy as np
decisions = np.load(f"{{folder}}/{name}")"""


def _loading(job: Job) -> str:
    """Return the Python that loads a data set."""
    parts = [_HERE, _LOADING[job.form]]
    if job.arrays and job.form == "hf":
        parts.append(_DECISIONS_AS_DATASET)
    elif job.arrays:
        parts.append(_DECISIONS_AS_ARRAYS.format(name=arrays_name(job.name(0))))
    return "\n\n".join(parts)
