# Generated: 884f2435b59e1f3606a46e9b44de518e, datamodel-code-generator 0.89.0.

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, convert, field

Ap: TypeAlias = Annotated[int, Meta(ge=0, le=100)]


ComponentDice: TypeAlias = Annotated[int, Meta(ge=0, le=100)]


Equipment: TypeAlias = Annotated[
    str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
]


Note: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


Stat: TypeAlias = Annotated[
    str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
]


Training: TypeAlias = Annotated[
    str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
]


Trait: TypeAlias = Annotated[
    str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
]


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


class ApRefreshed(Struct, kw_only=True, tag_field='type', tag='ApRefreshed'):
    """
    A turn began, and the Specialist's AP were refreshed. `ap` is the new number of AP.
    """

    ap: int
    participant: str


class ApSettings(Struct, kw_only=True):
    """
    Settings for Action Points (AP).

    They decide how many AP a Specialist gets, whether unspent AP are saved, how many AP there are at the start of a
    fight, the minimum for an action, and how AP work outside fights.

    Rule: SG-R-01, SG-R-14, SG-R-16, SG-R-32, SG-R-49
    """

    carry_over: bool | UnsetType = False
    formula: Literal['ceil', 'floor_min1', 'one_plus'] | UnsetType = 'floor_min1'
    minimum_per_action: Literal[0, 1] | UnsetType = 1
    outside_fights: Literal['one_action', 'unlimited'] | UnsetType = 'unlimited'
    start_of_exchange: Literal['full', 'zero_until_first_turn'] | UnsetType = 'full'


class ApplyCondition(Struct, kw_only=True, tag_field='type', tag='ApplyCondition'):
    """
    Apply a Condition to a Specialist, or add a level to a Condition that stacks.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    condition: Annotated[
        str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
    ]
    reason: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    source: Literal['crafting', 'environment', 'martial', 'spell', 'trait']


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


class AssignCharacter(Struct, kw_only=True, tag_field='type', tag='AssignCharacter'):
    """
    Assign a character to another seat.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
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


class AttackerUnsettled(Struct, kw_only=True, tag_field='type', tag='AttackerUnsettled'):
    """
    An attacker was unsettled: it loses these dice in its next attack of this fight.
    """

    character: str
    critical: str
    dice: int
    reason: str | None


Resistance: TypeAlias = Annotated[int, Meta(ge=0, le=100)]


Threshold: TypeAlias = Annotated[int, Meta(ge=0, le=100)]


class AttemptResolved(Struct, kw_only=True, tag_field='type', tag='AttemptResolved'):
    """
    A test was decided. `margin` is the number of successes above or below the threshold or resistance.
    """

    character: str
    context: Literal['combat', 'grapple', 'other', 'skill', 'social', 'spell']
    margin: int
    outcome: Literal['defended', 'glancing', 'hit', 'lost', 'mutual_complication', 'partial_success', 'stalemate', 'tie', 'won']
    test: str


class CancelContest(Struct, kw_only=True, tag_field='type', tag='CancelContest'):
    """
    Cancel a pending opposed roll.

    Each side regains the AP and Luck that it paid for dice that are not rolled yet.
    """

    contest: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    reason: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]


class Chain(Struct, kw_only=True):
    """
    The maximum number of extra rolls of a die that the odds include, and an upper bound on the probability of more.

    The odds treat a longer chain of extra rolls as if it ended there.
    """

    further_at_most: float
    limit: int


class CharacterAssigned(Struct, kw_only=True, tag_field='type', tag='CharacterAssigned'):
    """
    A character was assigned to another seat.
    """

    character: str
    seat: str


class CharacterRemoved(Struct, kw_only=True, tag_field='type', tag='CharacterRemoved'):
    """
    A character was removed from the campaign.
    """

    character: str
    reason: str


class ChatSent(Struct, kw_only=True, tag_field='type', tag='ChatSent'):
    """
    A seat sent a chat message to all seats. `phrase` is the phrase's name, if the text is one of the phrases.

    Rule: AR-CHAT-02, AR-CHAT-03
    """

    seat: str
    text: str
    phrase: str | UnsetType = UNSET


class ChunkDisputed(Struct, kw_only=True, tag_field='type', tag='ChunkDisputed'):
    """
    Two results of one chunk differed: the simulation is not deterministic, so the job's results are invalid.
    """

    chunk: int
    first: str
    other: str


Levels: TypeAlias = Annotated[int, Meta(ge=1, le=5)]


class ClearCondition(Struct, kw_only=True, tag_field='type', tag='ClearCondition'):
    """
    End a Condition, or remove some of its levels.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    condition: Annotated[
        str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
    ]
    reason: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    levels: Levels | None | UnsetType = UNSET


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


class CommandProposed(Struct, kw_only=True, tag_field='type', tag='CommandProposed'):
    """
    A player proposed a command to the game master.
    """

    command: dict[str, Any]
    proposal: str
    seat: str


class Component(Struct, kw_only=True):
    """
    A component of an action, with the AP put into it.

    If the component is in the campaign's catalogue, `tier` may be left out.
    """

    name: Annotated[
        str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
    ]
    ap: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 0
    tier: Literal['advanced', 'basic', 'intermediate', 'master', 'simple'] | None | UnsetType = (
        UNSET
    )


Effect: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class ComponentEntry(Struct, kw_only=True):
    """
    A component that a campaign can load: its tier, and the damage dice that it adds to an attack.
    """

    damage_dice: Annotated[int, Meta(ge=-5, le=5)]
    effect: Effect | None
    name: Annotated[
        str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
    ]
    tier: Literal['advanced', 'basic', 'intermediate', 'master', 'simple']


class ConditionApplied(Struct, kw_only=True, tag_field='type', tag='ConditionApplied'):
    """
    A Condition was applied to a Specialist. `level` is its new level.
    """

    character: str
    condition: str
    level: int
    reason: str
    source: Literal['crafting', 'environment', 'martial', 'spell', 'trait']


class ConditionCleared(Struct, kw_only=True, tag_field='type', tag='ConditionCleared'):
    """
    A Condition ended or lost levels. `level` is its remaining level.
    """

    character: str
    condition: str
    level: int
    reason: str


class ConditionEntry(Struct, kw_only=True):
    """
    A Condition that a campaign can load, with its changes for each level.

    The text `effect` is stored, but the rules do not evaluate it.
    """

    name: Annotated[
        str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
    ]
    ap_ceiling: Annotated[int, Meta(ge=-5, le=5)] | UnsetType = 0
    damage_dice: Annotated[int, Meta(ge=-5, le=5)] | UnsetType = 0
    dice: Annotated[int, Meta(ge=-5, le=5)] | UnsetType = 0
    effect: Effect | None | UnsetType = UNSET
    stacks: bool | UnsetType = False


class ConditionSettings(Struct, kw_only=True):
    """
    Settings for Conditions: those with which the campaign starts. Rule: SG-R-22.
    """

    catalogue: Annotated[list[ConditionEntry], Meta(max_length=50)] | UnsetType = field(
        default_factory=list
    )


class ConfirmProposal(Struct, kw_only=True, tag_field='type', tag='ConfirmProposal'):
    """
    Confirm a proposal. Its command is decided in the current state of the game.
    """

    proposal: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class ConsequenceRuled(Struct, kw_only=True, tag_field='type', tag='ConsequenceRuled'):
    """
    The Keeper decided the consequence of a critical failure. The Specialist `by` may counterattack at once.
    """

    ap: int
    by: str | None
    character: str
    consequence: Literal['backlash', 'counterattack', 'lost_footing', 'narrative']
    critical: str
    dice: int
    text: str


class ContestCancelled(Struct, kw_only=True, tag_field='type', tag='ContestCancelled'):
    """
    The Keeper cancelled an opposed roll.
    """

    contest: str
    reason: str


class ContestResolved(Struct, kw_only=True, tag_field='type', tag='ContestResolved'):
    """
    An opposed roll was decided. `outcome` and `margin` (in successes) are from the acting side's point of view.
    """

    character: str
    contest: str
    context: Literal['combat', 'grapple', 'other', 'skill', 'social', 'spell']
    margin: int
    outcome: Literal['defended', 'glancing', 'hit', 'lost', 'mutual_complication', 'partial_success', 'stalemate', 'tie', 'won']
    target: str | None


class Counter(Struct, kw_only=True):
    """
    A granted counterattack.

    It lapses with the next turn, if the Specialist forgoes it, or with an action that ends it.

    The setting `counterattack_ends` decides whose actions end it outside fights. `in_fight`: whether it was granted in
    a fight.
    """

    character: str
    in_fight: bool
    target: str


class CounterattackLapsed(Struct, kw_only=True, tag_field='type', tag='CounterattackLapsed'):
    """
    A granted counterattack lapsed.

    Another action, turn or day began, a side left the fight, or the Specialist decided not to make it.
    """

    character: str
    target: str


Seat: TypeAlias = Annotated[
    str,
    Meta(
        description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class CriticalRoll(Struct, kw_only=True):
    """
    A critical that the Keeper has not decided yet. `against` is the other side. `defended` is true for a defence.

    `in_fight`: whether it was rolled in a fight. `past`: whether that fight is over, so that the Keeper can only
    describe the outcome.
    """

    against: str | None
    character: str
    critical: Literal['critical_failure', 'critical_success']
    defended: bool
    id: str
    in_fight: bool
    past: bool
    roll: str


class CriticalSettings(Struct, kw_only=True):
    """
    Settings for criticals: how many 10s or 1s they need, doubled damage, who wins, and counterattacks.

    Rule:    SG-R-08, SG-R-11, SG-R-12, SG-R-36, SG-R-48, SG-R-50
    """

    count: Literal['at_least', 'exactly'] | UnsetType = 'at_least'
    counterattack: Literal['label', 'one_attack'] | UnsetType = 'one_attack'
    counterattack_ends: Literal['next_action', 'own_action'] | UnsetType = 'next_action'
    decides: Literal['failure_loses', 'nothing'] | UnsetType = 'nothing'
    doubles_added_dice: bool | UnsetType = True
    doubles_glancing: bool | UnsetType = True


class CriticalShown(Struct, kw_only=True, tag_field='type', tag='CriticalShown'):
    """
    A roll was a critical success or failure. The Keeper must still decide its effect.
    """

    against: str | None
    character: str
    critical: str
    defended: bool
    roll: str
    shows: Literal['critical_failure', 'critical_success']


By: TypeAlias = Annotated[
    str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
]


Reason: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class DamageChange(Struct, kw_only=True):
    """
    How a component or Condition changes damage: more or fewer dice, and a number added to the total.
    """

    by: By | None | UnsetType = UNSET
    dice: Annotated[int, Meta(ge=-100, le=100)] | UnsetType = 0
    reason: Reason | None | UnsetType = UNSET
    total: Annotated[int, Meta(ge=-100, le=100)] | UnsetType = 0


class DamageDealt(Struct, kw_only=True, tag_field='type', tag='DamageDealt'):
    """
    An attack dealt damage. `vitality` is the target's remaining Vitality, if the campaign tracks it.
    """

    contest: str
    damage: int
    dice: int
    faces: list[int]
    target: str | None
    vitality: int | None


class DamageSettings(Struct, kw_only=True):
    """
    Settings for damage: how damage dice count, ties at 0 successes or below, and whether damage lowers Vitality.

    Rule: SG-R-03, SG-R-13, SG-R-27
    """

    applies_to: Literal['report_only', 'vitality'] | UnsetType = 'report_only'
    read: Literal['successes', 'sum'] | UnsetType = 'sum'
    zero_tie: Literal['glancing', 'nothing'] | UnsetType = 'glancing'


class DayBegan(Struct, kw_only=True, tag_field='type', tag='DayBegan'):
    """
    A day began.
    """

    day: int


class DeclineProposal(Struct, kw_only=True, tag_field='type', tag='DeclineProposal'):
    """
    Decline a proposal.
    """

    proposal: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    reason: Reason | None | UnsetType = UNSET


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


class DescribeOutcome(Struct, kw_only=True, tag_field='type', tag='DescribeOutcome'):
    """
    Describe the outcome of a critical success.
    """

    critical: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    text: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]


class Destabilise(Struct, kw_only=True, tag_field='type', tag='Destabilise'):
    """
    Unsettle the attacker after a critical success in defence.

    `dice` (0 or negative) is added to its next attack's dice.
    """

    critical: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    dice: Annotated[int, Meta(ge=-20, le=20)] | UnsetType = 0
    reason: Reason | None | UnsetType = UNSET


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


class EndFight(Struct, kw_only=True, tag_field='type', tag='EndFight'):
    """
    End the fight.
    """


class EndTurn(Struct, kw_only=True, tag_field='type', tag='EndTurn'):
    """
    End the current participant's turn.
    """

    participant: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class EpochView(Struct, kw_only=True):
    """
    The current seed epoch: the server's commitment, and the salts that the seats contributed.
    """

    commitment: str
    drawn: bool
    epoch: int
    salts: dict[str, str]


class EquipmentEntry(Struct, kw_only=True):
    """
    A piece of equipment that a campaign can load, with its dice.
    """

    dice: Annotated[int, Meta(ge=-5, le=5)]
    name: Annotated[
        str,
        Meta(
            description='a name on a sheet: printable ASCII, no blank at either end, at most 60 characters',
            pattern='^[!-~]([ -~]{0,58}[!-~])?$',
        ),
    ]


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


class FactValue(Struct, kw_only=True):
    """
    A possible value of a fact, and its probability.
    """

    chance: Exact
    value: str | int | bool | None


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


class FightEnded(Struct, kw_only=True, tag_field='type', tag='FightEnded'):
    """
    The fight ended.
    """


class FightJoined(Struct, kw_only=True, tag_field='type', tag='FightJoined'):
    """
    A participant joined the fight; `since` is the first round in which it takes turns.
    """

    participant: str
    since: int


class FightLeft(Struct, kw_only=True, tag_field='type', tag='FightLeft'):
    """
    A participant left the fight.
    """

    participant: str


class FightStarted(Struct, kw_only=True, tag_field='type', tag='FightStarted'):
    """
    A fight between these participants started.
    """

    each_round: bool
    participants: list[str]


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


class ForgetPrepared(Struct, kw_only=True, tag_field='type', tag='ForgetPrepared'):
    """
    Discard a prepared character.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class ForgoCounterattack(Struct, kw_only=True, tag_field='type', tag='ForgoCounterattack'):
    """
    Do not make a granted counterattack: it lapses.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


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


class GiveEquipment(Struct, kw_only=True, tag_field='type', tag='GiveEquipment'):
    """
    Add equipment from the campaign's catalogue to a Specialist's sheet.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    equipment: Annotated[
        str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
    ]
    reason: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]


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


class Heal(Struct, kw_only=True, tag_field='type', tag='Heal'):
    """
    Restore Vitality to a Specialist.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    reason: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    vitality: Annotated[int, Meta(ge=1, le=10000)]


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


class InitiativeSettings(Struct, kw_only=True):
    """
    Settings for initiative: its dice, and whether it is rolled each round. Rule: SG-R-19, SG-R-45.
    """

    dice: Literal['ap', 'speed', 'supplied'] | UnsetType = 'ap'
    each_round: bool | UnsetType = False


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


class JoinFight(Struct, kw_only=True, tag_field='type', tag='JoinFight'):
    """
    Add a participant to the fight.
    """

    participant: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class LeaveFight(Struct, kw_only=True, tag_field='type', tag='LeaveFight'):
    """
    Remove a participant from the fight at once.
    """

    participant: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class Likelihood(Struct, kw_only=True):
    """
    A total, its probability, and the probability of that total or a higher one.
    """

    at_least: Exact
    chance: Exact
    total: int | str


class LoadConditions(Struct, kw_only=True, tag_field='type', tag='LoadConditions'):
    """
    Load Conditions into the campaign. A Condition replaces an earlier one with the same name.

    Names are compared exactly: if they differ in case, they belong to different Conditions.
    """

    conditions: Annotated[list[ConditionEntry], Meta(max_length=50, min_length=1)]


class LoadHouseCatalogue(Struct, kw_only=True, tag_field='type', tag='LoadHouseCatalogue'):
    """
    Load the house catalogue: Conditions, components and equipment that were invented for this service.
    """


class LuckRolled(Struct, kw_only=True, tag_field='type', tag='LuckRolled'):
    """
    A Specialist rolled for Luck. `points` is its new number of Luck Points.
    """

    character: str
    face: int
    points: int


MaxPerRoll: TypeAlias = Annotated[int, Meta(ge=1, le=100)]


class LuckSettings(Struct, kw_only=True):
    """
    Settings for Luck: negative totals, criticals, unspent points, a limit for each roll, and who has Luck.

    Rule: SG-R-05, SG-R-07, SG-R-17, SG-R-18, SG-R-44
    """

    carry_over: bool | UnsetType = False
    floor: Literal['none', 'zero'] | UnsetType = 'none'
    in_criticals: Literal['excluded', 'full', 'net_successes_only'] | UnsetType = (
        'net_successes_only'
    )
    max_per_roll: Literal['points_held'] | MaxPerRoll | UnsetType = 'points_held'
    non_players: Literal['as_specialists', 'none'] | UnsetType = 'none'


class LuckSource(Struct, kw_only=True):
    """
    The dice table that makes a stream's public rolls.
    """

    table: Annotated[
        str,
        Meta(
            description='the name of a stream',
            examples=['dice.table:evening'],
            pattern='^[a-z][a-z_]{0,40}\\.[a-z]{1,40}:[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


QuantilesAdditionalProperty1: TypeAlias = Annotated[
    str, Meta(description='an exact number', pattern='^-?\\d+(/\\d+)?$')
]


QuantilesAdditionalProperty: TypeAlias = tuple[int | QuantilesAdditionalProperty1 | None, int | QuantilesAdditionalProperty1, int | QuantilesAdditionalProperty1 | None]


Width: TypeAlias = Annotated[
    str, Meta(description='an exact number', pattern='^-?\\d+(/\\d+)?$')
]


class MomentPassed(Struct, kw_only=True, tag_field='type', tag='MomentPassed'):
    """
    A fight ended, or a day began: the Keeper can only describe these earlier criticals in words.
    """

    criticals: list[str]


class Odds(Struct, kw_only=True):
    """
    The whole distribution of a total.

    `also` names other probabilities, such as that of a critical. If the list of all outcomes would make the response
    too long, it omits `left_out` of them, whose total probability is `left_out_chance`. All other figures cover every
    outcome.
    """

    also: dict[str, Exact]
    chain: Chain | None
    cost: int
    deviation: float
    left_out: int
    left_out_chance: Exact
    mean: Exact
    mode: list[int | str]
    outcomes: list[Likelihood]
    quantiles: dict[str, int | str]
    variance: Exact


Title: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


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


Target: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class OpposedOdds(Struct, kw_only=True):
    """
    The odds of a roll against another roll or a number: margin, winner, and each side's criticals.

    `outcomes`: the probability of each outcome that the game names. `damage`: the distribution of an attack's damage
    over all outcomes.
    """

    lose: Exact
    margin: Odds
    ours: dict[str, Exact]
    theirs: dict[str, Exact]
    tie: Exact
    win: Exact
    cost: int | UnsetType = 0
    damage: Odds | None | UnsetType = UNSET
    outcomes: dict[str, Exact] | UnsetType = field(default_factory=dict)


class OpposedSettings(Struct, kw_only=True):
    """
    Settings for opposed rolls: the result of a tie outside combat, and which side declares its dice first.

    Rule:    SG-R-20, SG-R-31
    """

    declare: Literal['both_first', 'first_side_rolls'] | UnsetType = 'both_first'
    default_tie: (
        Literal['declare']
        | Literal['mutual_complication', 'partial_success', 'stalemate']
        | UnsetType
    ) = 'declare'


class OrderSet(Struct, kw_only=True, tag_field='type', tag='OrderSet'):
    """
    The order of turns was set; the participants in `passed` have no turn left this round.
    """

    order: list[str]
    passed: list[str] | UnsetType = field(default_factory=list)


class OtherDice(Struct, kw_only=True):
    """
    Dice from another source, such as a blessing or a helper.
    """

    dice: Annotated[int, Meta(ge=-100, le=100)]
    source: Annotated[
        str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
    ]


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


class OutcomeDescribed(Struct, kw_only=True, tag_field='type', tag='OutcomeDescribed'):
    """
    The Keeper described the outcome of a critical success.
    """

    critical: str
    text: str


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


class PlayerSettings(Struct, kw_only=True):
    """
    Settings for players: the maximum number of Specialists that a player may create without the Keeper.

    Rule: SG-CAMP-02
    """

    specialists: Annotated[int, Meta(ge=1, le=50)] | UnsetType = 1


class PlayersMaySettings(Struct, kw_only=True):
    """
    Settings for commands: which ones players may send directly, and which they must propose to the Keeper.

    Rule:    SG-CAMP-02, SG-CAMP-03, SG-CAMP-04
    """

    add_dice: Literal['alone', 'propose'] | UnsetType = 'propose'
    create_specialists: Literal['alone', 'propose'] | UnsetType = 'alone'
    set_thresholds: Literal['alone', 'propose'] | UnsetType = 'propose'


class PoolSettings(Struct, kw_only=True):
    """
    Settings for pools: the dice for each AP, the smallest pool, and the dice of trainings.

    Rule: SG-R-15, SG-R-24, SG-R-39.
    """

    dice_per_ap: Literal[0, 1, 2] | UnsetType = 1
    minimum: Literal[0, 1] | UnsetType = 0
    training_dice: Literal['rank', 'recorded'] | UnsetType = 'recorded'


class PoolSource(Struct, kw_only=True):
    """
    One source of a pool's dice.
    """

    dice: int
    name: str
    source: str


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


class PreparedForgotten(Struct, kw_only=True, tag_field='type', tag='PreparedForgotten'):
    """
    A prepared character was discarded.
    """

    character: str


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


class Proposal(Struct, kw_only=True):
    """
    A command that a player has proposed and the game master has not answered yet, stored as the player sent it.
    """

    command: dict[str, Any]
    id: str
    seat: str


class ProposalConfirmed(Struct, kw_only=True, tag_field='type', tag='ProposalConfirmed'):
    """
    The game master confirmed a proposal; the events of its command follow.
    """

    proposal: str


class ProposalDeclined(Struct, kw_only=True, tag_field='type', tag='ProposalDeclined'):
    """
    The game master declined a proposal, or it could no longer be confirmed.
    """

    proposal: str
    reason: str | None


class ProposalView(Struct, kw_only=True):
    """
    A proposed undo: its number, the version it returns to, its sender, the seats asked, and those that agreed.
    """

    agreed: list[str]
    asked: list[str]
    by: str
    proposal: int
    to: int


class ProposalWithdrawn(Struct, kw_only=True, tag_field='type', tag='ProposalWithdrawn'):
    """
    A player withdrew a proposal.
    """

    proposal: str


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


class PuzzleGoal(Struct, kw_only=True):
    """
    The goal of an opened puzzle; `last` is the number of the last turn in which the goal can be reached.
    """

    last: int
    reach: str
    seat: str
    turns: Annotated[int, Meta(ge=1, le=9007199254740991)]


class Remaining(Struct, kw_only=True):
    """
    An estimate of the remaining work: how many `trials` will probably be needed, and how many `seconds` they take.

    `seconds` is unknown before the first chunk is complete.
    """

    seconds: float | None
    trials: int


class RemoveCharacter(Struct, kw_only=True, tag_field='type', tag='RemoveCharacter'):
    """
    Remove a character with its possessions from the campaign, once nothing waits for it.

    The character also leaves the fight. Some games do not let a character leave a fight; they refuse this command, and
    the refusal names the fight.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    reason: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]


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


class ResistanceSettings(Struct, kw_only=True):
    """
    Settings for resistances: whether a tie with one is decided as in an opposed roll, or is a success.

    Rule: SG-R-30
    """

    resistance: Literal['as_opposition', 'as_threshold'] | UnsetType = 'as_opposition'


class RevealCharacter(Struct, kw_only=True, tag_field='type', tag='RevealCharacter'):
    """
    Reveal a prepared character, for the named seat or, by default, for a game master's seat.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    seat: Seat | None | UnsetType = UNSET


class Roll(Struct, kw_only=True):
    """
    A roll: the faces of its dice, and their result.
    """

    critical: Literal['critical_failure', 'critical_success'] | None
    faces: list[int]
    failures: int
    luck: list[int]
    successes: int


class RollDailyLuck(Struct, kw_only=True, tag_field='type', tag='RollDailyLuck'):
    """
    Roll for the Luck Points of the day.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


Dice: TypeAlias = Annotated[int, Meta(ge=0, le=100)]


class RollInitiative(Struct, kw_only=True, tag_field='type', tag='RollInitiative'):
    """
    Roll for initiative.
    """

    participant: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    dice: Dice | None | UnsetType = UNSET
    luck: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 0


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


class RoundBegan(Struct, kw_only=True, tag_field='type', tag='RoundBegan'):
    """
    A round began.
    """

    round: int


class Row(Struct, kw_only=True):
    """
    A value (or the lowest value of a bin), its count, and the share of trials with at least that value.
    """

    at_least: float
    times: int
    value: int | Value


Face: TypeAlias = Annotated[int, Meta(ge=0, le=4294967296)]


Faces: TypeAlias = Annotated[
    list[Face],
    Meta(
        description='faces rolled at a real table, in the order the rules need them; empty if the server rolls. Of an opposed roll: the dice of the side that acts, those of the side that answers, and the damage. Of one side: its pool (10 for a 0), then its Luck dice.',
        max_length=5000,
    ),
]


Seed: TypeAlias = Annotated[
    str,
    Meta(description='32 bytes in lower-case hexadecimal', pattern='^[0-9a-f]{64}$'),
]


class RuleConsequence(Struct, kw_only=True, tag_field='type', tag='RuleConsequence'):
    """
    Decide the consequence of a critical failure. It may cost AP, and dice of the Specialist's next attack.
    """

    consequence: Literal['backlash', 'counterattack', 'lost_footing', 'narrative']
    critical: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    text: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    ap: Annotated[int, Meta(ge=-15, le=0)] | UnsetType = 0
    dice: Annotated[int, Meta(ge=-20, le=20)] | UnsetType = 0


class RuleTie(Struct, kw_only=True, tag_field='type', tag='RuleTie'):
    """
    Decide the result of a tie outside combat.
    """

    outcome: Literal['mutual_complication', 'partial_success', 'stalemate']
    tie: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class SaltAdded(Struct, kw_only=True, tag_field='type', tag='SaltAdded'):
    """
    A seat added its salt to the seed epoch.
    """

    epoch: int
    salt: str
    seat: str


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


class SeenFighter(Struct, kw_only=True):
    """
    A Specialist in a fight: its remaining AP and, if it is unsettled, the dice that its next attack loses.
    """

    ap: int
    done: bool
    id: str
    score: int | None
    since: int
    unsettled: int | None


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


OrderItem: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class SettleTie(Struct, kw_only=True, tag_field='type', tag='SettleTie'):
    """
    Decide the order of tied participants.
    """

    order: Annotated[list[OrderItem], Meta(max_length=40, min_length=1)]


EquipmentAdditionalProperty: TypeAlias = Annotated[int, Meta(ge=-100, le=100)]


StatsAdditionalProperty: TypeAlias = Annotated[int, Meta(ge=0, le=100)]


TraitsAdditionalProperty: TypeAlias = Annotated[int, Meta(ge=-100, le=100)]


Vitality: TypeAlias = Annotated[int, Meta(ge=1, le=10000)]


class Side(Struct, kw_only=True):
    """
    A side's pool: its dice, its Luck dice, and the tier that determines its criticals.
    """

    dice: Annotated[int, Meta(description='a number of dice', ge=0, le=100)]
    luck: (
        Annotated[int, Meta(description='a number of dice', ge=0, le=100)] | UnsetType
    ) = 0
    tier: (
        Literal['advanced', 'basic', 'intermediate', 'master', 'simple'] | UnsetType
    ) = 'simple'


class Situational(Struct, kw_only=True):
    """
    Dice that the situation adds or removes, with the reason.
    """

    dice: Annotated[int, Meta(ge=-100, le=100)]
    reason: Reason | None | UnsetType = UNSET


class StandStill(Struct, kw_only=True, tag_field='type', tag='StandStill'):
    """
    Do not resist in an opposed roll: your side has 0 successes.
    """

    contest: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class StartDay(Struct, kw_only=True, tag_field='type', tag='StartDay'):
    """
    Start the next day.
    """


Participant: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class StartFight(Struct, kw_only=True, tag_field='type', tag='StartFight'):
    """
    Start a fight. `order` states whether all participants roll anew each round; by default the campaign decides.
    """

    participants: Annotated[list[Participant], Meta(max_length=40, min_length=1)]
    order: Literal['each_round', 'fixed'] | UnsetType = UNSET


class StateDigested(Struct, kw_only=True, tag_field='type', tag='StateDigested'):
    """
    The digest of the game's state after this decision. Nobody may read it until the log is opened.

    `schema` is the name of the state's schema. Only digests with the same schema name can be compared.
    """

    digest: SecretText
    schema: str


class StoodStill(Struct, kw_only=True, tag_field='type', tag='StoodStill'):
    """
    The other side of an opposed roll did not resist.
    """

    character: str
    contest: str


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


class Tie(Struct, kw_only=True):
    """
    A tie that the Keeper has not decided yet.
    """

    character: str
    context: Literal['combat', 'grapple', 'other', 'skill', 'social', 'spell']
    id: str
    target: str | None


class TieRuled(Struct, kw_only=True, tag_field='type', tag='TieRuled'):
    """
    The Keeper decided the result of a tie.
    """

    outcome: Literal['mutual_complication', 'partial_success', 'stalemate']
    tie: str


class TieSettled(Struct, kw_only=True, tag_field='type', tag='TieSettled'):
    """
    The game master decided the order of tied participants.
    """

    order: list[str]


class TierSettings(Struct, kw_only=True):
    """
    Settings for tiers: whether an action without components counts as Simple, or is refused. Rule: SG-R-09.
    """

    without_component: Literal['refuse', 'simple'] | UnsetType = 'simple'


class TokenRotated(Struct, kw_only=True, tag_field='type', tag='TokenRotated'):
    """
    A seat's tokens were rotated: tokens with a lower token epoch are now void. Rule: AR-SEAT-04, AR-SEAT-05.
    """

    epoch: int
    seat: str


class TrainingModel(Struct, kw_only=True):
    """
    A training: its dice or, in a campaign that counts ranks, its tier.
    """

    dice: Dice | None | UnsetType = UNSET
    tier: Literal['advanced', 'basic', 'intermediate', 'master', 'simple'] | None | UnsetType = (
        UNSET
    )


class TurnBegan(Struct, kw_only=True, tag_field='type', tag='TurnBegan'):
    """
    A turn began.
    """

    participant: str


class TurnEnded(Struct, kw_only=True, tag_field='type', tag='TurnEnded'):
    """
    A turn ended.
    """

    participant: str


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


class VitalityRose(Struct, kw_only=True, tag_field='type', tag='VitalityRose'):
    """
    A Specialist regained Vitality. `vitality` is its new value.
    """

    character: str
    reason: str
    vitality: int


class WayView(Struct, kw_only=True):
    """
    A version that an undo may return to, and the seats that must agree; an empty list if no seat has to.
    """

    asks: list[str]
    to: int


class WithdrawProposal(Struct, kw_only=True, tag_field='type', tag='WithdrawProposal'):
    """
    Withdraw your own proposal.
    """

    proposal: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


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


class Action(Struct, kw_only=True):
    """
    The choices for a roll: sheet entries by name (each at most once), components, AP and Luck.

    `note` has no effect.
    """

    ap: Ap | None | UnsetType = UNSET
    component_dice: ComponentDice | None | UnsetType = UNSET
    components: Annotated[list[Component], Meta(max_length=10)] | UnsetType = field(
        default_factory=list
    )
    equipment: Annotated[list[Equipment], Meta(max_length=10)] | UnsetType = field(
        default_factory=list
    )
    kind: Literal['defence', 'martial', 'skill', 'special', 'spell'] | UnsetType = (
        'skill'
    )
    luck: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 0
    note: Note | None | UnsetType = UNSET
    other_dice: Annotated[list[OtherDice], Meta(max_length=10)] | UnsetType = field(
        default_factory=list
    )
    situational: Situational | None | UnsetType = UNSET
    stats: Annotated[list[Stat], Meta(max_length=10)] | UnsetType = field(
        default_factory=list
    )
    tier: Literal['advanced', 'basic', 'intermediate', 'master', 'simple'] | None | UnsetType = (
        UNSET
    )
    trainings: Annotated[list[Training], Meta(max_length=10)] | UnsetType = field(
        default_factory=list
    )
    traits: Annotated[list[Trait], Meta(max_length=10)] | UnsetType = field(
        default_factory=list
    )


class Answer(Struct, kw_only=True, tag_field='type', tag='Answer'):
    """
    Answer an opposed roll with dice. A Specialist may answer any number of opposed rolls, even without AP.
    """

    action: Action
    contest: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class Attempt(Struct, kw_only=True, tag_field='type', tag='Attempt'):
    """
    Test a Specialist against a threshold or a resistance. Without either, the threshold is 1.
    """

    action: Action
    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    resistance: Resistance | None | UnsetType = UNSET
    threshold: Threshold | None | UnsetType = UNSET


class CatalogueLoaded(Struct, kw_only=True, tag_field='type', tag='CatalogueLoaded'):
    """
    The Keeper loaded Conditions, components and equipment: their own, or the built-in ones.
    """

    origin: Literal['caller', 'house']
    components: list[ComponentEntry] | UnsetType = field(default_factory=list)
    conditions: list[ConditionEntry] | UnsetType = field(default_factory=list)
    equipment: list[EquipmentEntry] | UnsetType = field(default_factory=list)


class Counterattack(Struct, kw_only=True, tag_field='type', tag='Counterattack'):
    """
    Make the attack that an opponent's critical failure granted: at once, out of turn, with the remaining AP.
    """

    action: Action
    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    damage: DamageChange | None | UnsetType = UNSET


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


class InitiativeRolled(Struct, kw_only=True, tag_field='type', tag='InitiativeRolled'):
    """
    A Specialist rolled for initiative. The Specialist with the most net successes acts first.
    """

    participant: str
    roll: Roll
    sources: list[PoolSource]


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


class Oppose(Struct, kw_only=True, tag_field='type', tag='Oppose'):
    """
    Act against another Specialist, who then answers, or against a thing with a resistance that the Keeper sets.
    """

    action: Action
    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    context: (
        Literal['combat', 'grapple', 'other', 'skill', 'social', 'spell'] | UnsetType
    ) = 'other'
    damage: DamageChange | None | UnsetType = UNSET
    resistance: Resistance | None | UnsetType = UNSET
    target: Target | None | UnsetType = UNSET


class Pool(Struct, kw_only=True):
    """
    A declared pool. `components` are the components with AP in them. `spent` is the AP paid for the pool.
    """

    ap: int
    components: list[str]
    dice: int
    kind: Literal['defence', 'martial', 'skill', 'special', 'spell']
    luck: int
    note: str | None
    sources: list[PoolSource]
    spent: int
    tier: Literal['advanced', 'basic', 'intermediate', 'master', 'simple']


class PoolRolled(Struct, kw_only=True, tag_field='type', tag='PoolRolled'):
    """
    A pool was rolled. `of` is the id of the test or contest to which it belongs.
    """

    character: str
    of: str
    roll: Roll


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


class SeenFight(Struct, kw_only=True):
    """
    A fight and its participants.
    """

    each_round: bool
    order: list[str]
    participants: list[SeenFighter]
    round: int
    turn: str | None
    unsettled: list[str]


class Settings(Struct, kw_only=True):
    """
    All settings of a campaign.

    The setting that the rule ledger calls `ap.formula`, for example, is the field `formula` of `ap`.
    """

    ap: ApSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=ApSettings)
    )
    conditions: ConditionSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=ConditionSettings)
    )
    critical: CriticalSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=CriticalSettings)
    )
    damage: DamageSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=DamageSettings)
    )
    initiative: InitiativeSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=InitiativeSettings)
    )
    luck: LuckSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=LuckSettings)
    )
    opposed: OpposedSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=OpposedSettings)
    )
    players: PlayerSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=PlayerSettings)
    )
    players_may: PlayersMaySettings | UnsetType = field(
        default_factory=lambda: convert({}, type=PlayersMaySettings)
    )
    pool: PoolSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=PoolSettings)
    )
    test: ResistanceSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=ResistanceSettings)
    )
    tier: TierSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=TierSettings)
    )


class Sheet(Struct, kw_only=True):
    """
    A Specialist's sheet: Speed in points, and dice by name.

    `vitality` is the starting Vitality, if it is tracked.
    """

    name: Annotated[
        str, Meta(max_length=60, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$')
    ]
    equipment: (
        Annotated[dict[str, EquipmentAdditionalProperty], Meta(max_length=30)]
        | UnsetType
    ) = field(default_factory=dict)
    speed: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 0
    stats: (
        Annotated[dict[str, StatsAdditionalProperty], Meta(max_length=30)] | UnsetType
    ) = field(default_factory=dict)
    trainings: Annotated[dict[str, TrainingModel], Meta(max_length=30)] | UnsetType = (
        field(default_factory=dict)
    )
    traits: (
        Annotated[dict[str, TraitsAdditionalProperty], Meta(max_length=30)] | UnsetType
    ) = field(default_factory=dict)
    vitality: Vitality | None | UnsetType = UNSET


class SpecialistChanged(Struct, kw_only=True, tag_field='type', tag='SpecialistChanged'):
    """
    A Specialist's sheet was replaced.
    """

    character: str
    reason: str
    sheet: Sheet


class SpecialistCreated(Struct, kw_only=True, tag_field='type', tag='SpecialistCreated'):
    """
    A Specialist entered the campaign: it was newly created, or revealed after preparation.
    """

    character: str
    seat: str
    sheet: Sheet


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


class AttemptMade(Struct, kw_only=True, tag_field='type', tag='AttemptMade'):
    """
    A Specialist attempted a test with this dice pool.
    """

    character: str
    pool: Pool
    test: str


class CampaignOpened(Struct, kw_only=True, tag_field='type', tag='CampaignOpened'):
    """
    A campaign was opened. Rule: AR-CAMP-01, SG-CAMP-01.
    """

    settings: Settings | UnsetType = field(
        default_factory=lambda: convert({}, type=Settings)
    )
    title: str | None | UnsetType = UNSET


class Chances(Struct, kw_only=True):
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


class ChancesAnswer(Struct, kw_only=True):
    """
    The exact odds of a command that was decided at this version, or of one that could be sent at this version.
    """

    chances: Chances
    stream: str
    version: int


class ChangeSpecialist(Struct, kw_only=True, tag_field='type', tag='ChangeSpecialist'):
    """
    Replace a Specialist's sheet.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    reason: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    sheet: Sheet


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


class Contender(Struct, kw_only=True):
    """
    A new Specialist and its tactics: its sheet, and the dice, AP and Luck of its attacks and defences.
    """

    sheet: Sheet
    attack: Action | UnsetType = field(
        default_factory=lambda: convert(
            {'ap': 1, 'component_dice': None, 'components': [], 'equipment': [], 'kind': 'martial', 'luck': 0, 'note': None, 'other_dice': [], 'situational': None, 'stats': [], 'tier': None, 'trainings': [], 'traits': []},
            type=Action,
        )
    )
    defence: Action | UnsetType = field(
        default_factory=lambda: convert(
            {'ap': None, 'component_dice': None, 'components': [], 'equipment': [], 'kind': 'defence', 'luck': 0, 'note': None, 'other_dice': [], 'situational': None, 'stats': [], 'tier': None, 'trainings': [], 'traits': []},
            type=Action,
        )
    )


class Contest(Struct, kw_only=True):
    """
    An opposed roll that waits for the other side's answer. `roll` is the first side's roll, if it was already made.

    `counter` is the granted counterattack that this contest used or caused to lapse. It is kept while a cancellation
    can still restore it.
    """

    character: str
    context: Literal['combat', 'grapple', 'other', 'skill', 'social', 'spell']
    counter: Counter | None
    damage: DamageChange | None
    id: str
    pool: Pool
    roll: Roll | None
    target: str | None


class ContestAnswered(Struct, kw_only=True, tag_field='type', tag='ContestAnswered'):
    """
    The other side of an opposed roll declared its dice pool.
    """

    character: str
    contest: str
    pool: Pool


class ContestOpened(Struct, kw_only=True, tag_field='type', tag='ContestOpened'):
    """
    A Specialist acted against another Specialist or a thing, and declared its dice pool.
    """

    character: str
    contest: str
    context: Literal['combat', 'grapple', 'other', 'skill', 'social', 'spell']
    counterattack: bool
    damage: DamageChange | None
    pool: Pool
    target: str | None


class CreateSpecialist(Struct, kw_only=True, tag_field='type', tag='CreateSpecialist'):
    """
    Create a Specialist for your own seat, or for the seat that the Keeper names.
    """

    sheet: Sheet
    seat: Seat | None | UnsetType = UNSET


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


class OddsBody(Struct, kw_only=True):
    """
    A roll and its opposition: another pool, a resistance, or a threshold (by default 1).

    `damage_dice`: damage dice that components and Conditions add to an attack.
    """

    what: Side
    against: Side | None | UnsetType = UNSET
    context: (
        Literal['combat', 'grapple', 'other', 'skill', 'social', 'spell'] | UnsetType
    ) = 'combat'
    damage_dice: Annotated[int, Meta(ge=-100, le=100)] | UnsetType = 0
    resistance: Resistance | None | UnsetType = UNSET
    settings: Settings | UnsetType = field(
        default_factory=lambda: convert({}, type=Settings)
    )
    threshold: Threshold | None | UnsetType = UNSET


class OpenCampaign(Struct, kw_only=True):
    """
    Open a campaign for a Keeper (the game master's seat) and players.
    """

    seats: Annotated[list[SeatAsk], Meta(max_length=64, min_length=1)]
    chat: Literal['off', 'on', 'phrases'] | UnsetType = UNSET
    luck: LuckSource | UnsetType = UNSET
    settings: Settings | UnsetType = field(
        default_factory=lambda: convert({}, type=Settings)
    )
    title: Title | None | UnsetType = UNSET
    type: Literal['OpenCampaign'] | UnsetType = UNSET
    undo: Literal['by consent', 'never', 'own until known'] | UnsetType = UNSET


class PrepareSpecialist(Struct, kw_only=True, tag_field='type', tag='PrepareSpecialist'):
    """
    Prepare a creature in secret. It does not take part in play until the Keeper reveals it.
    """

    sheet: Sheet


Proposable: TypeAlias = CreateSpecialist | Attempt | Oppose | Answer | Counterattack | RollInitiative | Heal | ApplyCondition | ClearCondition


class Propose(Struct, kw_only=True, tag_field='type', tag='Propose'):
    """
    Propose a command to the Keeper, who confirms or declines it.
    """

    command: Proposable


RpgSpecialistPoolCommand: TypeAlias = LoadConditions | LoadHouseCatalogue | RevealCharacter | ForgetPrepared | AssignCharacter | RemoveCharacter | CreateSpecialist | PrepareSpecialist | ChangeSpecialist | GiveEquipment | Heal | ApplyCondition | ClearCondition | RollDailyLuck | RuleConsequence | Destabilise | DescribeOutcome | Attempt | RuleTie | Oppose | Counterattack | Answer | StandStill | CancelContest | ForgoCounterattack | StartFight | JoinFight | LeaveFight | SettleTie | EndTurn | EndFight | RollInitiative | StartDay | ConfirmProposal | DeclineProposal | WithdrawProposal | Propose | OpenSeat | RotateToken | AppointPlayer | DismissPlayer | AddSalt | RotateSeed | Close | SendChat | ProposeUndo | AgreeToUndo | DeclineUndo | WithdrawUndo


class RpgSpecialistPoolProposed(Struct, kw_only=True):
    """
    A command that might be sent.
    """

    command: RpgSpecialistPoolCommand


class SecretSheet(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: Sheet | UnsetType = UNSET


class SeenPrepared(Struct, kw_only=True):
    """
    A creature that the Keeper has prepared. Its sheet is null for all other seats.
    """

    id: str
    sheet: Sheet | None


class SeenSpecialist(Struct, kw_only=True):
    """
    A Specialist: its sheet, Luck and levels of Conditions. `down`: whether its Vitality is 0 or less.

    `ap` is the AP that it has at the start of a turn. The AP that are left in a fight are in `fight.participants`.
    """

    ap: int
    conditions: dict[str, int]
    down: bool
    id: str
    luck: int
    non_player: bool
    rolled: int
    seat: str
    sheet: Sheet
    vitality: int | None


class SimulateFight(Struct, kw_only=True):
    """
    The party, its enemies, and the settings of their fight, which must track Vitality.
    """

    enemies: Annotated[list[Contender], Meta(max_length=10, min_length=1)]
    party: Annotated[list[Contender], Meta(max_length=10, min_length=1)]
    settings: Settings | UnsetType = field(
        default_factory=lambda: convert(
            {'damage': {'applies_to': 'vitality'}}, type=Settings
        )
    )


class SpecialistPrepared(Struct, kw_only=True, tag_field='type', tag='SpecialistPrepared'):
    """
    The Keeper prepared a creature in secret. Only the Keeper sees it.
    """

    character: str
    sheet: SecretSheet


class CampaignView(Struct, kw_only=True):
    """
    A campaign as one seat sees it. Lists are in the order of creation, and every field is always there.
    """

    characters: list[SeenSpecialist]
    components: list[ComponentEntry]
    conditions: list[ConditionEntry]
    contests: list[Contest]
    counter: Counter | None
    criticals: list[CriticalRoll]
    day: int
    equipment: list[EquipmentEntry]
    fight: SeenFight | None
    prepared: list[SeenPrepared]
    proposals: list[Proposal]
    settings: dict[str, dict[str, Any]]
    ties: list[Tie]
    title: str | None
    waiting: list[str]


class ChunkCompleted(Struct, kw_only=True, tag_field='type', tag='ChunkCompleted'):
    """
    A chunk of trials is complete.

    The first `counted` chunks now count towards the result. A chunk after a missing one does not count yet.
    """

    chunk: int
    counted: int
    digest: str
    result: ChunkResult


JobEvent: TypeAlias = StreamOpened | SeatOpened | TokenRotated | PlayerAppointed | PlayerDismissed | SeedCommitted | SaltAdded | SeedRevealed | StreamClosed | DrawsVoided | UndoProposed | UndoAgreed | UndoDeclined | UndoWithdrawn | DrawsKept | TakenBack | Forked | ChatSent | DiceLent | GoalReached | GoalMissed | StateDigested | JobRequested | ChunkCompleted | ChunkDisputed | JobCompleted | JobFailed | JobCancelled


class RpgSpecialistPoolAsk(Struct, kw_only=True):
    """
    A command, and optionally the faces of dice rolled at a real table.
    """

    command: RpgSpecialistPoolCommand
    faces: Faces | None | UnsetType = UNSET


class RpgSpecialistPoolBlocked(Struct, kw_only=True):
    """
    The commands and command bodies that a seat may not send now, for one reason.

    `bodies` lists single refused bodies of commands whose other bodies are allowed, or are refused for other reasons.
    Such a body explains, for example, why one card cannot be played now. The list has at most 32 bodies per command.
    """

    bodies: list[RpgSpecialistPoolAsk]
    commands: list[str]
    has: Any
    needs: Any
    rule: str
    says: str


RpgSpecialistPoolEvent: TypeAlias = StreamOpened | SeatOpened | TokenRotated | PlayerAppointed | PlayerDismissed | SeedCommitted | SaltAdded | SeedRevealed | StreamClosed | DrawsVoided | UndoProposed | UndoAgreed | UndoDeclined | UndoWithdrawn | DrawsKept | TakenBack | Forked | ChatSent | DiceLent | GoalReached | GoalMissed | StateDigested | CampaignOpened | CatalogueLoaded | PreparedForgotten | CharacterAssigned | CharacterRemoved | SpecialistCreated | SpecialistPrepared | SpecialistChanged | VitalityRose | ConditionApplied | ConditionCleared | LuckRolled | PoolRolled | CriticalShown | ConsequenceRuled | AttackerUnsettled | MomentPassed | CounterattackLapsed | OutcomeDescribed | AttemptMade | AttemptResolved | TieRuled | DamageDealt | ContestOpened | ContestAnswered | StoodStill | ContestResolved | ContestCancelled | FightStarted | RoundBegan | FightJoined | FightLeft | TieSettled | OrderSet | TurnBegan | TurnEnded | FightEnded | InitiativeRolled | ApRefreshed | DayBegan | CommandProposed | ProposalConfirmed | ProposalDeclined | ProposalWithdrawn


class RpgSpecialistPoolJobAsk(Struct, kw_only=True):
    """
    A request for a simulation. With `against`, it compares two variants on the same random seeds. It may instead ask for a survey of the app's stored streams: `impact`.
    """

    trials: Annotated[
        int, Meta(description='at most 10000000 trials', ge=1, le=9007199254740991)
    ]
    against: SimulateFight | None | UnsetType = UNSET
    confidence: Literal[90, 95, 99] | UnsetType = 95
    impact: ImpactRequest | None | UnsetType = UNSET
    precision: Precision | None | UnsetType = UNSET
    seed: Seed | None | UnsetType = UNSET
    simulate: SimulateFight | None | UnsetType = UNSET


class RpgSpecialistPoolJobCloudEvent(Struct, kw_only=True):
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
    type: Literal['arbiter.rpg_specialist_pool.ChatSent', 'arbiter.rpg_specialist_pool.ChunkCompleted', 'arbiter.rpg_specialist_pool.ChunkDisputed', 'arbiter.rpg_specialist_pool.DiceLent', 'arbiter.rpg_specialist_pool.DrawsKept', 'arbiter.rpg_specialist_pool.DrawsVoided', 'arbiter.rpg_specialist_pool.Forked', 'arbiter.rpg_specialist_pool.GoalMissed', 'arbiter.rpg_specialist_pool.GoalReached', 'arbiter.rpg_specialist_pool.JobCancelled', 'arbiter.rpg_specialist_pool.JobCompleted', 'arbiter.rpg_specialist_pool.JobFailed', 'arbiter.rpg_specialist_pool.JobRequested', 'arbiter.rpg_specialist_pool.PlayerAppointed', 'arbiter.rpg_specialist_pool.PlayerDismissed', 'arbiter.rpg_specialist_pool.SaltAdded', 'arbiter.rpg_specialist_pool.SeatOpened', 'arbiter.rpg_specialist_pool.SeedCommitted', 'arbiter.rpg_specialist_pool.SeedRevealed', 'arbiter.rpg_specialist_pool.StateDigested', 'arbiter.rpg_specialist_pool.StreamClosed', 'arbiter.rpg_specialist_pool.StreamOpened', 'arbiter.rpg_specialist_pool.TakenBack', 'arbiter.rpg_specialist_pool.TokenRotated', 'arbiter.rpg_specialist_pool.UndoAgreed', 'arbiter.rpg_specialist_pool.UndoDeclined', 'arbiter.rpg_specialist_pool.UndoProposed', 'arbiter.rpg_specialist_pool.UndoWithdrawn']
    causationid: str | UnsetType = UNSET
    correlationid: str | UnsetType = UNSET
    traceparent: str | UnsetType = UNSET


class RpgSpecialistPoolJobEventPage(Struct, kw_only=True):
    """
    A page of a stream's events. `next` is the version to continue after, null on the last page.
    """

    items: list[RpgSpecialistPoolJobCloudEvent]
    next: int | None


class RpgSpecialistPoolStreamView(Struct, kw_only=True):
    """
    A stream as one seat sees it: the fields every stream has, and the game's own view.

    `chat` is the setting for the chat; it is missing if nobody may chat. The chat messages are among the stream's
    events. `luck` names the dice table that rolls the stream's public dice.
    """

    at: int
    game: CampaignView
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


class RpgSpecialistPoolAllowed(Struct, kw_only=True):
    """
    A command that a seat may send now: a valid body, the values that its fields may have, and questions that follow.

    `kind` is the purpose of the command: only a `move` or an `answer` continues the game. `prompts` lists what the game
    asks after the command, such as targets and how to pay a cost.
    """

    body: RpgSpecialistPoolAsk
    command: str
    fields: dict[str, Field]
    kind: Literal['answer', 'aside', 'ending', 'move', 'referee', 'stream']
    prompts: list[Prompt] | UnsetType = field(default_factory=list)


class RpgSpecialistPoolCloudEvent(Struct, kw_only=True):
    """
    An event in the CloudEvents 1.0 envelope. `id` is the stream's version after the event.

    An event in a chain of causes has the chain's id, and the `id` of the event that caused it. If the chain's id is the
    id of a trace, the event also has a `traceparent` with which to continue the trace.
    """

    data: RpgSpecialistPoolEvent
    datacontenttype: str
    id: str
    sequence: str
    source: str
    specversion: str
    subject: str
    time: str
    type: Literal['arbiter.rpg_specialist_pool.ApRefreshed', 'arbiter.rpg_specialist_pool.AttackerUnsettled', 'arbiter.rpg_specialist_pool.AttemptMade', 'arbiter.rpg_specialist_pool.AttemptResolved', 'arbiter.rpg_specialist_pool.CampaignOpened', 'arbiter.rpg_specialist_pool.CatalogueLoaded', 'arbiter.rpg_specialist_pool.CharacterAssigned', 'arbiter.rpg_specialist_pool.CharacterRemoved', 'arbiter.rpg_specialist_pool.ChatSent', 'arbiter.rpg_specialist_pool.CommandProposed', 'arbiter.rpg_specialist_pool.ConditionApplied', 'arbiter.rpg_specialist_pool.ConditionCleared', 'arbiter.rpg_specialist_pool.ConsequenceRuled', 'arbiter.rpg_specialist_pool.ContestAnswered', 'arbiter.rpg_specialist_pool.ContestCancelled', 'arbiter.rpg_specialist_pool.ContestOpened', 'arbiter.rpg_specialist_pool.ContestResolved', 'arbiter.rpg_specialist_pool.CounterattackLapsed', 'arbiter.rpg_specialist_pool.CriticalShown', 'arbiter.rpg_specialist_pool.DamageDealt', 'arbiter.rpg_specialist_pool.DayBegan', 'arbiter.rpg_specialist_pool.DiceLent', 'arbiter.rpg_specialist_pool.DrawsKept', 'arbiter.rpg_specialist_pool.DrawsVoided', 'arbiter.rpg_specialist_pool.FightEnded', 'arbiter.rpg_specialist_pool.FightJoined', 'arbiter.rpg_specialist_pool.FightLeft', 'arbiter.rpg_specialist_pool.FightStarted', 'arbiter.rpg_specialist_pool.Forked', 'arbiter.rpg_specialist_pool.GoalMissed', 'arbiter.rpg_specialist_pool.GoalReached', 'arbiter.rpg_specialist_pool.InitiativeRolled', 'arbiter.rpg_specialist_pool.LuckRolled', 'arbiter.rpg_specialist_pool.MomentPassed', 'arbiter.rpg_specialist_pool.OrderSet', 'arbiter.rpg_specialist_pool.OutcomeDescribed', 'arbiter.rpg_specialist_pool.PlayerAppointed', 'arbiter.rpg_specialist_pool.PlayerDismissed', 'arbiter.rpg_specialist_pool.PoolRolled', 'arbiter.rpg_specialist_pool.PreparedForgotten', 'arbiter.rpg_specialist_pool.ProposalConfirmed', 'arbiter.rpg_specialist_pool.ProposalDeclined', 'arbiter.rpg_specialist_pool.ProposalWithdrawn', 'arbiter.rpg_specialist_pool.RoundBegan', 'arbiter.rpg_specialist_pool.SaltAdded', 'arbiter.rpg_specialist_pool.SeatOpened', 'arbiter.rpg_specialist_pool.SeedCommitted', 'arbiter.rpg_specialist_pool.SeedRevealed', 'arbiter.rpg_specialist_pool.SpecialistChanged', 'arbiter.rpg_specialist_pool.SpecialistCreated', 'arbiter.rpg_specialist_pool.SpecialistPrepared', 'arbiter.rpg_specialist_pool.StateDigested', 'arbiter.rpg_specialist_pool.StoodStill', 'arbiter.rpg_specialist_pool.StreamClosed', 'arbiter.rpg_specialist_pool.StreamOpened', 'arbiter.rpg_specialist_pool.TakenBack', 'arbiter.rpg_specialist_pool.TieRuled', 'arbiter.rpg_specialist_pool.TieSettled', 'arbiter.rpg_specialist_pool.TokenRotated', 'arbiter.rpg_specialist_pool.TurnBegan', 'arbiter.rpg_specialist_pool.TurnEnded', 'arbiter.rpg_specialist_pool.UndoAgreed', 'arbiter.rpg_specialist_pool.UndoDeclined', 'arbiter.rpg_specialist_pool.UndoProposed', 'arbiter.rpg_specialist_pool.UndoWithdrawn', 'arbiter.rpg_specialist_pool.VitalityRose']
    causationid: str | UnsetType = UNSET
    correlationid: str | UnsetType = UNSET
    traceparent: str | UnsetType = UNSET


class RpgSpecialistPoolDone(Struct, kw_only=True):
    """
    An accepted command: its events as this seat sees them, and the view after them.
    """

    events: list[RpgSpecialistPoolEvent]
    first: int
    head: str
    stream: str
    version: int
    view: RpgSpecialistPoolStreamView | UnsetType = UNSET


class RpgSpecialistPoolDryRun(Struct, kw_only=True):
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
    events: list[RpgSpecialistPoolEvent] | None | UnsetType = UNSET
    odds: Any | UnsetType = UNSET
    refusal: Forbidden | None | UnsetType = UNSET


class RpgSpecialistPoolEventPage(Struct, kw_only=True):
    """
    A page of a stream's events. `next` is the version to continue after, null on the last page.
    """

    items: list[RpgSpecialistPoolCloudEvent]
    next: int | None


class RpgSpecialistPoolLegal(Struct, kw_only=True):
    """
    The commands that a seat may and may not send now, with the reasons, and the seats that the stream waits for.

    `awaits` names each seat whose turn it is, or which must answer or agree; if it names several game masters, any one
    of them may act. If `awaits` is empty, any seat may act.

    `more` names the commands that may have more legal bodies, or more values of fields, than this list shows. Request
    one of them by its name to get all. Every command that the seat may send has at least one entry. Without `more`, the
    list is complete.
    """

    allowed: list[RpgSpecialistPoolAllowed]
    awaits: list[str]
    blocked: list[RpgSpecialistPoolBlocked]
    more: list[str] | UnsetType = UNSET


class RpgSpecialistPoolLegalAnswer(Struct, kw_only=True):
    """
    The commands that a seat may send at this version, and those it may not send.
    """

    legal: RpgSpecialistPoolLegal
    seat: str
    stream: str
    version: int


class RpgSpecialistPoolOpened(Struct, kw_only=True):
    """
    A newly opened stream, and a token for each of its seats.
    """

    head: str
    id: str
    seats: list[SeatToken]
    stream: str
    version: int
    view: RpgSpecialistPoolStreamView
