"""The contract of the stream routes: requests and responses, with each game's own types in the generic fields."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct, UnsetType

from shared.kernel.audit import Report
from shared.kernel.forbidden import Blocked
from shared.kernel.game import Game
from shared.kernel.jobs.game import KIND as JOB
from shared.kernel.legal import Allowed, Legal
from shared.kernel.messages import COMMAND_KINDS
from shared.kernel.replay import union
from shared.kernel.stream import KERNEL_EVENTS
from shared.platform.contract import CAUSES, ContractLink, RouteSpec
from shared.platform.http.answers import (
    ChancesAnswer,
    CloudEvent,
    DigestAnswer,
    Done,
    DryRun,
    EventPage,
    LegalAnswer,
    Opened,
    ReceiptAnswer,
    SeatToken,
    SeatView,
    StreamView,
)
from shared.platform.http.hosting import ForkBody, PlayerBody, SeatBody, asking_type, command_names, proposed_type
from shared.platform.http.streams.sse import ENDS

MESSAGES: Final = (
    "As a stream (SSE), each message is one event: `id` is the version after it, `event` its type, and `data` its "
    "JSON, in the schema given for `text/event-stream`."
)
SAME: Final = {"id": "$request.path.id"}
NEXT_PAGE: Final = {"after": "$response.body#/next"}
NEW: Final = {"id": "$response.body#/id"}


KIND: Final = "|".join(COMMAND_KINDS)
FIRST: Final = "$response.body#/seats/0/seat"
ITSELF: Final = "$response.body#/seat"
AGAIN: Final = "$request.header.Arbiter-Seat"


def acting_parameters(seat: str) -> dict[str, str]:
    """Return the link parameters to act as a seat. `seat` is an OpenAPI runtime expression that names the seat."""
    return {"header.Arbiter-Seat": seat}


def sending_parameters(seat: str) -> dict[str, str]:
    """Return the link parameters to send a command as a seat, at the version in this response."""
    return acting_parameters(seat) | {"header.If-Match": "$response.header.ETag"}


def on(seat: str) -> dict[str, ContractLink]:
    """Return the links from a response to the routes that the caller may call next.

    `seat` is the seat whose legal commands a link requests.
    """
    return {
        "look": ContractLink(to="look", parameters=SAME, about="get the stream"),
        "legal": ContractLink(to="legal", parameters=SAME | acting_parameters(seat), about="list the legal commands"),
        "events": ContractLink(to="events", parameters=SAME, about="list the events"),
    }


FROM_NEW: Final = {
    name: ContractLink(to=name, parameters=NEW | how, about=about)
    for name, how, about in (
        ("look", {}, "get the new stream"),
        ("legal", acting_parameters(FIRST), "list the legal commands of its first seat"),
        ("events", {}, "list the events"),
        ("audit", {}, "audit the stream"),
        ("receipt", {}, "get a signed receipt"),
        ("send_command", sending_parameters(FIRST), "send a command as its first seat"),
        ("add_seat", sending_parameters(FIRST), "add a seat"),
        ("rotate_token", sending_parameters(FIRST) | {"seat": "$response.body#/seats/0/seat"}, "rotate its token"),
    )
}


def _with_game_types(
    prefix: str, base: type[Struct], *, unions: Mapping[str, Any] | None = None, **fields: Any  # noqa: ANN401 types
) -> type[Struct]:  # fmt: skip
    """Return a response's type with the game's own types in its generic fields."""
    drawn = [
        (field.name, fields.get(field.name, field.type), *([field.default] if not field.required else []))
        for field in msgspec.structs.fields(base)
    ]
    namespace = {"__doc__": base.__doc__, "contract_unions": dict(unions or {})}
    omits = base.__struct_config__.omit_defaults
    return msgspec.defstruct(
        f"{prefix}{base.__name__}", drawn, kw_only=True, frozen=True, omit_defaults=omits, namespace=namespace
    )


def _prefix(served: Game[Any]) -> str:
    """Return the prefix of a game's type names in the contract: the service's name, followed by `Job` for its jobs."""
    service = served.service.title().replace("_", "")
    return f"{service}Job" if served.kind == JOB else service


def _each(kind: Any) -> Any:  # noqa: ANN401 types
    """Return the type of a list whose items have this type."""
    return tuple.__class_getitem__((kind, ...))


@cache
def view_type(game: Game[Any]) -> type[Struct]:
    """Return the type of a stream's view, with the game's own view inside."""
    return _with_game_types(_prefix(game), StreamView, game=game.view_type)


@cache
def event_union(game: Game[Any]) -> Any:  # noqa: ANN401 a type
    """Return the union of all event types of a game's streams."""
    return union((*KERNEL_EVENTS, *game.events))


@cache
def done_type(game: Game[Any]) -> type[Struct]:
    """Return the type of the response to an accepted command, with the game's own events and view inside."""
    return _with_game_types(
        _prefix(game), Done, events=_each(event_union(game)), view=union((view_type(game), UnsetType))
    )


@cache
def dry_run_type(game: Game[Any]) -> type[Struct]:
    """Return the type of a dry run's response, with the game's own events inside."""
    return _with_game_types(_prefix(game), DryRun, events=_each(event_union(game)) | None)


@cache
def legal_type(game: Game[Any]) -> type[Struct]:
    """Return the type of the response that lists legal commands, with bodies that can be sent unchanged."""
    allowed = _with_game_types(_prefix(game), Allowed, body=asking_type(game))
    blocked = _with_game_types(_prefix(game), Blocked, bodies=_each(asking_type(game)))
    legal = _with_game_types(_prefix(game), Legal, allowed=_each(allowed), blocked=_each(blocked))
    return _with_game_types(_prefix(game), LegalAnswer, legal=legal)


def _literal(words: tuple[str, ...]) -> Any:  # noqa: ANN401 a type that is made at run time
    """Return the literal type that allows only these words."""
    return Literal[words]


@cache
def cloud_event_type(game: Game[Any]) -> type[Struct]:
    """Return the type of an event in its CloudEvents envelope, with the game's own events inside."""
    events = event_union(game)
    names = tuple(f"arbiter.{game.service}.{kind.__name__}" for kind in (*KERNEL_EVENTS, *game.events))
    unions = {"JobEvent" if game.kind == JOB else f"{_prefix(game)}Event": events}
    return _with_game_types(_prefix(game), CloudEvent, unions=unions, data=events, type=_literal(names))


@cache
def event_page_type(game: Game[Any]) -> type[Struct]:
    """Return the type of a page of events, with the game's own events inside."""
    return _with_game_types(_prefix(game), EventPage, items=_each(cloud_event_type(game)))


def events_spec(game: Game[Any]) -> RouteSpec:
    """Describe the responses that contain events: as pages, as a live stream, or as records to verify."""
    return RouteSpec(
        gives=event_page_type(game),
        media={"text/event-stream": cloud_event_type(game), "application/x-ndjson": None},
        about=f"The events as this seat sees them. {MESSAGES} {ENDS}", problems=(403, 406, 409, 410),
        headers=("Arbiter-Seat", "Last-Event-ID"), open_to_strangers=True,
        links={"next": ContractLink(to="events", parameters=SAME | NEXT_PAGE, about="get the next page")},
    )  # fmt: skip


def opening_spec(game: Game[Any]) -> RouteSpec:
    """Describe the response to opening a stream: 201 with the tokens of the seats."""
    return RouteSpec(
        takes=game.opening.contract_form or game.opening,
        gives=_with_game_types(_prefix(game), Opened, view=view_type(game)),
        status=201,
        about="The stream was opened; each token acts for its seat.",
        problems=(403, 409, 412, 413, 415, 422),
        headers=("Idempotency-Key", *CAUSES),
        sends=("ETag", "Location", "Idempotency-Replayed"),
        links=FROM_NEW,
        examples=game.openings,
    )


def _puzzles(game: Game[Any]) -> dict[str, Any]:
    """Return an example of a puzzle for each goal that a game knows."""
    return {
        f"a puzzle: {name}": {"at": 1, "goal": {"reach": name, "seat": "player-1"}} for name in game.forking.goals
    }  # fmt: skip


def fork_spec(game: Game[Any]) -> RouteSpec:
    """Describe the response to forking a stream: 201 with the tokens of its seats."""
    return RouteSpec(
        takes=ForkBody, gives=_with_game_types(_prefix(game), Opened, view=view_type(game)), status=201,
        about="The fork was opened; each token acts for its seat of the fork.",
        problems=(403, 409, 410, 412, 413, 415, 422), headers=("Idempotency-Key", *CAUSES),
        sends=("ETag", "Location", "Idempotency-Replayed"), links=FROM_NEW,
        examples={"at its first version": {"at": 1}, **_puzzles(game)},
    )  # fmt: skip


def look_spec(game: Game[Any]) -> RouteSpec:
    """Describe the response that contains the view of a stream."""
    return RouteSpec(
        gives=view_type(game), about="The stream as this seat sees it.", also={304: "The version has not changed."},
        problems=(403, 409, 410), headers=("If-None-Match", "Arbiter-Seat"), sends=("ETag",), open_to_strangers=True,
        links={name: link for name, link in on(FIRST).items() if name != "look"},
    )  # fmt: skip


def command_spec(game: Game[Any]) -> RouteSpec:
    """Describe the responses to a command: its events and the view, or the events of a dry run."""
    return RouteSpec(
        takes=asking_type(game),
        gives=(done_type(game), dry_run_type(game)),
        about="The command was accepted; with `dry_run`, the events that it would cause.",
        problems=(403, 409, 410, 412, 413, 415, 422),
        headers=("Idempotency-Key", "If-Match", "Arbiter-Seat", "Prefer", *CAUSES),
        sends=("ETag", "Idempotency-Replayed"),
        links=on(AGAIN),
        examples=game.examples,
    )


def legal_spec(game: Game[Any]) -> RouteSpec:
    """Describe the response that lists the legal commands."""
    return RouteSpec(
        gives=legal_type(game), about="The commands this seat may send.", also={304: "The version has not changed."},
        problems=(403, 409, 410), headers=("If-None-Match", "Arbiter-Seat"), sends=("ETag",),
        queries={
            "command": {"type": "string", "enum": list(command_names(game))},
            "kind": {"type": "string", "pattern": f"^({KIND})(,({KIND}))*$", "examples": ["move,answer"]},
        },
        links={"send": ContractLink(
            to="send_command",
            parameters=SAME | sending_parameters(ITSELF),
            body="$response.body#/legal/allowed/0/body",
            about="send the first legal command",
        )},
    )  # fmt: skip


def proposed_spec(game: Game[Any]) -> RouteSpec:
    """Describe the response with the odds of a command that might be sent."""
    return RouteSpec(
        takes=proposed_type(game), gives=ChancesAnswer, about="Every possible outcome, with its probability.",
        problems=(403, 409, 410, 412, 413, 415), headers=("If-Match", "Arbiter-Seat"), sends=("ETag",),
        examples={name: {"command": body["command"]} for name, body in game.examples.items()},
    )  # fmt: skip


DECIDED_CHANCES: Final = RouteSpec(
    gives=ChancesAnswer, about="Every outcome that was possible, with its probability.", problems=(403, 409, 410),
    headers=("Arbiter-Seat",),
)  # fmt: skip


DIGEST: Final = RouteSpec(
    gives=DigestAnswer, about="The digest of what this caller may read of the game.", problems=(403, 409, 410),
    headers=("Arbiter-Seat",),
)  # fmt: skip


AUDIT: Final = RouteSpec(
    gives=Report, about="The audit report.", problems=(403, 409, 410), headers=("Arbiter-Seat",), sends=("ETag",)
)


RECEIPT: Final = RouteSpec(
    gives=ReceiptAnswer,
    about="The signed version and head.",
    problems=(403, 409, 410),
    sends=("ETag",),
    open_to_strangers=True,
)


ADD_SEAT: Final = RouteSpec(
        takes=SeatBody, gives=SeatToken, status=201, about="The new seat's token.",
        examples={"a spectator": {"seat": "spectator-1", "role": "spectator"}},
        problems=(403, 409, 410, 412, 413, 415, 422), headers=("Idempotency-Key", "If-Match", "Arbiter-Seat", *CAUSES),
        sends=("ETag", "Idempotency-Replayed"),
        links={"rotate": ContractLink(
            to="rotate_token",
            parameters=SAME | sending_parameters(ITSELF) | {"seat": "$response.body#/seat"},
            about="rotate a seat's token",
        )},
    )  # fmt: skip


ROTATE_TOKEN: Final = RouteSpec(
        gives=SeatToken, status=201, about="The new token; the old ones no longer work.",
        problems=(403, 409, 410, 412, 422), headers=("Idempotency-Key", "If-Match", "Arbiter-Seat", *CAUSES),
        sends=("ETag", "Idempotency-Replayed"),
    )  # fmt: skip


def appoint_player_spec(game: Game[Any]) -> RouteSpec:
    """Describe the request that appoints a computer player; the example is the last of the game's players."""
    player = game.house.players[-1] if game.house.players else ""
    return RouteSpec(
        takes=PlayerBody, gives=SeatView, about="The computer player acts for the seat from now on.",
        examples={f"the player {player}": {"player": player}},
        problems=(403, 409, 410, 412, 413, 415, 422), headers=("Idempotency-Key", "If-Match", "Arbiter-Seat", *CAUSES),
        sends=("ETag", "Idempotency-Replayed"),
    )  # fmt: skip


DISMISS_PLAYER: Final = RouteSpec(
        gives=SeatView, about="The holder of the seat acts for it again.",
        problems=(403, 409, 410, 412, 422), headers=("Idempotency-Key", "If-Match", "Arbiter-Seat", *CAUSES),
        sends=("ETag", "Idempotency-Replayed"),
    )  # fmt: skip
