-- Stores the highest application number that was requested from the portal; the next run continues after it.
update portal_state set newest = $newest where newest < $newest::bigint
