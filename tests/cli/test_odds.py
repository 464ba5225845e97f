"""`banneret odds`: a case, its fields, a matrix and an answer in a match; and what is said of bad input."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from tests.commands import run
from tests.games.icefire.scene import GUARDSMEN, SWORDS, scene

CASE = ("odds", "icefire-s6", f"attacker={GUARDSMEN}", f"defender={SWORDS}")


def test_a_case_is_shown_with_its_bars() -> None:
    done = run(*CASE, "side=rear")
    assert done.code == 0, done.err
    assert "At least" in done.out
    assert "Destroys the target: 0.0%" in done.out
    assert "Not counted:" in done.out


def test_a_case_as_json_and_its_matrix() -> None:
    (found,) = json.loads(run(*CASE, "--json").out)
    assert found["spreads"][0]["mean"] > 0
    table = json.loads(run(*CASE, "--matrix", "--json").out)
    assert table["attackers"] == [GUARDSMEN]
    assert table["means"] == [[found["spreads"][0]["mean"]]]
    assert "Lannister Guardsmen" in run(*CASE, "--matrix").out


def test_the_fields_of_a_game_are_listed() -> None:
    done = run("odds", "icefire-s6")
    assert "attacker" in done.out
    assert "0 to " in done.out


def test_an_answer_in_a_position(tmp_path: Path) -> None:
    match = scene(f"a {GUARDSMEN} 24 20 0", f"b {SWORDS} 24 24.8 180")
    file = tmp_path / "position.json"
    while match.asking[0].kind == "window":
        match.play(0, "pass")
    file.write_bytes(msgspec.json.encode(match.position()))
    done = run("odds", file, "take", "melee")
    assert done.code == 0, done.err
    assert "Melee attack by a1 on b1" in done.out
    assert "has no odds" in run("odds", file, "take retreat").err
    assert "is not allowed" in run("odds", file, "take ranged").err
    assert run("odds", file).code == 2


def test_bad_input_is_named() -> None:
    assert "write FIELD=VALUE" in run("odds", "icefire-s6", "attacker").err
    assert "there is no field 'speed'" in run("odds", "icefire-s6", "speed=3").err
    assert "side: 'top' is not possible; choose from front, flank, rear" in run(*CASE, "side=top").err
    assert "has no ranged attack" in run(*CASE, "kind=ranged").err
    assert "attacking: '17' is not a whole number from 0 to 12" in run(*CASE, "attacking=17").err
