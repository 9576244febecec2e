"""Whose mailbox an address is, and whether a domain is one owner's: for limits, never to believe anybody."""

from __future__ import annotations

from pbem.mail.message.email_address import domain_of

# Where anybody gets an address, and a domain's mail is that of millions.
_PROVIDERS = """
    gmail.com googlemail.com outlook.com outlook.de outlook.fr hotmail.com hotmail.de hotmail.fr hotmail.co.uk live.com
    live.nl live.fr msn.com yahoo.com yahoo.de yahoo.fr yahoo.co.uk yahoo.co.jp ymail.com rocketmail.com aol.com
    icloud.com me.com mac.com gmx.de gmx.net gmx.com gmx.at gmx.ch web.de t-online.de freenet.de mailbox.org posteo.de
    proton.me protonmail.com pm.me tutanota.com tuta.io fastmail.com fastmail.fm zoho.com mail.com hey.com
    orange.fr wanadoo.fr free.fr laposte.net sfr.fr ziggo.nl kpnmail.nl planet.nl xs4all.nl libero.it virgilio.it
    seznam.cz wp.pl o2.pl onet.pl interia.pl yandex.ru yandex.com mail.ru bk.ru list.ru inbox.ru rambler.ru ukr.net
    qq.com 163.com 126.com sina.com foxmail.com naver.com daum.net hanmail.net docomo.ne.jp
    comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net shaw.ca rogers.com btinternet.com
    bigpond.com uol.com.br terra.com.br bol.com.br
"""
_WITHOUT_DOTS = ("gmail.com", "googlemail.com")

_BELOW_COUNTRIES = frozenset(
    ("ac", "co", "com", "edu", "go", "gov", "gv", "mil", "ne", "net", "nom", "or", "org", "sch")
)
"""Under these anybody registers a domain."""

_KNOWN = frozenset(_PROVIDERS.split())


def is_provider(domain: str) -> bool:
    """Do so many people have their address there that they have nothing to do with each other?"""
    return domain.lower() in _KNOWN


def registered(domain: str) -> str:
    """The part of a domain that one owner has, with as many names before it as that owner likes: `b.example` of
    `a.b.example`, `b.co.uk` of `a.b.co.uk`. Told by its form; there is no list of all such names here.
    """
    labels = domain.lower().split(".")
    below_a_country = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _BELOW_COUNTRIES
    return ".".join(labels[-3 if below_a_country else -2 :])


def mailbox(address: str) -> str:
    """The address without what may be put in it at will: behind a plus, and at Gmail dots."""
    domain = domain_of(address)
    local = address.rpartition("@")[0].partition("+")[0] or address.rpartition("@")[0]
    if domain in _WITHOUT_DOTS:
        local, domain = local.replace(".", ""), _WITHOUT_DOTS[0]
    return f"{local.lower()}@{domain}"
