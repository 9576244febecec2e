"""Use cases that time brings: alarms, the clocks of seats, reminders, vacations, the server's own downtime."""
