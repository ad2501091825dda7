"""An adventure that is being played: where it stands in its timetable, and what has become of those in it."""

from __future__ import annotations

from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.campaign.keeping import without


class Stock(Struct, frozen=True, kw_only=True):
    """How many of a kind are in the catacombs who have not appeared yet."""

    kin: str
    left: int


class Fate(Struct, frozen=True, kw_only=True):
    """What has become of somebody."""

    person: str
    fate: str


class Adventure(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An adventure that a game master has loaded.

    Shape: name: of the printed one; characters: who is in it; area: where they are; day: of its timetable, from 1, and
           come: how many entries of this day have come; stock: of each kind, those who have not appeared yet;
           kin: of which kind a creature is that has appeared; people: the fate of each; armor: taken from the
           characters, and not worn by anybody yet; done: what is done once; leader: the id by which the leader of the
           tribe goes, though nobody may have met her; consort: whom she has chosen; wall: who is chained to it
    """

    name: str
    characters: tuple[str, ...]
    area: str
    leader: str
    day: int = 1
    come: int = 0
    stock: dict[str, int] = {}
    kin: dict[str, str] = {}
    people: dict[str, str] = {}
    armor: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    consort: str | None = None
    wall: tuple[str, ...] = ()

    def without(self, who: str, *, dead: bool) -> Self:
        """Return the adventure without a creature that leaves the campaign: one of the tribe alive goes back to it.

        Rule: BN-CAMP-126
        """
        kin = self.kin.get(who, "")
        more = {kin: self.stock.get(kin, 0) + 1} if kin and not dead else {}
        people = {kin: "dead"} if kin in self.people and dead else {}
        return replace(
            self, characters=tuple(one for one in self.characters if one != who), kin=without(self.kin, who),
            stock={**self.stock, **more}, people={**self.people, **people},
            wall=tuple(one for one in self.wall if one != who),
        )  # fmt: skip
