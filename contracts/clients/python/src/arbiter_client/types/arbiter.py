# Generated: 648c3074421f3794941c39deb1bb22af, datamodel-code-generator 0.89.0.

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, field


class Delivered(Struct, kw_only=True):
    """
    The last delivered event, and when it was delivered. Units: at in milliseconds UTC.
    """

    at: int
    stream: str
    version: int


class DigestAnswer(Struct, kw_only=True):
    """
    A digest of the part of a game that the caller may read at a version, computed under the named rules.

    For a caller who may read the whole log, it is a digest of the game's state; for any other caller, a digest of the
    caller's view of the game. `seat` names the seat whose view it is; the view of an app has no seat. `head` is the
    log's head at this version. Compare only digests of the same version and subject. If their schemas differ, unequal
    digests prove nothing.
    """

    digest: Annotated[
        str,
        Meta(
            description='32 bytes in lower-case hexadecimal', pattern='^[0-9a-f]{64}$'
        ),
    ]
    head: str
    of: Literal['state', 'view']
    ruleset: str
    schema: str
    stream: str
    version: int
    seat: str | UnsetType = UNSET


class EpochView(Struct, kw_only=True):
    """
    The current seed epoch: the server's commitment, and the salts that the seats contributed.
    """

    commitment: str
    drawn: bool
    epoch: int
    salts: dict[str, str]


class Example(Struct, kw_only=True):
    """
    A worked example from the rules; a test repeats each example.
    """

    given: str
    id: str
    origin: str
    part: str
    section: str
    then: str
    when: str


class Failure(Struct, kw_only=True):
    """
    A commit that fails the audit, and why.

    `line` counts from 1; `version` is the stream's version before the commit.
    """

    level: int
    line: int
    version: int
    why: str


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


class JobItem(Struct, kw_only=True):
    """
    A job of the app: its progress, and when it was created. Units: `at` in milliseconds UTC.
    """

    at: int
    id: str
    status: Literal['cancelled', 'completed', 'failed', 'running']
    stream: str
    version: int


class JobPage(Struct, kw_only=True):
    """
    A page of the app's jobs, newest first; `next` is the cursor of the next page, null on the last one.
    """

    items: list[JobItem]
    next: str | None


class Level(Struct, kw_only=True):
    """
    The outcome of one level of an audit: its verdict, how many items it proved, and how many it could not check.
    """

    note: str
    shown: int
    unshown: int
    verdict: Literal['differs', 'not shown', 'other ruleset', 'same']


class Parked(Struct, kw_only=True):
    """
    When and why deliveries were suspended. Units: since in milliseconds UTC.
    """

    since: int
    why: Literal['failures', 'gone', 'key-revoked']


class Problem(Struct, kw_only=True):
    """
    A problem with a request, for programs (`type`, `rule`, `field`) and for people (`title`, `detail`).
    """

    status: int
    title: str
    type: str
    detail: str | UnsetType = ''
    field_: str | UnsetType = field(name='field', default='')
    has: Any | UnsetType = UNSET
    head: str | UnsetType = ''
    instance: str | UnsetType = ''
    needs: Any | UnsetType = UNSET
    rule: str | UnsetType = ''
    rule_url: str | UnsetType = ''
    version: int | None | UnsetType = UNSET


class ProposalView(Struct, kw_only=True):
    """
    A proposed undo: its number, the version it returns to, its sender, the seats asked, and those that agreed.
    """

    agreed: list[str]
    asked: list[str]
    by: str
    proposal: int
    to: int


class PuzzleGoal(Struct, kw_only=True):
    """
    The goal of an opened puzzle; `last` is the number of the last turn in which the goal can be reached.
    """

    last: int
    reach: str
    seat: str
    turns: Annotated[int, Meta(ge=1, le=9007199254740991)]


class ReceiptAnswer(Struct, kw_only=True):
    """
    A signed version and head: an Ed25519 signature over the canonical JSON of {at, head, stream, version}.

    The receipt of a fork also contains and signs `fork`, a sentence that names the stream and version it was forked
    from.
    """

    at: int
    head: str
    key: str
    public_key: str
    signature: str
    stream: str
    version: int
    fork: str | UnsetType = UNSET


class Remaining(Struct, kw_only=True):
    """
    An estimate of the remaining work: how many `trials` will probably be needed, and how many `seconds` they take.

    `seconds` is unknown before the first chunk is complete.
    """

    seconds: float | None
    trials: int


class Report(Struct, kw_only=True):
    """
    The report of an audit. Unless the stream is closed, the stream may have continued after the log's last line.

    `simulated`: a caller chose the seed, so the draws were known beforehand. `sealed`: the stream is over and its last
    seed stays secret. `durability_asserted`: the operator asserts that no acknowledged command is lost; the store does
    not confirm it, and no export can show it. `fork`: whether a fork starts from its parent's state. `luck`: whether
    the public dice of a stream are those that its dice table rolled for it.
    """

    chain: Level
    closed: bool
    commits: int
    conclusion: Literal['not honest', 'nothing wrong found', 'proven', 'simulated']
    decisions: Level
    draws: Level
    durability_asserted: bool
    failure: Failure | None
    failures: int
    fork: Level | None
    head: str
    luck: Level | None
    says: str
    sealed: bool
    simulated: bool
    stream: str
    table_faces: int
    version: int


class Rule(Struct, kw_only=True):
    """
    A rule of a game, in our own words.

    The code enforces every rule except advice. For each enforced rule, a test cites the id of the rule and proves
    it.

    `games` lists the games to which a common rule applies; if it is empty, the rule applies to all games.
    """

    games: list[str]
    id: str
    input: str
    kind: Literal['advice', 'limit', 'mechanic', 'option', 'procedure', 'table']
    part: str
    says: str
    section: str
    test: str


class Ruling(Struct, kw_only=True):
    """
    Our interpretation of an unclear rule.

    `setting` names the setting that can change it, if there is one.
    """

    alternatives: list[str]
    configurable: bool
    default: str
    id: str
    part: str
    question: str
    rules: list[str]
    ruling: str
    setting: str
    why: str


class SeatBody(Struct, kw_only=True):
    """
    A seat to add to a stream.
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


class ServersUp(Struct, kw_only=True):
    """
    The server processes that share the port: how many are configured, and how many are running.
    """

    of: int
    up: int


class StreamItem(Struct, kw_only=True):
    """
    A stream of the app: its status, its opening time, its seats, its title if it has one, and the origin of a fork.

    Units: `at` in milliseconds UTC
    """

    at: int
    id: str
    seats: list[SeatView]
    simulated: bool
    status: Literal['closed', 'open']
    stream: str
    version: int
    fork: ForkOf | UnsetType = UNSET
    title: str | UnsetType = UNSET


class StreamPage(Struct, kw_only=True):
    """
    A page of the app's streams, newest first; `next` is the cursor of the next page, null on the last one.
    """

    items: list[StreamItem]
    next: str | None


class TrialBody(Struct, kw_only=True):
    """
    The trial to replay as a stream and, in a comparison, the variant that played it.
    """

    chunk: Annotated[int, Meta(ge=0, le=1000)]
    trial: Annotated[int, Meta(ge=0, le=10000000)]
    variant: Literal['ours', 'theirs'] | UnsetType = 'ours'


class WayView(Struct, kw_only=True):
    """
    A version that an undo may return to, and the seats that must agree; an empty list if no seat has to.
    """

    asks: list[str]
    to: int


class WebhookAnswer(Struct, kw_only=True):
    """
    A webhook and its status.

    `waiting` counts the streams with events that are not delivered yet; `delivered` is the last delivered event. After
    a failure, the server retries the failed delivery at `next_try`, and later deliveries wait; after too many failures,
    the server suspends the webhook until the app resumes it. `answer` is the status code of the receiver's last
    response; if there was none, `error` says why.

    Units: at, next_try and since in milliseconds UTC
    """

    answer: int | None
    at: int
    delivered: Delivered | None
    description: str
    error: str
    failures: int
    id: str
    kinds: list[str]
    next_try: int | None
    parked: Parked | None
    status: Literal['active', 'failing', 'parked']
    stream: str | None
    text: bool
    types: list[str]
    url: str
    waiting: int


Kind: TypeAlias = Annotated[
    str,
    Meta(description='a kind of stream', pattern='^[a-z][a-z_]{0,40}\\.[a-z]{1,40}$'),
]


Stream: TypeAlias = Annotated[
    str,
    Meta(
        description='the name of a stream',
        pattern='^[a-z][a-z_]{0,40}\\.[a-z]{1,40}:[a-z0-9][a-z0-9_-]{0,63}$',
    ),
]


Type: TypeAlias = Annotated[
    str,
    Meta(
        description='the `type` of an event',
        pattern='^arbiter\\.[a-z][a-z_]{0,40}\\.[A-Za-z]{1,64}$',
    ),
]


class WebhookBody(Struct, kw_only=True):
    """
    A webhook to create: its URL, and which events it receives.

    `url` must be public and use https. `kinds` lists kinds of streams (`dice.table`), and `types` lists types of events
    (`arbiter.dice.DiceRolled`). Without either list, the webhook receives all events of all streams of the app.
    """

    url: Annotated[
        str,
        Meta(
            description='an https URL with a public host, without user name and fragment',
            max_length=2048,
            pattern='^([Hh][Tt][Tt][Pp][Ss]?)://(?:\\[([0-9A-Fa-f:.]{2,45})\\]|([A-Za-z0-9](?:[A-Za-z0-9_.-]{0,252}[A-Za-z0-9.])?))(?::([1-9][0-9]{0,4}))?([/?][!"$-~]*)?$',
        ),
    ]
    description: Annotated[str, Meta(max_length=200)] | UnsetType = ''
    kinds: Annotated[list[Kind], Meta(max_length=64)] | UnsetType = field(
        default_factory=list
    )
    stream: Stream | None | UnsetType = UNSET
    text: (
        Annotated[
            bool,
            Meta(
                description='whether each event also has `text`, a sentence about the event'
            ),
        ]
        | UnsetType
    ) = False
    types: Annotated[list[Type], Meta(max_length=256)] | UnsetType = field(
        default_factory=list
    )


class WebhookMade(Struct, kw_only=True):
    """
    A new webhook. `secret` is the secret that signs its deliveries; only this response shows it.
    """

    answer: int | None
    at: int
    delivered: Delivered | None
    description: str
    error: str
    failures: int
    id: str
    kinds: list[str]
    next_try: int | None
    parked: Parked | None
    secret: str
    status: Literal['active', 'failing', 'parked']
    stream: str | None
    text: bool
    types: list[str]
    url: str
    waiting: int


class WebhookPage(Struct, kw_only=True):
    """
    A page of the app's webhooks, newest first; `next` is the cursor of the next page, null on the last page.
    """

    items: list[WebhookAnswer]
    next: str | None


class WebhookSecret(Struct, kw_only=True):
    """
    A new secret; only this response shows it.

    Until `previous_until` (milliseconds UTC), the old secret also signs.
    """

    id: str
    previous_until: int
    secret: str


class Health(Struct, kw_only=True):
    """
    The health of this process. `servers` is present if several processes share the port.

    `durability` is `asserted` if the store hides its configuration and its operator vouches that writes are durable.
    """

    status: Literal['alive', 'ready']
    durability: Literal['asserted'] | UnsetType = UNSET
    servers: ServersUp | UnsetType = UNSET


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


class RulePage(Struct, kw_only=True):
    """
    A rule, and the rulings on it.

    On the page of a ruling, `rule` is the ruling itself, and `rulings` contains it again.
    """

    rule: Rule
    rulings: list[Ruling]


class Rulebook(Struct, kw_only=True):
    """
    All rules that apply to a service: its own and the kernel's. A kernel rule may list the `games` it applies to.
    """

    examples: list[Example]
    rules: list[Rule]
    rulings: list[Ruling]
    service: str


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


class StreamView(Struct, kw_only=True):
    """
    A stream as one seat sees it: the fields every stream has, and the game's own view.

    `chat` is the setting for the chat; it is missing if nobody may chat. The chat messages are among the stream's
    events. `luck` names the dice table that rolls the stream's public dice.
    """

    at: int
    game: Any
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


class TrialAnswer(Struct, kw_only=True):
    """
    A trial of a job, replayed as a stream that can be read and audited; it is marked as simulated.
    """

    head: str
    id: str
    measured: dict[str, Any]
    seed: str
    stream: str
    version: int
    view: StreamView
