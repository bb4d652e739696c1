-- Returns the persons whose names match a text search query.
select person::text as person
  from search.person
 where array_to_tsvector(words) @@ $query::tsquery
