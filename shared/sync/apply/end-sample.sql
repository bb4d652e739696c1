-- Replaces the sample by the register, and returns whether the corpus was a sample.
select end_sample() as ended
