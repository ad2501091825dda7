"""The API contract: OpenAPI 3.1, with paths and parameters from Litestar and all schemas from msgspec.

Litestar drops some of what msgspec knows about a type (forbidden unknown fields, bounds inside unions,
discriminators), and does not support links or error headers. Therefore each route declares its request and responses
in its `opt`, and this module combines both sources. `contracts/` contains the result; a test fails if the served
contract differs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, Final

import msgspec
from litestar import Litestar
from litestar.routes import HTTPRoute
from msgspec import Struct

from shared.kernel.causes import CAUSE_PATTERN, CORRELATION_PATTERN

from .contract_shapes import REF, shapes_of

JSON: Final = "application/json"
PROBLEM_JSON: Final = "application/problem+json"

PROBLEMS: Final[Mapping[int, str]] = {
    400: "The request does not match this contract.",
    401: "The credential is missing or not valid.",
    403: "This credential or seat is not allowed to do this.",
    404: "The resource does not exist, or it belongs to another app.",
    405: "The path does not accept this method; `Allow` lists those it accepts.",
    406: "None of the formats in `Accept` is available.",
    408: "The body did not arrive in time; the connection is closed.",
    409: "A rule forbids the request; the problem names the rule.",
    410: "The stream was erased.",
    412: "The stream has a newer version than the one in `If-Match`.",
    413: "The body is too large.",
    415: "The content type is not supported.",
    422: "The `Idempotency-Key` was used for another command.",
    429: "Too many requests; `Retry-After` says when to retry.",
    503: "The event log is unreachable, the server is overloaded, or the request took too long; retry it.",
}
PROBES: Final = "arbiter"
BY_ALL: Final = (400, 404, 405, 429, 503)


class About(Struct, frozen=True, kw_only=True):
    """The title, version and description of a contract."""

    title: str
    version: str
    description: str


class ContractLink(Struct, frozen=True, kw_only=True):
    """An OpenAPI link from a response: the operation to call next, and its parameters as runtime expressions."""

    to: str
    parameters: dict[str, str] = {}
    body: Any = None
    about: str = ""


class RouteSpec(Struct, frozen=True, kw_only=True):
    """The parts of a route's contract that Litestar cannot derive from the handler."""

    gives: Any = None
    status: int = 200
    takes: Any = None
    about: str = "The response."
    media: Mapping[str, Any] = {}
    also: Mapping[int, str] = {}
    problems: tuple[int, ...] = ()
    headers: tuple[str, ...] = ()
    sends: tuple[str, ...] = ()
    links: Mapping[str, ContractLink] = {}
    secured: bool = True
    open_to_strangers: bool = False
    """Whether a caller without a credential may read some of the streams."""
    examples: Mapping[str, Any] = {}
    queries: Mapping[str, Mapping[str, Any]] = {}


PROBLEM_HEADERS: Final[Mapping[int, tuple[str, ...]]] = {
    401: ("WWW-Authenticate",),
    412: ("ETag",),
    429: ("Retry-After", "RateLimit", "RateLimit-Policy"),
    503: ("Retry-After",),
}
ID_SCHEMA: Final = {"type": "string", "pattern": "^[a-z0-9][a-z0-9_-]{0,63}$"}
NUMBER_SCHEMA: Final = {"type": "integer", "minimum": 0, "maximum": 2**53 - 1}
PARAMETERS: Final[Mapping[str, Mapping[str, Any]]] = {
    "id": ID_SCHEMA,
    "seat": ID_SCHEMA,
    "at": NUMBER_SCHEMA,
    "version": NUMBER_SCHEMA | {"minimum": 1},
    "after": NUMBER_SCHEMA,
    "limit": {"type": "integer", "minimum": 1, "maximum": 1000},
    "dry_run": {"type": "boolean"},
}

RESPONSE_HEADERS: Final[Mapping[str, Mapping[str, Any]]] = {
    "ETag": {"description": "the version of the stream", "schema": {"type": "string", "pattern": '^"[0-9]+"$'}},
    "Location": {"description": "the path of the new resource", "schema": {"type": "string"}},
    "Idempotency-Replayed": {
        "description": "this is the response to an earlier request with the same key",
        "schema": {"type": "string", "const": "true"},
    },
    "Retry-After": {"description": "seconds to wait", "schema": {"type": "string", "pattern": "^[0-9]+$"}},
    "WWW-Authenticate": {"description": "the credential that is needed", "schema": {"type": "string"}},
    "RateLimit-Policy": {"description": "the rate limit", "schema": {"type": "string"}},
    "RateLimit": {"description": "the calls that are left in the rate limit", "schema": {"type": "string"}},
}
CAUSES: Final = ("Arbiter-Correlation", "Arbiter-Cause")
"""The request headers in which a caller sends the correlation id and the cause of a request."""
ETAG_SCHEMA: Final = {"type": "string", "pattern": r'^("(0|[1-9][0-9]{0,14})"|0|[1-9][0-9]{0,14}|\*)$'}
REQUEST_HEADERS: Final[Mapping[str, Mapping[str, Any]]] = {
    "Idempotency-Key": {
        "description": "a unique key: within 24 hours a retry with the same key and body gets the response to the "
        "accepted request. A refused request is judged anew",
        "schema": {"type": "string", "pattern": r'^("[!#-~]{1,255}"|[!#-~]{1,255})$'},
    },
    "If-Match": {
        "description": "the ETag of the version the command is meant for; 412 if there is a newer one",
        "schema": ETAG_SCHEMA,
    },
    "If-None-Match": {
        "description": "an ETag: 304 if the version has not changed",
        "schema": ETAG_SCHEMA,
    },
    "Arbiter-Seat": {
        "description": "the seat that an app's key acts as, and whose view it gets; a seat's token needs none. Legal "
        "commands are listed as for the seat's own token; the key may also send those of the game master and the app",
        "schema": {"type": "string", "pattern": "^[a-z0-9][a-z0-9_-]{0,63}$"},
    },
    "Arbiter-Correlation": {
        "description": "the id of the chain of causes that the request belongs to; by default the chain of its cause, "
        "or else the trace in its `traceparent`",
        "schema": {"type": "string", "pattern": CORRELATION_PATTERN},
    },
    "Arbiter-Cause": {
        "description": "the `id` of the event that the request follows from, in a stream that the credential may read",
        "schema": {"type": "string", "pattern": CAUSE_PATTERN, "examples": ["dice.table:t1/5"]},
    },
    "Prefer": {
        "description": "`return=minimal` leaves out the view",
        "schema": {"type": "string", "pattern": "^[ -~]*$", "examples": ["return=minimal"]},
    },
    "Last-Event-ID": {
        "description": "resume after this version",
        "schema": {"type": "string", "pattern": "^(0|[1-9][0-9]{0,14})$"},
    },
}


SECURITY: Final = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "An app's key (ak_…) or a seat's token."},
}


def build(app: Litestar, about: About, *, problem: type[Struct], only: str | None = None) -> dict[str, Any]:
    """Build the OpenAPI contract of an app; `problem` is the type of every error body.

    `only` limits the contract to the paths of one service and the health probes.
    """
    routes = [route for route in _routes(app) if only is None or route.service in {only, PROBES}]
    asked = {_key(route.spec.takes): route.spec.takes for route in routes if route.spec.takes is not None}
    answered = {
        _key(shape): shape for route in routes for shape in _answer_types(route.spec) if _key(shape) not in asked
    }
    drawn = shapes_of([*asked.values()], [*answered.values(), problem])
    components = dict(sorted(drawn.components.items()))
    known = dict(zip([*asked, *answered, _key(problem)], drawn.schemas, strict=True))
    for opening in {known[_key(route.spec.takes)]["$ref"] for route in routes if _alone(route.spec.takes)}:
        components[opening.rpartition("/")[2]]["required"].remove("type")
    described = app.openapi_schema.to_schema()["paths"]
    ids = {route.operation_id for route in routes}
    paths: dict[str, Any] = {}
    for route in sorted(routes, key=lambda route: (route.path, route.method)):
        parameters = described.get(route.path, {}).get(route.method, {}).get("parameters", [])
        paths.setdefault(route.path, {})[route.method] = _operation(route, parameters, known, ids)
    return {
        "openapi": "3.1.0",
        "info": msgspec.to_builtins(about),
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": SECURITY},
    }


def _alone(takes: Any) -> bool:  # noqa: ANN401 any type
    """Return whether a body can have only one tagged type, in which case the client may leave out the tag."""
    return isinstance(takes, type) and issubclass(takes, Struct) and takes.__struct_config__.tag is not None


class Route(Struct, frozen=True, kw_only=True):
    """A route in the contract: its path, its method, and what its handler declares."""

    path: str
    method: str
    service: str
    name: str
    about: str
    tags: tuple[str, ...]
    spec: RouteSpec

    @property
    def operation_id(self) -> str:
        """Return the id of the operation.

        The same operation has the same id in all services, except for the service's prefix.
        """
        return f"{self.service}_{self.name}"


def _routes(app: Litestar) -> Iterator[Route]:
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            continue
        for handler in route.route_handlers:
            spec: Any = handler.opt.get("spec")
            if spec is None:
                continue
            path = re.sub(r"\{(\w+):\w+\}", r"{\1}", route.path_format)
            service = path.split("/")[1] if "/v1/" in path else PROBES
            spec = spec if isinstance(spec, RouteSpec) else spec(handler.opt["game"])
            for method in sorted(handler.http_methods - {"OPTIONS"}):
                yield Route(
                    path=path, method=method.lower(), service=service, name=handler.handler_name,
                    about=(handler.fn.__doc__ or "").strip(), tags=tuple(handler.tags or ()), spec=spec,
                )  # fmt: skip


def _key(shape: Any) -> str:  # noqa: ANN401 any type
    return repr(shape)


def _answer_types(spec: RouteSpec) -> list[Any]:
    """Return the types of a route's responses."""
    gives = spec.gives if isinstance(spec.gives, tuple) else (spec.gives,)
    return [shape for shape in (*gives, *spec.media.values()) if shape is not None]


def _operation(
    route: Route, parameters: list[dict[str, Any]], known: Mapping[str, Any], ids: AbstractSet[str]
) -> dict[str, Any]:  # fmt: skip
    spec = route.spec
    summary, _, description = route.about.partition("\n\n")
    operation: dict[str, Any] = {
        "operationId": route.operation_id,
        "summary": summary.replace("\n", " "),
        "description": description,
        "tags": list(route.tags) or [route.service],
        "parameters": [_parameter(one, spec.queries) for one in parameters] + [_header(name) for name in spec.headers],
        "responses": _responses(route, known, ids),
    }
    if spec.takes is not None:
        body: dict[str, Any] = {"schema": known[_key(spec.takes)]}
        if spec.examples:
            body["examples"] = {name: {"value": value} for name, value in spec.examples.items()}
        operation["requestBody"] = {"required": True, "content": {JSON: body}}
    if spec.secured:
        operation["security"] = [{"bearer": []}, {}] if spec.open_to_strangers else [{"bearer": []}]
    return operation


def _parameter(seen: dict[str, Any], own: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return Litestar's description of a parameter, with the bounds that apply to all parameters with this name."""
    schema = own.get(seen["name"]) or PARAMETERS.get(seen["name"], seen.get("schema"))
    return {
        "name": seen["name"],
        "in": seen["in"],
        "required": seen.get("required", False),
        "description": seen.get("description", ""),
        "schema": schema,
    }


def _header(name: str) -> dict[str, Any]:
    return {"name": name, "in": "header", "required": False, **REQUEST_HEADERS[name]}


def _responses(route: Route, known: Mapping[str, Any], ids: AbstractSet[str]) -> dict[str, Any]:
    spec = route.spec
    good: dict[str, Any] = {"description": spec.about}
    content = {JSON: {"schema": _schema(spec.gives, known)}} if spec.gives is not None else {}
    content |= {media: {"schema": _schema(shape, known)} for media, shape in spec.media.items()}
    if content:
        good["content"] = content
    if spec.sends:
        good["headers"] = {name: RESPONSE_HEADERS[name] for name in spec.sends}
    if spec.links:
        links = {name: (f"{route.service}_{link.to}", link) for name, link in spec.links.items()}
        good["links"] = {name: _link(link, to) for name, (to, link) in links.items() if to in ids}
    responses = {str(spec.status): good}
    responses |= {str(status): {"description": about} for status, about in spec.also.items()}
    problems = {*BY_ALL, *spec.problems} | ({401} if spec.secured else set()) | ({408} if spec.takes else set())
    return responses | {str(status): _problem(status) for status in sorted(problems)}


def _schema(shape: Any, known: Mapping[str, Any]) -> Any:  # noqa: ANN401 any type
    """Return the schema of a type, or of a choice between several types.

    Without a type (None), return that of any text.
    """
    if shape is None:
        return {"type": "string"}
    if isinstance(shape, tuple):
        return {"oneOf": [known[_key(one)] for one in shape]}
    return known[_key(shape)]


def _problem(status: int) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "description": PROBLEMS[status],
        "content": {PROBLEM_JSON: {"schema": {"$ref": REF.format(name="Problem")}}},
    }
    headers = PROBLEM_HEADERS.get(status)
    if headers:
        answer["headers"] = {name: RESPONSE_HEADERS[name] for name in headers}
    return answer


def _link(link: ContractLink, to: str) -> dict[str, Any]:
    drawn: dict[str, Any] = {"operationId": to, "description": link.about}
    if link.parameters:
        drawn["parameters"] = dict(link.parameters)
    if link.body is not None:
        drawn["requestBody"] = link.body
        drawn["x-schemathesis"] = {"merge_body": False}  # send it unchanged: no fields of other commands
    return drawn
