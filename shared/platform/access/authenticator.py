"""From an Authorization header to the credential it proves."""

from __future__ import annotations

from typing import Final

from shared.platform.access.api_keys import KnownKeys
from shared.platform.access.credentials import Believed, Credential, KeyText, TokenText, parse_authorization
from shared.platform.access.tokens import SeatTokens


class Authenticator:
    """Lets in who brings a good API key or seat token. The hot path asks nobody."""

    def __init__(self, keys: KnownKeys, tokens: SeatTokens) -> None:
        """Take who knows the keys and who reads the tokens."""
        self.keys: Final = keys
        self.tokens: Final = tokens

    async def recognise(self, authorization: str | None) -> Credential:
        """Return the credential of a request.

        Refuses: any Denied of a credential, KeysOutOfReach
        """
        return await self.believe(parse_authorization(authorization))

    async def believe(self, sent: KeyText | TokenText) -> Credential:
        """Return the credential of what was sent, as it stands now: asked again, it tells whether it is still good.

        Refuses: KeyNotValid, KeyRevoked, KeysOutOfReach, TokenForged, TokenExpired
        """
        if isinstance(sent, KeyText):
            return await self.keys.find(sent)
        return self.tokens.recognise(sent)

    def recall(self, sent: KeyText | TokenText) -> Believed | None:
        """Return the credential of what was sent, and until when it is good; nothing if the store has to be asked.

        Refuses: KeyNotValid, KeyRevoked, TokenForged, TokenExpired
        """
        return self.keys.recall(sent) if isinstance(sent, KeyText) else self.tokens.recall(sent)
