"""Calls that take and give arrays."""
