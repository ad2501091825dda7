"""The pool renders the contract only once for all concurrent requests."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
from litestar import Request

from services.gateway.extras import app_extras
from services.gateway.served import SERVICES
from shared.platform.http.documents.documents import RENDERED, Document, Documents
from shared.platform.http.rendering import render_document
from shared.platform.processes import QueueFull

NAMES = tuple(one.name for one in SERVICES)
EXTRAS = tuple(app_extras())
DOCUMENT = Document(plain=b"{}", small=b"{}", etag='"it"')


class SlowPool:
    """A pool that finishes each task when the test allows it. Its first result may be a refusal."""

    def __init__(self, refusal: Exception | None = None) -> None:
        """Create the pool, optionally with a refusal as its first result."""
        self.asked: list[tuple[Any, ...]] = []
        self.ready, self.refusal = asyncio.Event(), refusal

    async def run(self, task: str, *arguments: Any) -> bytes:  # noqa: ANN401 plain values
        """Accept a task, and wait until the test allows it to finish."""
        self.asked.append((task, *arguments))
        await self.ready.wait()
        refusal, self.refusal = self.refusal, None
        if refusal is not None:
            raise refusal
        return msgspec.msgpack.encode(DOCUMENT)


def asking(path: str, pool: SlowPool) -> Any:  # noqa: ANN401 a request
    """Return a request for a document."""
    app = SimpleNamespace(state=SimpleNamespace(pool=pool))
    scope: Any = {"type": "http", "path": path, "headers": [], "state": {}, "litestar_app": app}
    return Request(scope)


async def test_concurrent_requests_wait_for_one_rendering() -> None:
    """Five requests for one document, with and without a slash at the end, make the pool render it once."""
    documents, pool = Documents(NAMES, EXTRAS), SlowPool()
    asked = [asyncio.create_task(documents.answer(asking(path, pool))) for path in ("/schema", "/schema/") * 3]
    await asyncio.sleep(0)
    asked[0].cancel()
    pool.ready.set()
    answers = await asyncio.gather(*asked, return_exceptions=True)

    assert pool.asked == [(RENDERED, NAMES, EXTRAS, "/schema")]
    assert isinstance(answers[0], asyncio.CancelledError)
    assert [getattr(answer, "body", None) for answer in answers[1:]] == [b"{}"] * 5


async def test_a_refused_rendering_is_tried_again() -> None:
    """If a busy pool refuses a rendering, the next request for the document succeeds."""
    documents, pool = Documents(NAMES, EXTRAS), SlowPool(QueueFull())
    pool.ready.set()
    with pytest.raises(QueueFull):
        await documents.answer(asking("/schema/dice.json", pool))
    answer = await documents.answer(asking("/schema/dice.json", pool))

    assert answer is not None
    assert (answer.body, len(pool.asked)) == (b"{}", 2)


async def test_other_requests_are_left_to_their_routes() -> None:
    """Requests for other paths do not render a document."""
    documents, pool = Documents(NAMES, EXTRAS), SlowPool()

    assert [await documents.answer(asking(path, pool)) for path in ("/dice/v1/rules", "/schema/none")] == [None, None]
    assert pool.asked == []


def test_a_pool_process_renders_the_served_contract(app: httpx.Client) -> None:
    """The contract of one service, rendered by a pool process, equals the served one byte for byte."""
    document = msgspec.msgpack.decode(render_document(NAMES, EXTRAS, "/schema/dice.json"), type=Document)

    assert app.get("/schema/dice.json").content == document.plain
