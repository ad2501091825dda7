"""The fixture of the conformance suite for the totals edition of the Specialist game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from services.rpg_specialist_total.chapters.attacks import Attack
from services.rpg_specialist_total.chapters.combatants import ChangeCombatant, PrepareCombatant
from services.rpg_specialist_total.chapters.movement import Move
from services.rpg_specialist_total.chapters.skills import SkillAction
from services.rpg_specialist_total.game import combat
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.combatants import Prepared, Sheet
from shared.kernel.campaign.fights import StartFight
from shared.kernel.campaign.order import due
from shared.kernel.campaign.roster import RevealCharacter
from shared.kernel.stream import OpenSeat
from tests.conformance.fixture import BriefLists, Fixture, Probe, Twins
from tests.rpg_specialist_total.sessions import SESSIONS
from tests.rpg_specialist_total.tables import MAGIC, OGRE, USUAL, Journal, begin, things
from tests.support import journal as kept

MOST_AP: Final = 100


def holds(journal: kept.Journal[CampaignState]) -> None:
    """Assert the invariants of a campaign."""
    state = journal.state
    each_combatant_is_possible(state)
    nobody_out_of_the_fight_takes_turns(state)
    an_exchange_is_between_the_living(state)
    assert not set(state.prepared) & set(state.characters)
    assert {*state.failures.values(), *(one.owner for one in state.used.values())} <= set(state.characters)
    assert {one.character for one in state.skills.values()} <= set(state.characters)
    carried = [item for one in state.characters.values() for item in one.items] + list(state.ground)
    assert len(carried) == len(set(carried))


def each_combatant_is_possible(state: CampaignState) -> None:
    """Assert that points are within the sheet's limits, and that Vitality at minus the Endurance Score means death."""
    for one in state.characters.values():
        sheet = one.sheet
        assert one.vitality <= sheet.vitality
        assert one.fatigue <= sheet.fatigue
        assert min(one.luck, one.experience, one.temporary) >= 0
        assert not (one.dead and (one.experience or one.dosed or one.temporary))
        gone = sheet.endurance is not None and one.standing <= -sheet.endurance
        assert one.dead or not gone or state.out(one.id)


def nobody_out_of_the_fight_takes_turns(state: CampaignState) -> None:
    """Assert that the turn order lists only fighters, each once, and that none has more AP than a round allows."""
    if state.fight is None:
        return
    order, there = state.fight.order, {one.id for one in state.fight.participants}
    assert len(order) == len(set(order))
    assert set(order) <= there <= set(state.characters)
    assert not order or {one.id for one in due(state) if one.score is not None} <= {*order, *there}
    assert state.turn is None or state.takes_turns(state.turn)
    for fighter in state.fight.participants:
        assert 0 <= fighter.ap <= MOST_AP
        assert min(fighter.old_ap, fighter.kept) >= 0
        assert not (fighter.locked and (fighter.ap or fighter.old_ap))


def an_exchange_is_between_the_living(state: CampaignState) -> None:
    """Assert that a pending attack names two living combatants, both in the fight or both outside it."""
    if state.exchange is None:
        return
    declared = state.exchange.declared
    assert declared.attacker != declared.target or state.exchange.at_once
    assert {declared.attacker, declared.target} <= set(state.characters)
    assert state.fighting(declared.attacker) == state.fighting(declared.target)


def prepare(sheet: Sheet, *names: str) -> Journal:
    """Prepare a hidden combatant with items of these names, as the Keeper."""
    journal = Journal(USUAL)
    journal.three()
    journal.send(OpenSeat(seat="eve", role="spectator"))
    journal.send(PrepareCombatant(prepared=Prepared(sheet=sheet, luck=len(names), items=things(*names))))
    return journal


def twins() -> Iterator[Twins]:
    """Yield pairs of campaigns that differ only in the prepared combatant."""
    first, second = prepare(OGRE, "hatchet"), prepare(replace(MAGIC, name="Wisp", speed_rating=9))
    ash = min(first.state.characters)
    (hidden,) = first.state.prepared
    yield Twins(
        first=first.stream,
        second=second.stream,
        seats=("ann", "bob", "eve"),
        probes=(
            Probe(Attack(attacker=ash, target=hidden, ap=1), "ann"),
            Probe(Move(character=hidden), "ann"),
            Probe(SkillAction(character=hidden, what="climb"), "bob"),
            Probe(RevealCharacter(character=hidden), "ann"),
            Probe(ChangeCombatant(character=hidden, reason="so it is ruled", luck=3), "gm"),
            Probe(StartFight(participants=(ash, hidden)), "gm"),
            Probe(PrepareCombatant(prepared=Prepared(sheet=OGRE)), "gm"),
        ),
    )


FIXTURE: Final = Fixture(
    game=combat,
    begin=begin,
    sessions=SESSIONS,
    holds=holds,
    twins=twins,
    texts={"seat": ("gm", "ann", "bob")},
    plays=6,
    steps=60,
    every=12,
    brief=BriefLists(mean={"gm": 95, "player": 70, "spectator": 10, "clock": 10}, most=170),
)
