/** A set of tables that is exported in one snapshot. */
export type BackupKind = keyof typeof BACKED_UP

/**
 * The tables that cannot be rebuilt, each after the tables that it references. The two kinds are exported at different times,
 * so no table references a table of the other kind.
 */
export const BACKED_UP = {
  /** Keys, usage and audit log, which exist only in this database. */
  keys: ['consumer', 'usage_counter', 'usage_past_month', 'api_key', 'key_event'],
  /** The corpus, because the sources no longer publish all of its data. */
  corpus: [
    'corpus_state',
    'brand',
    'brand_detail',
    'brand_annotation',
    'source_record',
    'sheet',
    'sheet_mark',
    'bulletin_edition',
    'source_file',
    'portal_state',
    'portal_number',
    'sync_run',
    'sync_rejection',
    'field_fill',
  ],
} as const

/** Tables derived from the corpus, which a restore rebuilds. */
export const REBUILT = [
  'brand_listing',
  'search.rules',
  'search.version',
  'search.mark',
  'search.posting',
  'search.word',
  'search.person_of_mark',
  'search.person',
  'search.person_word',
] as const

/**
 * Tables that only this database needs: staged rows, applied migrations, the record of backups, the secret of the database, and
 * the changes feed, which starts again in a restored database.
 */
export const NEVER_BACKED_UP = [
  'change_set',
  'brand_change',
  'schema_migration',
  'backup_run',
  'database_secret',
  'staged_row',
  'staged_record',
  'staged_mark',
  'staged_entry',
  'staged_run',
  'staged_name',
  'staged_word',
  'staged_person_word',
] as const
