# Generated: 79d66ba86e030d3b061adb800460d7ce, datamodel-code-generator 0.89.0.
"""Calls of the service `tcg`."""

from __future__ import annotations

from typing import Final

from ..asynchronous import AsyncJobs, AsyncService, AsyncSession, AsyncStream
from ..calls import Call, Shapes, get, post, segment
from ..session import Jobs, Service, Session, Stream
from ..types import tcg as t

SHAPES: Final[Shapes[t.TcgStreamView, t.TcgCommand, t.TcgDone, t.TcgDryRun, t.TcgLegalAnswer, t.TcgCloudEvent]] = Shapes(
    "tcg", "matches", view=t.TcgStreamView, done=t.TcgDone, tried=t.TcgDryRun,
    legal=t.TcgLegalAnswer, event=t.TcgCloudEvent,
)


class Match(Stream[t.TcgStreamView, t.TcgCommand, t.TcgDone, t.TcgDryRun, t.TcgLegalAnswer, t.TcgCloudEvent]):
    """A match of `tcg`, as the app or one seat sees it."""

    def match_cards(self) -> t.CardPages:
        """Get the cards of a match, with their data and texts. A match's cards never change."""
        call: Call[t.CardPages] = self.calls.get("/cards", t.CardPages)
        return self.session.run(call)

    def chances(self) -> t.ChancesAnswer:
        """Get the odds of a command that was carried out."""
        call: Call[t.ChancesAnswer] = self.calls.get("/chances", t.ChancesAnswer)
        return self.session.run(call)

    def chances_of_command(self, body: t.TcgProposed) -> t.ChancesAnswer:
        """Get the odds of a command."""
        call: Call[t.ChancesAnswer] = self.calls.post("/chances", body, t.ChancesAnswer)
        return self.session.run(call)

    def fork_stream(self, body: t.ForkBody, *, key: str | None = None) -> t.TcgOpened:
        """Fork a stream."""
        call: Call[t.TcgOpened] = self.calls.post("/forks", body, t.TcgOpened, key=key)
        return self.session.run(call)

    def dismiss_player(self, seat: str, *, key: str | None = None) -> t.SeatView:
        """Dismiss a computer player."""
        call: Call[t.SeatView] = self.calls.delete(f"/seats/{segment(seat)}/player", t.SeatView, key=key)
        return self.session.run(call)

    def appoint_player(self, seat: str, body: t.PlayerBody, *, key: str | None = None) -> t.SeatView:
        """Appoint a computer player."""
        call: Call[t.SeatView] = self.calls.post(f"/seats/{segment(seat)}/player", body, t.SeatView, key=key)
        return self.session.run(call)


class Tcg(Service[t.OpenMatch, t.TcgOpened, Match]):
    """The service `tcg`."""

    def __init__(self, session: Session) -> None:
        """Set up the service with the session that sends its calls."""
        super().__init__(session, SHAPES, t.TcgOpened, Match)

    def match(self, id: str, *, token: str | None = None, seat: str | None = None) -> Match:
        """Return a match by its id. With a `token` you act as its seat; with the key, as any `seat`."""
        return self.stream(id, token=token, seat=seat)

    @property
    def jobs(self) -> Jobs[t.TcgJobAsk, t.JobAnswer]:
        """Return the simulation jobs of this service."""
        return Jobs(self.session, "tcg", t.JobAnswer)

    def booklet(self) -> t.Booklet:
        """Get the rule booklet's vocabulary: keywords, zones, card kinds, actions, steps and windows."""
        call: Call[t.Booklet] = get("/tcg/v1/booklet", t.Booklet)
        return self.session.run(call)

    def cards(self) -> t.CardPages:
        """Get the cards of a built-in set, with their data and texts."""
        call: Call[t.CardPages] = get("/tcg/v1/cards", t.CardPages)
        return self.session.run(call)

    def check(self, body: t.CardsBody) -> t.Checked:
        """Check a set of cards. The response lists every fault, with its card, field, reason and rules."""
        call: Call[t.Checked] = post("/tcg/v1/cards/check", body, t.Checked)
        return self.session.run(call)

    def card(self, card: str) -> t.CardPage:
        """Get a card of a built-in set."""
        call: Call[t.CardPage] = get(f"/tcg/v1/cards/{segment(card)}", t.CardPage)
        return self.session.run(call)

    def decks(self) -> t.Decks:
        """List the decks of a built-in set. Each can be submitted unchanged in a match with that set."""
        call: Call[t.Decks] = get("/tcg/v1/decks", t.Decks)
        return self.session.run(call)

    def check_deck(self, body: t.DeckBody) -> t.DeckChecked:
        """Check a deck without a match, under the rules of a match with these cards. The response lists every fault."""
        call: Call[t.DeckChecked] = post("/tcg/v1/decks/check", body, t.DeckChecked)
        return self.session.run(call)

    def deck(self, deck: str) -> t.DeckList:
        """Get a deck of a built-in set."""
        call: Call[t.DeckList] = get(f"/tcg/v1/decks/{segment(deck)}", t.DeckList)
        return self.session.run(call)


class AsyncMatch(AsyncStream[t.TcgStreamView, t.TcgCommand, t.TcgDone, t.TcgDryRun, t.TcgLegalAnswer, t.TcgCloudEvent]):
    """A match of `tcg`, as the app or one seat sees it."""

    async def match_cards(self) -> t.CardPages:
        """Get the cards of a match, with their data and texts. A match's cards never change."""
        call: Call[t.CardPages] = self.calls.get("/cards", t.CardPages)
        return await self.session.run(call)

    async def chances(self) -> t.ChancesAnswer:
        """Get the odds of a command that was carried out."""
        call: Call[t.ChancesAnswer] = self.calls.get("/chances", t.ChancesAnswer)
        return await self.session.run(call)

    async def chances_of_command(self, body: t.TcgProposed) -> t.ChancesAnswer:
        """Get the odds of a command."""
        call: Call[t.ChancesAnswer] = self.calls.post("/chances", body, t.ChancesAnswer)
        return await self.session.run(call)

    async def fork_stream(self, body: t.ForkBody, *, key: str | None = None) -> t.TcgOpened:
        """Fork a stream."""
        call: Call[t.TcgOpened] = self.calls.post("/forks", body, t.TcgOpened, key=key)
        return await self.session.run(call)

    async def dismiss_player(self, seat: str, *, key: str | None = None) -> t.SeatView:
        """Dismiss a computer player."""
        call: Call[t.SeatView] = self.calls.delete(f"/seats/{segment(seat)}/player", t.SeatView, key=key)
        return await self.session.run(call)

    async def appoint_player(self, seat: str, body: t.PlayerBody, *, key: str | None = None) -> t.SeatView:
        """Appoint a computer player."""
        call: Call[t.SeatView] = self.calls.post(f"/seats/{segment(seat)}/player", body, t.SeatView, key=key)
        return await self.session.run(call)


class AsyncTcg(AsyncService[t.OpenMatch, t.TcgOpened, AsyncMatch]):
    """The service `tcg`."""

    def __init__(self, session: AsyncSession) -> None:
        """Set up the service with the session that sends its calls."""
        super().__init__(session, SHAPES, t.TcgOpened, AsyncMatch)

    def match(self, id: str, *, token: str | None = None, seat: str | None = None) -> AsyncMatch:
        """Return a match by its id. With a `token` you act as its seat; with the key, as any `seat`."""
        return self.stream(id, token=token, seat=seat)

    @property
    def jobs(self) -> AsyncJobs[t.TcgJobAsk, t.JobAnswer]:
        """Return the simulation jobs of this service."""
        return AsyncJobs(self.session, "tcg", t.JobAnswer)

    async def booklet(self) -> t.Booklet:
        """Get the rule booklet's vocabulary: keywords, zones, card kinds, actions, steps and windows."""
        call: Call[t.Booklet] = get("/tcg/v1/booklet", t.Booklet)
        return await self.session.run(call)

    async def cards(self) -> t.CardPages:
        """Get the cards of a built-in set, with their data and texts."""
        call: Call[t.CardPages] = get("/tcg/v1/cards", t.CardPages)
        return await self.session.run(call)

    async def check(self, body: t.CardsBody) -> t.Checked:
        """Check a set of cards. The response lists every fault, with its card, field, reason and rules."""
        call: Call[t.Checked] = post("/tcg/v1/cards/check", body, t.Checked)
        return await self.session.run(call)

    async def card(self, card: str) -> t.CardPage:
        """Get a card of a built-in set."""
        call: Call[t.CardPage] = get(f"/tcg/v1/cards/{segment(card)}", t.CardPage)
        return await self.session.run(call)

    async def decks(self) -> t.Decks:
        """List the decks of a built-in set. Each can be submitted unchanged in a match with that set."""
        call: Call[t.Decks] = get("/tcg/v1/decks", t.Decks)
        return await self.session.run(call)

    async def check_deck(self, body: t.DeckBody) -> t.DeckChecked:
        """Check a deck without a match, under the rules of a match with these cards. The response lists every fault."""
        call: Call[t.DeckChecked] = post("/tcg/v1/decks/check", body, t.DeckChecked)
        return await self.session.run(call)

    async def deck(self, deck: str) -> t.DeckList:
        """Get a deck of a built-in set."""
        call: Call[t.DeckList] = get(f"/tcg/v1/decks/{segment(deck)}", t.DeckList)
        return await self.session.run(call)
