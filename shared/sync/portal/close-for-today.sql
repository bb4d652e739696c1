-- The portal has said that it is enough: until tomorrow nobody asks it again.
update portal_state set closed_on = chilean_day(clock_timestamp())
