"""`pbem doctor`: what is wrong with a configuration, and how to mend it."""
