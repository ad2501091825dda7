"""What every campaign remembers: who plays, how many ids were given, the day, and what waits for a word."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from msgspec import Struct, json
from msgspec.structs import replace

from shared.kernel.campaign.keeping import in_order, number_of, without
from shared.kernel.campaign.rounds import Rounds, Scored
from shared.kernel.messages import Command, Role, canonical


class Proposal(Struct, frozen=True, kw_only=True):
    """A command, as it was sent, that waits for the game master's word."""

    id: str
    seat: str
    command: dict[str, Any]


def as_sent(command: Command) -> dict[str, Any]:
    """Return a command as the JSON in which it was sent."""
    body: dict[str, Any] = json.decode(canonical(command))
    return body


MAX_CHARACTERS: Final = 100
"""Maximum number of characters in a campaign, prepared ones included, unless its game allows more."""


class CampaignBase(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A campaign of any game. A game adds `settings`.

    Shape: form, catalogue: the form of the stream and the set of data that it was opened with ("": the first);
           made: the number of the last id that was given
    """

    form: int = 0
    catalogue: str = ""
    title: str | None = None
    roles: dict[str, Role] = {}
    made: int = 0
    day: int = 1
    proposals: dict[str, Proposal] = {}

    @property
    def game_masters(self) -> tuple[str, ...]:
        """Return the seats of the game masters."""
        return tuple(sorted(seat for seat, role in self.roles.items() if role == "gm"))

    def opened(self, title: str | None, settings: Any) -> Self:  # noqa: ANN401 the game's own
        """Return the campaign as it is opened."""
        return replace(self, title=title, settings=settings)

    def led_by(self, seat: str) -> bool:
        """Whether a seat is a game master's."""
        return self.roles.get(seat) == "gm"

    def seated(self, seat: str, role: Role) -> Self:
        """Return the campaign with another seat."""
        return replace(self, roles={**self.roles, seat: role})

    def counted(self, *made: str) -> Self:
        """Return the campaign with these ids given."""
        return replace(self, made=max(self.made, *map(number_of, made)))


class FightingCampaign(CampaignBase, frozen=True, kw_only=True, omit_defaults=True):
    """A campaign with structured time: a fight, or any exchange that is kept in turns.

    A game narrows `fight` to its own participants, and answers the questions below.
    """

    joins_at_once: ClassVar[bool] = True
    """Whether a newcomer takes its turn in the round in which it joins, if its place is still to come."""

    fight: Rounds[Any] | None = None

    @property
    def turn(self) -> str | None:
        """Return whose turn it is: until it is over, of the one who acts; nobody's while the order is not settled."""
        fight = self.fight
        if fight is None:
            return None
        goes_on = fight.acting is not None and self.takes_turns(fight.acting)
        return fight.acting if goes_on else fight.turn(self.takes_turns)

    @property
    def waiting(self) -> tuple[str, ...]:
        """Return what has to be answered before anybody does something new."""
        return ()

    @property
    def rolls_each_round(self) -> bool:
        """Whether the order is rolled anew each round, unless a fight says otherwise when it starts."""
        return False

    @property
    def known_to_fight(self) -> tuple[str, ...]:
        """Return all who may take part in a fight now, in the order in which they were made."""
        raise NotImplementedError

    def owner(self, who: str) -> str | None:
        """Return the seat of a possible participant; None for others."""
        raise NotImplementedError

    def takes_turns(self, who: str) -> bool:
        """Whether a participant's turns come; those of participants who can no longer act are skipped."""
        raise NotImplementedError

    def participant(self, who: str) -> Scored:
        """Return a character as a participant who takes turns from now on."""
        raise NotImplementedError

    def rank(self, one: Scored) -> tuple[int, ...]:
        """Return what decides the order, the highest first: the score, and what the book lets decide among equals."""
        return (one.score or 0,)

    def fighting(self, who: str) -> bool:
        """Whether a character takes part in the fight."""
        return self.fight is not None and self.fight.find(who) is not None

    def on_day(self, day: int) -> Self:
        """Return the campaign on the morning of a day."""
        return replace(self, day=day)

    def fighter(self, who: str) -> Any:  # noqa: ANN401 the game's own
        """Return a participant, or None."""
        return None if self.fight is None else self.fight.find(who)

    def fighter_changed(self, who: str, **changes: Any) -> Self:  # noqa: ANN401 fields of the game's own
        """Return the campaign with one participant changed; unchanged for a character outside the fight."""
        fight = self.fight
        return self if fight is None or fight.find(who) is None else replace(self, fight=fight.changed(who, **changes))


class RosterCampaign(FightingCampaign, frozen=True, kw_only=True, omit_defaults=True):
    """A campaign whose characters are made in it, each of a seat. A game narrows the fields to its own.

    `prepared` are those that the game masters keep ready; a copy of the log that may not read one has None.
    """

    characters: dict[str, Any] = {}
    prepared: dict[str, Any] = {}

    @property
    def revealable(self) -> tuple[str, ...]:
        """Return what a game master may reveal: what is prepared, and in some games parts of what is not."""
        return tuple(self.prepared)

    @property
    def most_characters(self) -> int:
        """Return how many characters the campaign has room for, with those that are prepared."""
        return MAX_CHARACTERS

    @property
    def known_to_fight(self) -> tuple[str, ...]:
        """Return the characters that can take turns."""
        return in_order(who for who in self.characters if self.takes_turns(who))

    def owner(self, who: str) -> str | None:
        """Return the seat of a character."""
        return self.characters[who].seat if who in self.characters else None

    def takes_turns(self, who: str) -> bool:
        """Whether a character's turns come: as long as it is there, unless the game says otherwise."""
        return who in self.characters

    def waits_for(self, who: str) -> tuple[str, ...]:  # noqa: ARG002 a game may look at who it is
        """Return what has to be answered before a character leaves the campaign."""
        return self.waiting

    def changed(self, who: str, **changes: Any) -> Self:  # noqa: ANN401 fields of the game's own
        """Return the campaign with a character changed."""
        return replace(self, characters={**self.characters, who: replace(self.characters[who], **changes)})

    def assigned(self, who: str, seat: str) -> Self:
        """Return the campaign with a character in the hands of another seat."""
        return self.changed(who, seat=seat)

    def removed(self, who: str) -> Self:
        """Return the campaign without a character, and without what is kept of it elsewhere."""
        return replace(self, characters=without(self.characters, who))
