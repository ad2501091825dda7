"""Combatants: their sheets, the items that they carry, and their health states."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from services.rpg_specialist_total.catalogue import ActionPoints, Armor, Dice, Drug, Mode, Points
from shared.kernel.messages import Line

MAX_SPEED_RATING: Final = 50
Names: TypeAlias = Annotated[tuple[Line, ...], Meta(max_length=100)]
Score: TypeAlias = Annotated[int, Meta(ge=0, le=10_000)]
Health: TypeAlias = Literal["well", "unconscious", "dying", "dead"]
"""The health states from mild to severe. A combatant shows the most severe state that applies. Rule: SC-STATE-01."""
Lasting: TypeAlias = Literal["concentration", "prepared", "shield"]


class Trained(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Training with the weapon of exactly this name, and the dice that it adds, if any."""

    weapon: Line
    dice: Dice = 0


class Sheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The character sheet of a combatant.

    `block` is the number of its armor/block dice, without those of shields and components.

    Rule:    SC-R-84
    """

    name: Line
    speed_rating: Annotated[int, Meta(ge=0, le=MAX_SPEED_RATING)]
    speed_score: Score | None = None
    size: Line = "medium"
    vitality: Annotated[int, Meta(ge=1, le=10_000)]
    fatigue: Annotated[int, Meta(ge=1, le=10_000)]
    endurance: Score | None = None
    stamina: Annotated[int, Meta(ge=0, le=100)] | None = None
    armor: Armor = "none"
    evasion_training: Dice = 0
    unarmored_training: Dice = 0
    block: Dice = 0
    weapon_training: Annotated[tuple[Trained, ...], Meta(max_length=100)] = ()
    berserk_training: Dice = 0
    meginserk_training: Dice = 0
    components: Names = ()
    actions: Names = ()
    energies: Names = ()


class Charge(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The energy in a weapon: how and by whom it was put there, its AP, and the kind of target to which it is limited.

    Rule:    SC-CHG-01, SC-CHB-04, SC-R-94
    """

    mode: Mode
    energies: tuple[str, ...]
    ap: int
    by: str
    selective: str | None = None


class Carried(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An item of a combatant: a weapon, a shield, or a stack of ammunition."""

    id: str
    kind: Literal["weapon", "shield", "ammunition"]
    name: str
    number: int = 1
    ready: bool = False
    charge: Charge | None = None


class Dosed(Struct, frozen=True, kw_only=True):
    """A drug that is active in a combatant. Rule: SC-DRUG-02."""

    drug: Drug
    tier: int


class Ongoing(Struct, frozen=True, kw_only=True):
    """A continuing effect, and the points that it costs each round. Rule: SC-DYING-03, SC-R-81."""

    id: str
    source: str
    amount: int


class Held(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A lasting spell: one maintained by concentration, one prepared for later, or a shield of energy.

    `dice`: the to-hit dice of a prepared spell, or the block dice of a shield. `rounds`: the rounds that are left,
    or None if the duration is not fixed.
    """

    id: str
    kind: Lasting
    what: str
    energies: tuple[str, ...] = ()
    components: tuple[str, ...] = ()
    ap: int = 0
    dice: int = 0
    rounds: int | None = None


class Combatant(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The current state of a creature that fights. Temporary points are counted separately from natural ones.

    `stable`: it has stabilised and loses no more points. `falling`: the Keeper has declared it dying. `spent`: the
    AP that it has used outside fights in the Keeper's current round.
    """

    id: str
    seat: str
    player: bool
    sheet: Sheet
    vitality: int
    fatigue: int
    luck: int = 0
    experience: int = 0
    temporary: int = 0
    items: dict[str, Carried] = {}
    dosed: Dosed | None = None
    stable: bool = False
    falling: bool = False
    dead: bool = False
    coma: bool = False
    stupor: bool = False
    ongoing: dict[str, Ongoing] = {}
    spells: dict[str, Held] = {}
    spent: int = 0

    @property
    def ap_a_round(self) -> int:
        """Return the number of AP that the combatant gets each round, in a fight or outside one.

        Rule: SC-AP-02, SC-BER-03, SC-MEG-03, SC-R-95.
        """
        return self.sheet.speed_rating + (0 if self.dosed is None else self.dosed.tier)

    @property
    def speed_score(self) -> int:
        """Return the Speed score, or the Speed Rating if no score was given. Rule: SC-R-04."""
        return self.sheet.speed_rating if self.sheet.speed_score is None else self.sheet.speed_score

    @property
    def standing(self) -> int:
        """Return the Vitality, including temporary points, that decides whether the combatant is unconscious or dead.

        Rule:    SC-R-46
        """
        return self.vitality + self.temporary


class NewItem(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An item with which a combatant starts, or that the Keeper gives it."""

    kind: Literal["weapon", "shield", "ammunition"]
    name: Line
    number: Annotated[int, Meta(ge=1, le=1000)] = 1
    ready: bool = False


class Prepared(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A combatant that the Keeper has prepared, hidden from the players until it appears."""

    sheet: Sheet
    luck: Points = 0
    experience: Points = 0
    items: Annotated[tuple[NewItem, ...], Meta(max_length=40)] = ()


class Invested(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A component and the AP put into it."""

    name: Line
    ap: ActionPoints


Investments: TypeAlias = Annotated[tuple[Invested, ...], Meta(max_length=20)]
