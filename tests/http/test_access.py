"""Authentication, authorization and rate limits."""

import base64
import time

import httpx
import jwt
import pytest

from services.gateway.processes.running import Running
from shared.platform.access import revoke_key
from shared.platform.limits import Policy
from tests.support.http import (
    CLOSE,
    NDJSON,
    SSE,
    TABLES,
    Table,
    assert_problem,
    key_of,
    open_table,
    roll,
    with_store,
)

READS = ("", "?at=1", "/digest", "/legal", "/events", "/audit", "/receipt", "/luck")


def bearer(text: str) -> dict[str, str]:
    """Return the header that carries a credential."""
    return {"Authorization": f"Bearer {text}"}


def everything_asked(table: Table, headers: dict[str, str]) -> list[httpx.Response]:
    """Send every kind of request that a table's routes accept, with these headers."""
    reads = [table.get(rest, headers=headers) for rest in READS]
    forms = [table.get("/events", headers=headers | form) for form in (NDJSON, SSE)]
    writes = [
        table.send(roll(), headers=headers),
        table.send(roll(), headers=headers, params={"dry_run": "true"}),
        table.app.post(f"{table.path}/seats", json={"seat": "new"}, headers=headers),
        table.app.post(f"{table.path}/seats/ann/token", headers=headers),
    ]
    return [*reads, *forms, *writes]


def test_another_app_cannot_learn_that_a_table_exists(table: Table, server: Running) -> None:
    """Another app's key gets a 404 from every route of a table, with the text that it gets for an unknown table."""
    other = bearer(key_of(server, tenant="other"))
    before = table.version
    nothing = Table(server=server, app=table.app, path=f"{TABLES}/{'0' * 26}", opened=table.opened)
    theirs = [assert_problem(answer, 404) for answer in everything_asked(table, other)]
    none = [assert_problem(answer, 404) for answer in everything_asked(nothing, other)]

    assert [one | {"instance": ""} for one in theirs] == [one | {"instance": ""} for one in none]
    assert table.version == before


def test_without_a_credential_nothing_is_shown(table: Table) -> None:
    """Without a credential, every route responds 401 with a challenge, whether the table exists or not."""
    for answer in everything_asked(table, {"Authorization": ""}):
        assert_problem(answer, 401)
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_token_opens_its_own_table_only(table: Table, server: Running, app: httpx.Client) -> None:
    """A token for one table gets a 403 for another table of the same app, whether that table exists or not."""
    other = open_table(server, app)
    problems = [assert_problem(answer, 403) for answer in everything_asked(other, table.as_seat("ann"))]

    assert {problem["type"] for problem in problems} == {"urn:arbiter:token-of-another-stream"}


def test_a_token_acts_as_its_own_seat_only(table: Table) -> None:
    """A token's request that names another seat gets a 403.

    A request that names the token's own seat is treated like one that names no seat.
    """
    other = {"Arbiter-Seat": "bob"}

    assert_problem(table.get(seat="ann", headers=other), 403)
    assert_problem(table.send(roll(), seat="ann", headers=other), 403)
    assert table.get(seat="ann", headers={"Arbiter-Seat": "ann"}).status_code == 200


def test_only_the_app_opens_tables_and_rolls_in_one_call(table: Table) -> None:
    """Only the app's key may open tables and send one-call rolls; a seat's token may not."""
    for path, body in ((TABLES, {"seats": [{"seat": "gm"}]}), ("/dice/v1/rolls", {"rolls": roll()["rolls"]})):
        answer = table.app.post(path, json=body, headers=table.as_seat("gm"))
        assert assert_problem(answer, 403)["type"] == "urn:arbiter:app-key-needed"


def test_a_replaced_token_is_refused(table: Table) -> None:
    """After a token is replaced, the old one gets a 401 and the new one works. A retry returns the same new token."""
    key = {"Idempotency-Key": "rotate"}
    rotated = table.app.post(f"{table.path}/seats/ann/token", headers=key)
    fresh = bearer(rotated.json()["token"])

    assert rotated.status_code == 201
    assert_problem(table.get(seat="ann"), 401)
    assert_problem(table.send(roll(), seat="ann"), 401)
    assert table.get(headers=fresh).status_code == 200
    again = table.app.post(f"{table.path}/seats/ann/token", headers=key)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert table.get(headers=bearer(again.json()["token"])).status_code == 200
    assert table.get(seat="bob").status_code == 200


def test_a_player_may_replace_its_own_token_only(table: Table) -> None:
    """A player who replaces the token of their own seat gets a 201, and for another seat's token a 403.

    An unknown seat gets a 409, and a malformed seat name a 404.
    """
    statuses = [
        table.app.post(f"{table.path}/seats/{seat}/token", headers=table.as_seat("bob")).status_code
        for seat in ("ann", "bob")
    ]

    assert statuses == [403, 201]
    assert_problem(table.app.post(f"{table.path}/seats/nobody/token"), 409)
    assert_problem(table.app.post(f"{table.path}/seats/No%20Body/token"), 404)


def test_a_seat_added_later_gets_a_token(table: Table) -> None:
    """The game master adds a seat and gets its token (201); adding it again is a 409, and players may not add seats."""
    added = table.app.post(f"{table.path}/seats", json={"seat": "late"})

    assert added.status_code == 201
    assert table.get(headers=bearer(added.json()["token"])).status_code == 200
    assert_problem(table.app.post(f"{table.path}/seats", json={"seat": "late"}), 409)
    assert_problem(table.app.post(f"{table.path}/seats", json={"seat": "x"}, headers=table.as_seat("ann")), 403)


def test_a_revoked_key_is_refused_within_seconds(server: Running, table: Table) -> None:
    """A revoked key gets a 401 once the time has passed for which servers cache a valid key."""
    text = key_of(server, tenant="demo")
    assert table.get(headers=bearer(text)).status_code == 200
    with_store(server, lambda redis: revoke_key(redis, text.split("_")[1]))
    time.sleep(0.15)

    assert assert_problem(table.get(headers=bearer(text)), 401)["type"] == "urn:arbiter:key-revoked"


def _forge(table: Table, **changes: object) -> str:
    """Sign a token like ann's with changed claims, using the server's own secret."""
    token = table.tokens["ann"]
    claims = jwt.decode(token, options={"verify_signature": False}) | changes
    return jwt.encode(claims, "x" * 32, algorithm="HS256", headers=jwt.get_unverified_header(token))


def _unsigned_token(table: Table, signature: str = "") -> str:
    """Return a token that claims to be the game master, with `alg: none`."""
    head = base64.urlsafe_b64encode(b'{"alg":"none","typ":"seat+jwt"}').decode().rstrip("=")
    return f"{head}.{table.tokens['gm'].split('.')[1]}.{signature}"


def _splice(table: Table) -> str:
    """Return a token with the game master's claims and ann's signature."""
    (head, _, signature), (_, claims, _) = (table.tokens[seat].split(".") for seat in ("ann", "gm"))
    return f"{head}.{claims}.{signature}"


@pytest.mark.parametrize(
    "make",
    [
        _unsigned_token,
        lambda table: _unsigned_token(table, "AAAA"),
        _splice,
        _forge,
        lambda table: _forge(table, exp=1),
        lambda table: _forge(table, epoch=99),
        lambda table: table.tokens["ann"][:-2],
        lambda table: table.tokens["ann"] + "A" * 2000,
        lambda table: table.server.key[:-1] + ("1" if table.server.key.endswith("0") else "0"),
        lambda table: table.server.key.replace("ak_", "ak_f", 1),
        lambda _: "ak_",
        lambda _: "a.b.c",
        lambda _: "...",
    ],
)
def test_a_forged_credential_is_refused(table: Table, make: object) -> None:
    """Unsigned, spliced, cut, lengthened and wrongly signed tokens get a 401, and nothing is written."""
    assert callable(make)
    before = table.version
    for answer in everything_asked(table, bearer(make(table))):
        assert_problem(answer, 401)

    assert table.version == before


@pytest.mark.parametrize("header", ["Basic dXNlcjpwYXNz", "Bearer", "Bearer a b", "token x", "Bearer " + "x" * 3000])
def test_a_header_that_holds_no_credential_is_refused(table: Table, header: str) -> None:
    """An Authorization header with another scheme, no scheme, two credentials or a very long one gets a 401."""
    assert_problem(table.get(headers={"Authorization": header}), 401)


def test_an_expired_token_is_refused(table: Table, server: Running) -> None:
    """The server refuses a token that it issued itself once the token has expired."""
    from shared.platform.access import SeatTokens
    from shared.platform.seal import Keys

    keys = Keys.open(server.folder / "keys.json")
    long_ago = SeatTokens(keys, days=1, clock=lambda: time.time() - 86_402)
    problem = assert_problem(
        table.get(headers=bearer(long_ago.issue(table.opened["stream"], "ann", 0).text)), 401
    )  # fmt: skip

    assert problem["type"] == "urn:arbiter:token-expired"


def test_the_rate_limit_is_reported_and_enforced(server: Running) -> None:
    """With a low limit, each response reports how many calls remain.

    The first call above the limit gets a 429 with `Retry-After`.
    """
    text = key_of(server, tenant="small", policy=Policy(quota=5, window=60))
    with server.client(text) as app:
        answers = [app.post("/dice/v1/odds", json={"what": {"throw": "Notation", "text": "1d6"}}) for _ in range(6)]
        rules = app.get("/dice/v1/rules")
    problem = assert_problem(answers[-1], 429)

    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert {answer.headers["RateLimit-Policy"] for answer in answers} == {'"default";q=5;w=60'}
    assert answers[0].headers["RateLimit"].startswith('"default";r=4;')
    assert answers[-1].headers["RateLimit"].startswith('"default";r=0;')
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 60
    assert problem["type"] == "urn:arbiter:too-many-requests"
    assert rules.status_code == 200
    with server.client() as app:
        assert "arbiter_rate_limit_refusals_total 0.0" not in app.get("/metrics").text


def test_seats_can_read_a_closed_table(table: Table) -> None:
    """A seat's token can still read the table after the table is closed."""
    table.done(CLOSE)

    assert table.get(seat="eve").status_code == 200
