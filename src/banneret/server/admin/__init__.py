"""Administration: roles, what they may do, reports, and the audit log."""
