"""Responses that ask the caller to retry later, each of which says when to retry."""

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
from shared.platform.extras.forwarding.forwarder import outcome_open
from shared.platform.http.faults import problem_of
from shared.platform.http.problems import LATER, HttpProblem
from shared.platform.processes import PoolRefusal

CONTRACTS: Final = sorted(Path("contracts").glob("*/openapi.json"))


def later(kind: type[Any]) -> Iterator[Exception]:
    """Yield at least one error of each kind that says when to retry."""
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
def test_every_temporary_problem_says_when_to_retry(error: Exception) -> None:
    """Every temporary problem says when to retry, such as a busy log or pool, unreachable keys, or a used-up limit."""
    problem, headers = problem_of(cast("Scope", {"path": "/dice/v1/tables", "state": {}, "headers": []}), error)

    assert problem.status in LATER
    assert int(headers["Retry-After"]) > 0


def test_every_kind_of_temporary_problem_is_tested() -> None:
    """The tests in this file cover at least one error of each kind of temporary problem."""
    kinds = {base.__name__ for error in ERRORS for base in type(error).__mro__}
    assert {"LogRefusal", "PoolRefusal", "Denied", "StoreAway", "ShareFull", "KeysOutOfReach"} <= kinds


@pytest.mark.rule("AR-SERVER-04")
async def test_an_unknown_outcome_says_when_to_retry() -> None:
    """If the owner of a stream ends before it responds, the receiver responds that the outcome is unknown.

    The response says when to retry.
    """
    messages: list[Any] = []

    async def send(message: Any) -> None:  # noqa: ANN401 a message
        messages.append(message)

    await outcome_open(cast("Scope", {}), cast("Any", None), cast("Any", send))

    assert (b"retry-after", b"1") in messages[0]["headers"]


@pytest.mark.rule("AR-SERVER-04")
@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda path: path.parent.name)
def test_the_contract_has_it_on_every_such_answer(contract: Path) -> None:
    """In the contract, every 429, every 503, and every 202 whose result is polled has the header `Retry-After`."""
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
