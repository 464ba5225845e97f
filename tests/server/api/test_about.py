"""Imprint and privacy: texts of the host, and for how long the server keeps what."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from banneret.server.ops.doctor import check_all
from banneret.server.services import Services
from banneret.server.settings import Settings
from tests.server.conftest import Client

pytestmark = pytest.mark.anyio


def setting(client: Client, **changes: object) -> None:
    services: Services = client.app.state.services
    services.settings = msgspec.structs.replace(services.settings, **changes)


async def about(client: Client, lang: str = "en") -> dict[str, object]:
    answer = await client.get(f"/api/v1/about?lang={lang}")
    assert answer.status_code == 200
    found: dict[str, object] = answer.json()
    return found


async def test_without_texts_there_is_no_imprint_and_the_default_text_applies(client: Client) -> None:
    setting(client, retain_guest_days=5, backup_hours=36.0, backups_kept=4)
    found = await about(client)
    assert (found["imprint"], found["privacy"]) == (None, None)
    assert found["retained"] == {
        "guests": 5,
        "sessions": 180,
        "waiting_tables": 30,
        "dead_tables": 180,
        "reports": 365,
        "notices": 90,
        "usage": 7,
        "backups": 6,
    }


async def test_texts_are_shown_in_each_language_for_which_there_is_one(client: Client, tmp_path: Path) -> None:
    (tmp_path / "imprint.txt").write_text("Ann, Main Street 1", encoding="utf-8")
    (tmp_path / "imprint.de.txt").write_text("Ann, Hauptstraße 1", encoding="utf-8")
    (tmp_path / "imprint.xx.txt").write_text("not a language", encoding="utf-8")
    setting(client, imprint_file=str(tmp_path / "imprint.txt"))
    assert [(await about(client, lang))["imprint"] for lang in ("en", "de", "hu")] == [
        "Ann, Main Street 1",
        "Ann, Hauptstraße 1",
        "Ann, Main Street 1",
    ]
    for wrong in ("xx", "../../etc/passwd"):
        assert (await client.get(f"/api/v1/about?lang={wrong}")).status_code == 400
    for page in ("/imprint", "/privacy"):
        assert (await client.get(page)).status_code == 200


async def test_a_text_that_cannot_be_read_is_reported_to_the_host(client: Client, tmp_path: Path) -> None:
    file = tmp_path / "privacy.txt"
    for content in (None, b"\xff", b"x" * 200_001):
        if content is not None:
            file.write_bytes(content)
        setting(client, privacy_file=str(file))
        assert (await about(client))["privacy"] is None
        found = {one.what: one for one in await check_all(Settings(privacy_file=str(file)))}["privacy_file"]
        assert not found.good
        assert "remove the setting" in found.detail
    file.write_text("Nothing is stored.", encoding="utf-8")
    assert (await about(client))["privacy"] == "Nothing is stored."
    assert {one.what: one for one in await check_all(Settings(privacy_file=str(file)))}["privacy_file"].good
