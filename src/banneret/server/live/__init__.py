"""Live updates: sockets, the bus between processes, drawing patches."""
