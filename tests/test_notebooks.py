"""The notebooks of the documentation run, and show what they print now."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest

from tools.notebooks import FOLDER, executed, texts

NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) >= 3


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore:Proactor event loop", "ignore::ResourceWarning")
@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs_and_prints_what_it_shows(file: Path) -> None:
    shown = texts(nbformat.read(file, as_version=4))  # type: ignore[no-untyped-call]  # it has no types
    assert texts(executed(file)) == shown, "run `make notebooks`"
