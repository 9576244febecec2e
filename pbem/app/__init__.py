"""Use cases: what can happen at the house, each in one transaction of the desk's."""
