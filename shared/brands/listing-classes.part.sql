-- Restricts rows of brand_listing (alias entry) to brands that have one of $many_classes. The rows are of class 0, which
-- contains all brands.
-- `limit 1` keeps the planner from reading all brands.
and ($many_classes::smallint[] is null
     or (select true
           from brand_listing as of_class
          where of_class.nro_solicitud = entry.nro_solicitud and of_class.clase = any ($many_classes::smallint[])
          limit 1))
