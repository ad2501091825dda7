"""An exchange: one attack and the answers to it, step by step."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from services.rpg_specialist_total.catalogue import Mimics, Reach
from services.rpg_specialist_total.state.combatants import Charge, Held, Invested

AttackKind: TypeAlias = Literal["martial", "magic", "skill"]
Step: TypeAlias = Literal["defence", "block", "turning_back", "damage", "mitigation", "energy"]
"""The step at which an exchange waits: the defence, armor/block, the choice to turn the attack back, the damage roll,
the mitigation roll, or the effect of energy. Rule: SC-T-PHASES."""
Outcome: TypeAlias = Literal["missed", "evaded", "glancing", "caught", "countered", "hit"]
Critical: TypeAlias = Literal["critical_success", "critical_failure"]


class Rolled(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A rolled total: its dice, its Luck dice and their coin flip, the modifier, and the percentile for criticals.

    The percentile is the face that the dice show, from 1 to 99, or 0 for the face 100.
    """

    only_dice: ClassVar[tuple[str, ...]] = ("percentile",)

    faces: tuple[int, ...] = ()
    luck: tuple[int, ...] = ()
    lucky: bool | None = None
    modifier: int = 0
    total: int = 0
    percentile: int | None = None
    critical: Critical | None = None


class Added(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The sum of all bonuses to a roll: dice, and a number added to the total."""

    dice: int = 0
    flat: int = 0


class Declared(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A declared attack, with all values that its later steps need.

    `ap`: AP of a plain attack and of its martial and skill components. `magic_ap`: AP of its magic components.
    `damage`: bonus of weapon and components. `larger`: size categories by which the target is larger. `charge`: the
    energy in the weapon. `charged`: the item that contains this energy. `energies`: the energies of a spell.
    `prepared`: whether the spell's AP were spent before. `spell`: the prepared spell.
    """

    attacker: str
    target: str
    kind: AttackKind
    ap: int
    magic_ap: int = 0
    components: tuple[Invested, ...] = ()
    weapon: str | None = None
    ammunition: str | None = None
    reach: Reach | None = None
    mimics: Mimics | None = None
    energies: tuple[str, ...] = ()
    charge: Charge | None = None
    charged: str | None = None
    larger: int = 0
    damage: Added = Added()
    prepared: bool = False
    spell: Held | None = None

    def energy_alone(self, *, missile: bool) -> Declared:
        """Return the attack of a weapon's energy, after the weapon's own part. `missile`: it still names the missile.

        Rule:    SC-HYB-04, SC-CAMP-41
        """
        alone = Declared(
            attacker=self.attacker, target=self.target, kind="magic", ap=0, magic_ap=self.magic_ap,
            energies=self.energies,
        )  # fmt: skip
        if not missile:
            return alone
        return replace(alone, weapon=self.weapon, ammunition=self.ammunition, reach=self.reach)


class CastSpell(Struct, frozen=True, kw_only=True):
    """A prohibitive spell that was cast, and the reason why its requirement was met or not."""

    character: str
    target: str
    energies: tuple[str, ...]
    ap: int
    reason: str


class Counter(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A counterspell: its energy and AP, and the block dice of a shield.

    `rounds`: the duration of a lasting shield. `spell`: the lasting shield that is used again.
    """

    way: Literal["attack", "shield"]
    energy: str
    ap: int
    block: int = 0
    rounds: int | None = None
    spell: str | None = None


class Defence(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The defence against an attack so far.

    `critical` is the critical result of the whole defence. `evade_ap` and `block_ap` are the AP spent on evasion and on
    the block. `mitigation` is the mitigation bonus of the components. `catching`: the defender tries to catch the
    missile.
    """

    evasion: Rolled | None = None
    block: Rolled | None = None
    counter: Counter | None = None
    evade_ap: int = 0
    block_ap: int = 0
    components: tuple[str, ...] = ()
    mitigation: Added = Added()
    catching: bool = False
    declined: bool = False
    critical: Critical | None = None

    @property
    def total(self) -> int:
        """Return the defence total: evasion plus armor/block, leaving out a roll that failed critically.

        Rule:    SC-DEF-11, SC-R-22
        """
        found = 0
        for roll in (self.evasion, self.block):
            if roll is not None and roll.critical != "critical_failure":
                found += roll.total
        return found


class Paid(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The costs that one combatant has paid for an attack so far.

    `ap`: the AP of this round that were spent. `old`: the AP from before this round that were spent. `lost`,
    `old_lost`: the same for AP that a critical failure took. `locked`: whether a critical failure has locked its AP.
    """

    ap: int = 0
    old: int = 0
    luck: int = 0
    lost: int = 0
    old_lost: int = 0
    locked: bool = False


NOTHING_PAID: Final = Paid()


class Refund(Paid, frozen=True, kw_only=True, omit_defaults=True):
    """The costs that are returned to one combatant when an attack is dropped."""

    character: str


class Exchange(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An attack in progress.

    `met`: its energy has reached the target. `left`: energies whose effect is undecided. `acting`: energies that
    take effect unless something stops them. `stated`: energies against which a stated defence must still be rolled.
    `forced`: the attacker's roll against such a defence. `matched`: the target is of the kind to which the weapon's
    energy is limited. `used`: the batch of its ammunition. `answered`: no counterspell against the energy is
    possible any more. `portion`: the damage comes from a weapon's energy. `spare`: mitigation left over from an
    earlier roll. `at_once`: a prohibitive spell, against which only its stated defence counts. `paid`: the costs
    that each combatant has paid. `failures`: its critical failures. `raised`, `cancelled`: for each combatant, the id
    of the lasting shield that it raised in this attack, and the lasting shield that ended in it. `failed`: those whose
    AP of the turn a 01 in this attack has taken without locking them.
    """

    id: str
    declared: Declared
    to_hit: Rolled
    step: Step = "defence"
    defence: Defence = Defence()
    outcome: Outcome | None = None
    returned: bool = False
    damage: Rolled | None = None
    mitigation: Rolled | None = None
    dealt: int = 0
    met: bool = False
    left: tuple[str, ...] = ()
    acting: tuple[str, ...] = ()
    stated: tuple[str, ...] = ()
    forced: Rolled | None = None
    matched: bool = False
    answered: bool = False
    portion: bool = False
    spare: int | None = None
    at_once: bool = False
    used: str | None = None
    paid: dict[str, Paid] = {}
    failures: tuple[str, ...] = ()
    raised: dict[str, str] = {}
    cancelled: dict[str, Held] = {}
    failed: tuple[str, ...] = ()

    @property
    def hybrid(self) -> bool:
        """Return whether energy is combined with a physical attack, such as the blow of a charged weapon.

        Rule:    SC-HYB-01, SC-MAG-03
        """
        return self.declared.kind != "magic" and bool(self.carried)

    @property
    def carried(self) -> tuple[str, ...]:
        """Return the energies of the attack: the energies in the weapon, and the energies of a spell."""
        charge = self.declared.charge
        return tuple(dict.fromkeys((*(() if charge is None else charge.energies), *self.declared.energies)))

    @property
    def victim(self) -> str:
        """Return the combatant that the attack affects: the target, or the attacker if it was turned back."""
        return self.declared.attacker if self.returned else self.declared.target
