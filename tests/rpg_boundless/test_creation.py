"""Character creation: Attributes, Stamina, HP, and starting Items."""

import msgspec
import pytest

from services.rpg_boundless.chapters.characters import (
    CharacterCreated,
    CreateCharacter,
    FinishCharacter,
    MethodsMixed,
    PointsDoNotAddUp,
    ScoresRolled,
    ScoreTooHigh,
    SwapNeedsTwo,
    WrongNumberOfItems,
)
from services.rpg_boundless.chapters.checks import Check, NoSuchAttribute
from services.rpg_boundless.state.sheets import ItemSheet, Scores
from tests.rpg_boundless.play import BEAM, CHARM, ROPE, Older, Play

KIT = (ROPE, CHARM, BEAM)
MISS = (1, 1, 1, 1)


def points(strength: int, dexterity: int, willpower: int, items: tuple[ItemSheet, ...] = KIT) -> CreateCharacter:
    """Return a command that creates a character with these scores."""
    scores = Scores(strength=strength, dexterity=dexterity, willpower=willpower)
    return CreateCharacter(name="Ash", points=scores, items=items, keepsake="coin")


ROLL = CreateCharacter(name="Ash", method="roll", items=KIT, keepsake="coin")


@pytest.mark.rule("FB-ATTR-01")
def test_a_character_has_three_attributes() -> None:
    """A character has three Attributes, and the game refuses a fourth."""
    made = Play().the(CharacterCreated, points(2, 1, 1), seat="ann")

    assert {"strength": 2, "dexterity": 1, "willpower": 1} == msgspec.to_builtins(made.scores)
    with pytest.raises(msgspec.ValidationError, match="luck"):
        msgspec.convert({"strength": 2, "dexterity": 1, "willpower": 1, "luck": 1}, Scores)


@pytest.mark.rule("FB-ATTR-02")
def test_a_check_needs_an_attribute() -> None:
    """The game refuses a Check without an Attribute."""
    play = Play()
    play.no(NoSuchAttribute, Check(character=play.hero()))


@pytest.mark.rule("FB-ATTR-06", "FB-R-03")
@pytest.mark.parametrize("scores", [(2, 1, 0), (2, 2, 1), (0, 0, 0)])
def test_four_points_are_distributed(scores: tuple[int, int, int]) -> None:
    """A new character has exactly 4 points to distribute among its Attributes. A score may be 0."""
    play = Play()
    play.no(PointsDoNotAddUp, points(*scores), seat="ann")
    play.do(points(3, 1, 0), seat="ann")


@pytest.mark.rule("FB-ATTR-07")
def test_no_attribute_starts_above_three() -> None:
    """The game accepts 3 points on an Attribute, and refuses 4."""
    play = Play()
    play.no(ScoreTooHigh, points(4, 0, 0), seat="ann")
    play.do(points(3, 1, 0), seat="ann")


@pytest.mark.rule("FB-ATTR-08")
def test_scores_are_distributed_or_rolled() -> None:
    """A character has either rolled scores or distributed points: never both, and never neither."""
    play = Play()
    scores = Scores(strength=2, dexterity=1, willpower=1)
    play.no(MethodsMixed, CreateCharacter(name="Ash", method="roll", points=scores, items=KIT, keepsake="coin"))
    play.no(MethodsMixed, CreateCharacter(name="Ash", items=KIT, keepsake="coin"))
    play.do(ROLL, 5, 5, 5, 1, *MISS, *MISS, seat="ann")


@pytest.mark.rule("FB-ATTR-09", "FB-ATTR-10")
def test_four_dice_are_rolled_for_each_attribute() -> None:
    """Four dice are rolled for each of the three Attributes, and each Hit adds 1 to the score."""
    rolled = Play().the(ScoresRolled, ROLL, 5, 6, 1, 2, *MISS, 4, 5, 1, 1, seat="ann")

    assert [(5, 6, 1, 2), MISS, (4, 5, 1, 1)] == [
        rolled.tries[0].strength,
        rolled.tries[0].dexterity,
        rolled.tries[0].willpower,
    ]
    assert Scores(strength=2, dexterity=0, willpower=1) == rolled.scores


@pytest.mark.rule("FB-ATTR-11", "FB-R-05")
@pytest.mark.parametrize(
    ("swap", "scores"),
    [(("strength", "willpower"), (1, 0, 2)), (("dexterity", "strength"), (0, 2, 1)), (None, (2, 0, 1))],
)
def test_two_rolled_scores_may_be_exchanged_once(swap: tuple[str, str] | None, scores: tuple[int, int, int]) -> None:
    """A player may exchange two rolled scores once, before the character is final."""
    play = Play()
    draft = play.the(ScoresRolled, ROLL, 5, 6, 1, 2, *MISS, 1, 5, 1, 1, seat="ann").draft
    play.no(SwapNeedsTwo, FinishCharacter(draft=draft, swap=("strength", "strength")), seat="ann")

    made = play.the(CharacterCreated, FinishCharacter(draft=draft, swap=swap), seat="ann")  # type: ignore[arg-type]

    assert scores == (made.scores.strength, made.scores.dexterity, made.scores.willpower)
    assert {} == play.state.drafts


@pytest.mark.rule("FB-ATTR-12", "FB-R-05", "FB-X-10")
def test_a_total_below_three_is_rolled_again() -> None:
    """If the rolled scores add up to less than 3, all twelve dice are rolled again."""
    low = (5, 1, 2, 3, *MISS, 6, 2, 2, 2)

    rolled = Play().the(ScoresRolled, ROLL, *low, *low, 5, 1, 1, 1, 5, 1, 1, 1, 5, 1, 1, 1, seat="ann")

    assert 3 == len(rolled.tries)
    assert Scores(strength=1, dexterity=1, willpower=1) == rolled.scores


@pytest.mark.rule("FB-R-04")
@pytest.mark.parametrize(("cap", "strength"), [(None, 4), (3, 3)])
def test_a_setting_caps_rolled_scores(cap: int | None, strength: int) -> None:
    """A rolled score may be 4, unless `rolled_cap` is lower."""
    play = Play(creation={"rolled_cap": cap})

    assert strength == play.the(ScoresRolled, ROLL, 5, 5, 5, 5, *MISS, *MISS, seat="ann").scores.strength


@pytest.mark.rule("FB-STAM-02", "FB-R-06")
@pytest.mark.parametrize(("most", "starts"), [(6, 6), (9, 6), (4, 4)])
def test_a_new_character_starts_with_6_stamina(most: int, starts: int) -> None:
    """A character starts with 6 Stamina, or with its maximum if that is lower."""
    play = Play(stamina={"maximum": most})

    assert starts == play.the(CharacterCreated, points(2, 1, 1), seat="ann").stamina


@pytest.mark.rule("FB-STAM-02")
def test_under_rules_version_0_stamina_starts_at_the_maximum() -> None:
    """Under version 0 of the rules, a new character starts with its maximum Stamina, however high that is."""
    play = Older(stamina={"maximum": 9})

    assert 9 == play.the(CharacterCreated, points(2, 1, 1), seat="ann").stamina


@pytest.mark.rule("FB-HP-02")
@pytest.mark.parametrize(("strength", "hp"), [(0, 2), (3, 5)])
def test_hp_start_at_two_and_strength(strength: int, hp: int) -> None:
    """Starting HP and maximum HP are both Strength + 2."""
    play = Play()
    made = play.the(CharacterCreated, points(strength, 3, 1 - strength // 3), seat="ann") if strength == 0 else None
    made = made or play.the(CharacterCreated, points(3, 1, 0), seat="ann")

    assert hp == made.hp == play.who(made.character).max_hp


@pytest.mark.rule("FB-HP-02", "FB-R-59")
def test_a_rolled_strength_of_four_gives_six_hp() -> None:
    """A rolled Strength of 4 gives 6 HP, and the scores at the end of creation become the maximum scores."""
    play = Play()
    draft = play.the(ScoresRolled, ROLL, 5, 5, 5, 5, *MISS, *MISS, seat="ann").draft

    made = play.the(CharacterCreated, FinishCharacter(draft=draft, swap=None), seat="ann")

    assert 6 == made.hp
    assert made.scores == play.who(made.character).maxima


@pytest.mark.rule("FB-SLOT-06")
@pytest.mark.parametrize("count", [2, 4])
def test_a_new_character_chooses_three_items(count: int) -> None:
    """The game refuses a character with 2 or 4 Items, and creates one with 3."""
    play = Play()
    play.no(WrongNumberOfItems, points(2, 1, 1, (ROPE,) * count), seat="ann")

    made = play.the(CharacterCreated, points(2, 1, 1), seat="ann")

    assert KIT == tuple(item.sheet for item in made.items if not item.keepsake)


@pytest.mark.rule("FB-SLOT-07", "FB-R-48")
@pytest.mark.parametrize("slots", [0, 1])
def test_a_keepsake_is_an_extra_item(slots: int) -> None:
    """In addition to its 3 Items, a new character has a keepsake, which fills no Slot by default."""
    play = Play(keepsake={"slots": slots})

    made = play.the(CharacterCreated, points(2, 1, 1), seat="ann")

    assert [("coin", slots)] == [(item.sheet.name, item.slots) for item in made.items if item.keepsake]
    assert 3 + slots == play.who(made.character).used
