"""Problems: every response with a status of 400 or above is `application/problem+json` (RFC 9457), in one form.

A refusal by a rule is a 409 with the rule's id, what the rule needs and what it found. A response reveals only what is
wrong with the request. Details of an internal error stay in the server's log, under the request id that the problem
states.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.refusals import Refusal

LATER: Final = frozenset({429, 503})
"""Statuses of responses that say when to retry."""
RETRY_AFTER: Final = "Retry-After"


class Problem(Struct, kw_only=True, omit_defaults=True):
    """A problem with a request, for programs (`type`, `rule`, `field`) and for people (`title`, `detail`)."""

    type: str
    title: str
    status: int
    detail: str = ""
    instance: str = ""
    rule: str = ""
    rule_url: str = ""
    field: str = ""
    needs: Any = None
    has: Any = None
    version: int | None = None
    head: str = ""


class HttpProblem(Exception):
    """An error that becomes a problem response, with its status and headers.

    A response that invites a retry says when: after one second, unless the headers state another time.
    """

    def __init__(
        self, status: int, name: str, detail: str, *, headers: Mapping[str, str] | None = None, **facts: Any  # noqa: ANN401 fields of a problem
    ) -> None:  # fmt: skip
        """Build the problem from its status, name and text; `facts` are further fields of `Problem`."""
        super().__init__(name)
        self.problem = Problem(
            type=f"urn:arbiter:{name}", title=HTTPStatus(status).phrase, status=status, detail=detail, **facts
        )
        self.headers = dict(headers or {})
        if status in LATER:
            self.headers.setdefault(RETRY_AFTER, "1")

    def __reduce__(self) -> tuple[Any, ...]:
        """Support pickling, so that a pool process can return this error."""
        return _again, (self.problem, self.headers)


def _again(problem: Problem, headers: dict[str, str]) -> HttpProblem:
    """Rebuild a problem that a pool process raised, after it was pickled."""
    found = HttpProblem(problem.status, problem.type, problem.detail, headers=headers)
    found.problem = problem
    return found


def refusal_problem(refusal: Refusal, *, rules: str) -> Problem:
    """Turn a refusal of a game into a problem; `rules` is the path of the service's rules."""
    name = re.sub(r"(?<!^)(?=[A-Z])", "-", type(refusal).__name__).lower()
    return Problem(
        type=f"urn:arbiter:refusal:{name}",
        title=type(refusal).__name__,
        status=refusal.status,
        detail=refusal.says,
        rule=refusal.rule,
        rule_url=f"{rules}/{refusal.rule}",
        field=refusal.field or "",
        needs=refusal.needs,
        has=refusal.has,
    )


def problem_of(refusal: Refusal, faults: Sequence[object] = (), *, rules: str) -> HttpProblem:
    """Build the problem of a refusal that concerns no stream. `faults`, if any, are listed as objects."""
    found = HttpProblem(refusal.status, "refused", refusal.says)
    problem = refusal_problem(refusal, rules=rules)
    found.problem = replace(problem, has=tuple(faults)) if faults else problem
    return found


def bad_request(detail: str, *, field: str = "", needs: Any = None, has: Any = None) -> HttpProblem:  # noqa: ANN401 facts
    """Build a 400 problem: the request does not match the contract."""
    return HttpProblem(400, "malformed", detail, field=field, needs=needs, has=has)


def not_found(what: str) -> HttpProblem:
    """Build a 404 problem, which does not reveal whether the thing is missing or belongs to another app."""
    return HttpProblem(404, "not-found", f"there is no such {what}")


def stale(*, version: int, head: str, stated: str) -> HttpProblem:
    """Build a 412 problem: the stream has a newer version than the one that the caller has seen."""
    detail = f"the stream is at version {version}"
    return HttpProblem(
        412, "stale-version", detail, version=version, head=head, needs=stated, has=f'"{version}"',
        headers={"ETag": f'"{version}"'},
    )  # fmt: skip


def store_away() -> HttpProblem:
    """Build a 503 problem: the store is unreachable. The request may or may not have been written; a retry is safe."""
    detail = "the event log cannot be reached; send the same request again, with the same Idempotency-Key"
    return HttpProblem(503, "store-away", detail)


_encode: Final = msgspec.json.Encoder().encode


def problem_bytes(problem: Problem) -> bytes:
    """Encode a problem as JSON."""
    return _encode(problem)
