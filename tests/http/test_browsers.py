"""Cross-origin requests from browsers, and compressed responses."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from services.gateway.processes.running import Running, running
from tests.support.http import COLD, SSE, open_table, roll, sse_events

pytestmark = pytest.mark.store

PAGE = "https://table.example"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server that allows requests from the origin of one page."""
    folder = tmp_path_factory.mktemp("pages")
    with running(folder, durability="relaxed", **COLD, ARBITER_CORS_ORIGINS=f"{PAGE},http://localhost:5173") as server:
        yield server


@pytest.fixture
def app(server: Running) -> Iterator[httpx.Client]:
    """Return a client with the app's key."""
    with server.client() as client:
        yield client


def test_a_page_of_an_allowed_origin_may_call(server: Running, app: httpx.Client) -> None:
    """The preflight and every other response, even a refusal, list the headers that the page may send and read."""
    asks = {"Origin": PAGE, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "Authorization"}
    before = app.options("/dice/v1/tables", headers=asks)
    table = open_table(server, app)
    done = table.send(roll("2d6"), headers={"Origin": PAGE})
    refused = table.send({"type": "VoidRoll", "roll": 99, "reason": "none"}, headers={"Origin": PAGE})
    denied = httpx.get(f"{server.address}{table.path}", headers={"Origin": PAGE})

    assert before.status_code == 204
    assert {"GET", "POST", "DELETE"} <= set(before.headers["Access-Control-Allow-Methods"].split(", "))
    assert "idempotency-key" in before.headers["Access-Control-Allow-Headers"].lower()
    assert [one.status_code for one in (done, refused, denied)] == [200, 409, 401]
    assert {one.headers["Access-Control-Allow-Origin"] for one in (before, done, refused, denied)} == {PAGE}
    assert "ETag" in done.headers["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Credentials" not in done.headers


@pytest.mark.parametrize(
    "origin", ["https://table.example.evil", "https://evil.example", "http://table.example", "null"]
)
def test_a_page_of_another_origin_may_not_read(app: httpx.Client, origin: str) -> None:
    """The response has no header that lets the browser show it to a page of another origin."""
    assert "Access-Control-Allow-Origin" not in app.get("/dice/v1/rules", headers={"Origin": origin}).headers


@pytest.mark.parametrize("accepted", ["br", "gzip", "gzip, br"])
def test_a_large_answer_is_compressed_if_the_client_accepts_it(
    server: Running, app: httpx.Client, accepted: str
) -> None:
    """The server compresses a large response if the client accepts it; the content is the same after decompression."""
    table = open_table(server, app)
    done = table.send(roll("200d6"), headers={"Accept-Encoding": accepted})
    plain, packed = (table.get(headers={"Accept-Encoding": one}) for one in ("identity", accepted))

    assert done.headers["Content-Encoding"] == packed.headers["Content-Encoding"] == accepted[-4:].strip(", ")
    assert packed.json() == plain.json() == done.json()["view"]
    assert int(packed.headers["Content-Length"]) < int(plain.headers["Content-Length"])
    assert "Accept-Encoding" in packed.headers["Vary"]


def test_a_small_answer_is_not_compressed(app: httpx.Client) -> None:
    """A small response is sent uncompressed, because compression would not make it quicker."""
    assert "Content-Encoding" not in app.get("/health/live", headers={"Accept-Encoding": "br"}).headers


def test_an_event_stream_is_not_compressed(server: Running, app: httpx.Client) -> None:
    """Events are sent uncompressed: each must arrive at once, and a decoder might wait for more data."""
    table = open_table(server, app)
    with app.stream("GET", f"{table.path}/events", headers=SSE | {"Accept-Encoding": "br, gzip"}) as answer:
        heard = sse_events(answer)
        first = next(heard)
        table.done(roll("2d6"))
        found = next(one for one in heard if "DiceRolled" in str(one))

    assert "Content-Encoding" not in answer.headers
    assert first != found
