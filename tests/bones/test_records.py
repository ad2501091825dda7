"""Records of events.

An audit that decides the recorded commands again finds the same events.
"""

from services.bones.chapters.people.companions import GainCompanion
from services.bones.chapters.people.creatures import BuildCreature
from services.bones.game import bones
from tests.bones.road import GUIDE, newest
from tests.bones.tables import Journal
from tests.support.journal import audit_export


def test_an_audit_agrees_with_the_record_of_a_walking_companion() -> None:
    """If a command omits a companion's move score, the event records the default, and an audit agrees with it."""
    journal = Journal()
    journal.send(BuildCreature(creature=GUIDE))
    journal.send(GainCompanion(creature=newest(journal), service="companion", name="Fang", dice=("Predator",) * 5))
    journal.close()

    assert "proven" == audit_export(bones, journal.lines()).conclusion
