"""A small feed-forward network: from rows of features to one number for each row.

Hidden cells are hyperbolic tangents, the output is linear. It runs in plain Python, and for several rows with numpy
if that is installed (extra `bots`). Outputs are rounded, so that both give the same ones.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib.resources import files
from operator import mul
from typing import Any, Final

from banneret.bots.network_data import NetworkData, read_network

DIGITS: Final = 7
"""Outputs are rounded to this many digits after the decimal point."""
MANY: Final = 3
"""Number of rows from which on numpy is faster."""

_loaded: list[Any] = []
"""The module numpy or None, once it has been looked for."""


def _numpy() -> Any:
    """Return the module numpy, or None if it is not installed."""
    if not _loaded:
        try:
            import numpy  # noqa: PLC0415 - optional, and slow to import
        except ImportError:
            _loaded.append(None)
        else:
            _loaded.append(numpy)
    return _loaded[0]


class Network:
    """A network with fixed weights."""

    __slots__ = ("_arrays", "_hidden", "_last", "_last_bias", "inputs")

    def __init__(self, data: NetworkData) -> None:
        self.inputs: tuple[str, ...] = tuple(data.inputs)
        """The names of the features in a row."""
        layers = [(layer.weights, layer.biases) for layer in data.layers]
        self._hidden: list[list[tuple[list[float], float]]] = [
            list(zip(weights, biases, strict=True)) for weights, biases in layers[:-1]
        ]
        """The weights and the bias of each cell, by layer."""
        weights, biases = layers[-1]
        self._last: list[float] = weights[0]
        self._last_bias: float = biases[0]
        self._arrays: list[Any] = []
        """Weights and biases as arrays of numpy, once used."""

    @staticmethod
    def read(raw: bytes, name: str, inputs: Sequence[str] | None = None) -> Network:
        """Read a data file, for errors called `name`, whose inputs must be the given ones. Raises DataError."""
        return Network(read_network(raw, name, inputs))

    @staticmethod
    def load(package: str, name: str, inputs: Sequence[str]) -> Network:
        """Read the file `name` in the folder `data` of a package. Raises DataError."""
        return Network.read(files(package).joinpath("data", name).read_bytes(), name, inputs)

    def output(self, row: list[float]) -> float:
        """Return the output for one row."""
        return round(self._plain(row), DIGITS)

    def outputs(self, rows: list[list[float]]) -> list[float]:
        """Return the output for each row."""
        if len(rows) >= MANY:
            numpy = _numpy()
            if numpy is not None:
                return self._with_numpy(rows, numpy)
        return [round(self._plain(row), DIGITS) for row in rows]

    def _plain(self, row: list[float]) -> float:
        cells = row
        for layer in self._hidden:
            cells = [math.tanh(math.fsum(map(mul, weights, cells)) + bias) for weights, bias in layer]
        return math.fsum(map(mul, self._last, cells)) + self._last_bias

    def _with_numpy(self, rows: list[list[float]], numpy: Any) -> list[float]:
        if not self._arrays:
            for layer in self._hidden:
                weights = numpy.array([weights for weights, _ in layer]).T
                self._arrays.append((weights, numpy.array([bias for _, bias in layer])))
            self._arrays.append((numpy.array(self._last), self._last_bias))
        cells: Any = numpy.array(rows)
        for weights, biases in self._arrays[:-1]:
            cells = numpy.tanh(cells @ weights + biases)
        weights, biases = self._arrays[-1]
        found: list[float] = (cells @ weights + biases).round(DIGITS).tolist()
        return found
