"""An exchange: one attack and what answers it, step by step."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from services.rpg_specialist_total.catalogue import Mimics, Reach
from services.rpg_specialist_total.state.combatants import Charge, Held, Invested

AttackKind: TypeAlias = Literal["martial", "magic", "skill"]
Step: TypeAlias = Literal["defence", "block", "turning_back", "damage", "mitigation", "energy"]
"""What an exchange waits for: the defence, armor/block, whether the attack is turned back, Luck for damage, Luck for
mitigation, and what becomes of energy. Rule: SC-T-PHASES."""
Outcome: TypeAlias = Literal["missed", "evaded", "glancing", "caught", "countered", "hit"]
Critical: TypeAlias = Literal["critical_success", "critical_failure"]


class Rolled(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A total as it was rolled: its dice, Luck with its flip, what was added, and the percentile that judges it."""

    faces: tuple[int, ...] = ()
    luck: tuple[int, ...] = ()
    lucky: bool | None = None
    modifier: int = 0
    total: int = 0
    percentile: int | None = None
    critical: Critical | None = None


class Added(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the texts of everything used add to a roll together: dice, and a number."""

    dice: int = 0
    flat: int = 0


class Declared(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An attack as it was declared, with all that counts later: what the dice need is worked out once.

    Shape: ap: of the martial and skill components, and of a plain attack; magic_ap: of the magic components.
           damage: added dice and number of weapon and components; larger: categories the target is larger by.
           charge: the energy the weapon carries; charged: the item that holds it; energies: those of a spell;
           prepared: a spell that was paid for before; spell: that spell, as it was held
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


class CastSpell(Struct, frozen=True, kw_only=True):
    """A prohibitive spell as it was cast, with the reason why what it requires was met or not."""

    character: str
    target: str
    energies: tuple[str, ...]
    ap: int
    reason: str


class Counter(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A counterspell against an attack: its energy, its AP, and the dice of a shield with the spell that lasts.

    Shape: rounds: how long a shield lasts that is not instantaneous; spell: the lasting one that is used again
    """

    way: Literal["attack", "shield"]
    energy: str
    ap: int
    block: int = 0
    rounds: int | None = None
    spell: str | None = None


class Defence(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the defender has put up so far. `critical` judges the whole defence. `rolled`: a roll was made.

    Shape: evade_ap, block_ap: AP spent in either step; mitigation: what components add to mitigation
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
        """Return the total defence: of evasion and armor/block what was rolled and has not failed critically.

        Rule: SC-DEF-11, SC-R-22
        """
        rolls = (roll for roll in (self.evasion, self.block) if roll is not None)
        return sum(roll.total for roll in rolls if roll.critical != "critical_failure")


class Paid(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an attack has cost one combatant so far.

    Shape: ap, old: spent, of this round and from before it; lost, old_lost: taken by a critical failure;
           locked: it has locked them
    """

    ap: int = 0
    old: int = 0
    luck: int = 0
    lost: int = 0
    old_lost: int = 0
    locked: bool = False


NOTHING_PAID: Final = Paid()


class Refund(Paid, frozen=True, kw_only=True, omit_defaults=True):
    """What comes back to one combatant of an attack that is dropped."""

    character: str


class Exchange(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An attack under way.

    Shape: met: its energy has reached somebody; left: energies that wait for what becomes of them; acting: those that
           act, if nothing stops them yet; stated: those whose own defence is still asked for; forced: the attacker's
           roll against it; matched: the target is of the kind a charge waits for; used: the batch its ammunition is
           counted with; answered: nothing more counters the energy; portion: the damage is that of a weapon's energy;
           spare: what its mitigation left over, if it was rolled; at_once: a prohibitive spell, against which there is
           no defence but its own; paid: what it has cost, by combatant; failures: the
           critical failures in it
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

    @property
    def hybrid(self) -> bool:
        """Whether energy comes with something else: with a weapon's blow. Rule: SC-HYB-01, SC-MAG-03."""
        return self.declared.kind != "magic" and bool(self.carried)

    @property
    def carried(self) -> tuple[str, ...]:
        """Return the energies that come with the attack: a weapon's, and those of a spell."""
        charge = self.declared.charge
        return tuple(dict.fromkeys((*(() if charge is None else charge.energies), *self.declared.energies)))

    @property
    def victim(self) -> str:
        """Return whom it falls on: the target, or the attacker if it was turned back."""
        return self.declared.attacker if self.returned else self.declared.target
