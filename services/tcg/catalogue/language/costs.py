"""Costs that a player pays for effects."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import field

from services.tcg.catalogue.language.conditions import Condition, Part, Selector
from services.tcg.catalogue.language.reach import FIGHTING, FORMS, ON_BOARD, reaching
from services.tcg.words import Number, Slug


class Payment(Part, frozen=True, kw_only=True, tag_field="pay"):
    """One kind of payment in an effect's cost."""


class PayDiscard(Payment, frozen=True, kw_only=True, tag="discard"):
    """A payment by discarding main-deck cards from the hand."""

    phrase = "discard {n}{filter}"
    n: Number
    filter: Condition | None = None


class PayDespiritualize(Payment, frozen=True, kw_only=True, tag="despiritualize"):
    """A payment by sending spirits from under a card to their owners' voids."""

    phrase = "de-spiritualize {n} {type}from {of}"
    added_up = ("of",)
    reach = reaching(of=FIGHTING)
    of: Selector
    n: Number
    type: Slug | None = None


class PaySacrifice(Payment, frozen=True, kw_only=True, tag="sacrifice"):
    """A payment by sacrificing forms that you control. The spirits under them go to the void."""

    phrase = "sacrifice {of}"
    one_card = ("of",)
    reach = reaching(of=FORMS)
    of: Selector


class PaySendSelf(Payment, frozen=True, kw_only=True, tag="send_self"):
    """A payment by moving the card that has the effect out of play."""

    phrase = "send {this} to {to}"
    to: Literal["drop", "hand", "main_deck_bottom"]


class PaySpiritFromHand(Payment, frozen=True, kw_only=True, tag="spirit_from_hand"):
    """A payment by sending spirits from the hand to the void."""

    phrase = "send {n} of the spirits in your hand to {to}"
    n: Number
    to: Literal["void"] = "void"


class PaySpiritFromDeck(Payment, frozen=True, kw_only=True, tag="spirit_from_deck"):
    """A payment by sending spirits from the top of your spirit deck to the void."""

    phrase = "send {n} from the top of your spirit deck to {to}"
    n: Number
    to: Literal["void"] = "void"


class PayReturnFromDrop(Payment, frozen=True, kw_only=True, tag="return_from_drop"):
    """A payment by returning cards from your drop zone to your main deck."""

    phrase = "return {n} of the cards in your drop zone{filter} to {to}"
    n: Number
    to: Literal["main_deck_shuffle", "main_deck_bottom"]
    filter: Condition | None = None


class PayReveal(Payment, frozen=True, kw_only=True, tag="reveal"):
    """A payment by showing cards to all players."""

    phrase = "reveal {n} from {from_}{filter}"
    n: Number
    from_: Literal["hand", "main_deck_top"] = field(name="from")
    filter: Condition | None = None


class PayGiveUpAttack(Payment, frozen=True, kw_only=True, tag="give_up_attack"):
    """A payment by giving up one of a card's attacks in this turn's combat step."""

    phrase = "give up the attack of {of}"
    one_card = ("of",)
    reach = reaching(of=FIGHTING)
    of: Selector


class PayRemoveCounter(Payment, frozen=True, kw_only=True, tag="remove_counter"):
    """A payment by removing counters from a card."""

    phrase = "remove {n} {name} {counters} from {of}"
    one_card = ("of",)
    reach_since_form_2 = reaching(of=ON_BOARD)
    of: Selector
    name: Slug
    n: Number


Cost: TypeAlias = (
    PayDiscard | PayDespiritualize | PaySacrifice | PaySendSelf | PaySpiritFromHand | PaySpiritFromDeck
    | PayReturnFromDrop | PayReveal | PayGiveUpAttack | PayRemoveCounter
)  # fmt: skip
