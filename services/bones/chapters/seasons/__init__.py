"""Seasons off stage: strategic actions and how they are resolved, and what players learn in sessions."""
