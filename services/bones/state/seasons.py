"""A season off stage: strategic actions and their terms."""

from __future__ import annotations

from typing import Any, Final, Literal, Self, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from services.bones.state.tasks import SkillName, Stage, Terms
from shared.kernel.campaign.keeping import in_order, number_of

SeasonName: TypeAlias = Literal["winter", "spring", "summer", "fall"]
SEASONS: Final[tuple[SeasonName, ...]] = ("winter", "spring", "summer", "fall")
"""The seasons in order. After fall comes winter. Source: BN-ACT-04."""
MOST_ACTIONS: Final = 3
"""The maximum number of strategic actions of a character in a season. Source: BN-ACT-05."""
Gain: TypeAlias = Literal[
    "income", "relationship", "travel", "hirelings", "property", "information", "item", "asset", "renown", "other"
]
"""The gains that a player may seek with a strategic action. Source: BN-INC-01, BN-OFF-01 to BN-OFF-08, BN-OFF-11."""
SeasonStage: TypeAlias = Literal["open", "closing"]
Results: TypeAlias = Literal["all", "own", "none"]
"""The seats that see an action's result while the season closes: all seats, only the action's own player, or none."""
StandingOrder: TypeAlias = Literal["reroll", "success", "automatic"]
IncomeSkill: TypeAlias = Literal["Merchant", "Artisan", "Craft", "Healer", "Magic", "Scholar", "Thief", "Sailor"]
"""The skills whose income grows with assets. Craft is called "Craftsman" in the printed table.

Source: BN-INC-03, BN-INC-04, BN-R-081
"""


class Orders(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Standing orders to spend spiffs, or an automatic success that is used up, when an action is resolved.

    A character that is assigned to another seat loses them, and its new player gives others.

    Rule: BN-R-301, BN-R-355, BN-CAMP-153
    """

    reroll: bool = False
    success: bool = False
    automatic: bool = False


class Action(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A declared strategic action.

    Rule: BN-ACT-03, BN-OFF-10

    Shape: gains: what the action tries to gain, at least one thing; aim: the aim in the player's words; place: whether
           it is the first, second or third action of its creature; terms: the game master's terms, None before they are
           set and for income; damage: the dice that a failure costs; ends_season: whether a failure ends the creature's
           season (BN-R-071)
    """

    id: str
    creature: str
    place: int
    gains: tuple[Gain, ...]
    aim: str
    skill: SkillName
    terms: Terms | None = None
    orders: Orders = Orders()
    damage: int = 0
    ends_season: bool = False

    @property
    def belongs_to(self) -> Stage:
        """Return the stage to which strategic actions belong, which is off stage. Rule: BN-ACT-01, BN-ACT-03."""
        return "off stage"

    @property
    def earns(self) -> bool:
        """Return whether the action is for income, which has neither a difficulty nor an opponent. Rule: BN-R-074."""
        return "income" in self.gains

    @property
    def waits(self) -> bool:
        """Return whether the action waits for the game master to set its terms. Rule: BN-R-303."""
        return self.terms is None and not self.earns

    @property
    def others(self) -> tuple[str, ...]:
        """Return the other creatures that the action's terms name."""
        return self.terms.others if self.terms else ()


class Asset(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An asset that adds to income.

    Rule: BN-INC-07, BN-R-246

    Shape: skill: the skill whose income grows; temporary: whether it counts in a single season; season: the number of
           that season, which is either the season of its first use or the one in which it was made, as the settings say
    """

    id: str
    name: str
    skill: str
    temporary: bool = False
    season: int | None = None


class Season(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A season that is open or closing.

    Rule: BN-ACT-04, BN-R-300

    Shape: number: the season's number in the campaign, counted from 1; weeks: the weeks of rest in it; deadline: when
           the clock closes it, in UTC milliseconds; results: who reads each result while the season closes; actions:
           the actions by id; declared: for each creature, the ids of its actions, first to third; done: resolved
           actions, in order; over: creatures whose season a failure ended (BN-R-071); vetoed: orders that a creature
           cannot give again; order: once the season closes, all its actions in order, the resolved ones first; told:
           the number of outcomes that are public; rested: the number in the id of the last creature that has rested for
           the season; taken: for each creature, the number of its actions that became tasks; obeyed: the magic orders
           that an action of this season carries out
    """

    number: int
    name: SeasonName
    weeks: int
    stage: SeasonStage = "open"
    deadline: int | None = None
    results: Results = "none"
    actions: dict[str, Action] = {}
    declared: dict[str, tuple[str, ...]] = {}
    done: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    vetoed: dict[str, tuple[StandingOrder, ...]] = {}
    order: tuple[str, ...] = ()
    told: int = 0
    rested: int = 0
    taken: dict[str, int] = {}
    obeyed: tuple[str, ...] = ()

    def of(self, who: str) -> tuple[Action, ...]:
        """Return a creature's actions in this season, first to third."""
        return tuple(self.actions[one] for one in self.declared.get(who, ()))

    def naming(self, who: str) -> tuple[str, ...]:
        """Return the unresolved actions whose terms name a creature. Rule: BN-CAMP-112."""
        return in_order(key for key, one in self.actions.items() if who in one.others and key not in self.done)

    def put(self, action: Action) -> Self:
        """Return the season after adding or replacing an action. A new action becomes the last one of its creature."""
        of = self.declared.get(action.creature, ())
        declared = self.declared if action.id in of else {**self.declared, action.creature: (*of, action.id)}
        return replace(self, actions={**self.actions, action.id: action}, declared=declared)

    def change_action(self, action: str, **changes: Any) -> Self:  # noqa: ANN401 fields of an action
        """Return the season after changing fields of an action."""
        return self.put(replace(self.actions[action], **changes))

    def drop_actions(self, *gone: str) -> Self:
        """Return the season without these actions. Later actions of the same creatures take their places.

        Rule: BN-CAMP-110
        """
        lost, declared = {*gone}, dict(self.declared)
        actions = {key: one for key, one in self.actions.items() if key not in lost}
        for who in {self.actions[one].creature for one in lost}:
            declared[who] = tuple(one for one in declared[who] if one in actions)
            for place, one in enumerate(declared[who], 1):
                actions[one] = replace(actions[one], place=place)
        left, done = {who: of for who, of in declared.items() if of}, tuple(one for one in self.done if one in actions)
        return replace(self, actions=actions, declared=left, done=done, told=min(self.told, len(done)))

    def give_back(self, who: str, order: str | None = None) -> Self:
        """Return the season after one of a creature's actions became a task and the task was dropped.

        The action no longer counts. If the task was to carry out an `order`, a later action must carry it out instead.

        Rule: BN-CAMP-165, BN-CAMP-183
        """
        left = {**self.taken, who: self.taken.get(who, 0) - 1}
        taken, obeyed = {key: count for key, count in left.items() if count > 0}, self.obeyed
        return replace(self, taken=taken, obeyed=tuple(one for one in obeyed if one != order))

    def drop_orders(self, who: str) -> Self:
        """Return the season without the standing orders of a creature's unresolved actions. Rule: BN-CAMP-153."""
        left = {one.id: replace(one, orders=Orders()) for one in self.of(who) if one.id not in self.done}
        return replace(self, actions={**self.actions, **left})

    def begin_closing(self, results: Results) -> Self:
        """Return the season in its closing state. All first actions are resolved before second and third ones.

        Rule: BN-R-300
        """
        done = {*self.done}
        left = (one for key, one in self.actions.items() if key not in done)
        order = (*self.done, *(one.id for one in sorted(left, key=lambda one: (one.place, number_of(one.id)))))
        return replace(self, stage="closing", results=results, order=order)


def season_after(name: SeasonName) -> SeasonName:
    """Return the season that comes next in the year. Rule: BN-ACT-04."""
    return SEASONS[(SEASONS.index(name) + 1) % len(SEASONS)]
