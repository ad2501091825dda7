"""The routes of this service beside those every game has: the licence it is under."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from litestar import Response, get
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from shared.platform.contract import RouteSpec
from shared.platform.http.answers import JSON, encode
from shared.platform.ledger import CONTRACTS, ledger_at

LEDGER: Final = CONTRACTS / "rpg_boundless" / "rules.toml"


class Licence(Struct, frozen=True, kw_only=True):
    """Where the game comes from, and on what terms."""

    title: str
    version: str
    licence: str
    attribution: str


LICENCE: Final = RouteSpec(gives=Licence, about="The licence of the rules, and their attribution.", secured=False)


def licence_told() -> Licence:
    """Return the licence as the ledger has it. Rule: FB-LIC-01."""
    source = ledger_at(LEDGER).source
    return Licence(
        title=source["title"], version=source["version"], licence=source["licence"], attribution=source["attribution"]
    )


@get("/rpg_boundless/v1/licence", opt={"spec": LICENCE}, tags=["rpg_boundless"], sync_to_thread=False)
def licence() -> Response[bytes]:
    """Return where the rules come from; anyone may read it."""
    return Response(encode(licence_told()), media_type=JSON)


ROUTES: Final[Sequence[ControllerRouterHandler]] = (licence,)
