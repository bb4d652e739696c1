-- Returns the major version of the server.
select current_setting('server_version_num')::integer / 10000 as major
