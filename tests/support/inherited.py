"""A server that only reports whether it inherited its listening socket.

usage: `python -m tests.support.inherited … --fd N …`.
"""

from __future__ import annotations

import socket
import sys

if __name__ == "__main__":
    number = int(sys.argv[sys.argv.index("--fd") + 1])
    with socket.socket(fileno=number) as inherited:
        connection, _ = inherited.accept()
        with connection:
            connection.sendall(b"inherited")
