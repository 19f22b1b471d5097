"""Programs that are started, limited, measured and ended with all they started."""
