"""BONES: people, beasts and things are represented by dice, which are rolled to perform tasks."""
