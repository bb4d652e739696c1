/** A set of tables that is exported in one snapshot. */
export type BackupKind = keyof typeof BACKED_UP

/**
 * The tables that cannot be rebuilt, each after the tables that it references. No table references a table of the other kind,
 * because the two kinds are exported at different times.
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

/** Tables that a restore rebuilds from the corpus. */
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

/** Tables that no backup contains. Two of them hold the changes feed, which begins again after a restore. */
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
