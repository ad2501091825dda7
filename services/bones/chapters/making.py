"""What is made by a task: the time it takes, and better weapons and armor."""
