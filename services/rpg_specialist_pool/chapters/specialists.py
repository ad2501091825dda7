"""Specialists: made, changed, handed over and removed; and those the Keeper prepares unseen."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

from msgspec import Meta
from msgspec.structs import replace

from services.rpg_specialist_pool.catalogue import Name
from services.rpg_specialist_pool.context import CampaignContext
from services.rpg_specialist_pool.samples import REASON
from services.rpg_specialist_pool.state import CampaignState, Sheet, Specialist, Training
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.fights import AnswerFirst, FightLeft
from shared.kernel.campaign.keeping import in_order, read, without
from shared.kernel.campaign.proposals import WaitsForTheGameMaster
from shared.kernel.campaign.samples import NOBODY, some
from shared.kernel.campaign.seats import NotKnownHere, check_owns, check_room, known
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id, Line, Seat, Secret
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Sample, Samples

MAX_SPECIALISTS: Final = 50
MAX_PREPARED: Final = 50
PLAYS: Final = ("player", "gm")
"""The roles of the seats that a Specialist may belong to."""

# ---------------------------------------------------------------- refusals


class TrainingUnclear(Refusal, rule="SG-R-39"):
    """A training has its dice, or where the campaign counts the rank its tier and no dice."""


class NoVitality(Refusal, rule="SG-R-27"):
    """Damage and healing need a Specialist with Vitality, in a campaign that keeps it."""


class VitalityIsFull(Refusal, rule="SG-R-42"):
    """Vitality rises to its starting value at most."""


# ---------------------------------------------------------------- commands


class CreateSpecialist(Command, frozen=True, kw_only=True):
    """Make a Specialist, for one's own seat unless the Keeper names another."""

    sheet: Sheet
    seat: Seat | None = None


class PrepareSpecialist(GameMasterCommand, frozen=True, kw_only=True):
    """Have a creature ready, unseen: it takes part in nothing until it is revealed."""

    hides: ClassVar[tuple[str, ...]] = ("sheet",)

    sheet: Sheet


class RevealSpecialist(GameMasterCommand, frozen=True, kw_only=True):
    """Let what was prepared appear, as a Specialist of the Keeper's."""

    specialist: Id


class ChangeSpecialist(GameMasterCommand, frozen=True, kw_only=True):
    """Give a Specialist another sheet."""

    specialist: Id
    sheet: Sheet
    reason: Line


class GiveEquipment(GameMasterCommand, frozen=True, kw_only=True):
    """Put loaded equipment on a Specialist's sheet."""

    specialist: Id
    equipment: Name
    reason: Line


class AssignSpecialist(GameMasterCommand, frozen=True, kw_only=True):
    """Hand a Specialist to another seat; one of a Keeper's seat is no player's."""

    specialist: Id
    seat: Seat


class RemoveSpecialist(GameMasterCommand, frozen=True, kw_only=True):
    """Take a Specialist out of the campaign, or give up what was prepared."""

    specialist: Id
    reason: Line


class Heal(GameMasterCommand, frozen=True, kw_only=True):
    """Let Vitality rise."""

    specialist: Id
    vitality: Annotated[int, Meta(ge=1, le=10_000)]
    reason: Line


# ---------------------------------------------------------------- events


class SpecialistCreated(Event, frozen=True, kw_only=True):
    """A Specialist is there: it was made, or what was prepared appeared."""

    specialist: str
    seat: str
    sheet: Sheet


class SpecialistPrepared(Event, frozen=True, kw_only=True):
    """Something was prepared; what it is, is the Keeper's to know."""

    specialist: str
    sheet: Secret[Sheet]


class SpecialistChanged(Event, frozen=True, kw_only=True):
    """A Specialist has another sheet."""

    specialist: str
    sheet: Sheet
    reason: str


class SpecialistAssigned(Event, frozen=True, kw_only=True):
    """A Specialist belongs to another seat."""

    specialist: str
    seat: str


class SpecialistRemoved(Event, frozen=True, kw_only=True):
    """A Specialist left the campaign, or what was prepared was given up."""

    specialist: str
    reason: str


class VitalityRose(Event, frozen=True, kw_only=True):
    """A Specialist regained Vitality; `vitality` is what it has."""

    specialist: str
    vitality: int
    reason: str


# ---------------------------------------------------------------- judgement


def check_sheet(ctx: CampaignContext, sheet: Sheet) -> None:
    """Rule: SG-R-38, SG-R-39. Refuses: TrainingUnclear."""
    by_rank = ctx.rulings.pool.training_dice == "rank"
    for name, training in sorted(sheet.trainings.items()):
        if (training.tier is None or training.dice is not None) if by_rank else training.dice is None:
            raise TrainingUnclear(needs="a tier and no dice" if by_rank else "dice", has=name, field="sheet")


def check_seat(ctx: CampaignContext, seat: str) -> None:
    """Rule: SG-CAMP-05. Refuses: NotKnownHere."""
    if known(ctx.state.roles, seat, "seat") not in PLAYS:
        raise NotKnownHere(needs="a seat that plays", has=seat, field="seat")


@judge
def create_specialist(ctx: CampaignContext, command: CreateSpecialist) -> None:
    """Rule: SG-R-46, SG-CAMP-02, SG-CAMP-05. Refuses: NotYours, TooManyHere, WaitsForTheGameMaster, TrainingUnclear."""
    seat = ctx.seat if command.seat is None else command.seat
    check_owns(ctx, seat, "seat")
    check_seat(ctx, seat)
    check_room(ctx.state.specialists, MAX_SPECIALISTS)
    own = sum(one.seat == seat for one in ctx.state.specialists.values())
    if not ctx.leads and own >= ctx.rulings.players.specialists:
        raise WaitsForTheGameMaster(needs="Propose", has=own)
    check_sheet(ctx, command.sheet)
    ctx.emit(SpecialistCreated(specialist=ctx.new_id("specialist"), seat=seat, sheet=command.sheet))


@judge
def prepare_specialist(ctx: CampaignContext, command: PrepareSpecialist) -> None:
    """Rule: SG-CAMP-06. Refuses: TooManyHere, TrainingUnclear."""
    check_room(ctx.state.prepared, MAX_PREPARED)
    check_sheet(ctx, command.sheet)
    ctx.emit(SpecialistPrepared(specialist=ctx.new_id("specialist"), sheet=ctx.secret(command.sheet)))


@judge
def reveal_specialist(ctx: CampaignContext, command: RevealSpecialist) -> None:
    """Rule: SG-CAMP-06. Refuses: NotKnownHere, TooManyHere."""
    sheet = known(ctx.state.prepared, command.specialist, "specialist")
    check_room(ctx.state.specialists, MAX_SPECIALISTS)
    if sheet is not None:
        seat = ctx.seat if ctx.state.led_by(ctx.seat) else ctx.state.game_masters[0]
        ctx.emit(SpecialistCreated(specialist=command.specialist, seat=seat, sheet=sheet))


@judge
def change_specialist(ctx: CampaignContext, command: ChangeSpecialist) -> None:
    """Rule: SG-R-46. Refuses: NotKnownHere, TrainingUnclear."""
    ctx.specialist(command.specialist)
    check_sheet(ctx, command.sheet)
    ctx.emit(SpecialistChanged(specialist=command.specialist, sheet=command.sheet, reason=command.reason))


@judge
def give_equipment(ctx: CampaignContext, command: GiveEquipment) -> None:
    """Rule: SG-CAMP-09. Refuses: NotKnownHere, TooManyHere."""
    sheet = ctx.specialist(command.specialist).sheet
    entry = known(ctx.state.equipment, command.equipment, "equipment")
    check_room(sheet.equipment, 30, more=entry.name not in sheet.equipment)
    changed = replace(sheet, equipment={**sheet.equipment, entry.name: entry.dice})
    ctx.emit(SpecialistChanged(specialist=command.specialist, sheet=changed, reason=command.reason))


@judge
def assign_specialist(ctx: CampaignContext, command: AssignSpecialist) -> None:
    """Rule: SG-CAMP-05. Refuses: NotKnownHere."""
    ctx.specialist(command.specialist)
    check_seat(ctx, command.seat)
    ctx.emit(SpecialistAssigned(specialist=command.specialist, seat=command.seat))


@judge
def remove_specialist(ctx: CampaignContext, command: RemoveSpecialist) -> None:
    """Rule: SG-CAMP-06, SG-CAMP-07. Refuses: NotKnownHere, AnswerFirst."""
    who = command.specialist
    known({**ctx.state.specialists, **ctx.state.prepared}, who, "specialist")
    contests = tuple(one.id for one in ctx.state.contests.values() if who in (one.specialist, one.target))
    if contests:
        raise AnswerFirst(needs=in_order(contests), has=who, field="specialist")
    if ctx.state.fighting(who):
        ctx.emit(FightLeft(participant=who))
    ctx.emit(SpecialistRemoved(specialist=who, reason=command.reason))


@judge
def heal(ctx: CampaignContext, command: Heal) -> None:
    """Rule: SG-R-42. Refuses: NotKnownHere, NoVitality, VitalityIsFull."""
    one = ctx.specialist(command.specialist)
    most = one.sheet.vitality
    if most is None or ctx.rulings.damage.applies_to != "vitality":
        raise NoVitality(needs="Vitality", has=one.id, field="specialist")
    if (one.vitality or 0) + command.vitality > most:
        raise VitalityIsFull(needs=most - (one.vitality or 0), has=command.vitality, field="vitality")
    ctx.emit(VitalityRose(specialist=one.id, vitality=(one.vitality or 0) + command.vitality, reason=command.reason))


# ---------------------------------------------------------------- fold


@fold
def _created(state: CampaignState, event: SpecialistCreated) -> CampaignState:
    made = Specialist(id=event.specialist, seat=event.seat, sheet=event.sheet, vitality=event.sheet.vitality)
    return replace(
        state.counted(made.id),
        specialists={**state.specialists, made.id: made},
        prepared=without(state.prepared, made.id),
    )


@fold
def _prepared(state: CampaignState, event: SpecialistPrepared) -> CampaignState:
    prepared = {**state.prepared, event.specialist: read(event.sheet)}
    return replace(state.counted(event.specialist), prepared=prepared)


@fold
def _changed(state: CampaignState, event: SpecialistChanged) -> CampaignState:
    before, most = state.specialists[event.specialist].vitality, event.sheet.vitality
    vitality = most if before is None or most is None else min(before, most)
    return state.changed(event.specialist, sheet=event.sheet, vitality=vitality)


@fold
def _assigned(state: CampaignState, event: SpecialistAssigned) -> CampaignState:
    return state.changed(event.specialist, seat=event.seat)


@fold
def _removed(state: CampaignState, event: SpecialistRemoved) -> CampaignState:
    who, counter = event.specialist, state.counter
    gone = counter is not None and who in (counter.specialist, counter.target)
    return replace(
        state, specialists=without(state.specialists, who), prepared=without(state.prepared, who),
        counter=None if gone else counter,
    )  # fmt: skip


@fold
def _rose(state: CampaignState, event: VitalityRose) -> CampaignState:
    return state.changed(event.specialist, vitality=event.vitality)


# ---------------------------------------------------------------- samples


SHEET: Final = Field(schema="Sheet")


def plain(state: CampaignState) -> Sheet:
    """Return a sheet that any campaign takes."""
    by_rank = state.settings.pool.training_dice == "rank"
    training = Training(tier="simple") if by_rank else Training(dice=1)
    return Sheet(name="Ash", speed=10, stats={"Might": 3}, trainings={"Blades": training}, vitality=20)


def seats_of(state: CampaignState) -> tuple[str, ...]:
    """Return the seats that play."""
    return tuple(sorted(seat for seat, role in state.roles.items() if role in PLAYS))


@samples
def _makes(state: CampaignState, seat: str) -> Samples[CreateSpecialist | PrepareSpecialist]:
    seats = seats_of(state) if state.led_by(seat) else (seat,)
    made = CreateSpecialist(sheet=plain(state), seat=seat)
    yield Sample(command=made, fields={"sheet": SHEET, "seat": (None, *seats)})
    yield Sample(command=PrepareSpecialist(sheet=plain(state)), fields={"sheet": SHEET})


@samples
def _changes(state: CampaignState, _: str) -> Samples[ChangeSpecialist | AssignSpecialist]:
    who, seats = some(state.specialists), seats_of(state) or (NOBODY,)
    change = ChangeSpecialist(specialist=who[0], sheet=plain(state), reason="so it is")
    yield Sample(command=change, fields={"specialist": who, "sheet": SHEET, **REASON})
    yield Sample(command=AssignSpecialist(specialist=who[0], seat=seats[0]), fields={"specialist": who, "seat": seats})


@samples
def _comings(state: CampaignState, _: str) -> Samples[RevealSpecialist | RemoveSpecialist]:
    prepared, there = some(state.prepared), some((*state.specialists, *state.prepared))
    yield Sample(command=RevealSpecialist(specialist=prepared[0]), fields={"specialist": Field(options=prepared)})
    yield Sample(command=RemoveSpecialist(specialist=there[0], reason="gone"), fields={"specialist": there, **REASON})


@samples
def _gains(state: CampaignState, _: str) -> Samples[GiveEquipment | Heal]:
    things = tuple(sorted(state.equipment)) or (NOBODY,)
    for who in some(state.specialists):
        one = state.specialists.get(who)
        lacks = (one.sheet.vitality or 0) - (one.vitality or 0) if one else 0
        give = GiveEquipment(specialist=who, equipment=things[0], reason="found")
        yield Sample(command=give, fields={"equipment": things, **REASON})
        rest = Heal(specialist=who, vitality=1, reason="rest")
        yield Sample(command=rest, fields={"vitality": Field(least=1, most=max(lacks, 1)), **REASON})
