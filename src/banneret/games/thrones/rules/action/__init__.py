"""The Action phase: raid, march and Consolidate Power orders."""
