-- Deletes from the index each person of the list $persons who no longer has a mark.
delete from search.person as p
 where p.person = any ($persons::bigint[])
   and not exists (select from search.person_of_mark as m where m.person = p.person)
