"""Encounter Rolls and Reaction Rolls: signs of something nearby, and the attitude of strangers."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, get_args

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from services.rpg_boundless.catalogue import BOOK, RolledPosition, Trigger
from services.rpg_boundless.chapters.dice import HitDice, extra_position, throw
from services.rpg_boundless.chapters.pools import PoolOpened, check_may_hide, kept_hidden
from services.rpg_boundless.chapters.seats import MAX_POOLS, MAX_PREPARED, RevealedAlready
from services.rpg_boundless.context import CampaignContext
from services.rpg_boundless.samples import DICE, SIGHT, position
from services.rpg_boundless.state.campaign import CampaignState, Hidden, Pool, Prepared, Signs
from services.rpg_boundless.state.sheets import Dice, EncounterResult, PoolSheet, Rolled
from shared.kernel.campaign.authority import GameMasterCommand, GameMasterMove
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import in_order, value_of_secret, without
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import check_room, entry_of
from shared.kernel.chapter import fold, hides, judge, samples
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


class RollEncounter(GameMasterMove, frozen=True, kw_only=True):
    """Roll for an encounter, which may be a prepared one; without `dice`, the usual number is rolled."""

    trigger: Trigger
    dice: Dice | None = None
    prepared: Id | None = None
    position: RolledPosition | None = None
    hidden: bool | UnsetType = UNSET


class RollReaction(GameMasterMove, frozen=True, kw_only=True):
    """Roll for the attitude of someone the party meets; without `dice`, the usual number is rolled."""

    who: Line
    dice: Dice | None = None
    position: RolledPosition | None = None


@hides
def _hidden_roll(_: CampaignState, command: RollEncounter) -> tuple[str, ...]:
    """Return the secret fields of an Encounter Roll: `prepared`, and all others if it is hidden. Rule: FB-CAMP-18."""
    return ("trigger", "dice", "prepared", "position") if command.hidden is True else ("prepared",)


# ---------------------------------------------------------------- events


class EncounterPrepared(Event, frozen=True, kw_only=True):
    """An encounter was prepared."""

    prepared: str
    what: Secret[str]
    enemies: Secret[tuple[str, ...]]


class EncounterRevealed(Event, frozen=True, kw_only=True):
    """A prepared encounter was revealed."""

    prepared: str
    what: str
    enemies: tuple[str, ...]


class EncounterRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """An Encounter Roll found signs of something nearby, or none; the signs do not reveal any prepared encounter."""

    encounter: str
    trigger: Trigger
    roll: Rolled
    signs: bool
    prepared: str | Secret[str | None] | None = None


class EncounterHappened(Event, frozen=True, kw_only=True):
    """The Pool of the signs has run out, and the encounter happens."""

    encounter: str
    prepared: str | Secret[str | None] | None


class ReactionRolled(Event, frozen=True, kw_only=True):
    """A Reaction Roll was made: strangers are approachable (warmer with more Hits), distant or hostile."""

    who: str
    roll: Rolled
    approachable: bool
    warmth: int


class HiddenEncounterRolled(Event, frozen=True, kw_only=True):
    """The game master made a hidden Encounter Roll; `pool` is the id of the Pool of signs, if there are any."""

    encounter: str
    pool: str
    result: Secret[EncounterResult]


# ---------------------------------------------------------------- judgement


SIGNS: Final = "signs of an encounter"


def roll_hidden_encounter(ctx: CampaignContext, command: RollEncounter, dice: int, position: RolledPosition) -> None:
    """Make a hidden Encounter Roll; the Pool of signs gets an id even without signs, so that ids reveal nothing.

    Rule: FB-CAMP-18, FB-ENC-04 to FB-ENC-06, FB-ENC-08, FB-R-47
    """
    roll = throw(ctx, "encounter", HitDice(dice=dice, position=position), hidden=True)
    pool = PoolSheet(name=SIGNS, dice=BOOK.pool.encounter, limit=BOOK.pool.limit) if roll.hits else None
    result = form(EncounterResult, command, roll=roll, signs=roll.hits > 0, pool=pool)
    ctx.emit(
        HiddenEncounterRolled(encounter=roll.id, pool=ctx.new_id("pool"), result=ctx.secret(result))
    )  # fmt: skip


@judge
def prepare_encounter(ctx: CampaignContext, command: PrepareEncounter) -> None:
    """Rule: FB-CAMP-09, FB-CAMP-10."""
    check_room(ctx.state.prepared, MAX_PREPARED)
    for enemy in command.enemies:
        entry_of(ctx.state.stored_enemies, enemy, "enemies")
    ctx.emit(EncounterPrepared(
        prepared=ctx.new_id("prepared"), what=ctx.secret(command.what), enemies=ctx.secret(command.enemies)
    ))  # fmt: skip


@judge
def reveal_encounter(ctx: CampaignContext, command: RevealEncounter) -> None:
    """Rule: FB-CAMP-09. Refuses: RevealedAlready."""
    prepared = entry_of(ctx.state.prepared, command.encounter, "encounter")
    if prepared.revealed:
        raise RevealedAlready(needs="hidden", has=prepared.id, field="encounter")
    ctx.emit(EncounterRevealed(prepared=prepared.id, what=prepared.what, enemies=prepared.enemies))


@judge
def roll_encounter(ctx: CampaignContext, command: RollEncounter) -> None:
    """Rule: FB-ENC-02 to FB-ENC-06, FB-ENC-08, FB-ENC-09, FB-CAMP-18, FB-R-20, FB-R-47."""
    if command.prepared is not None:
        entry_of(ctx.state.prepared, command.prepared, "prepared")
    position = extra_position(ctx, command.position)
    check_room(ctx.state.pools, MAX_POOLS)
    dice = BOOK.doubt.encounter if command.dice is None else command.dice
    if command.hidden is True:
        check_may_hide(ctx)
        roll_hidden_encounter(ctx, command, dice, position)
        return
    roll = throw(ctx, "encounter", HitDice(dice=dice, position=position))
    signs = roll.hits > 0
    ctx.emit(
        EncounterRolled(
            encounter=roll.id, trigger=command.trigger, roll=roll, signs=signs,
            prepared=ctx.secret(command.prepared),
        )
    )  # fmt: skip
    if signs:
        ctx.emit(PoolOpened(
            pool=ctx.new_id("pool"), name=SIGNS, dice=BOOK.pool.encounter, limit=BOOK.pool.limit, encounter=roll.id
        ))  # fmt: skip


@judge
def roll_reaction(ctx: CampaignContext, command: RollReaction) -> None:
    """Rule: FB-REACT-01 to FB-REACT-06, FB-R-17, FB-R-20."""
    position = extra_position(ctx, command.position)
    dice = BOOK.doubt.reaction if command.dice is None else command.dice
    roll = throw(ctx, "reaction", HitDice(dice=dice, position=position))
    ctx.emit(ReactionRolled(who=command.who, roll=roll, approachable=roll.hits > 0, warmth=roll.hits))


# ---------------------------------------------------------------- fold


@fold
def _encounter_prepared(state: CampaignState, event: EncounterPrepared) -> CampaignState:
    prepared = Prepared(
        id=event.prepared, what=value_of_secret(event.what) or "", enemies=value_of_secret(event.enemies) or ()
    )
    return replace(state.counted(prepared.id), prepared={**state.prepared, prepared.id: prepared})


@fold
def _encounter_revealed(state: CampaignState, event: EncounterRevealed) -> CampaignState:
    shown = Prepared(id=event.prepared, what=event.what, enemies=event.enemies, revealed=True)
    return replace(state, prepared={**state.prepared, event.prepared: shown})


@fold
def _encounter_rolled(state: CampaignState, event: EncounterRolled) -> CampaignState:
    state = state.rolled(event.encounter)
    if not event.signs:
        return state
    prepared = value_of_secret(event.prepared) if isinstance(event.prepared, Secret) else event.prepared
    signs = Signs(id=event.encounter, prepared=prepared)
    return replace(state, signs={**state.signs, event.encounter: signs})


@fold
def _encounter_happened(state: CampaignState, event: EncounterHappened) -> CampaignState:
    return replace(state, signs=without(state.signs, event.encounter))


@fold
def _reaction_rolled(state: CampaignState, event: ReactionRolled) -> CampaignState:
    return state.rolled(event.roll.id)


@fold
def _hidden_encounter_rolled(state: CampaignState, event: HiddenEncounterRolled) -> CampaignState:
    """Keep the hidden roll and its Pool of signs, as far as this copy of the log may read them."""
    state, result = state.rolled(event.encounter).counted(event.pool), value_of_secret(event.result)
    opened = result.pool if result else None
    pool = form(Pool, opened, id=event.pool, encounter=event.encounter) if opened else None
    hidden = Hidden(id=event.encounter, kind="encounter", encounter=result, pool=pool, opened=opened)
    return kept_hidden(state, hidden)


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
