"""Thousands of requests that nobody would write, made from the description of the interface by schemathesis.

Whatever is asked: no 5xx, no answer that the description does not foresee, and what must be refused is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from litestar import Litestar
from litestar.testing import TestClient
from schemathesis import Case, GenerationMode
from schemathesis.checks import load_all_checks
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from banneret.server.admin.rights import COMMAND_LINE
from banneret.server.app import make_app
from banneret.server.settings import Settings

load_all_checks()

DESCRIBED: dict[str, Any] = msgspec.json.decode(
    (Path(__file__).parents[3] / "docs" / "openapi.json").read_bytes(),
)


def loosened(data: Any) -> Any:
    """Let the places of tuples be alike: schemathesis reads `prefixItems` of answers as an older draft wrote them."""
    if isinstance(data, list):
        return [loosened(one) for one in data]
    if not isinstance(data, dict):
        return data
    found = {name: loosened(value) for name, value in data.items()}
    return found | ({"items": {"anyOf": found.pop("prefixItems")}} if "prefixItems" in found else {})


SCHEMA = schemathesis.openapi.from_dict(loosened(DESCRIBED))
BASE = "http://testserver.local"
CASES = {"positive": 12, "negative": 10}
"""The number of requests to each operation that takes something: as described, and as it must not be."""
FEW = {"about": 20}
"""The number of different requests to operations that take less than that, each with every kind of table."""
SOAK_CASES = {"positive": 60, "negative": 50}
"""The same in a soak test, where each run makes other requests."""


@schemathesis.serializer("application/jsonl")
def as_lines(_: object, value: Any) -> bytes:
    """Send what is to be lines as it is, and what is no text as JSON."""
    return value.encode("utf-8", "surrogatepass") if isinstance(value, str) else msgspec.json.encode(value)


LEAVING = {"signOut", "deleteMe", "deleteAccount", "endSession"}
"""After these nobody is signed in: each is asked by a guest of its own."""
CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]

OPERATIONS = {
    one["operationId"]: (path, method, bool(one.get("parameters") or one.get("requestBody")))
    for path, methods in DESCRIBED["paths"].items()
    for method, one in methods.items()
}


class World(NamedTuple):
    """A server with somebody signed in who plays, and the ids of tables of each kind."""

    client: TestClient[Litestar]
    headers: dict[str, str]
    tables: list[str]
    admin: dict[str, str]
    person: str
    """Somebody on whom the admin may act."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    file = tmp_path_factory.mktemp("server") / "banneret.sqlite3"
    often = 10_000_000
    limits = Settings(
        database=f"sqlite:///{file}",
        rate_answers=often,
        rate_questions=often,
        rate_chat=often,
        rate_reads=often,
        rate_replays=often,
        rate_signing=often,
        quota_tables=often,
        quota_chat=often,
    )
    with TestClient(make_app(limits), base_url=BASE, raise_server_exceptions=False) as made:
        yield made


@pytest.fixture(scope="module")
def unchanged(client: TestClient[Litestar], admin: dict[str, str]) -> World:
    """Return a world for operations that only read."""
    return new_world(client, admin)


@pytest.fixture
def world(request: pytest.FixtureRequest, operation: str) -> World:
    """Return a world of its own for an operation that may change it."""
    if OPERATIONS[operation][1] == "get":
        found: World = request.getfixturevalue("unchanged")
        return found
    return new_world(request.getfixturevalue("client"), request.getfixturevalue("admin"))


def new_world(client: TestClient[Litestar], admin: dict[str, str]) -> World:
    headers = guest(client)
    place = {"rulebook": "thrones", "seats": 3, "visibility": "open", "settings": {"stand_in": "random"}}
    tables = []
    for places in ([{"me": True}] * 3, [{"me": True}, {}, {}]):
        made = client.post("/api/v1/tables", json=place | {"places": places}, headers=headers)
        assert made.status_code == 201, made.text
        tables.append(made.json()["id"])
    person = client.get("/api/v1/me", headers=guest(client)).json()["id"]
    return World(client, headers, tables, admin, person)


def guest(client: TestClient[Litestar]) -> dict[str, str]:
    made = client.post("/api/v1/guests?token=true", json={"name": "Ann"})
    client.cookies.clear()
    return {"authorization": f"Bearer {made.json()['token']}"}


@pytest.fixture(scope="module")
def admin(client: TestClient[Litestar]) -> dict[str, str]:
    """Return the headers of a new account with the role of admin."""
    headers, services = guest(client), client.app.state.services
    login = client.get("/api/v1/me", headers=headers).json()["id"]
    made = client.post("/api/v1/accounts", json={"login": login, "password": "vexing horse battery"}, headers=headers)
    assert made.status_code == 201, made.text
    client.cookies.clear()

    async def grant() -> None:
        person = await services.admin_people.find(login)
        await services.admin_people.grant(COMMAND_LINE, person, "admin", "", services.now())

    with client.portal() as portal:
        portal.call(grant)
    token = client.post("/api/v1/sign-in?token=true", json={"login": login, "password": "vexing horse battery"}).json()
    client.cookies.clear()
    return {"authorization": f"Bearer {token['token']}"}


def asked(world: World, case: Case[Any], table: str | None) -> requests.Response:
    """Send a case, to one of our tables if it is one that there is."""
    if table is not None and "table" in case.path_parameters:
        case.path_parameters["table"] = table
    if table is not None and "person_id" in case.path_parameters:
        case.path_parameters["person_id"] = world.person
    operation = case.operation.definition.raw["operationId"]
    headers = guest(world.client) if operation in LEAVING else world.headers
    if operation.startswith("admin"):
        headers = world.admin
    sent = requests.Request(**_request(case)).prepare()
    kept = {str(name): str(value) for name, value in sent.headers.items() if name.lower() != "authorization"}
    body: Any = sent.body or b""
    return world.client.request(  # type: ignore[return-value]  # of httpx, which schemathesis takes as well
        str(sent.method), str(sent.url), content=body, headers=kept | headers, follow_redirects=False
    )


def _request(case: Case[Any]) -> dict[str, Any]:
    known = ("method", "url", "headers", "params", "data", "json", "files", "cookies")
    return {name: value for name, value in case.as_transport_kwargs(base_url=BASE).items() if name in known}


def judged(case: Case[Any], answer: Any, negative: bool) -> None:
    case.validate_response(answer, checks=[*CHECKS, *([negative_data_rejection] if negative else [])])
    if answer.status_code >= 400:
        problem = answer.json()
        assert problem["status"] == answer.status_code
        assert problem["detail"]


@pytest.mark.slow
@pytest.mark.parametrize("mode", CASES)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_whatever_is_asked_is_answered_as_described(operation: str, mode: str, world: World) -> None:
    ask_all(operation, mode, world, CASES[mode], derandomize=True)


@pytest.mark.soak
@pytest.mark.parametrize("mode", SOAK_CASES)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_whatever_is_asked_for_long_is_answered_as_described(operation: str, mode: str, world: World) -> None:
    ask_all(operation, mode, world, SOAK_CASES[mode], derandomize=False)


def ask_all(operation: str, mode: str, world: World, cases: int, *, derandomize: bool) -> None:
    """Send this number of requests to an operation, or one if it takes nothing."""
    path, method, inputs = OPERATIONS[operation]
    if not inputs and mode == "negative":
        pytest.skip("nothing can be said to it")
    described = SCHEMA[path][method]
    count = 0

    @settings(
        max_examples=cases if inputs else 1,
        derandomize=derandomize,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        case=described.as_strategy(generation_mode=GenerationMode(mode)),
        table=st.sampled_from([world.tables[0], world.tables[0], world.tables[1], None]),
    )
    def ask(case: Case[Any], table: str | None) -> None:
        nonlocal count
        count += 1
        judged(case, asked(world, case, table if mode == "positive" else None), mode == "negative")

    ask()
    least = FEW.get(operation, cases) if mode == "positive" else cases
    assert count >= (min(cases, least) if inputs else 1)


def test_there_are_thousands_of_them() -> None:
    taking = sum(inputs for _, _, inputs in OPERATIONS.values())
    assert taking * sum(CASES.values()) >= 2000
    assert taking * sum(SOAK_CASES.values()) >= 5000
