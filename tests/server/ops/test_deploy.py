"""The dashboard and the alert rules in `deploy/` load, and every metric that they name is one that a server has."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import CollectorRegistry

from banneret.server.ops.metrics import Measures

DEPLOY = Path(__file__).parents[3] / "deploy"
WORDS = re.compile(r"\bbanneret_[a-z_]+")


def exposed(registry: CollectorRegistry) -> dict[str, set[str]]:
    """Return the names under which metrics are scraped, and the labels of each."""
    found: dict[str, set[str]] = {}
    for collector in list(registry._collector_to_names):
        (family,) = collector.collect()
        labels = set(getattr(collector, "_labelnames", ()))
        endings = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}[family.type]
        for ending in endings:
            found[family.name + ending] = labels | ({"le"} if ending == "_bucket" else set())
    return found


def dashboard() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((DEPLOY / "grafana-dashboard.json").read_text(encoding="utf-8"))
    return loaded


def alerts() -> list[dict[str, Any]]:
    loaded = yaml.safe_load((DEPLOY / "prometheus-alerts.yaml").read_text(encoding="utf-8"))
    return [rule for group in loaded["groups"] for rule in group["rules"]]


def expressions() -> Iterator[str]:
    for panel in dashboard()["panels"]:
        yield from (target["expr"] for target in panel["targets"])
    yield from (rule["expr"] for rule in alerts())


@pytest.mark.parametrize("expression", list(expressions()))
def test_every_metric_that_is_named_exists(expression: str) -> None:
    known = exposed(Measures().registry)
    names = WORDS.findall(expression)
    assert names or expression.startswith("up{")
    assert set(names) <= known.keys()
    grouped = {label.strip() for by in re.findall(r"by \(([^)]*)\)", expression) for label in by.split(",")}
    assert grouped - {"instance"} <= set().union(*(known[name] for name in names))
    assert expression.count("(") == expression.count(")")


def test_every_metric_is_on_the_dashboard_or_in_an_alert() -> None:
    named = {name for expression in expressions() for name in WORDS.findall(expression)}
    missing = {
        family
        for family in (re.sub(r"_(total|bucket|sum|count)$", "", one) for one in exposed(Measures().registry))
        if not any(name.startswith(family) for name in named)
    }
    assert missing <= {"banneret_requests", "banneret_matches_ended"}


def test_panels_do_not_overlap_and_have_ids_of_their_own() -> None:
    panels = dashboard()["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    assert len({(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels}) == len(panels)


def test_every_alert_says_what_to_do() -> None:
    for rule in alerts():
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert len(rule["annotations"]["summary"]) > 20
    assert len({rule["alert"] for rule in alerts()}) == len(alerts())
