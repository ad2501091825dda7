"""Fights with counterattacks, for tests."""

from services.rpg_specialist_pool.chapters.criticals import (
    RuleConsequence,
)
from services.rpg_specialist_pool.state import Counter
from tests.rpg_specialist_pool.play import FAILS, Play, latest


def grant(play: Play, failing: str, other: str) -> Counter:
    """Make one Specialist fail critically against another, and grant the other a counterattack as the Keeper."""
    play.clash(failing, other, FAILS, (6,))
    play.do(RuleConsequence(critical=latest(play.state.criticals), consequence="counterattack", text="opens up"))
    assert play.state.counter is not None
    return play.state.counter


def fought(play: Play, *, bystanders: int = 0) -> tuple[str, ...]:
    """Start a fight between Ann's and Bob's Specialists, and create this many bystanders; return all ids."""
    there = tuple(play.hero(seat) for seat in ("ann", "bob", *["gm"] * bystanders))
    play.fight(*there[:2])
    return there
