"""Effects held by casters who are outside a fight while it continues."""

import pytest

from services.bones.chapters.fights.combat import LeaveCombat
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.lasting_magic.holding import NothingToHold, PassRounds, RoundsOfTheFight
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.state.tasks import Terms
from tests.bones.arena import Arena
from tests.bones.casting import NIGHT, cast, effect_begun, ends_and_reasons, goes_on, holds, mage, magic, shows


@pytest.mark.rule("BN-CAMP-143")
@pytest.mark.parametrize("kind", ["effect", "mind"])
def test_an_effect_held_outside_a_fight_is_rolled_each_round(kind: str) -> None:
    """During a fight, a caster outside it rolls in each round to hold an effect.

    The game master cannot make rounds pass.
    """
    table = Arena()
    who, foe = mage(table), table.of("gm", "blank")
    effect = goes_on(table, who, kind=kind, target=foe if kind == "mind" else None)
    table.begin((foe,))
    table.no(RoundsOfTheFight, PassRounds(rounds=1))
    table.do(RollTask(task=holds(table)), *shows(2), seat="ann")

    def next_round() -> list[tuple[str, str]]:
        table.says(foe, "nothing")
        return ends_and_reasons(table.do(RollRound()))

    assert [] == next_round()
    assert 2 == table.combat.round
    assert [(effect, "let go")] == next_round()


@pytest.mark.rule("BN-CAMP-143")
def test_magic_cast_outside_a_fight_is_held_for_that_round() -> None:
    """A new effect lasts through the current round's roll, and must be held again in the next round."""
    table = Arena()
    who, foe = mage(table), table.of("gm", "blank")
    table.begin((foe,))
    effect = effect_begun(cast(table, who, magic(number=1), shows(4))).id
    table.no(NothingToHold, NIGHT)
    table.says(foe, "nothing")
    assert [] == ends_and_reasons(table.do(RollRound()))
    table.do(RollTask(task=holds(table)), *shows(2), seat="ann")
    assert table.state.effects[effect].held


@pytest.mark.rule("BN-CAMP-143", "BN-CAMP-98")
def test_fighters_declare_what_they_hold() -> None:
    """Casters outside the fight receive a task that holds their effect for the round.

    Fighters declare that they hold an effect.
    """
    table = Arena()
    who = mage(table)
    table.begin((who,))
    effect = goes_on(table, who)
    table.no(NothingToHold, NIGHT)
    table.do(LeaveCombat(creature=who))
    task = holds(table)
    assert Terms(skill="Magic", purpose="hold", holds=effect) == table.state.tasks[task].terms
