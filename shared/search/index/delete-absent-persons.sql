-- Deletes from the index the persons among $persons who no longer have a mark.
delete from search.person as p
 where p.person = any ($persons::bigint[])
   and not exists (select from search.person_of_mark as m where m.person = p.person)
