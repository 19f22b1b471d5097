"""Games as files that others look at without this program: a web page, an animation."""
