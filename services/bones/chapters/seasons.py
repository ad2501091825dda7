"""The season off stage: who does what in it, and when it closes."""
