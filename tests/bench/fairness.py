"""Fairness: another app's rolls, and a health probe, while four clients of one app send the most expensive requests."""

from __future__ import annotations

import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec

from services.dice.notation.notation import Notation
from services.gateway.processes.running import Running, running
from services.gateway.processes.up import fresh_key
from services.tcg.catalogue.starter import STARTER
from shared.kernel.odds.shape import BOUND
from tests.dice.throwing import cost_of

from .load import Answered, Load, put, request
from .machine import load_average
from .ours import OPENING, ROLL
from .rows import Bar, Row, row

CLIENTS: Final = 4
PROMPT: Final = Bar("at most", 50.0, of="ours")
ROLLS_OF_A_LOG: Final = 40
NDJSON: Final = "application/x-ndjson"


def rows(*, seconds: float, rounds: int) -> list[Row]:
    """Measure rolls and probes, first alone and then beside the most expensive requests."""
    with tempfile.TemporaryDirectory() as folder, running(Path(folder), durability="durable") as server:
        dear, quick = _dearest(server), _quick(server)
        alone = [_measure(server, quick, seconds) for _ in range(rounds)]
        with ThreadPoolExecutor(1) as beside:
            asked = Load(
                port=server.port, requests=dear, connections=CLIENTS, seconds=(2 * seconds + 4) * rounds + 2, warm=0
            )
            load = beside.submit(put, asked)
            _measure(server, quick, 1.0)  # until the pool's processes are up
            loaded = [_measure(server, quick, seconds) for _ in range(rounds)]
            answers = load.result()
        note = f"{CLIENTS} clients: {answers.all_good} dear answers, {answers.failed} refused; load {load_average()}"
        return [
            row("p95 of another app's roll, alone", "ms", [one[0].p95 for one in alone]),
            row("p95 of another app's roll", "ms", [one[0].p95 for one in loaded], bar=PROMPT, note=note),
            row("p50 of another app's roll", "ms", [one[0].p50 for one in loaded], note=note),
            row("p99 of /health/live, alone", "ms", [one[1].p99 for one in alone]),
            row("p99 of /health/live", "ms", [one[1].p99 for one in loaded], bar=PROMPT, note=note),
            row(
                "processor time of the server process", "s/s", [one[2] for one in loaded], note="the event loop's share"
            ),
        ]


def _measure(server: Running, quick: tuple[bytes, bytes], seconds: float) -> tuple[Answered, Answered, float]:
    """Send rolls and probes at the same time; return both results, and the processor time of the server process."""
    before = _ticks(server.pid)
    with ThreadPoolExecutor(2) as both:
        roll, live = (
            both.submit(put, Load(port=server.port, requests=(one,), connections=1, seconds=seconds)) for one in quick
        )
        found = roll.result(), live.result()
    return *found, (_ticks(server.pid) - before) / (seconds + 0.5) / 100


def _ticks(pid: int) -> int:
    """Return the processor time of a process. Units: hundredths of a second."""
    return sum(map(int, Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[11:13]))


def _quick(server: Running) -> tuple[bytes, bytes]:
    """Return the bytes of another app's roll, and the bytes of a health probe."""
    key = fresh_key(server.store.url, tenant="quick", label="bench").text
    with server.client(key) as app:
        table = app.post("/dice/v1/tables", json=OPENING).json()["id"]
    path = f"/dice/v1/tables/{table}/commands"
    return request("POST", path, body=ROLL, key=key), request("GET", "/health/live")


# ---------------------------------------------------------------- the dearest that is permitted


def _dearest(server: Running) -> tuple[bytes, ...]:
    """Return the most expensive requests: odds, a card check, an opening, luck, an audit, an export and a past view."""
    with server.client() as app:
        table = _long_log(app)
    path = f"/dice/v1/tables/{table}"
    odds = _encode({"what": {"throw": "Notation", "text": dearest_odds()}})
    seats = [{"seat": "ann"}, {"seat": "bob"}]
    return (
        request("POST", "/dice/v1/odds", body=odds, key=server.key),
        request("POST", "/tcg/v1/cards/check", body=_encode({"cards": cards(230_000)}), key=server.key),
        request(
            "POST", "/tcg/v1/matches", key=server.key,
            body=_encode({"type": "OpenMatch", "seats": seats, "cards": cards(100_000)}),
        ),
        request("GET", f"{path}/luck", key=server.key),
        request("GET", f"{path}/audit", key=server.key),
        request("GET", f"{path}/events", key=server.key, Accept=NDJSON),
        request("GET", f"{path}/events?limit=1000", key=server.key),
        request("GET", f"{path}?at=20", key=server.key),
        request("POST", f"{path}/commands?dry_run=true", key=server.key, body=_roll(dearest_odds())),
    )  # fmt: skip


def dearest_odds() -> str:
    """Return the notation of the form `100d20kh50` with the most expensive odds that a request may ask for."""
    found = ((cost_of(Notation(text=text)), text) for n in range(10, 200, 10) for text in [f"{n}d20kh{n // 2}"])
    return max((steps, text) for steps, text in found if steps <= BOUND)[1]


def cards(size: int) -> dict[str, Any]:
    """Return a set of cards of about this many bytes, with as many cards as a match may have."""
    form = next(card for card in msgspec.to_builtins(STARTER)["cards"] if card["kind"] == "form")
    count = min(590, size // len(_encode(form)))
    return {"name": "Mine", "cards": [form | {"id": f"card-{n}", "number": str(n)} for n in range(count)]}


def _long_log(app: httpx.Client) -> str:
    table = str(app.post("/dice/v1/tables", json=OPENING).json()["id"])
    for _ in range(ROLLS_OF_A_LOG):
        body = _roll(*["60d6"] * 60)
        headers = {"Prefer": "return=minimal", "Content-Type": "application/json"}
        answer = app.post(f"/dice/v1/tables/{table}/commands", content=body, headers=headers)
        assert answer.status_code == httpx.codes.OK, answer.text
    return table


def _roll(*texts: str) -> bytes:
    rolls = [{"what": {"throw": "Notation", "text": text}} for text in texts]
    return _encode({"command": {"type": "Roll", "rolls": rolls}})


def _encode(body: Any) -> bytes:  # noqa: ANN401 a JSON object
    return msgspec.json.encode(body)
