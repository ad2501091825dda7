"""The house catalogue: a few weapons, components and energies of our own invention, so that one can play at once.

Nothing here is the book's, which prints one weapon only.
"""

from __future__ import annotations

from typing import Final

from services.rpg_specialist_total.catalogue import Bonus, Component, Data, Energy, Shield, SizeCategory, Weapon

HOUSE: Final = Data(
    weapons=(
        Weapon(name="bare hands", reach="unarmed", to_hit=Bonus(dice=3)),
        Weapon(name="long blade", reach="melee", to_hit=Bonus(dice=5)),
        Weapon(name="hatchet", reach="thrown", to_hit=Bonus(dice=4)),
        Weapon(name="hunting bow", reach="projectile", to_hit=Bonus(dice=5), ammunition=True),
    ),
    shields=(Shield(name="round shield", block=Bonus(dice=2)),),
    components=(
        Component(name="Firm Stroke", type="martial", use="attack", damage=Bonus(flat=3)),
        Component(name="Steady Aim", type="martial", use="attack", to_hit=Bonus(dice=1)),
        Component(name="Sweep", type="martial", use="attack", tier="basic", to_hit=Bonus(flat=2)),
        Component(name="Whirlwind", type="martial", use="attack", special=True),
        Component(name="Mobile Attack", type="martial", use="attack", special=True),
        Component(name="Bolt", type="magic", use="attack", mimics="projectile"),
        Component(name="Laying On", type="magic", use="attack", mimics="touch"),
        Component(name="Whisper", type="magic", use="attack"),
        Component(name="Chosen Foe", type="magic", use="attack", selective=True),
        Component(name="Evade", type="martial", use="defence", evade=True),
        Component(name="Shielding", type="martial", use="defence", shielding=True, with_shield=True),
        Component(name="Brace", type="martial", use="defence", mitigation=Bonus(flat=2)),
        Component(name="Catch", type="martial", use="defence", catch=True),
        Component(name="Ward", type="magic", use="defence", with_shield=True),
    ),
    energies=(
        Energy(name="fire", direct_damage=True),
        Energy(name="cold", direct_damage=True),
        Energy(name="electric", direct_damage=True, bypasses_armor=True),
        Energy(name="charm", unblockable=True, touch_only=True, stated_defence="an opposed Charisma check"),
        Energy(name="death", prohibitive=True, damage=Bonus(dice=6)),
        Energy(name="life"),
    ),
    sizes=(
        SizeCategory(name="medium", movement_unit=2),
        SizeCategory(name="large", movement_unit=3),
        SizeCategory(name="huge", movement_unit=5),
    ),
)
