"""The robots' processes: none is left behind by a server that was killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path

import pytest

from pbem.server.robot_pool import RobotPool
from tests.servers.machine import wait_until

PARENT = """
import os, sys, time
from pbem.server.robot_pool import RobotPool
if __name__ == "__main__":
    pool = RobotPool()
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


def test_a_robot_that_the_kernel_ends_takes_no_other_with_it_for_long() -> None:
    with RobotPool() as pool:
        for _ in range(2):  # while it thinks
            with pytest.raises(BrokenProcessPool):
                pool.submit(os.kill, pool.submit(os.getpid).result(), signal.SIGKILL).result()
        idle = pool.submit(os.getpid).result()
        os.kill(idle, signal.SIGKILL)  # while it waits
        wait_until(lambda: not runs(idle), "the robot's process to end", 30)
        answers = []
        for _ in range(2):  # that it is gone may be known a moment later
            with suppress(BrokenProcessPool):
                answers.append(pool.submit(abs, -7).result())
        assert answers[-1] == 7


def test_each_of_many_servers_on_a_machine_has_one_robot_at_a_time() -> None:
    before = set(multiprocessing.active_children())
    with RobotPool(share=1000) as pool:
        thoughts = [pool.submit(os.getpid) for _ in range(3)]
        robots = set(multiprocessing.active_children()) - before
        for thought in thoughts:
            thought.result()
    assert len(robots) == 1
