"""A finished data set in one file, the same to the byte whenever and wherever it is packed."""

from __future__ import annotations

import shutil
import stat
import zipfile
from pathlib import Path

from suitwise.arena.data.formats import card_name
from suitwise.arena.data.manifest import (
    MANIFEST,
    MOST_MANIFEST,
    digest_of,
    has_digest,
    read_manifest,
)
from suitwise.arena.store import read_whole
from suitwise.errors import SuitwiseError
from suitwise.foundation.text.writing import replacing

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive, the first that ZIP can say."""
_UNIX = 3


def pack(folder: Path, out: Path) -> str:
    """Check a finished data set and write it into a ZIP file, below a folder named as the file.

    The files are stored as they are, since shards are compressed already, and one at a time, with the
    card and the manifest first. The archive is replaced atomically.

    Returns:
        The SHA-256 of the archive, hexadecimal.

    Raises:
        NotationError: the folder holds no data set.
        SuitwiseError: shards are missing or were changed, there is no card, or the archive would lie
            in the place of a file of the data set.
        OSError: a file can't be read or written; the error names it.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.data import make_data
    >>> with TemporaryDirectory() as name:
    ...     _ = make_data("texas42-solved(dominoes=1)", Path(name, "deals"), 3)
    ...     _ = pack(Path(name, "deals"), Path(name, "solved.zip"))
    ...     zipfile.ZipFile(Path(name, "solved.zip")).namelist()
    ['solved/README.md', 'solved/_manifest.jsonl', 'solved/shard-00000.jsonl']
    """
    names = _files_of(folder)
    if out.resolve() in [(folder / name).resolve() for name in names]:
        raise SuitwiseError(f"{out} is a file of the data set itself")
    with replacing(out) as file:
        with zipfile.ZipFile(file, "w") as archive:
            for name in names:
                _add(archive, folder / name, f"{out.stem}/{name}")
        file.seek(0)
        return digest_of(file)


def _files_of(folder: Path) -> list[str]:
    """Return the names of all files of a data set, after a look at each."""
    job, shards, _ = read_manifest(read_whole(folder / MANIFEST, MOST_MANIFEST), folder)
    if lacking := len(job.shards) - len(shards):
        raise SuitwiseError(
            f"{folder} lacks {lacking} of {len(job.shards)} shards: make them first"
        )
    names = [card_name(job.form), MANIFEST]
    for number, shard in enumerate(shards):
        digests = (shard.sha256, shard.arrays)
        for name, digest in zip(job.names(number), digests, strict=False):
            if not has_digest(folder / name, digest):
                raise SuitwiseError(
                    f"{folder / name}: these are not the bytes that {MANIFEST} tells of; "
                    "make_data makes the shard again"
                )
            names.append(name)
    return names


def _add(archive: zipfile.ZipFile, path: Path, name: str) -> None:
    """Store a file with nothing that depends on where and when it was made."""
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.create_system = _UNIX
    entry.external_attr = (stat.S_IFREG | 0o644) << 16
    entry.file_size = path.stat().st_size
    with open(path, "rb") as source, archive.open(entry, "w") as target:
        shutil.copyfileobj(source, target)
