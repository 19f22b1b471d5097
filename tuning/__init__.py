"""Fits the evaluation by self-play; Optuna stores the study, a weights file is the result.

Only this package imports Optuna; the processes that play do not load it.
"""
