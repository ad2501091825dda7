"""The seats for which a campaign waits: a seat that must answer a contest or has the current turn, or the Keeper."""

import pytest
from msgspec.structs import replace

from services.rpg_specialist_pool.awaits import awaits
from services.rpg_specialist_pool.chapters.attempts import RuleTie
from services.rpg_specialist_pool.chapters.contests import Counterattack, StandStill
from services.rpg_specialist_pool.chapters.criticals import RuleConsequence
from services.rpg_specialist_pool.chapters.proposals import Propose
from services.rpg_specialist_pool.chapters.specialists import ChangeSpecialist, CreateSpecialist
from services.rpg_specialist_pool.state import Sheet
from shared.kernel.campaign.fights import EndTurn, StartFight
from shared.kernel.campaign.proposals import DeclineProposal
from tests.rpg_specialist_pool.counterattacking import fought, grant
from tests.rpg_specialist_pool.play import FAILS, Play, dice, latest, listed


@pytest.mark.rule("AR-KIND-02")
def test_a_pending_answer_is_awaited_before_the_turn() -> None:
    """While an answer is pending, the campaign waits only for the seat that must answer, not for the current turn."""
    play = Play()
    ann, bob = play.hero("ann"), play.hero("bob")
    assert set() == {*awaits(play.state)}
    play.do(StartFight(participants=(ann, bob)))
    assert {"ann", "bob"} == {*awaits(play.state)}

    play = Play()
    ann, bob = play.hero("ann"), play.hero("bob")
    play.fight(ann, bob)
    assert {"ann"} == {*awaits(play.state)}
    contest = play.act_against(ann, bob, dice(1, ap=1), context="other")
    assert {"bob"} == {*awaits(play.state)}
    play.do(StandStill(contest=contest), 6, seat="bob")
    assert {"ann"} == {*awaits(play.state)}
    play.do(EndTurn(participant=ann), seat="ann")
    assert {"bob"} == {*awaits(play.state)}


@pytest.mark.rule("AR-KIND-02")
def test_the_keeper_is_awaited_for_its_decisions() -> None:
    """The campaign waits for the Keeper to decide proposals and ties, and to act in the Keeper's own turns."""
    play = Play(players_may={"create_specialists": "propose"}, opposed={"default_tie": "declare"})
    play.do(Propose(command=CreateSpecialist(sheet=Sheet(name="Ash"), seat="ann")), seat="ann")
    assert {"gm"} == {*awaits(play.state)}
    play.do(DeclineProposal(proposal=next(iter(play.state.proposals))))
    assert set() == {*awaits(play.state)}

    ann, bob = play.hero("ann"), play.hero("bob")
    play.clash(ann, bob, (6,), (6,), context="other")
    assert {"gm"} == {*awaits(play.state)}
    play.do(RuleTie(tie=next(iter(play.state.ties)), outcome="stalemate"))
    assert set() == {*awaits(play.state)}

    ogre = play.hero("gm")
    play.fight(ogre, ann)
    assert {"gm"} == {*awaits(play.state)}


@pytest.mark.rule("SG-CAMP-20", "SG-R-36", "AR-KIND-02")
def test_a_possible_counterattack_is_awaited_besides_the_turn() -> None:
    """The campaign waits both for the seat that may counterattack and for the seat with the current turn.

    Once the counterattack is made, the campaign waits only for its answer.
    """
    play = Play()
    ann, bob = fought(play)
    grant(play, ann, bob)
    assert {"ann", "bob"} == {*awaits(play.state)}

    play.do(Counterattack(character=bob, action=dice(1, ap=1)), seat="bob")

    assert {"ann"} == {*awaits(play.state)}
    play.do(StandStill(contest=latest(play.state.contests)), 2, 5, seat="ann")
    assert {"ann"} == {*awaits(play.state)}


@pytest.mark.rule("SG-CAMP-20")
def test_no_counterattack_is_awaited_without_ap() -> None:
    """The campaign does not wait for a counterattack by a Specialist without AP.

    The counterattack lapses with the next turn.
    """
    play = Play()
    ann, bob = fought(play)
    grant(play, ann, bob)

    play.state = play.state.fighter_changed(bob, ap=0)

    assert {"ann"} == {*awaits(play.state)}
    play.do(EndTurn(participant=ann), seat="ann")
    assert {"bob"} == {*awaits(play.state)}


@pytest.mark.rule("SG-CAMP-20", "SG-R-27", "SG-R-36")
@pytest.mark.parametrize(("vitality", "waits"), [(None, {"ann"}), (20, {"ann", "bob"})])
def test_no_counterattack_is_awaited_against_a_target_without_vitality(vitality: int | None, waits: set[str]) -> None:
    """If damage lowers Vitality, the campaign does not wait for a counterattack on a Specialist without it.

    The Specialist loses its Vitality after the counterattack was granted.
    """
    play = Play(damage={"applies_to": "vitality"})
    ann, bob = play.hero("ann", vitality=20), play.hero("bob", vitality=20)
    play.fight(ann, bob, play.hero("ann", vitality=20))
    play.clash(ann, bob, FAILS, (6,), context="skill")
    critical = latest(play.state.criticals)

    play.do(RuleConsequence(critical=critical, consequence="counterattack", text="opens up"))
    sheet = replace(play.who(ann).sheet, vitality=vitality)
    play.do(ChangeSpecialist(character=ann, sheet=sheet, reason="it is a ghost"))

    found = listed(play.state, "bob")
    assert waits == {*found.awaits}
    assert ("bob" in waits) == any(one.command == "Counterattack" for one in found.allowed)
