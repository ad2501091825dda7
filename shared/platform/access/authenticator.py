"""Authentication: reading an Authorization header, and verifying the API key or seat token in it."""

from __future__ import annotations

from typing import Final

from shared.platform.access.api_keys import KnownKeys
from shared.platform.access.credentials import Believed, Credential, KeyText, TokenText, parse_authorization
from shared.platform.access.tokens import SeatTokens


class Authenticator:
    """A verifier of API keys and seat tokens. For a cached credential it does not call the store."""

    def __init__(self, keys: KnownKeys, tokens: SeatTokens) -> None:
        """Set up the verifier with a cache of API keys, and with the verifier of seat tokens."""
        self.keys: Final = keys
        self.tokens: Final = tokens

    async def recognise(self, authorization: str | None) -> Credential:
        """Read an Authorization header and return the verified credential.

        Refuses: the subclasses of Denied, such as KeyNotValid or TokenExpired
        """
        return await self.believe(parse_authorization(authorization))

    async def believe(self, sent: KeyText | TokenText) -> Credential:
        """Check that a key or token is valid now, and return the verified credential.

        Long-lived connections repeat this check.

        Refuses: KeyNotValid, KeyRevoked, KeysOutOfReach, TokenForged, TokenExpired
        """
        if isinstance(sent, KeyText):
            return await self.keys.find(sent)
        return self.tokens.recognise(sent)

    def recall(self, sent: KeyText | TokenText) -> Believed | None:
        """Return a cached credential and its expiry, or None if the store has to be asked.

        Refuses: KeyNotValid, KeyRevoked, TokenForged, TokenExpired
        """
        return self.keys.recall(sent) if isinstance(sent, KeyText) else self.tokens.recall(sent)
