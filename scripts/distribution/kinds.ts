/** Kinds of what does not go on as it is, each with the change that would mend it. The order is that of the page. */
export const KINDS = {
  'key-first': {
    what: 'charges a counter whose number it only finds in the same statement: every shard would be asked for it',
    change:
      'two statements: find the key in its reference table, which any node has, then charge with the number of its counter as a parameter, on one shard; and `last_used_at` beside the counter, since a change of a reference table is a write on every node',
  },
  'best-of-each': {
    what: 'takes the first rows, or a sum, of a split table anew for each row of something else (`lateral … limit`, a subquery of the row)',
    change:
      'one plain statement for each, sent together as a `union all`; or a window over all of them at once, which each shard can cut by itself before the last cut',
  },
  'several-writes': {
    what: 'writes several tables in one statement, a split one among them',
    change:
      'one statement for each table, in the transaction that is there already: the parts would see each other’s work, and the order in which they are written matters then',
  },
  'row-address': {
    what: 'names rows of a split table by `ctid`, of which each node has its own',
    change: 'name them by their application number and run',
  },
  'mixed-union': {
    what: 'puts rows of a split table together with some of none, for each row (`lateral … union all`)',
    change: 'two statements, or two branches of one `union all` on top',
  },
  'not-by-key': {
    what: 'joins split tables otherwise than by their column',
    change: 'join by the column, or read one side first and send its keys',
  },
  'split-on-the-inside': {
    what: 'keeps all rows of something that was made before, or of a reference table, and looks for those of a split table beside them',
    change: 'turn it around, or ask the split table first and join with what came',
  },
  'not-immutable': {
    what: 'changes a split table by a function that is not immutable (Citus refuses volatile ones, and stable ones of a column)',
    change:
      'tell our own functions as immutable where they are, pass the time as a parameter, compare without `jsonb_build_object`',
  },
  'moves-rows': {
    what: 'changes the column by which a table is split',
    change: 'delete and insert',
  },
  'lock-of-rows': {
    what: 'locks rows of more than one shard',
    change: 'lock by the column, or a row of a reference table',
  },
  'conflict-elsewhere': {
    what: 'meets a conflict (`on conflict`) that only holds within one shard',
    change: 'a unique index that contains the column',
  },
  'local-and-split': {
    what: 'joins a table of one node with a split one',
    change: 'make it a reference table',
  },
  recursion: {
    what: 'is recursive over a split table',
    change: 'walk in the program, or with all rows of one key',
  },
  'function-inside': {
    what: 'calls, for rows of a split table, a function that itself reads split tables',
    change: 'the body of the function written out as a join by the column',
  },
  'new-tables': {
    what: 'makes the tables of the index anew, and puts them in the place of the old ones by name',
    change:
      'split them as they are made, while they are empty; the rest stays, as both tell all nodes of a new name',
  },
  'own-catalog': {
    what: 'asks the catalog how many rows a table has: that of the coordinator only knows its empty shell',
    change: 'ask for the shards, as `run_command_on_shards` does, or keep the number with the corpus',
  },
  'advisory-lock': {
    what: 'takes an advisory lock, which is of one node: two clients on two nodes both have it',
    change:
      'send all of them to the coordinator; where there are several routers, a row of a table that is locked',
  },
  'frozen-copy': {
    what: 'copies with `freeze`, which only a table of the same transaction on the same server allows',
    change: 'without `freeze`, and a vacuum after it',
  },
  'own-numbers': {
    what: 'sets a sequence behind the highest number of a split table; each node draws its own numbers',
    change: 'leave room above, and never read an order out of the numbers',
  },
} as const

export type Kind = keyof typeof KINDS

/**
 * Functions that name split tables, by reading: their bodies are not planned. A test fails where one is missing, or is no
 * more.
 */
export const FUNCTIONS: Readonly<Record<string, string>> = {
  analyze_corpus: 'as it is: `analyze` of a split table is sent to its shards',
  analyze_staged: 'as it is',
  end_sample:
    'as it is: called alone, its deletes go to all shards; its one statement of several writes is of reference tables',
  begin_search_build:
    'has to split the tables that it makes (`create_distributed_table`) before they are filled',
  create_search_tables: 'the same, for `mark` and `posting`; `version` and `word` as reference tables',
  finish_search_build: 'as it is: indexes are made on all shards',
  keep_past_month: 'goes with its trigger: a statement of the program',
  shown_record: 'cannot be called for each row of a split table: written out where it is called',
}
