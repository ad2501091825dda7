"""The Python client finds the first version at which two servers fold a log differently.

The tests need no server and no clock.
"""

from __future__ import annotations

import asyncio
from math import ceil, log2

import httpx
import pytest

from arbiter_client import Arbiter, AsyncArbiter
from tests.clients.scripted import ADDRESS

pytestmark = pytest.mark.rule("AR-DIGEST-03")


class Server:
    """A server that folds its log differently from other servers, starting at a given version."""

    def __init__(
        self, last: int, otherwise: int | None = None, *, step: int = 1, log: str = "a", of: str = "view"
    ) -> None:
        """Set the last version, the first version with another fold, and the number of events in each decision."""
        self.last, self.otherwise, self.step, self.log, self.of = last, otherwise, step, log, of
        self.asked = 0

    def __call__(self, request: httpx.Request) -> httpx.Response:
        """Return the digest of the requested version, or of the last version before the decision that contains it."""
        assert request.url.path == "/dice/v1/tables/t/digest"
        self.asked += 1
        version = int(request.url.params.get("at", self.last)) // self.step * self.step
        folded = "b" if self.otherwise is not None and version >= self.otherwise else "a"
        return httpx.Response(200, json={
            "of": self.of, "schema": "0" * 16, "digest": f"{version:063x}{folded}", "stream": "dice.table:t",
            "version": version, "head": f"{version}{self.log}", "ruleset": "arbiter",
        })  # fmt: skip

    async def later(self, request: httpx.Request) -> httpx.Response:
        """Return the digest to an asynchronous caller."""
        return self(request)


def first(one: Server, other: Server, *, asynchronous: bool) -> int | None:
    """Compare two servers with the synchronous or the asynchronous client.

    Return the first version that differs, or None.
    """
    if not asynchronous:
        here = Arbiter(ADDRESS, "ak_x", transport=httpx.MockTransport(one))
        there = Arbiter(ADDRESS, "ak_x", transport=httpx.MockTransport(other))
        with here, there:
            return here.dice.table("t").first_difference(there.dice.table("t"))

    async def find() -> int | None:
        """Compare the two servers."""
        here = AsyncArbiter(ADDRESS, "ak_x", transport=httpx.MockTransport(one.later))
        there = AsyncArbiter(ADDRESS, "ak_x", transport=httpx.MockTransport(other.later))
        async with here, there:
            return await here.dice.table("t").first_difference(there.dice.table("t"))

    return asyncio.run(find())


@pytest.mark.parametrize("asynchronous", [False, True], ids=["sync", "async"])
@pytest.mark.parametrize("otherwise", [3, 501, 999])
def test_the_first_difference_is_named(otherwise: int, *, asynchronous: bool) -> None:
    """The client searches by bisection: one request to each server for each binary digit of the number of versions.

    It also requests the last version twice.
    """
    one, other = Server(999, step=3), Server(1200, otherwise, step=3)

    assert first(one, other, asynchronous=asynchronous) == otherwise
    assert one.asked == other.asked <= 2 + ceil(log2(999))


@pytest.mark.parametrize("asynchronous", [False, True], ids=["sync", "async"])
def test_servers_that_fold_alike_are_asked_twice(*, asynchronous: bool) -> None:
    """If two servers have different last versions, the client compares only the last version that both have."""
    one, other = Server(40), Server(50, 45)

    assert first(one, other, asynchronous=asynchronous) is None
    assert one.asked == other.asked == 2


@pytest.mark.parametrize(("other", "says"), [
    (Server(40, log="b"), "the logs differ: one has the head 40a at version 40, one 40b"),
    (Server(40, of="state"), "one digest is of a view, the other of a state: ask both as the same caller"),
])  # fmt: skip
def test_logs_that_cannot_be_compared_raise_an_error(other: Server, says: str) -> None:
    """The error says that the logs are different ones, or that one of the callers may read more than the other."""
    with pytest.raises(ValueError, match=says):
        first(Server(40), other, asynchronous=False)
