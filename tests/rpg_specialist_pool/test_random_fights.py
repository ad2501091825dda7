"""Whole fights played with random legal commands and invented actions."""

from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as effort
from hypothesis import strategies as st
from msgspec.structs import replace

from services.rpg_specialist_pool.chapters.attempts import AttemptMade
from services.rpg_specialist_pool.chapters.contests import Answer, ContestAnswered, ContestOpened, Counterattack, Oppose
from services.rpg_specialist_pool.state import Action, CampaignState, Component, OtherDice, Situational
from shared.kernel.campaign.fights import FightStarted, StartFight, TurnBegan
from shared.kernel.legal import Allowed
from shared.kernel.messages import Command, Event
from shared.kernel.refusals import Refusal
from tests.conformance.playing import by_kind, command_from, legal_list_of
from tests.rpg_specialist_pool.conformance import CAMPAIGNS, holds, open_campaign
from tests.support.journal import Journal
from tests.support.sampling import sampled

TIERS: Final[tuple[Any, ...]] = ("simple", "basic", "intermediate", "advanced", "master")
QUIET: Final = {
    "OpenSeat", "RotateSeed", "RotateToken", "AddSalt", "Close", "EndFight", "LeaveFight", "RemoveCharacter",
    "LoadConditions",
}  # fmt: skip


def some_action(luck: Random) -> Action:
    """Return a random action."""
    ap = luck.choice((0, 1, 1, 2, 3))
    parts = tuple(
        Component(name=f"c{place}", tier=luck.choice(TIERS), ap=luck.randrange(3)) for place in range(luck.randrange(3))
    )
    form: dict[str, Any] = {"components": parts} if parts else {"tier": luck.choice(TIERS), "ap": ap}
    return Action(
        kind=luck.choice(("martial", "spell", "defence", "skill", "special")),
        stats=luck.choice(((), ("Might",), ("Might", "Wits"))),
        trainings=luck.choice(((), ("Blades",))),
        luck=luck.choice((0, 0, 1, 2)),
        situational=luck.choice((None, Situational(dice=luck.choice((-3, 2)), reason="so"))),
        other_dice=luck.choice(((), (OtherDice(source="help", dice=3),))),
        **form,
    )


def entry_for(allowed: list[Allowed], luck: Random) -> Allowed:
    """Choose a listed command, preferably one that advances the fight."""
    kinds = {name: entries for name, entries in by_kind(allowed).items() if name not in QUIET}
    wanted = [
        one
        for one in ("Answer", "StandStill", "Counterattack", "RollInitiative", "Oppose", "SettleTie")
        if one in kinds
    ]
    name = luck.choice(wanted) if wanted and luck.random() < 0.5 else luck.choice(sorted(kinds))
    return luck.choice(kinds[name])


def step(journal: Journal[CampaignState], luck: Random) -> tuple[Event, ...]:
    """Send a listed command for any seat, sometimes with a random action, which may be refused."""
    for seat in luck.sample(("gm", "ann", "bob"), 3):
        allowed = [
            one for one in legal_list_of(journal.rules, journal.stream, seat).allowed if one.command not in QUIET
        ]
        if not allowed:
            continue
        command: Command = command_from(entry_for(allowed, luck), journal.rules, luck)
        if isinstance(command, Oppose | Answer | Counterattack) and luck.random() < 0.8:
            try:
                return journal.send(replace(command, action=some_action(luck)), seat)
            except Refusal:
                pass
        return journal.send(command, seat)
    return ()


def watch(journal: Journal[CampaignState], before: CampaignState, events: tuple[Event, ...]) -> None:
    """Assert that fighters act only in their turn, pay their AP, and never answer their own actions."""
    for event in events:
        if isinstance(event, AttemptMade | ContestOpened) and before.fighting(event.character):
            counter = isinstance(event, ContestOpened) and event.counterattack
            assert counter or before.turn == event.character
            assert event.pool.spent == event.pool.ap
            fighter = before.fighter(event.character)
            assert fighter is not None
            assert event.pool.ap <= fighter.ap
        if isinstance(event, ContestOpened | AttemptMade):
            assert event.pool.luck <= before.characters[event.character].luck
        if isinstance(event, ContestAnswered):
            assert before.contests[event.contest].target == event.character
        if isinstance(event, TurnBegan):
            fighter = journal.state.fighter(event.participant)
            assert fighter is None or fighter.ap >= 1


@effort(max_examples=sampled(3, of=12), deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_random_fights_never_break_an_invariant(seed: int) -> None:
    """With any settings, invariants, turn order and AP payments hold for sixty random steps."""
    luck = Random(seed)
    journal = open_campaign(luck.choice(CAMPAIGNS), seed % 1000 + 1)
    journal.send(StartFight(participants=tuple(journal.state.characters)))
    for _ in range(60):
        before = journal.state
        events = step(journal, luck)
        holds(journal)
        watch(journal, before, events)
    assert journal.replay().game == journal.state


@pytest.mark.parametrize("seed", range(3))
def test_random_fights_include_answered_attacks(seed: int) -> None:
    """The random fights include attacks that are made and answered, so the test of the invariants is not vacuous."""
    luck = Random(seed)
    journal = open_campaign(CAMPAIGNS[seed], seed + 1)
    journal.send(StartFight(participants=tuple(journal.state.characters)))
    for _ in range(150):
        step(journal, luck)
    met = {type(event) for event in journal.events}
    assert met >= {FightStarted, TurnBegan, ContestOpened, ContestAnswered}
