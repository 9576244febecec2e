"""The wheel works from any folder: the program starts, and templates and the example configuration travel in it."""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

import pbem
from tests.test_layers import imports, modules

CHECKOUT = Path(__file__).parents[1]


def run(*command: str | Path, folder: Path) -> str:
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, folder=CHECKOUT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of a fresh environment with the wheel in it, and this one's libraries behind it."""
    home = tmp_path_factory.mktemp("elsewhere") / "venv"
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel, folder=home)
    # A plain path in a .pth file: the .pth files found there are not read, so the checkout stays out of sight.
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", folder=home).strip()
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (Path(site) / "libraries.pth").write_text("\n".join(sorted(libraries)))
    return home / "bin"


def files_below(folder: Path) -> set[str]:
    return {path.relative_to(CHECKOUT).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_wheel_carries_templates_and_configuration_and_no_litter(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    shipped = files_below(CHECKOUT / "config") | files_below(CHECKOUT / "templates")
    assert "config/pbem.toml" in shipped
    assert {f"pbem/_data/{name}" for name in shipped} <= names
    assert "pbem/py.typed" in names
    assert not [name for name in names if name.startswith("tests/") or "__pycache__" in name]


def test_the_installed_program_finds_its_files_inside_the_package(installed: Path, tmp_path: Path) -> None:
    asked = "from pbem import paths as r; print(r.templates_folder()); print(r.config_folder())"
    for line in run(installed / "python", "-I", "-c", asked, folder=tmp_path).splitlines():
        folder = Path(line)
        assert folder.is_relative_to(installed.parent)
        assert folder.parent.name == "_data"
        assert any(folder.iterdir())


def test_the_installed_program_starts_from_any_folder(installed: Path, tmp_path: Path) -> None:
    commands = run(installed / "pbem", "--help", folder=tmp_path)
    assert all(command in commands for command in ("serve", "tick", "receive", "demo", "doctor"))
    assert run(installed / "python", "-I", "-m", "pbem", "--help", folder=tmp_path)


def test_the_installed_program_and_the_package_tell_the_same_version(
    wheel: Path, installed: Path, tmp_path: Path
) -> None:
    told = run(installed / "pbem", "--version", folder=tmp_path).split()
    assert told == ["pbem", pbem.__version__]
    assert wheel.name.split("-")[1] == pbem.__version__


def test_the_newest_heading_of_the_changelog_is_of_this_version() -> None:
    heads = re.findall(
        r"^## \[(.+)\] - (unreleased|\d{4}-\d\d-\d\d)$", (CHECKOUT / "CHANGELOG.md").read_text("utf-8"), re.M
    )
    assert heads[0][0] == pbem.__version__
    assert f"git tag -a v{pbem.__version__} " in (CHECKOUT / "CONTRIBUTING.md").read_text("utf-8")


@pytest.mark.slow
def test_the_installed_program_plays_a_game_from_any_folder(installed: Path, tmp_path: Path) -> None:
    assert "shoots the moon" in run(installed / "pbem", "variants", "american", folder=tmp_path)
    played = run(installed / "pbem", "demo", "--auto", "--target", "1", "--folder", tmp_path / "demo", folder=tmp_path)
    assert "Final standings:" in played


def test_every_library_that_is_imported_is_declared() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    lines = [*project["dependencies"], *extras["postgresql"], *extras["dkim"]]
    names = {"dkimpy": "dkim", "pynacl": "nacl"}  # where the name to import is another
    declared = {names.get(name, name) for name in (re.split(r"[^\w-]", line)[0] for line in lines)}
    first = {name.split(".")[0] for module in modules() for name in imports(module)}
    foreign = first - set(sys.stdlib_module_names) - {"pbem"}
    # These three are the ground that a declared library stands on, and come with it in the version it wants.
    assert foreign - {"sqlalchemy", "pydantic_core", "markupsafe"} <= declared
