"""Deeds: the single things an effect does, one by one."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from services.tcg.words import DeckName, Number, Slug

from .conditions import Amount, Condition, Lasting, Part, Selector, Who
from .standing import Static


class Deed(Part, frozen=True, kw_only=True, tag_field="do"):
    """One thing an effect does."""


class Draw(Deed, frozen=True, kw_only=True, tag="draw"):
    """Draw from the main deck."""

    n: Amount
    who: Who = "you"


class Discard(Deed, frozen=True, kw_only=True, tag="discard"):
    """Discard from the hand."""

    n: Amount
    who: Who = "you"
    filter: Condition | None = None
    by: Literal["you", "controller", "opponent", "random"] = "controller"


class Rescue(Deed, frozen=True, kw_only=True, tag="rescue"):
    """Take spirits from the own void to the hand."""

    n: Amount
    who: Who = "you"


class Invoke(Deed, frozen=True, kw_only=True, tag="invoke"):
    """Take spirits from the top of the own spirit deck to the hand."""

    n: Amount
    who: Who = "you"


class Devour(Deed, frozen=True, kw_only=True, tag="devour"):
    """Put spirits from the top of an opponent's spirit deck into the void."""

    n: Amount
    from_: Who = field(name="from", default="opponent")


class Spiritualize(Deed, frozen=True, kw_only=True, tag="spiritualize"):
    """Put a spirit from the hand under a card."""

    of: Selector
    spirit: Selector
    ignore_limit: bool = False


class AttachSpirit(Deed, frozen=True, kw_only=True, tag="attach_spirit"):
    """Put a spirit under a card from elsewhere; this is not spiritualizing."""

    of: Selector
    from_: Literal["void", "spirit_deck", "under"] = field(name="from")
    spirit: Selector | None = None


class Despiritualize(Deed, frozen=True, kw_only=True, tag="despiritualize"):
    """Send spirits from underneath a card to their owners' void."""

    of: Selector
    n: Amount
    type: Slug | None = None


class MoveSpirits(Deed, frozen=True, kw_only=True, tag="move_spirits"):
    """Move spirits from under one card to under another."""

    from_: Selector = field(name="from")
    to: Selector
    n: Amount | Literal["all"] = "all"


class Sacrifice(Deed, frozen=True, kw_only=True, tag="sacrifice"):
    """Sacrifice forms by effect: their spirits go to the void."""

    of: Selector
    who: Who = "you"


class Destroy(Deed, frozen=True, kw_only=True, tag="destroy"):
    """Send a form or command in play to the drop zone."""

    of: Selector


class SpiritToVoid(Deed, frozen=True, kw_only=True, tag="spirit_to_void"):
    """Send spirits to their owners' void; those of several players arrive together."""

    from_: Literal["hand", "spirit_deck", "under"] = field(name="from")
    n: Amount
    who: Who = "you"
    spirit: Selector | None = None


class ReturnToHand(Deed, frozen=True, kw_only=True, tag="return_to_hand"):
    """Return cards to their owners' hands; spirits underneath go to the void."""

    of: Selector
    from_: Literal["form", "command", "drop"] = field(name="from", default="form")


class PutInDeck(Deed, frozen=True, kw_only=True, tag="put_in_deck"):
    """Return cards to their owners' main decks."""

    of: Selector
    at: Literal["top", "bottom", "shuffle"]


class PlayFormBy(Deed, frozen=True, kw_only=True, tag="play_form"):
    """Play a form by effect."""

    of: Selector
    from_: Literal["hand", "drop"] = field(name="from")
    sacrifice: Literal["rule", "none"] = "rule"


class PlayCommandBy(Deed, frozen=True, kw_only=True, tag="play_command"):
    """Activate a command by effect."""

    of: Selector
    from_: Literal["hand", "drop"] = field(name="from")


class SetCommandBy(Deed, frozen=True, kw_only=True, tag="set_command"):
    """Put a command face-down by effect."""

    of: Selector
    from_: Literal["hand", "drop"] = field(name="from")


class Search(Deed, frozen=True, kw_only=True, tag="search"):
    """Look through a deck, take, then shuffle."""

    deck: DeckName
    n: Amount
    to: Literal["hand", "drop", "void", "play"]
    filter: Condition | None = None


class LookTop(Deed, frozen=True, kw_only=True, tag="look_top"):
    """Look at the top cards of a deck without shuffling."""

    deck: DeckName
    n: Amount
    then: Literal["keep_order", "reorder", "bottom"] = "keep_order"


class Shuffle(Deed, frozen=True, kw_only=True, tag="shuffle"):
    """Shuffle a deck."""

    deck: DeckName
    who: Who = "you"


class Reveal(Deed, frozen=True, kw_only=True, tag="reveal"):
    """Show cards, to all or to the effect's player."""

    of: Selector
    to: Literal["all", "you"] = "all"


class Damage(Deed, frozen=True, kw_only=True, tag="damage"):
    """Damage a form or savior outside combat."""

    of: Selector


class ChangePwr(Deed, frozen=True, kw_only=True, tag="modify_pwr"):
    """Give a PWR bonus or penalty for a time."""

    of: Selector
    by: Amount
    lasts: Lasting = field(name="for", default="end_of_turn")
    as_long_as: Condition | None = None


class PutPwr(Deed, frozen=True, kw_only=True, tag="set_pwr"):
    """Set the base PWR for a time."""

    of: Selector
    to: Amount
    lasts: Lasting = field(name="for", default="end_of_turn")
    as_long_as: Condition | None = None


class Restrict(Deed, frozen=True, kw_only=True, tag="restrict"):
    """Let a static hold for a card for a time."""

    of: Selector
    static: Static
    lasts: Lasting = field(name="for", default="end_of_turn")
    as_long_as: Condition | None = None


class ExtraAttack(Deed, frozen=True, kw_only=True, tag="extra_attack"):
    """Let a card attack more often in this combat step."""

    of: Selector
    n: Amount = 1


class Negate(Deed, frozen=True, kw_only=True, tag="negate"):
    """The answered effect does not resolve; its cost stays paid."""

    of: Selector


class EndAttack(Deed, frozen=True, kw_only=True, tag="end_attack"):
    """The current attack ends without a victor."""


class PreventDamage(Deed, frozen=True, kw_only=True, tag="prevent_damage"):
    """The next damage to the card does not happen."""

    of: Selector
    times: Number = 1
    lasts: Lasting = field(name="for", default="end_of_turn")


class FlipSavior(Deed, frozen=True, kw_only=True, tag="flip_savior"):
    """Flip a bound savior; this is the flip of the game."""

    who: Who = "you"


class GainControl(Deed, frozen=True, kw_only=True, tag="gain_control"):
    """Move a form to an open form zone of another controller."""

    of: Selector
    who: Who = "you"
    lasts: Lasting = field(name="for", default="game")


class Choose(Deed, frozen=True, kw_only=True, tag="choose"):
    """Pick cards while resolving."""

    of: Selector
    store: Slug


class ChoosePlayer(Deed, frozen=True, kw_only=True, tag="choose_player"):
    """Pick a player."""

    store: Slug
    among: Literal["opponents", "all"] = "opponents"


class PutCounter(Deed, frozen=True, kw_only=True, tag="put_counter"):
    """Put counters on a card."""

    of: Selector
    name: Slug
    n: Amount = 1


class WinGame(Deed, frozen=True, kw_only=True, tag="win_game"):
    """The match is won the moment this is carried out."""

    who: Who = "controller"


class LoseGame(Deed, frozen=True, kw_only=True, tag="lose_game"):
    """A player loses."""

    who: Who
