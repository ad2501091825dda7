"""A client of Arbiter, the referee for tabletop games: roll, play, follow, verify.

`Arbiter` and `AsyncArbiter` talk to a server; `arbiter_client.types.<service>` are what is sent and answered; `verify`
proves an exported log without any server.
"""

from .errors import (
    ArbiterError,
    Conflict,
    Denied,
    Gone,
    Malformed,
    NotFound,
    NotUnderstood,
    Refused,
    RuleForbids,
    Stale,
    TooMany,
    Unavailable,
    Unreachable,
)
from .services import Arbiter, AsyncArbiter
from .verifying import Proof, ReceiptRefused, verify

__all__ = [
    "Arbiter",
    "ArbiterError",
    "AsyncArbiter",
    "Conflict",
    "Denied",
    "Gone",
    "Malformed",
    "NotFound",
    "NotUnderstood",
    "Proof",
    "ReceiptRefused",
    "Refused",
    "RuleForbids",
    "Stale",
    "TooMany",
    "Unavailable",
    "Unreachable",
    "verify",
]
