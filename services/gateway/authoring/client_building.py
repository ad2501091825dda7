"""The generator of the TypeScript client for `make contracts`. It uses the npm of the development tools."""

from __future__ import annotations

from typing import Final

from services.gateway.authoring.page_building import install, npm
from shared.platform.ledger import CONTRACTS

CLIENT: Final = CONTRACTS / "clients/typescript"


def main() -> None:
    """Install the locked npm packages, and generate the client from the current contracts.

    Refuses: subprocess.CalledProcessError, subprocess.TimeoutExpired
    """
    install(CLIENT)
    npm(["run", "--silent", "generate"], CLIENT)


if __name__ == "__main__":
    main()
