"""Wounds: the dice lost to damage, the damage that armor absorbs, and creatures that are incapacitated or dead."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias, get_args

from msgspec import Meta
from msgspec.structs import replace

from services.bones.context import CampaignContext
from services.bones.reading import damage, effects
from services.bones.reading.spiffs import moment
from services.bones.state.campaign import SOAKS_KEPT, CampaignState
from services.bones.state.creatures import Creature, DieNumbers, HinderingKind
from services.bones.state.wounds import Source, Wound
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.keeping import in_order, without
from shared.kernel.campaign.samples import likely, some
from shared.kernel.campaign.seats import check_once, entry_of, there_are
from shared.kernel.chapter import fold, judge, judge_given, samples
from shared.kernel.messages import Command, Event, Id, Notice
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

MOST_DAMAGE: Final = 100
"""The maximum damage dealt at one time."""
SOURCES: Final[tuple[Source, ...]] = get_args(Source)

Damage: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_DAMAGE)]

# ---------------------------------------------------------------- refusals


class BeyondHurt(Refusal, rule="BN-DMG-03"):
    """The creature is dead or the horde is broken: name a living creature to take the damage."""


class NotIncapacitated(Refusal, rule="BN-DMG-04"):
    """The target is not incapacitated: name a living creature with no dice left that is not a horde."""


class DeclaredInAFight(Refusal, rule="BN-R-277"):
    """The target is in a fight: use Declare for a coup de grace on a target that was helpless as the round began."""


class OneDieEach(Refusal, rule="BN-DMG-01"):
    """These dice do not match the damage: for each point not absorbed, name one die that the creature still has."""


class DiceNotChosen(Refusal, rule="BN-R-110"):
    """You chose dice to lose, but in this campaign owners do not choose them: leave `dice` empty."""


class DieWithSuccessFirst(Refusal, rule="BN-HIND-09"):
    """You chose a die without a success while dice with a success remain: choose those first."""


class ItemsDoNotAbsorb(Refusal, rule="BN-EQ-12"):
    """This item cannot absorb damage: name armor or a shield that is worn or held."""


class PastArmor(Refusal, rule="BN-R-284"):
    """This armor does not help or is more than needed: give up only armor that absorbs some of this damage."""


# ---------------------------------------------------------------- commands


class TakeDamage(Command, frozen=True, kw_only=True):
    """Choose which dice a wound takes, by number, and which armor and shields absorb damage and are ruined."""

    counts_as = "answer"

    wound: Id
    dice: DieNumbers = ()
    items: Annotated[tuple[Id, ...], Meta(max_length=20)] = ()


class DealDamage(GameMasterCommand, frozen=True, kw_only=True):
    """Deal damage to a creature."""

    counts_as = "move"

    creature: Id
    amount: Damage
    source: Source = "other"


class CoupDeGrace(GameMasterCommand, frozen=True, kw_only=True):
    """Kill an incapacitated creature outside a fight. In a fight, its attacker declares the coup de grace."""

    counts_as = "move"

    creature: Id


# ---------------------------------------------------------------- events


class DamageDealt(Event, frozen=True, kw_only=True):
    """A creature was wounded. The dice that it loses are not decided yet."""

    wound: Wound


class DamageSoaked(Event, frozen=True, kw_only=True):
    """One point of a wound's damage was soaked: spiffs cancelled it."""

    wound: str


class DamageTaken(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A creature lost these dice to damage. `beyond` is the damage in excess of its last die.

    Shape: ruined: armor and shields that absorbed damage; roll: the roll that these dice left; gives: hindering dice
           that come with the damage
    """

    reveals = "gm"  # a game master may lead a creature whose dice are hidden

    wound: str
    creature: str
    dice: tuple[int, ...]
    beyond: int = 0
    ruined: tuple[str, ...] = ()
    roll: str | None = None
    gives: tuple[HinderingKind, ...] = ()


class Incapacitated(Notice, frozen=True, kw_only=True):
    """A creature lost its last die. A horde is broken then, unless it regenerates. Rule: BN-DMG-02."""

    creature: str


class Died(Event, frozen=True, kw_only=True):
    """A creature died."""

    creature: str
    cause: str


class DeathSurvived(Event, frozen=True, kw_only=True):
    """A creature that had died survived after all, and lost these dice."""

    creature: str
    lost: tuple[int, ...]


# ---------------------------------------------------------------- judgement


def deal(ctx: CampaignContext, who: str, amount: int, source: Source, **more: Any) -> str | None:  # noqa: ANN401
    """Wound a creature and return the wound's id, or None if it cannot be wounded. `more` sets fields of the wound.

    Outside a round, a wound that leaves no choice is taken immediately. `go_on` later takes the wounds of a round.

    Rule: BN-DMG-01, BN-R-111
    """
    one = ctx.state.characters[who]
    if amount <= 0 or one.dead or (one.kind == "horde" and one.down):
        return None
    wound = Wound(id=ctx.new_id("wound"), creature=who, amount=min(amount, MOST_DAMAGE), source=source, **more)
    ctx.emit(DamageDealt(wound=wound))
    if wound.round is None:
        go_on(ctx)
    return wound.id


def go_on(ctx: CampaignContext) -> None:
    """Settle every wound whose owner has nothing to choose, one after another. Rule: BN-DMG-01."""
    while ctx.state.wounds and (wound := _takes_itself(ctx.state)):
        take(ctx, wound, (), ())


def _takes_itself(state: CampaignState) -> Wound | None:
    return next((one for one in damage.open_wounds(state) if damage.leaves_no_choice(state, one)), None)


def open_for_round(state: CampaignState) -> tuple[str, ...]:
    """Return the round's wounds that the fighters have not taken yet."""
    return tuple(one.id for one in damage.open_wounds(state) if one.round is not None and state.in_combat(one.creature))


def take(ctx: CampaignContext, wound: Wound, dice: tuple[int, ...], items: tuple[str, ...]) -> None:
    """Settle a wound: remove the chosen or forced dice, and record whether the creature is incapacitated or dead.

    Rule: BN-DMG-01 to BN-DMG-03, BN-EQ-14, BN-R-067, BN-R-112, BN-R-113
    """
    one, count = ctx.state.characters[wound.creature], damage.cost(ctx.state, wound, items)
    certain = damage.forced_dice(ctx.state, wound, count)
    lost = tuple(sorted(dice)) or (_draw_losses(ctx, wound, count) if certain is None else certain)
    beyond = 0 if one.kind == "horde" else count - len(lost)
    leaves = None if ctx.state.settings.dice.poisoned_success_counts else wound.roll
    ctx.emit(
        DamageTaken(
            wound=wound.id, creature=one.id, dice=lost, beyond=beyond, ruined=in_order(items), roll=leaves,
            gives=damage.brings(ctx.state, wound, items),
        )
    )  # fmt: skip
    after = ctx.state.characters[one.id]
    if after.down and not one.down:
        ctx.emit(Incapacitated(creature=one.id))
    if after.beyond >= len(after.dice) and not after.dead:
        kill(ctx, one.id, wound.source)


def _draw_losses(ctx: CampaignContext, wound: Wound, count: int) -> tuple[int, ...]:
    """Choose the lost dice at random. Dice that showed a success are lost first. Rule: BN-R-110, BN-HIND-09."""
    one = ctx.state.characters[wound.creature]
    first = [*damage.firsts(one, wound)]
    others, drawn = [number for number in one.numbers if number not in first], list[int]()
    while len(drawn) < count:
        among = first or others
        place = ctx.chance.roll("the die that is lost", len(among))[0] if len(among) > 1 else 1
        drawn.append(among.pop(place - 1))
    return tuple(sorted(drawn))


def soak(ctx: CampaignContext, wound: str) -> None:
    """Cancel one point of a wound's damage, preferably damage that ignores armor. Rule: BN-SPIFF-12, BN-R-067."""
    ctx.emit(DamageSoaked(wound=wound))
    go_on(ctx)


def kill(ctx: CampaignContext, who: str, cause: str) -> None:
    """Mark a creature as dead. Rule: BN-DMG-03, BN-DMG-04."""
    if not ctx.state.characters[who].dead:
        ctx.emit(Died(creature=who, cause=cause))


def survive(ctx: CampaignContext, who: str) -> None:
    """Record that a dead creature survived: incapacitated, with as many dice as `survivor_dice_left` says (0 or 1).

    Rule: BN-SPIFF-16, BN-SAC-04, BN-R-090
    """
    one, kept = ctx.state.characters[who], effects.sacrificed_dice(ctx.state, who)
    lost = (*kept, *(number for number in (*one.lost, *one.numbers) if number not in kept))
    most = max(len(lost) - ctx.state.settings.spiffs.survivor_dice_left, len(kept))
    ctx.emit(DeathSurvived(creature=who, lost=lost[:most]))


def check_alive(
    ctx: CampaignContext, who: str, field: str = "creature", *, refusal: type[Refusal] = BeyondHurt
) -> Creature:  # fmt: skip
    """Return a creature that can be hurt. Rule: BN-DMG-03, BN-CAMP-08. Refuses: NotKnownHere, or else `refusal`."""
    one = ctx.character(who, field)
    if one.dead or (one.kind == "horde" and one.down):
        raise refusal(needs="a living creature or an unbroken horde", has=who, field=field)
    return one


@judge_given(there_are("wounds", field="wound"))
def take_damage(ctx: CampaignContext, command: TakeDamage) -> None:
    """Choose by number which dice are lost to damage, and which armor or shields absorb damage and are ruined.

    Rule:    BN-DMG-01, BN-EQ-12, BN-EQ-13, BN-R-110, BN-R-114
    Refuses: NotKnownHere, NotYours, AnswerFirst, NamedTwice, ItemsDoNotAbsorb, PastArmor, or as `_check_lost`
    """
    wound = entry_of(ctx.state.wounds, command.wound, "wound")
    one = ctx.own(wound.creature, "wound")
    if waits := damage.answers_first(ctx.state, wound):
        raise AnswerFirst(needs=waits, has=wound.id, field="wound")
    _check_items(ctx.state, wound, command.items)
    _check_lost(ctx.state, wound, one, command)
    take(ctx, wound, command.dice, command.items)
    go_on(ctx)


def _check_items(state: CampaignState, wound: Wound, items: tuple[str, ...]) -> None:
    """Check the items chosen to absorb damage. Rule: BN-EQ-12, BN-EQ-13, BN-R-114, BN-R-284.

    Refuses: NamedTwice, NotKnownHere, ItemsDoNotAbsorb, PastArmor
    """
    check_once(items, "items")
    carried = state.characters[wound.creature].items
    for item in items:
        one = entry_of(carried, item, "items")
        if one.group not in damage.ARMOR or not one.ready or one.faces is None:
            raise ItemsDoNotAbsorb(needs="armor or a shield that is ready", has=one.name, field="items")
    stopped = all(damage.absorbs(state, wound, carried[item]) for item in items)
    if not stopped or damage.wastes(state, wound, items):
        raise PastArmor(needs=damage.absorbers(state, wound), has=items, field="items")


def _check_lost(state: CampaignState, wound: Wound, one: Creature, command: TakeDamage) -> None:
    """Check the dice that the owner chose to lose. Rule: BN-DMG-01, BN-HIND-09, BN-R-110.

    Refuses: DiceNotChosen, OneDieEach, DieWithSuccessFirst
    """
    dice, count = command.dice, damage.cost(state, wound, command.items)
    chosen = state.settings.combat.damage_die_choice == "owner"
    if not dice and (damage.forced_dice(state, wound, count) is not None or not chosen):
        return
    if not chosen:
        raise DiceNotChosen(needs="no dice", has=len(dice), field="dice")
    needed = min(count, len(one.numbers))
    if len(dice) != needed or len({*dice} & {*one.numbers}) != needed:
        raise OneDieEach(needs=f"{needed} of {damage.numbers(one.numbers)}", has=damage.numbers(dice), field="dice")
    first = damage.firsts(one, wound)
    if len({*dice} & {*first}) < min(count, len(first)):
        raise DieWithSuccessFirst(needs=damage.numbers(first), has=damage.numbers(dice), field="dice")


@judge
def deal_damage(ctx: CampaignContext, command: DealDamage) -> None:
    """Deal damage to a creature. Rule: BN-DMG-01. Refuses: NotKnownHere, BeyondHurt."""
    check_alive(ctx, command.creature)
    deal(ctx, command.creature, command.amount, command.source)


@judge
def coup_de_grace(ctx: CampaignContext, command: CoupDeGrace) -> None:
    """Kill the target. Rule: BN-DMG-04, BN-R-277. Refuses: NotKnownHere, NotIncapacitated, DeclaredInAFight."""
    check_incapacitated(ctx, command.creature, "creature")
    if ctx.state.in_combat(command.creature):
        raise DeclaredInAFight(needs="Declare", has=command.creature, field="creature")
    kill(ctx, command.creature, "coup de grace")


def check_incapacitated(ctx: CampaignContext, who: str, field: str) -> None:
    """Refuse a coup de grace on a creature that is not incapacitated. Rule: BN-DMG-04.

    Refuses: NotKnownHere, NotIncapacitated
    """
    one = ctx.character(who, field)
    if not one.down or one.dead or one.kind == "horde":
        raise NotIncapacitated(needs="a single creature that lives and has no dice left", has=who, field=field)


# ---------------------------------------------------------------- fold


@fold
def _dealt(state: CampaignState, event: DamageDealt) -> CampaignState:
    return replace(state.raise_counter(event.wound.id), wounds={**state.wounds, event.wound.id: event.wound})


@fold
def _soaked(state: CampaignState, event: DamageSoaked) -> CampaignState:
    wound = state.wounds[event.wound]
    frost = wound.frost if wound.past_armor else (*(one - 1 for one in wound.frost[:1]), *wound.frost[1:])
    left = replace(
        wound, amount=wound.amount - 1, past_armor=max(wound.past_armor - 1, 0), frost=frost, soaked=True
    )  # fmt: skip
    soaks = (*state.soaks, moment(state, wound))[-SOAKS_KEPT:] if state.form else ()
    there = {**state.wounds, wound.id: left} if left.amount else without(state.wounds, wound.id)
    return replace(state, wounds=there, soaks=soaks)


@fold
def _taken(state: CampaignState, event: DamageTaken) -> CampaignState:
    one = state.characters[event.creature]
    hurt_anew = bool(event.dice or event.beyond)
    changed = replace(state, wounds=without(state.wounds, event.wound)).change(
        one.id, lost=(*one.lost, *event.dice), beyond=one.beyond + event.beyond,
        items=without(one.items, *event.ruined), treated=0 if hurt_anew else one.treated,
    )  # fmt: skip
    own, gone = state.rolls.get(event.roll or ""), {f"die-{number}" for number in event.dice}
    for roll in state.rolls.values():
        if own is not None and (roll.of, roll.creature) == (own.of, own.creature):
            dice = tuple(replace(die, struck=die.struck or die.die in gone) for die in roll.dice)
            changed = changed.roll_changed(roll.id, dice=dice)
    return changed


@fold
def _died(state: CampaignState, event: Died) -> CampaignState:
    there = {key: one for key, one in state.healings.items() if one.creature != event.creature}
    return replace(state.change(event.creature, dead=True, died=state.session, mending=0), healings=there)


@fold
def _survived(state: CampaignState, event: DeathSurvived) -> CampaignState:
    return state.change(event.creature, dead=False, died=None, lost=event.lost, beyond=0)


# ---------------------------------------------------------------- samples


@samples
def _wounds(state: CampaignState, seat: str) -> Samples[TakeDamage]:
    own = [wound for wound in damage.open_wounds(state) if state.led_by(seat) or state.owner(wound.creature) == seat]
    for wound in own or damage.open_wounds(state)[:1]:
        for given, items in damage.pieces(state, wound):
            taking, fields = TakeDamage(wound=wound.id, items=given), {"items": items} if items else {}
            for dice, others in damage.choices(state, wound, given):
                more = {"dice": others} if others else {}
                yield offer(replace(taking, dice=dice), **more, **fields)
    if not own:
        yield offer(TakeDamage, wound=some(state.wounds))


@samples
def _hurt(state: CampaignState, _: str) -> Samples[DealDamage | CoupDeGrace]:
    there = some(state.characters)
    yield offer(DealDamage, creature=there, amount=(1, Field(least=1, most=MOST_DAMAGE)), source=SOURCES)
    down = likely(there, lambda who: who in state.characters and state.characters[who].down)
    yield offer(CoupDeGrace, creature=down)
