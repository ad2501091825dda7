"""A fuzzer finds nothing: every service as it is served, a few examples each (`make fuzz` goes deeper)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from services.gateway.app import SERVICES
from services.gateway.running import Running
from shared.platform.http.services import Service
from tests.fuzz.run import fuzz
from tests.support.http import key_of

PHASES: Final = ("examples", "fuzzing", "stateful")
ONE: Final = [one for one in SERVICES if one.name == "dice"]


@pytest.mark.parametrize(("services", "as_seat"), [(SERVICES, False), (ONE, True)], ids=["app", "seat"])
def test_a_fuzzer_finds_nothing(server: Running, tmp_path: Path, services: Sequence[Service], *, as_seat: bool) -> None:
    """By an app's key all operations of all services, by a seat's token those of its stream; each form of an answer.

    No check fails, nothing is 5xx, and there is no warning: each operation met something that is there.
    """
    key = key_of(server, tenant="fuzzed")
    found = fuzz(
        server, tmp_path, services=services, seed=1, max_examples=1, phases=PHASES, key=key, as_seat=as_seat
    )  # fmt: skip

    assert (found.code, found.faults) == (0, 0), found.said
