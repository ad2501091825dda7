"""Magic that lasts after its task: effects that are held or sustained by a sacrifice, and minds under control."""
