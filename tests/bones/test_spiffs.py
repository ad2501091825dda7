"""Spiffs: changes to the story, survived deaths, limits, and the game master's decision on each use."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.bones.chapters.people.characters import WriteSheet
from services.bones.chapters.rolls.rolls import RollMoved
from services.bones.chapters.rolls.spiffs import (
    AboutSomethingElse,
    AllowSpiffs,
    AwardSpiffs,
    ExplanationNeeded,
    IsNotDead,
    NotEnoughSpiffs,
    PriceIsFixed,
    SpiffsSpent,
    SpiffUseAsked,
    SpiffUseVetoed,
    TooLateToSurvive,
    UseIsAsked,
    UseSpiffs,
    VetoSpiffs,
)
from services.bones.chapters.rolls.wounds import (
    CoupDeGrace,
    DealDamage,
    DeathSurvived,
    Died,
    TakeDamage,
)
from services.bones.chapters.seasons.sessions import RecordSession, SurvivalIsAsked
from services.bones.chapters.tasks.corrections import ChangeCreature
from services.bones.state.campaign import FORM
from services.bones.views import view
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.roster import AssignCharacter
from shared.kernel.campaign.seats import NotKnownHere, NotYours, OnlyTheGameMaster, TooManyHere
from tests.bones.play import Play, allowed_of
from tests.bones.spiffs import FRIEND, ask, record_roll, spend, spiffs_left


@pytest.mark.rule("BN-EX-14", "BN-EX-15", "BN-EX-17", "BN-SPIFF-13", "BN-SPIFF-14", "BN-SPIFF-01")
@pytest.mark.parametrize(
    ("use", "cost", "text"),
    [
        ("minor", 1, "my friend Ragnar works as bouncer in this tavern"),
        ("meaningful", 2, "Ragnar is one of the guards of the Evil Overlord"),
        ("minor", 1, "my friend Ragnar is the sergeant of Steve"),
    ],
)
def test_a_change_to_the_story(use: str, cost: int, text: str) -> None:
    """A change to the story takes effect, and costs its spiffs, once the game master approves it."""
    play = Play()
    bob = play.one(spiffs=cost)

    asked = play.the(SpiffUseAsked, UseSpiffs(creature=bob, use=use, text=text), seat="ann").use  # type: ignore[arg-type]
    assert (cost, text) == (asked.cost, asked.text)
    assert [SpiffsSpent(use=asked.id, creature=bob, spiffs=cost)] == play.do(AllowSpiffs(use=asked.id))
    assert 0 == spiffs_left(play, bob)


@pytest.mark.rule("BN-EX-16", "BN-SPIFF-15", "BN-R-088")
@pytest.mark.rule("BN-R-354")
@pytest.mark.parametrize(("cost", "refunds"), [(2, True), (3, True), (5, False)])
def test_a_major_change_needs_the_game_master(cost: int, refunds: bool) -> None:  # noqa: FBT001 a row
    """A vetoed major change costs no spiffs, even if `veto_refunds` is false.

    An approved one costs `major_change_cost` spiffs.
    """
    play = Play(spiffs={"major_change_cost": cost, "veto_refunds": refunds})
    bob = play.one(spiffs=cost)
    overlord = "Ragnar is the Evil Overlord"

    use = ask(play, bob, "major", text=overlord)
    play.no(OnlyTheGameMaster, AllowSpiffs(use=use), seat="ann")
    play.do(VetoSpiffs(use=use))
    assert cost == spiffs_left(play, bob)
    spend(play, bob, "major", text=overlord)
    assert 0 == spiffs_left(play, bob)


@pytest.mark.rule("BN-R-088", "BN-SPIFF-20")
def test_the_game_master_prices_only_major_changes() -> None:
    """The price of a major change is at most the number of the player's spiffs. All other uses have fixed prices."""
    play = Play()
    bob = play.one(spiffs=6)
    major, minor = ask(play, bob, "major", text=FRIEND), ask(play, bob, "minor", text=FRIEND)

    play.no(PriceIsFixed, AllowSpiffs(use=minor, cost=2))
    play.no(NotEnoughSpiffs, AllowSpiffs(use=major, cost=6))
    play.when(AllowSpiffs(use=major, cost=5)).then(SpiffsSpent(use=major, creature=bob, spiffs=5))
    play.do(AllowSpiffs(use=minor))
    assert 0 == spiffs_left(play, bob)


@pytest.mark.rule("BN-SPIFF-16", "BN-R-090", "BN-SPIFF-20")
@pytest.mark.parametrize("dice_left", [0, 1])
def test_death_is_survived_for_five_spiffs_and_an_explanation(dice_left: int) -> None:
    """The game refuses to let a character survive for four spiffs or without an explanation.

    A survivor keeps no die, or one die if `survivor_dice_left` is 1.
    """
    play = Play(spiffs={"survivor_dice_left": dice_left})
    bob = play.one(spiffs=5)
    how: dict[str, Any] = {"text": "the river carried me away"}
    play.no(IsNotDead, UseSpiffs(creature=bob, use="survive", **how), seat="ann")
    play.do(DealDamage(creature=bob, amount=8))
    (wound,) = play.state.wounds
    play.do(TakeDamage(wound=wound), seat="ann")
    assert play.who(bob).dead

    play.no(ExplanationNeeded, UseSpiffs(creature=bob, use="survive"), seat="ann")
    found = spend(play, bob, "survive", **how)

    assert DeathSurvived(creature=bob, lost=(1, 2, 3, 4)[: 4 - dice_left]) in found
    one = play.who(bob)
    assert (False, 4 - dice_left, 0, 0) == (one.dead, len(one.lost), one.beyond, spiffs_left(play, bob))
    poor = play.one("bob", spiffs=4, lost=(1, 2, 3, 4), dead=True, died=0)
    play.no(NotEnoughSpiffs, UseSpiffs(creature=poor, use="survive", **how), seat="bob")


@pytest.mark.rule("BN-R-311")
def test_a_death_can_be_survived_until_the_session_is_recorded() -> None:
    """A request to survive must come before the session is recorded.

    In older campaigns, the game master must also approve it before then.
    """
    play = Play()
    play.state = replace(play.state, form=1)
    bob, other = play.one(spiffs=9, lost=(1, 2, 3, 4)), play.one("bob")
    assert Died(creature=bob, cause="coup de grace") in play.do(CoupDeGrace(creature=bob))
    use = ask(play, bob, "survive", text="a healer came by")

    play.do(RecordSession(creatures=(other,)))

    play.no(TooLateToSurvive, AllowSpiffs(use=use))
    play.do(VetoSpiffs(use=use))
    play.no(TooLateToSurvive, UseSpiffs(creature=bob, use="survive", text="a healer came by"), seat="ann")


@pytest.mark.rule("BN-CAMP-185", "BN-R-311")
def test_survival_is_asked_once_and_answered_before_the_session_is_recorded() -> None:
    """The game refuses a second request to survive, and also the session until the first request is decided."""
    play = Play()
    bob, other = play.one(spiffs=12, lost=(1, 2, 3, 4), dead=True, died=0), play.one("bob")
    use = ask(play, bob, "survive", text="a healer came by")

    asks = UseSpiffs(creature=bob, use="survive", text="I swam")
    again = play.no(SurvivalIsAsked, asks, seat="ann")
    assert ("use", (use,)) == (again.field, again.needs)
    play.no(NotYours, asks, seat="bob")
    assert (use,) == play.no(AnswerFirst, RecordSession(creatures=(other,))).needs
    play.do(AllowSpiffs(use=use))

    play.do(RecordSession(creatures=(other,)))
    assert (False, 7, {}) == (play.who(bob).dead, spiffs_left(play, bob), play.state.uses)


@pytest.mark.rule("BN-CAMP-185")
def test_older_campaigns_accept_a_second_request_to_survive() -> None:
    """Under version 1 of the rules, two requests to survive can be open at once."""
    play = Play()
    play.state = replace(play.state, form=1)
    bob = play.one(spiffs=12, lost=(1, 2, 3, 4), dead=True, died=0)
    asked = [ask(play, bob, "survive", text="a healer came by"), ask(play, bob, "survive", text="I swam")]

    assert asked == [*play.state.uses]


@pytest.mark.rule("BN-R-354")
@pytest.mark.parametrize(("form", "lost"), [(FORM, 0), (1, 5)])
def test_a_death_that_is_taken_back_costs_no_spiffs(form: int, lost: int) -> None:
    """The game master corrects the death, and then vetoes the open request to survive, which has become useless."""
    play = Play(spiffs={"veto_refunds": False})
    play.state = replace(play.state, form=form)
    bob, other = play.one(spiffs=5, lost=(1, 2, 3, 4), dead=True, died=0), play.one("bob")
    use = ask(play, bob, "survive", text="a healer came by")
    play.do(ChangeCreature(creature=bob, dead=False, lost=(1,), reason="he only fainted"))
    play.do(RecordSession(creatures=(other,)))

    assert [SpiffUseVetoed(use=use, creature=bob, lost=lost)] == play.do(VetoSpiffs(use=use))


@pytest.mark.rule("BN-R-354")
def test_a_vetoed_survival_of_the_dead_is_paid() -> None:
    """If vetoes refund no spiffs, a character that stays dead loses the spiffs for the vetoed survival."""
    play = Play(spiffs={"veto_refunds": False})
    bob = play.one(spiffs=5, lost=(1, 2, 3, 4), dead=True, died=0)
    use = ask(play, bob, "survive", text="a healer came by")

    assert [SpiffUseVetoed(use=use, creature=bob, lost=5)] == play.do(VetoSpiffs(use=use))


@pytest.mark.rule("BN-R-311", "BN-R-315")
def test_a_declared_death_can_be_survived_too() -> None:
    """When the game master declares a character dead, its player can spend spiffs in the same session to survive."""
    play = Play()
    bob = play.one(spiffs=5)
    play.do(ChangeCreature(creature=bob, dead=True, reason="the bridge fell in"))

    spend(play, bob, "survive", text="the river carried me away")

    assert (False, None, ()) == (play.who(bob).dead, play.who(bob).died, play.who(bob).numbers)


@pytest.mark.rule("BN-SPIFF-19", "BN-R-087")
@pytest.mark.parametrize("refunds", [True, False])
def test_a_vetoed_use_has_no_effect(refunds: bool) -> None:  # noqa: FBT001 a row
    """A veto refunds the spiffs, unless `veto_refunds` is false. The roll continues with its faces."""
    play = Play(spiffs={"veto_refunds": refunds})
    bob = play.one(spiffs=1)
    roll = record_roll(play, bob)
    faces = play.state.rolls[roll].dice
    use = ask(play, bob, "reroll", on=roll, die="die-1")

    play.no(OnlyTheGameMaster, VetoSpiffs(use=use), seat="ann")
    found = play.do(VetoSpiffs(use=use, reason="not now"))

    assert SpiffUseVetoed(use=use, creature=bob, lost=0 if refunds else 1, reason="not now") == found[0]
    assert faces == play.state.rolls[roll].dice
    assert (int(refunds), {}) == (spiffs_left(play, bob), play.state.uses)
    play.no(NotKnownHere, AllowSpiffs(use=use))


@pytest.mark.rule("BN-SPIFF-20", "BN-R-087")
def test_an_open_use_reserves_its_spiffs() -> None:
    """An open use reserves its spiffs, so none of the player's characters can spend them."""
    play = Play()
    bob, other, stranger = play.one(spiffs=3), play.one(), play.one("bob", spiffs=2)
    play.do(DealDamage(creature=other, amount=1))
    (wound,) = play.state.wounds

    ask(play, bob, "meaningful", text=FRIEND)
    play.no(NotEnoughSpiffs, UseSpiffs(creature=other, use="soak", on=wound), seat="ann")
    ask(play, other, "minor", text=FRIEND)
    play.no(NotEnoughSpiffs, UseSpiffs(creature=bob, use="minor", text=FRIEND), seat="ann")
    play.state = replace(play.state, spiffs={**play.state.spiffs, "ann": 1})
    refused = play.no(NotEnoughSpiffs, UseSpiffs(creature=bob, use="minor", text=FRIEND), seat="ann")
    assert (1, 0) == (refused.needs, refused.has)
    ask(play, stranger, "meaningful", text=FRIEND, seat="bob")


@pytest.mark.rule("BN-R-091", "BN-R-087")
def test_an_open_use_reserves_only_its_own_characters_spiffs() -> None:
    """If spiffs belong to characters, one character's open use does not reserve the spiffs of another."""
    play = Play(spiffs={"spiffs_owner": "character"})
    bob, other = play.one(), play.one()
    play.state = play.state.change(bob, spiffs=1).change(other, spiffs=1)

    ask(play, bob, "minor", text=FRIEND)
    ask(play, other, "minor", text=FRIEND)
    play.no(NotEnoughSpiffs, UseSpiffs(creature=other, use="minor", text=FRIEND), seat="ann")


@pytest.mark.rule("AR-CAMP-06")
def test_a_player_has_a_limit_of_open_uses() -> None:
    """After ten open uses, a player must wait for the game master to decide on one. Other players are not affected."""
    play = Play()
    bob, other = play.one(spiffs=99), play.one("bob", spiffs=9)

    for _ in range(10):
        ask(play, bob, "minor", text=FRIEND)
    play.no(TooManyHere, UseSpiffs(creature=bob, use="minor", text=FRIEND), seat="ann")
    ask(play, other, "minor", text=FRIEND, seat="bob")


@pytest.mark.rule("BN-SPIFF-01")
@pytest.mark.parametrize(
    ("use", "about"),
    [
        ("reroll", {"on": "roll-1"}),
        ("reroll", {"die": "die-1"}),
        ("success", {"on": "roll-1", "die": "die-1"}),
        ("soak", {}),
        ("soak", {"on": "wound-1", "text": FRIEND}),
        ("minor", {}),
        ("major", {"text": FRIEND, "on": "roll-1"}),
    ],
)
def test_a_use_names_only_its_subject(use: Any, about: dict[str, Any]) -> None:  # noqa: ANN401 a kind of use
    """A reroll names a roll and a die, a bought success a roll, a soak a wound, and a change to the story its text."""
    play = Play()
    bob = play.one(spiffs=9)

    play.no(AboutSomethingElse, UseSpiffs(creature=bob, use=use, **about), seat="ann")


@pytest.mark.rule("AR-CAMP-04")
def test_spiffs_are_used_by_their_player_or_the_game_master_for_it() -> None:
    """The game refuses another player's request to use spiffs. A game master's request counts as that of the player."""
    play = Play()
    bob = play.one(spiffs=2)

    play.no(NotYours, UseSpiffs(creature=bob, use="minor", text=FRIEND), seat="bob")
    ask(play, bob, "minor", text=FRIEND, seat="gm")
    assert "ann" == next(iter(play.state.uses.values())).seat


def test_possible_uses_are_listed() -> None:
    """A player's list has uses for each roll and wound, and for the story. The game master's list has each open use."""
    play = Play()
    bob = play.one(spiffs=9)
    roll, bought = record_roll(play, bob), record_roll(play, bob, stage="successes")
    play.given(RollMoved(roll=bought, stage="successes"))
    play.do(DealDamage(creature=bob, amount=1))

    offered = {entry.body["use"]: entry for entry in allowed_of(play.state, "ann", UseSpiffs)}

    assert {"reroll", "success", "soak", "minor", "meaningful", "major"} == {*offered}
    assert (roll, ("die-1", "die-2", "die-3", "die-4")) == (
        offered["reroll"].body["on"], tuple(offered["reroll"].fields["die"].options or ())
    )  # fmt: skip
    use = ask(play, bob, "major", text=FRIEND)
    (allowing,) = [one for one in allowed_of(play.state, "gm", AllowSpiffs) if "cost" in one.fields]
    assert (use, 9) == (allowing.body["use"], allowing.fields["cost"].most)


@pytest.mark.rule("BN-CAMP-51")
def test_a_character_with_an_open_use_keeps_its_player() -> None:
    """A character with an open use cannot be assigned to another player, who would then pay for the use."""
    play = Play()
    bob = play.one(spiffs=1)
    use = ask(play, bob, "minor", text=FRIEND)

    play.no(UseIsAsked, AssignCharacter(character=bob, seat="bob"))
    play.do(VetoSpiffs(use=use))
    play.do(AssignCharacter(character=bob, seat="bob"))
    assert (1, 0) == (play.state.spiffs["ann"], spiffs_left(play, bob))


@pytest.mark.rule("BN-SHEET-03", "BN-R-091")
@pytest.mark.parametrize("owner", ["player", "character"])
def test_the_sheet_keeps_equipment_dice_spiffs_finances_and_other_equipment(owner: str) -> None:
    """All seats see the player's or the character's spiffs, and the character's coins and equipment."""
    play = Play(spiffs={"spiffs_owner": owner})
    bob = play.one(items=("Buckler",), coins=12)
    play.do(WriteSheet(creature=bob, other_equipment="a lute"), seat="ann")
    play.do(AwardSpiffs(creature=bob, deed="great back-story"))

    for seat in ("ann", "bob", "spectator"):
        shown = view(play.state, seat)
        (seen,) = shown.characters
        assert ["Buckler"] == [item.name for item in seen.items if item.faces]
        assert (12, "a lute") == (seen.coins, seen.sheet.other_equipment)
        assert (2, 0) == ((shown.spiffs["ann"], seen.spiffs) if owner == "player" else (seen.spiffs, len(shown.spiffs)))
