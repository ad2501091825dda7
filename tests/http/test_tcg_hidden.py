"""Each seat's view of a match over HTTP: its own hand and all public data, until the log opens."""

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import pytest

from services.gateway.demo.match import move
from services.gateway.operations.verify import verify_file
from services.gateway.processes.running import Running
from tests.http.test_hidden import TELLING, blank_ids
from tests.support.http import NDJSON, SSE, Table, assert_problem
from tests.support.matches import (
    acting,
    begin_as_first,
    first_question,
    hand_in,
    legal_commands,
    open_match,
    over,
    play_on,
    view_of,
)

SECRET: Final = ("hand", "deck_list", "stops")
MAIN: Final = list(range(1, 31))
SPIRITS: Final = list(range(1, 16))
STEPS: Final = 20
BELL, SHIELD = 1, 18  # two interrupts, by their positions in ann's deck
REST: Final = [place for place in MAIN if place not in (BELL, SHIELD)]


@pytest.fixture
def match(server: Running, app: httpx.Client) -> Table:
    """Open a match, submit the decks, and play to the third turn."""
    opened = open_match(server, app)
    hand_in(opened)
    play_on(opened, acting(turn=3))
    return opened


def other(seat: str) -> str:
    """Return the other player."""
    return "bob" if seat == "ann" else "ann"


@pytest.mark.rule("TC-SPI-02", "TC-ZONE-12", "TC-ZONE-17", "TC-RUL-085")
def test_each_player_sees_only_its_own_hand(match: Table) -> None:
    """Each player sees the other's hand only as ids of face-down cards. A spectator sees both hands in this way."""
    everything = view_of(match)["players"]
    for seat in ("ann", "bob"):
        own, others = view_of(match, seat)["players"][seat], view_of(match, seat)["players"][other(seat)]
        assert everything[seat] == own
        assert set(SECRET) & set(others) == set()
        backs = [card["card"].startswith("house-") for card in everything[other(seat)]["hand"]]
        assert (backs.count(False), backs.count(True)) == (others["hand_main"], others["hand_spirits"])
        assert others == view_of(match, "eve")["players"][other(seat)]
    for player in view_of(match, "eve")["players"].values():
        assert set(SECRET) & set(player) == set()
    assert all(isinstance(player["deck"], int) for player in everything.values())


@pytest.mark.rule("TC-RUL-086")
def test_a_face_down_command_is_seen_by_its_player_only(server: Running, app: httpx.Client) -> None:
    """Other seats' views and events show that there is a face-down command card, where, and since when, and no more."""
    match = begin_match(server, app, [BELL, *REST, SHIELD])
    number = view_of(match, "ann")["players"]["ann"]["hand"][0]["thing"]
    done = match.done({"type": "SetCommand", "card": number}, seat="ann")
    own, others = (view_of(match, seat)["players"]["ann"]["commands"][0] for seat in ("ann", "bob"))

    assert ("raised-shield", False) == (own["card"], own["up"])
    assert {"thing", "zone", "since", "up"} == set(others)
    assert "raised-shield" == next(one for one in done["events"] if one["type"] == "CommandSet")["card"]["value"]
    for seat in ("bob", "eve"):
        page = match.get("/events", seat=seat, params={"after": done["first"] - 1}).text
        assert "CommandSet" in page
        assert "raised-shield" not in page


@pytest.mark.rule("TC-RUL-088")
def test_no_answer_contains_a_secret_of_another_seat(match: Table) -> None:
    """A seat's views, events, records and lists never contain the value of a secret that the seat may not read."""
    for seat in ("ann", "bob", "eve"):
        answers = [match.get(rest, seat=seat) for rest in ("", "/events?limit=1000", "/legal", "/audit")]
        opened = [found for answer in answers for found in secrets(answer.json()) if "value" in found]
        assert all(seat in found["audience"] for found in opened)
        assert bool(opened) is (seat != "eve")
        export = [msgspec.json.decode(line) for line in export_for(match, seat).splitlines()]
        assert any(len(line["parts"]) < 1 or None in line["parts"] or _is_closed(line) for line in export)


def _is_closed(line: dict[str, Any]) -> bool:
    """Return whether part of a record is hidden from its reader."""
    return any("value" not in part for part in line["parts"])


def secrets(said: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 JSON
    """Return the secrets in a response, open or closed."""
    if isinstance(said, dict):
        if "audience" in said:
            yield said
        for value in said.values():
            yield from secrets(value)
    elif isinstance(said, list):
        for value in said:
            yield from secrets(value)


def export_for(match: Table, seat: str | None) -> bytes:
    """Export the log as a seat."""
    return match.get("/events", seat=seat, headers=NDJSON).content


# ---------------------------------------------------------------- past views and event streams


def test_the_past_is_seen_as_it_was(match: Table) -> None:
    """In a view of an earlier version, a seat sees the hand that it had then, and no other hand."""
    play_on(match, lambda game: game["turn"] > 3)
    version = match.version
    now, then = view_of(match, "ann"), view_of(match, "ann", params={"at": version - 20})
    first = view_of(match, "ann", params={"at": len(match.opened["seats"]) + 5})

    assert now != then
    assert "hand" in then["players"]["ann"]
    assert "hand" not in then["players"]["bob"]
    assert ("lobby", []) == (first["stage"], first["players"]["ann"]["hand"])
    assert then == view_of(match, "ann", params={"at": version - 20})
    assert_problem(match.get(seat="ann", params={"at": version + 1}), 404)


def test_each_seat_receives_its_own_stream(match: Table) -> None:
    """A seat's server-sent events equal those in its pages: both hide the same secrets."""
    for seat in ("ann", "eve"):
        text = listen(match, seat)
        assert match.version == len(re.findall(r"^id: \d+$", text, re.MULTILINE))
        drawn = re.findall(r'^data: (.*"type":"CardsDrawn".*)$', text, re.MULTILINE)
        found = [msgspec.json.decode(line) for line in drawn]
        events = [event.get("data", event) for event in found]
        assert {True, False} >= {"value" in event["cards"] for event in events}
        assert all(("value" in event["cards"]) is (event["seat"] == seat) for event in events)


def listen(match: Table, seat: str) -> str:
    """Return the text of a seat's event stream up to the current version."""
    last, text = f"id: {match.version}", ""
    with match.server.client(match.tokens[seat]) as app, app.stream("GET", f"{match.path}/events", headers=SSE) as said:
        for line in said.iter_lines():
            text += line + "\n"
            if line == last:
                return text
    raise AssertionError("the stream ended")


# ---------------------------------------------------------------- two matches with different hidden cards


def begin_match(server: Running, app: httpx.Client, order: list[int]) -> Table:
    """Start a match with this order of ann's main deck and with entered dice; ann goes first and has to act."""
    match = open_match(server, app)
    hand_in(match, seat=None, headers={"Arbiter-Seat": "bob"}, faces=[*order, *MAIN, *SPIRITS, *SPIRITS])
    begin_as_first(match)
    return match


def twins(server: Running, app: httpx.Client) -> tuple[Table, Table]:
    """Start two matches that differ in one respect: a card in ann's hand and a card in her deck are exchanged."""
    return begin_match(server, app, [BELL, *REST, SHIELD]), begin_match(server, app, [SHIELD, *REST, BELL])


def answers(match: Table, seat: str) -> Iterator[tuple[str, httpx.Response]]:
    """Send every read of a match as this seat; yield the responses."""
    version = match.version
    for rest in ("", f"?at={version - 3}", "/legal", "/events?limit=1000", "/audit", "/receipt"):
        yield rest, match.get(rest, seat=seat)
    yield "export", match.get("/events", seat=seat, headers=NDJSON)
    for sent in (
        {"type": "Pass"}, {"type": "EndStep"}, {"type": "PlayForm", "card": 1}, {"type": "Activate", "card": 3},
        {"type": "Answer", "decision": 1}, {"type": "DeclareAttack", "attacker": 1, "target": 2},
    ):  # fmt: skip
        yield f"try {sent['type']}", match.send(sent, seat=seat, params={"dry_run": "true"})
    for sent in ({"type": "Answer", "decision": 1}, {"type": "PlayForm", "card": 1}):
        yield f"send {sent['type']}", match.send(sent, seat=seat)


def whole(match: Table, answer: httpx.Response) -> Any:  # noqa: ANN401 something to compare
    """Return every part of a response that could reveal something."""
    headers = {name: blank_ids(match, value) for name, value in answer.headers.items() if name in TELLING}
    return answer.status_code, headers, len(answer.content), blank_ids(match, answer.text)


@pytest.mark.rule("TC-RUL-085", "TC-RUL-086", "TC-RUL-066", "AR-PAGE-20")
@pytest.mark.parametrize("seat", ["bob", "eve"])
def test_no_route_reveals_a_hand(server: Running, app: httpx.Client, seat: str) -> None:
    """Other seats get the same bytes from both matches: in ann's turn, after she sets a card, and in bob's turn."""
    one, two = twins(server, app)
    assert hands(one) != hands(two)
    for step in range(STEPS):
        for (name, here), (_, there) in zip(answers(one, seat), answers(two, seat), strict=True):
            assert whole(one, here) == whole(two, there), (step, name)
        for match in (one, two):
            go_on(match, first=step == 0)
    assert blank_ids(one, listen(one, seat)) == blank_ids(two, listen(two, seat))
    assert "bob" == view_of(one)["active"]


def go_on(match: Table, *, first: bool) -> None:
    """Let ann set her first card and then pass, and let bob play with the demo's policy."""
    decision = first_question(match)
    assert decision is not None
    if first:
        number = view_of(match, "ann")["players"]["ann"]["hand"][0]["thing"]
        match.done({"type": "SetCommand", "card": number}, seat="ann")
    elif decision["seat"] == "bob":
        match.done(move(legal_commands(match, "bob")), seat="bob")
    else:
        match.done({"type": "Pass" if decision["kind"] == "respond" else "EndStep"}, seat="ann")


def hands(match: Table) -> list[str]:
    """Return the cards in ann's hand."""
    return [card["card"] for card in view_of(match)["players"]["ann"]["hand"]]


# ---------------------------------------------------------------- after the end


@pytest.mark.rule("TC-RUL-088", "TC-WIN-05")
def test_the_log_opens_to_all_when_the_match_is_over(server: Running, app: httpx.Client, tmp_path: Path) -> None:
    """After the match, a spectator sees both hands and every secret.

    The export has the cards, and verifies at every level.
    """
    match = open_match(server, app)
    hand_in(match)
    game = play_on(match, over)
    watched = view_of(match, "eve")
    audit = match.get("/audit", seat="eve").json()

    assert (True, game["players"]) == (over(watched), watched["players"])
    assert all("hand" in player and "deck_list" in player for player in watched["players"].values())
    assert [("same", 0)] * 3 == [
        (audit[one]["verdict"], audit[one]["unshown"]) for one in ("chain", "draws", "decisions")
    ]
    for seat in ("ann", "bob", "eve"):
        export = tmp_path / f"{seat}.ndjson"
        export.write_bytes(export_for(match, seat))
        assert verify_file(export, None, None).proven
        created = next(one for one in public(export.read_bytes()) if one["type"] == "MatchCreated")
        assert created["card_set"] == sha256(created["cards"].encode()).hexdigest() == watched["cards"]
    assert export_for(match, "ann") == export_for(match, "eve") == export_for(match, None)
    assert first_question(match) is None


def public(export: bytes) -> Iterator[dict[str, Any]]:
    """Return the public part of every event of an export."""
    for line in export.splitlines():
        yield from msgspec.json.decode(line)["public"]["events"]


@pytest.mark.rule("TC-RUL-088")
def test_a_log_may_be_kept_closed(server: Running, app: httpx.Client, tmp_path: Path) -> None:
    """If `reveal_log_after_end` is false, no hand or secret is shown after the end, and the seed stays hidden."""
    match = open_match(server, app, settings={"reveal_log_after_end": False})
    hand_in(match)
    play_on(match, over)
    for seat in ("ann", "bob", "eve"):
        game = view_of(match, seat)
        assert over(game)
        assert {seat} & set(game["players"]) == {name for name, player in game["players"].items() if "hand" in player}
        opened = [one for one in secrets(match.get("/events?limit=1000", seat=seat).json()) if "value" in one]
        assert all(seat in one["audience"] for one in opened)
        audit = match.get("/audit", seat=seat).json()
        assert ("same", True) == (audit["chain"]["verdict"], audit["draws"]["unshown"] > 0)
        export = tmp_path / f"{seat}.ndjson"
        export.write_bytes(export_for(match, seat))
        report = verify_file(export, None, None)
        assert (True, False) == (report.honest, report.proven)
    held = match.get("/audit").json()
    assert ("same", "same", "same") == tuple(held[one]["verdict"] for one in ("chain", "draws", "decisions"))


def test_nothing_is_played_after_the_end(match: Table) -> None:
    """A player may concede. After that the match is over, and the server refuses every command."""
    match.done({"type": "Concede"}, seat="ann")

    assert ("finished", "bob") == (view_of(match, "eve")["stage"], view_of(match, "eve")["winner"])
    assert [] == legal_commands(match, "bob")
    for seat in ("ann", "bob"):
        assert_problem(match.send({"type": "EndStep"}, seat=seat), 409)
