"""The HTTP route that only Boundless has: the licence of its rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from litestar import Response, get
from litestar.types import ControllerRouterHandler
from msgspec import Struct, convert

from shared.platform.contract import RouteSpec
from shared.platform.http.answers import JSON, encode
from shared.platform.ledger import CONTRACTS, ledger_at

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


ROUTES: Final[Sequence[ControllerRouterHandler]] = (licence,)
