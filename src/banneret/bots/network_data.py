"""The data file of a small network: its format, and checks that name what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from banneret.content.datafile import DataError


class Layer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights and bias of each cell of a layer; a row of weights has one for each cell of the layer before."""

    weights: list[list[float]]
    biases: list[float]


class NetworkData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The names of the inputs, and the layers from the first hidden one to the output, which is a single cell."""

    inputs: list[str]
    layers: list[Layer]


def read_network(raw: bytes, name: str, inputs: Sequence[str] | None = None) -> NetworkData:
    """Read the JSON file called `name`, whose inputs must be the given ones in this order. Raises DataError."""
    try:
        data = msgspec.json.decode(raw, type=NetworkData)
    except msgspec.DecodeError as error:
        raise DataError(name, "whole file", "format", str(error)) from error
    if inputs is not None and data.inputs != list(inputs):
        at = next((i for i, (a, b) in enumerate(zip(data.inputs, inputs, strict=False)) if a != b), None)
        problem = f"there are {len(data.inputs)} instead of {len(inputs)}"
        if at is not None:
            problem = f"number {at + 1} is '{data.inputs[at]}' instead of '{inputs[at]}'"
        raise DataError(name, "whole file", "inputs", problem)
    if not data.inputs or not data.layers:
        raise DataError(name, "whole file", "layers" if data.inputs else "inputs", "are missing")
    width = len(data.inputs)
    for number, layer in enumerate(data.layers, 1):
        entry = f"layer {number}"
        if not layer.biases or len(layer.weights) != len(layer.biases):
            problem = f"there are {len(layer.biases)} for {len(layer.weights)} rows of weights"
            raise DataError(name, entry, "biases", problem)
        for row, weights in enumerate(layer.weights, 1):
            if len(weights) != width:
                raise DataError(name, entry, "weights", f"row {row} has {len(weights)} instead of {width}")
        width = len(layer.biases)
    if width != 1:
        raise DataError(name, f"layer {len(data.layers)}", "biases", f"the output has {width} cells instead of one")
    return data
