"""The public HTTP and WebSocket API, with one module per resource."""

from __future__ import annotations

from litestar.types import ControllerRouterHandler

from banneret.server.api.about import about
from banneret.server.api.accounts.blocks import BlocksController
from banneret.server.api.accounts.mail_links import MailLinksController
from banneret.server.api.accounts.notices import list_notices
from banneret.server.api.accounts.passkeys import PasskeysController
from banneret.server.api.accounts.people import PeopleController
from banneret.server.api.accounts.push import PushController
from banneret.server.api.admin import AdminController, report
from banneret.server.api.armies.armies import ArmiesController
from banneret.server.api.armies.army_choices import army_choices
from banneret.server.api.armies.lists import ListsController
from banneret.server.api.forwarded import forwarded
from banneret.server.api.grounds import shared_ground
from banneret.server.api.matches.chat import ChatController
from banneret.server.api.matches.drafts import DraftController
from banneret.server.api.matches.guidance import GuidanceController
from banneret.server.api.matches.live import live
from banneret.server.api.matches.past import PastController
from banneret.server.api.matches.play import PlayController
from banneret.server.api.matches.recap import RecapController
from banneret.server.api.matches.stops import StopsController
from banneret.server.api.operations import livez, metrics, readyz
from banneret.server.api.pages import page_routes
from banneret.server.api.records import RecordsController
from banneret.server.api.rulebooks import RulebooksController
from banneret.server.api.tables import TablesController


def routes() -> list[ControllerRouterHandler]:
    """Return all route handlers."""
    return [
        PeopleController,
        PasskeysController,
        BlocksController,
        MailLinksController,
        RulebooksController,
        ArmiesController,
        army_choices,
        ListsController,
        shared_ground,
        TablesController,
        GuidanceController,
        PlayController,
        PushController,
        DraftController,
        StopsController,
        ChatController,
        RecordsController,
        PastController,
        RecapController,
        AdminController,
        report,
        about,
        list_notices,
        live,
        livez,
        readyz,
        forwarded,
        metrics,
        *page_routes(),
    ]
