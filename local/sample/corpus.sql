-- Returns the kind of the corpus, its number of marks, and for each source whether a run on the sample office has succeeded.
select kind,
       (select count(*) from brand) as marks,
       exists (select from sync_run where sample and source = 'sheets' and status = 'succeeded') as sheets,
       exists (select from sync_run where sample and source = 'bulletin' and status = 'succeeded') as bulletin,
       exists (select from sync_run where sample and source = 'portal' and status = 'succeeded') as portal
  from corpus_state
