"""What may be asked in a match. Cards go by the numbers their seat sees them under.

`waive` passes in advance in the window that an action opens, until another seat activates something.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta

from services.tcg.cards import written
from services.tcg.cards.language import Cards
from services.tcg.refusals import CardsBad
from services.tcg.settings import MatchSettings
from services.tcg.words import DeckList, Thing, WindowKind
from shared.kernel.game import Opening
from shared.kernel.messages import Command, Seat
from shared.kernel.refusals import Refusal

Zone = Annotated[int, Meta(ge=0, le=4, description="a zone of the player's own, counted from 0")]
Question = Annotated[int, Meta(ge=1, le=2**53 - 1, description="the number of the open decision that is answered")]


class OpenMatch(Opening, frozen=True, kw_only=True):
    """Open a match; the seats in their order clockwise. Without `cards` the starter set is played."""

    by_reference: ClassVar[Mapping[str, type[Refusal]]] = {"cards": CardsBad}
    contract_form: ClassVar[type[Opening]] = written.OpenMatch
    settings: MatchSettings = MatchSettings()
    cards: Cards | None = None


class SubmitDeck(Command, frozen=True, kw_only=True):
    """Hand in a deck; until the match starts it may be handed in anew."""

    deck: DeckList


class CutDeck(Command, frozen=True, kw_only=True):
    """Cut the deck that was offered: so many cards from the top go beneath; 0 leaves it as it is."""

    position: Annotated[int, Meta(ge=0, le=60)]


class Mulligan(Command, frozen=True, kw_only=True):
    """Keep these cards of the opening hand, and exchange the others."""

    keep: Annotated[tuple[Thing, ...], Meta(max_length=5)]


class ChooseFirst(Command, frozen=True, kw_only=True):
    """Go first, or defer to the player on the left."""

    choice: Literal["first", "defer"]


class Act(Command, frozen=True, kw_only=True):
    """An action; `decision` guards against answering another question than one thinks."""

    waive: bool = False
    decision: Question | None = None


class PlayForm(Act, frozen=True, kw_only=True):
    """Play a form from the hand; of level 1 or more by sacrificing a form one controls."""

    card: Thing
    sacrifice: Thing | None = None
    zone: Zone | None = None


class PlayCommand(Act, frozen=True, kw_only=True):
    """Activate a command from the hand."""

    card: Thing
    zone: Zone | None = None


class SetCommand(Act, frozen=True, kw_only=True):
    """Put a command face-down in a command zone."""

    card: Thing
    zone: Zone | None = None


class SpiritualizeCard(Act, frozen=True, kw_only=True):
    """Put a spirit from the hand under the own savior or a form one controls."""

    target: Thing
    spirit: Thing


class FlipSavior(Act, frozen=True, kw_only=True):
    """Turn the savior over to its boundless side."""


class Activate(Act, frozen=True, kw_only=True):
    """Activate an effect of a card: in play, or in the hand or the drop zone where it says so; flip a face-down one."""

    card: Thing
    effect: (
        Annotated[
            str,
            Meta(
                pattern=r"^[a-z0-9][a-z0-9-]{0,47}(#[a-z0-9/-]{1,120})?$", description="an effect's id as a card has it"
            ),
        ]
        | None
    ) = None


class DeclareAttack(Act, frozen=True, kw_only=True):
    """Attack an opposing form or savior."""

    attacker: Thing
    target: Thing


class EndStep(Act, frozen=True, kw_only=True):
    """End the act step, or the combat step."""


class Pass(Command, frozen=True, kw_only=True):
    """Pass in the window in which this seat is asked."""

    decision: Question | None = None


class Answer(Command, frozen=True, kw_only=True):
    """Answer a decision: options of it, in the order that is meant where an order is asked."""

    decision: Question
    choice: Annotated[tuple[Annotated[int, Meta(ge=0, le=2**53 - 1)], ...], Meta(max_length=100)] = ()


class SetStops(Command, frozen=True, kw_only=True):
    """Say in which windows this seat wants to be asked, in private; all of them until it says so."""

    windows: Annotated[tuple[WindowKind, ...], Meta(max_length=6)]
    until: Literal["my_turn", "changed"] = "changed"


class Concede(Command, frozen=True, kw_only=True):
    """Give up."""


class OfferDraw(Command, frozen=True, kw_only=True):
    """Offer a draw to all who are still in."""


class AnswerDraw(Command, frozen=True, kw_only=True):
    """Accept the draw that was offered, or refuse it."""

    accept: bool


class CallTime(Command, frozen=True, kw_only=True):
    """Say that a seat's time is up: its decision is taken as the clock has it."""

    of: Seat


COMMANDS: Final = (
    SubmitDeck, CutDeck, Mulligan, ChooseFirst, PlayForm, PlayCommand, SetCommand, SpiritualizeCard, FlipSavior,
    Activate, DeclareAttack, EndStep, Pass, Answer, SetStops, Concede, OfferDraw, AnswerDraw, CallTime,
)  # fmt: skip
