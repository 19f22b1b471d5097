"""Games as files: every format is read and written here, with variations and comments."""
