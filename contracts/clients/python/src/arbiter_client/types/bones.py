# Generated: 648c3074421f3794941c39deb1bb22af, datamodel-code-generator 0.89.0.

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, convert, field


class Ability(Struct, kw_only=True):
    """
    An ability icon of beasts. An independent ability works whenever its icon shows.

    Source:  BN-ABIL-01 to BN-ABIL-10
    """

    colour: str
    icon: str
    independent: bool
    name: str


class ActionChanged(Struct, kw_only=True, tag_field='type', tag='ActionChanged'):
    """
    A strategic action was changed and waits for its terms.
    """

    action: str
    aim: str
    gains: list[Literal['asset', 'hirelings', 'income', 'information', 'item', 'other', 'property', 'relationship', 'renown', 'travel']]
    skill: Annotated[
        Literal['Artisan', 'Craft', 'Defend', 'Healer', 'Magic', 'Maneuver', 'Melee', 'Mental', 'Merchant', 'Missile', 'Outdoorsman', 'Perception', 'Physical', 'Riding', 'Sailor', 'Scholar', 'Social', 'Stealth', 'Thief', 'Unarmed'],
        Meta(
            description='a skill; Physical and Mental mean no skill, so anybody may try'
        ),
    ]


class ActionTaken(Struct, kw_only=True, tag_field='type', tag='ActionTaken'):
    """
    A strategic action became a task.
    """

    action: str
    creature: str


class ActionTold(Struct, kw_only=True, tag_field='type', tag='ActionTold'):
    """
    A seat narrated an action.
    """

    action: str
    text: str


class ActionWithdrawn(Struct, kw_only=True, tag_field='type', tag='ActionWithdrawn'):
    """
    A strategic action was withdrawn.
    """

    action: str


class AddCompanionDie(Struct, kw_only=True, tag_field='type', tag='AddCompanionDie'):
    """
    Add a die to a follower, if its leader's icons allow one more. A player proposes this to the game master.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    die: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
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


Interfered: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class AdvanceTimetable(Struct, kw_only=True, tag_field='type', tag='AdvanceTimetable'):
    """
    Make the next event of the timetable happen. If the characters `interfered` with it, say how.

    The timetable has its own days and does not move the campaign's clock: use PassTime for rest and time. For an event
    that affects a single character, try the event's check with TryCheck, and name the character there.
    """

    interfered: Interfered | None | UnsetType = UNSET


class AdventureEnded(Struct, kw_only=True, tag_field='type', tag='AdventureEnded'):
    """
    The adventure ended and all shackles are off.

    Each character in `free` earned this number of `spiffs` (points that players may spend).

    Rule: BN-CAMP-124, BN-CAMP-191
    """

    outcome: Literal['dead', 'escaped', 'given up']
    free: list[str] | UnsetType = field(default_factory=list)
    rewards: list[str] | UnsetType = field(default_factory=list)
    spiffs: int | UnsetType = 0


class AdventureSettings(Struct, kw_only=True):
    """
    Settings for the sample adventure.

    Rule: BN-R-050, BN-R-215, BN-R-217, BN-R-220, BN-R-225, BN-R-226.
    """

    captives_area: Literal['2', '3'] | UnsetType = '3'
    karl_state_at_start: Literal['dead', 'dying'] | UnsetType = 'dying'
    matron_sixth_face: Literal['Magic', 'blank'] | UnsetType = 'blank'
    physical_task_adds_maneuver: bool | UnsetType = False
    shackle_levels: Annotated[int, Meta(ge=1, le=10)] | UnsetType = 2
    shackles_hinder_other_tasks: bool | UnsetType = False


Item: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


Items: TypeAlias = Annotated[list[Item], Meta(max_length=40)]


class AgreeEquipment(Struct, kw_only=True, tag_field='type', tag='AgreeEquipment'):
    """
    Agree on the starting equipment of a character. A player can only propose this command.

    Items are worn or held where possible. If `items` is left out, the character receives the items that its player
    asked for.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    coins: Annotated[int, Meta(ge=0, le=1000000)] | UnsetType = 0
    items: Items | None | UnsetType = UNSET


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


class Aimed(Struct, kw_only=True):
    """
    The number of successes that attack one target.
    """

    target: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    count: Annotated[int, Meta(ge=1, le=20)] | UnsetType = 1


class AllottingBegan(Struct, kw_only=True, tag_field='type', tag='AllottingBegan'):
    """
    Groups of fighters began to allot their successes, one group after another. Rule: BN-CMB-03, BN-CMB-19.
    """

    groups: list[list[str]]


Cost: TypeAlias = Annotated[int, Meta(ge=1, le=20)]


class AllowSpiffs(Struct, kw_only=True, tag_field='type', tag='AllowSpiffs'):
    """
    Allow a use of spiffs. It is then paid for and takes effect. `cost` may set the price of a major change.
    """

    use: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    cost: Cost | None | UnsetType = UNSET


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


class Area(Struct, kw_only=True):
    """
    An area of the catacombs. `depth` is in metres, and `guards` is the minimum number of guards of each kind.

    Source: BN-ADV-16, BN-ADV-97
    """

    depth: int | None
    facts: list[str]
    guards: dict[str, int]
    id: str
    name: str


class Asset(Struct, kw_only=True):
    """
    An asset that adds to income.

    Rule: BN-INC-07, BN-R-246

    Shape: skill: the skill whose income grows; temporary: whether it counts in a single season; season: the number of
           that season, which is either the season of its first use or the one in which it was made, as the settings say
    """

    id: str
    name: str
    skill: str
    season: int | None | UnsetType = UNSET
    temporary: bool | UnsetType = False


class AssetGained(Struct, kw_only=True, tag_field='type', tag='AssetGained'):
    """
    A creature gained an asset, which adds to its income.
    """

    asset: Asset
    creature: str


class AssetLost(Struct, kw_only=True, tag_field='type', tag='AssetLost'):
    """
    A creature lost an asset.
    """

    asset: str
    creature: str
    reason: str


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


Again: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Weapon: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class AutomaticSuccessEarned(Struct, kw_only=True, tag_field='type', tag='AutomaticSuccessEarned'):
    """
    A character earned another automatic success, which counts on every check.
    """

    creature: str


class AutomaticUsed(Struct, kw_only=True, tag_field='type', tag='AutomaticUsed'):
    """
    An automatic success of a creature was spent on a roll.
    """

    creature: str
    roll: str


class AwardSpiffs(Struct, kw_only=True, tag_field='type', tag='AwardSpiffs'):
    """
    Award spiffs for a deed. `count` is the number of logged sessions, or the spiffs for help in the campaign.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    deed: Literal['campaign help', 'campaign log', 'good back-story', 'great back-story', 'laughter', 'portrait', 'role-playing']
    count: Annotated[int, Meta(ge=1, le=20)] | UnsetType = 1


Fact: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


Occupation: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


DefaultHorseDiceItem: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class BeastsSettings(Struct, kw_only=True):
    """
    Settings for beasts and the effects of their icons.

    Rule: BN-R-177, BN-R-178, BN-R-180, BN-R-181, BN-R-182, BN-R-183, BN-R-184, BN-R-186, BN-R-187, BN-R-189,
    BN-R-200, BN-R-202.
    """

    default_horse_dice: (
        Annotated[list[DefaultHorseDiceItem], Meta(max_length=10, min_length=1)]
        | UnsetType
    ) = (
        field(default_factory=lambda: convert(['Herbivore', 'Herbivore', 'Herbivore'],  type=list[DefaultHorseDiceItem]))
    )
    fear_spares_allies: bool | UnsetType = False
    fear_stacks: bool | UnsetType = True
    fire_breathing_attack: Literal['melee', 'missile', 'rider'] | UnsetType = 'missile'
    flight_needs_icon: bool | UnsetType = True
    hoar_frost_ignores: (
        Annotated[
            list[Literal['armor_absorb', 'armor_defend']],
            Meta(description='Left out: `armor_defend`, `armor_absorb`.'),
        ]
        | UnsetType
    ) = UNSET
    hoar_frost_spares_allies: bool | UnsetType = False
    poison_face: Literal['attack_and_rider', 'rider'] | UnsetType = 'attack_and_rider'
    power_above_ten: Literal['Legendary', 'none'] | UnsetType = 'Legendary'
    regenerate_when: Literal['after_damage', 'before_damage'] | UnsetType = (
        'after_damage'
    )
    special_success_survives: Literal['last_cancelled', 'proportional'] | UnsetType = (
        'last_cancelled'
    )
    universal_for_ability: (
        Literal['any_ability', 'never', 'not_independent'] | UnsetType
    ) = 'not_independent'


class Benchmark(Struct, kw_only=True):
    """
    Examples of tasks that have a given difficulty for a skill. Source: BN-EXMP-01 to BN-EXMP-13.
    """

    difficulty: str
    examples: list[str]
    skill: str


Friends: TypeAlias = Annotated[int, Meta(ge=0, le=100)]


class Between(Struct, kw_only=True):
    """
    The distance and cover between an attacker and a target. By default, the target is in reach and in the open.

    Shape: cover: cover in percent; distance: metres between them; reach: whether the attacker reaches the target, by
           default only if the distance is 0 (BN-CAMP-83); friends: the number of the attacker's allies in the melee
           that the attacker shoots into, by default counted from declared and allotted attacks (BN-CAMP-82,
           BN-CAMP-180); size: the size of the target as a multiple of the size of those allies
    """

    attacker: Annotated[
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
    cover: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 0
    distance: Annotated[int, Meta(ge=0, le=100000)] | UnsetType = 0
    friends: Friends | None | UnsetType = UNSET
    reach: bool | None | UnsetType = UNSET
    size: Annotated[int, Meta(ge=1, le=100)] | UnsetType = 1


Face: TypeAlias = Annotated[int, Meta(ge=0, le=4294967296)]


Faces: TypeAlias = Annotated[
    list[Face],
    Meta(
        description='faces rolled at a real table, in the order the rules need them; empty if the server rolls',
        max_length=5000,
    ),
]


Seed: TypeAlias = Annotated[
    str,
    Meta(description='32 bytes in lower-case hexadecimal', pattern='^[0-9a-f]{64}$'),
]


class BonesResult(Struct, kw_only=True):
    """
    The result of a task. `against` is the opponent that the roll was compared with.

    Rule: BN-TASK-14, -15

    Shape: narrator: the seat that narrates the result, or None for the game master; successes: successes before Nulls;
           margin: net successes, perhaps below 0; nulls: Nulls of the challenge dice and of opposing effects; metres:
           the metres moved in a round after a movement task (None for seats that may not read a hidden result); tries:
           the number of the attempt; retried: whether the task was tried again; told: the narration
    """

    aim: str
    creature: str
    id: str
    success: bool
    task: str
    against: str | None | UnsetType = UNSET
    hidden: bool | UnsetType = False
    margin: int | None | UnsetType = UNSET
    metres: str | None | UnsetType = UNSET
    narrator: str | None | UnsetType = UNSET
    nulls: int | None | UnsetType = UNSET
    retried: bool | UnsetType = False
    skill: str | None | UnsetType = UNSET
    successes: int | None | UnsetType = UNSET
    told: str | None | UnsetType = UNSET
    tries: int | UnsetType = 1


class BonesRolledFor(Struct, kw_only=True):
    """
    The dice that one fighter rolled in the round, for the fight or for another task.

    Shape: defied: successes of the effects that oppose its magic
    """

    creature: str
    defied: int | UnsetType = 0
    rolls: list[str] | UnsetType = field(default_factory=list)
    task: str | None | UnsetType = UNSET


Name: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class BringPrepared(Struct, kw_only=True, tag_field='type', tag='BringPrepared'):
    """
    Bring in a prepared creature while its dice and items stay hidden from players.

    Players see it as `name`. Without a `name` they see the name by which they already know it, or else its own name.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    name: Name | None | UnsetType = UNSET


Seat: TypeAlias = Annotated[
    str,
    Meta(
        description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class CasterTired(Struct, kw_only=True, tag_field='type', tag='CasterTired'):
    """
    A caster used magic beyond the safe level, and the magic failed.

    The caster takes damage from the fatigue, together with the other damage of the round.
    """

    creature: str
    damage: int


Gem: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Victim: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class Casting(Struct, kw_only=True):
    """
    A use of magic: its theme, and what is sacrificed for it.

    Shape: affects: the parts of a being that the magic affects; gem: an object worth `coins` that is consumed, for one
           round per 10 coins, or until an hour passes; victim: the creature that is killed for the magic
    """

    theme: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    affects: (
        Annotated[
            list[Literal['body', 'mind', 'soul']],
            Meta(description='Left out: none.', max_length=3),
        ]
        | UnsetType
    ) = UNSET
    coins: Annotated[int, Meta(ge=0, le=1000000)] | UnsetType = 0
    gem: Gem | None | UnsetType = UNSET
    victim: Victim | None | UnsetType = UNSET


class Chain(Struct, kw_only=True):
    """
    The maximum number of extra rolls of a die that the odds include, and an upper bound on the probability of more.

    The odds treat a longer chain of extra rolls as if it ended there.
    """

    further_at_most: float
    limit: int


class ChangeAction(Struct, kw_only=True, tag_field='type', tag='ChangeAction'):
    """
    Change a strategic action, which then waits for new terms.
    """

    action: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    aim: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    gains: Annotated[
        list[Literal['asset', 'hirelings', 'income', 'information', 'item', 'other', 'property', 'relationship', 'renown', 'travel']],
        Meta(max_length=10, min_length=1),
    ]
    skill: Annotated[
        Literal['Artisan', 'Craft', 'Defend', 'Healer', 'Magic', 'Maneuver', 'Melee', 'Mental', 'Merchant', 'Missile', 'Outdoorsman', 'Perception', 'Physical', 'Riding', 'Sailor', 'Scholar', 'Social', 'Stealth', 'Thief', 'Unarmed'],
        Meta(
            description='a skill; Physical and Mental mean no skill, so anybody may try'
        ),
    ]


Airborne: TypeAlias = Annotated[int, Meta(ge=0, le=100000)]


Banked: TypeAlias = Annotated[int, Meta(ge=0, le=100)]


Coins: TypeAlias = Annotated[int, Meta(ge=0, le=1000000)]


GoneItem: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


LostItem: TypeAlias = Annotated[int, Meta(ge=1, le=40)]


Lost: TypeAlias = Annotated[list[LostItem], Meta(max_length=40)]


Reason: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


Spiffs: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]


class ChangeCreature(Struct, kw_only=True, tag_field='type', tag='ChangeCreature'):
    """
    Correct the recorded state of a creature. Fields left out keep their value. Rolled faces cannot be changed.

    `lost` lists the numbers of its lost dice, and `beyond` is its damage in excess of its dice, if all are lost. This
    damage ends as soon as `lost` leaves it a die. `banked` is the number of sessions not yet spent on an icon: they
    earn icons as the next session is recorded. `gone` lists items and hindering dice to remove. Nothing makes it fall:
    a flier that lost its wings stays in the air until `airborne` or the command `Fall` brings it down. A rider that is
    now dead or prone, and the rider of a beast that is now dead or without dice, dismounts, also without a fall. The
    treatment of a creature that is now dead ends. A revived follower serves again, even beside one that replaced it.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    airborne: Airborne | None | UnsetType = UNSET
    banked: Banked | None | UnsetType = UNSET
    beyond: Annotated[int, Meta(ge=0, lt=40)] | UnsetType = UNSET
    coins: Coins | None | UnsetType = UNSET
    dead: bool | None | UnsetType = UNSET
    gone: Annotated[list[GoneItem], Meta(max_length=40)] | UnsetType = field(
        default_factory=list
    )
    lost: Lost | None | UnsetType = UNSET
    prone: bool | None | UnsetType = UNSET
    reason: Reason | None | UnsetType = UNSET
    spiffs: Spiffs | None | UnsetType = UNSET


class ChangeTime(Struct, kw_only=True, tag_field='type', tag='ChangeTime'):
    """
    Correct the day and hour of the campaign.
    """

    day: Annotated[int, Meta(ge=1, le=1000000)]
    hour: Annotated[int, Meta(ge=0, lt=24)] | UnsetType = 0
    reason: Reason | None | UnsetType = UNSET


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


Until: TypeAlias = Annotated[list[int], Meta(max_length=2, min_length=2)]


class Check(Struct, kw_only=True):
    """
    A check of the adventure, which a creature may try. A check without a skill needs no roll.

    Source:  BN-ADV-21 to -75
    Shape: aim: the text for players, if it differs from the task; quiet: whether only the game master learns the
           result; anywhere: whether it can be tried outside its area; until: the day and the event after which it is
           too late; number: the successes to reach; stored: the successes of the spell to beat; opposed_by: a kind of
           the tribe, or `other` for a creature that the game master names; bonus: free successes of the opponents,
           unless the circumstance `averted_by` or the earlier result `done` takes them away; finds: the item found;
           coins: coins gained by a success, coins_each: coins gained by each success rolled; needs: an item that must
           be at hand, which is used up if `spent`; once: a name for something that can be done only once; after: what
           must have been done before; alive: a person who must be alive; captive: whether the check is about the
           consort; by: the only person who may try it; theme: the theme of magic used; person, fates: a person, who
           must have one of these fates; sets, fails: the fate after success or failure; frees: the shackles that it
           removes; shackles, wall: whether it puts the creature in shackles, and chains it to the wall; sacrifices: the
           kind of creature that a success kills, unless lasting magic is in place; kills: whether a success kills the
           creature that tries it; back: the area to return to after a failure; half_move: whether the creature leads
           others at half their move
    """

    after: str | None
    aim: str | None
    alive: str | None
    anywhere: bool
    area: str | None
    averted_by: str | None
    back: str | None
    bonus: int
    by: str | None
    captive: bool
    coins: int
    coins_each: int
    damage: int
    day: int | None
    difficulty: str | None
    done: str | None
    fails: str | None
    failure: str | None
    fates: list[str]
    finds: str | None
    frees: Literal['any', 'hands', 'wall'] | None
    half_move: bool
    id: str
    kills: bool
    needs: str | None
    number: int | None
    once: str | None
    opposed_by: str | None
    opposed_skill: str | None
    person: str | None
    quiet: bool
    rule: str
    sacrifices: str | None
    sets: str | None
    shackles: bool
    skill: str | None
    spent: bool
    stored: int | None
    success: str | None
    task: str
    theme: str | None
    until: Until | None
    wall: bool


class CheckCame(Struct, kw_only=True, tag_field='type', tag='CheckCame'):
    """
    A check of the adventure was settled. `told` is the text that all players learn.

    Shape: done: the name of something that cannot be done again; metres: how far the creature leads others in a round;
           consort: whether the check is about the consort

    Rule: BN-CAMP-125, BN-CAMP-133
    """

    check: str
    creature: str
    success: bool
    consort: bool | UnsetType = False
    done: str | None | UnsetType = UNSET
    metres: str | None | UnsetType = UNSET
    task: str | None | UnsetType = UNSET
    told: str | None | UnsetType = UNSET


Die: TypeAlias = Annotated[int, Meta(ge=1, le=40)]


class ChooseHealed(Struct, kw_only=True, tag_field='type', tag='ChooseHealed'):
    """
    Choose which lost dice are restored.
    """

    dice: Annotated[list[Die], Meta(max_length=40)]
    healing: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class ChooseSource(Struct, kw_only=True, tag_field='type', tag='ChooseSource'):
    """
    Choose the source of the next die (a culture, background or occupation). These are steps 1, 3, 5 and 7.
    """

    draft: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
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
    of: Literal['background', 'culture', 'occupation']


class ChunkDisputed(Struct, kw_only=True, tag_field='type', tag='ChunkDisputed'):
    """
    Two results of one chunk differed: the simulation is not deterministic, so the job's results are invalid.
    """

    chunk: int
    first: str
    other: str


class Circumstances(Struct, kw_only=True):
    """
    Circumstances that make a roll easier or harder: free and lost successes, light, cover, distance and ground.
    """

    aids: (
        Annotated[
            list[Literal['art', 'by_sight', 'healing', 'tool_missing']],
            Meta(description='Left out: none.', max_length=4),
        ]
        | UnsetType
    ) = UNSET
    cover: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 0
    distance: Annotated[int, Meta(ge=0, le=100000)] | UnsetType = 0
    gain: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 0
    ground: Literal['broken', 'open'] | UnsetType = 'open'
    light: Literal['bright', 'partial darkness', 'total darkness'] | UnsetType = (
        'bright'
    )
    loss: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 0


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


class CloseSeason(Struct, kw_only=True, tag_field='type', tag='CloseSeason'):
    """
    Close the season, so that its actions are resolved.

    `results` names the seats that see the results at once. If it is left out, the earlier setting applies. Opponents
    roll the dice that they have now, even if an action of this season hurts them first. Nobody chooses while the season
    closes: poison and flames take the last of the dice that showed a success, and other harm takes the last dice or, if
    `damage_die_choice` is `random`, random ones. The season stays open while a controlled mind has actions but none
    that carries out its order.
    """

    results: Literal['all', 'none', 'own'] | None | UnsetType = UNSET


class CoinsSet(Struct, kw_only=True, tag_field='type', tag='CoinsSet'):
    """
    The coins of a creature were set. Rule: BN-R-308.
    """

    coins: int
    creature: str
    reason: str | None | UnsetType = UNSET


class CoinsSpent(Struct, kw_only=True, tag_field='type', tag='CoinsSpent'):
    """
    A creature spent coins.
    """

    coins: int
    creature: str
    on: str


class CombatEnded(Struct, kw_only=True, tag_field='type', tag='CombatEnded'):
    """
    The fight ended. Postures, hindering dice, and ruined or thrown items stay as they are.
    """

    reason: str | None | UnsetType = UNSET


class CombatLeft(Struct, kw_only=True, tag_field='type', tag='CombatLeft'):
    """
    A creature left the fight, and the dice that it rolled in this round were removed.
    """

    creature: str


class CombatSettings(Struct, kw_only=True):
    """
    Settings for fights: the order of declaring and allotting, and what may be allotted.

    If `beasts_allocate` is `with_their_side`, a beast that the game master plays allots with the cast, on whichever
    side it fights, and a beast that a player plays allots with the characters. If `armor_absorbs_from` is
    `anything`, `armor_absorbs_hindering_damage` still decides about poison and flames.

    Rule: BN-R-011, BN-R-012, BN-R-101, BN-R-102, BN-R-103, BN-R-105, BN-R-107, BN-R-108, BN-R-110, BN-R-114, BN-R-115,
          BN-R-117, BN-R-122, BN-R-203, BN-R-249, BN-R-269, BN-R-272, BN-R-275, BN-R-284, BN-R-342, BN-R-351.
    """

    allocation_priority: (
        Annotated[
            list[Literal['cast', 'on_foot', 'prone']],
            Meta(
                description='Left out: `prone`, `on_foot`, `cast`.',
                max_length=3,
                min_length=3,
            ),
        ]
        | UnsetType
    ) = UNSET
    armor_absorbs: Literal['all_damage_of_the_blow', 1] | UnsetType = 1
    armor_absorbs_from: (
        Literal['anything', 'attacks', 'attacks_and_falls'] | UnsetType
    ) = 'attacks_and_falls'
    armor_defends_outside_combat: bool | UnsetType = False
    beasts_allocate: Literal['with_characters', 'with_their_side'] | UnsetType = (
        'with_their_side'
    )
    cast_auto_allocation: Literal['all_attack', 'gm'] | UnsetType = 'gm'
    cast_starts: Literal['open', 'prepared'] | UnsetType = 'open'
    coup_de_grace_roll: bool | UnsetType = False
    damage_die_choice: Literal['last_die', 'owner', 'random'] | UnsetType = 'owner'
    declaration: Literal['cast_first', 'simultaneous'] | UnsetType = 'simultaneous'
    defend_against_all: bool | UnsetType = False
    free_success_needs_attack: bool | UnsetType = True
    missile_icons_need_weapon: bool | UnsetType = True
    rider_dice: Literal['one_per_attack', 'one_per_success'] | UnsetType = (
        'one_per_attack'
    )
    riding_skill_means: Literal['icon_on_any_die', 'icon_on_unlost_die'] | UnsetType = (
        'icon_on_unlost_die'
    )
    round_rolled_by: Literal['fighters', 'game_master'] | UnsetType = 'game_master'
    same_side_allocation: Literal['gm_order', 'simultaneous'] | UnsetType = (
        'simultaneous'
    )
    unarmed_needs_empty_hands: bool | UnsetType = True
    unarmed_roll: Literal['mixed', 'one_skill'] | UnsetType = 'one_skill'
    weapon_melee_may_defend: bool | UnsetType = True
    weaponless_attack_without_icon: bool | UnsetType = True


class CommandProposed(Struct, kw_only=True, tag_field='type', tag='CommandProposed'):
    """
    A player proposed a command to the game master.
    """

    command: dict[str, Any]
    proposal: str
    seat: str


class CommandTaken(Struct, kw_only=True, tag_field='type', tag='CommandTaken'):
    """
    An icon was used as a command and does not count as a success.
    """

    die: str
    roll: str
    to: str


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


Sample1: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


Threat1: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class CoupDeGrace(Struct, kw_only=True, tag_field='type', tag='CoupDeGrace'):
    """
    Kill an incapacitated creature outside a fight. In a fight, its attacker declares the coup de grace.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class CoverSettings(Struct, kw_only=True):
    """
    Settings for cover, darkness and range.

    Rule: BN-R-123, BN-R-124, BN-R-125, BN-R-128, BN-R-242.
    """

    cover_affects_melee: bool | UnsetType = True
    cover_rounding: Literal['down', 'up'] | UnsetType = 'down'
    full_cover_blocks: bool | UnsetType = False
    penalties_add: bool | UnsetType = True
    size_affects: Literal['all_cover', 'friends_only'] | UnsetType = 'friends_only'


Equipment: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class CreationStep(Struct, kw_only=True):
    """
    A step of creating a Cold Iron character. Source: BN-CI-09 to BN-CI-18.
    """

    does: str
    step: int


Flying: TypeAlias = Annotated[
    str, Meta(description='a move score, as 1, 4 or 0.5', pattern='^\\d{1,3}(\\.5)?$')
]


class CreatureCorrected(Struct, kw_only=True, tag_field='type', tag='CreatureCorrected'):
    """
    The game master corrected the state of a creature.

    `seat` names the player whose spiffs were set, if seats own spiffs.
    """

    creature: str
    reason: str
    airborne: int | None | UnsetType = UNSET
    banked: int | None | UnsetType = UNSET
    beyond: int | None | UnsetType = UNSET
    coins: int | None | UnsetType = UNSET
    dead: bool | None | UnsetType = UNSET
    gone: list[str] | UnsetType = field(default_factory=list)
    lost: list[int] | None | UnsetType = UNSET
    prone: bool | None | UnsetType = UNSET
    seat: str | None | UnsetType = UNSET
    spiffs: int | None | UnsetType = UNSET


Background1: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class DamageHealed(Struct, kw_only=True, tag_field='type', tag='DamageHealed'):
    """
    Dice were restored. `beyond` is how much of the damage in excess of the last die was healed.

    Rule: BN-DICE-09, BN-HEAL-01
    """

    cause: Literal['magic', 'other', 'regeneration', 'rest', 'treatment']
    creature: str
    dice: list[int]
    beyond: int | UnsetType = 0
    healing: str | None | UnsetType = UNSET


class DamageSoaked(Struct, kw_only=True, tag_field='type', tag='DamageSoaked'):
    """
    One point of a wound's damage was soaked: spiffs cancelled it.
    """

    wound: str


class DamageTaken(Struct, kw_only=True, tag_field='type', tag='DamageTaken'):
    """
    A creature lost these dice to damage. `beyond` is the damage in excess of its last die.

    Shape: ruined: armor and shields that absorbed damage; roll: the roll that these dice left; gives: hindering dice
           that come with the damage
    """

    creature: str
    dice: list[int]
    wound: str
    beyond: int | UnsetType = 0
    gives: (
        Annotated[
            list[Literal['flaming', 'poison']], Meta(description='Left out: none.')
        ]
        | UnsetType
    ) = UNSET
    roll: str | None | UnsetType = UNSET
    ruined: list[str] | UnsetType = field(default_factory=list)


class DeadlineSet(Struct, kw_only=True, tag_field='type', tag='DeadlineSet'):
    """
    The deadline of the season was set, in UTC milliseconds, or removed.
    """

    deadline: int | None


class DealDamage(Struct, kw_only=True, tag_field='type', tag='DealDamage'):
    """
    Deal damage to a creature.
    """

    amount: Annotated[int, Meta(ge=1, le=100)]
    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    source: (
        Literal[
            'attack',
            'damage',
            'fall',
            'fatigue',
            'flaming',
            'other',
            'poison',
            'want',
        ]
        | UnsetType
    ) = 'other'


class DeathSurvived(Struct, kw_only=True, tag_field='type', tag='DeathSurvived'):
    """
    A creature that had died survived after all, and lost these dice.
    """

    creature: str
    lost: list[int]


Aim: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


Holds: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Target: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class Declaration(Struct, kw_only=True):
    """
    The one task that a fighter declares for a round.

    Rule: BN-CMB-01, BN-CMB-02, BN-R-103

    Shape: weapons: the weapons used in the round, none for bare hands; unarmed: whether the roll uses the Unarmed
           skill; skill, aim: the skill and aim of a task other than combat; target: the target of a coup de grace;
           posture: whether the fighter lies down or rises; casting: the theme and aim of magic; holds: the effect that
           the fighter's magic holds
    """

    doing: Literal['coup_de_grace', 'fight', 'magic', 'move', 'nothing', 'other']
    aim: Aim | None | UnsetType = UNSET
    casting: Casting | None | UnsetType = UNSET
    holds: Holds | None | UnsetType = UNSET
    posture: Literal['lie', 'rise'] | None | UnsetType = UNSET
    skill: Literal['Artisan', 'Craft', 'Defend', 'Healer', 'Magic', 'Maneuver', 'Melee', 'Mental', 'Merchant', 'Missile', 'Outdoorsman', 'Perception', 'Physical', 'Riding', 'Sailor', 'Scholar', 'Social', 'Stealth', 'Thief', 'Unarmed'] | None | UnsetType = (
        UNSET
    )
    target: Target | None | UnsetType = UNSET
    targets: Annotated[list[Target], Meta(max_length=40)] | UnsetType = field(
        default_factory=list
    )
    unarmed: bool | UnsetType = False
    weapons: Annotated[list[Weapon], Meta(max_length=2)] | UnsetType = field(
        default_factory=list
    )


class Declare(Struct, kw_only=True, tag_field='type', tag='Declare'):
    """
    Declare what a creature does in this round. The declaration becomes public when all have declared.

    `fight` takes `weapons` (none for bare hands), `unarmed` for that skill, and `targets`, which may be left open.
    `magic` takes a `casting` with an `aim`, or `holds` an effect. `other` is a task with an `aim`, `move` is faster
    movement, and `coup_de_grace` takes a `target`. The declaration of a creature under a magic order is marked with the
    order, and the game master makes sure that the order is carried out. To cast at a mind, declare `other` with the
    skill Magic.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    doing: Literal['coup_de_grace', 'fight', 'magic', 'move', 'nothing', 'other']
    aim: Aim | None | UnsetType = UNSET
    casting: Casting | None | UnsetType = UNSET
    holds: Holds | None | UnsetType = UNSET
    posture: Literal['lie', 'rise'] | None | UnsetType = UNSET
    skill: Literal['Artisan', 'Craft', 'Defend', 'Healer', 'Magic', 'Maneuver', 'Melee', 'Mental', 'Merchant', 'Missile', 'Outdoorsman', 'Perception', 'Physical', 'Riding', 'Sailor', 'Scholar', 'Social', 'Stealth', 'Thief', 'Unarmed'] | None | UnsetType = (
        UNSET
    )
    target: Target | None | UnsetType = UNSET
    targets: Annotated[list[Target], Meta(max_length=40)] | UnsetType = field(
        default_factory=list
    )
    unarmed: bool | UnsetType = False
    weapons: Annotated[list[Weapon], Meta(max_length=2)] | UnsetType = field(
        default_factory=list
    )


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


class DefenceBegan(Struct, kw_only=True, tag_field='type', tag='DefenceBegan'):
    """
    All allotments are in, so defenders choose which attackers they stop. Rule: BN-R-105, BN-R-271.
    """


Die1Item: TypeAlias = Annotated[
    str,
    Meta(
        description='a face: blank, or icons joined by +, as Melee*2, Enc+Defend or Melee:Riposte',
        max_length=80,
        pattern="^(blank|[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?(\\+[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?)*)$",
    ),
]


Die1: TypeAlias = Annotated[list[Die1Item], Meta(max_length=6, min_length=6)]


class DiceChecked(Struct, kw_only=True):
    """
    The response for dice without faults, with the number of dice.
    """

    dice: int


class DicePutAway(Struct, kw_only=True, tag_field='type', tag='DicePutAway'):
    """
    Tasks ended, and their rolls were removed from the campaign.
    """

    rolls: list[str]
    tasks: list[str]


class DiceReported(Struct, kw_only=True, tag_field='type', tag='DiceReported'):
    """
    A player entered the faces of a creature's dice.

    `of` names the task, fall, resistance or round for which the faces were entered.
    """

    creature: str
    faces: list[int]
    of: str


Face1: TypeAlias = Annotated[
    str,
    Meta(
        description='a face: blank, or icons joined by +, as Melee*2, Enc+Defend or Melee:Riposte',
        max_length=80,
        pattern="^(blank|[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?(\\+[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?)*)$",
    ),
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


Of: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class DieModel(Struct, kw_only=True):
    """
    A die of a creature. Dice are numbered from 1. `of` names the standard die or source that the die comes from.
    """

    faces: Annotated[list[Face1], Meta(max_length=6, min_length=6)]
    note: Note | None | UnsetType = UNSET
    of: Of | None | UnsetType = UNSET


class DieCompleted(Struct, kw_only=True, tag_field='type', tag='DieCompleted'):
    """
    The faces of a draft's die were filled.
    """

    die: DieModel
    draft: str


class DieRerolled(Struct, kw_only=True, tag_field='type', tag='DieRerolled'):
    """
    A die was rerolled and shows this face, which is final.
    """

    die: str
    face: str
    roll: str


class Died(Struct, kw_only=True, tag_field='type', tag='Died'):
    """
    A creature died.
    """

    cause: str
    creature: str


class Difficulty(Struct, kw_only=True):
    """
    A difficulty: its challenge dice and automatic Nulls, each of which cancels a success.

    Source: BN-CHAL-05 to BN-CHAL-11
    """

    auto_nulls: int
    challenge_dice: int
    level: int
    name: str


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


class Dismount(Struct, kw_only=True, tag_field='type', tag='Dismount'):
    """
    Dismount a creature. If it leaves its mount in the air, let it fall with Fall, unless it lands.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class Dismounted(Struct, kw_only=True, tag_field='type', tag='Dismounted'):
    """
    A creature dismounted and is on foot. Rule: BN-CAMP-74, BN-CAMP-195.
    """

    creature: str


class DraftEnded(Struct, kw_only=True, tag_field='type', tag='DraftEnded'):
    """
    A draft ended: its character was completed and appears next, or the draft was discarded.
    """

    draft: str


class DraftStarted(Struct, kw_only=True, tag_field='type', tag='DraftStarted'):
    """
    The draft of a Cold Iron character (one that is not finished yet) was started.
    """

    draft: str
    race: str
    seat: str


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
    Drop an item on the ground.
    """

    creature: Annotated[
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


class DropTask(Struct, kw_only=True, tag_field='type', tag='DropTask'):
    """
    Drop a task before its dice are rolled. Faces entered and successes given for it do not count.

    A dropped strategic action no longer counts as one of the three, except under older rules (form 0 or 1).
    """

    reason: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    task: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class Effect(Struct, kw_only=True):
    """
    A lasting effect of magic.

    Shape: successes: the successes of its casting, which oppose other magic (BN-SAC-11); what: the text of its task;
           target: the mind that it controls; degree: the degree of control; lasts: what sustains it; die: the number of
           the caster's die that stays lost as a health sacrifice; rounds: the number of rounds that the sacrificed
           value still pays for; held: whether the caster has held it in this round
    """

    caster: str
    id: str
    kind: Literal['effect', 'mind', 'ward']
    successes: int
    theme: str
    what: str
    degree: int | None | UnsetType = UNSET
    die: int | None | UnsetType = UNSET
    held: bool | UnsetType = False
    lasts: Literal['blood', 'health', 'held', 'value'] | UnsetType = 'held'
    rounds: int | None | UnsetType = UNSET
    target: str | None | UnsetType = UNSET


class EffectBegan(Struct, kw_only=True, tag_field='type', tag='EffectBegan'):
    """
    A lasting effect of magic began. Rule: BN-MAG-03, BN-SAC-11.
    """

    effect: Effect


class EffectEnded(Struct, kw_only=True, tag_field='type', tag='EffectEnded'):
    """
    An effect ended. A die that its caster sacrificed for it can heal from now on.

    If its caster has asked to spend spiffs in place of such a die, the game master no longer needs to answer.

    Shape: told: the caster's seat, which learns that the effect was countered
    """

    caster: str
    effect: str
    why: Literal['caster died', 'countered', 'let go', 'over', 'released', 'resisted', 'run down']
    told: str | None | UnsetType = UNSET


class EffectHeld(Struct, kw_only=True, tag_field='type', tag='EffectHeld'):
    """
    A caster rolled to hold an effect, which now stores the successes of that roll.
    """

    effect: str
    successes: int


EscapedItem: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Reward1: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class EndAdventure(Struct, kw_only=True, tag_field='type', tag='EndAdventure'):
    """
    End the adventure and reward the characters who `escaped`, or all who are alive if none is named.

    Name the escaped characters if a captive stays behind, for example dominated or chained to the wall.
    """

    outcome: Literal['dead', 'escaped', 'given up']
    escaped: Annotated[list[EscapedItem], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )
    rewards: Annotated[list[Reward1], Meta(max_length=10)] | UnsetType = field(
        default_factory=list
    )


class EndCombat(Struct, kw_only=True, tag_field='type', tag='EndCombat'):
    """
    End the fight: only this command does. Damage already dealt is still taken, and open attacks are dropped.
    """

    reason: Reason | None | UnsetType = UNSET


class EndSeason(Struct, kw_only=True, tag_field='type', tag='EndSeason'):
    """
    End the season that has this number, after its actions are resolved and all creatures have rested.
    """

    season: Annotated[int, Meta(ge=0, le=2147483648)]


class EnterArea(Struct, kw_only=True, tag_field='type', tag='EnterArea'):
    """
    Move the characters to another area of the adventure.
    """

    area: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class Entrant(Struct, kw_only=True):
    """
    A creature that enters a fight, and its side. A `surprised` creature makes no declaration in its first round.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    side: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    surprised: bool | UnsetType = False


class EpochView(Struct, kw_only=True):
    """
    The current seed epoch: the server's commitment, and the salts that the seats contributed.
    """

    commitment: str
    drawn: bool
    epoch: int
    salts: dict[str, str]


class EquipmentSettled(Struct, kw_only=True, tag_field='type', tag='EquipmentSettled'):
    """
    A character's starting equipment is agreed, so the character may now play.
    """

    creature: str


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


class FacesEntered(Struct, kw_only=True, tag_field='type', tag='FacesEntered'):
    """
    A player entered the faces of a creature's dice: `faces` has one face for each die that `dice` names.

    `of` names the task, fall, resistance or round for which the faces were entered. They now count as an open roll.
    """

    creature: str
    dice: list[str]
    faces: list[int]
    of: str


class FactValue(Struct, kw_only=True):
    """
    A possible value of a fact, and its probability.
    """

    chance: Exact
    value: str | int | bool | None


class Fall(Struct, kw_only=True, tag_field='type', tag='Fall'):
    """
    Make a creature fall a number of metres. This fall replaces an earlier one that has not been rolled for.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    height: Annotated[int, Meta(ge=0, le=505)]
    surface: Literal['hard', 'yielding'] | UnsetType = 'hard'


class FallRolled(Struct, kw_only=True, tag_field='type', tag='FallRolled'):
    """
    Maneuver was rolled to soften a fall.
    """

    fall: str
    roll: str


class FallSettled(Struct, kw_only=True, tag_field='type', tag='FallSettled'):
    """
    A fall was settled, with this number of Maneuver successes and this remaining damage.
    """

    creature: str
    damage: int
    fall: str
    successes: int


class Fallen(Struct, kw_only=True):
    """
    A fall that is not settled. `roll` is the Maneuver roll that softens it. Rule: BN-FALL-03, BN-R-279.
    """

    creature: str
    height: int
    id: str
    roll: str | None | UnsetType = UNSET
    surface: Literal['hard', 'yielding'] | UnsetType = 'hard'


class Fate(Struct, kw_only=True):
    """
    The fate of one person of the adventure.
    """

    fate: str
    person: str


class FatigueEnded(Struct, kw_only=True, tag_field='type', tag='FatigueEnded'):
    """
    Complete rest ended the fatigue of a creature. Earlier uses of magic no longer count.
    """

    creature: str


class FatigueRested(Struct, kw_only=True, tag_field='type', tag='FatigueRested'):
    """
    Hours of complete rest were counted for a creature.

    After enough of them, its fatigue from magic ends. 0 hours mean that the rest was interrupted.
    """

    creature: str
    hours: int


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


Age: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


Description: TypeAlias = Annotated[
    str, Meta(max_length=4000, pattern='^[^\\x00-\\x08\\x0b-\\x1f\\x7f]*$')
]


Gender: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


OtherEquipment: TypeAlias = Annotated[
    str, Meta(max_length=4000, pattern='^[^\\x00-\\x08\\x0b-\\x1f\\x7f]*$')
]


class FinishSheet(Struct, kw_only=True, tag_field='type', tag='FinishSheet'):
    """
    Finish a draft's sheet and ask for equipment (step 9 of creating the character).
    """

    draft: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
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
    age: Age | None | UnsetType = UNSET
    description: Description | None | UnsetType = UNSET
    equipment: Annotated[list[Equipment], Meta(max_length=40)] | UnsetType = field(
        default_factory=list
    )
    gender: Gender | None | UnsetType = UNSET
    other_equipment: OtherEquipment | None | UnsetType = UNSET


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


Die2: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class GainCompanion(Struct, kw_only=True, tag_field='type', tag='GainCompanion'):
    """
    Gain a follower that the creature's icons allow. A player proposes this to the game master.

    `dice` lists names of standard dice. When the leader is assigned to another seat, its followers keep their seat, so
    assign each follower as well.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    dice: Annotated[list[Die2], Meta(max_length=40, min_length=1)]
    name: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    service: Literal['companion', 'crew', 'lackey']
    flying: Flying | None | UnsetType = UNSET
    move: (
        Annotated[
            str,
            Meta(description='a move score, as 1, 4 or 0.5', pattern='^\\d{1,3}(\\.5)?$'),
        ]
        | UnsetType
    ) = '1'


class GiveAsset(Struct, kw_only=True, tag_field='type', tag='GiveAsset'):
    """
    Give a creature an asset that adds to its income by a skill, permanently or for a single season.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
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
    skill: Literal['Artisan', 'Craft', 'Healer', 'Magic', 'Merchant', 'Sailor', 'Scholar', 'Thief']
    temporary: bool | UnsetType = False


Intensity: TypeAlias = Annotated[int, Meta(ge=1, le=6)]


class GiveHindering(Struct, kw_only=True, tag_field='type', tag='GiveHindering'):
    """
    Poison a creature, or set it aflame.

    For poison, `intensity` is weak, average or strong. For a flaming die, it is the number of flame faces. If it is
    left out, the usual intensity applies.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    kind: Literal['flaming', 'poison']
    intensity: Literal['average', 'strong', 'weak'] | Intensity | None | UnsetType = (
        UNSET
    )


class GiveIn(Struct, kw_only=True, tag_field='type', tag='GiveIn'):
    """
    Give in to magic instead of resisting. This counts as a resistance without successes.
    """

    resistance: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class GiveItem(Struct, kw_only=True, tag_field='type', tag='GiveItem'):
    """
    Give a creature an item, by its name in the catalogue.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    item: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]


class GiveOrder(Struct, kw_only=True, tag_field='type', tag='GiveOrder'):
    """
    Give an order to a controlled creature. The game master sets the degree of control that the order needs.
    """

    effect: Annotated[
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


class GiveSuccess(Struct, kw_only=True, tag_field='type', tag='GiveSuccess'):
    """
    Give a die's success to another creature, if the die's icon allows it.
    """

    die: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    roll: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    to: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class GiveUpDraft(Struct, kw_only=True, tag_field='type', tag='GiveUpDraft'):
    """
    Discard a draft (an unfinished character).
    """

    draft: Annotated[
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


class GroupsTurnCame(Struct, kw_only=True, tag_field='type', tag='GroupsTurnCame'):
    """
    The next group's turn to allot came. Its fighters know earlier allotments. Rule: BN-CMB-03, BN-R-102.
    """

    group: int


class Healing(Struct, kw_only=True):
    """
    Healing whose dice the owner still has to choose. Rule: BN-R-232.
    """

    cause: Literal['magic', 'other', 'regeneration', 'rest', 'treatment']
    creature: str
    dice: int
    id: str


class HealingSettings(Struct, kw_only=True):
    """
    Settings for falls, rest and treatment.

    Rule: BN-R-138, BN-R-145, BN-R-146, BN-R-147, BN-R-148, BN-R-232, BN-R-285.
    """

    fall_rounding: Literal['down', 'up'] | UnsetType = 'down'
    healed_die_choice: Literal['first_lost', 'owner'] | UnsetType = 'owner'
    min_days_per_die: Annotated[int, Meta(ge=1, le=10)] | UnsetType = 1
    new_damage_ends_treatment: bool | UnsetType = True
    partial_weeks_kept: bool | UnsetType = False
    treatment_uses: Literal['gross', 'net'] | UnsetType = 'net'
    treatments_per_wound_set: Annotated[int, Meta(ge=1, le=10)] | UnsetType = 1


class HealthSacrificed(Struct, kw_only=True, tag_field='type', tag='HealthSacrificed'):
    """
    A caster sacrificed a die, so that the effect lasts. `die` is None if spiffs soaked up the damage.

    Rule: BN-SAC-01, BN-SAC-03
    """

    creature: str
    effect: str
    die: int | None | UnsetType = UNSET


class Hindering(Struct, kw_only=True):
    """
    A poison or flaming die that a creature must roll until it is removed. Rule: BN-HIND-03, BN-HIND-10.
    """

    faces: list[Face1]
    id: str
    kind: Literal['flaming', 'poison']


class HinderingGiven(Struct, kw_only=True, tag_field='type', tag='HinderingGiven'):
    """
    A creature was poisoned or set aflame and received this hindering die.
    """

    creature: str
    die: Hindering


class HinderingRemedied(Struct, kw_only=True, tag_field='type', tag='HinderingRemedied'):
    """
    A hindering die was removed from a creature.
    """

    creature: str
    die: str
    remedy: str


class HoldEffects(Struct, kw_only=True, tag_field='type', tag='HoldEffects'):
    """
    Name the next period of time. Each caster who holds an effect rolls Magic once for the whole period.

    During a fight, casters who do not take part hold their effects for one round.
    """

    stretch: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]


class HordesSettings(Struct, kw_only=True):
    """
    Settings for hordes.

    `horde_damage_per_die` is counted for each wound, and all attacks of a round deal one wound. Damage that is not
    enough for a whole die is lost.

    Rule: BN-R-133, BN-R-134, BN-R-135, BN-R-367.
    """

    horde_damage_per_die: Annotated[int, Meta(ge=1, le=10)] | UnsetType = 1
    horde_defends: bool | UnsetType = False
    horde_regenerate: (
        Literal['best_roll_of_round', 'every_roll', 'one_die_a_round'] | UnsetType
    ) = 'best_roll_of_round'


class IconEarned(Struct, kw_only=True, tag_field='type', tag='IconEarned'):
    """
    A character earned an icon with its banked sessions.
    """

    creature: str
    sessions: int


class IconPlaced(Struct, kw_only=True, tag_field='type', tag='IconPlaced'):
    """
    An icon was placed on a die, perhaps a new one. `faces` lists all faces that the die has now.
    """

    creature: str
    die: DieModel
    icon: str
    number: int


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


class ImprovementSettings(Struct, kw_only=True):
    """
    Settings for the improvement of characters.

    With fewer than 10 `max_character_dice`, nobody earns an automatic success, because that takes a tenth die.

    Rule: BN-R-092, BN-R-093, BN-R-094, BN-R-095.
    """

    auto_success_may_defend: bool | UnsetType = True
    auto_success_parallel_with_die_10: bool | UnsetType = True
    icon_price_by: Literal['die_receiving_icon', 'highest_owned_die'] | UnsetType = (
        'highest_owned_die'
    )
    max_character_dice: Annotated[int, Meta(ge=5, le=10)] | UnsetType = 10


class Incapacitated(Struct, kw_only=True, tag_field='type', tag='Incapacitated'):
    """
    A creature lost its last die. A horde is broken then, unless it regenerates. Rule: BN-DMG-02.
    """

    creature: str


class ItemModel(Struct, kw_only=True):
    """
    An item of a creature. `ready` means that it is worn or in hand, so that its die is rolled.

    Rule: BN-EQ-01

    Shape: beside: the fighter next to whom the item lies on the ground, during the fight in which it fell (BN-CAMP-68)
    """

    group: Literal['armor', 'magic item', 'melee weapon', 'missile weapon', 'other', 'shield']
    id: str
    name: str
    beside: str | None | UnsetType = UNSET
    faces: list[Face1] | None | UnsetType = UNSET
    increment: int | None | UnsetType = UNSET
    ready: bool | UnsetType = False
    thrown: bool | UnsetType = False
    two_handed: bool | UnsetType = False


class ItemGiven(Struct, kw_only=True, tag_field='type', tag='ItemGiven'):
    """
    A creature gained an item. Rule: BN-EQ-01, BN-CAMP-28.
    """

    creature: str
    item: ItemModel


Faces1Item: TypeAlias = Annotated[
    str,
    Meta(
        description='a face: blank, or icons joined by +, as Melee*2, Enc+Defend or Melee:Riposte',
        max_length=80,
        pattern="^(blank|[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?(\\+[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?)*)$",
    ),
]


Faces1: TypeAlias = Annotated[list[Faces1Item], Meta(max_length=6, min_length=6)]


Increment: TypeAlias = Annotated[int, Meta(ge=1, le=1000)]


class ItemKind(Struct, kw_only=True):
    """
    A kind of item, with its die if it has one. `increment` is the first range increment in metres.
    """

    group: Literal['armor', 'magic item', 'melee weapon', 'missile weapon', 'other', 'shield']
    name: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    faces: Faces1 | None | UnsetType = UNSET
    increment: Increment | None | UnsetType = UNSET
    thrown: bool | UnsetType = False
    two_handed: bool | UnsetType = False


class ItemLost(Struct, kw_only=True, tag_field='type', tag='ItemLost'):
    """
    A creature lost an item, which fell to the ground or is gone for good.

    In a fight, `beside` names the fighter next to whom the item lies. `seen` shows the item if the creature's items
    were hidden from players.

    Rule: BN-EQ-05, BN-EQ-14
    """

    creature: str
    item: str
    beside: str | None | UnsetType = UNSET
    reason: str | None | UnsetType = UNSET
    seen: ItemModel | None | UnsetType = UNSET
    to_ground: bool | UnsetType = False


class ItemPickedUp(Struct, kw_only=True, tag_field='type', tag='ItemPickedUp'):
    """
    A creature picked up an item from the ground.
    """

    creature: str
    item: str


class ItemReadied(Struct, kw_only=True, tag_field='type', tag='ItemReadied'):
    """
    A creature put on an item or took it in hand.
    """

    creature: str
    item: str


class ItemStowed(Struct, kw_only=True, tag_field='type', tag='ItemStowed'):
    """
    A creature put away an item.
    """

    creature: str
    item: str


class ItemsShown(Struct, kw_only=True, tag_field='type', tag='ItemsShown'):
    """
    Players now see the items that a creature carries.
    """

    creature: str
    items: list[ItemModel]


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


class JoinCombat(Struct, kw_only=True, tag_field='type', tag='JoinCombat'):
    """
    Add a creature to the fight.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    side: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    surprised: bool | UnsetType = False


class KeepFaces(Struct, kw_only=True, tag_field='type', tag='KeepFaces'):
    """
    Keep the faces of a roll without a reroll. Poison and flames then take effect.
    """

    roll: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class KeepSuccesses(Struct, kw_only=True, tag_field='type', tag='KeepSuccesses'):
    """
    Finish a roll: no more successes can be bought or given away.
    """

    roll: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class KernelRolledFor(Struct, kw_only=True):
    """
    Dice of one size that a table rolled for another stream.
    """

    faces: list[int]
    purpose: str
    sides: int


class KinAppeared(Struct, kw_only=True, tag_field='type', tag='KinAppeared'):
    """
    A creature of the adventure appeared. It may wear armor that was taken from the characters. Rule: BN-CAMP-126.
    """

    creature: str
    kin: str
    armor: str | None | UnsetType = UNSET


class KinSacrificed(Struct, kw_only=True, tag_field='type', tag='KinSacrificed'):
    """
    A creature of this kind was sacrificed. `effect` is the effect that the sacrifice sustains.

    `creature` is None if the characters had not met it.

    Rule: BN-SAC-09, BN-R-293
    """

    kin: str
    creature: str | None | UnsetType = UNSET
    effect: str | None | UnsetType = UNSET


class LeaveCombat(Struct, kw_only=True, tag_field='type', tag='LeaveCombat'):
    """
    Remove a creature from the fight, because it fled, was carried off, or was left alone.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class LetRest(Struct, kw_only=True, tag_field='type', tag='LetRest'):
    """
    Apply the season's weeks of rest to the next few creatures after the creature with the number `after`.
    """

    after: Annotated[int, Meta(ge=0, le=2147483648)]


class LetSeasonPass(Struct, kw_only=True, tag_field='type', tag='LetSeasonPass'):
    """
    Let the next season pass without actions. Its weeks go by, and all creatures rest.
    """


class Likelihood(Struct, kw_only=True):
    """
    A total, its probability, and the probability of that total or a higher one.
    """

    at_least: Exact
    chance: Exact
    total: int | str


Character: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class LoadAdventure(Struct, kw_only=True, tag_field='type', tag='LoadAdventure'):
    """
    Start the adventure: its characters wake in the pit as captives, hurt and on foot. Casters wear shackles.
    """

    characters: Annotated[list[Character], Meta(max_length=20, min_length=1)]


class Lore(Struct, kw_only=True):
    """
    A fact about the Cold Iron setting. Source: BN-CHRON-04.
    """

    about: str
    fact: str


class Loss(Struct, kw_only=True):
    """
    A number of successes that an attack loses for one reason.
    """

    count: int
    why: Literal['cover', 'darkness', 'friends', 'posture', 'range', 'reach', 'vest']


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


class MagicSettings(Struct, kw_only=True):
    """
    Settings for magic: its cost, its opposition, and how long it lasts.

    Rule: BN-R-068, BN-R-079, BN-R-118, BN-R-150, BN-R-153, BN-R-154, BN-R-155, BN-R-157, BN-R-158, BN-R-159, BN-R-164,
          BN-R-165, BN-R-169, BN-R-172, BN-R-197, BN-R-247, BN-R-248, BN-R-288, BN-R-291, BN-R-295.
    """

    adventure_magic_already_raised: bool | UnsetType = True
    counter_tie: Literal['effect_ends', 'effect_stays'] | UnsetType = 'effect_stays'
    effect_outlives_caster: bool | UnsetType = True
    fatigue_checked: Literal['after_opposition', 'before_opposition'] | UnsetType = (
        'before_opposition'
    )
    fatigue_window: Literal['fixed', 'rolling_until_fatigued'] | UnsetType = (
        'rolling_until_fatigued'
    )
    healing_magic_rate: Annotated[int, Meta(ge=1, le=10)] | UnsetType = 2
    hindering_on_independent_rolls: bool | UnsetType = False
    holding_an_effect: Literal['each_round', 'first_roll_stays'] | UnsetType = (
        'each_round'
    )
    holding_counts_as_use: bool | UnsetType = True
    large_vessel_assets: Annotated[int, Meta(ge=1, le=10)] | UnsetType = 2
    later_resistance: (
        Literal['breaks_any', 'breaks_lasting', 'refuses_order'] | UnsetType
    ) = 'breaks_lasting'
    magic_attack_type: Literal['by_range', 'missile'] | UnsetType = 'by_range'
    magic_with_mundane_attack: bool | UnsetType = False
    mind_targets: Literal['each_resists', 'one'] | UnsetType = 'one'
    order_above_net: Literal['extra_resist', 'refused'] | UnsetType = 'refused'
    racial_counts_for_themes: bool | UnsetType = True
    sacrifice_may_be_soaked: bool | UnsetType = False
    safe_level_counts: (
        Literal['any_that_serve_magic', 'magic_and_racial', 'magic_only'] | UnsetType
    ) = 'magic_and_racial'
    stored_successes: Literal['gross', 'net'] | UnsetType = 'gross'
    ward_needs_difficulty: bool | UnsetType = False


class MagicUsed(Struct, kw_only=True, tag_field='type', tag='MagicUsed'):
    """
    A creature used magic.

    Shape: number: the number of recent uses, including this one; safe: the number of uses that are safe; tired:
           successes that the roll loses; harder: levels added to its difficulty, None if there is no difficulty or it
           is hidden; lasts: whether the magic is meant to last
    """

    creature: str
    number: int
    safe: int
    harder: int | None | UnsetType = UNSET
    lasts: bool | UnsetType = False
    tired: int | UnsetType = 0


class MagnitudeNamed(Struct, kw_only=True, tag_field='type', tag='MagnitudeNamed'):
    """
    The game master set the degree of control that an order needs.
    """

    magnitude: int
    order: str


class Making(Struct, kw_only=True):
    """
    An object that a creature has succeeded in making, until the maker receives it and chooses its improvements.

    Rule: BN-MAST-10, BN-MAST-12

    Shape: days: the days that making it takes; ready_day, ready_hour: the day and hour at which these days have passed;
           item: its name in the catalogue; steps: the maximum number of improvements; sooner_day: the day on which it
           is ready if it is left without improvements, where this makes a difference (BN-R-381)
    """

    aim: str
    creature: str
    days: int
    id: str
    item: str | None | UnsetType = UNSET
    ready_day: int | UnsetType = 1
    ready_hour: int | UnsetType = 0
    sooner_day: int | None | UnsetType = UNSET
    steps: int | UnsetType = 0


class Mastery(Struct, kw_only=True):
    """
    A mastery icon of a skill.

    Source: BN-MAST-07 to BN-MAST-57
    Shape:  options: the icons it may count as, one at a time; condition: the circumstances in which an option applies;
            special: additional effects; attack_only: whether it counts only for attacks, never for defence; silent:
            whether it counts as an icon of its own skill only because of a ruling (BN-R-023), not by its printed text
    """

    attack_only: bool
    colour: str
    condition: dict[str, str]
    name: str
    options: list[dict[str, int]]
    shape: str
    silent: bool
    skill: str
    special: dict[str, Any]


class MasterySettings(Struct, kw_only=True):
    """
    Settings for mastery icons.

    Rule: BN-R-019, BN-R-021, BN-R-023, BN-R-027, BN-R-030, BN-R-031, BN-R-032, BN-R-033, BN-R-034, BN-R-035,
    BN-R-036, BN-R-037.
    """

    accuracy_applies_to: Literal['all_cover', 'physical_cover'] | UnsetType = (
        'all_cover'
    )
    companion_builder: Literal['gm', 'player_with_gm_approval'] | UnsetType = (
        'player_with_gm_approval'
    )
    driven_floor_percent: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 25
    endurance_cancels: Literal['one_die_result', 'one_point'] | UnsetType = (
        'one_die_result'
    )
    horseman_gives: Literal['all_riding_successes', 'own_icons'] | UnsetType = (
        'own_icons'
    )
    mastery_on_same_die: bool | UnsetType = False
    mastery_prerequisite_counts: (
        Literal['any_icon_of_skill', 'basic_only'] | UnsetType
    ) = 'basic_only'
    medic_bonus_max: Annotated[int, Meta(ge=1, le=10)] | UnsetType = 2
    night_vision_in_any_task: bool | UnsetType = True
    silent_mastery_counts_as_one: bool | UnsetType = True
    two_weapon_trigger: Literal['owned', 'rolled'] | UnsetType = 'rolled'
    weaponsmith_steps_per_successes: Annotated[int, Meta(ge=1, le=10)] | UnsetType = 2


QuantilesAdditionalProperty1: TypeAlias = Annotated[
    str, Meta(description='an exact number', pattern='^-?\\d+(/\\d+)?$')
]


QuantilesAdditionalProperty: TypeAlias = tuple[int | QuantilesAdditionalProperty1 | None, int | QuantilesAdditionalProperty1, int | QuantilesAdditionalProperty1 | None]


Width: TypeAlias = Annotated[
    str, Meta(description='an exact number', pattern='^-?\\d+(/\\d+)?$')
]


class Mount(Struct, kw_only=True, tag_field='type', tag='Mount'):
    """
    Mount a creature on a beast that the game master says can be ridden.

    Any creature that fits on its back may ride it, even another beast, but not a horde. A mount trained for war gives
    its rider the edge in a fight only if the rider has a Riding icon.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    mount: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class Mounted(Struct, kw_only=True, tag_field='type', tag='Mounted'):
    """
    A creature mounted a beast.
    """

    creature: str
    mount: str


class NamePrepared(Struct, kw_only=True, tag_field='type', tag='NamePrepared'):
    """
    Show players the name of a prepared creature: its own name, or a name for what they believe it is.

    The creature's dice and items stay hidden until the game master shows them.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    name: Name | None | UnsetType = UNSET


class NameShown(Struct, kw_only=True, tag_field='type', tag='NameShown'):
    """
    Players learned the name of a creature whose dice are still hidden.
    """

    creature: str
    name: str


Alias: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class NamedDie(Struct, kw_only=True):
    """
    A standard die for beasts or for the cast (the game master's people).
    """

    faces: Annotated[list[Face1], Meta(max_length=6, min_length=6)]
    kind: Literal['beast', 'cast']
    name: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    aliases: Annotated[list[Alias], Meta(max_length=10)] | UnsetType = field(
        default_factory=list
    )


class NamedOnly(Struct, kw_only=True):
    """
    A culture, background or occupation that the rule book only names. A campaign may supply its data.
    """

    kind: Literal['background', 'culture', 'occupation']
    name: str


class NamedTheme(Struct, kw_only=True):
    """
    A theme of magic in the adventure. Source: BN-ADV-13.
    """

    effect: str
    limitation: str
    name: str


Item2: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


Race1: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


Culture1: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


LeadsToItem: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


LeadsTo: TypeAlias = Annotated[list[LeadsToItem], Meta(max_length=100)]


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


Number: TypeAlias = Annotated[int, Meta(ge=1, le=100)]


Title1: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


ClosesIn: TypeAlias = Annotated[int, Meta(ge=1, le=31622400)]


Weeks: TypeAlias = Annotated[int, Meta(ge=0, le=52)]


class OpenSeason(Struct, kw_only=True, tag_field='type', tag='OpenSeason'):
    """
    Open the next off-stage season. The first season needs a name.

    `weeks` is the number of weeks of rest, by default the setting `weeks_per_season`. `closes_in` is the number of
    seconds until a deadline, if the season has one. `results` names the seats that see the results of actions while the
    season closes.
    """

    closes_in: ClosesIn | None | UnsetType = UNSET
    name: Literal['fall', 'spring', 'summer', 'winter'] | None | UnsetType = UNSET
    results: Literal['all', 'none', 'own'] | UnsetType = 'none'
    weeks: Weeks | None | UnsetType = UNSET


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


class Opponent(Struct, kw_only=True):
    """
    An opponent of a task, with the skill that it uses. Rule: BN-TASK-08.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    skill: Annotated[
        Literal['Artisan', 'Craft', 'Defend', 'Healer', 'Magic', 'Maneuver', 'Melee', 'Mental', 'Merchant', 'Missile', 'Outdoorsman', 'Perception', 'Physical', 'Riding', 'Sailor', 'Scholar', 'Social', 'Stealth', 'Thief', 'Unarmed'],
        Meta(
            description='a skill; Physical and Mental mean no skill, so anybody may try'
        ),
    ]
    circumstances: Circumstances | UnsetType = field(
        default_factory=lambda: convert({}, type=Circumstances)
    )


class Order(Struct, kw_only=True):
    """
    An order to a creature whose mind is controlled.

    Shape: magnitude: the degree of control that the order needs, set by the game master; stands: whether the creature
           carries out the order
    """

    effect: str
    id: str
    text: str
    magnitude: int | None | UnsetType = UNSET
    stands: bool | UnsetType = False


class OrderGiven(Struct, kw_only=True, tag_field='type', tag='OrderGiven'):
    """
    A controlled creature received an order.
    """

    order: Order


Die3: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class OrderHinderingRoll(Struct, kw_only=True, tag_field='type', tag='OrderHinderingRoll'):
    """
    Roll hindering dice of a creature outside any task: the named dice, or all of them.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    dice: Annotated[list[Die3], Meta(max_length=10)] | UnsetType = field(
        default_factory=list
    )


class OrderRefused(Struct, kw_only=True, tag_field='type', tag='OrderRefused'):
    """
    A creature refused an order.
    """

    order: str
    why: Literal['beyond', 'resisted']


class OrderStands(Struct, kw_only=True, tag_field='type', tag='OrderStands'):
    """
    An order took effect and replaced the creature's earlier order.
    """

    effect: str
    order: str


class OrderTakenUp(Struct, kw_only=True, tag_field='type', tag='OrderTakenUp'):
    """
    A magically controlled creature declared the action that it was ordered to take, in a round or in a season.
    """

    creature: str
    order: str


class OrderVetoed(Struct, kw_only=True, tag_field='type', tag='OrderVetoed'):
    """
    The game master vetoed a standing order.
    """

    action: str
    order: Literal['automatic', 'reroll', 'success']
    reason: str


class Orders(Struct, kw_only=True):
    """
    Standing orders to spend spiffs, or an automatic success that is used up, when an action is resolved.

    A character that is assigned to another seat loses them, and its new player gives others.

    Rule: BN-R-301, BN-R-355, BN-CAMP-153
    """

    automatic: bool | UnsetType = False
    reroll: bool | UnsetType = False
    success: bool | UnsetType = False


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


class PassRounds(Struct, kw_only=True, tag_field='type', tag='PassRounds'):
    """
    Let a number of rounds pass outside a fight.
    """

    rounds: Annotated[int, Meta(ge=1, le=100000)]


RestingItem: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class PassTime(Struct, kw_only=True, tag_field='type', tag='PassTime'):
    """
    Let hours, days and weeks pass, during which the named creatures rest.

    After any hour, each effect that a sacrifice of value sustains ends, however many rounds it has left. For a few
    rounds, use PassRounds.
    """

    days: Annotated[int, Meta(ge=0, le=10000)] | UnsetType = 0
    hours: Annotated[int, Meta(ge=0, le=10000)] | UnsetType = 0
    resting: Annotated[list[RestingItem], Meta(max_length=1000)] | UnsetType = field(
        default_factory=list
    )
    weeks: Annotated[int, Meta(ge=0, le=10000)] | UnsetType = 0


class Path(Struct, kw_only=True):
    """
    The sources of a Cold Iron character's first dice. Rule: BN-CI-01.
    """

    background: str
    culture: str
    occupations: list[str] | UnsetType = field(default_factory=list)


class PatientTreated(Struct, kw_only=True, tag_field='type', tag='PatientTreated'):
    """
    A creature's wounds were treated.

    Shape: dice: dice restored at once; medic: the number of them restored by Medic icons; days: the days of rest for
           each die from now on, None if the treatment failed; later: whether the dice are restored when the round ends
    """

    creature: str
    successes: int
    task: str
    days: int | None | UnsetType = UNSET
    dice: int | UnsetType = 0
    later: bool | UnsetType = False
    medic: int | UnsetType = 0


class Person(Struct, kw_only=True):
    """
    A person of the adventure, with all possible fates.

    A person starts with the first fate, unless `setting` names a setting of the campaign that decides it.
    """

    about: str
    fates: list[str]
    name: str
    setting: Literal['karl_state_at_start'] | None


class PickUpItem(Struct, kw_only=True, tag_field='type', tag='PickUpItem'):
    """
    Pick up an item from the ground. In a fight, this takes the movement of the round.
    """

    creature: Annotated[
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


Second: TypeAlias = Annotated[
    str,
    Meta(
        description='a face: blank, or icons joined by +, as Melee*2, Enc+Defend or Melee:Riposte',
        max_length=80,
        pattern="^(blank|[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?(\\+[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?)*)$",
    ),
]


class PlaceIcon(Struct, kw_only=True, tag_field='type', tag='PlaceIcon'):
    """
    Place an earned icon on the first die with a blank face, or on a new die with a `second` face.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    icon: Annotated[
        str,
        Meta(
            description='a face: blank, or icons joined by +, as Melee*2, Enc+Defend or Melee:Riposte',
            max_length=80,
            pattern="^(blank|[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?(\\+[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?)*)$",
        ),
    ]
    second: Second | None | UnsetType = UNSET


class PlannedAction(Struct, kw_only=True):
    """
    An action in a character's plan. Income has no opposition, and all other gains have a difficulty.
    """

    skill: Annotated[
        Literal['Artisan', 'Craft', 'Defend', 'Healer', 'Magic', 'Maneuver', 'Melee', 'Mental', 'Merchant', 'Missile', 'Outdoorsman', 'Perception', 'Physical', 'Riding', 'Sailor', 'Scholar', 'Social', 'Stealth', 'Thief', 'Unarmed'],
        Meta(
            description='a skill; Physical and Mental mean no skill, so anybody may try'
        ),
    ]
    damage: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 0
    difficulty: Literal['Almost Impossible', 'Average', 'Challenging', 'Difficult', 'Easy', 'Impossible', 'Simple'] | None | UnsetType = (
        UNSET
    )
    gains: (
        Annotated[
            list[Literal['asset', 'hirelings', 'income', 'information', 'item', 'other', 'property', 'relationship', 'renown', 'travel']],
            Meta(description='Left out: `income`.', max_length=10, min_length=1),
        ]
        | UnsetType
    ) = UNSET
    orders: Orders | UnsetType = field(
        default_factory=lambda: convert({}, type=Orders)
    )


Die4Item: TypeAlias = Annotated[
    str,
    Meta(
        description='a face: blank, or icons joined by +, as Melee*2, Enc+Defend or Melee:Riposte',
        max_length=80,
        pattern="^(blank|[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?(\\+[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?)*)$",
    ),
]


Die4: TypeAlias = Annotated[list[Die4Item], Meta(max_length=6, min_length=6)]


PlanItem: TypeAlias = Annotated[list[PlannedAction], Meta(max_length=3)]


class Planner(Struct, kw_only=True):
    """
    A character and its plan, which lists the actions of each season. After the last season, the plan starts again.

    The character's first four dice come from its creation. Its later dice were earned, and their blank faces come last.
    """

    dice: Annotated[list[Die4], Meta(max_length=10, min_length=4)]
    plan: Annotated[list[PlanItem], Meta(max_length=4, min_length=1)]
    assets: (
        Annotated[
            list[Literal['Artisan', 'Craft', 'Healer', 'Magic', 'Merchant', 'Sailor', 'Scholar', 'Thief']],
            Meta(description='Left out: none.', max_length=10),
        ]
        | UnsetType
    ) = UNSET
    coins: Annotated[int, Meta(ge=0, le=1000000)] | UnsetType = 0
    race: (
        Annotated[
            str,
            Meta(description='one line of text', max_length=200, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$'),
        ]
        | UnsetType
    ) = 'Human'


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


class PlayersMaySettings(Struct, kw_only=True):
    """
    Settings for what players may do alone, and what needs the game master's consent. Rule: BN-CAMP-01.
    """

    change_equipment: Literal['alone', 'propose'] | UnsetType = 'alone'
    create_characters: Literal['alone', 'propose'] | UnsetType = 'alone'


class PoisonFaces(Struct, kw_only=True):
    """
    The number of faces of a six-sided poison die that show Poison, for each intensity.
    """

    average: Annotated[int, Meta(ge=1, le=6)] | UnsetType = 2
    strong: Annotated[int, Meta(ge=1, le=6)] | UnsetType = 3
    weak: Annotated[int, Meta(ge=1, le=6)] | UnsetType = 1


class PostureChanged(Struct, kw_only=True, tag_field='type', tag='PostureChanged'):
    """
    A creature lay down or rose.
    """

    creature: str
    prone: bool


class Power(Struct, kw_only=True):
    """
    A power level of cast members, with the minimum and maximum number of their dice.

    Source: BN-CAST-03 to BN-CAST-08
    """

    least: int
    level: str
    most: int


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


class PreparedNamed(Struct, kw_only=True, tag_field='type', tag='PreparedNamed'):
    """
    Players learned the name of a prepared creature, and that it is there, but nothing else about it.
    """

    creature: str
    name: str


Action1: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class PreviewBody(Struct, kw_only=True):
    """
    The strategic actions whose odds are requested.
    """

    actions: Annotated[list[Action1], Meta(max_length=10, min_length=1)]


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


class Put(Struct, kw_only=True):
    """
    The use of one die's successes. `die` is a die of the roll, or `bonus` for bought and automatic successes.

    Shape: way: the index, from 0, of the chosen way to read the face
    """

    die: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    attack: Annotated[list[Aimed], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )
    defend: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 0
    way: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 0


class PuzzleGoal(Struct, kw_only=True):
    """
    The goal of an opened puzzle; `last` is the number of the last turn in which the goal can be reached.
    """

    last: int
    reach: str
    seat: str
    turns: Annotated[int, Meta(ge=1, le=9007199254740991)]


Use: TypeAlias = Annotated[
    str,
    Meta(
        description='a face: blank, or icons joined by +, as Melee*2, Enc+Defend or Melee:Riposte',
        max_length=80,
        pattern="^(blank|[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?(\\+[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?)*)$",
    ),
]


class Race(Struct, kw_only=True):
    """
    A race, and the uses of its icon.

    Each racial icon that is rolled counts as one of these uses. Source: BN-RACE-02 to BN-RACE-08.
    """

    name: Annotated[
        str,
        Meta(
            description='2 to 31 letters A to Z without blanks, a capital first, as HalfOrc',
            pattern='^[A-Z][A-Za-z]{1,30}$',
        ),
    ]
    uses: Annotated[list[Use], Meta(max_length=6, min_length=1)]
    colour: (
        Annotated[
            str,
            Meta(description='one line of text', max_length=200, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$'),
        ]
        | UnsetType
    ) = 'black'
    letter: (
        Annotated[
            str,
            Meta(description='one line of text', max_length=200, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$'),
        ]
        | UnsetType
    ) = '?'


class ReachDeadline(Struct, kw_only=True, tag_field='type', tag='ReachDeadline'):
    """
    Close the season because its deadline has passed. Actions without terms lapse.
    """


class ReadyItem(Struct, kw_only=True, tag_field='type', tag='ReadyItem'):
    """
    Put on an item or take it in hand: its die is rolled from now on.
    """

    creature: Annotated[
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


Creature1: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class RecordSession(Struct, kw_only=True, tag_field='type', tag='RecordSession'):
    """
    Record a session that was played, and the characters that took part.
    """

    creatures: Annotated[list[Creature1], Meta(max_length=100, min_length=1)]


class ReleaseEffect(Struct, kw_only=True, tag_field='type', tag='ReleaseEffect'):
    """
    End an effect that your own creature holds. No task is needed.

    If the caster has left the campaign, the game master may end the effect.
    """

    effect: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class Remaining(Struct, kw_only=True):
    """
    An estimate of the remaining work: how many `trials` will probably be needed, and how many `seconds` they take.

    `seconds` is unknown before the first chunk is complete.
    """

    seconds: float | None
    trials: int


class RemedyHindering(Struct, kw_only=True, tag_field='type', tag='RemedyHindering'):
    """
    Remove a poison or flaming die. `remedy` says what removed it.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    die: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    remedy: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]


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


Face5: TypeAlias = Annotated[int, Meta(ge=1, le=6)]


class ReportDice(Struct, kw_only=True, tag_field='type', tag='ReportDice'):
    """
    Enter the faces that your own dice show at the table, for the next roll of a creature.

    List the creature's own dice first, then its items' dice, then hindering dice. The command that makes the roll uses
    these faces, and its sender enters the faces of all other dice.

    If the dice change before the roll, enter all faces again: those of dice that you entered before stay the same.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    faces: Annotated[list[Face5], Meta(max_length=100, min_length=1)]


class Reported(Struct, kw_only=True):
    """
    Faces that a player entered for a creature's next roll. Rule: BN-CAMP-163, BN-CAMP-198.

    `dice` names the die of each face, as in `Shown`. It is empty under versions 0 and 1 of the rules.
    """

    faces: list[int]
    of: str
    dice: list[str] | UnsetType = field(default_factory=list)


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


class ResistMagic(Struct, kw_only=True, tag_field='type', tag='ResistMagic'):
    """
    Roll to resist magic. Universal, Mental and racial icons on the creature's own dice count. No task is needed.
    """

    resistance: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class Resistance(Struct, kw_only=True):
    """
    The resistance of a mind against magic that would control it, or against an order.

    Rule: BN-MIND-01, BN-MIND-09

    Shape: successes: the number of successes that the mind must equal; makes: the control that begins if it fails, with
           the degree still open; result: the result of the casting, if the casting aimed at this mind only; order,
           effect: the order that the mind may refuse, and the control that gives the order its force; roll: the roll of
           the resisting creature; check: the adventure's check that depends on the outcome
    """

    caster: str
    creature: str
    id: str
    successes: int
    theme: str
    what: str
    check: str | None | UnsetType = UNSET
    effect: str | None | UnsetType = UNSET
    makes: Effect | None | UnsetType = UNSET
    order: str | None | UnsetType = UNSET
    result: str | None | UnsetType = UNSET
    roll: str | None | UnsetType = UNSET


class ResistanceLapsed(Struct, kw_only=True, tag_field='type', tag='ResistanceLapsed'):
    """
    A resistance lapsed, because the magic or the order that it resisted has ended.
    """

    resistance: str


class ResistanceOpened(Struct, kw_only=True, tag_field='type', tag='ResistanceOpened'):
    """
    A mind may resist magic or an order.
    """

    resistance: Resistance


class ResistanceRolled(Struct, kw_only=True, tag_field='type', tag='ResistanceRolled'):
    """
    The dice of a resistance were rolled.
    """

    resistance: str
    roll: str


class ResistanceSettled(Struct, kw_only=True, tag_field='type', tag='ResistanceSettled'):
    """
    A resistance was settled. `net` is the magic's successes minus the mind's. `holds` says whether the magic works.

    Shape: narrator: the seat that narrates, None for the game master; caster, check: set for a check of the adventure
    """

    creature: str
    holds: bool
    net: int
    resistance: str
    successes: int
    caster: str | None | UnsetType = UNSET
    check: str | None | UnsetType = UNSET
    narrator: str | None | UnsetType = UNSET


class ResolveAction(Struct, kw_only=True, tag_field='type', tag='ResolveAction'):
    """
    Roll the next action of a closing season.
    """

    action: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class RestBroken(Struct, kw_only=True, tag_field='type', tag='RestBroken'):
    """
    A creature's hours of rest were reset by new damage, a fight, or time without rest.
    """

    creature: str


class RestCounted(Struct, kw_only=True, tag_field='type', tag='RestCounted'):
    """
    Rest healed this much damage. The remaining hours count towards the next die.
    """

    creature: str
    dice: int
    hours: int


class ResultTold(Struct, kw_only=True, tag_field='type', tag='ResultTold'):
    """
    A seat narrated a result.
    """

    result: str
    text: str


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


class Reward(Struct, kw_only=True):
    """
    A reward in spiffs (points that players may spend) for each character who escapes.

    Nobody earns it if its `person` has one of the fates in `lost`.

    Source: BN-ADV-102 to BN-ADV-105
    """

    id: str
    lost: list[str]
    person: str | None
    rule: str
    spiffs: int
    when: str


class Riding(Struct, kw_only=True):
    """
    Hindering dice (poison or flames) that a target receives with the damage of one attack. Rule: BN-R-182.
    """

    damage: int
    gives: list[Literal['flaming', 'poison']]


class RollAction(Struct, kw_only=True, tag_field='type', tag='RollAction'):
    """
    Enter the faces that were rolled for the season's next action, where dice are rolled at a physical table.

    If damage takes dice at random, a failure needs their order too: a number for each die of the creature.
    """

    action: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class RollMoved(Struct, kw_only=True, tag_field='type', tag='RollMoved'):
    """
    A roll moved to its next stage.
    """

    roll: str
    stage: Literal['faces', 'final', 'hurt', 'successes']


class RollRound(Struct, kw_only=True, tag_field='type', tag='RollRound'):
    """
    Roll the dice of the round for all fighters. A horde rolls once for each target.

    The game master sends this command. If `round_rolled_by` is `fighters`, any player with a fighter may send it too.
    """


class RollTask(Struct, kw_only=True, tag_field='type', tag='RollTask'):
    """
    Roll a task.

    The game master rolls it if its terms are hidden, or if an opponent is partly hidden from players.
    """

    task: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


Die5Item: TypeAlias = Annotated[
    str,
    Meta(
        description='a face: blank, or icons joined by +, as Melee*2, Enc+Defend or Melee:Riposte',
        max_length=80,
        pattern="^(blank|[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?(\\+[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?)*)$",
    ),
]


Die5: TypeAlias = Annotated[list[Die5Item], Meta(max_length=6, min_length=6)]


HinderingItemItem: TypeAlias = Annotated[
    str,
    Meta(
        description='a face: blank, or icons joined by +, as Melee*2, Enc+Defend or Melee:Riposte',
        max_length=80,
        pattern="^(blank|[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?(\\+[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?)*)$",
    ),
]


HinderingItem: TypeAlias = Annotated[
    list[HinderingItemItem], Meta(max_length=6, min_length=6)
]


class RosterSettings(Struct, kw_only=True):
    """
    Settings for the maximum number of characters, including prepared ones. Rule: BN-CAMP-131.
    """

    most_characters: Annotated[int, Meta(ge=1, le=1000)] | UnsetType = 100


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
    A round began. Every fighter has to declare. Rule: BN-CMB-01, BN-R-103.
    """

    round: int


class RoundCompared(Struct, kw_only=True, tag_field='type', tag='RoundCompared'):
    """
    All attacks of the round were compared with defence. All their damage is dealt at the same time.

    `lapsed` lists the fighters who gave no coup de grace, since the target was healed, had left, or was out of reach.
    """

    lapsed: list[str] | UnsetType = field(default_factory=list)


Defy: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class RoundMagic(Struct, kw_only=True):
    """
    The game master's decision on what a fighter's magic can do in a round.

    Rule: BN-MAGC-01, BN-MAGC-02, BN-MAGC-06

    Shape: attacks, protects: whether its successes may attack, or defend; ranged: whether it attacks at a distance, not
           by touch or around its caster; goes_on: whether its effect may be held in later rounds; takes_victim: whether
           the game master accepts the blood sacrifice; defies: effects whose stored successes oppose it
    """

    attacks: bool | UnsetType = False
    defies: Annotated[list[Defy], Meta(max_length=10)] | UnsetType = field(
        default_factory=list
    )
    goes_on: bool | UnsetType = False
    protects: bool | UnsetType = False
    ranged: bool | UnsetType = False
    takes_victim: bool | UnsetType = False


class RoundMagicSet(Struct, kw_only=True, tag_field='type', tag='RoundMagicSet'):
    """
    The game master set what a caster's magic can do in the round. If `magic` is None, the caster does not try it.
    """

    creature: str
    magic: RoundMagic | None


class RoundMagicSettled(Struct, kw_only=True, tag_field='type', tag='RoundMagicSettled'):
    """
    The round's magic was settled. Its successes are those left after the cap, fatigue, encumbrance and fear.
    """

    creature: str
    successes: int


class RoundRolled(Struct, kw_only=True, tag_field='type', tag='RoundRolled'):
    """
    The dice of the round were rolled.
    """

    fighters: list[BonesRolledFor]


class RoundTaskSettled(Struct, kw_only=True, tag_field='type', tag='RoundTaskSettled'):
    """
    A task of the round was settled.

    `gross` is the number of successes before Nulls. `escaped` lists the opponents that the fighter escaped, and
    `together` the mount or riders that escaped them with it.
    """

    creature: str
    escaped: list[str]
    gross: int
    together: list[str] | UnsetType = field(default_factory=list)


class RoundsPassed(Struct, kw_only=True, tag_field='type', tag='RoundsPassed'):
    """
    A number of rounds passed outside a fight.
    """

    rounds: int


class RoundsRanDown(Struct, kw_only=True, tag_field='type', tag='RoundsRanDown'):
    """
    Some rounds passed for which sacrifices of value had paid.

    `fresh` lists new effects, for which this round does not count.
    """

    effects: list[str]
    fresh: list[str]
    rounds: int


class Row(Struct, kw_only=True):
    """
    A value (or the lowest value of a bin), its count, and the share of trials with at least that value.
    """

    at_least: float
    times: int
    value: int | Value


Die6: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


Faces2Item: TypeAlias = Annotated[
    str,
    Meta(
        description='a face: blank, or icons joined by +, as Melee*2, Enc+Defend or Melee:Riposte',
        max_length=80,
        pattern="^(blank|[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?(\\+[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?)*)$",
    ),
]


Faces2: TypeAlias = Annotated[list[Faces2Item], Meta(max_length=6, min_length=6)]


class Run(Struct, kw_only=True):
    """
    A number of identical dice, given by the name of a standard die or by their faces.
    """

    n: Annotated[int, Meta(ge=1, le=10)]
    die: Die6 | None | UnsetType = UNSET
    faces: Faces2 | None | UnsetType = UNSET


Die7: TypeAlias = Annotated[int, Meta(ge=1, le=40)]


class SacrificeHealth(Struct, kw_only=True, tag_field='type', tag='SacrificeHealth'):
    """
    Sacrifice one of a caster's dice to sustain an effect that the caster holds.

    Without `die`, ask to spend spiffs (points that players may spend) to soak up the damage instead. The game master
    allows or vetoes this use.
    """

    effect: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    die: Die7 | None | UnsetType = UNSET


class SacrificeMade(Struct, kw_only=True, tag_field='type', tag='SacrificeMade'):
    """
    A casting used up its sacrifice: the item `gem`, which was worth `coins`, or a `victim`.
    """

    creature: str
    task: str
    coins: int | UnsetType = 0
    gem: str | None | UnsetType = UNSET
    victim: str | None | UnsetType = UNSET


class SaltAdded(Struct, kw_only=True, tag_field='type', tag='SaltAdded'):
    """
    A seat added its salt to the seed epoch.
    """

    epoch: int
    salt: str
    seat: str


class Sample(Struct, kw_only=True):
    """
    A beast or member of the cast that the rule book prints.
    """

    dice: Annotated[list[Run], Meta(max_length=10, min_length=1)]
    kind: Literal['beast', 'cast']
    name: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    flying: Flying | None | UnsetType = UNSET
    move: (
        Annotated[
            str,
            Meta(description='a move score, as 1, 4 or 0.5', pattern='^\\d{1,3}(\\.5)?$'),
        ]
        | UnsetType
    ) = '1'


class SceneSet(Struct, kw_only=True, tag_field='type', tag='SceneSet'):
    """
    The game master changed the scene of the fight.
    """

    between: list[Between] | UnsetType = field(default_factory=list)
    caught: list[str] | UnsetType = field(default_factory=list)
    light: Literal['bright', 'partial darkness', 'total darkness'] | None | UnsetType = (
        UNSET
    )
    order: list[str] | None | UnsetType = UNSET


class SeasonClosing(Struct, kw_only=True, tag_field='type', tag='SeasonClosing'):
    """
    The season is closing. The event names the seats that see its results, and the actions that lapsed.
    """

    results: Literal['all', 'none', 'own']
    lapsed: list[str] | UnsetType = field(default_factory=list)


class SeasonEnded(Struct, kw_only=True, tag_field='type', tag='SeasonEnded'):
    """
    The season ended. Assets granted only for this season no longer count.
    """

    season: int


class SeasonRested(Struct, kw_only=True, tag_field='type', tag='SeasonRested'):
    """
    All creatures with numbers up to this one have rested for the season.
    """

    upto: int


class SeasonsSettings(Struct, kw_only=True):
    """
    Settings for off-stage seasons.

    Rule: BN-R-071, BN-R-072, BN-R-073, BN-R-076, BN-R-077, BN-R-078, BN-R-246, BN-R-300.
    """

    assets_pay_without_success: bool | UnsetType = True
    assets_serve: Literal['any_skill', 'named_skill'] | UnsetType = 'named_skill'
    gm_may_end_season: bool | UnsetType = False
    income_actions_per_season: Annotated[int, Meta(ge=1, le=3)] | UnsetType = 1
    off_stage_damage: Literal['gm_states', 'none'] | UnsetType = 'gm_states'
    season_resolution: Literal['at_close', 'at_once'] | UnsetType = 'at_close'
    temporary_asset_season: Literal['first_use', 'season_made'] | UnsetType = (
        'first_use'
    )
    weeks_per_season: Annotated[int, Meta(ge=1, le=52)] | UnsetType = 13


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


class SecretBonesResult(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: BonesResult | UnsetType = UNSET


class SecretDeclaration(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: Declaration | UnsetType = UNSET


class SecretFateList(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: list[Fate] | UnsetType = UNSET


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


class SeenAdventure(Struct, kw_only=True):
    """
    An adventure that has been loaded. Only the game master sees its `stock`, `people` and `consort`.
    """

    area: str
    armor: list[str]
    characters: list[str]
    come: int
    consort: str | None
    day: int
    done: list[str]
    kin: dict[str, str]
    leader: str
    name: str
    people: dict[str, str]
    stock: dict[str, int]
    wall: list[str]


class SeenAimed(Struct, kw_only=True):
    """
    A number of successes that attack one target.
    """

    count: Annotated[int, Meta(ge=1, le=20)]
    target: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class SeenAsset(Struct, kw_only=True):
    """
    An asset that adds to income.
    """

    id: str
    name: str
    season: int | None
    skill: str
    temporary: bool


class SeenBetween(Struct, kw_only=True):
    """
    The distance and cover between two fighters.
    """

    attacker: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    cover: Annotated[int, Meta(ge=0, le=100)]
    distance: Annotated[int, Meta(ge=0, le=100000)]
    friends: Friends | None
    reach: bool | None
    size: Annotated[int, Meta(ge=1, le=100)]
    target: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class SeenCasting(Struct, kw_only=True):
    """
    A use of magic.
    """

    affects: Annotated[list[Literal['body', 'mind', 'soul']], Meta(max_length=3)]
    coins: Annotated[int, Meta(ge=0, le=1000000)]
    gem: Gem | None
    theme: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    victim: Victim | None


class SeenCircumstances(Struct, kw_only=True):
    """
    The circumstances that make a roll easier or harder.
    """

    aids: Annotated[
        list[Literal['art', 'by_sight', 'healing', 'tool_missing']], Meta(max_length=4)
    ]
    cover: Annotated[int, Meta(ge=0, le=100)]
    distance: Annotated[int, Meta(ge=0, le=100000)]
    gain: Annotated[int, Meta(ge=0, le=100)]
    ground: Literal['broken', 'open']
    light: Literal['bright', 'partial darkness', 'total darkness']
    loss: Annotated[int, Meta(ge=0, le=100)]


class SeenDeclaration(Struct, kw_only=True):
    """
    The declaration of a fighter.
    """

    aim: Aim | None
    casting: SeenCasting | None
    doing: Literal['coup_de_grace', 'fight', 'magic', 'move', 'nothing', 'other']
    holds: Holds | None
    posture: Literal['lie', 'rise'] | None
    skill: Literal['Artisan', 'Craft', 'Defend', 'Healer', 'Magic', 'Maneuver', 'Melee', 'Mental', 'Merchant', 'Missile', 'Outdoorsman', 'Perception', 'Physical', 'Riding', 'Sailor', 'Scholar', 'Social', 'Stealth', 'Thief', 'Unarmed'] | None
    target: Target | None
    targets: Annotated[list[Target], Meta(max_length=40)]
    unarmed: bool
    weapons: Annotated[list[Weapon], Meta(max_length=2)]


class SeenDice(Struct, kw_only=True):
    """
    Dice that will be rolled: the dice of `creature`, or challenge dice if `creature` is None.
    """

    count: int
    creature: str | None


Face6: TypeAlias = Annotated[
    str,
    Meta(
        description='a face: blank, or icons joined by +, as Melee*2, Enc+Defend or Melee:Riposte',
        max_length=80,
        pattern="^(blank|[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?(\\+[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?)*)$",
    ),
]


class SeenDie(Struct, kw_only=True):
    """
    A die with its number. `lost` means that the creature lost it to damage.
    """

    faces: Annotated[list[Face6], Meta(max_length=6, min_length=6)]
    lost: bool
    note: Note | None
    number: int
    of: Of | None


class SeenEffect(Struct, kw_only=True):
    """
    A lasting effect of magic.
    """

    caster: str
    degree: int | None
    die: int | None
    held: bool
    id: str
    kind: Literal['effect', 'mind', 'ward']
    lasts: Literal['blood', 'health', 'held', 'value']
    rounds: int | None
    successes: int
    target: str | None
    theme: str
    what: str


class SeenFall(Struct, kw_only=True):
    """
    A fall that a Maneuver roll may soften.
    """

    creature: str
    height: int
    id: str
    roll: str | None
    surface: Literal['hard', 'yielding']


class SeenGives(Struct, kw_only=True):
    """
    A number of successes, and how they may be used.
    """

    attack: Literal['', 'any', 'melee', 'missile']
    capped: bool
    count: int
    defend: Literal['', 'any', 'melee', 'missile']
    rider: Literal['flaming', 'poison'] | None


class SeenItem(Struct, kw_only=True):
    """
    An item of a creature or on the ground.
    """

    beside: str | None
    faces: list[Face6] | None
    group: Literal['armor', 'magic item', 'melee weapon', 'missile weapon', 'other', 'shield']
    id: str
    increment: int | None
    name: str
    ready: bool
    thrown: bool
    two_handed: bool


class SeenMagic(Struct, kw_only=True):
    """
    The cost of a creature's magic now: recent uses, the safe level, and the successes that its next use loses.

    `themes` is the number of themes that its dice allow.
    """

    next_loses: int
    safe_level: int
    themes: int
    used: int


class SeenMaking(Struct, kw_only=True):
    """
    An object that a creature has succeeded in making and not received yet.
    """

    aim: str
    creature: str
    days: int
    id: str
    item: str | None
    ready_day: int
    ready_hour: int
    sooner_day: int | None
    steps: int


class SeenOpponent(Struct, kw_only=True):
    """
    An opponent of a task.
    """

    circumstances: SeenCircumstances
    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    skill: Annotated[
        Literal['Artisan', 'Craft', 'Defend', 'Healer', 'Magic', 'Maneuver', 'Melee', 'Mental', 'Merchant', 'Missile', 'Outdoorsman', 'Perception', 'Physical', 'Riding', 'Sailor', 'Scholar', 'Social', 'Stealth', 'Thief', 'Unarmed'],
        Meta(
            description='a skill; Physical and Mental mean no skill, so anybody may try'
        ),
    ]


class SeenOrder(Struct, kw_only=True):
    """
    An order to a controlled creature.
    """

    effect: str
    id: str
    magnitude: int | None
    stands: bool
    text: str


class SeenOrders(Struct, kw_only=True):
    """
    Standing orders to spend spiffs, or an automatic success that is used up, when an action is resolved.
    """

    automatic: bool
    reroll: bool
    success: bool


class SeenOutcome(Struct, kw_only=True):
    """
    The outcome of a strategic action, as a seat sees it.
    """

    action: str
    assets: int
    automatic: int
    beyond: int
    coins: int
    creature: str
    earns: bool
    ends_season: bool
    gains: list[Literal['asset', 'hirelings', 'income', 'information', 'item', 'other', 'property', 'relationship', 'renown', 'travel']]
    healed: list[int]
    lapsed: Literal['incapacitated', 'no icon', 'season over'] | None
    lost: list[int]
    made: SeenAsset | None
    margin: int
    narrator: str | None
    nulls: int | None
    season: int
    spiffs: int
    success: bool
    successes: int
    told: str | None
    used: list[str]


class SeenPath(Struct, kw_only=True):
    """
    The sources of a Cold Iron character's dice.
    """

    background: str
    culture: str
    occupations: list[str]


class SeenPut(Struct, kw_only=True):
    """
    A fighter's use of one die's successes.
    """

    attack: list[SeenAimed]
    defend: Annotated[int, Meta(ge=0, le=100)]
    die: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    way: Annotated[int, Meta(ge=0, le=100)]


class SeenResistance(Struct, kw_only=True):
    """
    A mind that may resist magic or an order.
    """

    caster: str
    check: str | None
    creature: str
    effect: str | None
    id: str
    makes: SeenEffect | None
    order: str | None
    result: str | None
    roll: str | None
    successes: int
    theme: str
    what: str


class SeenResult(Struct, kw_only=True):
    """
    The result of a task.
    """

    against: str | None
    aim: str
    creature: str
    hidden: bool
    id: str
    margin: int | None
    metres: str | None
    narrator: str | None
    nulls: int | None
    retried: bool
    skill: str | None
    success: bool
    successes: int | None
    task: str
    told: str | None
    tries: int


class SeenRoundMagic(Struct, kw_only=True):
    """
    The game master's decision on what a caster's magic can do in the round.
    """

    attacks: bool
    defies: Annotated[list[Defy], Meta(max_length=10)]
    goes_on: bool
    protects: bool
    ranged: bool
    takes_victim: bool


BackStory: TypeAlias = Annotated[
    str, Meta(max_length=4000, pattern='^[^\\x00-\\x08\\x0b-\\x1f\\x7f]*$')
]


class SeenSheet(Struct, kw_only=True):
    """
    The sheet of a creature.
    """

    age: Age | None
    back_story: BackStory | None
    description: Description | None
    gender: Gender | None
    name: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    other_equipment: OtherEquipment | None
    race: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]


Counters: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Days: TypeAlias = Annotated[int, Meta(ge=1, le=100000)]


Mind: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Patient: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class SeenTerms(Struct, kw_only=True):
    """
    The terms of a task.
    """

    circumstances: SeenCircumstances
    counters: Counters | None
    days: Days | None
    defies: Annotated[list[Defy], Meta(max_length=10)]
    difficulty: Literal['Almost Impossible', 'Average', 'Challenging', 'Difficult', 'Easy', 'Impossible', 'Simple'] | None
    holds: Holds | None
    item: Item2 | None
    minds: Annotated[list[Mind], Meta(max_length=10)]
    number: Number | None
    opponents: list[SeenOpponent]
    own_level: bool
    patient: Patient | None
    purpose: Literal['command', 'counter', 'effect', 'hold', 'making', 'mind', 'movement', 'task', 'treatment', 'ward']
    skill: Annotated[
        Literal['Artisan', 'Craft', 'Defend', 'Healer', 'Magic', 'Maneuver', 'Melee', 'Mental', 'Merchant', 'Missile', 'Outdoorsman', 'Perception', 'Physical', 'Riding', 'Sailor', 'Scholar', 'Social', 'Stealth', 'Thief', 'Unarmed'],
        Meta(
            description='a skill; Physical and Mental mean no skill, so anybody may try'
        ),
    ]
    takes_victim: bool


class SeenUse(Struct, kw_only=True):
    """
    A use of spiffs that the game master must allow or veto.
    """

    cost: int
    creature: str
    die: str | None
    id: str
    on: str | None
    seat: str
    text: str | None
    use: Literal['major', 'meaningful', 'minor', 'reroll', 'soak', 'success', 'survive']


class SeenWay(Struct, kw_only=True):
    """
    One way to read a face in a fight.
    """

    ability: str | None
    aims: int
    gives: list[SeenGives]
    sees: int
    works: int


class SeenWound(Struct, kw_only=True):
    """
    Damage that the creature has not taken yet.
    """

    amount: int
    blows: list[int]
    creature: str
    frost: list[int]
    id: str
    past_armor: int
    prefer: list[str]
    riding: list[Riding]
    roll: str | None
    round: int | None
    soaked: bool
    source: Literal['attack', 'damage', 'fall', 'fatigue', 'flaming', 'other', 'poison', 'want']


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


class SessionRecorded(Struct, kw_only=True, tag_field='type', tag='SessionRecorded'):
    """
    A session was recorded, with the characters that played it.

    Shape: banked: characters for whom the session counts towards an icon; since_ten: characters for whom it counts
           towards an automatic success
    """

    creatures: list[str]
    session: int
    banked: list[str] | UnsetType = field(default_factory=list)
    since_ten: list[str] | UnsetType = field(default_factory=list)


class SetCoins(Struct, kw_only=True, tag_field='type', tag='SetCoins'):
    """
    Set the coins of a creature.
    """

    coins: Annotated[int, Meta(ge=0, le=1000000)]
    creature: Annotated[
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


class SetDeadline(Struct, kw_only=True, tag_field='type', tag='SetDeadline'):
    """
    Set the number of seconds after which the season closes by itself. Without a number, remove the deadline.
    """

    closes_in: ClosesIn | None | UnsetType = UNSET


class SetFate(Struct, kw_only=True, tag_field='type', tag='SetFate'):
    """
    Set the fate of a person of the adventure, if the characters' actions have changed it.
    """

    fate: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    person: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
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


class SetMagnitude(Struct, kw_only=True, tag_field='type', tag='SetMagnitude'):
    """
    Set the degree of control that an order needs. The creature can resist an order above degree 3.

    At degree 1, the creature would do it anyway; at 2, it might do it; at 3, it has no strong feeling about it; at 4,
    it would refuse; at 5, it would rather die.
    """

    magnitude: Annotated[int, Meta(ge=1, le=5)]
    order: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class SetRoundMagic(Struct, kw_only=True, tag_field='type', tag='SetRoundMagic'):
    """
    Set what a caster's magic can do in this round.

    Leave out `magic` if the declared magic does not fit its theme. The caster then does not try it.

    The magic `attacks`, `protects`, or does neither. It is `ranged`, or works by touch and around its caster. If it
    `goes_on`, its effect may be held in later rounds. The effects that it `defies` oppose it. `takes_victim` accepts
    the victim of the casting. A victim that was never in the fight then counts as at hand.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    magic: RoundMagic | None | UnsetType = UNSET


Guard: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


CaughtItem: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Order1Item: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Order1: TypeAlias = Annotated[list[Order1Item], Meta(max_length=40)]


class SetScene(Struct, kw_only=True, tag_field='type', tag='SetScene'):
    """
    Change the scene: the light, distance and cover, the order of fighters, or which fighters are caught again.

    `order` is the sequence in which fighters of one group allot. `caught` ends the escapes of these fighters.
    """

    between: Annotated[list[Between], Meta(max_length=200)] | UnsetType = field(
        default_factory=list
    )
    caught: Annotated[list[CaughtItem], Meta(max_length=40)] | UnsetType = field(
        default_factory=list
    )
    light: Literal['bright', 'partial darkness', 'total darkness'] | None | UnsetType = (
        UNSET
    )
    order: Order1 | None | UnsetType = UNSET


Weapons: TypeAlias = Annotated[list[Weapon], Meta(max_length=2)]


class SetWarTraining(Struct, kw_only=True, tag_field='type', tag='SetWarTraining'):
    """
    Set whether a beast is trained for war.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    war_trained: bool


class ShacklesChanged(Struct, kw_only=True, tag_field='type', tag='ShacklesChanged'):
    """
    The shackles of a creature changed.

    The shackles add `levels` to the difficulty of the creature's magic. If `levels` is 0, the creature has no shackles.
    `wall` says whether the creature is chained to a wall. Rule: BN-CAMP-127.
    """

    creature: str
    levels: int
    reason: str
    wall: bool | UnsetType = False


class Sheet(Struct, kw_only=True):
    """
    A creature's sheet, without its dice. Every field is stored, even if it has the default text.

    Rule: BN-SHEET-03
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
    age: Age | None | UnsetType = UNSET
    back_story: BackStory | None | UnsetType = UNSET
    description: Description | None | UnsetType = UNSET
    gender: Gender | None | UnsetType = UNSET
    other_equipment: OtherEquipment | None | UnsetType = UNSET
    race: (
        Annotated[
            str,
            Meta(description='one line of text', max_length=200, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$'),
        ]
        | UnsetType
    ) = 'Human'


class SheetFinished(Struct, kw_only=True, tag_field='type', tag='SheetFinished'):
    """
    The sheet of a draft is finished, with the equipment that its player asks for.
    """

    draft: str
    equipment: list[str]
    sheet: Sheet


class SheetWritten(Struct, kw_only=True, tag_field='type', tag='SheetWritten'):
    """
    Fields of a creature's sheet were changed.
    """

    creature: str
    sheet: Sheet


class ShowCreature(Struct, kw_only=True, tag_field='type', tag='ShowCreature'):
    """
    Show players one hidden part of a creature: its own name, its dice and sheet, or its items.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    what: Literal['dice', 'items', 'name']


class Shown(Struct, kw_only=True):
    """
    A die of a roll, with the face that it shows.

    `die` is `die-3` for the creature's third die, or the id of an item or hindering die. `struck` means that the die
    has left the roll, so that its face no longer counts.
    """

    die: str
    face: str
    kind: Literal['character', 'hindering', 'horde', 'item']
    struck: bool | UnsetType = False


class ShownAbility(Struct, kw_only=True):
    """
    An independent ability that a roll shows, and the number of its icons.
    """

    count: int
    icon: str


class Skill(Struct, kw_only=True):
    """
    A skill, the kind of successes that count for it, and who may try it. Source: BN-SKILL-01 to BN-SKILL-18.
    """

    action: Literal['restricted', 'special', 'universal']
    covers: str
    kind: Literal['mental', 'physical']
    name: str


ChoiceItem: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


Fixed: TypeAlias = Annotated[
    str,
    Meta(
        description='a face: blank, or icons joined by +, as Melee*2, Enc+Defend or Melee:Riposte',
        max_length=80,
        pattern="^(blank|[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?(\\+[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\\*[2-6])?)*)$",
    ),
]


class Slot(Struct, kw_only=True):
    """
    The icons allowed on one face of a new die: a fixed icon, one of several, or any basic skill icon.
    """

    any: bool | UnsetType = False
    choice: Annotated[list[ChoiceItem], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )
    fixed: Fixed | None | UnsetType = UNSET


class SoftenFall(Struct, kw_only=True, tag_field='type', tag='SoftenFall'):
    """
    Roll Maneuver to soften a fall. This does not use up the task of the round, and a caster keeps its effects.
    """

    fall: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class SourceChosen(Struct, kw_only=True, tag_field='type', tag='SourceChosen'):
    """
    The source of the next die was chosen.
    """

    draft: str
    name: str
    of: Literal['background', 'culture', 'occupation']


class SpawnHorde(Struct, kw_only=True, tag_field='type', tag='SpawnHorde'):
    """
    Spawn a horde. Its kind of threat sets the number of its dice.

    If the cast starts hidden in this campaign, players do not see it, unless a player's seat is named.
    """

    threat: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    name: Name | None | UnsetType = UNSET
    seat: Seat | None | UnsetType = UNSET


class SpawnOfAdventure(Struct, kw_only=True, tag_field='type', tag='SpawnOfAdventure'):
    """
    Spawn creatures of one kind, with their items. The adventure limits how many of each kind can appear.

    All seats see the creatures and their names at once, even if the cast starts hidden in this campaign. So spawn them
    only when the characters meet them.
    """

    kin: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    count: Annotated[int, Meta(ge=1, le=20)] | UnsetType = 1


class SpawnSample(Struct, kw_only=True, tag_field='type', tag='SpawnSample'):
    """
    Spawn sample members of the cast, sample beasts or horses. A game master owns them unless a seat is named.

    If the cast starts hidden in this campaign, players do not see them, unless a player's seat is named.
    """

    sample: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    count: Annotated[int, Meta(ge=1, le=20)] | UnsetType = 1
    name: Name | None | UnsetType = UNSET
    seat: Seat | None | UnsetType = UNSET
    war_trained: bool | UnsetType = False


class SpendCoins(Struct, kw_only=True, tag_field='type', tag='SpendCoins'):
    """
    Spend a creature's coins. A player needs the game master's consent (Propose). `on` says what the coins buy.
    """

    coins: Annotated[int, Meta(ge=1, le=1000000)]
    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    on: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]


class SpiffUse(Struct, kw_only=True):
    """
    A use of spiffs that the game master must allow or veto.

    Rule: BN-SPIFF-19, BN-R-087

    Shape: on: the roll or wound that the use changes, or the effect that the soaked sacrifice sustains; die: the die to
           reroll; text: the story that the player adds, or how the character survived
    """

    cost: int
    creature: str
    id: str
    seat: str
    use: Literal['major', 'meaningful', 'minor', 'reroll', 'soak', 'success', 'survive']
    die: str | None | UnsetType = UNSET
    on: str | None | UnsetType = UNSET
    text: str | None | UnsetType = UNSET


class SpiffUseAsked(Struct, kw_only=True, tag_field='type', tag='SpiffUseAsked'):
    """
    A player asked to use spiffs. The game master must allow or veto the use.
    """

    use: SpiffUse


class SpiffUseVetoed(Struct, kw_only=True, tag_field='type', tag='SpiffUseVetoed'):
    """
    The game master vetoed a use of spiffs. `lost` is the number of spiffs that the player lost nevertheless.
    """

    creature: str
    use: str
    lost: int | UnsetType = 0
    reason: str | None | UnsetType = UNSET


class SpiffsAwarded(Struct, kw_only=True, tag_field='type', tag='SpiffsAwarded'):
    """
    A creature earned spiffs (points that players may spend) for a deed.
    """

    creature: str
    deed: Literal['campaign help', 'campaign log', 'good back-story', 'great back-story', 'laughter', 'portrait', 'role-playing']
    spiffs: int


class SpiffsOrdered(Struct, kw_only=True, tag_field='type', tag='SpiffsOrdered'):
    """
    The standing orders of an action were set.
    """

    action: str
    orders: Orders


class SpiffsSettings(Struct, kw_only=True):
    """
    Settings for spiffs (points that players may spend).

    Rule: BN-R-083, BN-R-084, BN-R-086, BN-R-087, BN-R-088, BN-R-089, BN-R-090, BN-R-091.
    """

    back_story_once: bool | UnsetType = True
    bought_success_over_cap: bool | UnsetType = True
    different_spiff_uses_on_one_check: bool | UnsetType = True
    major_change_cost: Annotated[int, Meta(ge=1, le=20)] | UnsetType = 2
    reroll_scope: Literal['own_character_dice', 'own_dice'] | UnsetType = 'own_dice'
    spiffs_owner: Literal['character', 'player'] | UnsetType = 'player'
    survivor_dice_left: Annotated[int, Meta(ge=0, le=1)] | UnsetType = 0
    veto_refunds: bool | UnsetType = True


class SpiffsSpent(Struct, kw_only=True, tag_field='type', tag='SpiffsSpent'):
    """
    The game master allowed a use of spiffs, which were spent. They sustain `effect`, if given. Rule: BN-SPIFF-01.
    """

    creature: str
    spiffs: int
    use: str
    effect: str | None | UnsetType = UNSET


class Stand(Struct, kw_only=True):
    """
    The number of a defender's successes that stop one attacker. Rule: BN-R-271.
    """

    attacker: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    count: Annotated[int, Meta(ge=0, le=100)]


class StandAgainst(Struct, kw_only=True, tag_field='type', tag='StandAgainst'):
    """
    Choose how many of a defender's successes stop each attacker. The service assigns the remaining successes.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    stands: Annotated[list[Stand], Meta(max_length=40)] | UnsetType = field(
        default_factory=list
    )


class StartCombat(Struct, kw_only=True, tag_field='type', tag='StartCombat'):
    """
    Start a fight: name its fighters, the light, and the distances and cover between them. Postures do not change.
    """

    fighters: Annotated[list[Entrant], Meta(max_length=40, min_length=1)]
    between: Annotated[list[Between], Meta(max_length=200)] | UnsetType = field(
        default_factory=list
    )
    light: Literal['bright', 'partial darkness', 'total darkness'] | UnsetType = (
        'bright'
    )


class StartDraft(Struct, kw_only=True, tag_field='type', tag='StartDraft'):
    """
    Begin a Cold Iron character for your own seat, or for the named seat.
    """

    race: (
        Annotated[
            str,
            Meta(description='one line of text', max_length=200, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$'),
        ]
        | UnsetType
    ) = 'Human'
    seat: Seat | None | UnsetType = UNSET


class StateDigested(Struct, kw_only=True, tag_field='type', tag='StateDigested'):
    """
    The digest of the game's state after this decision. Nobody may read it until the log is opened.

    `schema` is the name of the state's schema. Only digests with the same schema name can be compared.
    """

    digest: SecretText
    schema: str


class Step(Struct, kw_only=True):
    """
    One improvement of a die: put an icon on a blank face, double a plain icon, or remove an Enc icon.
    """

    face: Annotated[int, Meta(ge=1, le=6)]
    to: Literal['Defend', 'Melee', 'Missile', 'double', 'lighter']


class Stock(Struct, kw_only=True):
    """
    The number of creatures of one kind that are in the catacombs and have not appeared yet.
    """

    kin: str
    left: int


class StowItem(Struct, kw_only=True, tag_field='type', tag='StowItem'):
    """
    Take off an item or put it away: its die is no longer rolled.
    """

    creature: Annotated[
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


class StretchEnded(Struct, kw_only=True, tag_field='type', tag='StretchEnded'):
    """
    The period for which casters held these effects is over, so the casters must hold them again.
    """

    effects: list[str]


class SuccessBought(Struct, kw_only=True, tag_field='type', tag='SuccessBought'):
    """
    An additional success was bought for a roll with spiffs. Rule: BN-SPIFF-11.
    """

    roll: str


class SuccessGiven(Struct, kw_only=True, tag_field='type', tag='SuccessGiven'):
    """
    A creature gave a die's success to another creature, for that creature's roll or for its task before the roll.
    """

    die: str
    into: str
    roll: str
    to: str


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


class Symbol(Struct, kw_only=True):
    """
    The symbol on a face that marks a success or a hindrance. Source: BN-SYM-01 to BN-SYM-08.
    """

    colour: str
    family: Literal['hindrance', 'success']
    glyph: str
    name: str


class TakeAsset(Struct, kw_only=True, tag_field='type', tag='TakeAsset'):
    """
    Take an asset from a creature.
    """

    asset: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    creature: Annotated[
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


class TakeCommand(Struct, kw_only=True, tag_field='type', tag='TakeCommand'):
    """
    Use an icon as a command instead of a success. A companion or lackey obeys it without a roll.
    """

    die: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    roll: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    to: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


Item4: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class TakeDamage(Struct, kw_only=True, tag_field='type', tag='TakeDamage'):
    """
    Choose which dice a wound takes, by number, and which armor and shields absorb damage and are ruined.
    """

    wound: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    dice: Annotated[list[Die7], Meta(max_length=40)] | UnsetType = field(
        default_factory=list
    )
    items: Annotated[list[Item4], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )


class TakeItem(Struct, kw_only=True, tag_field='type', tag='TakeItem'):
    """
    Take an item from a creature for good: it is used up, stolen, broken or sold.
    """

    creature: Annotated[
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
    reason: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
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


class TaskSettled(Struct, kw_only=True, tag_field='type', tag='TaskSettled'):
    """
    A task was settled, with one result for each opponent. `unseen` is the full result if the terms are hidden.

    The task's rolls stay in the campaign until `DicePutAway`.
    """

    results: list[BonesResult]
    success: bool
    task: str
    successes: int | None | UnsetType = UNSET
    unseen: SecretBonesResult | None | UnsetType = UNSET


class TaskTied(Struct, kw_only=True, tag_field='type', tag='TaskTied'):
    """
    A task was tied and is rolled again.
    """

    task: str


class TaskWithdrawn(Struct, kw_only=True, tag_field='type', tag='TaskWithdrawn'):
    """
    A task was withdrawn or dropped. `reason` says why the game master dropped it.
    """

    task: str
    reason: str | None | UnsetType = UNSET


class TasksSettings(Struct, kw_only=True):
    """
    Settings for tasks: which icons count, caps, and ties.

    Rule: BN-R-003, BN-R-004, BN-R-006, BN-R-008, BN-R-009, BN-R-010, BN-R-014, BN-R-015, BN-R-016, BN-R-017, BN-R-018,
          BN-R-029, BN-R-129, BN-R-130, BN-R-151, BN-R-191, BN-R-192, BN-R-204, BN-R-234, BN-R-245, BN-R-282.
    """

    automatic_success: Literal['permanent', 'spent_on_use'] | UnsetType = 'permanent'
    beyond_impossible: Literal['plus_2_auto_nulls_each', 'stay'] | UnsetType = 'stay'
    cap_before_bonus: bool | UnsetType = True
    cap_counts_lost_dice: bool | UnsetType = False
    cover_affects_perception: bool | UnsetType = False
    cross_skill_counts_for_cap: bool | UnsetType = True
    darkness_affects_perception: Literal['always', 'by_sight', 'never'] | UnsetType = (
        'by_sight'
    )
    given_success_scope: Literal['any_ally', 'same_skill_same_round'] | UnsetType = (
        'same_skill_same_round'
    )
    item_dice_per_roll: (
        Literal['gm_decides', 'one_weapon_one_shield_one_armor'] | UnsetType
    ) = 'one_weapon_one_shield_one_armor'
    items_count_for_cap: bool | UnsetType = False
    mastery_counts_for_cap: bool | UnsetType = True
    missing_tool_levels: Annotated[int, Meta(ge=1, le=10)] | UnsetType = 1
    opposed_tie: Literal['both_fail', 'initiator_fails', 'reroll'] | UnsetType = (
        'initiator_fails'
    )
    perception_distance_rounding: Literal['down', 'up'] | UnsetType = 'down'
    racial_counts_as_general: bool | UnsetType = False
    racial_counts_for_cap: bool | UnsetType = True
    retry_limit: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 0
    two_hands_exclude_shield: bool | UnsetType = False
    unarmed_class: Literal['restricted', 'special'] | UnsetType = 'restricted'
    unarmed_kind: Literal['mental', 'physical'] | UnsetType = 'mental'


class Tell(Struct, kw_only=True, tag_field='type', tag='Tell'):
    """
    Narrate a result, as the seat that is entitled to do so.
    """

    result: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    text: Annotated[
        str, Meta(max_length=4000, pattern='^[^\\x00-\\x08\\x0b-\\x1f\\x7f]*$')
    ]


class TellAction(Struct, kw_only=True, tag_field='type', tag='TellAction'):
    """
    Narrate an action, as the seat that may narrate it. The game master may set the `damage` of a failure.
    """

    action: Annotated[
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
    damage: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 0


class TellOutcomes(Struct, kw_only=True, tag_field='type', tag='TellOutcomes'):
    """
    Publish the next few hidden outcomes of actions. `after` is the number of outcomes published so far.
    """

    after: Annotated[int, Meta(ge=0, le=2147483648)]


Item5: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class Terms(Struct, kw_only=True):
    """
    The terms that the game master sets for a task: its skill, and what the roll is compared with.

    The roll is compared with the challenge dice of a `difficulty`, with the rolls of `opponents`, or with a `number` of
    successes to reach. Without any of these, successes are only counted (BN-R-250). `patient` is the creature that is
    treated or commanded, `days` the days that making something takes, and `item` the catalogue item that is made, if
    any.

    Magic also uses these fields. `own_level`: the difficulty already includes the difficulty of magic and is not
    raised. `defies`: the effects that oppose it. `counters`: the effect to counter. `minds`: the minds at which the
    magic aims, only one unless the settings let several resist. `holds`: the effect to hold. `takes_victim`: the game
    master accepts the victim as a thinking being with a soul.
    """

    skill: Annotated[
        Literal['Artisan', 'Craft', 'Defend', 'Healer', 'Magic', 'Maneuver', 'Melee', 'Mental', 'Merchant', 'Missile', 'Outdoorsman', 'Perception', 'Physical', 'Riding', 'Sailor', 'Scholar', 'Social', 'Stealth', 'Thief', 'Unarmed'],
        Meta(
            description='a skill; Physical and Mental mean no skill, so anybody may try'
        ),
    ]
    circumstances: Circumstances | UnsetType = field(
        default_factory=lambda: convert({}, type=Circumstances)
    )
    counters: Counters | None | UnsetType = UNSET
    days: Days | None | UnsetType = UNSET
    defies: Annotated[list[Defy], Meta(max_length=10)] | UnsetType = field(
        default_factory=list
    )
    difficulty: Literal['Almost Impossible', 'Average', 'Challenging', 'Difficult', 'Easy', 'Impossible', 'Simple'] | None | UnsetType = (
        UNSET
    )
    holds: Holds | None | UnsetType = UNSET
    item: Item5 | None | UnsetType = UNSET
    minds: Annotated[list[Mind], Meta(max_length=10)] | UnsetType = field(
        default_factory=list
    )
    number: Number | None | UnsetType = UNSET
    opponents: Annotated[list[Opponent], Meta(max_length=10)] | UnsetType = field(
        default_factory=list
    )
    own_level: bool | UnsetType = False
    patient: Patient | None | UnsetType = UNSET
    purpose: (
        Literal[
            'command',
            'counter',
            'effect',
            'hold',
            'making',
            'mind',
            'movement',
            'task',
            'treatment',
            'ward',
        ]
        | UnsetType
    ) = 'task'
    takes_victim: bool | UnsetType = False


class Theme(Struct, kw_only=True):
    """
    A theme of a caster's magic, with what the magic can and cannot do. Rule: BN-THEME-04.
    """

    effect: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    limitation: Annotated[
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


class ThemeChanged(Struct, kw_only=True, tag_field='type', tag='ThemeChanged'):
    """
    The game master corrected or removed a theme.
    """

    creature: str
    name: str
    reason: str
    theme: Theme | None | UnsetType = UNSET


class ThemeSet(Struct, kw_only=True, tag_field='type', tag='ThemeSet'):
    """
    A creature gained a theme for its magic.
    """

    creature: str
    theme: Theme


class Thing(Struct, kw_only=True):
    """
    The die of an item in a roll.

    `worn` means that the item is armor or a shield, whose Enc icons can be cancelled.
    """

    faces: Annotated[list[Face6], Meta(max_length=6, min_length=6)]
    worn: bool | UnsetType = False


class ThingFinished(Struct, kw_only=True, tag_field='type', tag='ThingFinished'):
    """
    The maker received the finished item. Rule: BN-CAMP-28.
    """

    making: str


class ThingMade(Struct, kw_only=True, tag_field='type', tag='ThingMade'):
    """
    A creature succeeded in making something, which takes the days given in `making`.

    The days of an item of the catalogue begin when the maker's previous item is ready. If `making` names no item of the
    catalogue, its days begin at once, and nothing more is recorded: the game master decides what was made.

    Rule: BN-R-031, BN-CAMP-182
    """

    making: Making


class Threat(Struct, kw_only=True):
    """
    A kind of horde, which the rules call a threat, and the number of dice that such a horde has.

    Source: BN-HORDE-05 to BN-HORDE-10
    """

    dice: Annotated[int, Meta(ge=1, le=20)]
    example: Annotated[
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


class TimeCorrected(Struct, kw_only=True, tag_field='type', tag='TimeCorrected'):
    """
    The game master corrected the day and hour.
    """

    day: int
    hour: int
    reason: str


class TimePassed(Struct, kw_only=True, tag_field='type', tag='TimePassed'):
    """
    A number of hours passed, during which these creatures rested.
    """

    hours: int
    resting: list[str]


class TimetableAdvanced(Struct, kw_only=True, tag_field='type', tag='TimetableAdvanced'):
    """
    An event of the adventure's timetable happened, or would have happened if the characters had not interfered.

    Shape: place: the position of the event in its day, from 1; area: the area of the captives, for an event about them

    Rule: BN-CAMP-129
    """

    day: int
    event: SecretText
    place: int
    time: str
    area: str | None | UnsetType = UNSET
    interfered: str | None | UnsetType = UNSET


class Title(Struct, kw_only=True):
    """
    An adventure: where its characters wake, and the damage they take. Source: BN-ADV-01, BN-ADV-13, BN-R-227.

    Shape: takes: the armor taken from the characters; leader: the leader of the tribe; theme: the theme of the leader's
           mind-controlling magic; genders: the genders of the creatures that this magic can control; sacrifices: the
           kind of creature that is sacrificed to sustain this control
    """

    damage: int
    genders: list[str]
    leader: str
    name: str
    place: str
    premise: str
    rule: str
    sacrifices: str
    takes: list[str]
    theme: str


class TokenRotated(Struct, kw_only=True, tag_field='type', tag='TokenRotated'):
    """
    A seat's tokens were rotated: tokens with a lower token epoch are now void. Rule: AR-SEAT-04, AR-SEAT-05.
    """

    epoch: int
    seat: str


class Told(Struct, kw_only=True):
    """
    The declaration of one fighter.
    """

    creature: str
    declaration: Declaration


class TradeVessels(Struct, kw_only=True, tag_field='type', tag='TradeVessels'):
    """
    Set how many vessels of a creature are large. Each large vessel replaces two small ones.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    large: Annotated[int, Meta(ge=0, le=100)]


class Treatment(Struct, kw_only=True):
    """
    The speed at which treated wounds heal: the days of rest that restore one die. Rule: BN-HEAL-04.
    """

    days: int


class TreatmentEnded(Struct, kw_only=True, tag_field='type', tag='TreatmentEnded'):
    """
    A treatment ended: its patient died or took new damage. The remaining damage heals by ordinary rest.
    """

    creature: str


class TreatmentTookHold(Struct, kw_only=True, tag_field='type', tag='TreatmentTookHold'):
    """
    The round in which a creature was treated ended, and its healed dice are restored.
    """

    creature: str


Other: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Theme1: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class TryCheck(Struct, kw_only=True, tag_field='type', tag='TryCheck'):
    """
    Have a creature try a check of the adventure. The check sets its own terms, such as its difficulty.

    `other` is the opponent, if the adventure does not name one, or the creature whose shackles are removed. `averted`
    says that the condition of the check is met, so that its opponent has no free success. `theme` is the theme of the
    magic that is used. The game master decides what a dominated captive tries.
    """

    check: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    averted: bool | UnsetType = False
    other: Other | None | UnsetType = UNSET
    theme: Theme1 | None | UnsetType = UNSET


class Turn(Struct, kw_only=True):
    """
    A change of a person's fate by an event of the timetable. It happens only if the current fate is listed in `of`.

    Shape: alive, dead: a person who must be alive or dead by then; unless: a result that prevents the change
    """

    alive: str | None
    dead: str | None
    of: list[str]
    person: str
    to: str
    unless: str | None


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


class UseAutomatic(Struct, kw_only=True, tag_field='type', tag='UseAutomatic'):
    """
    Spend an automatic success on a roll, in a campaign where automatic successes are used up.
    """

    roll: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


Die9: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


On: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Text: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class UseSpiffs(Struct, kw_only=True, tag_field='type', tag='UseSpiffs'):
    """
    Ask to use spiffs (points that players may spend) for a character.

    For the use `reroll`, name a roll in `on`, and its `die`. For `success`, name a roll in `on`, and for `soak` a
    wound. For any other use, say in `text` what happens.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    use: Literal['major', 'meaningful', 'minor', 'reroll', 'soak', 'success', 'survive']
    die: Die9 | None | UnsetType = UNSET
    on: On | None | UnsetType = UNSET
    text: Text | None | UnsetType = UNSET


class VesselsTraded(Struct, kw_only=True, tag_field='type', tag='VesselsTraded'):
    """
    The number of a creature's large vessels changed.
    """

    creature: str
    large: int


class VetoOrder(Struct, kw_only=True, tag_field='type', tag='VetoOrder'):
    """
    Veto a standing order for spiffs or for an automatic success.
    """

    action: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    order: Literal['automatic', 'reroll', 'success']
    reason: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]


class VetoSpiffs(Struct, kw_only=True, tag_field='type', tag='VetoSpiffs'):
    """
    Veto a use of spiffs. A vetoed major change costs nothing, even where other vetoed uses are paid for.
    """

    use: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    reason: Reason | None | UnsetType = UNSET


class WarTrainingSet(Struct, kw_only=True, tag_field='type', tag='WarTrainingSet'):
    """
    The war training of a beast was set.
    """

    creature: str
    war_trained: bool


class WayView(Struct, kw_only=True):
    """
    A version that an undo may return to, and the seats that must agree; an empty list if no seat has to.
    """

    asks: list[str]
    to: int


class WithdrawAction(Struct, kw_only=True, tag_field='type', tag='WithdrawAction'):
    """
    Withdraw an unresolved strategic action. It no longer counts towards the season's limit.
    """

    action: Annotated[
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


class WithdrawTask(Struct, kw_only=True, tag_field='type', tag='WithdrawTask'):
    """
    Withdraw your own task before its dice are rolled, and before any player enters faces for it.
    """

    task: Annotated[
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


class Wound(Struct, kw_only=True):
    """
    Damage that a creature takes at one time.

    Rule: BN-DMG-01, BN-R-110, BN-R-114

    Shape: amount: the damage that is left; roll: the roll that caused it; prefer: dice of the roll that are lost first,
           because they showed a success (BN-HIND-09); past_armor: the part that nothing absorbs; soaked: whether one
           point of it was soaked; round: the round of the fight, if any; blows: for each blow, the part that armor and
           shields may absorb, empty for a single blow; frost: for each blow, the part that only shields absorb
           (BN-R-183); riding: the attacks that bring hindering dice if they do damage
    """

    amount: int
    creature: str
    id: str
    source: Literal['attack', 'damage', 'fall', 'fatigue', 'flaming', 'other', 'poison', 'want']
    blows: list[int] | UnsetType = field(default_factory=list)
    frost: list[int] | UnsetType = field(default_factory=list)
    past_armor: int | UnsetType = 0
    prefer: list[str] | UnsetType = field(default_factory=list)
    riding: list[Riding] | UnsetType = field(default_factory=list)
    roll: str | None | UnsetType = UNSET
    round: int | None | UnsetType = UNSET
    soaked: bool | UnsetType = False


class WriteBackStory(Struct, kw_only=True, tag_field='type', tag='WriteBackStory'):
    """
    Write the back-story (step 10), which completes the character.

    The character can be played once its equipment is agreed.
    """

    back_story: Annotated[
        str, Meta(max_length=4000, pattern='^[^\\x00-\\x08\\x0b-\\x1f\\x7f]*$')
    ]
    draft: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class WriteSheet(Struct, kw_only=True, tag_field='type', tag='WriteSheet'):
    """
    Write on the sheet of your own character. Fields left out keep their value. Race and dice cannot change.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    age: Age | None | UnsetType = UNSET
    back_story: BackStory | None | UnsetType = UNSET
    description: Description | None | UnsetType = UNSET
    gender: Gender | None | UnsetType = UNSET
    name: Name | None | UnsetType = UNSET
    other_equipment: OtherEquipment | None | UnsetType = UNSET


class Year(Struct, kw_only=True):
    """
    An entry of the chronology. Years marked D count down, and years marked AD count up.

    Source: BN-CHRON-01 to BN-CHRON-03
    """

    era: Literal['AD', 'D']
    events: list[str]
    year_from: Annotated[int, Meta(ge=1)]
    year_to: Annotated[int, Meta(ge=1)]


class Years(Struct, kw_only=True):
    """
    Characters, and the number of seasons to simulate.
    """

    characters: Annotated[list[Planner], Meta(max_length=5, min_length=1)]
    seasons: Annotated[int, Meta(ge=1, le=40)]


class AbilitiesShown(Struct, kw_only=True, tag_field='type', tag='AbilitiesShown'):
    """
    A roll shows abilities that work in any task. `lets` names the kinds of movement that they allow.
    """

    creature: str
    roll: str
    abilities: list[ShownAbility] | UnsetType = field(default_factory=list)
    lets: (
        Annotated[
            list[Literal['fly', 'move through obstructions', 'swim']],
            Meta(description='Left out: none.'),
        ]
        | UnsetType
    ) = UNSET


class Action(Struct, kw_only=True):
    """
    A declared strategic action.

    Rule: BN-ACT-03, BN-OFF-10

    Shape: gains: what the action tries to gain, at least one thing; aim: the aim in the player's words; place: whether
           it is the first, second or third action of its creature; terms: the game master's terms, None before they are
           set and for income; damage: the dice that a failure costs; ends_season: whether a failure ends the creature's
           season (BN-R-071)
    """

    aim: str
    creature: str
    gains: list[Literal['asset', 'hirelings', 'income', 'information', 'item', 'other', 'property', 'relationship', 'renown', 'travel']]
    id: str
    place: int
    skill: Annotated[
        Literal['Artisan', 'Craft', 'Defend', 'Healer', 'Magic', 'Maneuver', 'Melee', 'Mental', 'Merchant', 'Missile', 'Outdoorsman', 'Perception', 'Physical', 'Riding', 'Sailor', 'Scholar', 'Social', 'Stealth', 'Thief', 'Unarmed'],
        Meta(
            description='a skill; Physical and Mental mean no skill, so anybody may try'
        ),
    ]
    damage: int | UnsetType = 0
    ends_season: bool | UnsetType = False
    orders: Orders | UnsetType = field(
        default_factory=lambda: convert({}, type=Orders)
    )
    terms: Terms | None | UnsetType = UNSET


class ActionDeclared(Struct, kw_only=True, tag_field='type', tag='ActionDeclared'):
    """
    A strategic action was declared.
    """

    action: Action


class ActionOdds(Struct, kw_only=True):
    """
    The odds of an action in the current state, before spiffs.

    Shape: success: the chance of success; margin: the net successes; coins: the coins that the action earns; why: the
           reason if there are no odds
    """

    action: str
    coins: Odds | None
    margin: Odds | None
    success: Exact | None
    why: str | None


class ActionOutcome(Struct, kw_only=True):
    """
    The outcome of one strategic action.

    Rule: BN-ACT-03, BN-OFF-09, BN-OFF-11, BN-R-075

    Shape: season: the number of the season; lapsed: why the action was not taken; earns: whether the action was for
           income; successes: successes before Nulls; margin: net successes; coins: coins earned, with the help of
           `assets` assets; gains: what the action achieved; made: the asset that it made; used: temporary assets that
           count only in this season; lost: the numbers of the dice that it cost; beyond: damage in excess of the last
           die; healed: dice that were restored; spiffs: spiffs that standing orders spent; automatic: automatic
           successes that they used up; narrator: the seat that narrates the outcome, None for the game master; told:
           the narration
    """

    action: str
    creature: str
    season: int
    assets: int | UnsetType = 0
    automatic: int | UnsetType = 0
    beyond: int | UnsetType = 0
    coins: int | UnsetType = 0
    earns: bool | UnsetType = False
    ends_season: bool | UnsetType = False
    gains: (
        Annotated[
            list[Literal['asset', 'hirelings', 'income', 'information', 'item', 'other', 'property', 'relationship', 'renown', 'travel']],
            Meta(description='Left out: none.'),
        ]
        | UnsetType
    ) = UNSET
    healed: list[int] | UnsetType = field(default_factory=list)
    lapsed: Literal['incapacitated', 'no icon', 'season over'] | None | UnsetType = (
        UNSET
    )
    lost: list[int] | UnsetType = field(default_factory=list)
    made: Asset | None | UnsetType = UNSET
    margin: int | UnsetType = 0
    narrator: str | None | UnsetType = UNSET
    nulls: int | None | UnsetType = UNSET
    spiffs: int | UnsetType = 0
    success: bool | UnsetType = False
    successes: int | UnsetType = 0
    told: str | None | UnsetType = UNSET
    used: list[str] | UnsetType = field(default_factory=list)


class ActionTermsSet(Struct, kw_only=True, tag_field='type', tag='ActionTermsSet'):
    """
    The game master set the terms of an action, and the cost of its failure.
    """

    action: str
    terms: Terms
    damage: int | UnsetType = 0
    ends_season: bool | UnsetType = False


class Allot(Struct, kw_only=True, tag_field='type', tag='Allot'):
    """
    Allot the successes on a fighter's dice to attacks on targets and to defence. Successes left out are lost.

    Each entry of `puts` names a die, an interpretation of its face, and the use of its successes. With `ranged`, the
    fighter throws the weapon in hand to attack at range, if it has that choice.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    puts: Annotated[list[Put], Meta(max_length=60)] | UnsetType = field(
        default_factory=list
    )
    ranged: bool | UnsetType = False


class Allotment(Struct, kw_only=True):
    """
    The successes that a fighter uses to attack each target, and to defend.

    Rule: BN-CMB-19

    Shape: ranged: whether the fighter throws a weapon in hand to attack at range, if it has that choice (BN-EQ-05)
    """

    puts: Annotated[list[Put], Meta(max_length=60)] | UnsetType = field(
        default_factory=list
    )
    ranged: bool | UnsetType = False


class Allotted(Struct, kw_only=True):
    """
    The allotment of one fighter.
    """

    allotment: Allotment
    creature: str


class Attempt(Struct, kw_only=True, tag_field='type', tag='Attempt'):
    """
    Propose a task and its `weapons`. The game master sets its terms. `again` names a failed task to retry.
    """

    aim: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    again: Again | None | UnsetType = UNSET
    casting: Casting | None | UnsetType = UNSET
    skill: Literal['Artisan', 'Craft', 'Defend', 'Healer', 'Magic', 'Maneuver', 'Melee', 'Mental', 'Merchant', 'Missile', 'Outdoorsman', 'Perception', 'Physical', 'Riding', 'Sailor', 'Scholar', 'Social', 'Stealth', 'Thief', 'Unarmed'] | None | UnsetType = (
        UNSET
    )
    weapons: Annotated[list[Weapon], Meta(max_length=2)] | UnsetType = field(
        default_factory=list
    )


class Background(Struct, kw_only=True):
    """
    A background, its die, and the occupations that it allows. Source: BN-CI-23.
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
    slots: Annotated[list[Slot], Meta(max_length=6, min_length=6)]
    facts: Annotated[list[Fact], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )
    occupations: Annotated[list[Occupation], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )


class BlowStruck(Struct, kw_only=True, tag_field='type', tag='BlowStruck'):
    """
    An attack was compared with the defence: `stopped` successes were blocked, and the rest is `damage`.

    `by` is the ability that attacked, if an ability attacked by itself. `free` is the number of successes that did not
    come from dice. `gives` lists the hindering dice (poison or flames) that the target receives with the damage. The
    current scene counts: a melee attack on a target that has moved out of reach loses all successes to `reach`.
    """

    attacker: str
    kind: Literal['melee', 'missile']
    target: str
    by: Literal['HoarFrost', 'Prickly', 'blow'] | UnsetType = 'blow'
    damage: int | UnsetType = 0
    free: int | UnsetType = 0
    gives: (
        Annotated[
            list[Literal['flaming', 'poison']], Meta(description='Left out: none.')
        ]
        | UnsetType
    ) = UNSET
    losses: list[Loss] | UnsetType = field(default_factory=list)
    stopped: int | UnsetType = 0
    successes: int | UnsetType = 0


class CallTask(Struct, kw_only=True, tag_field='type', tag='CallTask'):
    """
    Ask a creature to try a task, and set its terms immediately.
    """

    aim: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    terms: Terms
    casting: Casting | None | UnsetType = UNSET
    hidden: bool | UnsetType = False
    weapons: Annotated[list[Weapon], Meta(max_length=2)] | UnsetType = field(
        default_factory=list
    )


class ChangeTheme(Struct, kw_only=True, tag_field='type', tag='ChangeTheme'):
    """
    Correct the theme `name` of a creature. Without `theme`, the theme is removed.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
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
    reason: Reason | None | UnsetType = UNSET
    theme: Theme | None | UnsetType = UNSET


class CombatJoined(Struct, kw_only=True, tag_field='type', tag='CombatJoined'):
    """
    A creature joined the fight.
    """

    fighter: Entrant


class CombatStarted(Struct, kw_only=True, tag_field='type', tag='CombatStarted'):
    """
    A fight started.
    """

    combat: str
    fighters: list[Entrant]
    between: list[Between] | UnsetType = field(default_factory=list)
    light: Literal['bright', 'partial darkness', 'total darkness'] | UnsetType = (
        'bright'
    )


class CompanionImproved(Struct, kw_only=True, tag_field='type', tag='CompanionImproved'):
    """
    A follower gained a die.
    """

    creature: str
    die: DieModel


class CompleteDie(Struct, kw_only=True, tag_field='type', tag='CompleteDie'):
    """
    Fill the faces of the die whose source was chosen (steps 2, 4, 6 and 8 of creating the character).
    """

    die: DieModel
    draft: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


Dice: TypeAlias = Annotated[list[Run], Meta(max_length=10, min_length=1)]


class Contender(Struct, kw_only=True):
    """
    A fighter: a `sample` beast or member of the cast, a horde of a `threat`, or a creature with these `dice`.

    With `beast`, a creature that has its own `dice` counts as a beast. The fighter wears or holds its `items` where
    possible.
    """

    beast: bool | UnsetType = False
    dice: Dice | None | UnsetType = UNSET
    guard: Annotated[int, Meta(ge=0, le=40)] | UnsetType = 0
    items: Annotated[list[Item], Meta(max_length=10)] | UnsetType = field(
        default_factory=list
    )
    ranged: bool | UnsetType = False
    sample: Sample1 | None | UnsetType = UNSET
    threat: Threat1 | None | UnsetType = UNSET


class CreateCharacter(Struct, kw_only=True, tag_field='type', tag='CreateCharacter'):
    """
    Create a character with four dice. It belongs to your own seat unless you name another one.

    The character can be played once its equipment is agreed.
    """

    dice: Annotated[list[DieModel], Meta(max_length=10, min_length=1)]
    sheet: Sheet
    equipment: Annotated[list[Equipment], Meta(max_length=40)] | UnsetType = field(
        default_factory=list
    )
    seat: Seat | None | UnsetType = UNSET


class Creature(Struct, kw_only=True):
    """
    A creature in its current state.

    Shape: lost: the numbers of the dice lost to injury, in the order of loss; beyond: damage in excess of the last die
           (negative dice); rested: hours of rest towards the next restored die; treatment: the treatment of the current
           wounds; treated: the number of treatments so far; mending: the dice that a treatment in a fight restores when
           its round ends; banked: sessions not yet spent on an icon; icons: icons that are earned and not placed yet;
           since_ten: sessions since the tenth die; automatic: successes that count on every check; died: the number of
           recorded sessions when the creature died (BN-R-311); ready: whether its equipment is agreed, so that it may
           play; asked: the equipment that its player asks for, until it is agreed; mount: the beast that it rides;
           master, service: its leader, and whether it serves as companion or lackey; large: the number of its large
           vessels, each of which replaces two small ones; themes: the themes of its magic; uses: for each use of magic
           that still counts, how many hours ago it was, the oldest first; fatigued: whether it went beyond the safe
           level, so that its uses count until it has rested; recovering: hours of complete rest so far; shackled:
           levels by which shackles make its magic harder; assets: assets that add to its income; renown: how often it
           gained renown (BN-OFF-11); closed: the parts that players do not see and that are missing in a copy for
           players (BN-CAMP-170); known_as: the name that players see while its dice are closed
    """

    dice: list[DieModel]
    id: str
    kind: Literal['beast', 'cast', 'character', 'horde']
    move: Annotated[
        str,
        Meta(description='a move score, as 1, 4 or 0.5', pattern='^\\d{1,3}(\\.5)?$'),
    ]
    seat: str
    sheet: Sheet
    airborne: int | UnsetType = 0
    asked: list[str] | UnsetType = field(default_factory=list)
    assets: dict[str, Asset] | UnsetType = field(default_factory=dict)
    automatic: int | UnsetType = 0
    banked: int | UnsetType = 0
    beyond: int | UnsetType = 0
    closed: (
        Annotated[list[Literal['dice', 'items']], Meta(description='Left out: none.')]
        | UnsetType
    ) = UNSET
    coins: int | UnsetType = 0
    dead: bool | UnsetType = False
    died: int | None | UnsetType = UNSET
    fatigued: bool | UnsetType = False
    flying: Flying | None | UnsetType = UNSET
    hindering: dict[str, Hindering] | UnsetType = field(default_factory=dict)
    icons: int | UnsetType = 0
    items: dict[str, ItemModel] | UnsetType = field(default_factory=dict)
    known_as: str | None | UnsetType = UNSET
    large: int | UnsetType = 0
    lost: list[int] | UnsetType = field(default_factory=list)
    master: str | None | UnsetType = UNSET
    mending: int | UnsetType = 0
    mount: str | None | UnsetType = UNSET
    path: Path | None | UnsetType = UNSET
    prone: bool | UnsetType = False
    ready: bool | UnsetType = True
    recovering: int | UnsetType = 0
    renown: int | UnsetType = 0
    rested: int | UnsetType = 0
    service: Literal['companion', 'crew', 'lackey'] | None | UnsetType = UNSET
    shackled: int | UnsetType = 0
    since_ten: int | UnsetType = 0
    spiffs: int | UnsetType = 0
    themes: list[Theme] | UnsetType = field(default_factory=list)
    treated: int | UnsetType = 0
    treatment: Treatment | None | UnsetType = UNSET
    uses: list[int] | UnsetType = field(default_factory=list)
    war_trained: bool | UnsetType = False


class CreatureAppeared(Struct, kw_only=True, tag_field='type', tag='CreatureAppeared'):
    """
    A creature joined the campaign: a character, a member of the cast, a beast or a horde.

    Rule: BN-CAST-01, BN-BEAST-01
    """

    creature: Creature


class Culture(Struct, kw_only=True):
    """
    A culture, its die, and the backgrounds that it allows. Source: BN-CI-19 to BN-CI-22.
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
    slots: Annotated[list[Slot], Meta(max_length=6, min_length=6)]
    backgrounds: Annotated[list[Background1], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )
    facts: Annotated[list[Fact], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )


class DamageDealt(Struct, kw_only=True, tag_field='type', tag='DamageDealt'):
    """
    A creature was wounded. The dice that it loses are not decided yet.
    """

    wound: Wound


class DeclarationsRevealed(Struct, kw_only=True, tag_field='type', tag='DeclarationsRevealed'):
    """
    The declarations of these fighters became public. `all_in` says that all fighters have declared.
    """

    all_in: bool
    declarations: list[Told]


class DeclareAction(Struct, kw_only=True, tag_field='type', tag='DeclareAction'):
    """
    Declare a strategic action: its `gains`, its aim and its skill.

    `orders` names what to spend when it is resolved. For income, the aim says how the income is earned.
    """

    aim: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    gains: Annotated[
        list[Literal['asset', 'hirelings', 'income', 'information', 'item', 'other', 'property', 'relationship', 'renown', 'travel']],
        Meta(max_length=10, min_length=1),
    ]
    skill: Annotated[
        Literal['Artisan', 'Craft', 'Defend', 'Healer', 'Magic', 'Maneuver', 'Melee', 'Mental', 'Merchant', 'Missile', 'Outdoorsman', 'Perception', 'Physical', 'Riding', 'Sailor', 'Scholar', 'Social', 'Stealth', 'Thief', 'Unarmed'],
        Meta(
            description='a skill; Physical and Mental mean no skill, so anybody may try'
        ),
    ]
    orders: Orders | UnsetType = field(
        default_factory=lambda: convert({}, type=Orders)
    )


class Declared(Struct, kw_only=True, tag_field='type', tag='Declared'):
    """
    A fighter declared its task. Other seats learn the task when all fighters have declared.
    """

    creature: str
    declaration: SecretDeclaration


class DefenceSet(Struct, kw_only=True, tag_field='type', tag='DefenceSet'):
    """
    A defender chose which attackers its successes stop.
    """

    creature: str
    stands: list[Stand]


class DiceBody(Struct, kw_only=True):
    """
    Dice to check, and the creature or item that has them. `new` means that a character is being created.
    """

    dice: Annotated[list[Die1], Meta(max_length=40, min_length=1)]
    kind: Literal['beast', 'cast', 'character', 'item'] | UnsetType = 'character'
    new: bool | UnsetType = False
    race: (
        Annotated[
            str,
            Meta(description='one line of text', max_length=200, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$'),
        ]
        | UnsetType
    ) = 'Human'
    races: Annotated[list[Race], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )


class DiceComingBack(Struct, kw_only=True, tag_field='type', tag='DiceComingBack'):
    """
    Damage was healed. The owner still has to choose the dice that are restored. Rule: BN-DICE-09, BN-HEAL-01.
    """

    healing: Healing


class DiceLent(Struct, kw_only=True, tag_field='type', tag='DiceLent'):
    """
    The table rolled dice for another stream, which was at a given version.

    Rolls for that stream are numbered; `first` is the number of the first of these rolls. The stream had not used the
    rolls in `unused` yet. `before` is the table's own version before these rolls.
    """

    before: int
    first: int
    rolls: list[KernelRolledFor]
    stream: str
    unused: list[int]
    version: int


class DiceSettings(Struct, kw_only=True):
    """
    Settings for dice: who rolls them, and what hindering dice and unusual faces do.

    Rule: BN-R-001, BN-R-049, BN-R-052, BN-R-053, BN-R-054, BN-R-058, BN-R-060, BN-R-062, BN-R-063, BN-R-064, BN-R-066,
          BN-R-067, BN-R-260, BN-R-341.
    """

    armor_absorbs_hindering_damage: bool | UnsetType = False
    beast_physical_face: Literal['counts_as_physical', 'counts_nothing'] | UnsetType = (
        'counts_as_physical'
    )
    damage_symbol_hits: Literal['bearer', 'target'] | UnsetType = 'bearer'
    dice_source: Literal['reported', 'service'] | UnsetType = 'service'
    enc_cancels: Literal['any_success_of_task', 'icons_only'] | UnsetType = (
        'any_success_of_task'
    )
    enc_defense_face: Literal['both', 'either'] | UnsetType = 'both'
    flaming_die_icons: Annotated[int, Meta(ge=1, le=6)] | UnsetType = 2
    hindering_dice_stack: bool | UnsetType = True
    light_armor_faces: Literal['prose', 'table'] | UnsetType = 'table'
    manticore_sixth_face: Literal['Missile', 'Prickly', 'blank'] | UnsetType = 'blank'
    plain_poison_kind: Literal['melee', 'missile'] | UnsetType = 'melee'
    players_report: bool | UnsetType = False
    poison_intensities: PoisonFaces | UnsetType = field(
        default_factory=lambda: convert({}, type=PoisonFaces)
    )
    poisoned_success_counts: bool | UnsetType = False


class DiceShown(Struct, kw_only=True, tag_field='type', tag='DiceShown'):
    """
    Players now see the dice of a creature, its sheet and its movement.
    """

    creature: str
    dice: list[DieModel]
    flying: Flying | None
    move: Annotated[
        str,
        Meta(description='a move score, as 1, 4 or 0.5', pattern='^\\d{1,3}(\\.5)?$'),
    ]
    sheet: Sheet
    war_trained: bool


class Entry(Struct, kw_only=True):
    """
    An event of the timetable. It happens at its time unless the characters interfere.

    Source: BN-ADV-76 to BN-ADV-94
    Shape:  captives: whether it happens where the captives are; each: the check that every character has to try
    """

    captives: bool
    day: int
    each: str | None
    event: str
    rule: str
    sets: list[Turn]
    time: str


class FactChances(Struct, kw_only=True):
    """
    The possible values of a fact, most probable first.

    The probabilities add up to less than 1 if some outcomes lack the fact.
    """

    fact: str
    values: list[FactValue]


class FallBegan(Struct, kw_only=True, tag_field='type', tag='FallBegan'):
    """
    A creature fell.
    """

    fall: Fallen


class FatesChanged(Struct, kw_only=True, tag_field='type', tag='FatesChanged'):
    """
    The fates of persons in the adventure were set. An empty list means that no fate changed.

    `reason` is the game master's text. Rule: BN-CAMP-128.
    """

    fates: SecretFateList
    reason: SecretText | None | UnsetType = UNSET


class Findings(Struct, kw_only=True):
    """
    The findings in some streams: counts by name, rows, and why the survey did not read some streams to their end.

    Findings contain at most 200 rows, the first ones found; the decisions of further rows are counted as `others`. They
    name at most 20 streams that were not read to their end; the count `stopped` includes all such streams.
    """

    counts: dict[str, int]
    rows: list[ImpactRow]
    stopped: dict[str, str]


class FinishThing(Struct, kw_only=True, tag_field='type', tag='FinishThing'):
    """
    Receive a finished item, and choose its improvements in the order in which they are applied.
    """

    making: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    steps: Annotated[list[Step], Meta(max_length=50)] | UnsetType = field(
        default_factory=list
    )


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


class HinderingRolled(Struct, kw_only=True, tag_field='type', tag='HinderingRolled'):
    """
    Hindering dice of a creature were rolled outside any task.
    """

    creature: str
    dice: list[Shown]


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


class Kin(Struct, kw_only=True):
    """
    A kind of creature in the adventure, and how many creatures of this kind may appear.

    Source:  BN-ADV-07 to BN-ADV-18
    Shape: least, each: the minimum number, and how many more for each character; horde: the number of horde dice, in
           place of dice; armor: whether it may wear armor taken from the characters; under: its fate while the leader's
           spell controls it; stored: the successes of that spell; freed: its fate once the spell ends; wall: whether it
           is chained to the wall
    """

    armor: bool
    dice: list[Run]
    each: int
    freed: str
    gender: str | None
    horde: int
    items: list[str]
    least: int
    looks: str
    move: Annotated[
        str,
        Meta(description='a move score, as 1, 4 or 0.5', pattern='^\\d{1,3}(\\.5)?$'),
    ]
    name: str
    rule: str
    stored: int
    themes: list[NamedTheme]
    under: str | None
    wall: bool


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


class NewCreature(Struct, kw_only=True):
    """
    A beast or member of the cast that the game master builds, or a horde that is being prepared.

    `items` lists the names of the items that the creature wears and holds.
    """

    dice: Annotated[list[Run], Meta(max_length=10, min_length=1)]
    name: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    description: Description | None | UnsetType = UNSET
    flying: Flying | None | UnsetType = UNSET
    items: Annotated[list[Item2], Meta(max_length=10)] | UnsetType = field(
        default_factory=list
    )
    kind: Literal['beast', 'cast', 'horde'] | UnsetType = 'cast'
    move: (
        Annotated[
            str,
            Meta(description='a move score, as 1, 4 or 0.5', pattern='^\\d{1,3}(\\.5)?$'),
        ]
        | UnsetType
    ) = '1'
    race: Race1 | None | UnsetType = UNSET
    war_trained: bool | UnsetType = False


class OccupationModel(Struct, kw_only=True):
    """
    An occupation, its die, and the occupations that it leads to. Source: BN-CI-07, BN-CI-08, BN-CI-24, BN-CI-25.

    Shape: cultures: the cultures that may choose it, empty for all; leads_to: the second occupations allowed after it,
           None for no limit
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
    slots: Annotated[list[Slot], Meta(max_length=6, min_length=6)]
    cultures: Annotated[list[Culture1], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )
    facts: Annotated[list[Fact], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )
    leads_to: LeadsTo | None | UnsetType = UNSET


class OrderSpiffs(Struct, kw_only=True, tag_field='type', tag='OrderSpiffs'):
    """
    Set which spiffs are spent when an action is resolved, and whether an automatic success is used up.
    """

    action: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    orders: Orders


class OutcomesTold(Struct, kw_only=True, tag_field='type', tag='OutcomesTold'):
    """
    The hidden results of these actions became public.
    """

    outcomes: list[ActionOutcome]


class PrepareCreature(Struct, kw_only=True, tag_field='type', tag='PrepareCreature'):
    """
    Prepare a creature that players do not see.

    Until it is brought in or revealed, it can only oppose tasks with hidden terms.
    """

    prepared: NewCreature


class Preview(Struct, kw_only=True):
    """
    The odds of strategic actions. Each action is computed alone, ignoring the gains and costs of earlier actions.
    """

    actions: list[ActionOdds]
    version: int


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


Proposable: TypeAlias = CreateCharacter | WriteBackStory | AgreeEquipment | GainCompanion | AddCompanionDie | ReadyItem | StowItem | DropItem | PickUpItem | SpendCoins


class Propose(Struct, kw_only=True, tag_field='type', tag='Propose'):
    """
    Propose a command to the game master.
    """

    command: Proposable


class Puzzle(Struct, kw_only=True):
    """
    The goal of a puzzle, whether it was reached, and why it was missed, if it was.
    """

    goal: PuzzleGoal
    status: Literal['missed', 'open', 'reached']
    why: Literal['closed', 'late', 'lost'] | None


class Roll(Struct, kw_only=True):
    """
    The dice of one creature, rolled for one task or one round.

    Shape: of: the task, fight or resistance that the roll is for; skill: the skill, None in a fight, Resistance for a
           mind; target: the target that a horde attacks; rerolled: the die that was rerolled; bought: the number of
           bought successes; automatic: the number of automatic successes spent on the roll; given: dice whose success
           was given away; told: dice whose icon was used as a command; taken: successes received from others; tired:
           successes lost to magic beyond the safe level (BN-MAG-09)
    """

    creature: str
    dice: list[Shown]
    id: str
    of: str
    automatic: int | UnsetType = 0
    bought: int | UnsetType = 0
    given: list[str] | UnsetType = field(default_factory=list)
    rerolled: str | None | UnsetType = UNSET
    skill: str | None | UnsetType = UNSET
    stage: Literal['faces', 'final', 'hurt', 'successes'] | UnsetType = 'faces'
    taken: int | UnsetType = 0
    target: str | None | UnsetType = UNSET
    tired: int | UnsetType = 0
    told: list[str] | UnsetType = field(default_factory=list)


class RollMade(Struct, kw_only=True, tag_field='type', tag='RollMade'):
    """
    A creature rolled its dice. Rule: BN-DICE-03, BN-TASK-01.
    """

    roll: Roll


class Roller(Struct, kw_only=True):
    """
    A creature that rolls: its remaining dice, the dice of items, hindering dice, its skill and circumstances.

    `automatic` is the number of successes that count on every check.
    """

    dice: Annotated[list[Die5], Meta(max_length=20, min_length=1)]
    skill: Annotated[
        Literal['Artisan', 'Craft', 'Defend', 'Healer', 'Magic', 'Maneuver', 'Melee', 'Mental', 'Merchant', 'Missile', 'Outdoorsman', 'Perception', 'Physical', 'Riding', 'Sailor', 'Scholar', 'Social', 'Stealth', 'Thief', 'Unarmed'],
        Meta(
            description='a skill; Physical and Mental mean no skill, so anybody may try'
        ),
    ]
    automatic: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 0
    circumstances: Circumstances | UnsetType = field(
        default_factory=lambda: convert({}, type=Circumstances)
    )
    hindering: Annotated[list[HinderingItem], Meta(max_length=10)] | UnsetType = field(
        default_factory=list
    )
    kind: Literal['beast', 'cast', 'character', 'horde'] | UnsetType = 'character'
    things: Annotated[list[Thing], Meta(max_length=10)] | UnsetType = field(
        default_factory=list
    )


class RoundTaskSet(Struct, kw_only=True, tag_field='type', tag='RoundTaskSet'):
    """
    The game master set the terms of a round's task, and whether it is an escape.
    """

    creature: str
    escapes: bool
    guards: list[str]
    terms: Terms | None


class Season(Struct, kw_only=True):
    """
    A season that is open or closing.

    Rule: BN-ACT-04, BN-R-300

    Shape: number: the season's number in the campaign, counted from 1; weeks: the weeks of rest in it; deadline: when
           the clock closes it, in UTC milliseconds; results: who reads each result while the season closes; actions:
           the actions by id; declared: for each creature, the ids of its actions, first to third; done: resolved
           actions, in order; over: creatures whose season a failure ended (BN-R-071); vetoed: orders that a creature
           cannot give again; order: once the season closes, all its actions in order, the resolved ones first; told:
           the number of outcomes that are public; rested: the number in the id of the last creature that has rested for
           the season; taken: for each creature, the number of its actions that became tasks; obeyed: the magic orders
           that an action of this season carries out
    """

    name: Literal['fall', 'spring', 'summer', 'winter']
    number: int
    weeks: int
    actions: dict[str, Action] | UnsetType = field(default_factory=dict)
    deadline: int | None | UnsetType = UNSET
    declared: dict[str, list[str]] | UnsetType = field(default_factory=dict)
    done: list[str] | UnsetType = field(default_factory=list)
    obeyed: list[str] | UnsetType = field(default_factory=list)
    order: list[str] | UnsetType = field(default_factory=list)
    over: list[str] | UnsetType = field(default_factory=list)
    rested: int | UnsetType = 0
    results: Literal['all', 'none', 'own'] | UnsetType = 'none'
    stage: Literal['closing', 'open'] | UnsetType = 'open'
    taken: dict[str, int] | UnsetType = field(default_factory=dict)
    told: int | UnsetType = 0
    vetoed: dict[str, list[Literal['automatic', 'reroll', 'success']]] | UnsetType = (
        field(default_factory=dict)
    )


class SeasonOpened(Struct, kw_only=True, tag_field='type', tag='SeasonOpened'):
    """
    A season opened.
    """

    season: Season


class SecretAllotment(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: Allotment | UnsetType = UNSET


class SecretCreature(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: Creature | UnsetType = UNSET


class SecretNewCreature(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: NewCreature | UnsetType = UNSET


class SecretStockList(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: list[Stock] | UnsetType = UNSET


class SecretTerms(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: Terms | UnsetType = UNSET


class SeenAction(Struct, kw_only=True):
    """
    A declared strategic action.
    """

    aim: str
    belongs_to: Literal['off stage', 'on stage']
    creature: str
    damage: int
    ends_season: bool
    gains: list[Literal['asset', 'hirelings', 'income', 'information', 'item', 'other', 'property', 'relationship', 'renown', 'travel']]
    id: str
    orders: SeenOrders
    place: int
    skill: Annotated[
        Literal['Artisan', 'Craft', 'Defend', 'Healer', 'Magic', 'Maneuver', 'Melee', 'Mental', 'Merchant', 'Missile', 'Outdoorsman', 'Perception', 'Physical', 'Riding', 'Sailor', 'Scholar', 'Social', 'Stealth', 'Thief', 'Unarmed'],
        Meta(
            description='a skill; Physical and Mental mean no skill, so anybody may try'
        ),
    ]
    terms: SeenTerms | None


class SeenAllotment(Struct, kw_only=True):
    """
    The successes used for attack and defence.
    """

    puts: list[SeenPut]
    ranged: bool


class SeenCreature(Struct, kw_only=True):
    """
    A creature: its sheet, dice, items, hindering dice and earnings.

    `closed` lists the parts that only the game master sees: the dice, with the sheet except the name, or the items. For
    other seats these parts are empty, so that `dice_left` is 0 though the creature has dice, and `known_as` is the
    creature's name until its dice are shown. `spiffs` is used only if the setting `spiffs_owner` is `character`.
    Otherwise the campaign's `spiffs` has the players' spiffs.
    """

    airborne: int
    asked: list[str]
    assets: list[SeenAsset]
    automatic: int
    banked: int
    beyond: int
    closed: list[Literal['dice', 'items']]
    coins: int
    dead: bool
    dice: list[SeenDie]
    dice_left: int
    died: int | None
    fatigued: bool
    flying: str | None
    hindering: list[Hindering]
    icons: int
    id: str
    incapacitated: bool
    items: list[SeenItem]
    kind: Literal['beast', 'cast', 'character', 'horde']
    known_as: str | None
    large: int
    lost: list[int]
    magic: SeenMagic
    master: str | None
    mending: int
    mount: str | None
    move: str
    path: SeenPath | None
    prone: bool
    ready: bool
    recovering: int
    renown: int
    rested: int
    seat: str
    service: Literal['companion', 'crew', 'lackey'] | None
    shackled: int
    sheet: SeenSheet
    since_ten: int
    spiffs: int
    themes: list[Theme]
    treated: int
    treatment: Treatment | None
    uses: list[int]
    war_trained: bool


class SeenDraft(Struct, kw_only=True):
    """
    A Cold Iron character that is being created.
    """

    background: str | None
    culture: str | None
    dice: list[DieModel]
    equipment: list[str]
    id: str
    occupations: list[str]
    of: Literal['background', 'culture', 'occupation']
    race: str
    seat: str
    sheet: Sheet | None
    source: str | None
    step: int


class SeenFighter(Struct, kw_only=True):
    """
    A fighter. Other seats see its declaration and allotment once all fighters who are due have made theirs.
    """

    allotment: SeenAllotment | None
    allotted: bool
    declaration: SeenDeclaration | None
    declared: bool
    defied: int
    down: bool
    escaped: list[str]
    escapes: bool
    fled: list[str]
    gross: int
    guards: list[str]
    id: str
    magic: SeenRoundMagic | None
    order: str | None
    picked: bool
    rolls: list[str]
    shown: bool
    side: str
    stands: list[Stand]
    stood: bool
    task: str | None
    terms: SeenTerms | None


class SeenPrepared(Struct, kw_only=True):
    """
    A prepared creature. Players see only prepared creatures that have been named, and only their name.
    """

    id: str
    name: str | None
    prepared: NewCreature | None


class SeenSeason(Struct, kw_only=True):
    """
    A season that is open or closing. Of its `total` actions, `resolved` have been resolved.

    `over` lists the creatures whose season has ended, and `done` the resolved actions, in order. `told` is the number
    of public outcomes. `vetoed` lists the standing orders that a creature cannot give again. `taken` counts each
    creature's actions that became tasks.
    """

    actions: list[SeenAction]
    deadline: int | None
    done: list[str]
    name: Literal['fall', 'spring', 'summer', 'winter']
    number: int
    order: list[str]
    over: list[str]
    resolved: int
    rested: int
    results: Literal['all', 'none', 'own']
    stage: Literal['closing', 'open']
    taken: dict[str, int]
    told: int
    total: int
    vetoed: dict[str, list[Literal['automatic', 'reroll', 'success']]]
    weeks: int


class SeenShown(Struct, kw_only=True):
    """
    A die of a roll and its face. In a fight it also has the ways to read the face, numbered from 0.
    """

    die: str
    face: str
    kind: Literal['character', 'hindering', 'horde', 'item']
    struck: bool
    ways: list[SeenWay]


class SetActionTerms(Struct, kw_only=True, tag_field='type', tag='SetActionTerms'):
    """
    Set the terms of an action. A failure deals `damage` and, with `ends_season`, ends the creature's season.
    """

    action: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    terms: Terms
    damage: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 0
    ends_season: bool | UnsetType = False


class SetRoundTask(Struct, kw_only=True, tag_field='type', tag='SetRoundTask'):
    """
    Set the terms of a fighter's task other than combat. Without `terms`, the task cannot be tried.

    Once the creature's player has entered faces, the terms can no longer change. The task's successes defend against
    the attackers in `guards`. With `escapes`, success takes the creature out of reach of those in `guards`, and of
    nobody else.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    escapes: bool | UnsetType = False
    guards: Annotated[list[Guard], Meta(max_length=40)] | UnsetType = field(
        default_factory=list
    )
    terms: Terms | None | UnsetType = UNSET


class SetTask(Struct, kw_only=True, tag_field='type', tag='SetTask'):
    """
    Set the terms of a task. If they are `hidden`, players learn only its result.

    If `weapons` or `casting` is left out, the task keeps its own.
    """

    task: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    terms: Terms
    casting: Casting | None | UnsetType = UNSET
    hidden: bool | UnsetType = False
    weapons: Weapons | None | UnsetType = UNSET


class SetTheme(Struct, kw_only=True, tag_field='type', tag='SetTheme'):
    """
    Choose a theme for a creature's magic: its name, effect and limitation.
    """

    creature: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    theme: Theme


class Settings(Struct, kw_only=True):
    """
    All settings of a campaign: one for each rule that leaves a choice, under its name in the rule ledger.

    For example, `dice.dice_source` in the ledger is the field `dice_source` of `dice` in these settings.
    """

    adventure: AdventureSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=AdventureSettings)
    )
    beasts: BeastsSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=BeastsSettings)
    )
    combat: CombatSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=CombatSettings)
    )
    cover: CoverSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=CoverSettings)
    )
    dice: DiceSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=DiceSettings)
    )
    healing: HealingSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=HealingSettings)
    )
    hordes: HordesSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=HordesSettings)
    )
    improvement: ImprovementSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=ImprovementSettings)
    )
    magic: MagicSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=MagicSettings)
    )
    mastery: MasterySettings | UnsetType = field(
        default_factory=lambda: convert({}, type=MasterySettings)
    )
    players_may: PlayersMaySettings | UnsetType = field(
        default_factory=lambda: convert({}, type=PlayersMaySettings)
    )
    roster: RosterSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=RosterSettings)
    )
    seasons: SeasonsSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=SeasonsSettings)
    )
    spiffs: SpiffsSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=SpiffsSettings)
    )
    tasks: TasksSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=TasksSettings)
    )


class SimulateFight(Struct, kw_only=True):
    """
    A simulation's party, its enemies, and the settings of their fight.

    If `years` is given, years of seasons are simulated in place of a fight.
    """

    enemies: Annotated[list[Contender], Meta(max_length=10)] | UnsetType = field(
        default_factory=list
    )
    party: Annotated[list[Contender], Meta(max_length=10)] | UnsetType = field(
        default_factory=list
    )
    settings: Settings | UnsetType = field(
        default_factory=lambda: convert({}, type=Settings)
    )
    years: Years | None | UnsetType = UNSET


class SuccessesAllotted(Struct, kw_only=True, tag_field='type', tag='SuccessesAllotted'):
    """
    A fighter allotted its successes. Others see the allotment when the whole group has allotted.
    """

    allotment: SecretAllotment
    creature: str


class TakeAction(Struct, kw_only=True, tag_field='type', tag='TakeAction'):
    """
    Turn a strategic action into a task, which its player rolls while the season is open.

    The task must be lasting magic, magic that targets magic or a mind, treatment or making. It still counts as one of
    the season's three actions, unless you drop or withdraw it before its dice are rolled. Under versions 0
    and 1 of the rules, it counts even then. When the season closes, magic without a sacrifice ends. When a failure
    ends the creature's season, the task is withdrawn unless its dice are already rolled.
    """

    action: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    terms: Terms
    casting: Casting | None | UnsetType = UNSET


class TaskSet(Struct, kw_only=True, tag_field='type', tag='TaskSet'):
    """
    The game master set the terms of a task, which may hide the opposition.
    """

    skill: str
    task: str
    casting: Casting | None | UnsetType = UNSET
    terms: Terms | None | UnsetType = UNSET
    unseen: SecretTerms | None | UnsetType = UNSET
    weapons: list[str] | UnsetType = field(default_factory=list)


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


class AdventureLoaded(Struct, kw_only=True, tag_field='type', tag='AdventureLoaded'):
    """
    An adventure began for these characters in this area.

    `stock` counts the creatures of each kind that may appear. Rule: BN-CAMP-124, BN-CAMP-130.
    """

    area: str
    armor: list[str]
    characters: list[str]
    leader: str
    name: str
    people: SecretFateList
    stock: SecretStockList


class AllotmentsRevealed(Struct, kw_only=True, tag_field='type', tag='AllotmentsRevealed'):
    """
    The allotments of these fighters became public.
    """

    allotments: list[Allotted]


class AreaEntered(Struct, kw_only=True, tag_field='type', tag='AreaEntered'):
    """
    The characters entered an area. `guards` lists the guards known so far. There may be more. Rule: BN-CAMP-132.
    """

    area: str
    guards: SecretStockList
    name: SecretText


class BonesJobAsk(Struct, kw_only=True):
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


class Book(Struct, kw_only=True):
    """
    All data of an adventure.
    """

    areas: list[Area]
    checks: list[Check]
    kin: list[Kin]
    people: list[Person]
    rewards: list[Reward]
    timetable: list[Entry]
    title: Title


class BuildCreature(Struct, kw_only=True, tag_field='type', tag='BuildCreature'):
    """
    Build a member of the cast or a beast from standard dice and from dice with custom faces.

    If the cast starts hidden in this campaign, players do not see it, unless a player's seat is named.
    """

    creature: NewCreature
    seat: Seat | None | UnsetType = UNSET


class CampaignOpened(Struct, kw_only=True, tag_field='type', tag='CampaignOpened'):
    """
    A campaign was opened for a game master and players. Rule: AR-CAMP-01.
    """

    settings: Settings | UnsetType = field(
        default_factory=lambda: convert({}, type=Settings)
    )
    title: str | None | UnsetType = UNSET


class Catalogue(Struct, kw_only=True):
    """
    The printed catalogue: icons and their effects, dice, items, creatures, tasks, and the Cold Iron setting.

    A campaign uses the same names, unless it has replaced an entry. `named_only` lists cultures, backgrounds and
    occupations that the rule book only names, and whose data a campaign may supply. `chronology` starts with the
    earliest year. `adventure` is for game masters: with the token of any other seat, it has only its title,
    in which the fields about the tribe's leader are empty.
    """

    abilities: list[Ability]
    adventure: Book
    backgrounds: list[Background]
    benchmarks: list[Benchmark]
    chronology: list[Year]
    creatures: list[Sample]
    cultures: list[Culture]
    dice: list[NamedDie]
    difficulties: list[Difficulty]
    hordes: list[Threat]
    items: list[ItemKind]
    lore: list[Lore]
    masteries: list[Mastery]
    named_only: list[NamedOnly]
    occupations: list[OccupationModel]
    powers: list[Power]
    races: list[Race]
    skills: list[Skill]
    steps: list[CreationStep]
    symbols: list[Symbol]


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


class CreatureEntered(Struct, kw_only=True, tag_field='type', tag='CreatureEntered'):
    """
    A prepared creature entered play. Players see only a name.

    `last` is the last id reserved for its items. The number of reserved ids is always the same.
    """

    body: SecretCreature
    creature: str
    kind: Literal['beast', 'cast', 'character', 'horde']
    last: str
    name: str
    seat: str


class CreaturePrepared(Struct, kw_only=True, tag_field='type', tag='CreaturePrepared'):
    """
    A game master prepared a creature that players do not see.
    """

    creature: str
    prepared: SecretNewCreature


class Data(Struct, kw_only=True):
    """
    A campaign's additions to the catalogue. An addition replaces an entry with the same name.
    """

    backgrounds: Annotated[list[Background], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )
    creatures: Annotated[list[Sample], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )
    cultures: Annotated[list[Culture], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )
    dice: Annotated[list[NamedDie], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )
    hordes: Annotated[list[Threat], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )
    items: Annotated[list[ItemKind], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )
    occupations: Annotated[list[OccupationModel], Meta(max_length=100)] | UnsetType = (
        field(default_factory=list)
    )
    races: Annotated[list[Race], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )


class DataLoaded(Struct, kw_only=True, tag_field='type', tag='DataLoaded'):
    """
    The campaign added these entries to its catalogue.
    """

    data: Data


class KernelResult(Struct, kw_only=True):
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


class LoadData(Struct, kw_only=True, tag_field='type', tag='LoadData'):
    """
    Add dice, items, creatures, races, hordes, cultures, backgrounds and occupations to the catalogue.

    An entry replaces the entry of the same name. New uses of a race's icon apply at once, even to existing creatures.
    Existing dice and items do not change.
    """

    data: Data


class OddsBody(Struct, kw_only=True):
    """
    A task, with the settings of a campaign and the races that the campaign has added.

    The task is compared with the challenge dice of a `difficulty`, the rolls of others, or a `number` to reach. Without
    any of these, its successes are only counted. The response has the net successes, and in `also` the chance of a
    success. The odds assume that no spiffs are spent, that no success is given away, and that poison takes the least
    useful dice.
    """

    ours: Roller
    difficulty: Literal['Almost Impossible', 'Average', 'Challenging', 'Difficult', 'Easy', 'Impossible', 'Simple'] | None | UnsetType = (
        UNSET
    )
    number: Number | None | UnsetType = UNSET
    own_level: bool | UnsetType = False
    races: Annotated[list[Race], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )
    settings: Settings | UnsetType = field(
        default_factory=lambda: convert({}, type=Settings)
    )
    theirs: Annotated[list[Roller], Meta(max_length=10)] | UnsetType = field(
        default_factory=list
    )


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
    title: Title1 | None | UnsetType = UNSET
    type: Literal['OpenCampaign'] | UnsetType = UNSET
    undo: Literal['by consent', 'never', 'own until known'] | UnsetType = UNSET


class OutOfSight(Struct, kw_only=True):
    """
    Dice that the game master rolled in secret: challenge dice, or an opponent's roll. Rule: BN-R-256.
    """

    challenge: list[int]
    roll: Roll | None


class Resolution(Struct, kw_only=True):
    """
    The outcome of an action, with the final dice of the creature and its opponents, and the challenge dice.
    """

    outcome: ActionOutcome
    challenge: list[int] | UnsetType = field(default_factory=list)
    rolls: list[Roll] | UnsetType = field(default_factory=list)


class SecretOutOfSight(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: OutOfSight | UnsetType = UNSET


class SecretResolution(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: Resolution | UnsetType = UNSET


class SeenCombat(Struct, kw_only=True):
    """
    A fight: its round, its fighters, and the fighters that it waits for.

    `groups` lists the fighters who allot together. `group` is the index, from 0, of the group that allots now.
    `awaited` lists the fighters who still have to declare, allot or choose their defence. `left` lists the creatures
    that have left the fight and have not joined it again: no caster in it can sacrifice them.
    """

    awaited: list[str]
    between: list[SeenBetween]
    fighters: list[SeenFighter]
    group: int
    groups: list[list[str]]
    id: str
    left: list[str]
    light: Literal['bright', 'partial darkness', 'total darkness']
    order: list[str]
    round: int
    stage: Literal['allotting', 'damage', 'declaring', 'defending', 'rolling', 'terms']


class SeenRoll(Struct, kw_only=True):
    """
    A roll that is not settled. In a fight, `bonus` is the number of its bought, received and automatic successes.
    """

    automatic: int
    bonus: int
    bought: int
    creature: str
    dice: list[SeenShown]
    given: list[str]
    id: str
    of: str
    rerolled: str | None
    skill: str | None
    stage: Literal['faces', 'final', 'hurt', 'successes']
    taken: int
    target: str | None
    tired: int
    told: list[str]


class Task(Struct, kw_only=True):
    """
    A task. If its terms are `hidden`, the copy for other readers has None in their place.

    Shape: weapons: the weapons used in its roll; rolls: the roll of each creature; challenge: the faces of the
           challenge dice; unseen: dice rolled in secret; fight: whether it is the task of a round; again: whether a tie
           is rolled again; again_of: the failed task that it retries; tries: the number of this attempt; taken:
           successes received before its roll; called: whether the game master called for it; casting: the magic that it
           uses; check: the adventure's check that it belongs to; upon: the other creature that the check concerns;
           opposing: the successes stored in the effects that oppose it, or that it counters, as its dice were rolled
    """

    aim: str
    creature: str
    id: str
    again: bool | UnsetType = False
    again_of: str | None | UnsetType = UNSET
    called: bool | UnsetType = False
    casting: Casting | None | UnsetType = UNSET
    challenge: list[int] | UnsetType = field(default_factory=list)
    check: str | None | UnsetType = UNSET
    fight: bool | UnsetType = False
    hidden: bool | UnsetType = False
    opposing: dict[str, int] | UnsetType = field(default_factory=dict)
    rolls: dict[str, str] | UnsetType = field(default_factory=dict)
    skill: str | None | UnsetType = UNSET
    stage: Literal['proposed', 'rolled', 'set', 'settled'] | UnsetType = 'proposed'
    taken: int | UnsetType = 0
    terms: Terms | None | UnsetType = UNSET
    tries: int | UnsetType = 1
    unseen: OutOfSight | None | UnsetType = UNSET
    upon: str | None | UnsetType = UNSET
    weapons: list[str] | UnsetType = field(default_factory=list)


class TaskProposed(Struct, kw_only=True, tag_field='type', tag='TaskProposed'):
    """
    A task was proposed for a creature.
    """

    task: Task


class TaskRolled(Struct, kw_only=True, tag_field='type', tag='TaskRolled'):
    """
    The dice of a task were rolled. Hidden dice were rolled separately.

    `rolls` has the creature's roll first, then the rolls of its opponents. `opposing` has the successes stored in
    the effects that oppose the task, or that it counters.
    """

    rolls: list[str]
    task: str
    challenge: list[int] | UnsetType = field(default_factory=list)
    opposing: dict[str, int] | UnsetType = field(default_factory=dict)
    unseen: SecretOutOfSight | None | UnsetType = UNSET


class ActionResolved(Struct, kw_only=True, tag_field='type', tag='ActionResolved'):
    """
    A strategic action was resolved. `unseen` is its result while the result is hidden.
    """

    action: str
    resolution: Resolution | None | UnsetType = UNSET
    unseen: SecretResolution | None | UnsetType = UNSET


BonesCommand: TypeAlias = ConfirmProposal | DeclineProposal | WithdrawProposal | RevealCharacter | ForgetPrepared | AssignCharacter | RemoveCharacter | LoadData | CreateCharacter | WriteSheet | StartDraft | ChooseSource | CompleteDie | FinishSheet | WriteBackStory | GiveUpDraft | AgreeEquipment | GiveItem | TakeItem | SetCoins | ReadyItem | StowItem | DropItem | PickUpItem | SpawnSample | BuildCreature | SpawnHorde | PrepareCreature | NamePrepared | BringPrepared | ShowCreature | GainCompanion | AddCompanionDie | TradeVessels | Mount | Dismount | SetWarTraining | TakeDamage | DealDamage | CoupDeGrace | ChooseHealed | GiveHindering | RemedyHindering | OrderHinderingRoll | KeepFaces | UseAutomatic | KeepSuccesses | GiveSuccess | TakeCommand | SetTheme | ChangeTheme | Tell | ReleaseEffect | RollTask | Attempt | SetTask | CallTask | WithdrawTask | DropTask | ResistMagic | GiveIn | GiveOrder | SetMagnitude | FinishThing | Fall | SoftenFall | PassTime | ChangeCreature | ChangeTime | HoldEffects | PassRounds | AwardSpiffs | UseSpiffs | AllowSpiffs | VetoSpiffs | SacrificeHealth | RecordSession | PlaceIcon | StartCombat | JoinCombat | LeaveCombat | SetScene | EndCombat | SetRoundMagic | Declare | SetRoundTask | Allot | StandAgainst | RollRound | ReportDice | GiveAsset | TakeAsset | SpendCoins | OpenSeason | LetSeasonPass | SetDeadline | CloseSeason | ReachDeadline | ResolveAction | RollAction | TellOutcomes | LetRest | EndSeason | TellAction | DeclareAction | ChangeAction | WithdrawAction | SetActionTerms | TakeAction | OrderSpiffs | VetoOrder | LoadAdventure | EnterArea | SetFate | EndAdventure | SpawnOfAdventure | TryCheck | AdvanceTimetable | Propose | OpenSeat | RotateToken | AppointPlayer | DismissPlayer | AddSalt | RotateSeed | Close | SendChat | ProposeUndo | AgreeToUndo | DeclineUndo | WithdrawUndo


BonesEvent: TypeAlias = StreamOpened | SeatOpened | TokenRotated | PlayerAppointed | PlayerDismissed | SeedCommitted | SaltAdded | SeedRevealed | StreamClosed | DrawsVoided | UndoProposed | UndoAgreed | UndoDeclined | UndoWithdrawn | DrawsKept | TakenBack | Forked | ChatSent | DiceLent | GoalReached | GoalMissed | StateDigested | CommandProposed | ProposalConfirmed | ProposalDeclined | ProposalWithdrawn | PreparedForgotten | CharacterAssigned | CharacterRemoved | CampaignOpened | DataLoaded | CreatureAppeared | SheetWritten | DraftStarted | SourceChosen | DieCompleted | SheetFinished | DraftEnded | ItemGiven | ItemLost | EquipmentSettled | CoinsSet | ItemReadied | ItemStowed | ItemPickedUp | CreaturePrepared | PreparedNamed | CreatureEntered | NameShown | DiceShown | ItemsShown | CompanionImproved | VesselsTraded | Mounted | Dismounted | WarTrainingSet | DamageDealt | DamageSoaked | DamageTaken | Incapacitated | Died | DeathSurvived | DiceComingBack | DamageHealed | HinderingGiven | HinderingRemedied | HinderingRolled | RollMade | DieRerolled | SuccessBought | AutomaticUsed | RollMoved | SuccessGiven | CommandTaken | ThemeSet | ThemeChanged | TaskSettled | TaskTied | DicePutAway | ResultTold | EffectBegan | EffectHeld | EffectEnded | RoundsRanDown | MagicUsed | FatigueRested | FatigueEnded | TaskRolled | TaskProposed | TaskSet | TaskWithdrawn | ResistanceOpened | ResistanceRolled | ResistanceSettled | ResistanceLapsed | OrderGiven | MagnitudeNamed | OrderStands | OrderRefused | ThingMade | ThingFinished | FallBegan | FallRolled | FallSettled | TimePassed | RestCounted | RestBroken | TreatmentEnded | PatientTreated | TreatmentTookHold | CreatureCorrected | TimeCorrected | RoundsPassed | StretchEnded | SpiffsAwarded | SpiffUseAsked | SpiffsSpent | SpiffUseVetoed | HealthSacrificed | SacrificeMade | SessionRecorded | IconEarned | AutomaticSuccessEarned | IconPlaced | CombatStarted | CombatJoined | CombatLeft | SceneSet | CombatEnded | RoundMagicSet | RoundMagicSettled | CasterTired | Declared | DeclarationsRevealed | PostureChanged | RoundTaskSet | SuccessesAllotted | AllotmentsRevealed | DefenceSet | BlowStruck | AbilitiesShown | RoundRolled | RoundTaskSettled | AllottingBegan | GroupsTurnCame | DefenceBegan | RoundCompared | OrderTakenUp | RoundBegan | DiceReported | FacesEntered | AssetGained | AssetLost | CoinsSpent | SeasonOpened | DeadlineSet | SeasonClosing | ActionResolved | OutcomesTold | SeasonRested | SeasonEnded | ActionTold | ActionDeclared | ActionChanged | ActionWithdrawn | ActionTermsSet | ActionTaken | SpiffsOrdered | OrderVetoed | AdventureLoaded | AreaEntered | FatesChanged | ShacklesChanged | AdventureEnded | KinAppeared | KinSacrificed | CheckCame | TimetableAdvanced


class BonesProposed(Struct, kw_only=True):
    """
    A command that might be sent.
    """

    command: BonesCommand


class ChunkCompleted(Struct, kw_only=True, tag_field='type', tag='ChunkCompleted'):
    """
    A chunk of trials is complete.

    The first `counted` chunks now count towards the result. A chunk after a missing one does not count yet.
    """

    chunk: int
    counted: int
    digest: str
    result: ChunkResult


class JobAnswer(Struct, kw_only=True):
    """
    A job: its request, its progress, and the results of its finished chunks.
    """

    head: str
    id: str
    progress: Progress
    request: Request
    result: KernelResult | None
    stream: str
    version: int


JobEvent: TypeAlias = StreamOpened | SeatOpened | TokenRotated | PlayerAppointed | PlayerDismissed | SeedCommitted | SaltAdded | SeedRevealed | StreamClosed | DrawsVoided | UndoProposed | UndoAgreed | UndoDeclined | UndoWithdrawn | DrawsKept | TakenBack | Forked | ChatSent | DiceLent | GoalReached | GoalMissed | StateDigested | JobRequested | ChunkCompleted | ChunkDisputed | JobCompleted | JobFailed | JobCancelled


class SeenOutOfSight(Struct, kw_only=True):
    """
    Dice that the game master rolled in secret.
    """

    challenge: list[int]
    roll: SeenRoll | None


class SeenTask(Struct, kw_only=True):
    """
    A task that is not settled. Only the game master sees hidden terms and secret rolls.

    `dice` lists what will be rolled, in the order in which faces are entered.
    """

    again: bool
    again_of: str | None
    aim: str
    belongs_to: Literal['off stage', 'on stage']
    called: bool
    casting: SeenCasting | None
    challenge: list[int]
    check: str | None
    creature: str
    dice: list[SeenDice]
    fight: bool
    hidden: bool
    id: str
    opposing: dict[str, int]
    rolls: dict[str, str]
    skill: str | None
    stage: Literal['proposed', 'rolled', 'set', 'settled']
    taken: int
    terms: SeenTerms | None
    tries: int
    unseen: SeenOutOfSight | None
    upon: str | None
    weapons: list[str]


class BonesAsk(Struct, kw_only=True):
    """
    A command, and optionally the faces of dice rolled at a real table.
    """

    command: BonesCommand
    faces: Faces | None | UnsetType = UNSET


class BonesBlocked(Struct, kw_only=True):
    """
    The commands and command bodies that a seat may not send now, for one reason.

    `bodies` lists single refused bodies of commands whose other bodies are allowed, or are refused for other reasons.
    Such a body explains, for example, why one card cannot be played now. The list has at most 32 bodies per command.
    """

    bodies: list[BonesAsk]
    commands: list[str]
    has: Any
    needs: Any
    rule: str
    says: str


class BonesCloudEvent(Struct, kw_only=True):
    """
    An event in the CloudEvents 1.0 envelope. `id` is the stream's version after the event.

    An event in a chain of causes has the chain's id, and the `id` of the event that caused it. If the chain's id is the
    id of a trace, the event also has a `traceparent` with which to continue the trace.
    """

    data: BonesEvent
    datacontenttype: str
    id: str
    sequence: str
    source: str
    specversion: str
    subject: str
    time: str
    type: Literal['arbiter.bones.AbilitiesShown', 'arbiter.bones.ActionChanged', 'arbiter.bones.ActionDeclared', 'arbiter.bones.ActionResolved', 'arbiter.bones.ActionTaken', 'arbiter.bones.ActionTermsSet', 'arbiter.bones.ActionTold', 'arbiter.bones.ActionWithdrawn', 'arbiter.bones.AdventureEnded', 'arbiter.bones.AdventureLoaded', 'arbiter.bones.AllotmentsRevealed', 'arbiter.bones.AllottingBegan', 'arbiter.bones.AreaEntered', 'arbiter.bones.AssetGained', 'arbiter.bones.AssetLost', 'arbiter.bones.AutomaticSuccessEarned', 'arbiter.bones.AutomaticUsed', 'arbiter.bones.BlowStruck', 'arbiter.bones.CampaignOpened', 'arbiter.bones.CasterTired', 'arbiter.bones.CharacterAssigned', 'arbiter.bones.CharacterRemoved', 'arbiter.bones.ChatSent', 'arbiter.bones.CheckCame', 'arbiter.bones.CoinsSet', 'arbiter.bones.CoinsSpent', 'arbiter.bones.CombatEnded', 'arbiter.bones.CombatJoined', 'arbiter.bones.CombatLeft', 'arbiter.bones.CombatStarted', 'arbiter.bones.CommandProposed', 'arbiter.bones.CommandTaken', 'arbiter.bones.CompanionImproved', 'arbiter.bones.CreatureAppeared', 'arbiter.bones.CreatureCorrected', 'arbiter.bones.CreatureEntered', 'arbiter.bones.CreaturePrepared', 'arbiter.bones.DamageDealt', 'arbiter.bones.DamageHealed', 'arbiter.bones.DamageSoaked', 'arbiter.bones.DamageTaken', 'arbiter.bones.DataLoaded', 'arbiter.bones.DeadlineSet', 'arbiter.bones.DeathSurvived', 'arbiter.bones.DeclarationsRevealed', 'arbiter.bones.Declared', 'arbiter.bones.DefenceBegan', 'arbiter.bones.DefenceSet', 'arbiter.bones.DiceComingBack', 'arbiter.bones.DiceLent', 'arbiter.bones.DicePutAway', 'arbiter.bones.DiceReported', 'arbiter.bones.DiceShown', 'arbiter.bones.DieCompleted', 'arbiter.bones.DieRerolled', 'arbiter.bones.Died', 'arbiter.bones.Dismounted', 'arbiter.bones.DraftEnded', 'arbiter.bones.DraftStarted', 'arbiter.bones.DrawsKept', 'arbiter.bones.DrawsVoided', 'arbiter.bones.EffectBegan', 'arbiter.bones.EffectEnded', 'arbiter.bones.EffectHeld', 'arbiter.bones.EquipmentSettled', 'arbiter.bones.FacesEntered', 'arbiter.bones.FallBegan', 'arbiter.bones.FallRolled', 'arbiter.bones.FallSettled', 'arbiter.bones.FatesChanged', 'arbiter.bones.FatigueEnded', 'arbiter.bones.FatigueRested', 'arbiter.bones.Forked', 'arbiter.bones.GoalMissed', 'arbiter.bones.GoalReached', 'arbiter.bones.GroupsTurnCame', 'arbiter.bones.HealthSacrificed', 'arbiter.bones.HinderingGiven', 'arbiter.bones.HinderingRemedied', 'arbiter.bones.HinderingRolled', 'arbiter.bones.IconEarned', 'arbiter.bones.IconPlaced', 'arbiter.bones.Incapacitated', 'arbiter.bones.ItemGiven', 'arbiter.bones.ItemLost', 'arbiter.bones.ItemPickedUp', 'arbiter.bones.ItemReadied', 'arbiter.bones.ItemStowed', 'arbiter.bones.ItemsShown', 'arbiter.bones.KinAppeared', 'arbiter.bones.KinSacrificed', 'arbiter.bones.MagicUsed', 'arbiter.bones.MagnitudeNamed', 'arbiter.bones.Mounted', 'arbiter.bones.NameShown', 'arbiter.bones.OrderGiven', 'arbiter.bones.OrderRefused', 'arbiter.bones.OrderStands', 'arbiter.bones.OrderTakenUp', 'arbiter.bones.OrderVetoed', 'arbiter.bones.OutcomesTold', 'arbiter.bones.PatientTreated', 'arbiter.bones.PlayerAppointed', 'arbiter.bones.PlayerDismissed', 'arbiter.bones.PostureChanged', 'arbiter.bones.PreparedForgotten', 'arbiter.bones.PreparedNamed', 'arbiter.bones.ProposalConfirmed', 'arbiter.bones.ProposalDeclined', 'arbiter.bones.ProposalWithdrawn', 'arbiter.bones.ResistanceLapsed', 'arbiter.bones.ResistanceOpened', 'arbiter.bones.ResistanceRolled', 'arbiter.bones.ResistanceSettled', 'arbiter.bones.RestBroken', 'arbiter.bones.RestCounted', 'arbiter.bones.ResultTold', 'arbiter.bones.RollMade', 'arbiter.bones.RollMoved', 'arbiter.bones.RoundBegan', 'arbiter.bones.RoundCompared', 'arbiter.bones.RoundMagicSet', 'arbiter.bones.RoundMagicSettled', 'arbiter.bones.RoundRolled', 'arbiter.bones.RoundTaskSet', 'arbiter.bones.RoundTaskSettled', 'arbiter.bones.RoundsPassed', 'arbiter.bones.RoundsRanDown', 'arbiter.bones.SacrificeMade', 'arbiter.bones.SaltAdded', 'arbiter.bones.SceneSet', 'arbiter.bones.SeasonClosing', 'arbiter.bones.SeasonEnded', 'arbiter.bones.SeasonOpened', 'arbiter.bones.SeasonRested', 'arbiter.bones.SeatOpened', 'arbiter.bones.SeedCommitted', 'arbiter.bones.SeedRevealed', 'arbiter.bones.SessionRecorded', 'arbiter.bones.ShacklesChanged', 'arbiter.bones.SheetFinished', 'arbiter.bones.SheetWritten', 'arbiter.bones.SourceChosen', 'arbiter.bones.SpiffUseAsked', 'arbiter.bones.SpiffUseVetoed', 'arbiter.bones.SpiffsAwarded', 'arbiter.bones.SpiffsOrdered', 'arbiter.bones.SpiffsSpent', 'arbiter.bones.StateDigested', 'arbiter.bones.StreamClosed', 'arbiter.bones.StreamOpened', 'arbiter.bones.StretchEnded', 'arbiter.bones.SuccessBought', 'arbiter.bones.SuccessGiven', 'arbiter.bones.SuccessesAllotted', 'arbiter.bones.TakenBack', 'arbiter.bones.TaskProposed', 'arbiter.bones.TaskRolled', 'arbiter.bones.TaskSet', 'arbiter.bones.TaskSettled', 'arbiter.bones.TaskTied', 'arbiter.bones.TaskWithdrawn', 'arbiter.bones.ThemeChanged', 'arbiter.bones.ThemeSet', 'arbiter.bones.ThingFinished', 'arbiter.bones.ThingMade', 'arbiter.bones.TimeCorrected', 'arbiter.bones.TimePassed', 'arbiter.bones.TimetableAdvanced', 'arbiter.bones.TokenRotated', 'arbiter.bones.TreatmentEnded', 'arbiter.bones.TreatmentTookHold', 'arbiter.bones.UndoAgreed', 'arbiter.bones.UndoDeclined', 'arbiter.bones.UndoProposed', 'arbiter.bones.UndoWithdrawn', 'arbiter.bones.VesselsTraded', 'arbiter.bones.WarTrainingSet']
    causationid: str | UnsetType = UNSET
    correlationid: str | UnsetType = UNSET
    traceparent: str | UnsetType = UNSET


class BonesDryRun(Struct, kw_only=True):
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
    events: list[BonesEvent] | None | UnsetType = UNSET
    odds: Any | UnsetType = UNSET
    refusal: Forbidden | None | UnsetType = UNSET


class BonesEventPage(Struct, kw_only=True):
    """
    A page of a stream's events. `next` is the version to continue after, null on the last page.
    """

    items: list[BonesCloudEvent]
    next: int | None


class BonesJobCloudEvent(Struct, kw_only=True):
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
    type: Literal['arbiter.bones.ChatSent', 'arbiter.bones.ChunkCompleted', 'arbiter.bones.ChunkDisputed', 'arbiter.bones.DiceLent', 'arbiter.bones.DrawsKept', 'arbiter.bones.DrawsVoided', 'arbiter.bones.Forked', 'arbiter.bones.GoalMissed', 'arbiter.bones.GoalReached', 'arbiter.bones.JobCancelled', 'arbiter.bones.JobCompleted', 'arbiter.bones.JobFailed', 'arbiter.bones.JobRequested', 'arbiter.bones.PlayerAppointed', 'arbiter.bones.PlayerDismissed', 'arbiter.bones.SaltAdded', 'arbiter.bones.SeatOpened', 'arbiter.bones.SeedCommitted', 'arbiter.bones.SeedRevealed', 'arbiter.bones.StateDigested', 'arbiter.bones.StreamClosed', 'arbiter.bones.StreamOpened', 'arbiter.bones.TakenBack', 'arbiter.bones.TokenRotated', 'arbiter.bones.UndoAgreed', 'arbiter.bones.UndoDeclined', 'arbiter.bones.UndoProposed', 'arbiter.bones.UndoWithdrawn']
    causationid: str | UnsetType = UNSET
    correlationid: str | UnsetType = UNSET
    traceparent: str | UnsetType = UNSET


class BonesJobEventPage(Struct, kw_only=True):
    """
    A page of a stream's events. `next` is the version to continue after, null on the last page.
    """

    items: list[BonesJobCloudEvent]
    next: int | None


class CampaignView(Struct, kw_only=True):
    """
    A campaign as a seat sees it. All lists start with the oldest entry.

    `waiting` lists the open rolls, wounds, healings and uses of spiffs. A roll is open until its task or round is
    settled, even if nothing is left to decide about it.
    """

    adventure: SeenAdventure | None
    back_stories: list[str]
    characters: list[SeenCreature]
    combat: SeenCombat | None
    data: Data
    day: int
    drafts: list[SeenDraft]
    effects: list[SeenEffect]
    falls: list[SeenFall]
    ground: list[SeenItem]
    healings: list[Healing]
    hours: int
    last_season: Literal['fall', 'spring', 'summer', 'winter'] | None
    logged: int
    makings: list[SeenMaking]
    orders: list[SeenOrder]
    outcomes: list[SeenOutcome]
    prepared: list[SeenPrepared]
    proposals: list[Proposal]
    reported: dict[str, Reported]
    resistances: list[SeenResistance]
    results: list[SeenResult]
    rolls: list[SeenRoll]
    season: SeenSeason | None
    seasons: int
    session: int
    settings: dict[str, dict[str, Any]]
    spiffs: dict[str, int]
    tasks: list[SeenTask]
    title: str | None
    uses: list[SeenUse]
    waiting: list[str]
    wounds: list[SeenWound]


class BonesAllowed(Struct, kw_only=True):
    """
    A command that a seat may send now: a valid body, the values that its fields may have, and questions that follow.

    `kind` is the purpose of the command: only a `move` or an `answer` continues the game. `prompts` lists what the game
    asks after the command, such as targets and how to pay a cost.
    """

    body: BonesAsk
    command: str
    fields: dict[str, Field]
    kind: Literal['answer', 'aside', 'ending', 'move', 'referee', 'stream']
    prompts: list[Prompt] | UnsetType = field(default_factory=list)


class BonesLegal(Struct, kw_only=True):
    """
    The commands that a seat may and may not send now, with the reasons, and the seats that the stream waits for.

    `awaits` names each seat whose turn it is, or which must answer or agree; if it names several game masters, any one
    of them may act. If `awaits` is empty, any seat may act.

    `more` names the commands that may have more legal bodies, or more values of fields, than this list shows. Request
    one of them by its name to get all. Every command that the seat may send has at least one entry. Without `more`, the
    list is complete.
    """

    allowed: list[BonesAllowed]
    awaits: list[str]
    blocked: list[BonesBlocked]
    more: list[str] | UnsetType = UNSET


class BonesLegalAnswer(Struct, kw_only=True):
    """
    The commands that a seat may send at this version, and those it may not send.
    """

    legal: BonesLegal
    seat: str
    stream: str
    version: int


class BonesStreamView(Struct, kw_only=True):
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


class BonesDone(Struct, kw_only=True):
    """
    An accepted command: its events as this seat sees them, and the view after them.
    """

    events: list[BonesEvent]
    first: int
    head: str
    stream: str
    version: int
    view: BonesStreamView | UnsetType = UNSET


class BonesOpened(Struct, kw_only=True):
    """
    A newly opened stream, and a token for each of its seats.
    """

    head: str
    id: str
    seats: list[SeatToken]
    stream: str
    version: int
    view: BonesStreamView
