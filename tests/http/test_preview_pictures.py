"""Pictures of link previews: drawn from what every spectator sees, and the same for every stream that shows nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any, Final

import httpx
import pytest
from PIL import Image

from services.gateway.processes.running import Running
from services.page.describing import NOTHING
from tests.http.test_erased import erase_stream
from tests.http.test_open_links import MATCHES, closed_table
from tests.support.http import CLOSE, TABLES, assert_problem, open_table, roll

SIZE: Final = (1200, 630)
META: Final = re.compile(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">')
GM: Final = {"Arbiter-Seat": "gm"}


def watched(server: Running, path: str, **headers: str) -> httpx.Response:
    """Get the picture of a stream, by its path in the API, without a credential."""
    _, service, _, _, stream = path.split("/")
    return httpx.get(f"{server.address}/watch/{service}/{stream}.png", headers=headers, timeout=120)


def png(server: Running, path: str) -> bytes:
    """Get a picture, which must be a PNG of the right size."""
    answer = watched(server, path)
    assert (200, "image/png") == (answer.status_code, answer.headers["Content-Type"])
    with Image.open(BytesIO(answer.content)) as image:
        image.load()
        assert ("PNG", SIZE) == (image.format, image.size)
    return answer.content


def played(app: httpx.Client, path: str, opening: Mapping[str, Any], *commands: Mapping[str, Any]) -> str:
    """Open a campaign, send commands as its game master, and close it; return its path."""
    opened = app.post(path, json=opening)
    assert opened.status_code == 201, opened.text
    place: str = opened.headers["Location"]
    for command in (*commands, CLOSE):
        answer = app.post(f"{place}/commands", json={"command": command}, headers=GM)
        assert answer.is_success, answer.text
    return place


@pytest.mark.rule("AR-PAGE-65")
def test_a_closed_table_has_a_picture(server: Running, app: httpx.Client) -> None:
    """The preview names the picture by its whole address, with its size and a text.

    A reader with a current copy of the picture gets a 304.
    """
    path = closed_table(server, app).path
    stream = path.rpartition("/")[2]
    page = httpx.get(f"{server.address}/watch/dice/{stream}").text
    shown = dict(META.findall(page))
    picture = watched(server, path)

    assert png(server, path) == picture.content
    assert f"{server.address}/watch/dice/{stream}.png" == shown["og:image"]
    assert ("1200", "630", "image/png") == tuple(shown[f"og:image:{name}"] for name in ("width", "height", "type"))
    assert shown["og:title"] == shown["og:image:alt"]
    assert "summary_large_image" == shown["twitter:card"]
    again = watched(server, path, **{"If-None-Match": picture.headers["ETag"]})
    assert (304, b"") == (again.status_code, again.content)
    assert "no-cache" == picture.headers["Cache-Control"]
    assert "Content-Encoding" not in picture.headers  # a PNG is compressed already
    assert "og:image" not in dict(META.findall(httpx.get(f"{server.address}/").text))


@pytest.mark.rule("AR-PAGE-65")
@pytest.mark.parametrize(
    ("headers", "image"),
    [
        ({"Host": "play.example.org"}, "http://play.example.org/watch/dice/abc.png"),
        ({"Host": "play.example.org:8443", "X-Forwarded-Proto": "https"}, "https://play.example.org:8443/watch/dice/abc.png"),
        ({"Host": "[::1]:8000"}, "http://[::1]:8000/watch/dice/abc.png"),
        ({"Host": "a,b"}, "/watch/dice/abc.png"),
    ],
)  # fmt: skip
def test_the_address_of_a_picture_begins_as_the_caller_reached_the_server(
    server: Running, headers: dict[str, str], image: str
) -> None:
    """The address of a picture has the host of the request, and the scheme that a proxy names.

    A malformed host is left out.
    """
    page = httpx.get(f"{server.address}/watch/dice/abc", headers=headers)
    assert image == dict(META.findall(page.text))["og:image"]


@pytest.mark.rule("AR-PAGE-65")
def test_a_picture_of_anything_else_is_the_same(server: Running, app: httpx.Client) -> None:
    """Open, secret and unknown streams have the same picture and headers, even for a request with a key."""
    match = app.post(
        MATCHES, json={"seats": [{"seat": "ann"}, {"seat": "bob"}], "settings": {"reveal_log_after_end": False}}
    ).json()
    kept = f"{MATCHES}/{match['id']}"
    assert app.post(f"{kept}/commands", json={"command": CLOSE}, headers={"Arbiter-Seat": "ann"}).is_success
    opened = open_table(server, app, title="The hidden lair").path
    shut = [opened, f"{TABLES}/{'0' * 26}", kept, "/rpg_boundless/v1/campaigns/abc", opened]
    answers = [watched(server, path) for path in shut]
    answers.append(app.get(f"/watch/dice/{opened.rpartition('/')[2]}.png"))
    answers.append(watched(server, opened, Authorization="Bearer nobody"))
    sent = [(one.status_code, one.content, _without_request(one.headers)) for one in answers]

    assert [sent[0]] * len(sent) == sent
    assert png(server, opened) == answers[0].content
    assert NOTHING[0] in httpx.get(f"{server.address}/watch/dice/abc").text
    assert png(server, closed_table(server, app).path) != answers[0].content


def _without_request(headers: httpx.Headers) -> Mapping[str, str]:
    """Return the headers of a response without those that count or name the request."""
    named = ("x-request-id", "date", "ratelimit", "ratelimit-policy", "server-timing")
    return {name: value for name, value in headers.items() if name not in named}


@pytest.mark.rule("AR-PAGE-65")
def test_a_table_becomes_a_picture_when_it_is_closed(server: Running, app: httpx.Client) -> None:
    """While a table is open, its picture is that of an unknown stream; once the table is closed, it shows the seats."""
    table = open_table(server, app)
    before = png(server, table.path)
    table.done(CLOSE)
    assert png(server, table.path) != before


@pytest.mark.rule("AR-PAGE-65")
def test_the_picture_of_a_table_does_not_depend_on_a_secret(server: Running, app: httpx.Client) -> None:
    """Two tables that differ only in a secret roll have the same picture.

    Tables with another open roll or another name have different pictures.
    """

    def table(secret: int, shown: int, name: str = "Ylva") -> bytes:
        seats = [{"seat": "gm", "role": "gm", "name": name}, {"seat": "ann"}]
        one = open_table(server, app, title="The twins", seats=seats)
        one.done(roll("1d20"), seat="gm", faces=[shown])
        one.done(roll("1d20", secret=True), seat="gm", faces=[secret])
        one.done(CLOSE)
        return png(server, one.path)

    first = table(1, 12)
    assert first == table(20, 12)
    assert first != table(1, 13)
    assert first != table(1, 12, "Ylvi")


@pytest.mark.rule("AR-PAGE-65")
def test_an_erased_table_has_the_picture_of_an_unknown_one(server: Running, app: httpx.Client) -> None:
    """Once a table is erased, its own picture is replaced by the picture of an unknown stream."""
    table = closed_table(server, app)
    before = png(server, table.path)
    erase_stream(server, table.opened["stream"])
    after = png(server, table.path)

    assert before != after
    assert png(server, f"{TABLES}/{'0' * 26}") == after


BOUNDLESS: Final = {"seats": [{"seat": "gm", "role": "gm"}, {"seat": "ann"}]}


def _boundless(name: str) -> Sequence[Mapping[str, Any]]:
    sheet = {"name": name, "hp": len(name), "attacks": [{"name": "bite", "damage": 2}]}
    return (
        {"type": "StoreEnemy", "sheet": sheet},
        {"type": "PrepareEncounter", "what": f"{name} waits", "enemies": []},
    )


def _bones(name: str) -> Sequence[Mapping[str, Any]]:
    creature = {"name": name, "dice": [{"faces": ["Universal", "Physical", *["Melee"] * 4], "n": len(name)}]}
    return ({"type": "PrepareCreature", "prepared": creature},)


@pytest.mark.rule("AR-PAGE-65")
@pytest.mark.parametrize(("service", "hidden"), [("rpg_boundless", _boundless), ("bones", _bones)])
def test_the_picture_of_a_campaign_does_not_depend_on_a_secret(
    server: Running, app: httpx.Client, service: str, hidden: Any  # noqa: ANN401 a function
) -> None:  # fmt: skip
    """Two campaigns that differ only in a prepared creature have the same picture; with another title, they differ."""
    path = f"/{service}/v1/campaigns"
    ash, alder = (
        png(server, played(app, path, BOUNDLESS | {"title": "The pass"}, *hidden(name))) for name in ("Ash", "Alder")
    )
    assert ash == alder
    assert ash != png(server, played(app, path, BOUNDLESS | {"title": "The past"}, *hidden("Ash")))


@pytest.mark.rule("AR-PAGE-65")
def test_a_picture_of_no_service_is_not_found(server: Running) -> None:
    """The picture of an unknown service, and one of a malformed id, get a 404."""
    with httpx.Client(base_url=server.address) as stranger:
        assert_problem(stranger.get("/watch/chess/abc.png"), 404)
        assert_problem(stranger.get("/watch/dice/A%20B.png"), 404)
        assert_problem(stranger.get("/watch/dice/.png"), 404)
