"""The files of archived streams, their format, and moving streams into files and back."""
