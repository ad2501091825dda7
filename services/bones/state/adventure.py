"""The state of an adventure: its place in the timetable, and the fates of the people in it."""

from __future__ import annotations

from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.campaign.keeping import without


class Stock(Struct, frozen=True, kw_only=True):
    """The number of creatures of one kind that are in the catacombs and have not appeared yet."""

    kin: str
    left: int


class Fate(Struct, frozen=True, kw_only=True):
    """The fate of one person of the adventure."""

    person: str
    fate: str


class Adventure(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An adventure that a game master has loaded.

    Shape: name: the printed title; characters: the captives; area: the area where the captives are; day: the day of the
           timetable, counted from 1; come: the number of entries of this day that have happened; stock: the number of
           creatures of each kind that have not appeared yet; kin: the kind of each creature that has appeared; people:
           the fate of each person; armor: armor that was taken from the characters and that nobody wears yet; done:
           one-time checks and events that have happened; leader: the id of the tribe's leader, even before she appears;
           consort: the creature that the leader has chosen; wall: creatures that are chained to the wall, with the dead
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
        """Return the adventure after a creature has left. A living member of the tribe goes back to `stock`.

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
