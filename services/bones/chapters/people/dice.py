"""Dice: the icons that the faces of characters, cast, beasts and items may have, and the icons that may be added.

Each fault is a refusal that names the die and the face. A caller raises the first one or lists them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from services.bones.catalogue import ABILITIES, MASTERY, SKILLS, Runs
from services.bones.chapters.people.campaign import HUMAN, check_race, named_die, races
from services.bones.faces import BLANK, SIDES, Part, parts
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature, Die
from shared.kernel.campaign.seats import NotKnownHere, check_within
from shared.kernel.refusals import Refusal, refusal_by

START: Final = 4
"""The number of dice of a new character."""
EARNED: Final = 4
"""The number of dice that must have the basic icon of a skill before its mastery is allowed."""
MOST: Final = 40
"""The maximum number of dice of a creature."""
SELF: Final = ("Physical", "Mental")
"""The icons Physical and Mental: each die of a person has exactly one of the two."""
PEOPLE: Final = ("character", "cast")
DieUse: TypeAlias = Literal["character", "cast", "beast", "item"]
_ICONS: Final = {"Universal", *SELF, *SKILLS}
_MADE: Final = {*_ICONS, *ABILITIES, "PoisonAttack:melee", "PoisonAttack:missile"}
BEARS: Final = {"character": _ICONS, "cast": _MADE, "beast": {*_MADE, "Damage"}, "item": {*_MADE, "Damage", "Enc"}}
"""The icons allowed on the dice of characters, cast, beasts and items, besides mastery and racial icons."""

# ---------------------------------------------------------------- refusals


class FourDiceAtStart(Refusal, rule="BN-DICE-07"):
    """Wrong number of dice: give a new character exactly four dice."""


class FaceNotCovered(Refusal, rule="BN-IMP-02"):
    """A face is blank: put an icon on every face of a starting character's dice."""


class OneUniversal(Refusal, rule="BN-DICE-04"):
    """Wrong number of Universal faces: put exactly one on a die. Only dice of beasts or items may have none."""


class UniversalFirst(Refusal, rule="BN-SHEET-02"):
    """The first face is not Universal: put the Universal icon of a character's die on the first face."""


class OneOfPhysicalAndMental(Refusal, rule="BN-DICE-05"):
    """Wrong number of Physical or Mental faces: put exactly one of the two on a die."""


class RacialIconInstead(Refusal, rule="BN-RACE-01"):
    """Wrong number of racial icons: put this race's icon on exactly one face, instead of Physical or Mental."""


class BeastsHaveNeither(Refusal, rule="BN-BEAST-02"):
    """This is a beast's own die and cannot have Physical or Mental: use other icons, or a standard die of the cast."""


class IconNotForThisDie(Refusal, rule="BN-R-211"):
    """This icon cannot be on this face: use one skill icon, or another icon that this kind of die may have."""


class NoSuchMastery(Refusal, rule="BN-MAST-06"):
    """This skill has no such mastery: use one of its three masteries. The skill Magic has none."""


class MasteryNotEarned(Refusal, rule="BN-MAST-01"):
    """Too few dice have the basic icon: use a mastery only once four of the creature's dice have its basic icon."""


class MasteryOnLaterDice(Refusal, rule="BN-MAST-02"):
    """This die comes too early: put a mastery icon only on a die after the four that earned the mastery."""


class OneMasteryOfASkill(Refusal, rule="BN-MAST-03"):
    """The die already has a mastery icon of this skill: put at most one of each skill on a die."""


class NoMasteryAtStart(Refusal, rule="BN-R-022"):
    """A new character cannot have mastery icons: use a basic icon."""


class DieOrFaces(Refusal, rule="BN-R-313"):
    """This die has both a name and faces, or neither: give the name of a standard die, or the creature's own faces."""


# ---------------------------------------------------------------- judgement


class Held(Struct, frozen=True, kw_only=True):
    """The creature or item whose dice are checked: kind, race, whether it is new, and the field that refusals name."""

    state: CampaignState
    kind: DieUse
    race: str = HUMAN
    new: bool = False
    field: str = "dice"


def check_dice(
    state: CampaignState, dice: tuple[Die, ...], race: str, *, new: bool, field: str = "dice"
) -> None:  # fmt: skip
    """Check the dice of a character. `new` means that the character is being created.

    Rule:    BN-DICE-04 to BN-DICE-07, BN-IMP-02, BN-RACE-01, BN-SHEET-02
    Refuses: NotKnownHere, and the faults from `dice_faults`
    """
    check_race(state, race)
    raise_first(dice_faults(Held(state=state, kind="character", race=race, new=new, field=field), dice))


def check_made_dice(
    state: CampaignState, kind: Literal["cast", "beast"], dice: tuple[Die, ...], race: str = HUMAN, *,
    field: str = "dice",
) -> None:  # fmt: skip
    """Check dice that the game master built for a member of the cast or a beast. Standard dice need no check.

    Rule:    BN-R-313, BN-BEAST-02
    Refuses: NotKnownHere, and the faults from `dice_faults`
    """
    check_race(state, race)
    raise_first(dice_faults(Held(state=state, kind=kind, race=race, field=field), dice))


def check_icon(state: CampaignState, creature: Creature, icon: str, number: int, *, field: str = "icon") -> None:
    """Check that an icon may be added to the die with this number. The number after the last die means a new die.

    Rule:    BN-MAST-01 to BN-MAST-04, BN-R-020, BN-R-211
    Refuses: IconNotForThisDie, NoSuchMastery, MasteryNotEarned, MasteryOnLaterDice, OneMasteryOfASkill
    """
    held = Held(state=state, kind="character", field=field)
    at = f"die {number}: {icon}"
    if icon.partition(":")[0] not in SKILLS:
        raise IconNotForThisDie(needs="a skill icon", has=at, field=field)
    raise_first(_face_faults(held, icon, at))
    rows = [list(die.faces) for die in creature.dice]
    rows += [[] for _ in range(len(rows), number)]
    rows[number - 1].append(icon)
    raise_first(_mastery_faults(Rows(held, rows), number, len(rows[number - 1]) - 1))


def may_place(state: CampaignState, creature: Creature, icon: str, number: int) -> bool:
    """Return whether an icon may be added to a die. Rule: the rules of `check_icon`."""
    return refusal_by(lambda one: check_icon(state, one, icon, number), creature) is None


def raise_first(faults: Iterator[Refusal]) -> None:
    """Raise the first fault, if there is one."""
    for fault in faults:
        raise fault


def dice_from(state: CampaignState, runs: Runs, race: str = HUMAN, *, field: str = "dice") -> tuple[Die, ...]:
    """Return the dice that `runs` describe. The racial icon replaces Physical or Mental even on standard dice.

    Rule:    BN-CAST-01, BN-RACE-01
    Refuses: DieOrFaces, NotKnownHere, OutOfRange
    """
    dice: list[Die] = []
    for run in runs:
        if (run.die is None) == (run.faces is None):
            raise DieOrFaces(needs="a die or faces", has=run.die, field=field)
        standard = None if run.die is None else named_die(state, run.die, field)
        faces = run.faces if standard is None else of_race(standard.faces, race)
        dice += [Die(faces=faces or (), of=standard.name if standard else None)] * run.n
    check_within(len(dice), 1, MOST, field)
    return tuple(dice)


def of_race(faces: Sequence[str], race: str) -> tuple[str, ...]:
    """Return the faces of a die with the icon of a race in place of Physical or Mental. Rule: BN-RACE-01, BN-R-212."""
    return tuple(f"Racial:{race}" if race != HUMAN and face in SELF else face for face in faces)


def dice_faults(held: Held, dice: tuple[Die, ...]) -> Iterator[Refusal]:
    """Yield every fault of a creature's dice."""
    if held.new and len(dice) != START:
        yield FourDiceAtStart(needs=START, has=len(dice), field=held.field)
    standard = {die for die in set(dice) if held.kind != "character" and _is_standard(held, die)}
    for number, die in enumerate(dice, 1):
        if die not in standard:
            yield from die_faults(held, die.faces, f"die {number}")
    rows = Rows(held, (die.faces for die in dice))
    for number, place in () if held.new else product(range(1, len(dice) + 1), range(SIDES)):
        yield from _mastery_faults(rows, number, place)


def _is_standard(held: Held, die: Die) -> bool:
    try:
        return die.of is not None and die.faces == of_race(named_die(held.state, die.of).faces, held.race)
    except NotKnownHere:
        return False


def die_faults(held: Held, faces: Sequence[str], where: str) -> Iterator[Refusal]:
    """Yield every fault of one die that does not depend on other dice."""
    for place, face in enumerate(faces, 1):
        yield from _face_faults(held, face, f"{where}, face {place}: {face}")
    count = sum(part.icon == "Universal" for face in faces for part in parts(face))
    if count > 1 or (count == 0 and held.kind in PEOPLE):
        yield OneUniversal(needs="one Universal", has=f"{where}: {count}", field=held.field)
    elif held.kind == "character" and faces[0] != "Universal":
        yield UniversalFirst(needs="Universal", has=f"{where}, face 1: {faces[0]}", field=held.field)
    yield from _self_faults(held, faces, where)


def _self_faults(held: Held, faces: Sequence[str], where: str) -> Iterator[Refusal]:
    """Yield the faults of a die's Physical, Mental or racial face."""
    found = [part.icon for face in faces for part in parts(face) if part.icon in (*SELF, "Racial")]
    at = f"{where}: {', '.join(found) or 'none'}"
    if held.kind == "beast" and any(icon in SELF for icon in found):
        yield BeastsHaveNeither(needs="neither Physical nor Mental", has=at, field=held.field)
    elif held.kind in PEOPLE and held.race != HUMAN and found != ["Racial"]:
        yield RacialIconInstead(needs=f"Racial:{held.race}", has=at, field=held.field)
    elif held.kind in PEOPLE and held.race == HUMAN and len([icon for icon in found if icon in SELF]) != 1:
        yield OneOfPhysicalAndMental(needs="Physical or Mental", has=at, field=held.field)


def _face_faults(held: Held, face: str, at: str) -> Iterator[Refusal]:
    found = parts(face)
    if face == BLANK and held.new:
        yield FaceNotCovered(needs="an icon", has=at, field=held.field)
    if held.kind in PEOPLE and (len(found) > 1 or any(part.count > 1 for part in found)):
        yield IconNotForThisDie(needs="one icon", has=at, field=held.field)
    for part in found:
        if part.icon in SKILLS and part.variant is not None:
            if part.name not in MASTERY:
                yield NoSuchMastery(needs=f"a mastery of {part.icon}", has=at, field=held.field)
            elif held.new:
                yield NoMasteryAtStart(needs="a basic icon", has=at, field=held.field)
        elif not _may_stand(held, part):
            own = held.kind in PEOPLE and held.race != HUMAN and part.icon in ("Racial", held.race)
            needs = f"Racial:{held.race}" if own else "an icon that this die may bear"
            yield IconNotForThisDie(needs=needs, has=at, field=held.field)


def _may_stand(held: Held, part: Part) -> bool:
    if part.count > 1 and part.icon in ("Universal", *SELF, "Racial"):
        return False
    if part.icon == "Racial":
        return held.kind in PEOPLE and part.variant == held.race and held.race in races(held.state)
    return part.name in BEARS[held.kind]


class Rows:
    """The faces of all dice that a creature owns, lost or not, and which dice have an icon of each skill.

    Rule: BN-R-019, BN-R-020
    """

    def __init__(self, held: Held, faces: Iterable[Sequence[str]]) -> None:
        """Store the faces of each die."""
        self.held, self.faces = held, tuple(map(tuple, faces))
        self._bearing: dict[str, tuple[int, ...]] = {}

    def bearing(self, skill: str, number: int, place: int) -> tuple[int, ...]:
        """Return the numbers of the dice that count towards the mastery of a skill.

        Ignore face `place` of die `number`.
        """
        if skill not in self._bearing:
            self._bearing[skill] = tuple(
                die for die, row in enumerate(self.faces, 1) if _opens(self.held.state, row, skill)
            )
        row = self.faces[number - 1]
        here = (number,) * _opens(self.held.state, (*row[:place], *row[place + 1 :]), skill)
        return tuple(sorted({*self._bearing[skill]} - {number} | {*here}))


def _mastery_faults(rows: Rows, number: int, place: int) -> Iterator[Refusal]:
    """Yield the faults of the mastery icons on a face. Rule: BN-MAST-01 to BN-MAST-03."""
    row = rows.faces[number - 1]
    for part in parts(row[place]):
        if part.name in MASTERY:
            yield from _faults_of_mastery(rows.held, part, rows.bearing(part.icon, number, place), number)
            if any(one.icon == part.icon and one.variant for face in row[:place] for one in parts(face)):
                has = f"die {number}: {part.name}"
                yield OneMasteryOfASkill(needs=f"one mastery of {part.icon}", has=has, field=rows.held.field)


def _faults_of_mastery(held: Held, mastery: Part, bearing: Sequence[int], number: int) -> Iterator[Refusal]:
    """Yield the reason why a mastery icon cannot be on die `number`.

    `bearing` lists the dice that have the icon of its skill.

    Rule: BN-MAST-01, BN-MAST-02
    """
    same = held.state.settings.mastery.mastery_on_same_die
    before = [die for die in bearing if die < number or (same and die == number)]
    at = f"die {number}: {mastery.name}"
    if len(bearing) < EARNED:
        has = f"{at}; {mastery.icon} on {len(bearing)}"
        yield MasteryNotEarned(needs=f"{mastery.icon} on {EARNED} dice", has=has, field=held.field)
    elif len(before) < EARNED:
        yield MasteryOnLaterDice(needs=f"a die after die {bearing[EARNED - 1]}", has=at, field=held.field)


def _opens(state: CampaignState, row: Sequence[str], skill: str) -> bool:
    """Return whether a die with these faces counts towards the mastery of a skill. Rule: BN-R-019."""
    found = [part for face in row for part in parts(face)]
    if any(part.name == skill for part in found):
        return True
    if state.settings.mastery.mastery_prerequisite_counts == "basic_only":
        return False
    of = {part.variant for part in found if part.icon == "Racial"}
    uses = [use for race in races(state).values() if race.name in of for face in race.uses for use in parts(face)]
    return any(part.icon == skill for part in (*found, *uses))
