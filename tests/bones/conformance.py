"""The campaign in the conformance suite."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from services.bones.catalogue import Run
from services.bones.chapters.allotting import Allot
from services.bones.chapters.combat import Entrant, StartCombat
from services.bones.chapters.creatures import PrepareCreature
from services.bones.chapters.declaring import Declare
from services.bones.chapters.rolling import RollTask
from services.bones.chapters.rolls import KeepFaces, KeepSuccesses
from services.bones.chapters.rounds import RollRound
from services.bones.chapters.tasks import Attempt, CallTask, SetTask
from services.bones.chapters.wounds import DealDamage
from services.bones.game import bones
from services.bones.reading.effects import locked
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import Aimed, Put
from services.bones.state.creatures import NewCreature
from services.bones.state.tasks import Terms
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.roster import RevealCharacter
from shared.kernel.messages import Command
from shared.kernel.stream import OpenSeat
from tests.bones.sessions import SESSIONS
from tests.bones.tables import Journal, begin
from tests.conformance.fixture import Fixture, Probe, Twins
from tests.support import journal as kept


def holds(journal: kept.Journal[CampaignState]) -> None:
    """Hold what is always true of a campaign."""
    state = journal.state
    each_creature_is_possible(state)
    what_is_open_belongs_to_somebody(state)
    a_fight_is_among_those_who_are_there(state)
    effects_are_kept_up(state)
    assert not set(state.prepared) & set(state.characters)
    assert min((0, *state.spiffs.values())) == 0
    carried = [item for one in state.characters.values() for item in one.items] + list(state.ground)
    assert len(carried) == len(set(carried))


def each_creature_is_possible(state: CampaignState) -> None:
    """Hold that each lost die is one it has, each once, and that negative dice begin where none is left."""
    for one in state.characters.values():
        assert len(one.lost) == len(set(one.lost))
        assert set(one.lost) <= set(range(1, len(one.dice) + 1))
        assert one.beyond == 0 or one.down
        assert min(one.beyond, one.coins, one.spiffs, one.banked, one.icons, one.automatic) >= 0
        assert one.mount is None or one.mount in state.characters
        assert one.master is None or one.master in state.characters


def what_is_open_belongs_to_somebody(state: CampaignState) -> None:
    """Hold that rolls, tasks, wounds and uses are of those who are there, and nobody has two tasks."""
    kinds: tuple[dict[str, Any], ...] = (state.rolls, state.tasks, state.wounds, state.healings, state.uses)
    for one in (one for kind in kinds for one in kind.values()):
        assert one.creature in state.characters
    busy = [task.creature for task in state.tasks.values() if not task.fight]
    assert len(busy) == len(set(busy))
    assert all(wound.amount > 0 for wound in state.wounds.values())


def a_fight_is_among_those_who_are_there(state: CampaignState) -> None:
    """Hold that who fights is part of the campaign, and nothing is allotted before it was rolled."""
    if state.combat is None:
        return
    assert set(state.combat.fighters) <= set(state.characters)
    for one in state.combat.fighters.values():
        assert one.allotment is None or one.rolls
        assert state.combat.stage == "declaring" or not one.declared or one.shown


def effects_are_kept_up(state: CampaignState) -> None:
    """Hold that each effect goes on by what keeps it up, and that what was given for it stays lost."""
    for one in state.effects.values():
        assert one.die is None or one.lasts == "health"
        assert (one.rounds is not None) == (one.lasts == "value")
        assert one.lasts != "held" or one.caster in state.characters
        assert one.rounds is None or one.rounds > 0
    for who in state.characters:
        given = locked(state, who)
        assert len(given) == len(set(given))
        assert set(given) <= set(state.characters[who].lost)


# ---------------------------------------------------------------- what is hidden


def seated() -> tuple[Journal, str, str, str, str]:
    """Open a campaign with a watcher, a party, and a member of the cast and a wolf of the game master's."""
    journal = Journal()
    bob, grumpy = journal.party()
    guard, wolf = journal.spawn("Mercenary"), journal.spawn("Wolf")
    journal.send(OpenSeat(seat="eve", role="spectator"))
    return journal, bob, grumpy, guard, wolf


def prepared(one: NewCreature) -> Journal:
    """Let the game master prepare somebody, unseen."""
    journal, *_ = seated()
    journal.send(PrepareCreature(prepared=one))
    return journal


def hidden(terms: Terms) -> Journal:
    """Let a task have hidden terms, and be rolled: which dice opposed it is not told."""
    journal, bob, *_ = seated()
    journal.send(Attempt(creature=bob, aim="slip by"), "ann")
    (task,) = journal.state.tasks
    journal.send(SetTask(task=task, terms=terms, hidden=True))
    return journal


def declared(command: Declare) -> Journal:
    """Let a fight have begun, in which one has declared."""
    journal, *all_four = seated()
    sides = ("party", "party", "foes", "foes")
    journal.send(
        StartCombat(fighters=tuple(Entrant(creature=who, side=side) for who, side in zip(all_four, sides, strict=True)))
    )
    journal.send(command)
    return journal


def allotted(*puts: Put) -> Journal:
    """Let a round be rolled, in which the first of its group has allotted."""
    journal, bob, grumpy, guard, wolf = seated()
    sides = ("party", "party", "foes", "foes")
    four = (bob, grumpy, guard, wolf)
    journal.send(
        StartCombat(fighters=tuple(Entrant(creature=who, side=side) for who, side in zip(four, sides, strict=True)))
    )
    for who in four:
        journal.send(Declare(creature=who, doing="fight"))
    journal.send(RollRound(), faces=(1,) * 18)
    for keeps in (KeepFaces, KeepSuccesses):
        for roll in in_order(journal.state.rolls):
            if journal.state.rolls[roll].stage != "final":
                journal.send(keeps(roll=roll))
    journal.send(Allot(creature=guard, puts=puts))
    return journal


def pairs() -> Iterator[tuple[Journal, Journal, tuple[tuple[Command, str], ...]]]:
    """Yield two campaigns that differ in what some may not know, and what is sent to both."""
    _, bob, grumpy, guard, wolf = seated()
    ogre = NewCreature(name="Ogre", dice=(Run(n=9, die="Killer"),), items=("Spear",))
    wisp = NewCreature(name="Wisp", dice=(Run(n=1, die="Spirit"),), kind="beast", flying="4")
    unseen = "creature-12"
    yield (
        prepared(ogre),
        prepared(wisp),
        (
            (RevealCharacter(character=unseen), "ann"),
            (DealDamage(creature=unseen, amount=1), "gm"),
            (Attempt(creature=bob, aim="look about"), "ann"),
            (CallTask(creature=bob, aim="look", terms=Terms(skill="Perception")), "gm"),
        ),
    )
    easy, hard = Terms(skill="Stealth", difficulty="Easy"), Terms(skill="Stealth", difficulty="Impossible")
    task = next(iter(hidden(easy).state.tasks))
    yield hidden(easy), hidden(hard), ((RollTask(task=task), "bob"), (Attempt(creature=bob, aim="run"), "ann"))
    yield (
        declared(Declare(creature=guard, doing="fight", targets=(bob,))),
        declared(Declare(creature=guard, doing="other", skill="Stealth", aim="slip away", posture="lie")),
        ((Declare(creature=guard, doing="nothing"), "ann"), (Declare(creature=grumpy, doing="fight"), "bob")),
    )
    yield (
        allotted(Put(die="die-1", attack=(Aimed(target=bob),))),
        allotted(*(Put(die=f"die-{number}", defend=1) for number in range(1, 5))),
        ((Allot(creature=wolf), "ann"), (Allot(creature=bob), "ann")),
    )


def twins() -> Iterator[Twins]:
    """Campaigns in which somebody else is prepared, other terms are hidden, and something else is declared."""
    for first, second, probes in pairs():
        yield Twins(
            first=first.stream,
            second=second.stream,
            seats=("ann", "bob", "eve"),
            probes=tuple(Probe(command, seat) for command, seat in probes),
        )


FIXTURE: Final = Fixture(
    game=bones,
    begin=begin,
    sessions=SESSIONS,
    holds=holds,
    twins=twins,
    texts={"seat": ("gm", "ann", "bob")},
    plays=4,
    steps=50,
    every=12,
)
