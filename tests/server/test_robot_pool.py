"""The robots' processes: none is left behind by a server that was killed."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tests.servers.machine import wait_until

PARENT = """
import os, sys, time
from pbem.server.robot_pool import robot_pool
if __name__ == "__main__":
    pool = robot_pool()
    print(pool.submit(os.getpid).result(), flush=True)
    pool.submit(time.sleep, 600)
    time.sleep(600)
"""


def runs(process: int) -> bool:
    with suppress(OSError):
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        return state != "Z"
    return False


def test_a_server_that_is_killed_leaves_no_robot_behind(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        robot = int(parent.stdout.readline())
        assert runs(robot)
        parent.kill()
        parent.stdout.close()
        wait_until(lambda: not runs(robot), "the robot's process to end", 30)
