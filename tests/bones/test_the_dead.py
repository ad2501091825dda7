"""The dead, and broken hordes, receive neither treatment nor poison.

A horde rolls its poison once in a round.
"""

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.rolls.hindering import GiveHindering, HinderingGiven
from services.bones.chapters.rolls.wounds import CoupDeGrace, Died
from services.bones.chapters.tasks.corrections import ChangeCreature
from services.bones.chapters.tasks.recovery import PatientTreated, TreatmentEnded, TreatmentTookHold
from services.bones.state.campaign import FORM
from services.bones.state.creatures import Treatment
from services.bones.state.tasks import Terms
from tests.bones.arena import Arena, blows, to
from tests.bones.fight import HORDE


@pytest.mark.rule("BN-CAMP-87", "BN-R-318", "BN-DMG-04")
@pytest.mark.parametrize("killed", ["in the round", "by the game master", "not at all"])
def test_no_treatment_affects_the_dead(killed: str) -> None:
    """A patient who dies in the round is not healed, even if the game master later corrects the death."""
    table = Arena()
    healer, patient = table.of("ann", "Healer", "Healer"), table.of("ann", "Melee", "Melee", lost=(1, 2))
    foe = table.of("gm", "Melee")
    table.begin((healer, patient), (foe,))
    table.says(healer, "other", aim="treat", skill="Healer")
    coup = killed == "in the round"
    table.says(foe, **({"doing": "coup_de_grace", "target": patient} if coup else {}))
    terms = Terms(skill="Healer", purpose="treatment", patient=patient)
    table.do(SetRoundTask(creature=healer, terms=terms))

    happened = table.do(RollRound(), *([] if coup else [1]), 1, 1)
    if killed == "by the game master":
        table.do(ChangeCreature(creature=patient, dead=True, reason="the roof falls in"))
    if not coup:
        happened += table.put(foe)

    assert any(isinstance(one, PatientTreated) for one in happened)
    assert coup == any(isinstance(one, Died) for one in happened)
    saved = killed == "not at all"
    assert saved == any(isinstance(one, TreatmentTookHold) for one in happened)
    if not saved:
        table.do(ChangeCreature(creature=patient, dead=False, reason="it lives after all"))
    assert saved == bool(table.who(patient).numbers)


@pytest.mark.rule("BN-CAMP-87", "BN-ABIL-02")
@pytest.mark.parametrize("state", ["alive", "dead", "broken"])
def test_no_poison_affects_the_dead(state: str) -> None:
    """A blow can still hit the dead and a broken horde, but adds no poison die."""
    table = Arena()
    snake = table.of("ann", "PoisonAttack:melee", kind="beast")
    fields = {
        "alive": {"kind": "horde", "lost": (1,)},
        "dead": {"dead": True},
        "broken": {"kind": "horde", "lost": (1, 2, 3)},
    }
    foe, other = table.one("gm", [HORDE] * 3, **fields[state]), table.of("gm", "blank")  # type: ignore[arg-type]
    table.begin((snake,), (foe, other))
    table.says(snake)
    table.says(other, "nothing")
    if state == "alive":
        table.says(foe, "nothing")
    table.roll(1)

    happened = table.put(snake, to(foe), seat="ann")

    assert blows(happened)
    assert (state == "alive") == any(isinstance(one, HinderingGiven) for one in happened)


@pytest.mark.rule("BN-CAMP-86", "BN-HORDE-03", "BN-R-067")
def test_a_horde_rolls_its_poison_once_in_a_round() -> None:
    """Only the horde's first roll includes poison. The die that it costs counts in none of the horde's other rolls."""
    table = Arena()
    horde = table.one("gm", [HORDE] * 3, kind="horde")
    ann, bob = table.of("ann", "blank"), table.of("bob", "blank")
    table.do(GiveHindering(creature=horde, kind="poison", intensity=3))
    table.begin((horde,), (ann, bob))
    table.says(horde, targets=(ann, bob))
    table.says(ann, "nothing")
    table.says(bob, "nothing")

    happened = table.do(RollRound(), 1, 4, 4, 1, 1, 1, 4)

    assert (1,) == table.who(horde).lost
    assert {bob: 1} == {one.target: one.damage for one in blows(happened)}


@pytest.mark.rule("BN-CAMP-205")
@pytest.mark.parametrize("form", [FORM, 1])
@pytest.mark.parametrize("corrected", [False, True])
def test_death_ends_a_treatment(corrected: bool, form: int) -> None:  # noqa: FBT001
    """A patient is killed, or corrected to be dead: its treatment ends. Under version 1 of the rules it goes on."""
    table = Arena()
    table.state = replace(table.state, form=form)
    patient = table.of("ann", "Melee", lost=(1,), treatment=Treatment(days=3))
    correction = ChangeCreature(creature=patient, dead=True, reason="it was dead")
    happened = table.do(correction if corrected else CoupDeGrace(creature=patient))
    assert (TreatmentEnded(creature=patient) in happened) is (form == FORM)
    assert (table.who(patient).treatment is None) is (form == FORM)
