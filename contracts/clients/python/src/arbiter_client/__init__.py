"""A client for Arbiter, the referee for tabletop games. It rolls dice, plays, follows streams and verifies logs.

`Arbiter` and `AsyncArbiter` send calls to a server. `arbiter_client.types.<service>` has the types of requests and
responses. `verify` checks an exported log without a server.
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
