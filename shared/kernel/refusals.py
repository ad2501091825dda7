"""The base class of refusals, and the kernel's own refusals.

A refusal names the rule that forbids the command and the failing fact: what the rule needs and what it found instead.
It never depends on facts that the sending seat may not know. Raising one changes nothing and leaves no trace in the
log.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Literal, TypeAlias, TypeVar

T = TypeVar("T")

Fact: TypeAlias = int | str | bool | tuple[str, ...] | None
Bars: TypeAlias = Literal["command", "value"]


class Refusal(Exception):
    """The base class of refusals: a rule forbids the command.

    The docstring of each subclass is the text that callers read.

    `bars` states which other bodies are refused for the same reason, so that a list of legal commands does not try
    them. If the refusal names no field, "command" means every body of the command. If it names a field, both values of
    `bars` mean every body with the same value in that field. A class should set `bars` only if changing another field
    cannot help, for example in the wrong phase or turn, or if the creature cannot act.
    """

    rule: ClassVar[str]
    status: ClassVar[int] = 409
    bars: ClassVar[Bars | None] = None

    def __init_subclass__(
        cls, *, rule: str | None = None, status: int | None = None, bars: Bars | None = None
    ) -> None:  # fmt: skip
        """Set the rule, the HTTP status and the barred bodies of this class.

        Without an argument, the class keeps the value of its base class.
        """
        super().__init_subclass__()
        if rule is not None:
            cls.rule = rule
        if status is not None:
            cls.status = status
        if bars is not None:
            cls.bars = bars

    def __init__(self, *, needs: Fact = None, has: Fact = None, field: str | None = None) -> None:
        """Store the facts: what the rule needs, what it found instead, and the field of the command that fails."""
        self.needs = needs
        self.has = has
        self.field = field

    def __str__(self) -> str:
        return type(self).__name__

    @classmethod
    def explanation(cls) -> str:
        """Return the sentence that explains this kind of refusal, without the facts of a single case."""
        return (cls.__doc__ or cls.__name__).split("\n", maxsplit=1)[0]

    @property
    def says(self) -> str:
        """Return the sentence that explains the refusal."""
        return self.explanation()


def refusal_by(check: Callable[[T], object], what: T) -> Refusal | None:
    """Return the refusal that a check raises for a value, or None if it raises none."""
    try:
        check(what)
    except Refusal as refusal:
        return refusal.with_traceback(None)
    return None


class StreamIsOver(Refusal, rule="AR-STREAM-03"):
    """The stream is closed and takes no more commands: open a new stream."""


class NotOpenedYet(Refusal, rule="AR-STREAM-01"):
    """This stream is not open yet, or is open already: send the opening command first, and only once."""


class SeatUnknown(Refusal, rule="AR-SEAT-01"):
    """This stream has no seat with that name: name one of its seats."""


class SeatNotNamed(Refusal, rule="AR-SEAT-01"):
    """This stream has no game master for the app to act as: name one of its seats in the header Arbiter-Seat."""


class SeatTaken(Refusal, rule="AR-SEAT-02"):
    """This stream already has a seat with that name: choose another name."""


class NameTaken(Refusal, rule="AR-PAGE-57"):
    """This name is too similar to the name or id of another seat: choose a different one."""


class UnreadableName(Refusal, rule="AR-PAGE-57"):
    """This name contains a character that people cannot see: leave that character out."""


class TooManySeats(Refusal, rule="AR-SEAT-03"):
    """The stream would have too many seats: give it at most the number in `needs`."""


class NotForThisSeat(Refusal, rule="AR-SEAT-04", status=403, bars="command"):
    """This seat's role may not send this command: send it from a seat that has the role named in `needs`."""


class NoSuchPlayer(Refusal, rule="AR-HOUSE-01"):
    """This game has no computer player with that name: name a player that is listed in `needs`."""


class NoStrength(Refusal, rule="AR-HOUSE-08"):
    """This computer player has no strength setting: leave `strength` out, or name a player that has one."""


class NothingToPlay(Refusal, rule="AR-HOUSE-01"):
    """No computer player can play this seat: name a seat whose role is `player`."""


class PlayedByTheHouse(Refusal, rule="AR-HOUSE-02", bars="command"):
    """A computer player plays this seat: take the seat back before you act for it."""


class NotPlayedByTheHouse(Refusal, rule="AR-HOUSE-03"):
    """No computer player plays this seat: name a seat that a computer player plays."""


class NotDue(Refusal, rule="AR-CLOCK-01"):
    """Only a timer sends this command, and it is not due now: let the server send it when it is due."""


class EpochHasDrawn(Refusal, rule="AR-SEED-03"):
    """A draw has already been made in this seed epoch: add your salt in the next epoch, before its first draw."""


class SaltGivenAlready(Refusal, rule="AR-SEED-04"):
    """This seat has already added a salt to this seed epoch: wait for the next epoch to add another."""


class StillConcealed(Refusal, rule="AR-SEED-05"):
    """A draw of this seed epoch is still hidden: wait until all of them have been shown before you reveal the seed."""


class OnlyTheGameMasterEntersFaces(Refusal, rule="AR-FACES-01", status=403):
    """Only the game master or the app may enter faces rolled at a real table: leave `faces` out."""


class FacesMissing(Refusal, rule="AR-FACES-02"):
    """Too few faces for the rolls of this command: enter a face for each rolled die."""


class FacesLeft(Refusal, rule="AR-FACES-03"):
    """Too many faces for this command: enter one for each die that is rolled anew, none for dice kept by an undo."""


class FaceImpossible(Refusal, rule="AR-FACES-04"):
    """This die does not have that face: enter only faces that `needs` allows."""


class UndoNotAllowed(Refusal, rule="AR-UNDO-02", bars="command"):
    """This stream does not allow undo: open a stream whose setting `undo` has a value listed in `needs`."""


class NoSuchUndoSetting(Refusal, rule="AR-UNDO-02"):
    """In this game the setting `undo` cannot have this value: use one of the values listed in `needs`."""


class NoSuchMoment(Refusal, rule="AR-UNDO-03"):
    """No undo can lead to this version: name one of the versions listed in `needs`."""


class TooManyDrawsKept(Refusal, rule="AR-UNDO-12"):
    """Too many decisions with random results have been undone on this stream: undo only decisions without them."""


class BeyondEpoch(Refusal, rule="AR-UNDO-06"):
    """A seed epoch has ended since this version, and no undo can go back past that: choose a later version."""


class BeyondClock(Refusal, rule="AR-UNDO-06"):
    """A timer has run out since this decision, so you cannot undo it: ask the game master or the app to undo it."""


class ProposerHasLost(Refusal, rule="AR-UNDO-21"):
    """This player has lost, and cannot propose to undo what was played later: choose a version before the loss."""


class ProposalStands(Refusal, rule="AR-UNDO-08"):
    """Another undo has already been proposed: answer or withdraw it first."""


class NoSuchProposal(Refusal, rule="AR-UNDO-08"):
    """No undo with this number is proposed now: name the undo that is proposed now, or propose one again."""


class NotAsked(Refusal, rule="AR-UNDO-08"):
    """This undo does not need this seat's agreement: leave the answer to the seats listed in `needs`."""


class AgreedAlready(Refusal, rule="AR-UNDO-08"):
    """This seat has already agreed to this undo: wait for the answers of the seats listed in `needs`."""


class ProposedByAnother(Refusal, rule="AR-UNDO-08"):
    """This undo was proposed by another seat: ask the seat named in `needs` to withdraw it."""


class RemembersTooMuch(Refusal, rule="AR-UNDO-09"):
    """Computer players cannot play here, as they would remember what an undo takes back: open a stream without undo."""


class ChatIsOff(Refusal, rule="AR-CHAT-01", bars="command"):
    """Nobody may chat on this stream: open a stream whose setting `chat` has a value listed in `needs`."""


class OnlyPhrases(Refusal, rule="AR-CHAT-02", bars="value"):
    """This stream's chat allows no free text: leave out `text`, and send a `phrase` listed in `needs`."""


class OneOfTwo(Refusal, rule="AR-CHAT-03"):
    """The message has both a `text` and a `phrase`, or neither: send exactly one of the two."""


class UnreadableText(Refusal, rule="AR-CHAT-03"):
    """This text is blank, or has a character that is invisible or changes the text's direction: write plain text."""


class TooMuchChat(Refusal, rule="AR-CHAT-04", bars="command"):
    """This seat has sent the maximum number of chat messages on this stream: talk to each other elsewhere."""


class NotForkedBySeats(Refusal, rule="AR-FORK-03"):
    """No seat may fork this stream while it runs: ask the app to fork it, or wait until it is over."""


class ForkForAnother(Refusal, rule="AR-FORK-03", status=403):
    """You may not fork this stream from what another seat knows: set `seat` to your own seat, named in `needs`."""


class CannotDealAgain(Refusal, rule="AR-FORK-04"):
    """This game cannot replace what is hidden from a seat: leave out `seat`, or ask the app to fork the stream."""


class NotDealtNow(Refusal, rule="AR-FORK-04"):
    """Hidden facts cannot be dealt again at this version: fork the stream at another version."""


class NotForked(Refusal, rule="AR-FORK-05"):
    """A simulated stream cannot be forked, because a caller chose its seed: fork a stream that was really played."""


class NothingToPlayOn(Refusal, rule="AR-FORK-05"):
    """The game was over at this version: fork the stream at an earlier version."""


class GoalUnknown(Refusal, rule="AR-PUZZLE-01"):
    """This game has no puzzles with this goal: name one of its goals, or fork the stream without a goal."""


class GoalDecided(Refusal, rule="AR-PUZZLE-01"):
    """The seat has already reached the goal, or cannot reach it from here: choose a goal that is still open."""


class GoalImpossible(Refusal, rule="AR-PUZZLE-04"):
    """Nobody can reach the goal under the settings of this stream: fork the stream without a goal."""


class TooMuchToFork(Refusal, rule="AR-FORK-05"):
    """The state at this version is too large for a fork: fork the stream at another version."""


class CannotKnowTheStart(Refusal, rule="AR-FORK-08"):
    """Computer players cannot play on this fork, because they must know a stream from its start: open a new stream."""


class NoTableForDice(Refusal, rule="AR-LUCK-01"):
    """The dice cannot come from this stream: name a dice table of this app that stays open and allows no undo."""


class LentToEnough(Refusal, rule="AR-LUCK-01"):
    """This table already lends its dice to the maximum number of streams: use another one, or enter faces by hand."""


class TableIsGone(Refusal, rule="AR-LUCK-05"):
    """The table that rolls these dice is closed: ask the game master or app to enter faces, or to fork the stream."""


def faces_of(sides: int, face: int) -> str:
    """Return the valid faces of a die in words, for a person who entered an invalid face."""
    return f"1 to {sides}; a die that shows 0 for its highest face shows {sides}" if face == 0 else f"1 to {sides}"


class TooMuchForOneCommit(Refusal, rule="AR-COMMIT-01"):
    """This command is too large for one commit: shorten its texts and lists."""


class TooCostly(Refusal, rule="AR-ODDS-01"):
    """These exact odds take more steps than one request allows: ask for the odds of a simpler roll."""


class DiceWereLent(Refusal, rule="AR-ODDS-04"):
    """Another stream used these dice: ask that stream for the odds of the command that the dice decided."""


class NothingRolled(Refusal, rule="AR-ODDS-04"):
    """This command rolls no dice, so it has no odds: ask about a command that rolls dice."""


class TooManyWays(Refusal, rule="AR-ODDS-05"):
    """The dice of this command have too many possible results for one request: ask about a simpler roll."""


class RollHidden(Refusal, rule="AR-ODDS-06"):
    """This stream hides facts from you that could affect these odds: ask about a new command, or ask again later."""
