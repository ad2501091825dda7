"""BONES: people, beasts and things are dice, and what they attempt is rolled with them."""
