-- Returns whether there is any key, and any brand.
select exists (select from api_key) as "api_key", exists (select from brand) as "brand"
