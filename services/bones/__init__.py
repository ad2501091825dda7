"""BONES: people, beasts and things are dice, and tasks are rolled with them."""
