"""What every game the gateway serves keeps to, shown with what each game says of itself in its `conformance.py`."""
