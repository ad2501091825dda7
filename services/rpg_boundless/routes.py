"""The HTTP routes that only Boundless has: the licence of its rules, and the check of enemies and Items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from litestar import Response, get, post
from litestar.types import ControllerRouterHandler
from msgspec import Struct, convert, field

from services.rpg_boundless.catalogue import BOOK
from services.rpg_boundless.chapters.enemies import StoreEnemy, StoreItem, sheet_faults
from services.rpg_boundless.chapters.items import made_up_faults
from services.rpg_boundless.game import campaign
from services.rpg_boundless.settings import Settings
from services.rpg_boundless.state.sheets import EnemySheet, ItemSheet
from shared.kernel.campaign.seats import check_readable
from shared.kernel.refusals import Refusal
from shared.platform.contract import RouteSpec
from shared.platform.http.answers import JSON, Reply, encode
from shared.platform.http.callers import caller_of
from shared.platform.http.problems import bad_request, problem_of
from shared.platform.http.requests import AnyRequest, read_body
from shared.platform.http.streams.stream_routes import host_of
from shared.platform.ledger import CONTRACTS, ledger_at

RULES: Final = "/rpg_boundless/v1/rules"
LEDGER: Final = CONTRACTS / "rpg_boundless" / "rules.toml"


class Licence(Struct, frozen=True, kw_only=True):
    """The source of the rules and the terms of their use."""

    title: str
    version: str
    licence: str
    attribution: str


LICENCE: Final = RouteSpec(gives=Licence, about="The licence of the rules, and their attribution.", secured=False)


def licence_of_rules() -> Licence:
    """Return the licence of the rules, as the rule ledger states it. Rule: FB-LIC-01."""
    return convert(ledger_at(LEDGER).source, Licence)


@get("/rpg_boundless/v1/licence", opt={"spec": LICENCE}, tags=["rpg_boundless"], sync_to_thread=False)
def licence() -> Response[bytes]:
    """Return the licence of the rules. Callers need no API key."""
    return Response(encode(licence_of_rules()), media_type=JSON)


class SheetBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An enemy or an Item to check, under the settings of a campaign.

    `invented` means that a player made the Item up.
    """

    enemy: EnemySheet | None = None
    item: ItemSheet | None = None
    invented: bool = False
    settings: Settings = field(default_factory=Settings)


class SheetFault(Struct, frozen=True, kw_only=True):
    """A fault of an enemy or an Item: the rule, the reason, what the rule needs, and what the sheet has."""

    rule: str
    reason: str
    needs: str
    has: str


class SheetChecked(Struct, frozen=True, kw_only=True):
    """The response for a sheet without faults, with the Slots that the Item takes up; null for an enemy."""

    slots: int | None


_sheet: Final = msgspec.json.Decoder(SheetBody)
CHECK: Final = RouteSpec(
    takes=SheetBody,
    gives=SheetChecked,
    about="A game master may store this sheet; with `invented`, a player may take the Item.",
    problems=(403, 409, 413, 415),
    examples={
        "a wolf": {"enemy": {"name": "wolf", "hp": 3, "attacks": [{"name": "bite", "damage": 1}]}},
        "a sword that a player made up": {"item": {"name": "sword", "weapon": {"damage": 2}}, "invented": True},
    },
)


@post("/rpg_boundless/v1/sheets/check", status_code=200, opt={"spec": CHECK}, tags=["rpg_boundless"])
async def check_sheet(request: AnyRequest) -> Response[bytes]:
    """Check an enemy or an Item under the rules and the settings of a campaign, without a campaign.

    The response lists every fault.
    """
    await caller_of(request, host_of(request, campaign))
    body = await read_body(request, _sheet)
    if (body.enemy is None) == (body.item is None):
        raise bad_request("send an enemy or an Item, but not both", field="enemy")
    found = tuple(faults_of(body))
    if found:
        faults = [
            SheetFault(rule=one.rule, reason=one.says, needs=_words(one.needs), has=_words(one.has)) for one in found
        ]
        raise problem_of(found[0], faults, rules=RULES)
    return Reply(encode(SheetChecked(slots=None if body.item is None else BOOK.size[body.item.size])))


def faults_of(body: SheetBody) -> Iterator[Refusal]:
    """Yield a refusal for each fault of a sheet, as the game refuses it. Rule: AR-DESK-09."""
    try:
        if body.enemy is not None:
            check_readable(StoreEnemy(sheet=body.enemy))
        if body.item is not None:
            check_readable(StoreItem(item=body.item))
    except Refusal as blank:
        yield blank
    if body.enemy is not None:
        yield from sheet_faults(body.settings, body.enemy)
    if body.item is not None and body.invented:
        yield from made_up_faults(body.settings.items, body.item, field="item")


def _words(value: object) -> str:
    """Return a fact of a refusal in words: a list as its values."""
    return ", ".join(map(str, value)) if isinstance(value, tuple) else "" if value is None else str(value)


ROUTES: Final[Sequence[ControllerRouterHandler]] = (licence, check_sheet)
