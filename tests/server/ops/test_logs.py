"""Logs hold what happened, and nothing that is secret."""

from __future__ import annotations

import json
import logging

import pytest
import structlog
from sqlalchemy import text

from banneret.server.ops.logs import hide, set_up_logs
from banneret.server.problems import Problem
from banneret.server.settings import Settings
from banneret.server.store.database import Database


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def fail(password: str) -> None:
    token = password * 2
    raise ValueError(f"it has {len(token)} characters")


@pytest.mark.parametrize("form", ["json", "console"])
def test_a_traceback_is_logged_without_the_variables_in_it(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs(Settings(log_format="json" if form == "json" else "console"))
    try:
        fail("-".join(("open", "sesame")))
    except ValueError as error:
        structlog.get_logger().error("failed", exc_info=error, table="t1")
        logging.getLogger("elsewhere").exception("failed there")
    said = capsys.readouterr().err
    assert said.count("it has 22 characters") == 2
    assert "test_logs.py" in said
    assert "open-sesame" not in said


def test_what_is_secret_by_name_is_hidden_whoever_logs_it(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs(Settings(log_format="json"))
    structlog.get_logger().info("came", token="abc", Cookie="def", smtp_password="ghi", key="jkl", table="t1")  # noqa: S106  # no real ones
    (line,) = lines(capsys)
    assert {k: v for k, v in line.items() if k != "timestamp"} == {
        "event": "came",
        "level": "info",
        "table": "t1",
        **dict.fromkeys(("token", "Cookie", "smtp_password", "key"), "(hidden)"),
    }
    assert hide(None, "", {"keyboard": 1}) == {"keyboard": 1}


def test_only_what_is_grave_enough_is_logged(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs(Settings(log_format="json", log_level="warning"))
    log = structlog.get_logger()
    log.info("small")
    log.warning("large")
    assert [line["event"] for line in lines(capsys)] == ["large"]


def test_a_line_of_json_is_a_line_also_for_libraries(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs(Settings(log_format="json"))
    with structlog.contextvars.bound_contextvars(request="r1"):
        logging.getLogger("uvicorn.error").error("two\nlines")
    (line,) = lines(capsys)
    assert (line["event"], line["request"], line["level"]) == ("two\nlines", "r1", "error")


@pytest.mark.anyio
async def test_an_error_of_the_database_does_not_tell_what_was_to_be_stored(database_url: str) -> None:
    database = Database(Settings(database=database_url).database_url)
    try:
        with pytest.raises(Problem) as caught:
            async with database.writing() as connection:
                await connection.execute(text("INSERT INTO nowhere VALUES (:secret)"), {"secret": "open-sesame"})
    finally:
        await database.close()
    assert "open-sesame" not in str(caught.value)
    assert "open-sesame" not in str(caught.value.__cause__)
