"""A campaign's additions to the catalogue.

A refused addition reports all its faults at once.
"""

from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

from services.bones.catalogue import MANY, PRINTED, Data
from services.bones.chapters.people.campaign import item_kind, named_die, races, sample, threat
from services.bones.chapters.people.characters import CreateCharacter, CreatureAppeared
from services.bones.chapters.people.creatures import SpawnSample
from services.bones.chapters.people.data import DataAtFault, DataLoaded, LoadData, RaceIsRolled
from services.bones.chapters.rolls.rolls import KeepFaces
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask
from services.bones.state.creatures import Die, Sheet
from services.bones.state.tasks import Opponent, Terms
from shared.kernel.campaign.seats import NotKnownHere, OnlyTheGameMaster, TooManyHere
from shared.kernel.context import Intent
from shared.kernel.refusals import Refusal
from shared.platform.http.expected import in_words
from tests.bones.arena import Arena, blows, keep, sure, to
from tests.bones.fight import Fight
from tests.bones.making import creation_of
from tests.bones.play import STANDARD, Play
from tests.bones.test_reporting import TABLE, enters
from tests.support.spec import refuses

FIGHTER: Final = STANDARD["Fighter"]
SLOTS: Final[list[dict[str, Any]]] = [
    {"fixed": "Universal"}, {"choice": ["Physical", "Mental"]}, {"fixed": "Melee"}, {"choice": ["Riding", "Sailor"]},
    {"any": True}, {"any": True},
]  # fmt: skip


def data(**kinds: list[dict[str, Any]]) -> LoadData:
    """Return the command that adds these entries."""
    return LoadData(data=msgspec.convert(kinds, Data))


def faults(play: Play, command: LoadData) -> tuple[str, ...]:
    """Return the faults for which the game refuses the data."""
    play.when(command)
    found = play.outcome
    assert isinstance(found, DataAtFault)
    assert isinstance(found.has, tuple)
    play.then_refused(DataAtFault)
    return found.has


WHOLE: Final = data(
    dice=[
        {"name": "Poet", "kind": "cast", "faces": ["Universal", "Mental", "Artisan", "Artisan", "Social", "blank"],
         "aliases": ["Bard"]},
        {"name": "Eel", "kind": "beast", "faces": ["Universal", "Melee*3", "FireBreathing", "Swim", "blank", "Damage"]},
    ],
    items=[
        {"name": "Whip", "group": "melee weapon", "faces": ["Melee", "Melee", "Enc", "blank", "blank", "Maneuver"]},
        {"name": "Rope", "group": "other"},
    ],
    creatures=[{"name": "Skald", "kind": "cast", "dice": [{"n": 2, "die": "Bard"}, {"n": 1, "die": "Fighter"}]}],
    races=[{"name": "Troll", "uses": ["Melee", "Defend:Endurance"]}],
    hordes=[{"name": "Crows", "example": "a murder of crows", "dice": 2}],
    cultures=[{"name": "Norse", "slots": SLOTS, "backgrounds": ["villager"]}],
    backgrounds=[{"name": "villager", "slots": SLOTS, "occupations": ["Armsman"]}],
    occupations=[{"name": "student", "slots": SLOTS, "leads_to": ["sage"]}],
)  # fmt: skip


@pytest.mark.rule("BN-CAMP-02", "BN-RACE-04")
def test_a_campaign_adds_to_the_catalogue() -> None:
    """An addition is known by its name and aliases, and can be used at once alongside the existing entries."""
    play = Play()
    play.no(OnlyTheGameMaster, WHOLE, seat="ann")
    play.when(WHOLE).then(DataLoaded(data=WHOLE.data))
    state = play.state

    assert "Poet" == named_die(state, "Poet").name == named_die(state, "Bard").name
    assert ("Whip", "Skald", "Crows") == (
        item_kind(state, "Whip").name, sample(state, "Skald").name, threat(state, "Crows").name,
    )  # fmt: skip
    assert {"Troll", "Elf", "Dwarf", "Halfling", "Orc"} == set(races(state))
    troll = Die(faces=("Universal", "Racial:Troll", "Melee", "Defend", "Missile", "Maneuver"))
    play.do(CreateCharacter(sheet=Sheet(name="Grim", race="Troll"), dice=(troll,) * 4), seat="ann")
    assert 3 == len(play.who(play.do(SpawnSample(sample="Skald"))[0].creature.id).dice)  # type: ignore[attr-defined]
    for lookup in (named_die, item_kind, sample, threat):
        with refuses(NotKnownHere):
            lookup(state, "Nobody")


@pytest.mark.rule("BN-CAMP-02")
def test_addition_replaces_an_entry_of_the_same_name() -> None:
    """If two entries have the same name, the newer one replaces the older. Items and dice in play do not change."""
    play = Play()
    spear = {"name": "Spear", "group": "melee weapon", "faces": ["Melee"] * 5 + ["blank"]}
    bob = play.one(items=("Spear",))
    play.do(data(items=[spear], hordes=[{"name": "Crows", "example": "crows", "dice": 2}]))
    play.do(data(items=[{**spear, "increment": 7}], hordes=[{"name": "Rats", "example": "rats", "dice": 3}]))

    assert 7 == item_kind(play.state, "Spear").increment
    assert ("Crows", "Rats") == tuple(one.name for one in play.state.data.hordes)
    assert "Missile" in (play.who(bob).items[play.item_named(bob, "Spear")].faces or ())


@pytest.mark.rule("BN-CAMP-02")
def test_every_fault_is_named_at_once() -> None:
    """A refusal lists all faults, each with its entry, its position and the expected value. The game adds no entry."""
    play = Play()
    wrong = data(
        dice=[
            {"name": "Lay", "kind": "cast", "faces": ["Melee", "Physical", "Poetry", "Melee:Sage", "Melee*2", "blank"]},
            {"name": "Worm", "kind": "beast", "faces": ["Universal", "Physical", "blank", "blank", "blank", "blank"],
             "aliases": ["Archer"]},
        ],
        items=[
            {"name": "Whip", "group": "melee weapon"},
            {"name": "Bolas", "group": "other", "thrown": True},
            {"name": "Drum", "group": "other", "faces": ["Social", "Social", "Rhythm", "blank", "blank", "blank"]},
        ],
        creatures=[
            {"name": "Duo", "kind": "cast", "dice": [{"n": 1, "die": "Bard"}, {"n": 2}]},
            {"name": "Twin", "kind": "beast", "dice": [{"n": 1, "die": "Fighter", "faces": FIGHTER}]},
            {"name": "Sword", "kind": "cast", "dice": [
                {"n": 3, "die": "Fighter"},
                {"n": 1, "faces": ["Universal", "Physical", "Melee:Riposte", "Melee:Riposte", "blank", "blank"]},
            ]},
            {"name": "Crowd", "kind": "cast", "dice": [{"n": 10, "die": "Fighter"}] * 5},
        ],
        races=[{"name": "Human", "uses": ["Melee*2", "Riding:Sage", "Melee+Defend", "Universal", "Riding"]}],
    )  # fmt: skip

    assert (
        "dice Lay: needs an icon that this die may bear, has its die, face 3: Poetry",
        "dice Lay: needs a mastery of Melee, has its die, face 4: Melee:Sage",
        "dice Lay: needs one icon, has its die, face 5: Melee*2",
        "dice Lay: needs one Universal, has its die: 0",
        "dice Worm: needs neither Physical nor Mental, has its die: Physical",
        "dice Worm: needs names that no other die goes by, has Archer",
        "items Whip: needs the faces of its die, has none, as a melee weapon",
        "items Bolas: needs a range increment, has none, though it flies",
        "items Drum: needs an icon that this die may bear, has its die, face 3: Rhythm",
        "creatures Duo: entry 1 of its dice needs a standard die, has Bard",
        "creatures Duo: entry 2 of its dice needs either a standard die or faces, has neither",
        "creatures Twin: entry 1 of its dice needs either a standard die or faces, has both",
        "creatures Sword: needs Melee on 4 dice, has die 4: Melee:Riposte; Melee on 3",
        "creatures Sword: needs Melee on 4 dice, has die 4: Melee:Riposte; Melee on 3",
        "creatures Sword: needs one mastery of Melee, has die 4: Melee:Riposte",
        "creatures Crowd: needs at most 40 dice, has 50",
        "races Human: needs another name, has that of the race without an icon",
        "races Human: use 1 needs one icon of a skill or a mastery, has Melee*2",
        "races Human: use 2 needs one icon of a skill or a mastery, has Riding:Sage",
        "races Human: use 3 needs one icon of a skill or a mastery, has Melee+Defend",
        "races Human: use 4 needs one icon of a skill or a mastery, has Universal",
    ) == faults(play, wrong)
    assert Data() == play.state.data


@pytest.mark.rule("BN-CAMP-02", "BN-CAMP-03")
def test_every_fault_of_a_face_is_named() -> None:
    """A refusal names each wrong face of a die.

    Universal may only be on the first face, one face must be Physical or Mental, and the others need skills.
    """
    play = Play()
    free: list[dict[str, Any]] = [{"any": True}] * 4
    two = free[:2]
    wrong = data(
        cultures=[{"name": "A", "slots": [{"fixed": "Melee"}, {"fixed": "Mental"}, *free]}],
        backgrounds=[{"name": "B", "slots": [{"fixed": "Universal"}, {"fixed": "Universal"}, *free]}],
        occupations=[
            {"name": "C", "slots": [{"any": True}, {"fixed": "Mental"}, {}, {"fixed": "Craft", "any": True}, *two]},
            {"name": "D", "slots": [*SLOTS[:2], {"choice": ["Craft:Master", "Riding"]}, {"fixed": "Mental"}, *two]},
            {"name": "E", "slots": [*SLOTS[:2], {"choice": ["Riding", "Mental"]}, {"fixed": "Melee*2"}, *two]},
        ],
    )  # fmt: skip

    assert (
        "cultures A: slot 1 needs Universal, has Melee",
        "backgrounds B: slot 2 needs basic skill icons, has Universal",
        "backgrounds B: needs one slot of Physical or Mental, has 0",
        "occupations C: slot 1 needs Universal, has a choice",
        "occupations C: slot 3 needs one of fixed, choice and any, has 0",
        "occupations C: slot 4 needs one of fixed, choice and any, has 2",
        "occupations D: slot 3 needs basic skill icons, has Craft:Master",
        "occupations D: needs one slot of Physical or Mental, has 2",
        "occupations E: slot 3 needs basic skill icons, has Mental",
        "occupations E: slot 4 needs basic skill icons, has Melee*2",
    ) == faults(play, wrong)


@pytest.mark.rule("BN-CAMP-02")
def test_names_in_an_addition_are_unique() -> None:
    """Using the same name twice in one addition is a fault."""
    crows = {"name": "Crows", "example": "crows", "dice": 2}

    assert ("hordes Crows: needs one entry of its name, has 2",) == faults(Play(), data(hordes=[crows, crows]))


@pytest.mark.rule("BN-CAMP-02")
def test_earlier_additions_are_checked_again() -> None:
    """The game refuses to replace a die if an earlier added creature's mastery depends on the die's old icons."""
    play = Play()
    mastery = ["Universal", "Physical", "Melee:Riposte", "blank", "blank", "blank"]
    play.do(data(creatures=[{"name": "Sword", "kind": "cast", "dice": [
        {"n": 4, "die": "Fighter"}, {"n": 1, "faces": mastery},
    ]}]))  # fmt: skip
    idle = {
        "name": "Fighter",
        "kind": "cast",
        "faces": ["Universal", "Physical", "Defend", "Defend", "Riding", "Riding"],
    }

    assert ("creatures Sword: needs Melee on 4 dice, has die 5: Melee:Riposte; Melee on 0",) == faults(
        play, data(dice=[idle])
    )


@pytest.mark.rule("BN-CAMP-02")
def test_a_sample_has_forty_dice_at_most() -> None:
    """The dice of a sample, over all its entries, are limited to forty; a forty-first is a fault."""
    play = Play()
    for more in (0, 1):
        dice = [{"n": 10, "die": "Fighter"}] * 4 + [{"n": 1, "die": "Archer"}] * more
        crowd = data(creatures=[{"name": "Crowd", "kind": "cast", "dice": dice}])
        if more:
            assert ("creatures Crowd: needs at most 40 dice, has 41",) == faults(play, crowd)
        else:
            play.do(crowd)


@pytest.mark.rule("BN-CAMP-02")
def test_a_campaign_limits_each_kind_of_entry() -> None:
    """A campaign limits the number of entries of each kind. An entry that replaces another does not count."""
    play = Play()
    many = [{"name": f"Horde {number}", "example": "many", "dice": 2} for number in range(MANY)]
    play.do(data(hordes=many))
    play.do(data(hordes=many))
    play.no(TooManyHere, data(hordes=[{"name": "More", "example": "many", "dice": 2}]))


def test_a_refusal_of_data_lists_all_faults() -> None:
    """The refusal of an addition contains the rule, the field, and a list of all faults."""
    play = Play()
    intent = Intent(id="one", seat="gm", role="gm", at=0, by="seat:gm@0", command=data(items=[{
        "name": "Whip", "group": "melee weapon",
    }]))  # fmt: skip
    with pytest.raises(Refusal) as found:
        play.rules.decide(intent, play.state, None)  # type: ignore[arg-type]

    assert ("BN-CAMP-02", "data") == (found.value.rule, found.value.field)
    assert found.value.has == ("items Whip: needs the faces of its die, has none, as a melee weapon",)


ALSO_STEALTH: Final = data(races=[{"name": "Dwarf", "uses": ["Stealth"]}])
"""Another use of the dwarf's icon, which is printed as Craft, Defend, Melee and Perception."""


@pytest.mark.rule("BN-CAMP-206")
def test_a_race_is_not_replaced_while_its_icon_lies_on_the_table() -> None:
    """Four dice show the dwarf's icon, and a use of spiffs may still change the roll: its icon counts as when it fell.

    Data that replace the race with itself are loaded, and so are other races. Once the roll is settled, the race is
    replaced.
    """
    play = Play()
    who = play.one("ann", sure(*["Racial:Dwarf"] * 4), race="Dwarf", spiffs=1)
    play.do(CallTask(creature=who, aim="look around", terms=Terms(skill="Perception", difficulty="Easy")))
    play.do(RollTask(task=next(iter(play.state.tasks))), 1, 1, 1, 1, 6, 6)
    (roll,) = play.state.rolls

    refused = play.no(RaceIsRolled, ALSO_STEALTH)
    assert ((roll,), "Dwarf") == (refused.needs, refused.has)
    (dwarf,) = [race for race in PRINTED.races if race.name == "Dwarf"]
    play.when(LoadData(data=Data(races=(dwarf,)))).then(DataLoaded(data=Data(races=(dwarf,))))
    play.do(data(races=[{"name": "Troll", "uses": ["Stealth"]}, {"name": "Elf", "uses": ["Stealth"]}]))

    play.do(KeepFaces(roll=roll), seat="ann")
    assert [4] == [result.successes for result in play.state.results.values()]
    play.when(ALSO_STEALTH).then(DataLoaded(data=ALSO_STEALTH.data))


@pytest.mark.rule("BN-CAMP-206")
def test_a_race_is_not_replaced_while_its_icons_are_allotted() -> None:
    """A dwarf defends with its icon, and another fighter has not allotted: the defence stands, and stops the attack."""
    table = Arena()
    foe, dwarf, other = table.of("bob", "Melee"), table.of("ann", "Racial:Dwarf"), table.of("gm", "Melee")
    table.fought([foe, other], [dwarf])
    table.put(other)
    table.put(dwarf, keep(1), seat="ann")
    table.no(RaceIsRolled, ALSO_STEALTH)
    happened = table.put(foe, to(dwarf), seat="bob")
    assert [(foe, dwarf, 0)] == [(one.attacker, one.target, one.damage) for one in blows(happened)]
    table.do(ALSO_STEALTH)


@pytest.mark.rule("BN-CAMP-206", "BN-R-256")
def test_a_race_is_not_replaced_while_its_icon_is_rolled_in_secret() -> None:
    """A dwarf on guard notices the thief, in a roll that only the game master sees, until the thief's roll is settled.

    Then the race is replaced.
    """
    play = Play()
    thief, guard = play.one("ann", sure("Stealth"), spiffs=1), play.one("gm", sure("Racial:Dwarf"), race="Dwarf")
    terms = Terms(skill="Stealth", opponents=(Opponent(creature=guard, skill="Perception"),))
    play.do(CallTask(creature=thief, aim="slip by", terms=terms, hidden=True))
    (task,) = play.state.tasks
    play.do(RollTask(task=task), 1, 1)
    assert (task,) == play.no(RaceIsRolled, ALSO_STEALTH).needs
    play.do(KeepFaces(roll=next(iter(play.state.rolls))), seat="ann")
    play.do(ALSO_STEALTH)


@pytest.mark.rule("BN-CAMP-206")
@pytest.mark.parametrize(("face", "refused"), [(1, True), (2, False)])
def test_a_race_is_not_replaced_once_a_player_has_entered_its_icon(*, face: int, refused: bool) -> None:
    """Ann enters the dwarf's icon, or another face, before the game master rolls: only the icon is in the way."""
    play = Play(dice=TABLE)
    who = play.one("ann", [("Racial:Dwarf", *["blank"] * 5)], race="Dwarf")
    play.do(CallTask(creature=who, aim="look around", terms=Terms(skill="Perception", difficulty="Easy")))
    enters(play, who, face)
    if refused:
        assert tuple(play.state.tasks) == play.no(RaceIsRolled, ALSO_STEALTH).needs
    else:
        play.do(ALSO_STEALTH)


@pytest.mark.rule("BN-CAMP-206")
def test_a_race_is_not_replaced_once_a_player_has_entered_its_icon_for_a_round() -> None:
    """Ann enters the dwarf's icon for a round of a fight: the race stays until the round is over."""
    table = Fight(dice=TABLE)
    who, foe = table.one("ann", [("Racial:Dwarf", *["blank"] * 5)], race="Dwarf"), table.one("gm")
    table.begin([who], [foe])
    table.all_fight()
    enters(table, who, 1)
    assert (table.combat.id,) == table.no(RaceIsRolled, ALSO_STEALTH).needs


@pytest.mark.rule("BN-CAMP-206")
@pytest.mark.parametrize("form", [0, 1])
def test_a_new_race_changes_rolled_dice_in_an_old_campaign(form: int) -> None:
    """Under versions 0 and 1 of the rules the race is replaced at once, and the icon no longer counts."""
    play = Play()
    play.state = replace(play.state, form=form)
    who = play.one("ann", sure(*["Racial:Dwarf"] * 4), race="Dwarf", spiffs=1)
    play.do(CallTask(creature=who, aim="look around", terms=Terms(skill="Perception", difficulty="Easy")))
    play.do(RollTask(task=next(iter(play.state.tasks))), 1, 1, 1, 1, 6, 6)
    (roll,) = play.state.rolls
    play.do(ALSO_STEALTH)
    play.do(KeepFaces(roll=roll), seat="ann")
    assert [0] == [result.successes for result in play.state.results.values()]


@pytest.mark.rule("BN-CAMP-224")
@pytest.mark.parametrize("name", ["HalfOrc", "Xo", "A" * 31])
def test_a_races_name_stands_on_dice(name: str) -> None:
    """A race's name of 2 to 31 letters is added, and its icon stands on dice."""
    play = Play()
    play.do(LoadData(data=msgspec.convert({"races": [{"name": name, "uses": ["Melee"]}]}, Data)))
    die = ("Universal", f"Racial:{name}", "Craft", "Craft", "Craft", "Craft")
    made = play.the(CreatureAppeared, creation_of([die] * 4, race=name), seat="ann").creature
    assert 4 == sum(die.bears("Racial") for die in made.dice)


@pytest.mark.rule("BN-CAMP-224")
@pytest.mark.parametrize(
    "name", ["Half-Orc", "Night Elf", "D'ni", "human", "Orc2", "X", "\u00c6sir", "Elf\n", "A" * 32]
)
def test_the_refusal_of_a_races_name_says_which_characters_it_may_have(name: str) -> None:
    """A name of other characters, or too short or long a name, is refused with the bounds."""
    command = {"type": "LoadData", "data": {"races": [{"name": name, "uses": ["Melee"]}]}}
    sent = msgspec.json.encode(command)
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.json.decode(sent, type=LoadData)
    needs = "expected 2 to 31 letters A to Z without blanks, a capital first, as HalfOrc"
    assert needs in in_words(str(raised.value), LoadData, sent).detail
