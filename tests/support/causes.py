"""Chains of causes over HTTP: the request headers, a stream's records, and the list of a chain's commits."""

from __future__ import annotations

import json
from typing import Any, Final

import httpx

from tests.support.http import NDJSON, Table

CAUSES: Final = "/arbiter/v1/causes"
TRACE: Final = "4bf92f3577b34da6a3ce929d0e0e4736"
TRACEPARENT: Final = f"00-{TRACE}-00f067aa0ba902b7-01"


def why(correlation: str | None = None, cause: str | None = None, trace: str | None = None) -> dict[str, str]:
    """Return the headers that name the cause of a request."""
    said = {"Arbiter-Correlation": correlation, "Arbiter-Cause": cause, "traceparent": trace}
    return {name: value for name, value in said.items() if value is not None}


def intents(table: Table, seat: str | None = None) -> list[dict[str, Any]]:
    """Return the intents in a stream's records, in order."""
    lines = table.get("/events", headers=NDJSON, seat=seat).text.splitlines()
    return [json.loads(line)["public"]["intent"] for line in lines]


def chain_of(intent: dict[str, Any]) -> tuple[str | None, str | None]:
    """Return an intent's chain, and the id of the event that caused it."""
    cause = intent.get("cause")
    return intent.get("correlation"), None if cause is None else f"{cause['stream']}/{cause['version']}"


def last_chain(table: Table) -> tuple[str | None, str | None]:
    """Return the chain and the cause of a stream's last commit."""
    return chain_of(intents(table)[-1])


def commits_of_chain(app: httpx.Client, correlation: str, *, limit: int = 100, **more: Any) -> list[dict[str, Any]]:  # noqa: ANN401 as httpx has it
    """Return all commits of a chain, page by page."""
    found: list[dict[str, Any]] = []
    query: dict[str, Any] = {"limit": limit}
    while query.get("cursor", "") is not None:
        answer = app.get(f"{CAUSES}/{correlation}", params=query, **more)
        assert answer.status_code == 200, answer.text
        page = answer.json()
        assert page["correlation"] == correlation
        assert len(page["items"]) <= limit
        found += page["items"]
        query["cursor"] = page["next"]
    return found
