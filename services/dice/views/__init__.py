"""What one seat may see of a dice table, and a roll in words."""
