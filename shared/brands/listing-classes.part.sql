-- Restricts rows of class 0 of brand_listing, named entry, to brands of some of many classes. The limit keeps the planner
-- from reading all brands.
and ($many_classes::smallint[] is null
     or (select true
           from brand_listing as of_class
          where of_class.nro_solicitud = entry.nro_solicitud and of_class.clase = any ($many_classes::smallint[])
          limit 1))
