"""A soak: hours of mixed traffic at half of the capacity, and the slopes of memory, descriptors and latency.

`python -m tests.soak --hours 8` measures the capacity, keeps the traffic up, and judges the slopes (`slopes.py`).
`traffic.py` has the players, `guests.py` the slower callers, and `processes.py` samples the processes.
"""
