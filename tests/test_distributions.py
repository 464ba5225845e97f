"""What is published: the source distribution passes its own quick tests, and the wheel holds what running needs."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.slow

QUICK = ("tests/dice", "tests/hexes", "tests/text", "tests/content", "tests/kernel", "tests/test_docs.py")


def build(target: str, source: Path, folder: Path) -> Path:
    """Build a distribution and return its file."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = folder.iterdir()
    return made


def test_the_source_distribution_passes_its_quick_tests_and_makes_the_same_wheel(tmp_path: Path) -> None:
    archive = build("sdist", ROOT, tmp_path / "sdist")
    with tarfile.open(archive) as tar:
        tar.extractall(tmp_path, filter="data")
    source = tmp_path / archive.name.removesuffix(".tar.gz")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow and not soak", *QUICK]
    environment = os.environ | {"PYTHONPATH": str(source / "src")}
    done = subprocess.run(command, cwd=source, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]

    with zipfile.ZipFile(build("wheel", source, tmp_path / "again")) as again:
        names = set(again.namelist())
    file = build("wheel", ROOT, tmp_path / "wheel")
    with zipfile.ZipFile(file) as wheel:
        assert set(wheel.namelist()) == names
    assert file.name.endswith("-py3-none-any.whl")  # unless it is asked for, nothing is compiled
    assert not [name for name in names if name.endswith(tuple(EXTENSION_SUFFIXES))]
    assert "banneret/py.typed" in names
    assert "banneret/server/page/index.html" in names
    assert "banneret/kernel/text/de/kernel.mo" in names
    assert not [name for name in names if name.endswith((".po", "-tests.json")) or name.startswith("tests/")]
