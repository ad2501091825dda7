"""A chapter (module of rules) about the seats to which characters belong, and about characters prepared in secret.

Each game has its own commands to create characters, because character sheets differ. It also declares the judge of
`RevealCharacter`. That judge takes the prepared character that `to_reveal` returns, and emits the same event as for a
newly created character. The context of the game derives from `RosterContext`, and its state from `RosterCampaign`.
"""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.campaign.authority import GameMasterCommand, Led
from shared.kernel.campaign.dealing import contents
from shared.kernel.campaign.fights import AnswerFirst, FightLeft
from shared.kernel.campaign.keeping import without
from shared.kernel.campaign.samples import NOBODY, some
from shared.kernel.campaign.seats import NotKnownHere, check_owns, check_room, entry_of, there_are
from shared.kernel.campaign.state import RosterCampaign
from shared.kernel.chapter import fold, judge, judge_given, samples
from shared.kernel.messages import Event, Id, Line, Seat
from shared.kernel.samples import TEXT, Samples, offer

R = TypeVar("R", bound=RosterCampaign)
P = TypeVar("P", bound=Struct)

PLAYS: Final = ("player", "gm")
"""The roles of seats to which a character may belong."""

# ---------------------------------------------------------------- commands


class RevealCharacter(GameMasterCommand, frozen=True, kw_only=True):
    """Reveal a prepared character, for the named seat or, by default, for a game master's seat."""

    counts_as = "move"

    character: Id
    seat: Seat | None = None


class ForgetPrepared(GameMasterCommand, frozen=True, kw_only=True):
    """Discard a prepared character."""

    counts_as = "aside"

    character: Id


class AssignCharacter(GameMasterCommand, frozen=True, kw_only=True):
    """Assign a character to another seat."""

    counts_as = "referee"

    character: Id
    seat: Seat


class RemoveCharacter(GameMasterCommand, frozen=True, kw_only=True):
    """Remove a character with its possessions from the campaign, once nothing waits for it.

    The character also leaves the fight. Some games do not let a character leave a fight; they refuse this command, and
    the refusal names the fight.
    """

    counts_as = "referee"

    character: Id
    reason: Line


# ---------------------------------------------------------------- events


class PreparedForgotten(Event, frozen=True, kw_only=True):
    """A prepared character was discarded."""

    character: str


class CharacterAssigned(Event, frozen=True, kw_only=True):
    """A character was assigned to another seat."""

    character: str
    seat: str


class CharacterRemoved(Event, frozen=True, kw_only=True):
    """A character was removed from the campaign."""

    character: str
    reason: str


# ---------------------------------------------------------------- judgement


class RosterContext(Led[R], Generic[R, P]):
    """The context of a decision in a campaign; the game defines the type of its characters."""

    def character(self, who: str, field: str = "character") -> P:
        """Return a character that is in play. The function refuses a prepared character as if it were unknown.

        Rule:    AR-CAMP-05, AR-ROSTER-01
        Refuses: NotKnownHere
        """
        found: P = entry_of(self.state.characters, who, field)
        return found

    def own(self, who: str, field: str = "character") -> P:
        """Return a character that the actor may act for. Rule: AR-CAMP-04. Refuses: NotKnownHere, NotYours."""
        found = self.character(who, field)
        check_owns(self, self.state.owner(who) or "", field)
        return found


def check_plays(state: RosterCampaign, seat: str) -> None:
    """Check that a seat is a player's or a game master's. Rule: AR-ROSTER-02. Refuses: NotKnownHere."""
    if entry_of(state.roles, seat, "seat") not in PLAYS:
        raise NotKnownHere(needs="a seat that plays", has=seat, field="seat")


def check_one_more(state: RosterCampaign, field: str | None = None, *, more: int = 1) -> None:
    """Check that the campaign has room for more characters. Rule: AR-CAMP-06. Refuses: TooManyHere."""
    check_room({**state.characters, **state.prepared}, state.most_characters, field, more=more)


def seat_for(ctx: RosterContext[Any, Any], named: str | None) -> str:
    """Return the seat of a new character: the actor's own, or a named seat for which the actor may act.

    Rule:    AR-CAMP-04, AR-ROSTER-02
    Refuses: NotYours, NotKnownHere
    """
    seat = ctx.seat if named is None else named
    check_owns(ctx, seat, "seat")
    check_plays(ctx.state, seat)
    return seat


def to_reveal(ctx: RosterContext[Any, Any], command: RevealCharacter) -> tuple[Any, str]:
    """Return a prepared character, and the seat for which it is revealed.

    Rule:    AR-ROSTER-01, AR-FORK-14
    Refuses: NotKnownHere, ClosedOnThisFork
    """
    found = entry_of(ctx.state.prepared, command.character, "character")
    prepared = contents(found, command.character, "character")
    usual = ctx.seat if ctx.state.led_by(ctx.seat) else ctx.state.game_masters[0]
    return prepared, seat_for(ctx, command.seat or usual)


@judge_given(there_are("prepared", field="character"))
def forget_prepared(ctx: RosterContext[Any, Any], command: ForgetPrepared) -> None:
    """Discard a prepared character. Rule: AR-ROSTER-01. Refuses: NotKnownHere."""
    entry_of(ctx.state.prepared, command.character, "character")
    ctx.emit(PreparedForgotten(character=command.character))


@judge
def assign_character(ctx: RosterContext[Any, Any], command: AssignCharacter) -> None:
    """Assign a character to another seat. Rule: AR-ROSTER-02. Refuses: NotKnownHere."""
    ctx.character(command.character)
    check_plays(ctx.state, command.seat)
    ctx.emit(CharacterAssigned(character=command.character, seat=command.seat))


@judge
def remove_character(ctx: RosterContext[Any, Any], command: RemoveCharacter) -> None:
    """Remove a character from the campaign. Rule: AR-ROSTER-03. Refuses: NotKnownHere, AnswerFirst."""
    who = command.character
    ctx.character(who)
    if waits := ctx.state.waits_for(who):
        raise AnswerFirst(needs=waits, has=who, field="character")
    if ctx.state.fighting(who):
        ctx.emit(FightLeft(participant=who))
    ctx.emit(CharacterRemoved(character=who, reason=command.reason))


# ---------------------------------------------------------------- fold


@fold
def _forgotten(state: RosterCampaign, event: PreparedForgotten) -> RosterCampaign:
    return replace(state, prepared=without(state.prepared, event.character))


@fold
def _assigned(state: RosterCampaign, event: CharacterAssigned) -> RosterCampaign:
    return state.assign(event.character, event.seat)


@fold
def _removed(state: RosterCampaign, event: CharacterRemoved) -> RosterCampaign:
    return state.remove(event.character)


# ---------------------------------------------------------------- samples


def playing(state: RosterCampaign) -> tuple[str, ...]:
    """Return the seats of players and game masters, without those that only watch."""
    return tuple(sorted(seat for seat, role in state.roles.items() if role in PLAYS)) or (NOBODY,)


@samples
def _prepared(state: RosterCampaign, _: str) -> Samples[RevealCharacter | ForgetPrepared]:
    yield offer(RevealCharacter, character=some(state.revealable), seat=(None, *playing(state)))
    yield offer(ForgetPrepared, character=some(state.prepared))


@samples
def _there(state: RosterCampaign, _: str) -> Samples[AssignCharacter | RemoveCharacter]:
    there = some(state.characters)
    for seat in playing(state):
        yield offer(AssignCharacter, character=there, seat=seat)
    yield offer(RemoveCharacter, character=there, reason=("it leaves", TEXT))
