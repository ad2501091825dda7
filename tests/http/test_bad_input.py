"""The server responds to bad input with a clear 4xx problem, and writes nothing."""

import json
import socket
from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest

from tests.support.http import JSON, TABLES, Table, assert_problem, roll

DEEP: Final = 100_000
WHAT: Final = '{"throw":"Notation","text":"1d6"}'
ROLL: Final = '{"command":{"type":"Roll","rolls":[{"what":%s}]}}'


@pytest.fixture
def untouched(table: Table) -> Iterator[Table]:
    """Yield a table whose version must not change, whatever the test sends."""
    before = table.get().content
    yield table
    assert table.get().content == before


def post(table: Table, body: bytes | str, **headers: str) -> httpx.Response:
    """Post a raw body to a table."""
    return table.app.post(f"{table.path}/commands", content=body, headers=JSON | headers)


# ---------------------------------------------------------------- bodies

NOT_JSON: Final = {
    "nothing": b"",
    "a blank": b" ",
    "cut off": b'{"command":{"type":"Roll"',
    "two": b"{} {}",
    "a word": b"roll",
    "single quotes": b"{'command': 1}",
    "NaN": b'{"command":{"type":"VoidRoll","roll":NaN,"reason":"x"}}',
    "a byte order mark": b"\xef\xbb\xbf{}",
    "UTF-16": json.dumps({"command": roll()}).encode("utf-16"),
    "not UTF-8": b'{"command":{"type":"VoidRoll","roll":1,"reason":"\xff\xfe"}}',
    "not UTF-8 in a name": b'{"command":{"type":"Roll","\xff":1}}',
    "a NUL byte": b'{"command":\x00{"type":"Roll"}}',
    "a NUL byte in text": b'{"command":{"type":"VoidRoll","roll":1,"reason":"a\x00b"}}',
    "a NUL, escaped": b'{"command":{"type":"VoidRoll","roll":1,"reason":"a\\u0000b"}}',
    "half a pair": b'{"command":{"type":"VoidRoll","roll":1,"reason":"\\ud800"}}',
    "the other half": b'{"command":{"type":"VoidRoll","roll":1,"reason":"\\udc00x"}}',
    "half a pair as bytes": b'{"command":{"type":"VoidRoll","roll":1,"reason":"\xed\xa0\x80"}}',
}


@pytest.mark.parametrize("body", NOT_JSON.values(), ids=NOT_JSON.keys())
def test_a_body_that_is_not_json_is_400(untouched: Table, body: bytes) -> None:
    """A body with a JSON syntax error gets a 400."""
    assert assert_problem(post(untouched, body), 400)["type"] == "urn:arbiter:malformed"


WRONG: Final = {
    "null": "null",
    "a list": "[]",
    "a text": '"Roll"',
    "no command": "{}",
    "an empty command": '{"command":{}}',
    "no such command": '{"command":{"type":"Cheat"}}',
    "a command that only opens": '{"command":{"type":"OpenTable","seats":[]}}',
    "an event": '{"command":{"type":"DiceRolled","rolls":[],"outcomes":[]}}',
    "a type that is a number": '{"command":{"type":1}}',
    "an unknown field": '{"command":{"type":"Close","rason":"x"}}',
    "an unknown field outside": '{"command":{"type":"Close"},"seat":"gm"}',
    "an unknown field inside": ROLL % '{"throw":"Notation","text":"1d6","dice":1}',
    "no rolls": '{"command":{"type":"Roll","rolls":[]}}',
    "a text for a list": '{"command":{"type":"Roll","rolls":"1d6"}}',
    "a number for a text": ROLL % '{"throw":"Notation","text":1}',
    "an empty text": ROLL % '{"throw":"Notation","text":""}',
    "too long a text": ROLL % json.dumps({"throw": "Notation", "text": "1+" * 300 + "1"}),
    "true for a number": ROLL % '{"throw":"PositionPool","dice":true}',
    "a text for a number": ROLL % '{"throw":"PositionPool","dice":"3"}',
    "null for a number": ROLL % '{"throw":"PositionPool","dice":null}',
    "no such choice": ROLL % '{"throw":"PositionPool","dice":3,"position":"middling"}',
    "a half": ROLL % '{"throw":"PositionPool","dice":2.5}',
    "a float near a number": ROLL % '{"throw":"PositionPool","dice":3.0000000000000001}',
    "an exponent": ROLL % '{"throw":"PositionPool","dice":3e0}',
    "1e400": ROLL % '{"throw":"PositionPool","dice":1e400}',
    "1e-400": ROLL % '{"throw":"PositionPool","dice":1e-400}',
    "1e999999999999": ROLL % '{"throw":"PositionPool","dice":1e999999999999}',
    "-1": ROLL % '{"throw":"PositionPool","dice":-1}',
    "2**63": ROLL % '{"throw":"FlipTotal","dice":1,"modifier":9223372036854775808}',
    "-2**63": ROLL % '{"throw":"FlipTotal","dice":1,"modifier":-9223372036854775808}',
    "2**64": '{"command":{"type":"RevealRoll","roll":18446744073709551616}}',
    "2**53": '{"command":{"type":"RevealRoll","roll":9007199254740992}}',
    "five thousand digits": '{"command":{"type":"RevealRoll","roll":%s}}' % ("9" * 5000),
    "no roll 0": '{"command":{"type":"RevealRoll","roll":0}}',
    "a line break in a line": '{"command":{"type":"VoidRoll","roll":1,"reason":"a\\nb"}}',
    "a line break at its end": '{"command":{"type":"VoidRoll","roll":1,"reason":"a\\n"}}',
    "a seat in capitals": '{"command":{"type":"OpenSeat","seat":"Ann"}}',
    "a seat with braces": '{"command":{"type":"OpenSeat","seat":"{gm}"}}',
    "a seat with a line break": '{"command":{"type":"OpenSeat","seat":"ann\\n"}}',
    "a seat too long": '{"command":{"type":"OpenSeat","seat":"%s"}}' % ("a" * 65),
    "a salt too short": '{"command":{"type":"AddSalt","salt":"abcd"}}',
    "a salt in capitals": '{"command":{"type":"AddSalt","salt":"%s"}}' % ("AB" * 32),
    "a face below 0": '{"command":{"type":"Close"},"faces":[-1]}',
    "too many faces": '{"command":{"type":"Close"},"faces":[%s1]}' % ("1," * 5000),
}


@pytest.mark.parametrize("body", WRONG.values(), ids=WRONG.keys())
def test_a_body_of_another_form_is_400(untouched: Table, body: str) -> None:
    """A body that does not match the schema gets a 400 whose problem names the invalid field."""
    problem = assert_problem(post(untouched, body), 400)

    assert problem["type"] == "urn:arbiter:malformed"
    assert problem["detail"]


@pytest.mark.parametrize("dice", ["-0", "0", "-0.0", "0.000"])
def test_minus_zero_is_stored_as_zero(table: Table, dice: str) -> None:
    """Minus zero is stored as 0, because the canonical form has only one zero."""
    done = post(table, ROLL % f'{{"throw":"PositionPool","dice":{dice}}}')

    assert done.status_code == 200, done.text
    assert '"dice":0' in done.text
    assert "-0" not in json.dumps(done.json()["events"])


NESTED: Final = {
    "brackets": "[" * DEEP,
    "braces": '{"a":' * (DEEP // 2),
    "brackets, closed": "[" * DEEP + "]" * DEEP,
    "in the command": '{"command":' + "[" * DEEP,
    "in a type": '{"command":{"type":' + "[" * DEEP,
    "in a list": '{"command":{"type":"Roll","rolls":' + "[" * DEEP,
    "in a text": '{"command":{"type":"VoidRoll","roll":1,"reason":' + "[" * DEEP,
    "in an unknown field": '{"command":{"type":"Close"},"more":' + "[" * DEEP,
    "before the type": '{"command":{"reason":' + "[" * DEEP + "]" * DEEP + ',"type":"Close"}}',
    "beside a float": '{"faces":[1.5],"command":' + "[" * DEEP + "]" * DEEP + "}",
    "after a float": '{"faces":[1.0],"command":{"type":"Close"},"x":' + "[" * DEEP + "]" * DEEP + "}",
    "braces in a list": ROLL % ('{"what":' * (DEEP // 10)),
    "in a die": ROLL % ('{"throw":"SymbolPool","dice":' + "[" * DEEP),
    "as dice notation": ROLL % json.dumps({"throw": "Notation", "text": "(" * 249 + "1" + ")" * 249}),
    "as sets of notation": ROLL % json.dumps({"throw": "Notation", "text": "{" * 249 + "1" + "}" * 249}),
}


@pytest.mark.parametrize("body", NESTED.values(), ids=NESTED.keys())
def test_a_deeply_nested_body_is_refused(untouched: Table, body: str) -> None:
    """A deeply nested body gets a 400 or 413, and a deeply nested notation a 409 with its rule.

    The server keeps running.
    """
    answer = post(untouched, body)

    assert_problem(answer, answer.status_code)
    assert answer.status_code in ({409} if "Notation" in body else {400, 413})


def test_a_string_of_brackets_is_not_parsed(untouched: Table) -> None:
    """The server refuses a string of a hundred thousand brackets as too long, and does not parse it as JSON."""
    assert_problem(post(untouched, ROLL % json.dumps({"throw": "Notation", "text": "[" * DEEP})), 400)


@pytest.mark.parametrize("size", [262_145, 5_000_000])
def test_a_body_past_the_limit_is_413(untouched: Table, size: int) -> None:
    """The size limit covers bodies of announced length and chunked bodies, on every path that accepts a body."""
    paths = (f"{untouched.path}/commands", f"{untouched.path}/seats", TABLES, "/dice/v1/rolls", "/dice/v1/odds")
    for path in paths:
        assert_problem(untouched.app.post(path, content=b" " * size, headers=JSON), 413)
    chunks = (b" " * 65_536 for _ in range(size // 65_536 + 1))
    assert_problem(untouched.app.post(paths[0], content=chunks, headers=JSON), 413)


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/xml", "application/jsonx", "", "application/json\u00e9", "é"]
)
def test_another_content_type_is_415(untouched: Table, kind: str) -> None:
    """The server accepts only JSON as content type, with or without a charset."""
    body = json.dumps({"command": roll()})
    headers = [(b"Content-Type", kind.encode("latin-1"))]
    answer = untouched.app.post(f"{untouched.path}/commands", content=body, headers=headers)

    assert assert_problem(answer, 415)["needs"] == "application/json"


def test_a_charset_is_accepted(table: Table) -> None:
    """The server accepts `application/json; charset=utf-8` as JSON."""
    answer = post(table, json.dumps({"command": roll()}), **{"Content-Type": "Application/JSON; charset=utf-8"})

    assert answer.status_code == 200


# ---------------------------------------------------------------- headers

HEADERS: Final = ("Authorization", "Idempotency-Key", "If-Match", "Arbiter-Seat")


@pytest.mark.parametrize("name", [*HEADERS, "Prefer"])
@pytest.mark.parametrize("value", [b"\xff\xfe", b"\xc3\xa9", b"a\tb"])
def test_a_header_that_is_not_ascii_is_400(untouched: Table, name: str, value: bytes) -> None:
    """Headers that the server reads must be printable ASCII. The problem names the header that is not."""
    answer = _raw(untouched, [(name, value)])

    assert answer.status == 400
    assert answer.problem["field"].lower() == name.lower()


@pytest.mark.parametrize("name", [*HEADERS, "Content-Type"])
def test_a_header_that_is_sent_twice_is_400(untouched: Table, name: str) -> None:
    """The server refuses a repeated header even if both values agree, because a proxy may read the other value."""
    values = {
        "Authorization": f"Bearer {untouched.server.key}", "If-Match": f'"{untouched.version}"', "Arbiter-Seat": "gm",
        "Content-Type": "application/json",
    }  # fmt: skip
    value = values.get(name, "same").encode()

    assert _raw(untouched, [(name, value), (name, value)]).status == 400


@pytest.mark.parametrize("value", ["", '"', '""', "two words", "x" * 256, '"x', "\x7f"])
def test_an_invalid_idempotency_key_is_400(untouched: Table, value: str) -> None:
    """An Idempotency-Key that is not 1 to 255 printable characters gets a 400."""
    assert _raw(untouched, [("Idempotency-Key", value.encode())]).status == 400


@pytest.mark.parametrize("value", ["", "x", "-1", "1.0", 'W/"1"', '"1", "2"', '"01"', '"1', "9" * 30, "٣"])
def test_an_invalid_version_is_400(untouched: Table, value: str) -> None:
    """A request whose `If-Match` is not a single strong ETag of a stream gets a 400."""
    assert _raw(untouched, [("If-Match", value.encode())]).status == 400


@pytest.mark.parametrize("value", ["", "GM", "{gm}", "a b", "a" * 65, "gm\u0000", "../gm"])
def test_an_invalid_or_missing_seat_is_refused(untouched: Table, value: str) -> None:
    """A malformed seat name gets a 400. A seat that the table does not have gets a 409 with its rule."""
    assert _raw(untouched, [("Arbiter-Seat", value.encode())]).status == 400
    problem = assert_problem(untouched.send(roll(), headers={"Arbiter-Seat": "nobody"}), 409)
    assert problem["rule"] == "AR-SEAT-01"


class _Answer:
    """A response read from the wire."""

    def __init__(self, raw: bytes) -> None:
        head, _, self.body = raw.partition(b"\r\n\r\n")
        self.status = int(head.split(b" ")[1])

    @property
    def problem(self) -> dict[str, Any]:
        """Return the problem in the response."""
        problem: dict[str, Any] = json.loads(self.body)
        return problem


def _raw(table: Table, headers: list[tuple[str, bytes]]) -> _Answer:
    """Send a roll with raw headers that no client library would send.

    The usual headers are added only where missing.
    """
    body = json.dumps({"command": roll()}).encode()
    given = {name for name, _ in headers}
    usual = {"Authorization": f"Bearer {table.server.key}".encode(), "Content-Type": b"application/json"}
    lines = [(name, value) for name, value in usual.items() if name not in given] + headers
    with socket.create_connection(("127.0.0.1", table.server.port), timeout=120) as wire:
        wire.sendall(f"POST {table.path}/commands HTTP/1.1\r\nHost: x\r\nConnection: close\r\n".encode())
        wire.sendall(b"".join(name.encode() + b": " + value + b"\r\n" for name, value in lines))
        wire.sendall(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        found = b""
        while part := wire.recv(65_536):
            found += part
    return _Answer(found)


def test_bytes_that_are_not_http_are_refused(table: Table) -> None:
    """A request that is not HTTP gets a 400 or a closed connection, and the server keeps running."""
    for said in (
        b"\x16\x03\x01\x02\x00",
        b"GET\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        b"\x00" * 100,
    ):
        with socket.create_connection(("127.0.0.1", table.server.port), timeout=120) as wire:
            wire.sendall(said + b"\r\n\r\n")
            answer = wire.recv(65_536)
        assert answer == b"" or answer.startswith(b"HTTP/1.1 400")

    assert table.get().status_code == 200


# ---------------------------------------------------------------- paths and queries

IDS: Final = (
    "{id}", "%7Bid%7D", "%00", "a%00b", "%2e%2e", "a" * 65, "a" * 5000, "A", "-a", "_", "a.b", "a:b",
    "%C3%A9", "%FF%FE", "%F0%9F%8E%B2", "*", "a b", "a%0ab", "%25", "dice.table:x", "{arbiter}:x", "no-such-table",
)  # fmt: skip


@pytest.mark.parametrize("name", IDS)
def test_an_invalid_or_unknown_id_is_404(app: httpx.Client, name: str) -> None:
    """Every route responds 404 if an id in its path is malformed or unknown."""
    base = f"{TABLES}/{name}"
    for answer in (
        app.get(base), app.get(f"{base}/legal"), app.get(f"{base}/events"), app.get(f"{base}/audit"),
        app.get(f"{base}/receipt"), app.get(f"{base}/luck"), app.post(f"{base}/commands", json={"command": roll()}),
        app.post(f"{base}/seats", json={"seat": "x"}), app.post(f"{base}/seats/gm/token"),
        app.get(f"/dice/v1/rules/{name}"),
    ):  # fmt: skip
        assert_problem(answer, 404)


@pytest.mark.parametrize(
    "query",
    [
        "at=x", "at=-1", "at=1.5", "at=", "at=1e3", "at=9007199254740992", "at=%00", "at=%D9%A3", "at=1&at=1", "att=1",
        "AT=1", "at=1&x=", "=", "at[]=1", "%FF=1",
    ],
)  # fmt: skip
def test_an_unknown_query_is_400(untouched: Table, query: str) -> None:
    """A query with an invalid version, an unknown parameter, or a repeated parameter gets a 400."""
    assert_problem(untouched.get(f"?{query}"), 400)


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=1001", "limit=x", "after=-1", "after=x", "limit=1&limit=2", "at=1"]
)
def test_an_invalid_page_limit_is_400(untouched: Table, query: str) -> None:
    """A page limit that is not a whole number within the bounds gets a 400."""
    assert_problem(untouched.get(f"/events?{query}"), 400)


@pytest.mark.parametrize(
    "query", ["dry_run=maybe", "dry_run=", "dry_run=1", "dry_run=true&dry_run=false", "dryrun=true"]
)
def test_a_dry_run_that_is_misspelt_is_not_carried_out(untouched: Table, query: str) -> None:
    """A misspelt dry run gets a 400, because a typing error must not turn a dry run into a command."""
    assert_problem(untouched.send(roll(), params=query), 400)


@pytest.mark.parametrize(
    "path", ["/web", "/dice", "/dice/v1", "/dice/v2/tables", "/schema/x", "/chess/v1/matches", "/x" * 2000]
)
def test_an_unknown_path_is_404(app: httpx.Client, path: str) -> None:
    """An unknown path gets a 404 whose body is a problem, as every error has."""
    assert_problem(app.get(path), 404)


@pytest.mark.parametrize(
    ("method", "rest", "allowed"),
    [
        *((method, "", {"GET", "OPTIONS"}) for method in ("HEAD", "POST", "PUT", "PATCH", "DELETE")),
        *((method, "/commands", {"POST", "OPTIONS"}) for method in ("GET", "HEAD", "PUT", "DELETE")),
        *((method, "/events", {"GET", "OPTIONS"}) for method in ("POST", "DELETE")),
    ],
)
def test_another_method_is_405(untouched: Table, method: str, rest: str, allowed: set[str]) -> None:
    """An unsupported method gets a 405 whose `Allow` header lists the path's methods."""
    answer = untouched.app.request(method, untouched.path + rest)

    assert answer.status_code == 405
    assert {word.strip() for word in answer.headers["Allow"].split(",")} == allowed
    if method != "HEAD":
        assert_problem(answer, 405)


NOTATIONS: Final = {
    "too many dice": "1000000d6",
    "endless": "1d1!",
    "by nothing": "1d6/0",
    "no die": "d0",
    "cut": "1d",
    "words": "rm -rf",
    "digits of another script": "\u0661d6",
    "bidi": "1d6\u202e",
    "emoji": "🎲",
    "a tower": "9^9^9^9^9",
    "a pool of pools": "99999999999999999999d2",
    "spaces": " " * 400,
    "a bomb": "(" * 120 + "1d6" + ")" * 120,
}


@pytest.mark.parametrize("text", NOTATIONS.values(), ids=NOTATIONS.keys())
def test_a_notation_that_cannot_be_rolled_is_409(untouched: Table, text: str) -> None:
    """The refusal of a notation that cannot be rolled names the rule that it breaks.

    Neither the roll nor a request for its odds blocks the server.
    """
    what = {"throw": "Notation", "text": text}
    for path, body in (
        (f"{untouched.path}/commands", {"command": {"type": "Roll", "rolls": [{"what": what}]}}),
        ("/dice/v1/odds", {"what": what}),
    ):
        assert assert_problem(untouched.app.post(path, json=body), 409)["rule"].startswith("DI-")
