"""A table as it is kept: seats and who sits there, options, clocks, claims, votes. Pure: records with verbs."""
