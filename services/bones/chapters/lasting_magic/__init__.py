"""Magic after its task: effects that are held or kept up by a sacrifice, and minds under control."""
