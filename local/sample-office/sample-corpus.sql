-- What the corpus is, and what of the made-up office is in it.
select kind,
       (select count(*) from brand) as marks,
       exists (select from sync_run where sample and source = 'sheets' and status = 'succeeded') as filled,
       exists (select from sync_run where sample and source = 'bulletin' and status = 'succeeded') as annotated,
       exists (select from sync_run where sample and source = 'portal' and status = 'succeeded') as asked
  from corpus_state
