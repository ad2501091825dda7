"""Ammunition: the pieces that combatants shot or threw, and the search for them after a fight."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from services.rpg_specialist_total.chapters.attacks import AttackDeclared
from services.rpg_specialist_total.chapters.combatants import MAX_ITEMS
from services.rpg_specialist_total.chapters.outcomes import AttackSettled
from services.rpg_specialist_total.chapters.states import check_can_act
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState, Used
from services.rpg_specialist_total.state.combatants import Carried
from shared.kernel.campaign.fights import check_nothing_waits, check_quiet
from shared.kernel.campaign.keeping import without
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import check_reason, check_says, check_within, entry_of
from shared.kernel.chapter import fold, follows, judge, samples
from shared.kernel.messages import Command, Event, Id, Line
from shared.kernel.samples import TEXT, Field, Samples, offer

MOST: Final = 10_000
AT_ONCE: Final = 100
BEST: Final = 10
"""The face of a d10 that means that a piece was found, in campaigns that roll for each piece. Rule: SC-R-54."""
Number: TypeAlias = Annotated[int, Meta(ge=0, le=MOST)]

# ---------------------------------------------------------------- commands


class RecoverAmmunition(Command, frozen=True, kw_only=True):
    """Search once for used ammunition.

    `unrecoverable` is the number of pieces that are lost for a stated reason. With `recovered`, the Keeper sets the
    number of pieces found, and no dice are rolled.
    """

    counts_as = "move"

    used: Id
    unrecoverable: Number = 0
    recovered: Number | None = None
    reason: Line | None = None


class LeaveAmmunition(Command, frozen=True, kw_only=True):
    """Leave used ammunition behind without a search."""

    counts_as = "move"

    used: Id


# ---------------------------------------------------------------- events


class AmmunitionUsed(Event, frozen=True, kw_only=True):
    """A piece of ammunition was used. It was added to a batch that its owner can search for later."""

    used: str
    character: str
    item: str
    name: str


class AmmunitionCaught(Event, frozen=True, kw_only=True):
    """The target caught a piece of ammunition and carries it now. It no longer counts as used."""

    used: str
    character: str
    item: str
    name: str


class AmmunitionRecovered(Event, frozen=True, kw_only=True):
    """A combatant searched for used ammunition and put the recovered pieces into one of its items."""

    used: str
    item: str
    number: int
    unrecoverable: int
    reason: str | None


class AmmunitionLeft(Event, frozen=True, kw_only=True):
    """A batch of used ammunition was left behind."""

    used: str
    number: int


# ---------------------------------------------------------------- judgement


@follows
def _used(ctx: CampaignContext, event: AttackDeclared) -> None:
    """Count the ammunition of an attack as used. Rule: SC-AMMO-02."""
    declared = event.declared
    items = ctx.character(declared.attacker).items
    if declared.ammunition is None or declared.ammunition not in items:
        return
    name = items[declared.ammunition].name
    batch = next(
        (one.id for one in ctx.state.used.values() if (one.owner, one.name) == (declared.attacker, name)), None
    )
    ctx.emit(
        AmmunitionUsed(
            used=batch or ctx.new_id("used"), character=declared.attacker, item=declared.ammunition, name=name
        )
    )  # fmt: skip


@follows
def _caught(ctx: CampaignContext, event: AttackSettled) -> None:
    """Add a caught missile to the items of the combatant that caught it, if that combatant can carry one more item.

    Rule: SC-CTR-05, SC-R-77, SC-CAMP-34
    """
    exchange = ctx.state.exchange
    batch = ctx.state.used.get((exchange.used if exchange else None) or "")
    if exchange is None or batch is None or event.outcome != "caught":
        return
    catcher = exchange.declared.target
    item = pile(ctx, catcher, batch.name)
    if item is not None or len(ctx.character(catcher).items) < MAX_ITEMS:
        ctx.emit(
            AmmunitionCaught(used=batch.id, character=catcher, item=item or ctx.new_id("item"), name=batch.name)
        )  # fmt: skip


def pile(ctx: CampaignContext, who: str, name: str) -> str | None:
    """Return the id of a combatant's uncharged ammunition of this name, or None."""
    items = ctx.character(who).items.values()
    same = (item.id for item in items if (item.kind, item.name, item.charge) == ("ammunition", name, None))
    return next(same, None)


def batch_of(ctx: CampaignContext, used: str) -> Used:
    """Return a batch of used ammunition, after checking that the sending seat may search for it now.

    Refuses: NotKnownHere, NotYours, FightIsOn, AnswerFirst
    """
    batch = entry_of(ctx.state.used, used, "used")
    ctx.own(batch.owner, "used")
    check_nothing_waits(ctx.state)
    if ctx.state.fighting(batch.owner):
        check_quiet(ctx.state)
    return batch


@judge
def recover_ammunition(ctx: CampaignContext, command: RecoverAmmunition) -> None:
    """Search for the pieces of a batch, and record how many were found.

    Rule:    SC-AMMO-02 to SC-AMMO-05, SC-R-54, SC-R-122
    Refuses: NotKnownHere, NotYours, FightIsOn, CannotAct, OutOfRange, ReasonNeeded, OnlyTheGameMaster
    """
    batch = batch_of(ctx, command.used)
    if ctx.state.amended:
        check_can_act(ctx, batch.owner, "used")
    check_within(command.unrecoverable, 0, batch.number, "unrecoverable")
    check_says(ctx, command.recovered is not None, "recovered")
    check_within(command.recovered or 0, 0, batch.number - command.unrecoverable, "recovered")
    check_reason(command.unrecoverable or command.recovered is not None, command.reason)
    found = count_found(ctx, batch.number - command.unrecoverable) if command.recovered is None else command.recovered
    item = pile(ctx, batch.owner, batch.name) or ctx.new_id("item")
    ctx.emit(
        AmmunitionRecovered(
            used=batch.id, item=item, number=found, unrecoverable=command.unrecoverable, reason=command.reason
        )
    )  # fmt: skip


def count_found(ctx: CampaignContext, number: int) -> int:
    """Return how many of `number` pieces are recovered intact, about one in ten. Rule: SC-AMMO-04, SC-R-54."""
    how = ctx.state.settings.ammunition.recovery
    if how != "roll_each_d10":
        return (number + (5 if how == "half_up" else 0)) // 10
    faces = (ctx.chance.roll("ammunition", 10, min(AT_ONCE, number - start)) for start in range(0, number, AT_ONCE))
    return sum(thrown.count(BEST) for thrown in faces)


@judge
def leave_ammunition(ctx: CampaignContext, command: LeaveAmmunition) -> None:
    """Leave a batch of used ammunition behind. Rule: SC-AMMO-05. Refuses: NotKnownHere, NotYours, FightIsOn."""
    batch = batch_of(ctx, command.used)
    ctx.emit(AmmunitionLeft(used=batch.id, number=batch.number))


# ---------------------------------------------------------------- fold


@fold
def _ammunition_used(state: CampaignState, event: AmmunitionUsed) -> CampaignState:
    items = state.characters[event.character].items
    item = items[event.item]
    left = {**items, item.id: replace(item, number=item.number - 1)} if item.number > 1 else without(items, item.id)
    batch = state.used.get(event.used) or Used(id=event.used, owner=event.character, name=event.name, number=0)
    used = {**state.used, batch.id: replace(batch, number=batch.number + 1)}
    after = state.raise_counter(event.used).change(event.character, items=left).exchange_changed(used=batch.id)
    return replace(after, used=used)


@fold
def _ammunition_caught(state: CampaignState, event: AmmunitionCaught) -> CampaignState:
    batch = state.used[event.used]
    used = without(state.used, batch.id)
    if batch.number > 1:
        used = {**used, batch.id: replace(batch, number=batch.number - 1)}
    after = replace(state.raise_counter(event.item), used=used)
    after = after.laid(event.character, _pieces(event.item, event.name, 1))
    return after.exchange_changed(used=None) if state.amended else after


def _pieces(item: str, name: str, number: int) -> Carried:
    return Carried(id=item, kind="ammunition", name=name, number=number)


@fold
def _ammunition_recovered(state: CampaignState, event: AmmunitionRecovered) -> CampaignState:
    batch = state.used[event.used]
    left = replace(state.raise_counter(event.item), used=without(state.used, event.used))
    if not event.number:
        return left
    return left.laid(batch.owner, _pieces(event.item, batch.name, event.number))


@fold
def _ammunition_left(state: CampaignState, event: AmmunitionLeft) -> CampaignState:
    return replace(state, used=without(state.used, event.used))


# ---------------------------------------------------------------- samples


def batches(state: CampaignState, seat: str) -> tuple[str, ...]:
    """Return a seat's batches of used ammunition (for the Keeper, all batches), or an unknown id if there are none."""
    return some(one.id for one in state.used.values() if state.led_by(seat) or state.owner(one.owner) == seat)


@samples
def _looked_for(state: CampaignState, seat: str) -> Samples[RecoverAmmunition | LeaveAmmunition]:
    for used in batches(state, seat):
        batch = state.used.get(used)
        most = batch.number if batch else 0
        lost = Field(least=0, most=most)
        yield offer(RecoverAmmunition, used=used)
        if batch:
            command = RecoverAmmunition(used=used, reason="a troll ran off with it")
            yield offer(command, unrecoverable=lost, reason=TEXT)
            yield offer(replace(command, recovered=0, reason="as the Keeper says"), recovered=lost, reason=TEXT)
        yield offer(LeaveAmmunition, used=used)
