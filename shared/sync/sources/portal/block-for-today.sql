-- Records that the portal answered with a limit or a captcha: no run sends requests before tomorrow.
update portal_state set closed_on = chilean_day(clock_timestamp()), closed_for = $code
