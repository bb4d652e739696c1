-- Deletes the persons of $persons that no longer have a mark from the index.
delete from search.person as p
 where p.person = any ($persons::bigint[])
   and not exists (select from search.person_of_mark as m where m.person = p.person)
