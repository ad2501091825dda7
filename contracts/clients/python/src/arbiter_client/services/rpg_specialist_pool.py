# Generated: 884f2435b59e1f3606a46e9b44de518e, datamodel-code-generator 0.89.0.
"""Calls of the service `rpg_specialist_pool`."""

from __future__ import annotations

from typing import Final

from ..asynchronous import AsyncJobs, AsyncService, AsyncSession, AsyncStream
from ..calls import Call, Shapes, get, post, segment
from ..session import Jobs, Service, Session, Stream
from ..types import rpg_specialist_pool as t

SHAPES: Final[Shapes[t.RpgSpecialistPoolStreamView, t.RpgSpecialistPoolCommand, t.RpgSpecialistPoolDone, t.RpgSpecialistPoolDryRun, t.RpgSpecialistPoolLegalAnswer, t.RpgSpecialistPoolCloudEvent]] = Shapes(
    "rpg_specialist_pool", "campaigns", view=t.RpgSpecialistPoolStreamView, done=t.RpgSpecialistPoolDone, tried=t.RpgSpecialistPoolDryRun,
    legal=t.RpgSpecialistPoolLegalAnswer, event=t.RpgSpecialistPoolCloudEvent,
)


class Campaign(Stream[t.RpgSpecialistPoolStreamView, t.RpgSpecialistPoolCommand, t.RpgSpecialistPoolDone, t.RpgSpecialistPoolDryRun, t.RpgSpecialistPoolLegalAnswer, t.RpgSpecialistPoolCloudEvent]):
    """A campaign of `rpg_specialist_pool`, as the app or one seat sees it."""

    def chances(self) -> t.ChancesAnswer:
        """Get the odds of a command that was carried out."""
        call: Call[t.ChancesAnswer] = self.calls.get("/chances", t.ChancesAnswer)
        return self.session.run(call)

    def chances_of_command(self, body: t.RpgSpecialistPoolProposed) -> t.ChancesAnswer:
        """Get the odds of a command."""
        call: Call[t.ChancesAnswer] = self.calls.post("/chances", body, t.ChancesAnswer)
        return self.session.run(call)

    def fork_stream(self, body: t.ForkBody, *, key: str | None = None) -> t.RpgSpecialistPoolOpened:
        """Fork a stream."""
        call: Call[t.RpgSpecialistPoolOpened] = self.calls.post("/forks", body, t.RpgSpecialistPoolOpened, key=key)
        return self.session.run(call)

    def dismiss_player(self, seat: str, *, key: str | None = None) -> t.SeatView:
        """Dismiss a computer player."""
        call: Call[t.SeatView] = self.calls.delete(f"/seats/{segment(seat)}/player", t.SeatView, key=key)
        return self.session.run(call)

    def appoint_player(self, seat: str, body: t.PlayerBody, *, key: str | None = None) -> t.SeatView:
        """Appoint a computer player."""
        call: Call[t.SeatView] = self.calls.post(f"/seats/{segment(seat)}/player", body, t.SeatView, key=key)
        return self.session.run(call)


class RpgSpecialistPool(Service[t.OpenCampaign, t.RpgSpecialistPoolOpened, Campaign]):
    """The service `rpg_specialist_pool`."""

    def __init__(self, session: Session) -> None:
        """Set up the service with the session that sends its calls."""
        super().__init__(session, SHAPES, t.RpgSpecialistPoolOpened, Campaign)

    def campaign(self, id: str, *, token: str | None = None, seat: str | None = None) -> Campaign:
        """Return a campaign by its id. With a `token` you act as its seat; with the key, as any `seat`."""
        return self.stream(id, token=token, seat=seat)

    @property
    def jobs(self) -> Jobs[t.RpgSpecialistPoolJobAsk, t.JobAnswer]:
        """Return the simulation jobs of this service."""
        return Jobs(self.session, "rpg_specialist_pool", t.JobAnswer)

    def odds(self, body: t.OddsBody) -> t.OpposedOdds:
        """Calculate the exact odds of a roll: winner, margin, criticals, and the damage of an attack."""
        call: Call[t.OpposedOdds] = post("/rpg_specialist_pool/v1/odds", body, t.OpposedOdds)
        return self.session.run(call)


class AsyncCampaign(AsyncStream[t.RpgSpecialistPoolStreamView, t.RpgSpecialistPoolCommand, t.RpgSpecialistPoolDone, t.RpgSpecialistPoolDryRun, t.RpgSpecialistPoolLegalAnswer, t.RpgSpecialistPoolCloudEvent]):
    """A campaign of `rpg_specialist_pool`, as the app or one seat sees it."""

    async def chances(self) -> t.ChancesAnswer:
        """Get the odds of a command that was carried out."""
        call: Call[t.ChancesAnswer] = self.calls.get("/chances", t.ChancesAnswer)
        return await self.session.run(call)

    async def chances_of_command(self, body: t.RpgSpecialistPoolProposed) -> t.ChancesAnswer:
        """Get the odds of a command."""
        call: Call[t.ChancesAnswer] = self.calls.post("/chances", body, t.ChancesAnswer)
        return await self.session.run(call)

    async def fork_stream(self, body: t.ForkBody, *, key: str | None = None) -> t.RpgSpecialistPoolOpened:
        """Fork a stream."""
        call: Call[t.RpgSpecialistPoolOpened] = self.calls.post("/forks", body, t.RpgSpecialistPoolOpened, key=key)
        return await self.session.run(call)

    async def dismiss_player(self, seat: str, *, key: str | None = None) -> t.SeatView:
        """Dismiss a computer player."""
        call: Call[t.SeatView] = self.calls.delete(f"/seats/{segment(seat)}/player", t.SeatView, key=key)
        return await self.session.run(call)

    async def appoint_player(self, seat: str, body: t.PlayerBody, *, key: str | None = None) -> t.SeatView:
        """Appoint a computer player."""
        call: Call[t.SeatView] = self.calls.post(f"/seats/{segment(seat)}/player", body, t.SeatView, key=key)
        return await self.session.run(call)


class AsyncRpgSpecialistPool(AsyncService[t.OpenCampaign, t.RpgSpecialistPoolOpened, AsyncCampaign]):
    """The service `rpg_specialist_pool`."""

    def __init__(self, session: AsyncSession) -> None:
        """Set up the service with the session that sends its calls."""
        super().__init__(session, SHAPES, t.RpgSpecialistPoolOpened, AsyncCampaign)

    def campaign(self, id: str, *, token: str | None = None, seat: str | None = None) -> AsyncCampaign:
        """Return a campaign by its id. With a `token` you act as its seat; with the key, as any `seat`."""
        return self.stream(id, token=token, seat=seat)

    @property
    def jobs(self) -> AsyncJobs[t.RpgSpecialistPoolJobAsk, t.JobAnswer]:
        """Return the simulation jobs of this service."""
        return AsyncJobs(self.session, "rpg_specialist_pool", t.JobAnswer)

    async def odds(self, body: t.OddsBody) -> t.OpposedOdds:
        """Calculate the exact odds of a roll: winner, margin, criticals, and the damage of an attack."""
        call: Call[t.OpposedOdds] = post("/rpg_specialist_pool/v1/odds", body, t.OpposedOdds)
        return await self.session.run(call)
