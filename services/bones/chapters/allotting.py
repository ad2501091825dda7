"""What each puts to attack and to defence, group after group."""
