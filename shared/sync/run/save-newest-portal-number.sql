-- Stores the highest requested number, behind which the next run of the portal starts.
update portal_state set newest = $newest where newest < $newest::bigint
