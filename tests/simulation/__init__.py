"""The whole service in one process, on simulated time, network and store: `python -m tests.simulation --help`.

One seed decides everything that happens: which faults, which callers, how long each callback and each byte takes. The
same seed gives the same bytes, so that a fault found once can be looked at again and again.
"""
