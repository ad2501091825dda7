"""Helpers for tests that create characters by Cold Iron, one die after another."""

from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec

from services.bones.catalogue import PRINTED, Data, Run
from services.bones.chapters.people.characters import CreateCharacter
from services.bones.chapters.people.cold_iron import (
    ChooseSource,
    CompleteDie,
    DraftStarted,
    FinishSheet,
    StartDraft,
    WriteBackStory,
)
from services.bones.chapters.people.creatures import BuildCreature
from services.bones.chapters.people.data import LoadData
from services.bones.state.creatures import Die, NewCreature, Sheet
from services.bones.state.drafts import Draft
from tests.bones.play import Play

Of = Literal["culture", "background", "occupation"]
ANY: Final[list[dict[str, Any]]] = [{"fixed": "Universal"}, {"choice": ["Physical", "Mental"]}, *[{"any": True}] * 4]
MORE: Final = LoadData(
    data=msgspec.convert(
        {
            "cultures": [
                {"name": "Norse", "slots": ANY, "backgrounds": ["villager"]},
                {"name": "Mongol", "slots": ANY, "backgrounds": ["nomad"]},
            ],
            "backgrounds": [
                {"name": "villager", "slots": ANY, "occupations": ["farmer", "Armsman", "poet"]},
                {"name": "nomad", "slots": ANY, "occupations": ["man-at-arms", "farmer"]},
            ],
            "occupations": [
                {"name": "student", "slots": ANY},
                {"name": "farmer", "slots": ANY},
                {"name": "poet", "slots": ANY, "cultures": ["Greek", "Mongol"]},
                {"name": "man-at-arms", "slots": ANY, "leads_to": ["cavalry rider"]},
                {"name": "cavalry rider", "slots": ANY},
                {"name": "sage", "slots": ANY},
            ],
        },
        Data,
    )
)
"""Definitions of sources that the sample catalogue mentions without defining them."""

PLAIN: Final = ("Universal", "Physical", "Melee", "Riding", "Missile", "Maneuver")
EARNED: Final = (PLAIN, PLAIN, PLAIN, PLAIN)
"""Four dice with Melee and Riding on each, so that both masteries are allowed from die 5 on."""
DWARF: Final = ("Universal", "Racial:Dwarf", "Melee", "Riding", "Missile", "Maneuver")


class Making(Play):
    """A campaign in which Ann creates a Cold Iron character."""

    def __init__(self, race: str = "Human", **groups: Any) -> None:  # noqa: ANN401 groups of settings
        """Begin to create the character."""
        super().__init__(**groups)
        self.do(MORE)
        self.draft_id = self.the(DraftStarted, StartDraft(race=race), seat="ann").draft

    @property
    def draft(self) -> Draft:
        """Return the unfinished character."""
        return self.state.drafts[self.draft_id]

    def choice(self, of: Of, name: str) -> ChooseSource:
        """Return the command that chooses the source of the next die."""
        return ChooseSource(draft=self.draft_id, of=of, name=name)

    def die(self, *faces: str) -> CompleteDie:
        """Return the command that sets the faces of the current die."""
        return CompleteDie(draft=self.draft_id, die=Die(faces=faces))

    def sheet(self, **sheet_fields: Any) -> FinishSheet:  # noqa: ANN401 fields of the command
        """Return the command that finishes the sheet."""
        return FinishSheet(draft=self.draft_id, name="Ragnar", **sheet_fields)

    def story(self) -> WriteBackStory:
        """Return the command that writes the back-story."""
        return WriteBackStory(draft=self.draft_id, back_story="Born in the cold.")

    def come(self, *sources: tuple[Of, str]) -> None:
        """Choose these sources for the first dice, and complete each die with the first option for each face."""
        for of, name in sources:
            self.do(self.choice(of, name), seat="ann")
            slots = next(one.slots for one in self.every(of) if one.name == name)
            self.do(self.die(*(slot.fixed or (*slot.choice, "Craft")[0] for slot in slots)), seat="ann")

    def every(self, of: Of) -> list[Any]:
        """Return all sources of a kind."""
        kind = f"{of}s"
        return [*getattr(self.state.data, kind), *getattr(PRINTED, kind)]


def creation_of(dice: Sequence[Sequence[str]], race: str = "Human") -> CreateCharacter:
    """Return the command that creates a character with these dice."""
    return CreateCharacter(
        sheet=Sheet(name="Bob", race=race), dice=tuple(Die(faces=tuple(faces)) for faces in dice)
    )  # fmt: skip


def building_of(*dice: Sequence[str] | str, kind: Any = "cast", race: str | None = None) -> BuildCreature:  # noqa: ANN401
    """Return the command that builds a creature from standard dice, given by name, and dice given by their faces."""
    runs = tuple(Run(n=1, die=one) if isinstance(one, str) else Run(n=1, faces=tuple(one)) for one in dice)
    return BuildCreature(creature=NewCreature(name="Ash", dice=runs, kind=kind, race=race))
