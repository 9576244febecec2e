"""Mails in words: Jinja templates, strict, by language, with an operator's own folder before the packaged one."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import (
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
    pass_context,
)
from jinja2.bccache import Bucket
from jinja2.runtime import Context

from pbem.facts.kinds import Answer, Mail
from pbem.facts.mails import AboutTableMail
from pbem.render import fallback, filters, layout, words
from pbem.render.compiling import FORM, Facts, TemplateEnvironment
from pbem.render.reader import Reader, Rendered, Site
from pbem.render.unknown_names import unknown_names

FALLBACK = "en"
_FOOTER = "\n-- \n"


class TemplateFault(Exception):
    """A template that does not compile or does not render: where, and why."""

    def __init__(self, file: str, line: int, message: str) -> None:
        super().__init__(f"{file}:{line}: {message}")
        self.file = file
        self.line = line
        self.message = message


class _Files(FileSystemLoader):
    """Templates from their files; or as they were when all were read."""

    def __init__(self, folders: Sequence[Path]) -> None:
        super().__init__(folders)
        self.kept: dict[str, tuple[str, str, Callable[[], bool]]] = {}

    def read_all(self) -> None:
        """Keep every file's text; one that cannot be read is told of when a mail needs it."""
        for name in self.list_templates():
            with suppress(OSError, UnicodeDecodeError):
                self.kept[name] = super().get_source(Environment(), name)

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """What Jinja compiles."""
        return self.kept.get(template) or super().get_source(environment, template)


class _Kept(FileSystemBytecodeCache):
    """Compiled templates in files. Where none can be written, they are compiled again the next time."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep one."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


class _Language:
    """The templates of one language: its own folders, then the fallback language's."""

    def __init__(self, folders: Sequence[Path], language: str, bytecode: Path | None) -> None:
        found = [folder / name for name in dict.fromkeys((language, FALLBACK)) for folder in folders]
        self.words = words.load(found)
        self.files = _Files(found)
        self.env = TemplateEnvironment(
            loader=self.files,
            undefined=StrictUndefined,
            autoescape=lambda name: name is not None and name.endswith(".html"),
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            cache_size=-1,
            bytecode_cache=_Kept(str(bytecode), f"pbem-{FORM}-%s.cache") if bytecode else None,
        )
        filters.install(self.env, self.words)
        self.env.globals["sentence"] = self.sentence
        self.env.globals["part"] = _part
        self.html = {name for name in self.env.list_templates() if name.endswith(".html")}

    def sentence(self, file: str, code: str, facts: object) -> str:
        """What the macro file says for a code. A macro is named as its code, `_` for `-`; `other` is for new codes.

        It is a plain string whoever asks: a macro called from HTML would count as escaped without being so.
        """
        macros = self.env.get_template(file).module
        macro = getattr(macros, code.replace("-", "_"), None)
        if isinstance(facts, Mapping):
            facts = Facts(facts)
        said = macro(facts) if macro is not None else macros.other(facts, code)  # type: ignore[attr-defined]
        return "".join(said).strip()


def _facts(told: Mail | Answer) -> dict[str, Any]:
    """The fields, as a template names them."""
    return {field.name: getattr(told, field.name) for field in fields(told)}


@pass_context
def _part(context: Context, name: str, otherwise: str = "", **facts: Any) -> str:
    """Another template as plain words, so that HTML escapes them; `otherwise` where there is none of that name.

    With `facts` it is told of another table than the mail's own.
    """
    names = [name, otherwise] if otherwise else [name]
    known = {**context.get_all(), **facts}
    if facts:
        known["told"] = lambda file: context.environment.get_template(file).render(known)
    return context.environment.select_template(names).render(known)


class Renderer:
    """Puts mails in words. `folders` from the operator's own to the packaged one, which comes last and is trusted.

    `bytecode` is a folder that keeps what is compiled for the next process: to compile takes a tick half of its time.
    """

    def __init__(self, folders: Sequence[Path], site: Site, bytecode: Path | None = None) -> None:
        self.folders = tuple(Path(folder) for folder in folders)
        self.site = site
        self.bytecode = bytecode
        self._known = frozenset(self.languages())
        self._languages: dict[tuple[str, bool], _Language] = {}

    def render(self, mail: Mail, reader: Reader) -> Rendered:
        """The mail in the reader's language. TemplateFault where a template is broken or asks for an unknown fact."""
        return self._render(mail, reader, packaged=False)

    def plain(self, mail: Mail, reader: Reader) -> Rendered:
        """The mail for when `render` failed: from the packaged templates, or else the bare facts."""
        try:
            return self._render(mail, reader, packaged=True)
        except TemplateFault:
            return fallback.render(mail, reader, self.site)

    def words_of(self, language: str) -> words.Words:
        """The language's `words.toml`, from the packaged folder where the operator's own is broken."""
        try:
            return self._language(language, packaged=False).words
        except TemplateFault:
            return self._language(language, packaged=True).words

    def sentence(self, file: str, code: str, facts: object, language: str = FALLBACK) -> str:
        """What a file of sentences says for a code, outside of any mail: a variant's title, its summary."""
        return self._language(language, packaged=False).sentence(file, code, facts)

    def languages(self) -> tuple[str, ...]:
        """The codes of all languages that some folder has, the fallback first."""
        found = {file.parent.name for folder in self.folders for file in folder.glob("*/words.toml")}
        return (FALLBACK, *sorted(found - {FALLBACK}))

    def read_all(self) -> None:
        """Read every template now: a program that runs for long stays with those that it began with, though they are
        changed under it, be it by a newer version or by half of what somebody is about to write.
        """
        for language in self.languages():
            for packaged in (True, False):
                with suppress(TemplateFault):  # it is told when a mail needs it
                    self._language(language, packaged).files.read_all()

    def check(self) -> list[TemplateFault]:
        """Every template of every folder compiled, and the operator's asked for names that no mail has: the faults."""
        faults = []
        for folder in self.folders:
            for file in sorted(folder.glob("*/**/*")):
                if file.suffix in (".txt", ".html"):
                    faults += self._compile(file, folder)
        return faults

    def _compile(self, file: Path, folder: Path) -> list[TemplateFault]:
        language = file.relative_to(folder).parts[0]
        try:
            env = self._language(language, packaged=False).env
            text = file.read_text(encoding="utf-8")
            env.compile(text, file.name, str(file), raw=True)  # to Python's source: what Jinja writes, Python takes
            if folder != self.folders[-1]:
                inside = file.relative_to(folder / language).as_posix()
                unknown = unknown_names(env, text, inside, self.folders[-1])
                return [TemplateFault(str(file), line, f"no mail knows {name!r}") for line, name in unknown]
        except TemplateFault as fault:
            return [fault]
        except TemplateSyntaxError as error:
            return [TemplateFault(str(file), error.lineno, error.message or "")]
        except (UnicodeDecodeError, OSError) as error:
            return [TemplateFault(str(file), 0, str(error))]
        return []

    def _language(self, name: str, packaged: bool) -> _Language:
        name = name if name in self._known else FALLBACK  # a player's setting: never a path of its own
        key = (name, packaged)
        if key not in self._languages:
            folders = self.folders[-1:] if packaged else self.folders
            try:
                self._languages[key] = _Language(folders, name, self.bytecode)
            except (ValueError, KeyError, TypeError) as error:
                raise TemplateFault(f"{name}/words.toml", 0, str(error)) from error
        return self._languages[key]

    def _render(self, mail: Mail, reader: Reader, packaged: bool) -> Rendered:
        language = self._language(reader.language, packaged)
        try:
            return self._write(mail, reader, language)
        except TemplateNotFound as error:
            raise TemplateFault(str(error.name), 0, "there is no such template") from error
        except TemplateSyntaxError as error:
            raise TemplateFault(error.filename or str(error.name), error.lineno, error.message or "") from error
        except (TemplateError, TypeError, ValueError, KeyError, AttributeError, LookupError, ArithmeticError) as error:
            raise self._fault(error, mail) from error

    def _fault(self, error: Exception, mail: Mail) -> TemplateFault:
        frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.endswith((".txt", ".html"))]
        file, line = (frames[-1].filename, frames[-1].lineno or 0) if frames else (mail.template, 0)
        return TemplateFault(file, line, f"{type(error).__name__}: {error}")

    def _write(self, mail: Mail, reader: Reader, language: _Language) -> Rendered:
        env = language.env
        context: dict[str, Any] = {
            **env.globals,
            "table": None,
            "names": {},
            **_facts(mail),
            "mail": mail,
            "site": self.site,
            "reader": reader,
            "subject": "",
        }
        if isinstance(mail, AboutTableMail):
            context["names"] = filters.seat_names(mail.table.seats, language.words)
        # A part of a mail that both of its texts tell: its words are found once.
        context["told"] = cache(lambda name: env.say(name, context))
        context["answers"] = [self._answer(answer, context, env) for answer in mail.answers]
        head, _, raw = env.say(f"{mail.template}.txt", context).partition("\n")
        raw = layout.tidy(raw.replace(_FOOTER, "\n" + _FOOTER))
        context["subject"] = " ".join(head.removeprefix("Subject:").split())
        context["body"], _, context["footer"] = raw.partition(_FOOTER)
        html_name = f"{mail.template}.html"
        html = env.say(html_name if html_name in language.html else "mail.html", context)
        return Rendered(context["subject"], layout.wrap(raw, language.words.never_first), html)

    def _answer(self, answer: Answer, context: Mapping[str, Any], env: TemplateEnvironment) -> str:
        return layout.tidy(env.say(f"answers/{answer.template}.txt", {**context, **_facts(answer)})).strip("\n")
