"""What `banneret doctor` reports of the installation, and what a compiled wheel consists of."""

from __future__ import annotations

import platform
import sysconfig
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import msgspec
import pytest

from banneret import compiled
from banneret.cli.host import installation
from tests.commands import run
from tools import compiling

ROOT = Path(__file__).parents[2]


def test_only_modules_made_for_this_python_count_as_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "banneret"
    (package / "games" / "thrones").mkdir(parents=True)
    (package / "kernel").mkdir()
    suffix = EXTENSION_SUFFIXES[0]
    for name in (
        "kernel/match.py",
        f"kernel/match{suffix}",
        f"games/thrones/state{suffix}",
        "kernel/pile.cpython-27-alpha.so",  # of another Python
        f"kernel/shared__mypyc{suffix}",  # a library, not a module
    ):
        (package / name).touch()
    monkeypatch.setattr(compiled, "_ROOT", package)
    assert compiled.compiled_modules() == ["banneret.games.thrones.state", "banneret.kernel.match"]
    told = dict(installation.installation())["banneret"]
    assert told.endswith("compiled: 2 modules of games.thrones, kernel.")


def test_the_doctor_reports_what_really_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = run("doctor").out.splitlines()
    assert lines[0].startswith(f"ok   python: {platform.python_implementation()} {platform.python_version()} on ")
    names = compiled.compiled_modules()
    loaded = import_module("banneret.kernel.match").__file__ or ""
    assert loaded.endswith(tuple(EXTENSION_SUFFIXES)) == ("banneret.kernel.match" in names)
    assert (": compiled: " if names else ": interpreted: ") in lines[1].replace(", ", ": ")


def test_the_doctor_names_the_packages_that_an_extra_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["msgspec>=0.19", "pytest>=1; extra == 'whole'", "no-such-package>=1; extra == 'half'"]
    lines += ["pytest; extra == 'half'", "no-such-package; (sys_platform == 'win32') and extra == 'whole'"]
    monkeypatch.setattr(installation, "requires", lambda _name: lines)
    told = dict(installation.installation())["extras"]
    assert told == "installed: whole; not installed: half (without no-such-package)."


def test_every_compiled_module_exists_and_is_in_one_library() -> None:
    paths = compiling.modules(ROOT)
    assert len(set(paths)) == len(paths) > 100
    assert {"src/banneret/kernel/match.py", "src/banneret/games/thrones/state.py"} <= set(paths)
    assert not [path for path in paths if not (ROOT / path).is_file()]
    assert all(compiling.groups(ROOT).values())
    games = [path.name for path in (ROOT / "src/banneret/games").iterdir() if (path / "rules").is_dir()]
    assert sorted(games) == sorted(compiling.GAMES)


def test_no_compiled_module_defines_a_message() -> None:
    """Compiled, a class of msgspec would lose its options, such as `frozen`."""
    names = [path.removesuffix(".py").replace("/", ".").removeprefix("src.") for path in compiling.modules(ROOT)]
    defined = [(name, each) for name in names for each in vars(import_module(name)).values() if isinstance(each, type)]
    assert len(defined) > 300
    messages = [each for name, each in defined if issubclass(each, msgspec.Struct) and each.__module__ == name]
    assert not messages


def test_the_compiler_names_what_this_machine_lacks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setattr(sysconfig, "get_path", lambda _name: str(tmp_path))
    with pytest.raises(SystemExit, match=r"the C compiler no-such-compiler and the headers .* apt install gcc python3"):
        compiling.compile_modules(ROOT, tmp_path)
    assert not list(tmp_path.iterdir())
