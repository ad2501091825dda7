"""Off-stage seasons: strategic actions and how they are resolved, and what characters learn in sessions."""
