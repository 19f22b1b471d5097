"""Checks that an agent follows the file harness's rules."""
