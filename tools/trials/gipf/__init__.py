"""Trials of Gipf alone."""
