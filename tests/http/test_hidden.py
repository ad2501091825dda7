"""Two tables that differ only in the secrets of other seats.

A seat gets the same bytes from both tables.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

import httpx
import pytest

from services.gateway.processes.running import Running
from tests.support.http import NDJSON, SSE, Table, open_table, roll

BLANKS: Final = (
    (re.compile(r"\b[0-9a-f]{128}\b"), "SIGNATURE"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "DIGEST"),
    (re.compile(r"\b[0-9a-f]{32}\b"), "COMMAND"),
    (re.compile(r"urn:arbiter:request:[0-9a-f]{16}"), "REQUEST"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"), "TIME"),
    (re.compile(r"\b1\d{12}\b"), "TIME"),
)
TELLING: Final = ("etag", "content-type", "vary", "location", "www-authenticate", "allow", "retry-after")

SECRETS: Final = (
    ("1d20", [3], [17]),
    ("1d6!", [2], [6, 6, 1]),
    ("2d6 + 1d8", [1, 1, 1], [6, 6, 8]),
    ("4d6rr1", [2, 3, 4, 5], [1, 1, 1, 2, 3, 4, 5]),
)


def blank_ids(table: Table, text: str) -> str:
    """Blank the ids, times, digests and signatures, which differ between any two tables."""
    text = text.replace(table.opened["id"], "ID")
    for pattern, name in BLANKS:
        text = pattern.sub(name, text)
    return text


def responses_for(table: Table, seat: str) -> Iterator[tuple[str, httpx.Response]]:
    """Send every read of a table as this seat, then commands that change the table; yield the responses."""
    version = table.version
    for rest in (
        "",
        f"?at={version - 1}",
        "/legal",
        "/events",
        "/events?after=7&limit=1",
        "/audit",
        "/receipt",
        "/luck",
    ):
        yield rest, table.get(rest, seat=seat)
    yield "export", table.get("/events", seat=seat, headers=NDJSON)
    yield "unchanged", table.get(seat=seat, headers={"If-None-Match": f'"{version}"'})
    for command in (
        {"type": "RevealRoll", "roll": 1}, {"type": "RevealRoll", "roll": 2}, {"type": "RotateSeed"}, {"type": "Close"},
        {"type": "VoidRoll", "roll": 1, "reason": "x"}, roll("1d6"), roll("1d6", secret=True),
    ):  # fmt: skip
        yield f"try {command['type']}", table.send(command, seat=seat, params={"dry_run": "true"})
    yield "refused", table.send({"type": "RevealRoll", "roll": 1}, seat=seat)
    yield "rotate", table.send({"type": "RotateSeed"}, seat=seat)
    yield "stale", table.send(roll(), seat=seat, headers={"If-Match": '"1"'})
    yield "another's", table.send(roll(), seat=seat, faces=[1, 1])


def heard(table: Table, seat: str) -> str:
    """Return the text of a seat's event stream up to the current version."""
    text = ""
    with table.server.client(table.tokens[seat]) as app, app.stream("GET", f"{table.path}/events", headers=SSE) as said:
        for line in said.iter_lines():
            text += line + "\n"
            if line == f"id: {table.version}":
                return text
    raise AssertionError("the stream ended")


def twins(server: Running, app: httpx.Client, secret: tuple[str, list[int], list[int]]) -> Iterator[Table]:
    """Play two tables that differ only in the faces of one secret roll."""
    text, *faces = secret
    for thrown in faces:
        table = open_table(server, app)
        table.done(roll("1d20"), seat="gm", faces=[7])
        table.done(roll(text, secret=True), seat="gm", faces=thrown)
        table.done(roll("2d4"), seat="gm", faces=[1, 4])
        yield table


@pytest.mark.rule("AR-PAGE-20")
@pytest.mark.parametrize("seat", ["ann", "eve"])
@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: secret[0])
def test_no_route_reveals_a_secret(
    server: Running, app: httpx.Client, secret: tuple[str, list[int], list[int]], seat: str
) -> None:
    """A player and a spectator get the same bodies, statuses and headers from both tables, on every route."""
    for one, other in pairwise(twins(server, app, secret)):
        for (name, here), (_, there) in zip(responses_for(one, seat), responses_for(other, seat), strict=True):
            assert _whole(one, here) == _whole(other, there), name
        assert blank_ids(one, heard(one, seat)) == blank_ids(other, heard(other, seat))


def _whole(table: Table, answer: httpx.Response) -> Any:  # noqa: ANN401 something to compare
    """Return every part of a response that could reveal something."""
    headers = {name: blank_ids(table, value) for name, value in answer.headers.items() if name in TELLING}
    length = len(answer.content)
    return answer.status_code, headers, length, blank_ids(table, answer.text)


def test_the_game_master_does_see_the_difference(server: Running, app: httpx.Client) -> None:
    """A seat that may read the roll gets different bytes from the two tables, which shows that the comparison works."""
    one, other = twins(server, app, SECRETS[0])

    assert blank_ids(one, one.get(seat="gm").text) != blank_ids(other, other.get(seat="gm").text)
    assert blank_ids(one, one.get().text) != blank_ids(other, other.get().text)


def test_only_its_audience_sees_a_secret_roll(table: Table) -> None:
    """The roller and the game master see the outcome of a secret roll.

    The outcome is in no other seat's view or events.
    """
    done = table.done(roll("3d20", secret=True), seat="bob")
    outcome = done["events"][0]["outcomes"]["value"][0]

    assert done["view"]["game"]["recent"][0]["outcome"] == outcome
    assert table.get(seat="gm").json()["game"]["recent"][0]["outcome"] == outcome
    for seat in ("ann", "eve"):
        seen = table.get(seat=seat).json()["game"]["recent"][0]
        assert "outcome" not in seen
        assert str(outcome["dice"][0]["faces"]).replace(" ", "") not in table.get("/events", seat=seat).text
        assert str(outcome["dice"][0]["faces"]).replace(" ", "") not in table.get(
            "/events", seat=seat, headers=NDJSON
        ).text  # fmt: skip


def test_nobody_reads_the_seed_before_the_end(table: Table) -> None:
    """Neither the app nor the game master can read the seed before the end reveals it."""
    reads = [table.get(rest, seat=seat) for rest in ("", "/events", "/legal", "/audit") for seat in (None, "gm")]
    reads += [table.get("/events", seat=seat, headers=NDJSON) for seat in (None, "gm")]
    seed = table.done({"type": "Close"})["events"][0]["seed"]

    assert [read for read in reads if seed in read.text] == []
    assert seed in table.get("/events", seat="eve").text
