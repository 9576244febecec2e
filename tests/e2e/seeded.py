"""`pbem serve` with chance that repeats: `python -m tests.e2e.seeded CONFIG SEED`."""

import os
import sys
from pathlib import Path

from pbem.randomness import SeededRandomness
from pbem.server.daemon import serve
from pbem.settings import load

if __name__ == "__main__":
    serve(load(Path(sys.argv[1]), os.environ), randomness=SeededRandomness(sys.argv[2]))
