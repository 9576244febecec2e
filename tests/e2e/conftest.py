"""The real mail servers that some games go through."""

from tests.servers.dovecot import dovecot as dovecot
from tests.servers.postfix import postfix as postfix
