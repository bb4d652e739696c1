-- The portal was asked for all marks of the corpus a moment ago: it need not be asked for them today.
insert into portal_number (nro_solicitud, asked_at)
select nro_solicitud, clock_timestamp() from brand
