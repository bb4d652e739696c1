-- Records the time at which a request to the portal ended. The pause before the next request begins at this time.
update portal_state set called_at = clock_timestamp()
