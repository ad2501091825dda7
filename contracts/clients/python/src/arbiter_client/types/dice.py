# Generated: 056e182b1f98b3cab6f478fb6a825974, datamodel-code-generator 0.89.0.

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


class Chain(Struct, kw_only=True):
    """
    The maximum number of extra rolls of a die that the odds include, and an upper bound on the probability of more.

    The odds treat a longer chain of extra rolls as if it ended there.
    """

    further_at_most: float
    limit: int


Count: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class CharacterOutcome(Struct, kw_only=True, tag_field='of', tag='character'):
    """
    The result of a roll: its successes, its Nulls (automatic ones included), and its successes minus Nulls.

    A roll with more successes than Nulls is a success.
    """

    challenge: list[int]
    faces: list[int]
    icons: dict[str, int]
    margin: int
    nulls: int
    success: bool
    successes: int


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


Milliseconds: TypeAlias = Annotated[int, Meta(ge=1, le=9007199254740991)]


Rolls: TypeAlias = Annotated[int, Meta(ge=1, le=1000000)]


class Closing(Struct, kw_only=True):
    """
    The limits of a table: a number of rolls, or an age in milliseconds.

    The table closes by itself with the command that makes its last roll. Beyond its maximum age, the table refuses
    rolls, but stays open until its game master or its app closes it.
    """

    milliseconds: Milliseconds | None | UnsetType = UNSET
    rolls: Rolls | None | UnsetType = UNSET


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


CancelItem: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Cancel: TypeAlias = Annotated[
    list[CancelItem], Meta(description='two symbols', max_length=2, min_length=2)
]


WeightsAdditionalProperty: TypeAlias = Annotated[int, Meta(ge=-1000000, le=1000000)]


Face: TypeAlias = Annotated[int, Meta(ge=0, le=4294967296)]


Faces: TypeAlias = Annotated[
    list[Face],
    Meta(
        description='faces rolled at a real table, in the order the rules need them; empty if the server rolls',
        max_length=5000,
    ),
]


class DiceForgotten(Struct, kw_only=True, tag_field='type', tag='DiceForgotten'):
    """
    A set of symbol dice was deleted.
    """

    name: str


Seed: TypeAlias = Annotated[
    str,
    Meta(description='32 bytes in lower-case hexadecimal', pattern='^[0-9a-f]{64}$'),
]


Cancel1Item: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Cancel1: TypeAlias = Annotated[
    list[Cancel1Item], Meta(description='two symbols', max_length=2, min_length=2)
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


class FlipOutcome(Struct, kw_only=True, tag_field='of', tag='flip'):
    """
    The result of a roll: the total, and the flip and the percentile, if they were rolled.

    The percentile is a number from 0 to 99; `critical` names its critical, if it has one.
    """

    critical: str | None
    faces: list[int]
    luck: list[int]
    lucky: bool | None
    percentile: int | None
    total: int


class FlipTotal(Struct, kw_only=True, tag_field='throw', tag='FlipTotal'):
    """
    A sum of ten-sided dice; one flip decides whether the sum of all luck dice is added or subtracted.

    The recorded faces are, in order, the flip (1 lucky, 2 unlucky; only with luck dice), the dice, the luck dice, and
    the percentile (1 to 100 for 00 to 99). So a percentile that shows 11 on a real table is entered as the face 12.
    """

    dice: Annotated[int, Meta(description='a number of dice', ge=0, le=100)]
    luck: (
        Annotated[int, Meta(description='a number of dice', ge=0, le=100)] | UnsetType
    ) = 0
    modifier: Annotated[int, Meta(ge=-1000000, le=1000000)] | UnsetType = 0
    percentile: bool | UnsetType = False


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


class ForgetDice(Struct, kw_only=True, tag_field='type', tag='ForgetDice'):
    """
    Delete a named set of symbol dice.
    """

    name: Annotated[
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


Face1Item: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Face1: TypeAlias = Annotated[
    list[Face1Item],
    Meta(description='the symbols on a face; none is a blank', max_length=10),
]


class IconDie(Struct, kw_only=True):
    """
    A six-faced die of a character, with icons on its faces.
    """

    faces: Annotated[list[Face1], Meta(max_length=6, min_length=6)]
    name: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


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


class KernelOutcome(Struct, kw_only=True):
    """
    An outcome of a command: its probability, its events, and the facts in which it differs from other outcomes.

    If a command has only one possible outcome, that outcome lists all its facts. A fact is named by its event and
    field, as in `DamageDealt.damage`; `happened` marks the outcome that was rolled.
    """

    chance: Exact
    events: list[str]
    facts: dict[str, str | int | bool | None]
    happened: bool | UnsetType = False


class LabelAmount(Struct, kw_only=True):
    """
    The amount of a label, such as the damage of one type.
    """

    amount: int | str
    label: str


class Likelihood(Struct, kw_only=True):
    """
    A total, its probability, and the probability of that total or a higher one.
    """

    at_least: Exact
    chance: Exact
    total: int | str


class LuckOfSeat(Struct, kw_only=True):
    """
    The sum of a seat's rolls, compared with all sums that the same dice could have shown.

    `at_least`, `at_most`: the exact probabilities of this sum or more, and of this sum or less. `counted`: the number
    of rolls in the sum. `without_odds`: the number of rolls left out because they have no total, or no exact odds
    within the cost limit. `beyond_bound`: the number of earliest rolls that were left out because all rolls together
    would cost too much.
    """

    at_least: Exact
    at_most: Exact
    beyond_bound: int
    cost: int
    counted: int
    mean: Exact
    total: int | str
    variance: Exact
    without_odds: int


class LuckOutcome(Struct, kw_only=True, tag_field='of', tag='luck'):
    """
    The result of a roll: net successes, failures of the normal dice, and the critical, if any.

    The net successes are negative if the luck dice subtract more successes than there are.
    """

    critical: str | None
    faces: list[int]
    failures: int
    luck: list[int]
    successes: int


class LuckPool(Struct, kw_only=True, tag_field='throw', tag='LuckPool'):
    """
    Ten-sided dice counted as successes and failures, with luck dice that add or subtract, and criticals by tier.
    """

    dice: Annotated[int, Meta(description='a number of dice', ge=0, le=100)]
    luck: (
        Annotated[int, Meta(description='a number of dice', ge=0, le=100)] | UnsetType
    ) = 0
    tier: (
        Literal['advanced', 'basic', 'intermediate', 'master', 'simple'] | UnsetType
    ) = 'simple'


QuantilesAdditionalProperty1: TypeAlias = Annotated[
    str, Meta(description='an exact number', pattern='^-?\\d+(/\\d+)?$')
]


QuantilesAdditionalProperty: TypeAlias = tuple[int | QuantilesAdditionalProperty1 | None, int | QuantilesAdditionalProperty1, int | QuantilesAdditionalProperty1 | None]


Width: TypeAlias = Annotated[
    str, Meta(description='an exact number', pattern='^-?\\d+(/\\d+)?$')
]


class Notation(Struct, kw_only=True, tag_field='throw', tag='Notation'):
    """
    Dice in common notation, such as `4d6kh3 + 2`, in the service's own dialect or in that of another dice roller.
    """

    text: Annotated[str, Meta(examples=['4d6kh3'], max_length=500, min_length=1)]
    dialect: Literal['d20', 'foundry', 'roll20', 'rpg-dice-roller'] | None | UnsetType = (
        UNSET
    )


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


Chain1: TypeAlias = Annotated[
    int,
    Meta(
        description='maximum number of throws for which an explosion is followed',
        ge=1,
        le=100,
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


Title: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
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


class PlayerDismissed(Struct, kw_only=True, tag_field='type', tag='PlayerDismissed'):
    """
    A computer player no longer plays the seat. Rule: AR-HOUSE-03.
    """

    seat: str


class PositionOutcome(Struct, kw_only=True, tag_field='of', tag='position'):
    """
    The result of a roll: its hits and misses.

    `zero_dice`: the pool had no dice, so one die was rolled, and only a 6 hit.
    """

    faces: list[int]
    hits: int
    misses: int
    success: bool
    zero_dice: bool


class PositionPool(Struct, kw_only=True, tag_field='throw', tag='PositionPool'):
    """
    Six-sided dice; the position determines which faces hit.

    If the pool has no dice, one die is rolled, and only a 6 hits.
    """

    dice: Annotated[int, Meta(description='a number of dice', ge=0, le=100)]
    position: Literal['bad', 'controlled', 'dire', 'good', 'standard'] | UnsetType = (
        'standard'
    )


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


class RevealRoll(Struct, kw_only=True, tag_field='type', tag='RevealRoll'):
    """
    Reveal a secret roll to everyone. Each seat that can read the roll may do so.
    """

    roll: Annotated[
        int,
        Meta(
            description='the number of a roll on its table', ge=1, le=9007199254740991
        ),
    ]


Purpose: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


Who: TypeAlias = Annotated[
    str,
    Meta(
        description='the id of a seat: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class RollVoided(Struct, kw_only=True, tag_field='type', tag='RollVoided'):
    """
    A roll was declared void. The roll stays visible.
    """

    reason: str
    roll: int


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


class SeatLuck(Struct, kw_only=True):
    """
    The luck of a seat. Rolls that are void, hidden or from a physical table are counted separately and left out.
    """

    from_a_real_table: int
    hidden: int
    luck: LuckOfSeat
    seat: str
    void: int


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


class SideOutcome(Struct, kw_only=True):
    """
    The result of one side: its successes in the chosen readings, and its total after cap, bonus and deductions.
    """

    faces: list[int]
    successes: int
    total: int


AtLeastItem: TypeAlias = Annotated[int, Meta(ge=-1000000, le=1000000)]


class StateDigested(Struct, kw_only=True, tag_field='type', tag='StateDigested'):
    """
    The digest of the game's state after this decision. Nobody may read it until the log is opened.

    `schema` is the name of the state's schema. Only digests with the same schema name can be compared.
    """

    digest: SecretText
    schema: str


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


Die: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Face2Item: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Face2: TypeAlias = Annotated[
    list[Face2Item],
    Meta(description='the symbols on a face; none is a blank', max_length=10),
]


class SymbolDie(Struct, kw_only=True):
    """
    A die with symbols on its equally likely faces.
    """

    faces: Annotated[list[Face2], Meta(max_length=100, min_length=1)]
    name: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]


Cancel2Item: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Cancel2: TypeAlias = Annotated[
    list[Cancel2Item], Meta(description='two symbols', max_length=2, min_length=2)
]


Explode: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Reroll: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Set: TypeAlias = Annotated[
    str,
    Meta(
        description='an id: lower-case letters, digits, _ and -; at most 64',
        pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


class TableOpened(Struct, kw_only=True, tag_field='type', tag='TableOpened'):
    """
    A table was opened.

    The table closes after the roll with the number `closes_at_roll`. From the time `closes_at` on, nobody can roll on
    it.
    """

    closes_at: int | None
    closes_at_roll: int | None
    title: str | None


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


Number: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]


Name: TypeAlias = Annotated[
    str,
    Meta(
        description='one line of text',
        max_length=200,
        min_length=1,
        pattern='^[^\\x00-\\x1f\\x7f]+$',
    ),
]


class TaskOutcome(Struct, kw_only=True, tag_field='of', tag='task'):
    """
    The outcome of a task. `margin`: the lead over the opposition, or over the strongest of several opponents.

    The margin may be negative.
    """

    challenge: list[int]
    margin: int
    nulls: int
    ours: SideOutcome
    success: bool
    theirs: list[SideOutcome]


Cap: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]


class ThrownDice(Struct, kw_only=True):
    """
    The dice of one term. `total` is their sum, or the number of successes minus the number of failures.

    `faces`: what each throw shows, first the dice of the notation, then each extra roll. `sources`: for each extra
    roll, the place of the throw that caused it. `rerolled`: throws that were rerolled and do not count. `joined`: extra
    rolls that count as part of the die that caused them. `dropped`: dice that do not count. `values`: what each throw
    counts as, if that differs from what it shows. `order`: the places in the order in which the notation shows them.
    `criticals`, `fumbles`: the places of dice marked as such. `sets`: the places of each matching set, if sets are
    counted.
    """

    faces: list[int]
    text: str
    total: int | str
    criticals: list[int] | UnsetType = field(default_factory=list)
    dropped: list[int] | UnsetType = field(default_factory=list)
    failures: list[int] | None | UnsetType = UNSET
    fumbles: list[int] | UnsetType = field(default_factory=list)
    joined: list[int] | UnsetType = field(default_factory=list)
    labels: list[str] | UnsetType = field(default_factory=list)
    order: list[int] | UnsetType = field(default_factory=list)
    rerolled: list[int] | UnsetType = field(default_factory=list)
    sets: list[list[int]] | UnsetType = field(default_factory=list)
    sources: list[int] | UnsetType = field(default_factory=list)
    successes: list[int] | None | UnsetType = UNSET
    values: list[int | str] | UnsetType = field(default_factory=list)


class ThrownGroup(Struct, kw_only=True):
    """
    A rolled group: the value of each member, and the members that are dropped, succeed, fail or are marked.
    """

    members: list[int | str]
    text: str
    total: int | str
    criticals: list[int] | UnsetType = field(default_factory=list)
    dropped: list[int] | UnsetType = field(default_factory=list)
    failures: list[int] | None | UnsetType = UNSET
    fumbles: list[int] | UnsetType = field(default_factory=list)
    order: list[int] | UnsetType = field(default_factory=list)
    successes: list[int] | None | UnsetType = UNSET


class ThrownSymbols(Struct, kw_only=True):
    """
    Rolled symbol dice of one kind: the indexes of the faces shown, from 1, with extra rolls last.

    `sources` contains, for each extra roll, the index of the die that caused it. `rerolled` are the dice that were
    rerolled and do not count.
    """

    die: str
    faces: list[int]
    rerolled: list[int] | UnsetType = field(default_factory=list)
    sources: list[int] | UnsetType = field(default_factory=list)


class TokenRotated(Struct, kw_only=True, tag_field='type', tag='TokenRotated'):
    """
    A seat's tokens were rotated: tokens with a lower token epoch are now void. Rule: AR-SEAT-04, AR-SEAT-05.
    """

    epoch: int
    seat: str


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


class VectorLikelihood(Struct, kw_only=True):
    """
    One combination of counts, in the order of the names, and its probability.
    """

    chance: Exact
    counts: list[int]


class VectorOdds(Struct, kw_only=True):
    """
    The joint odds of several counts, and the odds of each count alone; `total` is the odds of their weighted sum.
    """

    cost: int
    each: dict[str, Odds]
    names: list[str]
    outcomes: list[VectorLikelihood]
    total: Odds | None


class Versus(Struct, kw_only=True):
    """
    A comparison of two independent totals: the probabilities that the first is higher, equal or lower.
    """

    chain: Chain | None
    cost: int
    lose: Exact
    tie: Exact
    win: Exact


class VoidRoll(Struct, kw_only=True, tag_field='type', tag='VoidRoll'):
    """
    Declare a roll void. The roll stays visible, marked as void.
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
    roll: Annotated[
        int,
        Meta(
            description='the number of a roll on its table', ge=1, le=9007199254740991
        ),
    ]


class Way(Struct, kw_only=True):
    """
    One way to read a face (a reading), with its effects.

    `successes`: successes that count. `firm`: those among them that encumbrance cannot take away if the side is
    `icons_only`. `nulls`: successes that the face subtracts. `encumbers`: successes that it subtracts as encumbrance.
    `eases`: the number of worn dice whose encumbrance it undoes. `sees`, `aims`, `senses`: how many times it regains
    two successes lost to darkness, regains two lost to cover, or removes two from a sneaking opponent. `harm`: the
    number of dice that it removes from the roll, those with a success first. `hurt`: the number of dice that it removes
    from the roll, with or without a success. Harm and hurt act before the owner chooses a reading, so only those of the
    first reading of a face count.
    """

    aims: Annotated[int, Meta(ge=0, le=20)] | UnsetType = 0
    eases: Annotated[int, Meta(ge=0, le=20)] | UnsetType = 0
    encumbers: Annotated[int, Meta(ge=0, le=20)] | UnsetType = 0
    firm: Annotated[int, Meta(ge=0, le=20)] | UnsetType = 0
    harm: Annotated[int, Meta(ge=0, le=20)] | UnsetType = 0
    hurt: Annotated[int, Meta(ge=0, le=20)] | UnsetType = 0
    nulls: Annotated[int, Meta(ge=0, le=20)] | UnsetType = 0
    sees: Annotated[int, Meta(ge=0, le=20)] | UnsetType = 0
    senses: Annotated[int, Meta(ge=0, le=20)] | UnsetType = 0
    successes: Annotated[int, Meta(ge=0, le=20)] | UnsetType = 0


class WayView(Struct, kw_only=True):
    """
    A version that an undo may return to, and the seats that must agree; an empty list if no seat has to.
    """

    asks: list[str]
    to: int


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


class CharacterDice(Struct, kw_only=True, tag_field='throw', tag='CharacterDice'):
    """
    Icon dice against challenge dice. `counts` names the icons that are successes for this task.

    The recorded faces are first those of the character's dice, in the order listed, and then those of the challenge
    dice.
    """

    counts: Annotated[list[Count], Meta(max_length=50)]
    dice: Annotated[list[IconDie], Meta(max_length=100)]
    difficulty: Literal['almost_impossible', 'average', 'challenging', 'difficult', 'easy', 'impossible', 'simple']


class DefineDice(Struct, kw_only=True, tag_field='type', tag='DefineDice'):
    """
    Define a named set of symbol dice. It replaces any set with the same name.
    """

    dice: Annotated[list[SymbolDie], Meta(max_length=50, min_length=1)]
    name: Annotated[
        str,
        Meta(
            description='an id: lower-case letters, digits, _ and -; at most 64',
            pattern='^[a-z0-9][a-z0-9_-]{0,63}$',
        ),
    ]
    cancels: Annotated[list[Cancel], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )
    weights: (
        Annotated[dict[str, WeightsAdditionalProperty], Meta(max_length=50)] | UnsetType
    ) = field(default_factory=dict)


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


class DiceSet(Struct, kw_only=True):
    """
    A set of symbol dice, with the pairs of symbols that cancel each other and the symbols' weights.
    """

    cancels: Annotated[list[Cancel1], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )
    dice: Annotated[list[SymbolDie], Meta(max_length=50)] | UnsetType = field(
        default_factory=list
    )
    weights: (
        Annotated[dict[str, WeightsAdditionalProperty], Meta(max_length=50)] | UnsetType
    ) = field(default_factory=dict)


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


class LuckAnswer(Struct, kw_only=True):
    """
    The luck of every seat that has rolled on a table, up to a version of the table.
    """

    seats: list[SeatLuck]
    stream: str
    version: int


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


class NotationOutcome(Struct, kw_only=True, tag_field='of', tag='notation'):
    """
    The outcome of a notation: its total, and its dice from left to right.
    """

    total: int | str
    comment: str | UnsetType = ''
    dice: list[ThrownDice] | UnsetType = field(default_factory=list)
    groups: list[ThrownGroup] | UnsetType = field(default_factory=list)


class OpenTable(Struct, kw_only=True):
    """
    Open a table to roll dice on.
    """

    seats: Annotated[list[SeatAsk], Meta(max_length=64, min_length=1)]
    chat: Literal['off', 'on', 'phrases'] | UnsetType = UNSET
    closes_after: Closing | None | UnsetType = UNSET
    title: Title | None | UnsetType = UNSET
    type: Literal['OpenTable'] | UnsetType = UNSET
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


class SymbolDice(Struct, kw_only=True):
    """
    Dice of one kind in a pool: the die itself, or the name of a die in the pool's named set.
    """

    die: Die | SymbolDie
    count: Annotated[int, Meta(ge=0, le=1000)] | UnsetType = 1


class SymbolOutcome(Struct, kw_only=True, tag_field='of', tag='symbols'):
    """
    The outcome of a symbol pool: the symbols shown, the symbols left after cancelling, and their weighted sum.
    """

    dice: list[ThrownSymbols]
    left: dict[str, int]
    shown: dict[str, int]
    total: int


class SymbolPool(Struct, kw_only=True, tag_field='throw', tag='SymbolPool'):
    """
    Symbol dice rolled together: the symbols of a pair in `cancels` cancel one for one.

    `weights` set the value of each remaining symbol. With `set` (a named set of the table) dice may be given by name,
    and the pairs and weights of the set apply too; weights given here take precedence. A die that shows a symbol of
    `rerolls` (or no symbol, with `rerolls_blanks`) is rerolled once. Then each die that shows a symbol of `explodes`
    adds an extra die of its kind, and so does each extra die. Each die leads to at most ten extra dice, one after
    another; the chain ends there, in the odds too.
    """

    dice: Annotated[list[SymbolDice], Meta(max_length=50, min_length=1)]
    cancels: Annotated[list[Cancel2], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )
    explodes: Annotated[list[Explode], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )
    rerolls: Annotated[list[Reroll], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )
    rerolls_blanks: bool | UnsetType = False
    set: Set | None | UnsetType = UNSET
    weights: (
        Annotated[dict[str, WeightsAdditionalProperty], Meta(max_length=50)] | UnsetType
    ) = field(default_factory=dict)


Face3: TypeAlias = Annotated[
    list[Way], Meta(description='the ways it may be read in; blank: none', max_length=6)
]


class TaskDie(Struct, kw_only=True):
    """
    A die of one side.

    `own`: harm may remove the die from the roll. `caps`: the amount by which the cap falls if the die is removed.
    `worn`: the die's encumbrance may be undone.
    """

    faces: Annotated[list[Face3], Meta(max_length=6, min_length=6)]
    caps: Annotated[int, Meta(ge=0, le=20)] | UnsetType = 0
    name: Name | None | UnsetType = UNSET
    own: bool | UnsetType = True
    worn: bool | UnsetType = False


class TaskSide(Struct, kw_only=True):
    """
    The dice of one side, and how its total is counted: up to the cap, plus the bonus, minus the deductions.

    `given`: successes from others, which count under the cap. `darkness`, `cover`: successes lost to each.
    `bonus_in_cap`: the bonus counts under the cap. `points`: easing undoes one point of encumbrance, not that of a
    whole die. `icons_only`: encumbrance removes no firm success. `cover_only`: aiming regains nothing that is lost to
    darkness. `greater_only`: only the greater of darkness and cover counts. `kept`: a removed die still counts the face
    that it showed. `once`: all harm together removes one die. `sneaks`: this side sneaks, and its opponents may sense
    it.
    """

    bonus: Annotated[int, Meta(ge=0, le=1000)] | UnsetType = 0
    bonus_in_cap: bool | UnsetType = False
    cap: Cap | None | UnsetType = UNSET
    cover: Annotated[int, Meta(ge=0, le=1000)] | UnsetType = 0
    cover_only: bool | UnsetType = False
    darkness: Annotated[int, Meta(ge=0, le=1000)] | UnsetType = 0
    dice: Annotated[list[TaskDie], Meta(max_length=60)] | UnsetType = field(
        default_factory=list
    )
    given: Annotated[int, Meta(ge=0, le=1000)] | UnsetType = 0
    greater_only: bool | UnsetType = False
    icons_only: bool | UnsetType = False
    kept: bool | UnsetType = False
    loss: Annotated[int, Meta(ge=0, le=1000)] | UnsetType = 0
    once: bool | UnsetType = False
    points: bool | UnsetType = False
    sneaks: bool | UnsetType = False


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


class Chances(Struct, kw_only=True):
    """
    All outcomes of a command with exact probabilities, most probable first.

    `left_out` counts the outcomes that are not listed, and `left_out_chance` is their total probability. `facts` also
    cover the outcomes that are not listed.
    """

    command: str
    exact: bool
    facts: list[FactChances]
    outcomes: Annotated[list[KernelOutcome], Meta(max_length=201)]
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


class DiceDefined(Struct, kw_only=True, tag_field='type', tag='DiceDefined'):
    """
    A set of symbol dice was defined.
    """

    name: str
    set: DiceSet


DiceOutcome: TypeAlias = NotationOutcome | SymbolOutcome | PositionOutcome | LuckOutcome | FlipOutcome | CharacterOutcome | TaskOutcome


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


class RollRevealed(Struct, kw_only=True, tag_field='type', tag='RollRevealed'):
    """
    A secret roll was revealed.
    """

    outcome: DiceOutcome
    roll: int


class SecretDiceOutcomeList(Struct, kw_only=True):
    """
    A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: list[str]
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET
    value: list[DiceOutcome] | UnsetType = UNSET


class TaskDice(Struct, kw_only=True, tag_field='throw', tag='TaskDice'):
    """
    One side's dice against challenge dice and automatic Nulls, a number to reach, other sides, or nothing.

    `tie`: with `again`, a tie with another side is rolled again until there is none; otherwise a tie fails. The
    recorded faces are those of the side's own dice, then of each opposing side, then of the challenge dice.
    """

    ours: TaskSide
    automatic: Annotated[int, Meta(ge=0, le=1000)] | UnsetType = 0
    challenge: (
        Annotated[int, Meta(description='a number of dice', ge=0, le=100)] | UnsetType
    ) = 0
    number: Number | None | UnsetType = UNSET
    theirs: Annotated[list[TaskSide], Meta(max_length=10)] | UnsetType = field(
        default_factory=list
    )
    tie: Literal['again', 'fails'] | UnsetType = 'fails'


What: TypeAlias = Notation | SymbolPool | PositionPool | LuckPool | FlipTotal | CharacterDice | TaskDice


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


class MadeRoll(Struct, kw_only=True):
    """
    A roll that was made. `rendered` describes it in one line of text.
    """

    crit: bool
    fumble: bool
    number: int
    outcome: DiceOutcome
    rendered: str
    what: What
    labels: list[LabelAmount] | UnsetType = field(default_factory=list)
    purpose: str | None | UnsetType = UNSET


class OddsBody(Struct, kw_only=True):
    """
    The throw for which to calculate exact odds and, with `against`, the throw to compare it with.

    `chain`: the number of extra rolls after which the calculation ends an explosion. The default is 100, the limit that
    also applies to rolls, or else 50, 25 or 12 if more would cost too much. The response contains the number that was
    used, and an upper bound on the probability of a longer chain. Symbol dice always end an explosion after ten extra
    rolls, in the odds as in rolls.
    """

    what: What
    against: What | None | UnsetType = UNSET
    chain: Chain1 | None | UnsetType = UNSET


class RollAsk(Struct, kw_only=True):
    """
    A requested roll: the dice, the seat that rolls (by default your own), and the purpose.

    After an undo, the next equal dice show the faces that were taken back, for any purpose and by any seat.
    """

    what: What
    purpose: Purpose | None | UnsetType = UNSET
    who: Who | None | UnsetType = UNSET


class RolledDice(Struct, kw_only=True):
    """
    One roll: its number on the table, its seat, its dice, and its purpose. Named dice are written out.
    """

    number: int
    what: What
    who: str
    purpose: str | None | UnsetType = UNSET


class RollsAnswer(Struct, kw_only=True):
    """
    The rolls, with the table and version where they can be replayed and audited.
    """

    head: str
    rolls: list[MadeRoll]
    stream: str
    table: str
    version: int


class RollsBody(Struct, kw_only=True):
    """
    Rolls to make on the API key's own table.
    """

    rolls: Annotated[list[RollAsk], Meta(max_length=100, min_length=1)]


class SeenRoll(Struct, kw_only=True):
    """
    A roll as a seat sees it, without the outcome if the seat may not see that.

    `void` is the reason why the roll does not count. `rendered` is the outcome as one line of text. `crit` and `fumble`
    mark the roll as a critical or a fumble. `labels` are the amounts of its labels.
    """

    number: int
    what: What
    who: str
    crit: bool | None | UnsetType = UNSET
    fumble: bool | None | UnsetType = UNSET
    labels: list[LabelAmount] | UnsetType = field(default_factory=list)
    outcome: DiceOutcome | None | UnsetType = UNSET
    purpose: str | None | UnsetType = UNSET
    rendered: str | None | UnsetType = UNSET
    secret: bool | UnsetType = False
    void: str | None | UnsetType = UNSET


class SimulateThrow(Struct, kw_only=True):
    """
    A throw to simulate. For each total in `at_least`, the simulation estimates the probability of reaching it.
    """

    what: What
    at_least: Annotated[list[AtLeastItem], Meta(max_length=20)] | UnsetType = field(
        default_factory=list
    )


class TableView(Struct, kw_only=True):
    """
    A table as a seat sees it.

    It contains the latest rolls, oldest first, the numbers of the secret rolls, and the named symbol dice.
    """

    closes_at: int | None
    closes_at_roll: int | None
    recent: list[SeenRoll]
    rolls: int
    secrets: list[int]
    sets: dict[str, DiceSet]
    title: str | None


class DiceJobAsk(Struct, kw_only=True):
    """
    A request for a simulation. With `against`, it compares two variants on the same random seeds. It may instead ask for a survey of the app's stored streams: `impact`.
    """

    trials: Annotated[
        int, Meta(description='at most 10000000 trials', ge=1, le=9007199254740991)
    ]
    against: SimulateThrow | None | UnsetType = UNSET
    confidence: Literal[90, 95, 99] | UnsetType = 95
    impact: ImpactRequest | None | UnsetType = UNSET
    precision: Precision | None | UnsetType = UNSET
    seed: Seed | None | UnsetType = UNSET
    simulate: SimulateThrow | None | UnsetType = UNSET


class DiceJobCloudEvent(Struct, kw_only=True):
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
    type: Literal['arbiter.dice.ChatSent', 'arbiter.dice.ChunkCompleted', 'arbiter.dice.ChunkDisputed', 'arbiter.dice.DiceLent', 'arbiter.dice.DrawsKept', 'arbiter.dice.DrawsVoided', 'arbiter.dice.Forked', 'arbiter.dice.GoalMissed', 'arbiter.dice.GoalReached', 'arbiter.dice.JobCancelled', 'arbiter.dice.JobCompleted', 'arbiter.dice.JobFailed', 'arbiter.dice.JobRequested', 'arbiter.dice.PlayerAppointed', 'arbiter.dice.PlayerDismissed', 'arbiter.dice.SaltAdded', 'arbiter.dice.SeatOpened', 'arbiter.dice.SeedCommitted', 'arbiter.dice.SeedRevealed', 'arbiter.dice.StateDigested', 'arbiter.dice.StreamClosed', 'arbiter.dice.StreamOpened', 'arbiter.dice.TakenBack', 'arbiter.dice.TokenRotated', 'arbiter.dice.UndoAgreed', 'arbiter.dice.UndoDeclined', 'arbiter.dice.UndoProposed', 'arbiter.dice.UndoWithdrawn']
    causationid: str | UnsetType = UNSET
    correlationid: str | UnsetType = UNSET
    traceparent: str | UnsetType = UNSET


class DiceJobEventPage(Struct, kw_only=True):
    """
    A page of a stream's events. `next` is the version to continue after, null on the last page.
    """

    items: list[DiceJobCloudEvent]
    next: int | None


class DiceRolled(Struct, kw_only=True, tag_field='type', tag='DiceRolled'):
    """
    Dice were rolled. `outcomes` has the same order as `rolls`.
    """

    outcomes: list[DiceOutcome] | SecretDiceOutcomeList
    rolls: list[RolledDice]


class DiceStreamView(Struct, kw_only=True):
    """
    A stream as one seat sees it: the fields every stream has, and the game's own view.

    `chat` is the setting for the chat; it is missing if nobody may chat. The chat messages are among the stream's
    events. `luck` names the dice table that rolls the stream's public dice.
    """

    at: int
    game: TableView
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


class Roll(Struct, kw_only=True, tag_field='type', tag='Roll'):
    """
    Roll dice, once or several times. Only the rolling seat and the game masters see the outcome of a secret roll.
    """

    rolls: Annotated[list[RollAsk], Meta(max_length=100, min_length=1)]
    secret: bool | UnsetType = False


DiceCommand: TypeAlias = DefineDice | ForgetDice | RevealRoll | Roll | VoidRoll | OpenSeat | RotateToken | AddSalt | RotateSeed | Close | SendChat | ProposeUndo | AgreeToUndo | DeclineUndo | WithdrawUndo


DiceEvent: TypeAlias = StreamOpened | SeatOpened | TokenRotated | PlayerAppointed | PlayerDismissed | SeedCommitted | SaltAdded | SeedRevealed | StreamClosed | DrawsVoided | UndoProposed | UndoAgreed | UndoDeclined | UndoWithdrawn | DrawsKept | TakenBack | Forked | ChatSent | DiceLent | GoalReached | GoalMissed | StateDigested | TableOpened | DiceDefined | DiceForgotten | RollRevealed | DiceRolled | RollVoided


class DiceOpened(Struct, kw_only=True):
    """
    A newly opened stream, and a token for each of its seats.
    """

    head: str
    id: str
    seats: list[SeatToken]
    stream: str
    version: int
    view: DiceStreamView


class DiceProposed(Struct, kw_only=True):
    """
    A command that might be sent.
    """

    command: DiceCommand


class DiceAsk(Struct, kw_only=True):
    """
    A command, and optionally the faces of dice rolled at a real table.
    """

    command: DiceCommand
    faces: Faces | None | UnsetType = UNSET


class DiceBlocked(Struct, kw_only=True):
    """
    The commands and command bodies that a seat may not send now, for one reason.

    `bodies` lists single refused bodies of commands whose other bodies are allowed, or are refused for other reasons.
    Such a body explains, for example, why one card cannot be played now. The list has at most 32 bodies per command.
    """

    bodies: list[DiceAsk]
    commands: list[str]
    has: Any
    needs: Any
    rule: str
    says: str


class DiceCloudEvent(Struct, kw_only=True):
    """
    An event in the CloudEvents 1.0 envelope. `id` is the stream's version after the event.

    An event in a chain of causes has the chain's id, and the `id` of the event that caused it. If the chain's id is the
    id of a trace, the event also has a `traceparent` with which to continue the trace.
    """

    data: DiceEvent
    datacontenttype: str
    id: str
    sequence: str
    source: str
    specversion: str
    subject: str
    time: str
    type: Literal['arbiter.dice.ChatSent', 'arbiter.dice.DiceDefined', 'arbiter.dice.DiceForgotten', 'arbiter.dice.DiceLent', 'arbiter.dice.DiceRolled', 'arbiter.dice.DrawsKept', 'arbiter.dice.DrawsVoided', 'arbiter.dice.Forked', 'arbiter.dice.GoalMissed', 'arbiter.dice.GoalReached', 'arbiter.dice.PlayerAppointed', 'arbiter.dice.PlayerDismissed', 'arbiter.dice.RollRevealed', 'arbiter.dice.RollVoided', 'arbiter.dice.SaltAdded', 'arbiter.dice.SeatOpened', 'arbiter.dice.SeedCommitted', 'arbiter.dice.SeedRevealed', 'arbiter.dice.StateDigested', 'arbiter.dice.StreamClosed', 'arbiter.dice.StreamOpened', 'arbiter.dice.TableOpened', 'arbiter.dice.TakenBack', 'arbiter.dice.TokenRotated', 'arbiter.dice.UndoAgreed', 'arbiter.dice.UndoDeclined', 'arbiter.dice.UndoProposed', 'arbiter.dice.UndoWithdrawn']
    causationid: str | UnsetType = UNSET
    correlationid: str | UnsetType = UNSET
    traceparent: str | UnsetType = UNSET


class DiceDone(Struct, kw_only=True):
    """
    An accepted command: its events as this seat sees them, and the view after them.
    """

    events: list[DiceEvent]
    first: int
    head: str
    stream: str
    version: int
    view: DiceStreamView | UnsetType = UNSET


class DiceDryRun(Struct, kw_only=True):
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
    events: list[DiceEvent] | None | UnsetType = UNSET
    odds: Any | UnsetType = UNSET
    refusal: Forbidden | None | UnsetType = UNSET


class DiceEventPage(Struct, kw_only=True):
    """
    A page of a stream's events. `next` is the version to continue after, null on the last page.
    """

    items: list[DiceCloudEvent]
    next: int | None


class DiceAllowed(Struct, kw_only=True):
    """
    A command that a seat may send now: a valid body, the values that its fields may have, and questions that follow.

    `kind` is the purpose of the command: only a `move` or an `answer` continues the game. `prompts` lists what the game
    asks after the command, such as targets and how to pay a cost.
    """

    body: DiceAsk
    command: str
    fields: dict[str, Field]
    kind: Literal['answer', 'aside', 'ending', 'move', 'referee', 'stream']
    prompts: list[Prompt] | UnsetType = field(default_factory=list)


class DiceLegal(Struct, kw_only=True):
    """
    The commands that a seat may and may not send now, with the reasons, and the seats that the stream waits for.

    `awaits` names each seat whose turn it is, or which must answer or agree; if it names several game masters, any one
    of them may act. If `awaits` is empty, any seat may act.

    `more` names the commands that may have more legal bodies, or more values of fields, than this list shows. Request
    one of them by its name to get all. Every command that the seat may send has at least one entry. Without `more`, the
    list is complete.
    """

    allowed: list[DiceAllowed]
    awaits: list[str]
    blocked: list[DiceBlocked]
    more: list[str] | UnsetType = UNSET


class DiceLegalAnswer(Struct, kw_only=True):
    """
    The commands that a seat may send at this version, and those it may not send.
    """

    legal: DiceLegal
    seat: str
    stream: str
    version: int
