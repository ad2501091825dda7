"""Proposals: what players may do with the Keeper's word only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec.structs import replace

from services.rpg_specialist_total.chapters.ammunition import RecoverAmmunition, batch_of, batches
from services.rpg_specialist_total.chapters.combatants import NEW, CreateCombatant
from services.rpg_specialist_total.chapters.drugs import TakeDrug
from services.rpg_specialist_total.chapters.spells import CastProhibitive, prohibitive_spells
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState
from shared.kernel.campaign.proposals import PlayersMay, propose
from shared.kernel.campaign.samples import mine
from shared.kernel.campaign.seats import check_owns
from shared.kernel.chapter import judge, samples
from shared.kernel.messages import Command
from shared.kernel.samples import Field, Samples, offer

# ---------------------------------------------------------------- commands

Proposable: TypeAlias = CreateCombatant | TakeDrug | RecoverAmmunition | CastProhibitive


class Propose(Command, frozen=True, kw_only=True):
    """Ask the Keeper to let a command be carried out."""

    counts_as = "aside"

    command: Proposable


# ---------------------------------------------------------------- judgement


def words(state: CampaignState) -> Mapping[type[Command], PlayersMay]:
    """Return what players do alone and what they propose, by command. Rule: SC-CAMP-01."""
    may = state.settings.players_may
    return {
        CreateCombatant: may.create_combatants, TakeDrug: may.take_drugs, RecoverAmmunition: may.recover_ammunition,
    }  # fmt: skip


@judge
def propose_command(ctx: CampaignContext, command: Propose) -> None:
    """A player proposes for what is their own. Rule: SC-CAMP-01. Refuses: NotYours, NotKnownHere, as `propose`."""
    asked = command.command
    if isinstance(asked, CreateCombatant):
        asked = replace(asked, seat=asked.seat or ctx.seat)
        check_owns(ctx, asked.seat or ctx.seat, "command")
    elif isinstance(asked, RecoverAmmunition):
        batch_of(ctx, asked.used)
    else:
        ctx.own(asked.character, "command")
    propose(ctx, asked)


# ---------------------------------------------------------------- samples


@samples
def _proposals(state: CampaignState, seat: str) -> Samples[Propose]:
    asked: tuple[Proposable, ...] = (
        CreateCombatant(sheet=NEW),
        *(TakeDrug(character=who, drug="berserk", tier=1) for who in mine(state, seat)),
        *(RecoverAmmunition(used=used) for used in batches(state, seat)),
        *prohibitive_spells(state, seat),
    )
    for one in asked:
        yield offer(Propose, command=(one, Field(schema=type(one).__name__)))
