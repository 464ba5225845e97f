"""The games of a server: those of packages that fail are logged by name, and the others are there."""

from __future__ import annotations

from pathlib import Path

import pytest
import structlog

from banneret.kernel import registry
from banneret.kernel.registry import Registry
from banneret.server.app import make_app
from banneret.server.settings import Settings
from tests.kernel.installed import GAME, install, offered
from tests.server.conftest import Client

pytestmark = pytest.mark.anyio

NO_SETUP = """
    def setup(self, *given):
        raise RuntimeError("no board")
"""


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages = tmp_path / "packages"
    packages.mkdir()
    monkeypatch.syspath_prepend(str(packages))
    install(packages, "fine-game", {"fine": "fine_game:Game"}, GAME.format(id="fine"))
    install(packages, "lost-game", {"lost": "lost_game:Game"}, "raise RuntimeError('no dice')")
    install(packages, "boardless-game", {"boardless": "boardless_game:Game"}, GAME.format(id="boardless") + NO_SETUP)
    monkeypatch.setattr(registry, "REGISTRY", Registry(find=lambda: offered(packages)))


async def test_a_game_that_cannot_be_loaded_is_logged_by_name_when_the_server_begins(settings: Settings) -> None:
    with structlog.testing.capture_logs() as logged:
        async with make_app(settings).lifespan():
            pass
    (line,) = [one for one in logged if one["event"] == "game not available"]
    assert (line["game"], line["package"], line["why"]) == ("lost", "lost-game", "RuntimeError: no dice")


async def test_the_games_that_work_are_listed(client: Client) -> None:
    with structlog.testing.capture_logs() as logged:
        listed = (await client.get("/api/v1/rulebooks")).json()
    assert [book["id"] for book in listed] == ["fine"]
    assert [one["game"] for one in logged if one["event"] == "game cannot be set up"] == ["boardless"]
    answer = await client.get("/api/v1/rulebooks/lost")
    assert answer.status_code == 404
    assert "lost (package lost-game): RuntimeError: no dice" in answer.json()["detail"]
