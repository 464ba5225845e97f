"""Live updates: who looks, what they are sent, the bus between processes, drawing patches."""
