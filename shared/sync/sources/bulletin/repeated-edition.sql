-- Returns an edition of another day within ten days that has the same files.
select day
  from bulletin_edition
 where sha256 = $sha256 and day <> $day::date and day between $day::date - 10 and $day::date + 10
 order by day
 limit 1
