"""Write docs/openapi.json, the OpenAPI description of the server."""

from pathlib import Path

from banneret.server.api.openapi import written
from banneret.server.app import make_app
from banneret.server.settings import Settings

TARGET = Path(__file__).parents[1] / "docs" / "openapi.json"


def main() -> None:
    """Write the file."""
    TARGET.write_bytes(written(make_app(Settings(database="sqlite:///:memory:"))))


if __name__ == "__main__":
    main()
