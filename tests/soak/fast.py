"""`pbem serve` with repeatable chance and a fast clock: `python -m tests.soak.fast CONFIG SEED BEGAN SPEED`.

Retries that wait for minutes then come after seconds. `BEGAN` (seconds since 1970) makes the clock go on where it was
after a restart. SIGUSR1 has it write where each of its threads is.
"""

import faulthandler
import os
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path

from pbem.clock import system_clock
from pbem.randomness import SeededRandomness
from pbem.server.daemon import serve
from pbem.settings import load

if __name__ == "__main__":
    faulthandler.register(signal.SIGUSR1, all_threads=True)
    config, seed, began, speed = sys.argv[1:]
    start = datetime.fromtimestamp(float(began), UTC)

    def clock() -> datetime:
        return start + (system_clock() - start) * float(speed)

    serve(load(Path(config), os.environ), clock=clock, randomness=SeededRandomness(seed))
