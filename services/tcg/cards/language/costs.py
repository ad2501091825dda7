"""Costs: what an effect is paid with."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import field

from services.tcg.words import Number, Slug

from .conditions import Condition, Part, Selector


class Payment(Part, frozen=True, kw_only=True, tag_field="pay"):
    """A part of what an effect costs."""


class PayDiscard(Payment, frozen=True, kw_only=True, tag="discard"):
    """Discard main-deck cards from the hand."""

    n: Number
    filter: Condition | None = None


class PayDespiritualize(Payment, frozen=True, kw_only=True, tag="despiritualize"):
    """Send spirits from underneath a card to their owners' void."""

    of: Selector
    n: Number
    type: Slug | None = None


class PaySacrifice(Payment, frozen=True, kw_only=True, tag="sacrifice"):
    """Sacrifice forms you control: by effect, so their spirits go to the void."""

    of: Selector


class PaySendSelf(Payment, frozen=True, kw_only=True, tag="send_self"):
    """Move the source itself out of play."""

    to: Literal["drop", "hand", "main_deck_bottom"]


class PaySpiritFromHand(Payment, frozen=True, kw_only=True, tag="spirit_from_hand"):
    """Send spirits from the hand to the void."""

    n: Number
    to: Literal["void"] = "void"


class PaySpiritFromDeck(Payment, frozen=True, kw_only=True, tag="spirit_from_deck"):
    """Send the top of the own spirit deck to the void."""

    n: Number
    to: Literal["void"] = "void"


class PayReturnFromDrop(Payment, frozen=True, kw_only=True, tag="return_from_drop"):
    """Put cards of the drop zone into the deck."""

    n: Number
    to: Literal["main_deck_shuffle", "main_deck_bottom"]
    filter: Condition | None = None


class PayReveal(Payment, frozen=True, kw_only=True, tag="reveal"):
    """Show cards to all players."""

    n: Number
    from_: Literal["hand", "main_deck_top"] = field(name="from")
    filter: Condition | None = None


class PayGiveUpAttack(Payment, frozen=True, kw_only=True, tag="give_up_attack"):
    """Use up this combat step's attack of a card."""

    of: Selector


class PayRemoveCounter(Payment, frozen=True, kw_only=True, tag="remove_counter"):
    """Remove counters from a card."""

    of: Selector
    name: Slug
    n: Number


Cost: TypeAlias = (
    PayDiscard | PayDespiritualize | PaySacrifice | PaySendSelf | PaySpiritFromHand | PaySpiritFromDeck
    | PayReturnFromDrop | PayReveal | PayGiveUpAttack | PayRemoveCounter
)  # fmt: skip
