# Generated: 6697793694af9217ce31b42fd8afda51, datamodel-code-generator 0.89.0.
"""Calls of the service `rpg_boundless`."""

from __future__ import annotations

from typing import Final

from ..asynchronous import AsyncJobs, AsyncService, AsyncSession, AsyncStream
from ..calls import Call, Shapes, get, post, segment
from ..session import Jobs, Service, Session, Stream
from ..types import rpg_boundless as t

SHAPES: Final[Shapes[t.RpgBoundlessStreamView, t.RpgBoundlessCommand, t.RpgBoundlessDone, t.RpgBoundlessDryRun, t.RpgBoundlessLegalAnswer, t.RpgBoundlessCloudEvent]] = Shapes(
    "rpg_boundless", "campaigns", view=t.RpgBoundlessStreamView, done=t.RpgBoundlessDone, tried=t.RpgBoundlessDryRun,
    legal=t.RpgBoundlessLegalAnswer, event=t.RpgBoundlessCloudEvent,
)


class Campaign(Stream[t.RpgBoundlessStreamView, t.RpgBoundlessCommand, t.RpgBoundlessDone, t.RpgBoundlessDryRun, t.RpgBoundlessLegalAnswer, t.RpgBoundlessCloudEvent]):
    """A campaign of `rpg_boundless`, as the app or one seat sees it."""

    def chances(self) -> t.ChancesAnswer:
        """Get the odds of a command that was carried out."""
        call: Call[t.ChancesAnswer] = self.calls.get("/chances", t.ChancesAnswer)
        return self.session.run(call)

    def chances_of_command(self, body: t.RpgBoundlessProposed) -> t.ChancesAnswer:
        """Get the odds of a command."""
        call: Call[t.ChancesAnswer] = self.calls.post("/chances", body, t.ChancesAnswer)
        return self.session.run(call)

    def fork_stream(self, body: t.ForkBody, *, key: str | None = None) -> t.RpgBoundlessOpened:
        """Fork a stream."""
        call: Call[t.RpgBoundlessOpened] = self.calls.post("/forks", body, t.RpgBoundlessOpened, key=key)
        return self.session.run(call)

    def dismiss_player(self, seat: str, *, key: str | None = None) -> t.SeatView:
        """Dismiss a computer player."""
        call: Call[t.SeatView] = self.calls.delete(f"/seats/{segment(seat)}/player", t.SeatView, key=key)
        return self.session.run(call)

    def appoint_player(self, seat: str, body: t.PlayerBody, *, key: str | None = None) -> t.SeatView:
        """Appoint a computer player."""
        call: Call[t.SeatView] = self.calls.post(f"/seats/{segment(seat)}/player", body, t.SeatView, key=key)
        return self.session.run(call)


class RpgBoundless(Service[t.OpenCampaign, t.RpgBoundlessOpened, Campaign]):
    """The service `rpg_boundless`."""

    def __init__(self, session: Session) -> None:
        """Set up the service with the session that sends its calls."""
        super().__init__(session, SHAPES, t.RpgBoundlessOpened, Campaign)

    def campaign(self, id: str, *, token: str | None = None, seat: str | None = None) -> Campaign:
        """Return a campaign by its id. With a `token` you act as its seat; with the key, as any `seat`."""
        return self.stream(id, token=token, seat=seat)

    @property
    def jobs(self) -> Jobs[t.RpgBoundlessJobAsk, t.JobAnswer]:
        """Return the simulation jobs of this service."""
        return Jobs(self.session, "rpg_boundless", t.JobAnswer)

    def licence(self) -> t.Licence:
        """Return the licence of the rules. Callers need no API key."""
        call: Call[t.Licence] = get("/rpg_boundless/v1/licence", t.Licence)
        return self.session.run(call)

    def check_sheet(self, body: t.SheetBody) -> t.SheetChecked:
        """Check an enemy or an Item under the rules and the settings of a campaign, without a campaign."""
        call: Call[t.SheetChecked] = post("/rpg_boundless/v1/sheets/check", body, t.SheetChecked)
        return self.session.run(call)


class AsyncCampaign(AsyncStream[t.RpgBoundlessStreamView, t.RpgBoundlessCommand, t.RpgBoundlessDone, t.RpgBoundlessDryRun, t.RpgBoundlessLegalAnswer, t.RpgBoundlessCloudEvent]):
    """A campaign of `rpg_boundless`, as the app or one seat sees it."""

    async def chances(self) -> t.ChancesAnswer:
        """Get the odds of a command that was carried out."""
        call: Call[t.ChancesAnswer] = self.calls.get("/chances", t.ChancesAnswer)
        return await self.session.run(call)

    async def chances_of_command(self, body: t.RpgBoundlessProposed) -> t.ChancesAnswer:
        """Get the odds of a command."""
        call: Call[t.ChancesAnswer] = self.calls.post("/chances", body, t.ChancesAnswer)
        return await self.session.run(call)

    async def fork_stream(self, body: t.ForkBody, *, key: str | None = None) -> t.RpgBoundlessOpened:
        """Fork a stream."""
        call: Call[t.RpgBoundlessOpened] = self.calls.post("/forks", body, t.RpgBoundlessOpened, key=key)
        return await self.session.run(call)

    async def dismiss_player(self, seat: str, *, key: str | None = None) -> t.SeatView:
        """Dismiss a computer player."""
        call: Call[t.SeatView] = self.calls.delete(f"/seats/{segment(seat)}/player", t.SeatView, key=key)
        return await self.session.run(call)

    async def appoint_player(self, seat: str, body: t.PlayerBody, *, key: str | None = None) -> t.SeatView:
        """Appoint a computer player."""
        call: Call[t.SeatView] = self.calls.post(f"/seats/{segment(seat)}/player", body, t.SeatView, key=key)
        return await self.session.run(call)


class AsyncRpgBoundless(AsyncService[t.OpenCampaign, t.RpgBoundlessOpened, AsyncCampaign]):
    """The service `rpg_boundless`."""

    def __init__(self, session: AsyncSession) -> None:
        """Set up the service with the session that sends its calls."""
        super().__init__(session, SHAPES, t.RpgBoundlessOpened, AsyncCampaign)

    def campaign(self, id: str, *, token: str | None = None, seat: str | None = None) -> AsyncCampaign:
        """Return a campaign by its id. With a `token` you act as its seat; with the key, as any `seat`."""
        return self.stream(id, token=token, seat=seat)

    @property
    def jobs(self) -> AsyncJobs[t.RpgBoundlessJobAsk, t.JobAnswer]:
        """Return the simulation jobs of this service."""
        return AsyncJobs(self.session, "rpg_boundless", t.JobAnswer)

    async def licence(self) -> t.Licence:
        """Return the licence of the rules. Callers need no API key."""
        call: Call[t.Licence] = get("/rpg_boundless/v1/licence", t.Licence)
        return await self.session.run(call)

    async def check_sheet(self, body: t.SheetBody) -> t.SheetChecked:
        """Check an enemy or an Item under the rules and the settings of a campaign, without a campaign."""
        call: Call[t.SheetChecked] = post("/rpg_boundless/v1/sheets/check", body, t.SheetChecked)
        return await self.session.run(call)
