"""A fuzzer, which finds no fault in any service.

`make test` sends the examples of every operation, and random requests to the dice service. `make campaigns`
sends random requests to all services and follows links, and `make fuzz` sends more of them.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest

from services.gateway.processes.running import Running, running
from services.gateway.served import SERVICES
from shared.platform.http.services import Service
from tests.fuzz.run import ST, fuzz, run
from tests.http.conftest import SERVED_BY, UNHURRIED
from tests.support.http import key_of
from tests.support.jobs import crewed
from tests.support.sampling import sampled
from tests.support.wire_log import assert_log_is_clean

PHASES: Final = ("examples", "fuzzing", "stateful")
FOR_APP: Final = PHASES[: sampled(1, of=3)]
FOR_SEAT: Final = PHASES[: sampled(2, of=3)]
ONE: Final = [one for one in SERVICES if one.name == "dice"]


@pytest.fixture(scope="module")
def worked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server with a worker, as `arbiter up` does, so that jobs finish and their trials can be opened."""
    folder = tmp_path_factory.mktemp("fuzzed")
    with running(folder, durability="relaxed", program=SERVED_BY, **UNHURRIED) as server, crewed(server):
        yield server
    assert_log_is_clean(server.log)


@pytest.mark.parametrize(("services", "as_seat"), [(SERVICES, False), (ONE, True)], ids=["app", "seat"])
def test_a_fuzzer_finds_nothing(worked: Running, tmp_path: Path, services: Sequence[Service], *, as_seat: bool) -> None:
    """No check fails with an app's key for all operations, or with a seat's token for its stream, in any media type.

    No response is a 5xx. If the fuzzer follows links, it gives no warning: each operation found an existing
    resource.
    """
    key = key_of(worked, tenant="fuzzed")
    phases = FOR_SEAT if as_seat else FOR_APP
    found = fuzz(
        worked, tmp_path, services=services, seed=1, max_examples=1, phases=phases, key=key, as_seat=as_seat
    )  # fmt: skip

    assert (found.code, found.faults) == (0, 0), found.said


def test_the_contract_is_fuzzed_by_the_plain_command_of_the_readme(worked: Running) -> None:
    """`st run` at the root of the checkout finds no fault on a server with default limits.

    It uses the project's hooks. All settings are in `schemathesis.toml`, except for the budget, which the test
    sets. `make campaigns` also follows links.
    """
    command = [*ST, "contracts/dice/openapi.json", "--url", worked.address]
    budget = ["--seed", "11", "--max-examples", "1", "--phases", "examples,fuzzing"]
    code, said = run([*command, *budget], key=worked.key)

    assert code == 0, said
    assert "schemathesis.toml" in said
    assert "Missing test data" not in said
