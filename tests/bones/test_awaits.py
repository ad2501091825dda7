"""The seats for which a campaign waits: players for decisions and declarations, and the game master for rulings."""

import pytest

from services.bones.awaits import awaits
from services.bones.chapters.rolls.wounds import DealDamage, TakeDamage
from services.bones.chapters.tasks.tasks import Attempt, SetTask
from services.bones.context import FacesNeeded
from services.bones.state.tasks import Terms
from tests.bones.fight import UNLIKE, Fight
from tests.bones.play import Play, allowed_of
from tests.bones.trying import Tries


@pytest.mark.rule("AR-KIND-02")
def test_a_task_awaits_its_terms_and_then_its_roll() -> None:
    """A task first waits for the game master's terms, and then for a roll.

    The player rolls, or the game master if the terms are hidden.
    """
    table = Tries()
    who = table.die()
    assert set() == {*awaits(table.state)}
    table.do(Attempt(creature=who, aim="over the wall"), seat="ann")
    assert {"gm"} == {*awaits(table.state)}
    (task,) = table.state.tasks
    table.do(SetTask(task=task, terms=Terms(skill="Stealth", difficulty="Easy")))
    assert {"ann"} == {*awaits(table.state)}

    hidden = Tries()
    other = hidden.die()
    hidden.do(Attempt(creature=other, aim="over the wall"), seat="ann")
    (task,) = hidden.state.tasks
    hidden.do(SetTask(task=task, terms=Terms(skill="Stealth", difficulty="Easy"), hidden=True))
    assert {"gm"} == {*awaits(hidden.state)}


@pytest.mark.rule("AR-KIND-02")
def test_a_round_awaits_declarations_and_then_its_roll() -> None:
    """The round waits for all who have not declared, then for the game master, who sets terms and starts the roll."""
    table = Fight()
    ann, bob = table.die("ann"), table.die("bob")
    table.begin((ann,), (bob,))
    assert {"ann", "bob"} == {*awaits(table.state)}
    table.says(ann, seat="ann")
    assert {"bob"} == {*awaits(table.state)}
    table.says(bob, seat="bob")
    assert {"gm"} == {*awaits(table.state)}


@pytest.mark.rule("BN-CAMP-221", "BN-R-110")
@pytest.mark.parametrize(
    ("choice", "dice", "spiffs", "waits"),
    [
        ("random", 2, 2, {"ann", "gm"}), ("random", 2, 0, {"gm"}), ("random", 1, 2, {"ann"}),
        ("owner", 2, 0, {"ann"}), ("last_die", 2, 2, {"ann"}),
    ],
)  # fmt: skip
def test_damage_at_a_physical_table_awaits_the_game_master_if_chance_takes_the_die(
    choice: str, dice: int, spiffs: int, waits: set[str]
) -> None:
    """Only the game master can enter the number of a die that is lost at random. Ann may soak the damage with spiffs.

    Without spiffs she can do nothing about it, and is not awaited.
    """
    play = Play(dice={"dice_source": "reported", "players_report": True}, combat={"damage_die_choice": choice})
    who = play.one("ann", UNLIKE[:dice], spiffs=spiffs)
    play.do(DealDamage(creature=who, amount=1))
    assert waits == {*awaits(play.state)}
    if "gm" in waits:
        play.no(FacesNeeded, TakeDamage(wound=next(iter(play.state.wounds))), seat="ann")
        assert [] == allowed_of(play.state, "ann", TakeDamage)
