-- Deletes the sample and makes the corpus the register. Returns whether the corpus was a sample.
select end_sample() as ended
