# Generated: d90460857b16b31e6ca9ca93faaf9465, datamodel-code-generator 0.89.0.
"""Calls of the service `rpg_specialist_total`."""

from __future__ import annotations

from typing import Final

from ..asynchronous import AsyncJobs, AsyncService, AsyncSession, AsyncStream
from ..calls import Call, Shapes, get, post, segment
from ..session import Jobs, Service, Session, Stream
from ..types import rpg_specialist_total as t

SHAPES: Final[Shapes[t.RpgSpecialistTotalStreamView, t.RpgSpecialistTotalCommand, t.RpgSpecialistTotalDone, t.RpgSpecialistTotalDryRun, t.RpgSpecialistTotalLegalAnswer, t.RpgSpecialistTotalCloudEvent]] = Shapes(
    "rpg_specialist_total", "campaigns", view=t.RpgSpecialistTotalStreamView, done=t.RpgSpecialistTotalDone, tried=t.RpgSpecialistTotalDryRun,
    legal=t.RpgSpecialistTotalLegalAnswer, event=t.RpgSpecialistTotalCloudEvent,
)


class Campaign(Stream[t.RpgSpecialistTotalStreamView, t.RpgSpecialistTotalCommand, t.RpgSpecialistTotalDone, t.RpgSpecialistTotalDryRun, t.RpgSpecialistTotalLegalAnswer, t.RpgSpecialistTotalCloudEvent]):
    """A campaign of `rpg_specialist_total`, as the app or one seat sees it."""

    def chances(self) -> t.ChancesAnswer:
        """Get the odds of a command that was carried out."""
        call: Call[t.ChancesAnswer] = self.calls.get("/chances", t.ChancesAnswer)
        return self.session.run(call)

    def chances_of_command(self, body: t.RpgSpecialistTotalProposed) -> t.ChancesAnswer:
        """Get the odds of a command."""
        call: Call[t.ChancesAnswer] = self.calls.post("/chances", body, t.ChancesAnswer)
        return self.session.run(call)

    def fork_stream(self, body: t.ForkBody, *, key: str | None = None) -> t.RpgSpecialistTotalOpened:
        """Fork a stream."""
        call: Call[t.RpgSpecialistTotalOpened] = self.calls.post("/forks", body, t.RpgSpecialistTotalOpened, key=key)
        return self.session.run(call)

    def dismiss_player(self, seat: str, *, key: str | None = None) -> t.SeatView:
        """Dismiss a computer player."""
        call: Call[t.SeatView] = self.calls.delete(f"/seats/{segment(seat)}/player", t.SeatView, key=key)
        return self.session.run(call)

    def appoint_player(self, seat: str, body: t.PlayerBody, *, key: str | None = None) -> t.SeatView:
        """Appoint a computer player."""
        call: Call[t.SeatView] = self.calls.post(f"/seats/{segment(seat)}/player", body, t.SeatView, key=key)
        return self.session.run(call)


class RpgSpecialistTotal(Service[t.OpenCampaign, t.RpgSpecialistTotalOpened, Campaign]):
    """The service `rpg_specialist_total`."""

    def __init__(self, session: Session) -> None:
        """Set up the service with the session that sends its calls."""
        super().__init__(session, SHAPES, t.RpgSpecialistTotalOpened, Campaign)

    def campaign(self, id: str, *, token: str | None = None, seat: str | None = None) -> Campaign:
        """Return a campaign by its id. With a `token` you act as its seat; with the key, as any `seat`."""
        return self.stream(id, token=token, seat=seat)

    @property
    def jobs(self) -> Jobs[t.RpgSpecialistTotalJobAsk, t.JobAnswer]:
        """Return the simulation jobs of this service."""
        return Jobs(self.session, "rpg_specialist_total", t.JobAnswer)

    def odds(self, body: t.OddsBody) -> t.DefendedOdds:
        """Calculate the exact odds of an attack: each outcome, and the damage of a hit."""
        call: Call[t.DefendedOdds] = post("/rpg_specialist_total/v1/odds", body, t.DefendedOdds)
        return self.session.run(call)


class AsyncCampaign(AsyncStream[t.RpgSpecialistTotalStreamView, t.RpgSpecialistTotalCommand, t.RpgSpecialistTotalDone, t.RpgSpecialistTotalDryRun, t.RpgSpecialistTotalLegalAnswer, t.RpgSpecialistTotalCloudEvent]):
    """A campaign of `rpg_specialist_total`, as the app or one seat sees it."""

    async def chances(self) -> t.ChancesAnswer:
        """Get the odds of a command that was carried out."""
        call: Call[t.ChancesAnswer] = self.calls.get("/chances", t.ChancesAnswer)
        return await self.session.run(call)

    async def chances_of_command(self, body: t.RpgSpecialistTotalProposed) -> t.ChancesAnswer:
        """Get the odds of a command."""
        call: Call[t.ChancesAnswer] = self.calls.post("/chances", body, t.ChancesAnswer)
        return await self.session.run(call)

    async def fork_stream(self, body: t.ForkBody, *, key: str | None = None) -> t.RpgSpecialistTotalOpened:
        """Fork a stream."""
        call: Call[t.RpgSpecialistTotalOpened] = self.calls.post("/forks", body, t.RpgSpecialistTotalOpened, key=key)
        return await self.session.run(call)

    async def dismiss_player(self, seat: str, *, key: str | None = None) -> t.SeatView:
        """Dismiss a computer player."""
        call: Call[t.SeatView] = self.calls.delete(f"/seats/{segment(seat)}/player", t.SeatView, key=key)
        return await self.session.run(call)

    async def appoint_player(self, seat: str, body: t.PlayerBody, *, key: str | None = None) -> t.SeatView:
        """Appoint a computer player."""
        call: Call[t.SeatView] = self.calls.post(f"/seats/{segment(seat)}/player", body, t.SeatView, key=key)
        return await self.session.run(call)


class AsyncRpgSpecialistTotal(AsyncService[t.OpenCampaign, t.RpgSpecialistTotalOpened, AsyncCampaign]):
    """The service `rpg_specialist_total`."""

    def __init__(self, session: AsyncSession) -> None:
        """Set up the service with the session that sends its calls."""
        super().__init__(session, SHAPES, t.RpgSpecialistTotalOpened, AsyncCampaign)

    def campaign(self, id: str, *, token: str | None = None, seat: str | None = None) -> AsyncCampaign:
        """Return a campaign by its id. With a `token` you act as its seat; with the key, as any `seat`."""
        return self.stream(id, token=token, seat=seat)

    @property
    def jobs(self) -> AsyncJobs[t.RpgSpecialistTotalJobAsk, t.JobAnswer]:
        """Return the simulation jobs of this service."""
        return AsyncJobs(self.session, "rpg_specialist_total", t.JobAnswer)

    async def odds(self, body: t.OddsBody) -> t.DefendedOdds:
        """Calculate the exact odds of an attack: each outcome, and the damage of a hit."""
        call: Call[t.DefendedOdds] = post("/rpg_specialist_total/v1/odds", body, t.DefendedOdds)
        return await self.session.run(call)
