"""The errors of calls, with a class for each case that a program handles differently.

All these classes are derived from `ArbiterError`.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import msgspec

from .types.arbiter import Problem

REFUSAL: Final = "urn:arbiter:refusal:"


class ArbiterError(Exception):
    """The base class of all errors that this package raises for calls to a server."""


class Unreachable(ArbiterError):
    """The error for a call without a response in time, although the client retried it as often as was safe."""


class NotUnderstood(ArbiterError):
    """The error for a response that the client cannot read.

    The server has a newer release, or is not an Arbiter server.
    """


class Refused(ArbiterError):
    """The error for a response with an error status. `problem` has the details."""

    def __init__(self, problem: Problem, *, retry_after: float | None = None) -> None:
        """Set up the error with the server's problem.

        Units: `retry_after` in seconds, None if the server named no time.
        """
        super().__init__(f"{problem.status} {problem.title}" + (f": {problem.detail}" if problem.detail else ""))
        self.problem, self.retry_after = problem, retry_after

    @property
    def status(self) -> int:
        """Return the HTTP status of the response."""
        return self.problem.status

    @property
    def kind(self) -> str:
        """Return the kind of problem in machine-readable form, such as `stale-version` or `refusal:not-your-turn`."""
        return self.problem.type.removeprefix("urn:arbiter:")


def _plain(value: Any) -> Any:
    return None if value is msgspec.UNSET else value


class RuleForbids(Refused):
    """The error for a command that a rule of the game forbids. Nothing changed, and no dice or cards were drawn."""

    @property
    def refusal(self) -> str:
        """Return the name of the refusal, such as `NotYourTurn`."""
        return self.problem.title

    @property
    def rule(self) -> str:
        """Return the id of the rule that forbids the command. The rulebook has the rule's text."""
        return self.problem.rule or ""

    @property
    def needs(self) -> Any:
        """Return the value that the rule requires."""
        return _plain(self.problem.needs)

    @property
    def has(self) -> Any:
        """Return the actual value that breaks the rule."""
        return _plain(self.problem.has)


class Malformed(Refused):
    """The error for a request that does not follow the contract. `problem.field` names the invalid field."""


class Denied(Refused):
    """The error for an invalid credential, or for one that does not permit this call."""


class NotFound(Refused):
    """The error for a resource that does not exist or belongs to another app."""


class Gone(Refused):
    """The error for a resource that was erased."""


class Conflict(Refused):
    """The error for a request that conflicts with the current state, or whose Idempotency-Key has another request."""


class Stale(Refused):
    """The error for a command whose stream has changed since the version that the command names.

    `version` is the current version.
    """

    @property
    def version(self) -> int:
        """Return the current version of the stream."""
        version = self.problem.version
        return version if isinstance(version, int) else 0


class TooMany(Refused):
    """The error if the server still responds with 429 (too many requests) after all retries."""


class Unavailable(Refused):
    """The error if the server is still unavailable after all retries."""


BY_STATUS: Final[Mapping[int, type[Refused]]] = {
    400: Malformed, 401: Denied, 403: Denied, 404: NotFound, 405: Malformed, 409: Conflict, 410: Gone, 412: Stale,
    413: Malformed, 415: Malformed, 422: Conflict, 429: TooMany, 502: Unavailable, 503: Unavailable, 504: Unavailable,
}  # fmt: skip


def refusal_of(status: int, headers: Mapping[str, str], content: bytes) -> Refused:
    """Return the error for an unsuccessful response, which is a redirect or has a status of 400 or above."""
    try:
        problem = msgspec.json.decode(content, type=Problem)
    except msgspec.MsgspecError:  # a proxy or gateway answered instead of the server
        phrase = HTTPStatus(status).phrase if status in set(HTTPStatus) else "Unknown"
        problem = Problem(
            type="about:blank", title=phrase, status=status, detail=content[:200].decode(errors="replace")
        )
    kind = RuleForbids if problem.type.startswith(REFUSAL) else BY_STATUS.get(status, Refused)
    after = headers.get("Retry-After", "")
    return kind(problem, retry_after=float(after) if after.isascii() and after.isdigit() else None)
