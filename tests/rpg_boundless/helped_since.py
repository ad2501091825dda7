"""A session in which the game master annuls rolls after help, after a death, and before revealing a hidden Pool."""

from services.rpg_boundless.chapters.damage import CriticalSave, DeclareDeath, HelpDying
from services.rpg_boundless.chapters.encounters import RollEncounter
from services.rpg_boundless.chapters.overrides import AdjustHp, AdjustRoll
from services.rpg_boundless.chapters.pools import OpenPool
from services.rpg_boundless.chapters.running_out import RevealHidden, RollPool
from services.rpg_boundless.settings import DyingSettings, Settings
from shared.kernel.campaign.keeping import in_order
from tests.rpg_boundless.journal import Journal
from tests.rpg_boundless.lives import COCKED, strike_down
from tests.rpg_boundless.wandering import open_campaign


def helped_since() -> Journal:
    """Play the session to its end."""
    journal = open_campaign(Settings(dying=DyingSettings(clock="pool_2d")), 7)
    ash, birch = in_order(journal.state.characters)
    roll = strike_down(journal, ash)
    journal.send(HelpDying(character=ash, how="a bandage"))
    journal.send(AdjustRoll(roll=roll, reason=COCKED))
    (critical,) = journal.state.criticals
    journal.send(CriticalSave(critical=critical), "ann")
    roll = strike_down(journal, birch, "bob")
    journal.send(DeclareDeath(character=birch, reason="too late"))
    journal.send(AdjustRoll(roll=roll, reason=COCKED))
    journal.send(AdjustHp(character=birch, hp=2, reason="the die was cocked"))
    _annul_out_of_sight(journal)
    journal.close()
    return journal


def _annul_out_of_sight(journal: Journal) -> None:
    """Roll hidden Pools until they are empty, annul the last roll of each, and reveal them."""
    journal.send(OpenPool(name="lamp oil", dice=4, outcome="darkness", hidden=True))
    while not any(one.signs for hidden in journal.state.hidden.values() if (one := hidden.encounter)):
        journal.send(RollEncounter(trigger="search", dice=3, hidden=True))
    for hidden in in_order(journal.state.hidden):
        while (pool := journal.state.hidden[hidden].pool) is not None and pool.dice:
            journal.send(RollPool(pool=pool.id))
        if pool is not None:
            journal.send(AdjustRoll(roll=journal.state.rolls[-1], reason="a slip of the pen"))
        journal.send(RevealHidden(hidden=hidden))
