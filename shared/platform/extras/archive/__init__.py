"""The extra `archive`: moves closed streams into files and back, and reads those files."""
