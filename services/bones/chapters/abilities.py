"""What the icons of beasts do in a fight."""
