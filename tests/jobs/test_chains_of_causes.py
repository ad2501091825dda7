"""Chains of causes that include what the service does by itself: clock steps, computer players' turns, and jobs."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from shared.kernel.causes import Cause, Chain
from shared.kernel.stream import SendChat
from shared.platform.eventlog import Ask
from shared.platform.queue import Clock
from tests.jobs.clocks import Works
from tests.support.bells import OPENING, Wind
from tests.support.causes import chain_of, commits_of_chain, why
from tests.support.clockwork import open_tower
from tests.support.http import NDJSON
from tests.support.jobs import app_of, crewed, installation, wait_for_job
from tests.support.logs import everything

pytestmark = pytest.mark.store

WITHIN = 120.0
NONE = (None, None)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Run a server, a dispatcher, a clock and a worker; yield a client of an app."""
    with (
        installation(tmp_path_factory.mktemp("installation")) as server,
        crewed(server, roles=("dispatcher", "clock", "worker"), ARBITER_WORKERS="1"),
        app_of(server, "chains") as client,
    ):
        yield client


def intents(app: httpx.Client, path: str) -> list[dict[str, Any]]:
    """Return the intents in a stream's records, each with the version before its commit as `before`."""
    found, before = [], 0
    for line in app.get(f"{path}/events", headers=NDJSON).text.splitlines():
        public = json.loads(line)["public"]
        found.append(public["intent"] | {"before": before})
        before = public["version"]
    return found


def eventually(app: httpx.Client, path: str, met: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
    """Wait until a stream's intents meet a condition; return the intents."""
    until = time.monotonic() + WITHIN
    while not met(found := intents(app, path)):
        assert time.monotonic() < until, found
        time.sleep(0.05)
    return found


@pytest.mark.rule("AR-CAUSE-03")
def test_a_turn_of_a_computer_player_belongs_to_the_chain_that_it_answers(app: httpx.Client) -> None:
    """If a computer player responds to a command in a chain, its turn belongs to that chain.

    Once a person sends a command outside of the chain, the computer player's turns are outside of it, too.
    """
    opened = app.post("/tcg/v1/matches", json={"seats": [{"seat": "ann"}, {"seat": "bob"}]}).json()
    path, stream = f"/tcg/v1/matches/{opened['id']}", opened["stream"]
    app.post(f"{path}/seats/ann/player", json={"player": "random"}, headers=why("by-house")).raise_for_status()
    begun = eventually(app, path, lambda found: found[-1]["by"].startswith("player:"))
    deck = app.get("/tcg/v1/decks/lantern").json()
    body = {"command": {"type": "SubmitDeck", "deck": deck}}
    app.post(f"{path}/commands", json=body, headers={"Arbiter-Seat": "bob"}).raise_for_status()
    app.post(f"{path}/seats/bob/player", json={"player": "random"}).raise_for_status()
    later = eventually(app, path, lambda found: len(found) > len(begun) + 3)[len(begun) :]
    turns = [one for one in begun if one["by"].startswith("player:")]

    assert turns
    assert [chain_of(one) for one in turns] == [("by-house", f"{stream}/{one['before']}") for one in turns]
    assert {chain_of(one) for one in later} == {NONE}
    assert [one["seat"] for one in commits_of_chain(app, "by-house")] == ["ann"] * (1 + len(turns))


@pytest.mark.rule("AR-CAUSE-03")
@pytest.mark.parametrize("chain", [None, Chain(correlation="wound")], ids=["outside", "in a chain"])
async def test_each_step_of_the_clock_is_caused_by_the_one_before(works: Works, chain: Chain | None) -> None:
    """The cause of the first due step is the command that made it due.

    The cause of each later step is the step before it.
    """
    name = await open_tower(works.log, "a")
    await works.log.submit(name, Ask(command=Wind(strikes=3), seat="gm", by="key:app", chain=chain))
    assert await Clock(works.log).advance(name) == "done"
    commits = await everything(works.log, name)
    steps = [msgspec.json.decode(commit.record.public)["intent"] for commit in commits[-3:]]
    causes = [Cause(stream=name, version=commit.version).event for commit in commits[-4:-1]]

    assert [step["by"] for step in steps] == ["clock"] * 3
    assert [chain_of(step) for step in steps] == ([NONE] * 3 if chain is None else [("wound", one) for one in causes])


@pytest.mark.rule("AR-CAUSE-03", "AR-CHAT-05")
@pytest.mark.parametrize(("wound", "said"), [(Chain(correlation="wound"), None), (None, Chain(correlation="said"))])
async def test_no_step_of_the_clock_is_caused_by_chat(works: Works, wound: Chain | None, said: Chain | None) -> None:
    """A chat message before a clock step does not break the step's chain of causes, and does not become its cause."""
    name = await open_tower(works.log, "a", replace(OPENING, chat="on"))
    await works.log.submit(name, Ask(command=Wind(strikes=1), seat="gm", by="key:app", chain=wound))
    await works.log.submit(name, Ask(command=SendChat(text="Listen!"), seat="gm", by="key:app", chain=said))
    assert await Clock(works.log).advance(name) == "done"
    wind, _, step = (await everything(works.log, name))[-3:]
    cause = Cause(stream=name, version=wind.version).event

    assert chain_of(msgspec.json.decode(step.record.public)["intent"]) == (("wound", cause) if wound else NONE)


@pytest.mark.rule("AR-CAUSE-03")
def test_a_job_and_its_trial_belong_to_the_chain_of_the_opening(app: httpx.Client) -> None:
    """A job's chunks and a trial that is opened as a stream belong to the chain of the job's opening.

    A job that is requested outside of any chain has no chain.
    """
    body = {"simulate": {"what": {"throw": "Notation", "text": "2d6"}}, "trials": 2_000}
    chained = app.post("/dice/v1/jobs", json=body, headers=why("job")).headers["Location"]
    plain = app.post("/dice/v1/jobs", json=body | {"trials": 2_001}).headers["Location"]
    jobs = [wait_for_job(app, place) for place in (chained, plain)]
    trials = [app.post(f"{place}/trials", json={"chunk": 0, "trial": 0}).json() for place in (chained, plain)]
    opened, *chunks = intents(app, chained)
    first = f"{jobs[0]['stream']}/1"

    assert chain_of(opened) == ("job", None)
    assert [chain_of(one) for one in chunks] == [("job", first)] * len(chunks)
    assert chain_of(intents(app, f"/dice/v1/tables/{trials[0]['id']}")[0]) == ("job", first)
    assert {chain_of(one) for one in intents(app, plain)} == {NONE}
    assert chain_of(intents(app, f"/dice/v1/tables/{trials[1]['id']}")[0]) == NONE
    assert [one["stream"] for one in commits_of_chain(app, "job")] == [jobs[0]["stream"]] * (1 + len(chunks)) + [
        trials[0]["stream"]
    ]
