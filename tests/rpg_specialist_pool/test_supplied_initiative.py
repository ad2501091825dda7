"""Initiative dice that the Keeper supplies: players propose any number of them, 0 included."""

import pytest

from services.rpg_specialist_pool.chapters.initiative import RollInitiative
from services.rpg_specialist_pool.chapters.proposals import Propose
from shared.kernel.campaign.fights import StartFight
from shared.kernel.campaign.proposals import ConfirmProposal, WaitsForTheGameMaster
from tests.rpg_specialist_pool.play import Play, SecondForm, latest, listed


@pytest.mark.rule("SG-R-54", "SG-CAMP-03", "SG-R-19")
def test_a_player_proposes_an_initiative_roll_without_dice() -> None:
    """A player also proposes 0 supplied dice, unless players add dice alone.

    Under version 1 of the rules it sends them.
    """
    play = Play(initiative={"dice": "supplied"})
    ann, bob = play.hero(), play.hero("bob")
    play.do(StartFight(participants=(ann, bob)))
    none = RollInitiative(participant=ann, dice=0)
    play.no(WaitsForTheGameMaster, none, seat="ann")
    play.do(Propose(command=none), seat="ann")
    play.do(ConfirmProposal(proposal=latest(play.state.proposals)))
    assert 0 == play.in_fight(ann).score

    alone = {"initiative": {"dice": "supplied"}, "players_may": {"add_dice": "alone"}}
    for free in (Play(**alone), SecondForm(initiative={"dice": "supplied"})):
        free.do(StartFight(participants=(free.hero(),)))
        free.do(none, seat="ann")


@pytest.mark.rule("SG-R-54")
def test_a_player_whose_initiative_dice_are_supplied_may_propose_them() -> None:
    """The list of legal commands offers such a player the proposal of its roll until it is rolled."""
    play = Play(initiative={"dice": "supplied"})
    ann, bob = play.hero(), play.hero("bob")
    play.do(StartFight(participants=(ann, bob)))

    def offered() -> list[object]:
        asked = [one.body["command"] for one in listed(play.state, "ann").allowed if one.command == "Propose"]
        return [one for one in asked if one["type"] == "RollInitiative"]

    assert [{"type": "RollInitiative", "participant": ann, "luck": 0, "dice": 1}] == offered()
    play.do(RollInitiative(participant=ann, dice=1), 6)
    assert [] == offered()
