"""A session on the road: many kinds of tasks, poison and falls, servants, and healing over time."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from services.bones.catalogue import Data, Run
from services.bones.chapters.people.characters import WriteSheet
from services.bones.chapters.people.cold_iron import (
    ChooseSource,
    CompleteDie,
    FinishSheet,
    GiveUpDraft,
    StartDraft,
    WriteBackStory,
)
from services.bones.chapters.people.companions import AddCompanionDie, GainCompanion, TradeVessels
from services.bones.chapters.people.creatures import BuildCreature, PrepareCreature
from services.bones.chapters.people.data import LoadData
from services.bones.chapters.people.handling import DropItem, PickUpItem, ReadyItem, StowItem
from services.bones.chapters.people.items import GiveItem, SetCoins, TakeItem
from services.bones.chapters.people.proposals import Propose
from services.bones.chapters.people.riding import Dismount, Mount
from services.bones.chapters.rolls.falls import Fall, SoftenFall
from services.bones.chapters.rolls.giving import GiveSuccess, TakeCommand
from services.bones.chapters.rolls.healing import ChooseHealed
from services.bones.chapters.rolls.hindering import GiveHindering, OrderHinderingRoll, RemedyHindering
from services.bones.chapters.rolls.rolls import KeepFaces, KeepSuccesses
from services.bones.chapters.rolls.wounds import CoupDeGrace, DealDamage, TakeDamage
from services.bones.chapters.tasks.corrections import ChangeCreature, ChangeTime
from services.bones.chapters.tasks.making import FinishThing
from services.bones.chapters.tasks.recovery import PassTime
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask
from services.bones.reading.damage import choices
from services.bones.reading.improving import Step
from services.bones.state.creatures import Die, NewCreature
from services.bones.state.tasks import Opponent, Terms
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.proposals import ConfirmProposal, DeclineProposal, WithdrawProposal
from shared.kernel.campaign.roster import AssignCharacter, ForgetPrepared, RemoveCharacter, RevealCharacter
from tests.bones.tables import MASTER, Journal

GUIDE: Final = NewCreature(
    name="Guide",
    dice=(
        Run(n=4, faces=("Universal", "Physical", "Outdoorsman", "Social", "Sailor", "Maneuver")),
        Run(
            n=4,
            faces=(
                "Universal", "Physical", "Outdoorsman:Animal Friend", "Social:Boss", "Sailor:Captain",
                "Maneuver:Pyramid",
            ),
        ),
    ),
)  # fmt: skip
"""A character with enough masteries for a companion of five dice, a lackey, and two small vessels or a large one."""
SMITH: Final = NewCreature(
    name="Smith",
    dice=(
        Run(n=4, faces=("Universal", "Physical", "Craft", "Healer", "Healer", "Craft")),
        Run(n=1, faces=("Universal", "Physical", "Craft", "Healer", "Craft", "Craft:Weaponsmith")),
    ),
)
ROAD: Final[dict[str, Any]] = {
    "cultures": [{
        "name": "Norse", "backgrounds": ["villager"],
        "slots": [{"fixed": "Universal"}, {"choice": ["Physical", "Mental"]}, *[{"any": True}] * 4],
    }],
    "backgrounds": [{
        "name": "villager", "occupations": ["Armsman", "poet"],
        "slots": [{"fixed": "Universal"}, {"choice": ["Physical", "Mental"]}, *[{"any": True}] * 4],
    }],
    "occupations": [{
        "name": "poet", "slots": [{"fixed": "Universal"}, {"choice": ["Physical", "Mental"]}, *[{"any": True}] * 4],
    }],
}  # fmt: skip
"""The definitions that a campaign adds for sources of Cold Iron characters."""


def answer(journal: Journal) -> None:
    """Make all open decisions: remove the first dice as damage, restore the first lost dice, and keep the rolls."""
    while waiting := (*journal.state.healings, *journal.state.wounds, *journal.state.falls, *_waiting_rolls(journal)):
        state, key = journal.state, waiting[0]
        if key in state.healings:
            healing = state.healings[key]
            lost = state.characters[healing.creature].lost
            journal.send(ChooseHealed(healing=key, dice=lost[: healing.dice]))
        elif key in state.wounds:
            journal.send(TakeDamage(wound=key, dice=choices(state, state.wounds[key], ())[-1][0]))
        elif key in state.falls and state.falls[key].roll is None:
            journal.send(SoftenFall(fall=key))
        else:
            (key,) = _waiting_rolls(journal)[:1]
            journal.send(KeepFaces(roll=key) if state.rolls[key].stage == "faces" else KeepSuccesses(roll=key))


def _waiting_rolls(journal: Journal) -> tuple[str, ...]:
    """Return the rolls that wait for their player's decision."""
    rolls = journal.state.rolls
    return in_order(key for key, roll in rolls.items() if roll.stage in ("faces", "successes"))


def try_task(journal: Journal, who: str, aim: str, terms: Terms, *faces: int, hidden: bool = False) -> None:
    """Try a task with a character on these terms, roll, and keep the roll."""
    call_task(journal, who, aim, terms, hidden=hidden)
    journal.send(RollTask(task=in_order(journal.state.tasks)[-1]), faces=faces or None)
    answer(journal)


def call_task(journal: Journal, who: str, aim: str, terms: Terms, *, hidden: bool = False) -> str:
    """Call for a task as the game master; return its id."""
    journal.send(CallTask(creature=who, aim=aim, terms=terms, hidden=hidden))
    return in_order(journal.state.tasks)[-1]


def newest(journal: Journal) -> str:
    """Return the creature that appeared last."""
    return in_order(journal.state.characters)[-1]


def tasks(journal: Journal, bob: str, other: str) -> None:
    """Try tasks with and without opponents, open and hidden, with a tie that is rolled again."""
    foe = journal.spawn("Mercenary")
    wrestling = Terms(skill="Physical", opponents=(Opponent(creature=foe, skill="Physical"),))
    tied = call_task(journal, bob, "wrestle", wrestling)
    number = len(journal.state.characters[foe].dice)
    journal.send(RollTask(task=tied), faces=(3,) * (5 + number))
    answer(journal)
    while tied in journal.state.tasks:
        journal.send(RollTask(task=tied))
        answer(journal)
    try_task(journal, bob, "see the ambush", Terms(skill="Perception", difficulty="Easy"), hidden=True)
    try_task(journal, other, "cross the ice", Terms(skill="Maneuver", purpose="movement"))
    try_task(journal, bob, "tell a tale", Terms(skill="Mental"))
    journal.send(DealDamage(creature=foe, amount=number))
    answer(journal)
    journal.send(CoupDeGrace(creature=foe))
    journal.send(RemoveCharacter(character=foe, reason="buried"))


def service(journal: Journal, bob: str) -> None:
    """Give a guide servants and a vessel. The guide gives Bob a success, and commands its companion."""
    journal.send(BuildCreature(creature=GUIDE))
    guide = newest(journal)
    journal.send(GainCompanion(creature=guide, service="companion", name="Fang", dice=("Predator",) * 5))
    fang = newest(journal)
    journal.send(ChangeCreature(creature=guide, lost=(8,), reason="a broken arm"))
    journal.send(TradeVessels(creature=guide, large=1))
    journal.send(GainCompanion(creature=guide, service="crew", name="hands", dice=("Sailor",) * 3))
    journal.send(AddCompanionDie(creature=newest(journal), die="Sailor"))
    climb = Terms(skill="Maneuver", number=2)
    task = call_task(journal, bob, "climb", climb)
    mine = call_task(journal, guide, "climb", climb)
    journal.send(RollTask(task=mine), faces=(1, 1, 1, 1, 6, 6, 6))
    roll = next(iter(journal.state.rolls))
    journal.send(GiveSuccess(roll=roll, die="die-5", to=bob))
    answer(journal)
    journal.send(RollTask(task=task))
    answer(journal)
    order = Terms(skill="Outdoorsman", number=1, purpose="command", patient=fang)
    journal.send(RollTask(task=call_task(journal, guide, "Fang, fetch", order)), faces=(1, 1, 1, 1, 3, 3, 3))
    roll = next(iter(journal.state.rolls))
    journal.send(TakeCommand(roll=roll, die="die-6", to=fang))
    answer(journal)


def hardship(journal: Journal, bob: str, other: str) -> None:
    """Play poison, flames and a fall; a smith who heals and forges; and rest."""
    journal.send(GiveHindering(creature=bob, kind="poison", intensity="strong"))
    journal.send(GiveHindering(creature=other, kind="flaming"))
    poison = next(iter(journal.state.characters[bob].hindering))
    journal.send(OrderHinderingRoll(creature=bob), faces=(1,))
    answer(journal)
    try_task(journal, other, "put the fire out", Terms(skill="Physical", number=1))
    for who, remedy in ((bob, "an antidote"), (other, "water")):
        for die in journal.state.characters[who].hindering:
            journal.send(RemedyHindering(creature=who, die=die, remedy=remedy))
    assert poison not in journal.state.characters[bob].hindering
    journal.send(Fall(creature=other, height=12))
    answer(journal)
    journal.send(DealDamage(creature=bob, amount=2))
    answer(journal)
    journal.send(BuildCreature(creature=SMITH))
    smith = newest(journal)
    healing = Terms(skill="Healer", difficulty="Easy", purpose="treatment", patient=bob)
    try_task(journal, smith, "bind the wounds", healing, 4, 4, 5, 4, 4, 6, 6)
    forging = Terms(skill="Craft", number=1, purpose="making", days=6, item="Spear")
    try_task(journal, smith, "forge a spear", forging, 3, 3, 6, 6, 6)
    journal.send(PassTime(hours=5, resting=(bob, other)))
    answer(journal)
    journal.send(DealDamage(creature=bob, amount=1))
    answer(journal)
    journal.send(PassTime(weeks=4, hours=3, resting=(bob, other)))
    answer(journal)
    journal.send(FinishThing(making=next(iter(journal.state.makings)), steps=(Step(face=6, to="Melee"),)))
    journal.send(ChangeTime(day=40, hour=6, reason="the feast is on the fortieth day"))


def belongings(journal: Journal, bob: str) -> None:
    """Give, take, stow and drop items, and let a player propose a command."""
    journal.send(GiveItem(creature=bob, item="Boots of Stealth"))
    boots = in_order(journal.state.characters[bob].items)[-1]
    journal.send(ReadyItem(creature=bob, item=boots), "ann")
    journal.send(StowItem(creature=bob, item=boots), "ann")
    for word in (ConfirmProposal, DeclineProposal, WithdrawProposal):
        journal.send(Propose(command=ReadyItem(creature=bob, item=boots)), "ann")
        proposal = next(iter(journal.state.proposals))
        journal.send(word(proposal=proposal), "ann" if word is WithdrawProposal else "gm")
        if word is ConfirmProposal:
            journal.send(DropItem(creature=bob, item=boots), "ann")
            journal.send(PickUpItem(creature=bob, item=boots), "ann")
    journal.send(TakeItem(creature=bob, item=boots, reason="stolen"))
    journal.send(WriteSheet(creature=bob, other_equipment="a lute without strings"), "ann")
    journal.send(SetCoins(creature=bob, coins=3, reason="spent on new boots"))
    horse = journal.spawn("Horse")
    journal.send(Mount(creature=bob, mount=horse))
    journal.send(Dismount(creature=bob))


def newcomers(journal: Journal) -> None:
    """Create one Cold Iron character step by step and abandon another; prepare some of the cast, and reveal one."""
    journal.send(LoadData(data=msgspec.convert(ROAD, Data)))
    die = Die(faces=("Universal", "Physical", "Melee", "Defend", "Missile", "Social"))
    journal.send(StartDraft(), "bob")
    (draft,) = journal.state.drafts
    for of, name in (
        ("culture", "Norse"), ("background", "villager"), ("occupation", "Armsman"), ("occupation", "poet"),
    ):  # fmt: skip
        journal.send(ChooseSource(draft=draft, of=of, name=name), "bob")  # type: ignore[arg-type]
        journal.send(CompleteDie(draft=draft, die=die), "bob")
    journal.send(FinishSheet(draft=draft, name="Astrid", equipment=("Spear",)), "bob")
    journal.send(WriteBackStory(draft=draft, back_story="She has seen the whale road."), "bob")
    journal.send(AssignCharacter(character=newest(journal), seat="ann"))
    journal.send(StartDraft(), "bob")
    journal.send(GiveUpDraft(draft=next(iter(journal.state.drafts))), "bob")
    for command in (RevealCharacter, ForgetPrepared):
        journal.send(PrepareCreature(prepared=MASTER))
        journal.send(command(character=next(iter(journal.state.prepared))))
