-- Removes from each stored sheet the marks without an accepted row in the newest edition of the sheet. These marks remain in
-- the corpus, with the date of the last edition that contained them.
with
\ir newer-edition.part.sql
, removed as (
  delete from sheet_mark as m
   using newer_edition as n
   where m.sheet_id = n.sheet_id
     and not exists (select
                       from staged_row as r
                      where r.run_id = $run_id and r.nro_solicitud = m.nro_solicitud and r.sheet = n.place)
  returning m.nro_solicitud, n.previous_edition
)
update source_record as s
   set fecha_fuente = r.edition
  from (select nro_solicitud, max(previous_edition) as edition from removed group by nro_solicitud) as r
 where s.nro_solicitud = r.nro_solicitud and s.fuente = 'sheets' and s.fecha_fuente < r.edition
