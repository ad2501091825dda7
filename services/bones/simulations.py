"""Simulations: fights of a party against beasts, hordes or members of the cast, or years of seasons.

Simulated fighters act as follows, within the rules of play:

- All fighters are within reach of each other, in the open and in bright light. Each fighter that can act fights with
  its first weapon, and with a second one where the rules allow it. A fighter without a weapon fights with bare hands. A
  horde attacks all foes that can act.
- The target is the foe with the fewest dice left. Every success that can attack is used to attack, except that `guard`
  of the successes that can also defend are used to defend. Successes that can only defend do so. `ranged` fighters
  attack at range as long as they can, and throw the weapons that can be thrown.
- Damage takes the last dice first. Fighters give up armor and shields only for damage that would take the last die.
  Dice that were lost first are healed first.
- No fighter spends spiffs, moves, rides, treats another or gives a coup de grace. Nobody attacks an incapacitated
  fighter.

A round in which both sides lose their last dice does not count as a win. A fight that is not decided after 100 rounds,
or after 5 000 events, is undecided.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from services.bones import simulations_seasons, tactics
from services.bones.catalogue import Runs
from services.bones.chapters.fights import allotting, blows
from services.bones.chapters.fights.combat import Entrant, StartCombat
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.people import creatures
from services.bones.chapters.people.campaign import OpenCampaign
from services.bones.chapters.people.handling import ReadyItem
from services.bones.chapters.people.items import GiveItem, worn_already
from services.bones.context import FacesNeeded
from services.bones.game import bones
from services.bones.reading import taking_part
from services.bones.settings import Settings
from services.bones.simulations_seasons import Years
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import NewCreature
from shared.kernel.campaign.keeping import in_order
from shared.kernel.jobs.fights import GM, ROUNDS, SEATS, SIDE, TwoSides
from shared.kernel.jobs.kind import Kind
from shared.kernel.jobs.refusals import RequestUnclear
from shared.kernel.jobs.simulation import MOVES, SimulatedMove, Simulation
from shared.kernel.jobs.tally import Value
from shared.kernel.messages import Command, Event, Line
from shared.kernel.stream import Stream

MOVE_MICROSECONDS: Final = 1_000
AMOUNTS: Final = ("rounds", "dice left", "dice left to enemies", "dead of the party")

Guarded: TypeAlias = Annotated[int, Meta(ge=0, le=40)]


class Contender(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A fighter: a `sample` beast or member of the cast, a horde of a `threat`, or a creature with these `dice`.

    With `beast`, a creature that has its own `dice` counts as a beast. The fighter wears or holds its `items` where
    possible.
    """

    sample: Line | None = None
    threat: Line | None = None
    dice: Runs | None = None
    beast: bool = False
    items: Annotated[tuple[Line, ...], Meta(max_length=10)] = ()
    guard: Guarded = 0
    ranged: bool = False


Contenders: TypeAlias = Annotated[tuple[Contender, ...], Meta(max_length=SIDE)]


class SimulateFight(TwoSides, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A simulation's party, its enemies, and the settings of their fight.

    If `years` is given, years of seasons are simulated in place of a fight.
    """

    party: Contenders = ()
    enemies: Contenders = ()
    years: Years | None = None
    settings: Settings = Settings()


def check(request: SimulateFight) -> None:
    """Check a request for a simulation.

    The game refuses other faults when the fight begins.

    Rule:    BN-R-001
    Refuses: FacesNeeded, RequestUnclear
    """
    if request.settings.dice.faces_reported:
        raise FacesNeeded(needs="service", has="reported", field="simulate")
    if (request.years is not None) is bool(request.fighters) or bool(request.party) is not bool(request.enemies):
        raise RequestUnclear(needs="a party and enemies, or years", has=len(request.fighters), field="simulate")
    if request.years is not None:
        simulations_seasons.check(request.years)
    for one in request.fighters:
        if sum(said is not None for said in (one.sample, one.threat, one.dice)) != 1:
            raise RequestUnclear(needs="a sample, a threat or dice", has=None, field="simulate")


def policy(request: SimulateFight, stream: Stream[CampaignState]) -> SimulatedMove | None:
    """Return the next command of the simulation, or None when it is over."""
    state = stream.game
    if request.years is not None:
        return simulations_seasons.policy(request.years, state)
    if stream.version >= MOVES:
        return None
    command = prepare(request, state) if state.combat is None else fights_on(request, state)
    return None if command is None else SimulatedMove(GM, "gm", command)


# ---------------------------------------------------------------- before the fight


def prepare(request: SimulateFight, state: CampaignState) -> Command:
    """Return the command that creates or equips a fighter, or that starts the fight."""
    made = in_order(state.characters)
    if len(made) < len(request.fighters):
        return _appears(request.fighters[len(made)], request.seat_of(len(made)))
    for who in made:
        items, named = state.characters[who].items, request.of(made, who).items
        if len(items) < len(named):
            return GiveItem(creature=who, item=named[len(items)])
        for item in in_order(items):
            diced = items[item].faces and not items[item].ready
            if diced and not worn_already(state.settings, items.values(), items[item]):
                return ReadyItem(creature=who, item=item)
    return StartCombat(fighters=tuple(Entrant(creature=who, side=request.seat_of(made.index(who))) for who in made))


def _appears(one: Contender, seat: str) -> Command:
    if one.sample is not None:
        return creatures.SpawnSample(sample=one.sample, seat=seat)
    if one.threat is not None:
        return creatures.SpawnHorde(threat=one.threat, seat=seat)
    new = NewCreature(name="fighter", kind="beast" if one.beast else "cast", dice=one.dice or ())
    return creatures.BuildCreature(creature=new, seat=seat)


# ---------------------------------------------------------------- in the fight


def fights_on(request: SimulateFight, state: CampaignState) -> Command | None:
    """Return the decision on an open question, or else the next command of the fight.

    None means that the fight is over.
    """
    return next(tactics.answers(state), None) or act(request, state)


def act(request: SimulateFight, state: CampaignState) -> Command | None:
    """Return the next declaration, roll, allotment or defence, or None if the fight is decided or too long."""
    combat = state.combat
    if combat is None:
        return None
    if combat.stage == "declaring":
        if not all(standing(request, state)) or combat.round > ROUNDS:
            return None
        who = (*taking_part.pending_first(state), *taking_part.pending(state))[0]
        return tactics.declares(state, who, _foes(request, state, who))
    if combat.stage == "allotting":
        return next(_allots(request, state), None)
    if combat.stage == "defending":
        return blows.StandAgainst(creature=blows.waiting(state)[0])
    return RollRound() if combat.stage == "terms" else None


def standing(request: SimulateFight, state: CampaignState) -> tuple[list[str], list[str]]:
    """Return the fighters with dice left: first the party's fighters, then the enemies."""
    made, ours, there = in_order(state.characters), len(request.party), state.characters
    party = [who for who in made[:ours] if not there[who].down]
    return party, [who for who in made[ours:] if not there[who].down]


def _foes(request: SimulateFight, state: CampaignState, who: str) -> tuple[str, ...]:
    """Return the foes of a fighter that can act. Those with the fewest dice left come first."""
    party, enemies = standing(request, state)
    foes = enemies if in_order(state.characters).index(who) < len(request.party) else party
    return tuple(sorted(foes, key=lambda foe: len(state.characters[foe].numbers)))


def _allots(request: SimulateFight, state: CampaignState) -> Iterator[Command]:
    made = in_order(state.characters)
    for who in state.combat.allotting if state.combat else ():
        if roll := allotting.due(state, who):
            one, foes = request.of(made, who), _foes(request, state, who)
            yield tactics.allots(state, roll, foes[0] if foes else None, guard=one.guard, ranged=one.ranged)


# ---------------------------------------------------------------- measures


def cost_of(request: SimulateFight) -> int:
    """Estimate how long one trial takes, in microseconds of one core."""
    if request.years is not None:
        return simulations_seasons.cost_of(request.years)
    return MOVE_MICROSECONDS * len(request.fighters) * (5 + len(request.fighters))


def measures(request: SimulateFight) -> Mapping[str, Kind]:
    """Return the names of the measures of a fight or, if years are simulated, of the seasons.

    A fight is measured by its winner, its duration, and what is left of each side.
    """
    if request.years is not None:
        return simulations_seasons.measures(request.years)
    amounts: dict[str, Kind] = dict.fromkeys(AMOUNTS, "amount")
    return {"won": "share", "nobody left": "share", "undecided": "share", **amounts}


def measure(request: SimulateFight, stream: Stream[CampaignState], _: Sequence[Event]) -> Mapping[str, Value]:
    """Measure a fight after its end, or the campaign after its years."""
    if request.years is not None:
        return simulations_seasons.measure(request.years, stream.game)
    state, (party, enemies) = stream.game, standing(request, stream.game)
    left = [sum(len(state.characters[who].numbers) for who in side) for side in (party, enemies)]
    dead = sum(state.characters[who].dead for who in in_order(state.characters)[: len(request.party)])
    rounds = min(state.combat.round - 1, ROUNDS) if state.combat else 0
    shares = {
        "won": int(bool(party) and not enemies), "nobody left": int(not party and not enemies),
        "undecided": int(bool(party and enemies)),
    }  # fmt: skip
    return {**shares, **dict(zip(AMOUNTS, (rounds, *left, dead), strict=True))}


ARMED: Final = {"dice": [{"n": 4, "die": "Fighter"}], "items": ["Spear", "Full shield"]}
GRIFFON: Final = {"sample": "Griffon"}
SIMULATION: Final = Simulation(
    game=bones, request=SimulateFight, check=check, cost=cost_of, measures=measures,
    opening=lambda request: OpenCampaign(seats=SEATS, settings=request.settings), policy=policy, measured=measure,
    examples={
        "do two fighters stand two griffons, and better on guard?": {
            "simulate": {"party": [ARMED, ARMED], "enemies": [GRIFFON, GRIFFON]},
            "against": {"party": [ARMED | {"guard": 1}] * 2, "enemies": [GRIFFON, GRIFFON]},
            "trials": 1_000,
        },
        **simulations_seasons.EXAMPLES,
    },
)  # fmt: skip
