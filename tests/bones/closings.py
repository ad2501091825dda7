"""Helpers for tests of a season off stage: declared actions, the close, and the clock's steps."""

from typing import Any, Final

from services.bones.chapters.seasons.closing import ActionResolved, due
from services.bones.chapters.seasons.seasons import CloseSeason, OpenSeason
from services.bones.chapters.seasons.strategic import ActionDeclared, DeclareAction, SetActionTerms
from services.bones.state.outcomes import ActionOutcome
from services.bones.state.seasons import Orders
from services.bones.state.tasks import SkillName, Terms
from shared.kernel.campaign.keeping import value_of_secret
from shared.kernel.messages import Command, Event
from tests.bones.trying import Tries

NO_ORDERS: Final = Orders()


class OffStage(Tries):
    """A campaign in a season off stage."""

    def open(self, **said: Any) -> None:  # noqa: ANN401 fields of the command
        """Open a season, by default the first one in spring."""
        self.do(OpenSeason(name=None if self.state.last_season else "spring", **said))

    def declare(
        self, who: str, *gains: Any, skill: SkillName = "Scholar", orders: Orders = NO_ORDERS,  # noqa: ANN401 as sent
        faces: tuple[int, ...] = (), damage: int = 0, ends_season: bool = False, **terms: Any,  # noqa: ANN401 of the terms
    ) -> str:  # fmt: skip
        """Declare an action, and set its terms if given; return it."""
        asked = DeclareAction(creature=who, gains=gains or ("other",), aim="so it is", skill=skill, orders=orders)
        key = self.the(ActionDeclared, asked, *(() if terms else faces)).action.id
        if terms:
            said = Terms(skill=skill, **terms)
            self.do(SetActionTerms(action=key, terms=said, damage=damage, ends_season=ends_season), *faces)
        return key

    def earn(self, who: str, skill: SkillName = "Scholar", **said: Any) -> str:  # noqa: ANN401 fields of the command
        """Declare an action that earns income; return it."""
        return self.declare(who, "income", skill=skill, **said)

    def close(self, results: Any = "all") -> None:  # noqa: ANN401 who sees them
        """Close the season."""
        self.do(CloseSeason(results=results))

    def step(self, *faces: int) -> list[Event]:
        """Carry out the due step, as the clock does."""
        return self.do(self.due, *faces, seat="clock")

    @property
    def due(self) -> Command:
        """Return the step that is due."""
        found = due(self.state)
        assert found is not None
        assert 0 == found.at
        return found.command

    def resolve(self, *faces: int) -> ActionOutcome:
        """Resolve the next action with these faces; return its outcome."""
        (resolved,) = self.step(*faces)
        assert isinstance(resolved, ActionResolved)
        found = resolved.resolution if resolved.unseen is None else value_of_secret(resolved.unseen)
        assert found is not None
        return found.outcome

    def end(self) -> list[Event]:
        """Carry out every remaining step of the season, none of which rolls dice; return the events."""
        happened: list[Event] = []
        while self.state.season is not None:
            happened += self.step()
        return happened
