"""The rules of Boundless, a role-playing game with six-sided dice for a game master and players."""
