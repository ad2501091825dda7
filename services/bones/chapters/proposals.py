"""What players propose to the game master."""
