"""Effects that end or last when a drug wears off, a combatant is revived, or a roll of 01 locks its AP."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from services.rpg_specialist_total.catalogue import Drug
from services.rpg_specialist_total.chapters.combatants import ChangeCombatant
from services.rpg_specialist_total.chapters.drugs import DrugTaken, EndDrug, TakeDrug
from services.rpg_specialist_total.chapters.exchanges import DropExchange
from services.rpg_specialist_total.chapters.recovery import Revive
from services.rpg_specialist_total.chapters.spells import (
    CastPrepared,
    HoldSpell,
    OnePreparedSpell,
    SpellEnded,
)
from services.rpg_specialist_total.chapters.states import Died, LoseVitality
from services.rpg_specialist_total.chapters.turns import ApReturned
from services.rpg_specialist_total.state.combatants import Held
from shared.kernel.campaign.fights import AnswerFirst, RoundBegan
from tests.rpg_specialist_total.duel import BLADE, FAILURE, PLAIN, Duel, face
from tests.rpg_specialist_total.play import PLAIN as SHEET
from tests.rpg_specialist_total.play import Play

DEEP = 45


def keep_alive_by_drug(play: Play, *, training: int = 3) -> str:
    """Return a combatant whose natural Vitality is so low that only a drug keeps it alive."""
    who = play.one(berserk_training=training)
    play.given(DrugTaken(character=who, drug="berserk", doses=1, tier=3, temporary=15))
    play.state = play.state.change(who, vitality=-DEEP)
    return who


@pytest.mark.rule("SC-DEATH-01", "SC-R-46", "SC-R-55")
def test_a_combatant_that_only_a_drug_keeps_alive_dies_without_it() -> None:
    """A combatant kept alive only by a drug's temporary points dies when the drug wears off, without a coma."""
    play = Play(drug={"temporary_first": False})
    who = keep_alive_by_drug(play)

    found = play.do(EndDrug(character=who))

    assert ["DrugEnded", "Died"] == [type(event).__name__ for event in found]
    assert play.who(who).dead


@pytest.mark.rule("SC-DEATH-01", "SC-R-47")
def test_an_overdose_kills_once() -> None:
    """A deadly overdose is recorded as a single death, whatever the combatant's Vitality."""
    play = Play(drug={"temporary_first": False})

    assert 1 == [type(event) for event in play.do(EndDrug(character=keep_alive_by_drug(play, training=2)))].count(Died)


@pytest.mark.rule("SC-DEATH-01", "SC-R-46")
def test_under_rules_version_0_a_drug_wears_off_into_a_coma() -> None:
    """Under version 0 of the rules, a combatant kept alive only by a drug falls into a coma when it wears off."""
    play = Play(form=0, drug={"temporary_first": False})

    found = play.do(EndDrug(character=keep_alive_by_drug(play)))
    assert ["DrugEnded", "ComaBegan"] == [type(event).__name__ for event in found]


@pytest.mark.rule("SC-DEATH-01", "SC-CAMP-03")
def test_a_sheet_with_less_endurance_can_kill() -> None:
    """If a new sheet lowers the Endurance Score so far that a combatant's Vitality is deadly, the combatant dies."""
    play = Play()
    who = play.one(endurance=40)
    play.do(LoseVitality(character=who, amount=70, reason="a fall"))
    found = play.do(ChangeCombatant(character=who, sheet=replace(SHEET, endurance=30), reason="a curse"))

    assert "Died" in [type(event).__name__ for event in found]


@pytest.mark.rule("SC-R-97", "SC-DEATH-05")
def test_the_revived_have_no_ap_in_the_round_of_their_death() -> None:
    """A revived combatant has no AP until the next round, and no locked AP that could return."""
    duel = Duel()
    duel.strike(9, 9, 9, 9, percentile=FAILURE)
    assert duel.fighter(duel.ann).locked
    duel.do(DropExchange(reason="enough"))
    duel.given(Died(character=duel.ann, cause="a fall"))
    dead = duel.fighter(duel.ann)

    assert (0, 0, 0, False, False) == (dead.ap, dead.old_ap, dead.kept, dead.locked, dead.failed)


@pytest.mark.rule("SC-R-97", "SC-AP-03")
def test_the_revived_receive_ap_with_the_next_round() -> None:
    """A revived combatant receives AP with the next round, and has a turn in that round even if it had none before."""
    play = Play()
    ash, bee = play.one(), play.one("bob")
    play.fight(ash, bee, round=2)
    play.do(LoseVitality(character=bee, amount=100, reason="a fall"))
    play.do(Revive(character=bee, energy="life", sufficient=True, vitality=9))
    assert 0 == play.fighter(bee).ap
    play.turn()
    assert (bee, 0) == (play.state.turn, play.fighter(bee).ap)

    found = play.turn()
    assert RoundBegan(round=3) in found
    assert 3 == play.fighter(bee).ap


@pytest.mark.rule("SC-R-97")
def test_locked_ap_do_not_survive_death() -> None:
    """AP that were locked before the combatant died do not return after it is revived."""
    play = Play()
    ash, bee = play.one(items=(BLADE,)), play.one("bob")
    play.fight(ash, bee, round=2)
    play.state = play.state.fighter_changed(bee, ap=0, locked=True, kept=3, failed=True)
    play.do(LoseVitality(character=bee, amount=100, reason="a fall"))
    play.do(Revive(character=bee, energy="life", sufficient=True, vitality=9))

    assert not [event for event in play.turn() if isinstance(event, ApReturned)]


@pytest.mark.rule("SC-R-100", "SC-BER-07")
def test_a_berserk_dose_ends_concentration_only() -> None:
    """A berserk dose ends concentration spells, but not prepared spells or shields. A meginserk dose ends no spell."""
    drugs: dict[Drug, list[str]] = {"berserk": ["spell-91"], "meginserk": []}
    for drug, ended in drugs.items():
        play = Play(vitality={"points_per_rank": 5})
        who = play.one(energies=("fire",), components=("Bolt",))
        kept = Held(id="spell-91", kind="concentration", what="fire", energies=("fire",), ap=1)
        shield = replace(kept, id="spell-93", kind="shield", rounds=9)
        held = (kept, replace(kept, id="spell-92", kind="prepared"), shield)
        spells = {one.id: one for one in held}
        play.state = play.state.change(who, spells=spells).raise_counter(*spells)

        found = play.do(TakeDrug(character=who, drug=drug, tier=1), seat="ann")
        assert ended == [event.spell for event in found if isinstance(event, SpellEnded)]


@pytest.mark.rule("SC-R-100")
def test_under_rules_version_0_a_berserk_dose_ends_no_spell() -> None:
    """Under version 0 of the rules, a berserk dose does not end concentration."""
    play = Play(form=0, vitality={"points_per_rank": 5})
    who = play.one(energies=("fire",), components=("Bolt",))
    play.do(HoldSpell(character=who, kind="concentration", what="a light", energies=("fire",), ap=1), seat="ann")

    assert ["DrugTaken"] == [type(event).__name__ for event in play.do(TakeDrug(character=who, drug="berserk", tier=1))]


def with_prepared_spells(*, failed: bool = True) -> Duel:
    """Return a duel in which `ann` has three prepared spells and, if `failed`, has lost her AP to a roll of 01."""
    duel = Duel({"energies": ("fire",), "components": ("Bolt",)})
    dart = {
        f"spell-{number}": Held(id=f"spell-{number}", kind="prepared", what="a dart", energies=("fire",), ap=1)
        for number in (91, 92, 93)
    }
    duel.state = duel.state.change(duel.ann, spells=dart).raise_counter(*dart)
    if failed:
        duel.state = duel.state.fighter_changed(duel.ann, ap=0, locked=True, kept=3, failed=True)
    return duel


def cast(duel: Duel, spell: str) -> CastPrepared:
    """Return the command that casts a prepared spell."""
    return CastPrepared(character=duel.ann, spell=spell, target=duel.bob)


@pytest.mark.rule("SC-R-101", "SC-CRIT-09")
def test_after_a_01_one_prepared_spell_is_cast_in_that_turn() -> None:
    """After a roll of 01, a combatant may cast one prepared spell in that turn.

    A second spell must wait until the combatant's AP return.
    """
    duel = with_prepared_spells()
    duel.do(cast(duel, "spell-91"), face(FAILURE), seat="ann")
    duel.do(DropExchange(reason="enough"))
    duel.no(OnePreparedSpell, cast(duel, "spell-92"), seat="ann")
    duel.turn()
    duel.turn()

    assert (3, False) == (duel.fighter(duel.ann).ap, duel.fighter(duel.ann).failed)
    assert duel.do(cast(duel, "spell-92"), face(PLAIN), seat="ann")


@pytest.mark.rule("SC-R-101")
def test_without_a_01_all_prepared_spells_may_be_cast_in_a_turn() -> None:
    """A combatant may cast any number of prepared spells in a turn, because their AP are already paid."""
    duel = with_prepared_spells(failed=False)
    for spell in ("spell-91", "spell-92"):
        duel.do(cast(duel, spell), face(PLAIN), seat="ann")
        duel.do(DropExchange(reason="enough"))

    assert {"spell-93"} == set(duel.who(duel.ann).spells)


@pytest.mark.rule("SC-CAMP-03", "AR-FIGHT-06")
def test_sheet_cannot_change_during_an_attack() -> None:
    """The Keeper can set Luck at any time, but can change the sheet only while no attack is pending."""
    duel = Duel(defender={"block": 1})
    duel.strike(9, 9, 9, 9)
    duel.no(AnswerFirst, ChangeCombatant(character=duel.bob, sheet=replace(SHEET, endurance=0), reason="a curse"))

    duel.do(ChangeCombatant(character=duel.bob, luck=3, reason="a blessing"))
