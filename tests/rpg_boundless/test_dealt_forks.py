"""Forks of a campaign that are dealt again for a player: closed things, made-up enemies, and refused commands."""

from __future__ import annotations

from typing import Any, Final

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from services.rpg_boundless.chapters.attacks import Attack, EnemyAttack
from services.rpg_boundless.chapters.encounters import PrepareEncounter, RevealEncounter, RollEncounter
from services.rpg_boundless.chapters.enemies import (
    BringEnemy,
    ForgetStored,
    GiveItem,
    RevealEnemy,
    SendEnemyAway,
    StoreEnemy,
    StoreItem,
)
from services.rpg_boundless.chapters.fortune import AskFortune, Odds
from services.rpg_boundless.chapters.overrides import AdjustEnemy
from services.rpg_boundless.chapters.pools import OpenPool
from services.rpg_boundless.chapters.running_out import RevealHidden, RollPool
from services.rpg_boundless.dealing import DAMAGE, HP
from services.rpg_boundless.state.campaign import CampaignState
from services.rpg_boundless.state.sheets import AttackSheet, EnemySheet, ItemSheet
from shared.kernel.campaign.dealing import ClosedOnThisFork
from shared.kernel.forked import Forked, text_of
from shared.kernel.messages import Command, Seat
from shared.kernel.stream import OpenFork, start_in
from tests.rpg_boundless.conformance import STRONG, WEAK, prepare
from tests.rpg_boundless.journal import Journal
from tests.rpg_boundless.play import SWORD
from tests.support import journal as kept
from tests.support.forks import NOW, audited_fork, fork_of

CROWN: Final = ItemSheet(name="crown")


def campaign() -> Journal:
    """Return a campaign in which everything that Boundless can hide is hidden."""
    journal = prepare(STRONG, CROWN, "a feast")
    journal.send(OpenPool(name="patience", dice=4, hidden=True))
    journal.send(AskFortune(question="Is the door guarded?", odds=Odds(dice=2, reason="a guess"), hidden=True))
    journal.send(RollEncounter(trigger="rest", hidden=True))
    return journal


def forked(journal: Journal, seat: Seat = "ann", seed: int = 500) -> tuple[kept.Journal[CampaignState], Forked]:
    """Return a fork that is dealt again for a seat, and its event."""
    fork = fork_of(journal, journal.stream.version, seat=seat, seed=seed)
    begun = fork.events[-1]
    assert isinstance(begun, Forked)
    return fork, begun


@pytest.mark.rule("AR-FORK-13", "AR-FORK-12")
def test_the_event_names_everything_that_stays_closed() -> None:
    """Stored, prepared and hidden things are on a player's fork, without contents. A game master's fork has all."""
    journal = campaign()
    state, (fork, begun) = journal.state, forked(journal)
    closed = {*state.stored_enemies, *state.stored_items, *state.prepared, *state.hidden}

    assert len(closed) == 6
    assert begun.closed is not UNSET
    assert {*begun.closed} == closed
    assert {*fork.state.stored_enemies.values(), *fork.state.stored_items.values()} == {None}
    assert [(one.what, one.enemies) for one in fork.state.prepared.values()] == [("", ())]
    assert {(one.pool, one.fortune, one.encounter) for one in fork.state.hidden.values()} == {(None, None, None)}

    led, of_gm = forked(journal, "gm")
    assert (led.state, of_gm.dealt, of_gm.closed, of_gm.made_up) == (state, True, UNSET, UNSET)


@pytest.mark.rule("AR-FORK-14")
def test_what_stays_closed_is_discarded_and_replaced() -> None:
    """Commands that need closed contents are refused. The game master of the fork stores and prepares new things."""
    journal = campaign()
    (fork, _), state = forked(journal), journal.state
    (enemy,), (item,), (encounter,) = state.stored_enemies, state.stored_items, state.prepared
    hero = next(iter(state.characters))
    refused: list[Command] = [
        BringEnemy(stored=enemy), GiveItem(stored=item, character=hero), RevealEncounter(encounter=encounter),
        *(RevealHidden(hidden=hidden) for hidden in state.hidden),
    ]  # fmt: skip
    for command in refused:
        with pytest.raises(ClosedOnThisFork):
            fork.send(command)
        journal.copy().send(command)

    for accepted in (ForgetStored(stored=enemy), StoreEnemy(sheet=WEAK), StoreItem(item=SWORD)):
        fork.send(accepted)
    new = next(name for name, sheet in fork.state.stored_enemies.items() if sheet is not None)
    fork.send(PrepareEncounter(what="rats", enemies=(new,)))
    fork.send(BringEnemy(stored=new))
    fork.send(RevealEncounter(encounter=next(key for key in fork.state.prepared if key != encounter)))


@pytest.mark.rule("AR-FORK-15")
def test_an_enemy_that_was_not_revealed_gets_a_made_up_stat_block() -> None:
    """Its name stays. Its HP and the Damage of its Attack are random, and both sides can fight on."""
    journal = campaign()
    (foe,) = journal.state.enemies
    forks = [forked(journal, seed=seed) for seed in range(0, 200, 2)]
    found = [fork.state.enemies[foe] for fork, _ in forks]

    assert {begun.made_up for _, begun in forks} == {(foe,)}
    assert {one.hp for one in found} == {*range(1, HP + 1)}
    sheets = [one.sheet for one in found if one.sheet is not None]
    assert {(sheet.name, sheet.hp - one.hp, sheet.armor) for sheet, one in zip(sheets, found, strict=True)} == {
        ("a shape", 0, 0)
    }
    assert {sheet.attacks for sheet in sheets} == {
        (AttackSheet(name="attack", damage=damage),) for damage in range(1, DAMAGE + 1)
    }
    fork, hero = forks[0][0], next(one for one in journal.state.characters.values() if one.seat == "ann")
    sword = next(item for item, carried in hero.items.items() if carried.sheet == SWORD)
    fork.send(Attack(character=hero.id, target=foe, weapon=sword), "ann")
    if not fork.state.enemies[foe].out:
        fork.send(EnemyAttack(enemy=foe, attack="attack", targets=(hero.id,)))
        fork.send(RevealEnemy(enemy=foe))


@pytest.mark.rule("AR-FORK-13", "AR-FORK-15")
def test_an_enemy_that_was_revealed_or_is_out_is_not_made_up() -> None:
    """A revealed enemy has its true HP under its known name. One that is out stays closed."""
    journal = campaign()
    (foe,) = journal.state.enemies
    journal.send(RevealEnemy(enemy=foe))
    journal.send(AdjustEnemy(enemy=foe, hp=5, reason="it slipped"))
    journal.send(BringEnemy(sheet=EnemySheet(name="rat king", hp=4, attacks=WEAK.attacks), name="a rat"))
    rat = next(name for name in journal.state.enemies if name != foe)
    journal.send(AdjustEnemy(enemy=rat, hp=0, reason="it fled"))
    fork, begun = forked(journal)
    known, out = fork.state.enemies[foe], fork.state.enemies[rat]

    assert (known.hp, known.sheet and known.sheet.name, known.sheet and known.sheet.attacks) == (
        5, "a shape", STRONG.attacks,
    )  # fmt: skip
    assert (out.out, out.sheet, out.hp) == (True, None, 0)
    assert begun.made_up is UNSET
    assert begun.closed is not UNSET
    assert rat in begun.closed
    fork.send(SendEnemyAway(enemy=rat))


@pytest.mark.rule("AR-FORK-14")
def test_signs_of_a_closed_encounter_lead_to_no_prepared_one() -> None:
    """On a player's fork nobody knows what was prepared for signs, so the encounter happens without it."""
    journal = prepare(WEAK, CROWN, "a feast")
    (prepared,) = journal.state.prepared
    journal.send(RollEncounter(trigger="rest", prepared=prepared, dice=1), faces=(6,))
    assert [one.prepared for one in journal.state.signs.values()] == [prepared]
    fork, _ = forked(journal)
    assert [one.prepared for one in fork.state.signs.values()] == [None]
    (pool,) = fork.state.pools
    fork.send(RollPool(pool=pool), faces=(1,) * fork.state.pools[pool].dice)


@pytest.mark.rule("AR-FORK-07", "AR-FORK-13", "AR-FORK-15")
@pytest.mark.parametrize("changes", [{}, {"closed": ()}, {"made_up": ()}, {"text": None}])
def test_no_forged_deal_passes(changes: dict[str, Any]) -> None:
    """The audit deals again, so it detects another state, and names that the event leaves out."""
    journal = campaign()
    honest, begun = forked(journal)
    start = start_in(honest.events)
    forged = {name: text_of(journal.state) if value is None else value for name, value in changes.items()}
    start = replace(start, begins=replace(start.begins, **forged))
    command = OpenFork(stream=begun.stream, version=begun.version, head=begun.head, seat="ann")
    fork = kept.Journal(honest.rules, command, seed=500, waited=NOW - 1000, start=start)
    fork.close()
    journal.close()
    report = audited_fork(fork, journal.lines())

    assert (report.conclusion == "not honest") == bool(changes)
    assert report.fork is not None
    assert report.fork.verdict == ("differs" if changes else "same")
