"""A fight from its first declaration to its end: a character, a member of the cast, a beast and a horde."""

from typing import Final

import pytest

from services.bones.chapters.fights.allotting import AllotmentsRevealed
from services.bones.chapters.fights.combat import EndCombat
from services.bones.chapters.fights.declaring import DeclarationsRevealed
from services.bones.chapters.fights.rounds import RoundBegan
from services.bones.chapters.people.characters import CreateCharacter, CreatureAppeared
from services.bones.chapters.people.creatures import SpawnHorde, SpawnSample
from services.bones.chapters.people.items import AgreeEquipment
from services.bones.chapters.rolls.wounds import Died, TakeDamage
from services.bones.state.creatures import Die, Sheet
from shared.kernel.messages import Secret
from tests.bones.arena import Arena, blows, damage_dealt, keep, to
from tests.bones.play import BOB

LEATHER: Final = "Light armor (leather)"


class Woods(Arena):
    """Bob in the woods, with a spear and leather armor, against a mercenary, his wolf, and a swarm of bees."""

    def __init__(self) -> None:
        """Add all creatures as a game master would, and begin the fight."""
        super().__init__()
        dice = tuple(Die(faces=faces) for faces in BOB)
        self.bob = self.add_creature(CreateCharacter(sheet=Sheet(name="Bob"), dice=dice), seat="ann")
        self.do(AgreeEquipment(creature=self.bob, items=("Spear", LEATHER)))
        self.foe = self.add_creature(SpawnSample(sample="Mercenary"))
        self.wolf = self.add_creature(SpawnSample(sample="Wolf"))
        self.bees = self.add_creature(SpawnHorde(threat="Nuisance"))
        self.spear, self.leather = self.item_named(self.bob, "Spear"), self.item_named(self.bob, LEATHER)
        self.begin([self.bob], [self.foe, self.wolf, self.bees])

    def add_creature(self, command: CreateCharacter | SpawnSample | SpawnHorde, *, seat: str = "gm") -> str:
        """Add a creature; return its id."""
        return self.the(CreatureAppeared, command, seat=seat).creature.id

    def wound(self) -> str:
        """Return the only open wound."""
        (found,) = self.state.wounds
        return found


@pytest.mark.rule("BN-CMB-02", "BN-CMB-03", "BN-CMB-08", "BN-CMB-17", "BN-HORDE-01", "BN-HORDE-03", "BN-R-271")
@pytest.mark.rule("BN-R-270", "BN-R-277", "BN-R-278", "BN-R-314", "BN-DMG-01", "BN-DMG-02", "BN-EQ-13")
def test_a_whole_fight() -> None:
    """The fight takes three rounds: all strike, the mercenary falls, and a coup de grace ends it."""
    table = Woods()
    bob, foe, wolf, bees = table.bob, table.foe, table.wolf, table.bees

    # The first round: all declare in secret, and the dice are rolled.
    table.says(bob, weapons=(table.spear,), seat="ann")
    table.says(foe)
    table.says(wolf)
    revealed = table.says(bees, targets=(bob,))[-1]
    assert isinstance(revealed, DeclarationsRevealed)
    assert [bob, foe, wolf, bees] == [one.creature for one in revealed.declarations]
    table.roll(1, 6, 1, 2, 1, 1, 3, 3, 4, 1, 2, 5, 1, 1, 4)

    # The cast allot first, and see no allotment until both have allotted. The horde allots nothing.
    assert ((foe, wolf), (bob,)) == table.combat.groups
    (first,) = table.put(foe, to(bob, 1), to(bob, 2), keep(3), to(bob, 4))
    assert Secret(audience=("gm",), value=table.fighter(foe).allotment) == first.allotment  # type: ignore[attr-defined]
    assert any(isinstance(one, AllotmentsRevealed) for one in table.put(wolf, to(bob, 2)))

    # Bob strikes two of them with his attack successes, and assigns the rest as defence.
    table.put(bob, to(foe, table.spear, 2), to(foe, 4), to(bees, 1), keep(2), keep(3), keep(table.leather), seat="ann")
    assert "defending" == table.combat.stage
    found = table.stand(bob, seat="ann", **{foe.replace("-", "_"): 3})
    assert {
        (foe, bob): (3, 3, 0),
        (wolf, bob): (1, 0, 1),
        (bees, bob): (1, 0, 1),
        (bob, foe): (3, 1, 2),
        (bob, bees): (1, 0, 1),
    } == {(one.attacker, one.target): (one.successes, one.stopped, one.damage) for one in blows(found)}
    assert {bob: 2, foe: 2, bees: 1} == damage_dealt(found)

    # Bob gives up his leather armor and a die for two damage. The others have equal dice, so they have no choice.
    found = table.do(TakeDamage(wound=table.wound(), dice=(4,), items=(table.leather,)), seat="ann")
    assert RoundBegan(round=2) == found[-1]
    assert [(4,), 2, 1] == [table.who(bob).lost, len(table.who(foe).lost), len(table.who(bees).lost)]
    assert table.leather not in table.who(bob).items

    # The second round: the mercenary falls, and the last bee misses.
    table.says(bob, weapons=(table.spear,), seat="ann")
    table.all_fight(wolf, bees)
    table.roll(1, 6, 1, 1, 5, 6)
    table.put(foe)
    found = table.put(bob, to(foe, 1), to(foe, table.spear, 2), keep(2), keep(3), seat="ann")
    assert {foe: 3} == damage_dealt(found)
    assert (True, 1, False, 3) == (
        table.who(foe).down, table.who(foe).beyond, table.who(foe).dead, table.combat.round,
    )  # fmt: skip

    # The third round: the game does not wait for an incapacitated fighter, who dies by a coup de grace.
    table.says(bob, "coup_de_grace", target=foe, seat="ann")
    table.says(wolf, "move")
    table.says(bees, "nothing")
    found = table.roll(2, 1, 1)
    assert Died(creature=foe, cause="coup de grace") in found
    table.do(EndCombat(reason="the wolf runs"))
    assert ((), None, {}) == (table.state.waiting, table.state.combat, table.state.tasks)
    assert ((4,), True) == (table.who(bob).lost, table.who(foe).dead)
