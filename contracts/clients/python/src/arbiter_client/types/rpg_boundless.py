# Generated: 6697793694af9217ce31b42fd8afda51, datamodel-code-generator 0.89.0.

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, convert, field


class Accept(Struct, kw_only=True, tag_field='type', tag='Accept'):
    """
    Suffer a consequence without a roll.
    """

    consequence: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class AcceptItem(Struct, kw_only=True, tag_field='type', tag='AcceptItem'):
    """
    Take an Item that another character offers.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    item: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class Act(Struct, kw_only=True, tag_field='type', tag='Act'):
    """
    Use this round's action for something that has no other command, such as a retreat.
    """

    participant: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    what: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]


class ActionGranted(Struct, kw_only=True, tag_field='type', tag='ActionGranted'):
    """
    The game master granted a participant an additional action this round.
    """

    participant: str
    reason: str


class ActionTaken(Struct, kw_only=True, tag_field='type', tag='ActionTaken'):
    """
    A participant used its action for the round, or an action that the game master had granted (`granted`).
    """

    participant: str
    what: str
    granted: bool | UnsetType = False


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


Reason: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class AdjustAction(Struct, kw_only=True, tag_field='type', tag='AdjustAction'):
    """
    Grant a participant an additional action this round, or one out of turn.
    """

    participant: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    reason: Reason | None | UnsetType = UNSET


class AdjustAttribute(Struct, kw_only=True, tag_field='type', tag='AdjustAttribute'):
    """
    Set a character's score in an Attribute and, if given, its maximum.
    """

    attribute: Literal['dexterity', 'strength', 'willpower']
    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    score: Annotated[int, Meta(ge=0, le=20)]
    maximum: Annotated[int, Meta(ge=0, le=20)] | UnsetType = UNSET
    reason: Reason | None | UnsetType = UNSET


class AdjustCondition(Struct, kw_only=True, tag_field='type', tag='AdjustCondition'):
    """
    Keep a Condition in the story, without its effect in the rules, since the character has no free Slot for it.
    """

    room: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    reason: Reason | None | UnsetType = UNSET


class AdjustConsequence(Struct, kw_only=True, tag_field='type', tag='AdjustConsequence'):
    """
    Withdraw a consequence that is not answered yet.
    """

    consequence: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    reason: Reason | None | UnsetType = UNSET


class AdjustCritical(Struct, kw_only=True, tag_field='type', tag='AdjustCritical'):
    """
    Withdraw a Critical Save that is due. HP stay at 0 until a command sets them.
    """

    critical: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    reason: Reason | None | UnsetType = UNSET


class AdjustEnemy(Struct, kw_only=True, tag_field='type', tag='AdjustEnemy'):
    """
    Set an enemy's HP and, if given, its Armor HP. An enemy that was taken out returns if its HP is above 0.
    """

    enemy: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    hp: Annotated[int, Meta(ge=0, le=1000)]
    armor: Annotated[int, Meta(ge=0, le=1000)] | UnsetType = UNSET
    reason: Reason | None | UnsetType = UNSET


class AdjustFortune(Struct, kw_only=True, tag_field='type', tag='AdjustFortune'):
    """
    Favour one side of a tied opposed Fortune Roll.
    """

    ahead: Literal['first', 'second']
    roll: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    reason: Reason | None | UnsetType = UNSET


MaxHp: TypeAlias = Annotated[int, Meta(ge=1, le=1000)]


class AdjustHp(Struct, kw_only=True, tag_field='type', tag='AdjustHp'):
    """
    Set a character's HP and, if given, its maximum HP.

    Setting HP above 0 also helps a dying character, and takes back a death: the character is then wounded instead.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    hp: Annotated[int, Meta(ge=0, le=1000)]
    max_hp: MaxHp | None | UnsetType = UNSET
    reason: Reason | None | UnsetType = UNSET


class AdjustPool(Struct, kw_only=True, tag_field='type', tag='AdjustPool'):
    """
    Set the dice of a Pool. With 0, the Pool is removed.
    """

    dice: Annotated[
        int, Meta(description='a number of dice; 0 is the 0D roll', ge=0, le=20)
    ]
    pool: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    reason: Reason | None | UnsetType = UNSET


class AdjustRoll(Struct, kw_only=True, tag_field='type', tag='AdjustRoll'):
    """
    Annul a roll: it has no further effect, and its unanswered consequences are withdrawn.

    These include Critical Saves, dying, Conditions that wait for room, and the Pool of signs of an Encounter Roll.
    If the roll was a Save, the consequence that it answered must be answered again. Earlier effects on HP, Stamina,
    Attributes, Conditions, enemies and other Pools stay until you correct them separately. A death stays too, until
    you take it back with `AdjustHp`. If the roll emptied a Pool, create the Pool again. A Pool that is still hidden
    gets its dice back by itself. Spells that a long rest renewed stay renewed. To annul a contest, name one of its two
    rolls.
    """

    roll: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    reason: Reason | None | UnsetType = UNSET


class AdjustStamina(Struct, kw_only=True, tag_field='type', tag='AdjustStamina'):
    """
    Set a character's Stamina.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    stamina: Annotated[int, Meta(ge=0, le=100)]
    reason: Reason | None | UnsetType = UNSET


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


class ArmorHit(Struct, kw_only=True, tag_field='type', tag='ArmorHit'):
    """
    Armor took Damage. Armor with 0 HP is broken.
    """

    character: str
    damage: int
    hp: int
    item: str


class ArmorRepaired(Struct, kw_only=True, tag_field='type', tag='ArmorRepaired'):
    """
    Armor was repaired and now has this many HP.
    """

    character: str
    hp: int
    item: str
    reason: str


class ArmorSettings(Struct, kw_only=True):
    """
    Settings for Armor: the maximum number of pieces that a character may wear. Rule: FB-R-28.
    """

    worn_max: Annotated[int, Meta(ge=1, le=10)] | UnsetType = 1


class ArmorSheet(Struct, kw_only=True):
    """
    The Armor values of an Item: its full HP.
    """

    hp: Annotated[int, Meta(ge=1, le=1000)]


class ArmorTakenOff(Struct, kw_only=True, tag_field='type', tag='ArmorTakenOff'):
    """
    Armor was taken off.
    """

    character: str
    item: str


class ArmorWorn(Struct, kw_only=True, tag_field='type', tag='ArmorWorn'):
    """
    Armor was put on.
    """

    character: str
    item: str


Question: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


Weapon: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class AttackHit(Struct, kw_only=True, tag_field='type', tag='AttackHit'):
    """
    An attack hit and deals this Damage. `reason` says why the Damage differs from the Damage Rating.
    """

    character: str
    damage: int
    target: str
    reason: str | None | UnsetType = UNSET
    weapon: str | None | UnsetType = UNSET


class AttackMissed(Struct, kw_only=True, tag_field='type', tag='AttackMissed'):
    """
    An attack missed.
    """

    character: str
    target: str


class AttackSettings(Struct, kw_only=True):
    """
    Settings for attacks: whether an attack may use an Attribute other than the one that its Weapon uses.

    Rule: FB-R-50
    """

    attribute_override: Literal['never', 'with_reason'] | UnsetType = 'with_reason'


Condition: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


Damage: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]


Effect: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class AttackSheet(Struct, kw_only=True):
    """
    An enemy's Attack: a Damage Rating, Conditions, or another effect described in words.
    """

    name: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    conditions: Annotated[list[Condition], Meta(max_length=5)] | UnsetType = field(
        default_factory=list
    )
    damage: Damage | None | UnsetType = UNSET
    effect: Effect | None | UnsetType = UNSET


class AttributeAdjusted(Struct, kw_only=True, tag_field='type', tag='AttributeAdjusted'):
    """
    A character's score and maximum in an Attribute were set. A score above the old maximum raises it.
    """

    attribute: Literal['dexterity', 'strength', 'willpower']
    character: str
    maximum: int
    reason: str
    score: int


class AttributeTried(Struct, kw_only=True, tag_field='type', tag='AttributeTried'):
    """
    A Hit was spent on an attempt to raise an Attribute. `score` and `maximum` are the values afterwards.
    """

    attribute: Literal['dexterity', 'strength', 'willpower']
    character: str
    experience: str
    face: int
    maximum: int
    raised: bool
    score: int


class Basis(Struct, kw_only=True):
    """
    An Attribute of a character. Its score is the number of dice of a Fortune Roll.
    """

    attribute: Literal['dexterity', 'strength', 'willpower']
    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class BeginDay(Struct, kw_only=True, tag_field='type', tag='BeginDay'):
    """
    Begin a new day, while no fight is in progress and no character has to answer first.
    """


Name: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


Stored: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class CharacterDied(Struct, kw_only=True, tag_field='type', tag='CharacterDied'):
    """
    A character is dead.
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


What: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class ChunkDisputed(Struct, kw_only=True, tag_field='type', tag='ChunkDisputed'):
    """
    Two results of one chunk differed: the simulation is not deterministic, so the job's results are invalid.
    """

    chunk: int
    first: str
    other: str


class ClearCondition(Struct, kw_only=True, tag_field='type', tag='ClearCondition'):
    """
    Clear a Condition because of something in the fiction.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    condition: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    reason: Reason | None | UnsetType = UNSET


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


class CombatSettings(Struct, kw_only=True):
    """
    Settings for fights: whether players' characters may attack each other, and the cost of resting, gear and help.

    Rule:    FB-R-55, FB-R-61, FB-R-62, FB-R-63
    """

    gear: Literal['action', 'free'] | UnsetType = 'action'
    help: Literal['anyone', 'fighters'] | UnsetType = 'fighters'
    player_against_player: (
        Literal['check_then_save', 'opposed_fortune_roll', 'refuse'] | UnsetType
    ) = 'check_then_save'
    rest: Literal['action', 'refuse'] | UnsetType = 'refuse'


class Combatant(Struct, kw_only=True):
    """
    A participant in a fight, and its side.
    """

    id: str
    side: Literal['enemy', 'player']


class CommandProposed(Struct, kw_only=True, tag_field='type', tag='CommandProposed'):
    """
    A player proposed a command to the game master.
    """

    command: dict[str, Any]
    proposal: str
    seat: str


class ConditionCleared(Struct, kw_only=True, tag_field='type', tag='ConditionCleared'):
    """
    A Condition was cleared.
    """

    character: str
    condition: str
    reason: str


class ConditionGained(Struct, kw_only=True, tag_field='type', tag='ConditionGained'):
    """
    A character gained a Condition: the Slots it takes up, and the missing ones (`without`). Rule: FB-COND-03.
    """

    character: str
    condition: str
    slots: int
    without: int | UnsetType = 0


class ConditionSettings(Struct, kw_only=True):
    """
    Settings for Conditions: gaining them without a free Slot, gaining them twice, and their effect on Positions.

    Rule:    FB-R-10, FB-R-12, FB-R-13
    """

    auto_bad_position: bool | UnsetType = False
    overflow: Literal['record_without_slot', 'refuse'] | UnsetType = (
        'record_without_slot'
    )
    repeat: Literal['ignore', 'worsen'] | UnsetType = 'worsen'


class ConditionWaived(Struct, kw_only=True, tag_field='type', tag='ConditionWaived'):
    """
    A Condition needs no Slot any more: the game master kept it only in the story, or annulled its roll.

    Rule: FB-CAMP-07, FB-R-56
    """

    character: str
    condition: str
    reason: str
    room: str


class ConditionWorsened(Struct, kw_only=True, tag_field='type', tag='ConditionWorsened'):
    """
    A Condition worsened: the added Slots it takes up, and the missing ones (`without`). Rule: FB-COND-07.
    """

    character: str
    condition: str
    slots: int
    without: int | UnsetType = 0


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


class ConsequenceAccepted(Struct, kw_only=True, tag_field='type', tag='ConsequenceAccepted'):
    """
    A character suffered a consequence without a roll.
    """

    character: str
    consequence: str


class ConsequenceWithdrawn(Struct, kw_only=True, tag_field='type', tag='ConsequenceWithdrawn'):
    """
    The game master withdrew a consequence.
    """

    consequence: str
    reason: str


Seat: TypeAlias = Annotated[
    str,
    Meta(
        description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class CreationSettings(Struct, kw_only=True):
    """
    Settings for new characters: whether a maximum also limits rolled Attribute scores. Rule: FB-R-04.
    """

    rolled_cap: Literal[3] | None | UnsetType = UNSET


class CriticalSaveDue(Struct, kw_only=True, tag_field='type', tag='CriticalSaveDue'):
    """
    A character is in critical danger and must make a Critical Save. `rolls` lists the rolls that caused it.
    """

    character: str
    critical: str
    rolls: list[str] | UnsetType = UNSET


class CriticalSaveSettings(Struct, kw_only=True):
    """
    Settings for Critical Saves: the Attribute that is rolled if the command names none. Rule: FB-R-21.
    """

    default_attribute: Literal['dexterity', 'strength', 'willpower'] | UnsetType = (
        'strength'
    )


class CriticalSaveWithdrawn(Struct, kw_only=True, tag_field='type', tag='CriticalSaveWithdrawn'):
    """
    A Critical Save is no longer due, because the game master withdrew it or annulled the roll that caused it.
    """

    character: str
    critical: str
    reason: str


class DamageRuling(Struct, kw_only=True):
    """
    A ruling on Damage that is enhanced, impaired or unclear: a final value or a modifier, and the reason for it.
    """

    damage: Damage | None | UnsetType = UNSET
    modifier: Annotated[int, Meta(ge=-1000, le=1000)] | UnsetType = 0
    reason: Reason | None | UnsetType = UNSET


class DamageTaken(Struct, kw_only=True, tag_field='type', tag='DamageTaken'):
    """
    A character lost HP because Damage exceeded its Armor. `hp` is its remaining HP.
    """

    character: str
    damage: int
    hp: int


class DayBegan(Struct, kw_only=True, tag_field='type', tag='DayBegan'):
    """
    A new day began.
    """

    day: int
    renews_spells: bool


class DeathTakenBack(Struct, kw_only=True, tag_field='type', tag='DeathTakenBack'):
    """
    The game master took back the death of a character: it is alive, and wounded.
    """

    character: str


class DeclareDeath(Struct, kw_only=True, tag_field='type', tag='DeclareDeath'):
    """
    Declare that a dying character has died because no help came in time.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    reason: Reason | None | UnsetType = UNSET


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


class DropItem(Struct, kw_only=True, tag_field='type', tag='DropItem'):
    """
    Drop an Item on the ground.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    item: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class DyingHelped(Struct, kw_only=True, tag_field='type', tag='DyingHelped'):
    """
    A character was helped in time: it is no longer dying but wounded. `helper` is the character that helped.
    """

    character: str
    how: str | None
    helper: str | None | UnsetType = UNSET


class DyingSettings(Struct, kw_only=True):
    """
    Settings for dying: whether a Pool counts down for a dying character, and who may help it.

    Rule: FB-R-22, FB-R-66
    """

    clock: Literal['none', 'pool_2d'] | UnsetType = 'none'
    help: Literal['anyone', 'standing'] | UnsetType = 'anyone'


class EncounterRevealed(Struct, kw_only=True, tag_field='type', tag='EncounterRevealed'):
    """
    A prepared encounter was revealed.
    """

    enemies: list[str]
    prepared: str
    what: str


class EndFight(Struct, kw_only=True, tag_field='type', tag='EndFight'):
    """
    End the fight.
    """


class EndTurn(Struct, kw_only=True, tag_field='type', tag='EndTurn'):
    """
    End the turn of a participant.
    """

    participant: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


Left: TypeAlias = Annotated[list[int], Meta(max_length=2, min_length=2)]


Target: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class EnemyAttacked(Struct, kw_only=True, tag_field='type', tag='EnemyAttacked'):
    """
    An enemy used one of its Attacks.
    """

    attack: str
    enemy: str
    targets: list[str]


class EnemyLeft(Struct, kw_only=True, tag_field='type', tag='EnemyLeft'):
    """
    An enemy left the scene.
    """

    enemy: str


class EnemySettings(Struct, kw_only=True):
    """
    Settings for enemies: whether they may have Armor. Rule: FB-R-52.
    """

    armor: bool | UnsetType = False


class EnemySheet(Struct, kw_only=True):
    """
    An enemy: its HP and Attacks, and Armor if the setting `enemies.armor` is true.
    """

    attacks: Annotated[list[AttackSheet], Meta(max_length=10, min_length=1)]
    hp: Annotated[int, Meta(ge=1, le=1000)]
    name: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    armor: Annotated[int, Meta(ge=0, le=1000)] | UnsetType = 0


class EnemyTakenOut(Struct, kw_only=True, tag_field='type', tag='EnemyTakenOut'):
    """
    An enemy has 0 HP and is out of the fight.
    """

    enemy: str


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


class ExperienceSettings(Struct, kw_only=True):
    """
    Settings for experience: whether +2 maximum HP also raises HP, and which score an attempt must exceed.

    An attempt is a die that is rolled to raise an Attribute.

    Rule:    FB-R-37, FB-R-38
    """

    compare: Literal['current', 'maximum'] | UnsetType = 'current'
    raise_current_hp: bool | UnsetType = False


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


Character: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Check1: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


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
    A participant joined the fight.
    """

    participant: Combatant


class FightLeft(Struct, kw_only=True, tag_field='type', tag='FightLeft'):
    """
    A participant left the fight.
    """

    participant: str


class FightStarted(Struct, kw_only=True, tag_field='type', tag='FightStarted'):
    """
    A fight began with these participants, in the order in which they joined.
    """

    participants: list[Combatant]


Swap: TypeAlias = Annotated[
    list[Literal['dexterity', 'strength', 'willpower']],
    Meta(max_length=2, min_length=2),
]


class FinishCharacter(Struct, kw_only=True, tag_field='type', tag='FinishCharacter'):
    """
    Accept the rolled scores. With `swap`, exchange two of them first.
    """

    draft: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    swap: Swap | None | UnsetType = UNSET


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


class ForgetStored(Struct, kw_only=True, tag_field='type', tag='ForgetStored'):
    """
    Remove a stored stat block or Item.
    """

    stored: Annotated[
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


class FortuneFavoured(Struct, kw_only=True, tag_field='type', tag='FortuneFavoured'):
    """
    The game master favoured one side of a tied opposed Fortune Roll.
    """

    ahead: Literal['first', 'second']
    contest: str
    reason: str


class FortuneSettings(Struct, kw_only=True):
    """
    Settings for Fortune Rolls: the result of a tie, and whether the number of dice may be chosen freely.

    With `reroll`, tied rolls are repeated, except hidden ones, whose tie is even.

    Rule:    FB-R-45, FB-R-46, FB-R-84
    """

    free_dice: Literal['never', 'with_reason'] | UnsetType = 'with_reason'
    tie: Literal['even', 'first_side', 'reroll', 'second_side'] | UnsetType = 'even'


DropItem1: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class GainCondition(Struct, kw_only=True, tag_field='type', tag='GainCondition'):
    """
    Gain a Condition. Without enough free Slots, `drop` names the Items that the character drops to make room.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    condition: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    drop: Annotated[list[DropItem1], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )


class GiveItem(Struct, kw_only=True, tag_field='type', tag='GiveItem'):
    """
    Give a character a copy of a stored Item.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    stored: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
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


To: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class HandOver(Struct, kw_only=True, tag_field='type', tag='HandOver'):
    """
    Hand an Item to another character, whose player must accept the Item unless you play that character.

    Without `to`, withdraw the offer.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    item: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    to: To | None | UnsetType = UNSET


IgnoresArmor: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class Harm(Struct, kw_only=True):
    """
    The harm of a consequence: a description, Damage and Conditions.

    `ignores_armor` is the reason why Armor does not help.
    """

    what: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    conditions: Annotated[list[Condition], Meta(max_length=5)] | UnsetType = field(
        default_factory=list
    )
    damage: Annotated[int, Meta(ge=0, le=1000)] | UnsetType = 0
    ignores_armor: IgnoresArmor | None | UnsetType = UNSET


How: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class HelpDying(Struct, kw_only=True, tag_field='type', tag='HelpDying'):
    """
    Help a dying character in time. A player with exactly one character that can help may leave out `helper`.

    The game master may leave it out if someone outside the campaign helps and the dying character is in no fight.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    helper: (
        Annotated[
            str,
            Meta(
                description='an id: lower-case letters, digits, _ and -; at most 64',
                pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
            ),
        ]
        | UnsetType
    ) = UNSET
    how: How | None | UnsetType = UNSET


class HelpPledged(Struct, kw_only=True, tag_field='type', tag='HelpPledged'):
    """
    A character pledged this much Stamina to an ally's next Check.
    """

    ally: str
    character: str
    stamina: int


class Helper(Struct, kw_only=True):
    """
    An ally, and the Stamina that the ally adds to a Check.
    """

    character: Annotated[str, Meta(max_length=64)]
    stamina: Annotated[int, Meta(ge=1, le=1000)]


Hp: TypeAlias = Annotated[int, Meta(ge=1, le=1000)]


Stamina: TypeAlias = Annotated[int, Meta(ge=0, le=100)]


class HiddenRevealed(Struct, kw_only=True, tag_field='type', tag='HiddenRevealed'):
    """
    The game master revealed a hidden Pool or roll.

    The events that follow are those that an open Pool or roll would have caused.
    """

    hidden: str


class Hits(Struct, kw_only=True):
    """
    The Hits of a roll that a character still has to spend.
    """

    character: str
    hits: int
    id: str


class HpAdjusted(Struct, kw_only=True, tag_field='type', tag='HpAdjusted'):
    """
    HP and maximum HP of a character were set.
    """

    character: str
    hp: int
    max_hp: int
    reason: str


class HpSettings(Struct, kw_only=True):
    """
    Settings for HP: whether maximum HP follow later changes of Strength. Rule: FB-R-07.
    """

    follows_strength: bool | UnsetType = False


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


class Initiative(Struct, kw_only=True):
    """
    The initiative die of one participant. `again` lists its rerolls to break ties.
    """

    face: int
    id: str
    again: list[int] | UnsetType = field(default_factory=list)
    off_guard: bool | UnsetType = False


class InitiativeSettings(Struct, kw_only=True):
    """
    Settings for initiative: whether enemies roll or have the fixed `enemy_value`, and how ties are settled.

    Rule:    FB-R-25, FB-R-26
    """

    enemies: Literal['fixed_value', 'roll'] | UnsetType = 'roll'
    enemy_value: Annotated[int, Meta(ge=1, le=6)] | UnsetType = 3
    tie: Literal['declared', 'join_order', 'reroll'] | UnsetType = 'join_order'


class InitiativeSwapped(Struct, kw_only=True, tag_field='type', tag='InitiativeSwapped'):
    """
    Two players exchanged their initiative dice; all other offers to or from them lapsed. `order`: the new order.
    """

    character: str
    order: list[str]
    other: str


class ItemDropped(Struct, kw_only=True, tag_field='type', tag='ItemDropped'):
    """
    An Item was dropped on the ground. Rule: FB-SLOT-02, FB-SLOT-10, FB-COND-04.
    """

    character: str
    item: str


class ItemHandedOver(Struct, kw_only=True, tag_field='type', tag='ItemHandedOver'):
    """
    A character handed an Item to another. Rule: FB-SLOT-09.
    """

    character: str
    item: str
    to: str


class ItemOffered(Struct, kw_only=True, tag_field='type', tag='ItemOffered'):
    """
    An Item was offered to another player's character. Without `to`, the offer was withdrawn. Rule: FB-SLOT-09.
    """

    character: str
    item: str
    to: str | None


class ItemPickedUp(Struct, kw_only=True, tag_field='type', tag='ItemPickedUp'):
    """
    A character picked up an Item from the ground, or from a dead character.
    """

    character: str
    dead: str | None
    item: str


class ItemSettings(Struct, kw_only=True):
    """
    Settings for Items that players invent: Damage Rating, Armor HP, new Armor, and gear that takes no Slots.

    Rule:    FB-R-71 to FB-R-74
    """

    armor_hp: Annotated[int, Meta(ge=1, le=1000)] | UnsetType = 3
    new_armor: Literal['given', 'made_up'] | UnsetType = 'given'
    petty_gear: bool | UnsetType = False
    weapon_damage: Annotated[int, Meta(ge=1, le=1000)] | UnsetType = 3


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
    Add a participant. It acts from the next round on.
    """

    participant: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class KeepsakeSettings(Struct, kw_only=True):
    """
    Settings for keepsakes: the number of Slots that a keepsake takes up. Rule: FB-R-48.
    """

    slots: Literal[0, 1] | UnsetType = 0


class LeaveFight(Struct, kw_only=True, tag_field='type', tag='LeaveFight'):
    """
    Remove a participant from the fight.
    """

    participant: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class Licence(Struct, kw_only=True):
    """
    The source of the rules and the terms of their use.
    """

    attribution: str
    licence: str
    title: str
    version: str


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


class MakeRoom(Struct, kw_only=True, tag_field='type', tag='MakeRoom'):
    """
    Name the Items to drop to make room for a Condition that a roll caused.
    """

    room: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    drop: Annotated[list[DropItem1], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )


class MaxHpFollowed(Struct, kw_only=True, tag_field='type', tag='MaxHpFollowed'):
    """
    A character's maximum HP changed together with its Strength.
    """

    character: str
    hp: int
    max_hp: int


class MaxHpRaised(Struct, kw_only=True, tag_field='type', tag='MaxHpRaised'):
    """
    A Hit was spent on maximum HP.
    """

    character: str
    experience: str
    hp: int
    max_hp: int


QuantilesAdditionalProperty1: TypeAlias = Annotated[
    str, Meta(description='an exact number', pattern='^-?\\d+(/\\d+)?$')
]


QuantilesAdditionalProperty: TypeAlias = tuple[int | QuantilesAdditionalProperty1 | None, int | QuantilesAdditionalProperty1, int | QuantilesAdditionalProperty1 | None]


Width: TypeAlias = Annotated[
    str, Meta(description='an exact number', pattern='^-?\\d+(/\\d+)?$')
]


class Move(Struct, kw_only=True, tag_field='type', tag='Move'):
    """
    Move a short distance.
    """

    participant: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    where: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]


class MoveMade(Struct, kw_only=True, tag_field='type', tag='MoveMade'):
    """
    A participant moved a short distance.
    """

    participant: str
    where: str


Dice: TypeAlias = Annotated[
    int, Meta(description='a number of dice; 0 is the 0D roll', ge=0, le=20)
]


class Odds(Struct, kw_only=True):
    """
    The dice of a Fortune Roll, from exactly one source: a likelihood, an Attribute, or a number with a reason.
    """

    basis: Basis | None | UnsetType = UNSET
    dice: Dice | None | UnsetType = UNSET
    likelihood: Literal['almost_certain', 'even', 'likely', 'slim', 'unlikely'] | None | UnsetType = (
        UNSET
    )
    reason: Reason | None | UnsetType = UNSET


Title: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


Limit: TypeAlias = Annotated[int, Meta(ge=1, le=1000)]


Outcome1: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class OpenPool(Struct, kw_only=True, tag_field='type', tag='OpenPool'):
    """
    Create a Pool. `outcome` describes what happens when it runs out. Only the game master sees a hidden Pool.
    """

    dice: Annotated[
        int, Meta(description='a number of dice; 0 is the 0D roll', ge=0, le=20)
    ]
    name: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    hidden: bool | UnsetType = UNSET
    limit: Limit | None | UnsetType = UNSET
    outcome: Outcome1 | None | UnsetType = UNSET


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


class OpposeFortune(Struct, kw_only=True, tag_field='type', tag='OpposeFortune'):
    """
    Roll for two opposed parties, and compare their Hits.

    The settings decide a tie. A hidden tie is never rolled again: if the settings ask for a new roll, the tie counts as
    even.
    """

    sides: Annotated[list[Odds], Meta(max_length=2, min_length=2)]
    hidden: bool | UnsetType = UNSET
    position: Literal['bad', 'good', 'standard'] | None | UnsetType = UNSET
    question: Question | None | UnsetType = UNSET


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


class PickUp(Struct, kw_only=True, tag_field='type', tag='PickUp'):
    """
    Pick up an Item from the ground, or from a dead character.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    item: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


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
    Settings for players: the number of characters that a player may have. Rule: FB-R-75.
    """

    characters: Annotated[int, Meta(ge=1, le=50)] | UnsetType = 1


class PlayersMaySettings(Struct, kw_only=True):
    """
    Settings for commands: which ones players may send directly, and which they may only propose to the game master.

    Rule: FB-R-76 to FB-R-79.
    """

    clear_conditions: Literal['alone', 'propose'] | UnsetType = 'alone'
    create_characters: Literal['alone', 'propose'] | UnsetType = 'alone'
    rest: Literal['alone', 'propose'] | UnsetType = 'alone'
    take_items: Literal['alone', 'propose'] | UnsetType = 'alone'


class Pledge(Struct, kw_only=True):
    """
    The Stamina that a character has pledged to an ally.
    """

    ally: str
    stamina: int


class PledgeHelp(Struct, kw_only=True, tag_field='type', tag='PledgeHelp'):
    """
    Pledge Stamina to an ally's next Check. A new pledge replaces the old one, and 0 withdraws it.

    The ally's next Check with dice ends the pledge, whether it uses the Stamina or not.
    """

    ally: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    stamina: Annotated[int, Meta(ge=0, le=100)]


class PoolAdjusted(Struct, kw_only=True, tag_field='type', tag='PoolAdjusted'):
    """
    The game master set the dice of a Pool.
    """

    dice: int
    pool: str
    reason: str


class PoolCleared(Struct, kw_only=True, tag_field='type', tag='PoolCleared'):
    """
    A Pool was removed before it ran out.
    """

    pool: str


class PoolEmptied(Struct, kw_only=True, tag_field='type', tag='PoolEmptied'):
    """
    A Pool ran out and was removed. `outcome` describes what happens.
    """

    outcome: str | None
    pool: str


class PoolOpened(Struct, kw_only=True, tag_field='type', tag='PoolOpened'):
    """
    A Pool was created. It may stand for signs of an encounter, or count down for a dying character.

    Rule: FB-POOL-01, FB-POOL-04
    """

    dice: int
    limit: int
    name: str
    pool: str
    clock_of: str | None | UnsetType = UNSET
    encounter: str | None | UnsetType = UNSET
    outcome: str | None | UnsetType = UNSET


class PoolSheet(Struct, kw_only=True):
    """
    The values of a hidden Pool when it was created.
    """

    dice: int
    limit: int
    name: str
    outcome: str | None | UnsetType = UNSET


class PositionSettings(Struct, kw_only=True):
    """
    Settings for Positions: whether rolls other than Checks, Saves, Critical Saves and Recovery Rolls may have one.

    Rule: FB-R-20
    """

    extra_rolls: Literal['all_hit_rolls', 'none'] | UnsetType = 'none'


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


Enemy: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class PrepareEncounter(Struct, kw_only=True, tag_field='type', tag='PrepareEncounter'):
    """
    Prepare an encounter in secret, with the stored enemies that belong to it.
    """

    what: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    enemies: Annotated[list[Enemy], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )


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


class ReachMilestone(Struct, kw_only=True, tag_field='type', tag='ReachMilestone'):
    """
    Make an Experience Roll for a character that reached a milestone, by default with the usual number of dice.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    milestone: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    dice: Dice | None | UnsetType = UNSET
    position: Literal['bad', 'good', 'standard'] | None | UnsetType = UNSET


class RecoverySettings(Struct, kw_only=True):
    """
    Settings for rest: whether one Hit refills Stamina or HP fully, or by one point. Rule: FB-R-33.
    """

    refill: Literal['full', 'one_point'] | UnsetType = 'full'


class Remaining(Struct, kw_only=True):
    """
    An estimate of the remaining work: how many `trials` will probably be needed, and how many `seconds` they take.

    `seconds` is unknown before the first chunk is complete.
    """

    seconds: float | None
    trials: int


class RepairArmor(Struct, kw_only=True, tag_field='type', tag='RepairArmor'):
    """
    Repair Armor until it has `hp` HP, by default its full HP.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    item: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    hp: Hp | None | UnsetType = UNSET
    reason: Reason | None | UnsetType = UNSET


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


Address: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class RevealEncounter(Struct, kw_only=True, tag_field='type', tag='RevealEncounter'):
    """
    Reveal a prepared encounter to the players.
    """

    encounter: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class RevealEnemy(Struct, kw_only=True, tag_field='type', tag='RevealEnemy'):
    """
    Reveal an enemy's HP and Attacks to the players.
    """

    enemy: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class RevealHidden(Struct, kw_only=True, tag_field='type', tag='RevealHidden'):
    """
    Reveal a hidden Pool, or the result of a hidden roll.
    """

    hidden: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class RollAnnulled(Struct, kw_only=True, tag_field='type', tag='RollAnnulled'):
    """
    The game master annulled a roll: its Hits no longer count, and it has no further consequences.
    """

    reason: str
    roll: str


Prepared: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class RollEncounter(Struct, kw_only=True, tag_field='type', tag='RollEncounter'):
    """
    Make an Encounter Roll, which may lead to a prepared encounter. Without `dice`, the default number is rolled.
    """

    trigger: Literal['attention', 'rest', 'search']
    dice: Dice | None | UnsetType = UNSET
    hidden: bool | UnsetType = UNSET
    position: Literal['bad', 'good', 'standard'] | None | UnsetType = UNSET
    prepared: Prepared | None | UnsetType = UNSET


Outcome2: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class RollPool(Struct, kw_only=True, tag_field='type', tag='RollPool'):
    """
    Roll a Pool. `outcome` describes what happens if this roll empties a Pool that has no outcome of its own.
    """

    pool: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    outcome: Outcome2 | None | UnsetType = UNSET
    position: Literal['bad', 'good', 'standard'] | None | UnsetType = UNSET


class RollReaction(Struct, kw_only=True, tag_field='type', tag='RollReaction'):
    """
    Make a Reaction Roll for the attitude of strangers whom the party meets.

    Without `dice`, the default number is rolled.
    """

    who: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    dice: Dice | None | UnsetType = UNSET
    position: Literal['bad', 'good', 'standard'] | None | UnsetType = UNSET


class Rolled(Struct, kw_only=True):
    """
    A roll, with an id, its number of dice, and their faces.

    `zero`: a roll of 0 dice (0D), for which one die is rolled.
    """

    dice: int
    faces: list[int]
    hits: int
    id: str
    misses: int
    position: Literal['bad', 'good', 'standard']
    zero: bool | UnsetType = False


class RolledFor(Struct, kw_only=True):
    """
    Dice of one size that a table rolled for another stream.
    """

    faces: list[int]
    purpose: str
    sides: int


class Room(Struct, kw_only=True):
    """
    A Condition for which a character must make room by dropping an Item.
    """

    character: str
    condition: str
    id: str
    slots: int


class RoomMade(Struct, kw_only=True, tag_field='type', tag='RoomMade'):
    """
    A character no longer has to make room for a Condition: it freed the Slots, or the Condition takes no Slots.
    """

    character: str
    room: str


class RoomNeeded(Struct, kw_only=True, tag_field='type', tag='RoomNeeded'):
    """
    A character gained a Condition without a free Slot for it, and must name an Item to drop.

    `rolls` are the rolls that led to the Condition.
    """

    character: str
    condition: str
    room: str
    slots: int
    rolls: list[str] | UnsetType = UNSET


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


class RoundStarted(Struct, kw_only=True, tag_field='type', tag='RoundStarted'):
    """
    A round began: the initiative of each participant, in the order in which they joined, and the order of turns.
    """

    initiative: list[Initiative]
    order: list[str]
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
        description='faces rolled at a real table, in the order the rules need them; empty if the server rolls. Of an opposed roll: the dice of the first side, then those of the second, and both again after a tie. Of a rolled character: 4 dice each for Strength, Dexterity and Willpower. Of a round: one die for each who rolls initiative, in the order in which they joined the fight, then the dice of those tied.',
        max_length=5000,
    ),
]


Seed: TypeAlias = Annotated[
    str,
    Meta(description='32 bytes in lower-case hexadecimal', pattern='^[0-9a-f]{64}$'),
]


class SaltAdded(Struct, kw_only=True, tag_field='type', tag='SaltAdded'):
    """
    A seat added its salt to the seed epoch.
    """

    epoch: int
    salt: str
    seat: str


class SaveMade(Struct, kw_only=True, tag_field='type', tag='SaveMade'):
    """
    A Save was made. `lost` is the Stamina it cost.
    """

    avoided: bool
    character: str
    consequence: str
    lost: int
    position: Literal['bad', 'controlled', 'dire', 'good', 'standard']
    conditions: list[str] | UnsetType = field(default_factory=list)
    reason: str | None | UnsetType = UNSET
    roll: Rolled | None | UnsetType = UNSET


class SaveSettings(Struct, kw_only=True):
    """
    Settings for Saves: whether a character must answer a consequence before anything else, or only before a rest.

    Rule:    FB-R-64
    """

    answer: Literal['before_rest', 'first'] | UnsetType = 'first'


class Scores(Struct, kw_only=True):
    """
    A score for each Attribute.
    """

    dexterity: Annotated[int, Meta(ge=0, le=20)]
    strength: Annotated[int, Meta(ge=0, le=20)]
    willpower: Annotated[int, Meta(ge=0, le=20)]


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


class SecretEnemySheet(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: EnemySheet | UnsetType = UNSET


class SecretNumberTuple2(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: Annotated[list[int], Meta(max_length=2, min_length=2)] | UnsetType = UNSET


class SecretPoolSheet(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: PoolSheet | UnsetType = UNSET


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


class SecretTextOrNull(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: str | None | UnsetType = UNSET


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


class SeenAttack(Struct, kw_only=True):
    """
    An enemy's Attack.
    """

    conditions: list[str]
    damage: int | None
    effect: str | None
    name: str


class SeenCondition(Struct, kw_only=True):
    """
    A Condition: the Slots that it takes up, and the missing ones that it would need (`without`).
    """

    slots: int
    without: int


class SeenEnemy(Struct, kw_only=True):
    """
    An enemy. Its HP, Armor and Attacks are null for players until it is revealed.

    Only game masters see `true_name`: the name on its stat block, if players know it by another name.
    """

    armor: int | None
    attacks: list[SeenAttack] | None
    hp: int | None
    id: str
    max_hp: int | None
    name: str
    out: bool
    revealed: bool
    true_name: str | None


class SeenEnemySheet(Struct, kw_only=True):
    """
    A stored stat block.
    """

    armor: int
    attacks: list[SeenAttack]
    hp: int
    name: str


Offer: TypeAlias = Annotated[list[str], Meta(max_length=2, min_length=2)]


class SeenHarm(Struct, kw_only=True):
    """
    The harm of a consequence.
    """

    conditions: list[str]
    damage: int
    ignores_armor: str | None
    what: str


class SeenParticipant(Struct, kw_only=True):
    """
    A participant in a fight, with its initiative die, its action and move this round, and any granted action.
    """

    acted: bool
    done: bool
    face: int
    granted: bool
    id: str
    moved: bool
    off_guard: bool
    side: Literal['enemy', 'player']


class SeenPool(Struct, kw_only=True):
    """
    A Pool. `history` lists its number of dice after each of its last rolls.
    """

    clock_of: str | None
    dice: int
    encounter: str | None
    history: list[int]
    id: str
    limit: int
    name: str
    outcome: str | None


class SeenPrepared(Struct, kw_only=True):
    """
    A prepared encounter.
    """

    enemies: list[str] | None
    id: str
    revealed: bool
    what: str | None


class SeenRoll(Struct, kw_only=True):
    """
    A roll, as a seat sees it.
    """

    dice: int
    faces: list[int]
    hits: int
    id: str
    misses: int
    position: Literal['bad', 'good', 'standard']
    zero: bool


class SeenSigns(Struct, kw_only=True):
    """
    Signs of an encounter. Only game masters see the encounter that was prepared for them.
    """

    id: str
    prepared: str | None


class SeenSlots(Struct, kw_only=True):
    """
    The filled and free Slots of a character.
    """

    free: int
    total: int
    used: int


class SeenStance(Struct, kw_only=True):
    """
    A Position and its reason, as a seat sees them.
    """

    condition: str | None
    position: Literal['bad', 'controlled', 'dire', 'good', 'standard']
    reason: str | None


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


class SendEnemyAway(Struct, kw_only=True, tag_field='type', tag='SendEnemyAway'):
    """
    Remove an enemy from the scene.
    """

    enemy: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


OrderItem: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class SettleTies(Struct, kw_only=True, tag_field='type', tag='SettleTies'):
    """
    Set the order of all turns of a round, if `initiative.tie` is `declared`. Only ties on one side can change.
    """

    order: Annotated[list[OrderItem], Meta(max_length=50)]


class SheetChecked(Struct, kw_only=True):
    """
    The response for a sheet without faults, with the Slots that the Item takes up; null for an enemy.
    """

    slots: int | None


class SlotSettings(Struct, kw_only=True):
    """
    Settings for Slots: whether full Slots limit HP for as long as they are full, or lower HP only once.

    Rule: FB-R-09, FB-R-35
    """

    full_effect: Literal['cap', 'once'] | UnsetType = 'cap'


class SlotsFilled(Struct, kw_only=True, tag_field='type', tag='SlotsFilled'):
    """
    A character filled its last Slot, so its HP dropped to 1.
    """

    character: str
    hp: int


class SpellCast(Struct, kw_only=True, tag_field='type', tag='SpellCast'):
    """
    A spell was cast and takes effect.
    """

    character: str
    spell: str


class SpellSettings(Struct, kw_only=True):
    """
    Settings for spells: when the daily count restarts, and whether a Save may avoid the strain of a spell.

    Rule:    FB-R-41, FB-R-42
    """

    reset_on: Literal['long_rest', 'new_day'] | UnsetType = 'new_day'
    save_against_strain: bool | UnsetType = True


class SpendHit(Struct, kw_only=True, tag_field='type', tag='SpendHit'):
    """
    Spend one Hit of an Experience Roll, on maximum HP or on an attempt to raise an Attribute.
    """

    experience: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    on: Literal['dexterity', 'max_hp', 'strength', 'willpower']


class SpendRecovery(Struct, kw_only=True, tag_field='type', tag='SpendRecovery'):
    """
    Spend all Hits of a Recovery Roll at once: each Hit refills Stamina or HP, and also restores an Attribute point.

    `spend` has one entry for each Hit, and so has `restore`, as long as an Attribute is below its maximum.
    """

    recovery: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    restore: (
        Annotated[
            list[Literal['dexterity', 'strength', 'willpower']],
            Meta(description='Left out: none.', max_length=20),
        ]
        | UnsetType
    ) = UNSET
    spend: (
        Annotated[
            list[Literal['hp', 'stamina']],
            Meta(description='Left out: none.', max_length=20),
        ]
        | UnsetType
    ) = UNSET


class StaminaAdjusted(Struct, kw_only=True, tag_field='type', tag='StaminaAdjusted'):
    """
    A character's Stamina was set.
    """

    character: str
    reason: str
    stamina: int


class StaminaSettings(Struct, kw_only=True):
    """
    Settings for Stamina: its maximum, and the rolls on which players may spend it. Rule: FB-R-06, FB-R-15.
    """

    maximum: Annotated[int, Meta(ge=1, le=100)] | UnsetType = 6
    spend_on: Literal['check', 'check+critical_save'] | UnsetType = 'check'


class Stance(Struct, kw_only=True):
    """
    A Position and the reason for it. `condition` names a Condition of the character that causes the Position.
    """

    condition: Condition | None | UnsetType = UNSET
    position: Literal['bad', 'controlled', 'dire', 'good', 'standard'] | UnsetType = (
        'standard'
    )
    reason: Reason | None | UnsetType = UNSET


class StartFight(Struct, kw_only=True, tag_field='type', tag='StartFight'):
    """
    Start a fight with these participants, in the order in which they join.
    """

    characters: Annotated[list[Character], Meta(max_length=50)]
    enemies: Annotated[list[Enemy], Meta(max_length=50)]


OffGuardItem: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class StartRound(Struct, kw_only=True, tag_field='type', tag='StartRound'):
    """
    Roll initiative for all participants. Participants caught off guard act last.
    """

    off_guard: Annotated[list[OffGuardItem], Meta(max_length=50)] | UnsetType = field(
        default_factory=list
    )


class StateDigested(Struct, kw_only=True, tag_field='type', tag='StateDigested'):
    """
    The digest of the game's state after this decision. Nobody may read it until the log is opened.

    `schema` is the name of the state's schema. Only digests with the same schema name can be compared.
    """

    digest: SecretText
    schema: str


class StatusRestored(Struct, kw_only=True, tag_field='type', tag='StatusRestored'):
    """
    A character's status was restored to what it would be without the annulled Critical Saves.
    """

    character: str
    status: Literal['dead', 'dying', 'unhurt', 'wounded']


class StoreEnemy(Struct, kw_only=True, tag_field='type', tag='StoreEnemy'):
    """
    Store an enemy's stat block in secret.
    """

    sheet: EnemySheet


class StoredForgotten(Struct, kw_only=True, tag_field='type', tag='StoredForgotten'):
    """
    A stored stat block or Item was removed.
    """

    stored: str


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


class Strike(Struct, kw_only=True):
    """
    The Damage that a spell deals to one enemy.
    """

    damage: Annotated[int, Meta(ge=0, le=1000)]
    enemy: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


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


class SwapInitiative(Struct, kw_only=True, tag_field='type', tag='SwapInitiative'):
    """
    Exchange the initiative dice of two players' characters. If they belong to two players, both must request it.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    other: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class SwapOffered(Struct, kw_only=True, tag_field='type', tag='SwapOffered'):
    """
    A player offered another player to exchange initiative dice.
    """

    character: str
    other: str


class TakeOffArmor(Struct, kw_only=True, tag_field='type', tag='TakeOffArmor'):
    """
    Take off Armor. The character still carries it.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    item: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


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


class TiesSettled(Struct, kw_only=True, tag_field='type', tag='TiesSettled'):
    """
    The game master set the order of turns of tied participants.
    """

    order: list[str]


class TokenRotated(Struct, kw_only=True, tag_field='type', tag='TokenRotated'):
    """
    A seat's tokens were rotated: tokens with a lower token epoch are now void. Rule: AR-SEAT-04, AR-SEAT-05.
    """

    epoch: int
    seat: str


class Tried(Struct, kw_only=True):
    """
    One attempt at rolled scores: the die faces for each Attribute.
    """

    dexterity: list[int]
    strength: list[int]
    willpower: list[int]


class TurnEnded(Struct, kw_only=True, tag_field='type', tag='TurnEnded'):
    """
    A participant ended its turn.
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


class WayView(Struct, kw_only=True):
    """
    A version that an undo may return to, and the seats that must agree; an empty list if no seat has to.
    """

    asks: list[str]
    to: int


class WeaponSheet(Struct, kw_only=True):
    """
    The Weapon values of an Item: its Damage Rating and its reach.
    """

    damage: Annotated[int, Meta(ge=0, le=1000)]
    reach: Literal['melee', 'ranged'] | UnsetType = 'melee'


class WearArmor(Struct, kw_only=True, tag_field='type', tag='WearArmor'):
    """
    Put on carried Armor.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    item: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


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


class WorsenCondition(Struct, kw_only=True, tag_field='type', tag='WorsenCondition'):
    """
    Increase the Slots of a Condition.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    condition: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    drop: Annotated[list[DropItem1], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )
    slots: Annotated[int, Meta(ge=1, le=10)] | UnsetType = 1


class WoundedSettings(Struct, kw_only=True):
    """
    Settings for wounds: the points that a wounded character has to recover before it is unhurt. Rule: FB-R-65.
    """

    ends: Literal['everything', 'hp_and_attributes', 'never'] | UnsetType = (
        'hp_and_attributes'
    )


class WoundsHealed(Struct, kw_only=True, tag_field='type', tag='WoundsHealed'):
    """
    A wounded character is unhurt again, because it has recovered everything that it lost to the wound.
    """

    character: str


class AskFortune(Struct, kw_only=True, tag_field='type', tag='AskFortune'):
    """
    Ask a yes-or-no question and roll dice for the answer.
    """

    odds: Odds
    hidden: bool | UnsetType = UNSET
    position: Literal['bad', 'good', 'standard'] | None | UnsetType = UNSET
    question: Question | None | UnsetType = UNSET


class Attack(Struct, kw_only=True, tag_field='type', tag='Attack'):
    """
    Attack an enemy or another character.

    The Weapon determines the Attribute, unless you name another with a reason.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    target: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    adjust: DamageRuling | None | UnsetType = UNSET
    attribute: Literal['dexterity', 'strength', 'willpower'] | None | UnsetType = UNSET
    helpers: Annotated[list[Helper], Meta(max_length=8)] | UnsetType = field(
        default_factory=list
    )
    reason: Reason | None | UnsetType = UNSET
    risk: Harm | None | UnsetType = UNSET
    stamina: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 0
    stance: Stance | None | UnsetType = UNSET
    weapon: Weapon | None | UnsetType = UNSET


class BringEnemy(Struct, kw_only=True, tag_field='type', tag='BringEnemy'):
    """
    Add an enemy to the scene, from a stored stat block or a new one. Players see only its name.

    With `name`, they see this name instead of the one on the stat block, even after the enemy is revealed.
    """

    name: Name | None | UnsetType = UNSET
    sheet: EnemySheet | None | UnsetType = UNSET
    stored: Stored | None | UnsetType = UNSET


class CastSpell(Struct, kw_only=True, tag_field='type', tag='CastSpell'):
    """
    Cast a spell: it takes effect, and the caster makes a Willpower Check against strain.

    Only the game master sets its Damage.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    spell: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    helpers: Annotated[list[Helper], Meta(max_length=8)] | UnsetType = field(
        default_factory=list
    )
    stamina: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 0
    stance: Stance | None | UnsetType = UNSET
    strikes: Annotated[list[Strike], Meta(max_length=10)] | UnsetType = field(
        default_factory=list
    )


class Check(Struct, kw_only=True, tag_field='type', tag='Check'):
    """
    Make a Check: try something challenging. The game master may set a `risk`, the consequence of failure.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    attribute: Literal['dexterity', 'strength', 'willpower'] | None | UnsetType = UNSET
    helpers: Annotated[list[Helper], Meta(max_length=8)] | UnsetType = field(
        default_factory=list
    )
    risk: Harm | None | UnsetType = UNSET
    stamina: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 0
    stance: Stance | None | UnsetType = UNSET
    what: What | None | UnsetType = UNSET


class CheckMade(Struct, kw_only=True, tag_field='type', tag='CheckMade'):
    """
    A Check was made.

    Without a roll, the Position decided the Check. `conditions` are the Conditions that hindered the character.
    """

    attribute: Literal['dexterity', 'strength', 'willpower']
    character: str
    check: str
    kind: Literal['attack', 'check', 'strain']
    position: Literal['bad', 'controlled', 'dire', 'good', 'standard']
    success: bool
    conditions: list[str] | UnsetType = field(default_factory=list)
    helpers: list[Helper] | UnsetType = field(default_factory=list)
    reason: str | None | UnsetType = UNSET
    roll: Rolled | None | UnsetType = UNSET
    stamina: int | UnsetType = 0
    what: str | None | UnsetType = UNSET


class ConsequenceFaced(Struct, kw_only=True, tag_field='type', tag='ConsequenceFaced'):
    """
    A character faces a consequence: of a failed Check, of an attack, or of another event.
    """

    character: str
    consequence: str
    harm: Harm
    check: str | None | UnsetType = UNSET
    enemy: str | None | UnsetType = UNSET
    stance: Stance | None | UnsetType = UNSET


class ContestResult(Struct, kw_only=True):
    """
    The result of an opposed roll of two parties.
    """

    ahead: Literal['even', 'first', 'second']
    by: int
    question: str
    rolls: Annotated[list[Rolled], Meta(max_length=2, min_length=2)]


class CriticalSave(Struct, kw_only=True, tag_field='type', tag='CriticalSave'):
    """
    Make the Critical Save of a character at 0 HP.
    """

    critical: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    attribute: Literal['dexterity', 'strength', 'willpower'] | None | UnsetType = UNSET
    stamina: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 0
    stance: Stance | None | UnsetType = UNSET


class CriticalSaveMade(Struct, kw_only=True, tag_field='type', tag='CriticalSaveMade'):
    """
    A Critical Save was made. `score` and `status` are the character's values after it.
    """

    attribute: Literal['dexterity', 'strength', 'willpower']
    character: str
    critical: str
    endured: bool
    position: Literal['bad', 'controlled', 'dire', 'good', 'standard']
    score: int
    status: Literal['dead', 'dying', 'unhurt', 'wounded']
    conditions: list[str] | UnsetType = field(default_factory=list)
    reason: str | None | UnsetType = UNSET
    roll: Rolled | None | UnsetType = UNSET
    stamina: int | UnsetType = 0


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


class EncounterHappened(Struct, kw_only=True, tag_field='type', tag='EncounterHappened'):
    """
    The Pool of signs ran out, and the encounter happens.
    """

    encounter: str
    prepared: str | SecretTextOrNull | None


class EncounterPrepared(Struct, kw_only=True, tag_field='type', tag='EncounterPrepared'):
    """
    An encounter was prepared.
    """

    enemies: SecretTextList
    prepared: str
    what: SecretText


class EncounterResult(Struct, kw_only=True):
    """
    The result of an Encounter Roll: whether it found signs, and their Pool.
    """

    roll: Rolled
    signs: bool
    trigger: Literal['attention', 'rest', 'search']
    pool: PoolSheet | None | UnsetType = UNSET
    prepared: str | None | UnsetType = UNSET


class EncounterRolled(Struct, kw_only=True, tag_field='type', tag='EncounterRolled'):
    """
    An Encounter Roll found signs of something nearby, or no signs.

    Signs do not reveal whether the game master has prepared an encounter. `void` is the reason why a hidden roll was
    annulled before it was revealed: its signs do not count.
    """

    encounter: str
    roll: Rolled
    signs: bool
    trigger: Literal['attention', 'rest', 'search']
    prepared: str | SecretTextOrNull | None | UnsetType = UNSET
    void: str | None | UnsetType = UNSET


class EnemyAdjusted(Struct, kw_only=True, tag_field='type', tag='EnemyAdjusted'):
    """
    An enemy's HP and Armor HP were set.
    """

    enemy: str
    left: Left | SecretNumberTuple2
    reason: str


class EnemyAppeared(Struct, kw_only=True, tag_field='type', tag='EnemyAppeared'):
    """
    An enemy appeared. Only game masters know its HP and Attacks.
    """

    enemy: str
    name: str
    sheet: SecretEnemySheet


class EnemyAttack(Struct, kw_only=True, tag_field='type', tag='EnemyAttack'):
    """
    Have an enemy use one of its Attacks on characters, each of which may make a Save.
    """

    attack: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    enemy: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    targets: Annotated[list[Target], Meta(max_length=50)]
    stance: Stance | None | UnsetType = UNSET


class EnemyHurt(Struct, kw_only=True, tag_field='type', tag='EnemyHurt'):
    """
    An enemy took Damage. `left` is the HP and Armor HP that remain.
    """

    damage: int
    enemy: str
    left: Left | SecretNumberTuple2


class EnemyRevealed(Struct, kw_only=True, tag_field='type', tag='EnemyRevealed'):
    """
    An enemy's HP and Attacks were revealed.

    The stat block has the name that players know. In campaigns opened before version 2 of the rules, it has its own
    name.
    """

    armor: int
    enemy: str
    hp: int
    sheet: EnemySheet


class EnemyStored(Struct, kw_only=True, tag_field='type', tag='EnemyStored'):
    """
    An enemy's stat block was stored.
    """

    sheet: SecretEnemySheet
    stored: str


class FaceConsequence(Struct, kw_only=True, tag_field='type', tag='FaceConsequence'):
    """
    Make characters face a consequence: of a failed Check (everyone who took part in it), or of another event.
    """

    harm: Harm
    characters: Annotated[list[Character], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )
    check: Check1 | None | UnsetType = UNSET
    stance: Stance | None | UnsetType = UNSET


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


class FortuneAnswer(Struct, kw_only=True):
    """
    The answer of a hidden Fortune Roll. Each of the `extra` Hits strengthens a yes.
    """

    extra: int
    question: str
    roll: Rolled
    yes: bool


EarlierItem: TypeAlias = Annotated[list[Rolled], Meta(max_length=2, min_length=2)]


class FortuneOpposed(Struct, kw_only=True, tag_field='type', tag='FortuneOpposed'):
    """
    Two opposed parties rolled. `earlier` lists the tied rolls that this roll repeats.

    `attack` says that the roll was an attack: if it came out even, the attack missed, and nothing is left to decide.
    `void` is the reason why a hidden roll was annulled before it was revealed: both rolls are void, and neither
    party is ahead.

    Rule: FB-FORT-09, FB-FORT-13
    """

    ahead: Literal['even', 'first', 'second']
    by: int
    contest: str
    question: str
    rolls: Annotated[list[Rolled], Meta(max_length=2, min_length=2)]
    attack: bool | UnsetType = False
    earlier: list[EarlierItem] | UnsetType = field(default_factory=list)
    void: str | None | UnsetType = UNSET


class FortuneTold(Struct, kw_only=True, tag_field='type', tag='FortuneTold'):
    """
    A Fortune Roll answered a question. Each of the `extra` Hits strengthens a yes.

    `void` is the reason why a hidden roll was annulled before it was revealed: its answer does not count.
    """

    extra: int
    question: str
    roll: Rolled
    yes: bool
    void: str | None | UnsetType = UNSET


class HiddenPoolOpened(Struct, kw_only=True, tag_field='type', tag='HiddenPoolOpened'):
    """
    A hidden Pool was created.
    """

    pool: str
    sheet: SecretPoolSheet


class ItemSheet(Struct, kw_only=True):
    """
    An Item. It may be a Weapon, Armor or both.
    """

    name: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    armor: ArmorSheet | None | UnsetType = UNSET
    size: Literal['bulky', 'normal', 'petty'] | UnsetType = 'normal'
    weapon: WeaponSheet | None | UnsetType = UNSET


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


class MilestoneReached(Struct, kw_only=True, tag_field='type', tag='MilestoneReached'):
    """
    A character reached a milestone and made an Experience Roll, whose Hits it may spend.
    """

    character: str
    experience: str
    milestone: str
    roll: Rolled


class PoolResult(Struct, kw_only=True):
    """
    The result of a roll of a hidden Pool.

    If no dice are left, the Pool has run out, and `outcome` describes what happens.
    """

    left: int
    lost: int
    pool: str
    roll: Rolled
    outcome: str | None | UnsetType = UNSET


class PoolRolled(Struct, kw_only=True, tag_field='type', tag='PoolRolled'):
    """
    A Pool was rolled: the dice that it lost, and the dice that remain.

    `void` is the reason why a roll of a hidden Pool was annulled before it was revealed: the Pool lost no dice.
    """

    left: int
    lost: int
    pool: str
    roll: Rolled
    void: str | None | UnsetType = UNSET


class PositionSet(Struct, kw_only=True, tag_field='type', tag='PositionSet'):
    """
    The Position of a future roll was set or removed, for a kind of roll or only for one description.
    """

    character: str
    stance: Stance | None
    on: (
        Literal['attack', 'check', 'critical_save', 'rest', 'save', 'strain']
        | UnsetType
    ) = 'check'
    what: str | None | UnsetType = UNSET


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


class ReactionRolled(Struct, kw_only=True, tag_field='type', tag='ReactionRolled'):
    """
    A Reaction Roll was made: strangers are approachable (warmer with more Hits), distant or hostile.
    """

    approachable: bool
    roll: Rolled
    warmth: int
    who: str


class RecoverySpent(Struct, kw_only=True, tag_field='type', tag='RecoverySpent'):
    """
    The Hits of a rest were spent. Stamina, HP and scores are the character's values afterwards.
    """

    character: str
    hp: int
    recovery: str
    restore: list[Literal['dexterity', 'strength', 'willpower']]
    scores: Scores
    spend: list[Literal['hp', 'stamina']]
    stamina: int


class Rest(Struct, kw_only=True, tag_field='type', tag='Rest'):
    """
    Rest, and make a Recovery Roll. `addresses` are the Conditions that this rest clears.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    length: Literal['long', 'short']
    addresses: Annotated[list[Address], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )
    stance: Stance | None | UnsetType = UNSET


class Rested(Struct, kw_only=True, tag_field='type', tag='Rested'):
    """
    A character rested, and may spend the Hits of the roll.
    """

    character: str
    length: Literal['long', 'short']
    recovery: str
    roll: Rolled
    conditions: list[str] | UnsetType = field(default_factory=list)
    reason: str | None | UnsetType = UNSET
    renews_spells: bool | UnsetType = False


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


class Save(Struct, kw_only=True, tag_field='type', tag='Save'):
    """
    Roll to avoid a consequence.
    """

    consequence: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    stance: Stance | None | UnsetType = UNSET


class ScoresRolled(Struct, kw_only=True, tag_field='type', tag='ScoresRolled'):
    """
    Scores were rolled for a new character. Of several attempts, the last one counts.
    """

    draft: str
    items: list[ItemSheet]
    keepsake: str
    name: str
    scores: Scores
    seat: str
    tries: list[Tried]


class SecretContestResult(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: ContestResult | UnsetType = UNSET


class SecretEncounterResult(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: EncounterResult | UnsetType = UNSET


class SecretFortuneAnswer(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: FortuneAnswer | UnsetType = UNSET


class SecretItemSheet(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: ItemSheet | UnsetType = UNSET


class SecretPoolResult(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: PoolResult | UnsetType = UNSET


class SeenConsequence(Struct, kw_only=True):
    """
    A pending consequence of a failed `check`, of an `enemy`'s Attack, or of another event (then both are null).
    """

    character: str
    check: str | None
    enemy: str | None
    harm: SeenHarm
    id: str
    stance: SeenStance | None


class SeenContest(Struct, kw_only=True):
    """
    The result of a hidden opposed Fortune Roll.
    """

    ahead: Literal['even', 'first', 'second']
    by: int
    question: str
    rolls: Annotated[list[SeenRoll], Meta(max_length=2, min_length=2)]


class SeenEncounter(Struct, kw_only=True):
    """
    The result of a hidden Encounter Roll.
    """

    prepared: str | None
    roll: SeenRoll
    signs: bool
    trigger: Literal['attention', 'rest', 'search']


class SeenFight(Struct, kw_only=True):
    """
    A fight: its participants, the round, the order of turns, and whose turn it is.
    """

    offers: list[Offer]
    order: list[str]
    participants: list[SeenParticipant]
    round: int
    turn: str | None


class SeenFortune(Struct, kw_only=True):
    """
    The answer of a hidden Fortune Roll.
    """

    extra: int
    question: str
    roll: SeenRoll
    yes: bool


class SeenHidden(Struct, kw_only=True):
    """
    A hidden Pool or roll. Players see only its id and kind.

    `void` is the reason why one of its rolls was annulled.
    """

    contest: SeenContest | None
    encounter: SeenEncounter | None
    fortune: SeenFortune | None
    id: str
    kind: Literal['contest', 'encounter', 'fortune', 'pool']
    pool: SeenPool | None
    void: str | None


class SeenPosition(Struct, kw_only=True):
    """
    A Position set beforehand for the next roll of a kind.

    With `what`, it applies only to a roll with this description.
    """

    on: Literal['attack', 'check', 'critical_save', 'rest', 'save', 'strain']
    stance: SeenStance
    what: str | None


class SeenSheet(Struct, kw_only=True):
    """
    The sheet of an Item, as a seat sees it.
    """

    armor: ArmorSheet | None
    name: str
    size: Literal['bulky', 'normal', 'petty']
    weapon: WeaponSheet | None


class SeenStored(Struct, kw_only=True):
    """
    A stored stat block or Item. Players see only its id.
    """

    enemy: SeenEnemySheet | None
    id: str
    item: SeenSheet | None


class SetPosition(Struct, kw_only=True, tag_field='type', tag='SetPosition'):
    """
    Set the Position of a future roll, by default of the next Check, or remove a Position that was set.

    `on` names the kind of roll: a Check includes attacks and the strain of spells. `what` limits the Position to a
    Check or a Save with this description. The Position stays set until such a roll is made. Other rolls do not use it.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    on: Literal['attack', 'check', 'critical_save', 'rest', 'save', 'strain'] | UnsetType = (
        UNSET
    )
    stance: Stance | None | UnsetType = UNSET
    what: (
        Annotated[
            str,
            Meta(
                description='one line of text',
                max_length=200,
                min_length=1,
                pattern='^[^\\x00-\\x1f\\x7f]+$',
            ),
        ]
        | UnsetType
    ) = UNSET


class Settings(Struct, kw_only=True):
    """
    Every configurable rule, named as in the rule ledger: `stamina.maximum` there is `stamina: {maximum}` here.
    """

    armor: ArmorSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=ArmorSettings)
    )
    attack: AttackSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=AttackSettings)
    )
    combat: CombatSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=CombatSettings)
    )
    conditions: ConditionSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=ConditionSettings)
    )
    creation: CreationSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=CreationSettings)
    )
    critical_save: CriticalSaveSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=CriticalSaveSettings)
    )
    dying: DyingSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=DyingSettings)
    )
    enemies: EnemySettings | UnsetType = field(
        default_factory=lambda: convert({}, type=EnemySettings)
    )
    experience: ExperienceSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=ExperienceSettings)
    )
    fortune: FortuneSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=FortuneSettings)
    )
    hp: HpSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=HpSettings)
    )
    initiative: InitiativeSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=InitiativeSettings)
    )
    items: ItemSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=ItemSettings)
    )
    keepsake: KeepsakeSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=KeepsakeSettings)
    )
    players: PlayerSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=PlayerSettings)
    )
    players_may: PlayersMaySettings | UnsetType = field(
        default_factory=lambda: convert({}, type=PlayersMaySettings)
    )
    position: PositionSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=PositionSettings)
    )
    recovery: RecoverySettings | UnsetType = field(
        default_factory=lambda: convert({}, type=RecoverySettings)
    )
    saves: SaveSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=SaveSettings)
    )
    slots: SlotSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=SlotSettings)
    )
    spells: SpellSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=SpellSettings)
    )
    stamina: StaminaSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=StaminaSettings)
    )
    wounded: WoundedSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=WoundedSettings)
    )


class SheetBody(Struct, kw_only=True):
    """
    An enemy or an Item to check, under the settings of a campaign.

    `invented` means that a player made the Item up.
    """

    enemy: EnemySheet | None | UnsetType = UNSET
    invented: bool | UnsetType = False
    item: ItemSheet | None | UnsetType = UNSET
    settings: Settings | UnsetType = UNSET


class StoreItem(Struct, kw_only=True, tag_field='type', tag='StoreItem'):
    """
    Store an Item in secret.
    """

    item: ItemSheet


class TakeItem(Struct, kw_only=True, tag_field='type', tag='TakeItem'):
    """
    Take a new Item.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    item: ItemSheet


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


class CampaignOpened(Struct, kw_only=True, tag_field='type', tag='CampaignOpened'):
    """
    A campaign opened. Rule: FB-CAMP-01.
    """

    settings: Settings | UnsetType = field(
        default_factory=lambda: convert({}, type=Settings)
    )
    title: str | None | UnsetType = UNSET


class Carried(Struct, kw_only=True):
    """
    An Item that a character carries: the Slots that it takes up and, for Armor, its remaining HP.
    """

    id: str
    sheet: ItemSheet
    slots: int
    armor_hp: int | UnsetType = 0
    keepsake: bool | UnsetType = False


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


class CharacterCreated(Struct, kw_only=True, tag_field='type', tag='CharacterCreated'):
    """
    A character is ready to play.
    """

    character: str
    hp: int
    items: list[Carried]
    method: Literal['points', 'roll']
    name: str
    scores: Scores
    seat: str
    stamina: int
    draft: str | None | UnsetType = UNSET


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


class CreateCharacter(Struct, kw_only=True, tag_field='type', tag='CreateCharacter'):
    """
    Create a character, with points or rolled scores. A game master may create one for another seat.
    """

    items: Annotated[list[ItemSheet], Meta(max_length=10)]
    keepsake: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    name: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    method: Literal['points', 'roll'] | UnsetType = 'points'
    points: Scores | None | UnsetType = UNSET
    seat: Seat | None | UnsetType = UNSET


class Hero(Struct, kw_only=True):
    """
    A character in the party: its scores and Items. It wears the first Armor among them.

    A hero with `points` is new, and has as many Items as a new character has. A hero with `scores` comes from a running
    campaign: it has these scores, any number of Items, and the given `hp` and `stamina`, or else the values of a new
    character.
    """

    items: Annotated[list[ItemSheet], Meta(max_length=10)]
    name: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    hp: Hp | None | UnsetType = UNSET
    points: Scores | None | UnsetType = UNSET
    scores: Scores | None | UnsetType = UNSET
    stamina: Stamina | None | UnsetType = UNSET


class HiddenContestRolled(Struct, kw_only=True, tag_field='type', tag='HiddenContestRolled'):
    """
    The game master rolled for two opposed parties, hidden from the players.
    """

    contest: str
    result: SecretContestResult
    rolls: Annotated[list[str], Meta(max_length=2, min_length=2)]


class HiddenEncounterRolled(Struct, kw_only=True, tag_field='type', tag='HiddenEncounterRolled'):
    """
    The game master made a hidden Encounter Roll. `pool` is the id of the Pool of signs, if the roll found any.
    """

    encounter: str
    pool: str
    result: SecretEncounterResult


class HiddenFortuneRolled(Struct, kw_only=True, tag_field='type', tag='HiddenFortuneRolled'):
    """
    The game master made a hidden Fortune Roll.
    """

    answer: SecretFortuneAnswer
    roll: str


class HiddenPoolRolled(Struct, kw_only=True, tag_field='type', tag='HiddenPoolRolled'):
    """
    A hidden Pool was rolled.
    """

    result: SecretPoolResult
    roll: str


class ItemStored(Struct, kw_only=True, tag_field='type', tag='ItemStored'):
    """
    An Item was stored.
    """

    item: SecretItemSheet
    stored: str


class ItemTaken(Struct, kw_only=True, tag_field='type', tag='ItemTaken'):
    """
    An Item was taken.
    """

    character: str
    item: Carried


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


class OpenCampaign(Struct, kw_only=True):
    """
    Open a campaign for a game master and players.
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


Proposable: TypeAlias = TakeItem | ClearCondition | Rest | CreateCharacter


class Propose(Struct, kw_only=True, tag_field='type', tag='Propose'):
    """
    Ask the game master to carry out a command.
    """

    command: Proposable


RpgBoundlessCommand: TypeAlias = SetPosition | Act | Move | EndTurn | TakeItem | DropItem | HandOver | AcceptItem | PickUp | WearArmor | TakeOffArmor | RepairArmor | GainCondition | WorsenCondition | ClearCondition | MakeRoom | CreateCharacter | FinishCharacter | OpenPool | CriticalSave | HelpDying | DeclareDeath | FaceConsequence | Save | Accept | AdjustConsequence | PledgeHelp | Check | Rest | SpendRecovery | ReachMilestone | SpendHit | StoreEnemy | StoreItem | ForgetStored | GiveItem | BringEnemy | RevealEnemy | SendEnemyAway | CastSpell | BeginDay | AskFortune | OpposeFortune | AdjustFortune | Attack | EnemyAttack | StartFight | JoinFight | LeaveFight | EndFight | StartRound | SettleTies | SwapInitiative | PrepareEncounter | RevealEncounter | RollEncounter | RollReaction | RollPool | AdjustPool | RevealHidden | AdjustCritical | AdjustHp | AdjustStamina | AdjustAttribute | AdjustEnemy | AdjustAction | AdjustCondition | AdjustRoll | Propose | ConfirmProposal | DeclineProposal | WithdrawProposal | OpenSeat | RotateToken | AppointPlayer | DismissPlayer | AddSalt | RotateSeed | Close | SendChat | ProposeUndo | AgreeToUndo | DeclineUndo | WithdrawUndo


RpgBoundlessEvent: TypeAlias = StreamOpened | SeatOpened | TokenRotated | PlayerAppointed | PlayerDismissed | SeedCommitted | SaltAdded | SeedRevealed | StreamClosed | DrawsVoided | UndoProposed | UndoAgreed | UndoDeclined | UndoWithdrawn | DrawsKept | TakenBack | Forked | ChatSent | DiceLent | GoalReached | GoalMissed | StateDigested | CampaignOpened | PositionSet | ActionTaken | MoveMade | TurnEnded | ItemTaken | ItemDropped | SlotsFilled | ItemOffered | ItemHandedOver | ItemPickedUp | ArmorWorn | ArmorTakenOff | ArmorRepaired | ConditionGained | ConditionWorsened | ConditionCleared | RoomNeeded | RoomMade | ScoresRolled | CharacterCreated | MaxHpFollowed | PoolOpened | PoolCleared | HiddenPoolOpened | ArmorHit | DamageTaken | CriticalSaveDue | CriticalSaveMade | DyingHelped | CharacterDied | ConsequenceFaced | SaveMade | ConsequenceAccepted | ConsequenceWithdrawn | HelpPledged | CheckMade | Rested | RecoverySpent | WoundsHealed | MilestoneReached | MaxHpRaised | AttributeTried | EnemyStored | ItemStored | StoredForgotten | EnemyAppeared | EnemyRevealed | EnemyLeft | EnemyHurt | EnemyTakenOut | SpellCast | DayBegan | FortuneTold | FortuneOpposed | HiddenFortuneRolled | HiddenContestRolled | FortuneFavoured | AttackHit | AttackMissed | EnemyAttacked | FightStarted | FightJoined | FightLeft | FightEnded | RoundStarted | TiesSettled | SwapOffered | InitiativeSwapped | EncounterPrepared | EncounterRevealed | EncounterRolled | EncounterHappened | ReactionRolled | HiddenEncounterRolled | PoolRolled | PoolEmptied | HiddenPoolRolled | PoolAdjusted | HiddenRevealed | CriticalSaveWithdrawn | ConditionWaived | StatusRestored | HpAdjusted | DeathTakenBack | StaminaAdjusted | AttributeAdjusted | EnemyAdjusted | ActionGranted | RollAnnulled | CommandProposed | ProposalConfirmed | ProposalDeclined | ProposalWithdrawn


class RpgBoundlessProposed(Struct, kw_only=True):
    """
    A command that might be sent.
    """

    command: RpgBoundlessCommand


class SeenDraft(Struct, kw_only=True):
    """
    A new character with rolled scores that is not finished yet.
    """

    id: str
    items: list[SeenSheet]
    keepsake: str
    name: str
    scores: Scores
    seat: str


class SeenItem(Struct, kw_only=True):
    """
    An Item: its Slots, its Armor's remaining HP, whether it is broken, and the character to which it is offered.
    """

    armor_hp: int
    broken: bool
    id: str
    keepsake: bool
    offered_to: str | None
    sheet: SeenSheet
    slots: int
    worn: bool


class SeenProposal(Struct, kw_only=True):
    """
    A proposed command that waits for the game master.
    """

    command: Proposable
    id: str
    seat: str


class SimulateFight(Struct, kw_only=True):
    """
    A request to simulate a fight: a party, its enemies, and the party's tactics.
    """

    enemies: Annotated[list[EnemySheet], Meta(max_length=10, min_length=1)]
    party: Annotated[list[Hero], Meta(max_length=10, min_length=1)]
    policy: Literal['guard', 'press'] | UnsetType = 'guard'
    settings: Settings | UnsetType = UNSET


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


class RpgBoundlessAsk(Struct, kw_only=True):
    """
    A command, and optionally the faces of dice rolled at a real table.
    """

    command: RpgBoundlessCommand
    faces: Faces | None | UnsetType = UNSET


class RpgBoundlessBlocked(Struct, kw_only=True):
    """
    The commands and command bodies that a seat may not send now, for one reason.

    `bodies` lists single refused bodies of commands whose other bodies are allowed, or are refused for other reasons.
    Such a body explains, for example, why one card cannot be played now. The list has at most 32 bodies per command.
    """

    bodies: list[RpgBoundlessAsk]
    commands: list[str]
    has: Any
    needs: Any
    rule: str
    says: str


class RpgBoundlessCloudEvent(Struct, kw_only=True):
    """
    An event in the CloudEvents 1.0 envelope. `id` is the stream's version after the event.

    An event in a chain of causes has the chain's id, and the `id` of the event that caused it. If the chain's id is the
    id of a trace, the event also has a `traceparent` with which to continue the trace.
    """

    data: RpgBoundlessEvent
    datacontenttype: str
    id: str
    sequence: str
    source: str
    specversion: str
    subject: str
    time: str
    type: Literal['arbiter.rpg_boundless.ActionGranted', 'arbiter.rpg_boundless.ActionTaken', 'arbiter.rpg_boundless.ArmorHit', 'arbiter.rpg_boundless.ArmorRepaired', 'arbiter.rpg_boundless.ArmorTakenOff', 'arbiter.rpg_boundless.ArmorWorn', 'arbiter.rpg_boundless.AttackHit', 'arbiter.rpg_boundless.AttackMissed', 'arbiter.rpg_boundless.AttributeAdjusted', 'arbiter.rpg_boundless.AttributeTried', 'arbiter.rpg_boundless.CampaignOpened', 'arbiter.rpg_boundless.CharacterCreated', 'arbiter.rpg_boundless.CharacterDied', 'arbiter.rpg_boundless.ChatSent', 'arbiter.rpg_boundless.CheckMade', 'arbiter.rpg_boundless.CommandProposed', 'arbiter.rpg_boundless.ConditionCleared', 'arbiter.rpg_boundless.ConditionGained', 'arbiter.rpg_boundless.ConditionWaived', 'arbiter.rpg_boundless.ConditionWorsened', 'arbiter.rpg_boundless.ConsequenceAccepted', 'arbiter.rpg_boundless.ConsequenceFaced', 'arbiter.rpg_boundless.ConsequenceWithdrawn', 'arbiter.rpg_boundless.CriticalSaveDue', 'arbiter.rpg_boundless.CriticalSaveMade', 'arbiter.rpg_boundless.CriticalSaveWithdrawn', 'arbiter.rpg_boundless.DamageTaken', 'arbiter.rpg_boundless.DayBegan', 'arbiter.rpg_boundless.DeathTakenBack', 'arbiter.rpg_boundless.DiceLent', 'arbiter.rpg_boundless.DrawsKept', 'arbiter.rpg_boundless.DrawsVoided', 'arbiter.rpg_boundless.DyingHelped', 'arbiter.rpg_boundless.EncounterHappened', 'arbiter.rpg_boundless.EncounterPrepared', 'arbiter.rpg_boundless.EncounterRevealed', 'arbiter.rpg_boundless.EncounterRolled', 'arbiter.rpg_boundless.EnemyAdjusted', 'arbiter.rpg_boundless.EnemyAppeared', 'arbiter.rpg_boundless.EnemyAttacked', 'arbiter.rpg_boundless.EnemyHurt', 'arbiter.rpg_boundless.EnemyLeft', 'arbiter.rpg_boundless.EnemyRevealed', 'arbiter.rpg_boundless.EnemyStored', 'arbiter.rpg_boundless.EnemyTakenOut', 'arbiter.rpg_boundless.FightEnded', 'arbiter.rpg_boundless.FightJoined', 'arbiter.rpg_boundless.FightLeft', 'arbiter.rpg_boundless.FightStarted', 'arbiter.rpg_boundless.Forked', 'arbiter.rpg_boundless.FortuneFavoured', 'arbiter.rpg_boundless.FortuneOpposed', 'arbiter.rpg_boundless.FortuneTold', 'arbiter.rpg_boundless.GoalMissed', 'arbiter.rpg_boundless.GoalReached', 'arbiter.rpg_boundless.HelpPledged', 'arbiter.rpg_boundless.HiddenContestRolled', 'arbiter.rpg_boundless.HiddenEncounterRolled', 'arbiter.rpg_boundless.HiddenFortuneRolled', 'arbiter.rpg_boundless.HiddenPoolOpened', 'arbiter.rpg_boundless.HiddenPoolRolled', 'arbiter.rpg_boundless.HiddenRevealed', 'arbiter.rpg_boundless.HpAdjusted', 'arbiter.rpg_boundless.InitiativeSwapped', 'arbiter.rpg_boundless.ItemDropped', 'arbiter.rpg_boundless.ItemHandedOver', 'arbiter.rpg_boundless.ItemOffered', 'arbiter.rpg_boundless.ItemPickedUp', 'arbiter.rpg_boundless.ItemStored', 'arbiter.rpg_boundless.ItemTaken', 'arbiter.rpg_boundless.MaxHpFollowed', 'arbiter.rpg_boundless.MaxHpRaised', 'arbiter.rpg_boundless.MilestoneReached', 'arbiter.rpg_boundless.MoveMade', 'arbiter.rpg_boundless.PlayerAppointed', 'arbiter.rpg_boundless.PlayerDismissed', 'arbiter.rpg_boundless.PoolAdjusted', 'arbiter.rpg_boundless.PoolCleared', 'arbiter.rpg_boundless.PoolEmptied', 'arbiter.rpg_boundless.PoolOpened', 'arbiter.rpg_boundless.PoolRolled', 'arbiter.rpg_boundless.PositionSet', 'arbiter.rpg_boundless.ProposalConfirmed', 'arbiter.rpg_boundless.ProposalDeclined', 'arbiter.rpg_boundless.ProposalWithdrawn', 'arbiter.rpg_boundless.ReactionRolled', 'arbiter.rpg_boundless.RecoverySpent', 'arbiter.rpg_boundless.Rested', 'arbiter.rpg_boundless.RollAnnulled', 'arbiter.rpg_boundless.RoomMade', 'arbiter.rpg_boundless.RoomNeeded', 'arbiter.rpg_boundless.RoundStarted', 'arbiter.rpg_boundless.SaltAdded', 'arbiter.rpg_boundless.SaveMade', 'arbiter.rpg_boundless.ScoresRolled', 'arbiter.rpg_boundless.SeatOpened', 'arbiter.rpg_boundless.SeedCommitted', 'arbiter.rpg_boundless.SeedRevealed', 'arbiter.rpg_boundless.SlotsFilled', 'arbiter.rpg_boundless.SpellCast', 'arbiter.rpg_boundless.StaminaAdjusted', 'arbiter.rpg_boundless.StateDigested', 'arbiter.rpg_boundless.StatusRestored', 'arbiter.rpg_boundless.StoredForgotten', 'arbiter.rpg_boundless.StreamClosed', 'arbiter.rpg_boundless.StreamOpened', 'arbiter.rpg_boundless.SwapOffered', 'arbiter.rpg_boundless.TakenBack', 'arbiter.rpg_boundless.TiesSettled', 'arbiter.rpg_boundless.TokenRotated', 'arbiter.rpg_boundless.TurnEnded', 'arbiter.rpg_boundless.UndoAgreed', 'arbiter.rpg_boundless.UndoDeclined', 'arbiter.rpg_boundless.UndoProposed', 'arbiter.rpg_boundless.UndoWithdrawn', 'arbiter.rpg_boundless.WoundsHealed']
    causationid: str | UnsetType = UNSET
    correlationid: str | UnsetType = UNSET
    traceparent: str | UnsetType = UNSET


class RpgBoundlessDryRun(Struct, kw_only=True):
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
    events: list[RpgBoundlessEvent] | None | UnsetType = UNSET
    odds: Any | UnsetType = UNSET
    refusal: Forbidden | None | UnsetType = UNSET


class RpgBoundlessEventPage(Struct, kw_only=True):
    """
    A page of a stream's events. `next` is the version to continue after, null on the last page.
    """

    items: list[RpgBoundlessCloudEvent]
    next: int | None


class RpgBoundlessJobAsk(Struct, kw_only=True):
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


class RpgBoundlessJobCloudEvent(Struct, kw_only=True):
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
    type: Literal['arbiter.rpg_boundless.ChatSent', 'arbiter.rpg_boundless.ChunkCompleted', 'arbiter.rpg_boundless.ChunkDisputed', 'arbiter.rpg_boundless.DiceLent', 'arbiter.rpg_boundless.DrawsKept', 'arbiter.rpg_boundless.DrawsVoided', 'arbiter.rpg_boundless.Forked', 'arbiter.rpg_boundless.GoalMissed', 'arbiter.rpg_boundless.GoalReached', 'arbiter.rpg_boundless.JobCancelled', 'arbiter.rpg_boundless.JobCompleted', 'arbiter.rpg_boundless.JobFailed', 'arbiter.rpg_boundless.JobRequested', 'arbiter.rpg_boundless.PlayerAppointed', 'arbiter.rpg_boundless.PlayerDismissed', 'arbiter.rpg_boundless.SaltAdded', 'arbiter.rpg_boundless.SeatOpened', 'arbiter.rpg_boundless.SeedCommitted', 'arbiter.rpg_boundless.SeedRevealed', 'arbiter.rpg_boundless.StateDigested', 'arbiter.rpg_boundless.StreamClosed', 'arbiter.rpg_boundless.StreamOpened', 'arbiter.rpg_boundless.TakenBack', 'arbiter.rpg_boundless.TokenRotated', 'arbiter.rpg_boundless.UndoAgreed', 'arbiter.rpg_boundless.UndoDeclined', 'arbiter.rpg_boundless.UndoProposed', 'arbiter.rpg_boundless.UndoWithdrawn']
    causationid: str | UnsetType = UNSET
    correlationid: str | UnsetType = UNSET
    traceparent: str | UnsetType = UNSET


class RpgBoundlessJobEventPage(Struct, kw_only=True):
    """
    A page of a stream's events. `next` is the version to continue after, null on the last page.
    """

    items: list[RpgBoundlessJobCloudEvent]
    next: int | None


class SeenCharacter(Struct, kw_only=True):
    """
    A character. `maxima` are the scores that a rest can restore. `spells` is the number of spells cast today.
    """

    conditions: dict[str, SeenCondition]
    hp: int
    id: str
    items: dict[str, SeenItem]
    max_hp: int
    maxima: Scores
    name: str
    pledge: Pledge | None
    positions: list[SeenPosition]
    scores: Scores
    seat: str
    slots: SeenSlots
    spells: int
    stamina: int
    status: Literal['dead', 'dying', 'unhurt', 'wounded']
    worn: list[str]


class CampaignView(Struct, kw_only=True):
    """
    A campaign as one seat sees it. Every field is always there, and tuples are in the order of creation.
    """

    annulled: dict[str, str]
    characters: list[SeenCharacter]
    consequences: list[SeenConsequence]
    criticals: dict[str, str]
    day: int
    drafts: list[SeenDraft]
    enemies: list[SeenEnemy]
    experiences: list[Hits]
    failures: dict[str, list[str]]
    fight: SeenFight | None
    ground: list[SeenItem]
    hidden: list[SeenHidden]
    pools: list[SeenPool]
    prepared: list[SeenPrepared]
    proposals: list[SeenProposal]
    recoveries: list[Hits]
    rolls: list[str]
    rooms: list[Room]
    settings: dict[str, dict[str, int | str | bool | None]]
    signs: list[SeenSigns]
    stored: list[SeenStored]
    tied: list[str]
    title: str | None


class RpgBoundlessAllowed(Struct, kw_only=True):
    """
    A command that a seat may send now: a valid body, the values that its fields may have, and questions that follow.

    `kind` is the purpose of the command: only a `move` or an `answer` continues the game. `prompts` lists what the game
    asks after the command, such as targets and how to pay a cost.
    """

    body: RpgBoundlessAsk
    command: str
    fields: dict[str, Field]
    kind: Literal['answer', 'aside', 'ending', 'move', 'referee', 'stream']
    prompts: list[Prompt] | UnsetType = field(default_factory=list)


class RpgBoundlessLegal(Struct, kw_only=True):
    """
    The commands that a seat may and may not send now, with the reasons, and the seats that the stream waits for.

    `awaits` names each seat whose turn it is, or which must answer or agree; if it names several game masters, any one
    of them may act. If `awaits` is empty, any seat may act.

    `more` names the commands that may have more legal bodies, or more values of fields, than this list shows. Request
    one of them by its name to get all. Every command that the seat may send has at least one entry. Without `more`, the
    list is complete.
    """

    allowed: list[RpgBoundlessAllowed]
    awaits: list[str]
    blocked: list[RpgBoundlessBlocked]
    more: list[str] | UnsetType = UNSET


class RpgBoundlessLegalAnswer(Struct, kw_only=True):
    """
    The commands that a seat may send at this version, and those it may not send.
    """

    legal: RpgBoundlessLegal
    seat: str
    stream: str
    version: int


class RpgBoundlessStreamView(Struct, kw_only=True):
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


class RpgBoundlessDone(Struct, kw_only=True):
    """
    An accepted command: its events as this seat sees them, and the view after them.
    """

    events: list[RpgBoundlessEvent]
    first: int
    head: str
    stream: str
    version: int
    view: RpgBoundlessStreamView | UnsetType = UNSET


class RpgBoundlessOpened(Struct, kw_only=True):
    """
    A newly opened stream, and a token for each of its seats.
    """

    head: str
    id: str
    seats: list[SeatToken]
    stream: str
    version: int
    view: RpgBoundlessStreamView
