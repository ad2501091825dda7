"""The public list of games, with descriptions of their commands and events."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from services.gateway.extras import app_extras
from services.gateway.processes.running import Running
from services.gateway.served import SERVICES
from shared.kernel.game import Game
from shared.kernel.stream import KERNEL_EVENTS, commands_of
from shared.platform.http.app import make_app
from shared.platform.http.services import Service
from shared.platform.ledger import event_rules_of, ledger_at, ledger_of
from shared.platform.settings import ServerSettings
from tests.support.http import assert_problem

NAMES = [one.name for one in SERVICES]
services = pytest.mark.parametrize("service", SERVICES, ids=NAMES)


@pytest.fixture
def anybody(server: Running) -> httpx.Client:
    """Return a client without a key."""
    return httpx.Client(base_url=server.address, timeout=120)


def test_the_services_that_answer_are_listed(anybody: httpx.Client) -> None:
    """The list has every service with its game and its paths, which are the same as in the contract."""
    with anybody:
        listed = anybody.get("/arbiter/v1/services").json()["services"]
        paths = anybody.get("/schema/openapi.json").json()["paths"]

    assert NAMES == [one["name"] for one in listed]
    assert [one.jobs is not None for one in SERVICES] == [one["simulates"] for one in listed]
    assert [
        f"/{one['name']}/v1/{one['streams']}" for one in listed if f"/{one['name']}/v1/{one['streams']}" not in paths
    ] == []
    assert [path for one in listed for path in one["routes"] if path not in paths] == []


def test_building_the_app_reads_no_ledger() -> None:
    """Building the app reads no ledger of rules.

    Reading all ledgers takes longer than building the routes, and on most servers nobody requests the rules.
    """
    ledger_at.cache_clear()
    make_app(SERVICES, ServerSettings(), store="unix://unused", extras=app_extras())

    assert 0 == ledger_at.cache_info().currsize


@services
def test_a_service_has_a_prefix_for_its_own_rules(anybody: httpx.Client, service: Service) -> None:
    """The ids of a service's own rules begin with the service's prefix, and no common rule's id does."""
    with anybody:
        prefixes = anybody.get(f"/arbiter/v1/services/{service.name}").json()["game"]["rule_ids"]

    assert all(rule.id.startswith(prefixes) for rule in ledger_of(service.name).rules)
    assert not any(rule.id.startswith(prefixes) for rule in ledger_of("arbiter").rules)


@pytest.mark.rule("AR-PAGE-93")
@services
def test_every_command_and_every_event_has_words(anybody: httpx.Client, service: Service) -> None:
    """Each command and event type, of a game or common to all games, has a description.

    For a command that only certain roles may send, the description names these roles; for an event, its rules.
    """
    game: Game[Any] = service.game
    with anybody:
        described = anybody.get(f"/arbiter/v1/services/{service.name}").json()
    commands, events = commands_of(game), (*game.events, *KERNEL_EVENTS)

    assert described["commands"].keys() == {kind.__name__ for kind in commands}
    assert described["events"].keys() == {kind.__name__ for kind in events}
    assert event_rules_of(service.name) == {name: tuple(word["rules"]) for name, word in described["events"].items()}
    assert [] == [name for name, word in described["events"].items() if "Rule:" in word["says"]]
    assert [
        name for name, word in (described["commands"] | described["events"]).items() if not word["says"].endswith(".")
    ] == []
    assert {kind.__name__: kind.needs_role for kind in commands} == {
        name: word["role"] for name, word in described["commands"].items()
    }


@services
def test_each_example_opens_a_stream(app: httpx.Client, service: Service) -> None:
    """Each game has at least one example of an opening, and the server accepts each example unchanged."""
    game: Game[Any] = service.game
    openings = app.get(f"/arbiter/v1/services/{service.name}").json()["openings"]

    assert [201] * max(len(openings), 1) == [
        app.post(f"/{service.name}/v1/{game.plural}", json=body).status_code for body in openings.values()
    ]


def test_an_unknown_service_is_404(anybody: httpx.Client) -> None:
    """An unknown service gets a 404 with a problem, like every error."""
    with anybody:
        assert_problem(anybody.get("/arbiter/v1/services/chess"), 404)
