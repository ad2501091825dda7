"""Records of client operations under faults, and a checker that judges them without code of the services.

Such a record is called a *history*.

`history.py` defines the record, and `checker.py` judges it. `clients.py` and `disturbances.py` produce histories of
running servers; `planted.py` is a server with a bug.
"""
