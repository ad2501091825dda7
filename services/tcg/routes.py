"""The routes of this service beside those every game has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from litestar.types import ControllerRouterHandler

from services.tcg.game import match
from shared.http.desk import Game
from shared.ledger import CONTRACTS

LEDGER: Final = CONTRACTS / "tcg" / "rules.toml"
SEATS: Final = [{"seat": "ann"}, {"seat": "bob"}]
GAME: Final = Game(
    decider=match,
    plural="matches",
    about="Matches of Boundless TCG: decks, turns, responses, combat.",
    ledger=LEDGER,
    openings={"a match of two with the starter set": {"type": "OpenMatch", "seats": SEATS}},
    commands={"to act no more in this step": {"command": {"type": "EndStep"}}},
)
ROUTES: Final[Sequence[ControllerRouterHandler]] = ()
