"""What a campaign knows."""
