"""The whole service in one process, on simulated time, network and store: `python -m tests.simulation --help`.

One seed decides everything that happens: the faults, the callers, and how long each callback and each byte
takes. The same seed leads to the same bytes, so a fault that was found once can be reproduced.
"""
