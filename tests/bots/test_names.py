"""Bots by name, from files and from packages; those that misbehave."""

from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from banneret.bots import BotError, GreedyBot, LevelBot, RandomBot, SearchBot, make_bot, names
from banneret.bots.player import Player
from tests.bots.matches import middle, play
from tests.commands import run
from tests.test_docs import _blocks

DOCS = Path(__file__).parents[2] / "docs" / "bots.md"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("random", RandomBot),
        ("greedy", GreedyBot),
        ("search:400", SearchBot),
        ("search:2s", SearchBot),
        ("search:0.5s", SearchBot),
        ("search:400/2.5s", SearchBot),
        ("beginner", LevelBot),
        ("expert", LevelBot),
        ("hard", LevelBot),
        ("legacy-easy", RandomBot),
        ("legacy-fair", GreedyBot),
        ("legacy-hard", SearchBot),
    ],
)
def test_a_name_makes_a_bot(name: str, kind: type) -> None:
    assert type(make_bot(name, 1)) is kind


@pytest.mark.parametrize(("former", "level"), [("easy", "beginner"), ("fair", "strong"), ("hard", "expert")])
def test_a_former_name_is_that_of_a_level(former: str, level: str) -> None:
    match = middle("battles", 2, 3, 12)
    seat = min(match.asking)
    for seed in range(3):
        answers = [make_bot(name, seed).choose(Player(match, seat, 1)) for name in (former, level)]
        assert answers[0] == answers[1]
    assert names.is_own(former)
    assert former not in names.bot_names()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "genius",
            "unknown bot 'genius'; choose from beginner, casual, skilled, strong, expert, random, greedy, search:400",
        ),
        ("search", "has no valid budget"),
        ("search:0", "has no valid budget"),
        ("search:0s", "has no valid budget"),
        ("search:-1", "has no valid budget"),
        ("search:2m", "has no valid budget"),
        ("search:400/", "has no valid budget"),
        ("search:/2s", "has no valid budget"),
        ("search:4-2s", "has no valid budget"),
        ("search:400/0s", "has no valid budget"),
        ("nowhere/bot.py", "no such file"),
    ],
)
def test_a_bad_name_is_told(name: str, said: str) -> None:
    with pytest.raises(BotError, match=said.replace("(", r"\(")):
        make_bot(name, 1)


def _file(path: Path, code: str) -> str:
    file = path / "my_bot.py"
    file.write_text(code)
    names._from_file.cache_clear()
    return str(file)


GOOD = {
    "class": "class Bot:\n    def __init__(self, s): pass\n    def choose(self, player): return player.ask.options[1]",
    "function": "def choose(player):\n    return player.ask.options[-1]",
    "factory": "from banneret.bots import RandomBot\ndef make_bot(seed):\n    return RandomBot(seed)",
}


@pytest.mark.parametrize("code", GOOD.values(), ids=GOOD)
def test_a_file_offers_a_bot(code: str, tmp_path: Path) -> None:
    match, troubles = play("thrones", [_file(tmp_path, code), "random", "random"], seed=1)
    assert match.outcome is not None
    assert troubles == []


BAD = {
    "no python": ("def choose(:", "SyntaxError"),
    "raises": ("1 / 0", "ZeroDivisionError"),
    "exits": ("raise SystemExit(3)", "SystemExit"),
    "nothing": ("x = 1", "neither make_bot"),
    "imported": ("from banneret import Bot", "neither make_bot"),
    "no choose": ("class Bot:\n    def __init__(self, seed): pass", r"no choose\(player\)"),
    "no seed": ("class Bot:\n    def choose(self, player): pass", "TypeError"),
}


@pytest.mark.parametrize(("code", "said"), BAD.values(), ids=BAD)
def test_a_bad_file_is_told(code: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BotError, match=said):
        make_bot(_file(tmp_path, code), 1)


MISBEHAVING = {
    "raises": ("raise RuntimeError('oh')", "raised"),
    "exits": ("raise SystemExit", "raised"),
    "illegal": ("return 'march winterfell: ship > kings-landing'", "illegal"),
    "nonsense": ("return 7", "illegal"),
}


@pytest.mark.parametrize(("body", "kind"), MISBEHAVING.values(), ids=MISBEHAVING)
def test_a_bot_that_misbehaves_is_reported_and_replaced(body: str, kind: str, tmp_path: Path) -> None:
    file = _file(tmp_path, f"def choose(player):\n    {body}")
    match, troubles = play("thrones", ["random", file, "random"], seed=2)
    assert match.outcome is not None
    assert [(t.seat, t.kind) for t in troubles] == [(1, kind)]


def test_the_example_of_the_page_plays(tmp_path: Path) -> None:
    example = next(block for block in _blocks(DOCS) if "class Bot" in block)
    assert len(example.splitlines()) <= 30
    file = _file(tmp_path, example)
    out = tmp_path / "games.jsonl"
    done = run(
        "simulate", "thrones", "--seats", 3, "--bots", "my_bot,random,random", "--bot-code", file, "--games", 1,
        "--jobs", 1, "--out", out,
    )  # fmt: skip  # several to a line
    assert done.code == 0, done.err
    assert "failed" not in done.err
    assert len(out.read_text().splitlines()) == 1


def test_a_run_goes_on_when_a_bot_fails_and_says_so(tmp_path: Path) -> None:
    file = _file(tmp_path, "def choose(player):\n    raise RuntimeError('oh')")
    done = run(
        "simulate", "thrones", "--seats", 3, "--bots", "random,my_bot,random", "--bot-code", file, "--games", 2,
        "--jobs", 1,
    )  # fmt: skip  # several to a line
    assert done.code == 0
    assert done.err.count("RuntimeError: oh") == 2


def test_a_package_offers_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = [
        EntryPoint("castles", "banneret.bots:GreedyBot", "banneret.bots"),
        EntryPoint("broken", "banneret.bots:NoSuchThing", "banneret.bots"),
    ]

    def points(group: str, **wanted: Any) -> list[EntryPoint]:
        return [p for p in offered if p.group == group and (not wanted or p.name == wanted["name"])]

    monkeypatch.setattr(names, "entry_points", points)
    names._offered.cache_clear()
    names._loaded.cache_clear()
    try:
        assert type(make_bot("castles", 1)) is GreedyBot
        assert "castles" in names.bot_names()
        with pytest.raises(BotError, match="NoSuchThing"):
            make_bot("broken", 1)
    finally:
        names._offered.cache_clear()
        names._loaded.cache_clear()
