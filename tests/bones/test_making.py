"""Items made by a task: how long they take, and better weapons and armor."""

import pytest
from msgspec.structs import replace

from services.bones.chapters.people.handling import DropItem
from services.bones.chapters.people.items import MAX_ITEMS, ItemGiven
from services.bones.chapters.tasks.making import (
    FinishThing,
    MakerIsDown,
    NotAKindToImprove,
    NotReadyYet,
    NotThatFace,
    ThingFinished,
    ThingMade,
    TooGood,
)
from services.bones.chapters.tasks.recovery import PassTime
from services.bones.chapters.tasks.tasks import CallTask
from services.bones.reading.improving import Better, Step, better
from services.bones.state.campaign import FORM
from services.bones.state.tasks import Making, Terms
from services.bones.views import view
from shared.kernel.campaign.roster import RemoveCharacter
from shared.kernel.campaign.seats import NotKnownHere, NotYours, TooManyHere
from shared.kernel.refusals import Refusal
from tests.bones.play import THINGS, allowed_of
from tests.bones.trying import Tries

SMITH = ("Universal", "Craft", "Craft:Driven", "Craft:Weaponsmith", "Craft*2", "blank")
ARMOR = "Medium armor (chain)"


def make_item(play: Tries, who: str, *faces: int, item: str | None = None, **more: object) -> Making | None:
    """Make an item that takes a character 40 days; return the work in progress, if the task succeeds."""
    happened = play.roll(play.call(who, "Craft", purpose="making", days=40, item=item, **more), *faces)
    return next((one.making for one in happened if isinstance(one, ThingMade)), None)


@pytest.mark.rule("BN-MAST-10", "BN-R-031")
@pytest.mark.parametrize(
    ("faces", "days"),
    [((3, 2, 2, 6), 20), ((3, 5, 5, 2), 10), ((2, 2, 2, 6), 40), ((3, 6, 6, 6), 40), ((3, 3, 3, 6), 20)],
)
def test_a_driven_icon_saves_a_quarter_of_the_time_per_extra_success(faces: tuple[int, ...], days: int) -> None:
    """A Driven icon saves a quarter of the time per extra success, but a quarter always remains.

    Several icons do not add up, and without one no time is saved.
    """
    play = Tries()
    smith = play.die("ann", 4, *SMITH)

    thing = make_item(play, smith, *faces)
    key = thing.id if thing else ""
    assert thing == Making(id=key, creature=smith, aim="it tries", days=days, ready_day=1 + days)


@pytest.mark.rule("BN-MAST-10", "BN-R-031")
@pytest.mark.parametrize(("floor", "days"), [(0, 1), (25, 10), (50, 20)])
def test_a_setting_states_the_least_time(floor: int, days: int) -> None:
    """Without a minimum, making an item of 40 days can take one day.

    With 25 or 50 percent, it takes at least 10 or 20.
    """
    play = Tries(mastery={"driven_floor_percent": floor})
    smith = play.die("ann", 4, *SMITH)

    thing = make_item(play, smith, 3, 5, 5, 2)
    assert thing is not None
    assert days == thing.days


@pytest.mark.rule("BN-R-031", "BN-R-032")
def test_only_net_successes_speed_up_making() -> None:
    """Only net successes speed up the work: successes beyond the Nulls or the required number."""
    play = Tries()
    smith = play.die("ann", 4, *SMITH)

    nulls = make_item(play, smith, 3, 4, 2, 2, 1, 1, item=ARMOR, difficulty="Easy")
    assert nulls is not None
    assert (30, 1) == (nulls.days, nulls.steps)
    needed = make_item(play, smith, 3, 4, 2, 2, item=ARMOR, number=2)
    assert needed is not None
    assert (20, 1) == (needed.days, needed.steps)
    assert make_item(play, smith, 6, 6, 6, 6) is None


@pytest.mark.rule("BN-MAST-12", "BN-R-032", "BN-CAMP-24")
@pytest.mark.parametrize(
    ("each", "faces", "steps"),
    [(2, (4, 2, 2, 2), 2), (2, (4, 2, 2, 6), 1), (1, (4, 2, 2, 6), 3), (3, (4, 2, 2, 6), 1), (2, (2, 2, 2, 2), 0)],
)
def test_a_weaponsmith_icon_earns_a_step_per_two_successes(each: int, faces: tuple[int, ...], steps: int) -> None:
    """With a Weaponsmith icon, every two successes earn a step of improvement; without one, they earn none.

    `weaponsmith_steps_per_successes` changes how many successes a step needs.
    """
    play = Tries(mastery={"weaponsmith_steps_per_successes": each})
    smith = play.die("ann", 4, *SMITH)

    thing = make_item(play, smith, *faces, item=ARMOR)
    assert thing is not None
    assert steps == thing.steps


@pytest.mark.rule("BN-R-032", "BN-MAST-12")
@pytest.mark.parametrize(
    ("face", "to", "after"),
    [
        ("blank", "Melee", "Melee"), ("blank", "Missile", "Missile"), ("blank", "Defend", "Defend"),
        ("Melee", "Defend", None), ("Melee", "double", "Melee*2"), ("Melee*2", "double", None),
        ("blank", "double", None), ("Enc", "double", None), ("Enc+Defend", "double", None),
        ("Enc", "lighter", "blank"), ("Enc*3", "lighter", "Enc*2"), ("Enc*2", "lighter", "Enc"),
        ("Enc+Defend", "lighter", "Defend"), ("Enc*2+Defend*2", "lighter", "Enc+Defend*2"), ("Melee", "lighter", None),
    ],
)  # fmt: skip
def test_a_step_makes_a_face_better(face: str, to: Better, after: str | None) -> None:
    """A step of improvement puts an icon on a blank, doubles a plain face, or removes an Encumbrance icon."""
    found = better(("Melee", face, "blank"), Step(face=2, to=to))

    assert found == (None if after is None else ("Melee", after, "blank"))


@pytest.mark.rule("BN-CAMP-24", "BN-MAST-12", "BN-R-032")
def test_the_maker_chooses_improvements_and_receives_the_item() -> None:
    """The maker chooses at most the earned number of improvements, and receives the item."""
    play = Tries()
    smith = play.die("ann", 4, *SMITH)
    thing = make_item(play, smith, 4, 2, 2, 2, item=ARMOR)
    assert thing is not None
    faces = THINGS[ARMOR].faces or ()
    heavy = next(place for place, face in enumerate(faces, 1) if face.startswith("Enc"))
    lighter = Step(face=heavy, to="lighter")
    play.do(PassTime(days=40))
    play.no(NotKnownHere, FinishThing(making="making-99"), seat="ann")
    play.no(NotYours, FinishThing(making=thing.id), seat="bob")
    play.no(TooGood, FinishThing(making=thing.id, steps=(lighter,) * 3), seat="ann")
    refused = play.no(NotThatFace, FinishThing(making=thing.id, steps=(Step(face=heavy, to="Melee"),)), seat="ann")
    assert ("a blank face", "face 3: Enc") == (refused.needs, refused.has)
    twice = (Step(face=2, to="double"),) * 2
    refused = play.no(NotThatFace, FinishThing(making=thing.id, steps=twice), seat="ann")
    assert ("one plain Melee, Missile or Defend", "face 2: Defend*2") == (refused.needs, refused.has)
    listed = [entry.body for entry in allowed_of(play.state, "ann", FinishThing)]
    assert [(thing.id, 0), (thing.id, 2)] == [(body["making"], len(body.get("steps", ()))) for body in listed]

    happened = play.do(FinishThing(making=thing.id, steps=(lighter,)), seat="ann")

    assert [ThingFinished, ItemGiven] == [type(one) for one in happened]
    (item,) = play.who(smith).items.values()
    assert better(faces, lighter) == item.faces
    assert not play.state.makings


@pytest.mark.rule("BN-R-360", "BN-MAST-12")
@pytest.mark.parametrize(
    ("form", "name", "steps", "refused"),
    [
        (FORM, "Buckler", 2, None), (FORM, "Boots of Stealth", 0, NotAKindToImprove),
        (1, "Buckler", 2, TooGood), (1, "Boots of Stealth", 2, TooGood),
    ],
)  # fmt: skip
def test_shields_are_improved_and_boots_are_not(
    form: int, name: str, steps: int, refused: type[Refusal] | None
) -> None:  # fmt: skip
    """A shield is improved by a success, as armor is; boots are not improved. Older campaigns improve neither."""
    play = Tries()
    play.state = replace(play.state, form=form)
    smith = play.die("ann", 4, *SMITH)
    thing = make_item(play, smith, 4, 2, 2, 2, item=name)
    assert thing is not None
    assert steps == thing.steps
    play.do(PassTime(days=40))
    step = Step(face=1, to="double")
    better_one = FinishThing(making=thing.id, steps=(step,))
    if refused is None:
        play.do(better_one, seat="ann")
        (item,) = play.who(smith).items.values()
        assert better(THINGS[name].faces or (), step) == item.faces
    else:
        said = play.no(refused, better_one, seat="ann")
        assert said.field == "steps"
        play.do(FinishThing(making=thing.id), seat="ann")


@pytest.mark.rule("BN-CAMP-28")
def test_an_item_is_finished_when_its_days_have_passed() -> None:
    """An item is ready 40 days after its start, to the hour.

    The view shows the time, and an earlier refusal states it.
    """
    play = Tries()
    smith = play.die("ann", 4, *SMITH)
    play.do(PassTime(days=2, hours=20))
    thing = make_item(play, smith, 4, 2, 2, 2, item="Buckler")
    assert thing is not None
    assert (43, 20) == (thing.ready_day, thing.ready_hour)
    (shown,) = view(play.state, "bob").makings
    assert (43, 20) == (shown.ready_day, shown.ready_hour)

    play.do(PassTime(days=39, hours=23))
    finish = FinishThing(making=thing.id)
    play.when(finish).then_refused(NotReadyYet, needs="day 43, hour 20", has="day 43, hour 19")
    assert not allowed_of(play.state, "ann", FinishThing)
    play.do(PassTime(hours=1))
    play.do(finish, seat="ann")
    assert ["Buckler"] == [item.name for item in play.who(smith).items.values()]


@pytest.mark.rule("BN-CAMP-28")
def test_neither_the_dead_nor_the_incapacitated_finish_anything() -> None:
    """No seat can finish the item of a dead or incapacitated maker.

    When a maker leaves the campaign, the item is lost.
    """
    play = Tries()
    smith = play.die("ann", 4, *SMITH)
    thing = make_item(play, smith, 4, 2, 2, 2, item="Buckler")
    assert thing is not None
    play.do(PassTime(days=40))
    whole = play.who(smith)
    for changes in ({"lost": (1, 2, 3, 4)}, {"lost": (1, 2, 3, 4), "beyond": 4, "dead": True}, {"dead": True}):
        play.state = play.state.change(smith, **changes)
        play.no(MakerIsDown, FinishThing(making=thing.id), seat="ann")
        play.no(MakerIsDown, FinishThing(making=thing.id))
        play.state = replace(play.state, characters={**play.state.characters, smith: whole})

    play.do(RemoveCharacter(character=smith, reason="it goes home"))
    assert not play.state.makings


@pytest.mark.rule("BN-CAMP-10")
def test_a_finished_item_needs_room_with_its_maker() -> None:
    """A maker who carries forty items must drop one before receiving the finished item."""
    play = Tries()
    smith = play.die("ann", 4, *SMITH, items=MAX_ITEMS * ["Sling"])
    thing = make_item(play, smith, 4, 2, 2, 2, item="Buckler")
    assert thing is not None
    play.do(PassTime(days=40))

    play.no(TooManyHere, FinishThing(making=thing.id), seat="ann")
    play.do(DropItem(creature=smith, item=play.item_named(smith, "Sling")), seat="ann")
    play.do(FinishThing(making=thing.id), seat="ann")


@pytest.mark.rule("BN-CAMP-24")
def test_the_game_master_names_the_item_made() -> None:
    """The game master names an item of the catalogue. If no item is named, only the number of days is recorded."""
    play = Tries()
    smith = play.die("ann", 4, *SMITH)
    unknown = Terms(skill="Craft", purpose="making", days=4, item="Rocket")
    play.no(NotKnownHere, CallTask(creature=smith, aim="it tries", terms=unknown))

    barn = make_item(play, smith, 2, 2, 2, 2)
    assert barn is not None
    assert not play.state.makings
    play.no(NotKnownHere, FinishThing(making=barn.id), seat="ann")


@pytest.mark.rule("BN-CAMP-182", "BN-CAMP-28")
@pytest.mark.parametrize(("form", "second", "third"), [(FORM, (81, 5), (91, 5)), (1, (41, 7), (91, 3))])
def test_items_of_one_maker_follow_each_other(form: int, second: tuple[int, int], third: tuple[int, int]) -> None:
    """Work on a maker's second armor begins in the hour in which the first is ready. Another maker begins at once.

    Work for which no item is named, and work after a finished item, begins at once too.
    """
    play = Tries()
    play.state = replace(play.state, form=form)
    smith, helper = play.die("ann", 4, *SMITH), play.die("ben", 4, *SMITH)

    def ready(day: int, hour: int, who: str, *faces: int, item: str | None = ARMOR) -> tuple[int, int]:
        play.state = replace(play.state, day=day, hours=hour)
        made = make_item(play, who, *faces, item=item)
        assert made is not None
        return made.ready_day, made.ready_hour

    usual, soon = (2, 2, 2, 6), (3, 5, 5, 2)
    assert (41, 5) == ready(1, 5, smith, *usual)
    assert second == ready(1, 7, smith, *usual)
    assert (41, 7) == ready(1, 7, helper, *usual)
    assert (42, 8) == ready(2, 8, smith, *usual, item=None)
    assert third == ready(81, 3, smith, *soon)
    assert (105, 2) == ready(95, 2, smith, *soon)
