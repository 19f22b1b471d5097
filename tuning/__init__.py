"""Fits the evaluation by self-play: games decide, Optuna keeps the study, one file is the result.

The only room that imports Optuna; the processes that play do not pay for it.
"""
