"""What templates may ask for beside the facts: cards, suits, tricks, scores and names in a reader's words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from jinja2 import Environment, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from pbem.cards import Card, Suit
from pbem.facts import table_picture as tables
from pbem.facts.table import SeatFacts
from pbem.hearts.entries import Score
from pbem.hearts.events import Play, Trick
from pbem.hearts.rules.record import Rules
from pbem.hearts.scoring.moon import moon_choices
from pbem.render import game_filters, layout, moments, sheets
from pbem.render.words import Words
from pbem.zones import OFFSET, zone

SUIT_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.RED, Suit.YELLOW, Suit.GREEN, Suit.BLACK)
_RANKED = {suit: at for at, suit in enumerate(SUIT_ORDER)}


def in_order(cards: Iterable[Card]) -> list[Card]:
    """The cards as a hand is held, the one order in which our mails list cards."""
    return sorted(cards, key=lambda card: (_RANKED.get(card.suit, 9), -card.rank))


def codes(cards: Iterable[Card]) -> str:
    """`JC 5C 3C`, as a hand is held."""
    return " ".join(card.text for card in in_order(cards))


def offers(cards: Iterable[Card], prefix: str) -> str:
    """The prefix and each card in square brackets, over as many lines as it takes, no card alone on a line."""
    words = [f"[{card.text}]" for card in in_order(dict.fromkeys(cards))]
    lines, line = [], prefix
    for n, word in enumerate(words):
        pair = n == len(words) - 2 and len(line) + len(word) + 1 + len(words[-1]) + 1 > layout.WIDTH
        if pair or len(line) + 1 + len(word) > layout.WIDTH:
            lines.append(line)
            line = " "
        line += " " + word
    return "\n".join([*lines, line])


def by_suit(cards: Iterable[Card]) -> list[tuple[Suit, list[Card]]]:
    """The suits held, spades first, each from the highest card down. Jokers are not among them: see `jokers`."""
    held = list(cards)
    rows = [(suit, sorted((c for c in held if c.suit is suit), reverse=True)) for suit in SUIT_ORDER]
    return [(suit, row) for suit, row in rows if row]


def jokers(cards: Iterable[Card]) -> int:
    """How many jokers are among the cards."""
    return sum(card.suit is Suit.JOKER for card in cards)


def named(seat: int, names: dict[int, str]) -> str:
    """What a seat is called."""
    return names[seat]


def is_lead(play: Play, trick: Trick) -> bool:
    """Whether this is the card that led the trick."""
    return bool(trick.plays) and play is trick.plays[0]


def score(points: Score) -> str:
    """`26`, `-10`; `3+4i` in Complex Hearts (§8.10)."""
    if isinstance(points, int):
        return str(points)
    real, imaginary = points
    return f"{real}{imaginary:+}i"


def taken(points: Score, rules: Rules | None) -> str:
    """What a trick brought: as `score`, or in a game of thirds `1 2/3`."""
    if rules is None or rules.unit == 1 or not isinstance(points, int):
        return score(points)
    whole, rest = divmod(points, rules.unit)
    return f"{whole or ''} {rest}/{rules.unit}".strip() if rest else str(whole)


def counted(number: Score, one: str, more: str) -> str:
    """`1 day`, `3 days`, `3+4i points`."""
    return f"{score(number)} {one if number == 1 else more}"


def signed(points: Score) -> str:
    """A score with its sign in front; nothing won or lost has none."""
    return f"{points:+}" if isinstance(points, int) and points else score(points)


def seat_names(seats: Iterable[SeatFacts], words: Words) -> dict[int, str]:
    """What each seat is called in a mail to one reader: the own seat is "you"."""
    names = {s.seat: words.you if s.is_you else layout.firm(layout.foreign(s.name)) or words.nobody for s in seats}
    return names | {len(names): words.dummy}  # the seat after the players' is a dummy's, where there is one


def standings(places: Sequence[int]) -> list[tuple[int, int, bool]]:
    """(place, seat, shared), the best place first."""
    order = sorted(range(len(places)), key=lambda seat: (places[seat], seat))
    return [(places[seat], seat, places.count(places[seat]) > 1) for seat in order]


def spoken_fields(rules: Rules) -> list[str]:
    """All fields of the rules that a page of rules speaks of, in the record's own order."""
    return [f.name for f in fields(rules) if f.name not in game_filters.UNSPOKEN]


def with_sign(card: Card) -> str:
    """A card with its suit's sign, for a line without markup: `A♦`."""
    return f"{card.rank_text}{card.suit.symbol}" if card.suit <= Suit.HEARTS else card.text


def first_line(text: str, prefix: str) -> str:
    """The first line of a text, as an item of a list."""
    return prefix + text.partition("\n")[0]


def _made_face(env: Environment) -> Callable[[Card, str, bool], Markup]:
    """What draws a card, from the template; each face of a language is drawn once."""

    @lru_cache(maxsize=1024)
    def made_face(card: Card, look: str, four: bool) -> Markup:
        return Markup(env.get_template("faces.html").module.face(card, look, four))  # type: ignore[attr-defined]

    return made_face


def install(env: Environment, words: Words) -> None:
    """Give the environment of one language its filters."""

    def listing(items: Iterable[Any]) -> str:
        texts = [str(item) for item in items]
        return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {words.conjunction} {texts[-1]}"

    def spoken(card: Card) -> str:
        if card.suit is Suit.JOKER:
            return words.joker
        return words.card.format(rank=words.ranks[card.rank - 1], suit=words.suits[card.suit])

    def ordinal(place: int) -> str:
        return words.ordinals[place - 1]

    def span(length: timedelta | int) -> str:
        return moments.span(length, words)

    def values_of(scheme: str) -> list[tuple[str, str]]:
        pairs = [word.partition("=") for word in scheme.split()]
        letters = {suit.letter: words.suits[suit] for suit in Suit}
        return [(letters.get(what, what), amount) for what, _, amount in pairs]

    @pass_context
    def moment(context: Context, when: datetime) -> str:
        reader = context["reader"]
        return layout.firm(moments.moment(when, reader.zone, words, reader.now))

    @pass_context
    def left(context: Context, when: datetime) -> str:
        now = context["reader"].now
        return layout.firm(span(when - now)) if now is not None and when > now else ""

    def zoned(name: str) -> str:
        return moments.zone_text(zone(name).utcoffset(None)) if OFFSET.fullmatch(name) else name

    plain: list[Callable[..., Any]] = [listing, spoken, ordinal, span, moment, left, zoned, values_of, *FIXED]
    env.filters.update({function.__name__: function for function in plain})

    env.globals["made_face"] = _made_face(env)
    env.globals["words"] = words
    env.globals["names_of"] = lambda seats: seat_names(seats, words)


@pass_context
def pretty(context: Context, card: Card) -> Markup:
    """A card as it looks, for HTML; the Rook pack's and the joker as their text."""
    if card.suit > Suit.HEARTS:
        return Markup(layout.ours(card.text))
    return layout.pretty(card.rank_text, card.suit.letter, context["reader"].four)


@pass_context
def face(context: Context, card: Card, look: str) -> Markup:
    """A card as it lies on a table; each look of it is made once."""
    made: Callable[[Card, str, bool], Markup] = context["made_face"]
    return made(card, look, context["reader"].four)


@pass_context
def paragraphs(context: Context, text: str, about: str = "") -> Markup:
    """Text as HTML paragraphs, its offers as links to the reader's own reply address; `about` is another subject."""
    reader = context["reader"]
    return layout.paragraphs(text, reader.reply_to, about or context["subject"], reader.four)


@pass_context
def inline(context: Context, text: str) -> Markup:
    """One line of text as HTML, its offers as links."""
    reader = context["reader"]
    return layout.inline(text, reader.reply_to, context["subject"], reader.four)


@pass_context
def mailto(context: Context, order: str, about: str = "") -> str:
    """The link that opens an answer with the order filled in; `about`: the subject, where it is not the mail's own."""
    return layout.mailto(context["reader"].reply_to, about or context["subject"], order)


FIXED: tuple[Callable[..., Any], ...] = (
    codes, offers, by_suit, in_order, jokers, score, taken, counted, signed, standings, is_lead, named, moon_choices,
    spoken_fields, first_line, with_sign, paragraphs, pretty, face, inline, mailto, layout.quoted, layout.foreign,
    layout.prefixed, layout.firm, layout.preview, layout.ours, tables.table_picture, *sheets.FILTERS,
    *game_filters.FILTERS,
)  # fmt: skip
"""Those that need no words of a language."""
