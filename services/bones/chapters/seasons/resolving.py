"""Resolving one strategic action: its dice, the spiffs spent by standing orders, its harm and its gains.

The functions of this module ask players nothing and emit no event. They only return the outcome.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from services.bones.chapters.people.assets import MAX_ASSETS
from services.bones.chapters.rolls import settling
from services.bones.chapters.rolls.rolls import faces_of, harm_of, may_buy, may_use_automatic, rerollable, show_faces
from services.bones.chapters.tasks import recovery
from services.bones.chapters.tasks.rolling import Hand, task_dice
from services.bones.context import CampaignContext
from services.bones.faces import SIDES
from services.bones.reading import comparing, counting, effects, magic, spiffs, strategic
from services.bones.reading.pools import OWN, side
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import MOST_COINS, Creature
from services.bones.state.outcomes import ActionOutcome, Resolution
from services.bones.state.rolls import Roll, RollDie
from services.bones.state.seasons import Action, Gain
from services.bones.state.tasks import Task, Terms
from shared.kernel.messages import Audience
from shared.kernel.pools.tasks import TaskDice

PURPOSE: Final = "action"


class Came(NamedTuple):
    """The effect of an action's dice: the campaign after the damage, the creature's roll, and the task's results."""

    state: CampaignState
    roll: Roll
    found: tuple[comparing.Outcome, ...]

    @property
    def success(self) -> bool:
        """Return whether the action succeeds against every opponent."""
        return all(one.success for one in self.found)


def against(state: CampaignState, action: Action) -> CampaignState:
    """Return the campaign in which an action is rolled, with its opponents as they were before the season closed.

    Rule: BN-R-304, BN-CAMP-118
    """
    others = {who: state.before[who] for who in action.others if who in state.before and who != action.creature}
    return replace(state, characters={**state.characters, **others}) if others else state


def terms_of(action: Action) -> Terms:
    """Return the terms of an action. An action that earns income has terms without opposition. Rule: BN-R-074."""
    return action.terms or Terms(skill=action.skill)


def hands(state: CampaignState, action: Action) -> tuple[tuple[Hand, tuple[RollDie, ...]], ...]:
    """Return each creature that rolls, with its dice. Opponents roll no hindering dice.

    Rule: BN-R-068, BN-CAMP-118, BN-R-377
    """
    terms = terms_of(action)
    own = Hand(action.creature, action.skill, terms.circumstances)
    there = (one for one in terms.opponents if one.creature in state.characters)
    able = [one for one in there if comparing.rolls_against(state, one)]
    others = [Hand(one.creature, one.skill, one.circumstances) for one in able]
    rolled = ((hand, tuple(die for die in hand.dice(state) if die.kind != "hindering")) for hand in others)
    return ((own, own.dice(state)), *rolled)


def pool_of(state: CampaignState, action: Action) -> TaskDice:
    """Return the dice of an action before spiffs are used. A tie fails, and owners do not choose which dice they lose.

    Rule: BN-R-074, BN-R-082, BN-CAMP-117, BN-CAMP-119
    """
    terms, rules = terms_of(action), state.settings
    sides = [side(state, one.who, dice, skill=one.skill, here=one.here) for one, dice in hands(state, action)]
    ruled = replace(rules, combat=replace(rules.combat, damage_die_choice="last_die"))
    raised = magic.harder(state, terms, action.creature)
    return replace(task_dice(ruled, terms, *sides, harder=raised, stands=comparing.standing(state, terms)), tie="fails")


def resolve(ctx: CampaignContext, action: Action, audience: Audience | None) -> Resolution:
    """Roll an action and return its result.

    An action that lapses in secret still rolls a die, so that players cannot notice that it has lapsed.

    Rule: BN-ACT-03, BN-OFF-09, BN-OFF-11, BN-R-068, BN-R-071, BN-R-072, BN-R-301, BN-R-303, BN-R-376
    """
    number = ctx.state.season.number if ctx.state.season else 0
    if lapsed := strategic.lapse_when_rolled(ctx.state, action):
        if audience is not None and not ctx.state.settings.dice.faces_reported:
            ctx.chance.roll(PURPOSE, SIDES, audience=audience)
        return Resolution(
            outcome=ActionOutcome(action=action.id, creature=action.creature, season=number, lapsed=lapsed)
        )
    tried = _Try(ctx, action, audience)
    rolls = (tried.came.roll, *tried.others)
    return Resolution(outcome=tried.outcome(number), rolls=rolls, challenge=tried.challenge)


class _Try:
    """One attempt at an action, with all its dice."""

    def __init__(self, ctx: CampaignContext, action: Action, audience: Audience | None) -> None:
        """Roll all dice of the action at once. Rule: BN-DICE-03."""
        self.chance, self.action, self.audience = ctx.chance, action, audience
        self.state = against(ctx.state, action)
        self.here = terms_of(action).circumstances
        fell = ctx.chance.draw(pool_of(self.state, action), PURPOSE, audience=audience)
        faces = [fell.ours.faces, *(one.faces for one in fell.theirs)]
        own, *self.others = [
            Roll(id=hand.who, of=action.id, creature=hand.who, dice=show_faces(dice, each), skill=hand.skill)
            for (hand, dice), each in zip(hands(self.state, action), faces, strict=True)
        ]
        self.challenge = fell.challenge
        self.order: tuple[int, ...] | None = None
        self.spent = self.automatic = 0
        self.came = self._carry_out_orders(self._stands(own))

    def outcome(self, number: int) -> ActionOutcome:
        """Return the outcome of the action. `number` is the number of the season."""
        action, came, found = self.action, self.came, self.came.found
        state = self._regenerate(came.state, came.roll)
        if not came.success and state.settings.seasons.off_stage_damage == "gm_states":
            state, _ = self._hurt(state, came.roll, action.damage, ())
        one, after = self.state.characters[action.creature], state.characters[action.creature]
        earned = strategic.income(self.state, one.id, action.skill, max(found[0].successes, 0))
        coins, assets = earned if action.earns else (0, 0)
        coins = min(coins, MOST_COINS - one.coins)
        used = strategic.counting(self.state, one, action.skill) if assets else ()
        room = len(one.assets) < MAX_ASSETS
        won = tuple[Gain, ...](
            gain for gain in action.gains if (coins if gain == "income" else came.success and (room or gain != "asset"))
        )
        return ActionOutcome(
            action=action.id, creature=one.id, season=number, earns=action.earns, success=came.success,
            successes=found[0].successes, margin=min(each.margin for each in found), nulls=found[0].nulls,
            coins=coins, assets=assets, gains=won,
            made=strategic.made_by(self.state, action) if "asset" in won else None,
            used=tuple(asset.id for asset in used if asset.temporary and asset.season is None),
            lost=_without(after.lost, one.lost), healed=_without(one.lost, after.lost),
            beyond=after.beyond - one.beyond, spiffs=self.spent, automatic=self.automatic,
            ends_season=action.ends_season and not came.success and state.settings.seasons.gm_may_end_season,
            narrator=settling.narrator(self.state, one.id, next((bad for bad in found if not bad.success), found[0])),
        )  # fmt: skip

    def _carry_out_orders(self, came: Came) -> Came:
        """Return the result after carrying out the standing orders: first a reroll, then added successes.

        Rule:    BN-R-235, BN-R-301, BN-R-355
        """
        orders, earns = self.action.orders, self.action.earns
        if orders.reroll and (earns or not came.success):
            came = self._reroll_die(came)
        fallen = self._fallen
        for automatic, bought in self._added(came):
            better = self._stands(replace(fallen, automatic=automatic, bought=bought))
            if earns or (better.success and not came.success):
                self.spent += spiffs.PRICES["success"] * bought
                self.automatic = automatic
                return better
        return came

    def _added(self, came: Came) -> tuple[tuple[int, int], ...]:
        """Return the automatic and bought successes that the orders may add, in the order in which they are tried.

        Income takes all of them. Any other action takes only as many as it needs, beginning with an automatic success.

        Rule: BN-R-301, BN-R-355, BN-R-356
        """
        orders, roll = self.action.orders, replace(came.roll, stage="successes")
        automatic = int(orders.automatic and may_use_automatic(came.state, roll, self.here))
        roll = replace(roll, automatic=automatic)
        bought = int(orders.success and self._affords("success") and may_buy(came.state, roll, self.here))
        ways = ((automatic, bought),) if self.action.earns else ((automatic, 0), (automatic, bought))
        return tuple(dict.fromkeys(way for way in ways if any(way)))

    def _affords(self, use: str) -> bool:
        return spiffs.free(self.state, self.action.creature) - self.spent >= spiffs.PRICES[use]  # type: ignore[index]

    def _reroll_die(self, came: Came) -> Came:
        """Return the result after rerolling the first of the creature's own dice that shows no success.

        Rule: BN-R-301
        """
        roll = self._fallen
        shows = counting.successful_dice(self.state, roll, self.here)
        may = rerollable(self.state, roll)
        die = next((one.die for one in roll.dice if one.kind in OWN and one.die in may and one.die not in shows), None)
        faces = None if die is None else faces_of(self.state, roll, die)
        if faces is None or not self._affords("reroll"):
            return came
        (face,) = self.chance.roll("reroll", SIDES, audience=self.audience)
        self.spent += spiffs.PRICES["reroll"]
        dice = tuple(replace(one, face=faces[face - 1]) if one.die == die else one for one in roll.dice)
        return self._stands(replace(roll, dice=dice, rerolled=die))

    def _stands(self, roll: Roll) -> Came:
        """Apply the damage of a roll's faces and count its successes.

        Rule: BN-HIND-08, BN-HIND-09, BN-R-068, BN-CAMP-118
        """
        self._fallen, state = roll, self.state
        spares = state.settings.dice.damage_symbol_hits == "target"
        for source, amount in harm_of(state, roll):
            if source != "damage" or not spares:
                prefer = () if source == "damage" else counting.successful_dice(state, roll, self.here)
                state, roll = self._hurt(state, roll, amount, prefer)
        terms = terms_of(self.action)
        rolls = {one.creature: one for one in (roll, *self.others)}
        task = Task(
            id=self.action.id, creature=roll.creature, aim=self.action.aim, stage="rolled", skill=roll.skill,
            terms=terms, rolls={who: who for who in rolls}, challenge=self.challenge,
        )  # fmt: skip
        return Came(state, roll, comparing.outcomes(replace(state, rolls=rolls), task))

    def _hurt(
        self, state: CampaignState, roll: Roll, amount: int, prefer: Sequence[str]
    ) -> tuple[CampaignState, Roll]:  # fmt: skip
        """Return the campaign and roll after damage took dice: first those in `prefer`, then others, last die first.

        Rule: BN-HIND-09, BN-R-072, BN-R-110, BN-R-133, BN-CAMP-117
        """
        one, kept = state.characters[roll.creature], state.settings.dice.poisoned_success_counts
        horde = one.kind == "horde"
        count = amount // state.settings.hordes.horde_damage_per_die if horde else amount
        ordered = sorted(self._last_first(state, one), key=lambda number: f"die-{number}" not in prefer)
        lost = tuple(sorted(ordered[:count]))
        beyond = 0 if horde else count - len(lost)
        gone = set() if kept else {f"die-{number}" for number in lost}
        dice = tuple(replace(die, struck=die.struck or die.die in gone) for die in roll.dice)
        after = state.change(one.id, lost=(*one.lost, *lost), beyond=one.beyond + beyond)
        return after, replace(roll, dice=dice)

    def _last_first(self, state: CampaignState, one: Creature) -> tuple[int, ...]:
        """Return the dice in the order in which damage removes them.

        The last die comes first, unless `damage_die_choice` is `random`.

        Rule: BN-R-110
        """
        if state.settings.combat.damage_die_choice != "random":
            return tuple(reversed(one.numbers))
        if self.order is None:
            places = self.chance.shuffle("the dice that are lost", len(one.dice), audience=self.audience)
            self.order = tuple(place + 1 for place in places)
        return tuple(number for number in self.order if number in one.numbers)

    def _regenerate(self, state: CampaignState, roll: Roll) -> CampaignState:
        """Heal one die for each Regenerate icon of a roll. The dice that were lost first are healed first.

        Rule: BN-ABIL-09, BN-SAC-04
        """
        one, healed = state.characters[roll.creature], recovery.icons(roll, "Regenerate")
        made_up = min(one.beyond, healed)
        back = effects.healable(state, one.id)[: healed - made_up]
        return state.change(one.id, beyond=one.beyond - made_up, lost=_without(one.lost, back))


def _without(dice: Sequence[int], others: Sequence[int]) -> tuple[int, ...]:
    return tuple(number for number in dice if number not in others)
