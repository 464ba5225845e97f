"""Operations: health checks, logs, metrics, request logs."""
