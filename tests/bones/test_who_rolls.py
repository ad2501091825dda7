"""The seats that may roll the dice of a round."""

import pytest
from msgspec.structs import replace

from services.bones.awaits import awaits
from services.bones.chapters.fights.reporting import ReportDice
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.fights.rounds import NotTheTimeToRoll, RollRound, RoundRolled
from services.bones.chapters.tasks.rolling import TermsNeeded
from services.bones.context import FacesNeeded
from services.bones.reading.taking_part import fighters_roll
from services.bones.state.campaign import FORM
from services.bones.state.tasks import Opponent, Terms
from shared.kernel.campaign.roster import RevealCharacter
from shared.kernel.campaign.seats import OnlyTheGameMaster
from tests.bones.fight import Fight, only
from tests.bones.screened import OGRE, Screened


def declare_all(**groups: dict[str, str]) -> tuple[Fight, str]:
    """Return a fight between Ann's creature and the game master's in which all have declared, and Ann's creature."""
    table = Fight(**groups)
    bob, goblin = table.die("ann"), table.die("gm")
    table.begin([bob], [goblin])
    table.all_fight()
    return table, bob


@pytest.mark.rule("BN-R-351", "AR-KIND-02")
@pytest.mark.parametrize(
    ("reading", "awaited", "rolls"), [("game_master", {"gm"}, False), ("fighters", {"ann", "gm"}, True)]
)
def test_a_setting_lets_players_with_a_fighter_roll_the_round(reading: str, awaited: set[str], rolls: bool) -> None:  # noqa: FBT001
    """The game master may always roll. If `round_rolled_by` is `fighters`, a player with a fighter may roll too.

    The round waits for all seats that may roll.
    """
    table, _ = declare_all(combat={"round_rolled_by": reading})
    assert awaited == {*awaits(table.state)}
    table.no(OnlyTheGameMaster, RollRound(), seat="bob")
    if rolls:
        assert only(table.do(RollRound(), 1, 1, seat="ann"), RoundRolled)
        table.no(NotTheTimeToRoll, RollRound(), seat="ann")
    else:
        table.no(OnlyTheGameMaster, RollRound(), seat="ann")
        assert only(table.roll(1, 1), RoundRolled)


@pytest.mark.rule("BN-R-351", "BN-CMB-11")
def test_a_player_rolls_only_after_all_terms_are_set() -> None:
    """While other tasks lack terms, the round waits for the game master, and no player can roll."""
    table = Fight(combat={"round_rolled_by": "fighters"})
    bob, goblin = table.die("ann"), table.die("bob")
    table.begin([bob], [goblin])
    table.says(bob, "other", aim="up the tree")
    table.says(goblin)
    assert {"gm"} == {*awaits(table.state)}
    table.no(TermsNeeded, RollRound(), seat="ann")
    table.do(SetRoundTask(creature=bob, terms=Terms(skill="Physical", difficulty="Easy")))
    assert {"ann", "bob"} == {*awaits(table.state)}


@pytest.mark.rule("BN-R-351", "BN-R-001")
def test_with_reported_dice_the_game_master_rolls() -> None:
    """With reported dice, only the game master rolls, because only the game master enters faces."""
    table, _ = declare_all(combat={"round_rolled_by": "fighters"}, dice={"dice_source": "reported"})
    assert {"gm"} == {*awaits(table.state)}
    table.no(OnlyTheGameMaster, RollRound(), seat="ann")
    table.no(FacesNeeded, RollRound())


def entered(*, form: int, missing: bool) -> tuple[Fight, str, str]:
    """Return a fight of two players at a physical table, in which both, or only Ann, have entered their faces."""
    table = Fight(combat={"round_rolled_by": "fighters"}, dice={"dice_source": "reported", "players_report": True})
    table.state = replace(table.state, form=form)
    bob, eve = table.die("ann"), table.die("bob")
    table.begin([bob], [eve])
    table.all_fight()
    table.do(ReportDice(creature=bob, faces=(1,)), seat="ann")
    if not missing:
        table.do(ReportDice(creature=eve, faces=(2,)), seat="bob")
    return table, bob, eve


@pytest.mark.rule("BN-R-362", "BN-R-351", "BN-CAMP-163")
def test_a_player_rolls_once_all_faces_are_entered() -> None:
    """If a face is missing, the refusal names it, and the round waits for the game master.

    When all faces are entered, either player can roll.
    """
    table, _, eve = entered(form=FORM, missing=True)
    assert {"gm"} == {*awaits(table.state)}
    assert f"1 faces of dice with 6 sides: 1 of {eve}" == table.no(FacesNeeded, RollRound(), seat="ann").needs
    table.do(ReportDice(creature=eve, faces=(2,)), seat="bob")

    assert {"ann", "bob"} == {*awaits(table.state)}
    assert only(table.do(RollRound(), seat="ann"), RoundRolled)


@pytest.mark.rule("BN-R-362")
def test_in_older_campaigns_the_game_master_rolls_what_players_entered() -> None:
    """Under version 1 of the rules, the game refuses a player's roll even if all faces are entered."""
    table, _, _ = entered(form=1, missing=False)
    table.no(OnlyTheGameMaster, RollRound(), seat="ann")
    assert only(table.do(RollRound()), RoundRolled)


@pytest.mark.rule("BN-R-351", "BN-CAMP-170")
def test_the_game_master_rolls_for_a_closed_fighter() -> None:
    """Only the game master rolls a round with a closed fighter.

    A player's dry run would show how many dice are hidden.
    """
    table = Screened(OGRE)
    table.fights()
    assert not fighters_roll(table.state)
    table.send(RevealCharacter(character=table.foe))
    assert fighters_roll(table.state)


@pytest.mark.rule("BN-R-351", "BN-R-362", "BN-CAMP-170")
@pytest.mark.parametrize(("form", "source"), [(FORM, "reported"), (FORM, "service"), (1, "service")])
def test_the_game_master_rolls_against_a_closed_opponent_who_does_not_fight(form: int, source: str) -> None:
    """If faces of a closed opponent are missing, the game refuses a player's roll without mentioning them.

    Older campaigns let the player roll.
    """
    table = Fight(combat={"round_rolled_by": "fighters"}, dice={"dice_source": source, "players_report": True})
    bob, eve, guard = table.die("ann"), table.die("bob"), table.die("gm", 3)
    table.state = replace(table.state.change(guard, closed=("dice",)), form=form)
    table.begin([bob], [eve])
    table.says(bob, "other", aim="past the guard", skill="Stealth", seat="ann")
    table.all_fight()
    past = Terms(skill="Stealth", opponents=(Opponent(creature=guard, skill="Perception"),))
    table.do(SetRoundTask(creature=bob, terms=past))
    assert (form == 1) == fighters_roll(table.state)

    if form == FORM:
        table.no(OnlyTheGameMaster, RollRound(), seat="ann")
        assert {"gm"} == {*awaits(table.state)}
