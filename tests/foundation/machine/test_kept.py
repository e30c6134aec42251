"""Rules that were compiled are kept for other processes, and compiled anew where their text has changed.

What the key of a rule depends on is the text, Python's byte code and nothing of numba's: on the oldest
versions claimed run those alone that open machine code (tests/core.txt).
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from random import Random
from textwrap import dedent

import pytest

import suitwise
from tests.fresh import fresh_python


@pytest.fixture(autouse=True)
def _no_byte_code_of_rules_just_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python takes byte code for a file's when length and second agree; tests edit faster than that."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")


RULES = """
from suitwise.foundation.arrays.compiled import rule

@rule
def plus(x):
    return x + 1

@rule
def plus_row(i, given, answer):
    answer[i] = given[i] + 1

@rule
def times_row(i, given, answer):
    answer[i] = given[i] * 10
"""

USE = """
import sys
import numpy as np
import my_rules
from suitwise.foundation.arrays.compiled import machine, over_rows
given = np.arange(3)
answers = [machine(my_rules.plus)(41)]
for row in (my_rules.plus_row, my_rules.times_row):
    answer = np.zeros_like(given)
    over_rows(row)(given, answer, 0, 3)
    answers.append(answer.tolist())
print(answers, 'numba' in sys.modules)
"""
ANSWERS = "[42, [1, 2, 3], [0, 10, 20]]"


@pytest.fixture
def my_rules(tmp_path: Path) -> Path:
    """A module of rules outside the package."""
    module = tmp_path / "my_rules.py"
    module.write_text(RULES)
    return module


def use(module: Path, cache: Path) -> str:
    """Run the module's rules in a new process; return the answers and whether numba was needed."""
    path = os.pathsep.join(map(str, (module.parent, Path(suitwise.__file__).parents[1])))
    return fresh_python(USE, PYTHONPATH=path, SUITWISE_CACHE_DIR=cache).strip()


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the module and of the cache into which a first process has compiled its rules."""
    folder = tmp_path_factory.mktemp("compiled")
    (folder / "my_rules.py").write_text(RULES)
    assert use(folder / "my_rules.py", folder / "cache") == f"{ANSWERS} True"
    return folder


@pytest.fixture
def cache(compiled: Path, tmp_path: Path) -> Path:
    """A cache of one's own with what the first process has compiled."""
    return Path(shutil.copytree(compiled / "cache", tmp_path / "cache"))


def test_a_second_process_loads_what_the_first_compiled(compiled: Path) -> None:
    assert list((compiled / "cache").glob("*.code"))
    assert (
        use(compiled / "my_rules.py", compiled / "cache") == f"{ANSWERS} False"
    )  # two rules over rows, two answers


def test_an_edited_rule_outside_the_package_is_compiled_anew(my_rules: Path, cache: Path) -> None:
    my_rules.write_text(RULES.replace("+ 1", "+ 100").replace("* 10", "* 20"))
    assert use(my_rules, cache).startswith("[141, [100, 101, 102], [0, 20, 40]]")


@pytest.mark.parametrize("where", ["a file", "below a file"])
def test_a_cache_folder_that_can_t_be_written_costs_time_only(
    where: str, my_rules: Path, tmp_path: Path
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("no folder")
    cache = blocked if where == "a file" else blocked / "cache"
    assert use(my_rules, cache) == f"{ANSWERS} True"
    assert blocked.read_text() == "no folder"


DIGEST = (
    "from suitwise.foundation.machine import rule_text; "
    "from suitwise.tractor.judge.reader import judge_cases; "
    "print(rule_text.__file__, rule_text.Text(judge_cases).digest)"
)


def digest(package: Path) -> str:
    """Return what a copy of the package keeps the machine code of Tractor's judge under."""
    file, found = fresh_python(DIGEST, PYTHONPATH=package.parent).split()
    assert Path(file).is_relative_to(package)
    return found


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A copy of the package, and its digest, which it has again in another process."""
    package = tmp_path_factory.mktemp("copied") / "suitwise"
    shutil.copytree(Path(suitwise.__file__).parent, package)
    before = digest(package)
    assert digest(package) == before
    return package, before


@pytest.mark.parametrize(
    ("edited", "anew"),
    [
        ("tractor/rules/deck.py", True),
        ("foundation/machine/compiler.py", True),
        ("foundation/machine/rule_text.py", True),
        ("cli/games/tractor.py", False),
        ("seeds.py", False),
    ],
)
def test_an_edit_makes_a_new_cache_for_the_rules_that_reach_it(
    edited: str, anew: bool, copied: tuple[Path, str]
) -> None:
    package, before = copied
    file = package / edited
    text = file.read_text("utf-8")
    file.write_text(text + "\n# an afterthought\n", "utf-8")
    try:
        assert (digest(package) != before) == anew
    finally:
        file.write_text(text, "utf-8")


def test_one_check_out_uses_what_another_has_compiled(
    compiled: Path, my_rules: Path, cache: Path
) -> None:
    assert my_rules.parent != compiled
    assert use(my_rules, cache) == f"{ANSWERS} False"


@pytest.mark.exhaustive
def test_damaged_machine_code_is_compiled_anew_without_a_word(
    my_rules: Path, cache: Path, exhaustive: bool
) -> None:
    rng = Random(11)
    for _ in range(4 if exhaustive else 1):  # a bit of each of three files, wherever it is
        for file in cache.glob("*.code"):
            damaged = bytearray(file.read_bytes())
            damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
            file.write_bytes(damaged)
        assert use(my_rules, cache) == f"{ANSWERS} True"
        assert use(my_rules, cache) == f"{ANSWERS} False"


def test_what_llvm_can_t_open_is_compiled_anew(my_rules: Path, tmp_path: Path) -> None:
    """Nothing is kept of the first rule, of the second something else, of the third the half."""
    kept_otherwise = """
    from suitwise.foundation.machine import code_cache
    real, saved = code_cache.save, []
    def save(name, key, code, types):
        saved.append(name)
        real(name, key, [b'', b'no machine code', code[: len(code) // 2]][len(saved) - 1], types)
    code_cache.save = save
    """
    cache = tmp_path / "cache"
    path = os.pathsep.join(map(str, (my_rules.parent, Path(suitwise.__file__).parents[1])))
    fresh_python(dedent(kept_otherwise) + USE, PYTHONPATH=path, SUITWISE_CACHE_DIR=cache)
    assert len(list(cache.glob("*.code"))) == 3
    assert use(my_rules, cache) == f"{ANSWERS} True"
    assert use(my_rules, cache) == f"{ANSWERS} False"


def test_a_rule_that_was_edited_after_its_import_is_not_kept_as_the_new_one(
    my_rules: Path, tmp_path: Path
) -> None:
    code = USE.replace("given =", f"open({str(my_rules)!r}, 'a').write('# edited')\ngiven =")
    path = os.pathsep.join(map(str, (my_rules.parent, Path(suitwise.__file__).parents[1])))
    cache = tmp_path / "cache"
    my_rules.write_text(RULES.replace("+ 1", "+ 2"))
    code = code.replace("open(", f"text = {RULES!r}\nopen(").replace(
        "'a').write('# edited')", "'w').write(text)"
    )
    printed = fresh_python(code, PYTHONPATH=path, SUITWISE_CACHE_DIR=cache).strip()
    assert printed == "[43, [2, 3, 4], [0, 10, 20]] True"  # as it was imported
    assert use(my_rules, cache) == f"{ANSWERS} True"  # as it stands in the file now


def test_two_rules_of_one_name_in_one_file_are_two(tmp_path: Path) -> None:
    (tmp_path / "either.py").write_text(
        dedent(
            """
            import os
            from suitwise.foundation.arrays.compiled import rule
            if os.environ["WHICH"] == "one":
                @rule
                def number(x):
                    return x + 1
            else:
                @rule
                def number(x):
                    return x + 2
            """
        )
    )
    code = (
        "from either import number\n"
        "from suitwise.foundation.arrays.compiled import machine\n"
        "print(machine(number)(10))"
    )
    path = os.pathsep.join(map(str, (tmp_path, Path(suitwise.__file__).parents[1])))
    for which, answer in (("one", "11\n"), ("two", "12\n"), ("one", "11\n")):
        found = fresh_python(
            code, PYTHONPATH=path, SUITWISE_CACHE_DIR=tmp_path / "cache", WHICH=which
        )
        assert found == answer


def test_rules_typed_at_a_prompt_are_not_kept(tmp_path: Path) -> None:
    typed = """
    @rule
    def plus(x):
        return x + {}
    print(machine(plus)(1))
    """
    code = "from suitwise.foundation.arrays.compiled import machine, rule\n"
    code += "".join(dedent(typed).format(more) for more in (1, 2))
    assert fresh_python(code, SUITWISE_CACHE_DIR=tmp_path) == "2\n3\n"
    assert not list(tmp_path.glob("*.code"))


def test_a_constant_of_a_module_without_rules_that_is_edited_is_seen(tmp_path: Path) -> None:
    constants = tmp_path / "its_constants.py"
    (tmp_path / "its_rules.py").write_text(
        dedent(
            """
            from its_constants import FACTOR, TABLE, WEIGHT
            from suitwise.foundation.arrays.compiled import rule
            @rule
            def multiplied(x: int) -> int:
                return x * FACTOR
            @rule
            def looked_up(x: int) -> int:
                return x + TABLE[1]
            @rule
            def weighed(x: int) -> float:
                return x * WEIGHT
            """
        )
    )
    code = dedent(
        f"""
        import sys
        sys.path.insert(0, {str(tmp_path)!r})
        sys.dont_write_bytecode = True
        from its_rules import looked_up, multiplied, weighed
        from suitwise.foundation.arrays.compiled import machine
        for one in (multiplied, looked_up, weighed):
            print(machine(one)(10), one(10), end="; ")
        """
    )
    for factor, table, weight in ((2, (1, 2), 1.5), (3, (1, 7), 2.5)):
        constants.write_text(f"FACTOR = {factor}\nTABLE = {table}\nWEIGHT = {weight}\n")
        found = fresh_python(code, SUITWISE_CACHE_DIR=tmp_path / "cache")
        worth = (10 * factor, 10 + table[1], 10 * weight)
        assert found == "".join(f"{one} {one}; " for one in worth)
