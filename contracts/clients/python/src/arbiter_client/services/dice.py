# Generated: 056e182b1f98b3cab6f478fb6a825974, datamodel-code-generator 0.89.0.
"""Calls of the service `dice`."""

from __future__ import annotations

from typing import Final

from ..asynchronous import AsyncJobs, AsyncService, AsyncSession, AsyncStream
from ..calls import Call, Shapes, get, post
from ..session import Jobs, Service, Session, Stream
from ..types import dice as t

SHAPES: Final[Shapes[t.DiceStreamView, t.DiceCommand, t.DiceDone, t.DiceDryRun, t.DiceLegalAnswer, t.DiceCloudEvent]] = Shapes(
    "dice", "tables", view=t.DiceStreamView, done=t.DiceDone, tried=t.DiceDryRun,
    legal=t.DiceLegalAnswer, event=t.DiceCloudEvent,
)


class Table(Stream[t.DiceStreamView, t.DiceCommand, t.DiceDone, t.DiceDryRun, t.DiceLegalAnswer, t.DiceCloudEvent]):
    """A table of `dice`, as the app or one seat sees it."""

    def chances(self) -> t.ChancesAnswer:
        """Get the odds of a command that was carried out."""
        call: Call[t.ChancesAnswer] = self.calls.get("/chances", t.ChancesAnswer)
        return self.session.run(call)

    def chances_of_command(self, body: t.DiceProposed) -> t.ChancesAnswer:
        """Get the odds of a command."""
        call: Call[t.ChancesAnswer] = self.calls.post("/chances", body, t.ChancesAnswer)
        return self.session.run(call)

    def fork_stream(self, body: t.ForkBody, *, key: str | None = None) -> t.DiceOpened:
        """Fork a stream."""
        call: Call[t.DiceOpened] = self.calls.post("/forks", body, t.DiceOpened, key=key)
        return self.session.run(call)

    def luck(self) -> t.LuckAnswer:
        """Get the luck of each seat: the exact probabilities of a total as high, or as low, as that of its rolls."""
        call: Call[t.LuckAnswer] = self.calls.get("/luck", t.LuckAnswer)
        return self.session.run(call)


class Dice(Service[t.OpenTable, t.DiceOpened, Table]):
    """The service `dice`."""

    def __init__(self, session: Session) -> None:
        """Set up the service with the session that sends its calls."""
        super().__init__(session, SHAPES, t.DiceOpened, Table)

    def table(self, id: str, *, token: str | None = None, seat: str | None = None) -> Table:
        """Return a table by its id. With a `token` you act as its seat; with the key, as any `seat`."""
        return self.stream(id, token=token, seat=seat)

    @property
    def jobs(self) -> Jobs[t.DiceJobAsk, t.JobAnswer]:
        """Return the simulation jobs of this service."""
        return Jobs(self.session, "dice", t.JobAnswer)

    def odds(self, body: t.OddsBody) -> t.Odds | t.VectorOdds | t.Versus:
        """Calculate exact odds: the probability of every total, or of a win, a tie and a loss against another throw."""
        call: Call[t.Odds | t.VectorOdds | t.Versus] = post("/dice/v1/odds", body, (t.Odds, t.VectorOdds, t.Versus))
        return self.session.run(call)

    def roll(self, body: t.RollsBody, *, key: str | None = None) -> t.RollsAnswer:
        """Roll dice in one call, on the API key's own table, which reveals its seed after a day or 10 000 rolls."""
        call: Call[t.RollsAnswer] = post("/dice/v1/rolls", body, t.RollsAnswer, key=key)
        return self.session.run(call)


class AsyncTable(AsyncStream[t.DiceStreamView, t.DiceCommand, t.DiceDone, t.DiceDryRun, t.DiceLegalAnswer, t.DiceCloudEvent]):
    """A table of `dice`, as the app or one seat sees it."""

    async def chances(self) -> t.ChancesAnswer:
        """Get the odds of a command that was carried out."""
        call: Call[t.ChancesAnswer] = self.calls.get("/chances", t.ChancesAnswer)
        return await self.session.run(call)

    async def chances_of_command(self, body: t.DiceProposed) -> t.ChancesAnswer:
        """Get the odds of a command."""
        call: Call[t.ChancesAnswer] = self.calls.post("/chances", body, t.ChancesAnswer)
        return await self.session.run(call)

    async def fork_stream(self, body: t.ForkBody, *, key: str | None = None) -> t.DiceOpened:
        """Fork a stream."""
        call: Call[t.DiceOpened] = self.calls.post("/forks", body, t.DiceOpened, key=key)
        return await self.session.run(call)

    async def luck(self) -> t.LuckAnswer:
        """Get the luck of each seat: the exact probabilities of a total as high, or as low, as that of its rolls."""
        call: Call[t.LuckAnswer] = self.calls.get("/luck", t.LuckAnswer)
        return await self.session.run(call)


class AsyncDice(AsyncService[t.OpenTable, t.DiceOpened, AsyncTable]):
    """The service `dice`."""

    def __init__(self, session: AsyncSession) -> None:
        """Set up the service with the session that sends its calls."""
        super().__init__(session, SHAPES, t.DiceOpened, AsyncTable)

    def table(self, id: str, *, token: str | None = None, seat: str | None = None) -> AsyncTable:
        """Return a table by its id. With a `token` you act as its seat; with the key, as any `seat`."""
        return self.stream(id, token=token, seat=seat)

    @property
    def jobs(self) -> AsyncJobs[t.DiceJobAsk, t.JobAnswer]:
        """Return the simulation jobs of this service."""
        return AsyncJobs(self.session, "dice", t.JobAnswer)

    async def odds(self, body: t.OddsBody) -> t.Odds | t.VectorOdds | t.Versus:
        """Calculate exact odds: the probability of every total, or of a win, a tie and a loss against another throw."""
        call: Call[t.Odds | t.VectorOdds | t.Versus] = post("/dice/v1/odds", body, (t.Odds, t.VectorOdds, t.Versus))
        return await self.session.run(call)

    async def roll(self, body: t.RollsBody, *, key: str | None = None) -> t.RollsAnswer:
        """Roll dice in one call, on the API key's own table, which reveals its seed after a day or 10 000 rolls."""
        call: Call[t.RollsAnswer] = post("/dice/v1/rolls", body, t.RollsAnswer, key=key)
        return await self.session.run(call)
