"""Read the parts of a request: body, preconditions, idempotency key and format. Errors name the malformed part."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, Literal, ParamSpec, TypeAlias, TypeVar

import msgspec
from litestar import Request
from litestar.exceptions.http_exceptions import RequestEntityTooLarge

from shared.kernel.causes import CAUSE_PATTERN, CORRELATION_PATTERN, Cause
from shared.kernel.messages import ID_PATTERN, MAX_NUMBER
from shared.platform.eventlog import Origin
from shared.platform.http.expected import in_words, why_no_json
from shared.platform.http.problems import HttpProblem, bad_request, not_found

T = TypeVar("T")
P = ParamSpec("P")
W = TypeVar("W")
AnyRequest: TypeAlias = Request[Any, Any, Any]
AnswerForm: TypeAlias = Literal["json", "sse", "ndjson"]

ID_DIGITS: Final = 26
_NOT_OURS: Final = "handle_schema_path_not_found"
CURSOR_PATTERN: Final = "^[0-9]{15}-[a-z0-9][a-z0-9_-]{0,63}$"
_CURSOR: Final = re.compile(CURSOR_PATTERN)
_ID: Final = re.compile(ID_PATTERN)
_KEY: Final = re.compile(r'"[!#-~]{1,255}"|[!#-~]{1,255}')
_ETAG: Final = re.compile(r'("?)(0|[1-9][0-9]{0,14})\1')
_WHOLE: Final = re.compile(r"(-?(?:0|[1-9][0-9]{0,15}))\.0+")
_CORRELATION: Final = re.compile(CORRELATION_PATTERN)
_CAUSE: Final = re.compile(CAUSE_PATTERN)
_TRACEPARENT: Final = re.compile(r"(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?")
_FORMS: Final[dict[str, AnswerForm]] = {
    "application/json": "json",
    "application/*": "json",
    "*/*": "json",
    "text/event-stream": "sse",
    "text/*": "sse",
    "application/x-ndjson": "ndjson",
    "application/jsonl": "ndjson",
}


async def read_body(request: AnyRequest, decoder: msgspec.json.Decoder[T]) -> T:
    """Read a JSON body of the decoder's type.

    Refuses: all refusals of `_bytes_of`; 400 for a body that is not JSON or not of the type; a refusal of
             the game, for a field whose content the contract describes only by a reference
    """
    body = await _bytes_of(request)
    try:
        return _decode(body, decoder)
    except msgspec.ValidationError as error:
        wrong = in_words(str(error), decoder.type, body)
        judged = getattr(decoder.type, "by_reference", {}).get(_ROOT.split(wrong.field, 1)[0])
        if judged is not None:
            raise judged(needs=wrong.needs, has=wrong.detail, field=wrong.field) from error
        raise bad_request(wrong.detail, field=wrong.field, needs=wrong.needs, has=wrong.has) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise bad_request(f"the body is not JSON: {why_no_json(error, body)}") from error
    except RecursionError as error:
        raise bad_request("the body is nested too deeply: use fewer levels") from error


async def _bytes_of(request: AnyRequest) -> bytes:
    """Read a body that is marked as JSON, and is neither empty nor encoded.

    Refuses: 415 for another content type or an encoded body; 413 above the size limit; 400 for an empty body
    """
    kind = (one_header(request, "Content-Type") or "").split(";", 1)[0].strip().lower()
    if kind != "application/json":
        raise HttpProblem(
            415, "unsupported-media-type", "the body is not declared as JSON: send it as application/json",
            needs="application/json", has=kind,
        )  # fmt: skip
    coding = one_header(request, "Content-Encoding") or "identity"
    if coding.strip().lower() != "identity":
        raise HttpProblem(
            415, "unsupported-media-type", "send the body as it is, without Content-Encoding",
            field="Content-Encoding", needs="identity", has=coding[:200], headers={"Accept-Encoding": "identity"},
        )  # fmt: skip
    try:
        body = await request.body()
    except RequestEntityTooLarge as error:
        most = f"at most {request.route_handler.resolve_request_max_body_size()} bytes"
        raise HttpProblem(413, "request-entity-too-large", f"the body is too large: {most}", needs=most) from error
    if not body:
        raise bad_request("the body is empty; send JSON")
    return body


def _decode(body: bytes, decoder: msgspec.json.Decoder[T]) -> T:
    """Decode a body. A whole number may be written as `3.0`, because JSON makes no difference between 3 and 3.0."""
    try:
        return decoder.decode(body)
    except msgspec.ValidationError as error:
        if "got `float`" not in str(error):
            raise
    return msgspec.convert(_loose.decode(body), decoder.type)


def encode_parts(write: Callable[P, W], /, *args: P.args, **kwargs: P.kwargs) -> W:
    """Encode parts of a decoded body with `write`.

    Refuses: 400 for a body that can be decoded but not encoded, because the encoder allows slightly less nesting
    """
    try:
        return write(*args, **kwargs)
    except RecursionError as error:
        raise bad_request("the body is nested too deeply: use fewer levels") from error


def _whole(text: str) -> int | float:
    """Parse a number that has a fraction or an exponent; return an int if the number is whole."""
    match = _WHOLE.fullmatch(text)
    return int(match[1]) if match else float(text)


_ROOT: Final = re.compile(r"[.\[]")
_loose: Final = msgspec.json.Decoder(float_hook=_whole)


def one_header(request: AnyRequest, name: str) -> str | None:
    """Return the value of a header; None if it was not sent.

    Refuses: 400 for a header that was sent twice, because proxies disagree about which one counts
    """
    values = header_lines(request, name)
    if len(values) > 1:
        raise bad_request("the header is sent more than once: send it once", field=name)
    return values[0] if values else None


def header_lines(request: AnyRequest, name: str) -> list[str]:
    """Return all lines of a header.

    The headers are sorted only once for each request, which is faster than Litestar's own method.
    """
    state = request.scope["state"]
    known: dict[str, list[str]] | None = state.get("headers")
    if known is None:
        known = state["headers"] = {}
        for key, value in request.scope["headers"]:
            known.setdefault(key.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return known.get(name.lower(), [])


def plain_header(request: AnyRequest, name: str) -> str | None:
    """Return the value of a header in printable ASCII; None if it was not sent.

    Refuses: 400 for any other character, and for a header that was sent twice
    """
    value = one_header(request, name)
    return None if value is None else _printable(value, name=name)


def plain_text(value: bytes, *, name: str) -> str:
    """Return a header's value as text.

    Refuses: 400 for any character except printable ASCII
    """
    return _printable(value.decode("latin-1"), name=name)


def _printable(value: str, *, name: str) -> str:
    if not value.isascii() or not value.isprintable():
        raise bad_request("the header has characters other than printable ASCII: leave them out", field=name)
    return value


def listed_header(request: AnyRequest, name: str) -> str:
    """Return a header that is a list and may be sent in several lines; "" if it was not sent.

    Refuses: 400 for any character except printable ASCII
    """
    return _printable(",".join(header_lines(request, name)), name=name)


@lru_cache(maxsize=4096)
def is_id(text: str) -> bool:
    """Return whether a string has the form of a stream id or job id."""
    return _ID.fullmatch(text) is not None


def known_form(text: str, *, what: str) -> str:
    """Check the form of an id in a path. A malformed id gets a 404, like an id that does not exist."""
    if not _ID.fullmatch(text):
        raise not_found(what)
    return text


def stream_id(text: str) -> str:
    """Check the form of a stream id in a path, and return it."""
    return known_form(text, what="stream")


async def check_query(request: AnyRequest) -> None:
    """Check the query of a request: the route must know every parameter, and each may be sent only once.

    A misspelled parameter is refused, not ignored. An unknown path under `/schema` gets a problem document,
    because Litestar's own 404 page mentions other hosts.

    Refuses: 400; 404
    """
    if request.route_handler.handler_name == _NOT_OURS:
        raise HttpProblem(404, "not-found", "there is nothing at this path: look it up under /schema")
    if not request.scope["query_string"]:
        return
    known = request.route_handler.opt.get("query", ())
    for name in request.query_params:
        if name not in known:
            raise bad_request(f"this path has no such parameter; it has {', '.join(known) or 'none'}", field=name[:200])
        if len(request.query_params.getall(name)) > 1:
            raise bad_request("the parameter is sent more than once: send it once", field=name)


def idempotency_key(request: AnyRequest) -> str | None:
    """Return the `Idempotency-Key` of a request; None if it has none."""
    value = plain_header(request, "Idempotency-Key")
    return None if value is None else key_of(value)


def key_of(value: str) -> str:
    """Parse an `Idempotency-Key`: 1 to 255 printable characters without blanks; quotes around it are removed.

    Refuses: 400
    """
    if not _KEY.fullmatch(value):
        raise bad_request("an Idempotency-Key is 1 to 255 printable characters without blanks", field="Idempotency-Key")
    return value.strip('"')


def version_in(request: AnyRequest, header: str) -> int | None:
    """Return the version in a precondition header of a request; None if the request sets no condition."""
    value = plain_header(request, header)
    return None if value is None else version_of(value, header=header)


def version_of(value: str, *, header: str) -> int | None:
    """Parse the version in a precondition, which is a strong ETag of this server or a number.

    Return None for `*`, which sets no condition.

    Refuses: 400
    """
    if value.strip() == "*":
        return None
    match = _ETAG.fullmatch(value.strip())
    if not match:
        raise bad_request('not an ETag of this service; send one strong ETag, such as "17"', field=header)
    return int(match[2])


def wants_minimal(request: AnyRequest) -> bool:
    """Return whether the caller asks to leave the view out of the response (`Prefer: return=minimal`)."""
    return prefers_minimal(listed_header(request, "Prefer"))


def prefers_minimal(value: str) -> bool:
    """Return whether a `Prefer` header asks to leave the view out of the response."""
    return "return=minimal" in value.replace(" ", "").split(",")


def seat_asked(request: AnyRequest) -> str | None:
    """Return the seat that an app wants to act as, from the header `Arbiter-Seat`; None if it was not sent."""
    seat = plain_header(request, "Arbiter-Seat")
    return None if seat is None else seat_of(seat)


def seat_of(value: str) -> str:
    """Parse the seat in the header `Arbiter-Seat`.

    Refuses: 400
    """
    if not _ID.fullmatch(value):
        raise bad_request("a seat is lower-case letters, digits, _ and -; at most 64", field="Arbiter-Seat")
    return value


def origin_asked(request: AnyRequest) -> Origin | None:
    """Read the causes of a request that the caller states in its headers; None if it states none.

    Refuses: 400
    """
    correlation, cause = plain_header(request, "Arbiter-Correlation"), plain_header(request, "Arbiter-Cause")
    traces = header_lines(request, "traceparent")
    return origin_of(correlation, cause, traces[0] if len(traces) == 1 else None)


def origin_of(correlation: str | None, cause: str | None, trace: str | None) -> Origin | None:
    """Parse the headers that state the causes of a request; None if none was sent.

    A malformed `traceparent` is ignored, as W3C's Trace Context requires.

    Refuses: 400
    """
    traced = None if trace is None else _TRACEPARENT.fullmatch(trace)
    if correlation is None and cause is None and traced is None:
        return None
    return Origin(
        correlation="" if correlation is None else _correlation_of(correlation),
        cause=None if cause is None else _cause_of(cause),
        trace="" if traced is None else traced[1],
    )


def _correlation_of(value: str) -> str:
    """Check the form of a correlation id, and return it. Refuses: 400."""
    if not is_correlation(value):
        raise bad_request(
            "a correlation id is letters, digits, `.`, `_` and `-`; at most 64", field="Arbiter-Correlation"
        )
    return value


def is_correlation(text: str) -> bool:
    """Return whether a string has the form of a correlation id."""
    return _CORRELATION.fullmatch(text) is not None


def _cause_of(value: str) -> Cause:
    stream, _, version = value.rpartition("/")
    if not _CAUSE.fullmatch(value):
        raise bad_request("a cause is the id of an event, such as `dice.table:t1/5`", field="Arbiter-Cause")
    return Cause(stream=stream, version=int(version))


def choose_format(request: AnyRequest, *, offered: tuple[AnswerForm, ...]) -> AnswerForm:
    """Return the format for the response: the offered format with the highest weight in `Accept`.

    Refuses: 406 if the caller accepts none of them
    """
    header = listed_header(request, "Accept") or "*/*"
    asked = sorted((_weigh(part) for part in header.split(",")), key=lambda pair: -pair[1])
    for kind, weight in asked:
        form = _FORMS.get(kind)
        if weight > 0 and form in offered:
            return form
    raise HttpProblem(406, "not-acceptable", f"this is available as {', '.join(offered)}", has=header[:200])


def _weigh(part: str) -> tuple[str, float]:
    kind, _, parameters = part.partition(";")
    weight = re.search(r"(?:^|;)\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*(?:;|$)", parameters)
    return kind.strip().lower(), float(weight[1]) if weight else 1.0


def number_param(text: str | None, *, name: str, least: int = 0, most: int = MAX_NUMBER) -> int | None:
    """Parse a whole number in a query; None if it was not sent.

    Refuses: 400 for anything but a whole number from `least` to `most`
    """
    if text is None:
        return None
    if not re.fullmatch(r"0|[1-9][0-9]{0,15}", text, re.ASCII) or not least <= int(text) <= most:
        raise bad_request(f"not a whole number from {least} to {most}", field=name)
    return int(text)


def cursor_param(text: str | None, *, name: str) -> str:
    """Parse the cursor of a list in a query; "" means the beginning of the list.

    Refuses: 400 for a cursor that no page returns
    """
    if text is not None and not _CURSOR.fullmatch(text):
        raise bad_request("this is not a cursor: send the `next` of a page", field=name)
    return text or ""


def last_event(request: AnyRequest) -> int | None:
    """Return `Last-Event-ID`, the version after which a reader continues; None if the header was not sent.

    This header takes precedence over the query parameter `after`.
    """
    return number_param(plain_header(request, "Last-Event-ID"), name="Last-Event-ID")


def flag_param(text: str | None, *, name: str) -> bool:
    """Parse a boolean in a query; a missing parameter is false.

    Refuses: 400 for any value except true and false
    """
    if text not in (None, "true", "false"):
        raise bad_request("not a boolean; send true or false", field=name)
    return text == "true"


def id_from(*parts: str) -> str:
    """Derive a stream id from several texts, so that the same request always finds the same stream.

    The id also depends on where one text ends and the next begins.
    """
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:ID_DIGITS]
