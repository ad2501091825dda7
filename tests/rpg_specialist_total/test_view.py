"""Each seat's view, and what it shows of prepared combatants."""

from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from services.rpg_specialist_total.chapters.attacks import Attack
from services.rpg_specialist_total.chapters.combatants import PrepareCombatant
from services.rpg_specialist_total.chapters.defence import Stand
from services.rpg_specialist_total.chapters.energies import RollStatedDefence
from services.rpg_specialist_total.chapters.movement import Move
from services.rpg_specialist_total.chapters.skills import SkillAction
from services.rpg_specialist_total.state.combatants import Invested, Prepared
from services.rpg_specialist_total.views import (
    CampaignView,
    SeenCombatant,
    SeenComponent,
    SeenDeclared,
    SeenDefence,
    SeenExchange,
    SeenFight,
    SeenFighter,
    SeenItem,
    SeenRoll,
    SeenSheet,
    SeenSkill,
    view,
)
from shared.kernel.campaign.fights import StartFight
from shared.kernel.campaign.roster import RevealCharacter
from shared.kernel.campaign.seats import NotKnownHere
from shared.kernel.messages import Command
from shared.kernel.record import export_line
from tests.rpg_specialist_total.play import PLAIN, Play
from tests.rpg_specialist_total.tables import Journal

SEATS = ("gm", "ann", "bob", "spectator", None)


def view_for(play: Play, seat: str | None) -> dict[str, Any]:
    """Return a seat's view, decoded from its JSON."""
    found: dict[str, Any] = json.decode(json.encode(view(play.state, seat)))
    return found


def in_a_fight() -> tuple[Play, str, str]:
    """Return a fight in which an attack waits for its defender."""
    play = Play(ap={"extra_movement_cost": 2})
    ash, bee = play.one(items=("long blade",)), play.one("bob")
    play.fight(ash, bee)
    play.do(SkillAction(character=ash, what="feint"))
    play.do(Attack(attacker=ash, target=bee, weapon=play.item_named(ash, "long blade"), ap=1), 9, 9, 9, 9, 9, 90)
    return play, ash, bee


@pytest.mark.rule("SC-CAMP-09")
def test_every_seat_sees_all_public_facts_with_every_field() -> None:
    """Every seat's view includes all public facts, with fields that have their default value."""
    play, ash, bee = in_a_fight()
    everyone = [view_for(play, seat) for seat in SEATS]
    assert all(one == everyone[0] for one in everyone)
    seen = everyone[0]

    found = {
        CampaignView: seen,
        SeenCombatant: seen["characters"][0],
        SeenSheet: seen["characters"][0]["sheet"],
        SeenItem: seen["characters"][0]["items"][0],
        SeenComponent: seen["components"][0],
        SeenFight: seen["fight"],
        SeenFighter: seen["fight"]["participants"][0],
        SeenExchange: seen["exchange"],
        SeenDeclared: seen["exchange"]["declared"],
        SeenDefence: seen["exchange"]["defence"],
        SeenRoll: seen["exchange"]["to_hit"],
        SeenSkill: seen["skills"][0],
    }
    for kind, fields in found.items():
        assert set(kind.__struct_fields__) == set(fields), kind
    assert [ash, bee] == [one["id"] for one in seen["characters"]]
    assert (ash, bee) == (seen["fight"]["turn"], seen["exchange"]["asked"])
    assert ("well", True) == (seen["characters"][0]["health"], seen["characters"][0]["can_act"])


@pytest.mark.rule("SC-CAMP-09")
def test_the_settings_in_force_are_shown_whole() -> None:
    """The view includes all settings, even those with their default value."""
    play, _, _ = in_a_fight()

    chosen = view_for(play, "spectator")["settings"]
    assert {"expiry": "round_start", "extra_movement_cost": 2, "outside_fights": "one_action"} == chosen["ap"]
    assert {"opposites": [["fire", "cold"]]} == {"opposites": chosen["energy"]["opposites"]}


@pytest.mark.rule("SC-CAMP-09")
def test_the_view_names_who_must_answer_energy() -> None:
    """The view names the combatant that must roll a stated defence. It names none when the Keeper must decide."""
    for how, asked in (("opposed_total", "attacker"), ("declared", None)):
        play = Play(energy={"stated_defence": how})
        elm, bee = play.one(components=("Laying On",), energies=("charm",)), play.one("bob")
        touch = Attack(
            attacker=elm, target=bee, components=(Invested(name="Laying On", ap=1),), energies=("charm",), dice=1
        )
        play.do(touch, 9, 91)
        play.do(Stand())
        seen = view_for(play, "bob")["exchange"]
        assert ("stated", elm if asked else None) == (seen["wanted"], seen["asked"])
        if asked:
            play.do(RollStatedDefence(dice=1), 5)
            assert bee == view_for(play, "bob")["exchange"]["asked"]


def test_the_view_names_those_for_whom_the_order_waits() -> None:
    """The view names the combatants that must roll for the turn order, and those that are tied."""
    play = Play()
    ash, bee = play.one(), play.one("bob")
    play.do(StartFight(participants=(ash, bee)))

    assert [ash, bee] == view_for(play, "ann")["fight"]["unsettled"]


@pytest.mark.rule("AR-ROSTER-01")
def test_only_the_keeper_and_the_app_see_prepared_combatants() -> None:
    """Only the Keeper and the app see a prepared combatant. For other seats, its id is refused as unknown."""
    play = Play()
    play.do(PrepareCombatant(prepared=Prepared(sheet=replace(PLAIN, name="Ogre"))))
    (hidden,) = play.state.prepared
    for seat in SEATS:
        names = [one["prepared"]["sheet"]["name"] for one in view_for(play, seat)["prepared"]]
        assert (["Ogre"] if seat in ("gm", None) else []) == names
    commands: tuple[Command, ...] = (Move(character=hidden), SkillAction(character=hidden, what="climb"))
    for command in commands:
        play.no(NotKnownHere, command, seat="ann")

    play.do(RevealCharacter(character=hidden))
    assert ["Ogre"] == [one["sheet"]["name"] for one in view_for(play, "ann")["characters"]]


@pytest.mark.rule("AR-ROSTER-01")
def test_the_log_of_a_closed_campaign_shows_what_was_never_revealed() -> None:
    """A closed campaign's log shows prepared combatants that were never revealed.

    Before, it shows only that one was prepared.
    """
    journal = Journal()
    journal.send(PrepareCombatant(prepared=Prepared(sheet=replace(PLAIN, name="Ogre"))))
    for closed in (False, True):
        if closed:
            journal.close()
        lines = [
            export_line(record, head, "ann", opened=journal.stream.closed)
            for record, head in zip(journal.records, journal.heads, strict=True)
        ]
        assert any(b"CombatantPrepared" in line for line in lines)
        assert closed == any(b"Ogre" in line for line in lines)
