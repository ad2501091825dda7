"""A seat's view: Slots, turns, broken Items, and sources of consequences. Its JSON always has the same fields."""

from typing import Any, Final, get_args, get_type_hints

import msgspec
import pytest
from msgspec import NODEFAULT, Struct

from services.rpg_boundless.chapters.armor import WearArmor
from services.rpg_boundless.chapters.attacks import EnemyAttack
from services.rpg_boundless.chapters.characters import CreateCharacter
from services.rpg_boundless.chapters.checks import Check, CheckMade, PledgeHelp
from services.rpg_boundless.chapters.conditions import GainCondition
from services.rpg_boundless.chapters.dice import SetPosition
from services.rpg_boundless.chapters.encounters import PrepareEncounter, RollEncounter
from services.rpg_boundless.chapters.enemies import BringEnemy, RevealEnemy, StoreEnemy, StoreItem
from services.rpg_boundless.chapters.fights import StartFight, StartRound
from services.rpg_boundless.chapters.fortune import AskFortune, Odds, OpposeFortune
from services.rpg_boundless.chapters.items import HandOver
from services.rpg_boundless.chapters.overrides import AdjustAction
from services.rpg_boundless.chapters.pools import OpenPool
from services.rpg_boundless.chapters.proposals import Proposable, Propose
from services.rpg_boundless.chapters.saves import Accept, FaceConsequence
from services.rpg_boundless.chapters.turns import EndTurn
from services.rpg_boundless.settings import Settings
from services.rpg_boundless.state.sheets import Harm
from services.rpg_boundless.views import CampaignView, view
from shared.kernel.messages import canonical
from tests.rpg_boundless.fights import Fight
from tests.rpg_boundless.play import BEAM, CHARM, ROPE, WOLF, Play, at, creation_of, listed, mail

EVEN: Final = Odds(likelihood="even")


def view_for(play: Play, seat: str | None = "ann") -> dict[str, Any]:
    """Return a seat's view, decoded from the JSON that is sent."""
    sent: dict[str, Any] = msgspec.json.decode(canonical(view(play.state, seat)))
    return sent


@pytest.mark.rule("FB-CAMP-19", "FB-SLOT-01")
def test_used_and_free_slots_are_shown() -> None:
    """The view counts Items and Conditions together, out of ten Slots."""
    play = Play()
    hero = play.hero(items=(ROPE, BEAM, CHARM))
    play.do(GainCondition(character=hero, condition="sick"))

    assert {"total": 10, "used": 4, "free": 6} == view_for(play)["characters"][0]["slots"]


@pytest.mark.rule("FB-CAMP-19", "FB-ARM-04")
@pytest.mark.parametrize(("damage", "broken"), [(2, False), (3, True)])
def test_the_view_shows_worn_and_broken_armor(damage: int, broken: bool) -> None:  # noqa: FBT001
    """The view shows Armor with 0 HP as broken and still worn. It never shows a rope as broken."""
    play = Play()
    hero = play.hero(3, items=(ROPE,))
    worn = play.item(hero, mail(3))
    play.do(WearArmor(character=hero, item=worn))
    play.do(Accept(consequence=play.face(hero, damage=damage)))

    items = view_for(play)["characters"][0]["items"]

    assert (broken, True, 3 - damage) == (items[worn]["broken"], items[worn]["worn"], items[worn]["armor_hp"])
    (rope,) = set(items) - {worn}
    assert (False, False, None) == (items[rope]["broken"], items[rope]["worn"], items[rope]["offered_to"])


@pytest.mark.rule("FB-CAMP-19", "FB-SLOT-09", "FB-SLOT-10")
def test_offers_are_shown() -> None:
    """The view shows the character to whom an Item is offered."""
    play = Play()
    hero, friend = play.hero(), play.hero(seat="bob")
    rope = play.item(hero, ROPE)
    play.do(HandOver(character=hero, item=rope, to=friend), seat="ann")

    assert friend == view_for(play, "bob")["characters"][0]["items"][rope]["offered_to"]


@pytest.mark.rule("FB-CAMP-19", "FB-INIT-02")
def test_the_view_shows_the_current_turn() -> None:
    """The view shows whose turn it is. Before the first round and after the last turn it shows no turn."""
    play = Play()
    hero, foe = play.hero(), play.foe()
    assert view_for(play)["fight"] is None
    play.do(StartFight(characters=(hero,), enemies=(foe,)))
    turns = [view_for(play)["fight"]["turn"]]

    play.do(StartRound(), 2, 5)
    turns.append(view_for(play)["fight"]["turn"])
    play.do(EndTurn(participant=foe))
    turns.append(view_for(play)["fight"]["turn"])
    play.do(EndTurn(participant=hero))
    turns.append(view_for(play)["fight"]["turn"])

    assert [None, foe, hero, None] == turns


@pytest.mark.rule("FB-CAMP-19", "FB-ROUND-05", "FB-ROUND-09")
def test_the_view_shows_who_can_still_act() -> None:
    """The view shows which fighters have used the turn's action, and which have a granted action left."""
    play = Fight()
    rows = []
    for command, faces in (
        (Check(character=play.ann, attribute="strength"), (1, 1)),
        (AdjustAction(participant=play.bob, reason="the blade was drawn"), ()),
        (Check(character=play.bob, attribute="strength"), (1, 1)),
    ):
        play.do(command, *faces)
        rows.append([(one["acted"], one["granted"]) for one in view_for(play)["fight"]["participants"][:2]])

    unused, granted, used = (False, False), (False, True), (True, False)
    assert [[used, unused], [used, granted], [used, unused]] == rows


@pytest.mark.rule("FB-CAMP-19", "FB-POS-10")
def test_positions_that_were_set_are_shown() -> None:
    """The view shows each Position that was set, and its kind of roll, until that roll is made."""
    play = Play()
    hero = play.hero()
    play.do(SetPosition(character=hero, stance=at("bad")))
    play.do(SetPosition(character=hero, stance=at("good"), on="save", what="a fall"))
    bad = {"position": "bad", "reason": at("bad").reason, "condition": None}
    good = {"position": "good", "reason": at("good").reason, "condition": None}
    check = {"stance": bad, "on": "check", "what": None}
    save = {"stance": good, "on": "save", "what": "a fall"}
    assert [check, save] == view_for(play)["characters"][0]["positions"]

    play.do(Check(character=hero, attribute="strength"), 1, 1)

    assert [save] == view_for(play)["characters"][0]["positions"]


@pytest.mark.rule("FB-CAMP-19", "FB-SAVE-01")
def test_the_view_shows_the_source_of_a_consequence() -> None:
    """The view shows the source of a consequence: a failed Check, an enemy, or neither."""
    play = Play()
    hero, foe = play.hero(), play.foe()
    check = Check(character=hero, attribute="strength", risk=Harm(what="a fall"))
    failed = play.the(CheckMade, check, 1, 1).check
    play.do(EnemyAttack(enemy=foe, attack="claw", targets=(hero,)))
    play.do(FaceConsequence(harm=Harm(what="rain"), characters=(hero,)))

    sources = [(one["harm"]["what"], one["check"], one["enemy"]) for one in view_for(play)["consequences"]]

    assert [("a fall", failed, None), ("claw", None, foe), ("rain", None, None)] == sources


@pytest.mark.rule("FB-CAMP-19")
def test_the_view_shows_every_setting() -> None:
    """The view shows all settings, both defaults and chosen values."""
    groups = view_for(Play(stamina={"maximum": 8}))["settings"]

    assert set(Settings.__struct_fields__) == set(groups)
    assert {"maximum": 8, "spend_on": "check"} == groups["stamina"]
    for name, chosen in groups.items():
        assert set(getattr(Settings(), name).__struct_fields__) == set(chosen)
    assert "alone" == groups["players_may"]["rest"]


def structs(hint: Any, found: set[type[Struct]]) -> set[type[Struct]]:  # noqa: ANN401 a type
    """Collect every struct type that a view contains, except proposed commands, which are shown as sent."""
    if hint == Proposable:
        return found
    if isinstance(hint, type) and issubclass(hint, Struct):
        if hint not in found:
            found.add(hint)
            for inner in get_type_hints(hint).values():
                structs(inner, found)
        return found
    for inner in get_args(hint):
        structs(inner, found)
    return found


@pytest.mark.rule("FB-CAMP-19")
@pytest.mark.parametrize("form", sorted(structs(CampaignView, set()), key=str))
def test_a_view_always_has_all_fields(form: type[Struct]) -> None:
    """Every struct of the view includes fields that have their default value."""
    assert not form.__struct_config__.omit_defaults
    optional = [field.name for field in msgspec.structs.fields(form) if field.default is not NODEFAULT]
    assert [] == [name for name in optional if name != "reach"]


def busy() -> Play:
    """Return a campaign that contains at least one thing of each kind."""
    play = Play()
    hero, friend = play.hero(items=(ROPE, mail(1))), play.hero(seat="bob")
    for command, faces in (
        (SetPosition(character=hero, stance=at("good")), ()),
        (PledgeHelp(character=friend, ally=hero, stamina=1), ()),
        (StoreEnemy(sheet=WOLF), ()),
        (StoreItem(item=ROPE), ()),
        (BringEnemy(sheet=WOLF), ()),
        (PrepareEncounter(what="an ambush"), ()),
        (RollEncounter(trigger="rest"), (6,)),
        (RollEncounter(trigger="rest", hidden=True), (6,)),
        (OpenPool(name="oil", dice=2, hidden=True), ()),
        (AskFortune(question="is it so", odds=EVEN, hidden=True), (1, 1)),
        (OpposeFortune(question="who", sides=(EVEN, EVEN), hidden=True), (1, 1, 1, 1)),
    ):
        play.do(command, *faces)
    play.do(CreateCharacter(name="Ash", method="roll", items=(ROPE,) * 3, keepsake="coin"), *(5, 5, 5, 5) * 3)
    play.do(Propose(command=creation_of(seat="ann")), seat="ann")
    play.fight([hero], [max(play.state.enemies)], 1, 2)
    play.do(FaceConsequence(harm=Harm(what="rain"), characters=(hero,)))
    return play


@pytest.mark.rule("FB-CAMP-19", "FB-CAMP-09", "FB-CAMP-18")
def test_the_game_master_and_a_player_see_the_same_shape() -> None:
    """Lists in the view have the same fields for the game master and a player.

    Values that a player may not know are null.
    """
    play = busy()
    players, known = view_for(play, "ann"), view_for(play, "gm")

    assert set(players) == set(known) == set(CampaignView.__struct_fields__)
    for name in ("enemies", "stored", "prepared", "signs", "hidden"):
        assert [set(one) for one in known[name]] == [set(one) for one in players[name]]
        assert known[name]
        assert known[name] != players[name] or name == "signs"
    enemy = players["enemies"][0]
    assert (None, None, None, None) == (enemy["hp"], enemy["max_hp"], enemy["armor"], enemy["attacks"])
    play.do(RevealEnemy(enemy=enemy["id"]))
    assert view_for(play, "ann")["enemies"] == view_for(play, "gm")["enemies"]


@pytest.mark.rule("FB-CAMP-16", "FB-CAMP-19")
def test_proposals_are_shown_to_all() -> None:
    """All seats see each proposal with its proposer and its command."""
    play = busy()

    for seat in ("ann", "bob", "spectator", "gm", None):
        (waiting,) = view_for(play, seat)["proposals"]
        assert ("ann", "CreateCharacter") == (waiting["seat"], waiting["command"]["type"])
    offered = {entry.command for entry in listed(play.state, "gm").allowed}
    assert {"ConfirmProposal", "DeclineProposal", "RevealHidden"} <= offered
    assert "WithdrawProposal" not in offered
    own = {entry.command for entry in listed(play.state, "ann").allowed}
    assert {"Propose", "WithdrawProposal"} <= own
