"""Files of balanced openings, and the self-play games that test openings."""
