"""Requirements for every game that the gateway serves, tested with the fixture in each game's `conformance.py`."""
