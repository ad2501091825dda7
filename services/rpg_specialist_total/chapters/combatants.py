"""Combatants: players or the Keeper create them. The Keeper also changes them, or prepares them in secret."""

from __future__ import annotations

from itertools import islice
from typing import Annotated, ClassVar, Final

from msgspec import Meta
from msgspec.structs import replace

from services.rpg_specialist_total.catalogue import Points
from services.rpg_specialist_total.chapters.bounds import check_sheet_alone, leave_to_the_keeper
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.combatants import Carried, Combatant, NewItem, Prepared, Sheet
from shared.kernel.campaign.authority import GameMasterCommand, Override
from shared.kernel.campaign.fights import check_nothing_waits
from shared.kernel.campaign.keeping import value_of_secret, without
from shared.kernel.campaign.proposals import WaitsForTheGameMaster
from shared.kernel.campaign.roster import (
    AssignCharacter,
    RevealCharacter,
    check_one_more,
    playing,
    seat_for,
    to_reveal,
)
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import NotKnownHere, check_once, check_reason, entry_of
from shared.kernel.chapter import fold, guard, judge, samples
from shared.kernel.messages import Command, Event, Id, Seat, Secret
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

MAX_ITEMS: Final = 40

# ---------------------------------------------------------------- refusals


class SpeedScoreNeeded(Refusal, rule="SC-R-04"):
    """The sheet has no Speed score, which this campaign requires: give it a Speed score."""


class ScoreMissing(Refusal, rule="SC-R-84"):
    """The sheet lacks Endurance or Stamina, which this combatant needs: give both."""


# ---------------------------------------------------------------- commands


class CreateCombatant(Command, frozen=True, kw_only=True):
    """Create a combatant with its current Luck and Experience points, for a seat (by default the sender's own)."""

    counts_as = "move"

    sheet: Sheet
    seat: Seat | None = None
    luck: Points = 0
    experience: Points = 0
    items: Annotated[tuple[NewItem, ...], Meta(max_length=MAX_ITEMS)] = ()


class PrepareCombatant(GameMasterCommand, frozen=True, kw_only=True):
    """Prepare a combatant in secret. Players do not see it, and it takes no part until it is revealed."""

    counts_as = "aside"
    hides: ClassVar[tuple[str, ...]] = ("prepared",)

    prepared: Prepared


class ChangeCombatant(Override, frozen=True, kw_only=True):
    """Replace the sheet of a combatant, or set its luck points."""

    character: Id
    sheet: Sheet | None = None
    luck: Points | None = None


# ---------------------------------------------------------------- events


class CombatantCreated(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A combatant was created with full Vitality and Fatigue."""

    reveals = True

    character: str
    seat: str
    sheet: Sheet
    luck: int = 0
    experience: int = 0
    items: tuple[Carried, ...] = ()


class CombatantPrepared(Event, frozen=True, kw_only=True):
    """The Keeper prepared a combatant in secret."""

    character: str
    prepared: Secret[Prepared]


class CombatantChanged(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The Keeper changed a combatant. Vitality and Fatigue above the new sheet's maxima are lost."""

    character: str
    reason: str
    sheet: Sheet | None = None
    luck: int | None = None


# ---------------------------------------------------------------- judgement


@judge
def create_combatant(ctx: CampaignContext, command: CreateCombatant) -> None:
    """Create a combatant within the campaign's limits.

    Rule:    SC-R-84, SC-CAMP-10
    Refuses: TooManyHere, WaitsForTheGameMaster, NotYours, NotKnownHere, and all refusals of `check_sheet`
    """
    check_one_more(ctx.state)
    seat = seat_for(ctx, command.seat)
    check_bounds(ctx, command)
    new = Prepared(sheet=command.sheet, luck=command.luck, experience=command.experience, items=command.items)
    _appear(ctx, None, new, seat)


def check_bounds(ctx: CampaignContext, command: CreateCombatant) -> None:
    """Refuse a combatant that a player may not create without the Keeper.

    Rule:    SC-CAMP-10, SC-CAMP-51, SC-R-110
    Refuses: WaitsForTheGameMaster
    """
    if ctx.leads:
        return
    bounds, those = ctx.state.settings.players, ctx.state.characters.values()
    own = sum(one.seat == ctx.seat and not (one.dead and ctx.state.amended) for one in those)
    if own >= bounds.combatants:
        raise WaitsForTheGameMaster(needs="Propose", has=own)
    for field, most in (("luck", most_luck_alone(ctx.state)), ("experience", bounds.experience)):
        if getattr(command, field) > most:
            leave_to_the_keeper(field, most, getattr(command, field), field)
    check_sheet_alone(ctx, command.sheet, command.items)


def most_luck_alone(state: CampaignState) -> int:
    """Return the maximum luck points that a player may give to a new combatant.

    They are 0 if luck points are rolled each day.

    Rule:    SC-CAMP-10, SC-R-110
    """
    rolled = state.amended and state.settings.luck.points_source == "daily_d10"
    return 0 if rolled else state.settings.players.luck


def _appear(ctx: CampaignContext, who: str | None, new: Prepared, seat: str) -> None:
    """Record a new combatant with its items. Refuses: NotKnownHere, SpeedScoreNeeded, ScoreMissing."""
    check_sheet(ctx, new.sheet, player=ctx.state.is_players(seat))
    check_items(ctx, new.items)
    who = who or ctx.new_id("character")
    items = tuple(new_item(ctx, item) for item in new.items)
    ctx.emit(
        CombatantCreated(
            character=who, seat=seat, sheet=new.sheet, luck=new.luck, experience=new.experience, items=items
        )
    )


def check_sheet(ctx: CampaignContext, sheet: Sheet, *, player: bool) -> None:
    """Refuse a sheet that is incomplete, or names something that is missing from the campaign's data.

    Rule:    SC-R-04, SC-R-20, SC-R-84, SC-CAMP-54
    Refuses: SpeedScoreNeeded, ScoreMissing, NamedTwice, NotKnownHere
    """
    settings = ctx.state.settings
    if sheet.speed_score is None and settings.speed.score_default == "required":
        raise SpeedScoreNeeded(needs="a Speed score", field="sheet")
    out = settings.combatants.non_player_states == "out_at_zero" and not player
    if not out and (sheet.endurance is None or sheet.stamina is None):
        raise ScoreMissing(needs=("endurance", "stamina"), field="sheet")
    if sheet.size not in settings.size.categories:
        raise NotKnownHere(needs=settings.size.categories, has=sheet.size, field="sheet")
    check_once(tuple(one.weapon for one in sheet.weapon_training), "sheet")
    for names in (sheet.components, sheet.actions, sheet.energies) if ctx.state.amended else ():
        check_once(names, "sheet")
    for names, data in ((sheet.components, ctx.state.components), (sheet.energies, ctx.state.energies)):
        for name in names:
            entry_of(data, name, "sheet")


def check_items(ctx: CampaignContext, items: tuple[NewItem, ...], field: str = "items") -> None:
    """Refuse weapons and shields that are missing from the campaign's data. Rule: SC-R-85. Refuses: NotKnownHere."""
    for item in items:
        if item.kind != "ammunition":
            entry_of(ctx.state.weapons if item.kind == "weapon" else ctx.state.shields, item.name, field)


def new_item(ctx: CampaignContext, item: NewItem) -> Carried:
    """Return a new item with its own id, in the form in which its owner carries it. Rule: SC-CAMP-36."""
    ready = item.ready and item.kind != "ammunition"
    return Carried(id=ctx.new_id("item"), kind=item.kind, name=item.name, number=item.number, ready=ready)


@judge
def prepare_combatant(ctx: CampaignContext, command: PrepareCombatant) -> None:
    """Prepare a combatant in secret.

    Rule:    AR-ROSTER-01
    Refuses: TooManyHere, SpeedScoreNeeded, ScoreMissing, NotKnownHere
    """
    check_one_more(ctx.state)
    check_sheet(ctx, command.prepared.sheet, player=False)
    check_items(ctx, command.prepared.items)
    ctx.emit(CombatantPrepared(character=ctx.new_id("character"), prepared=ctx.secret(command.prepared)))


@judge
def reveal_combatant(ctx: CampaignContext, command: RevealCharacter) -> None:
    """Bring a prepared combatant into play.

    Rule:    AR-ROSTER-01
    Refuses: NotKnownHere, SpeedScoreNeeded, ScoreMissing
    """
    found, seat = to_reveal(ctx, command)
    _appear(ctx, command.character, found, seat)


@judge
def change_combatant(ctx: CampaignContext, command: ChangeCombatant) -> None:
    """Replace a combatant's sheet, or set its luck points.

    Rule:    SC-CAMP-03, SC-R-07, SC-R-84, SC-R-93
    Refuses: NotKnownHere, ReasonNeeded, AnswerFirst, and all refusals of `check_sheet`
    """
    one = ctx.character(command.character)
    check_reason(one, command.reason)
    if command.sheet is not None:
        if ctx.state.form:
            check_nothing_waits(ctx.state)
        check_sheet(ctx, command.sheet, player=one.player)
    ctx.emit(
        CombatantChanged(character=one.id, reason=command.reason or "", sheet=command.sheet, luck=command.luck)
    )  # fmt: skip


@guard
def check_assigned(ctx: CampaignContext, command: AssignCharacter) -> None:
    """Refuse to assign a player a combatant whose sheet is incomplete.

    Rule:    SC-R-08, SC-R-84
    Refuses: ScoreMissing
    """
    if command.character in ctx.state.characters:
        check_sheet(ctx, ctx.character(command.character).sheet, player=ctx.state.is_players(command.seat))


# ---------------------------------------------------------------- fold


@fold
def _combatant_created(state: CampaignState, event: CombatantCreated) -> CampaignState:
    sheet = event.sheet
    new = Combatant(
        id=event.character, seat=event.seat, player=state.is_players(event.seat), sheet=sheet, vitality=sheet.vitality,
        fatigue=sheet.fatigue, luck=event.luck, experience=event.experience,
        items={item.id: item for item in event.items},
    )  # fmt: skip
    counted = state.raise_counter(event.character, *(item.id for item in event.items))
    prepared = without(state.prepared, event.character)
    return replace(counted, characters={**state.characters, event.character: new}, prepared=prepared)


@fold
def _combatant_prepared(state: CampaignState, event: CombatantPrepared) -> CampaignState:
    counted = state.raise_counter(event.character)
    return replace(counted, prepared={**state.prepared, event.character: value_of_secret(event.prepared)})


@fold
def _combatant_changed(state: CampaignState, event: CombatantChanged) -> CampaignState:
    one = state.characters[event.character]
    sheet = event.sheet or one.sheet
    luck = one.luck if event.luck is None else event.luck
    vitality, fatigue = min(one.vitality, sheet.vitality), min(one.fatigue, sheet.fatigue)
    return state.change(one.id, sheet=sheet, luck=luck, vitality=vitality, fatigue=fatigue)


# ---------------------------------------------------------------- samples


NEW: Final = Sheet(name="Ash", speed_rating=3, vitality=40, fatigue=20, endurance=40, stamina=45, speed_score=30)
SHEET: Final = Field(schema="Sheet")
POINTS: Final = Field(least=0, most=100_000)


@samples
def _made(state: CampaignState, seat: str) -> Samples[CreateCombatant | PrepareCombatant]:
    seats = Field(options=playing(state) if state.led_by(seat) else (seat,))
    items = (_weapon(state), Field(items=Field(schema="NewItem"), least=0, most=MAX_ITEMS, ordered=True, repeats=True))
    bounds = {"luck": most_luck_alone(state), "experience": state.settings.players.experience}
    points = {name: POINTS if state.led_by(seat) else Field(least=0, most=most) for name, most in bounds.items()}
    yield offer(CreateCombatant, seat=(None, seats), sheet=(NEW, SHEET), items=items, **points)
    yield offer(PrepareCombatant, prepared=(Prepared(sheet=NEW), Field(schema="Prepared")))


def _weapon(state: CampaignState) -> tuple[NewItem, ...]:
    """Return the first melee weapon of the campaign, ready to use, or no item if it has none."""
    named = (name for name, weapon in state.weapons.items() if weapon.reach == "melee")
    return tuple(NewItem(kind="weapon", name=name, ready=True) for name in islice(named, 1))


@samples
def _changed(state: CampaignState, _: str) -> Samples[ChangeCombatant]:
    sheet, luck = (None, SHEET), (None, POINTS)
    who = some(state.characters)
    yield offer(ChangeCombatant, character=who, sheet=sheet, luck=luck, reason=("so it is ruled", TEXT))
