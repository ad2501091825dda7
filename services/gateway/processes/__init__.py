"""What runs: servers, workers, the clock and the dispatcher, who starts each, and who starts it again."""
