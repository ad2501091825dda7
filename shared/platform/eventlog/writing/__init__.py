"""Writing a stream: asks are judged, appended together, and answered."""
