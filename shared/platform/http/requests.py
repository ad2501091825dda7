"""Reading a request: body, preconditions, idempotency key, accepted form. What is not understood is refused by name."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Any, Final, Literal, ParamSpec, TypeAlias, TypeVar

import msgspec
from litestar import Request

from shared.kernel.messages import ID_PATTERN, MAX_NUMBER

from .expected import in_words
from .problems import HttpProblem, malformed, not_found

T = TypeVar("T")
P = ParamSpec("P")
W = TypeVar("W")
AnyRequest: TypeAlias = Request[Any, Any, Any]
AnswerForm: TypeAlias = Literal["json", "sse", "ndjson"]

_NOT_OURS: Final = "handle_schema_path_not_found"
CURSOR_PATTERN: Final = "^[0-9]{15}-[a-z0-9][a-z0-9_-]{0,63}$"
_CURSOR: Final = re.compile(CURSOR_PATTERN)
_ID: Final = re.compile(ID_PATTERN)
_KEY: Final = re.compile(r'"[!#-~]{1,255}"|[!#-~]{1,255}')
_ETAG: Final = re.compile(r'("?)(0|[1-9][0-9]{0,14})\1')
_WHOLE: Final = re.compile(r"(-?(?:0|[1-9][0-9]{0,15}))\.0+")
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

    Refuses: 415 for another content type, 400 for what is not JSON or not of the type, 413 past the size limit, and
    what an opening refuses of a field that the contract gives by reference
    """
    kind = (one_header(request, "Content-Type") or "").split(";", 1)[0].strip().lower()
    if kind != "application/json":
        raise HttpProblem(415, "unsupported-media-type", "send application/json", needs="application/json", has=kind)
    body = await request.body()
    if not body:
        raise malformed("a JSON body is needed")
    try:
        return _decoded(body, decoder)
    except msgspec.ValidationError as error:
        wrong = in_words(str(error), decoder.type, body)
        judged = getattr(decoder.type, "by_reference", {}).get(_ROOT.split(wrong.field, 1)[0])
        if judged is not None:
            raise judged(needs=wrong.needs, has=wrong.detail, field=wrong.field) from error
        raise malformed(wrong.detail, field=wrong.field, needs=wrong.needs, has=wrong.has) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise malformed(f"the body is not JSON: {error}") from error
    except RecursionError as error:
        raise malformed("the body is nested too deeply") from error


def _decoded(body: bytes, decoder: msgspec.json.Decoder[T]) -> T:
    """Decode a body. Where a whole number is needed, one with a fraction of zero will do: to JSON they are the same."""
    try:
        return decoder.decode(body)
    except msgspec.ValidationError as error:
        if "got `float`" not in str(error):
            raise
    return msgspec.convert(_loose.decode(body), decoder.type)


def written(write: Callable[P, W], /, *args: P.args, **kwargs: P.kwargs) -> W:
    """Write out what a body held, as `write` does.

    Refuses: 400 for what could be read, but not written: a few levels of nesting lie between
    """
    try:
        return write(*args, **kwargs)
    except RecursionError as error:
        raise malformed("the body is nested too deeply") from error


def _whole(text: str) -> int | float:
    """Read a number that was written with a fraction or an exponent."""
    match = _WHOLE.fullmatch(text)
    return int(match[1]) if match else float(text)


_ROOT: Final = re.compile(r"[.\[]")
_loose: Final = msgspec.json.Decoder(float_hook=_whole)


def one_header(request: AnyRequest, name: str) -> str | None:
    """Return a header, or None where it is not sent.

    Refuses: 400 for one that is sent twice: proxies disagree on which of them counts
    """
    values = sent(request, name)
    if len(values) > 1:
        raise malformed("the header is sent more than once", field=name)
    return values[0] if values else None


def sent(request: AnyRequest, name: str) -> list[str]:
    """Return every line of a header. They are sorted by name once a request; Litestar's own cost five times as much."""
    state = request.scope["state"]
    known: dict[str, list[str]] | None = state.get("headers")
    if known is None:
        known = state["headers"] = {}
        for key, value in request.scope["headers"]:
            known.setdefault(key.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return known.get(name.lower(), [])


def plain_header(request: AnyRequest, name: str) -> str | None:
    """Return a header of printable ASCII, or None where it is not sent.

    Refuses: 400 for any other character, and for a header that is sent twice
    """
    value = one_header(request, name)
    return None if value is None else _printable(value, name=name)


def has_etag(request: AnyRequest, etag: str) -> bool:
    """Whether a reader names this ETag in `If-None-Match`, and so has what would be answered; weak marks do not count.

    Refuses: 400 for a header that is not printable ASCII, or is sent twice
    """
    named = (plain_header(request, "If-None-Match") or "").split(",")
    return etag.removeprefix("W/") in (each.strip().removeprefix("W/") for each in named)


def plain_text(value: bytes, *, name: str) -> str:
    """Return what a header says in printable ASCII.

    Refuses: 400 for any other character
    """
    return _printable(value.decode("latin-1"), name=name)


def _printable(value: str, *, name: str) -> str:
    if not value.isascii() or not value.isprintable():
        raise malformed("the header holds characters other than printable ASCII", field=name)
    return value


def listed_header(request: AnyRequest, name: str) -> str:
    """Return a header that is a list, which may be sent in several lines; empty where it is not sent.

    Refuses: 400 for any character but printable ASCII
    """
    return _printable(",".join(sent(request, name)), name=name)


def is_id(text: str) -> bool:
    """Return whether a text has the form of an id."""
    return _ID.fullmatch(text) is not None


def known_form(text: str, *, what: str) -> str:
    """Check an id in a path; an id that cannot be is not found, like one that is not."""
    if not _ID.fullmatch(text):
        raise not_found(what)
    return text


def stream_id(text: str) -> str:
    """Check the id of a stream in a path."""
    return known_form(text, what="stream")


async def hold_to_route(request: AnyRequest) -> None:
    """Hold a query to the parameters its route has, each at most once: a typing error never passes for a choice.

    Litestar's own page for what is not under `/schema` is not ours: it is no problem, and it names other hosts.

    Refuses: 400; 404
    """
    if request.route_handler.handler_name == _NOT_OURS:
        raise HttpProblem(404, "not-found", "there is nothing at this path")
    if not request.scope["query_string"]:
        return
    known = request.route_handler.opt.get("query", ())
    for name in request.query_params:
        if name not in known:
            raise malformed(f"this path has no such parameter; it has {', '.join(known) or 'none'}", field=name[:200])
        if len(request.query_params.getall(name)) > 1:
            raise malformed("the parameter is sent more than once", field=name)


def idempotency_key(request: AnyRequest) -> str | None:
    """Read `Idempotency-Key`."""
    value = plain_header(request, "Idempotency-Key")
    return None if value is None else key_of(value)


def key_of(value: str) -> str:
    """Return the key of an `Idempotency-Key`: 1 to 255 printable characters without blanks; quotes do not count.

    Refuses: 400
    """
    if not _KEY.fullmatch(value):
        raise malformed("an Idempotency-Key is 1 to 255 printable characters without blanks", field="Idempotency-Key")
    return value.strip('"')


def version_in(request: AnyRequest, header: str) -> int | None:
    """Read the version in `If-Match` or `If-None-Match`."""
    value = plain_header(request, header)
    return None if value is None else version_of(value, header=header)


def version_of(value: str, *, header: str) -> int | None:
    """Return the version of a precondition: a strong ETag of ours, or bare; `*` asks nothing.

    Refuses: 400
    """
    if value.strip() == "*":
        return None
    match = _ETAG.fullmatch(value.strip())
    if not match:
        raise malformed('one strong ETag as given by this service is needed, such as "17"', field=header)
    return int(match[2])


def wants_minimal(request: AnyRequest) -> bool:
    """Return whether the caller asked to leave out the view (`Prefer: return=minimal`)."""
    return prefers_minimal(listed_header(request, "Prefer"))


def prefers_minimal(value: str) -> bool:
    """Return whether a `Prefer` asks to leave out the view."""
    return "return=minimal" in value.replace(" ", "").split(",")


def seat_asked(request: AnyRequest) -> str | None:
    """Read `Arbiter-Seat`: the seat as which an app's key acts."""
    seat = plain_header(request, "Arbiter-Seat")
    return None if seat is None else seat_of(seat)


def seat_of(value: str) -> str:
    """Return the seat an `Arbiter-Seat` names.

    Refuses: 400
    """
    if not _ID.fullmatch(value):
        raise malformed("a seat is lower-case letters, digits, _ and -; at most 64", field="Arbiter-Seat")
    return value


def accepted(request: AnyRequest, *, offered: tuple[AnswerForm, ...]) -> AnswerForm:
    """Choose the form of the answer by `Accept`: the first one asked for that is offered, by its weight.

    Refuses: 406 where none is offered
    """
    header = listed_header(request, "Accept") or "*/*"
    asked = sorted((_weighed(part) for part in header.split(",")), key=lambda pair: -pair[1])
    for kind, weight in asked:
        form = _FORMS.get(kind)
        if weight > 0 and form in offered:
            return form
    raise HttpProblem(406, "not-acceptable", f"this is available as {', '.join(offered)}", has=header[:200])


def _weighed(part: str) -> tuple[str, float]:
    kind, _, parameters = part.partition(";")
    weight = re.search(r"(?:^|;)\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*(?:;|$)", parameters)
    return kind.strip().lower(), float(weight[1]) if weight else 1.0


def number_param(text: str | None, *, name: str, least: int = 0, most: int = MAX_NUMBER) -> int | None:
    """Read a number from a query.

    Refuses: 400 for anything but a whole number from `least` to `most`
    """
    if text is None:
        return None
    if not re.fullmatch(r"0|[1-9][0-9]{0,15}", text, re.ASCII) or not least <= int(text) <= most:
        raise malformed(f"a whole number from {least} to {most} is needed", field=name)
    return int(text)


def cursor_param(text: str | None, *, name: str) -> str:
    """Read from a query where a list goes on; "" is its beginning.

    Refuses: 400 for what no page gives
    """
    if text is not None and not _CURSOR.fullmatch(text):
        raise malformed("the `next` of a page is needed", field=name)
    return text or ""


def last_event(request: AnyRequest) -> int | None:
    """Read `Last-Event-ID`: the version after which a reader goes on; it goes before `after`."""
    return number_param(plain_header(request, "Last-Event-ID"), name="Last-Event-ID")


def flag_param(text: str | None, *, name: str) -> bool:
    """Read a truth from a query; one that is not sent is false.

    Refuses: 400 for anything but true and false
    """
    if text not in (None, "true", "false"):
        raise malformed("true or false is needed", field=name)
    return text == "true"


def digest_of(*parts: str) -> str:
    """Digest parts that may hold any character, without mixing them up."""
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()
