"""`python -m projectl` is the `projectl` command."""

from projectl.cli.main import main

if __name__ == "__main__":
    main()
