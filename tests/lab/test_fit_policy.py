"""The tools that record and predict the answers of bots that look ahead."""

import json
import sys
from itertools import islice
from math import log
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tools.lab import fit_policy as tool
from tools.lab.record_choices import main, questions


def asked(points: list[float | None], types: list[str], chosen: int, *, match: int = 0) -> dict[str, Any]:
    return {"match": match, "kind": "turn", "types": types, "points": points, "chosen": chosen, "doubt": 0.0}


def drawn(count: int, *, liked: str) -> list[dict[str, Any]]:
    """Return questions in which three of four answers are of the liked type, and estimates say nothing."""
    random = Random(5)
    types = ["March", "Raid", "Pass"]
    found = []
    for number in range(count):
        chosen = types.index(liked) if random.random() < 0.75 else random.randrange(3)
        found.append(asked([random.random() for _ in types], types, chosen, match=number // 10))
    return found


def test_features_are_the_gap_and_the_place() -> None:
    rows = tool.features_of(asked([1.0, 3.0, None], ["March", "Raid", "Pass"], 0))
    assert rows == [[-2.0, 1 / 2, pytest.approx(log(2))], [0.0, 1.0, 0.0], [-15.0, 1 / 3, pytest.approx(log(3))]]


def test_a_preferred_type_of_action_is_found() -> None:
    given = drawn(400, liked="Raid")
    names = tool.names_in(given)
    by_type = dict(zip(names.types, tool.fitted(tool.read(given, names), names)[1], strict=True))
    odds = by_type["turn", "Raid"] - by_type["turn", "March"]
    assert odds == pytest.approx(log((0.75 + 0.25 / 3) / (0.25 / 3)), abs=0.4)


def test_only_what_is_trained_predicts_better_on_other_matches() -> None:
    head, sight, *others = tool.compare(drawn(400, liked="Pass"), [4])
    assert head == "40 matches, 300 questions; held out: 10, 100"
    loss = {line.split("log loss")[0].strip(): float(line.split("log loss")[1].split()[0]) for line in (sight, *others)}
    assert loss["policy"] < loss["temperatures"] - 0.3
    assert loss["network, 4 cells"] < loss["temperatures"] - 0.3
    assert loss["temperatures"] == pytest.approx(log(3), abs=0.05)


def test_noise_decides_between_estimates_that_are_near() -> None:
    given = [asked([1.0, 1.25, 0.0], ["March", "Raid", "Pass"], 1)] * tool.FEWEST
    found = tool.at_first_sight(tool.read(given, tool.names_in(given)))[:3]
    assert found == pytest.approx([1 / 8, 7 / 8, 0], abs=0.01)


def test_tied_options_share_the_hit() -> None:
    given = [asked([1.0, 1.0, 0.0], ["March", "Raid", "Pass"], 1)] * tool.FEWEST
    choices = tool.read(given, tool.names_in(given))
    loss, top = tool.losses(choices, np.tile([0.4, 0.4, 0.2], tool.FEWEST))
    assert (loss[0], top[0]) == (pytest.approx(-log(0.4)), 0.5)


def test_rare_kinds_of_questions_are_left_out() -> None:
    rare = [one | {"kind": "rare"} for one in drawn(tool.FEWEST - 1, liked="Raid")]
    assert tool.names_in([*rare, *drawn(tool.FEWEST, liked="Raid")]).kinds == ["turn"]


def test_weights_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [json.dumps(one) for one in drawn(200, liked="Raid")]
    (tmp_path / "choices.jsonl").write_text("\n".join(lines), "utf-8")
    out = tmp_path / "weights.json"
    monkeypatch.setattr(sys, "argv", ["fit_policy", str(tmp_path / "choices.jsonl"), "--write", str(out)])
    tool.main()
    kind = json.loads(out.read_text("utf-8"))["kinds"]["turn"]
    assert max(kind["types"], key=kind["types"].__getitem__) == "Raid"


@pytest.mark.slow
def test_recorded_questions_have_an_answer_that_was_tried() -> None:
    found = list(islice(questions("battles", 2, {}, seed=1, worlds=1), 12))
    assert len(found) == 12
    for one in found:
        assert len(one["types"]) == len(one["points"]) == len(one["worth"]) == len(one["tried"]) > 1
        assert one["tried"][one["chosen"]] == max(one["tried"]) > 0


def test_matches_in_the_file_are_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "choices.jsonl"
    out.write_text(json.dumps(asked([0.0, 1.0], ["March", "Pass"], 1, match=1)) + "\n", "utf-8")
    monkeypatch.setattr(sys, "argv", ["record_choices", "battles", "--games", "1", "--out", str(out)])
    main()
    assert capsys.readouterr().out == ""
    assert len(out.read_text("utf-8").splitlines()) == 1
