"""An ask becomes a commit: judged, appended with others at once, and answered."""
