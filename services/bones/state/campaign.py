"""The state of a campaign: its creatures, and all open rolls, wounds, tasks, fights and seasons.

Mappings are keyed by id. Storage sorts them, so their order has no meaning.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Self

from msgspec import Struct
from msgspec.structs import replace

from services.bones.catalogue import Data
from services.bones.settings import Settings
from services.bones.state.adventure import Adventure
from services.bones.state.combat import NOTHING, Combat, Declaration
from services.bones.state.creatures import Creature, Item, NewCreature
from services.bones.state.drafts import Draft
from services.bones.state.magic import Effect, Order, Resistance
from services.bones.state.outcomes import ActionOutcome
from services.bones.state.rolls import Entered, Reported, Roll
from services.bones.state.seasons import Season, SeasonName
from services.bones.state.spiffs import SpiffUse
from services.bones.state.tasks import Making, Result, Task
from services.bones.state.wounds import Fallen, Healing, Wound
from shared.kernel.campaign.keeping import in_order, without
from shared.kernel.campaign.state import RosterCampaign
from shared.kernel.lasting import once

FORM: Final = 2
"""The current version of the decision rules. A campaign keeps the version with which it was opened."""
RESULTS_KEPT: Final = 30
"""The number of recent task results that stay in the state, so that players can still narrate them."""
ENTERED_KEPT: Final = 128
"""The number of recent entries of faces that the state keeps."""
SOAKS_KEPT: Final = 30
"""The number of recent moments of soaking that the state keeps.

A player cannot soak damage twice at the same moment.
"""


class CampaignState(RosterCampaign, Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A campaign. Its fights are in `combat`, and the turns of the shared base class are not used.

    Shape: data: additions to the catalogue; prepared: creatures that players do not see (None in a copy for readers who
           may not see them); named: names by which players know some prepared creatures; drafts: Cold Iron characters
           being created; ground: items on the ground; spiffs: the spiffs of each seat; back_stories: characters whose
           back-story has earned its spiffs; session: the number of recorded sessions; logged: the number of sessions
           whose log has earned spiffs; hours: the hours passed in the current day; season: the season that is open or
           closing; last_season: the name of the season before; seasons: the number of seasons so far; outcomes:
           outcomes of the last season's actions, kept until a later season has outcomes; before: creatures as they were
           before an outcome changed them, while a season closes; reported: the faces that players entered for each
           creature's next roll; entered: the faces that players have entered so far, with those that an undo took back;
           counted: the numbers of the entries that no undo took back (BN-CAMP-201); out_of_sight: whether dice were
           rolled that players never see, so that the seed is kept secret (BN-CAMP-21); soaks: the times at which
           players soaked damage, in this fight and after it (BN-R-345); form: the form whose rules the campaign follows
           (see `FORM`)
    """

    settings: Settings = Settings()
    data: Data = Data()
    characters: dict[str, Creature] = {}
    drafts: dict[str, Draft] = {}
    prepared: dict[str, NewCreature | None] = {}
    named: dict[str, str] = {}
    ground: dict[str, Item] = {}
    rolls: dict[str, Roll] = {}
    reported: dict[str, Reported] = {}
    entered: tuple[Entered, ...] = ()
    counted: tuple[int, ...] = ()
    tasks: dict[str, Task] = {}
    results: dict[str, Result] = {}
    makings: dict[str, Making] = {}
    wounds: dict[str, Wound] = {}
    healings: dict[str, Healing] = {}
    falls: dict[str, Fallen] = {}
    uses: dict[str, SpiffUse] = {}
    soaks: tuple[str, ...] = ()
    spiffs: dict[str, int] = {}
    back_stories: tuple[str, ...] = ()
    session: int = 0
    logged: int = 0
    hours: int = 0
    combat: Combat | None = None
    effects: dict[str, Effect] = {}
    resistances: dict[str, Resistance] = {}
    orders: dict[str, Order] = {}
    season: Season | None = None
    outcomes: dict[str, ActionOutcome] = {}
    before: dict[str, Creature] = {}
    last_season: SeasonName | None = None
    seasons: int = 0
    adventure: Adventure | None = None
    out_of_sight: bool = False

    def takes_turns(self, who: str) -> bool:  # noqa: ARG002 nobody takes turns here
        """Return False: creatures never take turns, since all of them act in the same round. Rule: BN-R-268."""
        return False

    @property
    def closed(self) -> tuple[str, ...]:
        """Return the creatures that are partly hidden from players. Rule: BN-CAMP-170."""
        found = [who for who, one in self.characters.items() if one.closed]
        return in_order(found) if found else ()

    @property
    def revealable(self) -> tuple[str, ...]:
        """Return the creatures that a game master may reveal, which are prepared or partly hidden from players."""
        return (*super().revealable, *self.closed)

    @property
    def most_characters(self) -> int:
        """Return the maximum number of characters in the campaign. Rule: BN-CAMP-131."""
        return self.settings.roster.most_characters

    @once
    def waiting(self) -> tuple[str, ...]:
        """Return the ids of everything that must be settled before anything new begins.

        The result contains open rolls, falls, wounds, healings, uses of spiffs and resistances.
        """
        return in_order((*self.rolls, *self.falls, *self.wounds, *self.healings, *self.uses, *self.resistances))

    def waits_for(self, who: str) -> tuple[str, ...]:
        """Return the fights, tasks, rolls and wounds that must be finished before a creature may leave the campaign.

        Rule: AR-ROSTER-03, BN-CAMP-26
        """
        fights = (self.combat.id,) if self.combat and self.combat.concerns(who) else ()
        kept: tuple[dict[str, Any], ...] = (
            self.tasks, self.rolls, self.falls, self.wounds, self.healings, self.uses, self.resistances,
        )  # fmt: skip
        found = [key for kind in kept for key, one in kind.items() if one.creature == who]
        named = [one.id for one in self.tasks.values() if who in (*one.rolls, one.unseen_opponent, *one.others)]
        minds = [one.id for one in self.resistances.values() if one.caster == who]
        opposing = self.season.naming(who) if self.season else ()
        return in_order({*fights, *found, *named, *minds, *opposing})

    @property
    def unlogged(self) -> int:
        """Return the number of recorded sessions whose log has not earned a spiff. Rule: BN-CAMP-55."""
        return self.session - self.logged

    def spiffs_of(self, who: str) -> int:
        """Return how many spiffs may be used for a creature.

        Spiffs belong to the creature's player or, if `spiffs_owner` is `character`, to the creature.

        Rule: BN-R-091, BN-R-236
        """
        one = self.characters[who]
        if not one.plays:
            return 0
        return self.spiffs.get(one.seat, 0) if self.settings.spiffs.spiffs_owner == "player" else one.spiffs

    def spiffs_changed(self, who: str, by: int) -> Self:
        """Return the campaign after adding `by` to the spiffs that may be used for a creature. `by` may be negative.

        Rule: BN-R-091
        """
        one = self.characters[who]
        if self.settings.spiffs.spiffs_owner == "character":
            return self.change(who, spiffs=one.spiffs + by)
        return replace(self, spiffs={**self.spiffs, one.seat: self.spiffs.get(one.seat, 0) + by})

    def item_changed(self, who: str, item: str, **changes: Any) -> Self:  # noqa: ANN401 fields of an item
        """Return the campaign after changing fields of one item of a creature."""
        items = self.characters[who].items
        return self.change(who, items={**items, item: replace(items[item], **changes)})

    def roll_changed(self, roll: str, **changes: Any) -> Self:  # noqa: ANN401 fields of a roll
        """Return the campaign after changing fields of a roll."""
        return replace(self, rolls={**self.rolls, roll: replace(self.rolls[roll], **changes)})

    def rolls_dropped(self, rolls: Iterable[str]) -> Self:
        """Return the campaign without these rolls and the open uses of spiffs on them."""
        gone = tuple(rolls)
        uses = tuple(one.id for one in self.uses.values() if one.on in gone)
        unbound = {key: replace(one, roll=None) if one.roll in gone else one for key, one in self.wounds.items()}
        return replace(self, rolls=without(self.rolls, *gone), uses=without(self.uses, *uses), wounds=unbound)

    def in_combat(self, who: str) -> bool:
        """Return whether a creature takes part in the fight."""
        return self.combat is not None and who in self.combat.fighters

    def declaration_of(self, who: str) -> Declaration:
        """Return a creature's declaration. It is `nothing` before the creature has declared, or outside a fight."""
        fighter = None if self.combat is None else self.combat.fighters.get(who)
        return NOTHING if fighter is None or fighter.declaration is None else fighter.declaration

    def combat_put(self, **changes: Any) -> Self:  # noqa: ANN401 fields of a fight
        """Return the campaign after changing fields of its fight, if there is one."""
        return self if self.combat is None else replace(self, combat=replace(self.combat, **changes))

    def season_put(self, **changes: Any) -> Self:  # noqa: ANN401 fields of a season
        """Return the campaign after changing fields of its season, if one is open."""
        return self if self.season is None else replace(self, season=replace(self.season, **changes))

    def fighter_put(self, who: str, **changes: Any) -> Self:  # noqa: ANN401 fields of a fighter
        """Return the campaign after changing fields of a fighter."""
        return self if self.combat is None else replace(self, combat=self.combat.change_fighter(who, **changes))

    def assign(self, who: str, seat: str) -> Self:
        """Return the campaign after assigning a creature to another seat. The creature loses its standing orders.

        Rule: BN-CAMP-153
        """
        return replace(super().assign(who, seat), season=self.season and self.season.drop_orders(who))

    def remove(self, who: str) -> Self:
        """Return the campaign without a creature, its strategic actions, and the objects that it is making.

        Creatures that rode or followed it no longer do so.

        Rule: BN-CAMP-28, BN-CAMP-111
        """
        stories = tuple(one for one in self.back_stories if one != who)
        makings = {key: one for key, one in self.makings.items() if one.creature != who}
        dead = self.characters[who].dead
        adventure = self.adventure and self.adventure.without(who, dead=dead)
        season = self.season and self.season.drop_actions(*self.season.declared.get(who, ()))
        found = replace(
            super().remove(who), back_stories=stories, makings=makings, season=season, adventure=adventure
        )  # fmt: skip
        for one in tuple(found.characters.values()):
            if who in (one.mount, one.master):
                mount = None if one.mount == who else one.mount
                master = None if one.master == who else one.master
                service = one.service if master else None
                found = found.change(one.id, mount=mount, master=master, service=service)
        return found
