# Generated: 648c3074421f3794941c39deb1bb22af, datamodel-code-generator 0.89.0.
"""Calls of the service `bones`."""

from __future__ import annotations

from typing import Final

from ..asynchronous import AsyncJobs, AsyncService, AsyncSession, AsyncStream
from ..calls import Call, Shapes, get, post, segment
from ..session import Jobs, Service, Session, Stream
from ..types import bones as t

SHAPES: Final[Shapes[t.BonesStreamView, t.BonesCommand, t.BonesDone, t.BonesDryRun, t.BonesLegalAnswer, t.BonesCloudEvent]] = Shapes(
    "bones", "campaigns", view=t.BonesStreamView, done=t.BonesDone, tried=t.BonesDryRun,
    legal=t.BonesLegalAnswer, event=t.BonesCloudEvent,
)


class Campaign(Stream[t.BonesStreamView, t.BonesCommand, t.BonesDone, t.BonesDryRun, t.BonesLegalAnswer, t.BonesCloudEvent]):
    """A campaign of `bones`, as the app or one seat sees it."""

    def chances(self) -> t.ChancesAnswer:
        """Get the odds of a command that was carried out."""
        call: Call[t.ChancesAnswer] = self.calls.get("/chances", t.ChancesAnswer)
        return self.session.run(call)

    def chances_of_command(self, body: t.BonesProposed) -> t.ChancesAnswer:
        """Get the odds of a command."""
        call: Call[t.ChancesAnswer] = self.calls.post("/chances", body, t.ChancesAnswer)
        return self.session.run(call)

    def fork_stream(self, body: t.ForkBody, *, key: str | None = None) -> t.BonesOpened:
        """Fork a stream."""
        call: Call[t.BonesOpened] = self.calls.post("/forks", body, t.BonesOpened, key=key)
        return self.session.run(call)

    def action_odds(self, body: t.PreviewBody) -> t.Preview:
        """Compute the exact odds of strategic actions, each on its own, for the game master."""
        call: Call[t.Preview] = self.calls.post("/odds", body, t.Preview)
        return self.session.run(call)

    def dismiss_player(self, seat: str, *, key: str | None = None) -> t.SeatView:
        """Dismiss a computer player."""
        call: Call[t.SeatView] = self.calls.delete(f"/seats/{segment(seat)}/player", t.SeatView, key=key)
        return self.session.run(call)

    def appoint_player(self, seat: str, body: t.PlayerBody, *, key: str | None = None) -> t.SeatView:
        """Appoint a computer player."""
        call: Call[t.SeatView] = self.calls.post(f"/seats/{segment(seat)}/player", body, t.SeatView, key=key)
        return self.session.run(call)


class Bones(Service[t.OpenCampaign, t.BonesOpened, Campaign]):
    """The service `bones`."""

    def __init__(self, session: Session) -> None:
        """Set up the service with the session that sends its calls."""
        super().__init__(session, SHAPES, t.BonesOpened, Campaign)

    def campaign(self, id: str, *, token: str | None = None, seat: str | None = None) -> Campaign:
        """Return a campaign by its id. With a `token` you act as its seat; with the key, as any `seat`."""
        return self.stream(id, token=token, seat=seat)

    @property
    def jobs(self) -> Jobs[t.BonesJobAsk, t.JobAnswer]:
        """Return the simulation jobs of this service."""
        return Jobs(self.session, "bones", t.JobAnswer)

    def catalogue(self) -> t.Catalogue:
        """Get the printed catalogue: skills, mastery icons, standard dice, items, creatures, tasks and Cold Iron."""
        call: Call[t.Catalogue] = get("/bones/v1/catalogue", t.Catalogue)
        return self.session.run(call)

    def check_dice(self, body: t.DiceBody) -> t.DiceChecked:
        """Check dice under the rules for their owner, without a campaign."""
        call: Call[t.DiceChecked] = post("/bones/v1/dice/check", body, t.DiceChecked)
        return self.session.run(call)

    def odds(self, body: t.OddsBody) -> t.Odds:
        """Compute the exact odds of a task: its net successes, and the chance that it succeeds."""
        call: Call[t.Odds] = post("/bones/v1/odds", body, t.Odds)
        return self.session.run(call)


class AsyncCampaign(AsyncStream[t.BonesStreamView, t.BonesCommand, t.BonesDone, t.BonesDryRun, t.BonesLegalAnswer, t.BonesCloudEvent]):
    """A campaign of `bones`, as the app or one seat sees it."""

    async def chances(self) -> t.ChancesAnswer:
        """Get the odds of a command that was carried out."""
        call: Call[t.ChancesAnswer] = self.calls.get("/chances", t.ChancesAnswer)
        return await self.session.run(call)

    async def chances_of_command(self, body: t.BonesProposed) -> t.ChancesAnswer:
        """Get the odds of a command."""
        call: Call[t.ChancesAnswer] = self.calls.post("/chances", body, t.ChancesAnswer)
        return await self.session.run(call)

    async def fork_stream(self, body: t.ForkBody, *, key: str | None = None) -> t.BonesOpened:
        """Fork a stream."""
        call: Call[t.BonesOpened] = self.calls.post("/forks", body, t.BonesOpened, key=key)
        return await self.session.run(call)

    async def action_odds(self, body: t.PreviewBody) -> t.Preview:
        """Compute the exact odds of strategic actions, each on its own, for the game master."""
        call: Call[t.Preview] = self.calls.post("/odds", body, t.Preview)
        return await self.session.run(call)

    async def dismiss_player(self, seat: str, *, key: str | None = None) -> t.SeatView:
        """Dismiss a computer player."""
        call: Call[t.SeatView] = self.calls.delete(f"/seats/{segment(seat)}/player", t.SeatView, key=key)
        return await self.session.run(call)

    async def appoint_player(self, seat: str, body: t.PlayerBody, *, key: str | None = None) -> t.SeatView:
        """Appoint a computer player."""
        call: Call[t.SeatView] = self.calls.post(f"/seats/{segment(seat)}/player", body, t.SeatView, key=key)
        return await self.session.run(call)


class AsyncBones(AsyncService[t.OpenCampaign, t.BonesOpened, AsyncCampaign]):
    """The service `bones`."""

    def __init__(self, session: AsyncSession) -> None:
        """Set up the service with the session that sends its calls."""
        super().__init__(session, SHAPES, t.BonesOpened, AsyncCampaign)

    def campaign(self, id: str, *, token: str | None = None, seat: str | None = None) -> AsyncCampaign:
        """Return a campaign by its id. With a `token` you act as its seat; with the key, as any `seat`."""
        return self.stream(id, token=token, seat=seat)

    @property
    def jobs(self) -> AsyncJobs[t.BonesJobAsk, t.JobAnswer]:
        """Return the simulation jobs of this service."""
        return AsyncJobs(self.session, "bones", t.JobAnswer)

    async def catalogue(self) -> t.Catalogue:
        """Get the printed catalogue: skills, mastery icons, standard dice, items, creatures, tasks and Cold Iron."""
        call: Call[t.Catalogue] = get("/bones/v1/catalogue", t.Catalogue)
        return await self.session.run(call)

    async def check_dice(self, body: t.DiceBody) -> t.DiceChecked:
        """Check dice under the rules for their owner, without a campaign."""
        call: Call[t.DiceChecked] = post("/bones/v1/dice/check", body, t.DiceChecked)
        return await self.session.run(call)

    async def odds(self, body: t.OddsBody) -> t.Odds:
        """Compute the exact odds of a task: its net successes, and the chance that it succeeds."""
        call: Call[t.Odds] = post("/bones/v1/odds", body, t.Odds)
        return await self.session.run(call)
