"""Continuous effects, and the base classes of steps. A step is one instruction of an effect, such as "draw 2".

Each kind of step is declared in a family, which is a file in `chapters/operations`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from msgspec import Meta, field

from services.tcg.catalogue.faults import Fault, Place
from services.tcg.catalogue.language.conditions import Amount, Condition, Lasting, Part, Selector, Who
from services.tcg.catalogue.language.costs import Cost
from services.tcg.catalogue.language.reach import FIGHTING, FORMS, Reach, reaching
from services.tcg.words import Number

# ---------------------------------------------------------------- continuous effects


class ContinuousEffect(Part, frozen=True, kw_only=True, tag_field="static"):
    """A continuous effect. It applies by itself, as long as its source is in a zone where the effect works."""

    picks = False


class HoldsForCards(ContinuousEffect, frozen=True, kw_only=True):
    """A continuous effect that applies to cards.

    In a card's `static`, `of` names the cards. In a `restrict` step, the step names them.
    """

    of: Selector | None = None


class ModifyPwr(HoldsForCards, frozen=True, kw_only=True, tag="modify_pwr"):
    """A PWR bonus or penalty."""

    phrase = "{of} gets {change}"
    by: Amount


class SetPwr(HoldsForCards, frozen=True, kw_only=True, tag="set_pwr"):
    """A base PWR that replaces the printed one."""

    phrase = "the base PWR of {of} is {to}"
    to: Amount


class CannotAttack(HoldsForCards, frozen=True, kw_only=True, tag="cannot_attack"):
    """An effect that forbids a card to attack."""

    phrase = "{of} cannot attack{attacked}"
    reach_since_form_2 = reaching(of=FIGHTING)
    what: Literal["any", "savior", "form"] = "any"


class AttackWithoutSpirit(HoldsForCards, frozen=True, kw_only=True, tag="attack_without_spirit"):
    """An effect that lets a card attack a savior even if no spirit is under the card."""

    phrase = "{of} attacks saviors without a spirit"
    reach_since_form_2 = reaching(of=FIGHTING)


class CannotBeAttacked(HoldsForCards, frozen=True, kw_only=True, tag="cannot_be_attacked"):
    """An effect that protects a card: other cards cannot attack it."""

    phrase = "{of} cannot be attacked"
    reach_since_form_2 = reaching(of=FIGHTING)


class CannotBeTarget(HoldsForCards, frozen=True, kw_only=True, tag="cannot_be_target"):
    """An effect that protects a card: other effects cannot target it."""

    phrase = "{of} cannot be chosen as a target of {sources}"
    by: Literal["opponent", "any"] = "any"


class CannotBeSacrificed(HoldsForCards, frozen=True, kw_only=True, tag="cannot_be_sacrificed"):
    """An effect that forbids sacrificing a card."""

    phrase = "{of} cannot be sacrificed"
    reach_since_form_2 = reaching(of=FORMS)


class CannotBeSpiritualized(HoldsForCards, frozen=True, kw_only=True, tag="cannot_be_spiritualized"):
    """An effect that forbids spiritualizing a card (putting a spirit from the hand under it)."""

    phrase = "{of} cannot be spiritualized"
    reach_since_form_2 = reaching(of=FIGHTING)


class CannotBeDamaged(HoldsForCards, frozen=True, kw_only=True, tag="cannot_be_damaged"):
    """An effect that prevents damage to a card."""

    phrase = "{of} cannot be damaged by {by}"
    reach_since_form_2 = reaching(of=FIGHTING)
    by: Literal["form", "savior", "effect", "any"] = "any"


class CannotActivate(ContinuousEffect, frozen=True, kw_only=True, tag="cannot_activate"):
    """An effect that forbids a player to activate effects or commands of the named kind."""

    phrase = "{who:cannot activate} {what}"
    who: Who
    what: Literal["any", "normal", "bound", "interrupt", "swift", "form", "savior", "command"] = "any"


class MoreAttacks(HoldsForCards, frozen=True, kw_only=True, tag="extra_attack"):
    """An effect that lets a card attack additional times in each combat step."""

    phrase = "{of} attacks {more} in a combat step"
    reach_since_form_2 = reaching(of=FIGHTING)
    n: Number = 1


class MoreSacrifices(ContinuousEffect, frozen=True, kw_only=True, tag="extra_sacrifice"):
    """An effect that lets a player make additional sacrifices each turn to play forms."""

    phrase = "{who:may sacrifice} to play {more} in a turn"
    who: Who
    n: Number = 1


class MoreSpiritualizing(HoldsForCards, frozen=True, kw_only=True, tag="extra_spiritualize"):
    """An effect that lets a card be spiritualized additional times in a turn."""

    phrase = "{of} is spiritualized {more} in a turn"
    reach_since_form_2 = reaching(of=FIGHTING)
    n: Number = 1


class NoSacrificeNeeded(HoldsForCards, frozen=True, kw_only=True, tag="no_sacrifice_needed"):
    """An effect that lets a player play a form from the hand without a sacrifice."""

    phrase = "{of} is played without a sacrifice"
    reach_since_form_2 = reaching(of=Reach(frozenset({"hand"}), frozenset({"form"})))


class LevelAs(HoldsForCards, frozen=True, kw_only=True, tag="level_as"):
    """An effect that makes a card count as having a different level."""

    phrase = "{of} counts as level {level}"
    level: Annotated[int, Meta(ge=0, le=3)]


class ChangeCost(ContinuousEffect, frozen=True, kw_only=True, tag="change_cost"):
    """An effect that makes effects of the matching cards cost more, or nothing if `cost` is empty."""

    of: Selector
    cost: tuple[Cost, ...] = ()


AnyContinuousEffect: TypeAlias = (
    ModifyPwr | SetPwr | CannotAttack | AttackWithoutSpirit | CannotBeAttacked | CannotBeTarget | CannotBeSacrificed
    | CannotBeSpiritualized | CannotBeDamaged | CannotActivate | MoreAttacks | MoreSacrifices | MoreSpiritualizing
    | NoSacrificeNeeded | LevelAs | ChangeCost
)  # fmt: skip


# ---------------------------------------------------------------- steps


SEVERAL: Final = ("each_opponent", "any")
ONE_PLAYER: Final = ("who", "only one player can do this: name a single player", "TC-RUL-045", "TC-RUL-144")
NOT_WHILE: Final = ("for", "it cannot last while a condition holds: write another duration", "TC-RUL-078")


class Operation(Part, frozen=True, kw_only=True, tag_field="do"):
    """A step: one instruction of an effect, such as "draw 2".

    Each kind is declared in a family, which is a file in `chapters/operations`.
    """

    stores: ClassVar[Literal["cards", "player", "number", ""]] = ""
    """The kind of result that the step stores under the name in its field `store`, for later steps."""
    prepares: ClassVar[bool] = False
    """Whether this kind of step changes nothing by itself, and only prepares later steps."""
    each_in: ClassVar[str] = ""
    """The field whose steps run once for each card. In these steps, `each` is the current card."""
    answers_link: ClassVar[bool] = False
    """Whether the field `of` may be `event.link`, the effect to which this effect responds."""
    awaits: ClassVar[bool] = False
    """Whether the steps inside this step wait for a later event before they run."""
    repeats: ClassVar[bool] = False
    """Whether the steps inside this step may run several times for the same card."""

    def branches(self) -> Branches | None:
        """Return the steps inside this step, by branch, or None for a kind of step that contains no others."""
        return None

    def drains(self) -> Who | None:
        """Return the player whose spirit deck must not be empty, or None if the step needs no spirit deck."""
        return None

    def faults(self, place: Place) -> Iterator[Fault]:  # noqa: ARG002 most kinds of steps have no faults to check
        """Yield the faults of this step that its field types do not rule out. `place` is its position on the card."""
        yield from ()


Branches: TypeAlias = tuple[tuple[Operation, ...], ...]


class ByPlayer(Operation, frozen=True, kw_only=True):
    """A step in which players do something with a given number of cards, such as draw or discard."""

    n: Amount
    who: Who = "you"


class OnCards(Operation, frozen=True, kw_only=True):
    """A step that affects the selected cards."""

    of: Selector


class ForATime(OnCards, frozen=True, kw_only=True):
    """A step that changes cards for a limited time."""

    lasts: Lasting = field(name="for", default="end_of_turn")
    as_long_as: Condition | None = None

    def faults(self, place: Place) -> Iterator[Fault]:
        """Yield a fault if the duration `while` has no `as_long_as`, or another duration has one. Rule: TC-RUL-078."""
        if (self.lasts == "while") != bool(self.as_long_as):
            advice = "remove it" if self.as_long_as else "add it"
            yield place.fault("as_long_as", f"only a duration of `while` has a condition: {advice}", "TC-RUL-078")
