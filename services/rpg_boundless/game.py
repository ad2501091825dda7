"""The game Boundless: its chapters, in the order of the import contract, and the checks of every command."""

from __future__ import annotations

from typing import Final

from services.rpg_boundless.awaits import awaits, owes
from services.rpg_boundless.chapters import (
    annulments,
    armor,
    attacks,
    characters,
    checks,
    conditions,
    damage,
    dice,
    encounters,
    enemies,
    fights,
    fortune,
    items,
    naming,
    overrides,
    pools,
    proposals,
    recovery,
    running_out,
    saves,
    seats,
    spells,
    turns,
)
from services.rpg_boundless.context import CampaignContext
from services.rpg_boundless.dealing import deal
from services.rpg_boundless.state.campaign import CampaignState
from services.rpg_boundless.views import view
from shared.kernel.campaign import goals, house, opening
from shared.kernel.campaign import proposals as shared_proposals
from shared.kernel.campaign import seats as shared_seats
from shared.kernel.campaign.authority import game_masters, last_id
from shared.kernel.game import Deciding, Documentation, Game
from shared.kernel.game_parts import Forking, Secrecy, Storage, Timing, Undoing
from shared.kernel.messages import Command

FACES: Final = (
    "Of an opposed roll: the dice of the first side, then those of the second, and both again after a tie. "
    "Of a rolled character: 4 dice each for Strength, Dexterity and Willpower. Of a round: one die for each who rolls "
    "initiative, in the order in which they joined the fight, then the dice of those tied."
)
SEATS: Final = [{"seat": "gm", "role": "gm"}, {"seat": "player-1"}, {"seat": "player-2"}]
ITEMS: Final = [{"name": "sword", "weapon": {"damage": 2}}, {"name": "rope"}, {"name": "lamp"}]
POINTS: Final = {"strength": 2, "dexterity": 1, "willpower": 1}
HERO: Final = {"type": "CreateCharacter", "name": "Ash", "points": POINTS, "items": ITEMS, "keepsake": "coin"}


def before(_: CampaignContext, command: Command) -> None:
    """Refuse a command that contains a blank text. Refuses: TextIsBlank."""
    shared_seats.check_readable(command)


def after(ctx: CampaignContext, _: Command) -> None:
    """After every command, heal the wounded characters that have recovered everything that they lost.

    Rule: FB-CRIT-10.
    """
    recovery.heal_wounds(ctx)


def has_hidden_draws(state: CampaignState) -> bool:
    """Return whether a command may depend on facts about enemies or rolls that players do not see. Rule: FB-CAMP-09."""
    return bool(state.hidden) or any(not (enemy.revealed or enemy.out) for enemy in state.enemies.values())


campaign: Final = Game[CampaignState](
    service="rpg_boundless",
    kind="campaign",
    plural="campaigns",
    state=CampaignState,
    chapters=(
        shared_seats, opening, seats, dice, turns, items, armor, conditions, characters, pools, damage, saves,
        checks, recovery, enemies, spells, fortune, attacks, fights, encounters, running_out,
        naming, annulments, overrides, proposals, shared_proposals, house,
    ),
    view=view,
    deciding=Deciding(context=CampaignContext, before=before, after=after, wrong_role=shared_seats.WRONG_ROLE),
    secrecy=Secrecy(audience=game_masters, has_hidden_draws=has_hidden_draws),
    timing=Timing(awaits=awaits),
    house=house.fighters(CampaignState.stands, owes),
    storage=Storage(form=2, last_id=last_id),
    undoing=Undoing(default="own until known", only_grow=("made",)),
    forking=Forking(deal=deal, goals=goals.win_the_fight(CampaignState.stands)),
    documentation=Documentation(
        about_faces=FACES,
        about="Campaigns of Boundless: characters, Checks and Saves, fights, Pools.",
        openings={"a campaign for two players": {"type": "OpenCampaign", "seats": SEATS}},
        examples={"a character": {"command": HERO}},
    ),
)  # fmt: skip
