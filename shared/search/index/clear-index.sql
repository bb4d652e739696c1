-- Deletes everything that the index holds.
with deleted_versions as (
  delete from search.version
), deleted_marks as (
  delete from search.mark
), deleted_postings as (
  delete from search.posting
)
delete from search.word
