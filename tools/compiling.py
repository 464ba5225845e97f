"""Compiles the modules that compute matches with mypyc, for the wheel of a platform. Called by tools/hatch_hook.py.

It needs a C compiler and the headers of Python. Nothing is written into the source folder, so that a checkout always
runs interpreted.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

REQUIRED = ("mypy~=2.4", "setuptools>=65", "msgspec>=0.19")
"""What the build needs besides hatchling: mypyc is part of mypy, and msgspec has the types of the messages."""
WANTED = "BANNERET_COMPILE"
"""The environment variable that asks for compiled modules; its value is gcc's optimization level, from 0 to 3."""

CORE = ("bots", "dice", "hexes", "kernel", "plane")
GAMES = ("battles", "icefire", "runewars", "thrones")
"""The games whose rules are compiled."""
INTERPRETED = (
    "/__init__.py",  # they only name what is in the package
    "/show/",        # drawn once for each view
    "/terminal.py",
    "/content/",     # read once from data files
    "/icefire/army/", "/army/army_list.py", "/army/building.py", "/army/list_", "/army/starters.py",
    "/odds/",
    "/rulebook.py",  # interpreted classes inherit from them: other games, and tests
    "/coverage.py", "/encoding.py", "/secrets.py", "/settings.py", "/setup.py",  # not used during a match
    # Classes of msgspec: mypyc drops their options (`frozen`, `tag`), and reduces `tuple[str, ...]` to `tuple`
    "/actions.py", "/attack_actions.py", "/events/", "/position.py", "/position_data.py", "/plain_state.py", "/view.py",
    "/kernel/asks.py", "/kernel/events.py", "/kernel/record.py", "/kernel/registry.py", "/kernel/snapshot.py",
    "/kernel/plain_actions.py",
    "/bot/chances.py", "/bot/evaluation.py", "/bot/outlook_weights.py", "/thrones/bot/weights.py",
    "/rules/victory/conditions.py",
    "/bots/advice.py", "/bots/benchmark_tasks.py", "/bots/judging.py", "/bots/network_data.py", "/bots/ratings.py",
    "/bots/suites.py",
    "/audit.py", "/card_list.py", "/composed_names.py", "/position_checks.py", "/bots/intervals.py", "/bots/styles.py",
)  # fmt: skip  # a comment to a line
"""Parts of paths of modules that gain nothing, or cannot be compiled."""
TYPES = """\
[mypy]
mypy_path = src
explicit_package_bases = True

[mypy-banneret.agents.*,banneret.cli.*,banneret.client.*,banneret.rl.*,banneret.server.*,banneret.sim.*]
follow_imports = skip
"""
"""The settings of mypy. No compiled module needs the types of what is skipped, and of the many packages used there."""


def groups(root: Path) -> dict[str, list[str]]:
    """Return the modules to compile, as paths relative to `root`: a library for the core and one for each game."""
    package = Path("src", "banneret")
    folders = {"banneret_core": [package / name for name in CORE]}
    folders |= {f"banneret_{name}": [package / "games" / name] for name in GAMES}
    return {
        name: sorted(
            path
            for folder in inside
            for file in (root / folder).rglob("*.py")
            if not any(part in (path := file.relative_to(root).as_posix()) for part in INTERPRETED)
        )
        for name, inside in folders.items()
    }


def modules(root: Path) -> list[str]:
    """Return all modules to compile, as paths relative to `root`."""
    return [path for paths in groups(root).values() for path in paths]


def missing() -> str:
    """Return what is missing on this machine to compile, with the remedy; "" if nothing is."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    lacking = [] if sys.platform == "win32" or shutil.which(compiler) else [f"the C compiler {compiler}"]
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        lacking.append("the headers of Python (Python.h)")
    if not lacking:
        return ""
    return f"Compiled wheels need {' and '.join(lacking)}. On Debian or Ubuntu: sudo apt install gcc python3-dev"


def compile_modules(root: Path, folder: Path) -> dict[str, str]:
    """Compile into `folder`; return the files made, with their paths inside the wheel."""
    if lacking := missing():
        raise SystemExit(lacking)
    command = [sys.executable, str(Path(__file__).absolute()), str(folder)]
    subprocess.run(command, cwd=root, check=True)  # a process of its own: mypy needs much memory, and prints its errors
    built = folder / "built"
    files = [file for file in sorted(built.rglob("*")) if file.name.endswith(tuple(EXTENSION_SUFFIXES))]
    return {str(file): file.relative_to(built).as_posix() for file in files}


def main() -> None:
    """Compile the modules below the working directory into the folder given as argument."""
    from mypyc.build import mypycify  # noqa: PLC0415 - only in the environment of the build
    from setuptools import setup  # type: ignore[import-untyped]  # noqa: PLC0415 - as above

    sys.setrecursionlimit(10_000)
    folder = Path(sys.argv[1])
    wanted = groups(Path.cwd())
    settings = folder / "mypy.ini"
    settings.write_text(TYPES)
    extensions = mypycify(
        [
            f"--config-file={settings}",
            "--follow-imports=silent",  # imported modules are checked by `make types`, and may need extras
            "--ignore-missing-imports",
            "--no-warn-unused-ignores",
            "--cache-dir",
            str(folder / "types"),
            *modules(Path.cwd()),
        ],
        opt_level=os.environ.get(WANTED, "2"),
        debug_level="0",
        multi_file=True,  # one large C file would need gigabytes
        separate=[(paths, name) for name, paths in wanted.items()],
        target_dir=str(folder / "c"),
    )
    for extension in extensions if sys.platform != "win32" else ():
        if "-fcommon" not in extension.extra_compile_args:  # extensions share the list
            extension.extra_compile_args.append("-fcommon")  # each file of a library declares the tables of the others
            extension.extra_compile_args.append("-ffp-contract=off")  # measurements are the same on all processors
    os.chdir(folder)  # away from pyproject.toml, which is not for setuptools
    where = ["--build-lib", str(folder / "built"), "--build-temp", str(folder / "objects")]
    where += ["--parallel", str(os.cpu_count() or 1)]
    setup(name="banneret", packages=[], py_modules=[], ext_modules=extensions, script_args=["build_ext", *where])


if __name__ == "__main__":
    main()
