-- Returns the days of $days whose edition was read.
select day from bulletin_edition where taken_at is not null and day = any($days::date[])
