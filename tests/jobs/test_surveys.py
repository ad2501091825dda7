"""Surveys of an app's stored streams, with a real store, a real server and real workers."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest

from services.gateway.operations.erase import erase
from services.gateway.operations.impact import ImpactRequest, impact
from services.gateway.operations.verify import verify_file
from services.gateway.processes.running import Running
from services.rpg_boundless.simulations import SIMULATION
from shared.kernel.impact import Change
from shared.kernel.jobs.analysis import JobKinds
from shared.platform.queue.work import ChunkWorker
from shared.platform.settings import ServerSettings
from tests.support.boundless_strength import campaign, strengthen
from tests.support.http import NDJSON
from tests.support.jobs import app_of, crewed, installation, wait_for_job
from tests.support.matches import hand_in, open_match

pytestmark = pytest.mark.store

AGAINST: Final = next(iter(SIMULATION.examples.values()))["against"]
JOBS: Final = "/rpg_boundless/v1/jobs"
FOLLOWS: Final = {"hp": {"follows_strength": True}}
LONG: Final = 60
"""The number of changes of Strength in the longest campaign, chosen so that a chunk has seven campaigns."""
OTHERS: Final = 15


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


def ask(app: httpx.Client, *, trials: int = 100, path: str = JOBS, **impact: Any) -> httpx.Response:  # noqa: ANN401 fields of a request
    """Request a survey of the effect that other rules would have had; return the response."""
    return app.post(path, json={"impact": impact, "trials": trials})


def run_survey(app: httpx.Client, **asked: Any) -> dict[str, Any]:  # noqa: ANN401 as `ask` has it
    """Request a survey, wait until it ends, and return its result."""
    answer = ask(app, **asked)
    assert answer.status_code in {200, 202}, answer.text
    return wait_for_job(app, answer.headers["Location"])


def streams_of(app: httpx.Client, asked: httpx.Response) -> list[str]:
    """Return the ids of the streams that a job reads, taken from its log."""
    items = app.get(f"{asked.headers['Location']}/events").json()["items"]
    requested = next(item["data"] for item in items if item["type"].endswith("JobRequested"))
    return [one["stream"].rpartition(":")[2] for one in requested["streams"]]


def problem(answer: httpx.Response) -> tuple[int, str, str]:
    """Return an error response's status, and the kind and rule of its problem."""
    body = answer.json()
    return answer.status_code, body["type"].rpartition(":")[2], body.get("rule", "")


@pytest.mark.rule("AR-JOB-17", "AR-IMPACT-05")
def test_a_survey_has_the_result_of_arbiter_impact_on_any_number_of_workers(idle: Running, app: httpx.Client) -> None:
    """With one, two and four workers, a survey's result has the same bytes.

    `arbiter impact` reports the same figures.
    """
    played = [campaign(idle, app, LONG), *(campaign(idle, app, 1, over=number % 2 == 0) for number in range(OTHERS))]
    results = []
    for workers in (1, 2, 4):
        with crewed(idle, ARBITER_WORKERS=str(workers)):
            job = run_survey(app, settings=FOLLOWS)
        results.append(json.dumps([job["result"], job["progress"]["chunks"]]))
        app.post(f"{JOBS}/{job['id']}/cancellation")
        erase(ServerSettings(data_folder=idle.folder, durability="relaxed"), job["stream"])
    settings = ServerSettings(data_folder=idle.folder, redis_url=idle.store.url, durability="relaxed")
    names = [one.opened["stream"] for one in played]
    reported = impact(lambda: settings, ImpactRequest(streams=names, change=Change(FOLLOWS)))

    assert len(set(results)) == 1
    result, chunks = json.loads(results[0])
    [row] = result["findings"]["rows"]
    assert chunks > 2
    assert result["findings"]["counts"] == {
        "decisions": reported.decisions, "echoes": reported.echoes, "same": reported.same, "stopped": 0,
        "streams": len(played),
    }  # fmt: skip
    assert [(one.what, one.rules, one.decisions, one.streams) for one in reported.rows] == [
        (row["what"], tuple(row["rules"]), row["decisions"], row["streams"])
    ]
    assert (row["streams"], row["rules"][0]) == (len(played), "FB-R-07")
    assert row["decisions"] + reported.echoes == LONG + OTHERS
    assert (result["trials"], result["ours"]) == (len(played), {})


@pytest.mark.rule("AR-JOB-17")
def test_a_survey_reads_each_stream_up_to_the_version_at_its_request(idle: Running, app: httpx.Client) -> None:
    """If a campaign continues during a survey, the survey's result does not change.

    Requesting the same survey again starts another job, which reads more commits.
    """
    played = campaign(idle, app, 1)
    first = ask(app, settings=FOLLOWS)
    strengthen(played, 4)
    second = ask(app, settings=FOLLOWS)
    with crewed(idle):
        counts = [wait_for_job(app, one.headers["Location"])["result"]["findings"]["counts"] for one in (first, second)]

    assert counts[1]["decisions"] == counts[0]["decisions"] + 1
    assert ask(app, settings=FOLLOWS).headers["Location"] == second.headers["Location"]


@pytest.mark.rule("AR-JOB-17")
def test_other_workers_complete_the_job_of_one_that_stopped(idle: Running, app: httpx.Client) -> None:
    """If a worker reports the second chunk and then stops, other workers complete the job, and its log is proven."""
    for number in range(12):
        campaign(idle, app, LONG if not number else 1)
    job = ask(app, settings=FOLLOWS)
    settings = ServerSettings(data_folder=idle.folder, durability="relaxed")
    gone = ChunkWorker(settings, idle.store.url, {"rpg_boundless": JobKinds(SIMULATION)})
    said = gone.report(job.json()["stream"], 1, gone.play(job.json()["stream"], 1))
    gone.close()
    with crewed(idle):
        over = wait_for_job(app, job.headers["Location"])
    export = idle.folder / "survey.ndjson"
    export.write_bytes(app.get(f"{job.headers['Location']}/events", headers=NDJSON).content)

    assert said == "done"
    assert (over["progress"]["status"], over["progress"]["trials"]) == ("completed", 12)
    assert over["result"]["findings"]["counts"]["streams"] == over["result"]["findings"]["rows"][0]["streams"] == 12
    assert verify_file(export, None, None).honest


@pytest.mark.rule("AR-JOB-17")
def test_a_job_reads_only_streams_of_its_app(idle: Running, app: httpx.Client) -> None:
    """A survey reads the app's newest streams, or the streams that the request names.

    For a survey, another app's stream does not exist.
    """
    ids = [campaign(idle, app, 1).opened["id"] for _ in range(3)]
    newest, named = ask(app, trials=2), ask(app, streams=[ids[0]])
    with app_of(idle, "a-stranger") as stranger:
        hidden, none = ask(stranger, streams=ids[:1]), ask(stranger)

    assert [streams_of(app, one) for one in (newest, named)] == [[ids[2], ids[1]], [ids[0]]]
    assert hidden.status_code == ask(app, streams=["nowhere"]).status_code == 404
    assert problem(none) == (409, "nothing-to-read", "AR-JOB-17")


@pytest.mark.rule("AR-JOB-17", "AR-IMPACT-03", "AR-JOB-04")
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"impact": {"settings": {"hp": {"luck": 1}}}}, (409, "setting-unknown", "AR-IMPACT-03")),
        ({"impact": {}, "against": AGAINST}, (409, "request-unclear", "AR-JOB-01")),
        ({"impact": {}, "precision": {"measure": "x", "half_width": "1"}}, (409, "measure-unknown", "AR-JOB-04")),
    ],
)
def test_wrong_requests_are_refused_before_they_are_accepted(
    idle: Running, app: httpx.Client, body: dict[str, Any], expected: tuple[int, str, str]
) -> None:
    """The server refuses an unknown setting and names the existing ones.

    It also refuses a survey with a measure or a second variant.
    """
    campaign(idle, app, 0)
    answer = app.post(JOBS, json={"trials": 5} | body)

    assert problem(answer) == expected


@pytest.mark.rule("AR-JOB-17", "AR-IMPACT-04")
def test_a_survey_reads_of_a_running_match_only_what_the_app_may_read(idle: Running, app: httpx.Client) -> None:
    """A survey decides the commands of a running match again only up to the first shuffle.

    No caller may read the order of the decks.
    """
    match = open_match(idle, app)
    hand_in(match)
    with crewed(idle):
        job = run_survey(app, path="/tcg/v1/jobs")
    findings = job["result"]["findings"]

    assert findings["counts"]["stopped"] == 1
    assert findings["stopped"][match.opened["stream"]].endswith("parts of the next decision are closed to this reader")
    assert findings["rows"] == []


@pytest.mark.rule("AR-JOB-17")
def test_a_job_about_an_erased_stream_fails(idle: Running, app: httpx.Client) -> None:
    """If a stream is erased before a job reads it, the job fails with that reason."""
    played = campaign(idle, app, 1)
    job = ask(app).headers["Location"]
    erase(ServerSettings(data_folder=idle.folder, durability="relaxed"), played.opened["stream"])
    with crewed(idle):
        failed = wait_for_job(app, job)

    assert failed["progress"]["status"] == "failed"
    assert failed["progress"]["reason"].endswith("StreamGone")


@pytest.mark.rule("AR-JOB-17", "AR-JOB-15")
def test_a_seat_may_not_request_a_survey(idle: Running, app: httpx.Client) -> None:
    """The server refuses a survey with a seat's token, and refuses to open a survey's trials as streams."""
    played = campaign(idle, app, 0)
    job = ask(app).headers["Location"]
    trial = app.post(f"{job}/trials", json={"chunk": 0, "trial": 0})

    assert app.post(JOBS, json={"impact": {}, "trials": 1}, headers=played.as_seat("ann")).status_code == 403
    assert problem(trial) == (409, "trial-has-no-stream", "AR-JOB-13")
    assert app.post(f"{job}/cancellation").json()["progress"]["status"] == "cancelled"
