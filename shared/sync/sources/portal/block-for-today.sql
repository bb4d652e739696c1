-- Records that the portal reported its query limit or asked for a captcha. Runs then send no requests until the next Chilean
-- day. After a captcha, runs that an operator starts may send requests earlier.
update portal_state set closed_on = chilean_day(clock_timestamp()), closed_for = $code
