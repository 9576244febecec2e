"""The operator's settings: one TOML file and the environment, read once into frozen records.

Every key is also an environment variable, `PBEM_SECTION__KEY` (`PBEM_INTAKE__IMAP__HOST`), which goes before the
file. A secret may stand in a file of its own: `password_file = "…"` in place of `password = "…"`. Relative paths
start at the configuration file's folder. All faults are told at once, each with its key and what to do about it.
"""

from pbem.settings.reading import find, load
from pbem.settings.section import Section
from pbem.settings.sections import (
    DatabaseSection,
    Dkim,
    Games,
    Limits,
    Metrics,
    Security,
    Server,
    Settings,
)
from pbem.settings.values import Fault, Listen, SettingsFault
from pbem.settings.ways import Courier, CourierSmtp, Imap, Intake, ListenerSection, MaildirFolder
from pbem.timespan import duration

__all__ = [
    "Courier",
    "CourierSmtp",
    "DatabaseSection",
    "Dkim",
    "Fault",
    "Games",
    "Imap",
    "Intake",
    "Limits",
    "Listen",
    "ListenerSection",
    "MaildirFolder",
    "Metrics",
    "Section",
    "Security",
    "Server",
    "Settings",
    "SettingsFault",
    "duration",
    "find",
    "load",
]
