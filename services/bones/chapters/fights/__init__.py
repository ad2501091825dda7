"""A fight: its rounds, from the declarations over the allotted successes to the damage."""
