"""Faults are planted where rules decide, and only there; a sample is the same every time and of all chapters."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import CodeType, SimpleNamespace
from typing import Any

import pytest

from tools.asserted import Rules, each_test_first
from tools.faults import Fault, codes_of, constant_of, faults_in, planted
from tools.mutate import GAMES, LEAST, PACKAGE, sampled, target

SOURCE = '''
REACH: int = 5

def near(distance, others):
    """Text: 3."""
    if not distance > REACH:
        others.append(distance)
    emit(Reached(distance + 1))
    return min(others) if others else 0
'''


@pytest.fixture
def module(tmp_path: Path) -> Path:
    file = tmp_path / "module.py"
    file.write_text(SOURCE)
    return file


def of(faults: list[Fault], what: str) -> Fault:
    (found,) = [fault for fault in faults if fault.what.startswith(what)]
    return found


def run(code: CodeType, *given: Any) -> Any:
    names: dict[str, Any] = {"emit": lambda _: None, "Reached": lambda _: None}
    exec(code, names)  # noqa: S102  # our own code, with a fault
    return names["near"](*given)


def test_texts_and_events_are_left_alone(module: Path) -> None:
    faults = faults_in(module)
    assert [fault.line for fault in faults] == sorted(fault.line for fault in faults)
    assert not [fault for fault in faults if fault.line in (5, 8)]
    assert constant_of(of(faults, "6 instead of 5")) == ("REACH", 6)


def test_a_condition_in_parentheses_is_where_its_first_part_is(tmp_path: Path) -> None:
    """That is the line which is run."""
    file = tmp_path / "conditions.py"
    file.write_text(
        "def either(a, b):\n    if (\n        a\n        or b\n    ):\n        return a\n"
        "    if not (\n        a == b\n        and b\n    ):\n        return b\n"
    )
    lines = {fault.what.partition(":")[0]: fault.line for fault in faults_in(file)}
    assert {lines[what] for what in ("always False", "always True", "not left out", "comparison changed")} == {8}
    assert [fault.line for fault in faults_in(file) if fault.what.startswith("always")] == [3, 3, 8, 8]


@pytest.mark.parametrize(
    ("what", "given", "found"),
    [
        ("comparison changed", (5, [9]), 9),
        ("not left out", (5, [9]), 9),
        ("always False: not distance", (5, [9]), 9),
        ("always True: not distance", (6, [9]), 6),
        ("left out: others.append", (5, [9]), 9),
        ("max instead of min", (5, [9]), 9),
        ("always False: others", (5, [9]), 0),
        ("1 instead of 0", (6, []), 1),
    ],
)
def test_a_planted_fault_changes_what_the_function_returns(
    module: Path, what: str, given: tuple[int, list[int]], found: int
) -> None:
    code, around = planted(of(faults_in(module), what))
    assert set(codes_of(code)) >= around == {("near", 4)}
    whole = compile(SOURCE, str(module), "exec")
    distance, others = given
    assert run(code, distance, [*others]) == found != run(whole, distance, [*others])


def test_an_assignment_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(
        "def crown(realm, seats):\n    realm.king = 2\n    seats[0], seats[1] = 1, 0\n    seats[1] = realm.king\n"
    )
    realm, seats = SimpleNamespace(king=1), [7, 8]
    for what, after in (("left out: realm.king", (1, [1, 1])), ("left out: seats[1]", (2, [1, 0]))):
        code, _ = planted(of(faults_in(file), what))
        names: dict[str, Any] = {}
        exec(code, names)  # noqa: S102  # our own code, with a fault
        realm.king, seats[:] = 1, [7, 8]
        names["crown"](realm, seats)
        assert (realm.king, seats) == after


def test_an_object_that_makes_itself_is_left_whole(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text("class Hand:\n    def __init__(self, cards):\n        self.cards = cards\n")
    assert faults_in(file) == []


def test_what_only_makes_a_generator_is_not_left_out(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text("def flow(others):\n    yield from ()\n    yield from others\n")
    assert [fault.what for fault in faults_in(file)] == ["left out: yield from others"]


def test_equal_lengths_are_asserted_still(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text("def pairs(ones, others):\n    return zip(ones, others, strict=True), sorted(ones, reverse=True)\n")
    assert [fault.what for fault in faults_in(file)] == ["False instead of True"]


def test_a_sample_is_of_all_chapters_and_always_the_same() -> None:
    faults = {name: [Fault(Path(name), at, "", "", at, 0) for at in range(size)] for name, size in
              (("combat", 900), ("supply", 100), ("ports", 2))}  # fmt: skip  # several to a line
    drawn = sampled(faults, 100, 1)
    assert drawn == sampled(faults, 100, 1) != sampled(faults, 100, 2)
    counts = {name: sum(chapter == name for chapter, _ in drawn) for name in faults}
    assert counts == {"combat": 90, "supply": 10, "ports": 2}
    assert LEAST > 2


@pytest.mark.parametrize("name", ["thrones", "battles", "icefire", "runewars", "plane", "kernel", "odds", "store"])
def test_a_target_has_modules_in_chapters_and_tests(name: str) -> None:
    found = target(name)
    assert len(found.modules) > 3
    assert len({found.chapter(path) for path in found.modules}) > 3
    assert found.tests


def test_the_tests_of_a_target_are_in_its_folder_and_in_those_that_are_about_it_as_well() -> None:
    assert {str(Path(test).parent) for test in target("thrones").tests} == {"tests/games/thrones"}
    kernel = target("kernel").tests
    assert {str(Path(test).parent) for test in kernel} == {"tests/kernel", "tests/testing", "tests/games"}
    assert {"tests/kernel/test_undo.py", "tests/testing/test_conformance.py", "tests/games/test_drafts.py"} < {*kernel}
    assert "tests/games/test_random_soak.py" not in kernel
    assert {str(Path(test).parent) for test in target("store").tests} == {"tests/server/store", "tests/server/matches"}


@pytest.mark.slow
def test_faults_are_planted_and_caught(tmp_path: Path) -> None:
    """As in a run of `make mutate`, in a process of its own."""
    out = tmp_path / "found.json"
    command = [sys.executable, "-m", "tools.mutate", "--chapter", "dice/pool", "--sample", "4", "--out", str(out)]
    subprocess.run(command, cwd=PACKAGE.parents[1], check=True, capture_output=True, timeout=300)
    found = json.loads(out.read_text("utf-8"))
    assert len(found) == LEAST
    assert any(one["caught"] for one in found)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_asserted_rules_are_played_and_named_by_their_test(game: str) -> None:
    rules = Rules(game)
    if rules.file.exists():
        written = json.loads(rules.file.read_text("utf-8"))
        assert written == rules.known()
        assert list(written) == sorted(written)


@pytest.mark.slow
def test_a_test_with_many_cases_displaces_no_other() -> None:
    assert each_test_first(["a[1]", "a[2]", "b", "a[3]", "c[x]"]) == ["a[1]", "b", "c[x]", "a[2]", "a[3]"]


def test_faults_of_a_rule_are_in_the_functions_that_name_it() -> None:
    rules = Rules("battles")
    places = {(place.file, place.function) for place in rules.code["battles:c4.2"]}
    every = {path.relative_to(PACKAGE).as_posix(): faults_in(path) for path in rules.modules}
    faults = rules.faults("battles:c4.2", every, 1)
    assert faults == rules.faults("battles:c4.2", every, 1)
    assert {(fault.path.relative_to(PACKAGE).as_posix(), fault.function) for fault in faults} <= places
    assert faults
