"""Whole campaigns in memory, with three combinations of settings, and combatants for them."""

from __future__ import annotations

from typing import Final

from services.rpg_specialist_total.catalogue import Data, Energy, Weapon
from services.rpg_specialist_total.chapters.campaign import LoadData, OpenCampaign
from services.rpg_specialist_total.chapters.combatants import CreateCombatant
from services.rpg_specialist_total.game import combat
from services.rpg_specialist_total.settings import Settings
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.combatants import NewItem, Sheet
from shared.kernel.campaign.fights import StartFight
from shared.kernel.campaign.keeping import in_order
from shared.kernel.game import SeatAsk
from tests.rpg_specialist_total.play import settings, training_with
from tests.support import journal as kept

SEATS: Final = (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"), SeatAsk(seat="bob"))
USUAL: Final = settings(vitality={"points_per_rank": 5})
BY_STEPS: Final = settings(
    vitality={"points_per_rank": 5}, ap={"outside_fights": "unlimited"}, attack={"steps": "each"},
    players_may={"add_dice": "alone"},
)  # fmt: skip
"""The settings of campaigns in which each step of an attack needs its own command."""
UNUSUAL: Final = settings(
    combat={"first_round_defence": True, "order_mode": "fixed", "tier_caps": True},
    ap={"expiry": "next_turn_start", "extra_movement_cost": 2, "outside_fights": "keepers_round"},
    luck={"cap": "points_held", "order_roll": "flat_points", "points_source": "daily_d10"},
    attack={"tie_total_defence": "glancing", "steps": "each"},
    defence={"block_dice_from_armor": True, "evade_dice_per_ap": 2, "unarmored_needs_no_armor": True},
    mitigation={"ap_counted": "block_only", "equal": "glancing"},
    totals={"floor": "none"},
    size={"progression": "linear"},
    critical={
        "source": "first_two_dice", "defence_percentiles": "each_roll", "ap_lock": "until_next_round",
        "failed_defence_mitigation": False,
    },
    counterattack={"size_modifier": "none", "energy": "stays"},
    counterspell={
        "failed_attack_mitigation": "full", "shield_after_success": "persists", "charged_weapons": True,
        "mixed_energies": "opposed_only",
    },
    energy={
        "bypass_default": False, "touch_on_glancing": False, "stated_defence": "declared", "mitigation": "roll_each",
        "opposites": [["fire", "cold"], ["life", "death"]],
    },
    dying={"starts": "keeper_declared", "attempts_per_round": "per_ap", "loss_at": "round_start",
           "healing_stabilises": "any"},
    berserk={"coup_de_grace": True, "defence": "rolls_with_penalty", "plain_attack": False},
    vitality={"points_per_rank": 10},
    drug={"temporary_first": False, "dose_stacking": "sum", "take_cost": 1},
    stupor={"effect": "as_unconscious"},
    ammunition={"recovery": "roll_each_d10"},
    movement={"mobile_by_kind": False},
    skill={"resolution": "total_at_least"},
    magic={"unmimicked_defence": "physical"},
    players={"combatants": 3, "luck": 6, "experience": 12},
)  # fmt: skip
OTHER: Final = settings(
    luck={"cap": "3"},
    ap={"outside_fights": "unlimited"},
    totals={"floor": "all"},
    critical={"source": "off"},
    counterspell={"failed_attack_mitigation": "none"},
    dying={"loss_at": "round_end"},
    combat={"first_round_passive_defence": False},
    vitality={"points_per_rank": 5},
    ammunition={"recovery": "floor"},
    combatants={"non_player_states": "out_at_zero"},
    players_may={
        "create_combatants": "propose",
        "take_drugs": "propose",
        "recover_ammunition": "alone",
        "add_dice": "alone",
    },
)
CAMPAIGNS: Final = (USUAL, UNUSUAL, OTHER)

MARTIAL: Final = Sheet(
    name="Ash", speed_rating=4, speed_score=40, vitality=40, fatigue=20, endurance=20, stamina=45, armor="medium",
    weapon_training=training_with({"long blade": 1, "hunting bow": 0, "hatchet": 0}), evasion_training=1, block=1,
    berserk_training=1,
    components=("Firm Stroke", "Steady Aim", "Sweep", "Evade", "Shielding", "Brace", "Catch"),
    actions=("Whirlwind", "Mobile Attack", "Quick Load"),
)  # fmt: skip
MAGIC: Final = Sheet(
    name="Birch", speed_rating=4, speed_score=40, vitality=30, fatigue=25, endurance=15, stamina=60, armor="light",
    weapon_training=training_with({"bare hands": 0}), unarmored_training=2, meginserk_training=1,
    components=("Bolt", "Laying On", "Whisper", "Chosen Foe", "Evade", "Ward"),
    energies=("fire", "cold", "electric", "charm", "death", "life"),
)  # fmt: skip
OGRE: Final = Sheet(
    name="Ogre", speed_rating=3, size="large", vitality=60, fatigue=30, endurance=10, stamina=20, block=1,
    weapon_training=training_with({"hatchet": 0, "long blade": 0}), components=("Sweep", "Brace", "Bolt"),
    energies=("cold",),
)  # fmt: skip


def things(*names: str) -> tuple[NewItem, ...]:
    """Return new items that are ready: weapons, shields or arrows."""
    return tuple(
        NewItem(kind="shield", name=name, ready=True)
        if name == "round shield"
        else NewItem(kind="ammunition", name=name, number=20, ready=True)
        if name == "arrow"
        else NewItem(kind="weapon", name=name, ready=True)
        for name in names
    )


class Journal(kept.Journal[CampaignState]):
    """The journal of a test campaign with the built-in catalogue, a Keeper and two players."""

    def __init__(self, chosen: Settings = USUAL, *, seed: int = 1) -> None:
        """Open the campaign. Its seeds are `seed` + 1, `seed` + 2 and so on."""
        super().__init__(combat, OpenCampaign(seats=SEATS, settings=chosen, catalogue="house"), seed=seed)

    def three(self) -> tuple[str, str, str]:
        """Create a fighter of Ann's, a mage of Bob's, and an ogre; return their ids."""
        kit = things("long blade", "hunting bow", "hatchet", "round shield", "arrow")
        self.send(CreateCombatant(sheet=MARTIAL, seat="ann", luck=6, experience=12, items=kit))
        self.send(CreateCombatant(sheet=MAGIC, seat="bob", luck=6, items=things("bare hands", "long blade")))
        self.send(CreateCombatant(sheet=OGRE, luck=3, items=things("hatchet", "long blade")))
        ash, birch, ogre = in_order(self.state.characters)
        return ash, birch, ogre


def item(journal: Journal, who: str, name: str) -> str:
    """Return the id of a combatant's item by its name."""
    return next(one.id for one in journal.state.characters[who].items.values() if one.name == name)


def begin(seed: int) -> Journal:
    """Open a campaign. `seed` selects one of several settings, and an odd seed starts a fight."""
    journal = Journal(CAMPAIGNS[seed % len(CAMPAIGNS)], seed=seed)
    journal.send(
        LoadData(
            data=Data(weapons=(Weapon(name="club", reach="melee"),), energies=(Energy(name="sleep", touch_only=True),))
        )
    )  # fmt: skip
    three = journal.three()
    if seed % 2:
        journal.send(StartFight(participants=three))
    return journal
