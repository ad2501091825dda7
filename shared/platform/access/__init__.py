"""Access control: the API keys of apps, the tokens of seats, and the streams that each may read and change."""

from shared.platform.access.api_keys import KeyEntry, KnownKeys, MadeKey, is_revoked, list_keys, make_key, revoke_key
from shared.platform.access.authenticator import Authenticator
from shared.platform.access.credentials import (
    AppKey,
    Believed,
    Credential,
    KeyText,
    SeatCredential,
    TokenText,
    check_seat,
    check_stream,
    check_tenant,
    parse_authorization,
)
from shared.platform.access.denials import (
    CredentialUnreadable,
    Denied,
    KeyNotValid,
    KeyRevoked,
    KeysOutOfReach,
    NoCredential,
    StreamOfAnotherTenant,
    TokenExpired,
    TokenForged,
    TokenOfAnotherStream,
    TokenRevoked,
)
from shared.platform.access.tokens import SeatClaim, SeatTokens

__all__ = [
    "AppKey",
    "Authenticator",
    "Believed",
    "Credential",
    "CredentialUnreadable",
    "Denied",
    "KeyEntry",
    "KeyNotValid",
    "KeyRevoked",
    "KeyText",
    "KeysOutOfReach",
    "KnownKeys",
    "MadeKey",
    "NoCredential",
    "SeatClaim",
    "SeatCredential",
    "SeatTokens",
    "StreamOfAnotherTenant",
    "TokenExpired",
    "TokenForged",
    "TokenOfAnotherStream",
    "TokenRevoked",
    "TokenText",
    "check_seat",
    "check_stream",
    "check_tenant",
    "is_revoked",
    "list_keys",
    "make_key",
    "parse_authorization",
    "revoke_key",
]
