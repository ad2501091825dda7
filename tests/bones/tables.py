"""Whole campaigns kept in memory, as an honest server would keep them: on the usual readings, and on others."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import msgspec

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
"""A dwarf with Melee on four dice, so that its fifth may be followed by a mastery of it."""
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
"""The alternatives of settings that are more than a word or a number."""
ASIDE: Final = frozenset({"dice.dice_source", "combat.cast_starts"})
"""With faces that are reported nothing is rolled here, and nobody fights a cast that is only prepared."""


def readings() -> dict[str, tuple[Any, ...]]:
    """Return the alternatives of each setting of the parts that are built, as the ledger names them."""
    groups = Settings.__struct_fields__
    found = {
        ruling.setting: SPECIAL.get(ruling.setting, ruling.alternatives)
        for ruling in ledger_of("bones").rulings
        if ruling.configurable and ruling.setting.partition(".")[0] in groups
    }
    return {name: ones for name, ones in found.items() if name not in ASIDE}


def mixed(luck: Random, *, share: float = 0.5) -> Settings:
    """Return settings of which about such a share is read otherwise than usually."""
    groups: dict[str, dict[str, Any]] = {}
    for name, alternatives in sorted(readings().items()):
        group, _, field = name.partition(".")
        if luck.random() < share:
            groups.setdefault(group, {})[field] = luck.choice(alternatives)
    return msgspec.convert(groups, Settings, strict=False)


USUAL: Final = Settings()
UNUSUAL: Final = mixed(Random(1), share=1.0)
"""Each setting as one of its alternatives has it."""


class Journal(kept.Journal[CampaignState]):
    """A campaign for a game master and two players."""

    def __init__(self, chosen: Settings = USUAL, *, seed: int = 1) -> None:
        """Open it; every seed is the number `seed` and those after it."""
        super().__init__(bones, OpenCampaign(seats=SEATS, settings=chosen), seed=seed)

    def party(self) -> tuple[str, str]:
        """Let there be Bob, who is ann's, and a dwarf of bob's, both ready to play, with spiffs."""
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
        """Let a member of the sample cast or a sample beast appear."""
        self.send(SpawnSample(sample=sample, seat=seat))
        return in_order(self.state.characters)[-1]


FOES: Final = ("Fire Drake", "Basilisk", "Manticore", "Barrow Wight", "Wolf", "Cobra", "Ghost", "Harpy")


def begin(seed: int) -> Journal:
    """Open a campaign on some of all readings; two of three are in a fight with cast, a beast and a horde."""
    luck = Random(seed)
    journal = Journal(mixed(luck) if seed > 1 else USUAL, seed=seed)
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
