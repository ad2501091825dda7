"""Shackles, and the vest: what the tribe puts on its captives, and what they may find among its rags."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from services.bones.catalogue import PRINTED
from services.bones.chapters.items import ItemGiven, ItemLost
from services.bones.context import CampaignContext
from services.bones.reading import printed
from services.bones.reading.adventure import gear
from services.bones.reading.minds import VEST
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Item
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.samples import NOBODY, some
from shared.kernel.campaign.seats import known
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Samples, offer

DIRTY: Final = "Filthy vest"
# ---------------------------------------------------------------- refusals


class NotShackled(Refusal, rule="BN-ADV-02"):
    """Shackles are taken off whoever bears them."""


class NothingToClean(Refusal, rule="BN-ADV-96"):
    """The vest is cleaned once; what has no dirt on it stays as it is."""


# ---------------------------------------------------------------- commands


class RemoveShackles(GameMasterCommand, frozen=True, kw_only=True):
    """Let shackles come off somebody."""

    creature: Id
    reason: Line


class CleanVest(GameMasterCommand, frozen=True, kw_only=True):
    """Let somebody have cleaned the vest, so that it protects whoever wears it against hostile magic."""

    creature: Id
    item: Id


# ---------------------------------------------------------------- events


class Shackled(Event, frozen=True, kw_only=True):
    """Shackles make the magic of somebody so many levels harder."""

    creature: str
    levels: int


class ShacklesRemoved(Event, frozen=True, kw_only=True):
    """Somebody is out of its shackles."""

    creature: str
    reason: str


# ---------------------------------------------------------------- judgement


def shackle(ctx: CampaignContext, who: str) -> None:
    """Let somebody be in shackles. Rule: BN-ADV-02, BN-R-226."""
    if not ctx.state.characters[who].shackled:
        ctx.emit(Shackled(creature=who, levels=ctx.state.settings.adventure.shackle_levels))


def new_thing(ctx: CampaignContext, name: str) -> Item:
    """Return a thing as it comes with the game, whatever the campaign has put in its place."""
    kind = printed.item(ctx.state, next(one for one in PRINTED.items if one.name == name))
    return Item(
        id=ctx.new_id("item"), name=kind.name, group=kind.group, faces=kind.faces, increment=kind.increment,
        thrown=kind.thrown, two_handed=kind.two_handed,
    )  # fmt: skip


@judge
def remove_shackles(ctx: CampaignContext, command: RemoveShackles) -> None:
    """Rule: BN-ADV-02, BN-CAMP-127. Refuses: NotKnownHere, NotShackled."""
    if not ctx.character(command.creature, "creature").shackled:
        raise NotShackled(needs="somebody in shackles", has=command.creature, field="creature")
    ctx.emit(ShacklesRemoved(creature=command.creature, reason=command.reason))


@judge
def clean_vest(ctx: CampaignContext, command: CleanVest) -> None:
    """Rule: BN-ADV-96, BN-R-206. Refuses: NotKnownHere, NothingToClean."""
    item = known(ctx.character(command.creature, "creature").items, command.item, "item")
    if item.name != DIRTY:
        raise NothingToClean(needs=DIRTY, has=item.name, field="item")
    ctx.emit(ItemLost(creature=command.creature, item=item.id, reason="cleaned"))
    ctx.emit(ItemGiven(creature=command.creature, item=replace(new_thing(ctx, VEST), ready=item.ready)))


# ---------------------------------------------------------------- fold


@fold
def _shackled(state: CampaignState, event: Shackled) -> CampaignState:
    return state.changed(event.creature, shackled=event.levels)


@fold
def _unshackled(state: CampaignState, event: ShacklesRemoved) -> CampaignState:
    return state.changed(event.creature, shackled=0)


# ---------------------------------------------------------------- samples


@samples
def _shackles(state: CampaignState, _: str) -> Samples[RemoveShackles | CleanVest]:
    yield offer(
        RemoveShackles,
        creature=some(who for who, one in state.characters.items() if one.shackled),
        reason=("the rust gives way", TEXT),
    )
    vests = [(who, item) for who in in_order(state.characters) for item in gear(state, who) if item.name == DIRTY]
    for who, item in ((who, item.id) for who, item in vests) if vests else ((some(state.characters)[0], NOBODY),):
        yield offer(CleanVest, creature=who, item=item)
