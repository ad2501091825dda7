"""Random play of the small campaign: legal lists match accepted commands, turns are fair, and no fight gets stuck."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from shared.kernel.campaign.fights import (
    EndFight,
    EndTurn,
    FightJoined,
    JoinFight,
    LeaveFight,
    RoundBegan,
    SettleTie,
    StartFight,
    TurnBegan,
)
from shared.kernel.campaign.order import tied
from shared.kernel.chance import Faces
from shared.kernel.context import Intent
from shared.kernel.game import Game
from shared.kernel.messages import Command, Event
from shared.kernel.refusals import Refusal
from tests.conformance.fixture import Fixture
from tests.conformance.playing import Played, by_kind, command_from, legal_list_of, play_stream
from tests.conformance.test_legal import looked_at
from tests.shared.campaign.game import (
    AT_ONCE,
    LATE,
    Answer,
    MakePerson,
    Person,
    RollForOrder,
    SetPoints,
    Strike,
    Table,
    begin_table,
    person,
    table,
)
from tests.support.journal import Journal, audit_export
from tests.support.sampling import sampled

pytestmark = pytest.mark.long

PLAYS = sampled(2, of=5)
STEPS = 8000


class Kind(Struct, frozen=True):
    """A variant of the campaign: whether newcomers act at once, and whether each round rolls the turn order again."""

    game: Game[Table]
    anew: bool


KINDS = [
    pytest.param(Kind(game, anew), id=f"{game.state.__name__}-{'each_round' if anew else 'fixed'}")
    for game in (AT_ONCE, LATE)
    for anew in (False, True)
]
PEOPLE = (person(1), person(2, quick=1), person(3), person(4, burns=True), person(5, sleeps=True), person(6))

# ---------------------------------------------------------------- fights only, many steps


class Brawl:
    """A fight to which the game master sends random commands. Its events are checked after each command."""

    def __init__(self, kind: Kind, people: tuple[Person, ...] = PEOPLE) -> None:
        """Set up the campaign without a fight."""
        self.game, self.luck = kind.game, Random(f"brawl {kind.game.state.__name__} {kind.anew}")
        self.state: Table = table(*people, game=kind.game, anew=kind.anew).state
        self.turns: Counter[str] = Counter()
        self.happened: Counter[str] = Counter()

    def decide(self, command: Command) -> list[Event] | Refusal:
        """Return the events of a command, or its refusal."""
        faces = Faces(self.luck.randint(1, 2)) if isinstance(command, RollForOrder) else Faces()
        intent = Intent(id="one", seat="gm", role="gm", at=1, by="seat:gm@0", command=command)
        try:
            return self.game.decide(intent, self.state, faces).events
        except Refusal as refusal:
            return refusal

    def step(self) -> None:
        """Send a random command, and check its events."""
        events = self.decide(self.any_command())
        for event in () if isinstance(events, Refusal) else events:
            self.check_fair(event)
            self.happened[type(event).__name__] += 1
            self.state = self.game.folds[type(event)](self.state, event)

    def any_command(self) -> Command:
        """Return a random command."""
        who, other = self.luck.choice(PEOPLE).id, self.luck.choice(PEOPLE).id
        some = self.luck.sample(self.state.known_to_fight, self.luck.randint(0, len(self.state.known_to_fight))) or [
            who
        ]
        tie = [self.luck.sample(group, len(group)) for group in tied(self.state)] or [some]
        turn = self.state.turn or who
        commands: dict[Command, float] = {
            StartFight(participants=tuple(some)): 0.5 if self.state.fight else 20,
            JoinFight(participant=who): 1, LeaveFight(participant=who): 1,
            SettleTie(order=tuple(self.luck.choice(tie))): 2, EndTurn(participant=turn): 3, EndFight(): 0.2,
            RollForOrder(participant=who): 8, Strike(participant=turn, target=other): 1,
            Answer(blow=next(iter(self.state.struck), "blow-0")): 2,
            SetPoints(person=who, points=self.luck.choice((0, 2, 3, 3)), reason="so it is"): 1,
        }  # fmt: skip
        return self.luck.choices(list(commands), list(commands.values()))[0]

    def check_fair(self, event: Event) -> None:
        """Assert that turns do not overlap, and that each participant has one turn in each round."""
        fight = self.state.fight
        if isinstance(event, FightJoined):
            self.turns[event.participant] = 0
        if isinstance(event, RoundBegan):
            self.turns.clear()
            there = fight.participants if fight else ()
            placed = fight.order if fight else ()
            assert all(one.done for one in there if one.id in placed and self.state.takes_turns(one.id))
        if isinstance(event, TurnBegan):
            self.turns[event.participant] += 1
            assert 1 == self.turns[event.participant]
            assert fight is not None
            assert fight.acting is None or not self.state.takes_turns(fight.acting)

    def ways_on(self) -> Iterator[Command]:
        """Return the commands that can advance a fight."""
        yield from (Answer(blow=blow) for blow in self.state.struck)
        yield from (EndTurn(participant=one.id) for one in PEOPLE)
        yield from (RollForOrder(participant=one.id) for one in PEOPLE)
        yield from (SettleTie(order=group) for group in tied(self.state))

    def check_goes_on(self) -> None:
        """Assert that a fight has participants.

        If one of them is awake, also assert that a command can advance the fight.
        """
        fight, state = self.state.fight, self.state
        if fight is None:
            return
        assert fight.participants
        awake = [one for one in fight.participants if state.takes_turns(one.id) and not state.characters[one.id].sleeps]
        assert state.turn == fight.acting or state.waiting or not awake
        assert not awake or any(not isinstance(self.decide(command), Refusal) for command in self.ways_on())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.rule("AR-FIGHT-05", "AR-FIGHT-08")
def test_no_fight_gets_stuck_and_turns_are_fair(kind: Kind) -> None:
    """A fight stays fair and can always continue, while persons join, leave, die, rise, burn and sleep at random."""
    brawl = Brawl(kind)
    for _ in range(STEPS):
        brawl.step()
        brawl.check_goes_on()

    rare = {"TieSettled", "OrderSet", "FightJoined", "FightLeft", "FightEnded", "RoundBegan", "TurnEnded"}
    assert {} == {name: brawl.happened[name] for name in rare if brawl.happened[name] < 20}


# ---------------------------------------------------------------- whole tables


def play(journal: Journal[Table], luck: Random) -> None:
    """Send a random legal command of a random seat. Commands that end a fight are rare."""
    seat = luck.choice(("gm", "gm", "ann", "bob"))
    entries = by_kind(legal_list_of(journal.rules, journal.stream, seat).allowed)
    wanted = {kind.__name__: 5 for kind in (RollForOrder, EndTurn, SettleTie, StartFight, Answer)} | {"EndFight": 0.1}
    kinds = sorted(entries.keys() & {kind.__name__ for kind in journal.rules.commands})
    for kind in luck.choices(kinds, [wanted.get(one, 1) for one in kinds]) if kinds else ():
        journal.send(command_from(luck.choice(entries[kind]), journal.rules, luck), seat)


@cache
def plays_of(kind: Kind) -> tuple[Fixture, tuple[Played, ...]]:
    """Return the fixture and the random plays of a variant."""

    def begin(seed: int) -> Journal[Any]:
        journal = begin_table(kind.game, seed, anew=kind.anew)
        for seat, quick in (("ann", 1), ("ann", 1), ("bob", 1)):
            journal.send(MakePerson(seat=seat, quick=quick))
        return journal

    fixture = Fixture(game=kind.game, begin=begin, play=play)
    return fixture, tuple(play_stream(fixture, seed) for seed in range(1, PLAYS + 1))


@pytest.mark.parametrize("kind", KINDS)
def test_listed_and_accepted_commands_agree(kind: Kind) -> None:
    """Judges accept exactly the commands in the legal list, whether they belong to the kit or to the game."""
    found = looked_at(*plays_of(kind))

    assert [] == found.unsound[:5]
    assert {} == {name: some[:3] for name, some in found.incomplete.items()}
    assert found.accepted > 50


@pytest.mark.parametrize("kind", KINDS)
def test_folding_the_log_gives_the_table(kind: Kind) -> None:
    """Replaying the log results in the same state, and an audit makes the same decisions."""
    for play in plays_of(kind)[1][:2]:
        assert play.journal.replay().game == play.journal.state
        assert audit_export(kind.game, play.journal.lines()).proven
