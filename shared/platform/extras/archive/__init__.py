"""The extra `archive`, which moves closed streams into files and back, and reads those files."""
