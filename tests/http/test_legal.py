"""The server accepts every command that it lists as legal, whatever was played before."""

import random
from collections.abc import Iterator
from itertools import count, product
from typing import Any, Final

import httpx
import pytest

from services.gateway.games import GAMES
from services.gateway.processes.running import Running
from shared.kernel.messages import COMMAND_KINDS
from tests.support.http import CLOSE, Table, open_table, roll

WALKS: Final = 6
STEPS: Final = 12
FREE: Final = count()
"""Unused numbers for the names of new seats."""
SEATS: Final = ("gm", "ann", "bob", "eve")


def values(field: dict[str, Any]) -> list[Any]:
    """Return a few values that a field allows, or none if the field is a list whose items have no options."""
    if "items" in field:
        return lists(field)
    if "options" in field:
        return list(field["options"])[:4]
    if field.get("text"):
        return ["a word", "Ω≈ç√ 🎲"]
    if "schema" in field:
        return ["0c" * 32 if field["schema"] == "Hex32" else f"any-seat-{next(FREE)}"]
    return [number for number in (field.get("least"), field.get("most")) if number is not None]


def lists(field: dict[str, Any]) -> list[Any]:
    """Return two short lists of an allowed length, one with the first options and one with the last options."""
    options = field["items"].get("options") or []
    least, most = max(1, field.get("least") or 0), field.get("most") or len(options)
    if not options or most < least:
        return []
    if field.get("repeats"):
        return [options[:1] * least, options[-1:] * max(least, min(3, most))]
    return [options[:least], options[-least:]]


def bodies(entry: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield bodies that an entry allows: the entry's own body, and others with values for every field."""
    yield entry["body"]
    fields = {name: made for name, field in entry["fields"].items() if (made := values(field))}
    for chosen in product(*fields.values()):
        yield {"command": entry["body"]["command"] | dict(zip(fields, chosen, strict=True))}


def held_to_be_accepted(table: Table, seat: str) -> list[dict[str, Any]]:
    """Assert that a dry run accepts every body listed for a seat, and that each blocked entry names a rule.

    Return the listed bodies.
    """
    answer = table.get("/legal", seat=seat)
    legal = answer.json()["legal"]
    assert answer.headers["ETag"] == f'"{answer.json()["version"]}"'
    listed = [body for entry in legal["allowed"] for body in bodies(entry)]
    for body in listed:
        tried = table.app.post(
            f"{table.path}/commands", json=body, params={"dry_run": "true"}, headers=table.as_seat(seat)
        )  # fmt: skip
        assert tried.status_code == 200, (seat, body, tried.text)
        assert tried.json()["allowed"] is True, (seat, body, tried.text)
    assert all(entry["rule"] for entry in legal["blocked"])
    return listed


@pytest.mark.parametrize("seed", range(WALKS))
def test_everything_listed_is_accepted_all_along_a_walk(server: Running, app: httpx.Client, seed: int) -> None:
    """At each step of a random walk, every listed body of every seat passes a dry run.

    The test then sends one of the bodies, and the server accepts it.
    """
    chosen = random.Random(seed)
    table = open_table(server, app)
    for _ in range(STEPS):
        seat = chosen.choice(SEATS)
        listed = held_to_be_accepted(table, seat)
        body = chosen.choice([body for body in listed if _goes_on(body)] or [{}])
        if body:
            sent = app.post(f"{table.path}/commands", json=body, headers=table.as_seat(seat))
            assert sent.status_code == 200, (seat, body, sent.text)
    for seat in SEATS:
        held_to_be_accepted(table, seat)


def _goes_on(body: dict[str, Any]) -> bool:
    """Return whether the walk can continue after this body, with the table open and its tokens valid."""
    return body["command"]["type"] not in {"Close", "RotateToken"}


def test_every_command_is_listed_or_blocked(table: Table) -> None:
    """For each seat, each command of the contract is either listed as legal or blocked with its rule."""
    table.done(roll("1d20", secret=True), seat="bob")
    commands = {
        "Roll", "RevealRoll", "VoidRoll", "DefineDice", "ForgetDice", "OpenSeat", "RotateToken", "AddSalt",
        "RotateSeed", "Close", "SendChat", "ProposeUndo", "AgreeToUndo", "DeclineUndo", "WithdrawUndo",
    }  # fmt: skip
    for seat in SEATS:
        legal = table.get("/legal", seat=seat).json()["legal"]
        named = {entry["command"] for entry in legal["allowed"]}
        blocked = [name for entry in legal["blocked"] for name in entry["commands"]]
        assert sorted(blocked) == sorted(commands - named)


@pytest.mark.rule("AR-SEAT-06", "AR-SEAT-04")
def test_an_app_reads_a_seats_list_and_may_send_more(table: Table) -> None:
    """A seat's list is the same for its token and for the app's key.

    The app may also send commands that the list does not contain.
    """
    as_ann = {"Arbiter-Seat": "ann"}
    by_key = table.get("/legal", headers=as_ann).json()["legal"]
    rotate = {"type": "RotateSeed"}

    assert table.get("/legal", seat="ann").json()["legal"] == by_key
    assert ["AR-SEAT-04"] == [entry["rule"] for entry in by_key["blocked"] if "RotateSeed" in entry["commands"]]
    assert 403 == table.send(rotate, seat="ann").status_code
    table.done(rotate, headers=as_ann)
    for entry in by_key["allowed"]:
        assert 200 == table.send(entry["body"]["command"], headers=as_ann, params={"dry_run": True}).status_code


def test_legal_list_can_be_filtered_by_command(table: Table) -> None:
    """A list filtered by `command` is the matching part of the whole list. An unknown command gets a 400."""
    whole = table.get("/legal", seat="bob").json()["legal"]
    for name in ("Roll", "Close"):
        part = table.get("/legal", seat="bob", params={"command": name}).json()["legal"]
        assert [entry for entry in whole["allowed"] if entry["command"] == name] == part["allowed"]
        blocked = [entry | {"commands": [name]} for entry in whole["blocked"] if name in entry["commands"]]
        assert blocked == part["blocked"]

    answer = table.get("/legal", seat="bob", params={"command": "Fly"})
    assert 400 == answer.status_code
    assert "command" == answer.json()["field"]
    assert "Roll" in answer.json()["detail"]


def test_an_unchanged_list_is_304(table: Table) -> None:
    """While the version is unchanged, any part of the list gets a 304 without a body.

    After a command it is sent again.
    """
    version = table.get("/legal", seat="gm").headers["ETag"]
    for params in ({}, {"command": "Roll"}, {"kind": "move,answer"}):
        same = table.get("/legal", seat="gm", params=params, headers={"If-None-Match": version})
        assert (304, b"", version) == (same.status_code, same.content, same.headers["ETag"])

    table.done(roll("1d6"))
    changed = table.get("/legal", seat="gm", headers={"If-None-Match": version})
    assert 200 == changed.status_code
    assert version != changed.headers["ETag"]


def test_a_complete_list_has_no_field_more(table: Table) -> None:
    """A complete list, even of a single command, has no field `more`."""
    assert "more" not in table.get("/legal", seat="gm").json()["legal"]
    assert "more" not in table.get("/legal", seat="gm", params={"command": "Roll"}).json()["legal"]


def test_filtering_by_a_truncated_command_lists_all_its_entries(server: Running, app: httpx.Client) -> None:
    """A game master's long list has some of a command's entries in `more`.

    A list of that command alone has all of them.
    """
    opening = {"type": "OpenCampaign", "seats": [{"seat": "gm", "role": "gm"}, {"seat": "ann"}]}
    opened = app.post("/bones/v1/campaigns", json=opening)
    table = Table(server=server, app=app, path=opened.headers["Location"], opened=opened.json())
    listed = table.get("/legal", seat="gm").json()["legal"]

    assert "SpawnSample" in listed["more"]
    for name in listed["more"]:
        part = [one for one in listed["allowed"] if one["command"] == name]
        whole = table.get("/legal", seat="gm", params={"command": name}).json()["legal"]
        assert "more" not in whole
        for entry in part:
            assert any(
                entry["body"] == one["body"] and entry["fields"].items() <= one["fields"].items()
                for one in whole["allowed"]
            )


def test_nothing_is_legal_on_a_closed_table(table: Table) -> None:
    """After a table is closed, a single rule blocks every command."""
    table.done(CLOSE)
    legal = table.get("/legal", seat="gm").json()["legal"]

    assert legal["allowed"] == []
    assert {entry["rule"] for entry in legal["blocked"]} == {"AR-STREAM-03"}


@pytest.mark.rule("AR-KIND-01")
def test_legal_list_can_be_filtered_by_kinds(table: Table) -> None:
    """A list filtered by kind is the matching part of the whole list, with the same awaited seats.

    The filter `command` can narrow it further.
    """
    whole = table.get("/legal", seat="gm").json()["legal"]
    for kinds in ("move", "move,answer", "ending,stream", "referee"):
        answer = table.get("/legal", seat="gm", params={"kind": kinds})
        part = answer.json()["legal"]
        assert [entry for entry in whole["allowed"] if entry["kind"] in kinds.split(",")] == part["allowed"]
        assert whole["awaits"] == part["awaits"] == []
        assert answer.headers["ETag"]
    both = {"kind": "move", "command": "Close"}
    assert {"awaits": [], "allowed": [], "blocked": []} == table.get("/legal", seat="gm", params=both).json()["legal"]
    assert {"Roll": "move", "Close": "ending", "RotateToken": "stream"}.items() <= {
        entry["command"]: entry["kind"] for entry in whole["allowed"]
    }.items()


@pytest.mark.rule("AR-KIND-01")
@pytest.mark.parametrize("kinds", ["moves", "", "move,", ",move", "move answer", "Move", "move,fly"])
def test_unknown_kind_is_refused_with_the_known_ones(table: Table, kinds: str) -> None:
    """A list filtered by an unknown kind gets a 400 whose problem lists the kinds that exist."""
    answer = table.get("/legal", seat="bob", params={"kind": kinds})

    assert 400 == answer.status_code
    assert "kind" == answer.json()["field"]
    assert "move, answer, aside, referee, stream, ending" in answer.json()["detail"]


@pytest.mark.rule("AR-KIND-01")
@pytest.mark.parametrize("service", GAMES)
def test_the_contract_states_the_kind_of_each_command(app: httpx.Client, service: str) -> None:
    """The contract states the kind of each command in every game."""
    shapes = app.get(f"/schema/{service}.json").json()["components"]["schemas"]
    ask = next(shape for name, shape in shapes.items() if name == f"{service.title().replace('_', '')}Command")
    sent = [one["$ref"].rpartition("/")[2] for one in ask["oneOf"]]

    assert {"Close", "AddSalt"} <= {*sent}
    assert {*COMMAND_KINDS} >= {shapes[name]["x-arbiter-kind"] for name in sent}
