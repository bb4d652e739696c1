-- Records that the portal reported a limit or a captcha today: no run sends requests until tomorrow.
update portal_state set closed_on = chilean_day(clock_timestamp()), closed_for = $code
