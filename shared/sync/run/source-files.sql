-- Returns the files of a source as this version of the software last read them.
select url, day, sha256, json_build_object('etag', etag, 'lastModified', last_modified) as validators
  from source_file
 where source = $source and software = $software
