"""What was rolled out of sight stays so: not even the seed tells it before the campaign is over."""

import pytest
from msgspec.structs import replace

from services.bones.chapters.rolling import RollTask
from services.bones.chapters.tasks import CallTask
from services.bones.state.tasks import Terms
from shared.kernel.refusals import StillConcealed
from shared.kernel.stream import RotateSeed
from tests.bones.tables import Journal


@pytest.mark.rule("BN-CAMP-21", "BN-R-256", "AR-SEED-05")
@pytest.mark.parametrize("hidden", [True, False])
def test_a_campaign_keeps_its_seed_once_something_was_rolled_out_of_sight(*, hidden: bool) -> None:
    """With the seed anybody could work out challenge dice that were hidden, long after the task was settled."""
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
