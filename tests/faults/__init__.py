"""Faults: what is killed, stopped or damaged, and what must hold all the same."""
