"""Random campaigns, played from the list of legal commands under three combinations of settings."""

from typing import Final

from services.rpg_boundless.chapters.characters import CreateCharacter
from services.rpg_boundless.game import campaign
from services.rpg_boundless.settings import Settings
from services.rpg_boundless.state.sheets import Scores
from shared.kernel.messages import Command
from tests.rpg_boundless.journal import Journal, picked
from tests.rpg_boundless.play import BOW, ROPE, SWORD, allowed_of, settings
from tests.support.campaigns import Choose

USUAL: Final = Settings()
UNUSUAL: Final = settings(
    creation={"rolled_cap": 3},
    stamina={"maximum": 3, "spend_on": "check+critical_save"},
    hp={"follows_strength": True},
    slots={"full_effect": "once"},
    conditions={"overflow": "refuse", "repeat": "ignore", "auto_bad_position": True},
    position={"extra_rolls": "all_hit_rolls"},
    critical_save={"default_attribute": "willpower"},
    dying={"clock": "pool_2d", "help": "standing"},
    initiative={"enemies": "fixed_value", "tie": "declared"},
    armor={"worn_max": 2},
    recovery={"refill": "one_point"},
    experience={"raise_current_hp": True, "compare": "maximum"},
    spells={"reset_on": "long_rest", "save_against_strain": False},
    fortune={"tie": "reroll", "free_dice": "never"},
    keepsake={"slots": 1},
    attack={"attribute_override": "never"},
    enemies={"armor": True},
    combat={"player_against_player": "opposed_fortune_roll", "rest": "action", "gear": "free", "help": "anyone"},
    saves={"answer": "before_rest"},
    wounded={"ends": "everything"},
    items={"weapon_damage": 6, "armor_hp": 5, "new_armor": "made_up", "petty_gear": True},
    players={"characters": 2},
)
OTHER: Final = settings(
    initiative={"tie": "reroll"},
    combat={"player_against_player": "refuse", "rest": "action"},
    wounded={"ends": "never"},
    players_may={"take_items": "propose", "clear_conditions": "propose", "rest": "propose"},
)
CAMPAIGNS: Final = (USUAL, UNUSUAL, OTHER)
SEATS: Final = ("gm", "ann", "bob")


def open_campaign(chosen: Settings, seed: int) -> Journal:
    """Open a campaign with a character for each player."""
    journal = Journal(chosen, seed=seed)
    for seat in ("ann", "bob"):
        scores = Scores(strength=1, dexterity=1, willpower=2)
        made = CreateCharacter(name=seat, points=scores, items=(SWORD, BOW, ROPE), keepsake="coin")
        journal.send(made, seat)
    return journal


def step(journal: Journal, seat: str, choose: Choose) -> Command:
    """Send a random legal command for a seat; every command type is equally likely."""
    kinds = list(campaign.commands)
    role = journal.stream.seats[seat].role
    while True:
        kind = kinds.pop(choose(len(kinds)))
        if kind.needs_role == "gm" and role != "gm":
            continue
        ones = allowed_of(journal.state, seat, kind)
        if ones:
            break
    command = picked(ones[choose(len(ones))], choose)
    journal.send(command, seat)
    return command
