"""Boards as SVG pictures, for notebooks and pages."""
