-- Where the next run of the portal goes on.
update portal_state set newest = $newest where newest < $newest::bigint
