"""Whoever is told to come back later is told when."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, cast

import msgspec
import pytest
from litestar.exceptions import HTTPException
from litestar.types import Scope

from shared.platform.access import Denied
from shared.platform.contract import PROBLEM_JSON
from shared.platform.eventlog import LogRefusal
from shared.platform.forwarding.forwarder import outcome_open
from shared.platform.http.faults import problem_of
from shared.platform.http.problems import LATER, HttpProblem
from shared.platform.processes import PoolRefusal

CONTRACTS: Final = sorted(Path("contracts").glob("*/openapi.json"))


def later(kind: type[Any]) -> Iterator[Exception]:
    """Return one of each kind of error that says that the same request may be answered later."""
    for each in kind.__subclasses__():
        if each.status in LATER:
            yield BaseException.__new__(each)
        yield from later(each)


ERRORS: Final = [
    *(each for kind in (LogRefusal, PoolRefusal, Denied) for each in later(kind)),
    *(HttpProblem(status, "later", "come back later") for status in LATER),
    *(HTTPException(status_code=status, detail="later") for status in LATER),
]


@pytest.mark.rule("AR-SERVER-04")
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_every_problem_that_passes_says_when(error: Exception) -> None:
    """Whatever was raised: the log or the pool is busy, the keys are out of reach, a limit is met."""
    problem, headers = problem_of(cast("Scope", {"path": "/dice/v1/tables", "state": {}, "headers": []}), error)

    assert problem.status in LATER
    assert int(headers["Retry-After"]) > 0


def test_there_are_such_problems() -> None:
    """Of each kind, so that none is passed over."""
    kinds = {base.__name__ for error in ERRORS for base in type(error).__mro__}
    assert {"LogRefusal", "PoolRefusal", "Denied", "StoreAway", "ShareFull", "KeysOutOfReach"} <= kinds


@pytest.mark.rule("AR-SERVER-04")
async def test_so_does_an_outcome_that_is_open() -> None:
    """A server process that ended before it answered: its sibling says so past all routes."""
    told: list[Any] = []

    async def send(message: Any) -> None:  # noqa: ANN401 a message
        told.append(message)

    await outcome_open(cast("Scope", {}), cast("Any", None), cast("Any", send))

    assert (b"retry-after", b"1") in told[0]["headers"]


@pytest.mark.rule("AR-SERVER-04")
@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda path: path.parent.name)
def test_the_contract_has_it_on_every_such_answer(contract: Path) -> None:
    """429 and 503 of every operation, which each has; and 202, where it is polled for what comes of it."""
    paths = msgspec.json.decode(contract.read_bytes())["paths"]
    answers = [
        (status, answer)
        for methods in paths.values()
        for operation in methods.values()
        for status, answer in operation["responses"].items()
        if status in {"202", "429", "503"}
    ]

    assert len(answers) > 2 * len(paths)
    assert [answer for _, answer in answers if "Retry-After" not in answer["headers"]] == []
    assert {PROBLEM_JSON} == {media for status, answer in answers if status != "202" for media in answer["content"]}
