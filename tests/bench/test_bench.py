"""Tests of the bench: its counts, and the form of its reports."""

import asyncio
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from io import StringIO
from pathlib import Path
from threading import Thread

import msgspec
import pytest
from rich.console import Console

from tests.bench.counting import CannotCount, total
from tests.bench.load import Answered, Load, answer_size, at_share, request, send
from tests.bench.peers import boardgame
from tests.bench.rows import Bar, Row, print_rows, row, skip, write
from tests.bench.turns import cpu_seconds, in_turn

FORM = {"row", "ours", "peer", "peer_value", "ratio", "bar", "met"}


class Counter:
    """A tiny server that sends each response in two pieces, and a failure for the third request of a connection."""

    def __init__(self) -> None:
        """Start with no request served."""
        self.served = self.failed = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        number = 0
        while await reader.readuntil(b"!"):
            number += 1
            bad = number == 3
            self.served, self.failed = self.served + (not bad), self.failed + bad
            writer.write(b"HTTP/1.1 500 No\r\n" if bad else b"HTTP/1.1 200 OK\r\n")
            await writer.drain()
            writer.write(b"Content-Length: 4\r\n\r\ndone")
            await writer.drain()


@asynccontextmanager
async def counting() -> AsyncIterator[tuple[Counter, int]]:
    """Run the tiny server, and close every connection at the end."""
    counter, writers = Counter(), list[asyncio.StreamWriter]()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve until the client hangs up."""
        writers.append(writer)
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            await counter.serve(reader, writer)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield counter, server.sockets[0].getsockname()[1]
    for writer in writers:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def test_the_load_counts_answers_and_failures() -> None:
    """A load counts every good response and every failure once. Only good responses have latencies."""
    async with counting() as (counter, port):
        asked = request("POST", "/", body=b"roll!")
        load = Load(port=port, requests=(asked,), connections=3, seconds=0.2, warm=0.0, expect=b"done")
        found = await send(load)
    assert counter.served == found.all_good
    assert counter.failed == found.failed == 3
    assert 0 < found.counted <= found.all_good
    assert 0 < found.p50 <= found.p99
    assert found.first_failure.startswith("HTTP/1.1 500 No")


async def test_a_load_may_have_a_fixed_number_of_requests() -> None:
    """With `each`, a load sends a fixed number of requests, however long they take."""
    async with counting() as (counter, port):
        load = Load(port=port, requests=(b"!",), connections=3, seconds=0, warm=0, each=2)
        found = await send(load)
    assert counter.served == found.all_good == found.counted == 6


def test_the_total_is_callgrind_s_last_line() -> None:
    """The total is on the last line of callgrind's output, not in its summary. Output without it is an error."""
    assert total("desc: Trigger\nsummary: 11\nfn=(1) main\n1 12\ntotals: 12\n") == 12
    with pytest.raises(CannotCount):
        total("desc: Trigger\n")


def test_without_valgrind_nothing_is_counted_and_the_bench_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without valgrind the bench measures processor time instead, and explains this in one sentence."""
    from tests.bench import cost  # the peers that it imports take two seconds, which collecting should not

    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(cost, "_time", lambda rounds: [row("processor time", "µs", [1.0 * rounds])])
    first, second = cost.rows(rounds=1, count=True)
    assert first.note.startswith("skipped: valgrind and callgrind_control not on PATH")
    assert second.row == "processor time"


def test_processor_time_is_that_of_all_threads() -> None:
    """The measured processor time of a process includes the work of all its threads."""
    before = cpu_seconds(os.getpid())
    thread = Thread(target=lambda: sum(range(300_000)))
    thread.start()
    thread.join()
    sum(range(300_000))
    after = cpu_seconds(os.getpid())
    assert (before is None) == (after is None)
    assert before is None or after is None or after > before


def test_the_peers_client_reports_every_figure_of_ours() -> None:
    """The JSON line that boardgame.io's client prints has every figure of our own runs, under the same names."""
    report = (boardgame.HERE / "client.js").read_text("utf-8").partition("JSON.stringify")[2]
    assert [name for name in Answered.__struct_fields__ if not re.search(rf"\b{name}\b", report)] == []


async def test_an_answer_with_another_body_is_a_failure() -> None:
    """A response with the right status but another body counts as a failure."""
    async with counting() as (_, port):
        load = Load(port=port, requests=(b"!",), connections=1, seconds=0.05, warm=0.0, expect=b"something else")
        found = await send(load)
    assert 0 == found.all_good == found.counted
    assert found.failed > 0


def test_an_answer_is_complete_with_its_body() -> None:
    """The size of a response, including its body, is known as soon as its head is complete, and not before."""
    assert answer_size(b"HTTP/1.1 200 OK\r\nContent-Len") is None
    assert answer_size(b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n") == 49
    assert answer_size(b"HTTP/1.1 204 No Content\r\n\r\n") == 27


def test_a_percentile_is_a_value_that_was_measured() -> None:
    """The p99 of a hundred values is the hundredth. The p99 of one value is that value."""
    assert at_share(range(1, 101), 0.99) == 100
    assert at_share(range(1, 101), 0.5) == 51
    assert at_share([7], 0.99) == 7


def test_turns_alternate_by_round() -> None:
    """The order of the contenders alternates by round: A before B, then B before A."""
    order: list[str] = []
    contenders = {name: lambda name=name: order.append(name) for name in "AB"}
    in_turn(contenders, 2)
    assert order == ["A", "B", "B", "A"]


def test_a_ratio_is_taken_within_its_turn() -> None:
    """A slow turn affects both sides alike, so it does not change the ratio."""
    found = row("x", "1/s", [200, 20, 190], peer="them", theirs=[100, 10, 95], bar=Bar("at least", 2))
    assert (found.ours, found.peer_value, found.ratio, found.bar, found.met) == (190, 95, 2.0, ">= 2", True)


def test_a_bar_on_our_own_figure_needs_no_peer() -> None:
    """A bar on our own figure needs no figure from a peer. A row without a bar has no verdict."""
    assert row("x", "ms", [26.0], bar=Bar("at most", 25, of="ours")).met is False
    assert row("x", "ms", [24.0], bar=Bar("at most", 25, of="ours")).bar == "<= 25 (ours)"
    assert row("x", "ms", [24.0]).met is None


def test_the_record_has_the_stated_form(tmp_path: Path) -> None:
    """Each row of the JSON record has these fields: row, ours, peer, peer_value, ratio, bar and met."""
    rows = [row("x", "1/s", [2.0], peer="them", theirs=[1.0]), skip("y", "1/s", "no node", peer="them")]
    write(tmp_path / "build" / "bench.json", rows, {"python": "3"})
    form = msgspec.json.decode((tmp_path / "build" / "bench.json").read_bytes())
    assert {"about", "rows"} == set(form)
    assert all(set(line) >= FORM for line in form["rows"])
    assert rows == msgspec.convert(form["rows"], list[Row])


def test_the_table_has_every_row_and_how_many_bars_are_met() -> None:
    """The printed table has every row, and the number of bars that are met."""
    console = Console(width=160, file=StringIO())
    print_rows(console, [row("walking", "1/s", [2.0], peer="them", theirs=[1.0], bar=Bar("at least", 1))])
    assert isinstance(console.file, StringIO)
    text = console.file.getvalue()
    assert "walking" in text
    assert "1 of 1 bars met" in text


def test_the_impact_is_measured_on_the_largest_logs() -> None:
    """No golden log of a game is larger than those that the bench decides again."""
    from tests.bench import past  # the services that it imports take two seconds, which collecting should not

    chosen = past.largest_logs_of("tcg")
    others = {log.read_bytes() for log in Path("tests/tcg/golden").glob("*.ndjson")} - {*chosen}
    assert len(chosen) == 2
    assert max(map(len, others)) <= min(map(len, chosen))
