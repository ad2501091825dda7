"""The process that owns a request: all requests that need a stream's state have the same owner."""

from __future__ import annotations

from collections import Counter
from typing import Final, cast

import pytest
from litestar.types import HTTPScope

from services.gateway.served import SERVICES
from shared.platform.extras.forwarding.affinity import Affinity

AFFINITY: Final = Affinity(SERVICES, servers=4)
KEY: Final = "ak_{}_" + "x" * 32


def scope_of(method: str, path: str, authorization: str = "") -> HTTPScope:
    """Return the scope of a request."""
    headers = [(b"authorization", authorization.encode())]
    return cast("HTTPScope", {"method": method, "path": path, "headers": headers})


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/commands"), ("POST", "/seats"), ("POST", "/seats/ann/token"), ("GET", ""), ("GET", "/legal"),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    ("place", "kind"),
    [("/dice/v1/tables", "dice.table"), ("/tcg/v1/matches", "tcg.match"), ("/bones/v1/campaigns", "bones.campaign")],
)
def test_a_stream_has_one_owner(method: str, path: str, place: str, kind: str) -> None:
    """Requests for a stream's commands, seats, view and legal list go to the process that owns the stream."""
    assert AFFINITY.owner_of(f"{kind}:abc") == AFFINITY.owner(scope_of(method, f"{place}/abc{path}"))


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/dice/v1/tables"), ("GET", "/dice/v1/tables/abc/events"), ("GET", "/dice/v1/tables/abc/audit"),
        ("GET", "/dice/v1/rules"), ("POST", "/dice/v1/odds"), ("GET", "/health/ready"), ("GET", "/"),
        ("POST", "/dice/v1/jobs/abc/cancellation"), ("GET", "/dice/v2/tables/abc"), ("POST", "/nothing/v1/tables/a/b"),
        ("PUT", "/dice/v1/tables/abc"),
    ],
)  # fmt: skip
def test_other_requests_are_answered_by_the_receiving_process(method: str, path: str) -> None:
    """The receiving process itself responds to openings, reads of the log, jobs, and requests without a stream."""
    assert AFFINITY.owner(scope_of(method, path)) is None


def test_one_call_rolls_of_a_key_have_one_owner() -> None:
    """One-call rolls with an API key have one owner, because they share a table.

    A request with an invalid key has no owner.
    """
    rolls = "/dice/v1/rolls"
    owners = [
        AFFINITY.owner(scope_of("POST", rolls, f"Bearer {KEY.format(name)}")) for name in ("a", "b", "c", "d", "e")
    ]

    assert [AFFINITY.owner_of(name) for name in ("a", "b", "c", "d", "e")] == owners
    assert [None, None] == [AFFINITY.owner(scope_of("POST", rolls, text)) for text in ("", "Bearer a.b.c")]


def test_owners_have_about_as_many_streams() -> None:
    """Each of four processes owns about a quarter of random streams, and every process computes the same owners."""
    names = [f"dice.table:{number:026x}" for number in range(4000)]
    owned = Counter(map(AFFINITY.owner_of, names))

    assert {0, 1, 2, 3} == set(owned)
    assert min(owned.values()) > 800
    assert [AFFINITY.owner_of(name) for name in names] == [
        Affinity(SERVICES, servers=4).owner_of(name) for name in names
    ]
