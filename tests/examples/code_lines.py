"""Lines of code of a package: blank lines, comments and docstrings are none."""

from __future__ import annotations

import ast
import io
import tokenize
from pathlib import Path


def code_lines(text: str) -> int:
    """Count the lines of code of a module.

    >>> code_lines('"It adds."\\n\\nx = (\\n    1\\n)  # one\\n# two\\n')
    3
    """
    skipped = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    docs = {line for node in ast.walk(ast.parse(text)) for line in _doc_lines(node)}
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in skipped and token.string.strip():
            lines |= set(range(token.start[0], token.end[0] + 1))
    return len(lines - docs)


def _doc_lines(node: ast.AST) -> range:
    """Return the lines of a text that stands alone as a statement."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return range(node.lineno, (node.end_lineno or node.lineno) + 1)
    return range(0)


def lines_of(package: Path) -> int:
    """Count the lines of code of all modules of a package."""
    return sum(code_lines(path.read_text("utf-8")) for path in package.rglob("*.py"))
