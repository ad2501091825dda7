"""The context in which a command for a campaign is decided."""

from __future__ import annotations

from collections.abc import Iterable

from services.bones.faces import SIDES
from services.bones.reading.reported import creatures_with_faces, for_roll
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature
from services.bones.state.rolls import RollDie
from shared.kernel.campaign.roster import RosterContext
from shared.kernel.chance import Chance, DrawPlace, ProbeTape, Tape
from shared.kernel.context import Intent, Rules
from shared.kernel.pools.tasks import TaskDice
from shared.kernel.recorded_tape import RecordedTape
from shared.kernel.refusals import FacesMissing, Refusal
from shared.kernel.stream.kept import KeptTape


class FacesNeeded(Refusal, rule="BN-R-001"):
    """The faces are missing: dice are rolled at a physical table here, so enter what they show or let the game master.

    If players entered faces for dice that have changed since, their creatures are in `has`: enter these faces again.
    """


class _AtTheTable(Tape):
    """The dice of a command without faces, in a campaign that rolls at a physical table.

    These dice replace the service's dice, and every attempt to roll them is refused. Draws that an undo kept are
    repeated nevertheless.
    """

    def __init__(self, before: Tape | None = None) -> None:
        """Store the tape that repeats draws, if there is one."""
        super().__init__()
        self._before = before

    def _faces(self, place: DrawPlace, sides: int, count: int) -> tuple[int, ...]:
        """Refuse to draw faces, since the command should have reported them.

        Rule:    BN-R-001, AR-FACES-02
        Refuses: FacesNeeded, FacesMissing
        """
        if self._before is not None and self._before.taken:  # the roll has repeated some kept draws
            raise FacesMissing(needs=f'at least {count}, {count} of them for "{place.purpose}"', has=0, field="faces")
        raise FacesNeeded(needs=f"{count} faces of dice with {sides} sides for {place.purpose}", field="faces")

    def _order(self, place: DrawPlace, size: int) -> tuple[int, ...]:
        return self._faces(place, size, size)


def _at_table(chance: Chance) -> Chance:
    """Return the dice of a command without faces: they repeat the draws that an undo kept, and refuse all others.

    Rule: BN-R-001, BN-R-368
    """
    if isinstance(chance, KeptTape):
        return chance.at_table(_AtTheTable(chance))
    again = isinstance(chance, RecordedTape) and chance.sources == {"kept"}
    return chance if again else _AtTheTable()


class CampaignContext(RosterContext[CampaignState, Creature]):
    """The context of one command in a campaign. Guard functions run before any dice are drawn."""

    def __init__(self, rules: Rules, intent: Intent, state: CampaignState, chance: Chance) -> None:
        """Set up the context with a state, and with the service's dice or reported faces.

        A command without faces is the same as a command with an empty list of faces. Only the game master can send
        faces, so the list of legal commands does not offer players a command that needs them.

        Rule: BN-R-001, BN-R-368, BN-CAMP-214
        """
        reported = state.settings.dice.faces_reported and not intent.faces
        at_table = reported and (intent.role == "player" or not isinstance(chance, ProbeTape))
        super().__init__(rules, intent, state, _at_table(chance) if at_table else chance)
        self._faces_needed = at_table and not isinstance(self.chance, RecordedTape)

    def check_faces(self, wanted: Iterable[tuple[str, int]], outdated: tuple[str, ...]) -> None:
        """Check that the faces of a roll at a physical table were sent, before the first die is rolled.

        `wanted` has the number of dice of each creature, in the order in which their faces are read. `outdated` has the
        creatures for which players entered a number of faces that no longer fits. If the roll may repeat draws that an
        undo kept, this check is skipped, and the roll itself asks for the faces of all other dice.

        Rule:    BN-R-001, BN-R-368, BN-CAMP-175
        Refuses: FacesNeeded
        """
        parts, given = [(name, count) for name, count in wanted if count], self.intent.faces
        total = sum(count for _, count in parts)
        if isinstance(self.chance, KeptTape) and self.chance.may_repeat(SIDES, total):
            return
        if (total and self._faces_needed) or (outdated and given and len(given) < total):
            each = ", ".join(f"{count} of {name}" for name, count in parts)
            needs = f"{total} faces of dice with {SIDES} sides: {each}"
            raise FacesNeeded(needs=needs, has=outdated or None, field="faces")

    def entered_or_drawn(
        self, dice: TaskDice, purpose: str, *, who: str, of: str, hand: tuple[RollDie, ...]
    ) -> tuple[int, ...]:
        """Return the faces that a player entered for a creature's roll, or else drawn faces of these dice.

        Faces that an undo took back are used again before any are drawn.

        Rule:    BN-CAMP-163, BN-CAMP-175, BN-CAMP-201
        Refuses: FacesNeeded
        """
        if entered := for_roll(self.state, who, of, hand):
            return entered
        self.check_faces([(who, len(hand))], creatures_with_faces(self.state, (who,), of))
        return self.chance.draw(dice, purpose).ours.faces
