"""Seasons off stage, between the scenes that are played: strategic actions, and the icons that characters earn."""
