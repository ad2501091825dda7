"""Encounter Rolls and Reaction Rolls: signs of something nearby, and the attitude of strangers."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, get_args

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from services.rpg_boundless.catalogue import BOOK, RolledPosition, Trigger
from services.rpg_boundless.chapters.dice import throw_in_doubt
from services.rpg_boundless.chapters.pools import PoolOpened, check_may_hide
from services.rpg_boundless.chapters.seats import MAX_POOLS, MAX_PREPARED, RevealedAlready
from services.rpg_boundless.context import CampaignContext, Hideable
from services.rpg_boundless.samples import DICE, SIGHT, position
from services.rpg_boundless.state.campaign import CampaignState, Hidden, Pool, Prepared, Signs
from services.rpg_boundless.state.sheets import Dice, EncounterResult, PoolSheet, Rolled
from shared.kernel.campaign.authority import GameMasterCommand, GameMasterMove
from shared.kernel.campaign.dealing import contents
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import in_order, value_of_secret
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import check_room, entry_of
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Event, Id, Line, Secret
from shared.kernel.samples import TEXT, Field, Samples, offer

# ---------------------------------------------------------------- commands


class PrepareEncounter(GameMasterCommand, frozen=True, kw_only=True):
    """Prepare an encounter in secret, with the stored enemies that belong to it."""

    counts_as = "aside"
    hides: ClassVar[tuple[str, ...]] = ("what", "enemies")

    what: Line
    enemies: Annotated[tuple[Id, ...], Meta(max_length=20)] = ()


class RevealEncounter(GameMasterMove, frozen=True, kw_only=True):
    """Reveal a prepared encounter to the players."""

    encounter: Id


class RollEncounter(GameMasterMove, Hideable, frozen=True, kw_only=True):
    """Make an Encounter Roll, which may lead to a prepared encounter. Without `dice`, the default number is rolled."""

    hides: ClassVar[tuple[str, ...]] = ("prepared",)
    covers = ("trigger", "dice", "prepared", "position")

    trigger: Trigger
    dice: Dice | None = None
    prepared: Id | None = None
    position: RolledPosition | None = None
    hidden: bool | UnsetType = UNSET


class RollReaction(GameMasterMove, frozen=True, kw_only=True):
    """Make a Reaction Roll for the attitude of strangers whom the party meets.

    Without `dice`, the default number is rolled.
    """

    who: Line
    dice: Dice | None = None
    position: RolledPosition | None = None


# ---------------------------------------------------------------- events


class EncounterPrepared(Event, frozen=True, kw_only=True):
    """An encounter was prepared."""

    prepared: str
    what: Secret[str]
    enemies: Secret[tuple[str, ...]]


class EncounterRevealed(Event, frozen=True, kw_only=True):
    """A prepared encounter was revealed."""

    reveals = True

    prepared: str
    what: str
    enemies: tuple[str, ...]


class EncounterRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """An Encounter Roll found signs of something nearby, or no signs.

    Signs do not reveal whether the game master has prepared an encounter. `void` is the reason why a hidden roll was
    annulled before it was revealed: its signs do not count.
    """

    encounter: str
    trigger: Trigger
    roll: Rolled
    signs: bool
    prepared: str | Secret[str | None] | None = None
    void: str | None = None


class EncounterHappened(Event, frozen=True, kw_only=True):
    """The Pool of signs ran out, and the encounter happens."""

    reveals = True

    encounter: str
    prepared: str | Secret[str | None] | None


class ReactionRolled(Event, frozen=True, kw_only=True):
    """A Reaction Roll was made: strangers are approachable (warmer with more Hits), distant or hostile."""

    who: str
    roll: Rolled
    approachable: bool
    warmth: int


class HiddenEncounterRolled(Event, frozen=True, kw_only=True):
    """The game master made a hidden Encounter Roll. `pool` is the id of the Pool of signs, if the roll found any."""

    encounter: str
    pool: str
    result: Secret[EncounterResult]


# ---------------------------------------------------------------- judgement


SIGNS: Final = "signs of an encounter"


@judge
def prepare_encounter(ctx: CampaignContext, command: PrepareEncounter) -> None:
    """Prepare an encounter in secret. Rule: FB-CAMP-09, FB-CAMP-10."""
    check_room(ctx.state.prepared, MAX_PREPARED)
    for enemy in command.enemies:
        entry_of(ctx.state.stored_enemies, enemy, "enemies")
    what, enemies = ctx.secret(command.what), ctx.secret(command.enemies)
    ctx.emit(EncounterPrepared(prepared=ctx.new_id("prepared"), what=what, enemies=enemies))


@judge
def reveal_encounter(ctx: CampaignContext, command: RevealEncounter) -> None:
    """Reveal a prepared encounter, without enemies that are no longer stored.

    Rule:    FB-CAMP-09, FB-CAMP-23, AR-FORK-14
    Refuses: RevealedAlready, ClosedOnThisFork
    """
    prepared = entry_of(ctx.state.prepared, command.encounter, "encounter")
    if prepared.revealed:
        raise RevealedAlready(needs="hidden", has=prepared.id, field="encounter")
    contents(prepared.what or None, prepared.id, "encounter")
    known = (one for one in prepared.enemies if one in ctx.state.stored_enemies or not ctx.state.amended)
    ctx.emit(form(EncounterRevealed, prepared, prepared=prepared.id, enemies=tuple(known)))


@judge
def roll_encounter(ctx: CampaignContext, command: RollEncounter) -> None:
    """Make an Encounter Roll.

    A hidden roll uses up a Pool id even if it finds no signs, so that later ids do not reveal its result.

    Rule:    FB-ENC-02 to FB-ENC-06, FB-ENC-08, FB-ENC-09, FB-CAMP-18, FB-R-20, FB-R-47
    """
    if command.prepared is not None:
        entry_of(ctx.state.prepared, command.prepared, "prepared")
    check_room(ctx.state.pools, MAX_POOLS)
    hidden = command.hidden is True
    if hidden:
        check_may_hide(ctx)
    roll = throw_in_doubt(ctx, "encounter", command.dice, command.position, hidden=hidden)
    pool = PoolSheet(name=SIGNS, dice=BOOK.pool.encounter, limit=BOOK.pool.limit) if roll.hits else None
    if hidden:
        result = ctx.secret(form(EncounterResult, command, roll=roll, signs=roll.hits > 0, pool=pool))
        ctx.emit(HiddenEncounterRolled(encounter=roll.id, pool=ctx.new_id("pool"), result=result))
        return
    prepared = ctx.secret(command.prepared)
    ctx.emit(form(EncounterRolled, command, encounter=roll.id, roll=roll, signs=roll.hits > 0, prepared=prepared))
    if pool is not None:
        ctx.emit(form(PoolOpened, pool, pool=ctx.new_id("pool"), encounter=roll.id))


@judge
def roll_reaction(ctx: CampaignContext, command: RollReaction) -> None:
    """Make a Reaction Roll. Rule: FB-REACT-01 to FB-REACT-06, FB-R-17, FB-R-20."""
    roll = throw_in_doubt(ctx, "reaction", command.dice, command.position)
    ctx.emit(ReactionRolled(who=command.who, roll=roll, approachable=roll.hits > 0, warmth=roll.hits))


# ---------------------------------------------------------------- fold


@fold
def _encounter_prepared(state: CampaignState, event: EncounterPrepared) -> CampaignState:
    what, enemies = value_of_secret(event.what) or "", value_of_secret(event.enemies) or ()
    prepared = Prepared(id=event.prepared, what=what, enemies=enemies)
    return state.having("prepared", prepared)


@fold
def _encounter_revealed(state: CampaignState, event: EncounterRevealed) -> CampaignState:
    return state.having("prepared", form(Prepared, event, id=event.prepared, revealed=True))


@fold
def _encounter_rolled(state: CampaignState, event: EncounterRolled) -> CampaignState:
    state = state.store_rolls(event.encounter)
    if event.void is not None:
        return replace(state, annulled={**state.annulled, event.encounter: event.void})
    if not event.signs:
        return state
    prepared = value_of_secret(event.prepared) if isinstance(event.prepared, Secret) else event.prepared
    return state.having("signs", Signs(id=event.encounter, prepared=prepared))


@fold
def _encounter_happened(state: CampaignState, event: EncounterHappened) -> CampaignState:
    return state.without(event.encounter, "signs")


@fold
def _reaction_rolled(state: CampaignState, event: ReactionRolled) -> CampaignState:
    return state.store_rolls(event.roll.id)


@fold
def _hidden_encounter_rolled(state: CampaignState, event: HiddenEncounterRolled) -> CampaignState:
    """Store the hidden roll and its Pool of signs, if this copy of the log contains them."""
    state, result = state.store_rolls(event.encounter).raise_counter(event.pool), value_of_secret(event.result)
    opened = result.pool if result else None
    pool = form(Pool, opened, id=event.pool, encounter=event.encounter) if opened else None
    return state.having(
        "hidden",
        Hidden(
            id=event.encounter, kind="encounter", encounter=result, pool=pool, opened=opened, rolls=(event.encounter,)
        ),
    )


# ---------------------------------------------------------------- samples


@samples
def _encounters(
    state: CampaignState, _: str
) -> Samples[PrepareEncounter | RevealEncounter | RollEncounter | RollReaction]:  # fmt: skip
    enemies = Field(items=Field(options=in_order(state.stored_enemies)), repeats=True, ordered=True, least=0, most=20)
    stored = {"enemies": enemies} if state.stored_enemies else {}
    prepared = {"prepared": Field(options=in_order(state.prepared))} if state.prepared else {}
    unseen = some(one.id for one in state.prepared.values() if not one.revealed)
    said = {"trigger": Field(options=get_args(Trigger)), "dice": DICE, "hidden": SIGHT, **prepared, **position(state)}
    yield offer(PrepareEncounter(what="an ambush"), what=TEXT, **stored)
    yield offer(RevealEncounter, encounter=Field(options=unseen))
    yield offer(RollEncounter(trigger="rest"), **said)
    yield offer(RollReaction(who="the guards"), who=TEXT, dice=DICE, **position(state))
