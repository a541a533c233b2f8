"""``gamehall FOLDER``: serve the tables whose records are in a folder."""

import argparse
from pathlib import Path

import uvicorn

from gamehall.app import make_app

__all__ = ["main"]

#: No move of any game comes near it, in bytes.
LONGEST_MESSAGE = 64 * 1024


def main() -> None:
    """Serve until told to stop."""
    parser = argparse.ArgumentParser(prog="gamehall", description="Tables for games of timecore.")
    parser.add_argument("folder", type=Path, help="where the records are kept")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="the port; 0 takes a free one (default: 8000)")
    chosen = parser.parse_args()
    uvicorn.run(
        make_app(chosen.folder),
        host=chosen.host,
        port=chosen.port,
        ws_max_size=LONGEST_MESSAGE,
        access_log=False,
    )


if __name__ == "__main__":
    main()
