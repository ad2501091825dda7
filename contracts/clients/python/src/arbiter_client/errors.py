"""What a call may fail with: a class for each thing a program does differently about it, all of them `ArbiterError`."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import msgspec

from .types.arbiter import Problem

REFUSAL: Final = "urn:arbiter:refusal:"


class ArbiterError(Exception):
    """Something a call failed with; whatever this package raises about a server is one of these."""


class Unreachable(ArbiterError):
    """No answer came in time, and the call had been sent again as often as it was safe and the patience allowed."""


class NotUnderstood(ArbiterError):
    """An answer is not what this release of the client can read: the server is newer, or is no Arbiter."""


class Refused(ArbiterError):
    """The server answered with a problem; `problem` is all it said."""

    def __init__(self, problem: Problem, *, retry_after: float | None = None) -> None:
        """Take what was said. Units: retry_after in seconds, where the server named a time."""
        super().__init__(f"{problem.status} {problem.title}" + (f": {problem.detail}" if problem.detail else ""))
        self.problem, self.retry_after = problem, retry_after

    @property
    def status(self) -> int:
        """Return the HTTP status."""
        return self.problem.status

    @property
    def kind(self) -> str:
        """Return what kind of problem it is, for programs: `stale-version`, `refusal:not-your-turn`."""
        return self.problem.type.removeprefix("urn:arbiter:")


def _said(value: Any) -> Any:
    return None if value is msgspec.UNSET else value


class RuleForbids(Refused):
    """A rule of the game forbids it. Nothing was changed, and nothing was drawn."""

    @property
    def refusal(self) -> str:
        """Return the name of the refusal, such as `NotYourTurn`."""
        return self.problem.title

    @property
    def rule(self) -> str:
        """Return the id of the rule, which `rules` explains."""
        return self.problem.rule or ""

    @property
    def needs(self) -> Any:
        """Return what the rule needs."""
        return _said(self.problem.needs)

    @property
    def has(self) -> Any:
        """Return what there is instead."""
        return _said(self.problem.has)


class Malformed(Refused):
    """The request is not what the contract says; `problem.field` says where."""


class Denied(Refused):
    """The credential is not good, or may not do this."""


class NotFound(Refused):
    """There is no such thing, or it is another app's."""


class Gone(Refused):
    """It was erased."""


class Conflict(Refused):
    """It does not go with what is there already, or an Idempotency-Key was used for another request."""


class Stale(Refused):
    """The stream has moved on from the version the command was meant for; `version` is where it stands."""

    @property
    def version(self) -> int:
        """Return the version the stream stands at."""
        version = self.problem.version
        return version if isinstance(version, int) else 0


class TooMany(Refused):
    """Too many requests for now, for longer than the patience allowed."""


class Unavailable(Refused):
    """The server cannot answer now, for longer than the patience allowed."""


BY_STATUS: Final[Mapping[int, type[Refused]]] = {
    400: Malformed, 401: Denied, 403: Denied, 404: NotFound, 405: Malformed, 409: Conflict, 410: Gone, 412: Stale,
    413: Malformed, 415: Malformed, 422: Conflict, 429: TooMany, 502: Unavailable, 503: Unavailable, 504: Unavailable,
}  # fmt: skip


def refusal_of(status: int, headers: Mapping[str, str], content: bytes) -> Refused:
    """Return what an answer is raised as that is no success: of 400 and above, or one that sends elsewhere."""
    try:
        problem = msgspec.json.decode(content, type=Problem)
    except msgspec.MsgspecError:  # something on the way answered, and not the server
        phrase = HTTPStatus(status).phrase if status in set(HTTPStatus) else "Unknown"
        problem = Problem(
            type="about:blank", title=phrase, status=status, detail=content[:200].decode(errors="replace")
        )
    kind = RuleForbids if problem.type.startswith(REFUSAL) else BY_STATUS.get(status, Refused)
    after = headers.get("Retry-After", "")
    return kind(problem, retry_after=float(after) if after.isascii() and after.isdigit() else None)
