"""The language cards are written in: what a card is, and the conditions, costs and steps of its effects.

Every form here is closed: a field nobody knows is refused when a card is loaded. `loading` checks what types cannot.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from services.tcg.words import CommandType, DeckName, Indicator, Kind, Number, Phase, Side, Slug, Step

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]+$")]
Words: TypeAlias = Annotated[str, Meta(max_length=300, pattern=r"^[^\x00-\x1f\x7f]*$")]
Compare: TypeAlias = Literal["==", "!=", "<", "<=", ">", ">="]
Ref: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^(this|host|each|attacker|defender|event\.(card|target|spirit|by|link)|chosen\.[0-9])$",
        description="a card spoken of before: itself, the card above a spirit, one of the event, or one chosen",
    ),
]
Whose: TypeAlias = Literal["you", "opponent", "each_opponent", "any", "owner", "controller"]
Zone: TypeAlias = Literal["form", "savior", "command", "under", "hand", "drop", "main_deck", "spirit_deck", "void"]
Lasting: TypeAlias = Literal[
    "end_of_turn", "end_of_combat_step", "this_attack", "your_next_turn", "while_in_play", "while", "game"
]
"""How long a change lasts. Source: TC-RUL-078; `while` needs `as_long_as`."""


class Part(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A part of a card."""


class Var(Part, frozen=True, kw_only=True):
    """What an earlier step stored under a name."""

    var: Slug


Who: TypeAlias = Whose | Var
"""A player: by relation to the effect's player, or stored by `choose_player`."""


class Span(Part, frozen=True, kw_only=True):
    """A number of cards with bounds."""

    min: Number
    max: Number


class Reckoned(Part, frozen=True, kw_only=True):
    """A number that is reckoned when it is needed: exactly one of the fields is set."""

    count: Selector | None = None
    pwr: Selector | None = None
    level: Selector | None = None
    die: Annotated[int, Meta(ge=2, le=100)] | None = None
    var: Slug | None = None
    plus: tuple[Amount, Amount] | None = None
    times: tuple[Amount, Amount] | None = None


Amount: TypeAlias = Annotated[int, Meta(ge=-99, le=99)] | Reckoned


class Selector(Part, frozen=True, kw_only=True):
    """Names cards: one spoken of before (`ref`, `var`), or those of a player's zone that pass the filter.

    `n` of them are meant, picked by `by`; all that fit, when nothing is said.
    """

    ref: Ref | None = None
    var: Slug | None = None
    who: Who | None = None
    zone: Zone | tuple[Zone, ...] | None = None
    filter: Condition | None = None
    n: Number | Literal["all"] | Span | None = None
    by: Literal["you", "controller", "opponent", "random"] | None = None


# ---------------------------------------------------------------- conditions


class Test(Part, frozen=True, kw_only=True, tag_field="op"):
    """A condition on the state of the match."""


class All(Test, frozen=True, kw_only=True, tag="all"):
    """Every listed condition holds."""

    of: tuple[Condition, ...]


class Any(Test, frozen=True, kw_only=True, tag="any"):
    """At least one listed condition holds."""

    of: tuple[Condition, ...]


class Not(Test, frozen=True, kw_only=True, tag="not"):
    """The listed condition does not hold."""

    of: Condition


class Comparison(Test, frozen=True, kw_only=True, tag="compare"):
    """Two amounts compare so."""

    a: Amount
    cmp: Compare
    b: Amount


class Count(Test, frozen=True, kw_only=True, tag="count"):
    """So many cards are found."""

    of: Selector
    cmp: Compare
    n: Amount


class Exists(Test, frozen=True, kw_only=True, tag="exists"):
    """At least one card is found."""

    of: Selector


class SpiritsUnder(Test, frozen=True, kw_only=True, tag="spirits_under"):
    """So many spirits lie underneath a card."""

    of: Selector
    cmp: Compare
    n: Amount
    type: Slug | None = None


class IsSpiritualized(Test, frozen=True, kw_only=True, tag="is_spiritualized"):
    """At least one spirit lies underneath."""

    of: Selector


class SpiritualizedThisTurn(Test, frozen=True, kw_only=True, tag="spiritualized_this_turn"):
    """The card was spiritualized since its controller's turn began."""

    of: Selector


class HostIs(Test, frozen=True, kw_only=True, tag="host_is"):
    """The card this spirit lies under is of that kind."""

    kind: Literal["form", "savior"]


class IsAttacking(Test, frozen=True, kw_only=True, tag="is_attacking"):
    """The card is the attacker of the current attack."""

    of: Selector


class IsAttacked(Test, frozen=True, kw_only=True, tag="is_attacked"):
    """The card is the target of the current attack."""

    of: Selector


class AttackedThisStep(Test, frozen=True, kw_only=True, tag="attacked_this_step"):
    """The card has attacked in this combat step."""

    of: Selector


class ZoneOpen(Test, frozen=True, kw_only=True, tag="zone_open"):
    """The player has an unoccupied zone of that kind."""

    zone: Literal["form", "command"]
    who: Who


class VoidCount(Test, frozen=True, kw_only=True, tag="void_count"):
    """So many spirits are in a void."""

    who: Who
    cmp: Compare
    n: Amount


class SpiritDeckCount(Test, frozen=True, kw_only=True, tag="spirit_deck_count"):
    """So many cards are left in a spirit deck."""

    who: Who
    cmp: Compare
    n: Amount


class MainDeckCount(Test, frozen=True, kw_only=True, tag="main_deck_count"):
    """So many cards are left in a main deck."""

    who: Who
    cmp: Compare
    n: Amount


class HandCount(Test, frozen=True, kw_only=True, tag="hand_count"):
    """So many cards are in a hand, by their backs."""

    who: Who
    cmp: Compare
    n: Amount
    back: Literal["main", "spirit", "any"] = "any"


class SaviorSide(Test, frozen=True, kw_only=True, tag="savior_side"):
    """That side of a savior is up."""

    who: Who
    side: Side


class StepIs(Test, frozen=True, kw_only=True, tag="step_is"):
    """It is that step; in an unmarked effect this also sets the timing (TC-RUL-069)."""

    step: Step


class PhaseIs(Test, frozen=True, kw_only=True, tag="phase_is"):
    """It is that combat phase; in an unmarked effect this also sets the timing (TC-RUL-069)."""

    phase: Phase


class TurnOf(Test, frozen=True, kw_only=True, tag="turn_of"):
    """It is that player's turn."""

    who: Who


class Is(Test, frozen=True, kw_only=True, tag="is"):
    """The card has that name, archetype, tribe, kind, level or type; all that are named."""

    of: Selector
    name: Name | None = None
    archetype: Name | None = None
    tribe: Name | None = None
    kind: Kind | None = None
    level: Number | None = None
    type: Slug | None = None


class Pwr(Test, frozen=True, kw_only=True, tag="pwr"):
    """The card's current PWR compares so."""

    of: Selector
    cmp: Compare
    n: Amount


class EventIs(Test, frozen=True, kw_only=True, tag="event"):
    """The event being answered is so: every field that is named."""

    by: Who | None = None
    card: Selector | None = None
    target: Selector | None = None
    kind: Slug | None = None
    source: Kind | None = None


class Used(Test, frozen=True, kw_only=True, tag="used"):
    """An effect of this card was used so often."""

    effect: Slug
    per: Literal["turn", "combat", "game"]
    cmp: Compare
    n: Amount


class Counters(Test, frozen=True, kw_only=True, tag="counters"):
    """So many counters are on a card."""

    of: Selector
    name: Slug
    cmp: Compare
    n: Amount


class Players(Test, frozen=True, kw_only=True, tag="players"):
    """So many players are still in the game."""

    cmp: Compare
    n: Amount


Condition: TypeAlias = (
    All | Any | Not | Comparison | Count | Exists | SpiritsUnder | IsSpiritualized | SpiritualizedThisTurn | HostIs
    | IsAttacking | IsAttacked | AttackedThisStep | ZoneOpen | VoidCount | SpiritDeckCount | MainDeckCount | HandCount
    | SaviorSide | StepIs | PhaseIs | TurnOf | Is | Pwr | EventIs | Used | Counters | Players
)  # fmt: skip


# ---------------------------------------------------------------- costs


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


# ---------------------------------------------------------------- statics and replacements


class Standing(Part, frozen=True, kw_only=True, tag_field="static"):
    """What holds for as long as its source is there."""


class ModifyPwr(Standing, frozen=True, kw_only=True, tag="modify_pwr"):
    """A PWR bonus or penalty."""

    by: Amount
    of: Selector | None = None


class SetPwr(Standing, frozen=True, kw_only=True, tag="set_pwr"):
    """Another base PWR."""

    to: Amount
    of: Selector | None = None


class CannotAttack(Standing, frozen=True, kw_only=True, tag="cannot_attack"):
    """It cannot attack."""

    of: Selector | None = None
    what: Literal["any", "savior", "form"] = "any"


class AttackWithoutSpirit(Standing, frozen=True, kw_only=True, tag="attack_without_spirit"):
    """It attacks a savior without a spirit."""

    of: Selector | None = None


class CannotBeAttacked(Standing, frozen=True, kw_only=True, tag="cannot_be_attacked"):
    """It is no legal target of an attack."""

    of: Selector | None = None


class CannotBeTarget(Standing, frozen=True, kw_only=True, tag="cannot_be_target"):
    """It is no legal target of effects."""

    of: Selector | None = None
    by: Literal["opponent", "any"] = "any"


class CannotBeSacrificed(Standing, frozen=True, kw_only=True, tag="cannot_be_sacrificed"):
    """It cannot be given as a sacrifice."""

    of: Selector | None = None


class CannotBeSpiritualized(Standing, frozen=True, kw_only=True, tag="cannot_be_spiritualized"):
    """It is closed to spiritualizing."""

    of: Selector | None = None


class CannotBeDamaged(Standing, frozen=True, kw_only=True, tag="cannot_be_damaged"):
    """Damage to it is prevented."""

    of: Selector | None = None
    by: Literal["form", "savior", "effect", "any"] = "any"


class CannotActivate(Standing, frozen=True, kw_only=True, tag="cannot_activate"):
    """A player cannot activate effects or commands of that sort."""

    who: Who
    what: Literal["any", "normal", "bound", "interrupt", "swift", "form", "savior", "command"] = "any"


class MoreAttacks(Standing, frozen=True, kw_only=True, tag="extra_attack"):
    """It attacks more often in a combat step."""

    of: Selector | None = None
    n: Number = 1


class MoreSacrifices(Standing, frozen=True, kw_only=True, tag="extra_sacrifice"):
    """A player sacrifices to play more often in a turn."""

    who: Who
    n: Number = 1


class MoreSpiritualizing(Standing, frozen=True, kw_only=True, tag="extra_spiritualize"):
    """It is spiritualized more often in a turn."""

    of: Selector | None = None
    n: Number = 1


class NoSacrificeNeeded(Standing, frozen=True, kw_only=True, tag="no_sacrifice_needed"):
    """It is played from the hand without a sacrifice."""

    of: Selector | None = None


class LevelAs(Standing, frozen=True, kw_only=True, tag="level_as"):
    """It counts as another level."""

    level: Annotated[int, Meta(ge=0, le=3)]
    of: Selector | None = None


class ChangeCost(Standing, frozen=True, kw_only=True, tag="change_cost"):
    """Effects of cards cost more, or nothing at all where `cost` is empty."""

    of: Selector
    cost: tuple[Cost, ...] = ()


Static: TypeAlias = (
    ModifyPwr | SetPwr | CannotAttack | AttackWithoutSpirit | CannotBeAttacked | CannotBeTarget | CannotBeSacrificed
    | CannotBeSpiritualized | CannotBeDamaged | CannotActivate | MoreAttacks | MoreSacrifices | MoreSpiritualizing
    | NoSacrificeNeeded | LevelAs | ChangeCost
)  # fmt: skip
"""In a card's `static` the selector `of` is named; in a `restrict` step the step names it."""

Would: TypeAlias = Literal[
    "would_be_damaged", "would_leave", "would_draw", "would_go_to_void", "would_discard", "would_be_negated"
]


class Replacement(Part, frozen=True, kw_only=True):
    """Instead of something that would happen, these steps do; nothing at all where it is prevented."""

    event: Would
    of: Selector | None = None
    who: Who | None = None
    cause: Literal["damage", "effect", "sacrifice", "any"] = "any"
    do: tuple[StepOf, ...] | Literal["prevent"] = "prevent"


# ---------------------------------------------------------------- triggers

EventName: TypeAlias = Literal[
    "turn_started", "step_entered", "phase_entered", "drawn", "discarded", "invoked", "rescued", "spiritualized",
    "despiritualized", "devoured", "spirit_to_void", "form_played", "form_sacrificed", "left_play", "command_played",
    "command_set", "command_flipped", "effect_declared", "effect_resolved", "effect_negated", "attack_declared",
    "combat_won", "damages", "damaged", "savior_flipped", "searched", "die_rolled", "player_lost", "state",
]  # fmt: skip


class Pattern(Part, frozen=True, kw_only=True):
    """The events that call an effect up: of that name, and so in every field that is named."""

    event: EventName
    by: Whose | None = None
    card: Selector | None = None
    target: Selector | None = None
    spirit: Selector | None = None
    step: Step | None = None
    phase: Phase | None = None
    cause: Slug | None = None
    to: Slug | None = None
    from_: Slug | None = field(name="from", default=None)
    when: Condition | None = None


# ---------------------------------------------------------------- steps


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


class Grant(Deed, frozen=True, kw_only=True, tag="grant"):
    """Give an ability for a time."""

    of: Selector
    effect: Effect
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


class ChooseMode(Deed, frozen=True, kw_only=True, tag="choose_mode"):
    """Pick one or more of several branches."""

    modes: Annotated[tuple[tuple[StepOf, ...], ...], Meta(min_length=2, max_length=6)]
    n: Annotated[int, Meta(ge=1, le=6)] = 1


class May(Deed, frozen=True, kw_only=True, tag="may"):
    """A part that a player may leave out."""

    then: tuple[StepOf, ...]
    who: Who = "you"


class If(Deed, frozen=True, kw_only=True, tag="if"):
    """One branch or the other."""

    when: Condition
    then: tuple[StepOf, ...]
    otherwise: tuple[StepOf, ...] = field(name="else", default=())


class ForEach(Deed, frozen=True, kw_only=True, tag="for_each"):
    """Once for each card, one after another; each pass is a step of its own (TC-RUL-042)."""

    of: Selector
    then: tuple[StepOf, ...]


class Repeat(Deed, frozen=True, kw_only=True, tag="repeat"):
    """A number of times; each pass is a step of its own (TC-RUL-042)."""

    n: Amount
    then: tuple[StepOf, ...]


class RollDie(Deed, frozen=True, kw_only=True, tag="roll_die"):
    """Roll a die, and do what its table says."""

    sides: Annotated[int, Meta(ge=2, le=100)]
    store: Slug
    table: dict[Annotated[str, Meta(pattern=r"^[0-9]{1,3}(-[0-9]{1,3})?$")], tuple[StepOf, ...]] = {}


class PutCounter(Deed, frozen=True, kw_only=True, tag="put_counter"):
    """Put counters on a card."""

    of: Selector
    name: Slug
    n: Amount = 1


class Delay(Deed, frozen=True, kw_only=True, tag="delay"):
    """Do these steps when a later event happens, once."""

    until: Pattern
    then: tuple[StepOf, ...]


class WinGame(Deed, frozen=True, kw_only=True, tag="win_game"):
    """The match is won the moment this is carried out."""

    who: Who = "controller"


class LoseGame(Deed, frozen=True, kw_only=True, tag="lose_game"):
    """A player loses."""

    who: Who


StepOf: TypeAlias = (
    Draw | Discard | Rescue | Invoke | Devour | Spiritualize | AttachSpirit | Despiritualize | MoveSpirits | Sacrifice
    | Destroy | SpiritToVoid | ReturnToHand | PutInDeck | PlayFormBy | PlayCommandBy | SetCommandBy | Search | LookTop
    | Shuffle | Reveal | Damage | ChangePwr | PutPwr | Grant | Restrict | ExtraAttack | Negate | EndAttack
    | PreventDamage | FlipSavior | GainControl | Choose | ChoosePlayer | ChooseMode | May | If | ForEach | Repeat
    | RollDie | PutCounter | Delay | WinGame | LoseGame
)  # fmt: skip


# ---------------------------------------------------------------- effects and cards


class Limit(Part, frozen=True, kw_only=True):
    """How often an effect may be used: by this card, or by all of its player's cards of this name."""

    count: Annotated[int, Meta(ge=1, le=99)]
    per: Literal["turn", "combat", "game"]
    scope: Literal["card", "name"] = "card"


class Effect(Part, frozen=True, kw_only=True):
    """One ability. Conditions, cost and effect stand apart, as on the card.

    Source: TC-READ-06 to TC-READ-08
    """

    id: Slug
    eti: Indicator
    name: Name | None = None
    independent: bool = False
    zones: Annotated[tuple[Literal["play", "hand", "drop"], ...], Meta(min_length=1)] = ("play",)
    on: Pattern | None = None
    when: Condition | None = None
    targets: Annotated[tuple[Selector, ...], Meta(max_length=4)] = ()
    cost: Annotated[tuple[Cost, ...], Meta(max_length=4)] = ()
    do: Annotated[tuple[StepOf, ...], Meta(max_length=12)] = ()
    static: Annotated[tuple[Static, ...], Meta(max_length=6)] = ()
    replace: Replacement | None = None
    limit: Limit | None = None
    main: bool = False


class SaviorFace(Part, frozen=True, kw_only=True):
    """One side of a savior."""

    pwr: Number | None = None
    effects: tuple[Effect, ...] = ()


class Flip(Part, frozen=True, kw_only=True):
    """What a savior needs to enter the boundless state."""

    when: Condition
    cost: tuple[Cost, ...] = ()


class Card(Part, frozen=True, kw_only=True, tag_field="kind"):
    """What every card has. Source: TC-CARD-01 to TC-CARD-07."""

    id: Slug
    name: Name
    set_id: Annotated[str, Meta(pattern=r"^[A-Z0-9]{1,12}$")]
    number: Annotated[str, Meta(pattern=r"^[A-Z0-9]{1,8}$")]
    rarity: Name
    archetypes: tuple[Name, ...] = ()
    tribes: tuple[Name, ...] = ()
    effects: Annotated[tuple[Effect, ...], Meta(max_length=6)] = ()
    flavour: Words | None = None
    notes: Words | None = None


class Savior(Card, frozen=True, kw_only=True, tag="savior"):
    """A savior: two sides, and what it needs to flip. Source: TC-SAV-03."""

    bound: SaviorFace
    boundless: SaviorFace
    flip: Flip


class Form(Card, frozen=True, kw_only=True, tag="form"):
    """A form: its level and its PWR. Source: TC-FORM-04."""

    level: Annotated[int, Meta(ge=0, le=3)]
    pwr: Number


class Command(Card, frozen=True, kw_only=True, tag="command"):
    """A command of one of the four types. Source: TC-CMD-06."""

    type: CommandType


class Spirit(Card, frozen=True, kw_only=True, tag="spirit"):
    """A spirit: its effects work through the card it lies under. Source: TC-SPI-07."""

    type: Slug
    exclusive: bool = False


AnyCard: TypeAlias = Savior | Form | Command | Spirit


class Cards(Part, frozen=True, kw_only=True):
    """A set of cards as it is written: all that may be played in a match."""

    name: Name
    cards: Annotated[tuple[AnyCard, ...], Meta(min_length=1, max_length=600)]
