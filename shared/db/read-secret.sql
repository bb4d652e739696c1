-- Returns the secret of the database.
select secret from database_secret
