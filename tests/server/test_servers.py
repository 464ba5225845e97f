"""The tests run against real parts: a PostgreSQL and a Redis that answer."""

from __future__ import annotations

import pytest
from redis.asyncio import Redis
from sqlalchemy import text

from banneret.server.services import Services

pytestmark = pytest.mark.anyio


async def test_services_run_on_a_real_database_of_each_kind(
    both_services: Services, request: pytest.FixtureRequest
) -> None:
    kind = request.node.callspec.params["database_url"]
    question = "SELECT version()" if kind == "postgresql" else "SELECT 'SQLite ' || sqlite_version()"
    async with both_services.database.reading() as connection:
        said = str(await connection.scalar(text(question)))
    assert said.startswith({"sqlite": "SQLite 3", "postgresql": "PostgreSQL"}[kind])


async def test_a_real_redis_answers(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        assert (await redis.info("server"))["redis_mode"] == "standalone"
