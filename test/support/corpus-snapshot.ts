import type { Database, Queryable } from '../../shared/db/database.ts'

/** Runs a query without parameters on the connection of the owner. */
export const rowsOf = <Row>(database: Queryable, text: string): Promise<Row[]> =>
  database.query<Row>({ text, parameters: [] })

/** Returns all data that runs change, except their history: two snapshots are equal if nothing was applied between them. */
export const corpusSnapshot = async (owner: Database): Promise<unknown> => {
  const [found] = await rowsOf(
    owner,
    `select (select json_agg(b order by nro_solicitud) from brand as b) as brands,
            (select json_agg(d order by nro_solicitud) from brand_detail as d) as details,
            (select json_agg(l order by nro_solicitud, clase) from brand_listing as l) as listing,
            (select json_agg(s order by nro_solicitud, fuente) from source_record as s) as sources,
            (select json_agg(a order by annotation_id) from brand_annotation as a) as annotations,
            (select json_agg(h order by name) from sheet as h) as sheets,
            (select json_agg(e order by day) from bulletin_edition as e where taken_at is not null) as taken,
            (select json_agg(f order by source, url) from source_file as f) as files,
            kind, version
       from corpus_state`,
  )
  return found
}

/** Returns the backends of commands and scheduled runs; with `waiting`, only those that wait for a lock. */
export const runBackends = async (owner: Database, { waiting = false } = {}): Promise<{ pid: number }[]> =>
  rowsOf(
    owner,
    `select pid from pg_stat_activity
      where datname = current_database() and application_name = 'trademark sync'
        ${waiting ? "and wait_event_type = 'Lock'" : ''}`,
  )

/** Holds a lock in its own session until `letGo` is called. */
export async function holdLock(owner: Database, lock: string): Promise<{ letGo(): Promise<void> }> {
  const taken = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const holding = owner.transaction(async (transaction) => {
    // The server would otherwise end the idle session, and so release the lock.
    await rowsOf(transaction, 'set local idle_in_transaction_session_timeout = 0')
    await rowsOf(transaction, lock)
    taken.resolve()
    await over.promise
  })
  await Promise.race([taken.promise, holding])
  return {
    letGo: () => {
      over.resolve()
      return holding
    },
  }
}
