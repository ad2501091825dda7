"""Combat order and Action Points: how combatants gain, spend and lose AP, and when each may act."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from services.rpg_specialist_total.chapters.dice import LuckDice, check_luck, luck_field, roll_total, spend_luck
from services.rpg_specialist_total.chapters.states import can_act, drop
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.exchange import NOTHING_PAID, Rolled
from shared.kernel.campaign import fights, order
from shared.kernel.campaign.days import DayBegan
from shared.kernel.campaign.fights import NoSuchTie, RoundBegan, TurnBegan
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.samples import fighters
from shared.kernel.campaign.seats import check_owns
from shared.kernel.chapter import fold, follows, judge_given, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.pools.flip import FLIP_SIDES, LUCKY_FACE
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Samples, offer

ORDER: Final = "combat order"
MOST_AP: Final = 100
Use: TypeAlias = Literal["attack", "spell", "skill", "movement", "defence", "drug"]
ACTIONS: Final[tuple[Use, ...]] = ("attack", "spell", "skill")
"""The uses for which a combatant must spend at least 1 AP. Rule: SC-R-09."""

# ---------------------------------------------------------------- refusals


class NotEnoughAp(Refusal, rule="SC-AP-05"):
    """The combatant does not have enough AP left in this round: spend no more AP than are left."""


class ApAreLost(Refusal, rule="SC-CRIT-09"):
    """A critical failure has taken all AP: wait until they return, at the earliest with the combatant's next turn."""


class OneApAtLeast(Refusal, rule="SC-R-09"):
    """No AP have been given: spend at least 1 AP on an attack, a spell or a skill action."""


class TierExceeded(Refusal, rule="SC-E-17"):
    """Too many AP: give at most the number in `needs`, the limit for the highest tier of the components."""


class NotBeforeFirstTurn(Refusal, rule="SC-AP-06"):
    """This combatant has not had its first turn yet: until then, defend without AP and counter no spells."""


class KeeperSettles(Refusal, rule="SC-ORD-11"):
    """This combatant is not a player's and does not roll again after a tie: let the Keeper settle the tie."""


# ---------------------------------------------------------------- commands


class RollOrder(Command, frozen=True, kw_only=True):
    """Roll as many d10 as the combatant's Speed Rating for the combat order, with or without Luck."""

    counts_as = "answer"

    participant: Id
    luck: LuckDice = 0


class RollAgain(Command, frozen=True, kw_only=True):
    """Roll again for a participant and all players tied with it: the same dice, without Luck."""

    counts_as = "answer"

    participant: Id


# ---------------------------------------------------------------- events


class OrderRolled(Event, frozen=True, kw_only=True):
    """A combatant rolled for the combat order."""

    character: str
    roll: Rolled


class OrderRolledAgain(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A tied combatant rolled again. Its score stays the same.

    `after` counts the earlier rerolls of ties that still determine its position in the order.
    """

    character: str
    roll: Rolled
    after: int = 0


class ApGained(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A combatant gained its AP for the round. `old`: AP left from the last round, for defence until its next turn."""

    character: str
    ap: int
    old: int = 0


class ApSpent(Event, frozen=True, kw_only=True):
    """A combatant spent AP."""

    character: str
    ap: int
    use: Use


class ApLost(Event, frozen=True, kw_only=True):
    """A critical failure took the combatant's AP. If `locked`, it gains none before its next turn."""

    character: str
    ap: int
    locked: bool


class ApReturned(Event, frozen=True, kw_only=True):
    """A combatant's turn began, so the AP that a critical failure had locked returned."""

    character: str
    ap: int


class ApLapsed(Event, frozen=True, kw_only=True):
    """A combatant's turn began, so its AP from before this round expired."""

    character: str
    ap: int


# ---------------------------------------------------------------- judgement


@judge_given(fights.running)
def roll_order(ctx: CampaignContext, command: RollOrder) -> None:
    """Roll for the combat order.

    Rule:    SC-ORD-01, SC-ORD-04 to SC-ORD-06, SC-ORD-12, SC-R-01, SC-R-07
    Refuses: RolledAlready, TooManyLuckDice
    """
    fights.check_rolls(ctx, command.participant)
    dice = ctx.character(command.participant).sheet.speed_rating
    check_luck(ctx, command.participant, dice, command.luck)
    ctx.emit(OrderRolled(character=command.participant, roll=_order_of(ctx, command, dice)))


def _order_of(ctx: CampaignContext, command: RollOrder, dice: int) -> Rolled:
    """Roll for the combat order.

    If `luck.order_roll` is `flat_points`, the luck points are added to the total or subtracted from it, as a coin flip
    decides.

    Rule:    SC-R-07, SC-E-06
    """
    who, luck = command.participant, command.luck
    if not luck or ctx.state.settings.luck.order_roll == "dice":
        return roll_total(ctx, who, ORDER, dice=dice, luck=luck)
    spend_luck(ctx, who, luck, ORDER)
    lucky = ctx.chance.roll("flip", FLIP_SIDES) == (LUCKY_FACE,)
    return replace(roll_total(ctx, who, ORDER, dice=dice, modifier=luck if lucky else -luck), lucky=lucky)


@judge_given(fights.running)
def roll_again(ctx: CampaignContext, command: RollAgain) -> None:
    """Roll again for all players in a tie.

    Rule:    SC-ORD-08, SC-ORD-09, SC-R-08
    Refuses: NotInFight, NotYours, NoSuchTie, KeeperSettles
    """
    who = command.participant
    fights.participant_of(ctx.state, who)
    check_owns(ctx, ctx.character(who).seat, "participant")
    group = next((group for group in order.tied(ctx.state) if who in group), ())
    if not group:
        raise NoSuchTie(needs=next(iter(order.tied(ctx.state)), ()), has=who, field="participant")
    if not ctx.character(who).player:
        raise KeeperSettles(needs="SettleTie", has=group, field="participant")
    after = min(len(fights.participant_of(ctx.state, one).tie) for one in group)
    for one in group:
        roll = roll_total(ctx, one, ORDER, dice=ctx.character(one).sheet.speed_rating)
        ctx.emit(OrderRolledAgain(character=one, roll=roll, after=after))


def before_first_turn(state: CampaignState, who: str) -> bool:
    """Return whether a combatant may not yet spend AP on defence, because its first turn is not over.

    Rule:    SC-AP-06, SC-R-02
    """
    fighter = state.fighter(who)
    first = state.fight is not None and state.fight.round == 1 and not state.settings.combat.first_round_defence
    return first and fighter is not None and not fighter.done


def check_ap(ctx: CampaignContext, who: str, ap: int, use: Use, *, field: str = "ap") -> None:
    """Refuse AP that the combatant does not have. In a fight, outside its own turn, refuse any use except defence.

    Rule:    SC-AP-04 to SC-AP-06, SC-CRIT-09, SC-R-02, SC-R-09, SC-R-95
    Refuses: OneApAtLeast, NotEnoughAp, ApAreLost, NotBeforeFirstTurn, AnswerFirst, OrderFirst, NotYourTurn
    """
    if use in ACTIONS and ap < 1:
        raise OneApAtLeast(needs=1, has=ap, field=field)
    if use != "defence":
        fights.hold(ctx, who, field="character")
    fighter, held = ctx.state.fighter(who), ap_left(ctx.state, who, defence=use == "defence")
    if held is None or not ap:
        return
    if held < ap:
        raise (ApAreLost if fighter is not None and fighter.locked else NotEnoughAp)(needs=ap, has=held, field=field)
    if use == "defence" and before_first_turn(ctx.state, who):
        raise NotBeforeFirstTurn(needs=0, has=ap, field=field)


def ap_left(state: CampaignState, who: str, *, defence: bool = False) -> int | None:
    """Return a combatant's remaining AP in the fight, or in the Keeper's round outside it, or None if AP are unlimited.

    Rule:    SC-AP-02, SC-R-03, SC-R-95
    """
    fighter, one = state.fighter(who), state.characters[who]
    if fighter is not None:
        return int(fighter.ap + (fighter.old_ap if defence else 0))
    outside = state.settings.ap.outside_fights
    if outside == "unlimited":
        return None
    paid = NOTHING_PAID if state.exchange is None else state.exchange.paid.get(who, NOTHING_PAID)
    return max(one.ap_a_round - (one.spent if outside == "keepers_round" else paid.ap + paid.lost), 0)


def most_ap(state: CampaignState, who: str, *, defence: bool = False) -> int:
    """Return the maximum AP that one command may use."""
    held = ap_left(state, who, defence=defence) if who in state.characters else None
    return MOST_AP if held is None else min(held, MOST_AP)


def spend(ctx: CampaignContext, who: str, ap: int, use: Use) -> None:
    """Record AP as spent, after `check_ap` has allowed them. Rule: SC-AP-05, SC-R-03, SC-R-95."""
    if ap and ap_left(ctx.state, who) is not None:
        ctx.emit(ApSpent(character=who, ap=ap, use=use))


def lose_all_ap(ctx: CampaignContext, who: str) -> None:
    """Remove all remaining AP of a combatant after a critical failure. Rule: SC-CRIT-09, SC-R-25, SC-R-95."""
    left = ap_left(ctx.state, who)
    if left is not None:
        locked = ctx.state.fighting(who) and ctx.state.settings.critical.ap_lock == "until_next_turn"
        ctx.emit(ApLost(character=who, ap=left, locked=locked))


@follows
def dying_lose(ctx: CampaignContext, event: RoundBegan) -> None:
    """Apply the losses of dying combatants when a round begins, if the campaign does so. Rule: SC-R-41, SC-CAMP-50."""
    loss_at = ctx.state.settings.dying.loss_at
    ended = loss_at == "round_end" and event.round > 1 and not ctx.state.amended
    if loss_at == "round_start" or ended:
        drop(ctx, tuple(one.id for one in order.due(ctx.state)))


def end_round(ctx: CampaignContext) -> None:
    """If the next round is about to begin, apply the losses of dying combatants first. Rule: SC-R-41, SC-CAMP-50."""
    if ctx.state.settings.dying.loss_at != "round_end" or not ctx.state.amended:
        return
    if isinstance(event := fights.next_event(ctx.state), fights.OrderSet):
        ctx.emit(event)
    if isinstance(fights.next_event(ctx.state), RoundBegan):
        drop(ctx, tuple(one.id for one in order.due(ctx.state)))


@follows
def ap_come_outside(ctx: CampaignContext, _: DayBegan) -> None:
    """At the start of each day, renew the AP of combatants outside fights. Rule: SC-R-95."""
    renew_ap(ctx)


def renew_ap(ctx: CampaignContext) -> None:
    """Renew the AP of all combatants outside the fight. Rule: SC-R-95."""
    for who in in_order(ctx.state.characters):
        one = ctx.character(who)
        if one.spent and not ctx.state.fighting(who):
            ctx.emit(ApGained(character=who, ap=one.ap_a_round))


@follows
def ap_come(ctx: CampaignContext, _: RoundBegan) -> None:
    """At the start of a round, give AP to each combatant that takes turns. Drugs can increase the number of AP.

    Rule:    SC-AP-02, SC-AP-03, SC-AP-08, SC-BER-03, SC-MEG-03, SC-R-03, SC-R-67
    """
    stays = ctx.state.settings.ap.expiry == "next_turn_start"
    for one in order.due(ctx.state):
        character, fighter = ctx.character(one.id), ctx.state.fighter(one.id)
        old = fighter.ap if fighter is not None and stays else 0
        ctx.emit(ApGained(character=one.id, ap=character.ap_a_round, old=old))


@follows
def turn_came(ctx: CampaignContext, event: TurnBegan) -> None:
    """When a combatant's turn begins, remove its AP from the last round, and return AP that a critical failure locked.

    Rule:    SC-AP-07, SC-R-03, SC-R-25
    """
    fighter = ctx.state.fighter(event.participant)
    if fighter is not None and fighter.old_ap:
        ctx.emit(ApLapsed(character=fighter.id, ap=fighter.old_ap))
    if fighter is not None and fighter.locked:
        ctx.emit(ApReturned(character=fighter.id, ap=fighter.kept))


# ---------------------------------------------------------------- fold


@fold
def _order_rolled(state: CampaignState, event: OrderRolled) -> CampaignState:
    return state.fighter_changed(event.character, score=event.roll.total)


@fold
def _order_rolled_again(state: CampaignState, event: OrderRolledAgain) -> CampaignState:
    fighter = state.fighter(event.character)
    before = fighter.tie[: event.after] if fighter else ()
    return state.fighter_changed(event.character, tie=(*before, event.roll.total))


@fold
def _ap_gained(state: CampaignState, event: ApGained) -> CampaignState:
    """Give a combatant its AP. From round 2 of a fight on, AP spent before it are back as well. Rule: SC-R-112."""
    fighter, later = state.fighter(event.character), state.fight is not None and state.fight.round > 1
    if later and state.characters[event.character].spent and state.amended:
        state = state.change(event.character, spent=0)
    if fighter is None:
        return state.change(event.character, spent=0)
    ap = {"ap": event.ap, "old_ap": event.old, "failed": False, "unpaid": False}
    if fighter.locked:
        ap = {"ap": 0, "kept": event.ap}
    return state.fighter_changed(event.character, attempts=0, magic=False, **ap)


@fold
def _ap_spent(state: CampaignState, event: ApSpent) -> CampaignState:
    fighter, who = state.fighter(event.character), event.character
    if fighter is None:
        return state.outside(who, event.ap).pay(who, ap=event.ap)
    old = min(fighter.old_ap, event.ap) if event.use == "defence" else 0
    magic = fighter.magic or event.use == "spell"
    after = state.pay(who, ap=event.ap - old, old=old)
    return after.fighter_changed(who, old_ap=fighter.old_ap - old, ap=fighter.ap - event.ap + old, magic=magic)


@fold
def _ap_lost(state: CampaignState, event: ApLost) -> CampaignState:
    fighter, who = state.fighter(event.character), event.character
    if fighter is None:
        return state.outside(who, event.ap).pay(who, lost=event.ap)
    kept = fighter.kept + event.ap if event.locked else 0
    locks = event.locked and not fighter.locked
    after = state.pay(who, lost=event.ap, old_lost=fighter.old_ap, locked=locks)
    if state.exchange is not None and state.amended and not (event.locked or fighter.failed):
        after = after.exchange_changed(failed=(*state.exchange.failed, who))
    unpaid = fighter.failed and fighter.unpaid
    return after.fighter_changed(who, ap=0, old_ap=0, kept=kept, locked=event.locked, failed=True, unpaid=unpaid)


@fold
def _ap_returned(state: CampaignState, event: ApReturned) -> CampaignState:
    return state.fighter_changed(event.character, ap=event.ap, kept=0, locked=False, failed=False, unpaid=False)


@fold
def _ap_lapsed(state: CampaignState, event: ApLapsed) -> CampaignState:
    return state.fighter_changed(event.character, old_ap=0)


# ---------------------------------------------------------------- samples


@samples
def _rolls(state: CampaignState, seat: str) -> Samples[RollOrder | RollAgain]:
    there = fighters(state, seat)
    for who in there:
        one = state.characters.get(who)
        luck = {"luck": luck_field(state, who, one.sheet.speed_rating)} if one else {}
        yield offer(RollOrder(participant=who), **luck)
    yield offer(RollAgain, participant=there)


def points_left(state: CampaignState, who: str) -> int:
    """Return a combatant's Vitality if it can act, or 0 if it cannot."""
    return state.characters[who].standing if can_act(state, who) else 0
