"""Combatants: made by a player or the Keeper, changed by the Keeper's word, prepared in secret and revealed."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

from msgspec import Meta
from msgspec.structs import replace

from services.rpg_specialist_total.catalogue import Points
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.combatants import Carried, Combatant, NewItem, Prepared, Sheet
from shared.kernel.campaign.authority import GameMasterCommand, Override
from shared.kernel.campaign.keeping import read, without
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import check_owns, check_reason, check_room, known
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id, Role, Seat, Secret
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Sample, Samples

MAX_COMBATANTS: Final = 60
MAX_ITEMS: Final = 40

# ---------------------------------------------------------------- refusals


class SpeedScoreNeeded(Refusal, rule="SC-R-04"):
    """In this campaign the Speed score is given beside the Speed Rating."""


class ScoreMissing(Refusal, rule="SC-R-84"):
    """Without an Endurance Score and a Stamina score only a non-player takes part, and only where it is out at 0."""


class DealtWithFirst(Refusal, rule="SC-CAMP-03"):
    """Nobody is taken out of the campaign in the middle of a fight, or while something they did waits."""


# ---------------------------------------------------------------- commands


class CreateCombatant(Command, frozen=True, kw_only=True):
    """Make a combatant, for one's own seat if none is named. Luck and Experience are what it has today."""

    sheet: Sheet
    seat: Seat | None = None
    luck: Points = 0
    experience: Points = 0
    items: Annotated[tuple[NewItem, ...], Meta(max_length=MAX_ITEMS)] = ()


class PrepareCombatant(GameMasterCommand, frozen=True, kw_only=True):
    """Keep a combatant ready, unseen by the players; it takes part in nothing until it is revealed."""

    hides: ClassVar[tuple[str, ...]] = ("combatant",)

    combatant: Prepared


class RevealCombatant(GameMasterCommand, frozen=True, kw_only=True):
    """Let a prepared combatant appear, for the Keeper's own seat if none is named."""

    combatant: Id
    seat: Seat | None = None


class ChangeCombatant(Override, frozen=True, kw_only=True):
    """Put another sheet in place of a combatant's, or set its luck points."""

    combatant: Id
    sheet: Sheet | None = None
    luck: Points | None = None


class AssignCombatant(GameMasterCommand, frozen=True, kw_only=True):
    """Let a combatant belong to another seat."""

    combatant: Id
    seat: Seat


class RemoveCombatant(GameMasterCommand, frozen=True, kw_only=True):
    """Take a combatant out of the campaign, prepared or not, with all it carries."""

    combatant: Id


# ---------------------------------------------------------------- events


class CombatantCreated(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A combatant was made, with its Vitality and Fatigue full."""

    combatant: str
    seat: str
    player: bool
    sheet: Sheet
    luck: int = 0
    experience: int = 0
    items: tuple[Carried, ...] = ()


class CombatantPrepared(Event, frozen=True, kw_only=True):
    """The Keeper keeps a combatant ready."""

    combatant: str
    prepared: Secret[Prepared]


class CombatantChanged(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The Keeper changed a combatant. Vitality and Fatigue above what the new sheet has are gone."""

    combatant: str
    reason: str
    sheet: Sheet | None = None
    luck: int | None = None


class CombatantAssigned(Event, frozen=True, kw_only=True):
    """A combatant belongs to another seat."""

    combatant: str
    seat: str
    player: bool


class CombatantRemoved(Event, frozen=True, kw_only=True):
    """A combatant is no longer part of the campaign."""

    combatant: str


# ---------------------------------------------------------------- judgement


def combatant_of(ctx: CampaignContext, who: str, field: str = "combatant") -> Combatant:
    """Return a combatant that everybody knows of. Rule: AR-CAMP-05. Refuses: NotKnownHere."""
    return known(ctx.state.combatants, who, field)


def own(ctx: CampaignContext, who: str, field: str = "combatant") -> Combatant:
    """Return a combatant that this seat acts for. Rule: AR-CAMP-04, AR-CAMP-05. Refuses: NotKnownHere, NotYours."""
    found = combatant_of(ctx, who, field)
    check_owns(ctx, found.seat, field)
    return found


def playing(state: CampaignState) -> dict[str, Role]:
    """Return the seats that combatants may belong to: those that play, and the Keeper's. Rule: SC-CAMP-03."""
    return {seat: role for seat, role in state.roles.items() if role in ("gm", "player")}


@judge
def create_combatant(ctx: CampaignContext, command: CreateCombatant) -> None:
    """Rule: SC-R-84. Refuses: TooManyHere, and as a combatant that appears."""
    check_room({**ctx.state.combatants, **ctx.state.prepared}, MAX_COMBATANTS)
    new = Prepared(sheet=command.sheet, luck=command.luck, experience=command.experience, items=command.items)
    _appear(ctx, None, new, command.seat)


def _appear(ctx: CampaignContext, who: str | None, new: Prepared, named: str | None) -> None:
    """Let a combatant be there. Refuses: NotYours, NotKnownHere, SpeedScoreNeeded, ScoreMissing."""
    seat = named or ctx.seat
    player = known(playing(ctx.state), seat, "seat") == "player"
    check_owns(ctx, seat, "seat")
    check_sheet(ctx, new.sheet, player=player)
    check_items(ctx, new.items)
    who = who or ctx.new_id("combatant")
    items = tuple(carried(ctx, item) for item in new.items)
    ctx.emit(
        CombatantCreated(
            combatant=who, seat=seat, player=player, sheet=new.sheet, luck=new.luck, experience=new.experience,
            items=items,
        )
    )  # fmt: skip


def check_sheet(ctx: CampaignContext, sheet: Sheet, *, player: bool) -> None:
    """Rule: SC-R-04, SC-R-20, SC-R-84. Refuses: SpeedScoreNeeded, ScoreMissing, NotKnownHere."""
    settings = ctx.state.settings
    if sheet.speed_score is None and settings.speed.score_default == "required":
        raise SpeedScoreNeeded(needs="a Speed score", field="sheet")
    out = settings.combatants.non_player_states == "out_at_zero" and not player
    if not out and (sheet.endurance is None or sheet.stamina is None):
        raise ScoreMissing(needs=("endurance", "stamina"), field="sheet")
    known(dict.fromkeys(settings.size.categories), sheet.size, "sheet")
    for names, data in ((sheet.components, ctx.state.components), (sheet.energies, ctx.state.energies)):
        for name in names:
            known(data, name, "sheet")


def check_items(ctx: CampaignContext, items: tuple[NewItem, ...], field: str = "items") -> None:
    """Hold weapons and shields to the data of the campaign. Rule: SC-R-85. Refuses: NotKnownHere."""
    for item in items:
        if item.kind != "ammunition":
            known(ctx.state.weapons if item.kind == "weapon" else ctx.state.shields, item.name, field)


def carried(ctx: CampaignContext, item: NewItem) -> Carried:
    """Return an item as it is carried, with an id of its own."""
    return Carried(id=ctx.new_id("item"), kind=item.kind, name=item.name, number=item.number, ready=item.ready)


@judge
def prepare_combatant(ctx: CampaignContext, command: PrepareCombatant) -> None:
    """Rule: SC-CAMP-02. Refuses: TooManyHere, SpeedScoreNeeded, ScoreMissing, NotKnownHere."""
    check_room({**ctx.state.combatants, **ctx.state.prepared}, MAX_COMBATANTS)
    check_sheet(ctx, command.combatant.sheet, player=False)
    check_items(ctx, command.combatant.items)
    ctx.emit(CombatantPrepared(combatant=ctx.new_id("combatant"), prepared=ctx.secret(command.combatant)))


@judge
def reveal_combatant(ctx: CampaignContext, command: RevealCombatant) -> None:
    """Rule: SC-CAMP-02. Refuses: NotKnownHere, SpeedScoreNeeded, ScoreMissing."""
    found = known(ctx.state.prepared, command.combatant, "combatant")
    if found is not None:  # it is, wherever commands are judged
        _appear(ctx, command.combatant, found, command.seat)


@judge
def change_combatant(ctx: CampaignContext, command: ChangeCombatant) -> None:
    """Rule: SC-CAMP-03, SC-R-07, SC-R-84, SC-R-93. Refuses: NotKnownHere, ReasonNeeded, and as a sheet."""
    one = combatant_of(ctx, command.combatant)
    check_reason(one, command.reason)
    if command.sheet is not None:
        check_sheet(ctx, command.sheet, player=one.player)
    ctx.emit(
        CombatantChanged(combatant=one.id, reason=command.reason or "", sheet=command.sheet, luck=command.luck)
    )  # fmt: skip


@judge
def assign_combatant(ctx: CampaignContext, command: AssignCombatant) -> None:
    """Rule: SC-CAMP-03, SC-R-08. Refuses: NotKnownHere, ScoreMissing."""
    one = combatant_of(ctx, command.combatant)
    player = known(playing(ctx.state), command.seat, "seat") == "player"
    check_sheet(ctx, one.sheet, player=player)
    ctx.emit(CombatantAssigned(combatant=one.id, seat=command.seat, player=player))


@judge
def remove_combatant(ctx: CampaignContext, command: RemoveCombatant) -> None:
    """Rule: SC-CAMP-03. Refuses: NotKnownHere, DealtWithFirst."""
    who = command.combatant
    known({**ctx.state.combatants, **ctx.state.prepared}, who, "combatant")
    if who in ctx.state.combatants and (ctx.state.waiting or ctx.state.fighting(who)):
        raise DealtWithFirst(needs="no fight and nothing that waits", has=who, field="combatant")
    ctx.emit(CombatantRemoved(combatant=who))


# ---------------------------------------------------------------- fold


@fold
def _combatant_created(state: CampaignState, event: CombatantCreated) -> CampaignState:
    sheet = event.sheet
    new = Combatant(
        id=event.combatant, seat=event.seat, player=event.player, sheet=sheet, vitality=sheet.vitality,
        fatigue=sheet.fatigue, luck=event.luck, experience=event.experience,
        items={item.id: item for item in event.items},
    )  # fmt: skip
    counted = state.counted(event.combatant, *(item.id for item in event.items))
    prepared = without(state.prepared, event.combatant)
    return replace(counted, combatants={**state.combatants, event.combatant: new}, prepared=prepared)


@fold
def _combatant_prepared(state: CampaignState, event: CombatantPrepared) -> CampaignState:
    counted = state.counted(event.combatant)
    return replace(counted, prepared={**state.prepared, event.combatant: read(event.prepared)})


@fold
def _combatant_changed(state: CampaignState, event: CombatantChanged) -> CampaignState:
    one = state.combatants[event.combatant]
    sheet = event.sheet or one.sheet
    luck = one.luck if event.luck is None else event.luck
    vitality, fatigue = min(one.vitality, sheet.vitality), min(one.fatigue, sheet.fatigue)
    return state.changed(one.id, sheet=sheet, luck=luck, vitality=vitality, fatigue=fatigue)


@fold
def _combatant_assigned(state: CampaignState, event: CombatantAssigned) -> CampaignState:
    return state.changed(event.combatant, seat=event.seat, player=event.player)


@fold
def _combatant_removed(state: CampaignState, event: CombatantRemoved) -> CampaignState:
    who = event.combatant
    return replace(
        state, combatants=without(state.combatants, who), prepared=without(state.prepared, who),
        failures={exchange: whose for exchange, whose in state.failures.items() if whose != who},
        skills={skill: one for skill, one in state.skills.items() if one.combatant != who},
        used={batch: one for batch, one in state.used.items() if one.owner != who},
    )  # fmt: skip


# ---------------------------------------------------------------- samples


NEW: Final = Sheet(name="Ash", speed_rating=3, vitality=40, fatigue=20, endurance=40, stamina=45, speed_score=30)


def mine(state: CampaignState, seat: str) -> tuple[str, ...]:
    """Return the combatants of a seat, all for the Keeper; or one that nobody has, for the refusal it meets."""
    own = (one.id for one in state.combatants.values() if state.led_by(seat) or one.seat == seat)
    return some(own)


SHEET: Final = Field(schema="Sheet")
POINTS: Final = Field(least=0, most=100_000)


@samples
def _made(state: CampaignState, seat: str) -> Samples[CreateCombatant]:
    items = Field(items=Field(schema="NewItem"), least=0, most=MAX_ITEMS, ordered=True, repeats=True)
    yield Sample(
        command=CreateCombatant(sheet=NEW),
        fields={
            "seat": Field(options=tuple(playing(state)) if state.led_by(seat) else (seat,)),
            "sheet": SHEET, "luck": POINTS, "experience": POINTS, "items": items,
        },
    )  # fmt: skip


@samples
def _keeper(
    state: CampaignState, _: str
) -> Samples[PrepareCombatant | RevealCombatant | ChangeCombatant | AssignCombatant | RemoveCombatant]:
    prepared, there, seats = some(state.prepared), some(state.combatants), tuple(playing(state))
    either, which = some({**state.combatants, **state.prepared}), {"combatant": there}
    yield Sample(
        command=PrepareCombatant(combatant=Prepared(sheet=NEW)), fields={"combatant": Field(schema="Prepared")}
    )
    yield Sample(
        command=RevealCombatant(combatant=prepared[0]), fields={"combatant": prepared, "seat": Field(options=seats)}
    )
    yield Sample(
        command=ChangeCombatant(combatant=there[0], reason="so it is ruled"),
        fields={**which, "reason": TEXT, "sheet": SHEET, "luck": POINTS},
    )
    for seat in seats:
        yield Sample(command=AssignCombatant(combatant=there[0], seat=seat), fields=which)
    yield Sample(command=RemoveCombatant(combatant=either[0]), fields={"combatant": either})
