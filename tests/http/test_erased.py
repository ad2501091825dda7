"""An erased stream gets a 410 for its own app.

To every other app it looks as if it never existed.
"""

from __future__ import annotations

from typing import Any

import httpx

from services.gateway.operations.erase import erase
from services.gateway.processes.running import Running
from shared.platform.settings import ServerSettings
from tests.http.test_access import everything_asked
from tests.support.http import TABLES, Table, assert_problem, key_of


def erase_stream(server: Running, stream: str) -> None:
    """Erase a stream while the server is running."""
    erase(ServerSettings(data_folder=server.folder, durability="relaxed", redis_url=server.store.url), stream)


def as_it_came(answer: httpx.Response) -> tuple[bytes, dict[str, Any]]:
    """Return a response's bytes, and those headers that are the same for every request."""
    changing = {"date", "x-request-id", "ratelimit"}
    headers = {name: value for name, value in answer.headers.items() if name not in changing}
    return answer.content.replace(answer.headers["x-request-id"].encode(), b""), headers


def test_an_erased_stream_looks_to_another_app_as_if_it_never_existed(table: Table, server: Running) -> None:
    """Another app gets the bytes and headers for an unknown stream, even if the server had cached the erased stream."""
    other = {"Authorization": f"Bearer {key_of(server, tenant='other')}"}
    nothing = Table(server=server, app=table.app, path=f"{TABLES}/{'0' * len(table.opened['id'])}", opened=table.opened)
    erase_stream(server, table.opened["stream"])
    theirs = everything_asked(table, other)
    none = everything_asked(nothing, other)

    assert {404} == {answer.status_code for answer in (*theirs, *none)}
    assert [as_it_came(answer) for answer in none] == [as_it_came(answer) for answer in theirs]


def test_an_erased_stream_is_gone_for_its_own_app_and_its_seats(table: Table, server: Running) -> None:
    """Every route responds 410 to every key of the app and to the tokens of the stream's seats."""
    mine = {"Authorization": f"Bearer {key_of(server, tenant='demo')}"}
    erase_stream(server, table.opened["stream"])
    for headers in (mine, {}, table.as_seat("gm")):
        for answer in everything_asked(table, headers):
            assert "stream-erased" in assert_problem(answer, 410)["type"]
