-- Returns those of $days whose edition is in the corpus.
select day from bulletin_edition where taken_at is not null and day = any($days::date[])
