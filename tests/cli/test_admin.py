"""`banneret admin`: roles and acts on the command line."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from banneret.server.services import Services
from banneret.server.settings import Settings
from tests.commands import run
from tests.server.playing import guests, table_of


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "banneret.toml"
    file.write_text(f'database = "sqlite:///{tmp_path}/banneret.sqlite3"\n')
    return file


def fill(tmp_path: Path) -> tuple[str, str]:
    """Fill the database; return the ids of an account and of a running table."""

    async def work() -> tuple[str, str]:
        services = Services(Settings(database=f"sqlite:///{tmp_path}/banneret.sqlite3"))
        await services.start()
        try:
            (guest,) = await guests(services, 1)
            ann = await services.people.make_account(guest, "ann", "correct horse")
            return ann.id, (await table_of(services, [ann, ann, ann], title="Sunday")).id
        finally:
            await services.stop()

    return asyncio.run(work())


@pytest.mark.slow
def test_roles_people_tables_and_the_log(tmp_path: Path, config: Path) -> None:
    ann, table = fill(tmp_path)
    given = ("--config", config)
    granted = run("admin", "grant", "ann", "--role", "moderator", *given)
    assert (granted.code, granted.out) == (0, "Guest 0 has the role moderator now.\n"), granted.err
    assert run("admin", "people", "ann", *given).out == f"{ann}  ann  Guest 0  moderator\n"
    muted = run("admin", "mute", "ann", "--reason", "insults", "--hours", "3", *given)
    assert muted.code == 0, muted.err
    assert run("admin", "people", *given).out.endswith("moderator  muted\n")
    for act in ("unmute", "ban", "unban", "end-sessions"):
        assert run("admin", act, ann, "--reason", "a test", *given).code == 0
    reset = run("admin", "reset-password", "ann", "--reason", "lost", *given)
    assert "http://127.0.0.1:8400/new-password#" in reset.out
    assert table in run("admin", "tables", "--status", "running", *given).out
    assert run("admin", "extend", table, "--reason", "x", *given).err == f"Error: No clock runs at table {table}.\n"
    assert run("admin", "close", table, "--reason", "abandoned", *given).out == f"close: table {table} is closed.\n"
    assert run("admin", "unhalt", table, *given).code == 1
    assert "abandoned" in run("admin", "tables", "--status", "closed", *given).out
    assert run("admin", "grant", "ann", "--role", "none", *given).out == "Guest 0 has no role now.\n"
    assert run("admin", "reports", "--all", *given).out == ""
    assert "There is no report" in run("admin", "resolve", "x", "--reason", "y", *given).err
    log = run("admin", "audit", *given).out.splitlines()
    assert len(log) == 9
    assert all("command line" in line for line in log)


@pytest.mark.slow
def test_what_cannot_be_found_is_named(tmp_path: Path, config: Path) -> None:
    assert "start `banneret serve` once" in run("admin", "people", "--config", config).err
    fill(tmp_path)
    nobody = run("admin", "grant", "bea", "--config", config)
    assert (nobody.code, nobody.err) == (1, "Error: There is no person with the login or id 'bea'.\n")
