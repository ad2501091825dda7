"""Convert exceptions to problem responses by one table, so that no route has to word its own errors."""

from __future__ import annotations

from http import HTTPStatus

import structlog
from litestar.exceptions import HTTPException, MethodNotAllowedException, NotFoundException
from litestar.types import Scope

from shared.kernel.refusals import Refusal
from shared.platform import eventlog
from shared.platform.access import AppKey, Denied, StreamOfAnotherTenant
from shared.platform.contract import PROBLEM_JSON
from shared.platform.http.answers import Reply
from shared.platform.http.problems import (
    RETRY_AFTER,
    HttpProblem,
    Problem,
    not_found,
    problem_bytes,
    refusal_problem,
    stale,
    store_away,
)
from shared.platform.http.requests import AnyRequest
from shared.platform.processes import PoolRefusal

log = structlog.get_logger("shared.platform.http")


def answer_fault(request: AnyRequest, error: Exception) -> Reply:
    """Answer an exception with a problem. An unknown exception becomes a 500 and is logged with its traceback."""
    return fault_reply(request.scope, error)


def fault_reply(scope: Scope, error: Exception) -> Reply:
    """Build the response to a request that ended with an exception."""
    problem, headers = problem_of(scope, error)
    problem.instance = f"urn:arbiter:request:{scope['state'].get('request_id', '')}"
    return Reply(problem_bytes(problem), status=problem.status, media=PROBLEM_JSON, headers=headers)


def problem_of(scope: Scope, error: Exception) -> tuple[Problem, dict[str, str]]:
    """Return the problem and the headers for an exception."""
    if isinstance(error, HttpProblem):
        return error.problem, error.headers
    if isinstance(error, Refusal):
        return refusal_problem(error, rules=_rules_path(scope)), {}
    if isinstance(error, Denied):
        found = _denial_of(error)
        return found.problem, found.headers
    if isinstance(error, eventlog.LogRefusal | PoolRefusal):
        return _log_problem(error, scope)
    if isinstance(error, HTTPException):
        return _litestar_problem(error)
    log.error("unforeseen", path=scope["path"], exc_info=error)
    fault = HttpProblem(500, "fault", "the server failed to answer: report the id of this request to its operator")
    return fault.problem, fault.headers


def _denial_of(error: Denied) -> HttpProblem:
    """Turn a denial into a problem. A stream of another app looks like a stream that does not exist."""
    if isinstance(error, StreamOfAnotherTenant):
        return not_found("stream")
    return HttpProblem(error.status, _kebab(type(error).__name__), error.says, headers=error.headers)


def _rules_path(scope: Scope) -> str:
    return f"/{scope['path'].split('/')[1]}/v1/rules"


def _log_problem(
    error: eventlog.LogRefusal | PoolRefusal, scope: Scope
) -> tuple[Problem, dict[str, str]]:  # fmt: skip
    if isinstance(error, PoolRefusal):
        headers = {RETRY_AFTER: str(error.retry_after)}
        found = HttpProblem(error.status, _kebab(type(error).__name__), error.says, headers=headers)
    elif isinstance(error, eventlog.StaleVersion):
        stated = next((value for name, value in scope["headers"] if name == b"if-match"), b"").decode("latin-1")
        found = stale(version=error.version, head=error.head.hex(), stated=stated)
    elif isinstance(error, eventlog.StreamUnknown) or _is_anothers(error, scope):
        found = not_found("stream")
    elif error.status == HTTPStatus.SERVICE_UNAVAILABLE:
        found = store_away()
        found.problem.detail = error.says
        if isinstance(error, eventlog.ArchiveAway):
            found.problem.type = "urn:arbiter:archive-away"
        if isinstance(error, eventlog.StoreRefuses):
            found.problem.type = "urn:arbiter:store-refuses"
        if isinstance(error, eventlog.KeyNotHeld):
            found.problem.type, found.problem.needs = "urn:arbiter:key-not-held", error.key
    else:
        found = HttpProblem(error.status, _kebab(type(error).__name__), error.says, rule=error.rule, field=error.field)
    return found.problem, found.headers


def _is_anothers(error: eventlog.LogRefusal, scope: Scope) -> bool:
    """Return whether an erased or unreadable stream belongs to another app.

    Only its owner may learn that it existed.
    """
    credential = scope["state"].get("credential")
    if not isinstance(credential, AppKey):
        return False  # a seat's token is checked against its stream before the stream is read
    if isinstance(error, eventlog.ArchiveAway | eventlog.KeyNotHeld):
        return error.tenant != credential.tenant
    return isinstance(error, eventlog.StreamErased) and not eventlog.was_of(error, credential.tenant)


def _litestar_problem(error: HTTPException) -> tuple[Problem, dict[str, str]]:
    if isinstance(error, NotFoundException):
        found = HttpProblem(404, "not-found", "there is nothing at this path: look it up under /schema")
    elif isinstance(error, MethodNotAllowedException):
        found = HttpProblem(
            405, "method-not-allowed", "this path does not accept that method: use one that Allow lists"
        )
    elif error.status_code == HTTPStatus.BAD_REQUEST:
        found = HttpProblem(400, "malformed", _describe_error(error))
    else:
        name = HTTPStatus(error.status_code).phrase.lower().replace(" ", "-")
        found = HttpProblem(error.status_code, name, str(error.detail))
    return found.problem, {**(error.headers or {}), **found.headers}


def _describe_error(error: HTTPException) -> str:
    extra = error.extra if isinstance(error.extra, list) else []
    parts = [f"{part.get('key', '')}: {part.get('message', '')}" for part in extra if isinstance(part, dict)]
    return "; ".join(parts) or "the request is not what the contract says"


def _kebab(name: str) -> str:
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")
