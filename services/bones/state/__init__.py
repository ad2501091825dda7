"""What a campaign remembers."""
