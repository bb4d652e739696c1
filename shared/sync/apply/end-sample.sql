-- Deletes the sample data, if the corpus is a sample, so that the corpus can take the real register. Returns whether it was one.
select end_sample() as ended
