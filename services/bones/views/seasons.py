"""What a seat may see of the season off stage."""

from __future__ import annotations

from msgspec import Struct

from services.bones.state.seasons import Action, Asset, Orders, Season, SeasonName, SeasonStage
from services.bones.views.tasks import SeenTerms, seen_terms
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.seen import form


class SeenOrders(Orders, frozen=True, kw_only=True, omit_defaults=False):
    """Standing orders for spiffs."""


class SeenAsset(Asset, frozen=True, kw_only=True, omit_defaults=False):
    """Something that adds to income."""


class SeenAction(Action, frozen=True, kw_only=True, omit_defaults=False):
    """A strategic action that somebody has declared."""

    terms: SeenTerms | None = None
    orders: SeenOrders = SeenOrders()


class SeenSeason(Struct, frozen=True, kw_only=True):
    """A season that is open, or being closed; `done` of its actions are resolved."""

    number: int
    name: SeasonName
    weeks: int
    stage: SeasonStage
    deadline: int | None
    actions: tuple[SeenAction, ...]
    done: tuple[str, ...]


def seen_season(season: Season) -> SeenSeason:
    """Show a season."""
    return form(SeenSeason, season, actions=tuple(_action(season.actions[one]) for one in in_order(season.actions)))


def _action(one: Action) -> SeenAction:
    return form(SeenAction, one, terms=seen_terms(one.terms), orders=form(SeenOrders, one.orders))
