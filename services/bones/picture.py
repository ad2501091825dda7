"""The preview image of a BONES campaign: its creatures with their dice. Lost dice are struck through."""

from __future__ import annotations

from collections import Counter
from typing import Final

from services.bones.faces import BLANK, parts
from services.bones.state.campaign import CampaignState
from services.bones.views import CampaignView, view
from services.bones.views.creatures import SeenCreature, SeenDie
from shared.kernel.pictures import ONLOOKER, Figure, Names, Picture, PictureDie, Place, in_round, on_day, said

COMMON: Final = "Universal"
"""The icon that most dice have once, so it says nothing about a die."""


def picture_of(state: CampaignState, names: Names) -> Picture:  # noqa: ARG001 as every game has it
    """Return what the preview picture of a campaign shows."""
    shown = view(state, ONLOOKER)
    title = shown.title or ("" if shown.adventure is None else shown.adventure.name)
    return Picture(place=_place(shown), title=title, says=_says(shown), figures=tuple(map(_creature, shown.characters)))


def _place(shown: CampaignView) -> Place:
    if shown.adventure is not None:
        return "pit"
    return "season" if shown.seasons or shown.season is not None else "ambush"


def _says(shown: CampaignView) -> str:
    season = shown.season.name if shown.season is not None else shown.last_season or ""
    return said(on_day(shown.day), season, "" if shown.combat is None else in_round(shown.combat.round))


def _creature(one: SeenCreature) -> Figure:
    """Return a creature. Dice that players do not see are left out."""
    down = one.dead or one.incapacitated
    state = "dead" if one.dead else "incapacitated" if one.incapacitated else ""
    race = "" if "dice" in one.closed else one.sheet.race
    dice = f"{one.dice_left} of {len(one.dice)} dice" if one.dice else ""
    return Figure(
        name=one.sheet.name or one.kind, says=said(race, state, dice), beast=one.kind in {"beast", "horde"}, out=down,
        dice=tuple(map(_die, sorted(one.dice, key=lambda die: die.lost))),
    )  # fmt: skip


def _die(die: SeenDie) -> PictureDie:
    """Return a die with the icon that most of its faces show."""
    icons = Counter(part.icon for face in die.faces if face != BLANK for part in parts(face) if part.icon != COMMON)
    face = icons.most_common(1)[0][0] if icons else COMMON
    return PictureDie(face=face, mark="dropped" if die.lost else "")
