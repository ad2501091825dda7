"""Effects: when they happen, what they do, and the deeds that hold further deeds."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from services.tcg.words import Indicator, Phase, Slug, Step
from shared.kernel.messages import END

from .conditions import Amount, Condition, Lasting, Name, Part, Selector, Who, Whose
from .costs import Cost
from .deeds import (
    AttachSpirit,
    ChangePwr,
    Choose,
    ChoosePlayer,
    Damage,
    Deed,
    Despiritualize,
    Destroy,
    Devour,
    Discard,
    Draw,
    EndAttack,
    ExtraAttack,
    FlipSavior,
    GainControl,
    Invoke,
    LookTop,
    LoseGame,
    MoveSpirits,
    Negate,
    PlayCommandBy,
    PlayFormBy,
    PreventDamage,
    PutCounter,
    PutInDeck,
    PutPwr,
    Rescue,
    Restrict,
    ReturnToHand,
    Reveal,
    Sacrifice,
    Search,
    SetCommandBy,
    Shuffle,
    SpiritToVoid,
    Spiritualize,
    WinGame,
)
from .standing import Static

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


class Grant(Deed, frozen=True, kw_only=True, tag="grant"):
    """Give an ability for a time."""

    of: Selector
    effect: Effect
    lasts: Lasting = field(name="for", default="end_of_turn")
    as_long_as: Condition | None = None


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
    table: dict[Annotated[str, Meta(pattern=r"^[0-9]{1,3}(-[0-9]{1,3})?" + END)], tuple[StepOf, ...]] = field(
        default_factory=dict
    )


class Delay(Deed, frozen=True, kw_only=True, tag="delay"):
    """Do these steps when a later event happens, once."""

    until: Pattern
    then: tuple[StepOf, ...]


StepOf: TypeAlias = (
    Draw | Discard | Rescue | Invoke | Devour | Spiritualize | AttachSpirit | Despiritualize | MoveSpirits | Sacrifice
    | Destroy | SpiritToVoid | ReturnToHand | PutInDeck | PlayFormBy | PlayCommandBy | SetCommandBy | Search | LookTop
    | Shuffle | Reveal | Damage | ChangePwr | PutPwr | Grant | Restrict | ExtraAttack | Negate | EndAttack
    | PreventDamage | FlipSavior | GainControl | Choose | ChoosePlayer | ChooseMode | May | If | ForEach | Repeat
    | RollDie | PutCounter | Delay | WinGame | LoseGame
)  # fmt: skip


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
