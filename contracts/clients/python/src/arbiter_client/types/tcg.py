# Generated: 79d66ba86e030d3b061adb800460d7ce, datamodel-code-generator 0.89.0.

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias, Union

from msgspec import UNSET, Meta, Struct, UnsetType, convert, field


class Action(Struct, kw_only=True):
    """
    An action of the act step, and the command with which a player takes it.
    """

    command: str
    name: str


Decision: TypeAlias = Annotated[
    int,
    Meta(
        description='the number of the open decision that this answers',
        ge=1,
        le=9007199254740991,
    ),
]


Effect: TypeAlias = Annotated[
    str,
    Meta(
        description='the key of an effect of the card',
        pattern='^[a-z0-9][a-z0-9-]{0,47}(#[a-z0-9/-]{1,120})?$',
    ),
]


class Activate(Struct, kw_only=True, tag_field='type', tag='Activate'):
    """
    Activate an effect of a card in play, or of a card in the hand or drop zone if the effect works from there.

    Activating an effect of a face-down command turns the command face-up.
    """

    card: Annotated[
        int, Meta(description='the number of a visible card', ge=1, le=9007199254740991)
    ]
    decision: Decision | None | UnsetType = UNSET
    effect: Effect | None | UnsetType = UNSET
    link: (
        Annotated[
            int,
            Meta(
                description='the link of the chain to which an interrupt responds, or 0 for the action that opened the window; by default the latest one to which it can respond',
                ge=0,
                le=9007199254740991,
            ),
        ]
        | UnsetType
    ) = UNSET
    waive: bool | UnsetType = False


class AddSalt(Struct, kw_only=True, tag_field='type', tag='AddSalt'):
    """
    Add a salt from this seat to the seed epoch, so that nobody can choose the seed for a particular outcome.
    """

    salt: Annotated[
        str,
        Meta(
            description='32 bytes in lower-case hexadecimal', pattern='^[0-9a-f]{64}$'
        ),
    ]


class AgreeToUndo(Struct, kw_only=True, tag_field='type', tag='AgreeToUndo'):
    """
    Agree to a proposed undo. The undo happens once every asked seat has agreed.

    Dice that are taken back show the same faces at the next rolls of the same kind with the same sides and number,
    by any seat. All players know these faces by then: if you agree, you accept that others decide with that
    knowledge, for example whether to use Luck. If a changed decision rolls another number of dice, all dice of that
    roll are rolled anew: if you agree, you accept that too.
    """

    proposal: Annotated[
        int,
        Meta(
            description="the proposal's number: the version of its event UndoProposed",
            ge=1,
            le=9007199254740991,
        ),
    ]


ChoiceItem: TypeAlias = Annotated[int, Meta(ge=0, le=9007199254740991)]


class Answer(Struct, kw_only=True, tag_field='type', tag='Answer'):
    """
    Answer a decision by naming some of its options. If the decision asks for an order, name them in that order.

    Cards for the top or the bottom of a deck are put there one by one in the named order.
    """

    decision: Annotated[
        int,
        Meta(
            description='the number of the open decision that this answers',
            ge=1,
            le=9007199254740991,
        ),
    ]
    choice: Annotated[list[ChoiceItem], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )


class AnswerDraw(Struct, kw_only=True, tag_field='type', tag='AnswerDraw'):
    """
    Accept or decline the offered draw.
    """

    accept: bool


class AppointPlayer(Struct, kw_only=True, tag_field='type', tag='AppointPlayer'):
    """
    Appoint a computer player to a seat.

    The new player replaces the seat's current computer player, if any.
    """

    player: Annotated[
        str,
        Meta(
            description='the name of a computer player',
            examples=['greedy'],
            pattern='^[a-z]{1,20}\\Z',
        ),
    ]
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    strength: (
        Annotated[
            int,
            Meta(
                description='how long it thinks; only slow players have a strength',
                ge=1,
                le=5,
            ),
        ]
        | UnsetType
    ) = UNSET


class Asked(Struct, kw_only=True):
    """
    A decision's options, and how many of them the seat must pick. `words` names options that are not cards.
    """

    least: int | UnsetType = 0
    most: int | UnsetType = 0
    options: list[int] | UnsetType = field(default_factory=list)
    words: list[str] | UnsetType = field(default_factory=list)


class Attack(Struct, kw_only=True):
    """
    The current attack: its player, the attacker and the target.
    """

    attacker: int
    loser: int
    of: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    target: int
    victor: int


class AttackAllowed(Struct, kw_only=True, tag_field='type', tag='AttackAllowed'):
    """
    An effect allowed a card additional attacks in this combat step.
    """

    n: int
    thing: int


class AttackDeclared(Struct, kw_only=True, tag_field='type', tag='AttackDeclared'):
    """
    A player declared an attack of one card on another.
    """

    attacker: int
    of: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    target: int


class AttackEnded(Struct, kw_only=True, tag_field='type', tag='AttackEnded'):
    """
    The attack ended, either after its damage or because the attacker or the target had left.

    Rule: TC-CBT-19, TC-RUL-052
    """

    reason: Literal['damage', 'ended', 'gone']


class AttackGivenUp(Struct, kw_only=True, tag_field='type', tag='AttackGivenUp'):
    """
    A card gave up one of its attacks of this turn as a cost, perhaps before the combat step.
    """

    thing: int


class CallTime(Struct, kw_only=True, tag_field='type', tag='CallTime'):
    """
    Claim that a seat's time has run out, so that the clock decides for it. Spectators may also send this.
    """

    of: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class CardDamaged(Struct, kw_only=True, tag_field='type', tag='CardDamaged'):
    """
    A card was damaged by another card or by an effect.
    """

    thing: int
    by: int | UnsetType = 0
    together: bool | UnsetType = False


class CardReturned(Struct, kw_only=True, tag_field='type', tag='CardReturned'):
    """
    A card in play or in a drop zone went to its owner's hand or main deck.

    A card that goes to the hand receives a new instance id. `card` is empty if the card was face-down.
    """

    card: str
    first: int
    owner: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    thing: int
    to: Literal['deck_bottom', 'deck_top', 'hand']


class CardSentToDrop(Struct, kw_only=True, tag_field='type', tag='CardSentToDrop'):
    """
    A card in play went to its owner's drop zone. Rule: TC-ZONE-14, TC-ZONE-15, TC-RUL-091.
    """

    card: str
    cause: Literal['cost', 'damage', 'devour', 'effect', 'elimination', 'play', 'resolved', 'sacrifice']
    owner: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    thing: int


Change: TypeAlias = Annotated[
    list[Any],
    Meta(
        description='A temporary change of a card by an effect. `number` orders changes by age.',
        min_length=6,
    ),
]
"""
A temporary change of a card by an effect. `number` orders changes by age.
"""


By: TypeAlias = Annotated[int, Meta(ge=-99, le=99)]


class ChatSent(Struct, kw_only=True, tag_field='type', tag='ChatSent'):
    """
    A seat sent a chat message to all seats. `phrase` is the phrase's name, if the text is one of the phrases.

    Rule: AR-CHAT-02, AR-CHAT-03
    """

    seat: str
    text: str
    phrase: str | UnsetType = UNSET


class ChooseFirst(Struct, kw_only=True, tag_field='type', tag='ChooseFirst'):
    """
    Choose to go first, or let the player on your left go first.
    """

    choice: Literal['defer', 'first']


class ChoosePlayer(Struct, kw_only=True, tag_field='do', tag='choose_player'):
    """
    A step in which the effect's player picks a player.
    """

    store: Annotated[
        str,
        Meta(
            description='lower-case letters, digits and -; at most 48',
            pattern='^[a-z0-9][a-z0-9-]{0,47}$',
        ),
    ]
    among: Literal['all', 'opponents'] | UnsetType = 'opponents'


class ChunkDisputed(Struct, kw_only=True, tag_field='type', tag='ChunkDisputed'):
    """
    Two results of one chunk differed: the simulation is not deterministic, so the job's results are invalid.
    """

    chunk: int
    first: str
    other: str


class Close(Struct, kw_only=True, tag_field='type', tag='Close'):
    """
    End the stream and reveal its seed.
    """

    reason: (
        Annotated[
            str,
            Meta(description='one line of text', examples=['the evening is over'], max_length=200, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$'),
        ]
        | UnsetType
    ) = 'closed'


class CombatChecked(Struct, kw_only=True, tag_field='type', tag='CombatChecked'):
    """
    The PWR of the attacker was compared with the target's PWR. The attacker wins a tie.
    """

    attacker_pwr: int
    loser: int
    target_pwr: int
    victor: int


Archetype: TypeAlias = Annotated[
    str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
]


Flavour: TypeAlias = Annotated[
    str, Meta(max_length=300, pattern='^[^\\x00-\\x1f\\x7f]*$')
]


Notes: TypeAlias = Annotated[
    str, Meta(max_length=300, pattern='^[^\\x00-\\x1f\\x7f]*$')
]


Tribe: TypeAlias = Annotated[
    str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
]


class CommandFlipped(Struct, kw_only=True, tag_field='type', tag='CommandFlipped'):
    """
    A face-down command was turned face-up for activation.
    """

    card: str
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    thing: int


A: TypeAlias = Annotated[int, Meta(ge=-99, le=99)]


B: TypeAlias = Annotated[int, Meta(ge=-99, le=99)]


class Concede(Struct, kw_only=True, tag_field='type', tag='Concede'):
    """
    Concede the match.
    """


class ControlChanged(Struct, kw_only=True, tag_field='type', tag='ControlChanged'):
    """
    A form moved to a form zone of another player, or its player's control received a new duration.
    """

    change: Change | None
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    thing: int
    zone: int
    earlier: list[Change] | UnsetType = UNSET


class CostPaid(Struct, kw_only=True, tag_field='type', tag='CostPaid'):
    """
    The cost of a declared effect was paid. Later events move the cards that paid it.

    Rule: TC-READ-07, TC-READ-10, TC-RUL-063
    """

    costs: list[str]
    number: int
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


N: TypeAlias = Annotated[int, Meta(ge=-99, le=99)]


class CounterChanged(Struct, kw_only=True, tag_field='type', tag='CounterChanged'):
    """
    The number of a card's counters with this name changed to `n`. Rule: TC-RUL-138.
    """

    n: int
    name: str
    thing: int


Seat: TypeAlias = Annotated[
    str,
    Meta(
        description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Version: TypeAlias = Annotated[int, Meta(ge=1, le=9007199254740991)]


class Course(Struct, kw_only=True):
    """
    Each seat's win chance at each version of a match, if computer players had played on from that version.

    By default, `versions` are those at which a player could act, attack or change its hand, at most 100 of them. Other
    decisions, such as responses and choices for an effect, are analysed only if `versions` names them. By default,
    `seats` lists all seats. Each trial starts at one of the versions, chosen at random. Twenty trials per version give
    a first impression.
    """

    match: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    player: Literal['greedy', 'random'] | UnsetType = 'greedy'
    seats: Annotated[list[Seat], Meta(max_length=8)] | UnsetType = field(
        default_factory=list
    )
    versions: Annotated[list[Version], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )


class CutDeck(Struct, kw_only=True, tag_field='type', tag='CutDeck'):
    """
    Cut the deck that you are offered. `position` cards go from the top to the bottom. A 0 declines the cut.
    """

    position: Annotated[int, Meta(ge=0, le=60)]


class DamagePrevented(Struct, kw_only=True, tag_field='type', tag='DamagePrevented'):
    """
    Damage to a card was prevented.

    `shield` is the id of the shield (a limited prevention of damage) that lost a use, or 0 if no shield prevented the
    damage.
    """

    shield: int
    thing: int


class DamageSettled(Struct, kw_only=True, tag_field='type', tag='DamageSettled'):
    """
    Damage to these cards was settled. A savior's unsettled damage drops by one. A form is no longer damaged.
    """

    things: list[int]


class DecisionAnswered(Struct, kw_only=True, tag_field='type', tag='DecisionAnswered'):
    """
    A seat answered a decision. The events after this one are the consequences of the answer.
    """

    late: bool
    number: int
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class DeckAbout(Struct, kw_only=True):
    """
    The description of a ready-made deck: its card set, its strategy in one word, and how to play it.
    """

    about: str
    cards: Literal['core', 'starter']
    plan: str


class DeckChecked(Struct, kw_only=True):
    """
    The response for a deck without faults: the name and hash of its card set, and the sizes of its two decks.
    """

    cards: str
    hash: str
    main: int
    spirits: int


class DeckCut(Struct, kw_only=True, tag_field='type', tag='DeckCut'):
    """
    The player on the left cut a deck: this many cards from the top went to the bottom. None means no cut.
    """

    by: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    deck: Literal['main', 'spirit']
    position: int | None
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


MainAdditionalProperty: TypeAlias = Annotated[int, Meta(ge=1, le=60)]


SpiritsAdditionalProperty: TypeAlias = Annotated[int, Meta(ge=1, le=60)]


class DeckList(Struct, kw_only=True):
    """
    A player's deck: the savior, and the number of copies of each card in the main deck and in the spirit deck.
    """

    main: Annotated[dict[str, MainAdditionalProperty], Meta(max_length=60)]
    savior: Annotated[
        str,
        Meta(
            description='lower-case letters, digits and -; at most 48',
            pattern='^[a-z0-9][a-z0-9-]{0,47}$',
        ),
    ]
    spirits: Annotated[dict[str, SpiritsAdditionalProperty], Meta(max_length=60)]


class Decks(Struct, kw_only=True):
    """
    Decks by name that can be submitted unchanged, each with its description.
    """

    about: dict[str, DeckAbout]
    decks: dict[str, DeckList]


class DeclareAttack(Struct, kw_only=True, tag_field='type', tag='DeclareAttack'):
    """
    Declare an attack on an opponent's form or savior.
    """

    attacker: Annotated[
        int, Meta(description='the number of a visible card', ge=1, le=9007199254740991)
    ]
    target: Annotated[
        int, Meta(description='the number of a visible card', ge=1, le=9007199254740991)
    ]
    decision: Decision | None | UnsetType = UNSET
    waive: bool | UnsetType = False


class DeclineUndo(Struct, kw_only=True, tag_field='type', tag='DeclineUndo'):
    """
    Decline a proposed undo, which ends the proposal.
    """

    proposal: Annotated[
        int,
        Meta(
            description="the proposal's number: the version of its event UndoProposed",
            ge=1,
            le=9007199254740991,
        ),
    ]


class DelayEnded(Struct, kw_only=True, tag_field='type', tag='DelayEnded'):
    """
    Delayed steps no longer wait for an event. Rule: TC-RUL-179.
    """

    number: int


Type: TypeAlias = Annotated[
    str,
    Meta(
        description='lower-case letters, digits and -; at most 48',
        pattern='^[a-z0-9][a-z0-9-]{0,47}$',
    ),
]


class Despiritualized(Struct, kw_only=True, tag_field='type', tag='Despiritualized'):
    """
    Spirits were removed from under a card. A later event moves them.
    """

    by: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    n: int
    thing: int


class Devoured(Struct, kw_only=True, tag_field='type', tag='Devoured'):
    """
    Spirits from the top of an opponent's spirit deck were devoured. A later event moves them to the void.
    """

    by: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    n: int
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


HighestItem: TypeAlias = Annotated[
    str,
    Meta(
        description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class DiceRolled(Struct, kw_only=True, tag_field='type', tag='DiceRolled'):
    """
    Players rolled dice to decide who chooses the first player. Players tied for the highest result roll again.
    """

    highest: list[HighestItem]
    rolls: dict[str, int]


class DieRolled(Struct, kw_only=True, tag_field='type', tag='DieRolled'):
    """
    A die was rolled for an effect.
    """

    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    sides: int
    value: int


class DismissPlayer(Struct, kw_only=True, tag_field='type', tag='DismissPlayer'):
    """
    Take a seat back from the computer player that plays it.
    """

    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class DrawAnswered(Struct, kw_only=True, tag_field='type', tag='DrawAnswered'):
    """
    A player accepted or declined the draw. Declining withdraws the offer.
    """

    accept: bool
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class DrawOffered(Struct, kw_only=True, tag_field='type', tag='DrawOffered'):
    """
    A player offered a draw.
    """

    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class DrawWithdrawn(Struct, kw_only=True, tag_field='type', tag='DrawWithdrawn'):
    """
    A draw offer ended because the match continued.
    """

    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class DrawsKept(Struct, kw_only=True, tag_field='type', tag='DrawsKept'):
    """
    An undo took back decisions with draws. Their draws are kept, and the next matching draws repeat them.

    `decisions` are the versions before these decisions.
    """

    decisions: list[int]


class DrawsVoided(Struct, kw_only=True, tag_field='type', tag='DrawsVoided'):
    """
    A command drew faces and then failed: these draws are void, and are never repeated.
    """


Name: TypeAlias = Annotated[
    str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
]


class EffectGranted(Struct, kw_only=True, tag_field='type', tag='EffectGranted'):
    """
    A card received an ability for a limited time. Rule: TC-RUL-078.
    """

    change: Change
    thing: int


class EffectNegated(Struct, kw_only=True, tag_field='type', tag='EffectNegated'):
    """
    A declared effect was negated. It does not resolve, and its cost stays paid.
    """

    number: int
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class EffectResolved(Struct, kw_only=True, tag_field='type', tag='EffectResolved'):
    """
    An effect resolved, and its link left the chain. A `negated` effect did nothing.
    """

    negated: bool
    number: int


class EffectText(Struct, kw_only=True):
    """
    The text of an effect, and the texts of its targets, of the parts of its cost, and of its modes (by key).
    """

    says: str
    cost: list[str] | UnsetType = field(default_factory=list)
    modes: dict[str, str] | UnsetType = field(default_factory=dict)
    targets: list[str] | UnsetType = field(default_factory=list)


class EffectUsed(Struct, kw_only=True, tag_field='type', tag='EffectUsed'):
    """
    An effect was used, and the use counts against its limit. Rule: TC-RUL-189, TC-RUL-196.
    """

    keys: list[str]


class EndAttack(Struct, kw_only=True, tag_field='do', tag='end_attack'):
    """
    A step that ends the current attack. Neither card wins it.
    """


class EndStep(Struct, kw_only=True, tag_field='type', tag='EndStep'):
    """
    End the act step or the combat step.
    """

    decision: Decision | None | UnsetType = UNSET
    waive: bool | UnsetType = False


class EpochView(Struct, kw_only=True):
    """
    The current seed epoch: the server's commitment, and the salts that the seats contributed.
    """

    commitment: str
    drawn: bool
    epoch: int
    salts: dict[str, str]


class Estimate(Struct, kw_only=True):
    """
    An estimated value with bounds.

    The bounds hold with the job's confidence throughout the job, however often they are read. `holds` is the quality of
    the bounds: exact; nearly exact (the mean of many trials is nearly normal); rough (fewer than a thousand trials); or
    `unknown` (too few trials).
    """

    high: float | None
    holds: Literal['exactly', 'nearly', 'roughly', 'unknown']
    low: float | None
    value: float


Kind: TypeAlias = Annotated[
    str,
    Meta(
        description='lower-case letters, digits and -; at most 48',
        pattern='^[a-z0-9][a-z0-9-]{0,47}$',
    ),
]


class Exact(Struct, kw_only=True):
    """
    A number as an exact fraction and as the nearest float.
    """

    about: float
    exact: Annotated[
        str,
        Meta(
            description='an exact fraction in lowest terms', pattern='^-?\\d+(/\\d+)?$'
        ),
    ]


Value: TypeAlias = Annotated[
    str, Meta(description='an exact number', pattern='^-?\\d+(/\\d+)?$')
]


class Extreme(Struct, kw_only=True):
    """
    A trial with an extreme value of the leading measure.

    `chunk` is the chunk of the trial, and `trial` is the trial's index in that chunk.
    """

    chunk: int
    trial: int
    value: int | Value


class ExtremeTrial(Struct, kw_only=True):
    """
    A trial with an extreme result, and its seed: open it as a stream to replay it.
    """

    chunk: int
    seed: str
    trial: int
    value: int | Value


class Face(Struct, kw_only=True):
    """
    One side of a card: the label at the bottom, the PWR, and the lines of its text box.

    Rule: TC-SAV-04, TC-CMD-07
    """

    box: list[str]
    label: str
    pwr: int | None


class FactValue(Struct, kw_only=True):
    """
    A possible value of a fact, and its probability.
    """

    chance: Exact
    value: str | int | bool | None


class Fault(Struct, kw_only=True):
    """
    A fault in a card. `field` is the JSON path to the faulty part.
    """

    card: str
    field_: str = field(name='field')
    reason: str
    rules: list[str]


class Field(Struct, kw_only=True):
    """
    The values that one field of a command may have, in exactly one of five forms.

    The forms are: one of the `options`; a whole number from `least` to `most`, either of which may be absent; a line of
    free `text`; a value that the contract describes under the name `schema` (a component, or one of Hex32 (32 bytes in
    hexadecimal), Id, Seat and SeatName); or a list of `items`, `least` to `most` of them. A list has each option at
    most once, unless it `repeats`; its order matters if it is `ordered`. If an entry's example body omits a field, the
    caller may leave the field out, because its default is also legal. `words` describe options whose names do not
    explain them.
    """

    items: Field | None | UnsetType = UNSET
    least: int | None | UnsetType = UNSET
    most: int | None | UnsetType = UNSET
    options: list[Any] | None | UnsetType = UNSET
    ordered: bool | UnsetType = False
    repeats: bool | UnsetType = False
    schema: str | None | UnsetType = UNSET
    text: bool | UnsetType = False
    words: list[str] | None | UnsetType = UNSET


class Finish(Struct, kw_only=True, tag_field='task', tag='finish'):
    """
    A link of the chain whose effect has been carried out, but which is not removed from the chain yet.
    """

    number: int


class FirstPlayerChosen(Struct, kw_only=True, tag_field='type', tag='FirstPlayerChosen'):
    """
    The player with the highest roll decided who goes first: that player, or the player on the left.
    """

    by: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class FlipSavior(Struct, kw_only=True, tag_field='type', tag='FlipSavior'):
    """
    Flip the savior to its boundless side.
    """

    decision: Decision | None | UnsetType = UNSET
    waive: bool | UnsetType = False


class Flipping(Struct, kw_only=True, tag_field='task', tag='flipping'):
    """
    A savior that is being flipped, with the picked payment of its cost.
    """

    payment: list[list[int]]
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    waive: bool


class Forbidden(Struct, kw_only=True):
    """
    The refusal that a command would get.
    """

    field_: str | None = field(name='field')
    has: Any
    needs: Any
    refusal: str
    rule: str
    says: str


class ForkOf(Struct, kw_only=True):
    """
    The parent of a fork: the stream, its version and its head, and the seat for which the fork was dealt again.

    `dealt` states whether hidden parts of the state were dealt again. If they were, the fork keeps what `seat` knew at
    that version; without a `seat`, it keeps what the app knew.
    """

    dealt: bool
    head: str
    seat: str | None
    stream: str
    version: int


class FormSacrificed(Struct, kw_only=True, tag_field='type', tag='FormSacrificed'):
    """
    A form was sacrificed by an effect or its cost, or to play another form.

    If it was sacrificed to play another form (the cause is `play`), that form receives its spirits.
    """

    card: str
    cause: Literal['effect', 'play']
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    thing: int


class Go(Struct, kw_only=True, tag_field='task', tag='go'):
    """
    A stage of the match that runs next: `resolve`, `settle`, `open`, or a point of the turn.
    """

    to: str


class Goal(Struct, kw_only=True):
    """
    The goal of a puzzle: what a seat has to achieve, and in how many turns, the current one included.

    In a campaign, the rounds of the fight count as turns.
    """

    reach: Annotated[
        str,
        Meta(
            description='a goal that the game offers',
            examples=['win'],
            pattern='^[a-z][a-z_]{0,31}\\Z',
        ),
    ]
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    turns: Annotated[int, Meta(ge=1, le=100)] | UnsetType = 1


class GoalMissed(Struct, kw_only=True, tag_field='type', tag='GoalMissed'):
    """
    The puzzle's goal can no longer be reached.

    `late`: the last turn for the goal is over. `lost`: the seat can no longer reach the goal, or the game has ended.
    `closed`: the stream was closed.

    Rule: AR-PUZZLE-03
    """

    reach: str
    seat: str
    why: Literal['closed', 'late', 'lost']


class GoalReached(Struct, kw_only=True, tag_field='type', tag='GoalReached'):
    """
    The puzzle's goal was reached. Rule: AR-PUZZLE-02.
    """

    reach: str
    seat: str


class Gone(Struct, kw_only=True):
    """
    A spirit that went to its owner's void.

    `thing` is its new instance id, and `origin` the zone that it came from.
    """

    card: str
    origin: Literal['hand', 'spirit_deck', 'under']
    owner: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    thing: int
    was: int | UnsetType = 0


class HostIs(Struct, kw_only=True, tag_field='op', tag='host_is'):
    """
    The condition that the card above this spirit is of this kind.
    """

    kind: Literal['form', 'savior']


Stream: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class ImpactRequest(Struct, kw_only=True):
    """
    Find out what this release's rules, or other settings, would have changed in stored streams.

    Every stored command is decided again with its recorded draws. `settings` replace those of the streams, such as
    `{"critical": {"count": "exactly"}}`. Without `streams`, the job reads the app's newest streams, `trials` of them.
    It reads at most 500 streams, and no simulated ones. In each stream it stops at the first decision with a part that
    the app may not read.
    """

    settings: dict[str, Any] | UnsetType = field(default_factory=dict)
    streams: Annotated[list[Stream], Meta(max_length=50)] | UnsetType = field(
        default_factory=list
    )


class ImpactRow(Struct, kw_only=True):
    """
    Decisions that differ in the same way: how many, in how many streams, and the position of the first one.
    """

    decisions: int
    fields: list[str]
    first_stream: str
    first_version: int
    kind: Literal['draws', 'event', 'fault', 'missing', 'refused']
    rules: list[str]
    streams: int
    what: str


Level: TypeAlias = Annotated[int, Meta(ge=0, le=999)]


class JobCancelled(Struct, kw_only=True, tag_field='type', tag='JobCancelled'):
    """
    The caller cancelled the job.
    """


class JobCompleted(Struct, kw_only=True, tag_field='type', tag='JobCompleted'):
    """
    The job is complete: the first `chunks` chunks are its result.

    `why` is the reason: the result is precise enough (`precision`), all trials are played (`trials`), or the best of
    the compared measures is known (`best`).
    """

    chunks: int
    trials: int
    why: Literal['best', 'precision', 'trials']


class JobFailed(Struct, kw_only=True, tag_field='type', tag='JobFailed'):
    """
    The job failed.
    """

    reason: str


Counter: TypeAlias = tuple[str, int]


class LastSeen(Struct, kw_only=True):
    """
    The properties that a card had when it was last in play, for a card that has left play.

    `card` is its card id, and `spirits` lists the card ids of the spirits that were under it.

    Rule: TC-RUL-178
    """

    card: str
    attacks: int | UnsetType = 0
    counters: list[Counter] | UnsetType = field(default_factory=list)
    level: int | UnsetType = 0
    pwr: int | None | UnsetType = UNSET
    spirits: list[str] | UnsetType = field(default_factory=list)


class Limit(Struct, kw_only=True):
    """
    A limit on the uses of an effect, counted on this card or on all of the player's cards with this name.
    """

    count: Annotated[int, Meta(ge=1, le=99)]
    per: Literal['combat', 'game', 'turn']
    scope: Literal['card', 'name'] | UnsetType = 'card'


class Loss(Struct, kw_only=True):
    """
    A way to lose: the reason that the event records, a description, and the rule.
    """

    reason: str
    rule: str
    says: str


DrawnItem: TypeAlias = Annotated[
    str,
    Meta(
        description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Winner: TypeAlias = Annotated[
    str,
    Meta(
        description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class MatchFinished(Struct, kw_only=True, tag_field='type', tag='MatchFinished'):
    """
    The match ended with one winner, or as a draw between the named seats.
    """

    drawn: list[DrawnItem]
    reason: Literal['agreement', 'effect', 'last_standing', 'simultaneous', 'stall', 'turns']
    winner: Winner | None


OrderItem: TypeAlias = Annotated[
    str,
    Meta(
        description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


QuantilesAdditionalProperty1: TypeAlias = Annotated[
    str, Meta(description='an exact number', pattern='^-?\\d+(/\\d+)?$')
]


QuantilesAdditionalProperty: TypeAlias = tuple[int | QuantilesAdditionalProperty1 | None, int | QuantilesAdditionalProperty1, int | QuantilesAdditionalProperty1 | None]


Width: TypeAlias = Annotated[
    str, Meta(description='an exact number', pattern='^-?\\d+(/\\d+)?$')
]


KeepItem: TypeAlias = Annotated[
    int, Meta(description='the number of a visible card', ge=1, le=9007199254740991)
]


class Mulligan(Struct, kw_only=True, tag_field='type', tag='Mulligan'):
    """
    Keep the named cards of your opening hand, and replace the others.
    """

    keep: Annotated[list[KeepItem], Meta(max_length=5)]


OpenItem: TypeAlias = Annotated[
    str,
    Meta(
        description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class Offer(Struct, kw_only=True):
    """
    An offered draw, and the seats that have not answered it yet.
    """

    by: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    open: list[OpenItem]


class OfferDraw(Struct, kw_only=True, tag_field='type', tag='OfferDraw'):
    """
    Offer a draw to all remaining players.
    """


class OpenSeat(Struct, kw_only=True, tag_field='type', tag='OpenSeat'):
    """
    Open another seat.
    """

    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    name: (
        Annotated[
            str,
            Meta(
                description='the name that people read for a seat: one line, with no blank at its ends',
                max_length=40,
                min_length=1,
                pattern='^[^\\s\\x00-\\x1f\\x7f-\\x9f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb](?:[^\\x00-\\x1f\\x7f-\\x9f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb]*[^\\s\\x00-\\x1f\\x7f-\\x9f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb])?$',
            ),
        ]
        | UnsetType
    ) = UNSET
    role: Literal['clock', 'gm', 'player', 'spectator'] | UnsetType = 'player'


class Outcome(Struct, kw_only=True):
    """
    An outcome of a command: its probability, its events, and the facts in which it differs from other outcomes.

    If a command has only one possible outcome, that outcome lists all its facts. A fact is named by its event and
    field, as in `DamageDealt.damage`; `happened` marks the outcome that was rolled.
    """

    chance: Exact
    events: list[str]
    facts: dict[str, str | int | bool | None]
    happened: bool | UnsetType = False


class Pass(Struct, kw_only=True, tag_field='type', tag='Pass'):
    """
    Pass in the window in which this seat is asked to respond.
    """

    decision: Decision | None | UnsetType = UNSET


class PassByItself(Struct, kw_only=True, tag_field='type', tag='PassByItself'):
    """
    Pass for a seat that can only pass, after a delay. Only the server's clock sends this.
    """

    decision: Annotated[
        int,
        Meta(
            description='the number of the open decision that this answers',
            ge=1,
            le=9007199254740991,
        ),
    ]


class Passed(Struct, kw_only=True, tag_field='type', tag='Passed'):
    """
    A player who was asked to respond passed.
    """

    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


Cause: TypeAlias = Annotated[
    str,
    Meta(
        description='lower-case letters, digits and -; at most 48',
        pattern='^[a-z0-9][a-z0-9-]{0,47}$',
    ),
]


From: TypeAlias = Annotated[
    str,
    Meta(
        description='lower-case letters, digits and -; at most 48',
        pattern='^[a-z0-9][a-z0-9-]{0,47}$',
    ),
]


To: TypeAlias = Annotated[
    str,
    Meta(
        description='lower-case letters, digits and -; at most 48',
        pattern='^[a-z0-9][a-z0-9-]{0,47}$',
    ),
]


class PaySendSelf(Struct, kw_only=True, tag_field='pay', tag='send_self'):
    """
    A payment by moving the card that has the effect out of play.
    """

    to: Literal['drop', 'hand', 'main_deck_bottom']


class PaySpiritFromDeck(Struct, kw_only=True, tag_field='pay', tag='spirit_from_deck'):
    """
    A payment by sending spirits from the top of your spirit deck to the void.
    """

    n: Annotated[int, Meta(ge=0, le=999)]
    to: Literal['void'] | UnsetType = 'void'


class PaySpiritFromHand(Struct, kw_only=True, tag_field='pay', tag='spirit_from_hand'):
    """
    A payment by sending spirits from the hand to the void.
    """

    n: Annotated[int, Meta(ge=0, le=999)]
    to: Literal['void'] | UnsetType = 'void'


class Paying(Struct, kw_only=True, tag_field='task', tag='paying'):
    """
    A savior's damage that must be paid with a spirit.
    """

    savior: int
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


PassedItem: TypeAlias = Annotated[
    str,
    Meta(
        description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class PhaseEntered(Struct, kw_only=True, tag_field='type', tag='PhaseEntered'):
    """
    A phase of the combat step began. Rule: TC-CBT-03.
    """

    phase: Literal['check', 'damage', 'end', 'start']


class PhaseIs(Struct, kw_only=True, tag_field='op', tag='phase_is'):
    """
    The condition that this is the current phase of combat.

    In an effect without an indicator, the condition also sets the timing (TC-RUL-069).
    """

    phase: Literal['check', 'damage', 'end', 'start']


class Place(Struct, kw_only=True):
    """
    A kind of zone: its number on the mat, its name, and the kinds of cards in it, including spirits under cards.
    """

    holds: list[Literal['command', 'form', 'savior', 'spirit']]
    name: str
    number: int


Zone: TypeAlias = Annotated[
    int, Meta(description="one of the player's zones, counted from 0", ge=0, le=4)
]


class PlayCommand(Struct, kw_only=True, tag_field='type', tag='PlayCommand'):
    """
    Play a command from the hand.
    """

    card: Annotated[
        int, Meta(description='the number of a visible card', ge=1, le=9007199254740991)
    ]
    decision: Decision | None | UnsetType = UNSET
    waive: bool | UnsetType = False
    zone: Zone | None | UnsetType = UNSET


Sacrifice1: TypeAlias = Annotated[
    int, Meta(description='the number of a visible card', ge=1, le=9007199254740991)
]


class PlayForm(Struct, kw_only=True, tag_field='type', tag='PlayForm'):
    """
    Play a form from the hand. A form of level 1 or more needs a sacrifice.
    """

    card: Annotated[
        int, Meta(description='the number of a visible card', ge=1, le=9007199254740991)
    ]
    decision: Decision | None | UnsetType = UNSET
    sacrifice: Sacrifice1 | None | UnsetType = UNSET
    waive: bool | UnsetType = False
    zone: Zone | None | UnsetType = UNSET


class PlayLapsed(Struct, kw_only=True, tag_field='type', tag='PlayLapsed'):
    """
    An unpaid play was undone because something that it needed left the match together with a player.
    """

    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class PlayTakenBack(Struct, kw_only=True, tag_field='type', tag='PlayTakenBack'):
    """
    A player took back a play before paying any part of it.

    The time that the player has for the next action still counts from `since`.
    """

    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    since: int


class PlayerAppointed(Struct, kw_only=True, tag_field='type', tag='PlayerAppointed'):
    """
    A computer player plays the seat from now on, and all seats see this.

    `strength` is absent if the player has no strength setting. Rule: AR-HOUSE-01, AR-HOUSE-08.
    """

    player: str
    seat: str
    strength: int | UnsetType = UNSET


class PlayerBody(Struct, kw_only=True):
    """
    The computer player to appoint for a seat.
    """

    player: Annotated[
        str,
        Meta(description='the name of a computer player', pattern='^[a-z]{1,20}\\Z'),
    ]
    strength: (
        Annotated[
            int,
            Meta(
                description='how long it thinks; only slow players have a strength',
                ge=1,
                le=5,
            ),
        ]
        | UnsetType
    ) = UNSET


class PlayerDismissed(Struct, kw_only=True, tag_field='type', tag='PlayerDismissed'):
    """
    A computer player no longer plays the seat. Rule: AR-HOUSE-03.
    """

    seat: str


class PlayerLost(Struct, kw_only=True, tag_field='type', tag='PlayerLost'):
    """
    A player lost. Rule: TC-WIN-01, TC-WIN-02, TC-RUL-042.
    """

    reason: Literal['concession', 'damage', 'deck', 'effect', 'void']
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class PlayerRemoved(Struct, kw_only=True, tag_field='type', tag='PlayerRemoved'):
    """
    A player who lost left the match, and all the player's cards were removed. Rule: TC-RUL-046.
    """

    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class Precision(Struct, kw_only=True):
    """
    A stopping condition: the confidence interval of a measure's mean extends at most `half_width` to either side.

    In a comparison the measure is the difference of the two variants.
    """

    half_width: Annotated[
        str,
        Meta(
            description='a number above 0 as text: a decimal or a fraction, such as "0.05" or "1/20"',
            examples=['0.05', '1/20'],
            pattern='^(\\d{1,9}(\\.\\d{1,9})?|\\d{1,9}/\\d{1,9})$',
        ),
    ]
    measure: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]


class Prompt(Struct, kw_only=True):
    """
    A question that the game will ask after the command is accepted: its purpose in words, and the choices.

    `kind` is the kind of decision, and `name` names this part of the decision. Without a `choice` there is nothing to
    choose, or the choices stay secret until the question is asked. `by` is the seat that chooses, if not the sender.
    """

    kind: str
    by: str | UnsetType = ''
    choice: Field | None | UnsetType = UNSET
    name: str | UnsetType = ''
    says: str | UnsetType = ''


class ProposalView(Struct, kw_only=True):
    """
    A proposed undo: its number, the version it returns to, its sender, the seats asked, and those that agreed.
    """

    agreed: list[str]
    asked: list[str]
    by: str
    proposal: int
    to: int


class ProposeUndo(Struct, kw_only=True, tag_field='type', tag='ProposeUndo'):
    """
    Propose to take back everything after a version.

    If no other seat has learnt anything since that version, the server takes it back at once. Otherwise it does so once
    all seats that must agree have agreed. Dice that are taken back show the same faces at the next rolls of the same
    kind with the same sides and number, by any seat.
    """

    to: Annotated[
        int,
        Meta(
            description='the version after one of the last decisions',
            ge=1,
            le=9007199254740991,
        ),
    ]


To1: TypeAlias = Annotated[int, Meta(ge=-99, le=99)]


class PuzzleGoal(Struct, kw_only=True):
    """
    The goal of an opened puzzle; `last` is the number of the last turn in which the goal can be reached.
    """

    last: int
    reach: str
    seat: str
    turns: Annotated[int, Meta(ge=1, le=9007199254740991)]


class PwrChanged(Struct, kw_only=True, tag_field='type', tag='PwrChanged'):
    """
    A card's PWR was changed for a limited time.
    """

    change: Change
    thing: int


Die: TypeAlias = Annotated[int, Meta(ge=2, le=100)]


Plus1: TypeAlias = Annotated[int, Meta(ge=-99, le=99)]


Times1: TypeAlias = Annotated[int, Meta(ge=-99, le=99)]


Var1: TypeAlias = Annotated[
    str,
    Meta(
        description='lower-case letters, digits and -; at most 48',
        pattern='^[a-z0-9][a-z0-9-]{0,47}$',
    ),
]


class Remaining(Struct, kw_only=True):
    """
    An estimate of the remaining work: how many `trials` will probably be needed, and how many `seconds` they take.

    `seconds` is unknown before the first chunk is complete.
    """

    seconds: float | None
    trials: int


class Request(Struct, kw_only=True):
    """
    The request of a job, with the seed and the ruleset that reproduce its result.

    `analysis` names the requested analysis or survey, and is absent if the job is a simulation. `simulate` contains the
    request in each case.
    """

    against: dict[str, Any] | None
    confidence: int
    precision: Precision | None
    ruleset: str
    seed: str
    simulate: dict[str, Any]
    trials: int
    analysis: str | UnsetType = UNSET


class Rescued(Struct, kw_only=True, tag_field='type', tag='Rescued'):
    """
    A player moved spirits of their choice from the void to the hand. Each spirit has a new instance id there.
    """

    cards: list[str]
    first: int
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    spirits: list[int]


class Restricted(Struct, kw_only=True, tag_field='type', tag='Restricted'):
    """
    A continuous effect was put on a card for a limited time. Rule: TC-RUL-078.
    """

    change: Change
    thing: int


class RolledFor(Struct, kw_only=True):
    """
    Dice of one size that a table rolled for another stream.
    """

    faces: list[int]
    purpose: str
    sides: int


class RotateSeed(Struct, kw_only=True, tag_field='type', tag='RotateSeed'):
    """
    Reveal the seed of this epoch and commit to the next.
    """


class RotateToken(Struct, kw_only=True, tag_field='type', tag='RotateToken'):
    """
    Void a seat's tokens and issue a new one.
    """

    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class Row(Struct, kw_only=True):
    """
    A value (or the lowest value of a bin), its count, and the share of trials with at least that value.
    """

    at_least: float
    times: int
    value: int | Value


class SaltAdded(Struct, kw_only=True, tag_field='type', tag='SaltAdded'):
    """
    A seat added its salt to the seed epoch.
    """

    epoch: int
    salt: str
    seat: str


Pwr1: TypeAlias = Annotated[int, Meta(ge=0, le=999)]


class SaviorFlipped(Struct, kw_only=True, tag_field='type', tag='SaviorFlipped'):
    """
    A savior flipped to its boundless side.
    """

    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    thing: int


class SeatAsk(Struct, kw_only=True):
    """
    A seat that an opening requests: its id, its role, and its display name, if it has one.
    """

    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    name: (
        Annotated[
            str,
            Meta(
                description='the name that people read for a seat: one line, with no blank at its ends',
                max_length=40,
                min_length=1,
                pattern='^[^\\s\\x00-\\x1f\\x7f-\\x9f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb](?:[^\\x00-\\x1f\\x7f-\\x9f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb]*[^\\s\\x00-\\x1f\\x7f-\\x9f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb])?$',
            ),
        ]
        | UnsetType
    ) = UNSET
    role: Literal['clock', 'gm', 'player', 'spectator'] | UnsetType = 'player'


class SeatJoined(Struct, kw_only=True, tag_field='type', tag='SeatJoined'):
    """
    A player took the next seat in clockwise order.
    """

    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class SeatOpened(Struct, kw_only=True, tag_field='type', tag='SeatOpened'):
    """
    A seat was opened. Its first tokens have token epoch 0. `name` is the seat's display name, if it has one.

    Rule: AR-SEAT-02, AR-SEAT-04
    """

    role: Literal['clock', 'gm', 'player', 'spectator']
    seat: str
    name: str | UnsetType = UNSET


class SeatToken(Struct, kw_only=True):
    """
    A token that acts for one seat of one stream and sees what that seat sees.
    """

    expires: int
    role: Literal['clock', 'gm', 'player', 'spectator']
    seat: str
    token: str


class SeatView(Struct, kw_only=True):
    """
    A seat of the stream. `player` is the computer player that plays the seat, if any, with its strength.

    `name` is the seat's display name; a seat without a name shows its id.
    """

    role: Literal['clock', 'gm', 'player', 'spectator']
    seat: str
    name: str | UnsetType = UNSET
    player: (
        Annotated[
            str,
            Meta(
                description='the name of a computer player', pattern='^[a-z]{1,20}\\Z'
            ),
        ]
        | UnsetType
    ) = UNSET
    strength: (
        Annotated[
            int,
            Meta(
                description='how long it thinks; only slow players have a strength',
                ge=1,
                le=5,
            ),
        ]
        | UnsetType
    ) = UNSET


class SecretAsked(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: Asked | UnsetType = UNSET


class SecretDeckList(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: DeckList | UnsetType = UNSET


class SecretNumber(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: int | UnsetType = UNSET


class SecretNumberList(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: list[int] | UnsetType = UNSET


class SecretNumberListMap(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: dict[str, list[int]] | UnsetType = UNSET


class SecretNumberListMapList(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: list[dict[str, list[int]]] | UnsetType = UNSET


class SecretText(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: str | UnsetType = UNSET


class SecretTextList(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: list[str] | UnsetType = UNSET


class SecretWordList(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: list[Literal['W1', 'W2', 'W3', 'W4', 'W5', 'W6']] | UnsetType = UNSET


class SeedCommitted(Struct, kw_only=True, tag_field='type', tag='SeedCommitted'):
    """
    A seed epoch began. `commitment` is the SHA-256 of the 32-byte seed, which nobody may read yet.
    """

    commitment: str
    epoch: int
    seed: SecretText


class SeedRevealed(Struct, kw_only=True, tag_field='type', tag='SeedRevealed'):
    """
    A seed epoch ended, and its seed is public.
    """

    epoch: int
    seed: str


class SeenCard(Struct, kw_only=True):
    """
    A card in a pile, under a card, or in the seat's own hand.

    `owner` is set if the card belongs to another player.
    """

    card: str
    thing: int
    owner: (
        Annotated[
            str,
            Meta(description='the id of a seat: lower-case letters, digits, _ and -; at most 64', pattern='^$|^[a-z0-9][a-z0-9_-]{0,63}$'),
        ]
        | UnsetType
    ) = ''


class SeenChange(Struct, kw_only=True):
    """
    A temporary change of a card by an effect, and its duration.
    """

    kind: str
    lasts: str
    number: int
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    source: int
    turn: int
    condition: str | UnsetType = ''
    part: str | UnsetType = ''
    value: int | UnsetType = 0


class SeenCommand(Struct, kw_only=True):
    """
    A command in its zone. Its identity is hidden from other players while it is face-down. Rule: TC-RUL-086.
    """

    since: int
    thing: int
    up: bool
    zone: int
    card: str | None | UnsetType = UNSET
    changes: list[SeenChange] | UnsetType = field(default_factory=list)
    counters: dict[str, int] | UnsetType = field(default_factory=dict)
    limits: dict[str, int] | UnsetType = field(default_factory=dict)
    owner: (
        Annotated[
            str,
            Meta(description='the id of a seat: lower-case letters, digits, _ and -; at most 64', pattern='^$|^[a-z0-9][a-z0-9_-]{0,63}$'),
        ]
        | UnsetType
    ) = ''


class SeenLink(Struct, kw_only=True):
    """
    A declared effect on the chain.
    """

    card: str
    effect: str
    number: int
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    thing: int
    command: bool | UnsetType = False
    negated: bool | UnsetType = False
    targets: list[list[int]] | UnsetType = field(default_factory=list)


class SeenPart(Struct, kw_only=True):
    """
    One part of a PWR: `base`, `set` or `change`, the card that causes it, and its value.

    The card's id is 0 if the card is hidden in a hand.

    Rule: TC-RUL-077
    """

    kind: str
    source: int
    value: int


Player: TypeAlias = Annotated[
    str,
    Meta(
        description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


N18: TypeAlias = Annotated[int, Meta(ge=0, le=999)]


Ref: TypeAlias = Annotated[
    str,
    Meta(
        description='a card that the effect knows: itself, its host, a card of the event, or a chosen target',
        pattern='^(this|host|each|attacker|defender|event\\.(card|target|spirit|by|link)|chosen\\.[0-9])$',
    ),
]


class SendChat(Struct, kw_only=True, tag_field='type', tag='SendChat'):
    """
    Send a chat message to all seats: a `text` of your own, or a `phrase` from the list.

    A chat message does not change the game.
    """

    phrase: Literal['good-game', 'good-luck', 'good-move', 'goodbye', 'hello', 'my-mistake', 'no', 'one-moment', 'sorry', 'thanks', 'thinking', 'well-played', 'yes', 'your-turn'] | UnsetType = (
        UNSET
    )
    text: (
        Annotated[
            str,
            Meta(
                description='one line of text',
                examples=['Shall we begin?'],
                max_length=200,
                min_length=1,
                pattern='^[^\\x00-\\x1f\\x7f]+$',
            ),
        ]
        | UnsetType
    ) = UNSET


class SetCommand(Struct, kw_only=True, tag_field='type', tag='SetCommand'):
    """
    Set a command face-down in a command zone.
    """

    card: Annotated[
        int, Meta(description='the number of a visible card', ge=1, le=9007199254740991)
    ]
    decision: Decision | None | UnsetType = UNSET
    waive: bool | UnsetType = False
    zone: Zone | None | UnsetType = UNSET


class SetStops(Struct, kw_only=True, tag_field='type', tag='SetStops'):
    """
    Set the windows in which this seat is asked to respond, by default all windows. Other seats cannot see this.
    """

    windows: Annotated[
        list[Literal['W1', 'W2', 'W3', 'W4', 'W5', 'W6']], Meta(max_length=6)
    ]
    until: Literal['changed', 'my_turn'] | UnsetType = 'changed'


class Settling(Struct, kw_only=True, tag_field='task', tag='settling'):
    """
    Cards that one step damaged, which are settled together.

    `paid` holds the picked payments of players whose spirit decks are empty.
    """

    paid: dict[str, list[int]]
    things: list[int]


class ShieldRaised(Struct, kw_only=True, tag_field='type', tag='ShieldRaised'):
    """
    A card received a shield that prevents its next damage.
    """

    change: Change
    thing: int


class Shown(Struct, kw_only=True):
    """
    A revealed card: its card id, and its new instance id.
    """

    card: str
    thing: int


class Span(Struct, kw_only=True):
    """
    A range for a number of cards: at least `min`, at most `max`.
    """

    max: Annotated[int, Meta(ge=0, le=999)]
    min: Annotated[int, Meta(ge=0, le=999)]


class SpiritAttached(Struct, kw_only=True, tag_field='type', tag='SpiritAttached'):
    """
    A spirit from a void or a spirit deck was put under a card. This does not count as spiritualizing.
    """

    card: str
    origin: Literal['spirit_deck', 'void']
    owner: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    spirit: int
    thing: int
    was: int


N19: TypeAlias = Annotated[int, Meta(ge=-99, le=99)]


class SpiritType(Struct, kw_only=True):
    """
    A type of spirit: its name, and the maximum number of cards of that name in a spirit deck.
    """

    most: int
    name: str


class SpiritsInvoked(Struct, kw_only=True, tag_field='type', tag='SpiritsInvoked'):
    """
    A player moved spirits from the top of the spirit deck to the hand.
    """

    cards: SecretTextList
    first: int
    n: int
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class SpiritsMoved(Struct, kw_only=True, tag_field='type', tag='SpiritsMoved'):
    """
    Spirits that were under one card were put under another card, in the same order.
    """

    spirits: list[int]
    to: int


class SpiritsReturned(Struct, kw_only=True, tag_field='type', tag='SpiritsReturned'):
    """
    Spirits under a card that left play went to their owner's hand. Rule: TC-RUL-091.
    """

    cards: list[str]
    first: int
    owner: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    spirits: list[int]


class SpiritsSentToVoid(Struct, kw_only=True, tag_field='type', tag='SpiritsSentToVoid'):
    """
    Spirits went to their owners' voids together.

    `hand` lists the instance ids of the spirits that came from hands, in the order of the spirits.
    """

    cause: Literal['cost', 'damage', 'devour', 'effect', 'elimination', 'play', 'resolved', 'sacrifice']
    hand: SecretNumberList | None
    spirits: list[Gone]


class SpiritualizeCard(Struct, kw_only=True, tag_field='type', tag='SpiritualizeCard'):
    """
    Put a spirit from the hand under your savior or a form that you control.
    """

    spirit: Annotated[
        int, Meta(description='the number of a visible card', ge=1, le=9007199254740991)
    ]
    target: Annotated[
        int, Meta(description='the number of a visible card', ge=1, le=9007199254740991)
    ]
    decision: Decision | None | UnsetType = UNSET
    waive: bool | UnsetType = False


class Spiritualized(Struct, kw_only=True, tag_field='type', tag='Spiritualized'):
    """
    A spirit from the hand was put under a card.

    `counted` is false if an effect let the player ignore the turn limit.
    """

    card: str
    counted: bool
    hand: SecretNumber
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    spirit: int
    thing: int


class StallGuard(Struct, kw_only=True):
    """
    Limits that end a match in which play does not advance. A limit of 0 is off.

    After 10 000 events that follow a single decision, the match ends whatever these limits are. Rule: TC-RUL-095.
    """

    links: Annotated[int, Meta(ge=0, le=1000)] | UnsetType = 64
    max_turns: Annotated[int, Meta(ge=0, le=10000)] | UnsetType = 0
    queued: Annotated[int, Meta(ge=0, le=10000)] | UnsetType = 1000


class StateDigested(Struct, kw_only=True, tag_field='type', tag='StateDigested'):
    """
    The digest of the game's state after this decision. Nobody may read it until the log is opened.

    `schema` is the name of the state's schema. Only digests with the same schema name can be compared.
    """

    digest: SecretText
    schema: str


class StepEnded(Struct, kw_only=True, tag_field='type', tag='StepEnded'):
    """
    The turn player ended the current step.
    """

    step: Literal['act1', 'act2', 'combat', 'draw', 'end', 'invoke']


class StepEntered(Struct, kw_only=True, tag_field='type', tag='StepEntered'):
    """
    A step began. Rule: TC-TURN-01.
    """

    step: Literal['act1', 'act2', 'combat', 'draw', 'end', 'invoke']


class StepIs(Struct, kw_only=True, tag_field='op', tag='step_is'):
    """
    The condition that this is the current step of the turn.

    In an effect without an indicator (timing mark), the condition also sets the timing (TC-RUL-069).
    """

    step: Literal['act1', 'act2', 'combat', 'draw', 'end', 'invoke']


class StopsSet(Struct, kw_only=True, tag_field='type', tag='StopsSet'):
    """
    A seat set the windows in which it is asked to respond.
    """

    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    until: Literal['changed', 'my_turn']
    windows: SecretWordList


class StreamClosed(Struct, kw_only=True, tag_field='type', tag='StreamClosed'):
    """
    The stream ended.
    """

    reason: str


class StreamOpened(Struct, kw_only=True, tag_field='type', tag='StreamOpened'):
    """
    A stream was opened for an app.

    `form` is the version of the stream's event format; it is absent for the first version. `catalogue` names the data
    set that the stream uses, such as `starter@1f2e3d4c5b6a7988`; if the game has a catalogue and the event names no
    set, the stream uses the first set. `undo` is the undo setting; without it, the game's default applies. `chat` is
    the chat setting; without it, the chat is off. `luck` names the dice table that rolls the stream's public dice.
    After every `digests` commits, the log contains a digest of the state; without this field, it contains no digests.
    """

    kind: str
    simulated: bool
    tenant: str
    catalogue: str | UnsetType = UNSET
    chat: Literal['off', 'on', 'phrases'] | UnsetType = UNSET
    digests: int | UnsetType = UNSET
    form: int | UnsetType = UNSET
    luck: str | UnsetType = UNSET
    undo: Literal['by consent', 'never', 'own until known'] | UnsetType = UNSET


class SubmitDeck(Struct, kw_only=True, tag_field='type', tag='SubmitDeck'):
    """
    Submit a deck. You can replace it until the match starts.
    """

    deck: DeckList


class SurveyedStream(Struct, kw_only=True):
    """
    A stream that a survey reads up to a version.

    `closed`: the stream was closed at that version, so its log may be open to all.
    """

    closed: bool
    stream: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    version: Annotated[int, Meta(ge=1, le=9007199254740991)]


class TakeBack(Struct, kw_only=True, tag_field='type', tag='TakeBack'):
    """
    Take back the play whose targets or payment you are choosing. The play is undone, and you act again.
    """

    decision: Decision | None | UnsetType = UNSET


class TakenBack(Struct, kw_only=True, tag_field='type', tag='TakenBack'):
    """
    An undo took the game back to the version `to`: later events stay in the log, but no longer count.

    Versions, seats and seeds are not taken back. `agreed` are the seats that agreed; it is empty if no seat was asked.

    Rule: AR-UNDO-01, AR-UNDO-03
    """

    agreed: list[str]
    by: str
    to: int


Row11: TypeAlias = Annotated[
    str, Meta(description='an exact number', pattern='^-?\\d+(/\\d+)?$')
]


Row1: TypeAlias = tuple[int | Row11, int]


class Tally(Struct, kw_only=True):
    """
    The number of occurrences of each value of one measure in `trials` trials.

    With a `width` w, each row is a bin of the values from v to below v + w.

    Shape: rows are (value, count), lowest first; width 0: each value has its own row
    """

    rows: list[Row1]
    squares: Annotated[
        str, Meta(description='an exact number', pattern='^-?\\d+(/\\d+)?$')
    ]
    total: Annotated[
        str, Meta(description='an exact number', pattern='^-?\\d+(/\\d+)?$')
    ]
    trials: int
    width: int | Width


Face1: TypeAlias = Annotated[int, Meta(ge=0, le=4294967296)]


Faces: TypeAlias = Annotated[
    list[Face1],
    Meta(
        description='faces rolled at a real table, in the order the rules need them; empty if the server rolls',
        max_length=5000,
    ),
]


Move: TypeAlias = Annotated[
    str,
    Meta(description='a move, as the measures name it', max_length=2000, min_length=1),
]


class TcgChances(Struct, kw_only=True):
    """
    A seat's win chance with each of its moves at a version, if computer players then play to the end.

    By default, `seat` is the seat that had to decide at that version, and `moves` lists all of its moves. The server
    adds `commands`, which lists the command for each move, in the same order. The job ends as soon as the best move is
    clear, or else after all trials. If the settings have `allow_analysis`, a seat may request its own win chances while
    the match runs, at the current version.
    """

    match: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    version: Annotated[int, Meta(ge=1, le=9007199254740991)]
    commands: Annotated[list[dict[str, Any]], Meta(max_length=64)] | UnsetType = field(
        default_factory=list
    )
    moves: Annotated[list[Move], Meta(max_length=64)] | UnsetType = field(
        default_factory=list
    )
    player: Literal['greedy', 'random'] | UnsetType = 'greedy'
    seat: Seat | None | UnsetType = UNSET


Seed: TypeAlias = Annotated[
    str,
    Meta(description='32 bytes in lower-case hexadecimal', pattern='^[0-9a-f]{64}$'),
]


class TokenRotated(Struct, kw_only=True, tag_field='type', tag='TokenRotated'):
    """
    A seat's tokens were rotated: tokens with a lower token epoch are now void. Rule: AR-SEAT-04, AR-SEAT-05.
    """

    epoch: int
    seat: str


class TriggerBegun(Struct, kw_only=True, tag_field='type', tag='TriggerBegun'):
    """
    The [AUTO] effect at this position of the queue was removed from it, because its declaration started.
    """

    place: int


class TriggerEvent(Struct, kw_only=True):
    """
    An event in the form that effects read: its name, the acting player, and the cards it concerns.
    """

    event: str
    by: (
        Annotated[
            str,
            Meta(description='the id of a seat: lower-case letters, digits, _ and -; at most 64', pattern='^$|^[a-z0-9][a-z0-9_-]{0,63}$'),
        ]
        | UnsetType
    ) = ''
    card: int | UnsetType = 0
    cause: str | UnsetType = ''
    kind: str | UnsetType = ''
    link: int | UnsetType = 0
    n: int | UnsetType = 0
    origin: str | UnsetType = ''
    phase: str | UnsetType = ''
    seen: LastSeen | None | UnsetType = UNSET
    spirit: int | UnsetType = 0
    step: str | UnsetType = ''
    target: int | UnsetType = 0
    to: str | UnsetType = ''


class TriggersOrdered(Struct, kw_only=True, tag_field='type', tag='TriggersOrdered'):
    """
    A player put simultaneous [AUTO] effects in order.

    `order` lists their old positions in the queue, in the new order.
    """

    order: list[int]
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class TurnEnded(Struct, kw_only=True, tag_field='type', tag='TurnEnded'):
    """
    A turn ended, together with the changes that lasted until its end.
    """

    turn: int


class TurnStarted(Struct, kw_only=True, tag_field='type', tag='TurnStarted'):
    """
    A turn began.
    """

    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    turn: int


class UndoAgreed(Struct, kw_only=True, tag_field='type', tag='UndoAgreed'):
    """
    A seat agreed to the proposed undo. Rule: AR-UNDO-08.
    """

    proposal: int
    seat: str


class UndoDeclined(Struct, kw_only=True, tag_field='type', tag='UndoDeclined'):
    """
    A seat declined the proposed undo. Rule: AR-UNDO-08.
    """

    proposal: int
    seat: str


class UndoProposed(Struct, kw_only=True, tag_field='type', tag='UndoProposed'):
    """
    A seat proposed to take back everything after the version `to`. Any other decision makes the proposal lapse.

    `proposal` is the version of this event; `asked` are the seats that must agree. Rule: AR-UNDO-04, AR-UNDO-08.
    """

    asked: list[str]
    by: str
    proposal: int
    to: int


class UndoWithdrawn(Struct, kw_only=True, tag_field='type', tag='UndoWithdrawn'):
    """
    The undo proposal was withdrawn. Rule: AR-UNDO-08.
    """

    proposal: int


class Var(Struct, kw_only=True):
    """
    The result that an earlier step stored under this name.
    """

    var: Annotated[
        str,
        Meta(
            description='lower-case letters, digits and -; at most 48',
            pattern='^[a-z0-9][a-z0-9-]{0,47}$',
        ),
    ]


class WayView(Struct, kw_only=True):
    """
    A version that an undo may return to, and the seats that must agree; an empty list if no seat has to.
    """

    asks: list[str]
    to: int


class WinGame(Struct, kw_only=True, tag_field='do', tag='win_game'):
    """
    A step that makes a player win the match immediately.
    """

    who: (
        Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you']
        | Var
        | UnsetType
    ) = 'controller'


WaivedItem: TypeAlias = Annotated[
    str,
    Meta(
        description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class Window(Struct, kw_only=True, tag_field='task', tag='window'):
    """
    A priority window: the events to which seats may respond, and the seats that passed in a row or waived it.
    """

    answers: list[TriggerEvent]
    by: str
    kind: Literal['W1', 'W2', 'W3', 'W4', 'W5', 'W6']
    opened: bool
    passed: list[PassedItem]
    waived: list[WaivedItem]


class WindowClosed(Struct, kw_only=True, tag_field='type', tag='WindowClosed'):
    """
    The window closed because all players passed in a row.
    """

    kind: Literal['W1', 'W2', 'W3', 'W4', 'W5', 'W6']


class WindowOpened(Struct, kw_only=True, tag_field='type', tag='WindowOpened'):
    """
    A priority window opened: players may respond, or use effects timed for this window.
    """

    kind: Literal['W1', 'W2', 'W3', 'W4', 'W5', 'W6']


class WithdrawUndo(Struct, kw_only=True, tag_field='type', tag='WithdrawUndo'):
    """
    Withdraw your own undo proposal.
    """

    proposal: Annotated[
        int,
        Meta(
            description="the proposal's number: the version of its event UndoProposed",
            ge=1,
            le=9007199254740991,
        ),
    ]


class WrittenCards(Struct, kw_only=True):
    """
    A set of cards as its author writes it: all cards that may be played in a match.
    """

    cards: Annotated[list[dict[str, Any]], Meta(max_length=600, min_length=1)]
    name: Annotated[
        str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
    ]


class ZoneOpen(Struct, kw_only=True, tag_field='op', tag='zone_open'):
    """
    The condition that the player has an open zone of this kind.
    """

    who: Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you'] | Var
    zone: Literal['command', 'form']


class Booklet(Struct, kw_only=True):
    """
    The vocabulary of the rules. `off_the_mat` lists the zones that are not on the play mat.

    In `losses`, the most common way to lose comes first.

    Rule: TC-GEN-01, TC-GEN-02, TC-GEN-06
    """

    actions: list[Action]
    aim: str
    command_types: list[Literal['bound', 'interrupt', 'normal', 'swift']]
    independent: str
    indicators: dict[str, str]
    keywords: dict[str, str]
    kinds: list[Literal['command', 'form', 'savior', 'spirit']]
    losses: list[Loss]
    mat: list[Place]
    off_the_mat: list[str]
    pages: dict[str, str]
    phases: dict[str, str]
    spirit_types: dict[str, SpiritType]
    steps: list[Literal['act1', 'act2', 'combat', 'draw', 'end', 'invoke']]
    version: str
    windows: dict[str, str]


class Called(Struct, kw_only=True):
    """
    A triggered [AUTO] effect, with the event that triggered it.
    """

    card: str
    effect: str
    event: TriggerEvent
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    targets: list[list[int]]
    thing: int


class CannotActivate(Struct, kw_only=True, tag_field='static', tag='cannot_activate'):
    """
    An effect that forbids a player to activate effects or commands of the named kind.
    """

    who: Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you'] | Var
    what: (
        Literal[
            'any',
            'bound',
            'command',
            'form',
            'interrupt',
            'normal',
            'savior',
            'swift',
        ]
        | UnsetType
    ) = 'any'


class CardPutBack(Struct, kw_only=True, tag_field='type', tag='CardPutBack'):
    """
    A player put cards from the hand on the top or the bottom of the main deck, one by one.

    Rule: TC-RUL-091, TC-RUL-092
    """

    hand: SecretNumberList
    n: int
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    to: Literal['deck_bottom', 'deck_top']


class CardText(Struct, kw_only=True):
    """
    Everything that is printed on a card. Rule: TC-CARD-01 to TC-CARD-07.
    """

    archetypes: list[str]
    back: Literal['main', 'spirit']
    faces: list[Face]
    frame: str
    kind: Literal['command', 'form', 'savior', 'spirit']
    name: str
    number: str
    orb: str | None
    orbs: int
    rarity: str
    set_id: str
    tribes: list[str]


class CardsBody(Struct, kw_only=True):
    """
    Cards to check, and the spirits that a match would add to them.
    """

    cards: WrittenCards
    parts: (
        Annotated[
            bool,
            Meta(
                description='whether to return the text of each part of the cards too'
            ),
        ]
        | UnsetType
    ) = False
    spirit_set: Literal['blank', 'custom', 'house'] | UnsetType = 'house'


class CardsDrawn(Struct, kw_only=True, tag_field='type', tag='CardsDrawn'):
    """
    A player drew cards from the main deck.
    """

    cards: SecretTextList
    first: int
    n: int
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class Checked(Struct, kw_only=True):
    """
    The response for cards without faults: the set's hash, the texts of its cards, and notes on unusual cards.

    If the request sets `parts`, the response also has the words of each step, condition, cost and target, by JSON path.
    """

    hash: str
    notes: list[Fault]
    parts: dict[str, dict[str, str]]
    texts: dict[str, CardText]


class CommandPlayed(Struct, kw_only=True, tag_field='type', tag='CommandPlayed'):
    """
    A command was put face-up in a command zone and is being activated.
    """

    card: str
    hand: SecretNumber | None
    origin: Literal['drop', 'hand']
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    thing: int
    was: int
    zone: int


class CommandSet(Struct, kw_only=True, tag_field='type', tag='CommandSet'):
    """
    A command was set face-down in a command zone. Only its player sees which command it is.
    """

    card: SecretText
    hand: SecretNumber | None
    origin: Literal['drop', 'hand']
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    thing: int
    was: int
    zone: int


class DeckAccepted(Struct, kw_only=True, tag_field='type', tag='DeckAccepted'):
    """
    A player submitted a legal deck.
    """

    deck: SecretDeckList
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class DeckArranged(Struct, kw_only=True, tag_field='type', tag='DeckArranged'):
    """
    A player put a deck's top cards back in a new order, or at the bottom of the deck.

    `order` lists the cards from the new top down, each by its old position, counted from 0 at the old top.
    """

    bottom: bool
    deck: Literal['main', 'spirit']
    n: int
    order: SecretNumberList
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class DeckBody(Struct, kw_only=True):
    """
    A deck to check, and the cards and spirits of the match in which it would be played.

    `cards` names a built-in set, or contains your own cards. By default it is the starter set.
    """

    deck: DeckList
    cards: Literal['core', 'starter'] | WrittenCards | None | UnsetType = UNSET
    spirit_set: Literal['blank', 'custom', 'house'] | UnsetType = 'house'


class DeckLooked(Struct, kw_only=True, tag_field='type', tag='DeckLooked'):
    """
    A player looked at the top of a deck. `cards` begins with the top card.
    """

    cards: SecretTextList
    deck: Literal['main', 'spirit']
    n: int
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class DeckShuffled(Struct, kw_only=True, tag_field='type', tag='DeckShuffled'):
    """
    A deck was shuffled. The card now at position i, counted from the bottom, was at position `order[i]`.
    """

    deck: Literal['main', 'spirit']
    order: SecretNumberList
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class Declaring(Struct, kw_only=True, tag_field='task', tag='declaring'):
    """
    An effect that is being declared. Its targets are chosen first, then its payment.
    """

    card: int
    effect: str
    event: TriggerEvent | None
    names: dict[str, list[int]]
    origin: str
    payment: list[list[int]]
    picker: str
    printed: str
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    slot: int
    targets: list[list[int]]
    waive: bool


class DiceLent(Struct, kw_only=True, tag_field='type', tag='DiceLent'):
    """
    The table rolled dice for another stream, which was at a given version.

    Rolls for that stream are numbered; `first` is the number of the first of these rolls. The stream had not used the
    rolls in `unused` yet. `before` is the table's own version before these rolls.
    """

    before: int
    first: int
    rolls: list[RolledFor]
    stream: str
    unused: list[int]
    version: int


class Discarded(Struct, kw_only=True, tag_field='type', tag='Discarded'):
    """
    A player discarded cards from the hand.
    """

    cards: list[Shown]
    hand: SecretNumberList
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class EffectDeclared(Struct, kw_only=True, tag_field='type', tag='EffectDeclared'):
    """
    An effect was declared with its targets and became a link of the chain.

    `card` is the card id of the effect's card, and `thing` its instance id.

    Rule: TC-READ-09, TC-READ-10
    """

    card: str
    command: bool
    effect: str
    event: TriggerEvent | None
    names: SecretNumberListMap | None
    number: int
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    targets: list[list[int]]
    thing: int


class EffectDelayed(Struct, kw_only=True, tag_field='type', tag='EffectDelayed'):
    """
    Steps of an effect were delayed until a later event.

    The event also records the choices made so far for the effect.

    Rule: TC-RUL-179
    """

    card: str
    effect: str
    names: SecretNumberListMap | None
    number: int
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    targets: list[list[int]]
    thing: int


class FactChances(Struct, kw_only=True):
    """
    The possible values of a fact, most probable first.

    The probabilities add up to less than 1 if some outcomes lack the fact.
    """

    fact: str
    values: list[FactValue]


class Findings(Struct, kw_only=True):
    """
    The findings in some streams: counts by name, rows, and why the survey did not read some streams to their end.

    Findings contain at most 200 rows, the first ones found; the decisions of further rows are counted as `others`. They
    name at most 20 streams that were not read to their end; the count `stopped` includes all such streams.
    """

    counts: dict[str, int]
    rows: list[ImpactRow]
    stopped: dict[str, str]


class FlipSaviorOperation(Struct, kw_only=True, tag_field='do', tag='flip_savior'):
    """
    A step that flips a bound savior. Each player can flip their savior once per game.
    """

    who: (
        Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you']
        | Var
        | UnsetType
    ) = 'you'


class ForkBody(Struct, kw_only=True):
    """
    The version at which to fork a stream. With `seat`, everything that this seat does not know is dealt again.

    With a `goal`, the fork is a puzzle.
    """

    at: Annotated[int, Meta(ge=1, le=9007199254740991)]
    goal: Goal | UnsetType = UNSET
    seat: (
        Annotated[
            str,
            Meta(
                description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
                pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
            ),
        ]
        | UnsetType
    ) = UNSET


class Forked(Struct, kw_only=True, tag_field='type', tag='Forked'):
    """
    The stream started as a fork, from the `state` of another stream at one of its versions.

    `head` is the last hash of the other stream's hash chain at that version. If the state was `dealt`, it keeps the
    facts that `seat` knew at that version (without a `seat`: the facts that the app knew), and all other facts were
    drawn again. `closed` names the entries whose contents no draw can replace, so that the fork lacks them. `made_up`
    names the entries that got invented, plausible values. Events before this one do not affect the state. A fork with a
    `goal` is a puzzle.
    """

    dealt: bool
    head: str
    state: SecretText
    stream: str
    version: int
    closed: list[str] | UnsetType = UNSET
    goal: PuzzleGoal | UnsetType = UNSET
    made_up: list[str] | UnsetType = UNSET
    seat: str | UnsetType = UNSET


class FormPlayed(Struct, kw_only=True, tag_field='type', tag='FormPlayed'):
    """
    A form entered a form zone.

    `hand` is the instance id that the card had in the hand, and `was` the one that it had in the drop zone.
    """

    card: str
    hand: SecretNumber | None
    origin: Literal['drop', 'hand', 'main_deck']
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    thing: int
    was: int
    zone: int


class JobRequested(Struct, kw_only=True, tag_field='type', tag='JobRequested'):
    """
    A job was accepted: at most `trials` trials, in chunks of `chunk_trials` (the last may be smaller).

    `analysis` names the requested analysis or survey, and is absent if the job is a simulation. `simulate` contains the
    request in each case. A survey reads `streams`.
    """

    against: dict[str, Any] | None
    at: int
    chunk_trials: int
    confidence: int
    precision: Precision | None
    ruleset: str
    seed: str
    simulate: dict[str, Any]
    trials: int
    analysis: str | UnsetType = UNSET
    streams: list[SurveyedStream] | UnsetType = UNSET


class KernelChances(Struct, kw_only=True):
    """
    All outcomes of a command with exact probabilities, most probable first.

    `left_out` counts the outcomes that are not listed, and `left_out_chance` is their total probability. `facts` also
    cover the outcomes that are not listed.
    """

    command: str
    exact: bool
    facts: list[FactChances]
    outcomes: Annotated[list[Outcome], Meta(max_length=201)]
    left_out: int | UnsetType = 0
    left_out_chance: Exact | UnsetType = field(
        default_factory=lambda: convert({'about': 0.0, 'exact': '0'}, type=Exact)
    )


class LoseGame(Struct, kw_only=True, tag_field='do', tag='lose_game'):
    """
    A step that makes players lose the match.
    """

    who: Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you'] | Var


class MatchSettings(Struct, kw_only=True):
    """
    A match's settings: one field for each rule that can be interpreted in several ways.
    """

    allow_analysis: (
        Annotated[
            bool,
            Meta(
                description='whether a seat may ask for the chances of its moves while the match runs; by default no (TC-RUL-161)'
            ),
        ]
        | UnsetType
    ) = UNSET
    allow_concede: (
        Annotated[bool, Meta(description='whether players may concede (TC-RUL-093)')]
        | UnsetType
    ) = True
    allow_draw_offer: (
        Annotated[
            bool, Meta(description='whether players may offer a draw (TC-RUL-094)')
        ]
        | UnsetType
    ) = True
    attack_is_action: (
        Annotated[
            bool,
            Meta(
                description='whether set commands, and [INTERRUPT] effects that name no event, may answer an attack; effects that name attacks always may (TC-RUL-054)'
            ),
        ]
        | UnsetType
    ) = False
    auto_pass: (
        Annotated[
            Literal['never', 'no_legal_response', 'nothing_else', 'public_possibility'],
            Meta(description='which seats are asked to respond; `no_legal_response` reveals what their hands contain; with `nothing_else` the server passes, after a wait, for seats that can only pass (TC-RUL-066, TC-RUL-157)'),
        ]
        | UnsetType
    ) = 'public_possibility'
    bluff_set: (
        Annotated[
            bool,
            Meta(
                description='whether normal and bound commands may be set as a bluff (TC-RUL-067)'
            ),
        ]
        | UnsetType
    ) = False
    bound_savior_attack: (
        Annotated[
            Literal['always', 'if_pwr', 'never'],
            Meta(description='whether a bound savior may attack (TC-RUL-017)'),
        ]
        | UnsetType
    ) = 'if_pwr'
    chain_style: (
        Annotated[
            Literal['build_then_resolve', 'priority_after_each_link'],
            Meta(description='whether players may respond between two links of a chain (TC-RUL-057)'),
        ]
        | UnsetType
    ) = 'build_then_resolve'
    command_zones: (
        Annotated[
            int,
            Meta(
                description='the number of command zones of each player (TC-RUL-011)',
                ge=2,
                le=5,
            ),
        ]
        | UnsetType
    ) = 2
    cut: (
        Annotated[
            Literal['ask', 'auto'],
            Meta(description='whether players are asked to cut decks, or no deck is cut (TC-RUL-007)'),
        ]
        | UnsetType
    ) = 'auto'
    damage_without_spirits: (
        Annotated[
            Literal['lose', 'nothing', 'take_from_forms'],
            Meta(description="what happens to a savior's damage that no spirit can pay (TC-RUL-033)"),
        ]
        | UnsetType
    ) = 'nothing'
    damaged_forms_leave: (
        Annotated[
            Literal['combat_end', 'damage_phase'],
            Meta(description='when damaged forms leave play (TC-RUL-030)'),
        ]
        | UnsetType
    ) = 'damage_phase'
    decision_clock_s: (
        Annotated[
            int,
            Meta(
                description='seconds for a decision; 0 means no clock (TC-RUL-096)',
                ge=0,
                le=86400,
            ),
        ]
        | UnsetType
    ) = 0
    default_effect_limit: (
        Annotated[
            Literal['none', 'once_per_turn'],
            Meta(description='the limit of effects without a printed limit (TC-RUL-070)'),
        ]
        | UnsetType
    ) = 'none'
    despiritualize_chooser: (
        Annotated[
            Literal['card_controller', 'effect_player'],
            Meta(description='who picks the spirits that an effect removes (TC-RUL-040)'),
        ]
        | UnsetType
    ) = 'effect_player'
    effect_order: (
        Annotated[
            list[Literal['auto', 'independent', 'interrupt', 'none', 'swift']],
            Meta(
                description='the order of simultaneous effects, by timing (TC-RUL-060) Left out: `auto`, `interrupt`, `swift`, `independent`, `none`.',
                max_length=5,
                min_length=5,
            ),
        ]
        | UnsetType
    ) = UNSET
    first_player_die: (
        Annotated[
            Literal[6, 20],
            Meta(
                description='the sides of the die that decides who goes first (TC-RUL-005)'
            ),
        ]
        | UnsetType
    ) = 6
    form_zones: (
        Annotated[
            int,
            Meta(
                description='the number of form zones of each player (TC-RUL-010)',
                ge=2,
                le=5,
            ),
        ]
        | UnsetType
    ) = 2
    interrupt_command_answers: (
        Annotated[
            Literal['any', 'opponent'],
            Meta(description='whose actions interrupt commands may answer (TC-RUL-125)'),
        ]
        | UnsetType
    ) = 'opponent'
    loss_check: (
        Annotated[
            Literal['after_resolution', 'immediate'],
            Meta(description='when players lose because of a full void (TC-RUL-041)'),
        ]
        | UnsetType
    ) = 'immediate'
    max_players: (
        Annotated[
            int,
            Meta(description='the maximum number of players (TC-RUL-002)', ge=2, le=8),
        ]
        | UnsetType
    ) = 8
    perfect_needs_empty_form: (
        Annotated[
            bool,
            Meta(
                description='whether a Perfect Spirit needs a form without spirits (TC-RUL-020)'
            ),
        ]
        | UnsetType
    ) = False
    priority_start: (
        Annotated[
            Literal['left_of_actor', 'turn_player'],
            Meta(description='who is asked first in a window (TC-RUL-056)'),
        ]
        | UnsetType
    ) = 'turn_player'
    reveal_log_after_end: (
        Annotated[
            bool,
            Meta(
                description='whether the whole log becomes public after the match (TC-RUL-088)'
            ),
        ]
        | UnsetType
    ) = True
    sacrifice_inherits_limit: (
        Annotated[
            bool,
            Meta(
                description='whether a new form inherits the used limit of its sacrifice (TC-RUL-024)'
            ),
        ]
        | UnsetType
    ) = False
    spirit_abilities_on_saviors: (
        Annotated[
            bool,
            Meta(
                description='whether spirits give their abilities to saviors too (TC-RUL-013)'
            ),
        ]
        | UnsetType
    ) = False
    spirit_set: (
        Annotated[
            Literal['blank', 'custom', 'house'],
            Meta(description='the spirits: built-in ones, ones without abilities, or your own (TC-RUL-012)'),
        ]
        | UnsetType
    ) = 'house'
    spirits_on_return: (
        Annotated[
            Literal['owner_hand', 'void'],
            Meta(description='where spirits go when their form returns to a hand or deck (TC-RUL-026)'),
        ]
        | UnsetType
    ) = 'void'
    spiritualize_reset: (
        Annotated[
            Literal['controller_turn', 'controller_turn_kept', 'every_turn'],
            Meta(description='when a card may be spiritualized again (TC-RUL-023, TC-RUL-139)'),
        ]
        | UnsetType
    ) = 'controller_turn'
    stall_guard: (
        Annotated[
            StallGuard,
            Meta(
                description='when a match without progress ends as a draw (TC-RUL-095)'
            ),
        ]
        | UnsetType
    ) = (
        field(default_factory=lambda: convert({'links': 64, 'max_turns': 0, 'queued': 1000},  type=StallGuard))
    )
    unmarked_timing: (
        Annotated[
            Literal['own_act_steps', 'own_turn'],
            Meta(description='when an effect without a timing mark may be used (TC-RUL-069)'),
        ]
        | UnsetType
    ) = 'own_act_steps'


class MatchStarted(Struct, kw_only=True, tag_field='type', tag='MatchStarted'):
    """
    All players submitted decks, and the match started. `saviors` are in seat order and show their bound sides.
    """

    saviors: list[Shown]
    pace: SecretNumberList | UnsetType = UNSET


class MeasureResult(Struct, kw_only=True):
    """
    The results of a measure.

    `band` is the largest difference to expect between reported and true shares in `at_least`, over all values. `width`
    is the width of the bins into which values are grouped; 0 means that each value has its own row. The bounds of
    quantiles follow from the band.
    """

    band: float
    deviation: float
    mean: Estimate
    quantiles: dict[str, QuantilesAdditionalProperty]
    rows: list[Row]
    trials: int
    width: int | Width


class MoreSacrifices(Struct, kw_only=True, tag_field='static', tag='extra_sacrifice'):
    """
    An effect that lets a player make additional sacrifices each turn to play forms.
    """

    who: Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you'] | Var
    n: Annotated[int, Meta(ge=0, le=999)] | UnsetType = 1


class MulliganTaken(Struct, kw_only=True, tag_field='type', tag='MulliganTaken'):
    """
    A player put `n` cards of the opening hand on the main deck for a mulligan, or kept the hand if `n` is 0.
    """

    back: SecretNumberList
    n: int
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class OpenMatch(Struct, kw_only=True):
    """
    Create a match. The seats are in clockwise order. `cards` names a built-in set, or contains your own cards.

    Without `cards` the match uses the starter set.
    """

    seats: Annotated[list[SeatAsk], Meta(max_length=64, min_length=1)]
    cards: Literal['core', 'starter'] | WrittenCards | None | UnsetType = UNSET
    chat: Literal['off', 'on', 'phrases'] | UnsetType = UNSET
    settings: MatchSettings | UnsetType = field(
        default_factory=lambda: convert(
            {'allow_concede': True, 'allow_draw_offer': True, 'attack_is_action': False, 'auto_pass': 'public_possibility', 'bluff_set': False, 'bound_savior_attack': 'if_pwr', 'chain_style': 'build_then_resolve', 'command_zones': 2, 'cut': 'auto', 'damage_without_spirits': 'nothing', 'damaged_forms_leave': 'damage_phase', 'decision_clock_s': 0, 'default_effect_limit': 'none', 'despiritualize_chooser': 'effect_player', 'effect_order': ['auto', 'interrupt', 'swift', 'independent', 'none'], 'first_player_die': 6, 'form_zones': 2, 'interrupt_command_answers': 'opponent', 'loss_check': 'immediate', 'max_players': 8, 'perfect_needs_empty_form': False, 'priority_start': 'turn_player', 'reveal_log_after_end': True, 'sacrifice_inherits_limit': False, 'spirit_abilities_on_saviors': False, 'spirit_set': 'house', 'spirits_on_return': 'void', 'spiritualize_reset': 'controller_turn', 'stall_guard': {'links': 64, 'max_turns': 0, 'queued': 1000}, 'unmarked_timing': 'own_act_steps'},
            type=MatchSettings,
        )
    )
    type: Literal['OpenMatch'] | UnsetType = UNSET
    undo: Literal['by consent', 'never', 'own until known'] | UnsetType = UNSET


class Progress(Struct, kw_only=True):
    """
    The progress of a job of `at_most` trials; `reach` is the current half-width of the requested interval.
    """

    at_most: int
    chunks: int
    reach: float | None
    reason: str
    remaining: Remaining | None
    status: Literal['cancelled', 'completed', 'failed', 'running']
    trials: int
    waiting: int
    why: Literal['best', 'precision', 'trials'] | None


class Puzzle(Struct, kw_only=True):
    """
    The goal of a puzzle, whether it was reached, and why it was missed, if it was.
    """

    goal: PuzzleGoal
    status: Literal['missed', 'open', 'reached']
    why: Literal['closed', 'late', 'lost'] | None


class Result(Struct, kw_only=True):
    """
    The results of a job, by measure.

    A comparison also has the results of the other variant, and of the differences between trials with the same luck
    (`ours` minus `theirs`). The extreme trials are the extremes of the leading measure; in a comparison, they are the
    extremes of the difference in that measure. A survey has `findings` instead of measures; its trials are streams.
    """

    confidence: int
    difference: dict[str, MeasureResult] | None
    highest: list[ExtremeTrial]
    lowest: list[ExtremeTrial]
    ours: dict[str, MeasureResult]
    theirs: dict[str, MeasureResult] | None
    trials: int
    findings: Findings | UnsetType = UNSET


class Revealed(Struct, kw_only=True, tag_field='type', tag='Revealed'):
    """
    Cards were revealed to all players or to one seat.

    If a card was revealed because its ability works from the hand, it stays visible to all players. Its new instance id
    `thing` does not reveal when the card came to the hand. A spirit from a spirit deck is one that an effect has
    kept there.
    """

    cards: list[str] | None
    hand: SecretNumber | None
    n: int
    origin: Literal['command', 'hand', 'main_deck', 'spirit_deck']
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    thing: int
    to: SecretTextList | None


class Running(Struct, kw_only=True, tag_field='task', tag='running'):
    """
    An effect that is being carried out.

    `at` is the index of the next operation, and `names` has the stored results.
    """

    at: int
    card: int
    effect: str
    event: TriggerEvent | None
    link: int
    names: dict[str, list[int]]
    printed: str
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    targets: list[list[int]]


class SaviorSide(Struct, kw_only=True, tag_field='op', tag='savior_side'):
    """
    The condition that a savior shows this side: bound or boundless.
    """

    side: Literal['bound', 'boundless']
    who: Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you'] | Var


class Searched(Struct, kw_only=True, tag_field='type', tag='Searched'):
    """
    A player looked through a deck and took `n` cards.

    If the cards go to the hand or the drop zone, this event moves them there, and `first` is the first of their new,
    consecutive instance ids. If they go into play or into a void, later events move them.
    """

    cards: SecretTextList
    deck: Literal['main', 'spirit']
    first: int
    n: int
    places: SecretNumberList
    revealed: list[str] | None
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    to: Literal['drop', 'hand', 'play', 'void']


class SeenFighter(Struct, kw_only=True):
    """
    A savior or a form in its zone. `limits` has the number of uses left for each effect with a limit.

    Rule: TC-CBT-08, TC-ACT-09, TC-RUL-084
    """

    card: str
    owner: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    since: int
    thing: int
    zone: int
    attacks: int | UnsetType = 0
    attacks_left: int | UnsetType = 0
    boundless: bool | UnsetType = False
    changes: list[SeenChange] | UnsetType = field(default_factory=list)
    counters: dict[str, int] | UnsetType = field(default_factory=dict)
    damaged: int | UnsetType = 0
    level: int | UnsetType = 0
    limits: dict[str, int] | UnsetType = field(default_factory=dict)
    parts: list[SeenPart] | UnsetType = field(default_factory=list)
    pwr: int | None | UnsetType = UNSET
    spirits_left: int | UnsetType = 0
    under: list[SeenCard] | UnsetType = field(default_factory=list)


class SeenPlayer(Struct, kw_only=True):
    """
    A player's side of the table. Only that player sees `hand`, `deck_list`, `stops` and `stops_until`.

    Rule: TC-SPI-02, TC-ZONE-12, TC-ZONE-17, TC-RUL-085
    """

    commands: list[SeenCommand | None]
    deck: int
    drop: list[SeenCard]
    forms: list[SeenFighter | None]
    hand_main: int
    hand_spirits: int
    ready: bool
    savior: SeenFighter | None
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    spirits: int
    turns: int
    void: list[SeenCard]
    deck_list: DeckList | None | UnsetType = UNSET
    flipped: bool | UnsetType = False
    hand: list[SeenCard] | None | UnsetType = UNSET
    lost: str | UnsetType = ''
    removed: list[SeenCard] | UnsetType = field(default_factory=list)
    sacrifices_left: int | UnsetType = 0
    stops: list[Literal['W1', 'W2', 'W3', 'W4', 'W5', 'W6']] | None | UnsetType = UNSET
    stops_until: str | UnsetType = ''


class SeenWaiting(Struct, kw_only=True):
    """
    A triggered [AUTO] effect that waits until the chain is empty, or steps that wait for a later event.

    `event` is the event that triggered it, and `targets` the cards chosen for it. `picks` lists the cards that its
    steps have picked before; only its own seat sees them, except cards of a hand that were picked at random or by
    another player. `rolled` lists the numbers that its steps have rolled before, and `players` the players they picked.
    """

    card: str
    effect: str
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    thing: int
    event: TriggerEvent | None | UnsetType = UNSET
    picks: list[int] | UnsetType = field(default_factory=list)
    players: list[Player] | UnsetType = field(default_factory=list)
    rolled: list[int] | UnsetType = field(default_factory=list)
    targets: list[list[int]] | UnsetType = field(default_factory=list)


class SeenWindow(Struct, kw_only=True):
    """
    The open priority window, and the events to which seats may respond in it.
    """

    answers: list[TriggerEvent]
    kind: str


class Shuffle(Struct, kw_only=True, tag_field='do', tag='shuffle'):
    """
    A step that shuffles a deck.
    """

    deck: Literal['main', 'spirit']
    who: (
        Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you']
        | Var
        | UnsetType
    ) = 'you'


class SimulateMatch(Struct, kw_only=True):
    """
    A request for simulated matches: the decks, and the computer players that play them.

    A deck is a list of cards, or the name of a built-in deck. All decks must be from one card set. The first player has
    the first deck. More than two decks play a round robin: each trial is a match of two random decks, and the first
    player may have either. With `windows` "none", no seat is asked in response windows, which is faster but omits most
    interrupts.
    """

    decks: Annotated[list[str | DeckList], Meta(max_length=16, min_length=2)]
    players: (
        Annotated[
            list[Literal['greedy', 'random', 'search']],
            Meta(
                description='Left out: `greedy`, `greedy`.', max_length=2, min_length=2
            ),
        ]
        | UnsetType
    ) = UNSET
    settings: MatchSettings | UnsetType = field(
        default_factory=lambda: convert(
            {'allow_concede': True, 'allow_draw_offer': True, 'attack_is_action': False, 'auto_pass': 'public_possibility', 'bluff_set': False, 'bound_savior_attack': 'if_pwr', 'chain_style': 'build_then_resolve', 'command_zones': 2, 'cut': 'auto', 'damage_without_spirits': 'nothing', 'damaged_forms_leave': 'damage_phase', 'decision_clock_s': 0, 'default_effect_limit': 'none', 'despiritualize_chooser': 'effect_player', 'effect_order': ['auto', 'interrupt', 'swift', 'independent', 'none'], 'first_player_die': 6, 'form_zones': 2, 'interrupt_command_answers': 'opponent', 'loss_check': 'immediate', 'max_players': 8, 'perfect_needs_empty_form': False, 'priority_start': 'turn_player', 'reveal_log_after_end': True, 'sacrifice_inherits_limit': False, 'spirit_abilities_on_saviors': False, 'spirit_set': 'house', 'spirits_on_return': 'void', 'spiritualize_reset': 'controller_turn', 'stall_guard': {'links': 64, 'max_turns': 0, 'queued': 1000}, 'unmarked_timing': 'own_act_steps'},
            type=MatchSettings,
        )
    )
    windows: Literal['all', 'none'] | UnsetType = 'all'


Task: TypeAlias = Running | Declaring | Window | Paying | Settling | Finish | Flipping | Go


TcgCommand: TypeAlias = SubmitDeck | CutDeck | Mulligan | ChooseFirst | EndStep | PlayForm | PlayCommand | SetCommand | SpiritualizeCard | FlipSavior | TakeBack | Activate | DeclareAttack | Pass | Answer | SetStops | Concede | OfferDraw | AnswerDraw | CallTime | PassByItself | OpenSeat | RotateToken | AppointPlayer | DismissPlayer | AddSalt | RotateSeed | Close | SendChat | ProposeUndo | AgreeToUndo | DeclineUndo | WithdrawUndo


class TcgJobAsk(Struct, kw_only=True):
    """
    A request for a simulation. With `against`, it compares two variants on the same random seeds. It may instead ask for an analysis of a stream that is over: `course` or `chances`. A seat may ask for `chances` while its stream runs, if the settings allow it. It may instead ask for a survey of the app's stored streams: `impact`.
    """

    trials: Annotated[
        int, Meta(description='at most 10000000 trials', ge=1, le=9007199254740991)
    ]
    against: SimulateMatch | None | UnsetType = UNSET
    chances: TcgChances | None | UnsetType = UNSET
    confidence: Literal[90, 95, 99] | UnsetType = 95
    course: Course | None | UnsetType = UNSET
    impact: ImpactRequest | None | UnsetType = UNSET
    precision: Precision | None | UnsetType = UNSET
    seed: Seed | None | UnsetType = UNSET
    simulate: SimulateMatch | None | UnsetType = UNSET


class TcgProposed(Struct, kw_only=True):
    """
    A command that might be sent.
    """

    command: TcgCommand


class TriggersQueued(Struct, kw_only=True, tag_field='type', tag='TriggersQueued'):
    """
    [AUTO] effects were triggered and wait until the chain is empty.
    """

    effects: list[Called]
    names: SecretNumberListMapList | None


class TurnOf(Struct, kw_only=True, tag_field='op', tag='turn_of'):
    """
    The condition that it is this player's turn.
    """

    who: Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you'] | Var


class UndoView(Struct, kw_only=True):
    """
    The stream's undo setting, a proposed undo if there is one, and the undos that the seat of this view may propose.

    `back` lists the nearest undos, newest first; `redo` lists undos that restore decisions which were undone earlier.
    The list of legal commands names all undos that the seat may propose. `back` and `redo` are left out if they are
    empty.
    """

    setting: Literal['by consent', 'never', 'own until known']
    back: list[WayView] | UnsetType = UNSET
    proposal: ProposalView | UnsetType = UNSET
    redo: list[WayView] | UnsetType = UNSET


class ChancesAnswer(Struct, kw_only=True):
    """
    The exact odds of a command that was decided at this version, or of one that could be sent at this version.
    """

    chances: KernelChances
    stream: str
    version: int


class ChunkResult(Struct, kw_only=True):
    """
    The results of a chunk's trials, by measure: of the variant, of the other variant, and of their difference.

    An analysis that looks for the best of its measures also has `beats`, in the order in which it names these rival
    measures. A survey has `findings`, and no measures; its trials are streams.

    Shape:   lowest and highest hold at most five trials each, the most extreme first
    """

    difference: dict[str, Tally]
    highest: list[Extreme]
    lowest: list[Extreme]
    ours: dict[str, Tally]
    theirs: dict[str, Tally]
    trials: int
    beats: list[list[int]] | UnsetType = UNSET
    findings: Findings | UnsetType = UNSET


class JobAnswer(Struct, kw_only=True):
    """
    A job: its request, its progress, and the results of its finished chunks.
    """

    head: str
    id: str
    progress: Progress
    request: Request
    result: Result | None
    stream: str
    version: int


class MatchCreated(Struct, kw_only=True, tag_field='type', tag='MatchCreated'):
    """
    A match was created with these settings and this card set. The set is recorded as text with its SHA-256.
    """

    card_set: str
    cards: str
    settings: MatchSettings


class PendingChange(Struct, kw_only=True):
    """
    The difference between the pending tasks now and the pending tasks when a decision was last opened.

    The first `kept` tasks are unchanged, except that the last one may be a window in which more seats have passed. Then
    `passed` lists all seats that have passed. `tasks` lists the tasks above the first `kept` ones.
    """

    kept: int | UnsetType = 0
    passed: list[PassedItem] | None | UnsetType = UNSET
    tasks: list[Task] | UnsetType = field(default_factory=list)


class SecretPendingChange(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: PendingChange | UnsetType = UNSET


class SecretTaskList(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: list[Task] | UnsetType = UNSET


class SeenDecision(Struct, kw_only=True):
    """
    An open decision of a seat. Only that seat sees its options and the `event` that caused it.

    `thing` is the instance id of the card whose effect asks, `card` its card id, and `effect` the effect's key. `link`
    is the id of the effect's link once it is declared. Other seats see these four fields only if the chain shows them.
    `part` is the index of the target, or of the part of the cost, that the seat chooses. `words` names options that are
    not cards: players, keys of modes or effects, cards of a deck, or the name of a cost. `things` lists the cards whose
    effects must be put in order, and `waiting` these effects, each with its event and its picks.
    """

    kind: str
    number: int
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    since: int
    card: str | UnsetType = ''
    effect: str | UnsetType = ''
    event: TriggerEvent | None | UnsetType = UNSET
    least: int | None | UnsetType = UNSET
    link: int | UnsetType = 0
    most: int | None | UnsetType = UNSET
    options: list[int] | None | UnsetType = UNSET
    part: int | None | UnsetType = UNSET
    thing: int | UnsetType = 0
    things: list[int] | UnsetType = field(default_factory=list)
    waiting: list[SeenWaiting] | UnsetType = field(default_factory=list)
    words: list[str] | None | UnsetType = UNSET


class TcgAsk(Struct, kw_only=True):
    """
    A command, and optionally the faces of dice rolled at a real table.
    """

    command: TcgCommand
    faces: Faces | None | UnsetType = UNSET


class TcgBlocked(Struct, kw_only=True):
    """
    The commands and command bodies that a seat may not send now, for one reason.

    `bodies` lists single refused bodies of commands whose other bodies are allowed, or are refused for other reasons.
    Such a body explains, for example, why one card cannot be played now. The list has at most 32 bodies per command.
    """

    bodies: list[TcgAsk]
    commands: list[str]
    has: Any
    needs: Any
    rule: str
    says: str


class ChunkCompleted(Struct, kw_only=True, tag_field='type', tag='ChunkCompleted'):
    """
    A chunk of trials is complete.

    The first `counted` chunks now count towards the result. A chunk after a missing one does not count yet.
    """

    chunk: int
    counted: int
    digest: str
    result: ChunkResult


class DecisionOpened(Struct, kw_only=True, tag_field='type', tag='DecisionOpened'):
    """
    A seat was asked for a decision. The tasks that run after its answer are hidden from every seat.

    In a log of format 0 (the oldest), `options` is always filled and `agenda` lists all pending tasks. Since format 1,
    a decision to act has no options, and `change` records only how the pending tasks differ from those at the last
    decision.
    """

    kind: str
    number: int
    seat: Annotated[
        str,
        Meta(
            description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    since: int
    agenda: SecretTaskList | UnsetType = UNSET
    asked: SecretAsked | UnsetType = UNSET
    change: SecretPendingChange | UnsetType = UNSET


JobEvent: TypeAlias = StreamOpened | SeatOpened | TokenRotated | PlayerAppointed | PlayerDismissed | SeedCommitted | SaltAdded | SeedRevealed | StreamClosed | DrawsVoided | UndoProposed | UndoAgreed | UndoDeclined | UndoWithdrawn | DrawsKept | TakenBack | Forked | ChatSent | DiceLent | GoalReached | GoalMissed | StateDigested | JobRequested | ChunkCompleted | ChunkDisputed | JobCompleted | JobFailed | JobCancelled


class MatchView(Struct, kw_only=True):
    """
    A match as one seat sees it. `cards` is the SHA-256 of its card set, which is in the log's first event.

    In a `casual` match, being asked to respond may reveal what is in a seat's hand.
    """

    active: str
    attack: Attack | None
    cards: str
    casual: bool
    chain: list[SeenLink]
    decisions: list[SeenDecision]
    delayed: list[SeenWaiting]
    dice: dict[str, int]
    drawn: list[DrawnItem]
    offer: Offer | None
    order: list[OrderItem]
    phase: str
    players: dict[str, SeenPlayer]
    queue: list[SeenWaiting]
    reason: str
    settings: MatchSettings
    stage: str
    step: str
    turn: int
    used: dict[str, int]
    window: SeenWindow | None
    winner: str


class TcgAllowed(Struct, kw_only=True):
    """
    A command that a seat may send now: a valid body, the values that its fields may have, and questions that follow.

    `kind` is the purpose of the command: only a `move` or an `answer` continues the game. `prompts` lists what the game
    asks after the command, such as targets and how to pay a cost.
    """

    body: TcgAsk
    command: str
    fields: dict[str, Field]
    kind: Literal['answer', 'aside', 'ending', 'move', 'referee', 'stream']
    prompts: list[Prompt] | UnsetType = field(default_factory=list)


TcgEvent: TypeAlias = StreamOpened | SeatOpened | TokenRotated | PlayerAppointed | PlayerDismissed | SeedCommitted | SaltAdded | SeedRevealed | StreamClosed | DrawsVoided | UndoProposed | UndoAgreed | UndoDeclined | UndoWithdrawn | DrawsKept | TakenBack | Forked | ChatSent | DiceLent | GoalReached | GoalMissed | StateDigested | MatchCreated | SeatJoined | DeckAccepted | MatchStarted | DeckCut | MulliganTaken | DiceRolled | FirstPlayerChosen | TurnStarted | StepEntered | TurnEnded | PlayTakenBack | PlayLapsed | DecisionOpened | DecisionAnswered | DrawWithdrawn | StopsSet | DrawOffered | DrawAnswered | EffectUsed | AttackDeclared | CombatChecked | AttackEnded | WindowOpened | Passed | WindowClosed | PhaseEntered | StepEnded | FormSacrificed | SpiritsSentToVoid | CardSentToDrop | CardReturned | SpiritsReturned | PwrChanged | EffectGranted | Restricted | ShieldRaised | CounterChanged | Revealed | TriggersQueued | EffectDelayed | DelayEnded | PlayerLost | PlayerRemoved | MatchFinished | ControlChanged | CardsDrawn | DeckShuffled | SpiritsInvoked | Discarded | Rescued | CardPutBack | FormPlayed | SpiritsMoved | CommandPlayed | CommandSet | CommandFlipped | Spiritualized | SpiritAttached | SaviorFlipped | Devoured | Despiritualized | CardDamaged | DamagePrevented | DamageSettled | DieRolled | CostPaid | AttackGivenUp | EffectDeclared | EffectNegated | EffectResolved | TriggersOrdered | TriggerBegun | DeckLooked | DeckArranged | AttackAllowed | Searched


class TcgJobCloudEvent(Struct, kw_only=True):
    """
    An event in the CloudEvents 1.0 envelope. `id` is the stream's version after the event.

    An event in a chain of causes has the chain's id, and the `id` of the event that caused it. If the chain's id is the
    id of a trace, the event also has a `traceparent` with which to continue the trace.
    """

    data: JobEvent
    datacontenttype: str
    id: str
    sequence: str
    source: str
    specversion: str
    subject: str
    time: str
    type: Literal['arbiter.tcg.ChatSent', 'arbiter.tcg.ChunkCompleted', 'arbiter.tcg.ChunkDisputed', 'arbiter.tcg.DiceLent', 'arbiter.tcg.DrawsKept', 'arbiter.tcg.DrawsVoided', 'arbiter.tcg.Forked', 'arbiter.tcg.GoalMissed', 'arbiter.tcg.GoalReached', 'arbiter.tcg.JobCancelled', 'arbiter.tcg.JobCompleted', 'arbiter.tcg.JobFailed', 'arbiter.tcg.JobRequested', 'arbiter.tcg.PlayerAppointed', 'arbiter.tcg.PlayerDismissed', 'arbiter.tcg.SaltAdded', 'arbiter.tcg.SeatOpened', 'arbiter.tcg.SeedCommitted', 'arbiter.tcg.SeedRevealed', 'arbiter.tcg.StateDigested', 'arbiter.tcg.StreamClosed', 'arbiter.tcg.StreamOpened', 'arbiter.tcg.TakenBack', 'arbiter.tcg.TokenRotated', 'arbiter.tcg.UndoAgreed', 'arbiter.tcg.UndoDeclined', 'arbiter.tcg.UndoProposed', 'arbiter.tcg.UndoWithdrawn']
    causationid: str | UnsetType = UNSET
    correlationid: str | UnsetType = UNSET
    traceparent: str | UnsetType = UNSET


class TcgJobEventPage(Struct, kw_only=True):
    """
    A page of a stream's events. `next` is the version to continue after, null on the last page.
    """

    items: list[TcgJobCloudEvent]
    next: int | None


class TcgLegal(Struct, kw_only=True):
    """
    The commands that a seat may and may not send now, with the reasons, and the seats that the stream waits for.

    `awaits` names each seat whose turn it is, or which must answer or agree; if it names several game masters, any one
    of them may act. If `awaits` is empty, any seat may act.

    `more` names the commands that may have more legal bodies, or more values of fields, than this list shows. Request
    one of them by its name to get all. Every command that the seat may send has at least one entry. Without `more`, the
    list is complete.
    """

    allowed: list[TcgAllowed]
    awaits: list[str]
    blocked: list[TcgBlocked]
    more: list[str] | UnsetType = UNSET


class TcgLegalAnswer(Struct, kw_only=True):
    """
    The commands that a seat may send at this version, and those it may not send.
    """

    legal: TcgLegal
    seat: str
    stream: str
    version: int


class TcgStreamView(Struct, kw_only=True):
    """
    A stream as one seat sees it: the fields every stream has, and the game's own view.

    `chat` is the setting for the chat; it is missing if nobody may chat. The chat messages are among the stream's
    events. `luck` names the dice table that rolls the stream's public dice.
    """

    at: int
    game: MatchView
    head: str
    seats: list[SeatView]
    seed: EpochView
    simulated: bool
    status: Literal['closed', 'open']
    stream: str
    version: int
    chat: Literal['off', 'on', 'phrases'] | UnsetType = UNSET
    fork: ForkOf | UnsetType = UNSET
    luck: str | UnsetType = UNSET
    puzzle: Puzzle | UnsetType = UNSET
    undo: UndoView | UnsetType = UNSET


class TcgCloudEvent(Struct, kw_only=True):
    """
    An event in the CloudEvents 1.0 envelope. `id` is the stream's version after the event.

    An event in a chain of causes has the chain's id, and the `id` of the event that caused it. If the chain's id is the
    id of a trace, the event also has a `traceparent` with which to continue the trace.
    """

    data: TcgEvent
    datacontenttype: str
    id: str
    sequence: str
    source: str
    specversion: str
    subject: str
    time: str
    type: Literal['arbiter.tcg.AttackAllowed', 'arbiter.tcg.AttackDeclared', 'arbiter.tcg.AttackEnded', 'arbiter.tcg.AttackGivenUp', 'arbiter.tcg.CardDamaged', 'arbiter.tcg.CardPutBack', 'arbiter.tcg.CardReturned', 'arbiter.tcg.CardSentToDrop', 'arbiter.tcg.CardsDrawn', 'arbiter.tcg.ChatSent', 'arbiter.tcg.CombatChecked', 'arbiter.tcg.CommandFlipped', 'arbiter.tcg.CommandPlayed', 'arbiter.tcg.CommandSet', 'arbiter.tcg.ControlChanged', 'arbiter.tcg.CostPaid', 'arbiter.tcg.CounterChanged', 'arbiter.tcg.DamagePrevented', 'arbiter.tcg.DamageSettled', 'arbiter.tcg.DecisionAnswered', 'arbiter.tcg.DecisionOpened', 'arbiter.tcg.DeckAccepted', 'arbiter.tcg.DeckArranged', 'arbiter.tcg.DeckCut', 'arbiter.tcg.DeckLooked', 'arbiter.tcg.DeckShuffled', 'arbiter.tcg.DelayEnded', 'arbiter.tcg.Despiritualized', 'arbiter.tcg.Devoured', 'arbiter.tcg.DiceLent', 'arbiter.tcg.DiceRolled', 'arbiter.tcg.DieRolled', 'arbiter.tcg.Discarded', 'arbiter.tcg.DrawAnswered', 'arbiter.tcg.DrawOffered', 'arbiter.tcg.DrawWithdrawn', 'arbiter.tcg.DrawsKept', 'arbiter.tcg.DrawsVoided', 'arbiter.tcg.EffectDeclared', 'arbiter.tcg.EffectDelayed', 'arbiter.tcg.EffectGranted', 'arbiter.tcg.EffectNegated', 'arbiter.tcg.EffectResolved', 'arbiter.tcg.EffectUsed', 'arbiter.tcg.FirstPlayerChosen', 'arbiter.tcg.Forked', 'arbiter.tcg.FormPlayed', 'arbiter.tcg.FormSacrificed', 'arbiter.tcg.GoalMissed', 'arbiter.tcg.GoalReached', 'arbiter.tcg.MatchCreated', 'arbiter.tcg.MatchFinished', 'arbiter.tcg.MatchStarted', 'arbiter.tcg.MulliganTaken', 'arbiter.tcg.Passed', 'arbiter.tcg.PhaseEntered', 'arbiter.tcg.PlayLapsed', 'arbiter.tcg.PlayTakenBack', 'arbiter.tcg.PlayerAppointed', 'arbiter.tcg.PlayerDismissed', 'arbiter.tcg.PlayerLost', 'arbiter.tcg.PlayerRemoved', 'arbiter.tcg.PwrChanged', 'arbiter.tcg.Rescued', 'arbiter.tcg.Restricted', 'arbiter.tcg.Revealed', 'arbiter.tcg.SaltAdded', 'arbiter.tcg.SaviorFlipped', 'arbiter.tcg.Searched', 'arbiter.tcg.SeatJoined', 'arbiter.tcg.SeatOpened', 'arbiter.tcg.SeedCommitted', 'arbiter.tcg.SeedRevealed', 'arbiter.tcg.ShieldRaised', 'arbiter.tcg.SpiritAttached', 'arbiter.tcg.SpiritsInvoked', 'arbiter.tcg.SpiritsMoved', 'arbiter.tcg.SpiritsReturned', 'arbiter.tcg.SpiritsSentToVoid', 'arbiter.tcg.Spiritualized', 'arbiter.tcg.StateDigested', 'arbiter.tcg.StepEnded', 'arbiter.tcg.StepEntered', 'arbiter.tcg.StopsSet', 'arbiter.tcg.StreamClosed', 'arbiter.tcg.StreamOpened', 'arbiter.tcg.TakenBack', 'arbiter.tcg.TokenRotated', 'arbiter.tcg.TriggerBegun', 'arbiter.tcg.TriggersOrdered', 'arbiter.tcg.TriggersQueued', 'arbiter.tcg.TurnEnded', 'arbiter.tcg.TurnStarted', 'arbiter.tcg.UndoAgreed', 'arbiter.tcg.UndoDeclined', 'arbiter.tcg.UndoProposed', 'arbiter.tcg.UndoWithdrawn', 'arbiter.tcg.WindowClosed', 'arbiter.tcg.WindowOpened']
    causationid: str | UnsetType = UNSET
    correlationid: str | UnsetType = UNSET
    traceparent: str | UnsetType = UNSET


class TcgDone(Struct, kw_only=True):
    """
    An accepted command: its events as this seat sees them, and the view after them.
    """

    events: list[TcgEvent]
    first: int
    head: str
    stream: str
    version: int
    view: TcgStreamView | UnsetType = UNSET


class TcgDryRun(Struct, kw_only=True):
    """
    The part of a command's outcome that this seat may know. No dice are rolled and nothing is written.

    `comes_again` means that the first draw repeats a draw from before an undo. Such a draw has no odds, because it will
    show the same faces as before. If hidden facts may decide whether the command draws, as in a running card match,
    `draws` and `odds` are always missing.
    """

    allowed: bool
    version: int
    comes_again: bool | UnsetType = False
    draws: str | UnsetType = ''
    events: list[TcgEvent] | None | UnsetType = UNSET
    odds: Any | UnsetType = UNSET
    refusal: Forbidden | None | UnsetType = UNSET


class TcgEventPage(Struct, kw_only=True):
    """
    A page of a stream's events. `next` is the version to continue after, null on the last page.
    """

    items: list[TcgCloudEvent]
    next: int | None


class TcgOpened(Struct, kw_only=True):
    """
    A newly opened stream, and a token for each of its seats.
    """

    head: str
    id: str
    seats: list[SeatToken]
    stream: str
    version: int
    view: TcgStreamView


class All(Struct, kw_only=True, tag_field='op', tag='all'):
    """
    The condition that every listed condition holds.
    """

    of: list[Condition]


class AnyModel(Struct, kw_only=True, tag_field='op', tag='any'):
    """
    The condition that at least one listed condition holds.
    """

    of: list[Condition]


AnyCard: TypeAlias = Union["Savior", "Form", "Command", "Spirit"]


AnyContinuousEffect: TypeAlias = Union[
    "ModifyPwr",
    "SetPwr",
    "CannotAttack",
    "AttackWithoutSpirit",
    "CannotBeAttacked",
    "CannotBeTarget",
    "CannotBeSacrificed",
    "CannotBeSpiritualized",
    "CannotBeDamaged",
    CannotActivate,
    "MoreAttacks",
    MoreSacrifices,
    "MoreSpiritualizing",
    "NoSacrificeNeeded",
    "LevelAs",
    "ChangeCost",
]


AnyOperation: TypeAlias = Union[
    "Draw",
    "Discard",
    "Rescue",
    "Invoke",
    "Devour",
    "Spiritualize",
    "AttachSpirit",
    "Despiritualize",
    "MoveSpirits",
    "Sacrifice",
    "Destroy",
    "SpiritToVoid",
    "ReturnToHand",
    "PutInDeck",
    "PlayFormBy",
    "PlayCommandBy",
    "SetCommandBy",
    "Search",
    "LookTop",
    Shuffle,
    "Reveal",
    "Damage",
    "ChangePwr",
    "PutPwr",
    "Grant",
    "Restrict",
    "ExtraAttack",
    "Negate",
    EndAttack,
    "PreventDamage",
    FlipSaviorOperation,
    "GainControl",
    "Choose",
    ChoosePlayer,
    "ChooseMode",
    "May",
    "If",
    "ForEach",
    "Repeat",
    "RollDie",
    "PutCounter",
    "Delay",
    WinGame,
    LoseGame,
]


class AttachSpirit(Struct, kw_only=True, tag_field='do', tag='attach_spirit'):
    """
    A step that puts a spirit from another zone under a card, even next to a Perfect Spirit.

    This does not count as spiritualizing.
    """

    from_: Literal['spirit_deck', 'under', 'void'] = field(name='from')
    of: Selector
    spirit: Selector | None | UnsetType = UNSET


class AttackWithoutSpirit(Struct, kw_only=True, tag_field='static', tag='attack_without_spirit'):
    """
    An effect that lets a card attack a savior even if no spirit is under the card.
    """

    of: Selector | None | UnsetType = UNSET


class AttackedThisStep(Struct, kw_only=True, tag_field='op', tag='attacked_this_step'):
    """
    The condition that the card has attacked in this turn's combat step.
    """

    of: Selector


class CannotAttack(Struct, kw_only=True, tag_field='static', tag='cannot_attack'):
    """
    An effect that forbids a card to attack.
    """

    of: Selector | None | UnsetType = UNSET
    what: Literal['any', 'form', 'savior'] | UnsetType = 'any'


class CannotBeAttacked(Struct, kw_only=True, tag_field='static', tag='cannot_be_attacked'):
    """
    An effect that protects a card: other cards cannot attack it.
    """

    of: Selector | None | UnsetType = UNSET


class CannotBeDamaged(Struct, kw_only=True, tag_field='static', tag='cannot_be_damaged'):
    """
    An effect that prevents damage to a card.
    """

    by: Literal['any', 'effect', 'form', 'savior'] | UnsetType = 'any'
    of: Selector | None | UnsetType = UNSET


class CannotBeSacrificed(Struct, kw_only=True, tag_field='static', tag='cannot_be_sacrificed'):
    """
    An effect that forbids sacrificing a card.
    """

    of: Selector | None | UnsetType = UNSET


class CannotBeSpiritualized(Struct, kw_only=True, tag_field='static', tag='cannot_be_spiritualized'):
    """
    An effect that forbids spiritualizing a card (putting a spirit from the hand under it).
    """

    of: Selector | None | UnsetType = UNSET


class CannotBeTarget(Struct, kw_only=True, tag_field='static', tag='cannot_be_target'):
    """
    An effect that protects a card: other effects cannot target it.
    """

    by: Literal['any', 'opponent'] | UnsetType = 'any'
    of: Selector | None | UnsetType = UNSET


class CardPage(Struct, kw_only=True):
    """
    A card: its data, and its printed text, which is generated from the data.

    `effects` has the text of each effect, by the effect's key in a match. The key of a savior's flip is `<card>#flip`.
    If an effect grants, delays or temporarily applies another effect, the other effect's key is the first one's key
    followed by `/1` and so on.
    """

    card: AnyCard
    effects: dict[str, EffectText]
    text: CardText


class CardPages(Struct, kw_only=True):
    """
    A set of cards. `hash` is the SHA-256 of the set's canonical text, by which a match identifies its card set.
    """

    cards: list[CardPage]
    hash: str
    name: str


class ChangeCost(Struct, kw_only=True, tag_field='static', tag='change_cost'):
    """
    An effect that makes effects of the matching cards cost more, or nothing if `cost` is empty.
    """

    of: Selector
    cost: list[Cost] | UnsetType = field(default_factory=list)


class ChangePwr(Struct, kw_only=True, tag_field='do', tag='modify_pwr'):
    """
    A step that gives cards a PWR bonus or penalty for a limited time.
    """

    by: By | Reckoned
    of: Selector
    as_long_as: Condition | None | UnsetType = UNSET
    for_: Literal['end_of_combat_step', 'end_of_turn', 'game', 'this_attack', 'while', 'while_in_play', 'your_next_turn'] | UnsetType = field(
        name='for', default='end_of_turn'
    )


class Choose(Struct, kw_only=True, tag_field='do', tag='choose'):
    """
    A step in which a player picks cards while the effect resolves.
    """

    of: Selector
    store: Annotated[
        str,
        Meta(
            description='lower-case letters, digits and -; at most 48',
            pattern='^[a-z0-9][a-z0-9-]{0,47}$',
        ),
    ]


class ChooseMode(Struct, kw_only=True, tag_field='do', tag='choose_mode'):
    """
    A step in which a player picks one or more of several modes.
    """

    modes: Annotated[list[list[AnyOperation]], Meta(max_length=6, min_length=2)]
    n: Annotated[int, Meta(ge=1, le=6)] | UnsetType = 1


class Command(Struct, kw_only=True, tag_field='kind', tag='command'):
    """
    A command of one of the four types. Source: TC-CMD-06.
    """

    id: Annotated[
        str,
        Meta(
            description='lower-case letters, digits and -; at most 48',
            pattern='^[a-z0-9][a-z0-9-]{0,47}$',
        ),
    ]
    name: Annotated[
        str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
    ]
    number: Annotated[
        str,
        Meta(description='1 to 8 capital letters or digits', pattern='^[A-Z0-9]{1,8}$'),
    ]
    rarity: Annotated[
        str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
    ]
    set_id: Annotated[
        str,
        Meta(
            description='1 to 12 capital letters or digits', pattern='^[A-Z0-9]{1,12}$'
        ),
    ]
    type: Literal['bound', 'interrupt', 'normal', 'swift']
    archetypes: list[Archetype] | UnsetType = field(default_factory=list)
    effects: Annotated[list[EffectModel], Meta(max_length=6)] | UnsetType = field(
        default_factory=list
    )
    flavour: Flavour | None | UnsetType = UNSET
    notes: Notes | None | UnsetType = UNSET
    tribes: list[Tribe] | UnsetType = field(default_factory=list)


class Comparison(Struct, kw_only=True, tag_field='op', tag='compare'):
    """
    The condition that the comparison of two amounts is true.
    """

    a: A | Reckoned
    b: B | Reckoned
    cmp: Literal['!=', '<', '<=', '==', '>', '>=']


Condition: TypeAlias = Union[
    All,
    AnyModel,
    "Not",
    Comparison,
    "Count",
    "Exists",
    "SpiritsUnder",
    "IsSpiritualized",
    "SpiritualizedThisTurn",
    HostIs,
    "IsAttacking",
    "IsAttacked",
    AttackedThisStep,
    ZoneOpen,
    "VoidCount",
    "SpiritDeckCount",
    "MainDeckCount",
    "HandCount",
    SaviorSide,
    StepIs,
    PhaseIs,
    TurnOf,
    "Is",
    "Pwr",
    "EventIs",
    "Used",
    "Counters",
    "Players",
]


Cost: TypeAlias = Union[
    "PayDiscard",
    "PayDespiritualize",
    "PaySacrifice",
    PaySendSelf,
    PaySpiritFromHand,
    PaySpiritFromDeck,
    "PayReturnFromDrop",
    "PayReveal",
    "PayGiveUpAttack",
    "PayRemoveCounter",
]


class Count(Struct, kw_only=True, tag_field='op', tag='count'):
    """
    The condition that the number of selected cards satisfies the comparison.
    """

    cmp: Literal['!=', '<', '<=', '==', '>', '>=']
    n: N | Reckoned
    of: Selector


class Counters(Struct, kw_only=True, tag_field='op', tag='counters'):
    """
    The condition that the number of counters on a card satisfies the comparison.
    """

    cmp: Literal['!=', '<', '<=', '==', '>', '>=']
    n: N | Reckoned
    name: Annotated[
        str,
        Meta(
            description='lower-case letters, digits and -; at most 48',
            pattern='^[a-z0-9][a-z0-9-]{0,47}$',
        ),
    ]
    of: Selector


class Damage(Struct, kw_only=True, tag_field='do', tag='damage'):
    """
    A step that damages a form or savior outside combat.
    """

    of: Selector


class Delay(Struct, kw_only=True, tag_field='do', tag='delay'):
    """
    A step that waits for a later event, and then carries out the steps inside it once.
    """

    then: list[AnyOperation]
    until: Pattern


class Despiritualize(Struct, kw_only=True, tag_field='do', tag='despiritualize'):
    """
    A step that sends spirits from under a card to their owners' voids.
    """

    n: N | Reckoned
    of: Selector
    type: Type | None | UnsetType = UNSET


class Destroy(Struct, kw_only=True, tag_field='do', tag='destroy'):
    """
    A step that sends a form or command in play to the drop zone.
    """

    of: Selector


class Devour(Struct, kw_only=True, tag_field='do', tag='devour'):
    """
    A step that puts spirits from the top of an opponent's spirit deck into the void.
    """

    n: N | Reckoned
    from_: Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you'] | Var | UnsetType = field(
        name='from', default='opponent'
    )


class Discard(Struct, kw_only=True, tag_field='do', tag='discard'):
    """
    A step in which players discard cards from the hand.
    """

    n: N | Reckoned
    by: Literal['controller', 'opponent', 'random', 'you'] | UnsetType = 'controller'
    filter: Condition | None | UnsetType = UNSET
    who: (
        Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you']
        | Var
        | UnsetType
    ) = 'you'


class Draw(Struct, kw_only=True, tag_field='do', tag='draw'):
    """
    A step in which players draw cards from the main deck.
    """

    n: N | Reckoned
    who: (
        Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you']
        | Var
        | UnsetType
    ) = 'you'


class EffectModel(Struct, kw_only=True):
    """
    An ability of a card, with its conditions, its cost and its steps.

    Source: TC-READ-06 to TC-READ-08
    """

    eti: Literal['auto', 'cont', 'interrupt', 'none', 'swift']
    id: Annotated[
        str,
        Meta(
            description='lower-case letters, digits and -; at most 48',
            pattern='^[a-z0-9][a-z0-9-]{0,47}$',
        ),
    ]
    cost: Annotated[list[Cost], Meta(max_length=4)] | UnsetType = field(
        default_factory=list
    )
    do: Annotated[list[AnyOperation], Meta(max_length=12)] | UnsetType = field(
        default_factory=list
    )
    independent: bool | UnsetType = False
    limit: Limit | None | UnsetType = UNSET
    main: bool | UnsetType = False
    name: Name | None | UnsetType = UNSET
    on: Pattern | None | UnsetType = UNSET
    replace: Replacement | None | UnsetType = UNSET
    static: Annotated[list[AnyContinuousEffect], Meta(max_length=6)] | UnsetType = (
        field(default_factory=list)
    )
    targets: Annotated[list[Selector], Meta(max_length=4)] | UnsetType = field(
        default_factory=list
    )
    when: Condition | None | UnsetType = UNSET
    zones: (
        Annotated[
            list[Literal['drop', 'hand', 'play']],
            Meta(description='Left out: `play`.', min_length=1),
        ]
        | UnsetType
    ) = UNSET


class EventIs(Struct, kw_only=True, tag_field='op', tag='event'):
    """
    The condition that an event matches every field that is set.

    The event is the one that triggered the effect, or to which the effect responds.
    """

    by: Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you'] | Var | None | UnsetType = (
        UNSET
    )
    card: Selector | None | UnsetType = UNSET
    kind: Kind | None | UnsetType = UNSET
    source: Literal['command', 'form', 'savior', 'spirit'] | None | UnsetType = UNSET
    target: Selector | None | UnsetType = UNSET


class Exists(Struct, kw_only=True, tag_field='op', tag='exists'):
    """
    The condition that at least one card matches the selector.
    """

    of: Selector


class ExtraAttack(Struct, kw_only=True, tag_field='do', tag='extra_attack'):
    """
    A step that allows cards additional attacks in this combat step.
    """

    of: Selector
    n: N | Reckoned | UnsetType = 1


class Flip(Struct, kw_only=True):
    """
    The condition and the cost for flipping a savior to its boundless side (its second side).
    """

    when: Condition
    cost: list[Cost] | UnsetType = field(default_factory=list)


class ForEach(Struct, kw_only=True, tag_field='do', tag='for_each'):
    """
    A step that carries out other steps once for each card, one card at a time.

    The steps for each card together count as one separate step (TC-RUL-042).
    """

    of: Selector
    then: list[AnyOperation]


class Form(Struct, kw_only=True, tag_field='kind', tag='form'):
    """
    A form: its level and its PWR. Source: TC-FORM-04.
    """

    id: Annotated[
        str,
        Meta(
            description='lower-case letters, digits and -; at most 48',
            pattern='^[a-z0-9][a-z0-9-]{0,47}$',
        ),
    ]
    level: Annotated[int, Meta(ge=0, le=3)]
    name: Annotated[
        str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
    ]
    number: Annotated[
        str,
        Meta(description='1 to 8 capital letters or digits', pattern='^[A-Z0-9]{1,8}$'),
    ]
    pwr: Annotated[int, Meta(ge=0, le=999)]
    rarity: Annotated[
        str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
    ]
    set_id: Annotated[
        str,
        Meta(
            description='1 to 12 capital letters or digits', pattern='^[A-Z0-9]{1,12}$'
        ),
    ]
    archetypes: list[Archetype] | UnsetType = field(default_factory=list)
    effects: Annotated[list[EffectModel], Meta(max_length=6)] | UnsetType = field(
        default_factory=list
    )
    flavour: Flavour | None | UnsetType = UNSET
    notes: Notes | None | UnsetType = UNSET
    tribes: list[Tribe] | UnsetType = field(default_factory=list)


class GainControl(Struct, kw_only=True, tag_field='do', tag='gain_control'):
    """
    A step that gives a player control of a form, which moves to one of that player's open form zones.
    """

    of: Selector
    for_: Literal['end_of_combat_step', 'end_of_turn', 'game', 'this_attack', 'while', 'while_in_play', 'your_next_turn'] | UnsetType = field(
        name='for', default='game'
    )
    who: (
        Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you']
        | Var
        | UnsetType
    ) = 'you'


class Grant(Struct, kw_only=True, tag_field='do', tag='grant'):
    """
    A step that gives cards an ability for a limited time.
    """

    effect: EffectModel
    of: Selector
    as_long_as: Condition | None | UnsetType = UNSET
    for_: Literal['end_of_combat_step', 'end_of_turn', 'game', 'this_attack', 'while', 'while_in_play', 'your_next_turn'] | UnsetType = field(
        name='for', default='end_of_turn'
    )


class HandCount(Struct, kw_only=True, tag_field='op', tag='hand_count'):
    """
    The condition that the number of cards in a hand satisfies the comparison.

    `back` counts only cards with that back.
    """

    cmp: Literal['!=', '<', '<=', '==', '>', '>=']
    n: N | Reckoned
    who: Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you'] | Var
    back: Literal['any', 'main', 'spirit'] | UnsetType = 'any'


class If(Struct, kw_only=True, tag_field='do', tag='if'):
    """
    A step that carries out one of two branches, depending on a condition.
    """

    then: list[AnyOperation]
    when: Condition
    else_: list[AnyOperation] | UnsetType = field(name='else', default_factory=list)


class Invoke(Struct, kw_only=True, tag_field='do', tag='invoke'):
    """
    A step in which players take spirits from the top of their spirit deck to the hand.
    """

    n: N | Reckoned
    who: (
        Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you']
        | Var
        | UnsetType
    ) = 'you'


class Is(Struct, kw_only=True, tag_field='op', tag='is'):
    """
    The condition that the card has each property that is set: its name, archetype, tribe, kind, level or type.
    """

    of: Selector
    archetype: Archetype | None | UnsetType = UNSET
    kind: Literal['command', 'form', 'savior', 'spirit'] | None | UnsetType = UNSET
    level: Level | None | UnsetType = UNSET
    name: Name | None | UnsetType = UNSET
    tribe: Tribe | None | UnsetType = UNSET
    type: Type | None | UnsetType = UNSET


class IsAttacked(Struct, kw_only=True, tag_field='op', tag='is_attacked'):
    """
    The condition that the card is the target of the current attack.
    """

    of: Selector


class IsAttacking(Struct, kw_only=True, tag_field='op', tag='is_attacking'):
    """
    The condition that the card is the attacker in the current attack.
    """

    of: Selector


class IsSpiritualized(Struct, kw_only=True, tag_field='op', tag='is_spiritualized'):
    """
    The condition that at least one spirit is under the card.
    """

    of: Selector


class LevelAs(Struct, kw_only=True, tag_field='static', tag='level_as'):
    """
    An effect that makes a card count as having a different level.
    """

    level: Annotated[int, Meta(ge=0, le=3)]
    of: Selector | None | UnsetType = UNSET


class LookTop(Struct, kw_only=True, tag_field='do', tag='look_top'):
    """
    A step in which a player looks at a deck's top cards without shuffling the deck.
    """

    deck: Literal['main', 'spirit']
    n: N | Reckoned
    then: Literal['bottom', 'keep_order', 'reorder'] | UnsetType = 'keep_order'


class MainDeckCount(Struct, kw_only=True, tag_field='op', tag='main_deck_count'):
    """
    The condition that the number of cards left in a main deck satisfies the comparison.
    """

    cmp: Literal['!=', '<', '<=', '==', '>', '>=']
    n: N | Reckoned
    who: Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you'] | Var


class May(Struct, kw_only=True, tag_field='do', tag='may'):
    """
    A step that contains other steps, which a player may choose not to carry out.
    """

    then: list[AnyOperation]
    who: (
        Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you']
        | Var
        | UnsetType
    ) = 'you'


class ModifyPwr(Struct, kw_only=True, tag_field='static', tag='modify_pwr'):
    """
    A PWR bonus or penalty.
    """

    by: By | Reckoned
    of: Selector | None | UnsetType = UNSET


class MoreAttacks(Struct, kw_only=True, tag_field='static', tag='extra_attack'):
    """
    An effect that lets a card attack additional times in each combat step.
    """

    n: Annotated[int, Meta(ge=0, le=999)] | UnsetType = 1
    of: Selector | None | UnsetType = UNSET


class MoreSpiritualizing(Struct, kw_only=True, tag_field='static', tag='extra_spiritualize'):
    """
    An effect that lets a card be spiritualized additional times in a turn.
    """

    n: Annotated[int, Meta(ge=0, le=999)] | UnsetType = 1
    of: Selector | None | UnsetType = UNSET


class MoveSpirits(Struct, kw_only=True, tag_field='do', tag='move_spirits'):
    """
    A step that takes spirits from under one card and puts them under another card.
    """

    from_: Selector = field(name='from')
    to: Selector
    n: N | Literal['all'] | Reckoned | UnsetType = 'all'


class Negate(Struct, kw_only=True, tag_field='do', tag='negate'):
    """
    A step that negates an effect. The effect does not resolve, and its cost stays paid.
    """

    of: Selector


class NoSacrificeNeeded(Struct, kw_only=True, tag_field='static', tag='no_sacrifice_needed'):
    """
    An effect that lets a player play a form from the hand without a sacrifice.
    """

    of: Selector | None | UnsetType = UNSET


class Not(Struct, kw_only=True, tag_field='op', tag='not'):
    """
    The condition that the listed condition does not hold.
    """

    of: Condition


class Pattern(Struct, kw_only=True):
    """
    A description of the events that trigger an effect: events of this name that match every field that is set.
    """

    event: Literal['attack_declared', 'combat_won', 'command_flipped', 'command_played', 'command_set', 'damaged', 'damages', 'despiritualized', 'devoured', 'die_rolled', 'discarded', 'drawn', 'effect_declared', 'effect_negated', 'effect_resolved', 'form_played', 'form_sacrificed', 'invoked', 'left_play', 'phase_entered', 'player_lost', 'rescued', 'savior_flipped', 'searched', 'spirit_to_void', 'spiritualized', 'state', 'step_entered', 'turn_started']
    by: Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you'] | None | UnsetType = (
        UNSET
    )
    card: Selector | None | UnsetType = UNSET
    cause: Cause | None | UnsetType = UNSET
    from_: From | None | UnsetType = field(name='from', default=UNSET)
    phase: Literal['check', 'damage', 'end', 'start'] | None | UnsetType = UNSET
    spirit: Selector | None | UnsetType = UNSET
    step: Literal['act1', 'act2', 'combat', 'draw', 'end', 'invoke'] | None | UnsetType = (
        UNSET
    )
    target: Selector | None | UnsetType = UNSET
    to: To | None | UnsetType = UNSET
    when: Condition | None | UnsetType = UNSET


class PayDespiritualize(Struct, kw_only=True, tag_field='pay', tag='despiritualize'):
    """
    A payment by sending spirits from under a card to their owners' voids.
    """

    n: Annotated[int, Meta(ge=0, le=999)]
    of: Selector
    type: Type | None | UnsetType = UNSET


class PayDiscard(Struct, kw_only=True, tag_field='pay', tag='discard'):
    """
    A payment by discarding main-deck cards from the hand.
    """

    n: Annotated[int, Meta(ge=0, le=999)]
    filter: Condition | None | UnsetType = UNSET


class PayGiveUpAttack(Struct, kw_only=True, tag_field='pay', tag='give_up_attack'):
    """
    A payment by giving up one of a card's attacks in this turn's combat step.
    """

    of: Selector


class PayRemoveCounter(Struct, kw_only=True, tag_field='pay', tag='remove_counter'):
    """
    A payment by removing counters from a card.
    """

    n: Annotated[int, Meta(ge=0, le=999)]
    name: Annotated[
        str,
        Meta(
            description='lower-case letters, digits and -; at most 48',
            pattern='^[a-z0-9][a-z0-9-]{0,47}$',
        ),
    ]
    of: Selector


class PayReturnFromDrop(Struct, kw_only=True, tag_field='pay', tag='return_from_drop'):
    """
    A payment by returning cards from your drop zone to your main deck.
    """

    n: Annotated[int, Meta(ge=0, le=999)]
    to: Literal['main_deck_bottom', 'main_deck_shuffle']
    filter: Condition | None | UnsetType = UNSET


class PayReveal(Struct, kw_only=True, tag_field='pay', tag='reveal'):
    """
    A payment by showing cards to all players.
    """

    from_: Literal['hand', 'main_deck_top'] = field(name='from')
    n: Annotated[int, Meta(ge=0, le=999)]
    filter: Condition | None | UnsetType = UNSET


class PaySacrifice(Struct, kw_only=True, tag_field='pay', tag='sacrifice'):
    """
    A payment by sacrificing forms that you control. The spirits under them go to the void.
    """

    of: Selector


class PlayCommandBy(Struct, kw_only=True, tag_field='do', tag='play_command'):
    """
    A step that plays a command.
    """

    from_: Literal['drop', 'hand'] = field(name='from')
    of: Selector


class PlayFormBy(Struct, kw_only=True, tag_field='do', tag='play_form'):
    """
    A step that plays a form.
    """

    from_: Literal['drop', 'hand'] = field(name='from')
    of: Selector
    sacrifice: Literal['none', 'rule'] | UnsetType = 'rule'


class Players(Struct, kw_only=True, tag_field='op', tag='players'):
    """
    The condition that the number of players left in the game satisfies the comparison.
    """

    cmp: Literal['!=', '<', '<=', '==', '>', '>=']
    n: N | Reckoned


class PreventDamage(Struct, kw_only=True, tag_field='do', tag='prevent_damage'):
    """
    A step that prevents damage to cards the next time they would be damaged, or the next `times` times.
    """

    of: Selector
    for_: Literal['end_of_combat_step', 'end_of_turn', 'game', 'this_attack', 'while', 'while_in_play', 'your_next_turn'] | UnsetType = field(
        name='for', default='end_of_turn'
    )
    times: Annotated[int, Meta(ge=0, le=999)] | UnsetType = 1


class PutCounter(Struct, kw_only=True, tag_field='do', tag='put_counter'):
    """
    A step that puts counters on a card.
    """

    name: Annotated[
        str,
        Meta(
            description='lower-case letters, digits and -; at most 48',
            pattern='^[a-z0-9][a-z0-9-]{0,47}$',
        ),
    ]
    of: Selector
    n: N | Reckoned | UnsetType = 1


class PutInDeck(Struct, kw_only=True, tag_field='do', tag='put_in_deck'):
    """
    A step that returns cards to their owners' main decks.
    """

    at: Literal['bottom', 'shuffle', 'top']
    of: Selector


class PutPwr(Struct, kw_only=True, tag_field='do', tag='set_pwr'):
    """
    A step that sets the base PWR of cards for a limited time.
    """

    of: Selector
    to: To1 | Reckoned
    as_long_as: Condition | None | UnsetType = UNSET
    for_: Literal['end_of_combat_step', 'end_of_turn', 'game', 'this_attack', 'while', 'while_in_play', 'your_next_turn'] | UnsetType = field(
        name='for', default='end_of_turn'
    )


class Pwr(Struct, kw_only=True, tag_field='op', tag='pwr'):
    """
    The condition that the card's current PWR satisfies the comparison.
    """

    cmp: Literal['!=', '<', '<=', '==', '>', '>=']
    n: N | Reckoned
    of: Selector


Plus: TypeAlias = Annotated[
    list[Union[Plus1, "Reckoned"]], Meta(max_length=2, min_length=2)
]


Times: TypeAlias = Annotated[
    list[Union[Times1, "Reckoned"]], Meta(max_length=2, min_length=2)
]


class Reckoned(Struct, kw_only=True):
    """
    A number that is computed when it is needed. Exactly one of the fields is set.
    """

    count: Selector | None | UnsetType = UNSET
    die: Die | None | UnsetType = UNSET
    level: Selector | None | UnsetType = UNSET
    plus: Plus | None | UnsetType = UNSET
    pwr: Selector | None | UnsetType = UNSET
    times: Times | None | UnsetType = UNSET
    var: Var1 | None | UnsetType = UNSET


class Repeat(Struct, kw_only=True, tag_field='do', tag='repeat'):
    """
    A step that carries out other steps a given number of times.

    Each repetition counts as one separate step (TC-RUL-042).
    """

    n: N | Reckoned
    then: list[AnyOperation]


class Replacement(Struct, kw_only=True):
    """
    An effect that replaces an event with other steps, or prevents the event.
    """

    event: Literal['would_be_damaged', 'would_be_negated', 'would_discard', 'would_draw', 'would_go_to_void', 'would_leave']
    cause: Literal['any', 'damage', 'effect', 'sacrifice'] | UnsetType = 'any'
    do: list[AnyOperation] | Literal['prevent'] | UnsetType = 'prevent'
    of: Selector | None | UnsetType = UNSET
    who: Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you'] | Var | None | UnsetType = (
        UNSET
    )


class Rescue(Struct, kw_only=True, tag_field='do', tag='rescue'):
    """
    A step in which players take spirits from their void to the hand.
    """

    n: N | Reckoned
    who: (
        Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you']
        | Var
        | UnsetType
    ) = 'you'


class Restrict(Struct, kw_only=True, tag_field='do', tag='restrict'):
    """
    A step that puts a continuous effect on cards for a limited time.
    """

    of: Selector
    static: AnyContinuousEffect
    as_long_as: Condition | None | UnsetType = UNSET
    for_: Literal['end_of_combat_step', 'end_of_turn', 'game', 'this_attack', 'while', 'while_in_play', 'your_next_turn'] | UnsetType = field(
        name='for', default='end_of_turn'
    )


class ReturnToHand(Struct, kw_only=True, tag_field='do', tag='return_to_hand'):
    """
    A step that returns cards to their owners' hands. The spirits under them go to the void.
    """

    of: Selector
    from_: Literal['command', 'drop', 'form'] | UnsetType = field(
        name='from', default='form'
    )


class Reveal(Struct, kw_only=True, tag_field='do', tag='reveal'):
    """
    A step that reveals cards to all players, or only to the effect's player.
    """

    of: Selector
    to: Literal['all', 'you'] | UnsetType = 'all'


class RollDie(Struct, kw_only=True, tag_field='do', tag='roll_die'):
    """
    A step that rolls a die, and then carries out the steps that the card's table lists for the result.
    """

    sides: Annotated[int, Meta(ge=2, le=100)]
    store: Annotated[
        str,
        Meta(
            description='lower-case letters, digits and -; at most 48',
            pattern='^[a-z0-9][a-z0-9-]{0,47}$',
        ),
    ]
    table: dict[str, list[AnyOperation]] | UnsetType = field(default_factory=dict)


class Sacrifice(Struct, kw_only=True, tag_field='do', tag='sacrifice'):
    """
    A step in which players sacrifice forms. The spirits under them go to the void.
    """

    of: Selector
    who: (
        Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you']
        | Var
        | UnsetType
    ) = 'you'


class Savior(Struct, kw_only=True, tag_field='kind', tag='savior'):
    """
    A savior: its two sides, and its flip condition. Source: TC-SAV-03.
    """

    bound: SaviorFace
    boundless: SaviorFace
    flip: Flip
    id: Annotated[
        str,
        Meta(
            description='lower-case letters, digits and -; at most 48',
            pattern='^[a-z0-9][a-z0-9-]{0,47}$',
        ),
    ]
    name: Annotated[
        str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
    ]
    number: Annotated[
        str,
        Meta(description='1 to 8 capital letters or digits', pattern='^[A-Z0-9]{1,8}$'),
    ]
    rarity: Annotated[
        str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
    ]
    set_id: Annotated[
        str,
        Meta(
            description='1 to 12 capital letters or digits', pattern='^[A-Z0-9]{1,12}$'
        ),
    ]
    archetypes: list[Archetype] | UnsetType = field(default_factory=list)
    effects: Annotated[list[EffectModel], Meta(max_length=6)] | UnsetType = field(
        default_factory=list
    )
    flavour: Flavour | None | UnsetType = UNSET
    notes: Notes | None | UnsetType = UNSET
    tribes: list[Tribe] | UnsetType = field(default_factory=list)


class SaviorFace(Struct, kw_only=True):
    """
    One side of a savior.
    """

    effects: list[EffectModel] | UnsetType = field(default_factory=list)
    pwr: Pwr1 | None | UnsetType = UNSET


class Search(Struct, kw_only=True, tag_field='do', tag='search'):
    """
    A step in which a player looks through their deck, takes cards, and then shuffles the deck.
    """

    deck: Literal['main', 'spirit']
    n: N | Reckoned
    to: Literal['drop', 'hand', 'play', 'void']
    filter: Condition | None | UnsetType = UNSET


class Selector(Struct, kw_only=True):
    """
    A selection of cards: one that the effect refers to (`ref`), stored cards (`var`), or filtered cards of a zone.

    The player `by` picks `n` of them. Without `n`, the selector names all of them.
    """

    by: Literal['controller', 'opponent', 'random', 'you'] | None | UnsetType = UNSET
    filter: Condition | None | UnsetType = UNSET
    n: N18 | Literal['all'] | Span | None | UnsetType = UNSET
    ref: Ref | None | UnsetType = UNSET
    var: Var1 | None | UnsetType = UNSET
    who: Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you'] | Var | None | UnsetType = (
        UNSET
    )
    zone: Literal['command', 'drop', 'form', 'hand', 'main_deck', 'savior', 'spirit_deck', 'under', 'void'] | list[Literal['command', 'drop', 'form', 'hand', 'main_deck', 'savior', 'spirit_deck', 'under', 'void']] | None | UnsetType = (
        UNSET
    )


class SetCommandBy(Struct, kw_only=True, tag_field='do', tag='set_command'):
    """
    A step that puts a command face-down in a command zone.
    """

    from_: Literal['drop', 'hand'] = field(name='from')
    of: Selector


class SetPwr(Struct, kw_only=True, tag_field='static', tag='set_pwr'):
    """
    A base PWR that replaces the printed one.
    """

    to: To1 | Reckoned
    of: Selector | None | UnsetType = UNSET


class Spirit(Struct, kw_only=True, tag_field='kind', tag='spirit'):
    """
    A spirit, whose effects work through the card above it. Source: TC-SPI-07.
    """

    id: Annotated[
        str,
        Meta(
            description='lower-case letters, digits and -; at most 48',
            pattern='^[a-z0-9][a-z0-9-]{0,47}$',
        ),
    ]
    name: Annotated[
        str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
    ]
    number: Annotated[
        str,
        Meta(description='1 to 8 capital letters or digits', pattern='^[A-Z0-9]{1,8}$'),
    ]
    rarity: Annotated[
        str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
    ]
    set_id: Annotated[
        str,
        Meta(
            description='1 to 12 capital letters or digits', pattern='^[A-Z0-9]{1,12}$'
        ),
    ]
    type: Annotated[
        str,
        Meta(
            description='lower-case letters, digits and -; at most 48',
            pattern='^[a-z0-9][a-z0-9-]{0,47}$',
        ),
    ]
    archetypes: list[Archetype] | UnsetType = field(default_factory=list)
    effects: Annotated[list[EffectModel], Meta(max_length=6)] | UnsetType = field(
        default_factory=list
    )
    exclusive: bool | UnsetType = False
    flavour: Flavour | None | UnsetType = UNSET
    notes: Notes | None | UnsetType = UNSET
    tribes: list[Tribe] | UnsetType = field(default_factory=list)


class SpiritDeckCount(Struct, kw_only=True, tag_field='op', tag='spirit_deck_count'):
    """
    The condition that the number of cards left in a spirit deck satisfies the comparison.
    """

    cmp: Literal['!=', '<', '<=', '==', '>', '>=']
    n: N19 | Reckoned
    who: Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you'] | Var


class SpiritToVoid(Struct, kw_only=True, tag_field='do', tag='spirit_to_void'):
    """
    A step that sends spirits to their owners' voids, for several players at the same time.
    """

    from_: Literal['hand', 'spirit_deck', 'under'] = field(name='from')
    n: N19 | Reckoned
    spirit: Selector | None | UnsetType = UNSET
    who: (
        Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you']
        | Var
        | UnsetType
    ) = 'you'


class SpiritsUnder(Struct, kw_only=True, tag_field='op', tag='spirits_under'):
    """
    The condition that the number of spirits under a card satisfies the comparison.
    """

    cmp: Literal['!=', '<', '<=', '==', '>', '>=']
    n: N19 | Reckoned
    of: Selector
    type: Type | None | UnsetType = UNSET


class Spiritualize(Struct, kw_only=True, tag_field='do', tag='spiritualize'):
    """
    A step that puts a spirit from the hand under a card.
    """

    of: Selector
    spirit: Selector
    ignore_limit: bool | UnsetType = False


class SpiritualizedThisTurn(Struct, kw_only=True, tag_field='op', tag='spiritualized_this_turn'):
    """
    The condition that the card was spiritualized this turn, whether or not that counted against its limit.
    """

    of: Selector


class Used(Struct, kw_only=True, tag_field='op', tag='used'):
    """
    The condition that the number of times an effect of this card was used satisfies the comparison.
    """

    cmp: Literal['!=', '<', '<=', '==', '>', '>=']
    effect: Annotated[
        str,
        Meta(
            description='lower-case letters, digits and -; at most 48',
            pattern='^[a-z0-9][a-z0-9-]{0,47}$',
        ),
    ]
    n: N19 | Reckoned
    per: Literal['combat', 'game', 'turn']


class VoidCount(Struct, kw_only=True, tag_field='op', tag='void_count'):
    """
    The condition that the number of spirits in a void satisfies the comparison.
    """

    cmp: Literal['!=', '<', '<=', '==', '>', '>=']
    n: N19 | Reckoned
    who: Literal['any', 'controller', 'each_opponent', 'opponent', 'owner', 'you'] | Var
