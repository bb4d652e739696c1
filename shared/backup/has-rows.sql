-- Returns whether the database has a key, and whether it has a brand.
select exists (select from api_key) as "api_key", exists (select from brand) as "brand"
