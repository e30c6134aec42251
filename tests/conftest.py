"""Options and fixtures of the whole test suite."""

from __future__ import annotations

import gc
import signal
from collections.abc import Generator, Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest
from _pytest.terminal import TerminalReporter
from hypothesis import settings

# A busy machine is no fault of the package: no test has a deadline. A property that says nothing else is
# held to 25 examples, under --exhaustive to 300.
settings.register_profile("sample", deadline=None, max_examples=25)
settings.register_profile("exhaustive", deadline=None, max_examples=300)
gc.set_threshold(50_000, 20, 50)
"""Thousands of tests are many objects: at its own pace the collector takes a tenth of the time."""
LEFT_OUT = ("browser tests need ", "proxy tests need ", "compiling tests need ")
"""So begin the reasons why tests of what is not installed are left out."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--exhaustive",
        action="store_true",
        help="run the proofs by exhaustion in full, not on their stated samples",
    )


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("exhaustive" if config.getoption("--exhaustive") else "sample")


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Leave out what compiles where there is no compiler, as after a native wheel was installed."""
    if find_spec("numba") is not None:
        return
    lines = Path(__file__).with_name("compiler.txt").read_text("utf-8").splitlines()
    for item in items:
        if item.nodeid.partition("[")[0] in lines:
            item.add_marker(
                pytest.mark.skip(reason="compiling tests need numba: the extra compile")
            )


def pytest_collection_finish() -> None:
    """Leave the tests to themselves: the collector of garbage need not look at them again."""
    gc.freeze()


@pytest.fixture(scope="session")
def exhaustive(request: pytest.FixtureRequest) -> bool:
    """Whether a proof marked ``exhaustive`` runs in full (``make test-all``) or on its sample."""
    return bool(request.config.getoption("--exhaustive"))


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Say in a line each that tests were left out, and how to have them."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = [str(report.longrepr[2]) for report in skipped if isinstance(report.longrepr, tuple)]
    for begin in LEFT_OUT:
        left_out = [reason for reason in reasons if begin in reason]
        if left_out:
            reason = left_out[0].removeprefix("Skipped: ")
            terminalreporter.write_line(f"{len(left_out)} tests were left out: {reason}")


# A test run in the background of a shell without job control ignores Ctrl-C, and so would every
# program it starts; the tests of interruption need programs that don't.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    """Take Ctrl-C back from a command that a test has run in this process.

    A hook does it for next to nothing; a fixture of twenty thousand tests is made twenty thousand times.
    """
    before = signal.getsignal(signal.SIGINT)
    try:
        return (yield)
    finally:
        signal.signal(signal.SIGINT, before)
