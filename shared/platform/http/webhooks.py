"""Webhooks over HTTP: an app registers where it wants to be told of what happens on its streams."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.params import PathParameter
from msgspec import Meta, Struct

from shared.kernel.messages import ID_PATTERN
from shared.kernel.stream import KERNEL_EVENTS
from shared.platform.access import AppKey
from shared.platform.contract import ContractLink, RouteSpec
from shared.platform.webhooks.addresses import URL_PATTERN, UrlRefused, target_of
from shared.platform.webhooks.endpoints import CONSUMER, Delivered, Endpoint, Endpoints, Parked, Standing

from .answers import Reply, encode
from .callers import caller_of
from .hosting import AppContext, GameHost
from .lists import MOST, PAGE, VARIES, CursorQuery, MostQuery
from .problems import HttpProblem, not_found
from .requests import CURSOR_PATTERN, AnyRequest, cursor_param, known_form, number_param, read_body

PATH: Final = "/arbiter/v1/webhooks"
SAME: Final = {"id": "$request.path.id"}
NEW: Final = {"id": "$response.body#/id"}
WebhookUrl = Annotated[
    str,
    Meta(
        pattern=f"{URL_PATTERN}(?!\\n)", max_length=2048,
        description="an https URL of a public host, without user and fragment",
    ),
]  # fmt: skip
Kind = Annotated[str, Meta(pattern=r"^[a-z][a-z_]{0,40}\.[a-z]{1,40}$(?!\n)", description="a kind of stream")]
EventType = Annotated[
    str, Meta(pattern=r"^arbiter\.[a-z][a-z_]{0,40}\.[A-Za-z]{1,64}$(?!\n)", description="the `type` of an event")
]
StreamName = Annotated[
    str,
    Meta(
        pattern=r"^[a-z][a-z_]{0,40}\.[a-z]{1,40}:" + ID_PATTERN.removeprefix("^"), description="the name of a stream"
    ),
]
IdPath = Annotated[str, PathParameter(description="the id of the webhook")]


class WebhookBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where an app wants to be told of what happens, and of what: of all its streams unless it says less.

    `url` is public, and https. `kinds` are of streams (`dice.table`), `types` of events (`arbiter.dice.DiceRolled`).
    """

    url: WebhookUrl
    kinds: Annotated[tuple[Kind, ...], Meta(max_length=64)] = ()
    types: Annotated[tuple[EventType, ...], Meta(max_length=256)] = ()
    stream: StreamName | None = None
    description: Annotated[str, Meta(max_length=200)] = ""


class WebhookAnswer(Struct, frozen=True, kw_only=True):
    """A webhook, and how it stands.

    `waiting` counts the streams of which something is yet to be delivered; `delivered` is the last that was. After a
    failure nothing is delivered but what failed, at `next_try`; after too many the webhook is parked until it is
    resumed. `answer` is the status of the last answer; where there was none, `error` says why.
    Units: at, next_try and since in milliseconds UTC
    """

    id: str
    url: str
    kinds: tuple[str, ...]
    types: tuple[str, ...]
    stream: str | None
    description: str
    at: int
    status: Literal["active", "failing", "parked"]
    waiting: int
    delivered: Delivered | None
    failures: int
    next_try: int | None
    parked: Parked | None
    answer: int | None
    error: str


class WebhookMade(WebhookAnswer, frozen=True, kw_only=True):
    """A webhook that was registered. `secret` signs what it is sent, and is told this once."""

    secret: str


class WebhookSecret(Struct, frozen=True, kw_only=True):
    """Another secret, told this once. What was signed with before signs beside it until a time in milliseconds UTC."""

    id: str
    secret: str
    previous_until: int


class WebhookPage(Struct, frozen=True, kw_only=True):
    """Some webhooks of the app, newest first; `next` is the cursor of the page after it, null at the end."""

    items: tuple[WebhookAnswer, ...]
    next: str | None


EXAMPLES: Final = {
    "all that happens": {"url": "https://app.example/arbiter"},
    "only rolls on dice tables": {
        "url": "https://app.example/rolls", "kinds": ["dice.table"], "types": ["arbiter.dice.DiceRolled"],
        "description": "the roll feed",
    },
}  # fmt: skip
REGISTER: Final = RouteSpec(
    takes=WebhookBody, gives=WebhookMade, status=201, about="Registered; what is appended from now on is delivered.",
    problems=(403, 409, 413, 415), sends=("Location",), examples=EXAMPLES,
    links={
        "look": ContractLink(to="look_at_webhook", parameters=NEW, about="how it stands"),
        "remove": ContractLink(to="remove_webhook", parameters=NEW, about="end it"),
    },
)  # fmt: skip
LIST: Final = RouteSpec(
    gives=WebhookPage, about="Webhooks of this app, newest first.", problems=(403,),
    queries={
        "limit": {"type": "integer", "minimum": 1, "maximum": MOST, "default": PAGE},
        "cursor": {"type": "string", "pattern": CURSOR_PATTERN},
    },
)  # fmt: skip
LOOK: Final = RouteSpec(
    gives=WebhookAnswer, about="The webhook, and how it stands.", problems=(403,),
    links={"resume": ContractLink(to="resume_webhook", parameters=SAME, about="try again at once")},
)  # fmt: skip
REMOVE: Final = RouteSpec(status=204, about="It is gone, and nothing more is delivered.", problems=(403,))
RESUME: Final = RouteSpec(gives=WebhookAnswer, about="It is tried again, at once.", problems=(403, 409))
ROTATE: Final = RouteSpec(
    gives=WebhookSecret, status=201, about="Another secret; the one before signs for a day more.", problems=(403, 409)
)  # fmt: skip


class WebhookRoutes(Controller):
    """The routes of webhooks."""

    path = PATH
    tags = ("webhooks",)

    @post("/", status_code=201, opt={"spec": REGISTER})
    async def register_webhook(self, request: AnyRequest) -> Response[bytes]:
        """Register a webhook: whatever is appended from now on is delivered, signed with the secret of the answer."""
        context, key = await _enter(request)
        body = await read_body(request, _body)
        _hold_known(request, body)
        settings = request.app.state.webhooks
        _hold_allowed(body.url, private=settings.private)
        endpoints = _endpoints(context)
        partitions = range(context.connection.partitions)
        since = await asyncio.gather(*(context.feed.join(CONSUMER, partition=one) for one in partitions))
        wanted = msgspec.structs.asdict(body)
        endpoint, secret = endpoints.made(tenant=key.tenant, by=key.key_id, since=tuple(since), **wanted)
        if not await endpoints.add(endpoint, most=settings.each):
            detail = "this app has as many webhooks as it may"
            raise HttpProblem(409, "too-many-webhooks", detail, rule="AR-HOOK-09", needs=settings.each)
        told = msgspec.structs.asdict(_told(endpoint, Standing(), waiting=0))
        return Reply(
            encode(WebhookMade(**told, secret=secret)), status=201, headers={"Location": f"{PATH}/{endpoint.id}"}
        )

    @get("/", opt={"spec": LIST, "query": ("cursor", "limit")})
    async def list_webhooks(
        self, request: AnyRequest, cursor: CursorQuery = None, limit: MostQuery = None
    ) -> Response[bytes]:  # fmt: skip
        """List the webhooks of this app, newest first, page by page."""
        context, key = await _enter(request)
        most = number_param(limit, name="limit", least=1, most=MOST) or PAGE
        before = cursor_param(cursor, name="cursor")
        found = [one for one in await _endpoints(context).of_app(key.tenant) if not before or one.place < before]
        items = tuple([await _standing(context, one) for one in found[:most]])
        after = found[most - 1].place if len(found) > most else None
        return Reply(encode(WebhookPage(items=items, next=after)), headers=VARIES)

    @get("/{id:str}", opt={"spec": LOOK})
    async def look_at_webhook(self, request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002
        """Look how a webhook stands."""
        context, key = await _enter(request)
        return Reply(encode(await _standing(context, await _found(context, key, id))))

    @delete("/{id:str}", status_code=204, opt={"spec": REMOVE})
    async def remove_webhook(self, request: AnyRequest, id: IdPath) -> None:  # noqa: A002
        """Remove a webhook: nothing more is delivered to it."""
        context, key = await _enter(request)
        if not await _endpoints(context).remove(key.tenant, known_form(id, what="webhook")):
            raise not_found("webhook")

    @post("/{id:str}/resume", status_code=200, opt={"spec": RESUME})
    async def resume_webhook(self, request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002
        """Resume a webhook that is parked, or try one that fails at once. From now on it is this key's."""
        context, key = await _enter(request)
        endpoint = await _found(context, key, id)
        if not await _endpoints(context).resume(endpoint, by=key.key_id):
            raise _changed()
        return Reply(encode(await _standing(context, endpoint)))

    @post("/{id:str}/secret", status_code=201, opt={"spec": ROTATE})
    async def rotate_webhook_secret(self, request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002
        """Give a webhook another secret. For a day each message bears a signature by both."""
        context, key = await _enter(request)
        rotated = await _endpoints(context).rotate(await _found(context, key, id))
        if rotated is None:
            raise _changed()
        endpoint, secret = rotated
        until = max((one.until for one in endpoint.secrets), default=0)
        return Reply(encode(WebhookSecret(id=endpoint.id, secret=secret, previous_until=until)), status=201)


class WebhookSettings(Struct, frozen=True, kw_only=True):
    """How many webhooks an app may have, and whether they may go to private addresses, and by http."""

    each: int
    private: bool


_body: Final = msgspec.json.Decoder(WebhookBody)


async def _enter(request: AnyRequest) -> tuple[AppContext, AppKey]:
    """Begin every request alike: webhooks are an app's."""
    hosts: Mapping[str, GameHost[Any]] = request.app.state.hosts
    host = next(iter(hosts.values()))
    return host.context, (await caller_of(request, host)).as_app()


def _endpoints(context: AppContext) -> Endpoints:
    return Endpoints(context.redis, context.keys.sealer)


async def _found(context: AppContext, key: AppKey, text: str) -> Endpoint:
    """Refuses: 404, also for another app's."""
    endpoint = await _endpoints(context).find(key.tenant, known_form(text, what="webhook"))
    if endpoint is None:
        raise not_found("webhook")
    return endpoint


def _hold_allowed(url: str, *, private: bool) -> None:
    """Refuse a URL that webhooks may not go to.

    Rule:    AR-HOOK-08
    Refuses: 409
    """
    try:
        target_of(url, private=private)
    except UrlRefused as refused:
        raise HttpProblem(409, "url-refused", str(refused), rule="AR-HOOK-08", field="url") from refused


def _hold_known(request: AnyRequest, body: WebhookBody) -> None:
    """Refuse kinds and types that this server does not have: a typing error never passes for a choice.

    Rule:    AR-HOOK-01
    Refuses: 409
    """
    hosts: Mapping[str, GameHost[Any]] = request.app.state.hosts
    stream = () if body.stream is None else (body.stream.partition(":")[0],)
    for field, kinds in (("kinds", body.kinds), ("stream", stream)):
        for kind in kinds:
            if kind not in hosts:
                raise _unknown("there are no streams of this kind", field=field, needs=sorted(hosts), has=kind)
    types = {
        f"arbiter.{host.game.service}.{event.__name__}"
        for host in hosts.values()
        for event in (*KERNEL_EVENTS, *host.game.events)
    }
    for one in body.types:
        if one not in types:
            raise _unknown("there are no events of this type", field="types", has=one)


def _unknown(detail: str, **facts: Any) -> HttpProblem:  # noqa: ANN401 fields of a problem
    return HttpProblem(409, "nothing-of-this-name", detail, rule="AR-HOOK-01", **facts)


def _changed() -> HttpProblem:
    return HttpProblem(409, "changed-meanwhile", "the webhook was changed at the same time; ask again")


async def _standing(context: AppContext, endpoint: Endpoint) -> WebhookAnswer:
    endpoints = _endpoints(context)
    standing, waiting = await asyncio.gather(endpoints.standing(endpoint.id), endpoints.waiting(endpoint.id))
    return _told(endpoint, standing, waiting=waiting)


def _told(endpoint: Endpoint, standing: Standing, *, waiting: int) -> WebhookAnswer:
    failing: Literal["active", "failing"] = "failing" if standing.failures else "active"
    return WebhookAnswer(
        id=endpoint.id, url=endpoint.url, kinds=endpoint.kinds, types=endpoint.types, stream=endpoint.stream,
        description=endpoint.description, at=endpoint.at, waiting=waiting, delivered=standing.delivered,
        status="parked" if standing.parked else failing, failures=standing.failures,
        next_try=standing.next_try or None, parked=standing.parked, answer=standing.status or None,
        error=standing.error,
    )  # fmt: skip
