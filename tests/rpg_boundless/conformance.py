"""The fixture of the conformance suite for campaigns of Boundless."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from services.rpg_boundless.chapters.attacks import Attack, EnemyAttack
from services.rpg_boundless.chapters.checks import Check
from services.rpg_boundless.chapters.encounters import PrepareEncounter
from services.rpg_boundless.chapters.enemies import BringEnemy, StoreEnemy, StoreItem
from services.rpg_boundless.chapters.fights import StartFight, StartRound
from services.rpg_boundless.game import campaign
from services.rpg_boundless.state.campaign import CampaignState, Character
from services.rpg_boundless.state.sheets import AttackSheet, EnemySheet, ItemSheet, Scores
from shared.kernel.stream import OpenSeat
from tests.conformance.fixture import BriefLists, Fixture, Probe, Twins
from tests.rpg_boundless.journal import Journal
from tests.rpg_boundless.play import SWORD
from tests.rpg_boundless.sessions import SESSIONS
from tests.rpg_boundless.wandering import CAMPAIGNS, open_campaign
from tests.support import journal as kept

BITE: Final = AttackSheet(name="bite", damage=1)
WEAK: Final = EnemySheet(name="rat", hp=4, attacks=(BITE,))
STRONG: Final = EnemySheet(name="giant", hp=9, attacks=(AttackSheet(name="crush", damage=9), BITE))


def begin(seed: int) -> Journal:
    """Open a campaign with two players' characters. `seed` selects the settings, and an odd seed starts a fight."""
    journal = open_campaign(CAMPAIGNS[seed % len(CAMPAIGNS)], seed)
    if seed % 2:
        journal.send(BringEnemy(sheet=WEAK))
        state = journal.state
        journal.send(StartFight(characters=tuple(state.characters), enemies=tuple(state.enemies)))
        journal.send(StartRound())
    return journal


def in_range(state: CampaignState, character: Character) -> bool:
    """Return whether a character's HP, Stamina, Slots and Attributes are within their ranges."""
    most = state.settings.stamina.maximum
    scores, maxima = character.scores, character.maxima
    return (
        0 <= character.hp <= character.max_hp
        and 0 <= character.stamina <= most
        and 0 <= character.used <= 10
        and (character.used < 10 or character.hp <= 1 or state.settings.slots.full_effect == "once")
        and all(0 <= score <= most <= 6 for score, most in zip(_numbers(scores), _numbers(maxima), strict=True))
    )


def _numbers(scores: Scores) -> tuple[int, int, int]:
    return scores.strength, scores.dexterity, scores.willpower


def holds(journal: kept.Journal[CampaignState]) -> None:
    """Assert the invariants of a campaign."""
    state = journal.state
    assert all(in_range(state, character) for character in state.characters.values())
    assert all(enemy.hp >= 0 and (enemy.hp > 0) != enemy.out for enemy in state.enemies.values())
    pending_decisions_belong_to_the_living(state)
    a_fighter_acts_in_turn_and_once(state)


def pending_decisions_belong_to_the_living(state: CampaignState) -> None:
    """Assert that every consequence, Critical Save and Hit belongs to a living character."""
    names = {
        *state.criticals.values(),
        *(pending.character for pending in state.consequences.values()),
        *(room.character for room in state.rooms.values()),
        *(hits.character for hits in (*state.recoveries.values(), *state.experiences.values())),
    }
    assert all(state.characters[name].status != "dead" for name in names)
    assert len(set(state.criticals.values())) == len(state.criticals)


def a_fighter_acts_in_turn_and_once(state: CampaignState) -> None:
    """Assert that only fighters whose turn is current or over have acted, and that no fighter has Hits left."""
    if state.fight is None:
        return
    turn = state.turn
    before = state.fight.order if turn is None else state.fight.order[: state.fight.order.index(turn) + 1]
    assert all(one.id in before for one in state.fight.participants if one.acted)
    waiting = {hits.character for hits in state.recoveries.values()}
    assert state.settings.combat.rest == "action" or not any(state.fight.find(one) for one in waiting)


def prepare(sheet: EnemySheet, item: ItemSheet, what: str) -> Journal:
    """Prepare encounters and stat blocks as the game master, and add an enemy under a neutral name."""
    journal = open_campaign(CAMPAIGNS[0], 1)
    journal.send(OpenSeat(seat="eve", role="spectator"))
    journal.send(StoreEnemy(sheet=sheet))
    journal.send(StoreItem(item=item))
    (stored,) = journal.state.stored_enemies
    journal.send(PrepareEncounter(what=what, enemies=(stored,) if sheet is STRONG else ()))
    journal.send(BringEnemy(sheet=sheet, name="a shape"))
    return journal


def twins() -> Iterator[Twins]:
    """Yield pairs of campaigns that differ only in what is stored, prepared or hidden."""
    first, second = prepare(WEAK, SWORD, "an ambush"), prepare(STRONG, ItemSheet(name="crown"), "a feast")
    hero = next(one for one in first.state.characters.values() if one.seat == "ann")
    (foe,) = first.state.enemies
    sword = next(item for item, carried in hero.items.items() if carried.sheet == SWORD)
    yield Twins(
        first=first.stream,
        second=second.stream,
        seats=("ann", "bob", "eve"),
        probes=(
            Probe(Attack(character=hero.id, target=foe, weapon=sword), "ann"),
            Probe(EnemyAttack(enemy=foe, attack="bite", targets=(hero.id,)), "gm"),
            Probe(Check(character=foe, attribute="strength"), "ann"),
        ),
    )


FIXTURE: Final = Fixture(
    game=campaign,
    begin=begin,
    sessions=SESSIONS,
    holds=holds,
    twins=twins,
    texts={"seat": ("gm", "ann", "bob")},
    incomplete={
        "AdjustHp": "HP above today's maximum go with the maxima that are no less: numbers that restrict one another",
        "GainCondition": "where a Condition is not gained twice, any name that is not held would do",
    },
    plays=4,
    steps=70,
    every=16,
    brief=BriefLists(mean={"gm": 95, "player": 70}, most=165),
)
