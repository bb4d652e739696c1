-- Returns the numbers of at most $most marks that changed after the change $after, up to the corpus version $version.
-- `names` has one line for each different name of a mark: the number and the normalized words. A line has only the number
-- if the words are unknown. `names` is null if $most marks were found.
with later_change as (
  -- The changes after $after, up to $version.
  select nro_solicitud, case when seq > outdated.last_seq then name end as name
    from brand_change
   -- The last change whose name was not normalized with the current rules. Up to this change, all names count as unknown.
   cross join (select coalesce(max(last_seq), 0) as last_seq
                 from change_set
                where version <= $version::bigint and rules is distinct from (select version from search.rules)) as outdated
   where seq > $after::bigint
     and seq <= (select max(last_seq) from change_set where version <= $version::bigint)
), listed as (
  select array(select nro_solicitud from later_change group by nro_solicitud limit $most) as numbers
)
select numbers::text as numbers, cardinality(numbers) as count,
       case when cardinality(numbers) < $most
            then (select string_agg(concat_ws(' ', nro_solicitud, name), e'\n')
                    from (select distinct nro_solicitud, nullif(name, '') as name from later_change) as named) end as names
  from listed
