"""Reasons to deny a request.

A denial never repeats the credential, and reveals only what the sender already knows.
"""

from __future__ import annotations

from typing import ClassVar


class Denied(Exception):
    """The base class of denials. The docstring of a subclass is the sentence that the caller reads."""

    status: ClassVar[int] = 401
    error: ClassVar[str] = "invalid_token"

    @property
    def says(self) -> str:
        """Return the sentence that explains the denial."""
        return (type(self).__doc__ or type(self).__name__).split("\n", maxsplit=1)[0]

    @property
    def headers(self) -> dict[str, str]:
        """Return the WWW-Authenticate header of a 401 response (RFC 6750)."""
        if self.status != Denied.status:
            return {}
        details = f', error="{self.error}", error_description="{self.says}"' if self.error else ""
        return {"WWW-Authenticate": f'Bearer realm="arbiter"{details}'}


class NoCredential(Denied):
    """This call needs an API key or a seat token, sent as 'Authorization: Bearer …'."""

    error = ""


class CredentialUnreadable(Denied):
    """The Authorization header holds neither an API key nor a seat token."""


class KeyNotValid(Denied):
    """There is no such API key, or its secret is wrong."""


class KeyRevoked(Denied):
    """This API key has been revoked."""


class TokenForged(Denied):
    """This seat token was not signed by this server, or was altered."""


class TokenExpired(Denied):
    """This seat token has expired; the app can rotate it to get a new one."""


class TokenRevoked(Denied):
    """This seat token was replaced by a newer one."""


class TokenOfAnotherStream(Denied):
    """This seat token belongs to another stream."""

    status = 403


class StreamOfAnotherTenant(Denied):
    """There is no such stream."""

    status = 404


class KeysOutOfReach(Denied):
    """The store that holds the API keys cannot be reached at the moment."""

    status = 503
