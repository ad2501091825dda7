"""Magic in a task: a character's themes, the fatigue from using magic, and the effects that it begins."""
