"""Requirements for every game of the gateway, tested with the fixture in each game's `conformance.py`."""
