"""The pages can be made with the extra ``docs`` alone."""

from __future__ import annotations

import ast
import re
import runpy
from importlib.metadata import PackageNotFoundError, packages_distributions, requires

from tests.fresh import ROOT, fresh_python

DOCS = ROOT / "docs"
IMPORTED = """
import sys
from runpy import run_path
from sphinx.ext.autodoc.mock import mock

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
with mock({mocked!r}):
    reference = run_path({script!r})
    index = reference["index_text"]()
print("all", index.count(":doc:"))
"""


def installed_by(extra: str) -> set[str]:
    """Return the distributions that the package needs with an extra, and all that these need."""
    found, left = set(), [f"suitwise[{extra}]"]
    while left:
        words = re.match(r"([\w.-]+)(?:\[(\w+)\])?", left.pop())
        assert words
        name = plain(words[1])
        if name in found:
            continue
        found.add(name)
        try:
            needed = requires(name) or []
        except PackageNotFoundError:
            continue  # of another system or Python
        left += [one for one in needed if "extra ==" not in one or wanted(one, words[2])]
    return found


def wanted(requirement: str, extra: str | None) -> bool:
    return re.search(rf"extra == ['\"]{extra}['\"]", requirement) is not None


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_all_that_the_pages_document_is_imported_with_the_extra_docs_alone() -> None:
    here = installed_by("docs")
    missing = {
        module
        for module, owners in packages_distributions().items()
        if not here & set(map(plain, owners))
    }
    assert {"gymnasium", "pettingzoo", "pyarrow", "ray", "hypothesis", "numba"} <= missing
    assert not missing & {"sphinx", "numpy", "click", "rich", "suitwise", "matplotlib"}
    script = DOCS / "reference.py"
    pages = sum(len(room.pages) for room in runpy.run_path(str(script))["rooms"]())
    assert pages > 100
    mocked = mocked_modules()
    code = IMPORTED.format(missing=missing, mocked=mocked, script=str(script))
    assert fresh_python(code) == f"all {pages}\n"


def mocked_modules() -> list[str]:
    """Return the modules that Sphinx makes stand-ins of."""
    text = (DOCS / "conf.py").read_text("utf-8")
    found = re.search(r"^autodoc_mock_imports = (\[.*?^\])", text, re.M | re.S)
    assert found
    return list(ast.literal_eval(found[1]))
