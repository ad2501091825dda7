"""The preview image of a campaign of Specialist with totals: its combatants with Vitality and Fatigue."""

from __future__ import annotations

from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.views import CampaignView, SeenCombatant, view
from shared.kernel.pictures import ONLOOKER, Bar, Figure, Names, Picture, in_round, on_day, said


def picture_of(state: CampaignState, names: Names) -> Picture:  # noqa: ARG001 as every game has it
    """Return what the preview picture of a campaign shows."""
    shown = view(state, ONLOOKER)
    foes = any(not one.player for one in shown.characters)
    figures = tuple(map(_combatant, shown.characters))
    return Picture(place="beast" if foes else "duel", title=shown.title or "", says=_says(shown), figures=figures)


def _says(shown: CampaignView) -> str:
    return said(on_day(shown.day), "" if shown.fight is None else in_round(shown.fight.round))


def _combatant(one: SeenCombatant) -> Figure:
    bars = (
        Bar(name="Vitality", now=one.vitality, most=one.sheet.vitality),
        Bar(name="Fatigue", now=one.fatigue, most=one.sheet.fatigue),
    )  # fmt: skip
    return Figure(
        name=one.sheet.name, says=one.health, beast=not one.player, out=one.health in {"dying", "dead"},
        bars=tuple(bar for bar in bars if bar.most > 0),
    )  # fmt: skip
