"""BONES: a game in which dice represent people, beasts and things, and are rolled to perform tasks."""
