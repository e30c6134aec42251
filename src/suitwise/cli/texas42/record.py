"""Records of Texas 42 in files, read whole."""

from __future__ import annotations

from suitwise.cli.files import Input


def record_text(file: Input) -> str:
    """Return the text of a record, of hands or of all moves.

    Raises:
        NotationError: the text is too long, or begins with a byte order mark.
    """
    from suitwise.errors import NotationError
    from suitwise.foundation.text.lines import refuse_mark
    from suitwise.foundation.text.record_text import MOST_CHARACTERS

    read = file.read(MOST_CHARACTERS + 1)
    if len(read) > MOST_CHARACTERS:
        raise NotationError(f"a record has at most {MOST_CHARACTERS:,} bytes")
    refuse_mark(read)
    return read.decode("utf-8", "backslashreplace")
