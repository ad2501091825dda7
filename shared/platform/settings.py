"""The operator's settings: one frozen struct, read from the environment once at the start.

The environment variable of each field is ARBITER_<FIELD>. An unknown name is an error that suggests the most similar
known name, so that a misspelled name is never ignored. There are two exceptions: names that start with ARBITER_TEST_
belong to the test suite, and three names belong to clients, because the README asks people to export them in the
shell in which they start the server.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args, get_type_hints

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import FieldInfo, fields

PREFIX: Final = "ARBITER_"
NOT_OURS: Final = "ARBITER_TEST_"
OF_CLIENTS: Final = frozenset({"ARBITER_KEY", "ARBITER_URL", "ARBITER_TOKEN"})
"""Environment variables that clients read. No setting may have one of these names."""
PASSWORD: Final = re.compile(r"(?<=://)([^/@:\s]*):\S*(?=@)|(password=)[^&\s]*")

Positive = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Servers = Annotated[int, Meta(ge=1, le=256)]
Port = Annotated[int, Meta(ge=1, le=65_535)]
Origins = Annotated[str, Meta(pattern=r"^(loopback|\*|https?://[^\s,*]+(,https?://[^\s,*]+)*)$(?!\n)")]
Pauses = Annotated[str, Meta(pattern=r"^[0-9]{1,7}(\.[0-9]{1,3})?(,[0-9]{1,7}(\.[0-9]{1,3})?){0,49}$(?!\n)")]
Url = Annotated[
    str, Meta(pattern=r"^(redis|rediss|unix|redis\+socket|valkey|redis\+sentinel|rediss\+sentinel)://\S+$(?!\n)")
]


def _for(about: str) -> Meta:
    return Meta(description=about)


class ServerSettings(Struct, frozen=True, kw_only=True):
    """The settings of this process. Its repr hides passwords in addresses."""

    # addresses and paths
    redis_url: Annotated[
        Url | None,
        _for("Your Redis or Valkey >= 7.0, a cluster or sentinels; none: Arbiter runs one in the data folder"),
    ] = None
    broker_url: Annotated[
        Url | None,
        _for("Where Celery queues work, no cluster; none: database 1 of the store, unless that is a cluster"),
    ] = None
    data_folder: Annotated[Path, _for("Where games, keys and logs are kept")] = Path("var")
    key_file: Annotated[
        Path | None, _for("The key file; none: keys.json in the data folder. LOSING IT LOSES GAMES")
    ] = None
    archive_folder: Annotated[
        Path | None, _for("Where archived streams are, for every server; none: archive in the data folder")
    ] = None
    host: Annotated[str, _for("The address the server listens on")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535), _for("The port it listens on; 0 picks a free one")] = 8000

    servers: Annotated[
        Servers | None, _for("How many server processes share the port; none: one for each processor")
    ] = None

    # the event log
    durability: Annotated[
        Literal["durable", "relaxed", "replicated"],
        _for(
            "durable: on disk before the answer, and a failover to a replica may lose the last commands; relaxed: on "
            "disk within a second; replicated: on disk and on replicas before the answer"
        ),
    ] = "durable"
    durability_asserted: Annotated[
        Literal["yes", "no"],
        _for("yes: the operator vouches for the durability of a store that hides its settings"),
    ] = "no"
    copies: Annotated[Positive, _for("How many replicas must confirm a write, if durability is replicated")] = 1
    partitions: Annotated[
        int, Meta(ge=1, le=1024), _for("Number of partitions of the log; fixed at the first start")
    ] = 1
    append_seconds: Annotated[
        float, Meta(gt=0, le=60), _for("How long a command may wait to be appended, before 503")
    ] = 2.0
    state_digests: Annotated[
        int,
        Meta(ge=0, le=1000),
        _for("After how many commits a new stream records a sealed digest of its state; 0: never"),
    ] = 0
    answer_seconds: Annotated[float, Meta(gt=0, le=60), _for("How long the store may take to answer a call")] = 1.5

    cors_origins: Annotated[
        Origins | None,
        _for("Origins whose pages may call the API, separated by commas; *: any; loopback: this machine's"),
    ] = None

    # permissions and limits
    token_days: Annotated[int, Meta(ge=1, le=3650), _for("How long a seat token lasts")] = 30
    key_seconds: Annotated[
        float, Meta(ge=0, le=3600), _for("How long an API key is trusted before it is checked again")
    ] = 10.0
    rate_quota: Annotated[
        int, Meta(ge=1, le=1_000_000), _for("The number of calls in a window, for keys without their own limit")
    ] = 20_000
    stranger_quota: Annotated[
        int,
        Meta(ge=0, le=1_000_000),
        _for("Calls in a window, for an address without a credential, which reads finished games only; 0: none"),
    ] = 600
    rate_window: Annotated[int, Meta(ge=1, le=3600), _for("The window of the rate limit, in seconds")] = 10
    body_bytes: Annotated[Positive, _for("The maximum size of a request body")] = 262_144
    subscribers: Annotated[Positive, _for("Maximum number of open event streams, over all server processes")] = 10_000

    tenant_subscribers: Annotated[Positive, _for("The maximum number of open event streams of one app")] = 5_000
    seat_subscribers: Annotated[Positive, _for("The maximum number of open event streams of one seat")] = 256

    # connections
    header_seconds: Annotated[
        float, Meta(gt=0, le=3600), _for("How long the head of a request may take to arrive, before 408")
    ] = 10.0
    body_seconds: Annotated[
        float, Meta(gt=0, le=3600), _for("How long the body of a request may take to arrive, before 408")
    ] = 30.0
    request_seconds: Annotated[
        float,
        Meta(gt=0, le=3600),
        _for("How long a request that has arrived may take until its answer begins, before 503"),
    ] = 30.0
    unread_seconds: Annotated[
        float, Meta(gt=0, le=3600), _for("How long a caller may leave an answer unread before it is cut off")
    ] = 60.0
    header_bytes: Annotated[Positive, _for("The maximum size of the head of a request, before 431")] = 65_536
    peer_connections: Annotated[
        Positive, _for("The maximum number of open connections of one address; a proxy in front counts as one address")
    ] = 12_000

    # long calculations: odds, audits, checks of cards, long logs
    pool_workers: Annotated[
        int, Meta(ge=1, le=256), _for("How many pool processes do a server's long calculations; they start when needed")
    ] = 2
    pool_warm: Annotated[
        Literal["yes", "no"],
        _for("yes: the first pool process starts with the server, so that no request waits for it"),
    ] = "yes"
    pool_queue: Annotated[Positive, _for("How many long calculations may wait at once, before 503")] = 64
    pool_share: Annotated[Positive, _for("How many long calculations of one app may wait or run, before 429")] = 16
    pool_seconds: Annotated[
        float,
        Meta(gt=0, le=3600),
        _for("Seconds of processor time a calculation may take before its process is killed"),
    ] = 20.0
    pool_megabytes: Annotated[
        int, Meta(ge=0, le=2**20), _for("The maximum memory of a pool process, in MiB; 0: no limit")
    ] = 2048

    # jobs
    workers: Annotated[int, Meta(ge=1, le=256), _for("In how many processes a worker plays jobs")] = 2
    job_window: Annotated[int, Meta(ge=1, le=1000), _for("How many chunks of a job may be in flight at once")] = 32
    job_ahead: Annotated[
        int, Meta(ge=1, le=1000), _for("How many chunks may wait for a worker at once, shared fairly among apps")
    ] = 4
    job_attempts: Annotated[int, Meta(ge=1, le=1000), _for("How many attempts a chunk has before its job fails")] = 3
    job_stall_seconds: Annotated[
        float, Meta(gt=0, le=86_400), _for("The time without progress after which a job's chunks are sent again")
    ] = 75.0
    chunk_seconds: Annotated[int, Meta(ge=2, le=3600), _for("How long a chunk may take before it is killed")] = 60
    visibility_seconds: Annotated[
        Positive,
        _for("The time after which a silent worker's chunk goes to another worker; at least chunk_seconds plus 5"),
    ] = 600

    # the clock
    clock_workers: Annotated[
        int, Meta(ge=1, le=256), _for("How many processes take due steps, besides those that play jobs")
    ] = 1
    clock_seconds: Annotated[
        float, Meta(ge=0.1, le=3600), _for("Seconds between searches for streams with a due step")
    ] = 1.0

    # webhooks
    webhooks_each: Annotated[int, Meta(ge=0, le=1000), _for("How many webhooks an app may have")] = 16
    webhooks_at_once: Annotated[
        int, Meta(ge=1, le=100), _for("How many streams are delivered to a webhook at once, each in its order")
    ] = 4
    webhooks_seconds: Annotated[
        float, Meta(gt=0, le=300), _for("How long the receiver of a webhook may take to answer")
    ] = 15.0
    webhooks_retries: Annotated[
        Pauses,
        _for("Seconds before each retry of a webhook, separated by commas; after the last retry it is suspended"),
    ] = "5,300,1800,7200,18000,36000,50400,72000,86400"
    webhooks_private: Annotated[
        Literal["yes", "no"], _for("yes: webhooks may use private addresses and http; for development")
    ] = "no"

    # memory
    cached_streams: Annotated[Positive, _for("How many folded states are kept in memory")] = 4096
    cached_megabytes: Annotated[Positive, _for("Memory for the folded states of a game, in MiB (estimated)")] = 256
    cached_keys: Annotated[Positive, _for("How many API keys are kept in memory")] = 10_000
    cached_tokens: Annotated[Positive, _for("How many verified seat tokens are kept in memory")] = 10_000
    cached_owners: Annotated[Positive, _for("For how many streams a dispatcher keeps the owner in memory")] = 100_000

    # speed
    compiled: Annotated[
        Literal["yes", "no"], _for("yes: use modules compiled by `make compiled`, unless a source has changed since")
    ] = "no"

    # monitoring
    metrics_port: Annotated[
        Port | None, _for("A separate port for /metrics, without a key; none: the main port, with an API key")
    ] = None
    metrics_host: Annotated[str, _for("The address the metrics port listens on")] = "127.0.0.1"
    traces_url: Annotated[
        str | None,
        _for("The OTLP endpoint for traces over HTTP, such as http://127.0.0.1:4318/v1/traces; none: no traces"),
    ] = None
    alive_folder: Annotated[
        Path | None,
        _for("A folder in which worker, clock and dispatcher each touch a file every 5 seconds; none: no such files"),
    ] = None
    log_level: Annotated[Literal["debug", "info", "warning", "error"], _for("The lowest level that is logged")] = "info"
    log_format: Annotated[
        Literal["auto", "json", "human", "brief"],
        _for("auto: text on a terminal, otherwise JSON; brief: each failure in one line, without a traceback"),
    ] = "auto"
    shutdown_seconds: Annotated[
        float, Meta(ge=0, le=3600), _for("How long requests may still take when the server stops")
    ] = 10.0

    @property
    def keys_at(self) -> Path:
        """Return the path of the key file."""
        return self.key_file or self.data_folder / "keys.json"

    @property
    def archive_at(self) -> Path:
        """Return the path of the folder for archived streams."""
        return self.archive_folder or self.data_folder / "archive"

    @property
    def webhooks_pauses(self) -> tuple[float, ...]:
        """Return the delays before the retries of a webhook delivery. Units: seconds."""
        return tuple(map(float, self.webhooks_retries.split(",")))

    def __repr__(self) -> str:
        """Show the settings without passwords."""
        return f"Settings({', '.join(f'{line.field}={line.value}' for line in describe(self) if line.changed)})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """Show the settings without passwords when the library rich prints them."""
        return [(line.field, line.value) for line in describe(self) if line.changed]


class SettingsWrong(ValueError):
    """The environment contains invalid settings. The message lists all of them."""

    def __init__(self, problems: list[str]) -> None:
        """Join the problems, one line for each invalid setting."""
        super().__init__("\n".join(problems))
        self.problems: Final = problems


class SettingLine(Struct, frozen=True, kw_only=True):
    """A setting, as the command `arbiter settings` prints it."""

    field: str
    name: str
    value: str
    default: str
    about: str

    @property
    def changed(self) -> bool:
        """Return whether the value differs from the default."""
        return self.value != self.default


# ------------------------------------------------------------------ reading


def read_settings(environment: Mapping[str, str]) -> ServerSettings:
    """Read the settings from the environment. An empty variable counts as not set.

    Refuses: SettingsWrong
    """
    problems = [_unknown(name) for name in sorted(environment) if _is_strange(name)]
    found: dict[str, Any] = {}
    for field, kind in _KINDS.items():
        text = environment.get(_name(field), "")
        if not text:
            continue
        try:
            found[field] = msgspec.convert(text, kind, strict=False, dec_hook=_path)
        except msgspec.ValidationError as error:
            problems.append(f"{_name(field)}: {_reword(field, str(error))}")
    if problems:
        raise SettingsWrong(problems)
    return ServerSettings(**found)


def _name(field: str) -> str:
    return PREFIX + field.upper()


_HINTS: Final[Mapping[str, Any]] = get_type_hints(ServerSettings, include_extras=True)
_FIELDS: Final[Mapping[str, FieldInfo]] = {field.name: field for field in fields(ServerSettings)}
_KINDS: Final[Mapping[str, Any]] = {field: _HINTS[field] for field in _FIELDS}
_NAMES: Final = tuple(_name(field) for field in _FIELDS)


def _is_strange(name: str) -> bool:
    ours = name.startswith(PREFIX) and not name.startswith(NOT_OURS) and name not in OF_CLIENTS
    return ours and name not in _NAMES


def _unknown(name: str) -> str:
    near = difflib.get_close_matches(name, _NAMES, n=1, cutoff=0.0)
    return f"{name} is not a setting; did you mean {near[0]}?"


def _path(kind: type, value: object) -> object:
    if kind is Path and isinstance(value, str):
        return Path(value).expanduser()
    raise NotImplementedError(kind)


FORMS: Final = {
    "cors_origins": "is not a list of origins, such as https://table.example,https://other.example",
    "webhooks_retries": "is not a list of seconds, such as 5,300,1800",
}
"""Messages for malformed values, by setting. Every other setting with a pattern is the address of a store."""


def _reword(field: str, message: str) -> str:
    """Return msgspec's error message without JSON terms. The message never contains the invalid value."""
    if "matching regex" in message:
        store = "is not the address of a store, such as redis://127.0.0.1:6379/0 or unix:///path/to/socket"
        return FORMS.get(field, store)
    return message.replace("`", "").replace("Invalid enum value", "none of the choices is").removesuffix(" - at $")


# ------------------------------------------------------------------ listing settings


def describe(settings: ServerSettings) -> list[SettingLine]:
    """List every setting with its value, default and purpose. Passwords in addresses are hidden."""
    return [
        SettingLine(
            field=field,
            name=_name(field),
            value=_show(getattr(settings, field)),
            default=_show(known.default),
            about=_about(field),
        )
        for field, known in _FIELDS.items()
    ]


def _show(value: object) -> str:
    return "" if value is None else without_passwords(str(value))


def without_passwords(text: str) -> str:
    """Hide the passwords of addresses in a string."""
    return PASSWORD.sub(lambda found: f"{found[2] or f'{found[1]}:'}…", text)


def _about(field: str) -> str:
    metas = [meta for meta in get_args(_HINTS[field])[1:] if isinstance(meta, Meta)]
    return next(meta.description for meta in metas if meta.description)
