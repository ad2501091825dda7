"""Making things: how long it takes, and how a maker improves a die."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from services.bones.faces import BLANK, SIDES, Part, parts
from services.bones.settings import MasterySettings
from services.bones.state.campaign import CampaignState

WHOLE: Final = 100
LESS: Final = 25
"""The percentage of time that each success beyond the necessary ones saves. Source: BN-MAST-10."""
WORKED: Final = ("Melee", "Missile", "Defend")
"""Icons that an improvement may add to a die. Source: BN-MAST-12."""
IMPROVED: Final = ("melee weapon", "missile weapon", "armor")
"""Groups of items that a maker may improve. Source: BN-MAST-12."""
SHIELD: Final = "shield"
Better: TypeAlias = Literal["Melee", "Missile", "Defend", "double", "lighter"]
NEEDED: Final[dict[Better, str]] = {"double": "one plain Melee, Missile or Defend", "lighter": "a face with Enc"}
"""The face that each improvement needs, except for a new icon, which needs a blank face."""


class Step(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One improvement of a die: put an icon on a blank face, double a plain icon, or remove an Enc icon."""

    face: Annotated[int, Meta(ge=1, le=SIDES)]
    to: Better


def days(settings: MasterySettings, base: int, beyond: int, *, driven: bool) -> int:
    """Return the number of whole days that it takes to make something.

    `beyond` is the number of successes beyond the necessary ones. They save time only with `driven`, which means that
    the roll shows a Driven icon.

    Rule: BN-MAST-10, BN-R-031
    """
    percent = max(WHOLE - LESS * max(beyond, 0), settings.driven_floor_percent) if driven else WHOLE
    return max(-(-base * percent // WHOLE), 1)


def steps(settings: MasterySettings, net: int, *, weaponsmith: bool) -> int:
    """Return how many improvements the maker may add to a weapon or armor. Rule: BN-MAST-12, BN-R-032."""
    return max(net, 0) // settings.weaponsmith_steps_per_successes if weaponsmith else 0


def improved(state: CampaignState) -> tuple[str, ...]:
    """Return the groups of items that a maker may improve. Rule: BN-MAST-12, BN-R-360."""
    return (*IMPROVED, SHIELD) if state.amended else IMPROVED


def better(faces: Sequence[str], step: Step) -> tuple[str, ...] | None:
    """Return the faces of a die after an improvement, or None if its face does not allow the improvement.

    Rule:    BN-R-032
    """
    found = _better(faces[step.face - 1], step.to)
    return None if found is None else (*faces[: step.face - 1], found, *faces[step.face :])


def _better(face: str, to: Better) -> str | None:
    found = parts(face)
    if to == "lighter":
        first = next((place for place, part in enumerate(found) if part.icon == "Enc"), None)
        if first is None:
            return None
        lighter = [Part("Enc", None, found[first].count - 1)] if found[first].count > 1 else []
        return face_of((*found[:first], *lighter, *found[first + 1 :]))
    if to == "double":
        plain = len(found) == 1 and found[0].icon in WORKED and found[0] == Part(found[0].icon)
        return f"{face}*2" if plain else None
    return to if face == BLANK else None


def some(faces: Sequence[str], most: int) -> tuple[Step, ...]:
    """Return sample improvements for a die: as many as its faces allow, up to `most`."""
    found: list[Step] = []
    ways: tuple[Better, ...] = ("lighter", "Defend", "double")
    for step in [Step(face=face, to=to) for to in ways for face in range(1, SIDES + 1)]:
        if len(found) < most and (after := better(faces, step)) is not None:
            faces, found = after, [*found, step]
    return tuple(found)


def face_of(found: Sequence[Part]) -> str:
    """Return the notation of a face that has these parts."""
    return "+".join(f"{one.name}*{one.count}" if one.count > 1 else one.name for one in found) or BLANK
