"""An app that is built before servers are forked: one server takes it, if it is what that server would build."""

from __future__ import annotations

from typing import Any, Final

import pytest
from litestar import Litestar
from msgspec.structs import replace

from services.gateway.app import services_for
from services.gateway.extras import app_extras
from services.page.serving import page_routes
from shared.platform.http.app import make_app, prepare_app
from shared.platform.settings import ServerSettings

STORE: Final = "unix://unused"


def make(settings: ServerSettings, service: str = "dice", **more: Any) -> Litestar:  # noqa: ANN401 as `make_app` has it
    """Make an app as a server does."""
    given: dict[str, Any] = {"pages": page_routes(pictures=False), "extras": app_extras()} | more
    return make_app(services_for(service), settings, store=STORE, **given)


@pytest.fixture
def prepared() -> Litestar:
    """Return the app that a nursery prepares."""
    return prepare_app(
        services_for("dice"), ServerSettings(), pages=page_routes(pictures=False), extras=app_extras()
    )  # fmt: skip


def routes_in(app: Litestar) -> list[tuple[str, list[str]]]:
    """Return all paths of an app with their methods."""
    return sorted((route.path, sorted(getattr(route, "methods", ()))) for route in app.routes)


def test_one_server_takes_the_prepared_app(prepared: Litestar) -> None:
    """The first app that is made is the prepared one. The next is built anew, with the same routes."""
    first, second = make(ServerSettings()), make(ServerSettings())

    assert first is prepared
    assert second is not prepared
    assert routes_in(first) == routes_in(second)
    assert first.state.metrics is not second.state.metrics


def test_a_prepared_app_has_the_settings_of_its_server(prepared: Litestar) -> None:
    """What does not shape the routes comes from the server that takes the app."""
    taken = make(replace(ServerSettings(), metrics_port=9100, pool_warm="no"))

    assert taken is prepared
    assert (9100, True, False) == (taken.state.metrics_at[0], taken.state.metrics_apart, taken.state.pool_warm)


@pytest.mark.parametrize(
    "other",
    [
        {"settings": replace(ServerSettings(), body_bytes=1000)},
        {"settings": replace(ServerSettings(), cors_origins="https://example.org")},
        {"service": "bones"},
        {"pages": ()},
        {"extras": ()},
    ],
    ids=lambda other: next(iter(other)),
)
def test_a_server_with_other_routes_builds_its_own_app(prepared: Litestar, other: dict[str, Any]) -> None:
    """A prepared app is not taken by a server of other games, pages, extras or limits."""
    built = make(**{"settings": ServerSettings()} | other)

    assert built is not prepared
    assert prepared is make(ServerSettings())
