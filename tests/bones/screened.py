"""Campaigns that differ only in the dice and items of a closed creature: one whose sheet players cannot see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from services.bones.catalogue import Run
from services.bones.chapters.fights.allotting import Allot
from services.bones.chapters.fights.combat import EndCombat, Entrant, StartCombat
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.people.closed import BringPrepared, ShowCreature, Shows
from services.bones.chapters.people.creatures import PrepareCreature, SpawnHorde
from services.bones.chapters.rolls.rolls import KeepFaces, KeepSuccesses
from services.bones.chapters.rolls.wounds import DealDamage, TakeDamage
from services.bones.chapters.tasks.recovery import PassTime
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import Attempt, CallTask
from services.bones.settings import BeastsSettings, CombatSettings, Settings
from services.bones.state.combat import Aimed, Put
from services.bones.state.creatures import NewCreature
from services.bones.state.magic import Casting
from services.bones.state.tasks import Opponent, Terms
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.roster import AssignCharacter, RevealCharacter
from shared.kernel.messages import Command
from shared.kernel.stream import OpenSeat
from tests.bones.tables import Journal
from tests.conformance.fixture import Probe, Twins

SEATS: Final = ("ann", "bob", "eve")
FIRST: Final = "Universal"
OGRE: Final = NewCreature(
    name="Ogre", dice=(Run(n=9, die="Killer"),), items=("Spear", "Full shield"), move="2", description="hungry"
)
WISP: Final = NewCreature(
    name="Wisp", dice=(Run(n=1, faces=(FIRST, "Mental", "Magic", "Scholar", "Social", "blank")),), description="pale"
)
ALIKE: Final = ("Melee", "Melee", "Defend", "Perception", "blank")
UNLIKE: Final = (
    ("Flight", "Flight", "Defend", "Perception", "blank"),
    ("Missile", "Regenerate", "Prickly", "Swim", "blank"),
)
"""Faces for the closed creature's dice: two sets of faces that all differ."""


def beast(name: str, last: str, *faces: tuple[str, ...], **fields: Any) -> NewCreature:  # noqa: ANN401 its fields
    """Return a beast of three dice.

    `last` is the first face of the third die, and `faces` are the other faces of each die.
    """
    dice = tuple(Run(n=1, faces=(first, *rest)) for first, rest in zip((FIRST, FIRST, last), faces, strict=True))
    return NewCreature(name=name, kind="beast", dice=dice, **fields)


class Screened(Journal):
    """A campaign with a spectator, a party and a closed creature."""

    def __init__(self, one: NewCreature | SpawnHorde, **groups: Any) -> None:  # noqa: ANN401 groups of settings
        """Add the closed creature."""
        hidden = CombatSettings(cast_starts="prepared", round_rolled_by="fighters")
        super().__init__(Settings(**groups, combat=hidden))
        self.bob, self.grumpy = self.party()
        self.send(OpenSeat(seat="eve", role="spectator"))
        self.send(one if isinstance(one, SpawnHorde) else PrepareCreature(prepared=one))
        (self.foe,) = self.state.prepared
        self.send(BringPrepared(character=self.foe, name="a shape"))

    def fights(self) -> None:
        """Begin a fight of the creature against the party."""
        sides = {self.bob: "party", self.grumpy: "party", self.foe: "foes"}
        self.send(StartCombat(fighters=tuple(Entrant(creature=who, side=side) for who, side in sides.items())))

    def arms(self) -> None:
        """Declare that the closed creature fights with its first weapon, if it has one."""
        things = self.state.characters[self.foe].items
        arms = tuple(key for key in in_order(things) if things[key].group == "melee weapon")[:1]
        self.send(Declare(creature=self.foe, doing="fight", weapons=arms, targets=(self.bob,)))

    @property
    def dice(self) -> int:
        """Return the number of dice in a round in which all fight with bare hands and the party wears armor."""
        worn = {"armor", "shield"}
        there = self.state.characters.values()
        things = sum(item.ready and item.group in worn for one in there for item in one.items.values())
        return things + sum(len(one.numbers) for one in there)


def twins() -> Iterator[Twins]:
    """Yield pairs of campaigns with different closed creatures, for each situation that such a creature can be in."""
    yield from _known_by_name()
    yield from _in_a_fight()
    yield from _hordes()
    for face in (FIRST, "Regenerate"):
        yield from _alike_in_what_falls(face)
    yield from _shown_in_part()


def _make_twins(first: Screened, second: Screened, *probes: tuple[Command, str]) -> Twins:
    faces = (1,) * first.dice
    sent = tuple(Probe(command, seat, faces if command == RollRound() else None) for command, seat in probes)
    return Twins(first=first.stream, second=second.stream, seats=SEATS, probes=sent)


def _known_by_name() -> Iterator[Twins]:
    """Yield campaigns in which the closed creature tries a task, or opposes a task of Bob's."""
    first, second = Screened(OGRE), Screened(WISP)
    bob, foe = first.bob, first.foe
    past = Terms(skill="Stealth", opponents=(Opponent(creature=foe, skill="Physical"),))
    looks = CallTask(creature=foe, aim="look", terms=Terms(skill="Physical", difficulty="Easy"))
    probes: tuple[tuple[Command, str], ...] = (
        (RevealCharacter(character=foe), "ann"),
        (AssignCharacter(character=foe, seat="ann"), "gm"),
        (Attempt(creature=bob, aim="burn it", skill="Magic", casting=Casting(theme="Fire", victim=foe)), "ann"),
        (CallTask(creature=bob, aim="past", terms=past), "gm"),
        (RollTask(task=f"task-{first.state.made + 1}"), "ann"),
        (looks, "gm"),
        (DealDamage(creature=foe, amount=1), "gm"),
    )
    yield _make_twins(first, second, *probes)
    hidden = CallTask(creature=bob, aim="past", terms=past, hidden=True)
    yield _make_twins(
        Screened(OGRE), Screened(WISP), (hidden, "gm"), (looks, "gm"), (DealDamage(creature=foe, amount=9), "gm")
    )


def _in_a_fight() -> Iterator[Twins]:
    """Yield campaigns in which the closed creature has declared to fight, with or without a weapon."""
    first, second = Screened(OGRE), Screened(WISP)
    for one in (first, second):
        one.fights()
        one.arms()
    bob, grumpy, foe = first.bob, first.grumpy, first.foe
    yield _make_twins(
        first,
        second,
        (Declare(creature=bob, doing="fight", targets=(foe,)), "ann"),
        (Declare(creature=grumpy, doing="other", aim="hide", skill="Stealth"), "bob"),
        (DealDamage(creature=foe, amount=3), "gm"),
    )


def _hordes() -> Iterator[Twins]:
    """Yield campaigns in which the closed creature is a horde: its threat differs, it attacks, and it is hurt."""
    first, second = (Screened(SpawnHorde(threat=threat)) for threat in ("Deadly", "Nuisance"))
    for one in (first, second):
        one.fights()
        one.send(Declare(creature=one.foe, doing="fight", targets=(one.bob, one.grumpy)))
    bob, grumpy, foe = first.bob, first.grumpy, first.foe
    yield _make_twins(
        first,
        second,
        (DealDamage(creature=foe, amount=1), "gm"),
        (DealDamage(creature=foe, amount=50), "gm"),
        (Declare(creature=bob, doing="fight", targets=(foe,)), "ann"),
        (Declare(creature=grumpy, doing="move"), "bob"),
    )


def _alike_in_what_falls(face: str) -> Iterator[Twins]:
    """Yield campaigns whose closed creatures have different dice but roll the same faces, and are then hurt."""
    brute = beast("Brute", face, ALIKE, ALIKE, ALIKE, items=("Spear",))
    bird = beast("Bird", face, *UNLIKE, UNLIKE[0], items=("Dagger / knife",) * 2, flying="4")
    first, second = (Screened(one, beasts=BeastsSettings(flight_needs_icon=False)) for one in (brute, bird))
    for one in (first, second):
        one.fights()
        one.send(Declare(creature=one.foe, doing="fight", targets=(one.bob,)))
    bob, grumpy, foe = first.bob, first.grumpy, first.foe
    rolls = tuple(f"roll-{first.state.made + number}" for number in (1, 2))
    strikes = {
        who: Allot(creature=who, puts=tuple(Put(die=f"die-{n}", attack=(Aimed(target=on),)) for n in (1, 2)))
        for who, on in ((bob, foe), (foe, bob))
    }
    wounds = tuple(f"wound-{first.state.made + number}" for number in (4, 5))
    yield _make_twins(
        first,
        second,
        (Declare(creature=bob, doing="fight", targets=(foe,)), "ann"),
        (Declare(creature=grumpy, doing="fight", targets=(foe,)), "bob"),
        (RollRound(), "gm"),
        *((KeepFaces(roll=roll), "gm") for roll in rolls),
        *((KeepSuccesses(roll=roll), "gm") for roll in rolls),
        (strikes[foe], "gm"),
        (strikes[bob], "ann"),
        (Allot(creature=grumpy), "bob"),
        *((TakeDamage(wound=wound, dice=(1, 2)), "gm") for wound in wounds),
        (Declare(creature=grumpy, doing="coup_de_grace", target=foe), "bob"),
        (EndCombat(), "gm"),
        (PassTime(weeks=1, resting=(foe,)), "gm"),
    )


def _shown_in_part() -> Iterator[Twins]:
    """Yield campaigns in which players see the creature's name, or its dice without its items, or only its items."""
    other = replace(OGRE, items=("Sling",) * 3)
    parts: tuple[tuple[Shows, NewCreature], ...] = (
        ("name", replace(WISP, name=OGRE.name)),
        ("dice", other),
        ("items", replace(WISP, items=OGRE.items)),
    )
    for what, twin in parts:
        first, second = Screened(OGRE), Screened(twin)
        for one in (first, second):
            one.send(ShowCreature(character=one.foe, what=what))
        yield _make_twins(first, second, (Attempt(creature=first.bob, aim="look"), "ann"), (_hurts(first), "gm"))


def _hurts(journal: Screened) -> Command:
    return DealDamage(creature=journal.foe, amount=1)
