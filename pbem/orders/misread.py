"""Near misses: lines that look meant as orders and are none. They are told to the player and never carried out."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pbem.cards import cards_text
from pbem.orders.arguments import CARD_ARGS
from pbem.orders.card_words import glued, scattered, tokens
from pbem.orders.grammar import Grammar, Head, ReadOrder
from pbem.orders.nearest_word import nearest
from pbem.orders.normalise import Line, unmasked
from pbem.orders.order import Args, Asked, Misread, Order, Spec, Why
from pbem.orders.scan import Kind, words_of

SHORT = 8
"""Words of a line in which a single card may be what was meant; a longer line is a story."""

LOOKING = "looking"
"""The topic of the verbs that change nothing: only there is a slip in the verb forgiven."""


@dataclass(frozen=True, slots=True)
class Miss:
    """A near miss. `strong`: it can hardly be chatter, so it is told even beside orders."""

    misread: Misread
    strong: bool


def forgiven(line: Line, grammar: Grammar) -> ReadOrder | None:
    """A line with a slip in a verb that only looks at something: `SCROE`, `hisotry 3`, `score?`."""
    if line.inert or line.plain.count(" ") > 2:
        return None
    verb, _, rest = line.plain.rstrip("? ").partition(" ")
    word = verb.casefold()
    if not word.isalpha():
        return None
    known = [word] if word in grammar.verbs else nearest(word, grammar.verbs)
    specs = {grammar.verbs[phrase].verb: grammar.verbs[phrase] for phrase in known}
    if len(specs) != 1:
        return None
    (spec,) = specs.values()
    order = grammar.fits(spec, rest) if spec.topic == LOOKING else None
    return None if order is None else ReadOrder(replace(order, line=line.written), spec)


def near_miss(line: Line, asked: Asked, grammar: Grammar) -> Miss | None:
    """What the line may have been meant as; None for chatter."""
    if line.inert or not line.whole or line.folded in grammar.yes_or_no:
        return None
    bare = unmasked(line)
    if bare is not None:
        hidden = grammar.read(bare, asked) or near_miss(bare, asked, grammar)
        return Miss(Misread(Why.MIXED_SCRIPT, line.written), True) if hidden is not None else None
    head = grammar.head(line.plain)
    if head is not None:
        return _wrong_args(line, head, grammar)
    return _wrong_verb(line, grammar) or _stray_cards(line, asked, grammar) or _stray_verb(line, asked, grammar)


def _close(line: Line, order: Order, strong: bool) -> Miss:
    rest = cards_text(order.cards) or order.text or ("" if order.number is None else str(order.number))
    meant = replace(order, line=line.written)
    return Miss(Misread(Why.CLOSE, line.written, f"{order.verb} {rest}".strip(), meant), strong)


def _wrong_args(line: Line, head: Head, grammar: Grammar) -> Miss | None:
    """A known verb, and something else behind it than it wants."""
    spec = head.spec
    args = Miss(Misread(Why.ARGS, line.written, spec.verb), True)
    if not head.rest:
        return args
    if spec.args in CARD_ARGS:
        return _wrong_cards(line, head, grammar)
    if spec.args is Args.NONE:
        # "RESIGN now!" is meant, "Leave me alone, please" is not: a sentence has more words than that.
        return replace(args, strong=False) if head.rest.count(" ") == 0 else None
    if spec.args is Args.WORDS:
        return replace(args, strong=False) if spec.fits is not None and head.rest.count(" ") < SHORT - 2 else None
    return args if head.rest.count(" ") < 3 else None


def _wrong_cards(line: Line, head: Head, grammar: Grammar) -> Miss | None:
    text = head.rest.casefold()
    together = glued(text, grammar.pack)
    if together is not None:
        order = grammar.cards_behind(head.spec, cards_text(together).casefold())
        if order is not None:
            return _close(line, order, strong=True)
    them = [word.strip(".!?:") for word in tokens(text, grammar.words)]
    strange = [word for word in them if word not in grammar.pack.short and word not in grammar.words.articles | {","}]
    named = scattered(head.rest, grammar.pack, one=head.spec.args is Args.CARD)
    if strange and len(strange) <= 3 and all(grammar.pack.cardlike(w) or w in grammar.words.of for w in strange):
        if not named:
            return Miss(Misread(Why.NOT_A_CARD, line.written, head.rest), True)
        if not grammar.words.hedges & set(strange):
            odd = [word for word in strange if len(word) <= 3 and word not in grammar.words.of]
            return Miss(Misread(Why.NOT_A_CARD, line.written, odd[0].upper() if odd else head.rest), True)
    if strange and grammar.words.card_words.issuperset(strange):
        return Miss(Misread(Why.ARGS, line.written, head.spec.verb), False)  # "PLAY card", as HELP has it
    if not named:
        spelt = any(word in grammar.pack.spelt for word in strange) and len(them) <= SHORT
        return Miss(Misread(Why.ARGS, line.written, head.spec.verb), False) if spelt else None
    if not _hedged(line, grammar) and (len(named) == 1 or head.spec.args is not Args.CARD):
        return _close(line, Order(head.spec.verb, cards=named), strong=True)
    return Miss(Misread(Why.ARGS, line.written, head.spec.verb), True)


def _hedged(line: Line, grammar: Grammar) -> bool:
    return any(word.strip(",.;:!?") in grammar.words.hedges for word in line.folded.split())


def _wrong_verb(line: Line, grammar: Grammar) -> Miss | None:
    """A slip in the verb, or the blank behind it left out."""
    verb, _, rest = line.plain.partition(" ")
    word = verb.casefold()
    for phrase in nearest(word, grammar.verbs):
        spec = grammar.verbs[phrase]
        order = grammar.fits(spec, rest)
        if order is None:
            continue
        # A word or two behind a verb of words would make orders of too many sentences: "black maria" blocks nobody.
        if spec.args is Args.WORDS and rest and not (verb.isupper() or "@" in rest or "=" in rest):
            continue
        return _close(line, order, strong=spec.args in CARD_ARGS and bool(order.cards))
    for phrase, spec in grammar.verbs.items():
        if spec.args in CARD_ARGS and len(phrase) > 2 and word.startswith(phrase) and word != phrase:
            order = grammar.cards_behind(spec, line.folded[len(phrase) :])
            if order is not None:
                return _close(line, order, strong=True)
    return None


def _stray_cards(line: Line, asked: Asked, grammar: Grammar) -> Miss | None:
    """Cards in a short line with other words, or cards though nothing was asked."""
    if ":" in line.plain or line.plain.count(" ") >= SHORT:
        return None
    spec = grammar.specs.get(asked.verb)
    verb = asked.verb if asked.verb and (spec is None or spec.args in CARD_ARGS) else ""
    if not verb:
        spec = next((s for s in grammar.specs.values() if s.args is Args.CARD), None)
        order = grammar.cards_behind(spec, line.folded) if spec is not None else None
        return _close(line, order, strong=False) if order is not None else None
    cards = glued(line.folded, grammar.pack) or scattered(line.plain, grammar.pack, one=asked.count == 1)
    if cards and _hedged(line, grammar):
        return Miss(Misread(Why.ARGS, line.written, verb), False)
    if cards and any(word.kind is Kind.TALE for word in words_of(line.plain)):
        return None  # "Did Ben play the QS?", "I had the QS": nobody is asked whether to play it
    if not cards:
        # "Ha" alone is laughter or the ace: asking costs little.
        alone = grammar.pack.short.get(line.folded)
        cards = (alone,) if alone is not None else ()
    if cards and len(cards) == max(asked.count, 1):
        return _close(line, Order(verb, cards=cards), strong=False)
    if len(cards) > 1 and asked.count == 1 and grammar.cards_behind(Spec(verb, Args.CARDS), line.folded):
        return Miss(Misread(Why.ARGS, line.written, verb), True)
    return None


def _stray_verb(line: Line, asked: Asked, grammar: Grammar) -> Miss | None:
    """`Yes, join` or a lone unknown word in capitals."""
    front, _, last = line.folded.rpartition(" ")
    spec = grammar.verbs.get(last)
    polite = {word for phrase in (*grammar.words.greetings, *grammar.words.before_verb) for word in phrase.split()}
    if (
        spec is not None
        and front
        and grammar.fits(spec, "") is not None
        and all(w.strip(",!.") in polite for w in front.split())
    ):
        return _close(line, Order(spec.verb), strong=False)
    start = line.folded.partition(",")[0].partition(" ")[0]
    for word_list, verb in ((grammar.words.yes, asked.yes), (grammar.words.no, asked.no)):
        if verb and start in word_list and line.plain.count(" ") < SHORT:
            return _close(line, Order(verb), strong=False)
    if line.plain.isupper() and line.plain.isascii() and line.plain.count(" ") < 3 and len(line.plain) > 2:
        known = line.folded in grammar.words.courtesies or line.folded in grammar.words.greetings
        return None if known else Miss(Misread(Why.UNKNOWN, line.written), False)
    return None
