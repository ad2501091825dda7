"""Forks of a campaign for one seat, which contain only the facts that the seat knows."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from services.bones.chapters.seasons.closing import conceals
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import Combat
from shared.kernel.campaign.dealing import deal_roster
from shared.kernel.campaign.keeping import in_order
from shared.kernel.game_parts import Below, Redealt
from shared.kernel.messages import Seat
from shared.kernel.refusals import NotDealtNow


def deal(state: CampaignState, seat: Seat, below: Below) -> Redealt[CampaignState]:
    """Return a campaign without the facts that are hidden from a seat. For game masters, who know all, nothing changes.

    Prepared creatures stay hidden, and hidden results keep their public part. The fork is refused while a hidden fact
    decides an action in progress, because no other fact can take its place.

    Rule:    AR-FORK-12, AR-FORK-13, AR-FORK-16, BN-R-256
    Refuses: NotDealtNow
    """
    if state.led_by(seat):
        return Redealt(state=state)
    if (hidden := next(_deciding(state, seat), None)) is not None:
        raise NotDealtNow(needs="a version at which nothing hidden decides what is under way", has=hidden, field="at")
    results = {key: one.public_part for key, one in state.results.items()}
    return deal_roster(replace(state, results=results), seat, below)


def _deciding(state: CampaignState, seat: Seat) -> Iterator[str]:
    """Yield the facts that are hidden from a seat and decide what happens next."""
    yield from (f"the hidden parts of {who}" for who in state.closed)
    yield from (f"the hidden terms of {task}" for task in in_order(state.tasks) if state.tasks[task].hidden)
    if state.adventure is not None:
        yield f"the secrets of the adventure {state.adventure.name}"
    if conceals(state):
        yield "outcomes of the season that are not published yet"
    if state.combat is not None:
        yield from _secret_choices(state, state.combat, seat)


def _secret_choices(state: CampaignState, fight: Combat, seat: Seat) -> Iterator[str]:
    """Yield the declarations and allotments of other seats in a fight that are still secret."""
    for who in in_order(fight.fighters):
        one = fight.fighters[who]
        if state.owner(who) != seat and one.declared and not one.shown:
            yield f"the secret declaration of {who}"
        if state.owner(who) != seat and one.allotted and who in fight.allotting:
            yield f"the secret allotment of {who}"
