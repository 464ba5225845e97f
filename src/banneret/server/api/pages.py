"""The web page: a single-page application, which routes in the browser."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from litestar import MediaType, Request, Response, get
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

from banneret.server.problems import Problem
from banneret.server.settings import PAGE_FOLDER

_MISSING: Final = (
    "<!doctype html><title>banneret</title><p>The page is not built: run <code>make page</code> "
    "(Node 20 or newer), or install a wheel, which has it. The API is at <code>/api/v1</code>."
)


@cache
def page_text() -> str:
    """Return the HTML of the page."""
    file = PAGE_FOLDER / "index.html"
    return file.read_text(encoding="utf-8") if file.is_file() else _MISSING


BESIDE: Final = {
    "banneret.svg": "image/svg+xml",
    "icon-192.png": "image/png",
    "icon-512.png": "image/png",
    "manifest.webmanifest": "application/manifest+json",
    "worker.js": "text/javascript",
}
"""Other files of the page, with their media types."""

_PATHS: Final = [
    "/",
    "/new",
    "/games",
    "/games/{book:str}",
    "/me",
    "/confirm",
    "/new-password",
    "/imprint",
    "/privacy",
    "/admin",
    "/admin/{tab:str}",
    "/tables/{table:str}",
    "/cards",
    "/cards/{book:str}",
    "/rules",
    "/rules/{book:str}",
    "/odds",
    "/odds/{book:str}",
    "/armies",
    "/armies/{book:str}",
]
"""Paths that return the page; the browser decides what to show."""


@get(_PATHS, media_type=MediaType.HTML, include_in_schema=False, opt={"rate": ""})
async def page() -> str:
    """Return the page."""
    return page_text()


def wants_page(request: Request[Any, Any, Any]) -> bool:
    """Return whether a browser asks for an unknown address: it gets the page, which says that nothing is there."""
    path = request.url.path
    outside = not path.startswith(("/api/", "/assets/"))
    return outside and request.method == "GET" and "text/html" in request.headers.get("accept", "")


@get([f"/{name}" for name in BESIDE], include_in_schema=False, opt={"rate": ""})
async def beside(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return another file of the page. Browsers always revalidate the service worker, to notice a new version."""
    name = request.url.path.removeprefix("/")
    file = PAGE_FOLDER / name
    if not file.is_file():
        raise Problem("not-found", "The page is not built.")
    kept = "no-cache" if name == "worker.js" else "public, max-age=3600"
    return Response(file.read_bytes(), media_type=BESIDE[name], headers={"cache-control": kept})


def page_routes() -> list[ControllerRouterHandler]:
    """Return the handlers of the page. Its assets have a hash in their names, and are cached for a year."""
    found: list[Any] = [page, beside]
    assets = PAGE_FOLDER / "assets"
    if assets.is_dir():
        found.append(
            create_static_files_router(
                path="/assets",
                directories=[assets],
                cache_control=_year(),
                include_in_schema=False,
                opt={"rate": ""},
            )
        )
    return found


def _year() -> Any:
    from litestar.datastructures import CacheControlHeader  # noqa: PLC0415  # only needed with a page

    return CacheControlHeader(max_age=31_536_000, public=True, immutable=True)
