"""No HTTP response reveals a die's face before it is recorded, or anything else that a seat may not see."""

import json
import re
from typing import Any, Final

import httpx
import msgspec
import pytest

from services.gateway.processes.running import Running, free_port, running
from shared.kernel.messages import canonical
from tests.support.http import (
    COLD,
    NDJSON,
    ROTATE_SEED,
    Table,
    assert_problem,
    open_table,
    roll,
)
from tests.support.matches import DECK_OF, MATCHES
from tests.tcg.schools import deck_of, school

BLOCKS: Final = 65
"""The number of the largest stat blocks that fill more than one of the store's pages."""
DIE: Final = "🎲"
BOUND: Final = 131_072
"""The maximum size of a command in bytes."""


def padded_command(least: int, *, rolls: int = 99, pad: int = 400) -> dict[str, Any]:
    """Return a command with a check against a number and 98 other rolls, each padded with four-byte characters."""
    command = roll(f"1d20cs>={least:02}", *[f"1d6 # {DIE * pad}"] * (rolls - 1))
    for one in command["rolls"]:
        one["purpose"] = DIE * 200
    return command


# ---------------------------------------------------------------- a refusal after a draw


@pytest.mark.rule("AR-COMMIT-01", "AR-COMMIT-02")
def test_a_padded_batch_is_refused_alike_whatever_the_next_die_shows(table: Table) -> None:
    """A caller who varies the number of a check in an oversized command learns nothing about the next die.

    All refusals have the same size, and the server writes nothing.
    """
    version = table.version
    answers = [table.send(padded_command(least)) for least in (1, 5, 10, 15, 20)]
    problems = [assert_problem(answer, 409) for answer in answers]

    assert {"AR-COMMIT-01"} == {problem["rule"] for problem in problems}
    assert 1 == len({(problem["has"], problem["needs"]) for problem in problems})
    assert 1 == len({len(answer.content) for answer in answers})
    assert version == table.version


@pytest.mark.rule("AR-COMMIT-01")
def test_the_bound_is_that_of_the_command_alone(table: Table) -> None:
    """The size limit counts only the command's bytes.

    A command one byte below the limit succeeds, whatever it rolls.
    """
    command = padded_command(10, rolls=40)
    problem = assert_problem(table.send(padded_command(10)), 409)
    done = table.done(command)
    whole = table.get("/events", headers=NDJSON).text.splitlines()[-1]

    assert problem["has"] > BOUND > len(json.dumps(command, ensure_ascii=False).encode())
    assert 40 == len(done["events"][0]["outcomes"])
    assert len(whole.encode()) > BOUND


@pytest.mark.rule("AR-COMMIT-01")
def test_padding_up_to_the_bound_is_never_refused(table: Table) -> None:
    """At any size near the limit, only the command's size decides whether the server refuses it."""
    sizes: dict[bool, list[int]] = {True: [], False: []}
    for pad in range(280, 420, 20):
        command = padded_command(20, rolls=58, pad=pad)
        answer = table.send(command)
        sizes[answer.status_code == 200].append(pad)

    assert sizes[True]
    assert sizes[False]
    assert max(sizes[True]) < min(sizes[False])


def test_a_dry_run_reports_the_size_refusal_or_the_first_draw(table: Table) -> None:
    """A dry run reports the refusal for the size, or otherwise the command's first draw without its face."""
    tried = table.send(padded_command(10), params={"dry_run": "true"}).json()
    fits = table.send(padded_command(10, rolls=40), params={"dry_run": "true"}).json()

    assert (False, "AR-COMMIT-01") == (tried["allowed"], tried["refusal"]["rule"])
    assert (True, "dice") == (fits["allowed"], fits["draws"])
    assert "faces" not in json.dumps(fits)


def test_no_answer_without_a_commit_reveals_a_face(table: Table) -> None:
    """Whatever the next roll will show, every request that commits nothing gets the same bytes.

    The test sends stale, minimal, dry-run and refused requests, and reused keys.
    """
    table.done(roll("1d6"), headers={"Idempotency-Key": "used"})
    stale = {"If-Match": '"1"'}
    asked: list[tuple[dict[str, Any], dict[str, str]]] = [
        (roll("1d20"), stale),
        (roll("1d20"), stale | {"Prefer": "return=minimal"}),
        (roll("1d20"), {"Idempotency-Key": "used"}),
        (roll("1d20") | {"rolls": []}, {}),
        (padded_command(10), {"Idempotency-Key": "new"}),
        (padded_command(10), {"Prefer": "return=minimal"}),
    ]
    before = table.version
    for command, headers in asked:
        first, second = (table.send(command, headers=headers) for _ in range(2))
        assert first.status_code == second.status_code >= 400
        assert _without_id(first) == _without_id(second)
    assert before == table.version


def _without_id(answer: httpx.Response) -> str:
    """Return a response without its request id."""
    return re.sub(r"urn:arbiter:request:\w+", "", answer.text)


# ---------------------------------------------------------------- cards

SEATS: Final = tuple(f"p{place}" for place in range(8))
NOTHING: Final = {"do": "draw", "n": 0}
WAIT: Final = {
    "id": "wait", "eti": "auto", "on": {"event": "form_played", "card": {"ref": "this"}},
    "do": [{"do": "delay", "until": {"event": "left_play", "card": {"ref": "this"}}, "then": [NOTHING]}],
}  # fmt: skip
"""An effect that is triggered each time a form leaves play, so a form that leaves emits two events."""
SWEEP: Final = {"do": "destroy", "of": {"who": "any", "zone": "form"}}
BOMB: Final = {
    "id": "bomb", "eti": "none", "independent": True, "limit": {"count": 99, "per": "turn"},
    "do": [{"do": "roll_die", "sides": 6, "store": "shown", "table": {"1-5": [], "6": [SWEEP]}}],
}  # fmt: skip


def _card(name: str) -> dict[str, Any]:
    return {"id": name, "name": name.title(), "kind": "form", "level": 0, "pwr": 1, "effects": [WAIT, BOMB]}


BOMBS: Final = school("Bombs", *(_card(f"bomb-{letter}") for letter in "abcdefgh"))


def begin_match(server: Running, app: httpx.Client) -> Table:
    """Open a match of eight players with five zones each, and submit every deck."""
    body = {
        "seats": [{"seat": seat} for seat in SEATS], "cards": msgspec.to_builtins(BOMBS),
        "settings": {"form_zones": 5, "max_players": 8, "stall_guard": {"queued": 10_000, "links": 1000}},
    }  # fmt: skip
    answer = app.post(MATCHES, json=body)
    assert answer.status_code == 201, answer.text
    match = Table(server=server, app=app, path=answer.headers["Location"], opened=answer.json())
    for seat in SEATS:
        match.done({"type": "SubmitDeck", "deck": msgspec.to_builtins(deck_of(BOMBS))}, seat=seat)
    return match


def fill_zones(match: Table) -> str:
    """Fill all zones of all players, and return the seat that acts last, whose turn it then is."""
    for _ in range(400):
        game = match.get().json()["game"]
        decision = game["decisions"][0]
        seat = decision["seat"]
        full = all(sum(map(bool, player["forms"])) == 5 for player in game["players"].values())
        if full and decision["kind"] == "act":
            return str(seat)
        allowed = match.get("/legal", seat=seat).json()["legal"]["allowed"]
        match.done(_choose(allowed)["command"], seat=seat)
    raise AssertionError(match.get().text)


WISHES: Final = ("Mulligan", "ChooseFirst", "CutDeck", "PlayForm", "Answer", "Pass", "EndStep")


def _choose(allowed: list[dict[str, Any]]) -> dict[str, Any]:
    entry = min((one for one in allowed if one["command"] in WISHES), key=lambda one: WISHES.index(one["command"]))
    body: dict[str, Any] = entry["body"]
    return body


@pytest.mark.rule("AR-COMMIT-01", "AR-COMMIT-02")
def test_a_card_that_clears_a_full_board_is_carried_out_whatever_it_rolls(server: Running, app: httpx.Client) -> None:
    """With forty forms in play, a roll of 1 to 5 has no effect and a 6 clears the board.

    The server commits either result.
    """
    match = begin_match(server, app)
    seat = fill_zones(match)
    rolled: list[tuple[int, int]] = []
    done: dict[str, Any] = {}
    while not rolled or rolled[-1][0] != 6:
        before = match.version
        entries = match.get("/legal", seat=seat).json()["legal"]["allowed"]
        body = next(one["body"]["command"] for one in entries if one["command"] == "Activate")
        done = match.done(body, seat=seat)
        (face,) = (event["value"] for event in done["events"] if event["type"] == "DieRolled")
        rolled.append((face, len(done["events"])))
        assert before + rolled[-1][1] == match.version == done["version"]

    assert all(count < 20 for face, count in rolled if face < 6)
    assert rolled[-1][1] > 64
    held_whole(match, first=done["first"], last=done["version"])


def held_whole(match: Table, *, first: int, last: int) -> None:
    """Assert that a decision split over several commits appears whole in pages, past versions and the export."""
    page = match.get("/events", params={"after": first - 1, "limit": 1}).json()
    lines = [json.loads(line) for line in match.get("/events", headers=NDJSON).text.splitlines()]
    parts = [line["public"] for line in lines if "split" in line["public"]]

    assert [first, last] == [int(item["sequence"]) for item in (page["items"][0], page["items"][-1])]
    assert [64, last - first - 63] == [len(part["events"]) for part in parts]
    assert [{"after": last, "before": first - 1}] * 2 == [part["split"] for part in parts]
    views = [match.get(params={"at": version}).json()["version"] for version in (first - 1, first, last - 1, last)]
    assert [first - 1, first - 1, first - 1, last] == views
    audit = match.get("/audit").json()
    assert ("same", True) == (audit["chain"]["verdict"], audit["failure"] is None)


# ---------------------------------------------------------------- seeds that stay sealed


@pytest.mark.rule("AR-SEED-06", "TC-RUL-088")
@pytest.mark.parametrize("end", ["Concede", "Close"])
def test_a_match_that_keeps_its_log_closed_keeps_its_seed(server: Running, app: httpx.Client, end: str) -> None:
    """Neither a seat nor the app ever gets the seed.

    Together with the card list, the seed would reveal the opening hands.
    """
    seats = [{"seat": "ann"}, {"seat": "bob"}, {"seat": "gm", "role": "gm"}]
    answer = app.post(MATCHES, json={"seats": seats, "settings": {"reveal_log_after_end": False}})
    match = Table(server=server, app=app, path=answer.headers["Location"], opened=answer.json())
    for seat in ("ann", "bob"):
        match.done({"type": "SubmitDeck", "deck": DECK_OF[seat]}, seat=seat)
    done = match.done({"type": end}, seat="ann" if end == "Concede" else "gm")
    kinds = [event["type"] for event in done["events"]]

    assert "StreamClosed" == kinds[-1]
    assert "SeedRevealed" not in kinds
    readers: tuple[str | None, ...] = ("ann", "bob", "gm", None)
    for reader in readers:
        lines = [json.loads(line) for line in match.get("/events", seat=reader, headers=NDJSON).text.splitlines()]
        assert ["digest"] == list(lines[0]["parts"][0])
        assert "SeedRevealed" not in match.get("/events?limit=1000", seat=reader).text
        audit = match.get("/audit", seat=reader).json()
        assert (True, "nothing wrong found") == (audit["sealed"], audit["conclusion"])
        assert "its last seed is not revealed" in audit["says"]
    assert_problem(match.send(ROTATE_SEED), 409)


# ---------------------------------------------------------------- pages


def enemy(size: int) -> dict[str, Any]:
    """Return a stat block with a long or a short text."""
    text = DIE * size
    hurts = [f"{at}{text}"[:size] for at in range(5)]
    attacks = [{"name": f"{at}{text}"[:size], "effect": text, "conditions": hurts} for at in range(10)]
    return {"type": "StoreEnemy", "sheet": {"name": text, "hp": 3, "attacks": attacks}}


def test_pages_are_cut_alike_whatever_is_hidden(server: Running, app: httpx.Client) -> None:
    """A player's pages of two campaigns have the same number of items, even if hidden stat blocks differ in size."""
    pages = []
    for size in (2, 200):
        seats = [{"seat": "gm", "role": "gm"}, {"seat": "ann"}]
        answer = app.post("/rpg_boundless/v1/campaigns", json={"seats": seats})
        campaign = Table(server=server, app=app, path=answer.headers["Location"], opened=answer.json())
        for _ in range(BLOCKS):
            campaign.done(enemy(size), seat="gm", headers={"Prefer": "return=minimal"})
        found: list[int] = []
        after: int | None = 0
        while after is not None:
            page = campaign.get("/events", seat="ann", params={"after": after, "limit": 1000}).json()
            found.append(len(page["items"]))
            after = page["next"]
        pages.append(found)

    assert pages[0] == pages[1]


# ---------------------------------------------------------------- measurements


def test_metrics_need_an_app_key(table: Table) -> None:
    """The metrics route responds 401 without a key, and 403 to a player's token.

    The metrics that an app gets name no rule and no failed command.
    """
    table.send({"type": "VoidRoll", "roll": 77, "reason": "x"})
    stranger = httpx.get(f"{table.server.address}/metrics")
    player = table.app.get("/metrics", headers=table.as_seat("ann"))
    text = table.app.get("/metrics").text
    outcomes = set(re.findall(r'arbiter_commands_total\{command="(\w+)",outcome="([^"]+)"', text))

    assert_problem(stranger, 401)
    assert_problem(player, 403)
    assert ("other", "refused") in outcomes
    assert {"other"} == {command for command, outcome in outcomes if outcome not in {"ok", "replay"}}
    assert not re.search(r"\b(AR|DI|FB|TC)-[A-Z]+-\d", text)


def test_metrics_may_have_their_own_port(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A separate port for metrics needs no key, and then the main port has no metrics."""
    port = free_port()
    folder = tmp_path_factory.mktemp("apart")
    apart = {"ARBITER_METRICS_PORT": str(port), **COLD}
    with running(folder, durability="relaxed", **apart) as server, server.client() as app:
        open_table(server, app)
        beside = httpx.get(f"http://127.0.0.1:{port}/metrics")
        main = app.get("/metrics")

    assert (200, True) == (beside.status_code, "arbiter_commits_total" in beside.text)
    assert_problem(main, 404)


def test_the_stored_size_of_a_command_is_reported(table: Table) -> None:
    """The reported size of a command is its size as stored, with its defaults."""
    command = padded_command(10)
    for one in command["rolls"]:
        one["who"] = None
    stored = canonical([command | {"secret": False}, None])

    assert len(stored) == assert_problem(table.send(command), 409)["has"]
