"""Finding the configuration, reading it, and telling all that is wrong with it in the operator's words."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from pbem import paths
from pbem.settings.section import Section
from pbem.settings.sections import DatabaseSection, Settings
from pbem.settings.values import BadValue, Fault, SettingsFault

PLACES = (Path("config/pbem.toml"), Path("/etc/pbem/pbem.toml"))
_PREFIX = "PBEM_"

_MENDS = {
    "bool": ("must be true or false", "Write true or false, without quotes"),
    "int": ("must be a whole number", "Write digits, without quotes"),
    "string": ("must be text", "Put it in quotes"),
    "path": ("must be a path", "Put it in quotes"),
    "tuple": ("must be a command", 'Write it as in a shell, or as a list: ["/path", "word"]'),
}


def find(path: Path | None, environ: Mapping[str, str], places: Sequence[Path] = PLACES) -> Path | None:
    """The configuration file: the given one, else `$PBEM_CONFIG`, else the first of the places that is there."""
    named = environ.get("PBEM_CONFIG")
    if path is not None or named:
        return path if path is not None else Path(str(named))
    return next((place for place in places if place.is_file()), None)


def load(path: Path | None, environ: Mapping[str, str], places: Sequence[Path] = PLACES) -> Settings:
    """The settings of the file that `find` finds, with the environment over it; SettingsFault tells every fault."""
    found = find(path, environ, places)
    raw = _read(found) if found else {}
    variables, faults = _overlay(raw, environ)
    if found is None and not variables:
        raise SettingsFault([_no_file(places)])
    for section in ("server", "courier"):  # so that their own keys are told missing, not they
        raw.setdefault(section, {})
    folder = found.absolute().parent if found else Path.cwd()
    try:
        settings = Settings.model_validate(raw, context={"folder": folder})
    except ValidationError as bad:
        faults += _faults(bad.errors(include_url=False, include_input=False), variables)
    if faults:
        raise SettingsFault(faults)
    return settings


def database_url(text: str) -> str:
    """The URL of a database that is named elsewhere than in the configuration; SettingsFault if it is none."""
    try:
        return DatabaseSection.model_validate({"url": text}, context={"folder": Path.cwd()}).url
    except ValidationError as bad:
        raise SettingsFault(_faults(bad.errors(include_url=False, include_input=False), {})) from None


def _no_file(places: Sequence[Path]) -> Fault:
    example = paths.config_folder() / "pbem.toml"
    looked = " and ".join(str(place) for place in places)
    return Fault("configuration", f"none found; looked for {looked}", f"Copy {example} there, or give --config FILE")


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as bad:
        raise SettingsFault([Fault(str(path), f"cannot be read: {bad.strerror}", "Give the path of a file")]) from None
    except UnicodeDecodeError:
        raise SettingsFault([Fault(str(path), "is not UTF-8 text", "Save it as UTF-8")]) from None
    except tomllib.TOMLDecodeError as bad:
        raise SettingsFault(
            [Fault(str(path), f"is not TOML: {bad}", "Mend that line; texts stand in quotes")]
        ) from None


def _overlay(raw: dict[str, Any], environ: Mapping[str, str]) -> tuple[dict[str, str], list[Fault]]:
    """Put the environment over the file. Returns the variable of each key set so, and what could not be set."""
    variables: dict[str, str] = {}
    faults: list[Fault] = []
    for variable in sorted(environ):
        if not variable.startswith(_PREFIX) or "__" not in variable:
            continue  # PBEM_CONFIG, and whatever else the operator's machine calls so
        *sections, key = variable.removeprefix(_PREFIX).lower().split("__")
        at: Any = raw
        for section in sections:
            at = at.setdefault(section, {}) if isinstance(at, dict) else None
        if not isinstance(at, dict):
            faults.append(Fault(variable, "names a section below a value", "Compare it with the example configuration"))
            continue
        # The environment's password goes before the file's password_file, and the other way round.
        at.pop(key.removesuffix("_file") if key.endswith("_file") else f"{key}_file", None)
        at[key] = environ[variable]
        variables[".".join((*sections, key))] = variable
    return variables, faults


def _faults(errors: Iterable[ErrorDetails], variables: Mapping[str, str]) -> list[Fault]:
    faults = []
    for error in errors:
        if error["type"] == "default_factory_not_called":
            continue  # it stands on another key, which has its own fault
        wrong, mend, below = _told(error)
        key = ".".join([*(str(part) for part in error["loc"]), *([below] if below else [])])
        variable = variables.get(key, variables.get(f"{key}_file"))
        faults.append(Fault(f"{key} ({variable})" if variable else key, wrong, mend))
    return faults


def _told(error: ErrorDetails) -> tuple[str, str, str]:
    kind, context = error["type"], error.get("ctx", {})
    loc = tuple(str(part) for part in error["loc"])
    cause = context.get("error")
    if isinstance(cause, BadValue):
        return cause.wrong, cause.mend, cause.key
    if kind == "missing":
        return "is missing", _example(loc), ""
    if kind == "extra_forbidden":
        return "is no key that pbem knows", _near(loc), ""
    if kind == "literal_error":
        return "is not one of its values", f"Write {context['expected']}", ""
    if kind in ("greater_than_equal", "less_than_equal"):
        bound, word = (context["ge"], "least") if "ge" in context else (context["le"], "most")
        return f"must be at {word} {bound}", f"Write {bound} or {'more' if word == 'least' else 'less'}", ""
    if kind.endswith("too_short"):
        return "is empty", "Fill it in, or remove the line", ""
    if kind.startswith("model"):
        return "must be a section", f"Write [{'.'.join(loc)}] on a line, and its keys below", ""
    return (*_MENDS.get(kind.split("_")[0], (error["msg"], "Compare it with the example configuration")), "")


def _example(loc: tuple[str, ...]) -> str:
    section = _section(loc[:-1])
    field = section.model_fields.get(loc[-1]) if section else None
    value = field.examples[0] if field and field.examples else "…"
    return f'Add it under [{".".join(loc[:-1])}], as in {loc[-1]} = "{value}"'


def _near(loc: tuple[str, ...]) -> str:
    import difflib  # only an operator with a fault waits for it

    section = _section(loc[:-1])
    if section is None:
        return "Remove it"
    known = [*section.model_fields, *(f"{key}_file" for key in section.secrets)]
    close = difflib.get_close_matches(loc[-1], known, n=1)
    if close:
        return f"Did you mean {'.'.join((*loc[:-1], close[0]))}?"
    return f"Known here: {', '.join(known)}"


def _section(keys: tuple[str, ...]) -> type[Section] | None:
    section: type[Section] | None = Settings
    for key in keys:
        section = section_of(section, key) if section is not None else None
    return section


def section_of(section: type[Section], key: str) -> type[Section] | None:
    """The section below this one that has this name; None if there is none."""
    field = section.model_fields.get(key)
    kinds = (field.annotation, *get_args(field.annotation)) if field else ()
    return next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Section)), None)
