"""Types of all messages between the page and the server."""
