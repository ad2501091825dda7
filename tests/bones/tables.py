"""Whole campaigns, kept in memory as a server would keep them, with default settings or other ones."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from services.bones.catalogue import Run
from services.bones.chapters.fights.combat import Entrant, StartCombat
from services.bones.chapters.people.campaign import OpenCampaign
from services.bones.chapters.people.characters import CreateCharacter
from services.bones.chapters.people.creatures import BuildCreature, SpawnHorde, SpawnSample
from services.bones.chapters.people.items import AgreeEquipment
from services.bones.chapters.rolls.spiffs import AwardSpiffs
from services.bones.chapters.seasons.sessions import RecordSession
from services.bones.game import bones
from services.bones.settings import Settings
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Die, NewCreature, Sheet
from shared.kernel.campaign.keeping import in_order
from shared.kernel.game import SeatAsk
from shared.platform.ledger import ledger_of
from tests.bones.play import BOB
from tests.support import journal as kept

SEATS: Final = (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"), SeatAsk(seat="bob"))
GRUMPY: Final = (
    ("Universal", "Racial:Dwarf", "Melee", "Melee", "Defend", "Craft"),
    ("Universal", "Racial:Dwarf", "Melee", "Outdoorsman", "Social", "Maneuver"),
    ("Universal", "Racial:Dwarf", "Melee", "Stealth", "Thief", "Perception"),
    ("Universal", "Racial:Dwarf", "Melee", "Riding", "Unarmed", "Defend"),
)
"""A dwarf with Melee on four dice, so that its mastery may be placed on the fifth."""
MASTER: Final = NewCreature(
    name="Master",
    dice=(
        Run(n=2, die="Fighter"), Run(n=2, die="Killer"),
        Run(n=1, faces=("Universal", "Physical", "Melee:Riposte", "Defend", "Social", "Maneuver")),
    ),
    items=("One-handed melee (sword, mace, club, battle ax)", "Full shield", "Medium armor (chain)"),
)  # fmt: skip
SPECIAL: Final[dict[str, tuple[Any, ...]]] = {
    "dice.poison_intensities": ({"weak": 1, "average": 2, "strong": 4},),
    "combat.allocation_priority": (["on_foot", "prone", "cast"],),
    "beasts.hoar_frost_ignores": (["armor_defend"],),
    "beasts.default_horse_dice": (["Herbivore", "Herbivore"],),
}
"""Alternative values of settings that are structs."""
ASIDE: Final = frozenset({"dice.dice_source", "combat.cast_starts", "combat.round_rolled_by"})
"""Settings that `mixed` leaves at their defaults.

With reported dice the server rolls nothing. A prepared cast does not fight. The recorded sessions were opened
when only the game master could roll a round.
"""


def readings() -> dict[str, tuple[Any, ...]]:
    """Return the alternative values of each setting, as the ledger lists them."""
    groups = Settings.__struct_fields__
    found = {
        ruling.setting: SPECIAL.get(ruling.setting, ruling.alternatives)
        for ruling in ledger_of("bones").rulings
        if ruling.configurable and ruling.setting.partition(".")[0] in groups
    }
    return {name: ones for name, ones in found.items() if name not in ASIDE}


def random_settings(luck: Random, *, share: float = 0.5) -> Settings:
    """Return random settings. Each setting differs from its default with the probability `share`."""
    groups: dict[str, dict[str, Any]] = {}
    for name, alternatives in sorted(readings().items()):
        group, _, field = name.partition(".")
        if luck.random() < share:
            groups.setdefault(group, {})[field] = luck.choice(alternatives)
    return msgspec.convert(groups, Settings, strict=False)


USUAL: Final = Settings()
UNUSUAL: Final = random_settings(Random(1), share=1.0)
"""One value other than the default for each setting."""


class Journal(kept.Journal[CampaignState]):
    """A campaign with a game master and two players, kept in memory."""

    def __init__(self, chosen: Settings = USUAL, *, seed: int = 1) -> None:
        """Open the campaign. Its seeds are `seed` + 1, `seed` + 2 and so on."""
        super().__init__(bones, OpenCampaign(seats=SEATS, settings=chosen), seed=seed)

    def party(self) -> tuple[str, str]:
        """Add Bob for seat ann and a dwarf for seat bob, with spiffs; both are ready to play."""
        for seat, name, race, dice, things in (
            ("ann", "Bob", "Human", BOB, ("Short bow / light crossbow", "Light armor (leather)", "Dagger / knife")),
            ("bob", "Grumpy", "Dwarf", GRUMPY, ("Spear", "Buckler", "Medium armor (chain)", "Sling")),
        ):
            made = tuple(Die(faces=faces) for faces in dice)
            self.send(CreateCharacter(sheet=Sheet(name=name, race=race), dice=made), seat)
            who = in_order(self.state.characters)[-1]
            self.send(AgreeEquipment(creature=who, items=things, coins=20))
            self.send(AwardSpiffs(creature=who, deed="campaign help", count=3))
        one, other = in_order(self.state.characters)
        return one, other

    def spawn(self, sample: str, seat: str = "gm") -> str:
        """Add a creature of the sample cast or a sample beast."""
        self.send(SpawnSample(sample=sample, seat=seat))
        return in_order(self.state.characters)[-1]


FOES: Final = ("Fire Drake", "Basilisk", "Manticore", "Barrow Wight", "Wolf", "Cobra", "Ghost", "Harpy")


def begin(seed: int) -> Journal:
    """Open a campaign with random settings.

    Two campaigns in three have a fight with members of the cast, a beast and a horde. In half of the campaigns, players
    may roll the dice of a round.
    """
    luck = Random(seed)
    chosen = random_settings(luck) if seed > 1 else USUAL
    if seed % 2 == 0:
        chosen = replace(chosen, combat=replace(chosen.combat, round_rolled_by="fighters"))
    journal = Journal(chosen, seed=seed)
    party = journal.party()
    journal.send(BuildCreature(creature=MASTER))
    journal.spawn(luck.choice(FOES))
    journal.send(SpawnHorde(threat=luck.choice(("Nuisance", "Threatening", "Deadly"))))
    for _ in range(luck.randrange(8)):
        journal.send(RecordSession(creatures=party))
    if seed % 3:
        foes = in_order(journal.state.characters)[2:]
        fighters = [Entrant(creature=who, side="party") for who in party]
        fighters += [Entrant(creature=who, side="foes") for who in foes]
        journal.send(StartCombat(fighters=tuple(fighters)))
    return journal
