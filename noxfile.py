"""The release, tried as strangers will have it: the wheel on each Python, oldest and newest packages.

    pip install nox
    nox --list
    nox -s release wheel oldest

A Python that this machine does not have is left out, and that is said;
``--error-on-missing-interpreters`` makes it a failure. What ``make test`` runs on a clone is not run
again.
"""

from __future__ import annotations

from pathlib import Path

import nox

nox.options.default_venv_backend = "venv"
nox.options.sessions = ["release", "wheel", "oldest"]

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
CORE = Path("tests/core.txt").read_text("utf-8").split()
"""The foundation, a judge, a solver or rules of every game, the command line."""
KEPT = "tests/foundation/machine/test_kept.py"
"""When rules are compiled anew: this depends on Python's byte code, on no package's version."""
RUNNERS = ("editables", "hatchling", "hypothesis", "pytest", "pytest-xdist")
GLANCES = (
    ("--version",),
    ("examples", "examples"),
    ("tractor", "judge", "examples/three_rounds.in"),
    ("stacks", "solve", "examples/two_deals.in"),
    ("rummy", "arrange", "--rules", "gin", "H3 H4 H5 S7 C7 D7 S9"),
    ("texas42", "solve", "examples/texas42_deals.txt"),
)
"""What somebody who has just installed the wheel tries first."""


@nox.session(python=PYTHONS)
def wheel(session: nox.Session) -> None:
    """The wheel with the newest packages: first commands of every game, then the core tests."""
    try_wheel(session)


@nox.session(python="3.11")
def oldest(session: nox.Session) -> None:
    """The wheel with exactly the oldest packages that are claimed."""
    made = session.run("python", "tests/oldest.py", silent=True)
    constraints = Path(session.create_tmp()) / "constraints.txt"
    constraints.write_text(str(made), "utf-8")
    try_wheel(session, "--constraint", str(constraints.resolve()))


@nox.session
def release(session: nox.Session) -> None:
    """Build ``dist/`` and check what would be uploaded."""
    session.install("build", "twine")
    session.run("python", "-c", "import shutil; shutil.rmtree('dist', ignore_errors=True)")
    session.run("python", "-m", "build")
    session.run("twine", "check", "--strict", *map(str, sorted(Path("dist").iterdir())))


@nox.session(name="native-wheel")
def native_wheel(session: nox.Session) -> None:
    """Wheels that bring all machine code, one for each system; the one for this system is tried.

    \b
        nox -s native-wheel -- linux-x86_64
    """
    session.install("build", "hatchling", "ziglang", ".[compile]")
    tried = Path(session.create_tmp()).resolve()
    folder = tried / "native"
    session.run(
        "python", "-c", f"import shutil; shutil.rmtree({str(folder)!r}, ignore_errors=True)"
    )
    session.run("python", "native/build.py", str(folder), *session.posargs)
    for library in sorted(folder.iterdir()):
        command = ("python", "-m", "build", "--wheel", "--no-isolation", "--outdir", "dist")
        session.run(*command, env={"SUITWISE_NATIVE": str(library)})
    session.run("pip", "uninstall", "--yes", "--quiet", "numba", "llvmlite", "suitwise")
    session.install("--no-index", "--find-links", "dist", "--no-deps", "suitwise")
    with session.chdir(tried):
        for words in GLANCES:
            session.run("suitwise", *words)


@nox.session(name="without-compiler")
def without_compiler(session: nox.Session) -> None:
    """The suite on the native wheel of this system, without numba; what compiles is left out.

    \b
        nox -s native-wheel without-compiler -- tests/texas42
    """
    project = nox.project.load_toml("pyproject.toml")["project"]
    tools = [one for one in project["optional-dependencies"]["test"] if not one.startswith("numba")]
    session.install(*project["dependencies"], *tools)
    session.install("--no-index", "--find-links", "dist", "--no-deps", "suitwise")
    session.run("pytest", *(session.posargs or ["tests", "--ignore=tests/browser"]))


@nox.session
def docs(session: nox.Session) -> None:
    """The documentation with its own extra alone."""
    session.install(".[docs]")
    session.run("sphinx-build", "--quiet", "-W", "-b", "html", "docs", "docs/_build/html")


@nox.session
def clients(session: nox.Session) -> None:
    """Stable-Baselines3, TorchRL, Tianshou, JAX and PettingZoo's wrappers drive the faces."""
    session.install("-e", ".[clients]")
    session.run("pytest", "-W", "default", "tests/clients", "src/suitwise/envs/sb3")


@nox.session
def rllib(session: nox.Session) -> None:
    """RLlib trains; it asks for one version of Gymnasium, so it is by itself."""
    session.install("pytest", "torch", "ray[rllib]", "-e", ".[compile,rl]")
    session.run("pytest", "-W", "default", "tests/rllib")


def try_wheel(session: nox.Session, *how: str) -> None:
    """Install the wheel, run the first commands away from the clone, then the core tests against it."""
    folder = Path(session.create_tmp()).resolve() / "wheel"
    session.run("pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), ".")
    (built,) = folder.glob("*.whl")
    session.install(*how, *RUNNERS, f"{built}[compile]")
    session.install("--force-reinstall", "--no-deps", str(built))
    with session.chdir(folder):
        for words in GLANCES:
            session.run("suitwise", *words)
    session.run("pytest", "--numprocesses", "auto", *CORE, KEPT)
