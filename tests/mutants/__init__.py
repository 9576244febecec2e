"""Small random faults in `pbem/`, each of which a test of its room should see: what the tests hold, measured."""
