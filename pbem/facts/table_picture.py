"""The table as it is drawn in a mail: who sits where, and what lies before whom, as one seat sees it."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.hearts.events import Play, Trick
from pbem.hearts.view import SeatView


@dataclass(frozen=True, slots=True)
class DrawnSeat:
    """A seat at the drawn table. `seat` may be a dummy's, which comes after the players'."""

    seat: int
    plays: tuple[Play, ...] = ()  # its cards in this trick: two where a trick goes round twice
    leads: bool = False  # it led this trick, or leads it now
    due: bool = False  # it is waited for
    waits: bool = False  # it has yet to play to this trick
    took: bool = False  # the trick is over and went here
    reader: bool = False
    partner: bool = False


Row = tuple[DrawnSeat | None, DrawnSeat | None, DrawnSeat | None]


@dataclass(frozen=True, slots=True)
class TablePicture:
    """Rows of left, middle and right, the reader at the bottom; `trick` is None before the first card of a deal."""

    rows: tuple[Row, ...]
    trick: Trick | None
    over: bool  # the trick is complete: the last one, while nobody has led to the next

    @property
    def centre(self) -> int:
        """The row with room in its middle for what concerns the whole table."""
        return next(at for at, row in enumerate(self.rows) if row[1] is None)


def table_picture(view: SeatView) -> TablePicture:
    """The trick on the table; before its first card, the last one."""
    trick = view.trick or (view.tricks[-1] if view.tricks else None)
    places = [_place(view, trick, seat) for seat in range(view.rules.hands)]
    around = [places[(view.seat + step) % len(places)] for step in range(len(places))]
    return TablePicture(_rows(around[0], around[1:]), trick, over=view.trick is None and trick is not None)


def _place(view: SeatView, trick: Trick | None, seat: int) -> DrawnSeat:
    plays = tuple(play for play in trick.plays if play.seat == seat) if trick is not None else ()
    due = seat == view.acts_for if view.ask else seat in view.to_act
    return DrawnSeat(
        seat,
        plays,
        leads=trick is not None and trick.leader == seat,
        due=due,
        waits=view.trick is not None and len(plays) < 1 + view.boosted and view.hand_sizes[seat] > 0,
        took=view.trick is None and trick is not None and trick.winner == seat,
        reader=seat == view.seat,
        partner=view.rules.partner(view.seat) == seat,
    )


def _rows(own: DrawnSeat, others: list[DrawnSeat]) -> tuple[Row, ...]:
    """The others in their order from the reader's left hand round to the right.

    At most three stand at the top. Up to six people sit with the reader in a row alone, more with the reader between
    the last two, so that the table does not grow taller than a phone.
    """
    count = len(others)
    top = 1 if count in (1, 3) else 0 if count == 2 else 2 + count % 2
    side = (count - top) // 2
    left, above, right = others[:side], others[side : side + top], others[side + top :]
    rows: list[Row] = []
    if above:
        first, last = (above[0], above[-1]) if top > 1 else (None, None)
        rows.append((first, above[top // 2] if top % 2 else None, last))
    sides = list(zip(reversed(left), right, strict=True))
    rows += [(at_left, None, at_right) for at_left, at_right in sides]
    if count == 1:
        rows.append((None, None, None))
    if side < 2:
        return (*rows, (None, own, None))
    return (*rows[:-1], (rows[-1][0], own, rows[-1][2]))
