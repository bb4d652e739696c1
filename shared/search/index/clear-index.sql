-- Deletes all rows of the search index.
with deleted_versions as (
  delete from search.version
), deleted_marks as (
  delete from search.mark
), deleted_postings as (
  delete from search.posting
), deleted_words as (
  delete from search.word
), deleted_person_words as (
  delete from search.person_word
), deleted_persons as (
  delete from search.person
)
delete from search.person_of_mark
