"""Openings: files of balanced ones, and the games that screen them."""
