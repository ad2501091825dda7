"""The campaign: Specialists, days of Luck, proposals, and the Keeper's commands."""

import msgspec
import pytest

from services.rpg_specialist_pool.chapters.attempts import Attempt, AttemptMade, AttemptResolved
from services.rpg_specialist_pool.chapters.conditions import (
    ApplyCondition,
)
from services.rpg_specialist_pool.chapters.contests import Answer, CancelContest, Oppose, StandStill
from services.rpg_specialist_pool.chapters.luck import (
    LuckRolled,
    NoDayYet,
    NoLuckForThis,
    RollDailyLuck,
    RolledForTheDay,
)
from services.rpg_specialist_pool.chapters.pools import NotEnoughLuck
from services.rpg_specialist_pool.chapters.proposals import Propose
from services.rpg_specialist_pool.chapters.specialists import (
    ChangeSpecialist,
    CreateSpecialist,
    Heal,
    PrepareSpecialist,
    SpecialistChanged,
    SpecialistCreated,
    SpecialistPrepared,
)
from services.rpg_specialist_pool.chapters.table import (
    LoadHouseCatalogue,
    OpenCampaign,
)
from services.rpg_specialist_pool.game import campaign
from services.rpg_specialist_pool.settings import Settings
from services.rpg_specialist_pool.state import Action, Component, DamageChange, OtherDice, Sheet, Situational
from services.rpg_specialist_pool.views import view
from shared.kernel.campaign.days import DayBegan, StartDay
from shared.kernel.campaign.fights import AnswerFirst, FightIsOn, StartFight
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.proposals import (
    ConfirmProposal,
    DeclineProposal,
    ProposalConfirmed,
    ProposalDeclined,
    WaitsForTheGameMaster,
    WithdrawProposal,
)
from shared.kernel.campaign.roster import AssignCharacter, RevealCharacter
from shared.kernel.campaign.seats import (
    GameMasterNeeded,
    NamedTwice,
    NotKnownHere,
    NotYours,
    OnlyTheGameMaster,
)
from shared.kernel.game import SeatAsk
from shared.kernel.messages import Command, Secret
from shared.kernel.refusals import Refusal
from shared.kernel.stream import SeatOpened
from tests.rpg_specialist_pool.conformance import UNUSUAL
from tests.rpg_specialist_pool.play import FirstForm, Play, SecondForm, dice, listed, of, settings
from tests.support.spec import Spec

ASH = Sheet(name="Ash", speed=5)


# ---------------------------------------------------------------- the table


@pytest.mark.rule("SG-CAMP-01")
def test_a_campaign_opens_with_settings_and_a_keeper() -> None:
    """A campaign opens with a Keeper and its settings. The view shows every setting, including defaults."""
    spec = Spec(campaign)
    players = (SeatAsk(seat="ann"),)
    spec.when(OpenCampaign(seats=players)).then_refused(GameMasterNeeded)
    twice = settings(conditions={"catalogue": [{"name": "Dull"}, {"name": "Dull"}]})
    spec.when(OpenCampaign(seats=(SeatAsk(seat="gm", role="gm"),), settings=twice)).then_refused(NamedTwice)
    seen = view(Play(ap={"formula": "ceil"}).state, "ann").settings
    assert ("ceil", False, "sum") == (seen["ap"]["formula"], seen["ap"]["carry_over"], seen["damage"]["read"])
    assert set(msgspec.structs.asdict(Settings())) == set(seen)


@pytest.mark.rule("SG-R-28", "SG-R-46")
def test_lists_and_prices_must_be_loaded() -> None:
    """A new campaign has no Conditions, components or equipment until the Keeper loads a catalogue."""
    state = Play().state
    assert ({}, {}, {}) == (state.conditions, state.components, state.equipment)


@pytest.mark.rule("SG-R-46", "SG-CAMP-02", "AR-ROSTER-02")
def test_a_setting_limits_the_specialists_of_a_player() -> None:
    """A player may create as many Specialists as `players.specialists` allows, and may propose more to the Keeper."""
    play = Play(players={"specialists": 2})
    made = play.the(SpecialistCreated, CreateSpecialist(sheet=ASH), seat="ann")
    assert ("ann", ASH) == (made.seat, made.sheet)
    play.do(CreateSpecialist(sheet=ASH, seat="ann"), seat="ann")
    play.no(WaitsForTheGameMaster, CreateSpecialist(sheet=ASH), seat="ann")
    play.no(NotYours, CreateSpecialist(sheet=ASH, seat="bob"), seat="ann")
    play.no(NotKnownHere, CreateSpecialist(sheet=ASH, seat="spectator"))
    play.no(NotKnownHere, CreateSpecialist(sheet=ASH, seat="nobody"))
    play.do(CreateSpecialist(sheet=ASH, seat="bob"))
    play.do(Propose(command=CreateSpecialist(sheet=ASH)), seat="ann")
    (proposal,) = play.state.proposals
    assert "ann" == of(SpecialistCreated, play.do(ConfirmProposal(proposal=proposal))).seat
    asked = Play(players_may={"create_specialists": "propose"})
    asked.no(WaitsForTheGameMaster, CreateSpecialist(sheet=ASH), seat="ann")
    asked.no(NotYours, Propose(command=CreateSpecialist(sheet=ASH, seat="bob")), seat="ann")


@pytest.mark.rule("SG-R-46", "SG-R-38", "AR-ROSTER-02")
def test_the_keeper_changes_and_hands_over_a_specialist() -> None:
    """The Keeper changes a sheet with a reason.

    After the Keeper assigns a Specialist to another seat, only that seat acts for it.
    """
    play = Play()
    hero = play.hero(vitality=9)
    sheet = Sheet(name="Ash", speed=20, stats={"d1": 1}, vitality=5)

    play.no(OnlyTheGameMaster, ChangeSpecialist(character=hero, sheet=sheet, reason="grown"), seat="ann")
    play.when(ChangeSpecialist(character=hero, sheet=sheet, reason="grown")).then(
        SpecialistChanged(character=hero, sheet=sheet, reason="grown")
    )
    assert (5, 4) == (play.who(hero).vitality, play.state.full_ap(hero))
    play.do(AssignCharacter(character=hero, seat="bob"))
    play.no(NotYours, Attempt(character=hero, action=dice(1)), seat="ann")
    play.do(Attempt(character=hero, action=dice(1)), 6, seat="bob")
    play.no(NotKnownHere, AssignCharacter(character=hero, seat="spectator"))


@pytest.mark.rule("AR-ROSTER-01")
def test_a_later_keeper_sees_prepared_creatures_but_not_earlier_events() -> None:
    """A new Keeper's view shows all prepared creatures, but earlier events keep their original audience."""
    play = Play()
    before = play.the(SpecialistPrepared, PrepareSpecialist(sheet=ASH))
    play.given(SeatOpened(seat="gm2", role="gm"))

    after = play.the(SpecialistPrepared, PrepareSpecialist(sheet=ASH))

    assert [("gm",), ("gm", "gm2")] == [one.sheet.audience for one in (before, after)]
    assert [ASH, ASH] == [one.sheet for one in view(play.state, "gm2").prepared]


@pytest.mark.rule("SG-CAMP-18", "SG-CAMP-24")
@pytest.mark.parametrize(("kind", "too_late"), [(Play, 0), (SecondForm, 1)])
def test_proposals_lapse_when_their_character_changes_hands(kind: type[Play], too_late: int) -> None:
    """When a character is assigned to another seat, proposals that only its old seat could make lapse.

    Other proposals do not lapse.
    """
    play = kind()
    ann, bob, other = play.hero(luck=4), play.hero("bob"), play.hero()
    play.do(LoadHouseCatalogue())
    play.do(Propose(command=Attempt(character=ann, action=dice(1, luck=4))), seat="ann")
    contest = play.act_against(bob, ann, dice(1), context="social")
    play.do(Propose(command=Answer(contest=contest, action=dice(1))), seat="ann")
    play.do(CancelContest(contest=contest, reason="wait"))
    play.do(Propose(command=Attempt(character=other, action=dice(1))), seat="ann")
    harm = ApplyCondition(character=ann, condition=next(iter(play.state.conditions)), source="spell", reason="so")
    play.do(Propose(command=harm), seat="ann")
    play.act_against(bob, ann, dice(1), context="social")
    contest = next(iter(play.state.contests))
    play.do(Propose(command=Answer(contest=contest, action=dice(1))), seat="ann")
    luck, *old, third, fourth, answer = in_order(play.state.proposals)
    assert too_late == len(old)

    events = play.do(AssignCharacter(character=ann, seat="bob"))

    declined = [event for event in events if isinstance(event, ProposalDeclined)]
    assert [(one, "the character has changed hands") for one in (luck, answer)] == [
        (one.proposal, one.reason) for one in declined
    ]
    assert {*old, third, fourth} == set(play.state.proposals)
    assert 1 == len(play.do(AssignCharacter(character=other, seat="ann")))


@pytest.mark.rule("SG-CAMP-04", "SG-R-33")
def test_a_player_proposes_an_attack_on_a_thing() -> None:
    """A player must propose an attack on a thing, whose resistance the Keeper sets.

    If `set_thresholds` is `alone`, players set the resistance themselves.
    """
    blow = Oppose(character="character-1", action=dice(1), context="combat")
    play = Play()
    play.hero()
    play.no(WaitsForTheGameMaster, blow, seat="ann")
    play.do(Propose(command=blow), seat="ann")
    play.do(blow, 1, 5)
    for free in (Play(players_may={"set_thresholds": "alone"}), FirstForm()):
        free.hero()
        free.do(blow, 1, 5, seat="ann")


@pytest.mark.rule("AR-ROSTER-01")
def test_a_prepared_character_is_as_unknown_as_a_missing_one() -> None:
    """Only the Keeper sees a prepared character until it is revealed.

    Other seats that name it get the refusal for an unknown id.
    """
    play = Play()
    hero = play.hero()
    prepared = play.the(SpecialistPrepared, PrepareSpecialist(sheet=ASH))
    assert Secret(audience=("gm",), value=ASH) == prepared.sheet
    hidden = prepared.character
    seen = {seat: view(play.state, seat).prepared for seat in ("ann", "gm", "spectator")}
    assert [(hidden, None), (hidden, ASH), (hidden, None)] == [(one.id, one.sheet) for (one,) in seen.values()]

    def commands(who: str) -> list[Command]:
        return [
            Attempt(character=who, action=dice(1)), Oppose(character=hero, target=who, action=dice(1)),
            StartFight(participants=(who,)), AssignCharacter(character=who, seat="ann"),
            ApplyCondition(character=who, condition="Dull", source="spell", reason="so"),
            Propose(command=Heal(character=who, vitality=1, reason="so")),
        ]  # fmt: skip

    for seat in ("ann", "gm"):
        for mine, nobodys in zip(commands(hidden), commands("character-99"), strict=True):
            first, second = (play.when(one, seat=seat).outcome for one in (mine, nobodys))
            assert isinstance(first, Refusal)
            assert isinstance(second, Refusal)
            assert type(first) is type(second)
            assert (first.needs, first.field) == (second.needs, second.field)
            assert second.has == ("character-99" if first.has == hidden else first.has)
    play.no(OnlyTheGameMaster, RevealCharacter(character=hidden), seat="ann")
    play.when(RevealCharacter(character=hidden)).then(SpecialistCreated(character=hidden, seat="gm", sheet=ASH))
    play.do(Attempt(character=hidden, action=Action()))
    play.no(NotYours, Attempt(character=hidden, action=Action()), seat="ann")
    play.no(NotKnownHere, RevealCharacter(character=hidden))
    assert {} == play.state.prepared


@pytest.mark.rule("SG-CAMP-15")
@pytest.mark.parametrize("group", ["stats", "trainings", "traits", "equipment"])
def test_names_that_become_keys_must_be_ascii(group: str) -> None:
    """Names on a sheet that become keys in the JSON must be ASCII. Other names may be any text."""
    value = {"dice": 1} if group == "trainings" else 1
    assert "Bj\u00f6rn" == msgspec.convert({"name": "Bj\u00f6rn", group: {"Main Gauche": value}}, Sheet).name
    for wrong in ("St\u00e4rke", "\U0001f3b2", " ", " Might", "", "x" * 61, "a\n"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"name": "Ash", group: {wrong: value}}, Sheet)


# ---------------------------------------------------------------- Luck by the day


@pytest.mark.rule("SG-LUCK-01", "SG-LUCK-02", "SG-LUCK-03", "SG-R-17")
@pytest.mark.parametrize("face", [1, 7, 10])
def test_a_daily_die_sets_the_luck_points(face: int) -> None:
    """Each character, even a new one, rolls for Luck once a day, but not before the first day begins."""
    assert "luck" not in Sheet.__struct_fields__
    play = Play()
    hero = play.hero()
    play.no(NotEnoughLuck, Attempt(character=hero, action=dice(1, luck=1)))
    play.no(NoDayYet, RollDailyLuck(character=hero), seat="ann")
    play.when(StartDay()).then(DayBegan(day=1))

    rolled = play.the(LuckRolled, RollDailyLuck(character=hero), face, seat="ann")

    assert (face, face) == (rolled.face, rolled.points)
    play.no(RolledForTheDay, RollDailyLuck(character=hero), seat="ann")
    late = play.hero("bob")
    assert 3 == play.the(LuckRolled, RollDailyLuck(character=late), 3).points


@pytest.mark.rule("SG-R-17", "SG-CAMP-10")
@pytest.mark.parametrize(("carries", "left", "after"), [(False, 0, 4), (True, 6, 10)])
def test_a_new_day_replaces_unused_luck(*, carries: bool, left: int, after: int) -> None:
    """Unused Luck lapses when a day begins, unless `luck.carry_over` is true."""
    play = Play(luck={"carry_over": carries})
    hero = play.hero(luck=6)
    play.do(StartDay())
    assert left == play.who(hero).luck
    assert after == play.the(LuckRolled, RollDailyLuck(character=hero), 4).points


@pytest.mark.rule("SG-CAMP-25", "AR-FIGHT-06")
@pytest.mark.parametrize("form", [Play, SecondForm])
def test_no_luck_is_rolled_while_an_opposed_roll_waits(form: type[Play]) -> None:
    """The target of an opposed roll rolls its Luck of the day after the answer. Before form 2, it may at once."""
    play = form()
    ann, bob = play.hero(), play.hero("bob")
    play.do(StartDay())
    contest = play.act_against(ann, bob, dice(1))
    roll = RollDailyLuck(character=bob)

    if form is SecondForm:
        play.do(roll, 4, seat="bob")
        return
    assert (contest,) == play.no(AnswerFirst, roll, seat="bob").needs
    assert "RollDailyLuck" not in {one.command for one in listed(play.state, "bob").allowed}
    play.do(StandStill(contest=contest), 1, 5)
    play.do(roll, 4, seat="bob")


@pytest.mark.rule("AR-CAMP-14")
def test_a_day_begins_in_quiet() -> None:
    """A new day cannot begin during a fight or while a contest is open."""
    play = Play()
    ann, bob = play.hero(), play.hero("bob")
    contest = play.act_against(ann, bob, dice(1))
    play.no(AnswerFirst, StartDay())
    assert "fight" not in AnswerFirst.explanation()
    play.do(StandStill(contest=contest), 1, 5)
    play.do(StartFight(participants=(ann,)))
    play.no(FightIsOn, StartDay())


@pytest.mark.rule("SG-R-44")
def test_a_setting_gives_the_keepers_creatures_luck() -> None:
    """By default a creature of the Keeper cannot roll or use Luck, even Luck from a time when a player owned it.

    If `luck.non_players` is `as_specialists`, it can do both.
    """
    play, lucky = Play(), Play(luck={"non_players": "as_specialists"})
    for one, may in ((play, False), (lucky, True)):
        beast = one.hero("gm", luck=2)
        one.do(StartDay()) if may else None
        one.state = one.state.change(beast, luck=2)
        if may:
            one.do(RollDailyLuck(character=beast), 5)
            one.do(Attempt(character=beast, action=dice(1, luck=1)), 6, 6)
        else:
            one.no(NoLuckForThis, RollDailyLuck(character=beast))
            one.no(NoLuckForThis, Attempt(character=beast, action=dice(1, luck=1)))
        assert may or view(one.state, "ann").characters[0].non_player


# ---------------------------------------------------------------- who says what


BLESSED = dice(1, other_dice=(OtherDice(source="blessing", dice=1),))
FOGGY = dice(1, situational=Situational(dice=1, reason="light"))


@pytest.mark.rule("SG-CAMP-03")
def test_dice_that_no_sheet_has_need_the_keeper() -> None:
    """A player must propose dice that are on no sheet to the Keeper, unless `players_may.add_dice` is `alone`."""
    play, free = Play(), Play(players_may={"add_dice": "alone"})
    hero, other = play.hero(), free.hero()
    for action in (BLESSED, FOGGY, Action(component_dice=2)):
        play.no(WaitsForTheGameMaster, Attempt(character=hero, action=action), seat="ann")
        free.do(Attempt(character=other, action=action), 6, 6, seat="ann")
    change = DamageChange(by="a", dice=1, reason="so")
    strike = Oppose(
        character=hero,
        action=dice(1, components=(Component(name="a", tier="simple"),)),
        context="combat",
        damage=change,
    )
    play.no(WaitsForTheGameMaster, strike, seat="ann")
    play.do(Attempt(character=hero, action=Action(tier="basic", ap=2, component_dice=1)), 6, seat="ann")

    play.do(Propose(command=Attempt(character=hero, action=BLESSED)), seat="ann")
    (proposal,) = play.state.proposals
    events = play.do(ConfirmProposal(proposal=proposal), 6, 6)
    assert ProposalConfirmed(proposal=proposal) == events[0]
    assert 2 == of(AttemptMade, events).pool.dice


@pytest.mark.rule("SG-CAMP-04", "SG-R-29")
def test_the_keeper_sets_the_threshold_of_a_test() -> None:
    """A player must propose thresholds and resistances, unless `players_may.set_thresholds` is `alone`."""
    play, free = Play(), Play(players_may={"set_thresholds": "alone"})
    hero, other = play.hero(), free.hero()
    for measure in ({"threshold": 0}, {"resistance": 2}):
        play.no(WaitsForTheGameMaster, Attempt(character=hero, action=dice(1), **measure), seat="ann")
        free.do(Attempt(character=other, action=dice(1), **measure), 6, seat="ann")
    play.no(WaitsForTheGameMaster, Oppose(character=hero, action=dice(1), resistance=0), seat="ann")
    play.do(Propose(command=Attempt(character=hero, action=dice(1), threshold=2)), seat="ann")
    (proposal,) = play.state.proposals
    play.do(DeclineProposal(proposal=proposal, reason="too easy"))


@pytest.mark.rule("SG-R-57")
def test_a_player_may_send_the_usual_threshold() -> None:
    """A player may send the threshold 1, which holds anyway. Campaigns opened before form 2 refuse it."""
    play, older = Play(), SecondForm()
    test = Attempt(character=play.hero(), action=dice(1), threshold=1)

    resolved = play.the(AttemptResolved, test, 6, seat="ann")

    assert ("won", 0) == (resolved.outcome, resolved.margin)
    older.hero()
    older.no(WaitsForTheGameMaster, test, seat="ann")


@pytest.mark.rule("SG-CAMP-03")
def test_players_propose_for_their_own_characters() -> None:
    """Players may propose answers, healing and the end of Conditions for their own characters.

    They may also withdraw such proposals.
    """
    play = Play(damage={"applies_to": "vitality"}, conditions={"catalogue": [{"name": "Dull"}]})
    ann, bob = play.hero(vitality=5), play.hero("bob", vitality=5)
    play.clash(ann, bob, (6,), None, 2)
    heal = Heal(character=bob, vitality=1, reason="rest")
    play.no(NotYours, Propose(command=heal), seat="ann")
    play.do(Propose(command=heal), seat="bob")
    play.do(Propose(command=ApplyCondition(character=bob, condition="Dull", source="spell", reason="hex")), seat="ann")
    contest = play.act_against(ann, bob, dice(1))
    play.no(NotYours, Propose(command=Answer(contest=contest, action=FOGGY)), seat="ann")
    play.do(Propose(command=Answer(contest=contest, action=FOGGY)), seat="bob")
    first, _, last = sorted(play.state.proposals)
    play.do(WithdrawProposal(proposal=first), seat="bob")
    play.do(ConfirmProposal(proposal=last), 6, 6, 6)
    assert {} == play.state.contests


@pytest.mark.rule("SG-CAMP-12")
def test_every_command_is_offered_or_refused_with_a_reason() -> None:
    """Under any settings, each seat's legal list contains every command, either allowed or blocked with a reason."""
    for chosen in (Settings(), UNUSUAL):
        play = Play(**msgspec.to_builtins(chosen))
        for seat in ("gm", "ann", "spectator"):
            legal_list = listed(play.state, seat)
            assert all(one.says for one in legal_list.blocked)
