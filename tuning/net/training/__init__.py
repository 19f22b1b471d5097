"""The network: its training, its integers and its file."""
