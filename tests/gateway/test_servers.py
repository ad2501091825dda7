"""Several server processes on one port, which work as one server. A process that dies is restarted."""

from __future__ import annotations

import os
import re
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from redis import Redis

from services.gateway.processes import listening, servers
from services.gateway.processes.running import Running, running
from services.gateway.processes.servers import Servers, cores, share_of, stop_signals
from services.gateway.processes.supervisor import SupervisedProcess
from shared.platform.eventlog import CannotStart
from shared.platform.queue import address_of, own_job_queue
from shared.platform.settings import ServerSettings
from tests.gateway.test_cli import arbiter
from tests.support.http import COLD, TABLES, Table, open_table, roll
from tests.support.insistence import Client, assert_logged_once, await_more
from tests.support.jobs import roll_to_simulate
from tests.support.processes import children_of, words_of

pytestmark = [pytest.mark.store, pytest.mark.faults, pytest.mark.execs]

CLIENTS: Final = 6
TABLES_PLAYED: Final = 4
CONNECTIONS: Final = 12
"""The number of connections, enough that both processes almost certainly have some."""
KILLS: Final = int(os.environ.get("ARBITER_TEST_SERVER_KILLS", "1"))
WITHIN: Final = 120.0
PAUSE: Final = 0.02
COUNTS: Final = re.compile(r"^(\w+_(?:total|count|bucket)(?:\{.*\})?) (\S+)$", re.MULTILINE)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run two server processes with one store."""
    folder = tmp_path_factory.mktemp("two")
    with running(folder, "--dispatcher", durability="relaxed", ARBITER_SERVERS="2", **COLD) as server:
        yield server
        processes = children_of(server.pid)
        assert 0 == server.stop()
        assert [] == [pid for pid in processes if Path(f"/proc/{pid}").exists()]


@pytest.fixture(scope="module")
def app(server: Running) -> Iterator[httpx.Client]:
    """Return a client with the app's key."""
    with server.client() as client:
        yield client


def eventually(seen: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    until = time.monotonic() + WITHIN
    while not seen():
        assert time.monotonic() < until
        time.sleep(0.02)


def up(server: Running) -> dict[str, int]:
    """Return the number of servers, and the number of them that are up, from the metrics of one server."""
    try:
        health: dict[str, Any] = httpx.get(f"{server.address}/health/ready", timeout=5).json()
    except httpx.TransportError:
        return {}
    return dict(health.get("servers", {}))


def servers_of(server: Running) -> list[int]:
    """Return the process ids of the servers, without other child processes."""
    return [pid for pid in children_of(server.pid) if "server" in words_of(pid)]


def metric_of(app: httpx.Client, name: str) -> float:
    """Return a metric of the dice service, summed over all servers."""
    found = re.search(rf'^arbiter_{name}_total{{service="dice"}} (\S+)$', app.get("/metrics").text, re.MULTILINE)
    return float(found[1]) if found else 0.0


@contextmanager
def without_restarts(server: Running) -> Iterator[None]:
    """Suspend the process that forks servers during the block, so that a killed one is away until its end."""
    (nursery,) = [pid for pid in children_of(server.pid) if "nursery" in words_of(pid)]
    os.kill(nursery, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(nursery, signal.SIGCONT)


class Scraper(threading.Thread):
    """A client that scrapes either process again and again, and records every count that falls (none should)."""

    def __init__(self, server: Running) -> None:
        """Start with no counts."""
        super().__init__(daemon=True)
        self.over, self.fell = threading.Event(), list[tuple[str, float, float]]()
        self.scrapes = 0
        self._server = server
        self._counts: dict[str, float] = {}

    def run(self) -> None:
        """Scrape until stopped, each time over a new connection. A killed server does not respond."""
        while not self.over.wait(PAUSE):
            line = HTTPConnection("127.0.0.1", self._server.port, timeout=WITHIN)
            with closing(line), suppress(OSError, HTTPException):
                line.request("GET", "/metrics", headers={"Authorization": f"Bearer {self._server.key}"})
                self._note(line.getresponse().read().decode())

    def _note(self, text: str) -> None:
        counts = {name: float(value) for name, value in COUNTS.findall(text)}
        self.fell += [
            (name, was, counts.get(name, 0.0)) for name, was in self._counts.items() if counts.get(name, 0.0) < was
        ]
        self._counts = counts
        self.scrapes += 1


@pytest.fixture(scope="module")
def everybody(server: Running) -> Iterator[list[httpx.Client]]:
    """Return clients with their own connections, enough to reach every server process."""
    with ExitStack() as stack:
        yield [stack.enter_context(server.client()) for _ in range(CONNECTIONS)]


def play(tables: list[Table], over: threading.Event) -> list[Client]:
    """Roll on tables as several clients, each with its own connection; return the clients."""
    clients = [Client(tables[place % len(tables)], over) for place in range(CLIENTS)]
    for client in clients:
        client.start()
    return clients


def test_a_stream_is_decided_by_one_process_and_measured_by_all(
    server: Running, app: httpx.Client, everybody: list[httpx.Client]
) -> None:  # fmt: skip
    """Both processes receive commands, several at once for each table.

    They decide few commands twice, and the metrics count all commands.
    """
    over = threading.Event()
    before = metric_of(app, "commits"), metric_of(app, "conflicts")
    tables = [open_table(server, app) for _ in range(TABLES_PLAYED)]
    clients = play(tables, over)
    for _ in range(10):
        await_more(clients)
    over.set()
    for client in clients:
        client.join()
    rolls = sum(len(client.acknowledged) for client in clients)
    answers = [client.get("/metrics") for client in everybody]
    pattern = re.compile(r'^arbiter_commits_total{service="dice"} (\S+)$', re.MULTILINE)
    commits = {pattern.search(one.text)[1] for one in answers}  # type: ignore[index]

    assert [None] * CLIENTS == [client.error for client in clients]
    assert before[0] + rolls + TABLES_PLAYED == metric_of(app, "commits")
    assert metric_of(app, "conflicts") - before[1] < rolls / 20
    assert {str(metric_of(app, "commits"))} == commits


def test_every_server_gives_the_same_answer(
    server: Running, app: httpx.Client, everybody: list[httpx.Client]
) -> None:  # fmt: skip
    """A command, a read or a refusal has the same status, headers and bytes, even if it is forwarded."""
    table = open_table(server, app)
    once = {"Idempotency-Key": "once", "X-Request-ID": "same"}
    asks: list[Callable[[httpx.Client], httpx.Response]] = [
        lambda client: client.get(table.path, headers=once),
        lambda client: client.get(f"{table.path}/legal", headers=once | {"Arbiter-Seat": "ann"}),
        lambda client: client.post(f"{table.path}/commands", json={"command": roll()}, headers=once),
        lambda client: client.post(f"{table.path}/commands", content=b"{", headers=once),
        lambda client: client.post(f"{table.path}/commands", content=b"x" * 300_000, headers=once),
        lambda client: client.post(f"{TABLES}/none/commands", json={"command": roll()}, headers=once),
        lambda client: client.post(f"{table.path}/nothing", headers=once),
        lambda client: client.get(table.path, headers=once | {"Authorization": "Bearer nobody"}),
    ]
    table.send(roll(), headers=once)
    for ask in asks:
        said = {_without_time(ask(client)) for client in everybody}
        assert 1 == len(said), said


def _without_time(answer: httpx.Response) -> tuple[int, tuple[tuple[str, str], ...], bytes]:
    """Return a response without its time and its remaining rate limit, for comparison."""
    headers = [pair for pair in answer.headers.multi_items() if pair[0] not in {"date", "ratelimit"}]
    return answer.status_code, tuple(headers), answer.content


def test_one_call_rolls_of_a_key_do_not_conflict(app: httpx.Client, everybody: list[httpx.Client]) -> None:
    """One-call rolls use the key's own table, whichever server receives them, and never conflict."""
    rolls = {"rolls": roll()["rolls"]}
    before = metric_of(app, "conflicts")
    answers = [client.post("/dice/v1/rolls", json=rolls) for client in everybody]

    assert [201] * CONNECTIONS == [answer.status_code for answer in answers]
    assert len({answer.json()["table"] for answer in answers}) == 1
    assert before == metric_of(app, "conflicts")


@pytest.mark.rule("AR-SERVER-05")
def test_a_server_killed_under_load_is_restarted_without_loss_or_duplicates(
    server: Running, app: httpx.Client, tmp_path: Path
) -> None:  # fmt: skip
    """Each acknowledged roll is in the log once. The other server keeps working, and both are up again afterwards.

    No counter falls, whichever server is scraped in the meantime.
    """
    over = threading.Event()
    scraper = Scraper(server)
    scraper.start()
    tables = [open_table(server, app) for _ in range(TABLES_PLAYED)]
    clients = play(tables, over)
    for number in range(KILLS):
        await_more(clients)
        with without_restarts(server):
            os.kill(servers_of(server)[number % 2], signal.SIGKILL)
            eventually(lambda: up(server) == {"up": 1, "of": 2})
            await_more(clients)
        eventually(lambda: up(server) == {"up": 2, "of": 2})
    await_more(clients)
    over.set()
    scraper.over.set()
    for thread in (*clients, scraper):
        thread.join()

    assert [None] * CLIENTS == [client.error for client in clients]
    assert [] == scraper.fell
    assert scraper.scrapes > KILLS
    for table in tables:
        done = [client.acknowledged for client in clients if client.table is table]
        assert_logged_once(table, {key: value for one in done for key, value in one.items()}, tmp_path)


@pytest.mark.rule("AR-SERVER-06")
def test_a_frozen_server_is_replaced(server: Running) -> None:
    """Connections may reach a suspended server until it is replaced. Afterwards each connection gets a response."""
    frozen = servers_of(server)[0]
    os.kill(frozen, signal.SIGSTOP)
    eventually(lambda: frozen not in servers_of(server))
    eventually(lambda: up(server) == {"up": 2, "of": 2})
    answered = [httpx.get(f"{server.address}/health/live", timeout=WITHIN).status_code for _ in range(CONNECTIONS)]

    assert [200] * CONNECTIONS == answered
    assert 2 == len(servers_of(server))


def test_a_dispatcher_runs_beside_the_servers(server: Running, app: httpx.Client) -> None:
    """Without a separate `arbiter dispatcher`, the chunks of a job reach the workers' queue."""
    asked = app.post("/dice/v1/jobs", json={"simulate": roll_to_simulate("20d20kh10!"), "trials": 40_000})

    assert 202 == asked.status_code
    with Redis.from_url(address_of(server.store.broker_url)) as broker:
        eventually(lambda: bool(broker.llen(own_job_queue("dice"))))


def test_a_port_in_use_is_reported(server: Running) -> None:
    """If another program or other servers use the port, the command prints one line and exits with 1."""
    with socket.create_server(("127.0.0.1", 0)) as strange:
        for port in (strange.getsockname()[1], server.port):
            store = {"ARBITER_REDIS_URL": server.store.url, "ARBITER_DURABILITY": "relaxed"}
            done = arbiter(server.folder, "serve", "--servers", "2", ARBITER_PORT=str(port), **store)
            said = f"Error: cannot listen on 127.0.0.1, port {port}: Address already in use\n"
            assert (1, said) == (done.returncode, done.stderr)


# ------------------------------------------------------------------ parts


def test_port_0_is_one_port_for_all() -> None:
    """With port 0, the sockets of all processes and of each address of a host get the port of the first socket."""
    reserved = listening.reserve_port("localhost", 0)
    port = reserved[0].getsockname()[1]
    beside = listening.bind_all("localhost", port, shared=True) if listening.PORT_IS_SHARED else []

    assert {port} == {one.getsockname()[1] for one in (*reserved, *beside)}
    listening.close([*reserved, *beside])


def test_where_no_port_is_shared_the_servers_inherit_one_socket(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:  # fmt: skip
    """If the system shares no port, all servers accept connections from one inherited socket, which stays open."""
    monkeypatch.setattr(listening, "PORT_IS_SHARED", False)
    monkeypatch.setattr(servers, "PORT_IS_SHARED", False)
    monkeypatch.setattr(SupervisedProcess, "module", "tests.support.inherited")
    sockets = listening.reserve_port("127.0.0.1", 0)
    sockets[0].listen()
    received = []
    with Servers(dict(os.environ), (), settings=ServerSettings(), servers=2, folder=tmp_path, sockets=sockets):
        for _ in range(2):
            with socket.create_connection(sockets[0].getsockname(), timeout=WITHIN) as line:
                received.append(line.recv(100))
    listening.close(sockets)

    assert [b"inherited"] * 2 == received


def test_a_limit_of_all_servers_is_divided() -> None:
    """A limit for all servers is divided and rounded up. Limits per request or connection stay the same."""
    settings = ServerSettings(subscribers=10, pool_workers=1, cached_megabytes=256, body_bytes=7)
    share = share_of(settings, 4)

    assert (3, 1, 64, 7) == (share.subscribers, share.pool_workers, share.cached_megabytes, share.body_bytes)


@pytest.mark.parametrize(
    ("limit", "most"), [("max 100000", None), ("50000 100000", 1), ("100000 100000", 1), ("100000000 100000", None)]
)
def test_one_server_runs_per_usable_processor(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, limit: str, most: int | None
) -> None:  # fmt: skip
    """The default number of servers is the number of processors, or a container's lower limit, and at least one."""
    (tmp_path / "cpu.max").write_text(limit, "ascii")
    monkeypatch.setattr(servers, "CPU_LIMIT", tmp_path / "cpu.max")

    assert (most or len(os.sched_getaffinity(0))) == cores()


def test_servers_of_which_one_cannot_start_do_not_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """If one server exits at its start, no server serves, and the error has its exit status."""
    monkeypatch.setattr(SupervisedProcess, "module", "tests.support.processes")
    group = Servers({}, (), settings=ServerSettings(), servers=2, folder=tmp_path, sockets=())
    with group, stop_signals() as over, pytest.raises(CannotStart, match="a server process ended with status 0; see"):
        group.await_ready(over)
