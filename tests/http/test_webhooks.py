"""An app registers, lists and changes its webhooks; no other caller learns about them."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from services.gateway.processes.running import Running
from tests.support.http import JSON, Table, assert_problem, key_of

PATH = "/arbiter/v1/webhooks"
URL = "https://app.example/hook?token=of-the-receiver"


@pytest.fixture
def alone(server: Running) -> Iterator[httpx.Client]:
    """Return a client of an app that has no webhook yet."""
    with server.client(key_of(server, tenant=f"app-{secrets.token_hex(4)}")) as client:
        yield client


def register_webhook(app: httpx.Client, **fields: Any) -> dict[str, Any]:  # noqa: ANN401 of a body
    """Register a webhook."""
    answer = app.post(PATH, json={"url": URL} | fields)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    assert answer.headers["Location"] == f"{PATH}/{made['id']}"
    return made


@pytest.mark.rule("AR-HOOK-10")
def test_a_webhook_s_secret_is_shown_once(alone: httpx.Client) -> None:
    """Creation and rotation of a webhook return the secret.

    Rotation also returns how long the old secret will still sign messages.
    """
    made = register_webhook(alone, kinds=["dice.table"], types=["arbiter.dice.DiceRolled"], description="rolls")
    rotated = alone.post(f"{PATH}/{made['id']}/secret").json()
    shown = alone.get(f"{PATH}/{made['id']}")

    assert made["secret"].startswith("whsec_")
    assert rotated["secret"].startswith("whsec_")
    assert rotated["secret"] != made["secret"]
    assert rotated["previous_until"] - made["at"] >= 86_400_000
    assert shown.json() == {name: value for name, value in made.items() if name != "secret"}
    assert alone.get(PATH).json() == {"items": [shown.json()], "next": None}
    assert (shown.json()["status"], shown.json()["waiting"], shown.json()["delivered"]) == ("active", 0, None)


def test_webhooks_are_listed_newest_first(alone: httpx.Client) -> None:
    """The list of webhooks has pages, newest first."""
    made = [register_webhook(alone)["id"] for _ in range(5)]
    found: list[str] = []
    query: dict[str, Any] = {"limit": 2}
    while query.get("cursor", "") is not None:
        page = alone.get(PATH, params=query).json()
        found += [item["id"] for item in page["items"]]
        query["cursor"] = page["next"]

    assert sorted(found) == sorted(made)
    assert len(found) == 5
    assert_problem(alone.get(PATH, params={"cursor": "x"}), 400)
    assert_problem(alone.get(PATH, params={"limit": "101"}), 400)


@pytest.mark.rule("AR-HOOK-09")
def test_no_other_caller_sees_a_webhook(server: Running, alone: httpx.Client, table: Table) -> None:
    """Another app sees no webhook, a seat's token may not use webhooks, and a request without a key gets a 401."""
    place = f"{PATH}/{register_webhook(alone)['id']}"
    calls = [("GET", place), ("DELETE", place), ("POST", f"{place}/resume"), ("POST", f"{place}/secret")]
    with server.client(key_of(server, tenant=f"app-{secrets.token_hex(4)}")) as other:
        for method, path in calls:
            assert_problem(other.request(method, path), 404)
        assert other.get(PATH).json() == {"items": [], "next": None}
    with httpx.Client(base_url=server.address) as stranger:
        for method, path in (*calls, ("GET", PATH), ("POST", PATH)):
            assert_problem(table.app.request(method, path, headers=table.as_seat("gm")), 403)
            assert_problem(stranger.request(method, path), 401)
    for strange in (f"{PATH}/nothing", f"{PATH}/No-Id!"):
        assert_problem(alone.get(strange), 404)

    assert alone.get(place).status_code == 200


def test_a_webhook_that_is_removed_is_gone(alone: httpx.Client) -> None:
    """Removing a webhook a second time gets a 404."""
    place = f"{PATH}/{register_webhook(alone)['id']}"

    assert alone.delete(place).status_code == 204
    assert_problem(alone.delete(place), 404)
    assert_problem(alone.get(place), 404)


def test_an_active_webhook_may_be_resumed_too(alone: httpx.Client) -> None:
    """Resuming an active webhook makes the server deliver at once, and has no other effect."""
    made = register_webhook(alone)
    answer = alone.post(f"{PATH}/{made['id']}/resume")

    assert answer.status_code == 200
    assert answer.json() == alone.get(f"{PATH}/{made['id']}").json()


@pytest.mark.rule("AR-HOOK-09")
def test_an_app_has_a_limit_of_webhooks(alone: httpx.Client) -> None:
    """An app at its limit can register another webhook only after it removes one."""
    made = [register_webhook(alone) for _ in range(16)]
    problem = assert_problem(alone.post(PATH, json={"url": URL}), 409)
    alone.delete(f"{PATH}/{made[0]['id']}")

    assert (problem["type"], problem["needs"]) == ("urn:arbiter:too-many-webhooks", 16)
    assert register_webhook(alone)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"url": "x"}, "url"), ({"url": "https://u:p@app.example/"}, "url"), ({"url": ""}, "url"), ({"url": 1}, "url"),
        ({"url": f"{URL}#there"}, "url"), ({"url": f"{URL}\n"}, "url"), ({}, ""),
        ({"url": URL, "kinds": ["X"]}, "kinds"),
        ({"url": URL, "stream": "dice.table"}, "stream"), ({"url": URL, "secret": "whsec_mine"}, ""),
        ({"url": URL, "description": "x" * 201}, "description"),
    ],
)  # fmt: skip
def test_an_invalid_webhook_is_400(alone: httpx.Client, fields: dict[str, Any], field: str) -> None:
    """The server refuses invalid values and unknown fields, and registers nothing."""
    problem = assert_problem(alone.post(PATH, json=fields), 400)

    assert field in problem.get("field", "")
    assert alone.get(PATH).json()["items"] == []


@pytest.mark.parametrize(
    ("fields", "field", "rule"),
    [
        ({"url": "http://app.example/"}, "url", "AR-HOOK-08"), ({"url": "https://127.0.0.1/"}, "url", "AR-HOOK-08"),
        ({"url": "https://app.example:65536/"}, "url", "AR-HOOK-08"),
        ({"url": URL, "kinds": ["dice.tablets"]}, "kinds", "AR-HOOK-01"),
        ({"url": URL, "types": ["arbiter.dice.DiceThrown"]}, "types", "AR-HOOK-01"),
        ({"url": URL, "stream": "dice.x:1"}, "stream", "AR-HOOK-01"),
    ],
)  # fmt: skip
@pytest.mark.rule("AR-HOOK-01", "AR-HOOK-08")
def test_a_forbidden_url_or_unknown_kind_is_refused(
    alone: httpx.Client, fields: dict[str, Any], field: str, rule: str
) -> None:
    """A forbidden URL, an unknown kind and an unknown event type each get a 409 with the rule."""
    problem = assert_problem(alone.post(PATH, json=fields), 409)

    assert (problem["field"], problem["rule"]) == (field, rule)
    assert alone.get(PATH).json()["items"] == []


def test_a_webhook_body_must_be_json(alone: httpx.Client) -> None:
    """A webhook's body that is not JSON gets a 400, and one with another content type gets a 415."""
    assert_problem(alone.post(PATH, content=b"{", headers=JSON), 400)
    assert_problem(alone.post(PATH, content=b"{}"), 415)


def test_webhook_metrics_name_no_app(app: httpx.Client) -> None:
    """Any app may read the metrics of webhooks, so they cover all apps together and name no app."""
    text = app.get("/metrics").text

    for name in ("delivered_total", "failed_total", "endpoints", "parked", "behind", "lag_seconds"):
        assert f"\narbiter_webhook_{name} " in text
