"""Jobs from request to result, with a real store, a real server and real workers."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from services.gateway.operations.verify import verify_file
from services.gateway.processes.running import Running
from services.rpg_boundless.simulations import SIMULATION as FIGHTS
from shared.kernel.jobs.commands import FailJob
from shared.kernel.jobs.refusals import RulesHaveChanged
from shared.platform.eventlog import Ask, EventLog
from shared.platform.http.jobs.job_game import TrialBody, jobs_of
from shared.platform.http.jobs.job_trials import hold_openable
from shared.platform.queue import connect_to_store
from shared.platform.seal import Keys
from shared.platform.settings import ServerSettings
from tests.support.jobs import (
    JOB,
    SEED,
    app_of,
    crewed,
    done,
    installation,
    request,
    roll_to_simulate,
    state_of,
    wait_for_job,
)

pytestmark = pytest.mark.store

TRIALS = 12_000


@pytest.fixture(scope="module")
def idle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server without workers."""
    with installation(tmp_path_factory.mktemp("idle")) as server:
        yield server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server with a dispatcher and two worker processes."""
    with installation(tmp_path_factory.mktemp("busy")) as server, crewed(server):
        yield server


@pytest.fixture
def app(server: Running) -> Iterator[httpx.Client]:
    """Return a client of a new app for the test."""
    with app_of(server, f"app-{secrets.token_hex(4)}") as client:
        yield client


def body(text: str = "10d6!", **more: Any) -> dict[str, Any]:  # noqa: ANN401 fields of a body
    """Return a request for some trials of a roll."""
    return {"simulate": roll_to_simulate(text, 40), "trials": TRIALS, "seed": SEED, **more}


@pytest.mark.rule("AR-JOB-07")
def test_the_result_does_not_depend_on_the_workers(idle: Running) -> None:
    """With one, two and four workers, a job has the same result, byte for byte, even if it stops early."""
    asked = body(precision={"measure": "total", "half_width": "0.5"}, against=roll_to_simulate("11d6"))
    results = []
    for workers in (1, 2, 4):
        with crewed(idle, ARBITER_WORKERS=str(workers)), app_of(idle, f"tenant-{workers}") as app:
            found = done(app, asked)
            results.append(json.dumps([found["result"], found["progress"]["chunks"], found["progress"]["why"]]))

    assert len(set(results)) == 1
    assert '"precision"' in results[0]


@pytest.mark.rule("AR-JOB-12")
def test_the_same_request_is_answered_from_the_log(app: httpx.Client, server: Running) -> None:
    """A repeated request gets the same job, and no chunk runs again. Another app's request starts another job."""
    first = done(app, body())
    again = app.post("/dice/v1/jobs", json=body())
    with app_of(server, "a-stranger") as stranger:
        theirs = done(stranger, body())
        hidden = stranger.get(f"/dice/v1/jobs/{first['id']}")

    assert again.status_code == 200
    assert again.json() == first
    assert theirs["id"] != first["id"]
    assert theirs["result"] == first["result"]
    assert hidden.status_code == 404


def test_a_request_without_a_seed_has_one(app: httpx.Client) -> None:
    """The server derives a missing seed from the request, so that a repeated request gets the same job."""
    asked = {"simulate": roll_to_simulate("3d6"), "trials": 200}
    first = done(app, asked)

    assert app.post("/dice/v1/jobs", json=asked).json()["id"] == first["id"]
    assert len(first["request"]["seed"]) == 64


@pytest.mark.rule("AR-JOB-02", "AR-JOB-03", "AR-JOB-04")
@pytest.mark.parametrize(
    ("asked", "rule", "needs"),
    [
        (body(trials=10**12), "AR-JOB-02", "at most 10000000 trials"),
        (body("1000d1000", trials=10**7), "AR-JOB-03", "at most 15000 seconds of one core"),
        (body("4d6kh3 +"), "DI-NOT-02", None),
        (body("2000d6"), "DI-LIMIT-02", None),
        (body(precision={"measure": "luck", "half_width": "1"}), "AR-JOB-04", ["total", "at least 40"]),
    ],
)
def test_bad_requests_are_refused_before_they_are_accepted(
    app: httpx.Client, asked: dict[str, Any], rule: str, needs: object
) -> None:
    """The server refuses an invalid request with the rule and the limit, and writes nothing."""
    answer = app.post("/dice/v1/jobs", json=asked)

    assert answer.status_code == 409, answer.text
    assert answer.json()["rule"] == rule
    if needs is not None:
        assert answer.json()["needs"] == needs


@pytest.mark.parametrize(
    "wrong", [{"trials": 0}, {"confidence": 50}, {"seed": "x"}, {"what": 1}, {"precision": {"measure": "total"}}]
)
def test_malformed_requests_are_400(app: httpx.Client, wrong: dict[str, Any]) -> None:
    """A request with fields that are not in the contract gets a 400."""
    assert app.post("/dice/v1/jobs", json=body() | wrong).status_code == 400


def test_a_job_is_cancelled(app: httpx.Client) -> None:
    """When a job is cancelled, its chunks stop and its results can still be read.

    A repeated request then starts a new job.
    """
    asked = body("500d6", trials=2_000_000)
    place = app.post("/dice/v1/jobs", json=asked).headers["Location"]
    ended = app.post(f"{place}/cancellation")
    later = wait_for_job(app, place)
    again = app.post("/dice/v1/jobs", json=asked)

    assert ended.status_code == 200
    assert later["progress"]["status"] == "cancelled"
    assert app.post(f"{place}/cancellation").status_code == 200
    assert again.status_code == 202
    assert again.headers["Location"] != place
    assert app.post(f"{again.headers['Location']}/cancellation").status_code == 200


def fail(server: Running, job: str) -> None:
    """Fail a job, as the clock does."""
    settings = ServerSettings(data_folder=server.folder, durability="relaxed")

    async def send_failure() -> None:
        connection = await connect_to_store(settings, server.store.url)
        log = EventLog(connection, JOB, Keys.open(settings.keys_at).sealer, ruleset="test")
        ask = Ask(command=FailJob(reason="of the test"), seat="clock", by="clock", role="clock")
        await log.submit(JOB.stream_name(job), ask)
        await connection.close()

    asyncio.run(send_failure())


@pytest.mark.rule("AR-LIST-02")
def test_finished_jobs_are_listed_as_finished(app: httpx.Client, server: Running) -> None:
    """When a worker ends a job, the list of jobs is up to date before the server's next response."""
    finished_one = done(app, body(trials=100))
    going = app.post("/dice/v1/jobs", json=body("500d6", trials=2_000_000)).json()["id"]
    place = f"/dice/v1/jobs/{going}"
    by_status = {
        status: [item["id"] for item in app.get("/dice/v1/jobs", params={"status": status}).json()["items"]]
        for status in ("running", "completed")
    }
    fail(server, going)
    failed = app.get("/dice/v1/jobs", params={"status": "failed"}).json()["items"]

    assert by_status == {"running": [going], "completed": [finished_one["id"]]}
    assert [item["id"] for item in failed] == [going]
    assert app.get(place).json()["version"] == failed[0]["version"]


def test_progress_is_streamed(app: httpx.Client) -> None:
    """The progress stream reports growing numbers of trials, and ends with the job.

    A reader that resumes after the last event receives no event twice.
    """
    place = app.post("/dice/v1/jobs", json=body("50d6", trials=20_000)).headers["Location"]
    with app.stream("GET", f"{place}/events", headers={"Accept": "text/event-stream"}, timeout=120) as answer:
        lines = list(answer.iter_lines())
    reports = [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]
    last = next(line.removeprefix("id: ") for line in reversed(lines) if line.startswith("id: "))
    resumed = app.get(f"{place}/events", headers={"Accept": "text/event-stream", "Last-Event-ID": last})

    assert [each["trials"] for each in reports] == sorted(each["trials"] for each in reports)
    assert reports[-1]["status"] == "completed"
    assert reports[-1]["trials"] == 20_000
    assert "data:" not in resumed.text


@pytest.mark.rule("AR-JOB-09")
def test_an_extreme_trial_opens_as_a_stream_and_audits_clean(app: httpx.Client) -> None:
    """An extreme trial that is opened as a stream has the trial's value, and its audit reports that it is simulated.

    A second opening returns the same stream.
    """
    found = done(app, body("20d20kh10!"))
    extreme = found["result"]["highest"][0]
    place = f"/dice/v1/jobs/{found['id']}/trials"
    opened = app.post(place, json={"chunk": extreme["chunk"], "trial": extreme["trial"]})
    again = app.post(place, json={"chunk": extreme["chunk"], "trial": extreme["trial"]})
    table = opened.headers["Location"]
    audit = app.get(f"{table}/audit").json()

    assert opened.status_code == 201, opened.text
    assert opened.json()["measured"]["total"] == extreme["value"]
    assert opened.json()["seed"] == extreme["seed"]
    assert app.get(table).json()["simulated"] is True
    assert ["conclusion", "says"] == list(audit)[:2]
    assert ("simulated", True) == (audit["conclusion"], audit["says"].startswith("SIMULATED: no game was played here."))
    assert [audit[level]["verdict"] for level in ("chain", "draws", "decisions")] == ["same", "same", "same"]
    assert audit["failure"] is None
    assert again.json() == opened.json()


@pytest.mark.rule("AR-JOB-09")
@pytest.mark.parametrize("variant", ["ours", "theirs"])
def test_a_simulated_fight_opens_as_a_campaign_and_audits_clean(app: httpx.Client, variant: str) -> None:
    """A simulated fight opens as a campaign: the server replays its dozens of commands and gets the same result.

    The server refuses an unknown policy by its name.
    """
    asked = FIGHTS.examples["is it better to press or to guard?"] | {"trials": 100}
    place = app.post("/rpg_boundless/v1/jobs", json=asked).headers["Location"]
    extreme = wait_for_job(app, place)["result"]["lowest"][0]
    which = {"chunk": extreme["chunk"], "trial": extreme["trial"], "variant": variant}
    opened = app.post(f"{place}/trials", json=which)
    audit = app.get(f"{opened.headers['Location']}/audit").json()
    wrong = app.post("/rpg_boundless/v1/jobs", json=asked | {"simulate": asked["simulate"] | {"policy": "flee"}})

    assert [audit[level]["verdict"] for level in ("chain", "draws", "decisions")] == ["same", "same", "same"]
    assert opened.json()["measured"]["won"] == (0 if variant == "ours" else 1)
    assert (wrong.status_code, wrong.json()["field"]) == (400, "simulate.policy")


@pytest.mark.rule("AR-JOB-09")
@pytest.mark.parametrize("which", [{"chunk": 900, "trial": 0}, {"chunk": 0, "trial": 9_999_999}])
def test_only_trials_that_count_can_be_opened(app: httpx.Client, which: dict[str, int]) -> None:
    """The server refuses to open a trial or chunk past the last one, or a second variant that the job does not have."""
    found = done(app, body(trials=100))
    place = f"/dice/v1/jobs/{found['id']}/trials"

    assert app.post(place, json=which).json()["rule"] == "AR-JOB-09"
    assert app.post(place, json={"chunk": 0, "trial": 0, "variant": "theirs"}).json()["rule"] == "AR-JOB-09"


@pytest.mark.rule("AR-JOB-11")
def test_trials_of_a_job_under_other_rules_cannot_be_opened() -> None:
    """After a change of the rules, the server opens no trials of older jobs, because their results might differ."""
    game = jobs_of("dice")
    assert game is not None
    command = request("2d6", trials=100)
    job = state_of(command, 1, chunk_trials=100)
    with pytest.raises(RulesHaveChanged) as refused:
        hold_openable(game, job, TrialBody(chunk=0, trial=0))

    assert refused.value.has == game.ruleset


def test_two_variants_are_compared_with_the_same_dice(app: httpx.Client) -> None:
    """Compared variants use the same dice, so the means of 8d6 and 8d6 + 1 differ by exactly one."""
    found = done(app, body("8d6", against=roll_to_simulate("8d6 + 1")))["result"]
    ours, theirs, difference = (found[part]["total"]["mean"] for part in ("ours", "theirs", "difference"))

    assert difference["value"] == -1
    assert ours["high"] - ours["low"] > 0
    assert theirs["value"] == pytest.approx(ours["value"] + 1)
    assert found["highest"][0]["value"] == -1


def test_a_job_log_is_verified_offline(app: httpx.Client, tmp_path: Path) -> None:
    """The exported log of a job verifies like any other log."""
    found = done(app, body(trials=2_000))
    export = tmp_path / "job.ndjson"
    export.write_bytes(
        app.get(f"/dice/v1/jobs/{found['id']}/events", headers={"Accept": "application/x-ndjson"}).content
    )

    assert verify_file(export, None, None).honest


def test_a_seat_s_token_may_not_use_jobs(app: httpx.Client) -> None:
    """The server refuses to create, read or cancel a job with a seat's token."""
    opened = app.post("/dice/v1/tables", json={"type": "OpenTable", "seats": [{"seat": "gm", "role": "gm"}]}).json()
    token = {"Authorization": f"Bearer {opened['seats'][0]['token']}"}

    assert app.post("/dice/v1/jobs", json=body(), headers=token).status_code == 403


def test_a_job_names_its_methods(app: httpx.Client) -> None:
    """The `Allow` header of a job lists its methods, in responses to OPTIONS and to unsupported methods.

    A job cannot be deleted.
    """
    place = f"/dice/v1/jobs/{done(app, body(trials=100))['id']}"

    assert app.options(place).headers["Allow"] == "GET, OPTIONS"
    assert set(app.delete(place).headers["Allow"].split(", ")) == {"GET", "OPTIONS"}


def test_queues_and_chunks_are_measured(app: httpx.Client) -> None:
    """The metrics report the depth of the queue and the durations of chunks."""
    done(app, body(trials=1_000))
    text = app.get("/metrics").text

    assert 'arbiter_queue_depth{service="dice"}' in text
    assert 'arbiter_chunk_seconds_count{service="dice"}' in text
