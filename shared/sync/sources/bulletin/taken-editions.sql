-- Which of some editions are in the corpus.
select day from bulletin_edition where taken_at is not null and day = any($days::date[])
