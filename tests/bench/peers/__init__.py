"""Those we measure ourselves beside."""
