"""The package that `banneret new-game` writes: its wheel installs, and its own tests pass there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.outside.environment import Environment, install, wheel

pytestmark = pytest.mark.slow


def test_its_own_tests_pass_where_it_is_installed(outside: Environment, tmp_path: Path) -> None:
    written = outside.banneret("new-game", "three-cups", "--folder", tmp_path)
    assert written.code == 0, written
    project, packages = tmp_path / "three-cups", tmp_path / "packages"
    wheel(project, tmp_path / "wheels")
    (made,) = (tmp_path / "wheels").glob("three_cups-0.1.0-*.whl")
    install(outside, "--target", str(packages), str(made))
    done = outside.run("-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=project, path=packages)
    assert done.code == 0, done.out
    assert " passed" in done.out
    assert "skipped" not in done.out
    listed = outside.run("-m", "banneret", "rulebooks", path=packages)
    assert "three-cups  Three Cups; seats: 2; rules version 1" in listed.out
    assert "hidden-coin  Hidden Coin" in listed.out
