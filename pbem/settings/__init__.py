"""The operator's settings: one TOML file and the environment, read once into frozen records.

Every key is also an environment variable, `PBEM_SECTION__KEY` (`PBEM_INTAKE__IMAP__HOST`), which goes before the
file. A secret may stand in a file of its own: `password_file = "…"` in place of `password = "…"`. Relative paths
start at the configuration file's folder. All faults are told at once, each with its key and its mend.
"""

from pbem.settings.reading import find, load
from pbem.settings.sections import (
    Courier,
    CourierSmtp,
    DatabaseSection,
    Dkim,
    Games,
    Imap,
    Intake,
    Limits,
    ListenerSection,
    MaildirFolder,
    Security,
    Server,
    Settings,
)
from pbem.settings.values import Fault, Listen, SettingsFault
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
    "Security",
    "Server",
    "Settings",
    "SettingsFault",
    "duration",
    "find",
    "load",
]
