# Generated: d90460857b16b31e6ca9ca93faaf9465, datamodel-code-generator 0.89.0.

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, convert, field


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


class Added(Struct, kw_only=True):
    """
    The sum of all bonuses to a roll: dice, and a number added to the total.
    """

    dice: int | UnsetType = 0
    flat: int | UnsetType = 0


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


class AmmunitionCaught(Struct, kw_only=True, tag_field='type', tag='AmmunitionCaught'):
    """
    The target caught a piece of ammunition and carries it now. It no longer counts as used.
    """

    character: str
    item: str
    name: str
    used: str


class AmmunitionLeft(Struct, kw_only=True, tag_field='type', tag='AmmunitionLeft'):
    """
    A batch of used ammunition was left behind.
    """

    number: int
    used: str


class AmmunitionRecovered(Struct, kw_only=True, tag_field='type', tag='AmmunitionRecovered'):
    """
    A combatant searched for used ammunition and put the recovered pieces into one of its items.
    """

    item: str
    number: int
    reason: str | None
    unrecoverable: int
    used: str


class AmmunitionSettings(Struct, kw_only=True):
    """
    Settings for ammunition: how many pieces are recovered.

    The number is one tenth, rounded up or down, or the result of a roll for each piece.

    Rule: SC-R-54
    """

    recovery: Literal['floor', 'half_up', 'roll_each_d10'] | UnsetType = 'half_up'


class AmmunitionUsed(Struct, kw_only=True, tag_field='type', tag='AmmunitionUsed'):
    """
    A piece of ammunition was used. It was added to a batch that its owner can search for later.
    """

    character: str
    item: str
    name: str
    used: str


class ApGained(Struct, kw_only=True, tag_field='type', tag='ApGained'):
    """
    A combatant gained its AP for the round. `old`: AP left from the last round, for defence until its next turn.
    """

    ap: int
    character: str
    old: int | UnsetType = 0


class ApLapsed(Struct, kw_only=True, tag_field='type', tag='ApLapsed'):
    """
    A combatant's turn began, so its AP from before this round expired.
    """

    ap: int
    character: str


class ApLost(Struct, kw_only=True, tag_field='type', tag='ApLost'):
    """
    A critical failure took the combatant's AP. If `locked`, it gains none before its next turn.
    """

    ap: int
    character: str
    locked: bool


class ApReturned(Struct, kw_only=True, tag_field='type', tag='ApReturned'):
    """
    A combatant's turn began, so the AP that a critical failure had locked returned.
    """

    ap: int
    character: str


class ApSettings(Struct, kw_only=True):
    """
    Settings for AP: when unused AP expire, the cost of additional movement, and AP outside fights.

    Rule:    SC-R-03, SC-R-09, SC-R-95
    """

    expiry: Literal['next_turn_start', 'round_start'] | UnsetType = 'round_start'
    extra_movement_cost: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 1
    outside_fights: Literal['keepers_round', 'one_action', 'unlimited'] | UnsetType = (
        'one_action'
    )


class ApSpent(Struct, kw_only=True, tag_field='type', tag='ApSpent'):
    """
    A combatant spent AP.
    """

    ap: int
    character: str
    use: Literal['attack', 'defence', 'drug', 'movement', 'skill', 'spell']


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


Ammunition: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Energy: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


Larger: TypeAlias = Annotated[int, Meta(ge=-20, le=20)]


Weapon: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class AttackSettings(Struct, kw_only=True):
    """
    Settings for attacks: the result of a tie with the defence, and the steps at which an attack waits for an answer.

    Rule:    SC-R-10, SC-R-96
    """

    steps: Literal['each', 'where_somebody_chooses'] | UnsetType = (
        'where_somebody_chooses'
    )
    tie_total_defence: Literal['glancing', 'hit'] | UnsetType = 'hit'


class AttackSettled(Struct, kw_only=True, tag_field='type', tag='AttackSettled'):
    """
    The outcome of an attack was decided. `step` is the step that the exchange waits for next, if any.

    `left`: the energies of a mixed spell that a counterspell did not stop.
    """

    exchange: str
    outcome: Literal['caught', 'countered', 'evaded', 'glancing', 'hit', 'missed']
    left: list[str] | UnsetType = field(default_factory=list)
    step: Literal['block', 'damage', 'defence', 'energy', 'mitigation', 'turning_back'] | None | UnsetType = (
        UNSET
    )


class BerserkSettings(Struct, kw_only=True):
    """
    Settings for combatants on a berserk drug: coups de grace, defence rolls and plain attacks.

    Rule:    SC-R-43, SC-R-44, SC-R-49
    """

    coup_de_grace: bool | UnsetType = False
    defence: Literal['no_rolls', 'rolls_with_penalty'] | UnsetType = 'no_rolls'
    plain_attack: bool | UnsetType = True


Shield: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class Bonus(Struct, kw_only=True):
    """
    A bonus to a roll: additional dice, and a number added to the total.
    """

    dice: (
        Annotated[
            int,
            Meta(description='dice to add, or to remove if negative', ge=-100, le=100),
        ]
        | UnsetType
    ) = 0
    flat: (
        Annotated[int, Meta(description='a number added to a total', ge=-1000, le=1000)]
        | UnsetType
    ) = 0


class CastPrepared(Struct, kw_only=True, tag_field='type', tag='CastPrepared'):
    """
    Attack with a prepared spell, whose AP are already spent. The attack may be part of a movement.
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
    luck: (
        Annotated[
            int,
            Meta(description='a number of Luck dice, each for 1 point', ge=0, le=100),
        ]
        | UnsetType
    ) = 0
    part_of_movement: bool | UnsetType = False


Component: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
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


class CastProhibitive(Struct, kw_only=True, tag_field='type', tag='CastProhibitive'):
    """
    Cast prohibitive energies. The Keeper states or confirms whether their requirement is met, and why.
    """

    ap: Annotated[int, Meta(ge=0, le=100)]
    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    energies: Annotated[list[Energy], Meta(max_length=10, min_length=1)]
    target: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    components: Annotated[list[Component], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )
    reason: Reason | None | UnsetType = UNSET
    requirement_met: bool | None | UnsetType = UNSET


class CastSpell(Struct, kw_only=True):
    """
    A prohibitive spell that was cast, and the reason why its requirement was met or not.
    """

    ap: int
    character: str
    energies: list[str]
    reason: str
    target: str


class Chain(Struct, kw_only=True):
    """
    The maximum number of extra rolls of a die that the odds include, and an upper bound on the probability of more.

    The odds treat a longer chain of extra rolls as if it ended there.
    """

    further_at_most: float
    limit: int


Luck: TypeAlias = Annotated[int, Meta(ge=0, le=100000)]


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


class Charge(Struct, kw_only=True):
    """
    The energy in a weapon: how and by whom it was put there, its AP, and the kind of target to which it is limited.

    Rule:    SC-CHG-01, SC-CHB-04, SC-R-94
    """

    ap: int
    by: str
    energies: list[str]
    mode: Literal['bestowed', 'charged', 'conducted']
    selective: str | None | UnsetType = UNSET


class ChargeCorrected(Struct, kw_only=True, tag_field='type', tag='ChargeCorrected'):
    """
    The Keeper set or removed the energy in an item.
    """

    item: str
    reason: str
    charge: Charge | None | UnsetType = UNSET


class ChargeFaded(Struct, kw_only=True, tag_field='type', tag='ChargeFaded'):
    """
    The energy in a weapon faded without effect.
    """

    energies: list[str]
    item: str


Selective: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class ChargeWeapon(Struct, kw_only=True, tag_field='type', tag='ChargeWeapon'):
    """
    Put energy into a weapon or one piece of ammunition. `selective` limits it to one kind of target.

    A shot with a charged piece of ammunition releases the energy of that piece, and the weapon keeps its own energy. A
    shot with any other piece releases the energy of the weapon.
    """

    ap: Annotated[int, Meta(ge=0, le=100)]
    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    energies: Annotated[list[Energy], Meta(max_length=10, min_length=1)]
    item: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    mode: Literal['bestowed', 'charged', 'conducted']
    components: Annotated[list[Component], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )
    selective: Selective | None | UnsetType = UNSET


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


class ComaBegan(Struct, kw_only=True, tag_field='type', tag='ComaBegan'):
    """
    A combatant fell into a coma as a drug wore off.
    """

    character: str


class ComaEnded(Struct, kw_only=True, tag_field='type', tag='ComaEnded'):
    """
    A combatant woke from its coma.
    """

    character: str


class CombatSettings(Struct, kw_only=True):
    """
    Settings for rounds: defence before the first turn, the combat order, and the maximum AP of each tier.

    The maximum applies to attacks, spells, defences and skill actions. Without a component it is 3.

    Rule:    SC-R-02, SC-R-15, SC-R-89, SC-R-108, SC-E-17
    """

    first_round_defence: bool | UnsetType = False
    first_round_passive_defence: bool | UnsetType = True
    order_mode: Literal['each_round', 'fixed'] | UnsetType = 'each_round'
    tier_caps: bool | UnsetType = False


class CombatantSettings(Struct, kw_only=True):
    """
    Settings for non-players: whether they can be unconscious and dying, or are out of the fight at 0 Vitality.

    Rule: SC-R-63
    """

    non_player_states: Literal['out_at_zero', 'same'] | UnsetType = 'same'


class CommandProposed(Struct, kw_only=True, tag_field='type', tag='CommandProposed'):
    """
    A player proposed a command to the game master.
    """

    command: dict[str, Any]
    proposal: str
    seat: str


DicePerAp: TypeAlias = Annotated[int, Meta(description='a number of d10', ge=0, le=100)]


class Component2(Struct, kw_only=True):
    """
    A component of attacks or of defences. A field that the component's rules text does not mention stays 0 or false.

    `evade`: AP in the component add evasion dice. `shielding`: it needs a shield. `with_shield`: it may be used
    together with a shield of energy. `catch`: it can catch thrown or shot missiles. `special`: it is one of the
    special actions that berserk combatants may use. `mimics`: the physical attack that this magic imitates.
    `selective`: it may choose a kind of target.

    Rule:    SC-R-85
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
    type: Literal['magic', 'martial', 'skill']
    use: Literal['attack', 'defence']
    block: Bonus | UnsetType = field(default_factory=lambda: convert({},  type=Bonus))
    catch: bool | UnsetType = False
    damage: Bonus | UnsetType = field(default_factory=lambda: convert({},  type=Bonus))
    dice_per_ap: DicePerAp | None | UnsetType = UNSET
    evade: bool | UnsetType = False
    mimics: Literal['projectile', 'thrown', 'touch'] | None | UnsetType = UNSET
    mitigation: Bonus | UnsetType = field(
        default_factory=lambda: convert({}, type=Bonus)
    )
    selective: bool | UnsetType = False
    shielding: bool | UnsetType = False
    special: bool | UnsetType = False
    tier: Literal['advanced', 'basic', 'intermediate', 'master', 'simple'] | None | UnsetType = (
        UNSET
    )
    to_hit: Bonus | UnsetType = field(default_factory=lambda: convert({},  type=Bonus))
    with_shield: bool | UnsetType = False


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


Shield1: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


OrderItem: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class CorrectOrder(Struct, kw_only=True, tag_field='type', tag='CorrectOrder'):
    """
    Set the combat order of the round, from first to last combatant. Their scores change to match.
    """

    order: Annotated[list[OrderItem], Meta(max_length=40, min_length=1)]
    reason: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]


Ap: TypeAlias = Annotated[int, Meta(ge=0, le=100)]


class CorrectRound(Struct, kw_only=True, tag_field='type', tag='CorrectRound'):
    """
    Correct a combatant's round: its AP, whether a percentile of 01 has locked them, and whether it has moved.

    If the AP are locked, `ap` is the number of AP that the combatant regains on its next turn.
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
    ap: Ap | None | UnsetType = UNSET
    locked: bool | None | UnsetType = UNSET
    moved: bool | None | UnsetType = UNSET


Spell: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class Counter(Struct, kw_only=True):
    """
    A counterspell: its energy and AP, and the block dice of a shield.

    `rounds`: the duration of a lasting shield. `spell`: the lasting shield that is used again.
    """

    ap: int
    energy: str
    way: Literal['attack', 'shield']
    block: int | UnsetType = 0
    rounds: int | None | UnsetType = UNSET
    spell: str | None | UnsetType = UNSET


Component3: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class CounterByAttack(Struct, kw_only=True, tag_field='type', tag='CounterByAttack'):
    """
    Counter a spell with an opposing energy instead of any other defence. `dice` is the number of dice to roll.
    """

    ap: Annotated[int, Meta(description='a number of d10', ge=0, le=100)]
    energy: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    components: Annotated[list[Component3], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )
    dice: (
        Annotated[int, Meta(description='a number of d10', ge=0, le=100)] | UnsetType
    ) = 0
    luck: (
        Annotated[
            int,
            Meta(description='a number of Luck dice, each for 1 point', ge=0, le=100),
        ]
        | UnsetType
    ) = 0


Rounds: TypeAlias = Annotated[int, Meta(description='rounds', ge=1, le=1000)]


class CounterByShield(Struct, kw_only=True, tag_field='type', tag='CounterByShield'):
    """
    Raise a shield of an opposing energy. `dice` adds dice to the armor/block roll. `rounds` makes the shield last.

    `spell` names a lasting shield to use again.
    """

    energy: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    ap: (
        Annotated[int, Meta(description='a number of d10', ge=0, le=100)] | UnsetType
    ) = 0
    dice: (
        Annotated[int, Meta(description='a number of d10', ge=0, le=100)] | UnsetType
    ) = 0
    rounds: Rounds | None | UnsetType = UNSET
    spell: Spell | None | UnsetType = UNSET


class CounterFaded(Struct, kw_only=True, tag_field='type', tag='CounterFaded'):
    """
    A counterspell by attack failed, and its energy faded without effect.
    """

    counter: str
    exchange: str


class CounterattackOffered(Struct, kw_only=True, tag_field='type', tag='CounterattackOffered'):
    """
    An attack failed critically against a critical defence, so the defender may turn it back.
    """

    exchange: str


class CounterattackSettings(Struct, kw_only=True):
    """
    Settings for attacks that are turned back: their size modifier, and the effect of their weapon's energy.

    Rule:    SC-R-27, SC-R-83
    """

    energy: Literal['released_on_attacker', 'stays'] | UnsetType = (
        'released_on_attacker'
    )
    size_modifier: Literal['kept', 'none'] | UnsetType = 'kept'


class CounterspellSettings(Struct, kw_only=True):
    """
    Settings for counterspells: mitigation after a failure, shields after a success, and mixed energies.

    Rule:    SC-R-29, SC-R-31, SC-R-65, SC-R-90
    """

    charged_weapons: bool | UnsetType = False
    failed_attack_mitigation: Literal['armor_only', 'full', 'none'] | UnsetType = (
        'armor_only'
    )
    mixed_energies: Literal['opposed_only', 'whole'] | UnsetType = 'whole'
    shield_after_success: Literal['ends', 'persists'] | UnsetType = 'ends'


Seat: TypeAlias = Annotated[
    str,
    Meta(
        description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class CriticalSettings(Struct, kw_only=True):
    """
    Settings for criticals: which dice decide them, which defence rolls have a percentile, and the loss of AP.

    Rule: SC-R-21, SC-R-22, SC-R-25, SC-R-82
    """

    ap_lock: Literal['until_next_round', 'until_next_turn'] | UnsetType = (
        'until_next_turn'
    )
    defence_percentiles: Literal['each_roll', 'one'] | UnsetType = 'one'
    failed_defence_mitigation: bool | UnsetType = True
    source: Literal['first_two_dice', 'off', 'separate_d100'] | UnsetType = (
        'separate_d100'
    )


class CriticallyFailed(Struct, kw_only=True, tag_field='type', tag='CriticallyFailed'):
    """
    A combatant failed critically to hit or to defend. The Keeper may add a fumble.
    """

    character: str
    failure: str


class DamageDealt(Struct, kw_only=True, tag_field='type', tag='DamageDealt'):
    """
    The damage that exceeded mitigation was dealt.

    `outcome` is `glancing` if mitigation exceeded the damage.
    """

    amount: int
    character: str
    exchange: str
    outcome: Literal['caught', 'countered', 'evaded', 'glancing', 'hit', 'missed']


class DayBegan(Struct, kw_only=True, tag_field='type', tag='DayBegan'):
    """
    A day began.
    """

    day: int


class DeclareDying(Struct, kw_only=True, tag_field='type', tag='DeclareDying'):
    """
    Declare that a combatant at 0 or less Vitality is dying.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class DeclareResisted(Struct, kw_only=True, tag_field='type', tag='DeclareResisted'):
    """
    Decide whether the target resists an energy, in a campaign that leaves stated defences to the Keeper.
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
    resisted: bool


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


class DefenceDeclined(Struct, kw_only=True, tag_field='type', tag='DefenceDeclined'):
    """
    The defender declined to defend any further.
    """

    exchange: str


class DefenceForgone(Struct, kw_only=True, tag_field='type', tag='DefenceForgone'):
    """
    The target could not roll a defence. `total` is its defence total.
    """

    exchange: str
    total: int


class DefenceSettings(Struct, kw_only=True):
    """
    Settings for defence rolls: block dice from armor, evasion dice for each AP, and unarmored training.

    Rule:    SC-R-13, SC-R-14, SC-R-66
    """

    block_dice_from_armor: bool | UnsetType = False
    evade_dice_per_ap: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 1
    unarmored_needs_no_armor: bool | UnsetType = False


class Died(Struct, kw_only=True, tag_field='type', tag='Died'):
    """
    A combatant died and lost its unspent Experience Points.
    """

    cause: str
    character: str
    experience: int | UnsetType = 0


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


class Dosed(Struct, kw_only=True):
    """
    A drug that is active in a combatant. Rule: SC-DRUG-02.
    """

    drug: Literal['berserk', 'meginserk']
    tier: int


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


class DropExchange(Struct, kw_only=True, tag_field='type', tag='DropExchange'):
    """
    End an attack in progress without effect. Costs stay paid unless `refund` is true.

    A refund returns the AP and Luck of both sides, AP that a critical failure (a percentile of 01) took, a prepared
    spell, and shot or thrown missiles that were not caught. A lasting shield of energy that was raised in the attack
    ends, and one that ended in it is back. Damage that was dealt, energy that was released or has faded, and an item
    that a fumble dropped stay as they are: correct them with `Restore` and `CorrectCharge`, and pick up the item.
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
    refund: bool | UnsetType = UNSET


class DropItem(Struct, kw_only=True, tag_field='type', tag='DropItem'):
    """
    Drop an item to the ground.
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


class DrugEnded(Struct, kw_only=True, tag_field='type', tag='DrugEnded'):
    """
    A drug wore off, and the remaining temporary points were lost.
    """

    character: str
    drug: Literal['berserk', 'meginserk']


class DrugSettings(Struct, kw_only=True):
    """
    Settings for drugs: which points are lost first, the effect of several doses, and the AP cost of a dose.

    Rule: SC-R-46, SC-R-48, SC-R-67
    """

    dose_stacking: Literal['highest', 'sum'] | UnsetType = 'highest'
    take_cost: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 0
    temporary_first: bool | UnsetType = True


class DrugTaken(Struct, kw_only=True, tag_field='type', tag='DrugTaken'):
    """
    A combatant took a drug, which has this tier now and gave these temporary points.
    """

    character: str
    doses: int
    drug: Literal['berserk', 'meginserk']
    tier: int
    temporary: int | UnsetType = 0


class DyingDeclared(Struct, kw_only=True, tag_field='type', tag='DyingDeclared'):
    """
    The Keeper declared that a combatant is dying.
    """

    character: str


class DyingSettings(Struct, kw_only=True):
    """
    Settings for dying: when it starts, attempts to stabilise, the loss of Vitality, and healing.

    Rule: SC-R-39, SC-R-40, SC-R-41, SC-R-79
    """

    attempts_per_round: Literal['1', 'per_ap'] | UnsetType = '1'
    healing_stabilises: Literal['any', 'at_one'] | UnsetType = 'at_one'
    loss_at: Literal['end_of_own_turn', 'round_end', 'round_start'] | UnsetType = (
        'end_of_own_turn'
    )
    starts: Literal['automatic', 'keeper_declared'] | UnsetType = 'automatic'


class EndDrug(Struct, kw_only=True, tag_field='type', tag='EndDrug'):
    """
    End the effect of a drug.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class EndFight(Struct, kw_only=True, tag_field='type', tag='EndFight'):
    """
    End the fight.
    """


class EndOngoing(Struct, kw_only=True, tag_field='type', tag='EndOngoing'):
    """
    End a continuing effect.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    ongoing: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class EndSpell(Struct, kw_only=True, tag_field='type', tag='EndSpell'):
    """
    End a lasting spell of the player's own combatant.
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
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class EndStupor(Struct, kw_only=True, tag_field='type', tag='EndStupor'):
    """
    End a stupor.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


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


class EnergiesCancelled(Struct, kw_only=True, tag_field='type', tag='EnergiesCancelled'):
    """
    A counterspell succeeded: these energies and the counterspell's own cancelled each other.
    """

    counter: str
    energies: list[str]
    exchange: str


StatedDefence: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class EnergyModel(Struct, kw_only=True):
    """
    A kind of energy. A field that the energy's description does not mention stays false.

    `stated_defence`: the defence that its description allows the target, such as an opposed Charisma check.
    `prohibitive`: only a special spell can cast it, under conditions of its own. `damage`: the damage that it deals
    in such a prohibitive spell.

    Rule:    SC-R-85
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
    bypasses_armor: bool | UnsetType = False
    damage: Bonus | UnsetType = field(default_factory=lambda: convert({},  type=Bonus))
    direct_damage: bool | UnsetType = False
    prohibitive: bool | UnsetType = False
    stated_defence: StatedDefence | None | UnsetType = UNSET
    touch_only: bool | UnsetType = False
    unblockable: bool | UnsetType = False


class EnergyJudged(Struct, kw_only=True, tag_field='type', tag='EnergyJudged'):
    """
    Energies took effect or faded. `reason` says why the Keeper decided against their usual behaviour.
    """

    acts: bool
    energies: list[str]
    exchange: str
    reason: str | None | UnsetType = UNSET


class EnergyLetIn(Struct, kw_only=True, tag_field='type', tag='EnergyLetIn'):
    """
    The target declined to counter the energy of a weapon.
    """

    exchange: str


class EnergyMet(Struct, kw_only=True, tag_field='type', tag='EnergyMet'):
    """
    The energy of an attack reached a combatant. Its effect is still undecided.
    """

    character: str
    energies: list[str]
    exchange: str


class EnergyReleased(Struct, kw_only=True, tag_field='type', tag='EnergyReleased'):
    """
    A weapon's touch released its energy, which is now used up.
    """

    energies: list[str]
    exchange: str
    item: str


class EnergyResisted(Struct, kw_only=True, tag_field='type', tag='EnergyResisted'):
    """
    The stated defence of an energy was decided: the target resisted it or not.
    """

    energy: str
    exchange: str
    resisted: bool
    reason: str | None | UnsetType = UNSET


OppositeItem: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


Opposite: TypeAlias = Annotated[list[OppositeItem], Meta(max_length=2, min_length=2)]


class EnergySettings(Struct, kw_only=True):
    """
    Settings for energies: opposites, energy that bypasses armor or works by touch, and stated defences.

    Rule: SC-R-32, SC-R-36, SC-R-37, SC-R-75, SC-R-91
    """

    bypass_default: bool | UnsetType = True
    mitigation: Literal['one_roll', 'roll_each'] | UnsetType = 'one_roll'
    opposites: Annotated[list[Opposite], Meta(max_length=100)] | UnsetType = field(
        default_factory=lambda: convert([['fire', 'cold']], type=list[Opposite])
    )
    stated_defence: Literal['declared', 'opposed_total'] | UnsetType = 'opposed_total'
    touch_on_glancing: bool | UnsetType = True


class EnergyTookEffect(Struct, kw_only=True, tag_field='type', tag='EnergyTookEffect'):
    """
    Energies took effect on a combatant. The Keeper applies any effect other than damage.

    `ap`, `added`: AP and bonus of their damage roll. `deals`: whether they deal damage. `portion`: whether the
    weapon also deals damage of its own. `spare`: mitigation that the weapon's damage did not use up.
    """

    character: str
    energies: list[str]
    exchange: str
    added: Added | UnsetType = field(default_factory=lambda: convert({},  type=Added))
    ap: int | UnsetType = 0
    deals: bool | UnsetType = False
    portion: bool | UnsetType = False
    spare: int | None | UnsetType = UNSET


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


class ExchangeEnded(Struct, kw_only=True, tag_field='type', tag='ExchangeEnded'):
    """
    An attack ended.
    """

    exchange: str


class ExperienceGained(Struct, kw_only=True, tag_field='type', tag='ExperienceGained'):
    """
    A combatant gained Experience Points.
    """

    character: str
    points: int
    reason: str


class ExperienceSpent(Struct, kw_only=True, tag_field='type', tag='ExperienceSpent'):
    """
    A combatant spent Experience Points.
    """

    buys: str
    character: str
    points: int


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


class FatigueLost(Struct, kw_only=True, tag_field='type', tag='FatigueLost'):
    """
    A combatant lost Fatigue.
    """

    amount: int
    cause: str
    character: str


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


Drop: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Effect: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class Fumble(Struct, kw_only=True, tag_field='type', tag='Fumble'):
    """
    Add another bad effect to a critical failure: an effect in words, or a dropped item.
    """

    failure: Annotated[
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
    drop: Drop | None | UnsetType = UNSET
    effect: Effect | None | UnsetType = UNSET


class Fumbled(Struct, kw_only=True, tag_field='type', tag='Fumbled'):
    """
    The Keeper added a fumble to a critical failure.
    """

    failure: str
    reason: str
    effect: str | None | UnsetType = UNSET


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


class GrantExperience(Struct, kw_only=True, tag_field='type', tag='GrantExperience'):
    """
    Grant a combatant Experience Points.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    points: Annotated[int, Meta(ge=1, le=1000)]
    reason: Reason | None | UnsetType = UNSET


class Handled(Struct, kw_only=True):
    """
    An item that is drawn, nocked or loaded as part of a movement.
    """

    act: Literal['draw', 'load', 'nock']
    item: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class Held(Struct, kw_only=True):
    """
    A lasting spell: one maintained by concentration, one prepared for later, or a shield of energy.

    `dice`: the to-hit dice of a prepared spell, or the block dice of a shield. `rounds`: the rounds that are left,
    or None if the duration is not fixed.
    """

    id: str
    kind: Literal['concentration', 'prepared', 'shield']
    what: str
    ap: int | UnsetType = 0
    components: list[str] | UnsetType = field(default_factory=list)
    dice: int | UnsetType = 0
    energies: list[str] | UnsetType = field(default_factory=list)
    rounds: int | None | UnsetType = UNSET


Energy3: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class HoldSpell(Struct, kw_only=True, tag_field='type', tag='HoldSpell'):
    """
    Cast a lasting spell: one kept by concentration, one prepared for later, or a shield that lasts some rounds.
    """

    ap: Annotated[int, Meta(ge=0, le=100)]
    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    energies: Annotated[list[Energy3], Meta(max_length=10, min_length=1)]
    kind: Literal['concentration', 'prepared', 'shield']
    what: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    components: Annotated[list[Component3], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )
    dice: (
        Annotated[int, Meta(description='a number of d10', ge=0, le=100)] | UnsetType
    ) = 0
    rounds: Rounds | None | UnsetType = UNSET


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


class Invested(Struct, kw_only=True):
    """
    A component and the AP put into it.
    """

    ap: Annotated[int, Meta(ge=0, le=100)]
    name: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]


class ItemDropped(Struct, kw_only=True, tag_field='type', tag='ItemDropped'):
    """
    An item left its owner's hands and fell to the ground.
    """

    character: str
    item: str


class ItemReadied(Struct, kw_only=True, tag_field='type', tag='ItemReadied'):
    """
    A carried item was drawn, nocked or loaded.
    """

    character: str
    item: str


class ItemTakenUp(Struct, kw_only=True, tag_field='type', tag='ItemTakenUp'):
    """
    A combatant picked up an item from the ground.
    """

    character: str
    item: str


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


class JudgeEnergy(Struct, kw_only=True, tag_field='type', tag='JudgeEnergy'):
    """
    Decide whether energy affects a target that took no weapon damage. By default, the energy's data decide.
    """

    energy: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    energy_damage_applies: bool | None | UnsetType = UNSET
    reason: Reason | None | UnsetType = UNSET


class LeaveAmmunition(Struct, kw_only=True, tag_field='type', tag='LeaveAmmunition'):
    """
    Leave used ammunition behind without a search.
    """

    used: Annotated[
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


class LetEnergyIn(Struct, kw_only=True, tag_field='type', tag='LetEnergyIn'):
    """
    Decline to counter the energy of a weapon. The energy then takes effect.
    """


class Likelihood(Struct, kw_only=True):
    """
    A total, its probability, and the probability of that total or a higher one.
    """

    at_least: Exact
    chance: Exact
    total: int | str


class LoseFatigue(Struct, kw_only=True, tag_field='type', tag='LoseFatigue'):
    """
    Subtract Fatigue from a combatant.
    """

    amount: Annotated[int, Meta(ge=1, le=10000)]
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


class LoseVitality(Struct, kw_only=True, tag_field='type', tag='LoseVitality'):
    """
    Subtract Vitality from a combatant for a cause other than an attack.
    """

    amount: Annotated[int, Meta(ge=1, le=10000)]
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


class LuckOfTheDay(Struct, kw_only=True, tag_field='type', tag='LuckOfTheDay'):
    """
    A combatant received its luck points for the day. They replace any points left from the day before.
    """

    character: str
    points: int


class LuckSettings(Struct, kw_only=True):
    """
    Settings for Luck: the maximum Luck dice in a roll, Luck in the combat order, and how luck points are gained.

    Rule:    SC-R-06, SC-R-07, SC-E-07
    """

    cap: Literal['3', 'dice_in_roll', 'points_held'] | UnsetType = 'dice_in_roll'
    order_roll: Literal['dice', 'flat_points'] | UnsetType = 'dice'
    points_source: Literal['caller', 'daily_d10'] | UnsetType = 'caller'


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


class LuckSpent(Struct, kw_only=True, tag_field='type', tag='LuckSpent'):
    """
    A combatant spent luck points on a roll. They are spent even if the coin flip subtracts the Luck dice.
    """

    character: str
    points: int
    roll: str


class MagicSettings(Struct, kw_only=True):
    """
    Settings for magic: whether a physical defence applies to magic that imitates no physical attack.

    Rule: SC-R-92
    """

    unmimicked_defence: Literal['magic_only', 'physical'] | UnsetType = 'magic_only'


class MagicWaived(Struct, kw_only=True, tag_field='type', tag='MagicWaived'):
    """
    The Keeper allowed a meginserker to end its turn without magic.
    """

    character: str
    reason: str


class MatchTarget(Struct, kw_only=True, tag_field='type', tag='MatchTarget'):
    """
    State whether the touched target is of the kind that the weapon's energy affects.
    """

    target_matches: bool


QuantilesAdditionalProperty1: TypeAlias = Annotated[
    str, Meta(description='an exact number', pattern='^-?\\d+(/\\d+)?$')
]


QuantilesAdditionalProperty: TypeAlias = tuple[int | QuantilesAdditionalProperty1 | None, int | QuantilesAdditionalProperty1, int | QuantilesAdditionalProperty1 | None]


Width: TypeAlias = Annotated[
    str, Meta(description='an exact number', pattern='^-?\\d+(/\\d+)?$')
]


class MitigationSettings(Struct, kw_only=True):
    """
    Settings for mitigation: which AP count, and the result if mitigation equals the damage.

    Rule:    SC-R-17, SC-R-57
    """

    ap_counted: Literal['all_defence', 'block_only'] | UnsetType = 'all_defence'
    equal: Literal['glancing', 'hit_for_zero'] | UnsetType = 'hit_for_zero'


class Move(Struct, kw_only=True, tag_field='type', tag='Move'):
    """
    Take a movement action over some movement units, and draw, nock or load an item during it.

    A weapon must be drawn before it is used. Every shot includes nocking or loading, so these are only recorded.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    hands: Annotated[list[Handled], Meta(max_length=4)] | UnsetType = field(
        default_factory=list
    )
    units: Annotated[int, Meta(ge=0, le=50)] | UnsetType = 0


class Moved(Struct, kw_only=True, tag_field='type', tag='Moved'):
    """
    A combatant moved.

    `distance` is in the campaign's unit of length. It is set only if the campaign's data give a movement unit for
    the combatant's size.
    """

    character: str
    distance: int | None
    units: int


class MovementSettings(Struct, kw_only=True):
    """
    Settings for movement: whether the kind of an attack decides if the attack may be part of a movement.

    Rule: SC-R-61
    """

    mobile_by_kind: bool | UnsetType = True


class NewCharge(Struct, kw_only=True):
    """
    The energy that the Keeper puts into an item. It replaces any energy that is there.
    """

    ap: Annotated[int, Meta(ge=0, le=100)]
    by: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    energies: Annotated[list[Energy3], Meta(max_length=10, min_length=1)]
    mode: Literal['bestowed', 'charged', 'conducted']
    selective: Selective | None | UnsetType = UNSET


class NewItem(Struct, kw_only=True):
    """
    An item with which a combatant starts, or that the Keeper gives it.
    """

    kind: Literal['ammunition', 'shield', 'weapon']
    name: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    number: Annotated[int, Meta(ge=1, le=1000)] | UnsetType = 1
    ready: bool | UnsetType = False


class NewSpell(Struct, kw_only=True):
    """
    A lasting spell that the Keeper adds, or the new values of one that the Keeper changes.
    """

    ap: Annotated[int, Meta(ge=0, le=100)]
    energies: Annotated[list[Energy3], Meta(max_length=10, min_length=1)]
    kind: Literal['concentration', 'prepared', 'shield']
    what: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    components: Annotated[list[Component3], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )
    dice: (
        Annotated[int, Meta(description='a number of d10', ge=0, le=100)] | UnsetType
    ) = 0
    rounds: Rounds | None | UnsetType = UNSET


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


class Ongoing(Struct, kw_only=True):
    """
    A continuing effect, and the points that it costs each round. Rule: SC-DYING-03, SC-R-81.
    """

    amount: int
    id: str
    source: str


class OngoingEnded(Struct, kw_only=True, tag_field='type', tag='OngoingEnded'):
    """
    A continuing effect on a combatant ended.
    """

    character: str
    ongoing: str


class OngoingStarted(Struct, kw_only=True, tag_field='type', tag='OngoingStarted'):
    """
    A continuing effect on a combatant started.
    """

    character: str
    ongoing: Ongoing


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


class OrderCorrected(Struct, kw_only=True, tag_field='type', tag='OrderCorrected'):
    """
    The Keeper set the combat order and the scores that match it.
    """

    order: list[str]
    reason: str
    scores: list[int]


class OrderSet(Struct, kw_only=True, tag_field='type', tag='OrderSet'):
    """
    The order of turns was set; the participants in `passed` have no turn left this round.
    """

    order: list[str]
    passed: list[str] | UnsetType = field(default_factory=list)


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


class Paid(Struct, kw_only=True):
    """
    The costs that one combatant has paid for an attack so far.

    `ap`: the AP of this round that were spent. `old`: the AP from before this round that were spent. `lost`,
    `old_lost`: the same for AP that a critical failure took. `locked`: whether a critical failure has locked its AP.
    """

    ap: int | UnsetType = 0
    locked: bool | UnsetType = False
    lost: int | UnsetType = 0
    luck: int | UnsetType = 0
    old: int | UnsetType = 0
    old_lost: int | UnsetType = 0


class PassRound(Struct, kw_only=True, tag_field='type', tag='PassRound'):
    """
    Pass a round outside fights: dying and harmed combatants take their turns, and all combatants regain AP.
    """


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
    Settings for players: the limits on what a player may create without the Keeper.

    `combatants`: the maximum number of combatants of a seat. `score`: the highest Vitality, Fatigue, Endurance and
    Speed score. `dice`: the maximum dice for each training and for the block. `pieces`: the maximum pieces of one item.
    `shield_rounds`: the longest duration of a shield of energy.

    Rule:    SC-CAMP-10
    """

    combatants: Annotated[int, Meta(ge=1, le=100)] | UnsetType = 1
    dice: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 10
    experience: Annotated[int, Meta(ge=0, le=100000)] | UnsetType = 0
    luck: Annotated[int, Meta(ge=0, le=100000)] | UnsetType = 10
    pieces: Annotated[int, Meta(ge=1, le=1000)] | UnsetType = 100
    score: Annotated[int, Meta(ge=0, le=10000)] | UnsetType = 500
    shield_rounds: Annotated[int, Meta(ge=1, le=1000)] | UnsetType = 10
    speed_rating: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 10


class PlayersMaySettings(Struct, kw_only=True):
    """
    Settings for commands: which ones players may send directly, and which they must propose to the Keeper.

    Rule:    SC-CAMP-01, SC-CAMP-08, SC-CAMP-16
    """

    add_dice: Literal['alone', 'propose'] | UnsetType = 'propose'
    be_conveyed: Literal['alone', 'propose'] | UnsetType = 'propose'
    create_combatants: Literal['alone', 'propose'] | UnsetType = 'alone'
    recover_ammunition: Literal['alone', 'propose'] | UnsetType = 'propose'
    take_drugs: Literal['alone', 'propose'] | UnsetType = 'alone'


class PointsRestored(Struct, kw_only=True, tag_field='type', tag='PointsRestored'):
    """
    Natural Vitality and Fatigue were restored.
    """

    cause: Literal['magic', 'rest']
    character: str
    fatigue: int
    reason: str | None
    vitality: int


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


class PreparedSpellCast(Struct, kw_only=True, tag_field='type', tag='PreparedSpellCast'):
    """
    A prepared spell was used up by the attack that the next event records.
    """

    character: str
    spell: str


class ProhibitiveSpellCast(Struct, kw_only=True, tag_field='type', tag='ProhibitiveSpellCast'):
    """
    A prohibitive spell succeeded. It takes effect at once, unless an energy's description states a defence.
    """

    exchange: str
    spell: CastSpell


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


Recovered: TypeAlias = Annotated[int, Meta(ge=0, le=10000)]


class RecoverAmmunition(Struct, kw_only=True, tag_field='type', tag='RecoverAmmunition'):
    """
    Search once for used ammunition.

    `unrecoverable` is the number of pieces that are lost for a stated reason. With `recovered`, the Keeper sets the
    number of pieces found, and no dice are rolled.
    """

    used: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    reason: Reason | None | UnsetType = UNSET
    recovered: Recovered | None | UnsetType = UNSET
    unrecoverable: Annotated[int, Meta(ge=0, le=10000)] | UnsetType = 0


class Refund(Struct, kw_only=True):
    """
    The costs that are returned to one combatant when an attack is dropped.
    """

    character: str
    ap: int | UnsetType = 0
    locked: bool | UnsetType = False
    lost: int | UnsetType = 0
    luck: int | UnsetType = 0
    old: int | UnsetType = 0
    old_lost: int | UnsetType = 0


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


class Restore(Struct, kw_only=True, tag_field='type', tag='Restore'):
    """
    Restore natural Vitality and Fatigue, up to the sheet's maximum.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    cause: Literal['magic', 'rest'] | None | UnsetType = UNSET
    fatigue: Annotated[int, Meta(ge=0, le=10000)] | UnsetType = 0
    reason: Reason | None | UnsetType = UNSET
    vitality: Annotated[int, Meta(ge=0, le=10000)] | UnsetType = 0


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


Vitality: TypeAlias = Annotated[int, Meta(ge=1, le=10000)]


class Revive(Struct, kw_only=True, tag_field='type', tag='Revive'):
    """
    Revive a dead combatant with at most its full Vitality, if the Keeper finds the spell strong (`sufficient`).
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    energy: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    sufficient: bool
    vitality: Vitality | None | UnsetType = UNSET


class ReviveSettings(Struct, kw_only=True):
    """
    Settings for revival: the Vitality of a revived combatant. Rule: SC-R-56.
    """

    vitality: Annotated[int, Meta(ge=1, le=1000)] | UnsetType = 1


class Revived(Struct, kw_only=True, tag_field='type', tag='Revived'):
    """
    A combatant was revived.
    """

    character: str
    vitality: int


class RollAgain(Struct, kw_only=True, tag_field='type', tag='RollAgain'):
    """
    Roll again for a participant and all players tied with it: the same dice, without Luck.
    """

    participant: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class RollDamage(Struct, kw_only=True, tag_field='type', tag='RollDamage'):
    """
    Roll the damage of an attack that hit or was turned back, with or without Luck dice.
    """

    luck: (
        Annotated[
            int,
            Meta(description='a number of Luck dice, each for 1 point', ge=0, le=100),
        ]
        | UnsetType
    ) = 0


class RollMitigation(Struct, kw_only=True, tag_field='type', tag='RollMitigation'):
    """
    Roll the mitigation of an attack that hit, with or without Luck dice.
    """

    luck: (
        Annotated[
            int,
            Meta(description='a number of Luck dice, each for 1 point', ge=0, le=100),
        ]
        | UnsetType
    ) = 0


class RollOrder(Struct, kw_only=True, tag_field='type', tag='RollOrder'):
    """
    Roll as many d10 as the combatant's Speed Rating for the combat order, with or without Luck.
    """

    participant: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    luck: (
        Annotated[
            int,
            Meta(description='a number of Luck dice, each for 1 point', ge=0, le=100),
        ]
        | UnsetType
    ) = 0


class RollStatedDefence(Struct, kw_only=True, tag_field='type', tag='RollStatedDefence'):
    """
    Roll the defence that an energy's description states: the attacker rolls first, then the target.
    """

    dice: Annotated[int, Meta(description='a number of d10', ge=0, le=100)]
    luck: (
        Annotated[
            int,
            Meta(description='a number of Luck dice, each for 1 point', ge=0, le=100),
        ]
        | UnsetType
    ) = 0


class Rolled(Struct, kw_only=True):
    """
    A rolled total: its dice, its Luck dice and their coin flip, the modifier, and the percentile for criticals.

    The percentile is the face that the dice show, from 1 to 99, or 0 for the face 100.
    """

    critical: Literal['critical_failure', 'critical_success'] | None | UnsetType = UNSET
    faces: list[int] | UnsetType = field(default_factory=list)
    luck: list[int] | UnsetType = field(default_factory=list)
    lucky: bool | None | UnsetType = UNSET
    modifier: int | UnsetType = 0
    percentile: int | None | UnsetType = UNSET
    total: int | UnsetType = 0


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


class RoundCorrected(Struct, kw_only=True, tag_field='type', tag='RoundCorrected'):
    """
    The Keeper corrected a combatant's round. `kept`: AP that return later; `spent`: AP used outside fights.
    """

    character: str
    reason: str
    ap: int | UnsetType = 0
    kept: int | UnsetType = 0
    locked: bool | UnsetType = False
    moved: bool | UnsetType = False
    spent: int | UnsetType = 0


class RoundPassed(Struct, kw_only=True, tag_field='type', tag='RoundPassed'):
    """
    A round passed outside fights. These combatants took their turns in it.
    """

    characters: list[str]


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
        description='faces rolled at a real table, in the order the rules need them; empty if the server rolls. Rolls come one after the other: to hit, evasion or a counterspell, armor/block, damage, mitigation. Of one roll: the flip where there are Luck dice (1 lucky, 2 unlucky), the d10 (10 for a 0), the Luck dice, and last the percentile as it reads (100 for 00), with the roll to hit and with the first roll of a defence.',
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


class SeenAdded(Struct, kw_only=True):
    """
    The sum of the bonuses of a roll, as a seat sees it.
    """

    dice: int
    flat: int


class SeenBonus(Struct, kw_only=True):
    """
    A bonus to a roll, as a seat sees it.
    """

    dice: Annotated[
        int, Meta(description='dice to add, or to remove if negative', ge=-100, le=100)
    ]
    flat: Annotated[
        int, Meta(description='a number added to a total', ge=-1000, le=1000)
    ]


class SeenCharge(Struct, kw_only=True):
    """
    The energy in a weapon, as a seat sees it.
    """

    ap: int
    by: str
    energies: list[str]
    mode: Literal['bestowed', 'charged', 'conducted']
    selective: str | None


class SeenComponent(Struct, kw_only=True):
    """
    A component in the campaign's data, as a seat sees it.
    """

    block: SeenBonus
    catch: bool
    damage: SeenBonus
    dice_per_ap: DicePerAp | None
    evade: bool
    mimics: Literal['projectile', 'thrown', 'touch'] | None
    mitigation: SeenBonus
    name: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    selective: bool
    shielding: bool
    special: bool
    tier: Literal['advanced', 'basic', 'intermediate', 'master', 'simple'] | None
    to_hit: SeenBonus
    type: Literal['magic', 'martial', 'skill']
    use: Literal['attack', 'defence']
    with_shield: bool


class SeenCounter(Struct, kw_only=True):
    """
    A counterspell, as a seat sees it.
    """

    ap: int
    block: int
    energy: str
    rounds: int | None
    spell: str | None
    way: Literal['attack', 'shield']


class SeenDeclared(Struct, kw_only=True):
    """
    A declared attack, as a seat sees it.
    """

    ammunition: str | None
    ap: int
    attacker: str
    charge: SeenCharge | None
    charged: str | None
    components: list[Invested]
    damage: SeenAdded
    energies: list[str]
    kind: Literal['magic', 'martial', 'skill']
    larger: int
    magic_ap: int
    mimics: Literal['projectile', 'thrown', 'touch'] | None
    prepared: bool
    reach: Literal['melee', 'projectile', 'thrown', 'unarmed'] | None
    spell: Held | None
    target: str
    weapon: str | None


class SeenEnergy(Struct, kw_only=True):
    """
    An energy in the campaign's data, as a seat sees it.
    """

    bypasses_armor: bool
    damage: SeenBonus
    direct_damage: bool
    name: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    prohibitive: bool
    stated_defence: StatedDefence | None
    touch_only: bool
    unblockable: bool


class SeenFighter(Struct, kw_only=True):
    """
    A combatant in a fight, with its resources for this round.
    """

    acted: bool
    ap: int
    attempts: int
    done: bool
    failed: bool
    granted: bool
    id: str
    kept: int
    locked: bool
    magic: bool
    moved: bool
    old_ap: int
    score: int | None
    side: Literal['enemy', 'player']
    since: int
    tie: list[int]
    unpaid: bool


class SeenItem(Struct, kw_only=True):
    """
    An item, carried or on the ground, as a seat sees it.
    """

    charge: SeenCharge | None
    id: str
    kind: Literal['ammunition', 'shield', 'weapon']
    name: str
    number: int
    ready: bool


class SeenRoll(Struct, kw_only=True):
    """
    A rolled total, as a seat sees it.
    """

    critical: Literal['critical_failure', 'critical_success'] | None
    faces: list[int]
    luck: list[int]
    lucky: bool | None
    modifier: int
    percentile: int | None
    total: int


Action: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


Endurance: TypeAlias = Annotated[int, Meta(ge=0, le=10000)]


SpeedScore: TypeAlias = Annotated[int, Meta(ge=0, le=10000)]


Stamina: TypeAlias = Annotated[int, Meta(ge=0, le=100)]


class SeenShield(Struct, kw_only=True):
    """
    A shield in the campaign's data, as a seat sees it.
    """

    block: SeenBonus
    name: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]


class SeenSkill(Struct, kw_only=True):
    """
    A skill action whose result the Keeper has not stated yet.
    """

    ap: int
    character: str
    dice: int
    id: str
    luck: int
    what: str


class SeenSpell(Struct, kw_only=True):
    """
    A lasting spell, as a seat sees it.
    """

    ap: int
    components: list[str]
    dice: int
    energies: list[str]
    id: str
    kind: Literal['concentration', 'prepared', 'shield']
    rounds: int | None
    what: str


class SeenWeapon(Struct, kw_only=True):
    """
    A weapon in the campaign's data, as a seat sees it.
    """

    ammunition: bool
    damage: SeenBonus
    name: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    reach: Literal['melee', 'projectile', 'thrown', 'unarmed']
    to_hit: SeenBonus


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


Number: TypeAlias = Annotated[int, Meta(ge=-1000, le=10000)]


class SettleSkill(Struct, kw_only=True, tag_field='type', tag='SettleSkill'):
    """
    State the result of a skill action: success or failure, or the total that it must reach.
    """

    outcome: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    skill: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    number: Number | None | UnsetType = UNSET
    succeeded: bool | None | UnsetType = UNSET


class SettleTie(Struct, kw_only=True, tag_field='type', tag='SettleTie'):
    """
    Decide the order of tied participants.
    """

    order: Annotated[list[OrderItem], Meta(max_length=40, min_length=1)]


class ShieldModel(Struct, kw_only=True):
    """
    A shield and its bonus to the armor/block roll. Rule: SC-R-13, SC-R-85.
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
    block: Bonus | UnsetType = field(default_factory=lambda: convert({},  type=Bonus))


class ShieldRaised(Struct, kw_only=True, tag_field='type', tag='ShieldRaised'):
    """
    The defender raised a shield of an opposing energy. The defence roll follows later.
    """

    counter: Counter
    exchange: str


class SizeCategory(Struct, kw_only=True):
    """
    The movement unit of a size category, in the campaign's unit of length. Rule: SC-MOVE-02.
    """

    movement_unit: Annotated[int, Meta(ge=0, le=10000)]
    name: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]


Category: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class SizeSettings(Struct, kw_only=True):
    """
    Settings for sizes: the modifier for each step, and the categories from the smallest to the largest.

    Rule:    SC-R-19, SC-R-20
    """

    categories: (
        Annotated[list[Category], Meta(max_length=20, min_length=1)] | UnsetType
    ) = (
        field(default_factory=lambda: convert(['medium', 'large', 'huge'],  type=list[Category]))
    )
    progression: Literal['linear', 'triangular'] | UnsetType = 'triangular'


class Skill(Struct, kw_only=True):
    """
    A skill action whose result the Keeper has not stated yet. Rule: SC-R-76.
    """

    ap: int
    character: str
    id: str
    what: str
    dice: int | UnsetType = 0
    luck: int | UnsetType = 0


class SkillAction(Struct, kw_only=True, tag_field='type', tag='SkillAction'):
    """
    Use a skill. Give dice and Luck only in a campaign that rolls for skills. The Keeper states the result.
    """

    character: Annotated[
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
    ap: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 1
    dice: (
        Annotated[int, Meta(description='a number of d10', ge=0, le=100)] | UnsetType
    ) = 0
    luck: (
        Annotated[
            int,
            Meta(description='a number of Luck dice, each for 1 point', ge=0, le=100),
        ]
        | UnsetType
    ) = 0


class SkillSettings(Struct, kw_only=True):
    """
    Settings for skills: whether the Keeper declares the result of a skill, or a total decides it. Rule: SC-R-76.
    """

    resolution: Literal['declared', 'total_at_least'] | UnsetType = 'declared'


class SkillSettled(Struct, kw_only=True, tag_field='type', tag='SkillSettled'):
    """
    The result of a skill action was stated.
    """

    outcome: str
    skill: str
    succeeded: bool
    number: int | None | UnsetType = UNSET
    roll: Rolled | None | UnsetType = UNSET


class SkillTried(Struct, kw_only=True, tag_field='type', tag='SkillTried'):
    """
    A combatant used a skill. The Keeper has not stated the result yet.
    """

    skill: Skill


class SpeedSettings(Struct, kw_only=True):
    """
    Settings for speed: whether the Speed Rating replaces a missing Speed score. Rule: SC-R-04.
    """

    score_default: Literal['rating', 'required'] | UnsetType = 'rating'


class SpellCorrected(Struct, kw_only=True, tag_field='type', tag='SpellCorrected'):
    """
    The Keeper set or ended a lasting spell.
    """

    character: str
    reason: str
    spell: str
    held: Held | None | UnsetType = UNSET


class SpellEnded(Struct, kw_only=True, tag_field='type', tag='SpellEnded'):
    """
    A lasting spell ended.
    """

    cause: str
    character: str
    spell: str


class SpellFaded(Struct, kw_only=True, tag_field='type', tag='SpellFaded'):
    """
    The energies of a stopped spell faded without effect.
    """

    energies: list[str]
    exchange: str


class SpellFailed(Struct, kw_only=True, tag_field='type', tag='SpellFailed'):
    """
    A prohibitive spell failed without effect, because its requirement was not met.
    """

    spell: CastSpell


class SpellHeld(Struct, kw_only=True, tag_field='type', tag='SpellHeld'):
    """
    A lasting spell was cast.
    """

    character: str
    held: Held


class SpellOpposed(Struct, kw_only=True, tag_field='type', tag='SpellOpposed'):
    """
    The defender countered a spell with an opposing energy. The roll replaces the defence.
    """

    counter: Counter
    exchange: str
    roll: Rolled


class SpellWaned(Struct, kw_only=True, tag_field='type', tag='SpellWaned'):
    """
    One round of a spell's duration passed. `rounds` is the number of rounds left.
    """

    character: str
    rounds: int
    spell: str


class SpendExperience(Struct, kw_only=True, tag_field='type', tag='SpendExperience'):
    """
    Spend a combatant's Experience Points. Send another command to record the purchase on the sheet.
    """

    buys: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    points: Annotated[int, Meta(ge=1, le=100000)]


class Stabilise(Struct, kw_only=True, tag_field='type', tag='Stabilise'):
    """
    Try to stabilise a dying combatant, in its own turn.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


class StabiliseRolled(Struct, kw_only=True, tag_field='type', tag='StabiliseRolled'):
    """
    A dying combatant rolled this d100 to try to stabilise.
    """

    character: str
    face: int


class Stabilised(Struct, kw_only=True, tag_field='type', tag='Stabilised'):
    """
    A combatant stabilised. Its Vitality no longer drops.
    """

    character: str


class Stand(Struct, kw_only=True, tag_field='type', tag='Stand'):
    """
    Decline to defend, or decline any further defence after an evasion.
    """


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


class StartOngoing(Struct, kw_only=True, tag_field='type', tag='StartOngoing'):
    """
    Start a continuing effect, which takes Vitality from a combatant at the end of each of its turns.
    """

    amount: Annotated[int, Meta(ge=1, le=1000)]
    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    source: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]


class StateDigested(Struct, kw_only=True, tag_field='type', tag='StateDigested'):
    """
    The digest of the game's state after this decision. Nobody may read it until the log is opened.

    `schema` is the name of the state's schema. Only digests with the same schema name can be compared.
    """

    digest: SecretText
    schema: str


class StatedDefenceRolled(Struct, kw_only=True, tag_field='type', tag='StatedDefenceRolled'):
    """
    One side rolled for the stated defence of an energy.
    """

    character: str
    energy: str
    exchange: str
    roll: Rolled


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


class StuporBegan(Struct, kw_only=True, tag_field='type', tag='StuporBegan'):
    """
    A combatant fell into a stupor as a drug wore off.
    """

    character: str


class StuporEnded(Struct, kw_only=True, tag_field='type', tag='StuporEnded'):
    """
    A combatant came out of a stupor.
    """

    character: str


class StuporSettings(Struct, kw_only=True):
    """
    Settings for stupors: whether a stupor is only shown as a state, or disables its victim. Rule: SC-R-51.
    """

    effect: Literal['as_unconscious', 'label'] | UnsetType = 'label'


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


class TakeDrug(Struct, kw_only=True, tag_field='type', tag='TakeDrug'):
    """
    Take one or more doses of a drug of a given concentration tier.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    drug: Literal['berserk', 'meginserk']
    tier: Annotated[int, Meta(ge=0, le=20)]
    doses: Annotated[int, Meta(ge=0, le=20)] | UnsetType = 1


class TakeUpItem(Struct, kw_only=True, tag_field='type', tag='TakeUpItem'):
    """
    Pick up an item from the ground, as a movement action.
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


class TargetMatched(Struct, kw_only=True, tag_field='type', tag='TargetMatched'):
    """
    The Keeper stated whether the energy affects this kind of target. If not, the energy stays in the weapon.
    """

    exchange: str
    matches: bool


class TieSettled(Struct, kw_only=True, tag_field='type', tag='TieSettled'):
    """
    The game master decided the order of tied participants.
    """

    order: list[str]


class TokenRotated(Struct, kw_only=True, tag_field='type', tag='TokenRotated'):
    """
    A seat's tokens were rotated: tokens with a lower token epoch are now void. Rule: AR-SEAT-04, AR-SEAT-05.
    """

    epoch: int
    seat: str


class Total(Struct, kw_only=True):
    """
    A roll: the sum of several d10, Luck dice that a coin flip adds or subtracts, and a modifier.
    """

    dice: (
        Annotated[int, Meta(description='a number of dice', ge=0, le=100)] | UnsetType
    ) = 0
    luck: (
        Annotated[int, Meta(description='a number of dice', ge=0, le=100)] | UnsetType
    ) = 0
    modifier: Annotated[int, Meta(ge=-1000000, le=1000000)] | UnsetType = 0


class TotalsSettings(Struct, kw_only=True):
    """
    Settings for totals: which of them cannot fall below 0. Rule: SC-R-18.
    """

    floor: Literal['all', 'damage_and_mitigation', 'none'] | UnsetType = (
        'damage_and_mitigation'
    )


class Trained(Struct, kw_only=True):
    """
    Training with the weapon of exactly this name, and the dice that it adds, if any.
    """

    weapon: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    dice: (
        Annotated[int, Meta(description='a number of d10', ge=0, le=100)] | UnsetType
    ) = 0


class TurnBack(Struct, kw_only=True, tag_field='type', tag='TurnBack'):
    """
    Return an attack to its attacker, catch it, or let it miss. The named `components` succeed without a roll.
    """

    choice: Literal['catch', 'decline', 'return']
    components: Annotated[list[Invested], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
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


class Used(Struct, kw_only=True):
    """
    A batch of used ammunition that nobody has searched for yet. Rule: SC-AMMO-02.
    """

    id: str
    name: str
    number: int
    owner: str


class VitalityLost(Struct, kw_only=True, tag_field='type', tag='VitalityLost'):
    """
    A combatant lost Vitality. `temporary` is the number of lost points that were temporary.
    """

    amount: int
    cause: str
    character: str
    temporary: int | UnsetType = 0


PointsPerRank: TypeAlias = Annotated[int, Meta(ge=1, le=1000)]


class VitalitySettings(Struct, kw_only=True):
    """
    Settings for Vitality: the number of points that one rank is worth, if the campaign uses ranks. Rule: SC-R-45.
    """

    points_per_rank: PointsPerRank | None | UnsetType = UNSET


class WaiveMagic(Struct, kw_only=True, tag_field='type', tag='WaiveMagic'):
    """
    Allow a meginserker to end its turn without trying magic.
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


class WayView(Struct, kw_only=True):
    """
    A version that an undo may return to, and the seats that must agree; an empty list if no seat has to.
    """

    asks: list[str]
    to: int


class WeaponModel(Struct, kw_only=True):
    """
    A weapon, or the body used as a weapon. Rule: SC-HIT-02, SC-R-85.
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
    reach: Literal['melee', 'projectile', 'thrown', 'unarmed']
    ammunition: bool | UnsetType = False
    damage: Bonus | UnsetType = field(default_factory=lambda: convert({},  type=Bonus))
    to_hit: Bonus | UnsetType = field(default_factory=lambda: convert({},  type=Bonus))


class WeaponCharged(Struct, kw_only=True, tag_field='type', tag='WeaponCharged'):
    """
    A combatant put energy into a weapon or a piece of ammunition. It replaced any energy that was there.
    """

    charge: Charge
    item: str


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


class Attack(Struct, kw_only=True, tag_field='type', tag='Attack'):
    """
    Attack with a weapon, with components, or with both.

    `ap` are AP outside components. `energies` are the energies of the magic components: at least one. The first magic
    component that mimics a physical attack decides which defences work against the spell. `dice` are the to-hit dice of
    an attack without a weapon, and `luck` the Luck dice of the to-hit roll. `larger` is the number of size categories
    by which the target is larger. Only the Keeper sets it. `part_of_movement` says who moves if the attack is part of a
    movement.
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
    ammunition: Ammunition | None | UnsetType = UNSET
    ap: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 0
    components: Annotated[list[Invested], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )
    dice: (
        Annotated[int, Meta(description='a number of d10', ge=0, le=100)] | UnsetType
    ) = 0
    energies: Annotated[list[Energy], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )
    larger: Larger | None | UnsetType = UNSET
    luck: (
        Annotated[
            int,
            Meta(description='a number of Luck dice, each for 1 point', ge=0, le=100),
        ]
        | UnsetType
    ) = 0
    part_of_movement: Literal['beast', 'own', 'vehicle'] | None | UnsetType = UNSET
    weapon: Weapon | None | UnsetType = UNSET


class AttackTurnedBack(Struct, kw_only=True, tag_field='type', tag='AttackTurnedBack'):
    """
    The defender chose to return a failed attack, to catch it, or to let it miss.
    """

    choice: Literal['catch', 'decline', 'return']
    exchange: str
    components: list[Invested] | UnsetType = field(default_factory=list)


class Block(Struct, kw_only=True, tag_field='type', tag='Block'):
    """
    Roll armor/block, either without evading first or after an evasion that did not decide the attack.
    """

    components: Annotated[list[Invested], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )
    luck: (
        Annotated[
            int,
            Meta(description='a number of Luck dice, each for 1 point', ge=0, le=100),
        ]
        | UnsetType
    ) = 0
    shield: Shield | None | UnsetType = UNSET


class BlockRolled(Struct, kw_only=True, tag_field='type', tag='BlockRolled'):
    """
    The defender rolled armor/block. `catching`: it tries to catch the missile or energy.
    """

    exchange: str
    rolled: Rolled
    catching: bool | UnsetType = False
    components: list[Invested] | UnsetType = field(default_factory=list)
    mitigation: Added | UnsetType = field(
        default_factory=lambda: convert({}, type=Added)
    )


class Carried(Struct, kw_only=True):
    """
    An item of a combatant: a weapon, a shield, or a stack of ammunition.
    """

    id: str
    kind: Literal['ammunition', 'shield', 'weapon']
    name: str
    charge: Charge | None | UnsetType = UNSET
    number: int | UnsetType = 1
    ready: bool | UnsetType = False


class CorrectCharge(Struct, kw_only=True, tag_field='type', tag='CorrectCharge'):
    """
    Set the energy in an item, carried or not. Without `charge`, remove it.
    """

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
    charge: NewCharge | None | UnsetType = UNSET


class CorrectSpell(Struct, kw_only=True, tag_field='type', tag='CorrectSpell'):
    """
    Correct a combatant's lasting spells: `spell` alone ends one, `held` alone adds one, and both replace one.
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
    held: NewSpell | None | UnsetType = UNSET
    spell: Spell | None | UnsetType = UNSET


class DamageRolled(Struct, kw_only=True, tag_field='type', tag='DamageRolled'):
    """
    The damage of an attack was rolled.
    """

    exchange: str
    rolled: Rolled


class Data(Struct, kw_only=True):
    """
    The weapons, shields, components, energies and sizes of a campaign. Names are unique within each list.
    """

    components: Annotated[list[Component2], Meta(max_length=200)] | UnsetType = field(
        default_factory=list
    )
    energies: Annotated[list[EnergyModel], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )
    shields: Annotated[list[ShieldModel], Meta(max_length=50)] | UnsetType = field(
        default_factory=list
    )
    sizes: Annotated[list[SizeCategory], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )
    weapons: Annotated[list[WeaponModel], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )


class DataLoaded(Struct, kw_only=True, tag_field='type', tag='DataLoaded'):
    """
    Entries were added to the campaign's data, or replaced entries with the same name.
    """

    data: Data


class Declared(Struct, kw_only=True):
    """
    A declared attack, with all values that its later steps need.

    `ap`: AP of a plain attack and of its martial and skill components. `magic_ap`: AP of its magic components.
    `damage`: bonus of weapon and components. `larger`: size categories by which the target is larger. `charge`: the
    energy in the weapon. `charged`: the item that contains this energy. `energies`: the energies of a spell.
    `prepared`: whether the spell's AP were spent before. `spell`: the prepared spell.
    """

    ap: int
    attacker: str
    kind: Literal['magic', 'martial', 'skill']
    target: str
    ammunition: str | None | UnsetType = UNSET
    charge: Charge | None | UnsetType = UNSET
    charged: str | None | UnsetType = UNSET
    components: list[Invested] | UnsetType = field(default_factory=list)
    damage: Added | UnsetType = field(default_factory=lambda: convert({},  type=Added))
    energies: list[str] | UnsetType = field(default_factory=list)
    larger: int | UnsetType = 0
    magic_ap: int | UnsetType = 0
    mimics: Literal['projectile', 'thrown', 'touch'] | None | UnsetType = UNSET
    prepared: bool | UnsetType = False
    reach: Literal['melee', 'projectile', 'thrown', 'unarmed'] | None | UnsetType = (
        UNSET
    )
    spell: Held | None | UnsetType = UNSET
    weapon: str | None | UnsetType = UNSET


class DefendedOdds(Struct, kw_only=True):
    """
    The odds of each outcome of an attack, and the odds of its damage.

    `missed`: the attacker failed critically. `glancing`: the total defence stopped the attack. `counterattack`: the
    defender may turn the attack back. `damage`: the damage of a hit after mitigation. `mitigated`: the chance that
    mitigation turns a hit into a glancing blow. `expected`: the average damage of an attack over all outcomes,
    without counterattacks.
    """

    cost: int
    counterattack: Exact
    damage: Odds
    evaded: Exact
    expected: Exact
    glancing: Exact
    hit: Exact
    missed: Exact
    mitigated: Exact


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


class EnergyCountered(Struct, kw_only=True, tag_field='type', tag='EnergyCountered'):
    """
    The target countered the energy of a weapon. `energies` are the energies that it cancelled, if any.
    """

    counter: str
    energies: list[str]
    exchange: str
    roll: Rolled


class Evade(Struct, kw_only=True, tag_field='type', tag='Evade'):
    """
    Roll evasion, with dice from training, from components that evade, and from Luck.
    """

    components: Annotated[list[Invested], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )
    luck: (
        Annotated[
            int,
            Meta(description='a number of Luck dice, each for 1 point', ge=0, le=100),
        ]
        | UnsetType
    ) = 0


class EvasionRolled(Struct, kw_only=True, tag_field='type', tag='EvasionRolled'):
    """
    The defender rolled evasion.
    """

    exchange: str
    rolled: Rolled
    components: list[Invested] | UnsetType = field(default_factory=list)
    mitigation: Added | UnsetType = field(
        default_factory=lambda: convert({}, type=Added)
    )


class ExchangeDropped(Struct, kw_only=True, tag_field='type', tag='ExchangeDropped'):
    """
    The Keeper ended an attack without effect. `items` are the missiles that went back to their owners.
    """

    exchange: str
    reason: str
    items: list[str] | UnsetType = field(default_factory=list)
    refunded: list[Refund] | UnsetType = field(default_factory=list)


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


class GiveItem(Struct, kw_only=True, tag_field='type', tag='GiveItem'):
    """
    Give a combatant an item.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    item: NewItem


class ItemGiven(Struct, kw_only=True, tag_field='type', tag='ItemGiven'):
    """
    The Keeper gave a combatant an item.
    """

    character: str
    item: Carried


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


class LoadData(Struct, kw_only=True, tag_field='type', tag='LoadData'):
    """
    Load weapons, shields, components, energies and sizes. An entry replaces the one with the same name.

    Names are compared exactly: if they differ in case, they belong to different entries.
    """

    data: Data


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


class MitigationRolled(Struct, kw_only=True, tag_field='type', tag='MitigationRolled'):
    """
    The mitigation of an attack was rolled.
    """

    exchange: str
    rolled: Rolled


class OrderRolled(Struct, kw_only=True, tag_field='type', tag='OrderRolled'):
    """
    A combatant rolled for the combat order.
    """

    character: str
    roll: Rolled


class OrderRolledAgain(Struct, kw_only=True, tag_field='type', tag='OrderRolledAgain'):
    """
    A tied combatant rolled again. Its score stays the same.

    `after` counts the earlier rerolls of ties that still determine its position in the order.
    """

    character: str
    roll: Rolled
    after: int | UnsetType = 0


class PieceTaken(Struct, kw_only=True, tag_field='type', tag='PieceTaken'):
    """
    One piece was taken from a stack of items, and is now a separate item.
    """

    character: str
    item: str
    piece: Carried


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


class SeenDefence(Struct, kw_only=True):
    """
    The defence against an attack so far, as a seat sees it.
    """

    block: SeenRoll | None
    block_ap: int
    catching: bool
    components: list[str]
    counter: SeenCounter | None
    critical: Literal['critical_failure', 'critical_success'] | None
    declined: bool
    evade_ap: int
    evasion: SeenRoll | None
    mitigation: SeenAdded


class SeenExchange(Struct, kw_only=True):
    """
    An attack in progress.

    `asked`: the combatant that must answer, or null if the Keeper must. `wanted`: the decision that the attack waits
    for.
    """

    acting: list[str]
    answered: bool
    asked: str | None
    at_once: bool
    cancelled: dict[str, Held]
    damage: SeenRoll | None
    dealt: int
    declared: SeenDeclared
    defence: SeenDefence
    failed: list[str]
    failures: list[str]
    forced: SeenRoll | None
    id: str
    left: list[str]
    matched: bool
    met: bool
    mitigation: SeenRoll | None
    outcome: Literal['caught', 'countered', 'evaded', 'glancing', 'hit', 'missed'] | None
    paid: dict[str, Paid]
    portion: bool
    raised: dict[str, str]
    returned: bool
    spare: int | None
    stated: list[str]
    step: Literal['block', 'damage', 'defence', 'energy', 'mitigation', 'turning_back']
    to_hit: SeenRoll
    used: str | None
    wanted: Literal['counter', 'match', 'stated', 'word'] | None


class SeenFight(Struct, kw_only=True):
    """
    A fight and its participants, as a seat sees them.
    """

    each_round: bool
    order: list[str]
    participants: list[SeenFighter]
    round: int
    turn: str | None
    unsettled: list[str]


class SeenSheet(Struct, kw_only=True):
    """
    The sheet of a combatant, as a seat sees it.
    """

    actions: Annotated[list[Action], Meta(max_length=100)]
    armor: Literal['heavy', 'light', 'medium', 'none']
    berserk_training: Annotated[int, Meta(description='a number of d10', ge=0, le=100)]
    block: Annotated[int, Meta(description='a number of d10', ge=0, le=100)]
    components: Annotated[list[Component3], Meta(max_length=100)]
    endurance: Endurance | None
    energies: Annotated[list[Energy3], Meta(max_length=100)]
    evasion_training: Annotated[int, Meta(description='a number of d10', ge=0, le=100)]
    fatigue: Annotated[int, Meta(ge=1, le=10000)]
    meginserk_training: Annotated[
        int, Meta(description='a number of d10', ge=0, le=100)
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
    size: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    speed_rating: Annotated[int, Meta(ge=0, le=50)]
    speed_score: SpeedScore | None
    stamina: Stamina | None
    unarmored_training: Annotated[
        int, Meta(description='a number of d10', ge=0, le=100)
    ]
    vitality: Annotated[int, Meta(ge=1, le=10000)]
    weapon_training: Annotated[list[Trained], Meta(max_length=100)]


class Settings(Struct, kw_only=True):
    """
    All settings of a campaign. The setting `ap.expiry` of the rule ledger, for example, is `expiry` in `ap` here.
    """

    ammunition: AmmunitionSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=AmmunitionSettings)
    )
    ap: ApSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=ApSettings)
    )
    attack: AttackSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=AttackSettings)
    )
    berserk: BerserkSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=BerserkSettings)
    )
    combat: CombatSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=CombatSettings)
    )
    combatants: CombatantSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=CombatantSettings)
    )
    counterattack: CounterattackSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=CounterattackSettings)
    )
    counterspell: CounterspellSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=CounterspellSettings)
    )
    critical: CriticalSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=CriticalSettings)
    )
    defence: DefenceSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=DefenceSettings)
    )
    drug: DrugSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=DrugSettings)
    )
    dying: DyingSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=DyingSettings)
    )
    energy: EnergySettings | UnsetType = field(
        default_factory=lambda: convert({}, type=EnergySettings)
    )
    luck: LuckSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=LuckSettings)
    )
    magic: MagicSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=MagicSettings)
    )
    mitigation: MitigationSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=MitigationSettings)
    )
    movement: MovementSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=MovementSettings)
    )
    players: PlayerSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=PlayerSettings)
    )
    players_may: PlayersMaySettings | UnsetType = field(
        default_factory=lambda: convert({}, type=PlayersMaySettings)
    )
    revive: ReviveSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=ReviveSettings)
    )
    size: SizeSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=SizeSettings)
    )
    skill: SkillSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=SkillSettings)
    )
    speed: SpeedSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=SpeedSettings)
    )
    stupor: StuporSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=StuporSettings)
    )
    totals: TotalsSettings | UnsetType = field(
        default_factory=lambda: convert({}, type=TotalsSettings)
    )
    vitality: VitalitySettings | UnsetType = field(
        default_factory=lambda: convert({}, type=VitalitySettings)
    )


class Sheet(Struct, kw_only=True):
    """
    The character sheet of a combatant.

    `block` is the number of its armor/block dice, without those of shields and components.

    Rule:    SC-R-84
    """

    fatigue: Annotated[int, Meta(ge=1, le=10000)]
    name: Annotated[
        str,
        Meta(
            description='one line of text',
            max_length=200,
            min_length=1,
            pattern='^[^\\x00-\\x1f\\x7f]+$',
        ),
    ]
    speed_rating: Annotated[int, Meta(ge=0, le=50)]
    vitality: Annotated[int, Meta(ge=1, le=10000)]
    actions: Annotated[list[Action], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )
    armor: Literal['heavy', 'light', 'medium', 'none'] | UnsetType = 'none'
    berserk_training: (
        Annotated[int, Meta(description='a number of d10', ge=0, le=100)] | UnsetType
    ) = 0
    block: (
        Annotated[int, Meta(description='a number of d10', ge=0, le=100)] | UnsetType
    ) = 0
    components: Annotated[list[Component3], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )
    endurance: Endurance | None | UnsetType = UNSET
    energies: Annotated[list[Energy3], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )
    evasion_training: (
        Annotated[int, Meta(description='a number of d10', ge=0, le=100)] | UnsetType
    ) = 0
    meginserk_training: (
        Annotated[int, Meta(description='a number of d10', ge=0, le=100)] | UnsetType
    ) = 0
    size: (
        Annotated[
            str,
            Meta(description='one line of text', max_length=200, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$'),
        ]
        | UnsetType
    ) = 'medium'
    speed_score: SpeedScore | None | UnsetType = UNSET
    stamina: Stamina | None | UnsetType = UNSET
    unarmored_training: (
        Annotated[int, Meta(description='a number of d10', ge=0, le=100)] | UnsetType
    ) = 0
    weapon_training: Annotated[list[Trained], Meta(max_length=100)] | UnsetType = field(
        default_factory=list
    )


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


class AttackDeclared(Struct, kw_only=True, tag_field='type', tag='AttackDeclared'):
    """
    An attacker declared an attack and rolled to hit.
    """

    declared: Declared
    exchange: str
    to_hit: Rolled


class CampaignOpened(Struct, kw_only=True, tag_field='type', tag='CampaignOpened'):
    """
    A campaign was opened with these settings. Rule: AR-CAMP-01.
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


class ChangeCombatant(Struct, kw_only=True, tag_field='type', tag='ChangeCombatant'):
    """
    Replace the sheet of a combatant, or set its luck points.
    """

    character: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    luck: Luck | None | UnsetType = UNSET
    reason: Reason | None | UnsetType = UNSET
    sheet: Sheet | None | UnsetType = UNSET


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


class CombatantChanged(Struct, kw_only=True, tag_field='type', tag='CombatantChanged'):
    """
    The Keeper changed a combatant. Vitality and Fatigue above the new sheet's maxima are lost.
    """

    character: str
    reason: str
    luck: int | None | UnsetType = UNSET
    sheet: Sheet | None | UnsetType = UNSET


class CombatantCreated(Struct, kw_only=True, tag_field='type', tag='CombatantCreated'):
    """
    A combatant was created with full Vitality and Fatigue.
    """

    character: str
    seat: str
    sheet: Sheet
    experience: int | UnsetType = 0
    items: list[Carried] | UnsetType = field(default_factory=list)
    luck: int | UnsetType = 0


class Contender(Struct, kw_only=True):
    """
    A new combatant and its tactics: the AP for each attack and evasion, and the Luck dice for each to-hit roll.
    """

    sheet: Sheet
    ap: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 1
    evade: Annotated[int, Meta(ge=0, le=100)] | UnsetType = 0
    luck: (
        Annotated[
            int,
            Meta(description='a number of Luck dice, each for 1 point', ge=0, le=100),
        ]
        | UnsetType
    ) = 0
    points: Annotated[int, Meta(ge=0, le=100000)] | UnsetType = 0
    shield: Shield1 | None | UnsetType = UNSET
    weapon: (
        Annotated[
            str,
            Meta(description='one line of text', max_length=200, min_length=1, pattern='^[^\\x00-\\x1f\\x7f]+$'),
        ]
        | UnsetType
    ) = 'small melee weapon'


class CreateCombatant(Struct, kw_only=True, tag_field='type', tag='CreateCombatant'):
    """
    Create a combatant with its current Luck and Experience points, for a seat (by default the sender's own).
    """

    sheet: Sheet
    experience: Annotated[int, Meta(ge=0, le=100000)] | UnsetType = 0
    items: Annotated[list[NewItem], Meta(max_length=40)] | UnsetType = field(
        default_factory=list
    )
    luck: Annotated[int, Meta(ge=0, le=100000)] | UnsetType = 0
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
    An attack and its defence, under the settings of a campaign.

    Leave out `evasion` if the defender does not evade. A `block` without dice is not rolled, and a defence without a
    roll has no percentile. The dice of `damage` are the AP of the attack. Those of `mitigation` come from the armor and
    the AP spent on defence. `larger` is the number of size categories by which the target is larger.
    """

    to_hit: Total
    block: Total | UnsetType = field(
        default_factory=lambda: convert(
            {'dice': 0, 'luck': 0, 'modifier': 0}, type=Total
        )
    )
    damage: Total | UnsetType = field(
        default_factory=lambda: convert(
            {'dice': 0, 'luck': 0, 'modifier': 0}, type=Total
        )
    )
    evasion: Total | None | UnsetType = UNSET
    larger: Annotated[int, Meta(ge=-20, le=20)] | UnsetType = 0
    mitigation: Total | UnsetType = field(
        default_factory=lambda: convert(
            {'dice': 0, 'luck': 0, 'modifier': 0}, type=Total
        )
    )
    settings: Settings | UnsetType = field(
        default_factory=lambda: convert({}, type=Settings)
    )


class OpenCampaign(Struct, kw_only=True):
    """
    Open a campaign for a Keeper and players. `catalogue: house` loads a small set of data invented for this game.
    """

    seats: Annotated[list[SeatAsk], Meta(max_length=64, min_length=1)]
    catalogue: Literal['house', 'printed'] | UnsetType = 'printed'
    chat: Literal['off', 'on', 'phrases'] | UnsetType = UNSET
    luck: LuckSource | UnsetType = UNSET
    settings: Settings | UnsetType = field(
        default_factory=lambda: convert({}, type=Settings)
    )
    title: Title | None | UnsetType = UNSET
    type: Literal['OpenCampaign'] | UnsetType = UNSET
    undo: Literal['by consent', 'never', 'own until known'] | UnsetType = UNSET


class Prepared(Struct, kw_only=True):
    """
    A combatant that the Keeper has prepared, hidden from the players until it appears.
    """

    sheet: Sheet
    experience: Annotated[int, Meta(ge=0, le=100000)] | UnsetType = 0
    items: Annotated[list[NewItem], Meta(max_length=40)] | UnsetType = field(
        default_factory=list
    )
    luck: Annotated[int, Meta(ge=0, le=100000)] | UnsetType = 0


Proposable: TypeAlias = CreateCombatant | TakeDrug | RecoverAmmunition | CastProhibitive | Attack | HoldSpell | SkillAction | CounterByAttack | CounterByShield | RollStatedDefence


class Propose(Struct, kw_only=True, tag_field='type', tag='Propose'):
    """
    Propose a command to the Keeper, who confirms or declines it.
    """

    command: Proposable


class SecretPrepared(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: Prepared | UnsetType = UNSET


class SeenCombatant(Struct, kw_only=True):
    """
    A combatant, with its most severe state, the Vitality that determines its state, and its remaining abilities.
    """

    can_act: bool
    can_defend: bool
    coma: bool
    dosed: Dosed | None
    experience: int
    falling: bool
    fatigue: int
    health: Literal['dead', 'dying', 'unconscious', 'well']
    id: str
    items: list[SeenItem]
    luck: int
    ongoing: list[Ongoing]
    player: bool
    seat: str
    sheet: SeenSheet
    spells: list[SeenSpell]
    stable: bool
    standing: int
    stupor: bool
    temporary: int
    vitality: int


class SeenPrepared(Struct, kw_only=True):
    """
    A combatant that the Keeper has prepared in secret.
    """

    id: str
    prepared: Prepared | None


class SimulateFight(Struct, kw_only=True):
    """
    The party, its enemies, and the settings of their fight.
    """

    enemies: Annotated[list[Contender], Meta(max_length=10, min_length=1)]
    party: Annotated[list[Contender], Meta(max_length=10, min_length=1)]
    settings: Settings | UnsetType = field(
        default_factory=lambda: convert({}, type=Settings)
    )


class CampaignView(Struct, kw_only=True):
    """
    A campaign as one seat sees it. Lists are in the order of creation, and data are sorted by name.

    `failures` are critical failures to which the Keeper may still add a fumble, with their combatants. `prepared` is
    empty for all seats except the Keeper's.
    """

    characters: list[SeenCombatant]
    components: list[SeenComponent]
    day: int
    energies: list[SeenEnergy]
    exchange: SeenExchange | None
    failures: dict[str, str]
    fight: SeenFight | None
    ground: list[SeenItem]
    prepared: list[SeenPrepared]
    proposals: list[Proposal]
    settings: dict[str, dict[str, Any]]
    shields: list[SeenShield]
    sizes: list[SizeCategory]
    skills: list[SeenSkill]
    title: str | None
    used: list[Used]
    weapons: list[SeenWeapon]


class ChunkCompleted(Struct, kw_only=True, tag_field='type', tag='ChunkCompleted'):
    """
    A chunk of trials is complete.

    The first `counted` chunks now count towards the result. A chunk after a missing one does not count yet.
    """

    chunk: int
    counted: int
    digest: str
    result: ChunkResult


class CombatantPrepared(Struct, kw_only=True, tag_field='type', tag='CombatantPrepared'):
    """
    The Keeper prepared a combatant in secret.
    """

    character: str
    prepared: SecretPrepared


JobEvent: TypeAlias = StreamOpened | SeatOpened | TokenRotated | PlayerAppointed | PlayerDismissed | SeedCommitted | SaltAdded | SeedRevealed | StreamClosed | DrawsVoided | UndoProposed | UndoAgreed | UndoDeclined | UndoWithdrawn | DrawsKept | TakenBack | Forked | ChatSent | DiceLent | GoalReached | GoalMissed | StateDigested | JobRequested | ChunkCompleted | ChunkDisputed | JobCompleted | JobFailed | JobCancelled


class PrepareCombatant(Struct, kw_only=True, tag_field='type', tag='PrepareCombatant'):
    """
    Prepare a combatant in secret. Players do not see it, and it takes no part until it is revealed.
    """

    prepared: Prepared


RpgSpecialistTotalCommand: TypeAlias = ConfirmProposal | DeclineProposal | WithdrawProposal | StartFight | JoinFight | LeaveFight | SettleTie | EndTurn | EndFight | StartDay | RevealCharacter | ForgetPrepared | AssignCharacter | RemoveCharacter | LoadData | CreateCombatant | PrepareCombatant | ChangeCombatant | LoseVitality | LoseFatigue | DeclareDying | RollOrder | RollAgain | GiveItem | DropItem | Move | TakeUpItem | SkillAction | SettleSkill | GrantExperience | SpendExperience | Fumble | DropExchange | Attack | Evade | Block | Stand | RollDamage | RollMitigation | TurnBack | HoldSpell | CastPrepared | EndSpell | CastProhibitive | CounterByAttack | CounterByShield | LetEnergyIn | ChargeWeapon | MatchTarget | JudgeEnergy | RollStatedDefence | DeclareResisted | Stabilise | Restore | StartOngoing | EndOngoing | Revive | PassRound | TakeDrug | EndDrug | EndStupor | WaiveMagic | RecoverAmmunition | LeaveAmmunition | CorrectRound | CorrectOrder | CorrectCharge | CorrectSpell | Propose | OpenSeat | RotateToken | AppointPlayer | DismissPlayer | AddSalt | RotateSeed | Close | SendChat | ProposeUndo | AgreeToUndo | DeclineUndo | WithdrawUndo


RpgSpecialistTotalEvent: TypeAlias = StreamOpened | SeatOpened | TokenRotated | PlayerAppointed | PlayerDismissed | SeedCommitted | SaltAdded | SeedRevealed | StreamClosed | DrawsVoided | UndoProposed | UndoAgreed | UndoDeclined | UndoWithdrawn | DrawsKept | TakenBack | Forked | ChatSent | DiceLent | GoalReached | GoalMissed | StateDigested | CommandProposed | ProposalConfirmed | ProposalDeclined | ProposalWithdrawn | FightStarted | RoundBegan | FightJoined | FightLeft | TieSettled | OrderSet | TurnBegan | TurnEnded | FightEnded | DayBegan | PreparedForgotten | CharacterAssigned | CharacterRemoved | CampaignOpened | DataLoaded | LuckSpent | CombatantCreated | CombatantPrepared | CombatantChanged | VitalityLost | FatigueLost | DyingDeclared | Died | OrderRolled | OrderRolledAgain | ApGained | ApSpent | ApLost | ApReturned | ApLapsed | ItemGiven | ItemReadied | ItemDropped | ItemTakenUp | Moved | SkillTried | SkillSettled | LuckOfTheDay | ExperienceGained | ExperienceSpent | CriticallyFailed | Fumbled | ExchangeEnded | EnergyMet | ExchangeDropped | PieceTaken | AttackDeclared | EvasionRolled | BlockRolled | DefenceDeclined | DefenceForgone | CounterattackOffered | AttackSettled | DamageRolled | MitigationRolled | DamageDealt | AttackTurnedBack | SpellHeld | PreparedSpellCast | SpellWaned | SpellEnded | SpellFailed | ProhibitiveSpellCast | SpellOpposed | ShieldRaised | EnergiesCancelled | CounterFaded | EnergyCountered | EnergyLetIn | WeaponCharged | ChargeFaded | SpellFaded | TargetMatched | EnergyReleased | EnergyJudged | StatedDefenceRolled | EnergyResisted | EnergyTookEffect | StabiliseRolled | Stabilised | PointsRestored | ComaEnded | OngoingStarted | OngoingEnded | Revived | RoundPassed | DrugTaken | DrugEnded | StuporBegan | ComaBegan | StuporEnded | MagicWaived | AmmunitionUsed | AmmunitionCaught | AmmunitionRecovered | AmmunitionLeft | RoundCorrected | OrderCorrected | ChargeCorrected | SpellCorrected


class RpgSpecialistTotalJobAsk(Struct, kw_only=True):
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


class RpgSpecialistTotalJobCloudEvent(Struct, kw_only=True):
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
    type: Literal['arbiter.rpg_specialist_total.ChatSent', 'arbiter.rpg_specialist_total.ChunkCompleted', 'arbiter.rpg_specialist_total.ChunkDisputed', 'arbiter.rpg_specialist_total.DiceLent', 'arbiter.rpg_specialist_total.DrawsKept', 'arbiter.rpg_specialist_total.DrawsVoided', 'arbiter.rpg_specialist_total.Forked', 'arbiter.rpg_specialist_total.GoalMissed', 'arbiter.rpg_specialist_total.GoalReached', 'arbiter.rpg_specialist_total.JobCancelled', 'arbiter.rpg_specialist_total.JobCompleted', 'arbiter.rpg_specialist_total.JobFailed', 'arbiter.rpg_specialist_total.JobRequested', 'arbiter.rpg_specialist_total.PlayerAppointed', 'arbiter.rpg_specialist_total.PlayerDismissed', 'arbiter.rpg_specialist_total.SaltAdded', 'arbiter.rpg_specialist_total.SeatOpened', 'arbiter.rpg_specialist_total.SeedCommitted', 'arbiter.rpg_specialist_total.SeedRevealed', 'arbiter.rpg_specialist_total.StateDigested', 'arbiter.rpg_specialist_total.StreamClosed', 'arbiter.rpg_specialist_total.StreamOpened', 'arbiter.rpg_specialist_total.TakenBack', 'arbiter.rpg_specialist_total.TokenRotated', 'arbiter.rpg_specialist_total.UndoAgreed', 'arbiter.rpg_specialist_total.UndoDeclined', 'arbiter.rpg_specialist_total.UndoProposed', 'arbiter.rpg_specialist_total.UndoWithdrawn']
    causationid: str | UnsetType = UNSET
    correlationid: str | UnsetType = UNSET
    traceparent: str | UnsetType = UNSET


class RpgSpecialistTotalJobEventPage(Struct, kw_only=True):
    """
    A page of a stream's events. `next` is the version to continue after, null on the last page.
    """

    items: list[RpgSpecialistTotalJobCloudEvent]
    next: int | None


class RpgSpecialistTotalProposed(Struct, kw_only=True):
    """
    A command that might be sent.
    """

    command: RpgSpecialistTotalCommand


class RpgSpecialistTotalStreamView(Struct, kw_only=True):
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


class RpgSpecialistTotalAsk(Struct, kw_only=True):
    """
    A command, and optionally the faces of dice rolled at a real table.
    """

    command: RpgSpecialistTotalCommand
    faces: Faces | None | UnsetType = UNSET


class RpgSpecialistTotalBlocked(Struct, kw_only=True):
    """
    The commands and command bodies that a seat may not send now, for one reason.

    `bodies` lists single refused bodies of commands whose other bodies are allowed, or are refused for other reasons.
    Such a body explains, for example, why one card cannot be played now. The list has at most 32 bodies per command.
    """

    bodies: list[RpgSpecialistTotalAsk]
    commands: list[str]
    has: Any
    needs: Any
    rule: str
    says: str


class RpgSpecialistTotalCloudEvent(Struct, kw_only=True):
    """
    An event in the CloudEvents 1.0 envelope. `id` is the stream's version after the event.

    An event in a chain of causes has the chain's id, and the `id` of the event that caused it. If the chain's id is the
    id of a trace, the event also has a `traceparent` with which to continue the trace.
    """

    data: RpgSpecialistTotalEvent
    datacontenttype: str
    id: str
    sequence: str
    source: str
    specversion: str
    subject: str
    time: str
    type: Literal['arbiter.rpg_specialist_total.AmmunitionCaught', 'arbiter.rpg_specialist_total.AmmunitionLeft', 'arbiter.rpg_specialist_total.AmmunitionRecovered', 'arbiter.rpg_specialist_total.AmmunitionUsed', 'arbiter.rpg_specialist_total.ApGained', 'arbiter.rpg_specialist_total.ApLapsed', 'arbiter.rpg_specialist_total.ApLost', 'arbiter.rpg_specialist_total.ApReturned', 'arbiter.rpg_specialist_total.ApSpent', 'arbiter.rpg_specialist_total.AttackDeclared', 'arbiter.rpg_specialist_total.AttackSettled', 'arbiter.rpg_specialist_total.AttackTurnedBack', 'arbiter.rpg_specialist_total.BlockRolled', 'arbiter.rpg_specialist_total.CampaignOpened', 'arbiter.rpg_specialist_total.CharacterAssigned', 'arbiter.rpg_specialist_total.CharacterRemoved', 'arbiter.rpg_specialist_total.ChargeCorrected', 'arbiter.rpg_specialist_total.ChargeFaded', 'arbiter.rpg_specialist_total.ChatSent', 'arbiter.rpg_specialist_total.ComaBegan', 'arbiter.rpg_specialist_total.ComaEnded', 'arbiter.rpg_specialist_total.CombatantChanged', 'arbiter.rpg_specialist_total.CombatantCreated', 'arbiter.rpg_specialist_total.CombatantPrepared', 'arbiter.rpg_specialist_total.CommandProposed', 'arbiter.rpg_specialist_total.CounterFaded', 'arbiter.rpg_specialist_total.CounterattackOffered', 'arbiter.rpg_specialist_total.CriticallyFailed', 'arbiter.rpg_specialist_total.DamageDealt', 'arbiter.rpg_specialist_total.DamageRolled', 'arbiter.rpg_specialist_total.DataLoaded', 'arbiter.rpg_specialist_total.DayBegan', 'arbiter.rpg_specialist_total.DefenceDeclined', 'arbiter.rpg_specialist_total.DefenceForgone', 'arbiter.rpg_specialist_total.DiceLent', 'arbiter.rpg_specialist_total.Died', 'arbiter.rpg_specialist_total.DrawsKept', 'arbiter.rpg_specialist_total.DrawsVoided', 'arbiter.rpg_specialist_total.DrugEnded', 'arbiter.rpg_specialist_total.DrugTaken', 'arbiter.rpg_specialist_total.DyingDeclared', 'arbiter.rpg_specialist_total.EnergiesCancelled', 'arbiter.rpg_specialist_total.EnergyCountered', 'arbiter.rpg_specialist_total.EnergyJudged', 'arbiter.rpg_specialist_total.EnergyLetIn', 'arbiter.rpg_specialist_total.EnergyMet', 'arbiter.rpg_specialist_total.EnergyReleased', 'arbiter.rpg_specialist_total.EnergyResisted', 'arbiter.rpg_specialist_total.EnergyTookEffect', 'arbiter.rpg_specialist_total.EvasionRolled', 'arbiter.rpg_specialist_total.ExchangeDropped', 'arbiter.rpg_specialist_total.ExchangeEnded', 'arbiter.rpg_specialist_total.ExperienceGained', 'arbiter.rpg_specialist_total.ExperienceSpent', 'arbiter.rpg_specialist_total.FatigueLost', 'arbiter.rpg_specialist_total.FightEnded', 'arbiter.rpg_specialist_total.FightJoined', 'arbiter.rpg_specialist_total.FightLeft', 'arbiter.rpg_specialist_total.FightStarted', 'arbiter.rpg_specialist_total.Forked', 'arbiter.rpg_specialist_total.Fumbled', 'arbiter.rpg_specialist_total.GoalMissed', 'arbiter.rpg_specialist_total.GoalReached', 'arbiter.rpg_specialist_total.ItemDropped', 'arbiter.rpg_specialist_total.ItemGiven', 'arbiter.rpg_specialist_total.ItemReadied', 'arbiter.rpg_specialist_total.ItemTakenUp', 'arbiter.rpg_specialist_total.LuckOfTheDay', 'arbiter.rpg_specialist_total.LuckSpent', 'arbiter.rpg_specialist_total.MagicWaived', 'arbiter.rpg_specialist_total.MitigationRolled', 'arbiter.rpg_specialist_total.Moved', 'arbiter.rpg_specialist_total.OngoingEnded', 'arbiter.rpg_specialist_total.OngoingStarted', 'arbiter.rpg_specialist_total.OrderCorrected', 'arbiter.rpg_specialist_total.OrderRolled', 'arbiter.rpg_specialist_total.OrderRolledAgain', 'arbiter.rpg_specialist_total.OrderSet', 'arbiter.rpg_specialist_total.PieceTaken', 'arbiter.rpg_specialist_total.PlayerAppointed', 'arbiter.rpg_specialist_total.PlayerDismissed', 'arbiter.rpg_specialist_total.PointsRestored', 'arbiter.rpg_specialist_total.PreparedForgotten', 'arbiter.rpg_specialist_total.PreparedSpellCast', 'arbiter.rpg_specialist_total.ProhibitiveSpellCast', 'arbiter.rpg_specialist_total.ProposalConfirmed', 'arbiter.rpg_specialist_total.ProposalDeclined', 'arbiter.rpg_specialist_total.ProposalWithdrawn', 'arbiter.rpg_specialist_total.Revived', 'arbiter.rpg_specialist_total.RoundBegan', 'arbiter.rpg_specialist_total.RoundCorrected', 'arbiter.rpg_specialist_total.RoundPassed', 'arbiter.rpg_specialist_total.SaltAdded', 'arbiter.rpg_specialist_total.SeatOpened', 'arbiter.rpg_specialist_total.SeedCommitted', 'arbiter.rpg_specialist_total.SeedRevealed', 'arbiter.rpg_specialist_total.ShieldRaised', 'arbiter.rpg_specialist_total.SkillSettled', 'arbiter.rpg_specialist_total.SkillTried', 'arbiter.rpg_specialist_total.SpellCorrected', 'arbiter.rpg_specialist_total.SpellEnded', 'arbiter.rpg_specialist_total.SpellFaded', 'arbiter.rpg_specialist_total.SpellFailed', 'arbiter.rpg_specialist_total.SpellHeld', 'arbiter.rpg_specialist_total.SpellOpposed', 'arbiter.rpg_specialist_total.SpellWaned', 'arbiter.rpg_specialist_total.StabiliseRolled', 'arbiter.rpg_specialist_total.Stabilised', 'arbiter.rpg_specialist_total.StateDigested', 'arbiter.rpg_specialist_total.StatedDefenceRolled', 'arbiter.rpg_specialist_total.StreamClosed', 'arbiter.rpg_specialist_total.StreamOpened', 'arbiter.rpg_specialist_total.StuporBegan', 'arbiter.rpg_specialist_total.StuporEnded', 'arbiter.rpg_specialist_total.TakenBack', 'arbiter.rpg_specialist_total.TargetMatched', 'arbiter.rpg_specialist_total.TieSettled', 'arbiter.rpg_specialist_total.TokenRotated', 'arbiter.rpg_specialist_total.TurnBegan', 'arbiter.rpg_specialist_total.TurnEnded', 'arbiter.rpg_specialist_total.UndoAgreed', 'arbiter.rpg_specialist_total.UndoDeclined', 'arbiter.rpg_specialist_total.UndoProposed', 'arbiter.rpg_specialist_total.UndoWithdrawn', 'arbiter.rpg_specialist_total.VitalityLost', 'arbiter.rpg_specialist_total.WeaponCharged']
    causationid: str | UnsetType = UNSET
    correlationid: str | UnsetType = UNSET
    traceparent: str | UnsetType = UNSET


class RpgSpecialistTotalDone(Struct, kw_only=True):
    """
    An accepted command: its events as this seat sees them, and the view after them.
    """

    events: list[RpgSpecialistTotalEvent]
    first: int
    head: str
    stream: str
    version: int
    view: RpgSpecialistTotalStreamView | UnsetType = UNSET


class RpgSpecialistTotalDryRun(Struct, kw_only=True):
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
    events: list[RpgSpecialistTotalEvent] | None | UnsetType = UNSET
    odds: Any | UnsetType = UNSET
    refusal: Forbidden | None | UnsetType = UNSET


class RpgSpecialistTotalEventPage(Struct, kw_only=True):
    """
    A page of a stream's events. `next` is the version to continue after, null on the last page.
    """

    items: list[RpgSpecialistTotalCloudEvent]
    next: int | None


class RpgSpecialistTotalOpened(Struct, kw_only=True):
    """
    A newly opened stream, and a token for each of its seats.
    """

    head: str
    id: str
    seats: list[SeatToken]
    stream: str
    version: int
    view: RpgSpecialistTotalStreamView


class RpgSpecialistTotalAllowed(Struct, kw_only=True):
    """
    A command that a seat may send now: a valid body, the values that its fields may have, and questions that follow.

    `kind` is the purpose of the command: only a `move` or an `answer` continues the game. `prompts` lists what the game
    asks after the command, such as targets and how to pay a cost.
    """

    body: RpgSpecialistTotalAsk
    command: str
    fields: dict[str, Field]
    kind: Literal['answer', 'aside', 'ending', 'move', 'referee', 'stream']
    prompts: list[Prompt] | UnsetType = field(default_factory=list)


class RpgSpecialistTotalLegal(Struct, kw_only=True):
    """
    The commands that a seat may and may not send now, with the reasons, and the seats that the stream waits for.

    `awaits` names each seat whose turn it is, or which must answer or agree; if it names several game masters, any one
    of them may act. If `awaits` is empty, any seat may act.

    `more` names the commands that may have more legal bodies, or more values of fields, than this list shows. Request
    one of them by its name to get all. Every command that the seat may send has at least one entry. Without `more`, the
    list is complete.
    """

    allowed: list[RpgSpecialistTotalAllowed]
    awaits: list[str]
    blocked: list[RpgSpecialistTotalBlocked]
    more: list[str] | UnsetType = UNSET


class RpgSpecialistTotalLegalAnswer(Struct, kw_only=True):
    """
    The commands that a seat may send at this version, and those it may not send.
    """

    legal: RpgSpecialistTotalLegal
    seat: str
    stream: str
    version: int
