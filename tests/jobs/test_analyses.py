"""Analyses of a stored match, with a real store, a real server and real workers."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest

from services.gateway.operations.erase import erase
from services.gateway.processes.running import Running
from shared.kernel.audit import lines_of
from shared.platform.processes.games import game_named
from shared.platform.settings import ServerSettings
from tests.support.http import Table
from tests.support.jobs import app_of, crewed, installation, wait_for_job
from tests.support.journal import audit_export
from tests.support.matches import hand_in, open_match
from tests.tcg.analysed import CLEAR, JOB, RANDOM, clear_choice

pytestmark = pytest.mark.store

JOBS: Final = "/tcg/v1/jobs"
MATCHES: Final = "/tcg/v1/matches"


@pytest.fixture(scope="module")
def idle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server without workers."""
    with installation(tmp_path_factory.mktemp("idle")) as server:
        yield server


@pytest.fixture
def app(idle: Running) -> Iterator[httpx.Client]:
    """Return a client of a new app for the test."""
    with app_of(idle, f"app-{secrets.token_hex(4)}") as client:
        yield client


def running_match(app: httpx.Client) -> str:
    """Open a match in which no player has sent a command yet; return its id."""
    answer = app.post(MATCHES, json={"seats": [{"seat": "ann"}, {"seat": "bob"}]})
    assert answer.status_code == 201, answer.text
    found: str = answer.json()["stream"].rpartition(":")[2]
    return found


def finished_match(app: httpx.Client) -> str:
    """Store the match of `tests/tcg/analysed.py` by opening a simulated trial as a stream; return the match's id."""
    job = app.post(JOBS, json={"simulate": RANDOM, "trials": 2, "seed": JOB}).headers["Location"]
    assert wait_for_job(app, job)["progress"]["status"] == "completed"
    answer = app.post(f"{job}/trials", json={"chunk": 0, "trial": 0})
    assert answer.status_code == 201, answer.text
    found: str = answer.json()["id"]
    return found


@pytest.mark.rule("TC-PLAY-10", "TC-PLAY-11", "AR-JOB-13")
def test_a_match_that_is_over_is_analysed(idle: Running, app: httpx.Client) -> None:
    """The analysis of a finished match shows the chances to win: for each seat at each version, and for each move.

    The trials do not become stored streams.
    """
    with crewed(idle):
        match = finished_match(app)
        course = app.post(JOBS, json={"course": {"match": match, "player": "random"}, "trials": 40})
        assert course.status_code == 202, course.text
        over = wait_for_job(app, course.headers["Location"])
        asked = over["request"]["simulate"]
        chances = app.post(
            JOBS, json={"chances": {"match": match, "version": asked["versions"][-1], "player": "random"}, "trials": 4}
        )
        moves = wait_for_job(app, chances.headers["Location"])
        trial = app.post(f"{course.headers['Location']}/trials", json={"chunk": 0, "trial": 0})

    assert over["request"]["analysis"] == "course"
    shares = {name: one["mean"]["value"] for name, one in over["result"]["ours"].items()}
    assert {*shares} <= {f"{seat} wins from {version}" for seat in ("ann", "bob") for version in asked["versions"]}
    assert all(0 <= share <= 1 for share in shares.values())
    assert [*moves["result"]["ours"]] == sorted(f"wins with {move}" for move in moves["request"]["simulate"]["moves"])
    assert (trial.status_code, trial.json()["type"].rpartition(":")[2], trial.json()["has"]) == (
        409,
        "trial-has-no-stream",
        "course",
    )


@pytest.mark.rule("AR-JOB-14")
def test_job_of_win_chances_ends_at_the_same_chunk_on_any_number_of_workers(idle: Running) -> None:
    """With one, two and four workers, a job of win chances stops after the same chunk and has the same bytes."""
    results, progress = list[str](), dict[str, Any]()
    for workers in (1, 2, 4):
        with crewed(idle, ARBITER_WORKERS=str(workers)), app_of(idle, f"tenant-{workers}") as app:
            asked = {"match": finished_match(app), "version": clear_choice(), "player": "random"}
            job = app.post(JOBS, json={"chances": asked, "trials": 50 * CLEAR, "seed": JOB})
            found = wait_for_job(app, job.headers["Location"])
        progress = found["progress"]
        results.append(json.dumps([found["result"], progress["chunks"], progress["why"]]))

    assert len(set(results)) == 1
    assert (progress["why"], progress["trials"] < progress["at_most"]) == ("best", True)


@pytest.mark.rule("AR-JOB-13")
def test_a_match_that_still_runs_is_not_analysed(idle: Running, app: httpx.Client) -> None:
    """The server refuses to analyse a running match. To another app, the match does not exist."""
    match = running_match(app)
    asked = {"course": {"match": match}, "trials": 10}
    early = app.post(JOBS, json=asked)
    with app_of(idle, "a-stranger") as stranger:
        hidden = stranger.post(JOBS, json=asked)
    unknown = app.post(JOBS, json={"course": {"match": "nowhere"}, "trials": 10})

    assert (early.status_code, early.json()["type"].rpartition(":")[2], early.json()["rule"]) == (
        409,
        "not-over-yet",
        "AR-JOB-13",
    )
    assert (hidden.status_code, unknown.status_code) == (404, 404)


# ---------------------------------------------------------------- a match that still runs


@pytest.fixture
def helped(idle: Running, app: httpx.Client) -> Table:
    """Open a match whose settings allow help, in which both players must decide about their mulligan."""
    match = open_match(idle, app, settings={"allow_analysis": True})
    hand_in(match)
    return match


def ask(match: Table, body: dict[str, Any], *, seat: str = "ann") -> httpx.Response:
    """Request a job with a seat's token; return the response."""
    return match.app.post(JOBS, json=body, headers=match.as_seat(seat))


def about(match: Table, **fields: Any) -> dict[str, Any]:  # noqa: ANN401 fields of a request
    """Return a request for the win chances of ann's current moves."""
    chances = {"match": match.opened["id"], "version": match.version, "seat": "ann", "player": "random", **fields}
    return {"chances": chances, "trials": 3}


def kind_of(answer: httpx.Response) -> tuple[int, str]:
    """Return an error response's status and the kind of its problem."""
    return answer.status_code, answer.json()["type"].rpartition(":")[2]


@pytest.mark.rule("TC-PLAY-12", "AR-JOB-15")
def test_a_seat_gets_help_in_a_running_match(idle: Running, helped: Table) -> None:
    """Ann can request help and read the job with her token. To bob, the job does not exist."""
    moves = ask(helped, about(helped, moves=["Fly"])).json()["needs"][:2]
    with crewed(idle):
        accepted = ask(helped, about(helped, moves=moves))
        assert accepted.status_code == 202, accepted.text
        place = accepted.headers["Location"]
        found = wait_for_job(helped.app, place)
    own = helped.app.get(place, headers=helped.as_seat("ann"))
    again = ask(helped, about(helped, moves=moves))
    others, unknown = (helped.app.get(one, headers=helped.as_seat("bob")) for one in (place, f"{JOBS}/nowhere"))

    assert [*found["result"]["ours"]] == sorted(f"wins with {move}" for move in moves)
    assert (own.status_code, own.json()["result"]) == (200, found["result"])
    assert (again.status_code, again.json()["id"]) == (200, found["id"])
    assert kind_of(others) == (404, "not-found")
    assert others.json() | {"instance": ""} == unknown.json() | {"instance": ""}


@pytest.mark.rule("AR-JOB-16")
def test_a_seat_cancels_its_help(helped: Table) -> None:
    """Ann can cancel her job with her token; to bob it does not exist. An audit proves the job's log."""
    moves = ask(helped, about(helped, moves=["Fly"])).json()["needs"][:2]
    place = ask(helped, about(helped, moves=moves)).headers["Location"]
    cancel = f"{place}/cancellation"
    others = helped.app.post(cancel, headers=helped.as_seat("bob"))
    own = helped.app.post(cancel, headers=helped.as_seat("ann"))
    log = helped.app.get(f"{place}/events", headers={"Accept": "application/x-ndjson"}).content

    assert kind_of(others) == (404, "not-found")
    assert (own.status_code, own.json()["progress"]["status"]) == (200, "cancelled")
    assert audit_export(game_named("tcg.job"), lines_of(log)).failure is None


@pytest.mark.rule("TC-PLAY-12", "AR-JOB-15", "AR-JOB-13")
def test_a_seat_gets_no_other_help(idle: Running, app: httpx.Client, helped: Table) -> None:
    """The server refuses help that concerns another seat or match, is of another kind, or would take too long.

    It also refuses help if the match's settings do not allow it.
    """
    closed = open_match(idle, app)
    hand_in(closed)
    long = about(helped) | {"trials": 100_000}
    course = {"course": {"match": helped.opened["id"]}, "trials": 10}

    assert kind_of(ask(helped, about(helped), seat="bob")) == (403, "another-seat")
    assert kind_of(ask(helped, about(closed))) == (403, "token-of-another-stream")
    assert kind_of(ask(helped, course)) == (403, "app-key-needed")
    assert kind_of(ask(helped, {"simulate": RANDOM, "trials": 2})) == (403, "app-key-needed")
    assert kind_of(ask(helped, about(helped, version=3))) == (409, "not-the-current-version")
    assert kind_of(ask(helped, long)) == (409, "job-too-long")
    assert kind_of(ask(closed, about(closed))) == (409, "help-not-allowed")
    assert kind_of(helped.app.get(JOBS, headers=helped.as_seat("ann"))) == (403, "app-key-needed")
    helped.done({"type": "Concede"}, seat="bob")
    assert kind_of(ask(helped, about(helped))) == (403, "app-key-needed")


# ---------------------------------------------------------------- requests


@pytest.mark.rule("AR-JOB-01")
def test_a_job_is_either_a_simulation_or_an_analysis(app: httpx.Client) -> None:
    """The server refuses a request for both a simulation and an analysis, or for neither.

    It lists all kinds of jobs.
    """
    both = app.post(JOBS, json={"simulate": RANDOM, "course": {"match": "m"}, "trials": 10})
    neither = app.post(JOBS, json={"trials": 10})

    for answer, has in ((both, ["simulate", "course"]), (neither, [])):
        assert (answer.status_code, answer.json()["rule"]) == (409, "AR-JOB-01")
        assert (answer.json()["needs"], answer.json()["has"]) == ("one of simulate, course, chances, impact", has)


@pytest.mark.rule("AR-JOB-13")
def test_a_job_about_an_erased_match_fails(idle: Running, app: httpx.Client) -> None:
    """After a match is erased, a job about it fails with that reason, because its remaining chunks cannot be computed.

    A repeated request then reports that the match was erased.
    """
    with crewed(idle):
        match = finished_match(app)
    asked = {"course": {"match": match, "player": "random"}, "trials": 40}
    job = app.post(JOBS, json=asked).headers["Location"]
    erase(ServerSettings(data_folder=idle.folder, durability="relaxed"), f"tcg.match:{match}")
    with crewed(idle):
        failed = wait_for_job(app, job)

    assert failed["progress"]["status"] == "failed"
    assert failed["progress"]["reason"].endswith("StreamGone")
    assert app.post(JOBS, json=asked).status_code == 410
