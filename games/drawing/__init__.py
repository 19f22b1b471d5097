"""Boards as SVG pictures, for notebooks and for the pages of reviews."""
