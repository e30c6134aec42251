"""The pages can be made with the extra ``docs`` alone."""

from __future__ import annotations

import re
import runpy
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

from tests.fresh import ROOT, fresh_python

DOCS = ROOT / "docs"
DOCUMENTED = re.findall(
    r"^\.\. auto(?:module|class|function):: ([\w.]+)", (DOCS / "api.md").read_text("utf-8"), re.M
)

IMPORTED = """
import sys
from importlib import import_module
from sphinx.ext.autodoc.mock import mock

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
with mock({mocked!r}):
    for name in {documented!r}:
        import_module(name)
print("all", len({documented!r}))
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
    assert {"gymnasium", "pettingzoo", "pyarrow", "ray", "hypothesis"} <= missing
    assert not missing & {"sphinx", "numpy", "numba", "click", "rich", "suitwise", "matplotlib"}
    modules = [name for name in DOCUMENTED if is_module(name)]
    assert len(modules) > 90
    mocked = runpy.run_path(str(DOCS / "conf.py"))["autodoc_mock_imports"]
    code = IMPORTED.format(missing=missing, mocked=mocked, documented=modules)
    assert fresh_python(code) == f"all {len(modules)}\n"


def is_module(name: str) -> bool:
    path = ROOT.joinpath("src", *name.split("."))
    return path.is_dir() or Path(f"{path}.py").is_file()
