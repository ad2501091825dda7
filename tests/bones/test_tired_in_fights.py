"""Magic in a round of a fight: successes lost to encumbrance, fear and fatigue, and damage from fatigue."""

from typing import Any, Final

import pytest

from services.bones.chapters.fights.allotting import Allot, TakenByFear
from services.bones.chapters.fights.casting_in_fights import (
    CasterTired,
    LostToMagic,
    RoundMagicSettled,
)
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.magic.themes import ThemeNeeded
from services.bones.chapters.rolls.wounds import DamageDealt
from services.bones.state.tasks import Terms
from tests.bones.arena import damage_dealt, keep, to
from tests.bones.casters import BOLT, BURN, Casters, uses

LEATHER: Final = "Light armor (leather)"


@pytest.mark.rule("BN-CAMP-97", "BN-SYM-08", "BN-R-259")
def test_encumbrance_removes_a_success_of_magic() -> None:
    """Encumbrance removes one success from a defence by magic, and none from other defences."""
    table = Casters()
    bob, foe = table.caster("Magic", "Magic", "Defend"), table.of("gm", "blank", "blank")
    mail = table.item(LEATHER)
    table.state = table.state.change(bob, items={mail.id: mail})
    table.cast(bob, foe, shown={mail.id: 2})

    table.no(LostToMagic, Allot(creature=bob, puts=(to(foe, 1), to(foe, 2), keep(3))), seat="ann")
    found = table.put(bob, to(foe, 2), keep(3), seat="ann")
    assert {foe: 1} == damage_dealt(found)


@pytest.mark.rule("BN-CAMP-97", "BN-ABIL-01", "BN-R-259")
def test_fear_may_cost_a_defend_success_before_the_magic() -> None:
    """Fear removes one success. The caster may lose a Defend success and keep the magic."""
    table = Casters()
    bob, foe = table.caster("Magic", "Defend"), table.of("gm", "FearCaster", "blank")
    found = table.cast(bob, foe, magic=BOLT)

    assert RoundMagicSettled(creature=bob, successes=1) in found
    table.no(TakenByFear, Allot(creature=bob, puts=(to(foe, 1), keep(2))), seat="ann")
    table.put(bob, keep(2), seat="ann")


def tire_caster(**settings: Any) -> tuple[Casters, str]:  # noqa: ANN401 groups of settings
    """Return a fight, and a caster who has used up all safe uses of magic and rolls one success of Magic."""
    table = Casters(**settings)
    return table, table.caster("Magic", uses=(0,) * 5)


@pytest.mark.rule("BN-MAG-10", "BN-R-155", "BN-R-299", "BN-CAMP-99")
def test_fatigue_alone_is_a_wound_of_the_round() -> None:
    """A tired caster with no success left takes one damage when attacks are compared. Armor does not absorb it."""
    table, bob = tire_caster()
    foe = table.of("gm", "blank")
    mail = table.item(LEATHER)
    table.state = table.state.change(bob, items={mail.id: mail})
    found = table.cast(bob, foe, shown={mail.id: 4})

    assert RoundMagicSettled(creature=bob, successes=0) in found
    (wound,) = (event.wound for event in found if isinstance(event, DamageDealt))
    assert (bob, 1, "fatigue", 1, 1) == (wound.creature, wound.amount, wound.source, wound.past_armor, wound.round)


@pytest.mark.rule("BN-CAMP-99", "BN-R-284")
def test_a_setting_lets_armor_absorb_fatigue() -> None:
    """If armor absorbs `anything`, the caster can give up armor instead of a die for damage from fatigue."""
    table, bob = tire_caster(combat={"armor_absorbs_from": "anything"})
    foe, mail = table.of("gm", "blank"), table.item(LEATHER)
    table.state = table.state.change(bob, items={mail.id: mail})
    found = table.cast(bob, foe, shown={mail.id: 4})
    assert [0] == [event.wound.past_armor for event in found if isinstance(event, DamageDealt)]


@pytest.mark.rule("BN-R-155")
@pytest.mark.parametrize(("checked", "hurt"), [("before_opposition", {}), ("after_opposition", {"caster": 1})])
def test_a_setting_judges_fatigue_after_opposition_in_fights(checked: str, hurt: dict[str, int]) -> None:
    """By default a success prevents damage from fatigue even if the target stops it.

    If `fatigue_checked` is `after_opposition`, a stopped success does not prevent the damage.
    """
    table = Casters(magic={"fatigue_checked": checked})
    bob = table.caster("Magic", "Magic", uses=(0,) * 6)
    foe = table.of("gm", "Defend", "Defend")
    table.cast(bob, foe)
    assert 1 == table.fighter(bob).gross
    table.put(foe, keep(1), keep(2))

    found = table.put(bob, to(foe, 1), seat="ann")
    assert ({bob: 1} if hurt else {}) == damage_dealt(found)


@pytest.mark.rule("BN-MAGC-04", "BN-R-160", "BN-R-153", "BN-R-299")
def test_a_plain_task_of_magic_in_a_fight() -> None:
    """A plain task of magic in a fight is no harder than outside a fight, and counts as a use.

    The fatigue that it causes is part of the round's damage.
    """
    table, bob = tire_caster()
    foe = table.of("gm", "Melee")
    table.begin((bob,), (foe,))
    table.no(ThemeNeeded, Declare(creature=bob, doing="other", skill="Magic", aim="burn the door"))
    table.says(bob, "other", skill="Magic", aim="burn the door", casting=BURN)
    table.says(foe)
    terms = Terms(skill="Magic", difficulty="Simple")
    table.do(SetRoundTask(creature=bob, terms=terms))

    found = table.do(RollRound(), 1, 1, 1, 6, 6, 6)
    assert [(6, 1)] == uses(found)
    assert {} == damage_dealt(found)
    (task,) = table.state.tasks.values()
    assert (3, BURN) == (len(task.challenge), task.casting)
    found = table.put(foe, to(bob, 1))
    assert {bob: 2} == damage_dealt(found)
    assert CasterTired(creature=bob, damage=1) in found
