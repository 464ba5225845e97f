"""`make check` runs the tests that concern what was changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.changed_tests import concerned_by

FILES = {
    "tests/kernel/test_match.py": "from banneret.kernel.match import Match",
    "tests/kernel/test_pile.py": "from banneret.kernel import (\n    match,\n    pile,\n)",
    "tests/kernel/test_matching.py": "from banneret.kernel.matching import pairs",
    "tests/page/test_page.py": "from banneret.kernel.match import Match",
    "tests/server/people/test_people.py": "from tests.server.playing import Moment",
}


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("src/banneret/kernel/match.py", ["kernel/test_match.py", "kernel/test_pile.py"]),
        ("src/banneret/kernel/pile.py", ["kernel/test_pile.py"]),
        ("src/banneret/kernel/nobody_imports.py", ["kernel"]),
        ("src/banneret/server/people/data/names.toml", ["server/people"]),
        ("src/banneret/unknown.py", []),
        ("tests/server/playing.py", ["server/people/test_people.py"]),
        ("tests/page/test_page.py", ["page/test_page.py"]),
        ("tests/page/conftest.py", []),
        ("docs/index.md", []),
    ],
)
def test_a_changed_file_names_the_tests_that_concern_it(tmp_path: Path, path: str, names: list[str]) -> None:
    for name, text in FILES.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    assert sorted(concerned_by({Path(path)}, tmp_path)) == sorted(Path("tests") / name for name in names)
