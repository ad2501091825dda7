"""The HTTP routes of webhooks: an app creates webhooks, whose URLs receive the events of its streams."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import Controller, Litestar, Response, delete, get, post
from litestar.params import PathParameter
from msgspec import UNSET, Meta, Struct

from shared.kernel.messages import ID_PATTERN
from shared.kernel.stream import KERNEL_EVENTS
from shared.platform.access import AppKey
from shared.platform.contract import ContractLink, RouteSpec
from shared.platform.extras.webhooks.delivery_meters import WebhookMeters
from shared.platform.extras.webhooks.endpoints import (
    CONSUMER,
    Delivered,
    Endpoint,
    Endpoints,
    Parked,
    Standing,
    beginning_after,
)
from shared.platform.extras.webhooks.public_addresses import URL_PATTERN, UrlRefused, target_of
from shared.platform.http.answers import Reply, encode
from shared.platform.http.callers import caller_of
from shared.platform.http.extending import AppExtra
from shared.platform.http.hosting import AppContext, GameHost
from shared.platform.http.problems import HttpProblem, not_found
from shared.platform.http.requests import CURSOR_PATTERN, AnyRequest, cursor_param, known_form, number_param, read_body
from shared.platform.http.streams.lists import MOST, PAGE, VARIES, CursorQuery, MostQuery
from shared.platform.settings import ServerSettings

PATH: Final = "/arbiter/v1/webhooks"
SAME: Final = {"id": "$request.path.id"}
NEW: Final = {"id": "$response.body#/id"}
WebhookUrl = Annotated[
    str,
    Meta(
        pattern=f"{URL_PATTERN}(?!\\n)", max_length=2048,
        description="an https URL with a public host, without user name and fragment",
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
    """A webhook to create: its URL, and which events it receives.

    `url` must be public and use https. `kinds` lists kinds of streams (`dice.table`), and `types` lists types of events
    (`arbiter.dice.DiceRolled`). Without either list, the webhook receives all events of all streams of the app.
    """

    url: WebhookUrl
    kinds: Annotated[tuple[Kind, ...], Meta(max_length=64)] = ()
    types: Annotated[tuple[EventType, ...], Meta(max_length=256)] = ()
    stream: StreamName | None = None
    description: Annotated[str, Meta(max_length=200)] = ""
    text: Annotated[bool, Meta(description="whether each event also has `text`, a sentence about the event")] = False


class WebhookAnswer(Struct, frozen=True, kw_only=True):
    """A webhook and its status.

    `waiting` counts the streams with events that are not delivered yet; `delivered` is the last delivered event. After
    a failure, the server retries the failed delivery at `next_try`, and later deliveries wait; after too many failures,
    the server suspends the webhook until the app resumes it. `answer` is the status code of the receiver's last
    response; if there was none, `error` says why.

    Units: at, next_try and since in milliseconds UTC
    """

    id: str
    url: str
    kinds: tuple[str, ...]
    types: tuple[str, ...]
    stream: str | None
    description: str
    text: bool = False
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
    """A new webhook. `secret` is the secret that signs its deliveries; only this response shows it."""

    secret: str


class WebhookSecret(Struct, frozen=True, kw_only=True):
    """A new secret; only this response shows it.

    Until `previous_until` (milliseconds UTC), the old secret also signs.
    """

    id: str
    secret: str
    previous_until: int


class WebhookPage(Struct, frozen=True, kw_only=True):
    """A page of the app's webhooks, newest first; `next` is the cursor of the next page, null on the last page."""

    items: tuple[WebhookAnswer, ...]
    next: str | None


EXAMPLES: Final = {
    "all that happens": {"url": "https://app.example/arbiter"},
    "in sentences, for a channel": {
        "url": "https://app.example/channel", "kinds": ["dice.table"], "text": True, "description": "the channel",
    },
    "only rolls on dice tables": {
        "url": "https://app.example/rolls", "kinds": ["dice.table"], "types": ["arbiter.dice.DiceRolled"],
        "description": "the roll feed",
    },
}  # fmt: skip
REGISTER: Final = RouteSpec(
    takes=WebhookBody, gives=WebhookMade, status=201, about="The new webhook; later events are delivered.",
    problems=(403, 409, 413, 415), sends=("Location",), examples=EXAMPLES,
    links={
        "look": ContractLink(to="look_at_webhook", parameters=NEW, about="get the webhook's status"),
        "remove": ContractLink(to="remove_webhook", parameters=NEW, about="delete the webhook"),
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
    gives=WebhookAnswer, about="The webhook and its status.", problems=(403,),
    links={"resume": ContractLink(to="resume_webhook", parameters=SAME, about="retry at once")},
)  # fmt: skip
REMOVE: Final = RouteSpec(status=204, about="The webhook was deleted; nothing more is delivered.", problems=(403,))
RESUME: Final = RouteSpec(
    gives=WebhookAnswer, about="The webhook is active again, and is retried at once.", problems=(403, 409)
)
ROTATE: Final = RouteSpec(
    gives=WebhookSecret, status=201, about="The new secret; the old one also signs for a day.", problems=(403, 409)
)  # fmt: skip


class WebhookRoutes(Controller):
    """The routes of webhooks."""

    path = PATH
    tags = ("webhooks",)

    @post("/", status_code=201, opt={"spec": REGISTER})
    async def register_webhook(self, request: AnyRequest) -> Response[bytes]:
        """Create a webhook.

        The webhook receives events that are appended from now on, signed with the secret in this response.
        """
        context, key = await _enter(request)
        body = await read_body(request, _body)
        _hold_known(request, body)
        settings = request.app.state.webhooks
        _hold_allowed(body.url, private=settings.private)
        endpoints = _endpoints(context)
        partitions = range(context.connection.partitions)
        newest = await asyncio.gather(*(context.feed.join(CONSUMER, partition=one) for one in partitions))
        wanted = msgspec.structs.asdict(body) | {"text": body.text or UNSET}
        endpoint, secret = endpoints.build(tenant=key.tenant, by=key.key_id, **beginning_after(newest), **wanted)
        if not await endpoints.add(endpoint, most=settings.each):
            detail = "this app has its maximum number of webhooks; delete one first"
            raise HttpProblem(409, "too-many-webhooks", detail, rule="AR-HOOK-09", needs=settings.each)
        public = msgspec.structs.asdict(_answer_of(endpoint, Standing(), waiting=0))
        return Reply(
            encode(WebhookMade(**public, secret=secret)), status=201, headers={"Location": f"{PATH}/{endpoint.id}"}
        )

    @get("/", opt={"spec": LIST, "query": ("cursor", "limit")})
    async def list_webhooks(
        self, request: AnyRequest, cursor: CursorQuery = None, limit: MostQuery = None
    ) -> Response[bytes]:  # fmt: skip
        """List webhooks.

        Returns the webhooks of this app in pages, newest first.
        """
        context, key = await _enter(request)
        most = number_param(limit, name="limit", least=1, most=MOST) or PAGE
        before = cursor_param(cursor, name="cursor")
        found = [one for one in await _endpoints(context).of_app(key.tenant) if not before or one.place < before]
        items = tuple([await _answer_with_status(context, one) for one in found[:most]])
        after = found[most - 1].place if len(found) > most else None
        return Reply(encode(WebhookPage(items=items, next=after)), headers=VARIES)

    @get("/{id:str}", opt={"spec": LOOK})
    async def look_at_webhook(self, request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002
        """Get a webhook.

        Returns the webhook's settings and the status of its deliveries.
        """
        context, key = await _enter(request)
        return Reply(encode(await _answer_with_status(context, await _find(context, key, id))))

    @delete("/{id:str}", status_code=204, opt={"spec": REMOVE})
    async def remove_webhook(self, request: AnyRequest, id: IdPath) -> None:  # noqa: A002
        """Delete a webhook.

        The server delivers nothing more to this webhook.
        """
        context, key = await _enter(request)
        if not await _endpoints(context).remove(key.tenant, known_form(id, what="webhook")):
            raise not_found("webhook")

    @post("/{id:str}/resume", status_code=200, opt={"spec": RESUME})
    async def resume_webhook(self, request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002
        """Resume a webhook.

        Reactivates a suspended webhook, or retries a failing webhook at once. From now on the webhook belongs to the
        API key that calls this.
        """
        context, key = await _enter(request)
        endpoint = await _find(context, key, id)
        if not await _endpoints(context).resume(endpoint, by=key.key_id):
            raise _changed_meanwhile()
        return Reply(encode(await _answer_with_status(context, endpoint)))

    @post("/{id:str}/secret", status_code=201, opt={"spec": ROTATE})
    async def rotate_webhook_secret(self, request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002
        """Rotate a webhook's secret.

        For one day, each delivery has two signatures, one with the old secret and one with the new secret.
        """
        context, key = await _enter(request)
        rotated = await _endpoints(context).rotate(await _find(context, key, id))
        if rotated is None:
            raise _changed_meanwhile()
        endpoint, secret = rotated
        until = max((one.until for one in endpoint.secrets), default=0)
        return Reply(encode(WebhookSecret(id=endpoint.id, secret=secret, previous_until=until)), status=201)


class WebhookSettings(Struct, frozen=True, kw_only=True):
    """The maximum number of webhooks for an app, and whether webhooks may use private addresses and http."""

    each: int
    private: bool


_body: Final = msgspec.json.Decoder(WebhookBody)


async def _enter(request: AnyRequest) -> tuple[AppContext, AppKey]:
    """Authenticate a request, and return its app and API key.

    Refuse a seat token, because webhooks belong to an app.
    """
    hosts: Mapping[str, GameHost[Any]] = request.app.state.hosts
    host = next(iter(hosts.values()))
    return host.context, (await caller_of(request, host)).as_app()


def _endpoints(context: AppContext) -> Endpoints:
    return Endpoints(context.redis, context.keys.sealer)


async def _find(context: AppContext, key: AppKey, text: str) -> Endpoint:
    """Return the webhook of an app with this id. Refuses: 404, also if the webhook belongs to another app."""
    endpoint = await _endpoints(context).find(key.tenant, known_form(text, what="webhook"))
    if endpoint is None:
        raise not_found("webhook")
    return endpoint


def _hold_allowed(url: str, *, private: bool) -> None:
    """Check that a webhook may use this URL.

    Rule:    AR-HOOK-08
    Refuses: 409
    """
    try:
        target_of(url, private=private)
    except UrlRefused as refused:
        raise HttpProblem(409, "url-refused", str(refused), rule="AR-HOOK-08", field="url") from refused


def _hold_known(request: AnyRequest, body: WebhookBody) -> None:
    """Check that the kinds and types in a body exist, so that a misspelled name is refused and not ignored.

    Rule:    AR-HOOK-01
    Refuses: 409
    """
    hosts: Mapping[str, GameHost[Any]] = request.app.state.hosts
    stream = () if body.stream is None else (body.stream.partition(":")[0],)
    for field, kinds in (("kinds", body.kinds), ("stream", stream)):
        for kind in kinds:
            if kind not in hosts:
                raise _unknown("an unknown kind of stream", field=field, needs=sorted(hosts), has=kind)
    types = {
        f"arbiter.{host.game.service}.{event.__name__}"
        for host in hosts.values()
        for event in (*KERNEL_EVENTS, *host.game.events)
    }
    for one in body.types:
        if one not in types:
            raise _unknown("an unknown type of event", field="types", has=one)


def _unknown(detail: str, **facts: Any) -> HttpProblem:  # noqa: ANN401 fields of a problem
    return HttpProblem(409, "nothing-of-this-name", detail, rule="AR-HOOK-01", **facts)


def _changed_meanwhile() -> HttpProblem:
    return HttpProblem(
        409, "changed-meanwhile", "another request changed the webhook meanwhile: send your request again"
    )


async def _answer_with_status(context: AppContext, endpoint: Endpoint) -> WebhookAnswer:
    endpoints = _endpoints(context)
    standing, waiting = await asyncio.gather(endpoints.standing(endpoint.id), endpoints.waiting(endpoint.id))
    return _answer_of(endpoint, standing, waiting=waiting)


def _answer_of(endpoint: Endpoint, standing: Standing, *, waiting: int) -> WebhookAnswer:
    failing: Literal["active", "failing"] = "failing" if standing.failures else "active"
    return WebhookAnswer(
        id=endpoint.id, url=endpoint.url, kinds=endpoint.kinds, types=endpoint.types, stream=endpoint.stream,
        description=endpoint.description, text=endpoint.text is True, at=endpoint.at, waiting=waiting,
        delivered=standing.delivered,
        status="parked" if standing.parked else failing, failures=standing.failures,
        next_try=standing.next_try or None, parked=standing.parked, answer=standing.status or None,
        error=standing.error,
    )  # fmt: skip


# ---------------------------------------------------------------- setup of the app


def _prepare(app: Litestar, settings: ServerSettings) -> None:
    """Set the limits of webhooks, and register their metrics, when the app is built."""
    app.state.webhooks = WebhookSettings(each=settings.webhooks_each, private=settings.webhooks_private == "yes")
    app.state.webhook_meters = WebhookMeters()
    app.state.metrics.registry.register(app.state.webhook_meters)


async def _watch(app: Litestar) -> None:
    """Start reading the metrics of webhooks from the store; stop when the app stops."""
    await app.state.webhook_meters.watch(app.state.redis)


EXTRA: Final = AppExtra(routes=(WebhookRoutes,), prepare=_prepare, background=_watch)
