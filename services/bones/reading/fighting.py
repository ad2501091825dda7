"""The uses of a fighter's faces: for attack or defence, in melee or at range. A `Way` is one way to read a face."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import replace

from services.bones.catalogue import ABILITIES, MASTERY
from services.bones.faces import Part, parts
from services.bones.reading import owned, pools, races
from services.bones.reading.casting_in_fights import casts, fighter_read, kind_of, mixes, roll_read, stays
from services.bones.reading.second_weapons import idle
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import COUNT, RoundMagic
from services.bones.state.creatures import Creature, Item
from services.bones.state.rolls import Roll, Shown
from shared.kernel.lasting import Lasting, once
from shared.kernel.readings import reading, reading_of

Kind: TypeAlias = Literal["melee", "missile"]
Rider: TypeAlias = Literal["poison", "flaming"]
Scope: TypeAlias = Literal["", "melee", "missile", "any"]

BONUS: Final = "bonus"
"""The name under which bought, received and automatic successes are allotted. Rule: BN-R-274."""
WEAPONS: Final = ("melee weapon", "missile weapon")
RIDERS: Final[dict[str, Rider]] = {"FireBreathing": "flaming", "PoisonAttack": "poison"}
"""Abilities that attack, each with the hindering die that a damaged target receives."""
DEFENDING: Final = ("FearCaster", "HoarFrost", "Prickly")
"""Independent abilities whose icon also counts as one Defend. Source: BN-ABIL-01, BN-ABIL-04, BN-ABIL-08."""


class Gives(Struct, frozen=True, kw_only=True, omit_defaults=True, cache_hash=True):
    """A number of successes, with the kind of attack that they may make and the kind that they may stop.

    Shape: capped: whether they count against the cap of Unarmed or magic; rider: the hindering die for a damaged target
    """

    count: int
    attack: Scope = ""
    defend: Scope = ""
    capped: bool = False
    rider: Rider | None = None


class Way(Lasting, frozen=True, kw_only=True, omit_defaults=True, cache_hash=True):
    """One way to read a face in a fight: the successes that it gives, and its other effects.

    Shape: aims: how many times it cancels 40% of cover; sees: how many times it counts as Night Vision; ability: the
           independent ability that it triggers; works: how many times it triggers the ability
    """

    gives: tuple[Gives, ...] = ()
    aims: int = 0
    sees: int = 0
    ability: str | None = None
    works: int = 0

    @once
    def count(self) -> int:
        """Return the number of successes that this way gives."""
        return sum(map(COUNT, self.gives))

    @property
    def works_alone(self) -> bool:
        """Return whether this way has an effect even if nothing is allotted to attack or defence."""
        return self.ability is not None or self.sees > 0 or any(one.rider and not one.count for one in self.gives)

    @once
    def free(self) -> int:
        """Return how many successes of this way do not count against a cap."""
        return sum(one.count for one in self.gives if not one.capped)


@reading
def weapons(state: CampaignState, who: str) -> tuple[Item, ...]:
    """Return the weapons that a fighter declared and still has. Rule: BN-CMB-10, BN-R-265."""
    items, named = state.characters[who].items, state.declaration_of(who).weapons
    return tuple([items[one] for one in named if one in items and items[one].group in WEAPONS])


def uses_unarmed(state: CampaignState, who: str) -> bool:
    """Return whether a fighter declared the Unarmed skill for its roll. Rule: BN-R-011."""
    return state.declaration_of(who).unarmed and state.settings.combat.unarmed_roll == "one_skill"


@reading_of(fighter_read)
def kinds(state: CampaignState, who: str) -> tuple[Kind, ...]:
    """Return the kinds of attack that a fighter may choose from. A fighter makes one kind of attack in a round.

    The first weapon decides, and a throwing weapon allows both kinds. Without a weapon, the kind is melee. Beasts make
    missile attacks if a die has Missile icons, and so does any creature whose poison or fire counts as missiles. For a
    caster, the magic decides instead.

    Rule: BN-MAGC-06, BN-R-264, BN-R-108, BN-R-118, BN-R-159, BN-R-266, BN-CAMP-66
    """
    if magic := casts(state, who):
        own = _kinds(state, who) if mixes(state) else ()
        return tuple(one for one in get_args(Kind) if one in own or one == kind_of(state, magic))
    return _kinds(state, who)


def _kinds(state: CampaignState, who: str) -> tuple[Kind, ...]:
    armed, one = weapons(state, who), state.characters[who]
    if not armed and uses_unarmed(state, who):
        return ("melee",)
    bare = not armed and (one.kind == "beast" or not state.settings.combat.missile_icons_need_weapon)
    melee = not armed or armed[0].group == "melee weapon" or owned.bears(armed[0], "Melee")
    missile = (bare and owned.shoots(state, one)) or any(
        scope(state, icon) == "missile" for icon in borne(one) if icon.icon in RIDERS
    )
    missile = missile or bool(armed and (armed[0].group == "missile weapon" or armed[0].thrown))
    found: tuple[tuple[Kind, bool], ...] = (("melee", melee), ("missile", missile))
    return tuple(kind for kind, may in found if may)


def kind(state: CampaignState, who: str, *, ranged: bool) -> Kind:
    """Return the kind of attack that a fighter makes in this round. Rule: BN-R-264."""
    return "missile" if ranged or kinds(state, who) == ("missile",) else "melee"


def thrown_weapon(state: CampaignState, who: str, kind: Kind) -> Item | None:
    """Return the weapon that a fighter throws in this kind of attack, or None. Rule: BN-EQ-05, BN-CAMP-69."""
    armed = weapons(state, who) if kind == "missile" else ()
    return armed[0] if armed and armed[0].thrown else None


@reading
def borne(one: Creature) -> tuple[Part, ...]:
    """Return each ability icon on the dice that a creature can still roll, once. Rule: BN-BEAST-05."""
    found = (part for die in one.left for face in die.faces for part in parts(face) if part.icon in ABILITIES)
    return tuple(dict.fromkeys(Part(part.icon, part.variant) for part in found))


def ways(state: CampaignState, roll: Roll, shown: Shown) -> tuple[Way, ...]:
    """Return the ways to read a die of a fighting roll, or an empty tuple if the die does nothing.

    An independent ability works without being allotted. Hoar Frost is an exception: it may attack instead of defending.

    Rule: BN-CMB-04 to BN-CMB-07, BN-CMB-21, BN-EQ-04 to BN-EQ-07, BN-RACE-03, BN-R-238
    """
    place = roll.places.get(shown.die)
    return () if place is None or shown.struck else dice_read(state, roll)[place]


@reading_of(roll_read)
def dice_read(state: CampaignState, roll: Roll) -> tuple[tuple[Way, ...], ...]:
    """Return the ways to read each die that is still in a fighting roll, in the order of the dice."""
    if roll.empty:
        return ((),) * len(roll.standing)
    without = idle(state, roll, weapons(state, roll.creature)[1:])
    return tuple([
        () if shown.kind == "hindering" or shown.die in without
        else face_ways(state, roll.creature, shown.die, shown.face)
        for shown in roll.standing
    ])  # fmt: skip


@reading_of(fighter_read)
def face_ways(state: CampaignState, who: str, die: str, face: str) -> tuple[Way, ...]:
    """Return the ways in which a fighter may read this face of a die."""
    magic = casts(state, who)
    reader = _Reader(state, who, die) if magic is None else _Caster(state, who, die, magic)
    found = product(*(tuple(reader.part(part)) or (Way(),) for part in parts(face)))
    either = state.settings.dice.enc_defense_face == "either" and any(one.icon == "Enc" for one in parts(face))
    joined = (way for together in found for way in (together if either else (_join(together),)))
    return tuple(dict.fromkeys(way for way in joined if way != Way()))


def _join(ways: Iterable[Way]) -> Way:
    joined = Way()
    for one in ways:
        joined = Way(
            gives=(*joined.gives, *one.gives), aims=joined.aims + one.aims, sees=joined.sees + one.sees,
            ability=joined.ability or one.ability, works=joined.works or one.works,
        )  # fmt: skip
    return joined


def puttable(state: CampaignState, roll: Roll, shown: Shown) -> bool:
    """Return whether a die shows a success that could be used for attack or defence. Rule: BN-R-258."""
    own = any(part.icon in (*DEFENDING, "Incorporeal") for part in parts(shown.face))
    return own or any(way.count for way in ways(state, roll, shown))


def scope(state: CampaignState, part: Part) -> Scope:
    """Return the kind of attack that poison or fire makes. Rule: BN-R-053, BN-R-180, BN-R-181."""
    beasts = state.settings.beasts
    if part.icon == "FireBreathing":
        return "any" if beasts.fire_breathing_attack == "rider" else beasts.fire_breathing_attack
    return "missile" if (part.variant or state.settings.dice.plain_poison_kind) == "missile" else "melee"


def rides(state: CampaignState, icon: str) -> bool:
    """Return whether poison or fire adds no success, but comes with any damage dealt. Rule: BN-R-180, BN-R-181."""
    beasts = state.settings.beasts
    return (beasts.fire_breathing_attack if icon == "FireBreathing" else beasts.poison_face) == "rider"


class _Reader:
    """The reader of one die of a fighter's roll. It finds the uses of each part of the die's face."""

    def __init__(self, state: CampaignState, who: str, die: str) -> None:
        self.state, self.rules, self.who = state, state.settings, who
        self.one = state.characters[who]
        held = weapons(state, who)
        self.weapon = any(item.id == die for item in held)
        free = self.rules.tasks.item_dice_per_roll == "gm_decides"
        self.second = not free and any(item.id == die for item in held[1:])
        self.named = uses_unarmed(state, who)
        self.hands = not held or not self.rules.combat.unarmed_needs_empty_hands
        mixed = self.rules.combat.unarmed_roll == "mixed" and self.hands
        self.trained = self.named or (mixed and owned.icons(state, who, "Unarmed") > 0)

    def part(self, part: Part) -> Iterator[Way]:
        """Yield the ways to read one part of a face, except ways that have no effect."""
        if part.icon == "Racial":
            faces = [one for use in races.uses(self.state, part) for one in parts(use) if one.icon != "Racial"]
            general = (Part("Physical"), Part("Mental")) if self.rules.tasks.racial_counts_as_general else ()
            for one in (*faces, *general):
                yield from self.part(replace(one, count=one.count * part.count))
        elif part.variant is not None and part.icon not in ABILITIES:
            yield from self._mastery(part)
        elif part.icon in ABILITIES:
            yield from self._ability(part)
        elif gives := self._icon(part.icon, part.count):
            yield Way(gives=gives)
            if part.icon == "Universal":
                yield from self._stands_for(part.count)

    def _icon(self, icon: str, count: int, *, style: bool = False) -> tuple[Gives, ...]:
        """Return the successes of plain icons. A second weapon cannot be thrown or shot.

        Rule: BN-CMB-04 to BN-CMB-07, BN-CMB-21, BN-R-011, BN-R-106, BN-R-107, BN-CAMP-73
        """
        trained = icon in {"Unarmed", "Mental" if self.rules.tasks.unarmed_kind == "mental" else "Physical"}
        found: Gives | None = None
        if self.named and (trained or icon == "Universal"):
            found = Gives(count=count, attack="melee", defend="any", capped=True)
        elif icon == "Defend":
            found = Gives(count=count, defend="any", capped=style and self.named)
        elif icon == "Melee" and (style or not self.named):
            parries = not self.weapon or self.rules.combat.weapon_melee_may_defend
            found = Gives(count=count, attack="melee", defend="melee" if parries else "", capped=self.named)
        elif icon in {"Universal", "Physical"} and not self.named and self._general(icon):
            found = Gives(count=count, attack="any", defend="any")
        elif icon == "Missile" and not (self.named or self.second):
            found = Gives(count=count, attack="missile")
        elif trained and self.trained:
            found = Gives(count=count, attack="melee", defend="any", capped=True)
        return () if found is None else (found,)

    def _general(self, icon: str) -> bool:
        """Return whether an icon counts. Only Physical on a beast's dice may not count. Rule: BN-R-052."""
        nothing = self.rules.dice.beast_physical_face == "counts_nothing"
        return not (icon == "Physical" and self.one.kind == "beast" and nothing)

    def _mastery(self, part: Part) -> Iterator[Way]:
        """Yield the ways to read a mastery icon, one for each icon it may count as. Rule: BN-MAST-13 to BN-MAST-57."""
        mastery = MASTERY.get(part.name)
        style = part.icon == "Unarmed"
        if mastery is None or (style and not self.hands):
            return
        any_task = self.rules.mastery.night_vision_in_any_task
        way = Way(
            aims=part.count * (mastery.name == "Accuracy"),
            sees=part.count * (mastery.name == "Night Vision" and any_task),
        )
        silent = mastery.silent and not self.rules.mastery.silent_mastery_counts_as_one
        if mastery.name == "Deflection":
            stops = Gives(count=part.count, attack="" if silent else "melee", defend="missile" if silent else "any")
            yield from () if self.named else (Way(gives=(stops,)),)
            return
        for option in mastery.options:
            own = [(icon, number) for icon, number in option.items() if not (silent and icon == mastery.skill)]
            gives = tuple(one for icon, number in own for one in self._icon(icon, number * part.count, style=style))
            yield replace(way, gives=tuple(replace(one, defend="") for one in gives) if mastery.attack_only else gives)

    def _ability(self, part: Part) -> Iterator[Way]:
        """Yield the ways to read an ability icon that must be allotted. Rule: BN-ABIL-02, BN-ABIL-04, BN-ABIL-07."""
        if part.icon in RIDERS and not rides(self.state, part.icon):
            yield Way(gives=(self._rider(part, part.count),))
        elif part.icon == "HoarFrost":
            yield Way(ability=part.icon, works=part.count)

    def _rider(self, part: Part, count: int) -> Gives:
        return Gives(count=count, attack=scope(self.state, part), rider=RIDERS[part.icon])

    def _stands_for(self, count: int) -> Iterator[Way]:
        """Yield the ways to use Universal successes as ability icons. Rule: BN-BEAST-05, BN-R-187."""
        setting = self.rules.beasts.universal_for_ability
        for icon in () if setting == "never" else borne(self.one):
            if icon.icon in RIDERS:
                yield Way(gives=(self._rider(icon, 0 if rides(self.state, icon.icon) else count),))
            elif setting == "any_ability":
                yield Way(ability=icon.icon, works=count)


class _Caster(_Reader):
    """The reader of one die of a caster's roll. It finds the uses of each part of the die's face.

    The terms decide whether magic may attack, and whether successes other than Universal ones may defend.

    Rule: BN-MAGC-01 to BN-MAGC-03, BN-R-118, BN-R-288
    """

    def __init__(self, state: CampaignState, who: str, die: str, magic: RoundMagic) -> None:
        super().__init__(state, who, die)
        self.trained, self.magic = False, magic
        self.attack: Scope = attack_of(state, magic)
        self.stays = stays(state, who) is not None

    def part(self, part: Part) -> Iterator[Way]:
        """Yield the ways to read one part of a face, both as magic and otherwise."""
        if part.icon != "Racial":
            yield from self._by_magic(part)
        if part.icon in {"Racial", "HoarFrost"} or mixes(self.state):
            yield from super().part(part)

    def _by_magic(self, part: Part) -> Iterator[Way]:
        """Yield the ways to read a part as magic or as defence. A mastery icon has one way for each of its uses."""
        mastery = MASTERY.get(part.name)
        plain = () if part.variant is not None or part.icon in ABILITIES else ({part.icon: 1},)
        for option in plain if mastery is None else mastery.options:
            fit = [(icon, number) for icon, number in option.items() if owned.holds(part.name, icon, ())]
            gives = tuple(one for icon, number in fit for one in self._cast(icon, number * part.count))
            if gives:
                yield Way(gives=gives)

    def _cast(self, icon: str, count: int) -> tuple[Gives, ...]:
        """Return the successes that icons give as magic, or as plain defence."""
        if icon == "Defend" or (self.stays and icon == "Universal"):
            return (Gives(count=count, defend="any"),)
        if self.stays or icon not in {"Magic", "Mental", "Universal"}:
            return ()
        guards: Scope = "any" if icon == "Universal" or self.magic.protects else ""
        return (Gives(count=count, attack=self.attack, defend=guards, capped=True),) if self.attack or guards else ()


def attack_of(state: CampaignState, magic: RoundMagic) -> Scope:
    """Return the kind of attack that magic makes, or an empty kind if it does not attack."""
    return kind_of(state, magic) if magic.attacks else ""


@reading_of(fighter_read)
def most_capped(state: CampaignState, who: str) -> int | None:
    """Return the maximum successes from dice: the Unarmed cap, or the Magic cap for a caster. None means no cap.

    Rule: BN-CLASS-08, BN-R-011
    """
    return owned.cap(state, who, "Magic" if casts(state, who) else "Unarmed")


@reading_of(roll_read)
def bonus(state: CampaignState, roll: Roll) -> Way:
    """Return the successes that do not come from dice, such as successes that a held effect keeps, as one `Way`.

    Rule: BN-R-008, BN-R-086, BN-R-095, BN-R-257, BN-R-274, BN-R-288
    """
    if roll.empty:
        return Way()
    rules, spared = state.settings, roll.automatic + pools.automatic(state, roll.creature)
    within = not (rules.tasks.cap_before_bonus and rules.spiffs.bought_success_over_cap)
    capped = within and uses_unarmed(state, roll.creature)
    defends: Scope = "any" if rules.improvement.auto_success_may_defend else ""
    attack: Scope = "any"
    found: tuple[Gives, ...] = ()
    if magic := casts(state, roll.creature):
        kept, own = stays(state, roll.creature), attack_of(state, magic)
        capped, attack = kept is None, "any" if mixes(state) else own
        still = max(kept.successes - state.combat.fighters[roll.creature].defied, 0) if kept and state.combat else 0
        found = (Gives(count=still, attack=own, defend="any" if magic.protects else ""),)
    gained = Gives(count=roll.bought + roll.taken, attack=attack, defend="any", capped=capped)
    free = Gives(count=spared, attack=attack, defend=defends, capped=capped)
    return Way(gives=tuple(one for one in (gained, free, *found) if one.count))


@reading_of(fighter_read)
def may_attack(state: CampaignState, who: str) -> bool:
    """Return whether a fighter may attack, with or without a weapon. Rule: BN-MAGC-01, BN-R-012, BN-R-118."""
    if (magic := casts(state, who)) and (magic.attacks or not mixes(state)):
        return magic.attacks
    one = state.characters[who]
    armed = bool(weapons(state, who)) or one.kind in {"beast", "horde"} or owned.icons(state, who, "Unarmed") > 0
    return armed or state.settings.combat.weaponless_attack_without_icon
