"""Specialists: players or the Keeper create them, and the Keeper can change them or prepare them in secret."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

from msgspec import Meta
from msgspec.structs import replace

from services.rpg_specialist_pool.catalogue import Name
from services.rpg_specialist_pool.context import CampaignContext
from services.rpg_specialist_pool.state import CampaignState, Sheet, Specialist, Training
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.keeping import in_order, value_of_secret, without
from shared.kernel.campaign.proposals import WaitsForTheGameMaster
from shared.kernel.campaign.roster import RevealCharacter, check_one_more, playing, seat_for, to_reveal
from shared.kernel.campaign.samples import NOBODY, some
from shared.kernel.campaign.seats import check_room, entry_of
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id, Line, Seat, Secret, in_stored_order
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

TRACKED: Final = "Vitality on its sheet, and damage.applies_to at vitality"
"""The condition under which a Specialist's Vitality can change."""

# ---------------------------------------------------------------- refusals


class TrainingUnclear(Refusal, rule="SG-R-39"):
    """This campaign records training differently: give the training what `needs` names, either dice or a tier."""


class NoVitality(Refusal, rule="SG-R-27"):
    """This campaign tracks no Vitality for this Specialist: name one with tracked Vitality, or change no Vitality."""


class VitalityIsFull(Refusal, rule="SG-R-42"):
    """Too much healing: restore at most the number of points in `needs`, up to the starting Vitality."""


class EquippedAlready(Refusal, rule="SG-CAMP-26"):
    """This equipment is already on the sheet: change the sheet to give it other dice."""


# ---------------------------------------------------------------- commands


class CreateSpecialist(Command, frozen=True, kw_only=True):
    """Create a Specialist for your own seat, or for the seat that the Keeper names."""

    counts_as = "move"

    sheet: Sheet
    seat: Seat | None = None


class PrepareSpecialist(GameMasterCommand, frozen=True, kw_only=True):
    """Prepare a creature in secret. It does not take part in play until the Keeper reveals it."""

    counts_as = "aside"
    hides: ClassVar[tuple[str, ...]] = ("sheet",)

    sheet: Sheet


class ChangeSpecialist(GameMasterCommand, frozen=True, kw_only=True):
    """Replace a Specialist's sheet."""

    counts_as = "referee"

    character: Id
    sheet: Sheet
    reason: Line


class GiveEquipment(GameMasterCommand, frozen=True, kw_only=True):
    """Add equipment from the campaign's catalogue to a Specialist's sheet."""

    counts_as = "move"

    character: Id
    equipment: Name
    reason: Line


class Heal(GameMasterCommand, frozen=True, kw_only=True):
    """Restore Vitality to a Specialist."""

    counts_as = "move"

    character: Id
    vitality: Annotated[int, Meta(ge=1, le=10_000)]
    reason: Line


# ---------------------------------------------------------------- events


class SpecialistCreated(Event, frozen=True, kw_only=True):
    """A Specialist entered the campaign: it was newly created, or revealed after preparation."""

    reveals = True

    character: str
    seat: str
    sheet: Sheet


class SpecialistPrepared(Event, frozen=True, kw_only=True):
    """The Keeper prepared a creature in secret. Only the Keeper sees it."""

    character: str
    sheet: Secret[Sheet]


class SpecialistChanged(Event, frozen=True, kw_only=True):
    """A Specialist's sheet was replaced."""

    character: str
    sheet: Sheet
    reason: str


class VitalityRose(Event, frozen=True, kw_only=True):
    """A Specialist regained Vitality. `vitality` is its new value."""

    character: str
    vitality: int
    reason: str


# ---------------------------------------------------------------- judgement


def check_sheet(ctx: CampaignContext, sheet: Sheet) -> None:
    """Refuse trainings that do not fit the campaign's settings. Rule: SG-R-38, SG-R-39. Refuses: TrainingUnclear."""
    by_rank = ctx.rulings.pool.training_dice == "rank"
    for name, training in sorted(sheet.trainings.items()):
        if (training.tier is None or training.dice is not None) if by_rank else training.dice is None:
            raise TrainingUnclear(needs="a tier and no dice" if by_rank else "dice", has=name, field="sheet")


@judge
def create_specialist(ctx: CampaignContext, command: CreateSpecialist) -> None:
    """Create a Specialist.

    Rule:    SG-R-46, SG-CAMP-02
    Refuses: WaitsForTheGameMaster, TooManyHere, and the refusals of `seat_for` and `check_sheet`
    """
    seat = seat_for(ctx, command.seat)
    check_one_more(ctx.state)
    own = sum(one.seat == seat for one in ctx.state.characters.values())
    if not ctx.leads and own >= ctx.rulings.players.specialists:
        raise WaitsForTheGameMaster(needs="Propose", has=own)
    check_sheet(ctx, command.sheet)
    ctx.emit(SpecialistCreated(character=ctx.new_id("character"), seat=seat, sheet=command.sheet))


@judge
def prepare_specialist(ctx: CampaignContext, command: PrepareSpecialist) -> None:
    """Prepare a Specialist in secret. Rule: AR-ROSTER-01. Refuses: TooManyHere, TrainingUnclear."""
    check_one_more(ctx.state)
    check_sheet(ctx, command.sheet)
    ctx.emit(SpecialistPrepared(character=ctx.new_id("character"), sheet=ctx.secret(command.sheet)))


@judge
def reveal_specialist(ctx: CampaignContext, command: RevealCharacter) -> None:
    """Reveal a prepared Specialist. Rule: AR-ROSTER-01. Refuses: NotKnownHere."""
    sheet, seat = to_reveal(ctx, command)
    ctx.emit(SpecialistCreated(character=command.character, seat=seat, sheet=sheet))


def attacks_on(state: CampaignState, who: str) -> tuple[str, ...]:
    """Return the attacks on a Specialist that wait for an answer."""
    return in_order(one.id for one in state.contests.values() if one.target == who and one.context == "combat")


@judge
def change_specialist(ctx: CampaignContext, command: ChangeSpecialist) -> None:
    """Replace a Specialist's sheet.

    Rule:    SG-R-46, SG-R-55, SG-R-60
    Refuses: NotKnownHere, TrainingUnclear, AnswerFirst
    """
    one = ctx.character(command.character)
    check_sheet(ctx, command.sheet)
    attacks = attacks_on(ctx.state, one.id) if command.sheet.vitality is None and ctx.state.amended else ()
    if attacks and ctx.rulings.damage.applies_to == "vitality":
        raise AnswerFirst(needs=attacks, has=one.id, field="sheet")
    ctx.emit(SpecialistChanged(character=command.character, sheet=command.sheet, reason=command.reason))


@judge
def give_equipment(ctx: CampaignContext, command: GiveEquipment) -> None:
    """Add equipment from the campaign's catalogue to a sheet.

    Rule:    SG-CAMP-09, SG-CAMP-26
    Refuses: NotKnownHere, EquippedAlready, TooManyHere
    """
    sheet = ctx.character(command.character).sheet
    entry = entry_of(ctx.state.equipment, command.equipment, "equipment")
    if entry.name in sheet.equipment and ctx.state.amended:
        raise EquippedAlready(needs="other equipment", has=entry.name, field="equipment")
    check_room(sheet.equipment, 30, more=entry.name not in sheet.equipment)
    changed = in_stored_order(replace(sheet, equipment={**sheet.equipment, entry.name: entry.dice}))
    ctx.emit(SpecialistChanged(character=command.character, sheet=changed, reason=command.reason))


@judge
def heal(ctx: CampaignContext, command: Heal) -> None:
    """Restore a Specialist's Vitality. Rule: SG-R-42. Refuses: NotKnownHere, NoVitality, VitalityIsFull."""
    one = ctx.character(command.character)
    most = one.sheet.vitality
    if most is None or ctx.rulings.damage.applies_to != "vitality":
        raise NoVitality(needs=TRACKED, has=one.id, field="character")
    if (one.vitality or 0) + command.vitality > most:
        raise VitalityIsFull(needs=most - (one.vitality or 0), has=command.vitality, field="vitality")
    ctx.emit(VitalityRose(character=one.id, vitality=(one.vitality or 0) + command.vitality, reason=command.reason))


# ---------------------------------------------------------------- fold


@fold
def _created(state: CampaignState, event: SpecialistCreated) -> CampaignState:
    made = Specialist(id=event.character, seat=event.seat, sheet=event.sheet, vitality=event.sheet.vitality)
    return replace(
        state.raise_counter(made.id),
        characters={**state.characters, made.id: made},
        prepared=without(state.prepared, made.id),
    )


@fold
def _prepared(state: CampaignState, event: SpecialistPrepared) -> CampaignState:
    prepared = {**state.prepared, event.character: value_of_secret(event.sheet)}
    return replace(state.raise_counter(event.character), prepared=prepared)


@fold
def _changed(state: CampaignState, event: SpecialistChanged) -> CampaignState:
    before, most = state.characters[event.character].vitality, event.sheet.vitality
    vitality = most if before is None or most is None else min(before, most)
    if most is None and state.amended:
        vitality = before  # it counts again once the sheet has Vitality (SG-R-55)
    state = state.change(event.character, sheet=event.sheet, vitality=vitality)
    fighter, fight = state.fighter(event.character), state.fight
    if state.amended and fighter and fighter.score is not None and fight and fighter.id not in fight.order:
        state = state.fighter_changed(fighter.id, speed=event.sheet.speed)  # it has no place yet (SG-R-63)
    return state


@fold
def _rose(state: CampaignState, event: VitalityRose) -> CampaignState:
    return state.change(event.character, vitality=event.vitality)


# ---------------------------------------------------------------- samples


def plain(state: CampaignState) -> Sheet:
    """Return a sheet that is valid in every campaign."""
    by_rank = state.settings.pool.training_dice == "rank"
    training = Training(tier="simple") if by_rank else Training(dice=1)
    return Sheet(name="Ash", speed=10, stats={"Might": 3}, trainings={"Blades": training}, vitality=20)


@samples
def _makes(state: CampaignState, seat: str) -> Samples[CreateSpecialist | PrepareSpecialist]:
    sheet = (plain(state), Field(schema="Sheet"))
    seats = Field(options=playing(state) if state.led_by(seat) else (seat,))
    yield offer(CreateSpecialist, sheet=sheet, seat=(None, seats))
    yield offer(PrepareSpecialist, sheet=sheet)


@samples
def _changes(state: CampaignState, seat: str) -> Samples[ChangeSpecialist]:  # noqa: ARG001 the same for every seat
    sheet = (plain(state), Field(schema="Sheet"))
    yield offer(ChangeSpecialist, character=some(state.characters), sheet=sheet, reason=("so it is", TEXT))


@samples
def _gains(state: CampaignState, _: str) -> Samples[GiveEquipment | Heal]:
    things = tuple(sorted(state.equipment)) or (NOBODY,)
    for who in some(state.characters):
        one = state.characters.get(who)
        lacks = (one.sheet.vitality or 0) - (one.vitality or 0) if one else 0
        owned = one.sheet.equipment if one and state.amended else {}
        new = tuple(thing for thing in things if thing not in owned) or things
        yield offer(GiveEquipment, character=who, equipment=new, reason=("found", TEXT))
        yield offer(Heal, character=who, vitality=Field(least=1, most=max(lacks, 1)), reason=("rest", TEXT))


def points_left(state: CampaignState, who: str) -> int:
    """Return a Specialist's remaining Vitality, or 0 if the campaign does not track it or damage does not lower it."""
    falls = state.settings.damage.applies_to == "vitality"
    one = state.characters[who]
    return (one.vitality or 0) if falls and one.sheet.vitality is not None else 0


def can_fall(state: CampaignState, who: str) -> bool:
    """Return whether damage can bring a Specialist down.

    Its sheet must have Vitality, and the settings must let damage lower it.
    """
    return state.settings.damage.applies_to == "vitality" and state.characters[who].sheet.vitality is not None


def stands(state: CampaignState, who: str) -> bool:
    """Return whether a Specialist can still fight.

    A Specialist that damage cannot bring down can fight as long as it exists.
    """
    return points_left(state, who) > 0 or not can_fall(state, who)
