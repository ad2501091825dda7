"""The state of a campaign: its Specialists, the fight, and the questions that still need an answer.

Mappings are keyed by id or name. Their order has no meaning, because the store sorts them.
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
from shared.kernel.campaign.seats import key_of, spellings_of
from shared.kernel.campaign.state import RosterCampaign
from shared.kernel.lasting import once
from shared.kernel.messages import Line

KEPT: Final = 20
"""The maximum number of undecided ties, and of undecided criticals. Beyond it, the oldest are dropped."""


Names = Annotated[tuple[Name, ...], Meta(max_length=10)]
Dice = Annotated[dict[Key, Change], Meta(max_length=30)]


class Training(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A training: its dice or, in a campaign that counts ranks, its tier."""

    dice: Annotated[int, Meta(ge=0, le=100)] | None = None
    tier: Tier | None = None


class Sheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Specialist's sheet: Speed in points, and dice by name.

    `vitality` is the starting Vitality, if it is tracked.
    """

    name: Name
    speed: Annotated[int, Meta(ge=0, le=100)] = 0
    stats: Annotated[dict[Key, Annotated[int, Meta(ge=0, le=100)]], Meta(max_length=30)] = {}
    trainings: Annotated[dict[Key, Training], Meta(max_length=30)] = {}
    traits: Dice = {}
    equipment: Dice = {}
    vitality: Annotated[int, Meta(ge=1, le=10_000)] | None = None


class Component(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A component of an action, with the AP put into it.

    If the component is in the campaign's catalogue, `tier` may be left out.
    """

    name: Name
    tier: Tier | None = None
    ap: Annotated[int, Meta(ge=0, le=100)] = 0


class Situational(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Dice that the situation adds or removes, with the reason."""

    dice: Change
    reason: Line | None = None


class OtherDice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Dice from another source, such as a blessing or a helper."""

    source: Name
    dice: Change


class Action(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The choices for a roll: sheet entries by name (each at most once), components, AP and Luck.

    `note` has no effect.
    """

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
    """How a component or Condition changes damage: more or fewer dice, and a number added to the total."""

    by: Name | None = None
    dice: Change = 0
    total: Change = 0
    reason: Line | None = None


class PoolSource(Struct, frozen=True, kw_only=True):
    """One source of a pool's dice."""

    source: str
    name: str
    dice: int


class Pool(Struct, frozen=True, kw_only=True):
    """A declared pool. `components` are the components with AP in them. `spent` is the AP paid for the pool."""

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
    """A roll: the faces of its dice, and their result."""

    faces: tuple[int, ...]
    luck: tuple[int, ...]


class Specialist(Struct, frozen=True, kw_only=True):
    """A Specialist.

    `vitality` counts only while the sheet has Vitality (SG-R-55). `rolled` is the last day on which it rolled for Luck.
    `conditions` maps its Conditions to their levels.
    """

    id: str
    seat: str
    sheet: Sheet
    vitality: int | None
    luck: int = 0
    rolled: int = 0
    conditions: dict[str, int] = {}


class Counter(Struct, frozen=True, kw_only=True):
    """A granted counterattack.

    It lapses with the next turn, if the Specialist forgoes it, or with an action that ends it.

    The setting `counterattack_ends` decides whose actions end it outside fights. `in_fight`: whether it was granted in
    a fight.
    """

    character: str
    target: str
    in_fight: bool = False


class Contest(Struct, frozen=True, kw_only=True):
    """An opposed roll that waits for the other side's answer. `roll` is the first side's roll, if it was already made.

    `counter` is the granted counterattack that this contest used or caused to lapse. It is kept while a cancellation
    can still restore it.
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
    """A tie that the Keeper has not decided yet."""

    id: str
    context: Setting
    character: str
    target: str | None


class CriticalRoll(Struct, frozen=True, kw_only=True):
    """A critical that the Keeper has not decided yet. `against` is the other side. `defended` is true for a defence.

    `in_fight`: whether it was rolled in a fight. `past`: whether that fight is over, so that the Keeper can only
    describe the outcome.
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
    """A Specialist in a fight: its remaining AP, and, if it is unsettled, the dice that its next attack loses.

    `speed` is its Speed when it got its place in the turn order. Later changes of Speed do not count. `has_acted`:
    whether it has had a turn.
    """

    ap: int = 0
    speed: int = 0
    unsettled: int | None = None
    has_acted: bool = False


class CampaignState(RosterCampaign, Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The state of a campaign. `prepared` are the Keeper's secrets, or None in a copy whose reader may not see them.

    `form` is the version of the decision rules with which the campaign was opened. Under version 0, counterattacks and
    the end of fights follow older rules.
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

    @once
    def waiting(self) -> tuple[str, ...]:
        """Return the contests that must be answered before any other action.

        During a fight, these are only the contests of its fighters.
        """
        found = in_order(self.contests)
        if self.fight is None:
            return found
        sides = {one: (self.contests[one].character, self.contests[one].target or "") for one in found}
        return tuple(one for one in found if any(map(self.fighting, sides[one])))

    def begin(self, title: str | None, settings: Settings) -> Self:
        """Return the campaign after its opening, with the Conditions that its settings include. Rule: SG-R-22."""
        conditions = {one.name: one for one in settings.conditions.catalogue}
        return replace(super().begin(title, settings), conditions=conditions)

    def component(self, name: str) -> ComponentEntry | None:
        """Return the loaded component with this name, or None. Ignores case and blanks. Rule: SG-CAMP-09, SG-R-68."""
        if name in self.components or not self.amended:
            return self.components.get(name)
        known = spellings_of(self.components).get(key_of(name))
        return None if known is None else self.components[known]

    @property
    def rolls_each_round(self) -> bool:
        """Return whether initiative is rolled again each round. Rule: SG-R-45."""
        return self.settings.initiative.each_round

    def waits_for(self, who: str) -> tuple[str, ...]:
        """Return the unanswered contests of a Specialist. Rule: SG-CAMP-07."""
        return in_order(one.id for one in self.contests.values() if who in (one.character, one.target))

    def remove(self, who: str) -> Self:
        """Return the campaign without a Specialist and without any counterattack by or against it."""
        counter = self.counter
        gone = counter is not None and who in (counter.character, counter.target)
        return replace(super().remove(who), counter=None if gone else counter)

    def on_day(self, day: int) -> Self:
        """Return the campaign on a new day. Luck left from the day before is lost, unless `luck.carry_over` is true.

        Rule:    SG-CAMP-10
        """
        state = super().on_day(day)
        if self.settings.luck.carry_over:
            return state
        return replace(state, characters={who: replace(one, luck=0) for who, one in self.characters.items()})

    def participant(self, who: str) -> Fighter:
        """Return a Specialist as a participant that joins a fight. Rule: SG-AP-05, SG-R-16."""
        ap = self.full_ap(who) if self.settings.ap.start_of_exchange == "full" else 0
        return Fighter(id=who, side="enemy" if self.non_player(who) else "player", ap=ap)

    def rank(self, one: Scored) -> tuple[int, ...]:
        """Return the sort key of the turn order: net successes, then Speed. Rule: SG-R-19."""
        return (one.score or 0, one.speed if isinstance(one, Fighter) else 0)

    def full_ap(self, who: str) -> int:
        """Return the AP of a Specialist at the start of its turn. Rule: SG-AP-03."""
        return full_ap(self.characters[who].sheet.speed, self.settings.ap)

    def non_player(self, who: str) -> bool:
        """Return whether a Specialist belongs to a Keeper. Rule: SG-R-44."""
        return self.led_by(self.characters[who].seat)

    def luckless(self, who: str) -> bool:
        """Return whether a Specialist can never have Luck in this campaign. Rule: SG-R-44."""
        return self.non_player(who) and self.settings.luck.non_players == "none"

    def in_reach(self, who: str, other: str) -> bool:
        """Return whether two Specialists can affect each other: both are in the fight, or neither."""
        return self.fighting(who) == self.fighting(other)

    def can_be_hurt(self, who: str) -> bool:
        """Return whether an attack can damage a Specialist under the campaign's settings. Rule: SG-R-27."""
        return self.settings.damage.applies_to != "vitality" or self.characters[who].sheet.vitality is not None

    def borne(self, who: str) -> tuple[tuple[ConditionEntry, int], ...]:
        """Return a Specialist's Conditions, each with the number of its levels that count.

        Rule:    SG-COND-03, SG-COND-05
        """
        found = sorted(self.characters[who].conditions.items())
        if not found:
            return ()
        entries = ((self.conditions[name], level) for name, level in found if name in self.conditions)
        return tuple((entry, level if entry.stacks else 1) for entry, level in entries)

    def count_action(self, who: str) -> Self:
        """Return the campaign after an action, which may cause a granted counterattack to lapse. Rule: SG-R-36."""
        contests = self.contests
        if self.form:
            contests = {one: replace(at, counter=self._counter_left(at.counter, who)) for one, at in contests.items()}
        return replace(self, counter=self._counter_left(self.counter, who), contests=contests)

    def _counter_left(self, counter: Counter | None, who: str) -> Counter | None:
        """Return the counterattack that remains after an action by `who`, or None if the action ended it.

        An action ends it if the counterattack's target is within the actor's reach. Outside fights, the settings may
        let only actions of its attacker and its target end it.

        Rule:    SG-R-36, SG-R-50, SG-CAMP-16
        """
        if counter is None or not self.in_reach(who, counter.target):
            return counter
        stays = self.settings.critical.counterattack_ends == "own_action" and not self.fighting(who)
        return counter if stays and who not in (counter.character, counter.target) else None

    def stands(self, counter: Counter) -> bool:
        """Return whether a counterattack is still possible.

        Both sides must exist and, as when it was granted, both be in the fight or both be outside it.

        Rule:    SG-CAMP-16, SG-CAMP-17
        """
        two = counter.character, counter.target
        return all(who in self.characters and self.fighting(who) == counter.in_fight for who in two)

    def ends_with_fight(self, one: Counter | CriticalRoll) -> bool:
        """Return whether a counterattack or a critical expires when the current fight ends. Rule: SG-CAMP-17."""
        return one.in_fight or self.form == 0

    def pay_pool(self, who: str, pool: Pool, *, back: int = 1) -> Self:
        """Return the campaign after a Specialist paid for a pool with AP and Luck, or got them back (`back=-1`)."""
        fighter = self.fighter(who)
        state = self.change(who, luck=self.characters[who].luck - back * pool.luck)
        return state if fighter is None else state.fighter_changed(who, ap=fighter.ap - back * pool.spent)

    def spent_for_good(self, who: str, ap: int) -> Self:
        """Return the campaign in which these AP are no longer refunded if an open contest is cancelled.

        Rule:    SG-CAMP-07
        """
        contests = self.contests
        for one in (at for at in contests.values() if at.character == who and at.roll is None):
            pool = replace(one.pool, spent=max(one.pool.spent - ap, 0))
            contests = {**contests, one.id: replace(one, pool=pool)}
        return replace(self, contests=contests)

    def with_critical(self, critical: CriticalRoll) -> Self:
        """Return the campaign with one more undecided critical. If there are too many, the oldest is dropped."""
        kept = last({**self.criticals, critical.id: critical}, KEPT)
        return replace(self.raise_counter(critical.id), criticals=kept)
