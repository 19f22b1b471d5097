"""The HTTP server: routes, safety checks, error documents, description of the API."""
