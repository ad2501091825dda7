"""The state that all campaigns share: seats, the last id, the day, proposals, the fight and the characters."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from msgspec import Struct, json
from msgspec.structs import replace

from shared.kernel.campaign.keeping import in_order, number_of, without
from shared.kernel.campaign.rounds import Rounds, Scored
from shared.kernel.lasting import Lasting, once
from shared.kernel.messages import Command, Role, canonical


class Proposal(Struct, frozen=True, kw_only=True):
    """A command that a player has proposed and the game master has not answered yet, stored as the player sent it."""

    id: str
    seat: str
    command: dict[str, Any]


def as_sent(command: Command) -> dict[str, Any]:
    """Return a command as the JSON object that the player sent."""
    body: dict[str, Any] = json.decode(canonical(command))
    return body


MAX_CHARACTERS: Final = 100
"""The maximum number of characters in a campaign, including prepared ones, unless its game allows more."""


class CampaignBase(Lasting, Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The part of a campaign's state that all games share. Values derived from a state are cached with that state.

    `made` is the number at the end of the newest id. `form` is the version of the decision rules with which the
    campaign was opened, and `catalogue` the release of the game's data (empty for the first release).
    """

    form: int = 0
    catalogue: str = ""
    title: str | None = None
    roles: dict[str, Role] = {}
    made: int = 0
    day: int = 1
    proposals: dict[str, Proposal] = {}

    @property
    def amended(self) -> bool:
        """Whether the campaign was opened under version 2 of the decision rules or later."""
        return self.form > 1

    @once
    def game_masters(self) -> tuple[str, ...]:
        """The seats of the game masters."""
        return tuple(sorted(seat for seat, role in self.roles.items() if role == "gm"))

    def begin(self, title: str | None, settings: Any) -> Self:  # noqa: ANN401 the game's own
        """Return the campaign after its opening, with its title and settings."""
        return replace(self, title=title, settings=settings)

    def led_by(self, seat: str) -> bool:
        """Whether a seat belongs to a game master."""
        return self.roles.get(seat) == "gm"

    def add_seat(self, seat: str, role: Role) -> Self:
        """Return the campaign with one more seat."""
        return replace(self, roles={**self.roles, seat: role})

    def raise_counter(self, *made: str) -> Self:
        """Return the campaign with its id counter raised to the newest of these ids."""
        return replace(self, made=max(self.made, *map(number_of, made)))


class FightingCampaign(CampaignBase, frozen=True, kw_only=True, omit_defaults=True):
    """The state of a campaign with fights, or with other exchanges in rounds and turns.

    A game narrows `fight` to its own type of participant, and implements the methods below.
    """

    joins_at_once: ClassVar[bool] = True
    """Whether a newcomer may act in the round in which it joins, if its place in the order has not passed yet."""

    fight: Rounds[Any] | None = None

    @once
    def turn(self) -> str | None:
        """The character whose turn it is, until that turn is over; None while the order is not settled."""
        fight = self.fight
        if fight is None:
            return None
        goes_on = fight.acting is not None and self.takes_turns(fight.acting)
        return fight.acting if goes_on else fight.turn(self.takes_turns)

    @once
    def waiting(self) -> tuple[str, ...]:
        """The ids of open questions that must be answered before any new action."""
        return ()

    @property
    def rolls_each_round(self) -> bool:
        """Whether the order is rolled anew each round, unless the command that starts a fight decides otherwise."""
        return False

    @property
    def known_to_fight(self) -> tuple[str, ...]:
        """The characters that may join a fight now, in the order of creation."""
        raise NotImplementedError

    def owner(self, who: str) -> str | None:
        """Return the seat of a character that may fight; None for any other id."""
        raise NotImplementedError

    def takes_turns(self, who: str) -> bool:
        """Whether a participant still takes turns. The turns of others are skipped."""
        raise NotImplementedError

    def participant(self, who: str) -> Scored:
        """Return a new participant of the fight for this character. It takes turns from now on."""
        raise NotImplementedError

    def rank(self, one: Scored) -> tuple[int, ...]:
        """Return a participant's sort key for the order of turns, highest first: the score, then tie-breakers."""
        return (one.score or 0,)

    def fighting(self, who: str) -> bool:
        """Whether a character is in the fight."""
        return self.fight is not None and self.fight.find(who) is not None

    def joins_later(self, who: str) -> bool:
        """Whether a character has joined the fight for a later round, and so is not yet within reach of the others.

        In campaigns opened before version 2 of the decision rules, a newcomer is within reach at once.

        Rule:    AR-FIGHT-07
        """
        one = None if self.fight is None else self.fight.find(who)
        return self.fight is not None and one is not None and one.since > self.fight.round and self.amended

    def on_day(self, day: int) -> Self:
        """Return the campaign at the start of a new day."""
        return replace(self, day=day)

    def fighter(self, who: str) -> Any:  # noqa: ANN401 the game's own
        """Return the participant of the fight with this id, or None."""
        return None if self.fight is None else self.fight.find(who)

    def fighter_changed(self, who: str, **changes: Any) -> Self:  # noqa: ANN401 fields of the game's own
        """Return the campaign with fields of a participant changed; if it is not in the fight, nothing changes."""
        fight = self.fight
        return self if fight is None or fight.find(who) is None else replace(self, fight=fight.change(who, **changes))


class RosterCampaign(FightingCampaign, frozen=True, kw_only=True, omit_defaults=True):
    """The state of a campaign with characters that belong to seats. A game narrows the fields to its own types.

    `prepared` holds characters that game masters have prepared in secret. For a reader who may not see a character, its
    value is None.
    """

    characters: dict[str, Any] = {}
    prepared: dict[str, Any] = {}

    @property
    def revealable(self) -> tuple[str, ...]:
        """The ids that a game master may reveal: prepared characters, and in some games parts of characters."""
        return tuple(self.prepared)

    @property
    def most_characters(self) -> int:
        """The maximum number of characters in the campaign, including prepared ones."""
        return MAX_CHARACTERS

    @property
    def known_to_fight(self) -> tuple[str, ...]:
        """The characters that can take turns."""
        return in_order(who for who in self.characters if self.takes_turns(who))

    def owner(self, who: str) -> str | None:
        """Return the seat of a character, or None for any other id."""
        return self.characters[who].seat if who in self.characters else None

    def takes_turns(self, who: str) -> bool:
        """Whether a character takes turns. By default, every character that exists does."""
        return who in self.characters

    def waits_for(self, who: str) -> tuple[str, ...]:  # noqa: ARG002 a game may use the character
        """Return the open questions that must be answered before a character can leave the campaign."""
        return self.waiting

    def change(self, who: str, **changes: Any) -> Self:  # noqa: ANN401 fields of the game's own
        """Return the campaign with some fields of a character changed."""
        return replace(self, characters={**self.characters, who: replace(self.characters[who], **changes)})

    def assign(self, who: str, seat: str) -> Self:
        """Return the campaign with a character assigned to another seat."""
        return self.change(who, seat=seat).settle_side(who)

    def settle_side(self, who: str) -> Self:
        """Return the campaign with a participant on the side of its seat, even if it has left the fight.

        In campaigns opened before version 2 of the decision rules, it keeps its side.
        """
        if self.fight is None or not self.amended:
            return self
        return replace(self, fight=self.fight.change(who, side=self.participant(who).side))

    def remove(self, who: str) -> Self:
        """Return the campaign without a character and without the data about it elsewhere in the state."""
        return replace(self, characters=without(self.characters, who))
