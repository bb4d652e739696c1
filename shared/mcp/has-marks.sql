-- Returns whether the corpus contains a mark.
select exists (select from brand) as filled
