"""The seats that a campaign waits for: to answer an attack, take a turn, or decide as the Keeper (game master)."""

from __future__ import annotations

from collections.abc import Iterator

from services.rpg_specialist_total.chapters.energies import decision_due, who_rolls
from services.rpg_specialist_total.chapters.exchanges import who_answers
from services.rpg_specialist_total.chapters.skills import may_try, skills_due_in_turn
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.exchange import Exchange
from shared.kernel.campaign.awaited import acting_for, for_proposals, in_fight
from shared.kernel.campaign.order import has_to_roll, tied
from shared.kernel.messages import Seat


def awaits(state: CampaignState) -> Iterator[Seat]:
    """Yield the seats that the campaign waits for.

    While a skill action delays the end of the turn, the campaign waits for the seat whose turn it is only if that seat
    could use another skill.

    Rule: AR-KIND-02, SC-HIT-01, SC-ORD-08, SC-R-76, SC-CAMP-52
    """
    if state.exchange is not None:
        yield from _in_exchange(state, state.exchange)
    elif again := _rolling_again(state):
        yield from acting_for(state, *again)
    elif not (state.skills and _held_up(state)):
        yield from in_fight(state)
    yield from for_proposals(state)
    if state.skills:
        yield from state.game_masters


def _held_up(state: CampaignState) -> bool:
    """Return whether a skill action delays the end of a turn, and the combatant could use no other skill now."""
    return state.turn is not None and bool(skills_due_in_turn(state)) and not may_try(state, state.turn)


def _in_exchange(state: CampaignState, exchange: Exchange) -> Iterator[Seat]:
    """Yield the seats that the current step of an attack waits for.

    Rule: SC-T-PHASES, SC-CHB-04, SC-R-34, SC-R-65, SC-R-75
    """
    if exchange.step != "energy":
        yield from acting_for(state, who_answers(exchange))
        return
    what, said = decision_due(state), state.settings.energy.stated_defence
    if what == "counter":
        yield from acting_for(state, exchange.victim)
    elif what == "stated" and said != "declared":
        yield from acting_for(state, who_rolls(state, exchange))
    else:
        yield from state.game_masters


def _rolling_again(state: CampaignState) -> tuple[str, ...]:
    """Return the players' combatants that tied in the combat order and must roll for it again.

    Rule:    SC-ORD-08, SC-R-08
    """
    if state.fight is None or state.fight.order or has_to_roll(state):
        return ()
    group = next(iter(tied(state)), ())
    return tuple(who for who in group if state.characters[who].player)
