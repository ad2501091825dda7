"""Hidden rolls of tasks.

The number of dice is public. The results stay hidden, even from players who know the seed.
"""

import pytest
from msgspec.structs import replace

from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import Attempt, CallTask, SetTask
from services.bones.state.tasks import Opponent, Terms
from services.bones.views import view
from services.bones.views.tasks import SeenDice, SeenTask
from shared.kernel.chance import TableTape
from shared.kernel.messages import Seat
from shared.kernel.refusals import FacesLeft, FacesMissing, StillConcealed
from shared.kernel.stream import RotateSeed
from tests.bones.tables import Journal
from tests.bones.trying import NONE, WON, Tries


@pytest.mark.rule("BN-CAMP-21", "BN-R-256", "AR-SEED-05")
@pytest.mark.parametrize("hidden", [True, False])
def test_a_campaign_with_hidden_rolls_keeps_its_seed_secret(*, hidden: bool) -> None:
    """A campaign whose rolls may be hidden keeps its seed secret, because players could compute hidden dice from it."""
    journal = Journal()
    bob, _ = journal.party()
    journal.send(RotateSeed())
    terms = Terms(skill="Stealth", difficulty="Easy")
    journal.send(CallTask(creature=bob, aim="slip by", terms=terms, hidden=hidden))
    (task,) = journal.state.tasks
    journal.send(RollTask(task=task))
    journal.stream = replace(journal.stream, game=replace(journal.state, tasks={}, rolls={}))

    if hidden:
        with pytest.raises(StillConcealed):
            journal.send(RotateSeed())
    else:
        assert journal.send(RotateSeed())


def task_for(play: Tries, seat: Seat | None) -> SeenTask:
    """Return the only task as a seat sees it."""
    (task,) = view(play.state, seat).tasks
    return task


@pytest.mark.rule("BN-CAMP-07", "AR-FACES-02")
@pytest.mark.parametrize("opposed", [True, False])
def test_the_number_of_dice_is_public(*, opposed: bool) -> None:
    """All seats see how many dice a task has. The refusal of a roll with too few faces states how many are needed."""
    play = Tries()
    bob = play.one("ann", [("Universal",) * 6] * 3, lost=(1,), items=("Buckler", "Boots of Stealth"))
    guard = play.die("gm", 2)
    play.ill(guard)
    task = play.against(bob, guard) if opposed else play.easy(bob)
    others = [SeenDice(creature=guard, count=3)] if opposed else [SeenDice(creature=None, count=2)]
    for seat in ("ann", "bob", "gm", None):
        assert (SeenDice(creature=bob, count=4), *others) == task_for(play, seat).dice
    number = 4 + others[0].count

    needs = f'at least {number}, {number} of them for "task"'
    for faces in (1, number - 1):
        tape = TableTape([NONE] * faces)
        play.when(RollTask(task=task), faces=tape).then_refused(FacesMissing, needs=needs, has=faces)
    play.when(RollTask(task=task), faces=TableTape([NONE] * (number + 2))).then_refused(
        FacesLeft, needs=number, has=number + 2
    )
    play.do(RollTask(task=task), *[WON] * 4, *[NONE] * others[0].count)
    assert () == tuple(one.dice for one in view(play.state, "gm").tasks)


@pytest.mark.rule("BN-CAMP-07", "BN-R-256")
@pytest.mark.parametrize("opposed", [True, False])
def test_players_see_only_their_own_dice_of_a_hidden_task(*, opposed: bool) -> None:
    """Of a task with hidden terms, players see only their own dice, and the game master sees all dice."""
    play = Tries()
    bob, guard = play.die("ann", 2), play.die("gm", 3)
    terms = {"opponents": (Opponent(creature=guard, skill="Perception"),)} if opposed else {"difficulty": "Easy"}
    play.do(Attempt(creature=bob, aim="past"), seat="ann")
    assert () == task_for(play, "gm").dice
    (task,) = play.state.tasks
    play.do(SetTask(task=task, terms=Terms(skill="Stealth", **terms), hidden=True))

    own, other = SeenDice(creature=bob, count=2), SeenDice(creature=guard if opposed else None, count=2 + opposed)
    assert [(own,), (own,), (own, other)] == [task_for(play, seat).dice for seat in ("ann", "bob", "gm")]
