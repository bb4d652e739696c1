-- Defines the CTE expansion: the words that a search accepts for each term of a query, with the weights of the words.
expansion as materialized (
  select *
    from unnest($words::text[], $terms::integer[], $query_weights::float8[], $query_parts::integer[], $name_weights::float8[],
                $max_marks::integer[], $in_conjunction::boolean[]) with ordinality
         as expansion (word, term, query_weight, query_part, name_weight, max_marks, in_conjunction, at)
)
