"""Spiffs: earned by deeds, spent with the game master's leave."""
