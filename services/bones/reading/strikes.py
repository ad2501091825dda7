"""The attacks of a round, and the successes that each has left after cover, range and posture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from services.bones.reading import allotted, casting_in_fights, minds
from services.bones.reading.fighting import RIDERS, Kind, Rider, Way, dice_read, kind, may_attack, rides, scope, weapons
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import COUNT, Combat, Fighter
from services.bones.state.rolls import Roll
from shared.kernel.campaign.keeping import in_order
from shared.kernel.readings import reading, reading_of

Why: TypeAlias = Literal["cover", "friends", "darkness", "posture", "range", "vest", "reach"]
By: TypeAlias = Literal["blow", "HoarFrost", "Prickly"]

STEP: Final = 20
"""The percentage of cover that costs one success. Source: BN-COVER-02."""
DARKNESS: Final = {"bright": 0, "partial darkness": 2, "total darkness": 4}
"""The number of successes lost at each level of light. Source: BN-COVER-08, BN-COVER-09."""
TWICE: Final = 2
FOUR_TIMES: Final = 4
AIMED: Final = 2
"""The number of successes that one Accuracy icon restores, because it cancels 40% of cover. Source: BN-MAST-28."""
SEEN: Final = 2
"""The number of successes that one Night Vision icon restores. Source: BN-MAST-35."""
FROST_METRES: Final = 3
NO_FIGHT: Final = Combat(id="")
SIZED: Final[dict[str, tuple[Why, ...]]] = {"friends_only": ("friends",), "all_cover": ("cover", "friends", "darkness")}
"""The forms of cover that depend on the target's size. Source: BN-R-125."""


class Loss(Struct, frozen=True, kw_only=True):
    """A number of successes that an attack loses for one reason."""

    why: Why
    count: int


class Attack(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The attack of one fighter on another in a round, before the defence.

    Shape: by: the ability that attacks, if an ability attacks by itself; free: free successes (BN-PRONE-02); riders:
           the hindering dice of the successes that are poison and fire (defence cancels the last one first); riding:
           hindering dice that come with any damage
    """

    attacker: str
    target: str
    kind: Kind
    by: By = "blow"
    successes: int = 0
    free: int = 0
    losses: tuple[Loss, ...] = ()
    riders: tuple[Rider, ...] = ()
    riding: tuple[Rider, ...] = ()

    @property
    def strength(self) -> int:
        """Return the number of successes that defence has to stop, at least 0. Rule: BN-R-007."""
        lost: int = sum(map(COUNT, self.losses))
        return max(self.successes + self.free - lost, 0)


# ---------------------------------------------------------------- circumstances between the fighters


def losses(state: CampaignState, one: Attack, *, aims: int = 0, seen: int = 0) -> tuple[Loss, ...]:
    """Return the successes that an attack loses to cover, friends in the melee, darkness, posture and range.

    Rule:    BN-COVER-01 to BN-COVER-11, BN-PRONE-03, BN-EQ-30, BN-R-036, BN-R-123 to BN-R-128, BN-R-242
    """
    settings, left = state.settings, AIMED * aims
    forms = _cover(state, one, seen)
    if settings.mastery.accuracy_applies_to == "physical_cover":
        forms["cover"] = max(forms["cover"] - left, 0)
        left = 0
    forms = forms if settings.cover.penalties_add else _largest(forms)
    for why, count in forms.items():
        forms[why] = max(count - left, 0)
        left = max(left - count, 0)
    forms["posture"] = max(-posture(state, one), 0)
    forms["range"] = _range(state, one)
    forms = forms if settings.cover.penalties_add else _largest(forms)
    return tuple(Loss(why=why, count=count) for why, count in forms.items() if count)


def _largest(forms: dict[Why, int]) -> dict[Why, int]:
    """Return only the largest loss, for settings where losses do not add up. Rule: BN-R-242."""
    why = max(forms, key=lambda one: forms[one])
    return {why: forms[why]}


def _cover(state: CampaignState, one: Attack, seen: int) -> dict[Why, int]:
    """Return the successes lost to each of the three forms of cover.

    Rule:    BN-COVER-02 to BN-COVER-09, BN-R-037, BN-R-123, BN-R-125, BN-R-126, BN-R-128, BN-R-281
    """
    fight, rules = state.combat or NO_FIGHT, state.settings.cover
    between = fight.pair(one.attacker, one.target)
    up = STEP - 1 if rules.cover_rounding == "up" else 0
    felt = one.kind == "missile" or rules.cover_affects_melee
    forms: dict[Why, int] = {
        "cover": felt * ((between.cover + up) // STEP),
        "friends": 0 if one.kind == "melee" else _in_the_way(state, one, between.friends),
        "darkness": felt * max(DARKNESS[fight.light] - SEEN * seen, 0),
    }
    for why in SIZED[rules.size_affects]:
        forms[why] = 0 if between.size >= FOUR_TIMES else forms[why] // (TWICE if between.size >= TWICE else 1)
    return forms


def _in_the_way(state: CampaignState, one: Attack, said: int | None) -> int:
    """Return how many fighters on the shooter's side are in melee with the target.

    Rule:  BN-COVER-04, BN-CAMP-82, BN-CAMP-180, BN-R-126
    Shape: said: the number that the game master has set, or None
    """
    fight = state.combat
    if said is not None or fight is None:
        return said or 0
    struck, side = set(_strikes_at(state, fight, one.target)), fight.fighters[one.attacker].side
    near = {who for who in fight.fighters if one.target in _strikes_at(state, fight, who)} | struck
    return sum(fight.fighters[who].side == side for who in (near & {*fight.fighters}) - {one.attacker})


def _strikes_at(state: CampaignState, fight: Combat, who: str) -> tuple[str, ...]:
    """Return the targets that a fighter attacks in melee in this round, and those that it declared and can reach.

    Declared targets do not count if the fighter may not attack or has no dice in this round.

    Rule: BN-CAMP-82, BN-CAMP-180
    """
    fighter = fight.fighters.get(who)
    if fighter is None or not fighter.said.strikes:
        return ()
    able = state.amended and may_attack(state, who) and bool(allotted.rolls_of(state, who))
    named = (one for one in fighter.said.targets if able and reaches(fight, who, one, "melee"))
    if state.characters[who].kind == "horde":
        return (*named, *(roll.target or "" for roll in allotted.rolls_of(state, who) if mass(state, who, roll)))
    style = kind(state, who, ranged=fighter.allotment is not None and fighter.allotment.ranged)
    if style == "missile":
        return ()
    return (*named, *allotted.aims_of(state, who, style), *_free(state, fight, fighter, style))


def posture(state: CampaignState, one: Attack) -> int:
    """Return the successes that posture adds or subtracts. Rule: BN-PRONE-01 to BN-PRONE-03, BN-COVER-10, BN-R-116."""
    lies, struck = state.characters[one.attacker].prone, state.characters[one.target].prone
    return int(struck) - int(lies) if one.kind == "melee" else -int(struck)


def _range(state: CampaignState, one: Attack) -> int:
    """Return the number of range increments beyond the first. Rule: BN-EQ-30, BN-R-131, BN-R-132, BN-R-266."""
    armed = weapons(state, one.attacker)
    increment = armed[0].increment if armed and state.combat and one.kind == "missile" else None
    if increment is None or state.combat is None:
        return 0
    return max(-(-state.combat.apart(one.attacker, one.target) // increment) - 1, 0)


# ---------------------------------------------------------------- the attacks


def attacks(state: CampaignState) -> tuple[Attack, ...]:
    """Return all attacks of the round, those of the oldest fighters first. The attacks of abilities come last.

    Rule: BN-CMB-17, BN-COVER-02, BN-PRONE-02, BN-ABIL-04, BN-ABIL-08, BN-R-127, BN-R-276
    """
    return _attacks(state) if state.rolls else ()


def _before_defence(state: CampaignState) -> tuple[object, ...]:
    """Return everything that the attacks of a round depend on before the defence, as a key for a cache."""
    fight, (first, *rolls) = state.combat or NO_FIGHT, state.rolls.values()
    stood = {who: replace(one, stood=False, stands=()) for who, one in fight.fighters.items() if one.stood}
    before = replace(fight, fighters={**fight.fighters, **stood}) if stood else fight
    rules = state.settings, state.data, state.catalogue
    return first, rolls, before, state.characters, state.tasks, state.effects, state.orders, *rules


@reading_of(_before_defence)
def _attacks(state: CampaignState) -> tuple[Attack, ...]:
    fight = state.combat or NO_FIGHT
    blows = [one for who in in_order(fight.fighters) for one in _blows(state, fight, fight.fighters[who])]
    return (*blows, *_frosts(state, fight), *_pricks(state, blows))


def _blows(state: CampaignState, fight: Combat, fighter: Fighter) -> Iterator[Attack]:
    """Yield the attacks that a fighter makes with its roll. Rule: BN-PRONE-02, BN-R-117, BN-R-272."""
    who, rolls = fighter.id, allotted.rolls_of(state, fighter.id)
    if not fighter.said.strikes or not rolls:
        return
    if state.characters[who].kind == "horde":
        yield from _of_horde(state, fight, who, rolls)
        return
    style = kind(state, who, ranged=fighter.allotment is not None and fighter.allotment.ranged)
    found, riding = allotted.aims_of(state, who, style), _riding(state, who, rolls[0], style)
    seen = 0 if fight.light == "bright" else allotted.sees(state, who, rolls[0])
    for target in in_order({*found, *_free(state, fight, fighter, style)} & {*fight.fighters}):
        aim = found.get(target, allotted.Aim())
        one = Attack(
            attacker=who, target=target, kind=style, successes=aim.successes, riders=aim.riders, riding=riding
        )  # fmt: skip
        yield with_losses(state, one, aims=aim.aims, seen=seen)


def with_losses(state: CampaignState, one: Attack, *, aims: int = 0, seen: int = 0) -> Attack:
    """Return an attack after recording its free successes from posture, and its losses to circumstances.

    If its target is out of reach as it is compared, it loses all successes that are left.

    Rule: BN-PRONE-02, BN-ADV-96, BN-R-379
    """
    lost = losses(state, one, aims=aims, seen=seen)
    if casting_in_fights.casts(state, one.attacker) and (count := minds.vest_protection(state, one.target)):
        lost = (*lost, Loss(why="vest", count=count))
    found, fight = replace(one, free=max(posture(state, one), 0), losses=lost), state.combat or NO_FIGHT
    if not state.amended or not found.strength or reaches(fight, one.attacker, one.target, one.kind):
        return found
    return replace(found, losses=(*lost, Loss(why="reach", count=found.strength)))


def _free(state: CampaignState, fight: Combat, fighter: Fighter, style: Kind) -> Iterator[str]:
    """Yield the prone fighters whom a fighter attacks with a free success, which the fighter does not have to allot.

    If `free_success_needs_attack` is true, this is only the first declared target that is prone, and only if the
    fighter allots no attack.

    Rule: BN-R-117, BN-R-352
    """
    said = fighter.said
    if style == "missile" or said.doing != "fight" or not may_attack(state, fighter.id):
        return
    anyway = not state.settings.combat.free_success_needs_attack
    for target in allotted.others(fight, fighter.id, spares=True) if anyway else said.targets:
        prone = target in fight.fighters and state.characters[target].prone
        if prone and not state.characters[fighter.id].prone and reaches(fight, fighter.id, target, style):
            once = state.amended and not anyway
            if not once or not allotted.aims_of(state, fighter.id, style):
                yield target
            if once:
                return


def reaches(fight: Combat, attacker: str, target: str, style: Kind) -> bool:
    """Return whether a fighter may make this kind of attack on another. Rule: BN-R-263, BN-CMB-20, BN-CAMP-65."""
    return (style == "missile" or fight.reaches(attacker, target)) and not fight.away(attacker, target)


def _riding(state: CampaignState, who: str, roll: Roll, style: Kind) -> tuple[Rider, ...]:
    """Return the poison and fire that come with any damage that a fighter deals. Rule: BN-R-180, BN-R-181."""
    if casting_in_fights.casts(state, who) and not casting_in_fights.mixes(state):
        return ()
    shown = [part for part in roll.parts if part.icon in RIDERS and rides(state, part.icon)]
    own: list[Rider] = [RIDERS[part.icon] for part in shown if scope(state, part) in (style, "any")]
    given = [
        one for _, way in allotted.public_allotments(state, who) for one in way.gives if one.rider and not one.count
    ]
    return (*own, *(one.rider for one in given if one.rider and one.attack in (style, "any")))


@reading
def mass(state: CampaignState, who: str, roll: Roll) -> int:
    """Return how many attack successes a horde's roll has. Rule: BN-HORDE-01, BN-R-135, BN-ABIL-01."""
    every = (max(map(_melee, found), default=0) for found in dice_read(state, roll))
    return max(sum(every) - allotted.lost_to_fear(state, who), 0)


def _melee(way: Way) -> int:
    return sum(one.count for one in way.gives if one.attack in ("melee", "any"))


def held_back(state: CampaignState, who: str, roll: Roll) -> int:
    """Return the successes that a horde keeps for defence against its target, if hordes defend. Rule: BN-R-135."""
    fight, target = state.combat, roll.target or ""
    if fight is None or target not in fight.fighters or not state.settings.hordes.horde_defends:
        return 0
    if state.characters[target].kind == "horde":
        return 0
    blows = (one for one in _blows(state, fight, fight.fighters[target]) if (one.target, one.kind) == (who, "melee"))
    return min(mass(state, who, roll), sum(one.strength for one in blows))


def _of_horde(state: CampaignState, fight: Combat, who: str, rolls: Sequence[Roll]) -> Iterator[Attack]:
    """Yield the attacks of a horde, one for each roll. Rule: BN-HORDE-03, BN-R-135, BN-R-136, BN-R-379."""
    for roll in rolls:
        count = mass(state, who, roll) - held_back(state, who, roll)
        if roll.target in fight.fighters and count:
            one = Attack(attacker=who, target=roll.target, kind="melee", successes=count)
            yield with_losses(state, one)


def _frosts(state: CampaignState, fight: Combat) -> Iterator[Attack]:
    """Yield the attacks of Hoar Frost on all fighters within 3 m. Rule: BN-ABIL-04, BN-R-184, BN-R-276."""
    for who in in_order(fight.fighters) if allotted.could_show(state, "HoarFrost", "Racial") else ():
        count, _ = allotted.struck_with(state, who)
        for target in (
            allotted.others(fight, who, spares=state.settings.beasts.hoar_frost_spares_allies) if count else ()
        ):
            if fight.apart(who, target) <= FROST_METRES:
                yield Attack(attacker=who, target=target, kind="melee", by="HoarFrost", successes=count)


def _pricks(state: CampaignState, blows: Sequence[Attack]) -> Iterator[Attack]:
    """Yield the attacks of prickly creatures on the fighters that strike them in melee.

    Rule: BN-ABIL-08, BN-R-185, BN-R-276
    """
    for one in blows if allotted.could_show(state, "Prickly") else ():
        met = one.kind == "melee" and one.successes and all(lost.why != "reach" for lost in one.losses)
        count = allotted.shows(state, one.target, "Prickly") if met else 0
        if count:
            yield Attack(attacker=one.target, target=one.attacker, kind="melee", by="Prickly", successes=count)
