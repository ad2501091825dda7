"""The state of a campaign: its Specialists, what is prepared, what waits for an answer, and the fight.

Mappings are kept by id or by name; their order means nothing, since storage sorts them.
"""

from __future__ import annotations

from typing import Annotated, Final, Self

from msgspec import Meta, Struct
from msgspec.structs import replace

from services.rpg_specialist_pool.catalogue import (
    Change,
    ComponentEntry,
    ConditionEntry,
    Critical,
    EquipmentEntry,
    Key,
    Kind,
    Name,
    Setting,
    Tier,
)
from services.rpg_specialist_pool.reading import Reading, full_ap
from services.rpg_specialist_pool.settings import Settings
from shared.kernel.campaign.keeping import in_order, last
from shared.kernel.campaign.rounds import Rounds, Scored
from shared.kernel.campaign.state import RosterCampaign
from shared.kernel.messages import Line

KEPT: Final = 20
"""Maximum number of ties and criticals kept for the Keeper's word; the oldest are dropped."""


Names = Annotated[tuple[Name, ...], Meta(max_length=10)]
Dice = Annotated[dict[Key, Change], Meta(max_length=30)]


class Training(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A training: the dice recorded with it, or its tier where the campaign counts the rank."""

    dice: Annotated[int, Meta(ge=0, le=100)] | None = None
    tier: Tier | None = None


class Sheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a Specialist is: Speed in points, and dice by name. `vitality` is what it starts with, if that is kept."""

    name: Name
    speed: Annotated[int, Meta(ge=0, le=100)] = 0
    stats: Annotated[dict[Key, Annotated[int, Meta(ge=0, le=100)]], Meta(max_length=30)] = {}
    trainings: Annotated[dict[Key, Training], Meta(max_length=30)] = {}
    traits: Dice = {}
    equipment: Dice = {}
    vitality: Annotated[int, Meta(ge=1, le=10_000)] | None = None


class Component(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A component of an action, with the AP put into it; the tier of one that is loaded may be left out."""

    name: Name
    tier: Tier | None = None
    ap: Annotated[int, Meta(ge=0, le=100)] = 0


class Situational(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Dice that the situation gives or takes, with the reason."""

    dice: Change
    reason: Line | None = None


class OtherDice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Dice from elsewhere: a blessing, a helper."""

    source: Name
    dice: Change


class Action(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What goes into a roll. Names are those of the sheet, each once; `note` changes nothing."""

    kind: Kind = "skill"
    tier: Tier | None = None
    ap: Annotated[int, Meta(ge=0, le=100)] | None = None
    components: Annotated[tuple[Component, ...], Meta(max_length=10)] = ()
    stats: Names = ()
    trainings: Names = ()
    traits: Names = ()
    equipment: Names = ()
    component_dice: Annotated[int, Meta(ge=0, le=100)] | None = None
    situational: Situational | None = None
    other_dice: Annotated[tuple[OtherDice, ...], Meta(max_length=10)] = ()
    luck: Annotated[int, Meta(ge=0, le=100)] = 0
    note: Line | None = None


class DamageChange(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a component or a Condition changes about the damage: its dice, and its sum."""

    by: Name | None = None
    dice: Change = 0
    total: Change = 0
    reason: Line | None = None


class PoolSource(Struct, frozen=True, kw_only=True):
    """Where dice of a pool come from."""

    source: str
    name: str
    dice: int


class Pool(Struct, frozen=True, kw_only=True):
    """A pool as it was declared. `components` are those with AP in them, `spent` the AP that were taken for it."""

    kind: Kind
    tier: Tier
    ap: int
    dice: int
    luck: int
    sources: tuple[PoolSource, ...]
    components: tuple[str, ...] = ()
    spent: int = 0
    note: str | None = None


class Roll(Reading, frozen=True, kw_only=True):
    """A roll: its faces, and what they come to."""

    faces: tuple[int, ...]
    luck: tuple[int, ...]


class Specialist(Struct, frozen=True, kw_only=True):
    """A Specialist. `rolled` is the last day it rolled for Luck, `conditions` the level of each it bears."""

    id: str
    seat: str
    sheet: Sheet
    vitality: int | None
    luck: int = 0
    rolled: int = 0
    conditions: dict[str, int] = {}


class Counter(Struct, frozen=True, kw_only=True):
    """One attack that may be made out of turn, until the next other action or the next turn; `in_fight`: in a fight."""

    character: str
    target: str
    in_fight: bool = False


class Contest(Struct, frozen=True, kw_only=True):
    """An opposed roll that waits for the other side. `roll` is the first side's where that is made at once.

    `counter` is the counterattack that it used up, or let lapse, as long as that may come back.
    """

    id: str
    context: Setting
    character: str
    target: str | None
    pool: Pool
    damage: DamageChange | None = None
    roll: Roll | None = None
    counter: Counter | None = None


class Tie(Struct, frozen=True, kw_only=True):
    """A tie that waits for the Keeper to say what it means."""

    id: str
    context: Setting
    character: str
    target: str | None


class CriticalRoll(Struct, frozen=True, kw_only=True):
    """A critical that waits for the Keeper's word; `against` is the other side, `defended` whether it was a defence.

    `in_fight`: whether it fell in a fight. `past`: that fight is over, and words are all it can still bring.
    """

    id: str
    roll: str
    character: str
    against: str | None
    critical: Critical
    defended: bool
    past: bool = False
    in_fight: bool = False


class Fighter(Scored, frozen=True, kw_only=True, omit_defaults=True):
    """A Specialist in structured time: the AP at hand, and the dice its next attack is unsettled by, if it is.

    `speed` is what it had when it rolled for its place, which stands; `has_acted`: it has had a turn.
    """

    ap: int = 0
    speed: int = 0
    unsettled: int | None = None
    has_acted: bool = False


class CampaignState(RosterCampaign, Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A campaign. `prepared` are those the Keeper has ready; a copy that may not read them has None.

    `form` is the form of the stream: in 0 counterattacks and the ends of fights follow the rules of then.
    """

    settings: Settings = Settings()
    day: int = 0
    fight: Rounds[Fighter] | None = None
    characters: dict[str, Specialist] = {}
    prepared: dict[str, Sheet | None] = {}
    conditions: dict[str, ConditionEntry] = {}
    components: dict[str, ComponentEntry] = {}
    equipment: dict[str, EquipmentEntry] = {}
    contests: dict[str, Contest] = {}
    ties: dict[str, Tie] = {}
    criticals: dict[str, CriticalRoll] = {}
    counter: Counter | None = None

    @property
    def waiting(self) -> tuple[str, ...]:
        """Return the contests that have to be answered first: in structured time, those of the ones who fight."""
        found = in_order(self.contests)
        if self.fight is None:
            return found
        sides = {one: (self.contests[one].character, self.contests[one].target or "") for one in found}
        return tuple(one for one in found if any(map(self.fighting, sides[one])))

    def opened(self, title: str | None, settings: Settings) -> Self:
        """Return the campaign as it is opened, with the Conditions that its settings bring. Rule: SG-R-22."""
        conditions = {one.name: one for one in settings.conditions.catalogue}
        return replace(super().opened(title, settings), conditions=conditions)

    @property
    def rolls_each_round(self) -> bool:
        """Rule: SG-R-45."""
        return self.settings.initiative.each_round

    def waits_for(self, who: str) -> tuple[str, ...]:
        """Return the contests that a Specialist has a side in. Rule: SG-CAMP-07."""
        return in_order(one.id for one in self.contests.values() if who in (one.character, one.target))

    def removed(self, who: str) -> Self:
        """Return the campaign without a Specialist, and without the counterattack it could make or suffer."""
        counter = self.counter
        gone = counter is not None and who in (counter.character, counter.target)
        return replace(super().removed(who), counter=None if gone else counter)

    def on_day(self, day: int) -> Self:
        """Return the campaign on the morning of a day: what was left of yesterday's Luck lapses. Rule: SG-CAMP-10."""
        state = super().on_day(day)
        if self.settings.luck.carry_over:
            return state
        return replace(state, characters={who: replace(one, luck=0) for who, one in self.characters.items()})

    def participant(self, who: str) -> Fighter:
        """Return a Specialist as it enters structured time. Rule: SG-AP-05, SG-R-16."""
        ap = self.full_ap(who) if self.settings.ap.start_of_exchange == "full" else 0
        return Fighter(id=who, side="enemy" if self.non_player(who) else "player", ap=ap)

    def rank(self, one: Scored) -> tuple[int, ...]:
        """Return what decides the order: net successes, then Speed. Rule: SG-R-19."""
        return (one.score or 0, one.speed if isinstance(one, Fighter) else 0)

    def full_ap(self, who: str) -> int:
        """Return all AP of a Specialist. Rule: SG-AP-03."""
        return full_ap(self.characters[who].sheet.speed, self.settings.ap)

    def non_player(self, who: str) -> bool:
        """Whether a Specialist is a Keeper's. Rule: SG-R-44."""
        return self.led_by(self.characters[who].seat)

    def luckless(self, who: str) -> bool:
        """Whether a Specialist has no Luck, whatever the day. Rule: SG-R-44."""
        return self.non_player(who) and self.settings.luck.non_players == "none"

    def in_reach(self, who: str, other: str) -> bool:
        """Whether two Specialists both fight, or neither."""
        return self.fighting(who) == self.fighting(other)

    def can_be_hurt(self, who: str) -> bool:
        """Whether an attack on a Specialist has anything to take. Rule: SG-R-27."""
        return self.settings.damage.applies_to != "vitality" or self.characters[who].sheet.vitality is not None

    def borne(self, who: str) -> tuple[tuple[ConditionEntry, int], ...]:
        """Return the Conditions of a Specialist, each with how often it counts. Rule: SG-COND-03, SG-COND-05."""
        found = sorted(self.characters[who].conditions.items())
        entries = ((self.conditions[name], level) for name, level in found if name in self.conditions)
        return tuple((entry, level if entry.stacks else 1) for entry, level in entries)

    def acted(self, who: str) -> Self:
        """Return the campaign after an action: criticals to be used at once lapse with it. Rule: SG-R-36."""
        contests = self.contests
        if self.form:
            contests = {one: replace(at, counter=self._left(at.counter, who)) for one, at in contests.items()}
        return replace(self, counter=self._left(self.counter, who), contests=contests)

    def _left(self, counter: Counter | None, who: str) -> Counter | None:
        """Return what an action leaves of a counterattack: all of it where the action is out of its reach."""
        return None if counter is not None and self.in_reach(who, counter.target) else counter

    def stands(self, counter: Counter) -> bool:
        """Whether a counterattack can still be made: the two are there, and fight or not as they did.

        Rule: SG-CAMP-16, SG-CAMP-17
        """
        two = counter.character, counter.target
        return all(who in self.characters and self.fighting(who) == counter.in_fight for who in two)

    def falls_with_the_fight(self, one: Counter | CriticalRoll) -> bool:
        """Whether something ends with the fight that is on. Rule: SG-CAMP-17."""
        return one.in_fight or self.form == 0

    def paid(self, who: str, pool: Pool, *, back: int = 1) -> Self:
        """Return the campaign with AP and Luck taken for a pool, or given back (-1)."""
        fighter = self.fighter(who)
        state = self.changed(who, luck=self.characters[who].luck - back * pool.luck)
        return state if fighter is None else state.fighter_changed(who, ap=fighter.ap - back * pool.spent)

    def spent_for_good(self, who: str, ap: int) -> Self:
        """Return the campaign with AP lost that went into a contest, and would come back with it. Rule: SG-CAMP-07."""
        contests = self.contests
        for one in (at for at in contests.values() if at.character == who and at.roll is None):
            pool = replace(one.pool, spent=max(one.pool.spent - ap, 0))
            contests = {**contests, one.id: replace(one, pool=pool)}
        return replace(self, contests=contests)

    def with_critical(self, critical: CriticalRoll) -> Self:
        """Return the campaign with another critical that waits for a word; the oldest give way."""
        kept = last({**self.criticals, critical.id: critical}, KEPT)
        return replace(self.counted(critical.id), criticals=kept)
