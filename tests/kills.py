"""Kill a writer again and again in the middle of its work: ``python tests/kills.py TIMES FOLDER``.

A program of its own and not a test, because it forks: in a process with threads that would be unsafe. Each child
plays on in the same record and tells every entry that :meth:`timecore.game.Game.play` acknowledged; it is killed
after a while that differs each time. What was acknowledged must be in the file then, and the file must open.
"""

import json
import os
import signal
import sys
import time
from hashlib import sha256
from pathlib import Path

from timecore.game import Game
from timecore.log import Log
from timecore.recordfile import Durability

NAMES = ["Ana", "Ben", "Cho"]


def play(path: Path, tell: int, durability: Durability) -> None:
    """Play on for ever; after the end of a game back to its deal. Tell each acknowledged entry and its hash."""
    with Game.open(path, durability=durability, mend=True) as game:
        choice = len(game.entries)
        while True:
            if not game.to_act:
                game.retract(31)
            actor = game.to_act[0]
            legal = game.legal_moves(actor)
            choice = choice * 1103515245 + 12345 & 0x7FFFFFFF
            entry = game.play(actor, legal[choice % len(legal)])
            os.write(tell, entry.seq.to_bytes(4, "big") + game.head)


def kill_one(path: Path, wait: float, durability: Durability) -> dict[int, bytes]:
    """Start a writer, kill it after some seconds, and give what it had acknowledged."""
    ear, tell = os.pipe()
    child = os.fork()
    if not child:
        os.close(ear)
        try:
            play(path, tell, durability)
        finally:
            os._exit(1)
    os.close(tell)
    time.sleep(wait)
    os.kill(child, signal.SIGKILL)
    with os.fdopen(ear, "rb") as pipe:
        heard = pipe.read()
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status):
        sys.exit("the writer ended by itself")
    whole = len(heard) // 36 * 36
    return {int.from_bytes(heard[at : at + 4], "big"): heard[at + 4 : at + 36] for at in range(0, whole, 36)}


def main(times: int, folder: Path) -> None:
    """Kill so many writers; print what was acknowledged, lost and torn."""
    acknowledged = lost = torn = 0
    path = folder / "kills.msgpack"
    Game.new("time_chase", seats=NAMES, seed="kills", path=path).close()
    for number in range(times):
        digest = sha256(b"kills" + number.to_bytes(4, "big")).digest()
        durability: Durability = "sync" if digest[1] % 4 == 0 else "os"
        heard = kill_one(path, 0.02 + digest[0] / 255 * 0.12, durability)
        log = Log.load(path)
        acknowledged += len(heard)
        lost += sum(seq > len(log) or log.record.entries[seq - 1].hash != head for seq, head in heard.items())
        if log.damage is not None:
            torn += 1
            if not log.damage.torn:
                sys.exit(f"broken, not torn: {log.damage}")
        if len(log) > 3000:  # so that opening stays quick
            path.unlink()
            Game.new("time_chase", seats=NAMES, seed=f"kills {number}", path=path).close()
    sys.stdout.write(
        json.dumps({"kills": times, "acknowledged": acknowledged, "lost": lost, "torn": torn}) + "\n"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
