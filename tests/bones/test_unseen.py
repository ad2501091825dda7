"""Prepared creatures that oppose hidden checks. Players never see their dice and items."""

from typing import Any, Final

import pytest
from msgspec import json

from services.bones.catalogue import Data, NamedDie, Run
from services.bones.chapters.people.creatures import NamePrepared, PrepareCreature
from services.bones.chapters.people.data import LoadData
from services.bones.chapters.rolls.rolls import RollMade
from services.bones.chapters.rolls.settling import TaskSettled
from services.bones.chapters.tasks.rolling import RollTask, TaskRolled
from services.bones.chapters.tasks.tasks import CallTask, DropTask, SetTask, TaskProposed
from services.bones.chapters.tasks.terms import MayNotTry, NotOutOfSight
from services.bones.state.creatures import NewCreature
from services.bones.state.tasks import Opponent, SkillName, Terms
from services.bones.views import view
from services.bones.views.tasks import SeenDice
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.roster import ForgetPrepared, RevealCharacter
from shared.kernel.campaign.seats import NotKnownHere
from shared.kernel.messages import Event
from tests.bones.trying import NONE, WON, Tries

LURKS: Final = ("Universal", "Mental", "Perception", "Stealth", "Outdoorsman", "Perception")
UNIVERSAL, MENTAL, PERCEPTION, STEALTH = 1, 2, 3, 4
LURKER: Final = NewCreature(name="The thing under the bridge", dice=(Run(n=3, faces=LURKS),), items=("Buckler",))


class Watched(Tries):
    """A campaign in which a prepared creature may oppose Bob's tasks."""

    def __init__(self, **groups: dict[str, Any]) -> None:
        """Add Bob, with two dice, and prepare the creature."""
        super().__init__(**groups)
        self.bob = self.die("ann", 2)
        self.do(PrepareCreature(prepared=LURKER))
        (self.lurker,) = self.state.prepared

    def calling(self, skill: SkillName = "Perception", *, hidden: bool = True) -> CallTask:
        """Return the command that calls for Bob's task against the prepared creature."""
        against = (Opponent(creature=self.lurker, skill=skill),)
        return CallTask(creature=self.bob, aim="past", terms=Terms(skill="Stealth", opponents=against), hidden=hidden)

    def watches(self) -> str:
        """Call for Bob's task against the prepared creature; return the task."""
        return self.the(TaskProposed, self.calling()).task.id


def only(found: list[Event], kind: type[Event]) -> Any:  # noqa: ANN401 an event of the kind
    """Return the only event of a type."""
    (one,) = [event for event in found if isinstance(event, kind)]
    return one


@pytest.mark.rule("BN-CAMP-166", "BN-CAMP-20", "BN-R-256")
@pytest.mark.parametrize(
    ("faces", "success"), [((PERCEPTION, STEALTH, STEALTH), True), ((PERCEPTION, MENTAL, STEALTH), False)]
)
def test_a_prepared_creature_opposes_a_hidden_check(faces: tuple[int, ...], success: bool) -> None:  # noqa: FBT001 a row
    """Players see Bob's dice and whether he succeeds. Only the game master sees the opponent and the margin."""
    play = Watched()
    happened = play.do(RollTask(task=play.watches()), WON, WON, *faces, NONE)

    assert [play.bob] == [one.roll.creature for one in happened if isinstance(one, RollMade)]
    rolled, settled = only(happened, TaskRolled), only(happened, TaskSettled)
    assert (("gm",), 1) == (rolled.unseen.audience, len(rolled.rolls))
    (public,) = settled.results
    assert (success, None, None, None) == (public.success, public.against, public.successes, public.margin)
    kept = play.state.results[public.id]
    assert (play.lurker, 2, int(success)) == (kept.against, kept.successes, kept.margin)
    for seat in ("ann", "bob"):
        assert "under the bridge" not in json.encode(view(play.state, seat)).decode()
    assert play.lurker in play.state.prepared


@pytest.mark.rule("BN-CAMP-166")
def test_a_prepared_creatures_dice_count_as_once_revealed() -> None:
    """Equal faces of a creature's dice and shield give the same margin before and after it is revealed."""
    faces = (WON, WON, UNIVERSAL, STEALTH, PERCEPTION, 1)
    margins = []
    for revealed in (False, True):
        play = Watched()
        if revealed:
            play.do(RevealCharacter(character=play.lurker))
        happened = play.do(RollTask(task=play.watches()), *faces)
        margins.append(play.state.results[only(happened, TaskSettled).results[0].id].margin)
    assert margins[0] == margins[1]


@pytest.mark.rule("BN-CAMP-166", "BN-CAMP-07")
def test_only_the_game_master_sees_how_many_dice_it_rolls() -> None:
    """The game master sees how many dice the creature and its shield roll. Players see only Bob's dice."""
    play = Watched()
    play.watches()

    own, other = SeenDice(creature=play.bob, count=2), SeenDice(creature=play.lurker, count=4)
    for seat, dice in (("gm", (own, other)), (None, (own, other)), ("ann", (own,)), ("bob", (own,))):
        (task,) = view(play.state, seat).tasks
        assert dice == task.dice
        assert (seat in {"gm", None}) == (task.terms is not None)


@pytest.mark.rule("BN-CAMP-166", "AR-ROSTER-01")
def test_a_prepared_creature_opposes_only_hidden_checks() -> None:
    """An open check refuses a prepared opponent as unknown.

    A hidden check refuses a prepared opponent's magic, and skills for which the opponent has no icon.
    """
    play = Watched()

    play.no(NotKnownHere, play.calling(hidden=False))
    play.no(NotOutOfSight, play.calling("Magic"))
    play.no(MayNotTry, play.calling("Healer"))
    play.do(NamePrepared(character=play.lurker, name="a shape"))
    play.no(NotKnownHere, play.calling(hidden=False))
    task = play.watches()
    play.no(NotKnownHere, SetTask(task=task, terms=play.calling().terms))


@pytest.mark.rule("BN-CAMP-166")
def test_a_prepared_creature_stays_so_until_the_task_is_over() -> None:
    """A prepared creature that opposes a task cannot be revealed or removed.

    The game master cannot load data that might change the creature's dice.
    """
    play = Watched()
    play.do(PrepareCreature(prepared=LURKER))
    other = next(who for who in play.state.prepared if who != play.lurker)
    task = play.watches()
    data = LoadData(data=Data(dice=(NamedDie(name="Lurker", kind="cast", faces=(*LURKS[:5], "Craft")),)))

    for command in (RevealCharacter(character=play.lurker), ForgetPrepared(character=play.lurker), data):
        assert (task,) == play.no(AnswerFirst, command).needs
    play.do(ForgetPrepared(character=other))
    play.do(DropTask(task=task, reason="another way"))
    play.do(data)
    play.do(RevealCharacter(character=play.lurker))
    assert play.lurker in play.state.characters
