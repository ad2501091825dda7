"""Recorded events are the same when an audit decides their commands again."""

from services.bones.chapters.people.companions import GainCompanion
from services.bones.chapters.people.creatures import BuildCreature
from services.bones.game import bones
from tests.bones.road import GUIDE, newest
from tests.bones.tables import Journal
from tests.support.journal import audited


def test_a_companion_that_walks_is_recorded_as_it_is_decided_again() -> None:
    """The command omits the companion's move score, so the record has the default, and the audit agrees."""
    journal = Journal()
    journal.send(BuildCreature(creature=GUIDE))
    journal.send(GainCompanion(creature=newest(journal), service="companion", name="Fang", dice=("Predator",) * 5))
    journal.close()

    assert "proven" == audited(bones, journal.lines()).conclusion
