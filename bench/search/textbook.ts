import pg from 'pg'
import type { Connection } from '../../shared/db/database.ts'
import { once } from '../database.ts'
import { HITS, type SearchQuery } from './queries.ts'
import type { Built } from './search-figures.ts'

/**
 * A hybrid search as textbooks on PostgreSQL describe it: full text and trigrams, each with its own index, fused by reciprocal
 * rank. It has its own schema, its own table with the same names of marks, and one connection.
 */
export interface Textbook {
  /** Creates the schema, the table and the indexes from the brands. */
  build(): Promise<Built>
  /** Searches, and returns the names of the first hits, best first. */
  ask(query: SearchQuery): Promise<string[]>
  close(): Promise<void>
}

/** The extensions are created in `public`, because the schema `peer` is dropped with everything in it. */
const SCHEMA = [
  'drop schema if exists peer cascade',
  'create schema peer',
  'create extension if not exists unaccent schema public',
  'create extension if not exists pg_trgm schema public',
  `create or replace function peer.fold(name text) returns text immutable strict parallel safe
     language sql as 'select lower(public.unaccent(name))'`,
  `create table peer.brand (nro bigint not null, denominacion text not null, name text not null,
     tsv tsvector not null)`,
]
const FILL = `insert into peer.brand
  select nro_solicitud, denominacion, name, to_tsvector('simple', name)
    from public.brand cross join lateral (select peer.fold(denominacion) as name offset 0) as folded`
const INDEXES = [
  'alter table peer.brand add primary key (nro)',
  'create index if not exists brand_words on peer.brand using gin (tsv)',
  'create index if not exists brand_letters on peer.brand using gin (name gin_trgm_ops)',
  'vacuum analyze peer.brand',
]
const SIZE = `select pg_total_relation_size('peer.brand') as bytes`

const LISTED = `join public.brand_listing as l on l.nro_solicitud = nro and l.clase = $2 and l.estado = any ($3::estado[])
   and l.fecha_presentacion between $4 and $5`

/** Returns the statement of a search. `joined` restricts both lists to the brands that pass the filters. */
const statement = (joined: string): string => `
with fts as (
  select nro, row_number() over (order by ts_rank_cd(tsv, q) desc, nro) as r
    from brand cross join plainto_tsquery('simple', fold($1)) as q ${joined}
   where tsv @@ q order by r limit 200),
fuzzy as (
  select nro, row_number() over (order by similarity(name, fold($1)) desc, nro) as r
    from brand ${joined}
   where name % fold($1) order by r limit 200),
fused as (
  select nro, sum(1.0 / (60 + r)) as score
    from (select * from fts union all select * from fuzzy) as listed group by nro)
select b.nro, b.denominacion, f.score
  from fused as f join brand as b using (nro) order by score desc, nro limit ${HITS}`

const PLAIN = statement('')
const FILTERED = statement(LISTED)

/**
 * Connects to the textbook search of a database. The search need not have been built yet.
 *
 * @param threshold the minimum similarity of two names, from 0 to 1
 */
export async function openTextbook(connection: Connection, threshold: number): Promise<Textbook> {
  const client = new pg.Client({ ...connection, application_name: 'trademark bench textbook' })
  client.on('error', () => {}) // the next statement reports the error
  await client.connect()
  await client.query('create extension if not exists pg_trgm schema public') // defines the setting below
  await client.query(
    `set search_path = peer, public; set jit = off; set pg_trgm.similarity_threshold = ${threshold}`,
  )
  return {
    async ask(query) {
      const { rows } = await client.query<{ denominacion: string }>(...statementFor(query))
      return rows.map(({ denominacion }) => denominacion)
    },
    async build() {
      const startedAt = performance.now()
      for (const text of [...SCHEMA, FILL, ...INDEXES]) await client.query(text)
      const seconds = (performance.now() - startedAt) / 1_000
      const { rows } = await client.query<{ bytes: string }>(SIZE)
      return { seconds, megabytes: Number(rows[0]?.bytes) / 2 ** 20, peakMegabytes: null }
    },
    close: once(() => client.end()),
  }
}

function statementFor({ q, filters }: SearchQuery): [text: string, values: unknown[]] {
  const { clase = 0, estado, fechaDesde, fechaHasta } = filters
  return estado === undefined
    ? [PLAIN, [q]]
    : [FILTERED, [q, clase, [estado], fechaDesde ?? '-infinity', fechaHasta ?? 'infinity']]
}
