"""Coverage-guided fuzzing: `python -m tools.fuzz.run --list` names the targets."""
