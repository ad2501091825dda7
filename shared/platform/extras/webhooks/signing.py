"""Signatures of messages under the Standard Webhooks specification: `v1`, HMAC-SHA256 of `id.timestamp.body`."""

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
    """Return a new random secret in the form that the specification requires."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def message_id(stream: str, version: int) -> str:
    """Return the message id of a commit. Every delivery of the commit has the same id, which contains no full stop."""
    kind, _, name = stream.partition(":")
    return f"{kind.replace('.', '/')}/{name}/{version}"


def signed_headers(message: str, body: bytes, secrets_now: Iterable[str], *, at_ms: int) -> dict[str, str]:
    """Return the headers that identify and sign a message, with one signature for each secret.

    Units: at_ms in milliseconds UTC.
    """
    at = datetime.fromtimestamp(at_ms // 1000, UTC)
    text = body.decode()
    return {
        "webhook-id": message,
        "webhook-timestamp": str(at_ms // 1000),
        "webhook-signature": " ".join(Webhook(secret).sign(message, at, text) for secret in secrets_now),
    }
