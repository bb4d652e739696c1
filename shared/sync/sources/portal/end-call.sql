-- Records the end of a portal request; the pause before the next one begins here.
update portal_state set called_at = clock_timestamp()
