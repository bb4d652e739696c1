/** What is exported together, in one snapshot. */
export type BackupKind = keyof typeof BACKED_UP

/**
 * The tables that cannot be made again, in an order in which each comes behind those that it refers to. The two kinds are
 * exported at different times, so none of the one refers to one of the other.
 */
export const BACKED_UP = {
  /** Who may read, what was spent, and the trail: nobody else has it. */
  keys: ['consumer', 'usage_counter', 'usage_past_month', 'api_key', 'key_event'],
  /** What the sources said. They could be asked again, but not for what they no longer tell. */
  corpus: [
    'corpus_state',
    'brand',
    'brand_class',
    'brand_person',
    'brand_annotation',
    'brand_source',
    'sheet',
    'sheet_mark',
    'bulletin_edition',
    'source_file',
    'portal_state',
    'portal_number',
    'sync_run',
    'sync_rejection',
  ],
} as const

/** What follows from the corpus, and is made from it after a restore. */
export const REBUILT = [
  'brand_listing',
  'search.rules',
  'search.version',
  'search.mark',
  'search.posting',
  'search.word',
] as const

/** What means nothing elsewhere: what a run has staged, what migrated this database, and when it was backed up. */
export const NEVER_BACKED_UP = [
  'schema_migration',
  'backup_run',
  'staged_row',
  'staged_mark',
  'staged_entry',
  'staged_run',
  'staged_name',
  'staged_word',
] as const
