"""Proposals: commands for which players need the game master's consent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from msgspec import convert
from msgspec.structs import replace

from services.bones.chapters.people import assets, items
from services.bones.chapters.people.characters import DICE, NEW, CreateCharacter
from services.bones.chapters.people.cold_iron import WriteBackStory, own_draft, own_drafts
from services.bones.chapters.people.companions import AddCompanionDie, GainCompanion, offer_dice, offer_followers
from services.bones.chapters.people.handling import DropItem, PickUpItem, ReadyItem, StowItem
from services.bones.context import CampaignContext
from services.bones.state.campaign import CampaignState
from shared.kernel.campaign.proposals import PlayersMay, decline_each, lapse, propose
from shared.kernel.campaign.roster import CharacterAssigned, CharacterRemoved
from shared.kernel.campaign.samples import mine, some
from shared.kernel.campaign.seats import check_owns
from shared.kernel.chapter import follows, judge, samples
from shared.kernel.messages import Command
from shared.kernel.samples import Field, Samples, offer

# ---------------------------------------------------------------- commands

Handling: TypeAlias = ReadyItem | StowItem | DropItem | PickUpItem
Serving: TypeAlias = GainCompanion | AddCompanionDie
Proposable: TypeAlias = CreateCharacter | WriteBackStory | items.AgreeEquipment | Serving | Handling | assets.SpendCoins
PROPOSED: Final[Any] = Proposable


class Propose(Command, frozen=True, kw_only=True):
    """Propose a command to the game master."""

    counts_as = "aside"

    command: Proposable


# ---------------------------------------------------------------- judgement


def words(state: CampaignState) -> Mapping[type[Command], PlayersMay]:
    """Return, for each command, whether players may send it themselves or must propose it.

    Rule:    BN-CAMP-01, BN-R-308
    """
    may = state.settings.players_may
    making, handling = may.create_characters, may.change_equipment
    return {
        CreateCharacter: making, WriteBackStory: making,
        ReadyItem: handling, StowItem: handling, DropItem: handling, PickUpItem: handling,
        assets.SpendCoins: "propose",
    }  # fmt: skip


@judge
def propose_command(ctx: CampaignContext, command: Propose) -> None:
    """Propose a command for a creature of your own.

    Rule:    BN-CAMP-01
    Refuses: NotYours, NotKnownHere, and the refusals of `propose`
    """
    asked = command.command
    if isinstance(asked, CreateCharacter):
        asked = replace(asked, seat=asked.seat or ctx.seat)
        check_owns(ctx, asked.seat or ctx.seat, "command")
    elif isinstance(asked, WriteBackStory):
        own_draft(ctx, asked.draft)
    else:
        ctx.own(asked.creature, "command")
    propose(ctx, asked)


def acts_for(asked: Proposable) -> str | None:
    """Return the creature that a proposed command acts for, or None if the command creates one."""
    return None if isinstance(asked, CreateCharacter | WriteBackStory) else asked.creature


@follows
def proposals_lapse(ctx: CampaignContext, event: CharacterAssigned) -> None:
    """After a creature is assigned to a seat, decline other seats' proposals for it. Rule: BN-CAMP-167."""
    if ctx.state.form:
        lapse(ctx, PROPOSED, acts_for, character=event.character, seat=event.seat)


@follows
def proposals_of_the_removed(ctx: CampaignContext, event: CharacterRemoved) -> None:
    """After a creature is removed, decline the proposals for it. Rule: BN-CAMP-210."""
    if ctx.state.amended:
        decline_each(
            ctx, lambda one: acts_for(convert(one.command, PROPOSED)) == event.character, reason="the creature is gone"
        )


# ---------------------------------------------------------------- samples


@samples
def _proposals(state: CampaignState, seat: str) -> Samples[Propose]:
    asked: list[Proposable] = [CreateCharacter(sheet=NEW, dice=DICE)]
    asked += [WriteBackStory(draft=draft.id, back_story=STORY) for draft in own_drafts(state, seat)]
    asked += [
        one.command for offered in (offer_followers, offer_dice, assets.offer_spending) for one in offered(state, seat)
    ]
    for who in mine(state, seat):
        asked.append(items.AgreeEquipment(creature=who))
        asked += [kind(creature=who, item=item) for kind in HANDLED for item in items.items_of(state, who)]
        asked += [PickUpItem(creature=who, item=item) for item in some(state.ground)]
    for one in asked:
        yield offer(Propose, command=(one, Field(schema=type(one).__name__)))


STORY: Final = "Born in the cold."
HANDLED: Final = (ReadyItem, StowItem, DropItem)
