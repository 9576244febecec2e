"""The compiled wheel: `PBEM_MYPYC=1` turns the robots' hot modules into machine code, beside their sources.

Nothing else changes: the sources travel with it and are used where no compiled module fits, and a wheel without the
switch, the source archive and an editable install are pure Python. The compiler works on a copy in a temporary folder,
so that no checkout ever holds a compiled module by accident.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HOT = tuple(
    f"pbem/robots/engine/{name}.py"
    for name in ("bitboards", "bitboard_rules", "heuristics", "playouts", "stock", "worlds")
)
"""Where a search spends its time; each compiles as it stands."""

_SETUP = """
from mypyc.build import mypycify
from setuptools import setup
modules = mypycify({files!r}, opt_level="3", group_name="pbem_engine")
for module in modules:
    module.extra_compile_args.append("-Wno-error")  # what a compiler of tomorrow warns of must not stop the build
setup(name="pbem", packages=[], py_modules=[], ext_modules=modules)
"""


class CompileHotModules(BuildHookInterface[Any]):
    """Compiles the hot modules and puts the results into the wheel."""

    PLUGIN_NAME = "custom"
    folder: Path | None = None

    def dependencies(self) -> list[str]:
        """What a build of its own environment needs for it."""
        return ["mypy[mypyc]>=2.4"] if _wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the wheel is written."""
        if not _wanted() or version == "editable":
            return
        self.folder = Path(mkdtemp(prefix="pbem-mypyc-"))
        for module in compiled(Path(self.root), self.folder):
            build_data["force_include"][str(module)] = module.relative_to(self.folder).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, *_: Any) -> None:
        """After it: the copy is not wanted any more."""
        if self.folder is not None:
            shutil.rmtree(self.folder)


def _wanted() -> bool:
    return os.environ.get("PBEM_MYPYC", "") not in ("", "0")


def compiled(root: Path, folder: Path) -> list[Path]:
    """Compiles a copy of the package in `folder`; the modules made there."""
    shutil.copytree(root / "pbem", folder / "pbem", ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
    (folder / "setup.py").write_text(_SETUP.format(files=list(HOT)), "utf-8")
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    modules = sorted([*folder.glob("*.so"), *folder.glob("pbem/**/*.so"), *folder.glob("**/*.pyd")])
    if done.returncode or len(modules) != len(HOT) + 1:  # and the one that they share
        raise RuntimeError(f"the hot modules do not compile:\n{done.stdout}{done.stderr}")
    return modules
