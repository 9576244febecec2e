"""A mail that shows a plan is inert: none of its lines is an order when it comes back, whatever the plan."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.facts.mails import AnswersAloneMail
from pbem.facts.play_answers import PlanAnswer
from pbem.facts.table import PlanFacts, PremoveNote
from pbem.premoves.kept import PremoveOutcome
from pbem.premoves.steps import Step
from tests.premoves.test_parse_plan import CARDS, STEPS
from tests.render import samples
from tests.render.inert import lines_like_orders, orders_in

RENDERER = samples.renderer()
PLANS = st.builds(
    lambda card, anyway, queue, once, always: PlanFacts(
        card,
        anyway,
        tuple(queue),
        tuple(s.text for s in once),
        tuple(s.text for s in always),
        PremoveNote(PremoveOutcome.QUEUE_ENDED, (card,)),
    ),
    CARDS,
    st.booleans(),
    st.lists(CARDS, max_size=13),
    st.lists(STEPS, max_size=6),
    st.lists(STEPS, max_size=6),
)


@settings(max_examples=25)
@given(PLANS)
def test_a_plan_in_a_mail_is_no_order(plan: PlanFacts) -> None:
    for post in (samples.table(plan=plan), AnswersAloneMail(answers=(PlanAnswer(plan),))):
        text = RENDERER.render(post, samples.ALICE).text
        assert orders_in(text) == []
        assert lines_like_orders(text) == []


@settings(max_examples=50)
@given(STEPS)
def test_the_spelling_of_a_step_is_short_enough_for_a_line_or_two(step: Step) -> None:
    assert len(step.text) < 140
