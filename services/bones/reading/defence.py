"""Defence in a round: each success of a defender stops one success of an attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from services.bones.faces import parts
from services.bones.reading import fighting, races, strikes
from services.bones.reading.allotted import (
    could_show,
    public_allotments,
    rolls_of,
    shows,
    split_successes,
    struck_with,
)
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import Fighter, Stand
from services.bones.state.rolls import Roll
from shared.kernel.readings import reading

SWASHBUCKLER = "Maneuver:Swashbuckler"


class Stop(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One success that a fighter uses for defence.

    `scope` is the kind of attack that it stops, and `armor` says whether it comes from armor. If it can stop only some
    attackers, `against` lists them.
    """

    scope: fighting.Scope
    armor: bool = False
    against: tuple[str, ...] | None = None


@reading
def stops(state: CampaignState, who: str) -> tuple[Stop, ...]:
    """Return the successes that defend a fighter in this round.

    Rule:    BN-CMB-08, BN-CMB-12, BN-CMB-16, BN-ABIL-01, BN-ABIL-04, BN-ABIL-08, BN-R-119, BN-R-120, BN-R-272
    """
    fighter = state.combat.fighters[who] if state.combat else Fighter(id=who, side="")
    own = 0
    if could_show(state, "FearCaster", "Prickly", "HoarFrost", "Racial"):
        own = shows(state, who, "FearCaster", "Prickly") + struck_with(state, who)[1]
    found = [*[Stop(scope="any")] * own, *_guards(state, fighter)]
    if state.characters[who].kind == "horde":
        for roll in rolls_of(state, who):
            stop = Stop(scope="melee", against=(roll.target or "",))
            found += [stop] * strikes.held_back(state, who, roll)
        return tuple(found)
    items, ranged = state.characters[who].items, fighter.allotment is not None and fighter.allotment.ranged
    style = fighting.kind(state, who, ranged=ranged)
    for put, way in public_allotments(state, who):
        _, scopes = split_successes(way.gives, style, put.strikes, put.defend)
        armor = put.die in items and items[put.die].group == "armor"
        for scope in scopes:
            found.append(Stop(scope=scope, armor=armor))
    return tuple(found)


def _guards(state: CampaignState, fighter: Fighter) -> Iterator[Stop]:
    """Yield the successes that defend a fighter through a task other than combat."""
    task = state.tasks.get(fighter.task or "")
    if task is None:
        return
    rolls, items = rolls_of(state, fighter.id), state.characters[fighter.id].items
    defends = sum(_swashes(state, roll) for roll in rolls) if task.skill == "Maneuver" and fighter.guards else 0
    for _ in range(fighter.gross * bool(fighter.guards) + defends):
        yield Stop(scope="any", against=fighter.guards)
    if state.settings.combat.armor_defends_outside_combat:
        for one in (one for roll in rolls for one in roll.standing if one.die in items):
            group, count = items[one.die].group, sum(part.count for part in parts(one.face) if part.icon == "Defend")
            yield from [Stop(scope="any", armor=group == "armor")] * (count * (group in {"armor", "shield"}))


def _swashes(state: CampaignState, roll: Roll) -> int:
    """Return the Defend successes that the Swashbuckler icons of a roll give.

    Rule: BN-MAST-21, BN-RACE-03, BN-RACE-07, BN-R-380
    """
    own = (part for one in roll.standing if not races.used_up(state, roll, one) for part in parts(one.face))
    return sum(part.count for part in own if part.name == SWASHBUCKLER or SWASHBUCKLER in races.uses(state, part))


class Defence:
    """A defender in a round, the attacks on it, and the successes with which it can stop them.

    Once a success of an attack is stopped, it stays stopped, even if defending successes are reassigned later.
    """

    def __init__(self, state: CampaignState, who: str, every: Sequence[strikes.Attack] | None = None) -> None:
        """Set up the defender against the given attacks, or against all attacks of the round."""
        found = strikes.attacks(state) if every is None else every
        self.state, self.attacks = state, tuple([one for one in found if one.target == who and one.strength])
        self.stops, self.taken = stops(state, who), dict[int, int]()
        self.misses = [0] * len(self.attacks)
        through = shows(state, who, "Incorporeal") if could_show(state, "Incorporeal") else 0
        for attacker in self.attackers if through else ():
            left = through
            for number in self._of(attacker):
                self.misses[number] = min(left, self.attacks[number].strength)
                left -= self.misses[number]
        self.units = [
            number for number, one in enumerate(self.attacks) for _ in range(one.strength - self.misses[number])
        ]  # fmt: skip

    @property
    def attackers(self) -> tuple[str, ...]:
        """Return the attackers, each of them once."""
        return tuple(dict.fromkeys([one.attacker for one in self.attacks]))

    @property
    def waits(self) -> bool:
        """Return whether the defender has a choice, because it can stop some of the attacks but not all."""
        if self.state.settings.combat.defend_against_all:
            return False
        stoppable = {
            self.attacks[number].attacker
            for number in self.units
            if any(self._fits(stop, self.attacks[number]) for stop in self.stops)
        }
        return len(stoppable) > 1 and sum(self.all_stopped()) < sum(one.strength for one in self.attacks)

    def stand(self, attacker: str, count: int) -> int:
        """Use up to `count` successes against an attacker. Return how many of them stop a success. Rule: BN-R-271."""
        found = 0
        for unit, number in enumerate(self.units):
            if found < count and self.attacks[number].attacker == attacker and unit not in self.taken.values():
                found += self._can_stop(unit, set())
        return found

    def all_stopped(self, stands: Sequence[Stand] = ()) -> list[int]:
        """Return how many successes of each attack are stopped.

        Successes are used as the player chose first, and then wherever they can stop something.

        Rule: BN-CMB-08, BN-ABIL-05, BN-R-105, BN-R-271
        """
        for one in stands:
            self.stand(one.attacker, one.count)
        found = list(self.misses)
        for attacker in self.attackers:
            self.stand(attacker, len(self.units))
            if self.state.settings.combat.defend_against_all:
                self._tally(found)
        if not self.state.settings.combat.defend_against_all:
            self._tally(found)
        return found

    def _tally(self, found: list[int]) -> None:
        for unit in self.taken.values():
            found[self.units[unit]] += 1
        self.taken = {}

    def _of(self, attacker: str) -> list[int]:
        return [number for number, one in enumerate(self.attacks) if one.attacker == attacker]

    def _fits(self, stop: Stop, attack: strikes.Attack) -> bool:
        """Return whether a defending success may stop an attack. Rule: BN-ABIL-04, BN-R-106, BN-R-119, BN-R-183."""
        if stop.against is not None and attack.attacker not in stop.against:
            return False
        pierces = "armor_defend" in self.state.settings.beasts.hoar_frost_ignores
        return stop.scope in ("any", attack.kind) and not (stop.armor and attack.by == "HoarFrost" and pierces)

    def _can_stop(self, unit: int, tried: set[int]) -> bool:
        """Try to stop one success of an attack, reassigning other defending successes if necessary.

        Return whether it worked.
        """
        for place, stop in enumerate(self.stops):
            if place not in tried and self._fits(stop, self.attacks[self.units[unit]]):
                tried.add(place)
                if place not in self.taken or self._can_stop(self.taken[place], tried):
                    self.taken[place] = unit
                    return True
        return False
