"""Strategic actions: their declarations, and the game master's terms."""

from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

from services.bones.chapters.magic.themes import ThemeNeeded
from services.bones.chapters.people.items import NotReady
from services.bones.chapters.rolls.wounds import DealDamage
from services.bones.chapters.seasons.closing import ResolveAction
from services.bones.chapters.seasons.seasons import CloseSeason, SeasonClosing, TermsFirst
from services.bones.chapters.seasons.strategic import (
    OTHERS,
    ActionDeclared,
    ActionTermsSet,
    ChangeAction,
    DamageNotStated,
    DeclareAction,
    DifficultyOrOpponent,
    IncomeAlone,
    IncomeBySkill,
    IncomeOnce,
    NotItsSkill,
    OnlyCharacters,
    SeasonGoesOn,
    SeasonIsOver,
    SetActionTerms,
    ThreeASeason,
    WithdrawAction,
)
from services.bones.chapters.tasks.terms import MayNotTry, OneOpposition
from services.bones.state.magic import Theme
from services.bones.state.seasons import MOST_ACTIONS, Action, Gain, Orders
from services.bones.state.tasks import Circumstances, Opponent, SkillName, Terms
from services.bones.views import view
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, NotYours, OnlyTheGameMaster, TextIsBlank
from tests.bones.off_stage import (
    AVERAGE,
    SKILLED,
    asks,
    close_season,
    declare_action,
    mark_as_resolved,
    open_season,
    over,
    season,
    set_to,
    table,
)
from tests.bones.play import BOB, allowed_of

ARTIST: Final = (("Universal", "Artisan:Inspired", "Artisan", "Artisan", "Artisan", "blank"),) * 4
FIRE: Final = (Theme(name="Fire", effect="makes fire", limitation="no more"),)


# ---------------------------------------------------------------- declaring


@pytest.mark.rule(
    "BN-OFF-01", "BN-OFF-02", "BN-OFF-03", "BN-OFF-04", "BN-OFF-05", "BN-OFF-06", "BN-OFF-07", "BN-INC-01"
)
@pytest.mark.parametrize(
    "gain", ["relationship", "travel", "hirelings", "property", "information", "item", "asset", "income"]
)
def test_an_action_may_have_each_gain(gain: Gain) -> None:
    """A player can declare an action for any gain, and the event records that gain."""
    play, bob = table()
    action = play.the(ActionDeclared, asks(bob, gain, skill="Craft"), seat="ann").action
    assert action == Action(
        id=action.id, creature=bob, place=1, gains=(gain,), aim="win her over", skill="Craft", orders=Orders()
    )
    assert season(play).actions == {action.id: action}


@pytest.mark.rule("BN-OFF-11")
def test_one_action_may_have_several_gains() -> None:
    """One action may aim at renown and an asset. The game refuses a gain that is named twice."""
    play, bob = table()
    assert play.the(ActionDeclared, asks(bob, "renown", "asset", skill="Craft")).action.gains == ("renown", "asset")
    play.no(NamedTwice, asks(bob, "renown", "renown"))


@pytest.mark.rule("BN-OFF-10", "BN-INC-02")
def test_a_declaration_needs_an_aim_and_a_skill() -> None:
    """A body without an aim or a skill is malformed. The game refuses a blank aim."""
    play, bob = table()
    whole: dict[str, Any] = {"creature": bob, "gains": ["income"], "aim": "trade", "skill": "Merchant"}
    assert msgspec.convert(whole, DeclareAction).aim == "trade"
    for name in ("aim", "skill", "gains"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({key: value for key, value in whole.items() if key != name}, DeclareAction)
    play.no(TextIsBlank, asks(bob, aim=" "))


@pytest.mark.rule("BN-ACT-05")
def test_a_character_acts_three_times_a_season() -> None:
    """The game refuses a fourth action, even if others are resolved. In the next season actions are legal again."""
    play, bob = table()
    for _ in range(MOST_ACTIONS):
        mark_as_resolved(play, declare_action(play, bob, seat="ann"))
    play.no(ThreeASeason, asks(bob), seat="ann")
    assert not allowed_of(play.state, "ann", DeclareAction)
    over(play)
    open_season(play)
    declare_action(play, bob, seat="ann")


@pytest.mark.rule("BN-R-344", "BN-CAST-01")
def test_members_of_the_cast_act_off_stage_like_characters() -> None:
    """A member of the cast acts three times a season, earns income, creates assets and heals.

    Under version 0 of the rules, the cast cannot.
    """
    play, _ = table()
    guard = play.one("gm", SKILLED, kind="cast")
    old, play.state = play.state, replace(play.state, form=0)
    play.no(OnlyCharacters, asks(guard))
    play.state = old
    earned, made, other = (
        declare_action(play, guard, "income", skill="Merchant"),
        declare_action(play, guard, "asset", skill="Scholar"),
        declare_action(play, guard),
    )
    play.no(ThreeASeason, asks(guard))
    play.do(WithdrawAction(action=other))
    set_to(play, made, Terms(skill="Scholar", difficulty="Average"))
    play.do(CloseSeason())
    play.do(ResolveAction(action=earned), *(1,) * 4, seat="clock")
    play.do(ResolveAction(action=made), *(1,) * 4, *(3,) * 4, seat="clock")
    one = play.who(guard)
    assert (1000, 1) == (one.coins, len(one.assets))
    assert (True, True) == (play.state.outcomes[made].success, play.state.outcomes[made].narrator is None)


@pytest.mark.rule("BN-R-344")
def test_only_characters_and_the_cast_have_strategic_actions() -> None:
    """Beasts and hordes have no strategic actions, and players declare only for their own characters."""
    play, bob = table()
    for kind in ("beast", "horde"):
        play.no(OnlyCharacters, asks(play.one("gm", SKILLED, kind=kind)))
    play.no(NotYours, asks(bob), seat="bob")
    play.no(NotKnownHere, asks("creature-99"))
    play.no(NotReady, asks(play.one(dice=SKILLED, ready=False)))


@pytest.mark.rule("BN-R-071")
def test_the_incapacitated_and_the_dead_do_not_act_off_stage() -> None:
    """The game refuses declarations and terms for a creature without a die left, and accepts them once it has a die."""
    play, bob = table()
    action = declare_action(play, bob)
    for hurt in ({"lost": (1, 2, 3, 4)}, {"dead": True}):
        whole = play.state
        play.state = play.state.change(bob, **hurt)
        play.no(SeasonIsOver, asks(bob))
        play.no(SeasonIsOver, ChangeAction(action=action, gains=("travel",), aim="go", skill="Social"))
        play.no(SeasonIsOver, SetActionTerms(action=action, terms=AVERAGE))
        play.state = whole
    set_to(play, action)
    declare_action(play, bob)


@pytest.mark.rule("BN-R-071")
def test_a_character_whose_season_has_ended_does_not_act() -> None:
    """The game refuses declarations by a character whose season has ended, and terms for its earlier actions.

    Other characters continue, and next season the character can act again.
    """
    play, bob = table(gm_may_end_season=True)
    zoe = play.one("bob", SKILLED)
    waits = declare_action(play, bob)
    play.state = play.state.season_put(over=(bob,))
    play.no(SeasonIsOver, asks(bob))
    play.no(SeasonIsOver, SetActionTerms(action=waits, terms=AVERAGE))
    declare_action(play, zoe)
    over(play)
    open_season(play)
    declare_action(play, bob)


@pytest.mark.rule("BN-CAMP-25")
def test_a_character_with_an_open_wound_declares_no_action() -> None:
    """A character's open wound must be settled before it declares an action."""
    play, bob = table(dice=BOB)
    play.do(DealDamage(creature=bob, amount=1))
    play.no(AnswerFirst, asks(bob))


def test_an_action_needs_a_skill_that_the_character_may_try() -> None:
    """The game refuses magic without an icon for it.

    If the icon counts as Magic only with art, the terms must include art.
    """
    play, bob = table()
    play.no(MayNotTry, asks(bob, skill="Magic"))
    play, artist = table(dice=ARTIST)
    play.state = play.state.change(artist, themes=FIRE)
    action = declare_action(play, artist, skill="Magic")
    play.no(MayNotTry, asks(artist, "income", skill="Magic"))
    plain = Terms(skill="Magic", difficulty="Average")
    play.no(MayNotTry, SetActionTerms(action=action, terms=plain))
    assert allowed_of(play.state, "gm", SetActionTerms)
    set_to(play, action, replace(plain, circumstances=Circumstances(aids=("art",))))


@pytest.mark.rule("BN-THEME-01")
def test_magic_off_stage_needs_a_theme() -> None:
    """A character with Magic icons but no theme can use magic neither for actions nor for income."""
    play, bob = table(dice=BOB)
    sent = (asks(bob, skill="Magic"), asks(bob, "income", skill="Magic"))
    for command in sent:
        play.no(ThemeNeeded, command)
    assert "Magic" not in str([one.fields["skill"] for one in allowed_of(play.state, "ann", DeclareAction)])
    play.state = play.state.change(bob, themes=FIRE)
    for command in sent:
        play.do(command)


# ---------------------------------------------------------------- income


@pytest.mark.rule("BN-INC-02", "BN-R-077")
@pytest.mark.parametrize("most", [None, 2, 3])
def test_income_actions_per_season_are_limited(most: int | None) -> None:
    """A character earns income as often as `income_actions_per_season` allows, with a new skill each time."""
    play, bob = table(**({} if most is None else {"income_actions_per_season": most}))
    skills: tuple[SkillName, ...] = ("Scholar", "Merchant", "Craft")
    for earlier, skill in enumerate(skills[: most or 1]):
        declare_action(play, bob, "income", skill=skill)
        if earlier < 2:
            play.no(IncomeOnce, asks(bob, "income", skill=skill))
    if most != 3:
        play.no(IncomeOnce, asks(bob, "income", skill="Craft"))
        declare_action(play, bob)
    over(play)
    open_season(play)
    declare_action(play, bob, "income", skill="Scholar")


@pytest.mark.rule("BN-R-077")
def test_a_changed_income_action_may_keep_its_skill() -> None:
    """A changed income action cannot take the skill of another one, and no further action can be changed to income."""
    play, bob = table(income_actions_per_season=2)
    income, other = (
        declare_action(play, bob, "income", skill="Craft"),
        declare_action(play, bob, "income", skill="Scholar"),
    )
    third = declare_action(play, bob)
    change = ChangeAction(action=income, gains=("income",), aim="make more pots", skill="Craft")
    play.do(change)
    play.no(IncomeOnce, replace(change, skill="Scholar"))
    play.no(IncomeOnce, replace(change, action=third, skill="Merchant"))
    assert season(play).actions[other].skill == "Scholar"


@pytest.mark.rule("BN-INC-02", "BN-R-074")
def test_income_is_a_skill_and_stands_alone() -> None:
    """The game refuses income earned by Physical or Mental, and income together with another gain."""
    play, bob = table()
    for none in ("Physical", "Mental"):
        play.no(IncomeBySkill, asks(bob, "income", skill=none))
        play.do(WithdrawAction(action=declare_action(play, bob, skill=none)))
    play.no(IncomeAlone, asks(bob, "income", "renown", skill="Craft"))


@pytest.mark.rule("BN-INC-01", "BN-R-080", "BN-R-081")
def test_income_is_what_exceeds_the_cost_of_living() -> None:
    """Two Craft successes earn 200 coins, with no deduction at the end of the season."""
    play, bob = table(season_resolution="at_once")
    play.state = play.state.change(bob, coins=7)
    play.do(asks(bob, "income", skill="Craft"), 1, 4, 6, 6)
    assert play.who(bob).coins == 207
    close_season(play)
    assert play.who(bob).coins == 207


# ---------------------------------------------------------------- terms


@pytest.mark.rule("BN-R-074", "BN-R-303", "BN-ACT-03")
def test_an_action_meets_a_difficulty_or_an_opponent_and_income_neither() -> None:
    """The game refuses terms with a number, with both kinds of opposition, or with neither.

    Income cannot have terms, and the season closes without them.
    """
    play, bob = table()
    guard = play.one("gm", SKILLED)
    against = Opponent(creature=guard, skill="Mental")
    action, income = declare_action(play, bob), declare_action(play, bob, "income")
    wrong = (
        Terms(skill="Social"), Terms(skill="Social", number=2), replace(AVERAGE, purpose="movement"),
    )  # fmt: skip
    for terms in wrong:
        play.no(DifficultyOrOpponent, SetActionTerms(action=action, terms=terms))
    play.no(OneOpposition, SetActionTerms(action=action, terms=replace(AVERAGE, opponents=(against,))))
    play.no(DifficultyOrOpponent, SetActionTerms(action=income, terms=AVERAGE))
    play.no(TermsFirst, CloseSeason())
    for terms in (AVERAGE, Terms(skill="Social", opponents=(against,))):
        play.when(SetActionTerms(action=action, terms=terms)).then(ActionTermsSet(action=action, terms=terms))
        assert season(play).actions[action].terms == terms
    assert play.do(CloseSeason()) == [SeasonClosing(results="none")]


@pytest.mark.rule("BN-R-304")
def test_an_opponent_keeps_its_own_three_actions() -> None:
    """Opposing another character's two actions uses up none of the opponent's own three."""
    play, bob = table()
    zoe = play.one("bob", SKILLED)
    for _ in range(2):
        set_to(
            play, declare_action(play, bob), Terms(skill="Social", opponents=(Opponent(creature=zoe, skill="Mental"),))
        )
    for _ in range(3):
        declare_action(play, zoe, seat="bob")
    play.no(ThreeASeason, asks(zoe), seat="bob")


@pytest.mark.rule("BN-R-072")
def test_failure_costs_the_damage_that_the_game_master_states() -> None:
    """The game master sets the damage of a failure together with the difficulty; the default is 0.

    If `off_stage_damage` is `none`, the game refuses any damage.
    """
    play, bob = table()
    action = declare_action(play, bob)
    play.do(SetActionTerms(action=action, terms=AVERAGE, damage=3))
    assert season(play).actions[action].damage == 3
    play.do(SetActionTerms(action=action, terms=AVERAGE))
    assert season(play).actions[action].damage == 0

    play, bob = table(off_stage_damage="none")
    action = declare_action(play, bob)
    play.no(DamageNotStated, SetActionTerms(action=action, terms=AVERAGE, damage=1))
    set_to(play, action)


@pytest.mark.rule("BN-R-071")
def test_a_setting_lets_a_failure_end_the_season() -> None:
    """By default the game refuses terms by which a failure ends the character's season.

    If `gm_may_end_season` is true, it accepts them.
    """
    play, bob = table()
    ends = SetActionTerms(action=declare_action(play, bob), terms=AVERAGE, ends_season=True)
    play.no(SeasonGoesOn, ends)
    play, bob = table(gm_may_end_season=True)
    action = declare_action(play, bob)
    play.do(replace(ends, action=action))
    assert season(play).actions[action].ends_season


@pytest.mark.rule("BN-CAMP-115")
def test_terms_are_for_the_skill_that_was_declared() -> None:
    """The game refuses terms with Scholar for an action that uses Social, unless the player changes its skill."""
    play, bob = table()
    action = declare_action(play, bob)
    terms = Terms(skill="Scholar", difficulty="Easy")
    play.no(NotItsSkill, SetActionTerms(action=action, terms=terms))
    play.do(ChangeAction(action=action, gains=("information",), aim="read up on her", skill="Scholar"), seat="ann")
    set_to(play, action, terms)
    play.no(OnlyTheGameMaster, SetActionTerms(action=action, terms=terms), seat="ann")


# ---------------------------------------------------------------- views and legal lists


def test_everybody_sees_what_is_declared() -> None:
    """Every seat sees each action with its character, its position, its terms and all other fields."""
    play, bob = table()
    action = declare_action(play, bob)
    set_to(play, action)
    for seat in ("ann", "bob", "gm", "spectator"):
        found = view(play.state, seat).season
        assert found is not None
        (seen,) = found.actions
        assert (seen.id, seen.creature, seen.belongs_to) == (action, bob, "off stage")
        assert msgspec.to_builtins(seen)["terms"]["difficulty"] == "Average"
        assert (found.results, found.over) == ("none", ())


def test_possible_actions_are_listed() -> None:
    """The legal list offers all gains except income in any combination, and income with each skill of the character."""
    play, bob = table()
    entries = allowed_of(play.state, "ann", DeclareAction)
    kinds = {tuple(entry.body["gains"]) for entry in entries}
    assert kinds == {OTHERS[:1], ("income",)}
    (income,) = [entry for entry in entries if entry.body["gains"] == ["income"] or entry.body["gains"] == ("income",)]
    skills = income.fields["skill"].options or ()
    assert {"Scholar", "Merchant", "Craft"} <= {*skills}
    assert not {"Physical", "Mental", "Magic"} & {*skills}
    action = declare_action(play, bob)
    mark_as_resolved(play, declare_action(play, bob))
    assert [one.body["action"] for one in allowed_of(play.state, "gm", SetActionTerms)] == [action]
    (withdrawn,) = allowed_of(play.state, "ann", WithdrawAction)
    assert withdrawn.fields["action"].options == (action,)
    assert not allowed_of(play.state, "bob", WithdrawAction)
