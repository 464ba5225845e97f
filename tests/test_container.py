"""Dockerfile and compose.yaml fit the project and one another. No image is built here: that needs a docker engine."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from banneret.server.settings import PREFIX, Settings, read_settings

ROOT = Path(__file__).parents[1]
KNOWN = {"ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "FROM", "HEALTHCHECK", "RUN", "STOPSIGNAL", "USER"} | {
    "VOLUME",
    "WORKDIR",
}


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile, with what each is given."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    lines = [" ".join(line.split()) for line in text.replace("\\\n", " ").splitlines() if line.strip()]
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines]


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    """compose.yaml."""
    read: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return read


def variables(text: str) -> dict[str, str]:
    return dict(re.findall(r"(\w+)=(\S+)", text))


def test_every_instruction_is_one_and_every_stage_begins_somewhere() -> None:
    assert {name for name, _ in instructions()} <= KNOWN
    stages: list[str] = []
    for name, given in instructions():
        if name == "FROM":
            match = re.fullmatch(r"\S+:\S+(?: AS (\w+))?", given)
            assert match, f"{given}: an image with a tag"
            stages.append(match.group(1) or "")
        for stage in re.findall(r"(?:--from=|from=)(\w+)", given):
            assert stage in stages[:-1]
    assert stages == ["page", "package", ""]


def test_what_is_copied_is_there_and_not_ignored() -> None:
    allowed = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    copied = [given.split()[:-1] for name, given in instructions() if name == "COPY" and "--from" not in given]
    assert copied
    for source in (one for sources in copied for one in sources):
        assert (ROOT / source).exists(), source
        assert source.partition("/")[0] in allowed, source


def test_what_the_build_of_the_package_reads_is_copied() -> None:
    copied = {one for name, given in instructions() if name == "COPY" for one in given.split()[:-1]}
    assert {"pyproject.toml", "README.md", "LICENSE", "src", "tools"} <= copied


def test_the_image_serves_as_nobody_special_where_it_says() -> None:
    by_name = dict(instructions())
    settings = read_settings(environment={k: v for k, v in variables(by_name["ENV"]).items() if k.startswith(PREFIX)})
    assert (settings.host, settings.port, settings.folder) == ("0.0.0.0", int(by_name["EXPOSE"]), by_name["VOLUME"])  # noqa: S104  # inside the container
    assert by_name["USER"] == "banneret"
    assert json.loads(by_name["ENTRYPOINT"]) + json.loads(by_name["CMD"]) == ["banneret", "serve"]
    assert f"127.0.0.1:{settings.port}/readyz" in by_name["HEALTHCHECK"]


def test_compose_is_a_server_with_postgresql_and_redis(compose: dict[str, Any]) -> None:
    assert set(compose) == {"services", "volumes"}
    services = compose["services"]
    assert {name: one.get("image", "").partition(":")[0] for name, one in services.items()} == {
        "server": "",
        "database": "postgres",
        "live": "redis",
    }
    for one in services.values():
        assert all(volume.partition(":")[0] in compose["volumes"] for volume in one.get("volumes", ()))
        assert set(one.get("depends_on", ())) <= set(services)
        assert all(port.startswith("127.0.0.1:") for port in one.get("ports", ()))  # a proxy with TLS stands before it
    assert all("healthcheck" in services[name] for name in services["server"]["depends_on"])
    seconds = int(services["server"]["stop_grace_period"].removesuffix("s"))
    assert seconds > Settings().stop_seconds


def test_the_server_of_compose_has_settings_that_there_are(compose: dict[str, Any]) -> None:
    services = compose["services"]
    given = {
        name: re.sub(r"\$\{\w+(?::-([^}]*)|:\?[^}]*)\}", lambda found: found.group(1) or "x", value)
        for name, value in services["server"]["environment"].items()
    }
    for name in given:
        assert name.removeprefix(PREFIX).lower() in Settings.__struct_fields__, name
    settings = read_settings(environment=given)
    database = services["database"]["environment"]
    assert settings.database == f"postgresql://{database['POSTGRES_USER']}:x@database:5432/{database['POSTGRES_DB']}"
    assert settings.live.startswith("redis://live:6379")
