-- Returns the version of the server, if the database answers.
select current_setting('server_version_num')::integer as version
