"""A fresh environment with the wheels of banneret and of a game from outside, as somebody who installs them has it."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import NamedTuple

from tests.commands import PATIENCE, Done

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "hidden-coin"
_PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")


class Environment(NamedTuple):
    """A virtual environment in which banneret is installed from its wheel, not from the source tree."""

    folder: Path

    @property
    def python(self) -> str:
        """The interpreter."""
        return str(self.folder / "bin" / "python")

    def banneret(self, *arguments: object, stdin: str | None = None, cwd: Path | None = None) -> Done:
        """Run the command."""
        return self.run("-m", "banneret", *arguments, stdin=stdin, cwd=cwd)

    def run(
        self, *arguments: object, stdin: str | None = None, cwd: Path | None = None, path: Path | None = None
    ) -> Done:
        """Run the interpreter; `path` has more packages."""
        done = subprocess.run(
            [self.python, *map(str, arguments)],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=cwd or self.folder,
            env=clean() | ({"PYTHONPATH": str(path)} if path else {}),
            timeout=PATIENCE,
            check=False,
        )
        return Done(done.returncode, done.stdout, done.stderr)


def clean() -> dict[str, str]:
    """Return the variables of this process without those by which the source tree would be found."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "BANNERET", "COV"))}


def shared_environment(folder: Path) -> Environment:
    """Return the environment in a folder; the first test process that comes makes it, and the others wait."""
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = Environment(folder / "environment")
        if not (folder / "made").exists():
            _make(made, folder / "wheels")
            (folder / "made").touch()
    return made


def wheel(project: Path, into: Path) -> None:
    """Build the wheel of a project with what is installed, without a network."""
    _run(*_PIP, "wheel", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", str(into), str(project))


def install(environment: Environment, *arguments: str) -> None:
    """Install wheels without what they depend on."""
    wanted = ("install", "--no-deps", "--no-index", "--no-compile", *arguments)
    _run(*_PIP, "--python", environment.python, *wanted)


def _make(environment: Environment, wheels: Path) -> None:
    for project in (ROOT, EXAMPLE):
        wheel(project, wheels)
    venv.EnvBuilder(symlinks=True).create(environment.folder)
    # what banneret depends on is taken from the environment of the tests; its own .pth files do not count there
    beside = [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]
    (packages,) = environment.folder.glob("lib/python*/site-packages")
    (packages / "beside.pth").write_text("\n".join(beside))
    install(environment, *map(str, wheels.glob("*.whl")))


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, env=clean(), timeout=PATIENCE, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
