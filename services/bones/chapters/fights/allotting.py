"""Allotting: fighters assign their successes to attack and defence.

The allotments of a group are hidden until the whole group has allotted.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final

from msgspec import Meta, Struct

from services.bones.chapters.fights import casting_in_fights, combat, declaring
from services.bones.context import CampaignContext
from services.bones.reading.allotted import (
    gives_something,
    idle_weapon,
    lost_to_fear,
    most,
    of_magic,
    split_successes,
    under_cap,
    ways_put,
)
from services.bones.reading.fighting import BONUS, Kind, Way, bonus, kind, kinds, may_attack, most_capped, thrown_weapon
from services.bones.reading.plain_allotment import plain, read_dice
from services.bones.reading.strikes import TWICE, reaches
from services.bones.reading.taking_part import is_cast, targets
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import Allotment, Put
from services.bones.state.rolls import Roll
from shared.kernel.campaign.keeping import value_of_secret
from shared.kernel.campaign.samples import NOBODY
from shared.kernel.campaign.seats import check_once
from shared.kernel.chapter import fold, judge_given, samples
from shared.kernel.messages import Command, Event, Id, Secret
from shared.kernel.readings import reading
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

FULL: Final = 100
RANGED: Final[dict[Kind, str]] = {"melee": "ranged: false", "missile": "ranged: true"}
"""For each kind of attack, the value of `Allot.ranged` that selects it, if the fighter can choose the kind."""

# ---------------------------------------------------------------- refusals


class NotDueToAllot(Refusal, rule="BN-CMB-03"):
    """This fighter has allotted its successes, or its turn to do so has not come: let those in `needs` allot first."""


class NothingToPut(Refusal, rule="BN-TASK-03"):
    """You named a die that is not in the roll or has no effect: name dice that attack, defend or use an ability."""


class MoreThanShown(Refusal, rule="BN-DICE-03"):
    """You allot more successes than the die shows: use each success only once, either to attack or to defend."""


class DoesNotAttack(Refusal, rule="BN-CMB-05"):
    """These successes cannot attack: use Melee in melee, Missile at range, magic that may attack, or another `way`."""


class DoesNotDefend(Refusal, rule="BN-CMB-04"):
    """These successes cannot defend: leave out Missile, icons and magic that only attack, or use another `way`."""


class WorksByItself(Refusal, rule="BN-CAMP-84"):
    """This die triggers an ability: allot none of its successes to attack or defence.

    A die with Hoar Frost that is left out defends.
    """


class NotAtRange(Refusal, rule="BN-R-264"):
    """The fighter cannot attack at range: use a weapon that shoots or is thrown, or a beast's own missiles."""


class WeaponNeeded(Refusal, rule="BN-R-012"):
    """The fighter has nothing that it may attack with, such as a weapon: allot none of its successes to attack."""


class OutOfReach(Refusal, rule="BN-R-263"):
    """The target is out of reach: choose another target, or ask the game master to change reach with SetScene."""


class InFullCover(Refusal, rule="BN-R-124"):
    """The target has full cover and cannot be attacked in this campaign: choose another target."""


class OverTheCap(Refusal, rule="BN-R-011"):
    """Too many Unarmed successes: allot at most twice the number of Unarmed icons on the dice that are left."""


class TakenByFear(Refusal, rule="BN-R-259"):
    """Fear cancels some successes of this fighter: allot one fewer for each Fear icon that fighters nearby show."""


class OutOfHand(Refusal, rule="BN-CAMP-69"):
    """A thrown weapon's die can attack only one target and cannot defend: defend with another die."""


# ---------------------------------------------------------------- commands


class Allot(Command, frozen=True, kw_only=True):
    """Allot the successes on a fighter's dice to attacks on targets and to defence. Successes left out are lost.

    Each entry of `puts` names a die, an interpretation of its face, and the use of its successes. With `ranged`, the
    fighter throws the weapon in hand to attack at range, if it has that choice.
    """

    counts_as = "answer"
    hides = ("puts", "ranged")
    creature: Id
    puts: Annotated[tuple[Put, ...], Meta(max_length=60)] = ()
    ranged: bool = False


# ---------------------------------------------------------------- events


class SuccessesAllotted(Event, frozen=True, kw_only=True):
    """A fighter allotted its successes. Others see the allotment when the whole group has allotted."""

    creature: str
    allotment: Secret[Allotment]


class Allotted(Struct, frozen=True, kw_only=True):
    """The allotment of one fighter."""

    creature: str
    allotment: Allotment


class AllotmentsRevealed(Event, frozen=True, kw_only=True):
    """The allotments of these fighters became public."""

    reveals = True

    allotments: tuple[Allotted, ...]


# ---------------------------------------------------------------- judgement


@reading
def due(state: CampaignState, who: str) -> Roll | None:
    """Return the roll whose successes a fighter must allot now, or None. Rule: BN-CMB-03, BN-R-257, BN-R-273."""
    fight = state.combat
    if fight is None or who not in fight.allotting or fight.fighters[who].allotted or not fight.fighters[who].rolls:
        return None
    roll = state.rolls[fight.fighters[who].rolls[0]]
    if of_magic(state, roll) == 0 == most(state, roll, kind(state, who, ranged=False)):
        return None
    return roll if gives_something(state, roll) or bonus(state, roll).count else None


@reading
def who_allots(state: CampaignState) -> tuple[str, ...]:
    """Return the fighters of the current group who still have to allot. Rule: BN-CAMP-85, BN-R-270."""
    return tuple(who for who in (state.combat.allotting if state.combat else ()) if due(state, who))


def open_group(ctx: CampaignContext) -> None:
    """Allot the successes of the current group's cast members to attack, if `cast_auto_allocation` is `all_attack`.

    Rule: BN-R-203
    """
    if ctx.state.settings.combat.cast_auto_allocation == "all_attack":
        for who in combat.fight_of(ctx.state).allotting:
            roll = due(ctx.state, who)
            if roll is not None and is_cast(ctx.state, who):
                side = combat.fight_of(ctx.state).fighters[who].side
                foes = (one for one in targets(ctx.state, who) if combat.fight_of(ctx.state).fighters[one].side != side)
                there = (*ctx.state.declaration_of(who).targets, *foes)
                target = next((one for one in there if _may_strike(ctx.state, who, one, ranged=False)), None)
                _allot(ctx, who, plain(ctx.state, roll, target, ranged=False))


def reveal(ctx: CampaignContext) -> None:
    """Make the allotments of the current group public. Rule: BN-CMB-03, BN-R-314."""
    fight = combat.fight_of(ctx.state)
    found = ((who, fight.fighters[who].allotment) for who in fight.allotting)
    known = tuple(Allotted(creature=who, allotment=one) for who, one in found if one is not None)
    if known:
        ctx.emit(AllotmentsRevealed(allotments=known))


@judge_given(combat.fight_of)
def allot(ctx: CampaignContext, command: Allot) -> None:
    """Allot the successes on a fighter's dice to attacks on targets and to defence.

    Rule:    BN-CMB-03 to BN-CMB-07, BN-CMB-17, BN-CMB-19, BN-CAMP-69, BN-R-011, BN-R-259, BN-R-264, BN-R-273
    Refuses: NotKnownHere, NotYours, NoFight, NotInFight, NotDueToAllot, NamedTwice, and the refusals of the checks
    """
    who = command.creature
    ctx.own(who, "creature")
    combat.fighter_of(ctx.state, who)
    roll = due(ctx.state, who)
    if roll is None:
        raise NotDueToAllot(needs=who_allots(ctx.state), has=who, field="creature")
    if command.ranged and "missile" not in kinds(ctx.state, who):
        raise NotAtRange(needs=kinds(ctx.state, who), has="missile", field="ranged")
    check_once(tuple(put.die for put in command.puts), "puts")
    style = kind(ctx.state, who, ranged=command.ranged)
    ways = ways_put(ctx.state, roll, command.puts)
    pairs = zip(command.puts, ways, strict=True)
    read_so = [(put, _check_put(ctx.state, roll, put, way, style=style)) for put, way in pairs]
    _check_targets(ctx.state, who, command.puts, style)
    _check_thrown(ctx.state, who, command.puts, style)
    _check_sums(ctx.state, roll, style, read_so)
    _allot(ctx, who, Allotment(puts=command.puts, ranged=command.ranged))


def _allot(ctx: CampaignContext, who: str, allotment: Allotment) -> None:
    readers = tuple(sorted({ctx.state.characters[who].seat, *ctx.state.game_masters}))
    ctx.emit(SuccessesAllotted(creature=who, allotment=ctx.secret(allotment, readers)))


def _check_put(state: CampaignState, roll: Roll, put: Put, way: Way | None, *, style: Kind) -> Way:
    """Check the use of one allotted die, and return the chosen interpretation of its face.

    `way` is None if the command chooses an interpretation that the face does not have.

    Rule:    BN-CMB-04, BN-CMB-05, BN-CMB-21, BN-MAST-24, BN-RACE-03
    Refuses: NothingToPut, WorksByItself, DoesNotAttack, DoesNotDefend, MoreThanShown
    """
    attack = put.strikes
    if way is None or not (attack or put.defend or way.works_alone):
        there = (*roll.places, *((BONUS,) if bonus(state, roll).count else ()))
        needs = "a use that the face has in this way" if put.die in there else there
        raise NothingToPut(needs=needs, has=put.die, field="puts")
    if way.ability and not way.gives and (attack or put.defend):
        needs = _other_way(state, roll, put, style) or "neither attack nor defend"
        raise WorksByItself(needs=needs, has=put.die, field="puts")
    strikes, guards = split_successes(way.gives, style, attack, put.defend)
    if len(strikes) == attack and len(guards) == put.defend:
        return way
    if attack and not split_successes(way.gives, style, 1, 0)[0]:
        other: Kind = "missile" if style == "melee" else "melee"
        named = _other_way(state, roll, put, style)
        if named is None and other in kinds(state, roll.creature) and split_successes(way.gives, other, 1, 0)[0]:
            raise DoesNotAttack(needs=RANGED[other], has=put.die, field="ranged")
        raise DoesNotAttack(needs=named or style, has=put.die, field="puts")
    if put.defend and not split_successes(way.gives, style, 0, 1)[1]:
        needs = _other_way(state, roll, put, style) or "a success that defends"
        raise DoesNotDefend(needs=needs, has=put.die, field="puts")
    raise MoreThanShown(needs=f"at most {way.count}", has=attack + put.defend, field="puts")


def _other_way(state: CampaignState, roll: Roll, put: Put, style: Kind) -> str | None:
    """Return the first other interpretation of a face that yields the allotted successes, or None.

    Rule: BN-CAMP-176
    """
    for number, way in enumerate(dict(read_dice(state, roll)).get(put.die, ())):
        strikes, guards = split_successes(way.gives, style, put.strikes, put.defend)
        if number != put.way and len(strikes) == put.strikes and len(guards) == put.defend:
            return f"way: {number}"
    return None


def _check_targets(state: CampaignState, who: str, puts: tuple[Put, ...], style: Kind) -> None:
    """Check that a fighter may attack each target of its allotted dice.

    Rule:    BN-CMB-19, BN-CMB-20
    Refuses: NamedTwice, WeaponNeeded, and the refusals of `_check_target`
    """
    armed, checked = may_attack(state, who), set[str]()
    for put in puts:
        if len(put.attack) > 1:
            check_once(tuple(one.target for one in put.attack), "puts")
        if put.attack and not armed:
            raise WeaponNeeded(needs="a weapon", has=who, field="puts")
        for one in put.attack:
            if one.target not in checked:
                _check_target(state, who, one.target, style)
                checked.add(one.target)


def _check_target(state: CampaignState, who: str, target: str, style: Kind) -> None:
    """Check that a fighter may attack a target.

    Rule:    BN-CMB-19, BN-CMB-20
    Refuses: NoTarget, OutOfReach, InFullCover
    """
    if target not in targets(state, who):
        raise declaring.NoTarget(needs=targets(state, who), has=target, field="puts")
    if state.combat and not reaches(state.combat, who, target, style):
        shoots = "missile" in kinds(state, who) and reaches(state.combat, who, target, "missile")
        needs = ("a target in reach", *((RANGED["missile"],) if shoots else ()))
        raise OutOfReach(needs=needs, has=target, field="ranged" if shoots else "puts")
    if _has_full_cover(state, who, target):
        raise InFullCover(needs=f"less than {FULL}%", has=target, field="puts")


def _check_thrown(state: CampaignState, who: str, puts: tuple[Put, ...], style: Kind) -> None:
    """Check the use of a thrown weapon. Rule: BN-CAMP-69, BN-EQ-05. Refuses: OutOfHand."""
    attacked = tuple(dict.fromkeys(one.target for put in puts for one in put.attack))
    weapon = thrown_weapon(state, who, style)
    if weapon is None or not attacked:
        return
    if len(attacked) > 1:
        raise OutOfHand(needs="one target", has=attacked, field="puts")
    if any(put.die == weapon.id and put.defend for put in puts):
        raise OutOfHand(needs="no defence", has=weapon.id, field="puts")


def _has_full_cover(state: CampaignState, who: str, target: str) -> bool:
    """Return whether a target has full cover and cannot be attacked. Rule: BN-R-124, BN-R-369."""
    rules = state.settings.cover
    if state.combat is None or not rules.full_cover_blocks:
        return False
    between = state.combat.pair(who, target)
    return between.cover == FULL and not (state.amended and rules.size_affects == "all_cover" and between.size >= TWICE)


def _check_sums(state: CampaignState, roll: Roll, style: Kind, read_so: list[tuple[Put, Way]]) -> None:
    """Check that an allotment stays within the caps on Unarmed and magic, and uses no success that fear cancels.

    Refuses: NothingToPut, OverTheCap, TakenByFear, and the refusals of `check_allotted`
    """
    if idle := idle_weapon(state, roll, read_so):
        raise NothingToPut(needs="a racial icon that is left out or used as Two Weapon", has=idle, field="puts")
    who, used = roll.creature, sum([put.strikes + put.defend for put, _ in read_so])
    capped = sum([under_cap(way, style, put.strikes, put.defend) for put, way in read_so])
    cap = most_capped(state, who)
    if roll.skill is not None:
        casting_in_fights.check_allotted(state, roll, style, read_so)
    elif cap is not None and capped > cap:
        raise OverTheCap(needs=f"at most {cap}", has=capped, field="puts")
    left = max(most(state, roll, style) - lost_to_fear(state, who), 0)
    if used > left:
        raise TakenByFear(needs=f"at most {left}", has=used, field="puts")


# ---------------------------------------------------------------- fold


@fold
def _allotted(state: CampaignState, event: SuccessesAllotted) -> CampaignState:
    return state.fighter_put(event.creature, allotted=True, allotment=value_of_secret(event.allotment))


@fold
def _revealed(state: CampaignState, event: AllotmentsRevealed) -> CampaignState:
    for one in event.allotments:
        state = state.fighter_put(one.creature, allotment=one.allotment)
    return state


# ---------------------------------------------------------------- samples

PUTS: Final = Field(items=Field(schema="Put"), most=60)


def _alone(state: CampaignState, roll: Roll, found: Allotment) -> tuple[Put, ...]:
    """Return the dice that trigger an ability although the allotment leaves them out. Rule: BN-CAMP-84."""
    used = {BONUS, *(put.die for put in found.puts)}
    left = ((die, every) for die, every in read_dice(state, roll) if die not in used)
    read_so = ((die, number, way) for die, every in left for number, way in enumerate(every))
    first = {die: number for die, number, way in reversed([*read_so]) if way.works_alone}
    return tuple(Put(die=die, way=number) for die, number in reversed(first.items()))


def _may_strike(state: CampaignState, who: str, target: str, *, ranged: bool) -> bool:
    reached = state.combat is not None and reaches(state.combat, who, target, kind(state, who, ranged=ranged))
    return (
        reached and target in targets(state, who) and may_attack(state, who) and not _has_full_cover(state, who, target)
    )


@samples
def _allots(state: CampaignState, seat: str) -> Samples[Allot]:
    there = () if state.combat is None else state.combat.allotting
    own = [who for who in there if state.led_by(seat) or state.owner(who) == seat]
    for who in own or there[:1] or (NOBODY,):
        roll = due(state, who) if who in there else None
        for ranged in (False, True)[: 0 if roll is None else len(kinds(state, who))]:
            foes = [one for one in targets(state, who) if _may_strike(state, who, one, ranged=ranged)]
            for target in (*sorted(foes, key=partial(_is_friend, state, who)), None):
                found = plain(state, roll, target, ranged=ranged) if roll else Allotment()
                yield offer(Allot(creature=who, puts=found.puts, ranged=ranged), puts=PUTS)
                if roll and (more := _alone(state, roll, found)):
                    yield offer(Allot(creature=who, puts=(*found.puts, *more), ranged=ranged), puts=PUTS)
        yield offer(Allot, creature=who)


def _is_friend(state: CampaignState, who: str, other: str) -> bool:
    """Return whether two fighters are on the same side."""
    return state.combat is not None and state.combat.fighters[who].side == state.combat.fighters[other].side
