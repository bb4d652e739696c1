-- Two days later for the applications behind a number, of which all calls are left.
with unspent as (
  update portal_state set calls = 0
)
update portal_number set asked_at = asked_at - interval '2 days' where nro_solicitud > $after::bigint
