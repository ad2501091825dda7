"""The actions that berserkers and meginserkers may take in their turns."""

from collections.abc import Sequence
from typing import Any

import pytest

from services.rpg_specialist_total.catalogue import BERSERK_ACTIONS, Drug, Reach
from services.rpg_specialist_total.chapters import states
from services.rpg_specialist_total.chapters.drugs import (
    MagicWaived,
    NothingToWaive,
    WaiveMagic,
)
from services.rpg_specialist_total.chapters.states import (
    FatigueLost,
    can_defend,
)
from services.rpg_specialist_total.chapters.turns import ApSpent
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.game import combat
from shared.kernel.campaign.fights import EndTurn, TurnBegan, TurnEnded
from shared.kernel.campaign.seats import OnlyTheGameMaster
from shared.kernel.chance import ProbeTape
from shared.kernel.context import Intent
from shared.kernel.refusals import Refusal
from tests.rpg_specialist_total.play import ONE, Play, with_drug, with_each_drug


@pytest.mark.rule("SC-BER-06", "SC-MEG-06", "SC-R-44")
@with_each_drug
def test_the_drugged_make_no_conscious_defence(drug: Drug) -> None:
    """Drugged combatants make no conscious defence.

    If `berserk.defence` is `rolls_with_penalty`, they can make a defence roll that costs no AP.
    """
    refusal = states.BerserkersDoNotDefend if drug == "berserk" else states.MeginserkersDoNotDefend
    play = with_drug(drug)
    assert not can_defend(play.state, ONE)
    assert refusal is refusal_of(play, states.check_drug_lets_defend, ap=0)

    play = with_drug(drug, berserk={"defence": "rolls_with_penalty"})
    assert can_defend(play.state, ONE)
    assert refusal_of(play, states.check_drug_lets_defend, ap=0) is None
    assert refusal is refusal_of(play, states.check_drug_lets_defend, ap=1)


def refusal_of(play: Play, guard: Any, **what: Any) -> type[Refusal] | None:  # noqa: ANN401
    """Return the refusal that a guard raises for the first combatant, or None."""
    intent = Intent(id="one", seat="ann", role="player", at=0, by="seat:ann@0", command=EndTurn(participant=ONE))
    try:
        guard(CampaignContext(combat, intent, play.state, ProbeTape()), ONE, **what)
    except Refusal as refusal:
        return type(refusal)
    return None


def allows(play: Play, use: states.Use, *names: str, reach: Reach | None = None) -> type[Refusal] | None:
    """Return the refusal if the combatant's drug forbids this action, or None."""
    return refusal_of(play, states.check_drug_allows, use=use, names=names, reach=reach)


@pytest.mark.rule("SC-BER-07")
def test_a_berserker_casts_nothing() -> None:
    """The game refuses spells and magic components under the berserk drug."""
    assert states.BerserkersCastNothing is allows(with_drug(), "spell", "Bolt")
    assert states.BerserkersCastNothing is allows(with_drug(), "attack", "Whirlwind", "Bolt", reach="melee")


@pytest.mark.rule("SC-BER-08", "SC-R-49")
@pytest.mark.parametrize(("reach", "refusal"), [
    ("melee", None), ("unarmed", None), ("thrown", None), ("projectile", states.BerserkersShootNothing),
])  # fmt: skip
def test_a_berserker_uses_no_projectile_weapon(reach: Reach, refusal: type[Refusal] | None) -> None:
    """A berserker may make a plain attack with any weapon that is not a projectile weapon."""
    assert refusal is allows(with_drug(), "attack", reach=reach)


@pytest.mark.rule("SC-BER-09")
@pytest.mark.parametrize("action", BERSERK_ACTIONS)
def test_a_berserker_uses_the_seven_actions(action: str) -> None:
    """A berserker may use each of the seven actions, with a thrown or held weapon."""
    assert allows(with_drug(), "attack", action, reach="thrown") is None
    assert allows(with_drug(), "attack", action, reach="melee") is None


@pytest.mark.rule("SC-BER-09")
@pytest.mark.parametrize("names", [("Mobile Shot",), ("Firm Stroke",), ("Whirlwind", "Firm Stroke")])
def test_a_berserker_uses_no_other_component_and_no_skill(names: Sequence[str]) -> None:
    """A berserker may not use skills, or components other than the seven actions, even if they are on the sheet."""
    play = with_drug(sheet={"actions": ("Mobile Shot", "Whirlwind"), "components": ("Firm Stroke",)})

    assert states.NoBerserkAction is allows(play, "attack", *names, reach="melee")
    assert states.NoBerserkAction is allows(play, "skill")


@pytest.mark.rule("SC-R-49")
def test_a_setting_forbids_berserkers_a_plain_attack() -> None:
    """If `plain_attack` is false, berserkers may use only the seven actions and movement."""
    play = with_drug(sheet={"actions": ("Whirlwind",)}, berserk={"plain_attack": False})

    assert states.NoBerserkAction is allows(play, "attack", reach="melee")
    assert allows(play, "attack", "Whirlwind", reach="melee") is None


@pytest.mark.rule("SC-BER-11")
@pytest.mark.parametrize(("reach", "refusal"), [
    ("thrown", None), ("projectile", states.BerserkersShootNothing), ("melee", states.DoubleThreatNeedsThrown),
])  # fmt: skip
def test_double_threat_helps_a_berserker_with_a_thrown_weapon_alone(
    reach: Reach, refusal: type[Refusal] | None
) -> None:  # fmt: skip
    """A berserker may use Double Threat, which is not one of the seven actions, but only with a thrown weapon."""
    assert refusal is allows(with_drug(), "attack", "Double Threat", reach=reach)


@pytest.mark.rule("SC-MEG-07", "SC-MEG-08", "SC-R-50")
def test_a_meginserker_uses_only_magic() -> None:
    """A meginserker may use only magic: the game refuses martial actions, attacks with charged weapons, and skills."""
    play = with_drug("meginserk")

    assert states.MeginserkersDoNotFight is allows(play, "attack", reach="melee")
    assert states.MeginserkersDoMagic is allows(play, "skill")
    assert allows(play, "spell", "Bolt") is None


@pytest.mark.rule("SC-BER-09", "SC-MEG-08")
def test_without_a_drug_every_action_is_allowed() -> None:
    """The limits on actions apply to drugged combatants only."""
    play = Play()
    play.one()

    assert [None] * 4 == [allows(play, "attack", "Bolt", reach="projectile"), allows(play, "skill"),
                          allows(play, "spell"), refusal_of(play, states.check_drug_lets_defend, ap=9)]  # fmt: skip


def raging(drug: Drug = "meginserk") -> Play:
    """Return a fight in which the drugged first combatant has the first turn."""
    play = with_drug(drug)
    play.fight(ONE, play.one("gm"))
    return play


@pytest.mark.rule("SC-MEG-08", "SC-R-50")
def test_a_meginserker_must_try_magic_before_the_turn_ends() -> None:
    """While a meginserker has AP, its turn cannot end without magic, unless the Keeper allows it with a reason."""
    play = raging()
    end = EndTurn(participant=ONE)
    waive = WaiveMagic(character=ONE, reason="no energy known")

    play.no(states.MeginserkersDoMagic, end, seat="ann")
    play.no(states.MeginserkersDoMagic, end)
    play.no(OnlyTheGameMaster, waive, seat="ann")
    play.when(waive).then(MagicWaived(character=ONE, reason="no energy known"))
    play.no(NothingToWaive, waive)
    play.do(end, seat="ann")
    play.turn()
    play.no(states.MeginserkersDoMagic, end)


@pytest.mark.rule("SC-MEG-08", "SC-R-50")
@pytest.mark.parametrize("event", [
    ApSpent(character=ONE, ap=1, use="spell"), ApSpent(character=ONE, ap=6, use="movement"),
    FatigueLost(character=ONE, amount=20, cause="a march"),
])  # fmt: skip
def test_a_meginserker_may_end_the_turn_if_magic_is_impossible(event: Any) -> None:  # noqa: ANN401
    """A meginserker's turn may end after a spell, without AP, or if the meginserker is unconscious."""
    play = raging().given(event)

    play.when(EndTurn(participant=ONE), seat="ann").then(
        TurnEnded(participant=ONE), TurnBegan(participant="character-2")
    )


@pytest.mark.rule("SC-MEG-08")
def test_a_berserker_may_end_a_turn_at_any_time() -> None:
    """A berserker may end a turn without having tried magic."""
    play = raging("berserk")

    play.do(EndTurn(participant=ONE), seat="ann")
