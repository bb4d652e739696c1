/** Where the rows of a table would be. */
export type Placement =
  /** Split by a hash of a column. Tables of one group keep equal values on one node, and are joined there. */
  | { readonly how: 'distributed'; readonly by: string; readonly group: Group }
  /** A whole copy on every node, so that any shard can be joined with it; written on all of them at once. */
  | { readonly how: 'reference' }
  /** On one node alone: the coordinator of Citus, a standard table of Limitless. */
  | { readonly how: 'local' }

export type Group = 'applications' | 'counters'

const byApplication: Placement = { how: 'distributed', by: 'nro_solicitud', group: 'applications' }
const byCounter: Placement = { how: 'distributed', by: 'counter_id', group: 'counters' }
const reference: Placement = { how: 'reference' }
const local: Placement = { how: 'local' }

/**
 * The proposal: every table of the schema, and where it would be.
 *
 * The corpus is split by application number, what is staged for it too, so that a run is merged on each node by itself.
 *
 * The postings of the search index are split by application number as well, not by word. By word, the postings of one word
 * would lie together: but a query has dozens of words that may be meant, so that it would go to most nodes all the same;
 * what they find has to be joined with the names of the marks, which would then lie elsewhere; a mark that changes would be
 * written on as many nodes as it has words; and the most common words would make one node work for all. By number, each node
 * searches its own marks to the end and gives its best, and nothing but those is brought together. The price: every search is
 * work for every node, so that more nodes make a search of a large corpus shorter, and hardly more searches of a small one.
 *
 * The dictionary of the index belongs to no mark; every search reads it first, and only runs write it: a reference table.
 *
 * Of the keys only what each request writes is split: the counters. The keys themselves are found by the hash of the secret,
 * by their public id and by their counter; each of those has to be unique, which a split table only grants of what contains
 * its column. They are few and change by hand: reference tables.
 */
export const PLACEMENTS: Readonly<Record<string, Placement>> = {
  'public.brand': byApplication,
  'public.brand_class': byApplication,
  'public.brand_person': byApplication,
  'public.brand_annotation': byApplication,
  'public.brand_source': byApplication,
  'public.brand_listing': byApplication,
  'public.sheet_mark': byApplication,
  'public.portal_number': byApplication,
  'public.staged_row': byApplication,
  'public.staged_mark': byApplication,
  'public.staged_entry': byApplication,
  'public.staged_name': byApplication,
  'search.mark': byApplication,
  'search.posting': byApplication,

  'public.usage_counter': byCounter,
  'public.usage_past_month': byCounter,

  'public.api_key': reference,
  'public.consumer': reference,
  'public.key_event': reference,
  'public.corpus_state': reference,
  'public.sheet': reference,
  'public.sync_run': reference,
  'public.sync_rejection': reference, // its number may be missing, which a distribution column may not
  'public.portal_state': reference,
  'public.staged_run': reference,
  'public.staged_word': reference,
  'search.version': reference,
  'search.word': reference,

  'public.bulletin_edition': local,
  'public.source_file': local,
  'public.backup_run': local,
  'public.schema_migration': local,
  'search.rules': local,
}

/** The placement of a table by its full name. @throws Error where nobody has thought of it */
export function placementOf(table: string): Placement {
  const placement = PLACEMENTS[table]
  if (!placement)
    throw new Error(`${table} is not in scripts/distribution/tables.ts: where would its rows be?`)
  return placement
}
