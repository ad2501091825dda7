"""Blows: all attacks are compared with defence at the same time, and their damage is dealt together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Final

from msgspec import Meta

from services.bones.chapters.fights import casting_in_fights, combat
from services.bones.chapters.people import items
from services.bones.chapters.rolls import hindering, wounds
from services.bones.context import CampaignContext
from services.bones.reading.allotted import rolls_of
from services.bones.reading.defence import Defence
from services.bones.reading.fighting import Kind, Rider, dice_read, thrown_weapon
from services.bones.reading.strikes import Attack, By, Loss, attacks, reaches
from services.bones.reading.taking_part import acts, at_mercy, there
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import Stand
from services.bones.state.wounds import Riding, Source
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.samples import NOBODY
from shared.kernel.campaign.seats import check_once
from shared.kernel.chapter import fold, judge_given, samples
from shared.kernel.messages import Command, Event, Id, Notice
from shared.kernel.readings import reading
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

# ---------------------------------------------------------------- refusals


class NothingToStandAgainst(Refusal, rule="BN-R-271"):
    """This fighter has no choice of attackers: name one that can stop only some of them and has not chosen yet."""


class MoreThanStops(Refusal, rule="BN-CMB-08"):
    """Too many successes against this attacker: use at most the number in `needs`, which earlier entries have left."""


# ---------------------------------------------------------------- commands


class StandAgainst(Command, frozen=True, kw_only=True):
    """Choose how many of a defender's successes stop each attacker. The service assigns the remaining successes."""

    counts_as = "answer"

    creature: Id
    stands: Annotated[tuple[Stand, ...], Meta(max_length=40)] = ()


# ---------------------------------------------------------------- events


class DefenceSet(Event, frozen=True, kw_only=True):
    """A defender chose which attackers its successes stop."""

    creature: str
    stands: tuple[Stand, ...]


class BlowStruck(Notice, frozen=True, kw_only=True, omit_defaults=True):
    """An attack was compared with the defence: `stopped` successes were blocked, and the rest is `damage`.

    `by` is the ability that attacked, if an ability attacked by itself. `free` is the number of successes that did not
    come from dice. `gives` lists the hindering dice (poison or flames) that the target receives with the damage. The
    current scene counts: a melee attack on a target that has moved out of reach loses all successes to `reach`.
    """

    attacker: str
    target: str
    kind: Kind
    by: By = "blow"
    successes: int = 0
    free: int = 0
    losses: tuple[Loss, ...] = ()
    stopped: int = 0
    damage: int = 0
    gives: tuple[Rider, ...] = ()


# ---------------------------------------------------------------- judgement


@reading
def waiting(state: CampaignState) -> tuple[str, ...]:
    """Return the defenders who still have to choose which attackers they stop. Rule: BN-R-271."""
    fight = state.combat
    if fight is None or fight.stage != "defending":
        return ()
    every = attacks(state)
    targets = [target for target, _ in {(one.target, one.attacker) for one in every if one.strength}]
    torn = {who for who in targets if targets.count(who) > 1}
    return tuple(
        who for who, one in fight.fighters.items() if not one.stood and who in torn and Defence(state, who, every).waits
    )


@judge_given(combat.fight_of)
def stand_against(ctx: CampaignContext, command: StandAgainst) -> None:
    """Choose how many of a defender's successes stop each attacker.

    Rule:    BN-CMB-08, BN-R-105, BN-R-271, BN-R-280
    Refuses: NotKnownHere, NotYours, NoFight, NotInFight, NothingToStandAgainst, NamedTwice, MoreThanStops
    """
    who = command.creature
    ctx.own(who, "creature")
    combat.fighter_of(ctx.state, who)
    if who not in waiting(ctx.state):
        raise NothingToStandAgainst(needs=in_order(waiting(ctx.state)), has=who, field="creature")
    check_once(tuple(one.attacker for one in command.stands), "stands")
    defence = Defence(ctx.state, who)
    for one in command.stands:
        if (stopped := defence.stand(one.attacker, one.count)) < one.count:
            needs = f"at most {stopped} against {one.attacker}, after the stands before it"
            raise MoreThanStops(needs=needs, has=one.count, field="stands")
    ctx.emit(DefenceSet(creature=who, stands=command.stands))


def compare(ctx: CampaignContext) -> None:
    """Compare all attacks of the round with the defence, and deal the damage.

    Rule:    BN-CMB-08, BN-CMB-09, BN-CMB-18, BN-ABIL-02, BN-ABIL-07, BN-R-111, BN-R-265, BN-R-299
    """
    fight, every = combat.fight_of(ctx.state), attacks(ctx.state)
    found = [blow for who in in_order(fight.fighters) for blow in _met(ctx.state, who, every)]
    for blow in found:
        ctx.emit(blow)
    gone = [one for who in in_order(fight.fighters) for one in _thrown_weapons(ctx.state, who, every)]
    for who, item, target in gone:
        ctx.emit(items.lies(ctx.state, who, item, beside=target))
    tired = casting_in_fights.tires(ctx, _stopped_by_attacker(found))
    for who in in_order({*(blow.target for blow in found), *tired}):
        _deal(ctx, who, [blow for blow in found if blow.target == who], tired.get(who, 0))
    if not ctx.state.form:
        for blow in found:
            for kind in blow.gives:
                hindering.give(ctx, blow.target, kind)


def _met(state: CampaignState, who: str, every: Sequence[Attack]) -> Iterator[BlowStruck]:
    """Yield an event for each attack on a fighter, with its result. Rule: BN-CMB-08, BN-CMB-09."""
    fighter, coming = combat.fight_of(state).fighters[who], [one for one in every if one.target == who]
    if not coming:
        return
    defence = Defence(state, who, coming)
    stopped = iter(defence.all_stopped(fighter.stands))
    for one in coming:
        count = next(stopped) if one.strength else 0
        damage = one.strength - count
        yield BlowStruck(
            attacker=one.attacker, target=who, kind=one.kind, by=one.by, successes=one.successes, free=one.free,
            losses=one.losses, stopped=count, damage=damage, gives=_gives(state, one, damage),
        )  # fmt: skip


def _gives(state: CampaignState, one: Attack, damage: int) -> tuple[Rider, ...]:
    """Return the hindering dice (poison or flames) that the target of an attack receives.

    Rule: BN-ABIL-02, BN-ABIL-07, BN-R-182, BN-R-275
    """
    left = damage
    if state.settings.beasts.special_success_survives == "proportional":
        left = len(one.riders) * damage // max(one.successes + one.free, 1)
    found = (*one.riders[:left], *(one.riding if damage else ()))
    return found if state.settings.combat.rider_dice == "one_per_success" else tuple(dict.fromkeys(found))


def _thrown_weapons(state: CampaignState, who: str, every: Sequence[Attack]) -> Iterator[tuple[str, str, str]]:
    """Yield (fighter, weapon, target) if the fighter threw a weapon at a target. Yield nothing otherwise.

    The weapon leaves the fighter's hand whether it hits or misses.

    Rule: BN-EQ-05, BN-CAMP-68, BN-R-109
    """
    weapon = thrown_weapon(state, who, "missile")
    if weapon is None:
        return
    hit = [one.target for one in every if one.attacker == who and one.kind == "missile" and one.successes]
    if hit:
        yield who, weapon.id, hit[0]


def _stopped_by_attacker(blows: Sequence[BlowStruck]) -> dict[str, int]:
    """Return, for each attacker, the number of successes that did no damage."""
    found: dict[str, int] = {}
    for blow in blows:
        found[blow.attacker] = found.get(blow.attacker, 0) + max(blow.successes - blow.damage, 0)
    return found


def _deal(ctx: CampaignContext, who: str, blows: Sequence[BlowStruck], tired: int) -> None:
    """Deal a fighter all its damage of the round at once, including damage from its own fatigue (`tired`).

    Rule: BN-CMB-09, BN-MAG-10, BN-R-083, BN-R-183, BN-R-283, BN-R-299
    """
    settings = ctx.state.settings
    pierces = "armor_absorb" in settings.beasts.hoar_frost_ignores
    frost = tuple(blow.damage for blow in blows if blow.damage and blow.by == "HoarFrost" and pierces)
    rest = tuple(blow.damage for blow in blows if blow.damage and not (blow.by == "HoarFrost" and pierces))
    source: Source = "attack" if frost or rest else "fatigue"
    riding = tuple(Riding(damage=blow.damage, gives=blow.gives) for blow in blows if blow.gives and ctx.state.form)
    past, frost = (0, frost) if ctx.state.form else (sum(frost), ())
    if settings.combat.armor_absorbs_from == "anything":
        rest = (*rest, *([tired] if tired else ()))
    else:
        past += tired
    wounds.deal(
        ctx, who, sum(rest) + sum(frost) + past, source, past_armor=past, round=combat.fight_of(ctx.state).round,
        blows=rest, frost=frost, riding=riding,
    )  # fmt: skip


def fall(ctx: CampaignContext) -> tuple[str, ...]:
    """Kill the targets of coups de grace at the same time as the round's damage is dealt.

    Return the fighters who can act but give no coup de grace, because the target was healed, has left the fight or is
    out of reach.

    Rule: BN-DMG-04, BN-R-115, BN-R-277, BN-R-378
    """
    aimed = {one.id: one.said.target or "" for one in there(ctx.state) if one.said.doing == "coup_de_grace"}
    if not aimed:
        return ()
    able = [who for who in aimed if acts(ctx.state, who) and ctx.state.amended]
    lapsed = tuple(who for who in able if not _at_hand(ctx.state, who, aimed[who]))
    for who, target in aimed.items():
        if _at_hand(ctx.state, who, target) and _falls(ctx.state, who):
            wounds.kill(ctx, target, "coup de grace")
    return lapsed


def _at_hand(state: CampaignState, who: str, target: str) -> bool:
    """Return whether a coup de grace can be given: its target is in the fight, helpless and within reach.

    Rule: BN-R-277, BN-R-378
    """
    fight = state.combat
    if fight is None or target not in fight.fighters or not at_mercy(state, target):
        return False
    return not state.amended or reaches(fight, who, target, "melee")


def _falls(state: CampaignState, who: str) -> bool:
    """Return whether a coup de grace kills its target. In some campaigns it needs an attack success. Rule: BN-R-115."""
    shown = [way for roll in rolls_of(state, who) for found in dice_read(state, roll) for way in found]
    strikes = any(gives.attack in {"melee", "any"} for way in shown for gives in way.gives)
    return acts(state, who) and (strikes or not state.settings.combat.coup_de_grace_roll)


# ---------------------------------------------------------------- fold


@fold
def _set(state: CampaignState, event: DefenceSet) -> CampaignState:
    return state.fighter_put(event.creature, stood=True, stands=event.stands)


# ---------------------------------------------------------------- samples

STANDS: Final = Field(items=Field(schema="Stand"), most=40)


@samples
def _stands(state: CampaignState, seat: str) -> Samples[StandAgainst]:
    owing = in_order(waiting(state))
    own = [who for who in owing if state.led_by(seat) or state.owner(who) == seat]
    for who in own or owing[:1] or (NOBODY,):
        yield offer(StandAgainst(creature=who), stands=STANDS)
        for attacker in Defence(state, who).attackers if who in owing else ():
            most = Defence(state, who).stand(attacker, len(state.combat.fighters) * 100 if state.combat else 0)
            for count in range(most + 1):
                yield offer(StandAgainst(creature=who, stands=(Stand(attacker=attacker, count=count),)), stands=STANDS)
