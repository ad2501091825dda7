"""What one seat may see of a campaign."""

from __future__ import annotations

from msgspec import Struct

from services.rpg_boundless.chapters.proposals import asked_in
from services.rpg_boundless.state.campaign import CampaignState, Hits, Prepared, Room
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.state import Proposal
from shared.kernel.messages import Seat

from .forms import (
    form,
    seen_character,
    seen_consequence,
    seen_draft,
    seen_enemy,
    seen_enemy_sheet,
    seen_fight,
    seen_hidden,
    seen_item,
    seen_sheet,
    settings_in_force,
)
from .seen import (
    Chosen,
    SeenCharacter,
    SeenConsequence,
    SeenDraft,
    SeenEnemy,
    SeenFight,
    SeenHidden,
    SeenItem,
    SeenPool,
    SeenPrepared,
    SeenProposal,
    SeenSigns,
    SeenStored,
)


class CampaignView(Struct, frozen=True, kw_only=True):
    """A campaign as a seat sees it; everything in the order in which it was made, and every field always there."""

    title: str | None
    settings: Chosen
    day: int
    characters: tuple[SeenCharacter, ...]
    drafts: tuple[SeenDraft, ...]
    ground: tuple[SeenItem, ...]
    proposals: tuple[SeenProposal, ...]
    consequences: tuple[SeenConsequence, ...]
    criticals: dict[str, str]
    rooms: tuple[Room, ...]
    recoveries: tuple[Hits, ...]
    experiences: tuple[Hits, ...]
    failures: dict[str, tuple[str, ...]]
    enemies: tuple[SeenEnemy, ...]
    stored: tuple[SeenStored, ...]
    prepared: tuple[SeenPrepared, ...]
    signs: tuple[SeenSigns, ...]
    pools: tuple[SeenPool, ...]
    hidden: tuple[SeenHidden, ...]
    fight: SeenFight | None
    rolls: tuple[str, ...]
    tied: tuple[str, ...]
    annulled: dict[str, str]


def view(state: CampaignState, seat: Seat | None) -> CampaignView:
    """Show a campaign to a seat, or to the app (None).

    Rule:    FB-CAMP-09, FB-CAMP-18, FB-CAMP-19, FB-POOL-02
    """
    master = seat is None or seat in state.game_masters
    return CampaignView(
        title=state.title,
        settings=settings_in_force(state.settings),
        day=state.day,
        characters=tuple(seen_character(state, state.characters[one]) for one in in_order(state.characters)),
        drafts=tuple(seen_draft(state.drafts[one]) for one in in_order(state.drafts)),
        ground=tuple(seen_item(state.ground[one]) for one in in_order(state.ground)),
        proposals=tuple(_proposal(state.proposals[one]) for one in in_order(state.proposals)),
        consequences=tuple(seen_consequence(state.consequences[one]) for one in in_order(state.consequences)),
        criticals=state.criticals,
        rooms=tuple(state.rooms[one] for one in in_order(state.rooms)),
        recoveries=tuple(state.recoveries[one] for one in in_order(state.recoveries)),
        experiences=tuple(state.experiences[one] for one in in_order(state.experiences)),
        failures=state.failures,
        enemies=tuple(seen_enemy(state.enemies[one], master=master) for one in in_order(state.enemies)),
        stored=_stored(state, master=master),
        prepared=tuple(_prepared(state.prepared[one], master=master) for one in in_order(state.prepared)),
        signs=_signs(state, master=master),
        pools=tuple(form(SeenPool, state.pools[one]) for one in in_order(state.pools)),
        hidden=tuple(seen_hidden(state.hidden[one], master=master) for one in in_order(state.hidden)),
        fight=seen_fight(state),
        rolls=state.rolls,
        tied=state.tied,
        annulled=state.annulled,
    )


def _proposal(proposal: Proposal) -> SeenProposal:
    return SeenProposal(id=proposal.id, seat=proposal.seat, command=asked_in(proposal))


def _prepared(prepared: Prepared, *, master: bool) -> SeenPrepared:
    """Rule: FB-CAMP-09."""
    if not (master or prepared.revealed):
        return SeenPrepared(id=prepared.id, revealed=False, what=None, enemies=None)
    return form(SeenPrepared, prepared)


def _signs(state: CampaignState, *, master: bool) -> tuple[SeenSigns, ...]:
    """Rule: FB-ENC-09."""
    found = (state.signs[one] for one in in_order(state.signs))
    return tuple(SeenSigns(id=one.id, prepared=one.prepared if master else None) for one in found)


def _stored(state: CampaignState, *, master: bool) -> tuple[SeenStored, ...]:
    """Rule: FB-CAMP-09, FB-CAMP-10."""
    everything = in_order((*state.stored_enemies, *state.stored_items))
    if not master:
        return tuple(SeenStored(id=one, enemy=None, item=None) for one in everything)
    items = {one: seen_sheet(sheet) for one, sheet in state.stored_items.items() if sheet is not None}
    return tuple(
        SeenStored(id=one, enemy=seen_enemy_sheet(state.stored_enemies.get(one)), item=items.get(one))
        for one in everything
    )
