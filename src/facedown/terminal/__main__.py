"""``python -m facedown.terminal`` does what the command ``facedown`` does."""

import sys

from facedown.terminal.main import main

if __name__ == "__main__":
    sys.exit(main())
