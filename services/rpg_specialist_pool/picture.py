"""The preview image of a campaign of Specialist with dice pools: its Specialists with Vitality and Luck."""

from __future__ import annotations

from services.rpg_specialist_pool.state import CampaignState
from services.rpg_specialist_pool.views import CampaignView, SeenSpecialist, view
from shared.kernel.pictures import ONLOOKER, Bar, Figure, Names, Picture, in_round, on_day, said


def picture_of(state: CampaignState, names: Names) -> Picture:  # noqa: ARG001 as every game has it
    """Return what the preview picture of a campaign shows."""
    shown = view(state, ONLOOKER)
    foes = any(one.non_player for one in shown.characters)
    return Picture(
        place="beast" if foes else "chase" if shown.fight is None and shown.contests else "duel",
        title=shown.title or "", says=_says(shown), figures=tuple(map(_specialist, shown.characters)),
    )  # fmt: skip


def _says(shown: CampaignView) -> str:
    return said(on_day(shown.day), "" if shown.fight is None else in_round(shown.fight.round))


def _specialist(one: SeenSpecialist) -> Figure:
    most = one.sheet.vitality
    vital = () if one.vitality is None or not most else (Bar(name="Vitality", now=one.vitality, most=most),)
    luck = () if one.rolled <= 0 else (Bar(name="Luck", now=one.luck, most=max(one.rolled, one.luck)),)
    state = ("down",) if one.down else (f"{one.ap} AP",)
    return Figure(
        name=one.sheet.name, says=", ".join((*state, *one.conditions)), beast=one.non_player, out=one.down,
        bars=(*vital, *luck),
    )  # fmt: skip
