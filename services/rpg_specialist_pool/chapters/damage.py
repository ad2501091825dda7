"""Damage: an attack's margin determines its damage dice. Only components and Conditions can change the damage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct

from services.rpg_specialist_pool.catalogue import SIDES, Outcome, Setting
from services.rpg_specialist_pool.chapters.pools import check_adds
from services.rpg_specialist_pool.chapters.specialists import NoVitality
from services.rpg_specialist_pool.context import CampaignContext
from services.rpg_specialist_pool.reading import damage_dice, damage_of
from services.rpg_specialist_pool.settings import DamageSettings
from services.rpg_specialist_pool.state import Action, CampaignState, Contest, DamageChange, Specialist
from shared.kernel.campaign.samples import NOBODY
from shared.kernel.campaign.seats import check_reason
from shared.kernel.chance import Chance
from shared.kernel.chapter import fold
from shared.kernel.messages import Audience, Event
from shared.kernel.odds.read_alike import Ways
from shared.kernel.odds.report import Odds, VectorOdds
from shared.kernel.pools.flip import FlipTotal
from shared.kernel.pools.luck import LuckPool
from shared.kernel.pools.pool import roll_dice
from shared.kernel.refusals import Refusal

# ---------------------------------------------------------------- refusals


class DamageUnclear(Refusal, rule="SG-DMG-05"):
    """This change of damage names no cause: name a component of the action, or a Condition of either side."""


class DamageOutsideCombat(Refusal, rule="SG-R-34"):
    """This action can deal damage, so it is combat: send it as an attack."""


# ---------------------------------------------------------------- events


class DamageDealt(Event, frozen=True, kw_only=True):
    """An attack dealt damage. `vitality` is the target's remaining Vitality, if the campaign tracks it."""

    contest: str
    target: str | None
    dice: int
    faces: tuple[int, ...]
    damage: int
    vitality: int | None


# ---------------------------------------------------------------- judgement


class Strike(Struct, frozen=True, kw_only=True):
    """An action against another Specialist or a thing."""

    character: Specialist
    target: Specialist | None
    action: Action
    context: Setting
    damage: DamageChange | None


def check_damage(ctx: CampaignContext, strike: Strike) -> None:
    """Refuse a change of damage without a valid source, and an attack on a target that damage cannot hurt.

    Rule:    SG-DMG-05, SG-R-27, SG-R-34
    Refuses: DamageOutsideCombat, DamageUnclear, ReasonNeeded, NoVitality
    """
    change, target = strike.damage, strike.target
    loaded = [ctx.state.component(part.name) for part in strike.action.components if part.ap]
    if strike.context != "combat" and any(entry is not None and entry.damage_dice > 0 for entry in loaded):
        raise DamageOutsideCombat(needs="combat", has=strike.context, field="context")
    check_adds(ctx, change is not None, "damage")
    if change is not None:
        if strike.context != "combat":
            raise DamageOutsideCombat(needs="combat", has=strike.context, field="damage")
        borne = {*strike.character.conditions, *(target.conditions if target else ())}
        names = borne | {part.name for part in strike.action.components}
        if change.by not in names:
            needs = tuple(sorted(names)) or "a component of the action, or a Condition of either side"
            raise DamageUnclear(needs=needs, has=change.by, field="damage")
        check_reason(changed=True, reason=change.reason, field="damage")
    if strike.context == "combat" and target is not None and not ctx.state.can_be_hurt(target.id):
        raise NoVitality(needs="a target with Vitality", has=target.id, field="target")


class DamageDice(NamedTuple):
    """The damage dice of an attack. `damage.read` decides whether they are added up or counted as successes.

    Rule: SG-DMG-02, SG-R-03.
    """

    dice: int
    rules: DamageSettings

    def throw(self, chance: Chance, purpose: str, audience: Audience | None) -> tuple[int, ...]:
        """Roll the dice."""
        return roll_dice(chance, purpose, SIDES, self.dice, audience=audience)

    def read_alike(self, purpose: str, sides: int, count: int) -> Iterable[Ways]:
        """Return groups of rolls that deal the same damage."""
        return self._pool.read_alike(purpose, sides, count)

    def odds(self) -> Odds | VectorOdds:
        """Return the exact odds of the damage. Refuses: TooCostly."""
        return self._pool.odds()

    def odds_cost(self) -> int:
        """Return a lower bound on the number of steps to calculate the odds."""
        return self._pool.odds_cost()

    @property
    def _pool(self) -> FlipTotal | LuckPool:
        return FlipTotal(dice=self.dice) if self.rules.read == "sum" else LuckPool(dice=self.dice)


def deal(ctx: CampaignContext, contest: Contest, outcome: Outcome, gap: int, *, critical: bool) -> None:
    """Roll the damage of an attack that hit.

    Rule: SG-DMG-01 to SG-DMG-05, SG-CS-09, SG-R-02, SG-R-22, SG-R-27, SG-R-30, SG-R-48
    """
    change = contest.damage or DamageChange()
    loaded = (ctx.state.component(name) for name in contest.pool.components)
    added = change.dice + sum(entry.damage_dice for entry in loaded if entry is not None)
    added += sum(entry.damage_dice * level for entry, level in ctx.state.borne(contest.character))
    least = 1 if ctx.state.form or ctx.rulings.critical.decides == "failure_loses" else 0
    dice = damage_dice(outcome, max(gap, least), added, critical=critical, rules=ctx.rulings.critical)
    faces = ctx.chance.draw(DamageDice(dice, ctx.rulings.damage), "damage")
    damage = damage_of(faces, change.total, ctx.rulings.damage)
    target = ctx.state.characters.get(contest.target or NOBODY)
    keeps = ctx.rulings.damage.applies_to == "vitality"
    left = None
    if keeps and target is not None and target.vitality is not None and target.sheet.vitality is not None:
        left = target.vitality - damage
    ctx.emit(
        DamageDealt(contest=contest.id, target=contest.target, dice=dice, faces=faces, damage=damage, vitality=left)
    )


# ---------------------------------------------------------------- fold


@fold
def _dealt(state: CampaignState, event: DamageDealt) -> CampaignState:
    if event.vitality is None or event.target is None:
        return state
    return state.change(event.target, vitality=event.vitality)
