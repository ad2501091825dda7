"""What the server runs without: each extra registers itself once, and the core never imports one."""
