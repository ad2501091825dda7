"""What every game of the gateway must satisfy, checked with the fixture in each game's `conformance.py`."""
