-- Stores the files of a source, so that the next run can skip identical files.
insert into source_file (source, url, day, sha256, etag, last_modified, software)
select $source, f.url, f.day, f.sha256, f.etag, f."lastModified", $software
  from jsonb_to_recordset($files::jsonb) as f (url text, day date, sha256 text, etag text, "lastModified" text)
on conflict (source, url) do update
   set day = excluded.day,
       sha256 = excluded.sha256,
       etag = excluded.etag,
       last_modified = excluded.last_modified,
       software = excluded.software
