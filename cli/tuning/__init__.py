"""The commands of the tuner: studies, their acceptance and their reports."""
