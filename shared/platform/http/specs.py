"""What each route of a stream takes and gives, for the contract; made per game where the types are the game's."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct, UnsetType

from shared.kernel.audit import Report
from shared.kernel.game import Game
from shared.kernel.replay import union
from shared.kernel.stream import KERNEL_EVENTS
from shared.platform.contract import ContractLink, RouteSpec
from shared.platform.http.hosting import SeatBody, asking_type, command_names

from .answers import Done, DryRun, EventPage, LegalAnswer, Opened, ReceiptAnswer, SeatToken, StreamView
from .sse import ENDS

SAME: Final = {"id": "$request.path.id"}
NEXT_PAGE: Final = {"after": "$response.body#/next"}
NEW: Final = {"id": "$response.body#/id"}


FIRST: Final = "$response.body#/seats/0/seat"
ITSELF: Final = "$response.body#/seat"
AGAIN: Final = "$request.header.Arbiter-Seat"


def acting(seat: str) -> dict[str, str]:
    """Act as a seat, named by an expression."""
    return {"header.Arbiter-Seat": seat}


def sending(seat: str) -> dict[str, str]:
    """Send a command as a seat, for the version of this answer."""
    return acting(seat) | {"header.If-Match": "$response.header.ETag"}


def on(seat: str) -> dict[str, ContractLink]:
    """Link to what can be read next; what may be sent depends on the seat."""
    return {
        "look": ContractLink(to="look", parameters=SAME, about="look at the stream"),
        "legal": ContractLink(to="legal", parameters=SAME | acting(seat), about="what may be sent now"),
        "events": ContractLink(to="events", parameters=SAME, about="what has happened"),
    }


FROM_NEW: Final = {
    name: ContractLink(to=name, parameters=NEW | how, about=about)
    for name, how, about in (
        ("look", {}, "look at the new stream"),
        ("legal", acting(FIRST), "what its first seat may send now"),
        ("events", {}, "what has happened"),
        ("audit", {}, "audit it"),
        ("receipt", {}, "have its head signed"),
        ("send_command", sending(FIRST), "send a command as its first seat"),
        ("add_seat", sending(FIRST), "add a seat"),
        ("rotate_token", sending(FIRST) | {"seat": "$response.body#/seats/0/seat"}, "give it another token"),
    )
}


def _named(served: Game[Any], base: type[Struct], **fields: Any) -> type[Struct]:  # noqa: ANN401 types
    """Return an answer's type with the game's own types in the fields that hold them."""
    name = f"{served.service.title().replace('_', '')}{base.__name__}"
    drawn = [
        (field.name, fields.get(field.name, field.type), *([field.default] if not field.required else []))
        for field in msgspec.structs.fields(base)
    ]
    return msgspec.defstruct(name, drawn, kw_only=True, frozen=True, namespace={"__doc__": base.__doc__})


@cache
def view_type(game: Game[Any]) -> type[Struct]:
    """Return the type of a stream's view with the game's own view in it."""
    return _named(game, StreamView, game=game.view_type)


@cache
def done_type(game: Game[Any]) -> type[Struct]:
    """Return the type of a carried-out command's answer with the game's own events and view in it."""
    events = tuple.__class_getitem__((union((*KERNEL_EVENTS, *game.events)), ...))
    return _named(game, Done, events=events, view=union((view_type(game), UnsetType)))


def opening_spec(game: Game[Any]) -> RouteSpec:
    """201 with the tokens of the seats."""
    return RouteSpec(
        takes=game.opening.contract_form or game.opening,
        gives=_named(game, Opened, view=view_type(game)),
        status=201,
        about="Opened; the tokens act as the seats.",
        problems=(403, 409, 412, 413, 415, 422),
        headers=("Idempotency-Key",),
        sends=("ETag", "Location", "Idempotency-Replayed"),
        links=FROM_NEW,
        examples=game.openings,
    )


def look_spec(game: Game[Any]) -> RouteSpec:
    """The view."""
    return RouteSpec(
        gives=view_type(game), about="The stream as this seat may see it.", also={304: "Still the same version."},
        problems=(403, 410), headers=("If-None-Match", "Arbiter-Seat"), sends=("ETag",),
        links={name: link for name, link in on(FIRST).items() if name != "look"},
    )  # fmt: skip


def command_spec(game: Game[Any]) -> RouteSpec:
    """The events of a command, or what it would lead to."""
    return RouteSpec(
        takes=asking_type(game),
        gives=(done_type(game), DryRun),
        about="Carried out, or with `dry_run` tried.",
        problems=(403, 409, 410, 412, 413, 415, 422),
        headers=("Idempotency-Key", "If-Match", "Arbiter-Seat", "Prefer"),
        sends=("ETag", "Idempotency-Replayed"),
        links=on(AGAIN),
        examples=game.examples,
    )


def legal_spec(game: Game[Any]) -> RouteSpec:
    """What a seat may send now."""
    return RouteSpec(
        gives=LegalAnswer, about="What may be sent and what not.", problems=(403, 409, 410), headers=("Arbiter-Seat",),
        sends=("ETag",), queries={"command": {"type": "string", "enum": list(command_names(game))}},
        links={"send": ContractLink(
            to="send_command",
            parameters=SAME | sending(ITSELF),
            body="$response.body#/legal/allowed/0/body",
            about="send the first legal command",
        )},
    )  # fmt: skip


EVENTS: Final = RouteSpec(
        gives=EventPage, media={"text/event-stream": None, "application/x-ndjson": None},
        about=f"Events as this seat may see them. {ENDS}", problems=(403, 406, 410),
        headers=("Arbiter-Seat", "Last-Event-ID"),
        links={"next": ContractLink(to="events", parameters=SAME | NEXT_PAGE, about="the next page")},
    )  # fmt: skip


AUDIT: Final = RouteSpec(
    gives=Report, about="What the audit found.", problems=(403, 410), headers=("Arbiter-Seat",), sends=("ETag",)
)


RECEIPT: Final = RouteSpec(gives=ReceiptAnswer, about="Version and head, signed.", problems=(403, 410), sends=("ETag",))


ADD_SEAT: Final = RouteSpec(
        takes=SeatBody, gives=SeatToken, status=201, about="The seat is open; its token.",
        examples={"a spectator": {"seat": "spectator-1", "role": "spectator"}},
        problems=(403, 409, 410, 412, 413, 415, 422), headers=("Idempotency-Key", "If-Match", "Arbiter-Seat"),
        sends=("ETag", "Idempotency-Replayed"),
        links={"rotate": ContractLink(
            to="rotate_token",
            parameters=SAME | sending(ITSELF) | {"seat": "$response.body#/seat"},
            about="give it another token",
        )},
    )  # fmt: skip


ROTATE_TOKEN: Final = RouteSpec(
        gives=SeatToken, status=201, about="The old tokens are void; the new one.",
        problems=(403, 409, 410, 412, 422), headers=("Idempotency-Key", "If-Match", "Arbiter-Seat"),
        sends=("ETag", "Idempotency-Replayed"),
    )  # fmt: skip
