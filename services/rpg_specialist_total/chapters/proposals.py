"""Proposals: players ask the Keeper to confirm commands that they may not send directly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

from msgspec import convert
from msgspec.structs import replace

from services.rpg_specialist_total.chapters.ammunition import (
    AmmunitionLeft,
    AmmunitionRecovered,
    RecoverAmmunition,
    batch_of,
    batches,
)
from services.rpg_specialist_total.chapters.attacks import Attack
from services.rpg_specialist_total.chapters.combatants import NEW, CreateCombatant
from services.rpg_specialist_total.chapters.counterspells import CounterByAttack, CounterByShield, ShieldRaised
from services.rpg_specialist_total.chapters.defence import EvasionRolled
from services.rpg_specialist_total.chapters.drugs import TakeDrug
from services.rpg_specialist_total.chapters.energies import RollStatedDefence, StatedDefenceRolled, who_rolls
from services.rpg_specialist_total.chapters.exchanges import ExchangeDropped, ExchangeEnded, NothingToAnswer, step_due
from services.rpg_specialist_total.chapters.outcomes import AttackSettled
from services.rpg_specialist_total.chapters.skills import SkillAction
from services.rpg_specialist_total.chapters.spells import CastProhibitive, HoldSpell, energies_of, prohibitive_spells
from services.rpg_specialist_total.chapters.states import Died
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState
from shared.kernel.campaign.proposals import PlayersMay, decline_each, lapse, propose
from shared.kernel.campaign.roster import CharacterAssigned, CharacterRemoved
from shared.kernel.campaign.samples import mine
from shared.kernel.campaign.seats import check_owns
from shared.kernel.chapter import follows, judge, samples
from shared.kernel.messages import Command
from shared.kernel.samples import Field, Samples, offer

# ---------------------------------------------------------------- commands

Answers: TypeAlias = CounterByAttack | CounterByShield | RollStatedDefence
Proposable: TypeAlias = (
    CreateCombatant | TakeDrug | RecoverAmmunition | CastProhibitive | Attack | HoldSpell | SkillAction | Answers
)


PROPOSED: Final[Any] = Proposable
COUNTERS: Final = (CounterByAttack.__name__, CounterByShield.__name__)
ROLLS: Final = (RollStatedDefence.__name__,)
BOTH: Final = (*COUNTERS, *ROLLS)


class Propose(Command, frozen=True, kw_only=True):
    """Propose a command to the Keeper, who confirms or declines it."""

    counts_as = "aside"

    command: Proposable


# ---------------------------------------------------------------- judgement


def words(state: CampaignState) -> Mapping[type[Command], PlayersMay]:
    """Return, for each command, whether players may send it directly or must propose it. Rule: SC-CAMP-01."""
    may = state.settings.players_may
    return {
        CreateCombatant: may.create_combatants, TakeDrug: may.take_drugs, RecoverAmmunition: may.recover_ammunition,
    }  # fmt: skip


@judge
def propose_command(ctx: CampaignContext, command: Propose) -> None:
    """Propose a command for the player's own combatant.

    Rule:    SC-CAMP-01
    Refuses: NotYours, NotKnownHere, and all refusals of `propose`
    """
    asked = command.command
    if isinstance(asked, CreateCombatant):
        asked = replace(asked, seat=asked.seat or ctx.seat)
        check_owns(ctx, asked.seat or ctx.seat, "command")
    elif isinstance(asked, RecoverAmmunition):
        batch_of(ctx, asked.used)
    elif isinstance(asked, CounterByAttack | CounterByShield | RollStatedDefence):
        check_answers(ctx, asked)
    else:
        ctx.own(asked.attacker if isinstance(asked, Attack) else asked.character, "command")
    propose(ctx, asked)


def check_answers(ctx: CampaignContext, asked: Answers) -> None:
    """Refuse a proposed answer if the current attack expects no such answer from this seat's combatant.

    Rule:    SC-CAMP-08
    Refuses: NothingToAnswer, NotYours
    """
    exchange = ctx.state.exchange
    if exchange is None:
        raise NothingToAnswer(needs="an attack under way", has=step_due(ctx.state), field="command")
    ctx.own(who_rolls(ctx.state, exchange) if isinstance(asked, RollStatedDefence) else exchange.victim, "command")


def actor_of(state: CampaignState, asked: Proposable) -> str | None:
    """Return the combatant that would act in a proposed command, or None if there is none."""
    exchange = state.exchange
    if isinstance(asked, RollStatedDefence):
        return None if exchange is None else who_rolls(state, exchange)
    if isinstance(asked, CounterByAttack | CounterByShield):
        return None if exchange is None else exchange.victim
    if isinstance(asked, CreateCombatant | RecoverAmmunition):
        batch = state.used.get(asked.used) if isinstance(asked, RecoverAmmunition) else None
        return None if batch is None else batch.owner
    return asked.attacker if isinstance(asked, Attack) else asked.character


@follows
def proposals_lapse(ctx: CampaignContext, event: CharacterAssigned) -> None:
    """Decline the proposals for a combatant that the Keeper assigned to another seat. Rule: SC-CAMP-17."""
    if ctx.state.form:
        lapse(ctx, PROPOSED, partial(actor_of, ctx.state), character=event.character, seat=event.seat)


@follows
def answers_lapse(
    ctx: CampaignContext, event: AttackSettled | StatedDefenceRolled | ExchangeEnded | ExchangeDropped
) -> None:
    """Decline the proposed answers to a finished step of an attack, so that they cannot answer a later step.

    Rule:    SC-CAMP-08
    """
    late = ROLLS if isinstance(event, StatedDefenceRolled) else COUNTERS if isinstance(event, AttackSettled) else BOTH
    decline_each(ctx, lambda proposal: proposal.command.get("type") in late, reason="the attack has gone on")


@follows
def counters_lapse(ctx: CampaignContext, event: EvasionRolled | ShieldRaised) -> None:
    """Decline proposed counterspells that can no longer be cast: by attack after an evasion, any after a shield.

    Rule:    SC-CAMP-49
    """
    late = COUNTERS if isinstance(event, ShieldRaised) else COUNTERS[:1]
    if ctx.state.amended:
        decline_each(ctx, lambda proposal: proposal.command.get("type") in late, reason="the attack has gone on")


def is_over(state: CampaignState, asked: Proposable) -> bool:
    """Return whether a proposed command names a batch that is gone, or a combatant that is dead or gone.

    Rule:    SC-CAMP-47
    """
    if isinstance(asked, RecoverAmmunition):
        return asked.used not in state.used
    if isinstance(asked, CreateCombatant | CounterByAttack | CounterByShield | RollStatedDefence):
        return False
    named = {asked.attacker if isinstance(asked, Attack) else asked.character}
    if isinstance(asked, Attack | CastProhibitive):
        named.add(asked.target)
    return any(who not in state.characters or state.characters[who].dead for who in named)


@follows
def proposals_end(
    ctx: CampaignContext, _: Died | CharacterRemoved | AmmunitionRecovered | AmmunitionLeft
) -> None:  # fmt: skip
    """Decline the proposals whose combatant, target or used ammunition is gone. Rule: SC-CAMP-47."""
    if ctx.state.proposals and ctx.state.amended:
        decline_each(ctx, lambda one: is_over(ctx.state, convert(one.command, PROPOSED)), reason="it came too late")


# ---------------------------------------------------------------- samples


@samples
def _proposals(state: CampaignState, seat: str) -> Samples[Propose]:
    asked: tuple[Proposable, ...] = (
        CreateCombatant(sheet=NEW),
        *(TakeDrug(character=who, drug="berserk", tier=1) for who in mine(state, seat)),
        *(RecoverAmmunition(used=used) for used in batches(state, seat)),
        *prohibitive_spells(state, seat),
        *with_dice(state, seat),
    )
    for one in asked:
        yield offer(Propose, command=(one, Field(schema=type(one).__name__)))


def with_dice(state: CampaignState, seat: str) -> Iterator[Proposable]:
    """Yield commands that a player must propose because they add dice that are not on the sheet."""
    yield RollStatedDefence(dice=1)
    for who in mine(state, seat):
        energies = energies_of(state, who, prohibitive=False)[:1]
        yield HoldSpell(character=who, kind="prepared", what="a spell", energies=energies, ap=1, dice=1)
        yield SkillAction(character=who, what="climb", dice=1)
