"""Requirements for every game of the gateway, checked with the fixture in each game's `conformance.py`."""
