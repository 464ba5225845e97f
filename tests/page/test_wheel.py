"""A wheel serves the page in a fresh environment, where there is no Node."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import venv
from pathlib import Path

import httpx
import pytest

from banneret.server.settings import PAGE_FOLDER
from tests.commands import PATIENCE
from tests.server.servers import free_port

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def pip(*arguments: str | Path, cwd: Path) -> None:
    """Run pip; report its output if it fails."""
    command = [sys.executable, "-m", "pip", "--retries", "10", "--timeout", "60", *map(str, arguments)]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_wheel_serves_the_page_without_node(tmp_path: Path) -> None:
    if not (PAGE_FOLDER / "index.html").is_file():
        pytest.fail("the page is not built: make page")
    pip("wheel", "--quiet", "--no-deps", "--wheel-dir", tmp_path, ROOT, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    folder = tmp_path / "fresh"
    venv.create(folder)
    binaries = folder / "bin"
    pip("--python", binaries / "python", "install", "--quiet", "--no-compile", f"{wheel}[server]", cwd=tmp_path)
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("BANNERET_", "PYTHON"))}
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(
            [str(binaries / "banneret"), "serve", "--port", str(port)],
            cwd=tmp_path,
            env=environment | {"PATH": str(binaries)},  # no Node, nor anything else of this machine
            stdout=log,
            stderr=log,
        )
        try:
            check(f"http://127.0.0.1:{port}", tmp_path / "log")
        finally:
            server.terminate()
            server.wait(PATIENCE)


def check(url: str, log: Path) -> None:
    """Ask for the page, all it is made of, and what it needs to begin."""
    with httpx.Client(base_url=url, trust_env=False, timeout=PATIENCE) as client:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                client.get("/readyz")
                break
            except httpx.TransportError:
                assert time.monotonic() < end, log.read_text()
                time.sleep(0.05)
        page = client.get("/")
        assert page.text == (PAGE_FOLDER / "index.html").read_text("utf-8")
        parts = re.findall(r'(?:src|href)="(/[^"]+)"', page.text)
        assert len(parts) >= 3
        for part in parts:
            answer = client.get(part)
            assert answer.status_code == 200
            assert answer.content == (PAGE_FOLDER / part.lstrip("/")).read_bytes()
        for language in ("en", "de", "hu"):
            texts = client.get(f"/api/v1/texts/{language}").json()
            assert texts["welcome.title"] != "welcome.title"
            for book in client.get("/api/v1/rulebooks").json():
                assert client.get(f"/api/v1/rulebooks/{book['id']}/texts/{language}").json()
