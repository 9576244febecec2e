"""The compiled wheel (`PBEM_MYPYC=1`): the same choices as pure Python, which stays the reference and the fallback."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

from pbem.robots.engine import playouts
from tests.robots.choices import GAMES, choices

CHECKOUT = Path(__file__).parents[2]
_KEPT = 8  # compiled wheels of so many states of the sources


def _build(folder: Path, compiled: bool) -> Path:
    """The wheel, as `make wheel` builds it."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    env = {**os.environ, "PBEM_MYPYC": "1" if compiled else "0"}
    done = subprocess.run(command, cwd=CHECKOUT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("*.whl")
    return built


def _key() -> str:
    """Of all that the compiled wheel follows from: the sources, the compiler and the interpreter."""
    told = hashlib.sha256(f"{sys.version} {version('mypy')} {os.getuid()}".encode())
    for path in sorted([*CHECKOUT.glob("pbem/**/*.py"), CHECKOUT / "hatch_build.py", CHECKOUT / "pyproject.toml"]):
        told.update(path.relative_to(CHECKOUT).as_posix().encode() + path.read_bytes())
    return told.hexdigest()[:24]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled wheel, unpacked; compiled once for these sources, as it takes some ten seconds."""
    kept = Path(tempfile.gettempdir()) / f"pbem-compiled-{_key()}"
    if not kept.exists():
        folder = tmp_path_factory.mktemp("compiled")
        with zipfile.ZipFile(_build(folder, compiled=True)) as wheel:
            wheel.extractall(folder / "unpacked")
        try:
            shutil.copytree(folder / "unpacked", fresh := kept.with_suffix(f".{os.getpid()}"))
            fresh.rename(kept)
        except OSError:  # another run was as quick
            assert kept.exists()
    assert kept.stat().st_uid == os.getuid()
    older = sorted(kept.parent.glob("pbem-compiled-*"), key=lambda path: path.stat().st_mtime)[:-_KEPT]
    for path in older:
        shutil.rmtree(path, ignore_errors=True)
    return kept


def _said(package: Path) -> list[str]:
    """The lines of `choices`, by the package in this folder."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(package), str(CHECKOUT)])}
    command = [sys.executable, "-m", "tests.robots.choices"]
    done = subprocess.run(command, cwd=package, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_compiled_and_pure_robots_say_the_same_of_every_choice(compiled: Path) -> None:
    assert playouts.__file__.endswith(".py"), "the reference is to be pure Python"
    origin, *said = _said(compiled)
    assert Path(origin).is_relative_to(compiled)
    assert not origin.endswith(".py")
    expected = choices()
    assert len(expected) > 250
    assert {line.split()[0] for line in expected} == {rules.name for rules in GAMES}
    assert said == expected


def test_the_sources_travel_with_the_compiled_modules(compiled: Path) -> None:
    engine = compiled / "pbem" / "robots" / "engine"
    made = {path.name.split(".")[0] for path in engine.glob("*.so")}
    assert made == {"bitboards", "bitboard_rules", "heuristics", "playouts", "stock", "worlds"}
    assert all((engine / f"{name}.py").exists() for name in made)


def test_without_the_switch_the_wheel_is_pure(tmp_path: Path) -> None:
    built = _build(tmp_path, compiled=False)
    assert built.name.endswith("-py3-none-any.whl")
    assert not [name for name in zipfile.ZipFile(built).namelist() if name.endswith((".so", ".pyd"))]
    assert not list(CHECKOUT.glob("pbem/**/*.so"))
