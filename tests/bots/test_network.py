"""Small networks: the same outputs in plain Python and with numpy, and data files that are checked."""

import math
import sys
from random import Random

import msgspec
import pytest

from banneret.bots import network
from banneret.bots.network import MANY, Network
from banneret.bots.network_data import read_network
from banneret.bots.winning import learned
from banneret.content.datafile import DataError


def _made(inputs: int, hidden: list[int], seed: int = 1) -> Network:
    luck = Random(seed)
    layers = []
    width = inputs
    for cells in [*hidden, 1]:
        weights = [[luck.gauss(0, 0.5) for _ in range(width)] for _ in range(cells)]
        layers.append({"weights": weights, "biases": [luck.gauss(0, 0.5) for _ in range(cells)]})
        width = cells
    raw = {"inputs": [f"feature {i}" for i in range(inputs)], "layers": layers}
    return Network.read(msgspec.json.encode(raw), "made.json")


def _rows(count: int, width: int) -> list[list[float]]:
    luck = Random(2)
    return [[luck.gauss(0, 3) for _ in range(width)] for _ in range(count)]


def _file(weights: object, biases: object, inputs: object = ("one", "two")) -> bytes:
    return msgspec.json.encode({"inputs": inputs, "layers": [{"weights": weights, "biases": biases}]})


def test_a_cell_is_the_hyperbolic_tangent_of_its_weighted_inputs_and_the_output_is_linear() -> None:
    layers = [{"weights": [[2, -1], [0, 1]], "biases": [0.5, 0]}, {"weights": [[3, 10]], "biases": [-1]}]
    made = Network.read(msgspec.json.encode({"inputs": ["one", "two"], "layers": layers}), "made.json")
    assert made.inputs == ("one", "two")
    assert made.output([0.5, 0.25]) == pytest.approx(3 * math.tanh(1.25) + 10 * math.tanh(0.25) - 1, abs=1e-6)


def test_a_network_without_hidden_cells_is_a_weighted_sum() -> None:
    made = Network.read(_file([[2, -1]], [0.5]), "sum.json")
    assert made.outputs([[1, 0], [0, 1], [100, 10]]) == [2.5, -0.5, 190.5]


@pytest.mark.parametrize("hidden", [[], [16], [32, 16]])
def test_numpy_and_plain_python_give_the_same_outputs(hidden: list[int]) -> None:
    pytest.importorskip("numpy")
    made, rows = _made(20, hidden), _rows(300, 20)
    assert made.outputs(rows) == pytest.approx([made.output(row) for row in rows], abs=1e-6)
    assert sys.modules["numpy"] in network._loaded


def test_without_numpy_the_outputs_are_those_of_each_row() -> None:
    made, rows = _made(20, [16]), _rows(30, 20)
    network._loaded[:] = [None]  # as if it had been looked for in vain
    try:
        assert made.outputs(rows) == [made.output(row) for row in rows]
    finally:
        network._loaded.clear()


def test_few_rows_do_not_need_numpy() -> None:
    made, rows = _made(5, [4]), _rows(MANY - 1, 5)
    network._loaded.clear()
    assert made.outputs(rows) == [made.output(row) for row in rows]
    assert network._loaded == []


def test_no_rows_have_no_outputs() -> None:
    assert _made(3, [2]).outputs([]) == []


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b"{", "bad.json: whole file: format: Input data was truncated"),
        (b'{"inputs": []}', "bad.json: whole file: format: Object missing required field `layers`"),
        (_file([[1, 2]], "x"), "bad.json: whole file: format: Expected `array`, got `str` - at `$.layers[0].biases`"),
        (_file([[1, 2]], [1], inputs=[]), "bad.json: whole file: inputs: are missing"),
        (b'{"inputs": ["one"], "layers": []}', "bad.json: whole file: layers: are missing"),
        (_file([[1, 2]], []), "bad.json: layer 1: biases: there are 0 for 1 rows of weights"),
        (_file([[1, 2, 3]], [1]), "bad.json: layer 1: weights: row 1 has 3 instead of 2"),
        (_file([[1, 2], [1, 2]], [1, 1]), "bad.json: layer 1: biases: the output has 2 cells instead of one"),
    ],
)
def test_a_wrong_file_is_refused_with_its_mistake(raw: bytes, problem: str) -> None:
    with pytest.raises(DataError) as error:
        read_network(raw, "bad.json")
    assert str(error.value) == problem


def test_a_file_for_other_inputs_is_refused() -> None:
    raw = _file([[1, 2]], [1])
    assert read_network(raw, "made.json", ["one", "two"]).inputs == ["one", "two"]
    with pytest.raises(DataError, match="inputs: number 2 is 'two' instead of 'three'"):
        read_network(raw, "made.json", ["one", "three"])
    with pytest.raises(DataError, match="inputs: there are 2 instead of 3"):
        read_network(raw, "made.json", ["one", "two", "three"])


def test_the_seats_of_a_side_share_its_chance() -> None:
    made = Network.read(_file([[1, 0]], [0.5]), "sum.json")
    rows = [[math.log(3), 0.0], [0.0, 0.0]]
    assert learned(made, rows, [0, 1]) == pytest.approx([0.75, 0.25], abs=1e-6)
    assert learned(made, rows, [0, 1, 0]) == pytest.approx([0.375, 0.25, 0.375], abs=1e-6)
    assert learned(made, [*rows, [9.0, 0.0]], [0, 1, 2], gone=[2]) == pytest.approx([0.75, 0.25, 0], abs=1e-6)
