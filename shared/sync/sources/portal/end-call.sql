update portal_state set called_at = clock_timestamp()
