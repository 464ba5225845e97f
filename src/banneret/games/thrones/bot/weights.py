"""Weights of the evaluation of positions, from `data/evaluation.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, structs

from banneret.bots.styles import read_styles
from banneret.games.thrones.content.datafile import DataFile


class Weights(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Weights of the terms; the data file explains them."""

    castle: float
    muster: float
    land: float
    supply_icon: float
    crown_icon: float
    supply: float
    footman: float
    knight: float
    ship: float
    siege_engine: float
    routed: float
    sea: float
    port: float
    throne: float
    fiefdoms: float
    court: float
    token: float
    power: float
    power_more: float
    card: float
    threatened: float
    exposed: float
    march_danger: float
    threatening: float
    march_threat: float
    approach: float
    order_march: float
    order_defense: float
    order_support: float
    order_raid: float
    order_power: float
    order_muster: float
    crowded: float
    docked: float
    shared: float
    last: float
    last_land: float
    climb: float
    rival: float
    lead: float
    win: float


class LegacyWeights(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The weights of the first release that have changed since."""

    port: float
    order_muster: float
    crowded: float
    exposed: float
    docked: float
    shared: float
    last: float
    last_land: float


_DATA: Final = DataFile.read("evaluation.toml")
WEIGHTS: Final = _DATA.table("weights", Weights)
LEGACY: Final = structs.replace(WEIGHTS, **structs.asdict(_DATA.table("legacy", LegacyWeights)))
"""The weights of the first release, for the legacy levels."""
STYLES: Final = read_styles(_DATA, WEIGHTS)
"""The weights of each style of play."""


def weights_from(values: Mapping[str, float]) -> Weights:
    """Return the weights of the data file with some values replaced."""
    return structs.replace(WEIGHTS, **values)
