"""A campaign for tests, with a game master and two players, and short helpers for each step."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from services.bones.catalogue import PRINTED
from services.bones.chapters.people.campaign import CampaignOpened
from services.bones.chapters.people.characters import CreatureAppeared
from services.bones.game import bones
from services.bones.settings import Settings
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature, Die, Item, Sheet
from services.bones.state.magic import Casting, Theme
from tests.support import campaigns
from tests.support.campaigns import SEATED, CampaignSpec

BOB: Final = (
    ("Universal", "Mental", "Magic", "Craft", "Missile", "Scholar"),
    ("Universal", "Physical", "Magic", "Missile", "Defend", "Defend"),
    ("Universal", "Mental", "Magic", "Magic", "Scholar", "Defend"),
    ("Universal", "Physical", "Magic", "Riding", "Scholar", "Healer"),
)
"""The example character Generic Bob as created: face 1 of each die is Universal."""
FIRE: Final = Theme(name="Fire Magic", effect="creating and manipulating fire", limitation="fire only")
"""Bob's theme. Source: BN-EX-36."""
STANDARD: Final = {die.name: die.faces for die in PRINTED.dice}
"""The faces of each standard die, by its name; for example `[STANDARD["Fighter"]] * 2`."""
THINGS: Final = {kind.name: kind for kind in PRINTED.items}


def settings(**groups: dict[str, Any]) -> Settings:
    """Return the default settings with these changes."""
    return msgspec.convert(groups, Settings)


listed = partial(campaigns.legal_list, bones)
allowed_of = partial(campaigns.allowed_of, bones)
odds = partial(campaigns.odds, bones)


class Play(CampaignSpec[CampaignState]):
    """A campaign that has begun. Every step runs the checks that `Spec` runs for an example."""

    def __init__(self, **groups: dict[str, Any]) -> None:
        """Open a campaign with these settings."""
        super().__init__(bones)
        self.given(*SEATED, CampaignOpened(settings=settings(**groups)))

    def one(
        self, seat: str = "ann", dice: Sequence[Sequence[str]] = BOB, *, items: Sequence[str] = (), spiffs: int = 0,
        **fields: Any,  # noqa: ANN401 fields of a creature
    ) -> str:  # fmt: skip
        """Add a creature with these dice, and with items given by name, all ready; return its id.

        Seat `gm` owns the cast.
        """
        who = self.new("creature")
        kind = fields.pop("kind", "cast" if seat == "gm" else "character")
        carried = {item.id: item for item in (self.item(name) for name in items)}
        sheet = Sheet(name=fields.pop("name", who), race=fields.pop("race", "Human"))
        made = Creature(
            id=who,
            seat=seat,
            kind=kind,
            sheet=sheet,
            items=carried,
            dice=tuple(Die(faces=tuple(one)) for one in dice),
            move="1",
        )
        self.given(CreatureAppeared(creature=replace(made, **fields)))
        if spiffs:
            self.state = replace(self.state, spiffs={**self.state.spiffs, seat: spiffs})
        return who

    def item(self, name: str, *, ready: bool = True, **more: Any) -> Item:  # noqa: ANN401 fields of what is carried
        """Return an item of the catalogue, with a new id."""
        kind = THINGS[name]
        return Item(
            id=self.new("item"), name=name, group=kind.group, faces=kind.faces, increment=kind.increment,
            thrown=kind.thrown, two_handed=kind.two_handed, ready=ready, **more,
        )  # fmt: skip

    def item_named(self, who: str, name: str) -> str:
        """Return the id of the item with this name that a creature has."""
        return next(item.id for item in self.who(who).items.values() if item.name == name)

    def fire(self, who: str, skill: str = "Magic") -> Casting | None:
        """Give the character Fire Magic as a theme.

        Return a casting in this theme, or None if the skill is not Magic.
        """
        if skill != "Magic":
            return None
        self.state = self.state.change(who, themes=(FIRE,))
        return Casting(theme=FIRE.name)

    def who(self, who: str) -> Creature:
        """Return the current state of a creature."""
        return self.state.characters[who]
