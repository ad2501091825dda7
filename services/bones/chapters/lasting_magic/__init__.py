"""Magic that lasts after its task: effects that casters hold or sacrifices sustain, and minds under control."""
