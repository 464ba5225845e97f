"""Test sessions for the Python versions beyond the one `make test` uses: `nox --session tests-3.13`."""

import nox

nox.options.default_venv_backend = "venv"


@nox.session(python=["3.12", "3.13"])
def tests(session: nox.Session) -> None:
    """Run the test suite, without the tests that need the built page."""
    session.install("--editable", ".[dev]")
    session.run("pytest", "-n", "auto", "--ignore=tests/page", *session.posargs)
