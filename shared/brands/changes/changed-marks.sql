-- Returns the marks that changed after a number, up to a version of the corpus, each once and no more than $most.
select numbers::text as numbers, cardinality(numbers) as count
  from (select array(select nro_solicitud
                       from brand_change
                      where seq > $after::bigint
                        and seq <= (select max(last_seq) from change_set where version <= $version::bigint)
                      group by nro_solicitud
                      limit $most) as numbers) as changed
