"""The allotments of fighters, and the abilities that their rolls in the round show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from services.bones.faces import BLANK, parts
from services.bones.reading import counting, second_weapons
from services.bones.reading.casting_in_fights import roll_read
from services.bones.reading.fighting import (
    BONUS,
    Gives,
    Kind,
    Rider,
    Scope,
    Way,
    bonus,
    dice_read,
    face_ways,
    kind,
    most_capped,
    weapons,
)
from services.bones.reading.races import is_racial
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import Combat, Put
from services.bones.state.rolls import Roll, Shown
from shared.kernel.campaign.keeping import in_order
from shared.kernel.readings import reading, reading_of

FEAR_METRES: Final = 10
RANKS: Final[tuple[Scope, ...]] = ("", "melee", "missile", "any")
"""The kinds of attack that a defending success may stop, from the least useful to the most useful."""


class Aim(Struct):
    """The dice and successes that a fighter allotted to attack one target.

    `riders` are the hindering dice that come with the attack's poison and fire. Defence cancels the last of them first.

    Rule: BN-R-182
    """

    successes: int = 0
    aims: int = 0
    riders: tuple[Rider, ...] = ()


@lru_cache(maxsize=4096)
def split_successes(
    gives: tuple[Gives, ...], kind: Kind, attack: int, defend: int
) -> tuple[tuple[Rider | None, ...], tuple[Scope, ...]]:
    """Divide a die's successes between attack and defence.

    Attack uses the successes that are least useful in defence, and defence uses the best of the rest. If there are too
    few successes, the results are shorter than `attack` and `defend`.
    """
    units = [one for one in gives for _ in range(one.count)]
    fit = sorted((one for one in units if one.attack in (kind, "any")), key=lambda one: RANKS.index(one.defend))
    for one in fit[:attack]:
        units.remove(one)
    left: list[Scope] = sorted((one.defend for one in units if one.defend), key=RANKS.index, reverse=True)
    return tuple(one.rider for one in fit[:attack]), tuple(left[:defend])


def ways_put(state: CampaignState, roll: Roll, puts: tuple[Put, ...]) -> tuple[Way | None, ...]:
    """Return the chosen way to read each allotted die, or None where the die or the way does not exist."""
    dice, places, spare = dice_read(state, roll), roll.places, bonus(state, roll)
    found: list[Way | None] = []
    for put in puts:
        ways = dice[places[put.die]] if put.die in places else (spare,) if put.die == BONUS and spare.count else ()
        found.append(ways[put.way] if put.way < len(ways) else None)
    return tuple(found)


@reading_of(roll_read)
def gives_something(state: CampaignState, roll: Roll) -> bool:
    """Return whether any die of a fighting roll gives successes or triggers an ability."""
    return any(way.count or way.ability for found in dice_read(state, roll) for way in found)


@reading
def public_allotments(state: CampaignState, who: str) -> tuple[tuple[Put, Way], ...]:
    """Return a fighter's public allotments, with the chosen way to read each die."""
    fight = state.combat
    fighter = fight.fighters[who] if fight else None
    if fight is None or fighter is None or fighter.allotment is None or who in fight.allotting:
        return ()
    roll = state.rolls.get(fighter.rolls[0]) if fighter.rolls else None
    return () if roll is None else _puts_read(state, roll, fighter.allotment.puts)


@reading_of(roll_read)
def _puts_read(state: CampaignState, roll: Roll, puts: tuple[Put, ...]) -> tuple[tuple[Put, Way], ...]:
    found = zip(puts, ways_put(state, roll, puts), strict=True)
    return tuple([(put, way) for put, way in found if way is not None])


def aims_of(state: CampaignState, who: str, kind: Kind) -> dict[str, Aim]:
    """Return a fighter's allotments against each target. Rule: BN-CMB-17, BN-R-127."""
    found: dict[str, Aim] = {}
    for put, way in public_allotments(state, who):
        units, _ = split_successes(way.gives, kind, put.strikes, put.defend)
        for one in put.attack:
            aim = found.setdefault(one.target, Aim())
            aim.successes += one.count
            aim.aims += way.aims
            aim.riders = (*aim.riders, *(rider for rider in units[: one.count] if rider))
            units = units[one.count :]
    return found


@reading
def most(state: CampaignState, roll: Roll, kind: Kind) -> int:
    """Return the maximum number of successes that a roll could give to this kind of attack. Rule: BN-R-008."""
    useful = [_most_useful(ways, kind) for ways in dice_read(state, roll)]
    free, capped = sum([free for free, _ in useful]), sum([capped for _, capped in useful])
    cap = most_capped(state, roll.creature)
    under = (capped if cap is None else min(capped, cap)) + bonus(state, roll).count
    magic = of_magic(state, roll)
    return free + (under if magic is None else min(under, magic))


def of_magic(state: CampaignState, roll: Roll, chosen: Mapping[str, Way] | None = None) -> int | None:
    """Return the successes that a Magic roll has left in a fight, or None for other rolls.

    The cap, fatigue, encumbrance and opposing effects reduce them. `chosen` maps each die to the way in which it is
    read. Dice that are not read as magic do not count.

    Rule: BN-CLASS-08, BN-MAG-09, BN-SYM-08, BN-R-118, BN-R-259, BN-CAMP-144
    """
    if roll.skill is None:
        return None
    other = {die for die, way in (chosen or {}).items() if not any(one.capped for one in way.gives)}
    dice = tuple(
        replace(one, face=BLANK) if one.die in other and _serves(state, roll, one) else one for one in roll.dice
    )
    one = state.combat.fighters.get(roll.creature) if state.combat else None
    return max(counting.count(state, replace(roll, dice=dice)).total - (one.defied if one else 0), 0)


def _serves(state: CampaignState, roll: Roll, one: Shown) -> bool:
    return any(way.successes for way in counting.ways(state, roll, one))


@lru_cache(maxsize=4096)
def under_cap(way: Way, kind: Kind, attack: int, defend: int) -> int:
    """Return how many of the successes allotted to attack and defence count against the cap.

    Rule: BN-R-011, BN-R-118
    """
    free = [one for one in way.gives if not one.capped]
    strikes = sum(one.count for one in free if one.attack in (kind, "any"))
    guards = sum(one.count for one in free if one.defend)
    return max(max(attack - strikes, 0) + max(defend - guards, 0), attack + defend - way.free)


@lru_cache(maxsize=4096)
def most_within(way: Way, style: Kind, left: int, under: int, *, strikes: bool) -> tuple[int, int]:
    """Return the maximum successes for attack, then for defence, if at most `under` of them count against the cap."""
    attack = min(len(split_successes(way.gives, style, way.count, 0)[0]), left) if strikes else 0
    most = max(under, 0)  # at most the allotted successes are under the cap
    while attack > most and under_cap(way, style, attack, 0) > under:
        attack -= 1
    defend = len(split_successes(way.gives, style, attack, min(left - attack, way.count))[1])
    while defend and attack + defend > most and under_cap(way, style, attack, defend) > under:
        defend -= 1
    return attack, defend


@lru_cache(maxsize=4096)
def best_way(ways: tuple[Way, ...], style: Kind, *, strikes: bool) -> tuple[int, Way]:
    """Return the index of the best way to read a die, and that way itself.

    The best way has the most successes for attack or, without `strikes`, for defence.
    """
    return max(enumerate(ways), key=lambda one: _most(one[1], style, strikes=strikes))


def _most(way: Way, style: Kind, *, strikes: bool) -> int:
    """Return how many successes one way of reading a die gives: for attack, or for defence if `strikes` is false."""
    attack, defend = split_successes(way.gives, style, way.count if strikes else 0, 0 if strikes else way.count)
    return len(attack) or len(defend)


def magic_left(state: CampaignState, who: str) -> int:
    """Return the successes that a fighter's magic has left in this round, before opposing effects.

    Fear first removes successes that do not come from magic.

    Rule: BN-MAG-03, BN-MAG-10, BN-ABIL-01, BN-R-259, BN-R-288
    """
    (roll,) = rolls_of(state, who) or (None,)
    if roll is None:
        return 0
    magic = counting.count(state, roll).total
    return max(min(magic, magic + _others(state, roll) - lost_to_fear(state, who)), 0)


def _others(state: CampaignState, roll: Roll) -> int:
    """Return the usable successes of a Magic roll that do not come from magic."""
    style = kind(state, roll.creature, ranged=False)
    return sum([_most_useful(ways, style)[0] for ways in dice_read(state, roll)])


@lru_cache(maxsize=4096)
def _most_useful(ways: tuple[Way, ...], kind: Kind) -> tuple[int, int]:
    """Return the maximum useful successes of one die: those outside the cap, then those that count against the cap."""
    free = max((_useful(way, kind, capped=False) for way in ways), default=0)
    return free, max((_useful(way, kind, capped=True) for way in ways), default=0)


def _useful(way: Way, kind: Kind, *, capped: bool) -> int:
    fit = (one for one in way.gives if one.capped == capped)
    return sum(one.count for one in fit if one.attack in (kind, "any") or one.defend)


def idle_weapon(state: CampaignState, roll: Roll, read_so: Iterable[tuple[Put, Way]]) -> str | None:
    """Return an allotted die of a second weapon that does not count, or None.

    It does not count if every icon that could be Two Weapon is a racial one that is used as another skill. `read_so`
    gives the allotted dice, each with the way in which it is read.

    Rule: BN-RACE-03, BN-R-033, BN-R-380
    """
    held = weapons(state, roll.creature)
    if len(held) < 2:  # noqa: PLR2004 a second weapon
        return None
    used = {put.die: way for put, way in read_so}
    second = next((item.id for item in held[1:] if item.id in used), None)
    if second is None or not second_weapons.needs_icon(state):
        return None
    for shown in second_weapons.icons(state, roll):
        such, way = face_ways(state, roll.creature, shown.die, second_weapons.TWO_WEAPON), used.get(shown.die)
        if way is None or way in such or not is_racial(shown.face):
            return None
    return second


@reading
def sees(state: CampaignState, who: str, roll: Roll) -> int:
    """Return how many Night Vision icons a roll has, including racial icons that are used as such.

    Each of them reduces the losses to darkness.

    Rule: BN-R-037
    """
    chosen = {put.die: way for put, way in public_allotments(state, who)}
    found = 0
    for shown, every in zip(roll.standing, dice_read(state, roll), strict=True):
        way = chosen.get(shown.die, every[0] if len(every) == 1 else None)
        found += 0 if way is None else way.sees
    return found


def rolls_of(state: CampaignState, who: str) -> tuple[Roll, ...]:
    """Return a fighter's rolls in this round that still have dice, whether for the fight or another task."""
    fighter = state.combat.fighters.get(who) if state.combat else None
    if fighter is None:
        return ()
    task = state.tasks.get(fighter.task or "")
    ids = (*fighter.rolls, task.rolls[who]) if task and who in task.rolls else fighter.rolls
    found = [roll for one in dict.fromkeys(ids) if (roll := state.rolls.get(one)) is not None and not roll.empty]
    return tuple(found)


def could_show(state: CampaignState, *icons: str) -> bool:
    """Return whether any roll shows one of these icons, or a Universal success may replace one of them."""
    return state.settings.beasts.universal_for_ability == "any_ability" or not _icons(state).isdisjoint(icons)


@reading
def _icons(state: CampaignState) -> frozenset[str]:
    """Return the icons that the rolls of the campaign show."""
    return frozenset[str]().union(*[roll.icons for roll in state.rolls.values()])


def icons_shown(roll: Roll, icon: str) -> int:
    """Return how many times a roll shows an icon."""
    return roll.icons.get(icon, 0)


def shows(state: CampaignState, who: str, *icons: str) -> int:
    """Return how many times these icons of independent abilities work for a fighter in this round.

    Any task's roll may show the icons. If `universal_for_ability` is `any_ability`, a Universal success may replace an
    icon.

    Rule:    BN-BEAST-04, BN-BEAST-07, BN-R-187, BN-R-272
    """
    rolls, found = rolls_of(state, who), 0
    for icon in icons:
        found += stood_for(state, who, icon)
        for roll in rolls:
            found += icons_shown(roll, icon)
    return found


def stood_for(state: CampaignState, who: str, icon: str) -> int:
    """Return how many Universal successes replace an ability icon.

    The result is 0 unless `universal_for_ability` is `any_ability`.

    Rule: BN-R-187
    """
    if state.settings.beasts.universal_for_ability != "any_ability":
        return 0
    return sum(way.works for _, way in public_allotments(state, who) if way.ability == icon)


def struck_with(state: CampaignState, who: str) -> tuple[int, int]:
    """Return how many Hoar Frost icons a fighter uses to attack, and how many to defend. Rule: BN-ABIL-04."""
    could = any(icons_shown(roll, icon) for roll in rolls_of(state, who) for icon in ("HoarFrost", "Racial"))
    if not could and state.settings.beasts.universal_for_ability != "any_ability":
        return 0, 0
    put = {put.die: way.works for put, way in public_allotments(state, who) if way.ability == "HoarFrost"}
    defend = sum(
        part.count
        for roll in rolls_of(state, who)
        for one in roll.standing
        for part in parts(one.face)
        if part.icon == "HoarFrost" and one.die not in put
    )
    return sum(put.values()), defend


@reading
def lost_to_fear(state: CampaignState, who: str) -> int:
    """Return the successes that a fighter's rolls of this round lose to Fear casters.

    Rule:    BN-ABIL-01, BN-R-177, BN-R-178, BN-R-179
    """
    fight, rules = state.combat, state.settings.beasts
    if fight is None or who not in fight.fighters:
        return 0
    if not could_show(state, "FearCaster"):
        return 0
    fearful = {one: count for one in fight.fighters if (count := shows(state, one, "FearCaster"))}
    near = others(fight, who, spares=rules.fear_spares_allies) if fearful else ()
    found = sum(fearful.get(one, 0) for one in near if fight.apart(one, who) <= FEAR_METRES)
    return found if rules.fear_stacks else min(found, 1)


def others(fight: Combat, who: str, *, spares: bool) -> tuple[str, ...]:
    """Return the other fighters within reach of a fighter. With `spares`, leave out its allies. Rule: BN-CAMP-65."""
    side = fight.fighters[who].side
    near = (one for one in fight.fighters if one != who and not fight.away(who, one))
    return in_order(one for one in near if not (spares and fight.fighters[one].side == side))
