"""The errors of a call: a class for each case that a program handles differently, all derived from `ArbiterError`."""

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
    """No response came in time, although the call was retried as often as was safe."""


class NotUnderstood(ArbiterError):
    """The client cannot read the response, because the server has a newer release or is not an Arbiter server."""


class Refused(ArbiterError):
    """The server answered with an error. `problem` has the details."""

    def __init__(self, problem: Problem, *, retry_after: float | None = None) -> None:
        """Set up the error with the server's problem. Units: `retry_after` in seconds, if the server named a time."""
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
    """A rule of the game forbids the command. Nothing changed, and nothing was drawn."""

    @property
    def refusal(self) -> str:
        """Return the name of the refusal, such as `NotYourTurn`."""
        return self.problem.title

    @property
    def rule(self) -> str:
        """Return the id of the rule. `rules` has its text."""
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
    """The request does not follow the contract. `problem.field` names the invalid field."""


class Denied(Refused):
    """The credential is invalid, or it does not permit this call."""


class NotFound(Refused):
    """The resource does not exist, or belongs to another app."""


class Gone(Refused):
    """The resource was erased."""


class Conflict(Refused):
    """The request conflicts with the current state, or its Idempotency-Key was used for another request."""


class Stale(Refused):
    """The stream has changed since the version that the command was meant for. `version` is the current one."""

    @property
    def version(self) -> int:
        """Return the current version of the stream."""
        version = self.problem.version
        return version if isinstance(version, int) else 0


class TooMany(Refused):
    """The server still answers 429 (too many requests) after all retries."""


class Unavailable(Refused):
    """The server is still unavailable after all retries."""


BY_STATUS: Final[Mapping[int, type[Refused]]] = {
    400: Malformed, 401: Denied, 403: Denied, 404: NotFound, 405: Malformed, 409: Conflict, 410: Gone, 412: Stale,
    413: Malformed, 415: Malformed, 422: Conflict, 429: TooMany, 502: Unavailable, 503: Unavailable, 504: Unavailable,
}  # fmt: skip


def refusal_of(status: int, headers: Mapping[str, str], content: bytes) -> Refused:
    """Return the error for an unsuccessful response, which has a status of 400 and above, or is a redirect."""
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
