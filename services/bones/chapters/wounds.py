"""Damage: what it costs is the choice of whoever is hurt; incapacity, death, dice that come back."""
