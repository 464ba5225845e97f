"""Settings: where they come from, what is refused, what the doctor finds, and that all of it is documented."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from banneret.server.ops.doctor import check_all
from banneret.server.ops.metrics import Measures
from banneret.server.settings import Settings, SettingsError, read_settings
from tests.commands import run
from tests.server.receivers import mail_server
from tests.server.servers import free_port
from tools.docs import settings as settings_page

PAGE = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")


def test_without_any_setting_there_is_a_file_in_this_folder() -> None:
    settings = read_settings(environment={})
    assert settings == Settings()
    assert settings.database_url == "sqlite+aiosqlite:///banneret-data/banneret.sqlite3"
    assert settings.url == "http://127.0.0.1:8400"


def test_the_environment_stands_over_the_file_and_the_file_over_the_defaults(tmp_path: Path) -> None:
    file = tmp_path / "banneret.toml"
    file.write_text('port = 9000\nhost = "0.0.0.0"\ntrusted_proxies = ["10.0.0.1"]\n')
    env = {"BANNERET_CONFIG": str(file), "BANNERET_PORT": "9001", "BANNERET_ACCOUNTS": "false"}
    settings = read_settings(environment=env)
    assert (settings.host, settings.port, settings.accounts) == ("0.0.0.0", 9001, False)  # noqa: S104  # not served
    assert settings.trusted_proxies == ("10.0.0.1",)
    several = read_settings(environment={"BANNERET_TRUSTED_PROXIES": "10.0.0.1, 10.0.0.2"})
    assert several.trusted_proxies == ("10.0.0.1", "10.0.0.2")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("prot = 1", "there is no setting 'prot'"),
        ('port = "x"', "port: "),
        ("port = 70000", "port: "),
        ('log_format = "xml"', "log_format: "),
        ("port = ", "Invalid value"),
        ('database = "mysql://x/y"', "'mysql' is neither sqlite nor postgresql"),
        ("bot_seconds = 0", "bot_seconds: "),
    ],
)
def test_what_cannot_be_used_is_named_with_its_place(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "banneret.toml"
    file.write_text(text)
    with pytest.raises(SettingsError) as caught:
        read_settings(file, {})
    assert why in str(caught.value)
    assert str(file) in str(caught.value) or "mysql" in text


def test_a_variable_that_cannot_be_used_is_named() -> None:
    with pytest.raises(SettingsError, match=r"^BANNERET_BODY_LIMIT: body_limit: "):
        read_settings(environment={"BANNERET_BODY_LIMIT": "10"})


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"nowhere\.toml"):
        read_settings(tmp_path / "nowhere.toml", {})


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ({}, None),
        ({"live": "redis://x"}, None),
        ({"database": "postgresql://x/y"}, None),
        ({"database": "postgresql://x/y", "live": "postgresql"}, "http://127.0.0.1:8400"),
        ({"database": "postgresql://x/y", "live": "redis://x", "host": "::1"}, "http://[::1]:8400"),
        ({"database": "postgresql://x/y", "live": "redis://x", "internal_url": "http://a:1/"}, "http://a:1"),
    ],
)
def test_other_processes_reach_one_of_several(given: dict[str, str], address: str | None) -> None:
    assert Settings(**given).internal_address == address  # type: ignore[arg-type]  # all of them are strings


def test_a_process_that_listens_everywhere_gives_the_address_of_its_machine() -> None:
    settings = Settings(database="postgresql://x/y", live="postgresql", host="0.0.0.0", port=1)  # noqa: S104  # not served
    assert settings.internal_address is not None
    assert settings.internal_address.endswith(":1")


def test_every_setting_is_explained_in_the_reference() -> None:
    explained = settings_page.explained()
    assert set(explained) == set(Settings.__struct_fields__)
    assert all(explained.values())
    assert all(f"`{name}`" in settings_page.page() for name in explained)


def test_every_figure_is_documented() -> None:
    figures = {
        f"{metric.name}_total" if metric.type == "counter" else metric.name for metric in Measures().registry.collect()
    }
    assert set(re.findall(r"^\| `(banneret_\w+)`", PAGE, flags=re.MULTILINE)) == figures


# The doctor


def found(settings: Settings) -> dict[str, tuple[bool, str]]:
    import asyncio  # noqa: PLC0415  # one test alone needs it

    return {one.what: (one.good, one.detail) for one in asyncio.run(check_all(settings))}


def test_the_doctor_finds_nothing_wrong_in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    good = {what: told for what, (is_good, told) in found(Settings()).items() if is_good}
    assert {"database", "disk", "live", "host", "public_url", "smtp_host"} <= set(good)
    assert "is empty: `banneret serve` sets it up" in good["database"]


def test_the_doctor_reaches_postgresql_and_redis(postgres_url: str, redis_url: str) -> None:
    told = found(Settings(database=postgres_url, live=redis_url))
    assert told["database"][0]
    assert told["live"] == (True, redis_url)
    assert found(Settings(database=postgres_url, live="postgresql"))["live"][0]


@pytest.mark.parametrize(
    ("given", "what", "why"),
    [
        ({"database": "postgresql://x:secret@127.0.0.1:{port}/x"}, "database", "Check the setting `database`"),
        ({"database": "sqlite:////proc/nowhere/x.sqlite3"}, "database", "Check the setting `database`"),
        ({"live": "redis://127.0.0.1:{port}/0"}, "live", "Is it running"),
        ({"live": "postgresql"}, "live", "needs a PostgreSQL database"),
        ({"live": "mqtt://x"}, "live", "neither empty"),
        ({"host": "no.such.host.invalid"}, "host", "Set host to an address"),
        ({"public_url": "play.example.org"}, "public_url", "write it as https://"),
        ({"public_url": "http://play.example.org", "secure_cookies": "true"}, "secure_cookies", "set it to false"),
        ({"internal_url": "tower:8400"}, "internal_url", "write it as http://"),
        ({"trusted_proxies": "*"}, "trusted_proxies", "clients can forge"),
        ({"trusted_proxies": "proxy"}, "trusted_proxies", "write addresses"),
        ({"smtp_host": "127.0.0.1", "smtp_port": "{port}", "smtp_from": "x@example.org"}, "smtp", "begin with smtp_"),
        ({"smtp_host": "127.0.0.1"}, "smtp_from", "set smtp_from"),
    ],
)
def test_the_doctor_says_what_is_wrong_and_how_it_is_mended(
    given: dict[str, str], what: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    port = free_port()
    for name, value in given.items():
        monkeypatch.setenv(f"BANNERET_{name.upper()}", value.replace("{port}", str(port)))
    done = run("doctor")
    assert done.code == 1
    line = next(line for line in done.out.splitlines() if line.startswith("BAD"))
    assert line.startswith(f"BAD  {what}: ")
    assert why in line
    assert "secret" not in done.out


def test_the_doctor_greets_the_mail_server() -> None:
    with mail_server() as mailbox:
        given = {"smtp_host": "127.0.0.1", "smtp_port": mailbox.port, "smtp_from": "x@example.org"}
        assert found(Settings(**given, smtp_starttls=False))["smtp"][0]  # type: ignore[arg-type]  # as from a file
        good, told = found(Settings(**given))["smtp"]  # type: ignore[arg-type]  # as from a file
        assert not good
        assert "STARTTLS" in told
