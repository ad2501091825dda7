"""Links with a preview.

The preview shows what a reader without a credential may read of a stream, and links to the stream's replay.
"""

from __future__ import annotations

import html
import re

import httpx
import pytest

from services.gateway.processes.running import Running
from services.page.describing import NOTHING
from services.page.headers import POLICY
from tests.http.test_open_links import MATCHES, closed_table
from tests.support.http import TABLES, assert_problem, open_table

META = re.compile(r'<meta property="og:(\w+)" content="([^"]*)">')


def preview(server: Running, path: str) -> httpx.Response:
    """Request the preview of a stream without a credential, by the stream's path in the API."""
    _, service, _, _, stream = path.split("/")
    return httpx.get(f"{server.address}/watch/{service}/{stream}")


@pytest.mark.rule("AR-PAGE-53")
def test_a_preview_has_the_title_and_the_seats_of_a_stream_that_is_open_to_all(
    server: Running, app: httpx.Client
) -> None:
    """The preview links to the replay at the version in the preview's path, under the page's own security policy."""
    table = closed_table(server, app)
    answer = preview(server, table.path)
    shown = dict(META.findall(answer.text))
    stream = table.path.rpartition("/")[2]
    later = httpx.get(f"{server.address}/watch/dice/{stream}/3")

    assert (200, POLICY) == (answer.status_code, answer.headers["Content-Security-Policy"])
    assert "A table of dice: " in shown["title"]
    assert "ann" in shown["title"]
    assert f"after {table.version} entries" in shown["description"]
    assert shown["image"] == f"{server.address}/watch/dice/{stream}.png"
    assert f'content="0; url=/#/replay/dice/{stream}"' in answer.text
    assert f'content="0; url=/#/replay/dice/{stream}?at=3"' in later.text


@pytest.mark.rule("AR-PAGE-53")
def test_a_preview_of_any_other_stream_reveals_nothing(server: Running, app: httpx.Client) -> None:
    """Open, unknown and secret streams have the same preview, except for their id.

    A request with a key also gets this preview.
    """
    match = app.post(
        MATCHES, json={"seats": [{"seat": "ann"}, {"seat": "bob"}], "settings": {"reveal_log_after_end": False}}
    ).json()
    kept = f"{MATCHES}/{match['id']}"
    assert app.post(f"{kept}/commands", json={"command": {"type": "Close"}}, headers={"Arbiter-Seat": "ann"}).is_success
    opened = open_table(server, app).path
    shut = [opened, f"{TABLES}/{'0' * 26}", kept]
    pages = [without_place(preview(server, path).text, path) for path in shut]
    with_key = app.get(f"/watch/dice/{opened.rpartition('/')[2]}").text

    assert [pages[0]] * 3 == pages
    assert dict(META.findall(pages[0]))["title"] == NOTHING[0]
    assert "ann" not in pages[0]
    assert without_place(with_key, opened) == pages[0]


@pytest.mark.rule("AR-PAGE-53")
def test_a_preview_of_no_service_is_not_found(server: Running) -> None:
    """The preview of an unknown service gets a 404, and a malformed id is invalid."""
    with httpx.Client(base_url=server.address) as stranger:
        assert_problem(stranger.get("/watch/chess/abc"), 404)
        assert_problem(stranger.get("/watch/dice/A%20B"), 404)


def without_place(text: str, path: str) -> str:
    """Return a page without the stream's service and id."""
    _, service, _, _, stream = path.split("/")
    return text.replace(f"{service}/{stream}", "")


@pytest.mark.rule("AR-PAGE-57")
def test_the_name_of_a_seat_is_in_views_events_and_previews(server: Running, app: httpx.Client) -> None:
    """Views, events and previews show a seat's name.

    The server refuses two equal names, and a malformed name gets a 400.
    """
    table = open_table(server, app, seats=[{"seat": "gm", "role": "gm", "name": "Ylva the Grey"}, {"seat": "ann"}])
    added = app.post(f"{table.path}/seats", json={"seat": "odo", "name": "Odo & Söhne"}, headers={"Arbiter-Seat": "gm"})
    assert added.status_code == 201, added.text
    seen = [(one["seat"], one.get("name")) for one in table.get(seat="ann").json()["seats"]]
    assert seen == [("gm", "Ylva the Grey"), ("ann", None), ("odo", "Odo & Söhne")]
    events = [one["data"] for one in table.get("/events", seat="ann").json()["items"]]
    assert [event.get("name") for event in events if event["type"] == "SeatOpened"] == [name for _, name in seen]
    alike = table.send({"type": "OpenSeat", "seat": "eve", "name": "ylva the grey"}, seat="gm")
    assert assert_problem(alike, 409)["rule"] == "AR-PAGE-57"
    hidden = table.send({"type": "OpenSeat", "seat": "eve", "name": "E\u200bve"}, seat="gm")
    detail = assert_problem(hidden, 400)["detail"]
    assert "U+200B" in detail
    assert "\u200b" not in detail
    assert_problem(table.send({"type": "OpenSeat", "seat": "eve", "name": " Eve"}, seat="gm"), 400)
    app.post(f"{table.path}/commands", json={"command": {"type": "Close"}}, headers={"Arbiter-Seat": "gm"})
    shown = dict(META.findall(preview(server, table.path).text))
    assert html.unescape(shown["title"]).endswith(": Ylva the Grey, ann, Odo & Söhne")
