"""What every command shares in its output: settings, progress, and the end by Ctrl-C."""
