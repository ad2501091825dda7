"""Races and the uses of their icons."""

from __future__ import annotations

from collections.abc import Iterator

from services.bones.catalogue.sets import SETS
from services.bones.faces import Part, parts
from services.bones.reading.reported import faces_by_die, id_of, open_reports
from services.bones.state.campaign import CampaignState
from services.bones.state.rolls import Roll, Shown
from shared.kernel.campaign.keeping import in_order


def uses(state: CampaignState, part: Part) -> tuple[str, ...]:
    """Return the faces that a racial icon may count as. Each icon that is rolled counts as one of them.

    Rule: BN-RACE-02, BN-RACE-03, BN-R-361
    """
    races = (*state.data.races, *SETS.of(state).data.races)
    return next((race.uses for race in races if race.name == part.variant), ())


def readable(state: CampaignState, face: str) -> Iterator[Part]:
    """Yield the parts of a face. A racial icon yields one part for each of its uses. Rule: BN-RACE-03."""
    for part in parts(face):
        found = uses(state, part) if part.icon == "Racial" else ()
        yield from (use for one in found for use in parts(one)) if found else (part,)


def is_racial(face: str) -> bool:
    """Return whether a face shows a racial icon."""
    return any(part.icon == "Racial" for part in parts(face))


def used_up(state: CampaignState, roll: Roll, shown: Shown) -> bool:
    """Return whether the racial icon that a die shows was used as a success that was given away, or as a command.

    Rule: BN-RACE-03, BN-R-380
    """
    used = state.amended and shown.die in (*roll.given, *roll.told)
    return used and is_racial(shown.face)


def masteries(state: CampaignState, part: Part, icon: str) -> int:
    """Return how many times a part of a face may count as a mastery icon: as the icon, or as a use of a racial icon.

    Rule: BN-R-380
    """
    if part.icon == "Racial" and state.amended:
        return part.count * (icon in uses(state, part))
    return part.count * (part.name == icon)


def open_rolls_that_show(state: CampaignState, race: str) -> tuple[str, ...]:
    """Return the open rolls in which a die shows the icon of a race, including rolls whose faces a player has entered.

    A secret roll is listed by the id of its task.

    Rule: BN-CAMP-206
    """
    secret = (task.unseen.roll for task in state.tasks.values() if task.unseen and task.unseen.roll)
    rolled = (roll.id for roll in (*state.rolls.values(), *secret) if any(_is_icon(part, race) for part in roll.parts))
    entered = (
        id_of(one.of) for who, one in open_reports(state).items()
        if any(_is_icon(part, race) for face in _entered(state, who, one.of) for part in parts(face))
    )  # fmt: skip
    return in_order({*rolled, *entered})


def _is_icon(part: Part, race: str) -> bool:
    return (part.icon, part.variant) == ("Racial", race)


def _entered(state: CampaignState, who: str, of: str) -> Iterator[str]:
    """Yield the faces that a player entered for a creature's own dice. Items and hindering dice have no racial icon."""
    one = state.characters[who]
    for die, face in faces_by_die(state, who, of).items():
        if die not in one.items and die not in one.hindering:
            yield one.dice[int(die.rpartition("-")[2]) - 1].faces[face - 1]
