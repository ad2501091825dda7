"""Values that a fuzzer cannot guess: existing streams, jobs and webhooks, and media types of responses.

Schemathesis loads this one file (`schemathesis.toml`), and people copy it to fuzz their own servers. Therefore it is
not split, and imports only what schemathesis installs.

A *walk* is a sequence of requests that follows links from one response to the next request.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias

import requests
import schemathesis
from schemathesis.config import OperationConfig, OperationsConfig, SchemathesisConfig

JSON: Final = "application/json"
SSE: Final = "text/event-stream"
OFTEN: Final = 0.9
"""The probability that a parameter has a known value instead of a generated value or a value from a link."""
HALF: Final = 0.5
"""The probability that `limit` has the value `ONE_A_PAGE`, so that there is a next page."""
LISTED: Final = 12
"""The number of known ids taken from each list; enough even if the fuzzer deletes some."""
REQUESTS: Final = 100
"""Number of requests for each operation and phase, unless the command line sets `--max-examples`."""
WALKS: Final = 25
"""Number of walks for each of these requests."""
MOST_WALKS: Final = 300
"""Maximum number of walks, enough to follow every link."""
SEATS: Final = frozenset({"seat", "Arbiter-Seat"})
"""Parameters that name a seat."""
ONE_A_PAGE: Final = (1,)
"""A value of `limit` with which a list of two items has a next page."""
ANY_VERSION: Final = ("*",)
"""A value of `If-Match` that always matches. Other values are generated or come from links."""
GOING: Final = 4
"""Number of open streams at the start; enough even if the fuzzer closes some."""
WEBHOOKS: Final = "/arbiter/v1/webhooks"
COMMANDS: Final = "/{id}/commands"
ID: Final = re.compile(r"[a-z]+-[0-9]+")
"""The pattern of ids within a stream."""
WEBHOOKS_AT_FIRST: Final = 4
"""Number of webhooks before the first request. Together with `WEBHOOKS_KEPT` it is below the limit of an app."""
WEBHOOKS_KEPT: Final = 8
"""Number of webhooks from walks that are kept, because an app may have only a few (ARBITER_WEBHOOKS_EACH)."""
FEW_TRIALS: Final = 100
"""Maximum number of trials in a job that a walk starts."""
WORKED_SECONDS: Final = 120
"""Seconds in which a worker must finish a job of one trial."""
SECONDS: Final = 60
"""Timeout of one call, in seconds."""

Values: TypeAlias = dict[tuple[str, str], Sequence[str | int]]
"""Values for parameters, by the path of the operation and the name of the parameter."""

_over: Final[set[str]] = set()
_known: Final[set[str]] = set()
_made: Final[list[str]] = []
_kept: Final[list[str]] = []


# ---------------------------------------------------------------- resources on the server


class Refused(Exception):
    """An error: the server refused a request."""


class Arbiter:
    """A server and its contract. Calls use an app's key or a seat's token."""

    def __init__(self, address: str, key: str, contract: Mapping[str, Any]) -> None:
        """Set up calls to the server at this address, with this credential and the server's contract."""
        self._address, self.key, self.paths = address, key, contract["paths"]
        self._session = requests.Session()
        self._session.headers["Authorization"] = f"Bearer {key}"

    def get(self, path: str) -> Any:  # noqa: ANN401 JSON
        """Return the response to a GET request."""
        return self._answer("GET", path)

    def post(self, path: str, body: object = None, **headers: str) -> Any:  # noqa: ANN401 JSON
        """Return the response to a POST request with this body."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self._answer("POST", path, json=body, headers=named)

    def _answer(self, method: str, path: str, **more: Any) -> Any:  # noqa: ANN401 options of requests
        answer = self._session.request(method, self._address + path, timeout=SECONDS, **more)
        if not answer.ok:
            raise Refused(f"{method} {path}: {answer.status_code} {answer.text}")
        return answer.json()


class Known:
    """The known ids by the path of their list, the seats of known streams, and the streams and jobs that have ended."""

    def __init__(self) -> None:
        """Set up the collection without any ids."""
        self.ids: dict[str, Sequence[str]] = {}
        self.seats: dict[str, Sequence[str]] = {}
        self.over: set[str] = set()


def prepare(arbiter: Arbiter) -> Known:
    """Create streams, jobs and webhooks with an app's key; with a seat's token, only look up the seat's stream."""
    known = Known()
    lists = [path.removesuffix(COMMANDS) for path in arbiter.paths if path.endswith(COMMANDS)]
    own = stream_of(arbiter.key)
    if own is not None:
        service, new = own
        for streams in lists:
            if streams.startswith(f"/{service}/"):
                known.ids[streams] = [new]
                known.seats[streams] = [seat["seat"] for seat in arbiter.get(f"{streams}/{new}")["seats"]]
        return known
    for streams in lists:
        _open_streams(arbiter, streams, known)
    jobs = [path for path in arbiter.paths if path.endswith("/v1/jobs")]
    for path in jobs:
        _ask_for_jobs(arbiter, path, known)
    for path in jobs:
        _await_first(arbiter, path, known)
    if WEBHOOKS in arbiter.paths:
        _register_webhooks(arbiter)
    return known


def stream_of(key: str) -> tuple[str, str] | None:
    """Return the service and the id of the stream that a seat's token names; return None for an app's key.

    A token contains its stream in plain text: `{"stream": "dice.table:…"}`.
    """
    _, dot, rest = key.partition(".")
    if not dot:
        return None
    claims = rest.partition(".")[0]
    stream: str = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))["stream"]
    kind, _, new = stream.partition(":")
    return kind.partition(".")[0], new


def _open_streams(arbiter: Arbiter, streams: str, known: Known) -> None:
    """Open some streams with the contract's example events, and close one more."""
    *going, ended = (arbiter.post(streams, _examples(arbiter, streams)[0]) for _ in range(GOING + 1))
    seats = [seat["seat"] for seat in ended["seats"]]
    for one in going:
        _send_examples(arbiter, streams, one["id"], seats[0])
    arbiter.post(f"{streams}/{ended['id']}/commands", {"command": {"type": "Close"}}, Arbiter_Seat=seats[0])
    known.ids[streams] = [one["id"] for one in (*going, ended)]
    known.seats[streams] = seats
    known.over.add(ended["id"])


def _send_examples(arbiter: Arbiter, streams: str, new: str, seat: str) -> None:
    """Send each example of a command once, in an order that the rules accept.

    Skip examples that the server always refuses.
    """
    left = _examples(arbiter, streams + COMMANDS)
    while True:
        refused = [body for body in left if not _is_accepted(arbiter, f"{streams}/{new}/commands", body, seat)]
        if len(refused) == len(left):
            return
        left = refused


def _is_accepted(arbiter: Arbiter, path: str, body: object, seat: str) -> bool:
    try:
        arbiter.post(path, body, Arbiter_Seat=seat)
    except Refused:
        return False
    return True


def _ask_for_jobs(arbiter: Arbiter, jobs: str, known: Known) -> None:
    """Create a job that ends soon, and another job, which is then cancelled."""
    ask = {name: value for name, value in _examples(arbiter, jobs)[0].items() if name != "precision"}
    first, other = (arbiter.post(jobs, ask | {"trials": trials})["id"] for trials in (1, 2))
    with suppress(Refused):  # it may already be done
        arbiter.post(f"{jobs}/{other}/cancellation")
    known.ids[jobs] = [first, other]
    known.over.update(known.ids[jobs])


def _await_first(arbiter: Arbiter, jobs: str, known: Known) -> None:
    """Wait until the first job has ended, because only then can one of its trials be opened."""
    first = known.ids[jobs][0]
    until = time.monotonic() + WORKED_SECONDS
    while _status(arbiter, jobs, first) == "running":
        if time.monotonic() > until:
            raise Refused(f"{jobs}/{first} is not done after {WORKED_SECONDS} seconds; does a worker run?")
        time.sleep(0.5)


def _status(arbiter: Arbiter, jobs: str, job: str) -> str:
    found: str = arbiter.get(f"{jobs}/{job}")["progress"]["status"]
    return found


def _register_webhooks(arbiter: Arbiter) -> None:
    """Create webhooks, unless the app already has some, because their number is limited."""
    if not arbiter.get(WEBHOOKS)["items"]:
        for _ in range(WEBHOOKS_AT_FIRST):
            arbiter.post(WEBHOOKS, _examples(arbiter, WEBHOOKS)[0])


def _examples(arbiter: Arbiter, path: str) -> Sequence[Any]:
    """Return the contract's examples of request bodies for a path."""
    media = arbiter.paths[path]["post"]["requestBody"]["content"][JSON]
    return [example["value"] for example in media.get("examples", {}).values()]


# ---------------------------------------------------------------- values of parameters


def values_in(arbiter: Arbiter, known: Known) -> Values:
    """Return the known values for parameters: ids, seats, and ids from lists."""
    found = {
        (path, parameter["name"]): _values(arbiter, known, path, parameter["name"])
        for path, operations in arbiter.paths.items()
        for operation in operations.values()
        for parameter in operation.get("parameters", ())
    }
    return {
        (path, name): each[::-1] if "delete" in arbiter.paths[path] else each  # deletions take the last one
        for (path, name), each in found.items()
        if each
    }


def _values(arbiter: Arbiter, known: Known, path: str, name: str) -> Sequence[str | int]:
    above, _, rest = path.partition(f"/{{{name}}}")
    if name == "If-Match":
        return ANY_VERSION
    if name == "limit":
        return ONE_A_PAGE
    if name in SEATS:
        return next((seats for streams, seats in known.seats.items() if path.startswith(streams)), ())
    if not rest and not path.endswith(f"{{{name}}}"):
        return ()
    if above in known.ids or "get" not in arbiter.paths.get(above, ()) or stream_of(arbiter.key):
        return known.ids.get(above, ())
    return list(_ids_in(arbiter.get(above), name))[:LISTED]


def _ids_in(answer: Mapping[str, Any], name: str) -> Iterator[str]:
    """Yield the ids in the lists of a response, which may also be mappings by id."""
    for listed in answer.values():
        if isinstance(listed, dict):
            yield from listed
        for one in listed if isinstance(listed, list) else ():
            found = one.get(name) if isinstance(one.get(name), dict) else one
            if "id" in found:
                yield found["id"]


def named_in(operation: Mapping[str, Any]) -> Values:
    """Return the ids that the lists in a body's examples contain, by the path of the list in the body."""
    media = operation.get("requestBody", {}).get("content", {}).get(JSON, {})
    return {
        ("body", f"{name}[*]"): found
        for example in media.get("examples", {}).values()
        for name, listed in example["value"].items()
        if isinstance(listed, list) and (found := [one for one in listed if isinstance(one, str) and ID.fullmatch(one)])
    }


def configuration_for(
    arbiter: Arbiter, values: Values, *, always: bool
) -> tuple[Mapping[str, Any], Mapping[str, OperationConfig]]:  # fmt: skip
    """Return dictionaries and settings by which requests often use known values.

    With `always`, requests always use known ids.
    """
    dictionaries: dict[str, Any] = {}
    operations: dict[str, Any] = {}
    for path, methods in arbiter.paths.items():
        for operation in methods.values():
            known = {
                (each["in"], each["name"]): values[path, each["name"]]
                for each in operation.get("parameters", ())
                if (path, each["name"]) in values
            } | named_in(operation)
            bound: dict[str, Any] = {}
            for (place, name), found in known.items():
                dictionary = f"known-{len(dictionaries)}"
                dictionaries[dictionary] = {"values": list(found)}
                odds = 1.0 if always and name == "id" else HALF if name == "limit" else OFTEN
                bound[f"{place}.{name}"] = {"dictionary": dictionary, "probability": odds}
            if bound:
                name = operation["operationId"]
                operations[name] = {"include-operation-id": name, "parameters": bound}
    config = SchemathesisConfig.from_dict({"dictionaries": dictionaries, "operations": [*operations.values()]})
    return config.dictionaries, dict(zip(operations, config.projects.default.operations.operations, strict=True))


class SettingsById(OperationsConfig):
    """A collection of settings that finds an operation's settings by its id.

    With a list, schemathesis would compare each operation with the settings of all others, several times per request.
    """

    __slots__ = ("_by_id",)

    def __init__(self, by_id: Mapping[str, OperationConfig]) -> None:
        """Use these settings instead of those in the configuration file, which has none for single operations."""
        super().__init__()
        self._by_id = by_id

    def get_for_operation(self, operation: Any) -> OperationConfig:  # noqa: ANN401 a type of schemathesis
        """Return the settings of an operation."""
        return self._by_id.get(operation.definition.raw["operationId"]) or super().get_for_operation(operation)


# ---------------------------------------------------------------- hooks


@schemathesis.hook
def after_load_schema(context: Any, schema: Any) -> None:  # noqa: ANN401, ARG001 a type of schemathesis
    """Create resources whose ids the fuzzer can use, and derive the number of walks from the number of requests."""
    arbiter = Arbiter(schema.get_base_url(), os.environ["ARBITER_KEY"], schema.raw_schema)
    known = prepare(arbiter)
    values = values_in(arbiter, known)
    dictionaries, settings = configuration_for(arbiter, values, always=stream_of(arbiter.key) is not None)
    schema.config.dictionaries.update(dictionaries)
    schema.config.operations = SettingsById(settings)
    requests_each = schema.config.generation.max_examples or REQUESTS
    schema.config.phases.stateful.generation.update(max_examples=min(WALKS * requests_each, MOST_WALKS))
    _over.update(known.over)
    _known.update(*known.ids.values())


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: dict[str, Any]) -> None:  # noqa: ANN401, ARG001 a type of schemathesis
    """Choose one of an operation's media types for the response.

    Choose an event stream only if the stream has ended, because other event streams stay open.

    The media type depends only on the request, because Hypothesis ends all walks as soon as a repeated request has
    another response.
    """
    if case.meta and case.meta.phase.name == "stateful":
        _answer_alike(case)
    forms = _forms(case.operation.definition.raw)
    if SSE in forms and case.path_parameters.get("id") not in _over:
        forms = [form for form in forms if form != SSE]
    if len(forms) > 1:
        case.headers["Accept"] = forms[int(_digest(case)[:8], 16) % len(forms)]


def _answer_alike(case: Any) -> None:  # noqa: ANN401 a type of schemathesis
    """Change a walk's request so that its response is the same in every walk.

    Walks share the resources that existed before, idempotency keys, jobs, and the limit on webhooks. Therefore the
    hook sends each command to an existing stream only once, makes each new stream and job different, deletes old
    webhooks to make room, and deletes only webhooks that walks created.
    """
    label, body = case.operation.label, case.body
    if label.startswith("POST ") and not case.path_parameters:
        case.headers.pop("Idempotency-Key", None)
    if label.startswith("POST ") and case.path_parameters.get("id") in _known:
        case.headers["Idempotency-Key"] = _digest(case)
    elif label.endswith("/v1/jobs") and isinstance(body, dict) and isinstance(body.get("trials"), int | float):
        case.body = body | {"seed": secrets.token_hex(32), "trials": min(int(body["trials"]), FEW_TRIALS)}
    elif label.startswith("DELETE ") and case.path_parameters.get("id") not in _made:
        case.path_parameters["id"] = _webhook(case, "POST", json={"url": "https://app.example/walked"}).json()["id"]
    elif label == f"POST {WEBHOOKS}":
        while len(_kept) > WEBHOOKS_KEPT:
            _webhook(case, "DELETE", _kept.pop(0))


def _webhook(case: Any, method: str, name: str = "", **more: Any) -> requests.Response:  # noqa: ANN401 options of requests
    """Create or delete a webhook with a request that is not part of a walk."""
    where = f"{case.operation.schema.get_base_url()}{WEBHOOKS}{name and '/' + name}"
    headers = {"Authorization": f"Bearer {os.environ['ARBITER_KEY']}"}
    answer = requests.request(method, where, headers=headers, timeout=SECONDS, **more)
    if method == "POST":
        answer.raise_for_status()
    return answer


@schemathesis.hook
def after_call(context: Any, case: Any, response: Any) -> None:  # noqa: ANN401, ARG001 a type of schemathesis
    """Record created webhooks, and cancel a long job, because no later request waits for its result."""
    label = case.operation.label
    if label == f"POST {WEBHOOKS}" and response.status_code == requests.codes.created:
        for made in (_made, _kept):
            made.append(response.json()["id"])
    if label.endswith("/v1/jobs") and response.status_code == requests.codes.accepted:
        _cancel_if_long(case, response.json())


def _cancel_if_long(case: Any, job: dict[str, Any]) -> None:  # noqa: ANN401 a type of schemathesis
    """Cancel a job that has more trials than jobs of walks have.

    Otherwise the job would keep a worker busy as long as the fuzzer runs.
    """
    if job["progress"]["at_most"] > FEW_TRIALS:
        where = f"{case.operation.schema.get_base_url()}{case.operation.path}/{job['id']}/cancellation"
        headers = {"Authorization": f"Bearer {os.environ['ARBITER_KEY']}"}
        requests.post(where, headers=headers, timeout=SECONDS)


def _digest(case: Any) -> str:  # noqa: ANN401 a type of schemathesis
    """Return a digest of the generated values of a request."""
    drawn = repr((case.operation.label, case.path_parameters, case.query, case.body))
    return hashlib.sha256(drawn.encode("utf-8", "surrogatepass")).hexdigest()


def _forms(operation: dict[str, Any]) -> Sequence[str]:
    """Return the media types of an operation's successful responses."""
    answers = operation.get("responses", {})
    return [
        media for status, answer in answers.items() if status.startswith("2") for media in answer.get("content", ())
    ]


@schemathesis.deserializer(SSE)
def messages(context: Any, response: Any) -> list[Any]:  # noqa: ANN401, ARG001 a type of schemathesis
    """Return the decoded messages of an event stream; the contract has a type for them."""
    lines = response.content.decode().splitlines()
    return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]


@schemathesis.deserializer("application/x-ndjson")
def records(context: Any, response: Any) -> str:  # noqa: ANN401, ARG001 a type of schemathesis
    """Return the records of an export as text, in which each line is JSON."""
    for line in response.content.splitlines():
        json.loads(line)
    return str(response.content.decode())
