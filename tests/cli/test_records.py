"""`banneret demo`, `replay`, `show` and `perft`."""

import json
import re
from pathlib import Path

import pytest

from banneret import Record
from banneret.sim.games import Plan, play_game
from tests.commands import Done, run


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Done, Path]:
    file = tmp_path_factory.mktemp("demo") / "deep" / "match.record"
    return run("demo", "thrones", "--seed", 3, "--seats", 3, "--out", file), file


@pytest.mark.slow
def test_the_demo_tells_a_match_and_plays_it_again(demo: tuple[Done, Path]) -> None:
    done, file = demo
    assert (done.code, done.err) == (0, "")
    assert "Castles" in done.out
    assert re.search(r"loaded and replayed in [\d.]+ s with the same result; record [0-9a-f]{32}", done.out)
    assert Record.read(file).closed
    assert "<svg" in (file.parent / "board.svg").read_text()[:200]


@pytest.mark.slow
def test_the_same_seed_gives_the_same_demo(demo: tuple[Done, Path], tmp_path: Path) -> None:
    _, file = demo
    run("demo", "thrones", "--seed", 3, "--seats", 3, "--out", tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == file.read_bytes()


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("games") / "games.jsonl"
    plan = Plan(rulebook="thrones", seats=3, bots=("random",) * 3)
    file.write_bytes(b"".join(Record.of(play_game(plan, seed)).pack() + b"\n" for seed in (1, 2)))
    return file


@pytest.mark.slow
def test_a_record_is_told_up_to_an_entry(demo: tuple[Done, Path]) -> None:
    done = run("replay", demo[1], "--to", 5)
    assert done.code == 0
    assert re.findall(r"^ +(\d+)  ", done.out, re.MULTILINE) == ["1", "2", "3", "4", "5"]
    assert "over" in run("replay", demo[1]).out


def test_a_seat_is_told_its_own_answers_alone(demo: tuple[Done, Path]) -> None:
    done = run("replay", demo[1], "--to", 20, "--seat", "stark")
    told = re.findall(r"^ +\d+  (\w+): ", done.out, re.MULTILINE)
    assert set(told) <= {"Stark"}


def test_a_game_of_many_is_chosen_by_its_line(games: Path) -> None:
    assert "game 2" in run("replay", games, "--game", 2, "--to", 1).out
    done = run("replay", games, "--to", 1)
    assert "game 1" in done.out
    assert "several games" in done.err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--game", 3), "no game 3"),
        (("--game", 1, "--to", 99999), "no entry 99999"),
    ],
)
def test_what_is_not_in_the_file_is_refused(games: Path, arguments: tuple[object, ...], why: str) -> None:
    for command in ("replay", "show"):
        done = run(command, games, *arguments)
        assert (done.code, done.out) == (1, "")
        assert why in done.err


def test_a_single_record_has_no_second_game(demo: tuple[Done, Path]) -> None:
    assert "this is a single record" in run("replay", demo[1], "--game", 2).err


def test_an_unknown_house_is_wrong_usage(demo: tuple[Done, Path]) -> None:
    done = run("replay", demo[1], "--seat", "targaryen")
    assert done.code == 2
    assert "no 'targaryen' in this match" in done.err


@pytest.mark.slow
def test_a_damaged_record_is_named_with_its_line(demo: tuple[Done, Path], games: Path, tmp_path: Path) -> None:
    raw = demo[1].read_bytes().splitlines(keepends=True)
    (tmp_path / "a").write_bytes(b"".join([*raw[:4], raw[4].replace(b'"seat":', b'"seet":'), *raw[5:]]))
    packed = games.read_bytes().replace(b'"ask":"', b'"ask":"x', 1)
    (tmp_path / "b").write_bytes(packed)
    (tmp_path / "c").write_bytes(b"[]")
    (tmp_path / "d").write_bytes(b"")
    (tmp_path / "e").write_bytes(b"\xff\xfe{")
    for command in ("replay", "show"):
        for name in "abcde":
            done = run(command, tmp_path / name)
            assert (done.code, done.out) == (1, ""), (command, name)
            assert f"{tmp_path / name}" in done.err, (command, name)
    assert "a, line 5: the line is damaged" in run("replay", tmp_path / "a").err
    assert "b, line 1: the record's hash does not match" in run("replay", tmp_path / "b").err


def test_a_moment_is_drawn(demo: tuple[Done, Path], games: Path, tmp_path: Path) -> None:
    assert "<svg" in run("show", demo[1]).out[:200]
    done = run("show", games, "--game", 2, "--to", 10, "--seat", "stark", "--out", tmp_path / "board.svg")
    assert (done.code, done.out) == (0, "")
    assert "<svg" in (tmp_path / "board.svg").read_text()[:200]


def test_a_moment_is_shown_as_text(demo: tuple[Done, Path]) -> None:
    done = run("show", demo[1], "--to", 0, "--text")
    assert "Winterfell" in done.out
    assert "Wildling threat" in done.out


@pytest.fixture
def position(tmp_path: Path) -> Path:
    """One footman is left to march, and nobody else has an order."""
    data = {
        "houses": ["baratheon", "lannister", "stark"],
        "step": "march",
        "areas": {"winterfell": {"house": "stark", "units": {"footman": 1}, "order": "march-zero"}},
    }
    path = tmp_path / "position.json"
    path.write_text(json.dumps({"rulebook": "thrones", "state": data}))
    return path


@pytest.mark.parametrize("id", [[], {}, 3, "chess"])
def test_a_position_of_no_game_is_refused(id: object, position: Path) -> None:
    position.write_text(json.dumps(json.loads(position.read_text("utf-8")) | {"rulebook": id}))
    done = run("show", position)
    assert done.code == 1
    assert "rulebook" in done.err
    assert str(id) in done.err


def test_a_position_is_shown(position: Path) -> None:
    assert "<svg" in run("show", position).out[:200]
    assert "Winterfell" in run("show", position, "--text").out
    assert "this is a position" in run("show", position, "--to", 1).err


@pytest.mark.parametrize("command", ["show", "analyse"])
def test_the_game_of_a_position_that_names_none_is_asked_for(command: str, position: Path) -> None:
    position.write_text(json.dumps(json.loads(position.read_text("utf-8"))["state"]))
    done = run(command, position)
    assert done.code == 1
    assert "does not name its game; use --rulebook GAME" in done.err
    assert run(command, position, "--rulebook", "thrones").code == 0
    assert "there is no rulebook 'chess'" in run(command, position, "--rulebook", "chess").err


def test_states_are_counted_and_divided(position: Path) -> None:
    done = run("perft", "thrones", "--position", position, "--depth", 1, "--divide")
    assert done.code == 0
    *divided, total = done.out.splitlines()
    assert all(line.startswith("stark: ") for line in divided)
    assert re.match(r"depth 1: \d+ states, 0 of them over; \d+ decisions", total)
    assert run("perft", "thrones", "--position", position, "--depth", 0).out.startswith("depth 0: 1 states")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("{", "not JSON"),
        ("[]", "not a JSON object"),
        ('{"houses": ["stark"]}', "3 to 6 different houses"),
        ('{"houses": ["stark", "lannister", "baratheon"], "areas": {"narnia": {}}}', "'narnia' is not one of"),
        ('{"rulebook": "chess", "houses": []}', "chess"),
    ],
)
def test_a_bad_position_is_named_with_the_field(tmp_path: Path, content: str, why: str) -> None:
    path = tmp_path / "position.json"
    path.write_text(content)
    for arguments in (("perft", "thrones", "--position", path, "--depth", 1), ("show", path, "--rulebook", "thrones")):
        done = run(*arguments)
        assert (done.code, done.out) == (1, "")
        assert why in done.err
