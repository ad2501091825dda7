"""Histories of clients under faults, and a checker that judges them with no code of the services.

`history.py` is what is written down, `checker.py` judges it. `clients.py` and `disturbances.py` make histories of
running servers; `planted.py` is a server with a bug.
"""
