import pg from 'pg'
import type { Connection } from '../../shared/db/database.ts'
import type { Run } from '../run.ts'
import { HITS } from './queries.ts'

/**
 * A hybrid search as textbooks on PostgreSQL describe it: full text and trigrams, each with its own index, fused by reciprocal
 * rank. It has its own schema, its own table with the same names of marks, and one connection.
 */
export interface Textbook {
  /** Creates the schema, the table and the indexes from the brands. */
  build(): Promise<{ seconds: number; megabytes: number }>
  /** Searches, and returns the names of the first hits, best first. */
  ask(q: string): Promise<string[]>
}

const BUILD = [
  'create schema peer',
  'create extension if not exists unaccent schema public',
  `create function peer.fold(name text) returns text immutable strict parallel safe
     language sql as 'select lower(public.unaccent(name))'`,
  'create table peer.brand (nro bigint not null, denominacion text not null, name text not null, tsv tsvector not null)',
  `insert into peer.brand
     select nro_solicitud, denominacion, name, to_tsvector('simple', name)
       from public.brand cross join lateral (select peer.fold(denominacion) as name offset 0) as folded`,
  'alter table peer.brand add primary key (nro)',
  'create index on peer.brand using gin (tsv)',
  'create index on peer.brand using gin (name gin_trgm_ops)',
  'vacuum analyze peer.brand',
]
const SIZE = `select pg_total_relation_size('peer.brand') / 1048576.0::float8 as megabytes`

const SEARCH = `
with fts as (
  select nro, row_number() over (order by ts_rank_cd(tsv, q) desc, nro) as r
    from brand cross join plainto_tsquery('simple', fold($1)) as q
   where tsv @@ q order by r limit 200),
fuzzy as (
  select nro, row_number() over (order by similarity(name, fold($1)) desc, nro) as r
    from brand
   where name % fold($1) order by r limit 200),
fused as (
  select nro, sum(1.0 / (60 + r)) as score
    from (select * from fts union all select * from fuzzy) as listed group by nro)
select b.nro, b.denominacion, f.score
  from fused as f join brand as b using (nro) order by score desc, nro limit ${HITS}`

/**
 * Connects to the textbook search of a database until the end of the run. The search need not have been built yet.
 *
 * @param threshold the minimum similarity of two names, from 0 to 1
 */
export async function openTextbook(run: Run, connection: Connection, threshold: number): Promise<Textbook> {
  const client = new pg.Client({ ...connection, application_name: 'trademark bench textbook' })
  client.on('error', () => {}) // the next statement reports the error
  await client.connect()
  run.atEnd(() => client.end())
  await client.query('create extension if not exists pg_trgm schema public') // defines the setting below
  await client.query(
    `set search_path = peer, public; set jit = off; set pg_trgm.similarity_threshold = ${threshold}`,
  )
  return {
    async build() {
      const startedAt = performance.now()
      for (const text of BUILD) await client.query(text)
      const seconds = (performance.now() - startedAt) / 1_000
      const { rows } = await client.query<{ megabytes: number }>(SIZE)
      return { seconds, megabytes: rows[0]?.megabytes ?? 0 }
    },
    async ask(q) {
      const { rows } = await client.query<{ denominacion: string }>(SEARCH, [q])
      return rows.map(({ denominacion }) => denominacion)
    },
  }
}
