"""Games as files: readers and writers of every record format."""
