from __future__ import annotations

import pytest

from pbem.mail.message.tokens import DATED, Token, TokenKind, read_token, token_text

KEY = b"a key of ours"
COUNT = {
    TokenKind.TURN: 3,
    TokenKind.PLAYER: 1,
    TokenKind.INVITATION: 3,
    TokenKind.QUESTION: 1,
    TokenKind.COMBINED: 2,
    TokenKind.BOUNCE: 2,
    TokenKind.RETURN: 3,
    TokenKind.STRANGER: 1,
}
NAMES = ("player", "game", "length", "offer", "question", "combined_mail", "letter", "day")


@pytest.mark.parametrize("kind", TokenKind)
def test_a_token_reads_back_in_any_case_and_from_no_other_key(kind: TokenKind) -> None:
    numbers = tuple(range(7, 7 + COUNT[kind] + (kind in DATED)))
    text = token_text(KEY, kind, *numbers)
    assert text == text.lower()
    assert text.isalnum()
    assert read_token(KEY, f" {text.upper()}\n") == Token(kind, numbers)
    assert read_token(b"another key", text) is None


@pytest.mark.parametrize("kind", TokenKind)
def test_no_character_of_a_token_can_be_another(kind: TokenKind) -> None:
    text = token_text(KEY, kind, *range(COUNT[kind]))
    for at, char in enumerate(text):
        other = "3" if char != "3" else "4"
        assert read_token(KEY, text[:at] + other + text[at + 1 :]) is None


@pytest.mark.parametrize("text", ["", "x", "t1x2x3", "ü" * 40, "t" + "x" * 40, "hearts", "x" * 16, "tx" + "a" * 16])
def test_what_we_never_wrote_says_nothing(text: str) -> None:
    assert read_token(KEY, text) is None


@pytest.mark.parametrize("kind", TokenKind)
def test_a_token_carries_as_many_numbers_as_its_kind_has_and_a_day_where_it_is_dated(kind: TokenKind) -> None:
    for count in range(6):
        fits = count == COUNT[kind] or (kind in DATED and count == COUNT[kind] + 1)
        if fits:
            assert token_text(KEY, kind, *range(count))
        else:
            with pytest.raises(ValueError, match=kind.name):
                token_text(KEY, kind, *range(count))


@pytest.mark.parametrize(
    ("kind", "numbers", "says"),
    [
        (TokenKind.TURN, (5, 12, 30), {"player": 5, "game": 12, "length": 30}),
        (TokenKind.TURN, (5, 12, 30, 20_000), {"player": 5, "game": 12, "length": 30, "day": 20_000}),
        (TokenKind.PLAYER, (5,), {"player": 5}),
        (TokenKind.PLAYER, (5, 20_000), {"player": 5, "day": 20_000}),
        (TokenKind.INVITATION, (12, 2, 1), {"game": 12, "offer": (12, 2, 1)}),
        (TokenKind.RETURN, (12, 2, 1), {"game": 12, "offer": (12, 2, 1)}),
        (TokenKind.QUESTION, (9,), {"question": 9}),
        (TokenKind.COMBINED, (5, 8), {"player": 5, "combined_mail": 8}),
        (TokenKind.COMBINED, (5, 8, 20_000), {"player": 5, "combined_mail": 8, "day": 20_000}),
        (TokenKind.BOUNCE, (5, 3), {"player": 5}),
        (TokenKind.STRANGER, (4,), {"letter": 4}),
    ],
)
def test_a_token_says_what_it_is_for_and_nothing_else(
    kind: TokenKind, numbers: tuple[int, ...], says: dict[str, object]
) -> None:
    token = Token(kind, numbers)
    assert {name: getattr(token, name) for name in NAMES if getattr(token, name) is not None} == says
