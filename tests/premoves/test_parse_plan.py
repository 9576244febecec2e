"""What players write of plans: each text has one exact reading, which is shown back, or it is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.cards import FRENCH, Card, Rank
from pbem.premoves.parse_plan import PlanFault, is_plan, parse_plan
from pbem.premoves.steps import Act, Fact, If, Step

READINGS = {
    "DUCK": ["DUCK"],
    "duck last": ["DUCK LAST"],
    "low": ["LOW"],
    "Highest": ["HIGH"],
    "5C": ["PLAY 5C"],
    "play the 5 of clubs": ["PLAY 5C"],
    "dump qs": ["DUMP QS"],
    "throw the queen of spades": ["DUMP QS"],
    "DUMP HIGHEST HEART": ["DUMP HIGHEST HEARTS"],
    "dump high": ["DUMP HIGHEST"],
    "lead lowest club": ["LEAD LOWEST CLUBS"],
    "lead 4d": ["LEAD 4D"],
    "lead low": ["LEAD LOWEST"],
    "if spades led duck": ["IF SPADES LED DUCK"],
    "If spades are led, duck": ["IF SPADES LED DUCK"],
    "IF ♠ led LOW": ["IF SPADES LED LOW"],
    "if QS falls low": ["IF QS FALLS LOW"],
    "if the queen of spades has fallen, high": ["IF QS FALLS HIGH"],
    "if qs is gone win": ["IF QS GONE WIN"],
    "if points fall low": ["IF POINTS FALL LOW"],
    "if clean and last win": ["IF CLEAN AND LAST WIN"],
    "if i am void dump qs": ["IF VOID DUMP QS"],
    "if it is clean win": ["IF CLEAN WIN"],
    "DUCK, DUMP QS, DUMP HIGHEST HEART": ["DUCK", "DUMP QS", "DUMP HIGHEST HEARTS"],
    "low; else dump qs": ["LOW", "DUMP QS"],
    "if spades led duck else low": ["IF SPADES LED DUCK", "LOW"],
    "if hearts led, low, dump highest.": ["IF HEARTS LED LOW", "DUMP HIGHEST"],
}


@pytest.mark.parametrize("text", READINGS)
def test_a_plan_has_one_exact_reading(text: str) -> None:
    assert [step.text for step in parse_plan(text)] == READINGS[text]


@pytest.mark.parametrize(
    ("text", "near"),
    [("DUK", ("DUCK",)), ("if spaeds led duck", ("SPADES",)), ("DUMP HIGEST HEART", ("HIGHEST",)), ("LOWW", ("LOW",))],
)
def test_a_slip_is_refused_with_what_is_near(text: str, near: tuple[str, ...]) -> None:
    with pytest.raises(PlanFault) as fault:
        parse_plan(text)
    assert fault.value.near == near


@pytest.mark.parametrize(
    "text",
    [
        "",
        "If you like I can play QS",
        "high five",
        "win some, lose some",
        "low on time today",
        "if spades led",
        "duck and cover",
        "if hearts are not led duck",
        "dump",
        "IF spades led IF clubs led LOW",
        "duck duck",
        "lead",
        "if led low",
        "DUCK, then something else",
        "low, " * 13,
    ],
)
def test_what_has_no_exact_reading_is_no_plan(text: str) -> None:
    assert not is_plan(text)


CARDS = st.sampled_from([Card(suit, rank) for suit in FRENCH for rank in Rank if rank > Rank.ONE])
SUITS = st.sampled_from(FRENCH)
CONDITIONS = st.one_of(
    SUITS.map(lambda suit: If(Fact.LED, suit=suit)),
    st.builds(lambda fact, card: If(fact, card=card), st.sampled_from([Fact.FALLS, Fact.GONE]), CARDS),
    st.sampled_from([If(fact) for fact in (Fact.POINTS, Fact.CLEAN, Fact.LAST, Fact.VOID)]),
)
WHEN = st.lists(CONDITIONS, max_size=3).map(tuple)
STEPS = st.one_of(
    st.builds(lambda act, when: Step(act, when=when), st.sampled_from(list(Act)[1:6]), WHEN),
    st.builds(
        lambda act, card, when: Step(act, card=card, when=when),
        st.sampled_from([Act.PLAY, Act.DUMP, Act.LEAD]),
        CARDS,
        WHEN,
    ),
    st.builds(
        lambda act, suit, when: Step(act, suit=suit, when=when),
        st.sampled_from([Act.DUMP_HIGHEST, Act.LEAD_LOWEST, Act.LEAD_HIGHEST]),
        st.none() | SUITS,
        WHEN,
    ),
)


@given(st.lists(STEPS, min_size=1, max_size=12))
def test_every_plan_reads_back_from_its_own_spelling(steps: list[Step]) -> None:
    assert parse_plan("; ".join(step.text for step in steps)) == tuple(steps)


SPOKEN = [
    "IF",
    "AND",
    "THEN",
    "ELSE",
    "spades",
    "hearts",
    "club",
    "QS",
    "5C",
    "10H",
    "the",
    "is",
    "not",
    "my",
    ",",
    ";",
]
SPOKEN += [word for known in (*Act, *Fact) for word in known.value.split()]
WORDS = st.sampled_from(SPOKEN)


@given(st.lists(WORDS, max_size=14).map(" ".join) | st.text(max_size=60))
def test_any_text_is_refused_or_shown_back_as_what_it_means(text: str) -> None:
    try:
        steps = parse_plan(text)
    except PlanFault:
        return
    spelt = "; ".join(step.text for step in steps)
    assert parse_plan(spelt) == steps
