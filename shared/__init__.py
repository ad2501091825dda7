"""What two services need: knows no game."""
