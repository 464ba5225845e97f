"""Live updates: connections, messages to viewers, the bus between processes, patches of drawings."""
