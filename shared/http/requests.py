"""Reading a request: body, preconditions, idempotency key, accepted form. What is not understood is refused by name."""

from __future__ import annotations

import hashlib
import re
from typing import Any, Final, Literal, TypeAlias, TypeVar

import msgspec
from litestar import Request
from litestar.exceptions import ClientException

from shared.messages import ID_PATTERN, MAX_NUMBER

from .problems import HttpProblem, malformed, not_found

T = TypeVar("T")
AnyRequest: TypeAlias = Request[Any, Any, Any]
Form: TypeAlias = Literal["json", "sse", "ndjson"]

_ID: Final = re.compile(ID_PATTERN)
_KEY: Final = re.compile(r"^[\x21-\x7e]{1,255}$")
_ETAG: Final = re.compile(r'^"(0|[1-9][0-9]{0,15})"$')
_FORMS: Final[dict[str, Form]] = {
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

    Refuses: 415 for another content type, 400 for what is not JSON or not of the type, 413 past the size limit
    """
    kind = request.headers.get("content-type", "").split(";", 1)[0].strip().lower()
    if kind != "application/json":
        raise HttpProblem(415, "unsupported-media-type", "send application/json", needs="application/json", has=kind)
    body = await request.body()
    if not body:
        raise malformed("a JSON body is needed")
    try:
        return decoder.decode(body)
    except msgspec.ValidationError as error:
        detail, _, field = str(error).partition(" - at ")
        raise malformed(detail, field=field.strip("`").removeprefix("$").lstrip(".")) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise malformed(f"the body is not JSON: {error}") from error
    except RecursionError as error:
        raise malformed("the body is nested too deeply") from error


def plain_header(request: AnyRequest, name: str) -> str | None:
    """Give a header of printable ASCII, or None where it is not sent.

    Refuses: 400 for any other character
    """
    value = request.headers.get(name)
    if value is None:
        return None
    if not value.isascii() or not value.isprintable():
        raise malformed("the header holds characters other than printable ASCII", field=name)
    return value


def stream_id(text: str) -> str:
    """Check the id of a stream in a path; an id that cannot be is not found, like one that is not."""
    if not _ID.match(text):
        raise not_found("stream")
    return text


def idempotency_key(request: AnyRequest) -> str | None:
    """Read `Idempotency-Key`: 1 to 255 printable characters without blanks; quotes around it do not count."""
    value = plain_header(request, "Idempotency-Key")
    if value is None:
        return None
    key = value.strip('"')
    if not _KEY.match(key):
        raise malformed("an Idempotency-Key is 1 to 255 printable characters without blanks", field="Idempotency-Key")
    return key


def version_in(request: AnyRequest, header: str) -> int | None:
    """Read the version in `If-Match` or `If-None-Match`: one strong ETag as we give it, or `*`, which asks nothing."""
    value = plain_header(request, header)
    if value is None or value.strip() == "*":
        return None
    match = _ETAG.match(value.strip())
    if not match:
        raise malformed('one strong ETag as given by this service is needed, such as "17"', field=header)
    return int(match[1])


def wants_minimal(request: AnyRequest) -> bool:
    """Tell whether the caller asked to leave out the view (`Prefer: return=minimal`)."""
    return "return=minimal" in (plain_header(request, "Prefer") or "").replace(" ", "").split(",")


def seat_asked(request: AnyRequest) -> str | None:
    """Read `Arbiter-Seat`: the seat as which an app's key acts."""
    seat = plain_header(request, "Arbiter-Seat")
    if seat is not None and not _ID.match(seat):
        raise malformed("a seat is lower-case letters, digits, _ and -; at most 64", field="Arbiter-Seat")
    return seat


def accepted(request: AnyRequest, *, offered: tuple[Form, ...]) -> Form:
    """Choose the form of the answer by `Accept`: the first one asked for that is offered, by its weight.

    Refuses: 406 where none is offered
    """
    header = plain_header(request, "Accept") or "*/*"
    asked = sorted((_weighed(part) for part in header.split(",")), key=lambda pair: -pair[1])
    for kind, weight in asked:
        form = _FORMS.get(kind)
        if weight > 0 and form in offered:
            return form
    raise HttpProblem(406, "not-acceptable", f"this can be had as {', '.join(offered)}", has=header[:200])


def _weighed(part: str) -> tuple[str, float]:
    kind, _, parameters = part.partition(";")
    weight = re.search(r"(?:^|;)\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*(?:;|$)", parameters)
    return kind.strip().lower(), float(weight[1]) if weight else 1.0


def number(text: str | None, *, name: str, most: int = MAX_NUMBER) -> int | None:
    """Read a number from a query.

    Refuses: 400 for anything but a whole number from 0 to `most`
    """
    if text is None:
        return None
    if not re.fullmatch(r"0|[1-9][0-9]{0,15}", text) or int(text) > most:
        raise malformed(f"a whole number from 0 to {most} is needed", field=name)
    return int(text)


def digest_of(*parts: str) -> str:
    """Digest parts that may hold any character, without mixing them up."""
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()


def too_large(error: ClientException) -> bool:
    """Tell whether Litestar refused a body for its size."""
    return error.status_code == 413  # noqa: PLR2004 the status says it
