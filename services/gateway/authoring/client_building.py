"""`make contracts`: generates the client in TypeScript, with the npm that comes with the development tools."""

from __future__ import annotations

from typing import Final

from services.gateway.authoring.page_building import install, npm
from shared.platform.ledger import CONTRACTS

CLIENT: Final = CONTRACTS / "clients/typescript"


def main() -> None:
    """Install what the lock says, and generate from the contracts as they are.

    Refuses: subprocess.CalledProcessError, subprocess.TimeoutExpired
    """
    install(CLIENT)
    npm(["run", "--silent", "generate"], CLIENT)


if __name__ == "__main__":
    main()
