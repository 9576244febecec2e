"""What is told: one frozen class for each mail, answer, notice and refusal, with typed facts and no words."""
