-- Returns the marks that changed after a number, up to a version of the corpus, each once and no more than $most; that version,
-- the present one if none is given; and whether a new corpus was loaded since.
with present as (
  select coalesce($version::bigint, max(version)) as version from search.version
)
select present.version,
       changed.numbers::text as numbers,
       cardinality(changed.numbers) as count,
       exists (select from change_set where is_load and first_seq > $after::bigint) as "isLoaded"
  from present
 cross join lateral (
         select array(select nro_solicitud
                        from brand_change as c
                       where c.seq > $after::bigint
                         and c.seq <= (select max(s.last_seq) from change_set as s where s.version <= present.version)
                       group by nro_solicitud
                       limit $most) as numbers
       ) as changed
