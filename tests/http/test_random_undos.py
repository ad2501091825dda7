"""Random undos on live streams of every game.

After each undo, the tests check the writer, snapshots, idempotency keys, subscribers and verifiers.
ARBITER_TEST_LIVE_UNDOS sets the number of undos for each game. `tests/faults/test_undo_faults.py` also kills
processes.
"""

from __future__ import annotations

from contextlib import ExitStack
from random import Random
from typing import Final

import httpx
import pytest

from services.gateway.games import GAMES
from services.gateway.processes.running import Running
from tests.support.listeners import Listener, heard_by
from tests.support.live_undos import UNDOS, Live, verify_by_three

STEPS: Final = 16
"""The number of commands on one stream before the test opens another."""


@pytest.mark.long
@pytest.mark.rule("AR-UNDO-01", "AR-UNDO-15", "AR-UNDO-16")
@pytest.mark.parametrize("service", GAMES)
def test_random_undos_of_live_streams(
    server: Running, app: httpx.Client, service: str, node: str
) -> None:  # fmt: skip
    """After each undo, every seat sees its earlier state and has its earlier options.

    Subscribers get each event exactly once.
    """
    luck, left = Random(f"live {service}"), UNDOS
    while left > 0:
        live = Live(server, app, service, luck)
        with ExitStack() as stack:
            crowd = [Listener(live.table, seat, 0) for seat in live.readers]
            coming = heard_by(crowd, stack)
            stack.callback(live.close)  # the listeners end with the stream, also after a failed assertion
            for _ in range(STEPS):
                if live.closed or live.undos >= left or not live.play():
                    break
                if luck.random() < 0.5:
                    live.undo()
            live.close()
            heard = [events.result() for events in coming]
        left -= max(1, live.undos)
        version = live.table.version
        for events in heard:
            assert [int(event["id"]) for event in events] == list(range(1, version + 1))
        assert live.table.get("/audit").json()["failure"] is None
        verify_by_three(node, live.table)
