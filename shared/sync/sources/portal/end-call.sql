-- Records the end of a request to the portal, at which the pause before the next request begins.
update portal_state set called_at = clock_timestamp()
