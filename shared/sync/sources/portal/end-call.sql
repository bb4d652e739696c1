-- Records the end of a request to the portal, from which the pause before the next one counts.
update portal_state set called_at = clock_timestamp()
