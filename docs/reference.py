"""Makes the reference of Python: a page a module, and an index of them with a line each.

``reference.toml`` says which modules; their names come from ``__all__``. The pages are made anew
whenever the documentation is built, so none is kept.
"""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Page:
    """What stands on a page: a module, and of its public names those that no room above it lists."""

    module: str
    names: tuple[str, ...]
    elsewhere: tuple[tuple[str, str], ...]
    """Its other public names, each with the module on whose page it stands."""


@dataclass(frozen=True)
class Room:
    """A group of pages, of which the first is the room's own."""

    title: str
    pages: tuple[Page, ...]


def rooms() -> tuple[Room, ...]:
    """Return all pages, in the rooms of ``reference.toml``."""
    read = tomllib.loads((HERE / "reference.toml").read_text("utf-8"))["room"]
    public = {
        module: public_names(module, picked)
        for room in read
        for module, picked in room["modules"].items()
    }
    homes: dict[str, str] = {}
    for module in sorted(public, key=lambda module: (not is_listed(module), module.count("."))):
        for name in public[module]:
            homes.setdefault(identity(module, name), module)
    return tuple(
        Room(
            room["title"],
            tuple(page_of(module, public[module], homes) for module in room["modules"]),
        )
        for room in read
    )


def page_of(module: str, names: tuple[str, ...], homes: dict[str, str]) -> Page:
    """Return the page of a module, given on which page every name has its home."""
    at = {name: homes[identity(module, name)] for name in names}
    return Page(
        module,
        tuple(name for name in names if at[name] == module),
        tuple((name, home) for name, home in at.items() if home != module),
    )


def public_names(module: str, picked: str | list[str]) -> tuple[str, ...]:
    """Return the names of a module that the reference shows: those picked, or all."""
    if picked != "all":
        return tuple(picked)
    held = import_module(module)
    if is_listed(module):
        return tuple(held.__all__)
    own = [name for name, value in vars(held).items() if is_defined(value, module)]
    constants = constants_in(Path(held.__file__ or ""))
    return tuple(name for name in (*constants, *own) if not name.startswith("_"))


def is_listed(module: str) -> bool:
    """Tell whether a module lists its public names."""
    return hasattr(import_module(module), "__all__")


def is_defined(value: Any, module: str) -> bool:
    """Tell whether a value is a class or a function with a docstring that a module defines."""
    # A stand-in for a package that is not installed is asked for its module alone.
    return getattr(value, "__module__", "") == module and is_code(value) and bool(value.__doc__)


def is_code(value: Any) -> bool:
    """Tell classes and functions from values and names of types."""
    return inspect.isclass(value) or inspect.isroutine(inspect.unwrap(value))


def identity(module: str, name: str) -> str:
    """Return where a name is defined, the same from wherever it is imported."""
    value = getattr(import_module(module), name)
    if inspect.ismodule(value):
        return value.__name__
    if is_code(value):
        also = "" if value.__name__ == name else f", as {name}"
        return f"{value.__module__}.{value.__qualname__}{also}"
    return f"{defined_in(module, name)}.{name}"


def defined_in(module: str, name: str) -> str:
    """Return the module that gives a constant its value and says what it is."""
    path = Path(import_module(module).__file__ or "")
    if name in constants_in(path):
        return module
    stub = path.with_suffix(".pyi")  # of a package that imports its names on use
    for node in ast.parse((stub if stub.exists() else path).read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom) and name in {one.name for one in node.names}:
            return defined_in(node.module or "", name)
    raise LookupError(f"{module}.{name} has no docstring")


@cache
def constants_in(path: Path) -> dict[str, str]:
    """Return the docstring of each constant of a file that is followed by one."""
    found = {}
    for line, after in pairwise(ast.parse(path.read_text("utf-8")).body):
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            one = line.targets if isinstance(line, ast.Assign) else [getattr(line, "target", None)]
            for target in one:
                if isinstance(target, ast.Name):
                    found[target.id] = inspect.cleandoc(str(after.value.value))
    return found


# --- What a page says ------------------------------------------------------------------------------


def said_of(module: str, name: str) -> str:
    """Return the docstring of a public name."""
    value = getattr(import_module(module), name)
    if is_code(value) or inspect.ismodule(value):
        return inspect.getdoc(value) or ""
    return constants_in(Path(import_module(defined_in(module, name)).__file__ or ""))[name]


def first_line(text: str) -> str:
    """Return the first sentence of a docstring, in one line."""
    paragraph = " ".join(text.partition("\n\n")[0].split())
    return re.split(r"(?<=[a-z)`’'\d]\.)\s", paragraph)[0]


def entry(module: str, name: str) -> str:
    """Return what the page of a module has under a name."""
    value = getattr(import_module(module), name)
    if inspect.ismodule(value):
        return f".. py:attribute:: {name}\n\n{indented(first_line(said_of(module, name)))}\n"
    if inspect.isclass(value):
        kind = "autoexception" if issubclass(value, BaseException) else "autoclass"
        return f".. {kind}:: {module}.{name}\n"
    if is_code(value):
        return f".. autofunction:: {module}.{name}\n"
    return f".. py:data:: {name}\n\n{indented(said_of(module, name))}\n"


def without_aliases(lines: list[str]) -> list[str]:
    """Return a docstring's lines without what Python says by itself of a named tuple's field."""
    return [line for line in lines if not re.fullmatch(r"Alias for field number \d+", line)]


def indented(text: str) -> str:
    """Return a text three blanks further right."""
    return "\n".join(f"   {line}".rstrip() for line in text.splitlines())


def headed(title: str, mark: str = "=") -> str:
    """Return a title, underlined."""
    return f"{title}\n{mark * len(title)}\n\n"


def page_text(page: Page, below: tuple[Page, ...] = ()) -> str:
    """Return a page, with the pages of its room where it is the room's own."""
    text = headed(page.module) + f".. automodule:: {page.module}\n   :no-members:\n\n"
    if page.names:
        text += headed("Names", "-") + lined(
            (f":py:obj:`~{page.module}.{name}`", said_of(page.module, name)) for name in page.names
        )
    for home in dict.fromkeys(home for _, home in page.elsewhere):
        names = [name for name, at in page.elsewhere if at == home]
        links = ", ".join(f":py:obj:`~{home}.{name}`" for name in names)
        text += f"On the page of :doc:`{home} <{home}>`: {links}.\n\n"
    text += "\n".join(entry(page.module, name) for name in page.names)
    if below:
        text += "\n" + headed("Modules", "-") + linked(below) + toctree(below)
    return text


def lined(lines: Any) -> str:
    """Return a list of names and the first sentence of what is said of each."""
    return "\n".join(f"- {name}: {first_line(said)}" for name, said in lines) + "\n\n"


def linked(pages: tuple[Page, ...]) -> str:
    """Return a list of pages with the first sentence of each."""
    return lined(
        (f":doc:`{page.module} <{page.module}>`", inspect.getdoc(import_module(page.module)) or "")
        for page in pages
    )


def toctree(pages: tuple[Page, ...]) -> str:
    """Return the hidden list that gives pages their place in the order of all."""
    return ".. toctree::\n   :hidden:\n\n" + "".join(f"   {page.module}\n" for page in pages)


def index_text() -> str:
    """Return the index: every room, every module, a line each."""
    text = headed("Python reference")
    text += (
        "Every public name has one page, with an example that is run as a test. What most programs\n"
        "need is in the first module of each room. An example uses the names of the module that\n"
        "defines what it shows.\n\n"
    )
    for room in rooms():
        text += headed(room.title, "-") + linked(room.pages)
    return text + toctree(tuple(room.pages[0] for room in rooms()))


def write(folder: Path) -> None:
    """Write all pages into a folder, those that have changed alone, and remove what is none any more."""
    texts = {"index.rst": index_text()}
    for room in rooms():
        texts[f"{room.pages[0].module}.rst"] = page_text(room.pages[0], room.pages[1:])
        texts.update({f"{page.module}.rst": page_text(page) for page in room.pages[1:]})
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.rst"):
        if path.name not in texts:
            path.unlink()
    for name, text in texts.items():
        path = folder / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
