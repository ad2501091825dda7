"""The preview image of a Boundless campaign: its characters and enemies with their HP, and the Pools."""

from __future__ import annotations

from typing import Final

from services.rpg_boundless.state.campaign import CampaignState
from services.rpg_boundless.views import CampaignView, SeenCharacter, SeenEnemy, view
from shared.kernel.pictures import ONLOOKER, Bar, Figure, Names, Picture, Place, counted, in_round, on_day, said

MOST_POOLS: Final = 2


def picture_of(state: CampaignState, names: Names) -> Picture:  # noqa: ARG001 as every game has it
    """Return what the preview picture of a campaign shows."""
    shown = view(state, ONLOOKER)
    figures = (*map(_character, shown.characters), *map(_enemy, shown.enemies))
    place: Place = "beast" if shown.enemies else "chase" if shown.pools else "duel"
    return Picture(place=place, title=shown.title or "", says=_says(shown), figures=figures)


def _says(shown: CampaignView) -> str:
    fight = "" if shown.fight is None else in_round(shown.fight.round)
    pools = (f"{pool.name}: {counted(pool.dice, 'die', 'dice')}" for pool in shown.pools[:MOST_POOLS])
    return said(on_day(shown.day), fight, *pools)


def _character(one: SeenCharacter) -> Figure:
    scores, maxima = one.scores, one.maxima
    now, most = (sum((of.strength, of.dexterity, of.willpower)) for of in (scores, maxima))
    bars = (_bar("HP", one.hp, one.max_hp), _bar("Attributes", now, most))
    return Figure(
        name=one.name, says=", ".join((one.status, *one.conditions)), out=one.status == "dead",
        bars=tuple(bar for bar in bars if bar is not None),
    )  # fmt: skip


def _enemy(one: SeenEnemy) -> Figure:
    """Return an enemy. Its HP are shown if every player sees them."""
    bar = _bar("HP", one.hp, one.max_hp)
    return Figure(
        name=one.name, says="out of the fight" if one.out else "an enemy", beast=True, out=one.out,
        bars=() if bar is None else (bar,),
    )  # fmt: skip


def _bar(name: str, now: int | None, most: int | None) -> Bar | None:
    return Bar(name=name, now=now, most=most) if now is not None and most else None
