"""The course of a round, from the declarations to the damage."""
