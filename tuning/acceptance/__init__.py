"""Acceptance: a sequential test decides whether a study's weights replace the engine's.

The test is a match on the game's balanced openings, which no study uses. Without such a file, as in
Gipf, it draws openings a turn longer than any of a study. The games stay in
`FOLDER/acceptance.jsonl`, so an interrupted test can be resumed.
"""
