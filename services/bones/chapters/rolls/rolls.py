"""Rolls. Rerolls come first, then poison and flames, and then successes that are bought or given away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from services.bones.catalogue import ABILITIES
from services.bones.chapters.people import items
from services.bones.chapters.rolls import wounds
from services.bones.context import CampaignContext
from services.bones.faces import SIDES, parts
from services.bones.reading import counting, damage, giving, reported
from services.bones.reading.spiffs import PRICES, done_on_check, free
from services.bones.reading.worth import RESISTANCE, worth
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Item
from services.bones.state.rolls import DieKind, Roll, RollDie, RollStage, Shown
from services.bones.state.tasks import Circumstances
from services.bones.state.wounds import Source
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.samples import ids_of_own
from shared.kernel.campaign.seats import entry_of, there_are
from shared.kernel.chapter import fold, judge_given, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Samples, offer

HURTS: Final[dict[str, Source]] = {"Poison": "poison", "Flaming": "flaming", "Damage": "damage"}
"""The kind of damage that each hindering face deals immediately. A Damage face deals damage on any die.

Rule: BN-SYM-06, BN-SYM-07, BN-SYM-09
"""
ALWAYS_ROLLED: Final = ("armor", "shield")
FOUGHT_WITH: Final = ("Melee", "Missile", "Defend", "Unarmed")
CAST_WITH: Final = ("Magic", "Defend")
NEXT: Final[dict[RollStage, RollStage]] = {"faces": "hurt", "hurt": "successes", "successes": "final"}

# ---------------------------------------------------------------- refusals


class NoDiceLeft(Refusal, rule="BN-R-230", bars="value"):
    """The creature is dead or has no dice left, so it cannot roll: heal one of its dice first, or name another."""


class OtherStage(Refusal, rule="BN-R-085"):
    """The roll is at the wrong stage: reroll before poison and flames are rolled, and use or buy successes after."""


class UseIsOpen(Refusal, rule="BN-R-087"):
    """A use of spiffs on this roll is not settled: ask the game master to allow or veto it first."""


class NoneToUse(Refusal, rule="BN-R-245"):
    """You cannot spend an automatic success here (see `needs`): finish the roll, or give the order, without it."""


# ---------------------------------------------------------------- commands


class KeepFaces(Command, frozen=True, kw_only=True):
    """Keep the faces of a roll without a reroll. Poison and flames then take effect."""

    counts_as = "answer"

    roll: Id


class UseAutomatic(Command, frozen=True, kw_only=True):
    """Spend an automatic success on a roll, in a campaign where automatic successes are used up."""

    counts_as = "move"

    roll: Id


class KeepSuccesses(Command, frozen=True, kw_only=True):
    """Finish a roll: no more successes can be bought or given away."""

    counts_as = "answer"

    roll: Id


# ---------------------------------------------------------------- events


class RollMade(Event, frozen=True, kw_only=True):
    """A creature rolled its dice. Rule: BN-DICE-03, BN-TASK-01."""

    roll: Roll


class DieRerolled(Event, frozen=True, kw_only=True):
    """A die was rerolled and shows this face, which is final."""

    roll: str
    die: str
    face: str


class SuccessBought(Event, frozen=True, kw_only=True):
    """An additional success was bought for a roll with spiffs. Rule: BN-SPIFF-11."""

    roll: str


class AutomaticUsed(Event, frozen=True, kw_only=True):
    """An automatic success of a creature was spent on a roll."""

    roll: str
    creature: str


class RollMoved(Event, frozen=True, kw_only=True):
    """A roll moved to its next stage."""

    roll: str
    stage: RollStage


# ---------------------------------------------------------------- judgement


def dice_of(
    state: CampaignState, who: str, *, skill: str | None, weapons: tuple[str, ...] = (),
    fought: tuple[str, ...] = FOUGHT_WITH,
) -> tuple[RollDie, ...]:  # fmt: skip
    """Return the dice that a creature rolls: its remaining dice, worn and used items, and hindering dice.

    `fought` lists the skills of a fighting roll, which has no single skill.

    Rule: BN-DICE-03, BN-TASK-04, BN-CMB-10, BN-EQ-08, BN-HIND-06, BN-R-002
    """
    one = state.characters[who]
    kind: DieKind = "horde" if one.kind == "horde" else "character"
    own = [RollDie(die=f"die-{number}", kind=kind, faces=one.dice[number - 1].faces) for number in one.numbers]
    carried = [one.items[key] for key in in_order(one.items)]
    rolled = [item for item in carried if item.id in weapons or _goes_in(state, who, item, skill=skill, fought=fought)]
    things = [
        RollDie(die=item.id, kind="item", faces=item.faces, worn=item.group in ALWAYS_ROLLED)
        for item in rolled
        if item.faces and item.ready
    ]
    hinder = [RollDie(die=key, kind="hindering", faces=one.hindering[key].faces) for key in in_order(one.hindering)]
    return (*own, *things, *hinder)


def _goes_in(state: CampaignState, who: str, item: Item, *, skill: str | None, fought: tuple[str, ...]) -> bool:
    """Return whether an item is always rolled, such as armor, a shield, or a suitable magic item. Rule: BN-R-002."""
    if item.group != "magic item":
        return item.group in ALWAYS_ROLLED
    faces, skills = item.faces or (), (skill,) if skill else fought
    works = skill is None and any(part.icon in ABILITIES for face in faces for part in parts(face))
    return works or any(way.successes for face in faces for one in skills for way in worth(state, who, face, one))


def faces_of(state: CampaignState, roll: Roll, die: str) -> tuple[str, ...] | None:
    """Return the faces of a die in a roll, or None if the creature no longer has the die."""
    one = state.characters[roll.creature]
    if die in one.items:
        return one.items[die].faces
    if die in one.hindering:
        return one.hindering[die].faces
    number = int(die.rpartition("-")[2])
    return one.dice[number - 1].faces if die == f"die-{number}" and number <= len(one.dice) else None


def rerollable(state: CampaignState, roll: Roll) -> tuple[str, ...]:
    """Return the dice of a roll that may be rerolled. A player may reroll one of them.

    Rule: BN-SPIFF-18, BN-R-083, BN-R-084, BN-R-345
    """
    if roll.stage != "faces" or "reroll" in done_on_check(state, roll):
        return ()
    narrow = state.settings.spiffs.reroll_scope == "own_character_dice"
    return tuple(
        one.die for one in roll.standing if faces_of(state, roll, one.die) and (one.kind == "character" or not narrow)
    )


def may_buy(state: CampaignState, roll: Roll, here: Circumstances | None = None) -> bool:
    """Return whether spiffs may buy a success. Rule: BN-R-083, BN-R-085, BN-R-257, BN-R-345, BN-R-355, BN-R-356."""
    used = done_on_check(state, roll)
    other = "reroll" in used and not state.settings.spiffs.different_spiff_uses_on_one_check
    checked = roll.skill != RESISTANCE and not roll.empty
    may = roll.stage == "successes" and "success" not in used and not other and checked
    return may and counting.has_room(state, roll, here)


def may_use_automatic(state: CampaignState, roll: Roll, here: Circumstances | None = None) -> bool:
    """Return whether an automatic success may be spent on a roll. Rule: BN-R-245, BN-R-257, BN-R-356."""
    spent = state.settings.tasks.automatic_success == "spent_on_use" and state.characters[roll.creature].automatic > 0
    return spent and not roll.empty and counting.has_room(state, roll, here)


def lacks(roll: Roll) -> str:
    """Return what a roll would need so that one more success counts. Rule: BN-R-257, BN-R-355, BN-R-356."""
    if roll.empty:
        return "a die of the creature in the roll"
    return "a roll that does not resist magic" if roll.skill == RESISTANCE else "room under the cap of the roll"


def check_can_roll(ctx: CampaignContext, who: str, field: str, *, falling: bool = False) -> None:
    """Check that a creature is ready to play, has dice left, and has no open damage.

    With `falling`, the creature rolls to soften its own fall, so this fall does not count as open damage.

    Rule:    BN-R-230, BN-CI-27, BN-CAMP-25
    Refuses: NotKnownHere, NotReady, NoDiceLeft, AnswerFirst
    """
    one = ctx.character(who, field)
    items.check_ready(one, field)
    if one.down or one.dead:
        needs, has = ("alive", one.id) if one.dead else ("a die", len(one.numbers))
        raise NoDiceLeft(needs=needs, has=has, field=field)
    items.check_answered(ctx.state, who, field, falling=falling)


def show_faces(dice: tuple[RollDie, ...], faces: tuple[int, ...]) -> tuple[Shown, ...]:
    """Return the dice, each with the face that it shows."""
    pairs = zip(dice, faces, strict=True)
    return tuple(Shown(die=die.die, kind=die.kind, face=die.faces[face - 1]) for die, face in pairs)


def make(  # noqa: PLR0913, PLR0917 the roller, the purpose and the rolled dice
    ctx: CampaignContext, of: str, who: str, dice: tuple[RollDie, ...], faces: tuple[int, ...],
    *, skill: str | None = None, target: str | None = None, taken: int = 0, tired: int = 0,
) -> str:  # fmt: skip
    """Record a roll of these faces for a task or a fight, and return the roll's id."""
    roll = Roll(
        id=ctx.new_id("roll"), of=of, creature=who, dice=show_faces(dice, faces), skill=skill, target=target,
        taken=taken, tired=tired,
    )  # fmt: skip
    ctx.emit(RollMade(roll=roll))
    return roll.id


def reroll(ctx: CampaignContext, roll: str, die: str) -> None:
    """Reroll one die of a roll. Rule: BN-SPIFF-10, BN-R-084."""
    faces = faces_of(ctx.state, ctx.state.rolls[roll], die)
    if faces is not None:
        (face,) = ctx.chance.roll("reroll", SIDES)
        ctx.emit(DieRerolled(roll=roll, die=die, face=faces[face - 1]))


def go_on(ctx: CampaignContext) -> None:
    """Advance every roll that does not wait for a decision. Rule: BN-R-085."""
    while found := next((key for key in in_order(ctx.state.rolls) if not _waits(ctx.state, key)), None):
        move(ctx, found)


def _waits(state: CampaignState, key: str) -> bool:
    """Return whether a roll waits for a use of spiffs, for a wound, or for a player who can still change it."""
    roll = state.rolls[key]
    if roll.stage == "hurt":
        return any(wound.roll == key for wound in state.wounds.values())
    return roll.stage == "final" or any(use.on == key for use in state.uses.values()) or _can(state, roll)


def _can(state: CampaignState, roll: Roll) -> bool:
    """Return whether the player can still change a roll at its stage. Rule: BN-R-085, BN-SPIFF-20, BN-R-355."""
    if roll.skill == RESISTANCE:
        return state.amended and roll.stage == "successes" and may_use_automatic(state, roll)
    spiffs = free(state, roll.creature)
    if roll.stage == "faces":
        return spiffs >= PRICES["reroll"] and bool(rerollable(state, roll))
    buys = spiffs >= PRICES["success"] and may_buy(state, roll)
    return buys or may_use_automatic(state, roll) or any(giving.gifts(state, roll)) or any(giving.commands(state, roll))


def move(ctx: CampaignContext, key: str) -> None:
    """Move a roll to its next stage, skipping the stages in which nothing can happen. Rule: BN-HIND-08, BN-R-085."""
    roll = ctx.state.rolls[key]
    stage, harm = NEXT[roll.stage], harm_of(ctx.state, roll)
    if stage == "hurt" and not harm:
        stage = NEXT[stage]
    if stage == "successes" and not _can(ctx.state, replace(roll, stage=stage)):
        stage = NEXT[stage]
    ctx.emit(RollMoved(roll=key, stage=stage))
    if stage == "hurt":
        for source, amount in harm:
            for who in damage.hurt_by(ctx.state, roll, source):
                _deal(ctx, key, who, source, amount=amount)


def _deal(ctx: CampaignContext, key: str, who: str, source: Source, *, amount: int) -> None:
    """Deal the damage of a face. Poison and flames take dice that show a success first. Rule: BN-HIND-09."""
    roll = ctx.state.rolls[key]
    if who != roll.creature:
        wounds.deal(ctx, who, amount, source)
        return
    task = giving.task_of(ctx.state, roll)
    here = counting.NOWHERE if task is None or task.terms is None else task.terms.circumstances
    prefer = () if source == "damage" else counting.successful_dice(ctx.state, roll, here)
    wounds.deal(ctx, who, amount, source, roll=key, prefer=prefer)


def harm_of(state: CampaignState, roll: Roll) -> tuple[tuple[Source, int], ...]:
    """Return the damage that the faces of a roll deal immediately, one entry for each die.

    Rule: BN-SYM-06, BN-R-064, BN-R-260
    """
    found: tuple[tuple[DieKind, Source, int], ...] = tuple(
        (one.kind, HURTS[part.icon], part.count)
        for one in roll.standing
        for part in parts(one.face)
        if part.icon in HURTS and (one.kind == "hindering" or part.icon == "Damage")
    )
    hinder: list[tuple[Source, int]] = [(source, amount) for kind, source, amount in found if kind == "hindering"]
    others: list[tuple[Source, int]] = [(source, amount) for kind, source, amount in found if kind != "hindering"]
    if not state.settings.dice.hindering_dice_stack:
        hinder = sorted(hinder, key=lambda one: -one[1])[:1]
    return (*hinder, *others)


def at_stage(ctx: CampaignContext, key: str, stage: RollStage) -> Roll:
    """Return a roll of the seat's creature at this stage. Refuses: NotKnownHere, NotYours, OtherStage, UseIsOpen."""
    roll = entry_of(ctx.state.rolls, key, "roll")
    ctx.own(roll.creature, "roll")
    if roll.stage != stage:
        raise OtherStage(needs=stage, has=roll.stage, field="roll")
    if used := next((use for use in in_order(ctx.state.uses) if ctx.state.uses[use].on == key), None):
        raise UseIsOpen(needs=used, field="roll")
    return roll


@judge_given(there_are("rolls", field="roll"))
def keep_faces(ctx: CampaignContext, command: KeepFaces) -> None:
    """Keep the faces of a roll. Rule: BN-R-085. Refuses: NotKnownHere, NotYours, OtherStage, UseIsOpen."""
    move(ctx, at_stage(ctx, command.roll, "faces").id)


@judge_given(there_are("rolls", field="roll"))
def keep_successes(ctx: CampaignContext, command: KeepSuccesses) -> None:
    """Finish a roll. Rule: BN-R-085. Refuses: NotKnownHere, NotYours, OtherStage, UseIsOpen."""
    move(ctx, at_stage(ctx, command.roll, "successes").id)


@judge_given(there_are("rolls", field="roll"))
def use_automatic(ctx: CampaignContext, command: UseAutomatic) -> None:
    """Spend an automatic success. Rule: BN-R-245. Refuses: NotKnownHere, NotYours, OtherStage, UseIsOpen, NoneToUse."""
    roll = at_stage(ctx, command.roll, "successes")
    if not may_use_automatic(ctx.state, roll):
        has, kept = ctx.state.characters[roll.creature].automatic, ctx.state.settings.tasks.automatic_success
        lacking = "nothing: it counts by itself" if kept == "permanent" else lacks(roll)
        raise NoneToUse(needs=lacking if has else "an automatic success to use up", has=has, field="roll")
    ctx.emit(AutomaticUsed(roll=roll.id, creature=roll.creature))


# ---------------------------------------------------------------- fold


@fold
def _made(state: CampaignState, event: RollMade) -> CampaignState:
    rolls = {**state.rolls, event.roll.id: event.roll}
    return reported.used_by(replace(state.raise_counter(event.roll.id), rolls=rolls), event.roll)


@fold
def _rerolled(state: CampaignState, event: DieRerolled) -> CampaignState:
    roll = state.rolls[event.roll]
    dice = tuple(replace(one, face=event.face) if one.die == event.die else one for one in roll.dice)
    return state.roll_changed(roll.id, dice=dice, rerolled=event.die)


@fold
def _bought(state: CampaignState, event: SuccessBought) -> CampaignState:
    return state.roll_changed(event.roll, bought=state.rolls[event.roll].bought + 1)


@fold
def _automatic(state: CampaignState, event: AutomaticUsed) -> CampaignState:
    changed = state.change(event.creature, automatic=state.characters[event.creature].automatic - 1)
    return changed.roll_changed(event.roll, automatic=state.rolls[event.roll].automatic + 1)


@fold
def _moved(state: CampaignState, event: RollMoved) -> CampaignState:
    return state.roll_changed(event.roll, stage=event.stage)


# ---------------------------------------------------------------- samples


def own_rolls(state: CampaignState, seat: str) -> Iterator[Roll]:
    """Yield the rolls of the creatures that a seat acts for, in order."""
    for key in in_order(state.rolls):
        if state.led_by(seat) or state.owner(state.rolls[key].creature) == seat:
            yield state.rolls[key]


@samples
def _kept(state: CampaignState, seat: str) -> Samples[KeepFaces | UseAutomatic | KeepSuccesses]:
    own = ids_of_own(state, seat, state.rolls)
    yield offer(KeepFaces, roll=own)
    yield offer(UseAutomatic, roll=own)
    yield offer(KeepSuccesses, roll=own)
