-- Deletes those of $persons from the index who have no mark any more.
delete from search.person as p
 where p.person = any ($persons::bigint[])
   and not exists (select from search.person_of_mark as m where m.person = p.person)
