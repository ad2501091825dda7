"""Each seat's view, and what it shows of hidden facts."""

from typing import Any, Final

import pytest
from msgspec import Struct, json
from msgspec.structs import replace

from services.bones.catalogue import Run
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.people.cold_iron import StartDraft
from services.bones.chapters.people.creatures import PrepareCreature
from services.bones.chapters.people.handling import DropItem
from services.bones.chapters.people.proposals import Propose
from services.bones.chapters.rolls.falls import Fall
from services.bones.chapters.rolls.hindering import GiveHindering
from services.bones.chapters.rolls.rolls import KeepFaces, RollMade
from services.bones.chapters.rolls.spiffs import AwardSpiffs, UseSpiffs
from services.bones.chapters.rolls.wounds import DealDamage
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import Attempt, SetTask
from services.bones.state.combat import Combat, Stand
from services.bones.state.creatures import Creature, Item, NewCreature, Path, Treatment
from services.bones.state.tasks import Making, Opponent, Result, Terms
from services.bones.state.wounds import Healing
from services.bones.views import CampaignView, view
from services.bones.views.creatures import SeenCreature, SeenDie, SeenDraft, SeenItem, SeenPath, SeenPrepared, SeenSheet
from services.bones.views.fights import (
    SeenAimed,
    SeenAllotment,
    SeenBetween,
    SeenCombat,
    SeenDeclaration,
    SeenFighter,
    SeenPut,
)
from services.bones.views.tasks import (
    SeenCircumstances,
    SeenFall,
    SeenGives,
    SeenMaking,
    SeenOpponent,
    SeenResult,
    SeenRoll,
    SeenShown,
    SeenTask,
    SeenTerms,
    SeenUse,
    SeenWay,
    SeenWound,
)
from shared.kernel.campaign.roster import RevealCharacter
from shared.kernel.campaign.seats import NotKnownHere
from shared.kernel.messages import Command
from shared.kernel.record import export_line
from tests.bones.arena import Arena, between, keep, to
from tests.bones.play import BOB, Play
from tests.bones.tables import MASTER, Journal

SEATS: Final = ("gm", "ann", "bob", "spectator", None)
LEADS: Final = ("gm", None)
"""The two readers who see everything: the game master's seat, and the app (None)."""
SPEAR: Final = "Spear"
ASIDE: Final = {
    "SeenCreature": frozenset[str](),
    "SeenCombat": frozenset[str](),
    "CampaignView": frozenset({
        "roles", "fight", "made", "out_of_sight", "before", "catalogue", "form", "named", "soaks", "entered", "counted",
    }),
}  # fmt: skip
"""Fields of the state that the view need not contain under the same name.

They hold the seats, the turns, the number of ids, the catalogue, the form, withheld facts, the names under
which players know prepared creatures, the rounds in which players soaked damage, and the history of entered faces.
"""
GUARD: Final = Terms(skill="Perception", difficulty="Challenging")


def view_for(play: Play, seat: str | None) -> dict[str, Any]:
    """Return a seat's view as JSON values."""
    found: dict[str, Any] = json.decode(json.encode(view(play.state, seat)))
    return found


def one_who_fights(play: Play, seat: str | None, who: str) -> dict[str, Any]:
    """Return a fighter's state as a seat sees it."""
    found: dict[str, Any] = next(one for one in view_for(play, seat)["combat"]["fighters"] if one["id"] == who)
    return found


def the_task(play: Play, seat: str | None) -> dict[str, Any]:
    """Return the only task as a seat sees it."""
    (found,) = view_for(play, seat)["tasks"]
    assert isinstance(found, dict)
    return found


def busy() -> Arena:
    """Return a campaign with an open entry of every kind: a draft, a proposal, a task, a fall and so on."""
    play = Arena()
    bob, guard = play.one("ann", BOB, items=(SPEAR,), spiffs=3), play.of("gm", *["Melee"] * 3)
    faller, poor = play.of("bob", "Maneuver", "Melee", "Universal"), play.of("ann", "Craft", "Melee")
    play.do(GiveHindering(creature=bob, kind="poison"))
    play.do(StartDraft(), seat="ann")
    play.do(Propose(command=DropItem(creature=bob, item=play.item_named(bob, SPEAR))), seat="ann")
    play.do(PrepareCreature(prepared=MASTER))
    play.do(Attempt(creature=poor, aim="look about"), seat="ann")
    (task,) = play.state.tasks
    opposed = Terms(skill="Physical", opponents=(Opponent(creature=guard, skill="Mental"),))
    play.do(
        SetTask(task=task, terms=Terms(skill="Physical", opponents=(replace(opposed.opponents[0], skill="Mental"),)))
    )
    play.do(Fall(creature=faller, height=20))
    play.do(UseSpiffs(creature=bob, use="minor", text="a friend"), seat="ann")
    return play


# ---------------------------------------------------------------- every field


@pytest.mark.parametrize(
    ("seen", "kept"), [(SeenCreature, Creature), (SeenCombat, Combat), (CampaignView, type(Play().state))]
)
def test_the_view_has_all_of_the_state(seen: type[Struct], kept: type[Struct]) -> None:
    """The view has every stored field of a creature, a fight and the campaign, except those in `ASIDE`."""
    assert ASIDE[seen.__name__] == set(kept.__struct_fields__) - set(seen.__struct_fields__)


@pytest.mark.rule("BN-SHEET-03")
def test_every_field_is_always_in_the_view() -> None:
    """The view includes fields with default values, so that a client need not infer them."""
    play = Arena()
    bob = play.one("ann", BOB, items=(SPEAR,), coins=7, path=Path(culture="Roman", background="Hunter"))
    foe, third = play.of("gm", *["Melee"] * 4), play.of("bob", "Melee")
    play.do(GiveHindering(creature=third, kind="flaming"))
    play.fought([bob, third], [foe], between=between(foe, bob))
    play.put(foe, to(bob))
    play.do(AwardSpiffs(creature=bob, deed="campaign help", count=3))
    seen = view_for(play, None)
    examples: dict[type[Struct], Any] = {
        CampaignView: seen,
        SeenCreature: seen["characters"][0],
        SeenDie: seen["characters"][0]["dice"][0],
        SeenItem: seen["characters"][0]["items"][0],
        SeenSheet: seen["characters"][0]["sheet"],
        SeenPath: seen["characters"][0]["path"],
        SeenRoll: seen["rolls"][0],
        SeenShown: seen["rolls"][0]["dice"][0],
        SeenWay: seen["rolls"][0]["dice"][0]["ways"][0],
        SeenGives: seen["rolls"][0]["dice"][0]["ways"][0]["gives"][0],
        SeenCombat: seen["combat"],
        SeenBetween: seen["combat"]["between"][0],
        SeenFighter: seen["combat"]["fighters"][0],
        SeenDeclaration: seen["combat"]["fighters"][0]["declaration"],
    }
    (foes,) = [one for one in seen["combat"]["fighters"] if one["id"] == foe]
    examples[SeenAllotment], examples[SeenPut] = foes["allotment"], foes["allotment"]["puts"][0]
    examples[SeenAimed] = foes["allotment"]["puts"][0]["attack"][0]

    for kind, fields in examples.items():
        assert set(kind.__struct_fields__) == set(fields), kind
    assert [SPEAR] == [item["name"] for item in seen["characters"][0]["items"]]
    assert (7, None, 3) == (
        seen["characters"][0]["coins"], seen["characters"][0]["sheet"]["other_equipment"], seen["spiffs"]["ann"],
    )  # fmt: skip
    assert "flaming" == seen["characters"][2]["hindering"][0]["kind"]


def test_every_field_of_open_entries_is_in_the_view() -> None:
    """The view has tasks, results, falls, uses, drafts, proposals, wounds, returning dice, and items being made."""
    play = busy()
    first = min(play.state.characters)
    result = Result(id="result-90", task="task-80", creature=first, aim="hide", success=True)
    play.state = replace(
        play.state, results={result.id: result}, ground={"item-91": Item(id="item-91", name="coil", group="shield")},
        makings={"making-92": Making(id="making-92", creature=first, aim="forge", days=3)},
        healings={"healing-93": Healing(id="healing-93", creature=first, dice=1, cause="rest")},
    )  # fmt: skip
    play.do(DealDamage(creature=first, amount=1))
    seen = view_for(play, None)
    (task,) = seen["tasks"]
    examples: dict[type[Struct], Any] = {
        SeenTask: task, SeenTerms: task["terms"], SeenOpponent: task["terms"]["opponents"][0],
        SeenCircumstances: task["terms"]["circumstances"], SeenResult: seen["results"][0],
        SeenMaking: seen["makings"][0], SeenFall: seen["falls"][0], SeenDraft: seen["drafts"][0],
        SeenWound: seen["wounds"][0], Healing: seen["healings"][0], SeenUse: seen["uses"][0],
        SeenItem: seen["ground"][0], SeenPrepared: seen["prepared"][0],
    }  # fmt: skip

    for kind, fields in examples.items():
        assert set(kind.__struct_fields__) == set(fields), kind
    assert "DropItem" == seen["proposals"][0]["command"]["type"]
    kept = play.state
    assert [*kept.falls, "healing-93", *kept.uses, *kept.wounds] == sorted(
        seen["waiting"], key=lambda one: (one.split("-")[0], one)
    )


def test_the_view_shows_a_creatures_condition() -> None:
    """A creature's view shows its lost dice in order, treatment, rest, and death, and its player's open requests."""
    play = Play()
    bob = play.one(
        lost=(3, 1), treatment=Treatment(days=2), treated=1, mending=1, rested=5, large=1, ready=False, asked=(SPEAR,)
    )
    play.one("bob", lost=(4, 3, 2, 1), beyond=2)
    play.one("bob", lost=(4, 3, 2, 1), dead=True, died=6)

    one, down, dead = view_for(play, "spectator")["characters"]
    assert (bob, [3, 1], [True, False, True, False]) == (one["id"], one["lost"], [die["lost"] for die in one["dice"]])
    assert (2, [1, 2, 3, 4]) == (one["dice_left"], [die["number"] for die in one["dice"]])
    assert (False, [SPEAR], 1, 1, 1, 5, {"days": 2}) == (
        one["ready"], one["asked"], one["large"], one["mending"], one["treated"], one["rested"], one["treatment"],
    )  # fmt: skip
    assert [(False, False), (True, False), (False, True)] == [
        (who["incapacitated"], who["dead"]) for who in (one, down, dead)
    ]
    assert ([0, 2, 0], [None, None, 6]) == (
        [who["beyond"] for who in (one, down, dead)], [who["died"] for who in (one, down, dead)],
    )  # fmt: skip


def test_the_settings_in_force_are_shown_whole() -> None:
    """The view has every setting, including those with default values."""
    play = Play(spiffs={"spiffs_owner": "character"})

    chosen = view_for(play, "spectator")["settings"]
    assert ("character", True) == (chosen["spiffs"]["spiffs_owner"], chosen["spiffs"]["veto_refunds"])


# ---------------------------------------------------------------- public facts


@pytest.mark.rule("BN-R-314", "BN-SHEET-03")
def test_all_seats_see_sheets_and_open_rolls() -> None:
    """All seats see all sheets and all openly rolled dice, even the cast's."""
    play = Arena()
    bob, guard = play.one("ann", BOB, spiffs=2), play.of("gm", "Melee", "Defend")
    play.fought([bob], [guard])
    everyone = [view_for(play, seat) for seat in SEATS]

    assert all(one == everyone[0] for one in everyone)
    assert [bob, guard] == [one["id"] for one in everyone[0]["characters"]]
    assert {bob, guard} == {roll["creature"] for roll in everyone[0]["rolls"]}
    assert ["Melee", "Defend"] == [die["face"] for die in everyone[0]["rolls"][-1]["dice"]]


# ---------------------------------------------------------------- hidden facts


@pytest.mark.rule("AR-ROSTER-01", "BN-R-314")
def test_only_the_game_master_and_the_app_see_prepared_creatures() -> None:
    """Other seats do not see a prepared creature, and a command that names it is refused as for an unknown one."""
    play = Play()
    bob = play.one()
    play.do(PrepareCreature(prepared=NewCreature(name="Ogre", dice=(Run(n=9, die="Killer"),))))
    (hidden,) = play.state.prepared
    for seat in SEATS:
        names = [one["prepared"]["name"] for one in view_for(play, seat)["prepared"]]
        assert (["Ogre"] if seat in LEADS else []) == names
    commands: tuple[Command, ...] = (Attempt(creature=hidden, aim="run"), Declare(creature=hidden, doing="nothing"))
    for command in commands:
        play.no(NotKnownHere, command, seat="ann")

    play.do(RevealCharacter(character=hidden))
    assert [bob, hidden] == [one["id"] for one in view_for(play, "ann")["characters"]]


@pytest.mark.rule("AR-ROSTER-01")
def test_the_log_of_a_closed_campaign_shows_what_was_never_revealed() -> None:
    """Until the campaign closes, a player's log says that a creature was prepared, but not which one."""
    journal = Journal()
    journal.send(PrepareCreature(prepared=NewCreature(name="Ogre", dice=(Run(n=9, die="Killer"),))))
    for closed in (False, True):
        if closed:
            journal.close()
        lines = [
            export_line(record, head, "ann", opened=journal.stream.closed)
            for record, head in zip(journal.records, journal.heads, strict=True)
        ]
        assert any(b"CreaturePrepared" in line for line in lines)
        assert closed == any(b"Ogre" in line for line in lines)


@pytest.mark.rule("BN-R-256")
def test_only_the_game_master_sees_hidden_terms() -> None:
    """All seats see the success and narrator of a hidden task. Only the game master sees its terms, dice and margin."""
    play = Play()
    bob = play.one(dice=BOB, spiffs=1)
    play.do(Attempt(creature=bob, aim="slip by"), seat="ann")
    (task,) = play.state.tasks
    play.do(SetTask(task=task, terms=GUARD, hidden=True))
    for seat in SEATS:
        found = the_task(play, seat)
        assert (True, "Challenging" if seat in LEADS else None) == (
            found["hidden"], (found["terms"] or {"difficulty": None})["difficulty"],
        )  # fmt: skip

    dice = len(play.who(bob).dice)
    rolled = play.the(RollMade, RollTask(task=task), *[1] * (dice + 6))
    for seat in SEATS:
        found = the_task(play, seat)
        assert [] == found["challenge"]
        assert (seat in LEADS) == (found["unseen"] is not None)
    play.do(KeepFaces(roll=rolled.roll.id), seat="ann")
    for seat in SEATS:
        (result,) = view_for(play, seat)["results"]
        assert (bob, task) == (result["creature"], result["task"])
        known = [result[name] is not None for name in ("successes", "nulls", "margin")]
        assert [seat in LEADS] * 3 == known


@pytest.mark.rule("BN-R-256")
def test_only_the_game_master_sees_a_hidden_opponents_roll() -> None:
    """Other seats see only the roll of the creature that attempts the hidden task."""
    play = Play()
    bob, foe = play.one(dice=BOB, spiffs=1), play.one("gm", BOB)
    play.do(Attempt(creature=bob, aim="slip by"), seat="ann")
    (task,) = play.state.tasks
    terms = Terms(skill="Stealth", opponents=(Opponent(creature=foe, skill="Physical"),))
    play.do(SetTask(task=task, terms=terms, hidden=True))
    play.do(RollTask(task=task), *[1] * 8)

    for seat in SEATS:
        found = view_for(play, seat)
        assert [bob] == [roll["creature"] for roll in found["rolls"]]
        assert (seat in LEADS) == (found["tasks"][0]["unseen"] is not None)
        assert (seat in LEADS) == (foe in json.encode(found["tasks"]).decode())
    (unseen,) = [view_for(play, "gm")["tasks"][0]["unseen"]]
    assert (foe, set(SeenRoll.__struct_fields__)) == (unseen["roll"]["creature"], set(unseen["roll"]))


@pytest.mark.rule("BN-CMB-02", "BN-R-103", "BN-R-314")
def test_a_declaration_is_secret_until_all_have_declared() -> None:
    """Until all have declared, other players see only which creatures have declared, and whom the round awaits."""
    play = Arena()
    bob, other, guard = (play.of(seat, "Melee", "Craft") for seat in ("ann", "bob", "gm"))
    play.begin([bob, other], [guard])
    play.says(bob, "other", seat="ann", aim="creep away", posture="lie")
    play.says(guard)
    for seat in SEATS:
        mine, foe = one_who_fights(play, seat, bob), one_who_fights(play, seat, guard)
        assert (True, True, False) == (mine["declared"], foe["declared"], mine["shown"])
        assert (seat in (*LEADS, "ann")) == (mine["declaration"] is not None)
        assert (seat in LEADS) == (foe["declaration"] is not None)
        found = view_for(play, seat)
        assert [other] == found["combat"]["awaited"]
        assert not found["characters"][0]["prone"]

    play.says(other, "nothing", seat="bob")
    assert ["creep away"] * 5 == [one_who_fights(play, seat, bob)["declaration"]["aim"] for seat in SEATS]
    play.do(SetRoundTask(creature=bob, terms=GUARD, guards=(guard,)))
    assert ["Challenging"] * 5 == [one_who_fights(play, seat, bob)["terms"]["difficulty"] for seat in SEATS]
    assert [] == view_for(play, "ann")["combat"]["awaited"]


@pytest.mark.rule("BN-CMB-02", "BN-R-103")
def test_the_cast_are_awaited_first_where_they_declare_first() -> None:
    """Once the cast has declared, all seats see its declarations, and the round waits for the characters."""
    play = Arena(combat={"declaration": "cast_first"})
    bob, guard = play.of("ann", "Melee"), play.of("gm", "Melee")
    play.begin([bob], [guard])
    assert [guard] == view_for(play, "ann")["combat"]["awaited"]

    play.says(guard)
    assert [bob] == view_for(play, "ann")["combat"]["awaited"]
    assert ["fight"] * 5 == [one_who_fights(play, seat, guard)["declaration"]["doing"] for seat in SEATS]


@pytest.mark.rule("BN-CMB-03", "BN-R-270", "BN-R-314")
def test_an_allotment_is_secret_until_its_group_is_complete() -> None:
    """When a group is complete, all seats see its allotments, and the round waits for defenders who have a choice."""
    play = Arena()
    bob, other = play.of("ann", "Defend"), play.of("bob", "Melee")
    two = [play.of("gm", "Melee") for _ in range(2)]
    play.fought([bob, other], two)
    play.put(two[0], to(bob))
    for seat in SEATS:
        found, awaited = one_who_fights(play, seat, two[0]), view_for(play, seat)["combat"]["awaited"]
        assert (True, [two[1]]) == (found["allotted"], awaited)
        assert (seat in LEADS) == (found["allotment"] is not None)
    play.put(two[1], to(bob))
    assert [bob] * 5 == [one_who_fights(play, s, two[0])["allotment"]["puts"][0]["attack"][0]["target"] for s in SEATS]

    play.put(other, seat="bob")
    for seat in SEATS:
        assert (seat in (*LEADS, "bob")) == (one_who_fights(play, seat, other)["allotment"] is not None)
    play.put(bob, keep(), seat="ann")
    assert ("defending", [bob]) == (play.combat.stage, view_for(play, "spectator")["combat"]["awaited"])
    play.state = play.state.fighter_put(bob, stood=True, stands=(Stand(attacker=two[0], count=1),))
    assert [{"attacker": two[0], "count": 1}] == one_who_fights(play, "bob", bob)["stands"]
