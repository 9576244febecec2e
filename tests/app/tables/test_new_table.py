from __future__ import annotations

from typing import Any

import pytest

from pbem.app.tables.new_table import read_terms, unknown_variant, variant_named
from pbem.app.unit_of_work import UnitOfWork
from pbem.facts.table_refusals import (
    BadDeadline,
    BadOption,
    BadRules,
    BadTerms,
    OptionTwice,
    UnknownOption,
    UnknownVariant,
)
from pbem.hearts.refusal import Refusal, Refused


def refusal(uow: UnitOfWork, text: str) -> Any:
    with pytest.raises(Refused) as refused:
        read_terms(uow, text)
    return refused.value.refusal


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("american", "american"),
        ("Black_Maria", "black-maria"),
        ("black maria", "black-maria"),
        ("omnibus hearts", "omnibus"),
        ("gong zhu game rules", "gong-zhu"),
        ("black", None),
        ("hearts omnibus", None),
        ("", None),
    ],
)
def test_a_variant_goes_by_its_name_however_it_is_written(uow: UnitOfWork, text: str, name: str | None) -> None:
    assert variant_named(uow.services.variants, text) == name


def test_a_name_that_nothing_has_brings_the_near_ones(uow: UnitOfWork) -> None:
    found = unknown_variant(uow.services.variants, "omnibuss")
    assert isinstance(found.refusal, UnknownVariant)
    assert found.refusal.near[0] == "omnibus"


def test_without_a_word_it_is_the_servers_own_variant_and_pace(uow: UnitOfWork) -> None:
    name, rules, pace = read_terms(uow, "")
    assert (name, rules, pace.deadline) == ("american", uow.services.variants["american"], 172_800)


def test_variant_options_and_pace_come_in_one_line(uow: UnitOfWork) -> None:
    name, rules, pace = read_terms(uow, "black maria 3 players target = 70 deadline=24h")
    assert (name, rules.players, rules.target, pace.deadline) == ("black-maria", 3, 70, 86_400)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nonsense", UnknownVariant("nonsense", ())),
        ("american dedline=3d", UnknownOption("dedline", ("deadline",))),
        ("american open", BadOption("open", "", ("on", "off"))),
        ("american open=", BadOption("open", "", ("on", "off"))),
        ("american deadline=", BadDeadline("")),
        ("american deadline=1m", BadDeadline("1m")),
        ("american clock=99d", BadDeadline("99d")),
        ("american open=maybe", BadOption("open", "maybe", ("on", "off"))),
        ("american open=on open=off", OptionTwice("open")),
        ("american target=70 target=80", OptionTwice("target")),
    ],
)
def test_one_fault_is_told_as_itself(uow: UnitOfWork, text: str, told: Refusal) -> None:
    found = refusal(uow, text)
    if isinstance(told, UnknownOption):
        assert found.near[0] == told.near[0]
    else:
        assert found == told


@pytest.mark.parametrize("option", ["off", "hints", "rest", "moon"])
def test_an_option_without_a_value_lists_what_it_takes(uow: UnitOfWork, option: str) -> None:
    found = refusal(uow, f"american {option}=")
    assert isinstance(found, BadOption)
    assert len(found.allowed) > 1
    assert all(len(value) > 1 for value in found.allowed)


def test_several_faults_are_told_at_once(uow: UnitOfWork) -> None:
    found = refusal(uow, "american deadline=1m open=maybe moon=maybe")
    assert isinstance(found, BadTerms)
    assert [type(fault) for fault in found.faults] == [BadDeadline, BadOption, BadOption]


def test_options_that_do_not_go_together_are_told_by_the_rules(uow: UnitOfWork) -> None:
    assert isinstance(refusal(uow, "american players=9"), BadRules)
