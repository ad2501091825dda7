"""Magic in a task: the themes of a character, the uses that tire, and the effects that it begins."""
