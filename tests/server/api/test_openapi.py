"""The description of the HTTP interface: committed as it is made, whole, and true to the standard."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from banneret.server.api.openapi import PROBLEM_TYPE, written
from banneret.server.api.openapi_forms import ANSWERS, BODIES, MEANING, PROBLEMS
from banneret.server.app import make_app
from banneret.server.problems import STATUS
from banneret.server.services import Services
from banneret.server.settings import Settings
from tests.server.conftest import Client
from tests.server.playing import guests, play_on, table_of

DOCS = Path(__file__).parents[3] / "docs"
METHODS = {"get", "post", "put", "patch", "delete"}


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(written(make_app(Settings(database="sqlite:///:memory:"))))
    return found


def operations(described: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for path in described["paths"].values() for method, one in path.items() if method in METHODS]


def test_the_committed_description_is_the_one_that_is_made() -> None:
    made = written(make_app(Settings(database="sqlite:///:memory:")))
    assert (DOCS / "openapi.json").read_bytes() == made, "run `make openapi` and commit docs/openapi.json"


@pytest.mark.anyio
async def test_the_server_tells_the_same(client: Client) -> None:
    answer = await client.get("/api/v1/openapi.json")
    assert answer.status_code == 200
    assert answer.content == (DOCS / "openapi.json").read_bytes()


def test_every_operation_has_an_id_of_its_own_a_summary_and_what_it_does(described: dict[str, Any]) -> None:
    found = operations(described)
    ids = [one["operationId"] for one in found]
    assert len(ids) == len(set(ids)) > 40
    for one in found:
        assert one["summary"], one["operationId"]
        assert one["description"], one["operationId"]
        assert one["tags"], one["operationId"]


def test_every_problem_is_told_as_problem_details(described: dict[str, Any]) -> None:
    for one in operations(described):
        for status, answer in one["responses"].items():
            if int(status) >= 400:
                schema = answer["content"][PROBLEM_TYPE]["schema"]
                assert schema == {"$ref": "#/components/schemas/ProblemDetails"}, one["operationId"]
                assert answer["description"].startswith("`")


def test_what_the_signatures_do_not_say_is_said_of_operations_that_there_are(described: dict[str, Any]) -> None:
    ids = {one["operationId"] for one in operations(described)}
    for named in (ANSWERS, BODIES, PROBLEMS):
        assert named.keys() <= ids
    assert MEANING.keys() == STATUS.keys()


def test_every_example_fits_its_schema_and_every_schema_has_one(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    for name, schema in schemas.items():
        assert schema.get("examples"), f"{name} has no example"
        whole = {"$ref": f"#/components/schemas/{name}", "components": described["components"]}
        for example in schema["examples"]:
            Draft202012Validator(whole).validate(example)


def test_every_page_is_limited(described: dict[str, Any]) -> None:
    for path in ("/api/v1/tables", "/api/v1/tables/{table}/chat"):
        limits = {one["name"]: one["schema"] for one in described["paths"][path]["get"]["parameters"]}
        assert limits["limit"]["maximum"] == limits["limit"]["default"]
        assert "after" in limits


@pytest.mark.anyio
async def test_what_is_told_of_a_match_fits_to_the_last_tuple(client: Client, described: dict[str, Any]) -> None:
    services: Services = client.app.state.services
    people = await guests(services, 3)
    table = await table_of(services, [*people])
    await play_on(services, table.id, Random(1), answers=30)
    for path in ("view", "events", "replay", "replay/1"):
        answer = await client.get(f"/api/v1/tables/{table.id}/{path}")
        assert answer.status_code == 200
        operation = described["paths"]["/api/v1/tables/{table}/" + path.replace("/1", "/{step}")]["get"]
        schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
        Draft202012Validator(schema | {"components": described["components"]}).validate(answer.json())
