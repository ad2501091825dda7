"""Cold Iron: the faces that each culture, background and occupation allows."""

from typing import Final

import pytest

from services.bones.catalogue import PRINTED
from services.bones.chapters.people.cold_iron import (
    ChooseSource,
    CompleteDie,
    DieCompleted,
    NotOnThisFace,
)
from services.bones.state.creatures import Die
from tests.bones.making import Making, Of
from tests.bones.play import allowed_of

TABLES: Final = [
    ("culture", "Roman", ("Universal", "Mental", "Craft|Artisan|Scholar", "Merchant|Social|Craft|Artisan", "*", "*")),
    ("culture", "Greek", ("Universal", "Mental", "Scholar|Social|Sailor", "Scholar|Social|Merchant|Sailor", "*", "*")),
    ("culture", "Egyptian", ("Universal", "Mental", "Craft|Healer|Artisan", "Scholar|Social|Healer", "*", "*")),
    ("culture", "Gaul", ("Universal", "Physical", "Outdoorsman", "Craft|Riding|Outdoorsman", "*", "*")),
    ("background", "Hunter/Gatherer", ("Universal", "Physical", "Outdoorsman", "Perception|Stealth", "*", "*")),
    ("occupation", "Armsman", ("Universal", "Physical", "Melee", "Defend", "Melee|Missile", "*")),
]
BEFORE: Final[dict[str, tuple[tuple[Of, str], ...]]] = {
    "culture": (), "background": (("culture", "Gaul"),),
    "occupation": (("culture", "Gaul"), ("background", "Hunter/Gatherer")),
}  # fmt: skip


@pytest.mark.rule(
    "BN-CI-19", "BN-CI-20", "BN-CI-21", "BN-CI-22", "BN-CI-23", "BN-CI-24", "BN-CAMP-03", "BN-R-211",
)  # fmt: skip
@pytest.mark.parametrize(("of", "name", "slots"), TABLES)
def test_each_face_follows_its_source(of: Of, name: str, slots: tuple[str, ...]) -> None:
    """A face with a list accepts only the icons of its list. A free face accepts any basic skill icon."""
    play = Making()
    play.come(*BEFORE[of])
    play.do(play.choice(of, name), seat="ann")
    first = ["Thief" if slot == "*" else slot.split("|", maxsplit=1)[0] for slot in slots]
    for place, slot in enumerate(slots):
        right = ("Thief", "Melee", "Magic", "Unarmed") if slot == "*" else slot.split("|")
        never = ("Universal", "Physical", "Mental", "Racial:Elf", "Melee:Riposte", "Melee*2", "blank")
        wrong = set(never if slot == "*" else (*never, "Thief", "Magic")) - set(right)
        for face in sorted(wrong):
            play.when(play.die(*first[:place], face, *first[place + 1 :]), seat="ann").then_refused(
                NotOnThisFace, has=f"face {place + 1}: {face}"
            )
        for face in right:
            event = DieCompleted(draft="draft-1", die=Die(faces=(*first[:place], face, *first[place + 1 :]), of=name))
            before = play.state
            play.when(play.die(*event.die.faces), seat="ann").then(event)
            play.state = before


@pytest.mark.rule("BN-CAMP-03", "BN-CI-24")
def test_a_player_may_choose_physical_or_mental() -> None:
    """A source that leaves the choice between Physical and Mental open accepts either."""
    for face in ("Physical", "Mental"):
        play = Making()
        play.do(play.choice("culture", "Norse"), seat="ann")
        play.do(play.die("Universal", face, "Melee", "Melee", "Craft", "Craft"), seat="ann")
        assert face == play.draft.dice[0].faces[1]


def test_listed_choices_of_each_step() -> None:
    """At each step, the legal list has all choices for the draft's player, and none for another player."""
    play = Making()
    assert {"Roman", "Greek", "Egyptian", "Gaul", "Norse", "Mongol"} == open_names(play)
    assert not allowed_of(play.state, "ann", CompleteDie)
    assert not allowed_of(play.state, "bob", ChooseSource)
    play.do(play.choice("culture", "Norse"), seat="ann")
    assert set() == open_names(play)
    (entry,) = allowed_of(play.state, "ann", CompleteDie)
    assert ("Universal", "Physical", "Artisan", "Artisan", "Artisan", "Artisan") == entry.body["die"]["faces"]
    play.do(play.die(*entry.body["die"]["faces"]), seat="ann")
    assert {"villager"} == open_names(play)
    play.come(("background", "villager"))
    assert {"Norse", "villager", "farmer", "Armsman"} == open_names(play)


def open_names(play: Making) -> set[str]:
    """Return the sources that the legal list offers to Ann."""
    entries = allowed_of(play.state, "ann", ChooseSource)
    fields = [entry.fields.get("name") for entry in entries]
    return {entry.body["name"] for entry in entries} | {name for one in fields if one for name in one.options or ()}


@pytest.mark.rule("BN-CI-19", "BN-CI-20", "BN-CI-21", "BN-CI-22", "BN-CI-23")
def test_exits_of_each_printed_source() -> None:
    """Each culture allows its printed backgrounds, and each background its printed occupations."""
    assert {
        "Roman": ("citizen", "villager", "noble", "slave", "criminal"),
        "Greek": ("citizen", "sailor", "villager", "criminal"),
        "Egyptian": ("citizen", "slave", "noble", "criminal"),
        "Gaul": ("villager", "Hunter/Gatherer"),
    } == {one.name: one.backgrounds for one in PRINTED.cultures}
    assert {"Hunter/Gatherer": ("Armsman", "Hunter")} == {one.name: one.occupations for one in PRINTED.backgrounds}
