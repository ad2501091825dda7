"""The result of a task: its narrator, and the parts that stay hidden."""

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from services.bones.chapters.fights.combat import EndCombat
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.rolls.rolls import KeepFaces, NoDiceLeft, RollMade
from services.bones.chapters.rolls.settling import AlreadyTold, NotYoursToTell, ResultTold, TaskSettled, Tell
from services.bones.chapters.tasks.rolling import RollTask, TaskRolled
from services.bones.chapters.tasks.tasks import CallTask, DropTask, SetTask, TaskProposed, TaskSet
from services.bones.chapters.tasks.terms import NotOutOfSight
from services.bones.game import bones
from services.bones.state.campaign import RESULTS_KEPT, CampaignState
from services.bones.state.tasks import Circumstances, Opponent, Result, Terms
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.roster import RemoveCharacter
from shared.kernel.campaign.seats import NotKnownHere, OnlyTheGameMaster
from shared.kernel.context import Intent
from shared.kernel.messages import Event, Secret
from tests.bones.fight import Fight
from tests.bones.play import allowed_of
from tests.bones.trying import DIE, LOST, NONE, NULL, WON, Tries


@pytest.mark.rule("BN-TASK-14", "BN-TASK-15", "BN-R-261")
def test_a_result_is_narrated_once() -> None:
    """The player narrates a success, and the game master a failure. Later commands need not wait for the narration."""
    play = Tries()
    bob = play.die("ann")
    won = play.comes(play.easy(bob), WON, NONE, NONE).id
    lost = play.comes(play.easy(bob), LOST, NONE, NONE).id
    play.no(NotKnownHere, Tell(result="result-99", text="so"))
    for seat in ("gm", "bob"):
        play.no(NotYoursToTell, Tell(result=won, text="so"), seat=seat)
    play.no(NotYoursToTell, Tell(result=lost, text="so"), seat="ann")

    play.when(Tell(result=won, text="Up I went."), seat="ann").then(ResultTold(result=won, text="Up I went."))
    play.when(Tell(result=lost, text="Down again.")).then(ResultTold(result=lost, text="Down again."))
    assert "Up I went." == play.state.results[won].told
    play.no(AlreadyTold, Tell(result=won, text="so"), seat="ann")
    play.no(AlreadyTold, Tell(result=lost, text="so"))


@pytest.mark.rule("BN-R-244", "BN-TASK-14", "BN-TASK-15")
def test_the_winning_side_narrates() -> None:
    """The player on the winning side narrates the result. The game master narrates for the cast and for beasts."""
    play = Tries()
    ann, bob, goblin = play.die("ann"), play.die("bob"), play.die("gm")
    dog = play.die("ann", kind="beast")
    for one, other, wins, narrator in (
        (ann, bob, True, "ann"),
        (ann, bob, False, "bob"),
        (ann, goblin, False, None),
        (goblin, ann, True, None),
        (goblin, ann, False, "ann"),
        (goblin, dog, False, None),
        (dog, goblin, True, None),
    ):
        came = play.comes(play.against(one, other), WON if wins else LOST, LOST if wins else WON)
        assert (wins, narrator) == (came.success, came.narrator)


@pytest.mark.rule("BN-TASK-14")
def test_a_game_master_narrates_for_their_own_character() -> None:
    """Any game master may narrate the success of a character that belongs to a game master."""
    play = Tries()
    hero = play.die("gm", kind="character")

    assert play.comes(play.easy(hero), WON, NONE, NONE).narrator is None


@pytest.mark.rule("BN-CAMP-23", "BN-R-261")
def test_the_last_thirty_results_are_kept() -> None:
    """The campaign keeps thirty results, so the first of 31 can no longer be narrated."""
    play = Tries()
    bob = play.die("ann")
    results = [play.comes(play.call(bob, number=1), WON).id for _ in range(RESULTS_KEPT + 1)]

    play.no(NotKnownHere, Tell(result=results[0], text="so"), seat="ann")
    play.do(Tell(result=results[1], text="so"), seat="ann")


@pytest.mark.rule("BN-R-256", "BN-CAMP-21")
def test_a_hidden_task_shows_success_and_narrator() -> None:
    """All seats see a hidden task's skill and the creature's own dice.

    Only the game master sees opposition and margin.
    """
    play = Tries()
    bob = play.die("ann", 2)
    terms = Terms(skill="Stealth", difficulty="Simple")

    first = play.do(CallTask(creature=bob, aim="past", terms=terms, hidden=True))
    task = first[0].task.id  # type: ignore[attr-defined]
    assert TaskSet(task=task, skill="Stealth", unseen=Secret(audience=("gm",), value=terms)) == first[1]
    for hidden, fields in ((True, {"terms": ("gm",)}), (False, {})):
        for sent in (
            CallTask(creature=bob, aim="past", terms=terms, hidden=hidden),
            SetTask(task=task, terms=terms, hidden=hidden),
        ):
            asks = Intent(id="one", seat="gm", role="gm", at=1, by="seat:gm@0", command=sent)
            assert fields == bones.hides(asks, play.state)
    happened = play.do(RollTask(task=task), WON, WON, NULL, NONE, NONE)

    rolled = next(one for one in happened if isinstance(one, TaskRolled))
    assert ((), ("gm",)) == (rolled.challenge, rolled.unseen.audience if rolled.unseen else None)
    settled = next(one for one in happened if isinstance(one, TaskSettled))
    public = Result(
        id=settled.results[0].id, task=task, creature=bob, aim="past", skill="Stealth", success=True, narrator="ann",
        hidden=True,
    )  # fmt: skip
    assert (public,) == settled.results
    assert settled.successes is None
    kept = play.state.results[public.id]
    assert (2, 1, 1) == (kept.successes, kept.nulls, kept.margin)
    assert public == kept.public_part


@pytest.mark.rule("BN-R-256", "BN-CAMP-21")
def test_the_game_master_rolls_hidden_tasks_without_odds() -> None:
    """No refusal, dry run or number of requested faces reveals the number of challenge dice."""
    play = Tries()
    bob = play.die("ann")
    task = play.call(bob, difficulty="Easy")
    assert allowed_of(play.state, "ann", RollTask)
    assert not bones.secrecy.has_hidden_draws(play.state)
    play.do(SetTask(task=task, terms=Terms(skill="Stealth", difficulty="Easy"), hidden=True))

    play.no(OnlyTheGameMaster, RollTask(task=task), seat="ann")
    assert not allowed_of(play.state, "ann", RollTask)
    assert bones.secrecy.has_hidden_draws(play.state)
    play.spiffs("ann", 1)
    play.roll(task, WON, NONE, NONE)
    assert bones.secrecy.has_hidden_draws(play.state)
    play.do(KeepFaces(roll=play.rolled.id), seat="ann")
    assert not bones.secrecy.has_hidden_draws(play.state)


@pytest.mark.rule("BN-CAMP-21", "BN-R-256")
def test_a_hidden_opponents_roll_and_poison_stay_hidden() -> None:
    """Players see neither the hidden opponent's roll nor its margin, and its poison die deals no damage."""
    play = Tries()
    bob, goblin = play.die("ann", 2), play.die("gm", 2)
    play.ill(goblin)
    against = Terms(skill="Stealth", opponents=(Opponent(creature=goblin, skill="Perception"),))
    asked = CallTask(creature=bob, aim="past", terms=against, hidden=True)
    task = play.the(TaskProposed, asked).task.id

    happened = play.do(RollTask(task=task), WON, LOST, WON, WON)

    assert [bob] == [one.roll.creature for one in happened if isinstance(one, RollMade)]
    settled = next(one for one in happened if isinstance(one, TaskSettled))
    assert (False, None, None) == (settled.success, settled.results[0].against, settled.results[0].margin)
    assert (goblin, -1) == (
        play.state.results[settled.results[0].id].against,
        play.state.results[settled.results[0].id].margin,
    )
    assert not play.state.wounds
    task = play.the(TaskProposed, asked).task.id
    play.state = play.state.change(goblin, lost=(1, 2))
    play.no(NoDiceLeft, RollTask(task=task))
    play.state = play.state.change(goblin, lost=(), dead=True)
    refused = play.no(NoDiceLeft, RollTask(task=task))
    assert ("alive", goblin) == (refused.needs, refused.has)


@pytest.mark.rule("BN-R-256")
def test_a_redacted_log_folds_without_hidden_terms() -> None:
    """A log without hidden terms, hidden dice and margins folds to the same state."""
    play = Tries()
    bob = play.die("ann")
    before = play.state
    events: list[Event] = play.do(
        CallTask(creature=bob, aim="past", terms=Terms(skill="Stealth", difficulty="Easy"), hidden=True)
    )
    task = events[0].task.id  # type: ignore[attr-defined]
    events += play.do(RollTask(task=task), WON, NONE, NONE)

    copy: CampaignState = before
    for event in events:
        copy = bones.folds[type(event)](copy, _redact(event)) or copy

    assert {key: one.public_part for key, one in play.state.results.items()} == copy.results
    assert replace(play.state, results=copy.results) == copy


def _redact(event: Event) -> Event:
    """Return an event as a redacted copy of the log contains it."""
    secrets = {
        name: replace(held, value=UNSET)
        for name in event.__struct_fields__
        if isinstance(held := getattr(event, name), Secret)
    }
    return replace(event, **secrets)


@pytest.mark.rule("BN-CAMP-20")
def test_only_plain_tasks_can_be_hidden() -> None:
    """Only a plain task can be hidden. Its opposition is a difficulty or one of the game master's creatures."""
    play = Tries()
    bob, ann, one, other = play.die("ann"), play.die("bob"), play.die("gm"), play.die("gm")

    def guards(*who: str) -> tuple[Opponent, ...]:
        return tuple(Opponent(creature=guard, skill="Perception") for guard in who)

    for terms in (
        Terms(skill="Stealth"),
        Terms(skill="Stealth", number=2),
        Terms(skill="Stealth", opponents=guards(one, other)),
        Terms(skill="Stealth", opponents=guards(ann)),
        Terms(skill="Maneuver", purpose="movement"),
        Terms(skill="Stealth", difficulty="Easy", circumstances=Circumstances(aids=("art",))),
        Terms(skill="Stealth", difficulty="Easy", circumstances=Circumstances(aids=("healing",))),
    ):
        play.no(NotOutOfSight, CallTask(creature=bob, aim="past", terms=terms, hidden=True))
    play.do(CallTask(creature=bob, aim="past", terms=Terms(skill="Stealth", opponents=guards(one)), hidden=True))


@pytest.mark.rule("BN-CAMP-26", "AR-ROSTER-03")
@pytest.mark.parametrize("hidden", [False, True])
def test_an_opponent_or_target_of_a_task_stays_until_it_is_over(hidden: bool) -> None:  # noqa: FBT001 a row
    """No opponent, hidden or not, and no patient can be removed before the task is dropped or settled."""
    play = Tries()
    bob = play.die("ann", 1, "Healer", *DIE[1:])
    guard, patient = play.die("gm"), play.die("bob", 2, lost=(1,))
    watched = Terms(skill="Stealth", opponents=(Opponent(creature=guard, skill="Perception"),))
    treated = Terms(skill="Healer", purpose="treatment", patient=patient)
    for who, terms in ((guard, watched), (patient, treated)):
        asked = CallTask(creature=bob, aim="it tries", terms=terms, hidden=hidden and who == guard)
        task = play.the(TaskProposed, asked).task.id

        play.no(AnswerFirst, RemoveCharacter(character=who, reason="gone"))
        assert who not in [entry.body["character"] for entry in allowed_of(play.state, "gm", RemoveCharacter)]
        play.do(DropTask(task=task, reason="too late"))
        play.do(RemoveCharacter(character=who, reason="gone"))


@pytest.mark.rule("BN-CAMP-26", "AR-ROSTER-03")
def test_an_opponent_of_a_round_s_task_stays_until_the_fight_is_over() -> None:
    """The opponent of a round's task cannot be removed before the fight ends, even if it takes no part in the fight."""
    play = Fight()
    bob, goblin, guard = play.die("ann"), play.die("gm"), play.die("gm")
    play.begin([bob], [goblin])
    play.says(bob, "other", skill="Stealth", aim="out of sight")
    play.says(goblin, "nothing")
    watched = Terms(skill="Stealth", opponents=(Opponent(creature=guard, skill="Perception"),))
    play.do(SetRoundTask(creature=bob, terms=watched))

    play.no(AnswerFirst, RemoveCharacter(character=guard, reason="gone"))
    play.do(EndCombat())
    play.do(RemoveCharacter(character=guard, reason="gone"))


@pytest.mark.rule("BN-CAMP-20", "AR-ROSTER-03")
def test_a_tie_with_a_hidden_opponent_fails_whatever_the_setting() -> None:
    """A tie with a hidden opponent is never rolled again, because a second roll would reveal the opponent."""
    play = Tries(tasks={"opposed_tie": "reroll"})
    bob, goblin = play.die("ann"), play.die("gm")
    guard = (Opponent(creature=goblin, skill="Perception"),)
    asked = CallTask(creature=bob, aim="past", terms=Terms(skill="Stealth", opponents=guard), hidden=True)
    task = play.the(TaskProposed, asked).task.id
    play.spiffs("ann", 1)
    play.roll(task, WON, WON)

    play.no(AnswerFirst, RemoveCharacter(character=goblin, reason="gone"))
    assert not play.the(TaskSettled, KeepFaces(roll=play.rolled.id), seat="ann").success
    play.do(RemoveCharacter(character=goblin, reason="gone"))
