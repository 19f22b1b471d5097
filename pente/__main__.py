"""`python -m pente` is the command `pente`."""

from cli.main import main

if __name__ == "__main__":
    main()
