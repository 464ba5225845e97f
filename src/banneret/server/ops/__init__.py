"""Operation: health checks, logs, metrics, request records."""
