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
    """This call has no API key and no seat token: send one of the two as 'Authorization: Bearer …'."""

    error = ""


class CredentialUnreadable(Denied):
    """The Authorization header holds neither an API key nor a seat token: send one of the two."""


class KeyNotValid(Denied):
    """There is no such API key, or its secret is wrong: send a valid key."""


class KeyRevoked(Denied):
    """This API key has been revoked: use another key."""


class TokenForged(Denied):
    """This seat token was not signed by this server, or was altered: send the token exactly as the server issued it."""


class TokenExpired(Denied):
    """This seat token has expired: ask the app to rotate it, and send the new one."""


class TokenRevoked(Denied):
    """This seat token was replaced by a newer one: send the newer one."""


class TokenOfAnotherStream(Denied):
    """This seat token belongs to another stream: send a token for this stream."""

    status = 403


class StreamOfAnotherTenant(Denied):
    """There is no such stream: check the game and the id."""

    status = 404


class KeysOutOfReach(Denied):
    """The store that holds the API keys cannot be reached at the moment: try again later."""

    status = 503
