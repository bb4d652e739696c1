-- Returns the version number of the PostgreSQL server. The query also shows whether the database answers.
select current_setting('server_version_num')::integer as version
