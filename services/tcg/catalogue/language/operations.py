"""What an effect does once it is paid: operations, one after another, and continuous effects, which hold of themselves.

The operations that hold further ones are in `effects`.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta, field

from services.tcg.catalogue.language.conditions import Amount, Condition, Cost, Lasting, Part, Selector, Who
from services.tcg.words import DeckName, Number, Slug

# ---------------------------------------------------------------- continuous effects


class ContinuousEffect(Part, frozen=True, kw_only=True, tag_field="static"):
    """What holds for as long as its source is there."""


class HoldsForCards(ContinuousEffect, frozen=True, kw_only=True):
    """What holds for cards: in a card's `static` they are named here, in a `restrict` step by the step."""

    of: Selector | None = None


class ModifyPwr(HoldsForCards, frozen=True, kw_only=True, tag="modify_pwr"):
    """A PWR bonus or penalty."""

    by: Amount


class SetPwr(HoldsForCards, frozen=True, kw_only=True, tag="set_pwr"):
    """Another base PWR."""

    to: Amount


class CannotAttack(HoldsForCards, frozen=True, kw_only=True, tag="cannot_attack"):
    """It cannot attack."""

    what: Literal["any", "savior", "form"] = "any"


class AttackWithoutSpirit(HoldsForCards, frozen=True, kw_only=True, tag="attack_without_spirit"):
    """It attacks a savior without a spirit."""


class CannotBeAttacked(HoldsForCards, frozen=True, kw_only=True, tag="cannot_be_attacked"):
    """It is no legal target of an attack."""


class CannotBeTarget(HoldsForCards, frozen=True, kw_only=True, tag="cannot_be_target"):
    """It is no legal target of effects."""

    by: Literal["opponent", "any"] = "any"


class CannotBeSacrificed(HoldsForCards, frozen=True, kw_only=True, tag="cannot_be_sacrificed"):
    """It cannot be given as a sacrifice."""


class CannotBeSpiritualized(HoldsForCards, frozen=True, kw_only=True, tag="cannot_be_spiritualized"):
    """It is closed to spiritualizing."""


class CannotBeDamaged(HoldsForCards, frozen=True, kw_only=True, tag="cannot_be_damaged"):
    """Damage to it is prevented."""

    by: Literal["form", "savior", "effect", "any"] = "any"


class CannotActivate(ContinuousEffect, frozen=True, kw_only=True, tag="cannot_activate"):
    """A player cannot activate effects or commands of that sort."""

    who: Who
    what: Literal["any", "normal", "bound", "interrupt", "swift", "form", "savior", "command"] = "any"


class MoreAttacks(HoldsForCards, frozen=True, kw_only=True, tag="extra_attack"):
    """It attacks more often in a combat step."""

    n: Number = 1


class MoreSacrifices(ContinuousEffect, frozen=True, kw_only=True, tag="extra_sacrifice"):
    """A player sacrifices to play more often in a turn."""

    who: Who
    n: Number = 1


class MoreSpiritualizing(HoldsForCards, frozen=True, kw_only=True, tag="extra_spiritualize"):
    """It is spiritualized more often in a turn."""

    n: Number = 1


class NoSacrificeNeeded(HoldsForCards, frozen=True, kw_only=True, tag="no_sacrifice_needed"):
    """It is played from the hand without a sacrifice."""


class LevelAs(HoldsForCards, frozen=True, kw_only=True, tag="level_as"):
    """It counts as another level."""

    level: Annotated[int, Meta(ge=0, le=3)]


class ChangeCost(ContinuousEffect, frozen=True, kw_only=True, tag="change_cost"):
    """Effects of cards cost more, or nothing at all where `cost` is empty."""

    of: Selector
    cost: tuple[Cost, ...] = ()


AnyContinuousEffect: TypeAlias = (
    ModifyPwr | SetPwr | CannotAttack | AttackWithoutSpirit | CannotBeAttacked | CannotBeTarget | CannotBeSacrificed
    | CannotBeSpiritualized | CannotBeDamaged | CannotActivate | MoreAttacks | MoreSacrifices | MoreSpiritualizing
    | NoSacrificeNeeded | LevelAs | ChangeCost
)  # fmt: skip


# ---------------------------------------------------------------- operations


class Operation(Part, frozen=True, kw_only=True, tag_field="do"):
    """One thing an effect does."""


class ByPlayer(Operation, frozen=True, kw_only=True):
    """What a player does with a number of cards."""

    n: Amount
    who: Who = "you"


class OnCards(Operation, frozen=True, kw_only=True):
    """What is done to cards."""

    of: Selector


class ForATime(OnCards, frozen=True, kw_only=True):
    """What changes cards for a time."""

    lasts: Lasting = field(name="for", default="end_of_turn")
    as_long_as: Condition | None = None


class Draw(ByPlayer, frozen=True, kw_only=True, tag="draw"):
    """Draw from the main deck."""


class Discard(ByPlayer, frozen=True, kw_only=True, tag="discard"):
    """Discard from the hand."""

    filter: Condition | None = None
    by: Literal["you", "controller", "opponent", "random"] = "controller"


class Rescue(ByPlayer, frozen=True, kw_only=True, tag="rescue"):
    """Take spirits from the own void to the hand."""


class Invoke(ByPlayer, frozen=True, kw_only=True, tag="invoke"):
    """Take spirits from the top of the own spirit deck to the hand."""


class Devour(Operation, frozen=True, kw_only=True, tag="devour"):
    """Put spirits from the top of an opponent's spirit deck into the void."""

    n: Amount
    from_: Who = field(name="from", default="opponent")


class Spiritualize(OnCards, frozen=True, kw_only=True, tag="spiritualize"):
    """Put a spirit from the hand under a card."""

    spirit: Selector
    ignore_limit: bool = False


class AttachSpirit(OnCards, frozen=True, kw_only=True, tag="attach_spirit"):
    """Put a spirit under a card from elsewhere; this is not spiritualizing."""

    from_: Literal["void", "spirit_deck", "under"] = field(name="from")
    spirit: Selector | None = None


class Despiritualize(OnCards, frozen=True, kw_only=True, tag="despiritualize"):
    """Send spirits from underneath a card to their owners' void."""

    n: Amount
    type: Slug | None = None


class MoveSpirits(Operation, frozen=True, kw_only=True, tag="move_spirits"):
    """Move spirits from under one card to under another."""

    from_: Selector = field(name="from")
    to: Selector
    n: Amount | Literal["all"] = "all"


class Sacrifice(OnCards, frozen=True, kw_only=True, tag="sacrifice"):
    """Sacrifice forms by effect: their spirits go to the void."""

    who: Who = "you"


class Destroy(OnCards, frozen=True, kw_only=True, tag="destroy"):
    """Send a form or command in play to the drop zone."""


class SpiritToVoid(Operation, frozen=True, kw_only=True, tag="spirit_to_void"):
    """Send spirits to their owners' void; those of several players arrive together."""

    from_: Literal["hand", "spirit_deck", "under"] = field(name="from")
    n: Amount
    who: Who = "you"
    spirit: Selector | None = None


class ReturnToHand(OnCards, frozen=True, kw_only=True, tag="return_to_hand"):
    """Return cards to their owners' hands; spirits underneath go to the void."""

    from_: Literal["form", "command", "drop"] = field(name="from", default="form")


class PutInDeck(OnCards, frozen=True, kw_only=True, tag="put_in_deck"):
    """Return cards to their owners' main decks."""

    at: Literal["top", "bottom", "shuffle"]


class PlayFormBy(OnCards, frozen=True, kw_only=True, tag="play_form"):
    """Play a form by effect."""

    from_: Literal["hand", "drop"] = field(name="from")
    sacrifice: Literal["rule", "none"] = "rule"


class PlayCommandBy(OnCards, frozen=True, kw_only=True, tag="play_command"):
    """Activate a command by effect."""

    from_: Literal["hand", "drop"] = field(name="from")


class SetCommandBy(OnCards, frozen=True, kw_only=True, tag="set_command"):
    """Put a command face-down by effect."""

    from_: Literal["hand", "drop"] = field(name="from")


class Search(Operation, frozen=True, kw_only=True, tag="search"):
    """Look through a deck, take, then shuffle."""

    deck: DeckName
    n: Amount
    to: Literal["hand", "drop", "void", "play"]
    filter: Condition | None = None


class LookTop(Operation, frozen=True, kw_only=True, tag="look_top"):
    """Look at the top cards of a deck without shuffling."""

    deck: DeckName
    n: Amount
    then: Literal["keep_order", "reorder", "bottom"] = "keep_order"


class Shuffle(Operation, frozen=True, kw_only=True, tag="shuffle"):
    """Shuffle a deck."""

    deck: DeckName
    who: Who = "you"


class Reveal(OnCards, frozen=True, kw_only=True, tag="reveal"):
    """Show cards, to all or to the effect's player."""

    to: Literal["all", "you"] = "all"


class Damage(OnCards, frozen=True, kw_only=True, tag="damage"):
    """Damage a form or savior outside combat."""


class ChangePwr(ForATime, frozen=True, kw_only=True, tag="modify_pwr"):
    """Give a PWR bonus or penalty for a time."""

    by: Amount


class PutPwr(ForATime, frozen=True, kw_only=True, tag="set_pwr"):
    """Set the base PWR for a time."""

    to: Amount


class Restrict(ForATime, frozen=True, kw_only=True, tag="restrict"):
    """Let a static hold for a card for a time."""

    static: AnyContinuousEffect


class ExtraAttack(OnCards, frozen=True, kw_only=True, tag="extra_attack"):
    """Let a card attack more often in this combat step."""

    n: Amount = 1


class Negate(OnCards, frozen=True, kw_only=True, tag="negate"):
    """The answered effect does not resolve; its cost stays paid."""


class EndAttack(Operation, frozen=True, kw_only=True, tag="end_attack"):
    """The current attack ends without a victor."""


class PreventDamage(OnCards, frozen=True, kw_only=True, tag="prevent_damage"):
    """The next damage to the card does not happen."""

    times: Number = 1
    lasts: Lasting = field(name="for", default="end_of_turn")


class FlipSavior(Operation, frozen=True, kw_only=True, tag="flip_savior"):
    """Flip a bound savior; this is the flip of the game."""

    contract_name: ClassVar[str] = "FlipSaviorOperation"  # a command has the other name

    who: Who = "you"


class GainControl(OnCards, frozen=True, kw_only=True, tag="gain_control"):
    """Move a form to an open form zone of another controller."""

    who: Who = "you"
    lasts: Lasting = field(name="for", default="game")


class Choose(OnCards, frozen=True, kw_only=True, tag="choose"):
    """Pick cards while resolving."""

    store: Slug


class ChoosePlayer(Operation, frozen=True, kw_only=True, tag="choose_player"):
    """Pick a player."""

    store: Slug
    among: Literal["opponents", "all"] = "opponents"


class PutCounter(OnCards, frozen=True, kw_only=True, tag="put_counter"):
    """Put counters on a card."""

    name: Slug
    n: Amount = 1


class WinGame(Operation, frozen=True, kw_only=True, tag="win_game"):
    """The match is won the moment this is carried out."""

    who: Who = "controller"


class LoseGame(Operation, frozen=True, kw_only=True, tag="lose_game"):
    """A player loses."""

    who: Who
