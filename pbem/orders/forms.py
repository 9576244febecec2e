"""Forms copied as they stand in our mails, "NAME your name": what says where own words go is no word of its writer.

The forms are those of the English templates; `tests/orders/test_forms.py` holds the two together.
"""

from __future__ import annotations

import re

from pbem.orders.grammar import Grammar
from pbem.orders.normalise import Line
from pbem.orders.order import Misread, Why

FORMS = {
    "ADDRESS": "(?:add|remove|use) (address)",
    "ALWAYS": "(words)",
    "ANYWAY": "(card)",
    "BID": "(number)",
    "BLOCK": "(name)",
    "CHARGE": "(cards)",
    "DISCARD": "(cards)",
    "INVITE": "(address)",
    "NAME": "(your name)|(new name)",
    "NEW": r"(?:(?!say ).)*?\bwith (address)(?: .*)?|.* say (your words)",
    "PASS": "(cards)",
    "PLAN": "(words)",
    "PLAY": "(card)",
    "QUEUE": "(cards)",
    "REGISTER": "(your name)",
    "REMIND": "(name)",
    "SAY": "(your words)",
    "SET": "(key value)",
    "SUBSTITUTE": "(number)",
    "TELL": "(name your words)|.* (your words)",
    "UNBLOCK": "(name)",
    "VACATION": "(from to remark)",
}
"""What follows a verb where a form was copied; the group is what the person's own words should replace."""


def form_in(line: Line, rules: Grammar) -> Misread | None:
    """The form that a line is."""
    head = rules.head(line.plain) if line.whole and not line.inert else None
    if head is None or head.spec.verb not in FORMS:
        return None
    found = re.fullmatch(FORMS[head.spec.verb], head.rest.casefold().rstrip(".! "))
    left = next(filter(None, found.groups()), "") if found is not None else ""
    return Misread(Why.FORM, line.written, left) if left else None
