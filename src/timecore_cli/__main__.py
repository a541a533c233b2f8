"""``python -m timecore_cli`` is ``timecore``."""

import sys

from timecore_cli import main

sys.exit(main())
