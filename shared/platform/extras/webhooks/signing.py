"""Signatures by the Standard Webhooks specification: `v1`, HMAC-SHA256 of `id.timestamp.body`."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from standardwebhooks import Webhook

SECRET_BYTES: Final = 32
PREFIX: Final = "whsec_"


def new_secret() -> str:
    """Return a new secret, in the form of the specification."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def message_id(stream: str, version: int) -> str:
    """Return the id of a commit's message: the same for each delivery. As specified, it has no full stop."""
    kind, _, name = stream.partition(":")
    return f"{kind.replace('.', '/')}/{name}/{version}"


def signed_headers(message: str, body: bytes, secrets_now: Iterable[str], *, at_ms: int) -> dict[str, str]:
    """Return the headers of a message, with a signature for each secret. Units: milliseconds UTC."""
    at = datetime.fromtimestamp(at_ms // 1000, UTC)
    text = body.decode()
    return {
        "webhook-id": message,
        "webhook-timestamp": str(at_ms // 1000),
        "webhook-signature": " ".join(Webhook(secret).sign(message, at, text) for secret in secrets_now),
    }
