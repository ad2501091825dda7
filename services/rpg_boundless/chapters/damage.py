"""Damage and Critical Saves: Damage hits Armor first. At 0 HP a character is in danger, then wounded, dying or dead."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from services.rpg_boundless.catalogue import BOOK, Attribute, Position, Status
from services.rpg_boundless.chapters.armor import ArmorRepaired
from services.rpg_boundless.chapters.characters import follow_strength
from services.rpg_boundless.chapters.dice import Occasion, stance_of, throw_at
from services.rpg_boundless.chapters.items import without_offers
from services.rpg_boundless.chapters.pools import PoolCleared, PoolOpened
from services.rpg_boundless.chapters.seats import available, living
from services.rpg_boundless.chapters.turns import Activity, AnotherHelps, HelperDying, HelperNotNamed, perform
from services.rpg_boundless.context import Answer, CampaignContext, CharacterChanged, ItemMoved, Roll
from services.rpg_boundless.samples import ATTRIBUTE, REASON, WHY, efforts, free_to_act, names, stamina_of
from services.rpg_boundless.state.campaign import CampaignState, Character
from services.rpg_boundless.state.danger import CriticalSaved, CriticalSaves, status_after
from services.rpg_boundless.state.sheets import PoolSheet, Rolled, Stance
from shared.kernel.campaign.authority import GameMasterMove
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.samples import NOBODY, likely, some
from shared.kernel.campaign.seats import check_owns, entry_of
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Samples, offer

# ---------------------------------------------------------------- refusals


class NotDying(Refusal, rule="FB-CRIT-04"):
    """The character is not dying: name a character that is."""


class DeathNeedsReason(Refusal, rule="FB-CRIT-04"):
    """The reason is missing: say why the character dies."""


class StaminaNotSpent(Refusal, rule="FB-R-15"):
    """Stamina cannot be spent on this roll: leave out Stamina and helpers."""


class StaminaWithoutRoll(Refusal, rule="FB-R-19"):
    """The Position decides the outcome without a roll, so nothing can help: leave out Stamina and helpers."""


class NotEnoughStamina(Refusal, rule="FB-CHECK-03"):
    """The character does not have this much Stamina: spend no more than the character has."""


# ---------------------------------------------------------------- commands


Stamina = Annotated[int, Meta(ge=0, le=100)]


class CriticalSave(Roll, frozen=True, kw_only=True):
    """Make the Critical Save of a character at 0 HP."""

    counts_as = "answer"

    critical: Id
    attribute: Attribute | None = None
    stamina: Stamina = 0
    stance: Stance | None = None


class HelpDying(Answer, frozen=True, kw_only=True):
    """Help a dying character in time. A player with exactly one character that can help may leave out `helper`.

    The game master may leave it out if someone outside the campaign helps and the dying character is in no fight.
    """

    character: Id
    helper: Id | UnsetType = UNSET
    how: Line | None = None


class DeclareDeath(GameMasterMove, frozen=True, kw_only=True):
    """Declare that a dying character has died because no help came in time."""

    character: Id
    reason: Line | None = None


# ---------------------------------------------------------------- events


class ArmorHit(ItemMoved, frozen=True, kw_only=True):
    """Armor took Damage. Armor with 0 HP is broken."""

    damage: int
    hp: int


class DamageTaken(CharacterChanged, frozen=True, kw_only=True):
    """A character lost HP because Damage exceeded its Armor. `hp` is its remaining HP."""

    damage: int
    hp: int


class CriticalSaveDue(Event, frozen=True, kw_only=True):
    """A character is in critical danger and must make a Critical Save. `rolls` lists the rolls that caused it."""

    critical: str
    character: str
    rolls: tuple[str, ...] | UnsetType = UNSET


class CriticalSaveMade(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A Critical Save was made. `score` and `status` are the character's values after it."""

    critical: str
    character: str
    attribute: Attribute
    position: Position
    endured: bool
    score: int
    status: Status
    roll: Rolled | None = None
    reason: str | None = None
    stamina: int = 0
    conditions: tuple[str, ...] = ()


class DyingHelped(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A character was helped in time: it is no longer dying but wounded. `helper` is the character that helped."""

    character: str
    how: str | None
    helper: str | None = None


class CharacterDied(Event, frozen=True, kw_only=True):
    """A character is dead."""

    character: str
    reason: str


# ---------------------------------------------------------------- judgement


CLOCK: Final = "help in time"


def hurt(
    ctx: CampaignContext, character: str, damage: int, *, ignores_armor: bool = False, rolls: tuple[str, ...] = ()
) -> None:  # fmt: skip
    """Apply Damage to a character: to worn Armor first, then to HP. At 0 HP a Critical Save is due.

    Rule:    FB-DMG-01, FB-DMG-02, FB-ARM-02 to FB-ARM-04, FB-CRIT-01, FB-CRIT-08, FB-R-08, FB-R-24, FB-R-53
    """
    left = damage if ignores_armor else _past_armor(ctx, character, damage)
    if not left:
        return
    hp = max(ctx.character(character).hp - left, 0)
    ctx.emit(DamageTaken(character=character, damage=left, hp=hp))
    if hp == 0:
        endanger(ctx, character, rolls)


def endanger(ctx: CampaignContext, character: str, rolls: tuple[str, ...] = ()) -> None:
    """Put a character in critical danger. Rule: FB-DMG-02, FB-CRIT-01."""
    known = rolls if rolls and ctx.state.amended else UNSET
    ctx.emit(CriticalSaveDue(critical=ctx.new_id("critical"), character=character, rolls=known))


def _past_armor(ctx: CampaignContext, character: str, damage: int) -> int:
    """Return the Damage that remains after worn Armor has absorbed its part. Rule: FB-ARM-02, FB-ARM-03, FB-ARM-04."""
    bearer = ctx.character(character)
    for item in bearer.worn:
        taken = min(bearer.items[item].armor_hp, damage)
        if taken:
            left = bearer.items[item].armor_hp - taken
            ctx.emit(ArmorHit(character=character, item=item, damage=taken, hp=left))
            damage -= taken
    return damage


@judge
def critical_save(ctx: CampaignContext, command: CriticalSave) -> None:
    """Make a Critical Save. If `dying.clock` is `pool_2d`, a countdown Pool starts for a character that is now dying.

    Rule:    FB-CRIT-01 to FB-CRIT-07, FB-R-18, FB-R-21 to FB-R-23
    """
    bearer = living(ctx, entry_of(ctx.state.criticals, command.critical, "critical"))
    check_owns(ctx, bearer.seat)
    stance = stance_of(ctx, bearer, command.stance, Occasion(on="critical_save"))
    _check_stamina(ctx, bearer, command.stamina, rolls=stance.outright is None)
    attribute = command.attribute or ctx.state.settings.critical_save.default_attribute
    score = bearer.scores.of(attribute)
    endured, roll = throw_at(ctx, "critical save", stance, score + command.stamina)
    lowered = max(score - min(roll.misses if roll else 0, BOOK.most_lost), 0)
    after = status_after(bearer.status, endured=endured)
    ctx.emit(CriticalSaveMade(
        critical=command.critical, character=bearer.id, attribute=attribute, position=stance.position,
        endured=endured, score=lowered, status=after, roll=roll, reason=stance.why,
        stamina=command.stamina, conditions=bearer.hindrances,
    ))  # fmt: skip
    follow_strength(ctx, bearer.id, attribute, bearer.scores.strength)
    if after == "dying" and bearer.status != "dying" and ctx.state.settings.dying.clock == "pool_2d":
        clock = PoolSheet(name=CLOCK, dice=BOOK.pool.clock, limit=BOOK.pool.limit)
        ctx.emit(form(PoolOpened, clock, pool=ctx.new_id("pool"), clock_of=bearer.id))


def _check_stamina(ctx: CampaignContext, bearer: Character, stamina: int, *, rolls: bool) -> None:
    """Check that a character may spend this Stamina on a Critical Save.

    Rule:    FB-R-15, FB-R-19
    Refuses: StaminaNotSpent, StaminaWithoutRoll, NotEnoughStamina
    """
    if not stamina:
        return
    if ctx.state.settings.stamina.spend_on == "check":
        raise StaminaNotSpent(needs=0, has=stamina, field="stamina")
    if not rolls:
        raise StaminaWithoutRoll(needs=0, has=stamina, field="stamina")
    if stamina > bearer.stamina:
        raise NotEnoughStamina(needs=stamina, has=bearer.stamina, field="stamina")


def stop_clock(ctx: CampaignContext, character: str) -> None:
    """Remove the countdown Pool of a character that is no longer dying. Rule: FB-R-22."""
    for pool in in_order(ctx.state.pools):
        if ctx.state.pools[pool].clock_of == character:
            ctx.emit(PoolCleared(pool=pool))


def end_dying(ctx: CampaignContext, character: str, how: str | None = None) -> None:
    """Record that a dying character was helped, if its HP are above 0.

    Campaigns recorded under version 0 or 1 of the rules record nothing here.

    Rule: FB-CRIT-13, FB-R-22.
    """
    bearer = ctx.character(character)
    if bearer.hp > 0 and bearer.status == "dying" and ctx.state.amended:
        ctx.emit(DyingHelped(character=character, how=how))
        stop_clock(ctx, character)


@judge
def help_dying(ctx: CampaignContext, command: HelpDying) -> None:
    """Help a dying character, who becomes wounded instead. Rule: FB-CRIT-04, FB-CRIT-09, FB-R-22."""
    _check_dying(available(ctx, command.character))
    helper = helper_of(ctx, command)
    perform(ctx, Activity(who=helper, what="help the dying", field="helper", targets=(command.character,)))
    ctx.emit(DyingHelped(character=command.character, how=command.how, helper=helper))
    stop_clock(ctx, command.character)


def helper_of(ctx: CampaignContext, command: HelpDying) -> str | None:
    """Return the character that helps: the named one, or else the seat's only character that can help.

    Return None if the game master names no one, because the help comes from outside the campaign.

    Rule:    FB-CRIT-09, FB-R-66
    Refuses: AnotherHelps, HelperNotNamed, HelperDying
    """
    if not command.helper and ctx.leads:
        return None
    state, dying = ctx.state, command.character
    own = (one.id for one in state.characters.values() if one.seat == ctx.seat and one.status != "dead")
    able = (command.helper,) if command.helper else in_order(one for one in own if one != dying)
    if command.helper == dying:
        raise AnotherHelps(needs="another character", has=able[0], field="helper")
    if len(able) != 1:
        raise HelperNotNamed(needs="one other character", has=able, field="helper")
    helper = state.characters.get(able[0])
    if helper is not None and helper.status == "dying" and state.settings.dying.help == "standing":
        raise HelperDying(needs="one who is not dying", has=able[0], field="helper")
    return able[0]


@judge
def declare_death(ctx: CampaignContext, command: DeclareDeath) -> None:
    """Declare a dying character dead. Rule: FB-CRIT-04. Refuses: NotDying, DeathNeedsReason."""
    _check_dying(available(ctx, command.character))
    if command.reason is None:
        raise DeathNeedsReason(needs="a reason", field="reason")
    die(ctx, command.character, command.reason)


def die(ctx: CampaignContext, character: str, reason: str) -> None:
    """Record the death of a character, and remove its countdown Pool."""
    ctx.emit(CharacterDied(character=character, reason=reason))
    stop_clock(ctx, character)


def _check_dying(bearer: Character) -> None:
    """Check that a character is dying. Rule: FB-CRIT-04, FB-R-60. Refuses: NotDying."""
    if bearer.status != "dying":
        raise NotDying(needs="dying", has=bearer.status, field="character")


# ---------------------------------------------------------------- fold


@fold
def _armor_changed(state: CampaignState, event: ArmorHit | ArmorRepaired) -> CampaignState:
    items = state.characters[event.character].items
    return state.change(event.character, items={**items, event.item: replace(items[event.item], armor_hp=event.hp)})


@fold
def _critical_save_due(state: CampaignState, event: CriticalSaveDue) -> CampaignState:
    state = replace(state.raise_counter(event.critical), criticals={**state.criticals, event.critical: event.character})
    return replace(state, endangered={**state.endangered, event.critical: event.rolls}) if event.rolls else state


@fold
def _critical_save_made(state: CampaignState, event: CriticalSaveMade) -> CampaignState:
    if event.roll is not None:
        state = state.store_rolls(event.roll.id)
    state = _save_counted(state, event) if state.amended else state
    state = state.without(event.critical, "criticals", "endangered")
    state = state.without_position(event.character, "critical_save")
    character = state.characters[event.character]
    return state.change(
        event.character, scores=character.scores.having(event.attribute, event.score),
        stamina=character.stamina - event.stamina, status=event.status,
    )  # fmt: skip


def _save_counted(state: CampaignState, event: CriticalSaveMade) -> CampaignState:
    """Remember a Critical Save, so that the status can be decided again without it."""
    who, roll = event.character, event.roll.id if event.roll else None
    saves = state.critical_saves.get(who) or CriticalSaves(before=state.characters[who].status)
    made = CriticalSaved(endured=event.endured, roll=roll, rolls=state.endangered.get(event.critical, ()))
    return replace(state, critical_saves={**state.critical_saves, who: saves.having(made)})


@fold
def _dying_helped(state: CampaignState, event: DyingHelped) -> CampaignState:
    return state.help_dying(event.character)


@fold
def _character_died(state: CampaignState, event: CharacterDied) -> CampaignState:
    """Mark a character as dead, and remove its pending consequences, Critical Saves, Hits, offers and pledges."""
    dead = event.character
    for kind in ("consequences", "criticals", "rooms", "recoveries", "experiences"):
        pending = getattr(state, kind)
        kept = {key: one for key, one in pending.items() if getattr(one, "character", one) != dead}
        state = replace(state, **{kind: kept})
    state = without_offers(state, dead) if state.form else state
    endangered = {critical: rolls for critical, rolls in state.endangered.items() if critical in state.criticals}
    room_rolls = {room: rolls for room, rolls in state.room_rolls.items() if room in state.rooms}
    state = replace(state, endangered=endangered, room_rolls=room_rolls)
    pledged = (name for name, one in state.characters.items() if one.pledge is not None and one.pledge.ally == dead)
    for name in tuple(pledged) if state.amended else ():
        state = state.change(name, pledge=None)
    return state.change(dead, status="dead", positions=(), pledge=None)


# ---------------------------------------------------------------- samples


@samples
def _critical_saves(state: CampaignState, seat: str) -> Samples[CriticalSave]:
    for critical in some(state.criticals):
        who = state.criticals.get(critical, NOBODY)
        dice = {} if state.settings.stamina.spend_on == "check" else {"stamina": stamina_of(state, who)}
        for stance, fields in efforts(state, seat, (who, "critical_save"), dice):
            yield offer(CriticalSave(critical=critical, stance=stance), attribute=ATTRIBUTE, **fields)


@samples
def _help_for_the_dying(state: CampaignState, seat: str) -> Samples[HelpDying | DeclareDeath]:
    dying = likely(names(state), lambda one: one in state.characters and state.characters[one].status == "dying")
    for who in dying:
        helpers = tuple(one for one in free_to_act(state, seat) if one != who) or (NOBODY,)
        yield offer(HelpDying(character=who, helper=helpers[0]), helper=helpers, how=TEXT)
        yield offer(HelpDying(character=who), how=TEXT)
    yield offer(DeclareDeath(character=dying[0], reason=WHY), character=dying, **REASON)
